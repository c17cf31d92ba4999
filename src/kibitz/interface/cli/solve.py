"""The command `solve`: a position's exact value under perfect play."""

import hashlib
from pathlib import Path
from typing import Any

import click

from kibitz.errors import OptionError
from kibitz.files import cache_folder
from kibitz.interface.cli.arguments import (
    BatchOptions,
    answer_batch,
    batch_options,
    example,
    game_argument,
    json_option,
    place_options,
    plain_option,
    print_json,
    threads_option,
)
from kibitz.interface.cli.interrupt import INTERRUPTED, stoppable
from kibitz.interface.terminal import Progress, compiling, say
from kibitz.loader import load
from kibitz.search.limit import Limit
from kibitz.search.request import Request
from kibitz.search.solve.checkpoint import discard
from kibitz.search.solve.solve import METHODS, SOLVE_MEGABYTES, Solver, method_of
from kibitz.state import State
from kibitz.work.batch import Solutions


@click.command(epilog=example('solve connect-four --moves "4 4 4 4 4 2 4"'))
@game_argument
@place_options
@click.option("--weak", is_flag=True, help="Find only who wins, not by how much or how fast.")
@click.option("--method", metavar="NAME", help=f"One of {', '.join(METHODS)}; by default what suits the game.")
@click.option("--seconds", type=float, help="Give up after this many seconds.")
@click.option("--nodes", type=int, help="Give up after this many nodes.")
@click.option(
    "--table", type=float, default=SOLVE_MEGABYTES, show_default=True, help="The transposition table's size in MB."
)
@threads_option
@click.option(
    "--checkpoint",
    type=click.Path(path_type=Path),
    help="The file that keeps the table during the run; by default in kibitz's cache.",
)
@click.option("--fresh", is_flag=True, help="Start over, even if an interrupted run could be resumed.")
@batch_options
@plain_option
@json_option
def command(
    game_spec: str,
    position: str | None,
    moves: str | None,
    weak: bool,
    method: str | None,
    seconds: float | None,
    nodes: int | None,
    table: float,
    threads: int,
    checkpoint: Path | None,
    fresh: bool,
    compiled: bool | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Find the exact value of a position under perfect play.

    An interrupted run resumes where it stopped.
    """
    game = load(game_spec)
    method = method_of(game, weak, method)
    limit = Limit(seconds=seconds, nodes=nodes)
    lines = BatchOptions.taken(options)
    if lines.batch is not None:
        if position is not None or moves is not None or checkpoint is not None:
            raise OptionError("--batch does not go with --position, --moves and --checkpoint")
        given = {"weak": weak, "method": method, "seconds": seconds, "nodes": nodes, "table": table, "threads": threads}
        answer_batch(Solutions(game, lines.batch_positions, {**given, "compiled": compiled}), lines)
        return
    solver = Solver(game, table, threads, compiled)
    state = game.begin(moves or "", position)
    file = checkpoint or default_checkpoint(state, method, weak)
    if fresh:
        discard(file)
    with stoppable() as stop, Progress(compiling(game.name)) as progress:
        if file.exists():
            progress.tell(f"resuming from {file}")
        request = Request(game, state.position, 0, limit, stop=stop)
        result = solver.solve(request, weak, method, checkpoint=file, tell=progress.tell)
    if as_json:
        print_json(result.to_json())
    else:
        say(result)
        if not result.finished and file.exists():
            say(f"{'kept':<10} {file}: the same command resumes from there")
    if stop.is_set():
        raise click.exceptions.Exit(INTERRUPTED)


def default_checkpoint(state: State, method: str, weak: bool) -> Path:
    """Return the file that keeps the table of a run."""
    text = f"{state.game.spec()} {state.text} {method} {weak}"
    return cache_folder() / f"solve-{hashlib.sha256(text.encode()).hexdigest()[:20]}.table"
