"""Matches of three and more contestants: who sits where, what the games say, what is written down, what is refused."""

import itertools
import json
import math
import pickle
import signal
import statistics
import threading
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import Engine, FieldResult, GameError, OptionError, Player, State, load, match
from kibitz.arena.field import FieldTally
from kibitz.arena.lines import lines_of, read_games
from kibitz.arena.played import FieldGame, ranks_of
from kibitz.arena.points import student_95
from kibitz.arena.referee import FieldReferee
from kibitz.arena.rounds import LETTERS, round_of, round_size
from tests.stores import change, games_in, stored
from tests.test_match import kibitz, start_match, wait_for

# Some players take one to three sticks in turn; who takes the last gets what the others pay, one each. With dice, each
# player throws one before the first move, and the sum of the pips is put on the table.
STICKS = """
from kibitz import CHANCE, Game

def game(players: int = 3, sticks: int = 12, dice: bool = False, together: bool = False):
    teams = (0, *[1] * (players - 1)) if together else None
    objective = "score"
    counted_in = "coins"

    def start(): return (0, 0, players) if dice else (sticks, 0, 0)
    def turn(p): return CHANCE if p[2] else p[1]
    def moves(p):
        for taken in range(1, 4):
            if taken <= p[0]:
                yield taken
    def play(p, taken): return (p[0] + taken, 0, p[2] - 1) if p[2] else (p[0] - taken, (p[1] + 1) % players, 0)
    def is_over(p): return p[0] == 0 and p[2] == 0
    def utility(p, player): return players - 1 if player == (p[1] + players - 1) % players else -1
    def evaluate(p, player): return (p[0] + p[1] + player) % players
    def policy(p, move): return move
    def throw(p):
        for face in range(1, 7):
            yield face, 1 / 6
    if dice:
        chances = throw
    return Game.of({name: rule for name, rule in locals().items() if rule is not None and name != "throw"})
"""


def first(state):
    return state.moves()[0]


def last(state):
    return state.moves()[-1]


def wise(state):
    """Take the last stick if possible, and leave them to the next but one otherwise."""
    left = state.position[0]
    return left if left <= 3 else max(1, min(3, left - 4))


def bare(result):
    """What must be the same in every run of a match: all but the times."""
    return [replace(game, seconds=(), longest=()) for game in result.games]


def field_game(number, seats, points):
    times = (0.0,) * len(set(seats))
    return FieldGame(number, seats, (), (), "", "end", points, times, times)


@pytest.fixture
def sticks(write_game):
    return write_game(STICKS, "sticks.py")


# The schedule


def test_rounds_by_hand():
    def letters(contestants, players):
        return " ".join("".join(LETTERS[who] for who in table) for table in round_of(contestants, players))

    assert letters(3, 3) == "ABC BCA CAB"
    assert letters(4, 3) == "ABC BCA CAB ABD BDA DAB ACD CDA DAC BCD CDB DBC"
    assert letters(3, 4) == "ABCA BCAB CABC"
    assert letters(3, 6) == "ABCABC BCABCA CABCAB"
    assert round_size(26, 6) == 6 * math.comb(26, 6)


@given(st.integers(2, 8), st.integers(2, 7))
def test_in_a_round_everyone_sits_everywhere_and_meets_everyone_equally_often(contestants, players):
    tables = round_of(contestants, players)
    assert len(tables) == len(set(tables)) == round_size(contestants, players)
    assert all(len(table) == players for table in tables)
    assert {len(set(table)) for table in tables} == {min(contestants, players)}
    seats = [[table[j] for table in tables].count(who) for who in range(contestants) for j in range(players)]
    assert len(set(seats)) == 1
    assert seats[0] > 0
    pairs = itertools.combinations(range(contestants), 2)
    met = [sum(a in table and b in table for table in tables) for a, b in pairs]
    assert len(set(met)) == 1
    assert met[0] > 0


