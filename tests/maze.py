"""Games of pure chance in their rules, for property tests: everything about a position follows from a hash of it.

Lines meet again all the time, a player may move twice, games end early or late, and evaluations are worth nothing:
whatever a search gets right here, it gets right because it is right.
"""

from typing import NamedTuple

from kibitz.game import Game


class Position(NamedTuple):
    state: int
    player: int
    left: int


def game(size: int = 60, points: bool = True, hooks: bool = True) -> Game[Position]:
    """A maze with so many states at each ply; played for points or to be won, with every hook or none."""
    objective = "score" if points else "win"

    def hashed(p, salt):
        word = (p.state * 1103515245 + p.player * 12345 + p.left * 2654435761 + salt * 40503) & 0x7FFFFFFF
        word = (word ^ word >> 15) * 2246822519 & 0x7FFFFFFF
        return word >> 7

    def start():
        return Position(0, 0, 8)

    def turn(p):
        return p.player

    def moves(p):
        yield from range(1 + hashed(p, 1) % 4)

    def play(p, move):
        player = p.player if hashed(p, 10 + move) % 4 == 0 else 1 - p.player
        return Position(hashed(p, 20 + move) % size, player, p.left - 1)

    def is_over(p):
        return p.left == 0 or hashed(p, 2) % 9 == 0

    def utility(p, player):
        worth = hashed(p, 3) % 19 - 9 if points else hashed(p, 3) % 3 - 1
        return worth if player == 0 else -worth

    def evaluate(p, player):
        worth = hashed(p, 4) % 19 - 9
        return worth if player == 0 else -worth

    if hooks:
        margin = 2

        def priority(p, move):
            return hashed(p, 30 + move) % 5

        def bounds(p, player):
            return -9, 9

        def noisy(p, move):
            return hashed(p, 40 + move) % 3 == 0

        def urgent(p):
            return hashed(p, 5) % 8 == 0

        def skip(p):
            return Position(p.state, 1 - p.player, p.left)

        def symmetries(p):
            yield p

    return Game.of(locals())
