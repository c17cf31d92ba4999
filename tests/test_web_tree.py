"""The tree of the page: what is sent is true, small, and asked for politely."""

import json
import math
import sys
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import ALGORITHMS, OptionError, load
from kibitz.classroom.shelf import find
from kibitz.interface.web.tree import MOST_CHILDREN, MOST_STEPS, Trees
from kibitz.rules import CHANCE
from kibitz.search.explain.page import page, page_data
from kibitz.search.explain.trace import trace
from kibitz.search.explain.walk import Walk
from tests import oracle, trees

LESSON = "((3 12 8) (2 4 6) (14 5 2))"
INFINITY = math.inf
BIG = 10  # children of every node of the big tree, five plies deep


def silent(word):
    pass


def grow(game, **message):
    kept = Trees()
    answer = kept.growing(game.begin(), message)(threading.Event(), silent)
    return kept, answer


@pytest.fixture(scope="module")
def lesson():
    return grow(load(LESSON), algorithm="alpha-beta", depth=2)


@pytest.fixture(scope="module")
def big():
    text = "1"
    for _ in range(5):
        text = f"({' '.join([text] * BIG)})"
    return grow(load(text), algorithm="minimax", depth=5)


def all_steps(kept, count):
    told = []
    while len(told) < count:
        told += kept.steps({"first": len(told), "count": 7})["steps"]
    return told


# An oracle for what is known at a step: the search itself, written again, saying at each moment what it holds


def as_edge(value):
    return None if abs(value) == INFINITY else value


def replay_alpha_beta(game, p, player, depth, alpha, beta, path, said):
    """Alpha-beta by the book; after everything it does, the windows and bests of all nodes on the way are noted."""
    here = {"alpha": alpha, "beta": beta, "best": None}
    path = [*path, here]

    def note():
        said.append([(as_edge(each["alpha"]), as_edge(each["beta"]), each["best"]) for each in path])

    score = oracle.leaf(game, p, player, depth)
    if score is not None:
        here["best"] = score
        note()
        return score
    note()
    maximising = game.rules.turn(p) == player
    children = oracle.children(game, p)
    for number, child in enumerate(children, 1):
        score = replay_alpha_beta(game, child, player, depth - 1, here["alpha"], here["beta"], path, said)
        better = here["best"] is None or (score > here["best"] if maximising else score < here["best"])
        here["best"] = score if better else here["best"]
        if maximising:
            here["alpha"] = max(here["alpha"], here["best"])
        else:
            here["beta"] = min(here["beta"], here["best"])
        note()
        if (here["best"] >= beta) if maximising else (here["best"] <= alpha):
            if number < len(children):
                note()  # the cut has a step of its own
            break
    note()
    return here["best"]


def value_of(text):
    return (
        None if text is None else float(text.removeprefix("≤ ").removeprefix("≥ ").removeprefix("≈").replace("−", "-"))
    )


@settings(deadline=None)
@given(trees.full(chances=False), st.integers(0, 6))
def test_alpha_beta_and_the_value_so_far_are_those_of_the_search_at_every_step(text, depth):
    game = load("tree", text=text)
    kept, answer = grow(game, algorithm="alpha-beta", depth=depth)
    said = []
    replay_alpha_beta(game, game.start(), game.rules.turn(game.start()), depth, -INFINITY, INFINITY, [], said)
    told = all_steps(kept, answer["steps"])
    assert len(told) == len(said)
    for step, expected in zip(told, said):
        known = [(each["alpha"], each["beta"], value_of(each["value"])) for each in step["known"]]
        assert known == expected
        assert (step["alpha"], step["beta"], value_of(step["value"])) == expected[-1]


@settings(deadline=None)
@given(trees.full(chances=True, players=2), st.integers(1, 4))
def test_an_average_so_far_is_of_the_outcomes_so_far(text, depth):
    game = load("tree", text=text)
    grown = Walk.of(trace(game, "expectiminimax", depth=depth))
    for number in range(len(grown.told)):
        step = grown.step(number)
        node = grown.found.nodes[step["node"]]
        if step["kind"] != "count":
            continue
        assert node.player == CHANCE
        odds = [p for _, p in game.rules.chances(game.read(node.position))]
        children = [child for child in node.children if child.fate == "searched"]
        count = [child.id for child in children].index(step["child"]) + 1
        expected = sum(p * c.score for p, c in zip(odds[:count], children)) / sum(odds[:count])
        assert value_of(step["value"]) == pytest.approx(expected, abs=1e-3, rel=1e-3)


