"""Records that were edited, cut off or made up: each wrong thing is told in one line, wherever a record is read."""

import json
import subprocess
import sys

import pytest

from kibitz import GameError, KibitzError, OptionError, load, match, tune
from kibitz.arena.lines import import_lines, lines_of, read_games
from kibitz.interface.web.records import opened
from kibitz.interface.web.shelf import Shelf
from kibitz.record import Record, record_from
from kibitz.state import State
from tests.stores import change

GOOD = {"kibitz": 1, "game": "tic-tac-toe", "start": None, "players": ["you", "random"], "moves": ["5"], "result": None}
WRONG = {
    "moves": [
        ("5 1", 'moves must be a list of text, got "5 1"'),
        ([5], "moves must be a list of text, got [5]"),
        (None, "moves must be a list of text, got null"),
        ({"5": 1}, 'moves must be a list of text, got {"5": 1}'),
        (["x" * 900], "move 1: "),
        (["5", "5"], "move 2: '5' is not a legal move here"),
    ],
    "start": [
        (7, "start must be text or null, got 7"),
        ("", "'' is not a position of tic-tac-toe"),
        ("[0, 0]", "is not a position of tic-tac-toe"),
        ('{"mine": 0}', "is not a position of tic-tac-toe"),
        ("9" * 5000, "is not a position of tic-tac-toe"),
    ],
    "players": [
        ("you", 'players must be a list of text, got "you"'),
        ([1, 2], "players must be a list of text, got [1, 2]"),
        (["a", "b", "you"], "names 3 players, but tic-tac-toe has 2"),
    ],
    "game": [(None, "game must be text, got null"), (["x"], "game must be text")],
    "result": [(1, "result must be text or null, got 1")],
    "kibitz": [(2, "kibitz must be the number 1, got 2"), (True, "got true"), ("1", 'got "1"'), (1.0, "got 1.0")],
    "odd": [(1, "there is no field 'odd'; a record has kibitz, game, moves, start, players, result")],
}
EDITED = [(json.dumps({**GOOD, name: value}), words) for name, cases in WRONG.items() for value, words in cases]
EDITED += [
    (json.dumps({k: v for k, v in GOOD.items() if k != name}), f"{name} is missing") for name in ("game", "moves")
]
TORN = [
    ("", "it is not JSON, or it is incomplete: expecting value at line 1, column 1"),
    (json.dumps(GOOD)[:40], "it is not JSON, or it is incomplete"),
    ("[" * 99999, "its brackets are nested too deep"),
    ("[]", "it must be a JSON object, got []"),
    ('{"kibitz": 1' + "0" * 5000 + "}", "it contains a number of thousands of digits"),
]


def positions_of(text):
    record = record_from(text, "the file")
    return State.of(record, load(record.game)).positions


