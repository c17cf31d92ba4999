"""Learning: slopes against finite differences, values against exact ones, runs that go on after they were killed."""

import dataclasses
import json
import random
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz.arena.rating import elo
from kibitz.cells import derived
from kibitz.compiler.plain import salt
from kibitz.errors import NotConstantSum, OptionError
from kibitz.learning import games, teacher
from kibitz.learning.contest import pairs_of
from kibitz.learning.fit import Fit, rounded
from kibitz.learning.folder import Folder
from kibitz.learning.games import Games, Plan, words_of
from kibitz.learning.generations import most_on, span_of, stakes
from kibitz.learning.learn import kind_of, learn
from kibitz.learning.progress import Step, winner_of
from kibitz.learning.selfplay import NOTES
from kibitz.learning.td import CHANGES, TRAIL, WEIGHTS, linear_of
from kibitz.learning.teacher import Teacher
from kibitz.model import KEPT_WORDS, LINEAR, NET, SHIFT, Form, Model, block_of
from kibitz.model_file import read_model
from kibitz.search.engine.desk import DRAWN, KEPT, SEED, SEEN_WITH
from kibitz.search.engine.scoring import scale_of
from kibitz.search.engine.table import clear
from kibitz.search.wander import sample_positions

KIBITZ = [sys.executable, "-m", "kibitz"]
SMALL = "breakthrough:columns=4,rows=5,evaluation=hand"


def records_of(game, count=6, seed=1, nodes=30):
    return Games(game, Plan(nodes, 4), seed).play(count)


# Self-play


def test_records_are_positions_of_real_games():
    game = kibitz.load(SMALL)
    records = records_of(game)
    assert records.shape[1] == 3 + NOTES
    view = records.view(np.float64)
    assert set(view[:, -2]) <= {1.0, -1.0}, "somebody wins"
    for white, black, player in records[:, :3].tolist():
        assert white & black == 0
        assert player in (0, 1)
    assert (records[:, -1] >= 2).all(), "after the opening"


def test_nothing_is_kept_of_weights_that_are_gone():
    """Other weights may be put where the last ones were, whose sums a search has kept."""
    player = Games(kibitz.load("chess"), Plan(30, 4), 7)
    first = player.play(1)
    assert player.desk[SEEN_WITH] == player.game.rules.row.ctypes.data, "the search keeps sums"
    player.desk[KEPT : KEPT + KEPT_WORDS] = 1
    player.desk[SEED], player.desk[DRAWN] = salt(7), 0
    clear(player.table)
    assert (player.play(1) == first).all()


RUNS = """
from typing import NamedTuple

objective = "score"


class Position(NamedTuple):
    left: int
    run: int  # of threes
    player: int


def start():
    return Position(30, 0, 0)


def turn(p):
    return p.player


def moves(p):
    for taken in (1, 2, 3):
        if taken <= p.left:
            yield taken


def play(p, taken):
    return Position(p.left - taken, p.run + 1 if taken == 3 else 0, 1 - p.player)


def utility(p, player):
    return (1 if player != p.player else -1) + (p.run >= 5)
"""


def test_results_with_another_sum_end_a_run_in_a_sentence(write_game, tmp_path):
    path = write_game(RUNS)
    assert scale_of(kibitz.load(path)).constant, "random games do not show it"
    with pytest.raises(NotConstantSum, match="some results sum to 0, others to 2"):
        learn(path, games=200, nodes=200, hidden=0, jobs=1, out=tmp_path / "w")


def test_a_sum_is_found_in_long_games_too(write_game):
    text = RUNS.replace("Position(30, 0, 0)", "Position(1000, 0, 0)").replace("+ (p.run >= 5)", "+ 50")
    scale = scale_of(kibitz.load(write_game(text)))
    assert (scale.known, scale.total) == (True, 100)


def test_float_scores_change_the_kernel_but_not_the_random_numbers(write_game):
    """Random games do not show the half points, so players find them as they play, and begin again."""
    text = RUNS.replace("+ (p.run >= 5)", "* (1 if p.run < 5 else 1.5)")
    game = kibitz.load(write_game(text))
    first, second, again = (Games(game, Plan(200, 4), seed) for seed in (1, 2, 1))
    assert not first.width.wide
    one, two, three = (player.play(60) for player in (first, second, again))
    assert first.width.wide
    assert (one == three).all()
    assert one.shape != two.shape or (one != two).any(), "each seed has games of its own"


def test_every_is_for_self_play(tmp_path):
    with pytest.raises(OptionError, match="every is for a game that is learned by self-play"):
        learn("pig:winning_score=20", every=True, out=tmp_path / "w")


def test_every_position_is_recorded_if_asked():
    game = kibitz.load("gomoku:size=7,evaluation=hand")
    quiet, all_of_them = (Games(game, Plan(30, 4, every=every), 1).play(4) for every in (False, True))
    assert {tuple(row) for row in quiet[:, :-NOTES].tolist()} < {tuple(row) for row in all_of_them[:, :-NOTES].tolist()}
    assert len(all_of_them) > len(quiet)


def test_plain_and_compiled_play_the_same_games():
    game = kibitz.load(SMALL)
    compiled = Games(game, Plan(30, 4), 7).play(2)
    plain = Games(game, Plan(30, 4), 7, compiled=False).play(2)
    assert [tuple(row[0]) for row in plain] == [tuple(row[:3]) for row in compiled.tolist()]
    assert [row[1] for row in plain] == compiled.view(np.float64)[:, -3].tolist()


def test_a_seed_decides_the_games():
    game = kibitz.load(SMALL)
    one, two, other = (records_of(game, seed=seed) for seed in (3, 3, 4))
    assert np.array_equal(one, two)
    assert not np.array_equal(one[: len(other)], other[: len(one)])


