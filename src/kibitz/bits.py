"""Helpers that rules may use in both speeds: bits of a number, rows of bits, and one changed item of a tuple.

A number is an int, or an np.uint64 for boards of 64 bits.
Compiled rules also know `x.bit_count()` and `x.bit_length()` of Python's own ints.
"""

from collections.abc import Iterator
from typing import Any

LOW = 0x7FFFFFFFFFFFFFFF
"""All bits of a word but the sign."""


def lowest(bits: int) -> int:
    """Return the index of the lowest bit that is set; there must be one."""
    bits = int(bits)  # a number of numpy's knows less
    return (bits & -bits).bit_length() - 1


def highest(bits: int) -> int:
    """Return the index of the highest bit that is set; there must be one."""
    return int(bits).bit_length() - 1


def rest(bits: Any) -> Any:
    """Return the bits without the lowest; there must be one."""
    return bits & (bits - 1)


def each(bits: int) -> Iterator[int]:
    """Yield the index of every bit that is set, the lowest first."""
    while bits:
        yield lowest(bits)
        bits = rest(bits)


def signed(bits: int) -> int:
    """Give 64 bits as a machine word holds them: the last one is the sign."""
    return bits & LOW | -(bits >> 63 & 1) << 63


def count(bits: int) -> int:
    """Count the bits that are set in a word whose last bit is the sign."""
    return (bits & LOW).bit_count() + (bits >> 63 & 1)


def run(bits: int, step: int, length: int) -> int:
    """Return the bits from which this many in a row are set, each a step above the last."""
    if step * (length - 1) > 63:  # compiled, a shift that far is not zero
        return 0
    starts = bits
    for i in range(1, length):
        starts &= bits >> i * step
    return starts


def gaps(bits: int, step: int, length: int) -> int:
    """Return the bits that complete this many in a row, each a step above the last; they may be set or not."""
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
