"""The exact value of games with chance: against brute force, value iteration and what is published; cycles and errors."""

import json
import random
import threading
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import Game, GameError, Limit, OptionError, analyze, load, solve
from kibitz.rules import CHANCE
from kibitz.search.request import Request
from kibitz.search.solve import expect
from tests import lottery

NEAR = 1e-9


def first_wins(goal, faces=6):
    """Return the probability that the first player wins pig, by value iteration over arrays, all positions at once.

    `wins[i, j, pot]` belongs to the player to move, who has i; the opponent has j.
    """
    wins = np.full((goal, goal, goal + faces), 0.5)
    wins[:, :, goal:] = 1.0
    mine, pot = np.arange(goal)[:, None, None], np.arange(goal)[None, None, :]
    there = np.minimum(mine + pot, goal - 1).ravel()  # what a player has after holding
    done = mine + pot >= goal
    while True:
        start = wins[:, :, 0]
        held = 1 - start.T[there.reshape(goal, goal)].transpose(
            0, 2, 1
        )  # the opponent, with j, to move against i + pot
        held = np.where(done, 1.0, held)
        rolled = (1 - start.T)[:, :, None] + sum(wins[:, :, face : goal + face] for face in range(2, faces + 1))
        better = np.where(done, 1.0, np.maximum(held, rolled / faces))
        change = np.abs(better - wins[:, :, :goal]).max()
        wins[:, :, :goal] = better
        if change < 1e-15:
            return wins[0, 0, 0]


@pytest.mark.parametrize(("goal", "faces"), [(1, 6), (6, 6), (13, 6), (25, 6), (9, 2), (12, 4)])
def test_pig_is_value_iteration(goal, faces):
    result = solve(load("pig", winning_score=goal, dice=faces))
    assert result.winning == pytest.approx(first_wins(goal, faces), abs=NEAR)
    assert result.score == pytest.approx(2 * result.winning - 1, abs=NEAR)
    assert (result.proven, result.finished, result.names.move) == ("exact", True, "roll")


@pytest.mark.slow
def test_pig_to_100():
    result = solve("pig")
    assert result.winning == pytest.approx(0.5306, abs=5e-5), "Neller and Presser 2004"
    assert result.winning == pytest.approx(first_wins(100), abs=NEAR)


def test_the_stage_changes_nothing_but_memory():
    game = load("pig", winning_score=12)
    whole = game.with_rules(stage=None)
    one, other = solve(game), solve(whole)
    assert other.score == pytest.approx(one.score, abs=1e-14)
    assert other.nodes < one.nodes, "what is forgotten is visited again"
    halves = game.with_rules(stage=lambda p: (p.first + p.second) // 5)
    assert solve(halves, compiled=False).score == pytest.approx(one.score, abs=1e-14)


def test_any_position_of_the_game():
    game = load("pig", winning_score=12)
    state, choose = game.begin(), random.Random(3)
    while not state.over:
        here = solve(state)
        values = {found.move: found.score for found in here.moves}
        for move, value in values.items():
            after = state.copy().play(move)
            there = solve(after)
            assert value == pytest.approx(there.score if there.player == here.player else -there.score, abs=1e-12)
        if state.turn == CHANCE:
            assert here.score == pytest.approx(sum(values.values()) / 6, abs=1e-12)
        else:
            assert here.score == max(values.values())
            assert here.moves[0].move == here.move
        state.play(choose.choice(state.moves()))
    ended = solve(state)
    assert (ended.score, ended.distance) == (game.utility(state.position, max(state.turn, 0)), 0)


def brute_force(game, p):
    """Return the value for player 0 by plain recursion."""
    if not game.moves(p):
        return game.rules.utility(p, 0)
    if game.rules.turn(p) == CHANCE:
        return sum(odds * brute_force(game, game.rules.play(p, outcome)) for outcome, odds in game.rules.chances(p))
    worths = [brute_force(game, game.rules.play(p, move)) for move in game.moves(p)]
    return max(worths) if game.rules.turn(p) == 0 else min(worths)


LOTTERIES = [
    lottery.game(kind, players, chance=True, total=total)
    for kind, players, total in (("small", 1, 0), ("tiny", 2, 0.5))
]


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(LOTTERIES), st.integers(0, 10_000), st.integers(1, 5))
def test_random_games_are_brute_force(game, seed, left):
    p = lottery.Position(seed, seed % 3 % (game.players + 1) - 1, left)
    expected = brute_force(game, p)
    found = solve(game, position=p)
    worth = found.score
    if found.player == 1:  # the other player's score is what is left of the sum
        worth = sum(game.rules.utility(p, player) for player in (0, 1)) - found.score
    assert worth == pytest.approx(expected, rel=1e-12, abs=1e-12)
    plain = solve(game, position=p, compiled=False)
    assert (plain.score, plain.moves, plain.nodes) == (found.score, found.moves, found.nodes)


