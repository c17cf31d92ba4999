class Agent:
    def __init__(self, game, index):
        self.game = game
        self.index = index

    def value(self, state, depth):
        if depth == 0:
            return self.leaf(state)
        actions = self.game.moves(state)
        values = [self.value(self.game.play(state, a), depth - 1) for a in actions]
        return max(values) if self.game.turn(state) == self.index else min(values)

    def leaf(self, state):
        return self.game.utility(state, self.index) if self.game.is_over(state) else self.game.evaluate(state, self.index)


def minimax(game, position, depth):
    return Agent(game, game.turn(position)).value(position, depth)
