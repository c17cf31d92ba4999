"""Traces replay to the search they are of, and tell the truth about every cut."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import ALGORITHMS, OptionError, analyze, load
from kibitz.interface.cli.tree_text import plain
from kibitz.rules import CHANCE
from kibitz.search.explain.page import page
from kibitz.search.explain.picture import MOST_DRAWN, picture
from kibitz.search.explain.story import steps
from kibitz.search.explain.svg import dot, svg
from kibitz.search.explain.trace import trace
from tests import oracle, trees

TEXTBOOK = [name for name, algorithm in ALGORITHMS.items() if algorithm.builder]
LESSON = "((3 12 8) (2 4 6) (14 5 2))"
INFINITY = float("inf")
DATA = Path(__file__).parent / "data"


def replay(found, node, algorithm, player, game):
    """Compute a node's score from its children's alone."""
    searched = [child for child in node.children if child.fate == node.fate]
    if not searched:
        return node.score
    scores = [replay(found, child, algorithm, player, game) for child in searched]
    if node.player == CHANCE:
        odds = [p for _, p in game.rules.chances(game.read(node.position))]
        return sum(a * b for a, b in zip(odds, scores))
    if node.player == player:
        return max(scores)
    return sum(scores) / len(scores) if algorithm == "expectimax" else min(scores)


@given(st.sampled_from([name for name in TEXTBOOK if name != "max-n"]), st.integers(0, 5), st.data())
def test_a_trace_replays_to_the_same_score_move_and_nodes(algorithm, depth, data):
    game = load("tree", text=data.draw(trees.full(chances=ALGORITHMS[algorithm].chances)))
    options = {
        "keep_rate": data.draw(st.sampled_from([0.3, 0.5, [1, 0.5]])),
        "deepening_depth": data.draw(st.integers(0, 2)),
    }
    options = options if ALGORITHMS[algorithm].filters else {}
    result = analyze(game, algorithm, depth=depth, compiled=False, **options)
    found = trace(game, algorithm, depth=depth, **options)
    fates = Counter(node.fate for node in found.nodes)
    assert fates["searched"] + fates["probed"] == result.nodes == found.result.nodes
    assert fates["probed"] == (result.filter_nodes or 0)
    assert fates["filtered"] == (result.filtered or 0)
    assert (found.result.score, found.result.move, found.result.pv) == (result.score, result.move, result.pv)
    assert found.root.score == result.score
    assert replay(found, found.root, algorithm, result.player, game) == pytest.approx(result.score, abs=1e-9)
    assert [node.id for node in found.nodes] == list(range(len(found.nodes)))


@given(trees.full(chances=False), st.integers(0, 5))
def test_max_n_traces_have_each_players_score(text, depth):
    game = load("tree", text=text)
    found = trace(game, "max-n", depth=depth)
    assert found.root.scores == pytest.approx(oracle.max_n(game, 0, depth))
    assert len(found.nodes) == found.result.nodes


def must_visit(game, p, player, depth, alpha, beta, path, visited):
    """What alpha-beta must visit, by definition and nothing else: children until the window is closed."""
    visited.append(path)
    score = oracle.leaf(game, p, player, depth)
    if score is not None:
        return score
    best = None
    for i, child in enumerate(oracle.children(game, p)):
        if alpha >= beta:
            break
        value = must_visit(game, child, player, depth - 1, alpha, beta, (*path, i), visited)
        if game.rules.turn(p) == player:
            best = value if best is None else max(best, value)
            alpha = max(alpha, value)
        else:
            best = value if best is None else min(best, value)
            beta = min(beta, value)
    return best


@given(trees.full(chances=False), st.integers(0, 6), st.data())
def test_alpha_beta_visits_exactly_what_it_must(text, depth, data):
    game = load("tree", text=text)
    player = data.draw(st.integers(0, game.players - 1))
    found = trace(game, "alpha-beta", depth=depth, player=player)
    expected = []
    must_visit(game, 0, player, depth, -INFINITY, INFINITY, (), expected)
    paths = {None: ()}
    visited = []
    for node in found.nodes:
        if node.parent is None:
            path = ()
        else:
            path = (*paths[node.parent], int(node.move[1:]))
        paths[node.id] = path
        if node.fate == "searched":
            visited.append(path)
    assert visited == expected


@given(trees.full(chances=False), st.integers(1, 6), st.sampled_from(["alpha-beta", "rb-alpha-beta"]))
def test_every_cuts_reason_is_true(text, depth, algorithm):
    game = load("tree", text=text)
    options = {"keep_rate": [1, 0.5]} if ALGORITHMS[algorithm].filters else {}
    found = trace(game, algorithm, depth=depth, **options)
    for node in found.nodes:
        cut = [child for child in node.children if child.fate == "cut"]
        for child in cut:
            beta, alpha, who, gets, way = re.fullmatch(
                r"beta (\S+) ≤ alpha (\S+): (.+) already (gets \S+|holds .+ to \S+) by (\S+)", child.reason
            ).groups()
            beta, alpha, got = (float(number.replace("−", "-")) for number in (beta, alpha, gets.split()[-1]))
            assert beta <= alpha
            # Whoever has the better way chooses above the cut, and the way was searched with this score before it.
            above = found.nodes[node.parent]
            while not (
                found.cast.who(above.player) == who and any(c.name == way and c.score == got for c in above.children)
            ):
                above = found.nodes[above.parent]
            ours = above.player == found.result.player
            assert got == (alpha if ours else beta)
            assert gets.startswith("gets" if ours else "holds")
            scores = [other.score for other in node.children if other.fate == node.fate]
            if node.player == found.result.player:
                assert (alpha, beta) == (max(scores), node.beta)
            else:
                assert (alpha, beta) == (node.alpha, min(scores))
        if not cut and node.fate == "searched" and not node.leaf and algorithm == "alpha-beta":
            assert len(node.children) == len(list(game.rules.moves(game.read(node.position))))


def known_scores(node, player):
    """The scores that a node may have: what was not visited may be worth anything."""
    entered = [child for child in node.children if child.fate == "searched"]
    if not entered:
        return node.score, node.score
    best = max if node.player == player else min
    spared = [(-INFINITY, INFINITY)] * any(child.fate == "cut" for child in node.children)
    lows, highs = zip(*[known_scores(child, player) for child in entered], *spared)
    return best(lows), best(highs)


@settings(deadline=None)
@given(trees.full(chances=False), st.integers(0, 6), st.sampled_from(["alpha-beta", "rb-alpha-beta"]), st.data())
def test_a_bound_says_all_that_is_known_and_everywhere_the_same(text, depth, algorithm, data):
    game = load("tree", text=text)
    player = data.draw(st.integers(0, game.players - 1))
    options = {"keep_rate": [1, 0.5], "deepening_depth": 1} if ALGORITHMS[algorithm].filters else {}
    found = trace(game, algorithm, depth=depth, player=player, **options)
    for node in found.nodes:
        if node.fate == "searched":
            low, high = known_scores(node, player)
            assert low <= node.score <= high
            wanted = "exact" if low == high else "lower" if node.score == low else "upper"
            assert node.bound == wanted
            assert node.score in (low, high)
    shown = [(child.move, child.score, child.bound) for child in found.root.children if child.fate == "searched"]
    for result in (found.result, analyze(game, algorithm, depth=depth, player=player, **options)):
        assert sorted((name, m.score, m.bound) for name, m in zip(result.names.moves, result.moves)) == sorted(shown)


def test_a_node_whose_children_were_all_visited_is_known_exactly():
    game = load(LESSON)
    found = trace(game, "alpha-beta", depth=2)
    assert [(node.score, node.bound) for node in found.root.children] == [(3, "exact"), (2, "upper"), (2, "exact")]
    result = analyze(game, "alpha-beta", depth=2)
    assert [(move.move, move.bound) for move in result.moves] == [(0, "exact"), (2, "exact"), (1, "upper")]
    told = [step.sentence() for step in steps(found)]
    assert "b is worth at most 2" in told
    assert "c is worth 2" in told
    assert "root: c gives 2, no better than 3" in told
    assert "▼ b  ≤ 2  (3, ∞)" in plain(picture(found))
    assert "▼ c  2  (3, ∞)" in plain(picture(found))


def test_the_lesson_as_a_story():
    told = [step.sentence() for step in steps(trace(load(LESSON), "alpha-beta", depth=2))]
    assert told[0] == "root: MAX to move, takes the greatest"
    assert "b: beta 2 ≤ alpha 3: MAX already gets 3 by a; never visited: bb, bc" in told
    assert told[-1] == "root is worth 3"
    assert len(told) == 26


@pytest.mark.parametrize("algorithm", TEXTBOOK)
def test_every_algorithm_can_be_told_and_drawn(algorithm):
    for game, depth in ((load("pig:winning_score=5"), 2), (load(LESSON), 2), (load("nim:heaps=2,1"), 3)):
        if game.rules.chances and not ALGORITHMS[algorithm].chances:
            continue
        options = {"keep_rate": 0.5} if ALGORITHMS[algorithm].filters else {}
        found = trace(game, algorithm, depth=depth, **options)
        assert list(steps(found))
        chosen = picture(found)
        assert "best play" in plain(chosen)
        assert svg(chosen).startswith("<svg")
        assert dot(chosen).startswith("digraph")
        assert "<script" in page(found)


def test_pictures_of_big_searches_say_what_they_leave_out():
    found = trace(load("connect-four"), "alpha-beta", depth=6)
    chosen = picture(found)
    assert chosen.drawn <= MOST_DRAWN
    assert "nodes drawn: below ply" in chosen.note()
    assert chosen.note() in plain(chosen)
    wide = picture(trace(load(f"({' '.join(map(str, range(50)))})"), "minimax", depth=1), width=5)
    assert "44 searched" in plain(wide)
    assert "49  over  ←" in plain(wide)  # the best one is never folded


def test_hostile_text_stays_text():
    tree = {"root": "</script><b>", "nodes": {"</script><b>": {"player": 0, "moves": {"<i>&": "x"}}, "x": {"value": 1}}}
    found = trace(load("tree", text=json.dumps(tree)), "alpha-beta", depth=1)
    assert "</script><b>" not in page(found)
    assert "<i>" not in svg(picture(found))


def test_a_trace_that_is_too_big_is_refused():
    with pytest.raises(OptionError, match="more than 1,000 nodes: trace a lower depth"):
        trace(load("connect-four"), "minimax", depth=5, most_nodes=1000)


def test_json_lines_have_the_fields_of_the_design():
    lines = [node.to_json() for node in trace(load(LESSON), "alpha-beta", depth=2).nodes]
    fields = [
        "id",
        "parent",
        "ply",
        "move",
        "position",
        "player",
        "depth",
        "alpha",
        "beta",
        "score",
        "bound",
        "fate",
        "reason",
    ]
    assert all(list(line) == fields for line in lines)
    assert lines[7]["fate"] == "cut"
    assert lines[7]["position"] == "bb"


GOLDEN = {
    **{f"lesson-{name}": (LESSON, None, name, 2) for name in TEXTBOOK},
    "tic-tac-toe-endgame": ("tic-tac-toe", "1 5 9 3 7", "alpha-beta", 4),
    "pig-position": ("pig:dice=3,winning_score=4", "roll 3", "expectiminimax", 2),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_traces(name):
    """Reviewed by eye; to write them anew after a change that is meant, run python -m tests.test_trace."""
    assert golden(name) == (DATA / f"trace-{name}.jsonl").read_text()


def golden(name):
    spec, moves, algorithm, depth = GOLDEN[name]
    game = load(spec)
    options = {"keep_rate": 0.5} if ALGORITHMS[algorithm].filters else {}
    found = trace(game, algorithm, position=game.begin(moves or "").position, depth=depth, **options)
    return "".join(json.dumps(node.to_json(), ensure_ascii=False) + "\n" for node in found.nodes)


if __name__ == "__main__":
    for each in GOLDEN:
        (DATA / f"trace-{each}.jsonl").write_text(golden(each))


@pytest.mark.parametrize("name", ["tic-tac-toe", "pig", "((3 12 8) (2 4 6) (14 5 2))", "chinese-checkers"])
def test_a_trace_of_mcts_replays_to_its_visits_and_scores(name):
    found = trace(name, "mcts", visits=12, seed=2)
    assert len(found.visits) == found.result.visits <= 12  # fewer where the value is proven
    again = analyze(name, "mcts", visits=12, seed=2, compiled=False)
    assert (found.result.move, found.result.moves) == (again.move, again.moves)
    counted = {}
    for visit in found.visits:
        assert visit.path[0] is found.root
        for node, count in zip(visit.path, visit.counts):
            counted[node.id] = counted.get(node.id, 0) + 1
            assert count == counted[node.id]
        assert [child.parent for child in visit.path[1:]] == [node.id for node in visit.path[:-1]]
    for node in found.nodes:
        assert node.visits == counted.get(node.id, 0)
        assert (node.fate == "unvisited") == (node.visits == 0)
    by_name = {child.move: child.visits for child in found.root.children if child.visits}
    assert by_name == {name: move.visits for name, move in again.best_moves() if move.visits}
    assert len(list(steps(found))) == 3 * len(found.visits)


def test_a_trace_of_mcts_has_visits_and_no_depth():
    for options, words in (({"depth": 2}, "has no depth"), ({"visits": 0}, "1 to 2,000 visits")):
        with pytest.raises(OptionError, match=words):
            trace("nim", "mcts", **options)
    with pytest.raises(OptionError, match="visits is for mcts"):
        trace("nim", "minimax", visits=3)
