"""Command lines: of every command, right ones, odd ones, spoiled ones, and those whose answer is known."""

import functools
import json
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.fuzzing import odd, trees
from benchmarks.fuzzing.trees import Truth
from kibitz.arena.lines import import_lines

LIMIT, COMPILING_LIMIT = 20.0, 240.0
"""Seconds that a case may take, plain and compiled."""
MOST_SHOWN = 10_000
"""The bytes of a file that is shown with a case."""
SMALL = (
    *("tic-tac-toe", "nim:heaps=1,2", "nim:heaps=2,2,1", "connect-four:columns=3,rows=3,connect=3", "hex:size=2"),
    *("pig:winning_score=4", "kalah:houses=2,stones=1", "dots-and-boxes:columns=1,rows=2", "three-mens-morris"),
    *("tree", "((3 12 8) (2 4 6) (14 5 2))", "(1 2)", "g.py", "t.json", "breakthrough:columns=4,rows=4", "chess"),
    *("othello",),
)
ALGORITHMS = (
    *("engine", "minimax", "alpha-beta", "expectimax", "expectiminimax", "rb-minimax", "rb-alpha-beta", "max-n"),
    *("random", "default", "mcts", "Engine", ""),
)
PLAYERS = (
    *("random", "alpha-beta:depth=1", "minimax:depth=1", "engine:nodes=50", "rb-alpha-beta:depth=2,keep_rate=0.5"),
    *("default:depth=1", "max-n:depth=1", "engine:nodes=50,level=1", "expectiminimax:depth=1"),
)
MOVES = ("", "1", "a1", "b2 a1", "4 4 3", "e2e4", "e4 e5 Nf3", "roll", "hold", "a", "a b", "0", "1-2", "pass")
POSITIONS = (
    *("", "root", "a", "n1", "start", "X.O....../X", "........./X", "1,2 0", "(1, 2)", "[0,0]", "0", "1 2 3"),
    *("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1"),
    *("7k/8/8/8/8/8/8/K6R b - - 99 1",),
)
DEPTHS, RATES = ("0", "1", "2", "3"), ("1", "0.5", "1,0.7", "0", "0.01")
PLACE = {"--position": POSITIONS, "--moves": MOVES}
FILTER = {"--keep-rate": RATES, "--keep-least": DEPTHS, "--deepening-depth": DEPTHS}
SEED = {"--seed": ("0", "7")}
OPTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "games": {"--json": ()},
    "new": {},
    "analyze": {
        **PLACE,
        **FILTER,
        **SEED,
        "--algorithm": ALGORITHMS,
        "--player": ("0", "1", "2"),
        "--depth": DEPTHS,
        "--seconds": ("0.05", "0.1"),
        "--nodes": ("1", "50", "500"),
        "--lines": ("1", "3", "99"),
        "--threads": ("1", "2"),
        "--table": ("0.1", "1"),
        "--exact": (),
        "--without": ("reductions", "null-move,history", "nothing"),
        "--level": ("1", "10"),
        "--batch": ("moves.txt", "-", "missing.txt"),
        "--batch-positions": (),
        "--why": MOVES,
        "--audit": (),
        "--audit-rates": RATES,
        "--trace": ("trace.jsonl", "nowhere/trace.jsonl"),
        "--json": (),
        "--plain": (),
    },
    "play": {
        **SEED,
        "--level": ("1", "full"),
        "--side": ("0", "1", "0,1"),
        "--position": POSITIONS,
        "--ponder": (),
        "--load": ("record.json", "missing.json", "g.py"),
        "--save": ("saved.json", "nowhere/saved.json"),
    },
    "watch": {**SEED, "--moves": MOVES, "--delay": ("0",), "--save": ("saved.json", "nowhere/x")},
    "solve": {
        **PLACE,
        "--weak": (),
        "--method": ("bisection", "deepening", "proof-number", "retrograde", "magic"),
        "--nodes": ("1", "500"),
        "--table": ("0.1", "1"),
        "--threads": ("1", "2"),
        "--checkpoint": ("c.table", "nowhere/c.table", "g.py"),
        "--fresh": (),
        "--batch": ("moves.txt", "-"),
        "--batch-positions": (),
        "--json": (),
        "--plain": (),
    },
    "check": {**SEED, "--games": ("1", "3"), "--json": (), "--plain": ()},
    "tree": {
        **PLACE,
        **FILTER,
        "--algorithm": ALGORITHMS,
        "--player": ("0", "1"),
        "--format": ("text", "svg", "dot", "html", "png"),
        "--output": ("o.svg", "o.html", "o.xyz", "nowhere/o.dot"),
        "--levels": DEPTHS,
        "--width": ("2", "3"),
        "--steps": (),
        "--json": (),
    },
    "match": {
        **SEED,
        "--other-game": SMALL,
        "--openings": ("moves.txt", "missing.txt"),
        "--opening-plies": DEPTHS,
        "--random-plies": DEPTHS,
        "--sprt": ("0,10", "10,0", "5", "nan,1", "0,inf"),
        "--alpha": ("0.05", "0.5"),
        "--beta": ("0.05", "0"),
        "--record": ("r.db", "s.db", "nowhere/r.db", "g.py", "games.jsonl", "."),
        "--pgn": ("g.pgn",),
        "--json": (),
    },
    "tournament": {
        **SEED,
        "--gauntlet": ("1", "2"),
        "--openings": ("moves.txt", "missing.txt"),
        "--random-plies": DEPTHS,
        "--model": ("ordo", "bayeselo", "elo"),
        "--anchor": ("random=0", "random", "nobody=1", "random=nan"),
        "--sprt": ("0,10", "10,0"),
        "--error": ("50", "0", "nan"),
        "--record": ("r.db", "s.db", "nowhere/r.db", "g.py"),
        "--json": (),
    },
    "results": {
        "--model": ("ordo", "bayeselo"),
        "--anchor": ("random=0", "alpha-beta:depth=1=100", "nobody=1"),
        "--games": (),
        "--of": ("random", "nobody"),
        "--against": ("random", "alpha-beta:depth=1"),
        "--longest": (),
        "--upsets": (),
        "--openings": (),
        "--show": ("1", "9"),
        "--most": ("1", "3"),
        "--export": ("o.jsonl", "o.csv", "o.pgn", "o.xyz", "nowhere/o.csv", "s.db"),
        "--times": (),
        "--import": ("games.jsonl", "s.db", "missing.jsonl", "g.py"),
        "--json": (),
    },
    "perft": {**PLACE, "--json": (), "--plain": ()},
    "tune": {
        **SEED,
        "--games": ("games.jsonl", "s.db", "record.json", "missing.db", "g.py", "."),
        "--nodes": ("10",),
        "--random-plies": DEPTHS,
        "--per-game": ("1", "5"),
        "--pull": ("0.1", "0"),
        "--scale": ("1", "100"),
        "--out": ("w.py", "nowhere/w.py"),
        "--json": (),
        "--plain": (),
    },
    "uci": {},
    "serve": {"--host": ("127.0.0.1",), "--port": ("0",), "--name": ("x", "a b"), "--no-browser": ()},
}
"""What each command takes; () where an option is a flag."""
ALWAYS = {
    "play": {"--opponent": PLAYERS},
    "watch": {"--first": PLAYERS, "--second": PLAYERS, "--plies": ("1", "4")},
    "solve": {"--seconds": ("0.5",)},
    "check": {"--seconds": ("0.5",)},
    "tree": {"--depth": ("1", "2")},
    "perft": {"--depth": ("0", "1", "2")},
    "match": {"--games": ("2",), "--plies": ("4",), "--jobs": ("1",), "--game": SMALL},
    "tournament": {"--games": ("6",), "--plies": ("4",), "--jobs": ("1",), "--game": SMALL},
    "serve": {"--help": ()},
}
"""What keeps a command short."""
LASTING = (
    "--depth",
    "--seconds",
    "--nodes",
    "--games",
    "--plies",
    "--delay",
    "--opponent",
    "--first",
    "--second",
    "--level",
)
"""What makes a command long if it is odd; also the settings of a player."""
TYPED = (
    *("", "help", "moves", "board", "undo", "redo", "swap", "level", "level 3", "level full", "level 99", "resign"),
    *("level random", "level alpha-beta:depth=1", "level seconds=nan", "level depth=-1", "save", "save s.json"),
    *("save nowhere/s.json", "1", "2", "3", "a1", "b2", "roll", "hold", "a", "b", "e4", "quit"),
)
TAKE = """from typing import NamedTuple
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
"""
TREE = {"a": {"player": 0, "moves": {"l": "b", "r": "c"}}, "b": {"value": 3}, "c": {"value": [1, 2]}}
GAME = "breakthrough:columns=4,rows=4"
PLAYED: tuple[dict[str, Any], ...] = (
    {"kibitz_match": 1, "game": GAME, "other_game": None, "players": ["random", "alpha-beta:depth=1"]},
    *(
        {"number": number, "first": "AB"[number % 2 == 0], "opening": ["b2xa3"], "moves": ["b3xa2"], "result": "cut",
         "reason": "end", "score": number % 3 / 2, "seconds": [0, 1], "longest": [0, 1], "notes": []}
        for number in range(1, 41)
    ),
)  # fmt: skip
FILES = {
    "g.py": TAKE,
    "t.json": json.dumps({"root": "a", "nodes": TREE}),
    "games.jsonl": "".join(json.dumps(line) + "\n" for line in PLAYED),
    "moves.txt": "1 2\n\n# no\n9 9\na1 b2\n\x1b[31m\n",
    "record.json": json.dumps({"game": "g.py", "moves": ["1", "2"], "players": ["you", "random"], "result": None}),
}


