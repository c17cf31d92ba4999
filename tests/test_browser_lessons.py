"""Lessons in a real browser: every form of an answer, hints one by one, the solution, and a teacher's own."""

import pytest
from playwright.sync_api import expect

from kibitz.classroom.shelf import built_in, held_in
from kibitz.interface.web.lessons import Lessons
from tests.browser import Tab, browser
from tests.web import Server

VIEW = "section[aria-label=Lessons]"
SIZES = ({"width": 1280, "height": 900}, {"width": 360, "height": 800})


@pytest.fixture(scope="module")
def chromium():
    with browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def server(chromium):
    server = Server()
    yield server
    server.close()


@pytest.fixture
def tab(chromium, server):
    tab = Tab(chromium, server.url, viewport=SIZES[0], reduced_motion="reduce")
    tab.open(view="lessons")
    yield tab
    tab.close()


def begin(tab, id):
    tab.find(f"{VIEW} button[data-lesson={id}]").click()
    tab.wait("id => document.querySelector('.lesson')?.dataset.lesson === id", id)
    return tab.find(f"{VIEW} .lesson-verdict")


def check(tab):
    tab.find("#lesson-check").click()


def test_wrong_answers_get_hints_one_by_one_and_the_solution_is_a_button_of_its_own(tab):
    verdict = begin(tab, "minimax")
    solution, hints = tab.find("#lesson-solution"), tab.find(f"{VIEW} .lesson-hint")
    expect(solution).to_be_hidden()
    for number in (1, 2, 3):
        tab.find("#lesson-number").fill("14")
        check(tab)
        expect(hints).to_have_count(number)
        expect(hints.last).to_contain_text(f"Hint {number} of 3")
        expect(tab.find(f"{VIEW} .lesson-reply")).to_contain_text(f"Try {number}: 14 is not right.")
    check(tab)
    expect(tab.find(f"{VIEW} .lesson-reply")).to_contain_text("There are no more hints.")
    expect(verdict).to_be_hidden()
    solution.click()
    expect(verdict).to_contain_text("The answer is 3.")
    expect(verdict).to_contain_text("MIN makes a worth 3")
    expect(verdict.locator(".lesson-reasons li").first).to_be_visible()
    expect(tab.find(f"{VIEW} [data-solved]")).to_have_count(0)
    tab.find("#lesson-again").click()
    expect(solution).to_be_hidden()
    tab.find("#lesson-number").fill("6/2")
    tab.page.keyboard.press("Enter")
    expect(verdict).to_contain_text("Right: 3.")
    expect(tab.find(f"{VIEW} [data-solved]")).to_have_count(1)
    tab.find("#lesson-walk").click()
    expect(tab.find(f"{VIEW} .tree-now h2")).to_contain_text("Step 1 of")
    tab.page.keyboard.press("ArrowRight")
    expect(tab.find(f"{VIEW} .tree-now h2")).to_contain_text("Step 2 of")
    tab.find("#lesson-next").click()
    expect(tab.find(f"{VIEW} .lesson-title")).to_have_text("Who chooses what")
    tab.page.reload()
    expect(tab.find(f"{VIEW} [data-solved]")).to_have_count(1)


def test_something_that_is_no_answer_is_refused_and_counts_as_no_try(tab):
    begin(tab, "minimax")
    tab.find("#lesson-number").fill("many")
    check(tab)
    expect(tab.find(f"{VIEW} .tree-problem[role=alert]").first).to_contain_text("expected a number, such as 3")
    expect(tab.find("#lesson-solution")).to_be_hidden()


def test_leaves_are_chosen_in_the_picture_or_written(tab):
    verdict = begin(tab, "alpha-beta")
    leaves = tab.find(f"{VIEW} [role=treeitem].choosable")
    expect(leaves).to_have_count(9)
    leaves.nth(4).click()
    leaves.nth(6).click()
    expect(tab.find("#lesson-names")).to_have_value("bb, ca")
    check(tab)
    expect(tab.find(f"{VIEW} [role=treeitem].extra")).to_have_count(1)
    expect(tab.find(f"{VIEW} [role=treeitem].right")).to_have_count(1)
    leaves.nth(6).click()
    expect(tab.find(f"{VIEW} [role=treeitem].extra")).to_have_count(0)
    tab.find("#lesson-names").fill("bc, bb")
    expect(tab.find(f"{VIEW} [role=treeitem].chosen")).to_have_count(2)
    check(tab)
    expect(verdict).to_contain_text("Right: bb, bc.")


def test_the_order_of_visits_is_clicked_and_numbered(tab):
    verdict = begin(tab, "order-of-visits")
    leaves = tab.find(f"{VIEW} [role=treeitem].choosable")
    for place in (0, 2, 1):
        leaves.nth(place).click()
    expect(tab.find(f"{VIEW} .tree-node .mark")).to_have_text(["1", "3", "2"])
    check(tab)
    expect(tab.find(f"{VIEW} .lesson-reply")).to_contain_text("it is right up to number 1")
    for place in (2, 1):
        leaves.nth(place).click()
    for place in (1, 2, 3, 4, 5):
        leaves.nth(place).click()
    expect(tab.find("#lesson-names")).to_have_value("aa, ab, ba, bb, bc, ca")
    check(tab)
    expect(verdict).to_contain_text("Right:")


