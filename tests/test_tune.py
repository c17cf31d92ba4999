"""Tuning: weights that are listed, slopes that are right, and a fit that finds what the results were made from."""

import json
import random
import subprocess
import sys
import threading

import numpy as np
import pytest

import kibitz
from kibitz import Game, GameError, OptionError, load, match, tune
from kibitz.arena.fit import Lines, best_change, losses, scale_of
from kibitz.arena.lines import lines_of
from kibitz.arena.slopes import differences, linearised, trial
from kibitz.arena.tables import event_in, reading
from kibitz.arena.tune import players_of
from kibitz.search.speed import ready
from kibitz.weights import literal, named, row_of, shaped

STEPS = """
from typing import NamedTuple


class Position(NamedTuple):
    a: int
    b: int
    c: int
    ply: int


weights = {"a": 20, "pair": (10, 10)}


def start():
    return Position(0, 0, 0, 0)


def turn(p):
    return p.ply % 2


def moves(p):
    if p.ply < 7:
        for move in range(6):
            yield move


def play(p, move):
    step = 1 if move % 2 else -1
    which = move // 2
    a, b, c = step if which == 0 else 0, step if which == 1 else 0, step if which == 2 else 0
    return Position(p.a + a, p.b + b, p.c + c, p.ply + 1)


def utility(p, player):
    return 0


def weigh(p, player, weights):
    points = weights[0] * p.a + weights[1] * p.b + weights[2] * p.c
    return points if player == 0 else -points
"""
"""Six steps, then one more: an evaluation that is linear in its weights."""


@pytest.fixture
def steps(write_game):
    return load(write_game(STEPS, "steps.py"))


def synthetic(path, game, truth, scale, games, seed=0):
    """A record whose results follow the logistic law from the position after the opening, by other weights."""
    chance = random.Random(seed)
    evaluate = game.with_weights(shaped(game.rules.weights, truth)).evaluate
    lines = [{"kibitz_match": 1, "game": game.spec()}]
    for number in range(1, games + 1):
        opening = [str(chance.randrange(6)) for _ in range(6)]
        odds = 1 / (1 + np.exp(-evaluate(game.begin(opening).position, 0) / scale))
        score = float(chance.random() < odds)
        first = "A" if number % 2 else "B"
        lines.append({
            "number": number, "first": first, "opening": opening, "moves": [str(chance.randrange(6))], "result": "",
            "reason": "end", "score": score if first == "A" else 1 - score, "seconds": [0, 0], "longest": [0, 0], "notes": [],
        })  # fmt: skip
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


# Weights


def test_a_row_and_its_names_are_the_weights_again():
    weights = {"one": 5, "some": (1, 2), "board": ((1, 2), (3, 4))}
    assert row_of(weights).tolist() == [5, 1, 2, 1, 2, 3, 4]
    assert [name for name, _ in named(weights)] == [
        "one", "some[0]", "some[1]", "board[0][0]", "board[0][1]", "board[1][0]", "board[1][1]"
    ]  # fmt: skip
    assert shaped(weights, row_of(weights)) == weights
    with pytest.raises(ValueError, match="read-only"):
        row_of(weights)[0] = 1


@pytest.mark.parametrize("long", [((1,) * 64,), tuple((n,) * 64 for n in range(3)), (12345,) * 70])
def test_a_literal_is_python_again(long):
    weights = {"long": long, "short": -3}
    found = {}
    exec(literal(weights), found)
    assert found["weights"] == weights
    assert max(map(len, literal(weights).splitlines())) <= 120


def test_an_evaluation_is_made_of_the_weights(steps):
    p = steps.begin("1 1 3 4 5 5").position
    assert steps.evaluate(p, 0) == 2 * 20 + 10 + 10
    assert steps.evaluate(p, 1) == -60
    assert steps.with_weights({"a": 1, "pair": (2, 3)}).evaluate(p, 0) == 2 + 2 + 3
    own = steps.with_rules(evaluate=lambda p, player: 7)
    assert own.evaluate(p, 0) == 7
    for compiled in (False, True):
        assert kibitz.analyze(steps, "minimax", position=p, depth=1, compiled=compiled).score == 0


