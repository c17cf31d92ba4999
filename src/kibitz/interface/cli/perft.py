"""The command `perft`: how many move sequences there are, the test of a game's rules."""

import click

from kibitz.interface.cli.arguments import (
    example,
    game_argument,
    json_option,
    place_options,
    plain_option,
    print_json,
)
from kibitz.interface.cli.interrupt import stoppable
from kibitz.interface.terminal import Progress, compiling, say
from kibitz.loader import load
from kibitz.search.perft import perft


@click.command(epilog=example("perft connect-four --depth 8"))
@game_argument
@click.option(
    "--depth", type=int, default=4, show_default=True, help="The length in plies; nature's outcomes count like moves."
)
@place_options
@plain_option
@json_option
def command(
    game_spec: str, depth: int, position: str | None, moves: str | None, compiled: bool | None, as_json: bool
) -> None:
    """Count the move sequences of a given length.

    They are counted for each first move, to test the rules of a game. The last ply is counted in bulk: its moves are
    generated, not played.
    """
    game = load(game_spec)
    state = game.begin(moves or "", position)
    with stoppable() as stop, Progress(compiling(game.name)) as progress:
        found = perft(state, depth, compiled=compiled, stop=stop, tell=progress.tell)
    if as_json:
        print_json({"game": game.spec(), "position": state.text, **vars(found)})
    else:
        say(found)
