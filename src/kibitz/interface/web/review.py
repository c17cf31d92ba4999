"""A review of a finished game: the score after each move, what each move lost, and where the game turned.

Law. An advantage is a score mapped to -1 to 1: by a scale that is fixed for the game (`arena.advantage`), or, where a
score is the mean of utilities, by its place between the least and the greatest utility. A move loses half the
difference between the advantages of the player who made it, before and after it, which is a share of the range from a
loss to a win. A large loss may be an artefact of comparing two searches: then the move and the best one are searched
from the same position with the same effort, and it counts as a mistake only if it loses as much there and with more.

Of two sides, scores are the first player's. Where there are more, each move's are those of the player who made it.
"""

import random
import threading
import time
from dataclasses import dataclass, field, replace
from typing import Any
from weakref import WeakKeyDictionary

from kibitz.arena.advantage import WinScale, win_scale_of
from kibitz.errors import OptionError
from kibitz.game import Game
from kibitz.interface.web.message import number_in, whole_in
from kibitz.interface.web.searches import MOST_SECONDS, Tell, Work
from kibitz.interface.web.thinking import MEGABYTES, seconds_left
from kibitz.rules import CHANCE
from kibitz.score import VALUE, Proven, Score, number, outcome, tidy, unit
from kibitz.search.algorithm import ENGINE, default_name
from kibitz.search.analyze import search
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.scoring import scale_of
from kibitz.search.engine.settings import Settings
from kibitz.search.engine.suited import is_constant, sides_of
from kibitz.search.limit import Limit
from kibitz.search.request import Request
from kibitz.search.result import Result
from kibitz.search.wander import wander
from kibitz.state import State

MISTAKE, BLUNDER = 0.10, 0.15
"""What a move must lose, as a share of the range from a loss to a win, to be called so."""
MOST_TURNING = 5
SECONDS = 0.5
"""The default for each position."""
PATIENCE = 4
"""How much longer than a position a single move may be searched, to reach the same depth."""
RANDOM_GAMES, MOST_PLIES = 3, 1000
"""The random games that show what players can get, and the longest of them."""


@dataclass(frozen=True)
class Loss:
    """What a move lost compared with the best one."""

    share: float = 0.0  # of the range from a loss to a win
    amount: float = 0  # in the author's units
    keeps: bool = True  # what is proven for the player who moved did not change


@dataclass(frozen=True)
class Range:
    """The least and the greatest utility of a game: what scores that are means of utilities lie between."""

    least: float
    most: float

    def advantage(self, score: Score) -> float:
        """Return a score as an advantage from -1 to 1."""
        if self.most <= self.least:
            return 0.0
        return max(-1.0, min(1.0, 2 * (float(score) - self.least) / (self.most - self.least) - 1))

    def describe(self) -> str:
        """Return what advantages mean, in words."""
        return f"what a player gets lies between {number(tidy(self.least))} and {number(tidy(self.most))}"


ranges: WeakKeyDictionary[Game[Any], Range] = WeakKeyDictionary()


def range_of(game: Game[Any]) -> Range:
    """Return the range of what a player of a game gets, as a few random games show it."""
    if game not in ranges:
        choose = random.Random(0)
        ends = [list(wander(game, choose, MOST_PLIES))[-1][0] for _ in range(RANDOM_GAMES)]
        found = [float(utility) for p in ends if game.is_over(p) for utility in game.utilities(p)]
        ranges[game] = Range(min(found, default=0.0), max(found, default=0.0))
    return ranges[game]


