"""Playing and watching, by function and through a pseudo-terminal; records of every game."""

import contextlib
import io
import json
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import time

import pytest

from kibitz import GameError, MoveError, OptionError, load
from kibitz.arena.player import Player
from kibitz.arena.seat import player_from
from kibitz.interface.cli import watch
from kibitz.interface.cli.play import people_from, restored
from kibitz.interface.cli.session import Session, people_of, play, rules_text, seats_of, with_level
from kibitz.record import Record
from kibitz.state import State

GAMES = [
    "tic-tac-toe",
    "connect-four",
    "nim:heaps=2,3",
    "pig:winning_score=12",
    "tree",
    "shapes-four",
    "kalah",
    "three-mens-morris",
]


def sit_down(spec="tic-tac-toe", opponent="alpha-beta:depth=2", side=(0,), **options):
    state = load(spec).begin()
    return Session(state, seats_of(side, player_from(opponent), state.game.players), **options)


def type_in(session, lines, path):
    """Play with these lines typed; return all that was said."""
    said, waiting = [], iter(lines)

    def ask(prompt):
        line = next(waiting, None)
        if line is None:
            raise EOFError
        if line is KeyboardInterrupt:
            raise KeyboardInterrupt
        return line

    play(session, path, ask, said.append)
    return said


@pytest.mark.parametrize("spec", GAMES)
def test_a_saved_game_loads_and_replays_to_the_same_position(spec, tmp_path):
    game = load(spec)
    choose = random.Random(spec)
    state = game.begin()
    while not state.over and len(state.played) < 12:
        state.play(choose.choice(state.moves()))
    record = state.record(("a", "b"))
    record.save(tmp_path / "game.json")
    again = Record.load(tmp_path / "game.json")
    assert again == record
    assert State.of(again, load(again.game)).position == state.position


def test_bad_records_are_refused(tmp_path):
    path = tmp_path / "bad.json"
    for text in ("", "{}", "[]", '{"kibitz": 1}', '{"kibitz": 1, "game": "nim", "moves": [], "players": [], "x": 1}'):
        path.write_text(text)
        with pytest.raises(GameError, match="is not a record"):
            Record.load(path)
    with pytest.raises(MoveError, match="the record: move 2: '1' is not a legal move"):
        State.of(Record("tic-tac-toe", ("1", "1")), load("tic-tac-toe"))


def test_a_whole_game_with_wrong_input_undo_redo_and_hint(tmp_path):
    lines = ["help", "", "hint", "undo", "redo", "99", "5", "undo", "redo", "undo", "5", "moves", "board", "resign"]
    session = sit_down()
    said = type_in(session, lines, tmp_path / "g.json")
    text = "\n".join(said)
    assert "there is nothing to undo" in text
    assert "there is nothing to redo" in text
    assert "'99' is not a legal move here" in text
    assert "X resigns" in text
    record = Record.load(tmp_path / "g.json")
    assert record.moves[0] == "5"
    assert record.result == "X resigns"
    assert record.players == ("you", "alpha-beta:depth=2")


def test_the_rules_are_printed(tmp_path, write_game):
    said = "\n".join(type_in(sit_down(), ["rules", "resign"], tmp_path / "g.json"))
    assert "Put your mark into any empty cell." in said
    text = "def start(): return 0\ndef turn(p): return p % 2\ndef moves(p): return range(2 - p)\n"
    text += "def play(p, move): return p + 1\ndef utility(p, player): return 0\n"
    assert "does not say how it is played" in rules_text(load(write_game(text, "silent.py")))
    described = load(write_game(f'"""Count to two.\n\n    0 1 2\n\nSo there.\n"""\n{text}', "described.py"))
    assert rules_text(described) == "Count to two.\n\n    0 1 2\n\nSo there."
    assert described.title == "described"
    own = load(write_game(f'"""Terse."""\nhow_to_play = """\n    Count to\n    two.\n"""\n{text}', "own.py"))
    assert rules_text(own) == "Count to two."
    assert (own.about, own.rules.how_to_play is not None) == ("Terse.", True)


