"""One Ctrl-C is enough: rules that never end, a file that loops, the compiler at work."""

import os
import signal
import subprocess
import sys
import time

import pytest

from tests.test_broken_files import TAKE

LOOP = "    import sys; print('here', file=sys.stderr, flush=True)\n    while True: pass\n"
STUBBORN = """    import sys; print('here', file=sys.stderr, flush=True)
    while True:
        try:
            while True: pass
        except BaseException: pass
"""
SECONDS = 4.0
"""A second is what it takes; a machine that does much else may need more."""


def interrupted(wanted, *arguments, text="", number=signal.SIGINT, **options):
    """Run the program, send a signal when it has said something, and return its code, errors and the time it took."""
    command = [sys.executable, "-m", "kibitz", *map(str, arguments)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen(command, text=True, **pipes, **options)
    process.stdin.write(text)
    process.stdin.flush()
    said = ""
    while wanted not in said:
        line = process.stderr.readline()
        assert line, said
        said += line
    time.sleep(0.05)
    sent = time.monotonic()
    process.send_signal(number)
    out, err = process.communicate(timeout=30)
    return process.returncode, out, said + err, time.monotonic() - sent


@pytest.mark.parametrize(
    ("rules", "arguments"),
    [
        ("if True:\n" + LOOP, ["analyze"]),
        (TAKE + "def evaluate(p, player):\n" + LOOP, ["analyze", "--plain", "--depth", "2", "--algorithm", "minimax"]),
        (TAKE + "def evaluate(p, player):\n" + STUBBORN, ["analyze", "--depth", "2"]),
        (TAKE + "def is_over(p):\n" + LOOP, ["check", "--plain"]),
    ],
    ids=["load", "search", "stubborn", "check"],
)
def test_rules_that_never_end_are_left_at_one_ctrl_c(write_game, rules, arguments):
    code, out, err, seconds = interrupted("here", arguments[0], write_game(rules), *arguments[1:])
    assert (code, out) == (130, "")
    assert [line for line in err.splitlines() if line.startswith("kibitz")] == ["kibitz: interrupted"]
    assert "Traceback" not in err
    assert seconds < SECONDS


@pytest.mark.parametrize("wait", [0.2, 0.6, 1.0, 1.6])
def test_a_compiler_at_work_is_left_at_one_ctrl_c(tmp_path, wait):
    """Chess compiles for a second or two; whatever it is doing, the program ends, without a traceback."""
    command = [sys.executable, "-m", "kibitz", "analyze", "chess", "--seconds", "60"]
    environment = {**os.environ, "KIBITZ_CACHE": str(tmp_path)}
    process = subprocess.Popen(command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(wait)
    process.send_signal(signal.SIGINT)
    sent = time.monotonic()
    _, err = process.communicate(timeout=30)
    assert process.returncode in (0, 130, -signal.SIGINT)
    assert "Traceback" not in err or wait < 1  # before the program's own first line, Python answers
    assert time.monotonic() - sent < SECONDS


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_no_signal_loses_a_game(write_game, tmp_path, number):
    rules = TAKE + "def evaluate(p, player):\n    if p.sticks > 3: return 0\n" + LOOP
    play = ["play", write_game(rules), "--opponent", "minimax:depth=1", "--save", tmp_path / "game.json"]
    code, out, err, seconds = interrupted("here", *play, text="1\n", number=number)
    assert code == 128 + number
    assert '"moves": [\n  "1"\n ]' in (tmp_path / "game.json").read_text()
    assert f"--load {tmp_path / 'game.json'}" in out + err
    assert seconds < SECONDS
