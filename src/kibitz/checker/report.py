"""What a check found."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kibitz.errors import KibitzError

Names = tuple[str, ...]
"""The moves that lead to a position from the start."""


class Broken(KibitzError):
    """Raised where a promise is broken."""

    def __init__(self, promise: str, text: str) -> None:
        super().__init__(text)
        self.promise, self.text = promise, text


class Finding(NamedTuple):
    """A broken promise, or something the author should know."""

    promise: str  # the function or law concerned
    text: str
    moves: Names | None  # from the start to the position; None: the whole game
    failure: bool  # False: only a remark

    def sentence(self) -> str:
        """Return the finding as one line."""
        if self.moves is None:
            where = ""
        else:
            where = f", after {' '.join(self.moves)}" if self.moves else ", at the start"
        return " ".join(f"{self.promise}: {self.text}{where}".split())


@dataclass
class Report:
    """What was checked, and what was found."""

    game: str
    seed: int
    games: int = 0
    positions: int = 0
    longest: int = 0
    seconds: float = 0.0
    compiled: bool = False
    finished: bool = True
    hung: bool = False  # a rule was left running in its thread
    findings: list[Finding] = field(default_factory=list)

    @property
    def failures(self) -> list[Finding]:
        """List the broken promises."""
        return [finding for finding in self.findings if finding.failure]

    def found(self, promise: str, text: str, moves: Names | None, failure: bool = True) -> None:
        """Add a finding, unless there is already one about this promise."""
        if all((known.promise, known.failure) != (promise, failure) for known in self.findings):
            self.findings.append(Finding(promise, text, moves, failure))

    def add(self, other: "Report") -> None:
        """Add what was found in further games."""
        self.games += other.games
        self.positions += other.positions
        self.longest = max(self.longest, other.longest)
        self.seconds = max(self.seconds, other.seconds)
        self.compiled |= other.compiled
        self.finished &= other.finished
        self.hung |= other.hung
        for finding in other.findings:
            self.found(*finding)

    def __str__(self) -> str:
        lines = [f"{'BROKEN' if found.failure else 'note'}  {found.sentence()}" for found in self.findings]
        broken = len(self.failures)
        verdict = f"{broken or 'no'} promise{'s' * (broken > 1)} broken"
        played = f"{counted(self.games, 'random game')}, {counted(self.positions, 'position')}"
        agree = "; plain and compiled rules agree" if self.compiled and not broken else ""
        early = "" if self.finished else "; stopped early"
        lines.append(f"{self.game}: {verdict} in {played}, the longest {self.longest} plies{agree}{early}")
        if broken:
            lines.append(f"to reproduce this: kibitz check {self.game} --seed {self.seed} --games {self.games}")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """Return the report as one JSON object."""
        findings = [{**finding._asdict(), "moves": list(finding.moves or ())} for finding in self.findings]
        return {**vars(self), "ok": not self.failures, "findings": findings}


def counted(number: int, word: str) -> str:
    """Return a number with what it counts, in the plural unless it is one."""
    return f"{number} {word}{'' if number == 1 else 's'}"
