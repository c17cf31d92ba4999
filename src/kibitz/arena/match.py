"""A match: contestants play many games, each opening from every seat and with the same dice.

The schedule is fixed before the first game (see `schedule`). Two contestants play pairs: pair k plays opening k; A is
the first player in game 2k − 1, B in game 2k. Where one player plays, or more than two, A has the first side in game
2k − 1 and B in game 2k (see `sides`), and what that side gets in the two games is compared. Three or more contestants
play rounds (see `rounds`): round k plays opening k.
So the same match has the same games in one process or many, at once or after any number of interruptions. With a test
(SPRT) pairs count in the order of the schedule, not in the order in which they end, or quick games would decide; games
after the deciding pair are recorded but not counted.
"""

import contextlib
import hashlib
import itertools
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypedDict, Unpack, overload

from kibitz.arena.field import FieldTally
from kibitz.arena.field_result import FieldResult
from kibitz.arena.match_result import MatchResult
from kibitz.arena.opening import Opening, checked, even_openings, openings_from, random_openings, shortened, words
from kibitz.arena.played import Played
from kibitz.arena.points import PointsSprt
from kibitz.arena.rating import Sprt, Tally
from kibitz.arena.referee import BaseReferee, FieldReferee, Referee
from kibitz.arena.rounds import told_apart
from kibitz.arena.seat import Seat
from kibitz.arena.standing import BaseStanding, FieldStanding, Standing
from kibitz.arena.store import Store
from kibitz.errors import KibitzError, OptionError
from kibitz.game import Game
from kibitz.loader import Loadable, load, opened
from kibitz.version import __version__
from kibitz.work.cargo import digest_of
from kibitz.work.executor import Executor
from kibitz.work.job import unseen
from kibitz.work.places import executor_for

GAMES = 100
RANDOM_PLIES = 4
MOST_PLIES, ALONE_PLIES = 1000, 100_000
"""The defaults of a match; a game for one player, such as 2048, may be very long."""


class FieldOptions(TypedDict, total=False):
    """The options of every match but `tell`, as `match` explains them."""

    games: int | None
    openings: str | os.PathLike[str] | Iterable[str] | None
    opening_plies: int | None
    random_plies: int | None
    seed: int
    plies: int | None
    jobs: int | None
    on: str | None
    record: str | os.PathLike[str] | None
    stop: threading.Event | None


class MatchOptions(FieldOptions, total=False):
    """The options of a match between two players but `tell`."""

    even: bool
    sprt: tuple[float, float] | None
    alpha: float
    beta: float
    points: bool
    other_game: Loadable | None
    pgn: str | os.PathLike[str] | None
    mat: str | os.PathLike[str] | None


def nobody(tally: Tally | FieldTally, games: int) -> None:
    """Ignore the progress of a match."""


