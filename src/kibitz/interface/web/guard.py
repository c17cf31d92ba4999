"""The entrance: how many connections are allowed, and how long a request may take.

Law. A connection that has not sent a complete request within REQUEST seconds is closed, however slowly it trickles in;
connections beyond MOST_CONNECTIONS are closed; and nothing that strangers send can flood the terminal.
"""

import asyncio
import logging
import time
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from kibitz.interface.web.message import MOST_BYTES

REQUEST = 10.0
"""Seconds for a request, head and body."""
KEEP_ALIVE = 5
"""Seconds that an idle connection is kept for another request."""
PING = 20.0
"""Seconds between pings of a page, and for its answer."""
MOST_CONNECTIONS = 400
"""Connections, among them the open pages and the files they load."""
SELDOM = 60.0
"""Seconds before the same message is logged again."""


class Guarded(H11Protocol):
    """HTTP with a limit on the time of a request."""

    timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection if there is room."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            self.logger.warning("more than %d connections: further ones are closed", MOST_CONNECTIONS)
            transport.abort()
        self.watch()

    def data_received(self, data: bytes) -> None:
        """Process a part of a request."""
        super().data_received(data)
        self.watch()

    def on_response_complete(self) -> None:
        """Wait for the next request, or for the rest of this one."""
        super().on_response_complete()
        self.watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Open a socket; refuse a request that its protocol cannot read, which would never be answered or closed."""
        super().handle_websocket_upgrade(event)
        protocol: Any = self.transport.get_protocol()
        if protocol.conn.handshake_exc is not None and not self.transport.is_closing():
            self.send_400_response("this request cannot open a socket: it has a body, or its head is too long\n")

    def connection_lost(self, exc: Exception | None) -> None:
        """Release a connection."""
        super().connection_lost(exc)
        if self.timer is not None:
            self.timer.cancel()

    def watch(self) -> None:
        """Limit the time while a request is incomplete; a socket has another protocol, with pings."""
        handed_on = self.transport.get_protocol() is not self
        if handed_on or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            if self.timer is not None:
                self.timer.cancel()
            self.timer = None
        elif self.timer is None:
            self.timer = self.loop.call_later(REQUEST, self.transport.abort)


class Sparing(logging.Filter):
    """Lets the same message through only once in a while."""

    def __init__(self) -> None:
        super().__init__()
        self.last: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log this record."""
        now = time.monotonic()
        if now < self.last.get(record.msg, -SELDOM) + SELDOM:
            return False
        self.last[record.msg] = now
        return True


def configured(app: ASGIApp, **options: Any) -> uvicorn.Config:
    """Return the configuration of a server for this app."""
    config = uvicorn.Config(
        app,
        http=Guarded,
        ws="websockets-sansio",
        log_level="warning",
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=2,
        ws_max_size=MOST_BYTES,
        ws_max_queue=4,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        ws_per_message_deflate=False,  # compression takes longer than sending, and memory for every page
        **options,
    )
    for name in ("uvicorn.error", "asyncio"):
        logging.getLogger(name).addFilter(Sparing())
    return config
