"""Lines for the chess program that speaks UCI, and a conversation that must stay alive whatever it hears."""

import functools
import os
import re
import select
import signal
import sys
import time
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from benchmarks.fuzzing import odd
from benchmarks.fuzzing.run import fork, without_compiler

if TYPE_CHECKING:
    from kibitz import Game

LINES = 20
"""Lines of one conversation."""
LIMIT = 20.0
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
RIGHT = (
    *("uci", "isready", "ucinewgame", "position startpos", "position startpos moves e2e4 e7e5 g1f3", "stop"),
    *("ponderhit", f"position fen {START}", f"position fen {START} moves e2e4"),
    *("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "position fen 8/8/8/8/8/8/8/8 w - - 0 1"),
    *("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "debug on", "register later", "go", "go infinite"),
    *("go ponder", "go depth 2", "go nodes 50", "go movetime 5", "go mate 1", "go wtime 50 btime 50"),
    *("go depth 1 searchmoves e2e4 a2a3", "go wtime 100 btime 100 winc 5 binc 5 movestogo 2"),
    *("go infinite searchmoves e2e4", "setoption name Hash value 1", "setoption name MultiPV value 3"),
    *("setoption name Threads value 2", "setoption name Ponder value true", "setoption name UCI_Chess960 value true"),
    *("setoption name Skill Level value 3", "setoption name UCI_LimitStrength value true"),
    *("setoption name UCI_Elo value 700", "setoption name Move Overhead value 10"),
    *("setoption name KeepRate value 1,0.5",),
)
WORDS = sorted({word for line in RIGHT for word in line.split()} | {"value", "e1g1", "0000", "e7e8q", "null", "w", "-"})
SAID = re.compile(r"(id|option|uciok|readyok|info|bestmove)( |$)")
BEST = re.compile(r"bestmove (\(none\)|[a-h][1-8][a-h][1-8][qrbn]?)( ponder [a-h][1-8][a-h][1-8][qrbn]?)?")


def line(choose: Random) -> bytes:
    """Return a line: right, spoiled, of words in any order, with odd numbers, or junk; never `quit`."""
    ways: tuple[Callable[[], bytes], ...] = (
        lambda: choose.choice(RIGHT).encode(),
        lambda: odd.spoiled(choose, choose.choice(RIGHT)).encode(errors="replace"),
        lambda: " ".join(choose.choices(WORDS, k=choose.randint(1, 9))).encode(),
        lambda: f"go {choose.choice(WORDS)} {odd.number(choose)} {choose.choice(WORDS)} {odd.number(choose)}".encode(),
        lambda: f"setoption name {choose.choice(WORDS)} value {odd.number(choose)}".encode(),
        lambda: f"position fen {odd.spoiled(choose, START)}".encode(errors="replace"),
        lambda: f"position startpos moves {' '.join(choose.choices(WORDS, k=3))}".encode(),
        lambda: choose.randbytes(choose.randint(0, 200)),
        lambda: choose.choice(RIGHT).encode() + b" " + b"x" * choose.choice((5000, 1 << 17, 1 << 18)),
    )
    made = choose.choices(ways, (6, 4, 3, 4, 2, 2, 2, 2, 0.3))[0]().replace(b"\n", b" ")
    return made if first_word(made) != "quit" else b"quiet"


def first_word(made: bytes) -> str:
    """Return the word by which a line is known; none of a line that is too long."""
    return (made.decode(errors="replace").split() or [""])[0] if len(made) < 1 << 17 else ""


def conversation(choose: Random) -> list[bytes]:
    """Return the lines of one conversation."""
    return [line(choose) for _ in range(LINES)]


def warm() -> None:
    """Compile the engine of chess, so that each conversation begins with it."""
    from kibitz import Engine

    Engine(chess(), table=1)


@functools.cache
def chess() -> "Game[Any]":
    """Return the one game of chess that all conversations share."""
    from kibitz import load

    return load("chess")


def talk(plain: bool) -> None:
    """Be the program `kibitz uci`."""
    from kibitz.protocol import uci

    if plain:
        without_compiler()
        uci.READY_SECONDS = 0.05
    uci.serve(chess(), sys.stdin.buffer, sys.stdout.buffer, leave=lambda: os._exit(0))


class Program:
    """`kibitz uci` in a process of its own, and what it has said."""

    def __init__(self, plain: bool) -> None:
        given, said, errors = os.pipe(), os.pipe(), os.pipe()
        self.child = fork(lambda: talk(plain), (given[0], said[1], errors[1]), closed=(given[1], said[0], errors[0]))
        for end in (given[0], said[1], errors[1]):
            os.close(end)
        self.into, self.out, self.err = given[1], said[0], errors[0]
        os.set_blocking(self.into, False)
        self.heard = {self.out: b"", self.err: b""}
        self.open = {self.out, self.err}

    def tell(self, data: bytes, seconds: float) -> None:
        """Send something, and hear what is said meanwhile and for a while after."""
        end = time.monotonic() + LIMIT
        while data:
            self.hear(0 if select.select([], [self.into], [], 0)[1] else 0.01)
            try:
                data = data[os.write(self.into, data[: 1 << 15]) :]
            except BlockingIOError:
                if time.monotonic() > end:
                    raise TimeoutError(f"a line is not taken within {LIMIT:g} seconds") from None
            except BrokenPipeError:
                return
        self.hear(seconds)

    def hear(self, seconds: float) -> None:
        """Take what is said now, after waiting for it this long at the most."""
        for stream in select.select(list(self.open), [], [], seconds)[0]:
            piece = os.read(stream, 1 << 16)
            self.heard[stream] += piece
            if not piece:
                self.open.discard(stream)

    def count(self, word: str) -> int:
        """Return how many lines begin with a word."""
        return sum(said.split()[:1] == [word.encode()] for said in self.heard[self.out].split(b"\n"))

    def wait_for(self, wanted: dict[str, int]) -> bool:
        """Hear until as many lines as wanted have come; return whether they have."""
        end = time.monotonic() + LIMIT
        while self.open and time.monotonic() < end:
            if all(self.count(word) >= number for word, number in wanted.items()):
                return True
            self.hear(0.05)
        return False

    def close(self) -> int:
        """End it, kindly if that helps; return its exit code."""
        self.tell(b"quit\n", 0.0)
        end = time.monotonic() + LIMIT
        while self.open and time.monotonic() < end:
            self.hear(0.1)
        if self.open:
            os.killpg(self.child, signal.SIGKILL)
        for stream in (self.into, self.out, self.err):
            os.close(stream)
        return os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])