def test_equal_weights_draw_their_duel():
    game = kibitz.load(SMALL)
    game, _ = derived(game) if game.rules.features is None else (game, "")
    fit = Fit(game, Form(NET, game.rules.feature_count, 8, 2))
    fit.most_on = 60
    same = game.with_model(fit.model(100))
    pairs = pairs_of(Games(same, Plan(30, 4), 1).duel(same, 20), 0)
    assert sum(pairs) == 10
    assert elo(pairs).value == 0, "the same game twice, with sides swapped"


def test_an_evaluation_of_another_shape_keeps_its_own_numbers():
    game = kibitz.load(SMALL)
    small, large = (Fit(game, Form(NET, game.rules.feature_count, hidden, 2)) for hidden in (8, 16))
    for one, two in zip(small.numbers, large.numbers, strict=True):
        two[:] = 0
        two[:, :8] = one
    for fit in (small, large):
        fit.most_on = 60
    models = [game.with_model(fit.model(100)) for fit in (small, large)]
    candidate = models[0].with_rules(rival=models[1])
    pairs = pairs_of(Games(candidate, Plan(30, 4), 1).duel(models[1], 20), 0)
    assert elo(pairs).value == 0, "both say the same of every position"


def test_nothing_is_left_of_earlier_games_of_self_play():
    game = kibitz.load(SMALL)
    players = [Games(game, Plan(400, 4), 1) for _ in range(2)]
    players[0].play(20)
    for player in players:
        player.desk[SEED], player.desk[DRAWN] = 5, 0
        clear(player.table)
    one, two = (player.play(10) for player in players)
    assert np.array_equal(one, two), "nothing is left of the games before"


# Fitting


def slopes_by_differences(fit, records, targets, order):
    step = 1e-3
    found = []
    for numbers in fit.numbers:
        flat = numbers.ravel()
        slopes = np.zeros(len(flat))
        for place in range(len(flat)):
            kept = flat[place]
            flat[place] = kept + step
            up = fit.error(records, targets, order)
            flat[place] = kept - step
            down = fit.error(records, targets, order)
            flat[place] = kept
            slopes[place] = (up - down) / (2 * step) / 2
        found.append(slopes.reshape(numbers.shape))
    return found


SHAPES = [(LINEAR, 0, 1, 1), (NET, 8, 1, 1), (NET, 8, 2, 1), (NET, 8, 2, 2), (NET, 8, 2, 1, True), (NET, 8, 2, 2, True)]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("spec", ["tic-tac-toe", "othello:discs_only=1"])
def test_slopes_are_those_of_the_error(shape, spec):
    base = kibitz.load(spec)
    game, _ = derived(base)
    if game.rules.feature_count > 200 and shape[0] == NET:
        pytest.skip("too many numbers to differentiate one by one")
    records = records_of(game, 4, nodes=20)[:40]
    rng = np.random.default_rng(1)
    targets = rng.random(len(records)).astype(np.float32)
    fit = Fit(game, Form(shape[0], game.rules.feature_count, *shape[1:]), seed=3)
    fit.sparse = 12
    for numbers in fit.numbers:
        numbers += rng.normal(0, 0.05, numbers.shape).astype(np.float32)
    order = np.arange(len(records))
    wanted = slopes_by_differences(fit, records, targets, order)
    for lane in fit.slopes:
        for each in lane:
            each.fill(0)
    fit.run(records, targets, order, True)
    for number, slopes in enumerate(wanted):
        found = sum(lane[number] for lane in fit.slopes) / len(order)
        assert np.allclose(found, slopes, atol=3e-4), np.abs(found - slopes).max()


def test_fitting_finds_what_a_linear_target_is_made_of():
    game, _ = derived(kibitz.load("tic-tac-toe"))
    records = records_of(game, 300, nodes=20)
    count = game.rules.feature_count
    truth = np.random.default_rng(5).normal(0, 1, count)
    kind = type(game.start())
    positions = [kind(*row[:-NOTES]) for row in records.tolist()]
    outputs = np.array([sum(truth[f] for f in game.rules.features(p, game.rules.turn(p))) for p in positions])
    chances = 1 / (1 + np.exp(-outputs))
    targets = np.where([game.rules.turn(p) == 0 for p in positions], chances, 1 - chances).astype(np.float32)
    fit = Fit(game, Form(LINEAR, count))
    fit.steps.rate = 0.03
    order = np.arange(len(records))
    first = fit.error(records, targets, order)
    for _ in range(300):
        fit.learn(records, targets, order)
    assert fit.error(records, targets, order) < first / 100


def test_rounded_numbers_say_nearly_the_same():
    game, _ = derived(kibitz.load("tic-tac-toe"))
    for shape in ((LINEAR, 0), (NET, 16, 2), (NET, 16, 2, 1, True)):
        form = Form(shape[0], game.rules.feature_count, *shape[1:])
        fit = Fit(game, form, seed=2)
        for numbers in fit.numbers:
            numbers += np.random.default_rng(1).normal(0, 0.1, numbers.shape).astype(np.float32)
        fit.most_on = 30
        records = records_of(game, 20, nodes=20)
        learned = game.with_model(fit.model(1000))
        kind = type(game.start())
        for number, row in enumerate(records.tolist()[:50]):
            p = kind(*row[:-NOTES])
            guess = 1 / (1 + np.exp(-learned.evaluate(p, 0) / 1000))
            target = np.full(len(records), guess, np.float32)
            assert fit.error(records, target, np.array([number])) < 1e-4


@pytest.mark.parametrize("shape", [(LINEAR, 0, 1, 1), (NET, 8, 2, 1), (NET, 16, 2, 2), (NET, 16, 2, 1, True)], ids=str)
def test_a_fit_goes_on_from_a_model(shape):
    game, _ = derived(kibitz.load("tic-tac-toe"))
    kind = shape[0]
    form = Form(kind, game.rules.feature_count, *shape[1:])
    one, two = (Fit(game, form, seed=seed) for seed in (1, 2))
    for fit in (one, two):
        fit.most_on = 30
    if kind == LINEAR:
        one.numbers[0][:] = np.random.default_rng(1).normal(0, 1, form.features + 1)
    model = one.model(300, 0.25)
    two.take(model, 300 / 0.25)
    again = two.model(300, 0.25)
    assert np.abs(model.block[:2] - again.block[:2]).max() <= 10, "the factor is rounded"
    assert np.abs(model.weights - again.weights).max() <= 1
    assert kind == LINEAR or np.abs(model.outputs - again.outputs).max() <= 10


