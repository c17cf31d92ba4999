"""`check` on games that break one promise each; every message is pinned."""

import re
import signal
import subprocess
import sys
import threading
import time

import pytest

from kibitz import OptionError, check, load

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
        "moves: yielded the move 3 2 times, at the start"),
    "moves are not ints": (
        "            yield n\n", "            yield str(n)\n",
        "moves: yielded '1', which is not an int, at the start"),
    "moves are random": (
        "    for n in (1, 2, 3):", "    import random\n    for n in random.sample((1, 2, 3), 3):",
        "moves: yielded [2, 1, 3], and [3, 2, 1] when called again, at the start"),
    "play changes its argument": (
        "class Position(NamedTuple):\n    left: int\n    player: int\n",
        "class Position:\n    def __init__(self, left, player): self.left, self.player = left, player\n"
        "    def __eq__(self, other): return vars(self) == vars(other)\n"
        "    def __repr__(self): return f'{self.left}/{self.player}'\n",
        "play: changed the position it was given: 7/0 became 6/1, at the start"),
    "play gives two answers": (
        "    return Position(p.left - n, 1 - p.player)",
        "    SEEN.append(p)\n    return Position(p.left - n, len(SEEN))\nSEEN = []",
        "play: returned two different positions for move 1, at the start"),
    "start moves": (
        "    return Position(7, 0)", "    COUNT.append(0)\n    return Position(len(COUNT), 0)\nCOUNT = []",
        "start: returned a different position when called again, at the start"),
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
        "candidates: yielded 9, which is not a legal move, at the start"),
    "candidates leave nothing": (
        "def utility", "def bounds(p, player): return (-1, 1)\ndef candidates(p):\n    for n in range(0): yield n\ndef utility",
        "candidates: yielded nothing, but there are legal moves, at the start"),
    "candidates leave out what is good": (
        "def utility", "def candidates(p): yield 1\ndef utility",
        "candidates: left out 2, but it does not lose at once, and no candidate wins at once, at the start"),
    "bounds upside down": (
        "def utility", "def bounds(p, player): return (1, -1)\ndef utility",
        "bounds: returned (1, -1), not (low, high), at the start"),
    "key forgets the player": (
        "def utility", "def key(p): return p.left\ndef utility",
        "key: is 4 here and after 1 2, but turn is 1 here and 0 there, after 3"),
    "key forgets what matters": (
        "def utility", "def key(p): return p.player\ndef utility",
        "key: is 0 here and after no move, but perft 2 is 6 here and 9 there, after 1 2"),
    "policy is negative": (
        "def utility", "def policy(p, move): return 1 - move\ndef utility",
        "policy: returned -1 for 2, which is not a finite number of at least 0, at the start"),
    "policy is nothing": (
        "def utility", "def policy(p, move): return 0\ndef utility",
        "policy: returned 0 for every move, at the start"),
    "stage goes back": (
        "def utility", "def stage(p): return p.left\ndef utility",
        "stage: decreased from 7 to 6 with a move, at the start"),
    "banked without a key": (
        "def utility", "objective = 'score'\ndef banked(p, player): return p.left\ndef utility",
        "banked: needs a `key` that leaves out what is banked, at the start"),
    "symmetries are not": (
        "def utility", "def symmetries(p): yield Position(2, p.player)\ndef utility",
        "symmetries: yielded Position(left=2, player=0), but the number of moves is 3 here and 2 there, at the start"),
    "read is not the inverse": (
        "def utility", "def write(p): return str(p.left)\ndef read(text): return Position(int(text), 0)\ndef utility",
        "read: of '6' returned Position(left=6, player=0), not the position it was written from, "
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
        "read_move: of '2' returned 1, but that is the name of 2, at the start"),
    "show is not text": (
        "def utility", "def show(p): return 7\ndef utility",
        "show: returned 7, not text, at the start"),
    "probabilities": (
        "def utility", "def chances(p): yield 1, 0.5; yield 2, 0.4\ndef utility",
        "chances: yielded probabilities that sum to 0.9, not to 1, at the start"),
    "probability below zero": (
        "def utility", "def chances(p): yield 1, -0.5; yield 2, 1.5\ndef utility",
        "chances: yielded outcome 1 with probability -0.5, which is not at least 0, at the start"),
    "no chances": (
        "    return p.player\n", "    return -1\n",
        "chances: `turn` is CHANCE, but the game has no `chances`, at the start"),
    "play fails": (
        "    return Position(p.left - n, 1 - p.player)", "    return Position(p.left // (p.left - n - 1), 1 - p.player)",
        "play: raised ZeroDivisionError: integer division or modulo by zero (mygame.py, line 20), after 3"),
    "compiled rules differ": (
        "def utility", "import numpy as np\nT = np.array([1, 2], np.int8)\n"
        "def evaluate(p, player): return (T[p.left & 1] << 7) * (1 - 2 * player)\ndef utility",
        "compile: evaluate is 0.0 plain and 256.0 compiled, at the start"),
    "a number beyond 64 bits": (
        "def utility", "def evaluate(p, player): return (p.left + 1) * 2**62 // 2**60\ndef utility",
        "overflow: `(p.left + 1) * 2 ** 62` in `evaluate` does not fit in the 64 bits of compiled rules; "
        "mask it in the same expression, or run plain, at the start"),
    "play forgets to return": (
        "    return Position(p.left - n", "    Position(p.left - n",
        "play: returned None; is a `return` missing? write: def play(p, move): return Position(...), at the start"),
    "read forgets to return": (
        "def utility", "def write(p): return str(p)\ndef read(text): pass\ndef utility",
        "read: returned None; is a `return` missing? write: def read(text): return Position(...), at the start"),
    "moves forget to yield": (
        "            yield n\n", "            pass\n",
        "moves: returned None; write: def moves(p): yield each legal move, an int, at the start"),
    "evaluate is None": (
        "def utility", "def evaluate(p, player): pass\ndef utility",
        "evaluate: returned None, not a number below 2**62, at the start"),
    "evaluate is no number": (
        "def utility", "def evaluate(p, player): return float('nan')\ndef utility",
        "evaluate: returned nan, not a number below 2**62, at the start"),
    "evaluate is too large": (
        "def utility", "def evaluate(p, player): return 2**62\ndef utility",
        "evaluate: returned 4611686018427387904, not a number below 2**62, at the start"),
    "utility is text where bounds are tested": (
        "    return -1 if player == p.player else 1", "    return 'lost'\ndef bounds(p, player): return -1, 1",
        "utility: returned 'lost', not a number below 2**62, at the start"),
    "moves are too large": (
        "            yield n\n", "            yield n << 62\n",
        "moves: yielded 9223372036854775808, but a move must be below 2**63, at the start"),
    "moves without end": (
        "    for n in (1, 2, 3):", "    import itertools\n    for n in itertools.count():\n        yield n\n    for n in ():",
        "moves: yielded more than 100,000 moves, at the start"),
    "features without end": (
        "def utility", "feature_count = 9\ndef features(p, player):\n    while True:\n        yield 1\n\ndef utility",
        "features: yielded more than 100,000 numbers, at the start"),
    "play leaves": (
        "    return Position(p.left - n", "    raise SystemExit(3)\n    return Position(p.left - n",
        "play: raised SystemExit: 3 (mygame.py, line 20), at the start"),
    "play interrupts": (
        "    return Position(p.left - n", "    raise KeyboardInterrupt\n    return Position(p.left - n",
        "play: raised KeyboardInterrupt (mygame.py, line 20), at the start"),
    "play calls itself": (
        "    return Position(p.left - n", "    return play(p, n)\n    return Position(p.left - n",
        "play: raised RecursionError: maximum recursion depth exceeded (mygame.py, line 20), at the start"),
    "a priority fails": (
        "def utility", "def priority(p, n): raise BaseException('no')\ndef utility",
        "priority: raised BaseException: no (mygame.py, line 22), at the start"),
    "noisy fails": (
        "def utility", "def noisy(p, n): return 1 // 0\ndef utility",
        "noisy: raised ZeroDivisionError: integer division or modulo by zero (mygame.py, line 22), at the start"),
    "board fails": (
        "def utility", "def board(p): return [][0]\ndef utility",
        "board: raised IndexError: list index out of range (mygame.py, line 22), at the start"),
    "key is text": (
        "def utility", "def key(p): return 'abc'\ndef utility",
        "key: returned 'abc', which is not an int, at the start"),
    "key changes": (
        "def utility", "def key(p):\n    SEEN.append(p)\n    return len(SEEN)\nSEEN = []\ndef utility",
        "key: is 7 here and 1 after no move, but the positions are equal (==), at the start"),
    "key is too long": (
        "def utility", "def key(p): return p.player << 64 | p.left\ndef utility",
        "overflow: `p.player << 64` in `key` does not fit in the 64 bits of compiled rules; "
        "mask it in the same expression, or run plain, at the start"),
    "key forgets the score": (
        GOOD[GOOD.index("class"):],
        "class Position(NamedTuple):\n    left: int\n    best: int\n"
        "def start(): return Position(3, 0)\ndef turn(p): return p.left % 2\n"
        "def moves(p):\n    if p.left: yield 1; yield 2\n"
        "def play(p, n): return Position(p.left - 1, p.best + n)\n"
        "def utility(p, player): return p.best if player else -p.best\n"
        "def key(p): return p.left\n",
        "key: is 2 here and after 1, but the set of results within two moves is "
        "[[-6, 6], [-5, 5], [-5, 5], [-4, 4]] here and [[-5, 5], [-4, 4], [-4, 4], [-3, 3]] there, after 2"),
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
        assert "when called again" in told[0]
    else:
        assert told == [message]
    assert check(load(write_game(text)), seed=1, games=20).failures[0].promise == report.failures[0].promise


