"""Random games with chance and tight bounds, for comparing the engine with brute force.

Each move and outcome changes what the game is worth by at most STEP, so that what is still possible narrows with every
ply. Everything else about a position follows from a hash of it, and different lines often lead to the same position.
"""

from typing import NamedTuple

from kibitz.game import Game
from kibitz.rules import CHANCE

STEP = 3


class Position(NamedTuple):
    seed: int
    worth: int  # to player 0, so far
    player: int  # whose turn it is; nature's where CHANCE
    left: int  # plies to go


def game(
    players: int = 2, chance: bool = True, bounded: bool = True, win: bool = False, teams: bool = False
) -> Game[Position]:
    """Make a game for points, or with `win` for the sign of the points."""
    objective = "win" if win else "score"
    team = (0, *(1 for _ in range(players - 1))) if teams else None

    def hashed(p, salt):
        word = (p.seed * 1103515245 + p.left * 2654435761 + (p.player + 2) * 97 + salt * 40503) & 0x7FFFFFFF
        word = (word ^ word >> 15) * 2246822519 & 0x7FFFFFFF
        return word >> 7

    def start():
        return Position(1, 0, 0, 7)

    def turn(p):
        return p.player

    def moves(p):
        if p.left > 0:
            yield from range(hashed(p, 1) % 5)

    def chances(p):
        first = 0.1 + 0.2 * (hashed(p, 2) % 4)
        yield 0, first
        yield 1, 0.5 * (1 - first)
        yield 2, 0.5 * (1 - first)

    def play(p, move):
        change = hashed(p, 3 + move) % (2 * STEP + 1) - STEP
        after = hashed(p, 11 + move)
        player = after % players
        if chance and p.left > 1 and after // 8 % 2:
            player = CHANCE
        return Position(after % 16, p.worth + change, player, p.left - 1)

    def is_over(p):
        return p.left <= 0

    def utility(p, player):
        worth = p.worth
        if win:
            worth = 1 if worth > 0 else -1 if worth < 0 else 0
        return worth if player == 0 else -worth

    def evaluate(p, player):
        guess = p.worth + (hashed(p, 20) % 5 - 2) / 4 * min(p.left, STEP)
        return guess if player == 0 else -guess

    def limits(p, player):
        if win:
            return -40, 40
        least, most = p.worth - STEP * p.left, p.worth + STEP * p.left
        return (least, most) if player == 0 else (-most, -least)

    def policy(p, move):
        return 1 + hashed(p, 30 + move) % 3

    names = dict(locals())
    names["bounds"] = limits if bounded else None
    names["chances"] = chances if chance else None
    names["teams"] = team
    return Game.of(names)
