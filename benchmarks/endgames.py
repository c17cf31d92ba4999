"""Othello's last moves: the solver beside brute force, which is the textbook alpha-beta to the end without a table.

    python benchmarks/endgames.py [--counts 12:20,14:12,16:8,18:4] [--seed 1]

Positions come from seeded games in which each move is the best of a search of two plies or, one time in four, any.
Every score must be equal; nodes, seconds and nodes a second are sums over the positions.
"""

import argparse
import random

from kibitz import analyze, load, solve


def position_of(game, empties, choose):
    """Play a game until so many squares are empty and somebody can move."""
    while True:
        state = game.begin()
        while not state.over:
            p = state.position
            left = 64 - sum((stones & (1 << 64) - 1).bit_count() for stones in (p.mine, p.theirs))
            if left == empties:
                return p
            if choose.random() < 0.25:
                state.play(choose.choice(state.moves()))
            else:
                state.play(analyze(state, "alpha-beta", depth=2).move)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--counts", default="12:20,14:12,16:8,18:4", help="empties:positions, …")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    game = load("othello")
    choose = random.Random(arguments.seed)
    print("| empties | positions | solver: nodes | seconds | nodes/s | brute force: nodes | seconds | nodes/s |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for part in arguments.counts.split(","):
        empties, count = map(int, part.split(":"))
        sums = [[0, 0.0], [0, 0.0]]
        for _ in range(count):
            p = position_of(game, empties, choose)
            found = solve(game, position=p)
            brute = analyze(game, "alpha-beta", position=p, depth=2 * empties + 2)
            assert brute.proven
            assert found.score == brute.score, game.write(p)
            for total, result in zip(sums, (found, brute), strict=True):
                total[0] += result.nodes
                total[1] += result.seconds
        cells = [f"{nodes:,} | {seconds:.2f} | {nodes / seconds / 1e6:.1f} M" for nodes, seconds in sums]
        print(f"| {empties} | {count} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
