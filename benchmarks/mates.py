"""Mates in 2, 3 and 4 moves: how many of them the engine finds in a second, and how the set is made.

    python benchmarks/mates.py [--seconds 1] [--file EPD]
    python benchmarks/mates.py --make 20

A set has positions of games in which the engine, looking at few nodes, plays against somebody who moves at random. One
is kept if the mate takes exactly N moves and only one move leads to it, which a search proves that tries everything:
`forced` below, made of the rules alone. In the file `dm` is N and `bm` the move.
"""

import argparse
import random
from functools import partial
from pathlib import Path

import numpy as np

import kibitz
from kibitz.compiler.plain import gathering, words
from kibitz.games.chess import rules, san
from kibitz.protocol.notation import Epd, read_epd, read_epds, write_epd
from kibitz.search.speed import ready

FILE = Path(__file__).parents[1] / "tests" / "data" / "chess" / "mates.epd"
MOVES = (2, 3, 4)
MOST = 256
"""Moves of a position of chess: there are at most 218."""
NODES = 20_000
"""What the engine looks at before a move of a game."""
LONGEST_GAME = 120
HEAD = "# dm: mate in so many moves, bm: the only first move. Made and proved by benchmarks/mates.py.\n"


def forced(game, compiled):
    """Build the prover. Law: who moves mates within n moves if some move leaves the other no way out of it.

    The other has a way out who is stalemated, or has a move after which there is no mate within n - 1 moves.
    """
    play, turn, utility = game.rules.play, game.rules.turn, game.rules.utility
    gather = gathering(game.rules.moves)

    @partial(compiled, returns="int")
    def is_forced(p, attacking, depth, ply, desk):
        """Say whether mate is forced within `depth` moves of the attacker, who moves now or not; 1 or 0."""
        first = MOST * ply
        end = gather(p, desk, first, first + MOST)
        if end == first:
            return 1 if not attacking and utility(p, turn(p)) < 0 else 0
        if depth == 0:
            return 0
        for place in range(first, end):
            found = is_forced(play(p, desk[place]), 1 - attacking, depth - attacking, ply + 1, desk)
            if found == attacking:  # a move that mates, or one that escapes
                return found
        return 1 - attacking

    @partial(compiled, returns="int")
    def root(p, player, depth, desk):
        return is_forced(p, player, depth, 0, words(desk))

    return root


class Prover:
    """Says of a position by the rules alone whether there is a mate."""

    def __init__(self, game, compiled=None):
        self.game = game
        search = ready(forced, game, compiled, self.trial)
        self.run = search.run
        size = MOST * 2 * (MOVES[-1] + 1)
        self.desk = np.zeros(size, np.int64) if search.compiled else [0] * size

    @staticmethod
    def trial(run, game, p, array):
        """Look for a mate in one move, at both speeds."""
        return int(run(p, 1, 1, np.zeros(4 * MOST, np.int64) if array else [0] * 4 * MOST))

    def within(self, p, moves):
        """Say whether who moves can mate within so many moves."""
        return bool(self.run(p, 1, moves, self.desk))

    def only_first(self, p, moves):
        """Give the only move that begins a mate in exactly so many moves, else None."""
        if self.within(p, moves - 1):
            return None
        after = ((move, self.game.rules.play(p, move)) for move in self.game.moves(p))
        found = (move for move, child in after if self.run(child, 0, moves - 1, self.desk))
        first = next(found, None)
        return first if next(found, None) is None else None


def make(count, seed):
    """Give `count` positions, each with its move, for each number of moves to mate; no game gives two."""
    choose = random.Random(seed)
    game = kibitz.load("chess")
    prover, engine = Prover(game), kibitz.Engine(game, table=16)
    found = {moves: [] for moves in MOVES}
    seen = set()
    while any(len(kept) < count for kept in found.values()):
        p = game.rules.start()
        player = choose.randrange(2)
        for ply in range(LONGEST_GAME):
            if not (legal := game.moves(p)):
                break
            move = choose.choice(legal)
            if p.player == player and ply > 6:
                result = engine.analyze(position=p, nodes=NODES)
                moves = ((result.distance or 0) + 1) // 2 if result.proven == "win" else 0
                p = read_epd(write_epd(Epd(p))).position  # as it will be read: without clocks
                wanted = moves in MOVES and len(found[moves]) < count and rules.key(p) not in seen
                if wanted and (first := prover.only_first(p, moves)) is not None:
                    seen.add(rules.key(p))
                    found[moves].append((p, first))
                    print(moves, len(found[moves]), game.write(p), flush=True)
                    break
                if choose.random() < 0.8:
                    move = result.move
            p = game.rules.play(p, move)
    return found


def write(file, count, seed):
    lines = []
    for moves, problems in make(count, seed).items():
        for number, (p, first) in enumerate(problems, 1):
            name = f"mate in {moves}, {number}"
            lines.append(write_epd(Epd(p, {"dm": (str(moves),), "bm": (san.san_name(p, first),), "id": (name,)})))
    file.write_text(HEAD + "\n".join(lines) + "\n")


def run(file, seconds):
    game = kibitz.load("chess")
    rows = {}
    for epd in read_epds(file.read_text()):
        moves = int(epd.operations["dm"][0])
        result = kibitz.analyze(game, position=epd.position, seconds=seconds)
        right = result.move in epd.moves("bm")
        exact = right and result.proven == "win" and result.distance == 2 * moves - 1
        rows.setdefault(moves, []).append((right, exact, result.nodes, result.seconds))
        if not exact:
            told = f"{result.names.move}, {result.describe()}"
            print(f"{epd.operations['id'][0]}: {told}; {game.write(epd.position)} bm {epd.operations['bm'][0]}")
    print("| mate in | positions | right move | right distance | mean nodes | mean ms |")
    print("| --- | --- | --- | --- | --- | --- |")
    for moves, found in sorted(rows.items()):
        right, exact, nodes, spent = (sum(column) for column in zip(*found, strict=True))
        count = len(found)
        print(f"| {moves} | {count} | {right} | {exact} | {nodes / count:,.0f} | {1000 * spent / count:.1f} |")
    return all(exact for found in rows.values() for _, exact, _, _ in found)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--make", type=int, metavar="N", help="make a set of N for each number of moves")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--file", type=Path, default=FILE)
    arguments = parser.parse_args()
    if arguments.make:
        write(arguments.file, arguments.make, arguments.seed)
    raise SystemExit(0 if run(arguments.file, arguments.seconds) else 1)


if __name__ == "__main__":
    main()
