"""Tournaments: everybody meets everybody, everything is recorded, and known strengths are found again."""

import json
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import OptionError, load, match, results, tournament
from kibitz.arena.lines import import_lines, lines_of
from kibitz.arena.outcomes import Seats, outcomes
from kibitz.arena.schedule import Pairs, Rounds, pairings_of
from tests.duel import ELOS

DUEL = Path(__file__).with_name("duel.py")
KNOWN = [f"p{number}=policy@{DUEL}:strength={number}" for number in range(8)]
THREE = ["deep=alpha-beta:depth=4", "flat=alpha-beta:depth=1", "random"]

# The schedule


@given(st.integers(2, 9), st.integers(1, 3), st.data())
def test_in_a_cycle_every_pairing_plays_one_opening_from_both_sides(contestants, cycles, data):
    pairings = pairings_of("round robin", contestants)
    assert len(set(map(frozenset, pairings))) == contestants * (contestants - 1) // 2
    schedule = Pairs(2, None, pairings)
    for cycle in range(1, cycles + 1):
        numbers = range((cycle - 1) * schedule.cycle + 1, cycle * schedule.cycle + 1)
        assert {schedule.cycle_of(number) for number in numbers} == {cycle}
        seats = [schedule.seats_in(number) for number in numbers]
        assert len(set(seats)) == len(seats) == contestants * (contestants - 1)
        assert all(one == two[::-1] for one, two in zip(seats[::2], seats[1::2]))


def test_challengers_meet_everybody_but_each_other():
    assert pairings_of("gauntlet 1", 4) == ((0, 1), (0, 2), (0, 3))
    assert set(pairings_of("gauntlet 2", 4)) == {(0, 2), (1, 2), (0, 3), (1, 3)}


# What games are worth


def seats_of(schedule, games):
    losers = {game["number"]: schedule.loser(game) for game in games if game.get("loser")}
    rows = [(game["number"], row) for game in games for row in schedule.rows({"loser": None, **game})]
    return Seats.of(rows, losers)


def test_outcomes_of_two_players_are_games():
    schedule = Pairs(2, None, pairings_of("round robin", 3))
    found = outcomes(schedule, seats_of(schedule, [{"number": 3, "score": 1.0}, {"number": 4, "score": 0.5}]))
    assert list(zip(found.first, found.second, found.score, found.unit)) == [(0, 2, 1.0, 1), (2, 0, 0.5, 1)]


def test_outcomes_of_one_player_are_pairs_and_who_fails_loses():
    schedule = Pairs(1, None, ((0, 1),))

    def of(*games):
        found = outcomes(schedule, seats_of(schedule, [{"score": None, **game} for game in games]))
        return list(zip(found.first, found.second, found.score))

    assert of({"number": 1, "points": 7}, {"number": 2, "points": 3}) == [(0, 1, 1.0)]
    assert of({"number": 1, "points": 3}, {"number": 2, "points": 3}) == [(0, 1, 0.5)]
    assert of({"number": 1, "points": -3}, {"number": 2, "points": 3}) == [(0, 1, 0.0)]
    assert of({"number": 1, "points": 7}) == []
    assert of({"number": 1, "points": 7}, {"number": 2, "points": None, "loser": "B"}) == [(0, 1, 1.0)]
    assert of({"number": 1, "points": None, "loser": "A"}, {"number": 2, "points": -9}) == [(0, 1, 0.0)]
    assert of({"number": 1, "points": None, "loser": "A"}, {"number": 2, "points": None, "loser": "B"}) == [(0, 1, 0.5)]


def test_outcomes_at_a_table_are_those_of_every_two_seats():
    schedule = Rounds(3, 3)
    found = outcomes(schedule, seats_of(schedule, [{"number": 1, "points": [2, 1, 1]}]))
    assert sorted(zip(found.first, found.second, found.score)) == [(0, 1, 1.0), (0, 2, 1.0), (1, 2, 0.5)]
    failed = outcomes(schedule, seats_of(schedule, [{"number": 1, "points": [], "loser": "A"}]))
    assert sorted(zip(failed.first, failed.second, failed.score)) == [(0, 1, 0.0), (0, 2, 0.0), (1, 2, 0.5)]


# Ratings


