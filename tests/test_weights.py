"""Weights reach searches at run time: other weights never recompile, and both speeds read the same ones."""

import numpy as np
import pytest

from kibitz import Engine, GameError, analyze, check, load, trace
from kibitz.compiler import compile as compiler
from kibitz.weights import check_weights, literal, named, row_of, shaped

PILES = '''
"""Take from one of two piles; what is left over at the end of 8 moves counts by its weight."""
from typing import NamedTuple
import numpy as np

class Position(NamedTuple):
    left: int
    right: int
    ply: int

{weights}

def start(): return Position(9, 7, 0)
def turn(p): return p.ply % 2
def is_over(p): return p.ply == 8
def moves(p):
    for taken in (1, 2):
        if p.left >= taken: yield taken
        if p.right >= taken: yield 2 + taken
def play(p, move):
    if move < 3: return Position(p.left - move, p.right, p.ply + 1)
    return Position(p.left, p.right - move + 2, p.ply + 1)
def utility(p, player):
    ahead = 1 if p.left > p.right else -1 if p.left < p.right else 0
    return ahead if player == 0 else -ahead
def weigh(p, player, weights):
    points = weights[p.left] - weights[{offset} + p.right]
    return points if player == 0 else -points
'''
SMALL = PILES.format(weights='weights = {"left": tuple(range(10)), "right": (0,) * 10}', offset=10)
OTHER = {"left": (0, 9, 2, 40, 4, 50, 6, 7, 8, 3), "right": tuple(range(0, 30, 3))}


def scores(game, compiled):
    """Return what every search that evaluates finds, with its nodes."""
    searches = {"engine": {}, "minimax": {}, "alpha-beta": {}, "expectimax": {}, "max-n": {}}
    searches["rb-alpha-beta"] = {"keep_rate": 0.5, "deepening_depth": 1}
    found = (analyze(game, name, depth=3, compiled=compiled, **rest) for name, rest in searches.items())
    return [(result.score, result.nodes, result.pv) for result in found]


@pytest.fixture
def count_builds(monkeypatch):
    """Return a list that grows with each search that is compiled, not loaded."""
    built = []
    build = compiler.build

    def counted(builder, game, position):
        built.append(builder.__name__)
        return build(builder, game, position)

    monkeypatch.setattr(compiler, "build", counted)
    return built


def test_other_weights_change_scores_at_both_speeds_and_compile_nothing(write_game, count_builds):
    game = load(write_game(SMALL.replace("p.ply == 8", "p.ply == 6")))  # rules that no other test compiles
    first = scores(game, True)
    assert first == scores(game, False)
    built = list(count_builds)
    assert len(built) == 6
    other = game.with_weights(OTHER)
    assert scores(other, True) == scores(other, False) != first
    assert scores(game, True) == first
    assert count_builds == built


def test_other_weights_in_the_file_are_found_in_the_cache(write_game, count_builds):
    text = SMALL.replace("p.ply == 8", "p.ply == 7")  # rules that no other test compiles
    for number, weights in enumerate(("tuple(range(10))", "tuple(range(10, 20))", "(0,) * 10")):
        game = load(write_game(text.replace("tuple(range(10))", weights, 1), f"piles{number}.py"))
        assert analyze(game, depth=3).nodes == analyze(game, depth=3, compiled=False).nodes
    assert count_builds == ["principal"]
    longer = load(write_game(text.replace("(0,) * 10", "(0,) * 11"), "longer.py"))
    analyze(longer, depth=3)
    assert count_builds == ["principal"] * 2  # another layout


def test_an_engine_takes_other_weights_with_an_empty_table(write_game):
    game = load(write_game(SMALL))
    engine, fresh = Engine(game, table=1), Engine(game.with_weights(OTHER), table=1)
    before = engine.analyze(depth=5)
    engine.set_weights(OTHER)
    after, expected = engine.analyze(depth=5), fresh.analyze(depth=5)
    assert (after.score, after.nodes, after.pv) == (expected.score, expected.nodes, expected.pv)
    engine.set_weights(game.rules.weights)
    again = engine.analyze(depth=5)
    assert (again.score, again.nodes) == (before.score, before.nodes)


def test_a_table_of_tens_of_megabytes_works(write_game, count_builds):
    size = 4_000_000  # 32 MB in searches
    text = PILES.format(weights=f'weights = {{"table": np.arange({size}) % 97}}', offset=size - 20)
    game = load(write_game(text))
    assert game.rules.row.nbytes == 8 * size
    assert scores(game, True) == scores(game, False)
    built = list(count_builds)
    other = game.with_weights({"table": np.arange(size)[::-1] % 89})
    assert scores(other, True) == scores(other, False)
    assert count_builds == built


def test_check_and_trace_weigh(write_game):
    game = load(write_game(SMALL))
    assert not check(game, games=5, seconds=3).failures
    assert trace(game, "minimax", depth=2).result.score == analyze(game, "minimax", depth=2).score
    assert game.evaluate(game.start(), 0) == 9


@pytest.mark.parametrize(
    "weights", [{"a": 1, "b": (2, 3)}, {"a": ((1, 2), (3,)), "b": np.arange(6).reshape(2, 3)}, {"a": np.array([7])}]
)
def test_a_row_has_all_weights_in_order_and_gives_them_again(weights):
    check_weights(weights)
    row = row_of(weights)
    assert row.tolist() == [value for _, value in named(weights)]
    again = shaped(weights, row)
    assert all(np.array_equal(np.asarray(again[name], object), np.asarray(weights[name], object)) for name in weights)
    assert eval(literal(weights).partition("=")[2], {"np": np}).keys() == weights.keys()
    with pytest.raises(ValueError, match="read-only"):
        row[0] = 1


def test_arrays_that_are_no_weights_are_refused():
    for wrong in (np.array([0.5]), np.array(["a"]), np.array([1 << 41])):
        with pytest.raises(GameError, match="weight a must be an array of ints below 2"):
            check_weights({"a": wrong})
