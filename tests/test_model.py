"""Learned evaluations: what a model computes, at both speeds, and the files that hold one."""

import contextlib
import json
import pickle
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz.cells import derived
from kibitz.layout import features_digest
from kibitz.learning.generations import named
from kibitz.model import CONSTANT, FACTOR, LINEAR, MOST_ON, NET, SHIFT, SPARSE, TOP, Form, Model, block_of, largest_sum
from kibitz.model_file import MAGIC, digest_of, read_model, with_weights_file, write_model
from kibitz.search.wander import wander


def made(form, seed=1, most_on=40, about=None):
    rng = np.random.default_rng(seed)
    head = (1 << SHIFT - 6, 37, 20, most_on)
    if form.kind == LINEAR:
        return Model(form, block_of(form, head, rng.integers(-500, 500, form.features)), 1, 0, about or {})
    weights = rng.integers(-60, 60, (form.features + 1, form.hidden))
    return Model(
        form, block_of(form, head, weights, rng.integers(-90, 90, (form.rows, form.hidden))), 1, 0, about or {}
    )


def by_hand(game, model, p):
    """Compute a model's evaluation for the player to move, in Python's own ints."""
    form, head = model.form, [int(number) for number in model.block[:4]]
    mover = game.rules.turn(p)
    views = [list(game.rules.features(p, player))[: head[MOST_ON]] for player in (mover, 1 - mover)]
    if form.kind == LINEAR:
        total = head[CONSTANT] + sum(int(model.weights[number]) for number in game.rules.features(p, mover))
        return total * head[FACTOR] >> SHIFT
    first = form.views if form.outputs == 2 and len(views[0]) < head[SPARSE] else 0
    total = head[CONSTANT]
    for number, on in enumerate(views[: form.views]):
        for unit in range(form.hidden):
            held = int(model.weights[-1, unit]) + sum(int(model.weights[each, unit]) for each in on)
            active = min(max(held, 0), TOP)
            if form.squared:
                active = (active * active + 128) // 256
            total += active * int(model.outputs[first + number, unit])
    return total * head[FACTOR] >> SHIFT


FORMS = [Form(LINEAR, 768), *(Form(NET, 768, *shape) for shape in
         ((8, 1, 1), (16, 2, 1), (64, 2, 2), (128, 1, 2), (8, 1, 1, True), (64, 2, 2, True)))]  # fmt: skip


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_an_evaluation_is_what_its_numbers_say(form):
    game = kibitz.load("chess:evaluation=hand")
    model = made(form)
    learned = game.with_model(model)
    for p, _ in list(wander(game, random.Random(3), 60))[::9]:
        mover = game.rules.turn(p)
        assert learned.evaluate(p, mover) == by_hand(game, model, p) == -learned.evaluate(p, 1 - mover)


@pytest.mark.parametrize("form", FORMS[::2], ids=str)
def test_both_speeds_agree_node_for_node(form):
    game = kibitz.load("chess:evaluation=hand").with_model(made(form))
    found = [
        kibitz.analyze(game, depth=2, algorithm="alpha-beta", compiled=compiled, moves="e4 d5") for compiled in (0, 1)
    ]
    assert [(each.score, each.nodes, each.pv) for each in found[:1]] == [
        (each.score, each.nodes, each.pv) for each in found[1:]
    ]


@pytest.mark.parametrize("form", FORMS[1:], ids=str)
def test_what_a_search_keeps_of_a_position_changes_no_node(form):
    game = kibitz.load("chess:evaluation=hand").with_model(made(form))
    anew = game.with_rules(planes=None)
    moves = "e4 d5 exd5 Qxd5 Nc3 Qe6+ Be2 Nf6 Nf3 Nc6"
    for most_on in (40, 20, 1):
        same = [each.with_model(made(form, most_on=most_on)) for each in (game, anew)]
        found = [kibitz.analyze(each, nodes=20_000, moves=moves) for each in same]
        assert len({(each.score, each.nodes, each.pv) for each in found}) == 1
        plain, fast = (kibitz.analyze(same[0], nodes=300, moves=moves, compiled=compiled) for compiled in (False, True))
        assert (plain.score, plain.nodes, plain.pv) == (fast.score, fast.nodes, fast.pv)


