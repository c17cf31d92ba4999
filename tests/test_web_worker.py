"""Rules that loop, exit, crash or fill the memory: who asks is told, and nobody else notices."""

import time

import pytest

from kibitz.interface.web import rooms, worker
from tests.web import Refused, Server

FAULTS = """
import ctypes, os, sys

NAMES = "play show evaluate exit leave crash fill".split()

def fault(p, name):
    return p >= 100 and NAMES[p - 100] == name

def loop():
    while True:
        pass

def start(): return 0
def turn(p): return p % 2
def moves(p):
    if p < 4 or p >= 100: yield 1
def play(p, move):
    if fault(p, "play"): loop()
    return p + move if p < 100 else p
def utility(p, player): return 0
def evaluate(p, player):
    if fault(p, "evaluate"): loop()
    return 0
def write(p): return str(p)
def read(text):
    if text == "read": loop()
    return 100 + NAMES.index(text) if text in NAMES else int(text)
def show(p):
    if fault(p, "show"): loop()
    if fault(p, "exit"): sys.exit(3)
    if fault(p, "leave"): os._exit(3)
    if fault(p, "crash"): ctypes.string_at(0)
    if fault(p, "fill"): return "x" * (1 << 40)
    return str(p)
"""
"""A game that goes wrong in the rule that the text of a position names."""
LATE, LEFT = "no answer within", "ended their process"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    path = tmp_path_factory.mktemp("games") / "faults.py"
    path.write_text(FAULTS)
    server = Server(str(path))
    yield server
    server.close()


@pytest.fixture
def own(server):
    return server.rooms.own


@pytest.fixture
def hasty(monkeypatch):
    monkeypatch.setattr(rooms, "PATIENCE", 0.7)
    monkeypatch.setattr(worker, "PATIENCE", 0.5)


def name(own):
    return own.description["game"]


def test_rules_that_loop_hold_up_nobody(server, own, monkeypatch):
    """Eight ask what never ends; other games are answered at once meanwhile, and the same game afterwards."""
    monkeypatch.setattr(rooms, "PATIENCE", 3.0)
    with server.page() as other:
        assert other.ask("think", game="(3 12 8)", depth=1)["move"] == 1
        slow = [server.page() for _ in range(8)]
        asked = [page.begin("state", game=name(own), start="play", moves=[1]) for page in slow]
        began = time.monotonic()
        assert other.ask("state", game="tic-tac-toe")["turn"] == 0
        assert other.ask("think", game="(3 12 8)", depth=1)["move"] == 1
        assert time.monotonic() - began < 2
        for page, number in zip(slow, asked):
            assert LATE in page.finish(number)["error"]
        assert slow[0].ask("state", game=name(own), moves=[1])["position"] == "1"
        assert other.ask("state", game=name(own), moves=[1, 1])["position"] == "2"
        for page in slow:
            page.socket.close()
    assert ended(own)


@pytest.mark.parametrize("rule", ["show", "read"])
def test_any_rule_may_loop(server, own, hasty, rule):
    with server.page() as page:
        with pytest.raises(Refused, match=LATE):
            page.ask("state", game=name(own), start=rule)
        assert page.ask("state", game=name(own), moves=[1])["position"] == "1"


def ended(own):
    """Whether all processes but the newest come to their end."""
    for _ in range(100):
        if all(each.process.poll() is not None for each in own.workers[:-1]):
            return True
        time.sleep(0.02)
    return False


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("exit", "SystemExit: 3"),
        ("leave", f"{LEFT} (exit code 3)"),
        ("crash", f"{LEFT} (SIGSEGV)"),
        ("fill", "MemoryError"),
    ],
)
def test_rules_that_end_their_process_end_nothing_else(server, own, rule, words):
    with server.page() as page, server.page() as other:
        with pytest.raises(Refused) as refused:
            page.ask("state", game=name(own), start=rule)
        assert words in str(refused.value)
        assert "\n" not in str(refused.value)
        assert other.ask("state", game="tic-tac-toe")["turn"] == 0
        assert page.ask("state", game=name(own), moves=[1])["position"] == "1"


def test_a_search_that_loops_is_given_up_and_others_go_on(server, own, hasty):
    """Searches of the same process come to their end; what is asked from then on goes to a new one."""
    with server.page() as page, server.page() as other:
        assert other.ask("think", game=name(own), depth=2, algorithm="alpha-beta")["depth"] == 2
        tree = other.ask("tree", game=name(own), depth=2)
        assert tree["nodes"] == 3
        before = own.workers[-1]
        question = {"game": name(own), "start": "evaluate", "depth": 1, "algorithm": "alpha-beta"}
        number = page.begin("think", **question, seconds=0.3)
        while "preparing" not in page.hear()["info"]:
            pass
        assert other.ask("children", node=0)["children"][0]["move"] == "1"
        assert LATE in page.finish(number)["error"]
        assert page.ask("think", game=name(own), depth=2, algorithm="alpha-beta")["depth"] == 2
        assert own.workers[-1] is not before
        with pytest.raises(Refused, match="there is no tree"):
            other.ask("children", node=0)
    assert ended(own)


def test_stop_ends_a_search_that_loops(server, own, hasty):
    with server.page() as page:
        question = {"game": name(own), "start": "evaluate", "depth": 1, "algorithm": "alpha-beta"}
        number = page.begin("think", **question, seconds=60)
        while "preparing" not in page.hear()["info"]:
            pass
        time.sleep(0.2)
        page.begin("stop")
        began = time.monotonic()
        assert LATE in page.finish(number)["error"]
        assert time.monotonic() - began < 3


def test_games_of_a_file_are_saved_opened_and_analysed_where_they_run(server, own):
    with server.page() as page:
        text = page.ask("record", game=name(own), moves=[1, 1])["text"]
        assert page.ask("open", text=text)["moves"] == [1, 1]
        assert page.ask("games")[0]["game"] == name(own)
        assert "no game was given" in page.finish(page.begin("describe"))["error"]


def test_a_process_is_replaced_before_it_has_compiled_too_much(server, monkeypatch):
    """Law: with at most two compiled searches to a process, six games take three, and no more than two live at once."""
    monkeypatch.setattr(worker, "MOST_KERNELS", 2)
    common = server.rooms.common
    with server.page() as page:
        used = set()
        for number in range(6):
            found = page.ask("think", game=f"({number} 12 8)", depth=1)
            assert found["move"] == 1
            again = page.ask("think", game=f"({number} 12 8)", depth=1)
            assert again["move"] == 1
            used.add(common.workers[-1])
        assert len(used) in (3, 4)  # the first one may have searched another game before
    assert ended(common)
    assert sum(each.process.poll() is None for each in common.workers) == 1


def test_nothing_is_left_when_the_server_ends(tmp_path):
    path = tmp_path / "faults.py"
    path.write_text(FAULTS)
    server = Server(str(path))
    workers = [*server.rooms.own.workers, *server.rooms.common.workers]
    server.close()
    assert len(workers) == 2
    for each in workers:
        each.process.wait(5)
