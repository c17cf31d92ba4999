"""Work: units are answered once whatever happens to workers, games and compiled searches travel by content."""

import itertools
import os
import pickle
import subprocess
import sys
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import GameError, OptionError, analyze, load
from kibitz.work.batch import Batch
from kibitz.work.cargo import cargo_of, digest_of
from kibitz.work.executor import MOST_TRIES, Here, Ledger
from kibitz.work.job import Job, Seldom, Unit
from kibitz.work.places import executor_for
from kibitz.work.processes import MOST_AHEAD, Pace, Processes

HELPER = "STEPS = (1, 2, 3)\n"
GAME = """
from steps_beside import STEPS
def start(): return (21, 0)
def turn(p): return p[1]
def moves(p):
    for taken in STEPS:
        if taken <= p[0]:
            yield taken
def play(p, taken): return (p[0] - taken, 1 - p[1])
def utility(p, player): return -1 if player == p[1] else 1
"""


class Doubling:
    """Work whose answer to a number is its double; it may fail or stop at a number."""

    def __init__(self, bad=None):
        self.bad, self.warmed, self.closed = bad, 0, 0

    def warm_up(self, unit):
        self.warmed += 1

    def run(self, unit, stop, show):
        show(lambda: unit.number)
        if unit.number == self.bad:
            raise GameError("bad")
        return None if stop.is_set() else 2 * unit.data

    def close(self):
        self.closed += 1

    def job(self):
        return Job(self, "tests.test_work:doubling_from", {"bad": self.bad}, "number {}")


def doubling_from(data):
    return Doubling(data["bad"])


def units(count):
    return (Unit(number, number) for number in range(count))


@pytest.mark.parametrize("executor", [Here(), Processes(2)], ids=["here", "processes"])
def test_every_unit_is_answered_once(executor):
    work = Doubling()
    found = list(executor.run(work.job(), units(200), threading.Event()))
    assert sorted(found) == [(number, 2 * number) for number in range(200)]
    if isinstance(executor, Here):
        assert (work.warmed, work.closed) == (1, 1)


@pytest.mark.parametrize("executor", [Here(), Processes(2)], ids=["here", "processes"])
def test_an_error_in_the_input_ends_the_run_and_names_the_unit(executor):
    with pytest.raises(GameError, match=r"bad" if isinstance(executor, Here) else r"number 7: bad"):
        list(executor.run(Doubling(bad=7).job(), units(200), threading.Event()))


def test_a_stop_ends_the_run():
    stop = threading.Event()
    for executor in (Here(), Processes(2)):
        stop.clear()
        found = []
        for answer in executor.run(Doubling().job(), units(100_000), stop):
            found.append(answer)
            if len(found) == 50:
                stop.set()
        assert 50 <= len(found) < 1000


@given(st.integers(0, 30), st.integers(1, 4), st.lists(st.booleans(), max_size=200), st.sets(st.integers(0, 30)))
def test_whatever_dies_every_unit_is_answered_once_or_given_up(count, workers, deaths, deadly):
    """A model of workers: each has some units; now and then one dies, and always one that works on a deadly unit."""
    ledger = Ledger(Doubling().job(), units(count))
    holds = [[] for _ in range(workers)]
    dying, answered = itertools.chain(deaths, itertools.repeat(False)), []
    while True:
        for held in holds:
            while len(held) < 2 and (unit := ledger.take()) is not None:
                held.append(unit)
        if not any(holds):
            break
        for held in holds:
            if held and (held[0].number in deadly or next(dying)):
                ledger.give_back(iter(held), "died")
                held.clear()
            elif held:
                answered.append(held.pop(0).number)
    assert sorted(answered) == sorted(set(answered))
    lost = set(range(count)) - set(answered)
    assert lost >= deadly & set(range(count))
    assert len(lost) == len(ledger.given_up)
    if lost:
        with pytest.raises(
            GameError, match=rf"number \d+ ended {MOST_TRIES} workers, the last died.*everything else is done"
        ):
            ledger.close()
    else:
        ledger.close()


def test_short_units_are_given_several_at_a_time_and_long_ones_singly(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    for seconds, ahead in ((0.001, MOST_AHEAD), (0.05, 4), (3.0, 1)):
        pace = Pace(2)
        assert pace.ahead == 1
        for _ in range(100):
            now[0] += seconds / 2
            pace.count()
        assert abs(pace.ahead - ahead) <= 1


def test_standings_are_passed_on_seldom(monkeypatch):
    now, seen = [0.0], []
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    show = Seldom(seen.append)
    for step in range(100):
        now[0] = step / 10
        show(lambda step=step: step)
    assert seen == list(range(5, 100, 5))


@pytest.mark.parametrize(
    ("on", "jobs", "words"),
    [
        (None, 0, "jobs must be a whole number from 1 to"),
        ("moon", None, "a run can be on ray, auto, or ray://HOST:PORT, got 'moon'"),
    ],
)
def test_bad_places(on, jobs, words):
    with pytest.raises(OptionError, match=words):
        executor_for(on, jobs)


def test_what_cannot_leave_this_process_stays_or_is_refused():
    assert isinstance(executor_for(None, None, lambda: "it is a lambda"), Here)
    with pytest.raises(OptionError, match="it is a lambda; use jobs=1"):
        executor_for(None, 2, lambda: "it is a lambda")


# Cargo

ELSEWHERE = """
import pickle, sys
with open(sys.argv[1], "rb") as file:
    cargo = pickle.load(file)
cargo.unpack()
from kibitz import analyze, load
from kibitz.compiler import compile as compiler
def build(*_):
    raise AssertionError("compiled again")
compiler.build = build
result = analyze(load(sys.argv[2]), "alpha-beta", depth=6, compiled=True)
print(result.score, result.nodes)
"""


@pytest.fixture
def sticks(tmp_path):
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "steps_beside.py").write_text(HELPER)
    (folder / "sticks.py").write_text(GAME)
    return folder / "sticks.py"


