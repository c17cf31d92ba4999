"""Rewriting of the author's functions, source to source, into what numba compiles and compiles well.

A rewritten function does what the original does. Only generators are rewritten: `yield from` becomes a loop, and a
generator whose items are all wanted at once becomes a function that writes them into words. A function whose source
is not available stays as it is.
"""

import ast
import inspect
import textwrap
import types as python_types
from functools import cache
from typing import Any

from kibitz import bits
from kibitz.compiler.digest import reached_values


def statements(text: str) -> list[Any]:
    """Return the syntax trees of these statements."""
    return ast.parse(text).body


class YieldFrom(ast.NodeTransformer):
    """Rewrites `yield from items` as a loop, since numba does not support it."""

    def visit_Expr(self, node: ast.Expr) -> Any:
        """Replace one statement."""
        if not isinstance(node.value, ast.YieldFrom):
            return node
        (loop,) = statements("for each_item in []:\n    yield each_item")
        loop.iter = node.value.value
        return loop


class Push(ast.NodeTransformer):
    """Rewrites a generator of moves as a function that writes all of them into words.

    The function takes three more arguments: `_desk`, `_place` (the first word) and `_end` (the word after the last).
    It returns the place after the last move; moves that do not fit are counted, not written.
    """

    def __init__(self, names: set[str]) -> None:
        self.each = names  # under which the generator knows `bits.each`

    def visit_Expr(self, node: ast.Expr) -> Any:
        """Replace a `yield` by a write."""
        if isinstance(node.value, ast.Yield):
            write = statements("if _place < _end:\n    _desk[_place] = 0\n_place += 1")
            write[0].body[0].value = node.value.value
            return write
        if isinstance(node.value, ast.YieldFrom):
            return self.visit(YieldFrom().visit_Expr(node))
        return node

    def visit_Return(self, node: ast.Return) -> Any:
        """Return the place after the last move."""
        return ast.Return(ast.Name("_place", ast.Load()))

    def visit_For(self, node: ast.For) -> Any:
        """Replace a loop over `bits.each` by one that needs no generator."""
        self.generic_visit(node)
        call = node.iter
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in self.each):
            return node
        bits_left = f"_bits_{node.lineno}_{node.col_offset}"
        step = f"while {bits_left}:\n    _ = _lowest({bits_left})\n    {bits_left} = _rest({bits_left})"
        start, loop = statements(f"{bits_left} = 0\n{step}")
        start.value = call.args[0]
        loop.body[0].targets = [node.target]
        loop.body.extend(node.body)
        return [start, loop]


def definition_of(function: Any) -> Any:
    """Return the syntax tree of a function; None if it has no source or is not defined by a `def` of its own."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError):
        return None
    ast.increment_lineno(tree, function.__code__.co_firstlineno - 1)
    definition: Any = tree.body[0]
    if not isinstance(definition, ast.FunctionDef):
        return None
    definition.decorator_list = []
    return definition


def rebuilt(function: Any, definition: Any, **extra: Any) -> Any:
    """Return a function with a changed definition, and the globals and closure of the original.

    extra: further names that the definition uses, with their values.
    """
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    cells |= {name: python_types.CellType(value) for name, value in extra.items()}
    # Nested in a function that binds the closure's names, so that the code refers to the same cells.
    (outer,) = statements(f"def outer({', '.join(cells)}):\n    pass")
    outer.body = [definition]
    module = ast.fix_missing_locations(ast.Module([outer], []))
    outer_code = compile(module, function.__code__.co_filename, "exec").co_consts[0]
    code = next(item for item in outer_code.co_consts if isinstance(item, python_types.CodeType))
    closure = tuple(cells[name] for name in code.co_freevars)
    return python_types.FunctionType(code, function.__globals__, function.__name__, function.__defaults__, closure)


@cache
def compilable(function: Any) -> Any:
    """Return a function in a form that numba compiles: no `yield from`, and no generator where moves are gathered."""
    if generator := getattr(function, "__wrapped__", None):
        return pushed(generator) or function
    if not inspect.isgeneratorfunction(function) or not (definition := definition_of(function)):
        return function
    if not any(isinstance(node, ast.YieldFrom) for node in ast.walk(definition)):
        return function
    return rebuilt(function, YieldFrom().visit(definition))


def pushed(generator: Any) -> Any:
    """Return a function that writes a generator's moves into words; None if the generator cannot be rewritten."""
    definition = definition_of(generator) if inspect.isgeneratorfunction(generator) else None
    inner = (ast.FunctionDef, ast.Lambda, ast.GeneratorExp, ast.ListComp)
    if definition is None or any(isinstance(node, inner) for node in list(ast.walk(definition))[1:]):
        return None
    each = {name for name, value in reached_values(generator) if value is bits.each}
    definition = Push(each).visit(definition)
    definition.args.args += [ast.arg("_desk"), ast.arg("_place"), ast.arg("_end")]
    definition.body.append(ast.Return(ast.Name("_place", ast.Load())))
    return rebuilt(generator, definition, _lowest=bits.lowest, _rest=bits.rest)
