"""A running program that speaks UCI, seen from this side.

It is started once and plays game after game. One that dies or is silent beyond its time is closed, and started anew
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
"""How long a program may take to start, and to be ready."""
PATIENCE = 1.0
"""How long it may take to leave; then it is killed."""
POLL = 0.05
"""How often a stop is looked for while a program thinks, in seconds."""


class Program:
    """A running program that speaks UCI."""

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
        self.owner: object = None  # the player that it plays for in this game
        self.known: dict[str, str] = {}  # its options, by their names in small letters
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
        """Put what the program says in line; None when it has ended."""
        assert self.process.stdout is not None
        with contextlib.suppress(OSError, ValueError), self.process.stdout:
            for line in self.process.stdout:
                self.lines.put(line.decode(errors="replace").strip())
        self.lines.put(None)

    def note_option(self, line: str) -> None:
        """Note an option that the program tells of."""
        if line.startswith("option name "):
            name = line.removeprefix("option name ").partition(" type ")[0]
            self.known[name.lower()] = name

    def send(self, line: str) -> None:
        """Say a line to the program."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except OSError as error:
            raise GameError(f"{self.name} has ended") from error

    def wait_for(
        self,
        word: str,
        seconds: float,
        stop: threading.Event | None = None,
        hear: Callable[[str], None] = lambda line: None,
    ) -> list[str]:
        """Wait for a line that begins with a word, and give its words."""
        deadline = time.monotonic() + seconds
        while not (stop and stop.is_set()):
            left = deadline - time.monotonic()
            if left <= 0:
                raise GameError(f"{self.name} did not say {word} within {seconds:g} s")
            try:
                line = self.lines.get(timeout=min(POLL, left))
            except queue.Empty:
                continue
            if line is None:
                raise GameError(f"{self.name} has ended before it said {word}")
            if line.split()[:1] == [word]:
                return line.split()
            hear(line)
        raise GameError("stopped")

    def begin(self, owner: object, chess960: bool) -> None:
        """Begin a new game, unless this player's game is being played."""
        if self.owner is owner:
            return
        if "uci_chess960" in self.known:
            self.send(f"setoption name {self.known['uci_chess960']} value {str(chess960).lower()}")
        self.send("ucinewgame")
        self.send("isready")
        self.wait_for("readyok", START_SECONDS)
        self.owner = owner

    def close(self) -> None:
        """End it."""
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
"""Those that run in this process, by the player's text and seat."""


def close_programs() -> None:
    """End all of them."""
    while programs:
        programs.popitem()[1].close()


atexit.register(close_programs)
