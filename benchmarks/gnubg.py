"""What GNU Backgammon thinks of Kibitz's plays in games of Kibitz against itself.

    python benchmarks/gnubg.py [--game backgammon:weights=FILE] [--player expectiminimax:depth=1] [--games 20]
        [--plies 2] [--seed 1] [--folder gnubg]

It needs Debian's package gnubg. Each game is written to the folder as a .mat file, which GNU Backgammon imports and
analyses without the cube. The statistic is its "Error rate mEMG" of chequer play: the equity that a play loses against
the best one, in thousandths of a point, averaged over unforced moves. Lower is better.
"""

import argparse
import random
import re
import statistics
import subprocess
import sys
from pathlib import Path

import kibitz
from kibitz.arena.seat import player_from
from kibitz.protocol.mat import write_mat
from kibitz.rules import CHANCE

PROGRAM = "/usr/games/gnubg"
MOST_MOVES = 2000
SETTINGS = """
set automatic roll off
set confirm new off
set confirm save off
set jacoby off
set analysis cube off
set analysis luck off
set analysis chequerplay evaluation cubeful off
set analysis chequerplay evaluation plies {plies}
"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="backgammon")
    parser.add_argument("--player", default="expectiminimax:depth=1")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--plies", type=int, default=2, help="how far GNU Backgammon looks ahead")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("gnubg"))
    arguments = parser.parse_args()
    if not Path(PROGRAM).exists():
        sys.exit(f"{PROGRAM} is missing; install it: apt-get install gnubg")
    arguments.folder.mkdir(exist_ok=True)
    game = kibitz.load(arguments.game)
    unforced, lost, rates = 0, 0.0, []
    for number in range(1, arguments.games + 1):
        record = played(game, arguments.player, arguments.seed + number - 1)
        file = arguments.folder / f"{number}.mat"
        file.write_text(write_mat([record]))
        moves, points = analysed(file, arguments.plies)
        unforced, lost = unforced + moves, lost + points
        rates.append(1000 * points / moves)
        print(f"game {number}: {record.result}, {moves} unforced moves, error rate {rates[-1]:.1f} mEMG", flush=True)
    print(f"{arguments.game}, {arguments.player}, {arguments.games} games, GNU Backgammon at {arguments.plies}-ply:")
    print(f"Error rate mEMG (chequer play, {unforced} unforced moves): {1000 * lost / unforced:.1f}")
    if len(rates) > 1:
        spread = statistics.stdev(rates)
        error = spread / len(rates) ** 0.5
        print(
            f"by game: mean {statistics.mean(rates):.1f}, standard deviation {spread:.1f}, standard error {error:.1f}"
        )


def played(game, player, seed):
    """Return the record of a game of a player against itself."""
    dice, state = random.Random(seed), game.begin()
    seat = player_from(player, seed=seed)
    while not state.over and len(state.played) < MOST_MOVES:
        if state.turn == CHANCE:
            state.draw(dice)
        else:
            state.play(seat.choose(state)[0])
    return state.record(("white", "black"))


def analysed(file, plies):
    """Return how many unforced moves there are in a file, and how many points they lose in all."""
    commands = f"{SETTINGS.format(plies=plies)}import mat {file.resolve()}\nanalyse match\nshow statistics match\n"
    done = subprocess.run([PROGRAM, "-t", "-q"], input=commands, capture_output=True, text=True, check=False)
    unforced = re.search(r"^Unforced moves +(\d+) +(\d+)", done.stdout, re.MULTILINE)
    total = re.search(r"^Error total EMG \(Points\) +(\S+) \(.*?\) +(\S+) \(", done.stdout, re.MULTILINE)
    if unforced is None or total is None:
        sys.exit(f"expected statistics of {file} from GNU Backgammon, got:\n{done.stdout}{done.stderr}")
    return sum(map(int, unforced.groups())), -sum(map(float, total.groups()))


if __name__ == "__main__":
    main()
