"""Games of backgammon as .mat files: the text of a known game, and what GNU Backgammon makes of a file."""

import random
import re
import shutil
import subprocess

import pytest

from kibitz import GameError, Record, load
from kibitz.protocol.mat import write_mat
from kibitz.rules import CHANCE

GNUBG = shutil.which("gnubg", path="/usr/games:/usr/bin:/usr/local/bin")
GAME = load("backgammon")
MOVES = ("13", "8/5,6/5", "52", "13/8,24/22", "64", "24/14", "55", "8/3(2),6/1*(2)", "66", "pass", "21")
KNOWN = """\
 0 point match

 Game 1
 expert depth=2 : 0                  beginner : 0
  1)                                    31: 8/5 6/5
  2) 52: 13/8 24/22                     64: 24/18 18/14
  3) 55: 8/3 8/3 6/1* 6/1               66: Cannot Move
"""


def random_record(seed, players):
    dice, state = random.Random(seed), GAME.begin()
    while not state.over:
        if state.turn == CHANCE:
            state.draw(dice)
        else:
            state.play(dice.choice(state.moves()))
    return state.record(players)


def test_a_known_game():
    record = GAME.begin(" ".join(MOVES)).record(("expert:depth=2", "beginner"))
    assert write_mat([record]) == KNOWN


def test_the_winner_is_written_in_his_column_and_the_points_add_up():
    records = [random_record(seed, ("A", "B") if seed % 2 else ("B", "A")) for seed in range(1, 5)]
    text = write_mat(records)
    heads = re.findall(r"^ (A : \d+) +(B : \d+)$", text, re.MULTILINE)
    points = {"A": 0, "B": 0}
    for record, head in zip(records, heads, strict=True):
        assert head == (f"A : {points['A']}", f"B : {points['B']}")
        who, won = re.fullmatch(r"(white|black) wins by (\d) points?", record.result).groups()
        points[record.players[who == "black"]] += int(won)
    wins = re.findall(r"^( +)Wins (\d) points?$", text, re.MULTILINE)
    assert sum(int(won) for left, won in wins if len(left) < 20) == points["A"]
    assert sum(int(won) for left, won in wins if len(left) > 20) == points["B"]


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (Record("pig", ()), "a .mat file is for backgammon, not for pig"),
        (Record("backgammon:variant=race", ()), "not for backgammon:variant=race"),
        (Record("backgammon", (), start="6:1 / 6:1 / white"), "begins from another position"),
    ],
)
def test_what_a_file_cannot_contain_is_refused(record, message):
    with pytest.raises(GameError, match=message):
        write_mat([record])


def test_one_file_has_games_of_the_same_two_players():
    games = [Record("backgammon", (), players=players) for players in (("A", "B"), ("A", "C"))]
    with pytest.raises(GameError, match="one file has games of two players, A and B; got A and C"):
        write_mat(games)


@pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon is not installed")
def test_gnu_backgammon_imports_and_analyses_a_file(tmp_path):
    records = [random_record(seed, ("A", "B") if seed % 2 else ("B", "A")) for seed in range(1, 4)]
    file = tmp_path / "games.mat"
    file.write_text(write_mat(records))
    commands = f"""
        set confirm new off
        set jacoby off
        set analysis cube off
        set analysis luck off
        set analysis chequerplay evaluation plies 0
        import mat {file}
        analyse match
        show statistics match
        export match mat {tmp_path / "again.mat"}
        """
    done = subprocess.run([GNUBG, "-t", "-q"], input=commands, capture_output=True, text=True, timeout=120, check=True)
    said = done.stdout + done.stderr
    assert not re.search("warning|illegal|cannot parse|invalid|unrecogni|error:", said, re.IGNORECASE), said
    assert "Error rate mEMG" in said
    assert rolls((tmp_path / "again.mat").read_text()) == rolls(write_mat(records))


def rolls(text):
    """The rolls of a file, the larger die first."""
    return ["".join(sorted(roll, reverse=True)) for roll in re.findall(r"\b(\d\d): ", text)]
