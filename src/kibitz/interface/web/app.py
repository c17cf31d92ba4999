"""The server: the page and its parts, a socket for each page, and the API; closed to all but who was let in.

Nothing here trusts what it hears. The host must be one of those allowed (a page of another name that leads here is
refused), what a browser sends must come from our own page, and the page may load and run nothing but its own files.
"""

import contextlib
import threading
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from kibitz.board.palette import style_sheet
from kibitz.interface.web.api import routes
from kibitz.interface.web.rooms import Rooms
from kibitz.interface.web.session import Session

STATIC = Path(__file__).parent / "static"
MOST_SESSIONS = 200
LOOPBACK = ("127.0.0.1", "localhost", "::1")
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Door:
    """Lets in who came by an allowed name, and sends every answer with its headers."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        try:
            address = urlsplit(f"//{headers.get('host', '')}")
            allowed = address.hostname in self.hosts and address.port != 0 and is_own(headers)
        except ValueError:  # brackets that do not close, a port that is no number
            await refuse(scope, receive, send, "the Host or Origin of this request is no address\n", 400)
            return
        if not allowed:
            await refuse(scope, receive, send, "this name or page is not allowed here\n", 403)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self.app(scope, receive, with_headers)


def is_own(headers: Headers) -> bool:
    """Say whether something was asked by our own page; programs that are no browsers name no origin."""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host")


async def refuse(scope: Scope, receive: Receive, send: Send, words: str, status: int) -> None:
    """Turn somebody away."""
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).close(1008)
        return
    await PlainTextResponse(words, status)(scope, receive, send)


def create_app(rooms: Rooms, hosts: Sequence[str] = LOOPBACK) -> ASGIApp:
    """Build the server of the games in these rooms, which it closes at its end."""
    sessions: set[Session] = set()

    async def index(request: Request) -> FileResponse:
        return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})

    async def palette(request: Request) -> Response:
        return Response(style_sheet(), media_type="text/css", headers={"cache-control": "no-cache"})

    async def talk(socket: WebSocket) -> None:
        if len(sessions) >= MOST_SESSIONS:
            await socket.close(1013)
            return
        session = Session(socket, rooms)
        sessions.add(session)
        try:
            await session.run()
        finally:
            sessions.discard(session)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        # Both take a moment, and every page asks for them.
        threading.Thread(target=rooms.shelf.listed, daemon=True).start()
        rooms.common.warm()
        yield
        for session in sessions:
            session.stop.set()
        rooms.close()

    app = Starlette(
        routes=[
            Route("/", index),
            WebSocketRoute("/socket", talk),
            *routes(rooms),
            Route("/static/palette.css", palette),
            Mount("/static", Files(directory=STATIC)),
        ],
        lifespan=lifespan,
    )
    return Door(app, hosts)


class Files(StaticFiles):
    """The page's own files, asked for again each time: they are few, and may be of another version tomorrow."""

    def file_response(self, *arguments: Any, **options: Any) -> Any:
        """Send a file."""
        response = super().file_response(*arguments, **options)
        response.headers["cache-control"] = "no-cache"
        return response
