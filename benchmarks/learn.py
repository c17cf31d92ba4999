"""What learning gives: strength against the evaluation by hand, 2048 without look-ahead, Connect Four at 10 ms.

    python benchmarks/learn.py table [--minutes 5] [--seconds 0.02] [--games 200] [--only othello,hex]
    python benchmarks/learn.py built-in [--seconds 0.02] [--games 200] [--only othello,hex] [--jobs 1]
    python benchmarks/learn.py tiles [--minutes 60] [--out tiles.weights] [--hope 0]
    python benchmarks/learn.py tiles-alone --weights tiles.weights
    python benchmarks/learn.py tiles-games --weights tiles.weights [--games 20] [--first 1] [--seconds 0.01]
        [--until 16384]
    python benchmarks/learn.py four [--positions 412] [--seconds 0.01] [--weights FILE] [--random]

`table` learns each game from the evaluation by hand, or from none, on all processors, and plays a match of a fixed
length at equal time. `built-in` plays the weights that come with kibitz in the same way. `tiles` learns 2048 with four
tuples of six cells and plays 1,000 games without look-ahead, `tiles-alone` only these; `tiles-games` plays with the
engine, seeds from --first on, each game to its end or to the tile of --until, and without --weights the game that
--only names. `four` counts in how many solved positions the chosen move keeps the exact value, so that a win is the
fastest, and in how many it keeps win, draw or loss: positions of the sets in benchmarks/data or, with --random, after
8 to 14 random moves.
"""

import argparse
import random
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np

import kibitz
from kibitz.learning.teacher import Teacher
from kibitz.model import LINEAR, Form
from kibitz.model_file import read_model

DATA = Path(__file__).parent / "data" / "connect-four"
TABLE = {  # game: options of learning
    "othello": {"nodes": 300},
    "breakthrough": {"nodes": 300},
    "connect-four": {"nodes": 300},
    "hex": {"nodes": 500, "hidden": 0},
    "draughts": {"nodes": 300, "hidden": 32},
    "shapes-four": {"nodes": 300},
    "gomoku": {"nodes": 1000, "hidden": 0, "every": True},
    "kalah": {"nodes": 300},
    "backgammon": {"hidden": 64},
    "benchmarks/natural/five.py": {"nodes": 300},  # as a stranger would write it, without evaluation or features
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["table", "built-in", "tiles", "tiles-alone", "tiles-games", "four"])
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--games", type=int)
    parser.add_argument("--only", default="")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("tiles.weights"))
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--hope", type=float, default=0.0)
    parser.add_argument("--positions", type=int, default=412)
    parser.add_argument("--until", type=int, default=1 << 16)
    parser.add_argument("--random", action="store_true")
    parser.add_argument("--jobs", type=int)
    chosen = parser.parse_args()
    what = {"table": table, "built-in": built_in, "tiles": tiles, "four": four}
    {**what, "tiles-alone": tiles_alone, "tiles-games": tiles_games}[chosen.what](chosen)


def games_of(chosen):
    """Return the games that were asked for."""
    return [name for name in TABLE if not chosen.only or name in chosen.only.split(",")]


def row(name, minutes, learned, other, chosen):
    """Play a match of learned weights against another evaluation, and print a row of the table."""
    seconds, games = chosen.seconds or 0.02, chosen.games or 200
    players = {"learned": f"engine:seconds={seconds}@{learned}", "hand": f"engine:seconds={seconds}@{other}"}
    found = kibitz.tournament(kibitz.load(other), players, games=games, anchors={"hand": 0}, jobs=chosen.jobs)
    place = next(each for each in found.standings if each.name == "learned")
    print(f"| {name} | {minutes} | {place.rating} | {place.score:.1%} | {games} |", flush=True)


def head():
    """Print the head of the table."""
    print("| game | minutes of learning | Elo, 95 % | score | games |\n| --- | --- | --- | --- | --- |", flush=True)


def table(chosen):
    """Learn every game, and play against the evaluation by hand."""
    minutes = chosen.minutes or 5.0
    head()
    for name in games_of(chosen):
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "learned.weights"
            found = kibitz.learn(f"{name}:evaluation=hand", minutes=minutes, seed=1, out=out, **TABLE[name])
            if found.model is None:
                print(f"| {name} | {minutes:g} | nothing better was found | | |", flush=True)
            else:
                row(name, f"{minutes:g}", f"{name}:weights={out}", f"{name}:evaluation=hand", chosen)


