"""A real browser for tests, and what a person does in it with a mouse or with keys alone.

`KIBITZ_BROWSER` may name a Chromium; without any the tests are skipped, or fail if `KIBITZ_REQUIRE_BROWSER=1`.
"""

import json
import os
import re
import shutil
from collections import deque
from contextlib import contextmanager
from functools import cached_property

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

from kibitz import load

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    *("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"),
)
PATIENCE = 60_000
"""Milliseconds for anything that is waited for: a search may have to be compiled first."""
HOT_SEAT = ({"kind": "person"},) * 3
ARROWS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}
KEEP = "([name, kept]) => sessionStorage.getItem(name) ?? sessionStorage.setItem(name, kept)"
PLAY = "section[aria-label=Play]"
INKS = """() => [".labels text", ".plate"].map(each => getComputedStyle(document.querySelector(
    `section[aria-label=Play] .field ${each}`)).fill.match(/[0-9.]+/g).slice(0, 3).map(Number))"""
MIDDLE = """name => {
    const cell = [...document.querySelectorAll("section[aria-label=Play] [data-cell]")].find(each => each.dataset.cell === name);
    const look = () => cell.querySelector(".hit").getBoundingClientRect();
    if (look().top < 60 || look().bottom > innerHeight) cell.scrollIntoView({ block: "center" });
    const { left, top, width, height } = look(), x = left + width / 2, y = top + height / 2;
    return { x, y, cell: document.elementFromPoint(x, y)?.closest("[data-cell]")?.dataset.cell };
}"""


def found_browser():
    """Give the path of a Chromium; skip or fail without one."""
    for name in filter(None, (os.environ.get("KIBITZ_BROWSER"), *NAMES)):
        if path := shutil.which(name):
            return path
    words = "no browser: install one (apt-get install chromium) or name one by KIBITZ_BROWSER=/path/to/chromium"
    if os.environ.get("KIBITZ_REQUIRE_BROWSER") == "1":
        pytest.fail(words)
    return pytest.skip(words)


@contextmanager
def browser():
    """Open a Chromium without a window."""
    path = found_browser()
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        flags = [*FLAGS, *(["--no-sandbox"] if as_root else [])]
        opened = playwright.chromium.launch(executable_path=path, args=flags)
        yield opened
        opened.close()


def blend(ink, ground, share):
    """The colour of ink that lets some of its ground through."""
    return [share * a + (1 - share) * b for a, b in zip(ink, ground)]


def light(colour):
    """How bright a colour is, from 0 to 1."""
    parts = [part / 255 for part in colour]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear))


