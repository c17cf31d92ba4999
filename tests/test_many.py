"""The engine with three and more players: max-n, paranoid and best-reply search against brute force, at both speeds."""

import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import Engine, KibitzWarning, OptionError, analyze, audit, load, think
from kibitz.rules import CHANCE
from kibitz.search.held import held

from . import oracle, party

KINDS = [{}, {"declared": False}, {"chance": True}, {"players": 4}, {"win": True, "declared": False}]
made = {}
positions = st.builds(party.Position, st.integers(0, 15), st.just((0, 0, 0)), st.integers(0, 2), st.integers(1, 5))


def game_of(number):
    if number not in made:
        made[number] = party.game(**KINDS[number])
    return made[number]


def placed(game, p):
    return p._replace(worth=(0,) * game.players)


def paranoid(game, p, me, depth):
    """Everyone else minimises what one player gets."""
    score = oracle.leaf(game, p, me, depth)
    if score is not None:
        return score
    if game.rules.turn(p) == CHANCE:
        return sum(odds * paranoid(game, game.rules.play(p, at), me, depth) for at, odds in game.rules.chances(p))
    scores = [paranoid(game, child, me, depth - 1) for child in oracle.children(game, p)]
    return max(scores) if game.rules.turn(p) == me else min(scores)


@pytest.mark.parametrize("compiled", [True, False])
@settings(deadline=None, max_examples=50)
@given(
    number=st.integers(0, len(KINDS) - 1),
    p=positions,
    depth=st.integers(1, 4),
    without=st.sets(st.sampled_from(["bounds", "table"])),
    table=st.sampled_from([1, 0.0001]),  # the smaller has two entries
)
def test_exact_max_n_is_the_textbooks(compiled, number, p, depth, without, table):
    game = game_of(number)
    p = placed(game, p)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        engine = Engine(game, search="max-n", exact=True, compiled=compiled, table=table, without=tuple(without))
        for plies in (depth, max(1, depth - 1), depth):  # also with what an earlier search left in the table
            result = engine.analyze(game, position=p, depth=plies)
            wanted = oracle.max_n(held(game), p, plies)
            assert result.scores == pytest.approx(wanted, abs=1e-9)
            assert result.score == pytest.approx(wanted[p.player], abs=1e-9)
            if result.proven:
                assert wanted == pytest.approx(oracle.max_n(game, p, 99), abs=1e-9)


def test_shallow_pruning_saves_nodes_and_needs_what_is_declared():
    game, undeclared = game_of(0), game_of(1)
    p = party.Position(5, (0, 0, 0), 0, 7)
    full = analyze(undeclared, "engine", search="max-n", position=p, depth=7, exact=True, without=["table"])
    pruned = analyze(game, "engine", search="max-n", position=p, depth=7, exact=True, without=["table"])
    assert pruned.scores == full.scores
    assert pruned.nodes < full.nodes


@pytest.mark.parametrize("compiled", [True, False])
@settings(deadline=None, max_examples=40)
@given(number=st.integers(0, len(KINDS) - 1), p=positions, depth=st.integers(1, 4), me=st.integers(0, 2))
def test_paranoid_is_minimax_of_all_against_one(compiled, number, p, depth, me):
    game = game_of(number)
    p = placed(game, p)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        engine = Engine(game, search="paranoid", exact=True, compiled=compiled)
        result = engine.analyze(game, position=p, depth=depth, player=me)
        assert result.score == pytest.approx(paranoid(held(game), p, me, depth), abs=1e-9)


def best_reply(game, p, me, depth, state=0):
    """Only one of the others chooses freely in each round; the rest make the move that looks worst for `me`."""
    score = oracle.leaf(game, p, me, depth)
    if score is not None:
        return score
    turn = game.rules.turn(p)
    children = oracle.children(game, p)
    if turn == me:
        return max(best_reply(game, child, me, depth - 1) for child in children)
    likely = min(children, key=lambda child: oracle.leaf(game, child, me, 0))
    passed = state % 64
    free = state < 64 or passed >= game.players - 1
    if not free:
        return best_reply(game, likely, me, depth, state + 1)
    scores = [best_reply(game, child, me, depth - 1, 64) for child in children]
    if passed < game.players - 1 and not oracle.is_end(game, likely) and game.rules.turn(likely) != me:
        scores.append(best_reply(game, likely, me, depth, state + 1))
    return min(scores)


