"""Never a false proof: searches of random games and trees return what brute force returns, or refuse in words."""

import math
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import Engine, GameError, KibitzWarning, Limit, NotConstantSum, Settings, analyze, load, solve
from kibitz.search.engine.scoring import NARROW, WIDE, scales
from kibitz.search.request import Request
from kibitz.search.solve.solve import Solver
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


@pytest.mark.parametrize(
    ("kind", "compiled"),
    [(kind, compiled) for compiled in (False, True) for kind in lottery.KINDS if not (compiled and kind == "tiny")],
)  # compiled, "tiny" and "mixed" are the same code
def test_engine_and_solve_return_what_brute_force_does(kind, compiled):
    game = lottery.game(kind)
    solver = Solver(game, 0.5, 1, compiled)
    exact, usual = (Engine(game, Settings(0.5, exact=on), compiled=compiled) for on in (True, False))
    threads = Engine(game, Settings(0.5, threads=2), compiled=True) if compiled else usual
    for p in positions(game, SEEDS if compiled else SEEDS // 5):
        player = p.player
        truth = oracle.minimax(game, p, player, 9)
        solved = solver.solve(Request(game, p, 0, Limit()))
        assert solved.score == truth
        assert solved.proven == ("draw" if truth == 0 else "win" if truth > 0 else "loss")
        assert oracle.minimax(game, game.rules.play(p, solved.move), player, 9) == truth
        shallow = exact.analyze(position=p, depth=2)
        assert shallow.score == oracle.minimax(game, p, player, 2)
        for engine in (usual, threads):
            engine.clear()
            found = engine.analyze(position=p, depth=9, lines=9)
            assert found.score == truth
            assert exact_moves(found) == {
                m: oracle.minimax(game, game.rules.play(p, m), player, 9) for m in game.rules.moves(p)
            }
            assert [found.move, truth] == [found.moves[0].move, found.moves[0].score]


@pytest.mark.parametrize("kind", ["large", "mixed"])
def test_textbook_searches_return_what_brute_force_does(kind):
    game = lottery.game(kind)
    for number, p in enumerate(positions(game)):
        truth = oracle.minimax(game, p, p.player, 9)
        for compiled in (True, False) if number % 5 == 0 else (True,):
            assert analyze(game, "alpha-beta", position=p, depth=9, compiled=compiled).score == truth


@pytest.mark.parametrize("kind", ["large", "tiny"])
def test_chance(kind):
    game = lottery.game(kind, chance=True)
    for number, p in enumerate(positions(game)):
        truth = oracle.expectiminimax(game, p, p.player, 9)
        for compiled in (True, False) if number % 5 == 0 else (True,):
            found = analyze(game, "expectiminimax", position=p, depth=9, compiled=compiled).score
            assert math.isclose(found, truth, rel_tol=1e-12, abs_tol=1e-24)


@pytest.mark.parametrize("kind", ["large", "mixed"])
def test_three_players(kind):
    game = lottery.game(kind, players=3)
    for number, p in enumerate(positions(game)):
        truth = oracle.max_n(game, p, 9)
        for compiled in (True, False) if number % 5 == 0 else (True,):
            result = analyze(game, "max-n", position=p, depth=9, compiled=compiled)
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
        analyze(game, "engine", depth=40),
        analyze(game, "engine", depth=40, exact=True),
        analyze(game, "alpha-beta", depth=40),
    ):
        assert result.score == truth
        assert oracle.minimax(game, game.rules.play(0, result.move), 0, 99) == truth


@pytest.mark.parametrize("total", [1, 0.3])
@pytest.mark.parametrize("kind", ["small", "tiny"])
def test_constant_sums(kind, total):
    game = lottery.game(kind, total=total)
    solver = Solver(game, 0.5, 1, False)
    for p in positions(game, 60):
        result = solver.solve(Request(game, p, 0, Limit()))
        truth = oracle.minimax(game, p, 0, 9)
        assert result.score == (truth if p.player == 0 else game.rules.utility(end_of(game, p, result.pv), 1))
        assert game.rules.utility(end_of(game, p, result.pv), 0) == truth
        assert result.proven == outcome(truth, total, p.player)


