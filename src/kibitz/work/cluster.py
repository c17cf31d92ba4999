"""Workers on a Ray cluster: long-lived actors, each with its game loaded and compiled.

    this process                                    each actor, on as many cores as a search has threads
    cargo, the maker and the job's data   ──────►   prepare    once
    units, as many as take half a second  ──────►   answer     two calls under way, so that it is never idle
                                          ◄──────              the answers together
    every second                          ──────►   standing   how its unit stands, for whoever watches

An actor that dies, alone or with its node, is replaced, and its units are given to others, one at a time from then on.
Only this process writes anything down. Actors end with it, however it ends.
"""

import contextlib
import logging
import math
import os
import socket
import threading
import time
import warnings
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kibitz.errors import KibitzError, KibitzWarning, OptionError
from kibitz.work.cargo import Cargo, cargo_of
from kibitz.work.executor import Answers, Ledger, Seen
from kibitz.work.job import Answer, Job, Unit, unseen
from kibitz.work.processes import hear
from kibitz.work.worker import Worker

os.environ.setdefault("RAY_TQDM_PATCH_PRINT", "0")  # `print` stays Python's own, which the compiler knows
try:
    import ray
    from ray.exceptions import RayError
except ImportError as error:  # pragma: no cover
    raise OptionError("a cluster needs Ray, which is not installed: pip install 'kibitz[cluster]'") from error

BATCH_SECONDS, MOST_BATCH = 0.5, 4096
"""How long the units of one call should take."""
LONG_SECONDS = 5.0
"""Units that take longer are given one by one, so that none waits behind another at the end of a run."""
POLL = 0.05
"""Seconds between looks at the calls, where there are many, and between checks for a stop."""
FEW_CALLS = 32
STANDING_SECONDS, MOST_SHOWN = 1.0, 12
"""How often, and of how many actors, it is asked how their units stand."""
COUNT_SECONDS = 5.0
"""How often the cores of the cluster are counted."""
ADDRESS, DEFAULT_PORT = "ray://", 10001
CONNECT_SECONDS = 5.0
PATIENCE = 20.0
"""Seconds without any worker before that is reported."""


class RemoteWorker:
    """A worker, as an actor of Ray."""

    def __init__(self) -> None:
        self.notes: list[tuple[str, str]] = []
        self.shown: Any = None
        warnings.showwarning = self.note
        warnings.simplefilter("always")

    def note(self, message: Any, category: type[Warning], *_: Any, **__: Any) -> None:
        """Keep a warning, to be sent with the next answers."""
        if issubclass(category, KibitzWarning):
            self.notes.append((str(message), category.__name__))

    def prepare(self, cargo: Cargo, maker: str, data: dict[str, Any]) -> str | None:
        """Unpack the cargo and make the work; return what is wrong."""
        try:
            cargo.unpack()
            self.worker = Worker(maker, data)
        except KibitzError as error:
            return str(error)
        return None

    def answer(self, units: list[tuple[int, Any]]) -> dict[str, Any]:
        """Return the answers to units, how long they took, warnings, and the error that ended them early."""
        started, answers = time.monotonic(), []
        error = None
        for number, data in units:
            try:
                answers.append((number, self.worker.answer(Unit(number, data), self.show)))
            except KibitzError as caught:
                error = number, str(caught)
                break
        self.shown = None
        notes, self.notes = self.notes, []
        return {"answers": answers, "seconds": time.monotonic() - started, "notes": notes, "error": error}

    def show(self, standing: Any) -> None:
        """Keep how the current unit stands."""
        self.shown = standing

    @ray.method(concurrency_group="looking")  # type: ignore[untyped-decorator]
    def standing(self) -> Any:
        """Return how the current unit stands."""
        return self.shown


@dataclass(eq=False)
class Actor:
    """One of the actors, as this process sees it."""

    handle: Any
    ready: bool = False
    calls: "deque[tuple[Any, list[Unit]]]" = field(default_factory=deque)
    seconds: float = math.inf  # that it takes for a unit

    @property
    def batch(self) -> int:
        """Return how many units to give in one call."""
        return max(1, min(MOST_BATCH, int(BATCH_SECONDS / self.seconds)))

    @property
    def room(self) -> bool:
        """Return whether it should be given another call."""
        return self.ready and len(self.calls) < (2 if self.seconds < LONG_SECONDS else 1)

    def learn(self, seconds: float) -> None:
        """Note how long a unit took; the first ones include compiling."""
        self.seconds = seconds if self.seconds == math.inf else (self.seconds + seconds) / 2


