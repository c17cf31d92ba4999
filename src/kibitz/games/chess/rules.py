"""The rules of chess, and of Chess960, as pure functions.

A position keeps the kinds of all pieces in three bit planes: a piece's number in binary, one digit per plane.

              pawn  knight  king  bishop  rook  queen
    number       1       2     3       5     6      7
    ones         x             x       x            x
    twos                 x     x             x      x
    fours                              x     x      x

So whatever moves along diagonals is in `ones & fours`, whatever moves along rows and columns in `twos & fours`.
A move is from | to << 6 | kind << 12, where the kind of a promotion is the new piece's number. Castling is written as
the king capturing its own rook, which is unambiguous in Chess960 too.

Without a legal move the game is over: checkmate or stalemate. It is also over when the fifty-move rule applies, or when
neither side can checkmate in any way. Repetition is left to the caller.
"""

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.bits import each, highest, lowest, rest
from kibitz.compiler.plain import fold, word
from kibitz.games.chess.tables import (
    ABOVE,
    BELOW,
    BETWEEN,
    COLUMN,
    DARK,
    ENDS,
    FALLING,
    HOME,
    KING,
    KNIGHT,
    LAST,
    LINE,
    NOT_A,
    NOT_H,
    ONE,
    PAWN,
    RISING,
    ROW,
    THROUGH,
    TWO_STEPS,
    ZERO,
    Board,
)

PAWN_PIECE, KNIGHT_PIECE, KING_PIECE, BISHOP_PIECE, ROOK_PIECE, QUEEN_PIECE = 1, 2, 3, 5, 6, 7
PROMOTIONS = (QUEEN_PIECE, KNIGHT_PIECE, ROOK_PIECE, BISHOP_PIECE)
NORMAL, DOUBLE, EN_PASSANT, CASTLING = 0, 1, 3, 4
"""Kinds of moves other than promotions; DOUBLE is a pawn's first double step."""
KIND_SHIFT = 12
FIFTY_MOVES = 100
"""Plies without a capture or a pawn move after which the game is a draw."""
KING_SIDE, QUEEN_SIDE = (6, 5), (2, 3)
"""The columns of king and rook after castling."""
SALTS = (0x2545F4914F6CDD1D, 0x1B873593CC9E2D51, 0x369DEA0F31A53F85, 0x5851F42D4C957F2D, 0x27D4EB2F165667C5)
"""Random odd words that keep the planes of a key apart."""

player_names = ("white", "black")
repetition = 3


class Position(NamedTuple):
    """A position. En passant and castling are set only if they matter, so equal positions have equal fields."""

    ones: Board
    twos: Board
    fours: Board
    mine: Board  # pieces of the player to move
    theirs: Board
    castling: Board  # rooks that may still castle
    en_passant: Board  # the square behind a pawn that can now be captured en passant
    player: int  # 0 white, 1 black
    clock: int  # plies since the last capture or pawn move
    number: int  # of the full move, from 1


def turn(p: Position) -> int:
    return p.player


def pawns(p: Position) -> Board:
    return p.ones & ~(p.twos | p.fours)


def knights(p: Position) -> Board:
    return p.twos & ~(p.ones | p.fours)


def kings(p: Position) -> Board:
    return p.ones & p.twos & ~p.fours


def diagonal_sliders(p: Position) -> Board:
    return p.ones & p.fours


def straight_sliders(p: Position) -> Board:
    return p.twos & p.fours


def piece_at(p: Position, square: int) -> int:
    """Return the number of the piece on a square, 0 if it is empty."""
    board = ONE << square
    return (1 if p.ones & board else 0) | (2 if p.twos & board else 0) | (4 if p.fours & board else 0)


def promotion_of(move: int) -> int:
    """Return the number of the piece that a pawn becomes, 0 for none."""
    kind = move >> KIND_SHIFT
    return kind if kind == KNIGHT_PIECE or kind >= BISHOP_PIECE else 0


def along(line: int, square: int, taken: Board) -> Board:
    """Return the squares that a slider attacks along a line, up to the nearest occupied ones on both sides.

    Subtracting the nearest below from those above flips all bits in between.
    """
    above = taken & ABOVE[line, square] | LAST
    below = ONE << highest(taken & BELOW[line, square] | ONE)
    return (above ^ (above - below)) & LINE[line, square]


def diagonals(square: int, taken: Board) -> Board:
    """Return the squares that a bishop attacks."""
    return along(RISING, square, taken) | along(FALLING, square, taken)


def straights(square: int, taken: Board) -> Board:
    """Return the squares that a rook attacks."""
    return along(COLUMN, square, taken) | along(ROW, square, taken)