def test_a_minimiser_at_random_averages_its_children_plainly():
    grown = Walk.of(trace(load("((1 5 9) (2 4))"), "expectimax", depth=2))
    counts = [(step["value"]) for step in map(grown.step, range(len(grown.told))) if step["kind"] == "count"]
    assert counts == ["1", "3", "5", "2", "3"]


def test_max_n_knows_each_players_score_so_far():
    text = json.dumps(
        {
            "root": "r",
            "players": 3,
            "nodes": {
                "r": {"player": 1, "moves": {"a": "a", "b": "b", "c": "c"}},
                "a": {"value": [1, 2, 3]},
                "b": {"value": [9, 1, 9]},
                "c": {"value": [0, 5, 0]},
            },
        }
    )
    grown = Walk.of(trace(load("tree", text=text), "max-n", depth=1))
    told = [grown.step(number) for number in range(len(grown.told))]
    assert [step["value"] for step in told if step["kind"] in ("better", "worse")] == [
        "(1, 2, 3)",
        "(1, 2, 3)",
        "(0, 5, 0)",
    ]


def test_leaving_says_the_bound(lesson):
    kept, answer = lesson
    left = [step["value"] for step in all_steps(kept, answer["steps"]) if step["kind"] == "leave"]
    assert left == ["3", "≤ 2", "2", "3"]  # all leaves of c were visited


# What is sent of a tree


def test_a_tree_opens_from_its_root(lesson):
    kept, answer = lesson
    root = answer["root"]
    assert (answer["nodes"], answer["steps"], answer["score"], answer["move"], answer["windows"]) == (
        11,
        26,
        "3",
        "a",
        True,
    )
    assert answer["fates"] == {"searched": 11, "cut": 2}
    assert (root["id"], root["children"], root["role"], root["best"], root["next"]) == (0, 3, "max", True, 0)
    children = kept.children({"node": root["id"]})["children"]
    assert [(c["label"], c["role"], c["score"], c["bound"], c["alpha"], c["best"]) for c in children] == [
        ("a", "min", "3", "exact", None, True),
        ("b", "min", "2", "upper", 3, False),
        ("c", "min", "2", "exact", 3, False),
    ]
    below = kept.children({"node": children[1]["id"]})["children"]
    assert [(c["label"], c["fate"], c["score"], c["role"]) for c in below] == [
        ("ba", "searched", "2", "leaf"),
        ("bb", "cut", None, "leaf"),
        ("bc", "cut", None, "leaf"),
    ]
    assert below[1]["reason"] == "beta 2 ≤ alpha 3: MAX already gets 3 by a"


@settings(deadline=None)
@given(st.sampled_from(["alpha-beta", "rb-alpha-beta", "minimax"]), trees.full(chances=False), st.integers(0, 5))
def test_opening_everything_gives_the_whole_trace(algorithm, text, depth):
    kept, answer = grow(load("tree", text=text), algorithm=algorithm, depth=depth)
    found = kept.walks[0].found
    opened, waiting = [], [answer["root"]]
    while waiting:
        node = waiting.pop()
        opened.append(node)
        children = kept.children({"node": node["id"]})["children"]
        assert len(children) == node["children"]
        assert [child["place"] for child in children] == list(range(len(children)))
        assert all(child["parent"] == node["id"] for child in children)
        waiting += children
    assert sorted(node["id"] for node in opened) == [node.id for node in found.nodes if node.fate != "probed"]
    assert sum(node["best"] for node in opened) == len(found.line())
    if not ALGORITHMS[algorithm].filters:
        assert len(opened) == len(found.nodes)


