"""What a Monte Carlo search has found: the visits and values of the root's moves, as results in the author's units.

The move to play is one that is proven to be best, or else the most visited of those not proven to lose. The trees of
several threads are added up.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kibitz.compiler.plain import Desk
from kibitz.rules import CHANCE
from kibitz.score import Proven, Score, outcome, tidy
from kibitz.search.desk import floats
from kibitz.search.engine.desk import SELDEPTH, SIMULATION, SUMS
from kibitz.search.mcts.tree import HINTS, LOW, MOVE, ROOT, SUMMED, VISITS, children_of
from kibitz.search.result import MoveScore, Result

MOST_LINE = 40
LEAST_VISITS = 2
"""A line continues as long as its next move has been visited this often."""
LONG_LINES = 8
"""How many of the best moves get a line; the others' end with the move itself."""


@dataclass
class Branch:
    """A move of the root, in all trees."""

    move: int
    chooser: int  # whose values these are, except for the bounds
    visits: int
    total: float
    lows: tuple[float, ...]  # for each player
    highs: tuple[float, ...]
    hints: int = 0

    @property
    def settled(self) -> bool:
        """Return whether its value is proven."""
        return self.lows[self.chooser] == self.highs[self.chooser]

    @property
    def value(self) -> float:
        """Return its value: what is proven, or the mean of the visits, inside its bounds."""
        if self.settled:
            return self.lows[self.chooser]
        mean = self.total / self.visits if self.visits else self.lows[self.chooser]
        return min(max(mean, self.lows[self.chooser]), self.highs[self.chooser])

    def with_other(self, other: "Branch") -> "Branch":
        """Return the same move with what another tree knows of it."""
        lows = tuple(map(max, self.lows, other.lows))
        highs = tuple(map(min, self.highs, other.highs))
        visits, total = self.visits + other.visits, self.total + other.total
        return Branch(self.move, self.chooser, visits, total, lows, highs, self.hints + other.hints)


