"""Expectiminimax: best play by every player, nature's outcomes averaged.

Law. As minimax; where nature is to move, the average of the children by their probabilities, at the same depth. A
principal variation ends where nature moves.
"""

from functools import partial
from typing import Any

from kibitz.compiler.plain import Compiled, Desk, Kernel, words
from kibitz.game import Game
from kibitz.rules import CHANCE
from kibitz.search.desk import (
    EXACT,
    HIGHEST,
    LOWEST,
    NODES,
    end_line,
    extend_line,
    record,
    stopped,
    too_long,
    wrong_odds,
)
from kibitz.search.textbook.sound import chances_of, horizon, same_side


def expectiminimax(game: Game[Any], compiled: Compiled) -> Kernel:
    """Build expectiminimax for a game."""
    rules = game.rules
    turn, moves, play, is_over, utility = rules.turn, rules.moves, rules.play, rules.is_over, rules.utility
    chances, judge, ours = chances_of(game), horizon(game), same_side(game)

    @partial(compiled, returns="float")
    def search(p: Any, player: int, depth: int, ply: int, desk: Desk) -> float:
        desk[NODES] += 1
        if is_over(p):
            end_line(desk, depth)
            return float(utility(p, player))
        if depth == 0:
            return float(judge(p, player, desk))
        mover = turn(p)
        if mover == CHANCE:
            if too_long(desk, ply):
                return 0.0
            average = total = 0.0
            for move, probability in chances(p):
                score = search(play(p, move), player, depth, ply + 1, desk)
                if stopped(desk):
                    return 0.0
                if ply == 0:
                    record(desk, move, score, EXACT)
                average += probability * score
                total += abs(probability)
            if wrong_odds(desk, total):
                return 0.0
            end_line(desk, depth)
            return average
        maximising = ours(mover, player)
        worst = float(LOWEST) if maximising else float(HIGHEST)
        best = worst
        for move in moves(p):
            score = search(play(p, move), player, depth - 1, ply + 1, desk)
            if stopped(desk):
                return best
            if ply == 0:
                record(desk, move, score, EXACT)
            if score > best if maximising else score < best:
                best = score
                extend_line(desk, depth, move)
        if best == worst:
            end_line(desk, depth)
            return float(utility(p, player))
        return best

    @partial(compiled, returns="float")
    def root(p: Any, player: int, depth: int, desk: Desk) -> float:
        return search(p, player, depth, 0, words(desk))

    return root
