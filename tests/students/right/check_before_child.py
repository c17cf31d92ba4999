# I test the window before I look at the next child instead of after the last one.
# while loop because my C teacher told me break is evil

def alpha_beta(game, position, depth):
    p1 = game.turn(position)
    lo, hi = -1e18, 1e18
    return go(game, position, depth, lo, hi, p1)

def go(game, pos, dep, lo, hi, p1):
    if game.is_over(pos) == True:
        return game.utility(pos, p1)
    if dep == 0:
        return game.evaluate(pos, p1)
    legal = list(game.moves(pos))
    i = 0
    if game.turn(pos) == p1:
        res = -1e18
        while i < len(legal) and not lo >= hi:
            new = go(game, game.play(pos, legal[i]), dep - 1, lo, hi, p1)
            if new > res: res = new
            if res > lo: lo = res
            i = i + 1
    else:
        res = 1e18
        while i < len(legal) and not lo >= hi:
            new = go(game, game.play(pos, legal[i]), dep - 1, lo, hi, p1)
            if new < res: res = new
            if res < hi: hi = res
            i = i + 1
    return res
