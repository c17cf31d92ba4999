"""The page in a real browser: whole games by mouse and by keys, searches, trees, and what goes wrong."""

import json
import random
import re
import time

import pytest
from playwright.sync_api import expect

from kibitz import load
from kibitz.interface.web.shelf import Shelf
from kibitz.loader import built_in_names
from tests.browser import PLAY, Game, Keys, Luck, Tab, browser
from tests.web import Server

DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}


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
def tabs(chromium, server):
    """Opens pages, each of another person; at the end nothing went wrong in any of them."""
    opened = []

    def new(url=server.url, **options):
        opened.append(Tab(chromium, url, **{"viewport": DESKTOP, "reduced_motion": "reduce", **options}))
        return opened[-1]

    yield new
    for tab in opened:
        tab.close()


@pytest.fixture
def tab(tabs):
    return tabs()


def random_line(spec, seed):
    """A whole game of chance, and how it ends."""
    state, choose = load(spec).begin(), random.Random(seed)
    while not state.over:
        state.play(choose.choice(state.moves()))
    return state.played, state.result


def named_line(spec, names, start=None):
    """A game by the names of its moves."""
    state = load(spec).begin(names, start)
    return state.played, state.result


# Whole games

# A game, the seed of a line of chance, and how much of it was played before.
BY_MOUSE = [
    ("breakthrough:columns=5,rows=5", 3, 0),
    ("chinese-checkers:limit=2", 0, 0),
    ("connect-four", 0, 0),
    ("dots-and-boxes:columns=2,rows=2", 0, 0),
    ("draughts", 0, 47),  # ends with three jumps
    ("go:size=3,komi=0.5,most_plies=12", 0, 0),
    ("gomoku:size=5", 0, 10),
    ("hex:size=4", 2, 0),
    ("kalah:houses=4,stones=3", 0, 0),
    ("nim", 1, 0),
    ("nine-mens-morris", 28, 25),
    ("othello", 48, 36),  # with two passes
    ("pacman:steps=4", 2, 0),
    ("shapes-four", 2, 0),
    ("three-mens-morris", 1, 0),
    ("tic-tac-toe", 1, 0),
]
BY_KEYS = [
    ("breakthrough:columns=4,rows=5", 2, 0),
    ("chinese-checkers:limit=1", 1, 0),
    ("connect-four:columns=5,rows=4", 3, 0),
    ("dots-and-boxes:columns=2,rows=2", 3, 0),
    ("draughts", 6, 36),
    ("go:size=2,komi=0.5", 1, 0),
    ("gomoku:size=5", 1, 15),
    ("hex:size=3", 3, 0),
    ("kalah:houses=3,stones=2", 1, 0),
    ("nim:heaps=2,3", 2, 0),
    ("nine-mens-morris", 38, 31),
    ("othello", 48, 50),
    ("shapes-four", 1, 0),
    ("three-mens-morris", 3, 0),
    ("tic-tac-toe", 2, 0),
]


QUICK = ("backgammon", "connect-four", "draughts", "kalah", "pacman", "pig", "tic-tac-toe")
"""Games played in every run; the others are played by make test-slow."""


def names(listed):
    return [spec.partition(":")[0] for spec, *_ in listed]


def marked(listed):
    """Mark what only the slow run plays."""
    rows = [row if isinstance(row, tuple) else (row,) for row in listed]
    return [
        pytest.param(*row, id=name, marks=[] if name in QUICK else pytest.mark.slow)
        for row, name in zip(rows, names(rows))
    ]


BY_ARROWS = {"2048": ("up", "right", "down", "left"), "pacman": ("north", "east", "south", "west")}
OF_CHANCE = ["2048", "backgammon", "pig", "yahtzee"]


def test_every_game_with_a_board_is_played():
    boards = {name for name in built_in_names() if load(name).rules.board}
    assert {*names(BY_MOUSE), *OF_CHANCE, "chess"} == boards
    assert {*names(BY_KEYS), *OF_CHANCE, *BY_ARROWS, "chess"} == boards


@pytest.mark.parametrize("spec", [*(spec for spec, *_ in BY_MOUSE), "chess"])
def test_keys_lead_to_every_cell(spec):
    game = load(spec)
    keys = Keys(game.ask("board", game.start()).cells)
    first = next(iter(keys.cells))
    for name in keys.cells:
        assert len(keys.between(first, name)) + len(keys.between(name, first)) <= 2 * (len(keys.cells) - 1)


@pytest.mark.parametrize(("spec", "seed", "played"), marked(BY_MOUSE))
def test_a_whole_game_by_mouse(tab, spec, seed, played):
    line, result = random_line(spec, seed)
    Game(tab, spec, line, played).by_mouse().is_over(result)
    if tab.find(f"{PLAY} .labels text").count() and tab.find(f"{PLAY} .plate").count():
        for scheme in ("light", "dark"):
            tab.page.emulate_media(color_scheme=scheme)
            assert tab.contrast() >= 3  # they are large


@pytest.mark.parametrize(("spec", "seed", "played"), marked(BY_KEYS))
def test_a_whole_game_by_keys(tabs, spec, seed, played):
    line, result = random_line(spec, seed)
    tab = tabs(viewport=PHONE, color_scheme="dark")
    Game(tab, spec, line, played).by_keys().is_over(result)
    assert tab.violations() == []


def test_a_mate_by_mouse(tabs):
    line, result = named_line("chess", "f3 e5 g4 Qh4#")
    assert result == "black wins"
    tab = tabs(reduced_motion="no-preference")
    Game(tab, "chess", line).by_mouse().is_over(result)
    assert tab.contrast() >= 3


def test_a_mate_by_keys(tabs):
    line, result = named_line("chess", "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#")
    assert result == "white wins"
    tab = tabs(viewport=PHONE, color_scheme="dark")
    Game(tab, "chess", line).by_keys().is_over(result)
    assert tab.violations() == []


