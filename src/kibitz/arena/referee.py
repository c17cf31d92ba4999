"""A referee: lets A and B play one game of a match by the rules, and records it.

The same game of the same match can be reproduced, whoever else plays: its players are new, with empty tables, and
everything random in it comes from the match's seed and the game's number. Only players with a time limit may play
differently. Nature's outcomes come from the pair's number: one number in [0, 1) for each, the n-th being the same in
both games.

Between two players a game is won, drawn or lost. Other games are only counted in points, those of the first side (see
`sides`), which A plays in odd games and B in even ones. What cannot be counted there, a clock that ran out or a player
that failed, is refused or ends the match.
"""

import contextlib
import random
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from kibitz import record
from kibitz.arena.opening import Opening, parts, played
from kibitz.arena.player import AT_RANDOM, Player
from kibitz.arena.seat import Seat, player_from
from kibitz.arena.sides import first_side
from kibitz.errors import GameError, OptionError
from kibitz.game import Game
from kibitz.loader import load
from kibitz.rules import CHANCE, MOST_SCORE
from kibitz.score import Score, outcome, tidy
from kibitz.search.clock import Clock
from kibitz.search.engine.scoring import scale_of
from kibitz.state import State

LATE_FACTOR, LATE_SECONDS = 2.0, 0.5
"""A move is late beyond the limit times the factor plus the seconds: no clock is that far off."""
POINTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}
REASONS = ("end", "repetition", "length", "time", "error")
"""Why a game may have ended."""
MOST_NUMBER, MOST_SECONDS = 10**9, 1e9
"""The most games in a match, and the most seconds in a game."""


@dataclass(frozen=True)
class Played:
    """One game of a match."""

    number: int  # from 1; games 2k − 1 and 2k are a pair
    first: str  # the first player or side: "A" or "B"
    opening: Opening
    moves: tuple[str, ...]  # after the opening, including nature's outcomes
    result: str
    reason: str  # why it ended, one of REASONS
    score: float | None  # of A: 1, ½ or 0; None unless two players meet
    seconds: tuple[float, float]  # of thinking, for A and B
    longest: tuple[float, float]  # of thinking about one move
    notes: tuple[str, ...] = ()  # what went wrong
    points: Score | None = None  # A's lead between two players, half of the difference; else what the first side got

    @property
    def first_score(self) -> float:
        """Return the first player's score, in a game between two."""
        assert self.score is not None
        return self.score if self.first == "A" else 1 - self.score

    def to_json(self) -> dict[str, Any]:
        """Return the game as a JSON object."""
        return asdict(self)


def first_in(number: int) -> str:
    """Return the first player in the game with this number: A in odd games."""
    return "A" if number % 2 else "B"


KINDS: dict[str, Callable[[Any], bool]] = {
    **record.KINDS,
    "a whole number of at least 1": lambda value: type(value) is int and 1 <= value <= MOST_NUMBER,
    '"A" or "B"': lambda value: value in ("A", "B"),
    "end, repetition, length, time or error": lambda value: value in REASONS,
    "1, 0.5, 0 or null": lambda value: value is None or type(value) in (int, float) and value in POINTS.values(),
    "a number or null": lambda value: value is None or type(value) in (int, float) and abs(value) < MOST_SCORE,
    "two numbers of seconds": lambda value: (
        isinstance(value, list)
        and len(value) == 2
        and all(type(each) in (int, float) and 0 <= each <= MOST_SECONDS for each in value)
    ),
}
FIELDS = {
    "number": "a whole number of at least 1",
    "first": '"A" or "B"',
    "opening": "a list of text",
    "moves": "a list of text",
    "result": "text",
    "reason": "end, repetition, length, time or error",
    "score": "1, 0.5, 0 or null",
    "seconds": "two numbers of seconds",
    "longest": "two numbers of seconds",
    "notes": "a list of text",
    "points": "a number or null",
}
OPTIONAL = ("points",)
"""Fields that may be missing from a record, as they were in its first version."""


