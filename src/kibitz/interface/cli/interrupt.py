"""Ctrl-C: one is enough, whatever the program is doing.

While a search runs, the first Ctrl-C asks it to stop, and what it has found is printed. Rules that never return and a
compiler at work do not notice it: after a second they are interrupted where they are, and if that does not help the
process ends.

A signal reaches Python code only when the main thread runs some. So the system also writes each signal into a socket
(`signal.set_wakeup_fd`), which a separate thread reads. Code that holds Python's lock for ever, such as a huge power of
a number, keeps that thread waiting too.
"""

import _thread
import contextlib
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from kibitz.fault import PACKAGE, rules_among
from kibitz.interface.terminal import complain

INTERRUPTED = 128 + signal.SIGINT
"""The exit code after a Ctrl-C that left something undone."""
PATIENCE = 1.0
"""Seconds that a search has to stop by itself."""
LAST_PATIENCE = 0.4
"""Seconds that an interrupted rule has to end, before the process is ended."""
ENDING = (signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM))
BUSY = (
    "game.py",
    "state.py",
    str(Path("learning", "fit.py")),
    *(name + os.sep for name in ("checker", "compiler", "search")),
)
DEEP = tuple(PACKAGE + place for place in BUSY)
"""Where time is spent that a Ctrl-C may have to cut short."""
KEEPING = PACKAGE + str(Path("search", "solve", "checkpoint.py"))
"""Where it must not be cut short: hours of work are being written down."""


class Terminated(KeyboardInterrupt):
    """A signal that ends the program, other than Ctrl-C."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


@dataclass
class Activity:
    """What the program is doing, as far as Ctrl-C is concerned."""

    searches: int = 0  # how many have come to an end
    left_behind: bool = False  # a thread may still run rules that never return
    last_words: list[str] = field(default_factory=list)  # printed before the process is ended


activity = Activity()


@contextlib.contextmanager
def stoppable() -> Iterator[threading.Event]:
    """Yield an event that the first Ctrl-C sets; the second one interrupts as usual."""
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = signal.getsignal(signal.SIGINT)

    def handle(number: int, frame: FrameType | None) -> None:
        stop.set()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    signal.signal(signal.SIGINT, handle)
    try:
        yield stop
    finally:
        activity.searches += 1
        signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def terminable() -> Iterator[None]:
    """Raise `Terminated` where the system or a closed terminal would end the program at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def handle(number: int, frame: FrameType | None) -> None:
        raise Terminated(number)

    before = {number: signal.signal(number, handle) for number in ENDING[1:]}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def guarded() -> Iterator[None]:
    """Watch for signals that the main thread does not answer."""
    reader, writer = socket.socketpair()
    writer.setblocking(False)
    before = signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
    threading.Thread(target=watch, args=(reader,), daemon=True).start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        writer.close()


def watch(reader: socket.socket) -> None:
    """Wait for signals, until the other end of the socket is closed."""
    with reader:
        while numbers := reader.recv(64):
            searches = activity.searches
            time.sleep(PATIENCE)
            if numbers[0] not in ENDING or activity.searches != searches or not is_stuck():
                continue
            activity.left_behind = True
            if numbers[0] == signal.SIGINT:
                _thread.interrupt_main()
                time.sleep(LAST_PATIENCE)
            if is_stuck():
                for text in (*activity.last_words, "kibitz: interrupted"):
                    complain(text)
                os._exit(128 + numbers[0])


def is_stuck() -> bool:
    """Return whether the main thread runs rules, compiles or waits for a search, and writes nothing down."""
    frame = sys._current_frames().get(threading.main_thread().ident or 0)
    files: list[str] = []
    while frame is not None:
        files.insert(0, frame.f_code.co_filename)
        frame = frame.f_back
    busy = bool(rules_among(files)) or any(file.startswith(DEEP) for file in files)
    return busy and KEEPING not in files
