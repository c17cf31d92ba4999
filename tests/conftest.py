"""One cache of compiled searches for the whole run, fresh each time: nothing left on the machine can help."""

import os
import signal
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

SLOW = set(Path(__file__).with_name("slow.txt").read_text().splitlines())
settings.register_profile("kibitz", deadline=None)  # other programs on the machine must not fail a test
settings.load_profile("kibitz")


def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        os.environ["KIBITZ_CACHE"] = tempfile.mkdtemp(prefix="kibitz-test-cache-")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # A shell lets what it runs in the background ignore Ctrl-C, and so would every program that a test interrupts.
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items):
    """Mark the tests of slow.txt, which take long and have a quicker relative in the normal run."""
    for item in items:
        if item.nodeid.removeprefix("tests/") in SLOW:
            item.add_marker(pytest.mark.slow)


@pytest.fixture
def write_game(tmp_path):
    """Return a function that writes a game's file and returns its path."""

    def write(text: str, name: str = "mygame.py") -> str:
        path = tmp_path / name
        path.write_text(text)
        return str(path)

    return write


@pytest.fixture
def run_kibitz(monkeypatch, capsys):
    """Return a function that runs the program in this process: its exit code, what it printed, its errors."""
    from kibitz.interface.cli import main as command_line

    def run(*arguments, typed=""):
        lines = iter(typed.splitlines())

        def read(prompt):
            print(prompt, end="")
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr(sys, "argv", ["kibitz", *map(str, arguments)])
        monkeypatch.setattr(command_line, "short_warnings", lambda: None)
        monkeypatch.setattr("builtins.input", read)
        with pytest.raises(SystemExit) as left:
            command_line.main()
        return left.value.code, *capsys.readouterr()

    return run
