class Node(object):
    def __init__(self, game, pos, depth, me):
        self.game, self.pos, self.depth, self.me = game, pos, depth, me

    def child(self, move, used=1):
        return Node(self.game, self.game.play(self.pos, move), self.depth - used, self.me)

    def value(self):
        if self.game.is_over(self.pos):
            return self.game.utility(self.pos, self.me)
        if self.depth == 0:
            return self.game.evaluate(self.pos, self.me)
        t = self.game.turn(self.pos)
        if t == -1:
            # the most favourable roll
            return max(self.child(m, 0).value() for m, p in self.game.chances(self.pos))
        if t == self.me:
            return max(self.child(m).value() for m in self.game.moves(self.pos))
        return min(self.child(m).value() for m in self.game.moves(self.pos))


def expectiminimax(game, position, depth):
    me = game.turn(position)
    return Node(game, position, depth, 0 if me == -1 else me).value()
