"""One drawing: the SVG, the page and the terminal show the same tree, and say who does what."""

import json
import re
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import ALGORITHMS, OptionError, analyze, load, trace
from kibitz.interface.cli.tree_text import plain
from kibitz.search.explain.cast import Cast
from kibitz.search.explain.node import show
from kibitz.search.explain.order import ORDERS
from kibitz.search.explain.page import page
from kibitz.search.explain.picture import picture
from kibitz.search.explain.pseudocode import pseudocode
from kibitz.search.explain.story import steps, sum_of
from kibitz.search.explain.svg import svg
from kibitz.search.explain.walk import Walk, role
from tests import trees
from tests.browser import browser

LESSON = "((3 12 8) (2 4 6) (14 5 2))"
THREE = {
    "root": "start",
    "players": 3,
    "nodes": {
        "start": {"player": 0, "moves": {"Left": "one", "Right": "two"}},
        "one": {"player": 1, "moves": {"a": "x", "b": "y"}},
        "two": {"player": 2, "moves": {"a": "z", "b": "toss"}},
        "x": {"value": [1, 1234567, -6]},
        "y": {"value": [4, 3, 2]},
        "z": {"value": [6, 1, 1]},
        "toss": {"chance": {"heads": [0.25, "y"], "tails": [0.75, "x"]}},
    },
}
DICE = {
    "root": "roll",
    "nodes": {
        "roll": {"chance": {"six": [1 / 6, "a"], "other": [5 / 6, "b"]}},
        "a": {"value": 30},
        "b": {"player": 1, "moves": {"mild": "c", "harsh": "d"}},
        "c": {"value": 2},
        "d": {"value": -6},
    },
}
DRAWN = {
    "alpha-beta": lambda: trace(LESSON, "alpha-beta", depth=2),
    "expectimax": lambda: trace(LESSON, "expectimax", depth=2),
    "max-n": lambda: trace(load("tree", text=json.dumps(THREE)), "max-n", depth=3),
    "chance": lambda: trace(load("tree", text=json.dumps(DICE)), "expectiminimax", depth=2),
    "boards": lambda: trace("tic-tac-toe", "alpha-beta", moves="1 5 9 3 7", depth=2),
    "rack": lambda: trace("connect-four:columns=4,rows=4,connect=3", "minimax", depth=1),
    "wide": lambda: trace(f"({' '.join(map(str, range(40)))})", "minimax", depth=1),
    "filter": lambda: trace("((3 12) (2 40000000) (14 5) (1 2))", "rb-minimax", depth=2, keep_rate=[0.5, 1]),
    "mcts": lambda: trace(LESSON, "mcts", visits=6, seed=1),
}
TEXTS = """() => [...document.querySelectorAll(".tree-scroll text")].filter(each => each.textContent && each.hasAttribute("x"))
    .map(each => [each.textContent, +each.getAttribute("x"), +each.getAttribute("y")])"""


def texts_of(drawing):
    """The texts of an SVG and where they stand, without those on pieces of a board."""
    found = ElementTree.fromstring(drawing).iter("{http://www.w3.org/2000/svg}text")
    return [(each.text, float(each.get("x")), float(each.get("y"))) for each in found if each.get("x")]


def rounded(texts):
    return sorted((text, round(x), round(y)) for text, x, y in texts)


@pytest.fixture(scope="module")
def chromium():
    with browser() as opened:
        yield opened


@pytest.mark.parametrize("name", DRAWN)
def test_the_page_shows_at_the_last_step_what_the_svg_shows(chromium, tmp_path, name):
    found = DRAWN[name]()
    file = tmp_path / "tree.html"
    file.write_text(page(found))
    tab = chromium.new_page()
    wrong = []
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.goto(file.as_uri())
    tab.wait_for_selector("body[data-ready]")
    tab.click("[data-step=last]")
    shown = tab.evaluate(TEXTS)
    whole = tab.evaluate("() => document.querySelector('.tree-scroll svg').getAttribute('viewBox')")
    tab.close()
    assert wrong == []
    drawing = svg(picture(found), heading=False)
    assert rounded(shown) == rounded(texts_of(drawing))
    drawn = re.search(r'viewBox="([^"]*)"', drawing)[1]
    assert [round(float(side)) for side in whole.split()] == [round(float(side)) for side in drawn.split()]


