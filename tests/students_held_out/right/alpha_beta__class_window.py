from collections import namedtuple


class Window(namedtuple("Window", "low high")):
    def raised(self, v):
        return Window(max(self.low, v), self.high)

    def lowered(self, v):
        return Window(self.low, min(self.high, v))

    @property
    def closed(self):
        return self.low > self.high


class Solver:
    def __init__(self, game, me, prune):
        self.game, self.me, self.prune = game, me, prune

    def leaf(self, pos, depth):
        if self.game.is_over(pos):
            return self.game.utility(pos, self.me)
        if depth == 0:
            return self.game.evaluate(pos, self.me)
        return None

    def solve(self, pos, depth, window=Window(float("-inf"), float("inf"))):
        v = self.leaf(pos, depth)
        if v is not None:
            return v, None
        mine = self.game.turn(pos) == self.me
        best = None
        for m in self.game.moves(pos):
            v, _ = self.solve(self.game.play(pos, m), depth - 1, window)
            if best is None or (v > best[0] if mine else v < best[0]):
                best = (v, m)
            window = window.raised(v) if mine else window.lowered(v)
            if self.prune and window.closed:
                break
            if not self.prune:
                window = Window(float("-inf"), float("inf"))
        return best


def minimax(game, position, depth):
    return Solver(game, game.turn(position), prune=False).solve(position, depth)


def alpha_beta(game, position, depth):
    return Solver(game, game.turn(position), prune=True).solve(position, depth)
