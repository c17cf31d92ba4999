"""Messages for the server of the browser: through its socket as a page sends them, and over HTTP as programs do."""

import contextlib
import http.client
import json
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from random import Random
from typing import Any

from benchmarks.fuzzing import odd

MESSAGES = 20
"""Messages of one page."""
LIMIT = 20.0
PATIENCE = 3.0
"""Seconds before a page that waits says stop."""
OWN = "((3 12 8) (2 4 6) (14 5 2))"
TREES = (OWN, f"tree:text={OWN}", "tree")
BUILT_IN = ("tic-tac-toe", "nim:heaps=1,2", "connect-four:columns=3,rows=3,connect=3", "pig", "chess", "kalah")
SHORT = ("games", "describe", "state", "record", "open", "children", "steps", "lessons", "lesson", "stop")
LONG = ("think", "prepare", "review", "tree", "audit", "analyze")
FIELDS: dict[str, tuple[Any, ...]] = {
    "moves": ([], [0], [0, 1], [4, 0, 8], [1, 1, 1], "a b"),
    "start": (None, "root", "a", "........./X", "x"),
    "position": (None, "root", "a"),
    "depth": (0, 1, 2, 3),
    "seconds": (0.01, 0.1),
    "nodes": (1, 100),
    "level": (1, 10),
    "seed": (0, 5),
    "lines": (1, 3),
    "keep_rate": (0.5, 1),
    "deepening_depth": (0, 2),
    "algorithm": ("engine", "alpha-beta", "minimax", "rb-alpha-beta", "max-n", "expectiminimax"),
    "format": ("record", "pgn", "fen"),
    "players": (["A", "B"], []),
    "text": ('{"game": "tic-tac-toe", "moves": ["a1"]}', "1. e4 e5", "7k/8/8/8/8/8/8/K6R b - - 99 1"),
    "node": (0, 1, 5),
    "first": (0, 1),
    "count": (1, 50),
    "lesson": ("minimax", "alpha-beta", "expectimax"),
    "answer": (3, [0], "a"),
}  # fmt: skip
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1.5, 1e308, float("nan"), float("inf"), -float("inf"), 2**31, 2**53, 2**63, 10**30),
    *(10**300, "", "\x00", "\x1b[31m", "\u202e", "\ud800", "x" * 30_000, "../../etc/passwd", "<script>"),
    *("/etc/passwd", "g.py", "a.json", [], [[]], [None], [True], [2**63], [1.5], ["x"], {}, {"a": {}}, {"": None}),
    *([0] * 3000, {"game": OWN}, [[0]] * 10),
)
PATHS = (
    *("/", "/api/games", "/api/openapi.json", "/static/", "/static/app.js", "/static/../app.py"),
    *("/static/%2e%2e/%2e%2e/app.py", "/static/..%2f..%2fapp.py", "/static//etc/passwd", "/etc/passwd", "//x"),
    *("/%00", "/static/%00", "/api/analyze", "/socket", "/?a=b", "/static/" + "a" * 3000, "/%ff", "/static/%ff"),
    *("/static/x/../../..", "*", "/api", "/api/analyze/", "/static/a\\b"),
)
OPENING = {
    "Upgrade": "websocket",
    "Connection": "upgrade",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version": "13",
}
HEADERS = (
    *({"Host": "evil.example"}, {"Host": "[::1"}, {"Host": "127.0.0.1:99999"}, {"Origin": "http://evil.example"}),
    *({"Origin": "["}, {"Content-Length": "-1"}, {"Content-Length": "x"}, {"Transfer-Encoding": "odd"}),
    *({"Range": "bytes=9-1"}, {"X": "y" * 9000}, {"If-None-Match": "*"}, OPENING, {**OPENING, "X": "y" * 9000}),
    *({**OPENING, "Transfer-Encoding": "chunked"}, {"If-Modified-Since": "x"}, {"Range": "bytes=-5,0-,x"}),
    *({"Upgrade": "websocket", "Connection": "upgrade"},),
)


