"""The server of the browser: what it answers, what it refuses, and that nothing of a page is left when it goes."""

import http.client
import io
import json
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from xml.etree import ElementTree

import chess
import chess.pgn
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

from kibitz import load
from kibitz.compiler.cache import note_seconds
from kibitz.games import TITLES
from kibitz.interface.web import app, searches
from kibitz.interface.web.gallery import POSITIONS, TYPICAL
from kibitz.interface.web.message import MOST_BYTES
from kibitz.loader import built_in_names
from tests.web import Refused, Server

HOSTILE = """
def start(): return 0
def turn(p): return p % 2
def moves(p):
    if p < 4: yield 1
def play(p, move): return p + move
def utility(p, player): return 0
def move_name(p, move): return "<img src=x onerror=alert(1)>"
def show(p): return "<script>alert(2)</script>"
"""
TIC = "tic-tac-toe"


@pytest.fixture(scope="module")
def server():
    server = Server()
    yield server
    server.close()


@pytest.fixture
def page(server):
    with server.page() as page:
        yield page


def fetch(server, path, body=None, headers=None):
    data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    request = urllib.request.Request(server.url + path, data, headers or {})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, dict(answer.headers), answer.read()
    except urllib.error.HTTPError as error:
        return error.code, dict(error.headers), error.read()


def test_every_built_in_game_is_offered_and_can_be_shown(page):
    games = {game["name"]: game for game in page.ask("games")}
    assert sorted(games) == built_in_names()
    for name, info in games.items():
        game = load(name)
        state = page.ask("state", game=name)
        p = game.start()
        assert [move["move"] for move in state["legal"]] == game.moves(p)
        assert [move["name"] for move in state["legal"]] == [game.move_name(p, move) for move in game.moves(p)]
        assert state["picture"] == game.show(p)
        assert (state["board"] is not None) == info["board"]
        assert info["algorithm"] in info["algorithms"]
    assert [each["name"] for each in games["connect-four"]["parameters"]] == [
        "columns", "rows", "connect", "evaluation"
    ]  # fmt: skip
    assert games["connect-four"]["parameters"][-1]["default"] == "learned"
    assert [each["name"] for each in games["kalah"]["parameters"]] == ["houses", "stones"]


def test_every_built_in_game_has_a_title_rules_and_a_picture(page):
    games = page.ask("games")
    assert {game["name"] for game in games} == set(TITLES)
    for game in games:
        assert game["title"] == TITLES[game["name"]]
        rules = page.ask("rules", game=game["game"])
        assert rules["title"] == game["title"]
        assert len(rules["paragraphs"]) == 1
        assert 2 <= len(re.findall(r"[.:](?= |$)", rules["paragraphs"][0].replace("\n", " "))) <= 8
        light, dark = (page.ask("picture", game=game["game"], dark=dark) for dark in (False, True))
        assert ("svg" in light) == game["board"]
        if "svg" in light:
            assert ElementTree.fromstring(light["svg"]).tag.endswith("svg")
            assert light["svg"] != dark["svg"]
            state = load(game["game"]).begin(TYPICAL.get(game["name"], ""), POSITIONS.get(game["name"]))
            assert not state.over


def test_parameters_are_told_where_they_are_not_the_usual_ones(page):
    assert page.ask("state", game="connect-four")["parameters"] == ""
    state = page.ask("state", game="nim:heaps=1,2")
    assert (state["title"], state["parameters"]) == ("Nim", "heaps 1,2")


def test_rounds_are_numbered_where_the_game_numbers_them(page):
    moves = load("chess").begin("e4 e5 Nf3").played
    state = page.ask("state", game="chess", moves=moves)
    assert state["rounds"]
    assert state["numbers"] == ["1.", "1…", "2."]
    state = page.ask("state", game=TIC, moves=[0, 1])
    assert not state["rounds"]
    assert state["numbers"] == ["1.", "2."]