def attackers(p: Position, square: int, taken: Board) -> Board:
    """Return the opponent's pieces that attack a square, if these squares are occupied."""
    return p.theirs & (
        PAWN[p.player, square] & pawns(p)
        | KNIGHT[square] & knights(p)
        | KING[square] & kings(p)
        | diagonals(square, taken) & diagonal_sliders(p)
        | straights(square, taken) & straight_sliders(p)
    )


def checkers(p: Position) -> Board:
    """Return the pieces that give check to the player to move."""
    return attackers(p, lowest(kings(p) & p.mine), p.mine | p.theirs)


def pinned(p: Position, king: int) -> Board:
    """Return my pieces that stand alone between my king and an opposing slider."""
    found = ZERO
    snipers = p.theirs & (
        diagonals(king, p.theirs) & diagonal_sliders(p) | straights(king, p.theirs) & straight_sliders(p)
    )
    while snipers:
        shield = BETWEEN[king, lowest(snipers)] & p.mine
        if shield and not rest(shield):
            found |= shield
        snipers = rest(snipers)
    return found


def may_take_en_passant(p: Position, pawn: int, target: int) -> bool:
    """Return whether my king is safe once my pawn and the captured one have left their row."""
    captured = ONE << (target - 8 if p.player == 0 else target + 8)
    taken = (p.mine | p.theirs) ^ captured ^ ONE << pawn | ONE << target
    return not attackers(p, lowest(kings(p) & p.mine), taken) & ~captured


def may_castle(p: Position, king: int, rook: int) -> bool:
    """Return whether nothing blocks king and rook, and nothing attacks the king's path."""
    king_column, rook_column = KING_SIDE if rook > king else QUEEN_SIDE
    king_target, rook_target = king & 56 | king_column, king & 56 | rook_column
    path = BETWEEN[king, king_target] | ONE << king_target
    others = (p.mine | p.theirs) ^ ONE << king ^ ONE << rook
    if others & (path | BETWEEN[rook, rook_target] | ONE << rook_target):
        return False
    while path:
        if attackers(p, lowest(path), others):
            return False
        path = rest(path)
    return True


def moves(p: Position) -> Iterator[int]:
    """Yield the legal moves: captures and promotions of pawns first, castling and the king last.

    In check, other pieces than the king must capture the checking piece or step in between; against two they cannot
    move. A pinned piece stays on the line through it and the king.
    """
    taken = p.mine | p.theirs
    king_board = kings(p) & p.mine
    king = lowest(king_board)
    checks = attackers(p, king, taken)
    goals = ~p.mine
    if checks:
        goals = ZERO if rest(checks) else BETWEEN[king, lowest(checks)] | checks
    pins = pinned(p, king)

    mine = pawns(p) & p.mine
    straight = mine & ~(pins & ~LINE[COLUMN, king])
    rising = mine & ~(pins & ~LINE[RISING, king])
    falling = mine & ~(pins & ~LINE[FALLING, king])
    if p.player == 0:
        ahead = straight << 8 & ~taken
        twice = (ahead & TWO_STEPS[0]) << 8 & ~taken
        batches = (
            (7, NORMAL, (falling & NOT_A) << 7 & p.theirs),
            (9, NORMAL, (rising & NOT_H) << 9 & p.theirs),
            (8, NORMAL, ahead),
            (16, DOUBLE, twice),
        )
    else:
        ahead = straight >> 8 & ~taken
        twice = (ahead & TWO_STEPS[1]) >> 8 & ~taken
        batches = (
            (-9, NORMAL, (rising & NOT_A) >> 9 & p.theirs),
            (-7, NORMAL, (falling & NOT_H) >> 7 & p.theirs),
            (-8, NORMAL, ahead),
            (-16, DOUBLE, twice),
        )
    for step, kind, board in batches:
        for target in each(board & goals & ENDS):
            for piece in PROMOTIONS:
                yield target - step | target << 6 | piece << KIND_SHIFT
        for target in each(board & goals & ~ENDS):
            yield target - step | target << 6 | kind << KIND_SHIFT
    if p.en_passant:
        target = lowest(p.en_passant)
        for square in each(PAWN[1 - p.player, target] & mine):
            if may_take_en_passant(p, square, target):
                yield square | target << 6 | EN_PASSANT << KIND_SHIFT

    for square in each(knights(p) & p.mine & ~pins):
        for target in each(KNIGHT[square] & goals):
            yield square | target << 6
    for square in each(diagonal_sliders(p) & p.mine):
        board = diagonals(square, taken) & goals
        if pins & ONE << square:
            board &= THROUGH[king, square]
        for target in each(board):
            yield square | target << 6
    for square in each(straight_sliders(p) & p.mine):
        board = straights(square, taken) & goals
        if pins & ONE << square:
            board &= THROUGH[king, square]
        for target in each(board):
            yield square | target << 6

    if not checks:
        for rook in each(p.castling & p.mine):
            if may_castle(p, king, rook):
                yield king | rook << 6 | CASTLING << KIND_SHIFT
    for target in each(KING[king] & ~p.mine):
        if not attackers(p, target, taken ^ king_board):
            yield king | target << 6


