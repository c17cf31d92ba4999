"""A trace as one HTML page that needs nothing else: step forward and back, with the keyboard too."""

import json
import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.search.explain.picture import has_windows, nodes_text, score_text, shape, window
from kibitz.search.explain.story import steps

if TYPE_CHECKING:
    from kibitz.search.explain.trace import Trace

FATES = {"searched": 0, "cut": 1, "filtered": 2, "probed": 3, "unvisited": 2}
MOST_POSITIONS = 20_000
"""Nodes of a page that also show their position; it would be too heavy with more."""


def page(found: "Trace") -> str:
    """Return the page."""
    result = found.result
    size = f"depth {result.depth}" if result.visits is None else f"{result.visits} visits"
    title = escape(f"{result.game.spec()}: {result.algorithm}, {size}")
    line = " ".join(result.names.pv) or "-"
    summary = escape(f"{result.headline()} · {nodes_text(result)} · best play {line}")
    # Text of a game cannot end the script element or be read as markup.
    data = json.dumps(page_data(found), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    template = Path(__file__).with_name("page.html").read_text(encoding="utf-8")
    parts = {"TITLE": title, "SUMMARY": summary, "DATA": data}
    # All at once: a game's text may hold these words too.
    return re.sub("|".join(parts), lambda found: parts[found[0]], template)


def page_data(found: "Trace") -> dict[str, Any]:
    """Return what the page shows: a list for each field, indexed by a node's id."""
    nodes = found.nodes
    searched = [node if node.fate == "searched" else None for node in nodes]
    data: dict[str, Any] = {
        "parent": [node.parent for node in nodes],
        "move": [node.move for node in nodes],
        "fate": [FATES[node.fate] for node in nodes],
        "kind": [shape(found, node) if node else "" for node in searched],
        "text": [score_text(node) if node else "" for node in searched],
        "reason": [node.reason for node in nodes],
        "windows": has_windows(found),
        "window": [window(node) if node else "" for node in searched],
        "line": sorted(found.line()),
        "drawn": sum(1 for node in nodes if node.fate != "probed"),
        "steps": [[step.kind, step.node.id, step.sentence(), step.words.get("score", "")] for step in steps(found)],
    }
    if len(nodes) <= MOST_POSITIONS:
        data["position"] = [node.position for node in nodes]
    return data
