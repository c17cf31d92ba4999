"""A referee: lets the contestants of a match play one game by the rules, and records it.

The same game of the same match can be reproduced, whoever else plays: its players are new, with empty tables, and
everything random in it comes from the match's seed and the game's number. Only players with a time limit may play
differently. Nature's outcomes come from the number of the pair or round: one number in [0, 1) for each, the n-th being
the same in all its games.

    Referee         A and B play pairs of games. Between two players a game is won, drawn or lost. Other games are only
                    counted in points, those of the first side (see `sides`), which A plays in odd games and B in even
                    ones. In a tournament the pairings take turns in being A and B.
    FieldReferee    three or more contestants play rounds (see `rounds`), counted in the points of each player.

What cannot be counted in points, a clock that ran out or a player that failed, is refused or ends the match; in a
tournament the player forfeits the game.
"""

import contextlib
import random
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple

from kibitz.arena.opening import Opening, parts, played
from kibitz.arena.played import FieldGame, G, Played, field_game_from, first_in, played_from
from kibitz.arena.player import AT_RANDOM, Player, Resignation
from kibitz.arena.program import close_programs
from kibitz.arena.rounds import LETTERS, refuse_field
from kibitz.arena.schedule import ROUND_ROBIN, Pairs, Rounds, Schedule, pairings_of
from kibitz.arena.seat import Seat, player_from
from kibitz.errors import GameError, OptionError
from kibitz.game import Game
from kibitz.loader import load
from kibitz.record import as_json
from kibitz.rules import CHANCE
from kibitz.score import Score, outcome, tidy
from kibitz.search.clock import Clock
from kibitz.search.engine.scoring import scale_of
from kibitz.state import State
from kibitz.work.job import Job, Show, Unit, unseen

LATE_FACTOR, LATE_SECONDS = 2.0, 0.5
"""A move is late beyond the limit times the factor plus the seconds: no clock is that far off."""
POINTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}


class Ending(NamedTuple):
    """How a game ended."""

    state: State  # at its end
    moves: tuple[str, ...]  # after the opening
    result: str
    reason: str
    loser: int | None  # the contestant who forfeited it
    seconds: tuple[float, ...]  # of thinking, for each contestant
    longest: tuple[float, ...]
    notes: tuple[str, ...]

    def points(self, player: int) -> Score:
        """Return what a player got; in a game that was cut short, their points so far, or without them a guess."""
        game, p = self.state.game, self.state.position
        return tidy(game.utilities(p)[player] if self.reason == "end" else collected(game, p, player))


class MatchClock:
    """One player's clock in one game; without a setting it never runs out."""

    def __init__(self, setting: Clock | None) -> None:
        self.setting = setting
        self.left = setting.left if setting else 0.0
        self.had = self.left  # before the last move
        self.moves = 0

    def now(self) -> Clock | None:
        """Return the clock as it stands."""
        if self.setting is None:
            return None
        every = self.setting.moves_to_go
        return replace(self.setting, left=self.left, moves_to_go=every and every - self.moves % every)

    def set(self, player: Player, other: "MatchClock") -> None:
        """Show a player its own clock and the opponent's."""
        if self.setting is not None:
            player.limit = replace(player.limit, clock=self.now())
            player.other_clock = other.now()

    def press(self, seconds: float) -> bool:
        """Deduct a move's time and add the increment; return whether the move was in time."""
        if self.setting is None:
            return True
        self.had = self.left
        self.left -= seconds
        if self.left <= 0:
            return False
        self.moves += 1
        self.left += self.setting.increment
        if self.setting.moves_to_go and self.moves % self.setting.moves_to_go == 0:
            self.left += self.setting.left
        return True


