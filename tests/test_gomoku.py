"""Gomoku against a board of dicts, and its special cases one by one."""

import math
import random

import pytest

import kibitz
from kibitz import analyze, check, load, perft
from kibitz.games import gomoku

LETTERS = "ABCDEFGHIJKLMNOPQRS"
SIZES = (5, 6, 9, 15, 19)
games = {(size, exact): load("gomoku", size=size, exact=exact) for size in SIZES for exact in (False, True)}
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def name_of(cell):
    return f"{LETTERS[cell[0]]}{cell[1] + 1}"


def longest_runs(stones, cell):
    """The length of the run of one colour through a stone, in each direction."""
    found = []
    for right, up in DIRECTIONS:
        length = 1
        for sign in (1, -1):
            at = (cell[0] + sign * right, cell[1] + sign * up)
            while stones.get(at) == stones[cell]:
                length += 1
                at = (at[0] + sign * right, at[1] + sign * up)
        found.append(length)
    return found


def wins(stones, cell, exact):
    return any(length == 5 if exact else length >= 5 for length in longest_runs(stones, cell))


def windows(stones, size, exact):
    """For each player: the numbers of windows with 1 to 5 stones, of open threes and of open twos; cell by cell."""
    every = {(column, row) for column in range(size) for row in range(size)}
    found = {mark: [0] * 8 for mark in "XO"}
    for mark in "XO":
        for column, row in every:
            for right, up in DIRECTIONS:

                def at(i, column=column, row=row, right=right, up=up):
                    return column + i * right, row + i * up

                def held(begin, mark=mark, at=at):
                    """The number of stones in a window; None if it is not open."""
                    cells = [at(begin + i) for i in range(5)]
                    ends = [stones.get(at(begin - 1)), stones.get(at(begin + 5))]
                    if not every.issuperset(cells) or any(stones.get(cell) not in (None, mark) for cell in cells):
                        return None
                    return None if exact and mark in ends else sum(cell in stones for cell in cells)

                if held(0):
                    found[mark][held(0)] += 1
                if held(0) == held(1) and held(0) in (2, 3) and at(0) not in stones:
                    found[mark][6 if held(0) == 3 else 7] += 1
    return found


def packed(counts):
    _, one, two, three, four, five, threes, twos = counts
    found = one + (two << gomoku.TWOS) + (three << gomoku.THREES) + (twos << gomoku.OPEN_TWOS)
    return found + (four << gomoku.FOURS) + (threes << gomoku.OPEN_THREES) + (five << gomoku.FIVES)


def random_game(size, exact, seed, width=None):
    """Stones of a random game on the columns and rows up to a width; with the last cell, until it is won or full."""
    choose, stones, cell = random.Random(seed), {}, None
    while True:
        yield stones, cell
        free = [(c, r) for r in range(width or size) for c in range(width or size) if (c, r) not in stones]
        if not free or cell is not None and wins(stones, cell, exact):
            return
        cell = choose.choice(free)
        stones = {**stones, cell: "XO"[len(stones) % 2]}


def rows(stones, size):
    lines = ["".join(stones.get((column, row), ".") for column in range(size)) for row in range(size)]
    return "/".join(reversed(lines))


@pytest.mark.parametrize(("size", "exact"), games)
def test_rules_against_a_board_of_dicts(size, exact):
    game, rules = games[size, exact], games[size, exact].rules
    for seed in range({5: 12, 6: 12, 9: 4, 15: 2, 19: 1}[size]):
        p = rules.start()
        for ply, (stones, cell) in enumerate(random_game(size, exact, seed, min(size, 11))):
            if cell is not None:
                p = rules.play(p, game.read_move(p, name_of(cell)))
            won = cell is not None and wins(stones, cell, exact)
            assert rules.turn(p) == ply % 2
            assert rules.is_over(p) == (won or len(stones) == size * size)
            assert rules.utility(p, 0) == -rules.utility(p, 1)
            assert rules.utility(p, 1 - ply % 2) == won
            assert game.write(p) == rows(stones, size)
            free = {name_of((c, r)) for c in range(size) for r in range(size)} - {name_of(each) for each in stones}
            legal = [game.move_name(p, move) for move in rules.moves(p)]
            assert len(legal) == len(set(legal))
            assert set(legal) == free
            assert rules.evaluate(p, 0) == -rules.evaluate(p, 1)
            if size > 6 and ply % 8 and not won:  # the rest takes long
                continue
            assert game.read(game.write(p)) == p
            counted = windows(stones, size, exact)
            assert (p.black, p.white) == (packed(counted["X"]), packed(counted["O"]))


