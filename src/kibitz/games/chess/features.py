"""What a learned evaluation of chess sees: each piece on its square, as one of the players looks at the board.

A feature is 64 * kind + square, where own pieces are kinds 0 to 5 and the opponent's 6 to 11. The board is turned so
that the player's pawns move up, and mirrored so that the player's king stands on the left half.
"""

from collections.abc import Iterator

from kibitz.bits import each, lowest
from kibitz.games.chess.rules import Position, kings

COUNT = 768


def features(p: Position, player: int) -> Iterator[int]:
    mine, theirs = (p.mine, p.theirs) if player == p.player else (p.theirs, p.mine)
    turned = 56 if player else 0
    if lowest(kings(p) & mine) & 4:
        turned ^= 7
    fours, twos, ones = p.fours, p.twos, p.ones
    for first, pieces in ((0, mine), (384, theirs)):
        for square in each(pieces & ones & ~(twos | fours)):
            yield first + (square ^ turned)
        for square in each(pieces & twos & ~(ones | fours)):
            yield first + 64 + (square ^ turned)
        for square in each(pieces & ones & fours & ~twos):
            yield first + 128 + (square ^ turned)
        for square in each(pieces & twos & fours & ~ones):
            yield first + 192 + (square ^ turned)
        for square in each(pieces & ones & twos & fours):
            yield first + 256 + (square ^ turned)
        yield first + 320 + (lowest(pieces & ones & twos & ~fours) ^ turned)
