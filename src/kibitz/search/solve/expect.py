"""Solve a game with chance: run the kernel of `expectation` with the memory it needs, and report what it found."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kibitz.compiler.plain import Desk, Kernel
from kibitz.errors import GameError, NotConstantSum
from kibitz.game import Game
from kibitz.rules import CHANCE
from kibitz.score import Score, number, tidy
from kibitz.search.desk import FAULT, HIGHEST, LIMIT, NODES, UNEVEN, WRONG_ODDS, floats
from kibitz.search.driver import drive
from kibitz.search.keys import key_maker
from kibitz.search.mistake import failure, first_mistake
from kibitz.search.request import Request
from kibitz.search.result import MoveScore, Result
from kibitz.search.solve.expectation import (
    BEGIN,
    CYCLES,
    DESK_WORDS,
    EDGES,
    ENDS,
    HERE,
    KNOWN,
    KNOWN_MASK,
    LEAST,
    MEASURE,
    MOST,
    MOST_EDGES,
    MOST_ROWS,
    MOVED,
    OLD,
    OLD_MASK,
    OTHERS,
    PLACES,
    PLACES_MASK,
    RESUME,
    RETREAT,
    ROWS,
    SHORT,
    TOTAL,
    UNBOUNDED,
    UPWARD,
    USED_EDGES,
    USED_KNOWN,
    USED_ROWS,
    VALUES,
    WIDENED,
    WIDTH,
    expectation,
)
from kibitz.search.speed import SAMPLE_NODES, Search, failed, ready

FIRST_ROWS, FIRST_EDGES, FIRST_KNOWN = 1 << 12, 1 << 13, 1 << 14
"""What the parts have room for at first."""
CLOSE = 1e-9
"""How close the two ends of an interval must be to count as one value, as a share of the range of the utilities."""
ROUNDING = 1e-15
"""A value closer to 0 is 0, as a share of the same range."""
LEAST_SECONDS = 0.001
"""The time given to a run whose limit is used up: it stops at once."""
LISTED = 12
"""How many moves the text of a result lists."""


class Settling:
    """One run of the kernel, with its parts: it finds the value of a position, or a bound where there are cycles."""

    def __init__(
        self, game: Game[Any], p: Any, search: Search, upward: bool = True, before: "Settling | None" = None
    ) -> None:
        """Prepare a run. upward: it finds lower bounds. before: a run of the same position, which met all its ends."""
        self.game, self.p, self.run, self.array = game, p, search.run, search.compiled
        self.key_of = key_maker(game)
        self.desk = self.new(DESK_WORDS)
        self.run(p, 0, MEASURE, self.desk)
        self.width = int(self.desk[WIDTH])
        self.rows, self.values = self.new(FIRST_ROWS * self.width), self.new(2 * FIRST_ROWS)
        self.places, self.edges = self.new(4 * FIRST_ROWS), self.new(2 * FIRST_EDGES)
        self.known = self.new(2 * FIRST_KNOWN)
        self.old: Desk = None
        self.desk[LIMIT], self.desk[UPWARD] = HIGHEST, int(upward)
        if before is not None:
            for place in (ENDS, TOTAL, LEAST, MOST, OTHERS):
                self.desk[place] = before.desk[place]
        self.lay_out()

    def new(self, size: int) -> Desk:
        """Return room for this many words."""
        return np.zeros(size, np.int64) if self.array else [0] * size

    def grown(self, part: Desk) -> Desk:
        """Return a copy with room for twice as many words."""
        return np.concatenate((part, self.new(len(part)))) if self.array else part + self.new(len(part))

    def handle(self, part: Desk) -> Any:
        """Return the handle by which the kernel finds a part."""
        return part.ctypes.data if self.array else part

    def lay_out(self) -> None:
        """Write where the kernel finds its parts, and what they have room for."""
        desk = self.desk
        parts = {ROWS: self.rows, VALUES: self.values, PLACES: self.places, EDGES: self.edges, KNOWN: self.known}
        for place, part in parts.items():
            desk[place] = self.handle(part)
        desk[MOST_ROWS], desk[MOST_EDGES] = len(self.values) // 2, len(self.edges) // 2
        desk[PLACES_MASK], desk[KNOWN_MASK] = len(self.places) // 2 - 1, len(self.known) // 2 - 1

    @property
    def finished(self) -> bool:
        """Return whether the position is settled."""
        return bool(self.desk[HERE] < 0)

    def megabytes(self) -> float:
        """Return how much memory the parts take."""
        parts = (self.rows, self.values, self.places, self.edges, self.known)
        return sum(map(len, parts)) * 8 / (1 << 20)

    def settle(self, request: Request, megabytes: float, tell: Callable[[], None]) -> float:
        """Run until the position is settled or the limit is reached; return the seconds spent."""
        seconds, mode = 0.0, BEGIN
        limit = request.limit
        if limit.nodes is not None:
            self.desk[LIMIT] = limit.nodes
        while True:
            left = replace(limit, seconds=max(limit.seconds - seconds, LEAST_SECONDS)) if limit.seconds else limit
            _, spent = drive(replace(request, limit=left), self.run, self.desk, mode, tell)
            seconds, mode = seconds + spent, RESUME
            self.refuse_fault()
            if not self.desk[SHORT] or request.stop.is_set():
                return seconds
            self.grow(megabytes)

    def grow(self, most: float) -> None:
        """Make room for twice as much in the part that is full; raise if all would take more than this many MB."""
        desk = self.desk
        if desk[SHORT] == ROWS:
            self.rows, self.values = self.grown(self.rows), self.grown(self.values)
            self.places = self.new(2 * len(self.places))
            desk[MOVED] = 1
        elif desk[SHORT] == EDGES:
            self.edges = self.grown(self.edges)
        else:
            self.old, self.known = self.known, self.new(2 * len(self.known))
            desk[OLD], desk[OLD_MASK] = self.handle(self.old), desk[KNOWN_MASK]
        desk[SHORT] = 0
        self.lay_out()
        if self.megabytes() > most:
            hint = "" if self.game.rules.stage else "; a rule `stage` would let it forget some"
            raise GameError(
                f"{self.game.name} has too many positions for memory: {int(desk[NODES]):,} were visited when they "
                f"took {most:g} MB{hint}"
            )

    def refuse_fault(self) -> None:
        """Raise if the kernel was stopped by something that it cannot handle."""
        game, fault = self.game, self.desk[FAULT]
        if fault == WRONG_ODDS:
            raise first_mistake(game, self.p) or GameError(
                f"`chances` of {game.name} yielded probabilities that do not sum to 1"
            )
        if fault == UNEVEN:
            raise NotConstantSum(f"the utilities of {game.name} do not always sum to the same number")
        if fault == RETREAT:
            raise GameError(f"`stage` of {game.name} decreases in the course of a game; it must never decrease")
        if self.finished and not self.desk[ENDS]:
            raise GameError(f"no end of the game can be reached from this position of {game.name}")
        if fault == UNBOUNDED:
            raise GameError(f"points are collected in a cycle of {game.name}; add `bounds`, so that it can be solved")

    def value(self, p: Any) -> float:
        """Return the value of a position whose row was not forgotten, for player 0."""
        key, mask = int(self.key_of(p)), len(self.places) // 2 - 1
        slot = key & mask
        while self.places[2 * slot + 1] and self.places[2 * slot] != key:
            slot = slot + 1 & mask
        row = int(self.places[2 * slot + 1]) - 1
        if row < 0:
            raise GameError(f"{self.game.name} has positions that are not equal to themselves when met again")
        collected = self.game.ask("banked", p, 0) if self.game.rules.banked else 0
        return float(floats(self.values)[2 * row]) + collected


@dataclass(frozen=True, repr=False)
class Expectation(Result):
    """The solution of a game with chance."""

    winning: float | None = None  # the probability that the player wins, where there is nothing but winning and losing

    def rows(self) -> dict[str, str]:
        """Return what was found, in words, under a label each."""
        rows = super().rows()
        if self.winning is not None:
            rows["wins"] = f"with probability {number(self.winning)}"
        if self.finished and self.score is None:
            rows["endless"] = "play can go on for ever, or longer than rounding allows: the bounds do not meet"
        elif self.bounds is not None:
            rows["between"] = f"{self.bounds[0]!r} and {self.bounds[1]!r}"
        last = rows.pop("searched")
        return {**rows, "searched": last}

    def cost(self) -> str:
        """Return how many positions were visited, and how long that took."""
        return super().cost().replace("nodes", "positions")

    def to_json(self) -> dict[str, Any]:
        """Return the result as one JSON object; moves are names."""
        return {**super().to_json(), **({} if self.winning is None else {"winning": self.winning})}


def expect(request: Request, compiled: bool | None, megabytes: float, tell: Callable[[int], None]) -> Expectation:
    """Find the value of the position of a request, for its player: the one to move, or any if nature moves."""
    game, p = request.game, request.position
    search = ready(expectation, game, compiled, expectation_trial)
    visited, seconds = 0, 0.0

    def run(upward: bool, before: Settling | None) -> Settling:
        """Settle the position once."""
        nonlocal visited, seconds
        try:
            settling = Settling(game, p, search, upward, before)
        except Exception as error:
            raise failure(game, p, error) from error
        left = request.limit
        if left.seconds:
            left = replace(left, seconds=max(left.seconds - seconds, LEAST_SECONDS))
        if left.nodes:
            left = replace(left, nodes=max(left.nodes - visited, 1))
        asked = replace(request, limit=left)
        seconds += settling.settle(asked, megabytes, lambda: tell(visited + int(settling.desk[NODES])))
        visited += int(settling.desk[NODES])
        return settling

    lower = upper = run(True, None)
    if lower.finished and lower.desk[WIDENED]:
        lower = upper = run(True, lower)
    if lower.finished and lower.desk[CYCLES]:
        upper = run(False, lower)
    result = Expectation(
        game=game,
        position=p,
        pv=(),
        moves=(),
        algorithm="expectation",
        player=request.player,
        score=None,
        proven=None,
        distance=None,
        depth=0,
        nodes=visited,
        seconds=seconds,
        compile_seconds=search.compile_seconds,
        finished=upper.finished,
        compiled=search.compiled,
        listed=LISTED,
    )
    return with_values(result, lower, upper) if result.finished else result


def with_values(result: Expectation, lower: Settling, upper: Settling) -> Expectation:
    """Add the values that two runs bound, or the same one twice where there are no cycles."""
    game, p, mover = result.game, result.position, result.game.turn(result.position)
    desk = floats(upper.desk)
    least, most, total = float(desk[LEAST]), float(desk[MOST]), float(desk[TOTAL])

    scale = max(most - least, abs(most), abs(least))
    near = CLOSE * scale

    def rounded(value: float) -> Score:
        return tidy(value) if abs(value) > ROUNDING * scale else 0

    def between(p: Any) -> tuple[float, float]:
        """Return the player's bounds of a position's value."""
        low, high = lower.value(p), upper.value(p)
        return (low, high) if result.player == 0 else (total - high, total - low)

    low, high = between(p)
    bounds = None if lower is upper else (tidy(low), tidy(high))
    if high - low > near:
        return replace(result, bounds=bounds)
    moves: list[MoveScore] = []
    value = (low + high) / 2
    for move in game.moves(p):
        worst, finest = between(game.ask("play", p, move))
        known = finest - worst <= near
        moves.append(MoveScore(move, rounded((worst + finest) / 2 if known else finest), "exact" if known else "upper"))
    best = [found.move for found in moves if found.bound == "exact" and abs(found.score - value) <= near][:1]
    pv = () if mover == CHANCE else tuple(best)
    winning = None
    if game.objective == "win" and least < most and not upper.desk[OTHERS]:
        reach = (least, most) if result.player == 0 else (total - most, total - least)
        winning = (value - reach[0]) / (reach[1] - reach[0])
    return replace(
        result,
        score=rounded(value),
        proven="exact",
        bounds=bounds,
        pv=pv,
        moves=tuple(moves),
        depth=len(pv),
        winning=winning,
    )


def expectation_trial(run: Kernel, game: Game[Any], p: Any, array: bool) -> Any:
    """Explore a few positions; return what is known about them, or the error that the rules raise."""
    try:
        settling = Settling(game, p, Search(run, array, 0.0))
        settling.desk[LIMIT] = SAMPLE_NODES
        run(p, 0, BEGIN, settling.desk)
    except Exception as error:
        return failed(error)
    used = [int(settling.desk[place]) for place in (NODES, USED_ROWS, USED_EDGES, USED_KNOWN, FAULT)]
    return used, [float(value) for value in floats(settling.values)[: 2 * used[1] : 2]]