def test_ctrl_c_and_the_end_of_input_leave_with_the_game_saved(tmp_path):
    for ending in ([KeyboardInterrupt], []):
        said = type_in(sit_down(), ["5", *ending], tmp_path / "g.json")
        assert "saved as" in said[-1]
        assert Record.load(tmp_path / "g.json").moves[0] == "5"
        state, seats = restored(load("tic-tac-toe"), tmp_path / "g.json")
        assert (people_of(seats), str(seats[1]), len(state.names)) == ((0,), "alpha-beta:depth=2", 2)


def test_swap_level_and_numbers(tmp_path):
    session = sit_down("pig:winning_score=60", "default:depth=2", dice=random.Random(1))
    said = "\n".join(
        type_in(session, ["", "1", "level depth=3", "level nonsense", "swap", "quit"], tmp_path / "g.json")
    )
    assert "1) roll  2) hold" in said
    assert "chance: " in said
    assert "kibitz plays as default:depth=3" in said
    assert "there is no player 'nonsense'" in said
    assert "you are player 1 now" in said


def test_the_opponent_moves_first_if_it_has_the_first_side(tmp_path):
    session = sit_down(side=(1,))
    said = type_in(session, ["quit"], tmp_path / "g.json")
    assert any(line.startswith("X: ") for line in said)


def test_repetition_is_a_draw_for_those_who_play():
    import threading

    game = load("three-mens-morris")
    players = [player_from("alpha-beta:depth=5"), player_from("alpha-beta:depth=5")]
    watched = watch.Watched(game.begin(), players)
    list(watch.moves(watched, random.Random(0), 200, threading.Event()))
    assert watched.record().result == "a draw by repetition"


def test_another_games_record_is_refused(tmp_path):
    Record("connect-four", ("4",), None, ("you", "x")).save(tmp_path / "r.json")
    with pytest.raises(OptionError, match="is a game of connect-four, not of tic-tac-toe"):
        restored(load("tic-tac-toe"), tmp_path / "r.json")


def test_an_opponent_that_cannot_play_is_refused_before_the_game(tmp_path):
    for arguments in (["pig", "--opponent", "alpha-beta"], ["nim", "--opponent", "alpha-beta:keep_rate=0.5"]):
        done = subprocess.run(
            [sys.executable, "-m", "kibitz", "play", *arguments], capture_output=True, text=True, cwd=tmp_path
        )
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    said = "\n".join(type_in(sit_down("pig"), ["level alpha-beta:depth=2", "quit"], tmp_path / "g.json"))
    assert "alpha-beta cannot play pig" in said


