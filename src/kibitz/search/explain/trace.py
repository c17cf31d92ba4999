"""The trace: every node of a search, in the order entered, with its window, its score and its fate.

Law. Replayed, a trace gives the search's score, move and node count: nodes that were searched or probed are the
nodes counted, every score follows from the children's, and every cut's reason is true of the window.

No algorithm knows of it. Each function of a search goes through `compiled`; the tracer's hands back one that notes
what goes in and what comes out, so the source is the same and compiled searches pay nothing.
"""

import functools
import inspect
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from kibitz.compiler.plain import Desk, F, Returns
from kibitz.errors import OptionError
from kibitz.game import Game
from kibitz.loader import state_of
from kibitz.rules import CHANCE
from kibitz.score import tidy
from kibitz.search.algorithm import algorithm_of, keep_of, textbook, textbook_name
from kibitz.search.deepening import Deepening
from kibitz.search.desk import BOUNDS, CHILDREN, EXACT, HIGHEST, LOWEST, MOST_MOVES, RATES, ROOT, bound_of, stopped
from kibitz.search.engine.settings import MCTS, Settings
from kibitz.search.explain.cast import AVERAGE, GREATEST, LEAST, Cast
from kibitz.search.explain.node import Fate, Node, add_node, finite, ordinal, show
from kibitz.search.explain.order import Order, Ordered, ordered
from kibitz.search.explain.page import page
from kibitz.search.explain.picture import MOST_COLUMNS, picture
from kibitz.search.explain.svg import svg
from kibitz.search.explain.visits import MOST_VISITS, VISITS, Visit, traced
from kibitz.search.limit import Limit
from kibitz.search.request import Request, Searched, Tell, silent
from kibitz.search.result import Result
from kibitz.search.speed import Search
from kibitz.search.textbook.bound import Known, known_above
from kibitz.search.textbook.selective import kept_here
from kibitz.search.textbook.sound import sound
from kibitz.state import State

MOST_NODES = 500_000
"""How many nodes a trace may have; it is for looking at, and it is kept in memory."""
DEPTH = 3
"""How deep a search is traced by default."""
MOST_STEPPED = 5_000
"""How many nodes a notebook shows to step through: it keeps them all in its file."""


@dataclass(frozen=True, repr=False)
class Trace:
    """A search, and every node of it."""

    game: Game[Any]
    result: Result
    root: Node
    nodes: list[Node]  # in the order entered; children that never were stand behind their siblings
    visits: Sequence[Visit] = ()  # mcts: one by one

    def __repr__(self) -> str:
        return f"<Trace of {self.result.algorithm} on {self.game.spec()}: {len(self.nodes):,} nodes>"

    def _repr_html_(self) -> str:
        """Return a tree to step through, for a notebook; of a large one, a picture of its upper part."""
        if len(self.nodes) > MOST_STEPPED:
            return svg(picture(self, columns=MOST_COLUMNS))
        return f'<iframe srcdoc="{escape(page(self))}" style="width: 100%; height: 34em; border: 0"></iframe>'

    @property
    def cast(self) -> Cast:
        """Return who takes what."""
        return Cast(self.game, self.result.algorithm, self.result.player)

    def line(self) -> set[int]:
        """Return the ids of the nodes on the principal variation."""
        ids, node = {self.root.id}, self.root
        for name in self.result.names.pv:
            found = [child for child in node.children if child.move == name and child.fate == "searched"]
            if not found:
                break
            node = found[0]
            ids.add(node.id)
        return ids


def trace(
    what: Searched,
    algorithm: str | None = None,
    *,
    position: Any = None,
    moves: str | Iterable[int | str] = "",
    depth: int | None = None,
    visits: int | None = None,
    seed: int | None = None,
    playouts: float | None = None,
    player: int | None = None,
    keep_rate: float | Sequence[float] | None = None,
    keep_least: int | None = None,
    deepening_depth: int | None = None,
    order: Order = "game",
    most_nodes: int = MOST_NODES,
    stop: threading.Event | None = None,
    tell: Tell = silent,
) -> Trace:
    """Search with a textbook algorithm, plain, and keep every node; the options are those of `analyze`.

    depth: by default 3, and in a tree to its leaves. With mcts, `visits` are traced instead, by default 10, with this
    seed and share of playouts.
    order: in which order children are searched: the game's, the best or the worst first (by a full search of each), or
    by the game's priority.
    most_nodes: a search that visits more is an error, because every node is kept in memory.
    """
    state = state_of(what, position, moves)
    game = state.game
    if algorithm == MCTS:
        if depth is not None:
            raise OptionError("mcts has no depth: trace a number of visits")
        if order != "game":
            raise OptionError("mcts has an order of its own: --order is for the other searches")
        return trace_visits(state, VISITS if visits is None else visits, playouts, player, seed, stop, tell)
    for name, value in (("visits", visits), ("seed", seed), ("playouts", playouts)):
        if value is not None:
            raise OptionError(f"{name} is for mcts; trace a depth instead")
    if depth is None:
        depth = whole_depth(game, state.position, {}) if game.is_tree else DEPTH
    chosen = textbook(game, algorithm or textbook_name(game))
    keep = keep_of(chosen.name, keep_rate, keep_least, deepening_depth)
    request = Request.of(state, player, Limit(depth=depth), stop=stop or threading.Event(), tell=tell)
    cast = Cast(game, chosen.name, request.player)
    tracer = Tracer(cast, chosen.filters, ordered(cast, order, chosen.filters))
    assert chosen.builder is not None
    kernel = chosen.builder(sound(game).with_rules(play=tracer.play, moves=tracer.moves), tracer)
    deepening = Deepening(request, chosen, Search(kernel, False, 0.0), keep)
    if chosen.prunes:
        deepening.known = tracer.root_moves
    result = deepening.search(depth, most_nodes + depth, None)
    if result is None or not result.finished:
        if request.stop.is_set():
            raise OptionError("stopped: a trace is only kept of a whole search")
        raise OptionError(f"the search has more than {most_nodes:,} nodes: trace a lower depth")
    return Trace(game, result, tracer.nodes[0], tracer.nodes)


