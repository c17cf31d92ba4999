"""What a Ray cluster costs, beside processes of this machine, and how many cores one driver can feed.

    python benchmarks/cluster.py overhead    2,000 games at 10 ms a move and 20,000 of one ply, on Ray and in processes
    python benchmarks/cluster.py driver      what this process spends on a game, without and with the store
    python benchmarks/cluster.py sleepers    1,000 workers that only sleep, a second a game

The games of each comparison are the same; they are compared before any time is printed. The runs alternate, five pairs
of them; the ratio is that of the medians. Ray is started once, and both pools have compiled before the clock starts.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import ray

from kibitz import match
from kibitz.arena.match import contestants_of, event_of
from kibitz.arena.referee import Referee
from kibitz.arena.standing import Standing
from kibitz.arena.store import Store
from kibitz.loader import load
from kibitz.work.cluster import Cluster
from kibitz.work.job import Answer, Unit

ROUNDS = 5
WORKERS = 2
RUNS = {
    "10 ms a move": {"players": ("engine:seconds=0.01", "alpha-beta:seconds=0.01"), "games": 2000, "plies": 8},
    "one ply": {"players": ("random", "random"), "games": 20_000, "plies": 5},
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["overhead", "driver", "sleepers"])
    {"overhead": overhead, "driver": driver, "sleepers": sleepers}[parser.parse_args().what]()


def overhead():
    """Compare the rates of games on Ray and in processes."""
    ray.init("local", num_cpus=WORKERS, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    print("| games | processes, games/s | Ray, games/s | ratio | of the pairs |")
    print("| --- | --- | --- | --- | --- |")
    for name, run in RUNS.items():
        rates = {"processes": [], "ray": []}
        for _ in range(ROUNDS):
            for place, options in (("processes", {"jobs": WORKERS}), ("ray", {"on": "ray", "jobs": WORKERS})):
                rates[place].append(rate(run, options))
        here, there = (statistics.median(rates[place]) for place in ("processes", "ray"))
        pairs = [two / one for one, two in zip(rates["processes"], rates["ray"], strict=True)]
        print(
            f"| {name} | {here:.1f} | {there:.1f} | {there / here:.3f} | {min(pairs):.3f} to {max(pairs):.3f} |",
            flush=True,
        )


def rate(run, options):
    """Return games a second from the first answer to the last, so that starting processes does not count."""
    seen = []

    def tell(tally, games):
        if tally.games:
            seen.append(time.perf_counter())

    result = match("othello", *run["players"], games=run["games"], plies=run["plies"], seed=1, tell=tell, **options)
    assert result.tally.games == run["games"] == len(seen)
    # The last games of a batch come together: count from a tenth to the end, when everything runs.
    first = len(seen) // 10
    return (len(seen) - 1 - first) / (seen[-1] - seen[first])


class Canned:
    """An executor that has played everything before."""

    def __init__(self, answers):
        self.answers = answers

    def run(self, job, units, stop, seen=None):
        """Yield the answers at once."""
        for unit in units:
            yield Answer(unit.number, {**self.answers[(unit.number - 1) % len(self.answers)], "number": unit.number})


def canned(count=200):
    """Return games of 40 plies, as workers send them."""
    referee = Referee(load("othello"), (), ("random", "random"), 1, 40)
    stop, opening = threading.Event(), ()
    return referee, [json.loads(json.dumps(referee.run(Unit(number, opening), stop, lambda standing: None)))
                     for number in range(1, count + 1)]  # fmt: skip


def driver():
    """Print what this process spends on a game that others have played."""
    referee, games = canned()
    count = 20_000
    with tempfile.TemporaryDirectory() as folder:
        for name, file in (("without a store", None), ("with the store", Path(folder) / "games.db")):
            standing = Standing(count, None, False)
            event = {**event_of(referee, "none"), "games": count}
            store = file and Store(file, event, contestants_of(referee), referee.read)
            units = (Unit(number, ()) for number in range(1, count + 1))
            started = time.perf_counter()
            for answer in Canned(games).run(referee.job(), units, threading.Event()):
                data = {**answer.data, "first": "AB"[(answer.number + 1) % 2]}
                played = referee.read(data)
                if store:
                    store.add(played, data)
                standing.add(played)
            if store:
                store.close()
            seconds = (time.perf_counter() - started) / count
            print(f"{name}: {seconds * 1e6:.0f} µs a game, so {1 / seconds:,.0f} games a second")


class Sleeper:
    """Many workers in one process, which only sleep: a second a game, one game after another."""

    def __init__(self, answers):
        self.answers, self.busy = answers, {}

    async def prepare(self):
        """Be ready."""

    async def answer(self, worker, units):
        """Sleep a second for each unit, after what this worker was given before."""
        async with self.busy.setdefault(worker, asyncio.Lock()):
            started = time.monotonic()
            await asyncio.sleep(len(units))
        found = [(number, self.game(number, opening)) for number, opening in units]
        return {"answers": found, "seconds": time.monotonic() - started, "notes": [], "error": None}

    def game(self, number, opening):
        """Return a game that was played before, under this number."""
        played = self.answers[(number - 1) % len(self.answers)]
        return {**played, "number": number, "first": "AB"[(number + 1) % 2], "opening": list(opening)}


class Call:
    """A method of one of the workers, called as one of an actor is."""

    def __init__(self, remote, *first):
        self.call, self.first = remote, first

    def remote(self, *rest):
        """Call it."""
        return self.call.remote(*self.first, *rest)


class Sleepers(Cluster):
    """A cluster whose workers share a few processes."""

    def __init__(self, workers, processes, answers):
        super().__init__("ray", workers)
        remote = ray.remote(num_cpus=0, max_concurrency=2 * workers)(Sleeper)
        self.handles = [remote.remote(answers) for _ in range(processes)]
        self.started = 0

    def start(self, job, cargo):
        """Return a worker, and the call after which it is ready."""
        self.started += 1
        handle = self.handles[self.started % len(self.handles)]
        return SimpleNamespace(answer=Call(handle.answer, self.started)), handle.prepare.remote()


def sleepers():
    """Print how busy 1,000 sleeping workers are kept by one driver that stores every game."""
    ray.init("local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    referee, games = canned()
    for workers in (250, 500, 1000, 2000):
        cluster = Sleepers(workers, 4, games)
        count, times = 12 * workers, []
        with tempfile.TemporaryDirectory() as folder:
            event = {**event_of(referee, "none"), "games": count}
            with Store(Path(folder) / "games.db", event, contestants_of(referee), referee.read) as store:
                units = (Unit(number, ()) for number in range(1, count + 1))
                spent = time.process_time()
                for answer in cluster.run(referee.job(), units, threading.Event()):
                    store.add(referee.read(answer.data), answer.data)
                    times.append(time.monotonic())
                spent = time.process_time() - spent
        first, last = len(times) // 4, 3 * len(times) // 4
        busy = (last - first) / (times[last] - times[first]) / workers
        print(f"{workers} workers: {busy:.1%} busy, {busy * workers:,.0f} games a second, "
              f"{spent / count * 1e6:.0f} µs of the driver's processor a game", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
