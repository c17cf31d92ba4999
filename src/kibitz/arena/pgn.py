"""The games of a chess match as PGN, for other programs."""

import datetime
from pathlib import Path

from kibitz.arena.opening import parts
from kibitz.arena.played import Played
from kibitz.arena.referee import Referee
from kibitz.arena.seat import player_from
from kibitz.errors import MoveError, OptionError, PositionError
from kibitz.files import write_file
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
            return pgn_of(self.referee, game) + "\n"
        except (MoveError, PositionError) as error:  # the record was edited
            raise OptionError(f"game {game.number} of the record: {error}") from error


def pgn_of(referee: Referee, played: Played) -> str:
    """Return a game of a match as PGN."""
    start, first_moves = parts(played.opening)
    state = State(referee.game, start).play_all((*first_moves, *played.moves))
    players = referee.players
    white, black = players if played.first == "A" else players[::-1]
    headers = {
        "Event": "kibitz match",
        "Date": datetime.date.today().strftime("%Y.%m.%d"),
        "Round": str(played.number),
        "White": white,
        "Black": black,
        "TimeControl": time_control(referee),
        "Termination": TERMINATIONS.get(played.reason, "rules infraction"),
    }
    result = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[played.first_score]
    return write_pgn(PgnGame(tuple(state.played), state.positions[0], headers, result))


def time_control(referee: Referee) -> str:
    """Return the time control of both players in PGN, if it is the same."""
    one, other = (player_from(seat).limit.clock for seat in referee.seats)
    return clock_text(one) if one is not None and one == other else "?"


def clock_text(clock: Clock) -> str:
    """Return a clock in PGN's notation: 40/60, 10+0.1."""
    moves = f"{clock.moves_to_go}/" if clock.moves_to_go else ""
    return f"{moves}{clock.left:g}" + (f"+{clock.increment:g}" if clock.increment else "")
