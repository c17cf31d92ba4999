"""Go against a board of dicts, GNU Go, and the special rules one by one."""

import inspect
import random
import shutil
import subprocess

import pytest

import kibitz
from kibitz import analyze, check, load, perft
from kibitz.games.go.points import Grid

LETTERS = "ABCDEFGHJKLMN"
SIZES = (2, 3, 5, 7, 8, 9, 10, 11, 13)
games = {size: load("go", size=size, komi=0.5) for size in SIZES}
grids = {size: Grid(size) for size in SIZES}
GNUGO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")


def name_of(point):
    return f"{LETTERS[point[0]]}{point[1] + 1}"


class Naive:
    """Stones in a dict; groups by flood fill; ko by comparing boards: the one before the last move may not return."""

    def __init__(self, size, stones=None, mover="X", before=None):
        self.size, self.stones, self.mover, self.before = size, stones or {}, mover, before
        self.points = dict.fromkeys((column, row) for row in range(size) for column in range(size))

    def near(self, point):
        column, row = point
        around = ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1))
        return [each for each in around if each in self.points]

    def region(self, point, stones, found=None):
        """All points of one colour, or empty ones, that are connected with a point."""
        found = {point} if found is None else found
        for each in self.near(point):
            if each not in found and stones.get(each) == stones.get(point):
                found.add(each)
                self.region(each, stones, found)
        return found

    def liberties(self, group, stones):
        return {each for point in group for each in self.near(point) if each not in stones}

    def placed(self, point):
        """The stones after a move, or None if it is not legal."""
        if point in self.stones:
            return None
        stones = {**self.stones, point: self.mover}
        for each in self.near(point):
            if stones.get(each) not in (None, self.mover):
                group = self.region(each, stones)
                if not self.liberties(group, stones):
                    stones = {at: mark for at, mark in stones.items() if at not in group}
        if not self.liberties(self.region(point, stones), stones) or stones == self.before:
            return None
        return stones

    def legal(self):
        return [point for point in self.points if self.placed(point) is not None]

    def after(self, point):
        stones = self.stones if point is None else self.placed(point)
        return Naive(self.size, stones, "O" if self.mover == "X" else "X", self.stones)

    def atari(self):
        return {
            point for point in self.stones if len(self.liberties(self.region(point, self.stones), self.stones)) == 1
        }

    def area(self):
        """Black's area less White's."""
        total = 0
        for point in self.points:
            if point in self.stones:
                touched = {self.stones[point]}
            else:
                region = self.region(point, self.stones)
                touched = {self.stones[each] for at in region for each in self.near(at) if each in self.stones}
            if len(touched) == 1:
                total += 1 if touched == {"X"} else -1
        return total

    def is_eye(self, point):
        """Whether all neighbours, and enough of the points diagonally beside it, are the player's own."""
        if any(self.stones.get(each) != self.mover for each in self.near(point)):
            return False
        corners = [(point[0] + right, point[1] + up) for right in (-1, 1) for up in (-1, 1)]
        inside = [each for each in corners if each in self.points]
        return sum(self.stones.get(each) not in (None, self.mover) for each in inside) < (2 if len(inside) == 4 else 1)

    def rows(self):
        lines = ["".join(self.stones.get((c, r), ".") for c in range(self.size)) for r in range(self.size)]
        return "/".join(reversed(lines))


def random_game(size, seed):
    """Boards of a random game with their legal points, and the name of the move that led there.

    It ends after two passes, or after a long time.
    """
    choose, board, name, quiet = random.Random(seed), Naive(size), None, 0
    for _ in range(3 * size * size):
        legal = board.legal()
        yield board, legal, name
        if quiet == 2:
            return
        if not legal or choose.random() < 0.02:
            board, name, quiet = board.after(None), "pass", quiet + 1
        else:
            point = choose.choice(legal)
            board, name, quiet = board.after(point), name_of(point), 0


def black_lead(game, p):
    """Twice Black's lead; utilities tell only its sign."""
    lead = inspect.getclosurevars(game.rules.utility).nonlocals["lead"](p)
    return lead if game.turn(p) == 0 else -lead


def position_after(game, names):
    p = game.start()
    for name in names:
        p = game.play(p, game.read_move(p, name))
    return p


