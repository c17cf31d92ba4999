"""The process that runs a student's program: one case after the other, with limits, and what it did as JSON lines.

Standard input holds the order, as one JSON object. Before a case a line {"start": id} is written, after it a line with
what happened. They go to what was standard output; a program that prints writes into a buffer instead.

This file is run without the rest of kibitz, so it needs nothing but the standard library and its two neighbours.
"""

import contextlib
import io
import json
import math
import os
import signal
import sys
import types
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from kibitz.classroom.grading.maze import GameState, Maze, install
from kibitz.classroom.grading.recording import Game, Position, Recorder, Table

FUNCTIONS = ("minimax", "alpha_beta", "expectimax", "expectiminimax")
CLASSES = ("MinimaxAgent", "AlphaBetaAgent", "ExpectimaxAgent")
MOST_CALLS = 5_000
"""Calls of the program's own functions that are recorded."""
MOST_TEXT = 200
LARGE_FILE = 1 << 20
REFUSED = [
    "os.exec",
    "os.fork",
    "os.forkpty",
    "os.kill",
    "os.killpg",
    "os.posix_spawn",
    "os.spawn",
    "os.startfile",
    "os.system",
    "pty.spawn",
    "subprocess.Popen",
]
"""What a program may not do, by the names of Python's audit events."""


class TimeUp(BaseException):
    """Raised in a program whose time is up."""


class Buffer(io.TextIOBase):
    """Standard output as a program sees it: only the beginning is kept."""

    def __init__(self, most: int) -> None:
        self.kept, self.most, self.size = "", most, 0

    def writable(self) -> bool:
        """Return that text can be written."""
        return True

    def write(self, text: str) -> int:
        """Keep what there is room for."""
        self.kept += text[: max(0, self.most - self.size)]
        self.size += len(text)
        return len(text)


class Calls:
    """Records the calls of a program's own functions that take a position: their numbers and what they return."""

    def __init__(self, file: str, recorder: Recorder) -> None:
        self.file, self.recorder = file, recorder
        self.running: dict[int, tuple[str, int]] = {}  # by frame: the node, and the questions asked before
        self.found: list[tuple[str, str, list[float]]] = []

    def __call__(self, frame: types.FrameType, event: str, value: Any) -> None:
        """Be called by Python at every call and return."""
        if frame.f_code.co_filename != self.file or len(self.found) >= MOST_CALLS:
            return
        if event == "call":
            code = frame.f_code
            names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
            given = [frame.f_locals.get(name) for name in names]
            node = next((each._node for each in given if isinstance(each, Position | GameState)), None)
            if node is not None:
                self.running[id(frame)] = node, len(self.recorder.events)
                self.found.append(("call", node, numbers(given)))
        elif event == "return" and id(frame) in self.running:
            node, before = self.running.pop(id(frame))
            if any(rule == "play" and asked == node for rule, asked, _ in self.recorder.events[before:]):
                self.found.append(("return", node, numbers([value])[:1]))


def numbers(values: list[Any]) -> list[float]:
    """Return the numbers among some values, also those in a tuple or list."""
    flat = [each for value in values for each in (value if isinstance(value, tuple | list) else [value])]
    return [each for each in flat if isinstance(each, int | float) and not isinstance(each, bool)]


class Program:
    """A student's file, loaded anew for each case so that no case can disturb another."""

    def __init__(self, path: str, memory: int) -> None:
        self.path, self.memory = path, memory
        self.name = Path(path).stem
        self.source = Path(path).read_bytes()

    def load(self) -> dict[str, Any]:
        """Run the file and return its names."""
        module = types.ModuleType(self.name)
        module.__file__ = self.path
        sys.modules[self.name] = module
        exec(compile(self.source, self.path, "exec"), vars(module))
        return vars(module)

    def fault(self, error: BaseException) -> dict[str, Any]:
        """Return an error as JSON: its kind, its text, and the last line of the program that it passed through."""
        kind = "exception"
        if isinstance(error, TimeUp):
            kind = "memory" if memory_used() > self.memory / 2 else "time"
        elif isinstance(error, MemoryError):
            kind = "memory"
        elif isinstance(error, SystemExit):
            kind = "exit"
        line, place = 0, error.__traceback__
        while place is not None:
            if place.tb_frame.f_code.co_filename == self.path:
                line = place.tb_lineno
            place = place.tb_next
        if isinstance(error, SyntaxError) and error.filename == self.path:
            line = error.lineno or 0
        try:
            text = " ".join(str(error).split())[:MOST_TEXT]
        except BaseException:
            text = ""
        return {"kind": kind, "type": type(error).__name__, "text": text, "line": line, "source": self.quoted(line)}

    def quoted(self, line: int) -> str:
        """Return a line of the program."""
        lines = self.source.decode(errors="replace").splitlines()
        return lines[line - 1].strip()[:MOST_TEXT] if 0 < line <= len(lines) else ""


def run_case(program: Program, case: dict[str, Any]) -> dict[str, Any]:
    """Run a program on one case."""
    recorder = Recorder()
    calls = Calls(program.path, recorder)
    found: dict[str, Any] = {}
    try:
        if "maze" in case:
            found = run_agent(program, case, recorder, calls)
        else:
            found = run_function(program, case, recorder, calls)
    except BaseException as error:
        sys.setprofile(None)
        found = {"error": program.fault(error)}
    return {**found, "events": recorder.events, "calls": calls.found}


