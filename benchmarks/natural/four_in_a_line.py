"""Four in a Line.

Two players place stones of their colour on the empty points of a 7×7 board in turn. Whoever first has four stones next
to each other in a row, a column or a diagonal wins. A full board without such a line is a draw.
"""

from typing import NamedTuple

SIZE = 7
LENGTH = 4
EMPTY, BLACK, WHITE = 0, 1, 2
SYMBOLS = ".XO"
COLUMNS = "abcdefg"
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]

WIN = 10_000
LINE_VALUE = {0: 0, 1: 1, 2: 8, 3: 40, 4: 0}  # a line with this many stones of one colour and none of the other


def on_board(row, column):
    return 0 <= row < SIZE and 0 <= column < SIZE


def all_lines():
    """Every set of four points in a line."""
    lines = []
    for row in range(SIZE):
        for column in range(SIZE):
            for down, right in DIRECTIONS:
                points = [(row + down * i, column + right * i) for i in range(LENGTH)]
                if all(on_board(r, c) for r, c in points):
                    lines.append([r * SIZE + c for r, c in points])
    return lines


def distance_from_centre(point):
    row, column = divmod(point, SIZE)
    return max(abs(row - SIZE // 2), abs(column - SIZE // 2))


LINES = all_lines()
CENTRE_FIRST = sorted(range(SIZE * SIZE), key=distance_from_centre)


class Position(NamedTuple):
    board: tuple[int, ...]
    player: int

    @property
    def stone(self):
        """The colour of the player to move."""
        return BLACK if self.player == 0 else WHITE

    @property
    def last_stone(self):
        """The colour of the player who moved last."""
        return WHITE if self.player == 0 else BLACK


def has_line(board, stone):
    return any(all(board[point] == stone for point in line) for line in LINES)


def start():
    return Position((EMPTY,) * (SIZE * SIZE), 0)


def turn(p):
    return p.player


def moves(p):
    if has_line(p.board, p.last_stone):
        return []
    return [point for point in CENTRE_FIRST if p.board[point] == EMPTY]


def play(p, point):
    board = list(p.board)
    board[point] = p.stone
    return Position(tuple(board), 1 - p.player)


def utility(p, player):
    if not has_line(p.board, p.last_stone):
        return 0
    return -WIN if player == p.player else WIN


def line_score(board, line, own, other):
    """What one line promises to the owner of the stones `own`."""
    stones = [board[point] for point in line]
    if own in stones and other in stones:
        return 0
    return LINE_VALUE[stones.count(own)] - LINE_VALUE[stones.count(other)]


def evaluate(p, player):
    own, other = (BLACK, WHITE) if player == 0 else (WHITE, BLACK)
    return sum(line_score(p.board, line, own, other) for line in LINES)


def show(p):
    rows = [p.board[i : i + SIZE] for i in range(0, SIZE * SIZE, SIZE)]
    lines = [f"{SIZE - i} " + " ".join(SYMBOLS[stone] for stone in row) for i, row in enumerate(rows)]
    return "\n".join([*lines, "  " + " ".join(COLUMNS)])


def move_name(p, point):
    row, column = divmod(point, SIZE)
    return f"{COLUMNS[column]}{SIZE - row}"
