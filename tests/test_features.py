"""Features: helpers against oracles that look at each cell, and the laws that the features of every game obey."""

import random
from itertools import product

import numpy as np
import pytest

from kibitz import GameError, analyze, check, load
from kibitz.bits import signed
from kibitz.features import blocks, cells, mirror, patterns, square_symmetries, standing, turned_cells
from kibitz.games import draughts
from kibitz.loader import built_in_names
from kibitz.model import LINEAR, MOST_ON, NET, SHIFT, Form, Model, block_of
from kibitz.search.wander import wander
from tests.test_check import GOOD

CORNER, EDGE = (0, 1, 2, 8, 9, 10, 16, 17, 18), (0, 1, 2, 3, 4, 5, 6, 7, 9, 14)


# Helpers


def boards(count, squares, seed=1):
    """Random pairs of boards without a common bit, as signed words, some nearly empty and some full."""
    choose = random.Random(seed)
    for _ in range(count):
        share = choose.choice((0.02, 0.05, 0.3, 0.7))
        marks = [choose.choice((1, 2)) if choose.random() < share else 0 for _ in range(squares)]
        yield tuple(signed(sum(1 << cell for cell, mark in enumerate(marks) if mark == who)) for who in (1, 2))


def contents(shape, mine, theirs):
    return tuple(1 if mine >> cell & 1 else 2 if theirs >> cell & 1 else 0 for cell in shape)


def test_cells_are_numbered_from_the_first():
    assert list(cells(0b1011, 100)) == [100, 101, 103]
    assert list(turned_cells(0b1011, 63)) == [63, 62, 60]
    for board, _ in boards(50, 64):  # some are negative
        on = [cell for cell in range(64) if board >> cell & 1]
        assert list(cells(board)) == on
        assert list(turned_cells(board, 63)) == [63 - cell for cell in on]


@pytest.mark.parametrize(("columns", "rows", "count"), [(8, 8, 8), (7, 6, 4), (3, 3, 8)])
def test_a_board_has_all_its_symmetries(columns, rows, count):
    found = {tuple(range(columns * rows))}
    while more := {tuple(map(each, order)) for order in found for each in square_symmetries(columns, rows)} - found:
        found |= more
    assert len(found) == count
    assert all(sorted(order) == [*range(columns * rows)] for order in found)
    beside = {frozenset((cell, cell + 1)) for cell in range(columns * rows - 1) if (cell + 1) % columns}
    beside |= {frozenset((cell, cell + columns)) for cell in range(columns * (rows - 1))}
    assert all({frozenset(order[cell] for cell in pair) for pair in beside} == beside for order in found)


def test_a_mirror_exchanges_left_and_right():
    assert [mirror(3)[0](cell) for cell in range(6)] == [2, 1, 0, 5, 4, 3]
    assert [mirror(3, (2, 1))[0](cell) for cell in range(6)] == [4, 5, 2, 3, 0, 1]  # bits run up the columns
    assert [mirror(1)[0](cell) for cell in range(3)] == [0, 1, 2]
    assert [mirror(1, (9, 1))[0](cell) for cell in range(9)] == [*range(9)]


def test_blocks_are_everywhere_on_the_board():
    assert blocks(2, 1, 3, 2) == [(0, 1), (1, 2), (3, 4), (4, 5)]
    assert blocks(1, 2, 2, 3, (4, 1)) == [(0, 1), (4, 5), (1, 2), (5, 6)]
    assert len(blocks(2, 4, 8, 8)) == 35


def orbit(shape, symmetries):
    """All images of a shape, by repeating every symmetry until nothing new appears."""
    found = {shape}
    while more := {tuple(map(each, image)) for image in found for each in symmetries} - found:
        found |= more
    return found


def expected(shapes, symmetries):
    """The patterns there are: each is the first shape that it is an image of, and the orders in which it is one."""
    found, known = [], set()
    for shape in shapes:
        if frozenset(shape) not in known:
            images = orbit(shape, symmetries)
            places = {frozenset(image) for image in images}
            found += [(shape, [image for image in images if frozenset(image) == place]) for place in places]
            known |= places
    return found


