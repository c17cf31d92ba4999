"""A job: units of work that have everything in common but a number and a little data.

Law. The answer to a unit depends on the job and the unit alone: not on who works it out, when, or after which others.
So units can be worked out anywhere, in any order, and again if an answer is lost.

    job       {"maker": "kibitz.arena.referee:referee_from", "data": {"game": "nim", "players": […], …}}
    unit      7, ["a1", "c2"]                  its number, and its data
    answer    {"number": 7, "moves": […], …}

All of it is JSON.
"""

import importlib
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

from kibitz.game import Game

Standing: TypeAlias = Callable[[], Any]
"""Returns how a unit stands, as JSON; only called if somebody wants to know."""
Show: TypeAlias = Callable[[Standing], None]
"""Called by work whenever a unit stands differently."""
SHOW_SECONDS = 0.5
"""How often a worker shows how its unit stands."""


def unseen(standing: Any) -> None:
    """Ignore how a unit stands."""


class Seldom:
    """Passes on how units stand, at most every half second."""

    def __init__(self, seen: Callable[[Any], None]) -> None:
        self.seen, self.next = seen, time.monotonic() + SHOW_SECONDS

    def __call__(self, standing: Standing) -> None:
        """Pass it on if it is time."""
        if time.monotonic() >= self.next:
            self.seen(standing())
            self.next = time.monotonic() + SHOW_SECONDS


class Unit(NamedTuple):
    """One unit of a job."""

    number: int
    data: Any


class Answer(NamedTuple):
    """What came of a unit."""

    number: int
    data: Any


class Work(Protocol):
    """What works out the units of one job."""

    def warm_up(self, unit: Unit) -> None:
        """Load and compile what a unit needs."""

    def run(self, unit: Unit, stop: threading.Event, show: Show) -> Any:
        """Return the answer to a unit; None if it was stopped."""

    def close(self) -> None:
        """End what was started for the work."""


@dataclass(frozen=True)
class Job:
    """What all units of a run have in common."""

    work: Work  # in this process
    maker: str  # module:function that makes the same work from the data, in another process
    data: dict[str, Any]
    noun: str  # what a unit is called in messages: "game {} of the match"
    games: tuple[Game[Any], ...] = ()  # those that the work loads; their files travel with it
    threads: int = 1  # cores that a unit keeps busy

    def called(self, number: int) -> str:
        """Return what the unit with this number is called."""
        return self.noun.format(number)


def work_from(maker: str, data: dict[str, Any]) -> Work:
    """Make the work of a job in this process."""
    module, _, function = maker.partition(":")
    made: Work = getattr(importlib.import_module(module), function)(data)
    return made
