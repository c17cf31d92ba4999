"""Stores, as tests look at them and spoil them."""

import contextlib
import json
import shutil
import sqlite3
from pathlib import Path

from kibitz.arena import lines
from kibitz.arena.tables import connect


def games_in(path):
    """Return the games of a store as JSON objects, by number, with their times."""
    return [json.loads(line) for line in lines.lines_of(Path(path), times=True)][1:]


def stored(path):
    """Return how many games a store has, while it is being written too; 0 before it is created."""
    with contextlib.suppress(sqlite3.Error), contextlib.closing(connect(Path(path), "ro")) as data:
        return data.execute("SELECT count(*) FROM game").fetchone()[0]
    return 0


def change(path, command, *values):
    """Edit a store with SQL."""
    with contextlib.closing(sqlite3.connect(path)) as data, data:
        data.execute(command, values)


def beside(path):
    """Return the names of the files that belong to a store: itself, and what SQLite and its writer keep beside it."""
    return sorted(file.name for file in Path(path).parent.glob(f"{Path(path).name}*"))


def copied(path, folder):
    """Copy a store as it lies on the disk, with what is not yet in its main file; return the copy."""
    folder.mkdir()
    for end in ("", "-wal", "-journal"):
        with contextlib.suppress(FileNotFoundError):
            shutil.copy(f"{path}{end}", folder)
    return folder / Path(path).name
