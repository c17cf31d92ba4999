class Expectiminimax:
    def __init__(self, game, position):
        self.game = game
        self.me = game.turn(position)
        if self.me < 0:
            self.me = 0
        self.opponent = (self.me + 1) % game.players

    def value(self, position, depth):
        game = self.game
        if game.is_over(position):
            return game.utility(position, self.me)
        if depth == 0:
            return game.evaluate(position, self.me)
        turn = game.turn(position)
        if turn == -1:
            total = 0
            for move, prob in game.chances(position):
                total += prob * self.value(game.play(position, move), depth)
            return total
        values = [self.value(game.play(position, move), depth - 1) for move in game.moves(position)]
        if turn == self.opponent:
            return min(values)
        return max(values)


def expectiminimax(game, position, depth):
    return Expectiminimax(game, position).value(position, depth)
