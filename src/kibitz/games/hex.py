"""Hex: place a stone anywhere; red wins by a path from top to bottom, blue by one from left to right.

Cell c of row r is number r × size + c and has six neighbours; drawn for size 3:

    0 1 2         neighbours of a cell:      -n  -n+1
     3 4 5                                 -1  cell  +1
      6 7 8                                  +n-1  +n

A set of cells is a pair of ints, 61 cells in the first and the rest in the second, which is 0 up to size 7.
There is no draw: on a full board exactly one side has its path. There is no swap rule.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import numpy as np

from kibitz.board import Board, Cell, Label, Line, Piece
from kibitz.game import Game

WORD = 61
FULL = (1 << WORD) - 1
STONE = 80
"""The cost of a missing stone; a cell within reach counts 1."""
MEND, LINK = 40, 4
"""Added to a priority for mending a bridge, and for a link to stones of a side; a step from the centre subtracts 2."""

# What a learned evaluation sees: what each side needs, cells on its paths, and the difference of both sides, in steps.
MOST_STONES, MOST_WAYS, MOST_SHARED = 7, 3, 63
NEEDS = (MOST_STONES + 1) * MOST_WAYS
STEP, STEPS, STAGES = 8, 80, 10

TALL = 3**-0.5
"""Half the height of a cell of width 1 that stands on a corner; rows are 1.5 times this apart."""
Cells: TypeAlias = tuple[int, int]


class Position(NamedTuple):
    """Stones on the board."""

    red: Cells
    blue: Cells
    player: int


def game(size: int = 11) -> Game[Position]:
    """Play on size × size cells; 11 is the usual size."""
    if not 1 <= size <= 11:
        raise ValueError(f"size must be 1 to 11, got {size}")
    count = size * size
    one_word = count <= WORD
    player_names = ("red X", "blue O")
    win_scale = 110  # measured by benchmarks/win_scale.py
    without = ("priority",)  # history orders as well and costs less

    how_to_play = """
    Place a stone on any empty cell. Red wins with an unbroken chain of stones from the top edge to the bottom
    edge, blue with one from the left edge to the right edge. One of the two must succeed, so there is no draw.
    There is no swap: the second player cannot take over the first stone.
    """

    def cells(numbers: list[int]) -> Cells:
        bits = sum(1 << number for number in numbers)
        return bits & FULL, bits >> WORD

    everywhere = cells([*range(count)])
    top, bottom = cells([*range(size)]), cells([*range(count - size, count)])
    left, right = cells([*range(0, count, size)]), cells([*range(size - 1, count, size)])
    not_left = everywhere[0] & ~left[0], everywhere[1] & ~left[1]
    not_right = everywhere[0] & ~right[0], everywhere[1] & ~right[1]
    off_centre = np.array([distance_from_centre(cell, size) for cell in range(count)])
    centre_first = np.argsort(off_centre, stable=True)
    per_stage = max(1, count // STAGES)  # stones in a stage of the game
    shared_start = 2 * NEEDS * NEEDS
    ahead_start = shared_start + 2 * (MOST_STONES + 1) * (MOST_SHARED + 1)
    feature_count = ahead_start + STAGES * (2 * STEPS + 1)

    def start() -> Position:
        return Position((0, 0), (0, 0), 0)

    def turn(p: Position) -> int:
        return p.player

    def both(a: Cells, b: Cells) -> Cells:
        return a[0] & b[0], a[1] & b[1]

    def either(a: Cells, b: Cells) -> Cells:
        return a[0] | b[0], a[1] | b[1]

    def forward(some: Cells, steps: int) -> Cells:
        """Return the cells moved to higher numbers."""
        if one_word:
            return some[0] << steps & everywhere[0], 0
        return some[0] << steps & FULL, (some[1] << steps | some[0] >> WORD - steps) & everywhere[1]

    def back(some: Cells, steps: int) -> Cells:
        """Return the cells moved to lower numbers."""
        if one_word:
            return some[0] >> steps, 0
        return some[0] >> steps | some[1] << WORD - steps & FULL, some[1] >> steps

    def beside(some: Cells) -> Cells:
        """Return the neighbours of some cells, and perhaps the cells themselves."""
        with_left = either(some, back(both(some, not_left), 1))
        with_right = either(some, forward(both(some, not_right), 1))
        return either(
            either(with_left, with_right),
            either(forward(with_left, size), back(with_right, size)),
        )

    def has(some: Cells, cell: int) -> bool:
        return bool(some[0] >> cell & 1 if cell < WORD else some[1] >> cell - WORD & 1)

    def added(some: Cells, cell: int) -> Cells:
        return (some[0] | 1 << cell, some[1]) if cell < WORD else (some[0], some[1] | 1 << cell - WORD)

    def moves(p: Position) -> Iterator[int]:
        stones = either(p.red, p.blue)
        for cell in centre_first:
            if not has(stones, cell):
                yield int(cell)

    def play(p: Position, cell: int) -> Position:
        if p.player == 0:
            return Position(added(p.red, cell), p.blue, 1)
        return Position(p.red, added(p.blue, cell), 0)

    def connected(stones: Cells, here: Cells, there: Cells) -> bool:
        """Return whether the stones form a path between two sides of the board."""
        if size_of(stones) < size:
            return False
        path = both(stones, here)
        grown = both(beside(path), stones)
        while grown != path:
            path = grown
            grown = both(beside(path), stones)
        return both(path, there) != (0, 0)

    def is_over(p: Position) -> bool:
        return connected(p.red, top, bottom) if p.player == 1 else connected(p.blue, left, right)

    def utility(p: Position, player: int) -> int:
        """Judge a finished game: the player who has just moved has won, because a full board always has a path."""
        return -1 if player == p.player else 1

    def chain(p: Position) -> list[int]:
        """Return a shortest path of the player who has just moved between their two sides; empty if there is none."""
        own, here, there = (p.red, top, bottom) if p.player == 1 else (p.blue, left, right)
        before = {cell: cell for cell in range(count) if has(both(own, here), cell)}
        waiting = list(before)
        for cell in waiting:
            if has(there, cell):
                path = [cell]
                while before[path[-1]] != path[-1]:
                    path.append(before[path[-1]])
                return path
            reached = both(beside(cells([cell])), own)
            for other in range(count):
                if has(reached, other) and other not in before:
                    before[other] = cell
                    waiting.append(other)
        return []

    def towards(some: Cells) -> tuple[Cells, Cells, Cells, Cells, Cells, Cells]:
        """Return the neighbours of some cells in each direction, clockwise from the right."""
        return (
            both(forward(some, 1), not_left),
            forward(some, size),
            both(forward(some, size - 1), not_right),
            both(back(some, 1), not_right),
            back(some, size),
            both(back(some, size - 1), not_left),
        )

    def linked(some: Cells, free: Cells) -> Cells:
        """Return the neighbours of some cells, and the cells a bridge away: two free cells lie between.

        Whichever of the two the opponent takes, the other still makes the link.
        """
        e, se, sw, w, nw, ne = towards(some)
        near = either(either(either(e, w), either(se, nw)), either(sw, ne))
        e, w, se = both(e, free), both(w, free), both(se, free)
        nw, sw, ne = both(nw, free), both(sw, free), both(ne, free)
        # Remove cells where both ways could leave the board sideways; elsewhere at least one of them cannot.
        right_down, left_up = both(forward(e, size), forward(se, 1)), both(back(w, size), back(nw, 1))
        down, up = both(forward(se, size - 1), forward(sw, size)), both(back(nw, size - 1), back(ne, size))
        far_left = both(both(back(sw, 1), forward(w, size - 1)), not_right)
        far_right = both(both(forward(ne, 1), back(e, size - 1)), not_left)
        return either(near, either(either(either(right_down, left_up), either(down, up)), either(far_left, far_right)))

    def first_side(free: Cells, player: int) -> Cells:
        """Return the cells at a player's first side, top or left, and those a bridge away from it."""
        if player == 0:
            line = both(free, top)
            return either(top, both(forward(line, size), forward(both(line, not_left), size - 1)))
        line = both(free, left)
        return either(left, both(forward(line, 1), back(line, size - 1)))

    def last_side(free: Cells, player: int) -> Cells:
        """Return the cells at a player's other side, bottom or right, and those a bridge away from it."""
        if player == 0:
            line = both(free, bottom)
            return either(bottom, both(back(line, size), back(both(line, not_right), size - 1)))
        line = both(free, right)
        return either(right, both(back(line, 1), forward(line, size - 1)))

    def size_of(some: Cells) -> int:
        return some[0].bit_count() + some[1].bit_count()

    def reach(own: Cells, free: Cells, near: Cells, goal: Cells) -> tuple[int, Cells]:
        """Return the stones that a path still needs if every bridge holds, and the cells within reach of as many."""
        reached, link = (0, 0), near
        stones = 0
        while both(reached, goal) == (0, 0):
            grown = either(reached, both(link, own))
            if grown == reached:
                grown = either(reached, both(link, free))
                stones += 1
            if grown == reached:  # the other side has its path
                break
            reached = grown
            link = either(near, linked(reached, free))
        return stones, reached

    def missing(own: Cells, free: Cells, player: int) -> int:
        """Return the stones that a path still needs, less for more cells within reach of the player's first side."""
        stones, reached = reach(own, free, first_side(free, player), last_side(free, player))
        return STONE * stones - size_of(reached)

    def empty(p: Position) -> Cells:
        return everywhere[0] & ~(p.red[0] | p.blue[0]), everywhere[1] & ~(p.red[1] | p.blue[1])

    def evaluate(p: Position, player: int) -> int:
        """Compare what each side needs; having the move is worth half a stone."""
        free = empty(p)
        ahead = missing(p.blue, free, 1) - missing(p.red, free, 0) + (STONE // 2 if p.player == 0 else -STONE // 2)
        return ahead if player == 0 else -ahead

    def needs(stones: int, reached: Cells, goal: Cells) -> int:
        """Return a number for the stones that a path needs and for how many ways lead to its end: NEEDS of them."""
        ways = min(max(size_of(both(reached, goal)), 1), MOST_WAYS)
        return min(stones, MOST_STONES) * MOST_WAYS + ways - 1

    def features(p: Position, player: int) -> Iterator[int]:
        """Yield what both sides need, from either end of the board, and how far one is ahead at this stage.

        Cells that both ends of a side reach are on its paths: the more, the harder is the side to stop.
        """
        mine, theirs = (p.red, p.blue) if player == 0 else (p.blue, p.red)
        free = empty(p)
        first, last = first_side(free, player), last_side(free, player)
        their_first, their_last = first_side(free, 1 - player), last_side(free, 1 - player)
        stones, reached = reach(mine, free, first, last)
        stones_back, reached_back = reach(mine, free, last, first)
        their_stones, their_reached = reach(theirs, free, their_first, their_last)
        their_stones_back, their_reached_back = reach(theirs, free, their_last, their_first)
        yield needs(stones, reached, last) * NEEDS + needs(their_stones, their_reached, their_last)
        back = needs(stones_back, reached_back, first) * NEEDS
        yield NEEDS * NEEDS + back + needs(their_stones_back, their_reached_back, their_first)
        for side, number, common in (
            (0, stones, both(reached, reached_back)),
            (1, their_stones, both(their_reached, their_reached_back)),
        ):
            both_sides = side * (MOST_STONES + 1) + min(number, MOST_STONES)
            yield shared_start + both_sides * (MOST_SHARED + 1) + min(size_of(common), MOST_SHARED)
        ahead = STONE * (their_stones + their_stones_back - stones - stones_back)
        ahead += size_of(reached) + size_of(reached_back) - size_of(their_reached) - size_of(their_reached_back)
        now = min((size_of(mine) + size_of(theirs)) // per_stage, STAGES - 1)
        yield ahead_start + now * (2 * STEPS + 1) + min(max(ahead // STEP, -STEPS), STEPS) + STEPS

    def broken_bridges(own: Cells, other: Cells, player: int) -> Cells:
        """Return the cells that mend a bridge into which the opponent has moved.

        Such a cell has, side by side around it, one end of the bridge, the opponent's stone, and the other end; each
        end is a stone or a side of the board.
        """
        e, se, sw, w, nw, ne = towards(own)
        if player == 0:
            se, sw, nw, ne = either(se, top), either(sw, top), either(nw, bottom), either(ne, bottom)
        else:
            e, ne, w, sw = either(e, left), either(ne, left), either(w, right), either(sw, right)
        other_e, other_se, other_sw, other_w, other_nw, other_ne = towards(other)
        return either(
            either(
                either(both(both(e, sw), other_se), both(both(se, w), other_sw)),
                either(both(both(sw, nw), other_w), both(both(w, ne), other_nw)),
            ),
            either(both(both(nw, e), other_ne), both(both(ne, se), other_e)),
        )

    def priority(p: Position, cell: int) -> int:
        """Mend bridges; otherwise stay near the centre, linked to stones of either side."""
        mine, theirs = (p.red, p.blue) if p.player == 0 else (p.blue, p.red)
        worth = -int(off_centre[cell])
        if has(broken_bridges(mine, theirs, p.player), cell):
            worth += MEND
        free = empty(p)
        if has(linked(mine, free), cell):
            worth += LINK
        if has(linked(theirs, free), cell):
            worth += LINK
        return worth

    def skip(p: Position) -> Position:
        """Pass: an extra stone never hurts, so having to move is never a disadvantage."""
        return Position(p.red, p.blue, 1 - p.player)

    def turned(some: Cells) -> Cells:
        """Return the board rotated by half a turn: cell i becomes cell count - 1 - i."""
        if one_word:
            return mirrored(some[0]) >> WORD - count, 0
        return back((mirrored(some[1]), mirrored(some[0])), 2 * WORD - count)

    def symmetries(p: Position) -> Iterator[Position]:
        yield Position(turned(p.red), turned(p.blue), p.player)

    def row_text(p: Position, row: int) -> str:
        numbers = range(row * size, (row + 1) * size)
        return "".join("X" if has(p.red, cell) else "O" if has(p.blue, cell) else "." for cell in numbers)

    def write(p: Position) -> str:
        return "/".join(row_text(p, row) for row in range(size))

    def read(text: str) -> Position:
        lines = text.strip().split("/")
        if len(lines) != size or any(len(line) != size or set(line) - set("XO.") for line in lines):
            raise ValueError(f"expected {size} rows of {size} of X, O and . separated by /, the top row first")
        marks = "".join(lines)
        red, blue = (cells([i for i, mark in enumerate(marks) if mark == stone]) for stone in "XO")
        ahead = marks.count("X") - marks.count("O")
        if ahead not in (0, 1):
            raise ValueError(f"X moves first, so X has as many stones as O or one more; got {ahead:+d}")
        if is_over(Position(red, blue, 1 - ahead)):
            raise ValueError("the game ended before the last stone was placed")
        return Position(red, blue, ahead)

    def show(p: Position) -> str:
        names = {".": " .", "X": "rX", "O": "bO"}
        letters = "   ".join(chr(97 + column) for column in range(size))
        rows = [
            f"{'  ' * row}{row + 1:>2}  {'  '.join(names[mark] for mark in row_text(p, row))}  {row + 1}"
            for row in range(size)
        ]
        return "\n".join([f"   {letters}", *rows, f"{'  ' * size}     {letters}"])

    def board(p: Position) -> Board:
        """Return rows that shift to the right, with the sides that each player has to connect."""
        stones = {"X": ("disc", "red", "X", "red X"), "O": ("disc", "blue", "O", "blue O")}
        at = [(cell % size + cell // size / 2, 1.5 * TALL * (cell // size)) for cell in range(count)]
        hexes = [Cell(move_name(p, i), x, y, "hex", height=2 * TALL) for i, (x, y) in enumerate(at)]
        marks = "".join(row_text(p, row) for row in range(size))
        pieces = [Piece(move_name(p, i), *stones[mark]) for i, mark in enumerate(marks) if mark != "."]
        letters = [Label(x - 0.4, y - 1.4 * TALL, chr(97 + i)) for i, (x, y) in enumerate(at[:size])]
        rows = [Label(x - 0.95, y, str(i + 1)) for i, (x, y) in enumerate(at[::size])]
        corner = TALL / 2
        sides = [
            ("red", [(x + dx, y - dy) for x, y in at[:size] for dx, dy in ((-0.5, corner), (0, TALL), (0.5, corner))]),
            ("red", [(x + dx, y + dy) for x, y in at[-size:] for dx, dy in ((-0.5, corner), (0, TALL), (0.5, corner))]),
            ("blue", [(x - 0.5, y + dy) for x, y in at[::size] for dy in (-corner, corner)]),
            ("blue", [(x + 0.5, y + dy) for x, y in at[size - 1 :: size] for dy in (-corner, corner)]),
        ]
        goals = [Line(points, tone, 0.3) for tone, points in sides]
        touch = {cell: (move_name(p, cell),) for cell in moves(p)}
        winning = [move_name(p, cell) for cell in chain(p)]
        return Board(hexes, pieces, [*letters, *rows], touch, goals, players=("red", "blue"), winning=winning)

    def move_name(p: Position, cell: int) -> str:
        return f"{chr(97 + cell % size)}{cell // size + 1}"

    return Game.of(locals())


def distance_from_centre(cell: int, size: int) -> int:
    """Return twice the number of steps between a cell and the centre."""
    right, down = 2 * (cell % size) - size + 1, 2 * (cell // size) - size + 1
    return max(abs(right), abs(down), abs(right + down))


MIRRORED = np.array([int(f"{bits:09b}"[::-1], 2) for bits in range(512)])


def mirrored(word: int) -> int:
    """Return a word's bits in reverse order, nine at a time."""
    turned = 0
    for _ in range(7):
        turned = turned << 9 | int(MIRRORED[word & 511])
        word >>= 9
    return turned >> 63 - WORD
