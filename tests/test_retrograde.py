"""Retrograde analysis: whole endings of chess against what is known of them, and the law in every position looked at."""

import json
import random
import threading

import numpy as np
import pytest
from click.testing import CliRunner

from kibitz import Game, GameError, Limit, Rules, load, solve
from kibitz.interface.cli.main import app
from kibitz.search.solve.retrograde import explorer, explorer_trial, reach, retrograde
from kibitz.search.speed import ready

CHESS = load("chess")
# Longest mates, white to move: 10 moves with the queen, 16 with the rook (Ströhlein 1970; every table since).
ENDINGS = {"8/8/8/4k3/8/8/8/KQ6 w - - 0 1": 19, "8/8/8/4k3/8/8/8/KR6 w - - 0 1": 31}


def law(game, solution, p):
    """Say what a position is by its children alone: (worth for who moves, distance)."""
    if not game.moves(p):
        mine, other = (game.rules.utility(p, player) for player in (game.rules.turn(p), 1 - game.rules.turn(p)))
        return (mine > other) - (mine < other), 0
    wins, losses, draws = [], [], 0
    for move in game.moves(p):
        child = game.rules.play(p, move)
        known = solution[child]
        good = {"win": 1, "draw": 0, "loss": -1}[known.proven] * (
            1 if game.rules.turn(child) == game.rules.turn(p) else -1
        )
        if good > 0:
            wins.append(known.distance)
        elif good < 0:
            losses.append(known.distance)
        else:
            draws += 1
    if wins:
        return 1, 1 + min(wins)
    return (0, None) if draws else (-1, 1 + max(losses))


def assert_law(game, solution, places):
    for place in places:
        p = solution.position_at(place)
        known = solution[p]
        worth = {"win": 1, "draw": 0, "loss": -1}[known.proven]
        assert (worth, known.distance) == law(game, solution, p), game.write(p)


@pytest.mark.parametrize(
    "text", [next(iter(ENDINGS)), pytest.param([*ENDINGS][1], marks=pytest.mark.slow)], ids=["KQK", "KRK"]
)
def test_endings_of_chess(text):
    solution = retrograde(CHESS, CHESS.read(text))
    assert len(solution) > 300_000
    white, black = solution.graph.movers == 0, solution.graph.movers == 1
    assert solution.distance[(solution.worth > 0) & white].max() == ENDINGS[text]
    assert solution.distance[(solution.worth < 0) & black].max() == ENDINGS[text] + 1
    assert not (solution.worth[black] > 0).any()
    assert not (solution.worth[white] < 0).any()
    # With a piece that can mate, white to move wins unless the piece is lost at once.
    kings_only = solution.graph.counts == 0
    assert (solution.worth[white & ~kings_only] > 0).all()
    distance, p = solution.longest()
    assert distance == ENDINGS[text]
    assert solution[p].distance == distance
    assert len(solution.line(p)) == distance
    piece = text.split()[0][-2]
    for lost in (f"8/8/8/8/8/8/k7/1{piece}1K4", f"8/8/8/8/8/k7/1{piece}6/3K4"):
        assert solution[CHESS.read(f"{lost} b - - 0 1")].proven == "draw"
    assert_law(CHESS, solution, random.Random(0).sample(range(len(solution)), 200))


def test_stalemate_is_a_draw():
    stalemate = solve(CHESS, position=CHESS.read("8/8/8/8/8/1K6/1R6/k7 b - - 0 1"))
    assert (stalemate.proven, stalemate.distance, stalemate.score) == ("draw", 0, 0)


def test_from_the_command_line():
    text = "8/8/8/8/8/2k5/1q6/K7 w - - 0 1"  # lost already
    done = CliRunner().invoke(app, ["solve", "chess", "--position", text, "--json"])
    assert json.loads(done.stdout)["proven"] == "loss"
    text = "8/8/8/8/8/2k5/6q1/K7 b - - 90 80"
    done = CliRunner().invoke(app, ["solve", "chess", "--position", text])
    assert done.exit_code != 0
    assert "clock" in str(done.exception)
    done = CliRunner().invoke(app, ["solve", "three-mens-morris", "--json"])
    assert json.loads(done.stdout)["longest"] == {"distance": 9, "position": ".../.../... X"}
    done = CliRunner().invoke(app, ["solve", "three-mens-morris"])
    assert "a win in 9 plies, from .../.../... X" in done.stdout


def test_every_position_of_a_small_game_keeps_the_law():
    game = load("three-mens-morris")
    solution = retrograde(game, game.rules.start())
    assert len(solution) == 5390
    assert_law(game, solution, range(0, len(solution), 7))


def graph_of(game, p, compiled, nodes):
    search = ready(explorer, game, compiled, explorer_trial)
    return reach(game, p, search, Limit(nodes=nodes), threading.Event(), 100)


@pytest.mark.parametrize(
    ("name", "text"), [("three-mens-morris", None), ("kalah:houses=3,stones=2", None), ("chess", list(ENDINGS)[1])]
)
def test_both_speeds_find_the_same_graph(name, text):
    game = load(name)
    p = game.read(text) if text else game.rules.start()
    plain, compiled = (graph_of(game, p, speed, 6000) for speed in (False, True))
    assert plain.places == compiled.places
    for one, other in zip(plain[1:], compiled[1:]):
        assert np.array_equal(one, other)


def ring(size, worth=(3, -2), clock=0):
    """A token runs round a ring, a step or two at a time; who brings it home wins. A clock may end it."""

    def moves(p):
        return [1, 2] if p[0] else []

    rules = Rules(
        start=lambda: (1, 0, 0),
        turn=lambda p: p[1],
        moves=moves,
        play=lambda p, move: ((p[0] + move) % size, 1 - p[1], p[2] + 1),
        utility=lambda p, player: 0 if p[0] else worth[player == p[1]],
        is_over=lambda p: bool(clock) and p[2] >= clock,
        key=lambda p: p[0] * 2 + p[1],
        repetition=3,
    )
    return Game(rules=rules, compile_by_default=False)


def test_scores_are_the_authors():
    result = solve(ring(5))
    assert (result.proven, result.score, result.distance) == ("win", 3, 3)
    assert result.names.pv == ("1", "1", "2")
    lost = solve(ring(5), position=(2, 1, 0))
    assert (lost.proven, lost.score, lost.distance) == ("loss", -2, 2)
    assert solve(ring(5), weak=True).score == 1


def test_equal_keys_are_one_position():
    assert solve(ring(7)).nodes == 14
    with pytest.raises(GameError, match="key"):
        solve(ring(7, worth=(1, -1), clock=6))
    assert solve(ring(7, worth=(1, -1), clock=100)).nodes == 14


def test_a_game_too_large_says_how_far_it_came():
    with pytest.raises(GameError, match=r"too many positions for memory: [\d,]+ were found, [\d,]+ of them visited"):
        reach(CHESS, CHESS.start(), ready(explorer, CHESS, None, explorer_trial), Limit(), threading.Event(), 1)


def test_it_can_be_stopped():
    stop = threading.Event()
    stop.set()
    p = CHESS.read(list(ENDINGS)[1])
    stopped = solve(CHESS, position=p, stop=stop)
    assert not stopped.finished
    assert 1 < stopped.nodes < 10_000
    small = solve(CHESS, position=p, nodes=10_000)
    assert (small.score, small.finished) == (None, False)
    assert 10_000 < small.nodes < 30_000
    late = solve(CHESS, position=p, seconds=0.05)
    assert not late.finished
    assert late.seconds < 2
