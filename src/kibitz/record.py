"""A record of a game that was played: one format for every game, a JSON object with moves by name.

    {"kibitz": 1, "game": "pig:winning_score=20", "start": null, "players": ["you", "expectiminimax:depth=6"],
     "moves": ["roll", "4", "hold"], "result": "player 0 wins"}

Nature's outcomes are listed among the moves. `start` is a position as text, or null for the game's own start.
`result` is for people: programs that read a record replay the moves.
"""

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kibitz.errors import GameError
from kibitz.files import read_file, write_file

VERSION = 1
OPTIONAL = ("start", "result")
"""Fields that may be missing from a record."""
KINDS: dict[str, Callable[[Any], bool]] = {
    f"the number {VERSION}": lambda value: type(value) is int and value == VERSION,
    "text": lambda value: isinstance(value, str),
    "text or null": lambda value: value is None or isinstance(value, str),
    "a list of text": lambda value: isinstance(value, list) and all(isinstance(item, str) for item in value),
}
"""What a field of a record can be, in words, with the test for it."""
FIELDS = {
    "kibitz": f"the number {VERSION}",
    "game": "text",
    "moves": "a list of text",
    "start": "text or null",
    "players": "a list of text",
    "result": "text or null",
}
MOST_SHOWN = 60
"""The longest part of a wrong value that is shown, in characters."""


@dataclass(frozen=True)
class Record:
    """A game that was played, finished or not."""

    game: str  # what `load` finds it by
    moves: tuple[str, ...]
    start: str | None = None
    players: tuple[str, ...] = ()
    result: str | None = None

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "Record":
        """Read a record from a file."""
        return record_from(read_file(os.fspath(path)), os.fspath(path))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file, completely or not at all."""
        write_file(Path(path), self.to_text())

    def to_text(self) -> str:
        """Return the record as JSON."""
        return json.dumps({"kibitz": VERSION, **asdict(self)}, ensure_ascii=False, indent=1) + "\n"


def record_from(text: str, source: str) -> Record:
    """Read a record from text; errors name the source."""
    try:
        data = parsed(text)
        fields = fields_of(dict.fromkeys(OPTIONAL) | data if isinstance(data, dict) else data, FIELDS, KINDS)
    except ValueError as error:
        raise GameError(f"{source} is not a record of kibitz: {error}") from error
    del fields["kibitz"]
    return Record(**fields)


def parsed(text: str | bytes) -> Any:
    """Parse JSON; raise a ValueError that says in words what is wrong with it."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise ValueError(
            f"it is not JSON, or it is incomplete: {error.msg[0].lower()}{error.msg[1:]} at {where}"
        ) from None
    except UnicodeDecodeError:
        raise ValueError("it is not text in UTF-8") from None
    except RecursionError:
        raise ValueError("its brackets are nested too deeply") from None
    except ValueError:
        raise ValueError("it contains a number of thousands of digits") from None


def fields_of(data: Any, fields: Mapping[str, str], kinds: Mapping[str, Callable[[Any], bool]]) -> dict[str, Any]:
    """Return a JSON object's fields, lists as tuples; raise a ValueError unless names and kinds are as expected."""
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


def as_json(value: Any) -> Any:
    """Return a value as it comes back from JSON, with tuples as lists; what is not Unicode becomes question marks."""
    return json.loads(json.dumps(value, ensure_ascii=False).encode(errors="replace"))


def shown(value: Any) -> str:
    """Return a wrong value as JSON, truncated."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "…"
