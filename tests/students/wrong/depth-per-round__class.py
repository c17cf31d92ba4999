class Searcher:
    def __init__(self, game, me, limit):
        self.game, self.me, self.limit = game, me, limit

    def value(self, position, plies):
        game = self.game
        if game.is_over(position):
            return game.utility(position, self.me)
        rounds = plies // game.players
        if rounds >= self.limit:
            return game.evaluate(position, self.me)
        turn = game.turn(position)
        if turn == -1:
            return sum(pr * self.value(game.play(position, m), plies) for m, pr in game.chances(position))
        values = [self.value(game.play(position, m), plies + 1) for m in game.moves(position)]
        if turn == self.me:
            return max(values)
        return sum(values) / len(values)


def expectimax(game, position, depth):
    me = game.turn(position)
    if me == -1:
        me = 0
    return Searcher(game, me, depth).value(position, 0)
