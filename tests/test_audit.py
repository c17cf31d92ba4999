"""The audit of RB, and why not this move, against what the searches themselves say."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import OptionError, analyze, audit, load, why
from kibitz.search.explain.audit import audit_table
from kibitz.search.textbook.keep import Keep
from tests import oracle, trees


@given(trees.full(players=2, chances=False), st.integers(1, 5), st.sampled_from([0.3, 0.5, 0.7]), st.booleans())
def test_an_audit_is_true(text, depth, rate, pruning):
    game = load("tree", text=text)
    name = "alpha-beta" if pruning else "minimax"
    found = audit(game, f"rb-{name}", depth=depth, keep_rate=rate)
    full = analyze(game, name, depth=depth)
    kept = analyze(game, f"rb-{name}", depth=depth, keep_rate=rate)
    assert (found.full.score, found.full.move, found.full.nodes) == (full.score, full.move, full.nodes)
    assert (found.kept.score, found.kept.move, found.kept.nodes) == (kept.score, kept.move, kept.nodes)
    assert found.move_changed == (full.move != kept.move)
    if kept.move is not None:
        own = oracle.minimax(game, game.rules.play(0, kept.move), full.player, depth - 1)
        assert found.loss == full.score - own
    for harm in found.harm:
        rates = [*([1] * harm.ply), rate, 1]
        alone = analyze(game, f"rb-{name}", depth=depth, keep_rate=rates)
        assert (alone.names.move, alone.score) == (harm.move, harm.score) != (full.names.move, full.score)
    if found.missed is not None:
        assert found.missed == full.names.move
        assert found.missed not in kept.names.moves


def test_harm_at_the_root_is_named():
    # Sorted by their evaluations, 0 each, the first half is kept: the best move is in the other.
    game = load("((1) (1) (9) (2))")
    found = audit(game, "rb-minimax", depth=2, keep_rate=0.5)
    assert (found.missed, found.loss, found.move_changed, found.score_changed) == ("c", 8, True, True)
    assert [(harm.ply, harm.dropped) for harm in found.harm] == [(0, "c")]
    assert json.dumps(found.to_json())


def test_an_audit_is_of_rb():
    with pytest.raises(OptionError, match="only rb-minimax, rb-alpha-beta and the engine can be audited, not minimax"):
        audit(load("tree"), "minimax", depth=2)


def test_the_table_adds_up():
    game = load("shapes-four")
    places = [game.begin(moves).position for moves in ("", "4o", "4o 4x 3o")]
    rows = audit_table(game, places, "rb-alpha-beta", 3, Keep(), [0.3, 1.0])
    assert [row.positions for row in rows] == [3, 3]
    assert (rows[1].saved, rows[1].moves_changed, rows[1].scores_changed) == (0, 0, 0)
    assert rows[0].saved > 0.5


@given(trees.full(players=2, chances=False), st.integers(1, 5), st.data())
def test_why_gives_a_moves_own_score_and_line(text, depth, data):
    game = load("tree", text=text)
    legal = game.moves(0)
    if not legal:
        return
    move = data.draw(st.sampled_from(legal))
    result = analyze(game, "alpha-beta", depth=depth)
    answer = why(result, move)
    assert answer.score == oracle.minimax(game, game.rules.play(0, move), result.player, depth - 1)
    p = game.begin(answer.line).position
    assert answer.score == game.rules.utility(p, result.player)
    assert answer.sentence()


def test_why_says_what_the_search_did_with_it():
    game = load("((3 12 8) (2 4 6) (14 5 2))")
    result = analyze(game, "alpha-beta", depth=2)
    told = why(result, 1).sentence()
    assert told.startswith("With b, player 0 gets 2, instead of 3 with a: b a.")
    assert "only needed to know that it is worth at most 2" in told
    kept = analyze(game, "rb-minimax", depth=2, keep_rate=0.5)
    assert "The filter dropped it" in why(kept, 2).sentence()
    assert why(result, 0).sentence().startswith("a is the move: player 0 gets 3 by a a.")
