"""A review of a finished game: the score after each move, what each move lost, and where the game turned.

Law. An advantage is a score mapped to -1 to 1 by a scale that is fixed for the game (`arena.advantage`). A move loses
half the difference between the advantages before and after it, which is a share of the range from a loss to a win. A
large loss may be an artefact of comparing two searches: then the move and the best one are searched from the same
position to the same depth, and it counts as a mistake only if it loses as much there and a ply deeper.

Scores are the first player's.
"""

import threading
import time
from dataclasses import dataclass, field
from typing import Any

from kibitz.arena.advantage import WinScale, win_scale_of
from kibitz.errors import OptionError
from kibitz.interface.web.message import number_in, whole_in
from kibitz.interface.web.searches import MOST_SECONDS, Tell, Work
from kibitz.interface.web.thinking import MEGABYTES
from kibitz.rules import CHANCE
from kibitz.score import VALUE, number, unit
from kibitz.search.algorithm import ENGINE, default_name
from kibitz.search.analyze import search
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.settings import Settings
from kibitz.search.limit import Limit
from kibitz.search.request import Request
from kibitz.search.result import Result
from kibitz.state import State

MISTAKE, BLUNDER = 0.10, 0.15
"""What a move must lose, as a share of the range from a loss to a win, to be called so."""
MOST_TURNING = 5
SECONDS = 0.5
"""The default for each position."""
PATIENCE = 4
"""How much longer than a position a single move may be searched, to reach the same depth."""


@dataclass(frozen=True)
class Loss:
    """What a move lost compared with the best one."""

    share: float = 0.0  # of the range from a loss to a win
    amount: float = 0  # in the author's units
    keeps: bool = True  # what is proven for the player who moved did not change


def reviewing(state: State, message: dict[str, Any]) -> Work:
    """Prepare a review with this many seconds, or nodes, for each position."""
    if state.game.players != 2:
        raise OptionError(f"only games for two players can be reviewed; {state.game.name} has {state.game.players}")
    seconds = number_in(message, "seconds", 0.01, 5, SECONDS)
    nodes = whole_in(message, "nodes", 1, 1 << 40) if message.get("nodes") is not None else None

    def work(stop: threading.Event, tell: Tell) -> dict[str, Any]:
        tell({"ply": 0, "of": len(state.positions)})
        return Review(state, stop, seconds, nodes).run(tell)

    return work


@dataclass
class Review:
    """The review of one game."""

    state: State
    stop: threading.Event
    seconds: float
    nodes: int | None = None
    found: list[Result] = field(default_factory=list)  # of each position
    losses: list[Loss] = field(default_factory=list)  # of each move

    def __post_init__(self) -> None:
        game = self.state.game
        self.algorithm = default_name(game)
        self.engine = Engine(game, Settings(MEGABYTES)) if self.algorithm == ENGINE else None
        self.scale: WinScale = win_scale_of(game, self.stop)

    def run(self, tell: Tell) -> dict[str, Any]:
        """Search every position, and every move that was not the best."""
        positions = self.state.positions
        deadline = time.monotonic() + 0.8 * MOST_SECONDS
        for ply in range(len(positions)):
            tell({"ply": ply, "of": len(positions)})
            # A review must end: in a long game the remaining time is shared out.
            self.seconds = min(self.seconds, max(0.01, (deadline - time.monotonic()) / (len(positions) - ply)))
            self.found.append(self.look(ply))
            if ply > 0:
                self.losses.append(self.loss(ply - 1))
            if self.stop.is_set():
                break
        return self.told()

    def look(self, ply: int) -> Result:
        """Return the result of searching a position."""
        limit = Limit(nodes=self.nodes) if self.nodes else Limit(seconds=self.seconds)
        request = Request.of(self.state.at(ply), 0, limit, stop=self.stop)
        *_, result = search(request, self.algorithm, engine=self.engine)
        return result

    def after(self, ply: int, move: int, depth: int) -> Result | None:
        """Return the result of searching one move of a position to a depth; None if that takes too long."""
        state = self.state.at(ply)
        limit = Limit(depth, nodes=PATIENCE * self.nodes) if self.nodes else Limit(depth, PATIENCE * self.seconds)
        if self.engine:
            *_, result = self.engine.search(Request.of(state, 0, limit, moves=[move], stop=self.stop))
        else:
            limit = Limit(depth - 1, limit.seconds, limit.nodes)
            *_, result = search(Request.of(state.play(move), 0, limit, stop=self.stop), self.algorithm)
        return result if result.finished else None

    def loss(self, ply: int) -> Loss:
        """Compare the move played with the best one, and check again where it seems to lose much."""
        played, before, after = self.state.played[ply], self.found[ply], self.found[ply + 1]
        mover = self.state.at(ply).turn
        if mover == CHANCE or before.move in (played, None):
            return Loss()
        lost = self.between(before, after, mover)
        if lost.share < MISTAKE or before.proven and after.proven:
            return lost
        least = max(before.depth, after.depth + 1)  # deep enough to see what was seen after the move
        for depth in (least, least + 1):
            best, own = (self.after(ply, move, depth) for move in (before.move, played))
            if best is None or own is None:  # out of time: only a proof about the move played needs no comparison
                return lost if after.proven else Loss()
            lost = self.between(best, own, mover)
            if lost.share < MISTAKE or best.proven and own.proven:
                return lost
        return lost

    def between(self, best: Result, played: Result, mover: int) -> Loss:
        """Return the difference between two results for the player who moved."""
        sign = 1 if mover == 0 else -1
        share = sign * (self.scale.advantage(best) - self.scale.advantage(played)) / 2
        amount = sign * ((best.score or 0) - (played.score or 0))
        return Loss(max(0.0, share), max(0, amount), best.proven is not None and best.proven == played.proven)

    def told(self) -> dict[str, Any]:
        """Return the findings for the page."""
        state, game = self.state, self.state.game
        plies: list[dict[str, Any]] = []
        for ply, result in enumerate(self.found):
            advantage = round(self.scale.advantage(result), 4)
            row: dict[str, Any] = {"score": result.score, "text": result.describe(), "advantage": advantage}
            if ply > 0:
                loss, best = self.losses[ply - 1], self.found[ply - 1]
                mover = game.turn(state.positions[ply - 1])
                row |= {"mover": mover, "name": state.names[ply - 1], "best": best.names.move}
                row |= {"lost": round(loss.share, 4), "cost": self.cost(loss), "kind": kind_of(loss)}
            plies.append(row)
        wrong = sorted((ply for ply in range(1, len(plies)) if plies[ply]["kind"]), key=lambda ply: -plies[ply]["lost"])
        return {
            "plies": plies,
            "turning": sorted(wrong[:MOST_TURNING]),
            "finished": len(self.found) == len(state.positions),
            "result": state.result,
            "scale": self.scale.describe(),
        }

    def cost(self, loss: Loss) -> str:
        """Return what a move lost in words: an amount if the game counts them, otherwise a share."""
        counted_in = self.state.game.rules.counted_in
        if counted_in is None or counted_in == VALUE:
            return f"{100 * loss.share:.0f} %" if round(100 * loss.share) else ""
        return f"{number(loss.amount)}{unit(loss.amount, counted_in)}" if loss.amount else ""


def kind_of(loss: Loss) -> str:
    """Return the name for a move's loss. Losing part of an amount in a certain win is not a blunder."""
    if loss.share < MISTAKE:
        return ""
    return "blunder" if loss.share >= BLUNDER and not loss.keeps else "mistake"