@settings(deadline=None)
@given(st.sampled_from(["alpha-beta", "rb-alpha-beta"]), trees.full(chances=False), st.integers(1, 5))
def test_a_node_is_entered_and_left_when_the_steps_say_so(algorithm, text, depth):
    kept, answer = grow(load("tree", text=text), algorithm=algorithm, depth=depth, keep_rate=0.5)
    told = all_steps(kept, answer["steps"])
    found = kept.walks[0].found
    for node in found.nodes:
        if node.fate == "probed":
            continue
        drawn = kept.walks[0].shown(node)
        at = [number for number, step in enumerate(told) if step["node"] == node.id]
        if node.fate == "searched":
            assert (drawn["entered"], drawn["left"]) == (at[0], at[-1])
        else:
            step = told[drawn["entered"]]
            assert drawn["entered"] == drawn["left"]
            assert (step["node"], step["kind"]) == (node.parent, {"cut": "cut", "filtered": "filter"}[node.fate])


@settings(deadline=None)
@given(trees.full(), st.integers(0, 5))
def test_a_path_leads_to_its_node_by_its_places(text, depth):
    game = load("tree", text=text)
    kept, answer = grow(game, algorithm="expectiminimax", depth=depth)
    for step in all_steps(kept, answer["steps"]):
        node = answer["root"]
        assert (step["path"][0], step["places"][0], len(step["places"])) == (0, 0, len(step["path"]))
        for id, place in zip(step["path"][1:], step["places"][1:]):
            node = kept.children({"node": node["id"], "first": place, "count": 1})["children"][0]
            assert (node["id"], node["place"]) == (id, place)
        assert node["id"] == step["node"]


def test_children_and_steps_come_in_pages(lesson):
    kept, _ = lesson
    whole = kept.children({"node": 0})["children"]
    one = kept.children({"node": 0, "first": 1, "count": 1})
    assert one == {"node": 0, "first": 1, "children": whole[1:2], "drawings": []}
    assert kept.children({"node": 0, "first": 2, "count": 50})["children"] == whole[2:]
    steps = kept.steps({"first": 0, "count": 26})["steps"]
    assert kept.steps({"first": 20, "count": 50}) == {"first": 20, "steps": steps[20:]}
    assert kept.steps({})["steps"] == steps
    assert [step["sentence"] for step in steps[:2]] == [
        "root: MAX to move, takes the greatest",
        "a: MIN to move, takes the least",
    ]


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"node": -1},
        {"node": 13},
        {"node": True},
        {"node": "0"},
        {"node": 1.0},
        {"node": None},
        {"node": 0, "first": 3},
        {"node": 0, "first": -1},
        {"node": 0, "count": 0},
        {"node": 0, "count": MOST_CHILDREN + 1},
        {"node": [0]},
        {"node": 10**400},
    ],
)
def test_children_refuses_what_it_does_not_know(lesson, message):
    with pytest.raises(OptionError, match=r"must be a whole number"):
        lesson[0].children(message)


@pytest.mark.parametrize(
    "message", [{"first": -1}, {"first": 26}, {"first": "a"}, {"count": 0}, {"count": MOST_STEPS + 1}, {"count": False}]
)
def test_steps_refuses_what_it_does_not_know(lesson, message):
    with pytest.raises(OptionError, match=r"must be a whole number"):
        lesson[0].steps(message)


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"algorithm": "nothing"}, "algorithm must be one of"),
        ({"algorithm": "engine"}, "the engine cannot do this; choose one of minimax, alpha-beta, "),
        ({"algorithm": 7}, "algorithm must be text"),
        ({"depth": 21}, "depth must be a whole number"),
        ({"depth": -1}, "depth must be a whole number"),
        ({"algorithm": "rb-minimax", "keep_rate": 0}, "keep_rate must be from"),
        ({"algorithm": "rb-minimax", "keep_rate": float("nan")}, "keep_rate must be from 0.01 to 1"),
        ({"algorithm": "rb-minimax", "deepening_depth": 5}, "deepening_depth must be a whole number"),
    ],
)
def test_growing_refuses_what_it_cannot_do(message, words):
    with pytest.raises(OptionError, match=words):
        grow(load(LESSON), **message)


