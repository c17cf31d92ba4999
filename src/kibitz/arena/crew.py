"""Processes that play the games of a match, one game at a time each.

The match and each process exchange JSON lines through two pipes: a referee and then games to play go in, finished games
come out. When the match dies, however it dies, its end of the pipe closes, and the process exits at once.
"""

import contextlib
import itertools
import json
import os
import queue
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterator
from typing import Any

from kibitz.arena.opening import Opening
from kibitz.arena.played import G
from kibitz.arena.program import close_programs
from kibitz.arena.referee import BaseReferee, referee_from
from kibitz.errors import GameError, KibitzError, KibitzWarning, PlainSpeed

POLL = 0.1
"""Seconds between checks for a stop while a match waits for games."""
PATIENCE = 2.0
"""Seconds a process may take to exit before it is killed."""
CODE = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from kibitz.arena.crew import serve; serve()"
"""What a process runs. It finds modules where this one does, and never runs the user's script again."""


class Worker:
    """One of the processes, as the match sees it."""

    def __init__(self, referee: BaseReferee[Any], answers: "queue.Queue[tuple[Worker, Any]]") -> None:
        self.number: int | None = None  # the game it is playing
        # In a group of its own, so that Ctrl-C in a terminal reaches only the match.
        group: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {}
        command = [sys.executable, "-c", CODE, json.dumps(sys.path)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **group)
        self.answers = answers
        threading.Thread(target=self.listen, daemon=True).start()
        self.send(referee.to_json())

    def listen(self) -> None:
        """Pass on what the process writes; None when it has ended."""
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            for line in lines:
                self.answers.put((self, json.loads(line)))
        self.answers.put((self, None))

    def send(self, data: Any) -> None:
        """Send data to the process; if it has ended, `listen` notices."""
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(json.dumps(data).encode() + b"\n")
            self.process.stdin.flush()

    def give(self, number: int, opening: Opening) -> None:
        """Send a game to play."""
        self.number = number
        self.send([number, opening])

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def play_in_processes(
    referee: BaseReferee[G], tasks: Iterator[tuple[int, Opening]], jobs: int, stop: threading.Event
) -> Iterator[G]:
    """Play games in this many processes; yield each as it ends."""
    answers: queue.Queue[tuple[Worker, Any]] = queue.Queue()
    crew: list[Worker] = []
    try:
        for number, opening in itertools.islice(tasks, jobs):
            crew.append(Worker(referee, answers))
            crew[-1].give(number, opening)
        while any(worker.number is not None for worker in crew) and not stop.is_set():
            try:
                worker, answer = answers.get(timeout=POLL)
            except queue.Empty:
                continue
            if answer is None:
                code = worker.process.wait()
                raise GameError(f"the process playing game {worker.number} of the match exited with code {code}")
            if "error" in answer:
                raise GameError(f"game {worker.number} of the match: {answer['error']}")
            if "note" in answer:
                kind = PlainSpeed if answer["kind"] == PlainSpeed.__name__ else KibitzWarning
                warnings.warn(answer["note"], kind, stacklevel=2)
                continue
            worker.number = None
            for number, opening in itertools.islice(tasks, 1):
                worker.give(number, opening)
            yield referee.read(answer)
    finally:
        for worker in crew:
            worker.close()


def serve() -> None:
    """Play games in this process as they come in, until the match closes the pipe."""
    # Output of the rules must not get between the answers.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    waiting: queue.Queue[Any] = queue.Queue()

    def hear() -> None:
        for line in sys.stdin:
            waiting.put(json.loads(line))
        close_programs()
        os._exit(0)

    def say(data: Any) -> None:
        out.write(json.dumps(data) + "\n")
        out.flush()

    def note(message: Any, category: type[Warning], *_: Any, **__: Any) -> None:
        say({"note": str(message), "kind": category.__name__})

    threading.Thread(target=hear, daemon=True).start()
    warnings.showwarning = note
    try:
        referee = referee_from(waiting.get())
        warm = False
        while True:
            number, opening = waiting.get()
            if not warm:
                referee.warm_up(tuple(opening))
                warm = True
            played = referee.play(number, tuple(opening), threading.Event())
            assert played is not None
            say(played.to_json())
    except KibitzError as error:
        say({"error": str(error)})
        waiting.get()
