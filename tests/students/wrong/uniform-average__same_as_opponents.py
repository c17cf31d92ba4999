from statistics import fmean


class Expectimax:
    def __init__(self, game, me):
        self.game = game
        self.me = me

    def outcomes(self, position):
        if self.game.turn(position) == -1:
            return [move for move, probability in self.game.chances(position)]
        return list(self.game.moves(position))

    def value(self, position, depth):
        if self.game.is_over(position):
            return self.game.utility(position, self.me)
        if depth == 0:
            return self.game.evaluate(position, self.me)
        cost = 0 if self.game.turn(position) == -1 else 1
        values = [self.value(self.game.play(position, o), depth - cost) for o in self.outcomes(position)]
        # the others and the dice are both random
        return max(values) if self.game.turn(position) == self.me else fmean(values)


def expectimax(game, position, depth):
    return Expectimax(game, max(game.turn(position), 0)).value(position, depth)
