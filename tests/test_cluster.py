"""A Ray cluster: the same games as anywhere else, whatever dies."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from kibitz import GameError, OptionError, analyze_many, check, load, match, tournament
from kibitz.arena.lines import lines_of
from kibitz.arena.results import results_in
from kibitz.files import cache_folder

ray = pytest.importorskip("ray", reason="Ray is not installed")
from ray.cluster_utils import Cluster  # noqa: E402

from kibitz.work import cluster as module  # noqa: E402

pytestmark = pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are found in /proc")
PLAYERS = ["deep=alpha-beta:depth=4", "flat=alpha-beta:depth=1", "random"]
OPTIONS = {"games": 120, "seed": 5}
HELPER = "def last(p):\n    return p[0] == 0\n"
GAME = """
from rules_beside import last
def start(): return (12, 0)
def turn(p): return p[1]
def moves(p):
    for taken in (1, 2, 3):
        if taken <= p[0]:
            yield taken
def play(p, taken): return (p[0] - taken, 1 - p[1])
def is_over(p): return last(p)
def utility(p, player): return -1 if player == p[1] else 1
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A home folder, below which Ray writes its token, and short paths, as its sockets need."""
    before = {name: os.environ.get(name) for name in ("HOME", "RAY_TMPDIR")}
    os.environ["HOME"] = str(tmp_path_factory.mktemp("home"))
    yield
    for name, value in before.items():
        os.environ.pop(name, None)
        if value is not None:
            os.environ[name] = value


@pytest.fixture(scope="module")
def nodes(home):
    """A cluster of two nodes with a core each, which this process has joined."""
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    made.add_node(num_cpus=1)
    ray.init(made.address, log_to_driver=False, logging_level="ERROR")
    yield made
    ray.shutdown()
    made.shutdown()


def workers():
    """The processes that play, by what they call themselves."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if words.startswith(b"ray::RemoteWorker"):
            found.append(int(folder.name))
    return found


def bare(games):
    """What must be the same in every run of a match: all but the times."""
    return [replace(game, seconds=(), longest=()) for game in games]


def exported(file):
    return list(lines_of(file))


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    file = tmp_path_factory.mktemp("undisturbed") / "t.db"
    result = tournament("connect-four", PLAYERS, jobs=1, record=file, **OPTIONS)
    return str(result), exported(file)


def test_the_same_games_as_in_this_process(nodes, undisturbed, tmp_path):
    file = tmp_path / "t.db"
    result = tournament("connect-four", PLAYERS, on="auto", record=file, **OPTIONS)
    assert (str(result), exported(file)) == undisturbed


def test_a_game_travels_by_content_with_what_it_imports(nodes, tmp_path):
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "rules_beside.py").write_text(HELPER)
    path = folder / "sticks.py"
    path.write_text(GAME)
    here = match(str(path), "alpha-beta:depth=3", "random", games=20, jobs=1)
    ((main, files),) = module.cargo_of((load(path),)).files.values()
    assert (main, set(files)) == ("sticks.py", {"sticks.py", "rules_beside.py"})
    there = match(str(path), "alpha-beta:depth=3", "random", games=20, on="auto")
    assert bare(there.games) == bare(here.games)
    assert list(cache_folder().glob("carried/*/rules_beside.py")), "workers load the file from where it was sent to"


def test_a_worker_that_dies_is_replaced(nodes, undisturbed, tmp_path):
    file = tmp_path / "t.db"
    killed = []

    def tell(table, games):
        if len(table.games) > 10 and not killed:
            killed.append(workers()[0])
            os.kill(killed[0], signal.SIGKILL)

    result = tournament("connect-four", PLAYERS, on="auto", record=file, tell=tell, **OPTIONS)
    assert killed
    assert (str(result), exported(file)) == undisturbed


@pytest.mark.slow
def test_batches_and_checks_run_there_too(nodes):
    places = ["4 4", "4 4 3", "9", ""]
    options = {"algorithm": "alpha-beta", "depth": 4}

    def found(**where):
        return [
            {**each, "seconds": 0, "compile_seconds": 0}
            for each in analyze_many("connect-four", places, **options, **where)
        ]

    assert found(on="auto") == found(jobs=1)
    reports = [check("nim", games=120, **where).to_json() for where in ({"on": "auto"}, {"jobs": 2})]
    assert [{**report, "seconds": 0} for report in reports][0] == {**reports[1], "seconds": 0}


def test_a_stop_ends_it_and_leaves_what_is_finished(nodes, tmp_path):
    stop, file = threading.Event(), tmp_path / "t.db"

    def tell(table, games):
        if len(table.games) >= 6:
            stop.set()

    before = {*workers()}  # others may use this machine
    part = tournament("connect-four", PLAYERS, on="auto", record=file, stop=stop, tell=tell, **OPTIONS)
    assert not part.finished
    assert 6 <= part.seats.games < 120
    deadline = time.monotonic() + 20
    while {*workers()} - before and time.monotonic() < deadline:
        time.sleep(0.05)
    assert {*workers()} <= before


