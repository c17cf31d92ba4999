"""Manners in a terminal: a word about what takes long, Ctrl-C that keeps what was found, warnings in one line."""

import contextlib
import signal
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from types import FrameType
from typing import Any

INTERRUPTED = 130
"""The exit code after a Ctrl-C that left something undone."""
PATIENCE = 2.0
"""Seconds before a word about progress."""
REFRESH = 0.2
SELDOM = 10.0
"""Seconds between two words where nobody watches: a log, not a terminal."""


class Progress:
    """Says on standard error what is going on, if it takes more than two seconds."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)

    def __enter__(self) -> "Progress":
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Say no more, and leave the line as it was."""
        self.done.set()
        self.thread.join()

    def tell(self, text: str) -> None:
        """Change what is said."""
        self.text = text

    def watch(self) -> None:
        """Say the newest word, now and then."""
        started = time.monotonic()
        live = sys.stderr.isatty()
        shown = False
        if self.done.wait(PATIENCE):
            return
        while not self.done.is_set():
            line = f"{self.text} ({time.monotonic() - started:.0f} s, Ctrl-C stops)"
            if live:
                sys.stderr.write(f"\r\x1b[K{line}")
            else:
                sys.stderr.write(line + "\n")
            sys.stderr.flush()
            shown = True
            self.done.wait(REFRESH if live else SELDOM)
        if live and shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


@contextlib.contextmanager
def stoppable() -> Iterator[threading.Event]:
    """Give an event that the first Ctrl-C sets; the second one interrupts as usual."""
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
        signal.signal(signal.SIGINT, before)


def short_warnings() -> None:
    """Show warnings as one line on standard error, each text once."""
    told: set[str] = set()

    def show(message: Any, *_: Any, **__: Any) -> None:
        text = str(message)
        if text not in told:
            told.add(text)
            print(f"kibitz: note: {text}", file=sys.stderr)

    warnings.showwarning = show
    warnings.simplefilter("always")
    warnings.simplefilter("ignore", DeprecationWarning)  # what libraries say to each other


def count(number: float) -> str:
    """Write a large number for people: 12.3 million."""
    for size, word in ((1e9, "billion"), (1e6, "million"), (1e3, "thousand")):
        if number >= size:
            return f"{number / size:.3g} {word}"
    return f"{number:.0f}"