@functools.cache
def store() -> bytes:
    """Return the bytes of the store of a match."""
    with tempfile.TemporaryDirectory() as folder:
        lines, path = Path(folder) / "games.jsonl", Path(folder) / "s.db"
        lines.write_text(FILES["games.jsonl"])
        import_lines(lines, path)
        return path.read_bytes()


def worn(choose: Random, data: bytes) -> bytes:
    """Return a store, whole or spoiled: cut off, or with other bytes here and there."""
    if choose.random() < 0.4:
        return data
    if choose.random() < 0.3:
        return data[: choose.randrange(len(data))]
    spoiled = bytearray(data)
    for _ in range(choose.choice((1, 3, 30))):
        at = choose.randrange(len(data))
        spoiled[at : at + 8] = choose.randbytes(choose.randint(1, 8)).ljust(8, b"\0")[: len(data) - at]
    return bytes(spoiled)


@dataclass
class Command:
    """One run of the program: what is typed before and during it, which files lie there, and what must be true."""

    arguments: list[str]
    typed: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    truth: Truth | None = None
    lasting: bool = False  # it may have to be interrupted
    compiled: bool = False  # else nothing is compiled, whatever is asked
    real: bool = False  # as a program of its own, which compiles what it wants

    @property
    def limit(self) -> float:
        """Return the seconds that it may take."""
        return COMPILING_LIMIT if self.compiled or self.real else LIMIT

    def __str__(self) -> str:
        shown = [f"kibitz {' '.join(map(ascii, self.arguments))}"]
        if self.typed:
            shown.append(f"typed: {self.typed!a}")
        given = {name: data for name, data in self.files.items() if FILES.get(name, "").encode() != data}
        shown += [
            f"--- {name}\n{data.decode(errors='backslashreplace') if len(data) < MOST_SHOWN else f'{len(data)} bytes'}"
            for name, data in given.items()
        ]
        return "\n".join(shown)


