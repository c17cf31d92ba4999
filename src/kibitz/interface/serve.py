"""`kibitz serve`: the games in a browser."""

import socket
import sys
import threading
import webbrowser
from typing import Annotated

import typer

from kibitz.errors import OptionError
from kibitz.game import load
from kibitz.interface.arguments import GAME_HELP
from kibitz.interface.terminal import Progress, say
from kibitz.search.analyze import default_algorithm

LOOPBACK = ("127.0.0.1", "localhost", "::1")
SWITCH = 0.0005
"""Seconds after which a thread of Python lets another go on: who sends must not wait for all who work."""


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

        from kibitz.interface.web.app import create_app
    except ImportError as error:
        raise OptionError('`kibitz serve` needs more packages: pip install "kibitz[web]"') from error
    given = load(game) if game else None
    if given:
        with Progress(f"trying the rules of {given.name}"):  # those that never end shall not do so behind a page
            default_algorithm(given)
    listener = listen(host, port)
    port = listener.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}/"
    hosts = sorted({*LOOPBACK, host, *(name or [])})
    config = uvicorn.Config(
        create_app(given, hosts),
        log_level="warning",
        ws_max_size=1 << 16,
        ws_max_queue=4,
        ws_per_message_deflate=False,  # packing takes longer than sending, and memory for every page
        timeout_graceful_shutdown=2,
    )
    server = uvicorn.Server(config)
    say(f"kibitz is at {address} (Ctrl-C ends it)")
    if browser:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    try:
        sys.setswitchinterval(SWITCH)
        server.run(sockets=[listener])
    except KeyboardInterrupt:
        pass
    finally:
        listener.close()


def listen(host: str, port: int) -> socket.socket:
    """Open the port, or say why it cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()  # who reads the address may come at once
    except OSError as error:
        listener.close()
        raise OptionError(f"cannot listen at {host}, port {port}: {error.strerror}; choose another --port") from error
    return listener