def test_no_label_stands_on_an_edge_and_every_text_fits_its_shape():
    for make in DRAWN.values():
        drawing = ElementTree.fromstring(svg(picture(make()), heading=False))
        ends = [
            tuple(map(float, re.findall(r"[\d.]+", each.get("d"))[-2:]))
            for each in drawing.iter("{http://www.w3.org/2000/svg}path")
            if " C" in each.get("d")
        ]
        labels = texts_of(svg(picture(make()), heading=False))
        for x, y in ends:  # the label begins below the end of its edge
            below = [text for text in labels if abs(text[1] - x) < 1 and 10 <= text[2] - y <= 20]
            folds = [text for text in labels if abs(text[1] - x) < 1 and text[0].startswith("+ ")]
            assert below or folds
        assert ends


def test_a_picture_has_no_style_that_could_leak():
    for make in DRAWN.values():
        assert "<style" not in svg(picture(make()))


def test_everybody_is_called_by_name():
    told = [step.sentence() for step in steps(DRAWN["alpha-beta"]())]
    assert told[1] == "a: MIN to move, takes the least"
    assert "b: beta 2 ≤ alpha 3: MAX already gets 3 by a; never visited: bb, bc" in told
    told = [step.sentence() for step in steps(DRAWN["boards"]())]
    assert told[0] == "root: O to move, takes the greatest"
    assert any("O already gets" in sentence or "X already holds O to" in sentence for sentence in told)
    assert [Cast(load(LESSON), "expectimax", 0).who(player) for player in (0, 1, -1)] == [
        "MAX",
        "the opponent",
        "nature",
    ]
    assert [Cast(load(LESSON), "minimax", 1).who(player) for player in (0, 1)] == ["MIN", "MAX"]


def test_a_deep_cut_names_the_way_higher_up():
    found = trace("((6 8) (((4 9) (7 5)) (6 3)))", "alpha-beta", depth=4)
    reasons = {node.name: node.reason for node in found.nodes if node.fate == "cut"}
    assert reasons["baab"] == "beta 4 ≤ alpha 6: MAX already gets 6 by a"
    held = trace("(((5 3) (9 (2 7))) 1)", "alpha-beta", depth=4)
    assert {node.name: node.reason for node in held.nodes if node.fate == "cut"} == {
        "abb": "beta 5 ≤ alpha 9: MIN already holds MAX to 5 by aa"
    }


@settings(max_examples=60)
@given(trees.full(chances=False, players=2), st.integers(2, 5))
def test_the_way_that_a_cut_names_is_worth_what_it_says(text, depth):
    """Also where scores tie: a way that was only bounded to the same number is no way at all."""
    found = trace(load("tree", text=text), "alpha-beta", depth=depth)
    for node in found.nodes:
        if node.fate == "cut":
            said, way = re.search(r"(?:gets|to) (\S+) by (\S+)$", node.reason).groups()
            path = Walk.of(found).path(found.nodes[node.parent])
            above = [child for each in path[:-1] for child in each.children if child.name == way]
            assert any(child not in path and child.bound == "exact" and show(child.score) == said for child in above)


def test_a_tie_does_not_change_who_is_named():
    found = trace("((1) (((1 0) (0 5))))", "alpha-beta", depth=4)
    assert {node.reason for node in found.nodes if node.fate == "cut"} == {
        "beta 1 ≤ alpha 1: MAX already gets 1 by a",
        "beta 0 ≤ alpha 1: MAX already gets 1 by a",
    }


def test_a_tree_is_traced_to_its_leaves_and_the_mean_of_visits_is_no_sum():
    bet = {
        "root": "r",
        "nodes": {
            "r": {"player": 0, "moves": {"safe": "s", "bet": "b"}},
            "s": {"value": 2},
            "b": {"chance": {"win": [1 / 3, "w"], "lose": [2 / 3, "l"]}},
            "w": {"value": 30},
            "l": {"value": -3},
        },
    }
    game = load("tree", text=json.dumps(bet))
    assert trace(game).result.score == pytest.approx(8)
    assert trace(LESSON).result.depth == 2
    assert not any(sum_of(node) for node in trace(game, "mcts", visits=6, seed=1).nodes)


def test_averages_are_written_out():
    found = DRAWN["expectimax"]()
    assert [sum_of(node) for node in found.root.children] == ["(3 + 12 + 8) / 3", "(2 + 4 + 6) / 3", "(14 + 5 + 2) / 3"]
    assert sum_of(DRAWN["chance"]().root) == "1/6 × 30 + 5/6 × (−6)"
    assert "a is worth ≈7.667 = (3 + 12 + 8) / 3" in [step.sentence() for step in steps(found)]
    assert "● a  ≈7.667 = (3 + 12 + 8) / 3" in plain(picture(found))
    assert "six · 1/6" in plain(picture(DRAWN["chance"]()))
    many = trace(f"(({' '.join(map(str, range(20)))}))", "expectimax", depth=2)
    assert sum_of(many.root.children[0]) == "(0 + 1 + 2 + 3 + 4 + 5 + … + 19) / 20"


