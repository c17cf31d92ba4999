"""Isolation on a board of 6×6, as a student might write it, without an evaluation.

Each player has one piece. A move goes one step in any direction to a cell that is still there, and the cell that was
left is gone. Whoever cannot move loses.
"""

SIZE = 6
DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def start():
    return (True,) * (SIZE * SIZE), (SIZE // 2 - 1, SIZE * SIZE - SIZE // 2), 0


def turn(p):
    return p[2]


def moves(p):
    there, pieces, player = p
    row, column = divmod(pieces[player], SIZE)
    for down, right in DIRECTIONS:
        if 0 <= row + down < SIZE and 0 <= column + right < SIZE:
            cell = (row + down) * SIZE + column + right
            if there[cell] and cell != pieces[1 - player]:
                yield cell


def play(p, cell):
    there, pieces, player = p
    left = list(there)
    left[pieces[player]] = False
    moved = list(pieces)
    moved[player] = cell
    return tuple(left), tuple(moved), 1 - player


def utility(p, player):
    return -1 if player == turn(p) else 1
