def expectimax(game, position, depth):
    me = game.turn(position)
    if me == -1:
        me = 0
    result = ev(game, position, depth, me)
    return {"value": result, "player": me, "depth": depth}

def ev(game, position, depth, me):
    if game.is_over(position):
        return game.utility(position, me)
    elif depth == 0:
        return game.evaluate(position, me)
    elif game.turn(position) == -1:
        total = 0
        for m, p in game.chances(position):
            total += p * ev(game, game.play(position, m), depth, me)
        return total
    else:
        l = []
        for m in game.moves(position):
            l.append(ev(game, game.play(position, m), depth - 1, me))
        if game.turn(position) == me:
            return max(l)
        return sum(l) / len(l)
