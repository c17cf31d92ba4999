"""The command `analyze`: the best move in a position, and questions about the search that found it."""

import json
from pathlib import Path
from typing import Any

import click

from kibitz.errors import KibitzError, OptionError
from kibitz.game import Game
from kibitz.interface.cli.arguments import (
    BatchOptions,
    answer_batch,
    batch_options,
    batch_states,
    example,
    filter_options,
    game_argument,
    json_option,
    others_option,
    place_options,
    plain_option,
    player_option,
    print_json,
    rates_from,
    threads_option,
    words_from,
    write_out,
)
from kibitz.interface.cli.interrupt import stoppable
from kibitz.interface.terminal import Progress, compiling, say
from kibitz.loader import load
from kibitz.search.algorithm import ALGORITHMS, ENGINE, FILTERING, keep_of, textbook_name
from kibitz.search.analyze import FILTER, analyze
from kibitz.search.engine.settings import LEAST_ODDS, MEGABYTES, SEARCHES
from kibitz.search.explain.audit import RATES, ROW_HEADING, audit_table
from kibitz.search.explain.audit import audit as audited
from kibitz.search.explain.trace import trace as traced
from kibitz.search.explain.why import why as answered
from kibitz.search.limit import Limit
from kibitz.search.result import count
from kibitz.search.textbook.keep import Keep
from kibitz.work.batch import Batch

DEFAULTS = "the engine; on trees alpha-beta, expectiminimax or, for three or more players, max-n"


