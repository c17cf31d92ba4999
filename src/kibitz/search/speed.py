"""The two speeds of a search, plain or compiled if the rules allow it, and the check that both agree."""

import random
import sys
import threading
import time
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

from kibitz.compiler.plain import Builder, Desk, Kernel, plain
from kibitz.errors import CompileError, PlainSpeed
from kibitz.game import Game
from kibitz.search.desk import MOST_PLIES, NODES, pv_of, set_up
from kibitz.search.result import line_names
from kibitz.search.textbook.keep import Keep
from kibitz.search.textbook.sound import sound
from kibitz.search.wander import wander

if TYPE_CHECKING:
    from kibitz.compiler.compile import Machine

SAMPLES = 12
"""The number of positions of random games on which the two speeds are compared."""
SAMPLE_NODES = 1000
"""The depth of each comparison."""
LEAST_SAMPLES, SAMPLE_SECONDS = 3, 1.0
"""Rules too slow to compare all positions within these seconds are compared on at least this many."""


Trial: TypeAlias = Callable[[Kernel, Game[Any], Any, bool], Any]


class Search(NamedTuple):
    """A search of one game, ready to run."""

    run: Kernel
    compiled: bool
    compile_seconds: float


kept: WeakKeyDictionary[Game[Any], dict[tuple[Builder, bool], Search]] = WeakKeyDictionary()
refused: WeakKeyDictionary[Game[Any], str] = WeakKeyDictionary()
compiling = threading.RLock()
"""Held while a search is compiled: two threads compiling at once can crash the process."""


def ready(
    builder: Builder,
    game: Game[Any],
    compiled: bool | None = None,
    trial: Trial | None = None,
    watchful: bool = False,
) -> Search:
    """Prepare a search at the speed asked for; None compiles it if possible and worthwhile.

    watchful: the search itself checks that every score is a number; otherwise the rules are wrapped to check.
    trial: how to run it on a position when the two speeds are compared; by default like the textbook algorithms.
    """
    trial = trial or outcome
    if compiled is None:
        compiled = game.compile_by_default and game not in refused
        try:
            return ready(builder, game, compiled, trial, watchful)
        except CompileError as error:
            refused[game] = str(error)
            warnings.warn(f"{game.name} runs plain, which is slower: {error}", PlainSpeed, stacklevel=2)
            return ready(builder, game, False, trial, watchful)
    searches = kept.setdefault(game.twin or game, {})  # weights are on the desk, not in the code
    wanted = builder, compiled
    if wanted in searches:
        return searches[wanted]._replace(compile_seconds=0.0)
    if not compiled:
        # Python's own recursion limit is lower than the longest line of a search.
        sys.setrecursionlimit(max(sys.getrecursionlimit(), 2 * MOST_PLIES + 2000))
        search = Search(builder(game if watchful else sound(game), plain), False, 0.0)
    else:
        with compiling:
            if wanted in searches:
                return searches[wanted]
            machine = compile_agreeing(builder, game, trial, watchful)
            search = Search(machine, True, machine.seconds)
            searches[wanted] = search
    return searches.setdefault(wanted, search)


def compile_agreeing(builder: Builder, game: Game[Any], trial: Trial, watchful: bool) -> "Machine":
    """Compile a search and, if it is new, compare it with the plain one on positions of random games."""
    from kibitz.compiler.compile import compile_search  # slow to import

    machine = compile_search(builder, game)
    if machine.fresh:
        reference = ready(builder, game, False, watchful=watchful).run
        started = time.monotonic()
        for number, (p, moves) in enumerate(sample(game)):
            if game.rules.turn(p) < 0:
                continue
            if number >= LEAST_SAMPLES and time.monotonic() > started + SAMPLE_SECONDS:
                break
            here, there = (trial(run, game, p, array) for run, array in ((reference, False), (machine, True)))
            if isinstance(there, str) and there.startswith("OverflowError: "):
                raise CompileError(there.removeprefix("OverflowError: "))
            if here != there:
                names = line_names(game, game.start(), moves)
                where = f"after {' '.join(names)}" if names else "at the start"
                raise CompileError(
                    f"plain and compiled rules differ {where}: score, nodes and line are {here} plain and "
                    f"{there} compiled; `kibitz check` may show more, and the rules run plain meanwhile"
                )
        machine.keep()
    return machine


def outcome(run: Kernel, game: Game[Any], p: Any, array: bool) -> tuple[Any, int, tuple[int, ...]] | str:
    """Run a search of two plies; return score, nodes and line, or the error that the rules raise."""
    keep = Keep(rates=(1.0, 0.5), deepening_depth=1)  # read by RB; other searches ignore it
    desk: Desk = set_up(2, len(game.moves(p)), game.players, game.rules.row, array, SAMPLE_NODES, keep=keep)
    try:
        score = run(p, game.rules.turn(p), 2, desk)
    except Exception as error:
        return failed(error)
    return score, int(desk[NODES]), pv_of(desk, 2)


def failed(error: Exception) -> str:
    """Return an error as both speeds must agree on it: its name; that of an overflow with what overflowed."""
    is_overflow = isinstance(error, OverflowError)
    return f"{type(error).__name__}: {error}" if is_overflow else type(error).__name__


def sample(game: Game[Any]) -> list[tuple[Any, tuple[int, ...]]]:
    """Return positions from throughout a few random games, with the moves that lead there."""
    choose = random.Random(0)
    positions = [visited for _ in range(3) for visited in wander(game, choose, 200)]
    step = max(1, len(positions) // SAMPLES)
    return positions[::step]
