"""The compiler: its cache is never stale and never in the way, and what cannot be compiled is told plainly."""

import json
import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

import kibitz
from kibitz import CompileError, PlainSpeed, analyze, load, perft

RULES = """
import numpy as np
import helper
STEP = 1
TABLE = np.array([5, 6, 7])
def start(): return 4
def turn(p): return p % 2
def moves(p):
    if p > 0:
        yield STEP
def play(p, n): return p - n
def utility(p, player): return TABLE[0] + helper.bonus(p) if player == 0 else -TABLE[0] - helper.bonus(p)
"""
HELPER = "EXTRA = 100\ndef bonus(p): return EXTRA\n"

SCRIPT = """
import json, sys, warnings
import kibitz
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    game = kibitz.load(sys.argv[1])
    from kibitz.compiler import compile as compiler
    from kibitz.search.textbook.alpha_beta import alpha_beta
    machine = compiler.compile_search(alpha_beta, game)
    result = kibitz.analyze(game, "alpha-beta", depth=9, compiled=True)
print(json.dumps([result.score, machine.fresh, [str(w.message) for w in caught]]))
"""


@pytest.fixture
def lab(tmp_path):
    """A game in a file with a helper beside it, a cache of its own, and a way to run it in a new process."""

    class Lab:
        cache = tmp_path / "cache"
        file = tmp_path / "countdown.py"
        helper = tmp_path / "helper.py"

        def write(self, rules=RULES, helper=HELPER):
            self.file.write_text(rules)
            self.helper.write_text(helper)

        def start(self):
            environment = {**os.environ, "KIBITZ_CACHE": str(self.cache), "PYTHONDONTWRITEBYTECODE": "1"}
            command = [sys.executable, "-c", SCRIPT, str(self.file)]
            return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

        def run(self):
            return self.finish(self.start())

        def finish(self, process):
            out, err = process.communicate(timeout=120)
            assert process.returncode == 0, err
            assert "Traceback" not in err
            return json.loads(out)

    made = Lab()
    made.write()
    return made


def test_a_second_process_finds_it_compiled(lab):
    assert lab.run() == [105, True, []]
    assert lab.run() == [105, False, []]


@pytest.mark.parametrize(("rules", "helper", "score"), [
    (RULES.replace("TABLE[0] + helper", "1 + TABLE[0] + helper"), HELPER, 106),
    (RULES.replace("[5, 6, 7]", "[8, 6, 7]"), HELPER, 108),
    (RULES.replace("STEP = 1", "STEP = 2"), HELPER, 105),
    (RULES, HELPER.replace("100", "200"), 205),
    (RULES, HELPER.replace("return EXTRA", "return EXTRA + p + 1"), 106),
], ids=["rule", "table", "constant", "constant in a helper module", "function in a helper module"])  # fmt: skip
def test_what_was_edited_is_never_served_stale(lab, rules, helper, score):
    assert lab.run()[0] == 105
    lab.write(rules, helper)
    assert lab.run() == [score, True, []]
    lab.write()
    assert lab.run() == [105, False, []]


def test_parameters_of_a_factory_are_part_of_the_key():
    scores = {columns: analyze(load(f"connect-four:columns={columns},rows=4"), depth=6).nodes for columns in (4, 5)}
    assert scores[4] != scores[5]


def test_a_comment_or_a_text_function_does_not_recompile(lab):
    lab.run()
    lab.write("# a word\n" + RULES + "\ndef show(p): return 'picture'\n")
    assert lab.run()[1] is False


def test_two_processes_compiling_at_once(lab):
    both = [lab.start(), lab.start()]
    assert [lab.finish(process)[0] for process in both] == [105, 105]
    assert lab.run()[1] is False


