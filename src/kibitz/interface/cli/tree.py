"""The command `tree`: a search as a picture, a story, or every node of it."""

import json
import sys
from pathlib import Path
from typing import Any

import click

from kibitz.errors import OptionError
from kibitz.interface.cli.arguments import (
    example,
    filter_options,
    game_argument,
    json_option,
    place_options,
    player_option,
    write_out,
)
from kibitz.interface.cli.interrupt import stoppable
from kibitz.interface.cli.tree_text import plain, print_text
from kibitz.interface.terminal import Progress
from kibitz.loader import load
from kibitz.search.algorithm import ALGORITHMS
from kibitz.search.engine.settings import MCTS
from kibitz.search.explain.page import page
from kibitz.search.explain.picture import MOST_CHILDREN, MOST_COLUMNS, picture
from kibitz.search.explain.story import steps as steps_of
from kibitz.search.explain.svg import dot, svg
from kibitz.search.explain.trace import DEPTH, trace
from kibitz.search.explain.visits import VISITS
from kibitz.search.result import count

FORMATS = ("text", "svg", "dot", "html")
TEXTBOOK = [name for name, algorithm in ALGORITHMS.items() if algorithm.builder or name == MCTS]


@click.command(epilog=example('tree "((3 12 8) (2 4 6) (14 5 2))" --depth 2 --steps'))
@game_argument
@place_options
@click.option("--algorithm", metavar="NAME", help=f"One of {', '.join(TEXTBOOK)}; by default what suits the game.")
@player_option
@click.option("--depth", type=int, help=f"Search this many plies; by default {DEPTH}.")
@click.option("--visits", type=int, help=f"With mcts: show this many visits instead; by default {VISITS}.")
@click.option("--seed", type=int, help="With mcts: the seed of its random numbers.")
@click.option("--playouts", type=float, help="With mcts: the share of random playouts in a value, 0 to 1.")
@filter_options
@click.option(
    "--format", "form", metavar="NAME", help=f"One of {', '.join(FORMATS)}; by default the suffix of --output."
)
@click.option("--output", type=click.Path(path_type=Path), help="Write to this file instead of the terminal.")
@click.option("--levels", type=click.IntRange(min=0), help="Draw this many plies; by default as many as fit.")
@click.option(
    "--width",
    type=click.IntRange(min=2),
    default=MOST_CHILDREN,
    show_default=True,
    help="Draw this many children of a node; the rest are folded into one.",
)
@click.option("--steps", is_flag=True, help="Describe the search step by step instead, one line each.")
@json_option
def command(
    game_spec: str,
    position: str | None,
    moves: str | None,
    form: str | None,
    output: Path | None,
    levels: int | None,
    width: int,
    steps: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Draw a search tree with its windows, scores and cutoffs.

    Every branch that was cut or filtered has its reason beside it.
    """
    if steps and form is not None:
        raise OptionError("steps are text: --steps and --format do not go together")
    suffix = output.suffix[1:] if output else ""
    form = form or ("text" if steps or suffix in ("", "txt", "jsonl") else suffix)
    if form not in FORMATS:
        raise OptionError(f"the format must be one of {', '.join(FORMATS)}, got {form!r}")
    state = load(game_spec).begin(moves or "", position)
    with stoppable() as stop, Progress("searching") as progress:

        def tell(nodes: int, depth: int) -> None:
            progress.tell(f"{count(nodes)} nodes")

        found = trace(state, **options, stop=stop, tell=tell)
        if as_json:
            text = "\n".join(json.dumps(node.to_json(), ensure_ascii=False) for node in found.nodes)
        elif steps:
            text = "\n".join(f"{number:>4}  {step.sentence()}" for number, step in enumerate(steps_of(found), 1))
        elif form == "html":
            text = page(found)
        else:
            chosen = picture(found, levels, width, MOST_COLUMNS if form == "svg" else None)
            if form == "text" and output is None and sys.stdout.isatty():
                progress.close()
                print_text(chosen)
                return
            text = {"svg": svg, "dot": dot, "text": plain}[form](chosen)
    write_out(text, output)
