"""The command `tune`: fit the weights of a game's evaluation to the results of its games."""

from pathlib import Path
from typing import Any

import click

from kibitz.arena.match import RANDOM_PLIES, match
from kibitz.arena.tune import LEAST_GAMES, NODES, PER_GAME, PULL, players_of, tune
from kibitz.errors import KibitzError, OptionError
from kibitz.files import write_file
from kibitz.interface.cli.arguments import example, game_argument, json_option, plain_option, print_json
from kibitz.interface.cli.interrupt import INTERRUPTED, stoppable
from kibitz.interface.cli.match import complain_of_stop, games_at_once, shown
from kibitz.interface.terminal import Progress, complain, say
from kibitz.loader import load


@click.command(epilog=example("tune breakthrough:columns=5,rows=5 --play 100 --nodes 500"))
@game_argument
@click.option(
    "--games",
    "records",
    type=click.Path(path_type=Path),
    multiple=True,
    help="A record that `kibitz match` has written; may be repeated.",
)
@click.option(
    "--play", type=int, default=0, help="First play and record this many games to learn from, an even number."
)
@click.option(
    "--record",
    type=click.Path(path_type=Path),
    help="Where to record them; games already there are not played again. By default GAME-tune.db.",
)
@click.option(
    "--nodes", type=int, default=NODES, show_default=True, help="In those games, search this many nodes a move."
)
@click.option(
    "--random-plies",
    type=int,
    default=RANDOM_PLIES,
    show_default=True,
    help="Begin those games with this many random plies.",
)
@games_at_once
@click.option(
    "--per-game", type=int, default=PER_GAME, show_default=True, help="Take at most this many positions of a game."
)
@click.option(
    "--pull",
    type=float,
    default=PULL,
    show_default=True,
    help="How strongly to hold on to the present weights: less with more games, more with fewer.",
)
@click.option(
    "--scale", type=float, help="The points that make odds of e to 1; by default fitted to the present weights."
)
@click.option("--seed", type=int, default=0, show_default=True, help="For openings, and for the choice of positions.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the new weights to this file, as Python to paste.")
@plain_option
@json_option
def command(
    game_spec: str,
    records: tuple[Path, ...],
    play: int,
    record: Path | None,
    nodes: int,
    random_plies: int,
    jobs: int | None,
    on: str | None,
    seed: int,
    out: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Fit the weights of an evaluation to the results of games.

    Games that were held out show whether the new weights are better.
    """
    game = load(game_spec)
    if not records and not play:
        raise OptionError(f"give games with --games FILE, or play at least {LEAST_GAMES} with --play N")
    if game.rules.weights is None:
        play = 0  # `tune` raises the error, before anything is played
    with stoppable() as stop:
        if play:
            record = record or Path(f"{game.name}-tune.db")
            settings: dict[str, Any] = {
                "games": play,
                "random_plies": random_plies,
                "seed": seed,
                "jobs": jobs,
                "on": on,
            }
            with shown() as tell:
                played = match(game, *players_of(nodes), record=record, stop=stop, tell=tell, **settings)
            if not played.finished:
                complain_of_stop(played.tally.games, record)
                raise click.exceptions.Exit(INTERRUPTED)
            records = (*records, record)
        with Progress(f"reading {game.name}") as progress:
            try:
                result = tune(game, records, seed=seed, stop=stop, tell=progress.tell, **options)
            except KibitzError:
                if not stop.is_set():
                    raise
                complain("kibitz: stopped before anything was found")
                raise click.exceptions.Exit(INTERRUPTED) from None
    if out is not None:
        write_file(out, result.literal())
    if as_json:
        print_json(result.to_json())
    else:
        say(result)
    if not result.finished:
        raise click.exceptions.Exit(INTERRUPTED)