LONG = GOOD.replace("(7, 0)", "(99, 0)")
DICE = """
from kibitz import CHANCE
repetition = 3
def start(): return 0, 0
def turn(p): return CHANCE if p[0] % 2 else p[0] // 2 % 2
def moves(p):
    if p[0] < 6: yield 1
def chances(p): yield 1, 0.5; yield 2, 0.5
def play(p, n): return p[0] + 1, p[1] + n
def utility(p, player): return 1 if p[1] % 2 == player else -1
def evaluate(p, player): return p[1] if player == 0 else -p[1]
"""
REMARKS = {
    "comes back": (
        GOOD.replace("Position(p.left - n", "Position(p.left - n or 7").replace("-1 if", "0 if"),
        "repetition: the position after "),
    "never ends": (
        GOOD.replace("p.left - n,", "p.left + n,"),
        "end: a random game had not ended after 1000 plies, after "),
    "cannot be compiled": (
        GOOD.replace("def utility", "def evaluate(p, player): return len(f'{p.left:>3}') * (1 - 2 * player)\ndef utility"),
        "compile: the rules run plain, which is slower: `evaluate` (mygame.py, line 22"),
    "evaluate ignores the player": (
        GOOD.replace("def utility", "def evaluate(p, player): return p.left\ndef utility"),
        "evaluate: is the same for both players in all 13 positions, such as 7 (does it use `player`? "
        "what is good for one must be bad for the other), at the start"),
    "evaluations do not mirror": (
        GOOD.replace("def utility", "def evaluate(p, player): return p.left if player else 0\ndef utility"),
        "evaluate: is 0 and 1, which sum to 1, but to 7 after no move (searches treat one player's gain as the "
        "other's loss), after 3 3"),
    "evaluate exceeds utility": (
        DICE, "evaluate: is 3 for player 0, but utilities lie between -1 and 1 (searches would prefer a guess to a win; "
        "scale it to lie between them), after 1 2"),
    "dice repeat nothing": (
        DICE, "repetition: has no meaning in a game of chance, where each roll is new; leave it out"),
    "a long game without evaluate": (
        LONG, "evaluate: is missing, and random games last 51 plies: searches that do not reach the end play at "
        "random; add evaluate(p, player)"),
    "amounts that do not count": (
        GOOD.replace("-1 if player == p.player else 1", "(5 + 5 * p.player) * (-1 if player == p.player else 1)"),
        "utility: is 10 to the winner, but 5 after 2 3 1 1 (only winning counts; set objective = \"score\" if the "
        "amount matters), after 1 2 1 1 2"),
    "positions that cannot be hashed": (
        GOOD.replace("class Position(NamedTuple):", "import dataclasses\n@dataclasses.dataclass\nclass Position:"),
        "position: a Position cannot be hashed: searches run without a table, which is slower; make it a NamedTuple, "
        "or a dataclass with frozen=True"),
}  # fmt: skip


