"""The command `games`: the games that come with kibitz."""

from typing import Any

import click

from kibitz.interface.cli.arguments import example, json_option, print_json
from kibitz.interface.terminal import say
from kibitz.loader import built_in_names, defaults_of, load


@click.command(epilog=example("games --json"))
@json_option
def command(as_json: bool) -> None:
    """List the built-in games and their parameters."""
    for name in built_in_names():
        game = load(name)
        defaults = defaults_of(name)
        if as_json:
            print_json({"name": name, "about": game.about, "players": game.players, "parameters": defaults})
            continue
        listed = ", ".join(f"{key}={text_of(value)}" for key, value in defaults.items())
        say(f"{name:<18} {game.about}")
        say(f"{'':<18} {game.players} player{'' if game.players == 1 else 's'}{'; ' + listed if listed else ''}")


def text_of(value: Any) -> str:
    """Return the value of a parameter as it is typed."""
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return f'"{value}"' if isinstance(value, str) else str(value)
