"""A short fuzz run of every kind, with nothing compiled; and the fuzz itself sees what it looks for."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from benchmarks import fuzz
from benchmarks.fuzzing import commands, lines, messages, run, trees

ROOT = Path(__file__).parents[1]
COUNTS = {"commands": 60, "uci": 100, "socket": 100, "files": 40}
SEED = 20261116

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the fuzz forks")


@pytest.mark.parametrize("kind", COUNTS)
def test_neither_breaks_hangs_nor_lies(kind):
    # In a process of its own: one that has threads, as that of the tests does, must not fork.
    options = ["--plain", "--kind", kind, "--seed", str(SEED), "--count", str(COUNTS[kind])]
    command = [sys.executable, ROOT / "benchmarks" / "fuzz.py", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("kind", COUNTS)
def test_a_case_is_the_same_whenever_it_is_made(kind):
    made = [fuzz.shown(fuzz.case_of(kind, 5, number, plain=False)) for number in range(60)]
    assert [fuzz.shown(fuzz.case_of(kind, 5, number, plain=False)) for number in range(59, -1, -1)] == made[::-1]
    assert len(set(made)) > 30
    assert made != [fuzz.shown(fuzz.case_of(kind, 6, number, plain=False)) for number in range(60)]


ENDED = run.Ran(code=0, out="", err="", seconds=0.1, late=False, interrupted=False)


@pytest.mark.parametrize(
    ("ended", "seen"),
    [
        ({"late": True}, "did not end within 20 seconds"),
        ({"err": "Traceback (most recent call last):\n"}, "shows its insides"),
        ({"err": "kibitz: note: LLVM IR parsing error\n"}, "shows its insides"),
        ({"code": -11}, "exit code -11"),
        ({"code": 3}, "exit code 3"),
        ({"out": "a\x1b[31mb"}, "prints the control character"),
        ({"code": 2, "err": f"kibitz: {'x' * 1002}\n"}, "an error of 1010 characters"),
        ({"code": 2}, "exit code 2 without a word"),
        ({"code": 130}, "exit code 130, and nobody interrupted it"),
        ({"out": "score 3\n"}, "--json printed something else"),
    ],
)
def test_what_is_wrong_with_a_run_is_seen(ended, seen):
    command = commands.Command(["analyze", "(1 2)", "--json"])
    assert run.fault(command, ENDED._replace(**ended)).startswith(seen)
    assert run.fault(command, ENDED._replace(out='{"proven": null}')) is None


def test_a_wrong_proof_is_seen():
    text, truth = "((3 12) (2 4))", trees.Truth(3, {"a": 3, "b": 2})
    command = commands.Command(["solve", text, "--json"], truth=truth)
    for found, seen in (
        ('{"proven": "win", "score": 3, "move": "a"}', None),
        ('{"proven": null, "score": 9, "move": "b"}', None),
        ('{"proven": "win", "score": 4, "move": "a"}', "wrong proof: score 4, in truth 3"),
        ('{"proven": "win", "score": 3, "move": "b"}', "wrong proof: move b gives 2, not 3"),
        ('{"proven": "draw", "score": 3, "move": "a"}', "wrong proof: draw, in truth win"),
    ):
        assert run.fault(command, ENDED._replace(out=found)) == seen


def test_what_is_no_uci_is_seen():
    assert lines.fault("info depth 1\nbestmove e2e4 ponder e7e5\nreadyok\n", "") is None
    for said in ("hello\n", "bestmove\n", "bestmove e9e9\n", "info string \x07\n"):
        assert lines.fault(said, "")
    assert lines.fault("", "Traceback")


def test_pages_that_compile_nothing_search_trees_alone():
    for number in range(300):
        message = messages.asked(Random(number), plain=True)
        assert message["ask"] not in messages.LONG or message["game"] in messages.TREES
