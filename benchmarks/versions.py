"""Let the engine of this checkout play the one of an earlier checkout, at an equal number of nodes a move.

    git worktree add /tmp/before COMMIT
    python benchmarks/versions.py /tmp/before --game othello [--nodes 10000] [--games 400] [--random-plies 6] [--seed 1]

Both have the weights and the rules of their own checkout. Every opening, a few random plies, is played from both sides.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

import kibitz

PLAYER = """
import sys, kibitz
game, nodes = kibitz.load(sys.argv[1]), int(sys.argv[2])
engine = kibitz.Engine(game, compiled=True)
for line in sys.stdin:
    if line.split() == ["new"]:
        engine.clear()
    else:
        print(engine.analyze(game.begin(line.split()), nodes=nodes).names.move, flush=True)
"""


class Before:
    """The engine of the earlier checkout, in a process of its own."""

    def __init__(self, checkout, game, nodes):
        environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
        command = [sys.executable, "-c", PLAYER, game, str(nodes)]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(command, env=environment, text=True, bufsize=1, **pipes)
        self.plies = 0

    def __call__(self, state):
        """Return the move that it chooses."""
        if len(state.names) < self.plies:
            self.process.stdin.write("new\n")
        self.plies = len(state.names)
        self.process.stdin.write(" ".join(state.names) + "\n")
        return self.process.stdout.readline().strip()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--game", required=True)
    parser.add_argument("--nodes", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--random-plies", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    before = Before(arguments.checkout.resolve(), arguments.game, arguments.nodes)
    options = {"games": arguments.games, "random_plies": arguments.random_plies, "seed": arguments.seed, "jobs": 1}
    found = kibitz.match(arguments.game, f"engine:nodes={arguments.nodes}", before, **options)
    print(f"{arguments.game}, A the engine of this checkout, B the earlier one\n{found}", flush=True)
    before.process.stdin.close()


if __name__ == "__main__":
    main()
