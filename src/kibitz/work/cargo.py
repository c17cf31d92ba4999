"""What a worker elsewhere needs, by content: the files of games, and searches that are already compiled.

A game's file travels with the modules beside it that it imports. A worker keeps them in a folder named by their digest,
and `load` finds them there under the name that they have here. A compiled search travels as the file that the cache
has; a machine with another processor does not find it under the name it looks for, and compiles its own.
"""

import hashlib
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.compiler.cache import keep_file, kernel_files, safe_folder
from kibitz.errors import GameError
from kibitz.files import make_private, replacing
from kibitz.game import Game
from kibitz.loader import carried, imports
from kibitz.version import __version__

FOLDER = "carried"


@dataclass(frozen=True)
class Cargo:
    """What travels."""

    version: str
    python: tuple[int, int]
    files: dict[str, tuple[str, dict[str, bytes]]]  # of games, by place: the name of the main file, and all by name
    kernels: dict[str, bytes]

    def unpack(self) -> None:
        """Put everything where this process looks for it."""
        here = sys.version_info[:2]
        if (self.version, self.python) != (__version__, here):
            there, own = (f"kibitz {version} on Python {a}.{b}" for version, (a, b) in (
                (self.version, self.python), (__version__, here)))  # fmt: skip
            raise GameError(f"a worker of the cluster has {own}, expected {there}; install the same on all nodes")
        folder = safe_folder()
        if folder is None and self.files:
            raise GameError("a worker of the cluster has no folder for the game's file; set KIBITZ_CACHE there")
        for place, (main, files) in self.files.items():
            assert folder is not None
            home = folder / FOLDER / digest_of_files(files)
            for name, content in files.items():
                file = home / name
                if not file.exists():
                    make_private(file.parent)
                    with replacing(file) as out:
                        out.write(content)
            carried[place] = str(home / main)
        for name, content in self.kernels.items():
            keep_file(name, content)


def cargo_of(games: Iterable[Game[Any]]) -> Cargo:
    """Gather what workers need for these games, after their searches were compiled here."""
    from kibitz.compiler.compile import loaded  # slow to import

    files = {place: (Path(place).name, files_of(place)) for place in places_of(games)}
    return Cargo(__version__, sys.version_info[:2], files, kernel_files(loaded))


def places_of(games: Iterable[Game[Any]]) -> list[str]:
    """Return the files that games were loaded from, as they were named."""
    return list(dict.fromkeys(game.source for game in games if game.source.endswith((".py", ".json"))))


def files_of(place: str) -> dict[str, bytes]:
    """Return a game's file and the modules beside it that it imports, by their names relative to its folder."""
    main = Path(carried.get(place, place)).resolve()
    paths = [main, *map(Path, imports.get(str(main), ()))]
    try:
        return {str(path.relative_to(main.parent)): path.read_bytes() for path in paths}
    except OSError as error:
        raise GameError(f"cannot read {error.filename}: {error.strerror}") from error


def digest_of(games: Iterable[Game[Any]]) -> str | None:
    """Return a digest of the files of games; None if they are all built in."""
    places = places_of(games)
    texts = [digest_of_files(files_of(place)) for place in places]
    return hashlib.sha256(" ".join(texts).encode()).hexdigest()[:16] if texts else None


def digest_of_files(files: dict[str, bytes]) -> str:
    """Return a digest of files, by name and content."""
    parts = (f"{name} {hashlib.sha256(content).hexdigest()}" for name, content in sorted(files.items()))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]
