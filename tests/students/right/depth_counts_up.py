from collections import namedtuple

Node = namedtuple("Node", "value move")


def alpha_beta(game, position, depth):
    """Count the depth upwards from the root; prune only if alpha is greater than beta."""
    limit = depth
    agent = game.turn(position)

    def explore(current, ply, alpha, beta):
        if game.is_over(current):
            return Node(game.utility(current, agent), None)
        if ply == limit:
            return Node(game.evaluate(current, agent), None)

        best = None
        for action in game.moves(current):
            value = explore(game.play(current, action), ply + 1, alpha, beta).value
            if game.turn(current) == agent:
                if best is None or value > best.value:
                    best = Node(value, action)
                if best.value > beta:
                    return best
                alpha = max(alpha, best.value)
            else:
                if best is None or value < best.value:
                    best = Node(value, action)
                if best.value < alpha:
                    return best
                beta = min(beta, best.value)
        return best

    return explore(position, 0, float("-inf"), float("inf"))
