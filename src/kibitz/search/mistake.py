"""Which rule is to blame where a search failed: compiled code cannot tell the place, so plain rules are asked again."""

import time
from collections import deque
from typing import Any

from kibitz.compiler.plain import Desk
from kibitz.errors import GameError, KibitzError
from kibitz.fault import blamed, brief, told
from kibitz.game import Game, is_word
from kibitz.search.desk import ENDLESS_CHANCES, FAULT, MOST_MOVES, TOO_MANY_MOVES, WRONG_ODDS

PATIENCE = 1.0
"""How long rules are asked in search of a mistake, in seconds."""


def refuse_fault(game: Game[Any], p: Any, desk: Desk) -> None:
    """Raise an error if a textbook search of a position met something that it cannot cope with."""
    if desk[FAULT] == TOO_MANY_MOVES:
        raise GameError(f"a position has more than {MOST_MOVES} moves, which is more than the filter can sort")
    if desk[FAULT] == ENDLESS_CHANCES:
        raise GameError("nature moves again and again and no player ever does")
    if desk[FAULT] == WRONG_ODDS:
        raise first_mistake(game, p) or GameError(f"`chances` of {game.name} gave probabilities that do not sum to 1")


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
