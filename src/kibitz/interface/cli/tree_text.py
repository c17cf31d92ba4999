"""A picture of a trace for the terminal, in colours."""

import io

from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from kibitz.interface.terminal import visible
from kibitz.search.explain.picture import Drawn, Picture, has_windows, nodes_text, score_text, shape, window
from kibitz.search.explain.trace import Trace

PLAIN_WIDTH = 1000
"""Columns of a picture that is not printed to a terminal."""
SIGNS = {"max": "▲", "min": "▼", "average": "●", "leaf": "■"}


def text_label(found: Trace, drawn: Drawn) -> Text:
    """Return the line of one node."""
    node = drawn.node
    if node is None:
        return Text(f"… {drawn.fold_text()}", style="dim")
    move = visible(node.move or "root")
    if node.fate == "cut":
        return Text(f"✗ {move}  cut: {node.reason}", style="dim")
    if node.fate == "filtered":
        return Text(f"– {move}  filtered: {node.reason}", style="dim italic")
    text = Text()
    main = "bold green" if drawn.on_line else ""
    text.append(f"{SIGNS[shape(found, node)]} {move}", style=main)
    text.append(f"  {score_text(node)}", style=main or "bold")
    if has_windows(found) and not node.leaf:
        text.append(f"  {window(node)}", style="cyan")
    if node.leaf == "over":
        text.append("  over", style="dim")
    if drawn.on_line:
        text.append("  ←", style="green")
    return text


def text_tree(chosen: Picture) -> Tree:
    """Return the picture as a tree of lines."""
    top = Tree(text_label(chosen.trace, chosen.root), guide_style="dim")
    waiting = [(top, chosen.root)]
    while waiting:
        branch, drawn = waiting.pop()
        for child in drawn.children:
            waiting.append((branch.add(text_label(chosen.trace, child)), child))
    return top


def plain(chosen: Picture) -> str:
    """Return the picture as text without colours."""
    console = Console(width=PLAIN_WIDTH, color_system=None, file=io.StringIO())
    print_text(chosen, console)
    return console.file.getvalue().rstrip()  # type: ignore[attr-defined, no-any-return]


def print_text(chosen: Picture, console: Console | None = None) -> None:
    """Print the picture with its legend."""
    console = console or Console()
    result = chosen.trace.result
    head = f"{result.game.spec()}  {result.algorithm}, depth {result.depth}: "
    found = f"{nodes_text(result)}, {result.headline()}, best {result.names.move or '-'}"
    console.print(Text(visible(head + found)), highlight=False)
    console.print(text_tree(chosen), highlight=False, soft_wrap=not console.is_terminal)
    console.print(
        "▲ greatest  ▼ least  ● average  ■ leaf  ✗ cut  – filtered  ← best play", style="dim", highlight=False
    )
    if chosen.note():
        console.print(Text(visible(chosen.note())), style="dim", highlight=False)
