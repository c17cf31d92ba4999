"""UCI: one legal bestmove for each go, a sentence for each line that makes no sense, and python-chess as a client."""

import os
import re
import subprocess
import sys
import threading
import time

import chess
import chess.engine
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kibitz import Clock, Engine, Limit, load
from kibitz.protocol import uci
from kibitz.protocol.uci import Uci
from kibitz.search.request import Request

COMMAND = [sys.executable, "-m", "kibitz", "uci"]
GAME = load("chess")
MATE_IN_3 = "2r3k1/p4p2/3Rp2p/1p2P1pK/8/1P4P1/P3Q2P/1q6 b - - 0 1"


class Session:
    """A program in this process, and what it has said."""

    def __init__(self):
        self.said = []
        self.uci = Uci(GAME, self.write)
        self.uci.host.compile()
        self.uci.host.compiler.join()
        self.uci.hear("setoption name Hash value 1")

    def write(self, text):
        self.said += text.split("\n")

    def hear(self, *lines):
        for line in lines:
            assert self.uci.hear(line)
        return self

    def answered(self, *lines):
        """What is said to these lines; the last is a go."""
        before = len(self.said)
        self.hear(*lines)
        self.uci.task.thread.join(20)
        assert not self.uci.task.thread.is_alive()
        return self.said[before:]

    def best(self, *lines):
        return self.answered(*lines)[-1].split()[1]


@pytest.fixture(scope="module")
def session():
    return Session()


@pytest.fixture
def program():
    engine = chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=30)
    engine.ping()
    yield engine
    engine.close()


def board_of(session):
    uci = session.uci
    board = chess.Board() if uci.root == "startpos" else chess.Board(uci.root.removeprefix("fen "))
    for name in uci.names:
        board.push_uci(name)
    return board


def test_uci_is_answered_before_anything_is_compiled():
    said = []
    program = Uci(GAME, said.append)
    program.host.compile = lambda: None
    program.hear("uci")
    assert said[0].startswith("id name Kibitz")
    assert said[0].endswith("uciok")
    names = {"Hash", "Threads", "MultiPV", "Ponder", "UCI_Chess960", "Skill Level", "UCI_LimitStrength", "UCI_Elo"}
    assert names | {"Move Overhead", "KeepRate", "EvalFile"} == set(re.findall(r"option name (.*) type", said[0]))


@pytest.mark.parametrize(
    "limit",
    ["movetime 50", "depth 3", "nodes 500", "wtime 300 btime 300", "wtime 100 btime 100 winc 20 binc 20"]
    + ["wtime 500 btime 500 movestogo 3", "mate 2", "depth 2 searchmoves a2a3 h2h4", "wtime -50 btime 5", "depth 0"],
)
def test_each_limit_ends_with_one_legal_move(session, limit):
    said = session.answered("position startpos moves e2e4 e7e5 g1f3 b8c6", f"go {limit}")
    bests = [line for line in said if line.startswith("bestmove")]
    assert len(bests) == 1
    board = board_of(session)
    assert chess.Move.from_uci(bests[0].split()[1]) in board.legal_moves
    if "searchmoves" in limit:
        assert bests[0].split()[1] in ("a2a3", "h2h4")