@pytest.mark.parametrize(("size", "count"), [*zip(SIZES, (20, 20, 6, 2, 1, 1, 1, 1, 1), strict=True)])
def test_rules_against_a_board_of_dicts(size, count):
    game, rules, grid = games[size], games[size].rules, grids[size]
    for seed in range(count):
        p = rules.start()
        for ply, (board, legal, name) in enumerate(random_game(size, seed)):
            if name is not None:
                p = rules.play(p, game.read_move(p, name))
            assert [game.move_name(p, move) for move in rules.moves(p)] == [*map(name_of, legal), "pass"]
            assert game.write(p).split()[:2] == [board.rows(), "BW"[rules.turn(p)]]
            assert rules.turn(p) == "XO".index(board.mover)
            if size > 5 and ply % 9:  # the rest takes long on large boards
                continue
            assert set(grid.listed(p.atari)) == {column + row * grid.row for column, row in board.atari()}
            assert black_lead(game, p) == 2 * board.area() - 1
            sign = 1 if board.area() > 0.5 else -1
            assert (rules.utility(p, 0), rules.utility(p, 1)) == (sign, -sign)
            assert rules.evaluate(p, 0) == -rules.evaluate(p, 1)
            assert game.read(game.write(p)) == p
            eyes = {name_of(point) for point in legal if board.is_eye(point)}
            unlikely = {game.move_name(p, move) for move in rules.moves(p) if rules.policy(p, move) == 0}
            assert unlikely - {"pass"} == eyes


def test_lines_are_counted_by_the_board_of_dicts():
    def leaves(board, passes, depth):
        if depth == 0:
            return 1
        if passes == 2:
            return 0
        return leaves(board.after(None), passes + 1, depth - 1) + sum(
            leaves(board.after(point), 0, depth - 1) for point in board.legal()
        )

    for size, depths in ((2, 6), (3, 4)):
        for depth in range(depths):
            assert perft(games[size], depth=depth, compiled=depth == 3).leaves == leaves(Naive(size), 0, depth)


# GNU Go


