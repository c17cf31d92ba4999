"""Batches: many positions of one game, searched or solved one by one, each as if it were the only one.

A unit is a line: the moves to play from the start, or a position as text. Its answer is the result as a JSON object, or
{"error": …, "line": …}. Answers come in the order of the lines, wherever they were worked out.
"""

import threading
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, Unpack

from kibitz.errors import KibitzError
from kibitz.game import Game
from kibitz.loader import Loadable, load, opened
from kibitz.search.algorithm import default_name, suited
from kibitz.search.analyze import analyze
from kibitz.search.engine.others import BEST, others_from
from kibitz.search.limit import Limit
from kibitz.search.request import Options, Request
from kibitz.search.result import Result
from kibitz.search.solve.solve import SOLVE_MEGABYTES, Solver, method_of
from kibitz.state import State
from kibitz.work.job import Job, Show, Unit
from kibitz.work.places import executor_for

MAKER = "kibitz.work.batch:batch_from"


class Batch:
    """The search of many positions of a game."""

    kind = "analyze"

    def __init__(self, game: Game[Any], positions: bool, options: dict[str, Any]) -> None:
        """Prepare a batch.

        positions: lines are positions, not moves.
        options: those of `analyze`, with the algorithm.
        """
        self.game, self.positions, self.options = game, positions, options
        self.check()

    def check(self) -> None:
        """Raise if the options do not suit the game."""
        others = others_from(self.options.get("others", BEST))
        name = self.options.get("algorithm") or default_name(self.game, others)
        suited(self.game, name, others, self.options.get("search"))

    def answer(self, state: State, stop: threading.Event) -> Result:
        """Search a position."""
        return analyze(state, **self.options, stop=stop)

    def warm_up(self, unit: Unit) -> None:
        """Do nothing: what is compiled for the first line is there for the others."""

    def run(self, unit: Unit, stop: threading.Event, show: Show) -> dict[str, Any]:
        """Return what a line brought."""
        try:
            line = unit.data
            state = self.game.begin(position=line) if self.positions else self.game.begin(line)
            return self.answer(state, stop).to_json()
        except KibitzError as error:
            return {"error": str(error), "line": unit.number}

    def close(self) -> None:
        """Do nothing: a batch starts no program."""

    def job(self) -> Job:
        """Return the batch as a job."""
        data = {"kind": self.kind, "game": self.game.spec(), "positions": self.positions, "options": self.options}
        threads = self.options.get("threads") or 1
        return Job(self, MAKER, data, "line {} of the batch", (self.game,), threads)


class Solutions(Batch):
    """The solution of many positions; options are those of `solve`."""

    kind = "solve"

    def check(self) -> None:
        """Raise if the game cannot be solved in this way."""
        self.method = method_of(self.game, self.options.get("weak", False), self.options.get("method"))

    @cached_property
    def solver(self) -> Solver:
        """Return the solver of all positions."""
        given = self.options
        table, threads = given.get("table", SOLVE_MEGABYTES), given.get("threads", 1)
        return Solver(self.game, table, threads, given.get("compiled"))

    def answer(self, state: State, stop: threading.Event) -> Result:
        """Solve a position."""
        limit = Limit(seconds=self.options.get("seconds"), nodes=self.options.get("nodes"))
        request = Request(self.game, state.position, 0, limit, stop=stop)
        return self.solver.solve(request, self.options.get("weak", False), self.method)


KINDS: dict[str, type[Batch]] = {"analyze": Batch, "solve": Solutions}


def batch_from(data: dict[str, Any]) -> Batch:
    """Return a batch made from the data of its job."""
    return KINDS[data["kind"]](load(data["game"]), data["positions"], data["options"])


def answers(
    batch: Batch, lines: Iterable[tuple[int, str]], jobs: int | None, on: str | None, stop: threading.Event
) -> Iterator[dict[str, Any]]:
    """Yield the answers to lines, given with their numbers, in their order; after a stop, those that are known."""
    executor = executor_for(on, jobs)
    order: list[int] = []

    def units() -> Iterator[Unit]:
        for number, line in lines:
            order.append(number)
            yield Unit(number, line)

    early: dict[int, dict[str, Any]] = {}
    at = 0
    for number, answer in executor.run(batch.job(), units(), stop):
        early[number] = answer
        while at < len(order) and order[at] in early:
            yield early.pop(order[at])
            at += 1


def analyze_many(
    game: Loadable,
    where: Iterable[str],
    algorithm: str | None = None,
    *,
    positions: bool = False,
    jobs: int | None = None,
    on: str | None = None,
    **options: Unpack[Options],
) -> Iterator[dict[str, Any]]:
    """Search many positions of a game, and yield a JSON object for each in their order, as `analyze --batch` prints it.

    where: the moves that lead to each position, or with positions=True the positions as text.
    jobs: the number of processes; by default one per core.
    on: a Ray cluster to search on: "ray", "auto" or "ray://HOST:PORT".
    options: those of `analyze`, all but `tell`.
    """
    stop = options.pop("stop", None) or threading.Event()
    batch = Batch(opened(game), positions, {"algorithm": algorithm, **options})
    return answers(batch, enumerate(where, 1), jobs, on, stop)


def solve_many(
    game: Loadable,
    where: Iterable[str],
    *,
    positions: bool = False,
    jobs: int | None = None,
    on: str | None = None,
    stop: threading.Event | None = None,
    **options: Any,
) -> Iterator[dict[str, Any]]:
    """Solve many positions of a game, and yield a JSON object for each in their order, as `solve --batch` prints it.

    options: weak, method, seconds, nodes, table, threads and compiled, as for `solve`; the rest as for `analyze_many`.
    """
    batch = Solutions(opened(game), positions, options)
    return answers(batch, enumerate(where, 1), jobs, on, stop or threading.Event())
