def alpha_beta(game, position, depth):
    player = game.turn(position)

    def ab(node, depth, a, b, maximizing):
        if game.is_over(node):
            return game.utility(node, player), None
        if depth == 0:
            return game.evaluate(node, player), None
        best = None
        if maximizing:
            value = float('-inf')
            for move in game.moves(node):
                v, _ = ab(game.play(node, move), depth-1, a, b, not maximizing)
                if v > value:
                    value, best = v, move
                a = max(a, value)
                if a >= b: break
        else:
            value = float('inf')
            for move in game.moves(node):
                v, _ = ab(game.play(node, move), depth-1, a, b, not maximizing)
                if v < value:
                    value, best = v, move
                b = min(b, value)
                if a >= b: break
        return value, best

    return ab(position, depth, float('-inf'), float('inf'), True)
