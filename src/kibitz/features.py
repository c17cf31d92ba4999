"""Helpers for `features`, the rule that says what a learned evaluation sees of a position. They work at both speeds.

Pieces on their cells, where boards are bits and each kind of piece has 64 numbers of its own:

    feature_count = 128

    def features(p, player):
        mine, theirs = (p.black, p.white) if player == 0 else (p.white, p.black)
        yield from cells(mine, 0)
        yield from cells(theirs, 64)

Patterns: groups of cells with their contents, each cell empty, mine or theirs. Images under the symmetries of a board
share their weights. Here two shapes of an 8 × 8 board, a corner and an edge, which stand for four patterns each, with
weights of their own for each third of a game:

    corner, edge = (0, 1, 2, 8, 9, 10, 16, 17, 18), (0, 1, 2, 3, 4, 5, 6, 7)
    seen, feature_count = patterns((corner, edge), square_symmetries(8, 8), phases=3)

    def features(p, player):
        mine, theirs = (p.black, p.white) if player == 0 else (p.white, p.black)
        yield from seen(mine, theirs, (p.black | p.white).bit_count() // 22)
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from kibitz.bits import lowest, rest, signed
from kibitz.compiler.vectors import add_row, blank_row
from kibitz.errors import GameError

Shape: TypeAlias = tuple[int, ...]
Symmetry: TypeAlias = Callable[[int], int]
Possible: TypeAlias = Callable[[Shape, Any], Any]
"""Says which contents of a shape can occur; an array of 0 (empty), 1 (mine) and 2 (theirs) has a row for each."""

MOST_CELLS = 10
"""The cells of a shape: 3**10 contents are the most that 16 bits can tell apart."""
BOARD = 64
"""The cells of the largest board."""
LANES = 16
"""Rows of 16-bit numbers are filled up to a multiple of this many, which processors add at once."""


def cells(bits: int, first: int = 0) -> Iterator[int]:
    """Yield a feature for each set bit of a signed machine word, numbered from the first one upwards."""
    while bits:
        yield first + lowest(bits)
        bits = signed(rest(bits))


def turned_cells(bits: int, last: int) -> Iterator[int]:
    """Yield a feature for each set bit, numbered from the last one downwards: the board after half a turn."""
    while bits:
        yield last - lowest(bits)
        bits = signed(rest(bits))


def square_symmetries(columns: int, rows: int) -> tuple[Symmetry, ...]:
    """Return what makes all symmetries of a board whose bits run along its rows: 8 if it is square, otherwise 4."""

    def overturned(cell: int) -> int:
        return (rows - 1 - cell // columns) * columns + cell % columns

    def transposed(cell: int) -> int:
        return cell % columns * columns + cell // columns

    return (*mirror(columns), overturned) + ((transposed,) if columns == rows else ())


def mirror(columns: int, steps: tuple[int, int] | None = None) -> tuple[Symmetry, ...]:
    """Return the symmetry that exchanges left and right; for the steps see `blocks`."""
    across, up = steps or (1, columns)

    def mirrored(cell: int) -> int:
        column = (cell % up if across <= up else cell) // across
        return cell + across * (columns - 1 - 2 * column)

    return (mirrored,)


def blocks(width: int, height: int, columns: int, rows: int, steps: tuple[int, int] | None = None) -> list[Shape]:
    """Return every block of width × height cells on a board of columns × rows.

    steps: from a cell to the next in its row, and in its column; by default bits run along the rows.
    """
    across, up = steps or (1, columns)
    inside = [across * i + up * j for j in range(height) for i in range(width)]
    corners = [across * i + up * j for j in range(rows - height + 1) for i in range(columns - width + 1)]
    return [tuple(corner + cell for cell in inside) for corner in corners]


def standing(up: int) -> Possible:
    """Return what is possible where pieces fall: no empty cell is right below a piece, which is a step further up."""

    def stands(shape: Shape, contents: Any) -> Any:
        fine = np.ones(len(contents), bool)
        for below, cell in enumerate(shape):
            if cell + up in shape:
                fine &= (contents[:, below] > 0) | (contents[:, shape.index(cell + up)] == 0)
        return fine

    return stands


class Patterns(NamedTuple):
    """Features that are the contents of patterns."""

    seen: Callable[..., Iterator[int]]  # seen(mine, theirs, phase=0): yields one feature for each pattern
    feature_count: int  # they are numbered from 0 to one less


def patterns(
    shapes: Sequence[Shape], symmetries: Sequence[Symmetry] = (), phases: int = 1, possible: Possible | None = None
) -> Patterns:
    """Make the features of all patterns that are images of some shapes.

    shapes: the cells of each, as bits of a board; one that is an image of an earlier one is left out.
    symmetries: functions from cell to cell; what follows from them by repetition need not be listed.
    phases: how many times there are weights of their own, for different phases of a game.
    possible: says which contents of a shape can occur; all others share one number.

    The contents of a pattern are a number to the base of 3, a sum over its cells, and so a sum over the bytes of both
    boards: a row of a table has the shares of one byte for all patterns at once.
    """
    if not isinstance(phases, int) or phases < 1:
        raise GameError(f"patterns have at least one phase, a whole number of them, got {phases!r}")
    if not all(map(callable, symmetries)):
        raise GameError(f"symmetries are functions from cell to cell, such as mirror(8) has, got {symmetries!r}")
    groups = grouped(shapes, symmetries)
    places = [shape for group in groups for shape in group.placed]
    numbers, begins, counts = numbered(groups, possible)
    sizes = [len(group.placed) for group in groups]
    starts, firsts = np.repeat(begins, sizes), np.repeat(np.cumsum([0, *counts[:-1]]), sizes)
    shares = byte_shares(places)
    count = sum(counts)
    size, width, total = len(shares), shares.shape[2], len(places)

    def seen(mine: int, theirs: int, phase: int = 0) -> Iterator[int]:
        contents = blank_row(width, "<i2")
        for byte in range(size):
            add_row(contents, shares[byte, theirs >> 8 * byte & 255])
        add_row(contents, contents)
        for byte in range(size):
            add_row(contents, shares[byte, mine >> 8 * byte & 255])
        for i in range(total):
            number = int(numbers[int(starts[i]) + (int(contents[i]) & 0xFFFF)])
            yield phase * count + int(firsts[i]) + number

    return Patterns(seen, phases * count)


class Group(NamedTuple):
    """Patterns that share weights."""

    placed: list[Shape]  # where they are, each with its cells in corresponding order
    alike: list[Shape]  # other orders of the first one's cells, in which it is an image of itself


def grouped(shapes: Sequence[Shape], symmetries: Sequence[Symmetry]) -> list[Group]:
    """Return all images of the shapes, those of each together."""
    groups: list[Group] = []
    known: set[frozenset[int]] = set()
    for shape in shapes:
        shape = checked(tuple(shape) if isinstance(shape, list) else shape)
        if frozenset(shape) in known:
            continue
        orders = images(shape, symmetries)
        group = Group([], [])
        for image in orders:
            if frozenset(image) not in known:
                known.add(frozenset(image))
                group.placed.append(image)
        group.alike.extend(image for image in orders if frozenset(image) == frozenset(shape))
        groups.append(group)
    if not groups:
        raise GameError("patterns need at least one shape")
    return groups


def images(shape: Shape, symmetries: Sequence[Symmetry]) -> list[Shape]:
    """Return a shape and everything that symmetries make of it, one after another."""
    found = [shape]
    for known in found:
        for symmetry in symmetries:
            image = checked(tuple(symmetry(cell) for cell in known))
            if image not in found:
                found.append(image)
    return found


def checked(shape: Shape) -> Shape:
    """Return a shape; raise if it is not one."""
    if not isinstance(shape, tuple) or not all(isinstance(cell, int) for cell in shape):
        raise GameError(f"a shape is a tuple of cells, whole numbers, got {shape!r}")
    if not 0 < len(set(shape)) == len(shape) <= MOST_CELLS:
        raise GameError(f"a shape has 1 to {MOST_CELLS} different cells, got {shape}")
    if not all(0 <= cell < BOARD for cell in shape):
        raise GameError(f"the cells of a shape are bits of a board, 0 to {BOARD - 1}, got {shape}")
    return shape


def numbered(groups: list[Group], possible: Possible | None) -> tuple[Any, list[int], list[int]]:
    """Return tables with the number of each of a pattern's contents, where each group's begins, and its numbers' count.

    Groups with the same table share it.
    """
    tables: dict[bytes, Any] = {}
    begins: dict[bytes, int] = {}
    listed = {length: every_contents(length) for length in {len(group.placed[0]) for group in groups}}
    names, size = [], 0
    for group in groups:
        shape = group.placed[0]
        contents = listed[len(shape)]
        kept = np.ones(len(contents), bool) if possible is None else possible(shape, contents)
        moves = [[shape.index(cell) for cell in order] for order in group.alike]
        name = repr(moves).encode() + kept.tobytes()
        if name not in tables:
            tables[name], begins[name] = numbering(contents, kept, moves), size
            size += len(contents)
        names.append(name)
    counts = [int(tables[name].max()) + 1 for name in names]
    return np.concatenate([*tables.values()]), [begins[name] for name in names], counts


def every_contents(length: int) -> Any:
    """Return all contents of a pattern in the order of their numbers, an array of 3**length × length."""
    numbers = np.arange(3**length, dtype=np.int32)
    return np.stack([numbers // 3**place % 3 for place in range(length)], axis=1).astype(np.int8)


def numbering(contents: Any, kept: Any, moves: list[list[int]]) -> Any:
    """Return the number of each of a pattern's contents; those that are images of each other have the same."""
    least = np.arange(len(contents))
    for order in moves:
        least = np.minimum(least, contents[:, order] @ 3 ** np.arange(len(order)))
    least[~kept] = 0  # nothing on any cell
    is_least = np.zeros(len(contents), bool)
    is_least[least] = True
    return (np.cumsum(is_least) - 1)[least].astype(np.uint16)


def byte_shares(places: list[Shape]) -> Any:
    """Return what a byte of a board adds to the contents of each pattern: an array of bytes × values × patterns."""
    size = max(map(max, places)) // 8 + 1
    width = -(-len(places) // LANES) * LANES
    shares = np.zeros((size, 256, width), np.int64)
    values = np.arange(256)
    for number, shape in enumerate(places):
        for place, cell in enumerate(shape):
            shares[cell // 8, :, number] += (values >> cell % 8 & 1) * 3**place
    return shares.astype(np.uint16).view(np.int16)
