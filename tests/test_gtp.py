"""GTP: one answer for each command as the specification has it, and GNU Go as an independent program."""

import os
import shutil
import subprocess
import sys
import time
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kibitz import Limit, OptionError, load, match
from kibitz.arena.program import programs
from kibitz.arena.seat import player_from
from kibitz.protocol import gtp as module
from kibitz.protocol.goban import area_lead, even_komi, fixed_handicap, free_handicap
from kibitz.protocol.gtp import Gtp
from kibitz.protocol.gtp_clock import GtpClock
from kibitz.protocol.host import Host
from kibitz.state import State

COMMAND = [sys.executable, "-m", "kibitz", "gtp"]
GNU_GO = shutil.which("gnugo", path=os.environ.get("PATH", "") + ":/usr/games")
SIZE = 5
COMPILED = "go:size=3,komi=0.5"
"""The one game that is compiled here."""


class Session:
    """A program in this process that searches plain, and what it has said."""

    def __init__(self, **options):
        self.said, self.complaints = "", []
        self.gtp = Gtp(
            load("go", size=SIZE), self.write, limit=Limit(visits=20), complain=self.complaints.append, **options
        )

    def write(self, text):
        self.said += text

    def ask(self, line):
        """The answer to a line, as it is written."""
        self.said = ""
        assert self.gtp.hear(line)
        return self.said

    def ok(self, *lines):
        """The answer to the last of these lines, which all succeed."""
        for line in lines:
            said = self.ask(line)
            assert said.startswith("="), (line, said)
            assert said.endswith("\n\n")
            assert "\n\n" not in said[:-2]
        return said[1:].strip()

    def refused(self, line):
        """What is wrong with a line, which changes nothing."""
        before = self.gtp.moves, self.gtp.state.text, self.gtp.size, self.gtp.komi, self.gtp.clock
        said = self.ask(line)
        assert said.startswith("? ")
        assert said.endswith("\n\n")
        after = self.gtp.moves, self.gtp.state.text, self.gtp.size, self.gtp.komi, self.gtp.clock
        assert before == after
        return said[2:-2]

    def rows(self):
        return self.gtp.state.text.split()[0]


@pytest.fixture
def session(monkeypatch):
    monkeypatch.setattr(Host, "compile", lambda self: None)
    return Session()


