def minimax(game, position, depth):
    """returns (value, move)"""
    me = game.turn(position)

    def val(p, d):
        if game.is_over(p):
            return (game.utility(p, me), None)
        if d == 0:
            return (game.evaluate(p, me), None)
        scored = [(val(game.play(p, m), d - 1)[0], m) for m in game.moves(p)]
        # max and min with a key keep the first of equals
        if game.turn(p) == me:
            return max(scored, key=lambda pair: pair[0])
        return min(scored, key=lambda pair: pair[0])

    return val(position, depth)
