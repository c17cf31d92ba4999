"""Programs that speak UCI as players of a match, clocks, openings of chess, and PGN."""

import os
import shutil
import sys
import time
from pathlib import Path
from threading import Event

import chess
import chess.pgn
import pytest

from kibitz import Limit, OptionError, load, match
from kibitz.arena.opening import openings_from
from kibitz.arena.referee import MatchClock, Referee
from kibitz.arena.seat import player_from
from kibitz.arena.uci_player import programs
from kibitz.interface.cli.session import Session, answer, reply
from kibitz.search.clock import Clock
from kibitz.work.job import Unit

ROOT = Path(__file__).parents[1]
KIBITZ = f"uci:{sys.executable} -m kibitz uci"
STOCKFISH = shutil.which("stockfish", path=os.environ.get("PATH", "") + ":/usr/games")
BAD = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("id name bad\\noption name Level type spin default 1 min 1 max 9\\nuciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        ANSWER
    elif word == "quit":
        break
"""


def bad_program(tmp_path, answer):
    path = tmp_path / "bad.py"
    path.write_text(BAD.replace("ANSWER", answer))
    return f"uci:{sys.executable} {path}"


def test_a_program_plays_whole_games_and_they_can_be_read(tmp_path):
    pgn = tmp_path / "games.pgn"
    lines = ["e4 e5 Nf3 Nc6", "[4k3/8/8/8/8/8/PPPP4/4K3 b - - 0 1]"]
    record = tmp_path / "match.db"
    options = {"openings": lines, "plies": 12, "jobs": 1, "record": record, "pgn": pgn}
    b = f"{KIBITZ},nodes=300,option.Hash=1"
    match("chess", "engine:nodes=300,table=1", b, games=2, **options)
    result = match("chess", "engine:nodes=300,table=1", b, games=4, **options)
    assert [game.reason for game in result.games] == ["length"] * 4, result.notes
    assert not programs, "all are ended"
    with pgn.open() as file:
        games = [chess.pgn.read_game(file) for _ in range(5)]
    assert games[4] is None, "no game twice"
    for game, played in zip(games, result.games):
        assert not game.errors
        assert game.headers["Round"] == str(played.number)
        assert game.headers["White"] == result.players[0 if played.first == "A" else 1]
        assert game.headers["Result"] == "1/2-1/2"
        moves = [*(word for word in played.opening if not word.startswith("[")), *played.moves]
        board = game.board()
        assert [board.san_and_push(move) for move in game.mainline_moves()] == moves
    assert games[2].headers["FEN"] == "4k3/8/8/8/8/8/PPPP4/4K3 b - - 0 1"


@pytest.mark.parametrize(
    ("answer", "said"),
    [("print('bestmove e2e5', flush=True)", "legal"), ("sys.exit(3)", "exited"), ("pass", "did not answer bestmove")],
)
def test_a_program_that_fails_has_lost_and_is_started_again(tmp_path, monkeypatch, answer, said):
    monkeypatch.setattr("kibitz.arena.program.GRACE_SECONDS", 0.3)
    player = bad_program(tmp_path, answer) + ",seconds=0.05"
    result = match("chess", "random", player, games=2, jobs=1)
    assert [game.reason for game in result.games] == ["error"] * 2
    assert result.tally.wins == 2
    assert all(said in note for note in result.notes)


def test_what_cannot_be_is_refused_before_the_first_game(tmp_path):
    good = bad_program(tmp_path, "pass")
    for game, player, said in [
        ("othello", good, "plays chess, not othello"),
        ("chess", "uci:no-such-program", "there is no program"),
        ("chess", "uci:", "there is no program"),
        ("chess", f"{good},option.Lvl=3", "has no option 'Lvl'"),
        ("chess", f"{good},level=3", "no setting"),
        ("chess", "engine:increment=1", "add clock="),
    ]:
        with pytest.raises(OptionError, match=said):
            match(game, player, "random", games=2, jobs=1)
    with pytest.raises(OptionError, match="PGN is for chess"):
        match("nim", "random", "random", games=2, jobs=1, pgn=tmp_path / "x.pgn")


def test_players_are_written_as_they_are_read():
    for text in ("engine:clock=10,increment=0.1", "engine:clock=60,moves=40", f"{KIBITZ},seconds=0.1,option.Hash=1"):
        assert str(player_from(text)) == text


def test_a_clock_that_runs_out_loses(tmp_path):
    slow = bad_program(tmp_path, "import time; time.sleep(0.3); print('bestmove a2a3', flush=True)")
    result = match("chess", "random", f"{slow},clock=0.1", games=2, jobs=1)
    assert result.games[1].reason == "time", "it moved first, and its move is legal"
    assert result.games[1].score == 1
    clock = MatchClock(Clock(1, 0.5, 2))
    assert clock.press(0.6)
    assert clock.left == pytest.approx(0.9)
    assert clock.now().moves_to_go == 1
    assert clock.press(0.6)
    assert clock.left == pytest.approx(1.8), "the time for the next moves has come"
    assert not clock.press(1.9)


def test_a_game_on_a_fast_clock_is_not_lost_on_time():
    referee = Referee(load("chess"), (), ("engine:clock=2,increment=0.05",) * 2, 0, 40)
    referee.warm_up(Unit(1, ()))
    played = referee.play(1, (), Event())
    assert played.reason in ("length", "end", "repetition"), played.notes


def test_a_slow_move_is_lost_on_time(monkeypatch):
    def sleep(self, state, *rest, **options):
        time.sleep(0.05)
        return state.moves()[0], None

    monkeypatch.setattr("kibitz.arena.player.Player.choose", sleep)
    result = match("connect-four", "engine:clock=0.04", "random", games=2, jobs=1)
    assert [(game.reason, game.score) for game in result.games] == [("time", 0.0)] * 2
    assert "lost on time" in result.notes[0]


def test_openings_of_chess_from_files(tmp_path):
    game = load("chess")
    shipped = openings_from(game, ROOT / "benchmarks/data/openings.epd")
    assert len(shipped) >= 60
    assert len(set(shipped)) == len(shipped)
    pgn = tmp_path / "games.pgn"
    pgn.write_text('[Event "x"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n\n[Event "y"]\n\n1. d4 d5 2. c4 1-0\n')
    assert openings_from(game, pgn, 2) == [("e4", "e5"), ("d4", "d5")]
    assert openings_from(game, pgn)[0] == ("e4", "e5", "Nf3", "Nc6", "Bb5")
    with pytest.raises(OptionError, match="has chess openings, not openings of nim"):
        openings_from(load("nim"), pgn)
    bad = tmp_path / "bad.epd"
    bad.write_text("8/8/8/8 w - -\n")
    with pytest.raises(OptionError, match="line 1"):
        openings_from(game, bad)


@pytest.mark.skipif(STOCKFISH is None, reason="Stockfish is not installed")
def test_stockfish_is_a_player():
    options = "nodes=200,option.UCI_LimitStrength=true,option.UCI_Elo=1400"
    result = match("chess", "engine:nodes=500", f"uci:{STOCKFISH},{options}", games=2, jobs=1, plies=30)
    assert not any(game.reason == "error" for game in result.games), result.notes


def test_pondering_in_play_goes_on_with_the_expected_move():
    state = load("connect-four").begin()
    session = Session(state, (None, player_from("engine:seconds=0.1")), thinks_ahead=True)
    said = []
    answer(session, "4", said.append)
    reply(session, said.append)
    ponder = session.ponder
    assert ponder is not None
    assert ponder.thread.is_alive()
    state.play(ponder.state.played[-1])
    assert state.position == ponder.state.position
    reply(session, said.append)
    assert not ponder.thread.is_alive()
    assert ponder.found[0] == state.played[-1]
    unexpected = session.ponder
    state.play(next(move for move in state.moves() if move != unexpected.state.played[-1]))
    reply(session, said.append)
    assert not unexpected.thread.is_alive()
    assert session.seats[1].limit == Limit(seconds=0.1)
    session.stop_pondering()
