"""English draughts against published counts and a board of words, and its special rules one by one."""

import random

import pytest

import kibitz
from kibitz import analyze, check, load, perft
from kibitz.games import draughts

GAME = load("draughts")
START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
BARE = "B:WK32:BK1"


class Naive:
    """Pieces by row and column; every jump is tried on the board."""

    def __init__(self, text):
        self.mover, white, black, *clock = text.split(":")
        self.clock = int(clock[0][1:]) if clock else 0
        self.pieces = {}
        for colour, field in (("w", white[1:]), ("b", black[1:])):
            for item in field.split(",") if field else ():
                self.pieces[place(int(item.strip("K")))] = colour.upper() if "K" in item else colour

    def __str__(self):
        fields = {"w": [], "b": []}
        for at, piece in sorted(self.pieces.items()):
            fields[piece.lower()].append(("K" if piece.isupper() else "") + str(number(at)))
        clock = f":H{self.clock}" if self.clock else ""
        return f"{self.mover}:W{','.join(fields['w'])}:B{','.join(fields['b'])}{clock}"

    def directions(self, piece):
        ways = {"b": [(1, -1), (1, 1)], "w": [(-1, -1), (-1, 1)]}
        return ways[piece] if piece in ways else ways["b"] + ways["w"]

    def jumps(self, at, piece, gone):
        """Every way to go on capturing, as the squares that are passed and what is captured in all."""
        found = False
        for down, right in self.directions(piece):
            over, to = (at[0] + down, at[1] + right), (at[0] + 2 * down, at[1] + 2 * right)
            there = self.pieces.get(over)
            if there is None or there.lower() == piece.lower() or over in gone or to in self.pieces or not inside(to):
                continue
            found = True
            if piece != crowned(piece, to):
                yield [to], gone | {over}
            else:
                for way, captured in self.jumps(to, piece, gone | {over}):
                    yield [to, *way], captured
        if not found and gone:
            yield [], gone

    def moves(self):
        """Every legal move as from, to and the captured squares, with the position after it."""
        mine = [(at, piece) for at, piece in self.pieces.items() if piece.lower() == self.mover.lower()]
        found = {}
        for at, piece in mine:
            del self.pieces[at]
            for way, captured in self.jumps(at, piece, frozenset()):
                found[at, way[-1], captured] = None
            self.pieces[at] = piece
        if not found:
            for at, piece in mine:
                for down, right in self.directions(piece):
                    to = (at[0] + down, at[1] + right)
                    if inside(to) and to not in self.pieces:
                        found[at, to, frozenset()] = None
        return {move: self.after(*move) for move in found}

    def after(self, source, to, captured):
        board = Naive(str(self))
        piece = board.pieces.pop(source)
        for at in captured:
            del board.pieces[at]
        board.pieces[to] = crowned(piece, to)
        board.clock = self.clock + 1 if piece.isupper() and not captured else 0
        board.mover = "W" if self.mover == "B" else "B"
        return str(board)


def crowned(piece, at):
    return piece.upper() if (piece, at[0]) in (("b", 7), ("w", 0)) else piece


def inside(at):
    return 0 <= at[0] < 8 and 0 <= at[1] < 8


def place(number):
    """The row and column of a square: in even rows they begin one column further right."""
    row, i = divmod(number - 1, 4)
    return row, 2 * i + (row % 2 == 0)


def number(at):
    return 4 * at[0] + at[1] // 2 + 1


def random_game(seed):
    choose = random.Random(seed)
    text = START
    for _ in range(120):
        found = Naive(text).moves()
        yield text, found
        if not found:
            return
        text = choose.choice(sorted(found.values()))


def crowd(seed):
    """A position that no game may reach, with many kings and much to capture."""
    choose = random.Random(seed)
    few, many = choose.randint(1, 2), choose.randint(3, 9)
    loose = [6, 7, 8, 14, 15, 16, 22, 23, 24]  # with gaps between them, seen from the rows above and below
    theirs = choose.sample(loose if seed % 2 else range(1, 33), many)
    mine = choose.sample(sorted(set(range(1, 33)) - set(theirs)), few)
    mover = choose.choice("BW")
    other = "BW".replace(mover, "")

    def listed(numbers, colour, kings):
        last = range(29, 33) if colour == "B" else range(1, 5)
        marked = sorted((n, "K" if n in last or choose.random() < kings else "") for n in numbers)
        return colour + ",".join(f"{king}{n}" for n, king in marked)

    fields = {mover: listed(mine, mover, 0.9), other: listed(theirs, other, 0.3)}
    return f"{mover}:{fields['W']}:{fields['B']}"


