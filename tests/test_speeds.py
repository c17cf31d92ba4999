"""One source, two speeds: plain and compiled agree in score, move, line and node count."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import ALGORITHMS, analyze, load, perft
from tests import oracle, trees

TEXTBOOK = [name for name, algorithm in ALGORITHMS.items() if algorithm.builder]
GAMES = ["tic-tac-toe", "tic-tac-toe:size=4,connect=3", "connect-four", "connect-four:columns=5,rows=4,connect=3"]
GAMES += [
    "nim",
    "nim:heaps=1,2,3,4",
    "pig:winning_score=15",
    "pig:dice=3,winning_score=6",
    "shapes-four",
    "kalah:houses=4,stones=3",
    "three-mens-morris",
]
PAIRS = [(game, name) for game in GAMES for name in TEXTBOOK if "pig" not in game or ALGORITHMS[name].chances]
SAME = ("score", "move", "pv", "nodes", "moves", "proven", "distance", "filter_nodes", "filtered", "scores")


def position(game, plies, seed):
    choose = random.Random(seed)
    p = game.rules.start()
    for _ in range(plies):
        legal = game.moves(p)
        if not legal:
            break
        p = game.rules.play(p, choose.choice(legal))
    return p


loaded = {name: load(name) for name in GAMES}


@pytest.mark.parametrize(("name", "algorithm"), PAIRS)
def test_plain_and_compiled_agree(name, algorithm):
    game = loaded[name]

    @settings(max_examples=12, deadline=None, derandomize=True)
    @given(st.integers(0, 20), st.integers(0, 9999), st.integers(0, 4), st.data())
    def agree(plies, seed, depth, data):
        p = position(game, plies, seed)
        options = {"player": data.draw(st.integers(0, game.players - 1))}
        if ALGORITHMS[algorithm].filters:
            options["keep_rate"] = data.draw(st.sampled_from([0.3, 0.5, [1, 0.5], 1]))
            options["keep_least"] = data.draw(st.integers(1, 3))
            options["deepening_depth"] = data.draw(st.integers(0, 2))
        options["lines"] = data.draw(st.integers(1, 2))
        plain, fast = (analyze(game, algorithm, position=p, depth=depth, compiled=c, **options) for c in (False, True))
        assert (plain.compiled, fast.compiled) == (False, True)
        for field in SAME:
            assert getattr(plain, field) == getattr(fast, field), field

    agree()


@pytest.mark.parametrize("name", GAMES)
def test_perft_agrees_with_counting(name):
    game = loaded[name]
    for plies, depth in ((0, 3), (3, 2), (5, 0)):
        p = position(game, plies, 1)
        expected = oracle.perft(game, p, depth)
        assert perft(game, depth, position=p, compiled=False).leaves == expected
        assert perft(game, depth, position=p, compiled=True).leaves == expected


@pytest.mark.parametrize("algorithm", TEXTBOOK)
@settings(max_examples=4, deadline=None, derandomize=True)
@given(data=st.data())
def test_trees_agree(algorithm, data):
    tree = data.draw(trees.full(chances=ALGORITHMS[algorithm].chances, floats=data.draw(st.booleans())))
    game = load("tree", text=tree)
    options = {"keep_rate": 0.5} if ALGORITHMS[algorithm].filters else {}
    plain, fast = (analyze(game, algorithm, depth=5, compiled=c, **options) for c in (False, True))
    for field in SAME:
        if (
            field == "moves" and ALGORITHMS[algorithm].prunes
        ):  # of a plain tree more is known than a compiled search notes
            assert {found[:2] for found in plain.moves} == {found[:2] for found in fast.moves}
        else:
            assert getattr(plain, field) == getattr(fast, field), field


def test_node_limits_stop_both_speeds_at_the_same_node():
    game = loaded["connect-four"]
    for nodes in (1, 7, 100, 5000):
        plain, fast = (analyze(game, "alpha-beta", nodes=nodes, compiled=c) for c in (False, True))
        assert (plain.nodes, plain.move, plain.depth, plain.pv) == (fast.nodes, fast.move, fast.depth, fast.pv)
        assert plain.nodes <= max(nodes, 8)  # depth 1 is always finished
        assert not plain.finished


def test_mixed_bools_and_ints_in_positions_compile(write_game):
    text = """
from typing import NamedTuple
class Position(NamedTuple):
    left: int
    second: int
def start(): return Position(5, 0)
def turn(p): return 1 if p.second else 0
def moves(p):
    for n in (1, 2):
        if n <= p.left: yield n
def play(p, n): return Position(p.left - n, not p.second)
def utility(p, player): return 1 if player != p.second else -1
"""
    game = load(write_game(text))
    results = [analyze(game, "alpha-beta", depth=6, compiled=c) for c in (False, True)]
    assert results[0].nodes == results[1].nodes
    assert results[0].score == results[1].score


def test_a_utility_may_be_int_or_float_on_different_paths(write_game):
    text = """
def start(): return 4
def turn(p): return p % 2
def moves(p):
    if p > 0:
        yield 1
        if p > 1: yield 2
def play(p, n): return p - n
def utility(p, player):
    return 0.5 if p % 2 else 1
def evaluate(p, player): return 3
"""
    game = load(write_game(text))
    for algorithm in TEXTBOOK:
        results = [analyze(game, algorithm, depth=3, compiled=c) for c in (False, True)]
        for field in SAME:
            assert getattr(results[0], field) == getattr(results[1], field)
