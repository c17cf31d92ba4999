"""How well `kibitz grade` names the mistakes of a corpus of student programs that was written without looking at it.

    python benchmarks/grader.py

Prints a table of the mistakes: in how many programs each was made, how often it was named rightly, and how many of
those have exactly the names that the manifest expects, not others that it accepts. Programs about which the contract is
unclear are run but not counted, because any verdict suits them. `--all` lists every program. The corpus is
tests/students, with its manifest; `--held-out` takes tests/students_held_out instead, to which nothing was fitted.
"""

import argparse
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kibitz.classroom.grading import grade

TESTS = Path(__file__).parents[1] / "tests"
CORPUS = TESTS / "students"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--all", action="store_true", help="list every program")
    parser.add_argument("--only", default="", help="only programs whose path contains this")
    parser.add_argument("--held-out", action="store_true", help="take the second corpus")
    options = parser.parse_args()
    made: Counter[str] = Counter()
    named: Counter[str] = Counter()
    exact: Counter[str] = Counter()
    for entry, found in results(options.only, TESTS / "students_held_out" if options.held_out else CORPUS):
        kind = "right programs" if not entry["expected"] else " and ".join(entry["expected"])
        if entry["path"].startswith(("hostile/", "edge/")):
            kind = f"{Path(entry['path']).parts[0]}: {entry.get('outcome', kind)}"
        good = is_named(entry, found)
        if entry.get("outcome") != "unclear":
            made[kind] += 1
            named[kind] += good
            exact[kind] += good and ("outcome" in entry or found == {*entry["expected"]})
        if options.all or not good:
            line = f"{entry['path']}: {sorted(found) or 'passed'}, made {entry['expected']}"
            print("ok " if good else "BAD", line, flush=True)
    print("\n| program | programs | named rightly | with exactly these names |\n| --- | --- | --- | --- |")
    for kind in sorted(made):
        print(f"| {kind} | {made[kind]} | {named[kind]} | {exact[kind]} |")
    print(f"| in all | {made.total()} | {named.total()} | {exact.total()} |")


def results(only: str = "", corpus: Path = CORPUS) -> Iterator[tuple[dict[str, Any], set[str]]]:
    """Yield each program of a corpus with the names that grading it found."""
    for entry in tomllib.loads((corpus / "manifest.toml").read_text())["program"]:
        if only in entry["path"]:
            report = grade(corpus / entry["path"], cuts=entry.get("cuts"))
            yield entry, {mistake.name for mistake in report.mistakes}


EXPECTED = {
    "time": {"too-slow"},
    "memory": {"too-much-memory"},
    "crash": {"crashes", "too-slow", "too-much-memory"},
    "error": {"crashes"},
    "missing": {"missing"},
    "no-value": {"no-value"},
}
"""The names of which one suits what a hostile program does."""


def is_named(entry: dict[str, Any], found: set[str]) -> bool:
    """Return whether the names are those that the manifest wants, or others that it accepts."""
    outcome = entry.get("outcome")
    if outcome == "unclear":
        return True
    if outcome in ("unnamed", "cheat"):
        return bool(found)
    if outcome == "flood":
        return found <= {"too-slow"}
    if outcome in EXPECTED:
        return bool(found & EXPECTED[outcome])
    wanted, accepted = {*entry["expected"]}, {*entry["expected"], *entry.get("accept", ())}
    if not wanted:
        return not found
    return bool(found) and found <= accepted and (len(wanted) == 1 or len(found) >= len(wanted))


if __name__ == "__main__":
    main()