@pytest.mark.parametrize("grain", [1, 0.25, 8])
@pytest.mark.parametrize("hidden", [0, 8])
def test_evaluations_are_rounded_to_the_nearest_multiple_of_the_grain(grain, hidden):
    game, _ = derived(kibitz.load("kalah:evaluation=hand"))
    form = Form(NET, game.rules.feature_count, hidden, 2) if hidden else Form(LINEAR, game.rules.feature_count)
    fit = Fit(game, form, seed=2)
    fit.most_on = 60
    if not hidden:
        fit.numbers[0][:] = np.random.default_rng(1).normal(0, 0.3, form.features + 1)
    fine, coarse = (game.with_model(fit.model(20, each)) for each in (1 / 1024, grain))
    for p in sample_positions(game)[:60]:
        if not game.is_over(p):
            exact, found = fine.evaluate(p, 0), coarse.evaluate(p, 0)
            assert found % grain == 0
            assert abs(found - exact) <= grain / 2 + 0.1 + abs(exact) / 100, "weights are rounded too"


def test_the_second_output_is_for_positions_with_fewer_features_on_than_the_mean():
    game, _ = derived(kibitz.load("tic-tac-toe"))
    records = records_of(game, 20, nodes=20)
    kind = type(game.start())
    positions = [kind(*row[:-NOTES]) for row in records.tolist()]
    on = [len(list(game.rules.features(p, game.rules.turn(p)))) for p in positions]
    for outputs, wanted in ((1, 0), (2, round(np.mean(on)))):
        fit = Fit(game, Form(NET, game.rules.feature_count, 8, 2, outputs))
        fit.divide(records, np.zeros(len(records), np.float32), np.arange(len(records)))
        assert fit.sparse == wanted


# Temporal differences


