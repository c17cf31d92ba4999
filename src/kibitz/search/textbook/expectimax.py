"""Expectimax: the average score against players who move at random.

Law. The score of a position, for the deciding player:
    over, or no move left      its utility
    depth 0                    its evaluation
    nature to move             the average of its children by their probabilities, at the same depth
    the player's side to move  the greatest score of its children, at one depth less
    another player to move      the plain average of its children, at one depth less
A principal variation ends where a player or nature moves at random.
"""

from functools import partial
from typing import Any

from kibitz.compiler.plain import Compiled, Desk, Kernel, words
from kibitz.game import Game
from kibitz.rules import CHANCE
from kibitz.search.desk import EXACT, LOWEST, NODES, end_line, extend_line, record, stopped, too_long, wrong_odds
from kibitz.search.textbook.sound import chances_of, horizon, same_side


def expectimax(game: Game[Any], compiled: Compiled) -> Kernel:
    """Build expectimax for a game."""
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
        average = total = 0.0
        if mover == CHANCE:
            if too_long(desk, ply):
                return 0.0
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
        best = float(LOWEST)
        children = 0
        for move in moves(p):
            score = search(play(p, move), player, depth - 1, ply + 1, desk)
            if stopped(desk):
                return 0.0
            if ply == 0:
                record(desk, move, score, EXACT)
            children += 1
            average += score
            if maximising and score > best:
                best = score
                extend_line(desk, depth, move)
        if children > 0 and maximising:
            return best
        end_line(desk, depth)
        if children == 0:
            return float(utility(p, player))
        return average / children

    @partial(compiled, returns="float")
    def root(p: Any, player: int, depth: int, desk: Desk) -> float:
        return search(p, player, depth, 0, words(desk))

    return root