class Place(NamedTuple):
    """A place in a graph."""

    here: int


def graph_game(edges, movers, worth, tickets=None, players=2, **rules):
    """Make a game on a graph: `edges[here]` are the places that moves lead to, none at an end."""

    def start():
        return Place(0)

    def turn(p):
        return movers[p.here]

    def moves(p):
        yield from range(len(edges[p.here]))

    def chances(p):
        total = sum(tickets[p.here]) if tickets else len(edges[p.here])
        for move in range(len(edges[p.here])):
            yield move, (tickets[p.here][move] if tickets else 1) / total

    def play(p, move):
        return Place(edges[p.here][move])

    def utility(p, player):
        return worth[p.here] if player == 0 else -worth[p.here]

    objective = "score"
    return Game.of({**locals(), **rules})


def iterated(edges, movers, worth, weights, start):
    """Return every place's value by sweeps over all places, from one number upwards or downwards."""
    values = [worth[here] if not edges[here] else start for here in range(len(edges))]
    for _ in range(1000):
        for here, there in enumerate(edges):
            if there and movers[here] == CHANCE:
                odds = weights[here]
                values[here] = sum(w * values[to] for w, to in zip(odds, there)) / sum(odds)
            elif there:
                values[here] = (max if movers[here] == 0 else min)(values[to] for to in there)
    return values


@st.composite
def graphs(draw):
    """Graphs with cycles, chance and two players."""
    size = draw(st.integers(2, 9))
    ends = draw(st.integers(1, 3))
    places = st.integers(0, size + ends - 1)
    edges = [draw(st.lists(places, min_size=1, max_size=3)) for _ in range(size)] + [[]] * ends
    movers = [draw(st.sampled_from((CHANCE, CHANCE, 0, 1))) for _ in range(size)] + [0] * ends
    weights = [[draw(st.integers(1, 3)) for _ in there] for there in edges]
    worth = [0] * size + [draw(st.integers(-5, 5)) for _ in range(ends)]
    return edges, movers, worth, weights


@settings(max_examples=60, deadline=None)
@given(graphs())
def test_cycles_are_bounded_from_both_sides(graph):
    edges, movers, worth, weights = graph
    reached, waiting = set(), [0]
    while waiting:
        here = waiting.pop()
        if here not in reached:
            reached.add(here)
            waiting += edges[here]
    ends = [worth[here] for here in reached if not edges[here]]
    game = graph_game(edges, movers, worth, weights)
    if not ends:
        with pytest.raises(GameError, match="no end of the game can be reached"):
            solve(game, compiled=False)
        return
    low, high = (iterated(edges, movers, worth, weights, start)[0] for start in (min(ends), max(ends)))
    found = solve(game, compiled=False)
    sign = -1 if found.player == 1 else 1
    bounds = found.bounds or (found.score, found.score)
    assert sorted(sign * bound for bound in bounds) == pytest.approx([low, high], abs=1e-7)
    assert found.finished
    if high - low > 1e-6:
        assert (found.score, found.proven, found.move) == (None, None, None)
        assert "go on for ever" in str(found)
    if high - low < 1e-12:
        assert found.score == pytest.approx(sign * low, abs=1e-7)


def test_endless_play_is_an_interval():
    """Whoever moves can wait for ever, and would rather."""
    game = graph_game([[0, 1], []], [0, 0], [0, -1])
    assert solve(game, compiled=False).score == -1, "there is nothing else to reach"
    game = graph_game([[1, 2], [0, 3], [], []], [0, 1, 0, 0], [0, 0, -1, 1])
    found = solve(game, compiled=False)
    assert (found.score, found.bounds, found.proven, found.moves) == (None, (-1, 1), None, ())
    assert json.loads(json.dumps(found.to_json()))["bounds"] == [-1, 1]


