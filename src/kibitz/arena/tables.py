"""The tables of a store: what each has, how they are read and filled, and what is told when that fails.

event        name, value             what identifies the run, as JSON: game, players, pairings, seed, openings, …
contestant   number, name, player    who takes part: the name in tables, and the player as text
game         number, opening, …      the games that have ended, as in `played`; lists are JSON
seat         game, player, …         who played for whom in a game, and what it was worth to them (`schedule`)
live         slot, seen, data        games under way, for whoever watches; means nothing after the run
"""

import contextlib
import json
import sqlite3
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from kibitz.arena.played import G
from kibitz.arena.schedule import Schedule, schedule_of
from kibitz.errors import OptionError
from kibitz.record import parsed

APPLICATION, VERSION = 0x4B626974, 1  # "Kbit"
SQLITE = b"SQLite format 3\0"
LINES = b'{"kibitz_match"'
"""How the files of SQLite begin, and JSON lines (see `lines`)."""
LIVE_SECONDS = 120.0
"""A game under way that was not seen for this long has ended, or its worker has."""
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


def contestants_in(data: sqlite3.Connection) -> list[tuple[str, str]]:
    """Return the names and players of the contestants."""
    return list(data.execute("SELECT name, player FROM contestant ORDER BY number"))


def last_counting(event: dict[str, Any]) -> int:
    """Return the number of the last game that counts: later ones were played before a test had decided."""
    found: int = event.get("decided") or sys.maxsize
    return found


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
