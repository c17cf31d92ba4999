"""A small picture of a case that is a tree, for the terminal."""

from kibitz.classroom.grading.cases import Case
from kibitz.classroom.grading.recording import CHANCE, Node, Table

MOST_NODES = 60
"""Nodes of the largest tree that is drawn."""


def drawn(case: Case, marked: str) -> str:
    """Return a tree as text with one node marked; empty if the case is no tree or too large."""
    table = case.game
    if not isinstance(table, Table) or case.transposes or len(table.nodes) > MOST_NODES:
        return ""
    lines: list[str] = []

    def add(name: str, lead: str, below: str) -> None:
        node = table.nodes[name]
        here = "   <-- here" if name == marked else ""
        lines.append(f"{lead}{name}  {label(node, case.view.decider)}{here}")
        for number, child in enumerate(node.children):
            last = number == len(node.children) - 1
            odds = f"{node.odds[number]:g} " if node.odds else ""
            add(child, below + ("└── " if last else "├── ") + odds, below + ("    " if last else "│   "))

    add(table.root, "", "")
    return "\n".join(lines)


def label(node: Node, decider: int) -> str:
    """Return whose turn it is at a node, or what it is worth to the deciding player."""
    if node.over:
        return f"over: utility {node.utility[decider]:g}, evaluate {node.evaluate[decider]:g}"
    who = "nature" if node.turn == CHANCE else f"player {node.turn}"
    return f"{who} to move, evaluate {node.evaluate[decider]:g}"
