def trampoline(task):
    stack, answer = [task], None
    while stack:
        try:
            sub = stack[-1].send(answer)
        except StopIteration as e:
            answer = e.value
            stack.pop()
        else:
            stack.append(sub)
            answer = None
    return answer


def minimax(game, position, depth):
    me = game.turn(position)

    def visit(pos, left):
        if game.is_over(pos):
            return game.utility(pos, me)
        if left <= 0:
            return game.evaluate(pos, me)
        best = None
        for move in game.moves(pos):
            v = yield visit(game.play(pos, move), left - 1)
            if best is None:
                best = v
            elif game.turn(pos) == me:
                best = max(best, v)
            else:
                best = min(best, v)
        return best

    return trampoline(visit(position, depth))
