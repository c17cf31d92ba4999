"""Draw which part of kibitz imports which, into docs/architecture.md.

    python docs/import_graph.py

An arrow points from a part to one that it imports. What follows from two others is left out: where a → b → c, so is
a → c. Imports for type checking alone do not count, nor do the package's own names in `kibitz/__init__.py`.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "kibitz"
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- imports: made by docs/import_graph.py -->", "<!-- end of imports -->"
TOP = ("kibitz", "kibitz.__main__")
"""Modules that stand above all parts."""


class Import(NamedTuple):
    """One module of kibitz that another one imports."""

    source: str
    target: str
    typing: bool  # only for type checking


def modules() -> dict[str, Path]:
    """Return every module of kibitz by name; a package is its `__init__`."""
    found = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        parts = ("kibitz", *file.relative_to(PACKAGE).with_suffix("").parts)
        found[".".join(parts).removesuffix(".__init__")] = file
    return found


def imports() -> list[Import]:
    """Return every import of one module of kibitz by another, wherever in the file it stands."""
    known = modules()
    return [each for name, file in known.items() for each in imports_in(name, file, known)]


def imports_in(name: str, file: Path, known: dict[str, Path]) -> Iterator[Import]:
    """Yield what a module imports; `from package import name` imports the module of that name, if there is one."""
    tree = ast.parse(file.read_text())
    typing = {id(node) for branch in ast.walk(tree) if is_typing(branch) for node in ast.walk(branch)}
    package = name if file.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(tree):
        targets: list[str] = []
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            up = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*up, *([node.module] if node.module else [])])
            targets = [inner if (inner := f"{base}.{alias.name}") in known else base for alias in node.names]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            words = [each.value for each in ast.walk(node) if isinstance(each, ast.Constant)]
            targets = [str(word).rstrip(".") for word in words]
        for target in targets:
            if target == "kibitz" or target.startswith("kibitz."):
                yield Import(name, target, id(node) in typing)


def is_typing(node: ast.AST) -> bool:
    """Return whether this is `if TYPE_CHECKING:`."""
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


def part_of(module: str) -> str:
    """Return the part that a module belongs to: the first name below `kibitz`."""
    return module.split(".")[1]


def parts() -> dict[str, set[str]]:
    """Return which other parts each part imports."""
    found: dict[str, set[str]] = {part_of(name): set() for name in modules() if name not in TOP}
    for source, target, typing in imports():
        if source not in TOP and target not in TOP and not typing and part_of(source) != part_of(target):
            found[part_of(source)].add(part_of(target))
    return found


def reach(graph: dict[str, set[str]], start: str) -> set[str]:
    """Return all that can be reached from a node in one step or more."""
    found: set[str] = set()
    left = list(graph[start])
    while left:
        if (node := left.pop()) not in found:
            found.add(node)
            left += graph[node]
    return found


def mermaid() -> str:
    """Return the graph as a block of mermaid, without arrows that follow from others."""
    graph = parts()
    lines = ["```mermaid", "graph TD"]
    for source in sorted(graph):
        beyond = {far for near in graph[source] for far in reach(graph, near)}
        lines += [f"    {source} --> {target}" for target in sorted(graph[source] - beyond)]
    return "\n".join([*lines, "```"])


def drawn(page: str) -> str:
    """Return a page with the graph between its two marks."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{mermaid()}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(drawn(PAGE.read_text()))
