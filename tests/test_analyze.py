"""Limits, stops, progress, and what a result says."""

import json
import threading
import time

import pytest

import kibitz
from kibitz import Limit, OptionError, analyze, load, think

SLOW = "tic-tac-toe:size=5,connect=5"


@pytest.mark.parametrize("wrong", [
    {"depth": -1}, {"depth": 501}, {"depth": 1.5}, {"depth": True}, {"nodes": 0}, {"nodes": -5}, {"seconds": 0},
    {"seconds": -1}, {"seconds": float("nan")}, {"seconds": float("inf")}, {"seconds": "1"},
])  # fmt: skip
def test_bad_limits_are_refused(wrong):
    with pytest.raises(OptionError):
        Limit(**wrong)


@pytest.mark.parametrize("options", [
    {"keep_rate": 0}, {"keep_rate": 2}, {"keep_rate": float("nan")}, {"keep_rate": []}, {"keep_rate": [1, 0]},
    {"keep_least": 0}, {"deepening_depth": -1}, {"deepening_depth": 99},
])  # fmt: skip
def test_bad_filters_are_refused(options):
    with pytest.raises(OptionError):
        analyze(load("tree"), algorithm="rb-minimax", **options)


def test_options_that_do_not_fit_are_refused():
    game = load("tree")
    with pytest.raises(OptionError, match="keep rate is for rb-minimax and rb-alpha-beta, not for alpha-beta"):
        analyze(game, algorithm="alpha-beta", keep_rate=0.5)
    with pytest.raises(OptionError, match=r"no algorithm 'alphabeta' \(did you mean alpha-beta\?\)"):
        analyze(game, algorithm="alphabeta")
    with pytest.raises(OptionError, match="player must be 0 to 1, got 2"):
        analyze(game, player=2)
    with pytest.raises(OptionError, match="lines must be"):
        analyze(game, lines=0)


def test_a_depth_alone_is_one_search_and_deepening_adds_up():
    game = load("connect-four")
    single = [analyze(game, "alpha-beta", depth=depth).nodes for depth in range(1, 5)]
    infos = list(think(game, "alpha-beta", depth=4, nodes=10**9))
    assert [info.depth for info in infos] == [1, 2, 3, 4]
    assert [info.nodes for info in infos] == [sum(single[: i + 1]) for i in range(4)]
    assert len(list(think(game, "alpha-beta", depth=4))) == 1


@pytest.mark.parametrize("compiled", [False, True])
def test_time_is_kept(compiled):
    game = load(SLOW)
    analyze(game, depth=1, compiled=compiled)
    started = time.monotonic()
    result = analyze(game, seconds=0.3, compiled=compiled)
    assert time.monotonic() - started < 3
    assert not result.finished
    assert result.move is not None
    assert result.proven is None


@pytest.mark.parametrize("compiled", [False, True])
def test_a_stop_from_outside_leaves_the_best_so_far(compiled):
    game = load(SLOW)
    analyze(game, depth=1, compiled=compiled)
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    started = time.monotonic()
    result = analyze(game, depth=20, compiled=compiled, stop=stop)
    assert time.monotonic() - started < 3
    assert not result.finished
    assert result.move is not None


def test_a_stop_between_root_moves_gives_the_best_of_those_completed():
    game = load("((3 12 8) (2 4 6) (14 5 2))")
    # Depth 2 takes 11 nodes; with 4 for depth 1 before it, so many nodes stop in the second root move.
    result = analyze(game, nodes=4 + 8)
    assert (result.finished, result.depth, result.names.move, result.score) == (False, 2, "a", 3)
    assert [root.bound for root in result.moves] == ["exact"]


def test_a_proven_result_ends_the_deepening():
    game = load("tic-tac-toe")
    result = analyze(game, position=game.begin("1 5 2 3 7").position, seconds=60)
    assert (result.finished, result.proven, result.depth) == (True, "draw", 4)
    lost = analyze(load("nim:heaps=1,1"), seconds=60)
    assert (lost.proven, lost.distance, lost.score, lost.describe()) == ("loss", 2, -1, "loses in 2")


@pytest.mark.parametrize("nodes", [50, 500, 5000])
def test_a_search_that_begins_with_a_chance_may_be_stopped(nodes):
    game = load("pig")
    result = analyze(game, position=game.begin("roll").position, nodes=nodes, compiled=False)
    assert (result.move, result.finished) == (None, False)
    assert result.score is not None


def test_a_finished_game_and_depth_0():
    game = load("tic-tac-toe")
    over = analyze(game, position=game.begin("1 4 2 5 3").position)
    assert (over.move, over.score, over.proven, over.distance, over.pv) == (None, -1, "loss", 0, ())
    assert "the game is over: lost" in over.describe()
    flat = analyze(game, depth=0)
    assert (flat.move, flat.score, flat.nodes, flat.proven) == (None, 0, 1, None)