def test_the_seconds_of_compiling_are_told(page):
    spec = "tic-tac-toe:size=2,connect=2"
    heard = []
    page.ask("think", heard, game=spec, depth=1)
    told = next(word for word in heard if "preparing" in word)
    assert told["left"] is None or told["left"] >= 0
    note_seconds("tic-tac-toe", 100)
    page.ask("think", heard, game="tic-tac-toe:size=4,connect=2", depth=1)
    assert 90 < [word for word in heard if "preparing" in word][-1]["left"] <= 100


def test_a_line_goes_on_and_back_and_is_the_rules(page):
    game = load("connect-four:columns=5,rows=4")
    moves = [2, 2, 1, 2]
    for count in (1, 2, 4, 3, 0, 4):
        state = page.ask("state", game=game.spec(), moves=moves[:count])
        assert state["position"] == game.write(game.begin(str(move + 1) for move in moves[:count]).position)
        assert state["movers"] == [0, 1, 0, 1][:count]
    with pytest.raises(Refused, match="move 5: 9 is not a legal move here; legal: "):
        page.ask("state", game=game.spec(), moves=[*moves, 9])


def test_the_end_and_repetition_are_told(page):
    assert page.ask("state", game=TIC, moves=[0, 3, 1, 4, 2])["result"] == "X wins"
    shuffle = [
        load("chess").read_move(p, name)
        for p, name in zip(line("Nf3 Nf6 Ng1 Ng8 " * 2), ("Nf3 Nf6 Ng1 Ng8 " * 2).split())
    ]
    state = page.ask("state", game="chess", moves=shuffle)
    assert state["result"] == "a draw by repetition"
    assert state["legal"] == []
    with pytest.raises(Refused, match=r"the game is over \(a draw by repetition\)"):
        page.ask("state", game="chess", moves=[*shuffle, shuffle[0]])


def line(moves):
    return load("chess").begin(moves).positions


def test_a_search_says_what_it_knows_and_what_it_found(page):
    heard = []
    found = page.ask("think", heard, game=TIC, moves=[0], lines=3, seconds=5)
    assert found["proven"] == "draw"
    assert found["name"] == load(TIC).move_name(load(TIC).play(load(TIC).start(), 0), 4)
    infos = [word for word in heard if "depth" in word]
    assert len(found["lines"]) == 3
    assert found["lines"][0]["move"] == found["move"]
    assert all({"nodes", "nps", "pv", "text", "player"} <= set(word) for word in infos)


@pytest.mark.parametrize("nodes", [400, 3000, 20_000])
def test_lines_are_as_many_as_wanted_and_the_best_first(page, nodes):
    found = page.ask("think", game="connect-four", moves=[3, 3], lines=3, nodes=nodes)
    scores = [line["score"] for line in found["lines"]]
    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)
    assert len(page.ask("think", game="connect-four", level=1, seed=1)["lines"]) == 1


def test_levels_seeds_depths_and_algorithms(page):
    found = [page.ask("think", game=TIC, level=1, seed=seed)["move"] for seed in range(12)]
    assert len(set(found)) > 1
    assert page.ask("think", game="connect-four", depth=4, algorithm="alpha-beta")["depth"] == 4
    assert page.ask("think", game="pig", algorithm="expectiminimax", level=2, seconds=5)["depth"] == 2
    kept = page.ask("think", game="connect-four", depth=4, algorithm="rb-alpha-beta", keep_rate=0.3)
    assert (
        kept["nodes"] < page.ask("think", game="connect-four", depth=4, algorithm="rb-alpha-beta", keep_rate=1)["nodes"]
    )


STAR = "chinese-checkers"


def test_visits_and_everyones_scores_are_told(page):
    found = page.ask("think", game=TIC, algorithm="mcts", visits=200, lines=3)
    assert found["visits"] == 200
    visits = [line["visits"] for line in found["lines"]]
    assert found["lines"][0]["move"] == found["move"]
    assert len(visits) == 3
    assert visits[1] >= visits[2]
    assert found["scores"] is None
    assert page.ask("think", game=TIC, algorithm="engine", search="mcts", nodes=500)["search"].startswith("Monte Carlo")
    assert page.ask("think", game=TIC, algorithm="mcts", level=2, seed=1)["visits"] > 0
    many = page.ask("think", game=STAR, algorithm="engine", search="max-n", nodes=2000, lines=2)
    assert (many["visits"], many["player"], many["search"]) == (None, 0, "max-n")
    assert sum(many["scores"]) == 0
    assert all(line["visits"] is None for line in many["lines"])


