"""The reference search, short enough to be read, with a switch for everything that a student may get wrong.

Law. With the defaults of `Plan` it is the search that the assignment asks for. With one field changed it is the same
search with one mistake, or in another style that is just as right. A diagnosis is therefore never a guess: it names
the field, and the program did on every case what this search does.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from kibitz.classroom.grading.recording import CHANCE
from kibitz.classroom.grading.views import View

MINIMAX, ALPHA_BETA, EXPECTIMAX, EXPECTIMINIMAX = "minimax", "alpha-beta", "expectimax", "expectiminimax"


@dataclass(frozen=True)
class Plan:
    """How to search."""

    algorithm: str
    counts: str = "ply"  # what uses up depth: ply, chance too, last player, own moves, back (a round), never
    offset: int = 0  # plies or rounds too many
    extremes: str = "right"  # right, swapped, exchanged, max, min, zero (player 0 maximises), root (minimises)
    root: str = "same"  # max: a loop of its own at the root maximises whatever happens below
    layers: str = "all"  # which opponents minimise: all, alternate, first, last, one, odd, skip, skip to last
    leaf_player: str = "decider"  # decider, mover, mover or 0 (where nature moves), previous, other, next, 0 or 1
    leaf_sign: str = "none"  # none, mover (negative unless the decider is to move), ply
    asked: str = "both"  # the rule that is asked for `leaf_player`: both, utility, evaluate
    finished: str = "utility"  # utility, evaluate, horizon (evaluate only where the depth is used up)
    ending: str = "stop"  # stop; or go on, and find no moves: infinite, crash, zero
    horizon: str = "evaluate"  # of those that go on: utility (test for the end only where the depth is used up)
    chance: str = "weighted"  # weighted, uniform, min, max
    rolls_on: bool = False  # nature's outcomes are averaged also where the depth is used up
    others: str = "low"  # in expectimax: low (average), min, max
    start: str = "infinite"  # the best value before any child: infinite, exchanged, zero, max, min, root, below, one
    order: str = "given"  # given, reversed, best first, worst first
    deepens: int | None = None  # search to this depth first, then one deeper, and so on
    cut_max: str = "equal"  # equal, strict, never, stale, margin, own, own equal, worse, first
    cut_min: str = "equal"
    test: str = "window"  # compares with the bound: window (after an update), best or value (before it)
    returns: str = "best"  # best (fail-soft), window, bound (fail-hard)
    passing: str = "both"  # both, open, alpha, beta, root, inner, max, min, one, own, negated, swapped
    sharing: str = "none"  # none, both, alpha, beta
    infinite_max: int = 0  # what a cut of a maximising node returns: 1, -1 times infinity; 0: a proper value
    infinite_min: int = 0
    forgets: bool = False  # a cut returns the best value without the child that closed the window


class Leaf(NamedTuple):
    """A leaf was given its value."""

    node: str
    rule: str
    player: int
    value: float


class Cut(NamedTuple):
    """A node was left before all its children were visited."""

    node: str
    alpha: float
    beta: float
    rest: tuple[str, ...]


class Value(NamedTuple):
    """A node was given its value."""

    node: str
    value: float


Step = Leaf | Cut | Value


class Stuck(Exception):
    """The search could not go on, where a program would have crashed."""


@dataclass
class Trace:
    """What a search did."""

    value: float = math.nan
    move: Any = None
    stuck: bool = False
    steps: list[Step] = field(default_factory=list)
    played: set[str] = field(default_factory=set)
    expanded: set[str] = field(default_factory=set)
    windows: dict[str, tuple[float, float]] = field(default_factory=dict)
    infinite: set[str] = field(default_factory=set)  # nodes that returned plus or minus infinity

    @cached_property
    def leaves(self) -> dict[str, Leaf]:
        """Return the leaves in the order of their first visits, without those that are expanded later."""
        found: dict[str, Leaf] = {}
        for step in self.steps:
            if isinstance(step, Leaf) and step.node not in self.expanded:
                found.setdefault(step.node, step)
        return found


def search(view: View, depth: int, plan: Plan) -> Trace:
    """Search a game."""
    run = Search(view, plan)
    last = depth + plan.offset
    first = last if plan.deepens is None else min(plan.deepens, last)
    try:
        for limit in range(first, last + 1):
            run.trace.value = run.visit(view.root, view.decider, limit, 0, -math.inf, math.inf, CHANCE)
    except Stuck:
        run.trace.stuck = True
    return run.trace


class Search:
    """One run of the reference search."""

    def __init__(self, view: View, plan: Plan) -> None:
        self.view, self.plan, self.trace = view, plan, Trace()
        self.prunes = plan.algorithm == ALPHA_BETA
        self.alpha, self.beta = -math.inf, math.inf  # where they are shared

    def visit(self, node: str, agent: int, depth: int, ply: int, alpha: float, beta: float, previous: int) -> float:
        """Return the value of a node; previous: the player who moved there."""
        plan, view = self.plan, self.view
        mover = view.turn(node, agent)
        self.trace.windows.setdefault(node, (alpha, beta))
        if plan.finished == "horizon" and depth <= 0:
            return self.leaf(node, "evaluate", mover, previous, ply)
        if view.over(node) and plan.ending == "stop":
            rule = "evaluate" if plan.finished == "evaluate" else "utility"
            return self.leaf(node, rule, mover, previous, ply)
        if depth <= 0 and not (plan.rolls_on and mover == CHANCE):
            rule = plan.horizon if view.over(node) else "evaluate"
            return self.leaf(node, rule, mover, previous, ply)
        children = self.ordered(view.children(node, mover))
        role = self.role(mover, ply)
        if not children:
            return self.without_moves(node, role)
        following = self.following(agent)
        below = ply + (mover != CHANCE)

        def visit(child: str, alpha: float, beta: float) -> float:
            self.trace.expanded.add(node)
            self.trace.played.add(child)
            rest = depth - self.uses_depth(mover, view.turn(child, following))
            return self.visit(child, following, rest, below, alpha, beta, mover)

        if role in ("min", "max"):
            value = self.extreme(node, children, role == "max", ply, alpha, beta, visit)
        else:
            odds = view.odds(node) if role == "weighted" else [1 / len(children)] * len(children)
            value = sum(chance * visit(child, alpha, beta) for chance, (_, child) in zip(odds, children, strict=True))
        if math.isinf(value):
            self.trace.infinite.add(node)
        self.trace.steps.append(Value(node, value))
        return value

    def extreme(
        self,
        node: str,
        children: Sequence[tuple[Any, str]],
        highest: bool,
        ply: int,
        alpha: float,
        beta: float,
        visit: Any,
    ) -> float:
        """Return the greatest or least value of the children, and leave the node when its window is closed."""
        plan = self.plan
        sign = 1 if highest else -1
        best = -sign * self.start(highest, ply)
        for number, (move, child) in enumerate(children):
            alpha, beta = self.shared(alpha, beta)
            value = visit(child, *self.passed(alpha, beta, best, highest, ply))
            alpha, beta = self.shared(alpha, beta)
            before = best
            if sign * value > sign * best:
                best = value
                if ply == 0 and node == self.view.root:
                    self.trace.move = move
            if not self.prunes:
                continue
            old = alpha if highest else beta
            bound = value if plan.test == "value" else best
            updated = (max(alpha, bound), beta) if highest else (alpha, min(beta, bound))
            closed = self.is_closed(highest, value, before, best, old, updated, number)
            if not closed or plan.test == "window":
                self.alpha, self.beta = updated
            alpha, beta = updated
            if closed:
                rest = tuple(child for _, child in children[number + 1 :])
                if rest:
                    self.trace.steps.append(Cut(node, alpha, beta, rest))
                infinite = plan.infinite_max if highest else plan.infinite_min
                if infinite:
                    return infinite * math.inf
                if plan.forgets:
                    return before
                if plan.returns == "bound":
                    return beta if highest else alpha
                break
        if self.prunes and plan.returns != "best":
            return alpha if highest else beta
        return best

    def start(self, highest: bool, ply: int) -> float:
        """Return how far the best value lies on the wrong side before any child is visited."""
        match self.plan.start:
            case "zero":
                return 0.0
            case "max":
                return 0.0 if highest else math.inf
            case "min":
                return math.inf if highest else 0.0
            case "root":
                return 0.0 if ply == 0 else math.inf
            case "below":
                return math.inf if ply == 0 else 0.0
            case "one":
                return 1.0
            case "exchanged":
                return -math.inf
        return math.inf

    def is_closed(
        self,
        highest: bool,
        value: float,
        before: float,
        best: float,
        old: float,
        window: tuple[float, float],
        number: int,
    ) -> bool:
        """Return whether to leave a node after a child; before, old: the best value and the bound before it."""
        rule = self.plan.cut_max if highest else self.plan.cut_min
        sign = 1 if highest else -1
        alpha, beta = window
        other = sign * (beta if highest else alpha)
        mine = sign * (value if self.plan.test == "value" else best)
        if self.plan.test == "window":
            mine = sign * (alpha if highest else beta)
        value, before, old = sign * value, sign * before, sign * old
        match rule:
            case "equal":
                return mine >= other
            case "strict":
                return mine > other
            case "stale":
                return old >= other
            case "margin":
                return mine >= other - 1
            case "own":
                return value > old
            case "own equal":
                return value >= old
            case "below":
                return value <= old
            case "worse":
                return number > 0 and value < before
            case "first":
                return True
        return False

    def shared(self, alpha: float, beta: float) -> tuple[float, float]:
        """Return the window of a node, or the one that all nodes share."""
        sharing = self.plan.sharing
        return (
            self.alpha if sharing in ("both", "alpha") else alpha,
            self.beta if sharing in ("both", "beta") else beta,
        )

    def passed(self, alpha: float, beta: float, best: float, highest: bool, ply: int) -> tuple[float, float]:
        """Return the window that a child is searched with."""
        match self.plan.passing:
            case "both":
                return alpha, beta
            case "alpha":
                return alpha, math.inf
            case "beta":
                return -math.inf, beta
            case "one":
                return (alpha, math.inf) if highest else (-math.inf, beta)
            case "own":
                return (best, math.inf) if highest else (-math.inf, best)
            case "negated":
                return -beta, -alpha
            case "swapped":
                return beta, alpha
        is_open = {"open": True, "root": ply == 0, "inner": ply > 0, "max": highest, "min": not highest}
        return (-math.inf, math.inf) if is_open[self.plan.passing] else (alpha, beta)

    def role(self, mover: int, ply: int) -> str:
        """Return what is done with the values of the children: max, min, weighted or uniform."""
        plan, decider, players = self.plan, self.view.decider, self.view.players
        if mover == CHANCE:
            return plan.chance
        low = "uniform" if plan.algorithm == EXPECTIMAX else "min"
        low = low if plan.others == "low" else plan.others
        mine = mover == decider
        if plan.layers not in ("all", "skip", "skip to last"):
            mine = {
                "alternate": ply % 2 == 0,
                "first": mover != (decider + 1) % players,
                "last": mover != (decider - 1) % players,
                "one": mover != 1,
                "odd": mover % 2 == 0,
            }[plan.layers]
        if plan.root == "max" and ply == 0:
            return "max"
        if plan.extremes == "swapped":
            return ("min" if mine else "max") if low == "min" else ("min" if mine else low)
        if plan.extremes == "exchanged":
            return low if mine else "max"
        if plan.extremes in ("max", "min"):
            return plan.extremes
        if plan.extremes == "zero":
            mine = mover == 0
        if plan.extremes == "root" and ply == 0:
            return "min"
        return "max" if mine else low

    def following(self, agent: int) -> int:
        """Return the agent after this one, if all take turns."""
        players = self.view.players
        if self.plan.layers == "skip":
            return (agent + 1) % min(2, players)
        if self.plan.layers == "skip to last":
            return players - 1 if agent == 0 else 0
        return (agent + 1) % players

    def uses_depth(self, mover: int, following: int) -> bool:
        """Return whether a move uses up depth."""
        if self.plan.counts == "ply":
            return mover != CHANCE
        return {
            "chance too": True,
            "last": mover == self.view.players - 1,
            "own": mover == self.view.decider,
            "back": following == self.view.decider and mover != CHANCE,
            "never": False,
        }[self.plan.counts]

    def ordered(self, children: Sequence[tuple[Any, str]]) -> Sequence[tuple[Any, str]]:
        """Return the children in the order in which they are visited."""
        if self.plan.order == "reversed":
            return children[::-1]
        if self.plan.order in ("best first", "worst first"):
            down = self.plan.order == "best first"
            return sorted(children, key=lambda each: self.static(each[1]), reverse=down)
        return children

    def static(self, node: str) -> float:
        """Return the evaluation of a node for the deciding player."""
        return self.view.worth(node, "evaluate", self.view.decider)

    def leaf(self, node: str, rule: str, mover: int, previous: int, ply: int) -> float:
        """Return what a leaf is worth."""
        plan, view = self.plan, self.view
        player = view.decider
        if plan.leaf_player != "decider" and plan.asked in ("both", rule):
            player = {
                "mover": view.decider if mover == CHANCE and plan.leaf_sign == "mover" else mover,
                "mover or 0": max(0, mover),
                "previous": previous,
                "next": (mover + 1) % view.players,
                "other": (view.decider + 1) % view.players,
                "0": 0,
                "1": 1,
            }[plan.leaf_player]
        if player == CHANCE:
            raise Stuck
        value = view.worth(node, rule, player)
        if plan.leaf_sign == "mover" and mover not in (view.decider, CHANCE) or plan.leaf_sign == "ply" and ply % 2:
            value = -value
        self.trace.steps.append(Leaf(node, rule, player, value))
        return value

    def without_moves(self, node: str, role: str) -> float:
        """Return what a program that does not stop at the end of a game finds where there are no moves."""
        if self.plan.ending == "zero":
            value = 0.0
        elif self.plan.ending == "crash" or role not in ("min", "max"):
            raise Stuck
        else:
            value = -math.inf if role == "max" else math.inf
        self.trace.steps.append(Value(node, value))
        return value
