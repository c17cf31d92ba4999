"""The games of a battery as the reference search sees them."""

from collections.abc import Sequence
from typing import Any, Protocol

from kibitz.classroom.grading.maze import START, Maze
from kibitz.classroom.grading.recording import Table


class View(Protocol):
    """A game as the reference search sees it."""

    @property
    def players(self) -> int:
        """Return the number of players."""

    @property
    def root(self) -> str:
        """Return the node where the search begins."""

    @property
    def decider(self) -> int:
        """Return the deciding player."""

    def turn(self, node: str, agent: int) -> int:
        """Return the player to move; agent: who is next if all take turns."""

    def children(self, node: str, player: int) -> Sequence[tuple[Any, str]]:
        """Return the moves with the nodes they lead to."""

    def odds(self, node: str) -> Sequence[float]:
        """Return the probabilities of nature's outcomes."""

    def over(self, node: str) -> bool:
        """Return whether the game is finished."""

    def worth(self, node: str, rule: str, player: int) -> float:
        """Return what `utility` or `evaluate` answers."""


class TableView:
    """An explicit game."""

    def __init__(self, table: Table) -> None:
        self.table, self.players, self.root = table, table.players, table.root
        self.decider = max(0, table.nodes[table.root].turn)

    def turn(self, node: str, agent: int) -> int:
        """Return the player to move."""
        return self.table.nodes[node].turn

    def children(self, node: str, player: int) -> Sequence[tuple[Any, str]]:
        """Return the moves with the nodes they lead to."""
        found = self.table.nodes[node]
        return list(zip(found.moves, found.children, strict=True))

    def odds(self, node: str) -> Sequence[float]:
        """Return the probabilities of nature's outcomes."""
        return self.table.nodes[node].odds

    def over(self, node: str) -> bool:
        """Return whether the game is finished."""
        return self.table.nodes[node].over

    def worth(self, node: str, rule: str, player: int) -> float:
        """Return what `utility` or `evaluate` answers."""
        found = self.table.nodes[node]
        return (found.utility if rule == "utility" else found.evaluate)[player]


class MazeView:
    """A game of the classic course."""

    def __init__(self, maze: Maze) -> None:
        self.maze, self.players, self.root, self.decider = maze, maze.agents, START, 0

    def turn(self, node: str, agent: int) -> int:
        """Return the agent to move."""
        return agent

    def children(self, node: str, player: int) -> Sequence[tuple[Any, str]]:
        """Return an agent's actions with the states they lead to."""
        return [(each, self.maze.successor(node, player, each)) for each in self.maze.actions(node, player)]

    def odds(self, node: str) -> Sequence[float]:
        """Return nothing: nature does not move."""
        return ()

    def over(self, node: str) -> bool:
        """Return whether Pac-Man has won or lost."""
        return self.maze.over(node)

    def worth(self, node: str, rule: str, player: int) -> float:
        """Return the evaluation of a state, which is always Pac-Man's."""
        return self.maze.value(node)