def test_infinite_ends_with_stop_alone_even_when_all_is_known(session):
    session.hear("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "go infinite")
    time.sleep(0.3)
    assert session.uci.task.thread.is_alive()
    assert session.hear("isready").said[-1] == "readyok"
    assert session.answered("stop")[-1] == "bestmove a1a8"


def test_pondering_waits_for_the_hit_and_the_clock_counts_from_it(session):
    session.hear("position startpos moves e2e4", "go ponder wtime 2000 btime 2000")
    time.sleep(0.4)
    assert session.uci.task.thread.is_alive()
    started = time.perf_counter()
    said = session.answered("ponderhit")
    assert said[-1].startswith("bestmove")
    assert time.perf_counter() - started < 1
    session.hear("go ponder depth 1")
    time.sleep(0.1)
    assert session.uci.task.thread.is_alive(), "a search that is done waits too"
    assert session.answered("stop")[-1].startswith("bestmove")


def test_scores(session):
    said = session.answered(f"position fen {MATE_IN_3}", "go mate 3")
    assert any(" score mate 3 " in line for line in said)
    said = session.answered("position fen 6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1", "go depth 6")
    assert re.search(r"info depth \d+ seldepth \d+ multipv 1 score (cp -\d+|mate -\d+) nodes \d+ nps \d+", said[-2])
    said = session.answered("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 3")
    assert said[-1] == "bestmove (none)", "stalemate"


def test_castling_is_written_as_the_client_wants_it(session):
    classical = "position fen 5k2/8/8/8/8/8/8/4K2R w K - 0 1"
    assert session.best(classical, "go depth 1 searchmoves e1g1") == "e1g1"
    session.hear("setoption name UCI_Chess960 value true")
    assert session.best(classical, "go depth 1 searchmoves e1h1") == "e1h1"
    session.hear("setoption name UCI_Chess960 value false")


def test_a_long_game_costs_only_its_new_moves(session):
    shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"] * 150
    session.hear("position startpos moves " + " ".join(shuffle))
    before = list(session.uci.state.positions)
    session.hear("position startpos moves " + " ".join([*shuffle, "e2e4"]))
    assert all(old is new for old, new in zip(before, session.uci.state.positions, strict=False)), "none played again"
    assert len(session.uci.state.positions) == len(session.uci.state.history) + 1 == 602
    assert session.answered("go depth 2")[-1].startswith("bestmove")
    session.hear("position startpos moves e2e4")
    state, fresh = session.uci.state, GAME.begin("e4")
    assert (state.positions, state.history) == (fresh.positions, fresh.history)


@pytest.mark.parametrize(
    "line",
    ["foo", "position", "position fen", "position fen 8/8", "position startpos moves e2e5", "position startpos moves x"]
    + ["position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 e2e4", "position bar"]
    + ["setoption", "setoption name Hash value lots", "setoption name Hash value -1", "setoption name Nothing value 1"]
    + [
        "setoption name Ponder value maybe",
        "setoption name KeepRate value 7",
        "ponderhit",
        "\x00\x01",
        "position \x07",
    ],
)
def test_what_makes_no_sense_is_told_and_changes_nothing(session, line):
    session.uci.close()
    state, values, host, count = (
        session.uci.state,
        dict(session.uci.values),
        vars(session.uci.host).copy(),
        len(session.said),
    )
    game = session.uci.root, session.uci.names, state.positions
    session.hear(line)
    assert session.uci.state is state
    assert (session.uci.root, session.uci.names, state.positions) == game
    assert (session.uci.values, vars(session.uci.host)) == (values, host)
    assert len(session.said) == count + 1
    assert session.said[-1].startswith("info string ")
    assert session.said[-1].isprintable()


words = st.sampled_from(
    [
        "uci",
        "isready",
        "ucinewgame",
        "position",
        "startpos",
        "fen",
        "moves",
        "e2e4",
        "e7e5",
        "e1g1",
        "0000",
        "go",
        "depth",
        "nodes",
        "movetime",
        "infinite",
        "ponder",
        "mate",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "searchmoves",
        "stop",
        "ponderhit",
        "setoption",
        "name",
        "value",
        "MultiPV",
        "UCI_Chess960",
        "true",
        "false",
        "1",
        "2",
        "-5",
        "99999999999999999999",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "w",
        "KQkq",
        "-",
        "8/8/8/8/8/8/8/8",
        "debug",
        "on",
        "register",
    ]
)
noise = st.text(max_size=30).filter(lambda text: "quit" not in text)
lines = st.one_of(st.lists(words, max_size=8).map(" ".join), noise)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(lines, max_size=6))
def test_any_lines_leave_it_alive_with_one_answer_for_each_go(session, heard):
    session.uci.close()
    before = len(session.said)
    goes = 0
    for line in heard:
        goes += line.split()[:1] == ["go"]
        assert session.uci.hear(line)
        if session.uci.task:
            session.uci.task.end()
    session.uci.close()
    said = session.said[before:]
    assert sum(line.startswith("bestmove") for line in said) == goes
    assert all("\n" not in line for line in said)
    session.hear("setoption name MultiPV value 1", "setoption name UCI_Chess960 value false", "position startpos")
    assert chess.Move.from_uci(session.best("go depth 1")) in chess.Board().legal_moves