@pytest.mark.parametrize(("asked", "words"), [
    ({"algorithm": "mcts", "depth": 3}, "mcts has no depth: limit it by visits, nodes or seconds"),
    ({"algorithm": "engine", "search": "mcts", "depth": 3}, "mcts has no depth"),
    ({"visits": 5}, "makes no visits, which are for mcts"),
    ({"search": "paranoid"}, "paranoid is for three and more players"),
    ({"algorithm": "alpha-beta", "search": "mcts"}, "search is for the engine, not for alpha-beta"),
    ({"algorithm": "mcts", "visits": 0}, "visits must be a whole number from 1"),
    ({"algorithm": "mcts", "others": "random"}, "mcts cannot model the other players"),
    ({"search": "nonsense"}, "search must be one of pvs"),
])  # fmt: skip
def test_what_a_search_cannot_do_is_refused_in_words(page, asked, words):
    with pytest.raises(Refused, match=words):
        page.ask("think", game=TIC, **asked)


def test_searches_and_colours_are_offered(page):
    games = {game["name"]: game for game in page.ask("games")}
    assert games[STAR]["searches"] == ["max-n", "paranoid", "best-reply"]
    assert games[STAR]["tones"] == ["red", "green", "yellow"]
    assert games[TIC]["searches"] == ["mcts"]
    for game in games.values():
        assert "engine" not in game["textbook"]
        assert game["tones"] == [] or len(game["tones"]) >= len(game["players"]), game["name"]


def test_a_record_has_all_its_players(page):
    names = ["person", "level 4", "mcts 0.5", "random", "level 2", "person"]
    asked = {"game": f"{STAR}:players=6", "format": "record"}
    assert json.loads(page.ask("record", **asked, players=names)["text"])["players"] == names
    again = page.ask("open", text=page.ask("record", **asked, players=[*names, "too many"])["text"])
    assert again["players"] == names


def test_a_game_of_three_is_reviewed(page):
    state = load(STAR).begin("n1-m5 e3-e5 e10-e9")
    found = page.ask("review", game=STAR, moves=state.played, nodes=500)
    assert found["many"]
    assert [row["player"] for row in found["plies"][1:]] == [0, 1, 2]
    with pytest.raises(Refused, match="a game for one player cannot be reviewed, and 2048 is one"):
        page.ask("review", game="2048")


def test_a_search_may_be_compiled_before_it_is_wanted(page):
    assert page.ask("prepare", game="connect-four:columns=4,rows=4") is None
    assert page.ask("think", game="connect-four:columns=4,rows=4", depth=1)["depth"] == 1
    assert page.ask("prepare", game="pig") is None


def test_stop_ends_a_search_with_what_it_has(page):
    number = page.begin("think", game="othello", seconds=60, lines=2)
    while "depth" not in page.hear().get("info", {}):
        pass
    started = time.monotonic()
    stop = page.begin("stop")
    assert page.finish(number)["answer"]["move"] is not None
    assert page.finish(stop)["answer"] is None
    assert time.monotonic() - started < 2


def test_a_new_search_ends_the_old_one(page):
    first = page.begin("think", game="othello", seconds=60)
    second = page.begin("think", game=TIC, seconds=1)
    assert page.finish(first)["answer"]["finished"] is False
    assert page.finish(second)["answer"]["finished"] is True


