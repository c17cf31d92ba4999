"""Ratings from a store: how long a million results take, and whether players of known strength are found again.

    python benchmarks/ratings.py million     1,000,000 results of 1,000 simulated players, rated from a store
    python benchmarks/ratings.py eight       200 simulated tournaments of eight players over 2,016 games

A simulated game has no moves, but its result is drawn by Elo's formula from strengths that are known, with draws and an
advantage of the first player; the games of a pair are independent.
"""

import argparse
import sqlite3
import tempfile
import time
from pathlib import Path

import numpy as np

from kibitz.arena.played import played_from
from kibitz.arena.results import results_in
from kibitz.arena.schedule import ROUND_ROBIN, pairings_of
from kibitz.arena.store import Store
from kibitz.arena.strength import rate_pairs, simulate_pairs

PLAYERS, GAMES = 1000, 1_000_000
ADVANTAGE, DRAWS = 35.0, 0.3


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["million", "eight"])
    {"million": million, "eight": eight}[parser.parse_args().what]()


def million():
    """Write a store of a million results, and time its standings."""
    elos = np.random.default_rng(1).normal(0, 200, PLAYERS)
    elos -= elos.mean()
    pairings = pairings_of(ROUND_ROBIN, PLAYERS)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "million.db"
        event = {"game": "nim", "players": ["random"] * PLAYERS, "pairings": ROUND_ROBIN, "seats": 2, "teams": None,
                 "games": GAMES, "names": [f"p{number}" for number in range(PLAYERS)]}  # fmt: skip
        Store(file, event, [(f"p{number}", "random") for number in range(PLAYERS)], played_from).close()
        write(file, pairings, elos)
        for _ in range(3):
            started = time.perf_counter()
            with results_in(file) as results:
                found = results.result(advantage=True)
            seconds = time.perf_counter() - started
            within = [
                rating.elo.low <= elo <= rating.elo.high
                for rating, elo in zip(found.ratings.players, elos, strict=True)
            ]
            print(f"{found.seats.games:,} results of {PLAYERS:,} players rated from the store in {seconds:.1f} s; "
                  f"{sum(within)} of {PLAYERS} within their 95 % error bars, first player's advantage "
                  f"{found.ratings.first_advantage.describe()} (true: {ADVANTAGE:g})")  # fmt: skip


def write(file, pairings, elos):
    """Write results straight into the tables; what they say follows from their numbers."""
    rng = np.random.default_rng(2)
    numbers = np.arange(1, GAMES + 1)
    pairs = np.array(pairings)[(numbers - 1) // 2 % len(pairings)]
    first = np.where(numbers % 2 == 1, pairs[:, 0], pairs[:, 1])
    second = np.where(numbers % 2 == 1, pairs[:, 1], pairs[:, 0])
    expected = 1 / (1 + 10 ** ((elos[second] - elos[first] - ADVANTAGE) / 400))
    drawn = 4 * DRAWS * expected * (1 - expected)
    drawn_number = rng.random(GAMES)
    score = np.where(drawn_number < expected - drawn / 2, 1.0, np.where(drawn_number < expected + drawn / 2, 0.5, 0.0))
    with sqlite3.connect(file) as data:
        rows = ((int(n), "[]", "[]", 0, "", "end", None, "0", "[]", None, "[]", "[]") for n in numbers)
        data.executemany("INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        for player, who, worth in ((0, first, score), (1, second, 1 - score)):
            seats = zip(numbers.tolist(), [player] * GAMES, who.tolist(), worth.tolist(), strict=True)
            data.executemany("INSERT INTO seat VALUES (?, ?, ?, ?)", seats)


def eight():
    """Print how often the differences of eight known players lie within their error bars."""
    elos = np.array([300, 200, 120, 50, -50, -120, -200, -300.0])
    covered = pairs = 0
    errors = []
    for seed in range(200):
        games = simulate_pairs(elos, 1008, seed, advantage=ADVANTAGE, draws=DRAWS)
        ratings = rate_pairs(8, games.first, games.second, games.score, games.unit)
        errors += [rating.error for rating in ratings.players]
        for one in range(8):
            for two in range(one):
                elo = ratings.difference(one, two)
                covered += elo.low <= elos[one] - elos[two] <= elo.high
                pairs += 1
    print(f"{covered:,} of {pairs:,} differences within their 95 % error bars ({covered / pairs:.1%}); "
          f"a rating's standard error is {np.mean(errors):.1f} Elo")  # fmt: skip


if __name__ == "__main__":
    main()
