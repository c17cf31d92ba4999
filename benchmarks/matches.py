"""The engine against the compiled textbook alpha-beta at equal time, and Othello's evaluation against a disc count.

    python benchmarks/matches.py [--seconds 0.05] [--games 200] [--only othello] [--folder matches]

Every opening, a few seeded random plies after which neither side is far ahead, is played from both sides. Each match
keeps its record in the folder: run the command again after an interruption, and it goes on. It takes about half an
hour on two cores.
"""

import argparse
from pathlib import Path

from kibitz import match

PLIES = {
    "connect-four": 4,
    "othello": 6,
    "breakthrough": 4,
    "kalah": 4,
    "dots-and-boxes": 6,
    "hex": 3,
    "shapes-four": 3,
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--only")
    parser.add_argument("--uneven", action="store_true", help="openings as they are drawn, decided or not")
    parser.add_argument("--folder", type=Path, default=Path("matches"))
    arguments = parser.parse_args()
    arguments.folder.mkdir(exist_ok=True)
    engine, textbook = (f"{name}:seconds={arguments.seconds:g}" for name in ("engine", "alpha-beta"))
    print("| game | openings | won | drawn | lost | score | Elo |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, plies in PLIES.items():
        if arguments.only in (None, name):
            told(name, plies, engine, textbook, None, arguments)
    if arguments.only in (None, "othello"):
        told("othello", PLIES["othello"], engine, engine, "othello:discs_only=1", arguments)


def told(name, plies, one, other, other_game, arguments):
    """Play a match and print its row of the table."""
    file = arguments.folder / f"{name}{'-discs' if other_game else ''}.db"
    options = {"other_game": other_game} if other_game else {}
    result = match(
        name,
        one,
        other,
        games=arguments.games,
        random_plies=plies,
        even=not arguments.uneven,
        seed=1,
        record=file,
        **options,
    )
    data = result.to_json()
    label = f"{name} against a disc count" if other_game else name
    counted = " | ".join(str(data[key]) for key in ("wins", "draws", "losses"))
    low, high = (data[end] for end in ("elo_low", "elo_high"))
    elo = f"above {low:+.0f}" if high is None else f"{low:+.0f} to {high:+.0f}"
    print(f"| {label} | {plies} random plies | {counted} | {data['score']:.1%} | {elo} |", flush=True)


if __name__ == "__main__":
    main()