def test_who_waits_is_told_their_place(server):
    pages = [server.page() for _ in range((searches.os.cpu_count() or 1) + 2)]
    try:
        numbers = []
        for number, page in enumerate(pages):
            numbers.append(page.begin("think", game="othello", seconds=60))
            word = page.hear()["info"]
            place = number + 1 - (len(pages) - 2)
            assert (word == {"waiting": place}) is (place > 0)
        pages[-2].begin("stop")
        assert pages[-2].finish(numbers[-2])["error"] == "stopped while waiting"
        while pages[-1].hear()["info"] != {"waiting": 1}:
            pass
        pages[0].begin("stop")
        while "depth" not in pages[-1].hear()["info"]:
            pass
    finally:
        for page in pages:
            page.socket.close()


def test_a_page_prepares_one_game_at_a_time(server):
    pages = [server.page() for _ in range((searches.os.cpu_count() or 1) + 1)]
    try:
        *busy, greedy = pages
        for page in busy:
            page.begin("think", game="othello", seconds=60)
            page.hear()
        first = greedy.begin("prepare", game="nim:heaps=1")
        second = greedy.begin("prepare", game="nim:heaps=2")
        assert greedy.finish(first)["error"] == "stopped while waiting"
        busy[0].begin("stop")
        assert greedy.finish(second)["answer"] is None
    finally:
        for page in pages:
            page.socket.close()


def test_a_page_that_goes_takes_its_search_with_it(server):
    for _ in range(6):  # more than there are places: each must have been given back
        page = server.page()
        number = page.begin("think", game="othello", seconds=60)
        while "depth" not in page.hear().get("info", {}):
            pass
        assert number
        page.socket.close()
    with server.page() as page:
        assert page.ask("think", game=TIC, seconds=1)["finished"]


# Chance


def test_nature_moves_by_her_probabilities(page):
    faces = {page.ask("draw", game="pig", moves=[0])["moves"][1] for _ in range(60)}
    assert faces == {1, 2, 3, 4, 5, 6}
    state = page.ask("draw", game="pig", moves=[0, 4, 0])
    assert (state["movers"], state["turn"] < 0) == ([0, -1, 0, -1], False)
    assert state["names"] == ["roll", "4", "roll", str(state["moves"][3])]


def test_players_who_do_not_play_best_draw_their_moves(page):
    assert {page.ask("draw", game=TIC, by="random")["moves"][0] for _ in range(80)} == set(range(9))
    game = load("pacman")
    p = game.play(game.start(), game.read_move(game.start(), "stop"))
    state = page.ask("draw", game="pacman", moves=[game.read_move(game.start(), "stop")], by="policy")
    assert state["moves"][1] in game.moves(p)
    assert state["players"] == ["Pac-Man", "ghost 1", "ghost 2"]


def test_the_last_move_of_a_player_stays_marked_when_nature_has_moved(page):
    state = page.ask("draw", game="backgammon")
    while state["result"] is None and len(state["moves"]) < 6:
        before = state
        move = state["legal"][0]
        state = page.ask("state", game="backgammon", moves=[*state["moves"], move["move"]])
        assert state["last"] == move["cells"]
        state = page.ask("draw", game="backgammon", moves=state["moves"])
        assert state["last"] == move["cells"] != before["last"]


def test_points_are_told_where_a_game_counts_them(page):
    assert page.ask("state", game="2048")["points"] == [0]
    assert page.ask("state", game=TIC)["points"] is None


