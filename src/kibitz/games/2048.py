"""2048: push all tiles to one side; equal tiles that meet merge into one and count; then nature puts a 2 or a 4.

The board is one signed machine word, from −2**63 to 2**63 − 1, with four bits for each cell: 0 is empty, n is the tile
2**n. Cell a1 is the lowest four bits, b1 the next four; a row is 16 bits, the index of the tables below.

         a   b   c   d
    1    0   4   8  12     the lowest bit of each cell
    2   16  20  24  28
    3   32  36  40  44
    4   48  52  56  60

The player's moves are 0 (up), 1 (right), 2 (down) and 3 (left); only those that change the board are legal. Nature's
are 2 · cell for a 2 (nine times of ten) and 2 · cell + 1 for a 4, with a1 as cell 0 and d4 as cell 15. A game begins
with two tiles of nature's. It is over when the largest tile appears or no move is left, and is worth its points: the
sum of all tiles that were made by merging.
"""
# ruff: noqa: N999

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from kibitz.bits import each, signed
from kibitz.board import Board, Cell, Piece, grid
from kibitz.game import Game
from kibitz.rules import CHANCE

UP, RIGHT, DOWN, LEFT = range(4)
NAMES = ("up", "right", "down", "left")
LETTERS = ("u", "r", "d", "l")
ARROWS = ("↑", "→", "↓", "←")
CELLS = tuple(column + row for row in "1234" for column in "abcd")
USUAL_EVALUATION = "hand"  # stronger with look-ahead than the small tuples that come with the game
TWO = 0.9  # the probability that nature puts a 2, not a 4
ROW = 0xFFFF
ONES = 0x1111111111111111  # the lowest bit of every cell
WITHOUT_D = 0x0111011101110111  # of every cell but those of column d
WITHOUT_4 = 0x0000111111111111  # of every cell but those of row 4
UNIT = 1 / 64  # of a point: what the table of evaluations counts in

# The evaluation, in points of a game to 32768; with a smaller largest tile all of it shrinks in proportion. The form of
# its terms is the customary one of expectimax programs for 2048; the weights were chosen by playing.
HOPE = 0.9  # the share of the points that are missing to the largest tile which a good board still makes
EMPTY = 27.0  # an empty cell
MERGE = 70.0  # a tile that can merge with the next
DISORDER, STEEP = 2.4, 4.0  # a row that both rises and falls: the smaller of the two, in tiles' numbers to this power
CLUTTER, HEAVY = 2.2, 3.5  # every tile, its number to this power: one large tile is better than two halves


class Position(NamedTuple):
    """Tiles and points."""

    board: int
    points: int  # so far
    rolling: int  # 1: nature puts a tile


def unpacked() -> np.ndarray:
    """Return the tiles' numbers in every row, an array of 65536 × 4."""
    cells: np.ndarray = np.arange(ROW + 1)[:, None] >> np.arange(0, 16, 4) & 15
    return cells


def packed(cells: np.ndarray) -> np.ndarray:
    """Return rows of tiles' numbers as 16 bits each."""
    rows: np.ndarray = (cells << np.arange(0, 16, 4)).sum(axis=1)
    return rows


def slides() -> np.ndarray:
    """Return what becomes of every row, in 31 bits: a quarter of the points, and the row (the low 16 bits).

    The first 65536 are pushed to the left, the others to the right. Tiles of 32768 stay apart: the game is over.
    """
    rows = unpacked()
    cells = np.take_along_axis(rows, np.argsort(rows == 0, axis=1, kind="stable"), axis=1)
    quarters = np.zeros(len(cells), np.int64)
    for i in range(3):
        merged = (cells[:, i] == cells[:, i + 1]) & (cells[:, i] > 0) & (cells[:, i] < 15)
        cells[merged, i] += 1
        cells[merged, i + 1 : 3] = cells[merged, i + 2 :]
        cells[merged, 3] = 0
        quarters[merged] += 1 << cells[merged, i] - 2
    found = np.empty(2 * len(cells), np.int32)
    found[: ROW + 1] = packed(cells) | quarters << 16
    found[ROW + 1 + packed(rows[:, ::-1])] = packed(cells[:, ::-1]) | quarters << 16
    return found


