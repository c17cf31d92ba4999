class ExpectimaxPlayer:
    MAX_PLAYER = 0

    def __init__(self, game, position):
        self.game = game
        self.player = game.turn(position) if game.turn(position) >= 0 else 0

    def expectimax(self, state, depth):
        if self.game.is_over(state):
            return self.game.utility(state, self.MAX_PLAYER)
        if depth == 0:
            return self.game.evaluate(state, self.player)
        if self.game.turn(state) == -1:
            return self.nature(state, depth)
        if self.game.turn(state) == self.player:
            return max(self.results(state, depth))
        results = self.results(state, depth)
        return sum(results) / len(results)

    def results(self, state, depth):
        return [self.expectimax(self.game.play(state, m), depth - 1) for m in self.game.moves(state)]

    def nature(self, state, depth):
        return sum(p * self.expectimax(self.game.play(state, m), depth) for m, p in self.game.chances(state))


def expectimax(game, position, depth):
    return ExpectimaxPlayer(game, position).expectimax(position, depth)
