"""Scores: what a search returns, and how to describe one to a person.

A score belongs to one player. It is proven when it is exact under perfect play:
nothing below it was judged by `evaluate`, and nothing was filtered away.
"""

import math
import re
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

Score: TypeAlias = int | float
Proven: TypeAlias = Literal["win", "loss", "draw", "exact"]
"""What is proven for a player; "exact" is an average over chance outcomes, neither won nor lost."""
VALUE = "value"
"""The unit of a game whose amounts are bare values, as in a tree, where nobody wins or loses."""
EQUAL, NO_OPINION = "equal", "no opinion yet"
"""What an unproven 0 means: an evaluation has found the players equal, or nothing has been evaluated."""
NOTHING = 1e-12
"""An average of guesses smaller than this is what floats leave of 0, and is told as 0."""
ONE = re.compile(r"(?:(?<=x)|(?<=ch)|(?<=sh)|(?<=ss))es$|s$")
"""The plural ending of an English word: boxes, discs."""


def is_number(value: Any) -> bool:
    """Return whether this is an int or a float of Python or numpy that fits in 64 bits."""
    if isinstance(value, int | float):
        return True
    kind = getattr(value, "dtype", None)
    return kind is not None and kind.kind in "biuf" and kind.itemsize <= 8 and value.ndim == 0


def tidy(score: Any) -> Score:
    """Return a number from a rule or a kernel as a plain int, or as a float if it has a fraction."""
    number = score.item() if hasattr(score, "item") else score
    if isinstance(number, float) and not number.is_integer():
        return number
    return int(number)


def outcome(utilities: Sequence[Score], player: int, teams: Sequence[int] | None = None) -> Proven:
    """Return how a finished game ended for a player: better than the best of the others, worse, or level.

    A single player wins with a positive utility. teams: the team of each player; by default each is alone.
    """
    mine, sides = utilities[player], teams or range(len(utilities))
    rest = [utility for other, utility in enumerate(utilities) if sides[other] != sides[player]]
    other = max(rest) if rest else 0
    return "win" if mine > other else "loss" if mine < other else "draw"


def describe(
    score: Score | None,
    proven: Proven | None,
    distance: int | None,
    objective: str = "win",
    counted_in: str | None = None,
    evaluated_in: tuple[str, Score] | None = None,
    level: str = "",
) -> str:
    """Return a score in words: "+3", "+0.35 pawns", "wins in 5", "+3 discs, loses in 5", "value 3".

    objective, counted_in, evaluated_in: those of the game. Where only winning counts, a proven score is reported as the
    win alone. A number whose sign contradicts the result, as where losers get 1 and winners 3, is called a value.
    level: what a 0 that is not proven means, if it should be mentioned: "equal", or "no opinion yet".
    """
    if score is None:
        return "unknown"
    if proven is None and abs(score) < NOTHING:
        score = 0
    if counted_in == VALUE:
        return f"value {number(score)}" + ("" if proven else " at this depth")
    signed = number(score) if score <= 0 else f"+{number(score)}"
    if proven is None:
        if score == 0 and level:
            return f"{evaluation(score, evaluated_in)}, {level}"
        return (
            signed
            if evaluated_in is None
            else f"{'+' * (score > 0)}{evaluation(score, evaluated_in)} {evaluated_in[0]}"
        )
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
    """Return a number as text: whole numbers with every digit, fractions with up to twelve."""
    return f"{score:d}" if isinstance(score, int) else f"{score:.12g}"


def evaluation(score: Score, evaluated_in: tuple[str, Score] | None) -> str:
    """Return an evaluation as text: as many of the unit that a game names, or the number itself."""
    if evaluated_in is None:
        return number(score)
    points = evaluated_in[1]
    digits = max(0, math.ceil(math.log10(points)))
    text = f"{score / points:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def unit(amount: Score, counted_in: str | None) -> str:
    """Return the unit of an amount, preceded by a space; empty if the game does not name one."""
    if counted_in is None:
        return ""
    return f" {ONE.sub('', counted_in)}" if abs(amount) == 1 else f" {counted_in}"
