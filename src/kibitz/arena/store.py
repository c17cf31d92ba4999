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
import stat
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
from kibitz.record import as_json, parsed

APPLICATION, VERSION = 0x4B626974, 1  # "Kbit"
SQLITE = b"SQLite format 3\0"
LINES = b'{"kibitz_match"'
"""How the files of SQLite begin, and JSON lines (see `lines`)."""
COMMIT_SECONDS = 0.2
"""How long a finished game may wait for others, to be committed with them."""
LIVE_SECONDS = 120.0
"""A game under way that was not seen for this long has ended, or its worker has."""
LOOK_SECONDS = 0.05
"""How long to wait for somebody who only looks whether a run goes on."""
BUSY_SECONDS = 30.0
"""How long to wait for another process that holds the file."""
FREE = ("games", "started", "rated", "decided")
"""What may differ between two runs of the same event: games to play, its start, its ratings, the games that count."""
MOST_REASON = 200
"""The longest part of an error of SQLite that is told, in characters."""
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


# Reading


@contextlib.contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a store to read it, even while a run writes to it."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        raise OptionError(f"cannot read {path}: there is no such file") from None
    except OSError as error:
        raise OptionError(f"cannot read {path}: {error.strerror}") from error
    if not stat.S_ISREG(mode):
        raise OptionError(f"cannot read {path}: it is {'a folder' if stat.S_ISDIR(mode) else 'not a regular file'}")
    with told(path, "read"), contextlib.closing(connect(path, "ro")) as data:
        refuse_foreign(data, path)
        refuse_incomplete(data)
        yield data


def event_in(data: sqlite3.Connection) -> dict[str, Any]:
    """Return what identifies the run of a store."""
    rows = data.execute("SELECT name, value FROM event ORDER BY rowid")
    return {name: value_of(text, f"its {name}") for name, text in rows}


def names_in(data: sqlite3.Connection) -> list[str]:
    """Return the names of the contestants."""
    return [name for (name,) in data.execute("SELECT name FROM contestant ORDER BY number")]


def schedule_in(data: sqlite3.Connection) -> Schedule:
    """Return the schedule of a store."""
    event = event_in(data)
    try:
        return schedule_from(event)
    except (LookupError, TypeError, ValueError) as error:
        raise Damaged("what identifies the run is incomplete") from error


def schedule_from(event: dict[str, Any]) -> Schedule:
    """Return the schedule of a run from what identifies it."""
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
        where = f"game {game['number']}"
        for name in LISTS:
            game[name] = value_of(game[name], f"{where}, {name}")
        try:
            named = schedule.named(game)
        except (LookupError, TypeError, ValueError) as error:
            raise Damaged(f"{where}: loser must be one of its players or null, got {game['loser']!r}") from error
        if blobs := [name for name, value in named.items() if isinstance(value, bytes)]:
            raise Damaged(f"{where}: {blobs[0]} must not be bytes")
        yield named


class Damaged(ValueError):
    """Something in a store is not as it was written."""


def value_of(text: Any, where: str) -> Any:
    """Return the value of a column that has JSON."""
    try:
        return parsed(text) if isinstance(text, str | bytes) else text
    except ValueError as error:
        raise Damaged(f"{where}: {error}") from error


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
        seats = [(game["number"], *seat) for seat in schedule.rows(game)]
        data.execute(
            "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (game["number"], *named, *last, row["seconds"], row["longest"]),
        )
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
        data.execute("SELECT count(*) FROM sqlite_master").fetchone()
        return data
    except BaseException as error:
        data.close()
        if mode == "ro" and getattr(error, "sqlite_errorname", "").startswith("SQLITE_READONLY"):
            return connect(path, "rw")  # a writer was killed; what it had not finished is undone before anybody reads
        raise


def has_no_tables(path: Path) -> bool:
    """Return whether a store is still to be created; a process may have been killed before it had created one."""
    try:
        if not path.exists() or path.stat().st_size == 0:
            return True
        if not begins_as_store(path):  # SQLite takes a file of one byte for an empty one
            raise OptionError(foreign(path))
    except OSError as error:
        raise OptionError(f"cannot read {path}: {error.strerror}") from error
    with contextlib.closing(connect(path, "ro")) as data:
        tables: int = data.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    return tables == 0


def begins_as_store(path: Path, beginning: bytes = SQLITE) -> bool:
    """Return whether a file begins as those of SQLite do, or as others do."""
    with path.open("rb") as file:
        return file.read(len(beginning)) == beginning


def foreign(path: Path) -> str:
    """Return why a file is refused that is not a store."""
    if begins_as_store(path, LINES):
        return f"{path} has games as JSON lines; `kibitz results NEW.db --import {path}` makes a store of them"
    return f"{path} is not the store of a match and was left unchanged; name another file"


def refuse_foreign(data: sqlite3.Connection, path: Path) -> None:
    """Raise unless the file is a store of this version."""
    if data.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        raise OptionError(foreign(path))
    if (version := data.execute("PRAGMA user_version").fetchone()[0]) != VERSION:
        raise OptionError(f"{path} was written by another version of kibitz: format {version}, expected {VERSION}")


def refuse_incomplete(data: sqlite3.Connection) -> None:
    """Raise unless a store says which run it belongs to and who takes part."""
    schedule_in(data)
    rows = data.execute("SELECT number, name, player FROM contestant ORDER BY number").fetchall()
    everyone = event_in(data)["players"]
    if [number for number, *_ in rows] != [*range(len(everyone))]:
        raise Damaged(f"there must be {len(everyone)} contestants, got {len(rows)}")
    for number, *texts in rows:
        if not all(isinstance(text, str) for text in texts):
            raise Damaged(f"contestant {number} must have a name and a player")


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


@contextlib.contextmanager
def told(path: Path, what: str = "write") -> Iterator[None]:
    """Turn an error of SQLite, or damage, into one sentence."""
    try:
        yield
    except sqlite3.Error as error:
        raise OptionError(sentence(path, what, error)) from error
    except UnicodeDecodeError as error:  # in what SQLite says about the damage
        raise OptionError(damaged(path, what, "its text is not UTF-8")) from error
    except Damaged as error:
        raise OptionError(f"{path}, {error}") from error


def damaged(path: Path, what: str, reason: str) -> str:
    """Return that a store is damaged, and what to do."""
    return f"cannot {what} {path}: it is damaged ({reason}); restore a copy, or name another file"


def sentence(path: Path, what: str, error: sqlite3.Error) -> str:
    """Return what went wrong with a store, and what to do."""
    name, reason = getattr(error, "sqlite_errorname", ""), " ".join(str(error).split())[:MOST_REASON]
    if name == "SQLITE_NOTADB":
        return foreign(path)
    if name.startswith("SQLITE_CORRUPT"):
        return damaged(path, what, reason)
    if name == "SQLITE_FULL" or "IOERR" in name:
        return (
            f"cannot {what} {path}: the disk is full or fails ({reason}); the games stored so far are safe, and the "
            "same command resumes when there is room"
        )
    if name.startswith("SQLITE_BUSY"):
        return (
            f"cannot {what} {path}: another program is using it ({reason}); close that, and run the same command again"
        )
    return f"cannot {what} {path}: {reason}"