def walk(length=7):
    """Return a walk in which a coin decides each step: from the middle to 0, or to the other end, which is worth 1."""
    from typing import NamedTuple

    class Position(NamedTuple):
        place: int
        tossing: int

    players, objective = 1, "score"
    feature_count = length + 1

    def start():
        return Position((length + 1) // 2, 0)

    def turn(p):
        return -1 if p.tossing else 0

    def moves(p):
        yield 0

    def chances(p):
        yield -1, 0.5
        yield 1, 0.5

    def play(p, move):
        return Position(p.place + move, 0) if p.tossing else Position(p.place, 1)

    def is_over(p):
        return p.place in (0, length)

    def utility(p, player):
        return 1 if p.place == length else 0

    def features(p, player):
        yield p.place

    return kibitz.Game.of(locals())


@pytest.mark.parametrize(("kind", "fading"), [(LINEAR, 0.0), (LINEAR, 0.5), (LINEAR, 1.0), (NET, 0.0), (NET, 0.5)])
def test_values_of_a_random_walk_are_found(kind, fading):
    game = walk()
    form = Form(kind, 8, 0 if kind == LINEAR else 16)
    teacher = Teacher(game, form, seed=1)
    for rate in (1.0, 0.3, 0.1) if kind == LINEAR else (0.1, 0.03, 0.01, 0.003, 0.001):
        teacher.run(6000, rate, fading)
    model = game.with_model(teacher.model(1 / 4096))
    kindly = type(game.start())
    found = [model.evaluate(kindly(place, 1), 0) for place in range(1, 7)]
    assert np.allclose(found, [place / 7 for place in range(1, 7)], atol=0.08), found


def test_a_run_of_td_depends_on_its_seed_alone():
    game = walk()
    runs = []
    for seed in (1, 1, 2):
        teacher = Teacher(game, Form(LINEAR, 8), seed)
        teacher.run(50, 1.0, 0.5)
        runs.append(teacher.weights.copy())
    assert np.array_equal(runs[0], runs[1])
    assert not np.array_equal(runs[0], runs[2])


def test_learning_2048_pays_at_once(tmp_path):
    found = learn("2048:evaluation=hand", games=600, jobs=1, seed=1, out=tmp_path / "tiles.weights")
    assert found.finished
    assert found.steps[-1].score > 8000, "at random it is about 1,000"
    game = kibitz.load(f"2048:weights={tmp_path / 'tiles.weights'}")
    state = game.begin()
    dice = random.Random(1)
    while not state.over:
        if state.turn < 0:
            state.draw(dice)
        else:
            state.play(kibitz.analyze(state, depth=1).move)
        if len(state.played) > 700:
            break
    assert game.utility(state.position, 0) > 1500


# Whole runs

STRANGER = '''
"""Fill nine cells by turns; whoever has more rows of three wins."""
from typing import NamedTuple


class Position(NamedTuple):
    cells: tuple[int, ...]
    player: int


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def start():
    return Position((0,) * 9, 0)


def turn(p):
    return p.player


def moves(p):
    for i in range(9):
        if p.cells[i] == 0:
            yield i


def play(p, move):
    cells = list(p.cells)
    cells[move] = p.player + 1
    return Position(tuple(cells), 1 - p.player)


def rows(p, who):
    found = 0
    for a, b, c in LINES:
        if p.cells[a] == who and p.cells[b] == who and p.cells[c] == who:
            found += 1
    return found


def utility(p, player):
    ahead = rows(p, 1) - rows(p, 2)
    ahead = 1 if ahead > 0 else -1 if ahead < 0 else 0
    return ahead if player == 0 else -ahead
'''


@pytest.fixture
def stranger(tmp_path):
    file = tmp_path / "rows.py"
    file.write_text(STRANGER)
    return file


def test_a_game_without_features_learns_and_says_so(stranger, tmp_path):
    found = learn(str(stranger), games=300, nodes=20, jobs=1, out=tmp_path / "w")
    assert "rows has no features; 58 were made from its fields: cells, player" in found.notes
    assert found.finished
    assert found.steps[0].accepted, "only games with an evaluation teach more"
    assert not (tmp_path / "w.learning").exists()
    if found.model is not None:
        game = kibitz.load(f"{stranger}:weights={tmp_path / 'w'}")
        assert kibitz.analyze(game, nodes=200).move is not None
        assert found.to_json()["steps"][-1]["games"] == 300 or found.steps[-1].games >= 300


def test_a_run_with_one_job_and_games_can_be_repeated(stranger, tmp_path):
    runs = [learn(str(stranger), games=200, nodes=20, jobs=1, seed=5, out=tmp_path / name) for name in "ab"]
    one, two = ([(s.games, s.positions, s.loss, s.against_best) for s in run.steps] for run in runs)
    assert one == two
    models = [run.model for run in runs]
    assert (models[0] is None) == (models[1] is None)
    assert models[0] is None or np.array_equal(models[0].block, models[1].block)


def test_fields_that_are_no_numbers_are_refused():
    def start():
        return ("x",)

    def turn(p):
        return 0

    def moves(p):
        return range(1 if p == ("x",) else 0)

    def play(p, move):
        return ("y",)

    def utility(p, player):
        return 0

    with pytest.raises(kibitz.GameError, match="no features can be made from the positions"):
        derived(kibitz.Game.of(locals()))


SHARES = """
from typing import NamedTuple
from kibitz import CHANCE

class P(NamedTuple):
    left: int
    first: int
    second: int
    player: int
    die: int

players = 2
objective = "score"

def start():
    return P(4, 0, 0, 0, 0)

def turn(p):
    return CHANCE if p.die == 0 else p.player

def chances(p):
    for die in (1, 2, 3):
        yield die, 1 / 3

def moves(p):
    if p.left:
        yield 0
        yield 1

def play(p, move):
    if p.die == 0:
        return p._replace(die=move)
    gain = p.die if move else 0
    first = p.first + gain if p.player == 0 else p.first
    second = p.second + gain if p.player == 1 else p.second
    return P(p.left - 1, first, second, 1 - p.player, 0)

def is_over(p):
    return p.left == 0

def utility(p, player):
    mine = p.first if player == 0 else p.second
    other = p.second if player == 0 else p.first
    return 50 + mine - other
"""


def test_points_that_add_up_to_something_are_learned_as_they_are(tmp_path):
    """Whoever does not take the die is a fool; both share 100 points."""
    file = tmp_path / "shares.py"
    file.write_text(SHARES)
    found = learn(str(file), games=6000, hidden=8, jobs=1, out=tmp_path / "w")
    game = kibitz.load(f"{file}:weights={tmp_path / 'w'}")
    exact = kibitz.analyze(kibitz.load(str(file)), "expectiminimax", depth=8)
    p = game.start()
    assert game.evaluate(p, 0) + game.evaluate(p, 1) == pytest.approx(100)
    assert game.evaluate(p, 0) == pytest.approx(exact.score, abs=1.5)
    assert found.steps[-1].against_start is not None


def test_a_game_that_never_ends_is_told(tmp_path):
    file = tmp_path / "loop.py"
    file.write_text(SHARES.replace("p.left - 1", "p.left"))
    with pytest.raises(kibitz.GameError, match="no game of loop ended within"):
        learn(str(file), games=4, jobs=1, out=tmp_path / "w")


def finish(command, cwd):
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize("game", ["2048:evaluation=hand", "rows.py"])
def test_a_killed_run_goes_on(game, stranger, tmp_path):
    """Kill at random moments; what is written down stays, and the last run completes."""
    command = [*KIBITZ, "learn", game, "--minutes", "0.12", "--jobs", "1", "--out", "w", "--nodes", "20", "--json"]
    moments = random.Random(game)
    seen = 0.0
    for _ in range(2):
        run = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(moments.uniform(1.5, 4.5))
        run.send_signal(signal.SIGKILL)
        run.wait()
        state = tmp_path / "w.learning" / "state.json"
        if state.exists():
            now = json.loads(state.read_text()).get("games", 0)
            assert now >= seen
            seen = now
    done = finish(command, tmp_path)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["finished"]
    assert found["steps"][-1]["games"] >= seen
    assert not (tmp_path / "w.learning").exists()
    if (tmp_path / "w").exists():
        assert read_model(tmp_path / "w").about["games"] >= seen


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--minutes", "0"], "minutes must be a finite number above 0, got 0"),
        (["--games", "0"], "games must be at least 1, got 0"),
        (["--hidden", "7"], "a hidden row has 8 to 512 numbers, a multiple of 8, got 7"),
        (["--jobs", "0"], "jobs must be at least 1, got 0"),
        (["--nodes", "1"], "nodes must be at least 10, got 1"),
        (["--grain", "0"], "grain must be a finite number above 0, got 0"),
        (
            ["--outputs", "2", "--hidden", "0"],
            "two outputs are for a net that learns by self-play: two players, no chance, --hidden above 0",
        ),
        (
            ["--squared", "--hidden", "0"],
            "squared is for a net that learns by self-play: two players, no chance, --hidden above 0",
        ),
        (["--out", "."], "cannot write .: it is a folder"),
    ],
)
def test_wrong_options_are_one_line(options, message, tmp_path):
    done = finish([*KIBITZ, "learn", "tic-tac-toe", *options], tmp_path)
    assert done.returncode == 2
    assert done.stderr.strip() == f"kibitz: {message}"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"minutes": "5"}, "minutes must be a number, got '5'"),
        ({"games": True}, "games must be a whole number, got True"),
        ({"nodes": 50.5}, "nodes must be a whole number, got 50.5"),
        ({"nodes": 10**20}, "nodes must be at most 1,099,511,627,776, got"),
        ({"seed": -1}, "seed must be at least 0, got -1"),
        ({"hope": float("nan")}, "hope must be a number, got nan"),
        ({"hope": 3.0}, "hope is for a linear model"),
        ({"every": 1}, "every must be True or False, got 1"),
        ({"squared": 1}, "squared must be True or False, got 1"),
        ({"grain": float("inf")}, "grain must be a finite number above 0, got inf"),
        ({"grain": "1"}, "grain must be a number, got '1'"),
        ({"out": 5}, "out must be the path of a file, got 5"),
        ({"stop": True}, r"stop must be an event, such as threading.Event\(\), got True"),
        ({"told": "loudly"}, "told must be a function, got 'loudly'"),
    ],
)
def test_wrong_values_are_told_in_a_sentence(change, message, tmp_path):
    with pytest.raises(kibitz.OptionError, match=message):
        learn("tic-tac-toe", **{"out": tmp_path / "w", **change})