PROMOTION = "7k/P7/7K/8/8/8/8/8 w - - 0 1"


def test_a_pawn_becomes_what_is_chosen(tab):
    line, result = named_line("chess", "a8=R#", PROMOTION)
    game = Game(tab, "chess", line, start=PROMOTION)
    tab.click("a7")
    tab.click("a8")
    assert tab.find(".chooser button").all_text_contents() == ["a8=Q#", "a8=N", "a8=R#", "a8=B", "✕"]
    tab.button("None of these").click()
    expect(tab.find(f"{PLAY} .chooser")).to_be_hidden()
    game.by_mouse().is_over(result)


def test_a_pawn_becomes_what_is_chosen_by_keys(tab):
    line, result = named_line("chess", "a8=Q#", PROMOTION)
    Game(tab, "chess", line, start=PROMOTION).by_keys().is_over(result)


def test_pieces_are_dragged(tabs):
    tab = tabs(reduced_motion="no-preference")
    line, _ = named_line("chess", "e4 d5 exd5")
    game = Game(tab, "chess", line)

    def drag(cell, target):
        tab.page.mouse.move(*tab.middle(cell))
        tab.page.mouse.down()
        tab.page.mouse.move(*tab.middle(target), steps=4)
        tab.page.mouse.up()

    drag("e2", "e5")  # it goes back
    assert tab.find(f"{PLAY} .piece[data-on=e2]").get_attribute("transform") == "translate(4 6)"
    for number in range(3):
        drag(*game.cells(number))
        tab.settled(number + 1, game.rules.write(game.positions[number + 1]))


def test_checkers_are_dragged_in_any_order(tab):
    """What was dragged stays there until the move is complete; a drop beside goes back, and so does Escape."""
    tab.open("backgammon", start="24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5 / white 53")

    def drag(cell, target):
        tab.page.mouse.move(*tab.middle(cell))
        tab.page.mouse.down()
        tab.page.mouse.move(*tab.middle(target), steps=5)
        tab.page.mouse.up()

    def moved(cell):
        """How far the checkers of a point are from where the board has them."""
        return tab.page.evaluate(STANDS, cell)

    starts = tab.find(f"{PLAY} .cell.from").evaluate_all("cells => cells.map(cell => cell.dataset.cell)")
    assert sorted(starts, key=int) == ["6", "8", "13", "24"]  # not where a checker only passes
    home = moved("6")
    drag("6", "5")  # not with this roll
    assert moved("6") == home
    drag("6", "3")
    assert moved("6") != home
    tab.page.keyboard.press("Escape")
    assert moved("6") == home
    drag("6", "3")
    tab.click("8")
    tab.click("8")  # let go
    drag("8", "3")
    expect(tab.moves.first).to_have_text("8/3,6/3")


STANDS = """name => [...document.querySelectorAll(`section[aria-label=Play] .piece[data-on="${name}"]`)].map(
    each => each.getAttribute("transform")).join()"""


def test_a_column_is_touched_anywhere_by_a_finger(tabs):
    tab = tabs(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="no-preference")
    line, result = random_line("connect-four", 9)

    def tap(cell):
        tab.page.touchscreen.tap(*tab.middle(f"{cell.partition('.')[0]}.6"))

    Game(tab, "connect-four", line).by_mouse(tap).is_over(result)


# Playing with Kibitz

ENGINE = {"kind": "engine", "level": 4}
PERSON = {"kind": "person"}
ANSWERED = """count => document.querySelector("section[aria-label=Play] .whose").textContent.includes("wins")
    || document.querySelectorAll("ol.moves > li").length === count + 2"""
LONG = "nim:heaps=31,33,35"  # thinks for long, and is compiled as any nim


def test_the_first_page_is_a_game_against_kibitz(tab):
    tab.open()
    seats = tab.find(f"{PLAY} .players select")
    assert [seat.input_value() for seat in seats.all()] == ["person", "level 4"]
    expect(tab.heading).to_have_text("X to move")
    tab.click("4.1")
    expect(tab.moves).to_have_count(2)  # Kibitz has answered
    expect(tab.heading).to_have_text("X to move")
    tab.button("New game").click()
    chosen = tab.page.get_by_role("dialog", name="New game").locator("select")
    assert [seat.input_value() for seat in chosen.all()] == ["person", "level 4", "best"]


def test_kibitz_answers_and_helps(tab):
    """The first to take all things wins; 2 and 3 are a win, and the hint finds how: leave equal heaps."""
    tab.open("nim:heaps=2,3", sides=[PERSON, ENGINE])
    tab.button("Hint").click()
    tab.wait("() => document.querySelector('#announcer').textContent.startsWith('Kibitz would play b1: ')")
    assert tab.find(f"{PLAY} .arrow.best").count() == 1
    tab.find(f"{PLAY} [data-cell]").first.focus()
    while "wins" not in tab.heading.text_content():
        count = tab.moves.count()
        tab.page.keyboard.press("h")
        expect(tab.button("Stop")).to_be_disabled()
        tab.find("#typed").fill(tab.find(f"{PLAY} .lines .line-moves").first.text_content().split()[0])
        tab.page.keyboard.press("Enter")
        tab.wait(ANSWERED, count)
        tab.find(f"{PLAY} [data-cell]").first.focus()
    expect(tab.heading).to_have_text("Player 0 wins")
    expect(tab.find(f"{PLAY} .thought")).not_to_contain_text("best")  # of a position that is past
    for key in "hs":  # there is nothing to think about
        tab.page.keyboard.press(key)
    expect(tab.page.get_by_role("alert")).to_have_count(0)
    tab.button("New game").click()
    tab.page.get_by_role("dialog", name="New game").get_by_role("button", name="Start").click()
    expect(tab.moves).to_have_count(0)
    expect(tab.find(f"{PLAY} .thought")).to_have_text(re.compile("^Press “Watch it think”"))