def run_function(program: Program, case: dict[str, Any], recorder: Recorder, calls: Calls) -> dict[str, Any]:
    """Call a function of the agreed signature."""
    table = Table.from_json(case["table"])
    function = program.load()[case["name"]]
    answer = watched(calls, lambda: function(Game(table, recorder), Position(table.root), case["depth"]))
    value, move = answer, None
    if isinstance(answer, tuple | list) and len(answer) >= 1:
        value, move = answer[0], answer[1] if len(answer) > 1 else None
    return {"value": number(value), "move": plain(move), "returned": brief(answer)}


def run_agent(program: Program, case: dict[str, Any], recorder: Recorder, calls: Calls) -> dict[str, Any]:
    """Ask an agent of the classic course for its action."""
    maze = Maze(*case["maze"])

    def evaluation(state: Any, *_: Any) -> float:
        recorder.add("evaluate", state._node, 0)
        return maze.value(state._node)

    install(evaluation)
    kind = program.load()[case["name"]]
    try:
        agent = kind(depth=str(case["depth"]))
    except TypeError:
        agent = kind()
    agent.depth, agent.index, agent.evaluationFunction = case["depth"], 0, evaluation
    answer = watched(calls, lambda: agent.getAction(GameState(maze, recorder)))
    return {"value": None, "move": plain(answer), "returned": brief(answer)}


def watched(calls: Calls, function: Callable[[], Any]) -> Any:
    """Call a function while its own calls are recorded."""
    sys.setprofile(calls)
    try:
        return function()
    finally:
        sys.setprofile(None)


def number(value: Any) -> float | None:
    """Return a number that JSON can hold; None if this is not a number."""
    if value is None or isinstance(value, bool | str | bytes):
        return None
    try:
        found = value if isinstance(value, int | float) else float(value)
        return None if math.isnan(found) else found
    except (TypeError, ValueError, OverflowError):
        return None


def plain(move: Any) -> Any:
    """Return a move as JSON can hold it."""
    if move is None or isinstance(move, int | str):
        return move
    try:
        return int(move)
    except (TypeError, ValueError, OverflowError):
        return brief(move)


def brief(value: Any) -> str:
    """Return a value as a short text."""
    try:
        return repr(value)[:MOST_TEXT]
    except Exception:
        return f"a {type(value).__name__}"


def probe(program: Program) -> dict[str, Any]:
    """Return which of the agreed functions and classes a program has."""
    install(lambda state: 0)
    try:
        names = program.load()
    except BaseException as error:
        return {"error": program.fault(error), "functions": [], "classes": []}
    functions = [name for name in FUNCTIONS if callable(names.get(name))]
    classes = [name for name in CLASSES if hasattr(names.get(name), "getAction")]
    return {"functions": functions, "classes": classes}


def limit(memory: int, seconds: float) -> None:
    """Limit memory (in MB), the time of the processor and the size of files, where the system can."""
    try:
        import resource
    except ImportError:
        return
    wanted = {
        resource.RLIMIT_AS: memory << 20,
        resource.RLIMIT_CPU: math.ceil(seconds),
        resource.RLIMIT_FSIZE: LARGE_FILE,
        resource.RLIMIT_CORE: 0,
    }
    for what, most in wanted.items():
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(what, (most, most))


def memory_used() -> float:
    """Return the memory that this process uses, in MB; 0 if the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
    except (OSError, ValueError, AttributeError):
        return 0.0


def refuse_processes() -> None:
    """Refuse what would start another process or open a connection."""

    def refuse(event: str, *_: Any) -> None:
        if event in REFUSED or event.startswith("socket."):
            raise PermissionError(f"a graded program may not use {event}")

    def no_fork(*_: Any) -> None:
        raise PermissionError("a graded program may not start processes")

    with contextlib.suppress(ImportError):
        import _posixsubprocess  # what multiprocessing uses; it raises no audit event

        _posixsubprocess.fork_exec = no_fork  # type: ignore[assignment]
    sys.addaudithook(refuse)


def timed(seconds: float, function: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Call a function that is interrupted when its time is up, where the system can."""
    if not hasattr(signal, "setitimer"):
        return function()
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return function()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def time_up(*_: Any) -> None:
    """Interrupt the program."""
    raise TimeUp


def main() -> None:
    """Run all cases of an order."""
    order = json.loads(sys.stdin.buffer.read())
    results = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
    sys.stdin = io.StringIO()
    os.chdir(order["folder"])
    sys.path.append(str(Path(order["program"]).parent))
    sys.dont_write_bytecode = True
    program = Program(order["program"], order["memory"])
    for name in [name for name in sys.modules if name.partition(".")[0] == "kibitz"]:
        del sys.modules[name]  # only a stand-in for the package; a program that imports kibitz gets the real one
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, time_up)
    limit(order["memory"], (order["seconds"] + 1) * (len(order["cases"]) + 1))
    refuse_processes()
    for case in order["cases"]:
        results.write(json.dumps({"start": case["id"], "seal": order["seal"]}) + "\n")
        results.flush()
        printed = Buffer(order["output"])
        sys.stdout = sys.__stdout__ = sys.stderr = sys.__stderr__ = printed  # type: ignore[assignment, misc]
        try:
            found = timed(
                order["seconds"], partial(run_case, program, case) if "name" in case else partial(probe, program)
            )
        except TimeUp as error:  # between the program's end and the clock's
            found = {"error": program.fault(error)}
        about = {"id": case["id"], "seal": order["seal"], "printed": printed.kept, "printed_size": printed.size}
        line = json.dumps({**found, **about})
        results.write(line + "\n")
        results.flush()
    os._exit(0)
