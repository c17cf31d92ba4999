"""The store of a match or tournament: one SQLite file with its games, in which nothing is lost and nothing is twice.

Law. A game counts once it is committed, which takes at most `COMMIT_SECONDS`; whatever ends the process, all committed
games are there and no other, each once. One process writes, any number read meanwhile (WAL). The file of another run
is refused, and left as it is.
"""

import contextlib
import json
import os
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Generic

from kibitz.arena.played import G
from kibitz.arena.schedule import Schedule
from kibitz.arena.tables import (
    APPLICATION,
    FREE,
    TABLES,
    VERSION,
    connect,
    event_in,
    games_in,
    has_no_tables,
    insert,
    readable,
    reading,
    refuse_other,
    schedule_from,
    schedule_in,
    sentence,
    texts,
    told,
)
from kibitz.errors import OptionError
from kibitz.files import lock
from kibitz.record import as_json

COMMIT_SECONDS = 0.2
"""How long a finished game may wait for others, to be committed with them."""
LOOK_SECONDS = 0.05
"""How long to wait for somebody who only looks whether a run goes on."""


class Store(Generic[G]):
    """The store of a run, open for writing; `games` are those it has, by number."""

    def __init__(
        self, path: Path, event: dict[str, Any], contestants: list[tuple[str, str]], read: Callable[[Any], G]
    ) -> None:
        """Open the store of a run, or create it.

        event: what identifies the run; what `FREE` lists may change from one run to the next.
        contestants: their names and players.
        read: reads a game from its JSON object.
        """
        self.path: Path = path
        self.games: dict[int, G] = {}
        self.mutex: threading.Lock = threading.Lock()
        self.pending: bool = False  # something was added since the last commit
        self.failed: str = ""  # why it could not be committed
        self.closing: threading.Event = threading.Event()
        self.closers: contextlib.ExitStack = contextlib.ExitStack()
        event = as_json(event)
        with contextlib.ExitStack() as undo:
            undo.callback(self.closers.close)
            self.closers.enter_context(only_writer(path))
            with told(path):
                if is_new := has_no_tables(path):
                    self.schedule: Schedule = schedule_from(event)
                else:
                    self.read(event, read)
                self.data = self.closers.enter_context(contextlib.closing(connect(path, "rwc")))
                self.prepare(is_new, event, as_json(contestants))
            undo.pop_all()
        self.committer = threading.Thread(target=self.commit_now_and_then, daemon=True)
        self.committer.start()

    def __enter__(self) -> "Store[G]":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            self.close()
        except OptionError:
            if error is None:
                raise

    def read(self, event: dict[str, Any], read: Callable[[Any], G]) -> None:
        """Read the games of a store; refuse one that does not belong to this run, without having changed anything."""
        with reading(self.path) as data:
            self.schedule = schedule_in(data)
            refuse_other(event_in(data), event, self.path)
            for game in games_in(data, self.schedule):
                self.games[game["number"]] = readable(self.path, game, read)

    def prepare(self, is_new: bool, event: dict[str, Any], contestants: list[tuple[str, str]]) -> None:
        """Create the tables of a new store, and note what differs from the last run in an old one."""
        self.data.execute("PRAGMA journal_mode = WAL")
        if is_new:
            with contextlib.closing(self.data.cursor()) as cursor:
                cursor.executescript(
                    f"BEGIN; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}; {TABLES}"
                )
                cursor.executemany("INSERT INTO event VALUES (?, ?)", texts(event))
                rows = ((number, name, player) for number, (name, player) in enumerate(contestants))
                cursor.executemany("INSERT INTO contestant VALUES (?, ?, ?)", rows)
                cursor.execute("COMMIT")
        self.data.execute("BEGIN")
        self.data.executemany("REPLACE INTO event VALUES (?, ?)", texts({name: event.get(name) for name in FREE}))
        self.data.execute("DELETE FROM live")
        self.data.execute("COMMIT")

    def add(self, game: G, data: dict[str, Any] | None = None) -> None:
        """Add a game, which is committed soon; raise if an earlier one could not be.

        data: the same game as a JSON object, if it is at hand.
        """
        data = as_json(game.to_json()) if data is None else data
        with self.writing():
            self.begin()
            insert(self.data, [data], self.schedule)
        self.games[game.number] = game

    def show(self, standing: dict[str, Any], slot: int) -> None:
        """Show a game under way to whoever watches; if that fails, the next game cannot be added either."""
        with contextlib.suppress(OptionError), self.writing():
            self.begin()
            self.data.execute("REPLACE INTO live VALUES (?, ?, ?)", (slot, time.time(), json.dumps(standing)))

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """Keep others from writing; after a failure undo what is not committed, and raise that failure from then on.

        SQLite itself undoes the whole transaction when the disk is full, so what comes after must not look complete.
        """
        with self.mutex:
            if self.failed:
                raise OptionError(self.failed)
            try:
                yield
            except BaseException as error:
                with contextlib.suppress(sqlite3.Error):
                    if self.data.in_transaction:
                        self.data.execute("ROLLBACK")
                self.pending = False
                if isinstance(error, sqlite3.Error):
                    self.failed = sentence(self.path, "write", error)
                    raise OptionError(self.failed) from error
                raise

    def note(self, name: str, value: Any) -> None:
        """Write down something about the run that may change."""
        with self.writing():
            self.begin()
            self.data.executemany("REPLACE INTO event VALUES (?, ?)", texts({name: value}))

    def begin(self) -> None:
        """Begin a transaction, unless one is open."""
        if not self.data.in_transaction:
            self.data.execute("BEGIN IMMEDIATE")
        self.pending = True

    def commit(self) -> None:
        """Write what was added to the disk."""
        with self.writing():
            if self.pending:
                self.data.execute("COMMIT")
                self.pending = False

    def commit_now_and_then(self) -> None:
        """Commit several times a second while there is something to commit."""
        with contextlib.suppress(OptionError):  # which whoever adds the next game is told
            while not self.closing.wait(COMMIT_SECONDS):
                self.commit()

    def close(self) -> None:
        """Commit what was added, and close the file, which is a single one then."""
        self.closing.set()
        self.committer.join()
        try:
            self.commit()
            with contextlib.suppress(sqlite3.Error):
                self.data.execute("DELETE FROM live")
        finally:
            with contextlib.suppress(sqlite3.Error):
                if self.data.in_transaction:
                    self.data.execute("ROLLBACK")
                self.data.execute("PRAGMA wal_checkpoint")  # all games are in the file itself, even while others read
                self.data.execute("PRAGMA journal_mode = DELETE")  # not while others read
            self.closers.close()