def test_scores_stand_beside_each_other(tab):
    tab.open("nim:heaps=4,4,4")  # its sticks stand close together
    tab.button("Hint").click()
    expect(tab.find(f"{PLAY} .pill")).to_have_count(3)
    expect(tab.button("Stop")).to_be_disabled()
    boxes = [pill.bounding_box() for pill in tab.find(f"{PLAY} .pill").all()]
    for i, one in enumerate(boxes):
        for other in boxes[:i]:
            assert abs(one["x"] - other["x"]) * 2 >= one["width"] + other["width"] - 2 or abs(one["y"] - other["y"]) > 8


def test_players_have_the_colours_of_their_pieces(tab):
    tab.open("chess", named_line("chess", "e4 e5")[0])
    tones = [each.get_attribute("class") for each in tab.find("ol.moves button").all()]
    assert tones == ["move tone-light", "move tone-dark"]


def test_scores_of_a_game_without_a_board(tab):
    tab.open("tree")
    tab.button("Hint").click()
    expect(tab.find(f"{PLAY} .board .moves button.best[data-score]")).to_have_count(1)


def test_a_search_stops_and_begins_again(tab):
    tab.open(LONG)
    watch, stop, depth = tab.button("Watch it think"), tab.button("Stop"), tab.find(f"{PLAY} .numbers dd").first
    for start, end in ((watch.click, stop.click), (watch.click, watch.click), (tab.page.keyboard.press, None)):
        if end is None:
            tab.find(f"{PLAY} [data-cell]").first.focus()
            start("w")
            end = lambda: tab.page.keyboard.press("s")  # noqa: E731
        else:
            start()
        expect(watch).to_have_attribute("aria-pressed", "true")
        expect(stop).to_be_enabled()
        tab.wait("() => document.querySelectorAll('section[aria-label=Play] .arrow').length > 1")
        assert int(depth.text_content().split()[0]) > 0
        end()
        expect(watch).to_have_attribute("aria-pressed", "false")
        expect(stop).to_be_disabled()


def test_a_search_follows_the_game(tab):
    tab.open(LONG)
    tab.button("Watch it think").click()
    for name in ("a5", "b6"):
        tab.wait("() => document.querySelectorAll('section[aria-label=Play] .arrow').length > 1")
        tab.find("#typed").fill(name)
        tab.page.keyboard.press("Enter")
        expect(tab.find("ol.moves [aria-current=step]")).to_have_text(name)
    expect(tab.find(f"{PLAY} .arrow")).not_to_have_count(0)
    tab.button("Stop").click()
    expect(tab.button("Stop")).to_be_disabled()


def test_moves_are_taken_back_and_done_again(tab):
    line, _ = named_line("tic-tac-toe", "7 5 3 1")
    game = Game(tab, "tic-tac-toe", line).by_mouse()

    def on(count):
        tab.wait("count => document.querySelectorAll('ol.moves .move:not(.later)').length === count", count)
        assert tab.find(".position").text_content() == game.rules.write(game.positions[count])
        assert tab.find("ol.moves .later").count() == 4 - count

    for act, count in (("Undo", 3), ("Undo", 2), ("Redo", 3), ("Undo", 2), ("Undo", 1), ("Redo", 2)):
        tab.button(act).click()
        on(count)
    tab.find("ol.moves button").nth(3).click()
    on(4)
    tab.find("ol.moves button").first.click()
    on(1)
    expect(tab.find("ol.moves button").first).to_be_focused()
    for key, count in (("r", 2), ("u", 1), ("u", 0), ("u", 0), ("r", 1)):
        tab.page.keyboard.press(key)
        on(count)
    left = tab.middle("1")[0]
    tab.button("Flip").click()
    assert tab.middle("1")[0] > left + 50
    tab.click("5")  # as before: the moves after it are still there
    on(2)
    tab.click("2")
    expect(tab.find("ol.moves .later")).to_have_count(0)


def test_a_new_game_with_its_parameters(tab):
    tab.open("tic-tac-toe")
    tab.button("New game").click()
    dialog = tab.page.get_by_role("dialog", name="New game")
    dialog.get_by_label("Connect four").check()
    dialog.get_by_label("columns").fill("99")
    dialog.get_by_role("button", name="Start").click()
    expect(dialog.get_by_role("alert")).to_contain_text("columns × (rows + 1) must be 1 to 63 bits, got 99 × 7")
    dialog.get_by_label("columns").fill("four")
    dialog.get_by_role("button", name="Start").click()
    expect(dialog.get_by_role("alert")).to_contain_text("parameter columns must be int, got 'four'")
    dialog.get_by_label("columns").fill("5")
    dialog.get_by_role("button", name="Start").click()
    expect(dialog).to_be_hidden()
    assert tab.find(f"{PLAY} [data-cell]").count() == 30
    assert tab.find(".position").text_content() == load("connect-four:columns=5").write(
        load("connect-four:columns=5").start()
    )
    tab.button("New game").click()
    expect(dialog.get_by_label("columns")).to_have_value("5")
    dialog.get_by_label("Chess", exact=True).check()
    dialog.get_by_label("Start from this position").fill("8/8")
    dialog.get_by_role("button", name="Start").click()
    expect(dialog.get_by_role("alert")).to_contain_text("not a position of chess")
    dialog.get_by_label("Start from this position").fill(PROMOTION)
    dialog.get_by_label("Black").select_option("A person")
    tab.page.keyboard.press("Enter")
    expect(tab.find(".position")).to_have_text(PROMOTION)
    tab.button("New game").click()
    tab.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(tab.find(".position")).to_have_text(PROMOTION)