def test_weights_that_change_during_a_game_are_not_mixed():
    game = kibitz.load("chess:evaluation=hand").with_model(made(FORMS[2], 1))
    engine = kibitz.Engine(game)
    for seed in (2, 1, 2):
        engine.set_weights(made(FORMS[2], seed))
        fresh = kibitz.analyze(game.with_model(made(FORMS[2], seed)), nodes=3000)
        again = engine.analyze(nodes=3000)
        assert (again.score, again.nodes, again.pv) == (fresh.score, fresh.nodes, fresh.pv)


@pytest.mark.parametrize("after", [FORMS[0], FORMS[-1]], ids=str)
def test_an_engine_takes_weights_of_another_shape(after):
    game = kibitz.load("chess:evaluation=hand").with_model(made(FORMS[2], 1))
    engine = kibitz.Engine(game)
    engine.analyze(depth=2)
    engine.set_weights(made(after, 2))
    again, fresh = engine.analyze(nodes=2000), kibitz.analyze(game.with_model(made(after, 2)), nodes=2000)
    assert (again.score, again.nodes, again.pv) == (fresh.score, fresh.nodes, fresh.pv)


FILLING = """
from typing import NamedTuple

feature_count = 24


class Position(NamedTuple):
    mine: int
    theirs: int
    player: int


def start():
    return Position(0, 0, 0)


def turn(p):
    return p.player


def moves(p):
    for cell in range(24):
        if not (p.mine | p.theirs) >> cell & 1:
            yield cell


def play(p, cell):
    return Position(p.theirs, p.mine | 1 << cell, 1 - p.player)


def utility(p, player):
    first = p.mine if p.player == 0 else p.theirs
    worth = 1 if first % 7 > 3 else -1
    return worth if player == 0 else -worth


def features(p, player):
    stones = p.mine if player == p.player else p.theirs
    for cell in range(24):
        if stones >> cell & 1:
            yield cell
"""


def test_an_engine_whose_game_gets_an_evaluation_is_searched_as_suits_it(write_game):
    game = kibitz.load(write_game(FILLING))
    engine = kibitz.Engine(game)
    assert engine.analyze(nodes=100).search != "principal variation search"
    model = made(Form(LINEAR, 24))
    engine.set_weights(model)
    again, fresh = engine.analyze(nodes=2000), kibitz.analyze(game.with_model(model), nodes=2000)
    assert again.search == fresh.search == "principal variation search"
    assert (again.score, again.nodes, again.pv) == (fresh.score, fresh.nodes, fresh.pv)


def test_weights_with_another_margin_are_searched_with_it():
    base = kibitz.load("chess:evaluation=hand")
    wide, narrow = (made(FORMS[2], about={"margin": margin}) for margin in (75, 5))
    first = base.with_model(wide)
    nodes = [kibitz.analyze(game, depth=7).nodes for game in (first, first.with_model(narrow), base.with_model(narrow))]
    assert nodes[0] != nodes[1] == nodes[2]


def test_other_weights_do_not_recompile_and_count_at_once():
    game = kibitz.load("chess:evaluation=hand").with_model(made(FORMS[2], 1))
    engine = kibitz.Engine(game)
    first = engine.analyze(depth=3)
    before = engine.machinery.kernel.run
    engine.set_weights(made(FORMS[2], 2))
    second = engine.analyze(depth=3)
    assert engine.machinery.kernel.run is before
    assert second.score != first.score
    fresh = kibitz.analyze(kibitz.load("chess:evaluation=hand").with_model(made(FORMS[2], 2)), depth=3)
    assert (fresh.score, fresh.nodes) == (second.score, second.nodes)


