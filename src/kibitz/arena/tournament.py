"""A tournament: many players meet in pairs, or at tables of three and more, and all of them are rated.

The schedule is fixed before the first game (see `schedule`), so the same tournament has the same games wherever it is
played and however often it is interrupted. Whether it can stop, by a test or because the ratings are known well enough,
is decided at the end of each cycle, in the order of the schedule; games of later cycles are recorded but not counted.
"""

import os
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.arena.match import ALONE_PLIES, MOST_PLIES, no_files, planned, play_match
from kibitz.arena.outcomes import Model, Seats, outcomes, rate
from kibitz.arena.played import FieldGame, Played
from kibitz.arena.points import NORMAL_95
from kibitz.arena.rating import Sprt
from kibitz.arena.referee import BaseReferee, FieldReferee, Referee
from kibitz.arena.schedule import GAUNTLET, ROUND_ROBIN, Row
from kibitz.arena.seat import Seat, name_of
from kibitz.arena.sequential import Hypothesis
from kibitz.arena.standing import BaseStanding
from kibitz.arena.tournament_result import TournamentResult, repeated
from kibitz.errors import OptionError
from kibitz.game import Game
from kibitz.loader import Loadable, opened

NAMED = re.compile(r"(?P<name>[^=:@]+)=(?P<player>.*)", re.DOTALL)
"""A player with a name: strong=engine:depth=4."""
SEPARATOR = "@"
"""What stands before the rules in which a player thinks: engine:depth=4@othello:weights=mine.npz."""


@dataclass(frozen=True)
class Contestant:
    """Somebody who takes part in a tournament."""

    name: str
    seat: Seat
    game: Game[Any] | None = None  # the rules in which it thinks, if different


def tournament(
    game: Loadable,
    players: Sequence[Seat | tuple[str, Seat]] | Mapping[str, Seat],
    *,
    challengers: int | None = None,
    games: int | None = None,
    openings: str | os.PathLike[str] | Iterable[str] | None = None,
    opening_plies: int | None = None,
    random_plies: int | None = None,
    even: bool = False,
    seed: int = 0,
    model: Model = "ordo",
    anchors: Mapping[str, float] | None = None,
    advantage: bool = False,
    sprt: tuple[float, float] | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    error: float | None = None,
    plies: int | None = None,
    jobs: int | None = None,
    on: str | None = None,
    record: str | os.PathLike[str] | None = None,
    stop: threading.Event | None = None,
    tell: Callable[["Table", int], None] = lambda table, games: None,
) -> TournamentResult:
    """Play a tournament of three or more players, or two, and rate them.

    In a game for one or two players, or with teams, they meet in pairs: everybody plays everybody. In a game for three
    and more they meet at tables, in every combination and in every seat equally often.

    players: as for `match`, each with a name if you like: ("strong", "engine:depth=4"), "strong=engine:depth=4", or a
        dict of names and players. A player given as text can think in other rules: "engine@othello:discs_only=1".
    challengers: only the first players, this many, play all others, but not each other: a gauntlet.
    games: the number of games, a multiple of those in a cycle; by default as many whole cycles as make at least 100.
    model: how games of two are rated: "ordo" (a draw is half a win) or "bayeselo" (draws have their own probability).
    anchors: the Elo of players whose strength is known, by name; by default the mean is 0.
    advantage: also estimate that of the first player, which pairs of games cancel otherwise.
    sprt: elo0 and elo1: stop as soon as it is known which fits better the first player against all others.
    error: stop as soon as all ratings are known to this many Elo points, at 95 %.
    The other options are those of `match`. A player that fails forfeits the game, and the tournament goes on.
    """
    rules = opened(game)
    contestants = contestants_from(players)
    names = tuple(each.name for each in contestants)
    if plies is None:
        plies = ALONE_PLIES if rules.players == 1 else MOST_PLIES
    others = tuple(each.game for each in contestants) if any(each.game for each in contestants) else ()
    given = rules, others, tuple(each.seat for each in contestants), seed, plies, names
    referee: BaseReferee[Any]
    if rules.players <= 2 or rules.rules.teams is not None:
        referee = Referee(*given, pairings_with(len(names), challengers))
    elif challengers is not None:
        raise OptionError(f"challengers are for games of two; in {rules.spec()} everybody meets at one table")
    else:
        referee = FieldReferee(*given)
    held = anchors_of(anchors or {}, names)
    test = None if sprt is None else Sprt(*sprt, alpha, beta)
    if error is not None and not error > 0:
        raise OptionError(f"the error at which to stop must be above 0, got {error:g}")
    if test is not None and isinstance(referee, FieldReferee):
        raise OptionError("sprt is for games of two; at a table of three and more, stop by error")
    beginning: dict[str, Any] = {"openings": openings, "opening_plies": opening_plies, "random_plies": random_plies}
    plan = planned(referee, games, jobs, on, even=even, **beginning)
    standing = Table(referee, plan.games, {"model": model, "anchors": held, "advantage": advantage}, test, error)
    play_match(referee, standing, plan, record, no_files, stop or threading.Event(), tell)
    return standing.result()


