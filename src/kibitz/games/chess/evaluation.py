"""What a chess position is worth, in hundredths of a pawn.

`material` is the plain sum of the pieces. `weigh` is what the engine plays by: each term has two weights, one for a
full board and one for an empty one, interpolated by the pieces that remain (the phase). A term of n weights takes n
places in the row for the full board, then n for the empty one; `term` returns where. Squares are seen from their
owner's side, left and right alike:

    row 8   28 29 30 31 31 30 29 28
     …
    row 1    0  1  2  3  3  2  1  0
"""

from collections.abc import Sequence

import numpy as np

from kibitz.bits import each, lowest
from kibitz.games.chess.rules import (
    BISHOP_PIECE,
    KNIGHT_PIECE,
    QUEEN_PIECE,
    ROOK_PIECE,
    Position,
    diagonal_sliders,
    diagonals,
    kings,
    knights,
    pawns,
    straight_sliders,
    straights,
)
from kibitz.games.chess.tables import KING, KNIGHT, NOT_A, NOT_H, ONE, Board
from kibitz.games.chess.weights import WEIGHTS

PAWN_WORTH, KNIGHT_WORTH, BISHOP_WORTH, ROOK_WORTH, QUEEN_WORTH = 100, 300, 300, 500, 900


def term(name: str) -> int:
    """Return where a term begins in the row of weights."""
    place = 0
    for other, (full, empty) in WEIGHTS.items():
        if other == name:
            return place
        place += len(full) + len(empty)
    raise KeyError(name)


WORTH, SQUARES = term("worth"), tuple(term(f"{name}_square") for name in ("pawn", "knight", "bishop", "rook", "queen"))
KING_SQUARE = term("king_square")
KNIGHT_REACH, BISHOP_REACH, ROOK_REACH, QUEEN_REACH = (
    term(f"{name}_reach") for name in ("knight", "bishop", "rook", "queen")
)
PASSED, PASSED_FREE, KING_NEARER = term("passed"), term("passed_free"), term("king_nearer")
GUARDED, ABREAST, PAWN_FLAWS = term("guarded"), term("abreast"), term("pawn_flaws")
PAIR, OUTPOST, ROOK_FILE, THREATS = term("pair"), term("outpost"), term("rook_file"), term("threats")
SHIELD, DANGER, TO_MOVE = term("shield"), term("danger"), term("to_move")
SQUARE_COUNT, ROW_COUNT = 32, 8
KNIGHT_MOST, BISHOP_MOST, ROOK_MOST, QUEEN_MOST = 9, 14, 15, 28
"""How many different numbers of squares each piece can reach."""
DANGERS = 40
HUNTS = (0, 0, 2, 0, 0, 2, 3, 4)
"""The danger of a piece that attacks squares around the king, by its number, in addition to one for each square."""
CHECKS = (0, 0, 3, 0, 0, 2, 4, 4)
"""Added if the piece can give check where no pawn or king captures it."""
QUEENLESS = 8
"""Subtracted if there is no queen."""
FULL = 24
"""The phase of a full board: a knight or bishop counts 1, a rook 2, a queen 4."""
HALF_WORD = 32
"""Shifts the weight for an empty board above the other: sums in both halves must stay below 2**31."""
DRAWISH = 4
"""Without pawns, an advantage of less than a rook is divided by this, because it rarely wins."""


def rows_ahead(square: int, player: int) -> int:
    """Return the squares of all rows in front of a square."""
    row = square // 8
    return (1 << 64) - (1 << 8 * min(row + 1, 8)) if player == 0 else (1 << 8 * max(row, 0)) - 1


def columns_near(square: int, reach: int) -> int:
    """Return the squares of the columns at most this far away."""
    near = [column for column in range(8) if abs(column - square % 8) <= reach]
    return sum(1 << 8 * row + column for row in range(8) for column in near)


