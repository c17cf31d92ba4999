# No recursion! Every frame is [position, depth left, iterator over moves, best value so far].


def minimax(game, position, depth):
    me = game.turn(position)

    def leaf(p, d):
        if game.is_over(p):
            return game.utility(p, me)
        if d == 0:
            return game.evaluate(p, me)
        return None

    value = leaf(position, depth)
    if value is not None:
        return value

    stack = [[position, depth, iter(game.moves(position)), None]]
    result = None  # value of the child that was finished last
    while stack:
        frame = stack[-1]
        pos, d, moves, best = frame
        if result is not None:
            if best is None:
                frame[3] = result
            elif game.turn(pos) == me:
                frame[3] = max(best, result)
            else:
                frame[3] = min(best, result)
            result = None
        try:
            move = next(moves)
        except StopIteration:
            result = frame[3]
            stack.pop()
            continue
        child = game.play(pos, move)
        result = leaf(child, d - 1)
        if result is None:
            stack.append([child, d - 1, iter(game.moves(child)), None])
    return result
