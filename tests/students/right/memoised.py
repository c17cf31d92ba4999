from functools import lru_cache


def minimax(game, position, depth):
    player = game.turn(position)

    # The same position can be reached by different orders of moves
    @lru_cache(maxsize=None)
    def value(p, d):
        if game.is_over(p):
            return game.utility(p, player)
        if d == 0:
            return game.evaluate(p, player)
        results = []
        for m in game.moves(p):
            results.append(value(game.play(p, m), d - 1))
        if game.turn(p) == player:
            return max(results)
        return min(results)

    return value(position, depth)
