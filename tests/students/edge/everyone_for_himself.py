class MaxN:
    """Every player maximises his own value."""

    def __init__(self, game):
        self.game = game

    def vector(self, position, depth):
        everyone = range(self.game.players)
        if self.game.is_over(position):
            return [self.game.utility(position, i) for i in everyone]
        if depth == 0:
            return [self.game.evaluate(position, i) for i in everyone]
        mover = self.game.turn(position)
        children = [self.vector(self.game.play(position, m), depth - 1) for m in self.game.moves(position)]
        return max(children, key=lambda v: v[mover])


def minimax(game, position, depth):
    return MaxN(game).vector(position, depth)[game.turn(position)]
