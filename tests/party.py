"""Random games of three or more players whose scores add up to 0, for comparing the engine with brute force.

Each move takes a few points from one player and gives them to another. Everything else about a position follows from a
hash of it, and different lines often lead to the same position.
"""

from typing import NamedTuple

from kibitz.bits import replaced
from kibitz.game import Game
from kibitz.rules import CHANCE

STEP = 4


class Position(NamedTuple):
    seed: int
    worth: tuple[int, ...]  # to each player, so far
    player: int
    left: int  # plies to go


def game(
    players: int = 3, chance: bool = False, declared: bool = True, win: bool = False, in_turn: bool = False
) -> Game:
    """Make a game; declared: with `bounds` and `score_sum`."""
    objective = "win" if win else "score"

    def hashed(p, salt):
        word = (p.seed * 1103515245 + p.left * 2654435761 + (p.player + 2) * 97 + salt * 40503) & 0x7FFFFFFF
        word = (word ^ word >> 15) * 2246822519 & 0x7FFFFFFF
        return word >> 7

    def start():
        return Position(1, (0,) * players, 0, 7)

    def turn(p):
        return p.player

    def moves(p):
        if p.left > 0:
            yield from range(1 + hashed(p, 1) % 4)

    def chances(p):
        first = 0.1 + 0.2 * (hashed(p, 2) % 4)
        yield 0, first
        yield 1, 1 - first

    def play(p, move):
        amount = hashed(p, 3 + move) % (STEP + 1)
        after = hashed(p, 11 + move)
        giver, taker = after % players, after // 16 % players
        worth = replaced(p.worth, giver, p.worth[giver] - amount)
        worth = replaced(worth, taker, worth[taker] + amount)
        player = (p.player + 1) % players if in_turn else after // 64 % players
        if chance and p.left > 1 and after // 8 % 2:
            player = CHANCE
        return Position(after % 16, worth, player, p.left - 1)

    def is_over(p):
        return p.left <= 0

    def utility(p, player):
        return 100 * p.worth[player] if win else p.worth[player]

    def evaluate(p, player):
        shift = hashed(p, 20) % 3 * min(p.left, 1)
        return p.worth[player] + (shift if player == 0 else -shift if player == 1 else 0)

    def limits(p, player):
        factor = 100 if win else 1
        low = p.worth[player] - STEP * p.left
        return (factor if low < 0 else 1) * low, (p.worth[player] + STEP * p.left) * factor + STEP

    names = dict(locals())
    names["bounds"] = limits if declared else None
    names["score_sum"] = 0 if declared else None
    names["chances"] = chances if chance else None
    return Game.of(names)
