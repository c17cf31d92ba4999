"""The Tree view in a real browser: pseudocode that follows, two searches side by side, boards, exports, names."""

import json
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from tests.browser import Tab, browser
from tests.web import Server

VIEW = "section[aria-label=Tree]"
LESSON = "((3 12 8) (2 4 6) (14 5 2))"
THREE = json.dumps(
    {
        "root": "start",
        "players": 3,
        "nodes": {
            "start": {"player": 0, "moves": {"Left": "one", "Right": "two"}},
            "one": {"player": 1, "moves": {"a": "x", "b": "y"}},
            "two": {"player": 2, "moves": {"a": "y", "b": "x"}},
            "x": {"value": [1, 1234567, -6]},
            "y": {"value": [4, 3, 2]},
        },
    }
)


@pytest.fixture(scope="module")
def chromium():
    with browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def server(chromium):
    server = Server()
    yield server
    server.close()


@pytest.fixture(params=["desktop", "phone"])
def tab(chromium, server, request):
    size = {"desktop": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}}[request.param]
    tab = Tab(chromium, server.url, viewport=size, reduced_motion="reduce", accept_downloads=True)
    yield tab
    tab.close()


def grow(tab, game, moves=(), **fields):
    tab.open(game, moves=moves, view="tree")
    for name, value in fields.items():
        field = tab.find(f"#tree-{name.replace('_', '-')}")
        if field.evaluate("each => each.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(str(value))
    tab.find("#tree-grow").click()
    expect(tab.find(f"{VIEW} [role=treeitem]").first).to_be_visible()


def test_the_lines_of_the_pseudocode_follow_the_steps_by_keys(tab):
    grow(tab, LESSON, algorithm="alpha-beta", depth=2)
    lit = tab.find(f"{VIEW} .code-lines .lit")
    expect(lit).to_have_text(["return best"])
    tab.page.keyboard.press("Home")
    expect(lit).to_have_text(["best ← −∞ if MAX moves, +∞ if MIN moves"])
    for _ in range(13):
        tab.page.keyboard.press("ArrowRight")
    expect(tab.find(f"{VIEW} .tree-sentence")).to_have_text(
        "b: beta 2 ≤ alpha 3: MAX already gets 3 by a; never visited: bb, bc"
    )
    expect(lit).to_have_text(["if beta ≤ alpha: leave the loop"])
    assert not tab.violations()


def test_the_sentence_and_the_tree_are_visible_together(tab):
    grow(tab, LESSON, algorithm="alpha-beta", depth=2)
    height = tab.page.viewport_size["height"]
    for selector in (".tree-sentence", "[data-step=forward]", "[data-node='0']", ".tree-node.leaf"):
        box = tab.find(f"{VIEW} {selector} >> nth=0").bounding_box()
        assert box["y"] >= 0, selector
        assert box["y"] + box["height"] <= height, selector


def test_two_searches_step_together(tab):
    grow(tab, LESSON, algorithm="alpha-beta", depth=2, beside="minimax")
    verdict = tab.find(f"{VIEW} .pair-verdict")
    expect(verdict).to_have_text("Step to the end to see what each of them finds.")
    steps = tab.find(f"{VIEW} .pair-side .tree-now h2")
    expect(steps).to_have_text(["Step 1 of 26", "Step 1 of 29"])
    tab.page.keyboard.press("End")
    expect(steps).to_have_text(["Step 26 of 26", "Step 29 of 29"])
    expect(verdict).to_have_text("Both find 3; both play a; alpha-beta visits 11 nodes instead of 13.")
    tab.page.keyboard.press("ArrowLeft")
    expect(steps).to_have_text(["Step 26 of 26", "Step 28 of 29"])
    assert not tab.violations()


def test_the_best_first_stands_beside_the_games_order(tab):
    grow(tab, LESSON, algorithm="alpha-beta", depth=2, beside="ordered")
    tab.find(f"{VIEW} .pair-lead [data-step=last]").click()
    expect(tab.find(f"{VIEW} .pair-verdict")).to_contain_text("the best first visits 9 nodes instead of 11")


def test_a_tree_of_three_opens_with_max_n_and_says_who_moves(tab):
    tab.open(f"tree:text={THREE}", view="tree")
    expect(tab.find("#tree-algorithm")).to_have_value("max-n")
    tab.find("#tree-grow").click()
    beside = tab.find(f"{VIEW} .tree-node .beside")
    expect(beside).to_have_text(["start", "player 0", "one", "player 1", "two", "player 2"])
    expect(tab.find(f"{VIEW} .tree-node .own")).to_have_text(["x", "y", "y", "x"])
    # Whatever is written in a shape fits into it.
    for box, text in tab.page.evaluate(
        """() => [...document.querySelectorAll("section[aria-label=Tree] .tree-node")].map(each =>
            [each.querySelector(".body"), each.querySelector(".score")].map(part => part.getBBox().width))"""
    ):
        assert text <= box
    tab.find("#tree-algorithm").select_option("alpha-beta")
    tab.find("#tree-grow").click()
    expect(tab.find(f"{VIEW} .tree-note")).to_contain_text("everybody else plays against player 0")


def test_small_boards_are_drawn_at_the_nodes_and_pictures_are_saved(tab):
    grow(tab, "tic-tac-toe", moves=[0, 4, 8, 2, 6], algorithm="alpha-beta", depth=2)
    expect(tab.find(f"{VIEW} .tree-board").first).to_be_visible()
    with tab.page.expect_download() as saving:
        tab.find(f"{VIEW} [aria-label='Save as SVG']").click()
    drawing = ElementTree.parse(saving.value.path()).getroot()
    texts = [each.text for each in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert "−1" in texts
    assert "color-mix" not in ElementTree.tostring(drawing, encoding="unicode")
    with tab.page.expect_download() as saving:
        tab.find(f"{VIEW} [aria-label='Save as PNG']").click()
    assert saving.value.path().read_bytes().startswith(b"\x89PNG")
    with tab.page.expect_download() as saving:
        tab.button("Save as a page", within=VIEW).click()
    assert saving.value.suggested_filename == "tree.html"
    assert "<!doctype html>" in saving.value.path().read_text()[:20]