@click.command(epilog=example('analyze connect-four --moves "4 4 3" --depth 12 --lines 3'))
@game_argument
@place_options
@click.option("--algorithm", metavar="NAME", help=f"One of {', '.join(ALGORITHMS)}. By default {DEFAULTS}.")
@player_option
@click.option("--depth", type=int, help="Search this many plies; alone, a textbook algorithm searches only this depth.")
@click.option("--seconds", type=float, help="Search for this long, depth after depth. Without any limit: 1.")
@click.option("--nodes", type=int, help="Search this many nodes, depth after depth.")
@click.option("--visits", type=int, help="Monte Carlo: run this many simulations.")
@filter_options
@click.option("--lines", type=int, default=1, show_default=True, help="Show this many moves with exact scores.")
@click.option("--seed", type=int, help="Choose at random among equally good moves.")
@threads_option
@click.option(
    "--table",
    type=float,
    default=MEGABYTES,
    show_default=True,
    help="The engine: the size of its transposition table in MB.",
)
@click.option("--exact", is_flag=True, help="The engine: the minimax score of the depth, nothing reduced or guessed.")
@click.option(
    "--without",
    metavar="NAMES",
    callback=words_from,
    help="The engine: techniques to leave out, with commas between: reductions,null-move.",
)
@click.option("--level", type=int, help="The engine: the level it plays at, from 1 to 10.")
@click.option(
    "--search",
    metavar="NAME",
    help=f"The engine: one of {', '.join(SEARCHES)}. By default the one that suits the game.",
)
@click.option(
    "--playouts",
    type=float,
    help="Monte Carlo: the share of playouts in a value, from 0 to 1; the rest is the evaluation. By default 0, or 1 "
    "without an evaluation.",
)
@others_option
@click.option(
    "--odds",
    type=float,
    default=LEAST_ODDS,
    show_default=True,
    help="The engine, with chance: evaluate lines less likely than this instead of searching them.",
)
@plain_option
@batch_options
@click.option("--why", metavar="MOVE", help="Also answer: why not this move?")
@click.option("--audit", is_flag=True, help="RB: compare with the full search; with --batch, in a table.")
@click.option(
    "--audit-rates",
    metavar="RATES",
    callback=rates_from,
    default=",".join(map(str, RATES)),
    show_default=True,
    help="The keep rates of that table.",
)
@click.option("--trace", type=click.Path(path_type=Path), help="Write every node of the search to this file as JSON.")
@json_option
def command(
    game_spec: str,
    position: str | None,
    moves: str | None,
    why: str | None,
    audit: bool,
    audit_rates: list[float],
    trace: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Find the best move, its score and the line of best play."""
    limit = Limit(options["depth"], options["seconds"], options["nodes"], visits=options["visits"])
    game = load(game_spec)
    lines = BatchOptions.taken(options)
    if trace is not None:
        options["algorithm"] = options["algorithm"] or textbook_name(game)
    if (audit or trace is not None) and (limit.depth is None or limit != Limit(depth=limit.depth)):
        raise OptionError(f"{'--audit' if audit else '--trace'} is about one search: give --depth and no other limit")
    if lines.batch is not None:
        if position is not None or moves is not None:
            raise OptionError("--batch reads positions from the file: --position and --moves do not go with it")
        if why is not None or trace is not None:
            raise OptionError("--why and --trace are about one position: they do not go with --batch")
        if audit:
            places = batch_positions_of(game, lines.batch, lines.batch_positions)
            print_audit_table(game, places, options, audit_rates, as_json)
        else:
            answer_batch(Batch(game, lines.batch_positions, options), lines)
        return
    state = game.begin(moves or "", position)
    asked = None if why is None else game.read_move(state.position, why)
    extras: dict[str, Any] = {}
    with stoppable() as stop, Progress(compiling(game.name)) as progress:

        def tell(nodes: int, depth: int) -> None:
            progress.tell(f"depth {depth}: {count(nodes)} nodes" if depth else f"{count(nodes)} nodes")

        result = analyze(state, **options, stop=stop, tell=tell)
        filters = {name: options[name] for name in FILTER}
        if asked is not None:
            extras["why"] = answered(result, asked, compiled=options["compiled"])
        if audit:
            again: Any = {**filters, "player": result.player, "compiled": options["compiled"]}
            if result.algorithm == ENGINE:
                again["others"] = options["others"]
            extras["audit"] = audited(state, result.algorithm, depth=result.depth, **again)
    if trace is not None:
        found = traced(state, result.algorithm, depth=result.depth, player=options["player"], **filters)
        write_out("\n".join(json.dumps(node.to_json(), ensure_ascii=False) for node in found.nodes), trace)
    if as_json:
        print_json({**result.to_json(), **{name: extra.to_json() for name, extra in extras.items()}})
    else:
        say("\n\n".join([str(result), *map(str, extras.values())]))


def batch_positions_of(game: Game[Any], file: str, positions: bool) -> list[Any]:
    """Read all positions of a batch; a bad line is an error."""
    found = []
    for number, state in enumerate(batch_states(game, file, positions), 1):
        if isinstance(state, KibitzError):
            raise OptionError(f"line {number}: {state}") from state
        found.append(state.position)
    return found


def print_audit_table(
    game: Game[Any], positions: list[Any], options: dict[str, Any], rates: list[float], as_json: bool
) -> None:
    """Print what each keep rate saves and costs over many positions."""
    if options["keep_rate"] is not None:
        raise OptionError("the table of an audit has its own rates: give --audit-rates instead of --keep-rate")
    if not positions:
        raise OptionError("the batch is empty: an audit needs positions")
    algorithm = options["algorithm"] or ""
    if algorithm not in (*FILTERING, ENGINE):
        raise OptionError(f"an audit is of {', '.join(FILTERING)} or engine; choose one with --algorithm")
    keep = keep_of(algorithm, None, options["keep_least"], options["deepening_depth"]) or Keep()
    with stoppable() as stop, Progress("comparing") as progress:
        rows = audit_table(game, positions, algorithm, options["depth"], keep, rates, stop, progress.tell)
    if as_json:
        for row in rows:
            print_json(row._asdict())
    else:
        say("\n".join([ROW_HEADING, *map(str, rows)]))
