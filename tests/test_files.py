"""Files: nobody else's code is loaded, nothing is lost on a full disk, and a killed process leaves nothing for long."""

import hashlib
import os
import resource
import signal
import stat
import subprocess
import sys
import warnings

import pytest

from kibitz import OptionError, PlainSpeed, load
from kibitz.compiler import cache
from kibitz.compiler import compile as compiler
from kibitz.files import make_private, read_private, remove_stale, replacing, why_unsafe, write_file
from kibitz.record import Record
from kibitz.search.engine.table import new_table
from kibitz.search.solve.checkpoint import MARK, Checkpoint, restore

ROOT = os.geteuid() == 0
STRANGER = 54321
COUNT = """
def start(): return 4
def turn(p): return p % 2
def moves(p):
    if p > 0:
        yield 1
def play(p, n): return p - n
def utility(p, player): return {worth} if player == 0 else -{worth}
"""


# The cache: never somebody else's code


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    """The name of a search and the whole file of it, which loads and runs."""
    from kibitz.compiler.compile import compile_search
    from kibitz.search.textbook.alpha_beta import alpha_beta

    folder = tmp_path_factory.mktemp("kernel")
    (folder / "count.py").write_text(COUNT.format(worth=5))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiler, "loaded", {})
        patch.setenv("KIBITZ_CACHE", str(folder / "cache"))
        machine = compile_search(alpha_beta, load(folder / "count.py"))
        machine.keep()
    return machine.name, (folder / "cache" / f"{machine.name}.kernel").read_bytes()


@pytest.fixture
def planted(tmp_path, kernel, monkeypatch):
    """A folder with the search in it; what the cache says of it."""
    folder = tmp_path / "above" / "cache"
    folder.mkdir(parents=True)
    for each in (folder, folder.parent):
        each.chmod(0o700)
    file = folder / f"{kernel[0]}.kernel"
    file.write_bytes(kernel[1])
    file.chmod(0o600)
    monkeypatch.setattr(compiler, "loaded", {})
    monkeypatch.setattr(cache, "told", set())
    monkeypatch.setenv("KIBITZ_CACHE", str(folder))
    return folder


def notes_of_loading(name):
    """Try to load a search twice; it must not be taken. Return what was said."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert cache.load_kernel(name) is None
        assert cache.load_kernel(name) is None
    assert {note.category for note in caught} == {PlainSpeed}
    return [str(note.message) for note in caught]


def test_what_is_mine_is_loaded(planted, kernel):
    assert cache.load_kernel(kernel[0]) is not None


def test_what_is_mine_is_loaded_through_a_link_of_mine_and_from_a_sticky_place(planted, kernel, tmp_path, monkeypatch):
    planted.parent.chmod(0o1777)
    (tmp_path / "link").symlink_to(planted)
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "link"))
    assert cache.load_kernel(kernel[0]) is not None


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o1777, 0o722])
def test_a_folder_that_others_can_write_is_not_trusted(planted, kernel, mode):
    planted.chmod(mode)
    (note,) = notes_of_loading(kernel[0])
    assert f"every run recompiles them: other users can write to {planted}" in note


def test_a_folder_below_one_that_others_can_write_is_not_trusted(planted, kernel):
    planted.parent.chmod(0o777)
    (note,) = notes_of_loading(kernel[0])
    assert f"other users can write to {planted.parent}" in note


def test_a_file_that_others_can_write_is_not_trusted(planted, kernel):
    (planted / f"{kernel[0]}.kernel").chmod(0o666)
    (note,) = notes_of_loading(kernel[0])
    assert "ignoring " in note
    assert "another user could have written it" in note


def test_a_link_in_place_of_a_file_is_not_followed(planted, kernel, tmp_path):
    file = planted / f"{kernel[0]}.kernel"
    file.rename(tmp_path / "elsewhere")
    file.symlink_to(tmp_path / "elsewhere")
    (note,) = notes_of_loading(kernel[0])
    assert "ignoring " in note


@pytest.mark.skipif(not ROOT, reason="only root can give files to somebody else")
@pytest.mark.parametrize("what", ["file", "folder", "above"])
def test_what_belongs_to_somebody_else_is_not_trusted(planted, kernel, what):
    place = {"file": planted / f"{kernel[0]}.kernel", "folder": planted, "above": planted.parent}[what]
    os.chown(place, STRANGER, STRANGER)
    (note,) = notes_of_loading(kernel[0])
    assert str(place) in note


@pytest.mark.skipif(not ROOT, reason="only root can give links to somebody else")
def test_a_link_of_somebody_elses_is_not_trusted(planted, kernel, tmp_path, monkeypatch):
    (tmp_path / "theirs").symlink_to(planted)
    os.chown(tmp_path / "theirs", STRANGER, STRANGER, follow_symlinks=False)
    (tmp_path / "mine").symlink_to("theirs")
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "mine"))
    (note,) = notes_of_loading(kernel[0])
    assert f"{tmp_path / 'theirs'} belongs to another user" in note


def test_planted_code_with_a_valid_checksum_is_never_run(tmp_path):
    """The whole way: machine code of other rules, under the right name, in a folder that others can write."""
    script = "import sys, kibitz; g = kibitz.load(sys.argv[1]); print(kibitz.analyze(g, 'alpha-beta', depth=9, compiled=True).score)"

    def run(folder, worth):
        (tmp_path / "count.py").write_text(COUNT.format(worth=worth))
        command = [sys.executable, "-c", script, str(tmp_path / "count.py")]
        environment = {**os.environ, "KIBITZ_CACHE": str(folder)}
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)

    for worth in (5, 7):
        assert run(tmp_path / str(worth), worth).stdout.strip() == str(worth)
    (mine,), (other,) = ((tmp_path / worth).glob("*.kernel") for worth in "57")
    mine.write_bytes(other.read_bytes())
    mine.parent.chmod(0o777)
    done = run(mine.parent, 5)
    assert done.stdout.strip() == "5"
    assert done.stderr.count("PlainSpeed: cannot save compiled rules") == 1
    assert mine.read_bytes() == other.read_bytes(), "nothing is written there either"


def test_folders_and_files_are_made_for_their_owner_only(tmp_path):
    folder = tmp_path / "a" / "b"
    before = os.umask(0)
    try:
        make_private(folder)
        with replacing(folder / "file") as file:
            file.write(b"x")
    finally:
        os.umask(before)
    modes = [stat.S_IMODE(place.stat().st_mode) for place in (folder.parent, folder, folder / "file")]
    assert modes == [0o700, 0o700, 0o600]
    assert why_unsafe(folder) is None
    assert read_private(folder / "file") == b"x"
    assert read_private(folder / "none") is None


def test_a_pipe_in_place_of_a_file_keeps_nobody_waiting(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(PermissionError, match="it is not a regular file"):
        read_private(tmp_path / "pipe")


# A full disk


@pytest.fixture
def full_disk():
    """A disk on which no file can grow beyond a few bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


