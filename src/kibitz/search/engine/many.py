"""The engine's searches for three and more players: how each is set up, and what max-n has found.

max-n         everyone for themselves (`max_n`)
paranoid      everyone against the deciding player (`averaging`), which allows full alpha-beta
best-reply    as paranoid, but only one of the others may choose freely in each round (`averaging`)
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kibitz.compiler.plain import Desk, Kernel
from kibitz.game import Game
from kibitz.rules import CHANCE
from kibitz.score import Proven, Score, outcome, tidy
from kibitz.search.desk import floats
from kibitz.search.engine.averages import Averager, Averages, averaging_trial, set_desk
from kibitz.search.engine.averaging import best_reply
from kibitz.search.engine.desk import SUMS, TOTAL
from kibitz.search.engine.machinery import trial
from kibitz.search.engine.max_n import deep_max_n
from kibitz.search.engine.others import Others
from kibitz.search.engine.scoring import WIDE
from kibitz.search.request import Request
from kibitz.search.result import MoveScore, Result
from kibitz.search.speed import Search, ready


class Paranoid(Averager):
    """A search in which everyone plays against the deciding player."""

    def describe(self) -> str:
        """Return which search this is, in words."""
        return "paranoid: all against one" if self.game.rules.chances is None else "paranoid expectiminimax"


class BestReply(Averager):
    """A search in which one of the others replies to each move of the deciding player."""

    def build(self) -> Search:
        """Return the kernel."""
        return ready(best_reply, self.game, self.compiled, averaging_trial)

    def describe(self) -> str:
        """Return which search this is, in words."""
        return "best-reply search"


class MaxN(Averager):
    """A search in which everyone plays for themselves."""

    def build(self) -> Search:
        """Return the kernel."""
        return ready(deep_max_n, self.game, self.compiled, max_n_trial)

    def describe(self) -> str:
        """Return which search this is, in words."""
        return "max-n"

    def kept_at_root(self, request: Request, legal: Sequence[int]) -> Sequence[int]:
        """Return the root moves that RB's filter keeps, those most promising to the player who moves."""
        p, mover = request.position, self.game.turn(request.position)
        return legal if mover == CHANCE else self.most_promising(p, legal, mover, 1)

    def set_up(self, desk: Desk, request: Request, chosen: Sequence[int]) -> None:
        """Write what a search of these root moves needs into a desk."""
        super().set_up(desk, request, chosen)
        set_total(desk, self.game)


def set_total(desk: Desk, game: Game[Any]) -> None:
    """Write what the scores of all players add up to."""
    floats(desk)[TOTAL] = float(game.rules.score_sum or 0)


def max_n_trial(run: Kernel, game: Game[Any], p: Any, array: bool) -> Any:
    """Try out max-n in the same way as the other kernels."""

    def lay(desk: Desk) -> None:
        set_desk(desk, game, game.rules.turn(p), Others(), 0.0)
        set_total(desk, game)

    return trial(run, game, p, array, WIDE, lay)


class Shares(Averages):
    """What max-n has found, as results: a score for each player."""

    def __init__(self, machinery: Any, p: Any, player: int) -> None:
        super().__init__(machinery, p, player)
        self.sign = 1

    def shares(self) -> tuple[float, ...]:
        """Return the scores of all players that the last completed root search found."""
        sums = floats(self.machinery.desks[0])[SUMS : SUMS + self.game.players]
        return tuple(float(each) for each in sums)

    def is_own(self) -> bool:
        """Return whether the scores of root moves are those of the result's player."""
        return self.game.turn(self.p) in (CHANCE, self.player)

    def to_author(self, score: int) -> Score:
        """Return a score of the result's player in the author's units."""
        return super().to_author(score) if self.is_own() else tidy(self.shares()[self.player])

    def roots(self, depth: int) -> tuple[MoveScore, ...]:
        """Return the root moves; for a player other than the one to move, only the best is known."""
        found = super().roots(depth)
        return found if self.is_own() else found[:1]

    def proof(self, score: int, pv: tuple[int, ...]) -> tuple[Score, Proven, int | None]:
        """Return the score, what it proves, and how far the end is unless chance intervenes."""
        author, proven, distance = super().proof(score, pv)
        if proven != "exact" and not self.is_own():
            proven = outcome(self.game.utilities(self.end_of(pv)), self.player, self.game.rules.teams)
        return author, proven, distance

    def result(self, *parts: Any) -> Result:
        """Return a result with everyone's scores."""
        found = super().result(*parts)
        return replace(found, scores=tuple(map(tidy, self.shares()))) if found.moves else found
