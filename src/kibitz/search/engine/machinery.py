"""The machinery of an engine: its kernel, table and desks, and how a search is set up on them."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from kibitz.compiler.plain import OUT, Desk, Kernel, fold, word
from kibitz.errors import GameError, NotConstantSum
from kibitz.game import Game
from kibitz.score import tidy
from kibitz.search.desk import (
    FAULT,
    HIGHEST,
    LIMIT,
    MOST_DEPTH,
    NODES,
    OUT_OF_RANGE,
    TOO_LONG,
    TOO_MANY_MOVES,
    floats,
    lay_out,
)
from kibitz.search.driver import Drive
from kibitz.search.engine.desk import (
    BEFORE,
    BUSY,
    BUSY_SIZE,
    DEPTH_DONE,
    DEPTH_NOW,
    DRAW,
    ENGINE_MOVES,
    FIRST_DEPTH,
    HIGH,
    HISTORY,
    KEEP_LEAST,
    KEEPING,
    KEYS,
    LAST,
    LOGGED,
    LOW,
    MOST_BEFORE,
    MOST_PLY,
    NODE_LIMIT,
    OTHER_TOTAL,
    RATES,
    REPETITION,
    ROOT_COUNT,
    ROOT_ROW,
    ROOTS,
    SEEN,
    SEEN_SIZE,
    SOLVING,
    STACK,
    TABLE,
    TOP,
    TOTAL,
    USE,
    WANTED_LINES,
    log_in,
    new_desk,
)
from kibitz.search.engine.kernel import principal, wide_principal
from kibitz.search.engine.scoring import NARROW, WIDE, Scale, Width, scale_of, scales
from kibitz.search.engine.settings import DEFAULT_SETTINGS, Settings, techniques_of
from kibitz.search.engine.table import AGE, AGE_MASK, clear, new_table
from kibitz.search.engine.techniques import BIT
from kibitz.search.keys import FIRST_SALT, LAST_SALT, has_values, key_maker, need_values
from kibitz.search.limit import Limit, refuse_visits
from kibitz.search.mistake import failure, first_mistake
from kibitz.search.request import Request
from kibitz.search.result import Result
from kibitz.search.speed import Search, failed, ready
from kibitz.search.textbook.keep import Keep

PLAIN_MEGABYTES = 8
"""The largest table of a plain search."""
TRIAL_MEGABYTES, TRIAL_DEPTH, TRIAL_NODES = 0.05, 4, 500
GLANCE_NODES = 20_000
LINE_SECONDS = 0.5
"""Seconds to find the rest of a proven line where the table no longer has it."""


class Unfit(Exception):
    """A search was stopped because the engine was not prepared for what the rules returned."""

    def __init__(self, fault: int, total: float) -> None:
        super().__init__(fault)
        self.fault, self.total = fault, total


class Machinery:
    """The kernel, the table and the desks with which an engine searches one game."""

    def __init__(self, game: Game[Any], settings: Settings, keep: Keep | None, compiled: bool | None) -> None:
        self.game, self.settings, self.keep, self.compiled = game, settings, keep, compiled
        if game.repetition:
            need_values(game, "counting repetitions")
        self.use = techniques_of(settings, game)
        if not has_values(game):
            self.use &= ~(BIT["table"] | BIT["transpositions"])
        self.key_of = key_maker(game)
        self.prepare(scale_of(game).width)

    def prepare(self, width: Width) -> None:
        """Make the kernel, the table and the desks for one representation of scores."""
        self.width = width
        self.kernel = self.build()
        self.compile_seconds = self.kernel.compile_seconds
        array = self.kernel.compiled
        # Python runs one thread at a time, so more of them would only take turns.
        self.threads = self.settings.threads if array else 1
        # A plain search is too slow to fill a large table, and its lists take long to create.
        megabytes = self.settings.table if array else min(self.settings.table, PLAIN_MEGABYTES)
        self.table = new_table(megabytes, array, width=width)
        self.desks = [new_desk(array) for _ in range(self.threads)]
        self.busy = np.zeros(BUSY_SIZE, np.int64) if self.threads > 1 else None

    def build(self) -> Search:
        """Return the kernel for the width of scores."""
        builder, try_out = (wide_principal, wide_trial) if self.width.wide else (principal, trial)
        return ready(builder, self.game, self.compiled, try_out, watchful=True)

    @property
    def scale(self) -> Scale:
        """Return how the engine's scores correspond to the author's."""
        return scale_of(self.game)

    def adapt(self, failed: Unfit, p: Any) -> None:
        """Prepare for what stopped a search of a position, so that it can start again; raise if nothing helps."""
        scale = self.scale
        if failed.fault == OUT_OF_RANGE:
            if self.width.wide:
                raise blamed(failed, self.game, p) from failed
            scales[self.game] = replace(scale, width=WIDE)
            self.prepare(WIDE)
            return
        if scale.known:
            error = blamed(failed, self.game, p)
            scales[self.game] = replace(scale, constant=False)
            raise error from failed
        scales[self.game] = replace(scale, total=tidy(failed.total), known=True)
        if self.scale.draw(self.width) == OUT:
            self.prepare(WIDE)

    def reweigh(self, game: Game[Any]) -> None:
        """Switch to the same game with other weights, and empty the table."""
        self.game = game
        if self.scale.width != self.width:
            self.prepare(self.scale.width)
        self.clear()

    def clear(self) -> None:
        """Empty the table."""
        clear(self.table)

    def nodes(self) -> int:
        """Return the nodes of the last search, in all threads."""
        return sum(int(desk[NODES]) for desk in self.desks)

    def set_up(self, desk: Desk, request: Request, chosen: Sequence[int]) -> None:
        """Write what a search of these root moves needs into a desk, and clear what the last one left."""
        limit = request.limit
        if len(chosen) > ENGINE_MOVES:
            raise GameError(f"a position has {len(chosen)} moves, but the engine handles at most {ENGINE_MOVES}")
        desk[:HISTORY] = 0 if self.kernel.compiled else [0] * HISTORY
        desk[HISTORY:RATES] = 0 if self.kernel.compiled else [0] * (RATES - HISTORY)
        desk[TABLE] = self.table.ctypes.data if self.kernel.compiled else self.table
        desk[BUSY] = self.busy.ctypes.data if self.busy is not None else 0
        desk[USE], desk[TOP], desk[FIRST_DEPTH] = self.use, STACK, 1
        desk[WANTED_LINES] = min(request.lines, len(chosen))
        lay_out(desk, self.game.rules.row, self.kernel.compiled)
        desk[LIMIT] = HIGHEST
        desk[NODE_LIMIT] = HIGHEST if limit.nodes is None else max(1, limit.nodes // self.threads)
        desk[REPETITION] = 0 if self.settings.exact else self.game.repetition
        desk[DRAW] = self.scale.draw(self.width)
        floats(desk)[TOTAL] = float(self.scale.total)
        desk[ROOT_COUNT] = len(chosen)
        for number, move in enumerate(chosen):
            row = ROOTS + number * ROOT_ROW
            desk[row : row + ROOT_ROW] = 0 if self.kernel.compiled else [0] * ROOT_ROW
            desk[row] = move
        for number, key in enumerate(request.history[-MOST_BEFORE:]):
            mixed = fold(word(key) ^ FIRST_SALT, LAST_SALT) if self.game.rules.key else self.key_of(key)
            desk[KEYS + number] = mixed
            desk[SEEN + (mixed & SEEN_SIZE - 1)] += 1
            desk[BEFORE] += 1
        if self.keep:
            desk[KEEPING], desk[KEEP_LEAST] = 1, self.keep.least
            for ply in range(MOST_PLY):
                floats(desk)[RATES + ply] = self.keep.rate_at(ply)

    def attempt(self, request: Request, found: Any, chosen: Sequence[int]) -> Iterator[Result]:
        """Run the kernel once over these root moves, and yield what it finds after each depth."""
        refuse_visits(request.limit, "this search")
        for desk in self.desks:
            self.set_up(desk, request, chosen)
        self.table[AGE] = int(self.table[AGE]) + 1 & AGE_MASK
        depth = MOST_DEPTH if request.limit.depth is None else request.limit.depth
        first = self.desks[0]
        seen = 0

        def wind_down() -> None:
            first[LAST] = 1

        with Drive(
            request,
            self.kernel.run,
            self.desks,
            depth,
            answered=lambda: bool(first[DEPTH_DONE]),
            wind_down=wind_down,
            forced=len(chosen) == 1,
        ) as drive:
            while drive.running():
                request.tell(self.nodes(), int(first[DEPTH_NOW]))
                logged = int(first[LOGGED])
                for number in range(seen, logged):
                    yield found.after_depth(number, drive.seconds())
                seen = logged
        self.refuse_faults()
        for number in range(seen, int(first[LOGGED]) - 1):
            yield found.after_depth(number, drive.seconds())
        yield found.final(depth, drive.seconds(), drive.left(LINE_SECONDS), request.limit)

    def kept_at_root(self, request: Request, legal: Sequence[int]) -> Sequence[int]:
        """Return the root moves that are searched: all, since the filter works below the root."""
        return legal

    def describe(self) -> str:
        """Return which search this is, in words."""
        return "principal variation search"

    def refuse_faults(self) -> None:
        """Raise if a search was stopped by something that it cannot handle."""
        refuse_fault(self.desks)

    def narrow(
        self,
        request: Request,
        low: int,
        high: int,
        tell: Callable[[int, int, int], None] = lambda nodes, low, high: None,
    ) -> tuple[int, int, float]:
        """Narrow down a position's score for the player to move; return the bounds and the seconds it took.

        The search goes to the end of the game, so its result is proven. If both bounds are equal, that is the score.
        """
        for desk in self.desks:
            self.set_up_narrow(desk, request, low, high)
        first = self.desks[0]
        with Drive(request, self.kernel.run, self.desks, MOST_DEPTH) as drive:
            while drive.running():
                tell(self.nodes(), int(first[LOW]), int(first[HIGH]))
        self.refuse_faults()
        return int(first[LOW]), int(first[HIGH]), drive.seconds()

    def glance(self, p: Any, low: int, high: int) -> tuple[int, int, float]:
        """Narrow down a score like `narrow`, but only briefly, and without a thread of its own."""
        desk = self.desks[0]
        nodes = GLANCE_NODES if self.kernel.compiled else GLANCE_NODES // 100
        self.set_up_narrow(desk, Request(self.game, p, 0, Limit(nodes=nodes)), low, high)
        started = time.perf_counter()
        try:
            self.kernel.run(p, 0, MOST_DEPTH, desk)
        except Exception as error:
            raise failure(self.game, p, error) from error
        self.refuse_faults()
        return int(desk[LOW]), int(desk[HIGH]), time.perf_counter() - started

    def set_up_narrow(self, desk: Desk, request: Request, low: int, high: int) -> None:
        """Write what narrowing down a score needs into a desk."""
        self.set_up(desk, replace(request, history=(), lines=1), [])
        desk[SOLVING], desk[LOW], desk[HIGH] = 1, low, high
        desk[LIMIT], desk[DEPTH_DONE] = desk[NODE_LIMIT], 1


def blamed(failed: Unfit, game: Game[Any], p: Any) -> GameError:
    """Return the error that tells a game's author why a search of a position was stopped."""
    if failed.fault == OUT_OF_RANGE:
        return first_mistake(game, p) or GameError(
            f"`utility` or `evaluate` of {game.name} returned a number that cannot be held exactly: "
            "scores must be whole numbers from -2**53 to 2**53, or floats from -2**62 to 2**62"
        )
    return NotConstantSum(
        f"{game.name} is not a constant-sum game: some results sum to {scale_of(game).total}, "
        f"others to {tidy(failed.total)}; use max-n, which scores every player separately"
    )


