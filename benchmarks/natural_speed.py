"""Games as a newcomer writes them beside the same rules by an expert: nodes a second, plain, compiled and with bits.

    python benchmarks/natural_speed.py [--rounds 5]

`benchmarks/natural/NAME.py` uses dicts, lists, dataclasses, recursion and strings; `NAME_expert.py` has the same moves
in the same order and the same evaluation, with bits and tables. Both search the same tree, which is checked.
"""

import argparse
import statistics
from pathlib import Path

import kibitz

FOLDER = Path(__file__).parent / "natural"
DEPTHS = {  # compiled, plain
    "ataxx": (8, 5),
    "checkers6": (14, 9),
    "domineering": (6, 4),
    "four_in_a_line": (6, 4),
    "mancala": (11, 7),
    "nim": (9, 6),
    "pebbles": (14, 9),
    "tic_tac_toe": (9, 6),
    "tron": (16, 10),
}


def rate(name: str, depth: int, compiled: bool) -> tuple[int, float]:
    """Return the nodes of a search, and how many it searches in a second."""
    result = kibitz.analyze(FOLDER / f"{name}.py", "alpha-beta", depth=depth, compiled=compiled)
    return result.nodes, result.nodes / result.seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    print(f"{'game':16}{'plain':>10}{'compiled':>12}{'expert':>12}   natural/expert   compiled/plain")
    for name, (deep, shallow) in DEPTHS.items():
        _, plain = rate(name, shallow, False)
        ratios, naturals, experts = [], [], []
        for _ in range(rounds):
            (nodes, natural), (others, expert) = rate(name, deep, True), rate(f"{name}_expert", deep, True)
            assert nodes == others, f"{name}: the trees differ, {nodes} and {others} nodes"
            naturals.append(natural)
            experts.append(expert)
            ratios.append(natural / expert)
        middle = statistics.median(ratios)
        natural, expert = statistics.median(naturals), statistics.median(experts)
        print(
            f"{name:16}{plain / 1e3:8.0f} k{natural / 1e6:10.2f} M{expert / 1e6:10.2f} M"
            f"   {middle:.2f} ({min(ratios):.2f} to {max(ratios):.2f})   {natural / plain:.0f}"
        )


if __name__ == "__main__":
    main()