def agrees(text, found):
    """Compare one position with the naive board, and its moves with their names."""
    p = GAME.read(text)
    assert GAME.write(p) == text
    assert GAME.turn(p) == "BW".index(text[0])
    legal = list(GAME.rules.moves(p))
    after = {move: GAME.rules.play(p, move) for move in legal}
    assert len(legal) == len(found)
    assert {GAME.write(q) for q in after.values()} == set(found.values())
    assert all(GAME.read(GAME.write(q)) == q for q in after.values())
    names = [GAME.move_name(p, move) for move in legal]
    assert len(set(names)) == len(names)
    assert [GAME.read_move(p, name) for name in names] == legal
    assert [GAME.rules.noisy(p, move) for move in legal] == [
        "x" in name or q.kings.bit_count() > p.kings.bit_count() for name, q in zip(names, after.values())
    ]
    assert GAME.rules.urgent(p) == any("x" in name for name in names)
    if not legal:
        assert GAME.is_over(p)
        assert GAME.utility(p, GAME.turn(p)) == -GAME.utility(p, 1 - GAME.turn(p)) < 0
    return names


def names(text):
    p = GAME.read(text)
    return {GAME.move_name(p, move) for move in GAME.moves(p)}


def test_perft_has_the_published_counts():
    """Aart Bik's counts, http://www.talkchess.com/forum3/viewtopic.php?t=27814."""
    for depth, leaves in enumerate([1, 7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564]):
        assert perft(GAME, depth=depth, compiled=True).leaves == leaves


@pytest.mark.slow
def test_deep_perft_has_the_published_counts():
    """From ply 12 on the counts of those who take ways around a circle for one move (Bik has 388623673)."""
    for depth, leaves in ((11, 85242128), (12, 388617999), (13, 1766564893)):
        assert perft(GAME, depth=depth, compiled=True).leaves == leaves


def test_against_a_board_of_words():
    assert GAME.write(GAME.start()) == START
    captures = kings = ends = 0
    for seed in range(30):
        for text, found in random_game(seed):
            listed = agrees(text, found)
            captures += any("x" in name for name in listed)
            kings += "K" in text
            ends += not found
    assert min(captures, kings) > 300
    assert ends > 10


def test_crowded_boards_against_a_board_of_words():
    long = ambiguous = circles = 0
    for seed in range(1500):
        text = crowd(seed)
        found = Naive(text).moves()
        listed = agrees(text, found)
        long += any(len(captured) > 3 for _, _, captured in found)
        ambiguous += any(name.count("x") > 1 for name in listed)
        circles += any(source == to for source, to, _ in found)
    assert long > 50
    assert min(ambiguous, circles) > 5


def test_a_jump_that_can_be_continued_must_be():
    assert names("B:W6,15:B1") == {"1x19"}
    assert names("B:W6,15:B1,12") == {"1x19"}  # and a capture comes before any other move
    assert GAME.write(GAME.play(GAME.read("B:W6,15,32:B1"), "1x10x19")) == "W:W32:B19"


def test_any_capture_may_be_chosen():
    assert names("B:W6,15,8:B1,3") == {"1x19", "3x12"}


def test_ways_that_capture_different_pieces_are_different_moves():
    p = GAME.read("B:W6,7,14,15,32:B2")
    assert names(GAME.write(p)) == {"2x9x18", "2x11x18"}
    assert GAME.write(GAME.play(p, "2x9x18")) == "W:W7,15,32:B18"
    with pytest.raises(kibitz.MoveError, match="'2x18' is ambiguous; expected 2x9x18 or 2x11x18"):
        GAME.play(p, "2x18")


def test_a_man_that_becomes_a_king_ends_its_move():
    assert names("B:W25,26:B21") == {"21x30"}
    assert GAME.write(GAME.play(GAME.read("B:W25,26:B21"), "21x30")) == "W:W26:BK30"
    assert names("B:W25,26:BK21") == {"21x23"}  # a king goes on
    assert GAME.write(GAME.play(GAME.read("W:W5:B12"), "5-1")) == "B:WK1:B12"


def test_men_do_not_go_back():
    assert names("B:W9,10,18:B14") == {"14x23"}
    assert names("W:W14,31:B9,18") == {"14x5"}
    assert names("W:W14:B25") == {"14-9", "14-10"}
    assert names("W:WK14:B25") == {"14-9", "14-10", "14-17", "14-18"}


def test_a_circle_is_one_move():
    p = GAME.read("B:W7,8,15,16,32:BK3")
    assert names(GAME.write(p)) == {"3x3"}
    move = GAME.moves(p)[0]
    assert GAME.read_move(p, "3x12x19x10x3") == GAME.read_move(p, "3x10x19x12x3") == GAME.read_move(p, "3x19x3") == move
    assert GAME.write(GAME.play(p, move)) == "W:W32:BK3"
    assert GAME.ask("board", p).moves[move] in (
        ["3", "12", "12", "19", "19", "10", "10", "3"],
        ["3", "10", "10", "19", "19", "12", "12", "3"],
    )


def test_a_blocked_player_has_lost():
    p = GAME.read("B:W9,14:B5")
    assert GAME.is_over(p)
    assert (GAME.utility(p, 0), GAME.utility(p, 1)) == (-draughts.WIN, draughts.WIN)
    assert GAME.begin(position="W:W14:B10").play("14x7").result == "white wins"


def test_forty_moves_without_progress_are_a_draw():
    state = GAME.begin("1-5", f"{BARE}:H79")
    assert (state.over, state.result) == (True, "a draw")
    assert not GAME.begin("1-5", f"{BARE}:H78").over
    for text, move in (("B:WK32:B1:H79", "1-5"), ("B:W32,K6:BK1:H79", "1x10")):
        assert GAME.begin(move, text).position.clock == 0


