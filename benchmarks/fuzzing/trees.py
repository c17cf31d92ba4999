"""Random trees and small games as text, each with the value that a minimax of ten lines gives it."""

import json
import math
from random import Random
from typing import Any, NamedTuple

from benchmarks.fuzzing import odd

WHOLE = (0, 1, -1, 2, 3, -3, 7, 2**29, 2**30 + 1, 2**31 - 1, 2**31, -(2**31), 2**53 - 1, 2**53, -(2**53))
FRACTIONS = (0.0, -0.0, 0.1, -0.1, 0.1001, 1e-12, -2e-12, 1 / 4096, 0.5 / 4096, 1e6 + 0.25, 1e6 + 0.26, 1e-300, 1e15)
BROKEN = ("nan", "inf", "-inf", "1e400", str(2**53 + 1), str(10**20), "x", "1,5", "--1", "1_0", "٣", '"1"', "[1]")


class Truth(NamedTuple):
    """What perfect play gives the player to move at the root, and what each move of the root does."""

    score: float
    moves: dict[str, float]  # by name
    averaged: bool = False  # over chances, so that the last digits may differ

    def contradicts(self, found: dict[str, Any]) -> str | None:
        """Return what is wrong with a result that claims a proof; None: nothing."""
        if found["proven"] is None:
            return None
        if not self.same(found["score"], self.score):
            return f"wrong proof: score {found['score']!r}, in truth {self.score!r}"
        if found["move"] is not None and not self.same(self.moves[found["move"]], self.score):
            return f"wrong proof: move {found['move']} gives {self.moves[found['move']]!r}, not {self.score!r}"
        word = "draw" if self.score == 0 else "win" if self.score > 0 else "loss"
        if not self.averaged and found["proven"] not in (word, "exact"):
            return f"wrong proof: {found['proven']}, in truth {word}"
        return None

    def same(self, one: Any, other: float) -> bool:
        """Return whether two scores are equal."""
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-15) if self.averaged else bool(one == other)


def leaf(choose: Random, kind: str) -> float:
    """Return a number of a kind: small, whole, fraction, or mixed of all."""
    if kind == "mixed":
        kind = choose.choice(("small", "whole", "fraction"))
    if kind == "small":
        return choose.randint(-9, 9)
    if kind == "whole":
        return choose.choice(WHOLE) if choose.random() < 0.7 else choose.randint(-(2**53), 2**53)
    return choose.choice(FRACTIONS) if choose.random() < 0.7 else choose.uniform(-1e6, 1e6)


def nested(choose: Random, depth: int, kind: str) -> Any:
    """Return a tree as nested lists."""
    if depth == 0 or depth < 4 and choose.random() < 0.2:
        return leaf(choose, kind)
    return [nested(choose, depth - 1, kind) for _ in range(choose.randint(1, 3))]


def brackets(tree: Any) -> str:
    """Write nested lists as kibitz reads them."""
    return f"({' '.join(map(brackets, tree))})" if isinstance(tree, list) else repr(tree)


def value(tree: Any, player: int = 0) -> float:
    """Return what a tree of nested lists is worth to its first player."""
    if not isinstance(tree, list):
        return tree
    return (max, min)[player](value(child, 1 - player) for child in tree)


def in_brackets(choose: Random) -> tuple[str, Truth]:
    """Return a tree in brackets and what is true of it."""
    tree = nested(choose, choose.randint(4, 6), choose.choice(("small", "whole", "fraction", "mixed")))
    moves = {chr(97 + i): value(child, 1) for i, child in enumerate(tree)}
    return brackets(tree), Truth(value(tree), moves)


def broken(choose: Random) -> str:
    """Return a tree that is no tree, or has a leaf that is no number."""
    good = brackets(nested(choose, 4, "mixed"))
    if choose.random() < 0.4:
        return odd.spoiled(choose, good)
    at = choose.choice([place for place, letter in enumerate(good) if letter in " ("]) + 1
    return good[:at] + choose.choice(BROKEN) + " " + good[at:]


def graph(choose: Random, chances: bool) -> tuple[dict[str, Any], Truth]:
    """Return a tree for JSON, with nodes of several parents, and what is true of it."""
    names = [f"n{i}" for i in range(choose.randint(2, 14))]
    kind = choose.choice(("small", "whole", "fraction"))
    nodes: dict[str, Any] = {}
    for i, name in enumerate(names):
        later = names[i + 1 : i + 6]
        node: dict[str, Any] = {"value": leaf(choose, kind)}
        targets = [choose.choice(later) for _ in range(choose.randint(0 if i else 1, 3))] if later else []
        if targets and chances and i and choose.random() < 0.3:
            weights = [choose.randint(1, 5) for _ in targets]
            odds = [weight / sum(weights) for weight in weights]
            node["chance"] = {f"o{j}": [odds[j], target] for j, target in enumerate(targets)}
        elif targets:
            node |= {"player": choose.randint(0, 1), "moves": {f"m{j}": t for j, t in enumerate(targets)}}
        nodes[name] = node
    mover = nodes["n0"]["player"]

    def worth(name: str) -> float:
        node = nodes[name]
        if "chance" in node:
            return sum(odds * worth(child) for odds, child in node["chance"].values())
        if "moves" not in node:
            return node["value"] if mover == 0 else -node["value"]
        return (max if node["player"] == mover else min)(map(worth, node["moves"].values()))

    moves = {move: worth(child) for move, child in nodes["n0"]["moves"].items()}
    averaged = any("chance" in node for node in nodes.values())
    return {"root": "n0", "players": 2, "nodes": nodes}, Truth(worth("n0"), moves, averaged)


def in_json(choose: Random) -> tuple[str, Truth]:
    """Return a tree in JSON and what is true of it."""
    tree, truth = graph(choose, chances=True)
    return json.dumps(tree), truth


RULES = '''"""A random game: everything about it is in its tables."""
objective = "score"
MOVERS = {movers}
CHILDREN = {children}
VALUES = {values}
GUESSES = {guesses}
def start(): return 0
def turn(p): return MOVERS[p]
def moves(p):
    for move in range(len(CHILDREN[p])):
        yield move
def play(p, move): return CHILDREN[p][move]
def utility(p, player): return VALUES[p] if player == 0 else -VALUES[p]
def evaluate(p, player): return GUESSES[p] if player == 0 else -GUESSES[p]
def move_name(p, move): return "m" + str(move)
'''


def in_python(choose: Random) -> tuple[str, Truth]:
    """Return a game in Python and what is true of it."""
    tree, truth = graph(choose, chances=False)
    numbers = {name: number for number, name in enumerate(tree["nodes"])}
    nodes = tree["nodes"].values()
    text = RULES.format(
        movers=[node.get("player", 0) for node in nodes],
        children=[[numbers[child] for child in node.get("moves", {}).values()] for node in nodes],
        values=[node["value"] for node in nodes],
        guesses=[leaf(choose, "small") for _ in nodes],
    )
    return text, truth
