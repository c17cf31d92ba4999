"""Links in a real browser: another tab shows the same, Back leads back, and a bad link is told in a sentence."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import PLAY, Game, Tab, browser
from tests.test_browser import DESKTOP, PHONE, named_line
from tests.web import Server

TREE, REVIEW, LESSONS, GLOSSARY = (f"section[aria-label={name}]" for name in ("Tree", "Review", "Lessons", "Glossary"))


@pytest.fixture(scope="module")
def chromium():
    with browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def server(chromium):
    server = Server()
    yield server
    server.close()


@pytest.fixture(params=[DESKTOP, PHONE], ids=["desktop", "phone"])
def tabs(chromium, server, request):
    """Opens pages, each of another person; at the end nothing went wrong in any of them."""
    opened = []

    def new(address="", **options):
        tab = Tab(chromium, server.url, **{"viewport": request.param, "reduced_motion": "reduce", **options})
        opened.append(tab)
        if address:
            follow(tab, address)
        return tab

    yield new
    for tab in opened:
        tab.close()


def follow(tab, address):
    """Open a link, as pasted into the address bar."""
    tab.page.goto(address if address.startswith("http") else f"{tab.url}/{address}", wait_until="commit")


def copied(tab):
    """Press the button, and return the link that it copied."""
    tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab.page.get_by_role("button", name="Copy link").click()
    expect(tab.find(".link-copy")).to_have_text("Link copied")
    return tab.page.evaluate("navigator.clipboard.readText()")


def shows(tab, count, position):
    """Wait until so many moves are played and this is the position."""
    expect(tab.find(".position")).to_have_text(position)
    tab.settled(count, position)


def address_is(tab, address):
    """Wait until the address bar says this."""
    tab.wait("address => location.hash === address", address)


def entries(tab):
    return tab.page.evaluate("history.length")


def test_a_game_in_another_tab(tabs):
    line, _ = named_line("chess", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6")
    tab = tabs()
    game = Game(tab, "chess", line, 6)
    tab.button("Flip").click()
    game.by_mouse()
    tab.button("Undo").click()
    link = copied(tab)
    words = "e4+e5+Nf3+Nc6+Bb5+a6+Bxc6+dxc6"
    assert link == f"{tab.url}/#play?game=chess&moves={words}&ply=7&seats=person,person&flip=1"
    address_is(tab, link.partition("/#")[2].join(["#", ""]))
    other = tabs(link)
    shows(other, 8, tab.find(".position").text_content())
    expect(other.heading).to_have_text("Black to move")
    expect(other.find("ol.moves .later")).to_have_count(1)
    boards = [each.find(f"{PLAY} .piece[data-on=a1]").get_attribute("transform") for each in (tab, other)]
    assert boards[0] == boards[1]
    assert copied(other) == link


def test_a_position_overrides_what_the_tab_keeps(tabs):
    tab = tabs().open("tic-tac-toe", moves=[4])
    start = "7k/P7/7K/8/8/8/8/8 w - - 0 1"
    follow(tab, "#play?game=chess&position=7k/P7/7K/8/8/8/8/8+w+-+-+0+1")
    shows(tab, 0, start)
    tab.page.reload()
    shows(tab, 0, start)
    expect(tab.heading).to_have_text("White to move")


def test_a_tree_at_a_step_in_another_tab(tabs):
    tab = tabs("#tree?game=connect-four:columns=6&moves=4+4+3&algorithm=alpha-beta&depth=2&step=17")
    heading = tab.find(f"{TREE} .tree-now h2")
    expect(heading).to_contain_text("Step 17 of")
    assert tab.find("#tree-depth").input_value() == "2"
    before = entries(tab)
    for _ in range(3):
        tab.button("One step forward", TREE).click()
    address_is(tab, "#tree?game=connect-four:columns=6&moves=4+4+3&algorithm=alpha-beta&depth=2&step=20")
    assert entries(tab) == before
    other = tabs(copied(tab))
    expect(other.find(f"{TREE} .tree-now h2")).to_have_text(heading.text_content())
    assert other.find(f"{TREE} .tree-sentence").text_content() == tab.find(f"{TREE} .tree-sentence").text_content()


def test_a_link_to_a_step_opens_at_the_tree_on_a_small_phone(chromium, server):
    tab = Tab(chromium, server.url, viewport={"width": 360, "height": 640}, reduced_motion="reduce")
    follow(tab, "#tree?game=connect-four&algorithm=alpha-beta&depth=2&step=9")
    expect(tab.find(f"{TREE} .tree-now h2")).to_contain_text("Step 9 of")
    for part in (".tree-sentence", ".tree-stepper", ".tree-node.now"):
        expect(tab.find(f"{TREE} {part}")).to_be_in_viewport(ratio=0.99)
    tab.close()


def test_a_link_with_a_depth_alone_grows_the_usual_tree(tabs):
    tab = tabs("#tree?game=nim&depth=1")
    expect(tab.find(".tree-summary")).to_contain_text("alpha-beta, depth 1: ")
    count = tab.find(".tree-count").first
    expect(count).to_contain_text(re.compile(r"\d"))
    address_is(tab, "#tree?game=nim&algorithm=alpha-beta&depth=1&step=" + count.text_content().split()[0])


def test_a_filtered_tree_and_visits_in_another_tab(tabs):
    wanted = "#tree?game=nim&algorithm=rb-alpha-beta&depth=2&keep_rate=0.3&deepening_depth=1&step=2"
    tab = tabs(wanted)
    expect(tab.find(f"{TREE} .tree-now h2")).to_contain_text("Step 2 of")
    assert tab.find("#tree-keep-rate").input_value() == "0.3"
    assert copied(tab).endswith(wanted)
    follow(tab, "#tree?game=nim&algorithm=mcts&visits=7&step=3")  # somebody pastes another link into the same tab
    expect(tab.find(".tree-summary")).to_contain_text("mcts, 7 visits")
    expect(tab.find(f"{TREE} .tree-now h2")).to_contain_text("Step 3 of")


def test_a_review_in_another_tab(tabs):
    tab = tabs("#review?game=nim&moves=a1+b1+c5+b1&ply=2")
    expect(tab.find(f"{REVIEW} .board")).to_be_visible()
    tab.find(f"{REVIEW} select").select_option("0.2")
    tab.button("Review the game", REVIEW).click()
    expect(tab.find(f"{REVIEW} .said")).to_contain_text("Move 2. b1: ")
    tab.button("One move forward", REVIEW).click()
    expect(tab.find(f"{REVIEW} .said")).to_contain_text("Move 3. c5: ")
    link = copied(tab)
    assert link.endswith("#review?game=nim&moves=a1+b1+c5+b1&ply=3&seconds=0.2")
    other = tabs(link)
    expect(other.find(f"{REVIEW} .said")).to_contain_text("Move 3. c5: ")


def test_a_lesson_in_another_tab(tabs):
    tab = tabs().open(view="lessons")
    expect(tab.find(f"{LESSONS} .lesson-title")).not_to_be_empty()
    listed = tab.find(f"{LESSONS} [data-lesson]").nth(2)
    title = listed.text_content()
    listed.click()
    expect(tab.find(f"{LESSONS} .lesson-title")).to_have_text(title)
    other = tabs(copied(tab))
    expect(other.find(f"{LESSONS} .lesson-title")).to_have_text(title)


def test_back_leads_to_the_view_and_the_game_before(tabs):
    tab = tabs("#play?game=tic-tac-toe&seats=person,person")
    shows(tab, 0, ".../.../...")
    tab.click("5")
    shows(tab, 1, ".../.X./...")
    played = tab.page.evaluate("() => new Promise(done => setTimeout(() => done(location.hash), 500))")
    assert played == "#play?game=tic-tac-toe&moves=5&seats=person,person"
    before = entries(tab)
    tab.page.get_by_role("link", name="Tree").click()
    address_is(tab, "#tree?game=tic-tac-toe&moves=5")
    assert entries(tab) == before + 1
    tab.page.get_by_role("link", name="Tree").click()  # it is there already
    assert entries(tab) == before + 1
    tab.page.go_back()
    expect(tab.find(PLAY)).to_be_visible()
    address_is(tab, played)
    tab.button("New game").click()
    tab.page.get_by_role("radio", name="Nim").check()
    tab.page.get_by_role("button", name="Start", exact=True).click()
    shows(tab, 0, "3,4,5 0")
    assert tab.page.evaluate("location.hash").startswith("#play?game=nim")
    tab.page.go_back()
    shows(tab, 1, ".../.X./...")
    address_is(tab, played)
    tab.page.go_forward()
    shows(tab, 0, "3,4,5 0")


BAD = [
    ("#play?game=nothing", "there is no game 'nothing' here"),
    ("#play?game=connect-four&moves=4+4+9", "move 3: '9' is not a legal move here; legal: "),
    ("#tree?game=nim&algorithm=alpha-beta&depth=1&step=999", "step in this link must be a whole number from 1 to "),
    ("#tree?game=nim&algorithm=alpha-beta&depth=x", "depth in this link must be 0 to 20, got x"),
    ("#tree?game=nim&algorithm=expectimin", "this game has no algorithm expectimin whose tree can be shown"),
    ("#review?game=nim&moves=a1&ply=2", "ply in this link must be a whole number from 0 to 1, got 2"),
    ("#play?game=nim&seats=level-99", "seats in this link must be among person, level-1, "),
    ("#play?game=nim&dept=3", "a link to this view has no dept; it may have game, position, "),
    ("#lessons?lesson=none", "there is no lesson none"),
    ("#nowhere", "there is no view nowhere; there are play, tree, review, lessons"),
    ("#play?game=%zz&moves=%ff", "there is no game '%zz' here"),
]


def is_told(tab, address, words):
    expect(tab.find(".complaint")).to_contain_text(words)
    tab.wait("() => document.querySelector('.position')?.textContent")
    assert tab.find("main > section:not([hidden])").count() == 1
    tab.wait("address => location.hash !== address", address)  # it is that of what is shown instead
    expect(tab.find(".complaint")).to_be_visible()


def test_a_bad_link_is_told_in_a_sentence_and_a_game_is_shown(tabs):
    for address, words in (BAD[1], BAD[2], BAD[-2]):
        tab = tabs(address)
        is_told(tab, address, words)
        assert copied(tab) == tab.page.url


def test_a_bad_link_leaves_the_game_on_the_page(tabs):
    tab = tabs("#play?game=nim&seats=person,person")
    shows(tab, 0, "3,4,5 0")
    for address, words in BAD:
        follow(tab, address)
        is_told(tab, address, words)
    follow(tab, "#play?game=nim&moves=zz")
    expect(tab.find(".complaint")).to_contain_text("move 1: ")
    shows(tab, 0, "3,4,5 0")


def test_a_link_is_copied_by_hand_where_the_browser_forbids_it(tabs):
    tab = tabs("#play?game=nim")
    shows(tab, 0, "3,4,5 0")
    tab.page.evaluate("() => void (navigator.clipboard.writeText = () => Promise.reject(new Error('no')))")
    tab.tab_to(".link-copy")
    tab.page.keyboard.press("Enter")
    expect(tab.find(".link-copy")).to_have_text("Press Ctrl+C")
    assert tab.page.evaluate("String(getSelection()) || document.activeElement.value") == f"{tab.url}/#play?game=nim"
    assert tab.violations() == []
    tab.page.keyboard.press("Escape")
    expect(tab.find(".link-text")).to_be_hidden()


def test_a_tree_is_typed(tabs):
    tab = tabs("#tree")
    tab.page.get_by_text("Type a tree", exact=True).click()
    field, wrong = tab.find("#tree-text"), tab.find("#tree-text-wrong")
    for text, words in (
        ("((3 12 8) (2 x 6))", "a leaf at character 14 must be a number, got 'x'"),
        ("((3 12 8) (2 4 6)", "the tree is not closed: a ) is missing for the ( at character 1"),
        ('{"root": "a", }', "line 1, column "),
    ):
        field.fill(text)
        tab.find("#tree-text-show").click()
        expect(wrong).to_contain_text(words)
        assert tab.violations() == []
    field.fill("((3 12 8) (2 4 6))")
    tab.find("#tree-text-show").click()
    expect(wrong).to_be_empty()
    expect(tab.find(".tree-summary")).to_contain_text("alpha-beta, depth 2: 7 nodes")
    other = tabs(copied(tab))
    expect(other.find(".tree-summary")).to_contain_text("alpha-beta, depth 2: 7 nodes")
    coin = (
        '{"root": "max", "nodes": {"max": {"player": 0, "moves": {"keep it": "one", "toss": "coin"}}, '
        '"coin": {"chance": {"heads": [0.5, "three"], "tails": [0.5, "zero"]}}, '
        '"one": {"value": 1}, "three": {"value": 3}, "zero": {"value": 0}}}'
    )
    field.fill(coin)
    tab.find("#tree-text-show").click()
    expect(tab.find(".tree-summary")).to_contain_text("expectiminimax, depth 2: 5 nodes")


def test_words_lead_to_the_glossary_and_back(tabs):
    tab = tabs("#tree?game=nim&algorithm=alpha-beta&depth=1&step=4")
    heading = tab.find(f"{TREE} .tree-now h2")
    expect(heading).to_contain_text("Step 4 of")
    tab.find(f"{TREE} .tree-facts").get_by_role("link", name="alpha").click()
    chosen = tab.find(f"{GLOSSARY} [data-chosen]")
    expect(chosen).to_contain_text("The score that the maximising player is already sure of")
    expect(chosen).to_be_in_viewport()
    address_is(tab, "#glossary?word=alpha")
    for scheme in ("light", "dark"):
        tab.page.emulate_media(color_scheme=scheme)
        assert tab.violations() == []
    chosen.get_by_role("link", name="window").click()
    expect(chosen).to_contain_text("The scores that still matter at a position")
    tab.page.go_back()
    expect(chosen).to_contain_text("The score that the maximising player")
    tab.page.go_back()
    expect(heading).to_be_visible()
    assert re.match("Step 4 of", heading.text_content())


def test_the_page_of_a_read_only_server_says_so(chromium, tabs):
    expect(tabs("#play?game=nim").find(".read-only")).to_be_hidden()
    server = Server(read_only=True)
    tab = Tab(chromium, server.url, viewport=PHONE, reduced_motion="reduce").open()
    expect(tab.find(".read-only")).to_have_text(
        "This server is read-only: you can try everything, with small searches."
    )
    expect(tab.find(".read-only")).to_be_in_viewport()
    assert tab.violations() == []
    tab.close()
    server.close()


def test_the_glossary_fits_a_narrow_page(tabs):
    tab = tabs("#glossary?word=principal-variation", viewport={"width": 360, "height": 740})
    expect(tab.find(f"{GLOSSARY} [data-chosen]")).to_be_in_viewport()
    assert tab.page.evaluate("document.documentElement.scrollWidth") == 360
