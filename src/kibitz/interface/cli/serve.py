"""The command `serve`: the games in a browser."""

import contextlib
import ipaddress
import re
import socket
import sys
import threading
import webbrowser
from pathlib import Path

import click

from kibitz.arena.results import results_in
from kibitz.errors import OptionError
from kibitz.interface.cli.arguments import GAME_HELP, example, lessons_option
from kibitz.interface.cli.lessons import held
from kibitz.interface.terminal import Progress, complain, say


@click.command(epilog=example("serve mygame.py --port 8080"))
@click.argument("game", metavar="[GAME]", required=False, help=f"{GAME_HELP} By default all built-in games are there.")
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="The address to listen on; the default is this machine only."
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port; 0 picks a free one."
)
@click.option(
    "--name",
    "names",
    metavar="TEXT",
    multiple=True,
    help="A name or address that the server is reached by; may be repeated.",
)
@lessons_option
@click.option(
    "--store",
    "stores",
    metavar="FILE",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Show the results of this match or tournament: what its --record names; may be repeated.",
)
@click.option(
    "--browser/--no-browser", default=None, help="Open the page in a browser; the default, unless --read-only."
)
@click.option("--read-only", is_flag=True, help="Serve visitors, such as a class: small searches only, no HTTP API.")
def command(
    game: str | None,
    host: str,
    port: int,
    names: tuple[str, ...],
    browser: bool | None,
    folders: tuple[Path, ...] = (),
    stores: tuple[Path, ...] = (),
    read_only: bool = False,
) -> None:
    """Play, watch and review games in a browser.

    With --store the page also shows the results of a match or tournament, even while it is played: standings, cross
    table, live boards, and every finished game to review.
    """
    try:
        import uvicorn

        from kibitz.interface.web.app import LOOPBACK, create_app
        from kibitz.interface.web.guard import configured
        from kibitz.interface.web.lessons import Lessons
        from kibitz.interface.web.rooms import Own, Rooms
        from kibitz.interface.web.searches import SWITCH
    except ImportError as error:
        raise OptionError('`kibitz serve` needs more packages: pip install "kibitz[web]"') from error
    given = [("--host", host), *(("--name", name) for name in names)]
    hosts = sorted({*LOOPBACK, *(checked(option, text) for option, text in given)})
    lessons = Lessons(held(folders))
    for store in stores:
        with results_in(store):
            pass  # a file that is no store is refused here
    listener = listen(host, port)
    own = None
    try:
        if game:
            with Progress(f"trying the rules of {Path(place_of(game)).stem}"):
                own = Own(game)  # rules that never return should fail here, not behind a page
        port = listener.getsockname()[1]
        address = f"http://{reached_at(host, names)}:{port}/"
        server = uvicorn.Server(configured(create_app(Rooms(own, lessons, stores), hosts, read_only)))
        say(f"kibitz is at {address} (Ctrl-C ends it)")
        if is_everywhere(host) and not names:
            complain("kibitz: note: pages of other machines are refused: --name says how they reach this one")
        if browser or (browser is None and not read_only):
            threading.Timer(0.5, webbrowser.open, [address]).start()
        sys.setswitchinterval(SWITCH)
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[listener])
    finally:
        listener.close()


def is_everywhere(host: str) -> bool:
    """Return whether a host stands for all addresses of this machine, and is none itself."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def reached_at(host: str, names: tuple[str, ...]) -> str:
    """Return the host of an address that a browser can open."""
    reached = (names[0] if names else "127.0.0.1") if is_everywhere(host) else host
    return f"[{reached}]" if ":" in reached else reached


def place_of(game: str) -> str:
    """Return the name or the file of a game, without its parameters."""
    return game.partition(":")[0]


def checked(option: str, text: str) -> str:
    """Return a name as requests write it, or raise an error if it cannot be one."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        if not re.fullmatch(r"[\w.-]+", text):
            wanted = "an address or a name without a port, such as 127.0.0.1"
            raise OptionError(f"{option} must be {wanted}, got {text!r}") from None
    return text.lower()


def listen(host: str, port: int) -> socket.socket:
    """Open the port, or raise an error that says why that is not possible."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()  # whoever reads the address may connect at once
    except (OSError, UnicodeError) as error:
        listener.close()
        reason = error.strerror if isinstance(error, OSError) else "it is not the name of a machine"
        raise OptionError(f"cannot listen at {host}, port {port}: {reason}; choose another --host or --port") from error
    return listener