@overload
def match(
    game: Loadable, a: Seat, b: Seat, *, tell: Callable[[Tally, int], None] = ..., **options: Unpack[MatchOptions]
) -> MatchResult: ...
@overload
def match(
    game: Loadable,
    a: Seat,
    b: Seat,
    c: Seat,
    /,
    *others: Seat,
    tell: Callable[[FieldTally, int], None] = ...,
    **options: Unpack[FieldOptions],
) -> FieldResult: ...
def match(
    game: Loadable,
    a: Seat,
    b: Seat,
    *others: Seat,
    games: int | None = None,
    openings: str | os.PathLike[str] | Iterable[str] | None = None,
    opening_plies: int | None = None,
    random_plies: int | None = None,
    even: bool = False,
    seed: int = 0,
    sprt: tuple[float, float] | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    points: bool = False,
    other_game: Loadable | None = None,
    plies: int | None = None,
    jobs: int | None = None,
    on: str | None = None,
    record: str | os.PathLike[str] | None = None,
    pgn: str | os.PathLike[str] | None = None,
    mat: str | os.PathLike[str] | None = None,
    stop: threading.Event | None = None,
    tell: Callable[[Any, int], None] = nobody,
) -> MatchResult | FieldResult:
    """Play a match between two players, or among three or more in a game for more than two.

    In a game for one player, A and B play each pair's dice alone; in a game for more than two, one of them has the
    first side (player 0 and their team, or without teams each player in turn) and the other all the rest. These games
    are compared by the mean of what the player or the first side gets.

    Three or more contestants play rounds, in which everybody sits in every seat equally often, and are compared by
    first places, ranks and points. The options even, sprt, points, other_game, pgn and mat are for two.

    a, b, others: the players: text ("alpha-beta:depth=4", "random"), an Engine, or a function that takes a State and
        returns a move, by name or by number. Engines and functions play in this process; an engine's table is emptied
        before each game.
    games: the number of games, even, or for three or more contestants a multiple of the games in a round; by default
        100, or as many whole rounds as make at least 100, or one pair or round for each given opening. If there are too
        few openings, they are repeated from the first.
    openings: a file (of moves, or for chess .epd or .pgn), or the moves of each opening as text; by default random.
    opening_plies: the number of moves taken from each opening of a file; by default all.
    random_plies: the number of plies of random openings, by default 4, or 0 where chance moves.
    even: of random openings, use only the most even one in eight, judged by a short search of the engine.
    seed: for everything random: openings, dice, random players.
    sprt: elo0 and elo1: stop as soon as it is known which fits better, with error rates alpha and beta. With `points`,
        and unless two players meet: two mean differences in points.
    points: between two players, report their points, and test them instead of Elo.
    other_game: the rules that B uses to think: the same positions and moves, another evaluation.
    plies: end a game after this many plies, as a draw between two players; by default 1000, or 100,000 for a player
        alone.
    jobs: the number of processes; by default one per core. With 1 everything runs in this process.
    on: a Ray cluster to play on: "ray" for one on this machine, "auto" for a running one, or "ray://HOST:PORT".
    record: a file, the store, to which each game is written as it ends; games that it has are not played again.
    pgn: for chess, a file to which each game is written as PGN; when a match resumes, including those of the record.
    mat: for backgammon, a file to which all games are written as .mat.
    stop: an event that ends the match when it is set.
    tell: called after each game with the tally and the number of games to play.
    """
    rules, other = opened(game), None if other_game is None else opened(other_game)
    if plies is None:
        plies = ALONE_PLIES if rules.players == 1 else MOST_PLIES
    stop = stop or threading.Event()
    beginning: dict[str, Any] = {"openings": openings, "opening_plies": opening_plies, "random_plies": random_plies}
    if others:
        for name, given in (("even", even), ("sprt", sprt), ("points", points), ("pgn", pgn), ("mat", mat),
                            ("other_game", other)):  # fmt: skip
            if given not in (None, False):
                raise OptionError(f"{name} is for a match between two players, got {2 + len(others)}; leave it out")
        field = FieldReferee(rules, (), (a, b, *others), seed, plies)
        plan = planned(field, games, jobs, on, even=False, **beginning)
        field_standing = FieldStanding(plan.games, field)
        play_match(field, field_standing, plan, record, no_files, stop, tell)
        return field_standing.result()
    referee = Referee(rules, (None, other) if other else (), (a, b), seed, plies)
    by_points = points or rules.players != 2
    test = None if sprt is None else (PointsSprt if by_points else Sprt)(*sprt, alpha, beta)
    plan = planned(referee, games, jobs, on, even=even, **beginning)
    standing = Standing(plan.games, test, rules.players != 2)

    def files(done: tuple[Played, ...]) -> list[Any]:
        found: list[Any] = []
        if pgn is not None:
            from kibitz.arena.pgn import PgnFile  # loads chess

            found.append(PgnFile(Path(pgn), referee, list(done)))
        if mat is not None:
            from kibitz.arena.mat import MatFile  # loads backgammon

            found.append(MatFile(Path(mat), referee, list(done)))
        return found

    play_match(referee, standing, plan, record, files, stop, tell)
    return standing.result(referee, by_points)


class Plan(NamedTuple):
    """What is fixed before the first game of a match."""

    games: int
    openings: Iterator[Opening]  # one for each cycle
    kind: str  # what a record says about the openings
    even: bool  # they are even ones, which take long to find
    executor: Executor


