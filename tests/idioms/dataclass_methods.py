"""Methods on a frozen dataclass"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Position:
    cells: tuple[int, ...]
    player: int

    def is_free(self, cell):
        return 0 <= cell < len(self.cells) and self.cells[cell] == 0

    def with_domino(self, cell):
        cells = list(self.cells)
        cells[cell] = cells[cell + 1] = self.player + 1
        return Position(tuple(cells), 1 - self.player)

    def room(self):
        return sum(1 for cell in range(len(self.cells)) if self.is_free(cell) and self.is_free(cell + 1))


def start():
    return Position((0,) * 10, 0)


def turn(p):
    return p.player


def moves(p):
    return [cell for cell in range(10) if p.is_free(cell) and p.is_free(cell + 1)]


def play(p, cell):
    return p.with_domino(cell)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = 1 if p.room() % 2 else -p.room()
    return value if player == p.player else -value