@pytest.mark.parametrize("name", REMARKS)
def test_what_an_author_should_know_is_a_remark(write_game, name):
    text, message = REMARKS[name]
    games = 20 if "amounts" in name else 3
    report = check(
        load(write_game(text)), seed=1, games=games, compiled=None if name == "cannot be compiled" else False
    )
    assert not report.failures
    assert any(finding.sentence().startswith(message) for finding in report.findings), report.findings


def test_long_games_with_bounds_or_an_evaluation_need_no_remark(write_game):
    for extra in (
        "def bounds(p, player): return -1, 1\n",
        "def evaluate(p, player): return p.left - 2 * player * p.left\n",
    ):
        assert check(load(write_game(LONG + extra)), games=1, compiled=False).findings == []


CLASS = """
class Position:
    def __init__(self, left, player): self.left, self.player = left, player
    def __repr__(self): return f'{self.left}/{self.player}'
"""
BY_VALUE = "    def __eq__(self, other): return vars(self) == vars(other)\n"
OBJECTS = {
    "identity": ("", "position: a Position is not equal (==) to a copy of itself; "),
    "hash": (
        BY_VALUE + "    __hash__ = object.__hash__\n",
        "position: a Position is equal to a copy of itself, but their hashes differ; "),
    "coarse": (
        "    def __eq__(self, other): return self.left == other.left\n    def __hash__(self): return self.left\n",
        "position: is equal (==) to the one after 1 2, but turn is 1 here and 0 there, after 3"),
    "coarse, and hashed finely": (
        "    def __eq__(self, other): return self.left == other.left\n"
        "    def __hash__(self): return 2 * self.left + self.player\n",
        "position: is equal (==) to the one after 1 2, but their hashes differ; "),
    "no answer": (
        "    def __eq__(self, other): return [][0]\n",
        "position: a Position cannot be compared (IndexError: list index out of range (mygame.py, line 5)); "),
    "not comparable": (
        "    def __eq__(self, other): raise SystemExit\n",
        "values: cannot be compared or read: SystemExit (mygame.py, line 5), at the start"),
}  # fmt: skip


