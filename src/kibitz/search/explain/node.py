"""One node of a trace: how a search entered and left a position, and how its scores are written."""

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from kibitz.score import Score, number, tidy
from kibitz.search.desk import HIGHEST, LOWEST
from kibitz.search.textbook.bound import Known

Fate: TypeAlias = Literal["searched", "cut", "filtered", "probed", "unvisited"]
LINE = (
    "id",
    "parent",
    "ply",
    "move",
    "position",
    "player",
    "depth",
    "alpha",
    "beta",
    "score",
    "bound",
    "fate",
    "reason",
)


@dataclass
class Node:
    """One line of a trace."""

    id: int
    parent: int | None
    ply: int
    move: str | None  # that led here
    position: str
    player: int  # to move here; CHANCE for nature
    depth: int  # plies still to search
    alpha: Score | None  # on entry; None: open, or a search without window
    beta: Score | None
    score: Score | None = None  # on leaving, the deciding player's; None: never entered
    bound: str | None = None
    fate: Fate = "searched"  # probed: by a shallow search that sorts children for the filter
    reason: str | None = None
    children: list["Node"] = field(default_factory=list, repr=False)
    leaf: str | None = None  # why it was not searched further: "over" or "horizon"
    scores: tuple[Score, ...] | None = None  # max-n: each player's
    visits: int | None = None  # mcts: how many went through it
    known: Known | None = field(default=None, repr=False)  # where its score lies, if it was searched with a window

    def to_json(self) -> dict[str, Any]:
        """Return the line as a JSON object."""
        line = {name: getattr(self, name) for name in LINE}
        extras = {"scores": self.scores, "visits": self.visits}
        return {**line, **{name: value for name, value in extras.items() if value is not None}}


def finite(score: Any) -> Score | None:
    """Return an edge of a window; None if it is open."""
    if score is None or score in (LOWEST, HIGHEST):
        return None
    return tidy(score)


def show(score: Any) -> str:
    """Return a score, or an open edge, as short text."""
    if score is None or score in (LOWEST, HIGHEST):
        return "∞" if score == HIGHEST else "−∞"
    return number(tidy(score)).replace("-", "−")


def ordinal(number: int) -> str:
    """Return 1st, 2nd, 3rd, 4th, …"""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
