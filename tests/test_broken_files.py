"""Files that are broken in every way: one clear line, exit code 2, and never a traceback."""

import os
import subprocess
import sys

import pytest

from kibitz import PlainSpeed, analyze, load

TAKE = """
from typing import NamedTuple
class Position(NamedTuple):
    sticks: int
    player: int
def start(): return Position(5, 0)
def turn(p): return p.player
def moves(p):
    for taken in (1, 2, 3):
        if taken <= p.sticks:
            yield taken
def play(p, taken): return Position(p.sticks - taken, 1 - p.player)
def utility(p, player): return -1 if player == p.player else 1
"""
BROKEN = {
    "def start(): return Position(1 // 0, 0)": "`start` of mygame raised ZeroDivisionError: ",
    "def start(): return None": "`start` of mygame returned None",
    "def turn(p): return p.nobody": "`turn` of mygame raised AttributeError",
    "def turn(p): return 7": "`turn` of mygame returned 7, but the players are 0 to 1, or CHANCE",
    "def moves(p): return None": "`moves` of mygame raised TypeError",
    "def moves(p): yield 'a'": "`moves` of mygame yielded 'a', which is not an int",
    "def play(p, taken): return [][1]": "raised IndexError: list index out of range (mygame.py, line 14)",
    "def utility(p, player): return None": "mygame",
    "def utility(p, player): return 'win'": "mygame",
    "def utility(p, player): return float('inf')": "returned inf",
    "def utility(p, player): return float('nan')": "returned nan",
    "def utility(p, player): return 2**63": "mygame",
    "def show(p): return 1 / 0": "`show` of mygame raised ZeroDivisionError",
    "def move_name(p, taken): return taken": "`move_name` of mygame returned ",
    "def move_name(p, taken): return 1 / 0": "`move_name` of mygame raised ZeroDivisionError",
    "player_names = 7": "player_names must name 2 players, got 7",
    "game = 7": "`game` must be a function that returns a Game, got 7",
    "def game(n: int = 3): raise KeyError('x')": "`game` raised KeyError: 'x' (mygame.py, line 14)",
    "def game(n: 'Foo' = 3): pass": "has an unknown type: name 'Foo' is not defined",
    "raise SystemExit(0)": "mygame.py, line 14: SystemExit: 0",
}


@pytest.mark.parametrize("line", BROKEN)
def test_a_broken_game_is_one_line_and_exit_code_2(write_game, run_kibitz, line):
    command = ["analyze", write_game(TAKE + line + "\n"), "--depth", "3"]
    done = subprocess.run([sys.executable, "-m", "kibitz", *command], capture_output=True, text=True, timeout=60)
    for code, _, err in (run_kibitz(*command, "--plain"), (done.returncode, done.stdout, done.stderr)):
        told = [text for text in err.splitlines() if text.startswith("kibitz: ") and "note:" not in text]
        assert code == 2, err
        assert len(told) == 1, err
        assert "Traceback" not in err
        assert BROKEN[line] in told[0]


def test_helpers_beside_a_file_are_its_own_and_fresh(tmp_path):
    for folder, sticks in (("a", 5), ("b", 9)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "rules_of_mine.py").write_text(f"STICKS = {sticks}\n")
        text = "import rules_of_mine\n" + TAKE.replace("Position(5, 0)", "Position(rules_of_mine.STICKS, 0)")
        (tmp_path / folder / "g.py").write_text(text)
    assert [load(tmp_path / folder / "g.py").start().sticks for folder in "ab"] == [5, 9]
    (tmp_path / "b" / "rules_of_mine.py").write_text("STICKS = 12345\n")
    assert load(tmp_path / "b" / "g.py").start().sticks == 12345


def test_imports_inside_functions_find_what_lies_beside(tmp_path):
    (tmp_path / "tabs.py").write_text("W = (3, 4)\n")
    text = "def game():\n    import tabs\n    " + TAKE.strip().replace("\n", "\n    ")
    text += "\n    def show(p):\n        import tabs\n        return str(tabs.W)\n    return locals()\n"
    (tmp_path / "g.py").write_text(text)
    game = load(tmp_path / "g.py")
    assert game.show(game.rules.start()) == "(3, 4)"


