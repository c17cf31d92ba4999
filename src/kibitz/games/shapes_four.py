"""Connect Four with shapes and colours: four of a shape win for its owner, four of a colour for that colour.

Player 0 is red and owns the ring O, player 1 is blue and owns the cross X. A player drops pieces of their own
colour, of either shape while they last: 11 of the shape they own, 10 of the other. When one drop makes both kinds of
line the shape decides, so a player can lose by their own drop. Bits are as in Connect Four, 7 per column.
A move is column × 2 + shape, the shape 0 for a ring and 1 for a cross.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from kibitz.bits import each, gaps, lowest, rows_of, run
from kibitz.board import Board, Cell, Label, Piece, rack
from kibitz.features import blocks, mirror, patterns, standing

COLUMNS, ROWS, HEIGHT = 7, 6, 7
COLUMN = (1 << ROWS) - 1
BOARD = sum(COLUMN << HEIGHT * column for column in range(COLUMNS))
BOTTOM = sum(1 << HEIGHT * column for column in range(COLUMNS))
OWN, OTHER = 11, 10
PIECES = {(0, 0): "O", (0, 1): "X", (1, 0): "o", (1, 1): "x"}


class Position(NamedTuple):
    """Pieces on the board."""

    red: int
    blue: int
    rings: int  # of both colours; the other pieces are crosses
    player: int


def lines_through(column: int, row: int) -> int:
    """Return the cells of the complete lines through a cell, without the cell itself."""
    cells = 0
    for c in range(COLUMNS):
        for r in range(ROWS):
            right, up = c - column, r - row
            if (right, up) != (0, 0) and (right == 0 or up == 0 or abs(right) == abs(up)):
                cells |= 1 << HEIGHT * c + r
    return cells


REACH = np.array([lines_through(bit // HEIGHT, bit % HEIGHT) for bit in range(HEIGHT * COLUMNS)])
STEPS = HEIGHT, 1  # to the next column, and up
COLOURS, SHAPES = 0, 1  # what the patterns of the features are made of
seen, seen_count = patterns(blocks(5, 2, COLUMNS, ROWS, STEPS), mirror(COLUMNS, STEPS), 2, standing(1))
feature_count = seen_count + 2
how_to_play = f"""
Choose a ring or a cross of your colour and drop it into a column. You win with four of your shape in a line, of
either colour, or with four of your colour, of either shape; red owns the ring and blue the cross. Lines run
sideways, upwards or diagonally. If a piece completes both kinds of line at once, the shape decides, so a
careless drop can win the game for the opponent. Each player has {OWN} pieces of their own shape and {OTHER} of
the other; a full board without a line is a draw.
"""
player_names = ("red O", "blue X")
win_scale = 97  # measured by benchmarks/win_scale.py: prospects say little about who will win
without = ("priority",)  # made for RB's filter: centre columns first and history order moves better


def start() -> Position:
    return Position(0, 0, 0, 0)


def turn(p: Position) -> int:
    return p.player


def has_shape(p: Position, player: int, shape: int) -> bool:
    pieces = p.red if player == 0 else p.blue
    used = (pieces & p.rings).bit_count() if shape == 0 else (pieces & ~p.rings).bit_count()
    return used < (OWN if shape == player else OTHER)


def moves(p: Position) -> Iterator[int]:
    for column in (3, 2, 4, 1, 5, 0, 6):
        if not (p.red | p.blue) >> (HEIGHT * column + ROWS - 1) & 1:
            for shape in (p.player, 1 - p.player):
                if has_shape(p, p.player, shape):
                    yield column * 2 + shape


def landing(p: Position, column: int) -> int:
    return ((p.red | p.blue) + (1 << HEIGHT * column)) & COLUMN << HEIGHT * column


def play(p: Position, move: int) -> Position:
    piece = landing(p, move // 2)
    rings = p.rings if move % 2 else p.rings | piece
    if p.player == 0:
        return Position(p.red | piece, p.blue, rings, 1)
    return Position(p.red, p.blue | piece, rings, 0)


def has_line(cells: int) -> bool:
    for step in (1, HEIGHT - 1, HEIGHT, HEIGHT + 1):
        if run(cells, step, 4):
            return True
    return False


def winner(p: Position) -> int:
    """Return the player who has a line, the shape before the colour; -1 for none."""
    if has_line(p.rings):
        return 0
    if has_line((p.red | p.blue) & ~p.rings):
        return 1
    if has_line(p.red):
        return 0
    return 1 if has_line(p.blue) else -1


def winning_cells(p: Position) -> int:
    """Return the lines that decide the game: those of a shape, or, where there are none, those of a colour."""
    for alike in (p.rings, (p.red | p.blue) & ~p.rings, p.red, p.blue):
        if cells := rows_of(alike, (1, HEIGHT - 1, HEIGHT, HEIGHT + 1), 4):
            return cells
    return 0


def is_over(p: Position) -> bool:
    return p.red | p.blue == BOARD or winner(p) >= 0


def utility(p: Position, player: int) -> int:
    won = winner(p)
    return 0 if won < 0 else 1000 if won == player else -1000


def worth(p: Position, cell: int, player: int, shape: int) -> int:
    """Return the number of pieces of this colour, and of this shape, on the lines through a cell."""
    reach = int(REACH[cell])
    colour = p.red if player == 0 else p.blue
    alike = p.rings if shape == 0 else (p.red | p.blue) & ~p.rings
    return (reach & colour).bit_count() + (reach & alike).bit_count()


def prospects(p: Position, player: int) -> int:
    """Return the sum, over the cells where a piece can land, of the best worth among the player's remaining shapes."""
    total = 0
    for column in range(COLUMNS):
        cell = landing(p, column)
        if cell:
            best = 0
            for shape in (0, 1):
                if has_shape(p, player, shape):
                    best = max(best, worth(p, lowest(cell), player, shape))
            total += best
    return total