def names_in(folder):
    return sorted(file.name for file in folder.iterdir())


def test_a_full_disk_loses_no_game(tmp_path, request):
    Record("nim", ("1",)).save(tmp_path / "game.json")
    before = (tmp_path / "game.json").read_bytes()
    request.getfixturevalue("full_disk")
    with pytest.raises(OptionError, match=r"^cannot write .*game.json: File too large$"):
        Record("nim", ("1", "2")).save(tmp_path / "game.json")
    assert (tmp_path / "game.json").read_bytes() == before
    assert names_in(tmp_path) == ["game.json"]


def test_a_full_disk_loses_no_checkpoint(tmp_path, request):
    saving = Checkpoint(tmp_path / "state", {"game": "x"}, new_table(1, True), lambda: {"low": 1})
    saving.save()
    request.getfixturevalue("full_disk")
    with pytest.warns(UserWarning, match=r"cannot write .*state: File too large; the run cannot be resumed"):
        saving.save()
    assert names_in(tmp_path) == ["state"]
    assert restore(tmp_path / "state", {"game": "x"}, new_table(1, True)) == {"game": "x", "low": 1}


def test_a_full_disk_keeps_no_search(planted, kernel, full_disk):
    from kibitz.compiler.compile import compile_search
    from kibitz.search.textbook.minimax import minimax

    machine = compile_search(minimax, load("nim"))
    with pytest.warns(PlainSpeed, match=f"cannot save compiled rules in {planted}: File too large"):
        machine.keep()
    assert [name for name in names_in(planted) if name.endswith(".kernel")] == [f"{kernel[0]}.kernel"]


# What a killed process leaves


WRITER = """
import sys, time
from pathlib import Path
from kibitz.files import replacing
with replacing(Path(sys.argv[1])) as file:
    file.write(b"half of it")
    file.flush()
    print("writing", flush=True)
    time.sleep(60)
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_what_a_killed_writer_left_is_removed_and_what_is_being_written_is_not(tmp_path, number):
    target = tmp_path / "file[1]"
    write_file(target, "old")
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, target], stdout=subprocess.PIPE) for _ in range(2)]
    for writer in writers:
        writer.stdout.readline()
    writers[0].send_signal(number)
    writers[0].wait()
    assert len(names_in(tmp_path)) == 3
    write_file(tmp_path / "another", "new")
    assert len(names_in(tmp_path)) == 4, "what belongs to another file is left alone"
    write_file(target, "new")
    assert len(names_in(tmp_path)) == 3
    assert target.read_text() == "new"
    writers[1].kill()
    writers[1].wait()
    remove_stale(tmp_path)
    assert names_in(tmp_path) == ["another", "file[1]"]


def test_a_killed_solve_leaves_nothing_after_the_next(tmp_path):
    """It is killed in the middle of writing its table, which here takes for ever."""
    slow = """
