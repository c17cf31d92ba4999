"""Matches where luck is large, of one player and of many: the same dice, points with error bars, who sits where."""

import itertools
import json
import math
import random
import subprocess
import sys
import threading
from dataclasses import replace

import pytest

from kibitz import GameError, OptionError, State, load, match
from kibitz.arena.player import Player
from kibitz.arena.points import NO_POINTS, PointsSprt, Sample, student_95
from kibitz.arena.referee import Referee
from kibitz.arena.schedule import Pairs
from kibitz.arena.seat import player_from
from kibitz.arena.sides import first_side
from kibitz.interface.cli import watch
from tests.stores import change, games_in

# A player alone has some throws of a die. A throw is kept or refused, and what is kept counts. Refusing a throw leaves
# fewer faces for the next, so that positions differ by what was chosen.
THROWS = """
from typing import NamedTuple
from kibitz import CHANCE, Game

class Position(NamedTuple):
    left: int
    thrown: int
    kept: int
    refused: int

def game(throws: int = 6, shrinks: bool = False):
    players = 1
    objective = "score"
    counted_in = "pips"

    def start(): return Position(throws, 0, 0, 0)
    def turn(p): return 0 if p.thrown else CHANCE
    def chances(p):
        faces = 6 - p.refused % 3 if shrinks else 6
        for face in range(1, faces + 1):
            yield face, 1 / faces
    def moves(p):
        yield 0
        yield 1
    def is_over(p): return p.left == 0 and not p.thrown
    def play(p, move):
        if not p.thrown:
            return Position(p.left - 1, move, p.kept, p.refused)
        if move:
            return Position(p.left, 0, p.kept + p.thrown, p.refused)
        return Position(p.left, 0, p.kept, p.refused + 1)
    def utility(p, player): return p.kept
    def banked(p, player): return p.kept
    def key(p): return p.left * 64 + p.thrown * 8 + p.refused % 3
    def move_name(p, move): return ("refuse", "keep")[move] if p.thrown else str(move)
    def policy(p, move): return p.thrown if move else 0
    return Game.of(locals())
"""
# Three players take one to three sticks in turn from twelve; who takes the last gets what the others pay, one each.
STICKS = """
from kibitz import Game

def game(together: bool = False):
    players = 3
    teams = (0, 1, 1) if together else None
    objective = "score"

    def start(): return 12, 0
    def turn(p): return p[1]
    def moves(p):
        for taken in range(1, 4):
            if taken <= p[0]:
                yield taken
    def play(p, taken): return p[0] - taken, (p[1] + 1) % 3
    def utility(p, player): return 2 if player == (p[1] + 2) % 3 else -1
    return Game.of({name: rule for name, rule in locals().items() if rule is not None})
"""


def keep_all(state):
    return "keep"


def keep_large(state):
    return "keep" if state.position.thrown > 3 else "refuse"


def bare(games):
    return [replace(game, seconds=(0, 0), longest=(0, 0)) for game in games]


def dice_of(played):
    return [name for name in played.moves if name.isdigit()]


