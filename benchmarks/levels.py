"""How strong the levels of chess are: matches with Stockfish held to several ratings, and among the weak levels.

    python benchmarks/levels.py [--games 40] [--levels 1-8] [--elo 1350,1700,2050,2300] [--folder matches]

Each level plays this many games against each of Stockfish's ratings. Both are limited by nodes, so the machine does not
matter: Stockfish to 60,000 a move, which is about 0.1 s, and a level to its own number. Levels that are too weak for
Stockfish's lowest rating are rated by games among the first six levels, of which the last two keep what they have. The
tables are what `UCI_Elo` and the documentation say of levels. Levels 9 and 10 take seconds a move and are not measured.
"""

import argparse
from pathlib import Path

import kibitz

OPENINGS = Path(__file__).parent / "data" / "openings.epd"
WEAK, KNOWN = 6, 2


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
    rated = played(arguments, "chess-levels", {**levels, **rivals}, anchors, len(levels), len(levels) * len(rivals))
    weak = dict(list(levels.items())[:WEAK])
    known = {name: rated[name] for name in list(weak)[-KNOWN:]}
    if len(weak) == WEAK and None not in known.values():
        played(arguments, "chess-weak-levels", weak, known, None, WEAK * (WEAK - 1) // 2)


def played(arguments, name, players, anchors, challengers, pairs):
    """Play a tournament, print its table, and return each player's rating."""
    found = kibitz.tournament(
        "chess",
        players,
        challengers=challengers,
        games=arguments.games * pairs,
        openings=OPENINGS,
        anchors=anchors,
        record=arguments.folder / f"{name}.db",
    )
    print(found, flush=True)
    return {each["name"]: each["elo"] for each in found.to_json()["standings"]}


if __name__ == "__main__":
    main()