@pytest.mark.parametrize(("text", "words"), [*EDITED, *TORN])
def test_a_record_that_was_edited_is_told_in_a_line(text, words):
    with pytest.raises(KibitzError) as error:
        positions_of(text)
    assert words in str(error.value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 500


@pytest.mark.parametrize(("text", "words"), EDITED)
def test_the_browser_notices_it_too(text, words):
    with pytest.raises(KibitzError) as error:
        opened(Shelf(), {"text": text})
    assert words in str(error.value)


def test_a_position_without_moves_is_read_too():
    with pytest.raises(KibitzError, match="is not a position of tic-tac-toe"):
        opened(Shelf(), {"text": json.dumps({**GOOD, "moves": [], "start": "nonsense"})})


def test_what_may_be_left_out_is():
    text = json.dumps({name: GOOD[name] for name in ("kibitz", "game", "moves", "players")})
    assert record_from(text, "x") == Record("tic-tac-toe", ("5",), None, ("you", "random"))


@pytest.mark.parametrize("text", [EDITED[1][0], TORN[1][0], EDITED[6][0], "\0\0\0"])
def test_play_says_it_in_one_line(tmp_path, text):
    file = tmp_path / "game.json"
    file.write_text(text)
    command = [sys.executable, "-m", "kibitz", "play", "tic-tac-toe", "--load", str(file), "--plain"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert done.stderr.startswith("kibitz: ")


def test_what_is_not_text_is_told(tmp_path):
    (tmp_path / "g.json").write_bytes(b"\xff\xfe{}")
    with pytest.raises(GameError, match="cannot read .*: it is not text in UTF-8"):
        Record.load(tmp_path / "g.json")


# The record of a match

LINES = [
    ({"number": 0}, "number must be a whole number of at least 1, got 0"),
    ({"number": 10**30}, "number must be a whole number of at least 1, got 1000000"),
    ({"number": True}, "number must be a whole number of at least 1, got true"),
    ({"number": 1.0}, "number must be a whole number of at least 1, got 1.0"),
    ({"first": "B"}, "first must be A in game 1, got B"),
    ({"opening": "1 5"}, 'opening must be a list of text, got "1 5"'),
    ({"moves": "5"}, 'moves must be a list of text, got "5"'),
    ({"moves": [5]}, "moves must be a list of text, got [5]"),
    ({"score": 2}, "score must be 1, 0.5, 0 or null, got 2"),
    ({"score": True}, "score must be 1, 0.5, 0 or null, got true"),
    ({"reason": "luck"}, 'reason must be end, repetition, length, time or error, got "luck"'),
    ({"reason": ["end"]}, "reason must be end"),
    ({"seconds": [1]}, "seconds must be two numbers of seconds, got [1]"),
    ({"seconds": [float("nan"), 0]}, "seconds must be two numbers of seconds, got [NaN, 0]"),
    ({"longest": [-1, 0]}, "longest must be two numbers of seconds, got [-1, 0]"),
    ({"longest": [10**400, 0]}, "longest must be two numbers of seconds, got [1000"),
    ({"notes": None}, "notes must be a list of text, got null"),
    ({"odd": 1}, "there is no field 'odd'"),
]


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """Return the bytes of a store with four games."""
    file = tmp_path_factory.mktemp("match") / "match.db"
    again(file)
    return file.read_bytes()


@pytest.fixture
def file(store, tmp_path):
    """Return the path of a store with four games."""
    file = tmp_path / "match.db"
    file.write_bytes(store)
    return file


def again(file):
    return match("tic-tac-toe", "random", "random", games=4, jobs=1, record=file)


@pytest.mark.parametrize(("edit", "words"), LINES)
@pytest.mark.parametrize("at", [1, 4])
def test_a_line_that_was_edited_is_told_and_not_imported(file, tmp_path, edit, words, at):
    lines = [f"{line}\n" for line in lines_of(file, times=True)]
    if at == 4:
        lines = lines[:1] + lines[2:5] + lines[1:2]  # games are written as they end
    lines[at] = json.dumps({**json.loads(lines[at]), **edit}) + "\n"
    edited = tmp_path / "games.jsonl"
    edited.write_text("".join(lines))
    for read in (read_games, lambda path: import_lines(path, tmp_path / "imported.db")):
        with pytest.raises(OptionError) as error:
            read(edited)
        assert str(error.value).startswith(f"{edited}, line {at + 1} is not a game of a match: {words}")
    assert not (tmp_path / "imported.db").exists()


STORED = ("opening", "moves", "score", "reason", "seconds", "longest", "notes")
ROWS = [
    ({name: value}, words)
    for edit, words in LINES
    for name, value in edit.items()
    if name in STORED and value is not True  # which is 1 there
]


@pytest.mark.parametrize(("edit", "words"), ROWS)
def test_a_game_of_a_store_that_was_edited_is_told_and_left_alone(file, edit, words):
    ((name, value),) = edit.items()
    # Numbers and text are columns of their own, all else is JSON.
    put = value if name in ("score", "reason") and not isinstance(value, list) else json.dumps(value)
    change(file, f"UPDATE game SET {name} = ? WHERE number = 3", put)
    text = file.read_bytes()
    for read in (again, read_games):
        with pytest.raises(OptionError) as error:
            read(file)
        said = str(error.value)
        assert said.startswith(f"{file}, game 3: {words.partition(', got')[0]}"), said
        assert "\n" not in said
    assert file.read_bytes() == text


def test_an_opening_that_was_edited_is_noticed_when_nothing_is_left_to_play(file):
    _, games = read_games(file)
    change(file, "UPDATE game SET opening = ? WHERE number = 2", json.dumps(games[1].opening[::-1]))
    with pytest.raises(OptionError, match="game 2 of the record does not begin with"):
        again(file)


def test_a_game_that_was_removed_is_played_again(file):
    lines = list(lines_of(file))
    for table, name in (("game", "number"), ("seat", "game")):
        change(file, f"DELETE FROM {table} WHERE {name} = 2")
    assert len(list(lines_of(file))) == 4
    again(file)
    assert list(lines_of(file)) == lines


def test_moves_that_were_edited_are_noticed_when_they_are_replayed(tmp_path):
    file = tmp_path / "match.db"
    match("breakthrough:columns=3,rows=4", "random", "random", games=2, jobs=1, record=file)
    change(file, "UPDATE game SET moves = ? WHERE number = 1", json.dumps(["a1a9"]))
    with pytest.raises(OptionError, match=r"game 1 of the record, move \d+: "):
        tune("breakthrough:columns=3,rows=4", records=[file], compiled=False)
