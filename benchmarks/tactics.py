"""Chess tactics: 200 positions with one good move, and how many of those moves the engine finds in a second.

    python benchmarks/tactics.py solve [--game chess:evaluation=hand] [--seconds 1]
    python benchmarks/tactics.py make [--count 200] [--seed 1]

A position is in the set (benchmarks/data/tactics.epd) if Kibitz misses the good move with 500 nodes, and Stockfish
finds it with 30,000 nodes and again with 3,000,000, both times at least 1.5 pawns better than every other move. So what
Kibitz finds with more time does not decide what is in the set. Positions come from games in which the engine moves
after 500 nodes, and one move of eight is random. To measure an earlier version, run `solve` with its sources on
PYTHONPATH.
"""

import argparse
import random
import subprocess
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import kibitz

FILE = Path(__file__).parent / "data" / "tactics.epd"
QUICK = 500
GLANCE, LONG = 30_000, 3_000_000
"""The nodes of Stockfish's two searches."""
GAP, MOST_SCORE, MATE = 150, 600, 10_000
STOCKFISH = "/usr/games/stockfish"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["solve", "make"])
    parser.add_argument("--game", default="chess")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    make(arguments) if arguments.what == "make" else solve(arguments)


def solve(arguments):
    """Count the positions whose move is found."""
    game = kibitz.load(arguments.game)
    engine = kibitz.Engine(game)
    engine.analyze(game, nodes=1)
    found = nodes = seconds = 0
    lines = FILE.read_text().splitlines()
    for line in lines:
        fen, _, wanted = line.partition(" bm ")
        engine.clear()
        result = engine.analyze(game, position=fen, seconds=arguments.seconds)
        found += game.move_name(game.read(fen), result.move) == wanted.rstrip(";")
        nodes += result.nodes
        seconds += result.seconds
    speed = f"{nodes / seconds / 1e6:.2f} million nodes/s"
    print(f"{arguments.game}: {found} of {len(lines)} in {arguments.seconds:g} s, {speed}")


def make(arguments):
    """Collect positions until there are enough, and write them down."""
    started, kept = time.time(), {}
    with ProcessPoolExecutor(arguments.jobs) as pool:
        seed = arguments.seed
        while len(kept) < arguments.count:
            for lines in pool.map(collect, range(seed, seed + arguments.jobs)):
                kept |= lines
            seed += arguments.jobs
            print(
                f"{len(kept)} positions from {seed - arguments.seed} games, {time.time() - started:.0f} s", flush=True
            )
            FILE.write_text("".join(f"{fen} bm {move};\n" for fen, move in list(kept.items())[: arguments.count]))


def collect(seed):
    """Play a game; return its positions that belong in the set, with their moves."""
    choose, game = random.Random(seed), kibitz.load("chess")
    engine, kept = kibitz.Engine(game), {}
    p = game.start()
    with subprocess.Popen([STOCKFISH], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        ask(program, "setoption name MultiPV value 2")
        for ply in range(160):
            moves = game.moves(p)
            if not moves:
                break
            found = engine.analyze(game, position=game.write(p), nodes=QUICK)
            move = found.move
            if ply < 8 or choose.random() < 0.125:
                move = choose.choice(moves)
            elif len(moves) > 1 and abs(found.score) <= MOST_SCORE:
                best = missed(program, game, p, found.move)
                if best is not None:
                    kept[game.write(p)] = game.move_name(p, best)
            p = game.play(p, move)
        ask(program, "quit")
    return kept


def missed(program, game, p, move):
    """Return the only good move, by a short and a long search of Stockfish's; None if there is none or it is this."""
    first = preferred(program, game.write(p), GLANCE)
    if first is None or game.read_move(p, first) == move or preferred(program, game.write(p), LONG) != first:
        return None
    return game.read_move(p, first)


def preferred(program, fen, nodes):
    """Return the move that a search scores far above all others, in UCI's notation; None if there is none."""
    ask(program, f"position fen {fen}\ngo nodes {nodes}")
    scores = {}
    for line in program.stdout:
        words = line.split()
        if words[:1] == ["bestmove"]:
            break
        if "multipv" in words and "score" in words:
            kind, number = words[words.index("score") + 1 : words.index("score") + 3]
            score = int(number) if kind == "cp" else (MATE if int(number) > 0 else -MATE)
            scores[words[words.index("multipv") + 1]] = score, words[words.index("pv") + 1]
    if len(scores) < 2 or scores["1"][0] - scores["2"][0] < GAP:
        return None
    return scores["1"][1]


def ask(program, text):
    """Send lines to a program."""
    program.stdin.write(text + "\n")
    program.stdin.flush()


if __name__ == "__main__":
    main()
