"""The program as a person and a program use it."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from kibitz import analyze, audit, check, load, perft, solve, why
from kibitz.interface.cli.analyze import DEFAULTS
from kibitz.interface.cli.main import COMMANDS, app
from kibitz.interface.terminal import short_warnings
from kibitz.search.algorithm import default_name

LESSON = "((3 12 8) (2 4 6) (14 5 2))"


def kibitz(*arguments, text=None, **options):
    command = [sys.executable, "-m", "kibitz", *arguments]
    return subprocess.run(command, capture_output=True, text=True, input=text, timeout=120, **options)


def good(*arguments, **options):
    done = kibitz(*arguments, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_analyze_json():
    found = json.loads(good("analyze", LESSON, "--depth", "2", "--json"))
    assert (found["score"], found["move"], found["nodes"], found["pv"]) == (3, "a", 11, ["a", "a"])
    assert (found["proven"], found["distance"], found["compiled"]) == ("win", 2, False)


def test_analyze_for_people():
    out = good("analyze", "tic-tac-toe", "--moves", "1 5 9", "--depth", "8", "--lines", "2", "--plain")
    assert "best move  2" in out
    assert "score      draws in 6  (for O)" in out
    assert "X 2 3\n4 O 6\n7 8 X" in out


def test_trees_have_values():
    assert "value      3  (for player 0)" in good("analyze", LESSON, "--depth", "2")
    assert "value      3  (for player 0)" in good("solve", LESSON)
    assert "value      above 0  (for player 0)" in good("solve", LESSON, "--weak")
    table = good("analyze", LESSON, "--depth", "2", "--algorithm", "alpha-beta", "--json")
    assert [move["bound"] for move in json.loads(table)["moves"]] == ["exact", "exact", "upper"]


def test_analyze_a_position_and_moves_from_there():
    found = json.loads(
        good("analyze", "tic-tac-toe", "--position", "XX./OO./...", "--moves", "9", "--depth", "1", "--json", "--plain")
    )
    assert (found["move"], found["score"]) == ("6", 1)


def test_every_algorithm_and_option():
    for algorithm in ("minimax", "alpha-beta", "expectimax", "expectiminimax", "rb-minimax", "rb-alpha-beta", "max-n"):
        options = ["--keep-rate", "1,0.5", "--keep-least", "1", "--deepening-depth", "0"] if "rb" in algorithm else []
        found = json.loads(good("analyze", LESSON, "--algorithm", algorithm, "--depth", "2", "--json", *options))
        assert found["algorithm"] == algorithm
        assert found["move"] == "a"


def test_batch():
    done = kibitz("analyze", "tic-tac-toe", "--batch", "-", "--depth", "9", "--plain", text="1 5\n\n1 1\n1 4 2 5 3\n")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 2
    assert [row.get("position") for row in rows] == ["X../.O./...", ".../.../...", None, "XXX/OO./..."]
    assert rows[2] == {"error": "move 2: '1' is not a legal move here; legal: 2 3 4 5 6 7 8 9", "line": 3}
    assert (rows[3]["move"], rows[3]["score"]) == (None, -1)
    positions = kibitz(
        "analyze", "nim", "--batch", "-", "--batch-positions", "--depth", "3", "--plain", text="1,0,0 0\n"
    )
    assert json.loads(positions.stdout)["move"] == "a1"


def test_perft_and_check_and_games():
    assert json.loads(good("perft", "tic-tac-toe", "--depth", "4", "--json", "--plain"))["leaves"] == 3024
    assert "total            3,024" in good("perft", "tic-tac-toe", "--depth", "4", "--plain")
    assert "no promise broken" in good("check", "nim", "--plain", "--games", "5")
    assert json.loads(good("check", "nim", "--plain", "--json", "--games", "5"))["ok"] is True
    assert "connect-four       Connect Four" in good("games")
    assert [json.loads(line)["name"] for line in good("games", "--json").splitlines()][0] == "2048"


def test_check_tells_what_is_broken_and_how_to_repeat_it(write_game):
    from tests.test_check import GOOD

    path = write_game(GOOD.replace("else 1", "else 2"))
    done = kibitz("check", path, "--seed", "3")
    assert done.returncode == 0  # constant-sum: −1 and 2
    path = write_game(GOOD.replace("yield n", "yield 1"))
    done = kibitz("check", path, "--seed", "3")
    assert done.returncode == 1
    assert "BROKEN  moves: yielded the move 1 3 times, at the start" in done.stdout
    assert f"to reproduce this: kibitz check {path} --seed 3 --games 50" in done.stdout


def test_the_signature_is_a_fixed_number():
    """Change it only with a commit that says `Signature: N`."""
    assert json.loads(good("bench", "--signature", "--json")) == {"signature": 294094}


def test_the_signature_is_printed(monkeypatch):
    monkeypatch.setattr("kibitz.interface.cli.bench.signature", lambda tell: 7)
    assert CliRunner().invoke(app, ["bench", "--signature"]).stdout == "7\n"


def test_notes_leave_out_what_libraries_say_to_each_other(capsys):
    with warnings.catch_warnings():
        short_warnings()
        warnings.warn("gone in version 9", DeprecationWarning, stacklevel=1)
        warnings.warn("look here", stacklevel=1)
    assert capsys.readouterr().err == "kibitz: note: look here\n"


@pytest.mark.parametrize(("arguments", "message"), [
    (["match", "engine:level=11", "random", "--game", "nim"], "level must be a whole number from 1 to 10, got 11"),
    (["tree", "nim", "--algorithm", "engine"], "the engine cannot do this; choose one of minimax"),
    (["analyze", "connect-fuor"], "there is no game 'connect-fuor' (did you mean connect-four?)"),
    (["analyze", "nowhere.py"], "cannot read nowhere.py: No such file or directory"),
    (["analyze", "connect-four:colums=3"], "has no parameter 'colums' (did you mean columns?)"),
    (["analyze", "connect-four", "--moves", "4 9"], "move 2: '9' is not a legal move here"),
    (["analyze", "connect-four", "--position", "xyz"], "'xyz' is not a position of connect-four"),
    (["analyze", "connect-four", "--depth", "-1"], "depth must be a whole number from 0 to 500, got -1"),
    (["analyze", "connect-four", "--depth", "two"], "--depth"),
    (["analyze", "connect-four", "--seconds", "0"], "seconds must be a positive number"),
    (["analyze", "tree", "--algorithm", "rb-minimax", "--keep-rate", "0"], "more than 0 and at most 1, got 0.0"),
    (["analyze", "tree", "--algorithm", "rb-minimax", "--keep-rate", "2"], "more than 0 and at most 1, got 2.0"),
    (["analyze", "tree", "--algorithm", "rb-minimax", "--keep-rate", "nan"], "more than 0 and at most 1, got nan"),
    (["analyze", "tree", "--algorithm", "rb-minimax", "--keep-rate", "x"], "a keep rate must be a number"),
    (["analyze", "tree", "--algorithm", "rb-minmax"], "there is no algorithm 'rb-minmax' (did you mean rb-minimax?)"),
    (["analyze", "tree", "--player", "7"], "player must be 0 to 1, got 7"),
    (["analyze", "((3 4)"], "the tree is not closed"),
    (["analyze", "tree", "--batch", "/nowhere"], "cannot read /nowhere"),
    (["analyze", "tree", "--batch", "-", "--moves", "a"], "do not go with it"),
    (["analyze"], "Missing argument 'GAME'"),
    (["analize", "tree"], "did you mean"),
    (["perft", "tree", "--depth", "-3"], "depth must be a whole number"),
    (["analyze", "tree", "--no-such-option"], "--no-such-option"),
])  # fmt: skip
def test_bad_input_is_one_line_and_exit_code_2(arguments, message):
    done = kibitz(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("kibitz: ")
    assert message.lower() in done.stderr.lower()
    assert done.stderr.count("\n") == 1


def test_help_has_an_example_everywhere():
    assert len(COMMANDS) > 10
    for command in COMMANDS:
        text = " ".join(CliRunner().invoke(app, [command, "--help"]).stdout.split())
        example = text.partition("Example: ")[2]
        assert "kibitz" in example, command
        assert command in example
    assert "kibitz analyze connect-four" in good("--help")
    assert good("--version").startswith("kibitz ")


def test_every_argument_and_option_has_help_and_the_list_of_commands_quotes_it():
    context = click.Context(app)
    for name, summary in COMMANDS.items():
        command = app.get_command(context, name)
        assert command.get_short_help_str(200) == summary
        for parameter in command.params:
            assert parameter.help, (name, parameter.name)
            assert parameter.help[0].isupper(), (name, parameter.name)
            assert parameter.help[-1] in ".?", (name, parameter.name)


def test_the_list_of_commands_imports_none_of_them():
    code = """
