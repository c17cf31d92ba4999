"""The house: imports point one way, and the public names are these."""

import ast
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
    "game",
    "bits",
    "kernel",
    "cache",
    "compiler",
    "record",
    "games",
    "search",
    "check",
    "protocol",
    "arena",
    "interface",
]
PUBLIC = """ALGORITHMS CHANCE Audit Clock CompileError Engine Game GameError Info KibitzError KibitzWarning Level Limit MatchResult MoveError
    MoveScore Names NotConstantSum OptionError Perft PlainSpeed PositionError Result Settings Trace TuneResult UnknownGame Why analyze audit
    check load match perft solve think trace tune why"""


def layer(module):
    return ORDER.index(module.split(".")[1])


def test_imports_point_only_upward():
    for file in ROOT.rglob("*.py"):
        name = ".".join(("kibitz", *file.relative_to(ROOT).with_suffix("").parts))
        if name in ("kibitz.__init__", "kibitz.__main__"):
            continue
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kibitz"):
                targets = [f"kibitz.{a.name}" for a in node.names] if node.module == "kibitz" else [node.module]
                for target in targets:
                    assert layer(target) <= layer(name), f"{name} imports {target}"


def test_only_the_interface_prints():
    for file in ROOT.rglob("*.py"):
        if "interface" not in file.parts:
            assert "print(" not in file.read_text(), file


def test_only_the_compiler_knows_numba():
    for file in ROOT.rglob("*.py"):
        if file.name not in ("cache.py", "compiler.py", "bench.py"):
            tree = ast.parse(file.read_text())
            names = [n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
            names += [a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names]
            assert not any(name.startswith("numba") for name in names), file


def test_public_names():
    assert kibitz.__all__ == PUBLIC.split()  # ruff keeps them sorted
    for name in kibitz.__all__:
        assert hasattr(kibitz, name)