@pytest.mark.parametrize("search", ["pvs", "mcts"])
def test_every_search_of_two_uses_the_model(search):
    base = kibitz.load("chess:evaluation=hand")
    scores = [kibitz.analyze(base.with_model(made(FORMS[1], seed)), nodes=300, search=search).score for seed in (1, 2)]
    assert scores[0] != scores[1]


def test_where_nature_moves_both_players_see_the_opposite():
    game = kibitz.load("backgammon:evaluation=hand")
    learned = game.with_model(made(Form(NET, game.rules.feature_count, 16, 1)))
    p = game.play(game.start(), "31")
    after = game.play(p, game.moves(p)[0])
    assert learned.evaluate(after, 0) == -learned.evaluate(after, 1) != 0
    best = max(learned.evaluate(game.rules.play(p, move), p.player) for move in game.moves(p))
    assert learned.evaluate(p, p.player) == best, "before a move, the best that it can reach"


def test_points_collected_are_added():
    game = kibitz.load("2048:evaluation=hand")
    learned = game.with_model(made(Form(LINEAR, game.rules.feature_count)))
    p = game.start()
    richer = p._replace(points=1000)
    assert learned.evaluate(richer, 0) - learned.evaluate(p, 0) == 1000


def test_a_feature_out_of_range_is_an_error_at_both_speeds():
    base = kibitz.load("chess:evaluation=hand")

    def features(p, player):
        yield 0
        yield 768

    game = base.with_rules(features=features).with_model(made(FORMS[2]))
    for compiled in (False, True):
        with pytest.raises(kibitz.GameError, match="yielded 768, but features are numbered from 0 to 767"):
            kibitz.analyze(game, depth=1, compiled=compiled)


def test_which_weights_a_game_uses_by_default():
    learned = [name for name in kibitz.loader.built_in_names() if kibitz.load(name).rules.model is not None]
    expected = "backgammon breakthrough chess connect-four draughts gomoku hex othello shapes-four"
    assert learned == expected.split()
    assert kibitz.load("2048:evaluation=learned").rules.model is not None
    assert kibitz.loader.defaults_of("2048")["evaluation"] == "hand"
    assert kibitz.loader.defaults_of("chess")["evaluation"] == "learned"
    assert kibitz.load("chess:chess960=5").rules.model is not None
    for spec in ("backgammon:variant=race", "connect-four:columns=6", "chess:evaluation=hand", "othello:discs_only=1"):
        assert kibitz.load(spec).rules.model is None, spec


def test_weights_from_a_file_are_for_the_variants_that_the_built_in_ones_are_for():
    file = Path(kibitz.__file__).parent / "games" / "weights" / "chess.weights"
    game = kibitz.load(f"chess:chess960=5,weights={file}")
    assert game.rules.model is not None
    assert pickle.loads(pickle.dumps(game)).rules.model is not None
    with pytest.raises(kibitz.GameError, match="another game"):
        kibitz.load(f"backgammon:variant=race,weights={file}")
    usual = kibitz.load("chess").rules.model
    variant = kibitz.load("chess:chess960=5")
    own = replace(usual, about=named(kibitz.load("chess:chess960=5,evaluation=hand")))
    for model in (usual, own):
        changed = variant.with_weights(model).with_weights(model)
        assert pickle.loads(pickle.dumps(changed)).rules.model is not None
    with pytest.raises(kibitz.GameError, match="other features or rules"):
        kibitz.load("chess").with_weights(own)


def test_features_need_a_count():
    base = kibitz.load("chess:evaluation=hand")
    with pytest.raises(kibitz.GameError, match="does not say how many features there are; write: feature_count = 768"):
        base.with_rules(feature_count=None)
    with pytest.raises(kibitz.GameError, match="feature_count must be a whole number of at least 1, got 0"):
        base.with_rules(feature_count=0)
    assert base.with_rules(feature_count=lambda: 768).rules.feature_count == 768
    with pytest.raises(kibitz.GameError, match="weights are for 10 features, the game has 768"):
        base.with_model(made(Form(LINEAR, 10)))