@pytest.mark.parametrize("where", ["nested", "closure"])
def test_tables_in_nested_modules_and_closures_are_never_stale(tmp_path, where):
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "__init__.py").write_text("")
    rules = TAKE.replace("else 1", "else pkg.tables.W")
    if where == "nested":
        text = "import pkg.tables\n" + rules
    else:
        text = (
            "def game():\n    import pkg.tables\n    "
            + rules.strip().replace("\n", "\n    ")
            + "\n    return locals()\n"
        )
    (tmp_path / "g.py").write_text(text.replace("-1 if", "-pkg.tables.W if"))
    code = "import sys, kibitz; print(kibitz.analyze(kibitz.load(sys.argv[1]), depth=9, compiled=True).score)"
    scores = []
    for worth in (3, 500):
        (tmp_path / "pkg" / "tables.py").write_text(f"W = {worth}\n")
        environment = {**os.environ, "KIBITZ_CACHE": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / "g.py")], capture_output=True, text=True, env=environment
        )
        scores.append(done.stdout.strip())
    assert scores == ["3", "500"], done.stderr


def test_a_seed_with_children_wider_than_the_root(write_game):
    text = """
def start(): return 0
def turn(p): return 0 if p == 0 else 1
def moves(p):
    if p == 0:
        yield 1
        yield 2
    elif p < 3:
        for i in range(3, 3003):
            yield i
def play(p, i): return i
def utility(p, player): return 0
"""
    game = load(write_game(text))
    for compiled in (False, True):
        found = {analyze(game, depth=2, seed=seed, compiled=compiled).move for seed in range(8)}
        assert found == {1, 2}


def test_a_field_may_hold_ints_and_floats(write_game):
    game = load(write_game(TAKE.replace("p.sticks - taken,", "(p.sticks - taken) / 1,")))
    plain, compiled = (analyze(game, depth=4, compiled=speed) for speed in (False, True))
    assert (plain.score, plain.nodes, plain.pv) == (compiled.score, compiled.nodes, compiled.pv)


def test_uint64_boards_and_evaluations_compile_and_are_kept(write_game):
    text = """
import numpy as np
from typing import NamedTuple
U = np.uint64
class P(NamedTuple):
    stones: np.uint64
    player: int
def start(): return P(U(0), 0)
def turn(p): return p.player
def moves(p):
    for cell in (0, 31, 62, 63):
        if not p.stones >> U(cell) & U(1):
            yield cell
def play(p, cell): return P(p.stones | U(1) << U(cell), 1 - p.player)
def utility(p, player): return 0
def evaluate(p, player):
    top = int(p.stones >> U(63))
    return top if player == 0 else -top
"""
    game = load(write_game(text))
    for algorithm in ("minimax", "alpha-beta"):
        results = [analyze(game, algorithm, depth=3, compiled=c) for c in (False, True)]
        assert (results[0].score, results[0].nodes, results[0].pv) == (
            results[1].score,
            results[1].nodes,
            results[1].pv,
        )
    from kibitz.compiler import compile as compiler
    from kibitz.search.textbook.alpha_beta import alpha_beta

    assert not compiler.compile_search(alpha_beta, load(write_game(text))).fresh


@pytest.mark.parametrize("spec", ["columns=2,rows=30", "columns=1,rows=62,connect=5", "columns=3,rows=20,connect=7"])
def test_tall_boards_compile(spec):
    assert analyze(load(f"connect-four:{spec}"), depth=3, compiled=True).compiled


def test_batches_go_on_after_a_bad_line(write_game, tmp_path):
    lines = b"[5,0]\n[99999999999999999999999,0]\n[5,7]\n\xff\n[4,0]\n"
    (tmp_path / "batch").write_bytes(lines)
    command = [sys.executable, "-m", "kibitz", "analyze", write_game(TAKE), "--batch", str(tmp_path / "batch")]
    done = subprocess.run([*command, "--batch-positions", "--depth", "2"], capture_output=True, text=True)
    assert done.returncode == 2
    assert [("error" in line) for line in done.stdout.splitlines()] == [False, True, True, True, False]
    assert "Traceback" not in done.stderr


MISTAKES = {  # a line of a file, and what is told of it
    "def evaluate(p, player): return None": "`evaluate` of mygame returned None, not a number (mygame.py, line 14)",
    "def evaluate(p, player): return 'x' if p.sticks < 4 else 0": "returned 'x', not a number (mygame.py, line 14)",
    "def evaluate(p, player): raise SystemExit": "`evaluate` of mygame raised SystemExit (mygame.py, line 14)",
    "def evaluate(p, player): raise KeyboardInterrupt": "raised KeyboardInterrupt (mygame.py, line 14)",
    "def evaluate(p, player): return evaluate(p, player)": "`evaluate` of mygame raised RecursionError",
    "def priority(p, move): return 'first'": "`priority` of mygame returned 'first', not an int",
    "def is_over(p): import numpy; return numpy.zeros(2)": "`is_over` of mygame raised ValueError",
    "def show(p): import sys; sys.exit(3)": "`show` of mygame raised SystemExit: 3 (mygame.py, line 14)",
    "def show(p): return None": "`show` of mygame returned None, not text (mygame.py, line 14)",
    "def move_name(p, move): raise GeneratorExit": "`move_name` of mygame raised GeneratorExit (mygame.py, line 14)",
    "def moves(p):\n    while True: yield 1": "`moves` of mygame yielded more than 100,000 items; it must end",
    "def moves(p): yield 1 << 63": "`moves` of mygame yielded 9223372036854775808, but a move is an int below 2**63",
    "def key(p): return 1 // 0": "`key` raised ZeroDivisionError: integer division or modulo by zero (mygame.py, line 14)",
    "def play(p, taken): return None": "`play` of mygame returned None, not a position (mygame.py, line 14)",
}