@pytest.mark.parametrize(("size", "exact"), [(5, False), (9, False), (9, True), (15, False)])
def test_candidates_win_at_once_or_stop_the_opponent(size, exact):
    game, rules = games[size, exact], games[size, exact].rules
    seen = [0, 0]
    for seed in range(30):
        for stones, cell in random_game(size, exact, seed, 6 if size > 6 else size):
            if cell is None or wins(stones, cell, exact) or len(stones) == size * size or len(stones) < 8:
                continue
            p = game.read(rows(stones, size))
            free = [(c, r) for r in range(size) for c in range(size) if (c, r) not in stones]
            marks = ("XO"[rules.turn(p)], "OX"[rules.turn(p)])
            mine, theirs = ({at for at in free if wins({**stones, at: mark}, at, exact)} for mark in marks)
            seen[0] += bool(mine)
            seen[1] += bool(theirs)
            names = [game.move_name(p, move) for move in rules.candidates(p)]
            assert sorted(names) == sorted(map(name_of, mine or theirs or free))
            assert rules.urgent(p) == bool(theirs)
            if mine:
                best = max(rules.moves(p), key=lambda move: rules.priority(p, move))
                assert exact or game.move_name(p, best) in map(name_of, mine)
    assert min(seen) > 3


@pytest.mark.parametrize("size", [5, 15])
def test_short_lines_are_counted_by_factorials(size):
    for depth in range(3):
        expected = math.factorial(size * size) // math.factorial(size * size - depth)
        assert perft(games[size, False], depth=depth, compiled=size == 15).leaves == expected


# Cases one by one


def drawn(lines, exact=False):
    """A position whose highest rows are given, on a board of 9 × 9."""
    text = [*lines.split(), *["." * 9] * 9][:9]
    return games[9, exact], games[9, exact].read("/".join(text))


@pytest.mark.parametrize(("lines", "cell"), [
    ("XXXX..... OOOO.....", "E9"),
    (".....XXXX .....OOOO", "E9"),
    ("X...O.... X...O.... X...O.... X...O....", "A5"),
    ("XO....... .XO...... ..XO..... ...XO....", "E5"),
    ("....X...O ...X...O. ..X...O.. .X...O...", "A5"),
    ("XX.XX.... OO.OO....", "C9"),
])  # fmt: skip
def test_five_in_any_direction_win(lines, cell):
    for exact in (False, True):
        game, p = drawn(lines, exact)
        after = game.play(p, game.read_move(p, cell))
        assert game.is_over(after)
        assert (game.utility(after, 0), game.utility(after, 1)) == (1, -1)


@pytest.mark.parametrize(("exact", "over"), [(False, True), (True, False)])
def test_six_in_a_line(exact, over):
    game, p = drawn("XXX.XX... OOO.OO...", exact)
    after = game.play(p, game.read_move(p, "D9"))
    assert game.is_over(after) == over
    assert game.utility(after, 0) == over
    across = game.play(p, game.read_move(p, "I1"))
    assert game.is_over(game.play(across, game.read_move(across, "D8"))) == over


def test_a_five_and_a_six_at_once_win_even_if_six_do_not_count():
    game, p = drawn("XXX.XX... ...X..... O..X..O.. O..X..O.. O..X..O.. O.....O..", exact=True)
    p = game.play(p, game.read_move(p, "I1")) if game.turn(p) == 1 else p
    assert game.is_over(game.play(p, game.read_move(p, "D9")))


