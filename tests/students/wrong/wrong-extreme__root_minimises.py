def minimax(game, position, depth):
    me = game.turn(position)
    if game.is_over(position):
        return game.utility(position, me), None
    if depth == 0:
        return game.evaluate(position, me), None
    # after my move the opponent wants the minimum, so I take the minimum here
    table = {m: inner(game, game.play(position, m), depth - 1, me) for m in game.moves(position)}
    move = min(table, key=table.get)
    return table[move], move


def inner(game, p, d, me):
    if game.is_over(p):
        return game.utility(p, me)
    if d == 0:
        return game.evaluate(p, me)
    vs = [inner(game, game.play(p, m), d - 1, me) for m in game.moves(p)]
    if game.turn(p) == me:
        return max(vs)
    return min(vs)