def asked(choose: Random, plain: bool) -> dict[str, Any]:
    """Return a message as a page would send it; plain: one for which nothing is compiled."""
    ask = choose.choice(SHORT if choose.random() < 0.5 else LONG)
    games = TREES if plain and ask in LONG else (*TREES, *BUILT_IN)
    fields = {name: choose.choice(FIELDS[name]) for name in odd.some(choose, list(FIELDS), 6)}
    limit = {"depth": 2} if choose.random() < 0.5 else {"seconds": 0.05}
    return {"id": choose.randrange(1000), "ask": ask, "game": choose.choice(games), **fields, **limit}


def wrong_way(choose: Random, message: dict[str, Any]) -> str:
    """Return the text of a message with something wrong."""
    name = choose.choice(list(message))
    ways: tuple[Callable[[], Any], ...] = (
        lambda: {**message, name: choose.choice(ODD)},
        lambda: {**message, name: choose.choice(ODD)},
        lambda: {**message, choose.choice(list(FIELDS)): choose.choice(ODD)},
        lambda: {key: value for key, value in message.items() if key != name},
        lambda: {**message, "game": odd.text(choose)},
        lambda: {**message, odd.text(choose): 1},
        lambda: choose.choice(ODD),
        lambda: [message],
    )
    text = json.dumps(choose.choice(ways)())
    if choose.random() < 0.1:
        nested = "[" * choose.choice((50, 5000)) + "]" * choose.choice((50, 5000))
        text = choose.choice(
            (odd.spoiled(choose, text), text.replace("null", nested), nested, '{"id": 1, "a": ' + nested + "}")
        )
    return text


def request(choose: Random, plain: bool) -> dict[str, Any]:
    """Return a request over HTTP."""
    found: dict[str, Any] = {"method": "GET", "path": choose.choice(PATHS), "headers": {}, "body": None}
    if choose.random() < 0.5:
        message = asked(choose, plain) | {"moves": "", "game": OWN if plain else choose.choice((*TREES, *BUILT_IN))}
        message = {key: value for key, value in message.items() if key not in ("id", "ask") and choose.random() < 0.6}
        text = json.dumps(message) if choose.random() < 0.4 or not message else wrong_way(choose, message)
        found |= {"method": "POST", "path": "/api/analyze", "body": text.encode(errors="replace")}
    if choose.random() < 0.3:
        found["headers"] = choose.choice(HEADERS)
    if choose.random() < 0.2:
        found["method"] = choose.choice(("PUT", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "BREW", "get"))
    return found


def page(choose: Random, plain: bool) -> list[Any]:
    """Return what one page sends: texts and bytes through its socket, and requests over HTTP."""
    sent: list[Any] = []
    for _ in range(MESSAGES):
        way = choose.random()
        if way < 0.15:
            sent.append(request(choose, plain))
        elif way < 0.17:
            sent.append(choose.randbytes(choose.randint(0, 100)))
        elif way < 0.18:
            sent.append("x" * (1 << 17))
        elif way < 0.45:
            sent.append(json.dumps(asked(choose, plain)))
        else:
            sent.append(wrong_way(choose, asked(choose, plain)))
    return sent


