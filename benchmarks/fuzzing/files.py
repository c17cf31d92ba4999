"""Game files that are broken in every way."""

from collections.abc import Callable
from random import Random

from benchmarks.fuzzing import odd
from benchmarks.fuzzing.commands import TAKE, TYPED, Command

TIC = """from typing import NamedTuple
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
class Position(NamedTuple):
    mine: int
    theirs: int
    player: int
def start(): return Position(0, 0, 0)
def turn(p): return p.player
def moves(p):
    for cell in range(9):
        if not (p.mine | p.theirs) >> cell & 1:
            yield cell
def play(p, cell): return Position(p.theirs, p.mine | 1 << cell, 1 - p.player)
def has_line(cells):
    for line in LINES:
        if cells & line == line:
            return True
    return False
def is_over(p): return has_line(p.theirs) or p.mine | p.theirs == 0o777
def utility(p, player):
    if not has_line(p.theirs):
        return 0
    return -1 if player == p.player else 1
"""
DICE = """from typing import NamedTuple
from kibitz import CHANCE
class Position(NamedTuple):
    points: int
    player: int
    rolls: int
def start(): return Position(0, 0, 0)
def turn(p): return CHANCE if p.rolls else p.player
def moves(p):
    if -6 < p.points < 6:
        yield 1
        yield 2
def chances(p):
    yield 3, 0.5
    yield 4, 0.25
    yield 5, 0.25
def play(p, move):
    if p.rolls:
        return Position(p.points + (move - 3) * (1 if p.player else -1), 1 - p.player, 0)
    return Position(p.points + (move if p.player == 0 else -move), p.player, 1)
def is_over(p): return not -6 < p.points < 6
def utility(p, player): return p.points if player == 0 else -p.points
"""
THREE = """from typing import NamedTuple
players = 3
player_names = ("Ann", "Bob", "Cy")
class Position(NamedTuple):
    left: int
    player: int
def start(): return Position(6, 0)
def turn(p): return p.player
def moves(p):
    for taken in (1, 2):
        if taken <= p.left:
            yield taken
def play(p, taken): return Position(p.left - taken, (p.player + 1) % 3)
def utility(p, player): return 2 if player == p.player else -1
def evaluate(p, player): return p.left if player == p.player else 0
"""
GAMES = (TAKE, TIC, DICE, THREE)
RULES = ("start", "turn", "moves", "play", "is_over", "utility")
HOOKS = (
    *("evaluate", "priority", "chances", "key", "symmetries", "bounds", "skip", "urgent", "noisy", "gain", "policy"),
    *("write", "read", "show", "move_name", "read_move", "board", "candidates", "weigh", "features", "move_number"),
)
CONSTANTS = (
    *("players", "player_names", "objective", "repetition", "teams", "weights", "without", "margin", "counted_in"),
    *("game", "win_scale", "compile_by_default", "about", "name", "evaluated_in", "how_to_play"),
)
VALUES = (
    *("None", "'text'", "float('nan')", "float('inf')", "-float('inf')", "2**63", "-2**63", "10**30", "2**53 + 1"),
    *("1e300", "[]", "[1, 2]", "{}", "{'a': 1}", "()", "(1,)", "(0.5, 0.6)", "object()", "lambda: 0"),
    *("NotImplemented", "...", "b'x'", "0", "1", "-1", "7", "True", "0.1", "-0.0", "1j", "set()", "range(3)"),
    *("iter(())", "type", "a[0] if a else 0", "a", "'\\x1b[31m'", "'\\x00'", "'\\udcff'", "'x' * 100000", "'a b'"),
    *("''", "'\\n'", "[[]] * 3", "__import__('math')", "__import__('numpy').float32(1)"),
    *("__import__('numpy').int64(2)", "__import__('numpy').zeros(3)", "(yield 1)"),
    *("__import__('decimal').Decimal('0.1')", "__import__('fractions').Fraction(1, 3)", "Odd()", "Odd", "[Odd()]"),
)
RAISED = (
    *("SystemExit", "SystemExit(3)", "SystemExit('bye')", "KeyboardInterrupt", "RecursionError", "MemoryError"),
    *("StopIteration", "GeneratorExit", "OddError('x')", "OddError", "Exception('\\x1b[31m' * 100)"),
    *("ValueError('x' * 10000)", "OSError(2, 'no')", "UnicodeDecodeError('utf-8', b'x', 0, 1, 'no')"),
    *("AssertionError", "ValueError()", "KeyError('\\n')", "BaseException", "ExceptionGroup('g', [ValueError(1)])"),
    *("Silent()", "BrokenPipeError", "TimeoutError", "EOFError", "Warning('w')"),
)
CLASSES = """
class OddError(BaseException): pass
class Silent(Exception):
    def __str__(self): raise ValueError("no text")
class Odd:
    def __eq__(self, other): raise OddError("eq")
    def __hash__(self): raise OddError("hash")
    def __repr__(self): raise OddError("repr")
    def __len__(self): raise OddError("len")
    def __iter__(self): raise OddError("iter")
    def __bool__(self): raise OddError("bool")
    def __index__(self): raise OddError("index")
    def __float__(self): raise OddError("float")
"""
WRAPPERS = (
    *("[{}]", "{{'p': {}}}", "({},)", "type('P', (), {{'p': {}}})()", "str({})", "frozenset([{}])", "({}, 2**70)"),
    *("({}, 1.5)", "({}, 'x')", "({}, [])", "({}, None)", "({}, float('nan'))", "({}, True)"),
)
TOP = (
    *("import nothing_of_this_name", "raise SystemExit", "raise KeyboardInterrupt", "1 / 0"),
    *("import sys; sys.exit(4)", "print('hello')", "import warnings; warnings.warn('w' * 3000)", "import g"),
    *("from g import start", "x = 10**10**5", "def f(: pass", "\tx = 1", "    x = 1", "yield 1", "return", "await x"),
    *("class A(A): pass", "exec('1 +')", "'" * 3, "import sys; sys.setrecursionlimit(50)", "def g(): g()\ng()"),
    *("del start", "from kibitz import nothing", "__name__ = 3", "import signal; signal.raise_signal(signal.SIGINT)"),
    *("import threading; threading.Thread(target=print).start()", "__file__ = None"),
)
ENDLESS = (
    "while True: pass",
    "while True: yield 1",
    "import itertools; yield from itertools.count()",
    "import time; time.sleep(99)",
)