@pytest.mark.parametrize(("players", "contestants"), [(3, 3), (3, 4), (4, 3)])
def test_the_players_sit_where_the_record_says(sticks, players, contestants):
    seen = []

    def noted(letter):
        def choose(state):
            if len(state.played) < players:
                seen.append((letter, state.turn))
            return state.moves()[0]

        return choose

    result = match(f"{sticks}:players={players}", *map(noted, LETTERS[:contestants]), random_plies=0,
                   games=2 * round_size(contestants, players))  # fmt: skip
    assert seen == [(letter, seat) for game in result.games for seat, letter in enumerate(game.seats)]
    assert [game.number for game in result.games] == list(range(1, len(result.games) + 1))
    for game in result.games:
        state = State(load(f"{sticks}:players={players}")).play_all((*game.opening, *game.moves))
        assert game.points == tuple(state.game.utilities(state.position))
        assert (game.result, game.reason) == (state.result, "end")


def test_a_round_has_one_opening_and_one_series_of_dice(sticks):
    result = match(f"{sticks}:sticks=20", "random", "random", "random", "policy", games=36, jobs=1)
    rounds = [result.games[at : at + 12] for at in range(0, 36, 12)]
    assert [{len(game.opening) for game in games} for games in rounds] == [{4}] * 3
    assert [len({game.opening for game in games}) for games in rounds] == [1, 1, 1]
    assert (result.openings, result.rounds, result.round_size, result.finished) == (3, 3, 12, True)
    given = match(sticks, "random", first, last, openings=["1 1", "3 2"])
    assert [game.opening for game in given.games] == [("1", "1")] * 3 + [("3", "2")] * 3
    thrown = match(f"{sticks}:dice=1", "random", first, last, games=30)
    dice = [game.moves[:3] for game in thrown.games]
    assert all(dice[at] == dice[at - at % 3] for at in range(30))
    assert len(set(dice)) > 7
    assert "30, 10 rounds of 3 each with the same dice in all its games" in str(thrown)


def test_the_default_is_whole_rounds_of_at_least_a_hundred_games(sticks):
    games = []

    def tell(tally, number):
        games.append(number)

    stop = threading.Event()
    stop.set()
    for names, size in ((["random"] * 3, 102), (["random"] * 4, 108), (["random"] * 5, 120)):
        assert not match(sticks, *names, stop=stop, tell=tell, jobs=1).finished
        assert games.pop() == size


# What the games say


def test_ranks_and_first_places_with_ties():
    assert ranks_of((5, 7, 5, 1)) == (2.5, 1, 2.5, 4)
    assert ranks_of((0, 0, 0)) == (2, 2, 2)
    assert field_game(1, "ABCD", (7, 7, 5, 7)).firsts == (1 / 3, 1 / 3, 0, 1 / 3)
    assert field_game(1, "ABC", (-1, 2, -1)).ranks == (2.5, 1, 2.5)


def test_a_tally_by_hand():
    """Two rounds of three; each contestant's numbers are written out by seat."""
    one = [field_game(1, "ABC", (3, 2, 1)), field_game(2, "BCA", (3, 2, 1)), field_game(3, "CAB", (0, 6, 0))]
    two = [field_game(4, "ABC", (4, 4, 1)), field_game(5, "BCA", (0, 0, 9)), field_game(6, "CAB", (1, 2, 3))]
    tally = FieldTally.of(["a", "b", "c"]).after_round(one).after_round(two)
    a, b, c = tally.contestants
    assert (a.letter, a.name, a.games, tally.rounds) == ("A", "a", 6, 2)
    expected = {
        "first": ([2 / 3, 1.5 / 3], [1 / 3, 1.5 / 3], [0, 0]),
        "rank": ([5 / 3, 4.5 / 3], [5.5 / 3, 5 / 3], [7.5 / 3, 8.5 / 3]),
        "points": ([10 / 3, 15 / 3], [5 / 3, 7 / 3], [3 / 3, 2 / 3]),
    }
    for name, numbers in expected.items():
        for contestant, (x, y) in zip((a, b, c), numbers):
            sample = getattr(contestant, name)
            assert sample.mean == pytest.approx((x + y) / 2)
            assert sample.error == pytest.approx(abs(x - y) / 2, abs=1e-7)
            assert sample.margin == pytest.approx(12.706205 * abs(x - y) / 2, abs=1e-6)
    ab = tally.meetings[0]
    assert (ab.a, ab.b, ab.games, [(each.a, each.b) for each in tally.meetings]) == (
        *("A", "B", 6),
        [("A", "B"), ("A", "C"), ("B", "C")],
    )
    assert ab.lead.mean == pytest.approx((0.5 / 3 + 0.5 / 3) / 2)
    leads = [7.5 / 3 - 5 / 3, 8.5 / 3 - 4.5 / 3]  # A over C
    z = sum(leads) / math.sqrt(sum(x * x for x in leads))
    assert tally.meetings[1].lead.mean == pytest.approx(statistics.mean(leads))
    assert tally.meetings[1].los == pytest.approx(statistics.NormalDist().cdf(z))