SLIDES = slides()


def evaluations(largest: int) -> np.ndarray:
    """Return the part of every row in the evaluation of a board, in units; a row and a column share each cell."""
    cells = unpacked()
    whole = worth(largest)
    steps = np.diff(cells**STEEP, axis=1)
    disorder = np.minimum(np.maximum(steps, 0).sum(axis=1), np.maximum(-steps, 0).sum(axis=1))
    alike = (np.diff(cells, axis=1) == 0) & (cells[:, 1:] > 0)
    merges = alike.sum(axis=1) + (alike & ~np.pad(alike, ((0, 0), (1, 0)))[:, :3]).sum(axis=1)
    judged = EMPTY * (cells == 0).sum(axis=1) + MERGE * merges
    judged -= DISORDER * disorder + CLUTTER * (cells**HEAVY).sum(axis=1)
    left = HOPE * (whole / 8 - worth(cells).sum(axis=1) / 2)
    units: np.ndarray = np.rint((left + judged * whole / worth(15)) / UNIT).astype(np.int32)
    return units


def worth(number: Any) -> Any:
    """Return the points of making a tile from twos; its number may be an array of numbers."""
    return np.maximum(number - 1, 0) * 2.0**number


def transposed(board: int) -> int:
    """Return the board with rows and columns exchanged: single cells within blocks of 2 × 2, then the blocks."""
    board = board & signed(0xF0F00F0FF0F00F0F) | board << 12 & 0x0F0F00000F0F0000 | board >> 12 & 0x0000F0F00000F0F0
    return board & signed(0xFF00FF0000FF00FF) | board << 24 & 0x00FF00FF00000000 | board >> 24 & 0x00000000FF00FF00


def mirrored(board: int) -> int:
    """Return the board with left and right exchanged."""
    board = signed((board & 0x0F0F0F0F0F0F0F0F) << 4) | board >> 4 & 0x0F0F0F0F0F0F0F0F
    return signed((board & 0x00FF00FF00FF00FF) << 8) | board >> 8 & 0x00FF00FF00FF00FF


def overturned(board: int) -> int:
    """Return the board with top and bottom exchanged."""
    board = signed((board & 0x0000FFFF0000FFFF) << 16) | board >> 16 & 0x0000FFFF0000FFFF
    return signed((board & 0xFFFFFFFF) << 32) | board >> 32 & 0xFFFFFFFF


def turns(board: int) -> tuple[int, int, int, int, int, int, int, int]:
    """Return the board as it looks from all sides, and in a mirror."""
    other, below, side = mirrored(board), overturned(board), transposed(board)
    across, under = mirrored(side), overturned(side)
    return board, other, below, mirrored(below), side, across, under, mirrored(under)


def small_tuples(board: int) -> Iterator[int]:
    """Yield what a learned evaluation sees: the rows, and the squares of 2 × 2 cells, with their tiles."""
    for seen in turns(board):
        yield seen & ROW
        yield 0x10000 | seen >> 16 & ROW
        yield 0x20000 | seen & 0xFF | seen >> 8 & 0xFF00
        yield 0x30000 | seen >> 4 & 0xFF | seen >> 12 & 0xFF00
        yield 0x40000 | seen >> 20 & 0xFF | seen >> 28 & 0xFF00


def large_tuples(board: int) -> Iterator[int]:
    """Yield what a learned evaluation sees: four shapes of six cells with their tiles."""
    for seen in turns(board):
        yield seen & 0xFFFFFF
        yield 0x1000000 | seen >> 16 & 0xFFFFFF
        yield 0x2000000 | seen & 0xFFF | seen >> 4 & 0xFFF000
        yield 0x3000000 | seen >> 16 & 0xFFF | seen >> 20 & 0xFFF000


TUPLES: dict[str, tuple[Any, int]] = {"small": (small_tuples, 5 << 16), "large": (large_tuples, 4 << 24)}
"""The tuples of cells that a learned evaluation sees, and how many features they are."""


def any_bit(board: int) -> int:
    """Return, in the lowest bit of each cell, whether any of its bits is set; the others mean nothing."""
    half = board | board >> 1
    return half | half >> 2