import sys, time, threading
import kibitz.search.solve.checkpoint as checkpoint
from kibitz.interface.cli.main import main
class Slow:
    def __init__(self, file): self.file = file
    def write(self, data):
        self.file.write(bytes(data)[:1000]); self.file.flush()
        print("writing", flush=True); time.sleep(60)
import contextlib
usual = checkpoint.replacing
@contextlib.contextmanager
def replacing(path):
    with usual(path) as file: yield Slow(file)
checkpoint.replacing = replacing
checkpoint.SECONDS = 0.01
main()
"""
    arguments = ["solve", "connect-four", "--plain", "--table", "1", "--checkpoint", str(tmp_path / "state")]
    killed = subprocess.Popen([sys.executable, "-c", slow, *arguments], stdout=subprocess.PIPE)
    assert killed.stdout.readline() == b"writing\n"
    killed.kill()
    killed.wait()
    assert len(names_in(tmp_path)) == 1
    again = [sys.executable, "-m", "kibitz", *arguments, "--seconds", "0.1"]
    subprocess.run(again, check=True, capture_output=True, timeout=60)
    assert names_in(tmp_path) == ["state"]


def test_the_cache_is_cleaned_when_it_is_used(planted, kernel):
    (planted / "tmpabcdefgh.part").write_bytes(b"left by an older version")
    cache.load_kernel(kernel[0])
    assert names_in(planted) == [f"{kernel[0]}.kernel"]


# A damaged checkpoint


def damaged(data):
    """Break a checkpoint in many ways; with the right checksum where that is not the point."""

    def summed(body):
        return body + hashlib.sha256(body).digest()

    head, _, rest = data[:-32].partition(b"\n")
    yield data[:-1]
    yield data[:200]
    yield data[:1000] + bytes([data[1000] ^ 1]) + data[1001:]
    yield MARK + b"}"
    yield summed(MARK)
    yield summed(head + b"\n")
    yield summed(head + b"\n" + rest[:-3])
    yield summed(head[:-2] + b"\n" + rest)
    for wrong in (b'"1"', b"1.5", b"true", b"null", b"1" * 30):
        yield summed(head.replace(b'"low": 1', b'"low": ' + wrong) + b"\n" + rest)


def test_a_damaged_checkpoint_is_mentioned_and_never_used(tmp_path):
    file = tmp_path / "state"
    table = new_table(1, True)
    table[20] = 7
    Checkpoint(file, {"game": "x"}, table, lambda: {"low": 1}).save()
    for data in damaged(file.read_bytes()):
        file.write_bytes(data)
        copy = new_table(1, True)
        with pytest.warns(UserWarning, match=f"^the checkpoint {file} is damaged: starting over$"):
            assert restore(file, {"game": "x"}, copy) is None
        assert copy[20] == 0


def test_a_damaged_checkpoint_is_one_line_on_the_command_line(tmp_path):
    file = tmp_path / "state"
    Checkpoint(file, {"game": "x"}, new_table(0.01, True), dict).save()
    file.write_bytes(file.read_bytes()[:-1])
    command = [sys.executable, "-m", "kibitz", "solve", "tic-tac-toe", "--plain", "--weak", "--checkpoint", str(file)]
    done = subprocess.run([*command, "--method", "bisection"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0
    assert done.stderr == f"kibitz: note: the checkpoint {file} is damaged: starting over\n"
    assert not file.exists()


def test_a_checkpoint_with_impossible_numbers_is_not_used(tmp_path):
    table = new_table(1, True)
    for buckets in (0, -1, 3):
        table[0] = 4096
        Checkpoint(tmp_path / "state", {"game": "x"}, table, dict).save()
        data = bytearray((tmp_path / "state").read_bytes()[:-32])
        start = data.index(b"\n") + 1
        data[start : start + 8] = buckets.to_bytes(8, "little", signed=True)
        (tmp_path / "state").write_bytes(bytes(data) + hashlib.sha256(data).digest())
        with pytest.warns(UserWarning, match="is from another version of kibitz: starting over"):
            assert restore(tmp_path / "state", {"game": "x"}, new_table(1, True)) is None
