"""Feed kibitz with whatever comes to mind, and see that it neither breaks, hangs nor lies.

python benchmarks/fuzz.py                                        the whole, with seed 1
python benchmarks/fuzz.py --seed 2 --kind commands --count 500   inputs of one kind
python benchmarks/fuzz.py --seed 2 --kind commands --case 1234   one case, printed and repeated

commands    command lines of every command; most run in processes forked from this one, some as real programs
uci         lines to `kibitz uci`, 20 in a conversation
socket      messages to `kibitz serve`, through the socket of a page and over HTTP, 20 for a page
files       game files that are broken, with a command that reads them

Case N of a seed is always the same. Exit code 1 if there is a fault, 130 after Ctrl-C. It forks, so it needs a POSIX
system.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.fuzzing import commands, files, lines, messages, run

COUNTS = {"commands": 2000, "uci": 5000, "socket": 2000, "files": 500}
"""Inputs of a whole run."""
SIZES = {"commands": 1, "uci": lines.LINES, "socket": messages.MESSAGES, "files": 1}
"""Inputs of one case."""
SELDOM = 1.0
"""Seconds between two words about progress."""


def case_of(kind: str, seed: int, number: int, plain: bool) -> Any:
    """Return the input of a case; plain: nothing that has to be compiled."""
    choose = Random(f"{kind} {seed} {number}")
    if kind == "uci":
        return lines.conversation(choose)
    if kind == "socket":
        return messages.page(choose, plain)
    found = commands.command(choose) if kind == "commands" else files.game_file(choose)
    if plain:
        found.compiled = found.real = False
    return found


def shown(case: Any) -> str:
    """Write the input of a case for a person."""
    return str(case) if isinstance(case, commands.Command) else "\n".join(ascii(part)[:2000] for part in case)


def prepared(kind: str, plain: bool) -> tuple[Callable[[Any, Random], tuple[str | None, str]], Callable[[], None]]:
    """Return what runs a case of a kind and tells its fault and what to count, and what to call at the end."""
    if kind == "socket":
        server = messages.Server()
        return lambda case, choose: messages.outcome(server, case), server.close
    run.preload()
    if kind != "uci":
        return lambda case, choose: run.outcome(case), lambda: None
    if not plain:
        lines.warm()
    return lambda case, choose: lines.outcome(case, choose, plain), lambda: None


def fuzz(
    kind: str, seed: int, numbers: range, plain: bool, tell: Callable[[str], None]
) -> tuple[Counter[str], list[str]]:
    """Run cases of a kind; return what was counted and the faults. Ctrl-C ends it early."""
    counts: Counter[str] = Counter()
    faults: list[str] = []
    outcome, close = prepared(kind, plain)
    told = 0.0
    try:
        for number in numbers:
            case = case_of(kind, seed, number, plain)
            wrong, word = outcome(case, Random(number))
            counts["inputs"] += SIZES[kind]
            counts[word] += 1
            if wrong:
                faults.append(f"--kind {kind} --seed {seed} --case {number}: {wrong}\n{shown(case)[:3000]}")
                tell(f"\n{faults[-1]}\n")
            if time.monotonic() > told + SELDOM:
                told = time.monotonic()
                tell(f"\r{kind}: {counts['inputs']} of {len(numbers) * SIZES[kind]}, {len(faults)} faults ")
    except KeyboardInterrupt:
        counts["stopped"] = 1
    finally:
        close()
    return counts, faults


def main(arguments: list[str] | None = None) -> int:
    """Run what is asked for, print a table and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=list(COUNTS), help="by default all")
    parser.add_argument("--count", type=int, help="how many inputs of each kind; by default the whole")
    parser.add_argument("--case", type=int, help="run and print only this one; it needs --kind")
    parser.add_argument("--plain", action="store_true", help="compile nothing")
    given = parser.parse_args(arguments)
    if given.case is not None and given.kind is None:
        parser.error("--case needs --kind")
    if given.count is not None and given.count < 1:
        parser.error(f"--count must be a whole number from 1, got {given.count}")
    rows, faults = [], []
    for kind in [given.kind] if given.kind else COUNTS:
        wanted = -(-(given.count or COUNTS[kind]) // SIZES[kind])
        numbers = range(wanted) if given.case is None else range(given.case, given.case + 1)
        if given.case is not None:
            print(shown(case_of(kind, given.seed, given.case, given.plain)))
        started = time.monotonic()
        counts, found = fuzz(
            kind, given.seed, numbers, given.plain, lambda text: print(text, end="", file=sys.stderr, flush=True)
        )
        faults += found
        words = ", ".join(
            f"{number} {word}" for word, number in counts.items() if word not in ("inputs", "stopped", "")
        )
        seconds = time.monotonic() - started
        rows.append(f"| {kind} | {given.seed} | {counts['inputs']} | {words} | {len(found)} | {seconds:.0f} |")
        if counts["stopped"]:
            break
    print(
        "\n| kind | seed | inputs | cases | faults | seconds |\n| --- | --- | --- | --- | --- | --- |", *rows, sep="\n"
    )
    if faults:
        print(f"\n{len(faults)} faults:", *faults, sep="\n\n")
    return 1 if faults else 130 if counts["stopped"] else 0


if __name__ == "__main__":
    sys.exit(main())
