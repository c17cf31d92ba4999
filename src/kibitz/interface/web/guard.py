"""The way in: how many may come, and how long they may take to say what they want.

Law. A connection that has not sent a whole request within REQUEST seconds is closed, however slowly it trickles; beyond
MOST_CONNECTIONS nobody is let in; and nothing that strangers send can fill the terminal.
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
"""Seconds that a connection is kept for another request."""
PING = 20.0
"""Seconds after which a page is asked whether it is still there, and that it may take to answer."""
MOST_CONNECTIONS = 400
"""Pages among them: those that the browser has open, and what it loads for them."""
SELDOM = 60.0
"""Seconds before the same words are logged again."""


class Guarded(H11Protocol):
    """HTTP with a limit on the time of a request."""

    timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let somebody in, if there is room."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            self.logger.warning("more than %d connections: others are closed", MOST_CONNECTIONS)
            transport.abort()
        self.watch()

    def data_received(self, data: bytes) -> None:
        """Take a part of a request."""
        super().data_received(data)
        self.watch()

    def on_response_complete(self) -> None:
        """Wait for the next request, or for what is left of this one."""
        super().on_response_complete()
        self.watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Open a socket; a request that its protocol cannot read is refused, or nobody would answer or end it."""
        super().handle_websocket_upgrade(event)
        protocol: Any = self.transport.get_protocol()
        if protocol.conn.handshake_exc is not None and not self.transport.is_closing():
            self.send_400_response("this request cannot open a socket: it has a body or its head is too long\n")

    def connection_lost(self, exc: Exception | None) -> None:
        """Let somebody go."""
        super().connection_lost(exc)
        if self.timer is not None:
            self.timer.cancel()

    def watch(self) -> None:
        """Count the time while a request is not here whole; a socket has another protocol, with pings."""
        handed_on = self.transport.get_protocol() is not self
        if handed_on or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            if self.timer is not None:
                self.timer.cancel()
            self.timer = None
        elif self.timer is None:
            self.timer = self.loop.call_later(REQUEST, self.transport.abort)


class Sparing(logging.Filter):
    """Lets the same words through once a while."""

    def __init__(self) -> None:
        super().__init__()
        self.last: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether this is to be logged."""
        now = time.monotonic()
        if now < self.last.get(record.msg, -SELDOM) + SELDOM:
            return False
        self.last[record.msg] = now
        return True


def configured(app: ASGIApp, **options: Any) -> uvicorn.Config:
    """Configure a server of this app."""
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
        ws_per_message_deflate=False,  # packing takes longer than sending, and memory for every page
        **options,
    )
    for name in ("uvicorn.error", "asyncio"):
        logging.getLogger(name).addFilter(Sparing())
    return config
