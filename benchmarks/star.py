"""Nodes that Star1 and Star2 save in games of chance, at equal scores.

    python benchmarks/star.py

For each game, positions of fixed random games are searched to a fixed depth in exact mode, from an empty table: without
both, with Star1, and with Star2 on top; each with the table and without it. The three scores must agree within 1e-9 of
the range. Numbers are totals of nodes, as shares of the search without both.
"""

import random
import sys
from pathlib import Path

from kibitz import Engine, load
from kibitz.rules import CHANCE
from kibitz.search.wander import wander

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests import dice

POSITIONS = 8
CASES = (
    ("pig", load("pig"), 7),
    ("2048", load("2048"), 4),
    ("backgammon", load("backgammon"), 2),
    ("random trees, two players", dice.game(), 9),
    ("random trees, one player", dice.game(players=1), 9),
)
SEARCHES = (("neither", ("star1", "star2")), ("Star1", ("star2",)), ("Star2", ()))


def positions(game):
    """Return positions of fixed random games where a player has a choice; of random trees, some roots."""
    if isinstance(game.start(), dice.Position):
        roots = (dice.Position(seed, 0, 0, 10) for seed in range(16))
        return [p for p in roots if len(game.moves(p)) > 1][:POSITIONS]
    choose, found = random.Random(5), []
    while len(found) < POSITIONS:
        line = [p for p, _ in wander(game, choose, 120) if game.turn(p) != CHANCE and len(game.moves(p)) > 1]
        if line:
            found.append(choose.choice(line))
    return found


def main():
    """Print the table."""
    print("| game | depth | table | nodes without | Star1 | Star2 |\n| --- | --- | --- | --- | --- | --- |")
    for name, game, depth in CASES:
        for table in (True, False):
            nodes = []
            scores = []
            for _, without in SEARCHES:
                left_out = without if table else (*without, "table")
                engine = Engine(game, exact=True, without=left_out)
                total, found = 0, []
                for p in positions(game):
                    engine.clear()
                    result = engine.analyze(position=p, depth=depth)
                    total += result.nodes
                    found.append(result.score)
                nodes.append(total)
                scores.append(found)
            for found in scores[1:]:
                for one, other in zip(found, scores[0], strict=True):
                    assert abs(one - other) <= 1e-9 * max(1, abs(other)), (name, one, other)
            shares = " | ".join(f"{count / nodes[0]:.2f}" for count in nodes[1:])
            print(f"| {name} | {depth} | {'yes' if table else 'no'} | {nodes[0]:,} | {shares} |", flush=True)


if __name__ == "__main__":
    main()
