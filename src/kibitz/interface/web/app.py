"""The server: the page and its files, a socket per page, and the API; closed to everyone not allowed in.

No input is trusted. The host must be an allowed one (which keeps out other names that resolve to this server),
browsers' requests must come from our own page, and the page may load and run only its own files.
"""

import contextlib
import threading
from collections.abc import AsyncIterator, Sequence
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from kibitz.board.palette import style_sheet
from kibitz.interface.web.api import routes
from kibitz.interface.web.rooms import Rooms
from kibitz.interface.web.session import Session
from kibitz.interface.web.visitors import Lobby, Visitor
from kibitz.page.bundle import STATIC

MOST_SESSIONS = 200
PORTS = {"http": 80, "https": 443}
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
    """Admits requests for an allowed host, and adds the security headers to every response."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        try:
            address = urlsplit(f"//{headers.get('host', '')}")
            allowed = address.hostname in self.hosts and address.port != 0 and is_own(headers)
        except ValueError:  # unclosed brackets, or a port that is not a number
            await refuse(scope, receive, send, "the Host or Origin of this request is not an address\n", 400)
            return
        if not allowed:
            await refuse(scope, receive, send, "this host or origin is not allowed\n", 403)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self.app(scope, receive, with_headers)


def is_own(headers: Headers) -> bool:
    """Return whether a request comes from our own page; programs other than browsers send no origin."""
    origin = headers.get("origin")
    if origin is None:
        return True
    page, here = urlsplit(origin), urlsplit(f"//{headers.get('host', '')}")
    usual = PORTS.get(page.scheme)  # a proxy may speak TLS where this server does not
    return (page.hostname, page.port or usual) == (here.hostname, here.port or usual) and page.hostname is not None


async def refuse(scope: Scope, receive: Receive, send: Send, words: str, status: int) -> None:
    """Refuse a connection."""
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).close(1008)
        return
    await PlainTextResponse(words, status)(scope, receive, send)


def create_app(rooms: Rooms, hosts: Sequence[str] = LOOPBACK, read_only: bool = False) -> ASGIApp:
    """Return the server of the games in these rooms, which it closes at the end."""
    sessions: set[Session] = set()
    lobby = Lobby()

    async def index(request: Request) -> HTMLResponse:
        text = (STATIC / "index.html").read_text(encoding="utf-8")
        marks = [("data-read-only", read_only), ("data-stores", bool(rooms.stores.watched))]
        for mark in (name for name, holds in marks if holds):
            text = text.replace("<html ", f"<html {mark} ", 1)
        return HTMLResponse(text, headers={"cache-control": "no-cache"})

    async def palette(request: Request) -> Response:
        return Response(style_sheet(), media_type="text/css", headers={"cache-control": "no-cache"})

    async def talk(socket: WebSocket) -> None:
        if len(sessions) >= MOST_SESSIONS:
            await socket.close(1013)
            return
        address = socket.client.host if socket.client else ""
        if read_only and not lobby.enter(address):
            await socket.close(1013)
            return
        session = Session(socket, rooms, Visitor() if read_only else None)
        sessions.add(session)
        try:
            await session.run()
        finally:
            sessions.discard(session)
            if read_only:
                lobby.leave(address)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        # Both take a moment, and every page requests them.
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
            *routes(rooms, read_only),
            Route("/static/palette.css", palette),
            Mount("/static", Files(directory=STATIC)),
        ],
        lifespan=lifespan,
    )
    return Door(app, hosts)


class Files(StaticFiles):
    """The page's own files, revalidated each time: they are few, and may change with the version."""

    def file_response(self, *arguments: Any, **options: Any) -> Any:
        """Return the response with a file."""
        response = super().file_response(*arguments, **options)
        response.headers["cache-control"] = "no-cache"
        return response
