"""Where the nodes of a tree are drawn: parents above the middle of their children, as close as they fit.

The page in the browser lays trees out in the same way (layout.js), and a test compares the two. Measures are in pixels;
the width of a text is its number of letters times that of a letter.
"""

from dataclasses import dataclass, field
from typing import Any

from kibitz.search.explain.picture import Drawn
from kibitz.search.explain.story import edge
from kibitz.search.explain.walk import SIGNS

HALF = 25
"""Half of a node's height."""
MARGIN = 30
ROW = 116
"""From one level to the next, without boards."""
GAP = 10
LETTER = 7.5
"""The width of a letter beside, above and below nodes."""
DIGIT = 8.5
"""The width of a letter in a node."""
LONG = 4
"""Letters that fit into a node's usual shape; it grows with more."""
BOARD = 68
"""The greater side of a small board."""
BESIDE = 8
"""From a node to what is written beside it."""
LEAST_WINDOW = 5
"""Letters of a window for which there is always room."""
FOLD = HALF + 18
"""Half of the width of a fold."""


@dataclass
class Item:
    """Something drawn: a node as the page shows it, or the fold of the rest of a node's children."""

    drawn: Drawn
    shown: dict[str, Any] | None
    parent: "Item | None" = None
    children: list["Item"] = field(default_factory=list)
    level: int = 0
    x: float = 0.0
    y: float = 0.0
    left: list[float] = field(default_factory=list)  # how far its subtree reaches to the left at each level
    right: list[float] = field(default_factory=list)


def layout(items: list[Item], windows: bool) -> None:
    """Set the place of every item; parents stand before their children in the list."""
    top = items[0]
    assert top.shown is not None
    row = ROW + below_of(top.shown)
    for item in items:
        item.y = MARGIN + HALF + item.level * row
        item.left, item.right = [-FOLD], [FOLD]
        if item.shown is not None:
            half = max(shape_of(item.shown), label_of(item.shown) / 2, board_size(item.shown)[0] / 2) + GAP / 2
            item.left = [-max(half, shape_of(item.shown) + left_of(item.shown) + GAP / 2)]
            item.right = [max(half, shape_of(item.shown) + right_of(item.shown, windows) + GAP / 2)]
    for item in reversed(items):
        if item.children:
            pack(item)
    top.x = MARGIN - min(top.left)
    for item in items[1:]:
        assert item.parent is not None
        item.x += item.parent.x


def pack(item: Item) -> None:
    """Put an item's children side by side, as close as what is below them allows, and itself over their middle.

    Until everything is placed, x is counted from the parent.
    """
    reach: list[float] = []
    for child in item.children:
        child.x = max(0.0, *(far - left for far, left in zip(reach, child.left, strict=False)), 0.0)
        for level, right in enumerate(child.right):
            reach[level : level + 1] = [child.x + right]
    middle = item.children[-1].x / 2
    for child in item.children:
        child.x -= middle
        for level, (left, right) in enumerate(zip(child.left, child.right, strict=True), 1):
            if level == len(item.left):
                item.left.append(child.x + left)
                item.right.append(child.x + right)
            else:
                item.left[level] = min(item.left[level], child.x + left)
                item.right[level] = max(item.right[level], child.x + right)


def score_text(shown: dict[str, Any]) -> str:
    """Return a node's score with its bound."""
    return "" if shown["score"] is None else SIGNS.get(shown["bound"] or "", "") + shown["score"]


def shape_of(shown: dict[str, Any]) -> float:
    """Return half of the width of a node's shape."""
    letters = len(score_text(shown))
    usual = {"leaf": HALF - 3, "average": HALF - 2}.get(shown["role"], HALF + 5)
    return max(usual, letters * DIGIT / 2 + 7) if letters > LONG else usual


def edge_text(shown: dict[str, Any]) -> str:
    """Return what is written on the edge to a node: the move, and how likely it is."""
    return f"{shown['label']} · {shown['chance']}" if shown["chance"] else str(shown["label"])


def label_of(shown: dict[str, Any]) -> float:
    """Return the width of the label above a node, or of a leaf's name below it."""
    own = len(shown["title"] or "") if shown["role"] == "leaf" else 0
    return max(len(edge_text(shown)), own) * LETTER


def left_texts(shown: dict[str, Any]) -> list[str]:
    """Return what is written to the left of a node: its own name, and who moves where that is not clear."""
    if shown["role"] == "leaf":
        return []
    return [text for text in (shown["title"], None if shown["seat"] is None else shown["player"]) if text]


def left_of(shown: dict[str, Any]) -> float:
    """Return the room that a node needs on its left."""
    letters = max(map(len, left_texts(shown)), default=0)
    return BESIDE + letters * LETTER if letters else 0


def right_texts(shown: dict[str, Any], windows: bool) -> list[str]:
    """Return what is written to the right of a node: its window."""
    if not windows or shown["role"] == "leaf":
        return []
    return [f"α {edge(shown['alpha'], '−∞')}", f"β {edge(shown['beta'], '∞')}"]


def right_of(shown: dict[str, Any], windows: bool) -> float:
    """Return the room that a node needs on its right."""
    letters = max(map(len, right_texts(shown, windows)), default=0)
    return BESIDE + max(letters, LEAST_WINDOW) * LETTER if letters else 0


def board_size(shown: dict[str, Any]) -> tuple[float, float, float]:
    """Return the width, the height and the scale of the small board below a node; without one, nothing."""
    if shown["board"] is None:
        return 0.0, 0.0, 0.0
    left, top, right, bottom = shown["board"]["frame"]
    scale = BOARD / max(right - left, bottom - top)
    return (right - left) * scale, (bottom - top) * scale, scale


def below_of(shown: dict[str, Any]) -> float:
    """Return the room for the board below a node."""
    return board_size(shown)[1] + BESIDE if shown["board"] else 0.0
