"""Monte Carlo tree search: it converges to minimax, expectiminimax and max-n, and proves what it can."""

import warnings
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kibitz import Engine, GameError, KibitzWarning, OptionError, analyze, load, solve, think
from kibitz.rules import CHANCE
from kibitz.search.engine.scoring import scale_of
from tests import trees

ENOUGH = 4000


def mcts(game, **options):
    return analyze(game, "mcts", **options)


def tree(text):
    return load("tree", text=text)


@settings(max_examples=60, deadline=None)
@given(trees.short.map(trees.text))
def test_two_players_converge_to_minimax(text):
    game = tree(text)
    exact = analyze(game, "minimax", depth=40)
    found = mcts(game, visits=ENOUGH)
    assert found.proven is not None  # such a tree is small enough to be proven
    assert (found.score, found.proven) == (exact.score, exact.proven)
    scores = {root.move: root.score for root in exact.moves}
    assert scores.get(found.move, exact.score) == exact.score


@settings(max_examples=80, deadline=None)
@given(trees.full())
def test_any_number_of_players_with_chance_converge_to_max_n(text):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", KibitzWarning)
        game = tree(text)
        exact = analyze(game, "max-n", depth=40)
        found = mcts(game, visits=ENOUGH)
        assume(found.proven)  # a few of these trees are too large once every line is counted
        assert found.score == pytest.approx(exact.score)
        if found.scores and not game.is_over(game.start()):
            assert found.scores == pytest.approx(exact.scores)


@pytest.mark.parametrize("name", ["tic-tac-toe", "nim:heaps=2", "connect-four:columns=3,rows=3,connect=3"])
def test_small_games_are_proven(name):
    exact = analyze(name, "engine", seconds=5)
    found = mcts(name, visits=300_000)
    assert (found.proven, found.score) == (exact.proven, exact.score)


def test_pig_converges_to_its_value():
    game = load("pig:winning_score=10")
    exact = solve(game).score
    assert mcts(game, visits=200_000).score == pytest.approx(exact, abs=0.05)


GAMES = ["tic-tac-toe", "connect-four", "othello", "pig", "kalah", "breakthrough", "chinese-checkers", "2048", "pacman"]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("playouts", [0, 0.5, 1])
def test_both_speeds_make_the_same_visits_from_one_seed(name, playouts):
    if name == "2048" and playouts:
        return  # plain games of 2048 take minutes
    game = load(name)
    here, there = (
        mcts(game, visits=60, nodes=8000, seed=3, playouts=playouts, compiled=compiled) for compiled in (False, True)
    )
    for field in ("move", "score", "scores", "nodes", "visits", "moves", "pv", "proven", "depth"):
        assert getattr(here, field) == getattr(there, field), field


def test_another_seed_makes_other_visits():
    one, again, other = (mcts("connect-four:evaluation=hand", visits=500, seed=seed) for seed in (1, 1, 2))
    assert one.moves == again.moves
    assert one.moves != other.moves


@settings(max_examples=60, deadline=None)
@given(trees.full(players=2, chances=False), st.integers(1, 60))
def test_a_move_proven_to_lose_is_not_chosen_while_another_is_left(text, visits):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", KibitzWarning)
        game = tree(text)
        if game.is_over(game.start()) or not scale_of(game).constant:  # where both may lose, a loss can be the best
            return
        engine = Engine(game, search="mcts", compiled=False)
        result = engine.analyze(visits=visits)
        trees_of = engine.machinery.trees[:1]
        from kibitz.search.mcts.findings import Visits

        found = Visits(engine.machinery, game.start(), result.player)
        branches = {each.move: each for each in found.ranked(trees_of)}
        lost = {move for move, each in branches.items() if each.settled and found.is_lost(each)}
        if lost != set(branches):
            assert result.move not in lost


def test_an_immediate_win_is_found_and_an_immediate_loss_avoided_at_once():
    assert mcts("tic-tac-toe", moves="1 4 2 5", visits=1).names.move == "3"
    blocked = mcts("tic-tac-toe", moves="1 5 2", visits=1)
    assert blocked.names.move == "3"


def test_visits_add_up():
    result = mcts("connect-four", visits=1000)
    assert result.visits == 1000
    assert sum(found.visits for found in result.moves) == 1000
    assert result.moves[0].move == result.move
    assert "1,000 visits" in str(result)


def test_limits_in_nodes_and_seconds():
    result = mcts("connect-four", nodes=5000)
    assert result.nodes <= 5000 + 100
    assert not result.finished
    assert mcts("connect-four", seconds=0.05).seconds < 1
    assert mcts("connect-four", visits=100).finished


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"depth": 3}, "mcts has no depth"),
        ({"exact": True}, "cannot be exact"),
        ({"keep_rate": 0.5}, "keep rate"),
        ({"visits": 0}, "visits must be"),
        ({"playouts": 2}, "playouts must be"),
        ({"others": "random"}, "cannot model the other players"),
        ({"search": "pvs"}, "is for the engine"),
    ],
)
def test_what_mcts_cannot_do_is_refused_in_words(options, words):
    with pytest.raises(OptionError, match=words):
        mcts("connect-four", **options)


def test_visits_are_for_mcts():
    with pytest.raises(OptionError, match="visits"):
        analyze("connect-four", "alpha-beta", visits=100)
    with pytest.raises(OptionError, match="visits"):
        analyze("chess", "engine", visits=100)


