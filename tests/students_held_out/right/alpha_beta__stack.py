class Frame:
    def __init__(self, pos, depth, alpha, beta, is_max, moves, via):
        self.pos, self.depth = pos, depth
        self.alpha, self.beta = alpha, beta
        self.is_max = is_max
        self.moves = iter(moves)
        self.via = via
        self.best = float("-inf") if is_max else float("inf")
        self.choice = None

    def update(self, v, move):
        if self.is_max:
            if v > self.best:
                self.best, self.choice = v, move
            self.alpha = max(self.alpha, v)
        else:
            if v < self.best:
                self.best, self.choice = v, move
            self.beta = min(self.beta, v)


def alpha_beta(game, position, depth):
    me = game.turn(position)
    if game.is_over(position):
        return game.utility(position, me), None
    if depth == 0:
        return game.evaluate(position, me), None
    stack = [Frame(position, depth, float("-inf"), float("inf"), True, game.moves(position), None)]
    while True:
        f = stack[-1]
        move = None
        if f.alpha < f.beta:
            for move in f.moves:
                break
            else:
                move = None
                f.alpha = f.beta  # nothing left to do
        if f.alpha >= f.beta and move is None:
            stack.pop()
            if not stack:
                return f.best, f.choice
            stack[-1].update(f.best, f.via)
            continue
        child = game.play(f.pos, move)
        if game.is_over(child):
            f.update(game.utility(child, me), move)
        elif f.depth == 1:
            f.update(game.evaluate(child, me), move)
        else:
            stack.append(Frame(child, f.depth - 1, f.alpha, f.beta, game.turn(child) == me, game.moves(child), move))