def game(max_tile: int = 32768, tuples: str = "small") -> Game[Position]:
    """Play until this tile appears; tuples=large lets a learned evaluation see shapes of six cells instead of four."""
    if tuples not in TUPLES:
        raise ValueError(f"tuples must be one of {', '.join(TUPLES)}, got {tuples!r}")
    seen_in, feature_count = TUPLES[tuples]
    largest = max_tile.bit_length() - 1
    if not 4 <= max_tile <= 32768 or max_tile != 1 << largest:
        raise ValueError(f"max_tile must be a power of two from 4 to 32768, got {max_tile}")
    players = 1
    objective = "score"
    counted_in = "points"
    how_to_play = f"""
    Push all tiles up, right, down or left. They slide as far as they can, and two equal tiles that meet merge
    into one of twice the value, which is added to your points. After each push a 2, or now and then a 4,
    appears on an empty cell. The game ends when no push changes the board, or when the tile {max_tile} appears.
    Make as many points as you can.
    """
    unlike = signed(~(largest * ONES))  # a cell that is the largest tile has all bits set after ^ with this
    most = 16 * int(worth(largest))  # points of a board full of the largest tile; no evaluation adds as much
    slide, value = SLIDES, evaluations(largest)

    def start() -> Position:
        return Position(0, 0, 1)

    def turn(p: Position) -> int:
        return CHANCE if p.rolling else 0

    def moves(p: Position) -> Iterator[int]:
        tiles = any_bit(p.board) & ONES
        beside = tiles & ~any_bit(p.board ^ p.board >> 4) & WITHOUT_D  # equal to the tile on the right
        above = tiles & ~any_bit(p.board ^ p.board >> 16) & WITHOUT_4  # equal to the tile below
        if above | tiles >> 16 & ~tiles:
            yield UP
        if beside | tiles & ~(tiles >> 4) & WITHOUT_D:
            yield RIGHT
        if above | tiles & ~(tiles >> 16) & WITHOUT_4:
            yield DOWN
        if beside | tiles >> 4 & ~tiles & WITHOUT_D:
            yield LEFT

    def chances(p: Position) -> Iterator[tuple[int, float]]:
        empty = ~any_bit(p.board) & ONES
        share = empty.bit_count()
        for bit in each(empty):
            yield bit >> 1, TWO / share
            yield bit >> 1 | 1, (1 - TWO) / share

    def play(p: Position, move: int) -> Position:
        if p.rolling:
            return Position(p.board | 1 + (move & 1) << 4 * (move >> 1), p.points, 1 if p.board == 0 else 0)
        board = p.board if move & 1 else transposed(p.board)
        side = (move + 1 & 2) << 15  # up is left of the transposed board, down is right
        first = int(slide[side | board & ROW])
        second = int(slide[side | board >> 16 & ROW])
        third = int(slide[side | board >> 32 & ROW])
        fourth = int(slide[side | board >> 48 & ROW])
        board = signed(first & ROW | (second & ROW) << 16 | (third & ROW) << 32 | fourth << 48)
        quarters = (first >> 16) + (second >> 16) + (third >> 16) + (fourth >> 16)
        return Position(board if move & 1 else transposed(board), p.points + 4 * quarters, 1)

    def is_over(p: Position) -> bool:
        same = p.board ^ unlike
        half = same & same >> 1
        return half & half >> 2 & ONES != 0

    def utility(p: Position, player: int) -> int:
        return p.points

    def banked(p: Position, player: int) -> int:
        return p.points

    def evaluate(p: Position, player: int) -> float:
        """Return the points so far and what a board like this may still make, never less than nothing."""
        board, turned = p.board, transposed(p.board)
        rows = (int(value[board & ROW]) + int(value[board >> 16 & ROW])) + (
            int(value[board >> 32 & ROW]) + int(value[board >> 48 & ROW])
        )
        columns = (int(value[turned & ROW]) + int(value[turned >> 16 & ROW])) + (
            int(value[turned >> 32 & ROW]) + int(value[turned >> 48 & ROW])
        )
        return p.points + max(0, rows + columns) * UNIT

    def features(p: Position, player: int) -> Iterator[int]:
        yield from seen_in(p.board)

    def bounds(p: Position, player: int) -> tuple[int, int]:
        return p.points, p.points + most

    def key(p: Position) -> int:
        """Leave out the points. Before nature's move a cell is empty, 15 in the complement: no unfinished board's."""
        return ~p.board if p.rolling else p.board

    def write(p: Position) -> str:
        tiles = [str(tile or ".") for tile in tiles_of(p)]
        rows = "/".join(",".join(tiles[i : i + 4]) for i in range(0, 16, 4))
        return f"{rows} {p.points}{' nature' if p.rolling else ''}"

    def read(text: str) -> Position:
        parts = text.split()
        rows = [row.split(",") for row in parts[0].split("/")] if parts else []
        known = {".": 0} | {str(1 << number): number for number in range(1, largest + 1)}
        good = len(parts) in (2, 3) and parts[1].isdecimal() and parts[2:] in ([], ["nature"])
        if not good or [len(row) for row in rows] != [4] * 4 or not all(tile in known for row in rows for tile in row):
            raise ValueError(
                f"expected 4 rows of 4 tiles (2 to {max_tile}, . for none) as in .,2,.,./.,.,.,./.,.,4,./.,.,.,., "
                "the points, and the word nature if a tile is to be put"
            )
        numbers = [known[tile] for row in rows for tile in row]
        if len(parts) == 3 and 0 not in numbers:
            raise ValueError("nature has no empty cell to put a tile on")
        board = signed(sum(number << 4 * cell for cell, number in enumerate(numbers)))
        return Position(board, int(parts[1]), len(parts) - 2)

    def show(p: Position) -> str:
        tiles = [str(tile or "").center(7) for tile in tiles_of(p)]
        line = "+" + 4 * "-------+"
        rows = ("|" + "|".join(tiles[i : i + 4]) + "|\n" + line for i in range(0, 16, 4))
        return "\n".join([line, *rows, f"{p.points} points"])

    def move_name(p: Position, move: int) -> str:
        return f"{CELLS[move >> 1]}={2 + 2 * (move & 1)}" if p.rolling else NAMES[move]

    def read_move(p: Position, text: str) -> int:
        """Accept also the first letter of a direction, and an arrow."""
        word = text.strip().lower()
        if p.rolling:
            cell, _, tile = word.partition("=")
            if cell in CELLS and tile in ("2", "4"):
                return 2 * CELLS.index(cell) + (tile == "4")
            raise ValueError(f"expected a 2 or a 4 on an empty cell, such as a1=2, got {text!r}")
        for names in (NAMES, LETTERS, ARROWS):
            if word in names:
                return names.index(word)
        raise ValueError(f"expected up, right, down or left, got {text!r}")

    def board(p: Position) -> Board:
        """Draw the tiles between four arrows to touch."""
        cells = [
            *grid(4, 4, down=True),
            Cell("up", 1.5, -0.85, width=4, height=0.5),
            Cell("right", 3.85, 1.5, width=0.5, height=4),
            Cell("down", 1.5, 3.85, width=4, height=0.5),
            Cell("left", -0.85, 1.5, width=0.5, height=4),
        ]
        pieces = []
        for cell, tile in zip(CELLS, tiles_of(p), strict=True):
            if tile:
                pieces.append(Piece(cell, "tile", f"heat-{min(12, tile.bit_length() - 1)}", str(tile), str(tile)))
        if p.rolling:
            touch = {outcome: (CELLS[outcome >> 1],) for outcome, _ in chances(p)}
        else:
            touch = {move: (NAMES[move],) for move in moves(p)}
        pieces += [Piece(NAMES[move], "text", "light", ARROWS[move], NAMES[move]) for move in range(4)]
        return Board(cells, pieces, moves=touch, ground="wood", players=("heat-5",))

    return Game.of(locals())


def tiles_of(p: Position) -> list[int]:
    """Return the tiles of all cells, 0 where there is none."""
    numbers = (p.board >> 4 * cell & 15 for cell in range(16))
    return [1 << number if number else 0 for number in numbers]
