"""A check of very many games, in slices of which each is a check of its own.

Law. What is found depends on the game, the seed and the number of games, not on how many workers there are or where:
the slices are always the same, and their reports are added up in their order.
"""

import threading
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from kibitz.checker.report import Finding, Report
from kibitz.checker.run import check_games
from kibitz.game import Game
from kibitz.loader import load
from kibitz.work.job import Job, Show, Unit
from kibitz.work.places import executor_for

GAMES = 50
"""Games in a slice."""


class Slices:
    """The check of slices of games; the first also compares plain and compiled rules."""

    def __init__(self, game: Game[Any], seed: int, seconds: float, compiled: bool | None) -> None:
        self.game, self.seed, self.seconds, self.compiled = game, seed, seconds, compiled

    def warm_up(self, unit: Unit) -> None:
        """Do nothing: rules are compiled in the first slice alone."""

    def run(self, unit: Unit, stop: threading.Event, show: Show) -> dict[str, Any] | None:
        """Return the report of a slice; its data are the first game and the number of games."""
        first, games = unit.data
        compiled = self.compiled if first == 0 else False
        report = check_games(self.game, self.seed, first, games, self.seconds, compiled, stop, lambda text: None)
        return None if stop.is_set() else asdict(report)

    def close(self) -> None:
        """Do nothing: a check starts no program."""

    def job(self) -> Job:
        """Return the check as a job."""
        data = {"game": self.game.spec(), "seed": self.seed, "seconds": self.seconds, "compiled": self.compiled}
        return Job(self, "kibitz.checker.slices:slices_from", data, "slice {} of the check", (self.game,))


def slices_from(data: dict[str, Any]) -> Slices:
    """Return the work made from the data of its job."""
    return Slices(load(data["game"]), data["seed"], data["seconds"], data["compiled"])


def check_in_slices(
    game: Game[Any],
    seed: int,
    games: int,
    seconds: float,
    compiled: bool | None,
    stop: threading.Event,
    tell: Callable[[str], None],
    jobs: int | None,
    on: str | None,
) -> Report:
    """Check a game by workers; the time is for each slice."""
    units = (Unit(number, (first, min(GAMES, games - first))) for number, first in enumerate(range(0, games, GAMES)))
    work = Slices(game, seed, seconds, compiled)
    reports: dict[int, Report] = {}
    for number, data in executor_for(on, jobs).run(work.job(), units, stop):
        reports[number] = Report(**{**data, "findings": [Finding(*each) for each in data["findings"]]})
        tell(f"{sum(report.games for report in reports.values())} of {games} games")
    whole = Report(game.spec(), seed)
    for number in sorted(reports):
        whole.add(reports[number])
    whole.finished &= len(reports) == -(-games // GAMES)
    return whole
