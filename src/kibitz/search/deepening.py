"""A textbook algorithm run at increasing depths within a limit (iterative deepening)."""

import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from kibitz.compiler.plain import Desk
from kibitz.errors import GameError
from kibitz.rules import CHANCE
from kibitz.score import Proven, Score, outcome, tidy
from kibitz.search.algorithm import Algorithm
from kibitz.search.desk import (
    EVALUATED,
    FILTER_NODES,
    FILTERED,
    HIGHEST,
    LIMIT,
    NODES,
    pv_of,
    roots_of,
    scores_of,
    set_up,
)
from kibitz.search.driver import drive
from kibitz.search.limit import Limit
from kibitz.search.mistake import refuse_fault
from kibitz.search.request import Request
from kibitz.search.result import MoveScore, Result
from kibitz.search.speed import Search
from kibitz.search.textbook.bound import Known
from kibitz.search.textbook.keep import Keep

LEAST_SECONDS = 1e-6
"""The time given to a search whose limit is used up: it stops at once."""


class Deepening:
    """The search of one position by a textbook algorithm, at increasing depths."""

    def __init__(self, request: Request, algorithm: Algorithm, kernel: Search, keep: Keep | None) -> None:
        self.request, self.algorithm, self.kernel, self.keep = request, algorithm, kernel, keep
        self.game, self.p, self.player = request.game, request.position, request.player
        self.open_root = request.lines > 1 or request.seed is not None
        self.legal = self.game.moves(self.p)
        self.known: Callable[[], Sequence[Known]] | None = None  # what is known about the root's moves, if followed
        self.nodes = 0
        self.seconds = 0.0
        self.evaluated = False

    def results(self) -> Iterator[Result]:
        """Yield what is known after each depth within the limit; the last is the result."""
        limit, seed = self.request.limit, self.request.seed
        seconds = limit.deadline()
        deadline = time.monotonic() + seconds if seconds else None
        best: Result | None = None
        for depth in limit.depths():
            first = best is None and limit.depth != depth
            nodes = HIGHEST if first or limit.nodes is None else limit.nodes - self.nodes
            found = self.search(depth, nodes, None if first else deadline)
            if found and (best is None or found.finished or best.move in [root.move for root in found.moves]):
                best = found
            elif best:
                best = self.unfinished(best)
            if best is None:  # stopped before any move was finished; search one ply anyway
                self.request = replace(self.request, stop=threading.Event())
                shallow = self.search(min(depth, 1), HIGHEST, None)
                assert shallow is not None
                best = self.unfinished(shallow)
            out_of_time = deadline is not None and time.monotonic() >= deadline
            out_of_nodes = limit.nodes is not None and self.nodes >= limit.nodes
            last = depth == limit.depths()[-1]
            stopped = not last and (out_of_time or out_of_nodes or self.request.stop.is_set())
            if best.finished and stopped and self.evaluated:
                best = self.unfinished(best)
            if not best.finished or not self.evaluated or last:
                yield best if seed is None else self.choose(best, random.Random(seed))
                return
            yield best

    def search(self, depth: int, nodes: int, deadline: float | None) -> Result | None:
        """Return the result of a search to this depth; None if it was stopped before a root move was completed."""
        desk = self.new_desk(depth, nodes)
        score = self.run(depth, desk, deadline)
        finished = bool(desk[NODES] < desk[LIMIT])
        self.evaluated = bool(desk[EVALUATED]) or not finished
        # If nature moves first, the line left by a stop belongs to a player after one of the outcomes.
        pv = pv_of(desk, depth) if finished or self.game.turn(self.p) != CHANCE else ()
        moves = tuple(MoveScore(m, tidy(s), b) for m, s, b in roots_of(desk, isinstance(score, float)))
        if self.known:  # completed moves, and perhaps one that was not
            moves = tuple(
                root._replace(bound=known.bound(root.score)) for root, known in zip(moves, self.known(), strict=False)
            )
        if not finished:
            if not pv:
                return None
            score = next(root.score for root in moves if root.move == pv[0])
        if not abs(score) < HIGHEST:
            rules = "`utility` or `evaluate`"
            raise GameError(f"{rules} of {self.game.name} returned {score}; scores must be numbers below 2**62")
        return self.result(depth, tidy(score), pv, moves, finished, desk)

    def new_desk(self, depth: int, nodes: int = HIGHEST) -> Desk:
        """Return a desk for a search to this depth."""
        array = self.kernel.compiled
        # After the node that reaches the limit, a search still descends to its horizon before it stops.
        plies = depth + (self.keep.deepening_depth if self.keep else 0) + (depth if self.game.rules.chances else 0)
        limit = nodes if nodes == HIGHEST else max(1, nodes - plies)
        return set_up(
            depth, len(self.legal), self.game.players, self.game.rules.row, array, limit, self.open_root, self.keep
        )

    def run(self, depth: int, desk: Desk, deadline: float | None) -> Any:
        """Run the kernel until it is done, out of time or stopped, and add up its cost."""

        def tell() -> None:
            self.request.tell(self.nodes + int(desk[NODES]), depth)

        left = None if deadline is None else max(deadline - time.monotonic(), LEAST_SECONDS)
        score, seconds = drive(replace(self.request, limit=Limit(seconds=left)), self.kernel.run, desk, depth, tell)
        refuse_fault(self.game, self.p, desk)
        self.seconds += seconds
        self.nodes += int(desk[NODES])
        return score

    def result(
        self,
        depth: int,
        score: Score,
        pv: tuple[int, ...],
        moves: tuple[MoveScore, ...],
        finished: bool,
        desk: Desk,
    ) -> Result:
        """Return what a search to this depth has found."""
        game, algorithm = self.game, self.algorithm
        proven, distance = self.proof(pv, finished and not desk[EVALUATED] and not desk[FILTERED])
        return Result(
            game=game,
            position=self.p,
            pv=pv,
            moves=moves,
            algorithm=algorithm.name,
            player=self.player,
            score=score,
            proven=proven,
            distance=distance,
            depth=depth,
            nodes=self.nodes,
            seconds=self.seconds,
            compile_seconds=self.kernel.compile_seconds,
            finished=finished,
            compiled=self.kernel.compiled,
            filter_nodes=int(desk[FILTER_NODES]) if algorithm.filters else None,
            filtered=int(desk[FILTERED]) if algorithm.filters else None,
            scores=tuple(map(tidy, scores_of(desk, game.players))) if algorithm.many and finished else None,
        )

    def proof(self, pv: tuple[int, ...], exact: bool) -> tuple[Proven | None, int | None]:
        """Return what an exact score proves, and how far the end is: the line leads there, unless chance intervenes."""
        if not exact:
            return None, None
        p = self.p
        for move in pv:
            p = self.game.ask("play", p, move)
        if not self.game.is_over(p):
            return "exact", None
        return outcome(self.game.utilities(p), self.player, self.game.rules.teams), len(pv)

    def unfinished(self, result: Result) -> Result:
        """Return an earlier result, marked as interrupted, with everything spent since."""
        return replace(result, finished=False, nodes=self.nodes, seconds=self.seconds)

    def choose(self, result: Result, chance: random.Random) -> Result:
        """Choose one of the moves that are as good as the best, and search its line."""
        equals = [found.move for found in result.moves if found.score == result.score and found.bound == "exact"]
        if not result.pv or len(equals) < 2:
            return result
        move = chance.choice(equals)
        if move == result.move:
            return result
        keep = self.keep.below() if self.keep else None
        child = replace(self.request, position=self.game.ask("play", self.p, move), lines=1, seed=None)
        below = Deepening(child, self.algorithm, self.kernel, keep)
        line = below.search(result.depth - 1, HIGHEST, None)
        self.nodes, self.seconds = self.nodes + below.nodes, self.seconds + below.seconds
        if line is None or not line.finished:
            return self.unfinished(result)
        pv = (move, *line.pv)
        proven, distance = self.proof(pv, result.proven is not None)
        return replace(result, pv=pv, nodes=self.nodes, proven=proven, distance=distance)