@dataclass(frozen=True)
class BaseReferee(Generic[G]):
    """What all games of a match have in common."""

    game: Game[Any]
    other_games: tuple[Game[Any] | None, ...]  # the rules that each contestant uses to think, where different
    seats: tuple[Seat, ...]  # the contestants: A, B, …
    seed: int
    plies: int  # a game is cut short after this many
    names: tuple[str, ...] = ()  # of the contestants of a tournament, where who fails forfeits the game

    def __post_init__(self) -> None:
        if self.plies < 1:
            raise OptionError(f"plies must be a whole number of at least 1, got {self.plies}")
        for who in range(len(self.seats)):
            player, game = self.seated(who), self.thinks_in(who)
            player.check(game)
            if player.limit.clock and game.players != 2:
                name = self.label(who)
                raise OptionError(f"a clock is for games of two players; {name} needs seconds, nodes or depth instead")
            self.compare(self.game.begin(), {who: game.begin()})

    @property
    def schedule(self) -> Schedule:
        """Return who plays which game."""
        raise NotImplementedError

    def written(self, number: int, opening: Opening, ending: Ending) -> G:
        """Return a game as it is recorded."""
        raise NotImplementedError

    def read(self, data: Any) -> G:
        """Read a recorded game from its JSON object; raise a ValueError if it is not one of this match."""
        raise NotImplementedError

    def thinks_in(self, who: int) -> Game[Any]:
        """Return the rules in which a contestant thinks."""
        return (self.other_games[who] if self.other_games else None) or self.game

    def games(self) -> tuple[Game[Any], ...]:
        """Return the game, and the rules in which the contestants think, each once."""
        return tuple({id(game): game for game in (self.game, *self.other_games) if game is not None}.values())

    def label(self, who: int) -> str:
        """Return what a contestant is called in messages."""
        return self.names[who] if self.names else LETTERS[who]

    @property
    def players(self) -> tuple[str, ...]:
        """Return the names of the contestants; a player given as text is named by it."""
        return tuple(seat if isinstance(seat, str) else str(player_from(seat)) for seat in self.seats)

    def to_json(self) -> dict[str, Any]:
        """Return what `referee_from` needs to make the same referee in another process."""
        return {
            "game": self.game.spec(),
            "other_games": [None if game is None else game.spec() for game in self.other_games],
            "players": self.players,
            "seed": self.seed,
            "plies": self.plies,
            "names": self.names,
        }

    def job(self) -> Job:
        """Return the job of playing games of the match."""
        noun = f"game {{}} of the {'tournament' if self.names else 'match'}"
        threads = max(self.seated(who).options.get("threads", 1) for who in range(len(self.seats)))
        return Job(self, "kibitz.arena.referee:referee_from", self.to_json(), noun, self.games(), threads)

    def seated(self, who: int) -> Player:
        """Return a new player for a contestant."""
        player = player_from(self.seats[who])
        player.seat = who
        if player.engine is not None:
            player.engine.clear()
        return player

    def warm_up(self, unit: Unit) -> None:
        """Let each player run one shallow search, so that no game pays for loading and compiling."""
        for who in range(len(self.seats)):
            with contextlib.suppress(Exception):  # it will show in a game
                state = played(self.thinks_in(who), tuple(unit.data))
                while state.turn == CHANCE:
                    state.draw(random.Random(0))
                self.seated(who).warm_up(state)

    def run(self, unit: Unit, stop: threading.Event, show: Show) -> dict[str, Any] | None:
        """Play the game of a unit, whose data is the opening; return it as a JSON object."""
        game = self.play(unit.number, tuple(unit.data), stop, show)
        return None if game is None else as_json(game.to_json())

    def close(self) -> None:
        """End the programs that have played."""
        close_programs()

    def play(self, number: int, opening: Opening, stop: threading.Event, show: Show = unseen) -> G | None:
        """Play a game of the match; return None if it was stopped."""
        game, seat = self.game, self.schedule.seats_in(number)
        players = {who: self.seated(who) for who in self.schedule.contestants_in(number)}
        clocks = {who: MatchClock(player.limit.clock) for who, player in players.items()}
        start, first_moves = parts(opening)
        state = State(game, start)
        states = {who: State(other, start) for who in players if (other := self.thinks_in(who)) is not game}
        dice = random.Random(f"dice {self.seed} {self.schedule.cycle_of(number)}")
        notes: list[str] = []
        spent = {who: [0.0] for who in players}

        def standing() -> dict[str, Any]:
            return {"number": number, "opening": opening, "moves": state.names[len(first_moves) :], "seats": seat}

        def ended(result: str, reason: str, loser: int | None = None) -> G:
            seconds, longest = (tuple(round(f(each), 4) for each in spent.values()) for f in (sum, max))
            moves = tuple(state.names[len(first_moves) :])
            return self.written(
                number, opening, Ending(state, moves, result, reason, loser, seconds, longest, tuple(notes))
            )

        def forfeited(who: int, mover: int, why: str, reason: str) -> G:
            winner = f"{game.label(1 - mover)} wins, " if game.players == 2 else ""
            return ended(f"{winner}{game.label(mover)} {why}", reason, who)

        while not stop.is_set():
            self.compare(state, states)
            show(standing)
            if state.ended:
                return ended(str(state.result), "end")
            if state.repeated:
                return ended(str(state.result), "repetition")
            count = len(state.played)
            if count >= self.plies:
                drawn = "a draw" if game.players == 2 else "stopped"
                return ended(f"{drawn} after {self.plies} plies", "length")
            mover = state.turn
            if count < len(first_moves):
                state.play(first_moves[count])
            elif mover == CHANCE:
                state.draw(dice)
            else:
                who = seat[mover]
                if players[who].algorithm in AT_RANDOM:
                    players[who].seed = random.Random(f"moves {self.seed} {number} {count}").getrandbits(32)
                clocks[who].set(players[who], clocks[seat[mover - 1]])  # the other of two: only they have clocks
                try:
                    move, seconds = chosen(players[who], states.get(who, state), stop)
                except Resignation:
                    return forfeited(who, mover, "resigns", "end")
                except Exception as error:
                    if stop.is_set():
                        return None
                    failed = f"{self.label(who)} failed: {type(error).__name__}: {error}"
                    if game.players != 2 and not self.names:
                        raise GameError(f"{failed}; the match ends, because nobody else wins the game") from error
                    notes.append(failed)
                    return forfeited(who, mover, "failed", "error")
                spent[who].append(seconds)
                if not clocks[who].press(seconds):
                    had = clocks[who].had
                    notes.append(f"{self.label(who)} lost on time: {seconds:.3f} s for a move, with {had:.3f} s left")
                    return forfeited(who, mover, "is out of time", "time")
                limit = players[who].limit.seconds
                if limit is not None and seconds > LATE_FACTOR * limit + LATE_SECONDS:
                    notes.append(f"{self.label(who)} took {seconds:.1f} s for a move, but its limit is {limit:g} s")
                state.play(move)
            for own in states.values():
                own.play(state.played[-1])
        return None

    def compare(self, state: State, states: Mapping[int, State]) -> None:
        """Raise unless all rules agree on the position, the player to move and the moves."""
        for other in states.values():
            if other.game is self.game:
                continue
            views = [(each.position, each.turn, sorted(each.moves())) for each in (state, other)]
            for what, here, there in zip(("position", "player to move", "moves"), *views, strict=True):
                if here != there:
                    where = f"after {' '.join(state.names)}" if state.names else "at the start"
                    names = f"{self.game.spec()} and {other.game.spec()}"
                    raise GameError(
                        f"{names} differ {where}, the {what}: {here} and {there}; all players need the same game"
                    )


