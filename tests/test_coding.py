"""Moves that are tuples of ints: coded as ints for searches, decoded for the author."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import MoveError, analyze, load
from kibitz.coding import decoder, encoder

WALK = """
from typing import NamedTuple
class Position(NamedTuple):
    cells: tuple
    player: int
def start(): return Position((1, 1, 0, 0, 2, 2), 0)
def turn(p): return p.player
def moves(p):
    for a, piece in enumerate(p.cells):
        for b in range(6):
            if piece == p.player + 1 and p.cells[b] == 0 and abs(a - b) <= 2:
                yield a, b
def play(p, move):
    a, b = move
    cells = list(p.cells)
    cells[a], cells[b] = 0, p.cells[a]
    return Position(tuple(cells), 1 - p.player)
def priority(p, move): return move[1] - move[0]
def utility(p, player): return 0
def evaluate(p, player): return sum(i * c for i, c in enumerate(p.cells)) * (1 - 2 * player)
"""


@given(st.lists(st.integers(-8, 119), min_size=1, max_size=6))
def test_small_parts_take_seven_bits_each(parts):
    code = encoder(len(parts))(tuple(parts))
    assert 0 <= code < 1 << 7 * len(parts)
    assert decoder(len(parts))(code) == tuple(parts)


@given(st.lists(st.integers(-512, 511), min_size=1, max_size=6))
def test_larger_parts_are_coded_too(parts):
    code = encoder(len(parts))(tuple(parts))
    assert 0 <= code < 1 << 62
    assert decoder(len(parts))(code) == tuple(parts)


def test_parts_that_do_not_fit_and_other_lengths_are_refused():
    with pytest.raises(ValueError, match="1073741824 is too large to be part of a move of 2 parts"):
        encoder(2)((0, 1 << 30))
    with pytest.raises(ValueError, match="every move must have 2 parts, as the first one has"):
        encoder(2)((0, 1, 2))


def test_moves_are_played_by_parts_by_name_and_by_number(write_game):
    game = load(write_game(WALK))
    state = game.begin()
    assert [game.move_name(state.position, move) for move in state.moves()] == ["0,2", "1,2", "1,3"]
    for move in ((1, 3), "1,3", state.moves()[2]):
        assert game.begin().play(move).position == ((1, 0, 0, 1, 2, 2), 1)
    with pytest.raises(MoveError, match=r"\(1, 5\) is not a legal move here|legal: 0,2 1,2 1,3"):
        state.play((1, 5))


@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta", "rb-alpha-beta", "engine"])
def test_both_speeds_agree(write_game, algorithm):
    game = load(write_game(WALK))
    plain, compiled = (analyze(game, algorithm, depth=4, compiled=speed) for speed in (False, True))
    assert (plain.score, plain.nodes, plain.pv) == (compiled.score, compiled.nodes, compiled.pv)


WEIGHED = """
objective, weights = "score", {"reach": 2}
def start(): return 0
def turn(p): return p % 2
def moves(p): return [(1, 0), (0, 2)] if p < 9 else ()
def play(p, move): return p + move[0] + move[1]
def utility(p, player): return p * (1 - 2 * player)
def weigh(p, player, weights): return weights[0] * p * (1 - 2 * player)
def policy(p, move): return 1 + move[1]
"""


def test_weights_and_policies_work_with_tuples(write_game):
    game = load(write_game(WEIGHED))
    assert game.with_weights({"reach": -5}).evaluate(3, 0) == -15
    assert [game.rules.policy(0, move) for move in game.moves(0)] == [1, 3]
    assert analyze(game, depth=3, others="policy").compiled
