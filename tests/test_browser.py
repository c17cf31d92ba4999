"""The page in a real browser: whole games by mouse and by keys, searches, trees, lessons, and what goes wrong."""

import random

import pytest

from kibitz import load
from kibitz.game import built_in_names
from kibitz.record import result_of
from tests.browser import Game, Keys, Tab, browser
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
        opened.append(Tab(chromium, url, **{"viewport": DESKTOP, **options}))
        return opened[-1]

    yield new
    for tab in opened:
        tab.close()


@pytest.fixture
def tab(tabs):
    return tabs()


def random_line(spec, seed):
    """A whole game of chance, and how it ends."""
    game, choose = load(spec), random.Random(seed)
    positions, moves = [game.first()], []
    while result_of(game, positions) is None:
        moves.append(choose.choice(game.legal(positions[-1])))
        positions.append(game.after(positions[-1], moves[-1]))
    return moves, result_of(game, positions)


def named_line(spec, names, start=None):
    """A game by the names of its moves."""
    game = load(spec)
    positions = game.line(names, None if start is None else game.from_text(start))
    moves = [game.find_move(p, name) for p, name in zip(positions, names.split())]
    return moves, result_of(game, positions)


# Whole games

BY_MOUSE = [
    ("breakthrough:columns=5,rows=5", 3),
    ("connect-four", 0),
    ("dots-and-boxes:columns=2,rows=2", 0),
    ("hex:size=5", 0),
    ("kalah", 0),
    ("nim", 1),
    ("othello", 1),  # with a pass
    ("shapes-four", 2),
    ("three-mens-morris", 1),
    ("tic-tac-toe", 1),
]
BY_KEYS = [
    ("breakthrough:columns=4,rows=5", 2, 0),
    ("connect-four:columns=5,rows=4", 3, 0),
    ("dots-and-boxes:columns=2,rows=2", 3, 0),
    ("hex:size=3", 3, 0),
    ("kalah:houses=3,stones=2", 1, 0),
    ("nim:heaps=2,3", 2, 0),
    ("othello", 1, 50),
    ("shapes-four", 1, 0),
    ("three-mens-morris", 3, 0),
    ("tic-tac-toe", 2, 0),
]
names = lambda value: value.partition(":")[0] if isinstance(value, str) else ""  # noqa: E731


def test_every_game_with_a_board_is_played():
    boards = {name for name in built_in_names() if load(name).board}
    for played in (BY_MOUSE, BY_KEYS):
        assert {names(spec) for spec, *_ in played} | {"chess"} == boards


@pytest.mark.parametrize("spec", [*(spec for spec, _ in BY_MOUSE), "chess"])
def test_keys_lead_to_every_cell(spec):
    game = load(spec)
    keys = Keys(game.ask("board", game.first()).cells)
    first = next(iter(keys.cells))
    for name in keys.cells:
        assert len(keys.between(first, name)) + len(keys.between(name, first)) <= 2 * (len(keys.cells) - 1)


@pytest.mark.parametrize(("spec", "seed"), BY_MOUSE, ids=names)
def test_a_whole_game_by_mouse(tab, spec, seed):
    line, result = random_line(spec, seed)
    Game(tab, spec, line).by_mouse().is_over(result)


@pytest.mark.parametrize(("spec", "seed", "played"), BY_KEYS, ids=names)
def test_a_whole_game_by_keys(tab, spec, seed, played):
    line, result = random_line(spec, seed)
    Game(tab, spec, line, played).by_keys().is_over(result)


def test_a_mate_by_mouse(tab):
    line, result = named_line("chess", "f3 e5 g4 Qh4#")
    assert result == "black wins"
    Game(tab, "chess", line).by_mouse().is_over(result)


def test_a_mate_by_keys(tab):
    line, result = named_line("chess", "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#")
    assert result == "white wins"
    Game(tab, "chess", line).by_keys().is_over(result)
