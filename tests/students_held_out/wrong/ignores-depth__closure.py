def expectiminimax(game, position, depth):
    me = max(0, game.turn(position))

    def go(pos, depth):
        if game.is_over(pos):
            return game.utility(pos, me)
        if depth == 0:
            return game.evaluate(pos, me)
        turn = game.turn(pos)
        if turn == -1:
            return sum(p * go(game.play(pos, m), depth) for m, p in game.chances(pos))
        pick = max if turn == me else min
        return pick(go(game.play(pos, m), depth) for m in game.moves(pos))

    return go(position, depth)
