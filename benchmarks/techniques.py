"""What each of the engine's techniques is worth: nodes and time to a fixed depth, without it and with it.

    python benchmarks/techniques.py [--games connect-four,othello]

For each game, a few positions of fixed random games are searched to a depth with everything on, then with one technique
off at a time. The numbers are geometric means over the positions of (without / with): 1.50 means half as much again
without it, below 1.00 the game is better off without it. Time is CPU time of one thread.
"""

import argparse
import math
import random
import time

from kibitz import Engine, load
from kibitz.search.engine.techniques import TECHNIQUES
from kibitz.search.wander import wander

DEPTHS = {
    "chess": 9,
    "connect-four": 17,
    "othello": 10,
    "breakthrough": 8,
    "kalah": 13,
    "dots-and-boxes": 9,
    "hex": 5,
    "shapes-four": 9,
    "three-mens-morris": 14,
    "tic-tac-toe": 9,
}
POSITIONS = 6
NEEDS = {"priority": "priority", "null-move": "skip", "quiescence": "noisy", "bounds": "bounds",
         "symmetries": "symmetries", "urgent": "urgent", "futility": "margin"}  # fmt: skip


def positions(game):
    """Give unfinished positions of a few fixed random games, from early to late."""
    choose, found = random.Random(7), []
    while len(found) < POSITIONS:
        line = [p for p, _ in wander(game, choose, 200) if game.moves(p)]
        found.append(line[min(len(line) - 1, (len(found) + 1) * len(line) // (POSITIONS + 4))])
    return found


def measure(engine, p, depth):
    """Search from an empty table; give nodes and CPU seconds."""
    engine.clear()
    started = time.process_time()
    result = engine.analyze(position=p, depth=depth)
    return result.nodes, time.process_time() - started


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", default=",".join(DEPTHS))
    parser.add_argument("--techniques", default=",".join(TECHNIQUES))
    arguments = parser.parse_args()
    names = arguments.techniques.split(",")
    print("| game, depth | " + " | ".join(names) + " |")
    print("| --- |" + " --- |" * len(names))
    for name in arguments.games.split(","):
        game, depth = load(name), DEPTHS[name]
        with_all = Engine(game)
        places = positions(game)
        base = [measure(with_all, p, depth) for p in places]
        cells = []
        for technique in names:
            if technique in NEEDS and not getattr(game.rules, NEEDS[technique]):
                cells.append("")
                continue
            engine = Engine(game, without=(technique,))
            found = [measure(engine, p, depth) for p in places]
            ratios = [
                math.exp(
                    sum(math.log(max(one[i], 1e-6) / max(all_[i], 1e-6)) for one, all_ in zip(found, base, strict=True))
                    / len(base)
                )
                for i in (0, 1)
            ]
            cells.append(f"{ratios[0]:.2f} / {ratios[1]:.2f}")
        print(f"| {name}, {depth} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
