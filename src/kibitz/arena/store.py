"""The store of a match or tournament: one SQLite file with its games, in which nothing is lost and nothing is twice.

    event        name, value             what identifies the run, as JSON: game, players, pairings, seed, openings, …
    contestant   number, name, player    who takes part: the name in tables, and the player as text
    game         number, opening, …      the games that have ended, as in `played`; lists are JSON
    seat         game, player,           who played for whom in a game, and what it was worth to them (`schedule`)
                 contestant, worth
    live         slot, seen, data        games under way, for whoever watches; means nothing after the run

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
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Generic

from kibitz.arena.played import G
from kibitz.arena.schedule import Schedule, schedule_of
from kibitz.errors import OptionError
from kibitz.files import lock

APPLICATION, VERSION = 0x4B626974, 1  # "Kbit"
COMMIT_SECONDS = 0.2
"""How long a finished game may wait for others, to be committed with them."""
LIVE_SECONDS = 10.0
"""A game under way that was not seen for this long has ended, or its worker has."""
BUSY_SECONDS = 30.0
"""How long to wait for another process that holds the file."""
FREE = ("games", "started", "jobs", "on")
"""What may differ between two runs of the same event."""
LISTS = ("opening", "moves", "notes", "points", "seconds", "longest")
TIMES = ("seconds", "longest")
TABLES = """
CREATE TABLE event (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE contestant (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, player TEXT NOT NULL);
CREATE TABLE game (number INTEGER PRIMARY KEY, opening TEXT NOT NULL, moves TEXT NOT NULL, plies INTEGER NOT NULL,
    result TEXT NOT NULL, reason TEXT NOT NULL, score REAL, points TEXT NOT NULL, notes TEXT NOT NULL,
    loser INTEGER, seconds TEXT NOT NULL, longest TEXT NOT NULL);
CREATE TABLE seat (game INTEGER NOT NULL, player INTEGER NOT NULL, contestant INTEGER NOT NULL, worth REAL,
    PRIMARY KEY (game, player)) WITHOUT ROWID;
CREATE INDEX seat_of_contestant ON seat (contestant, game);
CREATE TABLE live (slot INTEGER PRIMARY KEY, seen REAL NOT NULL, data TEXT NOT NULL);
"""


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
        with contextlib.ExitStack() as undo:
            undo.callback(self.closers.close)
            self.closers.enter_context(only_writer(path))
            with told(path):
                self.data = self.closers.enter_context(contextlib.closing(connect(path, "rwc")))
                self.schedule = self.prepare(json.loads(json.dumps(event)), contestants)
                for game in games_in(self.data, self.schedule):
                    self.games[game["number"]] = readable(path, game, read)
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

    def prepare(self, event: dict[str, Any], contestants: list[tuple[str, str]]) -> Schedule:
        """Create the tables of a new store, or check that an old one belongs to this run."""
        if self.data.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0:
            self.data.execute("PRAGMA journal_mode = WAL")
            with contextlib.closing(self.data.cursor()) as cursor:
                cursor.executescript(
                    f"BEGIN; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}; {TABLES}"
                )
                cursor.executemany("INSERT INTO event VALUES (?, ?)", texts(event))
                rows = ((number, name, player) for number, (name, player) in enumerate(contestants))
                cursor.executemany("INSERT INTO contestant VALUES (?, ?, ?)", rows)
                cursor.execute("COMMIT")
        else:
            self.data.execute("PRAGMA journal_mode = WAL")
        refuse_foreign(self.data, self.path)
        refuse_other(event_in(self.data), event, self.path)
        self.data.execute("BEGIN")
        self.data.executemany("REPLACE INTO event VALUES (?, ?)", texts({name: event.get(name) for name in FREE}))
        self.data.execute("DELETE FROM live")
        self.data.execute("COMMIT")
        return schedule_in(self.data)

    def add(self, game: G) -> None:
        """Add a game, which is committed soon; raise if an earlier one could not be."""
        data = json.loads(json.dumps(game.to_json()))
        with self.mutex:
            self.raise_failed()
            with told(self.path):
                self.begin()
                insert(self.data, [data], self.schedule)
        self.games[game.number] = game

    def show(self, standing: dict[str, Any], slot: int) -> None:
        """Show a game under way to whoever watches."""
        with self.mutex, contextlib.suppress(sqlite3.Error):  # the games matter more
            self.begin()
            self.data.execute("REPLACE INTO live VALUES (?, ?, ?)", (slot, time.time(), json.dumps(standing)))

    def begin(self) -> None:
        """Begin a transaction, unless one is open."""
        if not self.data.in_transaction:
            self.data.execute("BEGIN IMMEDIATE")
        self.pending = True

    def commit(self) -> None:
        """Write what was added to the disk."""
        with self.mutex:
            self.raise_failed()
            if self.pending:
                with told(self.path):
                    self.data.execute("COMMIT")
                self.pending = False

    def raise_failed(self) -> None:
        """Raise the error that kept the store from being written."""
        if self.failed:
            raise OptionError(self.failed)

    def commit_now_and_then(self) -> None:
        """Commit several times a second while there is something to commit."""
        while not self.closing.wait(COMMIT_SECONDS):
            try:
                self.commit()
            except OptionError as error:
                self.failed = str(error)
                return

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
                self.data.execute("PRAGMA journal_mode = DELETE")  # not while others read
            self.closers.close()


# Reading


@contextlib.contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a store to read it, even while a run writes to it."""
    if not path.is_file():
        raise OptionError(f"cannot read {path}: there is no such file")
    with told(path, "read"), contextlib.closing(connect(path, "ro")) as data:
        refuse_foreign(data, path)
        yield data


def event_in(data: sqlite3.Connection) -> dict[str, Any]:
    """Return what identifies the run of a store."""
    return {name: json.loads(value) for name, value in data.execute("SELECT name, value FROM event")}


def names_in(data: sqlite3.Connection) -> list[str]:
    """Return the names of the contestants."""
    return [name for (name,) in data.execute("SELECT name FROM contestant ORDER BY number")]


def schedule_in(data: sqlite3.Connection) -> Schedule:
    """Return the schedule of a store."""
    event = event_in(data)
    return schedule_of(event["seats"], event["teams"], len(event["players"]), event.get("pairings"))


def games_in(
    data: sqlite3.Connection, schedule: Schedule, where: str = "TRUE", values: Iterable[Any] = ()
) -> Iterator[dict[str, Any]]:
    """Yield the games of a store as JSON objects, by number."""
    columns = "number, opening, moves, result, reason, score, points, notes, loser, seconds, longest"
    cursor = data.execute(f"SELECT {columns} FROM game WHERE {where} ORDER BY number", tuple(values))
    names = columns.split(", ")
    for row in cursor:
        game = dict(zip(names, row, strict=True))
        for name in LISTS:
            game[name] = json.loads(game[name])
        yield schedule.named(game)


def live_in(data: sqlite3.Connection) -> list[dict[str, Any]]:
    """Return the games under way."""
    found = data.execute("SELECT data FROM live WHERE seen > ? ORDER BY slot", (time.time() - LIVE_SECONDS,))
    return [json.loads(text) for (text,) in found]


# Writing


def insert(data: sqlite3.Connection, games: Iterable[dict[str, Any]], schedule: Schedule) -> None:
    """Insert games, given as JSON objects, into the tables."""
    for game in games:
        row = {name: json.dumps(game[name], ensure_ascii=False) for name in LISTS}
        named = (row["opening"], row["moves"], len(game["opening"]) + len(game["moves"]), game["result"])
        last = (game["reason"], game.get("score"), row["points"], row["notes"], schedule.loser(game))
        data.execute(
            "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (game["number"], *named, *last, row["seconds"], row["longest"]),
        )
        seats = [(game["number"], *seat) for seat in schedule.rows(game)]
        data.executemany("INSERT INTO seat VALUES (?, ?, ?, ?)", seats)


def texts(values: dict[str, Any]) -> list[tuple[str, str]]:
    """Return values as rows of the event's table."""
    return [(name, json.dumps(value, ensure_ascii=False)) for name, value in values.items()]


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Connect to a file; transactions begin and end where this file says so."""
    address = f"{path.absolute().as_uri()}?mode={mode}"
    data = sqlite3.connect(address, BUSY_SECONDS, isolation_level=None, check_same_thread=False, uri=True)
    try:
        data.execute("PRAGMA synchronous = FULL")
        return data
    except BaseException:
        data.close()
        raise


def refuse_foreign(data: sqlite3.Connection, path: Path) -> None:
    """Raise unless the file is a store of this version."""
    if data.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        raise OptionError(f"{path} is not the store of a match and was left unchanged; name another file")
    if (version := data.execute("PRAGMA user_version").fetchone()[0]) != VERSION:
        raise OptionError(f"{path} was written by another version of kibitz: format {version}, expected {VERSION}")


def refuse_other(found: dict[str, Any], wanted: dict[str, Any], path: Path) -> None:
    """Raise unless the file belongs to this run."""
    counts = [len(each["players"]) for each in (found, wanted)]
    if counts[0] != counts[1]:
        raise OptionError(f"{path} is the store of a run of {counts[0]} players, here there are {counts[1]}")
    for name in {**wanted, **found}:
        if name not in FREE and found.get(name) != wanted.get(name):
            here, there = (json.dumps(each.get(name), ensure_ascii=False) for each in (wanted, found))
            raise OptionError(f"{path} is the store of another run: its {name} is {there}, here it is {here}")


def readable(path: Path, game: dict[str, Any], read: Callable[[Any], G]) -> G:
    """Read a game of a store."""
    try:
        return read(game)
    except ValueError as error:
        raise OptionError(f"{path}, game {game['number']}: {error}") from error


@contextlib.contextmanager
def only_writer(path: Path) -> Iterator[None]:
    """Keep every other process from writing to a store, by a lock on a file beside it."""
    beside = path.with_name(path.name + ".lock")
    if path.is_dir() or not path.name:
        raise OptionError(f"cannot write {path}: it is a folder")
    if path.exists() and not path.is_file():
        raise OptionError(f"cannot write {path}: it is not a regular file")
    while True:
        try:
            handle = os.open(beside, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise OptionError(f"cannot write {path}: {error.strerror}") from error
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


@contextlib.contextmanager
def told(path: Path, what: str = "write") -> Iterator[None]:
    """Turn an error of SQLite into one sentence."""
    try:
        yield
    except sqlite3.Error as error:
        raise OptionError(sentence(path, what, error)) from error


def sentence(path: Path, what: str, error: sqlite3.Error) -> str:
    """Return what went wrong with a store, and what to do."""
    name = getattr(error, "sqlite_errorname", "")
    if name in ("SQLITE_NOTADB", "SQLITE_CORRUPT"):
        return f"{path} is not the store of a match and was left unchanged; name another file"
    if name == "SQLITE_FULL" or "IOERR" in name:
        return (
            f"cannot {what} {path}: the disk is full or fails ({error}); the games stored so far are safe, and the "
            "same command resumes when there is room"
        )
    return f"cannot {what} {path}: {error}"
