"""A referee: lets the contestants of a match play one game by the rules, and records it.

The same game of the same match can be reproduced, whoever else plays: its players are new, with empty tables, and
everything random in it comes from the match's seed and the game's number. Only players with a time limit may play
differently. Nature's outcomes come from the number of the pair or round: one number in [0, 1) for each, the n-th being
the same in all its games.

    Referee         A and B play pairs of games. Between two players a game is won, drawn or lost. Other games are only
                    counted in points, those of the first side (see `sides`), which A plays in odd games and B in even
                    ones.
    FieldReferee    three or more contestants play rounds (see `rounds`), counted in the points of each player.

What cannot be counted in points, a clock that ran out or a player that failed, is refused or ends the match.
"""

import contextlib
import random
import threading
import time
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple

from kibitz.arena.opening import Opening, parts, played
from kibitz.arena.played import FieldGame, G, Played, field_game_from, first_in, played_from
from kibitz.arena.player import AT_RANDOM, Player, Resignation
from kibitz.arena.rounds import LETTERS, refuse_field, round_of, round_size
from kibitz.arena.seat import Seat, player_from
from kibitz.arena.sides import first_side
from kibitz.errors import GameError, OptionError
from kibitz.game import Game
from kibitz.loader import load
from kibitz.rules import CHANCE
from kibitz.score import Score, outcome, tidy
from kibitz.search.clock import Clock
from kibitz.search.engine.scoring import scale_of
from kibitz.state import State

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
    other_game: Game[Any] | None  # the rules that B uses to think, if different
    seats: tuple[Seat, ...]  # the contestants: A, B, …
    seed: int
    plies: int  # a game is cut short after this many

    def __post_init__(self) -> None:
        if self.plies < 1:
            raise OptionError(f"plies must be a whole number of at least 1, got {self.plies}")
        for name, player, game in zip(LETTERS, self.seated(), self.games(), strict=False):
            player.check(game)
            if player.limit.clock and game.players != 2:
                raise OptionError(f"a clock is for games of two players; {name} needs seconds, nodes or depth instead")
        self.compare([game.begin() for game in self.games()])

    @property
    def size(self) -> int:
        """Return how many games are played from each opening."""
        raise NotImplementedError

    def seats_in(self, number: int) -> tuple[int, ...]:
        """Return the contestant who plays for each player in the game with this number."""
        raise NotImplementedError

    def written(self, number: int, opening: Opening, ending: Ending) -> G:
        """Return a game as it is recorded."""
        raise NotImplementedError

    def read(self, data: Any) -> G:
        """Read a recorded game from its JSON object; raise a ValueError if it is not one of this match."""
        raise NotImplementedError

    def round_of(self, number: int) -> int:
        """Return the number of the pair or round to which a game belongs, from 1."""
        return (number - 1) // self.size + 1

    def games(self) -> tuple[Game[Any], ...]:
        """Return the games as A, B, … think about them."""
        return self.game, self.other_game or self.game, *(self.game for _ in self.seats[2:])

    @property
    def players(self) -> tuple[str, ...]:
        """Return the names of the contestants; a player given as text is named by it."""
        return tuple(seat if isinstance(seat, str) else str(player_from(seat)) for seat in self.seats)

    def to_json(self) -> dict[str, Any]:
        """Return what `referee_from` needs to make the same referee in another process."""
        return {
            "game": self.game.spec(),
            "other_game": self.other_game.spec() if self.other_game else None,
            "players": self.players,
            "seed": self.seed,
            "plies": self.plies,
        }

    def seated(self) -> list[Player]:
        """Return new players for the contestants."""
        players = [player_from(seat) for seat in self.seats]
        for number, player in enumerate(players):
            player.seat = number
            if player.engine is not None:
                player.engine.clear()
        return players

    def warm_up(self, opening: Opening) -> None:
        """Let each player run one shallow search, so that no game pays for loading and compiling."""
        for player, game in zip(self.seated(), self.games(), strict=True):
            with contextlib.suppress(Exception):  # it will show in a game
                state = played(game, opening)
                while state.turn == CHANCE:
                    state.draw(random.Random(0))
                player.warm_up(state)

    def play(self, number: int, opening: Opening, stop: threading.Event) -> G | None:
        """Play a game of the match; return None if it was stopped."""
        players = self.seated()
        clocks = [MatchClock(player.limit.clock) for player in players]
        game, seat = self.game, self.seats_in(number)
        start, first_moves = parts(opening)
        state = State(game, start)
        states = [state for _ in players]  # in the rules of each contestant
        if self.other_game:
            states[1] = State(self.other_game, start)
        dice = random.Random(f"dice {self.seed} {self.round_of(number)}")
        notes: list[str] = []
        spent = [[0.0] for _ in players]

        def ended(result: str, reason: str, loser: int | None = None) -> G:
            seconds, longest = (tuple(round(f(each), 4) for each in spent) for f in (sum, max))
            moves = tuple(state.names[len(first_moves) :])
            return self.written(
                number, opening, Ending(state, moves, result, reason, loser, seconds, longest, tuple(notes))
            )

        def forfeited(who: int, mover: int, why: str, reason: str) -> G:
            return ended(f"{game.label(1 - mover)} wins, {game.label(mover)} {why}", reason, who)

        while not stop.is_set():
            self.compare(states)
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
                clocks[who].set(players[who], clocks[who - 1])  # the other of two: only they have clocks
                try:
                    move, seconds = chosen(players[who], states[who], stop)
                except Resignation:
                    return forfeited(who, mover, "resigns", "end")
                except Exception as error:
                    if stop.is_set():
                        return None
                    failed = f"{LETTERS[who]} failed: {type(error).__name__}: {error}"
                    if game.players != 2:
                        raise GameError(f"{failed}; the match ends, because nobody else wins the game") from error
                    notes.append(failed)
                    return forfeited(who, mover, "failed", "error")
                spent[who].append(seconds)
                if not clocks[who].press(seconds):
                    notes.append(
                        f"{LETTERS[who]} lost on time: {seconds:.3f} s for a move, with {clocks[who].had:.3f} s left"
                    )
                    return forfeited(who, mover, "is out of time", "time")
                limit = players[who].limit.seconds
                if limit is not None and seconds > LATE_FACTOR * limit + LATE_SECONDS:
                    notes.append(f"{LETTERS[who]} took {seconds:.1f} s for a move, but its limit is {limit:g} s")
                state.play(move)
            if self.other_game:
                states[1].play(state.played[-1])
        return None

    def compare(self, states: list[State]) -> None:
        """Raise unless the rules of A and B agree on the position, the player to move and the moves."""
        if self.other_game is None:
            return
        views = [(state.position, state.turn, sorted(state.moves())) for state in states[:2]]
        for what, one, other in zip(("position", "player to move", "moves"), *views, strict=True):
            if one != other:
                moves = states[0].names
                where = f"after {' '.join(moves)}" if moves else "at the start"
                names = f"{self.game.spec()} and {self.other_game.spec()}"
                raise GameError(f"{names} differ {where}, the {what}: {one} and {other}; A and B need the same game")


