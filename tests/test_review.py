"""Reviews: theory is no mistake, a hung queen is one, and a scale belongs to a game, not to what was played."""

import math
import random
import threading
from dataclasses import replace

import pytest

import kibitz
from kibitz import analyze, load
from kibitz.arena import advantage
from kibitz.arena.advantage import Example, WinScale, fit, win_scale_of
from kibitz.interface.web import review
from kibitz.interface.web.review import Loss, Review, kind_of
from kibitz.loader import built_in_games
from kibitz.rules import no_opinion
from kibitz.score import VALUE

RUY_LOPEZ = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3"
HUNG_QUEEN = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Qg5 Nxg5 Nf6 d3 h6 Nf3 d6 h3 Be7"
LESSON = "((3 12 8) (2 4 6) (14 5 2))"


def begun(game, names, nodes=5000):
    return Review(game.begin(names), threading.Event(), 0.5, nodes)


def reviewed(game, names, nodes=5000):
    return begun(game, names, nodes).run(lambda word: None)


def kinds(found):
    return {ply["name"]: ply["kind"] for ply in found["plies"][1:] if ply["kind"]}


def test_theory_is_no_mistake():
    found = reviewed(load("chess"), RUY_LOPEZ)
    assert kinds(found) == {}
    assert found["turning"] == []
    assert max(ply["lost"] for ply in found["plies"][1:]) < 0.06
    assert found["scale"] == "with a lead of 2.55 pawns, a win is 73 % likely (chess's own scale)"


def test_a_hung_queen_is_the_one_blunder_and_what_stays_won_is_none():
    found = reviewed(load("chess"), HUNG_QUEEN)
    assert kinds(found) == {"Qg5": "blunder"}
    assert found["turning"] == [8]
    assert all(ply["advantage"] > 0.8 for ply in found["plies"][8:])


def test_what_comes_later_does_not_change_what_a_move_lost():
    game = load("chess")
    short, long = (reviewed(game, " ".join(HUNG_QUEEN.split()[:count]), 2000) for count in (7, 9))
    assert short["plies"] == long["plies"][:8]


def test_both_moves_are_searched_to_the_same_depth(monkeypatch):
    looked = []

    def after(self, ply, move, depth, real=Review.after):
        looked.append((ply, depth, found := real(self, ply, move, depth)))
        return found

    monkeypatch.setattr(Review, "after", after)
    game = replace(load("breakthrough:columns=4,rows=4"), compile_by_default=False)
    reviewed(game, moves_of(game, 6), 500)
    pairs = list(zip(looked[::2], looked[1::2]))
    assert pairs
    for (ply, depth, one), (other_ply, other_depth, other) in pairs:
        assert (ply, depth) == (other_ply, other_depth)
        assert one.depth == other.depth == depth - 1 or one.proven or other.proven


def moves_of(game, count):
    """The last moves in the list are seldom the best."""
    state = game.begin()
    for _ in range(count):
        state.play(state.moves()[-1])
    return " ".join(state.names)


@pytest.mark.parametrize(("deeper", "kind"), [(0, ""), (-300, "blunder")])
def test_a_mistake_must_hold_one_ply_deeper(monkeypatch, deeper, kind):
    """At the first depth a move seems to lose a rook; what the next one says counts."""
    game = load("chess")
    known = begun(game, "e4", 200)
    known.found.append(replace(known.look(0), proven=None))
    known.found.append(replace(known.found[0], score=-500))
    best, depths = known.found[0], []

    def after(ply, move, depth):
        depths.append(depth)
        lost = 0 if move == best.move else -500 if depth == depths[0] else deeper
        return replace(best, score=lost, proven=None)

    monkeypatch.setattr(known, "after", after)
    other = next(move for move in game.moves(game.start()) if move != best.move)
    known.state = game.begin([other])
    assert kind_of(known.loss(0)) == kind
    assert depths == [best.depth + 1] * 2 + [best.depth + 2] * 2  # a ply more than from behind the move
    monkeypatch.setattr(known, "after", lambda ply, move, depth: None)  # there was no time to compare
    assert known.loss(0) == Loss()
    known.found[1] = replace(known.found[1], proven="loss")
    assert kind_of(known.loss(0)) == "blunder"


def test_who_is_sure_to_win_and_wins_by_less_makes_no_blunder():
    assert kind_of(Loss(0.4, 20, keeps=True)) == "mistake"
    assert kind_of(Loss(0.4, 20, keeps=False)) == "blunder"
    assert kind_of(Loss(0.12, 20, keeps=False)) == "mistake"
    assert kind_of(Loss(0.09, 20, keeps=False)) == ""
    # Connect Four's amounts are speeds: any proven win is all that can be had.
    game = load("connect-four")
    won = replace(analyze(game, depth=1, compiled=False), proven="win", player=0)
    assert [WinScale(5, "").advantage(replace(won, score=score)) for score in (18, 2)] == [1, 1]
    # Othello's are discs.
    game = load("othello")
    won = replace(won, game=game, position=game.start())
    few, many = (WinScale(8, "").advantage(replace(won, score=score)) for score in (2, 30))
    assert 0 < few < 0.2 < 0.9 < many < 1


