"""The engine: the search that plays best, for two players without chance. It keeps its table from move to move.

With exact=True the score is minimax's at the depth reached, over the engine's own scoring (`scoring`).
"""

import contextlib
import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kibitz.compiler.plain import OUT, Desk, Kernel, fold, word
from kibitz.errors import GameError, NotConstantSum, OptionError, did_you_mean
from kibitz.game import Game
from kibitz.score import Proven, Score, outcome, tidy
from kibitz.search.desk import FAULT, HIGHEST, LIMIT, MOST_DEPTH, NODES, OUT_OF_RANGE, TOO_LONG, TOO_MANY_MOVES, floats
from kibitz.search.engine.desk import (
    BEFORE,
    BUSY,
    BUSY_SIZE,
    DEPTH_DONE,
    DEPTH_NOW,
    DONE,
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
    Root,
    log_in,
    new_desk,
    roots_in,
)
from kibitz.search.engine.kernel import BIT, TECHNIQUES, principal, wide_principal
from kibitz.search.engine.level import MOST_LEVEL, Level
from kibitz.search.engine.scoring import NARROW, WIDE, Scale, Width, scale_of, scales
from kibitz.search.engine.table import AGE, AGE_MASK, clear, full_thousandths, new_table
from kibitz.search.keys import FIRST_SALT, LAST_SALT, has_values, key_maker, need_values
from kibitz.search.limit import Limit
from kibitz.search.result import MoveScore, Result
from kibitz.search.speed import ready
from kibitz.search.textbook.keep import Keep
from kibitz.search.worker import PATIENCE, POLL, failure, first_mistake

MEGABYTES = 64
"""The table's size, if nobody says."""
PLAIN_MEGABYTES = 8
"""The largest table of a search that runs plain."""
MOST_THREADS, MOST_MEGABYTES = 64, 1 << 16
INEXACT = ("reductions", "null-move", "quiescence", "futility", "urgent")
"""What exact mode does without, beside repetition."""
EXACT_MODE = TECHNIQUES[0]
TRIAL_MEGABYTES, TRIAL_DEPTH, TRIAL_NODES = 0.05, 4, 500
GLANCE_NODES = 20_000
WATCH = 0.004
"""How often a search is looked at to see whether it should stop, in seconds."""
LINE_SECONDS = 0.5
"""How long the rest of a proven line may take to find, where the table has forgotten it."""
LEAST_SECONDS = 0.01
"""How long a search that begins again has at least, after one that was not prepared for what it met."""
FLIPPED = {"exact": "exact", "lower": "upper", "upper": "lower"}


def techniques_of(settings: "Settings", game: Game[Any] | None = None) -> int:
    """Give the techniques that a search uses, a bit each: all but those left out and those that are not exact."""
    exact, without = settings.exact, (*settings.without, *(game.rules.without if game else ()))
    for name in without:
        if name not in TECHNIQUES[1:]:
            known = did_you_mean(name, TECHNIQUES[1:]) or f"; there are {', '.join(TECHNIQUES[1:])}"
            raise OptionError(f"the engine has no technique {name!r}{known}")
    used = [name for name in TECHNIQUES[1:] if name not in without and not (exact and name in INEXACT)]
    return sum(BIT[name] for name in used) + (BIT[EXACT_MODE] if exact else 0)


@dataclass(frozen=True)
class Settings:
    """How an engine is made."""

    megabytes: float = MEGABYTES  # of the table
    threads: int = 1
    exact: bool = False
    without: tuple[str, ...] = ()  # techniques to do without
    level: int | None = None  # 1 to 10; None: as strong as it can

    def __post_init__(self) -> None:
        if not isinstance(self.threads, int) or not 1 <= self.threads <= MOST_THREADS:
            raise OptionError(f"threads must be 1 to {MOST_THREADS}, got {self.threads!r}")
        if not isinstance(self.megabytes, int | float) or not 0 < self.megabytes <= MOST_MEGABYTES:
            raise OptionError(f"a table has more than 0 and at most {MOST_MEGABYTES} MB, got {self.megabytes!r}")
        if self.level is not None:
            Level(self.level)
        techniques_of(self)

    @classmethod
    def of(cls, options: dict[str, Any]) -> "Settings":
        """Take the engine's settings out of named options."""
        names = {"table": "megabytes", "threads": "threads", "exact": "exact", "without": "without", "level": "level"}
        return cls(**{own: options.pop(name) for name, own in names.items() if name in options})

    def refuse_for(self, algorithm: str) -> None:
        """Raise if anything is set, because an algorithm has no use for it."""
        for name, value in vars(self).items():
            if value != getattr(DEFAULT_SETTINGS, name):
                raise OptionError(f"{'table' if name == 'megabytes' else name} is for the engine, not for {algorithm}")


