from fractions import Fraction


def expectimax(game, position, depth):
    """(value, move); exact arithmetic so that ties are really ties"""
    me = max(game.turn(position), 0)

    def options(p):
        """(successor, depth cost, weight, move) of everything that may happen in p"""
        if game.turn(p) < 0:
            return [(game.play(p, m), 0, Fraction(w), m) for m, w in game.chances(p)]
        moves = list(game.moves(p))
        return [(game.play(p, m), 1, Fraction(1, len(moves)), m) for m in moves]

    def value(p, d):
        if game.is_over(p):
            return Fraction(game.utility(p, me)), None
        if d == 0:
            return Fraction(game.evaluate(p, me)), None
        results = [(value(q, d - cost)[0], weight, m) for q, cost, weight, m in options(p)]
        if game.turn(p) == me:
            best = max(v for v, _, _ in results)
            return best, next(m for v, _, m in results if v == best)
        return sum(v * weight for v, weight, _ in results), None

    v, m = value(position, depth)
    return float(v), m
