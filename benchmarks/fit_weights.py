"""Learn weights in one generation: games of the evaluation by hand against itself, then one fit.

    python benchmarks/fit_weights.py --game gomoku:evaluation=hand --nodes 1000 --games 4500 --mix 0.5
    python benchmarks/fit_weights.py --game gomoku:evaluation=hand --duel gomoku.weights --nodes 3000 --games 300

This is much like one generation of `kibitz learn --every`, but the share of the search's score in a label is an option,
no match decides whether weights are kept, and the constants below differ. The games depend on the seed alone. `--duel`
plays weights against the evaluation by hand, both with this many nodes a move.
"""

import argparse
from pathlib import Path

import numpy as np

import kibitz
from kibitz.arena.rating import elo
from kibitz.compiler.plain import salt
from kibitz.learning.contest import duel
from kibitz.learning.fit import Fit, chance_of
from kibitz.learning.games import Games, Plan
from kibitz.learning.generations import HELD_OUT, SCALE, SURE, UNIT, most_on, named, opening_of, with_room
from kibitz.model import LINEAR, NET, Form
from kibitz.model_file import read_model, write_model
from kibitz.search.engine.desk import DRAWN, SEED
from kibitz.search.engine.table import clear

LONGEST = 400
EPOCHS = 10
RATES = {LINEAR: 0.009, NET: 0.003}
LEAST_BATCH, BATCHES = 256, 200


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="gomoku:evaluation=hand")
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--games", type=int, default=4500)
    parser.add_argument("--mix", type=float, default=0.5)
    parser.add_argument("--hidden", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("gomoku.weights"))
    parser.add_argument("--duel", type=Path)
    chosen = parser.parse_args()
    game = kibitz.load(chosen.game)
    if chosen.duel:
        compare(game, chosen)
        return
    records = played(game, chosen)
    print(f"{chosen.games:,} games, {len(records):,} positions", flush=True)
    write_model(chosen.out, fitted(game, records, chosen))


def played(game, chosen):
    """Return the records of games of the engine against itself, of every position."""
    sure = SURE * (game.rules.win_scale or SCALE)
    player = Games(game, Plan(chosen.nodes, opening_of(game), sure, LONGEST, every=True))
    found = []
    for number in range(-(-chosen.games // UNIT)):
        player.desk[SEED], player.desk[DRAWN] = salt(chosen.seed * 1_000_003 + number), 0
        clear(player.table)
        found.append(player.play(UNIT))
    return np.concatenate(found)


def fitted(game, records, chosen):
    """Return the model that fits the records, and print its error on those held out."""
    scale, count = float(game.rules.win_scale or SCALE), game.rules.feature_count
    form = Form(NET, count, chosen.hidden, 2) if chosen.hidden else Form(LINEAR, count)
    fit, rng = Fit(game, form, chosen.seed), np.random.default_rng(chosen.seed)
    score, result = records.view(np.float64)[:, -3], records.view(np.float64)[:, -2]
    targets = (chosen.mix * chance_of(score, scale) + (1 - chosen.mix) * (result + 1) / 2).astype(np.float32)
    learned = len(records) - round(HELD_OUT * len(records))
    batch = max(LEAST_BATCH, learned // BATCHES)
    for _ in fit.epochs(records, targets, np.arange(learned), batch, RATES[form.kind], EPOCHS, rng):
        pass
    fit.most_on = with_room(max(most_on(game), fit.seen_on))
    print(f"error {fit.error(records, targets, np.arange(learned, len(records))):.5f}", flush=True)
    about = {"games": chosen.games, "positions": len(records), "seed": chosen.seed, "nodes": chosen.nodes}
    about |= {"mix": chosen.mix, "every": True, "win_scale": scale}
    return fit.model(scale, 1, {**named(game), **about})


def compare(game, chosen):
    """Print the strength of weights against the evaluation by hand, in games inside the kernel of self-play."""
    candidate = game.with_model(read_model(chosen.duel)).with_rules(rival=game)
    players = [Games(candidate, Plan(chosen.nodes, opening_of(game), 0, LONGEST), chosen.seed)]
    pairs, _ = duel(players, game, chosen.games, None)
    print(f"{elo(pairs).describe()} Elo, {2 * sum(pairs)} games at {chosen.nodes} nodes")


if __name__ == "__main__":
    main()
