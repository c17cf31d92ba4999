"""Games of chance to a fixed depth: kibitz and OpenSpiel's expectiminimax, the same value and how long it took.

    python benchmarks/openspiel_chance.py [--runs 5] [--pig-depth 7] [--depth 3]

Both search the same tree: in both programs depth counts the moves of players, an outcome of nature costs none, and at
depth 0 a position is evaluated even if nature is to move. The evaluation is one that costs OpenSpiel nearly nothing:
in pig always 0, in 2048 the points so far, which are also what a finished game returns. Pig begins at its start, 2048
after the first of nature's two tiles, so that nature moves at the root.

First every value must be equal, within 1e-9 of its size. Then both are timed in turn, all roots of a game together;
kibitz is timed from call to result, with an empty table each time, and its compilation is not counted.

OpenSpiel (2.0.2) has one slip in 2048: it does not list a move that does nothing but merge with a tile made by the move
before. At depth 3 from these starts another move is as good, so the values are the same; deeper they differ.
"""

import argparse
import math
import statistics
import time

import pyspiel
from open_spiel.python.algorithms import minimax

import kibitz

WINNING_SCORE, MAX_TILE = 20, 2048
STARTS = ("a1=2", "b2=4")  # nature's first tile


def nothing(p, player):
    return 0


def pig():
    """Return the roots of pig in both programs, and OpenSpiel's evaluation."""
    game = kibitz.load("pig", winning_score=WINNING_SCORE).with_rules(evaluate=nothing)
    state = pyspiel.load_game(f"pig(winscore={WINNING_SCORE})").new_initial_state()
    return [game.begin()], [state], lambda state: 0


def tiles():
    """Return the roots of 2048 in both programs, and OpenSpiel's evaluation."""
    game = kibitz.load("2048", max_tile=MAX_TILE)
    game = game.with_rules(evaluate=game.rules.utility)
    ours = [game.begin(start) for start in STARTS]
    theirs = [pyspiel.load_game(f"2048(max_tile={MAX_TILE})").new_initial_state() for _ in STARTS]
    for mine, other in zip(ours, theirs, strict=True):
        for outcome in mine.played:
            other.apply_action(outcome)
    return ours, theirs, lambda state: state.player_return(0)


def compared(roots, depth, runs):
    """Return the values, which must be equal, and the median seconds of both programs."""
    ours, theirs, evaluate = roots
    engine = kibitz.Engine(ours[0].game, exact=True, compiled=True)

    def kibitz_value(state):
        engine.clear()
        return engine.analyze(state, depth=depth).score

    def kibitz_values():
        return [kibitz_value(state) for state in ours]

    def open_spiel_values():
        return [minimax.expectiminimax(state, depth, evaluate, 0)[0] for state in theirs]

    values = kibitz_values()
    for value, expected in zip(values, open_spiel_values(), strict=True):
        assert math.isclose(value, expected, rel_tol=1e-9, abs_tol=1e-12), (value, expected)
    times = [(seconds(kibitz_values), seconds(open_spiel_values)) for _ in range(runs)]
    return values, *map(statistics.median, zip(*times, strict=True))


def seconds(run):
    begun = time.perf_counter()
    run()
    return time.perf_counter() - begun


def main():
    parser = argparse.ArgumentParser(description="Compare kibitz with OpenSpiel on games of chance.")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--pig-depth", type=int, default=7)
    parser.add_argument("--depth", type=int, default=3, help="of 2048")
    chosen = parser.parse_args()
    print(f"kibitz's engine in exact mode, OpenSpiel's expectiminimax; median of {chosen.runs} runs")
    print("| game | depth | values | kibitz, s | OpenSpiel, s | ratio |")
    print("| --- | --- | --- | --- | --- | --- |")
    games = ((f"pig to {WINNING_SCORE}", pig(), chosen.pig_depth), (f"2048 to {MAX_TILE}", tiles(), chosen.depth))
    for name, roots, depth in games:
        values, fast, slow = compared(roots, depth, chosen.runs)
        shown = ", ".join(f"{value:.6g}" for value in values)
        print(f"| {name} | {depth} | {shown} | {fast:.4f} | {slow:.3f} | {slow / fast:.0f} |", flush=True)


if __name__ == "__main__":
    main()
