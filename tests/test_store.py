"""The store of a match: nothing is lost, nothing is twice, and what is wrong with a file is told in one sentence."""

import contextlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from kibitz import KibitzError, OptionError, match
from kibitz.arena.lines import import_lines, lines_of, read_games
from kibitz.arena.match import Slots
from kibitz.arena.tables import APPLICATION, FREE, contestants_in, event_in, live_in, reading
from kibitz.version import __version__
from tests.store_writer import EVENT, game, opened
from tests.stores import beside, change, copied, games_in, stored

DATA = Path(__file__).parent / "data" / "match"
WRITER = Path(__file__).parent / "store_writer.py"
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def numbers_in(path):
    """Return the numbers of the games in a store; each must have its seats, and the file must be sound."""
    with contextlib.closing(sqlite3.connect(path)) as data:
        assert data.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        if not data.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            return []  # it was killed before it had created the tables
        numbers = [number for (number,) in data.execute("SELECT number FROM game ORDER BY number")]
        seats = data.execute("SELECT game, player FROM seat ORDER BY game, player").fetchall()
    assert seats == [(number, player) for number in numbers for player in (0, 1)]
    return numbers


def filled(path, games):
    """Write a store with this many games, and close it."""
    with opened(path) as store:
        for number in range(len(store.games) + 1, games + 1):
            store.add(game(number))
    return path


# Killed, read and written at once


