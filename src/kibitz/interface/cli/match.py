"""The command `match`: two players play many games, and what that says about them."""

import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from kibitz.arena.match import GAMES, MOST_PLIES, RANDOM_PLIES, MatchResult, match
from kibitz.arena.rating import Count, Sprt, Tally, elo
from kibitz.errors import OptionError
from kibitz.interface.cli.arguments import print_json
from kibitz.interface.cli.interrupt import INTERRUPTED, stoppable
from kibitz.interface.cli.terminal import Progress, complain, say

MOST_NOTES = 5
"""Notes about single games that are shown; the record has all."""

PlayerArgument = "an algorithm with settings (alpha-beta:depth=4), random, default, or uci:PROGRAM for chess."


def match_command(
    a: Annotated[str, typer.Argument(metavar="A", help=f"The one whose score is told: {PlayerArgument}")],
    b: Annotated[str, typer.Argument(metavar="B", help="The other one.")],
    game: Annotated[str, typer.Option("--game", help="What they play, as for other commands.")],
    other_game: Annotated[
        str | None,
        typer.Option("--other-game", help="B thinks in these rules: the same positions and moves, another evaluation."),
    ] = None,
    games: Annotated[
        int | None, typer.Option(help=f"An even number; by default {GAMES}, or two for each opening of a file.")
    ] = None,
    openings: Annotated[
        Path | None,
        typer.Option(
            help="A file with moves on each line, as for --moves; # begins a comment. Chess: .epd or .pgn too."
        ),
    ] = None,
    opening_plies: Annotated[int | None, typer.Option(help="Take so many moves of each opening of the file.")] = None,
    random_plies: Annotated[
        int | None, typer.Option(help=f"Without a file, openings are so many random plies; by default {RANDOM_PLIES}.")
    ] = None,
    even: Annotated[
        bool, typer.Option("--even", help="Of those take only the most even of every eight, by a short search.")
    ] = False,
    seed: Annotated[int, typer.Option(help="For openings, dice, and players that move at random.")] = 0,
    sprt: Annotated[
        str | None, typer.Option(help="elo0,elo1: stop as soon as it is known which of them fits better.")
    ] = None,
    alpha: Annotated[float, typer.Option(help="How often that test may take elo1 though elo0 is true.")] = 0.05,
    beta: Annotated[float, typer.Option(help="How often it may take elo0 though elo1 is true.")] = 0.05,
    plies: Annotated[int, typer.Option(help="A game that has so many is a draw.")] = MOST_PLIES,
    jobs: Annotated[int | None, typer.Option(help="Games played at a time; by default one for each core.")] = None,
    record: Annotated[
        Path | None,
        typer.Option(help="Write each game to this file as it ends. Those it has are not played again."),
    ] = None,
    pgn: Annotated[Path | None, typer.Option(help="Chess: write each game to this file as PGN.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Two players play many games, each opening from both sides: score, Elo difference, and how sure it is."""
    with stoppable() as stop, shown() as tell:
        result = match(
            game,
            a,
            b,
            games=games,
            openings=openings,
            opening_plies=opening_plies,
            random_plies=random_plies,
            even=even,
            seed=seed,
            sprt=bounds_of(sprt),
            alpha=alpha,
            beta=beta,
            other_game=other_game,
            plies=plies,
            jobs=jobs,
            record=record,
            pgn=pgn,
            stop=stop,
            tell=tell,
        )
    if as_json:
        print_json(result.to_json())
    else:
        say("\n".join(lines_of(result)))
    if not result.finished:
        again = f"; the same command goes on with {record}" if record else ""
        complain(f"kibitz: stopped after {result.tally.games} games{again}")
        raise typer.Exit(INTERRUPTED)


def bounds_of(text: str | None) -> tuple[float, float] | None:
    """Read the two hypotheses of a test."""
    if text is None:
        return None
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise OptionError(f"--sprt needs two numbers with a comma between, elo0,elo1, got {text!r}") from None
    return elo0, elo1


@contextlib.contextmanager
def shown() -> Iterator[Callable[[Tally, int], None]]:
    """Show on standard error how a match stands: a bar in a terminal, now and then a line elsewhere."""
    if not sys.stderr.isatty():
        with Progress("beginning") as progress:
            yield lambda tally, games: progress.tell(f"{tally.games} of {games} games: {standing(tally)}")
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda tally, games: bar.update(task, total=games, completed=tally.games, description=standing(tally))


def standing(tally: Tally) -> str:
    """Say in a few words how a match stands."""
    return f"{signs(tally)}, Elo {elo(tally.pairs).describe()}" if tally.games else "beginning"


def signs(count: Count | Tally) -> str:
    """Write games won, drawn and lost."""
    return f"+{count.wins} ={count.draws} -{count.losses}"


def lines_of(result: MatchResult) -> list[str]:
    """Write a result for people."""
    tally, (a, b) = result.tally, result.players
    other = f", B thinks in {result.other_game}" if result.other_game else ""
    lines = [f"{result.game}   A {a}   B {b}{other}\n"]
    different = f"{result.openings} different opening{'s' if result.openings != 1 else ''}"
    again = ", some of them again" if result.openings < (tally.games + 1) // 2 else ""
    lines.append(f"{'games':<10} {tally.games}, {sum(tally.pairs)} pairs from {different}{again}")
    if tally.score is None:
        return lines
    lines.append(f"{'A':<10} {signs(tally)}, score {tally.score:.1%}")
    lines.append(f"{'as first':<10} {signs(tally.first)}")
    lines.append(f"{'as second':<10} {signs(tally.second)}")
    lines.append(f"{'Elo':<10} {result.elo.describe()}   (of A over B, 95 %)")
    lines.append(f"{'LOS':<10} {result.los:.1%}   (how likely A is the stronger one)")
    if result.sprt is not None:
        lines.append(f"{'SPRT':<10} {verdict(result, result.sprt)}")
    words = {"repetition": "drawn by repetition", "length": "drawn by length"}
    words |= {"time": "lost on time", "error": "lost by an error"}
    for kind in words:
        number = sum(game.reason == kind for game in result.games)
        if number:
            lines.append(f"{'note':<10} {number} of the games {words[kind]}")
    lines += [f"{'note':<10} {note}" for note in result.notes[:MOST_NOTES]]
    if len(result.notes) > MOST_NOTES:
        lines.append(f"{'note':<10} and {len(result.notes) - MOST_NOTES} more")
    return lines


def verdict(result: MatchResult, sprt: Sprt) -> str:
    """Say what the test has found."""
    found = {
        "H0": f"H0 accepted: {sprt.elo0:+g} fits better than {sprt.elo1:+g}",
        "H1": f"H1 accepted: {sprt.elo1:+g} fits better than {sprt.elo0:+g}",
        None: f"not decided between {sprt.elo0:+g} and {sprt.elo1:+g}",
    }
    return f"{found[result.decision]}; LLR {result.llr:.2f} ({sprt.lower:.2f} to {sprt.upper:.2f})"
