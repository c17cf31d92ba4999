"""Patterns in the source of a function that allow faster code for the same result.

a collector     begins with `found = []`, only ever appends to it, and returns it: a loop over what it returns needs
no list, because the items can be used as they are found
a local list    is only read, changed and copied in the function that makes it: it needs no memory of its own
"""

import ast
from functools import cache
from typing import Any

from kibitz.compiler.source import body_of

READING = frozenset(["len", "sum", "min", "max", "any", "all", "sorted", "tuple", "list", "enumerate"]) | frozenset(
    ["zip", "reversed", "set", "map"]
)
"""Functions that only read a list."""
HARMLESS = {*READING, "abs", "int", "divmod", "range"}
"""Functions that change nothing."""
HARMLESS = {*READING, "abs", "int", "divmod", "range"}
"""Functions that change nothing."""
KEEPING = {"count", "index", "copy"}
"""Methods that leave a list as long as it was."""


@cache
def collected_name(definition: Any) -> str | None:
    """Return the name of the list that a function collects and returns; None if it does something else."""
    if isinstance(definition, ast.Lambda):
        return None
    name = None
    for statement in body_of(definition):
        if isinstance(statement, ast.Assign) and is_empty_list(statement.value) and len(statement.targets) == 1:
            target = statement.targets[0]
            if isinstance(target, ast.Name) and returns_it(definition, target.id):
                name = target.id
                break
    if name is None:
        return None
    uses = sum(isinstance(node, ast.Name) and node.id == name for node in ast.walk(definition))
    explained = 1  # the first assignment
    for node in ast.walk(definition):
        if isinstance(node, ast.FunctionDef | ast.Lambda | ast.Global | ast.Nonlocal) and node is not definition:
            return None
        explained += explains(node, name)
    return name if uses == explained else None


def explains(node: ast.AST, name: str) -> bool:
    """Return whether a statement does to a list what a collector does: it appends, or returns it."""
    if isinstance(node, ast.Expr):
        return appends_to(node.value, name)
    if isinstance(node, ast.Return):
        return isinstance(node.value, ast.Name) and node.value.id == name
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add):
        return isinstance(node.target, ast.Name) and node.target.id == name
    return False


def is_empty_list(node: ast.expr) -> bool:
    """Return whether an expression is `[]` or `list()`."""
    if isinstance(node, ast.List):
        return not node.elts
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "list" and not node.args


def returns_it(definition: Any, name: str) -> bool:
    """Return whether a function returns a list of this name, or an empty one, wherever it returns; last, the list."""
    returned = [node.value for node in ast.walk(definition) if isinstance(node, ast.Return)]
    named = [isinstance(each, ast.Name) and each.id == name for each in returned]
    fine = all(each or value is not None and is_empty_list(value) for each, value in zip(named, returned, strict=True))
    last = definition.body[-1]
    return fine and any(named) and isinstance(last, ast.Return) and named[-1]


@cache
def returns_lazily(definition: Any) -> bool:
    """Return whether a function returns nothing but empty lists and comprehensions."""
    if isinstance(definition, ast.Lambda):
        return isinstance(definition.body, ast.ListComp)
    returned = [node.value for node in ast.walk(definition) if isinstance(node, ast.Return)]
    if any(isinstance(node, ast.FunctionDef | ast.Lambda) for node in ast.walk(definition) if node is not definition):
        return False
    if not isinstance(definition.body[-1], ast.Return):
        return False
    return all(each is not None and (is_empty_list(each) or isinstance(each, ast.ListComp)) for each in returned)