def test_a_go_before_the_engine_is_compiled_is_answered_in_time(monkeypatch):
    said = []
    program = Uci(GAME, said.append)
    monkeypatch.setattr(program.host, "compile", lambda: None)
    started = time.perf_counter()
    program.hear("go movetime 600")
    program.task.thread.join(10)
    assert time.perf_counter() - started < 5
    assert chess.Move.from_uci(said[-1].split()[1]) in chess.Board().legal_moves
    program.hear("go infinite")
    time.sleep(0.2)
    program.host.compiled.set()
    time.sleep(0.5)
    program.hear("stop")
    program.task.thread.join(10)
    assert said[-1].startswith("bestmove")
    assert max(int(re.search(r"depth (\d+)", line)[1]) for line in said if line.startswith("info depth")) > 6


def run(text, **options):
    done = subprocess.run(COMMAND, input=text.encode(), capture_output=True, timeout=20, **options)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    return done.stdout.decode().splitlines()


def test_quit_and_the_end_of_input_end_it_at_once_whatever_it_does():
    for text in ("", "quit\n", "uci\ngo infinite\nquit\n", "uci\nisready\ngo infinite", "\xff\xfe go"):
        started = time.perf_counter()
        run(text)
        assert time.perf_counter() - started < 3


def test_a_huge_line_is_passed_over():
    said = run("position startpos moves " + "e2e4 " * 200_000 + "\nuci\nquit\n")
    assert said[0].startswith("info string a line of more than")
    assert said[-1] == "uciok"


def test_nobody_who_listens_ends_it():
    read, write = os.pipe()
    os.close(read)
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    process.stdin.write(b"uci\n")
    process.stdin.flush()
    assert process.wait(10) == 0
    assert b"Traceback" not in process.stderr.read()
    process.stdin.close()
    process.stderr.close()


def test_a_game_through_python_chess(program):
    board = chess.Board()
    while not board.is_game_over() and len(board.move_stack) < 20:
        limit = chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01)
        played = program.play(board, limit, info=chess.engine.INFO_ALL)
        assert {"depth", "seldepth", "nodes", "nps", "hashfull", "time", "score", "pv"} <= set(played.info)
        board.push(played.move)
    assert len(board.move_stack) == 20


def test_analysis_options_and_pondering_through_python_chess(program):
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 4")
    lines = program.analyse(board, chess.engine.Limit(depth=5), multipv=3)
    assert len(lines) == 3
    assert lines[0]["score"].relative.mate() == 1
    assert lines[0]["pv"][0].uci() == "f3f7"
    assert len({info["pv"][0] for info in lines}) == 3
    program.configure({"Hash": 2, "Threads": 2, "Skill Level": 1, "Move Overhead": 5, "KeepRate": "1,0.5"})
    board = chess.Board()
    for _ in range(3):
        played = program.play(board, chess.engine.Limit(time=0.1), ponder=True)
        board.push(played.move)
        board.push(played.ponder if played.ponder else next(iter(board.legal_moves)))
    program.configure({"Skill Level": 20, "UCI_LimitStrength": True, "UCI_Elo": 1000})
    assert program.play(board, chess.engine.Limit(time=0.1)).move in board.legal_moves
    chess960 = chess.Board("rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1", chess960=True)
    assert program.play(chess960, chess.engine.Limit(depth=4)).move in chess960.legal_moves
    program.configure({"UCI_LimitStrength": False, "KeepRate": "1"})
    with program.analysis(board) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 6:
                break


def test_skill_and_elo_choose_a_level():
    values = {option.name: option.default for option in uci.OPTIONS}
    assert uci.level_of(values) is None
    assert [uci.level_of({**values, "Skill Level": skill}) for skill in (0, 10, 19)] == [1, 6, 10]
    limited = {**values, "UCI_LimitStrength": True}
    assert [uci.level_of({**limited, "UCI_Elo": elo}) for elo in (500, 1190, 2500)] == [1, 4, 10]


