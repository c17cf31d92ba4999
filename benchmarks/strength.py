"""Chess against other programs: Stockfish held to several ratings, GNU Chess, and whatever else speaks UCI.

    python benchmarks/strength.py [--seconds 0.1] [--games 100] [--elo 2000,2200] [--program "/usr/games/gnuchess -u"]
        [--folder matches]

Every opening of benchmarks/data/openings.epd is played from both sides. Each match keeps its record in the folder: run
the command again after an interruption, and it goes on. A hundred games at 0.1 s take about ten minutes on two cores.
"""

import argparse
import re
from pathlib import Path

import kibitz

OPENINGS = Path(__file__).parent / "data" / "openings.epd"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--elo", default="2000", help="ratings of Stockfish, with commas; empty for none")
    parser.add_argument("--stockfish", default="/usr/games/stockfish")
    parser.add_argument("--program", action="append", default=[], help="another UCI program")
    parser.add_argument("--folder", type=Path, default=Path("matches"))
    arguments = parser.parse_args()
    arguments.folder.mkdir(exist_ok=True)
    rivals = {
        f"Stockfish, UCI_Elo {elo}": f"{arguments.stockfish},option.UCI_LimitStrength=true,option.UCI_Elo={elo}"
        for elo in arguments.elo.split(",")
        if elo
    }
    rivals |= {program: program for program in arguments.program}
    print("| against | won | drawn | lost | score | Elo, 95 % |\n| --- | --- | --- | --- | --- | --- |")
    for label, rival in rivals.items():
        told(label, rival, arguments)


def told(label, rival, arguments):
    """Play a match and print its row of the table."""
    file = arguments.folder / f"chess-{re.sub('[^A-Za-z0-9]+', '-', label)}.db"
    ours, theirs = f"engine:seconds={arguments.seconds:g}", f"uci:{rival},seconds={arguments.seconds:g}"
    options = {"games": arguments.games, "openings": OPENINGS, "record": file}
    data = kibitz.match("chess", ours, theirs, **options).to_json()
    counted = " | ".join(str(data[key]) for key in ("wins", "draws", "losses"))
    ends = [data[end] for end in ("elo_low", "elo_high")]
    elo = " to ".join("beyond" if end is None else f"{end:+.0f}" for end in ends)
    print(f"| {label} | {counted} | {data['score']:.1%} | {elo} |", flush=True)


if __name__ == "__main__":
    main()
