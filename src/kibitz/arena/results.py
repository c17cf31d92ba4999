"""What people ask a store: how it stands, who played whom and how that ended, the longest games, upsets, openings.

A store can be read while a run writes to it: every question sees all games that were committed before it.
"""

import contextlib
import csv
import io
import json
import os
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.arena.outcomes import Model, Seats
from kibitz.arena.schedule import Schedule
from kibitz.arena.tables import contestants_in, event_in, games_in, last_counting, live_in, reading, schedule_in
from kibitz.arena.tournament_result import TournamentResult, repeated
from kibitz.errors import OptionError, did_you_mean

MOST_LISTED = 20
"""The most games in a list, unless more are asked for."""


@dataclass(frozen=True)
class Listed:
    """A game in a list."""

    number: int
    names: tuple[str, ...]  # by seat
    result: str
    reason: str
    plies: int
    opening: str
    upset: float | None = None  # by how many Elo points the winner was rated lower

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return {name: value for name, value in vars(self).items() if name != "upset" or value is not None}


@dataclass(frozen=True)
class OpeningScore:
    """What an opening brought the first player."""

    opening: str
    games: int
    plies: float  # their mean length
    first: float | None  # the first player's score; None unless two players meet


class Results:
    """A store, open for reading."""

    def __init__(self, path: Path, data: sqlite3.Connection) -> None:
        self.path, self.data = path, data
        self.event = event_in(data)
        self.contestants = contestants_in(data)
        self.names = [name for name, _ in self.contestants]
        self.schedule: Schedule = schedule_in(data)

    @property
    def games(self) -> int:
        """Return the number of games."""
        last = (last_counting(self.event),)
        found: int = self.data.execute("SELECT count(*) FROM game WHERE number <= ?", last).fetchone()[0]
        return found

    def seats(self) -> Seats:
        """Return the seats of all games that count."""
        last = last_counting(self.event)
        rows = self.data.execute("SELECT game, contestant, coalesce(worth, 'nan') FROM seat WHERE game <= ?", (last,))
        lost = self.data.execute("SELECT number, loser FROM game WHERE loser IS NOT NULL AND number <= ?", (last,))
        return Seats.of_rows(rows, dict(lost))

    def result(
        self, model: Model | None = None, anchors: Mapping[str, float] | None = None, advantage: bool | None = None
    ) -> TournamentResult:
        """Return the standings, the cross table and what went wrong; games are rated as in the run by default."""
        rated = {"model": "ordo", "anchors": {}, "advantage": False} | (self.event.get("rated") or {})
        model, advantage = model or rated["model"], rated["advantage"] if advantage is None else advantage
        held = {self.number_of(name): elo for name, elo in (rated["anchors"] if anchors is None else anchors).items()}
        rows = self.data.execute("SELECT number, notes FROM game WHERE notes != '[]' ORDER BY number")
        (openings,) = self.data.execute("SELECT count(DISTINCT opening) FROM game WHERE opening != '[]'").fetchone()
        notes = (
            *repeated(openings, -(-self.games // self.schedule.cycle)),
            *(f"game {number}: {note}" for number, text in rows for note in json.loads(text)),
        )
        seats = self.seats()
        finished = bool(self.event.get("decided")) or seats.games >= (self.event.get("games") or 0)
        given: tuple[Any, ...] = self.event["game"], self.contestants, self.schedule, seats, model, held, advantage
        return TournamentResult.of(*given, notes=notes, finished=finished)

    def number_of(self, name: str) -> int:
        """Return the number of a contestant, by its name."""
        if name not in self.names:
            hint = did_you_mean(name, self.names) or f"; there are {', '.join(self.names)}"
            raise OptionError(f"{self.path} has no player {name!r}{hint}")
        return self.names.index(name)

    def listed(
        self, where: str = "TRUE", values: tuple[Any, ...] = (), order: str = "number", most: int = -1
    ) -> list[Listed]:
        """Return a list of games."""
        columns = "number, result, reason, plies, opening"
        query = f"SELECT {columns} FROM game WHERE {where} AND number <= ? ORDER BY {order} LIMIT ?"
        return [
            Listed(number, self.seated(number), result, reason, plies, " ".join(json.loads(opening)))
            for number, result, reason, plies, opening in self.data.execute(
                query, (*values, last_counting(self.event), most)
            )
        ]

    def seated(self, number: int) -> tuple[str, ...]:
        """Return the names of those who played a game, by seat."""
        return tuple(self.names[who] for who in self.schedule.seats_in(number))

    def games_of(self, name: str | None = None, other: str | None = None, most: int = MOST_LISTED) -> list[Listed]:
        """Return the last games, of one player or between two."""
        wanted = [self.number_of(each) for each in (name, other) if each is not None]
        among = "number IN (SELECT game FROM seat WHERE contestant = ?)"
        where = " AND ".join([among] * len(wanted)) or "TRUE"
        return self.listed(where, tuple(wanted), "number DESC", most)

    def longest(self, most: int = MOST_LISTED) -> list[Listed]:
        """Return the longest games."""
        return self.listed(order="plies DESC, number", most=most)

    def upsets(self, most: int = MOST_LISTED, model: Model | None = None) -> list[Listed]:
        """Return the games between two that were won against the greatest difference in rating."""
        if self.event["seats"] != 2:
            raise OptionError("upsets are for games of two players")
        elos = [rating.elo for rating in self.result(model).ratings.players]
        values = [next((end for end in (elo.value, elo.low, elo.high) if end is not None), None) for elo in elos]
        rows = self.data.execute(
            "SELECT one.game, one.contestant, two.contestant FROM seat one JOIN seat two ON two.game = one.game "
            "WHERE one.worth = 1 AND two.worth = 0"
        )
        leads = [
            (lost - won, number)
            for number, winner, loser in rows
            if (won := values[winner]) is not None and (lost := values[loser]) is not None and lost > won
        ]
        chosen = sorted(leads, key=lambda each: (-each[0], each[1]))[:most]
        by_number = {number: lead for lead, number in chosen}
        marks = ",".join("?" * len(by_number))
        games = self.listed(f"number IN ({marks})", tuple(by_number))
        told = [Listed(**{**vars(game), "upset": by_number[game.number]}) for game in games]
        return sorted(told, key=lambda game: (-(game.upset or 0), game.number))

    def openings(self) -> list[OpeningScore]:
        """Return what each opening brought the first player, the most frequent first."""
        rows = self.data.execute(
            "SELECT opening, count(*), avg(plies), avg(worth) FROM game LEFT JOIN seat ON game = number AND player = 0 "
            "GROUP BY opening ORDER BY count(*) DESC, min(number)"
        )
        two = self.event["seats"] == 2
        return [
            OpeningScore(" ".join(json.loads(text)), n, plies, mean if two else None) for text, n, plies, mean in rows
        ]

    def game(self, number: int) -> dict[str, Any]:
        """Return a game as a JSON object."""
        for game in games_in(self.data, self.schedule, "number = ?", (number,)):
            return game
        raise OptionError(f"{self.path} has no game {number}")

    def live(self) -> list[dict[str, Any]]:
        """Return the games under way, with the names of those who play."""
        found = live_in(self.data)
        return [{**each, "names": [self.names[who] for who in each["seats"]]} for each in found]

    def counting(self) -> Iterator[dict[str, Any]]:
        """Yield the games that count as JSON objects, by number."""
        return games_in(self.data, self.schedule, "number <= ?", (last_counting(self.event),))

    def csv_lines(self) -> Iterator[str]:
        """Yield the games as lines of a table, the first being the names of its columns."""
        seats = [f"player_{seat}" for seat in range(self.event["seats"])]
        yield csv_line(["number", *seats, *(f"worth_{seat}" for seat in range(self.event["seats"])), "result", "reason",
                        "plies", "opening", "moves"])  # fmt: skip
        for game in self.counting():
            rows = self.schedule.rows(game)
            names = [self.names[who] for _, who, _ in rows]
            worths = ["" if worth is None else worth for _, _, worth in rows]
            last = [game["result"], game["reason"], len(game["opening"]) + len(game["moves"])]
            yield csv_line([game["number"], *names, *worths, *last, " ".join(game["opening"]), " ".join(game["moves"])])


def csv_line(cells: list[Any]) -> str:
    """Return cells as a line of a table."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(cells)
    return line.getvalue()


@contextlib.contextmanager
def results_in(path: str | os.PathLike[str]) -> Iterator[Results]:
    """Open a store to read it."""
    file = Path(path)
    with reading(file) as data:
        yield Results(file, data)