def test_scores_belong_to_the_player_asked_for():
    game = load("connect-four")
    p = game.begin("1 2 1 2 1 2").position
    mine, theirs = (analyze(game, "alpha-beta", position=p, depth=3, player=player) for player in (0, 1))
    assert (mine.score, theirs.score) == (18, -18)
    assert (mine.proven, theirs.proven) == (None, None)  # other moves were judged at the horizon
    assert mine.move == theirs.move
    mine, theirs = (analyze(game, position=p, depth=3, player=player) for player in (0, 1))
    assert (mine.score, theirs.score, mine.proven, theirs.proven) == (18, -18, "win", "loss")


def test_lines_give_exact_scores():
    game = load("((3 12 8) (2 4 6) (14 5 2))")
    result = analyze(game, depth=2, lines=3)
    assert [(root.score, root.bound) for root in result.moves] == [(3, "exact"), (2, "exact"), (2, "exact")]
    assert result.nodes == 13
    assert [name for name, _ in result.best_moves()] == ["a", "b", "c"]


def test_constant_sum_games_are_won_and_lost_by_comparison(write_game):
    text = """
def start(): return 2
def turn(p): return p % 2
def moves(p):
    if p > 0: yield 1
def play(p, n): return p - n
def utility(p, player): return 1 if player == 0 else 0
"""
    game = load(write_game(text))
    assert analyze(game, depth=4, compiled=False).proven == "win"
    assert analyze(game, depth=4, player=1, compiled=False).proven == "loss"


def test_json_has_the_fields_of_the_design():
    result = analyze(load("tic-tac-toe"), depth=2, compiled=False)
    fields = "game position algorithm player move score proven distance depth nodes seconds compile_seconds finished pv moves compiled search"
    assert list(result.to_json()) == fields.split()
    again = json.loads(json.dumps(result.to_json()))
    assert again["moves"][0] == {"move": "1", "score": 0, "bound": "exact"}
    assert again["position"] == ".../.../..."


def test_memory_does_not_leak_between_searches():
    game = load("connect-four")
    first = analyze(game, depth=5)
    for _ in range(20):
        again = analyze(game, depth=5)
        assert (again.nodes, again.pv, again.moves) == (first.nodes, first.pv, first.moves)


def test_rules_that_fail_are_named_with_their_line(write_game):
    text = """
def start(): return 3
def turn(p): return 0
def moves(p):
    if p > 0: yield 1
def play(p, n): return p - n
def utility(p, player): return 1 // p
players = 1
"""
    with pytest.raises(
        kibitz.GameError,
        match=r"the rules of mygame failed: `utility` raised ZeroDivisionError: .* \(mygame.py, line 7\)",
    ):
        analyze(load(write_game(text)), depth=4, compiled=False)


# Monte Carlo tree search


def test_visits_are_told_wherever_a_result_is():
    result = analyze("connect-four", "mcts", visits=300, lines=3, compiled=False)
    visits = [found.visits for found in result.moves]
    assert result.moves[0].move == result.move
    assert visits[1:] == sorted(visits[1:], reverse=True)
    assert "300 visits" in repr(result)
    (cost,) = [line for line in str(result).splitlines() if line.startswith("searched")]
    assert cost.startswith(f"searched   300 visits (deepest line {result.depth}): {result.nodes:,} nodes in ")
    assert cost.endswith(" visits/s")
    listed = str(result).splitlines()[-3:]
    assert [int(line.split()[2]) for line in listed] == visits[:3]
    told = result.to_json()
    assert told["visits"] == result.info().visits == 300
    assert [each["visits"] for each in told["moves"]] == visits
    assert "visits" not in analyze("tic-tac-toe", depth=1, compiled=False).to_json()


def test_means_are_told_in_few_digits():
    result = analyze("chinese-checkers", "mcts", visits=30, compiled=False)
    assert all(len(text.split(": ")[1].lstrip("-").replace(".", "")) <= 4 for text in result.score_texts())
    assert [text.split(":")[0] for text in result.score_texts()] == ["red", "green", "yellow"]


def test_options_of_mcts_on_the_command_line(run_kibitz):
    options = ("analyze", "tic-tac-toe", "--plain")
    code, out, _ = run_kibitz(*options, "--search", "mcts", "--visits", "50", "--playouts", "1", "--lines", "2")
    assert (code, out.count(" visits")) == (0, 4)
    for wrong, words in (
        (("--algorithm", "mcts", "--depth", "3"), "mcts has no depth: limit it by visits, nodes or seconds"),
        (("--search", "mcts", "--depth", "3"), "mcts has no depth: limit it by visits, nodes or seconds"),
        (("--algorithm", "mcts", "--exact"), "mcts estimates scores by visits: it cannot be exact at a depth"),
        (("--visits", "5"), "makes no visits, which are for mcts: limit it by depth, nodes or seconds"),
        (("--algorithm", "mcts", "--visits", "0"), "visits must be a whole number of at least 1, got 0"),
        (("--algorithm", "mcts", "--playouts", "2"), "playouts must be a share from 0 to 1, got 2.0"),
        (("--search", "paranoid"), "paranoid is for three and more players, each alone; tic-tac-toe has 2"),
        (("--search", "mtcs"), "the engine has no search 'mtcs' (did you mean mcts?)"),
    ):
        code, _, err = run_kibitz(*options, *wrong)
        assert (code, err.count("\n"), words in err) == (2, 1, True), err