class Tab:
    """A page of one person, who shares nothing with others.

    Law. It runs no script that fails, writes no error, opens no dialog, and asks nobody but the server.
    """

    def __init__(self, browser, url, **options):
        self.url = url
        self.context = browser.new_context(**options)
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.wrong = []
        self.forgiven = None
        page, hosts = self.page, (url, url.replace("http", "ws"), "data:", f"blob:{url}")
        page.on("pageerror", lambda error: self.blame(f"script: {error}"))
        page.on("console", lambda said: self.blame(f"console: {said.text}") if said.type == "error" else None)
        page.on("dialog", lambda dialog: (self.blame(f"dialog: {dialog.message}"), dialog.dismiss()))
        for event in ("request", "websocket"):
            page.on(event, lambda it: None if it.url.startswith(hosts) else self.blame(f"asks {it.url}"))

    def blame(self, words):
        if not (self.forgiven and re.search(self.forgiven, words)):
            self.wrong.append(words)

    def close(self):
        self.context.close()
        assert not self.wrong, self.wrong

    # Where it is

    def open(self, spec=None, moves=(), start=None, sides=HOT_SEAT, view="play"):
        """Come to a view, with a game on the page if one is given."""
        if spec is not None:
            line = {"game": spec, "start": start, "moves": list(moves)}
            kept = json.dumps({"line": line, "undone": [], "sides": sides, "flip": False})
            self.context.add_init_script(f"({KEEP})({json.dumps(['kibitz-game', kept])})")
        self.page.goto(f"{self.url}/#{view}", wait_until="commit")
        self.wait("() => document.querySelector('.position')?.textContent")
        return self

    def wait(self, condition, argument=None):
        """Wait until something holds on the page, looking at every frame."""
        self.page.wait_for_function(condition, arg=argument, polling="raf")

    def find(self, selector):
        return self.page.locator(selector)

    def button(self, name, within=PLAY):
        return self.find(within).get_by_role("button", name=name, exact=True)

    @property
    def heading(self):
        return self.find(f"{PLAY} .whose")

    @property
    def moves(self):
        return self.find(f"{PLAY} ol.moves > li")

    def settled(self, count, position):
        """Wait until so many moves are played, and see that this is the position."""
        self.wait("count => document.querySelectorAll('ol.moves > li').length === count", count)
        assert self.find(".position").text_content() == position

    # What a person does

    def click(self, cell):
        self.page.mouse.click(*self.middle(cell))

    def middle(self, cell):
        """Where a cell can be touched: nothing lies over its middle."""
        place = self.page.evaluate(MIDDLE, cell)
        assert place["cell"] == cell
        return place["x"], place["y"]

    def tab_to(self, selector):
        """Press Tab until something is in focus."""
        for _ in range(150):
            if self.page.evaluate("selector => document.activeElement?.matches(selector)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")

    def at(self):
        """The cell in focus."""
        return self.page.evaluate("document.activeElement?.getAttribute('data-cell')")

    def contrast(self):
        """How far what is written beside the cells stands out from the ground: 1 to 21, as axe-core counts for text."""
        ink, ground = self.page.evaluate(INKS)
        lights = sorted(light(colour) for colour in (blend(ink, ground, 0.85), ground))
        return (lights[1] + 0.05) / (lights[0] + 0.05)

    def violations(self):
        """What axe-core finds wrong, in a few words."""
        found = Axe().run(self.page).response["violations"]
        return [f"{each['id']}: {[node['html'][:160] for node in each['nodes']][:3]}" for each in found]


class Game:
    """A game on a page by a line of moves, which the rules know too."""

    def __init__(self, tab, spec, moves, played=0, start=None):
        self.tab, self.rules, self.line, self.played, self.start = tab, load(spec), moves, played, start
        self.positions = self.rules.begin(moves, start).positions
        tab.open(self.rules.spec(), moves[:played], start)
        tab.settled(played, self.rules.write(self.positions[played]))

    def by_mouse(self, click=None):
        """Play the line to its end."""
        click = click or self.tab.click
        for number, move in enumerate(self.line[self.played :], self.played):
            if not self.cells(number):
                self.tab.find(f'{PLAY} .board .moves [data-move="{move}"]').click()
            for cell in self.cells(number):
                click(cell)
            self.choose(number, move)
            self.tab.settled(number + 1, self.rules.write(self.positions[number + 1]))
        return self

    def by_keys(self):
        """Play the line to its end, and touch no mouse; the board keeps the focus."""
        tab, press = self.tab, self.tab.page.keyboard.press
        tab.tab_to(f"{PLAY} [data-cell]")
        keys = Keys(self.rules.ask("board", self.positions[0]).cells)
        for number, move in enumerate(self.line[self.played :], self.played):
            cells = self.cells(number)
            if not cells:
                tab.tab_to(f'{PLAY} .board .moves [data-move="{move}"]')
                press("Enter")
            elif not tab.at():
                tab.tab_to(f"{PLAY} [data-cell]")
            for cell in cells:
                for key in keys.between(tab.at(), cell):
                    press(key)
                assert tab.at() == cell
                press("Enter" if number % 2 else "Space")
            self.choose(number, move, press)
            tab.settled(number + 1, self.rules.write(self.positions[number + 1]))
        return self

    def cells(self, number):
        return self.rules.ask("board", self.positions[number]).moves[self.line[number]]

    def choose(self, number, move, press=None):
        """Say which move is meant, where cells do not."""
        touched = list(self.rules.ask("board", self.positions[number]).moves.values())
        if touched.count(self.cells(number)) < 2:
            return
        button = self.tab.find(f'{PLAY} .chooser [data-move="{move}"]')
        if press:
            self.tab.tab_to(f'.chooser [data-move="{move}"]')
            press("Enter")
        else:
            button.click()

    def is_over(self, result):
        """See that the page says what the rules say."""
        expect(self.tab.heading).to_have_text(result[0].upper() + result[1:])
        assert self.tab.find(f"{PLAY} .cell.can").count() == 0


