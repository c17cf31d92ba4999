"""A picture of a trace for the terminal, in colours."""

import io

from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from kibitz.interface.terminal import visible
from kibitz.search.explain.node import fraction
from kibitz.search.explain.picture import Drawn, Picture, nodes_text, score_text, window
from kibitz.search.explain.story import sum_of
from kibitz.search.explain.svg import SIGNS, size_of
from kibitz.search.explain.walk import Walk, label, legend, notes, role, title

PLAIN_WIDTH = 1000
"""Columns of a picture that is not printed to a terminal."""
TEXT_SIGNS = {"best": "←", "cut": "✗", "filtered": "–"}
"""Signs of a text where a drawing has a line."""


def text_label(walk: Walk, drawn: Drawn, blank: bool) -> Text:
    """Return the line of one node; a blank one has only what the rules say."""
    node, found = drawn.node, walk.found
    if node is None:
        return Text(f"… {drawn.fold_text()}", style="dim")
    own, who = title(found, node), found.cast.who(node.player) if found.cast.many and not node.leaf else None
    chance = None if node.chance is None else fraction(node.chance)
    move = visible(" · ".join(filter(None, (label(found, node), chance, own, who))))
    if blank:
        return Text(f"{SIGNS[role(found, node)]} {move}{f'  {score_text(node)}' if node.leaf else ''}")
    if node.fate == "cut":
        return Text(f"✗ {move}  cut: {node.reason}", style="dim")
    if node.fate == "filtered":
        return Text(f"– {move}  filtered: {node.reason}", style="dim italic")
    text = Text()
    main = "bold green" if drawn.on_line else ""
    text.append(f"{SIGNS[role(found, node)]} {move}", style=main)
    text.append(f"  {score_text(node)}", style=main or "bold")
    if terms := sum_of(node):
        text.append(f" = {terms}")
    if walk.windows and not node.leaf:
        text.append(f"  {window(node)}", style="cyan")
    if node.leaf == "over":
        text.append("  over", style="dim")
    if drawn.on_line:
        text.append("  ←", style="green")
    return text


def text_tree(chosen: Picture, walk: Walk, blank: bool) -> Tree:
    """Return the picture as a tree of lines."""
    top = Tree(text_label(walk, chosen.root, blank), guide_style="dim")
    waiting = [(top, chosen.root)]
    while waiting:
        branch, drawn = waiting.pop()
        for child in drawn.children:
            waiting.append((branch.add(text_label(walk, child, blank)), child))
    return top


def plain(chosen: Picture, blank: bool = False) -> str:
    """Return the picture as text without colours."""
    console = Console(width=PLAIN_WIDTH, color_system=None, file=io.StringIO())
    print_text(chosen, blank, console)
    return console.file.getvalue().rstrip()  # type: ignore[attr-defined, no-any-return]


def print_text(chosen: Picture, blank: bool = False, console: Console | None = None) -> None:
    """Print the picture with its legend."""
    console = console or Console()
    walk, result = Walk.of(chosen.trace), chosen.trace.result
    found = "" if blank else f": {nodes_text(result)}, {result.headline()}, best {result.names.move or '-'}"
    console.print(Text(visible(f"{result.game.spec()}  {size_of(chosen.trace)}{found}")), highlight=False)
    console.print(text_tree(chosen, walk, blank), highlight=False, soft_wrap=not console.is_terminal)
    signs = [f"{TEXT_SIGNS.get(sign, SIGNS[sign])} {words}" for sign, words in legend(chosen.trace, blank)]
    console.print("  ".join(signs), style="dim", highlight=False)
    for note in [*([] if blank else notes(chosen.trace)), *filter(None, [chosen.note()])]:
        console.print(Text(visible(note)), style="dim", highlight=False)
