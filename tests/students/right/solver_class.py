import math
from dataclasses import dataclass


@dataclass
class Solver:
    game: object
    player: int
    nodes: int = 0

    @classmethod
    def at(cls, game, position):
        turn = game.turn(position)
        return cls(game, turn if turn >= 0 else 0)

    def leaf(self, position, depth):
        """The value of a leaf, or None if the position is not a leaf."""
        self.nodes += 1
        if self.game.is_over(position):
            return self.game.utility(position, self.player)
        if depth <= 0:
            return self.game.evaluate(position, self.player)
        return None

    def children(self, position):
        for move in self.game.moves(position):
            yield self.game.play(position, move)

    def minimax(self, position, depth):
        value = self.leaf(position, depth)
        if value is not None:
            return value
        values = [self.minimax(child, depth - 1) for child in self.children(position)]
        return max(values) if self.game.turn(position) == self.player else min(values)

    def alpha_beta(self, position, depth, alpha=-math.inf, beta=math.inf):
        value = self.leaf(position, depth)
        if value is not None:
            return value
        maximize = self.game.turn(position) == self.player
        value = -math.inf if maximize else math.inf
        for child in self.children(position):
            score = self.alpha_beta(child, depth - 1, alpha, beta)
            if maximize:
                value = max(value, score)
                alpha = max(alpha, value)
            else:
                value = min(value, score)
                beta = min(beta, value)
            if alpha > beta:
                break
        return value

    def expect(self, position, depth, others):
        value = self.leaf(position, depth)
        if value is not None:
            return value
        turn = self.game.turn(position)
        if turn == -1:
            return sum(
                probability * self.expect(self.game.play(position, move), depth, others)
                for move, probability in self.game.chances(position)
            )
        values = [self.expect(child, depth - 1, others) for child in self.children(position)]
        return max(values) if turn == self.player else others(values)


def mean(values):
    return sum(values) / len(values)


def minimax(game, position, depth):
    return Solver.at(game, position).minimax(position, depth)


def alpha_beta(game, position, depth):
    return Solver.at(game, position).alpha_beta(position, depth)


def expectimax(game, position, depth):
    return Solver.at(game, position).expect(position, depth, mean)


def expectiminimax(game, position, depth):
    return Solver.at(game, position).expect(position, depth, min)
