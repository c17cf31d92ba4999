"""Scores: what a search returns, and how to say it to a person.

A score belongs to one player. It is proven when it is exact under perfect play:
nothing below it was judged by `evaluate`, and nothing was filtered away.
"""

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

Score: TypeAlias = int | float
Proven: TypeAlias = Literal["win", "loss", "draw", "exact"]
"""What is proven for a player; "exact" is an average over chances, neither won nor lost."""


def tidy(score: Any) -> Score:
    """Return a rule's or a kernel's number as a plain int, or a float if it has a fraction."""
    number = score.item() if hasattr(score, "item") else score
    if isinstance(number, float) and not number.is_integer():
        return number
    return int(number)


def outcome(utilities: Sequence[Score], player: int) -> Proven:
    """Say what a finished game is for a player: better than the best of the others, worse, or level.

    A single player wins with a positive utility.
    """
    mine = utilities[player]
    rest = [*utilities[:player], *utilities[player + 1 :]]
    other = max(rest) if rest else 0
    return "win" if mine > other else "loss" if mine < other else "draw"


def describe(score: Score | None, proven: Proven | None, distance: int | None) -> str:
    """Say a score as a person would: "+3", "wins in 5", "0.25, exact"."""
    if score is None:
        return "unknown"
    number = f"{score:+d}" if isinstance(score, int) else f"{score:+.4g}"
    number = "0" if score == 0 else number
    if proven is None:
        return number
    if proven == "exact":
        return f"{number}, exact"
    if distance == 0:
        return f"{number}, the game is over: " + {"win": "won", "loss": "lost", "draw": "drawn"}[proven]
    verb = {"win": "wins", "loss": "loses", "draw": "draws"}[proven]
    return f"{number}, {verb}" + (f" in {distance}" if distance is not None else "")