class Server:
    """`kibitz serve` in a process of its own, with a game of its user, at a free port of this machine."""

    def __init__(self) -> None:
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115
        command = [sys.executable, "-m", "kibitz", "serve", OWN, "--port", "0", "--no-browser"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.errors, start_new_session=True)
        assert self.process.stdout is not None
        found = re.search(rb":(\d+)/", self.process.stdout.readline())
        assert found, "the server does not begin"
        self.port = int(found[1])
        self.read = 0

    def connect(self) -> Any:
        """Open a socket as a page does."""
        from websockets.sync.client import connect

        return connect(f"ws://127.0.0.1:{self.port}/socket", close_timeout=2, max_size=None)

    def fetch(self, method: str, path: str, headers: dict[str, str], body: bytes | None) -> tuple[int, bytes]:
        """Send a request; return the status and the body of the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LIMIT)
        connection._validate_path = lambda url: None  # type: ignore[attr-defined]
        connection._validate_method = lambda method: None  # type: ignore[attr-defined]
        with contextlib.closing(connection):
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()

    def complaints(self) -> str:
        """Return what it has written to standard error since it was last asked."""
        self.errors.seek(self.read)
        text = self.errors.read()
        self.read += len(text)
        return text.decode(errors="replace")

    def close(self) -> None:
        """End it as Ctrl-C does."""
        self.process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(LIMIT)
        self.process.kill()
        self.process.wait()
        self.errors.close()


class Faulty(Exception):
    """The server did something wrong."""


def outcome(server: Server, sent: list[Any]) -> tuple[str | None, str]:
    """Be one page; return the server's fault, if any, and what is to be counted of it."""
    from websockets.exceptions import ConnectionClosed

    message: Any = None
    try:
        with contextlib.ExitStack() as pages:
            socket = pages.enter_context(server.connect())
            for message in sent:
                if isinstance(message, dict):
                    check_request(server, message)
                    continue
                try:
                    check_message(socket, message)
                except ConnectionClosed as closed:
                    if closed.rcvd is None or closed.rcvd.code not in (1003, 1009):
                        raise Faulty(f"the socket is dead without a reason: {closed}") from None
                    socket = pages.enter_context(server.connect())
            message = "games"
            ask(socket, {"id": 0, "ask": "games"})
    except Faulty as error:
        return told(server, error, message), ""
    except Exception as error:
        return told(server, f"{type(error).__name__}: {error}", message), ""
    errors = server.complaints()
    if "Traceback" in errors or "Error" in errors:
        return f"wrote to standard error: {errors[-1500:]}", ""
    return None, "answered"


def told(server: Server, error: object, message: Any) -> str:
    """Return a fault with the message that led to it and what the server says of it."""
    time.sleep(0.2)
    return f"{error}\n  | at {ascii(message)[:600]}\n  | {server.complaints()[-1500:]!a}"


def check_message(socket: Any, message: str | bytes) -> None:
    """Send something through the socket and see that it is answered."""
    if isinstance(message, bytes):
        socket.send(message)
        answer_to(socket, None)
        return
    number = None
    with contextlib.suppress(ValueError, RecursionError):
        data = json.loads(message)
        number = data.get("id") if isinstance(data, dict) else None
        number = number if isinstance(number, int) and not isinstance(number, bool) else None
    socket.send(message.encode("utf-8", "surrogatepass").decode(errors="replace"), text=True)
    answer_to(socket, number)


def ask(socket: Any, message: dict[str, Any]) -> None:
    """Ask something that must be answered."""
    socket.send(json.dumps(message))
    if "answer" not in answer_to(socket, message["id"]):
        raise Faulty("a plain question is not answered any more")


def answer_to(socket: Any, number: int | None) -> dict[str, Any]:
    """Wait for the answer to a message; one that lasts is stopped."""
    started, stopped = time.monotonic(), False
    while True:
        spent = time.monotonic() - started
        if spent > LIMIT:
            raise Faulty(f"no answer within {LIMIT:g} seconds")
        if spent > PATIENCE and not stopped:
            stopped = True
            socket.send(json.dumps({"id": -77, "ask": "stop"}))
        try:
            heard = json.loads(socket.recv(timeout=0.2))
        except TimeoutError:
            continue
        if heard.get("error", "").startswith("internal error") or "Traceback" in heard.get("error", ""):
            raise Faulty(f"kibitz failed: {heard['error'][:300]}")
        if heard["id"] == number and "info" not in heard:
            return heard


def check_request(server: Server, message: dict[str, Any]) -> None:
    """Send a request over HTTP and see that its answer is one that a server means."""
    try:
        status, body = server.fetch(**message)
    except (http.client.BadStatusLine, ConnectionError):
        raise Faulty("a request is not answered") from None
    except UnicodeEncodeError:
        return
    if status >= 500 and status != 503 or b"Traceback" in body:
        raise Faulty(f"a request is answered by {status}: {body[:300]!r}")
    if b"root:" in body:
        raise Faulty("a file of the machine is sent")