def test_rows_that_could_overflow_are_refused():
    form = Form(NET, 100, 8)
    weights = np.full((101, 8), 400)
    outputs = np.zeros((1, 8))
    assert Model(form, block_of(form, (1, 0, 0, 80), weights, outputs)) is not None
    with pytest.raises(kibitz.GameError, match="may add up to 33,200, more than 16 bits hold"):
        Model(form, block_of(form, (1, 0, 0, 82), weights, outputs))
    with pytest.raises(kibitz.GameError, match="larger than 32 bits hold"):
        Model(
            Form(NET, 1, 512), block_of(Form(NET, 1, 512), (1, 0, 0, 1), np.zeros((2, 512)), np.full((1, 512), 32767))
        )


@settings(deadline=None, max_examples=60)
@given(st.lists(st.lists(st.integers(-300, 300), min_size=3, max_size=3), min_size=2, max_size=9), st.integers(0, 9))
def test_the_largest_sum_is_that_of_the_worst_choice(rows, most_on):
    weights = np.array(rows, np.int16)
    sizes = [[abs(int(each)) for each in row] for row in rows]
    worst = max(sizes[-1][unit] + most_on * max(row[unit] for row in sizes[:-1]) for unit in range(3))
    assert largest_sum(weights, most_on) == worst, "a feature may be on more than once"


@pytest.mark.parametrize("head", [(-1, 0, 0, 1), (1 << 41, 0, 0, 1), (1, 1 << 61, 0, 1), (1 << 30, 1 << 40, 0, 1)])
def test_heads_that_could_overflow_are_refused(head):
    for form in (Form(LINEAR, 8), Form(NET, 8, 8)):
        rows = np.ones((9, 8)) if form.kind == NET else np.ones(8)
        with pytest.raises(kibitz.GameError, match="out of range|64 bits"):
            Model(form, block_of(form, head, rows, np.ones((1, 8))))


def test_a_level_game_is_worth_half_of_the_sum_to_both():
    game = kibitz.load("othello:evaluation=hand")
    form = Form(LINEAR, game.rules.feature_count)
    block = made(form).block
    zero, forty = (game.with_model(Model(form, block, 0.5, middle)) for middle in (0, 40))
    p = game.start()
    for player in (0, 1):
        assert forty.evaluate(p, player) == 40 + zero.evaluate(p, player)
    alone = game.with_model(Model(form, block, 0.5, None))
    assert alone.evaluate(p, 0) + alone.evaluate(p, 1) != 0, "everybody has a view"
    found = [kibitz.analyze(forty, depth=2, algorithm="minimax", compiled=speed) for speed in (False, True)]
    assert found[0].score == found[1].score


# Files


@pytest.fixture
def kept(tmp_path):
    game = kibitz.load("chess:evaluation=hand")
    about = {"game": "chess", "layout": features_digest(game), "parameters": {}, "margin": 60}
    path = tmp_path / "mine.weights"
    write_model(path, made(FORMS[2], about=about))
    return path


def test_a_file_holds_the_model(kept):
    model, again = made(FORMS[2]), read_model(kept)
    assert again.form == model.form
    assert np.array_equal(again.block, model.block)
    game = kibitz.load(f"chess:weights={kept}")
    assert game.rules.margin == 60
    assert game.spec() == f"chess:weights={kept}"
    p = game.start()
    assert game.evaluate(p, 0) == kibitz.load("chess:evaluation=hand").with_model(model).evaluate(p, 0)