class Visits:
    """What one Monte Carlo search of a position has found, as results."""

    def __init__(self, machinery: Any, p: Any, player: int) -> None:
        self.machinery, self.game, self.p, self.player = machinery, machinery.game, p, player
        self.mover = self.game.turn(p)
        self.chooser = player if self.mover == CHANCE else self.mover

    def at_once(self) -> Result:
        """Return what is known without a search: the game is over, or there is nothing to search."""
        if self.game.moves(self.p):
            return self.result(tidy(self.game.ask("evaluate", self.p, self.player)))
        utilities = self.game.utilities(self.p)
        ended = outcome(utilities, self.player, self.game.rules.teams)
        return self.result(utilities[self.player], proven=ended, distance=0)

    def now(self, seconds: float, lines: int, complete: bool) -> Result:
        """Return what the trees say now; complete: every visit that was asked for has been made."""
        machinery, trees = self.machinery, self.machinery.trees[: self.machinery.threads]
        whole = self.branch(trees[0], ROOT)
        for tree in trees[1:]:
            whole = whole.with_other(self.branch(tree, ROOT))
        ranked = self.ranked(trees)
        moves = tuple(
            MoveScore(
                each.move, self.to_author(self.own(each.value)), "exact", visits=each.visits, lost=self.is_lost(each)
            )
            for each in ranked
            if each.visits or each.settled
        )
        shown = tuple(self.line(trees[0], each.move, i < LONG_LINES) for i, each in enumerate(ranked[: max(1, lines)]))
        proven = self.proof(whole) if whole.settled else None
        means = whole.lows if whole.lows == whole.highs else self.means()
        value = self.own(whole.value) if whole.settled else means[self.player]
        if ranked and self.mover != CHANCE and not whole.settled:
            value = self.own(ranked[0].value)
        return self.result(
            self.to_author(value),
            proven=proven,
            pv=shown[0] if shown and self.mover != CHANCE else (),
            moves=moves,
            lines=shown,
            seconds=seconds,
            depth=max(int(desk[SELDEPTH]) for desk in machinery.desks),
            visits=machinery.visits(),
            nodes=machinery.nodes(),
            finished=proven is not None or complete,
            scores=None if machinery.paired else tuple(self.to_author(each) for each in means),
        )

    def branch(self, tree: Desk, node: int) -> Branch:
        """Return what a tree says about a node."""
        numbers, players = floats(tree), self.game.players
        lows = tuple(float(each) for each in numbers[node + LOW : node + LOW + 2 * players : 2])
        highs = tuple(float(each) for each in numbers[node + LOW + 1 : node + LOW + 2 * players : 2])
        move, visits, total = int(tree[node + MOVE]), int(tree[node + VISITS]), float(numbers[node + SUMMED])
        return Branch(move, self.chooser, visits, total, lows, highs, int(tree[node + HINTS]))

    def ranked(self, trees: Iterable[Desk]) -> list[Branch]:
        """Return the moves of the root, the one to play first."""
        found: dict[int, Branch] = {}
        for tree in trees:
            for child in children_of(tree, ROOT, self.game.players):
                here = self.branch(tree, child)
                found[here.move] = found[here.move].with_other(here) if here.move in found else here
        branches = list(found.values())
        floor = max((each.lows[self.chooser] for each in branches), default=0.0)
        settled = sorted((each for each in branches if each.settled), key=lambda it: (-it.value, -it.hints))
        hopeless = [each for each in branches if not each.settled and each.highs[self.chooser] <= floor]
        hopeful = [each for each in branches if not each.settled and each.highs[self.chooser] > floor]
        hopeful.sort(key=lambda it: (-it.visits, -it.value))
        fine = [each for each in settled if not self.is_lost(each) or not hopeful]
        lost = [each for each in settled if each not in fine]
        if fine and (not hopeful or fine[0].value >= hopeful[0].value):
            return [*fine, *hopeful, *hopeless, *lost]
        return [*hopeful, *fine, *hopeless, *lost]

    def is_lost(self, branch: Branch) -> bool:
        """Return whether a move is proven to lose."""
        if self.machinery.paired:
            return bool(2 * branch.highs[self.chooser] < self.total)
        return branch.lows == branch.highs and outcome(branch.lows, self.chooser, self.game.rules.teams) == "loss"

    @property
    def total(self) -> float:
        """Return what the values of two players add up to."""
        return 0.0 if self.is_won else float(self.machinery.scale.total)

    @property
    def is_won(self) -> bool:
        """Return whether values are 1 for a win and -1 for a loss."""
        return bool(self.machinery.paired and self.game.objective == "win")

    def own(self, value: float) -> float:
        """Return the chooser's value as that of the result's player."""
        return value if self.player == self.chooser else self.total - value

    def to_author(self, value: float) -> Score:
        """Return a value in the author's units: in a game to be won, between what losers and winners get."""
        if not self.is_won:
            return tidy(value)
        scale = self.machinery.scale
        return tidy(scale.loss + (value + 1) / 2 * (scale.win - scale.loss))

    def proof(self, whole: Branch) -> Proven:
        """Return what proven values mean for the result's player."""
        if self.game.rules.chances is not None or not self.machinery.paired and whole.lows != whole.highs:
            return "exact"
        if not self.machinery.paired:
            return outcome(whole.lows, self.player, self.game.rules.teams)
        value = 2 * self.own(whole.value)
        return "win" if value > self.total else "loss" if value < self.total else "draw"

    def means(self) -> tuple[float, ...]:
        """Return the mean of all simulations for each player."""
        desks = self.machinery.desks
        count = max(1, sum(int(desk[SIMULATION]) for desk in desks))
        sums = [sum(float(floats(desk)[SUMS + each]) for desk in desks) for each in range(self.game.players)]
        return tuple(each / count for each in sums)

    def line(self, tree: Desk, move: int, long: bool) -> tuple[int, ...]:
        """Return the line of the most visited moves after a move of the root, as far as no chance intervenes."""
        node = next((child for child in children_of(tree, ROOT, self.game.players) if tree[child + MOVE] == move), 0)
        line, p = [move], self.game.ask("play", self.p, move)
        while long and node and len(line) < MOST_LINE and not self.game.is_over(p) and self.game.turn(p) != CHANCE:
            places = children_of(tree, node, self.game.players)
            if not places:
                break
            mover = self.game.turn(p)
            node = max(places, key=lambda child: self.promise(tree, child, mover))
            if tree[node + VISITS] < LEAST_VISITS and not self.is_known(tree, node, mover):
                break
            line.append(int(tree[node + MOVE]))
            p = self.game.ask("play", p, line[-1])
        return tuple(line)

    def is_known(self, tree: Desk, node: int, player: int) -> bool:
        """Return whether the value of a node for a player is proven."""
        low, high = floats(tree)[node + LOW + 2 * player : node + LOW + 2 * player + 2]
        return bool(low == high)

    def promise(self, tree: Desk, node: int, player: int) -> tuple[float, int]:
        """Return what makes a player choose a child: the least that is proven of it, then its visits."""
        return float(floats(tree)[node + LOW + 2 * player]), int(tree[node + VISITS])

    def result(self, score: Score, **parts: Any) -> Result:
        """Return a result made from its parts."""
        machinery = self.machinery
        nothing: dict[str, Any] = {"proven": None, "distance": None, "depth": 0, "nodes": 1, "visits": 0}
        nothing |= {"pv": (), "moves": (), "seconds": 0.0, "finished": True}
        return Result(
            game=self.game,
            position=self.p,
            algorithm=machinery.settings.search or "engine",
            player=self.player,
            score=score,
            compile_seconds=machinery.compile_seconds,
            compiled=machinery.kernel.compiled,
            search=machinery.describe(),
            **{**nothing, **parts},
        )