def test_a_file_that_exists_is_not_replaced(tmp_path):
    (tmp_path / "w").write_text("precious")
    with pytest.raises(kibitz.OptionError, match="exists; remove it, or give another --out"):
        learn("tic-tac-toe", games=10, out=tmp_path / "w")
    assert (tmp_path / "w").read_text() == "precious"


def test_places_where_no_weights_can_be_written_are_refused_before_anything_is_played(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    (tmp_path / "w.learning" / "mine").mkdir(parents=True)
    for name, message in (
        ("link", "it is a link to a file that does not exist"),
        ("x" * 300, "cannot write .*: File name too long; give another --out"),
        ("a,b=c.weights", "has a comma before an equals sign, .*; give another --out"),
        ("w", "w.learning holds a folder, mine; remove it, or give another --out"),
    ):
        with pytest.raises(kibitz.OptionError, match=message):
            learn("tic-tac-toe", games=10, out=tmp_path / name)


def test_what_is_missing_in_a_folder_is_told(tmp_path):
    with Folder(tmp_path / "w", {}) as folder:
        folder.save(games=1, bytes=80, steps=[vars(step(1, 5.0, 1.0))])
        with pytest.raises(kibitz.OptionError, match=r"cannot use .*numbers\.npz: .*; remove .* to begin again"):
            folder.arrays("numbers")
        folder.add_records(1, np.zeros(9, np.int64))
        with pytest.raises(kibitz.OptionError, match=r"records-1\.bin is missing or cut short; remove"):
            folder.cut_records(1, 80)
        folder.add_records(1, np.zeros(9, np.int64))
        folder.cut_records(1, 80)
        assert folder.size_of(1) == 80


def test_trees_have_nothing_to_learn(tmp_path):
    with pytest.raises(kibitz.OptionError, match="an explicit tree has nothing to learn: `kibitz solve`"):
        learn("((3 12 8) (2 4 6))", games=10, out=tmp_path / "w")


def test_a_model_without_enough_memory_is_told_in_a_sentence(tmp_path, monkeypatch):
    def too_large(*arguments, **options):
        raise MemoryError

    monkeypatch.setattr("kibitz.learning.learn.Generations", too_large)
    with pytest.raises(
        kibitz.OptionError, match="not enough memory .* 260 → 16 → 1, two views; it needs a smaller --hidden"
    ):
        learn("tic-tac-toe", games=10, hidden=16, out=tmp_path / "w")
    assert list(tmp_path.iterdir()) == []


def test_two_runs_do_not_share_a_folder(stranger, tmp_path):
    out = tmp_path / "w"
    with Folder(out, {}), pytest.raises(kibitz.OptionError, match="another run is using"):
        learn(str(stranger), games=10, out=out)
    assert list(tmp_path.glob("w*")) == [], "nothing to go on from"


def test_a_damaged_folder_is_told_in_a_sentence(tmp_path):
    folder = Folder(tmp_path / "w", {})
    folder.save(games=1)
    (folder.path / "numbers.npz").write_bytes(b"PK damaged")
    with pytest.raises(kibitz.OptionError, match=r"cannot use .*numbers.npz: .*; remove"):
        folder.arrays("numbers")
    folder.lock.close()
    (folder.path / "state.json").write_text("[3]")
    with pytest.raises(kibitz.OptionError, match="is damaged; remove .* to begin again"):
        Folder(tmp_path / "w", {})
    (folder.path / "state.json").write_text('{"options": {}, "games": "x"}')
    with pytest.raises(kibitz.OptionError, match="is damaged; remove .* to begin again"):
        Folder(tmp_path / "w", {})


def test_changed_features_are_told_when_a_run_is_resumed(tmp_path):
    with Folder(tmp_path / "w", {"game": "mine.py", "layout": "a"}) as folder:
        folder.save(games=1)
    with pytest.raises(kibitz.OptionError, match=r"the features or the rules of mine\.py have changed"):
        Folder(tmp_path / "w", {"game": "mine.py", "layout": "b"})


def step(number, value, error, accepted=True):
    ends = (None, 700.0, None) if value is None else (value, value - error, value + error)
    return Step(number, 1.0, 100, 1000, 0.1, accepted, None, ends if accepted else None)


@pytest.mark.parametrize(
    ("steps", "winner"),
    [
        ([], None),
        ([step(1, -5, 10)], None),
        ([step(1, 5, 10)], 1),
        ([step(1, 50, 10), step(2, 45, 10)], 2),  # better by the match between them, though not against the start
        ([step(1, 50, 10), step(2, 20, 10)], 1),
        ([step(1, 50, 10), step(2, -20, 10), step(3, 0, 10, accepted=False)], 1),
        ([step(1, 50, 10), step(2, None, 0), step(3, 40, 10)], 2),
        ([step(1, None, 0), step(2, None, 0)], 2),
        ([step(1, 5, 10), step(2, -1, 10)], 1),
    ],
)
def test_the_weights_that_count_are_the_last_that_nothing_earlier_clearly_beats(steps, winner):
    assert winner_of(steps) == winner


def test_games_that_end_at_once_teach_nothing(tmp_path):
    base = kibitz.load("tic-tac-toe")

    def is_over(p):
        return True

    with pytest.raises(kibitz.GameError, match="its games end before the first move"):
        learn(base.with_rules(is_over=is_over), games=10, out=tmp_path / "w")


def test_a_hope_beyond_what_weights_can_hold_is_refused(tmp_path):
    with pytest.raises(kibitz.OptionError, match="hope must be from .* to .* for 2048, got 1e"):
        learn("2048:evaluation=hand", games=10, hope=1e30, out=tmp_path / "w")


FOXES = """
from typing import NamedTuple

class P(NamedTuple):
    fox: int
    hounds: int
    player: int

def start():
    return P(0, 0, 0)

def turn(p):
    return p.player

def moves(p):
    if p.fox < 8 and p.hounds < 8:
        yield 1
        yield 2

def play(p, steps):
    if p.player == 0:
        return P(p.fox + steps, p.hounds, 1)
    return P(p.fox, p.hounds + steps, 0)

def utility(p, player):
    ahead = 1 if p.fox > p.hounds else -1
    return ahead if player == 0 else -ahead

feature_count = 40

def features(p, player):
    if player == 0:
        yield p.fox
    else:
        for i in range(14):
            yield 20 + i
        if p.fox == 7:
            for i in range(10):
                yield i
"""


def test_a_net_has_room_for_the_features_of_both_players(write_game):
    """The second player sees many more at once."""
    game = kibitz.load(write_game(FOXES))
    assert most_on(game) >= 14
    fit = Fit(game, Form(NET, 40, 8, 2), seed=1)
    records = records_of(game, count=200)
    fit.run(records, np.zeros(len(records), np.float32), np.arange(len(records)), False)
    assert (records[:, 0] == 7).any()
    assert fit.seen_on == 24


PRESS = """
from typing import NamedTuple
from kibitz import CHANCE

players, objective = 1, "score"

class P(NamedTuple):
    total: int
    doing: int  # 0: deciding, 1: rolling, 2: over

def start():
    return P(0, 0)

def turn(p):
    return CHANCE if p.doing == 1 else 0

def is_over(p):
    return p.doing == 2 or p.total > 20

def moves(p):
    return (0, 1)

def chances(p):
    return [(die, 1 / 3) for die in (1, 2, 3)]

def play(p, move):
    if p.doing == 1:
        return P(p.total + move, 0)
    return P(p.total, 1 if move else 2)

def utility(p, player):
    return p.total if p.total <= 20 else 0

feature_count = 25

def features(p, player):
    FEATURES
"""


@pytest.mark.parametrize("hidden", [0, 8])
def test_stopping_at_once_is_not_all_that_is_ever_tried(hidden, write_game, tmp_path):
    """Stop or roll: nature varies nothing for those who stop before the first roll."""
    file = write_game(PRESS.replace("FEATURES", "yield from range(p.total + 1)"))
    found = learn(file, games=20_000, hidden=hidden, jobs=1, out=tmp_path / "w")
    assert found.steps[-1].score > 15


def test_a_feature_that_is_on_many_times_does_not_make_weights_grow_without_end(write_game, tmp_path):
    file = write_game(PRESS.replace("FEATURES", "yield from [0] * p.total + [p.total]"))
    found = learn(file, games=20_000, hidden=0, jobs=1, out=tmp_path / "w")
    assert found.steps[-1].score > 10
    assert np.abs(found.model.weights * 2.0**-20 * found.model.block[0] * found.model.grain).max() < 1000


STICKS = """
from typing import NamedTuple

class P(NamedTuple):
    sticks: int
    player: int

def start():
    return P(21, 0)

def turn(p):
    return p.player

def moves(p):
    return range(1, min(3, p.sticks) + 1)

def play(p, taken):
    return P(p.sticks - taken, 1 - p.player)

def utility(p, player):
    return -1 if player == p.player else 1

feature_count = 22

def features(p, player):
    yield 22 if p.sticks == 7 else p.sticks
"""


def test_features_that_are_wrong_where_only_a_fit_meets_them_are_told_in_a_sentence(write_game):
    game = kibitz.load(write_game(STICKS))
    records = records_of(game, count=50)
    fit = Fit(game, Form(NET, 22, 8, 2))
    with pytest.raises(kibitz.GameError, match="the rules of mygame failed: .*`features` yielded 22, but"):
        fit.run(records, np.zeros(len(records), np.float32), np.arange(len(records)), False)


@given(st.lists(st.lists(st.integers(0, 9000), min_size=1, max_size=20), min_size=1, max_size=12))
def test_no_value_moves_by_more_than_an_error(views):
    """Neither that of the view which is learned, nor that of one learned before, whatever is on how many times."""
    see, change = linear_of(lambda p, player: views[p], Form(LINEAR, 9001), True)
    desk = [0] * TRAIL
    desk[WEIGHTS], desk[CHANGES] = np.zeros(9001, np.float32), np.zeros(2 * 9001, np.float32)

    def values():
        return np.array([see(p, 0, desk) for p in range(len(views))])

    for now in range(len(views)):
        before = values()
        change(now, 0, 1.0, 1.0, desk)
        moved = (values() - before)[: now + 1]
        assert (np.abs(moved) < 1.05).all()
        assert moved[now] > 0


def test_numbers_that_are_not_finite_are_refused():
    game = kibitz.load("2048:evaluation=hand")
    teacher = Teacher(game, Form(LINEAR, game.rules.feature_count))
    teacher.weights[5] = np.nan
    with pytest.raises(kibitz.GameError, match="grew beyond all limits"):
        teacher.model()
    with pytest.raises(kibitz.GameError, match="grew beyond all limits"):
        rounded(Form(NET, 3, 8), [np.full((4, 8), np.inf), np.zeros((2, 8))], 1.0, 0, 3)


def test_a_hope_is_the_first_value_of_every_position(write_game):
    """However many features are on."""
    game = kibitz.load(write_game(PRESS.replace("FEATURES", "yield from range(p.total)")))
    hopeful = game.with_model(Teacher(game, Form(LINEAR, 25), hope=12.5).model(0.5))
    for total in (0, 1, 20):
        p = game.start()._replace(total=total, doing=1)
        assert hopeful.evaluate(p, 0) == 12.5
    again = Teacher(game, Form(LINEAR, 25))
    again.take(hopeful.rules.model)
    assert again.hope == 12.5


def test_a_hope_that_would_mean_nothing_is_refused(tmp_path):
    (tmp_path / "shares.py").write_text(SHARES)
    with pytest.raises(kibitz.OptionError, match="hope means nothing for shares: what one player hopes for"):
        learn(tmp_path / "shares.py", games=10, hidden=0, hope=5, out=tmp_path / "w")
    with pytest.raises(kibitz.OptionError, match="hope means nothing for 2048: it already has weights"):
        learn("2048:evaluation=learned", games=10, hope=5, out=tmp_path / "w")


def test_a_game_without_a_position_to_learn_from_ends_a_run_early(write_game, tmp_path):
    file = write_game(PRESS.replace("FEATURES", "yield p.total").replace("return (0, 1)", "return (0,)"))
    with pytest.raises(
        kibitz.GameError, match="nothing can be learned from mygame: in .* games no move left a position"
    ):
        learn(file, minutes=5, hidden=8, jobs=1, out=tmp_path / "w")
    assert not (tmp_path / "w.learning").exists()


def test_too_few_positions_leave_nothing_behind(tmp_path):
    options = {"nodes": 10, "jobs": 1, "out": tmp_path / "w"}
    with pytest.raises(kibitz.OptionError, match="too few to learn from; play more"):
        learn(SMALL, games=1, **options)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_without_its_state_is_begun_anew(tmp_path):
    with Folder(tmp_path / "w", {}) as folder:
        folder.save_arrays("numbers", [np.zeros(3)])
        folder.state = {"as if": "killed before it was written"}
    assert Folder(tmp_path / "w", {}).arrays("numbers") is None


def test_a_write_that_fails_names_the_file(tmp_path):
    with Folder(tmp_path / "w", {}) as folder:
        (folder.path / "records-0.bin").mkdir()
        with pytest.raises(kibitz.OptionError, match=r"cannot write .*records-0\.bin: "):
            folder.add_records(0, np.zeros(3, np.int64))


def test_fields_of_a_dataclass_that_change_places_are_noticed():
    fields = [("left", int), ("player", int)]
    one, other = (dataclasses.make_dataclass("P", order) for order in (fields, fields[::-1]))
    assert kind_of(one(3, 0)) != kind_of(other(0, 3))


DICE = SHARES.replace("50 + mine - other", "1 if mine > other else -1 if mine < other else 0")


def test_dice_without_an_evaluation_are_compared_with_random_moves(tmp_path):
    file = tmp_path / "shares.py"
    file.write_text(DICE)
    found = learn(str(file), games=4000, hidden=8, jobs=1, out=tmp_path / "w")
    assert "against random moves" in str(found)
    value = found.steps[-1].against_start[0]
    assert value is None or value > 0


def test_a_stop_in_the_last_match_keeps_what_was_learned(tmp_path):
    file, stop = tmp_path / "shares.py", threading.Event()
    file.write_text(DICE)

    def tell(now):
        if now.doing.startswith("a match, 3 of"):
            stop.set()

    options = {"games": 500, "hidden": 8, "jobs": 1, "out": tmp_path / "w"}
    found = learn(str(file), stop=stop, tell=tell, **options)
    assert stop.is_set()
    assert not found.finished
    assert found.out == tmp_path / "w"
    again = learn(str(file), **options)
    assert again.finished
    assert again.steps[-1].against_start is not None


def test_planes_are_compared_with_features(tmp_path):
    base = kibitz.load("chess:evaluation=hand")

    def planes(p, player):
        return base.rules.planes(p, 1 - player)

    with pytest.raises(kibitz.GameError, match="`planes` of chess has the bits of"):
        learn(base.with_rules(planes=planes), games=10, out=tmp_path / "w")


BOARDS = """
from typing import NamedTuple
import numpy as np
class Position(NamedTuple):
    mine: np.uint64
    odds: float
    ply: int
def start(): return Position(np.uint64(1) << np.uint64(62), 0.0, 0)
def turn(p): return p.ply % 2
def moves(p): return range(2 if p.ply < 6 else 0)
def play(p, move): return Position(p.mine << np.uint64(1) | np.uint64(move), p.odds + 0.5, p.ply + 1)
def utility(p, player): return (1 if p.mine & np.uint64(1) else -1) * (1 - 2 * player)
"""


def test_features_are_made_of_all_64_bits_and_what_is_left_out_is_said(write_game):
    game, said = derived(kibitz.load(write_game(BOARDS, "boards.py")))
    assert said.endswith("from its fields: mine, ply; left out, because they are not whole numbers: odds")
    p = game.start()
    assert list(game.ask("features", p, 0)) == [62, 64]
    p = game.play(p, 1)
    assert list(game.ask("features", p, 0)) == [0, 63, 65]
    assert not kibitz.check(game, seconds=2).failures


def test_wrong_features_are_told_before_anything_is_played(tmp_path):
    base = kibitz.load("tic-tac-toe")

    def features(p, player):
        yield -1

    with pytest.raises(kibitz.GameError, match="yielded -1 for player 0, but feature_count is 9"):
        learn(base.with_rules(features=features, feature_count=9), games=10, out=tmp_path / "w")


def test_a_folder_of_an_older_version_is_gone_on_with(tmp_path):
    with Folder(tmp_path / "w", {"seed": 1}) as folder:
        folder.save(games=7)
    with Folder(tmp_path / "w", {"seed": 1, "grain": None, "every": None}) as folder:
        assert folder.state["games"] == 7


def test_a_large_score_decides_a_game_whatever_the_grain():
    game, _ = derived(kibitz.load(SMALL))
    form = Form(LINEAR, game.rules.feature_count)
    weights = np.random.default_rng(1).integers(-20, 20, form.features)
    lengths = []
    for grain in (1, 0.5):
        fine = weights if grain == 1 else 2 * weights + 1  # nearly the same evaluations, in halves
        model = Model(form, block_of(form, (1 << SHIFT, 0, 0, 0), fine), grain)
        played = Games(game.with_model(model), Plan(40, 4, 1500, 400), 0)
        assert played.width.wide == (grain != 1)
        lengths.append(len(played.play(20)))
    assert lengths[1] > lengths[0] * 2 / 3, "games are not decided by the first score that is not 0"


@pytest.mark.parametrize("hidden", [0, 8])
def test_temporal_differences_go_on_from_a_model(hidden):
    game, _ = derived(kibitz.load("pig:winning_score=20"))
    form = Form(NET, game.rules.feature_count, hidden) if hidden else Form(LINEAR, game.rules.feature_count)
    one, two = (Teacher(game, form, seed=seed, span=3.0) for seed in (1, 2))
    one.run(50, 0.1, 0.5)
    model = one.model(0.25)
    two.take(model)
    again = two.model(0.25)
    assert np.abs(model.weights - again.weights).max() <= 1
    assert not hidden or np.abs(model.outputs - again.outputs).max() <= 10


LONG = """
players = 1
objective = "score"
def start(): return 0, 0
def turn(p): return 0
def moves(p): return (1, 2) if p[0] < 300 else ()
def play(p, move): return p[0] + 1, p[1] + 1000 * move
def utility(p, player): return p[1]
"""


def test_what_games_are_about_is_known_of_long_ones_too(tmp_path):
    (tmp_path / "long.py").write_text(LONG)
    game = kibitz.load(str(tmp_path / "long.py"))
    assert 300_000 <= stakes(game, 0) <= 600_000
    found = learn(game, games=40, hidden=0, jobs=1, out=tmp_path / "w")
    assert found.model is not None


def test_small_stakes_are_not_taken_for_whole_points():
    source = """
objective = "score"
def start(): return 0, 0
def turn(p): return p[0] % 2
def moves(p): return (1, 2) if p[0] < 8 else ()
def play(p, move): return p[0] + 1, p[1] + move * (1 if p[0] % 2 else -1)
def utility(p, player): return p[1] / 5000 * (1 if player else -1)
"""
    names = {}
    exec(source, names)
    assert span_of(kibitz.Game.of(names)) <= 4 / 5000


@pytest.mark.parametrize("grain", [1e-12, 2e9])
def test_a_grain_beyond_what_games_are_about_is_refused(grain, tmp_path):
    for game in ("connect-four:evaluation=hand", "2048:evaluation=hand"):
        with pytest.raises(kibitz.OptionError, match=r"grain must be from .* to .* for .*, got"):
            learn(game, games=10, grain=grain, out=tmp_path / "w")
        assert list(tmp_path.iterdir()) == []


def test_records_of_other_fields_are_not_read(tmp_path):
    file = tmp_path / "rows.py"
    file.write_text(LONG.replace("players = 1", "players = 2").replace("return p[1]", "return p[1] * (1 - 2 * player)"))
    before = kind_of(kibitz.load(str(file)).start())
    file.write_text(file.read_text().replace("return 0, 0", "return 0, 0, 0"))
    assert kind_of(kibitz.load(str(file)).start()) != before


def test_steps_that_are_none_are_told_in_a_sentence(tmp_path):
    with Folder(tmp_path / "w", {}) as folder:
        folder.state = {"steps": [{"a": 1}]}
        with pytest.raises(kibitz.OptionError, match="is damaged; remove .* to begin again"):
            folder.steps()
        with pytest.raises(kibitz.OptionError, match="to begin again"):
            folder.model("best-1")


@pytest.mark.parametrize("trial", [games.trial, teacher.trial])
def test_a_trial_has_room_for_positions_of_any_size(trial):
    source = """
def start():
    return (0,) * 300, 0
def turn(p):
    return p[1]
def moves(p):
    yield from (i for i in range(9) if not p[0][i])
def play(p, i):
    return p[0][:i] + (1,) + p[0][i + 1 :], 1 - p[1]
def utility(p, player):
    return -1 if player == p[1] else 1
"""
    names = {}
    exec(source, names)
    game, _ = derived(kibitz.Game.of(names))
    form = Form(LINEAR, game.rules.feature_count)
    desks = []

    def run(p, player, depth, desk):
        desks.append(len(desk))

    trial(run, teacher_game := game.with_model(teacher.blank_model(form)), game.start(), True)
    small = kibitz.load("tic-tac-toe")
    small, _ = derived(small)
    trial(run, small.with_model(teacher.blank_model(Form(LINEAR, small.rules.feature_count))), small.start(), True)
    assert words_of(teacher_game, True) == 301
    assert desks[0] - desks[1] >= 5 * (301 - words_of(small, True)), "a trial plays at least five plies"


def test_a_folder_of_another_run_is_refused(stranger, tmp_path):
    (tmp_path / "w.learning").mkdir()
    (tmp_path / "w.learning" / "state.json").write_text(json.dumps({"options": {"game": "chess"}, "steps": []}))
    with pytest.raises(kibitz.OptionError, match="is of a run with game 'chess', not"):
        learn(str(stranger), games=10, out=tmp_path / "w")
