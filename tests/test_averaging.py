"""The engine where outcomes are averaged: against brute force, with every model of the others, at both speeds."""

import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import Engine, OptionError, analyze, audit, load, think
from kibitz.errors import GameError, KibitzWarning
from kibitz.rules import CHANCE
from kibitz.search.algorithm import default_name
from kibitz.search.held import held

from . import dice
from .oracle import leaf

MODELS = ["best", "random", "policy", "best:0.6", "best:0.3:policy"]
KINDS = [
    {},
    {"bounded": False},
    {"win": True},
    {"players": 1},
    {"players": 1, "chance": False},
    {"players": 3, "teams": True},
    {"players": 3, "teams": True, "chance": False},
]
made = {}


def game_of(number):
    if number not in made:
        made[number] = dice.game(**KINDS[number])
    return made[number]


def expected(game, p, me, depth, share, rest):
    """Return what a search to this depth must find: no window, no table, no order."""
    rules = game.rules
    score = leaf(held(game), p, me, depth)
    if score is not None:
        if (
            rules.bounds
            and rules.chances
            and not rules.is_over(p)
            and (rules.turn(p) == CHANCE or list(rules.moves(p)))
        ):
            low, high = rules.bounds(p, me)
            return min(max(score, low), high)
        return score
    if rules.turn(p) == CHANCE:
        return sum(odds * expected(game, rules.play(p, at), me, depth, share, rest) for at, odds in rules.chances(p))
    scores = [expected(game, rules.play(p, move), me, depth - 1, share, rest) for move in rules.moves(p)]
    teams = rules.teams or range(game.players)
    if teams[rules.turn(p)] == teams[me]:
        return max(scores)
    weights = [rules.policy(p, move) if rest == "policy" else 1 for move in rules.moves(p)]
    average = sum(weight * score for weight, score in zip(weights, scores, strict=True)) / sum(weights)
    return share * min(scores) + (1 - share) * average


def parts(model):
    """Return the probability of best play and what is played otherwise."""
    name, *rest = model.split(":")
    if name != "best":
        return 0.0, name
    return (float(rest[0]) if rest else 1.0), (rest[1] if len(rest) > 1 else "random")


positions = st.builds(dice.Position, st.integers(0, 15), st.integers(-4, 4), st.just(0), st.integers(1, 5))