def appends_to(node: ast.expr, name: str) -> bool:
    """Return whether an expression is `name.append(…)` or `name.extend(…)`."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    owner = node.func.value
    return isinstance(owner, ast.Name) and owner.id == name and node.func.attr in ("append", "extend")


@cache
def local_lists(definition: Any) -> frozenset[str]:
    """Return the names of a function's variables that can only hold lists of its own, of one length."""
    parents = {child: node for node in ast.walk(definition) for child in ast.iter_child_nodes(node)}
    found: dict[str, bool] = {}
    for node in ast.walk(definition):
        if isinstance(node, ast.Name):
            found[node.id] = found.get(node.id, True) and is_local_use(node, parents)
        elif isinstance(node, ast.FunctionDef | ast.Lambda | ast.GeneratorExp) and node is not definition:
            for inner in ast.walk(node):
                if isinstance(inner, ast.Name) and not isinstance(node, ast.GeneratorExp):
                    found[inner.id] = False
    arguments = {each.arg for each in ast.walk(definition.args) if isinstance(each, ast.arg)}
    return frozenset(name for name, fine in found.items() if fine and name not in arguments)


def is_local_use(node: ast.Name, parents: dict[ast.AST, ast.AST]) -> bool:
    """Return whether a use of a name neither passes a list on nor changes its length."""
    parent = parents.get(node)
    if isinstance(node.ctx, ast.Store):
        return isinstance(parent, ast.Assign) and makes_list(parent.value)
    if isinstance(parent, ast.Subscript) and parent.value is node:
        return not (isinstance(parent.slice, ast.Slice) and not isinstance(parent.ctx, ast.Load))
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and node in parent.args:
        return parent.func.id in READING
    if isinstance(parent, ast.For | ast.comprehension):
        return parent.iter is node
    if isinstance(parent, ast.Attribute):
        call = parents.get(parent)
        return isinstance(call, ast.Call) and call.func is parent and parent.attr in KEEPING
    return isinstance(parent, ast.Compare) and isinstance(parent.ops[0], ast.In | ast.NotIn) and parent.left is not node


def makes_list(node: ast.expr) -> bool:
    """Return whether an expression makes a new list."""
    if isinstance(node, ast.List):
        return bool(node.elts)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return isinstance(node.left, ast.List)
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "list"
        and len(node.args) == 1
    )


def changes_list(node: ast.AST) -> bool:
    """Return whether an expression may change a list: it calls something that is not known to be harmless."""
    calls = [each for each in ast.walk(node) if isinstance(each, ast.Call)]
    return any(getattr(each.func, "id", "") not in HARMLESS for each in calls)


@cache
def doubtful_names(definition: Any) -> frozenset[str]:
    """Return the variables of a function that may be read before anything is assigned to them."""
    names = {node.id for node in ast.walk(definition) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    arguments = {each.arg for each in ast.walk(definition.args) if isinstance(each, ast.arg)}
    body = [] if isinstance(definition, ast.Lambda) else definition.body
    return frozenset(name for name in names - arguments if not is_bound_first(body, name))


def mentions(node: ast.AST, name: str) -> bool:
    """Return whether a name occurs in a piece of source."""
    return any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(node))


def is_bound_first(statements: list[ast.stmt], name: str) -> bool:
    """Return whether a name is assigned before it is read, on every path through these statements."""
    for statement in statements:
        if not mentions(statement, name):
            continue
        if isinstance(statement, ast.Assign | ast.AnnAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            return statement.value is not None and not mentions(statement.value, name) and any(
                mentions(target, name) and not isinstance(target, ast.Subscript) for target in targets
            )  # fmt: skip
        later = statements[statements.index(statement) + 1 :]
        if any(mentions(each, name) for each in later):
            return False
        if isinstance(statement, ast.For):
            if mentions(statement.iter, name):
                return False
            if mentions(statement.target, name):
                return not any(mentions(each, name) for each in statement.orelse)
        if isinstance(statement, ast.If | ast.While) and mentions(statement.test, name):
            return False
        blocks = [getattr(statement, part, []) for part in ("body", "orelse")]
        if not isinstance(statement, ast.If | ast.For | ast.While):
            return False
        return all(is_bound_first(block, name) for block in blocks if any(mentions(each, name) for each in block))
    return True
