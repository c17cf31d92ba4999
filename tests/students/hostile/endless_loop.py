def minimax(game, position, depth):
    me = game.turn(position)
    frontier = [position]
    best = float("-inf")
    while frontier:
        p = frontier[0]  # should have been pop(0)
        if not game.is_over(p):
            best = max(best, game.evaluate(p, me))
    return best
