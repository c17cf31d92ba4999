"""Othello against published counts, a board of lists, and a search by brute force."""

import random

import pytest

import kibitz
from kibitz import analyze, check, load, perft

GAME = load("othello")
PASS = 64
AROUND = [(right, below) for right in (-1, 0, 1) for below in (-1, 0, 1) if right or below]


class Board:
    """Rows of "X", "O" and "."; every line is walked square by square."""

    def __init__(self, text="......../......../......../...OX.../...XO.../......../......../........ X"):
        rows, self.mover = text.split()
        self.rows = [list(row) for row in rows.split("/")]

    def __str__(self):
        return "/".join("".join(row) for row in self.rows) + f" {self.mover}"

    def at(self, column, row):
        return self.rows[row][column] if 0 <= column < 8 and 0 <= row < 8 else None

    def turned(self, column, row, mark):
        squares = []
        if self.at(column, row) == ".":
            for right, below in AROUND:
                line, c, r = [], column + right, row + below
                while self.at(c, r) == other(mark):
                    line.append((c, r))
                    c, r = c + right, r + below
                if self.at(c, r) == mark:
                    squares += line
        return squares

    def moves(self):
        def squares(mark):
            return [8 * r + c for r in range(8) for c in range(8) if self.turned(c, r, mark)]

        return squares(self.mover) or [PASS] * bool(squares(other(self.mover)))

    def after(self, move):
        board = Board(str(self))
        if move != PASS:
            column, row = move % 8, move // 8
            for c, r in [*self.turned(column, row, self.mover), (column, row)]:
                board.rows[r][c] = self.mover
        board.mover = other(self.mover)
        return board

    def ahead(self):
        """Black's discs less white's."""
        return sum(row.count("X") - row.count("O") for row in self.rows)


def other(mark):
    return "O" if mark == "X" else "X"


def minimax(board):
    """Black's final lead under best play."""
    moves = board.moves()
    if not moves:
        return board.ahead()
    return (max if board.mover == "X" else min)(minimax(board.after(move)) for move in moves)


def random_game(seed):
    """Boards of one random game, to the end, each with its moves and the move that led there."""
    choose = random.Random(seed)
    board, move = Board(), None
    while True:
        moves = board.moves()
        yield board, moves, move
        if not moves:
            return
        move = choose.choice(moves)
        board = board.after(move)


def test_perft_has_the_published_counts():
    """Published counts take a game that has ended for a line of any length: 228 end at ply 9, so 24571284 at ply 10."""
    for depth, leaves in enumerate([1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284 - 228]):
        assert perft(GAME, depth=depth, compiled=True).leaves == leaves


def test_against_a_board_of_lists():
    passes = unfilled = 0
    for seed in range(250):
        p = None
        for board, moves, move in random_game(seed):
            p = GAME.start() if move is None else GAME.play(p, move)
            assert GAME.write(p) == str(board)
            assert sorted(GAME.moves(p)) == moves
            assert GAME.turn(p) == "XO".index(board.mover)
            assert (GAME.utility(p, 0), GAME.utility(p, 1)) == (board.ahead(), -board.ahead())
            passes += moves == [PASS]
        unfilled += "." in str(board)
    assert passes > 100
    assert unfilled > 0


def late_positions(empties, games):
    for seed in range(games):
        for board, moves, _ in random_game(seed):
            if str(board).count(".") == empties and moves:
                yield board
                break


@pytest.mark.parametrize(("empties", "games"), [(4, 60), (6, 25), (8, 3)])
def test_endgames_are_exact(empties, games):
    for board in late_positions(empties, games):
        p = GAME.read(str(board))
        result = analyze(GAME, "alpha-beta", position=p, depth=2 * empties + 2, player=0)
        assert result.score == minimax(board)
        assert result.proven


def test_squares_that_stay_empty_count_for_nobody():
    p = GAME.begin("e6 f4 e3 f6 g5 d6 e7 f5 c5").position  # the shortest game: white has no disc left after nine moves
    assert GAME.is_over(p)
    assert GAME.utility(p, 0) == 13


def test_who_has_no_move_passes():
    p = GAME.read("OX....../......../......../...XX.../...XX.../......../......../........ X")
    assert GAME.moves(p) == [PASS]
    assert GAME.move_name(p, PASS) == "pass"
    p = GAME.begin("pass", p).position
    assert [GAME.move_name(p, move) for move in GAME.moves(p)] == ["c1"]
    p = GAME.begin("c1", p).position
    assert (GAME.is_over(p), GAME.utility(p, 1)) == (True, -1)