def end_of(game, p, pv):
    for move in pv:
        p = game.rules.play(p, move)
    return p


def outcome(first, total, player):
    mine, other = (first, total - first) if player == 0 else (total - first, first)
    return "draw" if mine == other else "win" if mine > other else "loss"


@pytest.mark.parametrize("compiled", [False, True])
def test_a_rare_end_with_another_sum_is_told_and_never_scored(compiled):
    game = lottery.game("small", rare=1)
    scales[game] = lottery_scale(game)
    solver = Solver(game, 0.5, 1, compiled)
    refused: list[str] = []
    for p in positions(game, 80):
        if any(game.rules.utility(end, 0) + game.rules.utility(end, 1) for end in ends(game, p)):
            try:
                result = solver.solve(Request(game, p, 0, Limit()))
            except NotConstantSum as error:
                refused.append(str(error))
                scales[game] = lottery_scale(game)
                continue
            assert result.score == oracle.minimax(game, p, p.player, 9), "pruning spared the odd end"
    assert len(refused) > 10
    assert all("sum to 0, others to 1; use max-n" in text for text in refused)
    p = next(p for p in positions(game) if odd_everywhere(game, p))
    with pytest.warns(KibitzWarning, match="not a constant-sum game"):
        assert analyze(game, position=p, depth=9, compiled=compiled).algorithm == "max-n"


def lottery_scale(game):
    from kibitz.search.engine.scoring import scale_of

    scales.pop(game, None)
    return replace(scale_of(game), constant=True, total=0, known=True)


def ends(game, p):
    if oracle.is_end(game, p):
        return [p]
    return [end for child in oracle.children(game, p) for end in ends(game, child)]


def odd_everywhere(game, p):
    return all(game.rules.utility(end, 0) + game.rules.utility(end, 1) for end in ends(game, p))


def test_the_first_sum_met_counts_where_random_games_show_none():
    game = lottery.game("small", total=4)
    p = next(positions(game))
    scales[game] = type(lottery_scale(game))(True, 0, True, False, 1, -1, True, NARROW)
    assert solve(game, position=p, compiled=False).score == oracle.minimax(game, p, p.player, 9)
    assert scales[game].total == 4


def test_a_narrow_search_that_meets_a_fraction_begins_again():
    game = lottery.game("tiny")
    scales[game] = lottery_scale(game)
    scales[game] = type(scales[game])(**{**vars(scales[game]), "width": NARROW})
    for p in positions(game, 20):
        assert solve(game, position=p, compiled=False).score == oracle.minimax(game, p, p.player, 9)
    assert scales[game].width == WIDE


@pytest.mark.parametrize("number", [2**53 + 1, -(2**60), math.nan, math.inf, 2.0**63])
def test_what_cannot_be_held_is_refused(number):
    tree = load("((1 2) (3 4))")
    game = replace(
        tree.with_rules(utility=lambda p, player: number if player == 0 else -number), ends=None, built_in=False
    )
    with pytest.raises(GameError, match="cannot be held exactly|not a number"):
        solve(game)


TIC_TAC_TOE = """
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

class Board:
    def __init__(self, cells, player):
        self.cells, self.player = cells, player
    SPECIAL

def start(): return Board((2,) * 9, 0)
def turn(p): return p.player
def moves(p):
    yield from (cell for cell in range(9) if p.cells[cell] == 2)
def play(p, cell): return Board(p.cells[:cell] + (p.player,) + p.cells[cell + 1:], 1 - p.player)
def won(p, player): return any(all(p.cells[cell] == player for cell in line) for line in LINES)
def is_over(p): return won(p, 1 - p.player)
def utility(p, player): return 0 if not won(p, 1 - p.player) else -1 if player == p.player else 1
"""
SPECIALS = {
    "by identity": "",
    "without a hash": "def __eq__(self, other): return self.cells == other.cells",
    "a short text": "def __repr__(self): return 'Board'",
    "by value": "def __eq__(self, o): return self.cells == o.cells\n    def __hash__(self): return 7",
}


