"""The command `new`: a game to start from."""

from pathlib import Path

import click

from kibitz.errors import OptionError
from kibitz.interface.cli.arguments import example
from kibitz.interface.terminal import say


@click.command(epilog=example("new mygame.py"))
@click.argument("file", type=click.Path(path_type=Path), help="The file to write; it must not exist yet.")
def command(file: Path) -> None:
    """Write a small commented game to start from.

    It can be played at once.
    """
    if file.suffix != ".py":
        raise OptionError(f"a game is a Python file: name it {file.name}.py")
    try:
        with file.open("x", encoding="utf-8") as new:
            new.write(Path(__file__).with_name("new_game.txt").read_text(encoding="utf-8"))
    except FileExistsError:
        raise OptionError(f"{file} already exists and was not changed") from None
    except OSError as error:
        raise OptionError(f"cannot write {file}: {error.strerror}") from error
    say(f"wrote {file}\nplay it: kibitz play {file}\ntest it: kibitz check {file}")
