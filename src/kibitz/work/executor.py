"""An executor hands out the units of a job, and yields the answers in the order in which they come.

    Here         this process, one unit after another
    Processes    processes of this machine (`processes`)
    Cluster      a Ray cluster (`cluster`)

Law. Every unit is answered once, whatever happens to workers, unless the run is stopped or a worker reports an error in
the input. The unit of a worker that dies is given to another one; a unit that has ended as many as `MOST_TRIES` workers
is given up, and reported after all others are done.
"""

import threading
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator
from typing import Any, Protocol, TypeAlias

from kibitz.errors import GameError
from kibitz.work.job import Answer, Job, Seldom, Unit, unseen

MOST_TRIES = 3
"""How many workers may end while they work on the same unit."""

Seen: TypeAlias = Callable[[Any], None]
Answers: TypeAlias = Generator[Answer, None, None]


class Executor(Protocol):
    """Where the units of a job run."""

    def run(self, job: Job, units: Iterator[Unit], stop: threading.Event, seen: Seen = unseen) -> Answers:
        """Yield the answers to units as they come, until there are no more or a stop is requested.

        seen: called now and then with how a unit stands.
        """


class Here:
    """This process."""

    def run(self, job: Job, units: Iterator[Unit], stop: threading.Event, seen: Seen = unseen) -> Answers:
        """Work out one unit after another."""
        show = Seldom(seen)
        try:
            for count, unit in enumerate(units):
                if count == 0:
                    job.work.warm_up(unit)
                answer = job.work.run(unit, stop, show)
                if answer is None:
                    return
                yield Answer(unit.number, answer)
        finally:
            job.work.close()


class Ledger:
    """Which units are still to be given out, and which have cost workers their lives."""

    def __init__(self, job: Job, units: Iterator[Unit]) -> None:
        self.job, self.units = job, units
        self.returned: deque[Unit] = deque()  # from workers that died
        self.tries: Counter[int] = Counter()
        self.given_up: list[str] = []

    def take(self) -> Unit | None:
        """Return a unit to work out; None if there is none left."""
        return self.returned.popleft() if self.returned else next(self.units, None)

    def give_back(self, units: Iterator[Unit], why: str) -> None:
        """Take back the units of a worker that died; the first was being worked out."""
        for place, unit in enumerate(units):
            self.tries[unit.number] += place == 0
            if self.tries[unit.number] < MOST_TRIES:
                self.returned.append(unit)
            else:
                self.given_up.append(f"{self.job.called(unit.number)} ended {MOST_TRIES} workers, the last {why}")

    def close(self) -> None:
        """Raise if units were given up."""
        if self.given_up:
            more = f", and {len(self.given_up) - 1} more" if len(self.given_up) > 1 else ""
            raise GameError(f"{self.given_up[0]}{more}; everything else is done")
