"""How a Monte Carlo search is set up: its kernel, its trees, and what it takes over from the search before."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import pstdev
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from kibitz.compiler.plain import Desk, Kernel, salt
from kibitz.errors import GameError, OptionError
from kibitz.game import Game
from kibitz.rules import CHANCE, RULES, no_opinion
from kibitz.search.desk import BAD_POLICY, FAULT, HIGHEST, NODES, TOO_MANY_MOVES, UNEVEN, floats, lay_out
from kibitz.search.driver import Drive
from kibitz.search.engine.desk import (
    DEPTH_DONE,
    DRAW,
    ENGINE_MOVES,
    GUESS_SCALE,
    HELD,
    LAST,
    ME,
    MOST_VALUES,
    NODE_LIMIT,
    OLD_NODE,
    OLD_TREE,
    OTHER_TOTAL,
    PLAYOUTS,
    ROOT_COUNT,
    ROOT_ROW,
    ROOTS,
    SEED,
    SIMULATION,
    TABLE,
    TOTAL,
    TREE_END,
    TREE_USED,
    USE,
    VISIT_LIMIT,
    WIDEST,
    new_desk,
)
from kibitz.search.engine.machinery import PLAIN_MEGABYTES, Machinery, Unfit
from kibitz.search.engine.scoring import WIDE, Width, scale_of, scales
from kibitz.search.engine.settings import DEFAULT_SETTINGS, NO_DEPTH, Settings, techniques_of
from kibitz.search.engine.techniques import BIT
from kibitz.search.held import holding, numbers_of
from kibitz.search.limit import Limit
from kibitz.search.mcts.findings import Visits
from kibitz.search.mcts.kernel import is_paired, monte_carlo, separate_monte_carlo
from kibitz.search.mcts.tree import FIRST, MOVE, ROOT, VISITS, children_of, size_of
from kibitz.search.mistake import refuse_fault
from kibitz.search.request import Request
from kibitz.search.result import Result
from kibitz.search.speed import Search, failed, ready
from kibitz.search.textbook.keep import Keep

TREE_SHARE = 8
"""How much larger the tree may become than a table: memory is only used as the tree grows."""
FIRST_TOLD, TELL_FACTOR = 64, 2
"""After how many visits the first intermediate result comes, and by how much they grow until the next."""
TRIAL_NODES, TRIAL_VISITS, TRIAL_WORDS = 2000, 40, 20_000

scales_of_guesses: WeakKeyDictionary[Game[Any], float] = WeakKeyDictionary()


class MonteCarlo(Machinery):
    """The kernel, the trees and the desks of a Monte Carlo search."""

    def __init__(self, game: Game[Any], settings: Settings, keep: Keep | None, compiled: bool | None) -> None:
        if keep is not None:
            raise OptionError("mcts visits every move: it has no keep rate")
        if settings.exact:
            raise OptionError("mcts estimates scores by visits: it cannot be exact at a depth")
        if game.players > MOST_VALUES:
            raise OptionError(f"mcts is for up to {MOST_VALUES} players, but {game.name} has {game.players}")
        self.last: Request | None = None  # whose tree the first half of `trees` holds
        super().__init__(game, settings, keep, compiled)

    def prepare(self, width: Width) -> None:
        """Make the kernel, the trees and the desks."""
        self.width = WIDE
        self.paired = is_paired(self.game)
        self.kernel = self.build()
        self.compile_seconds = self.kernel.compile_seconds
        array = self.kernel.compiled
        self.threads = self.settings.threads if array else 1
        megabytes = TREE_SHARE * self.settings.table if array else min(self.settings.table, PLAIN_MEGABYTES)
        self.words = max(int(megabytes * (1 << 20) / 8), ENGINE_MOVES * size_of(self.game.players))
        self.trees = [new_tree(self.words, array) for _ in range(2 * self.threads)]
        self.table = self.trees[0]
        self.desks = [new_desk(array) for _ in range(self.threads)]
        self.busy = None

    def build(self) -> Search:
        """Return the kernel."""
        builder = monte_carlo if self.paired else separate_monte_carlo
        return ready(builder, self.game, self.compiled, monte_carlo_trial)

    def clear(self) -> None:
        """Forget the tree."""
        self.last = None

    def adapt(self, failed: Unfit, p: Any) -> None:
        """Score the players separately, because their utilities do not add up to a constant."""
        scales[self.game] = replace(self.scale, constant=False, known=True)
        self.clear()
        self.prepare(WIDE)

    def reweigh(self, game: Game[Any]) -> None:
        """Switch to the same game with other weights, and forget the tree."""
        self.game = game
        self.clear()

    @property
    def playouts(self) -> float:
        """Return the share of playouts in the value of a position."""
        if self.settings.playouts is not None:
            return self.settings.playouts
        if self.game.rules.playouts is not None:
            return float(self.game.rules.playouts)
        return 1.0 if self.game.rules.evaluate is no_opinion else 0.0

    def describe(self) -> str:
        """Return which search this is, in words."""
        share = self.playouts
        how = "playouts" if share == 1 else "evaluations" if share == 0 else f"{share:.0%} playouts, else evaluations"
        return f"Monte Carlo tree search by {how}"

    def attempt(self, request: Request, found: Visits, chosen: Sequence[int]) -> Iterator[Result]:
        """Run the kernel once over these root moves, and yield what it finds whenever the visits have doubled."""
        if request.player != self.game.turn(request.position) != CHANCE and not self.paired:
            raise OptionError(
                f"mcts scores moves for whoever makes them: {self.game.label(self.game.turn(request.position))}; "
                "leave out player"
            )
        if request.limit.depth is not None:
            raise OptionError(NO_DEPTH)
        node = self.kept_node(request, chosen)
        for number, desk in enumerate(self.desks):
            self.set_up(desk, request, chosen)
            self.lay_tree(number, desk, request, node[number] if node else 0)
        first, told = self.desks[0], FIRST_TOLD

        def wind_down() -> None:
            for desk in self.desks:
                desk[LAST] = 1

        with Drive(
            request,
            self.kernel.run,
            self.desks,
            0,
            answered=lambda: bool(first[DEPTH_DONE]),
            wind_down=wind_down,
            forced=len(chosen) == 1,
            together=True,
        ) as drive:
            while drive.running():
                request.tell(self.nodes(), 0)
                if (visits := self.visits()) >= told:
                    told = TELL_FACTOR * visits
                    yield found.now(drive.seconds(), request.lines, False)
        self.refuse_faults()
        self.last = request if tuple(chosen) == tuple(self.game.moves(request.position)) else None
        complete = all(desk[SIMULATION] >= desk[VISIT_LIMIT] for desk in self.desks)
        yield found.now(drive.seconds(), request.lines, complete)

    def visits(self) -> int:
        """Return the visits of the root, in all threads."""
        return sum(int(tree[ROOT + VISITS]) for tree in self.trees[: self.threads])

    def lay_tree(self, number: int, desk: Desk, request: Request, node: int) -> None:
        """Write what a Monte Carlo search needs into the desk of a thread; node: where the last tree is continued."""
        array, visits = self.kernel.compiled, request.limit.visits
        if node:
            here = number + self.threads
            self.trees[number], self.trees[here] = self.trees[here], self.trees[number]
        tree, old = self.trees[number], self.trees[number + self.threads]
        desk[TABLE] = tree.ctypes.data if array else tree
        desk[OLD_TREE], desk[OLD_NODE] = (old.ctypes.data if array else old), node
        lay_search(desk, self.game, self.paired, request, self.playouts, number)
        desk[TREE_END] = self.words
        desk[VISIT_LIMIT] = HIGHEST if visits is None else max(1, (visits + number) // self.threads)

    def kept_node(self, request: Request, chosen: Sequence[int]) -> list[int] | None:
        """Return the node of each thread's last tree that stands for the position; None if there is none."""
        last, game = self.last, self.game
        if last is None or not self.use & BIT["reuse"] or request.player != last.player and not self.paired:
            return None
        if request.seed != last.seed or tuple(chosen) != tuple(game.moves(request.position)):
            return None
        since = [number for number, (p, _) in enumerate(request.recent) if p == last.position]
        if not since and request.position != last.position:
            return None
        moves = [move for _, move in request.recent[since[-1] :]] if since else []
        nodes = [descendant(tree, moves, game.players) for tree in self.trees[: self.threads]]
        return nodes if all(nodes) else None

    def refuse_faults(self) -> None:
        """Raise if a search was stopped by something that it cannot handle."""
        for desk in self.desks:
            if desk[FAULT] == TOO_MANY_MOVES:
                raise GameError(f"a position has more than {ENGINE_MOVES} moves, the most that mcts handles")
            if desk[FAULT] == BAD_POLICY:
                rule = RULES["policy"]
                raise GameError(
                    f"`policy` of {self.game.name} must return finite weights of at least 0; write: {rule.form}"
                )
            if desk[FAULT] == UNEVEN:
                raise Unfit(UNEVEN, float(floats(desk)[OTHER_TOTAL]))
            refuse_fault(self.game, self.game.start(), desk)


