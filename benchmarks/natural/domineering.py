"""Domineering on a board of 6×6.

The players cover two adjacent empty squares with a domino in turn: the first player upright, the second lying. Whoever
cannot place a domino loses.
"""

SIZE = 6
VERTICAL, HORIZONTAL = 0, 1
WIN = 1000


def start():
    return tuple((False,) * SIZE for _ in range(SIZE)), VERTICAL


def turn(p):
    _, player = p
    return player


def second_half(row, column, player):
    """The other square of a domino whose upper or left square is given."""
    if player == VERTICAL:
        return row + 1, column
    return row, column + 1


def fits(board, row, column, player):
    other_row, other_column = second_half(row, column, player)
    if other_row >= SIZE or other_column >= SIZE:
        return False
    return not board[row][column] and not board[other_row][other_column]


def moves(p):
    board, player = p
    for row in range(SIZE):
        for column in range(SIZE):
            if fits(board, row, column, player):
                yield row * SIZE + column


def play(p, move):
    board, player = p
    row, column = divmod(move, SIZE)
    other_row, other_column = second_half(row, column, player)
    rows = [list(squares) for squares in board]
    rows[row][column] = True
    rows[other_row][other_column] = True
    return tuple(tuple(squares) for squares in rows), 1 - player


def utility(p, player):
    return -WIN if player == turn(p) else WIN


def room(strip):
    """How many dominoes fit into one row or column, one after the other."""
    dominoes = 0
    length = 0
    for covered in strip:
        length = 0 if covered else length + 1
        if length == 2:
            dominoes += 1
            length = 0
    return dominoes


def places(strip):
    """How many places there are for the next domino in one row or column."""
    return sum(not a and not b for a, b in zip(strip, strip[1:]))


def strips(board, player):
    return list(zip(*board)) if player == VERTICAL else board


def prospects(board, player):
    return sum(3 * room(strip) + places(strip) for strip in strips(board, player))


def evaluate(p, player):
    board, _ = p
    return prospects(board, player) - prospects(board, 1 - player)


def show(p):
    board, _ = p
    lines = [f"{SIZE - i} " + " ".join("#" if covered else "." for covered in row) for i, row in enumerate(board)]
    return "\n".join([*lines, "  a b c d e f"])


def move_name(p, move):
    row, column = divmod(move, SIZE)
    return f"{'abcdef'[column]}{SIZE - row}"
