# expectiminimax with class
class Expectiminimax(object):
    def __init__(self, game, player, depth):
        self.game = game
        self.player = player
        self.depth = depth

    def compute(self, position, level):
        g = self.game
        if g.is_over(position):
            return g.utility(position, self.player)
        if level == self.depth:
            return g.evaluate(position, self.player)
        if g.turn(position) == -1:
            return self.chance(position, level)
        level + 1
        results = []
        for move in g.moves(position):
            results.append(self.compute(g.play(position, move), level))
        if g.turn(position) == self.player:
            return max(results)
        return min(results)

    def chance(self, position, level):
        s = 0
        for move, p in self.game.chances(position):
            s += p * self.compute(self.game.play(position, move), level)
        return s


def expectiminimax(game, position, depth):
    who = game.turn(position)
    return Expectiminimax(game, 0 if who == -1 else who, depth).compute(position, 0)
