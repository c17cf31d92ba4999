"""What a worker does, in whatever process it runs: it makes the work of a job, warms up, and answers units.

Compiling. The first worker of a machine that warms up for a job compiles what it needs and saves it in the cache; the
others wait for it, and then load. Each machine compiles once, however many workers it has.
"""

import contextlib
import hashlib
import json
import os
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

from kibitz.compiler.cache import safe_folder
from kibitz.version import __version__
from kibitz.work.job import Seldom, Unit, Work, work_from

WARMED = "warmed-up"
"""The file that is locked while the first worker warms up, and then names the job."""


class Worker:
    """The work of a job, in the process of a worker."""

    def __init__(self, maker: str, data: dict[str, Any]) -> None:
        self.name = hashlib.sha256(json.dumps([__version__, maker, data], sort_keys=True).encode()).hexdigest()
        self.work: Work = work_from(maker, data)
        self.warm = False

    def answer(self, unit: Unit, seen: Callable[[Any], None]) -> Any:
        """Return the answer to a unit."""
        if not self.warm:
            with first_alone(self.name):
                self.work.warm_up(unit)
            self.warm = True
        return self.work.run(unit, threading.Event(), Seldom(seen))


@contextlib.contextmanager
def first_alone(name: str) -> Iterator[None]:
    """Let the first process of this machine that comes with a name finish before any other with this name begins."""
    folder = safe_folder()
    if folder is None or sys.platform == "win32":
        yield
        return
    import fcntl

    with contextlib.ExitStack() as held:
        try:
            handle = os.open(folder / WARMED, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:  # nothing can be saved there, so there is nothing to wait for
            yield
            return
        held.callback(os.close, handle)
        fcntl.flock(handle, fcntl.LOCK_EX)
        if os.pread(handle, len(name), 0) == name.encode():
            fcntl.flock(handle, fcntl.LOCK_UN)
            yield
            return
        yield
        os.pwrite(handle, name.encode(), 0)
