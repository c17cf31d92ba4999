class Search:
    def __init__(self, game, position):
        self.game = game
        turn = game.turn(position)
        self.me = turn if turn >= 0 else 0

    def weighted(self, pos):
        """(move, weight, plies used) of a node whose children are averaged."""
        if self.game.turn(pos) == -1:
            return [(m, p, 0) for m, p in self.game.chances(pos)]
        return []

    def opponent(self, values):
        raise NotImplementedError

    def value(self, pos, depth):
        g = self.game
        if g.is_over(pos):
            return g.utility(pos, self.me)
        if depth == 0:
            return g.evaluate(pos, self.me)
        if g.turn(pos) == -1:
            return sum(w * self.value(g.play(pos, m), depth - used) for m, w, used in self.weighted(pos))
        values = [self.value(g.play(pos, m), depth - 1) for m in g.moves(pos)]
        return max(values) if g.turn(pos) == self.me else self.opponent(values)


class Random(Search):
    def opponent(self, values):
        return sum(values) / float(len(values))


class Adversarial(Search):
    def opponent(self, values):
        return min(values)


def expectimax(game, position, depth):
    return Random(game, position).value(position, depth)


def expectiminimax(game, position, depth):
    return Adversarial(game, position).value(position, depth)