@pytest.mark.parametrize("name", OBJECTS)
def test_objects_must_be_compared_and_hashed_by_value(write_game, name):
    methods, message = OBJECTS[name]
    text = CLASS + methods + GOOD[GOOD.index("def start") :]
    told = [finding.sentence() for finding in check(load(write_game(text)), seed=1, games=20, compiled=False).failures]
    assert len(told) == 1
    assert told[0].startswith(message)


def test_objects_that_are_values_are_fine(write_game):
    text = CLASS + BY_VALUE + "    def __hash__(self): return self.left\n" + GOOD[GOOD.index("def start") :]
    assert check(load(write_game(text)), games=9, compiled=False).findings == []
    frozen = "import dataclasses\n@dataclasses.dataclass(frozen=True)\nclass Position:"
    game = load(write_game(GOOD.replace("class Position(NamedTuple):", frozen)))
    assert check(game, games=9, compiled=False).findings == []


ENDLESS = {
    "evaluate": "def evaluate(p, player):\n    while True: pass\n",
    "play": "def play(p, n):\n    while p: n += 1\n",
    "moves": "def moves(p):\n    while p: pass\n    yield 1\n",
    "show": "def show(p):\n    import time\n    while True: time.sleep(0.01)\n",
}


@pytest.mark.parametrize("rule", ENDLESS)
def test_a_rule_that_never_returns_is_named_in_time(write_game, rule):
    game = load(write_game(GOOD + ENDLESS[rule]))
    started, threads = time.monotonic(), threading.active_count()
    report = check(game, seconds=0.1)
    assert time.monotonic() - started < 5
    (finding,) = report.failures
    assert re.fullmatch(rf"{rule}: had not returned after \d s, at the start", finding.sentence())
    assert (report.finished, report.hung) == (False, False)
    assert threading.active_count() == threads


def test_positions_that_are_compared_for_ever(write_game):
    text = CLASS + "    def __eq__(self, other):\n        while True: pass\n" + GOOD[GOOD.index("def start") :]
    (finding,) = check(load(write_game(text)), seconds=0.1).failures
    assert finding.sentence().startswith("values: had not been compared, copied or written after ")


STUBBORN = """
def evaluate(p, player):
    while True:
        try:
            while True: pass
        except BaseException: pass
"""