class Cluster:
    """A Ray cluster: one on this machine, or one that is running."""

    def __init__(self, on: str, jobs: int | None) -> None:
        """Choose a cluster.

        on: "ray" starts one on this machine, "auto" joins the one that runs here, ray://HOST:PORT another.
        jobs: the number of workers; by default as many as the cluster has room for.
        """
        self.on, self.jobs = on, jobs

    def run(self, job: Job, units: Iterator[Unit], stop: threading.Event, seen: Seen = unseen) -> Answers:
        """Work out units on the cluster."""
        first = next(units, None)
        if first is None:
            return
        job.work.warm_up(first)  # what is compiled here need not be compiled there
        job.work.close()
        with joined(self.on, self.jobs, job.threads):
            shift = Shift(self, job, chained(first, units), ray.put(cargo_of(job.games)), seen)
            try:
                yield from shift.answers(stop)
            finally:
                shift.close()

    def workers(self, threads: int) -> int:
        """Return how many workers the cluster has room for."""
        return self.jobs or max(1, int(ray.cluster_resources().get("CPU", 1)) // threads)

    def start(self, job: Job, cargo: Any) -> tuple[Any, Any]:
        """Start an actor; return its handle and the call after which it is ready."""
        remote = ray.remote(num_cpus=job.threads, concurrency_groups={"looking": 1})(RemoteWorker)
        handle = remote.remote()
        return handle, handle.prepare.remote(cargo, job.maker, job.data)


class Shift:
    """The actors of one run, and what each of them has to do."""

    def __init__(self, cluster: Cluster, job: Job, units: Iterator[Unit], cargo: Any, seen: Seen) -> None:
        self.cluster, self.job, self.cargo, self.seen = cluster, job, cargo, seen
        self.ledger = Ledger(job, units)
        self.actors: list[Actor] = []
        self.waiting: dict[Any, Actor] = {}  # calls under way: answers and preparations
        self.looks: dict[Any, Actor] = {}  # questions how units stand
        self.next_look = time.monotonic() + STANDING_SECONDS
        self.since, self.told = time.monotonic(), False
        self.wanted, self.next_count = 0, 0.0
        self.more = True  # units are left

    def answers(self, stop: threading.Event) -> Answers:
        """Yield answers until all units are done, or a stop is requested."""
        while not stop.is_set():
            self.hire()
            for actor in self.actors:
                while actor.room and self.give(actor):
                    pass
            left = self.more or bool(self.ledger.returned)
            if not left and not any(actor.calls for actor in self.actors):
                self.ledger.close()
                return
            self.look()
            few = len(self.waiting) < FEW_CALLS
            done, _ = ray.wait(
                list(self.waiting), num_returns=1 if few else len(self.waiting), timeout=POLL, fetch_local=True
            )
            for call in done:
                yield from self.take(call)

    def hire(self) -> None:
        """Start actors until there are enough; report if none gets ready."""
        if time.monotonic() >= self.next_count:  # a cluster may grow
            self.wanted = self.cluster.workers(self.job.threads)
            self.next_count = time.monotonic() + COUNT_SECONDS
        while len(self.actors) < self.wanted and (self.more or self.ledger.returned):
            handle, ready = self.cluster.start(self.job, self.cargo)
            self.actors.append(Actor(handle))
            self.waiting[ready] = self.actors[-1]
        if any(actor.ready for actor in self.actors):
            self.since = time.monotonic()
        elif not self.told and time.monotonic() > self.since + PATIENCE:
            self.told = True
            warnings.warn("waiting for the cluster, which has no free core for a worker", KibitzWarning, stacklevel=2)

    def give(self, actor: Actor) -> bool:
        """Send an actor its next units; return whether there were any."""
        batch: list[Unit] = []
        alone = bool(self.ledger.returned)  # units of a worker that died, one of which may be to blame
        while len(batch) < (1 if alone else actor.batch):
            unit = self.ledger.take()
            if unit is None:
                self.more = False
                break
            batch.append(unit)
        if batch:
            call = actor.handle.answer.remote([tuple(unit) for unit in batch])
            actor.calls.append((call, batch))
            self.waiting[call] = actor
        return bool(batch)

    def take(self, call: Any) -> Iterator[Answer]:
        """Yield the answers that a call brought."""
        actor = self.waiting.pop(call)
        if actor not in self.actors:
            return  # it has died, and its units were given back
        try:
            found = ray.get(call)
        except RayError as error:
            self.bury(actor, error)
            return
        if not actor.ready:
            if found:
                raise OptionError(found)
            actor.ready = True
            return
        units = dict(actor.calls)[call]
        actor.calls = deque(each for each in actor.calls if each[0] != call)
        for text, kind in found["notes"]:
            hear({"note": text, "kind": kind}, lambda: "")
        if found["error"]:
            number, text = found["error"]
            hear({"error": text}, lambda: self.job.called(number))
        actor.learn(found["seconds"] / len(units))
        yield from (Answer(number, data) for number, data in found["answers"])

    def bury(self, actor: Actor, error: RayError) -> None:
        """Take an actor that has died out of the run, and give its units to others."""
        self.actors.remove(actor)
        if not actor.ready and not actor.calls and not any(each.ready for each in self.actors):
            reason = str(error).strip().splitlines()[-1] if str(error).strip() else type(error).__name__
            raise OptionError(f"no worker could start: {reason}; kibitz must be installed on every node of the cluster")
        units = [unit for _, units in actor.calls for unit in units]
        self.ledger.give_back(iter(units), "on a node or in a process that died")

    def look(self) -> None:
        """Ask some actors how their units stand, without waiting for them."""
        if self.seen is unseen:
            return
        if self.looks:
            done, _ = ray.wait(list(self.looks), num_returns=len(self.looks), timeout=0)
            for call in done:
                del self.looks[call]
                with contextlib.suppress(RayError):
                    if standing := ray.get(call):
                        self.seen(standing)
        if time.monotonic() >= self.next_look:
            self.next_look = time.monotonic() + STANDING_SECONDS
            if not self.looks:
                busy = [actor for actor in self.actors if actor.calls][:MOST_SHOWN]
                self.looks = {actor.handle.standing.remote(): actor for actor in busy}

    def close(self) -> None:
        """End the actors."""
        for actor in self.actors:
            with contextlib.suppress(Exception):
                ray.kill(actor.handle)


def chained(first: Unit, rest: Iterator[Unit]) -> Iterator[Unit]:
    """Yield a unit, and then the others."""
    yield first
    yield from rest


def refuse_unreachable(on: str) -> None:
    """Raise an OSError if nobody listens at the address of a cluster; Ray would try for half a minute."""
    if on.startswith(ADDRESS):
        host, _, port = on.removeprefix(ADDRESS).partition(":")
        socket.create_connection((host, int(port or DEFAULT_PORT)), CONNECT_SECONDS).close()


@contextlib.contextmanager
def joined(on: str, jobs: int | None, threads: int) -> Iterator[None]:
    """Join a cluster, and leave it again unless this process was in it before."""
    if ray.is_initialized():
        yield
        return
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    # Ray prints the deaths of workers on standard output, where answers may be JSON; there is no public way to stop it.
    vars(ray._private.worker)["print_to_stdstream"] = lambda *_, **__: None
    try:
        refuse_unreachable(on)
        if on == "ray":
            room = None if jobs is None else jobs * threads
            ray.init("local", num_cpus=room, include_dashboard=False, **quiet)
        else:
            ray.init(on, **quiet)
    except Exception as error:  # Ray raises errors of many kinds
        what = {"auto": "no cluster runs on this machine; start one with: ray start --head", "ray": "cannot start Ray"}
        reason = " ".join(str(error).split())[:300]
        raise OptionError(f"{what.get(on, f'cannot join the cluster at {on}')} ({reason})") from error
    try:
        yield
    finally:
        ray.shutdown()