ENDING = """
import os
def start(): return (6, 0)
def turn(p): return p[1]
def moves(p):
    if p[0] == 3 and "ray::" in open("/proc/self/cmdline").read():
        os._exit(3)
    for taken in (1, 2):
        if taken <= p[0]:
            yield taken
def play(p, taken): return (p[0] - taken, 1 - p[1])
def utility(p, player): return -1 if player == p[1] else 1
"""


@pytest.mark.filterwarnings("ignore::kibitz.PlainSpeed")
def test_a_game_that_ends_its_workers_is_given_up_and_the_rest_goes_on(nodes, write_game, tmp_path):
    file = tmp_path / "t.db"
    with pytest.raises(GameError, match=r"game \d+ of the match ended 3 workers, .*; everything else is done") as error:
        match(write_game(ENDING), "random", "random", games=12, on="auto", record=file, random_plies=0, seed=1)
    more = re.search(r"and (\d+) more;", str(error.value))
    with results_in(file) as results:
        assert results.games == 12 - 1 - int(more[1] if more else 0)


def test_another_version_is_refused_in_a_sentence(nodes, monkeypatch):
    monkeypatch.setattr("kibitz.work.cargo.__version__", "0.0.1")
    with pytest.raises(
        OptionError, match=r"a worker of the cluster has kibitz .*, expected kibitz 0.0.1 .*; install the same"
    ):
        match("nim", "random", "random", games=2, on="auto")


@pytest.mark.parametrize(
    ("on", "words"),
    [
        ("nowhere", "a run can be on ray, auto, or ray://HOST:PORT, got 'nowhere'"),
        ("ray://127.0.0.1:1", "cannot join the cluster at ray://127.0.0.1:1"),
    ],
)
def test_a_cluster_that_is_not_there_is_told_in_a_line(on, words, home):
    command = [sys.executable, "-m", "kibitz", "match", "random", "random", "--game", "nim", "--on", on]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 2
    lines = [line for line in done.stderr.splitlines() if not line.startswith("searching")]
    assert len(lines) == 1, lines
    assert lines[0].startswith(f"kibitz: {words}")


# Everything dies at random moments


class Chaos:
    """A cluster of four nodes, and a tournament that is disturbed."""

    def __init__(self, tmp_path):
        self.file = tmp_path / "t.db"
        self.made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
        self.nodes = [self.made.add_node(num_cpus=1) for _ in range(4)]

    def command(self):
        players = ["deep=alpha-beta:depth=5", "flat=alpha-beta:depth=1", "random"]
        return [sys.executable, "-m", "kibitz", "tournament", *players, "--game", "connect-four", "--games", "300",
                "--seed", "5", "--on", "auto", "--record", str(self.file), "--json"]  # fmt: skip

    def start(self):
        environment = {**os.environ, "RAY_ADDRESS": self.made.address}
        return subprocess.Popen(self.command(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)


@pytest.mark.slow
@pytest.mark.parametrize("victim", ["worker", "node", "driver"])
def test_nothing_is_lost_or_twice_whatever_dies_at_ten_random_moments(victim, home, tmp_path):
    straight = tournament("connect-four", ["deep=alpha-beta:depth=5", *PLAYERS[1:]], games=300, seed=5, jobs=1,
                          record=tmp_path / "straight.db")  # fmt: skip
    chaos, choose = Chaos(tmp_path), random.Random(victim)
    deaths = 0
    try:
        process = chaos.start()
        deadline = time.monotonic() + 600
        while time.monotonic() < deadline:
            time.sleep(choose.uniform(0.05, 2.0))
            if process.poll() is not None:
                if process.returncode == 0:
                    if deaths >= 10:
                        break
                    chaos.file.unlink()  # it was too quick: once more
                process = chaos.start()
            elif deaths < 10:
                if victim == "worker" and (found := workers()):
                    os.kill(choose.choice(found), signal.SIGKILL)
                    deaths += 1
                elif victim == "node":
                    at = choose.randrange(4)
                    chaos.made.remove_node(chaos.nodes[at], allow_graceful=False)
                    chaos.nodes[at] = chaos.made.add_node(num_cpus=1)
                    deaths += 1
                elif victim == "driver":
                    process.kill()
                    process.communicate()
                    deaths += 1
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0, err.decode()[-2000:]
        assert deaths >= 10
        assert json.loads(out)["standings"] == json.loads(json.dumps(straight.to_json()))["standings"]
        assert exported(chaos.file) == exported(tmp_path / "straight.db")
    finally:
        process.kill()
        chaos.made.shutdown()