def descendant(tree: Desk, moves: Sequence[int], players: int) -> int:
    """Return the expanded node of a tree that moves lead to from the root; 0 if there is none."""
    node = ROOT
    for move in moves:
        node = next((child for child in children_of(tree, node, players) if tree[child + MOVE] == move), 0)
        if not node:
            return 0
    return node if tree[node + FIRST] else 0


def new_tree(words: int, array: bool) -> Desk:
    """Return an empty tree; an array takes memory only as it is filled."""
    return np.zeros(words, np.int64) if array else [0] * words


def guess_scale(game: Game[Any]) -> float:
    """Return the evaluation that counts as half a win: the game's own scale, or what is usual in random games."""
    if game.rules.win_scale:
        return 2.0 * float(game.rules.win_scale)
    if game.rules.evaluate is no_opinion:
        return 1.0
    if game not in scales_of_guesses:
        _, guesses = numbers_of(game, game.start())
        scales_of_guesses[game] = 2 * pstdev(guesses) or 1.0
    return scales_of_guesses[game]


def lay_search(desk: Desk, game: Game[Any], paired: bool, request: Request, playouts: float, number: int) -> None:
    """Write what the kernel reads beyond what every engine's kernel does."""
    numbers = floats(desk)
    is_won = paired and game.objective == "win"
    desk[ME] = request.player
    desk[SEED] = salt(1000 * (request.seed or 0) + number)
    numbers[PLAYOUTS] = playouts
    numbers[WIDEST] = 1.0 if is_won else 0.0
    numbers[TOTAL] = 0.0 if is_won else float(scale_of(game).total)
    numbers[DRAW] = numbers[TOTAL] / 2
    numbers[GUESS_SCALE] = guess_scale(game) if is_won else 1.0
    if not is_won:
        numbers[HELD : HELD + 4] = holding(game)[:4]