def kibitz(*arguments):
    command = [sys.executable, "-m", "kibitz", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


# The same dice


def test_equal_dice_draw_the_same_wherever_the_probabilities_are_the_same(write_game):
    """However the positions differ: the number of the draw decides, and one number of the dice is used for each."""
    game = load(write_game(THROWS))
    for seed in range(20):
        dice, numbers = random.Random(seed), random.Random(seed)
        state = game.begin()
        for choice in itertools.islice(itertools.cycle((0, 1, 1)), 6):
            assert state.draw(dice) == 1 + math.floor(6 * numbers.random())
            state.play(choice)


def test_both_games_of_a_pair_have_the_same_dice(write_game):
    path = write_game(THROWS)
    result = match(path, keep_all, keep_large, games=40)
    for one, two in zip(result.games[::2], result.games[1::2]):
        assert one.moves != two.moves or all(int(face) > 3 for face in dice_of(one))
        assert dice_of(one) == dice_of(two)
    assert len({tuple(dice_of(game)) for game in result.games}) == 20
    # Where the probabilities differ, the same number still chooses: the faces are close.
    shrinking = match(f"{path}:shrinks=1", keep_all, keep_large, games=40)
    near = [abs(int(a) - int(b)) for one, two in zip(shrinking.games[::2], shrinking.games[1::2])
            for a, b in zip(dice_of(one), dice_of(two))]  # fmt: skip
    assert max(near) <= 2
    assert [dice_of(game) for game in shrinking.games[::2]] == [dice_of(game) for game in result.games[::2]]


def test_the_same_dice_make_the_difference_more_certain(write_game):
    """The error of the paired difference is far below what independent games would have."""
    points = match(write_game(THROWS), keep_all, keep_large, games=200).points
    assert points.difference.error < 0.8 * math.hypot(points.a.error, points.b.error)


def test_games_of_chance_have_no_random_opening_unless_it_is_asked_for(write_game):
    for spec in (write_game(THROWS), "pig:winning_score=15"):
        assert {game.opening for game in match(spec, "random", "random", games=8, jobs=1).games} == {()}
        opened = match(spec, "random", "random", games=8, jobs=1, random_plies=1)
        assert all(game.opening for game in opened.games)
        assert "different openings, with the same dice in both games" in str(opened)


# Statistics in points


def test_a_sample_by_hand():
    sample = Sample().after(2).after(4).after(9)
    assert (sample.mean, sample.error) == (5, pytest.approx(math.sqrt(13 / 3)))  # (9 + 1 + 16) / 2 = 13
    assert sample.margin == pytest.approx(4.302653 * math.sqrt(13 / 3))
    assert sample.interval == pytest.approx((5 - sample.margin, 5 + sample.margin))
    assert sample.spread(4) == 4 + 0 + 25
    assert (Sample().mean, Sample().error, Sample().after(3).error) == (None, None, None)
    huge = Sample().after(2**60).after(2**60 + 2)
    assert huge.error == 1  # whole numbers are added up exactly


def test_student_against_published_quantiles():
    for degrees, quantile in (
        (1, 12.706),
        (5, 2.571),
        (10, 2.228),
        (11, 2.201),
        (15, 2.131),
        (30, 2.042),
        (120, 1.980),
    ):
        assert student_95(degrees) == pytest.approx(quantile, abs=6e-4)
    values = [student_95(degrees) for degrees in range(1, 200)]
    assert values == sorted(values, reverse=True)


def test_points_by_hand():
    apart = NO_POINTS.after(10, 4, True).after(3, 5, True)
    assert (apart.a.mean, apart.b.mean, apart.difference.mean) == (6.5, 4.5, 2)
    assert (apart.least, apart.most) == (0, 10)
    assert apart.los == pytest.approx(0.5 + math.erf(4 / math.sqrt(40) / math.sqrt(2)) / 2)
    leads = NO_POINTS.after(2, -1, False).after(1, 1, False)
    assert (leads.a.mean, leads.difference.mean) == (None, 0.75)
    assert apart.describe() == "+2.0 ± 50.8"
    assert NO_POINTS.describe() == "unknown, no pair is complete"
    assert NO_POINTS.after(3, 1, True).describe() == "+2, one pair"
    assert NO_POINTS.after(3, 1, True).after(2, 0, True).describe() == "+2 in every pair"
    assert NO_POINTS.after(1, 1, True).after(0, 0, True).los == 0.5
    assert NO_POINTS.to_json()["difference_low"] is None


def test_the_interval_holds_the_truth_in_95_of_100_matches():
    chance = random.Random(2)
    held = 0
    for _ in range(1000):
        points = NO_POINTS
        for _ in range(8):
            points = points.after(chance.gauss(3, 2), chance.gauss(1, 2), True)
        low, high = points.difference.interval
        held += low < 2 < high
    assert 0.93 <= held / 1000 <= 0.97


def normal(chance, mean):
    return chance.gauss(mean, 1), chance.gauss(0, 1)


def skewed(chance, mean):
    """Draw as in 2048: few games bring much, and a better player multiplies."""
    return (1 + mean) * chance.lognormvariate(-0.245, 0.7), chance.lognormvariate(-0.245, 0.7)


def won_or_lost(chance, mean):
    """Draw as in Pac-Man: almost all that counts is whether the game is won, and most are."""
    return (500 if chance.random() < 0.8 + mean / 1000 else -500), (500 if chance.random() < 0.8 else -500)


def rarely_different(chance, mean):
    """Draw nine pairs in ten with no difference at all."""
    place, share = chance.random(), 0.05 + mean / 1000
    return 500 if place > 0.05 else -500, -500 if place > 1 - share else 500


@pytest.mark.parametrize(
    ("draw", "apart"), [(normal, 0.5), (normal, 3), (skewed, 0.5), (won_or_lost, 120), (rarely_different, 100)]
)
def test_the_test_errs_as_seldom_as_it_promises_and_ends(draw, apart):
    test, chance = PointsSprt(0, apart, alpha=0.1, beta=0.1), random.Random(3)
    for mean, right in ((0, "H0"), (apart, "H1")):
        wrong = 0
        for _ in range(250):
            points = NO_POINTS
            while (found := test.decision(points)) is None:
                points = points.after(*draw(chance, mean), True)
            wrong += found != right
        assert wrong / 250 <= 0.1 + 0.05, (draw, mean)


def test_the_test_does_not_decide_on_next_to_nothing():
    for apart in (0.1, 5, 1000):
        test = PointsSprt(0, apart)
        assert test.llr(NO_POINTS) == 0
        for one, two in ((0, 0), (7, 7), (7, 0), (0, 7), (1e9, 0)):
            points = NO_POINTS.after(one, two, True)
            assert test.decision(points) is None
            assert math.isfinite(test.llr(points))
    for wrong in ((5, 5), (5, 0), (0, math.inf)):
        with pytest.raises(OptionError, match="sprt needs two numbers, points0 below points1"):
            PointsSprt(*wrong)
    with pytest.raises(OptionError, match="alpha must be more than 0"):
        PointsSprt(0, 5, alpha=0)


def test_the_other_player_has_the_mirrored_numbers():
    chance = random.Random(4)
    ours, theirs = NO_POINTS, NO_POINTS
    for _ in range(9):
        one, two = chance.randrange(9), chance.randrange(9)
        ours, theirs = ours.after(one, two, True), theirs.after(two, one, True)
    assert ours.difference.mean == -theirs.difference.mean
    assert ours.los == pytest.approx(1 - theirs.los)
    assert PointsSprt(-1, 3).llr(ours) == pytest.approx(-PointsSprt(-3, 1).llr(theirs))


# One player


def test_one_player_plays_each_pairs_dice_twice(write_game):
    path = write_game(THROWS)
    result = match(path, keep_all, keep_large, games=20)
    assert [game.first for game in result.games[:4]] == ["A", "B", "A", "B"]
    for game in result.games:
        faces = [int(face) for face in dice_of(game)]
        kept = faces if game.first == "A" else [face for face in faces if face > 3]
        assert (game.points, game.score, game.reason) == (sum(kept), None, "end")
        assert game.result == f"player 0 gets {sum(kept)}"
    a, b = ([game.points for game in result.games[start::2]] for start in (0, 1))
    assert result.points.a.mean == sum(a) / 10
    assert result.points.b.mean == sum(b) / 10
    assert result.points.difference.mean == pytest.approx((sum(a) - sum(b)) / 10)
    assert (result.tally.games, result.tally.score, result.elo.value) == (20, None, None)
    assert result.los > 0.99


def test_what_is_told_of_one_player(write_game):
    path = write_game(THROWS)
    result = match(path, keep_all, keep_large, games=60, sprt=(0, 4))
    text = str(result)
    for row in (
        f"{result.tally.games}, {result.tally.games // 2} pairs with the same dice in both games",
        f"A          {result.points.a.mean:.3f} pips a game, standard error {result.points.a.error:.3f}",
        f"A - B      {result.points.describe()}   (mean of the pairs, 95 %)",
        "LOS        ",
        "SPRT       H1 accepted: +4 fits better than +0; LLR ",
    ):
        assert row in text
    assert "Elo" not in text
    found = json.loads(json.dumps(result.to_json()))
    assert (found["wins"], found["elo"], found["score"], found["pairs"]) == (None, None, None, None)
    assert found["points"]["unit"] == "pips"
    assert found["points"]["difference"] == result.points.difference.mean
    assert found["points"]["difference_low"] < found["points"]["difference"] < found["points"]["difference_high"]
    assert found["points"]["a_error"] == result.points.a.error
    assert (found["sprt"]["points0"], found["sprt"]["points1"], found["sprt"]["decision"]) == (0, 4, "H1")
    assert "keep_all against keep_large, +" in repr(result)


def test_a_record_of_one_player_is_resumed_and_jobs_do_not_matter(write_game, tmp_path):
    path, file = write_game(THROWS), tmp_path / "match.db"
    players = "expectiminimax:depth=1", "random"
    whole = match(path, *players, games=20, seed=3, jobs=1)
    stop = threading.Event()
    part = match(path, *players, games=20, seed=3, jobs=1, record=file, stop=stop,
                 tell=lambda tally, games: stop.set() if tally.games == 7 else None)  # fmt: skip
    assert (part.tally.games, part.points.difference.size, part.finished) == (7, 3, False)
    for jobs in (2, 1):
        again = match(path, *players, games=20, seed=3, jobs=jobs, record=file)
        assert bare(again.games) == bare(whole.games)
        assert (again.points, again.los) == (whole.points, whole.los)
    first = games_in(file)[0]
    assert (first["points"], first["score"]) == (whole.games[0].points, None)
    text = file.read_bytes()
    for edit, message in (
        ("score = 1", "game 1 of the record must have no score, only points"),
        ("points = '1e999'", "game 1: points must be a number or null, got Infinity"),
        ("points = '[1]'", r"game 1: points must be a number or null, got \[1\]"),
        ("score = 3", "game 1: score must be 1, 0.5, 0 or null, got 3"),
    ):
        file.write_bytes(text)
        change(file, f"UPDATE game SET {edit} WHERE number = 1")
        edited = file.read_bytes()
        with pytest.raises(OptionError, match=message):
            match(path, *players, games=20, seed=3, jobs=1, record=file)
        assert "of the record" in message or file.read_bytes() == edited


def test_the_test_of_one_player_stops_early_and_the_same_way_when_resumed(write_game, tmp_path):
    path = write_game(THROWS)
    settings = {"games": 400, "sprt": (0, 3)}
    runs = [match(path, "policy", "random", jobs=jobs, record=tmp_path / f"{jobs}", **settings) for jobs in (1, 2, 1)]
    assert {run.decision for run in runs} == {"H1"}
    assert 4 < runs[0].tally.games < 200
    assert runs[0].to_json() == runs[1].to_json() == runs[2].to_json()
    same = match(path, keep_all, keep_all, **settings)
    assert (same.decision, same.points.describe(), same.los) == ("H0", "+0 in every pair", 0.5)


def test_a_game_that_is_cut_short_counts_with_what_it_has_brought(write_game):
    path = write_game(THROWS)
    result = match(path, keep_all, keep_large, games=4, plies=5)
    for game in result.games:
        faces = [int(face) for face in dice_of(game)[:2]]
        kept = faces if game.first == "A" else [face for face in faces if face > 3]
        assert (game.reason, game.points, game.result) == ("length", sum(kept), "stopped after 5 plies")
    assert "4 of the games ended by length, and count with what they had brought so far" in str(result)


def test_a_player_alone_that_fails_ends_the_match(write_game):
    def failing(state):
        raise ValueError("too hard")

    with pytest.raises(GameError, match="B failed: ValueError: too hard; the match ends"):
        match(write_game(THROWS), keep_all, failing, games=4)


# Two players, by points


def test_two_players_are_also_compared_by_points(write_game):
    text = STICKS.replace("players = 3", "players = 2").replace("(p[1] + 1) % 3", "1 - p[1]")
    path = write_game(text.replace("2 if player == (p[1] + 2) % 3 else -1", "3 if player != p[1] else 1"))
    result = match(path, "alpha-beta:depth=12", "random", games=40, jobs=1, sprt=(0, 0.5), points=True)
    assert result.decision == "H1"
    for game in result.games:
        assert game.points == (1 if game.score == 1 else -1)  # 3 and 1, half of the difference
    assert result.points.difference.mean == pytest.approx(2 * result.tally.score - 1)
    assert "points     +" in str(result)
    assert "(A's lead a game, 95 %)" in str(result)
    by_elo = match(path, "random", "random", games=4, jobs=1, sprt=(0, 5))
    assert by_elo.to_json()["sprt"]["elo1"] == 5
    assert by_elo.to_json()["points"]["difference"] is not None
    plain = match("tic-tac-toe", "random", "random", games=4, jobs=1)
    assert plain.to_json()["points"] is None
    assert "points" not in str(plain)


def test_a_forfeited_game_is_lost_in_points_too(write_game):
    def failing(state):
        raise ValueError("too hard")

    result = match("pig:winning_score=15", failing, "random", games=4, points=True)
    assert [(game.score, game.points, game.reason) for game in result.games] == [(0, -1, "error")] * 4


# More than two players


def test_who_sits_where(write_game):
    path = write_game(STICKS)
    alone, team = load(path), load(f"{path}:together=1")
    assert [first_side(3, None, turn) for turn in range(4)] == [(0,), (1,), (2,), (0,)]
    assert [first_side(3, (0, 1, 1), turn) for turn in range(3)] == [(0,)] * 3
    assert first_side(3, (0, 1, 0)) == (0, 2)
    for game, sides in ((alone, [(0,), (0,), (1,), (1,), (2,), (2,)]), (team, [(0,)] * 6)):
        schedule = Referee(game, (), ("random", "random"), 0, 100).schedule
        assert [schedule.side_in(number) for number in range(1, 7)] == sides
    assert [Pairs(3, (0, 1, 1)).seats_in(number) for number in (1, 2)] == [(0, 1, 1), (1, 0, 0)]
    assert first_side(1, None) == first_side(2, None) == first_side(2, None, 1) == (0,)


def test_many_players_are_compared_by_the_points_of_the_first_side(write_game):
    path = write_game(STICKS)
    names = []

    def noted(name):
        def choose(state):
            names.append((name, state.turn))
            return state.moves()[0]

        return choose

    for together, sides in ((1, (0, 0, 0)), (0, (0, 1, 2))):
        result = match(f"{path}:together={together}", "random", noted("B"), games=6, jobs=1, random_plies=0)
        for game in result.games:
            side = sides[(game.number - 1) // 2]
            end = State(load(f"{path}:together={together}")).play_all(game.moves)
            assert game.points == end.game.utility(end.position, side)
    names.clear()
    match(f"{path}:together=1", noted("A"), noted("B"), games=2, random_plies=0)
    assert {(name, seat) for name, seat in names[: len(names) // 2]} == {("A", 0), ("B", 1), ("B", 2)}
    assert {(name, seat) for name, seat in names[len(names) // 2 :]} == {("B", 0), ("A", 1), ("A", 2)}
    assert "points of  player 0: in one game of a pair A plays this side" in str(
        match(f"{path}:together=1", "random", "random", games=4, jobs=1)
    )
    assert "points of  each player in turn:" in str(match(path, "random", "random", games=4, jobs=1))


def test_a_better_player_gets_more_in_every_seat(write_game):
    result = match(write_game(STICKS), "max-n:depth=12", "random", games=60, jobs=1, sprt=(0, 1))
    assert result.decision == "H1"


def test_bad_input_is_one_line_and_exit_code_2(write_game, run_kibitz):
    one, three = write_game(THROWS), write_game(STICKS, "sticks.py")
    for arguments, message in (
        (["match", "policy", "random", "--game", "nim"], "policy cannot play nim, which has none; write: def policy(p"),
        (["match", "polici", "random", "--game", "nim"], "there is no player 'polici' (did you mean policy?)"),
        (["match", "random", "random", "--game", one, "--sprt", "5,0"], "points0 below points1, got 5,0"),
        (["match", "random", "random", "--game", one, "--even"], "even openings are for two players"),
        (["match", "random", "random", "--game", one, "--games", "3"], "games must be an even number"),
        (["match", "max-n:clock=5", "random", "--game", three], "a clock is for games of two players; A needs seconds"),
        (["match", "random", "random", "--game", one, "--pgn", "x.pgn"], "PGN is for chess"),
        (["watch", one, "--second", "random"], "mygame is for one player: leave out --second"),
        (["watch", three, "--second", "policy"], "policy cannot play sticks"),
        (["play", one, "--level", "3"], "mygame is for one player, you: leave out --opponent, --level and --ponder"),
        (["play", one, "--side", "1"], "side must be 0"),
    ):
        code, out, err = run_kibitz(*arguments)
        assert (code, out, err.count("\n")) == (2, "", 1), err
        assert message in err


# Players that move at random


def test_a_policy_plays_by_its_weights_and_again_the_same(write_game):
    game = load(write_game(THROWS)).with_rules(policy=lambda p, move: 3 if move else 1)
    state = game.begin()
    state.draw(random.Random(0))

    def chosen(seed):
        return player_from("policy", seed).choose(state)[0]

    moves = [chosen(seed) for seed in range(2000)]
    assert 0.72 < sum(moves) / 2000 < 0.78
    assert moves == [chosen(seed) for seed in range(2000)]
    assert len({player_from("policy").choose(state)[0] for _ in range(50)}) == 2  # without a seed it varies
    for weights in (lambda p, move: 0, lambda p, move: -1, lambda p, move: math.inf, lambda p, move: math.nan):
        changed = State(game.with_rules(policy=weights), state.position)
        with pytest.raises(GameError, match="`policy` of mygame returned the weights"):
            Player("policy").choose(changed)
    assert str(player_from("policy")) == "policy"


CIRCLE = """
players = 1
def start(): return 0
def turn(p): return 0
def moves(p): yield from range(10)
def play(p, move): return p
def utility(p, player): return 0
"""


def test_a_seed_does_not_make_a_random_player_repeat_itself_in_a_position(write_game):
    def game(seed):
        state, player = load(write_game(CIRCLE)).begin(), player_from("random", seed)
        for _ in range(20):
            state.play(player.choose(state)[0])
        return state.played

    assert len(set(game(5))) > 5
    assert game(5) == game(5) != game(6)


def test_the_model_of_the_others_is_a_setting_of_a_player():
    player = player_from("engine:others=best:0.8,depth=3")
    assert (str(player), player.settings().others) == ("engine:depth=3,others=best:0.8", "best:0.8")
    with pytest.raises(OptionError, match="others must be"):
        player_from("engine:others=worst").check(load("nim"))
    with pytest.raises(OptionError, match="others is for the engine, not for minimax"):
        player_from("minimax:others=random").check(load("nim"))


# Watching and playing


def watched(path, players, seed=1):
    game = load(path)
    seen = watch.Watched(game.begin(), [player_from(player, seed) for player in players])
    lines = list(watch.moves(seen, random.Random(seed), 100, threading.Event()))
    return seen, lines


def test_watch_one_player(write_game):
    path = write_game(THROWS)
    seen, lines = watched(path, ["random"])
    assert seen.state.ended
    assert lines[0].startswith("  1. chance: ")
    assert lines[1].startswith("  2. player 0: ")
    assert lines == watched(path, ["random"])[1]
    assert seen.record().players == ("random",)
    done = kibitz("watch", path, "--first", "expectiminimax:depth=1", "--seed", 2)
    assert (done.returncode, done.stdout.splitlines()[-1][:13]) == (0, "player 0 gets")


def test_watch_gives_the_first_player_a_side_and_the_second_all_the_others(write_game, run_kibitz, tmp_path):
    file = tmp_path / "g.json"
    options = ("--first", "max-n:depth=2", "--second", "random", "--save", file)
    code, _, _ = run_kibitz("watch", f"{write_game(STICKS)}:together=1", *options)
    assert code == 0
    assert json.loads(file.read_text())["players"] == ["max-n:depth=2", "random", "random"]


def test_play_alone(write_game, run_kibitz, tmp_path):
    path, file = write_game(THROWS), tmp_path / "g.json"
    typed = "hint\nkeep\nundo\nrefuse\nkeep\nkeep\nkeep\nkeep\nkeep\n"
    code, out, _ = run_kibitz("play", path, "--seed", 4, "--save", file, typed=typed)
    assert code == 0
    assert "chance: " in out
    assert "keep: " in out  # the hint
    moves = json.loads(file.read_text())["moves"]
    assert moves[1::2] == ["refuse", *["keep"] * 5]
    assert f"player 0 gets {sum(map(int, moves[2::2]))}" in out
