"""Never a false proof: searches of random games and trees return what brute force returns, or refuse in words."""

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import Engine, GameError, KibitzWarning, Limit, NotConstantSum, Settings, analyze, load, solve
from kibitz.search.scoring import NARROW, WIDE, scales
from kibitz.search.solve import Solver
from tests import lottery, oracle

SEEDS = 250
"""Random games of each kind."""


def last(found):
    *_, result = found
    return result


def positions(game, count=SEEDS):
    choose = random.Random(7)
    for _ in range(count):
        p = lottery.Position(choose.randrange(1 << 24), choose.randrange(game.players), choose.randint(1, 4))
        if not oracle.is_end(game, p):
            yield p


def exact_moves(result):
    return {found.move: found.score for found in result.moves if found.bound == "exact"}


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("kind", ["small", "large", "tiny", "mixed"])
def test_engine_and_solve_return_what_brute_force_does(kind, compiled):
    game = lottery.game(kind)
    solver = Solver(game, 0.5, 1, compiled)
    exact, usual = (Engine(game, Settings(0.5, exact=on), compiled=compiled) for on in (True, False))
    threads = Engine(game, Settings(0.5, threads=2), compiled=True) if compiled else usual
    for p in positions(game, SEEDS if compiled else SEEDS // 5):
        player = p.player
        truth = oracle.minimax(game, p, player, 9)
        solved = solver.solve(p)
        assert solved.score == truth
        assert solved.proven == ("draw" if truth == 0 else "win" if truth > 0 else "loss")
        assert oracle.minimax(game, game.play(p, solved.move), player, 9) == truth
        shallow = last(exact.think(p, Limit(depth=2)))
        assert shallow.score == oracle.minimax(game, p, player, 2)
        for engine in (usual, threads):
            engine.clear()
            found = last(engine.think(p, Limit(depth=9), lines=9))
            assert found.score == truth
            assert exact_moves(found) == {m: oracle.minimax(game, game.play(p, m), player, 9) for m in game.moves(p)}
            assert [found.move, truth] == [found.moves[0].move, found.moves[0].score]


@pytest.mark.parametrize("kind", ["small", "large", "mixed"])
def test_textbook_searches_return_what_brute_force_does(kind):
    game = lottery.game(kind)
    for number, p in enumerate(positions(game)):
        truth = oracle.minimax(game, p, p.player, 9)
        for compiled in (True, False) if number % 5 == 0 else (True,):
            assert analyze(game, p, "alpha-beta", Limit(depth=9), compiled=compiled).score == truth


@pytest.mark.parametrize("kind", ["large", "tiny"])
def test_chance(kind):
    game = lottery.game(kind, chance=True)
    for number, p in enumerate(positions(game)):
        truth = oracle.expectiminimax(game, p, p.player, 9)
        for compiled in (True, False) if number % 5 == 0 else (True,):
            found = analyze(game, p, "expectiminimax", Limit(depth=9), compiled=compiled).score
            assert math.isclose(found, truth, rel_tol=1e-12, abs_tol=1e-24)


@pytest.mark.parametrize("kind", ["large", "mixed"])
def test_three_players(kind):
    game = lottery.game(kind, players=3)
    for number, p in enumerate(positions(game)):
        truth = oracle.max_n(game, p, 9)
        for compiled in (True, False) if number % 5 == 0 else (True,):
            result = analyze(game, p, "max-n", Limit(depth=9), compiled=compiled)
            assert list(result.scores) == truth


whole = st.one_of(
    st.integers(-9, 9),
    st.integers(-(2**53), 2**53),
    st.integers(2**31 - 3, 2**31 + 3),
    st.integers(2**29 - 2, 2**30 + 2).map(lambda number: -number),
)
fraction = st.one_of(
    st.sampled_from([1e-12, -1e-12, 2e-12, 0.1, 0.1001, -0.1, 0.0, -0.0, 1 / 4096]),
    st.floats(-1e6, 1e6),
    st.integers(-(10**8), 10**8).map(lambda number: number / 100),
)


def nested(leaves):
    return st.recursive(leaves, lambda inner: st.lists(inner, min_size=1, max_size=3), max_leaves=12)


def text_of(tree):
    return f"({' '.join(map(text_of, tree))})" if isinstance(tree, list) else repr(tree)


@settings(max_examples=250, deadline=None)
@given(
    st.one_of(nested(whole), nested(fraction), nested(st.one_of(whole, fraction))).filter(lambda t: isinstance(t, list))
)
def test_trees_of_every_kind_of_number(tree):
    game = load(text_of(tree))
    truth = oracle.minimax(game, 0, 0, 99)
    for result in (
        solve(game),
        analyze(game, algorithm="engine", limit=Limit(depth=40)),
        analyze(game, algorithm="engine", limit=Limit(depth=40), exact=True),
        analyze(game, algorithm="alpha-beta", limit=Limit(depth=40)),
    ):
        assert result.score == truth
        assert oracle.minimax(game, game.play(0, result.move), 0, 99) == truth


@pytest.mark.parametrize("total", [1, 0.3])
@pytest.mark.parametrize("kind", ["small", "tiny"])
def test_constant_sums(kind, total):
    game = lottery.game(kind, total=total)
    solver = Solver(game, 0.5, 1, False)
    for p in positions(game, 60):
        result = solver.solve(p)
        truth = oracle.minimax(game, p, 0, 9)
        assert result.score == (truth if p.player == 0 else game.utility(end_of(game, p, result.pv), 1))
        assert game.utility(end_of(game, p, result.pv), 0) == truth
        assert result.proven == outcome(truth, total, p.player)


def end_of(game, p, pv):
    for move in pv:
        p = game.play(p, move)
    return p


def outcome(first, total, player):
    mine, other = (first, total - first) if player == 0 else (total - first, first)
    return "draw" if mine == other else "win" if mine > other else "loss"


@pytest.mark.parametrize("compiled", [False, True])
def test_a_rare_end_with_another_sum_is_told_and_never_scored(compiled):
    game = lottery.game("small", rare=1)
    scales[game] = scales.setdefault(game, None) or lottery_scale(game)
    solver = Solver(game, 0.5, 1, compiled)
    refused: list[str] = []
    for p in positions(game, 80):
        if any(game.utility(end, 0) + game.utility(end, 1) for end in ends(game, p)):
            try:
                result = solver.solve(p)
            except NotConstantSum as error:
                refused.append(str(error))
                scales[game] = lottery_scale(game)
                continue
            assert result.score == oracle.minimax(game, p, p.player, 9), "pruning spared the odd end"
    assert len(refused) > 10
    assert all("sum to 0, of others to 1; use max-n" in text for text in refused)
    p = next(p for p in positions(game) if odd_everywhere(game, p))
    with pytest.warns(KibitzWarning, match="not a constant-sum game"):
        assert analyze(game, p, limit=Limit(depth=9), compiled=compiled).algorithm == "max-n"


def lottery_scale(game):
    from dataclasses import replace

    from kibitz.search.scoring import scale_of

    scales.pop(game, None)
    return replace(scale_of(game), constant=True, total=0, known=True)


def ends(game, p):
    if oracle.is_end(game, p):
        return [p]
    return [end for child in oracle.children(game, p) for end in ends(game, child)]


def odd_everywhere(game, p):
    return all(game.utility(end, 0) + game.utility(end, 1) for end in ends(game, p))


def test_the_first_sum_met_counts_where_random_games_show_none():
    game = lottery.game("small", total=4)
    p = next(positions(game))
    scales[game] = type(lottery_scale(game))(True, 0, True, False, 1, -1, True, NARROW)
    assert solve(game, p, compiled=False).score == oracle.minimax(game, p, p.player, 9)
    assert scales[game].total == 4


def test_a_narrow_search_that_meets_a_fraction_begins_again():
    game = lottery.game("tiny")
    scales[game] = lottery_scale(game)
    scales[game] = type(scales[game])(**{**vars(scales[game]), "width": NARROW})
    for p in positions(game, 20):
        assert solve(game, p, compiled=False).score == oracle.minimax(game, p, p.player, 9)
    assert scales[game].width == WIDE


@pytest.mark.parametrize("number", [2**53 + 1, -(2**60), math.nan, math.inf, 2.0**63])
def test_what_cannot_be_held_is_refused(number):
    tree = load("((1 2) (3 4))")
    from dataclasses import replace

    game = replace(tree, utility=lambda p, player: number if player == 0 else -number, ends=None, built_in=False)
    with pytest.raises(GameError, match="cannot be held exactly|not a number below 2"):
        solve(game)
