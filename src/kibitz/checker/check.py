"""The check as a whole: in this process, or in slices that are handed out."""

import threading
from collections.abc import Callable

from kibitz.checker.report import Report
from kibitz.checker.run import check_games
from kibitz.checker.slices import check_in_slices
from kibitz.errors import OptionError
from kibitz.loader import Loadable, opened


def check(
    what: Loadable,
    *,
    seed: int = 0,
    games: int = 50,
    seconds: float = 10.0,
    compiled: bool | None = None,
    jobs: int | None = None,
    on: str | None = None,
    stop: threading.Event | None = None,
    tell: Callable[[str], None] = lambda text: None,
) -> Report:
    """Play random games and check what a game promises; call `tell` with the progress.

    what: a game's name, its file or tree, or a Game.
    seconds: the time for playing games, and again for trying compiled rules; compiling is not counted.
    jobs: the number of processes; by default everything is checked in this one. With more, and on a cluster, games are
        checked in slices of 50, and seconds is the time for each slice.
    on: a Ray cluster to check on: "ray", "auto" or "ray://HOST:PORT".
    """
    if not seconds >= 0:
        raise OptionError(f"seconds must be a number of at least 0, got {seconds!r}")
    game = opened(what)
    if on is not None or jobs not in (None, 1):
        stop = stop or threading.Event()
        return check_in_slices(game, seed, games, seconds, compiled, stop, tell, jobs, on)
    return check_games(game, seed, 0, games, seconds, compiled, stop, tell)