@pytest.mark.filterwarnings("ignore::kibitz.PlainSpeed")
@pytest.mark.parametrize("special", SPECIALS)
def test_positions_are_known_again_by_value_or_not_at_all(special, write_game):
    game = load(write_game(TIC_TAC_TOE.replace("SPECIAL", SPECIALS[special])))
    p = game.begin("4 0").position
    if special == "by value":  # equal hashes do not make positions equal
        result = analyze(game, position=p, depth=20)
    else:
        with pytest.warns(KibitzWarning, match="searched without a table.*make them a NamedTuple"):
            result = analyze(game, position=p, depth=20)
    assert (result.score, result.proven) == (0, "draw")
    assert oracle.minimax(game, p, 0, 9) == 0


@pytest.mark.filterwarnings("ignore::kibitz.PlainSpeed")
def test_what_must_know_positions_again_refuses_objects(write_game):
    game = load(write_game(TIC_TAC_TOE.replace("SPECIAL", "") + "repetition = 3\n"))
    with pytest.raises(GameError, match="counting repetitions needs positions that can be compared"):
        analyze(game, depth=2)
    with pytest.raises(GameError, match="retrograde analysis needs positions that can be compared"):
        solve(game)


GROWING = """
from typing import NamedTuple

class Position(NamedTuple):
    past: tuple  # the moves so far
    player: int

def start(): return Position((), 0)
def turn(p): return p.player
def moves(p):
    yield from range(2)
def play(p, move): return Position((*p.past, move + BIG), 1 - p.player)
def is_over(p): return len(p.past) == 6
def utility(p, player):
    worth = sum(move % 7 * 3 ** i for i, move in enumerate(p.past)) % 11 - 5
    return worth if player == 0 else -worth
objective = "score"
"""


@pytest.mark.filterwarnings("ignore::kibitz.PlainSpeed")
@pytest.mark.parametrize("big", ["0", "2**64 * (len(p.past) + move)", "-(2**63) * move"])
def test_fields_that_grow_have_keys_of_their_own(big, write_game):
    game = load(write_game(GROWING.replace("BIG", big)))
    truth = oracle.minimax(game, game.rules.start(), 0, 9)
    assert solve(game).score == truth
    assert analyze(game, depth=6).score == truth


@pytest.mark.parametrize("nodes", [300, 3000, 20_000, 71_000])
def test_lines_come_from_one_depth_the_best_first(nodes):
    game = load("othello")
    for lines in (1, 2, 4):
        result = analyze(game, nodes=nodes, lines=lines)
        assert result.moves[0].move == result.move
        assert result.moves[0].score == result.score
        of_depth = [found for found in result.moves if found.depth is None]
        assert len(of_depth) >= len(result.moves) - (1 if lines == 1 else 0)
        scores = [found.score for found in of_depth if found.bound == "exact"]
        assert scores == sorted(scores, reverse=True)
        assert lines == 1 or len(scores) >= lines
        json = result.to_json()["moves"]
        assert [("depth" in found) for found in json] == [found.depth is not None for found in result.moves]


BOASTFUL = """
from typing import NamedTuple
from kibitz import CHANCE

class Position(NamedTuple):
    n: int
    player: int
    rolling: int

players = {players}
def start(): return Position(0, 0, 0)
def turn(p): return CHANCE if p.rolling else p.player
def moves(p):
    yield 1
    yield 2
def chances(p):
    yield 0, 0.5
    yield 1, 0.5
def play(p, move):
    if p.rolling:
        return Position(p.n + move, p.player, 0)
    return Position(p.n + move, (p.player + 1) % {players}, {rolling})
def is_over(p): return p.n >= 6
def utility(p, player): return 1 if (p.player - 1) % {players} == player else 0
def evaluate(p, player): return 1000 + p.n % 3 * 100 * (player + 1)
"""