import sys
from kibitz.interface.cli.main import main
sys.argv = ["kibitz", "--help"]
try: main()
except SystemExit: pass
loaded = [name for name in sys.modules if name.startswith("kibitz.interface")]
print(sorted(name.rpartition(".")[2] for name in loaded), "llvmlite" in sys.modules, "rich" in sys.modules)
"""
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    last = "['arguments', 'cli', 'interface', 'interrupt', 'main', 'terminal'] False False"
    assert out.splitlines()[-1] == last


TIMES = re.compile(r"\ncompiled  .*|(, )?[\d.]+( thousand| million| billion)? \w+/s|[\d.]+ s\b")


def test_results_print_as_the_program_prints_them():
    def same(found, *arguments):
        assert TIMES.sub("", str(found)).strip() == TIMES.sub("", good(*arguments)).strip()

    same(analyze("tic-tac-toe", moves="1 5", depth=4), "analyze", "tic-tac-toe", "--moves", "1 5", "--depth", "4")
    lines = str(analyze("tic-tac-toe", depth=2, lines=3))
    same(lines, "analyze", "tic-tac-toe", "--depth", "2", "--lines", "3")
    same(solve(LESSON), "solve", LESSON)
    same(solve(LESSON, weak=True), "solve", LESSON, "--weak")
    same(perft("nim", 3), "perft", "nim", "--depth", "3")
    same(check(load("nim"), games=3), "check", "nim", "--games", "3")
    kept = {"algorithm": "rb-alpha-beta", "depth": 2, "keep_rate": 0.5}
    result = analyze(LESSON, **kept)
    texts = "\n\n".join(map(str, (result, why(result, "b"), audit(LESSON, **kept))))
    options = ("--algorithm", "rb-alpha-beta", "--depth", "2", "--keep-rate", "0.5", "--why", "b", "--audit")
    same(texts, "analyze", LESSON, *options)


def test_a_weak_solution_says_only_who_wins():
    strong, weak = (solve("kalah:houses=2,stones=1", weak=weak) for weak in (False, True))
    assert "wins" in strong.describe()
    assert any(character.isdigit() for character in strong.describe().partition(",")[0])
    assert weak.describe() == "wins"


@pytest.mark.parametrize("speed", [["--plain"], []])
def test_ctrl_c_gives_the_best_found_so_far(speed):
    kibitz("analyze", "tic-tac-toe:size=5", "--depth", "1", *speed)
    command = [sys.executable, "-m", "kibitz", "analyze", "tic-tac-toe:size=5", "--depth", "30", "--json", *speed]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(4)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    found = json.loads(out)
    assert process.returncode == 0
    assert (found["finished"], found["move"]) == (False, "1")
    assert "Traceback" not in err
    assert "Ctrl-C stops" in err  # progress, because it took more than two seconds


def test_a_reader_that_leaves_is_no_error():
    command = f"{sys.executable} -m kibitz games | head -1"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr


def test_nothing_is_written_where_it_runs(tmp_path):
    kibitz("analyze", "nim", "--depth", "3", cwd=tmp_path, env={**os.environ})
    assert list(tmp_path.iterdir()) == []


def test_without_a_command_the_help_is_printed(run_kibitz):
    code, out, err = run_kibitz()
    assert (code, err) == (0, "")
    assert out.startswith("Usage: kibitz")
    assert "Example: kibitz analyze connect-four --depth 10" in out


HUGE = "99999999999999999999"
NUMBERS = [
    ["analyze", "--depth"],
    ["analyze", "--nodes"],
    ["analyze", "--lines"],
    ["analyze", "--seed"],
    ["analyze", "--seconds"],
    ["analyze", "--player"],
    ["analyze", "--threads"],
    ["analyze", "--table"],
    ["analyze", "--level"],
    ["analyze", "--algorithm", "rb-minimax", "--keep-least"],
    ["analyze", "--algorithm", "rb-minimax", "--deepening-depth"],
    ["analyze", "--algorithm", "rb-minimax", "--keep-rate"],
    ["play", "--side"],
    ["play", "--level"],
    ["play", "--seed"],
    ["watch", "--delay"],
    ["watch", "--first", "random", "--second", "random", "--plies"],
    ["watch", "--first", "random", "--second", "alpha-beta:clock"],
    ["solve", "--seconds"],
    ["solve", "--nodes"],
    ["perft", "--depth"],
    ["tree", "--depth"],
    ["check", "--seconds"],
    ["check", "--seed"],
]
FINE = {"--lines", "--seed", "--seconds", "--plies", "alpha-beta:clock"}
"""Options of which the greatest number is as good as any."""


@pytest.mark.parametrize("command", NUMBERS, ids=" ".join)
def test_no_number_is_too_strange(run_kibitz, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    name, *options, option = command
    shallow = ["--depth", "1"] if name == "analyze" and option not in ("--depth", "--level") else []
    shallow += [] if name in ("play", "watch", "tree") else ["--plain"]
    for number in (HUGE, "-" + HUGE, "nan", "inf", "1e999", "x"):
        value = [option, number] if option.startswith("--") else [f"{option}={number}"]
        code, out, err = run_kibitz(name, "nim:heaps=1,2", *options, *value, *shallow)
        if code == 0:
            assert (option in FINE, number.strip("-")) == (True, HUGE)
        else:
            assert (code, out, err.count("\n")) == (2, "", 1)
            assert err.startswith("kibitz: ")


def test_a_match_refuses_strange_numbers(run_kibitz):
    for option in ("--games", "--jobs", "--plies", "--random-plies"):
        for number in ("-" + HUGE, "nan"):
            code, out, err = run_kibitz("match", "random", "random", "--game", "nim:heaps=1,2", option, number)
            assert (code, out, err.count("\n")) == (2, "", 1)
    assert run_kibitz("match", "random", "random", "--game", "nim:heaps=1,2", "--jobs", HUGE)[0] == 2


def test_the_documented_defaults_are_the_programs(write_game):
    from kibitz.search.engine.suited import search_of
    from tests.test_play import THREE

    docs = (Path(__file__).parent.parent / "docs" / "searches.md").read_text()
    kinds = {
        "any game but a tree": load("connect-four"),
        "an explicit tree": load(LESSON),
    }
    for kind, game in kinds.items():
        assert f"| {kind} | `{default_name(game)}`" in docs
    searches = {
        "two players, or two teams, without chance": load("connect-four"),
        "with chance, for one player, or with a model of the others": load("pig"),
        "three or more sides": load(write_game(THREE)),
    }
    for kind, game in searches.items():
        assert f"| {kind} | `{search_of(game)}`" in docs
    alone = load(write_game(THREE.replace("players = 3", "players = 1").replace("p % 3", "0")))
    assert default_name(alone) == default_name(load("pig")) == default_name(load("pacman")) == "engine"
    for name in ("engine", "alpha-beta", "expectiminimax", "max-n"):
        assert name in DEFAULTS