def test_moves_are_typed(tab):
    tab.open("chess")
    for text, position in (("E4", 1), ("e9", 1), ("nf6", 2)):
        tab.find("#typed").fill(text)
        tab.page.keyboard.press("Enter")
        if text == "e9":
            alert = tab.page.get_by_role("alert").filter(has_text="e9 is not a legal move here; legal: ")
            expect(alert).to_be_visible()
            expect(alert).to_be_in_viewport()
            alert.get_by_role("button").click()
            expect(alert).to_be_hidden()
        expect(tab.moves).to_have_count(position)


TOSS = """
players = 1
def start(): return 0
def turn(p): return -(p % 2)
def moves(p): yield 1
def chances(p):
    yield 1, 0.5
    yield 3, 0.5
def play(p, move): return p + move
def is_over(p): return p > 20
def utility(p, player): return p
"""


def test_nature_moves_by_itself(tabs, write_game):
    """In a game without a board, too."""
    server = Server(write_game(TOSS, "toss.py"))
    try:
        tab = tabs(server.url).open(sides=[PERSON])
        tab.tab_to(f"{PLAY} .board .moves [data-move]")
        for count in (1, 2, 3):  # the focus comes back to the person
            tab.page.keyboard.press("Enter")
            expect(tab.find("ol.moves .nature")).to_have_count(count)
            expect(tab.heading).to_have_text("Your move")
            expect(tab.button("1")).to_be_focused()
        assert tab.violations() == []
        tab.page.close()
    finally:
        server.close()


OUTSIDE = """() => {
    const board = document.querySelector("section[aria-label=Play] svg.field").getBoundingClientRect();
    const pills = [...document.querySelectorAll("section[aria-label=Play] .pill")];
    return pills.filter(pill => {
        const { left, top, right, bottom } = pill.getBoundingClientRect();
        return left < board.left || top < board.top || right > board.right || bottom > board.bottom;
    }).map(pill => pill.textContent);
}"""
"""The scores that are written over the edge of the board."""


@pytest.mark.parametrize("spec", marked(OF_CHANCE))
def test_a_game_of_chance_by_mouse(tab, spec):
    """Nature moves by herself; undo and redo go over what she did to where a person moves."""
    game = Luck(tab, spec, random.Random(1))
    expect(tab.button("Undo")).to_be_disabled()  # there was no choice yet
    counts = []
    for _ in range(5):
        counts.append(len(game.state.names))
        game.play()
    played = game.state.names
    for names in (played[: counts[-1]], played[: counts[-2]]):
        tab.button("Undo").click()
        tab.wait("count => document.querySelectorAll('ol.moves > li > :not(.later)').length === count", len(names))
        assert tab.find(".position").text_content() == game.rules.begin(names).text
    tab.button("Redo").click()
    tab.wait("count => document.querySelectorAll('ol.moves > li > :not(.later)').length === count", counts[-1])
    expect(tab.button("Redo")).to_be_enabled()  # nothing was drawn anew
    tab.button("Hint").click()
    expect(tab.find(f"{PLAY} .thought")).to_contain_text("by ")
    expect(tab.button("Stop")).to_be_disabled()
    assert tab.page.evaluate(OUTSIDE) == []
    for size, scheme in ((DESKTOP, "light"), (PHONE, "dark")):
        tab.page.set_viewport_size(size)
        tab.page.emulate_media(color_scheme=scheme)
        assert tab.violations() == [], (size, scheme)
        assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_nobody_chooses_for_nature(tab):
    """Before a roll nothing can be typed, and the game goes on by a button; the dice to keep are ringed."""
    game = Luck(tab, "yahtzee", random.Random(1))
    tab.button("Hint").click()
    tab.wait("() => document.querySelector('#announcer').textContent.startsWith('Kibitz would play')")
    advice = tab.find(f"{PLAY} .score strong").text_content()
    if advice.startswith("keep-"):  # otherwise it is a box to score in
        expect(tab.find(f"{PLAY} .ring")).to_have_count(len(advice.removeprefix("keep-").replace("none", "")))
    assert tab.find(f"{PLAY} .shaft").count() == 0
    game.play()
    tab.find(f"{PLAY} ol.moves button").nth(1).click()
    expect(tab.heading).to_have_text("Nature to move")
    tab.find("#typed").fill("6")
    tab.page.keyboard.press("Enter")
    expect(tab.page.get_by_role("alert").filter(has_text="it is not a person’s turn")).to_be_visible()
    tab.button("Go on").click()
    expect(tab.heading).to_have_text("Your move")
    expect(tab.button("Go on")).to_be_hidden()


@pytest.mark.parametrize("spec", BY_ARROWS)
def test_arrow_keys_and_swipes_play_moves_of_their_names(tabs, spec):
    """On a board that is turned a key means the opposite; things that move are seen to, unless that is not wanted."""
    tab = tabs(reduced_motion="no-preference")
    game = Luck(tab, spec, random.Random(2), [PERSON, {"kind": "policy"}, {"kind": "random"}])
    keys = dict(zip(("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"), BY_ARROWS[spec]))
    box = tab.find(f"{PLAY} svg.field").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for way in ("key", "swipe", "turned"):
        count = len(game.state.names)
        legal = {game.state.name(move) for move in game.state.moves()}
        key, name = next((key, name) for key, name in keys.items() if name in legal)
        if way == "turned":
            tab.button("Flip").click()
            key = {"Up": "Down", "Right": "Left", "Down": "Up", "Left": "Right"}[key[5:]].join(("Arrow", ""))
        if way == "swipe":
            right, down = {"Up": (0, -1), "Right": (1, 0), "Down": (0, 1), "Left": (-1, 0)}[key[5:]]
            tab.page.mouse.move(x, y)
            tab.page.mouse.down()
            tab.page.mouse.move(x + 60 * right, y + 60 * down, steps=4)
            tab.page.mouse.up()
        else:
            tab.page.keyboard.press(key)
        tab.wait("() => document.getAnimations().length > 0")
        game.state = game.follow(count + 2)
        assert game.state.names[count] == name