@pytest.mark.parametrize(("change", "message"), [
    (("weights = {", "others = {"), "has `weigh`, but lists no weights; write: weights = {"),
    (("def weigh(", "def other("), "lists weights, but has no `weigh` that reads them; write: def weigh"),
    (("(10, 10)", "(10, 1.5)"), "weight pair\\[1\\] must be an int below 2\\*\\*40, got 1.5"),
    (("(10, 10)", "((10, (10,)),)"), "weight pair\\[0\\]\\[1\\]\\[0\\] is nested too deeply"),
    (('{"a": 20, "pair": (10, 10)}', "[20, 10, 10]"), "weights must be a dict from names to numbers"),
    (("weigh(p, player, weights)", "weigh(p, weights)"), "`weigh` must take \\(p, player, weights\\), yours takes \\(p, weights\\)"),
])  # fmt: skip
def test_weights_are_checked_when_a_game_is_loaded(write_game, change, message):
    with pytest.raises(GameError, match=message):
        load(write_game(STEPS.replace(*change)))


def test_check_compares_both_evaluations(steps, write_game):
    assert not kibitz.check(steps, compiled=False).failures
    text = STEPS + "\n\ndef evaluate(p, player):\n    return 20 * p.a if player == 0 else -20 * p.a\n"
    finding = kibitz.check(load(write_game(text)), compiled=False).failures[0]
    assert finding.promise == "weigh"
    assert "by the listed weights, but `evaluate` is" in finding.text


# Slopes


def test_finite_differences_of_a_linear_evaluation_are_its_coefficients(steps):
    positions = [steps.begin(map(str, random.Random(seed).choices(range(6), k=6))).position for seed in range(50)]
    search = ready(differences, steps, False)
    found = linearised(search, positions, row_of(steps.rules.weights), threading.Event(), str)
    assert found.base.tolist() == [steps.evaluate(p, 0) for p in positions]
    dense = np.zeros((50, 3))
    dense[found.rows, found.places] = found.slopes
    assert dense.tolist() == [[p.a, p.b, p.c] for p in positions]
    change = np.array([3, -2, 5])
    assert np.allclose(found.after(change), found.base + dense @ change)
    assert np.allclose(found.gathered(found.base), dense.T @ found.base)
    assert np.allclose(found.crossed(np.arange(50)), dense.T @ np.diag(np.arange(50)) @ dense)


def test_plain_and_compiled_slopes_are_the_same():
    game = load("breakthrough:columns=5,rows=5")
    here, there = (ready(differences, game, compiled, trial).run for compiled in (False, True))
    seen = 0
    for seed in range(5):
        choose, p = random.Random(seed), game.rules.start()
        while legal := game.moves(p):
            assert trial(here, game, p, False) == trial(there, game, p, True)
            assert trial(there, game, p, True)[0] == game.rules.evaluate(p, 0)
            p = game.rules.play(p, choose.choice(legal))
            seen += 1
    assert seen > 50


# The fit


def test_the_scale_is_the_likeliest():
    chance = np.random.default_rng(1)
    points = chance.normal(0, 150, 20_000)
    results = (chance.random(20_000) < 1 / (1 + np.exp(-points / 120))).astype(float)
    k = scale_of(points, results)
    assert 1 / k == pytest.approx(120, rel=0.03)
    assert all(losses(k * points, results).sum() < losses(k * f * points, results).sum() for f in (0.99, 1.01))
    assert scale_of(np.zeros(10), results[:10]) is None
    assert scale_of(-points, results) is None  # the wrong way round
    assert scale_of(points, (points > 0).astype(float)) is None  # all is known: no scale is large enough


