"""An explicit tree as a game: from JSON, or in short form with max and min taking turns.

    ((3 12 8) (2 4 6) (14 5 2))

A position is the number of a node; a move is the number of a child, from 0. JSON can express more:

    {"root": "max", "players": 2, "nodes": {
        "max": {"player": 0, "moves": {"Left": "toss", "Right": "B"}},
        "toss": {"chance": {"heads": [0.5, "A"], "tails": [0.5, "B"]}},
        "A": {"value": 3}, "B": {"value": [1, -1]}}}

A probability may be a fraction, such as "1/6". An inner node may have a value, too (its evaluation). A value may be a
list, one score per player; a single number is player 0's, and every other player's is its negative.
"""

import json
import math
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from kibitz.errors import GameError
from kibitz.game import Game
from kibitz.rules import CHANCE
from kibitz.score import VALUE

how_to_play = """
Start at the root and choose one of the branches; then it is the other player’s turn, or nature’s, as the tree
says. The leaf that you reach says what each player gets: a single number is what the first player gets, and the
others get its negative. So the first player wants a large number, and the second a small one.
"""
LESSON = "((3 12 8) (2 4 6) (14 5 2))"
MOST = 2**53
MOST_PLIES = 400
"""The greatest depth of a tree, limited by the recursion of a search."""
FRACTION = re.compile(r"(\d{1,9})/([1-9]\d{0,8})")


class Node(NamedTuple):
    """One node as written."""

    name: str
    player: int
    children: tuple[tuple[str, float, str], ...]  # move's name, probability (1 for a player's move), child's name
    value: int | float | list[int | float]


def game(text: str = LESSON) -> Game[int]:
    """Play the tree that this text describes: JSON, or nested brackets."""
    root, players, nodes = parse_json(text) if text.lstrip().startswith(("{", "[")) else parse_short(text)
    names = order(root, nodes)
    index = {name: i for i, name in enumerate(names)}
    tree = [nodes[name] for name in names]
    movers = np.array([node.player for node in tree])
    counts = np.array([len(node.children) for node in tree])
    first = np.cumsum(counts) - counts
    edges = [edge for node in tree for edge in node.children]
    target = np.array([index[child] for _, _, child in edges] or [0])
    odds = np.array([probability for _, probability, _ in edges] or [1.0])
    values = np.array([scores(node, players) for node in tree])
    compile_by_default = False

    def start() -> int:
        return 0

    def turn(node: int) -> int:
        return int(movers[node])

    def moves(node: int) -> Iterator[int]:
        yield from range(counts[node])

    def chances(node: int) -> Iterator[tuple[int, float]]:
        for child in range(counts[node]):
            yield child, odds[first[node] + child]

    def play(node: int, child: int) -> int:
        return int(target[first[node] + child])

    def utility(node: int, player: int) -> Any:
        return values[node, player]

    evaluate = utility

    def write(node: int) -> str:
        return names[node]

    def read(text: str) -> int:
        if text not in index:
            raise ValueError("there is no node with this name")
        return index[text]

    def show(node: int) -> str:
        if not tree[node].children:
            return f"{names[node]} = {tree[node].value}"
        inside = ", ".join(f"{move}: {child}" for move, _, child in tree[node].children)
        return f"{names[node]} ({inside})"

    def move_name(node: int, child: int) -> str:
        return tree[node].children[child][0]

    rules = {**locals(), "chances": chances if CHANCE in movers else None, "objective": "score", "counted_in": VALUE}
    finished = np.flatnonzero(counts == 0).tolist()
    return Game.of(rules, compile_by_default=compile_by_default, ends=lambda: finished)


def scores(node: Node, players: int) -> list[int | float]:
    """Return a node's value for each player."""
    if isinstance(node.value, list):
        return node.value
    return [node.value] + [-node.value] * (players - 1)


def order(root: str, nodes: dict[str, Node]) -> list[str]:
    """List the reachable nodes, each before its children's first visit; raise if there is a cycle."""
    done: dict[str, bool] = {}  # False while on the path from the root
    listed: list[str] = []
    path = [(root, iter(nodes[root].children))]
    done[root] = False
    listed.append(root)
    while path:
        name, rest = path[-1]
        edge = next(rest, None)
        if edge is None:
            done[name] = True
            path.pop()
            continue
        child = edge[2]
        if child not in nodes:
            raise GameError(f"node {name!r}, move {edge[0]!r}: there is no node {child!r}")
        if child not in done:
            if len(path) > MOST_PLIES:
                raise GameError(f"the tree is deeper than {MOST_PLIES} plies")
            done[child] = False
            listed.append(child)
            path.append((child, iter(nodes[child].children)))
        elif not done[child]:
            raise GameError(f"the tree has a cycle: node {name!r} leads back to {child!r}")
    return listed


