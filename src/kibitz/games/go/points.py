"""Sets of points, and the board they lie on.

A set is a bitboard of two words, up to size 10, or of four. A row takes one bit more than it has points: that bit is
never set and keeps the rows apart. A word holds as many whole rows as fit in 63 bits. Point c of row r is number
r × (size + 1) + c; drawn for size 9, with six rows in the first word and three in the second:

    9  80 81 82 83 84 85 86 87 88 |          second word, bits 20 … 28
       …
    7  60 61 62 63 64 65 66 67 68 |          second word, bits 0 … 8
    6  50 51 52 53 54 55 56 57 58 |          first word, bits 50 … 58
       …
    1   0  1  2  3  4  5  6  7  8 |          first word, bits 0 … 8
        A  B  C  D  E  F  G  H  J
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

from kibitz.bits import each, lowest

BITS = 63
MOST_TWO = 10
"""The largest board whose sets of points take two words."""


class Two(NamedTuple):
    """A set of points in two words."""

    a: int
    b: int

    def __and__(self, other: "Two") -> "Two":
        return Two(self.a & other.a, self.b & other.b)

    def __or__(self, other: "Two") -> "Two":
        return Two(self.a | other.a, self.b | other.b)

    def __sub__(self, other: "Two") -> "Two":
        return Two(self.a & ~other.a, self.b & ~other.b)

    def __bool__(self) -> bool:
        return self.a | self.b != 0

    def size(self) -> int:
        """Return the number of points."""
        return self.a.bit_count() + self.b.bit_count()

    def several(self) -> bool:
        """Return whether there are at least two points."""
        return self.a & self.a - 1 | self.b & self.b - 1 != 0 or self.a != 0 and self.b != 0

    def first(self) -> "Two":
        """Return the set of the point with the lowest number; there must be one."""
        return Two(self.a & -self.a, 0) if self.a != 0 else Two(0, self.b & -self.b)


class Four(NamedTuple):
    """A set of points in four words."""

    a: int
    b: int
    c: int
    d: int

    def __and__(self, other: "Four") -> "Four":
        return Four(self.a & other.a, self.b & other.b, self.c & other.c, self.d & other.d)

    def __or__(self, other: "Four") -> "Four":
        return Four(self.a | other.a, self.b | other.b, self.c | other.c, self.d | other.d)

    def __sub__(self, other: "Four") -> "Four":
        return Four(self.a & ~other.a, self.b & ~other.b, self.c & ~other.c, self.d & ~other.d)

    def __bool__(self) -> bool:
        return self.a | self.b | self.c | self.d != 0

    def size(self) -> int:
        """Return the number of points."""
        return self.a.bit_count() + self.b.bit_count() + self.c.bit_count() + self.d.bit_count()

    def several(self) -> bool:
        """Return whether there are at least two points."""
        return self.size() > 1

    def first(self) -> "Four":
        """Return the set of the point with the lowest number; there must be one."""
        if self.a != 0:
            return Four(self.a & -self.a, 0, 0, 0)
        if self.b != 0:
            return Four(0, self.b & -self.b, 0, 0)
        if self.c != 0:
            return Four(0, 0, self.c & -self.c, 0)
        return Four(0, 0, 0, self.d & -self.d)


Points: TypeAlias = Any
"""Two or Four; all sets of a game have the same number of words."""
Step: TypeAlias = Callable[[Points], Points]


class Grid:
    """The points of a board, tables of their neighbours, and functions on sets of points. Rules bind what they use."""

    def __init__(self, size: int) -> None:
        self.size, self.row = size, size + 1
        self.numbers = [row * self.row + column for row in range(size) for column in range(size)]
        self.end = size * self.row  # no point has this number or a higher one
        self.every, self.nothing = self.points(self.numbers), self.points([])
        self.right, self.left, self.up, self.down = steps(self.every, self.row, self.span)
        self.listed, self.number = listing(self.span, size <= MOST_TWO)
        self.dot = [self.points([number]) for number in range(self.end)]
        self.near = [self.at(number, ((0, 1), (1, 0), (0, -1), (-1, 0))) for number in range(self.end)]
        self.diagonal = [self.at(number, ((1, 1), (1, -1), (-1, -1), (-1, 1))) for number in range(self.end)]

    @property
    def span(self) -> int:
        """Return how many bits of a word are used: whole rows."""
        return BITS // self.row * self.row

    def points(self, numbers: list[int]) -> Points:
        """Return the set of these points."""
        bits = sum(1 << number for number in numbers)
        words = [bits >> self.span * i & (1 << self.span) - 1 for i in range(4)]
        return Two(words[0], words[1]) if self.size <= MOST_TWO else Four(*words)

    def at(self, number: int, offsets: tuple[tuple[int, int], ...]) -> Points:
        """Return the points at these offsets, (columns, rows), as far as they are on the board."""
        row, column = divmod(number, self.row)
        moved = [(row + up, column + right) for right, up in offsets]
        inside = range(self.size)
        return self.points([r * self.row + c for r, c in moved if r in inside and c in inside])


def steps(every: Points, row: int, span: int) -> tuple[Step, Step, Step, Step]:
    """Return the functions that move a set of points right, left, up and down; what leaves the board is dropped."""
    last = span - row  # where the last row of a word begins

    def right(x: Two) -> Two:
        return Two(x.a << 1 & every.a, x.b << 1 & every.b)

    def left(x: Two) -> Two:
        return Two(x.a >> 1 & every.a, x.b >> 1 & every.b)

    def up(x: Two) -> Two:
        return Two(x.a << row & every.a, (x.b << row | x.a >> last) & every.b)

    def down(x: Two) -> Two:
        return Two((x.a >> row | x.b << last) & every.a, x.b >> row)

    def right_four(x: Four) -> Four:
        return Four(x.a << 1 & every.a, x.b << 1 & every.b, x.c << 1 & every.c, x.d << 1 & every.d)

    def left_four(x: Four) -> Four:
        return Four(x.a >> 1 & every.a, x.b >> 1 & every.b, x.c >> 1 & every.c, x.d >> 1 & every.d)

    def up_four(x: Four) -> Four:
        return Four(
            x.a << row & every.a,
            (x.b << row | x.a >> last) & every.b,
            (x.c << row | x.b >> last) & every.c,
            (x.d << row | x.c >> last) & every.d,
        )

    def down_four(x: Four) -> Four:
        return Four(
            (x.a >> row | x.b << last) & every.a,
            (x.b >> row | x.c << last) & every.b,
            (x.c >> row | x.d << last) & every.c,
            x.d >> row,
        )

    if isinstance(every, Two):
        return right, left, up, down
    return right_four, left_four, up_four, down_four


def listing(span: int, two: bool) -> tuple[Callable[[Points], Iterator[int]], Callable[[Points], int]]:
    """Return the function that yields the numbers of a set's points, and the one that returns the lowest of them."""

    def listed(x: Two) -> Iterator[int]:
        yield from each(x.a)
        for bit in each(x.b):
            yield span + bit

    def listed_four(x: Four) -> Iterator[int]:
        yield from each(x.a)
        for bit in each(x.b):
            yield span + bit
        for bit in each(x.c):
            yield 2 * span + bit
        for bit in each(x.d):
            yield 3 * span + bit

    def number(x: Two) -> int:
        return lowest(x.a) if x.a != 0 else span + lowest(x.b)

    def number_four(x: Four) -> int:
        if x.a != 0:
            return lowest(x.a)
        if x.b != 0:
            return span + lowest(x.b)
        return 2 * span + lowest(x.c) if x.c != 0 else 3 * span + lowest(x.d)

    return (listed, number) if two else (listed_four, number_four)