def test_values_and_windows_are_written_into_a_table(tab):
    verdict = begin(tab, "every-node")
    values = {"root": "7", "a": "9", "aa": "9", "ab": "5", "b": "7", "ba": "7", "bb": "8"}
    for name, value in values.items():
        tab.find(f"{VIEW} input[data-name={name}]").fill(value)
    check(tab)
    expect(tab.find(f"{VIEW} .lesson-mark[data-mark=extra]")).to_have_count(1)
    expect(tab.find(f"{VIEW} .lesson-mark[data-mark=right]")).to_have_count(6)
    tab.find(f"{VIEW} input[data-name=a]").fill("5")
    check(tab)
    expect(verdict).to_have_attribute("data-right", "true")
    verdict = begin(tab, "windows")
    tab.find(f"{VIEW} [data-name=ab][data-edge=beta]").fill("6")
    tab.find(f"{VIEW} [data-name=b][data-edge=alpha]").fill("6")
    tab.find(f"{VIEW} [data-name=ba][data-edge=alpha]").fill("6")
    check(tab)
    expect(tab.find(f"{VIEW} .lesson-reply")).to_contain_text("bb is wrong")
    tab.find(f"{VIEW} [data-never=bb]").check()
    tab.find(f"{VIEW} [data-name=root][data-edge=beta]").fill("inf")
    check(tab)
    expect(verdict).to_have_attribute("data-right", "true")


def test_moves_are_chosen_by_name_or_on_the_board_and_two_searches_are_compared(tab):
    verdict = begin(tab, "tic-tac-toe")
    tab.find(f"{VIEW} .lesson-board [data-cell] >> nth=1").click()
    expect(tab.find(f"{VIEW} .lesson-moves input:checked")).to_have_value("2")
    check(tab)
    expect(verdict).to_have_attribute("data-right", "true")
    verdict = begin(tab, "trapped")
    tab.find(f"{VIEW} .lesson-moves input[value=east]").check()
    check(tab)
    expect(verdict).to_contain_text("minimax plays west")
    expect(tab.find(f"{VIEW} .pair-side h3")).to_have_text(["expectimax", "minimax"])
    tab.find(f"{VIEW} .pair-lead [data-step=last]").click()
    expect(tab.find(f"{VIEW} .pair-verdict")).to_contain_text("one plays east, the other west")
    expect(tab.find(f"{VIEW} .pair-side >> nth=1").locator("[role=treeitem].min").first).to_be_visible()
    tab.find("#lesson-walk").click()
    tab.find(f"{VIEW} .pair-lead [data-step=forward]").click()
    expect(tab.find(f"{VIEW} .pair-side .tree-now h2")).to_contain_text(["Step 2 of", "Step 2 of"])


def test_the_filter_is_audited_and_the_visits_are_given(tab):
    verdict = begin(tab, "dropped")
    for move in "ab":
        tab.find(f"{VIEW} .lesson-moves input[value={move}]").check()
    check(tab)
    expect(tab.find(f"{VIEW} .lesson-moves label[data-mark=extra]")).to_have_text("a")
    verdict = begin(tab, "audit")
    tab.find("#lesson-number").fill("3")
    check(tab)
    expect(verdict).to_contain_text("The filter cost 3")
    verdict = begin(tab, "monte-carlo")
    expect(tab.find(f"{VIEW} .lesson-given li")).to_have_count(10)
    for name, mean in {"a": "5", "b": "4.6", "c": "3"}.items():
        tab.find(f"{VIEW} input[data-name={name}]").fill(mean)
    check(tab)
    expect(verdict).to_have_attribute("data-right", "true")
    expect(tab.find(f"{VIEW} .tree-now h2")).to_contain_text("Step 30 of 30")


def test_a_teachers_lessons_are_a_group_of_their_own(chromium, tmp_path):
    (tmp_path / "1-own.toml").write_text('title = "My own"\nkind = "value"\ntree = "((1 2) (3 4))"\n')
    server = Server(lessons=Lessons(held_in(tmp_path)[0]))
    tab = Tab(chromium, server.url, viewport=SIZES[1], reduced_motion="reduce")
    try:
        tab.open(view="lessons")
        expect(tab.find(f"{VIEW} .lesson-title")).to_have_text("My own")
        expect(tab.find(f"{VIEW} .lesson-group")).to_have_text([tmp_path.name, "Kibitz"])
        tab.find("#lesson-number").fill("1")
        check(tab)
        expect(tab.find(f"{VIEW} .lesson-reply")).to_contain_text("This lesson has no hints.")
    finally:
        tab.close()
        server.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_lesson_is_accessible_and_fits_a_phone(chromium, server, scheme):
    tab = Tab(chromium, server.url, viewport=SIZES[scheme == "dark"], color_scheme=scheme, reduced_motion="reduce")
    tab.open(view="lessons")
    forms = {}
    for held in built_in():
        forms.setdefault(held.question.form.form, held.id)
    for id in forms.values():
        begin(tab, id)
        expect(tab.find(f"{VIEW} [role=treeitem]").first).to_be_visible()
        assert tab.violations() == [], id
        for box in tab.find(f"{VIEW} .lesson-table input[type=text]").all():
            box.fill("99")
        if tab.find(f"{VIEW} .lesson-table").count():  # marks, with words for those who do not see them
            check(tab)
            expect(tab.find("#lesson-solution")).to_be_visible()
        width = SIZES[scheme == "dark"]["width"]
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= width, id
    tab.close()