class GnuGo:
    """GNU Go behind its text protocol, with area scoring, simple ko and without suicide."""

    def __init__(self, size):
        command = [GNUGO, "--mode", "gtp", "--chinese-rules", "--simple-ko", "--forbid-suicide", "--level", "1"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask(f"boardsize {size}")
        self.ask("komi 0.5")

    def ask(self, command):
        self.process.stdin.write(f"{command}\n")
        self.process.stdin.flush()
        lines = [self.process.stdout.readline()]
        while lines[-1] != "\n":
            lines.append(self.process.stdout.readline())
        answer = "".join(lines).strip()
        assert answer.startswith("="), (command, answer)
        return answer[1:].strip()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.communicate("quit\n")


def finished_game(game, seed):
    """Positions of a random game with the moves between them; nobody fills an eye, or passes with another move."""
    choose, p = random.Random(seed), game.start()
    while not game.rules.is_over(p):
        moves = [move for move in game.rules.moves(p) if game.rules.policy(p, move) > 0]
        stones = [move for move in moves if game.move_name(p, move) != "pass"]
        move = choose.choice(stones or moves)
        yield p, f"play {'BW'[game.turn(p)]} {game.move_name(p, move)}"
        p = game.rules.play(p, move)
    yield p, None


def compare_positions(size, count):
    """Compare legal points with GNU Go's `all_legal`, and stones with `list_stones`, in this many positions."""
    game, compared = games[size], 0
    with GnuGo(size) as gnugo:
        for seed in range(1000):
            gnugo.ask("clear_board")
            step = 3 + seed % 6
            for ply, (p, command) in enumerate(finished_game(game, seed)):
                if ply % step == 0:
                    legal = {game.move_name(p, move) for move in game.rules.moves(p)} - {"pass"}
                    assert legal == {*gnugo.ask(f"all_legal {'BW'[game.turn(p)]}").split()} - {"PASS"}
                    lines = game.write(p).split()[0].split("/")
                    for mark, who in (("X", "black"), ("O", "white")):
                        stones = {
                            name_of((column, size - 1 - row))
                            for row, line in enumerate(lines)
                            for column, each in enumerate(line)
                            if each == mark
                        }
                        assert stones == set(gnugo.ask(f"list_stones {who}").split())
                    compared += 1
                    if compared == count:
                        return
                if command is not None:
                    gnugo.ask(command)


def compare_scores(size, count):
    """Compare the scores of this many finished games with GNU Go's `final_score`.

    GNU Go removes the stones that it takes for dead, and Kibitz none. So a game counts only if GNU Go finds no dead
    stone in its final position.
    """
    game, compared = games[size], 0
    with GnuGo(size) as gnugo:
        for seed in range(20 * count):
            gnugo.ask("clear_board")
            *played, (p, _) = finished_game(game, seed)
            for _, command in played:
                gnugo.ask(command)
            if p.passes == 2 and not gnugo.ask("final_status_list dead"):
                ahead = black_lead(game, p)
                assert gnugo.ask("final_score") == f"{'B' if ahead > 0 else 'W'}+{abs(ahead) / 2:.1f}"
                compared += 1
                if compared == count:
                    return
    raise AssertionError(f"only {compared} of {count} games were without dead stones")


needs_gnugo = pytest.mark.skipif(GNUGO is None, reason="needs the program gnugo")


@needs_gnugo
@pytest.mark.parametrize(("size", "positions", "scores"), [(5, 30, 5), (9, 50, 5), (13, 20, 1)])
def test_gnugo_agrees(size, positions, scores):
    compare_positions(size, positions)
    compare_scores(size, scores)


@pytest.mark.slow
@needs_gnugo
@pytest.mark.parametrize(("size", "positions", "scores"), [(5, 250, 60), (7, 250, 60), (9, 300, 60), (13, 200, 20)])
def test_gnugo_agrees_on_a_thousand_positions(size, positions, scores):
    compare_positions(size, positions)
    compare_scores(size, scores)


# Rules one by one; the board of a text is drawn from above


def drawn(text, mover, more="", size=5, **parameters):
    game = load("go", size=size, **parameters)
    return game, game.read(f"{'/'.join(text.split())} {mover} {more}".strip())


def names(game, p):
    return [game.move_name(p, move) for move in game.moves(p)]


def played(game, p, line):
    for name in line.split():
        p = game.play(p, game.read_move(p, name))
    return p


def rows(game, p):
    return game.write(p).split()[0].split("/")


def test_a_stone_without_liberties_is_captured():
    game = games[5]
    p = position_after(game, ["C2", "C3", "B3", "A1", "D3", "A5", "C4"])
    assert rows(game, p) == ["O....", "..X..", ".X.X.", "..X..", "O...."]
    assert "C3" not in names(game, p)  # that would be suicide
    assert "C3" in names(game, played(game, p, "E1"))


def test_several_groups_are_captured_at_once():
    game, p = drawn("XO.OX .X.X. ..... ..... .....", "B")
    assert rows(game, played(game, p, "C5"))[0] == "X.X.X"


def test_suicide_is_refused_also_of_a_group():
    game, p = drawn(".X... X.... ..... XX... O.X..", "W", komi=0.5)
    assert {"A5", "B1"}.isdisjoint(names(game, p))
    with pytest.raises(kibitz.MoveError):
        game.read_move(p, "A5")
    game, p = drawn(".X... X.... ..... XXO.. O.XO.", "W", komi=0.5)
    assert "B1" in names(game, p)  # it captures C1
    assert rows(game, played(game, p, "B1")) == [".X...", "X....", ".....", "XXO..", "OO.O."]


KO = "..... .XO.. X.XO. .XO.. ....."


def test_ko_is_refused_and_allowed_later():
    game, p = drawn(KO, "W", komi=0.5)
    p = played(game, p, "B3")
    assert rows(game, p) == [".....", ".XO..", "XO.O.", ".XO..", "....."]
    assert "C3" not in names(game, p)
    assert game.write(p).split()[2:4] == ["C3", "B3"]
    later = played(game, p, "E5 E1")
    assert "C3" in names(game, later)
    assert "C3" in names(game, played(game, p, "pass E1"))
    back = played(game, later, "C3")
    assert rows(game, back)[2] == "X.XO."
    assert "B3" not in names(game, back)


def test_a_stone_that_has_captured_two_may_be_taken_back():
    game, p = drawn(".XXO. XOO.O .XXO. ..... .....", "B")
    p = played(game, p, "D4")
    assert rows(game, p)[1] == "X..XO"
    assert rows(game, played(game, p, "C4"))[1] == "X.O.O"


def test_snapback():
    game, p = drawn("..... ..... OOOO. XXXO. ..XO.", "W")
    p = played(game, p, "B1 A1")  # a stone is thrown in and captured
    assert rows(game, p)[3:] == ["XXXO.", "X.XO."]
    assert rows(game, played(game, p, "B1"))[3:] == ["...O.", ".O.O."]


def test_two_passes_end_the_game():
    game = games[5]
    p = position_after(game, ["C3", "pass"])
    assert not game.is_over(p)
    assert not game.is_over(played(game, p, "B2 pass"))
    over = played(game, p, "pass")
    assert game.is_over(over)
    assert (game.utility(over, 0), game.utility(over, 1)) == (1, -1)


def test_a_game_ends_at_its_greatest_length():
    game = load("go", size=3, komi=0.5, most_plies=4)
    p = position_after(game, ["B2", "A1", "C3", "A2"])
    assert game.is_over(p)
    assert game.moves(p) == []
    long = load("go", size=3, komi=0.5)
    assert not long.is_over(long.begin("B2 A1 C3 A2").position)
    assert long.is_over(long.read("XXX/XX./XXX B - - 0 27"))


def test_shared_liberties_of_a_seki_count_for_nobody():
    """Whoever plays between the two groups is captured."""
    game, p = drawn("XX.OO XX.OO XXXOO XXXOO XXXOO", "B", komi=0.5)
    assert black_lead(game, p) == 2 * (13 - 10) - 1
    assert names(game, p) == ["C4", "C5", "pass"]
    assert rows(game, played(game, p, "C4 C5"))[:2] == ["..OOO", "...OO"]


@pytest.mark.parametrize(("komi", "result"), [(24.5, 1), (25, 0), (25.5, -1), (-25, 1), (0, 1)])
def test_komi_decides(komi, result):
    game = load("go", size=5, komi=komi)
    p = position_after(game, ["C3", "pass", "pass"])
    assert (game.utility(p, 0), game.utility(p, 1)) == (result, -result)


def test_an_empty_board_belongs_to_nobody():
    game = load("go", size=5, komi=0)
    p = position_after(game, ["pass", "pass"])
    assert (game.utility(p, 0), game.utility(p, 1)) == (0, 0)


# Text


@pytest.mark.parametrize("text", [
    "", "...", ".../.../... X", ".../.../..Y B", "XXX/XXX/XXX B", ".../.../... B A1", ".../.../... B - A1", ".../.../... B - - 3",
    ".../.../... B - - 0 28", ".../.../... B - - 0 0 0", ".../.../... B - pass 0 2", ".../.../... B - - 1 2", ".../.../... B I9",
    ".../.../... B pass",
])  # fmt: skip
def test_what_is_not_a_position_is_refused(text):
    with pytest.raises(kibitz.PositionError, match="is not a position of go"):
        games[3].read(text)


def test_only_the_board_and_the_player_need_to_be_written():
    p = games[3].read("X../.O./... B")
    assert games[3].write(p) == "X../.O./... B - - 0 2"


@pytest.mark.parametrize("size", SIZES)
def test_moves_are_named_like_points_on_a_board(size):
    game = games[size]
    p = game.start()
    named = names(game, p)
    assert named == [f"{LETTERS[column]}{row + 1}" for row in range(size) for column in range(size)] + ["pass"]
    assert [game.read_move(p, name.lower()) for name in named] == game.moves(p)


@pytest.mark.parametrize("text", ["I5", "K1", "A0", "A10", "5E", "", "resign"])
def test_what_is_not_a_point_is_refused(text):
    with pytest.raises(kibitz.MoveError):
        games[9].read_move(games[9].start(), text)


@pytest.mark.parametrize("spec", ["size=1", "size=14", "komi=0.3", "komi=2000", "most_plies=-1", "size=x"])
def test_parameters_that_do_not_fit_are_refused(spec):
    with pytest.raises(kibitz.OptionError):
        load(f"go:{spec}")


# Judgement


def test_the_policy_passes_only_when_nothing_sensible_is_left_or_when_it_wins():
    game, p = drawn(".XXX. XXXXX XXXXX OOOOO .OOO.", "B", komi=0.5)
    weights = {game.move_name(p, move): game.rules.policy(p, move) for move in game.moves(p)}
    assert weights == {"A5": 0, "E5": 0, "pass": 1}
    won = games[5].begin("C3 pass").position
    best = max(games[5].moves(won), key=lambda move: games[5].rules.policy(won, move))
    assert games[5].move_name(won, best) == "pass"


def test_captures_and_rescues_come_first():
    game, p = drawn("..... .XO.. XO.O. .XO.. .....", "B")
    ranked = sorted(game.moves(p), key=lambda move: game.rules.priority(p, move))
    assert game.move_name(p, ranked[-1]) == "C3"
    assert game.move_name(p, ranked[0]) == "pass"
    assert [game.move_name(p, move) for move in game.moves(p) if game.rules.noisy(p, move)] == ["C3"]


def test_the_engine_captures_and_ends_a_won_game():
    game, p = drawn(".XXX. XXXXX XXXXX OOOOO .OOO.", "B", "- pass 1 30", komi=0.5)
    result = analyze(game, position=p, depth=2)
    assert (result.names.move, result.proven) == ("pass", "win")


def test_equal_boards_share_a_key_unless_something_matters():
    game = games[5]
    key = game.rules.key
    one, other = game.begin("A1 B2 C3").position, game.begin("C3 B2 A1").position
    assert key(one) == key(other)
    assert key(one) != key(one._replace(player=0))
    assert len({key(one._replace(passes=passes)) for passes in range(3)}) == 3
    assert len({key(one._replace(ko=ko)) for ko in range(-1, 29)}) == 30
    assert key(one._replace(plies=5)) == key(one._replace(plies=7)) != key(one._replace(plies=70))


def test_promises_are_kept_at_both_speeds():
    report = check(load("go", size=5, komi=0.5), games=3, seconds=3)
    assert report.compiled
    assert report.findings == []
