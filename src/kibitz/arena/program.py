"""Another program that plays, as its host sees it; `uci_player` and `gtp_player` speak its language.

It is started once and plays game after game. A program that dies or does not answer in time is closed, and restarted
for the next game.
"""

import atexit
import contextlib
import queue
import shlex
import shutil
import subprocess
import threading
import time
from collections.abc import Sequence

from kibitz.errors import GameError, OptionError
from kibitz.search.limit import Limit

START_SECONDS = 30.0
"""Seconds a program may take to start, and to be ready."""
PATIENCE = 1.0
"""Seconds it may take to quit before it is killed."""
GRACE_SECONDS = 5.0
"""How much longer than its limit a program may think before it is abandoned; the referee watches clocks."""
MOST_SECONDS = 600.0
"""Seconds a program may think without a time limit."""
POLL = 0.05
"""Seconds between checks for a stop while a program thinks."""


class Program:
    """A running program that reads and writes lines."""

    def __init__(self, command: Sequence[str]) -> None:
        self.name = command[0]
        self.lines: queue.Queue[str | None] = queue.Queue()
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            raise OptionError(f"cannot start {self.name}: {error.strerror}") from error
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()
        self.owner: object = None  # the player it plays for in the current game
        try:
            self.greet()
        except BaseException:
            self.close()
            raise

    def greet(self) -> None:
        """Begin the conversation, and wait until the program is ready."""

    def listen(self) -> None:
        """Queue what the program writes; None when it has ended."""
        assert self.process.stdout is not None
        with contextlib.suppress(OSError, ValueError), self.process.stdout:
            for line in self.process.stdout:
                self.lines.put(line.decode(errors="replace").strip())
        self.lines.put(None)

    def send(self, line: str) -> None:
        """Send a line to the program."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except OSError as error:
            raise GameError(f"{self.name} has exited") from error

    def next_line(self, awaited: str, seconds: float, deadline: float, stop: threading.Event | None = None) -> str:
        """Wait for the next line until a deadline; raise if the program ends, is late or a stop is requested.

        awaited, seconds: for what the program had how long, for the messages.
        """
        while not (stop and stop.is_set()):
            left = deadline - time.monotonic()
            if left <= 0:
                raise GameError(f"{self.name} did not answer {awaited} within {seconds:g} s")
            try:
                line = self.lines.get(timeout=min(POLL, left))
            except queue.Empty:
                continue
            if line is None:
                raise GameError(f"{self.name} exited before it answered {awaited}")
            return line
        raise GameError("stopped")

    def close(self) -> None:
        """End the program."""
        with contextlib.suppress(GameError):
            self.send("quit")
        with contextlib.suppress(OSError):
            assert self.process.stdin is not None
            self.process.stdin.close()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.listener.join(PATIENCE)


def patience(limit: Limit) -> float:
    """Return how long to wait for a move, in seconds."""
    times = [limit.clock.left] if limit.clock else []
    times += [limit.seconds] if limit.seconds is not None else []
    return min(times) + GRACE_SECONDS if times else MOST_SECONDS


def refuse_missing(command: str, protocol: str) -> None:
    """Raise unless a command names a program that can be started."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise OptionError(f"the command of a {protocol.upper()} program has an unclosed quote: {command!r}") from error
    if not words or shutil.which(words[0]) is None:
        raise OptionError(f"there is no program {words[0] if words else ''!r}; write {protocol}:PROGRAM,seconds=0.1")


programs: dict[tuple[str, int], Program] = {}
"""The programs running in this process, by the player's text and seat."""


def close_programs() -> None:
    """End all programs."""
    while programs:
        programs.popitem()[1].close()


atexit.register(close_programs)