@pytest.mark.parametrize(("players", "rolling"), [(3, 0), (2, 1)])
@pytest.mark.parametrize("compiled", [False, True])
def test_what_plays_by_default_prefers_a_win_to_a_guess(players, rolling, compiled, write_game):
    text = BOASTFUL.format(players=players, rolling=rolling)
    game = load(write_game(text if rolling else text.replace("def chances", "def no_chances")))
    p = type(game.rules.start())(4, 0, 0)  # two more win at once
    textbook = analyze(game, "expectiminimax" if rolling else "max-n", position=p, depth=1, compiled=compiled)
    assert textbook.score > 1, "as written, the guess is larger"
    with pytest.warns(KibitzWarning, match="exceed its utilities .0 to 1.: they are scaled by"):
        result = analyze(game, position=p, depth=1, compiled=compiled)
    assert (result.move, result.score) == (2, 1)


SHORT_TABLE = """
from typing import NamedTuple
import numpy as np

WORTH = np.array([0, 1, 0, -1, 0, 1, 0, 1, 0, 0, 1, 0])

class Position(NamedTuple):
    n: int
    player: int

def start(): return Position(0, 0)
def turn(p): return p.player
def moves(p):
    yield 1
    yield 2
def play(p, move): return Position(p.n + move, 1 - p.player)
def is_over(p): return p.n >= 11
def utility(p, player):
    worth = WORTH[p.n]
    return worth if player == 0 else -worth
"""


def test_compiled_rules_do_not_read_beyond_a_table(write_game):
    game = load(write_game(SHORT_TABLE))
    assert analyze(game, "alpha-beta", position=game.rules.start()._replace(n=9), depth=1, compiled=True).compiled
    for n in (7, 0):
        with pytest.raises(GameError, match="IndexError: index"):
            analyze(game, "alpha-beta", position=game.rules.start()._replace(n=n), depth=12, compiled=True)


@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta", "expectimax", "expectiminimax", "max-n", "engine"])
def test_a_score_that_is_no_number_is_never_skipped(algorithm, write_game):
    text = SHORT_TABLE.replace("worth = WORTH[p.n]", "worth = float('nan') if p.n == 12 else 1.0")
    game = load(write_game(text))
    with pytest.raises(GameError, match="not a number from -2"):
        analyze(game, algorithm, position=game.rules.start()._replace(n=7), depth=12, compiled=False)


@pytest.mark.parametrize("rate", [0.2, 0.3, 0.5])
@pytest.mark.parametrize("compiled", [False, True])
def test_a_filtered_search_proves_no_win(rate, compiled):
    game = load("tic-tac-toe")
    result = analyze(game, depth=9, keep_rate=rate, compiled=compiled)
    assert result.proven is None
    assert all(found.distance is None for found in result.moves)


def test_numbers_of_other_kinds_are_refused(write_game):
    for text in ("Fraction(1, 3)", "Decimal('0.1')", "np.longdouble(1)"):
        rules = SHORT_TABLE.replace("worth = WORTH[p.n]", f"worth = {text}")
        game = load(write_game("from fractions import Fraction\nfrom decimal import Decimal\n" + rules))
        for algorithm in ("engine", "alpha-beta"):
            with pytest.raises(GameError, match="`utility` of mygame returned .*, not a number"):
                analyze(game, algorithm, depth=12, compiled=False)


@pytest.mark.filterwarnings("ignore::kibitz.KibitzWarning")
def test_positions_of_arrays_are_searched_without_a_table(write_game):
    text = """
import numpy as np
def start(): return np.zeros(4, int)
def turn(p): return int(p.sum()) % 2
def moves(p):
    yield from (cell for cell in range(4) if p[cell] == 0)
def play(p, cell):
    after = p.copy()
    after[cell] = 1
    return after
def utility(p, player): return 1 if player == 0 else -1
"""
    assert solve(load(write_game(text))).proven == "win"
