"""Stores on a server: what pages are told of a match or tournament, while it is played and afterwards."""

import contextlib
import threading
import time
import urllib.request
from pathlib import Path

import pytest

from kibitz import load, results, tournament
from kibitz.arena.played import Played, first_in, played_from
from kibitz.arena.store import Store, is_written
from kibitz.interface.web import results as module
from kibitz.interface.web.kept import Kept
from kibitz.interface.web.results import MOST_BOARDS, PAGE, Pace
from tests.web import Refused, Server

PLAYERS = {"deep": "alpha-beta:depth=3", "flat": "alpha-beta:depth=1", "lucky": "random"}
COIN = """
def start(): return ()
def turn(p): return len(p) % 2
def moves(p): return range(2) if len(p) < 4 else ()
def play(p, move): return (*p, move)
def utility(p, player): return 0 if sum(p) == 2 else (1 if (sum(p) > 2) == (player == 0) else -1)
def move_name(p, move): return ("heads", "big tails")[move]
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """A tournament of tic-tac-toe that has ended."""
    path = tmp_path_factory.mktemp("stores") / "tic.db"
    tournament("tic-tac-toe", PLAYERS, games=120, random_plies=2, record=path, jobs=1)
    return path


@pytest.fixture(scope="module")
def server(path):
    server = Server(stores=[path])
    yield server
    server.close()


@pytest.fixture
def page(server):
    with server.page() as page:
        yield page


def known(page, ask, **fields):
    """Ask until there is an answer; the first one waits for imports."""
    end = time.monotonic() + 30
    while (found := page.ask(ask, **fields)) is None:
        assert time.monotonic() < end
    return found


@contextlib.contextmanager
def running(path, game="tic-tac-toe", planned=8):
    """Open a store as a run does."""
    event = {"game": game, "players": ["random"] * 2, "names": ["one", "two"], "pairings": "round robin", "seats": 2}
    rest = {"teams": None, "games": planned, "started": 1}
    with Store(path, event | rest, [("one", "random"), ("two", "random")], played_from) as store:
        yield store


def played(number, *moves):
    return Played(number, first_in(number), ("5",), moves, "a draw", "end", 0.5, (0.0, 0.0), (0.0, 0.0), (), 0)


def under_way(number, *moves):
    return {"number": number, "opening": ["5"], "moves": moves, "seats": [0, 1]}


def test_the_standings_are_those_of_the_store(page, path):
    with results(path) as store:
        found = store.result()
    told = known(page, "standings", store="tic.db")
    assert (told["title"], told["kind"], told["unknown"], told["games"]) == ("Tic-Tac-Toe", "tournament", "", 120)
    assert [each["name"] for each in told["places"]] == [each.name for each in found.standings]
    for place, each in zip(told["places"], found.standings):
        assert (place["elo"], place["elo_low"], place["elo_high"]) == each.elo
        assert (place["rating"], place["player"]) == (each.elo.describe(), PLAYERS[each.name])
    points, met = found.outcomes.table(3)
    order = list(found.ratings.order)
    assert told["cross"]["points"] == points[order][:, order].tolist()
    assert told["cross"]["met"] == met[order][:, order].tolist()
    assert told["remarks"] == found.remarks()


def test_finished_games_are_listed_page_by_page(page):
    first = known(page, "listed", store="tic.db")
    numbers = [game["number"] for game in first["games"]]
    assert numbers == list(range(120, 120 - PAGE, -1))
    assert (first["newer"], first["older"]) == (0, 71)
    second = page.ask("listed", store="tic.db", before=first["older"])
    assert (second["games"][0]["number"], second["newer"], second["older"]) == (70, 70, 21)
    last = page.ask("listed", store="tic.db", before=second["older"])
    assert ([game["number"] for game in last["games"]], last["older"]) == (list(range(20, 0, -1)), 0)
    assert page.ask("listed", store="tic.db", after=second["newer"]) == first


def test_games_are_listed_by_player_by_length_and_by_surprise(page, path):
    mine = page.ask("listed", store="tic.db", player="lucky")["games"]
    assert len(mine) == PAGE
    assert all("lucky" in game["names"] for game in mine)
    longest = page.ask("listed", store="tic.db", list="longest", player="flat")["games"]
    assert all("flat" in game["names"] for game in longest)
    assert [game["plies"] for game in longest] == sorted((game["plies"] for game in longest), reverse=True)
    upsets = known(page, "listed", store="tic.db", list="upsets")["games"]
    with results(path) as store:
        assert upsets == [game.to_json() | {"names": list(game.names)} for game in store.upsets(PAGE)]
    beaten = page.ask("listed", store="tic.db", list="upsets", player="deep")["games"]
    assert beaten == [game for game in upsets if "deep" in game["names"]]


def test_a_finished_game_comes_with_its_moves(page, path):
    with results(path) as store:
        game = store.game(7)
    line = page.ask("played", store="tic.db", number=7)
    state = page.ask("state", **line)
    assert state["names"] == [*game["opening"], *game["moves"]]
    assert state["result"] == game["result"]


def test_bad_questions_are_refused_in_a_sentence_that_does_not_say_where_the_file_is(page, path):
    for ask, fields, words in (
        ("standings", {}, "store must be text of at most"),
        ("standings", {"store": "x.db"}, "store must be one of tic.db, got 'x.db'"),
        ("progress", {"store": "tic.db", "known": [1]}, "known must be a list of at most 8 pairs of numbers"),
        ("listed", {"store": "tic.db", "list": "best"}, "list must be one of games, longest, upsets, got 'best'"),
        ("listed", {"store": "tic.db", "player": "deeep"}, "tic.db has no player 'deeep'"),
        ("listed", {"store": "tic.db", "before": -1}, "before must be a whole number from 0 to"),
        ("played", {"store": "tic.db", "number": 121}, "tic.db has no game 121"),
        ("replay", {"game": "nim", "lines": [1]}, "lines must be a list of at most 16 objects"),
        ("replay", {"game": "nim", "lines": [{"number": 1, "names": 2}]}, "names must be a list of at most"),
    ):
        with pytest.raises(Refused, match=words) as told:
            page.ask(ask, **fields)
        assert str(path.parent) not in str(told.value)


def test_a_run_is_watched_while_it_goes_on(tmp_path):
    path = tmp_path / "run.db"
    with running(path) as store:
        server = Server(stores=[path])
        with server.page() as page:
            found = known(page, "progress", store="run.db")
            assert (found["running"], found["games"], found["planned"], found["live"]) == (True, 0, 8, [])
            assert known(page, "standings", store="run.db")["games"] == 0
            store.add(played(1, "1", "9"))
            for number in (1, 2, 3):
                store.show(under_way(number, "1"), number)
            store.commit()
            found = until(page, "run.db", lambda told: told["games"] == 1)
            assert [(game["number"], game["plies"]) for game in found["live"]] == [(2, 2), (3, 2)]  # 1 has ended
            assert [game["state"]["names"] for game in found["live"]] == [["5", "1"]] * 2
            assert found["live"][0]["names"] == ["one", "two"]
            store.show(under_way(3, "1", "2"), 3)
            store.commit()
            found = until(page, "run.db", lambda told: told["live"][1]["plies"] == 3, known=[[2, 2], [3, 2]])
            assert "state" not in found["live"][0]
            assert found["live"][1]["state"]["names"] == ["5", "1", "2"]
            store.show(under_way(4, "no such move"), 4)
            store.commit()
            found = until(page, "run.db", lambda told: len(told["live"]) == 3)
            assert found["live"][2]["state"] is None
            store.add(played(2, "1", "9"))
            store.close()
            found = until(page, "run.db", lambda told: not told["running"])
            assert (found["games"], found["live"], found["rate"], found["left"]) == (2, [], None, None)
        server.close()


def until(page, store, condition, **fields):
    """Ask how far a run is until a condition holds."""
    end = time.monotonic() + 20
    while not condition(found := page.ask("progress", store=store, **fields)):
        assert time.monotonic() < end
        time.sleep(0.05)
    return found


def test_a_game_of_ones_own_is_known_where_it_is_served(tmp_path, write_game):
    game, path = write_game(COIN, "coin.py"), tmp_path / "coin.db"
    tournament(game, ["random", "policy=random"], games=4, random_plies=1, record=path, jobs=1)
    plain, own = Server(stores=[path]), Server(game, stores=[path])
    with plain.page() as page:
        told = known(page, "standings", store="coin.db")
        assert told["unknown"].startswith(f"this server does not know the rules of {game}; start it as: kibitz serve ")
        with pytest.raises(Refused, match="this server does not know the rules of"):
            page.ask("played", store="coin.db", number=1)
    with own.page() as page:
        assert known(page, "standings", store="coin.db")["unknown"] == ""
        line = page.ask("played", store="coin.db", number=1)
        state = page.ask("state", **line)
        with results(path) as store:
            assert state["names"] == [*store.game(1)["opening"], *store.game(1)["moves"]]
        live = tmp_path / "live.db"
    with running(live, game) as store:
        store.show({"number": 1, "opening": [], "moves": ["heads", "big tails"], "seats": [0, 1]}, 1)
        store.commit()
        own.rooms.stores.watched["live.db"] = module.Watched("live.db", live, own.rooms.shelf, own.rooms.replay)
        with own.page() as page:
            found = until(page, "live.db", lambda told: told and told["live"])
            assert found["live"][0]["state"]["moves"] == [0, 1]
    plain.close()
    own.close()


def test_a_table_of_three_and_a_game_for_one(tmp_path):
    many, one = tmp_path / "many.db", tmp_path / "one.db"
    tournament("chinese-checkers:limit=2", ["a=random", "b=random", "c=random"], games=6, record=many, jobs=1)
    tournament("2048", ["a=random", "b=random"], games=2, plies=6, record=one, jobs=1)
    server = Server(stores=[many, one], read_only=True)
    with server.page() as page:
        assert page.ask("stores") == ["many.db", "one.db"]
        told = known(page, "standings", store="many.db")
        assert (told["upsets"], len(told["places"]), len(told["cross"]["names"])) == (False, 3, 3)
        assert len(page.ask("listed", store="many.db")["games"][0]["names"]) == 3
        with pytest.raises(Refused, match="upsets are for games of two players"):
            page.ask("listed", store="many.db", list="upsets")
        told = known(page, "standings", store="one.db")
        assert (told["title"], told["cross"], len(told["places"])) == ("2048", None, 2)
        line = page.ask("played", store="one.db", number=2)
        assert page.ask("state", **line)["moves"] == line["moves"]
    server.close()


def test_the_page_has_results_only_where_there_is_a_store(server, tmp_path):
    with urllib.request.urlopen(server.url) as answer:
        assert b"<html data-stores " in answer.read()
    bare = Server(read_only=True)
    with urllib.request.urlopen(bare.url) as answer:
        assert b"data-stores" not in answer.read()
    with bare.page() as page:
        assert page.ask("stores") == []
    bare.close()


def test_stores_of_the_same_name_are_told_apart(tmp_path):
    stores = module.Stores([Path("a/t.db"), Path("b/t.db"), Path("b/u.db")], None, None)
    assert list(stores.watched) == ["t.db", "t.db 2", "u.db"]


def test_what_is_no_store_is_refused_before_serving(run_kibitz, tmp_path, path):
    text = tmp_path / "notes.txt"
    text.write_text("not a store\n")
    for file, words in ((text, "is not the store of a match"), (tmp_path / "none.db", "there is no such file")):
        code, out, err = run_kibitz("serve", "--no-browser", "--port", 0, "--store", path, "--store", file)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert words in err


def test_a_store_that_goes_away_is_told_in_a_sentence(tmp_path):
    path = tmp_path / "gone.db"
    with running(path):
        pass
    server = Server(stores=[path])
    path.unlink()
    with server.page() as page, pytest.raises(Refused, match="cannot read gone.db: there is no such file"):
        known(page, "standings", store="gone.db")
    server.close()


def test_who_writes_is_known(tmp_path):
    path = tmp_path / "run.db"
    assert is_written(path) is False
    with running(path):
        assert is_written(path) is True
        (tmp_path / "link.db").symlink_to(path)
        assert is_written(tmp_path / "link.db") is True
    assert is_written(path) is False
    path.with_name("run.db.lock").touch()  # of a run that was killed
    assert is_written(path) is False


# What is kept


@pytest.fixture
def without_rest(monkeypatch):
    monkeypatch.setattr("kibitz.interface.web.kept.SHARE", 0)


def test_an_answer_is_worked_out_once_and_again_when_something_changed(without_rest):
    mark, worked = [0], []
    kept = Kept(lambda: worked.append(mark[0]) or len(worked), lambda: mark[0], rest=0)
    assert [kept.get() for _ in range(3)] == [1, 1, 1]
    mark[0] = 1
    assert kept.get() == 2
    assert worked == [0, 1]


def test_nobody_waits_for_an_answer_that_takes_long(without_rest, monkeypatch):
    monkeypatch.setattr("kibitz.interface.web.kept.BRIEFLY", 0.05)
    go, worked = threading.Event(), []
    kept = Kept(lambda: go.wait(10) and worked.append(1) or "done", lambda: len(worked), rest=0)
    assert [kept.get() for _ in range(3)] == [None, None, None]
    assert not worked
    go.set()
    end = time.monotonic() + 10
    while kept.get() is None and time.monotonic() < end:
        pass
    assert kept.get() == "done"


def test_large_stores_are_read_seldom():
    mark, worked = [1], []

    def work():
        end = time.thread_time() + 0.05
        while time.thread_time() < end:
            pass
        worked.append(1)
        return len(worked)

    def marked():
        mark[0] += 1
        return mark[0]

    kept = Kept(work, marked, rest=0)
    while kept.get() is None:
        pass
    while time.monotonic() < kept.due - 0.1:  # for ten times as long as it took
        assert kept.get() == 1
    assert len(worked) == 1


def test_what_goes_wrong_is_told_to_everybody_and_tried_again(without_rest):
    broken = [True]

    def work():
        if broken[0]:
            raise ValueError("no")
        return "yes"

    kept = Kept(work, lambda: "the same", rest=0)
    for _ in range(2):
        with pytest.raises(ValueError, match="no"):
            kept.get()
    broken[0] = False
    assert kept.get() == "yes"


def test_the_rate_is_that_of_the_last_minute(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    pace = Pace()
    assert pace.after(1, 40) is None
    for second in range(1, 301):
        now[0] = 100 + second
        rate = pace.after(1, 40 + (second if second < 150 else 150 + 3 * (second - 150)))
    assert rate == pytest.approx(3, rel=0.1)
    assert pace.after(2, 900) is None  # another run
    now[0] += 1
    assert pace.after(2, 902) == 2


def test_boards_are_few_and_their_moves_are_played_once(monkeypatch):
    game = load("tic-tac-toe")
    count = []
    monkeypatch.setattr(type(game.begin()), "play", counted(type(game.begin()).play, count))
    server = Server()
    with server.page() as page:
        lines = [{"number": n, "start": None, "names": ["5", "1"]} for n in range(MOST_BOARDS)]
        assert [state["names"] for state in page.ask("replay", game="tic-tac-toe", lines=lines)] == [["5", "1"]] * 8
        assert len(count) == 16
        lines[0]["names"] = ["5", "1", "9"]
        lines[1]["names"] = ["5", "2"]
        page.ask("replay", game="tic-tac-toe", lines=lines)
        assert len(count) == 16 + 1 + 2
    server.close()


def counted(function, count):
    def run(*arguments):
        count.append(1)
        return function(*arguments)

    return run
