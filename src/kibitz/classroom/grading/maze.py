"""A game in the classic course's terms: Pac-Man, who is agent 0, and ghosts, who move one after the other.

Any agent can be asked to move at any time, as in the course, so a program that forgets a ghost does not fail: it
visits other states than it should. What a state is worth, and whether it is won or lost, follows from its name.

This file is also imported in the process that runs a student's program, so it needs nothing but the standard library.
"""

import sys
import types
import zlib
from collections import deque
from heapq import heappop, heappush
from typing import Any, NamedTuple, NoReturn

from kibitz.classroom.grading.recording import Recorder

START = "start"
ACTIONS = ("Left", "Right", "Stop")
LEAST_MOVES = 2
"""Moves before a state can be won or lost early."""


class Maze(NamedTuple):
    """A game of Pac-Man that exists only as numbers."""

    agents: int
    seed: int
    longest: int  # the game is won after this many moves
    spread: int  # different evaluations; a quarter of them are negative, or three quarters where the seed is odd
    seldom: int  # one state in this many is won or lost early; 0: none

    def number(self, state: str, what: str) -> int:
        """Return a number that looks random but depends only on the state."""
        return zlib.crc32(f"{self.seed}/{what}/{state}".encode()) >> 8

    def actions(self, state: str, agent: int) -> list[str]:
        """Return what an agent can do."""
        if self.over(state):
            return []
        return list(ACTIONS[: 2 + (self.number(state, f"actions {agent}") % (5 if agent else 3) == 0)])

    def successor(self, state: str, agent: int, action: str) -> str:
        """Return the state after an agent's action."""
        step = f"{agent}:{action}"
        return step if state == START else f"{state} {step}"

    def over(self, state: str) -> bool:
        """Return whether Pac-Man has won or lost."""
        length = 0 if state == START else state.count(" ") + 1
        early = self.seldom > 0 and length >= LEAST_MOVES and self.number(state, "end") % self.seldom == 0
        return length >= self.longest or early

    def value(self, state: str) -> int:
        """Return the evaluation of a state."""
        negative = (3 if self.seed % 2 else 1) * self.spread // 4
        return self.number(state, "value") % self.spread - negative

    def score(self, state: str) -> int:
        """Return the score, which is not the evaluation."""
        return self.number(state, "score") % self.spread + 100


class GameState:
    """A state as a student's agent sees it."""

    def __init__(self, maze: Maze, recorder: Recorder, node: str = START) -> None:
        self._maze, self._recorder, self._node = maze, recorder, node

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameState) and other._node == self._node

    def __hash__(self) -> int:
        return hash(self._node)

    def __repr__(self) -> str:
        return f"<state {self._node}>"

    def getNumAgents(self) -> int:  # noqa: N802
        """Return the number of agents, Pac-Man among them."""
        return self._maze.agents

    def getLegalActions(self, agentIndex: int = 0) -> list[str]:  # noqa: N802, N803
        """Return an agent's legal actions."""
        self._check(agentIndex)
        self._recorder.add("moves", self._node, agentIndex)
        return self._maze.actions(self._node, agentIndex)

    def generateSuccessor(self, agentIndex: int, action: str) -> "GameState":  # noqa: N802, N803
        """Return the state after an agent's action."""
        self._check(agentIndex)
        legal = self._maze.actions(self._node, agentIndex)
        if action not in legal:
            self._recorder.add("moves", self._node, agentIndex)
            raise ValueError(f"{action!r:.60} is not a legal action of agent {agentIndex} here, which are {legal}")
        child = self._maze.successor(self._node, agentIndex, action)
        self._recorder.add("play", self._node, child)
        return GameState(self._maze, self._recorder, child)

    def getLegalPacmanActions(self) -> list[str]:  # noqa: N802
        """Return Pac-Man's legal actions."""
        return self.getLegalActions(0)

    def generatePacmanSuccessor(self, action: str) -> "GameState":  # noqa: N802
        """Return the state after an action of Pac-Man."""
        return self.generateSuccessor(0, action)

    def isWin(self) -> bool:  # noqa: N802
        """Return whether Pac-Man has won."""
        return self._ended() and self._maze.number(self._node, "won") % 2 == 0

    def isLose(self) -> bool:  # noqa: N802
        """Return whether Pac-Man has lost."""
        return self._ended() and self._maze.number(self._node, "won") % 2 == 1

    def getScore(self) -> float:  # noqa: N802
        """Return the score, which is not what the evaluation function returns."""
        self._recorder.add("score", self._node, 0)
        return self._maze.score(self._node)

    def getPacmanState(self) -> Any:  # noqa: N802
        """Return nothing of interest."""
        return types.SimpleNamespace(getPosition=lambda: (1, 1), getDirection=lambda: "Stop")

    def getPacmanPosition(self) -> tuple[int, int]:  # noqa: N802
        """Return nothing of interest."""
        return 1, 1

    def getGhostStates(self) -> list[Any]:  # noqa: N802
        """Return nothing of interest."""
        return []

    def getGhostPositions(self) -> list[tuple[int, int]]:  # noqa: N802
        """Return nothing of interest."""
        return []

    def getNumFood(self) -> int:  # noqa: N802
        """Return nothing of interest."""
        return 0

    def getFood(self) -> Any:  # noqa: N802
        """Return nothing of interest."""
        return types.SimpleNamespace(asList=list, count=lambda: 0)

    def getCapsules(self) -> list[Any]:  # noqa: N802
        """Return nothing of interest."""
        return []

    def _ended(self) -> bool:
        self._recorder.add("is_over", self._node)
        return self._maze.over(self._node)

    def _check(self, agent: Any) -> None:
        if not isinstance(agent, int) or not 0 <= agent < self._maze.agents:
            raise ValueError(f"there is no agent {agent!r:.60}; the agents are 0 to {self._maze.agents - 1}")