def test_the_others_are_assumed_to_play_as_asked(page):
    best = page.ask("think", game="pacman:layout=trapped", depth=3)
    luck = page.ask("think", game="pacman:layout=trapped", depth=3, others="random")
    assert best["search"] != luck["search"]
    assert best["score"] < luck["score"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"ask": "state", "game": "none"}, "there is no game 'none' here"),
        ({"ask": "state", "game": "examples/mygame.py"}, "there is no game 'examples/mygame.py' here"),
        ({"ask": "state", "game": "/etc/hosts.json"}, "there is no game '/etc/hosts.json' here"),
        ({"ask": "state", "game": "connect-four:columns=99"}, "columns"),
        ({"ask": "state", "game": "connect-four:colour=1"}, "no parameter 'colour'"),
        ({"ask": "state", "game": 7}, "game must be text"),
        ({"ask": "state", "game": "chess", "start": "8/8"}, "not a position of chess"),
        ({"ask": "state", "game": "chess", "moves": ["e4"]}, "moves must be whole numbers"),
        ({"ask": "state", "game": "chess", "moves": [True]}, "moves must be whole numbers"),
        ({"ask": "state", "game": "chess", "moves": {}}, "moves must be a list"),
        ({"ask": "think", "game": TIC, "seconds": 1e9}, "seconds must be from 0.01 to 60"),
        ({"ask": "think", "game": TIC, "seconds": 10**400}, "seconds must be from 0.01 to 60"),
        ({"ask": "think", "game": TIC, "seconds": float("nan")}, "seconds must be from 0.01 to 60"),
        ({"ask": "think", "game": TIC, "seconds": "1"}, "seconds must be a number"),
        ({"ask": "think", "game": TIC, "depth": -1}, "depth must be a whole number from 0"),
        ({"ask": "think", "game": TIC, "level": 11}, "level must be a whole number from 1 to 10"),
        ({"ask": "think", "game": TIC, "lines": 100}, "lines must be a whole number from 1 to 12"),
        ({"ask": "think", "game": TIC, "algorithm": "magic"}, "algorithm must be one of engine"),
        ({"ask": "think", "game": "pig", "algorithm": "alpha-beta"}, "alpha-beta cannot play pig"),
        ({"ask": "think", "game": TIC, "others": "kind"}, "others must be best, random, policy, best:0.8"),
        ({"ask": "think", "game": TIC, "others": "policy"}, "tic-tac-toe has no `policy`"),
        ({"ask": "draw", "game": TIC}, "X is to move, not chance"),
        ({"ask": "draw", "game": TIC, "by": "luck"}, "by must be one of chance, random, policy, got 'luck'"),
        ({"ask": "draw", "game": TIC, "by": "policy"}, "tic-tac-toe has no policy"),
        ({"ask": "draw", "game": TIC, "moves": [0, 3, 1, 4, 2], "by": "random"}, "the game is over (X wins)"),
        ({"ask": "state", "game": "pacman:layout=/etc/hosts"}, "a page cannot open files"),
        ({"ask": "state", "game": "pacman:layout=maze.txt"}, "a page cannot open files"),
        ({"ask": "think", "game": TIC, "algorithm": "alpha-beta", "keep_rate": 0.5}, "keep rate is for rb"),
        ({"ask": "record", "game": TIC, "format": "exe"}, "format must be one of"),
        ({"ask": "record", "game": TIC, "format": "pgn"}, "PGN is for chess"),
        ({"ask": "open", "text": "{}"}, "is not a record"),
        ({"ask": "open", "text": "Dear diary"}, "neither a kibitz record nor a PGN game"),
        ({"ask": "open", "text": ""}, "neither a kibitz record nor a PGN game"),
        ({"ask": "open", "text": '{"kibitz": 1, "game": "x.py", "moves": [], "players": []}'}, "no game 'x.py' here"),
        ({"ask": "children", "node": 0}, "there is no tree"),
        ({"ask": "fly"}, "unknown question 'fly'"),
        ({"ask": 5}, "ask must be text"),
        ({}, "ask must be text"),
    ],
)
def test_what_makes_no_sense_is_told_in_a_sentence(page, fields, words):
    page.socket.send(json.dumps({"id": 1, **fields}))
    message = page.finish(1)
    assert words in message["error"]
    assert "\n" not in message["error"]
    assert page.ask("state", game=TIC)["turn"] == 0


@pytest.mark.parametrize(
    "text", ["", "hello", "[]", "7", '{"id": "x"}', '{"ask": "games"}', "[" * 5000, '{"id": 1e400}']
)
def test_what_is_no_message_is_refused(page, text):
    page.socket.send(text)
    assert "must be a JSON object" in (error := page.hear()["error"]) or "needs an id" in error
    assert page.ask("state", game=TIC)["turn"] == 0


