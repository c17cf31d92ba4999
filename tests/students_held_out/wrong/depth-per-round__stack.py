def expectimax(game, position, depth):
    """Expectimax without recursion: a list of open nodes, values are folded upwards."""
    me = game.turn(position)
    if me == -1:
        me = 0

    # node: [position, rounds left, weight of this node in parent, children still to do, results]
    def open_node(pos, left):
        if game.is_over(pos):
            return game.utility(pos, me)
        if left == 0:
            return game.evaluate(pos, me)
        who = game.turn(pos)
        if who == -1:
            todo = [(m, p) for m, p in game.chances(pos)]
        else:
            moves = list(game.moves(pos))
            todo = [(m, 1.0 / len(moves)) for m in moves]
        todo.reverse()
        return [pos, left, todo, []]

    result = open_node(position, depth)
    if not isinstance(result, list):
        return result
    stack = [result]
    weights = [1.0]
    while True:
        node = stack[-1]
        pos, left, todo, results = node
        who = game.turn(pos)
        if todo:
            m, p = todo.pop()
            child = game.play(pos, m)
            # a new round begins when the last player of the round has moved
            new_left = left
            if who != -1 and (who + 1) % game.players == me:
                new_left = left - 1
            r = open_node(child, new_left)
            if isinstance(r, list):
                stack.append(r)
                weights.append(p)
            else:
                results.append((r, p))
        else:
            if who == me:
                v = max(r for r, p in results)
            else:
                v = sum(r * p for r, p in results)
            stack.pop()
            w = weights.pop()
            if not stack:
                return v
            stack[-1][3].append((v, w))