@pytest.mark.filterwarnings("ignore::kibitz.PlainSpeed")
def test_known_strengths_are_found_again():
    """Eight players, 2,016 games on two cores. Differences are compared, and nearly all are within their error bars."""
    result = tournament(DUEL, KNOWN, games=2016, random_plies=0, seed=7, jobs=2)
    assert result.seats.games == 2016
    within = [
        elo.low <= ELOS[one] - ELOS[two] <= elo.high
        for one in range(8)
        for two in range(one)
        if (elo := result.ratings.difference(one, two))
    ]
    assert sum(within) >= 24, f"{sum(within)} of 28"
    errors = [place.error for place in result.standings]
    assert all(5 < error < 25 for error in errors)


def test_the_better_player_is_first_and_the_table_adds_up():
    result = tournament("connect-four", THREE, games=60, jobs=1)
    assert [place.name for place in result.standings] == ["deep", "flat", "random"]
    points, met = result.outcomes.table(3)
    assert (points + points.T == met).all()
    assert met.sum() == 120
    assert [place.games for place in result.standings] == [40, 40, 40]
    assert str(result).count("deep") == 2
    assert json.loads(json.dumps(result.to_json()))["standings"][0]["name"] == "deep"


def test_a_tournament_of_two_plays_the_games_of_a_match():
    options = {"games": 20, "seed": 3, "jobs": 1}
    one = match("connect-four", "alpha-beta:depth=2", "alpha-beta:depth=1", **options)
    two = tournament("connect-four", ["alpha-beta:depth=2", "alpha-beta:depth=1"], **options)
    assert two.standings[0].score in (one.tally.score, 1 - one.tally.score)
    assert list(two.seats.worth[::2]) == [game.first_score for game in one.games]
    assert two.ratings.difference(0, 1).value == pytest.approx(one.elo.value, abs=0.01)


def test_anchors_hold():
    result = tournament("connect-four", THREE, games=60, jobs=1, anchors={"flat": 1000})
    assert next(place for place in result.standings if place.name == "flat").rating == "+1000 fixed"
    with pytest.raises(OptionError, match="the anchor 'nobody' is none of the players: deep, flat, random"):
        tournament("connect-four", THREE, games=6, jobs=1, anchors={"nobody": 1})


def test_a_gauntlet():
    result = tournament("connect-four", THREE, games=40, jobs=1, challengers=1)
    _, met = result.outcomes.table(3)
    assert met.tolist() == [[0, 20, 20], [20, 0, 0], [20, 0, 0]]


def test_it_stops_when_it_knows_enough_and_the_same_way_in_any_number_of_processes(tmp_path):
    tests = [{"sprt": (0, 200)}, {"error": 400}]
    for test in tests:
        runs = [tournament("connect-four", THREE, games=600, jobs=jobs, **test) for jobs in (1, 2)]
        assert runs[0].finished
        assert runs[0].seats.games == runs[1].seats.games < 600
        assert str(runs[0]) == str(runs[1])
    assert runs[0].decision is None
    files = [tmp_path / f"{jobs}.db" for jobs in (1, 2)]
    for jobs, file in enumerate(files, 1):
        tournament("connect-four", THREE, games=600, jobs=jobs, record=file, **tests[0])
    assert list(lines_of(files[0])) == list(lines_of(files[1])), "games after the decision are not exported"
    assert tournament("connect-four", THREE, games=600, jobs=2, **tests[0]).decision == "H1"


# Games of one, and of three and more


def test_one_player_games_are_compared_by_their_points():
    result = tournament("2048:max_tile=512", ["e=engine:depth=1", "r=random", "s=random"], games=18, jobs=1)
    assert result.standings[0].name == "e"
    assert "first player" not in str(result)


def test_three_at_a_table_are_ranked():
    result = tournament("chinese-checkers:limit=12", ["policy", "random", "engine:depth=1"], games=12, jobs=2)
    assert result.is_field
    assert result.standings[0].name == "engine:depth=1"
    assert "Plackett-Luce" in str(result)


FAILING = """
def start(): return (9, 0)
def turn(p): return p[1]
def moves(p):
    for taken in (1, 2):
        if taken <= p[0]:
            yield taken
def play(p, taken): return (p[0] - taken, (p[1] + 1) % 3)
players = 3
def utility(p, player): return 2 if player == p[1] else -1
"""


