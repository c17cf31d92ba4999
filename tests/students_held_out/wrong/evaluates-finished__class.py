class Tree:
    def __init__(self, game, root, opponents):
        self.game = game
        self.root = root
        self.opponents = opponents
        self.me = max(game.turn(root), 0)

    def score(self, pos):
        return self.game.evaluate(pos, self.me)

    def value(self, pos, depth):
        g = self.game
        if g.is_over(pos):
            return self.score(pos)
        if depth == 0:
            return self.score(pos)
        if g.turn(pos) < 0:
            return sum(pr * self.value(g.play(pos, mv), depth) for mv, pr in g.chances(pos))
        values = [self.value(g.play(pos, mv), depth - 1) for mv in g.moves(pos)]
        return max(values) if g.turn(pos) == self.me else self.opponents(values)


def average(values):
    return sum(values) / len(values)


def expectiminimax(game, position, depth):
    return Tree(game, position, min).value(position, depth)


def expectimax(game, position, depth):
    return Tree(game, position, average).value(position, depth)
