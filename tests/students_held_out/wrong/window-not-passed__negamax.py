INF = 1000000


def alpha_beta(game, position, depth):
    me = game.turn(position)

    class Node:
        def __init__(self, pos):
            self.pos = pos
            self.color = 1 if game.turn(pos) == me else -1

    def negamax(node, depth, alpha, beta):
        pos = node.pos
        if game.is_over(pos):
            return node.color * game.utility(pos, me)
        if depth == 0:
            return node.color * game.evaluate(pos, me)
        best = -INF
        for move in game.moves(pos):
            child = Node(game.play(pos, move))
            if child.color != node.color:
                v = -negamax(child, depth - 1, -INF, -alpha)
            else:
                v = negamax(child, depth - 1, alpha, INF)
            best = max(best, v)
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        return best

    return negamax(Node(position), depth, -INF, INF)
