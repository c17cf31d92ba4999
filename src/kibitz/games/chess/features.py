"""What a learned evaluation of chess sees: each piece on its square, as one of the players looks at the board.

A feature is 64 * kind + square, where own pieces are kinds 0 to 5 and the opponent's 6 to 11. The board is turned so
that the player's pawns move up, and mirrored so that the player's king stands on the left half.
"""

from collections.abc import Iterator

from kibitz.bits import each, lowest
from kibitz.games.chess.rules import Position, kings
from kibitz.games.chess.tables import Board, U

COUNT = 768
ODD, PAIRS, FOURS = U(0x5555555555555555), U(0x3333333333333333), U(0x0F0F0F0F0F0F0F0F)
"""Every other column, pair of columns, half of a row."""
ROWS, ROW_PAIRS = U(0x00FF00FF00FF00FF), U(0x0000FFFF0000FFFF)
"""Every other row, pair of rows."""


def features(p: Position, player: int) -> Iterator[int]:
    mine, theirs = (p.mine, p.theirs) if player == p.player else (p.theirs, p.mine)
    flip = 56 if player else 0
    if lowest(kings(p) & mine) & 4:
        flip ^= 7
    fours, twos, ones = p.fours, p.twos, p.ones
    for first, pieces in ((0, mine), (384, theirs)):
        for square in each(pieces & ones & ~(twos | fours)):
            yield first + (square ^ flip)
        for square in each(pieces & twos & ~(ones | fours)):
            yield first + 64 + (square ^ flip)
        for square in each(pieces & ones & fours & ~twos):
            yield first + 128 + (square ^ flip)
        for square in each(pieces & twos & fours & ~ones):
            yield first + 192 + (square ^ flip)
        for square in each(pieces & ones & twos & fours):
            yield first + 256 + (square ^ flip)
        yield first + 320 + (lowest(pieces & ones & twos & ~fours) ^ flip)


def mirrored(board: Board) -> Board:
    """Return a board with left and right exchanged."""
    board = board >> 1 & ODD | (board & ODD) << 1
    board = board >> 2 & PAIRS | (board & PAIRS) << 2
    return board >> 4 & FOURS | (board & FOURS) << 4


def turned(board: Board) -> Board:
    """Return a board with its first row last."""
    board = board >> 8 & ROWS | (board & ROWS) << 8
    board = board >> 16 & ROW_PAIRS | (board & ROW_PAIRS) << 16
    return board >> 32 | board << 32


def planes(p: Position, player: int) -> tuple[Board, ...]:
    """Return the features as a board of squares for each kind of piece."""
    ones, twos, fours = p.ones, p.twos, p.fours
    mine, theirs = (p.mine, p.theirs) if player == p.player else (p.theirs, p.mine)
    if lowest(ones & twos & ~fours & mine) & 4:
        ones, twos, fours = mirrored(ones), mirrored(twos), mirrored(fours)
        mine, theirs = mirrored(mine), mirrored(theirs)
    if player:
        ones, twos, fours = turned(ones), turned(twos), turned(fours)
        mine, theirs = turned(mine), turned(theirs)
    pawns, knights, bishops = ones & ~(twos | fours), twos & ~(ones | fours), ones & fours & ~twos
    rooks, queens, both = twos & fours & ~ones, ones & twos & fours, ones & twos & ~fours
    return (
        pawns & mine,
        knights & mine,
        bishops & mine,
        rooks & mine,
        queens & mine,
        both & mine,
        pawns & theirs,
        knights & theirs,
        bishops & theirs,
        rooks & theirs,
        queens & theirs,
        both & theirs,
    )
