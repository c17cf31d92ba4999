"""Compile errors in words: one sentence that names the function and the line, and what to write instead."""

import ast
import linecache
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.compiler.digest import reached_functions
from kibitz.compiler.rewrite import definition_of
from kibitz.fault import brief
from kibitz.game import is_word

HINTS: tuple[tuple[Callable[[ast.AST], bool], str], ...] = (
    (
        lambda node: isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("tuple", "list"),
        "use kibitz.bits.replaced(items, index, value) to change an item of a tuple; a list cannot become a tuple",
    ),
    (
        lambda node: isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice),
        "use kibitz.bits.replaced(items, index, value) to change an item of a tuple; slices cannot be compiled",
    ),
    (
        lambda node: isinstance(node, ast.Call) and any(isinstance(item, ast.GeneratorExp) for item in node.args),
        "write a loop instead of passing a generator expression to any, all or sum",
    ),
    (
        lambda node: isinstance(node, ast.Attribute) and node.attr == "_replace",
        "construct the position with all its fields instead of calling _replace",
    ),
    (
        lambda node: isinstance(node, ast.Dict | ast.DictComp | ast.Set | ast.SetComp),
        "use a tuple or a numpy array instead of a dict or set",
    ),
    (
        lambda node: isinstance(node, ast.JoinedStr) or isinstance(node, ast.Constant) and isinstance(node.value, str),
        "use text only in show, write and move_name, which are never compiled",
    ),
    (
        lambda node: isinstance(node, ast.Try | ast.With | ast.Lambda | ast.Import | ast.ImportFrom | ast.ClassDef),
        "move this out of the rules: only plain loops, conditions and arithmetic can be compiled",
    ),
)
"""What numba cannot compile in rules, and what to write instead."""


def explain(name: str, rule: Any, error: Exception) -> str:
    """Return one sentence that says which function and line cannot be compiled, why, and what to write instead.

    name, rule: the rule to name if none of the functions that it reaches is found in the error.
    """
    functions = reached_functions([rule])
    places = []
    told = [line.strip() for line in str(error).splitlines()]
    for line in told:
        if found := re.search(r'File "(.+)", line (\d+)|Raised from (.+) \((\d+)\)', line):
            file, number = found[1] or found[3], found[2] or found[4]
            places.append((Path(file).name, int(number)))
    reason = innermost(told) or type(error).__name__
    for name_of_file, at in reversed(places):
        for function in functions:
            code = function.__code__
            lines = [line for _, _, line in code.co_lines() if line is not None]
            if Path(code.co_filename).name == name_of_file and min(lines) <= at <= max(lines):
                text = linecache.getline(code.co_filename, at).strip()
                where = f"`{function.__name__}` ({name_of_file}, line {at}: {text})"
                return f"{where} cannot be compiled: {hint(function, at) or reason}"
    return f"`{name}` cannot be compiled: {reason}"


def innermost(told: list[str]) -> str:
    """Return the cause that an error of numba's gives: the last one; a missing operation lists its types below it."""
    after = [number + 1 for number, line in enumerate(told) if "Failed in nopython mode pipeline" in line]
    start = after[-1] if after else 0
    lines = [line for line in told[start:] if line]
    if lines and lines[0].startswith("No implementation of function"):
        wanted = next((line[3:].strip() for line in lines if line.startswith(">>>")), "")
        return f"numba does not support {wanted}" if wanted else lines[0]
    if lines and "reflected " in lines[0]:
        return "use a tuple or a numpy array instead of a list or set"
    return lines[0] if lines else ""


def hint(function: Any, number: int) -> str:
    """Return what to write instead of the code in this line or, failing that, elsewhere in the function."""
    definition = definition_of(function)
    if definition is None:
        return ""
    body = definition.body
    if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:]
    nodes = [node for statement in body for node in ast.walk(statement)]
    for chosen in ([node for node in nodes if getattr(node, "lineno", 0) == number], nodes):
        for matches, advice in HINTS:
            if any(matches(node) for node in chosen):
                return advice
    return ""


def odd_part(p: Any, where: str) -> tuple[str | None, str]:
    """Return where a position contains something other than numbers and tuples, and what it is; None if nowhere."""
    if type(p) is int and not is_word(p):
        return where, f"the number {brief(p)}, which does not fit in 64 bits"
    if isinstance(p, bool | int | float | np.bool_ | np.number):
        return None, ""
    if not isinstance(p, tuple):
        return where, f"a {type(p).__name__}"
    for name, item in zip(getattr(p, "_fields", range(len(p))), p, strict=True):
        found = odd_part(item, f"(field {name}) ")
        if found[0] is not None:
            return found
    return None, ""