def test_the_fit_is_where_no_direction_leads_down():
    chance = np.random.default_rng(2)
    dense = chance.integers(-2, 3, (500, 6)).astype(float)
    rows, places = np.nonzero(dense)
    lines = Lines(dense @ np.full(6, 10.0), rows, places, dense[rows, places], 6)
    results = chance.choice([0, 0.5, 1], 500)
    k, pull, so_far = 0.02, 3.0, chance.normal(0, 5, 6)
    found = best_change(lines, results, k, 100, pull, so_far)

    def cost(change):
        fit = losses(k * (lines.base + dense @ change), results).sum() * 100 / 500
        return fit + pull / 2 * k**2 * ((so_far + change) ** 2).sum()

    for direction in np.eye(6):
        assert cost(found) < min(cost(found + 0.1 * direction), cost(found - 0.1 * direction))


TRUTH = (60, -30, 45)


def test_known_weights_are_found_again(steps, tmp_path):
    record = synthetic(tmp_path / "games.jsonl", steps, TRUTH, 50, 4000)
    result = tune(steps, [record], scale=50, pull=0.01, compiled=False)
    # A weight's error is about 1 / (k √(3600 · 2 · 0.15)) = 1.5 points.
    assert np.abs(row_of(result.new) - TRUTH).max() < 6
    assert result.after.held_out < result.before.held_out
    assert result.after.training < result.before.training
    assert 3900 < result.games <= 4000  # but those that came twice
    assert result.positions == result.games
    assert result.held_out_games == pytest.approx(result.games / 10, rel=0.02)
    assert (result.scale, result.finished, result.compiled) == (50, True, False)
    assert result.changes[0] == ("a", 20, result.new["a"])
    assert tune(steps, [record], scale=50, pull=0.01, compiled=True).new == result.new


def test_the_pull_holds_weights_where_they_are(steps, tmp_path):
    record = synthetic(tmp_path / "games.jsonl", steps, TRUTH, 50, 300)
    old = row_of(steps.rules.weights)
    far = [
        np.abs(row_of(tune(steps, [record], scale=50, pull=pull, compiled=False).new) - old).sum()
        for pull in (0.01, 100, 1000, 1e9)
    ]
    assert far[0] > far[1] > far[2] > far[3] == 0


def test_weights_that_fit_already_stay_nearly_the_same(steps, tmp_path):
    true = steps.with_weights(shaped(steps.rules.weights, TRUTH))
    record = synthetic(tmp_path / "games.jsonl", true, TRUTH, 50, 4000)
    result = tune(true, [record], compiled=False)
    assert result.scale == pytest.approx(50, rel=0.1)
    assert np.abs(row_of(result.new) - TRUTH).max() < 6


def test_the_seed_and_the_stop_are_heard(steps, tmp_path):
    record = synthetic(tmp_path / "games.jsonl", steps, TRUTH, 50, 300)
    stop = threading.Event()
    result = tune(
        steps, [record], compiled=False, scale=50, stop=stop, tell=lambda text: stop.set() if "slopes" in text else None
    )
    assert (result.finished, result.rounds, result.changes) == (False, 0, [])
    assert result.after == result.before


def test_noisy_and_urgent_positions_are_left_out(steps, tmp_path):
    record = synthetic(tmp_path / "games.jsonl", steps, TRUTH, 50, 300)
    few = steps.with_rules(noisy=lambda p, move: move < 3)
    assert 100 < tune(few, [record], compiled=False, scale=50).positions < 200
    fewer = few.with_rules(urgent=lambda p: p.a > 0)
    assert 50 < tune(fewer, [record], compiled=False, scale=50).positions < 130


def test_games_are_played_for_it():
    result = tune("breakthrough:columns=4,rows=6", games=60, nodes=60, per_game=4, jobs=1)
    assert result.games > 20
    assert result.positions <= 4 * result.games
    assert result.after.held_out <= result.before.held_out


# What can go wrong


