def alpha_beta(game, position, depth):
    me = game.turn(position)

    def leaf(pos, d):
        if game.is_over(pos):
            return game.utility(pos, me)
        if d == 0:
            return game.evaluate(pos, me)
        return None

    def frame(pos, d, a, b):
        mine = game.turn(pos) == me
        return {"pos": pos, "d": d, "a": a, "b": b, "mine": mine,
                "moves": list(game.moves(pos)), "v": float("-inf") if mine else float("inf")}

    def fold(f, v):
        if f["mine"]:
            f["v"] = max(f["v"], v)
            f["a"] = max(f["a"], v)
        else:
            f["v"] = min(f["v"], v)
            f["b"] = min(f["b"], v)

    v = leaf(position, depth)
    if v is not None:
        return v
    stack = [frame(position, depth, float("-inf"), float("inf"))]
    while stack:
        f = stack[-1]
        if not f["moves"] or f["a"] >= f["b"]:
            stack.pop()
            v = f["v"]
            if stack:
                fold(stack[-1], v)
            continue
        child = game.play(f["pos"], f["moves"].pop())
        leaf_value = leaf(child, f["d"] - 1)
        if leaf_value is not None:
            fold(f, leaf_value)
        else:
            stack.append(frame(child, f["d"] - 1, f["a"], f["b"]))
    return v
