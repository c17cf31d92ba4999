"""Max-n: every player for themselves.

Law. A position has one score per player:
    over, or no move left  their utilities
    depth 0                their evaluations
    nature to move         the average of its children by their probabilities, at the same depth
    a player to move       the scores of the child that is best for that player (the first of the best), at one
                           depth less
With two players whose scores sum to a constant it is the same as minimax.
"""

from functools import partial
from typing import Any

from kibitz.bits import replaced
from kibitz.compiler.plain import Compiled, Desk, Kernel, put, words
from kibitz.game import Game
from kibitz.rules import CHANCE
from kibitz.search.desk import EXACT, NODES, SCORES, end_line, extend_line, record, stopped, too_long, wrong_odds
from kibitz.search.textbook.sound import chances_of, horizon


def max_n(game: Game[Any], compiled: Compiled) -> Kernel:
    """Build max-n for a game."""
    rules = game.rules
    turn, moves, play, is_over, utility = rules.turn, rules.moves, rules.play, rules.is_over, rules.utility
    chances, judge, players = chances_of(game), horizon(game), game.players
    nothing = (0.0,) * players

    @partial(compiled, returns="floats")
    def utilities(p: Any) -> Any:
        scores = nothing
        for player in range(players):
            scores = replaced(scores, player, float(utility(p, player)))
        return scores

    @partial(compiled, returns="floats")
    def judgements(p: Any, desk: Desk) -> Any:
        scores = nothing
        for player in range(players):
            scores = replaced(scores, player, float(judge(p, player, desk)))
        return scores

    @partial(compiled, returns="floats")
    def search(p: Any, player: int, depth: int, ply: int, desk: Desk) -> Any:
        desk[NODES] += 1
        if is_over(p):
            end_line(desk, depth)
            return utilities(p)
        if depth == 0:
            return judgements(p, desk)
        mover = turn(p)
        if mover == CHANCE:
            average, total = nothing, 0.0
            if too_long(desk, ply):
                return average
            for move, probability in chances(p):
                scores = search(play(p, move), player, depth, ply + 1, desk)
                if stopped(desk):
                    return average
                if ply == 0:
                    record(desk, move, scores[player], EXACT)
                total += abs(probability)
                for other in range(players):
                    average = replaced(average, other, average[other] + probability * scores[other])
            if wrong_odds(desk, total):
                return average
            end_line(desk, depth)
            return average
        best = nothing
        children = 0
        for move in moves(p):
            scores = search(play(p, move), player, depth - 1, ply + 1, desk)
            if stopped(desk):
                return best
            if ply == 0:
                record(desk, move, scores[player], EXACT)
            if children == 0 or scores[mover] > best[mover]:
                best = scores
                extend_line(desk, depth, move)
            children += 1
        if children == 0:
            end_line(desk, depth)
            return utilities(p)
        return best

    @partial(compiled, returns="float")
    def root(p: Any, player: int, depth: int, desk: Desk) -> Any:
        sheet = words(desk)
        scores = search(p, player, depth, 0, sheet)
        for other in range(players):
            put(sheet, sheet[SCORES] + other, scores[other])
        return scores[player]

    return root
