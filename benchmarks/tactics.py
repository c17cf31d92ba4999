"""Chess tactics: 200 positions with one good move, and how many of those moves the engine finds in a second.

    python benchmarks/tactics.py solve [--game chess:evaluation=hand] [--seconds 1]
    python benchmarks/tactics.py make [--count 200] [--seed 1]

A position is in the set (benchmarks/data/tactics.epd) if a search of 1,000 nodes misses the move that one of 200,000
finds, one of 5,000,000 confirms it, and Stockfish, given two seconds, agrees; both of these long searches must score
it at least 1.5 pawns above every other move. Positions come from games in which the engine moves after 2,000 nodes, and
one move of ten is random. To measure an earlier version, run `solve` with its sources on PYTHONPATH.
"""

import argparse
import random
import subprocess
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import kibitz

FILE = Path(__file__).parent / "data" / "tactics.epd"
QUICK, LONGER, LONG = 1_000, 200_000, 5_000_000
GAP = 150
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
    for ply in range(160):
        moves = game.moves(p)
        if not moves:
            break
        if ply < 8 or choose.random() < 0.1:
            p = game.play(p, choose.choice(moves))
            continue
        fen = game.write(p)
        if len(moves) > 1 and (move := only_good_move(engine, game, fen)):
            kept[fen] = move
        p = game.play(p, engine.analyze(game, position=fen, nodes=2 * QUICK).move)
    return kept


def only_good_move(engine, game, fen):
    """Return the name of the only good move, if a quick search misses it and long ones agree on it."""
    engine.clear()
    quick = engine.analyze(game, position=fen, nodes=QUICK)
    if abs(quick.score) > 600:
        return None
    longer = engine.analyze(game, position=fen, nodes=LONGER)
    if longer.move == quick.move:
        return None
    for nodes in (LONGER, LONG):
        best, second = engine.analyze(game, position=fen, nodes=nodes, lines=2).moves[:2]
        if best.move != longer.move or points(best) - points(second) < GAP:
            return None
    name = game.move_name(game.read(fen), longer.move)
    return name if name == chosen_by_stockfish(game, fen) else None


def points(line):
    """Return the score of a move; a win is worth a hundred pawns."""
    return line.score if line.distance is None else 10_000 if line.score > 0 else -10_000


def chosen_by_stockfish(game, fen):
    """Return the name of the move that Stockfish scores far above all others; None if there is none."""
    asked = f"setoption name MultiPV value 2\nposition fen {fen}\ngo movetime 2000\n"
    with subprocess.Popen([STOCKFISH], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        program.stdin.write(asked)
        program.stdin.flush()
        scores = {}
        for line in program.stdout:
            words = line.split()
            if words[:1] == ["bestmove"]:
                break
            if "multipv" in words and "score" in words:
                kind, number = words[words.index("score") + 1 : words.index("score") + 3]
                score = int(number) if kind == "cp" else (10_000 if int(number) > 0 else -10_000)
                scores[words[words.index("multipv") + 1]] = score, words[words.index("pv") + 1]
        program.stdin.write("quit\n")
        program.stdin.flush()
    if len(scores) < 2 or scores["1"][0] - scores["2"][0] < GAP:
        return None
    p = game.read(fen)
    return game.move_name(p, game.read_move(p, scores["1"][1]))


if __name__ == "__main__":
    main()
