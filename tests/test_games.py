"""The rules of the built-in games against published counts and independent oracles."""

import random
from pathlib import Path

import pytest

import kibitz
from kibitz import analyze, load, perft
from kibitz.bits import gaps, run

LIBRARY = Path(kibitz.__file__).parent / "games"


def rule_lines(file):
    """Lines of a game's file without text functions, hooks for searches and for learning, comments and docstrings."""
    import ast

    tree = ast.parse(file.read_text())
    text = ("write", "read", "show", "move_name", "read_move", "board", "marks", "row_text", "stones")
    hooks = ("key", "winning", "safe", "bounds", "candidates", "open_pairs", "priority", "features", "counted")
    learned = ("SEEN", "(STAGES, COUNTED)", "prospects", "tops", "half", "first_pair", "first_balance", "feature_count")
    learned = (*learned, "odd_rows", "without")
    for node in ast.walk(tree):
        if hasattr(node, "body") and isinstance(node.body, list):
            node.body = [n for n in node.body if not (isinstance(n, ast.FunctionDef) and n.name in (*text, *hooks))]
            node.body = [n for n in node.body if not (isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant))]
            node.body = [
                n for n in node.body if not (isinstance(n, ast.Assign) and ast.unparse(n.targets[0]) in learned)
            ]
            modules = ("kibitz.board", "kibitz.features")
            node.body = [n for n in node.body if not (isinstance(n, ast.ImportFrom) and n.module in modules)]
    return [line for line in ast.unparse(tree).splitlines() if line.strip()]


def test_games_are_short():
    from tests.test_game import DESIGN

    assert len([line for line in DESIGN.splitlines() if line.strip() and not line.startswith('"""')]) <= 30
    assert len(rule_lines(LIBRARY / "connect_four.py")) <= 47


@pytest.mark.parametrize(("spec", "counts"), [
    ("tic-tac-toe", [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]),
    ("connect-four", [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234]),
])  # fmt: skip
def test_perft_has_the_published_counts(spec, counts):
    game = load(spec)
    for depth, leaves in enumerate(counts):
        assert perft(game, depth=depth, compiled=True).leaves == leaves


def naive_line(cells, size, columns, rows):
    """The mark that has a line of this length on a grid given as a dict, or None."""
    for (column, row), mark in cells.items():
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            if all(cells.get((column + i * right, row + i * up)) == mark for i in range(size)):
                return mark
    return None


def test_gaps_are_the_bits_that_make_a_run():
    choose = random.Random(4)
    for _ in range(200):
        bits, step, length = choose.getrandbits(40), choose.choice((1, 5, 7)), choose.choice((2, 3, 4))
        found = gaps(bits, step, length)
        for cell in range(40):
            member = any(
                run(bits | 1 << cell, step, length) >> cell - i * step & 1 for i in range(length) if cell >= i * step
            )
            assert found >> cell & 1 == member


@pytest.mark.parametrize(
    ("columns", "rows", "connect"), [(7, 6, 4), (5, 4, 3), (4, 5, 4), (9, 6, 5), (3, 20, 4), (1, 3, 2)]
)
def test_connect_four_against_a_board_of_lists(columns, rows, connect):
    game = load("connect-four", columns=columns, rows=rows, connect=connect)
    for seed in range(150):
        choose = random.Random(seed)
        p, cells, heights, mover = game.rules.start(), {}, [0] * columns, 0
        while True:
            winner = naive_line(cells, connect, columns, rows)
            free = [column for column in range(columns) if heights[column] < rows]
            assert game.rules.is_over(p) == (winner is not None or not free)
            assert game.rules.turn(p) == mover
            if winner is not None:
                stones = sum(1 for mark in cells.values() if mark == winner)
                worth = columns * rows // 2 + 1 - stones
                assert [game.rules.utility(p, 0), game.rules.utility(p, 1)] == (
                    [worth, -worth] if winner == 0 else [-worth, worth]
                )
                break
            if not free:
                assert game.rules.utility(p, 0) == 0
                break
            assert sorted(game.rules.moves(p)) == free
            column = choose.choice(free)
            cells[column, heights[column]] = mover
            heights[column] += 1
            p, mover = game.rules.play(p, column), 1 - mover


