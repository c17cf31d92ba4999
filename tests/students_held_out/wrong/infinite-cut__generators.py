from math import inf


def alpha_beta(game, position, depth):
    me = game.turn(position)

    def node(p, d, a, b):
        if game.is_over(p):
            yield 'value', game.utility(p, me)
            return
        if d == 0:
            yield 'value', game.evaluate(p, me)
            return
        mine = game.turn(p) == me
        v = -inf if mine else inf
        for m in game.moves(p):
            r = yield 'call', (game.play(p, m), d - 1, a, b)
            if mine:
                v = max(v, r)
                a = max(a, v)
            else:
                v = min(v, r)
                b = min(b, v)
            if a >= b:
                yield 'value', (inf if mine else -inf)
                return
        yield 'value', v

    stack = [node(position, depth, -inf, inf)]
    kind, what = next(stack[-1])
    while True:
        if kind == 'call':
            stack.append(node(*what))
            kind, what = next(stack[-1])
        else:
            stack.pop()
            if not stack:
                return what
            kind, what = stack[-1].send(what)
