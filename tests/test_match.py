"""Matches: the schedule, the games, what is written down, and what survives an interruption."""

import itertools
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from kibitz import GameError, OptionError, PlainSpeed, analyze, load, match
from kibitz.arena.lines import lines_of
from kibitz.arena.opening import even_openings, openings_from, random_openings
from kibitz.arena.referee import Referee
from kibitz.record import Record
from kibitz.state import State
from tests.store_writer import opened
from tests.stores import beside, change, copied, games_in, stored
from tests.test_play import Terminal

QUICK = {"games": 20, "jobs": 1}


def kibitz(*arguments, **options):
    command = [sys.executable, "-m", "kibitz", "match", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, **options)


def bare(games):
    """What must be the same in every run of a match: all but the times."""
    return [replace(game, seconds=(0, 0), longest=(0, 0)) for game in games]


# The schedule and the games


@pytest.mark.parametrize("spec", ["tic-tac-toe", "connect-four"])
def test_the_better_player_wins(spec):
    result = match(spec, "alpha-beta:depth=4", "random", random_plies=2, **QUICK)
    assert result.tally.games == 20
    assert result.tally.score > 0.7
    assert result.los > 0.95
    assert result.finished


def test_each_opening_is_played_from_both_sides():
    result = match("connect-four", "random", "random", **QUICK)
    assert [game.number for game in result.games] == list(range(1, 21))
    for one, two in zip(result.games[::2], result.games[1::2]):
        assert one.opening == two.opening
        assert (one.first, two.first) == ("A", "B")
    assert result.openings == 10
    assert sum(result.tally.pairs) == 10


@pytest.mark.parametrize("spec", ["tic-tac-toe", "connect-four", "pig:winning_score=15", "kalah", "three-mens-morris"])
def test_games_replay_to_the_result_that_was_written_down(spec):
    game = load(spec)
    for played in match(spec, "random", "random", **QUICK).games:
        state = State.of(Record(spec, (*played.opening, *played.moves)), game)
        assert state.result == played.result
        assert state.undo().result is None
        winner = {1.0: played.first == "B", 0.0: played.first == "A", 0.5: None}[played.score]
        assert played.reason == ("end" if state.redo().ended else "repetition")
        assert played.result.startswith("a draw" if winner is None else f"{game.label(int(winner))} wins")


def test_a_player_against_itself_is_even():
    """Two equal players that do not vary: what one game of a pair brings the other takes, in every pair."""
    result = match("nim", "alpha-beta:depth=3", "alpha-beta:depth=3", **QUICK)
    assert result.tally.pairs == (0, 0, 10, 0, 0)
    assert result.elo.value == 0
    assert result.los == 0.5


def test_random_players_vary():
    result = match("tic-tac-toe", "random", "random", random_plies=0, **QUICK)
    assert result.openings == 1
    assert len({game.moves for game in result.games}) > 15


def test_a_pair_has_the_same_dice():
    result = match("pig:winning_score=20", "random", "random", random_plies=0, **QUICK)

    def dice(game):
        return [name for name in game.moves if name.isdigit()]

    for one, two in zip(result.games[::2], result.games[1::2]):
        assert all(a == b for a, b in zip(dice(one), dice(two)))
    assert len({tuple(dice(game)[:3]) for game in result.games}) > 5


def test_jobs_do_not_change_the_games(tmp_path):
    runs = [
        match("tic-tac-toe", "alpha-beta:depth=3", "random", games=30, seed=4, jobs=jobs, record=tmp_path / f"{jobs}")
        for jobs in (1, 2)
    ]
    assert bare(runs[0].games) == bare(runs[1].games)
    assert runs[0].tally == runs[1].tally
    assert len(games_in(tmp_path / "2")) == 30
    assert list(lines_of(tmp_path / "2")) == list(lines_of(tmp_path / "1"))
    other = match("tic-tac-toe", "alpha-beta:depth=3", "random", games=30, seed=5, jobs=1)
    assert bare(other.games) != bare(runs[0].games)