def test_a_search_may_get_its_time_later():
    engine = Engine(load("connect-four"))
    begin = threading.Event()
    threading.Timer(0.4, begin.set).start()
    started = time.perf_counter()
    request = Request.of(engine.game.begin(), limit=Limit(seconds=0.2), begin=begin)
    *_, result = engine.search(request)
    assert 0.55 < time.perf_counter() - started < 10
    assert result.move is not None


@pytest.mark.parametrize(
    ("clock", "moves"), [(Clock(1, 0.01), 200), (Clock(10, 0.1), 200), (Clock(60, 0, 40), 40), (Clock(1, 0, 40), 40)]
)
def test_a_clock_never_runs_out(clock, moves):
    left = clock.left
    for number in range(moves):
        to_go = clock.moves_to_go and clock.moves_to_go - number
        now = Clock(left, clock.increment, to_go, 0.005)
        assert now.soft() <= now.hard() < left
        left -= now.hard() + 0.004  # what passes beside the search
        assert left > 0, f"move {number + 1}"
        left += clock.increment


def test_stop_is_answered_at_once_while_compiling():
    said, times = [], []

    def slow(task, limit):  # a first depth that takes a second
        time.sleep(1)
        yield from ()

    def write(text):
        said.extend(text.split("\n"))
        times.append(time.perf_counter())

    program = Uci(GAME, write)
    program.host.compile = lambda: None
    program.host.plain_results = slow
    for _ in range(2):
        before = len([line for line in said if line.startswith("bestmove")])
        program.hear("go infinite")
        sent = time.perf_counter()
        program.hear("stop")
        bests = [line for line in said if line.startswith("bestmove")]
        assert len(bests) == before + 1
        assert times[-1] - sent < 0.1
    program.close()
    assert [line.split()[0] for line in said] == ["bestmove"] * 2


JUNK = [
    "go depth 99999999999999999999",
    "go nodes 99999999999999999999 movetime -99999999999999999999",
    "go wtime ² btime ٣ depth 1",
    "position startpos moves e2e4 e2e4",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen " + "9" * 5000,
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 99999999999999999999 " + "9" * 5000,
    "setoption",
    "setoption name",
    "setoption name Hash value " + "9" * 5000,
    "setoption name Hash value \x00\x1b[2J",
    "setoption value 3 name Hash",
    "\x00\x01\x02\ufffd\udcff",
    "stop stop stop",
    "ponderhit",
    "isready \x1b",
    "x" * 100_000,
]


def test_junk_ends_nothing(session):
    for junk in JUNK:
        session.hear("position startpos", junk, "stop")
    assert session.best("position startpos moves e2e4", "go depth 1") in [
        m.uci() for m in board_of(session).legal_moves
    ]
    assert not any("\x1b" in line or "Traceback" in line or len(line) > 300 for line in session.said)
    # What is wrong inside is told too, and ends nothing.
    session.uci.set_position, kept = (lambda words: [][1]), session.uci.set_position
    assert session.hear("position startpos").said[-1] == "info string IndexError: list index out of range"
    session.uci.set_position = kept


def test_eval_file_changes_the_evaluation_and_a_wrong_one_is_refused(tmp_path):
    from kibitz.layout import features_digest
    from kibitz.model_file import write_model
    from tests.test_model import FORMS, made

    write_model(tmp_path / "mine.weights", made(FORMS[1], about={"game": "chess", "layout": features_digest(GAME)}))
    (tmp_path / "wrong.weights").write_text("not weights")
    session = Session()
    go = "position startpos moves e2e4", "go depth 1"
    first = session.answered(*go)[-2]
    session.hear(f"setoption name EvalFile value {tmp_path / 'mine.weights'}")
    session.uci.host.compiler.join()
    second = session.answered(*go)[-2]
    assert first.split(" nodes")[0] != second.split(" nodes")[0]
    session.hear(f"setoption name EvalFile value {tmp_path / 'wrong.weights'}")
    assert "is not a file of weights" in session.said[-1]
    assert session.answered(*go)[-2].split(" nodes")[0] == second.split(" nodes")[0], "nothing has changed"
    session.hear("setoption name EvalFile value <empty>")
    session.uci.host.compiler.join()
    assert session.answered(*go)[-2].split(" nodes")[0] == first.split(" nodes")[0]
