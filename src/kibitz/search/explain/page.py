"""A trace as one HTML page that needs nothing else: the Tree view of the browser, with its own scripts and styles."""

import json
import re
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.board.palette import style_sheet
from kibitz.page.bundle import bundled, styles
from kibitz.search.explain.svg import named, size_of, summary
from kibitz.search.explain.walk import Walk, packed

if TYPE_CHECKING:
    from kibitz.search.explain.trace import Trace

MOST_POSITIONS = 20_000
"""Nodes of a page that also show their position and board; it would be too heavy with more."""
DERIVED = ("id", "ply", "move", "children", "next", "place")
"""What the page finds out by itself from the other fields."""


def page(*found: "Trace") -> str:
    """Return the page of a search, or of two searches side by side."""
    title = escape(f"{named(found[0].game)}: {' and '.join(map(size_of, found))}")
    parts = {
        "TITLE": title,
        "SUMMARY": escape(" / ".join(map(summary, found))),
        "STYLE": style_sheet() + styles("style.css", "tree.css", "standalone.css"),
        "DATA": embedded([page_data(each) for each in found]),
        "SCRIPT": bundled("standalone.js") + "\nstart();",
    }
    template = Path(__file__).with_name("page.html").read_text(encoding="utf-8")
    # All at once: a game's text may hold these words too.
    return re.sub("|".join(parts), lambda found: parts[found[0]], template)


def embedded(data: Any) -> str:
    """Return JSON for a script element, which no text of a game can end or turn into markup."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def page_data(found: "Trace") -> dict[str, Any]:
    """Return a walk as the page's `columns.js` reads it: a column for each field of its nodes and steps."""
    walk = Walk.of(found)
    nodes = [node for node in found.nodes if node.fate != "probed"]
    ids = {node.id: place for place, node in enumerate(nodes)}
    heavy = len(nodes) > MOST_POSITIONS
    rows = []
    for node in nodes:
        row = walk.shown(node, board=not heavy)
        row["parent"] = None if node.parent is None else ids[node.parent]
        if heavy:
            row["position"] = ""
        rows.append(row)
    drawings = packed(rows)
    return {
        "head": walk.head(),
        "nodes": columns(rows, DERIVED),
        "steps": columns(step_rows(walk, ids), ()),
        "drawings": drawings,
    }


def step_rows(walk: Walk, ids: dict[int, int]) -> Iterable[dict[str, Any]]:
    """Yield the steps; what a page can find out from the steps before is left out."""
    for number, told in enumerate(walk.told):
        if walk.found.visits:
            step = walk.step(number)
            yield {
                "kind": told.kind,
                "node": ids[step["node"]],
                "sentence": told.sentence,
                "child": None,
                "values": [known["value"] for known in step["known"]],
            }
            continue
        child = walk.counted_child(told)
        yield {
            "kind": told.kind,
            "node": ids[told.node.id],
            "sentence": told.sentence,
            "child": None if child is None else ids[child],
            **walk.known_at(number),
        }


def columns(rows: Iterable[dict[str, Any]], without: Iterable[str]) -> dict[str, list[Any]]:
    """Return rows as columns; one of nothing but None is left out."""
    rows = list(rows)
    names = [name for name in rows[0] if name not in without]
    found = {name: [row[name] for row in rows] for name in names}
    return {name: column for name, column in found.items() if any(value is not None for value in column)}
