"""Where a game that is being played is saved.

Law. Whatever is typed, and whatever the rules raise, the game on the board is in its file: it is written after every
change, so that no way to leave, not even a crash, loses a move.
"""

import itertools
import shlex
import tempfile
from collections.abc import Callable
from pathlib import Path

from kibitz.errors import OptionError
from kibitz.interface.cli.interrupt import activity
from kibitz.record import Record


class Keeper:
    """Keeps a game in its file, or in another one if that cannot be written."""

    def __init__(self, record: Callable[[], Record], path: Path, name: str) -> None:
        """Keep what `record` returns; the name of the game is part of a new file's name."""
        self.record, self.path, self.name = record, path, name
        self.kept: Record | None = None  # what the file holds
        self.is_new = not record().moves

    def keep(self) -> None:
        """Write the game if it has changed; a new one from its first move on."""
        record = self.record()
        if record == self.kept or self.is_new and not record.moves and self.kept is None:
            return
        try:
            self.write(record)
        except OptionError as error:
            self.path = new_file(Path(tempfile.gettempdir()), self.name)  # where nearly everybody may write
            self.write(record)
            raise OptionError(f"{error}; the game is saved as {self.path}") from error

    def write(self, record: Record) -> None:
        """Write the game to the file."""
        record.save(self.path)
        self.kept = record
        activity.last_words[:] = [self.sentence()]

    def sentence(self) -> str:
        """Return where the game is saved, and the command that resumes it."""
        command = ["kibitz", "play", self.record().game, "--load", str(self.path)]
        return f"saved as {self.path}; resume with: {shlex.join(command)}"


def new_file(folder: Path, name: str) -> Path:
    """Return a file for a game of this name that does not exist yet."""
    paths = (folder / f"kibitz-{name}{'' if number == 1 else f'-{number}'}.json" for number in itertools.count(1))
    return next(path for path in paths if not path.exists())