def test_kibitz_plays_a_game_for_one(tab):
    """It is watched at any speed, paused, and taken over."""
    tab.open("2048", sides=[PERSON])
    expect(tab.find(f"{PLAY} .players select")).to_have_count(1)
    expect(tab.heading).to_have_text("Your move")
    tab.button("Let Kibitz play").click()
    tab.find(".pace select").select_option("fastest")
    tab.wait("() => document.querySelectorAll('ol.moves > li').length > 12")
    expect(tab.find(f"{PLAY} .thought")).to_contain_text("by ")
    tab.button("Pause").click()
    expect(tab.button("Go on")).to_be_visible()
    expect(tab.heading).to_have_text("Paused")
    tab.page.wait_for_timeout(400)
    count = tab.moves.count()
    tab.page.wait_for_timeout(600)
    expect(tab.moves).to_have_count(count)
    assert tab.violations() == []
    tab.button("Go on").click()
    tab.wait("count => document.querySelectorAll('ol.moves > li').length > count + 4", count)
    tab.button("Play yourself").click()
    expect(tab.heading).to_have_text("Your move")


def test_seats_and_what_is_assumed_of_the_others(tabs):
    """The dialog asks how many play, and offers for each a person, Kibitz, chance and the game's policy."""
    tab = tabs(viewport=PHONE)
    asked = []
    tab.page.on("websocket", lambda socket: socket.on("framesent", lambda text: asked.append(json.loads(text))))
    tab.open("pacman:layout=trapped", sides=[PERSON])
    tab.button("New game").click()
    dialog = tab.page.get_by_role("dialog", name="New game")
    dialog.get_by_label("layout").fill("medium")
    dialog.get_by_label("layout").press("Tab")
    expect(dialog.locator(".seats select")).to_have_count(4)
    dialog.get_by_label("Ghost 1").select_option("policy")
    dialog.get_by_label("Ghost 2").select_option("random")
    dialog.get_by_label("Ghost 3").select_option("level 2")
    dialog.get_by_label("Kibitz assumes that others play").select_option("best:0.8")
    expect(dialog.get_by_role("button", name="Start")).to_be_in_viewport(ratio=1)
    assert tab.violations() == []
    dialog.get_by_role("button", name="Start").click()
    expect(dialog).to_be_hidden()
    tab.page.keyboard.press("ArrowLeft")
    expect(tab.moves).to_have_count(4)
    drawn = [each["by"] for each in asked if each["ask"] == "draw"]
    assert drawn == ["policy", "random"]
    assert [each["others"] for each in asked if each["ask"] == "think"] in ([], ["best:0.8"])
    expect(tab.heading).to_have_text("Pac-Man to move")
    tab.button("Hint").click()
    expect(tab.find(f"{PLAY} .thought")).to_contain_text("0.8")
    expect(tab.find(f"{PLAY} .assumed")).to_have_text("Kibitz assumes that others play their best, 8 times of 10")
    expect(tab.find(f"{PLAY} [data-cell=status]")).to_have_attribute("aria-label", re.compile("score .* steps left"))
    for scheme in ("light", "dark"):
        tab.page.emulate_media(color_scheme=scheme)
        assert tab.violations() == []
    tab.button("New game").click()
    for game, model in (("Pac-Man", "best:0.8"), ("Nim", "best")):  # another game begins as usual
        dialog.get_by_role("radio", name=game).check()
        assert dialog.get_by_label("Kibitz assumes that others play").input_value() == model


def test_a_game_is_saved_and_opened_again(tab, tabs, tmp_path):
    line, _ = named_line("chess", "e4 c5 Nf3")
    Game(tab, "chess", line, 3)
    with tab.page.expect_download() as saved:
        tab.button("Save").click()
    assert saved.value.suggested_filename == "kibitz-chess.json"
    saved.value.save_as(tmp_path / "game.json")
    assert json.loads((tmp_path / "game.json").read_text())["moves"] == ["e4", "c5", "Nf3"]
    other = tabs().open("tic-tac-toe", sides=[PERSON, ENGINE])
    other.find("input[type=file]").set_input_files(tmp_path / "game.json")
    other.settled(3, tab.find(".position").text_content())
    assert [seat.input_value() for seat in other.find(f"{PLAY} .players select").all()] == ["person", "person"]
    expect(other.heading).to_have_text("Black to move")
    (tmp_path / "bad.json").write_text("<b>no</b>")
    other.find("input[type=file]").set_input_files(tmp_path / "bad.json")
    expect(other.page.get_by_role("alert").filter(has_text="expected a move such as")).to_be_visible()
    expect(other.moves).to_have_count(3)


# Looking at searches and games