@dataclass(frozen=True)
class Referee(BaseReferee[Played]):
    """The referee of a match between A and B, or of a tournament, whose pairings take turns in being A and B."""

    pairings: str = ROUND_ROBIN  # who meets whom

    def to_json(self) -> dict[str, Any]:
        """Return what `referee_from` needs to make the same referee in another process."""
        return {**super().to_json(), "pairings": self.pairings}

    @property
    def schedule(self) -> Pairs:
        """Return who plays which game."""
        return Pairs(self.game.players, self.game.rules.teams, pairings_of(self.pairings, len(self.seats)))

    def written(self, number: int, opening: Opening, ending: Ending) -> Played:
        """Return a game as it is recorded."""
        score, points = self.worth(number, ending)
        loser = None if ending.loser is None else "AB"[self.schedule.contestants_in(number).index(ending.loser)]
        last = ending.seconds, ending.longest, ending.notes, None if points is None else tidy(points), loser
        return Played(number, first_in(number), opening, ending.moves, ending.result, ending.reason, score, *last)

    def worth(self, number: int, ending: Ending) -> tuple[float | None, Score | None]:
        """Return A's score and lead in a game between two players; else None and the points of the first side."""
        game, a = self.game, self.schedule.contestants_in(number)[0]
        if game.players != 2:
            return None, ending.points(self.schedule.side_in(number)[0]) if ending.loser is None else None
        if ending.loser is not None:
            lead = (scale_of(game).win - scale_of(game).loss) / 2
            return (0.0, -lead) if ending.loser == a else (1.0, lead)
        if ending.reason != "end":
            return 0.5, 0
        utilities, mine = game.utilities(ending.state.position), self.schedule.seats_in(number).index(a)
        lead = (utilities[mine] - utilities[1 - mine]) / 2
        return POINTS[outcome(utilities, mine, game.rules.teams)], lead

    def read(self, data: Any) -> Played:
        """Read a recorded game."""
        return played_from(data)


