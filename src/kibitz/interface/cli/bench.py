"""The command `bench`: nodes a second for each game and algorithm, beside peers, and the signature of the searches."""

import platform
import random
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import click

import kibitz
from kibitz.errors import OptionError
from kibitz.game import Game
from kibitz.interface.cli.arguments import example, json_option, print_json, seconds_from
from kibitz.interface.cli.interrupt import stoppable
from kibitz.interface.terminal import Progress, say
from kibitz.loader import built_in_games, load, run_file
from kibitz.search.algorithm import ALGORITHMS, ENGINE
from kibitz.search.analyze import analyze
from kibitz.search.engine.settings import MCTS

Tell = Callable[[str], None]
Row = dict[str, Any]

SIGNATURE_POSITIONS = 4
SIGNATURE_LIMITS: dict[str, dict[str, int]] = {
    ENGINE: {"depth": 6, "nodes": 1000},
    MCTS: {"visits": 5, "nodes": 300},
}
SIGNATURE_LIMIT = {"depth": 3, "nodes": 300}
"""That of all other algorithms."""
"""Wide games are not searched to the whole depth."""
ROUNDS = 7
"""Rounds of a comparison, in each of which kibitz and its peer are measured in turn."""
MOMENT = 0.1
"""Seconds within which a short search is measured again and again in one round."""


@click.command(epilog=example("bench --peers"))
@click.option("--signature", "only_signature", is_flag=True, help="Print only the node total over fixed positions.")
@click.option(
    "--peers", "only_peers", is_flag=True, help="Measure only beside other systems, those that are installed."
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.01),
    default=0.5,
    show_default=True,
    callback=seconds_from,
    help="Measure each search for this long.",
)
@json_option
def command(only_signature: bool, only_peers: bool, seconds: float, as_json: bool) -> None:
    """Measure the speed of every game and algorithm.

    Each is measured plain and compiled, and in a checkout of the repository also beside other systems.
    """
    with stoppable() as stop, Progress("measuring") as progress:
        if only_signature:
            total = signature(progress.tell)
            print_json({"signature": total}) if as_json else say(total)
            return
        for row in rows(only_peers, seconds, progress.tell, stop):
            print_json(row) if as_json else say(text(row))


def algorithms_for(game: Game[Any]) -> list[str]:
    """List the algorithms that can play a game."""
    return [name for name, algorithm in ALGORITHMS.items() if game.rules.chances is None or algorithm.chances]


def options_for(algorithm: str) -> dict[str, Any]:
    """Return options that give the filter something to do, for an algorithm that has one."""
    return {"keep_rate": 0.5, "deepening_depth": 1} if ALGORITHMS[algorithm].filters else {}


def signature(tell: Tell) -> int:
    """Return the nodes of every algorithm over fixed positions of every game: the fingerprint of behaviour."""
    total = 0
    for game in built_in_games():
        for p in fixed_positions(game):
            for algorithm in algorithms_for(game):
                tell(f"{game.name}, {algorithm}")
                options: Any = {**SIGNATURE_LIMITS.get(algorithm, SIGNATURE_LIMIT), **options_for(algorithm)}
                total += analyze(game, algorithm, position=p, compiled=False, **options).nodes
    return total


def fixed_positions(game: Game[Any]) -> Iterator[Any]:
    """Yield the start and a few positions of one fixed game."""
    choose = random.Random(0)
    p = game.rules.start()
    for _ in range(SIGNATURE_POSITIONS):
        yield p
        for _ in range(2):
            legal = game.moves(p)
            if legal:
                p = game.rules.play(p, choose.choice(legal))


def speeds(seconds: float, tell: Tell, stop: threading.Event) -> Iterator[Row]:
    """Measure each game and algorithm at both speeds."""
    for game in built_in_games():
        if not game.compile_by_default:
            continue
        for algorithm in algorithms_for(game):
            row: Row = {"game": game.name, "algorithm": algorithm}
            for name, compiled in (("compiled", True), ("plain", False)):
                tell(f"{game.name}, {algorithm}")
                result = analyze(
                    game, algorithm, seconds=seconds, compiled=compiled, stop=stop, **options_for(algorithm)
                )
                row[f"{name}_depth"] = result.depth
                row[f"{name}_nodes_per_second"] = round(result.nodes / result.seconds)
                if compiled:
                    row["compile_seconds"] = round(result.compile_seconds, 3)
            if stop.is_set():
                return
            row["ratio"] = round(row["compiled_nodes_per_second"] / row["plain_nodes_per_second"], 1)
            yield row


def machine() -> str:
    """Return where, with what and when it was measured."""
    import llvmlite

    cpu = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        cpu = next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    versions = f"kibitz {kibitz.__version__}, llvmlite {llvmlite.__version__}"
    return f"{cpu}; Python {platform.python_version()}, {versions}; {time.strftime('%Y-%m-%d')}"


