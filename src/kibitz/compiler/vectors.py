"""Rows of numbers, added and multiplied as a whole: what learned evaluations, and learning them, are made of.

Compiled loops over arrays are not vectorised, so these functions are vectors in compiled code (`translate.vectors`) and
numpy's operations here. A row is an array of 16-bit ints or 32-bit floats; its length is known when compiling.
"""

from typing import Any

import numpy as np

from kibitz.compiler.plain import Desk

SQUARES = 256
"""By what squares of 16-bit ints are divided. A clipped number is less, so squares fit in 16 bits."""
NO_FEATURE = "`features` yielded {number}, but features are numbered from 0 to {most}"


def numbers_at(desk: Desk, index: int, start: int, dtype: str, shape: Any) -> Any:
    """Return the table of numbers that a word of the desk leads to, from this byte on; compiled, nothing checks it.

    In place of a desk there may be the table itself, an array that is known when compiling.
    """
    held = desk if isinstance(desk, np.ndarray) else desk[index]
    whole = held.ravel().view(np.uint8)  # a view: whoever writes to it writes to the table
    found = whole[start : start + int(np.prod(shape)) * np.dtype(dtype).itemsize].view(dtype)
    return found.reshape(shape) if len(shape) > 1 else found


def numbers_in(desk: Desk, index: int, dtype: str, shape: Any) -> Any:
    """Return the numbers in the desk itself, from this word on."""
    found = desk[index:].view(dtype)[: int(np.prod(shape))]
    return found.reshape(shape) if len(shape) > 1 else found


def row_at(table: Any, number: int, count: int) -> Any:
    """Return the row, or the number, of a feature; raise IndexError unless it is below the count."""
    if not 0 <= number < count:
        raise IndexError(NO_FEATURE.format(number=number, most=count - 1))
    return table[number]


def blank_row(count: int, dtype: str) -> Any:
    """Return a new row of zeros. Where it stands, there is one in compiled code, cleared each time."""
    return np.zeros(count, dtype)


def add_row(into: Any, row: Any) -> None:
    """Add a row to another."""
    into += row


def take_row(into: Any, row: Any) -> None:
    """Subtract a row from another."""
    into -= row


def multiply_row(into: Any, row: Any) -> None:
    """Multiply a row of floats by another."""
    into *= row


def add_scaled(into: Any, row: Any, factor: float) -> None:
    """Add a multiple of a row of floats to another."""
    into += np.float32(factor) * row


def clipped_dot(row: Any, weights: Any, top: int) -> int:
    """Return the sum of the products of two rows of 16-bit ints, the first one clipped to 0 to `top`."""
    return int(np.dot(np.clip(row, 0, top).astype(np.int64), weights.astype(np.int64)))


def squared_dot(row: Any, weights: Any, top: int) -> int:
    """Return the sum of the products of two rows of 16-bit ints, the first one clipped to 0 to `top` and squared.

    A square is divided by SQUARES and rounded.
    """
    squares = (np.clip(row, 0, top).astype(np.int64) ** 2 + SQUARES // 2) // SQUARES
    return int(np.dot(squares, weights.astype(np.int64)))


def clip_row(row: Any) -> None:
    """Clip every number of a row of floats to 0 to 1."""
    np.clip(row, 0, 1, out=row)


def row_dot(row: Any, other: Any) -> float:
    """Return the sum of the products of two rows of floats; compiled, added up in another order."""
    return float(np.dot(row, other))


def slope_row(into: Any, weights: Any, clipped: Any, factor: float) -> None:
    """Write a multiple of the weights where a clipped row is strictly between 0 and 1, and 0 elsewhere."""
    into[:] = np.where((clipped > 0) & (clipped < 1), np.float32(factor) * weights, np.float32(0))


def put_number(row: Any, index: int, number: Any) -> None:
    """Write a number into a row or table of one dimension."""
    row[index] = number
