"""Connect Four solved: mean time and nodes over the published sets, and smaller boards.

    python benchmarks/solver.py [--threads 2] [--sets Test_L1_R1] [--file POSITIONS]

Each position starts from an empty table, as the published C++ solver does; seconds are of the search alone. A file has
a line for each position: the moves as columns, then the score, as in `tests/data/connect-four`.
"""

import argparse
from pathlib import Path

from kibitz import load
from kibitz.search.solve import Solver

DATA = Path(__file__).parents[1] / "tests" / "data" / "connect-four"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--table", type=float, default=256)
    parser.add_argument("--sets", default="Test_L3_R1,Test_L2_R1,Test_L1_R1")
    parser.add_argument("--file", type=Path)
    arguments = parser.parse_args()
    files = [arguments.file] if arguments.file else [DATA / name for name in arguments.sets.split(",")]
    game = load("connect-four")
    solver = Solver(game, arguments.table, arguments.threads, None)
    print("| set | positions | wrong | mean nodes | mean ms | all, s | million nodes/s |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for file in files:
        lines = [line.split() for line in file.read_text().splitlines() if line.strip()]
        nodes, seconds, wrong = 0, 0.0, 0
        for moves, score in lines:
            result = solver.solve(game.replay(" ".join(moves)))
            nodes, seconds = nodes + result.nodes, seconds + result.seconds
            wrong += result.score != int(score)
        count = len(lines)
        per = f"{nodes / count:,.0f} | {1000 * seconds / count:.3f} | {seconds:.2f} | {nodes / seconds / 1e6:.1f}"
        print(f"| {file.name} | {count} | {wrong} | {per} |", flush=True)


if __name__ == "__main__":
    main()
