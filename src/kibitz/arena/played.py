"""The games of a match, as they are recorded: between A and B, and among three or more contestants."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

from kibitz import record
from kibitz.arena.opening import Opening
from kibitz.rules import MOST_SCORE
from kibitz.score import Score

REASONS = ("end", "repetition", "length", "time", "error")
"""Why a game may have ended."""
MOST_NUMBER, MOST_SECONDS = 10**9, 1e9
"""The most games in a match, and the most seconds in a game."""


@dataclass(frozen=True)
class Played:
    """One game of a match between A and B."""

    number: int  # from 1; games 2k − 1 and 2k are a pair
    first: str  # the first player or side: "A" or "B"
    opening: Opening
    moves: tuple[str, ...]  # after the opening, including nature's outcomes
    result: str
    reason: str  # why it ended, one of REASONS
    score: float | None  # of A: 1, ½ or 0; None unless two players meet
    seconds: tuple[float, ...]  # of thinking, for A and B
    longest: tuple[float, ...]  # of thinking about one move
    notes: tuple[str, ...] = ()  # what went wrong
    points: Score | None = None  # A's lead between two players, half of the difference; else what the first side got
    loser: str | None = None  # who forfeited it: "A" or "B"

    @property
    def first_score(self) -> float:
        """Return the first player's score, in a game between two."""
        assert self.score is not None
        return self.score if self.first == "A" else 1 - self.score

    def to_json(self) -> dict[str, Any]:
        """Return the game as a JSON object."""
        return asdict(self)


@dataclass(frozen=True)
class FieldGame:
    """One game of a match of three or more contestants."""

    number: int  # from 1; the games of the first round come first
    seats: str  # the letter of the contestant who plays for each player: "BCA"
    opening: Opening
    moves: tuple[str, ...]  # after the opening, including nature's outcomes
    result: str
    reason: str  # why it ended: end, repetition, length or error
    points: tuple[Score, ...]  # of each player; none if somebody forfeited the game
    seconds: tuple[float, ...]  # of thinking, for each contestant
    longest: tuple[float, ...]  # of thinking about one move
    notes: tuple[str, ...] = ()  # what went wrong
    loser: str | None = None  # the letter of the contestant who forfeited it

    @property
    def worths(self) -> tuple[Score, ...]:
        """Return the numbers that the players are ranked by: their points; after a forfeit only its loser is behind."""
        return self.points or tuple(-1 if seat == self.loser else 0 for seat in self.seats)

    @property
    def ranks(self) -> tuple[float, ...]:
        """Return the rank of each player, 1 for the best; equal players share the mean of their places."""
        return ranks_of(self.worths)

    @property
    def firsts(self) -> tuple[float, ...]:
        """Return each player's share of the first place, which equal players divide."""
        worths, best = self.worths, max(self.worths)
        return tuple((worth == best) / worths.count(best) for worth in worths)

    def to_json(self) -> dict[str, Any]:
        """Return the game as a JSON object."""
        return asdict(self)


G = TypeVar("G", Played, FieldGame)


def ranks_of(points: Sequence[Score]) -> tuple[float, ...]:
    """Return the rank of each number, 1 for the largest; equal numbers share the mean of their places."""
    return tuple(sum(other > own for other in points) + (points.count(own) + 1) / 2 for own in points)


def first_in(number: int) -> str:
    """Return the first player in the game with this number: A in odd games."""
    return "A" if number % 2 else "B"


def is_points(value: Any) -> bool:
    """Return whether this is a number that a game can bring."""
    return type(value) in (int, float) and abs(value) < MOST_SCORE


def is_seconds(value: Any) -> bool:
    """Return whether this is a list of numbers of seconds."""
    return isinstance(value, list) and all(type(each) in (int, float) and 0 <= each <= MOST_SECONDS for each in value)


KINDS: dict[str, Callable[[Any], bool]] = {
    **record.KINDS,
    "a whole number of at least 1": lambda value: type(value) is int and 1 <= value <= MOST_NUMBER,
    '"A" or "B"': lambda value: value in ("A", "B"),
    "end, repetition, length, time or error": lambda value: value in REASONS,
    "1, 0.5, 0 or null": lambda value: value is None or type(value) in (int, float) and value in (1, 0.5, 0),
    "a number or null": lambda value: value is None or is_points(value),
    "a list of numbers": lambda value: isinstance(value, list) and all(map(is_points, value)),
    '"A", "B" or null': lambda value: value in ("A", "B", None),
    "a letter or null": lambda value: value is None or isinstance(value, str) and len(value) == 1,
    "two numbers of seconds": lambda value: is_seconds(value) and len(value) in (0, 2),
    "numbers of seconds": is_seconds,
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
    "loser": '"A", "B" or null',
}
OPTIONAL: dict[str, Any] = {"points": None, "loser": None, "seconds": [], "longest": []}
"""Fields that may be missing from a record: those of later versions, and times, which an export leaves out."""
FIELD_FIELDS = {
    "number": "a whole number of at least 1",
    "seats": "text",
    "opening": "a list of text",
    "moves": "a list of text",
    "result": "text",
    "reason": "end, repetition, length, time or error",
    "points": "a list of numbers",
    "seconds": "numbers of seconds",
    "longest": "numbers of seconds",
    "notes": "a list of text",
    "loser": "a letter or null",
}


def played_from(data: Any) -> Played:
    """Read a game from its JSON object; raise a ValueError if it is not one."""
    fields = record.fields_of(OPTIONAL | data if isinstance(data, dict) else data, FIELDS, KINDS)
    if fields["first"] != first_in(fields["number"]):
        wanted = first_in(fields["number"])
        raise ValueError(f"first must be {wanted} in game {fields['number']}, got {fields['first']}")
    return Played(**fields)


def field_game_from(data: Any, contestants: int, seats_in: Callable[[int], str]) -> FieldGame:
    """Read a game from its JSON object; raise a ValueError if it is not one.

    contestants: their number.
    seats_in: returns the seats of the game with a number.
    """
    known = {name: value for name, value in OPTIONAL.items() if name != "points"}
    game = FieldGame(**record.fields_of(known | data if isinstance(data, dict) else data, FIELD_FIELDS, KINDS))
    if game.seats != (wanted := seats_in(game.number)):
        raise ValueError(f"seats must be {wanted} in game {game.number}, got {record.shown(game.seats)}")
    if game.loser is not None and game.loser not in wanted:
        raise ValueError(f"loser must be one of {wanted} in game {game.number}, got {game.loser}")
    if len(game.points) != (count := len(wanted) if game.loser is None else 0):
        raise ValueError(f"points must be {count} numbers, got {len(game.points)}")
    for name, times in (("seconds", game.seconds), ("longest", game.longest)):
        if len(times) not in (0, contestants):
            raise ValueError(f"{name} must be {contestants} numbers, got {len(times)}")
    return game
