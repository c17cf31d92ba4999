"""What a person sees while playing and reviewing: names, rules, pictures, reasons, and a board that stays in its place."""
# ruff: noqa: F401, F811 (fixtures are found by their names)

import re

import pytest
from playwright.sync_api import expect

from kibitz import load
from tests.browser import PLAY, Tab
from tests.test_browser import PERSON, PHONE, chromium, named_line, server, tab, tabs
from tests.web import Server

REVIEW = "section[aria-label=Review]"
BOX = f"() => JSON.stringify(document.querySelector('{PLAY} svg.field').getBoundingClientRect())"
WATCHED = """([play, least]) => {
    window.boxes ??= new Set();
    window.boxes.add(JSON.stringify(document.querySelector(`${play} svg.field`).getBoundingClientRect()));
    return document.querySelectorAll("ol.moves > li").length >= least;
}"""
COUNTED = """async ([left, wait]) => {
    const { Countdown } = await import("/static/countdown.js");
    const said = [];
    const countdown = new Countdown((text) => said.push(text));
    countdown.start("Compiling", left, 0);
    await new Promise((resolve) => setTimeout(resolve, wait));
    countdown.stop();
    return said;
}"""


def word(tab):
    return tab.find(f"{PLAY} .word")


def test_the_name_of_the_game_and_its_parameters(tabs):
    tab = tabs().open("connect-four:columns=5")
    expect(tab.find(f"{PLAY} .title")).to_have_text("Connect Four columns 5")
    tab = tabs().open("nine-mens-morris")
    expect(tab.find(f"{PLAY} .title")).to_have_text("Nine Men’s Morris")


def test_the_rules_are_read_on_the_page(tab):
    tab.open("connect-four:connect=3")
    tab.button("Rules").click()
    dialog = tab.page.get_by_role("dialog", name="Rules")
    expect(dialog).to_contain_text("How to play Connect Four")
    expect(dialog).to_contain_text("The first player with 3 stones in a line wins")
    expect(dialog).to_contain_text("Click anywhere in a column.")
    assert tab.violations() == []
    tab.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("chess", "Click a piece and then where it should go, or drag it there."),
        ("tic-tac-toe", "Click a cell."),
        ("pacman", "Press an arrow key, or swipe across the board."),
        ("tree", "Press the button of a move below the board."),
    ],
)
def test_how_a_move_is_made(tab, spec, words):
    tab.open(spec)
    tab.button("Rules").click()
    expect(tab.page.get_by_role("dialog", name="Rules")).to_contain_text(words)


def test_the_winning_line_is_marked(tab):
    tab.open("connect-four", named_line("connect-four", "4 4 3 3 5 5")[0])
    assert tab.find(f"{PLAY} .winning").count() == 0
    tab.click("2.1")
    expect(tab.find(f"{PLAY} .winning")).to_have_count(4)
    marked = tab.find(f"{PLAY} [data-cell][aria-label*='decides the game']")
    assert marked.evaluate_all("cells => cells.map(cell => cell.dataset.cell)") == ["2.1", "3.1", "4.1", "5.1"]
    tab.click("7.1")
    expect(word(tab)).to_have_text("The game is over: begin a new one, or take moves back.")
    tab.button("Undo").click()
    expect(tab.find(f"{PLAY} .winning")).to_have_count(0)
    expect(word(tab)).to_have_text("")


def test_a_touch_that_means_nothing_is_explained(tab):
    tab.open("chess")
    tab.click("e4")
    expect(word(tab)).to_have_text("Nothing can move from e4. What can move is marked.")
    expect(tab.find(f"{PLAY} .mark.target")).to_have_count(10)
    tab.click("b1")
    expect(word(tab)).to_have_text("")
    expect(tab.find(f"{PLAY} .mark.target")).to_have_count(2)
    tab.click("b5")
    expect(word(tab)).to_have_text("b1 cannot go to b5. It can go to a3, c3.")
    tab.click("e2")
    tab.click("e2")  # let go: that needs no reason
    expect(word(tab)).to_have_text("")
    tab.click("h5")
    tab.find("#typed").fill("e4")
    tab.page.keyboard.press("Enter")
    expect(tab.moves).to_have_count(1)
    expect(word(tab)).to_have_text("")
    assert word(tab).get_attribute("role") == "status"


def test_whose_turn_it_is_is_said_where_a_touch_means_nothing(tab):
    tab.open("nim:heaps=31,33,35", sides=[{"kind": "engine", "seconds": 10}, PERSON])
    expect(tab.heading).to_have_text("Player 0: Kibitz is thinking …")
    tab.click("a1")
    expect(word(tab)).to_have_text("It is not your turn: Kibitz is thinking.")
    tab.button("Stop").click()
    expect(tab.moves).to_have_count(1)
    expect(word(tab)).to_have_text("")


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 800}, PHONE])
@pytest.mark.parametrize("spec", ["tic-tac-toe", "kalah:houses=3,stones=2"])
def test_the_board_stays_in_its_place(tabs, viewport, spec):
    """Before, while and after Kibitz moves, with a hint, and with a word about a touch."""
    tab = tabs(viewport=viewport).open(spec, sides=[PERSON, {"kind": "engine", "seconds": 0.5}])
    tab.wait("() => document.querySelector('.field [data-cell]')")
    before = tab.page.evaluate(BOX)
    tab.button("Hint").click()
    expect(tab.find(f"{PLAY} .lines li")).not_to_have_count(0)
    expect(tab.button("Stop")).to_be_disabled()
    assert tab.page.evaluate(BOX) == before
    side = tab.find(f"{PLAY} .side > .card").nth(2)
    place = side.bounding_box()
    tab.find(f"{PLAY} .cell.can").first.dispatch_event("click")
    tab.wait(WATCHED, [PLAY, 2])
    assert tab.page.evaluate("[...window.boxes]") == [before]
    assert side.bounding_box() == place
    tab.find(f"{PLAY} [data-cell][aria-disabled]").first.dispatch_event("click")
    expect(word(tab)).not_to_have_text("")
    assert tab.page.evaluate(BOX) == before