@pytest.mark.parametrize("compiled", [True, False])
@settings(deadline=None, max_examples=40)
@given(p=positions, depth=st.integers(1, 4), in_turn=st.booleans(), table=st.sampled_from([1, 0.0001]))
def test_best_reply_search_is_what_it_says(compiled, p, depth, in_turn, table):
    if in_turn not in made:
        made[in_turn] = party.game(in_turn=in_turn)
    game = made[in_turn]
    engine = Engine(game, search="best-reply", exact=True, compiled=compiled, table=table)
    result = engine.analyze(game, position=p, depth=depth)
    assert result.score == best_reply(game, p, p.player, depth)
    if result.proven:  # nobody who could not choose had a choice
        assert result.score == paranoid(game, p, p.player, 99)


@pytest.mark.parametrize("search", ["max-n", "paranoid", "best-reply", "mcts"])
def test_both_speeds_agree_on_chinese_checkers(search):
    game = load("chinese-checkers")
    limit = {"visits": 60, "nodes": 4000} if search == "mcts" else {"depth": 3}
    here, there = (analyze(game, search=search, compiled=compiled, **limit) for compiled in (False, True))
    for field in ("move", "score", "scores", "nodes", "pv", "depth", "moves"):
        assert getattr(here, field) == getattr(there, field), field


@pytest.mark.parametrize("search", ["max-n", "paranoid", "best-reply"])
def test_limits_lines_levels_and_threads(search):
    game = load("chinese-checkers")
    result = analyze(game, search=search, depth=2, lines=3)
    assert sum(found.bound == "exact" for found in result.moves) >= 3
    assert analyze(game, search=search, nodes=3000).nodes < 6000
    assert analyze(game, search=search, seconds=0.05).move is not None
    assert analyze(game, search=search, level=2, seed=1).move is not None
    assert analyze(game, search=search, depth=3, threads=2).move is not None
    assert len(list(think(game, search=search, depth=3))) >= 2


@pytest.mark.parametrize("search", ["max-n", "paranoid", "best-reply"])
def test_keep_rate_1_is_the_search_itself(search):
    game = load("chinese-checkers")
    full, kept = (analyze(game, "engine", search=search, depth=3, keep_rate=rate, exact=True) for rate in (None, 1))
    assert (full.score, full.nodes, full.move) == (kept.score, kept.nodes, kept.move)
    half = analyze(game, "engine", search=search, depth=3, keep_rate=0.3, exact=True)
    assert half.nodes < full.nodes


@pytest.mark.parametrize("search", ["max-n", "paranoid", "best-reply"])
def test_audit_with_three_players(search):
    found = audit("chinese-checkers", "engine", search=search, depth=2, keep_rate=0.5)
    assert found.kept.nodes <= found.full.nodes


def test_the_engine_is_the_default_for_three_players_and_names_its_search():
    result = analyze("chinese-checkers", seconds=0.05)
    assert result.algorithm == "engine"
    assert result.search


@pytest.mark.parametrize(
    ("name", "search", "words"),
    [
        ("connect-four", "paranoid", "three and more players"),
        ("connect-four", "expectimin", "has no search"),
        ("chinese-checkers", "pvs", "two players"),
        ("chinese-checkers", "expectiminimax", "one or two sides"),
    ],
)
def test_a_search_that_does_not_suit_is_refused_in_words(name, search, words):
    with pytest.raises(OptionError, match=words):
        analyze(name, search=search, depth=1)


def test_solving_three_players_is_refused():
    from kibitz import solve

    with pytest.raises(OptionError, match="one player or two"):
        solve("chinese-checkers")


def test_another_players_score_by_max_n():
    game = load("chinese-checkers")
    exact = analyze(game, "max-n", depth=2, player=1)
    found = analyze(game, "engine", search="max-n", depth=2, player=1, exact=True)
    assert found.score == exact.score
    assert found.move == exact.move


def test_a_sum_that_is_not_a_number_is_refused(write_game):
    text = """
score_sum = "none"
def start(): return 0
def turn(p): return p % 2
def moves(p):
    if p < 3: yield 1
def play(p, n): return p + n
def utility(p, player): return 1
"""
    with pytest.raises(Exception, match="score_sum must be a number"):
        load(write_game(text))


def test_two_players_for_themselves_are_searched_by_max_n():
    text = '{"root": "r", "nodes": {"r": {"player": 0, "moves": {"a": "x", "b": "y"}}, "x": {"value": [1, 5]}, "y": {"value": [2, 0]}}}'
    game = load("tree", text=text)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", KibitzWarning)
        assert analyze(game, "engine", depth=3).search == "max-n"
