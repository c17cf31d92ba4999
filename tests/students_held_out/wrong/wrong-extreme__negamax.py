import math


def minimax(game, position, depth):
    me = game.turn(position)

    def negamax(pos, depth):
        if game.is_over(pos):
            return game.utility(pos, me), None
        if depth == 0:
            return game.evaluate(pos, me), None
        best_score, best_move = -math.inf, None
        for move in game.moves(pos):
            score, _ = negamax(game.play(pos, move), depth - 1)
            if score > best_score:
                best_score, best_move = score, move
        return best_score, best_move

    return negamax(position, depth)