@pytest.mark.parametrize(("size", "connect"), [(3, 0), (4, 3), (5, 4), (7, 5), (1, 0)])
def test_tic_tac_toe_against_a_board_of_lists(size, connect):
    game = load("tic-tac-toe", size=size, connect=connect)
    for seed in range(60):
        choose = random.Random(seed)
        p, cells, mover = game.rules.start(), {}, 0
        while True:
            winner = naive_line(cells, connect or size, size, size)
            free = [cell for cell in range(size * size) if divmod(cell, size) not in cells]
            assert game.rules.is_over(p) == (winner is not None or not free)
            if winner is not None or not free:
                assert game.rules.utility(p, 0) == {None: 0, 0: 1, 1: -1}[winner]
                break
            assert list(game.rules.moves(p)) == free
            cell = choose.choice(free)
            cells[divmod(cell, size)] = mover
            p, mover = game.rules.play(p, cell), 1 - mover


def test_nim_follows_boutons_theorem():
    for heaps in [(1, 2, 3), (3, 4, 5), (2, 2), (1, 1, 1), (0, 3)]:
        total = 0
        for heap in heaps:
            total ^= heap
        result = analyze(load("nim", heaps=heaps), depth=sum(heaps))
        assert result.proven == ("win" if total else "loss")


def test_the_published_connect_four_scale():
    game = load("connect-four")
    assert game.rules.utility(game.begin("1 2 1 2 1 2 1").position, 0) == 18  # won with the fourth stone: 22 − 4
    result = analyze(game, position=game.begin("1 2 1 2 1 2").position, depth=1)
    assert (result.score, result.names.move) == (18, "1")


def test_pig_is_worth_what_a_hand_calculation_says():
    # To 2 points with a coin: roll (1 loses the turn, 2 wins when held) again and again is fair play;
    # the first player wins with 2/3, the other with 1/3.
    game = load("pig:dice=2,winning_score=2")
    shallow = analyze(game, depth=2).score
    assert shallow == pytest.approx(0.5)
    assert analyze(game, depth=16).score == pytest.approx(1 / 3, abs=0.02)


@pytest.mark.parametrize("spec", ["tic-tac-toe:size=8", "tic-tac-toe:connect=4", "connect-four:columns=10", "connect-four:connect=1",
                                  "connect-four:rows=0", "nim:heaps=64", "nim:heaps=", "pig:dice=1", "pig:winning_score=0"])  # fmt: skip
def test_parameters_out_of_range_are_refused(spec):
    with pytest.raises(kibitz.OptionError):
        load(spec)


@pytest.mark.parametrize(
    "spec", ["tic-tac-toe", "connect-four", "nim", "pig:winning_score=10", "tree", "shapes-four", "kalah"]
)
def test_every_position_can_be_written_read_and_shown(spec):
    game = load(spec)
    choose = random.Random(5)
    for _ in range(5):
        p = game.rules.start()
        while game.moves(p):
            assert game.read(game.write(p)) == p
            assert game.show(p)
            move = choose.choice(game.moves(p))
            assert game.read_move(p, game.move_name(p, move)) == move
            p = game.play(p, move)
        assert game.read(game.write(p)) == p


# shapes-four


def drop_shapes(cells, column, colour, shape):
    row = sum(1 for c, _ in cells if c == column)
    cells[column, row] = colour, shape


def shapes_winner(cells):
    """Shape lines before colour lines, found by looking at every cell and direction."""
    for part, owners in ((1, {"O": 0, "X": 1}), (0, {"red": 0, "blue": 1})):
        for column, row in cells:
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = [cells.get((column + i * right, row + i * up), (None, None))[part] for i in range(4)]
                if line[0] is not None and len(set(line)) == 1:
                    return owners[line[0]]
    return None


def shapes_worth(cells, column, row, colour, shape):
    total = 0
    for (c, r), (other_colour, other_shape) in cells.items():
        if c == column or r == row or abs(c - column) == abs(r - row):
            total += (other_colour == colour) + (other_shape == shape)
    return total