def test_a_game_and_its_compiled_search_travel_to_a_machine_that_has_neither(sticks, tmp_path):
    game = load(sticks)
    result = analyze(game, "alpha-beta", depth=6, compiled=True)
    box = tmp_path / "cargo"
    box.write_bytes(pickle.dumps(cargo_of((game,))))
    place = str(sticks)
    sticks.unlink()
    (sticks.parent / "steps_beside.py").unlink()
    environment = {**os.environ, "KIBITZ_CACHE": str(tmp_path / "elsewhere")}
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, box, place], capture_output=True, text=True, timeout=60, env=environment
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [str(result.score), str(result.nodes)]


def test_the_digest_follows_every_file_of_a_game(sticks):
    before = digest_of((load(sticks),))
    assert digest_of((load(sticks),)) == before
    (sticks.parent / "steps_beside.py").write_text("STEPS = (1, 2)\n")
    assert digest_of((load(sticks),)) != before
    assert digest_of((load("nim"),)) is None


FIRST = """
import sys, time
from kibitz.work.worker import first_alone
with first_alone("a job"):
    with open(sys.argv[1], "a") as file:
        file.write("begin ")
    time.sleep(0.3)
    with open(sys.argv[1], "a") as file:
        file.write("end ")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no locks")
def test_the_first_worker_of_a_machine_warms_up_alone(tmp_path):
    environment = {**os.environ, "KIBITZ_CACHE": str(tmp_path / "cache")}
    log = tmp_path / "log"
    crew = [subprocess.Popen([sys.executable, "-c", FIRST, log], env=environment) for _ in range(3)]
    assert [process.wait(60) for process in crew] == [0, 0, 0]
    words = log.read_text().split()
    assert words[:2] == ["begin", "end"], "the first is alone"
    assert sorted(words[2:]) == ["begin"] * 2 + ["end"] * 2


# Batches


def test_answers_come_in_the_order_of_the_lines():
    from kibitz.work.batch import answers

    places = ["4 4", "4", "9 9", "", "4 4 4 4"]
    batch = Batch(load("connect-four"), False, {"algorithm": "alpha-beta", "depth": 4})
    for jobs in (1, 2):
        found = list(answers(batch, enumerate(places, 1), jobs, None, threading.Event()))
        assert ["error" in each for each in found] == [False, False, True, False, False]
        assert found[2]["line"] == 3
        scores = [each.get("score") for each in found]
        assert scores[0] == analyze("connect-four", "alpha-beta", moves="4 4", depth=4).score


def test_a_batch_resumes_after_the_last_whole_answer(run_kibitz, tmp_path):
    places, out = tmp_path / "places.txt", tmp_path / "answers.jsonl"
    places.write_text("4 4\n4\n\n4 4 4\n")
    command = ["analyze", "connect-four", "--batch", places, "--algorithm", "alpha-beta", "--depth", 3, "--out", out]
    assert run_kibitz(*command)[0] == 0
    whole = out.read_bytes()
    lines = whole.splitlines(keepends=True)
    assert len(lines) == 4
    out.write_bytes(b"".join(lines[:2]) + lines[2][:20])
    assert run_kibitz(*command)[0] == 0
    again = out.read_bytes().splitlines(keepends=True)
    assert again[:2] == lines[:2]
    assert len(again) == 4
    out.write_text("my notes")
    code, _, err = run_kibitz(*command)
    assert (code, out.read_text()) == (2, "my notes")
    assert "has no answers of a batch and was left unchanged" in err
    code, _, err = run_kibitz("analyze", "connect-four", "--jobs", 2)
    assert code == 2
    assert "are for a batch of positions: add --batch FILE" in err


def test_what_a_stop_cut_short_is_not_kept(monkeypatch, tmp_path):
    from kibitz.interface.cli import arguments

    def cut_short(batch, lines, jobs, on, stop):
        yield {"score": 1, "finished": True}
        stop.set()
        yield {"score": 2, "finished": False}

    monkeypatch.setattr(arguments, "answers", cut_short)
    out = tmp_path / "answers.jsonl"
    with pytest.raises(arguments.click.exceptions.Exit):
        arguments.answer_batch(None, arguments.BatchOptions("-", False, 1, None, out))
    assert out.read_text() == '{"score": 1, "finished": true}\n'
