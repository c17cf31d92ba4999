"""A position of backgammon as a board to draw: points are called and labelled as white numbers them.

A board that is turned is labelled as black numbers them: each player finds the numbers of their own plays on the board
as seen from their side.

12 … 7 | bar |  6 … 1 | white's home at the bottom right, black's at the top right, checkers borne off beside them
"""

from kibitz.board import Board, Cell, Label, Piece
from kibitz.games.backgammon.rules import BAR, OFF, Position, Side, count, moves
from kibitz.games.backgammon.text import PLAYERS, steps_of

STACK = 5
"""The height of a point, and the checkers drawn on it; if there are more, the last one has the number on it."""
UPPER, MIDDLE, LOWER = 0, 3, 6
"""Where the rows are, by the middle of their cells; the dice lie between the players."""
TONES = ("light", "dark")


def column(point: int) -> int:
    """Return the column of one of white's points; the bar is in the middle."""
    right = 25 - point if point > 12 else point
    return 13 - right if right <= 6 else 12 - right


def cells() -> list[Cell]:
    """Return the points, the bars and the trays for checkers borne off, and a place for the dice."""
    found = []
    for point in range(1, BAR):
        row, shape = (UPPER, "point-down") if point > 12 else (LOWER, "point-up")
        found.append(Cell(str(point), column(point), row, shape, TONES[point % 2], height=STACK))
    for player, row in enumerate((UPPER, LOWER)):  # a checker enters from the far side, and is borne off on its own
        found.append(Cell(f"{PLAYERS[player]} bar", 6, row, height=STACK))
        found.append(Cell(f"{PLAYERS[1 - player]} off", 13, row, height=STACK))
    return [*found, Cell("dice", 6, MIDDLE, width=3)]


def cell_of(player: int, place: int) -> str:
    """Return the name of a cell, given by a player's own number of the place."""
    if place in (BAR, OFF):
        return f"{PLAYERS[player]} {'bar' if place == BAR else 'off'}"
    return str(place if player == 0 else BAR - place)


def checkers(player: int, side: Side) -> list[Piece]:
    """Return a player's checkers, each stack growing from the edge of the board."""
    rows = {cell.name: cell.y for cell in cells()}
    found = []
    for place in range(BAR + 1):
        name, number = cell_of(player, place), count(side, place)
        inwards = 1 if rows[name] == UPPER else -1
        for i in range(min(number, STACK)):
            text = str(number) if i == STACK - 1 and number > STACK else ""
            y = inwards * (i - STACK // 2)
            found.append(Piece(name, "disc", TONES[player], text, f"{PLAYERS[player]} checker", y=y))
    return found


def dice(p: Position) -> list[Piece]:
    """Return the dice, if they have been rolled."""
    faces = divmod(p.roll, 10) if p.roll else ()
    return [
        Piece("dice", "die", text=str(face), name=f"a {face}", x=x) for face, x in zip(faces, (-0.6, 0.6), strict=False)
    ]


def board(p: Position) -> Board:
    """Return the board. A play is touched step by step: where a checker starts, and where it goes."""
    labels = []
    for point in range(1, BAR):
        y = UPPER - 2.8 if point > 12 else LOWER + 2.8
        labels.append(Label(column(point), y, str(point), str(BAR - point)))
    touch = {}
    if p.roll:
        for move in moves(p):
            touch[move] = tuple(cell_of(p.player, place) for step in steps_of(move) for place in step)
    pieces = [*checkers(0, p.white), *checkers(1, p.black), *dice(p)]
    return Board(cells(), pieces, labels, touch, ground="felt", players=TONES)
