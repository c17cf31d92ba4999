"""Find the rule that made a search fail: compiled code does not know the place, so the plain rules are asked again."""

import time
from collections import deque
from typing import Any

from kibitz.compiler.plain import Desk
from kibitz.errors import GameError, KibitzError
from kibitz.fault import blamed, brief, told
from kibitz.game import Game, is_word
from kibitz.search.desk import ENDLESS_CHANCES, FAULT, MOST_MOVES, TOO_MANY_MOVES, WRONG_ODDS

PATIENCE = 1.0
"""Seconds to spend on looking for the mistake."""


def refuse_fault(game: Game[Any], p: Any, desk: Desk) -> None:
    """Raise if a textbook search of a position met something that it cannot handle."""
    if desk[FAULT] == TOO_MANY_MOVES:
        raise GameError(f"a position has more than {MOST_MOVES} moves, more than the filter can rank")
    if desk[FAULT] == ENDLESS_CHANCES:
        raise GameError("nature moves again and again, and no player ever gets to move")
    if desk[FAULT] == WRONG_ODDS:
        raise first_mistake(game, p) or GameError(f"`chances` of {game.name} yielded odds that do not sum to 1")


def failure(game: Game[Any], p: Any, error: BaseException) -> KibitzError:
    """Return what is wrong with the rules after a search of this position raised an error."""
    if isinstance(error, KibitzError):
        return error
    failed = GameError(f"the rules of {game.name} failed: {blamed(error) or told(error)}")
    if blamed(error):
        return failed
    return (too_large(p) if isinstance(error, OverflowError) else None) or first_mistake(game, p) or failed


def too_large(p: Any) -> GameError | None:
    """Return an error if a position contains a number that compiled code cannot hold."""
    for item in p if isinstance(p, tuple) else (p,):
        if isinstance(item, tuple) and (found := too_large(item)):
            return found
        if type(item) is int and not is_word(item):
            return GameError(f"a position contains {brief(item)}, too large for compiled rules (2**63); run it plain")
    return None


def first_mistake(game: Game[Any], p: Any) -> GameError | None:
    """Return the error of the first rule that fails, here or in the positions that follow; None if none does."""
    waiting, deadline = deque([p]), time.monotonic() + PATIENCE
    while waiting and time.monotonic() < deadline:
        here = waiting.popleft()
        try:
            waiting.extend(game.ask("play", here, move) for move in game.probe(here))
        except GameError as error:
            return error
    return None