def test_a_tree_is_walked_forward_and_back(tab):
    tab.open("tic-tac-toe", moves=[0, 4, 8], view="tree")
    tab.find("#tree-depth").fill("2")
    tab.find("#tree-grow").click()
    view = "section[aria-label=Tree]"
    sentence, heading = tab.find(f"{view} .tree-sentence"), tab.find(f"{view} .tree-now h2")
    expect(heading).to_contain_text("Step")
    last = int(heading.text_content().split()[-1])
    expect(heading).to_have_text(f"Step {last} of {last}")

    def told(number):
        expect(heading).to_have_text(f"Step {number} of {last}")
        return sentence.text_content(), tab.find(f"{view} [role=treeitem].now").count()

    tab.button("First step", view).click()
    said = {1: told(1)}
    assert tab.button("One step back", view).is_disabled()
    for number in range(2, 8):
        tab.button("One step forward", view).click()
        said[number] = told(number)
    assert len({words for words, _ in said.values()}) == 7
    assert all(marked == 1 for _, marked in said.values())
    for number in range(6, 4, -1):
        tab.button("One step back", view).click()
        assert told(number) == said[number]
    tab.find(f"{view} input[type=range]").focus()
    for key, number in (
        *(("ArrowLeft", 4), ("ArrowLeft", 3), ("ArrowRight", 4), ("Home", 1), ("PageDown", 11), ("PageUp", 1)),
        *(("End", last), ("Home", 1)),
    ):
        tab.page.keyboard.press(key)
        words = told(number)
        assert words == said.get(number, words)
    tab.find(f"{view} [role=treeitem]").nth(1).click()
    tab.button("Go to where it is entered", view).click()
    expect(tab.find(f"{view} [role=treeitem].now")).to_have_attribute("aria-level", "2")
    tab.find("#tree-algorithm").select_option("rb-alpha-beta")
    tab.find("#tree-grow").click()
    tab.find("#tree-audit").click()
    expect(tab.find(f"{view} .tree-audit table").first).to_contain_text("Nodes")


def test_a_game_is_reviewed(tab):
    """With 3, 4 and 5, taking two of the first wins; with 1, 4 and 5 every move loses."""
    line, _ = named_line("nim", "a1 b1 c5 b1")
    Game(tab, "nim", line, 4)
    view = "section[aria-label=Review]"
    tab.button("Review").click()
    tab.button("Review the game", view).click()
    expect(tab.find(f"{view} .graph .dot")).to_have_count(5)
    rows = tab.find(f"{view} tbody tr")
    assert rows.evaluate_all("rows => rows.map(row => row.className.trim())")[0].startswith("blunder")
    expect(rows.nth(0).locator("td").nth(3)).to_have_text("100 %")
    rows.nth(1).get_by_role("button").click()
    expect(rows.nth(1).get_by_role("button")).to_have_attribute("aria-current", "step")
    expect(tab.find(f"{view} .said")).to_contain_text("Move 2. b1: ")
    tab.page.keyboard.press("ArrowLeft")
    expect(tab.find(f"{view} .said")).to_contain_text("Move 1. a1: ")
    graph = tab.find(f"{view} .graph").bounding_box()
    tab.page.mouse.click(graph["x"] + graph["width"] - 5, graph["y"] + 20)
    expect(rows.nth(3).get_by_role("button")).to_have_attribute("aria-current", "step")
    with tab.page.expect_download() as saved:
        tab.button("Text", view).click()
    assert saved.value.suggested_filename == "kibitz-nim.txt"
    rows.nth(1).get_by_role("button").click()
    tab.button("Play from here", view).click()
    expect(tab.find("ol.moves .move:not(.later)")).to_have_count(2)
    expect(tab.find("ol.moves .later")).to_have_count(2)


# What goes wrong

HOSTILE = r'''"""<img src=x onerror=alert(1)><script>alert(2)</script> is about nothing."""
from kibitz.board import Board, Cell, Label, Piece
player_names = ("<b onclick=alert(3)>one</b>", "\"'><svg onload=alert(4)>")
BAD = "<img src=x onerror=alert(5)>"
def start(): return 0
def turn(p): return p % 2
def moves(p):
    if p < 3:
        yield 1
        yield 2
def play(p, move): return p + move
def utility(p, player): return 0
def move_name(p, move): return f"{BAD}{move}\u202e"
def show(p): return f"<script>alert(6)</script>{p}"
def write(p): return f"</p><script>alert({p})</script>"
def read(text): return int(text.split("(")[1].split(")")[0])
'''
BOARD = r"""
def board(p):
    cells = [Cell(BAD, 0, 0), Cell("\"] , * { color: red } </style><script>alert(7)</script>", 1, 0)]
    pieces = [Piece(BAD, "text", "first", "<script>x</script>", "<i>piece</i>")]
    return Board(cells, pieces, [Label(0, 1, "<u>label</u>")], {1: (BAD,), 2: (cells[1].name,)})
"""


@pytest.mark.parametrize("text", [HOSTILE, HOSTILE + BOARD], ids=["text", "board"])
def test_hostile_text_stays_text(tabs, write_game, text):
    own = load(write_game(text, "<u>hostile.py"))
    server = Server(own.spec())
    try:
        tab = tabs(server.url).open(own.spec())
        expect(tab.heading).to_have_text("<b onclick=alert(3)>one</b> to move")
        expect(tab.find(".position")).to_have_text("</p><script>alert(0)</script>")
        if own.rules.board:
            expect(tab.find(f"{PLAY} .labels text")).to_have_text("<u>label</u>")
            expect(tab.find(f"{PLAY} .pieces text")).to_have_text("<script>x</script>")
            tab.find(f"{PLAY} [data-cell]").first.click()
        else:
            expect(tab.find(f"{PLAY} .picture")).to_have_text("<script>alert(6)</script>0")
            tab.find(f"{PLAY} [data-move]").first.click()
        expect(tab.moves).to_have_text(["<img src=x onerror=alert(5)>1\u202e"])
        expect(tab.heading).to_have_text("\"'><svg onload=alert(4)> to move")
        tab.find("#typed").fill("<img src=x onerror=alert(8)>")
        tab.page.keyboard.press("Enter")
        expect(tab.page.get_by_role("alert").first).to_contain_text("<img src=x onerror=alert(8)> is not a legal move")
        tab.button("New game").click()
        expect(tab.find("dialog .soft").first).to_contain_text("<img src=x onerror=alert(1)>")
        picture = tab.find("dialog .tile").first.locator(":is(img, .tile-text)")
        if text == HOSTILE:
            expect(picture).to_have_text("<script>alert(6)</script>0")
        else:
            expect(picture).to_have_attribute("src", re.compile(r"^data:image/svg\+xml,"))
        tab.page.keyboard.press("Escape")
        tab.button("Rules").click()
        expect(tab.find("dialog.rules p").first).to_contain_text("<img src=x onerror=alert(1)>")
        tab.page.keyboard.press("Escape")
        tab.page.get_by_role("link", name="Tree").click()
        tab.find("#tree-grow").click()
        expect(tab.find("section[aria-label=Tree] .tree-story")).to_contain_text("<img src=x onerror=alert(5)>")
        position = tab.find("section[aria-label=Tree] .tree-position")
        if text is HOSTILE:
            expect(position).to_contain_text("</p><script>alert(1)</script>")
        else:  # drawn as a board, which is called by the position's text
            expect(position).to_have_attribute("aria-label", "</p><script>alert(1)</script>")
        assert (
            tab.find(
                "main img:not(.tile-picture > img[src^='data:image/svg+xml,']), main b, main u, main i, main script, main style, svg svg"
            ).count()
            == 0
        )
        assert tab.violations() == []
        tab.page.close()  # or it would look for the server
    finally:
        server.close()