def planned(
    referee: BaseReferee[Any],
    games: int | None,
    jobs: int | None,
    on: str | None,
    openings: str | os.PathLike[str] | Iterable[str] | None,
    opening_plies: int | None,
    random_plies: int | None,
    even: bool,
) -> Plan:
    """Return the plan of a match; raise if its options do not go together."""
    game, size = referee.game, referee.schedule.cycle
    if openings is not None and (random_plies is not None or even):
        raise OptionError("pass either openings or random_plies, not both")
    if even and game.players != 2:
        raise OptionError(f"even openings are for two players, but {game.spec()} has {game.players}")
    given = None if openings is None else given_openings(game, openings, opening_plies)
    usual = RANDOM_PLIES if game.rules.chances is None else 0
    drawn = usual if random_plies is None else random_plies
    if drawn < 0:
        raise OptionError(f"random plies must be a whole number of at least 0, got {drawn}")
    if even and drawn == 0:
        raise OptionError("even openings are chosen among random ones; ask for random plies")
    if games is None:
        games = size * (-(-GAMES // size) if given is None else len(given))
    refuse_games(games, size)
    source = random_openings(game, drawn, referee.seed) if given is None else itertools.cycle(given)
    source = even_openings(game, source) if even else source
    kind = f"{drawn} random plies{', even' if even else ''}" if given is None else digest(map(" ".join, given))
    executor = executor_for(on, jobs, lambda: why_only_here(referee))
    return Plan(games, itertools.islice(source, games // size), kind, even, executor)


def refuse_games(games: int, size: int) -> None:
    """Raise unless a match can have this many games, with this many in a cycle."""
    if games >= size and games % size == 0:
        return
    if size == 2:
        raise OptionError(f"games must be an even number, because each opening is played from both sides, got {games}")
    below = max(games // size, 1) * size
    near = f"{below} or {below + size}"
    raise OptionError(f"games must be a multiple of {size}, the games of a round, such as {near}, got {games}")


def contestants_of(referee: BaseReferee[Any]) -> list[tuple[str, str]]:
    """Return the names and players of the contestants; players that are the same text are told apart by letters."""
    return list(zip(referee.names or told_apart(referee.players), referee.players, strict=True))


def no_files(done: tuple[Any, ...]) -> list[Any]:
    """Return no files."""
    return []


def play_match(
    referee: BaseReferee[Any],
    standing: BaseStanding[Any],
    plan: Plan,
    record: str | os.PathLike[str] | None,
    files: Callable[[tuple[Any, ...]], list[Any]],
    stop: threading.Event,
    tell: Callable[[Any, int], None],
) -> None:
    """Play the games of a match that are not in its record, until it is decided or stopped.

    files: takes the games of the record and returns the files to which each further game is added.
    """
    with contextlib.ExitStack() as held:
        store = None
        if record is not None:
            event = {**event_of(referee, plan.kind), "games": plan.games, "started": round(time.time())}
            event["rated"] = standing.rated_by
            store = held.enter_context(Store(Path(record), event, contestants_of(referee), referee.read))
        for old in store.games.values() if store else ():
            standing.add(old)
        if not standing.open and not plan.even:  # otherwise openings are compared when a match resumes
            standing.check(plan.openings)
        receivers = files(standing.done)
        tell(standing.tally, plan.games)
        if standing.open:
            seen = Slots(store).show if store else unseen
            playing = plan.executor.run(referee.job(), standing.left(plan.openings), stop, seen)
            for answer in held.enter_context(contextlib.closing(playing)):
                played = referee.read(answer.data)
                if store:
                    store.add(played, answer.data)
                standing.add(played)
                for file in receivers:
                    file.add(played)
                tell(standing.tally, plan.games)
                if not standing.open:
                    break
        if store and standing.counting < standing.most:
            store.note("decided", standing.counting)


class Slots:
    """Shows some of the games under way in a store."""

    MOST = 12

    def __init__(self, store: Store[Any]) -> None:
        self.store = store
        self.slots: dict[int, int] = {}  # by game, the least recently seen first

    def show(self, standing: dict[str, Any]) -> None:
        """Show how a game stands, in the place of one that was not seen for long if there are too many."""
        number = standing["number"]
        slot = self.slots.pop(number, None)
        if slot is None:
            free = len(self.slots) < self.MOST
            slot = len(self.slots) if free else self.slots.pop(next(iter(self.slots)))
        self.slots[number] = slot
        self.store.show(standing, slot)


def given_openings(
    game: Game[Any], openings: str | os.PathLike[str] | Iterable[str], plies: int | None
) -> list[Opening]:
    """Read openings from a file or from texts."""
    if isinstance(openings, str | os.PathLike):
        return openings_from(game, openings, plies)
    lines = ((f"opening {number}", shortened(words(text), plies)) for number, text in enumerate(openings, 1))
    found = checked(game, lines)
    if not found:
        raise OptionError("there are no openings; list at least one")
    return found


def why_only_here(referee: BaseReferee[Any]) -> str | None:
    """Return why a match can only be played in this process; None if others can load its game and its players."""
    if not all(isinstance(seat, str) for seat in referee.seats):
        return "engines and functions play in this process; pass players as text"
    if not all(loads_again(game) for game in referee.games()):
        return f"{referee.game.name} was made in Python, so other processes cannot load it"
    return None


def loads_again(game: Game[Any]) -> bool:
    """Return whether `load` returns these same rules, and not others of the same name."""
    if not game.source:
        return False
    try:
        again = load(game.spec())
    except KibitzError:
        return False
    return game.is_same(again)


def event_of(referee: BaseReferee[Any], openings: str) -> dict[str, Any]:
    """Return what identifies a match; the number of games and the test may differ."""
    game = referee.game
    return {
        **referee.to_json(),
        "seats": game.players,
        "teams": game.rules.teams,
        "openings": openings,
        "rules": digest_of(referee.games()),
        "version": __version__,
    }


def digest(texts: Iterable[str]) -> str:
    """Return a short digest that changes when any of these texts does."""
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]
