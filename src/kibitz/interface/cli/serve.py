"""`kibitz serve`: the games in a browser."""

import contextlib
import ipaddress
import re
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from kibitz.errors import OptionError
from kibitz.interface.cli.arguments import GAME_HELP
from kibitz.interface.cli.terminal import Progress, say
from kibitz.loader import load


def serve_command(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help=GAME_HELP)] = None,
    host: Annotated[str, typer.Option("--host", help="The address to listen at; by default only this machine.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option("--port", help="The port; 0 takes a free one.", min=0, max=65535)] = 8000,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", help="A name that the server may be called by; give it again for more."),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page.")] = True,
) -> None:
    """Play, watch, step through and review games in a browser."""
    try:
        import uvicorn

        from kibitz.interface.web.app import LOOPBACK, create_app
        from kibitz.interface.web.guard import configured
        from kibitz.interface.web.rooms import Own, Rooms
        from kibitz.interface.web.searches import SWITCH
    except ImportError as error:
        raise OptionError('`kibitz serve` needs more packages: pip install "kibitz[web]"') from error
    names = [("--host", host), *(("--name", each) for each in name or [])]
    hosts = sorted({*LOOPBACK, *(checked(option, text) for option, text in names)})
    listener = listen(host, port)
    own = None
    try:
        if game and is_own(game):
            with Progress(f"trying the rules of {Path(place_of(game)).stem}"):
                own = Own(game)  # those that never end shall not do so behind a page
        elif game:
            load(game)
        port = listener.getsockname()[1]
        address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
        server = uvicorn.Server(configured(create_app(Rooms(own), hosts)))
        say(f"kibitz is at {address} (Ctrl-C ends it)")
        if browser:
            threading.Timer(0.5, webbrowser.open, [address]).start()
        sys.setswitchinterval(SWITCH)
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[listener])
    finally:
        listener.close()


def place_of(game: str) -> str:
    """Return the name or the file of a game, without its parameters."""
    return game.partition(":")[0]


def is_own(game: str) -> bool:
    """Return whether a game is the user's: in a file, or a tree in the text itself."""
    return game.lstrip().startswith("(") or place_of(game).endswith((".py", ".json"))


def checked(option: str, text: str) -> str:
    """Return a name as requests call it; what cannot be one is refused."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        if not re.fullmatch(r"[\w.-]+", text):
            wanted = "an address or a name without a port, such as 127.0.0.1"
            raise OptionError(f"{option} must be {wanted}, got {text!r}") from None
    return text.lower()


def listen(host: str, port: int) -> socket.socket:
    """Open the port, or say why it cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()  # who reads the address may come at once
    except (OSError, UnicodeError) as error:
        listener.close()
        reason = error.strerror if isinstance(error, OSError) else "it is no name of a machine"
        raise OptionError(f"cannot listen at {host}, port {port}: {reason}; choose another --host or --port") from error
    return listener