# Stand-ins for the modules of the course that a multiAgents.py imports.


class Stack:
    """Last in, first out."""

    def __init__(self) -> None:
        self.list: list[Any] = []

    def push(self, item: Any) -> None:
        """Add an item."""
        self.list.append(item)

    def pop(self) -> Any:
        """Remove and return an item."""
        return self.list.pop()

    def isEmpty(self) -> bool:  # noqa: N802
        """Return whether there is no item."""
        return not self.list


class Queue(Stack):
    """First in, first out."""

    def __init__(self) -> None:
        self.list: Any = deque()

    def pop(self) -> Any:
        """Remove and return an item."""
        return self.list.popleft()


class PriorityQueue(Stack):
    """Least priority first."""

    def push(self, item: Any, priority: float = 0) -> None:
        """Add an item."""
        heappush(self.list, (priority, len(self.list), item))

    def pop(self) -> Any:
        """Remove and return an item."""
        return heappop(self.list)[-1]


class Agent:
    """The base class of the course's agents."""

    def __init__(self, index: int = 0) -> None:
        self.index = index


def not_defined() -> NoReturn:
    """Raise, as the course's templates do where something is to be written."""
    raise NotImplementedError("this method is not written yet")


def manhattan_distance(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return the distance along the grid."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def install(evaluation: Any) -> None:
    """Put the stand-ins where `import util` and the like find them; evaluation: what every name looks up to."""
    util: Any = types.ModuleType("util")
    util.Stack, util.Queue, util.PriorityQueue, util.Counter = Stack, Queue, PriorityQueue, dict
    util.raiseNotDefined, util.manhattanDistance = not_defined, manhattan_distance
    util.lookup = lambda name, names: names.get(name, evaluation) if isinstance(names, dict) else evaluation
    util.flipCoin, util.nearestPoint = (lambda p: False), (lambda p: p)
    game: Any = types.ModuleType("game")
    names = ("NORTH", "SOUTH", "EAST", "WEST", "STOP")
    game.Directions = type("Directions", (), {name: name.capitalize() for name in names})
    game.Agent, game.Actions, game.AgentState = Agent, type("Actions", (), {}), type("AgentState", (), {})
    pacman: Any = types.ModuleType("pacman")
    pacman.GameState = GameState
    for module in (util, game, pacman):
        sys.modules[module.__name__] = module