def test_the_last_quiet_move_may_win():
    state = GAME.begin("10-14", "W:W9,K10:B5:H79")
    assert state.position.clock == 80
    assert state.result == "white wins"


def test_the_third_occurrence_is_a_draw():
    state = GAME.begin("1-5 32-28 5-1 28-32 1-5 32-28 5-1", BARE)
    assert not state.over
    assert state.play("28-32").result == "a draw by repetition"


def test_keys_leave_out_the_clock_until_it_matters():
    keys = [GAME.key(GAME.read(f"{BARE}:H{clock}")) for clock in range(1, 80)]
    assert len(set(keys[:70])) == 1
    assert len(set(keys[69:])) == 10
    assert GAME.key(GAME.read("B:WK32:BK1")) != GAME.key(GAME.read("W:WK32:BK1"))


def swapped(text):
    """The same position with the colours exchanged and the board turned."""
    mover, white, black, *_ = text.split(":")

    def turned(field):
        items = [item for item in field[1:].split(",") if item]
        return ",".join(("K" if "K" in item else "") + str(33 - int(item.strip("K"))) for item in items)

    return f"{'BW'.replace(mover, '')}:W{turned(black)}:B{turned(white)}"


def test_evaluation_is_the_same_from_both_sides():
    for seed in range(30):
        for text, found in random_game(seed):
            p = GAME.read(text)
            if found:
                points = GAME.evaluate(p, 0)
                assert GAME.evaluate(p, 1) == -points
                assert GAME.evaluate(GAME.read(swapped(text)), 1) == points
                assert abs(points) < draughts.WIN // 2


def test_kings_and_material_count():
    level = GAME.evaluate(GAME.start(), 0)
    assert abs(level) < 20
    assert GAME.evaluate(GAME.read("B:W21,22,23:B9,10,11,12"), 0) > 80
    assert GAME.evaluate(GAME.read("B:W21,22,23:B9,10,K11"), 0) > 20


def test_captures_and_new_kings_come_first():
    p = GAME.read("B:W6,15,8:B1,3")
    assert GAME.move_name(p, max(GAME.moves(p), key=lambda move: GAME.rules.priority(p, move))) == "1x19"
    p = GAME.read("B:W5,13:B1,2,25")
    assert GAME.move_name(p, max(GAME.moves(p), key=lambda move: GAME.rules.priority(p, move)))[:3] == "25-"


def test_two_kings_beat_one_outside_the_double_corner():
    assert analyze(GAME, position="B:WK29:BK22,K15", depth=12).proven == "win"


@pytest.mark.parametrize(("text", "message"), [
    ("", "expected the player to move"),
    ("B:B1,2:B3", "expected the player to move"),
    ("X:W21:B1", "expected the player to move"),
    ("B:W33:B1", "expected squares from 1 to 32, got '33'"),
    ("B:W21,:B1", "expected squares from 1 to 32, got ''"),
    ("B:W1-x:B1", "expected the player to move"),
    ("B:WK1:B1", "square 1 is both black's and white's"),
    ("B:W21,21:B1", "square 21 is listed twice"),
    ("B:W20-32:B1", "white has at most 12 pieces, got 13"),
    ("B:W21:B29", "a black man on 29 would be a king"),
    ("B:W4:B1", "a white man on 4 would be a king"),
    ("B:W:B1", "white has no piece left"),
    ("B:WK21:BK1:H81", "the clock H is at most 80, got 81"),
])  # fmt: skip
def test_bad_positions_are_refused(text, message):
    with pytest.raises(kibitz.PositionError, match=message):
        GAME.read(text)


def test_positions_are_read_as_others_write_them():
    for text in ("B:W21-32:B1-12", "B:B1-12:W21-32.", "B:W21-32:B1-12:H0:F1"):
        assert GAME.read(text) == GAME.start()


@pytest.mark.parametrize(("text", "message"), [
    ("9", "expected a move such as 11-15 or 22x15x6, got '9'"),
    ("9-15", "'9-15' is not a legal move here; legal: "),
])  # fmt: skip
def test_bad_moves_are_refused(text, message):
    with pytest.raises(kibitz.MoveError, match=message):
        GAME.play(GAME.start(), text)


def test_it_keeps_its_promises():
    report = check(GAME, games=8, seconds=4)
    assert (report.findings, report.compiled) == ([], True)


@pytest.mark.parametrize("algorithm", ["alpha-beta", "rb-alpha-beta"])
def test_plain_and_compiled_agree(algorithm):
    options = {"keep_rate": 0.5} if algorithm == "rb-alpha-beta" else {}
    for seed in range(3):
        for text, _ in list(random_game(seed))[seed::25]:
            plain, fast = (
                analyze(GAME, algorithm, position=text, depth=3, compiled=c, **options) for c in (False, True)
            )
            assert (plain.score, plain.pv, plain.nodes, plain.moves) == (fast.score, fast.pv, fast.nodes, fast.moves)
            assert fast.compiled
