"""The command `solve`: a position's exact value under perfect play."""

import hashlib
import threading
from pathlib import Path
from typing import Annotated, Any

import typer

from kibitz.errors import OptionError
from kibitz.files import cache_folder
from kibitz.game import Game
from kibitz.interface.cli.arguments import (
    GameArgument,
    JsonOption,
    MovesOption,
    PlainOption,
    PositionOption,
    ThreadsOption,
    answer_batch,
    place,
    print_json,
    print_score,
)
from kibitz.interface.cli.interrupt import INTERRUPTED, stoppable
from kibitz.interface.cli.terminal import Progress, say
from kibitz.loader import load
from kibitz.search.limit import Limit
from kibitz.search.result import Result
from kibitz.search.solve.checkpoint import discard
from kibitz.search.solve.solve import METHODS, SOLVE_MEGABYTES, Solver, method_of


def solve_command(
    game_spec: GameArgument,
    position: PositionOption = None,
    moves: MovesOption = None,
    weak: Annotated[bool, typer.Option("--weak", help="Only who wins, not by how much or how fast.")] = False,
    method: Annotated[
        str | None, typer.Option(help=f"One of {', '.join(METHODS)}; by default what suits the game.")
    ] = None,
    seconds: Annotated[float | None, typer.Option(help="Give up after so many.")] = None,
    nodes: Annotated[int | None, typer.Option(help="Give up after so many.")] = None,
    table: Annotated[float, typer.Option("--table", help="The table's size in MB.")] = SOLVE_MEGABYTES,
    threads: ThreadsOption = 1,
    checkpoint: Annotated[
        Path | None, typer.Option(help="Where the table is kept meanwhile; by default in kibitz's cache.")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Begin anew, even if a run was broken off.")] = False,
    batch: Annotated[
        str | None, typer.Option(help="A file (-: standard input) with moves on each line; JSON lines out.")
    ] = None,
    batch_positions: Annotated[
        bool, typer.Option("--batch-positions", help="Lines of the batch are positions.")
    ] = False,
    plain: PlainOption = False,
    as_json: JsonOption = False,
) -> None:
    """Find the exact value of a position under perfect play. A run that was stopped or killed goes on where it was."""
    game = load(game_spec)
    method = method_of(game, weak, method)
    limit = Limit(seconds=seconds, nodes=nodes)
    solver = Solver(game, table, threads, False if plain else None)
    if batch is not None:
        if position is not None or moves is not None or checkpoint is not None:
            raise OptionError("--batch does not go together with --position, --moves and --checkpoint")

        def answer(positions: list[Any], stop: threading.Event) -> Result:
            return solver.solve(positions[-1], weak, method, limit, stop=stop)

        answer_batch(game, batch, batch_positions, answer)
        return
    p = place(game, position, moves)
    file = checkpoint or default_checkpoint(game, p, method, weak)
    if fresh:
        discard(file)
    with stoppable() as stop, Progress(f"compiling {game.name}") as progress:
        if file.exists():
            progress.tell(f"going on from {file}")
        result = solver.solve(p, weak, method, limit, file, stop, progress.tell)
    if as_json:
        print_json(result.to_json())
    else:
        print_solution(game, result, file, weak)
    if stop.is_set():
        raise typer.Exit(INTERRUPTED)


def default_checkpoint(game: Game[Any], p: Any, method: str, weak: bool) -> Path:
    """Name the file that keeps the table of a run."""
    text = f"{game.spec()} {game.write(p)} {method} {weak}"
    return cache_folder() / f"solve-{hashlib.sha256(text.encode()).hexdigest()[:20]}.table"


def print_solution(game: Game[Any], result: Result, file: Path, weak: bool) -> None:
    """Show what was found to a person."""
    say(f"{result.game}   {result.algorithm}\n")
    say(game.show(result.position))
    say(f"\n{'to move':<10} {game.label(result.player)}")
    if result.finished:
        print_score(game, result, "value", weak)
    else:
        between = f", between {result.bounds[0]} and {result.bounds[1]}" if result.bounds else ""
        say(f"{'value':<10} not found{between}")
    if result.pv:
        say(f"{'line':<10} {' '.join(result.names.pv)}")
    if result.longest:
        say(f"{'longest':<10} a win in {result.longest.distance} plies, from {result.longest.position}")
    what = "positions" if result.algorithm == "retrograde" else "nodes"
    say(f"{'searched':<10} {result.nodes:,} {what} in {result.seconds:.3f} s")
    if not result.finished and file.exists():
        say(f"{'kept':<10} {file}: the same command goes on from there")