def test_writing_goes_through_links_and_into_devices(tmp_path):
    from pathlib import Path

    from kibitz.files import write_file

    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    write_file(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_file(pipe, "told")
    assert os.read(reader, 10) == b"told"
    for wrong in (tmp_path, Path(), tmp_path / "no" / "where"):
        with pytest.raises(OptionError, match="cannot write"):
            write_file(wrong, "x")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["link", "pipe", "target"]


def test_a_move_named_like_a_command_is_a_move(tmp_path):
    game = load(
        "tree", text='{"root": "r", "nodes": {"r": {"player": 0, "moves": {"hint": "a", "b": "a"}}, "a": {"value": 1}}}'
    )
    said = type_in(Session(game.begin(), (None, player_from("random"))), ["hint"], tmp_path / "g.json")
    assert "value 1" in said


def test_players_are_read_from_text():
    player = player_from("rb-alpha-beta:depth=4,keep_rate=0.5")
    assert (player.algorithm, player.limit.depth, player.options) == ("rb-alpha-beta", 4, {"keep_rate": 0.5})
    assert str(player) == "rb-alpha-beta:depth=4,keep_rate=0.5"
    for wrong in ("alphabeta", "alpha-beta:dept=3", "alpha-beta:depth=x", "alpha-beta:depth=-1"):
        with pytest.raises(OptionError):
            player_from(wrong)


def test_watching_plays_to_the_end_and_is_repeatable():
    import threading

    def one(seed):
        game = load("connect-four")
        players = [player_from("alpha-beta:depth=3", seed), player_from("random", seed)]
        watched = watch.Watched(game.begin(), players)
        lines = list(watch.moves(watched, random.Random(seed), 100, threading.Event()))
        assert watched.state.ended
        assert len(lines) == len(watched.state.names)
        return watched.record()

    assert one(1) == one(1)
    assert one(1).result is not None


THREE = """
players = 3
def start(): return 6
def turn(p): return p % 3
def moves(p):
    if p > 0:
        yield 1
        yield 2
def play(p, taken): return max(p - taken, 0)
def utility(p, player): return 1 if player == 0 else 0
"""


def test_seats_of_three_players_are_chosen(write_game, run_kibitz, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    game = load(write_game(THREE))
    for side, people in (("0", (0,)), ("0,2", (0, 2)), ("2,1,0", (0, 1, 2))):
        prompts = set()
        session = Session(game.begin(), seats_of(people_from(side, game), player_from("random"), 3))
        play(session, tmp_path / "g.json", lambda prompt, seen=prompts: seen.add(prompt) or "1", lambda text: None)
        assert prompts <= {f"player {seat}: " for seat in people}
        assert [name == "you" for name in Record.load(tmp_path / "g.json").players] == [i in people for i in range(3)]
        assert people_of(restored(game, tmp_path / "g.json")[1]) == people
    code, out, _ = run_kibitz("play", game.source, "--opponent", "random", "--seed", "2", typed="1\nquit\n")
    assert (code, out.count("player 0: ")) == (0, 2)
    for wrong in ("3", "0,3", "-1", "x", "", "0,", "99999999999999999999"):
        code, _, err = run_kibitz("play", game.source, "--side", wrong)
        assert (code, err.count("\n")) == (2, 1)
        assert "side must be 0 to 2, or several with commas between" in err


STAR = "chinese-checkers"


def test_people_and_players_sit_around_a_star(run_kibitz, tmp_path, monkeypatch):
    """Each seat has its own player; undo goes back to a person's move, and a saved game has its seats."""
    monkeypatch.chdir(tmp_path)
    seats = ["--seat", "you", "--seat", "random", "--seat", "you", "--seat", "engine:nodes=200"]
    typed = "n1-m5\nlevel\nlevel black 2\nlevel red 3\nlevel purple 3\nlevel 3 mcts:visits=30\nundo\nn1-m6\nquit\n"
    code, out, _ = run_kibitz("play", f"{STAR}:players=4", *seats, "--seed", "1", typed=typed)
    assert code == 0
    assert "kibitz plays black as random, yellow as engine:nodes=200" in out
    assert "kibitz plays black as default:seconds=1,level=2, yellow as engine:nodes=200" in out
    assert "red is a person" in out
    assert "there is no player 'purple'" in out
    assert "black as default:seconds=1,level=2, yellow as mcts:visits=30" in out
    record = Record.load(tmp_path / f"kibitz-{STAR}.json")
    assert record.moves[0] == "n1-m6"  # the first move of a person was taken back, with what black answered
    assert record.players == ("you", "default:seconds=1,level=2", "you", "mcts:visits=30")
    file = ("--load", f"kibitz-{STAR}.json")
    code, out, _ = run_kibitz("play", f"{STAR}:players=4", *file, typed="level\nquit\n")
    assert (code, "black as default:seconds=1,level=2, yellow as mcts:visits=30" in out) == (0, True)
    assert "blue: " in out
    code, out, _ = run_kibitz("play", f"{STAR}:players=4", *file, "--opponent", "random", typed="level\nquit\n")
    assert (code, "kibitz plays as random" in out) == (0, True)


def test_everyone_may_be_a_person_and_seats_change(tmp_path):
    state = load(f"{STAR}:players=6").begin()
    session = Session(state, (None,) * 6)
    said = type_in(session, ["n1-m5", "undo", "n1-m6", "level", "level 3", "quit"], tmp_path / "g.json")
    assert "kibitz plays nobody; start with other seats to play against it" in said
    assert Record.load(tmp_path / "g.json").players == ("you",) * 6
    session = Session(load(STAR).begin(), (None, player_from("random", 1), player_from("mcts:visits=20")))
    said = type_in(session, ["swap", "quit"], tmp_path / "h.json")
    assert "you are green now" in said
    assert any(line.startswith("red: ") and line.endswith(" visits)") for line in said)
    assert [str(seat) for seat in session.seats] == ["mcts:visits=20", "None", "random"]


@pytest.mark.parametrize(("arguments", "words"), [
    (["--seat", "you"], "has 3 seats (red, green, yellow): give --seat for each, got 1"),
    (["--seat", "you"] * 7, "give --seat for each, got 7"),
    (["--seat", "you", "--seat", "", "--seat", "random"], "a seat needs a player: you, or one such as engine:level=3"),
    (["--seat", "you", "--seat", "engin", "--seat", "random"], "there is no player 'engin' (did you mean engine?)"),
    (["--seat", "random"] * 3, "nobody is a person"),
    (["--seat", "you"] * 3 + ["--side", "1"], "leave out --side, --opponent and --level"),
])  # fmt: skip
def test_bad_seats_are_refused_in_one_line(run_kibitz, arguments, words):
    code, _, err = run_kibitz("play", STAR, *arguments)
    assert (code, err.count("\n")) == (2, 1)
    assert words in err


def test_other_numbers_of_players_are_refused_in_one_line(run_kibitz, tmp_path):
    code, _, err = run_kibitz("play", f"{STAR}:players=7")
    assert (code, err) == (2, "kibitz: chinese-checkers: players must be 2, 3, 4 or 6, got 7\n")
    path = tmp_path / "r.json"
    for record, words in (
        (Record(f"{STAR}:players=4", (), None, ("you",) * 4), f"is a game of {STAR}:players=4, not of {STAR}"),
        (Record(STAR, (), None, ("you", "random")), f"names 2 players, but {STAR} has 3"),
    ):
        record.save(path)
        code, _, err = run_kibitz("play", STAR, "--load", str(path))
        assert (code, err.count("\n"), words in err) == (2, 1, True)


def test_records_of_the_browser_and_of_programs_are_resumed(tmp_path):
    """A program that a record names is not started."""
    names = ("person", "level 3", "mcts 0.5", "uci:/bin/false", "somebody", "seconds 2")
    Record(f"{STAR}:players=6", (), None, names).save(tmp_path / "r.json")
    _, seats = restored(load(f"{STAR}:players=6"), tmp_path / "r.json")
    usual = "default:seconds=1"
    assert [str(seat) for seat in seats] == [
        "None", "default:seconds=1,level=3", "mcts:seconds=0.5", usual, usual, "default:seconds=2"
    ]  # fmt: skip
    Record(STAR, (), None, ("a", "b", "c")).save(tmp_path / "r.json")
    assert restored(load(STAR), tmp_path / "r.json")[1] is None


def test_watching_shows_what_each_of_three_thinks(run_kibitz, tmp_path):
    players = ["mcts:visits=40", "engine:nodes=100,search=max-n", "random"]
    options = [word for player in players for word in ("--player", player)]
    code, out, _ = run_kibitz("watch", STAR, *options, "--plies", "3", "--save", str(tmp_path / "r.json"))
    assert code == 0
    first, second, third = (line for line in out.splitlines() if re.match(r" *\d\. ", line))
    assert re.search(r"1\. red: \S+   score \S+, red: \S+ green: \S+ yellow: \S+, 40 visits \(\d+% of \S+\), ", first)
    assert re.search(r"2\. green: \S+   score \S+, red: \S+ green: \S+ yellow: \S+, depth 1, ", second)
    assert re.fullmatch(r" *3\. yellow: \S+", third)
    assert Record.load(tmp_path / "r.json").players == tuple(players)
    for wrong in (["--player", "random"], ["--player", "random"] * 7, [*options, "--first", "random"]):
        code, _, err = run_kibitz("watch", STAR, *wrong)
        assert (code, err.count("\n")) == (2, 1)
    code, out, _ = run_kibitz("watch", STAR, "--first", "random", "--second", "random", "--plies", "3")
    assert (code, out.count("moves left")) == (0, 4)


def test_many_players_fit_into_a_terminal():
    from rich.console import Console

    players = [player_from("random")] * 6
    watched = watch.Watched(load(f"{STAR}:players=6").begin(), players)
    watched.thoughts[5] = ["score +3", "red: 1 black: 2", "40 visits", "line a1-b1"]
    console = Console(width=120, record=True, file=io.StringIO())
    console.print(watch.view(watched, ""))
    text = console.export_text()
    assert all(f"{colour}: random" in text for colour in ("red", "black", "green", "blue", "yellow", "white"))
    assert "line a1-b1" in text
    assert len(text.splitlines()) < 45


def test_level_is_a_number_or_settings_or_a_player():
    engine = player_from("engine:depth=3")
    assert str(with_level(engine, "3")) == "engine:depth=3,level=3"
    assert str(with_level(with_level(engine, "3"), "full")) == "engine:depth=3"
    assert str(with_level(engine, "level=4,seconds=0.5")) == "engine:seconds=0.5,level=4"
    assert str(with_level(player_from("random"), "2")) == "default:seconds=1,level=2"
    assert str(with_level(engine, "random")) == "random"


def test_typing_a_level(tmp_path):
    session = sit_down("connect-four", "engine:depth=1")
    said = "\n".join(type_in(session, ["level 3", "level", "level 11", "level 9" + "9" * 5000, "help"], tmp_path / "g"))
    assert said.count("kibitz plays as engine:depth=1,level=3") == 2
    assert "level must be a whole number from 1 to 10, got 11" in said
    assert "level 3 " in said
    assert "level is for the engine, not for alpha-beta" in "\n".join(type_in(sit_down(), ["level 3"], tmp_path / "g"))


def test_a_hint_is_at_the_full_level(tmp_path, monkeypatch):
    asked = []

    def choose(self, state, *rest, **options):
        asked.append(self)
        return state.moves()[0], None

    monkeypatch.setattr(Player, "choose", choose)
    type_in(sit_down("connect-four", "engine:level=1"), ["hint"], tmp_path / "g")
    assert (asked[0].algorithm, asked[0].options, asked[0].limit.seconds) == (None, {}, 1.0)


def test_a_forced_move_is_played_without_thinking(monkeypatch):
    monkeypatch.setattr(Player, "think", None)
    state = load("nim:heaps=1").begin()
    assert player_from("engine:seconds=100").choose(state) == (state.moves()[0], None)


RAISING = """
from typing import NamedTuple
class Position(NamedTuple):
    sticks: int
    player: int
def start(): return Position(5, 0)
def turn(p): return p.player
def moves(p):
    for taken in (1, 2, 3):
        if taken <= p.sticks:
            yield taken
def play(p, taken): return Position(p.sticks - taken, 1 - p.player)
def utility(p, player): return -1 if player == p.player else 1
def read_move(p, text):
    if text == "exit": raise SystemExit
    if text == "stop": raise KeyboardInterrupt
    return {"1": 1}[text]
"""


def test_no_typed_move_ends_the_game(write_game, tmp_path):
    session = Session(load(write_game(RAISING)).begin(), (None, player_from("random")))
    wrong = ["exit", "stop", "99", "9" * 5000, "\x00", "\udcff", "é", "level", "level ;", "save /no/where", "1" * 10**6]
    said = "\n".join(type_in(session, [*wrong, "1", "quit"], tmp_path / "g.json"))
    assert "`read_move` of mygame raised SystemExit (mygame.py, line 15)" in said
    assert "`read_move` of mygame raised KeyboardInterrupt (mygame.py, line 16)" in said
    assert max(map(len, said.splitlines())) < 1100
    assert Record.load(tmp_path / "g.json").moves[0] == "1"


def test_the_game_is_in_its_file_after_every_move(tmp_path):
    path, found = tmp_path / "g.json", []
    lines = iter(["5", "undo", "9"])

    def ask(prompt):
        found.append(Record.load(path).moves[:1] if path.exists() else None)
        return next(lines, "quit")

    play(sit_down(), path, ask, lambda text: None)
    assert found == [None, ("5",), (), ("9",)]


def test_a_game_that_cannot_be_saved_where_it_should_is_saved_elsewhere(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    said = "\n".join(type_in(sit_down(), ["5"], tmp_path / "no" / "where.json"))
    assert f"cannot write {tmp_path}/no/where.json" in said
    elsewhere = tmp_path / "kibitz-tic-tac-toe.json"
    assert f"saved as {elsewhere}; resume with: kibitz play tic-tac-toe --load {elsewhere}" in said
    assert Record.load(elsewhere).moves[0] == "5"
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    said = type_in(sit_down(), ["5"], tmp_path / "no" / "where.json")
    assert re.match("the game is not saved; its moves: 5 .", said[-1])


# Through a pseudo-terminal


class Terminal:
    """A program in a terminal: type, and read the screen."""

    def __init__(self, *arguments, columns=100, environment=None, cwd=None):
        self.process_id, self.file = pty.fork()
        if self.process_id == 0:
            os.environ.update(environment or {})
            if cwd:
                os.chdir(cwd)
            os.execv(sys.executable, [sys.executable, "-m", "kibitz", *arguments])
        self.resize(columns)
        self.text = ""

    def resize(self, columns):
        import fcntl
        import struct
        import termios

        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))

    def read_until(self, wanted, seconds=60):
        end = time.monotonic() + seconds
        while not re.search(wanted, self.text):
            ready, _, _ = select.select([self.file], [], [], 0.2)
            if ready:
                try:
                    self.text += os.read(self.file, 65536).decode(errors="replace")
                except OSError:
                    break
            assert time.monotonic() < end, f"no {wanted!r} in {self.text[-2000:]!r}"
        assert re.search(wanted, self.text), self.text[-2000:]

    def type(self, text):
        self.text = ""
        os.write(self.file, text.encode())

    def finish(self):
        with contextlib.suppress(AssertionError):
            self.read_until("(?!)", 30)
        return os.waitstatus_to_exitcode(os.waitpid(self.process_id, 0)[1])


def test_play_in_a_terminal(tmp_path):
    terminal = Terminal("play", "tic-tac-toe", "--opponent", "alpha-beta:depth=2", cwd=tmp_path)
    terminal.read_until("X: $")
    terminal.type("undo\r")
    terminal.read_until("nothing to undo")
    terminal.type("nonsense\r")
    terminal.read_until("not a legal move here")
    terminal.type("5\r")
    terminal.read_until(r"O: \d.*\n(.*\n)*.*X: $")
    terminal.resize(60)
    terminal.type("hint\r")
    terminal.read_until(r"by \d.*\n(.*\n)*.*X: $")
    time.sleep(1)  # a Ctrl-C between the prompt and the wait for keys is only seen with the next key
    terminal.type("\x03")
    terminal.read_until("saved as kibitz-tic-tac-toe.json")
    assert terminal.finish() == 0
    assert json.loads((tmp_path / "kibitz-tic-tac-toe.json").read_text())["moves"][0] == "5"


def test_a_whole_game_in_a_terminal(tmp_path):
    terminal = Terminal("play", "nim:heaps=1,1,1", "--opponent", "random", "--save", "game.json", cwd=tmp_path)
    for typed in ("a1", "quit"):
        terminal.read_until("player 0: $")
        names = re.findall(r"[abc]: \| 1", terminal.text)
        terminal.type((f"{names[-1][0]}1" if typed == "quit" and names else typed) + "\r")
    terminal.read_until("player 0 wins")
    assert terminal.finish() == 0
    record = Record.load(tmp_path / "game.json")
    assert (len(record.moves), record.result) == (3, "player 0 wins")


def test_watch_in_a_terminal_and_without_colour(tmp_path):
    arguments = (
        "watch",
        "tic-tac-toe",
        "--first",
        "alpha-beta:depth=9",
        "--second",
        "alpha-beta:depth=9",
        "--delay",
        "0.05",
    )
    terminal = Terminal(*arguments, cwd=tmp_path)
    terminal.read_until("a draw")
    assert "\x1b[" in terminal.text
    assert terminal.finish() == 0
    plain = Terminal(*arguments, environment={"NO_COLOR": "1"}, columns=60)
    plain.read_until("a draw")
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", plain.text)
    assert plain.finish() == 0


def test_colours_are_painted_and_stay_readable_without():
    from kibitz.interface.cli.paint import painted

    text = painted(load("shapes-four").show(load("shapes-four").begin("4o 4x 3x").position))
    assert text.plain.splitlines()[4:6] == [" .  .  . bX  .  .  .", " .  . rX rO  .  .  ."]
    assert sorted(str(span.style) for span in text.spans) == ["bold blue", "bold red", "bold red"]


def test_watch_where_there_is_no_terminal(tmp_path):
    command = [
        sys.executable,
        "-m",
        "kibitz",
        "watch",
        "nim:heaps=2,3",
        "--first",
        "alpha-beta:depth=6",
        "--second",
        "random",
    ]
    done = subprocess.run(
        [*command, "--seed", "1", "--save", str(tmp_path / "r.json")], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "player 0 wins" in done.stdout
    record = Record.load(tmp_path / "r.json")
    assert State.of(record, load(record.game)).result == record.result == "player 0 wins"


def test_watch_stops_on_ctrl_c(tmp_path):
    command = [
        sys.executable,
        "-m",
        "kibitz",
        "watch",
        "connect-four",
        "--first",
        "alpha-beta:seconds=20",
        "--save",
        "r.json",
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path)
    time.sleep(6)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 0
    assert out.rstrip().endswith("stopped")
    assert "Traceback" not in err
    assert (tmp_path / "r.json").exists()


def test_new_writes_a_game_that_plays_and_passes(tmp_path):
    run = [sys.executable, "-m", "kibitz"]
    assert subprocess.run([*run, "new", "mine.py"], cwd=tmp_path, capture_output=True, check=True).returncode == 0
    checked = subprocess.run([*run, "check", "mine.py"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "no promise broken" in checked.stdout
    again = subprocess.run([*run, "new", "mine.py"], cwd=tmp_path, capture_output=True, text=True)
    assert (again.returncode, again.stderr) == (2, "kibitz: mine.py already exists and was not changed\n")
    wrong = subprocess.run([*run, "new", "mine"], cwd=tmp_path, capture_output=True, text=True)
    assert wrong.returncode == 2
    played = subprocess.run(
        [*run, "play", "mine.py"], cwd=tmp_path, input="1\nquit\n", capture_output=True, text=True, check=True
    )
    assert "saved as kibitz-mine.json" in played.stdout
