"""The command `tune`: fit the weights of a game's evaluation to the results of its games."""

from pathlib import Path
from typing import Annotated

import typer

from kibitz.arena.match import RANDOM_PLIES, match
from kibitz.arena.tune import LEAST_GAMES, NODES, PER_GAME, PULL, TuneResult, players_of, tune
from kibitz.errors import KibitzError, OptionError
from kibitz.files import write_file
from kibitz.interface.cli.arguments import GameArgument, JsonOption, PlainOption, print_json
from kibitz.interface.cli.interrupt import INTERRUPTED, stoppable
from kibitz.interface.cli.match import shown
from kibitz.interface.cli.terminal import Progress, complain, say
from kibitz.loader import load


def tune_command(
    game_spec: GameArgument,
    games: Annotated[
        list[Path] | None, typer.Option("--games", help="A record that `kibitz match` has written; may be repeated.")
    ] = None,
    play: Annotated[
        int, typer.Option("--play", help="Play so many games for it first, an even number, and record them.")
    ] = 0,
    record: Annotated[
        Path | None,
        typer.Option(help="Where these are recorded; those it has are not played again. By default GAME-tune.jsonl."),
    ] = None,
    nodes: Annotated[int, typer.Option(help="What a move of theirs costs.")] = NODES,
    random_plies: Annotated[int, typer.Option(help="Their openings are so many random plies.")] = RANDOM_PLIES,
    jobs: Annotated[int | None, typer.Option(help="Games played at a time; by default one for each core.")] = None,
    per_game: Annotated[int, typer.Option(help="Positions taken from a game, at the most.")] = PER_GAME,
    pull: Annotated[
        float, typer.Option(help="How strongly the present weights hold: less with more games, more with fewer.")
    ] = PULL,
    scale: Annotated[
        float | None, typer.Option(help="Points that make odds of e to 1; by default fitted to the present weights.")
    ] = None,
    seed: Annotated[int, typer.Option(help="For openings, and for which positions are taken.")] = 0,
    out: Annotated[Path | None, typer.Option(help="Write the new weights to this file, as Python to paste.")] = None,
    plain: PlainOption = False,
    as_json: JsonOption = False,
) -> None:
    """Fit the weights that a game lists to the results of its games, and tell by held-out games if that is better."""
    game = load(game_spec)
    records = list(games or ())
    if not records and not play:
        raise OptionError(f"give games by --games FILE, or play some by --play N, from {LEAST_GAMES}")
    if game.rules.weights is None:
        play = 0  # what is wrong is told below, before anything is played
    with stoppable() as stop:
        if play:
            record = record or Path(f"{game.name}-tune.jsonl")
            with shown() as tell:
                played = match(
                    game,
                    *players_of(nodes),
                    games=play,
                    random_plies=random_plies,
                    seed=seed,
                    jobs=jobs,
                    record=record,
                    stop=stop,
                    tell=tell,
                )
            if not played.finished:
                told = f"stopped after {played.tally.games} games; the same command goes on with {record}"
                complain(f"kibitz: {told}")
                raise typer.Exit(INTERRUPTED)
            records.append(record)
        compiled = False if plain else None
        with Progress(f"reading {game.name}") as progress:
            try:
                result = tune(
                    game,
                    records,
                    per_game=per_game,
                    pull=pull,
                    scale=scale,
                    seed=seed,
                    compiled=compiled,
                    stop=stop,
                    tell=progress.tell,
                )
            except KibitzError:
                if not stop.is_set():
                    raise
                complain("kibitz: stopped before there was anything to tell")
                raise typer.Exit(INTERRUPTED) from None
    if out is not None:
        write_file(out, result.literal())
    if as_json:
        print_json(result.to_json())
    else:
        say("\n".join(lines_of(result)))
    if not result.finished:
        raise typer.Exit(INTERRUPTED)


def lines_of(result: TuneResult) -> list[str]:
    """Write a result for people."""
    changes, before, after = result.changes, result.before, result.after
    count = f"{result.positions} positions of {result.games} games"
    lines = [f"{result.game}   {count}, held out {result.held_out_positions} of {result.held_out_games}\n"]
    if changes:
        width = max(len("weight"), *(len(name) for name, _, _ in changes))
        lines.append(f"{'weight':<{width}}  {'old':>7}  {'new':>7}")
        lines += [f"{name:<{width}}  {old:>7}  {new:>7}" for name, old, new in changes]
        lines.append("")
    lines.append(f"{'loss':<10} {'before':>8}  {'after':>8}")
    lines.append(f"{'training':<10} {before.training:>8.5f}  {after.training:>8.5f}")
    lines.append(f"{'held out':<10} {before.held_out:>8.5f}  {after.held_out:>8.5f}")
    lines.append(f"{'scale':<10} {result.scale:.4g} points make odds of e to 1")
    if not changes:
        broken_off = "stopped before the first round was done" if not result.finished else ""
        lines.append(f"{'note':<10} {broken_off or 'nothing changed: no other weights fit the held-out games better'}")
    return lines
