"""Connect Four solved: mean time and nodes over the published sets, and harder ones beside another program.

    python benchmarks/solver.py [--threads 2] [--sets Test_L1_R1] [--file POSITIONS]
    python benchmarks/solver.py --file benchmarks/data/connect-four/L1_R2 --beside ./c4solver --rounds 3

Each position starts from an empty table, as in the published C++ solver; seconds are of the search alone. A file has a
line for each position: the moves as columns, then the score, as in `tests/data/connect-four`. In
`benchmarks/data/connect-four` are positions after 9 to 25 random plies without a win at once, named as the published
sets are: L1 up to 14 stones, L2 more; R2 and R3 14 and 28 plies or more to the end.

The program to be run beside reads the moves of a position a line, and writes for each the moves, the score, the nodes
and the microseconds. Both solve the whole set in turn, as many rounds as asked for; the ratio is of the sums.
"""

import argparse
import subprocess
from pathlib import Path

from kibitz import Limit, load
from kibitz.search.request import Request
from kibitz.search.solve.solve import Solver

DATA = Path(__file__).parents[1] / "tests" / "data" / "connect-four"


def seconds_of(program: Path, lines: list[list[str]]) -> float:
    """Let another program solve the positions; say how long it took."""
    text = "".join(f"{moves}\n" for moves, _ in lines)
    output = subprocess.run([program.resolve()], input=text, capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in output.splitlines()]
    if [row[:2] for row in rows] != lines or any(len(row) != 4 for row in rows):
        raise SystemExit(f"{program}: expected the moves, the score, the nodes and the microseconds of every position")
    return sum(int(row[3]) for row in rows) / 1e6


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--table", type=float, default=256)
    parser.add_argument("--sets", default="Test_L3_R1,Test_L2_R1,Test_L1_R1")
    parser.add_argument("--file", type=Path, action="append")
    parser.add_argument("--beside", type=Path)
    parser.add_argument("--rounds", type=int, default=1)
    arguments = parser.parse_args()
    files = arguments.file or [DATA / name for name in arguments.sets.split(",")]
    game = load("connect-four")
    solver = Solver(game, arguments.table, arguments.threads, None)
    print("| set | positions | wrong | mean nodes | mean ms | all, s | million nodes/s | as fast as the other |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for file in files:
        lines = [line.split() for line in file.read_text().splitlines() if line.strip()]
        nodes, seconds, wrong, other = 0, 0.0, 0, 0.0
        for _ in range(arguments.rounds):
            for moves, score in lines:
                result = solver.solve(Request(game, game.begin(" ".join(moves)).position, 0, Limit()))
                nodes, seconds = nodes + result.nodes, seconds + result.seconds
                wrong += result.score != int(score)
            other += seconds_of(arguments.beside, lines) if arguments.beside else 0.0
        count = len(lines) * arguments.rounds
        per = f"{nodes / count:,.0f} | {1000 * seconds / count:.3f} | {seconds / arguments.rounds:.2f}"
        ratio = f"{other / seconds:.2f} times" if arguments.beside else ""
        print(f"| {file.name} | {len(lines)} | {wrong} | {per} | {nodes / seconds / 1e6:.1f} | {ratio} |", flush=True)


if __name__ == "__main__":
    main()