def test_who_fails_forfeits_and_the_rest_goes_on(write_game, tmp_path):
    def broken(state):
        raise ZeroDivisionError("no idea")

    two = tournament("connect-four", {"good": "alpha-beta:depth=2", "broken": broken, "random": "random"}, games=12)
    (worst,) = [place for place in two.standings if place.name == "broken"]
    assert (worst.forfeits, worst.ahead) == (8, 0)
    assert two.finished
    assert two.notes[0].startswith("game 1: broken failed: ZeroDivisionError: no idea")
    file = tmp_path / "t.db"
    players = {"good": "random", "broken": broken, "other": "random"}
    three = tournament(write_game(FAILING), players, games=6, record=file)
    assert three.finished
    assert three.standings[-1].name == "broken"
    assert three.standings[-1].forfeits >= 4
    again = tournament(write_game(FAILING), players, games=6, record=file)
    assert str(again) == str(three)
    one = tournament("2048:max_tile=32", {"broken": broken, "random": "random"}, games=4)
    assert [place.name for place in one.standings] == ["random", "broken"]


# The store


def test_it_is_resumed_and_the_export_is_the_same_bytes(tmp_path):
    files = [tmp_path / f"{name}.db" for name in ("one", "two")]
    whole = tournament("connect-four", THREE, games=36, jobs=1, record=files[0])
    stop = threading.Event()
    part = tournament("connect-four", THREE, games=36, jobs=2, record=files[1], stop=stop,
                      tell=lambda table, games: stop.set() if len(table.games) > 9 else None)  # fmt: skip
    assert not part.finished
    again = tournament("connect-four", THREE, games=36, jobs=2, record=files[1])
    assert str(again) == str(whole)
    assert list(lines_of(files[0])) == list(lines_of(files[1]))
    with pytest.raises(OptionError, match="is the store of another run: its seed is 0, here it is 1"):
        tournament("connect-four", THREE, games=36, seed=1, jobs=1, record=files[0])


def test_a_last_line_without_its_end_is_imported_if_it_is_whole(tmp_path):
    tournament("nim", ["a=random", "b=random"], games=4, jobs=1, record=tmp_path / "a.db")
    text = "\n".join(lines_of(tmp_path / "a.db"))
    for left_out, games in ((0, 4), (5, 3)):
        (tmp_path / "a.jsonl").write_text(text[: len(text) - left_out])
        assert import_lines(tmp_path / "a.jsonl", tmp_path / f"{games}.db") == games


def test_questions_to_the_store(tmp_path):
    file = tmp_path / "t.db"
    whole = tournament("connect-four", THREE, games=60, jobs=1, record=file)
    with results(file) as found:
        assert str(found.result()) == str(whole)
        assert found.games == 60
        between = found.games_of("deep", "random", 100)
        assert len(between) == 20
        assert all(set(game.names) == {"deep", "random"} for game in between)
        longest = [game.plies for game in found.longest(5)]
        assert longest == sorted(longest, reverse=True)
        upsets = found.upsets(5)
        assert all(upset.upset > 0 for upset in upsets)
        assert [upset.upset for upset in upsets] == sorted((upset.upset for upset in upsets), reverse=True)
        openings = found.openings()
        assert sum(opening.games for opening in openings) == 60
        assert all(0 <= opening.first <= 1 for opening in openings)
        rows = list(found.csv_lines())
        assert len(rows) == 61
        assert rows[0].startswith("number,player_0,player_1,worth_0")
        game = found.game(7)
        state = load("connect-four").begin((*game["opening"], *game["moves"]))
        assert state.over
        with pytest.raises(OptionError, match="has no player 'dep', did you mean 'deep'|has no player 'dep'"):
            found.games_of("dep")
        with pytest.raises(OptionError, match="has no game 61"):
            found.game(61)


