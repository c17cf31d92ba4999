"""What a page may say: fields of a JSON object, each checked before it is used."""

import json
from collections.abc import Iterable
from typing import Any

from kibitz.errors import OptionError

MOST_BYTES = 1 << 16
"""Of one message."""
MOST_MOVES = 2000
"""Of one game."""
MOST_TEXT = 20_000


def parsed(text: str | bytes) -> dict[str, Any]:
    """Read a message."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise OptionError("a message must be a JSON object, got something else") from None
    if not isinstance(message, dict):
        raise OptionError(f"a message must be a JSON object, got {type(message).__name__}")
    return message


def text_in(message: dict[str, Any], name: str, default: str | None = None, most: int = MOST_TEXT) -> str:
    """Take a text."""
    value = message.get(name)
    if value is None and default is not None:
        return default
    if not isinstance(value, str) or len(value) > most:
        raise OptionError(f"{name} must be a text of at most {most} characters")
    return value


def word_in(message: dict[str, Any], name: str, known: Iterable[str], default: str | None = None) -> str:
    """Take one of a few words."""
    value = text_in(message, name, default)
    if value not in known:
        raise OptionError(f"{name} must be one of {', '.join(known)}, got {value[:60]!r}")
    return value


def whole_in(message: dict[str, Any], name: str, low: int, high: int, default: int | None = None) -> int:
    """Take a whole number."""
    value = message.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise OptionError(f"{name} must be a whole number from {low} to {high}, got {shown(value)}")
    return value


def number_in(message: dict[str, Any], name: str, low: float, high: float, default: float | None = None) -> float:
    """Take a number."""
    value = message.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise OptionError(f"{name} must be a number, got {shown(value)}")
    if not low <= value <= high:
        raise OptionError(f"{name} must be from {low:g} to {high:g}, got {shown(value)}")
    return float(value)


def moves_in(message: dict[str, Any], name: str = "moves") -> tuple[int, ...]:
    """Take the moves of a game, as numbers."""
    value = message.get(name, [])
    if not isinstance(value, list) or len(value) > MOST_MOVES:
        raise OptionError(f"{name} must be a list of at most {MOST_MOVES} moves")
    if any(isinstance(move, bool) or not isinstance(move, int) or not -(1 << 63) <= move < 1 << 63 for move in value):
        raise OptionError(f"{name} must be whole numbers")
    return tuple(value)


def shown(value: Any) -> str:
    """Write a value that was not expected, not too long."""
    return repr(value)[:60]


def plain(number: Any) -> Any:
    """Write a number of a rule's own type as Python's."""
    return number.item()
