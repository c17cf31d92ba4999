"""A game that writes down every question that a program asks it.

Law. A position is opaque: nothing can be learnt about it but through the rules, each call of which is recorded in
order. Positions are equal if they are the same node, so a program may keep them in sets and dicts.

This file is also imported in the process that runs a student's program, so it needs nothing but the standard library.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

CHANCE = -1
"""What `turn` returns where nature moves."""
MOST_EVENTS = 50_000
"""Questions that are recorded; a program that asks more is recorded up to here."""

Event = tuple[str, str, Any]
"""A rule, the name of the node it was asked about, and the player, the child or None."""


class Node(NamedTuple):
    """One position of an explicit game."""

    turn: int
    moves: tuple[int, ...]
    children: tuple[str, ...]
    odds: tuple[float, ...]  # empty where a player moves
    over: bool
    utility: tuple[float, ...]  # for each player
    evaluate: tuple[float, ...]


@dataclass(frozen=True)
class Table:
    """An explicit game: every position that can be reached, by name."""

    players: int
    root: str
    nodes: dict[str, Node]

    def to_json(self) -> dict[str, Any]:
        """Return the game as JSON."""
        return {"players": self.players, "root": self.root, "nodes": {name: list(n) for name, n in self.nodes.items()}}

    @staticmethod
    def from_json(data: dict[str, Any]) -> "Table":
        """Return the game that `to_json` wrote."""
        nodes = {}
        for name, (turn, moves, children, odds, over, utility, evaluate) in data["nodes"].items():
            ways = tuple(moves), tuple(children), tuple(odds)
            nodes[name] = Node(turn, *ways, over, tuple(utility), tuple(evaluate))
        return Table(data["players"], data["root"], nodes)


class Position:
    """A position as a student's program sees it."""

    __slots__ = ("_node",)

    def __init__(self, node: str) -> None:
        self._node = node

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and other._node == self._node

    def __hash__(self) -> int:
        return hash(self._node)

    def __repr__(self) -> str:
        return f"<position {self._node}>"


class Recorder:
    """The questions asked so far."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def add(self, rule: str, node: str, detail: Any = None) -> None:
        """Record one question."""
        if len(self.events) < MOST_EVENTS:
            self.events.append((rule, node, detail))


class Game:
    """The rules of an explicit game, by their plain names."""

    def __init__(self, table: Table, recorder: Recorder) -> None:
        self.players = table.players
        self._table, self._recorder = table, recorder

    def _ask(self, rule: str, position: Any, detail: Any = None) -> Node:
        """Record a question, and return the node it is about."""
        if not isinstance(position, Position):
            raise TypeError(f"game.{rule} takes a position, got {position!r:.60}")
        self._recorder.add(rule, position._node, detail)
        return self._table.nodes[position._node]

    def start(self) -> Position:
        """Return the position where the game begins."""
        return Position(self._table.root)

    def turn(self, position: Position) -> int:
        """Return the player to move, or -1 where nature moves."""
        return self._ask("turn", position).turn

    def moves(self, position: Position) -> list[int]:
        """Return the legal moves in the game's order."""
        return list(self._ask("moves", position).moves)

    def play(self, position: Position, move: int) -> Position:
        """Return the position after a move."""
        node = self._table.nodes[position._node] if isinstance(position, Position) else None
        if node is not None and move not in node.moves:
            raise ValueError(f"{move!r:.60} is not a legal move here; the moves are {list(node.moves)}")
        child = node.children[node.moves.index(move)] if node is not None else None
        self._ask("play", position, child)
        assert child is not None
        return Position(child)

    def is_over(self, position: Position) -> bool:
        """Return whether the game is finished."""
        return self._ask("is_over", position).over

    def utility(self, position: Position, player: int) -> float:
        """Return what a finished game is worth to a player."""
        return self._ask("utility", position, self._player(player)).utility[player]

    def evaluate(self, position: Position, player: int) -> float:
        """Return a guess of what an unfinished game is worth to a player."""
        return self._ask("evaluate", position, self._player(player)).evaluate[player]

    def chances(self, position: Position) -> list[tuple[int, float]]:
        """Return nature's outcomes with their probabilities."""
        node = self._ask("chances", position)
        return list(zip(node.moves, node.odds, strict=True)) if node.odds else []

    def _player(self, player: Any) -> int:
        if not isinstance(player, int) or not 0 <= player < self.players:
            raise ValueError(f"there is no player {player!r:.60}; the players are 0 to {self.players - 1}")
        return player