def test_a_game_that_is_too_long_is_a_draw():
    result = match("kalah", "random", "random", plies=6, games=4, jobs=1)
    assert {(game.reason, game.score, game.result) for game in result.games} == {
        ("length", 0.5, "a draw after 6 plies")
    }
    assert all(len(game.opening + game.moves) == 6 for game in result.games)


def test_repetition_is_a_draw():
    result = match("three-mens-morris", "alpha-beta:depth=5", "alpha-beta:depth=5", random_plies=0, games=2, jobs=1)
    assert [(game.reason, game.score) for game in result.games] == [("repetition", 0.5)] * 2


def test_a_stop_leaves_what_is_finished():
    stop = threading.Event()

    def tell(tally, games):
        assert games == 20
        if tally.games == 7:
            stop.set()

    result = match("tic-tac-toe", "random", "random", stop=stop, tell=tell, **QUICK)
    assert (result.tally.games, sum(result.tally.pairs), result.finished) == (7, 3, False)


# Players that fail, and rules that differ

FAILING = """
def start(): return 0
def turn(p): return p % 2
def moves(p):
    if p < 6:
        yield 1
        yield 2
def play(p, move): return p + move
def utility(p, player): return 1 if player == p % 2 else -1
def evaluate(p, player):
    if p >= 4: raise ValueError("too hard")
    return 0
"""


@pytest.mark.filterwarnings("ignore::kibitz.PlainSpeed")
def test_a_player_that_fails_loses_and_it_is_told(write_game):
    path = write_game(FAILING)
    result = match(path, "minimax:depth=2", "random", random_plies=1, games=4, jobs=1)
    failed = [game for game in result.games if game.reason == "error"]
    assert failed
    for game in failed:
        assert game.score == 0
        assert "A failed: GameError" in game.notes[0]
        assert "too hard" in game.notes[0]
        assert game.result.endswith("failed")
    assert result.notes[0].startswith(f"game {failed[0].number}: A failed")


def test_a_player_that_is_late_is_told(monkeypatch):
    from kibitz.arena.player import Player

    def slow(self, state, stop=None, **options):
        time.sleep(0.7)
        return state.moves()[0], None

    monkeypatch.setattr(Player, "choose", slow)
    played = Referee(load("nim:heaps=1,1"), (), ("alpha-beta:seconds=0.05", "random"), 0, 100)
    game = played.play(1, (), threading.Event())
    assert game.notes == (f"A took {game.longest[0]:.1f} s for a move, but its limit is 0.05 s",)
    assert game.score == 0  # the last of two sticks is B's


VARIANT = """
from kibitz import Game
def game(greedy: bool = False, longer: int = 0, last: int = 3):
    def start(): return (10 + longer, 0)
    def turn(p): return p[1]
    def moves(p):
        for taken in range(1, last + 1):
            if taken <= p[0]:
                yield taken
    def play(p, taken): return (p[0] - taken, 1 - p[1])
    def utility(p, player): return -1 if player == p[1] else 1
    def evaluate(p, player): return (p[0] if greedy else -p[0]) * (1 if player == p[1] else -1)
    return Game.of(locals())
"""


def test_b_may_think_in_other_rules(write_game):
    path = write_game(VARIANT)
    same = match(path, "alpha-beta:depth=2", "alpha-beta:depth=2", games=20, jobs=1, random_plies=2)
    other = match(
        path,
        "alpha-beta:depth=2",
        "alpha-beta:depth=2",
        games=20,
        jobs=1,
        random_plies=2,
        other_game=f"{path}:greedy=1",
    )
    assert other.other_game == f"{path}:greedy=True"
    assert bare(same.games) != bare(other.games)
    for wrong, what in (
        (f"{path}:longer=1", "at the start, the position"),
        (f"{path}:last=2", "at the start, the moves"),
    ):
        with pytest.raises(GameError, match=what):
            match(path, "random", "random", other_game=wrong, **QUICK)
    later = write_game(VARIANT.replace("range(1, last + 1)", "range(1, last + (p[0] > 4))"), "later.py")
    for jobs in (1, 2):
        with pytest.raises(GameError, match="differ after .*, the moves"):
            match(path, "random", "random", other_game=later, games=20, jobs=jobs)