@settings(deadline=None, max_examples=40)
@given(trees.full(chances=True, players=2), st.integers(1, 4))
def test_a_sum_that_is_written_out_is_the_score(text, depth):
    for node in trace(load("tree", text=text), "expectiminimax", depth=depth).nodes:
        terms = sum_of(node)
        if terms and not any(sign in terms for sign in ("≈", "…", "0.")):
            assert eval(terms.replace("×", "*").replace("−", "-")) == pytest.approx(node.score)


@pytest.mark.parametrize("order", ORDERS[:3])
@settings(deadline=None, max_examples=30)
@given(trees.full(chances=False, players=2), st.integers(1, 4))
def test_an_order_changes_the_nodes_and_not_the_score(order, text, depth):
    game = load("tree", text=text)
    usual, other = trace(game, "alpha-beta", depth=depth), trace(game, "alpha-beta", depth=depth, order=order)
    assert other.result.score == usual.result.score
    assert {(c.move, c.fate == "filtered") for c in other.root.children} == {
        (c.move, c.fate == "filtered") for c in usual.root.children
    }


def test_the_best_first_visits_the_fewest_and_the_worst_first_the_most():
    nodes = {order: trace(LESSON, "alpha-beta", depth=2, order=order).result.nodes for order in ("best", "worst")}
    assert nodes == {"best": 9, "worst": 13}  # 3 + 1 + 1 leaves, and all nine
    with pytest.raises(OptionError, match="the order must be one of game, best, worst, priority, got 'odd'"):
        trace(LESSON, "alpha-beta", depth=2, order="odd")
    with pytest.raises(OptionError, match="has an order of its own"):
        trace(LESSON, "rb-minimax", depth=2, order="best")
    with pytest.raises(OptionError, match="no priority to order moves by"):
        trace(LESSON, "alpha-beta", depth=2, order="priority")


def test_a_blank_tree_says_no_more_than_the_rules():
    found = trace(LESSON, "minimax", depth=2)
    drawing = svg(picture(found), blank=True)
    texts = [text for text, *_ in texts_of(drawing)]
    assert {"3", "12", "8", "aa", "bc"} <= set(texts)
    assert not any("value" in text or "best play" in text or "α" in text for text in texts)
    assert texts.count("3") == texts.count("14") == 1  # a leaf's, not its parent's
    assert "<title>" not in drawing
    assert "▼ a\n" in plain(picture(found), blank=True)


@pytest.mark.parametrize("algorithm", [*(name for name, each in ALGORITHMS.items() if each.builder), "mcts"])
def test_some_line_of_the_pseudocode_is_lit_at_every_step(algorithm):
    for game in (LESSON, "pig:winning_score=5"):
        game = load(game)
        if game.rules.chances and not ALGORITHMS[algorithm].chances:
            continue
        options = {"visits": 5, "seed": 1} if algorithm == "mcts" else {"depth": 2}
        options |= {"keep_rate": 0.5} if ALGORITHMS[algorithm].filters else {}
        found = trace(game, algorithm, **options)
        lines = pseudocode(found.cast)
        assert "{" not in "".join(line.text for line in lines)
        for step in steps(found):
            lit = {step.kind, f"{step.kind} {role(found, step.node)}"}
            assert any(lit & set(line.kinds) for line in lines), step


def test_students_are_told_what_they_may_misunderstand():
    three = load("tree", text=json.dumps({**THREE, "nodes": {**THREE["nodes"], "toss": {"value": [1, 2, 3]}}}))
    (note,) = Walk.of(trace(three, "alpha-beta", depth=2)).head()["notes"]
    assert note == (
        "alpha-beta with 3 players: everybody else plays against player 0. In max-n each player plays for themselves."
    )
    (note,) = Walk.of(trace("shapes-four", "rb-alpha-beta", depth=1, keep_rate=0.5)).head()["notes"]
    assert note == "shapes-four ranks children by its own priority, so the deepening depth is not used."
    assert Walk.of(trace(LESSON, "alpha-beta", depth=2)).head()["notes"] == []


def test_the_score_is_the_searches_own():
    assert trace(LESSON, "alpha-beta", depth=2).result.score == analyze(LESSON, "alpha-beta", depth=2).score