def refuse_fault(desks: Sequence[Desk]) -> None:
    """Raise if a search was stopped by something that it cannot handle."""
    for desk in desks:
        if desk[FAULT] == TOO_MANY_MOVES:
            raise GameError(f"a position has more than {ENGINE_MOVES} moves, or a line has too many in all")
        if desk[FAULT] == TOO_LONG:
            raise GameError(f"a line is longer than {MOST_PLY} plies, the most that the search handles")
        if desk[FAULT]:
            raise Unfit(int(desk[FAULT]), float(floats(desk)[OTHER_TOTAL]))


def wide_trial(run: Kernel, game: Game[Any], p: Any, array: bool) -> Any:
    """Try out a wide kernel in the same way as a narrow one."""
    return trial(run, game, p, array, WIDE)


def trial(
    run: Kernel,
    game: Game[Any],
    p: Any,
    array: bool,
    width: Width = NARROW,
    lay_more: Callable[[Desk], None] = lambda desk: None,
) -> Any:
    """Search a few plies; return score, nodes and line, or the error that the rules raise.

    lay_more: writes what a kernel reads beyond what every engine's kernel does.
    """
    desk, table = new_desk(array), new_table(TRIAL_MEGABYTES, array, width=width)
    floats(desk)[TOTAL] = float(scale_of(game).total)
    lay_out(desk, game.rules.row, array)
    lay_more(desk)
    legal = game.moves(p)[:ENGINE_MOVES]
    desk[TABLE] = table.ctypes.data if array else table
    desk[USE], desk[NODE_LIMIT], desk[ROOT_COUNT] = techniques_of(DEFAULT_SETTINGS, game), TRIAL_NODES, len(legal)
    for number, move in enumerate(legal):
        desk[ROOTS + number * ROOT_ROW] = move
    try:
        score = run(p, 0, TRIAL_DEPTH, desk) if legal else 0
    except Exception as error:
        return failed(error)
    return score, int(desk[NODES]), [log_in(desk, number)["pv"] for number in range(int(desk[LOGGED]))]