class Table(BaseStanding[Any]):
    """How a tournament stands."""

    def __init__(
        self,
        referee: BaseReferee[Any],
        most: int,
        options: dict[str, Any],
        test: Sprt | None,
        error: float | None,
    ) -> None:
        super().__init__(most, referee.schedule.size, referee.schedule.cycle)
        self.referee, self.options, self.test, self.error = referee, options, test, error
        self.played: Counter[int] = Counter()  # games of each cycle
        self.cycles = 0  # complete ones, from the first
        self.decision: Hypothesis | None = None
        self.certain = False  # the ratings are known well enough

    @property
    def counting(self) -> int:
        """Return the number of the last game that counts."""
        return self.cycles * self.cycle if self.decision or self.certain else self.most

    @property
    def rated_by(self) -> dict[str, Any]:
        """Return how the games are rated."""
        anchors = {self.referee.names[number]: elo for number, elo in self.options["anchors"].items()}
        return {**self.options, "anchors": anchors}

    @property
    def tally(self) -> "Table":
        """Return what is told of a tournament that goes on: how it stands."""
        return self

    @property
    def open(self) -> bool:
        """Return whether there are more games to play."""
        return self.decision is None and not self.certain and super().open

    def add(self, game: Played | FieldGame) -> None:
        """Count a game, unless it is beyond the schedule; decide at the end of a cycle whether to stop."""
        if game.number > self.most:
            return
        self.games[game.number] = game
        self.played[(game.number - 1) // self.cycle] += 1
        while self.open and self.played[self.cycles] == self.cycle:
            self.cycles += 1
            self.decide()

    def decide(self) -> None:
        """Decide whether the games of the complete cycles are enough."""
        seats, schedule = self.seats(self.cycles * self.cycle), self.referee.schedule
        if self.test is not None:
            self.decision = self.test.decision(self.pairs_of_first(seats))
        if self.error is not None:
            ratings = rate(schedule, len(self.referee.names), seats, **self.options).players
            known = [None if each.error is None else NORMAL_95 * each.error for each in ratings]
            self.certain = all(each is not None and each <= self.error for each in known)

    def pairs_of_first(self, seats: Seats) -> list[int]:
        """Return how many pairs brought the first contestant 0, ½, 1, 1½ and 2 points."""
        found = outcomes(self.referee.schedule, seats)
        points: dict[int, float] = {}
        for first, second, score, unit in zip(found.first, found.second, found.score, found.unit, strict=True):
            if 0 in (first, second):
                own = float(score if first == 0 else 1 - score)
                points[int(unit)] = points.get(int(unit), 0.0) + own
        doubled = 1 if getattr(self.referee.schedule, "apart", False) else 2  # a pair is one outcome, or two games
        counts = [0] * 5
        for each in points.values():
            counts[round(each * 4 / doubled)] += 1
        return counts

    def seats(self, last: int) -> Seats:
        """Return the seats of the games up to a number."""
        counted = [game.to_json() for game in self.done if game.number <= last]
        schedule = self.referee.schedule
        rows: list[tuple[int, Row]] = [(game["number"], row) for game in counted for row in schedule.rows(game)]
        losers = {game["number"]: schedule.loser(game) for game in counted if game["loser"] is not None}
        return Seats.of(rows, losers)  # type: ignore[arg-type]

    def result(self) -> TournamentResult:
        """Return the result of the games so far."""
        contestants = list(zip(self.referee.names, self.referee.players, strict=True))
        seats = self.seats(self.counting)
        return TournamentResult.of(
            self.referee.game.spec(),
            contestants,
            self.referee.schedule,
            seats,
            **self.options,
            notes=(
                *repeated(len({game.opening for game in self.done} - {()}), -(-len(self.games) // self.cycle)),
                *(f"game {game.number}: {note}" for game in self.done for note in game.notes),
            ),
            finished=not self.open,
            sprt=self.test,
            llr=None if self.test is None else self.test.llr(self.pairs_of_first(seats)),
            decision=self.decision,
        )


def contestants_from(players: Sequence[Seat | tuple[str, Seat]] | Mapping[str, Seat]) -> list[Contestant]:
    """Return the contestants of a tournament, with distinct names."""
    given = list(players.items()) if isinstance(players, Mapping) else list(players)
    if len(given) < 2:
        raise OptionError(f"a tournament has at least two players, got {len(given)}")
    found = [contestant_from(each) for each in given]
    names = [each.name for each in found]
    for name in names:
        if names.count(name) > 1:
            raise OptionError(f"two players are called {name!r}; give them names: first={name}, or in Python a dict")
    return found


def contestant_from(given: Any) -> Contestant:
    """Return a contestant, from a player with or without a name."""
    name, seat = given if isinstance(given, tuple) else ("", given)
    if not isinstance(seat, str):
        return Contestant(name or name_of(seat) if callable(seat) else name or str(seat), seat)
    if not name and (found := NAMED.fullmatch(seat)):
        name, seat = found["name"].strip(), found["player"]
    text, at, rules = seat.partition(SEPARATOR) if not seat.startswith(("uci:", "gtp:")) else (seat, "", "")
    if not text:
        raise OptionError("a player is an empty text; name one, such as default or random")
    return Contestant(name or seat, text, opened(rules) if at else None)


def pairings_with(contestants: int, challengers: int | None) -> str:
    """Return who meets whom, in the words of a schedule."""
    if challengers is None:
        return ROUND_ROBIN
    if not 1 <= challengers < contestants:
        raise OptionError(f"challengers must be a whole number from 1 to {contestants - 1}, got {challengers}")
    return f"{GAUNTLET} {challengers}"


def anchors_of(anchors: Mapping[str, float], names: Sequence[str]) -> dict[int, float]:
    """Return the Elo of anchors by the number of the contestant."""
    for name in anchors:
        if name not in names:
            raise OptionError(f"the anchor {name!r} is none of the players: {', '.join(names)}")
    return {names.index(name): elo for name, elo in anchors.items()}