def test_a_message_that_is_too_long_ends_the_talk_and_nothing_else(server):
    with server.page() as page:
        page.socket.send("x" * (MOST_BYTES + 1))
        with pytest.raises(ConnectionClosed):
            page.hear()
    with server.page() as page:
        assert page.ask("state", game=TIC)["turn"] == 0


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
asked = st.sampled_from(
    ["state", "draw", "think", "record", "open", "children", "steps", "tree", "audit", "review"]
    + ["lesson", "answer", "solution", "stop"]
)
names = [
    "game",
    "start",
    "moves",
    "seconds",
    "depth",
    "lines",
    "level",
    "node",
    "first",
    "count",
    "text",
    "algorithm",
    "others",
    "by",
]
fields = st.dictionaries(st.sampled_from(names), values | st.sampled_from([TIC, "nim", "alpha-beta", 1, 2, 0.01, []]))


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(asked, fields)
def test_any_message_is_answered(server, ask, fields):
    with server.page() as page:
        number = page.begin(ask, **{"seconds": 0.01, "depth": 1, **fields})
        answer = page.finish(number)
        assert "answer" in answer or not answer["error"].startswith("internal error")


def test_games_are_saved_and_opened_again(page):
    moves = [3, 3, 2, 4]
    record = page.ask("record", game="connect-four", moves=moves, players=["me", "level 4"])
    assert record["file"] == "kibitz-connect-four.json"
    assert json.loads(record["text"])["players"] == ["me", "level 4"]
    opened = page.ask("open", text=record["text"])
    assert (opened["game"], opened["start"], opened["moves"]) == ("connect-four", None, moves)
    text = page.ask("record", game="connect-four", moves=moves, format="text")["text"]
    assert text == "connect-four\n4 4 3 5\n"


def test_chess_goes_through_pgn(page):
    names = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6"]
    positions = line(names)
    moves = [load("chess").read_move(p, name) for p, name in zip(positions, names)]
    text = page.ask("record", game="chess", moves=moves, format="pgn", players=["me", "you"])["text"]
    read = chess.pgn.read_game(io.StringIO(text))
    assert [read.headers[name] for name in ("White", "Black", "Result")] == ["me", "you", "*"]
    board = read.board()
    assert [board.san_and_push(move) for move in read.mainline_moves()] == names
    assert page.ask("open", text=text)["moves"] == moves


def test_a_review_finds_the_move_that_lost(page):
    """X takes the middle, O an edge: that loses, and X throws it away again."""
    game = load(TIC)
    moves = [4, 1, 7, 0]
    heard = []
    found = page.ask("review", heard, game=TIC, moves=moves, seconds=0.5)
    assert [ply["advantage"] for ply in found["plies"]] == [0, 0, 1, 0, 0]
    assert [ply.get("kind") for ply in found["plies"]] == [None, "", "blunder", "blunder", ""]
    assert found["turning"] == [2, 3]
    assert found["plies"][2]["cells"] == ["2"]
    better = found["plies"][2]
    assert better["best_cells"] == [better["best"]]
    assert better["best"] != "2"
    assert [ply.get("number") for ply in found["plies"]] == [None, "1.", "2.", "3.", "4."]
    assert found["plies"][2]["name"] == game.move_name(game.rules.play(game.rules.start(), 4), 1)
    assert found["finished"]


def test_programs_may_ask_by_http(server):
    status, _, body = fetch(server, "/api/analyze", {"game": "connect-four", "moves": "4 4 3", "depth": 6})
    found = json.loads(body)
    assert (status, found["depth"], len(found["pv"]) > 0) == (200, 6, True)
    status, _, body = fetch(server, "/api/games")
    assert {game["name"] for game in json.loads(body)} == set(built_in_names())
    for wrong, words in (
        ({"game": "x.py"}, "no game"),
        ({"game": TIC, "moves": "z9"}, "not a legal move"),
        ({"game": TIC, "second": 1}, "unknown field 'second'"),
        (b"{", "JSON object"),
        (b"x" * (MOST_BYTES + 1), "at most"),
    ):
        status, _, body = fetch(server, "/api/analyze", wrong)
        assert status == 400
        assert words in json.loads(body)["error"]
    assert fetch(server, "/api/analyze")[0] == 405


