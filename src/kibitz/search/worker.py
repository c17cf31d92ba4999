"""Runs a search in a thread of its own, so that time, a stop from outside and Ctrl-C reach it."""

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from kibitz.compiler.plain import Desk, Kernel
from kibitz.errors import GameError, KibitzError
from kibitz.fault import blamed, brief, told
from kibitz.game import Game, is_word
from kibitz.search.desk import ENDLESS_CHANCES, FAULT, LIMIT, MOST_MOVES, TOO_MANY_MOVES, WRONG_ODDS

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
        if not stop.is_set():  # who was asked to stop before has had its time
            thread.join(PATIENCE)
        raise
    if failed:
        raise failure(game, p, failed[0]) from failed[0]
    if desk[FAULT] == TOO_MANY_MOVES:
        raise GameError(f"a position has more than {MOST_MOVES} moves, which is more than the filter can sort")
    if desk[FAULT] == ENDLESS_CHANCES:
        raise GameError("nature moves again and again and no player ever does")
    if desk[FAULT] == WRONG_ODDS:
        raise first_mistake(game, p) or GameError(f"`chances` of {game.name} gave probabilities that do not sum to 1")
    return found[0]


def failure(game: Game[Any], p: Any, error: BaseException) -> KibitzError:
    """Return what is wrong with the rules if a search of this position raised an error."""
    if isinstance(error, KibitzError):
        return error
    failed = GameError(f"the rules of {game.name} failed: {blamed(error) or told(error)}")
    if blamed(error):
        return failed
    return (too_large(p) if isinstance(error, OverflowError) else None) or first_mistake(game, p) or failed


def too_large(p: Any) -> GameError | None:
    """Return an error if a position holds a number that compiled code cannot."""
    for item in p if isinstance(p, tuple) else (p,):
        if isinstance(item, tuple) and (found := too_large(item)):
            return found
        if type(item) is int and not is_word(item):
            return GameError(f"a position holds {brief(item)}, and compiled rules numbers below 2**63: run it plain")
    return None


def first_mistake(game: Game[Any], p: Any) -> GameError | None:
    """Look for a rule that fails by asking them all, here and in what follows: compiled code tells no place."""
    waiting, deadline = deque([p]), time.monotonic() + PATIENCE
    while waiting and time.monotonic() < deadline:
        here = waiting.popleft()
        try:
            waiting.extend(game.ask("play", here, move) for move in game.probe(here))
        except GameError as error:
            return error
    return None
