class Node:
    def __init__(self, game, position, player, depth):
        self.game = game
        self.position = position
        self.player = player
        self.depth = depth

    def child(self, move, cost):
        return Node(self.game, self.game.play(self.position, move), self.player, self.depth - cost)

    def value(self):
        game = self.game
        if game.is_over(self.position):
            return game.utility(self.position, self.player)
        if self.depth == 0:
            return game.evaluate(self.position, self.player)
        turn = game.turn(self.position)
        if turn == -1:
            return max(self.child(m, 0).value() for m, _ in game.chances(self.position))
        values = [self.child(m, 1).value() for m in game.moves(self.position)]
        if turn == self.player:
            return max(values)
        return sum(values) / len(values)


def expectimax(game, position, depth):
    player = game.turn(position)
    return Node(game, position, 0 if player == -1 else player, depth).value()
