"""The house: imports point one way, and the public names are these."""

import ast
import re
from pathlib import Path

import kibitz

ROOT = Path(kibitz.__file__).parent
ORDER = [
    "errors",
    "fault",
    "files",
    "score",
    "weights",
    "board",
    "record",
    "rules",
    "state",
    "game",
    "bits",
    "loader",
    "compiler",
    "games",
    "search",
    "checker",
    "protocol",
    "arena",
    "interface",
]
COMPILER = ["plain", "numba_patches", "cache", "intrinsics", "digest", "rewrite", "explain", "compile"]
PUBLIC = """ALGORITHMS CHANCE Audit Clock CompileError Engine Game GameError Info KibitzError KibitzWarning Level Limit MatchResult MoveError
    MoveScore Names NotConstantSum OptionError Perft PlainSpeed PositionError Result Rules Settings Trace TuneResult UnknownGame Why analyze audit
    check load match perft solve think trace tune why"""


def layer(module):
    _, package, *inside = module.split(".")
    return ORDER.index(package), COMPILER.index(inside[0]) if package == "compiler" and inside else 0


def imports(tree):
    """The imports of a module at run time: what only a type checker reads may point anywhere."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.ImportFrom):
            yield node
        yield from imports(node)


def test_imports_point_only_upward():
    for file in ROOT.rglob("*.py"):
        name = ".".join(("kibitz", *file.relative_to(ROOT).with_suffix("").parts))
        if name in ("kibitz.__init__", "kibitz.__main__", "kibitz.compiler.__init__"):
            continue
        for node in imports(ast.parse(file.read_text())):
            if (node.module or "").startswith("kibitz"):
                whole = node.module in ("kibitz", "kibitz.compiler")
                targets = [f"{node.module}.{a.name}" for a in node.names] if whole else [node.module]
                for target in targets:
                    assert layer(target) <= layer(name), f"{name} imports {target}"


def test_only_the_interface_prints():
    for file in ROOT.rglob("*.py"):
        if "interface" not in file.parts:
            assert "print(" not in file.read_text(), file


def test_only_the_compiler_knows_numba():
    for file in ROOT.rglob("*.py"):
        if file.parent.name != "compiler" and file.name != "bench.py":  # which prints numba's version
            tree = ast.parse(file.read_text())
            names = [n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
            names += [a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names]
            assert not any(name.startswith("numba") for name in names), file


def test_public_names():
    assert kibitz.__all__ == PUBLIC.split()  # ruff keeps them sorted
    for name in kibitz.__all__:
        assert hasattr(kibitz, name)


STATIC = ROOT / "interface" / "web" / "static"
MOST_LINES = 400


def scripts():
    """The files of the page, and which of them each one imports."""
    return {
        file.name: re.findall(r'^(?:import|export)\b[^"]*?from "\./([\w.]+)";$', file.read_text(), flags=re.MULTILINE)
        for file in STATIC.glob("*.js")
    }


def test_the_page_imports_in_no_circle():
    imports = scripts()
    assert "board.js" in imports["play.js"]
    assert all(name in imports for names in imports.values() for name in names)
    done = set()
    while free := {name for name, names in imports.items() if name not in done and done.issuperset(names)}:
        done |= free
    assert done == set(imports), f"these import each other in a circle: {sorted(imports.keys() - done)}"


def test_the_page_is_of_small_files_that_are_all_used():
    for file in STATIC.glob("*.js"):
        assert len(file.read_text().splitlines()) <= MOST_LINES, file
    assert {name for names in scripts().values() for name in names} | {"main.js"} == set(scripts())
