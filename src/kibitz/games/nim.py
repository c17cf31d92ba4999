"""Nim: take as many things as you like from one heap; whoever takes the last one wins.

A move is heap × 64 + number taken.
"""

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.bits import replaced
from kibitz.board import Board, Cell, Label, Piece
from kibitz.game import Game

ROW = 16  # the most things side by side in the picture of a heap


class Position(NamedTuple):
    """The heaps that are left."""

    heaps: tuple[int, ...]
    player: int


def game(heaps: tuple[int, ...] = (3, 4, 5)) -> Game[Position]:
    """Play with heaps of these sizes."""
    if not 1 <= len(heaps) <= 8 or not all(0 <= heap <= 63 for heap in heaps):
        raise ValueError(f"heaps must be 1 to 8 numbers from 0 to 63, got {', '.join(map(str, heaps))}")
    count = len(heaps)

    how_to_play = """
    Choose a heap and take as many sticks from it as you like, but at least one. Whoever takes the last stick of
    all wins. In the browser, a click takes the stick that you touch and all sticks to the right of it.
    """

    def start() -> Position:
        return Position(heaps, 0)

    def turn(p: Position) -> int:
        return p.player

    def moves(p: Position) -> Iterator[int]:
        for heap in range(count):
            for taken in range(1, p.heaps[heap] + 1):
                yield heap * 64 + taken

    def play(p: Position, move: int) -> Position:
        heap, taken = move // 64, move % 64
        return Position(replaced(p.heaps, heap, p.heaps[heap] - taken), 1 - p.player)

    def utility(p: Position, player: int) -> int:
        return -1 if player == p.player else 1

    def write(p: Position) -> str:
        return f"{','.join(map(str, p.heaps))} {p.player}"

    def read(text: str) -> Position:
        left, _, player = text.strip().partition(" ")
        sizes = tuple(int(size) for size in left.split(",") if size.isdecimal())
        if len(sizes) != count or not all(0 <= size <= 63 for size in sizes) or player not in ("0", "1"):
            raise ValueError(f"expected {count} heaps of 0 to 63 separated by commas, and the player to move, 0 or 1")
        return Position(sizes, int(player))

    def show(p: Position) -> str:
        return "\n".join(f"{chr(97 + i)}: {'|' * size} {size}" for i, size in enumerate(p.heaps))

    def board(p: Position) -> Board:
        """Return each heap as sticks; clicking one takes it and all after it."""
        cells, pieces, labels, y = [], [], [], 0.0
        touch: dict[int, tuple[str]] = {}
        for heap, size in enumerate(p.heaps):
            letter = chr(97 + heap)
            names = [f"{letter}{i + 1}" for i in range(max(size, heaps[heap], 1))]
            labels.append(Label(-0.8, y, letter))
            cells += [Cell(name, i % ROW * 0.5, y + i // ROW, width=0.5) for i, name in enumerate(names)]
            pieces += [Piece(name, "bar", "yellow", name="stick") for name in names[:size]]
            touch |= {heap * 64 + size - i: (names[i],) for i in range(size)}
            y += (len(names) - 1) // ROW + 1.25
        return Board(cells, pieces, labels, touch, ground="paper")

    def move_name(p: Position, move: int) -> str:
        return f"{chr(97 + move // 64)}{move % 64}"

    return Game.of(locals())
