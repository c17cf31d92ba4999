"""Helpers that rules may use at both speeds: bits of a number, rows of bits, and a tuple with one item changed.

A number is an int, or an np.uint64 for 64-bit boards.
Compiled rules can also call `x.bit_count()` and `x.bit_length()` on ordinary ints.
"""

from collections.abc import Iterable, Iterator
from typing import Any

LOW = 0x7FFFFFFFFFFFFFFF
"""All bits of a word but the sign."""


def lowest(bits: int) -> int:
    """Return the index of the lowest set bit; there must be one."""
    bits = int(bits)  # numpy's integers lack `bit_length`
    return (bits & -bits).bit_length() - 1


def highest(bits: int) -> int:
    """Return the index of the highest set bit; there must be one."""
    return int(bits).bit_length() - 1


def rest(bits: Any) -> Any:
    """Return the bits without the lowest set one; there must be one."""
    return bits & (bits - 1)


def each(bits: int) -> Iterator[int]:
    """Yield the index of every set bit, lowest first."""
    while bits:
        yield lowest(bits)
        bits = rest(bits)


def signed(bits: int) -> int:
    """Return 64 bits as the signed machine word that holds them."""
    return bits & LOW | -(bits >> 63 & 1) << 63


def count(bits: int) -> int:
    """Return the number of set bits in a signed 64-bit word."""
    return (bits & LOW).bit_count() + (bits >> 63 & 1)


def run(bits: int, step: int, length: int) -> int:
    """Return the bits that start a row: this many set bits, each a step above the last."""
    if step * (length - 1) > 63:  # in compiled code, a shift that far is not zero
        return 0
    starts = bits
    for i in range(1, length):
        starts &= bits >> i * step
    return starts


def rows_of(bits: int, steps: Iterable[int], length: int) -> int:
    """Return all bits of rows of this length, or longer, each bit a step above the last."""
    found = 0
    for step in steps:
        starts = run(bits, step, length)
        for i in range(length):
            found |= starts << i * step
    return found


def gaps(bits: int, step: int, length: int) -> int:
    """Return the bits, set or not, that complete a row of this length, each bit a step above the last."""
    if step * (length - 1) > 63:
        return 0
    cells = 0
    for below in range(length):
        row = -1
        for i in range(1, below + 1):
            row &= bits << i * step
        for i in range(1, length - below):
            row &= bits >> i * step
        cells |= row
    return cells


def replaced(items: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    """Return the tuple with one item changed."""
    return (*items[:index], value, *items[index + 1 :])
