"""Measure this checkout beside an earlier one: the same searches in turn, and the ratio of their speeds.

    git worktree add /tmp/before COMMIT
    python benchmarks/before.py /tmp/before --rounds 7

Each workload runs once in each checkout to compile, then in turn, before and after, as many rounds as asked for. A row
shows the median of the rounds' ratios, after over before in nodes a second, their range, and the ratio of the fastest
runs, which other programs have disturbed least; above 1 is faster. Where both count the same nodes that is a comparison
of the code alone.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent.parent
SETS = HERE / "tests" / "data" / "connect-four"
WORKLOADS = {
    "alpha-beta, connect-four": ["analyze", "connect-four", "--algorithm", "alpha-beta", "--depth", "11"],
    "alpha-beta, othello": ["analyze", "othello", "--algorithm", "alpha-beta", "--depth", "9"],
    "engine, connect-four": ["analyze", "connect-four", "--depth", "27"],
    "engine, othello": ["analyze", "othello", "--depth", "18"],
    "engine, breakthrough": ["analyze", "breakthrough", "--depth", "11"],
    "engine, kalah": ["analyze", "kalah", "--depth", "17"],
    "engine, chess": ["analyze", "chess", "--depth", "13"],
    "solve, Test_L1_R1": ["solve", "connect-four", "--batch", str(SETS / "Test_L1_R1")],
    "solve, Test_L2_R1": ["solve", "connect-four", "--batch", str(SETS / "Test_L2_R1")],
}


def run(checkout: Path, arguments: list[str]) -> tuple[int, float]:
    """Run a workload in a checkout; return its nodes and its seconds."""
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    command = [sys.executable, "-m", "kibitz", *arguments, "--json"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return sum(each["nodes"] for each in found), sum(each["seconds"] for each in found)


def moves_only(arguments: list[str], folder: Path) -> list[str]:
    """Replace a set of positions with scores by its moves, which is what `--batch` reads."""
    if "--batch" not in arguments:
        return arguments
    source = Path(arguments[-1])
    lines = [" ".join(line.split()[0]) for line in source.read_text().splitlines()]
    target = folder / source.name
    target.write_text("\n".join(lines) + "\n")
    return [*arguments[:-1], str(target)]


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path, help="a checkout of the earlier state")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", default="", help="workloads whose name contains this")
    options = parser.parse_args()
    print("| workload | nodes a second, after / before | range | of the fastest runs | nodes, after / before |")
    print("| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments in WORKLOADS.items():
            if options.only not in name:
                continue
            prepared = moves_only(arguments, Path(folder))
            for checkout in (options.before, HERE):
                run(checkout, prepared)
            rates = []
            for _ in range(options.rounds):
                (old, old_seconds), (new, new_seconds) = (run(place, prepared) for place in (options.before, HERE))
                rates.append((old / old_seconds, new / new_seconds))
            ratios = [after / before for before, after in rates]
            fastest = max(after for _, after in rates) / max(before for before, _ in rates)
            between = f"{min(ratios):.2f} to {max(ratios):.2f}"
            print(f"| {name} | {median(ratios):.2f} | {between} | {fastest:.2f} | {new / old:.3f} |", flush=True)


if __name__ == "__main__":
    main()
