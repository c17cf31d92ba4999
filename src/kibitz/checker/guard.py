"""A game whose rules are watched: whatever one raises, or returns that no search could use, becomes a finding.

A rule that never returns cannot be interrupted from within; `asking` tells the watching thread which one it is.
"""

import itertools
import math
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

from kibitz.checker.report import Broken, Names
from kibitz.errors import KibitzError
from kibitz.fault import told
from kibitz.game import Game
from kibitz.rules import MOST_SCORE, RULES

MOST_YIELDED = 100_000
"""The most items a rule may yield before it counts as endless."""
NUMBERS = ("utility", "evaluate", "weigh", "priority", "gain")
"""Rules that return a single number."""
YIELDING = tuple(name for name, form in RULES.items() if form.yields)
"""Rules that yield their answers."""
POSITIONS = ("start", "play", "read", "skip")
"""Rules that return a position."""


class TimeUp(KibitzError):
    """Raised in the checking thread when its time is up."""


class Abandoned(BaseException):
    """Raised in the checking thread from outside, to end a rule that does not return."""


class Guard:
    """Calls a game's rules, keeping track of which one is running and since when."""

    def __init__(self, game: Game[Any]) -> None:
        self.deadline = math.inf
        self.halt = threading.Event()
        self.asking: tuple[str, float] | None = None  # the running rule, and when it was called
        self.returned = time.monotonic()  # when the last rule returned
        self.names: Names = ()  # the moves that lead to the position the rule is asked about
        watched: dict[str, Any] = {name: self.watched(name, rule) for name, rule in game.rules.given().items()}
        self.game = game.with_rules(**watched)

    def start(self, seconds: float) -> None:
        """Start the clock with this much time."""
        self.deadline = time.monotonic() + seconds

    def look(self) -> None:
        """Raise if the time is up."""
        if self.halt.is_set() or time.monotonic() > self.deadline:
            raise TimeUp

    def watched(self, name: str, rule: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a rule: its errors become `Broken`, and what it yields is returned as a list."""

        def ask(*arguments: Any) -> Any:
            self.look()
            self.asking = name, time.monotonic()
            try:
                answer = rule(*arguments)
                return everything(name, answer) if name in YIELDING else sound(name, answer)
            except (Abandoned, Broken):
                raise
            except BaseException as error:
                raise Broken(name, f"raised {told(error)}") from error
            finally:
                self.asking, self.returned = None, time.monotonic()

        return ask


def everything(rule: str, answer: Iterable[Any] | None) -> list[Any]:
    """Return everything a rule yields as a list; raise if there is no end to it."""
    if answer is None:
        raise Broken(rule, f"returned None; write: {RULES[rule].form}")
    found = list(itertools.islice(answer, MOST_YIELDED + 1))
    if len(found) > MOST_YIELDED:
        what = {"chances": "outcomes", "symmetries": "positions", "features": "numbers"}.get(rule, "moves")
        raise Broken(rule, f"yielded more than {MOST_YIELDED:,} {what}")
    return found


def sound(rule: str, answer: Any) -> Any:
    """Return a rule's answer if searches can use it; raise otherwise."""
    if rule in POSITIONS and answer is None:
        raise Broken(rule, f"returned None; is a `return` missing? write: {RULES[rule].form}")
    if rule in NUMBERS and not is_score(answer):
        raise Broken(rule, f"returned {answer!r}, not a number below 2**62")
    return answer


def is_score(answer: Any) -> bool:
    """Return whether this is a number that a search can use."""
    return not isinstance(answer, bool) and hasattr(answer, "__float__") and bool(abs(answer) < MOST_SCORE)