def outcome(lines: list[bytes], choose: Random, plain: bool) -> tuple[str | None, str]:
    """Hold a conversation; return its fault, if any, and what is to be counted of it."""
    program = Program(plain)
    words = [first_word(line) for line in lines]
    wanted = {"bestmove": words.count("go"), "readyok": words.count("isready") + 1}
    wrong, late = None, False
    try:
        for line in lines:
            program.tell(line + b"\n", choose.choice((0.0, 0.0, 0.02)))
        program.tell(b"stop\nisready\n", 0.0)
        late = not program.wait_for(wanted)
    except TimeoutError as error:
        wrong = str(error)
    counts = {word: program.count(word) for word in wanted}
    code = program.close()
    said = program.heard[program.out].decode(errors="surrogateescape")
    wrong = wrong or fault(said, program.heard[program.err].decode(errors="replace"))
    if not wrong and late:
        wrong = f"said {counts} within {LIMIT:g} seconds, {wanted} were expected"
    counts = {word: program.count(word) for word in wanted}
    if not wrong and (counts != wanted or code != 0):
        wrong = f"said {counts}, {wanted} were expected; exit code {code}"
    if wrong:
        wrong += "\n" + "\n".join(f"  | {ascii(text)[:300]}" for text in said.splitlines()[-8:])
    return wrong, "answered"


def fault(said: str, errors: str) -> str | None:
    """Return what is wrong with what was said; None: nothing."""
    if "Traceback" in errors or "Fatal" in errors:
        return f"wrote to standard error: {errors[-1500:]}"
    for text in said.split("\n")[:-1]:
        if not text.isprintable() or len(text) > 4000:
            return f"said a line that a program cannot read: {ascii(text)[:300]}"
        if not SAID.match(text) or text.startswith("bestmove") and not BEST.fullmatch(text):
            return f"said something that is no UCI: {text[:300]}"
    return None
