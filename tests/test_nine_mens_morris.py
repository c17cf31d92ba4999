"""Nine men's morris against published counts and a board of names, and its special rules one by one."""

import random

import pytest

import kibitz
from kibitz import analyze, check, load, perft
from kibitz.games import nine_mens_morris as morris

GAME, WALKING = load("nine-mens-morris"), load("nine-mens-morris:flying=False")
START = ".../.../.../....../.../.../... W 9 9 0"
MILLS = [
    line.split()
    for line in (
        *("a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1"),
        *("a1 a4 a7", "b2 b4 b6", "c3 c4 c5", "d1 d2 d3", "d5 d6 d7", "e3 e4 e5", "f2 f4 f6", "g1 g4 g7"),
    )
]
LINES = [frozenset(pair) for a, b, c in MILLS for pair in ((a, b), (b, c))]
ROWS = ["a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4 e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1"]
POINTS = " ".join(ROWS).split()


class Naive:
    """A dict from the names of points to W and B."""

    def __init__(self, text, flying=True):
        rows, self.mover, *counts = text.split()
        self.hands, self.clock = {"W": int(counts[0]), "B": int(counts[1])}, int(counts[2])
        self.men = {point: man for point, man in zip(POINTS, rows.replace("/", "")) if man != "."}
        self.flying = flying

    def __str__(self):
        rows = "/".join("".join(self.men.get(point, ".") for point in row.split()) for row in ROWS)
        return f"{rows} {self.mover} {self.hands['W']} {self.hands['B']} {self.clock}"

    def copy(self):
        return Naive(str(self), self.flying)

    def of(self, player):
        return [point for point in POINTS if self.men.get(point) == player]

    def in_mill(self, point):
        return any(point in mill and all(self.men.get(each) == self.men[point] for each in mill) for mill in MILLS)

    def steps(self):
        """Every way to place or slide a man, before any is taken."""
        free = [point for point in POINTS if point not in self.men]
        if sum(self.hands.values()):
            return [(None, to) for to in free]
        far = self.flying and len(self.of(self.mover)) <= 3
        return [(at, to) for at in self.of(self.mover) for to in free if far or frozenset((at, to)) in LINES]

    def moves(self):
        """Every legal move by its name, with the position after it; none if the game is over."""
        if self.loser() or self.clock >= 100:
            return {}
        found, rival = {}, other(self.mover)
        for source, to in self.steps():
            board = self.copy()
            board.mover = rival
            board.clock = self.clock + 1 if source else 0
            if source:
                del board.men[source]
            else:
                board.hands[self.mover] -= 1
            board.men[to] = self.mover
            name = f"{source}-{to}" if source else to
            victims = board.of(rival) if board.in_mill(to) else []
            if not victims:
                found[name] = str(board)
            for victim in [each for each in victims if not board.in_mill(each)] or victims:
                after = board.copy()
                del after.men[victim]
                after.clock = 0
                found[f"{name}x{victim}"] = str(after)
        return found

    def loser(self):
        if sum(self.hands.values()):
            return None
        for player in (self.mover, other(self.mover)):
            if len(self.of(player)) < 3:
                return player
        return None if self.steps() else self.mover


def other(player):
    return "B" if player == "W" else "W"


def random_game(seed, flying=True, greed=0.5):
    """Positions of a random game that often prefers to take, each with its moves."""
    choose, text = random.Random(seed), START
    for _ in range(250):
        board = Naive(text, flying)
        found = board.moves()
        yield board, text, found
        if not found:
            return
        taking = [name for name in found if "x" in name]
        text = found[choose.choice(taking if taking and choose.random() < greed else sorted(found))]


@pytest.mark.parametrize("game", [GAME, WALKING])
def test_against_a_board_of_names(game):
    won = flights = positions = 0
    for seed in range(14):
        for board, text, found in random_game(seed, game is GAME, seed % 3 / 2):
            p = game.read(text)
            assert game.write(p) == text
            assert game.turn(p) == "WB".index(board.mover)
            legal = game.moves(p)
            assert {game.move_name(p, move): game.write(game.rules.play(p, move)) for move in legal} == found
            assert len(legal) == len(found)
            assert all(game.read_move(p, game.move_name(p, move)) == move for move in legal[:6])
            assert all(game.rules.noisy(p, move) == ("x" in game.move_name(p, move)) for move in legal)
            positions += 1
            flights += any("-" in name and frozenset(name.partition("x")[0].split("-")) not in LINES for name in found)
            if not found:
                worth = {None: 0, board.mover: -morris.WIN, other(board.mover): morris.WIN}[board.loser()]
                assert game.utility(p, game.turn(p)) == worth == -game.utility(p, 1 - game.turn(p))
                won += board.loser() is not None
    assert positions > 700
    assert won > 4
    assert (flights > 20) == (game is GAME)