def test_a_game_made_in_python_is_played_in_this_process(write_game):
    game = load(write_game(VARIANT))
    assert match(game, "random", "random", games=4, jobs=2).tally.games == 4
    changed = game.with_rules(evaluate=lambda p, player: 0)
    assert match(changed, "random", "random", games=4).tally.games == 4
    with pytest.raises(OptionError, match="use jobs=1"):
        match(changed, "random", "random", games=4, jobs=2)


PRINTING = """
def start(): return "aaaa"
def turn(p): return len(p) % 2
def moves(p):
    print("looking at", p)
    if p:
        yield 1
def play(p, move): return p[1:]
def utility(p, player): return 1 if player == 1 else -1
"""


def test_rules_that_print_and_run_plain_are_no_trouble_to_other_processes(write_game):
    with pytest.warns(PlainSpeed, match="runs plain"):
        result = match(write_game(PRINTING), "alpha-beta:depth=1", "random", games=4, random_plies=1, jobs=2)
    assert result.tally.pairs == (0, 0, 2, 0, 0)


# Openings


def test_openings_from_a_file(tmp_path):
    file = tmp_path / "openings.txt"
    file.write_text("# the corner\n1 5\n\n  5 1   # the centre\n1 2 3\n")
    game = load("tic-tac-toe")
    assert openings_from(game, file) == [("1", "5"), ("5", "1"), ("1", "2", "3")]
    result = match(game, "random", "random", openings=file, jobs=1)
    assert [played.opening for played in result.games[::2]] == openings_from(game, file)
    longer = match(game, "random", "random", openings=["1 5", "5 1"], games=6, jobs=1)
    assert [played.opening for played in longer.games] == [("1", "5")] * 2 + [("5", "1")] * 2 + [("1", "5")] * 2
    for text, message in (
        ("1 1\n", "line 1: move 2: '1' is not a legal move"),
        ("5\n1 4 2 5 3\n", "line 2: nothing is left to play after 1 4 2 5 3"),
        ("1 2 3 4 5 6 8 7", "line 1: nothing is left"),  # whatever the ninth move is, it is the last
        ("# nothing\n", "has no openings"),
    ):
        file.write_text(text)
        with pytest.raises(OptionError, match=message):
            openings_from(game, file)


