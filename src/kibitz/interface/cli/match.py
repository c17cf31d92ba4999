"""The command `match`: players play many games, and what these say about them."""

import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from kibitz.arena.field import FieldTally
from kibitz.arena.match import ALONE_PLIES, GAMES, MOST_PLIES, RANDOM_PLIES, match
from kibitz.arena.match_result import signs
from kibitz.arena.rating import Tally, elo
from kibitz.errors import OptionError
from kibitz.interface.cli.arguments import PLAYER_HELP, example, json_option, on_option, print_json, together
from kibitz.interface.cli.interrupt import INTERRUPTED, stoppable
from kibitz.interface.terminal import Progress, complain, say


def bounds_from(context: click.Context, option: click.Parameter, text: str | None) -> tuple[float, float] | None:
    """Read the two hypotheses of a test."""
    if text is None:
        return None
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise OptionError(f"--sprt needs two numbers with a comma between, such as 0,10, got {text!r}") from None
    return low, high


games_at_once = together(
    click.option("--jobs", type=int, help="Play this many games at a time; by default one for each core."), on_option
)
record_option = click.option(
    "--record",
    type=click.Path(path_type=Path),
    help="Store each game in this file as it ends, for `kibitz results`; games already in it are not played again.",
)
opening_options = together(
    click.option(
        "--openings",
        type=click.Path(path_type=Path),
        help="A file with the moves of an opening on each line, as for --moves; # begins a comment. Chess: also .epd "
        "and .pgn.",
    ),
    click.option("--opening-plies", type=int, help="Take only this many moves of each opening in the file."),
    click.option(
        "--random-plies",
        type=int,
        help=f"Without a file, begin with this many random plies; by default {RANDOM_PLIES}, or 0 where chance moves.",
    ),
    click.option(
        "--even", is_flag=True, help="Of every eight random openings, use the one that a short search finds most even."
    ),
)
test_options = together(
    click.option(
        "--sprt",
        metavar="LOW,HIGH",
        callback=bounds_from,
        help="Stop as soon as a sequential test shows which of two Elo differences fits better. With --points, and in "
        "games that are not for two players: which of two mean differences in points.",
    ),
    click.option(
        "--points", is_flag=True, help="Between two players: report their points, and test them instead of Elo."
    ),
    click.option(
        "--alpha",
        type=float,
        default=0.05,
        show_default=True,
        help="The probability that the test accepts HIGH though LOW is true.",
    ),
    click.option(
        "--beta",
        type=float,
        default=0.05,
        show_default=True,
        help="The probability that it accepts LOW though HIGH is true.",
    ),
)


@click.command(
    epilog=example(
        "match alpha-beta:depth=4 random --game nim --games 20\n"
        "         kibitz match engine:depth=1 policy random --game chinese-checkers --games 12"
    )
)
@click.argument("a", metavar="A", help=f"The player whose score is reported: {PLAYER_HELP}.")
@click.argument("b", metavar="B", help="The opponent.")
@click.argument("others", metavar="[C ...]", nargs=-1, help="Further contestants, in a game for more than two players.")
@click.option("--game", metavar="GAME", required=True, help="The game they play, as for other commands.")
@click.option(
    "--other-game",
    metavar="GAME",
    help="The rules that B thinks in: the same positions and moves, another evaluation.",
)
@click.option(
    "--games",
    type=int,
    help=f"Play this many games, an even number; by default {GAMES}, or two for each opening of a file. With three and "
    "more contestants: a multiple of the games in a round.",
)
@opening_options
@click.option(
    "--seed", type=int, default=0, show_default=True, help="For openings, dice and players that move at random."
)
@test_options
@click.option(
    "--plies",
    type=int,
    help=f"End a game after this many plies, as a draw between two players; by default {MOST_PLIES}, or {ALONE_PLIES} "
    "for a player alone.",
)
@games_at_once
@record_option
@click.option("--pgn", type=click.Path(path_type=Path), help="Chess: write each game to this file as PGN.")
@click.option("--mat", type=click.Path(path_type=Path), help="Backgammon: write the games to this .mat file.")
@json_option
def command(
    a: str, b: str, others: tuple[str, ...], game: str, record: Path | None, as_json: bool, **options: Any
) -> None:
    """Play many games between two or more players and rate them.

    Each opening is played from both sides, with the same dice. The result is A's score, the Elo difference and how
    certain it is.

    In a game for one player, A and B each play the same dice alone, and their mean points are compared. In a game for
    more than two, A plays the first side in one game of a pair and B all the others, and the reverse in the other; what
    the first side gets is compared. The first side is player 0 with their team; without teams, each player in turn.

    Three and more contestants, in a game for more than two players, play rounds: all games from one opening, in which
    each sits in every seat equally often. The result is each one's share of first places, mean rank and mean points,
    and for every two of them who is ahead and how certain that is.
    """
    with stoppable() as stop, shown() as tell:
        result = match(game, a, b, *others, record=record, stop=stop, tell=tell, **options)
    if as_json:
        print_json(result.to_json())
    else:
        say(result)
    if not result.finished:
        complain_of_stop(len(result.games), record)
        raise click.exceptions.Exit(INTERRUPTED)


def complain_of_stop(games: int, record: Path | None) -> None:
    """Print that a match was stopped, and how to resume it."""
    resume = f"; the same command resumes from {record}" if record else ""
    complain(f"kibitz: stopped after {games} game{'' if games == 1 else 's'}{resume}")


@contextlib.contextmanager
def shown() -> Iterator[Callable[[Tally | FieldTally, int], None]]:
    """Show on standard error how a match stands: a bar in a terminal, now and then a line elsewhere."""
    if not sys.stderr.isatty():
        with Progress("starting") as progress:
            yield lambda tally, games: progress.tell(f"{tally.games} of {games} games: {standing(tally)}")
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda tally, games: bar.update(task, total=games, completed=tally.games, description=standing(tally))


def standing(tally: Tally | FieldTally) -> str:
    """Return in a few words how a match stands."""
    if isinstance(tally, FieldTally):
        ranks = ", ".join(f"{each.letter} {each.rank.mean or 0:.2f}" for each in tally.contestants)
        return f"mean rank {ranks}" if tally.rounds else "starting"
    if tally.score is not None:
        return f"{signs(tally)}, Elo {elo(tally.pairs).describe()}"
    return f"A - B {tally.points.describe()}" if tally.points.difference.size else "starting"