def test_perft_has_the_published_counts():
    """Counts of the mill game that several general game players publish."""
    for depth, leaves in enumerate([1, 24, 552, 12144, 255024, 5140800, 99274176]):
        assert perft(GAME, depth=depth, compiled=True).leaves == leaves


@pytest.mark.slow
def test_deep_perft_has_the_published_count():
    assert perft(GAME, depth=7, compiled=True).leaves == 1873562112


def names(text, game=GAME):
    p = game.read(text)
    return {game.move_name(p, move) for move in game.moves(p)}


def test_a_mill_takes_a_man_that_is_not_in_one():
    state = GAME.begin("a7 b6 d7 d6")
    assert {name for name in names(state.text) if name.startswith("g7")} == {"g7xb6", "g7xd6"}
    state.play("g7xb6")
    assert state.text == "WWW/.B./.../....../.../.../... B 6 7 0"
    state.play_all("d5 a1 c5 g1")
    assert {name for name in names(state.text) if name.startswith("e5")} == {"e5xa1", "e5xg1"}  # a7, d7, g7 are a mill


def test_all_men_in_mills_may_be_taken():
    text = "WW./.../.../.....W/.../.../BBB W 0 0 3"
    assert {name for name in names(text) if "x" in name} == {"g4-g7xa1", "g4-g7xd1", "g4-g7xg1"}


def test_two_mills_at_once_take_one_man():
    state = GAME.begin("a7xg1 d2", ".WW/.../.../W...../.../B../W.B W 4 4 0")
    assert state.text == "WWW/.../.../W...../.../BB./W.. W 3 3 0"


def test_opening_and_closing_a_mill_takes_each_time():
    assert not any("x" in name for name in names("WWW/.../.../WW.B.B/.../..B/B.. W 0 0 0"))
    state = GAME.begin("d7-d6 g4-g1", "WWW/.../.../WW.B.B/.../..B/B.. W 0 0 0")
    assert {name for name in names(state.text) if "x" in name} == {f"d6-d7x{man}" for man in ("e4", "f2", "g1", "a1")}


def test_a_mill_takes_nothing_while_the_opponent_has_no_man():
    text = "WW./.../.../....../.../.../... W 5 5 0"
    assert "g7" in names(text)
    assert not any("x" in name for name in names(text))


def test_three_men_fly():
    text = "W.W/.../.../....W./.../.../BBB W 0 0 0"
    assert "a7-e3" in names(text)
    assert "a7-e3" not in names(text, WALKING)
    assert "f4-d7xd1" in names(text)
    assert "a7-e3" not in names("W.W/.../.../..W.W./.../.../BBB W 0 0 0")  # four men do not
    assert names("W.W/.../.../....W./.../.../BBB W 5 5 0") >= {
        "d7xd1",
        "c4",
    }  # nor do three while men are placed


def test_two_men_have_lost():
    state = GAME.begin("g4-g7xa1", "WW./.../.../.....W/.../.../BBB W 0 0 0")
    assert state.text == "WWW/.../.../....../.../.../.BB B 0 0 0"
    assert state.result == "white wins"
    assert not GAME.is_over(GAME.read("WWW/.../.../....../.../.../.BB B 6 7 0"))  # while there are men in hand


def test_placing_may_leave_either_player_with_two_men():
    for text, mover_wins in (
        ("WWW/.../.../....../.../.../.BB W 0 0 0", True),
        ("BBB/.../.../....../.../.../.WW W 0 0 0", False),
    ):
        p = GAME.read(text)
        assert GAME.is_over(p)
        assert GAME.utility(p, 0) == (morris.WIN if mover_wins else -morris.WIN)


def test_a_blocked_player_has_lost():
    p = GAME.read("WBW/.B./.../B....B/.../.../WBW W 0 0 0")
    assert GAME.is_over(p)
    assert GAME.utility(p, 0) == -morris.WIN
    assert not GAME.is_over(GAME.read("WBW/.B./.../B....B/.../.../.BW W 0 0 0"))  # three men fly


def test_fifty_moves_without_a_mill_are_a_draw():
    text = "W.W/.../.../....WW/.../.../BBB W 0 0 "
    assert GAME.begin("a7-a4", f"{text}99").result == "a draw"
    assert not GAME.begin("a7-a4", f"{text}98").over
    state = GAME.begin("a7-d7", f"{text}0")
    assert state.position.clock == 1
    assert GAME.begin("g4-g7xb2", "WW./.../.../....WW/.../B../BBB W 0 0 99").position.clock == 0


def test_the_last_quiet_move_may_win():
    state = GAME.begin("b4-a4", "WBW/.B./.../.B...B/.../.../WBW B 0 0 99")
    assert state.position.clock == 100
    assert state.result == "black wins"