def test_compiling_is_counted_down(tab):
    tab.open("nim")
    assert tab.page.evaluate(COUNTED, [2.2, 300]) == ["Compiling, about 2 s left"]
    assert tab.page.evaluate(COUNTED, [None, 1200]) == ["Compiling, 0 s so far", "Compiling, 1 s so far"]
    assert tab.page.evaluate(COUNTED, [1, 1200]) == ["Compiling, about 1 s left", "Compiling, 1 s so far"]


def test_chess_counts_in_pawns_and_numbers_its_rounds(tab):
    tab.open("chess", named_line("chess", "e4 e5 Nf3")[0])
    numbers = tab.moves.evaluate_all("items => items.map(item => item.dataset.number ?? '')")
    assert numbers == ["1.", "", "2."]
    tab.button("Hint").click()
    expect(tab.find(f"{PLAY} .thought .score")).to_have_text(re.compile(r"[+−]?\d\.\d\d( pawns| \(equal\))"))
    expect(tab.button("Stop")).to_be_disabled()
    for text in (*tab.find(f"{PLAY} .pill").all_text_contents(), *tab.find(f"{PLAY} .line-score").all_text_contents()):
        assert re.fullmatch(r"[+−]?\d\.\d\d", text)


def test_black_may_begin(tab):
    start = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 7"
    tab.open("chess", named_line("chess", "e5 Nf3", start)[0], start)
    assert tab.moves.evaluate_all("items => items.map(item => item.dataset.number)") == ["7…", "8."]


def test_no_opinion_is_not_equal(tabs):
    tab = tabs().open("connect-four:evaluation=hand")
    tab.button("Hint").click()
    expect(tab.find(f"{PLAY} .thought .score")).to_have_text(re.compile("^best 4no opinion yet$"))
    assert set(tab.find(f"{PLAY} .pill").all_text_contents()) == {"?"}
    tab = tabs().open("kalah:houses=2,stones=1")
    assert load("kalah:houses=2,stones=1").say(0, None, None) == "0, equal"


def test_a_game_is_chosen_by_its_picture(tabs):
    for viewport in ({"width": 1280, "height": 800}, PHONE):
        tab = tabs(viewport=viewport).open("tic-tac-toe")
        tab.button("New game").click()
        dialog = tab.page.get_by_role("dialog", name="New game")
        expect(dialog.locator(".tile img")).to_have_count(21)
        expect(dialog.locator(".tile-text")).to_have_count(1)  # of a tree, which has no board
        wide = dialog.locator(".tile img").evaluate_all("images => images.every(image => image.naturalWidth > 40)")
        assert wide
        assert tab.violations() == []
        chosen = dialog.get_by_role("radio", name="Tic-Tac-Toe")
        expect(chosen).to_be_focused()
        tab.page.keyboard.press("ArrowLeft")
        expect(dialog.get_by_role("radio", name="Three Men’s Morris")).to_be_checked()
        dialog.get_by_role("radio", name="Yahtzee").check()
        assert dialog.get_by_role("radio", name="Yahtzee").get_attribute("aria-description") == "1 player, with chance"
        dialog.get_by_role("button", name="Start").click()
        expect(tab.find(f"{PLAY} .title")).to_have_text("Yahtzee")


def test_better_moves_are_shown_in_a_review(tab):
    """With 3, 4 and 5, taking two of the first wins, and one loses."""
    tab.open("nim", named_line("nim", "a1 b1 c5 b1")[0])
    tab.button("Review").click()
    tab.button("Review the game", REVIEW).click()
    expect(tab.find(f"{REVIEW} .graph .dot")).to_have_count(5)
    tab.find(f"{REVIEW} tbody tr").nth(0).get_by_role("button").click()
    expect(tab.find(f"{REVIEW} .legend")).to_have_text("played: a1better: a2")
    assert tab.find(f"{REVIEW} .arrow.played .pill").text_content() == "played"
    assert tab.find(f"{REVIEW} .arrow.best .pill").text_content() == "better"
    assert tab.violations() == []
    tab.page.keyboard.press("Home")
    tab.button("To the start", REVIEW).click()
    expect(tab.find(f"{REVIEW} .arrow")).to_have_count(0)


def test_a_tree_of_the_command_line_is_played(chromium):
    server = Server("((3 12 8) (2 4 6))")
    try:
        tab = Tab(chromium, server.url, viewport=PHONE, reduced_motion="reduce").open()
        expect(tab.find(f"{PLAY} .title")).to_have_text("Tree ((3 12 8) (2 4 6))")
        tab.find(f"{PLAY} .board .moves button").first.click()
        expect(tab.moves).to_have_count(2)  # Kibitz takes the least
        expect(tab.heading).to_have_text("Value 3")
        tab.close()
    finally:
        server.close()
