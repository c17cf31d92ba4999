"""Workers on this machine: processes that exchange JSON lines with this one through two pipes.

    in      the job's maker and data, then units
    out     {"answer": [7, …]}    {"error": "…"}    {"note": "…", "kind": "PlainSpeed"}    {"show": …}

When this process dies, however it dies, its ends of the pipes close, and the workers exit at once.
"""

import contextlib
import json
import math
import os
import queue
import subprocess
import sys
import threading
import time
import warnings
from collections import deque
from collections.abc import Iterator
from typing import Any

from kibitz.errors import GameError, KibitzError, KibitzWarning, PlainSpeed
from kibitz.work.executor import Answers, Ledger, Seen
from kibitz.work.job import Answer, Job, Unit, unseen

POLL = 0.1
"""Seconds between checks for a stop."""
PATIENCE = 2.0
"""Seconds a process may take to exit before it is killed."""
AHEAD_SECONDS = 0.2
MOST_AHEAD = 64
"""How much work a process has waiting, so that it is never idle: short units are given several at a time."""
CODE = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from kibitz.work.processes import serve; serve()"
"""What a process runs. It finds modules where this one does, and never runs the user's script again."""


class Process:
    """One of the workers, as this process sees it."""

    def __init__(self, job: Job, answers: "queue.Queue[tuple[Process, Any]]") -> None:
        self.waiting: deque[Unit] = deque()  # given to it; it works on the first
        # In a group of its own, so that Ctrl-C in a terminal reaches only this process.
        group: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {}
        command = [sys.executable, "-c", CODE, json.dumps(sys.path)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **group)
        self.answers = answers
        threading.Thread(target=self.listen, daemon=True).start()
        self.send([job.maker, job.data])

    def listen(self) -> None:
        """Pass on what the process writes; None when it has ended."""
        assert self.process.stdout is not None
        with contextlib.suppress(ValueError), self.process.stdout as lines:  # a line that was cut off
            for line in lines:
                self.answers.put((self, json.loads(line)))
        self.answers.put((self, None))

    def send(self, data: Any) -> None:
        """Send data to the process; if it has ended, `listen` notices."""
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(json.dumps(data).encode() + b"\n")
            self.process.stdin.flush()

    def give(self, unit: Unit) -> None:
        """Send a unit to work out."""
        self.waiting.append(unit)
        self.send(unit)

    def close(self) -> int:
        """End the process, if it still runs; return its exit code."""
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


class Processes:
    """A number of processes on this machine."""

    def __init__(self, number: int) -> None:
        self.number = number

    def run(self, job: Job, units: Iterator[Unit], stop: threading.Event, seen: Seen = unseen) -> Answers:
        """Work out units in the processes."""
        ledger, pace = Ledger(job, units), Pace(self.number)
        answers: queue.Queue[tuple[Process, Any]] = queue.Queue()
        crew: list[Process] = []
        try:
            while not stop.is_set():
                fill(crew, ledger, pace, lambda: Process(job, answers), self.number)
                if not any(process.waiting for process in crew):
                    ledger.close()
                    return
                try:
                    process, message = answers.get(timeout=POLL)
                except queue.Empty:
                    continue
                if message is None:
                    crew.remove(process)
                    ledger.give_back(iter(process.waiting), f"with exit code {process.close()}")
                elif "answer" in message:
                    process.waiting.popleft()
                    pace.count()
                    yield Answer(*message["answer"])
                elif "show" in message:
                    seen(message["show"])
                else:
                    hear(message, lambda first=process: job.called(first.waiting[0].number))
        finally:
            for process in crew:
                process.close()


def fill(crew: list[Process], ledger: Ledger, pace: "Pace", start: Any, number: int) -> None:
    """Keep every process busy, and start processes while there is work for them."""
    while len(crew) < number and (unit := ledger.take()):
        crew.append(start())
        crew[-1].give(unit)
    for process in crew:
        while len(process.waiting) < pace.ahead and (unit := ledger.take()):
            process.give(unit)


class Pace:
    """How quickly units are worked out."""

    def __init__(self, workers: int) -> None:
        self.workers, self.answers = workers, 0
        self.since = math.inf  # the first answer: what came before was loading

    def count(self) -> None:
        """Count an answer."""
        self.answers += 1
        self.since = min(self.since, time.monotonic())

    @property
    def seconds(self) -> float:
        """Return how long a worker takes for a unit; infinite before that is known."""
        if self.answers <= self.workers:
            return math.inf
        return max((time.monotonic() - self.since) * self.workers / (self.answers - 1), 1e-6)

    @property
    def ahead(self) -> int:
        """Return how many units a process should have."""
        return max(1, min(MOST_AHEAD, math.ceil(AHEAD_SECONDS / self.seconds)))


def hear(message: dict[str, Any], called: Any) -> None:
    """Raise the error that a worker reports, or issue its warning."""
    if "error" in message:
        raise GameError(f"{called()}: {message['error']}")
    kind = PlainSpeed if message["kind"] == PlainSpeed.__name__ else KibitzWarning
    warnings.warn(message["note"], kind, stacklevel=4)


def serve() -> None:
    """Answer units in this process as they come in, until the pipe is closed."""
    from kibitz.work.worker import Worker

    workers: list[Worker] = []
    # Output of the rules must not get between the answers.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    waiting: queue.Queue[Any] = queue.Queue()

    def listen() -> None:
        for line in sys.stdin:
            waiting.put(json.loads(line))
        for each in workers:
            each.work.close()
        os._exit(0)

    def say(data: Any) -> None:
        out.write(json.dumps(data) + "\n")
        out.flush()

    def note(message: Any, category: type[Warning], *_: Any, **__: Any) -> None:
        say({"note": str(message), "kind": category.__name__})

    threading.Thread(target=listen, daemon=True).start()
    warnings.showwarning = note
    try:
        worker = Worker(*waiting.get())
        workers.append(worker)
        while True:
            unit = Unit(*waiting.get())
            say({"answer": [unit.number, worker.answer(unit, lambda standing: say({"show": standing}))]})
    except KibitzError as error:
        say({"error": str(error)})
        waiting.get()
