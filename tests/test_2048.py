"""2048 against rows pushed as lists, OpenSpiel, and itself at both speeds."""

import importlib
import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz import analyze, check, load, perft
from kibitz.bits import signed
from kibitz.rules import CHANCE

MODULE = importlib.import_module("kibitz.games.2048")
GAME = load("2048")
LARGE = [
    "16384,8192,4096,16384/2,4,8,16/.,.,2,2/16384,512,.,16384 300000",
    "16384,16384,.,8192/8192,8192,8192,8192/4096,.,.,4096/16384,2,4,8192 300000 nature",
    "8192,4096,2048,16384/1024,512,256,128/64,32,16,8/16384,8192,4096,2 300000",
    "16384,2,16384,2/2,16384,2,16384/16384,2,16384,2/2,16384,2,16384 300000",
]
"""Boards whose corners are large tiles: d4 has the sign bit."""

numbers = st.lists(st.integers(0, 14), min_size=16, max_size=16)


def pushed(row):
    """Push a row of tiles to the left: the row, and its points."""
    tiles = [tile for tile in row if tile]
    found, points = [], 0
    while tiles:
        tile = tiles.pop(0)
        if tiles and tiles[0] == tile:
            tile += tiles.pop(0)
            points += tile
        found.append(tile)
    return found + [0] * (4 - len(found)), points


def moved(rows, move):
    """Push a board, four lists of four tiles: the board, and its points."""
    if move in (0, 2):
        columns, points = moved([list(column) for column in zip(*rows, strict=True)], (3, None, 1)[move])
        return [list(row) for row in zip(*columns, strict=True)], points
    ends = [pushed(row if move == 3 else row[::-1]) for row in rows]
    return [row if move == 3 else row[::-1] for row, _ in ends], sum(points for _, points in ends)


def rows_of(p):
    tiles = MODULE.tiles_of(p)
    return [tiles[i : i + 4] for i in range(0, 16, 4)]


def packed(numbers):
    return signed(sum(number << 4 * cell for cell, number in enumerate(numbers)))


def outcome_at(game, p, choose):
    """Choose one of nature's outcomes by its probability, or one of the player's moves."""
    if game.turn(p) != CHANCE:
        return choose.choice(game.moves(p))
    outcomes = list(game.chances(p))
    return choose.choices([outcome for outcome, _ in outcomes], [chance for _, chance in outcomes])[0]


def walk(game, seed, p=None):
    """Yield the positions of a random game."""
    choose = random.Random(seed)
    p = game.start() if p is None else p
    while not game.is_over(p):
        yield p
        p = game.play(p, outcome_at(game, p, choose))
    yield p


@given(numbers)
@settings(deadline=None, max_examples=300)
def test_moves_are_those_of_rows_pushed_as_lists(numbers):
    p = MODULE.Position(packed(numbers), 8, 0)
    rows = rows_of(p)
    assert rows == [[1 << n if n else 0 for n in numbers[i : i + 4]] for i in range(0, 16, 4)]
    legal = [move for move in range(4) if moved(rows, move)[0] != rows]
    assert list(GAME.rules.moves(p)) == legal
    for move in legal:
        after = GAME.rules.play(p, move)
        assert (rows_of(after), after.points - 8) == moved(rows, move)
        assert after.rolling
        assert -(2**63) <= after.board < 2**63


def test_every_row_is_pushed_both_ways():
    for row in range(0, 65536, 7):
        tiles = [1 << n if n else 0 for n in (row >> shift & 15 for shift in (0, 4, 8, 12))]
        if tiles.count(32768) > 1:
            continue  # of a game that is over: its largest tiles stay apart
        for side, (ends, points) in enumerate((pushed(tiles), pushed(tiles[::-1]))):
            quarters, after = divmod(int(MODULE.SLIDES[side << 16 | row]), 65536)
            shown = [1 << n if n else 0 for n in (after >> shift & 15 for shift in (0, 4, 8, 12))]
            assert (shown[::-1] if side else shown, 4 * quarters) == (ends, points)


