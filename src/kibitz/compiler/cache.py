"""Compiled searches on disk.

    a file    sha256 of the rest (32 bytes), a line of JSON with the names below, an object file of machine code

    {"function": the search's name in the machine code, "is_float": whether it returns a float,
     "faults": the errors that it can raise, "tables": the names of the large tables that it reads}

Machine code runs with the rights of whoever loads it, and a checksum proves only that a file is complete: anyone can
compute one. So a file is loaded only if it and its folder belong to the user or to root and nobody else can write to
them (`files`).
"""

import contextlib
import hashlib
import json
import os
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kibitz.errors import PlainSpeed
from kibitz.files import cache_folder, make_private, read_private, remove_stale, replacing, why_unsafe

CACHE_BYTES = 256 << 20
"""The largest size of the cache; the least recently used files are deleted first."""
CHECKSUM = 32
TIMES = "compile-seconds.json"

told: set[str] = set()
"""The warnings that have been issued."""


def load_kernel(name: str) -> tuple[dict[str, Any], bytes] | None:
    """Return the search saved under a name, its head and its code; None if none is intact and can be trusted."""
    folder = safe_folder()
    if folder is None:
        return None
    file = folder / f"{name}.kernel"
    try:
        data = read_private(file)
        with contextlib.suppress(OSError):
            os.utime(file)
    except OSError as error:
        warn(f"ignoring {file}: {error.strerror}")
        return None
    if data is None or hashlib.sha256(data[CHECKSUM:]).digest() != data[:CHECKSUM]:
        return None
    head, _, code = data[CHECKSUM:].partition(b"\n")
    return json.loads(head), code


def save_kernel(name: str, head: dict[str, Any], code: bytes) -> None:
    """Save a compiled search under a name, completely or not at all."""
    folder = safe_folder()
    if folder is None:
        return
    body = json.dumps(head).encode() + b"\n" + code
    try:
        with replacing(folder / f"{name}.kernel") as file:
            file.write(hashlib.sha256(body).digest() + body)
        trim(folder)
    except OSError as error:
        warn(f"cannot save compiled rules in {folder}: {error.strerror}")


def kernel_files(names: Iterable[str]) -> dict[str, bytes]:
    """Return the files of compiled searches, by name; those that are not saved are left out."""
    folder = safe_folder()
    found: dict[str, bytes] = {}
    if folder is not None:
        for name in names:
            with contextlib.suppress(OSError):
                if data := read_private(folder / f"{name}.kernel"):
                    found[name] = data
    return found


def keep_file(name: str, data: bytes) -> None:
    """Put the file of a compiled search from another machine into the cache, unless there is one."""
    folder = safe_folder()
    if folder is not None and not (folder / f"{name}.kernel").exists():
        with contextlib.suppress(OSError), replacing(folder / f"{name}.kernel") as file:
            file.write(data)


def note_seconds(game: str, seconds: float) -> None:
    """Remember how long a search of a game took to compile."""
    folder = safe_folder()
    if folder is not None:
        with contextlib.suppress(OSError), replacing(folder / TIMES) as file:
            file.write(json.dumps({**times(folder), game: round(seconds, 1)}).encode())


def seconds_before(game: str) -> float | None:
    """Return how long a search of a game took to compile last time; None if that is not known."""
    try:
        return times(cache_folder()).get(game)
    except RuntimeError:  # the user has no home folder
        return None


def times(folder: Path) -> dict[str, float]:
    """Return how long searches took to compile, by game."""
    try:
        found: dict[str, float] = json.loads((folder / TIMES).read_text())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def safe_folder() -> Path | None:
    """Return the folder of the cache, created if missing; None, with a warning, if others could put files there."""
    try:
        folder = cache_folder()
        make_private(folder)
        reason = why_unsafe(folder)
        if reason is None:
            remove_stale(folder)
            return folder
    except OSError as error:
        reason = f"{error.strerror}: {error.filename}"
    except RuntimeError as error:  # the user has no home folder
        reason = str(error).rstrip(".")
    warn(f"cannot save compiled rules, so every run recompiles them: {reason}; set KIBITZ_CACHE to another folder")
    return None


def trim(folder: Path) -> None:
    """Delete the least recently used files until the cache is no larger than `CACHE_BYTES`."""
    total = 0
    for file in sorted(folder.glob("*.kernel"), key=lambda file: file.stat().st_mtime, reverse=True):
        total += file.stat().st_size
        if total > CACHE_BYTES:
            file.unlink(missing_ok=True)


def warn(text: str) -> None:
    """Issue a warning about speed, once for each text."""
    if text not in told:
        told.add(text)
        warnings.warn(text, PlainSpeed, stacklevel=3)