def test_answers_have_the_number_of_the_command_and_an_empty_line(session):
    assert session.ask("protocol_version") == "= 2\n\n"
    assert session.ask("12 name") == "=12 Kibitz\n\n"
    assert session.ask("007 komi 3.5") == "=007\n\n"
    assert session.ask("3 nonsense") == "?3 unknown command\n\n"
    assert session.ask("\t 4\tknown_command \x07 genmove # really\r\n") == "=4 true\n\n"
    assert session.ask("known_command fly") == "= false\n\n"
    assert session.ask("known_command") == "= false\n\n"
    for line in ("", "   ", "# a comment", "\n", "\r\n", "5", "\x00\x01"):
        assert session.ask(line) == "", repr(line)
    listed = session.ok("list_commands").split()
    assert {"boardsize", "genmove", "quit", "undo", "time_left", "set_free_handicap", "lz-analyze"} <= set(listed)
    assert all(session.ok(f"known_command {name}") == "true" for name in listed)
    assert session.ok("version")
    session.said = ""
    assert session.gtp.hear("9 quit") is False
    assert session.said == "=9\n\n"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("boardsize 1", "unacceptable size"),
        ("boardsize 19", "unacceptable size"),
        ("boardsize", "syntax error"),
        ("boardsize five", "syntax error"),
        ("boardsize " + "9" * 5000, "syntax error"),
        ("komi", "syntax error"),
        ("komi much", "syntax error"),
        ("komi nan", "syntax error"),
        ("play", "syntax error"),
        ("play b", "syntax error"),
        ("play green C3", "syntax error"),
        ("play b I3", "syntax error"),
        ("play b C99", "syntax error"),
        ("play b 33", "syntax error"),
        ("play w A1", "illegal move"),
        ("play w T19", "illegal move"),
        ("genmove", "syntax error"),
        ("genmove red", "syntax error"),
        ("fixed_handicap 2", "board not empty"),
        ("place_free_handicap x", "syntax error"),
        ("time_settings 1 2", "syntax error"),
        ("time_settings -1 2 3", "syntax error"),
        ("time_left b x 0", "syntax error"),
        ("kgs-time_settings often", "syntax error"),
        ("showbord", "unknown command"),
        ("?", "unknown command"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(session, line, said):
    session.ok("play b A1")
    assert session.refused(line) == said
    assert not session.complaints


def test_stones_captures_ko_suicide_and_undo(session):
    assert session.refused("undo") == "cannot undo"
    session.ok("play b B1", "play w a1", "play B A2")
    assert session.rows().endswith("X..../.X...")
    assert session.refused("play w A1") == "illegal move", "suicide"
    session.ok("undo")
    assert session.rows().endswith("...../OX...")
    session.ok("undo", "undo")
    assert session.rows() == "/".join(["....."] * 5)
    black, white = ("B3", "C4", "C2"), ("E3", "D4", "D2", "C3")
    session.ok(*(f"play b {name}" for name in black), *(f"play w {name}" for name in white), "play b D3")
    assert session.refused("play w C3") == "illegal move", "ko"
    session.ok("play w pass", "play b A5", "play w C3")
    board = session.ok("showboard")
    assert "A B C D E" in board
    assert "Black to move" in board


def test_colours_need_not_alternate_and_the_game_has_no_end(session):
    session.ok("play b C3", "play b B3", "play w D3", "play w D4", "play w pass", "play b pass")
    assert session.gtp.state.over
    session.ok("play b C2", "play w pass", "play w pass", "play w D2")
    assert session.rows() == "...../...O./.XXO./..XO./....."
    for _ in range(8):  # undo comes back to the same positions
        session.ok("undo")
    assert session.rows() == "...../...../.XX../...../....."
    for _ in range(50):  # beyond the greatest length of a game
        session.ok("play w pass", "play b pass")
    session.ok("play w A1", "genmove b")
    assert session.gtp.state.position.plies < 75


def test_komi_decides_the_score(session):
    assert session.ok("final_score") == "W+7.5"
    session.ok("komi 3", "play b C3")
    assert session.ok("final_score") == "B+22"
    assert session.ok("komi 24.7", "play w pass", "final_score") == "B+0.3"
    assert session.ok("komi 25", "final_score") == "0"
    assert session.ok("komi -1e9", "final_score").startswith("B+1")
    assert session.rows() == "...../...../..X../...../.....", "the stones stay"
    assert session.ok("boardsize 4", "final_score").startswith("B+1")
    assert session.rows() == "/".join(["...."] * 4)
    assert [even_komi(komi) for komi in (7.5, 7.2, 7, -0.3, 1e9)] == [7.5, 7.5, 7, -0.5, 1000]


def test_the_count_is_that_of_the_rules():
    game = load("go", size=SIZE, komi=0.5)
    state = game.begin("C3 C2 B2 D3 pass B3 A1 pass E5 pass pass")
    lead = area_lead(state.text.split()[0].split("/"))
    assert state.over
    assert game.utilities(state.position)[0] == (1 if lead > 0.5 else -1)
    assert area_lead(["X.O", ".XO", "..."]) == 0
    assert area_lead([".X.", "X.X", ".X."]) == 9


def test_handicap(session):
    assert session.refused("fixed_handicap 2") == "invalid number of stones", "a small board"
    session.ok("boardsize 9")
    assert session.refused("fixed_handicap 1") == "invalid number of stones"
    assert session.refused("fixed_handicap 10") == "invalid number of stones"
    assert session.ok("fixed_handicap 5") == "C3 G7 C7 G3 E5"
    assert session.gtp.state.turn == 1, "White begins"
    assert session.rows().count("X") == 5
    assert session.refused("set_free_handicap A1 B1") == "board not empty"
    session.ok("clear_board")
    for line in ("A1", "A1 A1", "A1 pass", "A1 T19", ""):
        assert session.refused(f"set_free_handicap {line}") == "bad vertex list"
    session.ok("set_free_handicap d4 D5 C3")
    assert session.rows().count("X") == 3
    session.ok("clear_board")
    stones = session.ok("place_free_handicap 12").split()
    assert len(set(stones)) == 12 == session.rows().count("X")
    assert fixed_handicap(13, 2) == ["D4", "K10"]
    assert fixed_handicap(8, 4) == ["C3", "F6", "C6", "F3"]
    assert fixed_handicap(8, 5) == []
    assert len(free_handicap(2, 3)) == 2, "as many as do not touch each other"


@pytest.mark.skipif(GNU_GO is None, reason="GNU Go is not installed")
def test_fixed_handicap_is_where_gnu_go_has_it():
    sizes = (7, 8, 9, 10, 11, 13)  # on size 12 GNU Go takes the fourth line, the specification the third
    cases = [(size, count) for size in sizes for count in range(2, 10)]
    text = "".join(f"boardsize {size}\nclear_board\nfixed_handicap {count}\n" for size, count in cases)
    done = subprocess.run([GNU_GO, "--mode", "gtp"], input=text, capture_output=True, text=True, check=True)
    for (size, count), said in zip(cases, done.stdout.split("\n\n")[2::3]):
        assert set(fixed_handicap(size, count)) == (set(said[1:].split()) if said[0] == "=" else set()), (size, count)


def test_a_whole_game_and_a_move_that_is_only_suggested(session):
    session.ok("komi 0.5")
    assert session.ok("reg_genmove w")
    assert session.gtp.moves == []
    passes = 0
    for number in range(100):
        played = session.ok(f"genmove {'bw'[number % 2]}")
        if played == "resign":
            break
        passes = passes + 1 if played == "pass" else 0
        if passes == 2:
            break
    else:
        pytest.fail("no end")
    assert session.ok("final_score")[:2] in ("B+", "W+")
    assert set(session.complaints) == {"the engine is being compiled; until then it runs plain"}


def test_it_passes_to_win_but_not_while_it_loses(session, monkeypatch):
    session.ok("komi 0.5", "play b C3", "play w pass")
    with monkeypatch.context() as patched:
        patched.setattr(Host, "results", None)  # a search fails
        assert session.ok("genmove b") == "pass", "Black owns everything"
    assert not any("failed" in complaint for complaint in session.complaints), "without a search"
    session.ok("clear_board", "komi 3.5")
    session.ok(*(f"play b C{row}" for row in range(1, 6)), *(f"play w D{row}" for row in range(1, 6)))
    session.ok("play b pass")
    assert session.ok("genmove w") not in ("pass", "resign"), "White is behind"
    # Even if the search wants to pass, or finds nothing at all.
    p = session.gtp.on_turn(session.gtp.state, 1)
    assert session.gtp.sensible(p, None) != session.gtp.to_pass


def test_it_resigns_only_what_is_lost_for_certain(session):
    state = session.gtp.state
    found = session.gtp.think(state, Limit(visits=20))
    assert session.gtp.sensible(state, replace(found, proven=None, score=-1)) == found.move
    assert session.gtp.sensible(state, replace(found, proven="loss")) is None
    session.ok("boardsize 2", "komi -7.5", "play b A1", "play w pass")
    assert session.ok("genmove b") == "pass"


def test_time(session):
    session.ok("time_settings 60 0 0")
    assert session.gtp.limit_for(0).clock.left == 60
    session.ok("time_left w 12 0")
    assert (session.gtp.limit_for(0).clock.left, session.gtp.limit_for(1).clock.left) == (60, 12)
    session.ok("time_settings 0 30 5", "time_left b 7.5 2")
    assert (session.gtp.limit_for(0).clock.left, session.gtp.limit_for(0).clock.moves_to_go) == (7.5, 2)
    session.ok("clear_board")
    assert session.gtp.limit_for(0).clock.moves_to_go == 5, "a new game has its whole time"
    for line in ("time_settings 0 1 0", "kgs-time_settings none"):
        session.ok("time_settings 60 0 0", line)
        assert session.gtp.limit_for(0) == Limit(visits=20)
    session.ok("kgs-time_settings byoyomi 10 5 3", "time_left b 4 2")
    assert (session.gtp.limit_for(0).clock.left, session.gtp.limit_for(0).clock.moves_to_go) == (4, 1)
    session.ok("kgs-time_settings canadian 10 5 3")
    assert session.gtp.limit_for(0).clock.left == 15
    session.ok("kgs-time_settings absolute 0.3")
    session.gtp.limit = Limit()
    started = time.perf_counter()
    session.ok("genmove b")
    assert time.perf_counter() - started < 1.5
    assert session.gtp.clock.left[0] < 0.3


def test_a_clock_counts_by_itself():
    clock = GtpClock(10, 6, 2)
    clock.spend(0, 9)
    assert (clock.left, clock.to_play) == ([1, 10], [0, 0])
    clock.spend(0, 2)
    assert (clock.left[0], clock.to_play[0]) == (5, 1)
    clock.spend(0, 2)
    assert (clock.left[0], clock.to_play[0]) == (6, 2), "the next period"
    japanese = GtpClock(0, 5, 3, each_move=True)
    japanese.spend(0, 4)
    assert (japanese.left[0], japanese.now(0).moves_to_go) == (5, 1)


def test_analysis_reports_until_there_is_input(monkeypatch):
    monkeypatch.setattr(Host, "compile", lambda self: None)
    session = Session(is_waiting=lambda: session.said.count("info move ") > 1)
    said = session.ok("lz-analyze b 20")
    assert said.startswith("info move ")
    assert all(word in said for word in ("visits", "winrate", "order 0", "pv"))
    assert not session.complaints[1:]


def test_a_search_that_hangs_or_fails_is_left_behind(session, monkeypatch):
    monkeypatch.setattr(module, "GRACE_SECONDS", 0.1)

    def hang(self, task):
        time.sleep(5)
        yield from ()

    monkeypatch.setattr(Host, "results", hang)
    session.gtp.limit = Limit(seconds=0.05)
    started = time.perf_counter()
    assert session.ok("genmove b") not in ("pass", "resign")
    assert time.perf_counter() - started < 4, "it does not wait for the search"

    def fail(self, task):
        raise MemoryError("no")
        yield

    monkeypatch.setattr(Host, "results", fail)
    assert session.ok("genmove w") not in ("pass", "resign")
    assert "the search failed: MemoryError: no" in session.complaints


LISTED = """1 12 boardsize 2 3 5 clear_board komi -3 7.5 nan play genmove reg_genmove undo b w black white A1 b2 C3
    pass Z9 showboard final_score time_settings time_left 0 fixed_handicap place_free_handicap set_free_handicap # é"""
words = st.sampled_from([*LISTED.split(), "\x00"])


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.lists(words, max_size=5).map(" ".join), max_size=8))
def test_any_lines_get_one_answer_each(session, heard):
    session.gtp.limit = Limit(visits=2)
    session.ok("boardsize 3", "clear_board", "time_settings 0 1 0")
    for line in heard:
        said = session.ask(line)
        expected = 1 if module.words_of(line)[1] else 0
        assert said.count("\n\n") == expected, (line, said)
        assert "internal error" not in said
    session.ok("clear_board", "play b A1")