def define(name: str, body: str) -> str:
    """Return a rule with this body, whatever it is asked."""
    return f"def {name}(*a):\n    {body}\n"


def wrapped(choose: Random, text: str) -> str:
    """Return rules over positions that are no tuples of ints, all else as it was."""
    wrap = choose.choice(WRAPPERS)
    inside = {"[": "{}[0]", "{": "{}['p']", "(": "{}[0]", "t": "{}.p", "s": "eval({})", "f": "[*{}][0]"}[wrap[0]]
    lines = [text]
    for rule in RULES:
        if f"def {rule}(" in text:
            rest = f"{rule}_(*a)" if rule == "start" else f"{rule}_({inside.format('a[0]')}, *a[1:])"
            result = wrap.format(rest) if rule in ("start", "play") else rest
            lines.append(f"{rule}_ = {rule}\n" + define(rule, f"return {result}"))
    return "\n".join(lines)


def broken(choose: Random, text: str) -> str:
    """Return rules with one thing wrong."""
    lines = text.splitlines()
    at, rule = choose.randrange(len(lines)), choose.choice(RULES if choose.random() < 0.6 else HOOKS)
    ways: tuple[Callable[[], str], ...] = (
        lambda: "\n".join([*lines[:at], *lines[at + 1 :]]),
        lambda: "\n".join([*lines[: at + 1], *lines[at:]]),
        lambda: "\n".join([*lines[:at], "  " + lines[at], *lines[at + 1 :]]),
        lambda: "\n".join([*lines[:at], odd.spoiled(choose, lines[at]), *lines[at + 1 :]]),
        lambda: text.replace(f"def {rule}(", f"def {odd.spoiled(choose, rule)}("),
        lambda: text.replace("(p, player)", choose.choice(("(p)", "(p, player, x)", "()", "(*, p, player)"))),
        lambda: text + define(rule, f"return {choose.choice(VALUES)}"),
        lambda: text + define(rule, f"return {choose.choice(VALUES)}"),
        lambda: text + define(rule, f"yield {choose.choice(VALUES)}"),
        lambda: text + define(rule, f"yield 1, {choose.choice(VALUES)}"),
        lambda: text + define(rule, f"raise {choose.choice(RAISED)}"),
        lambda: text + define(rule, f"raise {choose.choice(RAISED)}"),
        lambda: text + "count = [0]\n" + define("turn", "count[0] += 1; return count[0] % 2"),
        lambda: text + define(rule, f"return {rule}(*a)"),
        lambda: text + f"{choose.choice((*CONSTANTS, rule))} = {choose.choice(VALUES)}\n",
        lambda: text + choose.choice(TOP) + "\n",
        lambda: choose.choice(TOP) + "\n" + text,
        lambda: wrapped(choose, text),
        lambda: wrapped(choose, text),
        lambda: text.replace("0.25", choose.choice(VALUES)),
        lambda: text.replace("yield", choose.choice(("return", "yield from", "yield 'x',", "await", "yield -"))),
        lambda: text.replace("NamedTuple", choose.choice(("object", "dict", "list", "tuple", "int", "Exception"))),
        lambda: odd.spoiled(choose, text),
    )  # fmt: skip
    return choose.choice(ways)()


