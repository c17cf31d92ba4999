"""Run a command line in a process of its own, and judge what it printed.

Law. A right program ends by itself or by Ctrl-C, in time, with an exit code that it promises; what it prints is text
that a terminal shows and does not obey; and what it calls proven is true.

Most runs are forked from this process, which has loaded everything: that takes 20 ms instead of a second, and what a
run leaves behind, hangs in or breaks dies with it.
"""

import atexit
import contextlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.fuzzing.commands import LIMIT, Command

CODES = (0, 1, 2, 130)
LONGEST_ERROR = 1001
"""Characters of an error, with the … of one that was cut off."""
PATIENCE = 4.0
"""Seconds before a run that may last is interrupted."""
MOST_MEMORY = 6 << 30
OBEYED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
INSIDES = ("Traceback (most recent", "LLVM IR", "AssertionError", "llvmlite", "Fatal Python error")


class Ran(NamedTuple):
    """How a run ended."""

    code: int  # below zero: killed by this signal
    out: str
    err: str
    seconds: float
    late: bool  # it had to be killed
    interrupted: bool


def preload() -> None:
    """Load what the runs need, so that each begins with it."""
    import rich.live

    import kibitz.compiler.compile
    from kibitz.interface.cli import bench, main, paint, play, tree, watch
    from kibitz.protocol import notation, uci

    for module in (rich.live, kibitz.compiler.compile, bench, main, paint, play, tree, watch, notation, uci):
        assert module.__name__ in sys.modules


def without_compiler() -> None:
    """Let nothing be compiled in this process: searches run plain."""
    import kibitz.compiler.compile
    from kibitz.errors import CompileError

    def refuse(*_: Any) -> Any:
        raise CompileError("this run is without a compiler")

    kibitz.compiler.compile.compile_search = refuse


def fork(work: Callable[[], None], streams: tuple[int, int, int], closed: tuple[int, ...] = ()) -> int:
    """Begin a process that does this work as a program of its own would, and return its number.

    streams: its standard input, output and error. closed: what of this process it must not hold open.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child:
        return child
    code = 70
    try:
        os.setsid()
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        for stream in (*streams, *closed):
            os.close(stream)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
        code = 0
        try:
            work()
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else 0 if left.code is None else 1
        except BaseException:
            traceback.print_exc()
            code = 1
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
    finally:
        os._exit(code)


def run(command: Command) -> Ran:
    """Run a command line in a folder of its own."""
    folder = Path(tempfile.mkdtemp(prefix="kibitz-fuzz-"))
    try:
        for name, data in command.files.items():
            (folder / name).write_bytes(data)
        (folder / ".in").write_bytes(command.typed.encode(errors="surrogateescape"))
        with (
            (folder / ".in").open("rb") as given,
            (folder / ".out").open("wb") as out,
            (folder / ".err").open("wb") as err,
        ):
            streams = given.fileno(), out.fileno(), err.fileno()
            if command.real:
                arguments = [sys.executable, "-P", "-m", "kibitz", *command.arguments]
                child = subprocess.Popen(
                    arguments, stdin=given, stdout=out, stderr=err, cwd=folder, start_new_session=True
                ).pid
            else:
                child = fork(lambda: kibitz_in(folder, command), streams)
            waited = wait(child, command)
        said = [(folder / name).read_bytes().decode(errors="surrogateescape") for name in (".out", ".err")]
        return Ran(waited[0], *said, *waited[1:])
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def kibitz_in(folder: Path, command: Command) -> None:
    """Be the program `kibitz` in a folder."""
    from kibitz.interface.cli.main import main

    os.chdir(folder)
    os.environ["KIBITZ_SOLVE_SECONDS"] = "0.2"
    if not command.compiled:
        without_compiler()
    sys.argv = ["kibitz", *command.arguments]
    main()


def wait(child: int, command: Command) -> tuple[int, float, bool, bool]:
    """Wait until a run ends; interrupt what may last, and kill what does not end in time."""
    started, pause = time.monotonic(), 0.001
    late = interrupted = False
    try:
        while True:
            ended, status = os.waitpid(child, os.WNOHANG)
            spent = time.monotonic() - started
            if ended:
                return os.waitstatus_to_exitcode(status), spent, late, interrupted
            if spent > command.limit and not late:
                late = True
                os.killpg(child, signal.SIGKILL)
            elif command.lasting and spent > PATIENCE and not interrupted:
                interrupted = True
                os.kill(child, signal.SIGINT)
            time.sleep(pause)
            pause = min(pause * 1.5, 0.05)
    finally:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child, signal.SIGKILL)  # what it has left behind


def fault(command: Command, ran: Ran) -> str | None:
    """Return what is wrong with a run; None: nothing."""
    if ran.late:
        return f"did not end within {command.limit:g} seconds" + (" nor by Ctrl-C" if ran.interrupted else "")
    both, rules = ran.out + ran.err, b"".join(command.files.values())
    for inside in INSIDES:
        if inside in both:
            return f"shows its insides: {inside}"
    if ran.code not in CODES:
        return f"exit code {ran.code}"
    if found := OBEYED.search(both):
        return f"prints the control character {found[0]!r}"
    for line in ran.err.splitlines():
        if line.startswith("kibitz: ") and len(line.removeprefix("kibitz: ").removeprefix("note: ")) > LONGEST_ERROR:
            return f"an error of {len(line)} characters"
    if ran.code == 2 and "kibitz: " not in ran.err and '"error"' not in ran.out:
        return "exit code 2 without a word"
    if ran.code == 130 and not ran.interrupted and b"Interrupt" not in rules and b"SIGINT" not in rules:
        return "exit code 130, and nobody interrupted it"
    elsewhere = {"--help", "-h", "--version", "--output"} & {*command.arguments} or b"print" in rules
    if ran.code == 0 and "--json" in command.arguments and not elsewhere:
        try:
            for line in ran.out.splitlines():
                json.loads(line)
        except ValueError as error:
            return f"--json printed something else: {error}"
    return untrue(command, ran)


def untrue(command: Command, ran: Ran) -> str | None:
    """Return what is wrong with an answer that is known; a refusal in words is none."""
    if command.truth is None or ran.code == 2:
        return None
    if ran.code != 0:
        return f"exit code {ran.code} where an answer or a refusal was expected"
    return command.truth.contradicts(json.loads(ran.out))


def outcome(command: Command) -> tuple[str | None, str]:
    """Run a command line; return its fault, if any, and what is to be counted of it."""
    ran = run(command)
    wrong = fault(command, ran)
    if wrong:
        shown = "\n".join(f"  | {ascii(line)[:300]}" for line in (ran.out + ran.err).splitlines()[-14:])
        wrong += f" (exit code {ran.code}, {ran.seconds:.1f} s)\n{shown}"
    kind = "interrupted" if ran.interrupted else {0: "answered", 2: "refused"}.get(ran.code, "exit code 1")
    return wrong, kind


assert LIMIT > PATIENCE
