"""A game that was played: one format for every game, a JSON object with moves by name.

    {"kibitz": 1, "game": "pig:winning_score=20", "start": null, "players": ["you", "expectiminimax:depth=6"],
     "moves": ["roll", "4", "hold"], "result": "player 0 wins"}

Nature's outcomes stand among the moves. `start` is a position as text, or null for the game's own start. `result` is
for people: who reads a record replays the moves.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kibitz.errors import GameError, MoveError, PositionError
from kibitz.files import read_file, write_file
from kibitz.game import Game
from kibitz.score import VALUE, number, outcome, unit

VERSION = 1
OPTIONAL = ("start", "result")
"""What may be left out of a record."""
KINDS: dict[str, Callable[[Any], bool]] = {
    f"the number {VERSION}": lambda value: type(value) is int and value == VERSION,
    "a text": lambda value: isinstance(value, str),
    "a text or null": lambda value: value is None or isinstance(value, str),
    "a list of texts": lambda value: isinstance(value, list) and all(isinstance(item, str) for item in value),
}
"""What a field of a record can be, in words, and how that is told."""
FIELDS = {
    "kibitz": f"the number {VERSION}",
    "game": "a text",
    "moves": "a list of texts",
    "start": "a text or null",
    "players": "a list of texts",
    "result": "a text or null",
}
MOST_SHOWN = 60
"""Characters of a wrong value that are shown."""


@dataclass(frozen=True)
class Record:
    """A game that was played, finished or not."""

    game: str  # what `load` finds it by
    moves: tuple[str, ...]
    start: str | None = None
    players: tuple[str, ...] = ()
    result: str | None = None

    def positions(self, game: Game[Any]) -> list[Any]:
        """Replay it: every position, from the first to the last."""
        if len(self.players) > game.players:
            raise GameError(f"the record names {len(self.players)} players, {game.name} is for {game.players}")
        try:
            return game.line(self.moves, None if self.start is None else game.from_text(self.start))
        except (MoveError, PositionError) as error:
            raise type(error)(f"the record: {error}") from error

    def save(self, path: Path) -> None:
        """Write it to a file, whole or not at all."""
        write_file(path, self.to_text())

    def to_text(self) -> str:
        """Write it as JSON."""
        return json.dumps({"kibitz": VERSION, **asdict(self)}, ensure_ascii=False, indent=1) + "\n"


def load_record(path: Path) -> Record:
    """Read a record from a file."""
    return record_from(read_file(str(path)), str(path))


def record_from(text: str, source: str) -> Record:
    """Read a record from text; the source is named in errors."""
    try:
        data = parsed(text)
        fields = fields_of(dict.fromkeys(OPTIONAL) | data if isinstance(data, dict) else data, FIELDS, KINDS)
    except ValueError as error:
        raise GameError(f"{source} is not a record of kibitz: {error}") from error
    del fields["kibitz"]
    return Record(**fields)


def parsed(text: str | bytes) -> Any:
    """Read JSON; a ValueError tells in words what is wrong with it."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise ValueError(
            f"it is not JSON, or not all of it: {error.msg[0].lower()}{error.msg[1:]} at {where}"
        ) from None
    except UnicodeDecodeError:
        raise ValueError("it is not text in UTF-8") from None
    except RecursionError:
        raise ValueError("its brackets are nested too deep") from None
    except ValueError:
        raise ValueError("it holds a number of thousands of digits") from None


def fields_of(data: Any, fields: Mapping[str, str], kinds: Mapping[str, Callable[[Any], bool]]) -> dict[str, Any]:
    """Return a JSON object's fields, lists as tuples; a ValueError unless they are just these, each of its kind."""
    if not isinstance(data, dict):
        raise ValueError(f"it must be a JSON object, got {shown(data)}")
    for name, kind in fields.items():
        if name not in data:
            raise ValueError(f"{name} is missing, it must be {kind}")
        if not kinds[kind](data[name]):
            raise ValueError(f"{name} must be {kind}, got {shown(data[name])}")
    for name in sorted(data.keys() - fields.keys()):
        raise ValueError(f"there is no field {name[:MOST_SHOWN]!r}; a record has {', '.join(fields)}")
    return {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}


def shown(value: Any) -> str:
    """Write a wrong value as JSON does, not too long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "…"


def result_of(game: Game[Any], positions: Sequence[Any]) -> str | None:
    """Say how a game ended that went through these positions, None if it has not."""
    p = positions[-1]
    if not game.ended(p):
        return "a draw by repetition" if is_repeated(game, positions) else None
    utilities = game.utilities(p)
    if game.players == 1:
        return f"{game.label(0)} gets {number(utilities[0])}"
    level = game.players == 2 and sum(utilities) == 0  # what one gets the other loses
    if game.counted_in == VALUE:
        each = ", ".join(f"{game.label(player)} gets {number(utility)}" for player, utility in enumerate(utilities))
        return f"value {number(utilities[0])}" if level else each
    winners = [player for player in range(game.players) if outcome(utilities, player) == "win"]
    if not winners:
        return "a draw"
    amount = utilities[winners[0]]
    margin = f" by {number(amount)}{unit(amount, game.counted_in)}" if game.counted_in and level else ""
    return f"{game.label(winners[0])} wins{margin}"


def keys_of(game: Game[Any], positions: Sequence[Any]) -> list[Any]:
    """Give what repetition compares: each position's key, or itself in a game without one."""
    return [game.key(p) if game.key else p for p in positions]


def is_repeated(game: Game[Any], positions: Sequence[Any]) -> bool:
    """Say whether the last position has occurred as often as makes the game a draw."""
    if not game.repetition:
        return False
    keys = keys_of(game, positions)
    return keys.count(keys[-1]) >= game.repetition