def test_amounts_are_told_in_the_games_own_unit():
    known = begun(load(LESSON), "c c")
    assert known.cost(Loss(0.123, 7)) == "12 %"
    assert known.cost(Loss(0.004, 7)) == ""
    known.state = load("othello").begin()
    assert known.cost(Loss(0.123, 7)) == "7 discs"
    assert known.cost(Loss(0.0, 0)) == ""


# Where the scale comes from


def test_every_built_in_game_that_evaluates_has_a_scale():
    for game in built_in_games():
        evaluates = game.rules.evaluate is not no_opinion and game.rules.counted_in != VALUE
        assert bool(game.rules.win_scale) == (evaluates and game.players == 2), game.name


def test_a_fit_finds_the_scale_that_results_were_drawn_with():
    choose = random.Random(1)
    scores = [choose.gauss(0, 300) for _ in range(20_000)]
    examples = [Example(score, float(choose.random() < 1 / (1 + math.exp(-score / 250)))) for score in scores]
    assert fit(examples) == pytest.approx(250, rel=0.05)
    assert fit([]) is None
    assert fit([Example(0, 1.0)] * 5) is None


def test_a_game_without_a_scale_is_played_once(monkeypatch):
    monkeypatch.setattr(advantage, "FEW_POSITIONS", 60)
    game = replace(load("kalah:houses=3,stones=2").with_rules(win_scale=0), compile_by_default=False)
    found = win_scale_of(game)
    assert found.source.startswith("fitted to ")
    assert 0 < found.points < 100
    assert win_scale_of(game) is found
    silent = replace(load("nim:heaps=2,1"), compile_by_default=False)
    assert win_scale_of(silent).describe() == "only what is proven counts (nothing is evaluated)"
    assert win_scale_of(silent).advantage(analyze(silent, depth=1)) == 0
    tree = load(LESSON)
    assert win_scale_of(tree) == (14, "the greatest value seen", False, "")
    assert reviewed(tree, "c c")["scale"] == "a score of 14 counts as 46 % of a win (the greatest value seen)"


def test_a_long_game_is_reviewed_in_time(monkeypatch):
    monkeypatch.setattr(review, "MOST_SECONDS", 0.5)
    known = begun(load(LESSON), "c c", None)
    assert known.run(lambda word: None)["finished"]
    assert known.seconds < 0.2  # a third of 0.8 · 0.5


# Three and more players, and Monte Carlo


def star_review(nodes=300, count=7):
    game = replace(load("chinese-checkers:limit=4"), compile_by_default=False)
    state, choose = game.begin(), random.Random(2)
    while len(state.played) < count:
        state.play(choose.choice(state.moves()))
    return state, Review(state, threading.Event(), 0.5, nodes)


def test_a_move_of_three_is_judged_by_who_made_it():
    known = star_review()[1]
    found = known.run(lambda word: None)
    assert found["many"]
    assert found["scale"] == "what a player gets lies between -6000 and 12000"
    for ply, row in enumerate(found["plies"][1:], 1):
        assert row["player"] == row["mover"] == (ply - 1) % 3
        assert len(row["advantages"]) == 3
        assert row["advantage"] == row["advantages"][row["player"]]
        assert sum(row["advantages"]) == pytest.approx(-1, abs=0.01)  # scores add up to 0
        assert row["score"] == known.found[ply].scores[row["mover"]]


def test_a_certain_win_that_is_given_away_is_a_blunder_of_its_player():
    """Whoever leads when the moves run out wins; the others then lose, whatever they do."""
    state, known = star_review(count=12)
    found = known.run(lambda word: None)
    assert state.over
    assert found["plies"][-1]["text"].endswith(("won", "lost", "drawn"))
    ends = [12000 if winner else -6000 for winner in (u > 0 for u in state.game.utilities(state.position))]
    assert [round(known.scale.advantage(end)) for end in ends] == [round(a) for a in found["plies"][-1]["advantages"]]
    for ply in range(1, len(found["plies"])):
        loss = known.losses[ply - 1]
        mover = found["plies"][ply]["mover"]
        before, after = (known.advantage(known.found[i], mover) for i in (ply - 1, ply))
        assert loss.share <= max(0, (before - after) / 2) + 1e-9 or loss.share >= review.MISTAKE


@pytest.mark.parametrize(
    ("spec", "moves"),
    [("connect-four", "4 4 3"), ("tic-tac-toe", "5 1 2"), ("chinese-checkers:limit=3", "n1-m5 e3-e5")],
)
def test_a_review_by_visits(spec, moves):
    """Where the engine chose Monte Carlo, no depth is asked for, and losses lie between a loss and a win."""
    from kibitz.search.engine.engine import Engine
    from kibitz.search.engine.settings import Settings

    game = load(spec)
    known = Review(game.begin(moves), threading.Event(), 0.5, 2000)
    known.engine = Engine(game, Settings(1, search="mcts"), compiled=False)
    found = known.run(lambda word: None)
    assert found["finished"]
    assert ("share of wins in the visits" in found["scale"]) == (game.players == 2 and game.objective == "win")
    assert all(-1 <= advantage <= 1 for row in found["plies"] for advantage in row["advantages"])
    best = known.found[0].move
    assert known.after(0, best, 20).visits == 20
    assert known.efforts(known.found[0], known.found[1])[1] == known.found[0].visits


def test_a_game_for_one_is_not_reviewed():
    with pytest.raises(kibitz.OptionError, match="a game for one player cannot be reviewed, and 2048 is one"):
        review.reviewing(load("2048").begin(), {})