@pytest.mark.parametrize("compiled", [True, False])
@settings(deadline=None, max_examples=60)
@given(
    number=st.integers(0, len(KINDS) - 1),
    p=positions,
    depth=st.integers(1, 4),
    model=st.sampled_from(MODELS),
    without=st.sets(st.sampled_from(["star1", "star2", "bounds", "table"])),
    table=st.sampled_from([1, 0.0001]),  # the smaller has two entries
)
def test_exact_is_expectiminimax_with_every_model(compiled, number, p, depth, model, without, table):
    game = game_of(number)
    if not game.moves(p):
        return
    if "bounds" in without:  # then nothing is moved into them
        game = game.with_rules(bounds=None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        engine = Engine(game, others=model, exact=True, compiled=compiled, table=table, without=tuple(without))
        for plies in (depth, max(1, depth - 1), depth):  # also with what an earlier search left in the table
            result = engine.analyze(game, position=p, depth=plies)
            wanted = expected(game, p, 0, plies, *parts(model))
            assert abs(result.score - wanted) <= 1e-9 * 6 * dice.STEP
            if result.proven:
                assert abs(wanted - expected(game, p, 0, 99, *parts(model))) <= 1e-9


@pytest.mark.parametrize("number", [0, 2, 3, 5])
def test_every_move_and_every_thread_agree(number):
    game = game_of(number)
    p = next(p for seed in range(16) if len(game.moves(p := dice.Position(seed, 0, 0, 6))) > 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = analyze(game, "engine", position=p, depth=4, exact=True, lines=9, threads=2)
        for found in result.moves:
            assert found.bound == "exact"
            wanted = expected(game, game.rules.play(p, found.move), 0, 3, 1.0, "random")
            assert abs(found.score - wanted) < 1e-9
        assert result.score == max(found.score for found in result.moves)


def test_random_others_are_the_textbooks_expectimax():
    for name, depth in (("connect-four", 4), ("tic-tac-toe", 9)):
        engine = analyze(name, "engine", others="random", depth=depth, exact=True)
        assert engine.score == pytest.approx(analyze(name, "expectimax", depth=depth).score, abs=1e-9)


def test_where_nature_moves_first_the_average_is_found():
    game = load("pig:winning_score=20")
    engine = analyze(game, moves="roll", depth=4, exact=True)
    assert engine.move is None
    assert sorted(found.move for found in engine.moves) == [1, 2, 3, 4, 5, 6]
    assert engine.score == pytest.approx(analyze(game, "expectiminimax", moves="roll", depth=4).score, abs=1e-12)


def test_both_sides_see_the_same_score():
    game = load("pig:winning_score=20")
    mine, theirs = (analyze(game, depth=5, player=player, exact=True) for player in (0, 1))
    assert mine.move == theirs.move
    assert mine.score == pytest.approx(-theirs.score)


def test_the_engine_is_the_default_and_says_which_search_it_chose():
    for name, words in (
        ("pig", "expectiminimax with Star2"),
        ("2048", "expectiminimax with Star1"),
        ("connect-four", "principal variation search"),
        ("pacman", "minimax with a table, all against one"),
    ):
        assert default_name(load(name)) == "engine"
        assert analyze(name, depth=1).search == words
    random = analyze("pacman", depth=1, others="random")
    assert random.search == "expectiminimax, the others play at random"
    assert "engine (expectiminimax, the others play at random)" in str(random)
    assert random.to_json()["search"] == random.search


def test_a_search_deepens_within_every_limit():
    depths = [info.depth for info in think("pig", seconds=0.1)]
    assert depths == sorted(depths)
    assert len(depths) > 3
    assert analyze("pig", nodes=5000).nodes <= 5500


def test_the_filter_keeps_all_at_rate_1_and_less_below():
    for name in ("pig:winning_score=30", "2048"):
        full = analyze(
            name, depth=4, exact=True, position=None if "pig" in name else "2,4,.,./.,8,.,2/.,.,16,./4,.,.,2 100"
        )
        kept = analyze(
            name,
            depth=4,
            exact=True,
            keep_rate=1,
            position=None if "pig" in name else "2,4,.,./.,8,.,2/.,.,16,./4,.,.,2 100",
        )
        assert (full.score, full.move, full.nodes) == (kept.score, kept.move, kept.nodes)
    half = analyze("pig", depth=4, exact=True, keep_rate=0.5)
    assert half.nodes < analyze("pig", depth=4, exact=True).nodes
    assert len(half.moves) == 1
    assert half.proven is None


def test_an_audit_of_the_engine():
    found = audit("pig", "engine", depth=4, keep_rate=0.5)
    assert found.saved > 0
    assert found.full.algorithm == "engine"
    at_rate_1 = audit("pig", "engine", depth=4, keep_rate=1)
    assert (at_rate_1.saved, at_rate_1.loss, at_rate_1.harm) == (0, 0, ())


def test_a_certain_end_is_proven_and_an_average_is_exact():
    won = analyze("pig:winning_score=10", position="[9, 0, 3, 0, 0]")
    assert (won.proven, won.score, won.distance) == ("win", 1, 1)


def test_unlikely_lines_are_evaluated():
    game, position = load("2048:evaluation=hand"), "2,4,.,./.,8,.,2/.,.,16,./4,.,.,2 100"
    whole = analyze(game, position=position, depth=4, odds=0)
    cut = analyze(game, position=position, depth=4, odds=0.01)
    assert cut.nodes < whole.nodes
    exact = analyze(game, position=position, depth=4, odds=0.01, exact=True)
    assert exact.score == pytest.approx(whole.score, abs=1e-6)


BAD_ODDS = """
from kibitz import CHANCE
players = 1
def start(): return 0
def turn(p): return CHANCE if p % 2 else 0
def moves(p): return range(2) if p < 6 else ()
def chances(p): return [(0, 0.5), (1, 0.4)]
def play(p, move): return p + 1
def utility(p, player): return p
"""
BAD_POLICY = """
players = 2
def start(): return 0
def turn(p): return p % 2
def moves(p): return range(2) if p < 6 else ()
def play(p, move): return p + 1
def utility(p, player): return 0
def policy(p, move): return -1
"""


@pytest.mark.parametrize("compiled", [False, True])
def test_bad_odds_and_weights_are_told(compiled, write_game):
    with pytest.raises(GameError, match="do not sum to 1"):
        analyze(write_game(BAD_ODDS), depth=3, compiled=compiled)
    with pytest.raises(GameError, match="`policy` of .* must return finite weights"):
        analyze(write_game(BAD_POLICY), depth=3, others="policy", compiled=compiled)


def test_a_model_decides_for_the_player_to_move_alone():
    with pytest.raises(OptionError, match="is to move, and a search with others=random cannot choose"):
        analyze("connect-four", others="random", player=1, depth=2)
    with pytest.raises(OptionError, match="others is for the engine, not for minimax"):
        analyze("connect-four", "minimax", others="random", depth=2)


def test_a_mixture_is_an_average_not_a_line_to_the_end():
    result = analyze("tic-tac-toe", others="best:0.5", depth=10)
    assert (result.proven, result.distance) == ("exact", None)
    assert result.score == pytest.approx(
        expected(load("tic-tac-toe"), load("tic-tac-toe").start(), 0, 10, 0.5, "random")
    )


CLIMB = """
from typing import NamedTuple
from kibitz import CHANCE
class Position(NamedTuple):
    height: int
    player: int
    rolling: int
    done: int
{head}
def start(): return Position(0, 0, 0, 0)
def turn(p): return CHANCE if p.rolling else p.player
def moves(p): return () if p.done else (0, 1) if p.height >= 1000 else (0,)
def chances(p): return [(0, 0.5), (1, 0.5)]
def play(p, move):
    if p.rolling: return Position(p.height + move, p.player, 0, 0)
    return Position(p.height, {next}, 1 - move, move)
def utility(p, player): return {utility}
def evaluate(p, player): return {evaluate}
"""
ALONE = {"head": "players = 1", "next": "0", "utility": "p.done", "evaluate": "p.height"}
TWO = {
    "head": "players = 2",
    "next": "1 - p.player",
    "utility": "3 if player != p.player else 1",
    "evaluate": "p.height * (1 - 2 * player)",
}


@pytest.mark.parametrize("kind", [ALONE, TWO])
@pytest.mark.parametrize("compiled", [False, True])
def test_a_win_that_random_games_never_show_is_not_declined_for_a_guess(kind, compiled, write_game):
    game = load(write_game(CLIMB.format(**kind)))
    with pytest.warns(KibitzWarning, match="exceed its utilities"):
        result = analyze(game, position="[1000, 0, 0, 0]", depth=2, lines=2, compiled=compiled)
    assert result.move == 1
    assert result.score == (1 if kind is ALONE else 3)


def test_a_repetition_is_worth_half_of_what_there_is_to_win():
    game = dice.game(chance=False, players=2)
    from kibitz.search.engine.averages import set_desk
    from kibitz.search.engine.desk import DRAW, new_desk
    from kibitz.search.engine.others import Others

    desk = new_desk(False)
    set_desk(desk, game.with_rules(utility=lambda p, player: int(player == 0)), 0, Others(), 0.0)
    assert desk[DRAW] > 0


BANKED = """
players, objective = 1, "score"
def start(): return 0
def turn(p): return 0
def moves(p): return range(2) if p < 6 else ()
def play(p, move): return p + 1
def utility(p, player): return p
def key(p): return p
"""


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("def banked(p, player): return float('nan')", "`banked` of .* must return the points collected so far"),
        ("def chances(p): return [(0, 1.0)]\ndef bounds(p, player): return 9, 1", "`bounds` of .* must return"),
    ],
)
@pytest.mark.parametrize("compiled", [False, True])
def test_bad_banks_and_bounds_are_told(rule, words, compiled, write_game):
    with pytest.raises(GameError, match=words):
        analyze(write_game(f"{BANKED}{rule}\n"), depth=4, compiled=compiled)


def test_points_are_banked_only_where_amounts_matter(write_game):
    with pytest.raises(GameError, match='write: objective = "score"'):
        load(write_game(BANKED.replace(', objective = 1, "score"', " = 1") + "def banked(p, player): return p\n"))


def test_a_filter_that_keeps_only_moves_of_no_weight_averages_them_alike(write_game):
    text = """
def start(): return 0
def turn(p): return p % 2
def moves(p): return range(4) if p < 40 else ()
def play(p, move): return p + 1 + 2 * move
def utility(p, player): return (p % 5) * (1 - 2 * player)
def priority(p, move): return move
def policy(p, move): return 1 if move == 0 else 0
objective = "score"
"""
    result = analyze(write_game(text), depth=3, others="best:0.3:policy", keep_rate=0.5)
    assert result.score is not None
    with pytest.raises(GameError, match="`policy` of .* must return finite weights"):
        analyze(write_game(text.replace("1 if move == 0 else 0", "0")), depth=3, others="best:0.3:policy")
