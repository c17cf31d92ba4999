"""A table saved on disk, so that an interrupted run can be resumed.

    a file    one line of JSON that identifies the table, the table's words, the SHA-256 of both (32 bytes)

A file is replaced completely or not at all. Entries that a thread was writing while the table was copied do not match,
and count as empty. A file that is damaged, or has another layout, is not used, and a warning says so.
"""

import hashlib
import json
import os
import threading
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.compiler.plain import Desk
from kibitz.errors import KibitzWarning, OptionError
from kibitz.files import make_private, remove_stale, replacing
from kibitz.search.engine.table import (
    BUCKET_WORDS,
    BUCKETS,
    FIRST,
    HEAD,
    MOST_BUCKETS,
    WIDE_BUCKET_WORDS,
    WORDS,
    used_words,
)

SECONDS = float(os.environ.get("KIBITZ_SOLVE_SECONDS", 30.0))
"""Seconds between saves; tests use fewer."""
CHECKSUM = 32
MARK = b'{"kibitz": "checkpoint"'
"""How the file begins: files that begin otherwise are never replaced or removed."""


class WiderTable(Exception):
    """A checkpoint has scores that do not fit this table."""


class Checkpoint:
    """Saves a table every half minute during a run."""

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
        """Save at regular intervals."""
        while not self.done.wait(SECONDS):
            self.save()

    def save(self) -> None:
        """Write the table completely or not at all; if that fails, warn, and the run continues."""
        words = np.array(self.table[: used_words(self.table)], np.int64)
        head = MARK + b", " + json.dumps({**self.owner, **self.known()}).encode()[1:] + b"\n"
        check = hashlib.sha256(head)
        check.update(words.data)
        try:
            make_private(self.path.parent)
            with replacing(self.path) as file:
                file.write(head)
                file.write(words.data)
                file.write(check.digest())
        except OSError as error:
            warnings.warn(
                f"cannot write {self.path}: {error.strerror}; the run cannot be resumed", KibitzWarning, stacklevel=2
            )


def is_checkpoint(path: Path) -> bool:
    """Return whether there is a checkpoint, even a damaged one; raise if the file is something else."""
    try:
        with path.open("rb") as file:
            mark = file.read(len(MARK))
    except FileNotFoundError:
        return False
    except OSError as error:
        raise OptionError(f"cannot read {path}: {error.strerror}") from error
    if mark != MARK:
        raise OptionError(f"{path} is not a kibitz checkpoint and was left alone; name another file, or remove it")
    return True


def discard(path: Path) -> None:
    """Remove a checkpoint, if there is one."""
    if is_checkpoint(path):
        path.unlink()


def restore(path: Path, owner: dict[str, Any], table: Desk) -> dict[str, Any] | None:
    """Fill a table from a file and return what else was known; None if there is no usable file."""
    remove_stale(path.parent, path.name)
    if not is_checkpoint(path):
        return None
    data = path.read_bytes()
    body, checksum = data[:-CHECKSUM], data[-CHECKSUM:]
    head, _, rest = body.partition(b"\n")
    known = known_in(head) if hashlib.sha256(body).digest() == checksum else None
    if known is None or len(rest) % 8 or len(rest) < 8 * HEAD:
        warnings.warn(f"the checkpoint {path} is damaged: starting over", KibitzWarning, stacklevel=2)
        return None
    other = [f"{name} {known.get(name)}" for name, value in owner.items() if known.get(name) != value]
    if other:
        raise OptionError(f"{path} belongs to another run ({', '.join(other)}); --fresh starts over and replaces it")
    words = np.frombuffer(rest, np.int64)
    buckets = int(words[BUCKETS])
    is_known = words[WORDS] in (BUCKET_WORDS, WIDE_BUCKET_WORDS)
    if buckets < 1 or buckets & buckets - 1 or not is_known or len(words) != used_words(words):
        warnings.warn(
            f"the checkpoint {path} is from another version of kibitz: starting over", KibitzWarning, stacklevel=2
        )
        return None
    if words[WORDS] > table[WORDS]:
        raise WiderTable
    if buckets > table[MOST_BUCKETS]:
        needed = -(-used_words(words) * 8 >> 20)
        raise OptionError(f"{path} needs a table of {needed} MB; use --table {needed} or more")
    own = {place: table[place] for place in (MOST_BUCKETS, FIRST)}
    table[: len(words)] = words if isinstance(table, np.ndarray) else words.tolist()
    for place, value in own.items():
        table[place] = value
    return known


def known_in(head: bytes) -> dict[str, Any] | None:
    """Return what a checkpoint's first line contains; None if it is damaged."""
    try:
        known: dict[str, Any] = json.loads(head)
    except ValueError:
        return None
    del known["kibitz"]
    numbers = [known[name] for name in ("low", "high", "nodes") if name in known]
    return known if all(type(number) is int and abs(number) < 1 << 63 for number in numbers) else None
