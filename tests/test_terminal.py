"""Text from files is shown and not obeyed, and errors are one short line."""

import ast
import json
from pathlib import Path

import pytest

import kibitz
from kibitz.interface.terminal import one_line, visible

ESCAPE = "\x1b]0;owned\x07\x1b[2J\u202e\x9b31m\r"
SHOWN = r"\x1b]0;owned\x07\x1b[2J\u202e\u009b31m\x0d"
HOSTILE = f"""
from typing import NamedTuple
BAD = {ESCAPE!r}
class Position(NamedTuple):
    sticks: int
    player: int
player_names = ("one" + BAD, "two" + BAD)
def start(): return Position(3, 0)
def turn(p): return p.player
def moves(p):
    for taken in (1, 2):
        if taken <= p.sticks:
            yield taken
def play(p, taken): return Position(p.sticks - taken, 1 - p.player)
def utility(p, player): return -1 if player == p.player else 1
def show(p): return "board" + BAD + chr(10) + "below"
def move_name(p, move): return "m" + str(move) + BAD
"""


def test_what_a_terminal_obeys_is_written_out():
    assert visible(ESCAPE) == SHOWN
    assert visible("two\nlines\tand ♞ é") == "two\nlines\tand ♞ é"
    text = json.dumps({"name": ESCAPE}, ensure_ascii=False)
    assert json.loads(visible(text)) == {"name": ESCAPE}


COMMANDS = [
    ["analyze", "--depth", "2", "--plain", "--lines", "3"],
    ["analyze", "--depth", "2", "--plain", "--json"],
    ["analyze", "--depth", "2", "--plain", "--why", "m2" + ESCAPE],
    ["play", "--opponent", "random", "--seed", "1"],
    ["watch", "--first", "random", "--second", "random"],
    ["solve", "--plain"],
    ["perft", "--plain", "--depth", "2"],
    ["tree", "--depth", "2"],
    ["tree", "--depth", "2", "--steps"],
    ["tree", "--depth", "2", "--format", "svg"],
    ["check", "--plain", "--games", "3"],
    ["analyze", "--moves", "nonsense" + ESCAPE],
    ["analyze", "--position", ESCAPE],
]


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: visible(" ".join(arguments))[:40])
def test_text_from_a_file_is_not_obeyed(write_game, run_kibitz, arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = run_kibitz(arguments[0], write_game(HOSTILE), *arguments[1:], typed="1\nm1\nhelp\nquit\n")
    assert not set("\x1b\x07\r\x9b\u202e") & set(out + err)
    assert "\\x1b" in out + err or "\\u001b" in out + err
    expected = 1 if arguments[0] == "check" else 2 if arguments[1] in ("--moves", "--position") else 0
    assert code == expected, err


def test_a_hostile_record_and_markup_are_shown(run_kibitz, tmp_path):
    record = tmp_path / "r.json"
    record.write_text(
        json.dumps({"kibitz": 1, "game": ESCAPE, "moves": [], "players": [], "start": None, "result": None})
    )
    code, _, err = run_kibitz("play", "nim", "--load", record)
    assert (code, "\x1b" in err, "\\x1b" in err) == (2, False, True)
    tree = {"root": "r", "nodes": {"r": {"player": 0, "moves": {"[/red]": "a"}}, "a": {"value": 1}}}
    (tmp_path / "tree.json").write_text(json.dumps(tree))
    code, out, _ = run_kibitz("tree", tmp_path / "tree.json")
    assert code == 0
    assert "best [/red]" in out


def test_only_one_file_prints():
    """All that is printed goes through `visible`."""
    for file in Path(kibitz.__file__).parent.joinpath("interface").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if file.name != "terminal.py":
                assert called not in ("print", "sys.stdout.write", "sys.stderr.write", "click.echo", "click.secho"), (
                    file
                )


LONG = "abc " * 3000


@pytest.mark.parametrize(
    "arguments",
    [
        ["analyze", LONG],
        ["analyze", "x" * 9999],
        ["analyze", "nim", "--moves", "x" * 9999],
        ["analyze", "nim", "--position", LONG],
        ["analyze", "nim", "--algorithm", LONG],
        ["analyze", "nim", "--depth", "9" * 9999],
        ["analyze", "nim", "--depth", LONG],
        ["play", "nim", "--opponent", LONG],
        ["play", "nim", "--side", LONG],
    ],
)
def test_an_error_quotes_at_most_200_characters(run_kibitz, arguments):
    code, out, err = run_kibitz(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert 4 * err.count("abc") + err.count("x") + err.count("9") <= 220, err
    assert len(err) < 800


def test_prose_with_apostrophes_is_not_cut():
    text = "the player's move is wrong, " + "and that is the other's fault " * 12
    assert one_line(text) == text.strip()
