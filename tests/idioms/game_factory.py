"""A game with a parameter, closing over lists"""

from kibitz import Game


def game(size: int = 3):
    """Three in a row, or as many as the board is wide."""
    lines = [[size * r + c for c in range(size)] for r in range(size)]
    lines += [[size * r + c for r in range(size)] for c in range(size)]
    lines.append([(size + 1) * i for i in range(size)])
    lines.append([(size - 1) * (i + 1) for i in range(size)])

    def start():
        return (0,) * (size * size), 0

    def turn(p):
        return p[1]

    def is_over(p):
        return any(all(p[0][cell] == 2 - p[1] for cell in line) for line in lines)

    def moves(p):
        return [cell for cell in range(size * size) if p[0][cell] == 0]

    def play(p, cell):
        board, player = p
        return board[:cell] + (player + 1,) + board[cell + 1 :], 1 - player

    def utility(p, player):
        if not is_over(p):
            return 0
        return -1 if player == p[1] else 1

    def evaluate(p, player):
        value = 0
        for line in lines:
            marks = {p[0][cell] for cell in line}
            value += (2 not in marks) - (1 not in marks)
        return value if player == 0 else -value

    return Game.of(locals())
