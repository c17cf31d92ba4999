r"""Three men's morris: place three men, then slide them along the lines; three in a row win.

Cell i is bit i, top row first. A move is a cell while men are placed; afterwards 9 + from × 9 + to. A player who cannot
move has lost. The game can repeat itself: the third occurrence of a position is a draw.

    0 - 1 - 2
    | \ | / |
    3 - 4 - 5
    | / | \ |
    6 - 7 - 8
"""

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.bits import each
from kibitz.board import Board, Cell, Line, Piece

LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
NEXT = (0o032, 0o025, 0o062, 0o121, 0o757, 0o424, 0o230, 0o520, 0o260)
BOARD = 0o777
MEN = 3
SLIDE = 9
repetition = 3
player_names = ("X", "O")


how_to_play = """
First the players take turns to place three men each on empty points, then they slide one man along a line to a
neighbouring empty point. Three men of yours in a straight line win. A player who cannot move has lost, and a
position that occurs for the third time is a draw.
"""


class Position(NamedTuple):
    """Men on the board."""

    mine: int
    theirs: int
    player: int


def start() -> Position:
    return Position(0, 0, 0)


def turn(p: Position) -> int:
    return p.player


def has_line(men: int) -> bool:
    for line in LINES:
        if men & line == line:
            return True
    return False


def is_over(p: Position) -> bool:
    return has_line(p.theirs)


def moves(p: Position) -> Iterator[int]:
    free = BOARD & ~(p.mine | p.theirs)
    if p.mine.bit_count() < MEN:
        for cell in each(free):
            yield cell
    else:
        for man in each(p.mine):
            for cell in each(free & NEXT[man]):
                yield SLIDE + man * 9 + cell


def play(p: Position, move: int) -> Position:
    men = p.mine | 1 << move if move < SLIDE else p.mine ^ 1 << (move - SLIDE) // 9 ^ 1 << (move - SLIDE) % 9
    return Position(p.theirs, men, 1 - p.player)


def utility(p: Position, player: int) -> int:
    return -1 if player == p.player else 1


def write(p: Position) -> str:
    x, o = (p.mine, p.theirs) if p.player == 0 else (p.theirs, p.mine)
    marks = "".join("X" if x >> i & 1 else "O" if o >> i & 1 else "." for i in range(9))
    return f"{marks[:3]}/{marks[3:6]}/{marks[6:]} {'XO'[p.player]}"


def read(text: str) -> Position:
    board, _, mover = text.strip().partition(" ")
    marks = board.replace("/", "")
    if len(marks) != 9 or set(marks) - set("XO.") or mover not in ("X", "O"):
        raise ValueError("expected 3 rows of 3 of X, O and . separated by /, and the player to move, X or O")
    x, o = (sum(1 << i for i, mark in enumerate(marks) if mark == who) for who in "XO")
    placed = x.bit_count(), o.bit_count()
    if max(placed) > MEN or placed[0] - placed[1] not in (0, 1) or placed[0] != placed[1] and mover == "X":
        raise ValueError(f"X places first and each has {MEN} men; got {placed[0]} X and {placed[1]} O")
    if placed[0] == placed[1] < MEN and mover == "O":
        raise ValueError("X places first, so X is to move")
    return Position(x, o, 0) if mover == "X" else Position(o, x, 1)


def show(p: Position) -> str:
    rows = write(p).split()[0].split("/")
    cells = [mark if mark != "." else str(i + 1) for i, mark in enumerate("".join(rows))]
    return "{} - {} - {}\n| \\ | / |\n{} - {} - {}\n| / | \\ |\n{} - {} - {}".format(*cells)


def board(p: Position) -> Board:
    men = {"X": ("disc", "first", "X", "X"), "O": ("disc", "second", "O", "O")}
    at = [(1.5 * (cell % 3), 1.5 * (cell // 3)) for cell in range(9)]
    cells = [Cell(str(cell + 1), *at[cell], "round") for cell in range(9)]
    marks = write(p).split()[0].replace("/", "")
    pieces = [Piece(str(cell + 1), *men[mark]) for cell, mark in enumerate(marks) if mark != "."]
    touch = {move: tuple(move_name(p, move).split("-")) for move in moves(p)}
    lines = [Line([at[cell] for cell in each(line)]) for line in LINES]
    winning = [str(cell + 1) for line in LINES if p.theirs & line == line for cell in each(line)]
    return Board(cells, pieces, (), touch, lines, "wood", winning=winning)


def move_name(p: Position, move: int) -> str:
    if move < SLIDE:
        return str(move + 1)
    return f"{(move - SLIDE) // 9 + 1}-{(move - SLIDE) % 9 + 1}"