THREE = """
players = 3
player_names = ("north", "south-east", "south-west")
def start(): return 30
def turn(p): return -p % 3
def moves(p):
    if p > 0: yield 3 if p % 3 else 1
    if p > 1 and p % 3 == 0: yield 2
def play(p, move): return p - 1
def utility(p, player): return 0
"""
"""Each in turn takes one thing; only the first has a choice of how."""
OVER = """() => {
    const boxes = [...document.querySelectorAll(".players label > *")].map(each => each.getBoundingClientRect());
    const table = document.querySelector(".play > .table").getBoundingClientRect();
    const meets = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return boxes.some((a, i) => a.right > table.right + 1 || boxes.slice(0, i).some(b => meets(a, b)));
}"""


def test_three_players(tabs, write_game):
    """Seats lie side by side, Kibitz takes all but the first, and moves that are forced need no search."""
    server = Server(write_game(THREE, "three.py"))
    try:
        tab = tabs(server.url, viewport={"width": 1100, "height": 800})
        asked = []
        tab.page.on("websocket", lambda socket: socket.on("framesent", lambda text: asked.append(json.loads(text))))
        tab.open()
        seats = tab.find(".players select")
        expect(seats).to_have_count(3)
        assert [seat.input_value() for seat in seats.all()] == ["person", "level 4", "level 4"]
        for size in ({"width": 1100, "height": 800}, {"width": 870, "height": 800}, PHONE):
            tab.page.set_viewport_size(size)
            assert not tab.page.evaluate(OVER), size
        assert tab.violations() == []
        tab.find(f"{PLAY} .board .moves [data-move='2']").click()
        expect(tab.moves).to_have_text(["2", "3", "3"])
        assert not [each for each in asked if each["ask"] == "think"]
        tab.button("Hint").click()
        expect(tab.find(f"{PLAY} .lines li").first).to_be_visible()
        (hint,) = [each for each in asked if each["ask"] == "think"]
        assert "level" not in hint  # whoever asks wants the best move, not the opponent's
        tab.page.close()
    finally:
        server.close()


@pytest.mark.slow
def test_a_star_of_three_by_mouse(tabs):
    """One person sits down, Kibitz answers twice; seats and moves have the colours of the pieces."""
    tab = tabs(viewport={"width": 1100, "height": 800})
    tab.open("chinese-checkers", sides=[])
    seats = tab.find(".players select")
    assert [seat.input_value() for seat in seats.all()] == ["person", "level 4", "level 4"]
    assert tab.find(".players label > span").all_text_contents() == ["Red", "Green", "Yellow"]
    for width in (1440, 1100, 768, 360):
        tab.page.set_viewport_size({"width": width, "height": 800})
        assert not tab.page.evaluate(OVER), width
        assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
    tab.page.set_viewport_size({"width": 1100, "height": 800})
    expect(tab.button("New game")).to_be_in_viewport(ratio=1)
    for seat in (1, 2):
        seats.nth(seat).select_option("random")
    tab.click("n1")
    tab.click("m5")
    expect(tab.moves).to_have_count(3)
    tones = [each.get_attribute("class") for each in tab.find("ol.moves button").all()]
    assert tones == ["move tone-red", "move tone-green", "move tone-yellow"]
    expect(tab.heading).to_have_text("Red to move")
    tab.button("Hint").click()
    expect(tab.find(f"{PLAY} .scores li")).to_have_count(3)
    expect(tab.find(f"{PLAY} .thought .score .chip")).to_have_text("red")
    expect(tab.button("Stop")).to_be_disabled()
    assert tab.violations() == []
    tab.button("Undo").click()
    expect(tab.find("ol.moves .move:not(.later)")).to_have_count(0)
    tab.button("Redo").click()
    expect(tab.find("ol.moves .move:not(.later)")).to_have_count(3)