def test_the_third_occurrence_is_a_draw():
    around = "a7-a4 b2-b4 a4-a7 b4-b2"
    state = GAME.begin(f"{around} a7-a4 b2-b4 a4-a7", "W.W/.../.../....WW/.../B../BBB W 0 0 0")
    assert not state.over
    assert state.play("b4-b2").result == "a draw by repetition"


def test_keys_leave_out_the_clock_until_it_matters():
    keys = [GAME.key(GAME.read(f"W.W/.../.../....WW/.../B../BBB W 0 0 {clock}")) for clock in range(100)]
    assert len(set(keys[:91])) == 1
    assert len(set(keys[90:])) == 10


def test_the_board_has_sixteen_views():
    p = GAME.begin("a7 d6 g4 c3 e3").position
    views = {p, *GAME.rules.symmetries(p)}
    assert len(views) == 16
    assert len({GAME.key(view) for view in views}) == 16
    assert {GAME.evaluate(view, 0) for view in views} == {GAME.evaluate(p, 0)}
    assert {perft(GAME, 2, position=view, compiled=True).leaves for view in views} == {
        perft(GAME, 2, position=p, compiled=True).leaves
    }
    assert len(list(GAME.rules.symmetries(GAME.start()))) == 15


@pytest.mark.parametrize("game", [GAME, WALKING])
def test_evaluation_is_the_same_from_both_sides(game):
    for seed in range(12):
        for _, text, found in random_game(seed, game is GAME):
            p = game.read(text)
            if found:
                points = game.evaluate(p, 0)
                assert game.evaluate(p, 1) == -points
                assert abs(points) < morris.WIN // 2
                assert game.evaluate(p._replace(player=1 - p.player), 1) == points


def test_men_in_hand_count_as_men():
    white, black = GAME.evaluate(GAME.begin("d6").position, 0), GAME.evaluate(GAME.begin("d6 d2").position, 0)
    assert abs(white) < 50
    assert abs(black) < 50


def test_mills_come_first():
    p = GAME.begin("a7 b6 d7 d6").position
    ordered = sorted(GAME.moves(p), key=lambda move: -GAME.rules.priority(p, move))
    assert {GAME.move_name(p, move) for move in ordered[:2]} == {"g7xb6", "g7xd6"}
    assert GAME.move_name(p, ordered[2]) == "f6"  # where black would close one


def test_a_mill_is_found():
    result = analyze(GAME, moves="a7 b6 d7 d6", depth=3)
    assert result.names.move.startswith("g7x")


@pytest.mark.parametrize(("text", "message"), [
    ("", "expected the lines from the top"),
    (".../.../.../....../.../... W 9 9 0", "expected the lines from the top"),
    (".../.../.../....../.../.../..x W 9 9 0", "expected the lines from the top"),
    (".../.../.../....../.../.../... X 9 9 0", "expected the lines from the top"),
    ("W../.../.../....../.../.../... W 9 9 0", "white has at most 9 men, got 1 and 9 in hand"),
    ("WWW/WWW/WWW/W...../BBB/.../... W", "white has at most 9 men, got 10 and 0 in hand"),
    ("W../.../.../....../.../.../... W 8 9 0", "white places first, then in turn; got 8 and 9 men in hand"),
    ("W../.../.../....../.../.../... B 8 8 0", "white places first, then in turn; got 8 and 8 men in hand"),
    ("W../.../.../....../.../.../... B 8 9 3", "the clock is at most 100, and 0 while men are placed, got 3"),
    ("WWW/.../.../....../.../.../BBB B 0 0 101", "the clock is at most 100"),
])  # fmt: skip
def test_bad_positions_are_refused(text, message):
    with pytest.raises(kibitz.PositionError, match=message):
        GAME.read(text)


def test_counts_may_be_left_out():
    whole = GAME.read("WWW/.../.../....../.../.../BBB B 0 0 0")
    assert GAME.read("WWW/.../.../....../.../.../BBB B") == whole
    assert GAME.read("WWW/.../.../....../.../.../BBB B 0 0") == whole


@pytest.mark.parametrize("game", [GAME, WALKING])
def test_it_keeps_its_promises(game):
    report = check(game, games=4, seconds=2)
    assert (report.failures, report.compiled) == ([], True)


@pytest.mark.parametrize("algorithm", ["alpha-beta", "rb-alpha-beta"])
def test_plain_and_compiled_agree(algorithm):
    options = {"keep_rate": 0.5} if algorithm == "rb-alpha-beta" else {}
    for seed in range(2):
        for _, text, _ in list(random_game(seed))[10 + seed :: 60]:
            plain, fast = (
                analyze(GAME, algorithm, position=text, depth=2, compiled=c, **options) for c in (False, True)
            )
            assert (plain.score, plain.pv, plain.nodes, plain.moves) == (fast.score, fast.pv, fast.nodes, fast.moves)
            assert fast.compiled