def whole(algorithm: str) -> str:
    """Return the algorithm that visits the whole tree of another one, with the same score unless it filters."""
    return "minimax" if algorithm_of(algorithm).prunes or algorithm_of(algorithm).filters else algorithm


def whole_depth(game: Game[Any], p: Any, known: dict[Any, int]) -> int:
    """Return the depth that a search of a tree needs to reach every leaf; nature moves only above depth 0."""
    if p not in known:
        below = [whole_depth(game, game.rules.play(p, move), known) for move in game.rules.moves(p)]
        deepest = max(below, default=0)
        known[p] = (max(1, deepest) if game.rules.turn(p) == CHANCE else 1 + deepest) if below else 0
    return known[p]


def trace_visits(
    state: State,
    visits: int,
    playouts: float | None,
    player: int | None,
    seed: int | None,
    stop: threading.Event | None,
    tell: Tell,
) -> Trace:
    """Run a Monte Carlo search, plain, and keep its tree and its visits."""
    if not 1 <= visits <= MOST_VISITS:
        raise OptionError(f"a trace has 1 to {MOST_VISITS:,} visits, got {visits}")
    if state.game.is_over(state.position):
        raise OptionError("the game is over: there is nothing to visit")
    settings = Settings(playouts=playouts)
    result, nodes, found = traced(state, settings, visits, player, seed, stop or threading.Event(), tell)
    return Trace(state.game, result, nodes[0], nodes, found)