@pytest.mark.parametrize("lines", [
    ".......XX XXX...... OOO....OO",  # the end of one row and the beginning of the next
    "O......XX X.......X XX......O OO......O",
    ".......X. ........X X........ .X....... OOO.O....",
])  # fmt: skip
def test_lines_end_at_the_edge(lines):
    game, p = drawn(lines)
    for move in game.moves(p):
        assert not game.is_over(game.play(p, move))


def test_a_full_board_is_a_draw():
    game = games[5, False]
    p = game.read("XXOXX/OOXOO/XXOXX/OOXOO/XOOX.")
    assert not game.is_over(p)
    p = game.play(p, game.moves(p)[0])
    assert game.is_over(p)
    assert (game.utility(p, 0), game.utility(p, 1)) == (0, 0)
    assert game.moves(p) == []


def test_cells_near_stones_are_yielded_first():
    game = games[15, False]
    assert game.move_name(game.start(), next(iter(game.rules.moves(game.start())))) == "H8"
    p = game.begin("C3").position
    assert {game.move_name(p, move) for move in list(game.rules.moves(p))[:24]} == {
        name_of((column, row)) for column in range(5) for row in range(5)
    } - {"C3"}


@pytest.mark.parametrize(("moves", "best"), [
    ("H8 A1 I8 A3 J8 A5", {"G8", "K8"}),  # an open three
    ("G8 F8 H8 A1 I8 A3 J9 A5 J10 A7", {"J8"}),  # a four and a three at once
    ("H8 A1 I8 O1 J9 A15 J10 O15", {"H10", "J8", "K8", "G8", "J7", "J11", "I9", "K11", "H11", "G7"}),  # two threes
])  # fmt: skip
def test_the_engine_finds_a_forced_win_within_a_second(moves, best):
    result = analyze(games[15, False], moves=moves, seconds=1)
    assert result.proven == "win"
    assert result.names.move in best


def test_the_engine_stops_an_open_three():
    result = analyze(games[15, False], moves="H8 A1 I8 A3 J8", seconds=0.3)
    assert result.names.move in {"F8", "G8", "K8", "L8"}


# Text


@pytest.mark.parametrize("text", [
    "", ".....", "...../...../...../.....", "...../...../...../...../....Y", "O..../...../...../...../.....",
    "XX.../...../...../...../.....", "XXXXX/OOOOO/...../...../.....", "XXXXX/OOOO./O..../...../.....",
])  # fmt: skip
def test_what_is_not_a_position_is_refused(text):
    with pytest.raises(kibitz.PositionError, match="is not a position of gomoku"):
        games[5, False].read(text)


@pytest.mark.parametrize("size", SIZES)
def test_moves_have_letters_and_numbers(size):
    game = games[size, False]
    p = game.start()
    for move in game.moves(p):
        assert game.move_name(p, move) == name_of((move % size, move // size))
        assert game.read_move(p, game.move_name(p, move).lower()) == move


@pytest.mark.parametrize("spec", ["size=4", "size=20", "size=x", "exact=2"])
def test_parameters_that_do_not_fit_are_refused(spec):
    with pytest.raises(kibitz.OptionError):
        load(f"gomoku:{spec}")


def test_equal_boards_share_a_key_and_passing_changes_it():
    game = games[15, False]
    one, other = game.begin("H8 A1 I8").position, game.begin("I8 A1 H8").position
    assert one == other
    assert game.rules.key(one) != game.rules.key(game.rules.skip(one))
    assert games[15, True].rules.skip(one) == one


def test_promises_are_kept_at_both_speeds():
    report = check(games[6, False], games=2, seconds=3)
    assert report.compiled
    assert report.findings == []


def test_more_fives_than_a_stone_can_complete_are_refused():
    rows = ["." * 15] * 15
    rows[0] = rows[1] = rows[2] = "X" * 15
    for row in (5, 7, 9, 11):
        rows[row] = "OO." * 5
    rows[13] = "OO.OO" + "." * 10
    with pytest.raises(kibitz.PositionError, match="no stone can complete all of these fives at once"):
        load("gomoku").read("/".join(rows))