def evaluate(p: Position, player: int) -> int:
    return prospects(p, player) - prospects(p, 1 - player)


def features(p: Position, player: int) -> Iterator[int]:
    """Yield the colours and the shapes in all blocks of five columns and two rows, and who began."""
    crosses = (p.red | p.blue) & ~p.rings
    mine, theirs = (p.red, p.blue) if player == 0 else (p.blue, p.red)
    my_shape, their_shape = (p.rings, crosses) if player == 0 else (crosses, p.rings)
    yield from seen(mine, theirs, COLOURS)
    yield from seen(my_shape, their_shape, SHAPES)
    yield seen_count + player


def priority(p: Position, move: int) -> int:
    return worth(p, lowest(landing(p, move // 2)), p.player, move % 2)


def completing(cells: int) -> int:
    """Return the cells that would complete a line, occupied or not."""
    found = 0
    for step in (1, HEIGHT - 1, HEIGHT, HEIGHT + 1):
        found |= gaps(cells, step, 4)
    return found & BOARD


def candidates(p: Position) -> Iterator[int]:
    """Yield a drop that wins at once, otherwise those that do not let the opponent win at once, unless all do."""
    crosses = (p.red | p.blue) & ~p.rings
    mine, theirs = (p.red, p.blue) if p.player == 0 else (p.blue, p.red)
    my_shape, their_shape = (p.rings, crosses) if p.player == 0 else (crosses, p.rings)
    free = (p.red | p.blue) + BOTTOM & BOARD
    lost = completing(their_shape)
    if has_shape(p, p.player, p.player):
        wins, shape = (completing(my_shape) | completing(mine)) & free, p.player
    else:
        wins, shape = completing(mine) & ~lost & free, 1 - p.player
    if wins:
        yield lowest(wins) // HEIGHT * 2 + shape
        return
    threats = 0
    if has_shape(p, 1 - p.player, 1 - p.player):
        threats = lost | completing(theirs)
    forced = threats & free
    safe = (forced or free) & ~(threats >> 1)
    if forced & forced - 1 or safe == 0:
        safe = free
    for column in (3, 2, 4, 1, 5, 0, 6):
        if safe >> HEIGHT * column & COLUMN:
            for shape in (p.player, 1 - p.player):
                if has_shape(p, p.player, shape):
                    yield column * 2 + shape


def cell_text(p: Position, column: int, row: int) -> str:
    bit = 1 << HEIGHT * column + row
    if not (p.red | p.blue) & bit:
        return "."
    return PIECES[0 if p.red & bit else 1, 0 if p.rings & bit else 1]


def write(p: Position) -> str:
    return "/".join("".join(cell_text(p, c, r) for c in range(COLUMNS)) for r in reversed(range(ROWS)))


def read(text: str) -> Position:
    lines = text.split("/")
    if len(lines) != ROWS or any(len(line) != COLUMNS or set(line) - set("OXox.") for line in lines):
        raise ValueError("expected 6 rows of 7 of O X (red) o x (blue) and . separated by /, the top row first")
    sets = dict.fromkeys("OXox.", 0)
    for row, line in enumerate(reversed(lines)):
        for column, mark in enumerate(line):
            sets[mark] |= 1 << HEIGHT * column + row
    red, blue, rings = sets["O"] | sets["X"], sets["o"] | sets["x"], sets["O"] | sets["o"]
    ahead = red.bit_count() - blue.bit_count()
    if ahead not in (0, 1):
        raise ValueError(f"red moves first, so red has as many pieces as blue or one more; got {ahead:+d}")
    if (red | blue) & sets["."] << 1 & BOARD:
        raise ValueError("a piece hangs in the air")
    for mark, most in (("O", OWN), ("X", OTHER), ("x", OWN), ("o", OTHER)):
        if sets[mark].bit_count() > most:
            raise ValueError(f"there are only {most} {mark}, got {sets[mark].bit_count()}")
    return Position(red, blue, rings, ahead)


def show(p: Position) -> str:
    names = {".": " .", "O": "rO", "X": "rX", "o": "bO", "x": "bX"}
    rows = [" ".join(names[cell_text(p, c, r)] for c in range(COLUMNS)) for r in reversed(range(ROWS))]
    left = [f"{('red', 'blue')[i]} has {stock(p, i, 0)} O and {stock(p, i, 1)} X left" for i in (0, 1)]
    numbers = " ".join(f" {column + 1}" for column in range(COLUMNS))
    return "\n".join([*rows, numbers, ", ".join(left)])


def stock(p: Position, player: int, shape: int) -> int:
    """Return the number of pieces of a shape that a player has left."""
    return (OWN if shape == player else OTHER) - write(p).count(PIECES[player, shape])


def board(p: Position) -> Board:
    """Return the rack, and below it the pieces each player has left: a move takes one and drops it into a column."""
    holes, marks = rack(COLUMNS, ROWS), "".join(reversed(write(p).split("/")))
    pieces, tray, labels = [], [], [Label(column, ROWS, str(column + 1)) for column in range(COLUMNS)]
    for (player, shape), mark in PIECES.items():
        colour, x = ("red", "blue")[player], 3.6 * player + 1.7 * shape
        look = (("ring", "cross")[shape], colour, colour[0].upper(), name := f"{colour} {'OX'[shape]}")
        tray.append(Cell(name, x, ROWS + 1))
        labels.append(Label(x + 0.75, ROWS + 1, str(stock(p, player, shape))))
        stands = [hole.name for hole, other in zip(holes, marks, strict=True) if other == mark]
        pieces += [Piece(cell, *look) for cell in (stands if stock(p, player, shape) == 0 else [name, *stands])]
    taken = [tray[2 * p.player + shape].name for shape in (0, 1)]
    drops = {
        move: (taken[move % 2], f"{move // 2 + 1}.{marks[move // 2 :: COLUMNS].index('.') + 1}") for move in moves(p)
    }
    winning = [f"{bit // HEIGHT + 1}.{bit % HEIGHT + 1}" for bit in each(winning_cells(p))]
    return Board([*holes, *tray], pieces, labels, drops, ground="rack", players=("red", "blue"), winning=winning)


def move_name(p: Position, move: int) -> str:
    return f"{move // 2 + 1}{'ox'[move % 2]}"
