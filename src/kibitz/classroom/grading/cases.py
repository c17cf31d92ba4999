"""The battery: small trees and positions on which a program is compared with the reference search.

Law. On some case every known mistake shows. So there are games that end before the horizon, evaluations that differ
from utilities, equal values, unequal probabilities, three players, a player who moves twice, a second player who
decides, and positions that are reached in several ways. Two players' values are each other's negatives, so that negamax
is as right as minimax; with three players this is so in some games and not in others.
"""

import zlib
from dataclasses import dataclass
from functools import cache, cached_property
from random import Random
from typing import Any

from kibitz.classroom.grading.maze import Maze
from kibitz.classroom.grading.recording import CHANCE, Node, Table
from kibitz.classroom.grading.reference import ALPHA_BETA, EXPECTIMAX, EXPECTIMINIMAX, MINIMAX
from kibitz.classroom.grading.views import MazeView, TableView, View
from kibitz.games.tree import letters, parse_short
from kibitz.loader import load

FUNCTIONS = {
    MINIMAX: "minimax",
    ALPHA_BETA: "alpha_beta",
    EXPECTIMAX: "expectimax",
    EXPECTIMINIMAX: "expectiminimax",
}
"""The function that a program has for each algorithm."""
CLASSES = {MINIMAX: "MinimaxAgent", ALPHA_BETA: "AlphaBetaAgent", EXPECTIMAX: "ExpectimaxAgent"}
"""The class of the classic course for each algorithm."""


@dataclass(frozen=True, eq=False)
class Case:
    """A position to search to a depth."""

    title: str
    game: Table | Maze
    depth: int
    transposes: bool = False  # a position can be reached in several ways: only value and move are compared

    @cached_property
    def view(self) -> View:
        """Return the game as the reference search sees it."""
        return TableView(self.game) if isinstance(self.game, Table) else MazeView(self.game)

    @property
    def is_maze(self) -> bool:
        """Return whether this case is in the terms of the classic course."""
        return isinstance(self.game, Maze)

    def order(self, name: str) -> dict[str, Any]:
        """Return the case as the process needs it that runs a function or class of this name."""
        if isinstance(self.game, Maze):
            return {"name": name, "depth": self.depth, "maze": list(self.game)}
        return {"name": name, "depth": self.depth, "table": self.game.to_json()}

    def sentence(self) -> str:
        """Return the case in words."""
        who = "" if self.is_maze else f", player {self.view.decider} decides"
        rounds = "round" if self.is_maze else "plies" if self.depth > 1 else "ply"
        return f"{self.title}{who}, depth {self.depth} {rounds}{'s' if self.is_maze and self.depth > 1 else ''}"


def guess(name: str, salt: str = "") -> int:
    """Return an evaluation that looks random but depends only on the name of a node."""
    return zlib.crc32(f"{salt}{name}".encode()) % 19 - 9


def zero_sum(value: float, players: int, favoured: int = 0) -> tuple[float, ...]:
    """Return a value for each player: one against all others."""
    return tuple(value if player == favoured else -value for player in range(players))


def bracketed(text: str, first: int = 0) -> Table:
    """Return the game of a tree in brackets: two players take turns, and inner nodes have evaluations."""
    root, players, nodes = parse_short(text)
    found: dict[str, Node] = {}

    def add(name: str, ply: int) -> None:
        node = nodes[name]
        children = tuple(child for _, _, child in node.children)
        guessed = guess(name)
        if not children:
            guessed += guessed == node.value
        value = node.value if isinstance(node.value, int | float) else 0
        found[name] = Node(
            (first + ply) % players,
            tuple(range(1, len(children) + 1)),
            children,
            (),
            not children,
            zero_sum(value, players),
            zero_sum(guessed, players),
        )
        for child in children:
            add(child, ply + 1)

    add(root, 0)
    return Table(players, root, found)


@dataclass(frozen=True)
class Shape:
    """What a random tree is like."""

    players: int = 2
    plies: int = 4
    first: int = 0
    spread: int = 20  # values are 0 to spread - 1, less ten
    ends: float = 0.15  # the share of inner nodes where the game is over
    free: bool = False  # anybody may be to move
    chance: float = 0.0  # the share of nodes where nature moves
    quiet: int = 0  # nature does not move at this ply
    general: bool = False  # a gain of one player is not the others' loss
    wide: float = 0.35  # the share of nodes with three children


