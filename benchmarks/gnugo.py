"""Go against GNU Go, with colours alternating.

    python benchmarks/gnugo.py [--games 40] [--seconds 1] [--level 1,10] [--size 9] [--komi 7.5] [--player mcts]
        [--random-plies 0] [--jobs 1] [--folder gnugo]

It needs Debian's package gnugo. GNU Go plays by Chinese rules, captures all dead stones before it passes and never
resigns, so that the board can be counted as it is after two passes. GNU Go then scores every final position itself,
and the table says how many of its results name the same winner. Each match keeps its record in the folder: run the
command again after an interruption, and it goes on.
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

import kibitz

OPTIONS = "--mode gtp --chinese-rules --capture-all-dead --never-resign"
PATH = "/usr/games:/usr/local/bin:/usr/bin"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each of Kibitz's moves")
    parser.add_argument("--level", default="1,10", help="levels of GNU Go, with commas")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--komi", type=float, default=7.5)
    parser.add_argument("--player", default="mcts", help="an algorithm, with settings but without a limit")
    parser.add_argument("--random-plies", type=int, default=0, help="random moves at the start of each pair of games")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("gnugo"))
    arguments = parser.parse_args()
    program = shutil.which("gnugo") or shutil.which("gnugo", path=PATH)
    if program is None:
        sys.exit("gnugo is missing; install it: apt-get install gnugo")
    arguments.folder.mkdir(exist_ok=True)
    print("| against | won | drawn | lost | score | Elo, 95 % | as GNU Go scores |\n|" + " --- |" * 7, flush=True)
    for level in arguments.level.split(","):
        told(program, level, arguments)


def told(program, level, arguments):
    """Play a match and print its row of the table."""
    game = kibitz.load("go", size=arguments.size, komi=arguments.komi)
    player = f"{arguments.player}{',' if ':' in arguments.player else ':'}seconds={arguments.seconds:g}"
    rival = f"{program} {OPTIONS} --level {level}"
    result = kibitz.match(
        game,
        player,
        f"gtp:{rival}",
        games=arguments.games,
        random_plies=arguments.random_plies,
        jobs=arguments.jobs,
        record=arguments.folder / f"go-{arguments.size}-level-{level}-{arguments.seconds:g}s.db",
    )
    data = result.to_json()
    counted = " | ".join(str(data[key]) for key in ("wins", "draws", "losses"))
    elo = " to ".join("beyond" if data[end] is None else f"{data[end]:+.0f}" for end in ("elo_low", "elo_high"))
    ended = [each for each in result.games if each.reason == "end"]
    same = sum(winner_of(each) == scored(rival, arguments, each)[0] for each in ended)
    scores = f"{same} of {len(ended)} the same"
    print(f"| GNU Go, level {level} | {counted} | {data['score']:.1%} | {elo} | {scores} |", flush=True)
    for note in result.notes:
        print(f"  {note}", file=sys.stderr)


def winner_of(played):
    """Return the letter of who has won a game, B or W; 0 for a draw."""
    return "0" if played.first_score == 0.5 else "B" if played.first_score else "W"


def scored(rival, arguments, played):
    """Return how GNU Go scores the end of a game: B+3.5, W+2.5 or 0."""
    commands = [f"boardsize {arguments.size}", f"komi {arguments.komi:g}", "clear_board"]
    for number, move in enumerate((*played.opening, *played.moves)):
        commands.append(f"play {'bw'[number % 2]} {move}")
    text = "\n".join([*commands, "final_score", "quit", ""])
    done = subprocess.run(rival.split(), input=text, capture_output=True, text=True, check=False)
    answers = done.stdout.split("\n\n")
    return answers[len(commands)].removeprefix("=").strip() or "?"


if __name__ == "__main__":
    main()