def test_two_threads_compiling_at_once(tmp_path):
    """It once ended the process without a word."""
    program = """
import threading, kibitz
def search(name):
    print(kibitz.analyze(name, "alpha-beta", depth=4).nodes)
threads = [threading.Thread(target=search, args=[name]) for name in ("nim", "connect-four", "kalah", "tic-tac-toe")]
for each in threads: each.start()
for each in threads: each.join()
"""
    environment = {**os.environ, "KIBITZ_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    assert done.returncode == 0
    assert len(done.stdout.split()) == 4


def damage(file, how):
    data = file.read_bytes()
    file.write_bytes(
        {"truncated": data[:-100], "empty": b"", "flipped": data[:-9] + bytes([data[-9] ^ 1]) + data[-8:]}[how]
    )


@pytest.mark.parametrize("how", ["truncated", "empty", "flipped"])
def test_a_damaged_file_is_compiled_again(lab, how):
    lab.run()
    for file in lab.cache.glob("*.kernel"):
        damage(file, how)
    assert lab.run() == [105, True, []]
    assert lab.run() == [105, False, []]


def test_a_folder_that_cannot_be_written(lab, tmp_path):
    (tmp_path / "file").write_text("")
    lab.cache = tmp_path / "file" / "cache"
    score, fresh, notes = lab.run()
    assert (score, fresh) == (105, True)
    assert [note for note in notes if "cannot save compiled rules" in note and "Not a directory" in note] == notes
    assert len(notes) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder(lab):
    lab.cache.mkdir(mode=0o500)
    assert lab.run()[:2] == [105, True]


def test_the_cache_is_trimmed_to_its_size(tmp_path, monkeypatch):
    from kibitz.compiler import cache

    monkeypatch.setattr(cache, "CACHE_BYTES", 250)
    for age, name in enumerate("abcd"):
        file = tmp_path / f"{name}.kernel"
        file.write_bytes(bytes(100))
        os.utime(file, (1000 - age, 1000 - age))
    cache.trim(tmp_path)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.kernel", "b.kernel"]


class Odd:
    """Something of which nobody can tell whether it has changed."""

    __slots__ = ("cells",)


ODD = Odd()


def test_what_cannot_be_digested_is_noticed():
    from kibitz.compiler.digest import Undigestible, digest

    with pytest.raises(Undigestible, match="ODD is of type Odd"):
        digest([lambda p: ODD])
    digest([lambda p: p.ODD])  # a field of this name is something else


def test_what_cannot_be_digested_is_compiled_anew_and_told(monkeypatch):
    from kibitz.compiler import compile as compiler
    from kibitz.search.textbook.alpha_beta import alpha_beta

    def refuse(values):
        raise compiler.Undigestible("ODD is of type Odd")

    monkeypatch.setattr(compiler, "digest", refuse)
    with pytest.warns(PlainSpeed, match="nim is recompiled on every run: ODD is of type Odd"):
        machine = compiler.compile_search(alpha_beta, load("nim"))
    assert machine.name is None


BASE = """
from typing import NamedTuple
{extra}
def start(): return {start}
def turn(p): return 0
def moves(p):
    {moves}
def play(p, n): {play}
def utility(p, player): {utility}
players = 1
"""


def build(write_game, extra="", start="3", moves="if p > 0: yield 1", play="return p - n", utility="return 1"):
    return load(write_game(BASE.format(extra=extra, start=start, moves=moves, play=play, utility=utility)))


@pytest.mark.parametrize(("parts", "message"), [
    ({"extra": "def helper(p):\n    return len(f'{p:>3}')", "utility": "return helper(p)"},
     "`helper` (mygame.py, line 4: return len(f'{p:>3}')) cannot be compiled: "
     "text cannot be put together in compiled rules; use it in show, write and move_name only"),
    ({"start": "{'cells': 3}", "moves": "if p['cells'] > 0: yield 1", "play": "return {'cells': p['cells'] - n}"},
     "a position holds a dict; to be compiled it must be a number, or a NamedTuple, frozen dataclass or tuple of "
     "numbers and tuples of them"),
    ({"start": "'abc'", "moves": "if p: yield 1", "play": "return p[1:]"},
     "a position holds text; use numbers, and text in show, write and move_name only"),
    ({"utility": "return None if p else 1"}, "`utility` returns an int or None, not one number on every path"),
    ({"extra": "measure = lambda p: len(f'{p:>3}')", "utility": "return measure(p)"},
     "`<lambda>` (mygame.py, line 3: measure = lambda p: len(f'{p:>3}')) cannot be compiled: "),
    ({"play": "\n    try:\n        return p - n\n    except ValueError:\n        return 0"},
     "`play` (mygame.py, line 9: try:) cannot be compiled: `try` cannot be compiled; test for the case beforehand"),
    ({"extra": "class Odd:\n    pass", "utility": "return 1 if Odd() else 2"},
     "an object of the class Odd cannot be compiled; use a NamedTuple or a frozen dataclass"),
    ({"extra": "import fractions", "utility": "return fractions.Fraction(p).numerator"},
     "an object of the class Fraction cannot be compiled"),
    ({"utility": "\n    print(p)\n    return 1"},
     "`print` cannot be compiled; leave it out of the rules, or use --plain while you look"),
    ({"extra": "import random", "utility": "return random.randint(0, p)"},
     "rules must not be random; let nature move"),
    ({"extra": "SEEN = {}", "utility": "\n    SEEN[p] = 1\n    return 1"},
     "`SEEN` is a constant in compiled rules and cannot be changed; make a list or dict of it first; to remember "
     "results, use functools.cache"),
    ({"extra": "SEEN = []", "utility": "\n    SEEN.append(p)\n    return 1"},
     "`SEEN` is a constant in compiled rules and cannot be changed; make a copy of it first"),
    ({"utility": "\n    x = 1 if p else 'a'\n    return 1 if x == 1 else 0"},
     "is an int in one place and text in another; use two names, one for each"),
    ({"utility": "return [1, (2, 3)][p % 2]"}, "a list that holds an int and a tuple of 2 cannot be compiled; use a tuple"),
    ({"start": "(3, (4, 5))", "moves": "if p[0] > 0: yield 1", "play": "return p[0] - n, p[1] + (n,)"},
     "the length of the field `1` changes during a game; give it one length, and fill up what is unused"),
    ({"start": "(3, (4, 5))", "moves": "if p[0] > 0: yield 1", "play": "return p[0] - n, list(p[1])"},
     "`play` returns a list as the field `1`, which must be a tuple; write tuple(…)"),
])  # fmt: skip
def test_what_cannot_be_compiled_is_told_in_one_sentence_and_runs_plain(write_game, parts, message):
    game = build(write_game, **parts)
    with pytest.raises(CompileError) as error:
        analyze(game, depth=2, compiled=True)
    assert message in str(error.value)
    assert "\n" not in str(error.value)
    with pytest.warns(PlainSpeed) as notes:
        result = analyze(game, depth=2)
        analyze(game, depth=3)
    assert not result.compiled
    told = [str(note.message) for note in notes if note.category is PlainSpeed]
    assert len(told) == 1
    assert "runs plain" in told[0]


def test_numbers_beyond_64_bits_are_noticed_and_run_plain(write_game):
    text = """
def start(): return 0
def turn(p): return p.bit_count() % 2
def moves(p):
    for cell in range(100):
        if not p >> cell & 1:
            yield cell
def play(p, cell): return p | 1 << cell
def utility(p, player): return 0
def evaluate(p, player): return 1 if p >> 99 & 1 else 0
"""
    game = load(write_game(text))
    with pytest.raises(CompileError, match="`1 << cell` in `play` does not fit in the 64 bits of compiled rules"):
        analyze(game, depth=1, compiled=True)
    with pytest.warns(PlainSpeed, match="64 bits"):
        result = analyze(game, depth=1)
    assert (result.score, result.move) == (1, 99)


def test_yield_from_tuples_tables_and_closures_compile(write_game):
    text = """
import numpy as np
from typing import NamedTuple
from kibitz.bits import each, highest, lowest, replaced
class P(NamedTuple):
    cells: tuple
    player: int
def game(size: int = 3):
    table = np.arange(size)
    def start(): return P((1,) * size, 0)
    def turn(p): return p.player
    def free(p):
        for i in range(size):
            if p.cells[i]:
                yield i
    def moves(p): yield from free(p)
    def play(p, i): return P(replaced(p.cells, i, 0), 1 - p.player)
    def bits(p):
        total = 0
        for i in range(size):
            total |= p.cells[i] << i
        return total
    def utility(p, player): return 0
    def evaluate(p, player):
        b = bits(p) | 0b1001000
        total = 0
        for i in each(b):
            total += i
        value = total + 10 * lowest(b) + 100 * highest(b) + b.bit_length() + (-b).bit_count() + table[size - 1]
        return value if player == p.player else -value
    from kibitz import Game
    return Game.of(locals())
"""
    game = load(write_game(text))
    results = [analyze(game, "minimax", depth=2, compiled=c) for c in (False, True)]
    assert results[0].score == results[1].score
    assert results[0].pv == results[1].pv


def test_errors_raised_by_rules_are_told_at_both_speeds(write_game, monkeypatch):
    from kibitz.compiler import compile as compiler

    for raised, told in (("'no'", "no"), ("f'no {p}'", "no 0")):
        for compiled in (False, True, True):  # when compiled, as it was made and as it is loaded
            monkeypatch.setattr(compiler, "loaded", {})
            game = build(write_game, utility=f"\n    if p == 0: raise ValueError({raised})\n    return 1")
            with pytest.raises(kibitz.GameError, match=f"raised ValueError: {told}"):
                analyze(game, depth=4, compiled=compiled)


def test_explicit_trees_run_plain_without_a_word():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not analyze(load("((1 2) (3 4))"), depth=2).compiled


def test_llvm_is_not_imported_before_it_is_needed():
    code = "import sys, kibitz.interface.cli.main; kibitz.load('nim'); print('llvmlite' in sys.modules or 'rich' in sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.strip() == "False"


def test_rules_need_no_decorator():
    games = Path(kibitz.__file__).parent / "games"
    for file in games.glob("*.py"):
        assert not any(line.strip().startswith("@") for line in file.read_text().splitlines())


def test_what_two_processes_kept_is_not_mixed_up(tmp_path):
    """What different processes have compiled is loaded together, and must still be told apart."""
    environment = {**os.environ, "KIBITZ_CACHE": str(tmp_path)}
    program = "import kibitz, sys; print(*(kibitz.analyze(g, 'alpha-beta', depth=6).nodes for g in sys.argv[1:]))"
    specs = ["connect-four", "connect-four:connect=3"]

    def nodes(*games):
        done = subprocess.run([sys.executable, "-c", program, *games], env=environment, capture_output=True, text=True)
        return [int(number) for number in done.stdout.split()]

    one, other = nodes(specs[0])[0], nodes(specs[1])[0]
    assert one != other
    assert nodes(*specs) == [one, other]
    assert nodes(*reversed(specs)) == [other, one]


def test_moves_are_written_as_they_are_yielded(write_game):
    text = """
from typing import NamedTuple
from kibitz.bits import each
class Position(NamedTuple):
    left: int
    player: int
def start(): return Position(0b1011011, 0)
def turn(p): return p.player
def few(n):
    yield n
    yield n + 1
def moves(p):
    if p.left == 0b1000:
        return
    for bit in each(p.left):
        if bit == 1:
            continue
        for other in each(p.left >> 3):
            yield bit * 10 + other
    yield from few(100)
    yield from each(p.left & 0b11)
def play(p, move): return Position(p.left & ~(1 << move % 7), 1 - p.player)
def is_over(p): return p.left == 0
def utility(p, player): return p.left if player == 0 else -p.left
"""
    game = load(write_game(text))
    for left in (0b1011011, 0b1000, 0b1111111, 1):
        p = game.rules.start()._replace(left=left)
        for algorithm in ("minimax", "engine"):  # one generates moves one by one, the other all at once
            found = [analyze(game, algorithm, position=p, depth=3, compiled=speed) for speed in (False, True)]
            assert found[0].nodes == found[1].nodes
            assert found[0].pv == found[1].pv
        assert perft(game, 2, position=p, compiled=True).leaves == perft(game, 2, position=p, compiled=False).leaves
    plain, compiled = (kibitz.analyze(game, "engine", depth=4, compiled=c) for c in (False, True))
    assert (plain.nodes, plain.score, plain.pv) == (compiled.nodes, compiled.score, compiled.pv)