def run(text, *options):
    done = subprocess.run([*COMMAND, *options], input=text.encode(), capture_output=True, timeout=60, check=True)
    assert b"Traceback" not in done.stderr
    return done.stdout.decode()


def test_quit_and_the_end_of_input_end_it_and_all_is_answered_before():
    assert run("") == ""
    assert run("1 quit\n2 name\n") == "=1\n\n"
    assert run("1 name") == "=1 Kibitz\n\n"
    said = run("1 boardsize 3\n2 genmove b\n3 genmove w\n4 undo\n5 quit\n", COMPILED, "--visits", "50").split("\n\n")
    assert [each.split()[0] for each in said[:-1]] == ["=1", "=2", "=3", "=4", "=5"]
    assert run("x" * 200_000 + "\nname\n").startswith("? unknown command\n\n= Kibitz")


def test_an_interruption_makes_it_answer():
    process = subprocess.Popen([*COMMAND, COMPILED, "--seconds", "60"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdin.write(b"komi 0.5\nclear_board\ngenmove b\n")
    process.stdin.flush()
    process.stdout.read(len("=\n\n=\n\n"))
    time.sleep(0.3)
    process.stdin.write(b"# interrupt\n")
    process.stdin.flush()
    assert process.stdout.readline().startswith(b"= ")
    process.stdin.close()
    assert process.wait(10) == 0
    process.stdout.close()


def test_what_cannot_be_is_refused_at_the_start(run_kibitz):
    for arguments, said in [
        (["chess"], "GTP is for go, not for chess"),
        (["go", "--algorithm", "minimax"], "minimax cannot play over GTP"),
        (["go", "--seconds", "-1"], "seconds must be"),
        (["go:size=99"], "size must be"),
    ]:
        code, _, err = run_kibitz("gtp", *arguments)
        assert code == 2
        assert said in err


# As a player in matches

BAD = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "list_commands":
        print("= boardsize\\nclear_board\\nkomi\\nplay\\ngenmove\\n", flush=True)
    elif word == "genmove":
        ANSWER
    else:
        print("=\\n", flush=True)
    if word == "quit":
        break
"""


def bad_program(tmp_path, answer):
    path = tmp_path / "bad.py"
    path.write_text(BAD.replace("ANSWER", answer))
    return f"gtp:{sys.executable} {path}"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("print('= T19\\n', flush=True)", "'T19', which is not a legal move"),
        ("print('hello', flush=True)", "'hello', which is not GTP"),
        ("print('? no idea\\n', flush=True)", "refused 'genmove"),
        ("print('= resign\\n', flush=True)", "resigns"),
        ("sys.exit(3)", "exited before it answered genmove"),
        ("pass", "did not answer genmove"),
    ],
)
def test_a_program_that_fails_or_resigns_has_lost_and_plays_the_next_game(tmp_path, monkeypatch, answer, said):
    monkeypatch.setattr("kibitz.arena.program.GRACE_SECONDS", 0.3)
    result = match("go:size=5", "random", bad_program(tmp_path, answer) + ",seconds=0.05", games=2, jobs=1)
    assert result.tally.wins == 2
    told = [*result.notes, *(game.result for game in result.games)]
    assert any(said in each for each in told), told
    assert not programs, "all are ended"


def test_what_no_program_can_play_is_refused_before_the_first_game(tmp_path):
    good = bad_program(tmp_path, "pass")
    for game, player, said in [
        ("othello", good, "plays go, not othello"),
        ("go:size=5", "gtp:no-such-program", "there is no program"),
        ("go:size=5", f"{good},depth=3", "no setting 'depth'"),
        ("go:size=5", f"{good},increment=3", "no setting 'increment'"),
        ("go:size=5", f"gtp:{sys.executable} -c 1", "exited"),
    ]:
        with pytest.raises(OptionError, match=said):
            match(game, player, "random", games=2, jobs=1)
    for text in (good, f"{good},seconds=2", f"{good},clock=60,moves=10"):
        assert str(player_from(text)) == text


def test_a_program_follows_a_game_that_began_elsewhere():
    player = player_from(f"gtp:{sys.executable} -m kibitz gtp --visits 20,clock=30")
    try:
        game = load(COMPILED)
        state = State(game, "O../.X./..X B")
        player.check(game)
        state.play(player.choose(state)[0])
        state.play("pass")
        state.play(player.choose(state)[0])
        program = player.program()
        assert "play w A3" in program.told
        answers = program.ask("showboard").splitlines()
        rows = ["".join(line.split()[1:-1]) for line in answers if line.split()[:1] in (["1"], ["2"], ["3"])]
        assert "/".join(rows) == state.text.split()[0]
    finally:
        programs.pop(player.place()).close()


@pytest.mark.skipif(GNU_GO is None, reason="GNU Go is not installed")
def test_gnu_go_is_a_player():
    gnu_go = f"gtp:{GNU_GO} --mode gtp --level 1 --chinese-rules --capture-all-dead --never-resign"
    result = match("go:size=5,komi=0.5", "policy", gnu_go, games=2, jobs=1, random_plies=0)
    assert [game.reason for game in result.games] == ["end"] * 2, result.notes