class Unfit(Exception):
    """A search was stopped because the engine was not prepared for what the rules returned."""

    def __init__(self, fault: int, total: float) -> None:
        super().__init__(fault)
        self.fault, self.total = fault, total


class Engine:
    """A search of one game that remembers: its table stays from one search to the next."""

    def __init__(
        self,
        game: Game[Any],
        settings: "Settings | None" = None,
        keep: Keep | None = None,
        compiled: bool | None = None,
    ) -> None:
        settings = settings or DEFAULT_SETTINGS
        self.game, self.exact, self.keep, self.level = game, settings.exact, keep, settings.level
        if game.repetition:
            need_values(game, "counting repetitions")
        self.use = techniques_of(settings, game)
        if not has_values(game):
            self.use &= ~(BIT["table"] | BIT["transpositions"])
        self.settings, self.compiled = settings, compiled
        self.key_of = key_maker(game)
        self.in_use = threading.Lock()
        self.prepare(scale_of(game).width)

    def prepare(self, width: Width) -> None:
        """Make the kernel, the table and the desks for one way of holding scores."""
        builder, try_out = (wide_principal, wide_trial) if width.wide else (principal, trial)
        self.width = width
        self.kernel = ready(builder, self.game, self.compiled, try_out, watchful=True)
        self.compile_seconds = self.kernel.compile_seconds
        array = self.kernel.compiled
        # Python runs one thread at a time, so more of them would only take turns.
        self.threads = self.settings.threads if array else 1
        # A plain search is too slow to fill a large table, and its lists take long to make.
        megabytes = self.settings.megabytes if array else min(self.settings.megabytes, PLAIN_MEGABYTES)
        self.table = new_table(megabytes, array, width=width)
        self.desks = [new_desk(array) for _ in range(self.threads)]
        self.busy = np.zeros(BUSY_SIZE, np.int64) if self.threads > 1 else None

    @property
    def scale(self) -> Scale:
        """Return how the engine's scores and the author's correspond."""
        return scale_of(self.game)

    def adapt(self, failed: Unfit, p: Any) -> None:
        """Prepare for what stopped a search of a position, so that it can begin again; raise where nothing helps."""
        scale = self.scale
        if failed.fault == OUT_OF_RANGE:
            if self.width.wide:
                raise first_mistake(self.game, p) or GameError(
                    f"`utility` or `evaluate` of {self.game.name} returned what cannot be held exactly: scores are "
                    "whole numbers from -2**53 to 2**53, or floats from -2**62 to 2**62"
                ) from failed
            scales[self.game] = replace(scale, width=WIDE)
            self.prepare(WIDE)
            return
        if scale.known:
            scales[self.game] = replace(scale, constant=False)
            raise NotConstantSum(
                f"{self.game.name} is not a constant-sum game: the utilities of some ends sum to {scale.total}, "
                f"of others to {tidy(failed.total)}; use max-n, where everybody plays for themselves"
            ) from failed
        scales[self.game] = replace(scale, total=tidy(failed.total), known=True)
        if self.scale.draw(self.width) == OUT:
            self.prepare(WIDE)

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Search, or raise if another search of this engine has not ended: they would write over each other."""
        if not self.in_use.acquire(blocking=False):
            raise OptionError("this engine is searching already; wait for it, or make another Engine")
        try:
            yield
        finally:
            self.in_use.release()

    def clear(self) -> None:
        """Forget everything, so that the next search depends on nothing before it."""
        with self.alone():
            clear(self.table)

    def play(
        self,
        p: Any,
        limit: Limit,
        player: int,
        history: Sequence[Any],
        lines: int,
        seed: int | None,
        stop: threading.Event | None,
        tell: Callable[[int, int], None],
        moves: Sequence[int] | None = None,
        begin: threading.Event | None = None,
    ) -> Iterator[Result]:
        """Think at the level set; the last result has the move to play.

        A weak level looks at fewer nodes and may choose another move than the best, a seed one that is as good.
        """
        rest = (moves, stop, tell, begin)
        if self.level is None and seed is None:
            yield from self.think(p, limit, player, history, lines, *rest)
            return
        level = Level(self.level or MOST_LEVEL)
        if self.level is not None:
            limit = replace(limit, nodes=min(limit.nodes or level.nodes(), level.nodes()))
        if seed is not None or level.tolerance():
            lines = ENGINE_MOVES
        for result in self.think(p, limit, player, history, lines, *rest):
            yield result
        move = level.choose(result, seed)
        if move != result.move and move is not None:
            yield with_move(result, move)

    def think(
        self,
        p: Any,
        limit: Limit,
        player: int | None = None,
        history: Sequence[Any] = (),
        lines: int = 1,
        moves: Sequence[int] | None = None,
        stop: threading.Event | None = None,
        tell: Callable[[int, int], None] = lambda nodes, depth: None,
        begin: threading.Event | None = None,
    ) -> Iterator[Result]:
        """Search within the limit and give what is known after each depth; the last is the result.

        history: keys of the positions before this one: what `key` gives, or the positions themselves without it.
        moves: the moves of the root to look at; all by default.
        begin: the limit's time counts from when this is set, so that one can think while the other does; by default
            from the start.
        """
        legal = self.game.moves(p)
        chosen = legal if moves is None else [move for move in legal if move in moves]
        mover = self.game.turn(p)
        run = Run(self, p, mover if player is None else player, chosen)
        if not chosen or limit.depth == 0:
            yield run.at_once()
            return
        with self.alone():
            yield from self.deepen(run, p, chosen, limit, history, lines, stop, tell, begin)

    def deepen(
        self,
        run: "Run",
        p: Any,
        chosen: Sequence[int],
        limit: Limit,
        history: Sequence[Any],
        lines: int,
        stop: threading.Event | None,
        tell: Callable[[int, int], None],
        begin: threading.Event | None,
    ) -> Iterator[Result]:
        """Run the kernel and return what it finds; what stops it in vain begins again."""
        started = time.perf_counter()
        try:
            yield from self.attempt(run, p, chosen, limit, history, lines, stop, tell, begin)
        except Unfit as failed:
            spent = time.perf_counter() - started
            self.adapt(failed, p)
            if limit.seconds is not None:
                limit = replace(limit, seconds=max(limit.seconds - spent, LEAST_SECONDS))
            yield from self.deepen(run, p, chosen, limit, history, lines, stop, tell, begin)

    def attempt(
        self,
        run: "Run",
        p: Any,
        chosen: Sequence[int],
        limit: Limit,
        history: Sequence[Any],
        lines: int,
        stop: threading.Event | None,
        tell: Callable[[int, int], None],
        begin: threading.Event | None,
    ) -> Iterator[Result]:
        """Run the kernel once and return what it finds after each depth."""
        for desk in self.desks:
            self.set_up(desk, p, chosen, limit, history, lines)
        self.table[AGE] = int(self.table[AGE]) + 1 & AGE_MASK
        depth = MOST_DEPTH if limit.depth is None else limit.depth
        seen = 0
        with Threads(self.game, self.kernel.run, self.desks, p, depth, limit, stop, begin, len(chosen) == 1) as threads:
            while threads.running():
                tell(self.nodes(), int(self.desks[0][DEPTH_NOW]))
                logged = int(self.desks[0][LOGGED])
                for number in range(seen, logged):
                    yield run.after_depth(number, threads.seconds())
                seen = logged
        for number in range(seen, int(self.desks[0][LOGGED]) - 1):
            yield run.after_depth(number, threads.seconds())
        yield run.final(depth, threads.seconds(), threads.left(LINE_SECONDS), limit)

    def narrow(
        self,
        p: Any,
        low: int,
        high: int,
        limit: Limit,
        stop: threading.Event | None = None,
        tell: Callable[[int, int, int], None] = lambda nodes, low, high: None,
    ) -> tuple[int, int, float]:
        """Narrow down where a position's score lies for who moves there; give that, and the seconds it took.

        It goes to the end of the game, so what it finds is proven. If both numbers are one, that is the score.
        """
        with self.alone():
            return self.narrow_down(p, low, high, limit, stop, tell)

    def narrow_down(
        self,
        p: Any,
        low: int,
        high: int,
        limit: Limit,
        stop: threading.Event | None = None,
        tell: Callable[[int, int, int], None] = lambda nodes, low, high: None,
    ) -> tuple[int, int, float]:
        """Narrow down a score as a part of a search."""
        for desk in self.desks:
            self.set_up_narrow(desk, p, low, high, limit)
        first = self.desks[0]
        with Threads(self.game, self.kernel.run, self.desks, p, MOST_DEPTH, limit, stop) as threads:
            while threads.running():
                tell(self.nodes(), int(first[LOW]), int(first[HIGH]))
        return int(first[LOW]), int(first[HIGH]), threads.seconds()

    def glance(self, p: Any, low: int, high: int) -> tuple[int, int, float]:
        """Narrow down a score like `narrow`, but only for a moment, and without a thread of its own."""
        desk = self.desks[0]
        nodes = GLANCE_NODES if self.kernel.compiled else GLANCE_NODES // 100
        self.set_up_narrow(desk, p, low, high, Limit(nodes=nodes))
        started = time.perf_counter()
        try:
            self.kernel.run(p, 0, MOST_DEPTH, desk)
        except Exception as error:
            raise failure(self.game, p, error) from error
        refuse_fault(self.desks[:1])
        return int(desk[LOW]), int(desk[HIGH]), time.perf_counter() - started

    def set_up_narrow(self, desk: Desk, p: Any, low: int, high: int, limit: Limit) -> None:
        """Write into a desk what narrowing down a score needs to know."""
        self.set_up(desk, p, [], limit, (), 1)
        desk[SOLVING], desk[LOW], desk[HIGH] = 1, low, high
        desk[LIMIT], desk[DEPTH_DONE] = desk[NODE_LIMIT], 1

    def nodes(self) -> int:
        """Count the nodes of the last search, in all threads."""
        return sum(int(desk[NODES]) for desk in self.desks)

    def set_up(
        self, desk: Desk, p: Any, chosen: Sequence[int], limit: Limit, history: Sequence[Any], lines: int
    ) -> None:
        """Write into a desk what a search needs to know, and clear what the last one left."""
        if len(chosen) > ENGINE_MOVES:
            raise GameError(f"a position has {len(chosen)} moves, more than the engine's {ENGINE_MOVES}")
        desk[:HISTORY] = 0 if self.kernel.compiled else [0] * HISTORY
        desk[HISTORY:RATES] = 0 if self.kernel.compiled else [0] * (RATES - HISTORY)
        desk[TABLE] = self.table.ctypes.data if self.kernel.compiled else self.table
        desk[BUSY] = self.busy.ctypes.data if self.busy is not None else 0
        desk[USE], desk[TOP], desk[FIRST_DEPTH] = self.use, STACK, 1
        desk[WANTED_LINES] = min(lines, len(chosen))
        desk[LIMIT] = HIGHEST
        desk[NODE_LIMIT] = HIGHEST if limit.nodes is None else max(1, limit.nodes // self.threads)
        desk[REPETITION] = 0 if self.exact else self.game.repetition
        desk[DRAW] = self.scale.draw(self.width)
        floats(desk)[TOTAL] = float(self.scale.total)
        desk[ROOT_COUNT] = len(chosen)
        for number, move in enumerate(chosen):
            desk[ROOTS + number * ROOT_ROW] = move
            desk[ROOTS + number * ROOT_ROW + 1] = 0
            desk[ROOTS + number * ROOT_ROW + 4] = 0
        for number, key in enumerate(history[-MOST_BEFORE:]):
            mixed = fold(word(key) ^ FIRST_SALT, LAST_SALT) if self.game.rules.key else self.key_of(key)
            desk[KEYS + number] = mixed
            desk[SEEN + (mixed & SEEN_SIZE - 1)] += 1
            desk[BEFORE] += 1
        if self.keep:
            desk[KEEPING], desk[KEEP_LEAST] = 1, self.keep.least
            for ply in range(MOST_PLY):
                floats(desk)[RATES + ply] = self.keep.rate_at(ply)


class Threads:
    """The threads of one search, and one more that stops them in time."""

    def __init__(
        self,
        game: Game[Any],
        kernel: Kernel,
        desks: Sequence[Desk],
        p: Any,
        depth: int,
        limit: Limit,
        stop: threading.Event | None,
        begin: threading.Event | None = None,
        forced: bool = False,
    ) -> None:
        self.game, self.p, self.desks, self.limit, self.begin = game, p, desks, limit, begin
        self.forced = forced  # there is one move, which needs no thought
        self.begun: float | None = None  # when the limit's time began
        self.stop = stop or threading.Event()
        self.failed: list[BaseException] = []
        self.done = threading.Event()
        self.started = time.perf_counter()
        self.ended: float | None = None

        def work(number: int) -> None:
            if number == 0:
                self.started = time.perf_counter()
            try:
                kernel(p, 0, depth, desks[number])
            except BaseException as error:
                self.failed.append(error)
            if number == 0:
                self.ended = time.perf_counter()
                self.done.set()

        self.threads = [threading.Thread(target=work, args=(i,), daemon=True) for i in range(len(desks))]
        self.keeper = threading.Thread(target=self.keep, daemon=True)

    def __enter__(self) -> "Threads":
        for thread in [*self.threads, self.keeper]:
            thread.start()
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        self.done.set()
        # Who was asked to stop before an interruption has had its time.
        patience = time.perf_counter() + (0 if kind is not None and self.stop.is_set() else PATIENCE)
        for thread in [*self.threads, self.keeper]:
            # More than once: a thread that begins a depth just now sets its limit anew.
            while thread.is_alive() and time.perf_counter() < patience:
                self.halt()
                thread.join(WATCH)
        if kind is None and self.failed:
            raise failure(self.game, self.p, self.failed[0]) from self.failed[0]
        if kind is None:
            refuse_fault(self.desks)

    def keep(self) -> None:
        """Stop the search when its time is over or somebody wants it to; a first depth is always finished."""
        hard, clock = self.limit.deadline(), self.limit.clock
        while not self.done.is_set():
            spent = self.spent()
            wanted = self.stop.is_set() or hard is not None and spent >= hard
            if clock and (spent >= clock.soft() or self.forced and self.is_counting()):
                self.desks[0][LAST] = 1
            if wanted and self.desks[0][DEPTH_DONE]:
                self.halt()
            self.done.wait(WATCH if hard is None else min(WATCH, max(hard - spent, WATCH / 10)))

    def is_counting(self) -> bool:
        """Say whether the limit's time has begun."""
        if self.begun is None and (self.begin is None or self.begin.is_set()):
            self.begun = self.started if self.begin is None else time.perf_counter()
        return self.begun is not None

    def spent(self) -> float:
        """Say how much of the limit's time has passed."""
        return (self.ended or time.perf_counter()) - (self.begun or 0.0) if self.is_counting() else 0.0

    def left(self, most: float) -> float:
        """Say how much time is left for what comes after the search; none if somebody wants it to stop."""
        hard = self.limit.deadline()
        left = most if hard is None else min(hard - self.spent(), most)
        return 0.0 if self.stop.is_set() else left

    def halt(self) -> None:
        """Make every thread unwind."""
        for desk in self.desks:
            desk[LIMIT] = 0

    def running(self) -> bool:
        """Wait a little, and say whether the search still runs."""
        return not self.done.wait(POLL)

    def seconds(self) -> float:
        """Say how long the search has run."""
        return (self.ended or time.perf_counter()) - self.started


