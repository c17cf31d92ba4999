"""Run a student's program in a process of its own, and return what it did on each case.

Law. Every case gets an answer: what the program did, or why there is nothing to see. A case that hangs, ends the
process or uses too much memory costs only itself: the remaining ones are run in a new process. When this returns, no
process of the program is left. It is no security boundary: see docs/grading.md.
"""

import contextlib
import importlib.util
import json
import os
import queue
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any, NamedTuple

PACKAGE = Path(__file__).parents[2]
BOOT = (
    "import sys, types; package = types.ModuleType('kibitz'); package.__path__ = [sys.argv[1]]; "
    "sys.modules['kibitz'] = package; from kibitz.classroom.grading.child import main; main()"
)
"""Starts `child` without the rest of kibitz, which would cost time and memory."""
GRACE = 1.0
"""Seconds after a program's time in which its process may still answer."""
START = 20.0
"""Seconds for the process to start."""
MOST_OUTPUT = 2_000
"""Characters of what a program prints that are kept."""
PATIENCE = 2
"""Cases of an algorithm that may hang or end the process before the rest of them are skipped."""
FATAL = ("time", "memory", "exit", "killed")


KEPT = ("PATH", "LANG", "SYSTEMROOT", "TEMP", "TMP")
"""Variables of the environment that a program sees."""


class Limits(NamedTuple):
    """What a program may use."""

    seconds: float = 2.0  # for each case
    memory: int = 512  # MB


def can_limit() -> bool:
    """Return whether the system can limit more than the time."""
    return importlib.util.find_spec("resource") is not None


def run(program: Path, cases: list[dict[str, Any]], limits: Limits) -> list[dict[str, Any]]:
    """Run a program on cases (see `child`), each with a `name`, and return the answers in the same order."""
    answers: dict[int, dict[str, Any]] = {}
    waiting = [{**case, "id": number} for number, case in enumerate(cases)]
    while waiting:
        run_some(program, waiting, limits, answers)
        tired = weary(cases, answers)
        for case in waiting:
            if case.get("name") in tired and case["id"] not in answers:
                answers[case["id"]] = {"error": fault("skipped", "not run, because others did not end well")}
        waiting = [case for case in waiting if case["id"] not in answers]
    return [answers[number] for number in range(len(cases))]


def weary(cases: list[dict[str, Any]], answers: dict[int, dict[str, Any]]) -> set[Any]:
    """Return the names whose cases have failed too often to go on."""
    ended = [cases[number].get("name") for number, answer in answers.items() if is_fatal(answer)]
    return {name for name in ended if ended.count(name) >= PATIENCE}


def is_fatal(answer: dict[str, Any]) -> bool:
    """Return whether a case did not end by itself."""
    return answer.get("error", {}).get("kind") in FATAL


def fault(kind: str, text: str) -> dict[str, Any]:
    """Return an error in the form that `child` gives it."""
    return {"kind": kind, "type": "", "text": text, "line": 0, "source": ""}


def run_some(program: Path, cases: list[dict[str, Any]], limits: Limits, answers: dict[int, dict[str, Any]]) -> None:
    """Run cases in one process until it ends, or until an algorithm's cases fail too often."""
    with tempfile.TemporaryDirectory(prefix="kibitz-grade-", ignore_cleanup_errors=True) as folder:
        seal = secrets.token_hex()
        order = {
            "seal": seal,
            "program": str(program.resolve()),
            "folder": folder,
            "cases": cases,
            "seconds": limits.seconds,
            "memory": limits.memory,
            "output": MOST_OUTPUT,
        }
        process = subprocess.Popen(
            [sys.executable, "-I", "-X", "utf8", "-c", BOOT, str(PACKAGE)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env={**{name: os.environ[name] for name in KEPT if name in os.environ}, "OPENBLAS_NUM_THREADS": "1"},
            start_new_session=True,
        )
        lines: queue.Queue[bytes | None] = queue.Queue()
        threading.Thread(target=read_lines, args=(process, lines), daemon=True).start()
        try:
            with contextlib.suppress(OSError):
                assert process.stdin is not None
                process.stdin.write(json.dumps(order).encode())
                process.stdin.close()
            listen(process, lines, cases, limits, answers, seal)
        finally:
            end(process)


def read_lines(process: "subprocess.Popen[bytes]", lines: "queue.Queue[bytes | None]") -> None:
    """Pass on what the process writes, and None at its end."""
    assert process.stdout is not None
    with contextlib.suppress(OSError, ValueError), process.stdout as stream:
        for line in stream:
            lines.put(line)
    lines.put(None)


def listen(
    process: "subprocess.Popen[bytes]",
    lines: "queue.Queue[bytes | None]",
    cases: list[dict[str, Any]],
    limits: Limits,
    answers: dict[int, dict[str, Any]],
    seal: str,
) -> None:
    """Collect answers until the process ends, hangs, or has failed too often with one of the names."""
    names = {case["id"]: case.get("name") for case in cases}
    fatal: list[Any] = []
    running = cases[0]["id"]
    patience = START
    while True:
        try:
            line = lines.get(timeout=patience)
        except queue.Empty:
            answers[running] = {"error": fault("time", f"did not return within {limits.seconds:g} s")}
            return
        if line is None:
            if running not in answers:
                answers[running] = {"error": ended(process)}
            return
        said = sealed(line, seal)
        if said is None:
            continue
        if "start" in said:
            running, patience = said["start"], limits.seconds + GRACE
            continue
        answers[said["id"]] = said
        patience = START
        if is_fatal(said):
            fatal.append(names[said["id"]])
            if fatal.count(fatal[-1]) >= PATIENCE:
                return
        if len(answers.keys() & names.keys()) == len(cases):
            return


def sealed(line: bytes, seal: str) -> dict[str, Any] | None:
    """Return what a line says; None if the program wrote it, and not the process that runs it."""
    try:
        said = json.loads(line)
    except ValueError:
        return None
    return said if isinstance(said, dict) and said.pop("seal", None) == seal else None


def ended(process: "subprocess.Popen[bytes]") -> dict[str, Any]:
    """Return in words how the process ended in the middle of a case."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(GRACE)
    code = process.returncode
    if code is not None and code >= 0:
        return fault("exit", f"ended the process with exit code {code}")
    if code == -getattr(signal, "SIGXCPU", 24):
        return fault("time", "used up the time of the processor")
    return fault("killed", "crashed the interpreter" if code is None else f"crashed the interpreter (signal {-code})")


def end(process: "subprocess.Popen[bytes]") -> None:
    """End the process with everything that it may have started."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
