"""Three players: max-n, paranoid, best-reply and Monte Carlo search against each other in Chinese checkers.

    python benchmarks/many_players.py [--seconds 0.05] [--games 204] [--game GAME] [--folder matches] [--jobs 2]

Every three of the four play each opening in every rotation of the seats (12 games a round). The match keeps its record
in the folder: run the command again after an interruption, and it goes on.
"""

import argparse
from pathlib import Path

import kibitz

SEARCHES = ("max-n", "paranoid", "best-reply", "mcts")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--games", type=int, default=204)
    parser.add_argument("--game", default="chinese-checkers")
    parser.add_argument("--folder", type=Path, default=Path("matches"))
    parser.add_argument("--jobs", type=int)
    given = parser.parse_args()
    given.folder.mkdir(exist_ok=True)
    players = [f"engine:search={search},seconds={given.seconds:g}" for search in SEARCHES]
    file = given.folder / f"{given.game.replace(':', '-')}-{given.seconds:g}.db"
    print(kibitz.match(given.game, *players, games=given.games, record=file, jobs=given.jobs))


if __name__ == "__main__":
    main()
