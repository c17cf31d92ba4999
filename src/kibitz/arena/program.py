"""A running UCI program, as its host sees it.

It is started once and plays game after game. A program that dies or does not answer in time is closed, and restarted
for the next game.
"""

import atexit
import contextlib
import queue
import subprocess
import threading
import time
from collections.abc import Callable, Sequence

from kibitz.errors import GameError, OptionError, did_you_mean

START_SECONDS = 30.0
"""Seconds a program may take to start, and to be ready."""
PATIENCE = 1.0
"""Seconds it may take to quit before it is killed."""
POLL = 0.05
"""Seconds between checks for a stop while a program thinks."""


class Program:
    """A running UCI program."""

    def __init__(self, command: Sequence[str], options: dict[str, str]) -> None:
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
        self.known: dict[str, str] = {}  # its options, by their names in lower case
        try:
            self.send("uci")
            self.wait_for("uciok", START_SECONDS, hear=self.note_option)
            for name, value in options.items():
                if name.lower() not in self.known:
                    raise OptionError(f"{self.name} has no option {name!r}{did_you_mean(name, self.known.values())}")
                self.send(f"setoption name {self.known[name.lower()]} value {value}")
            self.send("isready")
            self.wait_for("readyok", START_SECONDS)
        except BaseException:
            self.close()
            raise

    def listen(self) -> None:
        """Queue what the program writes; None when it has ended."""
        assert self.process.stdout is not None
        with contextlib.suppress(OSError, ValueError), self.process.stdout:
            for line in self.process.stdout:
                self.lines.put(line.decode(errors="replace").strip())
        self.lines.put(None)

    def note_option(self, line: str) -> None:
        """Record an option that the program announces."""
        if line.startswith("option name "):
            name = line.removeprefix("option name ").partition(" type ")[0]
            self.known[name.lower()] = name

    def send(self, line: str) -> None:
        """Send a line to the program."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except OSError as error:
            raise GameError(f"{self.name} has exited") from error

    def wait_for(
        self,
        word: str,
        seconds: float,
        stop: threading.Event | None = None,
        hear: Callable[[str], None] = lambda line: None,
    ) -> list[str]:
        """Wait for a line that begins with this word, and return its words."""
        deadline = time.monotonic() + seconds
        while not (stop and stop.is_set()):
            left = deadline - time.monotonic()
            if left <= 0:
                raise GameError(f"{self.name} did not answer {word} within {seconds:g} s")
            try:
                line = self.lines.get(timeout=min(POLL, left))
            except queue.Empty:
                continue
            if line is None:
                raise GameError(f"{self.name} exited before it answered {word}")
            if line.split()[:1] == [word]:
                return line.split()
            hear(line)
        raise GameError("stopped")

    def begin(self, owner: object, chess960: bool) -> None:
        """Start a new game, unless this player's game is in progress."""
        if self.owner is owner:
            return
        if "uci_chess960" in self.known:
            self.send(f"setoption name {self.known['uci_chess960']} value {str(chess960).lower()}")
        self.send("ucinewgame")
        self.send("isready")
        self.wait_for("readyok", START_SECONDS)
        self.owner = owner

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


programs: dict[tuple[str, int], Program] = {}
"""The programs running in this process, by the player's text and seat."""


def close_programs() -> None:
    """End all programs."""
    while programs:
        programs.popitem()[1].close()


atexit.register(close_programs)
