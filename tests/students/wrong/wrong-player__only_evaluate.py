class Chance:
    def __init__(self, game, player):
        self.game = game
        self.player = player

    def solve(self, pos, depth):
        """Expectiminimax value and best move."""
        whose = self.game.turn(pos)
        if self.game.is_over(pos):
            return self.game.utility(pos, self.player), None
        if depth == 0:
            # how good is it for the one who has to move now?
            return self.game.evaluate(pos, max(whose, 0)), None
        if whose == -1:
            return sum(w * self.solve(self.game.play(pos, m), depth)[0] for m, w in self.game.chances(pos)), None
        scored = [(self.solve(self.game.play(pos, m), depth - 1)[0], m) for m in self.game.moves(pos)]
        choose = max if whose == self.player else min
        return choose(scored, key=lambda t: t[0])


def expectiminimax(game, position, depth):
    return Chance(game, max(0, game.turn(position))).solve(position, depth)
