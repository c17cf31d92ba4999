"""The weights of a game's evaluation: named numbers, and the row that an evaluation reads.

    {"worth": (0, 220, 100), "bunched": -10}    a name stands for an int, a tuple of ints, a tuple of such tuples,
                                                or, for large tables, a numpy array of ints
    0, 220, 100, -10                            the row: all of them in this order, in a read-only array
    worth[0], worth[1], worth[2], bunched       what each one is called

Law. `shaped(weights, row_of(weights))` returns the weights again.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import numpy as np

from kibitz.errors import GameError

Weights: TypeAlias = Mapping[str, Any]

MOST = 1 << 40
"""Every weight lies below this, so that sums of many stay within 64 bits."""
EXAMPLE = 'weights = {"pawn": 100, "advance": (0, 5, 20)}'
LINE = 100
"""The line length, in characters, beyond which a literal is split."""


def named(weights: Weights) -> Iterator[tuple[str, Any]]:
    """Yield every weight with its name, in the order of the row."""

    def inside(name: str, value: Any) -> Iterator[tuple[str, Any]]:
        if isinstance(value, tuple | list | np.ndarray):
            for index, item in enumerate(value):
                yield from inside(f"{name}[{index}]", item)
        else:
            yield name, value

    for name, value in weights.items():
        yield from inside(name, value)


def check_weights(weights: Any) -> None:
    """Raise unless these are valid weights."""
    if not isinstance(weights, Mapping) or not weights:
        raise GameError(f"weights must be a dict from names to numbers, got {weights!r}; write: {EXAMPLE}")
    arrays = {name: value for name, value in weights.items() if isinstance(value, np.ndarray)}
    for name, value in arrays.items():
        if value.dtype.kind not in "iu" or value.size and not -MOST < int(value.min()) <= int(value.max()) < MOST:
            raise GameError(f"weight {name} must be an array of ints below 2**40, got one of {value.dtype}")
    for name, value in named({name: value for name, value in weights.items() if name not in arrays}):
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or not -MOST < int(value) < MOST:
            raise GameError(f"weight {name} must be an int below 2**40, got {value!r}; write: {EXAMPLE}")
        if name.count("[") > 2:
            raise GameError(f"weight {name} is nested too deeply; it must be an int, a tuple, or a tuple of tuples")


def row_of(weights: Weights) -> Any:
    """Return all weights as one read-only row."""

    def flat(value: Any) -> Any:
        if isinstance(value, tuple | list):
            return np.concatenate([np.empty(0, np.int64), *map(flat, value)])
        return np.asarray(value, np.int64).ravel()

    row = flat(list(weights.values()))
    row.flags.writeable = False
    return row


def layout_of(weights: Weights) -> dict[str, str]:
    """Return what stands under each name, in words."""

    def shape(value: Any) -> str:
        if isinstance(value, np.ndarray):
            return f"an array of shape {value.shape}"
        if isinstance(value, tuple | list):
            return f"{len(value)} of ({', '.join(dict.fromkeys(map(shape, value)))})"
        return "a number"

    return {name: shape(value) for name, value in weights.items()}


def shaped(weights: Weights, row: Iterable[int]) -> dict[str, Any]:
    """Return the numbers of a row with the names and shapes of these weights."""
    numbers = iter(row)

    def like(value: Any) -> Any:
        if isinstance(value, np.ndarray):
            return np.fromiter(itertools.islice(numbers, value.size), np.int64, value.size).reshape(value.shape)
        return tuple(map(like, value)) if isinstance(value, tuple | list) else int(next(numbers))

    return {name: like(value) for name, value in weights.items()}


def literal(weights: Weights) -> str:
    """Return the weights as Python source to paste into a game's file."""
    lines = []
    for name, value in weights.items():
        lines += [f"    {line}" for line in broken(f'"{name}": ', value)]
    return "\n".join(["weights = {", *lines, "}"]) + "\n"


def broken(start: str, value: Any) -> list[str]:
    """Return a value as one line, or as several if it is long."""
    if isinstance(value, np.ndarray):
        return [f"{start}np.array({value.tolist()}),"]
    text = f"{start}{value!r},"
    if len(text) <= LINE or not isinstance(value, tuple):
        return [text]
    if isinstance(value[0], tuple):
        inside = [line for item in value for line in broken("", item)]
    else:
        width = 8 if len(value) % 8 == 0 else 10
        inside = [", ".join(map(str, value[at : at + width])) + "," for at in range(0, len(value), width)]
    return [f"{start}(", *(f"    {line}" for line in inside), "),"]
