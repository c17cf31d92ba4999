"""Positions as FEN, one line of text: pieces, player to move, castling, en passant, halfmove clock and move number.

    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1

Castling is written as X-FEN: K or Q for the outermost rook on that side of the king, a column letter for an inner one.
Column letters are accepted for all of them (Shredder-FEN). En passant is written only if such a capture is legal.
"""

from kibitz.bits import each, lowest
from kibitz.games.chess.rules import (
    Position,
    checkers,
    kings,
    passing,
    pawns,
    piece_at,
    straight_sliders,
)
from kibitz.games.chess.tables import ENDS, HOME, ONE, ZERO, Board, U

LETTERS = ".PNK?BRQ"
"""The letter of each piece's number; a capital for white."""
COLUMNS = "ABCDEFGH"
MOST_PIECES, MOST_PAWNS = 16, 8
MOST_CLOCK = 9999
"""Halfmove clocks and move numbers have at most four digits."""
CLASSICAL = 518
"""The number of the usual start in Chess960."""
KNIGHT_PAIRS = ((0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4))


def square_name(square: int) -> str:
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def square_of(name: str) -> int:
    """Read the name of a square."""
    if len(name) != 2 or name[0] not in "abcdefgh" or name[1] not in "12345678":
        raise ValueError(f"expected a square such as e3, got {name!r}")
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def start_row(number: int) -> str:
    """Return the pieces of white's first row in a numbered start of Chess960."""
    if not 0 <= number < 960:
        raise ValueError(f"expected a Chess960 starting position from 0 to 959, got {number}")
    row = ["."] * 8
    number, light = divmod(number, 4)
    number, dark = divmod(number, 4)
    row[2 * light + 1] = row[2 * dark] = "B"
    number, queen = divmod(number, 6)
    row[[i for i in range(8) if row[i] == "."][queen]] = "Q"
    free = [i for i in range(8) if row[i] == "."]
    for place in KNIGHT_PAIRS[number]:
        row[free[place]] = "N"
    for piece in "RKR":
        row[row.index(".")] = piece
    return "".join(row)


def start_position(number: int = CLASSICAL) -> Position:
    """Return a numbered start of Chess960, by default the usual one of chess."""
    row = start_row(number)
    return read(f"{row.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{row} w KQkq - 0 1")


def letter_at(p: Position, square: int) -> str:
    """Return the letter of the piece on a square, a dot for none."""
    letter = LETTERS[piece_at(p, square)]
    is_white = ((p.mine, p.theirs)[p.player] & ONE << square) != ZERO
    return letter if is_white else letter.lower()


def write_row(letters: str) -> str:
    """Return a row as text, with a number for each run of empty squares."""
    for count in range(8, 0, -1):
        letters = letters.replace("." * count, str(count))
    return letters


def write_castling(p: Position) -> str:
    """Return castling rights as X-FEN."""
    text = ""
    for player, pieces in enumerate((p.mine, p.theirs) if p.player == 0 else (p.theirs, p.mine)):
        king = lowest(kings(p) & pieces)
        rooks = list(each(straight_sliders(p) & ~p.ones & pieces & HOME[player]))
        for rook in reversed(list(each(p.castling & pieces))):
            outer = max(rooks) if rook > king else min(rooks)
            letter = COLUMNS[rook % 8] if rook != outer else "K" if rook > king else "Q"
            text += letter if player == 0 else letter.lower()
    return text or "-"


def is_chess960(p: Position) -> bool:
    """Return whether a castling right exists only in Chess960: the pieces are not on e1, a1 and h1."""
    return any(
        rook % 8 not in (0, 7) or any(king % 8 != 4 for king in each(kings(p) & pieces))
        for pieces in (p.mine, p.theirs)
        for rook in each(p.castling & pieces)
    )


def write_board(p: Position) -> str:
    """Return the four fields that make a position, without the clocks."""
    rows = ["".join(letter_at(p, square) for square in range(8 * row, 8 * row + 8)) for row in range(7, -1, -1)]
    en_passant = square_name(lowest(p.en_passant)) if p.en_passant else "-"
    return f"{'/'.join(map(write_row, rows))} {'wb'[p.player]} {write_castling(p)} {en_passant}"


def write(p: Position) -> str:
    return f"{write_board(p)} {p.clock} {p.number}"


def read(text: str) -> Position:
    """Read FEN; halfmove clock and move number may be left out."""
    fields = text.split()
    if len(fields) not in (4, 5, 6):
        raise ValueError(f"expected 6 fields of FEN, or 4 without clocks, got {len(fields)}")
    board, mover, castling, en_passant = fields[:4]
    clock, number = (read_number(field) for field in (fields[4:] + ["0", "1"][len(fields) - 4 :]))
    if mover not in ("w", "b"):
        raise ValueError(f"expected w or b to move, got {mover!r}")
    player = "wb".index(mover)
    ones, twos, fours, white, black = read_pieces(board)
    mine, theirs = (white, black) if player == 0 else (black, white)
    p = Position(ones, twos, fours, mine, theirs, ZERO, ZERO, player, clock, max(number, 1))
    check_pieces(p)
    p = p._replace(castling=read_castling(p, castling))
    return p if en_passant == "-" else passing(p, read_passed(p, en_passant))


