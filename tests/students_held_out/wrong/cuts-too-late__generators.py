def run(gen):
    stack, value = [gen], None
    while stack:
        try:
            stack.append(stack[-1].send(value))
            value = None
        except StopIteration as stop:
            stack.pop()
            value = stop.value
    return value


def alpha_beta(game, position, depth):
    me = game.turn(position)

    def node(pos, depth, alpha, beta):
        if game.is_over(pos):
            return game.utility(pos, me), None
        if depth == 0:
            return game.evaluate(pos, me), None
        best, best_move = None, None
        for move in game.moves(pos):
            v, _ = yield node(game.play(pos, move), depth - 1, alpha, beta)
            if game.turn(pos) == me:
                if best is None or v > best:
                    best, best_move = v, move
                if best >= beta:
                    break
            else:
                if best is None or v < best:
                    best, best_move = v, move
                if best <= alpha:
                    break
        return best, best_move

    return run(node(position, depth, float("-inf"), float("inf")))
