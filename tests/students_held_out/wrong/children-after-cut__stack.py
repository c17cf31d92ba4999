class Frame:
    def __init__(self, game, pos, depth, alpha, beta, me):
        self.children = [game.play(pos, m) for m in game.moves(pos)]
        self.next = 0
        self.depth = depth
        self.alpha = alpha
        self.beta = beta
        self.is_max = game.turn(pos) == me
        self.best = float("-inf") if self.is_max else float("inf")

    def take(self, v):
        if self.is_max:
            self.best = max(self.best, v)
            self.alpha = max(self.alpha, v)
        else:
            self.best = min(self.best, v)
            self.beta = min(self.beta, v)

    def done(self):
        return self.next == len(self.children) or self.alpha >= self.beta


def alpha_beta(game, position, depth):
    me = game.turn(position)
    if game.is_over(position):
        return game.utility(position, me)
    if depth == 0:
        return game.evaluate(position, me)
    stack = [Frame(game, position, depth, float("-inf"), float("inf"), me)]
    while True:
        top = stack[-1]
        if top.done():
            stack.pop()
            if not stack:
                return top.best
            stack[-1].take(top.best)
            continue
        child = top.children[top.next]
        top.next += 1
        if game.is_over(child):
            top.take(game.utility(child, me))
        elif top.depth == 1:
            top.take(game.evaluate(child, me))
        else:
            stack.append(Frame(game, child, top.depth - 1, top.alpha, top.beta, me))
