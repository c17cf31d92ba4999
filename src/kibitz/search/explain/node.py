"""One node of a trace: how a search entered and left a position, and how its scores are written."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from kibitz.game import Game
from kibitz.score import Score, number, tidy
from kibitz.search.desk import HIGHEST, LOWEST
from kibitz.search.textbook.bound import Known

Fate: TypeAlias = Literal["searched", "cut", "filtered", "probed", "unvisited"]
MOST_DIGITS = 7
"""Letters of a number with a fraction; a longer one is rounded."""
LEAST = 0.01
"""Smaller numbers are rounded by their digits, not by their decimals."""
MOST_DENOMINATOR = 64
"""Probabilities are written as fractions up to this denominator."""
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
    name: str = "root"  # in the story: the moves that lead here, or the name of a tree's node
    chance: float | None = None  # how likely the move that led here is, where nature or somebody at random moves
    p: Any = field(default=None, repr=False)  # the position itself
    leaf: str | None = None  # why it was not searched further: "over" or "horizon"
    scores: tuple[Score, ...] | None = None  # max-n: each player's
    visits: int | None = None  # mcts: how many went through it
    known: Known | None = field(default=None, repr=False)  # where its score lies, if it was searched with a window

    def to_json(self) -> dict[str, Any]:
        """Return the line as a JSON object."""
        line = {name: getattr(self, name) for name in LINE}
        extras = {"scores": self.scores, "visits": self.visits, "chance": self.chance}
        return {**line, **{name: value for name, value in extras.items() if value is not None}}


def add_node(game: Game[Any], nodes: list[Node], parent: Node | None, p: Any, move: str | None, depth: int = 0) -> Node:
    """Add a node to a trace, below its parent. In a tree its name is its own, in a game the moves that lead there."""
    position = game.write(p)
    above = "" if parent is None or parent.parent is None else f"{parent.name} "
    node = Node(
        id=len(nodes),
        parent=parent.id if parent else None,
        ply=parent.ply + 1 if parent else 0,
        move=move,
        position=position,
        player=int(game.rules.turn(p)),
        depth=depth,
        alpha=None,
        beta=None,
        name=position if game.is_tree else f"{above}{move}" if parent else "root",
        p=p,
    )
    nodes.append(node)
    if parent:
        parent.children.append(node)
    return node


def finite(score: Any) -> Score | None:
    """Return an edge of a window; None if it is open."""
    if score is None or score in (LOWEST, HIGHEST):
        return None
    return tidy(score)


def show(score: Any) -> str:
    """Return a score, or an open edge, as short text; a number with many digits is rounded, and ≈ says so."""
    if score is None or score in (LOWEST, HIGHEST):
        return "∞" if score == HIGHEST else "−∞"
    value = tidy(score)
    text = number(value)
    if isinstance(value, float) and len(text) > MOST_DIGITS:
        text = f"≈{value:.3f}".rstrip("0").rstrip(".") if abs(value) >= LEAST else f"≈{value:.2g}"
    return text.replace("-", "−")


def ordinal(number: int) -> str:
    """Return 1st, 2nd, 3rd, 4th, …"""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def fraction(share: float) -> str:
    """Return a probability as people write it: 1/6, 1/2, 0.123."""
    near = Fraction(share).limit_denominator(MOST_DENOMINATOR)
    if abs(near - share) > 1e-12:
        return f"{share:.3g}"
    return str(near)