def built_in(chosen):
    """Play the weights that come with kibitz against the evaluation by hand."""
    head()
    for name in games_of(chosen):
        if not name.endswith(".py") and kibitz.load(name).rules.model is not None:
            row(name, "built in", name, f"{name}:evaluation=hand", chosen)


def tiles(chosen):
    """Learn 2048 with four tuples of six cells; print the speed, and the mean score of 1,000 games."""
    game = "2048:tuples=large,evaluation=hand"
    speeds = []

    def told(step):
        print(step.describe(), flush=True)

    def tell(now):
        speeds.append(now.doing)

    kibitz.learn(game, minutes=chosen.minutes or 60.0, seed=1, hope=chosen.hope, out=chosen.out, told=told, tell=tell)
    print("at the end:", speeds[-1])
    tiles_alone(chosen)


def tiles_alone(chosen):
    """Play 1,000 games of 2048 without look-ahead; print the mean score."""
    model = read_model(chosen.weights or chosen.out)
    base = kibitz.load("2048:tuples=large,evaluation=hand")
    teacher = Teacher(base, Form(LINEAR, base.rules.feature_count), seed=2, threads=2)
    teacher.take(model)
    scores, _ = teacher.run(1000, learning=False)
    error = scores.std() / np.sqrt(len(scores))
    print(f"1,000 games without look-ahead: mean {scores.mean():,.0f} ± {1.96 * error:,.0f}")


def tiles_games(chosen):
    """Play 2048 with the engine and learned weights; print the largest tiles."""
    spec = f"2048:tuples=large,weights={chosen.weights}" if chosen.weights else chosen.only or "2048"
    game = kibitz.load(spec)
    tops = Counter()
    for seed in range(chosen.first, chosen.first + (chosen.games or 20)):
        engine, state, dice = kibitz.Engine(game), game.begin(), random.Random(seed)
        top = 0
        while not state.over and top < chosen.until:
            if state.turn < 0:
                state.draw(dice)
            else:
                state.play(engine.analyze(state, seconds=chosen.seconds or 0.01).move)
            top = max(1 << (state.position.board >> 4 * cell & 15) for cell in range(16))
        tops[top] += 1
        print(f"seed {seed}: {top}, {state.position.points:,} points", flush=True)
    print(dict(sorted(tops.items())))


def four(chosen):
    """Print in how many solved positions of Connect Four the move chosen in a short time keeps the value."""
    lines = (random_lines if chosen.random else published_lines)(chosen.positions)
    learned = f"connect-four:weights={chosen.weights}" if chosen.weights else "connect-four"
    for spec in ("connect-four:evaluation=hand", learned):
        game = kibitz.load(spec)
        engine = kibitz.Engine(game, table=16)
        solver = kibitz.load("connect-four:evaluation=hand")
        kept = held = same = 0
        for text, value in lines:
            state = game.begin(" ".join(text))
            if state.over:
                continue
            engine.clear()
            move = engine.analyze(state, seconds=chosen.seconds or 0.01).move
            after = kibitz.solve(solver.begin(" ".join(text)).play(move))
            kept += -after.score == int(value)
            held += np.sign(-after.score) == np.sign(int(value))
            same += 1
        print(f"{spec}: {kept} of {same} keep the value, {1 - kept / same:.1%} lose some", end="; ")
        print(f"{held} keep win, draw or loss, {1 - held / same:.1%} do not", flush=True)


def published_lines(count):
    """Return the moves to positions of the published sets, and their values."""
    lines = [line.split() for file in sorted(DATA.glob("*")) for line in file.read_text().splitlines()]
    return random.Random(1).sample([line for line in lines if len(line) == 2], count)


def random_lines(count):
    """Return 8 to 14 random moves each, and the values of the positions that they lead to."""
    chance, game, lines = random.Random(11), kibitz.load("connect-four:evaluation=hand"), []
    while len(lines) < count:
        state, text = game.begin(), ""
        for _ in range(chance.randrange(8, 15)):
            if not state.over:
                state.play(move := chance.choice(state.moves()))
                text += str(move + 1)
        if not state.over:
            lines.append((text, str(kibitz.solve(state).score)))
    return lines


if __name__ == "__main__":
    main()
