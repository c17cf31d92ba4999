"""The command `results`: what a match or tournament has found, from its store."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from kibitz.arena.lines import import_lines, lines_of
from kibitz.arena.results import MOST_LISTED, Listed, Results, results_in
from kibitz.arena.tournament_result import table_text
from kibitz.errors import OptionError
from kibitz.files import write_file
from kibitz.interface.cli.arguments import example, json_option, print_json
from kibitz.interface.cli.tournament import rating_options
from kibitz.interface.terminal import Progress, complain, say

KINDS = ".jsonl, .csv or .pgn"
MOST_WORD = 60
"""The most characters of an opening in a table."""


@click.command(epilog=example("results tournament.db --upsets --most 5"))
@click.argument(
    "file", type=click.Path(path_type=Path), help="The store: what --record of a match or tournament named."
)
@rating_options
@click.option("--games", "what", flag_value="games", help="List the last games.")
@click.option("--of", "name", metavar="NAME", help="With --games: of this player.")
@click.option("--against", "other", metavar="NAME", help="With --of: against this one.")
@click.option("--longest", "what", flag_value="longest", help="List the longest games.")
@click.option("--upsets", "what", flag_value="upsets", help="List the games won against the greatest odds.")
@click.option("--openings", "what", flag_value="openings", help="List the openings and the first player's score.")
@click.option("--show", "number", type=int, metavar="N", help="Show game N with its moves.")
@click.option("--most", type=click.IntRange(min=1), default=MOST_LISTED, show_default=True, help="List this many.")
@click.option("--export", type=click.Path(path_type=Path), help=f"Write all games to a file: {KINDS}.")
@click.option(
    "--times", is_flag=True, help="With --export to .jsonl: also the seconds of thinking, which never repeat."
)
@click.option(
    "--import",
    "lines",
    type=click.Path(path_type=Path),
    help="Create the store from JSON lines: those of --export, or what earlier versions recorded.",
)
@json_option
def command(
    file: Path,
    model: Any,
    advantage: bool,
    anchors: dict[str, float],
    what: str | None,
    name: str | None,
    other: str | None,
    number: int | None,
    most: int,
    export: Path | None,
    times: bool,
    lines: Path | None,
    as_json: bool,
) -> None:
    """Show what a match or tournament has found: standings, games, upsets, openings.

    FILE is the store that --record of a match or tournament wrote. It can be read while the run goes on.
    """
    if other is not None and name is None:
        raise OptionError("--against names the second of two players: name the first with --of")
    if name is not None and what not in (None, "games"):
        raise OptionError(f"--of goes with --games, not with --{what}")
    if lines is not None:
        with Progress(f"reading {lines}"):
            complain(f"wrote {import_lines(lines, file)} games to {file}")
        return
    with Progress(f"reading {file}"), results_in(file) as results:
        if export is not None:
            write_file(export, "".join(f"{line}\n" for line in exported(results, export, times)))
            complain(f"wrote {results.games} games to {export}")
            return
        if number is not None:
            found = results.game(number) | {"names": results.seated(number)}
            text, data = shown(found), [found]
        elif what == "openings":
            scores = results.openings()[:most]
            text, data = opening_text(scores), [vars(each) for each in scores]
        elif what is not None or name is not None:
            games = listed(results, what or "games", name, other, most, model)
            text, data = games_text(games), [each.to_json() for each in games]
        else:
            result = results.result(model, anchors or None, advantage or None)
            text, data = str(result), [result.to_json()]
    if as_json:
        for each in data:
            print_json(each)
    else:
        say(text)


def listed(results: Results, what: str, name: str | None, other: str | None, most: int, model: Any) -> list[Listed]:
    """Return the games that were asked for."""
    if what == "longest":
        return results.longest(most)
    if what == "upsets":
        return results.upsets(most, model)
    return results.games_of(name, other, most)


def exported(results: Results, file: Path, times: bool) -> Iterable[str]:
    """Return the lines of a file with all games, of the kind that its name says."""
    if file.suffix == ".jsonl":
        return lines_of(results.path, times)
    if file.suffix == ".csv":
        return results.csv_lines()
    if file.suffix == ".pgn":
        return pgn(results)
    raise OptionError(f"the name of an export must end in {KINDS}, got {file.name!r}")


def pgn(results: Results) -> Iterator[str]:
    """Yield the games as PGN."""
    from kibitz.arena.pgn import pgn_lines  # loads chess

    return pgn_lines(results)


def games_text(games: Sequence[Listed]) -> str:
    """Return a list of games as a table."""
    if not games:
        return "no games"
    rows = [("game", "players", "result", "plies", "opening", "")]
    for each in games:
        upset = "" if each.upset is None else f"{each.upset:+.0f} Elo"
        rows.append(
            (str(each.number), " - ".join(each.names), each.result, str(each.plies), short(each.opening), upset)
        )
    return table_text(rows)


def opening_text(scores: Sequence[Any]) -> str:
    """Return openings as a table."""
    rows = [("opening", "games", "plies", "first player")]
    for each in scores:
        rows.append((short(each.opening) or "none", str(each.games), f"{each.plies:.0f}",
                     "" if each.first is None else f"{each.first:.1%}"))  # fmt: skip
    return table_text(rows)


def short(text: str) -> str:
    """Return the beginning of a long text."""
    return text if len(text) <= MOST_WORD else text[: MOST_WORD - 1] + "…"


def shown(game: dict[str, Any]) -> str:
    """Return a game with its moves."""
    rows = [
        ("game", f"{game['number']}, {' - '.join(game['names'])}"),
        ("opening", " ".join(game["opening"]) or "none"),
        ("moves", " ".join(game["moves"])),
        ("result", f"{game['result']} ({game['reason']})"),
        *(("note", note) for note in game["notes"]),
    ]
    return "\n".join(f"{label:<10} {text}" for label, text in rows)
