"""The source of the author's functions, as syntax trees."""

import ast
import inspect
import textwrap
import types as python_types
from functools import cache
from typing import Any


@cache
def definition_of(function: Any) -> Any:
    """Return the syntax tree of a function, a `def` or a lambda; None if it has no source. Never change the tree."""
    code = function.__code__
    try:
        text = textwrap.dedent(inspect.getsource(function))
    except (OSError, TypeError):
        return None
    try:
        tree = ast.parse(text)
    except SyntaxError:
        tree = lambda_tree(text)
        if tree is None:
            return None
    ast.increment_lineno(tree, code.co_firstlineno - 1)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == code.co_name:
            return node
        if isinstance(node, ast.Lambda) and code.co_name == "<lambda>" and is_lambda_of(node, code):
            return node
    return None


def lambda_tree(text: str) -> Any:
    """Return the tree of a lambda that stands in the middle of a statement; None if it cannot be found."""
    start = text.find("lambda")
    for end in range(len(text), start, -1):
        try:
            return ast.parse(text[start:end].strip())
        except SyntaxError:
            continue
    return None


def is_lambda_of(node: ast.Lambda, code: python_types.CodeType) -> bool:
    """Return whether a lambda has the parameters and the code of this one: a line may have several."""
    names = [each.arg for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
    if list(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]) != names:
        return False
    found = compile(ast.fix_missing_locations(ast.Expression(node)), "", "eval").co_consts
    inner = next((each for each in found if isinstance(each, python_types.CodeType)), None)
    return inner is None or inner.co_names == code.co_names and len(inner.co_code) == len(code.co_code)


@cache
def body_of(definition: Any) -> list[ast.stmt]:
    """Return the statements of a function, without its docstring."""
    if isinstance(definition, ast.Lambda):
        return [ast.copy_location(ast.Return(definition.body), definition.body)]
    body: list[ast.stmt] = definition.body
    first = body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        return body[1:] or [ast.copy_location(ast.Pass(), first)]
    return body


@cache
def locals_of(definition: Any) -> frozenset[str]:
    """Return the names that a function assigns, its parameters included."""
    found: set[str] = set()
    outer: set[str] = set()
    arguments = definition.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    found.update(each.arg for each in every if each)

    def visit(node: ast.AST) -> None:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
            return
        if isinstance(node, ast.Lambda):
            return
        if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            # A comprehension's variables are its own; only a walrus inside reaches out.
            found.update(each.target.id for each in ast.walk(node) if isinstance(each, ast.NamedExpr))
            return
        if isinstance(node, ast.Nonlocal | ast.Global):
            outer.update(node.names)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        if isinstance(node, ast.MatchAs | ast.MatchStar) and node.name:
            found.add(node.name)
        if isinstance(node, ast.Import | ast.ImportFrom):
            found.update((alias.asname or alias.name).partition(".")[0] for alias in node.names)
        for child in ast.iter_child_nodes(node):
            visit(child)

    for statement in body_of(definition):
        visit(statement)
    return frozenset(found - outer)


@cache
def stored_in(definition: Any) -> frozenset[str]:
    """Return the names that the body of a function may assign, nested functions included."""
    found: set[str] = set()
    for statement in body_of(definition):
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
                found.add(node.id)
            elif isinstance(node, ast.MatchAs | ast.MatchStar | ast.FunctionDef) and node.name:
                found.add(node.name)
    return frozenset(found)


@cache
def is_generator(definition: Any) -> bool:
    """Return whether a function yields."""

    def yields(node: ast.AST) -> bool:
        if isinstance(node, ast.FunctionDef):
            return False
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return True
        inner = (ast.FunctionDef, ast.Lambda, ast.GeneratorExp)
        return any(yields(child) for child in ast.iter_child_nodes(node) if not isinstance(child, inner))

    return any(yields(statement) for statement in body_of(definition))