def test_games_under_way_can_be_watched(tmp_path):
    file = tmp_path / "t.db"
    seen = []

    def watch():
        while not seen and not done.is_set():
            if file.exists():
                try:
                    with results(file) as found:
                        seen.extend(found.live())
                except OptionError:  # it is just being created
                    pass
            done.wait(0.05)

    done = threading.Event()
    thread = threading.Thread(target=watch)
    thread.start()
    players = ["one=alpha-beta:seconds=0.05", "two=alpha-beta:seconds=0.05"]
    tournament("connect-four", players, games=2, jobs=1, record=file)
    done.set()
    thread.join()
    assert seen
    assert set(seen[0]) == {"number", "opening", "moves", "seats", "names"}
    assert set(seen[0]["names"]) == {"one", "two"}
    with results(file) as found:
        assert found.live() == []


# The command


def test_the_command_and_its_questions(run_kibitz, tmp_path):
    file = tmp_path / "t.db"
    code, out, _ = run_kibitz("tournament", *THREE, "--game", "connect-four", "--games", 12, "--jobs", 1,
                              "--record", file)  # fmt: skip
    assert code == 0
    assert "1  deep" in out
    assert run_kibitz("results", file)[1] == out
    for options, words in (
        (["--games", "--of", "deep", "--most", 3], "deep"),
        (["--longest"], "plies"),
        (["--upsets"], "game"),
        (["--openings"], "first player"),
        (["--show", 2], "game       2, flat - deep"),
        (["--model", "bayeselo", "--anchor", "random=0"], "BayesElo's model"),
    ):
        code, said, _ = run_kibitz("results", file, *options)
        assert code == 0
        assert words in said
        for line in run_kibitz("results", file, *options, "--json")[1].splitlines():
            json.loads(line)
    for name in ("t.jsonl", "t.csv"):
        assert run_kibitz("results", file, "--export", tmp_path / name)[0] == 0
    assert run_kibitz("results", tmp_path / "again.db", "--import", tmp_path / "t.jsonl")[0] == 0
    assert run_kibitz("results", tmp_path / "again.db")[1] == out


def test_chess_games_are_exported_as_pgn(run_kibitz, tmp_path):
    chess = pytest.importorskip("chess.pgn")
    file, pgn = tmp_path / "t.db", tmp_path / "t.pgn"
    tournament("chess", ["a=random", "b=random"], games=2, jobs=1, plies=20, record=file)
    assert run_kibitz("results", file, "--export", pgn)[0] == 0
    with pgn.open() as text:
        read = [chess.read_game(text) for _ in range(2)]
    assert [(game.headers["White"], game.headers["Black"]) for game in read] == [("a", "b"), ("b", "a")]
    assert all(not game.errors for game in read)


BAD = [
    (["tournament", "random", "--game", "nim"], "a tournament has at least two players, got 1"),
    (["tournament", "random", "random", "--game", "nim"], "two players are called 'random'; give them names"),
    (["tournament", "a=random", "b=randum", "--game", "nim"], "there is no player 'randum'"),
    (["tournament", "a=random", "b=random", "c=random", "--game", "nim", "--games", 7], "games must be a multiple of 6"),
    (["tournament", "a=random", "b=random", "--game", "nim", "--gauntlet", 2], "challengers must be a whole number from 1"),
    (["tournament", "a=random", "b=random", "--game", "nim", "--anchor", "a"], "--anchor needs a player's name and its Elo"),
    (["tournament", "a=random", "b=random", "--game", "nim", "--error", 0], "the error at which to stop must be above 0"),
    (["tournament", "a=random@connect-four", "b=random", "--game", "nim"], "differ at the start"),
    (["tournament", "a=random", "b=random", "--game", "nim", "--on", "moon"], "a run can be on ray, auto, or ray://HOST:PORT"),
    (["tournament", "a=random", "b=random", "c=policy", "--game", "chinese-checkers", "--sprt", "0,5"], "sprt is for games of two"),
    (["tournament", "a=random", "b=random", "c=policy", "--game", "chinese-checkers", "--gauntlet"], "challengers are for games of two"),
    (["results", "nowhere.db"], "cannot read nowhere.db: there is no such file"),
    (["results", "pyproject.toml"], "is not the store of a match"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "words"), BAD)
def test_bad_input_is_one_line(arguments, words, run_kibitz, monkeypatch):
    monkeypatch.chdir(Path(__file__).parents[1])
    code, out, err = run_kibitz(*arguments)
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    assert words in err