@pytest.mark.parametrize(("text", "message"), [
    ("", "expected 8 rows of 8"),
    ("......../......../......../...OX.../...XO.../......../......../........", "the player to move"),
    ("......../......../......../...OX.../...XO.../......../......../....... X", "expected 8 rows of 8"),
    ("......../......../......../...OB.../...XO.../......../......../........ X", "expected 8 rows of 8"),
    ("......../......../......../...OX.../...X..../......../......../........ X", "the four squares in the middle"),
])  # fmt: skip
def test_bad_positions_are_refused(text, message):
    with pytest.raises(kibitz.PositionError, match=message):
        GAME.read(text)


def test_positions_may_be_written_without_slashes():
    p = GAME.begin("d3 c5").position
    assert GAME.read(GAME.write(p).replace("/", "").replace(".", "-")) == p


def test_stable_discs_never_turn():
    from kibitz.games.othello import count, signed, stable

    found = 0
    for seed in range(60):
        kept = [0, 0]
        p = None
        for _, _, move in random_game(seed):
            p = GAME.start() if move is None else GAME.play(p, move)
            boards = (p.mine, p.theirs) if p.player == 0 else (p.theirs, p.mine)
            for player, board in enumerate(boards):
                assert board == signed(board)
                assert kept[player] & board == kept[player]
                kept[player] = stable(board)
                found += count(kept[player])
    assert found > 1000
    assert count(stable(-1)) == 64


def mirrored(text):
    """The same position seen from the other side of the main diagonal."""
    rows, mover = text.split()
    return "/".join(map("".join, zip(*rows.split("/")))) + f" {mover}"


def test_evaluation_is_the_same_from_every_side():
    for seed in range(30):
        for board, moves, _ in random_game(seed):
            text = str(board)
            swapped = text.translate(str.maketrans("XO", "OX"))
            if moves:
                scores = [
                    GAME.evaluate(GAME.read(each), 0) for each in (text, mirrored(text), text[-3::-1] + text[-2:])
                ]
                assert scores[0] == scores[1] == scores[2]
                assert GAME.evaluate(GAME.read(swapped), 1) == scores[0]
                assert GAME.evaluate(GAME.read(text), 1) == -scores[0]
                assert abs(scores[0]) <= 64


def test_a_corner_comes_first_and_what_gives_it_away_last():
    p = GAME.read("......../.XO...../..XO..../...OX.../...XO.../......../......../........ O")
    assert GAME.move_name(p, max(GAME.moves(p), key=lambda move: GAME.rules.priority(p, move))) == "a1"
    p = GAME.read("......../......../..OXX.../...OX.../...XXX../......../......../........ X")
    assert [GAME.move_name(p, move) for move in GAME.moves(p)] == ["b3", "c4", "c5", "b2"]


def test_a_disc_count_is_no_match_for_the_evaluation():
    """Equal depth, both colours, a few random openings; with equal time it is no closer."""
    weak = load("othello:discs_only=1")
    assert weak.spec() == "othello:discs_only=True"
    points = 0.0
    for seed in range(10):
        opening = [move for _, (_, _, move) in zip(range(9), random_game(seed))][1:]
        for side in (0, 1):
            p = GAME.start()
            for move in opening:
                p = GAME.play(p, move)
            while legal := GAME.moves(p):
                player = GAME if GAME.turn(p) == side else weak
                p = GAME.play(p, analyze(player, position=p, depth=4).move if len(legal) > 1 else legal[0])
            points += (GAME.utility(p, side) > 0) + (GAME.utility(p, side) == 0) / 2
    assert points >= 19


@pytest.mark.parametrize("spec", ["othello", "othello:discs_only=1"])
def test_it_keeps_its_promises(spec):
    report = check(load(spec), games=8, seconds=4)
    assert (report.findings, report.compiled) == ([], True)


@pytest.mark.parametrize("algorithm", ["alpha-beta", "rb-alpha-beta"])
def test_plain_and_compiled_agree(algorithm):
    options = {"keep_rate": 0.5} if algorithm == "rb-alpha-beta" else {}
    for seed in range(4):
        boards = [board for board, _, _ in random_game(seed)]
        for board in boards[seed::13]:
            p = GAME.read(str(board))
            plain, fast = (analyze(GAME, algorithm, position=p, depth=3, compiled=c, **options) for c in (False, True))
            assert (plain.score, plain.pv, plain.nodes, plain.moves) == (fast.score, fast.pv, fast.nodes, fast.moves)
            assert fast.compiled
