"""The file of a match: JSON lines, a header and then each game as it ends.

    {"kibitz_match": 1, "game": "nim", "other_game": null, "players": ["alpha-beta:depth=4", "random"], …}
    {"number": 1, "first": "A", "opening": ["a1", "c2"], "moves": ["b4", …], "result": "player 0 wins", "score": 1.0, …}

With three or more contestants a game has "seats": "BCA" and "points": [2, -1, -1] for each player.

A line is on disk before its game counts, so an interruption costs at most the games in progress. A torn last line is
cut off when the file is opened again. Only one process at a time can open the file.
"""

import io
import json
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Generic

from kibitz.arena.played import G, Played, played_from
from kibitz.errors import KibitzWarning, OptionError
from kibitz.record import parsed

VERSION = 1


class Journal(Generic[G]):
    """The file of a match, open and locked; `games` are those it contains, by number."""

    def __init__(
        self,
        path: Path,
        header: dict[str, Any],
        read: Callable[[Any], G] = played_from,  # type: ignore[assignment]  # a game is one of A and B by default
    ) -> None:
        self.path = path
        self.header = {"kibitz_match": VERSION, **header}
        self.read_game: Callable[[Any], G] = read  # from its JSON object
        self.games: dict[int, G] = {}
        try:
            self.file: io.FileIO = io.FileIO(path, "a+")
        except OSError as error:
            raise OptionError(f"cannot write {path}: {error.strerror}") from error
        try:
            self.lock()
            self.read()
        except OSError as error:  # a pipe or a device
            self.file.close()
            raise OptionError(f"cannot write {path}: {error.strerror or error}") from error
        except BaseException:
            self.file.close()
            raise

    def __enter__(self) -> "Journal[G]":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.file.close()

    def lock(self) -> None:
        """Keep every other process from writing to the file until this one exits or closes it."""
        if sys.platform != "win32":
            import fcntl

            try:
                fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise OptionError(f"{self.path} is being written by another match that is still running") from None
            except OSError as error:
                raise OptionError(f"cannot lock {self.path}: {error.strerror}") from error

    def read(self) -> None:
        """Read the file; cut off a torn last line; start a new file with the header."""
        self.file.seek(0)
        text = self.file.readall() or b""
        first = line_of(self.header)
        if first.startswith(text):  # a new file, or one with a torn header
            self.file.truncate(0)
            self.write(first)
            return
        whole = text.rfind(b"\n") + 1
        lines = text[:whole].splitlines()
        self.check_header(lines)
        if len(lines) > 1 and is_rubbish(lines[-1]):
            warnings.warn(
                f"{self.path}, line {len(lines)} is damaged: its game is played again", KibitzWarning, stacklevel=3
            )
            whole -= len(lines.pop()) + 1
        for game in games_in(self.path, lines, self.read_game):
            self.games[game.number] = game
        self.file.truncate(whole)

    def check_header(self, lines: list[bytes]) -> None:
        """Raise unless the file belongs to this match."""
        found = header_in(lines)
        if found is None:
            raise OptionError(f"{self.path} is not the record of a match and was left unchanged; name another file")
        wanted = json.loads(line_of(self.header))
        numbers = [contestants_in(each) for each in (found, wanted)]
        if None not in numbers and numbers[0] != numbers[1]:
            raise OptionError(
                f"{self.path} is the record of a match of {numbers[0]} players, here there are {numbers[1]}"
            )
        for name in {**wanted, **found}:
            if found.get(name) != wanted.get(name):
                here, there = (json.dumps(each.get(name), ensure_ascii=False) for each in (wanted, found))
                raise OptionError(
                    f"{self.path} is the record of another match: its {name} is {there}, here it is {here}"
                )

    def add(self, game: G) -> None:
        """Write a game, and return when it is on disk."""
        self.write(line_of(game.to_json()))
        self.games[game.number] = game

    def write(self, line: bytes) -> None:
        """Write a line to the disk."""
        try:
            rest = memoryview(line)
            while rest:
                rest = rest[self.file.write(rest) or 0 :]
            os.fsync(self.file.fileno())
        except OSError as error:
            raise OptionError(f"cannot write {self.path}: {error.strerror}") from error


def read_journal(path: Path) -> tuple[dict[str, Any], list[Played]]:
    """Read the header and the games of a match's file, even while the match is running."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise OptionError(f"cannot read {path}: {error.strerror}") from error
    lines = text[: text.rfind(b"\n") + 1].splitlines()
    header = header_in(lines)
    if header is None:
        raise OptionError(f"{path} is not the record of a match; `kibitz match --record` writes one")
    if (contestants := contestants_in(header) or 2) > 2:
        raise OptionError(f"{path} is the record of a match of {contestants} players; expected one between two")
    return header, list(games_in(path, lines, played_from))


def header_in(lines: list[bytes]) -> dict[str, Any] | None:
    """Return what the first line of a file says about the match; None if it is not a header."""
    try:
        header = parsed(lines[0]) if lines else None
    except ValueError:
        return None
    return header if isinstance(header, dict) and header.get("kibitz_match") == VERSION else None


def contestants_in(header: dict[str, Any]) -> int | None:
    """Return the number of contestants in a match; None if the header does not list them."""
    players = header.get("players")
    return len(players) if isinstance(players, list) else None


def games_in(path: Path, lines: list[bytes], read: Callable[[Any], G]) -> Iterator[G]:
    """Yield the games in the lines after the first; raise at one that is damaged."""
    known: set[int] = set()
    for at, line in enumerate(lines[1:], 2):
        try:
            game = read(parsed(line))
        except ValueError as error:
            raise OptionError(f"{path}, line {at} is not a game of a match: {error}") from error
        if game.number in known:
            raise OptionError(f"{path}, line {at}: game {game.number} occurs twice")
        known.add(game.number)
        yield game


def is_rubbish(line: bytes) -> bool:
    """Return whether a line is not JSON, which a power failure may leave in place of the last line."""
    try:
        parsed(line)
    except ValueError:
        return True
    return False


def line_of(data: dict[str, Any]) -> bytes:
    """Return a JSON object as a line."""
    return (json.dumps(data, ensure_ascii=False) + "\n").encode()