@pytest.mark.parametrize(
    ("shapes", "symmetries", "squares"),
    [
        ((CORNER, EDGE, (0, 9, 18)), square_symmetries(8, 8), 64),
        (blocks(2, 2, 4, 3), mirror(4), 12),
        (((0, 1, 5), (2, 3)), (), 6),
        (((63,), (0, 63)), (), 64),
        ((tuple(range(7, 70, 7))[:9], (5, 6, 7)), mirror(8), 64),
    ],
)
def test_patterns_that_look_alike_share_a_number(shapes, symmetries, squares):
    seen, count = patterns(shapes, symmetries)
    there = expected(shapes, symmetries)
    numbers, looks = [], []  # of each board, for each pattern
    for mine, theirs in boards(600, squares):
        numbers.append(list(seen(mine, theirs)))
        looks.append([(shape, min(contents(each, mine, theirs) for each in orders)) for shape, orders in there])
    assert {len(row) for row in numbers} == {len(there)}
    assert 0 <= min(map(min, numbers)) <= max(map(max, numbers)) < count
    found = {}
    for column in zip(*numbers):
        fitting = [
            other for other in zip(*looks) if len(set(zip(column, other))) == len(set(column)) == len(set(other))
        ]
        assert len(fitting) == 1  # the only pattern that changes whenever this number does
        for number, look in zip(column, fitting[0]):
            assert found.setdefault(look, number) == number
    assert len(set(found.values())) == len(found)


def test_every_number_is_the_contents_of_one_shape():
    shapes, symmetries = ((0, 1, 2), (4, 8)), square_symmetries(3, 3)
    seen, count = patterns(shapes, symmetries)
    found = {}
    for marks in product((0, 1, 2), repeat=9):
        mine, theirs = (sum(1 << cell for cell in range(9) if marks[cell] == who) for who in (1, 2))
        numbers = list(seen(mine, theirs))
        assert len(numbers) == 8  # four edges, then four ways from the centre to a corner
        for number in numbers:
            kinds = "edge" if numbers.index(number) < 4 else "way"
            assert found.setdefault(number, kinds) == kinds
    assert set(found) == set(range(count))
    assert count == (27 + 9) // 2 + 9


def test_phases_have_weights_of_their_own():
    one, count = patterns((CORNER,), square_symmetries(8, 8))
    seen, all_phases = patterns((CORNER,), square_symmetries(8, 8), phases=3)
    assert all_phases == 3 * count
    for mine, theirs in boards(20, 64):
        for phase in range(3):
            assert list(seen(mine, theirs, phase)) == [phase * count + number for number in one(mine, theirs)]


def test_contents_that_cannot_occur_have_no_weights():
    shape = (0, 1, 7, 8)  # two columns, bits run up
    seen, count = patterns((shape,), possible=standing(1))
    good = [
        marks for marks in product((0, 1, 2), repeat=4) if not (marks[1] and not marks[0] or marks[3] and not marks[2])
    ]
    assert count == len(good) == 49
    numbers = set()
    for marks in good:
        mine, theirs = (sum(1 << cell for cell, mark in zip(shape, marks) if mark == who) for who in (1, 2))
        numbers |= set(seen(mine, theirs))
    assert numbers == set(range(count))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((),), "at least one shape"),
        ((((0, 64),),), "0 to 63"),
        ((((0, 0),),), "different cells"),
        (((tuple(range(11)),),), "1 to 10"),
        ((((0, 1),), (lambda cell: cell - 1,)), "0 to 63"),
        ((((0, 1),), (), 0), "at least one phase"),
    ],
)
def test_wrong_shapes_are_refused(arguments, message):
    with pytest.raises(GameError, match=message):
        patterns(*arguments)


# Games

GAMES = [name for name in built_in_names() if name != "tree" and load(name).rules.features is not None]
VARIANTS = [
    "breakthrough:columns=2,rows=4",
    "breakthrough:columns=5,rows=7",
    "connect-four:columns=5,rows=4,connect=3",
    "connect-four:columns=1,rows=8",
    "connect-four:columns=4,rows=8",
    "connect-four:columns=31,rows=1",
    "connect-four:columns=9,rows=6,connect=5",
    "gomoku:size=5",
    "gomoku:size=19,exact=yes",
    "hex:size=1",
    "hex:size=3",
    "hex:size=8",
]
REPEATING = ("2048", "backgammon", "breakthrough", "connect-four", "othello", "shapes-four")  # shared weights
loaded = {}


def opened(spec):
    return loaded.setdefault(spec, load(spec))


