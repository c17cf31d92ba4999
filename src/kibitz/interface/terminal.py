"""Output to a terminal: text that is shown and never obeyed, progress of what takes long, warnings on one line.

All that kibitz prints goes through `visible`: names, positions and errors may come from a file that somebody sent.
"""

import contextlib
import re
import sys
import threading
import time
import warnings
from typing import Any

from kibitz.compiler.cache import seconds_before
from kibitz.fault import MOST_QUOTED

COMMANDS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""What a terminal obeys: control characters, except newline and tab, and changes of the writing direction."""
LONG_WORD = re.compile(rf"\S{{{MOST_QUOTED + 10},}}")  # the ten: what stands around a quotation
LONG_QUOTE = re.compile(rf"(?<!\w)(['\"])((?:\\.|(?!\1).){{{MOST_QUOTED + 1},}})\1")
LONGEST_LINE = 1000
"""Characters of an error; the rest is cut off."""
PATIENCE = 2.0
"""Seconds before progress is reported."""
REFRESH = 0.2
SELDOM = 10.0
"""Seconds between two reports where nobody watches: in a log, not a terminal."""


def visible(text: str) -> str:
    r"""Return a text in which what a terminal would obey is written out: \x1b, \u202e. JSON stays the same JSON."""
    return COMMANDS.sub(lambda found: f"\\{'x%02x' if found[0] < ' ' else 'u%04x'}" % ord(found[0]), text)


def one_line(text: str) -> str:
    """Return an error as one line that quotes no more than 200 characters of what was given."""
    line = " ".join(text.split())
    line = LONG_QUOTE.sub(lambda found: f"{found[1]}{found[2][:MOST_QUOTED]}…{found[1]}", line)
    line = LONG_WORD.sub(lambda found: found[0][:MOST_QUOTED] + "…", line)
    return line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + "…"


def say(text: object = "") -> None:
    """Print a text."""
    print(visible(str(text)), flush=True)


def complain(text: str) -> None:
    """Print a text on standard error, if anybody can still read it."""
    with contextlib.suppress(OSError):
        print(visible(text), file=sys.stderr, flush=True)


def compiling(game: str) -> str:
    """Return what is reported while a game is compiled: with how long it took last time, if that is known."""
    before = seconds_before(game)
    return f"compiling {game}" if before is None else f"compiling {game}, which took {before:.0f} s last time"


class Progress:
    """Reports on standard error what is going on, if it takes more than two seconds."""

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
        """Stop reporting, and clear the line."""
        self.done.set()
        self.thread.join()

    def tell(self, text: str) -> None:
        """Change what is reported."""
        self.text = text

    def say(self, text: str) -> None:
        """Print a text above the line of progress."""
        if sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
        say(text)

    def watch(self) -> None:
        """Report from time to time."""
        started = time.monotonic()
        live = sys.stderr.isatty()
        shown = False
        if self.done.wait(PATIENCE):
            return
        while not self.done.is_set():
            line = f"{visible(self.text)} ({time.monotonic() - started:.0f} s, Ctrl-C stops)"
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


def short_warnings() -> None:
    """Show warnings as one line on standard error, each text once."""
    told: set[str] = set()

    def show(message: Any, *_: Any, **__: Any) -> None:
        text = str(message)
        if text not in told:
            told.add(text)
            complain(f"kibitz: note: {one_line(text)}")

    warnings.showwarning = show
    warnings.simplefilter("always")
    warnings.simplefilter("ignore", DeprecationWarning)  # what libraries say to each other
    warnings.filterwarnings("ignore", "overflow encountered in scalar")  # np.uint64 cuts off what does not fit