def test_shapes_four_against_a_board_of_words():
    game = load("shapes-four")
    colours, shapes = ("red", "blue"), ("O", "X")
    for seed in range(1500):
        choose = random.Random(seed)
        p, cells, mover = game.rules.start(), {}, 0
        while True:
            winner = shapes_winner(cells)
            full = len(cells) == 42
            assert game.rules.is_over(p) == (winner is not None or full)
            if game.rules.is_over(p):
                expected = 0 if winner is None else 1000 if winner == 0 else -1000
                assert (game.rules.utility(p, 0), game.rules.utility(p, 1)) == (expected, -expected)
                break
            left = {
                (who, shape): (11 if who == i else 10) - sum(1 for c in cells.values() if c == (colours[who], shape))
                for who in (0, 1)
                for i, shape in enumerate(shapes)
            }
            free = [c for c in range(7) if sum(1 for a, _ in cells if a == c) < 6]
            legal = {c * 2 + i for c in free for i, shape in enumerate(shapes) if left[mover, shape] > 0}
            assert set(game.rules.moves(p)) == legal
            if seed % 10 == 0:
                heights = {c: sum(1 for a, _ in cells if a == c) for c in free}
                sums = [
                    sum(
                        max(
                            [shapes_worth(cells, c, heights[c], colours[who], s) for s in shapes if left[who, s] > 0],
                            default=0,
                        )
                        for c in free
                    )
                    for who in (0, 1)
                ]
                assert game.rules.evaluate(p, 0) == sums[0] - sums[1]
            move = choose.choice(sorted(legal))
            drop_shapes(cells, move // 2, colours[mover], shapes[move % 2])
            p, mover = game.rules.play(p, move), 1 - mover


def test_the_picture_of_seed_002():
    """Two red crosses on the bottom row: every free bottom cell is worth 4, each cell above one of them 2."""
    from kibitz.games import shapes_four

    p = shapes_four.Position(1 << 14 | 1 << 28, 0, 0, 0)
    bottom = [shapes_four.worth(p, 7 * column, 0, 1) for column in (0, 1, 3, 5, 6)]
    above = [shapes_four.worth(p, 7 * column + 1, 0, 1) for column in (2, 4)]
    assert (bottom, above) == ([4] * 5, [2] * 2)
    move = 1 * 2 + 1
    assert load("shapes-four").rules.priority(p, move) == 4


def test_one_can_lose_by_ones_own_drop_and_shape_comes_before_colour():
    game = load("shapes-four")
    # Three blue and red crosses in a row; red drops the fourth cross and loses: crosses belong to blue.
    p = game.begin("1x 1o 2x 2o 3x 3o 4x").position
    assert (game.rules.is_over(p), game.rules.utility(p, 0)) == (
        True,
        -1000,
    )  # four red in a row, too: the shape decides


def test_quotas_run_out():
    """Red has dropped all its ten crosses, blue all its ten rings: only the shapes they own are left to them."""
    from kibitz.games.shapes_four import Position, moves

    red = sum(0b000011 << 7 * column for column in range(5))
    blue = sum(0b001100 << 7 * column for column in range(5))
    assert {move % 2 for move in moves(Position(red, blue, blue, 0))} == {0}
    assert {move % 2 for move in moves(Position(red, blue, blue, 1))} == {1}
    assert {move % 2 for move in moves(Position(red >> 1 & red, blue, blue, 0))} == {0, 1}


# kalah


def sow(south, north, house, houses):
    """South sows: lists with the store last; returns whether south moves again."""
    ring = [*range(houses + 1), *(("n", i) for i in range(houses))]
    hand, south[house] = south[house], 0
    place = house
    while hand:
        place = (place + 1) % len(ring)
        spot = ring[place]
        if isinstance(spot, int):
            south[spot] += 1
        else:
            north[spot[1]] += 1
        hand -= 1
    spot = ring[place]
    if isinstance(spot, int) and spot < houses and south[spot] == 1 and north[houses - 1 - spot]:
        south[houses] += north[houses - 1 - spot] + 1
        south[spot] = north[houses - 1 - spot] = 0
    return spot == houses


@pytest.mark.parametrize(("houses", "stones"), [(6, 4), (6, 3), (4, 2), (3, 5), (8, 7), (1, 1)])
def test_kalah_against_lists(houses, stones):
    game = load("kalah", houses=houses, stones=stones)
    for seed in range(150):
        choose = random.Random(seed)
        p, sides, mover = game.rules.start(), [[stones] * houses + [0], [stones] * houses + [0]], 0
        while True:
            over = not any(sides[0][:-1]) or not any(sides[1][:-1])
            assert game.rules.is_over(p) == over
            assert game.write(p) == f"{','.join(map(str, sides[0]))} {','.join(map(str, sides[1]))} {mover}"
            if over:
                assert game.rules.utility(p, 0) == sum(sides[0]) - sum(sides[1]) == -game.rules.utility(p, 1)
                break
            legal = [house for house in range(houses) if sides[mover][house]]
            assert list(game.rules.moves(p)) == legal
            house = choose.choice(legal)
            again = sow(sides[mover], sides[1 - mover], house, houses)
            if not any(sides[0][:-1]) or not any(sides[1][:-1]):
                sides = [[0] * houses + [sum(side)] for side in sides]
            p = game.rules.play(p, house)
            mover = mover if again else 1 - mover


def test_kalah_has_the_published_values_of_small_boards():
    """Irving, Donkers and Uiterwijk, Solving Kalah: one and two houses with 1 to 6 stones."""
    for houses, values in ((1, "DLWLWD"), (2, "WLLLWW")):
        found = ""
        for stones in range(1, 7):
            result = analyze(load("kalah", houses=houses, stones=stones), seconds=60)
            found += {"win": "W", "loss": "L", "draw": "D", None: "?"}[result.proven]
        assert found == values


# three men's morris


def test_three_mens_morris_against_a_board_of_lists():
    game = load("three-mens-morris")
    rows = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    near = {frozenset(pair) for a, b, c in rows for pair in ((a, b), (b, c))}
    for seed in range(300):
        choose = random.Random(seed)
        p, cells, mover = game.rules.start(), [None] * 9, 0
        for _ in range(60):
            won = any(all(cells[i] == 1 - mover for i in row) for row in rows)
            assert game.rules.is_over(p) == won
            free = [i for i in range(9) if cells[i] is None]
            if sum(1 for cell in cells if cell == mover) < 3:
                legal = free
            else:
                legal = [
                    9 + a * 9 + b for a in range(9) if cells[a] == mover for b in free if frozenset((a, b)) in near
                ]
            if won or not legal:
                assert game.rules.utility(p, mover) == -1
                break
            assert list(game.rules.moves(p)) == legal
            move = choose.choice(legal)
            if move < 9:
                cells[move] = mover
            else:
                cells[(move - 9) // 9], cells[(move - 9) % 9] = None, mover
            p, mover = game.rules.play(p, move), 1 - mover


def test_connect_four_puts_lines_first_then_drops_that_cannot_be_answered():
    game, choose = load("connect-four"), random.Random(8)
    lines = doubles = 0

    def wins(p, column):
        return game.rules.utility(game.rules.play(p, column), game.rules.turn(p)) > 0

    def forces(p, column):
        """Whether every reply that does not win lets the player win with the next stone."""
        child = game.rules.play(p, column)
        after = [game.rules.play(child, reply) for reply in game.rules.moves(child) if not wins(child, reply)]
        return all(any(wins(q, move) for move in game.rules.moves(q)) for q in after if not game.rules.is_over(q))

    for _ in range(300):
        p = game.rules.start()
        for _ in range(choose.randrange(8, 30)):
            if game.rules.is_over(p):
                break
            p = game.rules.play(p, choose.choice(list(game.rules.moves(p))))
        if game.rules.is_over(p):
            continue
        ranks = {column: game.rules.priority(p, column) // (999 * 42) for column in game.rules.moves(p)}
        for column in ranks:
            assert (game.rules.priority(p, column) == 1000 * 42) == wins(p, column)
            if ranks[column] and not wins(p, column):
                assert forces(p, column)
                doubles += 1
            lines += wins(p, column)
    assert lines > 20
    assert doubles > 20