def test_the_tree_is_kept_from_move_to_move():
    game = load("connect-four")
    engine = Engine(game, search="mcts")
    state = game.begin()
    first = engine.analyze(state, visits=2000)
    state.play(first.pv[0])
    state.play(first.pv[1])
    kept = engine.analyze(state, visits=100)
    assert kept.visits > 150
    fresh = Engine(game, search="mcts").analyze(state, visits=100)
    assert fresh.visits == 100
    assert Engine(game, search="mcts", without=["reuse"]).analyze(state, visits=100).moves == fresh.moves
    engine.clear()
    assert engine.analyze(state, visits=100).moves == fresh.moves


def test_a_kept_tree_is_the_same_at_both_speeds():
    results = []
    for compiled in (False, True):
        engine = Engine("tic-tac-toe", search="mcts", compiled=compiled)
        state = load("tic-tac-toe").begin()
        for _ in range(3):
            result = engine.analyze(state, visits=40)
            results.append((compiled, result.visits, result.nodes, result.moves))
            state.play(result.move)
    half = len(results) // 2
    assert [each[1:] for each in results[:half]] == [each[1:] for each in results[half:]]


def test_threads_have_trees_of_their_own_that_are_added_up():
    result = mcts("connect-four", visits=1001, threads=2)
    assert result.visits == 1001
    assert sum(found.visits for found in result.moves) == 1001


def test_a_full_tree_still_searches():
    engine = Engine("connect-four", search="mcts", table=0.01)
    engine.machinery.words = 3000
    assert engine.analyze(visits=2000).visits == 2000


def test_results_come_on_the_way():
    infos = list(think("connect-four", "mcts", seconds=0.2))
    assert len(infos) > 1
    assert infos[-1].move is not None


def test_a_policy_must_return_weights(write_game):
    text = """
def start(): return 0
def turn(p): return p % 2
def moves(p):
    if p < 4:
        yield 1
        yield 2
def play(p, n): return p + n
def utility(p, player): return 1 if player == p % 2 else -1
def policy(p, move): return -1.0
"""
    with pytest.raises(GameError, match="`policy`"):
        mcts(write_game(text), visits=50)


def test_two_players_whose_sum_is_not_constant(write_game):
    text = """
objective = "score"
def start(): return 0
def turn(p): return p % 2
def moves(p):
    if p < 5:
        yield 1
        yield 2
def play(p, n): return p + n
def utility(p, player): return p * 3 if player else 7 - p
"""
    game = load(write_game(text))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", KibitzWarning)
        exact = analyze(game, "max-n", depth=10)
        found = mcts(game, visits=1000)
    assert found.scores == exact.scores


def test_nature_moves_first():
    game = load("pig")
    state = game.begin("roll")
    assert game.turn(state.position) == CHANCE
    result = mcts(state, visits=200)
    assert result.move is None
    assert len(result.moves) == 6


FIVE = Path(__file__).parents[1] / "benchmarks" / "natural" / "five.py"


def test_a_users_game_without_an_evaluation_is_played_by_mcts_and_sees_threats():
    game = load(FIVE)
    assert analyze(game, visits=20).search.startswith("Monte Carlo")
    four = [7 * 15 + x for x in (4, 5, 6, 7)]
    other = [0, 14, 7 * 15 + 8]
    state = game.begin()
    for mine, theirs in zip(four, [*other, None]):
        state.play(mine)
        if theirs is not None:
            state.play(theirs)
    assert analyze(state, visits=30).move == 7 * 15 + 3  # the open end
    state.play(200)
    assert analyze(state, visits=30).proven == "win"


def test_a_search_to_a_depth_is_never_monte_carlos_by_default():
    assert analyze(FIVE, depth=1).search == "principal variation search"
    assert analyze("go:size=5", depth=1).search == "principal variation search"
    assert analyze("go:size=5", visits=20).search.startswith("Monte Carlo")
    assert analyze("tic-tac-toe", nodes=100).search == "principal variation search"


def test_a_lost_game_is_not_given_away():
    game = load(FIVE)
    state = game.begin([7 * 15 + 4, 0, 7 * 15 + 5, 14, 7 * 15 + 6, 210, 7 * 15 + 7])  # four with both ends open
    result = analyze(state, visits=30)
    assert result.proven == "loss"
    assert result.move in (7 * 15 + 3, 7 * 15 + 8)  # makes the opponent find the other end


@settings(max_examples=60, deadline=None)
@given(trees.full(), st.integers(0, 20), st.sampled_from([None, 3, 10]))
def test_a_seed_and_a_level_keep_a_proven_result(text, seed, level):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", KibitzWarning)
        game = tree(text)
        exact = analyze(game, "max-n", depth=40)
        found = mcts(game, visits=500, seed=seed, level=level)
        if found.proven:
            assert found.score == pytest.approx(exact.score)
            for root in found.moves if found.move is not None else ():  # not nature's
                assert root.score <= found.score + 1e-9


@pytest.mark.parametrize("seed", range(12))
def test_levels_choose_no_move_that_is_proven_to_lose(seed):
    result = mcts("tic-tac-toe", moves="1 5 9", level=3, seed=seed)
    chosen = next(found for found in result.moves if found.move == result.move)
    assert not chosen.lost
