"""The star of Chinese checkers: its holes and points, sets of holes, and where a peg can go.

The 121 holes are numbered in reading order; half a turn exchanges holes i and 120 - i. A hole is named after its row, a
to q, and its place in the row, so the centre, hole 60, is i5. The points are numbered clockwise from the bottom:

    a                          0                             hole a1
    b                        1   2                           b1 b2
    c                      3   4   5          point 3
    d                    6   7   8   9
    e  10  11  12  13  14  15  16  17  18  19  20  21  22    e1 to e13
    f    23  24  25  26  27  28  29  30  31  32  33  34      at the left end point 2, at the right end point 4
    g      35  36  37  38  39  40  41  42  43  44  45
    h        46  47  48  49  50  51  52  53  54  55
    i          56  57  58  59  60  61  62  63  64            i1 to i9
    j        65  66  67  68  69  70  71  72  73  74
    k      75  76  77  78  79  80  81  82  83  84  85
    l    86  87  88  89  90  91  92  93  94  95  96  97      at the left end point 1, at the right end point 5
    m  98  99 100 101 102 103 104 105 106 107 108 109 110
    n                   111 112 113 114
    o                     115 116 117
    p                       118 119           point 0
    q                         120

A set of holes is a pair of ints: holes 0 to 60 are the bits of the first, holes 61 to 120 those of the second.
"""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

import numpy as np

from kibitz.bits import each

Holes: TypeAlias = tuple[int, int]
WORD = 61
NONE = -1
ROWS = "abcdefghijklmnopq"
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The steps to the neighbours: right and down; a step down alone goes half a hole to the right."""


def places_of_star() -> list[tuple[int, int, int]]:
    """Return the coordinates of the holes in reading order: two large triangles, one over the other.

    The second coordinate is the row. All three are 0 in the centre and sum to 0, and each grows towards one point.
    """
    span = range(-8, 9)
    triples = [(right, down, -right - down) for down in span for right in span]
    return [triple for triple in triples if min(triple) >= -4 or max(triple) <= 4]


PLACES = places_of_star()
HOLES = len(PLACES)
NUMBER = {place: hole for hole, place in enumerate(PLACES)}
POINTS = ((1, 1), (0, -1), (2, 1), (1, -1), (0, 1), (2, -1))
"""For each point the coordinate that goes beyond 4 there, to 8 at the tip, and its sign."""
POINT_OF = [next((i for i, (axis, sign) in enumerate(POINTS) if sign * at[axis] > 4), NONE) for at in PLACES]
"""The point of each hole; NONE in the hexagon between the points."""
TIPS = [next(hole for hole, at in enumerate(PLACES) if sign * at[axis] == 8) for axis, sign in POINTS]


def steps_between(one: int, other: int) -> int:
    """Return how many steps two holes are apart on an empty star."""
    return max(abs(a - b) for a, b in zip(PLACES[one], PLACES[other], strict=True))


def half_steps_aside(hole: int, point: int) -> int:
    """Return how far a hole is from the line between the tips of a point and its opposite, in half steps."""
    axis, _ = POINTS[point]
    return abs(PLACES[hole][axis - 1] - PLACES[hole][axis - 2])


NAMES = [ROWS[at[1] + 8] + str(1 + sum(other[1] == at[1] for other in PLACES[:hole])) for hole, at in enumerate(PLACES)]


def set_of(holes: Iterable[int]) -> Holes:
    """Return a set of holes."""
    bits = sum(1 << hole for hole in holes)
    return bits & (1 << WORD) - 1, bits >> WORD


def holes_of(point: int) -> list[int]:
    """Return the holes of a point, or with NONE those of the hexagon."""
    return [hole for hole in range(HOLES) if POINT_OF[hole] == point]


def holes_in(some: Holes) -> Iterator[int]:
    """Yield the holes of a set."""
    for hole in each(some[0]):
        yield hole
    for hole in each(some[1]):
        yield hole + WORD


def has(some: Holes, hole: int) -> bool:
    """Return whether a hole is in a set."""
    return bool(some[0] >> hole & 1 if hole < WORD else some[1] >> hole - WORD & 1)


def flipped(some: Holes, hole: int) -> Holes:
    """Return a set with a hole added, or removed if it is in the set."""
    return (some[0] ^ 1 << hole, some[1]) if hole < WORD else (some[0], some[1] ^ 1 << hole - WORD)


def beyond(hole: int, steps: int) -> list[int]:
    """Return the holes this many steps away in a straight line, one for each direction; NONE where there is none."""
    x, y, z = PLACES[hole]
    return [NUMBER.get((x + steps * a, y + steps * b, z - steps * (a + b)), NONE) for a, b in DIRECTIONS]


NEAR = np.array([set_of(near for near in beyond(hole, 1) if near != NONE) for hole in range(HOLES)])
"""The neighbours of each hole, as the two words of a set."""
BEHIND = np.full((HOLES, HOLES), NONE, dtype=np.int8)
"""The hole where a hop from one hole over another ends; NONE where there is none."""
for hole in range(HOLES):
    for near, end in zip(beyond(hole, 1), beyond(hole, 2), strict=True):
        if end != NONE:
            BEHIND[hole, near] = end


def landings(start: int, taken: Holes) -> Holes:
    """Return where a peg can go by a step or by hops; `taken` are the holes of all pegs.

    A hop keeps the parity of all coordinates, so a peg on its way never comes next to the hole that it has left.
    """
    todo = flipped((0, 0), start)
    closed = taken  # also holes that have been reached: each is visited once, so that circles end
    while todo != (0, 0):
        fresh = (0, 0)
        for hole in holes_in(todo):
            for near in holes_in((int(NEAR[hole, 0]) & taken[0], int(NEAR[hole, 1]) & taken[1])):
                end = int(BEHIND[hole, near])
                if end != NONE and not has(closed, end):
                    closed = flipped(closed, end)
                    fresh = flipped(fresh, end)
        todo = fresh
    return (closed[0] | int(NEAR[start, 0])) & ~taken[0], (closed[1] | int(NEAR[start, 1])) & ~taken[1]
