"""Games as a store has them: played again from the names of their moves, and shown."""

from collections.abc import Sequence
from typing import Any

from kibitz.errors import KibitzError, OptionError
from kibitz.game import Game
from kibitz.interface.web.games import shown
from kibitz.interface.web.message import MOST_MOVES, text_in, whole_in
from kibitz.interface.web.shelf import Shelf
from kibitz.state import State

MOST_LINES = 16
"""The most games in one question."""
MOST_NUMBER = 10**9


class Replays:
    """Plays games again; one that continues what was played before under its number costs only its new moves."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.known: dict[int, tuple[str | None, State]] = {}  # by number: the start as it was given, and the game

    def shown(self, message: dict[str, Any]) -> list[dict[str, Any] | None]:
        """Return what a page shows of games in progress, without their legal moves; None for what is no game."""
        game, lines = self.shelf.find(text_in(message, "game")), message.get("lines")
        if not isinstance(lines, list) or len(lines) > MOST_LINES or not all(isinstance(line, dict) for line in lines):
            raise OptionError(f"lines must be a list of at most {MOST_LINES} objects")
        numbers = [whole_in(line, "number", 0, MOST_NUMBER) for line in lines]
        before, self.known = self.known, {}
        found: list[dict[str, Any] | None] = []
        for number, line in zip(numbers, lines, strict=True):
            start = text_in(line, "start") if line.get("start") is not None else None
            try:
                state = continued(game, start, names_in(line), before.get(number))
            except KibitzError:  # a name that several moves have, or other rules than those it was played by
                found.append(None)
                continue
            self.known[number] = start, state
            found.append(shown(state) | {"legal": []})
        return found


def continued(game: Game[Any], start: str | None, names: Sequence[str], known: tuple[str | None, State] | None) -> State:
    """Return the game after these moves: what is known of it, if they continue that, or a new one."""
    if known and known[0] == start and known[1].game is game and known[1].names == names[: len(known[1].names)]:
        state = known[1]
    else:
        state = State(game, start)
    for name in names[len(state.names) :]:
        state.play(name)
    return state


def names_in(line: dict[str, Any]) -> list[str]:
    """Return the names of a game's moves."""
    names = line.get("names")
    if not isinstance(names, list) or len(names) > MOST_MOVES or not all(isinstance(name, str) for name in names):
        raise OptionError(f"names must be a list of at most {MOST_MOVES} names of moves")
    return names