def grown(seed: int, shape: Shape) -> Table:
    """Return a random tree."""
    random = Random(seed)
    found: dict[str, Node] = {}

    def pick(most: int) -> int:
        return int(random.random() * most)

    def worth(favoured: int = 0) -> tuple[float, ...]:
        if shape.general:
            return tuple(pick(shape.spread) - 10 for _ in range(shape.players))
        return zero_sum(pick(shape.spread) - 10, shape.players, favoured)

    def add(name: str, ply: int, after_chance: bool) -> None:
        deepest = ply == shape.plies
        nature = not deepest and ply not in (0, shape.quiet) and not after_chance and random.random() < shape.chance
        over = deepest or ply > 0 and not nature and random.random() < shape.ends
        turn = (shape.first + ply) % shape.players
        if shape.free and ply > 0:
            turn = pick(shape.players)
        count = 0 if over else 2 + (random.random() < shape.wide)
        stem = "" if name == "root" else name
        children = tuple(stem + letters(number) for number in range(count))
        odds = ((0.2, 0.8), (0.5, 0.3, 0.2))[count - 2] if nature else ()
        utility, evaluate = worth(), worth()
        found[name] = Node(
            CHANCE if nature else turn, tuple(range(1, count + 1)), children, odds, over, utility, evaluate
        )
        for child in children:
            add(child, ply + (not nature), nature)

    add("root", 0, False)
    return Table(shape.players, "root", found)


def of_game(spec: str, moves: str) -> Table:
    """Return the explicit game of a position of a built-in game without chance that always ends."""
    game = load(spec)
    start = game.begin(moves).position
    players = range(game.players)
    found: dict[str, Node] = {}
    waiting = [start]
    while waiting:
        p = waiting.pop()
        name = game.write(p)
        if name in found:
            continue
        over, turn = game.is_over(p), game.rules.turn(p)
        listed = tuple(game.moves(p))
        children = tuple(game.rules.play(p, move) for move in listed)
        utility = tuple(float(game.rules.utility(p, player)) if over else 0.0 for player in players)
        guessed = tuple(float(game.rules.evaluate(p, player)) for player in players)
        if over:
            guessed = tuple(-3 * each for each in utility)
        found[name] = Node(
            turn,
            tuple(int(move) for move in listed),
            tuple(game.write(child) for child in children),
            (),
            bool(over),
            utility,
            guessed,
        )
        waiting += children
    return Table(game.players, game.write(start), found)


def tree(text: str, depth: int, first: int = 0) -> Case:
    """Return the case of a tree in brackets."""
    return Case(f"the tree {text}", bracketed(text, first), depth)


def random_tree(seed: int, depth: int, **shape: Any) -> Case:
    """Return the case of a random tree."""
    chosen = Shape(**{"plies": depth + 2, "quiet": depth, **shape})
    words = [f"random tree {seed}"]
    if chosen.players > 2:
        words.append(f"{chosen.players} players")
    if chosen.chance:
        words.append("with chance")
    if chosen.free:
        words.append("players may move twice")
    return Case(", ".join(words), grown(seed, chosen), depth)


def position(spec: str, moves: str, depth: int) -> Case:
    """Return the case of a position of a built-in game."""
    return Case(f"{spec} after {moves}" if moves else spec, of_game(spec, moves), depth, transposes=True)


def woven(seed: int) -> Case:
    """Return the case of a random game in which most positions can be reached in several ways."""
    random = Random(seed)
    plies, width = 4, 4
    found: dict[str, Node] = {}
    for ply in range(plies + 1):
        for number in range(width if ply else 1):
            below = random.sample(range(width), width - 1) if ply < plies else []
            value, guessed = int(random.random() * 20) - 10, int(random.random() * 20) - 10
            found[f"{ply}{letters(number)}"] = Node(
                ply % 2,
                tuple(range(1, len(below) + 1)),
                tuple(f"{ply + 1}{letters(child)}" for child in below),
                (),
                ply == plies,
                zero_sum(value, 2),
                zero_sum(guessed, 2),
            )
    title = f"random game {seed} whose positions can be reached in several ways"
    return Case(title, Table(2, "0a", found), plies, transposes=True)


