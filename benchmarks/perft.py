"""Count the leaves of chess: kibitz beside python-chess and Stockfish, in one run.

    python benchmarks/perft.py [--depth 5]

All count in bulk: the moves of the last ply are found, not played. Every count must be the same before it is timed.
Floors: 50 times python-chess, half of Stockfish; the exit code is 1 below them.
"""

import argparse
import shutil
import subprocess
import sys
import time

import kibitz

POSITIONS = {
    "start": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "Kiwipete": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "middle game": "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
}
OVER_PYTHON_CHESS, OF_STOCKFISH = 50, 0.5


def python_chess(fen, depth):
    import chess

    def count(board, depth):
        if depth == 1:
            return board.legal_moves.count()
        leaves = 0
        for move in board.legal_moves:
            board.push(move)
            leaves += count(board, depth - 1)
            board.pop()
        return leaves

    started = time.perf_counter()
    return count(chess.Board(fen), depth), time.perf_counter() - started


def stockfish(program, fen, depth):
    """Time one count, from the command to the answer."""
    with subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        engine.stdin.write("uci\nsetoption name Threads value 1\nisready\n")
        engine.stdin.flush()
        wait_for(engine, "readyok")
        engine.stdin.write(f"position fen {fen}\ngo perft {depth}\n")
        engine.stdin.flush()
        started = time.perf_counter()
        leaves = int(wait_for(engine, "Nodes searched").split()[-1])
        seconds = time.perf_counter() - started
        engine.stdin.write("quit\n")
        engine.stdin.flush()
    return leaves, seconds


def wait_for(engine, word):
    for line in engine.stdout:
        if line.startswith(word):
            return line
    raise RuntimeError(f"the engine ended before it said {word}")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--depth", type=int, default=5)
    depth = arguments.parse_args().depth
    game = kibitz.load("chess")
    compiling = kibitz.perft(game, depth=2).compile_seconds
    print(f"compiled or loaded in {compiling:.1f} s; millions of leaves a second at depth {depth}")
    program = shutil.which("stockfish") or shutil.which("/usr/games/stockfish")
    below = False
    for name, fen in POSITIONS.items():
        ours = kibitz.perft(game, depth, position=fen)
        rate = ours.leaves / ours.seconds
        few, slow_seconds = python_chess(fen, min(depth, 3))
        same = kibitz.perft(game, min(depth, 3), position=fen).leaves
        assert few == same, f"{name}: python-chess counts {few}, kibitz {same}"
        times = rate / (few / slow_seconds)
        line = f"{name:12} {ours.leaves:>12,} kibitz {rate / 1e6:7.1f}"
        line += f"   python-chess {few / slow_seconds / 1e6:6.2f} ({times:.0f} ×)"
        below |= times < OVER_PYTHON_CHESS
        if program:
            leaves, seconds = stockfish(program, fen, depth)
            assert leaves == ours.leaves, f"{name}: Stockfish counts {leaves}, kibitz {ours.leaves}"
            share = rate / (leaves / seconds)
            line += f"   Stockfish {leaves / seconds / 1e6:7.1f} ({share:.2f} of it)"
            below |= share < OF_STOCKFISH
        print(line)
    sys.exit(1 if below else 0)


if __name__ == "__main__":
    main()
