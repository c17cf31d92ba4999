"""Perft: how many lines of exactly this many plies there are.

Law. A position at depth 0 is one leaf; a finished one above it is none; otherwise the leaves are those of
its children. Nature's outcomes are plies like moves. The last ply is counted without being played.
"""

from functools import partial
from typing import Any

from kibitz.game import CHANCE, Game
from kibitz.search.desk import NODES, Desk, stopped
from kibitz.kernel import Compiled, Kernel
from kibitz.search.rules import chances_of


def perft(game: Game[Any], compiled: Compiled) -> Kernel:
    """Build perft for a game; what it returns is not a score but the number of leaves."""
    turn, moves, play, is_over = game.turn, game.moves, game.play, game.is_over
    chances = chances_of(game)

    @partial(compiled, returns="int")
    def count(p: Any, player: int, depth: int, desk: Desk) -> int:
        desk[NODES] += 1
        if depth == 0:
            return 1
        if is_over(p):
            return 0
        leaves = 0
        if turn(p) == CHANCE:
            for move, _ in chances(p):
                leaves += 1 if depth == 1 else count(play(p, move), player, depth - 1, desk)
                if stopped(desk):
                    return leaves
        else:
            for move in moves(p):
                leaves += 1 if depth == 1 else count(play(p, move), player, depth - 1, desk)
                if stopped(desk):
                    return leaves
        return leaves

    return count
