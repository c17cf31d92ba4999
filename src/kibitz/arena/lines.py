"""The games of a run as JSON lines: what identifies the run, and then its games by number.

    {"kibitz_match": 2, "game": "nim", "players": ["alpha-beta:depth=4", "random"], "pairings": "round robin", …}
    {"number": 1, "first": "A", "opening": ["a1", "c2"], "moves": ["b4", …], "result": "player 0 wins", "score": 1.0, …}

With three or more contestants at one table a game has "seats": "BCA" and "points": [2, -1, -1] for each player.

Law. Without the times of thinking, which never repeat, the lines of a run whose players have limits of depth or nodes
are the same bytes however it was played: by how many workers, where, and after how many interruptions.
"""

import contextlib
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from kibitz.arena.played import Played, field_game_from, played_from
from kibitz.arena.rounds import told_apart
from kibitz.arena.schedule import ROUND_ROBIN, Rounds, Schedule
from kibitz.arena.store import Store
from kibitz.arena.tables import (
    FREE,
    TIMES,
    begins_as_store,
    contestants_in,
    event_in,
    games_in,
    last_counting,
    readable,
    reading,
    schedule_from,
    schedule_in,
)
from kibitz.errors import OptionError
from kibitz.loader import load
from kibitz.record import parsed

VERSION, OLD_VERSION = 2, 1
T = TypeVar("T")


def lines_of(path: Path, times: bool = False) -> Iterator[str]:
    """Yield the lines of a store, with or without the times of thinking."""
    with reading(path) as data:
        event = {name: value for name, value in event_in(data).items() if name not in FREE}
        yield text_of({"kibitz_match": VERSION, **event, "contestants": contestants_in(data)})
        for game in games_in(data, schedule_in(data), "number <= ?", (last_counting(event_in(data)),)):
            yield text_of(game if times else {name: value for name, value in game.items() if name not in TIMES})


def text_of(data: dict[str, Any]) -> str:
    """Return a JSON object as a line."""
    return json.dumps(data, ensure_ascii=False)


def import_lines(lines: Path, path: Path) -> int:
    """Write the games of a file of JSON lines to a new store; return their number."""
    if os.path.lexists(path):
        raise OptionError(f"{path} exists; name a new file to import to")
    header, games = read_lines(lines)
    try:
        event, contestants = event_from(header)
        schedule = schedule_from(event)
    except (LookupError, TypeError, ValueError) as error:
        raise OptionError(f"{lines}, line 1 does not say which run its games belong to") from error
    read = reader(schedule, len(contestants))
    played = [checked(lines, at, game, read) for at, game in games]
    with Store(path, event, contestants, read) as store:
        for game in played:
            store.add(game)
    return len(played)


def reader(schedule: Schedule, contestants: int) -> Any:
    """Return the function that reads a game of a schedule from its JSON object."""
    if isinstance(schedule, Rounds):
        return lambda data: field_game_from(data, contestants, schedule.letters_in)
    return played_from


def event_from(header: dict[str, Any]) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """Return what identifies a run, and its contestants, from the first line."""
    event = {name: value for name, value in header.items() if name != "kibitz_match"}
    players = event["players"]
    if header["kibitz_match"] == OLD_VERSION:
        other, game = event.pop("other_game", None), load(event["game"])
        two = len(players) == 2
        event |= {"other_games": [None, other] if other else [], "names": [], "seats": game.players}
        event |= {"teams": game.rules.teams, **({"pairings": ROUND_ROBIN} if two else {})}
        event["contestants"] = list(zip(told_apart(players), players, strict=True))
    return event, [(name, player) for name, player in event.pop("contestants")]


def checked(path: Path, at: int, game: Any, read: Callable[[Any], T]) -> T:
    """Read a game from the JSON object of a line."""
    try:
        return read(game)
    except ValueError as error:
        raise OptionError(f"{path}, line {at} is not a game of a match: {error}") from error


def read_lines(path: Path) -> tuple[dict[str, Any], list[tuple[int, Any]]]:
    """Read the first line of a file, and the games with the numbers of their lines, even while it is being written."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise OptionError(f"cannot read {path}: {error.strerror}") from error
    lines = text.splitlines()
    if lines and not text.endswith(b"\n"):
        try:
            parsed(lines[-1])
        except ValueError:  # it is being written
            lines.pop()
    header = None
    with contextlib.suppress(ValueError, IndexError):
        header = parsed(lines[0])
    if not isinstance(header, dict) or header.get("kibitz_match") not in (OLD_VERSION, VERSION):
        raise OptionError(f"{path} has no games of a match; `kibitz match --record` and `kibitz results` write some")
    known: set[int] = set()
    games = []
    for at, line in enumerate(lines[1:], 2):
        try:
            game = parsed(line)
        except ValueError as error:
            raise OptionError(f"{path}, line {at} is not a game of a match: {error}") from error
        number = game.get("number") if isinstance(game, dict) else None
        if isinstance(number, int):
            if number in known:
                raise OptionError(f"{path}, line {at}: game {number} occurs twice")
            known.add(number)
        games.append((at, game))
    return header, games


def read_games(path: Path) -> tuple[dict[str, Any], list[Played]]:
    """Return what identifies a run between two players, and its games by number, from a store or JSON lines."""
    try:
        is_store = begins_as_store(path)
    except OSError as error:
        raise OptionError(f"cannot read {path}: {error.strerror}") from error
    if is_store:
        with reading(path) as data:
            event = event_in(data)
            refuse_many(event, path)
            games = [readable(path, game, played_from) for game in games_in(data, schedule_in(data))]
    else:
        event, found = read_lines(path)
        refuse_many(event, path)
        games = [checked(path, at, game, played_from) for at, game in found]
    return event, sorted(games, key=lambda game: game.number)


def refuse_many(event: dict[str, Any], path: Path) -> None:
    """Raise if three or more contestants played at one table."""
    players = event.get("players")
    if "pairings" not in event and isinstance(players, list) and len(players) > 2:
        raise OptionError(f"{path} is the store of a run of {len(players)} players; expected one between two")