def played_from(data: Any) -> Played:
    """Read a game from its JSON object; raise a ValueError if it is not one."""
    fields = record.fields_of(dict.fromkeys(OPTIONAL) | data if isinstance(data, dict) else data, FIELDS, KINDS)
    if fields["first"] != first_in(fields["number"]):
        wanted = first_in(fields["number"])
        raise ValueError(f"first must be {wanted} in game {fields['number']}, got {fields['first']}")
    return Played(**fields)


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
class Referee:
    """What all games of a match have in common."""

    game: Game[Any]
    other_game: Game[Any] | None  # the rules that B uses to think, if different
    seats: tuple[Seat, Seat]  # A and B
    seed: int
    plies: int  # a draw is adjudicated after this many

    def __post_init__(self) -> None:
        if self.plies < 1:
            raise OptionError(f"plies must be a whole number of at least 1, got {self.plies}")
        for name, player, game in zip("AB", self.seated(), self.games(), strict=True):
            player.check(game)
            if player.limit.clock and game.players != 2:
                raise OptionError(f"a clock is for games of two players; {name} needs seconds, nodes or depth instead")
        self.compare([game.begin() for game in self.games()])

    def games(self) -> tuple[Game[Any], Game[Any]]:
        """Return the games as A and B think about them."""
        return self.game, self.other_game or self.game

    @property
    def players(self) -> tuple[str, str]:
        """Return the names of A and B; a player given as text is named by it."""
        a, b = (seat if isinstance(seat, str) else str(player_from(seat)) for seat in self.seats)
        return a, b

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
        """Return new players for A and B."""
        players = [player_from(seat) for seat in self.seats]
        players[1].seat = 1
        for player in players:
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

    def play(self, number: int, opening: Opening, stop: threading.Event) -> Played | None:
        """Play a game of the match; return None if it was stopped. A is the first player or side in odd games."""
        players = self.seated()
        clocks = [MatchClock(player.limit.clock) for player in players]
        game, pair = self.game, (number + 1) // 2
        side = first_side(game, pair - 1)
        seat = seats_in(game, number, side)
        start, first_moves = parts(opening)
        state = State(game, start)
        states = [state, State(self.other_game, start) if self.other_game else state]  # in A's rules and in B's
        dice = random.Random(f"dice {self.seed} {pair}")
        notes: list[str] = []
        spent = [[0.0], [0.0]]

        def ended(result: str, reason: str, score: float | None, points: Score) -> Played:
            seconds, longest = ((round(f(spent[0]), 4), round(f(spent[1]), 4)) for f in (sum, max))
            moves = tuple(state.names[len(first_moves) :])
            told = result, reason, score
            last = tuple(notes), tidy(points)
            return Played(number, first_in(number), opening, moves, *told, seconds, longest, *last)

        def cut_short(result: str, reason: str) -> Played:
            if game.players == 2:
                return ended(result, reason, 0.5, 0)
            return ended(result, reason, None, collected(game, state.position, side[0]))

        def forfeited(who: int, mover: int, why: str, reason: str) -> Played:
            lead = (scale_of(game).win - scale_of(game).loss) / 2
            told = f"{game.label(1 - mover)} wins, {game.label(mover)} {why}"
            return ended(told, reason, float(who), lead if who else -lead)

        while not stop.is_set():
            self.compare(states)
            if state.ended:
                utilities = game.utilities(state.position)
                if game.players != 2:
                    return ended(str(state.result), "end", None, utilities[side[0]])
                mine = seat.index(0)
                lead = (utilities[mine] - utilities[1 - mine]) / 2
                return ended(str(state.result), "end", POINTS[outcome(utilities, mine, state.game.rules.teams)], lead)
            if state.repeated:
                return cut_short(str(state.result), "repetition")
            count = len(state.played)
            if count >= self.plies:
                drawn = "a draw" if game.players == 2 else "stopped"
                return cut_short(f"{drawn} after {self.plies} plies", "length")
            mover = state.turn
            if count < len(first_moves):
                state.play(first_moves[count])
            elif mover == CHANCE:
                state.draw(dice)
            else:
                who = seat[mover]
                if players[who].algorithm in AT_RANDOM:
                    players[who].seed = random.Random(f"moves {self.seed} {number} {count}").getrandbits(32)
                clocks[who].set(players[who], clocks[1 - who])
                try:
                    move, seconds = chosen(players[who], states[who], stop)
                except Exception as error:
                    if stop.is_set():
                        return None
                    failed = f"{'AB'[who]} failed: {type(error).__name__}: {error}"
                    if game.players != 2:
                        raise GameError(f"{failed}; the match ends, because nobody else wins the game") from error
                    notes.append(failed)
                    return forfeited(who, mover, "failed", "error")
                spent[who].append(seconds)
                if not clocks[who].press(seconds):
                    notes.append(
                        f"{'AB'[who]} lost on time: {seconds:.3f} s for a move, with {clocks[who].had:.3f} s left"
                    )
                    return forfeited(who, mover, "is out of time", "time")
                limit = players[who].limit.seconds
                if limit is not None and seconds > LATE_FACTOR * limit + LATE_SECONDS:
                    notes.append(f"{'AB'[who]} took {seconds:.1f} s for a move, but its limit is {limit:g} s")
                state.play(move)
            if self.other_game:
                states[1].play(state.played[-1])
        return None

    def compare(self, states: list[State]) -> None:
        """Raise unless the rules of A and B agree on the position, the player to move and the moves."""
        if self.other_game is None:
            return
        views = [(state.position, state.turn, sorted(state.moves())) for state in states]
        for what, one, other in zip(("position", "player to move", "moves"), *views, strict=True):
            if one != other:
                moves = states[0].names
                where = f"after {' '.join(moves)}" if moves else "at the start"
                names = f"{self.game.spec()} and {self.other_game.spec()}"
                raise GameError(f"{names} differ {where}, the {what}: {one} and {other}; A and B need the same game")


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


def referee_from(data: dict[str, Any]) -> Referee:
    """Return a referee made from its JSON object."""
    other = data["other_game"]
    games = load(data["game"]), None if other is None else load(other)
    return Referee(*games, (data["players"][0], data["players"][1]), data["seed"], data["plies"])