def test_who_has_two_seats_counts_with_both():
    games = [field_game(1, "ABCA", (4, 3, 2, 1)), field_game(2, "BCAB", (4, 3, 2, 1)), field_game(3, "CABC", (4, 3, 2, 1))]  # fmt: skip
    tally = FieldTally.of("abc").after_round(games)
    a, b, c = tally.contestants
    assert [each.games for each in (a, b, c)] == [3, 3, 3]
    assert [each.first.mean for each in (a, b, c)] == pytest.approx([1 / 3, 1 / 3, 1 / 3])
    assert [each.rank.mean for each in (a, b, c)] == [2.5, 2.5, 2.5]  # each of the four seats once
    alone = FieldTally.of("abc").after_round([field_game(1, "ABCA", (4, 3, 2, 4)), *games[1:]])
    assert alone.contestants[0].first.mean == pytest.approx(1 / 3)
    assert alone.contestants[0].rank.mean == pytest.approx((1.5 + 1.5 + 3 + 2) / 4)


@settings(max_examples=30)
@given(st.integers(3, 5), st.integers(3, 5), st.integers(1, 4), st.randoms(use_true_random=False))
def test_laws_of_a_tally(contestants, players, rounds, chance):
    tally, samples = FieldTally.of(LETTERS[:contestants]), []
    for _ in range(rounds):
        games = [
            field_game(number, "".join(LETTERS[who] for who in table), tuple(chance.choices(range(4), k=players)))
            for number, table in enumerate(round_of(contestants, players), 1)
        ]
        tally = tally.after_round(games)
        samples.append([
            statistics.mean(rank for game in games for seat, rank in zip(game.seats, game.ranks) if seat == letter)
            for letter in LETTERS[:contestants]
        ])  # fmt: skip
    # All first places are somebody's, and the mean rank of all is that of the seats.
    together = contestants if contestants <= players else players
    assert sum(each.first.mean for each in tally.contestants) == pytest.approx(contestants / together)
    assert statistics.mean(each.rank.mean for each in tally.contestants) == pytest.approx((players + 1) / 2)
    for each, ranks in zip(tally.contestants, zip(*samples)):
        assert each.rank.mean == pytest.approx(statistics.mean(ranks))
        if rounds > 1:
            error = statistics.stdev(ranks) / math.sqrt(rounds)
            assert each.rank.margin == pytest.approx(student_95(rounds - 1) * error, abs=1e-5)
    for each in tally.meetings:
        a, b = (tally.contestants[LETTERS.index(letter)] for letter in (each.a, each.b))
        assert 0 <= each.los <= 1
        if contestants <= players:  # all play in all games
            assert each.lead.mean == pytest.approx(b.rank.mean - a.rank.mean)


def test_the_better_player_is_found(sticks):
    result = match(f"{sticks}:sticks=9", first, wise, "random", games=90, random_plies=2)
    assert isinstance(result, FieldResult)
    assert result.players == ("first", "wise", "random")
    assert result.standings[0].letter == "B"
    assert result.contestants[1].first.interval[0] > 1 / 3
    assert result.contestants[1].rank.interval[1] < 2
    meetings = {each.a + each.b: each for each in result.meetings}
    assert meetings["AB"].los < 0.01
    assert meetings["BC"].los > 0.99
    assert meetings["BC"].lead.mean > 0
    assert sum(each.points.mean for each in result.contestants) == pytest.approx(0, abs=1e-9)


