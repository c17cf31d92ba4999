"""Ataxx on a board of 5×5.

A move either grows a new piece on an empty square next to one of your own pieces, or jumps with a piece to an empty
square two steps away (in any direction, also like a knight) and leaves its old square empty. All enemy pieces next to
the square moved to change their colour. A player who cannot move passes. The game ends when the board is full, when a
player has no pieces, when nobody can move, or after eight plies in a row without growth; whoever has more pieces wins.
"""

from dataclasses import dataclass, replace

SIZE = 5
SQUARES = range(SIZE * SIZE)
PASS = SIZE * SIZE * SIZE * SIZE
QUIET_LIMIT = 8
WIN = 1000

EMPTY = 0
PIECES = (1, 2)  # of player 0 and of player 1

LAYOUT = """
X...O
.....
.....
.....
O...X
"""


def steps(a, b):
    """How many king's steps two squares are apart."""
    return max(abs(a // SIZE - b // SIZE), abs(a % SIZE - b % SIZE))


NEAR = {a: [b for b in SQUARES if steps(a, b) == 1] for a in SQUARES}
FAR = {a: [b for b in SQUARES if steps(a, b) == 2] for a in SQUARES}


@dataclass(frozen=True)
class Position:
    board: tuple[int, ...]
    player: int
    quiet: int  # plies since a piece was added

    @property
    def own(self):
        return PIECES[self.player]

    @property
    def enemy(self):
        return PIECES[1 - self.player]

    @property
    def finished(self):
        if self.quiet >= QUIET_LIMIT or EMPTY not in self.board:
            return True
        if any(piece not in self.board for piece in PIECES):
            return True
        return not any(self.can_move(piece) for piece in PIECES)

    def count(self, player):
        return self.board.count(PIECES[player])

    def can_move(self, piece):
        return any(
            self.board[source] == piece and any(self.board[target] == EMPTY for target in NEAR[source] + FAR[source])
            for source in SQUARES
        )

    def captures(self, target):
        """The enemy pieces that change colour after a move to a square."""
        return [square for square in NEAR[target] if self.board[square] == self.enemy]

    def gain(self, move):
        source, target = divmod(move, len(SQUARES))
        return len(self.captures(target)) + (1 if source == target else 0)


def start():
    symbols = LAYOUT.split()
    board = tuple(".XO".index(symbol) for row in symbols for symbol in row)
    return Position(board, player=0, quiet=0)


def turn(p):
    return p.player


def moves(p):
    """The moves, those that gain the most pieces first; a growing piece has the same source and target."""
    if p.finished:
        return []
    found = []
    for target in SQUARES:
        if p.board[target] != EMPTY:
            continue
        if any(p.board[square] == p.own for square in NEAR[target]):
            found.append(target * len(SQUARES) + target)
        found += [source * len(SQUARES) + target for source in FAR[target] if p.board[source] == p.own]
    if not found:
        return [PASS]
    return sorted(found, key=p.gain, reverse=True)


def play(p, move):
    if move == PASS:
        return replace(p, player=1 - p.player, quiet=p.quiet + 1)
    source, target = divmod(move, len(SQUARES))
    board = list(p.board)
    board[source] = EMPTY
    board[target] = p.own
    for square in p.captures(target):
        board[square] = p.own
    return Position(tuple(board), player=1 - p.player, quiet=0 if source == target else p.quiet + 1)


def utility(p, player):
    difference = p.count(player) - p.count(1 - player)
    if difference == 0:
        return 0
    return WIN if difference > 0 else -WIN


def exposed(p, piece):
    """How many pieces have an empty square next to them, from which they can be captured."""
    return sum(1 for square in SQUARES if p.board[square] == piece and any(p.board[n] == EMPTY for n in NEAR[square]))


def evaluate(p, player):
    own, enemy = PIECES[player], PIECES[1 - player]
    return 10 * (p.count(player) - p.count(1 - player)) - 2 * (exposed(p, own) - exposed(p, enemy))


def square_name(square):
    row, column = divmod(square, SIZE)
    return "abcde"[column] + str(SIZE - row)


def show(p):
    lines = []
    for row in range(SIZE):
        pieces = p.board[row * SIZE : (row + 1) * SIZE]
        lines.append(f"{SIZE - row} " + " ".join(".XO"[piece] for piece in pieces))
    lines.append("  a b c d e")
    return "\n".join(lines)


def move_name(p, move):
    if move == PASS:
        return "pass"
    source, target = divmod(move, len(SQUARES))
    return square_name(target) if source == target else square_name(source) + square_name(target)
