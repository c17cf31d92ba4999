"""The games of a chess match as PGN, for other programs."""

import datetime
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from kibitz.arena.opening import parts
from kibitz.arena.played import Played, played_from
from kibitz.arena.referee import Referee
from kibitz.arena.results import Results
from kibitz.arena.seat import Seat, player_from
from kibitz.errors import MoveError, OptionError, PositionError
from kibitz.files import write_file
from kibitz.game import Game
from kibitz.loader import load
from kibitz.protocol.notation import PgnGame, is_chess, write_pgn
from kibitz.search.clock import Clock
from kibitz.state import State

TERMINATIONS = {"end": "normal", "repetition": "normal", "length": "adjudication", "time": "time forfeit"}
"""PGN's names for the reasons why a game ended."""


class PgnFile:
    """A file to which each game is written as it ends, after those already in the match's record."""

    def __init__(self, path: Path, referee: Referee, games: list[Played]) -> None:
        if not is_chess(referee.game):
            raise OptionError(f"PGN is for chess, not for {referee.game.name}")
        if path.exists() and not games:
            raise OptionError(f"{path} already exists and was left unchanged; name another file")
        self.path, self.referee = path, referee
        write_file(path, "".join(map(self.text_of, games)))

    def add(self, game: Played) -> None:
        """Append a game."""
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(self.text_of(game))
        except OSError as error:
            raise OptionError(f"cannot write {self.path}: {error.strerror}") from error

    def text_of(self, game: Played) -> str:
        """Return the text of a game in the file."""
        try:
            seats = [self.referee.seats[who] for who in self.referee.schedule.seats_in(game.number)]
            white, black = (seat if isinstance(seat, str) else str(player_from(seat)) for seat in seats)
            return pgn_of(self.referee.game, game, white, black, time_control(seats), datetime.date.today()) + "\n"
        except (MoveError, PositionError) as error:  # the record was edited
            raise OptionError(f"game {game.number} of the record: {error}") from error


def pgn_of(game: Game[Any], played: Played, white: str, black: str, clocks: str, day: datetime.date | None) -> str:
    """Return a game of a match as PGN; clocks: the time control in PGN's notation."""
    start, first_moves = parts(played.opening)
    state = State(game, start).play_all((*first_moves, *played.moves))
    headers = {
        "Event": "kibitz match",
        "Date": day.strftime("%Y.%m.%d") if day else "????.??.??",
        "Round": str(played.number),
        "White": white,
        "Black": black,
        "TimeControl": clocks,
        "Termination": TERMINATIONS.get(played.reason, "rules infraction"),
    }
    result = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[played.first_score]
    return write_pgn(PgnGame(tuple(state.played), state.positions[0], headers, result))


def pgn_lines(results: Results) -> Iterator[str]:
    """Yield the games of a store as PGN."""
    game, schedule = load(results.event["game"]), results.schedule
    if not is_chess(game):
        raise OptionError(f"PGN is for chess, not for {game.name}; export to .jsonl or .csv")
    started = results.event.get("started")
    day = datetime.date.fromtimestamp(started) if started else None
    for data in results.counting():
        seats = schedule.seats_in(data["number"])
        white, black = (results.names[who] for who in seats)
        clocks = time_control([results.contestants[who][1] for who in seats])
        yield pgn_of(game, played_from(data), white, black, clocks, day)


def time_control(seats: Sequence[Seat]) -> str:
    """Return the time control of two players in PGN, if it is the same."""
    one, other = (player_from(seat).limit.clock for seat in seats)
    return clock_text(one) if one is not None and one == other else "?"


def clock_text(clock: Clock) -> str:
    """Return a clock in PGN's notation: 40/60, 10+0.1."""
    moves = f"{clock.moves_to_go}/" if clock.moves_to_go else ""
    return f"{moves}{clock.left:g}" + (f"+{clock.increment:g}" if clock.increment else "")