def command(choose: Random) -> Command:
    """Return a command line and what belongs to it."""
    found = known(choose) if choose.random() < 0.25 else any_line(choose)
    found.real = not found.compiled and choose.random() < 0.03
    found.arguments = list(map(odd.argument, found.arguments))
    return found


def known(choose: Random) -> Command:
    """Return a search of a random game whose value is known."""
    form = choose.choice(("brackets", "brackets", "json", "python"))
    files = {}
    if form == "brackets":
        name, truth = trees.in_brackets(choose)
    else:
        text, truth = trees.in_json(choose) if form == "json" else trees.in_python(choose)
        name = {"json": "random.json", "python": "random.py"}[form]
        files[name] = text.encode()
    searches = [["analyze", name, "--depth", "30"]]
    if not truth.averaged:
        searches += [["solve", name], ["solve", name, "--table", "0.1"]]
        names = choose.choice(("engine", "engine", "alpha-beta", "minimax"))
        searches += [["analyze", name, "--depth", "30", "--algorithm", names]] * 2
        searches += [["analyze", name, "--depth", "30", "--algorithm", "engine", "--exact", "--lines", "9"]]
    return Command([*choose.choice(searches), "--json"], files=files, truth=truth)


def any_line(choose: Random) -> Command:
    """Return a command line that may be right, odd or spoiled."""
    name = choose.choice(list(OPTIONS))
    daring = choose.choice((0.0, 0.0, 0.1, 0.5))
    found = Command([name], files={file: text.encode() for file, text in FILES.items()})
    if name == "new":
        found.arguments.append(choose.choice(("my.py", "g.py", "my", "nowhere/my.py", "", odd.text(choose))))
    elif name == "match":
        found.arguments += [choose.choice(PLAYERS) for _ in range(2)]
    elif name == "tournament":
        found.arguments += [choose.choice((*PLAYERS, "one=random", f"random@{GAME}")) for _ in range(3)]
    elif name == "results":
        found.arguments.append(
            choose.choice(("s.db", "s.db", "s.db", "new.db", "missing.db", "games.jsonl", "g.py", "."))
        )
    elif name == "uci":
        found.arguments.append(choose.choice(("chess", "nim", "chess:chess960=5", "chess:x=1", odd.text(choose))))
        found.typed = "isready\nquit\n"
    elif name not in ("games", "serve"):
        found.arguments.append(game(choose, daring))
    if choose.random() < 0.03:
        found.arguments.append(choose.choice(("--help", "-h", "--nonsense", "--version", "--dept")))
    if name in ("results", "match", "tournament", "tune"):
        found.files["s.db"] = worn(choose, store())
    usual, needed = OPTIONS[name], ALWAYS.get(name, {})
    for option in [*odd.some(choose, list(usual), 4), *needed]:
        values = usual.get(option) or needed.get(option, ())
        found.arguments.append(option)
        if values:
            wrong = choose.random() < daring
            found.arguments.append(odd_value(choose, values) if wrong else choose.choice(values))
            found.lasting |= wrong and option in LASTING
    if choose.random() < daring / 3:
        at = choose.randrange(len(found.arguments))
        found.arguments[at] = odd.spoiled(choose, found.arguments[at])
        found.lasting = True
    if name == "play" or "-" in found.arguments:
        lines = [odd.text(choose) if choose.random() < daring else choose.choice(TYPED) for _ in range(12)]
        found.typed = "\n".join(lines) + "\n"
        found.lasting |= daring > 0
    found.compiled = name not in ("serve", "uci") and choose.random() < 0.01
    return found


def game(choose: Random, daring: float) -> str:
    """Return what stands for a game."""
    if choose.random() >= daring:
        return choose.choice(SMALL)
    ways = (
        lambda: odd.text(choose),
        lambda: trees.broken(choose),
        lambda: odd.spoiled(choose, choose.choice(SMALL)),
        lambda: f"tic-tac-toe:size={odd.number(choose)}",
        lambda: f"nim:heaps={odd.number(choose)},{odd.number(choose)}",
        lambda: f"connect-four:columns={odd.number(choose)}",
        lambda: f"pig:{odd.text(choose)}",
        lambda: choose.choice(
            ("moves.txt", "record.json", "missing.py", "nowhere/g.py", ".", "/dev/null", "t.json:x=1")
        ),
    )
    return choose.choice(ways)()


def odd_value(choose: Random, values: tuple[str, ...]) -> str:
    """Return a value for an option that takes others."""
    ways = (
        odd.number,
        odd.text,
        lambda it: odd.spoiled(it, it.choice(values)),
        lambda it: f"engine:depth={odd.number(it)}",
    )
    return choose.choice(ways)(choose)
