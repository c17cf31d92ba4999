"""The options of the chess program: what can be set over UCI, and how strong that makes it play."""

import re
from dataclasses import dataclass
from typing import Any

from kibitz.errors import KibitzError
from kibitz.search.engine.level import MOST_LEVEL
from kibitz.search.engine.settings import MEGABYTES, MOST_MEGABYTES, MOST_THREADS
from kibitz.search.textbook.keep import Keep

MOST_SKILL = 20
ELO_OF_LEVEL = (500, 700, 1000, 1200, 1400, 1600, 1800, 2250, 2400, 2500)
"""The strength of levels 1 to 10 on Stockfish's scale, measured by benchmarks/levels.py but for the last two."""


@dataclass(frozen=True)
class Option:
    """An option that can be set."""

    name: str
    kind: str  # "spin": a number, "check": true or false, "string"
    default: Any
    least: int = 0
    most: int = 0

    def __str__(self) -> str:
        default = str(self.default).lower() if self.kind == "check" else self.default or "<empty>"
        bounds = f" min {self.least} max {self.most}" if self.kind == "spin" else ""
        return f"option name {self.name} type {self.kind} default {default}{bounds}"

    def read(self, text: str) -> Any:
        """Return a value read from text; raise a ValueError that says what is wrong."""
        if self.kind == "check":
            if text.lower() not in ("true", "false"):
                raise ValueError(f"{self.name} must be true or false, got {text!r}")
            return text.lower() == "true"
        if self.kind == "spin":
            if not re.fullmatch(r"-?\d{1,9}", text) or not self.least <= int(text) <= self.most:
                raise ValueError(f"{self.name} must be a number from {self.least} to {self.most}, got {text!r}")
            return int(text)
        if self.name == "KeepRate":
            keep_from(text)
        return text


OPTIONS = (
    Option("Hash", "spin", MEGABYTES, 1, MOST_MEGABYTES),
    Option("Threads", "spin", 1, 1, MOST_THREADS),
    Option("MultiPV", "spin", 1, 1, 256),
    Option("Ponder", "check", False),
    Option("UCI_Chess960", "check", False),
    Option("Skill Level", "spin", MOST_SKILL, 0, MOST_SKILL),
    Option("UCI_LimitStrength", "check", False),
    Option("UCI_Elo", "spin", ELO_OF_LEVEL[-1], ELO_OF_LEVEL[0], ELO_OF_LEVEL[-1]),
    Option("Move Overhead", "spin", 20, 0, 10_000),
    Option("KeepRate", "string", "1"),
    Option("EvalFile", "string", ""),
)


def keep_from(text: str) -> Keep | None:
    """Return what the filter keeps: one rate, or one per ply separated by commas; None if everything."""
    try:
        rates = tuple(float(part) for part in text.split(","))
        keep = Keep(rates)
    except (ValueError, KibitzError):
        raise ValueError(f"KeepRate must be a number from 0 to 1, or several, comma-separated, got {text!r}") from None
    return None if set(rates) == {1.0} else keep


def level_of(values: dict[str, Any]) -> int | None:
    """Return the level to play at; None: full strength."""
    if values["UCI_LimitStrength"]:
        return 1 + min(range(MOST_LEVEL), key=lambda i: abs(ELO_OF_LEVEL[i] - values["UCI_Elo"]))
    skill = values["Skill Level"]
    return None if skill == MOST_SKILL else 1 + round(skill * (MOST_LEVEL - 1) / (MOST_SKILL - 1))
