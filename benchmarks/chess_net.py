"""How the net of chess was made: games of the engine against itself, and a fit to all of their positions.

    python benchmarks/chess_net.py play --game chess:weights=FILE --minutes 60 --seed 1 --out RECORDS
    python benchmarks/chess_net.py fit RECORDS … --out chess.weights [--hidden 256] [--clipped] [--start FILE]
    python benchmarks/chess_net.py average WEIGHTS … --out chess.weights
    python benchmarks/chess_net.py scale --start FILE --by 0.85 --out chess.weights
    python benchmarks/chess_net.py duel --game chess:weights=FILE --other chess:weights=FILE [--games 1000]

This is much like `kibitz learn chess --hidden 256 --outputs 2 --squared`, but records of earlier runs, which other
weights played, are learned from too; a fit begins anew unless --start names weights; only the search's score labels a
position; and the constants below differ. `play` writes one file for each process. `average` takes the mean of nets
that were fitted on from the same one, and `scale` multiplies evaluations, which changes what the engine's margins mean.
"""

import argparse
import dataclasses
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

import kibitz
from kibitz.arena.rating import elo
from kibitz.learning.contest import duel
from kibitz.learning.fit import Fit, chance_of, half_of
from kibitz.learning.games import Games, Plan
from kibitz.learning.generations import SCALE, named
from kibitz.learning.selfplay import NOTES
from kibitz.model import CONSTANT, FACTOR, NET, Form
from kibitz.model_file import read_model, write_model

OPENING, SURE = 6, 1500
OUTPUTS, SPARSE, MOST_ON, MARGIN = 2, 20, 32, 75
BATCH, RATE, DECAY = 4096, 0.008, 0.1
HELD_OUT = 100_000


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["play", "fit", "average", "scale", "duel"])
    parser.add_argument("records", nargs="*", type=Path, help="files of records, or of weights to average")
    parser.add_argument("--game", default="chess")
    parser.add_argument("--other", default="chess:evaluation=hand")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=400)
    parser.add_argument("--stray", type=float, default=0.03, help="the share of random moves after the opening")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--rate", type=float, default=RATE, help="of fitting, at its highest")
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--clipped", action="store_true", help="do not square the hidden numbers")
    parser.add_argument("--start", type=Path, help="weights from which a fit goes on, or to be scaled")
    parser.add_argument("--scale", type=float, default=SCALE, help="the points at which a win is e times as likely")
    parser.add_argument("--by", type=float, default=1.0, help="what evaluations are multiplied by")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    {"play": play, "fit": fit, "average": average, "scale": scale, "duel": compare}[arguments.what](arguments)


def play(arguments):
    """Play for some minutes, in several processes."""
    with ProcessPoolExecutor(arguments.jobs) as pool:
        counts = pool.map(play_alone, [arguments] * arguments.jobs, range(arguments.jobs))
        print(f"{sum(counts):,} positions")


def play_alone(arguments, number):
    """Play in one process; return how many positions were written."""
    plan = Plan(nodes=arguments.nodes, opening=OPENING, sure=SURE, stray=arguments.stray)
    games = Games(kibitz.load(arguments.game), plan, seed=1000 * arguments.seed + number)
    end, count = time.monotonic() + 60 * arguments.minutes, 0
    with Path(f"{arguments.out}-{number + 1}.bin").open("ab") as file:
        while time.monotonic() < end:
            records = games.play(50)
            file.write(records.tobytes())
            file.flush()
            count += len(records)
    return count


def fit(arguments):
    """Fit a net to all records; the last ones of the last file are held out."""
    game = kibitz.load("chess:evaluation=hand")
    words = Games(game, Plan(10, 2)).words + NOTES
    parts = [np.fromfile(file, np.int64) for file in arguments.records]
    records = np.concatenate([part[: len(part) // words * words].reshape(-1, words) for part in parts])
    targets = chance_of(records.view(np.float64)[:, -3], arguments.scale).astype(np.float32)
    form = Form(NET, game.rules.feature_count, arguments.hidden, 2, OUTPUTS, squared=not arguments.clipped)
    model = Fit(game, form, arguments.seed)
    model.steps.decay, model.most_on, model.sparse = DECAY, MOST_ON, SPARSE
    if arguments.start:
        model.take(read_model(arguments.start), arguments.scale)
    rng = np.random.default_rng(arguments.seed)
    learned, held = np.split(np.arange(len(records)), [len(records) - HELD_OUT])
    epochs = model.epochs(records, targets, learned, BATCH, arguments.rate, arguments.epochs, rng)
    for number, loss in enumerate(epochs, 1):
        error = model.error(records, targets, held)
        print(f"epoch {number}: error {loss:.6f}, on {HELD_OUT:,} held out {error:.6f}", flush=True)
    about = {
        **named(game),
        "win_scale": arguments.scale,
        "margin": MARGIN,
        "positions": len(records),
        "seed": arguments.seed,
    }
    write_model(arguments.out, model.model(arguments.scale, 1, about))


def average(arguments):
    """Take the mean of some weights, number by number."""
    models = [read_model(file) for file in arguments.records]
    mean = Fit(kibitz.load("chess:evaluation=hand"), models[0].form)
    mean.most_on, mean.sparse = MOST_ON, SPARSE
    sums = [np.zeros_like(each) for each in mean.numbers]
    for model in models:
        mean.take(model, arguments.scale)
        for part, numbers in zip(sums, mean.numbers, strict=True):
            part += numbers
    for part, numbers in zip(sums, mean.numbers, strict=True):
        numbers[:] = part / len(models)
    write_model(arguments.out, mean.model(arguments.scale, 1, models[0].about))


def scale(arguments):
    """Multiply the evaluations of some weights."""
    model = read_model(arguments.start)
    block = model.block.copy()
    before = int(block[FACTOR])
    block[FACTOR] = round(before * arguments.by)
    block[CONSTANT] += half_of(int(block[FACTOR])) - half_of(before)
    about = {**model.about, "win_scale": model.about["win_scale"] * arguments.by}
    write_model(arguments.out, dataclasses.replace(model, block=block, about=about))


def compare(arguments):
    """Let two evaluations play at an equal number of nodes."""
    game, other = kibitz.load(arguments.game), kibitz.load(arguments.other)
    if other.rules.model is None or other.rules.model.shape != game.rules.model.shape:
        game = game.with_rules(rival=other)
    players = [Games(game, Plan(arguments.nodes, OPENING), seed=arguments.seed) for _ in range(arguments.jobs)]
    pairs, _ = duel(players, other, arguments.games, None)
    print(f"{elo(pairs).describe()} Elo, {2 * sum(pairs)} games at {arguments.nodes} nodes")


if __name__ == "__main__":
    main()