@settings(deadline=None, max_examples=40)
@given(st.data())
def test_a_damaged_file_is_refused(tmp_path_factory, data):
    folder = tmp_path_factory.mktemp("damaged")
    path = folder / "mine.weights"
    write_model(path, made(FORMS[1]))
    content = bytearray(path.read_bytes())
    if data.draw(st.booleans()):
        content = content[: data.draw(st.integers(0, len(content) - 1))]
    else:
        place = data.draw(st.integers(0, len(content) - 1))
        content[place] ^= 1 << data.draw(st.integers(0, 7))
    (folder / "bad.weights").write_bytes(content)
    path = folder / "bad.weights"
    with contextlib.suppress(kibitz.GameError):
        # Only a letter of what the file says about itself can change unnoticed.
        assert np.array_equal(read_model(path).block, made(FORMS[1]).block)
        return
    with pytest.raises(kibitz.GameError, match="^[^\n]*bad.weights[^\n]*$"):
        read_model(path)


def test_a_foreign_file_is_refused(kept, tmp_path):
    with pytest.raises(kibitz.GameError, match=r"cannot be used for othello.*: it was learned for chess, another game"):
        with_weights_file(kibitz.load("othello"), str(kept))
    (tmp_path / "text").write_text("hello")
    with pytest.raises(kibitz.GameError, match="is not a file of weights"):
        kibitz.load(f"chess:weights={tmp_path / 'text'}")
    with pytest.raises(kibitz.GameError, match="cannot read .*: No such file or directory"):
        kibitz.load(f"chess:weights={tmp_path / 'nothing'}")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no file without an end")
def test_a_file_without_an_end_is_refused():
    with pytest.raises(kibitz.GameError, match="is not a file of weights"):
        kibitz.load("chess:weights=/dev/zero")


def test_a_file_for_other_features_is_refused(kept):
    game = kibitz.load("chess:evaluation=hand")
    rules = game.rules

    def features(p, player):
        for number in rules.features(p, player):
            yield 767 - number

    with pytest.raises(kibitz.GameError, match="it was learned for chess, other features or rules"):
        with_weights_file(game.with_rules(features=features), str(kept))
    with pytest.raises(
        kibitz.GameError, match="the model cannot be used for chess: it was learned for chess, other features"
    ):
        game.with_rules(features=features).with_weights(read_model(kept))


def test_a_game_without_features_takes_what_was_learned_for_it():
    game = kibitz.load("kalah")
    learned, _ = derived(game)
    model = made(Form(NET, learned.rules.feature_count, 8, 2), about=named(learned))
    expected = kibitz.analyze(learned.with_model(model), depth=4)
    assert kibitz.analyze(game.with_weights(model), depth=4).score == expected.score
    engine, state = kibitz.Engine(game), game.begin()
    engine.set_weights(model)
    assert engine.analyze(state, depth=4).score == expected.score
    with pytest.raises(kibitz.GameError, match=r'not the name of a file; write load\("kalah:weights=my.weights"\)'):
        game.with_weights("my.weights")


def test_a_grain_may_be_as_large_as_what_is_at_stake(tmp_path):
    """Where games are about 10**13 points, evaluations are multiples of 2**32."""
    path = tmp_path / "w"
    write_model(path, replace(made(FORMS[1]), grain=2.0**32))
    assert read_model(path).grain == 2.0**32


NONSENSE = [{"grain": float("nan")}, {"grain": 0}, {"bytes": 5}, {"form": {"kind": "net"}}, {"middle": "x"}]


@pytest.mark.parametrize(
    ("change", "signed"), [*((change, True) for change in NONSENSE), ({"grain": 3.0}, False), ({"middle": 1}, False)]
)
def test_a_head_that_says_nonsense_or_was_edited_is_refused(kept, change, signed):
    content = kept.read_bytes()
    head, _, rest = content[len(MAGIC) :].partition(b"\n")
    said = {**json.loads(head), **change}
    if signed:
        said["digest"] = digest_of(said, rest)
    kept.write_bytes(MAGIC + json.dumps(said).encode() + b"\n" + rest)
    with pytest.raises(kibitz.GameError, match="damaged or not complete"):
        read_model(kept)


def test_the_layout_is_the_same_everywhere():
    # A change here means that weights learned before are refused: then the built-in ones must be learned again.
    assert features_digest(kibitz.load("chess:evaluation=hand")) == "431dcac1af1bb752"
