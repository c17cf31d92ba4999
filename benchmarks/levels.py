"""How strong the levels of chess are: a gauntlet against Stockfish held to several ratings, which are the anchors.

    python benchmarks/levels.py [--games 40] [--levels 1-8] [--elo 1350,1700,2050,2300] [--folder matches]

Each level plays this many games against each of Stockfish's ratings. Both are limited by nodes, so the machine does not
matter: Stockfish to 60,000 a move, which is about 0.1 s, and a level to its own number. The table is what `UCI_Elo` and
the documentation say of levels. Levels 9 and 10 take seconds a move, so their strength is the line through the last
three that were measured, and marked as such.
"""

import argparse
from pathlib import Path

import numpy as np

import kibitz

OPENINGS = Path(__file__).parent / "data" / "openings.epd"
LAST = 10


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=40, help="of each level against each rating, an even number")
    parser.add_argument("--levels", default="1-8")
    parser.add_argument("--elo", default="1350,1700,2050,2300")
    parser.add_argument("--nodes", type=int, default=60_000, help="of Stockfish")
    parser.add_argument("--stockfish", default="/usr/games/stockfish")
    parser.add_argument("--folder", type=Path, default=Path("matches"))
    arguments = parser.parse_args()
    arguments.folder.mkdir(exist_ok=True)
    first, last = map(int, arguments.levels.split("-"))
    levels = {f"level {number}": f"engine:level={number}" for number in range(first, last + 1)}
    anchors = {f"Stockfish {elo}": float(elo) for elo in arguments.elo.split(",")}
    held = f"uci:{arguments.stockfish},nodes={arguments.nodes},option.UCI_LimitStrength=true"
    rivals = {name: f"{held},option.UCI_Elo={elo:g}" for name, elo in anchors.items()}
    found = kibitz.tournament(
        "chess",
        {**levels, **rivals},
        challengers=len(levels),
        games=arguments.games * len(levels) * len(rivals),
        openings=OPENINGS,
        anchors=anchors,
        record=arguments.folder / "chess-levels.db",
        tell=lambda table, games: print(f"{games} games", end="\r", flush=True),
    )
    print(found)
    rated = {each.name: each.rating.value for each in found.standings}
    numbers = [number for number in range(first, last + 1) if rated[f"level {number}"] is not None]
    slope, start = np.polyfit(numbers[-3:], [rated[f"level {number}"] for number in numbers[-3:]], 1)
    for number in range(last + 1, LAST + 1):
        print(f"level {number}: about {start + slope * number:.0f}, extrapolated")


if __name__ == "__main__":
    main()
