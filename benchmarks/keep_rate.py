"""RB on chess: what does the engine gain or lose by looking at a share of the moves only?

    python benchmarks/keep_rate.py [--seconds 0.02] [--games 400] [--rates 0.3,0.5,0.7] [--folder matches]

For each keep rate: nodes to depth 8 and depth reached in 0.2 s over ten positions, and a match at equal time against
the engine that keeps every move, each opening of benchmarks/data/openings.epd from both sides. Matches keep their
record in the folder, so the command goes on after an interruption.
"""

import argparse
from pathlib import Path

import kibitz

OPENINGS = Path(__file__).parent / "data" / "openings.epd"
DEPTH, SECONDS = 8, 0.2


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=0.02)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--rates", default="0.3,0.5,0.7")
    parser.add_argument("--folder", type=Path, default=Path("matches"))
    arguments = parser.parse_args()
    arguments.folder.mkdir(exist_ok=True)
    game = kibitz.load("chess")
    lines = OPENINGS.read_text().splitlines()[:10]
    positions = [game.read(" ".join([*line.split()[:4], "0 1"])) for line in lines]
    print("| keep rate | nodes to depth 8 | depth in 0.2 s | won | drawn | lost | score | Elo, 95 % |")
    print("| --- |" + " --- |" * 7)
    for rate in [*map(float, arguments.rates.split(",")), 1.0]:
        nodes, depth = looked(game, positions, rate)
        print(f"| {rate:g} | {nodes:,} | {depth:.1f} | {played(rate, arguments)} |", flush=True)


def looked(game, positions, rate):
    """Give the nodes to a depth, and the mean depth in a time."""
    keep = None if rate == 1 else kibitz.Keep(rates=(rate,))
    nodes, depth = 0, 0
    for p in positions:
        for limit in (kibitz.Limit(depth=DEPTH), kibitz.Limit(seconds=SECONDS)):
            found = kibitz.Engine(game, keep=keep).analyze(position=p, limit=limit)
            if limit.depth:
                nodes += found.nodes
            else:
                depth += found.depth
    return nodes, depth / len(positions)


def played(rate, arguments):
    """Play a match against the engine that keeps every move."""
    if rate == 1:
        return "|  |  |  | "
    limit = f"engine:seconds={arguments.seconds:g}"
    file = arguments.folder / f"keep-rate-{rate:g}.db"
    options = {"games": arguments.games, "openings": OPENINGS, "record": file}
    data = kibitz.match("chess", f"{limit},keep_rate={rate:g}", limit, **options).to_json()
    ends = ["beyond" if data[end] is None else f"{data[end]:+.0f}" for end in ("elo_low", "elo_high")]
    return f"{data['wins']} | {data['draws']} | {data['losses']} | {data['score']:.1%} | {' to '.join(ends)}"


if __name__ == "__main__":
    main()
