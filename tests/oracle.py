"""Searches too simple to be wrong: no limits, no lists of moves found, no pruning, no shared code."""

from kibitz.rules import CHANCE


def children(game, p):
    return [game.rules.play(p, move) for move in game.rules.moves(p)]


def is_end(game, p):
    if game.rules.is_over(p):
        return True
    return game.rules.turn(p) != CHANCE and not list(game.rules.moves(p))


def leaf(game, p, player, depth):
    """The score of a position that is not searched further, or None."""
    if is_end(game, p):
        return game.rules.utility(p, player)
    if depth == 0:
        return game.rules.evaluate(p, player)
    return None


def minimax(game, p, player, depth):
    score = leaf(game, p, player, depth)
    if score is not None:
        return score
    scores = [minimax(game, child, player, depth - 1) for child in children(game, p)]
    return max(scores) if game.rules.turn(p) == player else min(scores)


def average(game, p, player, depth, search):
    return sum(odds * search(game, game.rules.play(p, move), player, depth) for move, odds in game.rules.chances(p))


def expectiminimax(game, p, player, depth):
    score = leaf(game, p, player, depth)
    if score is not None:
        return score
    if game.rules.turn(p) == CHANCE:
        return average(game, p, player, depth, expectiminimax)
    scores = [expectiminimax(game, child, player, depth - 1) for child in children(game, p)]
    return max(scores) if game.rules.turn(p) == player else min(scores)


def expectimax(game, p, player, depth):
    score = leaf(game, p, player, depth)
    if score is not None:
        return score
    if game.rules.turn(p) == CHANCE:
        return average(game, p, player, depth, expectimax)
    scores = [expectimax(game, child, player, depth - 1) for child in children(game, p)]
    return max(scores) if game.rules.turn(p) == player else sum(scores) / len(scores)


def max_n(game, p, depth):
    scores = [leaf(game, p, player, depth) for player in range(game.players)]
    if scores[0] is not None:
        return scores
    mover = game.rules.turn(p)
    if mover == CHANCE:
        parts = [(odds, max_n(game, game.rules.play(p, move), depth)) for move, odds in game.rules.chances(p)]
        return [sum(odds * part[i] for odds, part in parts) for i in range(game.players)]
    return max((max_n(game, child, depth - 1) for child in children(game, p)), key=lambda scores: scores[mover])


def nodes(game, p, depth):
    """Positions within a depth, each line counted."""
    if depth == 0 and not is_end(game, p) or is_end(game, p):
        return 1
    if game.rules.turn(p) == CHANCE:
        return 1 + sum(nodes(game, game.rules.play(p, move), depth) for move, _ in game.rules.chances(p))
    return 1 + sum(nodes(game, child, depth - 1) for child in children(game, p))


def perft(game, p, depth):
    if depth == 0:
        return 1
    if is_end(game, p):
        return 0
    if game.rules.turn(p) == CHANCE:
        return sum(perft(game, game.rules.play(p, move), depth - 1) for move, _ in game.rules.chances(p))
    return sum(perft(game, child, depth - 1) for child in children(game, p))