class Run:
    """One search of a position, and how to tell what it found."""

    def __init__(self, engine: Engine, p: Any, player: int, chosen: Sequence[int]) -> None:
        self.engine, self.game, self.p, self.player = engine, engine.game, p, player
        self.sign = 1 if player == self.game.turn(p) else -1
        self.rows: list[Root] = []  # of the last completed depth
        self.nodes = 0

    def look(self) -> None:
        """Take note of what the desk says of the root's moves, before it is used for anything else."""
        self.rows = roots_in(self.engine.desks[0], DONE)
        self.nodes = self.engine.nodes()

    def at_once(self) -> Result:
        """Tell what is known without a search: the game is over, or nothing was to be searched."""
        if self.game.moves(self.p):
            score = self.game.ask("evaluate", self.p, self.player)
            self.nodes = 1
            return self.result(0, score, None, None, (), (), 0.0, 0, True)
        utilities = self.game.utilities(self.p)
        return self.result(0, utilities[self.player], outcome(utilities, self.player), 0, (), (), 0.0, 0, True)

    def after_depth(self, number: int, seconds: float) -> Result:
        """Tell what was known after a completed depth."""
        self.look()
        log = log_in(self.engine.desks[0], number)
        self.rows = [row for row in self.rows if row.depth == log["depth"]]  # not those of a depth done since
        told = self.told(log["depth"], log["score"], log["guessed"], log["pv"], log["seldepth"], seconds)
        return replace(told, nodes=log["nodes"]) if self.engine.threads == 1 else told

    def final(self, depth: int, seconds: float, left: float, limit: Limit) -> Result:
        """Return what was found in the end.

        Of a depth that was broken off the best move counts, if it went past its first one.
        """
        self.look()
        started = time.perf_counter()
        desk = self.engine.desks[0]
        log = log_in(desk, int(desk[LOGGED]) - 1)
        now = [root for root in roots_in(desk, ROOTS) if root.depth == desk[DEPTH_NOW] > log["depth"]]
        better = [root for root in now if root.bound != "upper"]
        known = log["pv"][0] in [root.move for root in now]
        # Who wants to compare moves gets all scores from one depth.
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
        """Put a result together from the engine's score of the player to move."""
        score *= self.sign
        proven: Proven | None = None
        distance = None
        author = self.to_author(score)
        if self.is_proven(score, guessed):
            proven = self.outcome(score)
            end = self.end_of(pv)
            if self.game.is_over(end):
                utilities = self.game.utilities(end)
                if outcome(utilities, self.player) != proven and self.is_doubtful():
                    raise GameError(self.two_speeds(pv))
                distance, author = len(pv), tidy(utilities[self.player])
            if not self.engine.scale.points and score != 0:
                distance = self.engine.width.win - abs(score)
        return self.result(depth, author, proven, distance, pv, self.roots(depth), seconds, seldepth, finished)

    def is_proven(self, score: int, guessed: int) -> bool:
        """Say whether a score is exact under perfect play: a win is, however it was found."""
        # A filter may have dropped the move that escapes, so with one only what rests on every move is sure.
        return guessed == 0 or self.engine.keep is None and self.is_decided(score)

    def end_of(self, pv: tuple[int, ...]) -> Any:
        """Return where a line leads by plain rules."""
        p = self.p
        for move in pv:
            if self.is_doubtful() and move not in self.game.moves(p):
                raise GameError(self.two_speeds(pv))
            p = self.game.ask("play", p, move)
        return p

    def is_doubtful(self) -> bool:
        """Return whether compiled rules may say something else than plain ones."""
        return self.engine.kernel.compiled and not self.game.built_in

    def two_speeds(self, pv: tuple[int, ...]) -> str:
        """Return the sentence that plain and compiled rules differ along a line."""
        return (
            f"plain and compiled rules of {self.game.name} differ along the line {' '.join(map(str, pv))}: is there a "
            "number beyond 64 bits? Nothing is proven; run it with --plain (in Python compiled=False)"
        )

    def is_decided(self, score: int) -> bool:
        """Return whether a score is a win or a loss with its distance."""
        return not self.engine.scale.points and abs(score) > self.engine.width.most

    def to_author(self, score: int) -> Score:
        """Return an engine's score of the result's player in the author's units."""
        return self.engine.scale.to_author(score, self.player, self.engine.width)

    def outcome(self, score: int) -> Proven:
        """Return what an exact score means for the result's player."""
        level = self.level()
        return "draw" if score == level else "win" if score > level else "loss"

    def level(self) -> int:
        """Return what a drawn game is worth to the result's player, as the engine holds it."""
        level = self.engine.scale.draw(self.engine.width)
        return level if self.player == 0 else -level

    def completed(self, pv: tuple[int, ...], score: int, seconds: float | None) -> tuple[int, ...]:
        """Lengthen a proven line to the end of the game; when the time is over it stays as it is."""
        deadline = math.inf if seconds is None else time.perf_counter() + seconds
        p = self.p
        mover = self.game.turn(p)
        for move in pv:
            score, mover, p = self.stepped(score, mover, p, move)
        while legal := self.game.moves(p):
            for move in legal:
                wanted, after, child = self.stepped(score, mover, p, move)
                # The score is known, so a child need only be shown to be no worse for who moves here.
                edge = (wanted, wanted + 1) if after != mover else (wanted - 1, wanted)
                left = deadline - time.perf_counter()
                if left <= 0:
                    return pv
                low, high, _ = self.engine.glance(child, *edge)
                if low < high:
                    limit = Limit() if deadline == math.inf else Limit(seconds=left)
                    low, high, _ = self.engine.narrow_down(child, low, high, limit)
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
        """Give a score after a move, for who moves then, that player, and the position."""
        child = self.game.ask("play", p, move)
        if self.is_decided(score):
            score += 1 if score > 0 else -1
        after = self.game.turn(child)
        return (score if after == mover else -score), after, child

    def roots(self, depth: int) -> tuple[MoveScore, ...]:
        """List the root's moves with what was found of them; a result of this depth."""
        return tuple(
            MoveScore(
                root.move,
                self.to_author(self.sign * root.score),
                root.bound if self.sign == 1 else FLIPPED[root.bound],
                self.engine.width.win - abs(root.score) if self.is_proven(root.score, 1) else None,
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
        """Put a result together."""
        engine = self.engine
        return Result(
            rules=self.game,
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
            compile_seconds=engine.compile_seconds,
            finished=finished,
            compiled=engine.kernel.compiled,
            seldepth=seldepth,
            hashfull=full_thousandths(engine.table),
            lines=tuple(root.line for root in self.rows if root.bound == "exact"),
        )


DEFAULT_SETTINGS = Settings()


def with_move(result: Result, move: int) -> Result:
    """Give a result with another of its moves as the one to play."""
    line = next(line for line in result.lines if line[0] == move)
    score = next(found.score for found in result.moves if found.move == move)
    return replace(result, pv=line, score=score, proven=None, distance=None)


def refuse_fault(desks: Sequence[Desk]) -> None:
    """Raise if a search was stopped by something that it could not cope with."""
    for desk in desks:
        if desk[FAULT] == TOO_MANY_MOVES:
            raise GameError(f"a position has more than {ENGINE_MOVES} moves, or the positions of a line too many")
        if desk[FAULT] == TOO_LONG:
            raise GameError(f"a line is longer than {MOST_PLY} plies, which is further than the search goes")
        if desk[FAULT]:
            raise Unfit(int(desk[FAULT]), float(floats(desk)[OTHER_TOTAL]))


def wide_trial(run: Kernel, game: Game[Any], p: Any, array: bool) -> Any:
    """Try out a wide kernel like a narrow one."""
    return trial(run, game, p, array, WIDE)


def trial(run: Kernel, game: Game[Any], p: Any, array: bool, width: Width = NARROW) -> Any:
    """Search a few plies, and return score, nodes and line, or the error that the rules raise."""
    desk, table = new_desk(array), new_table(TRIAL_MEGABYTES, array, width=width)
    floats(desk)[TOTAL] = float(scale_of(game).total)
    legal = game.moves(p)[:ENGINE_MOVES]
    desk[TABLE] = table.ctypes.data if array else table
    desk[USE], desk[NODE_LIMIT], desk[ROOT_COUNT] = techniques_of(DEFAULT_SETTINGS, game), TRIAL_NODES, len(legal)
    for number, move in enumerate(legal):
        desk[ROOTS + number * ROOT_ROW] = move
    try:
        score = run(p, 0, TRIAL_DEPTH, desk) if legal else 0
    except Exception as error:
        return type(error).__name__
    return score, int(desk[NODES]), [log_in(desk, number)["pv"] for number in range(int(desk[LOGGED]))]