@dataclass(frozen=True)
class FieldReferee(BaseReferee[FieldGame]):
    """The referee of a match of three or more contestants, in a game for more than two players without teams."""

    def __post_init__(self) -> None:
        refuse_field(self.game, len(self.seats))
        for name, seat in zip(LETTERS, self.seats, strict=False):
            if seat == "":
                raise OptionError(f"{name} is an empty text; name a player, such as default or random")
        super().__post_init__()

    @property
    def schedule(self) -> Rounds:
        """Return who plays which game."""
        return Rounds(self.game.players, len(self.seats))

    def written(self, number: int, opening: Opening, ending: Ending) -> FieldGame:
        """Return a game as it is recorded."""
        loser = None if ending.loser is None else LETTERS[ending.loser]
        points = () if loser else tuple(ending.points(player) for player in range(self.game.players))
        first = number, self.schedule.letters_in(number), opening, ending.moves, ending.result, ending.reason
        return FieldGame(*first, points, ending.seconds, ending.longest, ending.notes, loser)

    def read(self, data: Any) -> FieldGame:
        """Read a recorded game."""
        return field_game_from(data, len(self.seats), self.schedule.letters_in)


def collected(game: Game[Any], p: Any, player: int) -> Score:
    """Return what a game that was cut short has brought a player: their points so far, or without them a guess."""
    found: Score = game.ask("evaluate" if game.rules.banked is None else "banked", p, player)
    return found


def chosen(player: Player, state: State, stop: threading.Event) -> tuple[int, float]:
    """Let a player choose; return the move and the seconds it took, not counting compilation."""
    started = time.perf_counter()
    move, found = player.choose(state, stop)
    seconds = time.perf_counter() - started - (found.compile_seconds if found else 0.0)
    if move not in state.moves():
        raise GameError(f"it chose {move}, which is not a legal move")
    return move, max(seconds, 0.0)


def referee_from(data: dict[str, Any]) -> Referee | FieldReferee:
    """Return a referee made from its JSON object."""
    others = tuple(None if other is None else load(other) for other in data["other_games"])
    given = load(data["game"]), others, tuple(data["players"]), data["seed"], data["plies"], tuple(data["names"])
    return Referee(*given, data["pairings"]) if "pairings" in data else FieldReferee(*given)
