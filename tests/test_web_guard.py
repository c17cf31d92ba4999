"""Connections that say nothing, half of something, or nonsense: they are closed in time, and fill nothing."""

import logging
import socket
import time

import pytest

from kibitz.errors import OptionError
from kibitz.interface.cli import serve
from kibitz.interface.web import app, guard
from tests.web import Server

HOST = b"Host: 127.0.0.1\r\n"
HEAD = b"GET / HTTP/1.1\r\n" + HOST
UPGRADE = b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"


@pytest.fixture(scope="module")
def server():
    server = Server()
    yield server
    server.close()


def connect(server, text=b""):
    talk = socket.create_connection(("127.0.0.1", server.port), timeout=10)
    talk.sendall(text)
    return talk


def closed(talk):
    """Read until the other side closes, and return what came; a reset is an end as well."""
    came = b""
    try:
        while part := talk.recv(1 << 16):
            came += part
    except ConnectionResetError:
        pass
    talk.close()
    return came


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"GET",
        HEAD,
        b"POST /api/analyze HTTP/1.1\r\n" + HOST + b"Content-Length: 9\r\n\r\n{",
        HEAD + b"Content-Length: 9\r\n\r\n{",
    ],
    ids=["nothing", "a word", "half a head", "half a body", "half a body that nobody wants"],
)
def test_half_a_request_is_not_waited_for(server, monkeypatch, text):
    monkeypatch.setattr(guard, "REQUEST", 0.3)
    closed(connect(server, text))  # or recv gives up after 10 seconds


@pytest.mark.parametrize(
    "more",
    [b"Content-Length: 5\r\n\r\nhello", b"Transfer-Encoding: chunked\r\n\r\n", b"X: " + b"y" * 9000 + b"\r\n\r\n"],
    ids=["a body", "a body in parts", "a long head"],
)
def test_a_socket_that_cannot_be_opened_is_refused_at_once(server, more):
    head = b"GET /socket HTTP/1.1\r\nConnection: upgrade\r\n" + HOST + UPGRADE
    assert closed(connect(server, head + more)).startswith(b"HTTP/1.1 400")


def test_bytes_are_refused_in_words_and_the_socket_stays(server):
    with server.page() as page:
        page.socket.send(b"\x00\xff")
        assert page.hear() == {"id": None, "error": "a message must be a JSON object, got something else"}
        assert page.ask("state", game="tic-tac-toe")["turn"] == 0


@pytest.mark.parametrize("number", ["true", "false", "1.5", '"1"', "null", "[]"])
def test_an_id_that_is_no_whole_number_is_not_echoed(server, number):
    with server.page() as page:
        page.socket.send(f'{{"id": {number}, "ask": "games"}}')
        assert page.hear() == {"id": None, "error": "a message needs an id, a whole number"}


def test_a_request_that_trickles_is_not_waited_for(server, monkeypatch):
    monkeypatch.setattr(guard, "REQUEST", 0.5)
    talk = connect(server, HEAD + b"X: ")
    began = time.monotonic()
    while time.monotonic() - began < 5:
        try:
            talk.sendall(b"x")
        except OSError:
            break
        time.sleep(0.05)
    assert time.monotonic() - began < 5
    talk.close()


def test_a_socket_and_a_search_may_take_their_time(server, monkeypatch):
    monkeypatch.setattr(guard, "REQUEST", 0.3)
    body = b'{"game": "(3 12 8)", "seconds": 0.8}'
    with server.page() as page:
        time.sleep(0.5)
        assert page.ask("state", game="tic-tac-toe")["turn"] == 0
    head = b"POST /api/analyze HTTP/1.1\r\nConnection: close\r\n" + HOST + b"Content-Length: %d\r\n\r\n" % len(body)
    assert closed(connect(server, head + body)).startswith(b"HTTP/1.1 200")


def test_nobody_is_let_in_beyond_the_last_place(server, monkeypatch):
    monkeypatch.setattr(guard, "MOST_CONNECTIONS", 3)
    talks = [connect(server) for _ in range(3)]
    time.sleep(0.1)
    assert closed(connect(server, HEAD + b"\r\n")) == b""
    for talk in talks:
        talk.close()
    time.sleep(0.1)
    assert closed(connect(server, HEAD + b"Connection: close\r\n\r\n")).startswith(b"HTTP/1.1 200")


def test_pages_are_counted(server, monkeypatch):
    monkeypatch.setattr(app, "MOST_SESSIONS", 1)
    with server.page(), pytest.raises(Exception, match="403"), server.page():
        pass


def test_a_page_that_answers_no_ping_is_gone(monkeypatch):
    monkeypatch.setattr(guard, "PING", 0.2)
    server = Server()
    try:
        head = HEAD.replace(b"/", b"/socket", 1) + b"Connection: Upgrade\r\n" + UPGRADE + b"\r\n"
        assert closed(connect(server, head)).startswith(b"HTTP/1.1 101")  # or recv gives up after 10 seconds
    finally:
        server.close()


def test_nonsense_does_not_fill_the_log(server):
    heard = []
    listener = logging.Handler()
    listener.emit = heard.append
    log = logging.getLogger("uvicorn.error")
    log.addHandler(listener)
    try:
        for _ in range(20):
            assert b" 400 " in closed(connect(server, b"\0\0\r\n\r\n"))
        assert len(heard) <= 1
    finally:
        log.removeHandler(listener)


@pytest.mark.parametrize("nonsense", [b"[", b"[::1", b"]", b"a[b", b"127.0.0.1:x", b"[v9.x]", b"\xff[", b"%"])
@pytest.mark.parametrize("header", [b"Host", b"Origin"])
def test_nonsense_for_an_address_is_refused_in_words(server, capfd, header, nonsense):
    for more in (b"", UPGRADE):
        connection = b"Upgrade" if more else b"close"
        host = HOST if header != b"Host" else b""
        path = b"/socket" if more else b"/"
        text = b"GET " + path + b" HTTP/1.1\r\n" + host + header + b": " + nonsense + b"\r\nConnection: " + connection
        came = closed(connect(server, text + b"\r\n" + more + b"\r\n"))
        assert came[9:12] in (b"400", b"403")
        assert more or b"allowed" in came or b"not an address" in came or b"Invalid HTTP" in came
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize("address", ["", " ", "[", "[::1]", "a:80", "a b", "http://x/", "\0", "x" * 70 + ".example"])
def test_an_address_that_is_none_is_refused_before_there_is_a_server(address):
    with pytest.raises(OptionError, match="--host must be an address|choose another --host"):
        serve.command.callback(None, address, 0, (), False)
    if len(address) < 70:
        with pytest.raises(OptionError, match="--name must be an address"):
            serve.command.callback(None, "127.0.0.1", 0, (address,), False)


@pytest.mark.parametrize(
    ("host", "names", "shown"),
    [
        ("127.0.0.1", (), "127.0.0.1"),
        ("0.0.0.0", (), "127.0.0.1"),
        ("0.0.0.0", ("192.168.1.20", "school"), "192.168.1.20"),
        ("::", ("school",), "school"),
        ("::1", (), "[::1]"),
        ("school", ("other",), "school"),
    ],
)
def test_the_address_that_is_printed_can_be_opened(host, names, shown):
    assert serve.reached_at(host, names) == shown