def test_a_game_that_is_cut_short_counts_with_what_it_has_brought(sticks):
    result = match(sticks, first, first, last, games=6, plies=5, random_plies=1)
    for game in result.games:
        state = State(load(sticks)).play_all((*game.opening, *game.moves))
        assert (len(state.played), game.reason, game.result) == (5, "length", "stopped after 5 plies")
        assert game.points == tuple(state.game.ask("evaluate", state.position, player) for player in range(3))
        assert sorted(game.ranks) == [1, 2, 3]
    assert "6 of the games ended by length, and count with what they had brought so far" in str(result)
    banked = load(sticks).with_rules(banked=lambda p, player: 10 * player)
    assert match(banked, first, first, last, games=3, plies=5, random_plies=1).games[0].points == (0, 10, 20)


def test_a_player_that_fails_ends_the_match(sticks):
    def failing(state):
        return "everything"

    with pytest.raises(GameError, match="C failed: MoveError.*; the match ends, because nobody else wins the game"):
        match(sticks, first, last, failing, games=3)


# Who can play


@pytest.mark.parametrize("search", ["max-n", "paranoid", "best-reply", "mcts"])
def test_levels_and_every_search_play(sticks, search):
    seats = [f"engine:search={search},level=3", f"engine:search={search},nodes=40", "policy"]
    game = load(f"{sticks}:sticks=8")
    runs = [match(game, *seats, games=3, random_plies=1, jobs=1) for _ in range(2)]
    assert bare(runs[0]) == bare(runs[1])
    assert runs[0].players == tuple(seats)


def test_engines_players_and_functions_play(sticks):
    game = load(f"{sticks}:sticks=6")
    seats = Engine(game, table=1, level=1), Player("random"), first, "default:depth=1"
    result = match(game, *seats, games=12, random_plies=1)
    assert result.players[1:] == ("random", "first", "default:depth=1")
    assert [each.games for each in result.contestants] == [9] * 4


# The record


