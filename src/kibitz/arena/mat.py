"""The games of a backgammon match as a .mat file, for other programs."""

from pathlib import Path

from kibitz.arena.opening import parts
from kibitz.arena.played import Played
from kibitz.arena.referee import Referee
from kibitz.errors import KibitzError, OptionError
from kibitz.files import write_file
from kibitz.protocol.mat import is_backgammon, write_mat
from kibitz.record import Record


class MatFile:
    """A file that is written anew as each game ends, because its scores add up."""

    def __init__(self, path: Path, referee: Referee, games: list[Played]) -> None:
        if not is_backgammon(referee.game):
            raise OptionError(f"a .mat file is for backgammon, not for {referee.game.spec()}")
        if path.exists() and not games:
            raise OptionError(f"{path} already exists and was left unchanged; name another file")
        self.path, self.referee, self.games = path, referee, list(games)
        self.write()

    def add(self, game: Played) -> None:
        """Add a game."""
        self.games.append(game)
        self.write()

    def write(self) -> None:
        """Write all games."""
        try:
            write_file(self.path, write_mat(record_of(self.referee, game) for game in self.games))
        except KibitzError as error:  # a record that was edited, or an opening from another position
            raise OptionError(f"cannot write {self.path}: {error}") from error


def record_of(referee: Referee, played: Played) -> Record:
    """Return a game of a match as a record."""
    start, first_moves = parts(played.opening)
    players = referee.players if played.first == "A" else referee.players[::-1]
    return Record(referee.game.spec(), (*first_moves, *played.moves), start, tuple(players), played.result)
