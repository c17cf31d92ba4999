"""Fit how much of an evaluation makes a win likely: `win_scale` of the built-in games.

    python benchmarks/win_scale.py [GAME …] [--games N] [--nodes N]

Each game is played against itself, with up to eight moves at random and then a search of a few hundred nodes a move.
The scores of positions that were not yet proven are set against the results: the chance of player 0 is
1 / (1 + exp(−score / scale)), and the scale is the one at which that fits best. Seeds are the games' numbers, so a run
can be repeated; half of the games give the other figure, for a feeling of the error.

`python benchmarks/win_scale.py --games 300`, 2026-11-16:

    | game | games | positions | win_scale | of half the games |
    | --- | --- | --- | --- | --- |
    | breakthrough | 300 | 16,537 | 136 | 118 |
    | hex | 300 | 10,863 | 110 | 95.5 |
    | shapes-four | 300 | 3,496 | 96.6 | none |
    | pig | 300 | 24,223 | 0.126 | 0.113 |
    | othello | 300 | 14,952 | 7.83 | 8.04 |
    | kalah | 300 | 9,317 | 4.93 | 4.49 |
    | dots-and-boxes | 300 | 8,070 | 2.16 | 2.17 |

`python benchmarks/win_scale.py backgammon --games 120`, 2026-11-18:

    | backgammon | 120 | 6,058 | 0.622 | 0.677 |

`python benchmarks/win_scale.py draughts nine-mens-morris --games 60`, 2026-11-18:

    | draughts | 60 | 8,047 | 288 | 210 |
    | nine-mens-morris | 60 | 3,066 | 194 | 286 |

`python benchmarks/win_scale.py go gomoku --games 150`, 2026-11-18:

    | go | 150 | 17,200 | 54.2 | 60.5 |
    | gomoku | 150 | 4,300 | 183 | 183 |

`python benchmarks/win_scale.py connect-four --games 60`, 2026-11-18:

    | connect-four | 60 | 1,164 | 2.08 | 1.66 |

In shapes-four scores lie within 22 and say next to nothing about results, so its scale is large and only what is proven
counts for much.

Chess has the scale that is published for hundredths of a pawn (0.00368208 a point, that is 272 points,
https://lichess.org/page/accuracy): it comes from games of people.
"""

import argparse
import random
import threading

from kibitz.arena.advantage import NODES, fit, played
from kibitz.loader import load

GAMES = ("breakthrough", "hex", "shapes-four", "pig", "othello", "kalah", "dots-and-boxes")


def main() -> None:
    options = argparse.ArgumentParser(description="Fit the scale at which evaluations of a game become chances.")
    options.add_argument("names", nargs="*", default=GAMES, metavar="GAME")
    options.add_argument("--games", type=int, default=200)
    options.add_argument("--nodes", type=int, default=NODES)
    chosen = options.parse_args()
    print("| game | games | positions | win_scale | of half the games |")
    print("| --- | --- | --- | --- | --- |")
    for name in chosen.names:
        game = load(name)
        examples, half = [], []
        for number in range(chosen.games):
            found = list(played(game, random.Random(number), threading.Event(), chosen.nodes))
            examples += found
            half += found if number % 2 else []
        scales = (f"{scale:.3g}" if scale else "none" for scale in (fit(examples), fit(half)))
        print(f"| {name} | {chosen.games} | {len(examples):,} | {' | '.join(scales)} |", flush=True)


if __name__ == "__main__":
    main()