@dataclass(frozen=True)
class Referee(BaseReferee[Played]):
    """The referee of a match between A and B."""

    @property
    def size(self) -> int:
        """Return 2: each opening is played from both sides."""
        return 2

    def side_in(self, number: int) -> tuple[int, ...]:
        """Return the first side in the game with this number."""
        return first_side(self.game, self.round_of(number) - 1)

    def seats_in(self, number: int) -> tuple[int, ...]:
        """Return who plays for each player in a game, 0 for A and 1 for B."""
        return seats_in(self.game, number, self.side_in(number))

    def written(self, number: int, opening: Opening, ending: Ending) -> Played:
        """Return a game as it is recorded."""
        score, points = self.worth(number, ending)
        last = ending.seconds, ending.longest, ending.notes, tidy(points)
        return Played(number, first_in(number), opening, ending.moves, ending.result, ending.reason, score, *last)

    def worth(self, number: int, ending: Ending) -> tuple[float | None, Score]:
        """Return A's score and lead in a game between two players; else None and the points of the first side."""
        game = self.game
        if game.players != 2:
            return None, ending.points(self.side_in(number)[0])
        if ending.loser is not None:
            lead = (scale_of(game).win - scale_of(game).loss) / 2
            return float(ending.loser), lead if ending.loser else -lead
        if ending.reason != "end":
            return 0.5, 0
        utilities, mine = game.utilities(ending.state.position), self.seats_in(number).index(0)
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
    def size(self) -> int:
        """Return the number of games in a round."""
        return round_size(len(self.seats), self.game.players)

    def seats_in(self, number: int) -> tuple[int, ...]:
        """Return the contestant who plays for each player in a game."""
        return round_of(len(self.seats), self.game.players)[(number - 1) % self.size]

    def letters_in(self, number: int) -> str:
        """Return the same as letters."""
        return "".join(LETTERS[who] for who in self.seats_in(number))

    def written(self, number: int, opening: Opening, ending: Ending) -> FieldGame:
        """Return a game as it is recorded."""
        points = tuple(ending.points(player) for player in range(self.game.players))
        last = points, ending.seconds, ending.longest, ending.notes
        return FieldGame(number, self.letters_in(number), opening, ending.moves, ending.result, ending.reason, *last)

    def read(self, data: Any) -> FieldGame:
        """Read a recorded game."""
        return field_game_from(data, len(self.seats), self.letters_in)


def seats_in(game: Game[Any], number: int, side: tuple[int, ...]) -> tuple[int, ...]:
    """Return who plays for each player of a game in a match, 0 for A and 1 for B; in odd games A has the first side."""
    first = 0 if first_in(number) == "A" else 1
    return tuple(first if player in side else 1 - first for player in range(game.players))


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
    other, players = data["other_game"], tuple(data["players"])
    kind = Referee if len(players) == 2 else FieldReferee
    return kind(load(data["game"]), None if other is None else load(other), players, data["seed"], data["plies"])