def test_a_slow_walk():
    """A gambler's ruin over 60 places: the first of many sweeps change hardly anything."""
    size = 60
    edges = [[], *([here - 1, here + 1] for here in range(1, size)), []]
    game = graph_game(edges, [0, *[CHANCE] * (size - 1), 0], [0] * size + [1], players=1)
    for here in (1, 20, 59):
        found = solve(game, position=Place(here))
        assert found.score == pytest.approx(here / size, abs=1e-10)
        assert found.bounds[0] <= here / size + 1e-12
        assert found.bounds[1] >= here / size - 1e-12


class Purse(NamedTuple):
    """What was collected on a walk."""

    here: int
    money: int


def purse_game(circle: bool, **rules):
    """Walk along five places and toss a coin for money on each; on a circle, back to the first one or stop."""

    def start():
        return Purse(0, 0)

    def turn(p):
        return 0 if p.here % 2 == 0 else CHANCE

    def moves(p):
        yield 0
        yield 1

    def chances(p):
        yield 0, 0.25
        yield 4, 0.75

    def play(p, move):
        if p.here % 2:
            return Purse(p.here + 1 if not circle or move else 0, p.money + move)
        return Purse(p.here + 1, p.money + 1 - move)

    def is_over(p):
        return p.here >= 10

    def utility(p, player):
        return p.money

    def banked(p, player):
        return p.money

    def key(p):
        return p.here

    players, objective = 1, "score"
    return Game.of({**{name: value for name, value in locals().items() if name != "circle"}, **rules})


def test_points_so_far_do_not_matter():
    game = purse_game(False)
    for compiled in (False, True):
        found = solve(game, compiled=compiled)
        assert (found.score, found.nodes) == (20, 11)
        assert [each.score for each in found.moves] == [20, 19]
        assert solve(game, position=Purse(4, 100), compiled=compiled).score == 112
    assert solve(game.with_rules(banked=None, key=None)).score == 20
    circle = purse_game(True)
    with pytest.raises(GameError, match="points are collected in a cycle of game; add `bounds`"):
        solve(circle, compiled=False)
    bounded = purse_game(True, bounds=lambda p, player: (p.money, p.money + 1000))
    # Each toss is 3/4 to go on with 4 points, else back to the first place: e(n) = 1 + 3/4 (4 + e(n+1)) + 1/4 e(0).
    expected = np.linalg.solve(np.eye(5) - np.diag([0.75] * 4, 1) - 0.25 * np.eye(5)[[0] * 5], np.full(5, 4.0))
    assert solve(bounded, compiled=False).score == pytest.approx(expected[0], abs=1e-9)


def test_one_player_without_chance():
    game = graph_game([[1, 2], [3, 4], [4], [], []], [0] * 5, [0, 0, 0, 7, 3], players=1)
    game = game.with_rules(chances=None)
    found = solve(game, compiled=False)
    assert (found.algorithm, found.score, found.move) == ("expectation", 7, 0)


def test_a_race():
    """Two players bear off by dice: a small backgammon race, with stages, against brute force."""

    def start():
        return (5, 5, 0, 0)  # pips of both, who moves, what was rolled

    def turn(p):
        return CHANCE if p[3] == 0 else p[2]

    def chances(p):
        for roll in (1, 2, 3):
            yield roll, 1 / 3

    def moves(p):
        yield from range(1, p[3] + 1)

    def play(p, move):
        if p[3] == 0:
            return (p[0], p[1], p[2], move)
        left = max(p[p[2]] - move, 0)
        return (left, p[1], 1, 0) if p[2] == 0 else (p[0], left, 0, 0)

    def is_over(p):
        return p[0] == 0 or p[1] == 0

    def utility(p, player):
        return 1 if p[player] == 0 else -1

    def stage(p):
        return -p[0] - p[1]

    game = Game.of(locals())
    found = solve(game)
    assert found.bounds is None, "there are no cycles"
    assert found.score == pytest.approx(brute_force(game, start()), abs=1e-12)
    assert found.winning == pytest.approx((found.score + 1) / 2)
    assert solve(game, compiled=False).score == found.score