def monte_carlo_trial(run: Kernel, game: Game[Any], p: Any, array: bool) -> Any:
    """Run a few simulations; return the number of nodes and visits and the size of the tree, or the rules' error."""
    desk, tree = new_desk(array), new_tree(TRIAL_WORDS, array)
    legal = game.moves(p)[:ENGINE_MOVES]
    lay_out(desk, game.rules.row, array)
    shares = (1.0,) if game.rules.evaluate is no_opinion else (1.0, 0.0)
    found = []
    for share in shares:
        request = Request(game, p, max(game.rules.turn(p), 0), Limit())
        lay_search(desk, game, is_paired(game), request, share, 0)
        desk[TABLE], desk[USE] = (tree.ctypes.data if array else tree), techniques_of(DEFAULT_SETTINGS, game)
        desk[NODES], desk[NODE_LIMIT], desk[VISIT_LIMIT] = 0, TRIAL_NODES, TRIAL_VISITS
        desk[TREE_END], desk[ROOT_COUNT] = TRIAL_WORDS, len(legal)
        for place, move in enumerate(legal):
            desk[ROOTS + place * ROOT_ROW] = move
        try:
            visits = run(p, request.player, 0, desk) if legal else 0
        except Exception as error:
            return failed(error)
        found.append((visits, int(desk[NODES]), int(desk[TREE_USED])))
    return found
