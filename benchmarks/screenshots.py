"""Pictures of every view in a real browser: wide and narrow, light and dark.

    python benchmarks/screenshots.py FOLDER [--only NAME …] [--screens wide-light …] [--full]

Needs Debian's chromium (or KIBITZ_CHROMIUM) and `pip install playwright`. Positions are fixed; what a search says of
them depends on the machine. The pictures in docs/images are some of these, made small by `pngquant --force --ext .png
--nofs 64`.
"""

import argparse
import json
import os
import random
import re
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright
from web import Server

import kibitz

QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
QUIET += ["--disable-component-update", "--disable-sync"]
SIZES = {"wide": (1280, 860), "laptop": (1366, 660), "phone": (390, 844)}
SCREENS = [f"{size}-{scheme}" for size in SIZES for scheme in ("light", "dark")]
OPERA = (
    "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 "
    "Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#"
)
ITALIAN = "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6 O-O O-O Re1 a6 Bb3 Ba7 Nbd2 h6"
FOURS = "4 4 4 3 5 6 3 3 4 5 5"
LESSON = "((3 12 8) (2 4 6) (14 5 2))"
GAMES = {
    "breakthrough": 14,
    "chess": ITALIAN,
    "chinese-checkers": 18,
    "chinese-checkers:players=6": 24,
    "connect-four": FOURS,
    "dots-and-boxes": 22,
    "draughts": 16,
    "go": 24,
    "gomoku": 10,
    "hex": 16,
    "kalah": 6,
    "nim": 2,
    "nine-mens-morris": 14,
    "othello": 22,
    "pig": 2,
    "shapes-four": 7,
    "three-mens-morris": 6,
    "tic-tac-toe": 3,
    LESSON: 0,
}
"""For each game its moves, or how many moves at random."""


def moves_of(spec, wanted):
    """Give the numbers of moves that are named, or of so many at random."""
    game, choose = kibitz.load(spec), random.Random(5)
    state = game.begin(wanted if isinstance(wanted, str) else "")
    while isinstance(wanted, int) and len(state.played) < wanted:
        state.play(choose.choice(state.moves()))
    return state.played


class Visitor:
    """Somebody at a page of one size, who goes from view to view."""

    def __init__(self, browser, server, screen, folder, full):
        size, scheme = screen.split("-")
        width, height = SIZES[size]
        self.screen, self.folder, self.full = screen, folder, full
        self.address = f"http://127.0.0.1:{server.port}/"
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            has_touch=size == "phone",
            device_scale_factor=2 if size == "phone" else 1,
        )
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: print(f"{screen}: {error}"))
        self.page.goto(self.address)
        self.page.wait_for_selector(".position:not(:empty)")

    def open(self, view, game, wanted):
        """Open a view with a game on the board, all seats taken by people."""
        line = {"game": game, "start": None, "moves": moves_of(game, wanted)}
        kept = {"line": line, "undone": [], "sides": [{"kind": "person"}] * kibitz.load(game).players, "flip": False}
        self.page.evaluate("kept => sessionStorage.setItem('kibitz-game', kept)", json.dumps(kept))
        self.page.goto("about:blank")
        self.page.goto(f"{self.address}#{view}")
        self.page.wait_for_selector(f"a[href='#{view}'][aria-current]")
        self.page.wait_for_timeout(600)

    def take(self, name):
        """Take the picture."""
        self.page.screenshot(path=self.folder / f"{name}-{self.screen}.png", full_page=self.full)

    def play(self, game):
        """Play, while Kibitz thinks about the position."""
        self.open("play", game, GAMES[game])
        self.page.get_by_role("button", name="Watch it think").click()
        self.page.wait_for_selector(".lines li", timeout=90_000)
        self.page.mouse.move(2, 400)
        self.page.wait_for_timeout(1500)
        self.take("play-tree" if game == LESSON else f"play-{re.sub('[:=]', '-', game)}")

    def start(self):
        """See the page as it opens."""
        self.page.evaluate("sessionStorage.clear()")
        self.page.goto("about:blank")
        self.page.goto(self.address)
        self.page.wait_for_selector(".position:not(:empty)")
        self.page.wait_for_timeout(600)
        self.take("start")

    def setup(self):
        """Choose a game."""
        self.open("play", "connect-four", 0)
        self.page.get_by_role("button", name="New game").click()
        self.page.wait_for_timeout(200)
        self.take("new-game")

    def tree(self):
        """Step to a cut."""
        self.open("tree", LESSON, 0)
        self.take("tree-empty")
        self.grow("2", 14)
        self.take("tree-lesson")
        self.open("tree", "tic-tac-toe", "1 5 9 3")
        self.grow("3", 40)
        self.take("tree-game")

    def beside(self):
        """Step through two searches side by side."""
        self.open("tree", LESSON, 0)
        self.page.select_option("#tree-beside", "minimax")
        self.grow("2", 14)
        self.page.locator(".pair").evaluate("each => each.scrollIntoView()")
        self.page.wait_for_timeout(300)
        self.take("beside")

    def grow(self, depth, step):
        """Grow a tree and go to a step."""
        self.page.fill("#tree-depth", depth)
        self.page.click("#tree-grow")
        self.page.wait_for_selector("[data-node='0']", timeout=60_000)
        self.page.wait_for_timeout(400)
        self.page.locator(".tree-view .tree-stepper input").first.evaluate(
            "(slider, step) => { slider.value = step; slider.dispatchEvent(new Event('input')) }", step - 1
        )
        self.page.wait_for_timeout(500)

    def lessons(self):
        """Read a lesson, answer half of it, then all of it, and read another with a board."""
        self.open("lessons", "connect-four", 0)
        self.page.click("[data-lesson='alpha-beta']")
        self.page.wait_for_timeout(600)
        for name, leaves in (("lesson", "bb, cc"), ("lesson-answer", "bb, bc")):
            self.page.locator(".lesson-question input").first.fill(leaves)
            self.page.click("#lesson-check")
            self.page.wait_for_timeout(900)
            self.take(name)
        self.page.locator(".lesson-list button").last.click()
        self.page.wait_for_timeout(600)
        self.take("lesson-last")

    def review(self):
        """Review a game."""
        self.open("review", "chess", OPERA)
        self.take("review-empty")
        self.page.get_by_role("button", name="Review the game").click()
        self.page.wait_for_selector(".review tbody tr", timeout=120_000)
        wrong = self.page.locator(".review tr.blunder button, .review tr.mistake button")
        (wrong if wrong.count() else self.page.locator(".review tbody button")).last.click()
        self.page.wait_for_timeout(500)
        self.take("review")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+", help="a game, or start, setup, tree, beside, lessons, review")
    parser.add_argument("--screens", nargs="+", choices=SCREENS, default=[s for s in SCREENS if "laptop" not in s])
    parser.add_argument("--full", action="store_true", help="the whole page, also what must be scrolled to")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    chromium = os.environ.get("KIBITZ_CHROMIUM") or shutil.which("chromium")
    server = Server()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=QUIET)
            for screen in chosen.screens:
                visitor = Visitor(browser, server, screen, chosen.folder, chosen.full)
                for game in GAMES:
                    if not chosen.only or game in chosen.only:
                        visitor.play(game)
                for view in ("start", "setup", "tree", "beside", "lessons", "review"):
                    if not chosen.only or view in chosen.only:
                        getattr(visitor, view)()
                visitor.context.close()
                print(f"{screen}: done", flush=True)
            browser.close()
    finally:
        server.close()


if __name__ == "__main__":
    main()
