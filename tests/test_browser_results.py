"""Results in a real browser: standings, cross table, games under way and finished ones, on a desktop and on a phone."""

import re
import subprocess
import sys
import time
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from kibitz import results, tournament
from tests.browser import Tab, browser
from tests.test_browser import DESKTOP
from tests.test_browser_links import REVIEW, address_is, copied, follow, is_told
from tests.test_web_results import played, running
from tests.web import Server

RESULTS = "section[aria-label=Results]"
PHONE = {"width": 360, "height": 740}
PLAYERS = {"deep": "alpha-beta:depth=3", "flat": "alpha-beta:depth=1", "lucky": "random"}
LIVE = f"{RESULTS} .live-boards figure"


@pytest.fixture(scope="module")
def chromium():
    with browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def stores(tmp_path_factory):
    """A tournament, and one in which the same player always wins, so that there are bounds in place of ratings."""
    folder = tmp_path_factory.mktemp("stores")
    tournament("connect-four", PLAYERS, games=66, record=folder / "four.db", jobs=1)
    with running(folder / "sure.db") as store:
        for number in range(1, 9):
            store.add(replace(played(number, "1", "9"), score=1.0, result="one wins"))
    return [folder / "four.db", folder / "sure.db"]


@pytest.fixture(scope="module")
def server(chromium, stores):
    server = Server(stores=stores)
    yield server
    server.close()


@pytest.fixture
def tabs(chromium, server):
    """Opens pages, each of another person; at the end nothing went wrong in any of them."""
    opened = []

    def new(address, size=DESKTOP, url=server.url):
        tab = Tab(chromium, url, viewport=size, reduced_motion="reduce")
        opened.append(tab)
        follow(tab, address)
        return tab

    yield new
    for tab in opened:
        tab.close()


def games(tab):
    return tab.find(f"{RESULTS} .results-games [data-number]")


def fits(tab):
    """See that the page is not wider than the screen, and accessible in both themes."""
    width = tab.page.viewport_size["width"]
    for scheme in ("light", "dark"):
        tab.page.emulate_media(color_scheme=scheme)
        assert tab.violations() == []
    assert tab.page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_tournament_is_shown_and_a_game_leads_to_its_review(tabs, stores, size):
    tab = tabs("#results", size)
    with results(stores[0]) as store:
        found, game = store.result(), store.game(60)
    expect(tab.find(f"{RESULTS} .results-state")).to_have_text("Finished: 66 games")
    expect(tab.find(f"{RESULTS} h2").first).to_have_text("Connect Four · tournament of 3 players")
    rows = tab.find(f"{RESULTS} .results-standings tbody tr")
    expect(rows).to_have_count(3)
    for row, place in zip(rows.all(), found.standings):
        assert place.name in row.text_content()
        assert place.elo.describe().replace("-", "−") in row.text_content()
    expect(tab.find(f"{RESULTS} .ratings .whisker")).to_have_count(3)
    cells = tab.find(f"{RESULTS} .cross tbody tr").first.locator("td").all_text_contents()
    assert cells == [cell.replace(".0/", "/") for cell in found.cross_rows()[1][2:]]
    expect(games(tab)).to_have_count(50)
    expect(games(tab).first).to_have_text("66")
    expect(tab.find(LIVE)).to_have_count(0)
    fits(tab)
    tab.find(f"{RESULTS} .results-games tr:has([data-number='60']) .results-names").click()
    expect(tab.find(f"{REVIEW} .board")).to_be_visible()
    words = "+".join([*game["opening"], *game["moves"]])
    address_is(tab, f"#review?game=connect-four&moves={words}&ply={len(words.split('+'))}")
    tab.page.go_back()
    expect(games(tab).first).to_be_visible()
    address_is(tab, "#results?store=four.db")


def test_lists_by_keys_and_their_links(tabs):
    tab = tabs("#results", PHONE)
    tab.tab_to(f"{RESULTS} select")
    tab.find(f"{RESULTS}").get_by_label("List").select_option("longest")
    tab.find(f"{RESULTS}").get_by_label("Games of").select_option("lucky")
    address_is(tab, "#results?store=four.db&list=longest&player=lucky")
    expect(games(tab)).to_have_count(44)
    plies = [int(each) for each in tab.find(f"{RESULTS} .results-games td:nth-child(4)").all_text_contents()]
    assert plies == sorted(plies, reverse=True)
    other = tabs(copied(tab))
    expect(games(other)).to_have_count(44)
    assert other.find(RESULTS).get_by_label("Games of").input_value() == "lucky"
    follow(tab, "#results?store=four.db")
    expect(games(tab)).to_have_count(50)
    tab.button("Older", RESULTS).click()
    expect(games(tab).first).to_have_text("16")
    address_is(tab, "#results?store=four.db&before=17")
    tab.button("Newer", RESULTS).click()
    expect(games(tab).first).to_have_text("66")
    address_is(tab, "#results?store=four.db")
    tab.tab_to("[data-number]")
    tab.page.keyboard.press("Enter")
    expect(tab.find(f"{REVIEW} .board")).to_be_visible()


