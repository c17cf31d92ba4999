"""Solving: exact by every method, resumed after a kill, bounded when it gives up."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import GameError, Limit, OptionError, analyze, load, solve
from kibitz.game import Game
from kibitz.search.engine.table import WORDS, new_table
from kibitz.search.request import Request
from kibitz.search.solve.checkpoint import Checkpoint, restore
from kibitz.search.solve.retrograde import retrograde
from kibitz.search.solve.solve import Solver
from tests.test_engine import MAZES, TINY, positions, scored

DATA = Path(__file__).parent / "data" / "connect-four"
# Who wins on columns × rows: 1 the first player, 0 nobody, -1 the second (John Tromp's table of Connect Four).
BOARDS = {(5, 4): 0, (6, 4): -1, (6, 5): 0}


@pytest.mark.parametrize("name", ["Test_L3_R1", "Test_L2_R1", pytest.param("Test_L1_R1", marks=pytest.mark.slow)])
def test_published_connect_four_scores(name):
    solver = Solver(load("connect-four"), 16, 1, None)
    lines = (DATA / name).read_text().splitlines()
    assert len(lines) == 1000
    for line in lines:
        moves, score = line.split()
        result = solver.solve(Request(solver.game, solver.game.begin(" ".join(moves)).position, 0, Limit()))
        assert (moves, result.score) == (moves, int(score))


@pytest.mark.parametrize("size", BOARDS)
def test_small_boards(size):
    game = load("connect-four", columns=size[0], rows=size[1])
    result = solve(game)
    assert (result.score > 0) - (result.score < 0) == BOARDS[size]
    assert solve(game, weak=True).score == BOARDS[size]
    p = game.rules.start()
    for move in result.pv:
        p = game.play(p, move)
    assert game.is_over(p), "the line goes to the end"
    assert game.rules.utility(p, 0) == result.score


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(list(MAZES.values())), positions)
def test_every_method_is_minimax(game, p):
    side = 1 if p.player == 0 else -1
    score = scored(game, p, 20) * side
    sign = (score > 0) - (score < 0)
    for method in ("bisection", "proof-number", "retrograde"):
        found = solve(game, position=p, weak=True, method=method, table=0.05, compiled=False)
        assert found.score == sign
        if method == "proof-number":
            assert (found.move is None) == (sign < 0 or game.is_over(p))
            if found.move is not None:
                after = scored(game, game.rules.play(p, found.move), 20) * side
                assert (after > 0) - (after < 0) == sign
    exact = solve(game, position=p, table=0.05, compiled=False)
    known = retrograde(game, p, compiled=False)[p]
    assert exact.proven == known.proven
    if game.objective == "score":
        assert exact.score == score
    elif sign:
        assert exact.distance == known.distance


def test_proof_numbers_come_to_an_end_in_any_table():
    """Children that share the only place in a table once drove each other out of it for ever."""
    for game in MAZES.values():
        for state in range(20):
            p = game.rules.start()._replace(state=state)
            options = {"weak": True, "method": "proof-number", "limit": Limit(nodes=60_000), "compiled": False}
            tiny, ample = (solve(game, position=p, table=table, **options) for table in (TINY, 1))
            assert tiny.finished
            assert tiny.score == ample.score


@pytest.mark.slow
def test_kalah_and_dots():
    for name in ("kalah:houses=3,stones=3", "dots-and-boxes:columns=2,rows=2"):
        game = load(name)
        assert solve(game).score == analyze(game, "alpha-beta", depth=40).score


def test_cycles():
    game = load("three-mens-morris")
    result = solve(game)
    assert (result.algorithm, result.proven, result.distance) == ("retrograde", "win", 9)
    assert len(result.pv) == 9
    assert result.nodes == 5390


def test_giving_up_tells_the_bounds():
    game = load("connect-four")
    result = solve(game, nodes=20_000)
    assert not result.finished
    assert result.score is None
    assert result.bounds[0] < result.bounds[1]
    low, high = result.bounds
    assert low <= 1 <= high
    assert json.loads(json.dumps(result.to_json()))["bounds"] == [low, high]


def test_bad_methods():
    for name, options, words in (
        ("tic-tac-toe", {"method": "bisect"}, "did you mean bisection"),
        ("tic-tac-toe", {"method": "proof-number"}, "needs weak"),
        ("connect-four", {"method": "deepening"}, "played for points"),
        ("tic-tac-toe", {"limit": Limit(depth=3)}, "no depth"),
        ("pig", {"method": "bisection"}, "bisection is for two players without chance, but in pig nature moves"),
    ):
        with pytest.raises(OptionError, match=words):
            solve(load(name), **options)


def run(*arguments, **options):
    return subprocess.Popen(
        [sys.executable, "-m", "kibitz", "solve", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)  # fmt: skip


def test_killed_and_resumed(tmp_path):
    """A run is killed after its table was saved; the next one needs fewer nodes, and finds the same."""
    file = tmp_path / "state"
    arguments = ["connect-four:columns=6,rows=5", "--json", "--checkpoint", str(file)]
    environment = {**os.environ, "KIBITZ_SOLVE_SECONDS": "0.3"}
    whole, _ = run(*arguments, env={**os.environ, "KIBITZ_SOLVE_SECONDS": "1000"}).communicate(timeout=120)
    assert not file.exists(), "a run that is finished leaves nothing behind"
    killed = run(*arguments, env=environment)
    for _ in range(1200):
        if file.exists() or killed.poll() is not None:
            break
        time.sleep(0.02)
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    assert file.exists(), "solved before it could be killed: take a larger board"
    before = json.loads(file.read_bytes().partition(b"\n")[0])["nodes"]
    resumed, _ = run(*arguments, env=environment).communicate(timeout=120)
    one, other = json.loads(whole), json.loads(resumed)
    assert one["score"] == other["score"] == 0
    assert before > 0
    assert other["nodes"] >= before
    assert other["nodes"] - before < one["nodes"]
    assert not file.exists()


def test_a_run_without_an_end_is_kept_for_itself_alone(tmp_path):
    file = tmp_path / "state"
    arguments = ["connect-four", "--checkpoint", str(file)]
    stopped = run(*arguments, "--seconds", "0.5")
    out, _ = stopped.communicate(timeout=120)
    assert "not found, between" in out
    assert file.exists()
    assert str(file) in out
    other = run("connect-four", "--weak", "--checkpoint", str(file))
    _, error = other.communicate(timeout=120)
    assert other.returncode == 2
    assert "belongs to another run" in error


def test_a_checkpoint_of_another_layout_counts_as_none(tmp_path):
    table = new_table(1, True)
    table[WORDS] = 3
    Checkpoint(tmp_path / "state", {"game": "x"}, table, lambda: {"low": 1}).save()
    with pytest.warns(UserWarning, match="another version"):
        assert restore(tmp_path / "state", {"game": "x"}, new_table(1, True)) is None


def test_a_damaged_checkpoint_counts_as_none(tmp_path):
    table = new_table(1, True)
    table[8:40] = 7
    Checkpoint(tmp_path / "state", {"game": "x"}, table, lambda: {"low": 1}).save()
    copy = new_table(1, True)
    assert restore(tmp_path / "state", {"game": "x"}, copy) == {"game": "x", "low": 1}
    assert (copy[8:40] == 7).all()
    with pytest.raises(OptionError, match="another run"):
        restore(tmp_path / "state", {"game": "y"}, copy)
    with pytest.raises(OptionError, match="use --table"):
        restore(tmp_path / "state", {"game": "x"}, new_table(0.01, True))
    data = bytearray((tmp_path / "state").read_bytes())
    data[len(data) // 2] ^= 1
    for broken in (data, data[:100]):
        (tmp_path / "state").write_bytes(bytes(broken))
        with pytest.warns(UserWarning, match="is damaged"):
            assert restore(tmp_path / "state", {"game": "x"}, copy) is None
    assert restore(tmp_path / "none", {"game": "x"}, copy) is None


@pytest.mark.parametrize("more", [[], ["--fresh"]])
def test_a_file_that_is_no_checkpoint_is_left_alone(tmp_path, more):
    file = tmp_path / "novel.txt"
    file.write_text("It was a dark and stormy night")
    done = run("nim", "--checkpoint", str(file), *more)
    _, error = done.communicate(timeout=120)
    assert done.returncode == 2
    assert "novel.txt is not a kibitz checkpoint" in error
    assert file.read_text() == "It was a dark and stormy night"


def test_a_checkpoint_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.warns(UserWarning, match=r"cannot write .*; the run cannot be resumed"):
        Checkpoint(tmp_path / "file" / "state", {"game": "x"}, new_table(1, True), dict).save()
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_game_without_an_end_is_not_solved():
    game = Game.of(
        {
            "start": lambda: 0,
            "turn": lambda p: p,
            "moves": lambda p: iter((0,)),
            "play": lambda p, move: 1 - p,
            "is_over": lambda p: False,
            "utility": lambda p, player: 0,
        }
    )
    with pytest.raises(GameError, match="game can last longer than 500 plies, the most that the search handles"):
        solve(game, method="deepening", compiled=False)


def test_an_error_in_the_rules_is_told():
    game = Game.of(
        {
            "start": lambda: 0,
            "turn": lambda p: 0,
            "moves": lambda p: iter((17, *range(1, 17))),
            "play": lambda p, move: move,
            "is_over": lambda p: p > 0,
            "utility": lambda p, player: (1 - 2 * player) * (1 // (17 - p)),
        }
    )
    with pytest.raises(GameError, match="the rules of .* failed"):
        solve(game, weak=True, compiled=False)


def test_batch(tmp_path):
    file = tmp_path / "lines"
    file.write_text("4 4 4 4 4 2 4 2 2\nnonsense\n1 1 1 1 1 1\n")
    out, _ = run("connect-four", "--batch", str(file), "--weak").communicate(timeout=120)
    first, bad, last = map(json.loads, out.splitlines())
    assert first["score"] == 1
    assert bad["line"] == 2
    assert "nonsense" in bad["error"]
    assert last["proven"] in ("win", "draw", "loss")


def test_what_is_kept_is_about_the_position_and_not_about_its_line(tmp_path, monkeypatch):
    """The line is found by narrowing down other positions; what is saved meanwhile must still be of the first one."""
    game = load("connect-four:columns=5,rows=4")
    solver = Solver(game, 1, 1, None)
    seen = []
    glance = solver.engine.machinery.glance

    def watched(p, low, high):
        found = glance(p, low, high)
        if p != game.rules.start():
            seen.append(dict(solver.known))
        return found

    monkeypatch.setattr(solver.engine.machinery, "glance", watched)
    result = solver.solve(Request(game, game.start(), 0, Limit()), checkpoint=tmp_path / "state")
    assert len(seen) > 10
    assert {(known["low"], known["high"]) for known in seen} == {(result.score, result.score)}
