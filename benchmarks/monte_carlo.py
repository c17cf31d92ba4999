"""Monte Carlo tree search beside the alpha-beta engine, OpenSpiel's MCTS, and a rule of thumb.

    python benchmarks/monte_carlo.py games [--seconds 0.1] [--games 100] [--folder matches] [GAME …]
    python benchmarks/monte_carlo.py bare [--seconds 0.1] [--games 100] [GAME …]
    python benchmarks/monte_carlo.py five [--seconds 1] [--games 20]
    python benchmarks/monte_carlo.py openspiel [--runs 5] [--visits 2000]

games      mcts against the engine's other search in every built-in game of two players, at equal time. Each match keeps
           its record in the folder: run the command again after an interruption, and it goes on.
bare       the same in games whose evaluation is taken away, as a user's game may have none.
five       five in a row on 15 × 15, written without an evaluation (natural/five.py): the engine as it is by default
           against a rule of thumb that completes and blocks the longest line.
openspiel  simulations a second with random playouts beside OpenSpiel's C++ and Python MCTS on the same games: no
           solver, one playout a leaf, in all programs; then Kibitz with all its techniques.

One process plays on each core. The number of games is fixed before the first.
"""

import argparse
import math
import multiprocessing
import random
import re
import statistics
import time
import warnings
from pathlib import Path

import kibitz
from kibitz.rules import no_opinion

GAMES = (
    *("backgammon", "breakthrough", "chess", "chinese-checkers:players=2", "connect-four", "dots-and-boxes"),
    *("draughts", "go", "gomoku", "hex", "kalah", "nim", "nine-mens-morris", "othello", "pig", "shapes-four"),
    *("three-mens-morris", "tic-tac-toe"),
)
BARE = ("breakthrough", "connect-four", "draughts", "five", "hex:size=7", "kalah", "othello", "shapes-four")
SIZE = 15


def rival_of(game):
    """Return the engine's other search for a game."""
    return "pvs" if game.rules.chances is None else "expectiminimax"


def row(name, result):
    """Return a row of a table."""
    data = result.to_json()
    ends = [data[end] for end in ("elo_low", "elo_high")]
    elo = " to ".join("beyond" if end is None else f"{end:+.0f}" for end in ends)
    counted = " | ".join(str(data[key]) for key in ("wins", "draws", "losses"))
    return f"| {name} | {counted} | {data['score']:.1%} | {elo} |"


def built_in(task):
    """Play a match in a built-in game."""
    name, seconds, games, folder = task
    game = kibitz.load(name)
    file = folder / f"{re.sub('[^a-z0-9]+', '-', name)}-{seconds:g}.db"
    rival = f"engine:search={rival_of(game)},seconds={seconds:g}"
    return row(
        name, kibitz.match(name, f"mcts:seconds={seconds:g}", rival, games=games, jobs=1, record=file, plies=400)
    )


def stripped(name):
    """Return a game without its evaluation and what else helps a search."""
    if name == "five":
        return kibitz.load(str(Path(__file__).parent / "natural" / "five.py"))
    bare = dict.fromkeys(
        ("weigh", "weights", "policy", "priority", "candidates", "noisy", "gain", "skip", "urgent", "bounds")
    )
    return kibitz.load(name).with_rules(evaluate=no_opinion, **bare)


def bare(task):
    """Play a match in a game without an evaluation."""
    name, seconds, games, _ = task
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        options = {"games": games, "jobs": 1, "plies": 400}
        rival = f"engine:search=pvs,seconds={seconds:g}"
        return row(name, kibitz.match(stripped(name), f"mcts:seconds={seconds:g}", rival, **options))


def tabulate(work, tasks):
    """Print a row for each task as it is done, one process on each core."""
    print("| game | mcts won | drawn | lost | score | Elo, 95 % |\n| --- | --- | --- | --- | --- | --- |", flush=True)
    with multiprocessing.get_context("spawn").Pool(multiprocessing.cpu_count()) as pool:
        for line in pool.imap_unordered(work, tasks):
            print(line, flush=True)