class Tracer:
    """Notes what goes in and out of a search's functions, and the moves between."""

    def __init__(self, cast: Cast, selective: bool, ordered: Ordered) -> None:
        self.cast, self.game, self.selective, self.ordered = cast, cast.game, selective, ordered
        self.nodes: list[Node] = []
        self.path: list[tuple[Node, Any]] = []  # the nodes that were entered and not left, with their positions
        self.best: dict[int, Node] = {}  # of each of these nodes, the child that has narrowed its window last
        self.move: int | None = None  # the last one played: it leads to the next node that is entered
        self.searches = 0

    def root_moves(self) -> list[Known]:
        """Return what is known of the root's moves that were searched."""
        return [child.known for child in self.nodes[0].children if child.known and child.fate == "searched"]

    def play(self, p: Any, move: int) -> Any:
        """Play a move, and remember it."""
        self.move = move
        return self.game.rules.play(p, move)

    def moves(self, p: Any) -> list[int]:
        """List the moves of the node that was entered last, in the order that was asked for."""
        return self.ordered(p, self.path[-1][0].depth)

    def __call__(self, function: F, returns: Returns = "score", once: bool = False) -> F:
        """Return a function that records each node it enters."""
        names = list(inspect.signature(function).parameters)
        if function.__name__ != "search":
            return function
        # RB builds its shallow search first: all nodes below it are probes.
        self.searches += 1
        probing = self.selective and self.searches == 1

        @functools.wraps(function)
        def noted(*arguments: Any) -> Any:
            given = dict(zip(names, arguments, strict=True))
            node = self.enter(given, probing)
            score = function(*arguments)
            self.leave(node, given, score)
            return score

        return noted  # type: ignore[return-value]

    def enter(self, given: dict[str, Any], probing: bool) -> Node:
        """Note a node on entry."""
        p = given["p"]
        parent, before = self.path[-1] if self.path else (None, None)
        move = self.game.move_name(before, self.move) if parent and self.move is not None else None
        node = add_node(self.game, self.nodes, parent, p, move, given["depth"])
        node.alpha, node.beta = finite(given.get("alpha")), finite(given.get("beta"))
        node.fate = "probed" if probing else "searched"
        self.path.append((node, p))
        return node

    def leave(self, node: Node, given: dict[str, Any], score: Any) -> None:
        """Note a node's score on leaving, and the children that were never entered."""
        self.path.pop()
        p, player, desk = given["p"], given["player"], given["desk"]
        if stopped(desk):  # nothing is kept of a search that was broken off
            return
        if isinstance(score, tuple):
            node.scores = tuple(map(tidy, score))
            score = score[player]
        node.score = tidy(score)
        if self.path and node.fate == "searched" and "alpha" in given:
            self.compare(self.path[-1][0], node)
        alpha, beta = given.get("alpha", LOWEST), given.get("beta", HIGHEST)
        node.bound = BOUNDS[bound_of(score, alpha, beta)]
        if not any(child.fate == node.fate for child in node.children):
            node.leaf = "over" if self.game.is_over(p) else "horizon"
            node.bound, node.known = BOUNDS[EXACT], Known(node.score, node.score)
            return
        if node.fate == "probed":
            return
        if self.cast.takes(node.player) == AVERAGE:
            self.weigh(node, p)
        if node.player == CHANCE:
            return
        self.missing(node, p, desk, alpha, beta)
        if "alpha" in given:
            children = [child.known for child in node.children if child.fate == "searched" and child.known]
            spared = any(child.fate == "cut" for child in node.children)
            node.known = known_above(children, self.cast.takes(node.player) == GREATEST, spared)
            node.bound = node.known.bound(node.score)

    def compare(self, node: Node, child: Node) -> None:
        """Note the child that narrows the window of a node; one that fails low or high there is only a bound."""
        greatest, best = self.cast.takes(node.player) == GREATEST, self.best.get(node.id)
        edge = best.score if best else node.alpha if greatest else node.beta
        assert child.score is not None
        if edge is None or (child.score > edge if greatest else child.score < edge):
            self.best[node.id] = child

    def weigh(self, node: Node, p: Any) -> None:
        """Note how likely each child is where nature, or somebody at random, moves."""
        if node.player == CHANCE:
            odds = [probability for _, probability in self.game.chances(p)]
        else:
            odds = [1 / len(node.children)] * len(node.children)
        for child, probability in zip(node.children, odds, strict=True):
            child.chance = probability

    def missing(self, node: Node, p: Any, desk: Desk, alpha: Any, beta: Any) -> None:
        """Note the children that were filtered away, and those that a cut spared."""
        entered = {child.move for child in node.children if child.fate == node.fate}
        legal = self.ordered(p, node.depth)
        ranked = self.ranking(node, len(legal), desk)
        kept = legal if ranked is None else ranked[0]
        for move in kept:
            name = self.game.move_name(p, move)
            if name not in entered:
                self.never_entered(node, p, name, move, "cut", self.why_cut(node, alpha, beta))
        for rank, move in enumerate(ranked[1] if ranked else (), len(kept) + 1):
            words = f"kept {len(kept)} of {len(legal)}: the filter ranked it {ordinal(rank)}"
            self.never_entered(node, p, self.game.move_name(p, move), move, "filtered", words)

    def why_cut(self, node: Node, alpha: Any, beta: Any) -> str:
        """Return the reason of a cut in words: the window, and who already has which better way."""
        low, high, side = (alpha, node.score, GREATEST) if node.score <= alpha else (node.score, beta, LEAST)
        edge = low if side == GREATEST else high
        above = next(
            other
            for other, _ in reversed(self.path)
            if self.cast.takes(other.player) == side and other.id in self.best and self.best[other.id].score == edge
        )
        who, way = self.cast.who(above.player), self.best[above.id].name
        gets = "gets" if side == GREATEST else f"holds {self.cast.who(self.cast.player)} to"
        return f"beta {show(high)} ≤ alpha {show(low)}: {who} already {gets} {show(edge)} by {way}"

    def ranking(self, node: Node, count: int, desk: Desk) -> tuple[list[int], list[int]] | None:
        """Read from the desk how the filter ranked a position's children: those kept, and the others."""
        if not self.selective or node.fate == "probed":
            return None
        if desk[desk[RATES] + desk[ROOT] - node.depth] >= 1:
            return None
        kept = kept_here(desk, node.depth, count)
        row = desk[CHILDREN] + node.depth * 2 * MOST_MOVES
        ranked = [desk[row + 2 * i] for i in range(count)]
        return ranked[:kept], ranked[kept:]

    def never_entered(self, parent: Node, p: Any, name: str, move: int, fate: Fate, reason: str) -> None:
        """Note a child that the search did not enter."""
        child = self.game.rules.play(p, move)
        node = add_node(self.game, self.nodes, parent, child, name, parent.depth - 1)
        node.fate, node.reason = fate, reason