def read_number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > MOST_CLOCK:
        raise ValueError(f"expected halfmove clock and move number from 0 to {MOST_CLOCK}, got {text!r}")
    return int(text)


def read_pieces(text: str) -> tuple[Board, Board, Board, Board, Board]:
    """Read the board into its three planes and the pieces of white and black."""
    rows = text.split("/")
    if len(rows) != 8:
        raise ValueError(f"expected 8 rows separated by /, got {len(rows)}")
    planes = [0] * 5
    for row, line in zip(range(7, -1, -1), rows, strict=True):
        letters = "".join("." * int(letter) if letter in "12345678" else letter for letter in line)
        if len(letters) != 8 or "." in line or set(letters.upper()) - set("PNBRQK."):
            raise ValueError(f"expected 8 squares of pnbrqk, PNBRQK and numbers in row {row + 1}, got {line!r}")
        for square, letter in enumerate(letters, 8 * row):
            piece = LETTERS.index(letter.upper())
            owner = 0 if letter == "." else 8 if letter.isupper() else 16
            for plane in range(5):
                planes[plane] |= ((piece | owner) >> plane & 1) << square
    ones, twos, fours, white, black = (U(plane) for plane in planes)
    return ones, twos, fours, white, black


def check_pieces(p: Position) -> None:
    """Raise unless the pieces form a possible position."""
    white, black = (p.mine, p.theirs) if p.player == 0 else (p.theirs, p.mine)
    for name, pieces in (("white", white), ("black", black)):
        for what, board, most in (("pieces", pieces, MOST_PIECES), ("pawns", pawns(p) & pieces, MOST_PAWNS)):
            if int(board).bit_count() > most:
                raise ValueError(f"expected at most {most} {what} for {name}, got {int(board).bit_count()}")
        count = int(kings(p) & pieces).bit_count()
        if count != 1:
            raise ValueError(f"expected one king for {name}, got {count}")
    if wrong := pawns(p) & ENDS:
        raise ValueError(f"expected no pawn on the first or last row, got one on {square_name(lowest(wrong))}")
    if checkers(turned(p)):
        raise ValueError(f"expected {('white', 'black')[p.player]} to move, got a king that could be captured")


def turned(p: Position) -> Position:
    """Return the position with the opponent to move."""
    return p._replace(mine=p.theirs, theirs=p.mine, player=1 - p.player, en_passant=ZERO)


def read_castling(p: Position, text: str) -> Board:
    """Read the rooks that may castle, from the letters KQkq or those of their columns."""
    rights = ZERO
    for letter in text if text != "-" else "":
        player = 0 if letter.isupper() else 1
        pieces = p.mine if player == p.player else p.theirs
        king = lowest(kings(p) & pieces)
        rooks = list(each(straight_sliders(p) & ~p.ones & pieces & HOME[player]))
        if letter.upper() == "K":
            rooks = [rook for rook in rooks if rook > king][-1:]
        elif letter.upper() == "Q":
            rooks = [rook for rook in rooks if rook < king][:1]
        else:
            rooks = [rook for rook in rooks if COLUMNS[rook % 8] == letter.upper()]
        if not rooks or not HOME[player] & ONE << king:
            raise ValueError(f"expected -, or a king and rook on their first row to castle, got {letter!r} in {text!r}")
        side = [rook for rook in each(rights & pieces) if (rook > king) == (rooks[0] > king)]
        if side:
            raise ValueError(f"expected one castling rook on each side, got {text!r}")
        rights |= ONE << rooks[0]
    return rights


def read_passed(p: Position, text: str) -> int:
    """Read the square that a pawn has passed, and return the one where it is now."""
    target = square_of(text)
    pawn, source = (target - 8, target + 8) if p.player == 0 else (target + 8, target - 8)
    wanted = "6" if p.player == 0 else "3"
    way = ONE << target | ONE << source
    if text[1] != wanted or not pawns(p) & p.theirs & ONE << pawn or way & (p.mine | p.theirs):
        raise ValueError(f"expected en passant - or a square of row {wanted} that a pawn has just passed, got {text!r}")
    return pawn


def show(p: Position) -> str:
    lines = [f"{row + 1} {' '.join(letter_at(p, 8 * row + column) for column in range(8))}" for row in range(7, -1, -1)]
    check = ", in check" if checkers(p) else ""
    return "\n".join([*lines, "  a b c d e f g h", f"{('white', 'black')[p.player]} to move{check}"])
