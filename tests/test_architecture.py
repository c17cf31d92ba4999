"""The house: imports point one way, nothing heavy is loaded before it is needed, and the public names are these."""

import ast
import importlib.util
import re
import subprocess
import sys
import types
from pathlib import Path

import pytest

import kibitz

PAGE = Path(__file__).parents[1] / "docs" / "import_graph.py"
spec = importlib.util.spec_from_file_location("import_graph", PAGE)
graph = importlib.util.module_from_spec(spec)
spec.loader.exec_module(graph)

# A module may import what stands in a row above its own, and modules of its own part. `__init__` has the public names.
LAYERS = """
    version errors
    fault files score
    compiler.plain compiler.vectors
    weights bits board coding page
    model features
    record rules
    state
    cells layout
    game
    model_file
    compiler compiler.cache compiler.kinds compiler.source compiler.obstacle compiler.runtime
    compiler.emit compiler.positions
    compiler.digest
    compiler.translate
    compiler.machine
    compiler.compile
    games
    loader
    search
    search.solve search.explain
    work
    checker classroom protocol
    arena
    learning
    __init__
    interface
    adapters
    __main__
"""
LAYER = {name: number for number, row in enumerate(LAYERS.split("\n")) for name in row.split()}
# The translation of Python is recursive as its grammar is: within it, modules import each other.
RECURSIVE = "kibitz.compiler.translate."
# For type checking alone. A state has a game, and a game begins states; the machine is of a module that loads LLVM.
TYPING = {
    ("kibitz.state", "kibitz.game"),
    ("kibitz.cells", "kibitz.game"),
    ("kibitz.layout", "kibitz.game"),
    ("kibitz.search.speed", "kibitz.compiler.compile"),
    *(
        (f"kibitz.search.explain.{name}", "kibitz.search.explain.trace")
        for name in ("page", "picture", "story", "svg", "walk")
    ),
}
PUBLIC = """ALGORITHMS CHANCE Algorithm Audit Board Clock CompileError Engine FieldResult Game GameError Info Keep KibitzError
    KibitzWarning Learned Level Limit MatchResult MoveError MoveScore Names NotConstantSum OptionError Perft PlainSpeed Player
    PositionError Record Result Rules Seat Settings State TournamentResult Trace TuneResult UnknownGame Why analyze
    analyze_many audit check learn load match perft results solve solve_many think tournament trace tune why"""
HEAVY = ("chess", "llvmlite", "ray", "rich", "typer", "click", "starlette", "uvicorn", "playwright", "anywidget")


def layer(module):
    """Return the number of a module's layer: that of the longest name in the table that it begins with."""
    inner = module.removeprefix("kibitz").removeprefix(".") or "__init__"
    parts = inner.split(".")
    return next(LAYER[name] for end in range(len(parts), 0, -1) if (name := ".".join(parts[:end])) in LAYER)


def part(module):
    return module.split(".")[1:2]


def test_every_module_has_a_layer():
    tops = {name.split(".")[1] for name in graph.modules() if name != "kibitz"}
    assert tops == {name for name in LAYER if "." not in name} - {"__init__"}


def test_imports_point_only_upward_in_the_table():
    found = graph.imports()
    assert len(found) > 500
    for source, target, typing in found:
        if not typing:
            own = part(source) == part(target)
            assert layer(target) < layer(source) or own and layer(target) == layer(source), f"{source} imports {target}"


def test_every_form_of_import_is_seen(tmp_path):
    file = tmp_path / "odd.py"
    file.write_text("""
import kibitz, os
import kibitz.score as points
from kibitz import record, load
from . import limit
from .engine import level
from ..errors import GameError
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from kibitz.game import Game
def late():
    from kibitz.protocol import uci
    importlib.import_module("kibitz.games." + name)
""")
    found = list(graph.imports_in("kibitz.search.odd", file, graph.modules()))
    assert {target for _, target, typing in found if not typing} == {
        *("kibitz", "kibitz.score", "kibitz.record", "kibitz.search.limit", "kibitz.search.engine.level"),
        *("kibitz.errors", "kibitz.protocol.uci", "kibitz.games"),
    }
    assert {target for _, target, typing in found if typing} == {"kibitz.game"}


def test_no_module_imports_itself_in_the_end():
    edges = {name: set() for name in graph.modules()}
    for source, target, typing in graph.imports():
        if not typing and not (source.startswith(RECURSIVE) and target.startswith(RECURSIVE)):
            edges[source].add(target)
    assert [name for name in edges if name in graph.reach(edges, name)] == []
    assert {(source, target) for source, target, typing in graph.imports() if typing} == TYPING


def test_the_graph_in_the_documentation_is_up_to_date():
    page = graph.PAGE.read_text()
    assert graph.drawn(page) == page, "run: make graph"
    assert page.count("-->\n```mermaid\ngraph TD\n") == 1


@pytest.mark.parametrize("code", ["import kibitz", "import kibitz; kibitz.load('chess').begin('e4 e5').board"])
def test_nothing_heavy_is_loaded_before_it_is_needed(code):
    code += f"; import sys; print(*[name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_only_the_interface_prints():
    for file in graph.PACKAGE.rglob("*.py"):
        if "interface" not in file.parts:
            assert "print(" not in file.read_text(), file


def test_only_the_compiler_knows_llvm():
    for name, file in graph.modules().items():
        if not name.startswith("kibitz.compiler.") and name != "kibitz.interface.cli.bench":
            tree = ast.parse(file.read_text())
            names = [n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
            names += [a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names]
            assert not any(name.startswith("llvmlite") for name in names), file


def test_public_names():
    assert kibitz.__all__ == PUBLIC.split()  # ruff keeps them sorted
    for name in kibitz.__all__:
        assert hasattr(kibitz, name)


def test_a_public_function_hides_no_module():
    modules = {name.split(".")[1] for name in graph.modules() if name.count(".") == 1}
    assert modules.isdisjoint(kibitz.__all__)
    assert isinstance(kibitz.check, types.FunctionType)
    assert isinstance(importlib.import_module("kibitz.checker"), types.ModuleType)
    assert isinstance(kibitz.check, types.FunctionType)


STATIC = graph.PACKAGE / "page" / "static"
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
    entries = {"main.js", "site.js", "standalone.js", "widget.js"}
    assert {name for names in scripts().values() for name in names} | entries == set(scripts())