@contextlib.contextmanager
def only_writer(path: Path) -> Iterator[None]:
    """Keep every other process from writing to a store, by a lock on a file beside it."""
    beside = lock_of(path)
    while True:
        try:
            if path.is_dir():
                raise OptionError(f"cannot write {path}: it is a folder")
            if path.exists() and not path.is_file():
                raise OptionError(f"cannot write {path}: it is not a regular file")
            handle = os.open(beside, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise OptionError(f"cannot write {path}: {error.strerror}") from error
        if not lock(handle, wait=False):
            time.sleep(LOOK_SECONDS)
            if not lock(handle, wait=False):
                os.close(handle)
                raise OptionError(f"{path} is being written by another run that is still going on")
        if sys.platform == "win32" or os.fstat(handle).st_nlink:
            break
        os.close(handle)  # another process removed it before it was locked
    try:
        yield
    finally:
        if sys.platform != "win32":
            beside.unlink(missing_ok=True)
        os.close(handle)


def is_written(path: Path) -> bool | None:
    """Return whether a run is writing to a store; None if that cannot be known."""
    if sys.platform == "win32":
        return None
    try:
        handle = os.open(lock_of(path), os.O_RDONLY)
    except FileNotFoundError:
        return False
    except OSError:
        return None
    try:
        return not lock(handle, wait=False)
    finally:
        os.close(handle)


def lock_of(path: Path) -> Path:
    """Return the file beside a store that its writer holds a lock on."""
    real = Path(os.path.realpath(path))
    return real.with_name(real.name + ".lock")
