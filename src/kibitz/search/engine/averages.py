"""The engine's search where outcomes are averaged: how it is set up on `averaging`, and what it has found."""

from collections.abc import Sequence
from typing import Any

from kibitz.compiler.plain import Desk, Kernel, ordered, salt, unordered
from kibitz.errors import GameError, OptionError
from kibitz.game import Game
from kibitz.rules import CHANCE, RULES
from kibitz.score import Proven, Score, outcome, tidy
from kibitz.search.desk import (
    BAD_BANK,
    BAD_BOUNDS,
    BAD_POLICY,
    ENDLESS_CHANCES,
    FAULT,
    OUT_OF_RANGE,
    TOO_MANY_MOVES,
    floats,
)
from kibitz.search.engine.averaging import averaging
from kibitz.search.engine.desk import (
    DRAW,
    END_HIGH,
    END_LOW,
    ENGINE_MOVES,
    HELD,
    LEAST_ODDS,
    LOGGED,
    ME,
    MODEL,
    MOST_PLY,
    OTHER_TOTAL,
    REVERSED,
    SALT,
    SHARE,
    log_in,
)
from kibitz.search.engine.findings import Findings
from kibitz.search.engine.machinery import Machinery, Unfit, trial
from kibitz.search.engine.others import Others, others_from
from kibitz.search.engine.scoring import WIDE, Width, scale_of
from kibitz.search.engine.techniques import BIT
from kibitz.search.held import held, holding, widen
from kibitz.search.limit import Limit
from kibitz.search.mistake import refuse_fault
from kibitz.search.request import Request
from kibitz.search.speed import Search, ready
from kibitz.search.textbook.selective import kept_count
from kibitz.search.textbook.sound import same_side


class Averager(Machinery):
    """The kernel, the table and the desks of a search that averages outcomes."""

    def prepare(self, width: Width) -> None:
        """Make the kernel, the table and the desks; scores are floats."""
        self.others = others_from(self.settings.others)
        self.others.check(self.game)
        super().prepare(WIDE)

    def build(self) -> Search:
        """Return the kernel."""
        return ready(averaging, self.game, self.compiled, averaging_trial)

    def reweigh(self, game: Game[Any]) -> None:
        """Switch to the same game with other weights, and empty the table."""
        self.game = game
        self.clear()

    def kept_at_root(self, request: Request, legal: Sequence[int]) -> Sequence[int]:
        """Return the root moves that RB's filter keeps, which ranks them as the kernel does; all of nature's."""
        p, mover = request.position, self.game.turn(request.position)
        if mover == CHANCE:
            return legal
        return self.most_promising(p, legal, request.player, 1 if same_side(self.game)(mover, request.player) else -1)

    def most_promising(self, p: Any, legal: Sequence[int], player: int, sign: int) -> Sequence[int]:
        """Return the moves that the filter keeps at the root, ranked by what they promise a player, times a sign."""
        rate = self.keep.rate_at(0) if self.keep else 1.0
        if rate >= 1 or not self.keep:
            return legal
        rules = held(self.game).rules

        def promise(move: int) -> Score:
            if rules.priority is not None and self.use & BIT["priority"]:
                return rules.priority(p, move)
            child = rules.play(p, move)
            judge = rules.utility if self.game.is_over(child) else rules.evaluate
            return sign * judge(child, player)

        return sorted(legal, key=promise, reverse=True)[: kept_count(rate, self.keep.least, len(legal))]

    def describe(self) -> str:
        """Return which search this is, in words."""
        others = f", {self.others.describe()}" if self.others.model else ""
        if self.game.rules.chances is None and not others:
            return "search for one player" if self.game.players == 1 else "minimax with a table, all against one"
        pruned = self.use & BIT["star1"] and self.game.rules.bounds and self.game.rules.chances
        second = self.use & BIT["star2"] and self.game.players > 1
        star = "" if not pruned else " with Star2" if second else " with Star1"
        return f"expectiminimax{star}{others}"

    def set_up(self, desk: Desk, request: Request, chosen: Sequence[int]) -> None:
        """Write what a search of these root moves needs into a desk, and clear what the last one left."""
        game, player, mover = self.game, request.player, self.game.turn(request.position)
        if self.others.model and mover != CHANCE and not same_side(game)(mover, player):
            raise OptionError(
                f"{game.label(mover)} is to move, and a search with others={self.others} cannot choose for "
                "anyone but the player to move; leave out player"
            )
        super().set_up(desk, request, chosen)
        odds = self.settings.odds if self.use & BIT["odds"] else 0.0
        set_desk(desk, game, player, self.others, odds)
        # The second thread takes outcomes from the other end, so that both do not search the same ones.
        desk[REVERSED] = next(number for number, each in enumerate(self.desks) if each is desk) % 2

    def refuse_faults(self) -> None:
        """Raise if a search was stopped by something that it cannot handle."""
        for desk in self.desks:
            if desk[FAULT] == TOO_MANY_MOVES:
                raise GameError(f"a position has more than {ENGINE_MOVES} moves, or a line has too many in all")
            if desk[FAULT] == BAD_POLICY:
                raise GameError(
                    f"`policy` of {self.game.name} must return finite weights of at least 0, not all of them 0; "
                    f"write: {RULES['policy'].form}"
                )
            if desk[FAULT] in (BAD_BOUNDS, BAD_BANK):
                rule = RULES["bounds" if desk[FAULT] == BAD_BOUNDS else "banked"]
                raise GameError(f"`{rule.name}` of {self.game.name} must {rule.example}, with numbers below 2**62")
            if desk[FAULT] == ENDLESS_CHANCES:
                raise GameError(
                    f"nature moves again and again in a line of {MOST_PLY} plies; unlikely lines end with odds above 0 "
                    "and without exact, and `kibitz solve` can value games with such cycles"
                )
            if desk[FAULT] == OUT_OF_RANGE:
                raise Unfit(OUT_OF_RANGE, float(floats(desk)[OTHER_TOTAL]))
            refuse_fault(self.game, self.game.start(), desk)

    def adapt(self, failed: Unfit, p: Any) -> None:
        """Hold evaluations inside a utility that was not known before, and start with an empty table."""
        widen(self.game, p, failed.total)
        self.clear()


