"""How long the first search of a game takes: the wall time of a command with an empty cache.

    python benchmarks/first_use.py [--beside CHECKOUT] [--rounds 5]

Each round runs every command once, with this checkout and, if given, with another one beside it (an earlier state whose
dependencies are installed too), in turn. The median and the range are printed.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parents[1]
COMMANDS = {
    "connect-four, engine": "analyze connect-four --depth 4",
    "chess, engine": "analyze chess --depth 4",
    "hex, engine": "analyze hex --depth 4",
    "shapes-four, engine": "analyze shapes-four --depth 4",
    "connect-four, alpha-beta": "analyze connect-four --depth 4 --algorithm alpha-beta",
    "nim, alpha-beta": "analyze nim --depth 4 --algorithm alpha-beta",
}


def wall(checkout: Path, command: str) -> float:
    """Return how long a command takes from an empty cache."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "KIBITZ_CACHE": cache, "PYTHONPATH": str(checkout / "src")}
        started = time.perf_counter()
        run = [sys.executable, "-m", "kibitz", *command.split()]
        subprocess.run(run, env=environment, check=True, capture_output=True)
        return time.perf_counter() - started


def told(seconds: list[float]) -> str:
    return f"{statistics.median(seconds):5.2f} s ({min(seconds):.2f} to {max(seconds):.2f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--beside", type=Path, help="another checkout")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    checkouts = [HERE] + ([options.beside] if options.beside else [])
    found: dict[tuple[str, Path], list[float]] = {}
    for _ in range(options.rounds):
        for name, command in COMMANDS.items():
            for checkout in checkouts:
                found.setdefault((name, checkout), []).append(wall(checkout, command))
    for name in COMMANDS:
        columns = [told(found[name, checkout]) for checkout in checkouts]
        print(f"{name:28}", "   beside ".join(columns))


if __name__ == "__main__":
    main()
