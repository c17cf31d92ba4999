"""A position as a board to draw."""

from kibitz.bits import lowest
from kibitz.board import Board, Piece, coordinates, grid
from kibitz.games.chess.fen import letter_at, square_name
from kibitz.games.chess.rules import Position, checkers, kings
from kibitz.games.chess.san import legal, uci_name

SHAPES = {"P": "pawn", "N": "knight", "B": "bishop", "R": "rook", "Q": "queen", "K": "king"}


def board(p: Position) -> Board:
    """Return the board with its pieces; a king in check stands on red. Castling is clicked as UCI writes it."""
    pieces = []
    for square in range(64):
        letter = letter_at(p, square)
        if letter != ".":
            shape, colour = SHAPES[letter.upper()], "white" if letter.isupper() else "black"
            tone = "light" if letter.isupper() else "dark"
            pieces.append(Piece(square_name(square), shape, tone, name=f"{colour} {shape}"))
    in_check = square_name(lowest(kings(p) & p.mine)) if checkers(p) else ""
    squares = grid(8, 8, tones=("dark", "light"))
    cells = [cell._replace(tone="red") if cell.name == in_check else cell for cell in squares]
    names = {move: uci_name(p, move) for move in legal(p)}
    touch = {move: (name[:2], name[2:4]) for move, name in names.items()}
    return Board(cells, pieces, coordinates(8, 8), touch, ground="wood", players=("light", "dark"))