def set_desk(desk: Desk, game: Game[Any], player: int, others: Others, odds: float) -> None:
    """Write what the kernel reads beyond what every engine's kernel does."""
    numbers = floats(desk)
    desk[ME], desk[MODEL] = player, others.model
    desk[SALT] = salt(player) if player else 0
    numbers[SHARE], numbers[LEAST_ODDS] = others.share, odds
    *how, numbers[END_LOW], numbers[END_HIGH] = holding(game)
    numbers[HELD : HELD + 4] = how
    desk[DRAW] = ordered(float(scale_of(game).total) / 2)


def averaging_trial(run: Kernel, game: Game[Any], p: Any, array: bool) -> Any:
    """Try out the kernel in the same way as the other one, for the player to move."""
    return trial(run, game, p, array, WIDE, lambda desk: set_desk(desk, game, game.rules.turn(p), Others(), 0.0))


class Averages(Findings):
    """What one search of a position has found, as results; scores are the deciding player's."""

    def __init__(self, machinery: Machinery, p: Any, player: int) -> None:
        super().__init__(machinery, p, player)
        mover = self.game.turn(p)
        self.sign = 1 if mover == CHANCE or same_side(self.game)(mover, player) else -1

    def guessed(self) -> Score:
        """Return the evaluation of the position, as the search would hold it."""
        return tidy(held(self.game).ask("evaluate", self.p, self.player))

    def to_author(self, score: int) -> Score:
        """Return a score of the deciding player in the author's units."""
        return tidy(unordered(score))

    def is_proven(self, score: int, guessed: int) -> bool:
        """Return whether a score rests on ends of the game alone, and no root move was dropped."""
        keep = self.machinery.keep
        return guessed == 0 and (keep is None or keep.rate_at(0) >= 1)

    def is_decided(self, score: int) -> bool:
        """Return False: scores have no distance to a win."""
        return False

    def proof(self, score: int, pv: tuple[int, ...]) -> tuple[Score, Proven, int | None]:
        """Return the score in the author's units, what it proves, and how far the end is unless chance intervenes."""
        end = self.end_of(pv)
        if not pv or not self.game.is_over(end):
            return self.to_author(score), "exact", None
        utilities = self.game.utilities(end)
        return self.to_author(score), outcome(utilities, self.player, self.game.rules.teams), len(pv)

    def final(self, depth: int, seconds: float, left: float, limit: Limit) -> Any:
        """Return the final result; where nature moves first, that of the last completed depth."""
        if self.game.turn(self.p) != CHANCE:
            return super().final(depth, seconds, left, limit)
        self.look()
        log = log_in(self.machinery.desks[0], int(self.machinery.desks[0][LOGGED]) - 1)
        done = log["depth"] == depth or self.is_proven(log["score"], log["guessed"])
        return self.told(log["depth"], log["score"], log["guessed"], (), log["seldepth"], seconds, done)

    def completed(self, pv: tuple[int, ...], score: int, seconds: float | None) -> tuple[int, ...]:
        """Return a line as it is: where nature intervenes, it has no continuation."""
        return pv
