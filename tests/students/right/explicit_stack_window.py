class Frame:
    def __init__(self, position, depth, moves, is_max, alpha, beta):
        self.position = position
        self.depth = depth
        self.moves = list(moves)
        self.next = 0
        self.is_max = is_max
        self.alpha = alpha
        self.beta = beta
        self.value = float("-inf") if is_max else float("inf")

    def update(self, value):
        if self.is_max:
            self.value = max(self.value, value)
            self.alpha = max(self.alpha, value)
        else:
            self.value = min(self.value, value)
            self.beta = min(self.beta, value)

    def done(self):
        return self.next >= len(self.moves) or self.alpha >= self.beta


def alpha_beta(game, position, depth):
    hero = game.turn(position)

    def static(p, d):
        if game.is_over(p):
            return game.utility(p, hero)
        if d == 0:
            return game.evaluate(p, hero)

    def new_frame(p, d, alpha, beta):
        return Frame(p, d, game.moves(p), game.turn(p) == hero, alpha, beta)

    v = static(position, depth)
    if v is not None:
        return v
    todo = [new_frame(position, depth, float("-inf"), float("inf"))]
    while True:
        top = todo[-1]
        if top.done():
            todo.pop()
            if len(todo) == 0:
                return top.value
            todo[-1].update(top.value)
        else:
            child = game.play(top.position, top.moves[top.next])
            top.next += 1
            v = static(child, top.depth - 1)
            if v is None:
                todo.append(new_frame(child, top.depth - 1, top.alpha, top.beta))
            else:
                top.update(v)
