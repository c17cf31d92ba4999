"""A read-only server, as for a class behind a proxy: everything can be seen, in small amounts."""

import http.client
import json
import threading
import time

import pytest
from starlette.datastructures import Headers
from websockets.exceptions import InvalidStatus

from kibitz.interface.web import visitors
from kibitz.interface.web.app import is_own
from kibitz.interface.web.visitors import MOST_BYTES, Lobby, Pace, modest, within
from tests.web import Refused, Server


@pytest.fixture(scope="module")
def server():
    server = Server(read_only=True)
    yield server
    server.close()


@pytest.fixture
def page(server):
    with server.page() as page:
        yield page


def test_visitors_look_play_and_walk(page):
    assert {game["name"] for game in page.ask("games")} >= {"chess", "go", "tree"}
    assert page.ask("state", game="tic-tac-toe", names="5 1")["moves"] == [4, 0]
    assert page.ask("think", game="((3 12 8) (2 4 6))", depth=2, seconds=60)["name"] == "a"
    assert page.ask("tree", game="((3 12 8) (2 4 6))", depth=2)["nodes"] == 7
    assert page.ask("steps", first=0, count=5)["first"] == 0
    assert page.ask("lessons")
    assert {entry["word"] for entry in page.ask("glossary")} >= {"window", "keep-rate"}


def test_what_asks_for_more_gets_what_there_is_or_is_told(page):
    with pytest.raises(Refused, match="depth must be at most 10 on this server, which is read-only"):
        page.ask("tree", game="connect-four", depth=11)
    with pytest.raises(Refused, match="more than 20,000 nodes"):
        page.ask("tree", game="connect-four:evaluation=hand", algorithm="minimax", depth=6, most_nodes=150_000)
    with pytest.raises(Refused, match=f"a message must have at most {MOST_BYTES} bytes"):
        page.ask("state", game="x" * MOST_BYTES)
    with pytest.raises(Refused, match="a page cannot open files"):
        page.ask("state", game="pacman:layout=maze.txt")
    assert modest("think", {"seconds": 60, "depth": 99, "nodes": 1 << 40, "lines": 5}) == {
        "seconds": 5.0,
        "depth": 40,
        "nodes": 20_000_000,
        "lines": 5,
    }
    assert modest("think", {"seconds": 0.5, "level": 3}) == {"seconds": 0.5, "level": 3}
    assert modest("think", {"depth": 4}) == {"seconds": 5.0, "depth": 4}
    assert modest("review", {"seconds": 2}) == {"seconds": 0.2}
    assert modest("state", {"depth": 1000}) == {"depth": 1000}


def test_programs_do_not_search_here(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("POST", "/api/analyze", json.dumps({"game": "nim"}))
    answer = connection.getresponse()
    assert answer.status == 403
    assert "read-only" in json.loads(answer.read())["error"]
    connection.request("GET", "/api/games")
    assert connection.getresponse().status == 200
    connection.close()


def test_questions_that_come_too_fast_wait():
    now = [0.0]
    pace = Pace(2, 3, lambda: now[0])
    assert [pace.take() for _ in range(5)] == [0, 0, 0, 0.5, 1.0]
    now[0] = 1.0
    assert pace.take() == 0.5
    now[0] = 100.0
    assert [pace.take() for _ in range(4)] == [0, 0, 0, 0.5]  # no more at once, however long it was quiet


def test_a_page_that_floods_waits_and_others_do_not(monkeypatch):
    monkeypatch.setattr(visitors, "QUESTIONS", (10.0, 5.0))
    server = Server(read_only=True)
    try:
        with server.page() as flood, server.page() as calm:
            began = time.monotonic()
            numbers = [flood.begin("state", game="nim", moves=[]) for _ in range(21)]
            assert calm.ask("state", game="nim", moves=[])["moves"] == []
            quick = time.monotonic() - began
            assert [flood.hear()["id"] for _ in numbers] == numbers
            assert time.monotonic() - began >= 1.5 > quick
    finally:
        server.close()


def test_an_address_has_so_many_pages(server, monkeypatch):
    monkeypatch.setattr(visitors, "MOST_PAGES", 2)
    with server.page() as first, server.page() as second:
        assert first.ask("state", game="nim")["moves"] == second.ask("state", game="nim")["moves"] == []
        with pytest.raises(InvalidStatus), server.page():
            pass
    lobby = Lobby()
    assert [lobby.enter("a") for _ in range(3)] == [True, True, False]
    assert lobby.enter("b")
    lobby.leave("a")
    assert lobby.enter("a")
    for address in ("a", "a", "b"):
        lobby.leave(address)
    assert not lobby.pages


def test_a_long_task_is_stopped():
    began = time.monotonic()
    assert within(lambda stop, tell: stop.wait(20), 0.1)(threading.Event(), lambda word: None)
    assert time.monotonic() - began < 10


@pytest.mark.parametrize(
    ("origin", "host", "own"),
    [
        (None, "kibitz.example", True),
        ("https://kibitz.example", "kibitz.example", True),  # TLS ends at a proxy
        ("https://kibitz.example", "kibitz.example:443", True),
        ("http://kibitz.example", "kibitz.example:80", True),
        ("https://kibitz.example:8443", "kibitz.example:8443", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("https://kibitz.example:8443", "kibitz.example", False),
        ("https://kibitz.example", "kibitz.example:80", False),
        ("https://evil.example", "kibitz.example", False),
        ("https://kibitz.example.evil.example", "kibitz.example", False),
        ("null", "kibitz.example", False),
        ("null", "", False),
    ],
)
def test_a_page_behind_a_proxy_is_our_own(origin, host, own):
    given = {"host": host} if origin is None else {"host": host, "origin": origin}
    assert is_own(Headers(given)) is own