def test_the_api_is_described(server):
    described = json.loads(fetch(server, "/api/openapi.json")[2])
    assert described["openapi"].startswith("3.")
    asked = described["paths"]["/api/analyze"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    given = described["paths"]["/api/analyze"]["post"]["responses"]["200"]["content"]["application/json"]["schema"]
    found = json.loads(fetch(server, "/api/analyze", {"game": TIC, "seconds": 0.1})[2])
    assert set(given["properties"]) <= set(found)
    assert asked["required"] == ["game"]
    for name, schema in asked["properties"].items():
        if "maximum" in schema:
            wrong = {"game": TIC, name: schema["maximum"] + 1}
            if name == "keep_rate":
                wrong["algorithm"] = "rb-alpha-beta"
            assert fetch(server, "/api/analyze", wrong)[0] == 400, name


def test_only_our_own_pages_and_names_are_let_in(server):
    assert fetch(server, "/")[0] == 200
    for host in ("evil.example", f"evil.example:{server.port}", ""):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        connection.putrequest("GET", "/", skip_host=True)
        connection.putheader("Host", host)
        connection.endheaders()
        assert connection.getresponse().status in (400, 403), host
        connection.close()
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{server.port + 1}"):
        with pytest.raises(InvalidStatus), server.page(origin=origin):
            pass
        assert fetch(server, "/api/analyze", {"game": TIC}, {"Origin": origin})[0] == 403
    assert fetch(server, "/api/analyze", {"game": TIC}, {"Origin": server.url})[0] == 200
    with server.page(origin=server.url) as page:
        assert page.ask("state", game=TIC)["turn"] == 0


def test_the_page_may_load_nothing_but_its_own(server):
    for path in ("/", "/static/main.js", "/static/palette.css", "/api/games", "/nothing"):
        _, headers, _ = fetch(server, path)
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
    for file in app.STATIC.iterdir():
        text = file.read_text()
        assert "innerHTML" not in text, file
        assert "eval(" not in text, file
        assert text.count("DOMParser") == (file.name == "dom.js"), file  # the drawings of boards
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py"):
        assert fetch(server, path)[0] == 404


def test_a_game_of_the_command_line_comes_first_and_its_text_stays_text(write_game):
    own = load(write_game(HOSTILE, "hostile.py"))
    server = Server(own.spec())
    try:
        with server.page() as page:
            games = page.ask("games")
            assert games[0]["game"] == own.spec()
            state = page.ask("state", game=own.spec())
            assert state["legal"][0]["name"] == "<img src=x onerror=alert(1)>"
            assert state["picture"] == "<script>alert(2)</script>"
            with pytest.raises(Refused, match="no game"):
                page.ask("state", game=own.source + ":size=3")
    finally:
        server.close()


def test_a_built_in_game_of_the_command_line_comes_first_once():
    server = Server("2048:max_tile=64")
    try:
        with server.page() as page:
            first, second, *others = page.ask("games")
            assert (first["game"], first["given"], second["game"]) == ("2048:max_tile=64", True, "2048")
            assert not any(each["given"] for each in (second, *others))
            assert [each["name"] for each in first["parameters"]] == ["max_tile", "tuples", "evaluation"]
            assert page.ask("state", game="2048:max_tile=64")["turn"] == -1
    finally:
        server.close()


def test_rules_that_never_end_are_told_of_before_there_is_a_page(write_game):
    text = HOSTILE.replace("def play(p, move): return p + move", "def play(p, move):\n    while True: pass")
    command = [sys.executable, "-m", "kibitz", "serve", write_game(text, "endless.py"), "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        try:
            told = program.stderr.readline()
            program.send_signal(signal.SIGINT)
            said, wrong = program.communicate(timeout=60)
        finally:
            program.kill()  # or nobody would come out of here
    assert re.match(r"trying the rules of endless \(\d+ s, Ctrl-C stops\)", told)
    assert program.returncode == 130
    assert said == ""
    assert "Traceback" not in wrong