def test_errors(steps, tmp_path, write_game):
    record = synthetic(tmp_path / "games.jsonl", steps, TRUTH, 50, 40)
    few = synthetic(tmp_path / "few.jsonl", steps, TRUTH, 50, 10)
    other = tmp_path / "other.db"
    match("nim", "random", "random", games=2, jobs=1, random_plies=1, record=other)
    text = tmp_path / "text.txt"
    text.write_text("hello\n")
    torn = tmp_path / "torn.jsonl"
    torn.write_text(record.read_text().replace('["', '["9', 1))
    for wrong, message in (
        (lambda: tune("nim", [other]), "nim lists no weights; write: weights = {.*def weigh"),
        (lambda: tune(steps, [other]), "other.db is a record of nim, not of .*steps.py"),
        (lambda: tune(steps, [few]), "needs at least 20 different games with quiet positions, got 10"),
        (lambda: tune(steps, []), "at least 20 .* got 0"),
        (lambda: tune(steps, [tmp_path / "none.jsonl"]), "cannot read .*none.jsonl: No such file"),
        (lambda: tune(steps, [text]), "text.txt has no games of a match"),
        (lambda: tune(steps, [torn]), "game 1 of the record, move 1: '9"),
        (lambda: tune(steps, [record], pull=0), "pull must be a number above 0, got 0"),
        (lambda: tune(steps, [record], scale=-1), "scale must be a number above 0"),
        (lambda: tune(steps, [record], per_game=0), "per_game must be a whole number of at least 1"),
        (
            lambda: tune(steps.with_weights({"a": 0, "pair": (0, 0)}), [record], compiled=False),
            "no scale fits: .* set the scale",
        ),
    ):
        with pytest.raises(OptionError, match=message):
            wrong()


def test_a_game_with_other_weights_is_not_loaded_by_other_processes():
    from kibitz.arena.match import loads_again

    game = load("breakthrough:evaluation=hand")
    assert loads_again(game)
    row = row_of(game.rules.weights).copy()
    row[1] += 1
    assert not loads_again(game.with_weights(shaped(game.rules.weights, row)))


# The command


def kibitz_tune(*arguments, **options):
    command = [sys.executable, "-m", "kibitz", "tune", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, **options)


def test_the_command_plays_fits_and_writes(tmp_path):
    command = ("breakthrough:columns=4,rows=6", "--play", 60, "--nodes", 60, "--jobs", 1, "--out", "weights.py")
    done = kibitz_tune(*command, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "held out" in done.stdout
    assert "points make odds of e to 1" in done.stdout
    found = {}
    exec((tmp_path / "weights.py").read_text(), found)
    (record,) = tmp_path.glob("breakthrough-tune.*")
    with reading(record) as data:
        assert event_in(data)["players"] == list(players_of(60))
    held = list(lines_of(record, times=True))
    again = kibitz_tune(*command, "--json", cwd=tmp_path)
    assert list(lines_of(record, times=True)) == held  # none was played again
    told = json.loads(again.stdout)
    assert shaped(found["weights"], row_of(told["new"])) == found["weights"]
    assert told["games"] > 20
    assert told["after"]["held_out"] <= told["before"]["held_out"]
    other = kibitz_tune(command[0], "--games", record, "--plain", "--json", cwd=tmp_path)
    assert {**json.loads(other.stdout), "compiled": True} == told


@pytest.mark.parametrize(("arguments", "message"), [
    (["nim", "--play", "20"], "nim lists no weights"),
    (["breakthrough:evaluation=hand"], "give games with --games FILE, or play at least 20 with --play N"),
    (["breakthrough:evaluation=hand", "--games", "none.jsonl"], "cannot read none.jsonl"),
    (["breakthrough:evaluation=hand", "--play", "3"], "games must be an even number"),
])  # fmt: skip
def test_bad_input_is_one_line(arguments, message, tmp_path):
    done = kibitz_tune(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


def test_a_game_of_python_lists_weights_too():
    names = {}
    exec(STEPS, names)
    assert isinstance(Game.of(names), Game)