def test_a_record_is_resumed_and_jobs_do_not_matter(sticks, tmp_path):
    seats = "max-n:depth=2", "random", "policy", "random"
    options = {"games": 24, "seed": 3}
    whole = match(sticks, *seats, jobs=1, record=tmp_path / "whole", **options)
    two = match(sticks, *seats, jobs=2, record=tmp_path / "two", **options)
    assert bare(two) == bare(whole)
    assert two.to_json() == whole.to_json()
    assert list(lines_of(tmp_path / "two")) == list(lines_of(tmp_path / "whole"))
    file, stop = tmp_path / "part", threading.Event()
    told = []

    def tell(tally, games):
        told.append((tally.games, tally.rounds, games))
        if tally.games == 15:
            stop.set()

    part = match(sticks, *seats, jobs=1, record=file, stop=stop, tell=tell, **options)
    assert told == [(number, number // 12, 24) for number in range(16)]
    assert (len(part.games), part.rounds, part.finished, part.contestants[0].games) == (15, 1, False, 9)
    assert part.meetings == match(sticks, *seats, jobs=1, games=12, seed=3).meetings
    again = match(sticks, *seats, jobs=1, record=file, **options)
    assert bare(again) == bare(whole)
    assert again.to_json() == whole.to_json()
    assert [game["number"] for game in games_in(file)] == list(range(1, 25))
    assert games_in(file)[1]["seats"] == "BCA"
    assert list(lines_of(file)) == list(lines_of(tmp_path / "whole"))
    longer = match(sticks, *seats, jobs=1, record=file, games=36, seed=3)
    assert bare(longer)[:24] == bare(whole)
    shorter = match(sticks, *seats, jobs=1, record=file, games=12, seed=3)
    assert shorter.contestants == part.contestants
    assert bare(match(sticks, *seats, jobs=1, games=24, seed=4)) != bare(whole)


def test_a_record_of_another_match_is_refused_and_left_alone(sticks, tmp_path):
    file = tmp_path / "match.db"
    options = {"record": file, "jobs": 1}
    match(sticks, "random", "random", "policy", games=3, **options)
    text = file.read_bytes()
    for seats, message in (
        (["random"] * 2, "is the store of a run of 3 players, here there are 2"),
        (["random"] * 4, "is the store of a run of 3 players, here there are 4"),
        (["random"] * 3, "is the store of another run: its players is"),
    ):
        with pytest.raises(OptionError, match=message):
            match(sticks, *seats, **options)
    for spec in (f"{sticks}:players=4", f"{sticks}:sticks=9", "chinese-checkers"):
        with pytest.raises(OptionError, match="is the store of another run: its game is"):
            match(spec, "random", "random", "policy", **options)
    with pytest.raises(OptionError, match="is the store of a run of 3 players; expected one between two"):
        read_games(file)
    assert file.read_bytes() == text
    for edit, message in (
        ("points = '[1, 2, 3, 4]'", "match.db, game 1: points must be 3 numbers, got 4"),
        ("points = '[]'", "game 1: points must be 3 numbers, got 0"),
        ("points = '[\"x\", 0, 0]'", "game 1: points must be a list of numbers"),
        ("seconds = '[0, 0, 0, 0]'", "game 1: seconds must be 3 numbers, got 4"),
        ("reason = 'luck'", "game 1: reason must be end, repetition, length, time or error"),
        ("loser = 1", "game 1: points must be 0 numbers, got 3"),
        ("loser = 3", "game 1: loser must be one of ABC in game 1, got D"),
        ("loser = 30", "game 1: loser must be one of its players or null, got 30"),
    ):
        file.write_bytes(text)
        change(file, f"UPDATE game SET {edit} WHERE number = 1")
        edited = file.read_bytes()
        with pytest.raises(OptionError, match=message):
            match(sticks, "random", "random", "policy", games=3, **options)
        assert file.read_bytes() == edited
    two = tmp_path / "two.db"
    match(sticks, "random", "random", games=2, jobs=1, record=two)
    with pytest.raises(OptionError, match="is the store of a run of 2 players, here there are 3"):
        match(sticks, "random", "random", "random", jobs=1, record=two)


def test_ctrl_c_and_the_same_command_again(sticks, tmp_path):
    file = tmp_path / "match.db"
    arguments = ("random", "random", "random", "--game", sticks, "--jobs", 1)
    process = start_match(file, *arguments, "--games", 300_000)
    wait_for(lambda: stored(file) > 3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    played = len(games_in(file))
    assert f"games      {played}, {played // 3} round" in out
    assert err.endswith(f"kibitz: stopped after {played} games; the same command resumes from {file}\n")
    games = 3 * (played // 3 + 1)
    done = kibitz(*arguments, "--games", games, "--record", file, "--json")
    assert json.loads(done.stdout)["games"] == games == len(games_in(file))


# The result, for people and for programs


def test_the_result_for_people_and_for_programs(sticks, run_kibitz):
    result = match(f"{sticks}:sticks=9", first, wise, "random", games=30, random_plies=2)
    text = str(result)
    for line in (
        "   A first   B wise   C random\n\ngames      30, 10 rounds of 3 from ",
        "\n           games   first places    rank",
        " coins ",
        "\nB          30      ",
        "\nA - B      -",
        "\nB - C      +",
        "LOS ",
    ):
        assert line in text
    assert text.index("\nB  ") < min(text.index("\nA  "), text.index("\nC  "))
    assert repr(result).startswith("<FieldResult ")
    assert "10 rounds, mean rank B " in repr(result)
    assert "\n" not in repr(result)
    assert pickle.loads(pickle.dumps(result)) == result
    found = json.loads(json.dumps(result.to_json()))
    assert (found["games"], found["rounds"], found["round_size"], found["unit"]) == (30, 10, 3, "coins")
    assert [each["name"] for each in found["contestants"]] == ["first", "wise", "random"]
    for each, contestant in zip(found["contestants"], result.contestants):
        for name in ("first", "rank", "points"):
            sample = getattr(contestant, name)
            assert (each[name], each[f"{name}_error"]) == (sample.mean, sample.error)
            assert (each[f"{name}_low"], each[f"{name}_high"]) == sample.interval
    assert [(each["a"], each["b"], each["games"]) for each in found["meetings"]] == [
        ("A", "B", 30),
        ("A", "C", 30),
        ("B", "C", 30),
    ]
    assert found["meetings"][2]["los"] == result.meetings[2].los
    one = match(sticks, first, first, first, games=3, random_plies=0)
    assert "A          3       33.3%          2      0" in str(one)
    assert "A - B      +0   LOS 50.0%" in str(one)
    same = match(sticks, first, first, first, games=6, random_plies=0)
    assert "A          6       33.3% always   2 always   0 always" in str(same)
    stop = threading.Event()
    stop.set()
    nothing = match(sticks, first, first, first, stop=stop)
    assert str(nothing).endswith("games      0, 0 rounds of 3 from 0 different openings")
    assert repr(nothing).endswith("0 rounds>")
    assert nothing.to_json()["contestants"][0]["rank"] is None
    code, out, _ = run_kibitz("match", "random", "policy", "random", "--game", sticks, "--games", 3, "--jobs", 1)
    assert code == 0
    assert "B policy" in out


THREE = ["match", "random", "random", "random"]
BAD = [
    ([*THREE, "--game", "nim"], "nim is for two players, so a match compares two at a time, got 3; play each pair"),
    ([*THREE, "--game", "2048"], "2048 is for one player, so a match compares two at a time, got 3"),
    ([*THREE, "--game", "pacman"], "pacman has teams, so a match is between two players, who play them, got 3"),
    ([*THREE, "--game", "chinese-checkers:players=7"], "players must be 2, 3, 4 or 6, got 7"),
    ([*THREE, "--game", "chinese-checkers:players=2"], "is for two players"),
    ([*THREE, "--game", "STICKS", "--games", "10"], "a multiple of 3, the games of a round, such as 9 or 12, got 10"),
    ([*THREE, "--game", "STICKS", "--games", "2"], "such as 3 or 6, got 2"),
    ([*THREE, "--game", "STICKS", "--games", "-5"], "such as 3 or 6, got -5"),
    ([*THREE, "random", "--game", "STICKS", "--games", "99"], "such as 96 or 108, got 99"),
    ([*THREE, "--game", "STICKS", "--sprt", "0,5"], "sprt is for a match between two players, got 3; leave it out"),
    ([*THREE, "--game", "STICKS", "--points"], "points is for a match between two players, got 3"),
    ([*THREE, "--game", "STICKS", "--even"], "even is for a match between two players, got 3"),
    ([*THREE, "--game", "STICKS", "--pgn", "x.pgn"], "pgn is for a match between two players, got 3"),
    ([*THREE, "--game", "STICKS", "--mat", "x.mat"], "mat is for a match between two players, got 3"),
    ([*THREE, "--game", "STICKS", "--other-game", "STICKS"], "other_game is for a match between two players, got 3"),
    ([*THREE, "", "--game", "STICKS"], "D is an empty text; name a player, such as default or random"),
    ([*THREE, "randon", "--game", "STICKS"], "there is no player 'randon' (did you mean random?)"),
    ([*THREE, "max-n:clock=5", "--game", "STICKS"], "a clock is for games of two players; D needs seconds"),
    (["match", *["random"] * 27, "--game", "STICKS"], "a match has at most 26 players, called A to Z, got 27"),
    (["match", *["random"] * 26, "--game", "STICKS:players=6"], "has 1,381,380 games, more than 100,000"),
    (["match", "random", "--game", "STICKS"], "Missing argument 'B'"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_input_is_one_line_and_exit_code_2(arguments, message, sticks, run_kibitz):
    code, out, err = run_kibitz(*(each.replace("STICKS", str(sticks)) for each in arguments))
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert err.startswith("kibitz: ")
    assert message in err


def test_a_contestant_that_is_no_player_is_refused(sticks):
    with pytest.raises(
        OptionError, match="a player must be text, an Engine, a Player or a function of a State, got None"
    ):
        match(sticks, "random", "random", None)
    referee = FieldReferee(load(sticks), (), ("random",) * 4, 0, 100)
    assert [referee.schedule.letters_in(number) for number in (1, 2, 12, 13)] == ["ABC", "BCA", "DBC", "ABC"]