def test_even_openings_leave_out_what_is_decided():
    game = load("shapes-four")
    drawn = list(itertools.islice(random_openings(game, 5, 3), 24))
    even = list(itertools.islice(even_openings(game, iter(drawn)), 3))
    assert [drawn.index(opening) // 8 for opening in even] == [0, 1, 2]

    def decided(opening):
        return analyze(game, position=game.begin(opening).position, nodes=100_000).proven is not None

    assert any(map(decided, drawn))
    assert not any(map(decided, even))
    result = match("shapes-four", "random", "random", games=6, random_plies=5, seed=3, even=True, jobs=1)
    assert [played.opening for played in result.games[::2]] == even
    with pytest.raises(OptionError, match="even openings are chosen among random ones; ask for random plies"):
        match("pig", "random", "random", games=2, even=True, jobs=1)
    with pytest.raises(OptionError, match="pass either openings or random_plies, not both"):
        match("nim", "random", "random", openings=["1-1"], even=True, jobs=1)


@pytest.mark.parametrize("spec", ["tic-tac-toe", "connect-four", "pig:winning_score=12", "nim:heaps=2,3", "kalah"])
@pytest.mark.parametrize("plies", [0, 1, 4])
def test_random_openings_are_legal_distinct_and_repeatable(spec, plies):
    game = load(spec)
    if spec.startswith("nim") and plies == 4:
        with pytest.raises(OptionError, match="no opening of 4 random plies leaves a game of nim to play"):
            next(random_openings(game, plies, 0))
        return
    found = list(itertools.islice(random_openings(game, plies, 7), 40))
    assert found == list(itertools.islice(random_openings(game, plies, 7), 40))
    places = []
    for opening in found:
        p = game.begin(opening).position
        places.append(game.write(p))
        assert not game.is_over(p)
        assert game.rules.turn(p) >= 0
        assert any(not game.is_over(game.rules.play(p, move)) for move in game.moves(p))
        assert sum(game.rules.turn(game.begin(opening[:ply]).position) >= 0 for ply in range(len(opening))) == plies
    different = len(set(places))
    assert len(set(places[:different])) == different  # none comes again before all have come
    if (spec, plies) in (("tic-tac-toe", 4), ("connect-four", 4)):
        assert different == 40
    if (spec, plies) in (("tic-tac-toe", 1), ("connect-four", 1)):
        assert different == len(game.moves(game.rules.start()))


# The record


def test_a_record_is_resumed_without_playing_again(tmp_path, monkeypatch):
    file = tmp_path / "match.db"
    whole = match("tic-tac-toe", "random", "random", **QUICK)
    stop = threading.Event()

    def tell(tally, games):
        if tally.games >= 9:
            stop.set()

    part = match("tic-tac-toe", "random", "random", record=file, stop=stop, tell=tell, **QUICK)
    assert (part.tally.games, part.finished) == (9, False)
    asked = []
    play = Referee.play
    monkeypatch.setattr(Referee, "play", lambda self, number, *rest: asked.append(number) or play(self, number, *rest))
    again = match("tic-tac-toe", "random", "random", record=file, **QUICK)
    assert asked == list(range(10, 21))
    assert bare(again.games) == bare(whole.games)
    assert again.tally == whole.tally
    asked.clear()
    assert match("tic-tac-toe", "random", "random", record=file, **QUICK).tally == whole.tally
    assert asked == []
    longer = match("tic-tac-toe", "random", "random", record=file, games=24, jobs=1)
    assert asked == [21, 22, 23, 24]
    assert bare(longer.games[:20]) == bare(whole.games)
    shorter = match("tic-tac-toe", "random", "random", record=file, games=10, jobs=1)
    assert bare(shorter.games) == bare(whole.games[:10])
    assert [game["number"] for game in games_in(file)] == list(range(1, 25))
    assert beside(file) == ["match.db"]


def test_a_record_of_something_else_is_refused_and_left_alone(tmp_path):
    file = tmp_path / "match.db"
    settings = {"record": file, "games": 4, "jobs": 1}
    match("tic-tac-toe", "random", "random", **settings)
    text = file.read_bytes()
    for message, arguments in (
        ("its players is", ("tic-tac-toe", "random", "alpha-beta:depth=1")),
        ("its game is", ("connect-four", "random", "random")),
    ):
        with pytest.raises(OptionError, match=message):
            match(*arguments, **settings)
    for message, more in (
        ("its seed is 0, here it is 1", {"seed": 1}),
        ("its openings is", {"random_plies": 3}),
        ("its openings is", {"openings": ["1 5"]}),
        ("its plies is", {"plies": 50}),
        (r"its other_games is \[\], here it is \[null, \"tic-tac-toe\"\]", {"other_game": "tic-tac-toe"}),
    ):
        with pytest.raises(OptionError, match=message):
            match("tic-tac-toe", "random", "random", **settings, **more)
    assert file.read_bytes() == text
    assert beside(file) == ["match.db"]
    for wrong in (b"my notes", b"my\nnotes\n", "\n".join(lines_of(file)).encode()):
        file.write_bytes(wrong)
        with pytest.raises(OptionError, match="is not the store of a match and was left unchanged|has games as JSON"):
            match("tic-tac-toe", "random", "random", **settings)
        assert file.read_bytes() == wrong
    file.write_bytes(text)
    change(file, "UPDATE game SET moves = '{}' WHERE number = 2")
    edited = file.read_bytes()
    with pytest.raises(OptionError, match="match.db, game 2: moves must be a list of text"):
        match("tic-tac-toe", "random", "random", **settings)
    assert file.read_bytes() == edited
    for nowhere in (tmp_path / "no" / "where", tmp_path, "/dev/null"):
        with pytest.raises(OptionError, match="cannot write"):
            match("tic-tac-toe", "random", "random", games=4, jobs=1, record=nowhere)


def test_a_record_of_something_else_that_was_killed_is_left_alone_too(tmp_path):
    """What it had committed may be in a file beside it, and stays there."""
    file = tmp_path / "match.db"
    settings = {"games": 4, "jobs": 1}
    kept = []

    def tell(tally, games):
        if tally.games == 3:
            wait_for(lambda: stored(file) == 3)
            kept.append(copied(file, tmp_path / "killed"))

    match("tic-tac-toe", "random", "random", record=file, tell=tell, **settings)
    before = [path.read_bytes() for path in sorted(kept[0].parent.glob("*[bl]"))]
    assert len(before) == 2
    with pytest.raises(OptionError, match="its seed is 0, here it is 1"):
        match("tic-tac-toe", "random", "random", record=kept[0], seed=1, **settings)
    assert [path.read_bytes() for path in sorted(kept[0].parent.glob("*[bl]"))] == before
    match("tic-tac-toe", "random", "random", record=kept[0], **settings)
    assert list(lines_of(kept[0])) == list(lines_of(file))
    assert beside(kept[0]) == ["match.db"]


def test_rules_that_were_edited_are_another_match(write_game, tmp_path):
    path = write_game(VARIANT)
    settings = {"games": 4, "jobs": 1, "record": tmp_path / "match.db"}
    match(path, "random", "random", **settings)
    write_game(VARIANT.replace("10 + longer", "11 + longer"))
    with pytest.raises(OptionError, match="its rules is"):
        match(path, "random", "random", **settings)


def test_a_record_has_one_writer(tmp_path):
    file = tmp_path / "match.db"
    with opened(file):
        before = file.read_bytes()
        done = kibitz("random", "random", "--game", "nim", "--games", 2, "--record", file)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"kibitz: {file} is being written by another run that is still going on\n"
        assert file.read_bytes() == before


# A test that stops early


def test_the_sprt_stops_early_and_the_same_way_in_any_number_of_processes(tmp_path):
    settings = {"games": 200, "sprt": (0, 200), "random_plies": 1}
    runs = [
        match("tic-tac-toe", "alpha-beta:depth=3", "random", jobs=jobs, record=tmp_path / f"{jobs}", **settings)
        for jobs in (1, 2)
    ]
    assert [run.decision for run in runs] == ["H1", "H1"]
    assert 4 < runs[0].tally.games < 100
    assert runs[0].finished
    assert bare(runs[0].games) == bare(runs[1].games)
    assert runs[0].to_json()["sprt"] == runs[1].to_json()["sprt"]
    assert len(games_in(tmp_path / "1")) == runs[0].tally.games
    again = match("tic-tac-toe", "alpha-beta:depth=3", "random", jobs=1, record=tmp_path / "2", **settings)
    assert (again.tally, again.decision) == (runs[0].tally, "H1")
    against = match("tic-tac-toe", "random", "alpha-beta:depth=3", jobs=1, **settings)
    assert against.decision == "H0"
    short = match("tic-tac-toe", "random", "random", jobs=1, games=4, sprt=(0, 5))
    assert (short.decision, short.finished) == (None, True)


# The program


def test_the_summary_for_people_and_for_programs():
    arguments = ("alpha-beta:depth=3", "random", "--game", "tic-tac-toe", "--games", 10, "--random-plies", 1)
    found = json.loads(kibitz(*arguments, "--json").stdout)
    done = kibitz(*arguments, "--sprt", "0,50")
    assert done.returncode == 0
    for line in ("tic-tac-toe   A alpha-beta:depth=3   B random", "games      10, 5 pairs from 5 different openings",
                 f"as first   +{found['first']['wins']} =", f"as second  +{found['second']['wins']} =", "Elo        ", "LOS        ", "SPRT       undecided between +0 and +50"):  # fmt: skip
        assert line in done.stdout
    assert (found["games"], sum(found["first"].values()), found["sprt"]) == (10, 5, None)
    assert found["wins"] + found["draws"] + found["losses"] == 10
    assert found["score"] == (found["wins"] + found["draws"] / 2) / 10


BAD = [
    (["alpha", "random", "--game", "nim"], "there is no player 'alpha' (did you mean alpha-beta?)"),
    (["random", "random", "--game", "nimm"], "there is no game 'nimm' (did you mean nim?)"),
    (["random", "random"], "--game"),
    (["random", "--game", "nim"], "Missing argument 'B'"),
    (["alpha-beta", "random", "--game", "pig"], "alpha-beta cannot play pig"),
    (["random", "random", "--game", "nim", "--games", "7"], "games must be an even number"),
    (["random", "random", "--game", "nim", "--games", "0"], "games must be an even number"),
    (["random", "random", "--game", "nim", "--jobs", "0"], "jobs must be a whole number from 1 to 10000, got 0"),
    (["random", "random", "--game", "nim", "--plies", "0"], "plies must be a whole number of at least 1, got 0"),
    (["random", "random", "--game", "nim", "--random-plies", "-1"], "random plies must be a whole number of at least 0"),
    (["random", "random", "--game", "nim", "--random-plies", "40"], "no opening of 40 random plies"),
    (["random", "random", "--game", "nim", "--openings", "/nowhere"], "cannot read /nowhere"),
    (["random", "random", "--game", "nim", "--openings", "x", "--random-plies", "2"], "not both"),
    (["random", "random", "--game", "nim", "--sprt", "5"], "--sprt needs two numbers with a comma between"),
    (["random", "random", "--game", "nim", "--sprt", "5,0"], "elo0 below elo1, got 5,0"),
    (["random", "random", "--game", "nim", "--sprt", "0,5", "--alpha", "2"], "alpha must be more than 0"),
    (["random", "random", "--game", "nim", "--record", "/no/where"], "cannot write /no/where"),
    (["random", "random", "--game", "nim", "--other-game", "tic-tac-toe"], "nim and tic-tac-toe differ at the start"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_input_is_one_line_and_exit_code_2(arguments, message, run_kibitz):
    code, out, err = run_kibitz("match", *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("kibitz: ")
    assert message in err


def test_a_bar_in_a_terminal_and_ctrl_c():

    arguments = ("match", "random", "random", "--game", "tic-tac-toe", "--games", "100000", "--jobs", "2")
    terminal = Terminal(*arguments)
    terminal.read_until(r"[1-9]\d*/100000")
    terminal.type("\x03")
    terminal.read_until(r"A +\+\d+ =\d+ -\d+, score")
    assert terminal.finish() == 130


def test_help_has_an_example():
    assert "Example: kibitz match alpha-beta:depth=4 random" in kibitz("--help").stdout


# Interruptions

needs_proc = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs /proc")


def start_match(file, *arguments):
    command = [sys.executable, "-m", "kibitz", "match", *map(str, arguments), "--record", str(file)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


def workers_of(process):
    return [int(each) for each in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_killed_at_any_moment_no_game_is_lost_or_played_twice(tmp_path):
    arguments = ("random", "random", "--game", "tic-tac-toe", "--games", 300, "--seed", 9, "--jobs", 2)
    file = tmp_path / "match.db"
    chance = random.Random()
    for _ in range(3):
        process = start_match(file, *arguments)
        wanted = stored(file) + chance.randrange(1, 60)
        while process.poll() is None and stored(file) < wanted:
            time.sleep(0.001)
        process.kill()
        process.communicate()
    before = games_in(file)
    process = start_match(file, *arguments, "--json")
    out, _ = process.communicate(timeout=60)
    assert json.loads(out)["games"] == 300
    after = games_in(file)
    assert [game["number"] for game in after] == list(range(1, 301))
    assert all(game in after for game in before)  # what was stored stays, with its times
    straight = tmp_path / "straight.db"
    match("tic-tac-toe", "random", "random", games=300, seed=9, jobs=1, record=straight)
    assert list(lines_of(file)) == list(lines_of(straight))
    assert beside(file) == ["match.db"]


@needs_proc
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_processes_end_with_the_match_in_the_middle_of_a_search(how, tmp_path):
    file = tmp_path / "match.db"
    process = start_match(file, "alpha-beta:depth=30", "random", "--game", "tic-tac-toe:size=5", "--jobs", 2)
    wait_for(lambda: len(workers_of(process)) == 2)
    workers = workers_of(process)
    time.sleep(3)
    process.send_signal(how)
    out, err = process.communicate(timeout=20)
    wait_for(lambda: not any(map(is_running, workers)), 10)
    if how == signal.SIGINT:
        assert process.returncode == 130
        assert "games      0, 0 pairs" in out
        assert f"kibitz: stopped after 0 games; the same command resumes from {file}\n" in err
        assert "Traceback" not in err
    assert games_in(file) == []


@needs_proc
def test_a_process_that_dies_is_replaced_and_the_match_goes_on(tmp_path):
    """A process is killed now and then; every game is played, once, and none of them differently."""
    file, straight = tmp_path / "match.db", tmp_path / "straight.db"
    settings = {"games": 2000, "seed": 3}
    arguments = ("random", "random", "--game", "tic-tac-toe", "--games", 2000, "--seed", 3, "--jobs", 2, "--json")
    process = start_match(file, *arguments)
    killed = 0
    while killed < 4:
        before = stored(file)
        wait_for(lambda before=before: process.poll() is not None or stored(file) > before and workers_of(process))
        if process.poll() is not None:
            break
        os.kill(workers_of(process)[0], signal.SIGKILL)  # the one that has been there longest
        killed += 1
    assert killed
    out, err = process.communicate(timeout=60)
    assert (process.returncode, json.loads(out)["games"]) == (0, 2000), err
    assert "Error" not in err
    match("tic-tac-toe", "random", "random", jobs=1, record=straight, **settings)
    assert list(lines_of(file)) == list(lines_of(straight))


def test_processes_play_where_nothing_can_be_kept_in_the_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    (tmp_path / "warmed-up").mkdir()  # where they would wait for the first of them
    assert match("nim", "random", "random", games=4, jobs=2).tally.games == 4


FATAL = """
import os
def start(): return (0, 0)  # a track, which the opening chooses, and how far it was gone
def turn(p): return p[1] % 2
def moves(p):
    if p == (3, 4):
        os._exit(7)
    if p[1] < 6:
        for track in range(6) if p[1] == 0 else [p[0]]:
            yield track
def play(p, track): return (track, p[1] + 1)
def utility(p, player): return 1 if player == p[0] % 2 else -1
"""


@pytest.mark.slow
def test_games_that_end_their_process_again_and_again_are_given_up(write_game, tmp_path):
    """The rules end the process in one position, of games 7 and 8; all others are played."""
    path, file = write_game(FATAL), tmp_path / "match.db"
    settings = {"openings": list("012345"), "jobs": 2, "record": file}
    gone = "game 7 of the match ended 3 workers, the last with exit code 7, and 1 more; everything else is done"
    for _ in range(2):
        with pytest.raises(GameError) as error:
            match(path, "random", "random", **settings)
        assert str(error.value) in (gone, gone.replace("game 7", "game 8"))
        assert [game["number"] for game in games_in(file)] == [1, 2, 3, 4, 5, 6, 9, 10, 11, 12]
    assert beside(file) == ["match.db"]