def data_of(choose: Random, text: str) -> bytes:
    """Return what the file holds, seldom as it should be encoded wrongly."""
    way = choose.randrange(30)
    if way == 0:
        return text.encode("utf-16")
    if way == 1:
        return text.encode(errors="replace") + b"# \xff\xfe\n"
    if way == 2:
        return b"\xef\xbb\xbf" + text.encode(errors="replace")
    if way == 3:
        return text.encode(errors="replace").replace(b"return", b"return\x00", 1)
    if way == 4:
        return choose.randbytes(choose.choice((0, 1, 300)))
    return text.encode(errors="replace")


def game_file(choose: Random) -> Command:
    """Return a command on a broken game."""
    text = CLASSES + choose.choice(GAMES) + "\n"
    found = Command([])
    if choose.random() < 0.025:
        text += define(choose.choice((*RULES, "evaluate", "show")), choose.choice(ENDLESS))
        found.lasting = True
    else:
        for _ in range(choose.choice((1, 1, 1, 2))):
            text = broken(choose, text) or "#"
    plain, shown = choose.choice(([], ["--plain"])), choose.choice(([], ["--json"]))
    name = choose.choice(("engine", "alpha-beta", "minimax", "max-n", "expectiminimax", "rb-alpha-beta", "expectimax"))
    chosen = ["--algorithm", name] if choose.random() < 0.6 else []
    lines = (
        ["check", "g.py", "--seconds", "0.5", "--games", "3", *plain, *shown],
        ["analyze", "g.py", "--depth", "2", *chosen, *plain, *shown],
        ["solve", "g.py", "--seconds", "0.5", "--table", "0.5", *plain, *shown],
        ["play", "g.py", "--opponent", choose.choice(("random", "default:depth=1"))],
        ["perft", "g.py", "--depth", "2", *plain, *shown],
        ["tree", "g.py", "--depth", "2", *chosen, *shown],
        ["watch", "g.py", "--first", "random", "--second", "default:depth=1", "--plies", "6"],
        ["match", "random", "random", "--game", "g.py", "--games", "2", "--plies", "6", "--jobs", "1", *shown],
        ["tune", "g.py", "--games", "missing.db"],
    )
    found.arguments = choose.choice((*lines, *lines[:5]))
    found.compiled = (
        not found.lasting and found.arguments[0] in ("analyze", "check", "perft") and choose.random() < 0.02
    )
    found.files = {"g.py": data_of(choose, text)}
    found.typed = "\n".join(choose.choice((*TYPED, "1", "2")) for _ in range(8)) + "\n"
    return found
