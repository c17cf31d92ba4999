"""A table on disk, so that a long run can be killed and go on later.

    a file    one line of JSON that says what it is and whose table, the table's words, sha256 of all that (32 bytes)

A file is replaced whole or not at all. Entries that a thread was writing while the table was copied do not fit
together, and count as empty.
"""

import hashlib
import json
import os
import tempfile
import threading
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.errors import OptionError
from kibitz.kernel import Desk
from kibitz.search.table import BUCKETS, HEAD, MOST_BUCKETS, WORDS, used_words

SECONDS = float(os.environ.get("KIBITZ_SOLVE_SECONDS", 30.0))
"""How often a table is saved; tests are less patient."""
CHECKSUM = 32
MARK = b'{"kibitz": "checkpoint"'
"""How the file begins: no other is ever replaced or removed."""


class Checkpoint:
    """Saves a table every half minute while a run lasts; the first time, too, after half a minute."""

    def __init__(self, path: Path, owner: dict[str, Any], table: Desk, known: Callable[[], dict[str, Any]]) -> None:
        self.path, self.owner, self.table, self.known = path, owner, table, known
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def __enter__(self) -> "Checkpoint":
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.done.set()
        self.thread.join()

    def run(self) -> None:
        """Save now and then."""
        while not self.done.wait(SECONDS):
            self.save()

    def save(self) -> None:
        """Write the table, whole or not at all; where that is impossible, say so, and the run goes on."""
        words = np.array(self.table[: used_words(self.table)], np.int64)
        head = MARK + b", " + json.dumps({**self.owner, **self.known()}).encode()[1:] + b"\n"
        check = hashlib.sha256(head)
        check.update(words.data)
        part: Path | None = None
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self.path.parent, suffix=".part", delete=False) as file:
                part = Path(file.name)
                file.write(head)
                file.write(words.data)
                file.write(check.digest())
            part.replace(self.path)
        except OSError as error:
            if part:
                part.unlink(missing_ok=True)
            warnings.warn(f"cannot write {self.path}: {error.strerror}; the run is not kept", stacklevel=2)


def read(path: Path) -> bytes | None:
    """Read a checkpoint, even a damaged one; None if there is no file."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise OptionError(f"cannot read {path}: {error.strerror}") from error
    if not data.startswith(MARK):
        raise OptionError(f"{path} is not a checkpoint of kibitz: it is left alone; name another, or remove it")
    return data


def discard(path: Path) -> None:
    """Remove a checkpoint, if there is one."""
    if read(path) is not None:
        path.unlink()


def restore(path: Path, owner: dict[str, Any], table: Desk) -> dict[str, Any] | None:
    """Fill a table from a file and give what else was known; None if there is no file, or one of no use."""
    data = read(path)
    if data is None:
        return None
    head, _, rest = data[:-CHECKSUM].partition(b"\n")
    if hashlib.sha256(data[:-CHECKSUM]).digest() != data[-CHECKSUM:]:
        return None
    known: dict[str, Any] = json.loads(head)
    del known["kibitz"]
    if any(known.get(name) != value for name, value in owner.items()):
        whose = {name: known.get(name) for name in owner}
        raise OptionError(f"{path} is of another run: {whose}")
    words = np.frombuffer(rest, np.int64)
    if len(words) <= HEAD or len(words) != used_words(words) or words[WORDS] != table[WORDS]:  # of another layout
        return None
    if words[BUCKETS] > table[MOST_BUCKETS]:
        needed = used_words(words) * 8 >> 20
        raise OptionError(f"{path} needs a table of {needed} MB; give --table {needed} or more")
    most = table[MOST_BUCKETS]
    table[: len(words)] = words if isinstance(table, np.ndarray) else words.tolist()
    table[MOST_BUCKETS] = most
    return known
