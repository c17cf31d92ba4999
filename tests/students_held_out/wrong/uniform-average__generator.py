from statistics import mean


def children(game, position):
    if game.turn(position) == -1:
        for move, _probability in game.chances(position):
            yield move, game.play(position, move)
    else:
        for move in game.moves(position):
            yield move, game.play(position, move)


def expectiminimax(game, position, depth):
    player = max(game.turn(position), 0)

    def operator(position):
        if game.turn(position) == -1:
            return mean
        return max if game.turn(position) == player else min

    def value(position, depth):
        if game.is_over(position):
            return game.utility(position, player)
        if depth == 0:
            return game.evaluate(position, player)
        rest = depth if game.turn(position) == -1 else depth - 1
        return operator(position)(value(c, rest) for _, c in children(game, position))

    if game.is_over(position) or depth == 0 or game.turn(position) != player:
        return value(position, depth), None
    best = None
    for move, child in children(game, position):
        v = value(child, depth - 1)
        if best is None or v > best[0]:
            best = v, move
    return best