PASSAGE = np.array(
    [[rows_ahead(square, player) & columns_near(square, 1) for square in range(64)] for player in (0, 1)], np.uint64
)
"""[player, square] → where an opposing pawn could still stop a pawn."""
COLUMN_OF = np.array([columns_near(square, 0) for square in range(64)], np.uint64)
BESIDE = np.array([columns_near(square, 1) & ~columns_near(square, 0) for square in range(64)], np.uint64)
SHELTER = np.array(
    [
        [
            rows_ahead(square, player) & ~rows_ahead(square + (16, -16)[player], player) & columns_near(square, 1)
            for square in range(64)
        ]
        for player in (0, 1)
    ],
    np.uint64,
)
"""[player, square] → the two rows in front of a king."""
ZONE = KING | np.array([1 << square for square in range(64)], np.uint64) | SHELTER
"""[player, square] → the squares around a king where an attack is a danger."""
DISTANCE = np.array([[max(abs(a % 8 - b % 8), abs(a // 8 - b // 8)) for b in range(64)] for a in range(64)])
ROW_ONE = np.uint64(0xFF)
HALF = np.array([square // 8 * 4 + min(square % 8, 7 - square % 8) for square in range(64)])
"""The place of a square among the 32."""


def ahead(p: Position, board: Board) -> int:
    """Return how many more of these pieces the player to move has than the opponent."""
    return int((board & p.mine).bit_count()) - int((board & p.theirs).bit_count())


def material(p: Position, player: int) -> int:
    """Return the pieces' worth, mine less theirs; a queen is in both sets of sliders."""
    queens = diagonal_sliders(p) & straight_sliders(p)
    points = (
        PAWN_WORTH * ahead(p, pawns(p))
        + KNIGHT_WORTH * ahead(p, knights(p))
        + BISHOP_WORTH * ahead(p, diagonal_sliders(p))
        + ROOK_WORTH * ahead(p, straight_sliders(p))
        + (QUEEN_WORTH - ROOK_WORTH - BISHOP_WORTH) * ahead(p, queens)
    )
    return points if player == p.player else -points


def step(board: Board, player: int) -> Board:
    """Return the pawns moved one step forward."""
    return board << 8 if player == 0 else board >> 8


def pawn_attacks(board: Board, player: int) -> Board:
    """Return the squares that pawns attack."""
    if player == 0:
        return (board & NOT_A) << 7 | (board & NOT_H) << 9
    return (board & NOT_A) >> 9 | (board & NOT_H) >> 7


def filled(board: Board, player: int) -> Board:
    """Return these squares and all squares in front of them."""
    if player == 0:
        board |= board << 8
        board |= board << 16
        return board | board << 32
    board |= board >> 8
    board |= board >> 16
    return board | board >> 32


def beside(board: Board) -> Board:
    """Return the squares to the left and right of these."""
    return (board & NOT_H) << 1 | (board & NOT_A) >> 1


def both(weights: Sequence[int], place: int, size: int) -> int:
    """Return the two weights of a term of this size packed in one number, which can be added and multiplied."""
    return int(weights[place] + (weights[place + size] << HALF_WORD))


def at_phase(points: int, phase: int) -> int:
    """Return what such a number is worth at this phase, multiplied by FULL."""
    empty = points + (1 << HALF_WORD - 1) >> HALF_WORD
    return (points - (empty << HALF_WORD)) * phase + empty * (FULL - phase)


def hunt(piece: int, around: Board, checks: Board) -> int:
    """Return the danger of a piece that attacks squares around the king and can give these checks."""
    return int(around.bit_count()) + HUNTS[piece] + (CHECKS[piece] if checks else 0)


def pawn_points(p: Position, mine: Board, theirs: Board, player: int, weights: Sequence[int]) -> int:
    """Return the points of a player's pawns."""
    flip = 56 * player
    own, other = pawns(p) & mine, pawns(p) & theirs
    guard, threat = pawn_attacks(own, player), pawn_attacks(other, 1 - player)
    king, other_king = lowest(kings(p) & mine), lowest(kings(p) & theirs)
    columns = filled(filled(own, 0), 1)
    behind = own & filled(step(own, 1 - player), 1 - player)
    alone = own & ~beside(columns)
    # Backward: no other pawn can ever guard it, and it cannot advance without being captured.
    stuck = step(own, player) & threat & ~filled(guard, player)
    passed = own & ~behind & ~filled(step(other, 1 - player) | threat, 1 - player)
    points = (
        alone.bit_count() * both(weights, PAWN_FLAWS, 3)
        + behind.bit_count() * both(weights, PAWN_FLAWS + 1, 3)
        + stuck.bit_count() * both(weights, PAWN_FLAWS + 2, 3)
    )
    for square in each(own):
        points += both(weights, SQUARES[0] + HALF[square ^ flip], SQUARE_COUNT)
    for square in each(own & guard):
        points += both(weights, GUARDED + ((square ^ flip) >> 3), ROW_COUNT)
    for square in each(own & beside(own)):
        points += both(weights, ABREAST + ((square ^ flip) >> 3), ROW_COUNT)
    for square in each(passed):
        row = (square ^ flip) >> 3
        stop = square + 8 - 16 * player
        points += both(weights, PASSED + row, ROW_COUNT)
        if not (mine | theirs) & ONE << stop:
            points += both(weights, PASSED_FREE + row, ROW_COUNT)
        nearer = DISTANCE[other_king, stop] - DISTANCE[king, stop]
        points += int(nearer) * both(weights, KING_NEARER + row, ROW_COUNT)
    return int(points)


def piece_points(p: Position, mine: Board, theirs: Board, player: int, weights: Sequence[int]) -> int:
    """Return the points of a player's pieces: where they stand, what they reach, and what they threaten."""
    flip = 56 * player
    taken = mine | theirs
    own, other = pawns(p) & mine, pawns(p) & theirs
    threat, guard = pawn_attacks(other, 1 - player), pawn_attacks(own, player)
    area = ~(threat | own | kings(p) & mine)
    other_king = lowest(kings(p) & theirs)
    zone = ZONE[1 - player, other_king]
    queens = diagonal_sliders(p) & straight_sliders(p)
    bishops, rooks = diagonal_sliders(p) & ~queens, straight_sliders(p) & ~queens
    heavy = straight_sliders(p) & theirs
    minor = (knights(p) | bishops) & theirs
    safe = ~(mine | threat | KING[other_king])
    slanted, straight = diagonals(other_king, taken) & safe, straights(other_king, taken) & safe
    points = 0
    hunters = 0
    danger = 3 - min((SHELTER[1 - player, other_king] & other).bit_count(), 3)
    if not queens & mine:
        danger -= QUEENLESS
    for square in each(knights(p) & mine):
        board = KNIGHT[square]
        points += both(weights, SQUARES[1] + HALF[square ^ flip], SQUARE_COUNT)
        points += both(weights, KNIGHT_REACH + (board & area).bit_count(), KNIGHT_MOST)
        points += (board & heavy).bit_count() * both(weights, THREATS + 1, 5)
        if guard & ONE << square and not PASSAGE[player, square] & BESIDE[square] & other:
            points += both(weights, OUTPOST, 2)
        if board & zone:
            hunters += 1
            danger += hunt(KNIGHT_PIECE, board & zone, board & KNIGHT[other_king] & safe)
    for square in each(bishops & mine):
        board = diagonals(square, taken ^ queens)
        points += both(weights, SQUARES[2] + HALF[square ^ flip], SQUARE_COUNT)
        points += both(weights, BISHOP_REACH + (board & area).bit_count(), BISHOP_MOST)
        points += (board & heavy).bit_count() * both(weights, THREATS + 1, 5)
        if guard & ONE << square and not PASSAGE[player, square] & BESIDE[square] & other:
            points += both(weights, OUTPOST + 1, 2)
        if board & zone:
            hunters += 1
            danger += hunt(BISHOP_PIECE, board & zone, board & slanted)
    for square in each(rooks & mine):
        board = straights(square, taken ^ straight_sliders(p))
        points += both(weights, SQUARES[3] + HALF[square ^ flip], SQUARE_COUNT)
        points += both(weights, ROOK_REACH + (board & area).bit_count(), ROOK_MOST)
        points += (board & queens & theirs).bit_count() * both(weights, THREATS + 2, 5)
        points += (board & minor & ~threat).bit_count() * both(weights, THREATS + 3, 5)
        if not COLUMN_OF[square] & own:
            points += both(weights, ROOK_FILE + (0 if COLUMN_OF[square] & other else 1), 2)
        if board & zone:
            hunters += 1
            danger += hunt(ROOK_PIECE, board & zone, board & straight)
    for square in each(queens & mine):
        board = diagonals(square, taken) | straights(square, taken)
        points += both(weights, SQUARES[4] + HALF[square ^ flip], SQUARE_COUNT)
        points += both(weights, QUEEN_REACH + (board & area).bit_count(), QUEEN_MOST)
        if board & zone:
            hunters += 1
            danger += hunt(QUEEN_PIECE, board & zone, board & (slanted | straight))
    points += (guard & theirs & ~other).bit_count() * both(weights, THREATS, 5)
    points += (KING[lowest(kings(p) & mine)] & theirs & ~threat).bit_count() * both(weights, THREATS + 4, 5)
    if hunters > 1 and danger > 0:
        points += both(weights, DANGER + min(danger, DANGERS - 1), DANGERS)
    if (bishops & mine).bit_count() > 1:
        points += both(weights, PAIR, 1)
    return int(points)


def king_points(p: Position, mine: Board, player: int, weights: Sequence[int]) -> int:
    """Return the points of where a player's king stands, and of the pawns in front of it."""
    king = lowest(kings(p) & mine)
    own = pawns(p) & mine
    points = both(weights, KING_SQUARE + HALF[king ^ 56 * player], SQUARE_COUNT)
    points += both(weights, SHIELD + min((SHELTER[player, king] & own).bit_count(), 3), 8)
    columns = (KING[king & 7] & ROW_ONE | ONE << (king & 7)) & ~filled(own, 1)
    points += both(weights, SHIELD + 4 + columns.bit_count(), 8)
    return points


def weigh(p: Position, player: int, weights: Sequence[int]) -> int:
    """Return the evaluation of a position by all terms."""
    queens = diagonal_sliders(p) & straight_sliders(p)
    minor = knights(p) | diagonal_sliders(p) & ~queens
    rooks = straight_sliders(p) & ~queens
    phase = min(minor.bit_count() + 2 * rooks.bit_count() + 4 * queens.bit_count(), FULL)
    bishops = diagonal_sliders(p) & ~queens
    pieces = (
        ahead(p, knights(p)) * both(weights, WORTH + 1, 5)
        + ahead(p, bishops) * both(weights, WORTH + 2, 5)
        + ahead(p, rooks) * both(weights, WORTH + 3, 5)
        + ahead(p, queens) * both(weights, WORTH + 4, 5)
    )
    total = pieces + ahead(p, pawns(p)) * both(weights, WORTH, 5) + both(weights, TO_MOVE, 1)
    for mine in (1, 0):
        own, other = (p.mine, p.theirs) if mine else (p.theirs, p.mine)
        colour = p.player if mine else 1 - p.player
        side = (
            pawn_points(p, own, other, colour, weights)
            + piece_points(p, own, other, colour, weights)
            + king_points(p, own, colour, weights)
        )
        total += side if mine else -side
    points = at_phase(total, phase)
    leader = p.mine if points > 0 else p.theirs
    if not pawns(p) & leader and abs(at_phase(pieces, phase)) < FULL * weights[WORTH + 5 + 3]:
        points = points // DRAWISH if points > 0 else -(-points // DRAWISH)
    points = points // FULL if points > 0 else -(-points // FULL)
    return points if player == p.player else -points
