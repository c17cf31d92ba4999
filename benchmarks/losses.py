"""Where a chess player loses its chances: by how many pieces are on the board, judged by Stockfish.

    kibitz results matches/chess-Stockfish-UCI-Elo-2300.db --export games.pgn
    python benchmarks/losses.py games.pgn --player engine:seconds=0.1 [--games 100] [--nodes 4000]

A score of Stockfish's is taken as a chance to win, 1 / (1 + exp(-score / 250)). What a move loses of it, from the
position before it to the one after it, is added up for each phase, for the player and for its opponents.
"""

import argparse
import itertools
import math
from collections import Counter
from pathlib import Path

import chess.engine
import chess.pgn

PHASES = ((25, "25 to 32"), (15, "15 to 24"), (8, "8 to 14"), (0, "fewer"))
MATE, SCALE = 3000, 250  # in hundredths of a pawn


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--player", required=True, help="its name, or how that begins")
    parser.add_argument("--games", type=int, help="only the first ones")
    parser.add_argument("--nodes", type=int, default=4000)
    parser.add_argument("--stockfish", default="/usr/games/stockfish")
    arguments = parser.parse_args()
    lost, played = Counter(), 0
    with arguments.file.open() as file, chess.engine.SimpleEngine.popen_uci(arguments.stockfish) as stockfish:
        games = iter(lambda: chess.pgn.read_game(file), None)
        for game in itertools.islice(games, arguments.games):
            side = chess.Color(game.headers["White"].startswith(arguments.player))
            judge(game, side, stockfish, arguments.nodes, lost)
            played += 1
    print("| pieces | lost by the player, points a game | by its opponents |\n| --- | --- | --- |")
    for _, phase in PHASES:
        print(f"| {phase} | {lost[phase, True] / played:.3f} | {lost[phase, False] / played:.3f} |")


def judge(game, side, stockfish, nodes, lost):
    """Add up what the moves of a game lose, by the phase and by whether the player made them."""
    limit, board = chess.engine.Limit(nodes=nodes), game.board()
    chances, movers = [], []
    for move in [*game.mainline_moves(), None]:
        if not board.is_game_over():
            chances.append(chance_of(stockfish.analyse(board, limit)["score"].pov(side)))
            phase = next(name for least, name in PHASES if len(board.piece_map()) >= least)
            movers.append((phase, board.turn == side))
        if move is not None:
            board.push(move)
    for (phase, own), (before, after) in zip(movers, itertools.pairwise(chances), strict=False):
        lost[phase, own] += before - after if own else after - before


def chance_of(score):
    """Return the chance to win that a score stands for."""
    return 1 / (1 + math.exp(-score.score(mate_score=MATE) / SCALE))


if __name__ == "__main__":
    main()
