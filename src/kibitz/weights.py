"""The weights of a game's evaluation: numbers with names, and the row that an evaluation reads.

    {"worth": (0, 220, 100), "bunched": -10}    a name stands for an int, a tuple of ints, or a tuple of such tuples
    0, 220, 100, -10                            the row: all of them in this order, an array that cannot be changed
    worth[0], worth[1], worth[2], bunched       what each one is called

`shaped(weights, row_of(weights))` gives the weights again.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import numpy as np

from kibitz.errors import GameError

Weights: TypeAlias = Mapping[str, Any]

MOST = 1 << 40
"""A weight lies below it: sums of many stay within 64 bits."""
EXAMPLE = 'weights = {"pawn": 100, "advance": (0, 5, 20)}'
LINE = 100
"""Characters of a line beyond which a literal is broken into several."""


def named(weights: Weights) -> Iterator[tuple[str, Any]]:
    """Give every weight with its name, in the order of the row."""

    def inside(name: str, value: Any) -> Iterator[tuple[str, Any]]:
        if isinstance(value, tuple | list):
            for index, item in enumerate(value):
                yield from inside(f"{name}[{index}]", item)
        else:
            yield name, value

    for name, value in weights.items():
        yield from inside(name, value)


def check_weights(weights: Any) -> None:
    """Raise unless these are weights."""
    if not isinstance(weights, Mapping) or not weights:
        raise GameError(f"weights must be a dict of names, got {weights!r}; write: {EXAMPLE}")
    for name, value in named(weights):
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or not -MOST < int(value) < MOST:
            raise GameError(f"weight {name} must be an int below 2**40, got {value!r}; write: {EXAMPLE}")
        if name.count("[") > 2:
            raise GameError(f"weight {name} lies too deep: a name stands for an int, a tuple, or a tuple of tuples")


def row_of(weights: Weights) -> Any:
    """Give all weights in one row, which cannot be changed."""
    row = np.array([int(value) for _, value in named(weights)], np.int64)
    row.flags.writeable = False
    return row


def shaped(weights: Weights, row: Iterable[int]) -> dict[str, Any]:
    """Give the numbers of a row the names and the shape of these weights."""
    numbers = iter(row)

    def like(value: Any) -> Any:
        return tuple(map(like, value)) if isinstance(value, tuple | list) else int(next(numbers))

    return {name: like(value) for name, value in weights.items()}


def literal(weights: Weights) -> str:
    """Write weights as Python, to be pasted into a game's file."""
    lines = []
    for name, value in weights.items():
        lines += [f"    {line}" for line in broken(f'"{name}": ', value)]
    return "\n".join(["weights = {", *lines, "}"]) + "\n"


def broken(start: str, value: Any) -> list[str]:
    """Write a value in one line, or in several if it is long."""
    text = f"{start}{value!r},"
    if len(text) <= LINE or not isinstance(value, tuple):
        return [text]
    if isinstance(value[0], tuple):
        inside = [line for item in value for line in broken("", item)]
    else:
        width = 8 if len(value) % 8 == 0 else 10
        inside = [", ".join(map(str, value[at : at + width])) + "," for at in range(0, len(value), width)]
    return [f"{start}(", *(f"    {line}" for line in inside), "),"]
