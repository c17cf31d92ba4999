"""The trace of a Monte Carlo search: its tree, and its visits one by one.

Law. A node's visits and score are those of the tree that the search ends with: the number of visits through it, and the
mean of what they brought the deciding player. Replayed, the visits give both.
"""

import threading
from dataclasses import dataclass, field
from typing import Any, ClassVar

from kibitz.compiler.plain import Desk, F, Returns
from kibitz.game import Game
from kibitz.rules import CHANCE
from kibitz.score import Score
from kibitz.search.engine.desk import VALUES
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.settings import MCTS, Settings
from kibitz.search.explain.node import Node, add_node
from kibitz.search.limit import Limit
from kibitz.search.mcts.findings import Visits
from kibitz.search.mcts.kernel import monte_carlo, separate_monte_carlo
from kibitz.search.mcts.tree import MOVE, ROOT, children_of, is_settled
from kibitz.search.request import Request, Tell
from kibitz.search.result import Result
from kibitz.search.speed import Search
from kibitz.search.textbook.sound import sound
from kibitz.state import State

VISITS = 10
"""How many visits are traced by default."""
MOST_VISITS = 2000
"""The most visits of a trace, which is for looking at."""


@dataclass(frozen=True)
class Visit:
    """One visit: the nodes it went through, and what it was worth."""

    path: tuple[Node, ...]
    value: Score  # to the deciding player
    how: str  # where the value comes from: "playout", "evaluation", "over" or "known"
    counts: tuple[int, ...]  # of each node on the path, this visit included
    means: tuple[Score, ...]


@dataclass
class VisitTracer:
    """Notes each visit of a search; it stands in for `compiled`."""

    game: Game[Any]
    nodes: list[Node] = field(default_factory=list)
    visits: list[Visit] = field(default_factory=list)
    at: dict[int, Node] = field(default_factory=dict)  # by place in the tree
    sums: dict[int, float] = field(default_factory=dict)  # of values, by node
    path: list[Node] = field(default_factory=list)
    found: Visits | None = None
    tree: Desk = None
    values: dict[int, float] = field(default_factory=dict)  # of this visit, at each ply
    before: Any = None  # the position of the last node entered
    reached: str = ""  # what ended the visit, if it was not a new node
    traces: ClassVar[bool] = True

    def __call__(self, function: F, returns: Returns = "score", once: bool = False) -> F:
        """Return a function that records each node it enters."""
        if function.__name__ != "visit":
            return function

        def noted(p: Any, node: int, ply: int, desk: Desk) -> int:
            settled = is_settled(self.tree, node, self.game.players)
            here = self.enter(p, node)
            before = len(self.path)
            changed: int = function(p, node, ply, desk)
            self.values[ply] = float(desk[VALUES + self.found.player]) if self.found else 0.0
            if len(self.path) == before:  # the last node of the visit
                here.leaf = here.leaf or ("over" if self.game.is_over(p) else None)
                how = "over" if self.game.is_over(p) else "known" if settled else ""
                self.reached = how
            if ply == 0:
                self.finish()
            return changed

        return noted  # type: ignore[return-value]

    def enter(self, p: Any, place: int) -> Node:
        """Note a node when a visit reaches it."""
        if place == ROOT:
            self.path = []
        parent = self.path[-1] if self.path else None
        if place not in self.at:
            move = self.game.move_name(self.before, int(self.tree[place + MOVE])) if parent else None
            self.at[place] = add_node(self.game, self.nodes, parent, p, move)
            self.at[place].visits = 0
        self.before = p
        self.path.append(self.at[place])
        return self.at[place]

    def finish(self) -> None:
        """Note a completed visit."""
        assert self.found is not None
        found = self.found
        share = found.machinery.playouts
        how = self.reached or ("playout" if share == 1 else "evaluation" if share == 0 else "playout and evaluation")
        counts, means = [], []
        for node in self.path:
            value = self.values[node.ply]
            node.visits = (node.visits or 0) + 1
            self.sums[node.id] = self.sums.get(node.id, 0.0) + value
            counts.append(node.visits)
            means.append(found.to_author(self.sums[node.id] / node.visits))
            node.score = means[-1]
            node.bound = "exact"
        self.visits.append(
            Visit(tuple(self.path), found.to_author(self.values[self.path[-1].ply]), how, tuple(counts), tuple(means))
        )


def traced(
    state: State,
    settings: Settings,
    visits: int,
    player: int | None,
    seed: int | None,
    stop: threading.Event,
    tell: Tell,
) -> tuple[Result, list[Node], list[Visit]]:
    """Run a Monte Carlo search, plain, and return its result, its nodes in the order of their first visits, and these.

    Children that were not visited are nodes too, behind those that were.
    """
    game = state.game
    engine = Engine(game, settings, compiled=False, search=MCTS)
    machinery = engine.machinery_of(MCTS)
    tracer = VisitTracer(game)
    builder = monte_carlo if machinery.paired else separate_monte_carlo
    machinery.kernel = Search(builder(sound(game), tracer), False, 0.0)
    request = Request.of(state, player, Limit(visits=visits), seed=seed, stop=stop, tell=tell)
    tracer.found = Visits(machinery, state.position, request.player)
    tracer.tree = machinery.trees[0]
    *_, result = engine.search(request)
    for place, node in list(tracer.at.items()):
        for child in children_of(tracer.tree, place, game.players):
            if child not in tracer.at:
                move = int(tracer.tree[child + MOVE])
                p, name = game.rules.play(node.p, move), game.move_name(node.p, move)
                unvisited = add_node(game, tracer.nodes, node, p, name)
                unvisited.visits, unvisited.fate, unvisited.reason = 0, "unvisited", "not visited yet"
        if node.player == CHANCE and node.children:
            odds = {game.move_name(node.p, move): chance for move, chance in game.chances(node.p)}
            for below in node.children:
                below.chance = odds[str(below.move)]
    return result, tracer.nodes, tracer.visits