def test_without_a_tree_there_is_nothing_to_open():
    for ask in (Trees().children, Trees().steps):
        with pytest.raises(OptionError, match="there is no tree"):
            ask({"node": 0})


def test_a_search_that_is_stopped_leaves_the_last_tree_as_it_was(lesson):
    kept, _ = grow(load(LESSON), algorithm="minimax", depth=2)
    before = kept.children({"node": 0})
    stop = threading.Event()
    stop.set()
    with pytest.raises(OptionError, match="stopped"):
        kept.growing(load("connect-four").begin(), {"algorithm": "minimax", "depth": 8})(stop, silent)
    assert kept.children({"node": 0}) == before


def test_a_new_tree_takes_the_place_of_the_last():
    kept, _ = grow(load(LESSON), algorithm="minimax", depth=2)
    kept.growing(load("(7 9)").begin(), {"algorithm": "minimax", "depth": 1})(threading.Event(), silent)
    assert [child["score"] for child in kept.children({"node": 0})["children"]] == ["7", "9"]


def test_a_filters_cost_is_audited():
    state = find("filter").lesson.begin()
    found = Trees().auditing(state, {"algorithm": "rb-minimax", "depth": 2, "keep_rate": 0.5})(
        threading.Event(), silent
    )
    assert (found["move"], found["full_move"], found["missed"]) == ("c", "b", "b")
    assert (found["full_score"], found["loss"], found["full_nodes"]) == (6, 2, 13)
    assert found["harm"][0] == {"ply": 0, "move": "c", "score": 4, "dropped": "b"}
    with pytest.raises(OptionError, match="algorithm must be one of"):
        Trees().auditing(state, {"algorithm": "minimax"})


# A big tree


def calls(function):
    """Count the calls that a function makes: how much it does, on any machine."""
    counted = [0]

    def count(frame, event, argument):
        counted[0] += event == "call"

    sys.setprofile(count)
    try:
        answer = function()
    finally:
        sys.setprofile(None)
    return counted[0], answer


def test_of_a_hundred_thousand_nodes_only_those_asked_for_are_touched_and_sent(big):
    kept, answer = big
    assert answer["nodes"] == sum(BIG**ply for ply in range(6)) == 111_111
    assert len(json.dumps(answer)) < 2000
    last = answer["steps"] - 1
    for ask in (
        lambda: kept.children({"node": 0}),
        lambda: kept.children({"node": 55_556}),
        lambda: kept.steps({"first": 0, "count": 20}),
        lambda: kept.steps({"first": last // 2, "count": 20}),
        lambda: kept.steps({"first": last - 19, "count": 20}),
    ):
        made, part = calls(ask)
        assert 10 < made < 3000
        assert len(json.dumps(part)) < 20_000
    steps = kept.steps({"first": last // 2, "count": 1})["steps"]
    assert steps[0]["path"][0] == 0
    assert len(steps[0]["path"]) <= 6


def test_a_node_with_very_many_children_is_sent_in_parts():
    width = 3 * MOST_CHILDREN
    kept, answer = grow(load(f"({' '.join(map(str, range(width)))})"), algorithm="minimax", depth=1)
    assert (answer["root"]["children"], answer["root"]["next"]) == (width, width - 1)
    assert len(kept.children({"node": 0})["children"]) == MOST_CHILDREN
    some = kept.children({"node": 0, "first": width - 1, "count": 12})["children"]
    assert [(each["score"], each["best"], each["place"]) for each in some] == [(str(width - 1), True, width - 1)]


# A page of its own


def test_a_page_of_its_own_keeps_moves_that_are_called_like_its_parts():
    names = ("TITLE", "SUMMARY", "DATA", "\\1")
    nodes = {"root": {"player": 0, "moves": {name: name for name in names}}, **{name: {"value": 1} for name in names}}
    found = trace(load("tree", text=json.dumps({"root": "root", "nodes": nodes})), "minimax", depth=1)
    text = page(found)
    data = text.partition('id="data">')[2].partition("</script>")[0]
    assert json.loads(data) == json.loads(json.dumps([page_data(found)]))
    assert "best play TITLE</p>" in text
