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
from kibitz.interface.terminal import Progress, complain
from kibitz.loader import load
from kibitz.page.chromium import png
from kibitz.search.algorithm import ALGORITHMS, FILTERING, textbook_name
from kibitz.search.engine.settings import MCTS
from kibitz.search.explain.order import ORDERS
from kibitz.search.explain.page import page
from kibitz.search.explain.picture import MOST_CHILDREN, MOST_COLUMNS, picture
from kibitz.search.explain.story import steps as steps_of
from kibitz.search.explain.svg import dot, svg
from kibitz.search.explain.trace import DEPTH, trace, whole
from kibitz.search.explain.visits import VISITS
from kibitz.search.result import count

FORMATS = ("text", "svg", "png", "dot", "html")
TEXTBOOK = [name for name, algorithm in ALGORITHMS.items() if algorithm.builder or name == MCTS]


@click.command(epilog=example('tree "((3 12 8) (2 4 6) (14 5 2))" --depth 2 --steps'))
@game_argument
@place_options
@click.option("--algorithm", metavar="NAME", help=f"One of {', '.join(TEXTBOOK)}; by default what suits the game.")
@player_option
@click.option("--depth", type=int, help=f"Search this many plies; by default {DEPTH}, and a tree to its leaves.")
@click.option("--visits", type=int, help=f"With mcts: show this many visits instead; by default {VISITS}.")
@click.option("--seed", type=int, help="With mcts: the seed of its random numbers.")
@click.option("--playouts", type=float, help="With mcts: the share of random playouts in a value, 0 to 1.")
@filter_options
@click.option(
    "--format", "form", metavar="NAME", help=f"One of {', '.join(FORMATS)}; by default the suffix of --output."
)
@click.option(
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write to this file instead of the terminal: tree.svg, tree.png, tree.html.",
)
@click.option("--levels", type=click.IntRange(min=0), help="Draw this many plies; by default as many as fit.")
@click.option(
    "--width",
    type=click.IntRange(min=2),
    default=MOST_CHILDREN,
    show_default=True,
    help="Draw this many children of a node; the rest are folded into one.",
)
@click.option(
    "--order",
    metavar="NAME",
    default="game",
    show_default=True,
    help=f"Search children in this order: {', '.join(ORDERS)} (best and worst by a full search of each).",
)
@click.option("--beside", metavar="NAME", help="With --output FILE.html: show the search of this algorithm beside it.")
@click.option("--blank", is_flag=True, help="Draw only what the rules say, to be filled in by hand.")
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
    beside: str | None,
    blank: bool,
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
    if beside is not None and form != "html":
        raise OptionError("two searches side by side are a page: --beside goes with --output FILE.html")
    if blank and options["algorithm"] == MCTS:
        raise OptionError("mcts grows its tree while it searches: a blank one has nothing to show")
    if blank and (steps or as_json or form in ("html", "dot")):
        raise OptionError("a blank tree is a picture: --blank goes with the formats text, svg and png")
    state = load(game_spec).begin(moves or "", position)
    with stoppable() as stop, Progress("searching") as progress:

        def tell(nodes: int, depth: int) -> None:
            progress.tell(f"{count(nodes)} nodes")

        if blank:
            options["algorithm"] = whole(options["algorithm"] or textbook_name(state.game))
        found = trace(state, **options, stop=stop, tell=tell)
        if as_json:
            text = "\n".join(json.dumps(node.to_json(), ensure_ascii=False) for node in found.nodes)
        elif steps:
            text = "\n".join(f"{number:>4}  {step.sentence()}" for number, step in enumerate(steps_of(found), 1))
        elif form == "html":
            others = [trace(state, **without_filter(options, beside), stop=stop, tell=tell)] if beside else []
            text = page(found, *others)
        else:
            chosen = picture(found, levels, width, MOST_COLUMNS if form in ("svg", "png") else None)
            if form == "text" and output is None and sys.stdout.isatty():
                progress.close()
                print_text(chosen, blank)
                return
            if form == "png":
                save_png(svg(chosen, blank=blank), output)
                return
            text = dot(chosen) if form == "dot" else (svg if form == "svg" else plain)(chosen, blank=blank)
    write_out(text, output)


def without_filter(options: dict[str, Any], algorithm: str) -> dict[str, Any]:
    """Return the options of a search for another algorithm, which may have no filter."""
    changed = {**options, "algorithm": algorithm}
    if algorithm not in FILTERING:
        changed |= dict.fromkeys(("keep_rate", "keep_least", "deepening_depth"))
    return changed


def save_png(drawing: str, output: Path | None) -> None:
    """Write a drawing as PNG."""
    if output is None:
        raise OptionError("a PNG picture needs a file: --output tree.png")
    png(drawing, output)
    complain(f"wrote {output}")