def parse_short(text: str) -> tuple[str, int, dict[str, Node]]:
    """Read nested brackets. The root is called root, its children a, b, …, theirs aa, ab, …"""
    nodes: dict[str, Node] = {}
    open_nodes: list[tuple[str, list[tuple[str, float, str]]]] = []
    opened: list[int] = []  # where the brackets of the open nodes are

    def add(node: Node) -> None:
        nodes[node.name] = node
        if open_nodes:
            letter = letters(len(open_nodes[-1][1]))
            open_nodes[-1][1].append((letter, 1.0, node.name))

    def next_name() -> str:
        if not open_nodes:
            return "root"
        parent, children = open_nodes[-1]
        # Beyond z, brackets keep names of two letters unambiguous.
        last = letters(len(children))
        return ("" if parent == "root" else parent) + (last if len(last) == 1 else f"({last})")

    for found in re.finditer(r"[()]|[^\s(),]+", text):
        word, where = found[0], f"at character {found.start() + 1}"
        if nodes and not open_nodes:
            raise GameError(f"the tree is closed before {word!r} {where}")
        if word == "(":
            if len(open_nodes) > MOST_PLIES:
                raise GameError(f"the tree is deeper than {MOST_PLIES} plies")
            open_nodes.append((next_name(), []))
            opened.append(found.start() + 1)
        elif not open_nodes:
            raise GameError(f"a tree starts with (, got {word!r}")
        elif word == ")":
            name, children = open_nodes.pop()
            opened.pop()
            if not children:
                raise GameError(f"empty brackets in the tree {where}: a leaf is a number")
            add(Node(name, len(open_nodes) % 2, tuple(children), 0))
        else:
            add(Node(next_name(), 0, (), number(word, f"a leaf {where}")))
    if open_nodes:
        raise GameError(f"the tree is not closed: a ) is missing for the ( at character {opened[-1]}")
    if not nodes:
        raise GameError("the tree is empty")
    return "root", 2, nodes


def letters(index: int) -> str:
    """Return the name of an index: a, b, …, z, aa, ab, …"""
    text = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        text = chr(97 + rest) + text
    return text


def number(value: Any, where: str) -> int | float:
    """Return a valid number of a tree; raise otherwise."""
    if isinstance(value, str):
        try:
            value = int(value) if re.fullmatch(r"[+-]?\d+", value) else float(value)
        except ValueError:
            raise GameError(f"{where} must be a number, got {value!r}") from None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise GameError(f"{where} must be a number, got {json.dumps(value)}")
    if not -MOST <= value <= MOST:
        raise GameError(f"{where} must be a number from −2**53 to 2**53, got {value!r:.40}")
    return value


def share(value: Any, where: str) -> float:
    """Return a probability, given as a number or as a fraction such as "1/6"."""
    parts = FRACTION.fullmatch(value) if isinstance(value, str) else None
    return int(parts[1]) / int(parts[2]) if parts else float(number(value, where))


def parse_json(text: str) -> tuple[str, int, dict[str, Node]]:
    """Read the JSON form; errors say where it is wrong."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise GameError(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise GameError("the JSON is nested too deeply") from None
    if not isinstance(data, dict):
        raise GameError('a tree in JSON must be an object: {"root": …, "nodes": {…}}')
    for unknown in set(data) - {"root", "players", "nodes"}:
        raise GameError(f"expected only root, players and nodes in a tree, got {unknown!r}")
    root, players, nodes = data.get("root"), data.get("players", 2), data.get("nodes")
    if not isinstance(players, int) or isinstance(players, bool) or not 1 <= players <= 64:
        raise GameError(f"players must be a whole number from 1 to 64, got {json.dumps(players)}")
    if not isinstance(nodes, dict) or not nodes:
        raise GameError('"nodes" must be an object of nodes by name')
    if not isinstance(root, str) or root not in nodes:
        raise GameError(f'"root" must be the name of a node, got {json.dumps(root)}')
    return root, players, {name: parse_node(name, node, players) for name, node in nodes.items()}


def parse_node(name: str, node: Any, players: int) -> Node:
    """Read one node of the JSON form."""
    where = f"node {name!r}"
    if not isinstance(node, dict):
        raise GameError(f"{where} must be an object, got {json.dumps(node)}")
    for unknown in set(node) - {"player", "moves", "chance", "value"}:
        raise GameError(f"{where}: expected only player, moves, chance and value, got {unknown!r}")
    value = node.get("value", 0)
    if isinstance(value, list):
        if len(value) != players:
            raise GameError(f"{where}: value must have one score for each of {players} players, got {len(value)}")
        value = [number(item, f"{where}: value") for item in value]
    else:
        value = number(value, f"{where}: value")
    if "chance" in node:
        return Node(name, CHANCE, parse_chance(where, node), value)
    moves = node.get("moves", {})
    if not isinstance(moves, dict) or not all(isinstance(child, str) for child in moves.values()):
        raise GameError(f'{where}: moves must look like {{"Left": "name of a node"}}')
    player = node.get("player", 0)
    if not isinstance(player, int) or isinstance(player, bool) or not 0 <= player < players:
        raise GameError(f"{where}: player must be 0 to {players - 1}, got {json.dumps(player)}")
    if moves and "player" not in node:
        raise GameError(f"{where} has moves, so it must name their player")
    return Node(name, player, tuple((move, 1.0, child) for move, child in moves.items()), value)


def parse_chance(where: str, node: dict[str, Any]) -> tuple[tuple[str, float, str], ...]:
    """Read nature's outcomes; their probabilities must sum to 1."""
    chance = node["chance"]
    if "moves" in node or "player" in node:
        raise GameError(f"{where} is a chance node, so it cannot have player or moves")
    if not isinstance(chance, dict) or not chance:
        raise GameError(f'{where}: chance must look like {{"heads": [0.5, "name of a node"], …}}')
    edges = []
    for outcome, pair in chance.items():
        if not isinstance(pair, list) or len(pair) != 2 or not isinstance(pair[1], str):
            raise GameError(f'{where}: outcome {outcome!r} must look like [0.5, "name of a node"]')
        probability = share(pair[0], f"{where}: the probability of {outcome!r}")
        if probability <= 0:
            raise GameError(f"{where}: the probability of {outcome!r} must be positive, got {probability:g}")
        edges.append((outcome, probability, pair[1]))
    total = math.fsum(probability for _, probability, _ in edges)
    if abs(total - 1) > 1e-9:
        raise GameError(f"{where}: the probabilities must sum to 1, got {total:g}")
    return tuple(edges)
