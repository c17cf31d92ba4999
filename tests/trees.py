"""Random trees for property tests."""

import json

from hypothesis import strategies as st

leaves = st.integers(-9, 9)
short = st.recursive(leaves, lambda inner: st.lists(inner, min_size=1, max_size=4), max_leaves=30).filter(
    lambda tree: isinstance(tree, list)
)


def text(tree):
    """Write nested lists as a short tree."""
    return f"({' '.join(map(text, tree))})" if isinstance(tree, list) else str(tree)


@st.composite
def full(draw, players=None, chances=True, floats=False):
    """A tree in JSON: any players in any order, chances, values on inner nodes, several parents."""
    players = draw(st.integers(1, 3)) if players is None else players
    value = st.floats(-9, 9, allow_nan=False).map(lambda x: round(x, 3)) if floats else st.integers(-9, 9)
    values = st.lists(value, min_size=players, max_size=players)
    nodes = {}
    names = [f"n{i}" for i in range(draw(st.integers(1, 25)))]
    for i, name in enumerate(names):
        later = names[i + 1 : i + 8]
        kind = draw(st.sampled_from(["end", "player", "player", "player"] + (["chance"] if chances else [])))
        node = {"value": draw(values)}
        targets = draw(st.lists(st.sampled_from(later), max_size=4)) if later else []
        if targets and kind == "chance":
            weights = [draw(st.integers(1, 5)) for _ in targets]
            node["chance"] = {f"o{j}": [w / sum(weights), t] for j, (w, t) in enumerate(zip(weights, targets))}
        elif targets and kind == "player":
            node["player"] = draw(st.integers(0, players - 1))
            node["moves"] = {f"m{j}": t for j, t in enumerate(targets)}
        nodes[name] = node
    return json.dumps({"root": "n0", "players": players, "nodes": nodes})