@pytest.mark.parametrize("how", ["time", "interrupt"])
def test_the_command_ends_though_a_rule_does_not(write_game, how):
    command = [sys.executable, "-m", "kibitz", "check", write_game(GOOD + STUBBORN)]
    process = subprocess.Popen(
        [*command, "--seconds", "0.5" if how == "time" else "60"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    if how == "interrupt":
        assert "Ctrl-C stops" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
    started = time.monotonic()
    out, err = process.communicate(timeout=30)
    assert "Traceback" not in err
    if how == "interrupt":
        assert time.monotonic() - started < 10
        assert process.returncode in (1, 130)
    else:
        assert process.returncode == 1
        assert "BROKEN  evaluate: had not returned after " in out


def test_a_check_that_is_stopped_says_so(write_game):
    stop = threading.Event()
    stop.set()
    report = check(load(write_game(GOOD)), stop=stop)
    assert report.games < 50
    assert (report.finished, report.hung) == (False, False)


def test_seconds_must_be_a_number(write_game):
    with pytest.raises(OptionError, match="seconds must be a number of at least 0, got nan"):
        check(load(write_game(GOOD)), seconds=float("nan"))


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
    report = check(load(spec), games=12)
    assert report.failures == []


def test_limits_of_a_check(write_game):
    report = check(load(write_game(GOOD)), games=10_000, seconds=0.2, compiled=False)
    assert not report.finished
    assert 1 <= report.games < 10_000


def test_every_obstacle_to_compiling_is_listed(write_game, capsys):
    from kibitz.checker import obstacles

    text = GOOD.replace(
        "def utility",
        "def evaluate(p, player):\n    print(p)\n    try:\n        return 1\n    finally:\n        pass\n"
        "def priority(p, move): return len(f'{move}')\ndef utility",
    )
    found = obstacles(load(write_game(text)))
    assert len(found) == 3
    assert "`print` cannot be compiled" in found[0]
    assert "`try` cannot be compiled" in found[1]
    assert "`priority`" in found[2]
    assert "text cannot be put together" in found[2]
    assert obstacles(load("nim")) == []


COLLECTING = """
from typing import NamedTuple
class Position(NamedTuple):
    points: int
    left: int
players, objective = 1, "score"
def start(): return Position(0, 4)
def turn(p): return 0
def moves(p): return range(3) if p.left else ()
def play(p, move): return Position(p.points + move, p.left - 1)
def utility(p, player): return p.points
def evaluate(p, player): return p.points + p.left
def key(p): return p.left
def banked(p, player): return p.points
"""


def test_what_is_banked_counts_the_same_in_every_evaluation(write_game):
    assert "no promise broken" in str(check(write_game(COLLECTING)))
    report = check(write_game(COLLECTING.replace("return p.points + p.left", "return 2 * p.points")))
    assert "evaluate beyond what is banked is" in str(report)


def test_scores_must_add_up_to_what_is_declared(write_game):
    report = check(load(write_game(GOOD + "\nscore_sum = 1\n")))
    assert "score_sum: is 1, but `utility` is " in str(report)
    assert "score_sum" not in str(check(load(write_game(GOOD + "\nscore_sum = 0\n"))))


REMEMBERED = """
from typing import NamedTuple
class Position(NamedTuple):
    sticks: int
    player: int
    last: int | None
def start(): return Position(9, 0, None)
def turn(p): return p.player
def moves(p): return (1, 2) if p.sticks > 1 else ()
def play(p, n): return Position(p.sticks - n, 1 - p.player, n)
def utility(p, player): return -1 if player == p.player else 1
"""


def test_a_field_that_is_none_at_first_keeps_no_game_from_agreeing_at_both_speeds(write_game):
    report = check(write_game(REMEMBERED))
    assert "no promise broken" in str(report)
    assert "plain and compiled rules agree" in str(report)


def test_an_int_too_long_beside_such_a_field_is_told_as_an_overflow(write_game):
    report = check(write_game(REMEMBERED.replace("1 - p.player, n)", "1 - p.player, n << 62)")))
    assert [finding.promise for finding in report.failures] == ["overflow"]


UNSIGNED = """
import numpy as np

def key(p):
    return int(np.uint64(p.left + 1) * np.uint64(0x9E3779B97F4A7C15) ^ np.uint64(p.player))
"""


def test_a_key_of_64_bits_without_a_sign_is_the_same_at_both_speeds(write_game):
    command = [sys.executable, "-m", "kibitz", "check", write_game(GOOD + UNSIGNED)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "plain and compiled rules agree" in done.stdout
    assert "overflow" not in done.stderr