def rows(peers_only: bool, seconds: float, tell: Tell, stop: threading.Event) -> Iterator[Row]:
    """Measure kibitz by itself, and beside its peers where they are available."""
    folder = Path(__file__).parents[4] / "benchmarks"
    checkout = (folder / "peers.py").exists()
    if peers_only and not checkout:
        raise OptionError("peers are measured only in a checkout of the repository, which has benchmarks/peers.py")
    yield {"machine": machine()}
    if not peers_only:
        yield from speeds(seconds, tell, stop)
    if checkout and not stop.is_set():
        yield from peers(folder, tell, stop)


def peers(folder: Path, tell: Tell, stop: threading.Event) -> Iterator[Row]:
    """Search the same trees with kibitz and with every peer that is installed."""
    adapters = run_file(str(folder / "peers.py"))
    own = load(str(folder / "connect_four.py"))
    tic_tac_toe, pig = load("tic-tac-toe"), load("pig:winning_score=20")
    spiel, easy = adapters.installed("pyspiel"), adapters.installed("easyAI")
    contests: list[tuple[str, Game[Any], str, int, Any]] = [
        ("Connect Four", own, "alpha-beta", 10, lambda: adapters.cpp_connect_four(10)),
        ("Connect Four", own, "alpha-beta", 10, lambda: spiel and adapters.open_spiel_connect_four(10)),
        ("Connect Four", own, "alpha-beta", 6, lambda: easy and adapters.easyai_connect_four(6)),
        ("tic-tac-toe", tic_tac_toe, "alpha-beta", 9, lambda: spiel and adapters.open_spiel_tic_tac_toe()),
        ("tic-tac-toe", tic_tac_toe, "alpha-beta", 9, lambda: easy and adapters.easyai_tic_tac_toe()),
        ("pig to 20", pig, "expectiminimax", 8, lambda: spiel and adapters.open_spiel_pig(8, 20)),
    ]
    for task, game, algorithm, depth, make in contests:
        peer = None if stop.is_set() else make()
        if peer:
            tell(f"{task}, {peer.system}")
            yield contest(task, game, algorithm, depth, peer)


def contest(task: str, game: Game[Any], algorithm: str, depth: int, peer: Any) -> Row:
    """Time kibitz and a peer alternately on one tree, after checking that it is the same tree.

    The ratio is the median of the rounds' ratios, with its range.
    """
    analyze(game, algorithm, depth=1, compiled=True)
    nodes, counted = analyze(game, algorithm, depth=depth, compiled=True).nodes, peer.count()
    if nodes != counted:
        raise OptionError(f"{task}: {peer.system} visits {counted} nodes, kibitz {nodes}: not the same tree")
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(quickest(lambda: analyze(game, algorithm, depth=depth, compiled=True).seconds))
        theirs.append(quickest(lambda: timed(peer.run)))
    ratios = sorted(peer_seconds / own for own, peer_seconds in zip(ours, theirs, strict=True))
    return {
        "task": f"{task}, {algorithm} to depth {depth}",
        "nodes": nodes,
        "peer": peer.system,
        "kibitz_nodes_per_second": round(nodes / median(ours)),
        "peer_nodes_per_second": round(nodes / median(theirs)),
        "ratio": round(median(ratios), 3),
        "ratio_low": round(ratios[0], 3),
        "ratio_high": round(ratios[-1], 3),
    }


def timed(work: Callable[[], object]) -> float:
    """Return how many seconds something takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def quickest(measure: Callable[[], float]) -> float:
    """Return the shortest of as many measurements as fit into a moment; at least one."""
    best, spent = float("inf"), 0.0
    while spent < MOMENT:
        seconds = measure()
        best, spent = min(best, seconds), spent + max(seconds, 1e-4)
    return best


def text(row: Row) -> str:
    """Return a row for people."""
    if "machine" in row:
        return str(row["machine"])
    if "task" in row:
        rates = f"{row['kibitz_nodes_per_second']:>13,} {row['peer_nodes_per_second']:>13,}"
        range_of_ratios = f"({row['ratio_low']:,.2f} to {row['ratio_high']:,.2f})"
        ratio = f"{row['ratio']:>9,.2f} {range_of_ratios} × {row['peer']}"
        return f"{row['task']:<40} {row['nodes']:>10,} nodes {rates} nodes/s  {ratio}"
    rates = f"{row['compiled_nodes_per_second']:>13,} {row['plain_nodes_per_second']:>11,}"
    return f"{row['game']:<14} {row['algorithm']:<15} {rates} nodes/s compiled, plain  {row['ratio']:>6} ×"
