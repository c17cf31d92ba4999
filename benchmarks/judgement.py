"""How near evaluations of chess come to what Stockfish finds by searching.

    kibitz results matches/chess-Stockfish-UCI-Elo-2300.db --export games.pgn
    python benchmarks/judgement.py games.pgn [--game chess:evaluation=hand …] [--nodes 400 4000] [--each 8]

Positions are drawn from the games, those in check or after a capture left out. The truth is Stockfish's score after
150,000 nodes, as a chance to win: 1 / (1 + exp(-score / 250)). An evaluation is multiplied by the number that brings it
nearest to the truth, so its unit does not matter; the error is the root of the mean square. With --nodes, also the
scores of searches with so many nodes are judged, by the first game's evaluation.
"""

import argparse
import random
import re
import subprocess
from pathlib import Path

import chess.engine
import chess.pgn
import numpy as np

import kibitz

PHASES = ((25, 32), (15, 24), (8, 14), (2, 7))
MATE, SCALE, TRUTH_NODES = 3000, 250, 150_000
FACTORS = np.geomspace(0.1, 4, 120)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--game", nargs="*", default=["chess", "chess:evaluation=hand", "chess:evaluation=material"])
    parser.add_argument("--nodes", nargs="*", type=int, default=[])
    parser.add_argument("--each", type=int, default=8, help="positions of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stockfish", default="/usr/games/stockfish")
    arguments = parser.parse_args()
    texts = drawn(arguments.file, arguments.each, random.Random(arguments.seed))
    truth, judged = stockfish_says(arguments.stockfish, texts)
    texts = [text for text in texts if text in truth]
    wanted = chances(np.array([truth[text] for text in texts]))
    pieces = np.array([len(chess.Board(text).piece_map()) for text in texts])
    heads = [f"{low} to {high} ({np.sum((pieces >= low) & (pieces <= high))})" for low, high in PHASES]
    print(f"| {len(texts)} positions | all | " + " | ".join(heads) + " |\n" + "| --- " * 6 + "|")
    for name in ("NNUE", "Classical"):
        row(f"Stockfish, {name}", [judged[text][name] for text in texts], wanted, pieces)
    for spec in arguments.game:
        game = kibitz.load(spec)
        row(spec, [float(game.evaluate(game.begin(position=text).position, 0)) for text in texts], wanted, pieces)
    for nodes in arguments.nodes:
        spec, game = arguments.game[0], kibitz.load(arguments.game[0])
        row(f"{spec}, {nodes:,} nodes", [found(game, text, nodes) for text in texts], wanted, pieces)


def drawn(file, each, chance):
    """Return positions of games as FEN."""
    texts = []
    with file.open() as opened:
        for game in iter(lambda: chess.pgn.read_game(opened), None):
            board, quiet = game.board(), []
            for move in game.mainline_moves():
                captures = board.is_capture(move)
                board.push(move)
                if not (captures or board.is_check() or board.is_game_over()):
                    quiet.append(board.fen())
            texts += chance.sample(quiet, min(each, len(quiet)))
    return texts


def stockfish_says(program, texts):
    """Return Stockfish's scores after a search, and its evaluations without one, for White."""
    truth, judged = {}, {}
    with (
        chess.engine.SimpleEngine.popen_uci(program) as engine,
        subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as second,
    ):
        for text in texts:
            second.stdin.write(f"position fen {text}\neval\nisready\n")
            second.stdin.flush()
            lines = list(iter(second.stdout.readline, "readyok\n"))
            said = re.findall(r"(Classical|NNUE) evaluation\s+([-+0-9.]+)", "".join(lines))
            if len(said) == 2:
                judged[text] = {name: 100 * float(number) for name, number in said}
                score = engine.analyse(chess.Board(text), chess.engine.Limit(nodes=TRUTH_NODES))["score"].white()
                truth[text] = score.score(mate_score=MATE)
        second.stdin.write("quit\n")
        second.stdin.flush()
    return truth, judged


def found(game, text, nodes):
    """Return the score of a search, for White."""
    result = kibitz.analyze(game, position=text, nodes=nodes)
    score = {"win": MATE, "loss": -MATE}.get(result.proven, result.score)
    return score if " w " in text else -score


def chances(scores):
    """Return the chances to win that scores stand for."""
    return 1 / (1 + np.exp(-np.clip(scores, -MATE, MATE) / SCALE))


def row(name, scores, wanted, pieces):
    """Print the errors of an evaluation, in all positions and by the number of pieces."""
    scores = np.array(scores)
    factor = min(FACTORS, key=lambda each: np.mean((chances(each * scores) - wanted) ** 2))
    squares = (chances(factor * scores) - wanted) ** 2
    parts = [squares, *(squares[(pieces >= low) & (pieces <= high)] for low, high in PHASES)]
    print(f"| {name} | " + " | ".join(f"{np.sqrt(np.mean(part)):.3f}" for part in parts) + " |", flush=True)


if __name__ == "__main__":
    main()