def test_a_race_in_backgammon():
    """Both players have the same checkers at home: the value is 0 before the opening roll, and the roller's after it."""
    game = load("backgammon", variant="race")
    found = solve(game)
    assert (found.score, found.proven, found.bounds) == (0, "exact", None)
    outcomes = {name: each.score for name, each in found.best_moves()}
    odds = {game.move_name(game.start(), outcome): chance for outcome, chance in game.chances(game.start())}
    assert sum(odds[name] * outcomes[name] for name in odds) == pytest.approx(0, abs=1e-12)
    after = solve(game, moves="65")
    assert after.score * (1 if after.player == 0 else -1) == pytest.approx(outcomes["65"], abs=1e-12)


def test_growing_changes_nothing(monkeypatch):
    """With room for hardly anything at first, every part must grow again and again."""
    game = load("pig", winning_score=8)
    expected = [(solve(each).score, solve(each).nodes) for each in (game, game.with_rules(stage=None))]
    for part in ("FIRST_ROWS", "FIRST_EDGES", "FIRST_KNOWN"):
        monkeypatch.setattr(expect, part, 2)
    for compiled in (False, True):
        found = [solve(each, compiled=compiled) for each in (game, game.with_rules(stage=None))]
        assert [(each.score, each.nodes) for each in found] == expected


@pytest.mark.parametrize("compiled", [False, True])
def test_broken_rules(compiled):
    pig = load("pig", winning_score=8)
    for changes, words in (
        ({"stage": lambda p: -p.pot}, "`stage` of pig decreases"),
        ({"stage": lambda p: 10 if p.pot == 4 else 5}, "`stage` of pig decreases"),
        ({"chances": lambda p: [(1, 0.5), (2, 0.4)]}, "do not sum to 1"),
        ({"utility": lambda p, player: 1 if player == 0 else 2 - p.first % 2}, "same number"),
    ):
        with pytest.raises(GameError, match=words):
            solve(pig.with_rules(**changes), compiled=compiled)


def test_limits():
    game = load("pig")
    found = solve(game, nodes=1000)
    assert (found.finished, found.score, found.bounds) == (False, None, None)
    assert 1000 <= found.nodes < 1100
    assert "not found" in str(found)
    assert not solve(game, seconds=0.05).finished
    stop = threading.Event()
    stop.set()
    assert not solve(game, stop=stop).finished
    with pytest.raises(GameError, match="too many positions for memory: .* a rule `stage` would let it forget some"):
        expect.expect(Request(game.with_rules(stage=None), game.start(), 0, Limit()), None, 1.0, lambda positions: None)


def test_bad_methods():
    for name, options, words in (
        ("pig", {"method": "bisection"}, "bisection is for two players without chance, but in pig nature moves"),
        ("pig", {"weak": True}, "takes no weak"),
        ("three-mens-morris", {"method": "expectation"}, "counts repetitions"),
    ):
        with pytest.raises(OptionError, match=words):
            solve(load(name), **options)
    three = graph_game([[]], [0], [0], players=3)
    with pytest.raises(OptionError, match="one player or two, but game has 3"):
        solve(three)


def test_two_players_without_chance():
    """Where a search to the end is possible, expectation finds the same."""
    game = load("tic-tac-toe")
    assert (
        solve(game, method="expectation", moves="1 2").score == analyze(game, "alpha-beta", depth=9, moves="1 2").score
    )


def test_from_the_command_line(run_kibitz):
    code, out, _ = run_kibitz("solve", "pig:winning_score=10")
    assert code == 0
    assert "value      +0.418848645197, exact  (for player 0)" in out
    assert "wins       with probability 0.709424322598" in out
    assert "between    0.41884864519660" in out
    assert "positions in" in out
    code, out, _ = run_kibitz("solve", "pig:winning_score=10", "--moves", "roll 4", "--json")
    found = json.loads(out)
    assert (code, found["algorithm"], found["proven"], found["finished"]) == (0, "expectation", "exact", True)
    assert [move["bound"] for move in found["moves"]] == ["exact", "exact"]
    assert found["winning"] == pytest.approx((found["score"] + 1) / 2)
    code, _, err = run_kibitz("solve", "pig", "--weak")
    assert (code, len(err.splitlines())) == (2, 1)