@pytest.mark.parametrize("line", MISTAKES)
def test_a_mistake_in_a_rule_is_told_with_its_place(write_game, run_kibitz, line):
    code, _, err = run_kibitz("analyze", write_game(TAKE + line + "\n"), "--depth", "3", "--plain")
    assert (code, err.count("\n")) == (2, 1)
    assert MISTAKES[line] in err


COMMANDS = [
    ["analyze", "--plain", "--depth", "2", "--algorithm", "alpha-beta"],
    ["play", "--opponent", "alpha-beta:depth=1"],
    ["watch", "--first", "alpha-beta:depth=1", "--second", "random"],
    ["solve", "--plain"],
    ["perft", "--plain"],
    ["tree", "--depth", "2"],
    ["uci"],
    ["gtp"],
    ["serve", "--no-browser", "--port", "0"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize("raised", ["SystemExit", "KeyboardInterrupt", "MemoryError", "EOFError"])
def test_what_a_rule_raises_is_one_line_in_every_command(
    write_game, run_kibitz, tmp_path, monkeypatch, command, raised
):
    monkeypatch.chdir(tmp_path)
    path = write_game(TAKE + f"def is_over(p):\n    raise {raised}\n")
    code, _, err = run_kibitz(command[0], path, *command[1:])
    if command[0] in ("uci", "gtp"):
        name, rules = command[0].upper(), {"uci": "chess", "gtp": "go"}[command[0]]
        assert err == f"kibitz: {name} is for {rules}, not for mygame\n"
    else:
        assert f"`is_over` of mygame raised {raised} (mygame.py, line 15)" in err
    told = [line for line in err.splitlines() if not line.endswith("Ctrl-C stops)")]  # progress, on a busy machine
    assert (code, len(told)) == (2, 1)


def test_a_file_that_exits_or_interrupts_is_one_line(write_game, run_kibitz):
    for raised in ("SystemExit(0)", "KeyboardInterrupt", "BaseException('x')"):
        code, _, err = run_kibitz("analyze", write_game(f"raise {raised}\n"))
        assert (code, err.count("\n")) == (2, 1)
        assert "mygame.py, line 1: " + raised.partition("(")[0] in err


def test_compiled_rules_that_fail_are_named(write_game, run_kibitz):
    path = write_game(TAKE + "def evaluate(p, player): return 10 // (p.sticks - 1)\n")
    code, _, err = run_kibitz("analyze", path, "--depth", "3", "--algorithm", "minimax")
    assert code == 2
    assert "`evaluate` of mygame raised ZeroDivisionError" in err
    assert "(mygame.py, line 14)" in err


def test_reading_that_fails_is_told_with_its_place(write_game, run_kibitz):
    path = write_game(TAKE + "def read(text): return {}[text]\ndef read_move(p, text): return {}[text]\n")
    code, _, err = run_kibitz("analyze", path, "--position", "5")
    assert code == 2
    assert "'5' is not a position of mygame: `read` of mygame raised KeyError: '5' (mygame.py, line 14)" in err
    code, _, err = run_kibitz("analyze", path, "--moves", "9")
    assert code == 2
    assert "`read_move` of mygame raised KeyError: '9' (mygame.py, line 15)" in err


def test_numbers_beyond_63_bits_run_plain_or_are_refused(write_game, run_kibitz):
    big = TAKE.replace("Position(5, 0)", "Position(1 << 63, 0)")
    with pytest.warns(
        PlainSpeed, match=r"\(field sticks\) holds the number 9223372036854775808, which does not fit in 64 bits"
    ):
        assert not analyze(load(write_game(big)), depth=2).compiled
    large = ["--position", "[99999999999999999999,0]", "--depth", "2", "--algorithm", "minimax"]
    code, _, err = run_kibitz("analyze", write_game(TAKE), *large)
    assert (code, err.count("kibitz: ")) == (2, 1)
    assert "a position contains 99999999999999999999, too large for compiled rules (2**63); run it plain" in err


@pytest.mark.parametrize("line", ["__name__ = 3", "del __name__"])
def test_a_file_may_take_its_own_name_away(write_game, line):
    assert load(write_game(TAKE + line + "\n")).start().sticks == 5
