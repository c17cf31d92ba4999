"""The engine's manners: threads, time kept, stops obeyed, memory.

python benchmarks/manners.py [--quick]
"""

import argparse
import random
import resource
import statistics
import threading
import time

from kibitz import Engine, load
from kibitz.search.wander import wander

DEPTHS = {"connect-four": 31, "othello": 17}


def places(game, count, plies):
    """Give positions of fixed random games."""
    choose, found = random.Random(11), []
    while len(found) < count:
        line = [p for p, _ in wander(game, choose, plies) if game.moves(p)]
        if len(line) == plies:
            found.append(line[-1])
    return found


def seconds_to(engine, p, depth):
    """Search to a depth from an empty table."""
    engine.clear()
    started = time.perf_counter()
    for _ in engine.think(position=p, depth=depth):
        pass
    return time.perf_counter() - started


def threads(count):
    """Print how much faster two threads reach a depth than one."""
    for name, depth in DEPTHS.items():
        game = load(name)
        one, two = (Engine(game, threads=n) for n in (1, 2))
        ratios = [seconds_to(one, p, depth) / seconds_to(two, p, depth) for p in places(game, count, 8)]
        shown = ", ".join(f"{ratio:.2f}" for ratio in sorted(ratios))
        print(f"two threads, {name} to depth {depth}: {statistics.median(ratios):.2f} times as fast, median of {shown}")


def time_kept(count):
    """Print how long searches take that were asked for half a second."""
    game = load("connect-four")
    engine, took = Engine(game), []
    for p in places(game, count, 4):
        engine.clear()
        started = time.perf_counter()
        result = engine.analyze(position=p, seconds=0.5)
        if result.proven is None:
            took.append(time.perf_counter() - started)
    print(f"asked for 0.5 s: {min(took):.3f} to {max(took):.3f} s over {len(took)} searches")


def stops(count):
    """Print how soon a stop is obeyed while both cores are busy."""
    game = load("connect-four")
    busy, engine, late = Engine(game), Engine(game), []
    enough = threading.Event()

    def load_other_core():
        while not enough.is_set():
            for _ in busy.think(seconds=0.5, stop=enough):
                pass

    other = threading.Thread(target=load_other_core)
    other.start()
    for number in range(count):
        stop = threading.Event()
        asked = []

        def ask(stop=stop, asked=asked):
            asked.append(time.perf_counter())
            stop.set()

        engine.clear()
        threading.Timer(0.05 + number % 7 / 100, ask).start()
        for _ in engine.think(seconds=10, stop=stop):
            pass
        late.append(1000 * (time.perf_counter() - asked[0]))
    enough.set()
    other.join()
    late.sort()
    middle, most = late[len(late) // 2], late[int(len(late) * 0.99) - 1]
    print(f"stop obeyed, both cores busy: median {middle:.1f} ms, 99 % within {most:.1f} ms of {count}")


def memory(count):
    """Print what an engine takes beyond its table, and what a thousand searches add."""
    game = load("connect-four")
    Engine(game, table=1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    engine = Engine(game, table=1)
    for number in range(count + 50):
        if number == 50:
            after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in engine.think(nodes=2000):
            pass
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    own, more = (after - before) / 1024, (grown - after) / 1024
    print(f"memory: an engine {own:.1f} MB beside its table; {count} searches more add {more:.1f} MB")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args().quick
    threads(5 if quick else 15)
    time_kept(5 if quick else 20)
    stops(40 if quick else 200)
    memory(200 if quick else 1000)


if __name__ == "__main__":
    main()
