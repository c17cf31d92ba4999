class ChanceSearch:
    def __init__(self, game, player):
        self.game = game
        self.player = player
        self.last = (player + game.players - 1) % game.players

    def __call__(self, position, depth):
        g = self.game
        if g.is_over(position):
            return g.utility(position, self.player)
        if depth == 0:
            return g.evaluate(position, self.player)
        turn = g.turn(position)
        if turn == -1:
            results = [self(g.play(position, m), depth) for m, _p in g.chances(position)]
            return sum(results) / len(results)
        # a full round has been played when the last player has moved
        rest = depth - 1 if turn == self.last else depth
        results = [self(g.play(position, m), rest) for m in g.moves(position)]
        return max(results) if turn == self.player else min(results)


def expectiminimax(game, position, depth):
    return ChanceSearch(game, max(0, game.turn(position)))(position, depth)