def longest(board, cell, who):
    """Return how many stones of a player are next to a cell on its best line."""
    best = 0
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        count = 0
        for sign in (1, -1):
            x, y = cell % SIZE + sign * dx, cell // SIZE + sign * dy
            while 0 <= x < SIZE and 0 <= y < SIZE and board[y * SIZE + x] == who:
                count, x, y = count + 1, x + sign * dx, y + sign * dy
        best = max(best, count)
    return best


def thumb(state):
    """Complete five, else stop five, else lengthen one's own line or the one to be stopped, near the centre."""
    p, chance = state.position, random.Random(f"{len(state.played)} {state.text}")

    def worth(cell):
        mine, other = longest(p.board, cell, p.player + 1), longest(p.board, cell, 2 - p.player)
        if mine >= 4 or other >= 4:
            return 1000 if mine >= 4 else 500
        distance = abs(cell % SIZE - SIZE // 2) + abs(cell // SIZE - SIZE // 2)
        return 2 * mine**2 + 2 * other**2 + (mine > 0) - distance / 100 + chance.random() / 1000

    return max(state.moves(), key=worth)


def five(seconds, games):
    """Play the engine as it is by default against the rule of thumb."""
    game = stripped("five")
    result = kibitz.match(game, f"default:seconds={seconds:g}", thumb, games=games, jobs=1, random_plies=2)
    print(result)


def openspiel(runs, visits):
    """Print simulations a second beside OpenSpiel."""
    import numpy
    import pyspiel
    from open_spiel.python.algorithms import mcts

    print("| game | OpenSpiel Python | OpenSpiel C++ | kibitz, bare | kibitz | bare / Python | bare / C++ |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for ours, theirs in (("tic-tac-toe", "tic_tac_toe"), ("connect-four", "connect_four"), ("breakthrough", None)):
        name = theirs or "breakthrough(rows=8,columns=8)"
        state = pyspiel.load_game(name).new_initial_state()
        few = max(50, visits // 20)
        plain = mcts.MCTSBot(
            pyspiel.load_game(name),
            math.sqrt(2),
            few,
            mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(0)),
            solve=False,
            random_state=numpy.random.RandomState(0),
        )
        evaluator = pyspiel.RandomRolloutEvaluator(1, 0)
        fast = pyspiel.MCTSBot(
            pyspiel.load_game(name),
            evaluator,
            math.sqrt(2),
            visits,
            1000,
            False,
            0,
            False,
            pyspiel.ChildSelectionPolicy.UCT,
        )
        without = ["amaf", "lookahead", "policy", "reuse"]
        engines = [kibitz.Engine(ours, search="mcts", playouts=1, without=names) for names in (without, ["reuse"])]
        speeds = [[], [], [], []]
        for _ in range(runs):
            speeds[0].append(rate(lambda bot=plain, state=state: bot.step(state), few))
            speeds[1].append(rate(lambda bot=fast, state=state: bot.step(state), visits))
            for number, engine in enumerate(engines, 2):
                found = engine.analyze(visits=visits)
                speeds[number].append(found.visits / found.seconds)
        middle = [statistics.median(each) for each in speeds]
        told = " | ".join(f"{each:,.0f}" for each in middle)
        print(f"| {ours} | {told} | {middle[2] / middle[0]:.0f} | {middle[2] / middle[1]:.1f} |", flush=True)


def rate(work, count):
    """Return how many a second."""
    started = time.perf_counter()
    work()
    return count / (time.perf_counter() - started)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("games", "bare", "five", "openspiel"))
    parser.add_argument("only", nargs="*", metavar="GAME")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--games", type=int)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--visits", type=int, default=2000)
    parser.add_argument("--folder", type=Path, default=Path("matches"))
    given = parser.parse_intermixed_args()
    if given.what == "openspiel":
        openspiel(given.runs, given.visits)
    elif given.what == "five":
        five(given.seconds or 1.0, given.games or 20)
    else:
        given.folder.mkdir(exist_ok=True)
        work, names = (built_in, GAMES) if given.what == "games" else (bare, BARE)
        tabulate(work, [(name, given.seconds or 0.1, given.games or 100, given.folder) for name in given.only or names])


if __name__ == "__main__":
    main()
