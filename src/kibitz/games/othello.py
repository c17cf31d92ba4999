"""Othello: place a disc that encloses opposing discs in lines; these turn over. The most discs at the end win.

Square a1 is bit 0, b1 bit 1, a2 bit 8. The 64th, h8, is the sign bit: a board is a signed machine word, from −2**63 to
2**63 − 1. Discs that turn over lie between two others, never in a corner, so whatever flows along a line is positive.

       a  b  c  d  e  f  g  h
    1  0  1  2  3  4  5  6  7
    2  8  9 10 11 12 13 14 15
       …                    …
    8 56 57 58 59 60 61 62 63

Black begins. A player without a move passes, which is a move; when neither has one the game is over. The score is the
difference of the discs on the board: squares that stay empty count for nobody.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from kibitz.bits import count, each, signed
from kibitz.board import Board, Line, Piece, coordinates, grid
from kibitz.features import patterns, square_symmetries
from kibitz.game import Game

PASS = 64
CORNERS = signed(0x8100000000000081)
SIDES = signed(0x8181818181818181)  # columns a and h
ENDS = signed(0xFF000000000000FF)  # rows 1 and 8
RIM = SIDES | ENDS
INNER_COLUMNS = 0x7E7E7E7E7E7E7E7E
INNER_ROWS = 0x00FFFFFFFFFFFF00
INNER = INNER_COLUMNS & INNER_ROWS
X_SQUARES = 0x0042000000004200  # such as b2: diagonally next to a corner
C_BESIDE = 0x4200000000000042  # such as b1: next to a corner in its row
C_BELOW = 0x0081000000008100  # such as a2: next to a corner in its column
C_SQUARES = C_BESIDE | C_BELOW
IN_TURN = (CORNERS, ~(CORNERS | X_SQUARES | C_SQUARES), C_SQUARES, X_SQUARES)
"""Squares in the order in which moves are yielded: a corner is nearly always good, a square next to one bad."""
AXES = ((1, INNER_COLUMNS), (8, INNER_ROWS), (7, INNER), (9, INNER))
"""The step along each line, and the squares on which a disc can be enclosed there."""


# Weights in hundredths of a disc, with 60 empty squares and with none; in between they change linearly. They were
# fitted to the final scores of 12,000 games of the evaluation against itself, and rounded.
MOBILITY = (0, 250)  # a move more than the opponent: late in the game each is nearly a square of one's own
FRONTIER = (60, 0)  # an empty square beside the opponent's inner discs, a possible later move
CORNER = (1700, 0)  # in addition to its stability: edges grow from it
X_SQUARE = (-1700, 0)  # a disc on a square such as b2 gives the corner away while it is empty
C_SQUARE = (-200, -100)  # so may one on a2 or b1
STABLE = (190, 100)  # in the end a disc, before that also an anchor
DISC = (-130, 40)  # many discs early are many that the opponent can turn over

quarter = np.array([[20, -2, 1, 1], [-2, -6, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]])
half = np.concatenate([quarter, quarter[:, ::-1]], axis=1)
PLACE = np.concatenate([half, half[::-1]]).ravel()
"""What a square is worth to `priority`, in replies of the opponent."""

SHAPES = (
    (0, 1, 2, 8, 9, 10, 16, 17, 18),  # a corner
    (0, 1, 2, 3, 8, 9, 10, 11),  # a corner along an edge
    (0, 1, 2, 3, 4, 5, 6, 7, 9, 14),  # an edge with the X-squares beside it
    *(tuple(range(8 * row, 8 * row + 8)) for row in (1, 2, 3)),
    *(tuple(7 * i + length - 1 for i in range(length)) for length in (4, 5, 6, 7, 8)),  # diagonals
)
PHASES = 4
"""How often a learned evaluation has weights of its own in the course of a game."""
seen, seen_count = patterns(SHAPES, square_symmetries(8, 8), PHASES)
feature_count = seen_count + 65


class Position(NamedTuple):
    """Discs on the board."""

    mine: int  # discs of the player to move
    theirs: int
    player: int


how_to_play = """
Black begins. Place a disc so that a straight line of the opponent’s discs, in any direction, lies between it
and another disc of yours; all discs enclosed in this way turn over to your colour. A move must turn at least
one disc; if you have none, you pass. The game ends when neither player can move, and whoever has more discs
wins.
"""
objective = "score"
counted_in = "discs"
win_scale = 7.8  # measured by benchmarks/win_scale.py
player_names = ("black", "white")
margin = 8


def start() -> Position:
    return Position(1 << 28 | 1 << 35, 1 << 27 | 1 << 36, 0)


def turn(p: Position) -> int:
    return p.player


def up(discs: int, through: int, step: int) -> int:
    """Return the rows in `through` that begin a step above one of these discs."""
    rows = discs << step & through
    rows |= rows << step & through
    pairs = through & through << step
    rows |= rows << 2 * step & pairs
    return rows | rows << 2 * step & pairs


def down(discs: int, through: int, step: int) -> int:
    """Return the rows in `through` that begin a step below one of these discs."""
    rows = discs >> step & through
    rows |= rows >> step & through
    pairs = through & through >> step
    rows |= rows >> 2 * step & pairs
    return rows | rows >> 2 * step & pairs


def legal(mine: int, theirs: int) -> int:
    """Return the empty squares at the end of a row of their discs that begins beside one of mine."""
    ends = 0
    for step, inner in AXES:
        ends |= up(mine, theirs & inner, step) << step | down(mine, theirs & inner, step) >> step
    return ends & ~(mine | theirs)


def moves(p: Position) -> Iterator[int]:
    squares = legal(p.mine, p.theirs)
    for group in IN_TURN:
        yield from each(squares & group)
    if squares == 0 and legal(p.theirs, p.mine) != 0:
        yield PASS


def turned(mine: int, theirs: int, square: int) -> int:
    """Return the discs that turn over when one is placed here."""
    disc = 1 << square
    discs = 0
    for step, inner in AXES:
        above, below = up(disc, theirs & inner, step), down(disc, theirs & inner, step)
        discs |= above if above << step & mine else 0
        discs |= below if below >> step & mine else 0
    return discs


def play(p: Position, move: int) -> Position:
    if move == PASS:
        return Position(p.theirs, p.mine, 1 - p.player)
    discs = turned(p.mine, p.theirs, move)
    return Position(p.theirs ^ discs, signed(p.mine | discs | 1 << move), 1 - p.player)


def utility(p: Position, player: int) -> int:
    ahead = count(p.mine) - count(p.theirs)
    return ahead if player == p.player else -ahead


def stable(discs: int) -> int:
    """Return discs that can never turn over: on each line through them the board ends, or the next disc is stable.

    Steps across the edge of the board land on the rim, where the line ends anyway.
    """
    found = discs & CORNERS
    while True:
        more = discs & (found << 1 | found >> 1 | SIDES) & (found << 8 | found >> 8 | ENDS)
        more &= (found << 7 | found >> 7 | RIM) & (found << 9 | found >> 9 | RIM)
        if more == found:
            return found
        found = more


def around(board: int) -> int:
    """Return these squares and all next to them; they must be inner ones."""
    wide = board | board << 1 | board >> 1
    return wide | wide << 8 | wide >> 8


def weighted(weight: tuple[int, int], empties: int) -> int:
    """Return a weight for this many empty squares, interpolated between the first move and the last."""
    return weight[0] * empties + weight[1] * (60 - empties)


def evaluate(p: Position, player: int) -> int:
    empty = ~(p.mine | p.theirs)
    open_corners = empty & CORNERS
    x = (open_corners << 9 | open_corners << 7 | open_corners >> 7 | open_corners >> 9) & X_SQUARES
    c = (open_corners << 1 | open_corners >> 1) & C_BESIDE | (open_corners << 8 | open_corners >> 8) & C_BELOW
    mine_stable, theirs_stable = count(stable(p.mine)), count(stable(p.theirs))
    left = count(empty)
    ahead = (
        weighted(MOBILITY, left) * (count(legal(p.mine, p.theirs)) - count(legal(p.theirs, p.mine)))
        + weighted(FRONTIER, left) * (count(around(p.theirs & INNER) & empty) - count(around(p.mine & INNER) & empty))
        + weighted(CORNER, left) * (count(p.mine & CORNERS) - count(p.theirs & CORNERS))
        + weighted(X_SQUARE, left) * (count(p.mine & x) - count(p.theirs & x))
        + weighted(C_SQUARE, left) * (count(p.mine & c) - count(p.theirs & c))
        + weighted(STABLE, left) * (mine_stable - theirs_stable)
        + weighted(DISC, left) * (count(p.mine) - count(p.theirs))
    )
    # Strictly inside the bounds: a score on them would look like a proof.
    ahead = max(2 * mine_stable - 63, min(63 - 2 * theirs_stable, (ahead + 3000) // 6000))
    return ahead if player == p.player else -ahead


def features(p: Position, player: int) -> Iterator[int]:
    """Yield the contents of corners, edges, rows and diagonals, and how many discs there are."""
    mine, theirs = (p.mine, p.theirs) if player == p.player else (p.theirs, p.mine)
    discs = count(mine | theirs)
    yield from seen(mine, theirs, (discs - 4) * PHASES // 61)
    yield seen_count + discs


def bounds(p: Position, player: int) -> tuple[int, int]:
    """Count stable discs: the opponent can have every square except these."""
    least, most = 2 * count(stable(p.mine)) - 64, 64 - 2 * count(stable(p.theirs))
    return (least, most) if player == p.player else (-most, -least)


def priority(p: Position, move: int) -> int:
    """Leave the opponent few replies; a corner outweighs many, and giving one away costs many."""
    if move == PASS:
        return 0
    after = play(p, move)
    return int(PLACE[move]) - count(legal(after.mine, after.theirs))


def marks(p: Position) -> str:
    black, white = (p.mine, p.theirs) if p.player == 0 else (p.theirs, p.mine)
    return "".join("X" if black >> i & 1 else "O" if white >> i & 1 else "." for i in range(64))


def write(p: Position) -> str:
    text = marks(p)
    return "/".join(text[i : i + 8] for i in range(0, 64, 8)) + f" {'XO'[p.player]}"


def read(text: str) -> Position:
    board, _, mover = text.strip().partition(" ")
    cells = board.replace("/", "").replace("-", ".")
    if len(cells) != 64 or set(cells) - set("XO.") or mover not in ("X", "O"):
        raise ValueError(
            "expected 8 rows of 8 of X, O and . separated by /, and the player to move, X (black) or O (white)"
        )
    if "." in cells[27:29] + cells[35:37]:
        raise ValueError("the four squares in the middle are occupied from the start, got an empty one")
    black, white = (signed(sum(1 << i for i, mark in enumerate(cells) if mark == who)) for who in "XO")
    return Position(black, white, 0) if mover == "X" else Position(white, black, 1)


def show(p: Position) -> str:
    text = marks(p)
    rows = [f"{row + 1} {' '.join(text[8 * row : 8 * row + 8])}" for row in range(8)]
    return "\n".join(["  a b c d e f g h", *rows, f"black X {text.count('X')}, white O {text.count('O')}"])


def board(p: Position) -> Board:
    discs = {"X": ("disc", "dark", "", "black disc"), "O": ("disc", "light", "", "white disc")}
    pieces = [Piece(move_name(p, i), *discs[mark]) for i, mark in enumerate(marks(p)) if mark != "."]
    dots = [Line([(x, y)], width=0.14) for x in (1.5, 5.5) for y in (1.5, 5.5)]
    touch = {move: () if move == PASS else (move_name(p, move),) for move in moves(p)}
    return Board(grid(8, 8, down=True), pieces, coordinates(8, 8, down=True), touch, dots, "felt", ("dark", "light"))


def move_name(p: Position, move: int) -> str:
    return "pass" if move == PASS else "abcdefgh"[move % 8] + str(move // 8 + 1)


def game(discs_only: bool = False) -> Game[Position]:
    """Play on 8 × 8 squares; discs_only evaluates by counting discs, for comparison."""
    if discs_only:
        return Game.of({**globals(), "evaluate": utility, "win_scale": None, "features": None, "feature_count": None})
    return Game.of(globals())