def test_six_seats_on_a_phone_and_visits(tabs):
    tab = tabs(viewport={"width": 360, "height": 740}, color_scheme="dark")
    asked = []
    tab.page.on("websocket", lambda socket: socket.on("framesent", lambda text: asked.append(json.loads(text))))
    tab.open("nim:heaps=3,4", sides=[])
    tab.button("New game").click()
    dialog = tab.page.get_by_role("dialog", name="New game")
    dialog.get_by_role("radio", name="Chinese checkers").check()
    dialog.get_by_label("players").fill("6")
    dialog.get_by_label("players").press("Tab")
    chosen = dialog.locator(".seats select")
    expect(chosen).to_have_count(6)
    assert [seat.input_value() for seat in chosen.all()] == ["person", *["level 4"] * 5]
    tones = [each.get_attribute("class").split()[-1] for each in dialog.locator(".seats label").all()]
    assert tones == [f"tone-{tone}" for tone in ("red", "dark", "green", "blue", "yellow", "light")]
    chosen.nth(1).select_option("mcts 0.5")
    dialog.get_by_label("Kibitz assumes that others play").select_option("random")
    dialog.get_by_role("button", name="Start").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Monte Carlo tree search assumes that others play their best")
    dialog.get_by_label("Kibitz assumes that others play").select_option("best")
    dialog.get_by_role("button", name="Start").click()
    expect(dialog).to_be_hidden()
    expect(tab.find(".players select")).to_have_count(6)
    assert not tab.page.evaluate(OVER)
    assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tab.button("Hint").click()
    expect(tab.find(f"{PLAY} .line-visits .share")).to_have_count(3)
    expect(tab.find(f"{PLAY} .numbers dt").first).to_have_text("visits")
    expect(tab.find(f"{PLAY} .arrow.best text")).to_have_text(re.compile(r"^\d+ %$"))
    expect(tab.button("Stop")).to_be_disabled()
    (hint,) = [each for each in asked if each["ask"] == "think"]
    assert (hint["algorithm"], "depth" in hint) == ("engine", False)
    assert tab.violations() == []


def test_three_are_reviewed(tabs):
    tab = tabs(viewport={"width": 1100, "height": 800})
    tab.open("chinese-checkers", named_line("chinese-checkers", "n1-m5 e3-e5 e10-e9")[0])
    tab.button("Review").click()
    view = "section[aria-label=Review]"
    tab.find(f"{view} select").select_option("0.2")
    tab.button("Review the game", view).click()
    expect(tab.find(f"{view} .graph .curve[class*=tone-]")).to_have_count(3)
    tab.find(f"{view} tbody button").nth(1).click()
    expect(tab.find(f"{view} .said")).to_contain_text("for green.")
    assert tab.violations() == []


def test_two_people_at_once(tabs):
    one, two = tabs().open(LONG), tabs().open("connect-four:columns=5", view="tree")
    one.button("Watch it think").click()
    one.wait("() => document.querySelectorAll('section[aria-label=Play] .arrow').length > 1")
    two.find("#tree-depth").fill("4")
    two.find("#tree-grow").click()
    expect(two.find("section[aria-label=Tree] .tree-now h2")).to_contain_text("Step")
    expect(one.button("Stop")).to_be_enabled()
    assert one.find(".position").text_content() != two.find(".position").text_content()
    two.page.get_by_role("link", name="Play", exact=True).click()
    expect(two.find(f"{PLAY} [data-cell='3.1']")).to_be_visible()
    two.click("3.1")
    expect(two.moves).to_have_count(1)
    expect(one.moves).to_have_count(0)
    one.button("Stop").click()
    expect(one.button("Stop")).to_be_disabled()


def test_a_reload_keeps_the_game(tab):
    line, _ = random_line("hex:size=3", 3)
    game = Game(tab, "hex:size=3", line[:3])
    game.by_mouse()
    tab.button("Undo").click()
    expect(tab.find("ol.moves .later")).to_have_count(1)
    tab.button("Flip").click()
    tab.page.reload()
    tab.settled(3, game.rules.write(game.positions[2]))
    expect(tab.find("ol.moves .later")).to_have_count(1)
    tab.button("Redo").click()
    tab.wait("() => !document.querySelector('ol.moves .later')")
    tab.settled(3, game.rules.write(game.positions[3]))


def test_a_lost_connection_is_found_again(tabs, monkeypatch):
    first = Server()
    tab = tabs(first.url).open(LONG)
    tab.forgiven = "console: WebSocket connection to .* failed"
    status = tab.find("header [role=status]")
    tab.button("Watch it think").click()
    tab.wait("() => document.querySelectorAll('section[aria-label=Play] .arrow').length > 1")
    first.close()
    expect(status).to_contain_text("No connection to Kibitz")
    assert tab.violations() == []
    listed = Shelf.listed
    monkeypatch.setattr(Shelf, "listed", lambda shelf: (time.sleep(1), listed(shelf))[1])  # one may play meanwhile
    second = Server(port=first.port)
    try:
        expect(status).to_be_empty()
        tab.find("#typed").fill("a5")
        tab.page.keyboard.press("Enter")
        expect(tab.moves).to_have_text(["a5"])
        tab.wait("() => document.querySelectorAll('section[aria-label=Play] .arrow').length > 1")
        tab.button("Stop").click()
        expect(tab.button("Stop")).to_be_disabled()
    finally:
        second.close()


# For everybody


def test_every_view_is_accessible(tab):
    line, _ = named_line("nim", "a1 b1 c5 b1")
    Game(tab, "nim", line, 4)

    def check():
        for viewport in (DESKTOP, PHONE):
            tab.page.set_viewport_size(viewport)
            for scheme in ("light", "dark"):
                tab.page.emulate_media(color_scheme=scheme)
                assert tab.violations() == [], (viewport, scheme)

    tab.button("Hint").click()
    expect(tab.find(f"{PLAY} .arrow.best")).to_have_count(1)
    check()
    tab.button("New game").click()
    check()
    tab.page.keyboard.press("Escape")
    tab.page.get_by_role("link", name="Tree").click()
    tab.find("#tree-grow").click()
    expect(tab.find("section[aria-label=Tree] .tree-now h2")).to_contain_text("Step")
    tab.button("One step back", "section[aria-label=Tree]").click()
    check()
    tab.page.get_by_role("link", name="Review").click()
    tab.button("Review the game", "section[aria-label=Review]").click()
    expect(tab.find("section[aria-label=Review] .graph .dot")).to_have_count(5)
    check()
    tab.page.get_by_role("link", name="Lessons").click()
    tab.find("#lesson-number").fill("14")
    tab.find("#lesson-check").click()
    expect(tab.find(".lesson-hint")).to_be_visible()
    check()
