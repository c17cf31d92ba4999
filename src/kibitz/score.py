"""Scores: what a search returns, and how to say it to a person.

A score belongs to one player. It is proven when it is exact under perfect play:
nothing below it was judged by `evaluate`, and nothing was filtered away.
"""

import re
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

Score: TypeAlias = int | float
Proven: TypeAlias = Literal["win", "loss", "draw", "exact"]
"""What is proven for a player; "exact" is an average over chances, neither won nor lost."""
VALUE = "value"
"""What a game is counted in if its amounts are mere values, as in a tree: nobody wins or loses."""
ONE = re.compile(r"(?:(?<=x)|(?<=ch)|(?<=sh)|(?<=ss))es$|s$")
"""What makes an English word plural: boxes, discs."""


def is_number(value: Any) -> bool:
    """Return whether this is an int or a float, Python's or numpy's, that 64 bits hold."""
    if isinstance(value, int | float):
        return True
    kind = getattr(value, "dtype", None)
    return kind is not None and kind.kind in "biuf" and kind.itemsize <= 8 and value.ndim == 0


def tidy(score: Any) -> Score:
    """Return a rule's or a kernel's number as a plain int, or a float if it has a fraction."""
    number = score.item() if hasattr(score, "item") else score
    if isinstance(number, float) and not number.is_integer():
        return number
    return int(number)


def outcome(utilities: Sequence[Score], player: int) -> Proven:
    """Return what a finished game is for a player: better than the best of the others, worse, or level.

    A single player wins with a positive utility.
    """
    mine = utilities[player]
    rest = [*utilities[:player], *utilities[player + 1 :]]
    other = max(rest) if rest else 0
    return "win" if mine > other else "loss" if mine < other else "draw"


def describe(
    score: Score | None,
    proven: Proven | None,
    distance: int | None,
    objective: str = "win",
    counted_in: str | None = None,
) -> str:
    """Return a score as a person would put it: "+3", "wins in 5", "+3 discs, loses in 5", "value 3".

    objective, counted_in: those of the game. Where only the win counts, a proven score is the win alone. A number whose
    sign says the opposite, as where losers get 1 and winners 3, is called a value.
    """
    if score is None:
        return "unknown"
    if counted_in == VALUE:
        return f"value {number(score)}" + ("" if proven else " at this depth")
    signed = number(score) if score <= 0 else f"+{number(score)}"
    if proven is None:
        return signed
    if proven == "exact":
        return f"{signed}, exact"
    if distance == 0:
        end = "the game is over: " + {"win": "won", "loss": "lost", "draw": "drawn"}[proven]
    else:
        end = {"win": "wins", "loss": "loses", "draw": "draws"}[proven] + (f" in {distance}" if distance else "")
    if objective == "win":
        return end
    agrees = {"win": score > 0, "loss": score < 0, "draw": score == 0}[proven]
    told = signed if agrees else f"value {number(score)}"
    return f"{told}{unit(score, counted_in)}, {end}"


def number(score: Score) -> str:
    """Return a number as text: a whole one with every digit, a fraction with up to twelve."""
    return f"{score:d}" if isinstance(score, int) else f"{score:.12g}"


def unit(amount: Score, counted_in: str | None) -> str:
    """Return what an amount is counted in, with a space before it; nothing if the game does not say."""
    if counted_in is None:
        return ""
    return f" {ONE.sub('', counted_in)}" if abs(amount) == 1 else f" {counted_in}"