def sample(game, seed=0, games=2, step=3):
    """Positions of random games in which somebody is to move or nature is, but the game is not over."""
    choose = random.Random(seed)
    found = [p for _ in range(games) for p, _ in wander(game, choose, 150)][::step]
    return [p for p in found if game.moves(p)]


def test_the_games_that_have_features():
    assert {"othello", "breakthrough", "connect-four", "hex", "shapes-four", "draughts", "gomoku"} <= set(GAMES)
    assert load("othello", discs_only=True).rules.features is None


@pytest.mark.parametrize("spec", [*GAMES, *VARIANTS])
def test_features_are_within_their_count(spec):
    game = opened(spec)
    for p in sample(game):
        for player in range(game.players):
            numbers = game.ask("features", p, player)
            assert all(0 <= number < game.rules.feature_count for number in numbers)
            assert game.name in REPEATING or len(set(numbers)) == len(numbers)
            assert numbers == game.ask("features", p, player)


def random_model(game, kind):
    rng = np.random.default_rng(3)
    count = game.rules.feature_count
    if kind == LINEAR:
        form = Form(LINEAR, count)
        return Model(form, block_of(form, (1 << SHIFT, 7, 0, 0), rng.integers(-99, 99, count)))
    form = Form(NET, count, 16, 2, 1)
    head = [0] * 8
    head[0], head[1], head[MOST_ON] = 1 << SHIFT - 4, 7, 64
    weights, outputs = rng.integers(-60, 60, (count + 1, 16)), rng.integers(-50, 50, (2, 16))
    return Model(form, block_of(form, tuple(head), weights, outputs))


def searches(game, kind, depth, positions):
    """What both speeds find with random weights."""
    game = game.with_model(random_model(game, kind))
    algorithm = "minimax" if game.rules.chances is None else "expectimax" if game.players == 1 else "expectiminimax"
    found = []
    for compiled in (False, True):
        options = {"algorithm": algorithm, "depth": depth, "compiled": compiled}
        results = [analyze(game, position=p, **options) for p in positions]
        found.append([(result.score, result.nodes, result.pv) for result in results])
    return found


