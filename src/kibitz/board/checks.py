"""Checks of what a game says of its board."""

from collections.abc import Collection, Sequence
from typing import Any, NoReturn

from kibitz.errors import GameError

MOST_CELLS, MOST_PIECES, MOST_LABELS, MOST_LINES = 1000, 2000, 200, 200
MOST_POINTS = 200  # of a line
MOST_TEXT = 200
FARTHEST = 1000  # from 0 to the right, left, up or down


def check_rows(what: str, rows: Any, kind: type, most: int) -> None:
    """Raise unless these are rows of a kind, not too many, of numbers and short texts."""
    if not isinstance(rows, Sequence):
        refuse(f"the {what} must be a list, got {rows!r:.60}")
    if len(rows) > most:
        refuse(f"a board has at most {most} {what}, not {len(rows)}")
    for row in rows:
        if not isinstance(row, kind):
            refuse(f"the {what} must be of {kind.__name__}, got {row!r:.60}")
        for name, wanted in kind.__annotations__.items():
            value = getattr(row, name)
            if wanted is str and not (isinstance(value, str) and len(value) <= MOST_TEXT):
                refuse(f"{name} must be text of at most {MOST_TEXT} characters, got {value!r:.60}")
            if wanted is float and not is_number(value):
                refuse(f"{name} must be a number within ±{FARTHEST}, got {value!r:.60}")


def check_points(points: Any) -> None:
    """Raise unless a line has points that can be drawn."""
    good = isinstance(points, Sequence) and 0 < len(points) <= MOST_POINTS
    good = good and all(isinstance(at, Sequence) and len(at) == 2 and all(map(is_number, at)) for at in points)
    if not good:
        refuse(f"a line has 1 to {MOST_POINTS} points (x, y), got {points!r:.60}")


def check_measure(what: str, *values: float) -> None:
    """Raise unless all these sizes are positive."""
    if not min(values) > 0:
        refuse(f"the {what} must be above 0, got {min(values)!r}")


def check_names(what: str, names: Any) -> None:
    """Raise unless this is a list, which a text is not."""
    if not isinstance(names, Sequence) or isinstance(names, str):
        refuse(f"the {what}, got {names!r:.60}")


def is_number(value: Any) -> bool:
    """Return whether this is a number that can be drawn."""
    return isinstance(value, int | float) and -FARTHEST <= value <= FARTHEST


def known(what: str, value: Any, names: Collection[str]) -> None:
    """Raise unless a value is one of these."""
    if not isinstance(value, str) or value not in names:
        refuse(f"the {what} must be one of {', '.join(sorted(names)[:20])}, got {value!r:.60}")


def refuse(words: str) -> NoReturn:
    """Raise the error that says what is wrong with a board."""
    raise GameError(f"`board`: {words}")
