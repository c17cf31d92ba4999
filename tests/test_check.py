"""`check` on games that break one promise each; every message is pinned."""

import pytest

from kibitz import check, load

GOOD = """
from typing import NamedTuple

class Position(NamedTuple):
    left: int
    player: int

def start():
    return Position(7, 0)

def turn(p):
    return p.player

def moves(p):
    for n in (1, 2, 3):
        if n <= p.left:
            yield n

def play(p, n):
    return Position(p.left - n, 1 - p.player)

def utility(p, player):
    return -1 if player == p.player else 1
"""

BROKEN = {
    "moves twice": (
        "            yield n\n", "            yield n\n            if n == 3: yield n\n",
        "moves: gave 3 2 times, at the start"),
    "moves are not ints": (
        "            yield n\n", "            yield str(n)\n",
        "moves: gave '1', which is not an int, at the start"),
    "moves are random": (
        "    for n in (1, 2, 3):", "    import random\n    for n in random.sample((1, 2, 3), 3):",
        "moves: gave [2, 1, 3], and [3, 2, 1] when asked again, at the start"),
    "play changes its argument": (
        "class Position(NamedTuple):\n    left: int\n    player: int\n",
        "class Position:\n    def __init__(self, left, player): self.left, self.player = left, player\n"
        "    def __eq__(self, other): return vars(self) == vars(other)\n"
        "    def __repr__(self): return f'{self.left}/{self.player}'\n",
        "play: changed the position it was given: 7/0 became 6/1, at the start"),
    "play gives two answers": (
        "    return Position(p.left - n, 1 - p.player)",
        "    SEEN.append(p)\n    return Position(p.left - n, len(SEEN))\nSEEN = []",
        "play: gave two different positions for move 1, at the start"),
    "start moves": (
        "    return Position(7, 0)", "    COUNT.append(0)\n    return Position(len(COUNT), 0)\nCOUNT = []",
        "start: gave another position when asked again, at the start"),
    "turn is nobody": (
        "    return p.player\n", "    return 2 * p.player\n",
        "turn: returned 2, but the players are 0 to 1, or CHANCE (-1), after 1"),
    "utility is None": (
        "    return -1 if player == p.player else 1", "    return None",
        "utility: returned None, not a number below 2**62, after 1 2 1 1 2"),
    "utility is infinite": (
        "    return -1 if player == p.player else 1", "    return float('inf')",
        "utility: returned inf, not a number below 2**62, after 1 2 1 1 2"),
    "sums differ": (
        "    return -1 if player == p.player else 1", "    return p.player",
        "utility: is 0 and 0, which sum to 0, but to 2 after 1 2 1 1 2: not a constant-sum game, after 2 3 1 1"),
    "evaluate is text": (
        "def utility", "def evaluate(p, player): return 'good'\ndef utility",
        "evaluate: returned 'good', not a number below 2**62, at the start"),
    "evaluate out of bounds": (
        "def utility", "def bounds(p, player): return (-1, 1)\ndef evaluate(p, player): return p.left\ndef utility",
        "bounds: are -1 to 1 for player 0, but evaluate is 7, at the start"),
    "utility out of bounds": (
        "def utility", "def bounds(p, player): return (0, 1)\ndef utility",
        "bounds: are 0 to 1 for player 1, but the score of best play is -1, at the start"),
    "candidates not legal": (
        "def utility", "def bounds(p, player): return (-1, 1)\ndef candidates(p): yield 9\ndef utility",
        "candidates: gave 9, which is not a legal move, at the start"),
    "candidates leave nothing": (
        "def utility", "def bounds(p, player): return (-1, 1)\ndef candidates(p):\n    for n in range(0): yield n\ndef utility",
        "candidates: gave nothing, but there are legal moves, at the start"),
    "candidates leave out what is good": (
        "def utility", "def candidates(p): yield 1\ndef utility",
        "candidates: left out 2, but it does not lose at once, nor does another win at once, at the start"),
    "bounds upside down": (
        "def utility", "def bounds(p, player): return (1, -1)\ndef utility",
        "bounds: returned (1, -1), not (low, high), at the start"),
    "key forgets the player": (
        "def utility", "def key(p): return p.left\ndef utility",
        "key: is 4 here and after 1 2, but turn is 1 here and 0 there, after 3"),
    "key forgets what matters": (
        "def utility", "def key(p): return p.player\ndef utility",
        "key: is 0 here and after no move, but perft 2 is 6 here and 9 there, after 1 2"),
    "symmetries are not": (
        "def utility", "def symmetries(p): yield Position(2, p.player)\ndef utility",
        "symmetries: gave Position(left=2, player=0), but the number of moves is 3 here and 2 there, at the start"),
    "read is not the inverse": (
        "def utility", "def write(p): return str(p.left)\ndef read(text): return Position(int(text), 0)\ndef utility",
        "read: of '6' gave Position(left=6, player=0), not the position it was written from, "
        "Position(left=6, player=1), after 1"),
    "write has two lines": (
        "def utility", "def write(p): return 'a\\nb'\ndef utility",
        "write: returned 'a\\nb', not one line of text, at the start"),
    "names clash": (
        "def utility", "def move_name(p, n): return 'few' if n < 3 else 'many'\ndef utility",
        "move_name: is 'few' for both 1 and 2, at the start"),
    "names have spaces": (
        "def utility", "def move_name(p, n): return f'take {n}'\ndef utility",
        "move_name: of 1 is 'take 1', not one word, at the start"),
    "names are not read back": (
        "def utility", "def read_move(p, text): return 1\ndef utility",
        "read_move: of '2' gave 1, but that is the name of 2, at the start"),
    "show is not text": (
        "def utility", "def show(p): return 7\ndef utility",
        "show: returned 7, not text, at the start"),
    "probabilities": (
        "def utility", "def chances(p): yield 1, 0.5; yield 2, 0.4\ndef utility",
        "chances: gave probabilities that sum to 0.9, not to 1, at the start"),
    "probability zero": (
        "def utility", "def chances(p): yield 1, 0.0; yield 2, 1.0\ndef utility",
        "chances: gave outcome 1 the probability 0.0, which is not positive, at the start"),
    "no chances": (
        "    return p.player\n", "    return -1\n",
        "chances: `turn` is CHANCE, but the game has no `chances`, at the start"),
    "play fails": (
        "    return Position(p.left - n, 1 - p.player)", "    return Position(p.left // (p.left - n - 1), 1 - p.player)",
        "play: raised ZeroDivisionError: integer division or modulo by zero (mygame.py, line 20), after 3"),
    "compiled rules differ": (
        "def utility", "def evaluate(p, player): return (p.left + 1) * 2**62 // 2**60\ndef utility",
        "compile: evaluate is 32.0 plain and 0.0 compiled, at the start"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_promise_is_told_as_its_author_would(write_game, name):
    old, new, message = BROKEN[name]
    assert old in GOOD
    text = GOOD.replace(old, new)
    if "probabilit" in name:
        text = text.replace("    return p.player\n", "    return -1\n")
    if name == "play changes its argument":
        text = text.replace(
            "    return Position(p.left - n, 1 - p.player)", "    p.left -= n\n    p.player ^= 1\n    return p"
        )
    if name == "moves are random":
        message = None
    report = check(load(write_game(text)), seed=1, games=20)
    told = [finding.sentence() for finding in report.failures]
    if message is None:
        assert "when asked again" in told[0]
    else:
        assert told == [message]
    assert check(load(write_game(text)), seed=1, games=20).failures[0].promise == report.failures[0].promise


REMARKS = {
    "comes back": (
        GOOD.replace("Position(p.left - n", "Position(p.left - n or 7").replace("-1 if", "0 if"),
        "repetition: the position after "),
    "never ends": (
        GOOD.replace("p.left - n,", "p.left + n,"),
        "end: a random game had not ended after 1000 plies, after "),
    "cannot be compiled": (
        GOOD.replace("def utility", "def evaluate(p, player): return len(f'{p.left:>3}')\ndef utility"),
        "compile: the rules run plain, and slower: `evaluate` (mygame.py, line 22"),
}  # fmt: skip


@pytest.mark.parametrize("name", REMARKS)
def test_what_an_author_should_know_is_a_remark(write_game, name):
    text, message = REMARKS[name]
    report = check(load(write_game(text)), seed=1, games=3)
    assert not report.failures
    assert any(finding.sentence().startswith(message) for finding in report.findings), report.findings


def test_a_good_game_passes_at_both_speeds(write_game):
    report = check(load(write_game(GOOD)))
    assert report.findings == []
    assert report.compiled
    assert (report.games, report.finished) == (50, True)


@pytest.mark.parametrize(
    "spec",
    ["tic-tac-toe", "connect-four", "nim", "pig:winning_score=20", "tree", "shapes-four", "kalah", "three-mens-morris"],
)
def test_every_built_in_game_keeps_its_promises(spec):
    report = check(load(spec), games=30)
    assert report.failures == []


def test_limits_of_a_check(write_game):
    report = check(load(write_game(GOOD)), games=10_000, seconds=0.2, compiled=False)
    assert not report.finished
    assert 1 <= report.games < 10_000
