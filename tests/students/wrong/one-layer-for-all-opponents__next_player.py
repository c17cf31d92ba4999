# The opponent is the player after me, he wants to hurt me. The others play for themselves.
ME = OPPONENT = None

def expectiminimax(game, position, depth):
    global ME, OPPONENT
    ME = game.turn(position)
    if ME == -1:
        ME = 0
    OPPONENT = (ME + 1) % game.players
    return val(game, position, depth)

def val(game, position, depth):
    if game.is_over(position):
        return game.utility(position, ME)
    if depth == 0:
        return game.evaluate(position, ME)
    if game.turn(position) == -1:
        return sum([p * val(game, game.play(position, m), depth) for (m, p) in game.chances(position)])
    values = [val(game, game.play(position, m), depth - 1) for m in game.moves(position)]
    if game.turn(position) == OPPONENT:
        return min(values)
    return max(values)