class Luck:
    """A game of chance on a page: people move by mouse, nature by herself, and the rules follow."""

    def __init__(self, tab, spec, choose, sides=HOT_SEAT):
        self.tab, self.rules, self.choose = tab, load(spec), choose
        tab.open(spec, sides=sides)
        self.state = self.follow(0)

    def follow(self, least):
        """Wait until a person is to move after at least so many moves, and replay the game by the rules."""
        ready = "least => document.querySelectorAll('ol.moves > li').length >= least && "
        ready += "document.querySelector('section[aria-label=Play] .board :is(.cell.can, .moves button:enabled)')"
        self.tab.wait(
            f"least => ({ready})(least) || !document.querySelector('.whose').textContent.match(/move/i)", least
        )
        state = self.rules.begin(self.tab.moves.all_text_contents())
        assert self.tab.find(".position").text_content() == state.text
        return state

    def play(self):
        """Make a move that is drawn: touch its cells, its steps in any order, or press its button."""
        move = self.choose.choice(self.state.moves())
        cells = self.state.board.moves[move] if self.state.board else ()
        for cell in self.in_any_order(cells):
            self.tab.click(cell)
        chosen = self.tab.find(f'{PLAY} .board :is(.moves, .chooser) [data-move="{move}"]:enabled')
        if not cells or chosen.count():
            chosen.click()
        name, before = self.state.name(move), len(self.state.names)
        self.state = self.follow(before + 1)
        assert self.state.names[before] == name

    def in_any_order(self, cells):
        """Mix what may be mixed: the steps of a move, or what is chosen before a cell that completes it."""
        if len(cells) > 1 and (cells[-1],) in self.state.board.moves.values():
            faces = {piece.cell: piece.text for piece in self.state.board.pieces}
            kept = []
            for face in (faces[cell] for cell in cells[:-1]):
                kept.append(self.choose.choice([cell for cell in faces if faces[cell] == face and cell not in kept]))
            return [*self.choose.sample(kept, len(kept)), cells[-1]]
        if len(cells) >= 4 and len(cells) % 2 == 0:
            steps = [cells[i : i + 2] for i in range(0, len(cells), 2)]
            if {start for start, _ in steps} & {end for _, end in steps}:  # a piece that goes on from where it came
                return cells
            return [cell for step in self.choose.sample(steps, len(steps)) for cell in step]
        return cells


class Keys:
    """Where the arrow keys lead on a board: the nearest cell ahead, straight before aside."""

    def __init__(self, cells):
        self.cells = {cell.name: (cell.x, cell.y) for cell in cells if cell.shape != "wall"}

    @cached_property
    def beside(self):
        return {(name, key): self.nearest(name, *step) for name in self.cells for key, step in ARROWS.items()}

    def nearest(self, name, right, down):
        x, y = self.cells[name]
        best, least = name, float("inf")
        for other, (u, v) in self.cells.items():
            ahead = (u - x) * right + (v - y) * down
            aside = abs((u - x) * down) + abs((v - y) * right)
            if ahead > 0.01 and aside <= 1.2 * ahead and ahead + 2 * aside < least:
                best, least = other, ahead + 2 * aside
        return best

    def between(self, cell, target):
        """The fewest keys from one cell to another."""
        ways, waiting = {cell: []}, deque([cell])
        while target not in ways:
            here = waiting.popleft()
            for key in ARROWS:
                there = self.beside[here, key]
                if there not in ways:
                    ways[there] = [*ways[here], key]
                    waiting.append(there)
        return ways[target]
