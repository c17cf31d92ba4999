"""Every error that kibitz raises on purpose, in one tree.

KibitzError
├── GameError          rules that are missing, wrong or inconsistent
│   ├── UnknownGame    no game of that name
│   ├── NotConstantSum rules where both players may gain, given to a search that needs opponents
│   └── CompileError   rules that cannot be compiled
├── PositionError      text that is not a position of the game
├── MoveError          text or a number that is not a legal move
└── OptionError        a limit, algorithm or option out of range
"""

import difflib
from collections.abc import Iterable


class KibitzError(Exception):
    """The base class of every error that kibitz raises on purpose; its message is written for people."""


class GameError(KibitzError):
    """The rules of a game are missing something or are wrong."""


class UnknownGame(GameError):
    """There is no game with this name."""


class NotConstantSum(GameError):
    """Two players' utilities do not always sum to the same number."""


class CompileError(GameError):
    """The rules are valid Python but cannot be compiled; `obstacles` lists every reason."""

    def __init__(self, text: str, obstacles: "list[str] | None" = None) -> None:
        super().__init__(text)
        self.obstacles = obstacles or [text]


class PositionError(KibitzError):
    """The text is not a position of the game."""


class MoveError(KibitzError):
    """The text or number is not a legal move here."""


class OptionError(KibitzError):
    """A limit, an algorithm's name or another option is invalid."""


class KibitzWarning(UserWarning):
    """Something the user should know that does not stop a search."""


class PlainSpeed(KibitzWarning):
    """The rules run plain, not compiled, or the compiled code could not be saved to disk; the message says why."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return " (did you mean X?)" for the closest known word, or an empty string."""
    near = difflib.get_close_matches(word, list(known), n=1)
    return f" (did you mean {near[0]}?)" if near else ""
