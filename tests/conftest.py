"""One cache of compiled searches for the whole run, fresh each time: nothing left on the machine can help."""

import os
import signal
import tempfile

import pytest


def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        os.environ["KIBITZ_CACHE"] = tempfile.mkdtemp(prefix="kibitz-test-cache-")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # A shell lets what it runs in the background ignore Ctrl-C, and so would every program that a test interrupts.
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def write_game(tmp_path):
    """Return a function that writes a game's file and returns its path."""

    def write(text: str, name: str = "mygame.py") -> str:
        path = tmp_path / name
        path.write_text(text)
        return str(path)

    return write