@pytest.mark.parametrize("spec", [*GAMES, "breakthrough:columns=5,rows=7", "hex:size=7", "gomoku:size=19,exact=yes"])
def test_both_speeds_see_the_same(spec):
    game = opened(spec)
    positions = [p for p in sample(game, 5, 1, 1) if game.turn(p) >= 0]
    plain, compiled = searches(game, LINEAR, 1, positions[:: len(positions) // 4])
    assert plain == compiled
    assert len({score for score, *_ in plain}) > 1


@pytest.mark.parametrize("spec", ["draughts", "othello"])
def test_both_speeds_see_the_same_with_a_net(spec):
    game = opened(spec)
    plain, compiled = searches(game, NET, 1, sample(game, 6, 1, 9)[:4])
    assert plain == compiled


# What a position looks like to the other player, with colours exchanged, and in a mirror


def moved(bits, images):
    """The bits at their images' places."""
    return signed(sum(1 << images(cell) for cell in range(64) if bits >> cell & 1))


def recoloured_othello(game, p):
    return p._replace(player=1 - p.player)


def recoloured_breakthrough(game, p):
    columns, rows = game.parameters.get("columns", 8), game.parameters.get("rows", 8)
    white, black = (moved(side, lambda cell: (rows - 1 - cell // columns) * columns + cell % columns) for side in p[:2])
    return p._replace(white=black, black=white, player=1 - p.player)


def recoloured_draughts(game, p):
    turn = dict(zip(draughts.SQUARES, reversed(draughts.SQUARES)))
    black, white, kings = (moved(side, turn.get) for side in p[:3])
    return p._replace(black=white, white=black, kings=kings, player=1 - p.player)


def recoloured_hex(game, p):
    size = game.parameters.get("size", 11)
    sides = []
    for low, high in (p.red, p.blue):
        on = [cell for cell in range(size * size) if (low | high << 61) >> cell & 1]
        stones = sum(1 << cell % size * size + cell // size for cell in on)
        sides.append((stones & (1 << 61) - 1, stones >> 61))
    return p._replace(red=sides[1], blue=sides[0], player=1 - p.player)


def recoloured_gomoku(game, p):
    lines = tuple(word >> 32 | (word & (1 << 32) - 1) << 32 for word in p.lines)
    return p._replace(lines=lines, black=p.white, white=p.black, player=1 - p.player)


RECOLOURED = {
    "othello": recoloured_othello,
    "breakthrough": recoloured_breakthrough,
    "breakthrough:columns=5,rows=7": recoloured_breakthrough,
    "draughts": recoloured_draughts,
    "hex": recoloured_hex,
    "hex:size=4": recoloured_hex,
    "gomoku": recoloured_gomoku,
}


@pytest.mark.parametrize("spec", RECOLOURED)
def test_both_players_see_the_board_from_their_own_side(spec):
    game = opened(spec)
    for p in sample(game, 7):
        other = RECOLOURED[spec](game, p)
        for player in (0, 1):
            assert sorted(game.ask("features", p, player)) == sorted(game.ask("features", other, 1 - player))


def test_who_began_has_weights_of_their_own_in_connect_four():
    game = opened("connect-four")
    same, other = {}, {}
    for p in sample(game):
        first, second = game.ask("features", p, 0), game.ask("features", p._replace(player=1 - p.player), 1)
        for one, two in zip(first, second, strict=True):
            assert same.setdefault(one, two) == two
            assert other.setdefault(two, one) == one
    assert not same.keys() & other.keys()


def test_threats_are_seen_in_connect_four():
    game = opened("connect-four")
    state = game.begin("3 3 4 4")  # X may make an open three, O cannot
    before, after = (set(game.ask("features", each.position, 0)) for each in (state, state.copy().play("2")))
    without = set(game.ask("features", state.copy().play("7").position, 0))
    assert len(after - before) > len(without - before), "a threat changes more than the columns of a stone"


def test_who_began_is_one_feature_of_shapes_four():
    game = opened("shapes-four")
    for p in sample(game):
        other = p._replace(red=p.blue, blue=p.red, rings=(p.red | p.blue) & ~p.rings, player=1 - p.player)
        *first, began = game.ask("features", p, 0)
        *second, followed = game.ask("features", other, 1)
        assert first == second
        assert (began, followed) == (game.rules.feature_count - 2, game.rules.feature_count - 1)


def side_by_side(cell):
    return cell // 8 * 8 + 7 - cell % 8


def quarter_turn(cell):
    return cell % 8 * 8 + 7 - cell // 8


def columns_reversed(cell):
    return (6 - cell // 7) * 7 + cell % 7


@pytest.mark.parametrize(
    ("spec", "image", "fields"),
    [
        ("othello", side_by_side, 2),
        ("othello", quarter_turn, 2),
        ("breakthrough", side_by_side, 2),
        ("connect-four", columns_reversed, 2),
        ("connect-four:columns=6,rows=6", lambda cell: (5 - cell // 7) * 7 + cell % 7 if cell < 42 else cell, 2),
        ("shapes-four", columns_reversed, 3),
    ],
)
def test_images_look_the_same(spec, image, fields):
    game = opened(spec)
    for p in sample(game, 8):
        other = type(p)(*(moved(bits, image) for bits in p[:fields]), *p[fields:])
        for player in (0, 1):
            assert sorted(game.ask("features", p, player)) == sorted(game.ask("features", other, player))


def test_hex_tells_what_both_sides_need():
    game = opened("hex:size=3")
    start = game.start()
    after = game.play(start, "b2")
    level = {player: max(game.ask("features", after, player)) for player in (0, 1)}
    assert level[0] != level[1]  # red is ahead
    assert max(game.ask("features", start, 0)) == max(game.ask("features", start, 1))


PLANES = {
    "(1 << p.left, 1) if player == 0 else (0, 1 << p.left)": "planes: has the bits of [7, 64] for player 0, but",
    "(1 << p.left,)": "planes: must return a tuple of 2 ints for player 0, got (128,)",
    "[1 << p.left, 0]": "planes: must return a tuple of 2 ints for player 0, got [128, 0]",
    "('a', 'b')": "planes: must return a tuple of 2 ints for player 0, got ('a', 'b')",
    "(1 << p.left, 0) if player == 0 else (0, 1 << p.left)": "",
}


@pytest.mark.parametrize(("answer", "message"), PLANES.items())
def test_planes_must_say_what_features_say(answer, message, write_game):
    source = GOOD + "\nfeature_count = 128\ndef features(p, player):\n    yield 64 * player + p.left\n"
    found = str(check(write_game(source + f"def planes(p, player):\n    return {answer}\n"), games=20))
    assert message in found
    assert message or "planes:" not in found
