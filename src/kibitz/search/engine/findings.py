"""What a search of the engine has found: its desks read back into results, in the author's units."""

import math
import time
from dataclasses import replace
from typing import Any

from kibitz.errors import GameError
from kibitz.score import Proven, Score, outcome, tidy
from kibitz.search.engine.desk import DEPTH_NOW, DONE, LOGGED, ROOTS, WANTED_LINES, Root, log_in, roots_in
from kibitz.search.engine.machinery import Machinery
from kibitz.search.engine.table import full_thousandths
from kibitz.search.limit import Limit
from kibitz.search.request import Request
from kibitz.search.result import MoveScore, Result

FLIPPED = {"exact": "exact", "lower": "upper", "upper": "lower"}


class Findings:
    """What one search of a position has found, as results."""

    def __init__(self, machinery: Machinery, p: Any, player: int) -> None:
        self.machinery, self.game, self.p, self.player = machinery, machinery.game, p, player
        self.sign = 1 if player == self.game.turn(p) else -1
        self.rows: list[Root] = []  # of the last completed depth
        self.nodes = 0

    def look(self) -> None:
        """Read what the desk says about the root moves, before the desk is used for anything else."""
        self.rows = roots_in(self.machinery.desks[0], DONE)
        self.nodes = self.machinery.nodes()

    def at_once(self) -> Result:
        """Return what is known without a search: the game is over, or there is nothing to search."""
        if self.game.moves(self.p):
            self.nodes = 1
            return self.result(0, self.guessed(), None, None, (), (), 0.0, 0, True)
        utilities = self.game.utilities(self.p)
        ended = outcome(utilities, self.player, self.game.rules.teams)
        return self.result(0, utilities[self.player], ended, 0, (), (), 0.0, 0, True)

    def guessed(self) -> Score:
        """Return the evaluation of the position."""
        return tidy(self.game.ask("evaluate", self.p, self.player))

    def after_depth(self, number: int, seconds: float) -> Result:
        """Return what was known after a completed depth."""
        self.look()
        log = log_in(self.machinery.desks[0], number)
        self.rows = [row for row in self.rows if row.depth == log["depth"]]  # not those of a later depth
        told = self.told(log["depth"], log["score"], log["guessed"], log["pv"], log["seldepth"], seconds)
        return replace(told, nodes=log["nodes"]) if self.machinery.threads == 1 else told

    def final(self, depth: int, seconds: float, left: float, limit: Limit) -> Result:
        """Return the final result.

        The best move of an interrupted depth counts if the search got past the first move.
        """
        self.look()
        started = time.perf_counter()
        desk = self.machinery.desks[0]
        log = log_in(desk, int(desk[LOGGED]) - 1)
        now = [root for root in roots_in(desk, ROOTS) if root.depth == desk[DEPTH_NOW] > log["depth"]]
        better = [root for root in now if root.bound != "upper"]
        known = log["pv"][0] in [root.move for root in now]
        # For comparing moves, all scores must come from one depth.
        if known and better and desk[WANTED_LINES] == 1 and not self.is_proven(log["score"], log["guessed"]):
            best = max(better, key=lambda root: root.score)
            self.rows = [best, *(row for row in self.rows if row.move != best.move)]
            return self.told(log["depth"], best.score, 1, best.line, log["seldepth"], seconds, False)
        proven = self.is_proven(log["score"], log["guessed"])
        pv = self.completed(log["pv"], log["score"], left) if proven and limit.nodes is None else log["pv"]
        seconds += time.perf_counter() - started
        done = proven or log["depth"] == depth
        return self.told(log["depth"], log["score"], log["guessed"], pv, log["seldepth"], seconds, done)

    def told(
        self,
        depth: int,
        score: int,
        guessed: int,
        pv: tuple[int, ...],
        seldepth: int,
        seconds: float,
        finished: bool = True,
    ) -> Result:
        """Return a result made from the engine's score for the player to move."""
        score *= self.sign
        proven: Proven | None = None
        distance = None
        author = self.to_author(score)
        if self.is_proven(score, guessed):
            author, proven, distance = self.proof(score, pv)
        return self.result(depth, author, proven, distance, pv, self.roots(depth), seconds, seldepth, finished)

    def proof(self, score: int, pv: tuple[int, ...]) -> tuple[Score, Proven, int | None]:
        """Return an exact score in the author's units, what it proves, and how far the end of the game is."""
        author, proven, distance = self.to_author(score), self.outcome(score), None
        end = self.end_of(pv)
        if self.game.is_over(end):
            utilities = self.game.utilities(end)
            if outcome(utilities, self.player) != proven and self.is_doubtful():
                raise GameError(self.two_speeds(pv))
            distance, author = len(pv), tidy(utilities[self.player])
        if not self.machinery.scale.points and score != 0:
            distance = self.machinery.width.win - abs(score)
        return author, proven, distance

    def is_proven(self, score: int, guessed: int) -> bool:
        """Return whether a score is exact under perfect play: a win always is, however it was found."""
        # A filter may have dropped the move that escapes, so with one only a score that rests on every move is certain.
        return guessed == 0 or self.machinery.keep is None and self.is_decided(score)

    def end_of(self, pv: tuple[int, ...]) -> Any:
        """Return where a line leads by the plain rules."""
        p = self.p
        for move in pv:
            if self.is_doubtful() and move not in self.game.moves(p):
                raise GameError(self.two_speeds(pv))
            p = self.game.ask("play", p, move)
        return p

    def is_doubtful(self) -> bool:
        """Return whether compiled rules may differ from plain ones."""
        return self.machinery.kernel.compiled and not self.game.built_in

    def two_speeds(self, pv: tuple[int, ...]) -> str:
        """Return the message that plain and compiled rules differ along a line."""
        return (
            f"plain and compiled rules of {self.game.name} differ along the line {' '.join(map(str, pv))}; is there a "
            "number beyond 64 bits? Nothing is proven; run it with --plain (in Python compiled=False)"
        )

    def is_decided(self, score: int) -> bool:
        """Return whether a score is a win or a loss with its distance."""
        return not self.machinery.scale.points and abs(score) > self.machinery.width.most

    def to_author(self, score: int) -> Score:
        """Return an engine's score for the result's player in the author's units."""
        return self.machinery.scale.to_author(score, self.player, self.machinery.width)

    def outcome(self, score: int) -> Proven:
        """Return what an exact score means for the result's player."""
        level = self.level()
        return "draw" if score == level else "win" if score > level else "loss"

    def level(self) -> int:
        """Return what a drawn game is worth to the result's player, in the engine's scoring."""
        level = self.machinery.scale.draw(self.machinery.width)
        return level if self.player == 0 else -level

    def completed(self, pv: tuple[int, ...], score: int, seconds: float | None) -> tuple[int, ...]:
        """Extend a proven line to the end of the game; return it as it is when time is up."""
        deadline = math.inf if seconds is None else time.perf_counter() + seconds
        p = self.p
        mover = self.game.turn(p)
        for move in pv:
            score, mover, p = self.stepped(score, mover, p, move)
        while legal := self.game.moves(p):
            for move in legal:
                wanted, after, child = self.stepped(score, mover, p, move)
                # The score is known, so a child need only be shown to be no worse for the player to move here.
                edge = (wanted, wanted + 1) if after != mover else (wanted - 1, wanted)
                left = deadline - time.perf_counter()
                if left <= 0:
                    return pv
                low, high, _ = self.machinery.glance(child, *edge)
                if low < high:
                    limit = Limit() if deadline == math.inf else Limit(seconds=left)
                    low, high, _ = self.machinery.narrow(Request(self.game, child, 0, limit), low, high)
                if low < high:
                    return pv
                if low <= wanted if after != mover else low >= wanted:
                    break
            else:
                return pv
            score, mover, p = self.stepped(score, mover, p, move)
            pv = (*pv, move)
        return pv

    def stepped(self, score: int, mover: int, p: Any, move: int) -> tuple[int, int, Any]:
        """Return the score, the player to move and the position after a move."""
        child = self.game.ask("play", p, move)
        if self.is_decided(score):
            score += 1 if score > 0 else -1
        after = self.game.turn(child)
        return (score if after == mover else -score), after, child

    def roots(self, depth: int) -> tuple[MoveScore, ...]:
        """Return the root moves with what was found about them, for a result of this depth."""
        return tuple(
            MoveScore(
                root.move,
                self.to_author(self.sign * root.score),
                root.bound if self.sign == 1 else FLIPPED[root.bound],
                self.machinery.width.win - abs(root.score) if self.is_proven(root.score, 1) else None,
                root.depth if root.depth != depth else None,
            )
            for root in self.rows
        )

    def result(
        self,
        depth: int,
        score: Any,
        proven: Proven | None,
        distance: int | None,
        pv: tuple[int, ...],
        moves: tuple[MoveScore, ...],
        seconds: float,
        seldepth: int,
        finished: bool,
    ) -> Result:
        """Return a result made from its parts."""
        machinery = self.machinery
        return Result(
            game=self.game,
            position=self.p,
            pv=pv,
            moves=moves,
            algorithm="engine",
            player=self.player,
            score=tidy(score),
            proven=proven,
            distance=distance,
            depth=depth,
            nodes=self.nodes,
            seconds=seconds,
            compile_seconds=machinery.compile_seconds,
            finished=finished,
            compiled=machinery.kernel.compiled,
            seldepth=seldepth,
            hashfull=full_thousandths(machinery.table),
            search=machinery.describe(),
            lines=tuple(root.line for root in self.rows if root.bound == "exact"),
        )


def with_move(result: Result, move: int) -> Result:
    """Return a result with another of its moves as the one to play."""
    line = next(line for line in result.lines if line[0] == move)
    score = next(found.score for found in result.moves if found.move == move)
    return replace(result, pv=line, score=score, proven=None, distance=None)