@cache
def function_cases(algorithm: str) -> tuple[Case, ...]:
    """Return the cases for a function."""
    if algorithm == EXPECTIMAX:
        return averaged() + luck(three=True)
    if algorithm == EXPECTIMINIMAX:
        return plain() + luck(three=True)
    if algorithm == ALPHA_BETA:
        return plain() + pruned()
    return plain()


@cache
def plain() -> tuple[Case, ...]:
    """Return cases without chance."""
    return (
        tree("((3 12 8) (2 4 6) (14 5 2))", 2),
        tree("((3 12 8) (2 4 6) (14 5 2))", 2, first=1),
        tree("(((3 5) (6 9 1)) ((1 2) 0) (4 (7 8)))", 3),
        tree("(5 ((2 7) 4) (6 (1 9)))", 2),
        tree("((4 4 1) (4 6) (2 4))", 2),
        random_tree(1, 3, ends=0.2),
        random_tree(2, 3, first=1, ends=0.2),
        random_tree(3, 3, ends=0.4),
        random_tree(4, 3, free=True),
        random_tree(5, 3, players=3),
        random_tree(6, 4, players=3, plies=6, wide=0.0, first=1),
        *(random_tree(seed, 3, players=3, general=True, first=seed % 3) for seed in (7, 9, 10)),
        random_tree(8, 2, plies=5, wide=0.1, ends=0.1),
        random_tree(74, 2, plies=8, wide=0.0, ends=0.3),
        position("tic-tac-toe", "5 1 3 7 4", 4),
        position("nim:heaps=1,2,2", "", 5),
        *(woven(seed) for seed in (49, 52, 54)),
    )


@cache
def pruned() -> tuple[Case, ...]:
    """Return cases in which alpha-beta cuts: deeply, and on equality."""
    return (
        tree("(((3 5) (6 9)) ((3 1) (5 0)) ((3 3) (2 7)))", 3),
        *(random_tree(seed, 4, plies=4, ends=0.05, wide=0.5) for seed in (11, 12, 13)),
        random_tree(14, 4, plies=5, first=1, wide=0.5),
        random_tree(15, 5, plies=5, ends=0.0, wide=0.1),
        *(random_tree(seed, 4, plies=4, spread=4, ends=0.05, wide=0.5) for seed in (16, 17, 18)),
        random_tree(19, 4, plies=5, players=3, wide=0.3, spread=8),
    )


@cache
def averaged() -> tuple[Case, ...]:
    """Return cases without chance for expectimax."""
    return tuple(case for case in plain() if "after" not in case.title)


@cache
def luck(three: bool) -> tuple[Case, ...]:
    """Return cases with chance."""
    found = (
        *(random_tree(seed, 2, chance=0.5) for seed in (21, 22)),
        random_tree(23, 3, chance=0.4, first=1),
        random_tree(24, 2, chance=0.5, quiet=0, ends=0.1),
    )
    return found + ((random_tree(25, 3, chance=0.4, players=3),) if three else ())


@cache
def agent_cases(algorithm: str) -> tuple[Case, ...]:
    """Return the cases for a class of the classic course."""
    mazes = [
        (Maze(2, 1, 6, 90, 9), 1),
        (Maze(2, 2, 7, 90, 9), 2),
        (Maze(3, 3, 8, 90, 9), 1),
        (Maze(3, 4, 8, 90, 8), 2),
        (Maze(2, 5, 7, 90, 5), 2),
        (Maze(4, 6, 8, 90, 7), 1),
        *((Maze(3, seed, 6, 90, 9), 1) for seed in range(10, 16)),
        *((Maze(2, seed, 7, 90, 9), 2) for seed in (36, 37, 38)),
    ]
    if algorithm == ALPHA_BETA:
        mazes += [(Maze(2, seed, 7, 5, 12), 2) for seed in (20, 21, 22, 23)] + [(Maze(3, 24, 8, 7, 12), 2)]
    return tuple(
        Case(f"maze {maze.seed}, Pac-Man and {maze.agents - 1} ghost{'s' * (maze.agents > 2)}", maze, depth)
        for maze, depth in mazes
    )
