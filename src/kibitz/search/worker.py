"""Runs a search in a thread of its own, so that time, a stop from outside and Ctrl-C reach it."""

import threading
import time
from collections.abc import Callable
from typing import Any

from kibitz.errors import GameError, KibitzError
from kibitz.game import Game, told
from kibitz.kernel import Desk, Kernel
from kibitz.search.desk import ENDLESS_CHANCES, FAULT, LIMIT, MOST_MOVES, TOO_MANY_MOVES

POLL = 0.01
"""How often somebody is asked whether the search should stop, in seconds."""
PATIENCE = 1.0
"""How long an interrupted search may take to notice; rules that hang are left behind after it."""


def run(
    kernel: Kernel,
    game: Game[Any],
    p: Any,
    player: int,
    depth: int,
    desk: Desk,
    stop: threading.Event,
    deadline: float | None = None,
    tell: Callable[[], None] = lambda: None,
) -> tuple[Any, float]:
    """Run a search, telling now and then; return its score, not to be used after a stop, and its seconds."""
    found: list[tuple[Any, float]] = []
    failed: list[BaseException] = []

    def work() -> None:
        try:
            started = time.perf_counter()
            score = kernel(p, player, depth, desk)
            found.append((score, time.perf_counter() - started))
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            left = POLL if deadline is None else min(POLL, deadline - time.monotonic())
            thread.join(max(left, 0.001))  # a wait that gives way: with none the search could not end
            tell()
            if stop.is_set() or deadline is not None and time.monotonic() >= deadline:
                desk[LIMIT] = 0
    except BaseException:
        desk[LIMIT] = 0
        thread.join(PATIENCE)
        raise
    if failed:
        raise failure(game, failed[0]) from failed[0]
    if desk[FAULT] == TOO_MANY_MOVES:
        raise GameError(f"a position has more than {MOST_MOVES} moves, which is more than the filter can sort")
    if desk[FAULT] == ENDLESS_CHANCES:
        raise GameError("nature moves again and again and no player ever does")
    return found[0]


def failure(game: Game[Any], error: BaseException) -> BaseException:
    """Say where in the rules an error was raised."""
    if isinstance(error, KibitzError) or not isinstance(error, Exception):
        return error
    return GameError(f"the rules of {game.name} failed: {told(error)}")