def play(p: Position, move: int) -> Position:
    kind = move >> KIND_SHIFT
    if kind == CASTLING:
        return castled(p, move & 63, move >> 6 & 63)
    source, target = ONE << (move & 63), ONE << (move >> 6 & 63)
    stay = ~(source | target)
    ones = p.ones & stay | (target if p.ones & source else ZERO)
    twos = p.twos & stay | (target if p.twos & source else ZERO)
    fours = p.fours & stay | (target if p.fours & source else ZERO)
    theirs = p.theirs & stay
    castling = p.castling & stay
    if kings(p) & source:
        castling &= ~HOME[p.player]
    if kind == EN_PASSANT:
        captured = target >> 8 if p.player == 0 else target << 8
        ones ^= captured
        theirs ^= captured
    elif kind > DOUBLE:
        ones = ones if kind & 1 else ones ^ target
        twos |= target if kind & 2 else ZERO
        fours |= target if kind & 4 else ZERO
    clock = 0 if (pawns(p) & source or p.theirs & target) else p.clock + 1
    after = Position(
        ones, twos, fours, theirs, p.mine & stay | target, castling, ZERO, 1 - p.player, clock, p.number + p.player
    )
    return passing(after, move >> 6 & 63) if kind == DOUBLE else after


def castled(p: Position, king: int, rook: int) -> Position:
    """Castle: king and rook leave their squares, then take their new ones."""
    king_column, rook_column = KING_SIDE if rook > king else QUEEN_SIDE
    stay = ~(ONE << king | ONE << rook)
    king_board, rook_board = ONE << (king & 56 | king_column), ONE << (king & 56 | rook_column)
    return Position(
        p.ones & stay | king_board,
        p.twos & stay | king_board | rook_board,
        p.fours & stay | rook_board,
        p.theirs,
        p.mine & stay | king_board | rook_board,
        p.castling & ~HOME[p.player],
        ZERO,
        1 - p.player,
        p.clock + 1,
        p.number + p.player,
    )


def passing(p: Position, square: int) -> Position:
    """Return the position with en passant set if the pawn here, after its double step, can be captured that way."""
    target = square + 8 if p.player == 0 else square - 8
    hunters = PAWN[1 - p.player, target] & pawns(p) & p.mine
    while hunters:
        if may_take_en_passant(p, lowest(hunters), target):
            return Position(
                p.ones, p.twos, p.fours, p.mine, p.theirs, p.castling, ONE << target, p.player, p.clock, p.number
            )
        hunters = rest(hunters)
    return p


def is_over(p: Position) -> bool:
    return bool(p.clock >= FIFTY_MOVES or is_barren(p))


def is_barren(p: Position) -> bool:
    """Return whether checkmate is impossible: only kings and one minor piece, or bishops on squares of one colour."""
    if pawns(p) | straight_sliders(p):
        return False
    pieces = (p.mine | p.theirs) & ~kings(p)
    if not pieces or not rest(pieces):
        return True
    return bool(not knights(p) and (not pieces & DARK or not pieces & ~DARK))


def utility(p: Position, player: int) -> int:
    """Judge a finished game: checkmate, even by the move that completes fifty, or a draw."""
    if not checkers(p):
        return 0
    for _ in moves(p):
        return 0
    return -1 if player == p.player else 1


def key(p: Position) -> int:
    """Return a mix of what repetition compares: the pieces, the player to move, castling and en passant."""
    one = fold(word(p.ones) ^ SALTS[0], word(p.twos) ^ SALTS[1])
    other = fold(word(p.fours) ^ SALTS[2], word(p.mine) ^ SALTS[3])
    # Castling, en passant and the player take different rows of one board.
    return fold(one ^ other, word(p.castling | p.en_passant) ^ SALTS[4] ^ p.player << 8)


def urgent(p: Position) -> bool:
    """Return whether the player to move is in check."""
    return bool(checkers(p) != ZERO)


def skip(p: Position) -> Position:
    """Pass the turn; return the position itself in check, or with only pawns, when having to move may be bad."""
    if checkers(p) or not p.mine & ~(pawns(p) | kings(p)):
        return p
    return Position(
        p.ones, p.twos, p.fours, p.theirs, p.mine, p.castling, ZERO, 1 - p.player, p.clock + 1, p.number + p.player
    )
