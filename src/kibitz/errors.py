"""What can go wrong, in one tree.

KibitzError
├── GameError          rules that are missing, wrong or inconsistent
│   ├── UnknownGame    no game of that name
│   ├── NotConstantSum rules where both players may gain, given to a search for opponents
│   └── CompileError   rules that cannot be compiled
├── PositionError      a text that is not a position of the game
├── MoveError          a text or number that is not a legal move
└── OptionError        a limit, algorithm or option out of range
"""

import difflib
from collections.abc import Iterable


class KibitzError(Exception):
    """The root of every error that kibitz raises on purpose; its text is for people."""


class GameError(KibitzError):
    """The rules of a game are missing something or are wrong."""


class UnknownGame(GameError):
    """There is no game of this name."""


class NotConstantSum(GameError):
    """Two players' utilities do not always sum to the same number."""


class CompileError(GameError):
    """The rules are fine Python, but cannot be compiled."""


class PositionError(KibitzError):
    """A text is not a position of the game."""


class MoveError(KibitzError):
    """A text or number is not a legal move here."""


class OptionError(KibitzError):
    """A limit, an algorithm's name or another option is not allowed."""


class KibitzWarning(UserWarning):
    """Something that a user should know, and that does not stop a search."""


class PlainSpeed(KibitzWarning):
    """Rules run plain, or were compiled without being kept on disk; the text says why."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return " (did you mean X?)" for the known word nearest to this one, or nothing."""
    near = difflib.get_close_matches(word, list(known), n=1)
    return f" (did you mean {near[0]}?)" if near else ""
