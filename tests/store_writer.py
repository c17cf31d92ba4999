"""A program that is killed while it writes to a store.

For each line of its input, the path of a store, it forks a process, prints its number, and waits for its end. That
process opens the store, adds games and closes it, again and again; it prints the number of a game once it is committed.
"""

import os
import random
import sys
from pathlib import Path

from kibitz.arena.played import Played, first_in, played_from
from kibitz.arena.store import Store

EVENT = {"game": "tic-tac-toe", "players": ["random", "policy"], "pairings": "round robin", "seats": 2, "teams": None}
CONTESTANTS = [("one", "random"), ("two", "policy")]


def opened(path):
    """Open the store of a run that never was."""
    return Store(Path(path), {**EVENT, "games": 1000, "started": 0}, CONTESTANTS, played_from)


def game(number, plies=9):
    """Return a game that never was."""
    moves = tuple(str((number + ply) % 9 + 1) for ply in range(plies))
    times = (number / 8, 0.5)
    return Played(number, first_in(number), ("5",), moves, "a draw", "end", 0.5, times, times, (), 0)


def write(path):
    """Add games to a store until this process is killed."""
    while True:
        with opened(path) as store:
            for _ in range(random.randint(1, 25)):
                number = len(store.games) + 1
                store.show({"number": number}, 0)
                store.add(game(number))
                if random.random() < 0.5:
                    store.commit()
                    os.write(1, b"%d\n" % number)


def main():
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            random.seed()
            write(line.strip())
        os.write(1, b"process %d\n" % child)
        os.waitpid(child, 0)
        os.write(1, b"ended\n")


if __name__ == "__main__":
    main()