def reviewing(state: State, message: dict[str, Any]) -> Work:
    """Prepare a review with this many seconds, or nodes, for each position."""
    if state.game.players < 2:
        raise OptionError(f"a game for one player cannot be reviewed, and {state.game.name} is one")
    seconds = number_in(message, "seconds", 0.01, 5, SECONDS)
    nodes = whole_in(message, "nodes", 1, 1 << 40) if message.get("nodes") is not None else None

    def work(stop: threading.Event, tell: Tell) -> dict[str, Any]:
        tell({"preparing": state.game.name, "left": seconds_left(state.game)})
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
        self.many = sides_of(game) > 2
        self.apart = self.many or not is_constant(game)  # what one wins is not what the other loses
        self.scale: WinScale | Range = range_of(game) if self.many else win_scale_of(game, self.stop)

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

    def viewer(self, ply: int) -> int:
        """Return whose scores a search of a position returns: the first player's, or those of whoever is to move."""
        return max(0, self.state.at(ply).turn) if self.many else 0

    def look(self, ply: int) -> Result:
        """Return the result of searching a position."""
        limit = Limit(nodes=self.nodes) if self.nodes else Limit(seconds=self.seconds)
        request = Request.of(self.state.at(ply), self.viewer(ply), limit, stop=self.stop)
        results = list(search(request, self.algorithm, engine=self.engine))
        whole = [result for result in results if result.scores is not None]
        return whole[-1] if self.apart and whole else results[-1]  # a depth that was not completed may lack scores

    def after(self, ply: int, move: int, effort: int) -> Result | None:
        """Return the result of searching one move of a position; None if that takes too long.

        effort: a depth, or visits where the search of the position makes them.
        """
        state, by_visits = self.state.at(ply), self.found[ply].visits is not None
        nodes, seconds = (PATIENCE * self.nodes, None) if self.nodes else (None, PATIENCE * self.seconds)
        limit = Limit(None if by_visits else effort, seconds, nodes, visits=effort if by_visits else None)
        viewer = self.viewer(ply)
        if self.engine:
            *_, result = self.engine.search(Request.of(state, viewer, limit, moves=[move], stop=self.stop))
        else:
            limit = Limit(effort - 1, seconds, nodes)
            *_, result = search(Request.of(state.play(move), viewer, limit, stop=self.stop), self.algorithm)
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
        for effort in self.efforts(before, after):
            best, own = (self.after(ply, move, effort) for move in (before.move, played))
            if best is None or own is None:  # out of time: only a proof about the move played needs no comparison
                return lost if after.proven else Loss()
            lost = self.between(best, own, mover)
            if lost.share < MISTAKE or best.proven and own.proven:
                return lost
        return lost

    def efforts(self, before: Result, after: Result) -> tuple[int, int]:
        """Return with how much effort two moves are compared, and then once more."""
        if before.visits is not None:
            return max(1, before.visits // 2), max(1, before.visits)
        least = max(before.depth, after.depth + 1)  # deep enough to see what was seen after the move
        return least, least + 1

    def between(self, best: Result, played: Result, mover: int) -> Loss:
        """Return the difference between two results for the player who moved."""
        share = (self.advantage(best, mover) - self.advantage(played, mover)) / 2
        amount = self.score(best, mover) - self.score(played, mover)
        proofs = [self.proof(result, mover) for result in (best, played)]
        return Loss(max(0.0, share), max(0, amount), proofs[0] is not None and proofs[0] == proofs[1])

    def score(self, result: Result, player: int) -> Score:
        """Return a player's score; where it is not known by itself, that of the opponents with the other sign."""
        if result.player == player:
            return result.score or 0
        if self.apart and result.proven and result.distance == 0:
            return self.state.game.utilities(result.position)[player]
        if result.scores is not None:
            return result.scores[player]
        return self.sign(result.player, player) * (result.score or 0)

    def sign(self, player: int, other: int) -> int:
        """Return 1 for players of one side, and -1 for opponents."""
        teams = self.state.game.rules.teams or range(self.state.game.players)
        return 1 if teams[player] == teams[other] else -1

    def proof(self, result: Result, player: int) -> Proven | None:
        """Return what is proven for a player."""
        if result.player == player or result.proven in (None, "exact"):
            return result.proven
        game = self.state.game
        if self.apart:
            return outcome([self.score(result, each) for each in range(game.players)], player, game.rules.teams)
        turned: dict[Any, Proven] = {"win": "loss", "loss": "win", "draw": "draw"}
        return result.proven if self.sign(result.player, player) > 0 else turned[result.proven]

    def advantage(self, result: Result, player: int) -> float:
        """Return a player's advantage."""
        score = self.score(result, player)
        if isinstance(self.scale, Range):
            return self.scale.advantage(score)
        if result.player != player and not self.apart:
            return self.sign(result.player, player) * self.advantage(result, result.player)
        seen = replace(result, player=player, score=score, proven=self.proof(result, player))
        if is_share(seen) and seen.proven is None:
            scale = scale_of(seen.game)
            return Range(float(scale.loss), float(scale.win)).advantage(score)
        return self.scale.advantage(seen)

    def scale_text(self) -> str:
        """Return what advantages mean, in words."""
        if not self.many and any(map(is_share, self.found)):
            return "the share of wins in the visits of Monte Carlo tree search"
        return self.scale.describe()

    def told(self) -> dict[str, Any]:
        """Return the findings for the page."""
        state, game, numbers = self.state, self.state.game, self.state.numbers
        plies: list[dict[str, Any]] = []
        for ply, result in enumerate(self.found):
            mover = game.turn(state.positions[ply - 1]) if ply else CHANCE
            whose = mover if self.many and mover != CHANCE else result.player
            shown = [round(self.advantage(result, each), 4) for each in (range(game.players) if self.many else (0,))]
            row: dict[str, Any] = {"score": self.score(result, whose), "text": self.text(result, whose)}
            row |= {"player": whose, "advantage": shown[whose if self.many else 0], "advantages": shown}
            if ply > 0:
                loss, best = self.losses[ply - 1], self.found[ply - 1]
                row |= {"mover": mover, "name": state.names[ply - 1], "best": best.names.move}
                cells = self.cells(ply - 1)
                row |= {"number": numbers[ply - 1], "cells": cells.get(state.played[ply - 1], [])}
                row |= {"best_cells": [] if best.move is None else cells.get(best.move, [])}
                row |= {"lost": round(loss.share, 4), "cost": self.cost(loss), "kind": kind_of(loss)}
            plies.append(row)
        wrong = sorted((ply for ply in range(1, len(plies)) if plies[ply]["kind"]), key=lambda ply: -plies[ply]["lost"])
        return {
            "plies": plies,
            "turning": sorted(wrong[:MOST_TURNING]),
            "finished": len(self.found) == len(state.positions),
            "result": state.result,
            "many": self.many,
            "scale": self.scale_text(),
        }

    def cells(self, ply: int) -> dict[int, list[str]]:
        """Return the cells that each move of a position is made of; empty where the game has no board."""
        board = self.state.game.board(self.state.positions[ply])
        return {move: list(cells) for move, cells in board.moves.items()} if board else {}

    def text(self, result: Result, player: int) -> str:
        """Return a player's score in words."""
        if result.player == player:
            return result.describe()
        say = self.state.game.say if result.visits is None else self.state.game.say_mean
        return say(self.score(result, player), self.proof(result, player), result.distance)

    def cost(self, loss: Loss) -> str:
        """Return what a move lost in words: an amount if the game counts them, otherwise a share."""
        counted_in = self.state.game.rules.counted_in
        if counted_in is None or counted_in == VALUE:
            return f"{100 * loss.share:.0f} %" if round(100 * loss.share) else ""
        return f"{number(loss.amount)}{unit(loss.amount, counted_in)}" if loss.amount else ""


def is_share(result: Result) -> bool:
    """Return whether a score is a share of wins among visits, and not an evaluation."""
    return result.visits is not None and result.game.objective == "win"


def kind_of(loss: Loss) -> str:
    """Return the name for a move's loss. Losing part of an amount in a certain win is not a blunder."""
    if loss.share < MISTAKE:
        return ""
    return "blunder" if loss.share >= BLUNDER and not loss.keeps else "mistake"
