"""2048: positions evaluated a second, and how far seeded games get.

    python benchmarks/tiles.py speed
    python benchmarks/tiles.py games [--games 20] [--seconds 0.01]

`speed` searches positions of a seeded game to a fixed depth on one thread, from an empty table each, and counts the
positions that were evaluated; what the table answered is not counted. Beside it, the same positions are searched by
the textbook's expectimax to a smaller depth, in the same run. `games` plays seeds 1 to N with the engine at a fixed
time a move and prints the largest tile of each game.
"""

import argparse
import random
import statistics
import time
from collections import Counter

import kibitz
from kibitz.search.engine.desk import EVALUATIONS

DEPTH, TEXTBOOK_DEPTH, POSITIONS, ROUNDS = 5, 3, 12, 5


def advance(state, dice):
    """Let nature move as long as it is to move."""
    while not state.over and state.turn == kibitz.CHANCE:
        state.draw(dice)


def positions():
    """Return positions of a game played to depth 1, evenly spread."""
    engine, state, dice = kibitz.Engine("2048"), kibitz.load("2048").begin(), random.Random(1)
    found = []
    advance(state, dice)
    while not state.over and len(found) < 600:
        found.append(state.position)
        state.play(engine.analyze(state, depth=1).move)
        advance(state, dice)
    return found[:: len(found) // POSITIONS][:POSITIONS]


def speed():
    """Print positions evaluated a second."""
    engine, game = kibitz.Engine("2048"), kibitz.load("2048")
    rates, textbook = [], []
    for _ in range(ROUNDS):
        evaluated = seconds = 0
        nodes = spent = 0
        for p in positions():
            engine.clear()
            result = engine.analyze(position=p, depth=DEPTH)
            evaluated += int(engine.machinery.desks[0][EVALUATIONS])
            seconds += result.seconds
            plain = kibitz.analyze(game, "expectimax", position=p, depth=TEXTBOOK_DEPTH)
            nodes, spent = nodes + plain.nodes, spent + plain.seconds
        rates.append(evaluated / seconds / 1e6)
        textbook.append(nodes / spent / 1e6)
    spread = f"{min(rates):.1f} to {max(rates):.1f}"
    print(f"engine, depth {DEPTH}: {statistics.median(rates):.1f} million evaluations/s ({spread})")
    print(f"textbook expectimax, depth {TEXTBOOK_DEPTH}: {statistics.median(textbook):.1f} million nodes/s")


def games(count, seconds):
    """Play seeded games and print the largest tile of each."""
    game = kibitz.load("2048")
    best = Counter()
    for seed in range(1, count + 1):
        engine, state, dice = kibitz.Engine(game), game.begin(), random.Random(seed)
        started = time.perf_counter()
        advance(state, dice)
        while not state.over:
            state.play(engine.analyze(state, seconds=seconds).move)
            advance(state, dice)
        tile = max(1 << (state.position.board >> 4 * cell & 15) for cell in range(16))
        best[tile] += 1
        minutes = (time.perf_counter() - started) / 60
        print(
            f"seed {seed}: {tile}, {state.position.points} points, {len(state.played)} plies, {minutes:.1f} min",
            flush=True,
        )
    for tile in (2048, 4096, 8192, 16384, 32768):
        print(f"reached {tile}: {sum(n for reached, n in best.items() if reached >= tile)} of {count}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("speed", "games"))
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.01)
    given = parser.parse_args()
    if given.what == "speed":
        speed()
    else:
        games(given.games, given.seconds)