@given(numbers)
def test_rows_and_columns_change_places(numbers):
    columns = [numbers[4 * (i % 4) + i // 4] for i in range(16)]
    assert MODULE.transposed(packed(numbers)) == packed(columns)


def test_nature_puts_a_tile_on_every_empty_cell():
    for p in itertools.islice(walk(GAME, 3), 200):
        if GAME.turn(p) != CHANCE:
            continue
        outcomes = list(GAME.chances(p))
        empty = MODULE.tiles_of(p).count(0)
        assert len(outcomes) == 2 * empty
        assert sum(chance for _, chance in outcomes) == pytest.approx(1, abs=1e-12)
        for outcome, chance in outcomes:
            after = MODULE.tiles_of(GAME.rules.play(p, outcome))
            before = MODULE.tiles_of(p)
            assert before[outcome // 2] == 0
            before[outcome // 2] = 2 + 2 * (outcome % 2)
            assert after == before
            assert chance == pytest.approx((0.1 if outcome % 2 else 0.9) / empty)


def test_a_game_begins_with_two_tiles():
    turns = [GAME.turn(p) for p in itertools.islice(walk(GAME, 1), 5)]
    assert turns == [CHANCE, CHANCE, 0, CHANCE, 0]


def test_a_game_ends_with_its_largest_tile_or_without_a_move():
    game = load("2048:max_tile=16")
    p = game.play(game.read("8,8,.,./.,.,.,./2,.,.,./.,.,.,. 40"), "left")
    assert game.is_over(p)
    assert game.utility(p, 0) == 56
    stuck = game.read("2,4,2,4/4,2,4,2/2,4,2,4/4,2,4,2 12")
    assert game.is_over(stuck)
    assert game.utility(stuck, 0) == 12
    assert not game.is_over(game.read("2,4,2,4/4,2,4,2/2,4,2,4/4,2,4,4 12"))


def open_to(tiles, made, move):
    """Return whether OpenSpiel (2.0.2) has a move among its legal ones.

    It forgets those that do nothing but merge with a tile made by the move before: `made`, a set of cells.
    """
    step = (-4, 1, 4, -1)[move]
    for cell in range(16):
        column, row = cell % 4, cell // 4
        at_edge = (row == 0, column == 3, row == 3, column == 0)[move]
        if at_edge or not tiles[cell]:
            continue
        ahead = tiles[cell + step]
        if ahead == 0 or (ahead == tiles[cell] and cell + step not in made):
            return True
    return False


def made_by(tiles, move):
    """Return the cells of the tiles that a move makes by merging."""
    lines = [range(i, i + 4) for i in range(0, 16, 4)] if move in (1, 3) else [range(i, 16, 4) for i in range(4)]
    made = set()
    for line in lines:
        cells = line if move in (0, 3) else line[::-1]
        row = [tiles[cell] for cell in cells]
        whole = [tile for tile in row if tile]
        place = 0
        while whole:
            tile = whole.pop(0)
            if whole and whole[0] == tile:
                whole.pop(0)
                made.add(cells[place])
            place += 1
    return made


@pytest.mark.parametrize("max_tile", [4, 8, 32, 128, 2048])
def test_games_are_those_of_openspiel(max_tile):
    pyspiel = pytest.importorskip("pyspiel")
    game, theirs = load("2048", max_tile=max_tile), pyspiel.load_game(f"2048(max_tile={max_tile})")
    for seed in range(30 if max_tile < 128 else 8):
        choose = random.Random(seed)
        p, state, made = game.start(), theirs.new_initial_state(), set()
        while not game.is_over(p):
            tiles = MODULE.tiles_of(p)
            assert not state.is_terminal()
            assert tiles == [int(tile) for tile in str(state).split()]
            assert state.is_chance_node() == (game.turn(p) == CHANCE)
            move = outcome_at(game, p, choose)
            if state.is_chance_node():
                assert dict(game.chances(p)) == pytest.approx(dict(state.chance_outcomes()), abs=1e-12)
            else:
                assert [move for move in game.moves(p) if open_to(tiles, made, move)] == state.legal_actions()
                made = made_by(tiles, move)
            p = game.play(p, move)
            state.apply_action(move)
        assert state.is_terminal()
        assert state.returns() == [game.utility(p, 0)]


class Repaired:
    """A state of OpenSpiel's that lists every move which changes the board; see `open_to`."""

    def __init__(self, state):
        self.state = state

    def __getattr__(self, name):
        return getattr(self.state, name)

    def clone(self):
        return Repaired(self.state.clone())

    def legal_actions(self):
        return [move for move in range(4) if str(self.state.child(move)) != str(self.state)]


def test_values_are_those_of_openspiel():
    pyspiel = pytest.importorskip("pyspiel")
    minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")
    game = load("2048:max_tile=32")
    game = game.with_rules(evaluate=game.rules.utility)
    for seed in range(6):
        choose = random.Random(seed)
        p, state = game.start(), pyspiel.load_game("2048(max_tile=32)").new_initial_state()
        for _ in range(40):
            move = outcome_at(game, p, choose)
            if not game.is_over(game.play(p, move)):
                p = game.play(p, move)
                state.apply_action(move)
        expected, _ = minimax.expectiminimax(Repaired(state), 2, lambda state: state.player_return(0), 0)
        for algorithm in ("expectimax", "expectiminimax"):
            found = analyze(game, position=p, algorithm=algorithm, depth=2)
            assert found.score == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("text", ["", *LARGE])
def test_compiled_rules_are_the_plain_ones(text):
    position = GAME.read(text) if text else GAME.play(GAME.play(GAME.start(), "b2=4"), "c2=2")
    starts = [position, *itertools.islice(walk(GAME, 5, position), 0, 200, 20)]
    for p in starts:
        found = [perft(GAME, 2, position=p, compiled=speed) for speed in (True, False)]
        assert found[0].moves == found[1].moves
        results = [analyze(GAME, position=p, algorithm="expectimax", depth=2, compiled=c) for c in (True, False)]
        assert results[0].score == results[1].score
        assert results[0].nodes == results[1].nodes
        assert results[0].pv == results[1].pv


def test_promises_hold():
    report = check(GAME, games=4, seconds=4)
    assert report.compiled
    assert not report.failures, report


@pytest.mark.parametrize("max_tile", [4, 16, 2048, 32768])
def test_an_evaluation_is_at_least_the_points_and_inside_the_bounds(max_tile):
    game = load("2048", max_tile=max_tile, evaluation="hand")
    most = int(game.rules.bounds(MODULE.Position(0, 0, 0), 0)[1])
    highest = int(MODULE.evaluations(max_tile.bit_length() - 1).max())
    assert 8 * highest * MODULE.UNIT < most
    choose = random.Random(1)
    for _ in range(300):
        p = MODULE.Position(packed([choose.randrange(max_tile.bit_length() - 1) for _ in range(16)]), 4, 0)
        low, high = game.rules.bounds(p, 0)
        assert low == 4 <= game.evaluate(p, 0) <= high
    for p in walk(game, 2):
        low, high = game.rules.bounds(p, 0)
        assert p.points == low == game.rules.banked(p, 0) <= game.evaluate(p, 0) <= high


def test_text_round_trip():
    for p in [*itertools.islice(walk(GAME, 8), 300), *map(GAME.read, LARGE)]:
        assert GAME.read(GAME.write(p)) == p
    assert GAME.write(GAME.start()) == ".,.,.,./.,.,.,./.,.,.,./.,.,.,. 0 nature"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2",
        "2,4 0",
        ".,.,.,./.,.,.,./.,.,.,./.,.,3,. 0",
        ".,.,.,./.,.,.,./.,.,.,./.,.,65536,. 0",
        ".,.,.,./.,.,.,./.,.,.,./.,.,2,. -4",
        ".,.,.,./.,.,.,./.,.,.,./.,.,2,. 4 player",
        "2,4,2,4/4,2,4,2/2,4,2,4/4,2,4,2 12 nature",
    ],
)
def test_bad_texts_are_refused(text):
    with pytest.raises(kibitz.PositionError, match="expected 4 rows|no empty cell"):
        GAME.read(text)


@pytest.mark.parametrize("value", ["3", "2", "0", "-8", "65536", "two"])
def test_bad_parameters_are_refused(value):
    with pytest.raises(kibitz.OptionError, match="max_tile must be"):
        load(f"2048:max_tile={value}")


def test_moves_have_names():
    state = GAME.begin("a1=2 D4=4")
    assert GAME.show(state.position).count("+-------+-------+-------+-------+") == 5
    assert [GAME.move_name(state.position, move) for move in state.moves()] == ["up", "right", "down", "left"]
    for move, texts in enumerate((("u", "Up", "↑"), ("r", "RIGHT", "→"), ("d", "down", "↓"), ("l", "L", "←"))):
        assert [GAME.read_move(state.position, text) for text in texts] == [move] * 3
    for text in ("x", "", "ur"):
        with pytest.raises(kibitz.MoveError, match="expected up, right, down or left"):
            GAME.read_move(state.position, text)
    with pytest.raises(kibitz.MoveError, match="a 2 or a 4 on an empty cell"):
        GAME.read_move(GAME.start(), "a5=2")
    assert state.play("l").names == ["a1=2", "d4=4", "left"]


def test_the_board_has_a_tile_for_each_number_and_an_arrow_for_each_move():
    p = GAME.read("2,4,8,16/32,64,128,256/512,1024,2048,4096/8192,16384,.,. 0")
    board = GAME.board(p)
    board.check()
    tones = [piece.tone for piece in board.pieces if piece.shape == "tile"]
    assert tones == [f"heat-{min(12, n)}" for n in range(1, 15)]
    assert board.moves == {1: ("right",), 2: ("down",)}
    nature = GAME.board(GAME.play(p, "right"))
    nature.check()
    assert set(nature.moves) == {outcome for outcome, _ in GAME.chances(GAME.play(p, "right"))}