def test_upsets_and_a_rating_that_is_only_a_bound(tabs):
    tab = tabs("#results?store=four.db&list=upsets")
    expect(tab.find(f"{RESULTS} .results-games th").last).to_have_text("Elo lower")
    tab.find(RESULTS).get_by_label("Store").select_option("sure.db")
    expect(tab.find(f"{RESULTS} h2").first).to_contain_text("Tic-Tac-Toe")
    expect(tab.find(f"{RESULTS} .results-games tbody tr")).to_have_count(8)
    address_is(tab, "#results?store=sure.db")
    ratings = tab.find(f"{RESULTS} .results-standings tbody td:nth-child(3)").all_text_contents()
    assert [text.split()[0] for text in ratings] == ["+0.0", "below"]
    arrows = [each.get_attribute("d").count("L") for each in tab.find(f"{RESULTS} .whisker").all()]
    assert arrows == [0, 2]
    expect(tab.find(f"{RESULTS} .rating")).to_have_count(1)
    expect(tab.find(f"{RESULTS} .cross")).to_be_hidden()
    fits(tab)


def test_bad_links_are_told_in_a_sentence(tabs):
    tab = tabs("#results?store=four.db&player=nobody")
    expect(tab.find(f"{RESULTS} [role=alert]")).to_contain_text("four.db has no player 'nobody'")
    for address, words in (
        ("#results?store=no.db", "there is no store no.db here; there are four.db, sure.db"),
        ("#results?list=best", "list in this link must be games, longest, upsets"),
    ):
        follow(tab, address)
        is_told(tab, address, words)


def test_a_run_is_watched_and_ends(tabs, tmp_path):
    path = tmp_path / "run.db"
    players = ["a=alpha-beta:seconds=0.06", "b=alpha-beta:seconds=0.03"]
    options = ["--game", "connect-four", "--games", "200", "--jobs", "1", "--record", str(path)]
    command = [sys.executable, "-m", "kibitz", "tournament", *players, *options]
    run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    server = None
    try:
        end = time.monotonic() + 60
        while not path.exists() and time.monotonic() < end:
            time.sleep(0.05)
        server = Server(stores=[path], read_only=True)
        tab = tabs("#results", PHONE, server.url)
        expect(tab.find(LIVE).first).to_be_visible()
        expect(tab.find(f"{LIVE} .piece").first).to_be_visible()
        expect(tab.find(f"{RESULTS} .results-state")).to_contain_text("Running: ")
        before = tab.find(LIVE).first.get_attribute("data-plies")
        pieces = "document.querySelectorAll('.live-boards figure:first-child .piece').length"
        count = tab.page.evaluate(pieces)
        expect(tab.find(LIVE).first).not_to_have_attribute("data-plies", before)
        tab.wait(f"count => {pieces} !== count", count)
        expect(tab.find(f"{RESULTS} .results-state")).to_contain_text(re.compile(" a (second|minute)"))
        expect(games(tab).first).to_be_visible()
        assert tab.violations() == []
        assert tab.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        run.terminate()
        run.wait(30)
        expect(tab.find(f"{RESULTS} .results-state")).to_contain_text("Not running: ")
        expect(tab.find(LIVE)).to_have_count(0)
    finally:
        run.kill()
        run.wait()
        if server:
            server.close()


def test_a_game_that_the_server_does_not_know(tabs, write_game, tmp_path):
    game, path = write_game("from kibitz.games.nim import *\n"), tmp_path / "mine.db"
    tournament(game, ["one=random", "two=random"], games=4, random_plies=1, record=path, jobs=1)
    server = Server(stores=[path])
    tab = tabs("#results", url=server.url)
    expect(tab.find(RESULTS).get_by_text("this server does not know the rules of")).to_be_visible()
    expect(tab.find(f"{RESULTS} .results-games tbody tr")).to_have_count(4)
    expect(games(tab)).to_have_count(0)
    tab.page.close()  # or it would look for the server
    server.close()