def kill_writers(folder, times):
    """Kill a writer at any moment, this often: while it creates a store, opens, writes and closes it."""
    writer = subprocess.Popen(
        [sys.executable, WRITER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=WRITER.parents[1],
        env={**os.environ, "PYTHONPATH": str(WRITER.parents[1])},
    )  # fmt: skip
    chance, path, committed, most = random.Random(), None, set(), 0
    with writer:
        for number in range(times):
            if number % 3 == 0:
                path, committed = folder / f"{number}.db", set()
            writer.stdin.write(f"{path}\n")
            writer.stdin.flush()
            said = iter(writer.stdout.readline, "ended\n")
            process, lives = 0, chance.randrange(8)  # it is killed shortly after so many games
            for line in said:
                if line.startswith("process "):
                    process = int(line.split()[1])
                else:
                    committed.add(int(line))
                    lives -= 1
                if lives == 0:
                    time.sleep(chance.uniform(0, 0.02))
                    os.kill(process, signal.SIGKILL)
            if not path.exists():
                continue
            found = numbers_in(copied(path, folder / f"copy-{number}"))
            assert found == list(range(1, len(found) + 1)), "each once, and none is left out"
            assert committed <= {*found}
            if found:
                assert [each["number"] for each in games_in(path)] == found  # as a reader sees it, who may not write
            with opened(path) as store:  # and so does the next writer
                assert sorted(store.games) == found
                assert [store.games[each] for each in found] == list(map(game, found))
            assert beside(path) == [path.name]
            most = max(most, len(found))
    assert most > 3, "no writer lived long enough"


@needs_fork
def test_killed_at_any_moment_every_committed_game_is_there_once(tmp_path):
    kill_writers(tmp_path, 10)


@needs_fork
@pytest.mark.slow
def test_killed_a_hundred_times(tmp_path):
    kill_writers(tmp_path, 100)


def test_two_read_while_one_writes(tmp_path):
    path, seen, done = tmp_path / "match.db", ([], []), threading.Event()

    def read(into):
        while not done.is_set():
            numbers = [each["number"] for each in games_in(path)]
            assert numbers == list(range(1, len(numbers) + 1))
            into.append(len(numbers))

    with opened(path) as store:
        readers = [threading.Thread(target=read, args=(into,)) for into in seen]
        for reader in readers:
            reader.start()
        for number in range(1, 201):
            store.add(game(number))
            if number % 5 == 0:
                store.commit()
                assert stored(path) == number
                time.sleep(0.005)
        done.set()
        for reader in readers:
            reader.join()
    for counts in seen:
        assert counts == sorted(counts)
        assert len(set(counts)) > 5, "it saw the games come in"
    assert numbers_in(path) == list(range(1, 201))


def test_a_reader_never_blocks_the_writer(tmp_path, monkeypatch):
    monkeypatch.setattr("kibitz.arena.tables.BUSY_SECONDS", 0.0)  # nobody waits for anybody
    path = tmp_path / "match.db"
    store = opened(path)
    store.add(game(1))
    store.commit()
    with reading(path) as data:
        data.execute("BEGIN")
        count = "SELECT count(*) FROM game"
        assert data.execute(count).fetchone() == (1,)
        for number in range(2, 50):
            store.add(game(number))
            store.commit()
        assert data.execute(count).fetchone() == (1,)  # still what it was when the reader began
        assert stored(path) == 49
        started = time.monotonic()
        store.close()
        assert time.monotonic() - started < 5
        data.execute("COMMIT")
        assert data.execute(count).fetchone() == (49,)
    assert len(games_in(path)) == 49
    opened(path).close()
    assert beside(path) == ["match.db"]


def test_games_are_committed_soon_and_show_while_they_are_played(tmp_path):
    path = tmp_path / "match.db"
    with opened(path) as store:
        store.add(game(1))
        slots = Slots(store)
        for number in (*range(2, 20), 3):
            slots.show({"number": number, "moves": ["5"]})
        end = time.monotonic() + 20
        while not stored(path) and time.monotonic() < end:
            time.sleep(0.01)
        with reading(path) as data:
            assert [each["number"] for each in live_in(data)] == [14, 15, 16, 17, 18, 19, 3, *range(9, 14)]
            assert [name for name, _ in contestants_in(data)] == ["one", "two"]
    with reading(path) as data:
        assert live_in(data) == []
    assert stored(path) == 1


def test_afterwards_there_is_one_file(tmp_path):
    path = tmp_path / "match.db"
    with opened(path) as store:
        store.add(game(1))
        store.commit()
        assert beside(path) == ["match.db", "match.db-shm", "match.db-wal", "match.db.lock"]
    assert beside(path) == ["match.db"]
    with reading(path) as data:
        assert event_in(data) == {**EVENT, **dict.fromkeys(FREE), "games": 1000, "started": 0}
        assert beside(path) == ["match.db"]
    with pytest.raises(ZeroDivisionError), opened(path) as store:  # noqa: PT012
        store.add(game(2))
        raise ZeroDivisionError
    assert beside(path) == ["match.db"]
    assert stored(path) == 2


def test_a_second_writer_is_refused(tmp_path):
    path = filled(tmp_path / "match.db", 3)
    link = tmp_path / "link.db"
    link.symlink_to(path)
    with opened(path):
        for same in (path, link):
            with pytest.raises(OptionError, match=f"{same} is being written by another run that is still going on"):
                opened(same)
    (tmp_path / "match.db.lock").touch()  # left by a process that was killed
    with opened(link) as store:
        assert len(store.games) == 3
    assert sorted(file.name for file in tmp_path.iterdir()) == ["link.db", "match.db"]


def test_no_game_is_stored_twice(tmp_path):
    path = filled(tmp_path / "match.db", 3)
    with pytest.raises(OptionError, match="cannot write .*game.number"), opened(path) as store:
        store.add(game(2))
    assert numbers_in(path) == [1, 2, 3]


def test_an_interrupted_game_is_not_half_there(tmp_path, monkeypatch):
    def interrupted(data, games, schedule):
        data.execute("INSERT INTO game SELECT 4, opening, moves, plies, result, reason, score, points, notes, loser, "
                     "seconds, longest FROM game WHERE number = 1")  # fmt: skip
        raise KeyboardInterrupt

    path = filled(tmp_path / "match.db", 3)
    with opened(path) as store:
        with monkeypatch.context() as patch:
            patch.setattr("kibitz.arena.store.insert", interrupted)
            with pytest.raises(KeyboardInterrupt):
                store.add(game(4))
        store.commit()
        assert stored(path) == 3
        store.add(game(4))  # nothing of it is in the way
    assert numbers_in(path) == [1, 2, 3, 4]


def test_what_is_not_unicode_is_stored_with_question_marks(tmp_path):
    def failing(state):
        raise ValueError("no \udcff way")

    path = tmp_path / "match.db"
    for _ in range(2):
        match("nim", failing, "random", games=2, record=path)
    assert [each["notes"] for each in games_in(path)] == [["A failed: ValueError: no ? way"]] * 2
    assert [each["loser"] for each in games_in(path)] == ["A", "A"]


# A full disk

FULL = (
    "cannot write {}: the disk is full or fails ({}); the games stored so far are safe, and the same command "
    "resumes when there is room"
)


@pytest.mark.parametrize("shown", [False, True])
def test_a_full_disk_is_told_and_the_games_before_are_safe(tmp_path, shown):
    path = filled(tmp_path / "match.db", 10)
    number = 10
    with pytest.raises(OptionError) as error, opened(path) as store:  # noqa: PT012
        pages = store.data.execute("PRAGMA page_count").fetchone()[0]
        store.data.execute(f"PRAGMA max_page_count = {pages + 2}")
        while number < 1000:
            if shown:
                store.show({"moves": ["5"] * 500}, number)
            number += 1
            store.add(game(number, plies=100))
            store.commit()
    assert str(error.value) == FULL.format(path, "database or disk is full")
    assert beside(path) == ["match.db"]
    assert numbers_in(path) == list(range(1, number))
    assert len(games_in(filled(path, 40))) == 40


def test_what_was_not_committed_when_the_disk_was_full_is_not_half_there(tmp_path):
    path = filled(tmp_path / "match.db", 10)
    with pytest.raises(OptionError, match="the disk is full"), opened(path) as store:  # noqa: PT012
        pages = store.data.execute("PRAGMA page_count").fetchone()[0]
        store.data.execute(f"PRAGMA max_page_count = {pages}")
        for number in range(11, 1000):
            store.add(game(number))
            store.show({"moves": ["5"] * 5000}, 0)  # this fails, and undoes what was not committed
    found = numbers_in(path)
    assert found == list(range(1, len(found) + 1))
    assert len(found) >= 10


LIMITED = """
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
sys.argv[:2] = []
runpy.run_module("kibitz", run_name="__main__", alter_sys=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs resource limits")
@pytest.mark.parametrize("size", [8_000, 120_000])
def test_a_file_that_must_not_grow_is_told_and_the_same_command_resumes(tmp_path, size):
    path = tmp_path / "match.db"
    command = ["match", "random", "random", "--game", "nim", "--games", "400", "--jobs", "1", "--record", str(path)]

    def run(*before):
        return subprocess.run([sys.executable, *before, *command], capture_output=True, text=True, timeout=60)

    done = run("-c", LIMITED, str(size), "kibitz")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1].startswith(f"kibitz: cannot write {path}: the disk is full or fails (")
    assert "Traceback" not in done.stderr
    found = games_in(path) if size > 8_000 else []
    assert size == 8_000 or 0 < len(found) < 400
    if size > 8_000:
        assert run("-m", "kibitz").returncode == 0
    else:
        match("nim", "random", "random", games=400, jobs=1, record=path)
    assert games_in(path)[: len(found)] == found
    straight = tmp_path / "straight.db"
    match("nim", "random", "random", games=400, jobs=1, record=straight)
    assert list(lines_of(path)) == list(lines_of(straight))


# Files that are no store, and stores that were spoiled


def refused(path, *readers):
    """Return what a file is refused with, by the writer and by readers alike; it must be left as it is."""
    before = path.read_bytes()
    told = set()
    for read in (opened, *readers):
        with pytest.raises(OptionError) as error:
            read(path)
        told.add(str(error.value))
        assert path.read_bytes() == before
        assert beside(path) == [path.name]
    (said,) = told
    assert "\n" not in said
    assert str(path) in said
    return said


def exported(path):
    return list(lines_of(path))


FOREIGN = "is not the store of a match and was left unchanged; name another file"
FILES = {
    "a letter": b"x",
    "a word": b"my notes",
    "random bytes": random.Random(1).randbytes(20_000),
    "a head of SQLite": b"SQLite format 3\0" + random.Random(2).randbytes(20_000),
    "a head alone": b"SQLite format 3\0",
}


@pytest.mark.parametrize("name", FILES)
def test_what_is_no_store_is_refused_and_left_unchanged(name, tmp_path):
    path = tmp_path / "match.db"
    path.write_bytes(FILES[name])
    assert refused(path, exported) == f"{path} {FOREIGN}"


def test_json_lines_are_refused_with_the_way_to_import_them(tmp_path):
    path = tmp_path / "match.jsonl"
    path.write_bytes((DATA / "pairs-1.jsonl").read_bytes())
    told = f"{path} has games as JSON lines; `kibitz results NEW.db --import {path}` makes a store of them"
    assert refused(path, exported) == told


def test_a_database_of_something_else_is_refused_and_left_unchanged(tmp_path):
    path = tmp_path / "match.db"
    change(path, "CREATE TABLE mine (number INTEGER)")
    assert refused(path, exported, read_games) == f"{path} {FOREIGN}"
    change(path, f"PRAGMA application_id = {APPLICATION}")
    told = f"{path} was written by another version of kibitz: format 0, expected 1"
    assert refused(path, exported, read_games) == told


def test_what_cannot_be_written_is_refused(tmp_path):
    pipe, long = tmp_path / "pipe", tmp_path / ("x" * 300)
    os.mkfifo(pipe)
    for path, message in (
        (tmp_path, "it is a folder"),
        (pipe, "it is not a regular file"),
        (Path(os.devnull), "it is not a regular file"),
        (tmp_path / "no" / "where.db", "No such file or directory"),
        (long, "File name too long"),
    ):
        with pytest.raises(OptionError) as error:
            opened(path)
        assert str(error.value) == f"cannot write {path}: {message}"
    for path, message in (
        (tmp_path, "it is a folder"),
        (pipe, "it is not a regular file"),
        (tmp_path / "none.db", "there is no such file"),
        (long, "File name too long"),
    ):
        with pytest.raises(OptionError, match=f"cannot read {path}: {message}"):
            exported(path)
    with pytest.raises(OptionError, match="cannot write .*: File name too long"):
        import_lines(DATA / "pairs-1.jsonl", long)
    assert list(tmp_path.iterdir()) == [pipe]


def test_an_error_of_whoever_reads_is_its_own(tmp_path):
    with pytest.raises(BrokenPipeError), reading(filled(tmp_path / "match.db", 1)):
        raise BrokenPipeError


def test_a_torn_file_is_told_and_left_unchanged(tmp_path):
    path = filled(tmp_path / "match.db", 300)
    whole = path.read_bytes()
    for cut in (1, 50, 99, 512, 4095, 4096, 4097, 3 * 4096, len(whole) // 2, len(whole) - 4096, len(whole) - 1):
        path.write_bytes(whole[:cut])
        said = refused(path)
        assert "it is damaged" in said or FOREIGN in said or cut == len(whole) - 1 and "game 289, longest" in said, cut


def test_what_was_not_in_the_main_file_when_the_power_failed_is_played_again(tmp_path):
    """A log of SQLite that is cut off, or ends in rubbish, has the games of the commits that are whole."""
    path = tmp_path / "match.db"
    with opened(path) as store:
        for number in range(1, 21):
            store.add(game(number))
            store.commit()
        copy = copied(path, tmp_path / "copy")
    log = Path(f"{copy}-wal")
    main, whole = copy.read_bytes(), log.read_bytes()
    counts = []
    for at in range(33):
        cut = len(whole) * at // 32
        rubbish = random.Random(at).randbytes(len(whole) - cut) if at % 2 else b""
        copy.write_bytes(main)
        log.write_bytes(whole[:cut] + rubbish)
        with opened(copy) as store:
            counts.append(len(store.games))
            assert sorted(store.games) == list(range(1, counts[-1] + 1))
        assert len(games_in(filled(copy, 20))) == 20
    assert counts == sorted(counts)
    assert (counts[0], counts[-1]) == (0, 20)
    assert len(set(counts)) > 10


TORN = """
import os, sqlite3, sys
data = sqlite3.connect(sys.argv[1], isolation_level=None)
data.execute("PRAGMA cache_size = 1")
data.execute("BEGIN")
data.execute("UPDATE game SET moves = '[]'")
os._exit(0)
"""


def test_what_a_writer_had_not_finished_when_it_was_killed_is_undone_for_readers_too(tmp_path):
    path = filled(tmp_path / "match.db", 100)
    before = games_in(path)
    subprocess.run([sys.executable, "-c", TORN, path], check=True)
    assert beside(path) == ["match.db", "match.db-journal"]
    assert games_in(path) == before
    assert beside(path) == ["match.db"]


EDITED = [
    ("moves = 'e4 e5'", "moves: it is not JSON, or it is incomplete"),
    ("moves = x'ff'", "moves: it is not text in UTF-8"),
    ("moves = 7", "moves must be a list of text, got 7"),
    (f"moves = '{'[' * 9999}'", "moves: its brackets are nested too deeply"),
    ("opening = '{}'", "opening must be a list of text, got {}"),
    ("score = 'x'", "score must be 1, 0.5, 0 or null, got"),
    ("result = x'00'", "result must not be bytes"),
    ("points = '\"x\"'", "points must be a number or null, got"),
    ("loser = 2", "loser must be one of its players or null, got 2"),
    ("loser = 'A'", "loser must be one of its players or null, got 'A'"),
]


@pytest.mark.parametrize(("edit", "words"), EDITED)
def test_a_game_that_was_edited_is_told_by_its_number_and_left_alone(tmp_path, edit, words):
    path = filled(tmp_path / "match.db", 5)
    change(path, f"UPDATE game SET {edit} WHERE number = 3")
    assert f"{path}, game 3" in (said := refused(path, read_games))
    assert words in said
    assert len(said) < 500


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("UPDATE game SET result = CAST(x'ff0aff' AS TEXT)", "Could not decode to UTF-8 column 'result'"),
        ("UPDATE game SET number = 0 WHERE number = 1", "game 0: number must be a whole number of at least 1, got 0"),
        ("UPDATE game SET number = -7 WHERE number = 1", "game -7: number must be a whole number of at least 1"),
        ("DELETE FROM event", "what identifies the run is incomplete"),
        ("DELETE FROM event WHERE name = 'players'", "what identifies the run is incomplete"),
        ("UPDATE event SET value = '7' WHERE name = 'players'", "what identifies the run is incomplete"),
        ("UPDATE event SET value = '0' WHERE name = 'seats'", "what identifies the run is incomplete"),
        ("UPDATE event SET value = '\"all\"' WHERE name = 'pairings'", "what identifies the run is incomplete"),
        ("UPDATE event SET value = '\"gauntlet 9\"' WHERE name = 'pairings'", "what identifies the run is incomplete"),
        ("UPDATE event SET value = 'nim' WHERE name = 'game'", "its game: it is not JSON"),
        ("DELETE FROM contestant WHERE number = 1", "there must be 2 contestants, got 1"),
        ("UPDATE contestant SET number = 5 WHERE number = 1", "there must be 2 contestants, got 2"),
        ("UPDATE contestant SET player = x'00' WHERE number = 1", "contestant 1 must have a name and a player"),
        ("DROP TABLE seat", "no such table: seat"),
        ("DROP TABLE game", "no such table: game"),
        ("ALTER TABLE game DROP COLUMN notes", "no such column: notes"),
    ],
)
def test_a_store_that_was_edited_is_told(tmp_path, command, words):
    path = filled(tmp_path / "match.db", 5)
    change(path, command)
    if "seat" in words:  # which the writer does not read
        with pytest.raises(OptionError, match=words), opened(path) as store:
            store.add(game(6))
        return
    assert words in refused(path)


def test_whatever_bytes_are_wrong_it_is_told_in_a_sentence_if_it_is_noticed(tmp_path):
    whole, path = filled(tmp_path / "whole.db", 20).read_bytes(), tmp_path / "match.db"
    used = [at for at, byte in enumerate(whole) if byte and at >= 100]
    chance, told = random.Random(5), set()
    for _ in range(200):
        spoiled = bytearray(whole)
        for at in chance.choices(used, k=chance.choice((1, 5, 50))):
            spoiled[at] = chance.choice((0, 255, spoiled[at] ^ 1 << chance.randrange(8)))
        path.write_bytes(spoiled)
        for read in (exported, read_games, lambda path: filled(path, 22)):
            try:
                read(path)
            except OptionError as error:
                told.add(str(error).replace(str(path), ""))
        for file in beside(path):
            (tmp_path / file).unlink()
    assert len(told) > 20
    assert not any("\n" in each for each in told)


# JSON lines


@pytest.mark.parametrize("name", ["pairs-1", "rounds-1"])
def test_records_of_the_first_version_are_imported(name, tmp_path):
    """Files that were written before there were stores."""
    path = tmp_path / "match.db"
    old = [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text().splitlines()]
    assert import_lines(DATA / f"{name}.jsonl", path) == len(old) - 1
    assert games_in(path) == [{**each, "loser": None} for each in old[1:]]
    assert beside(path) == ["match.db"]
    with reading(path) as data:
        event = event_in(data)
        names = [name for name, _ in contestants_in(data)]
    assert {each: event[each] for each in old[0] if each in event} == {
        each: value for each, value in old[0].items() if each not in ("kibitz_match", "other_game")
    }
    assert names == {"pairs-1": old[0]["players"], "rounds-1": ["A random", "B policy", "C random"]}[name]
    assert [seats for _, seats in sorted(seats_in(path).items())] == {
        "pairs-1": [[0, 1], [1, 0]] * 3, "rounds-1": [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    }[name]  # fmt: skip
    with pytest.raises(OptionError, match="match.db exists; name a new file to import to"):
        import_lines(DATA / f"{name}.jsonl", path)


def seats_in(path):
    """Return the contestants of each game, by seat."""
    found = {}
    with reading(path) as data:
        for number, who in data.execute("SELECT game, contestant FROM seat ORDER BY game, player"):
            found.setdefault(number, []).append(who)
    return found


def test_an_imported_match_goes_on(tmp_path):
    path = tmp_path / "match.db"
    import_lines(DATA / "pairs-1.jsonl", path)
    change(path, "UPDATE event SET value = ? WHERE name = 'version'", json.dumps(__version__))
    told = []
    match("tic-tac-toe", "alpha-beta:depth=2", "random", games=6, seed=5, jobs=1, record=path,
          tell=lambda tally, games: told.append(tally.games))  # fmt: skip
    assert told == [6]


MATCHES = {
    "two": ("tic-tac-toe", ("alpha-beta:depth=2", "random"), {"games": 6}),
    "the same twice": ("nim", ("random", "random"), {"games": 4}),
    "alone": ("yahtzee", ("random", "random"), {"games": 4, "plies": 20}),
    "teams": ("pacman", ("random", "random"), {"games": 4, "plies": 20}),
    "a table of three": ("chinese-checkers", ("random", "policy", "random"), {"games": 6, "plies": 9}),
}


@pytest.mark.parametrize("name", MATCHES)
@pytest.mark.parametrize("times", [False, True])
def test_an_export_is_imported_to_the_same_export(name, times, tmp_path):
    spec, players, options = MATCHES[name]
    first, second, lines = tmp_path / "first.db", tmp_path / "second.db", tmp_path / "games.jsonl"
    match(spec, *players, jobs=1, seed=2, record=first, **options)
    lines.write_text("".join(f"{line}\n" for line in lines_of(first, times)))
    assert import_lines(lines, second) == options["games"]
    assert "".join(f"{line}\n" for line in lines_of(second, times)) == lines.read_text()
    assert ("seconds" in lines.read_text()) is times
    assert seats_in(first) == seats_in(second)
    told = []
    result = match(
        spec, *players, jobs=1, seed=2, record=second, tell=lambda tally, games: told.append(tally.games), **options
    )
    assert told == [options["games"]], "nothing is played again"
    assert [game.moves for game in result.games] == [tuple(each["moves"]) for each in games_in(first)]


def test_an_export_without_times_is_the_same_however_it_was_played(tmp_path):
    def run(name, jobs, stops=()):
        path = tmp_path / f"{name}.db"
        for most in (*stops, 60):
            stop = threading.Event()

            def tell(tally, games, stop=stop, most=most):
                if tally.games >= most:
                    stop.set()

            settings = {"games": 60, "seed": 6, "jobs": jobs, "stop": stop, "tell": tell}
            match("tic-tac-toe", "random", "random", record=path, **settings)
        return "\n".join(lines_of(path)).encode()

    here = run("here", 1)
    assert here.count(b"\n") == 60
    assert run("parts", 1, (1, 20, 21)) == here
    assert run("two", 2, (7,)) == here


WRONG = [
    ("", "has no games of a match"),
    ("hello\n", "has no games of a match"),
    ('{"kibitz_match": 3}\n', "has no games of a match"),
    ("[" * 99999 + "\n", "has no games of a match"),
    ('{"kibitz_match": 2}\n', "line 1 does not say which run its games belong to"),
    ('{"kibitz_match": 1, "game": "nim"}\n', "line 1 does not say which run its games belong to"),
    ('{"kibitz_match": 1, "game": "nim", "players": 5}\n', "line 1 does not say which run its games belong to"),
    ('{"kibitz_match": 1, "game": "nimm", "players": ["a", "b"]}\n', "there is no game 'nimm'"),
    ("HEAD\n5\n", "line 2 is not a game of a match: it must be a JSON object, got 5"),
    ('HEAD\n{"number": [1]}\n', "line 2 is not a game of a match: "),
    ("HEAD\n{\n", "line 2 is not a game of a match: it is not JSON"),
    ("HEAD\nGAME\nGAME\n", "line 3: game 1 occurs twice"),
]


@pytest.mark.parametrize(("text", "words"), WRONG)
def test_lines_that_are_wrong_are_told_and_nothing_is_written(text, words, tmp_path):
    head, first, *_ = (DATA / "pairs-1.jsonl").read_text().splitlines()
    lines, path = tmp_path / "games.jsonl", tmp_path / "match.db"
    lines.write_text(text.replace("HEAD", head).replace("GAME", first))
    with pytest.raises(KibitzError) as error:
        import_lines(lines, path)
    assert words in str(error.value)
    assert "\n" not in str(error.value)
    assert not path.exists()


def test_lines_are_read_while_the_last_is_being_written(tmp_path):
    text = (DATA / "pairs-1.jsonl").read_bytes()
    path = tmp_path / "games.jsonl"
    path.write_bytes(text[:-20])
    event, games = read_games(path)
    assert (event["game"], [each.number for each in games]) == ("tic-tac-toe", [1, 2, 3, 4, 5])
    with pytest.raises(OptionError, match="rounds-1.jsonl is the store of a run of 3 players; expected one between"):
        read_games(DATA / "rounds-1.jsonl")
