"""Proof-number search beside the other methods of `kibitz solve --weak`: nodes until it is known who wins.

python benchmarks/proof.py [--seconds 30]
"""

import argparse

import kibitz

POSITIONS = {
    "tic-tac-toe, empty": ("tic-tac-toe", None),
    "breakthrough 4 × 5, start": ("breakthrough:columns=4,rows=5", None),
    "chess, mate in 5 (Lasker – Thomas, 1912)": (
        "chess",
        "rn3r2/pbppq1p1/1p2pN1k/4N3/3P4/3B4/PPP2PPP/R3K2R w KQ - 0 1",
    ),
}
METHODS = ("bisection", "deepening", "proof-number")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=30.0)
    seconds = parser.parse_args().seconds
    print("| position | " + " | ".join(METHODS) + " |\n| --- |" + " --- |" * len(METHODS))
    for label, (name, text) in POSITIONS.items():
        cells = []
        for method in METHODS:
            found = kibitz.solve(name, position=text, method=method, weak=True, seconds=seconds)
            cells.append(f"{found.nodes:,}" if found.proven else f"not in {found.nodes:,}")
        print(f"| {label} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
