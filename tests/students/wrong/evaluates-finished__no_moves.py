# EXPECTIMAX. No need for utility(), the evaluation function knows who has won.
def expectimax(game, position, depth):
    player = game.turn(position)
    if player < 0: player = 0
    return exp_val(game, position, depth, player)

def exp_val(game, position, depth, player):
    if depth <= 0:
        return leaf(game, position, player)
    if game.is_over(position):
        return leaf(game, position, player)
    if game.turn(position) < 0:
        ret = 0.0
        for (move, prob) in game.chances(position):
            ret = ret + prob * exp_val(game, game.play(position, move), depth, player)
        return ret
    ret = []
    for move in game.moves(position):
        ret.append(exp_val(game, game.play(position, move), depth - 1, player))
    if game.turn(position) == player:
        return max(ret)
    return sum(ret) / len(ret)

def leaf(game, position, player):
    return game.evaluate(position, player)
