"""What a page may send: fields of a JSON object, each checked before it is used."""

import json
from collections.abc import Iterable
from typing import Any

from kibitz.errors import OptionError

MOST_BYTES = 1 << 18
"""The most bytes in a message."""
MOST_MOVES = 20_000
"""The most moves in a game, nature's counted too: a long game of 2048 has thousands."""
MOST_TEXT = 20_000


def parsed(text: str | bytes) -> dict[str, Any]:
    """Return a message parsed from JSON."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise OptionError("a message must be a JSON object, got something else") from None
    if not isinstance(message, dict):
        raise OptionError(f"a message must be a JSON object, got {type(message).__name__}")
    return message


def text_in(message: dict[str, Any], name: str, default: str | None = None, most: int = MOST_TEXT) -> str:
    """Return a text field."""
    value = message.get(name)
    if value is None and default is not None:
        return default
    if not isinstance(value, str) or len(value) > most:
        raise OptionError(f"{name} must be text of at most {most} characters")
    return value


def word_in(message: dict[str, Any], name: str, known: Iterable[str], default: str | None = None) -> str:
    """Return a field that is one of a few words."""
    value = text_in(message, name, default)
    if value not in known:
        raise OptionError(f"{name} must be one of {', '.join(known)}, got {value[:60]!r}")
    return value


def whole_in(message: dict[str, Any], name: str, low: int, high: int, default: int | None = None) -> int:
    """Return a whole number field."""
    value = message.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise OptionError(f"{name} must be a whole number from {low} to {high}, got {shown(value)}")
    return value


def number_in(message: dict[str, Any], name: str, low: float, high: float, default: float | None = None) -> float:
    """Return a number field."""
    value = message.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise OptionError(f"{name} must be a number, got {shown(value)}")
    if not low <= value <= high:
        raise OptionError(f"{name} must be from {low:g} to {high:g}, got {shown(value)}")
    return float(value)


def moves_in(message: dict[str, Any], name: str = "moves", most: int = MOST_MOVES) -> tuple[int, ...]:
    """Return the moves of a game, as numbers."""
    value = message.get(name, [])
    if not isinstance(value, list) or len(value) > most:
        raise OptionError(f"{name} must be a list of at most {most} moves")
    if any(isinstance(move, bool) or not isinstance(move, int) or not -(1 << 63) <= move < 1 << 63 for move in value):
        raise OptionError(f"{name} must be whole numbers")
    return tuple(value)


def shown(value: Any) -> str:
    """Return an unexpected value as text, truncated."""
    return repr(value)[:60]


def plain(number: Any) -> Any:
    """Return a rule's number as one of Python's own."""
    return number.item()
