"""Statements: assignments, conditions, loops, returns, errors, `match`."""

import ast
import builtins
import importlib
import types as python_types
from functools import cache
from typing import Any

from kibitz.compiler.emit import MOST_VALUES, Value
from kibitz.compiler.kinds import NUMBERS, Fixed, Hash, Record, Sequence, as_sequence, is_scalar
from kibitz.compiler.patterns import appends_to, local_lists, makes_list
from kibitz.compiler.source import definition_of, is_generator
from kibitz.compiler.translate.frame import STATEMENTS, Closure, Frame, Loop, Scope, reads
from kibitz.compiler.translate.loops import iterate
from kibitz.compiler.translate.operators import binary
from kibitz.compiler.translate.sequences import assign_item, copied, extend, nth, subscript

# Assignment


def assign_statement(frame: Frame, node: ast.Assign) -> None:
    """Translate `a = b`."""
    target = node.targets[0]
    if (
        len(node.targets) == 1
        and isinstance(target, ast.Tuple)
        and isinstance(node.value, ast.Tuple)
        and pairs(target, node.value)
    ):
        values = [frame.expr(each) for each in node.value.elts]
        if not all(is_scalar(each.kind) or each.known for each in values):
            # A record may be a variable that is assigned here too.
            values = [Value(each.kind, kept(frame, each), each.const) for each in values]
        for part, value in zip(target.elts, values, strict=True):
            assign_target(frame, part, value)
        return
    home = frame.scope
    if isinstance(target, ast.Name) and target.id == home.collecting:
        return  # its items are used as they are found
    single = len(node.targets) == 1 and isinstance(target, ast.Name) and home.function is not None
    if single and makes_list(node.value) and target.id in local_lists(definition_of(home.function)):  # type: ignore[attr-defined]
        frame.local_list = node.value
    if single and is_generated(frame, node.value) and reads(definition_of(home.function), target.id) > 1:  # type: ignore[attr-defined]
        raise frame.refuse("a generator that is used more than once cannot be compiled", "make a list of it")
    if single:
        frame.expected = frame.spec.kinds.get(home.key(target.id))  # type: ignore[attr-defined]
    value = frame.expr(node.value)
    frame.local_list = frame.expected = None
    for target in node.targets:
        assign_target(frame, target, value)


def is_generated(frame: Frame, node: ast.expr) -> bool:
    """Return whether an expression gives items that can be looped over only once."""
    if isinstance(node, ast.GeneratorExp):
        return True
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return False
    const = frame.expr(node.func).const
    if const in (zip, map, filter, enumerate, reversed, iter):
        return True
    definition = definition_of(const) if isinstance(const, python_types.FunctionType) else None
    return definition is not None and is_generator(definition)


def kept(frame: Frame, value: Value) -> str:
    """Return the operand of a value that stays the same whatever is assigned."""
    if is_scalar(value.kind) or not value.kind.words:
        return value.ref
    place = frame.code.slot(value.kind.words)
    frame.code.copy(place, value.ref, value.kind.words)
    return place


def pairs(target: ast.Tuple, value: ast.Tuple) -> bool:
    """Return whether two tuples have as many parts, none of them starred."""
    plain = not any(isinstance(each, ast.Starred) for each in (*target.elts, *value.elts))
    return plain and len(target.elts) == len(value.elts)


def annotated_statement(frame: Frame, node: ast.AnnAssign) -> None:
    """Translate `a: int = b`."""
    if node.value is not None:
        assign_target(frame, node.target, frame.expr(node.value))


def assign_target(frame: Frame, target: ast.expr, value: Value) -> None:
    """Assign a value to a name, an item or several names."""
    if isinstance(target, ast.Name):
        frame.assign(target.id, value)
    elif isinstance(target, ast.Tuple | ast.List):
        unpack(frame, target.elts, value)
    elif isinstance(target, ast.Subscript):
        assign_item(frame, target, value)
    elif isinstance(target, ast.Attribute):
        raise frame.refuse(
            "a field of a position cannot be changed", "make a new position, for example with `replace` or `_replace`"
        )
    else:
        raise frame.refuse("this cannot be assigned to")


def unpack(frame: Frame, targets: list[ast.expr], value: Value) -> None:
    """Translate `a, *b, c = value`."""
    star = next((i for i, each in enumerate(targets) if isinstance(each, ast.Starred)), None)
    listed = isinstance(value.kind, Fixed) and isinstance(value.const, tuple | list)
    if listed and star is None and len(value.const) == len(targets):
        for target, item in zip(targets, value.const, strict=True):
            assign_target(frame, target, frame.constant(item))
        return
    value = frame.settled(value)
    if isinstance(value.kind, Record):
        items = [frame.item(value, i) for i in range(len(value.kind.items))]
        if star is not None and len(items) >= len(targets) - 1:
            after = len(targets) - star - 1
            middle = items[star : len(items) - after]
            items = [*items[:star], frame.coerce(frame.record(middle), as_list_kind(frame, middle)),
                     *items[len(items) - after :]]  # fmt: skip
        if len(items) != len(targets):
            raise frame.refuse(f"{len(value.kind.items)} items cannot be unpacked into {len(targets)} names")
        for target, item in zip(targets, items, strict=True):
            assign_target(frame, target.value if isinstance(target, ast.Starred) else target, item)
        return
    code = frame.code
    length = frame.length(value)
    least = len(targets) - (star is not None)
    test = code.op(f"icmp {'eq' if star is None else 'sge'} i64 {length.ref}, {least}")
    frame.guard(test, "ValueError", ["the number of items to unpack does not fit"])
    for i, target in enumerate(targets):
        if isinstance(target, ast.Starred):
            rest = code.op(f"sub i64 {length.ref}, {least}")
            assign_target(frame, target.value, copied(frame, value, str(i), rest))
        elif star is None or i < star:
            assign_target(frame, target, nth(frame, value, str(i)))
        else:
            place = code.op(f"sub i64 {length.ref}, {len(targets) - i}")
            assign_target(frame, target, nth(frame, value, place))


def as_list_kind(frame: Frame, items: list[Value]) -> Sequence:
    """Return the kind of a list of these items."""
    sequence = as_sequence(Record(tuple(each.kind for each in items)))
    if sequence is None:
        raise frame.refuse("a list of items of different kinds cannot be compiled")
    return Sequence(sequence.item)


def augmented_statement(frame: Frame, node: ast.AugAssign) -> None:
    """Translate `a += b`."""
    if isinstance(node.target, ast.Attribute):
        raise frame.refuse("a field of a position cannot be changed", "make a new position")
    if isinstance(node.target, ast.Name) and node.target.id == frame.scope.collecting:
        iterate(frame, node.value, yielding(frame))
        return
    parts = None
    if isinstance(node.target, ast.Subscript) and not isinstance(node.target.slice, ast.Slice | ast.Tuple):
        parts = frame.expr(node.target.value), frame.expr(node.target.slice)
        old = item_of(frame, *parts, node.target.value)
    else:
        old = frame.expr(ast.copy_location(as_loaded(node.target), node.target))
    if isinstance(node.op, ast.Add) and isinstance(old.kind, Sequence) and not old.kind.frozen:
        extend(frame, node.target, old, node.value)
        return
    if (
        isinstance(old.kind, Hash)
        and not old.kind.is_dict
        or isinstance(old.kind, Hash)
        and isinstance(node.op, ast.BitOr)
    ):
        from kibitz.compiler.translate import hashes

        hashes.change(frame, type(node.op), node.target, old, node.value)
        return
    other = frame.expr(node.value)
    frame.node = node
    value = binary(frame, node.op, old, other)
    if isinstance(old.kind, Sequence) and not old.kind.frozen and value.kind == old.kind:
        for word in range(3):  # the list itself changes
            held = frame.code.op(f"load i64, ptr {frame.code.at(value.ref, word)}")
            frame.code.line(f"store i64 {held}, ptr {frame.code.at(old.ref, word)}")
        return
    if parts is not None:
        assert isinstance(node.target, ast.Subscript)
        assign_item(frame, node.target, value, parts)
    else:
        assign_target(frame, node.target, value)


def item_of(frame: Frame, container: Value, index: Value, node: ast.expr) -> Value:
    """Return an item of something that is evaluated already."""
    from kibitz.compiler.translate import hashes

    if isinstance(container.kind, Hash):
        return hashes.item(frame, container, index, node)
    return subscript(frame, container, index)


def as_loaded(node: Any) -> Any:
    """Return a target as an expression that reads it."""
    if isinstance(node, ast.Name):
        return ast.Name(node.id, ast.Load())
    return ast.Subscript(node.value, node.slice, ast.Load())


# Control


def condition(frame: Frame, node: ast.expr, yes: str, no: str) -> None:
    """Jump to one of two places, by a condition; a place that cannot be reached is not jumped to."""
    code = frame.code
    if isinstance(node, ast.BoolOp):
        is_and = isinstance(node.op, ast.And)
        before = frame.scope.present
        for each in node.values[:-1]:
            go_on = code.name("and" if is_and else "or")
            condition(frame, each, go_on if is_and else yes, no if is_and else go_on)
            if go_on not in code.targets:
                frame.scope.present = before
                return
            code.label(go_on)
            frame.scope.present |= known_present(each)[0 if is_and else 1]
        condition(frame, node.values[-1], yes, no)
        frame.scope.present = before
        return
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        condition(frame, node.operand, no, yes)
        return
    value = frame.truth(frame.expr(node))
    if value.known:
        code.jump(yes if value.const else no)
    else:
        code.branch(value.ref, yes, no)


@cache
def known_present(test: ast.expr) -> tuple[frozenset[str], frozenset[str]]:
    """Return the names and fields that are not None where a test holds, and where it does not."""
    nothing: frozenset[str] = frozenset()
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return known_present(test.operand)[::-1]
    if isinstance(test, ast.BoolOp):
        parts = [known_present(each) for each in test.values]
        changed = {node.target.id for node in ast.walk(test) if isinstance(node, ast.NamedExpr)}
        side = 0 if isinstance(test.op, ast.And) else 1
        known = frozenset().union(*(each[side] for each in parts))
        known = frozenset(each for each in known if each.partition(".")[0] not in changed)
        return (known, nothing) if side == 0 else (nothing, known)
    if isinstance(test, ast.NamedExpr):
        return frozenset({test.target.id}), nothing
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.comparators[0], ast.Constant):
        subject = test.left.target if isinstance(test.left, ast.NamedExpr) else test.left
        if test.comparators[0].value is None and is_path(subject):
            found = frozenset({ast.unparse(subject)})
            if isinstance(test.ops[0], ast.Is | ast.Eq):
                return nothing, found
            if isinstance(test.ops[0], ast.IsNot | ast.NotEq):
                return found, nothing
    return (frozenset({ast.unparse(test)}), nothing) if is_path(test) else (nothing, nothing)


def is_path(node: ast.expr) -> bool:
    """Return whether an expression is a name, or a field of a field … of one."""
    return isinstance(node, ast.Name) or isinstance(node, ast.Attribute) and is_path(node.value)


def if_statement(frame: Frame, node: ast.If) -> None:
    """Translate `if`."""
    code = frame.code
    yes, no, done = code.name("then"), code.name("else"), code.name("endif")
    scope, before = frame.scope, frame.scope.present
    condition(frame, node.test, yes, no)
    facts: list[frozenset[str]] = []
    for label, body, known in zip((yes, no), (node.body, node.orelse), known_present(node.test), strict=True):
        if label in code.targets:
            code.label(label)
            scope.present = before | known
            frame.block(body)
            if not code.dead:
                facts.append(scope.present)
            code.jump(done)
    scope.present = frozenset.intersection(*facts) if facts else before
    if done in code.targets:
        code.label(done)


def while_statement(frame: Frame, node: ast.While) -> None:
    """Translate `while`."""
    code = frame.code
    again, body, ended, leave = (code.name(hint) for hint in ("while", "do", "ended", "leave"))
    scope = frame.scope
    scope.present = before = unchanged_in(scope.present, node)
    code.label(again)
    condition(frame, node.test, body, ended)
    if body in code.targets:
        code.label(body)
        scope.loops.append(Loop(leave, again))
        scope.present = before | known_present(node.test)[0]
        frame.block(node.body)
        scope.present = before
        scope.loops.pop()
        code.jump(again)
    if ended in code.targets:
        code.label(ended)
        frame.block(node.orelse)
        code.jump(leave)
    if leave in code.targets:
        code.label(leave)


def unchanged_in(present: frozenset[str], node: ast.AST) -> frozenset[str]:
    """Return the names that are known not to be None and stay so in a loop."""
    if not present:
        return present
    stored = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    return frozenset(each for each in present if each.partition(".")[0] not in stored)


def for_statement(frame: Frame, node: ast.For) -> None:
    """Translate `for`."""
    code = frame.code
    leave = code.name("leave")
    home = frame.scope
    home.present = before = unchanged_in(home.present, node)

    def body(value: Value) -> None:
        again = code.name("again")
        frame.scope.loops.append(Loop(leave, again))
        special = isinstance(value.kind, Fixed) and is_function(value.const)
        unrolled = isinstance(node.target, ast.Name) and (special or frame.is_unrolling)
        frame.is_unrolling = False
        if unrolled:
            home.aliases[node.target.id] = value  # type: ignore[attr-defined]
        else:
            assign_target(frame, node.target, value)
        frame.block(node.body)
        if unrolled:
            del home.aliases[node.target.id]  # type: ignore[attr-defined]
        frame.scope.loops.pop()
        code.label(again)

    iterate(frame, node.iter, body)
    home.present = before
    frame.block(node.orelse)
    code.label(leave)


def is_function(const: Any) -> bool:
    """Return whether a constant exists only when compiling."""
    return callable(const) or isinstance(const, Closure | dict)


def break_statement(frame: Frame, node: ast.Break) -> None:
    """Translate `break`."""
    frame.code.jump(frame.scope.loops[-1].leave)


def continue_statement(frame: Frame, node: ast.Continue) -> None:
    """Translate `continue`."""
    frame.code.jump(frame.scope.loops[-1].again)


def return_statement(frame: Frame, node: ast.Return) -> None:
    """Translate `return`."""
    home: Scope | None = frame.scope
    while home and home.on_return is None:
        home = home.parent
    assert home is not None
    assert home.on_return is not None
    if home.is_lazy:
        if isinstance(node.value, ast.ListComp | ast.GeneratorExp):
            iterate(frame, lazily(frame, node.value), yielding(frame))
        value = frame.constant(None)
    else:
        value = frame.expr(node.value) if node.value else frame.constant(None)
    home.on_return(value)
    frame.code.dead = True


def lazily(frame: Frame, node: ast.ListComp | ast.GeneratorExp) -> ast.expr:
    """Return a list comprehension as a generator expression, the same one each time."""
    if isinstance(node, ast.GeneratorExp):
        return node
    made = ast.copy_location(ast.GeneratorExp(node.elt, node.generators), node)
    found: ast.expr = frame.unit.literals.setdefault(("lazily", id(node)), made)
    return found


def expression_statement(frame: Frame, node: ast.Expr) -> None:
    """Translate an expression of its own: a call, or `yield`."""
    value = node.value
    collecting = frame.scope.collecting
    if collecting and isinstance(value, ast.Call) and appends_to(value, collecting):
        assert isinstance(value.func, ast.Attribute)
        if value.func.attr == "extend":
            iterate(frame, value.args[0], yielding(frame))
        else:
            yielding(frame)(frame.expr(value.args[0]))
    elif isinstance(value, ast.Yield):
        item = frame.expr(value.value) if value.value else frame.constant(None)
        yielding(frame)(item)
    elif isinstance(value, ast.YieldFrom):
        iterate(frame, value.value, yielding(frame))
    elif not isinstance(value, ast.Constant):
        frame.expr(value)


def yielding(frame: Frame) -> Any:
    """Return what takes the items that a generator yields."""
    home: Scope | None = frame.scope
    while home and home.on_yield is None:
        home = home.parent
    if home is None:
        raise frame.refuse("`yield` cannot be used here")
    return home.on_yield


def nothing(frame: Frame, node: ast.stmt) -> None:
    """Translate what does nothing."""


def assert_statement(frame: Frame, node: ast.Assert) -> None:
    """Translate `assert`."""
    code = frame.code
    fine, wrong = code.name("fine"), code.name("wrong")
    condition(frame, node.test, fine, wrong)
    if wrong in code.targets:
        code.label(wrong)
        parts, values = message(frame, node.msg)
        frame.fail("AssertionError", parts, values)
    if fine in code.targets:
        code.label(fine)


def raise_statement(frame: Frame, node: ast.Raise) -> None:
    """Translate `raise`."""
    error = node.exc
    arguments: list[ast.expr] = []
    if isinstance(error, ast.Call):
        arguments, error = error.args, error.func
    kind = frame.expr(error).const if error else None
    if not (isinstance(kind, type) and issubclass(kind, BaseException)):
        raise frame.refuse("only an exception can be raised")
    name = next(each.__name__ for each in kind.__mro__ if hasattr(builtins, each.__name__))
    parts, values = message(frame, arguments[0] if arguments else None)
    frame.fail(name, parts, values)


def message(frame: Frame, node: ast.expr | None) -> tuple[list[Any], tuple[Value, ...]]:
    """Return a message in parts, and the numbers that it quotes; what cannot be quoted is left out."""
    if node is None:
        return [], ()
    parts: list[Any] = []
    values: list[Value] = []
    for piece in node.values if isinstance(node, ast.JoinedStr) else [node]:
        if isinstance(piece, ast.Constant):
            parts.append(str(piece.value))
            continue
        inner = piece.value if isinstance(piece, ast.FormattedValue) else piece
        value = frame.expr(inner)
        form = ""
        if isinstance(piece, ast.FormattedValue) and isinstance(piece.format_spec, ast.JoinedStr):
            form = "".join(str(getattr(each, "value", "")) for each in piece.format_spec.values)
        if value.known:
            parts.append(format(value.const, form))
        elif value.kind in NUMBERS and len(values) < MOST_VALUES:
            parts.append([str(value.kind), form])
            values.append(value)
        else:
            parts.append("…")
    return parts, tuple(values)


def function_statement(frame: Frame, node: ast.FunctionDef) -> None:
    """Translate a nested function: it becomes known, and is translated where it is called."""
    frame.assign(node.name, closure(frame, node, node.name))


def closure(frame: Frame, node: Any, name: str) -> Value:
    """Return a nested function or lambda as a value."""
    key = frame.scope.prefix, id(node)
    made = frame.spec.closures.setdefault(key, Closure(node, frame.scope, name))
    made.scope = frame.scope
    return Value(Fixed(made), "", made)


def import_statement(frame: Frame, node: ast.Import | ast.ImportFrom) -> None:
    """Translate an import inside a function."""
    for alias in node.names:
        if isinstance(node, ast.ImportFrom):
            value = getattr(importlib.import_module(node.module or ""), alias.name)
        else:
            value = importlib.import_module(alias.name if alias.asname else alias.name.partition(".")[0])
        frame.assign(alias.asname or alias.name.partition(".")[0], frame.constant(value))


def delete_statement(frame: Frame, node: ast.Delete) -> None:
    """Translate `del items[i]`."""
    from kibitz.compiler.translate.methods import remove_at, remove_slice

    for target in node.targets:
        if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
            remove_slice(frame, target.value, target.slice)
        elif isinstance(target, ast.Subscript):
            remove_at(frame, target.value, frame.expr(target.slice))
        elif not isinstance(target, ast.Name):
            raise frame.refuse("this cannot be deleted")


def refused(what: str, remedy: str) -> Any:
    """Return the translation of a statement that cannot be compiled."""

    def translate(frame: Frame, node: ast.stmt) -> None:
        frame.unit.found(frame.refuse(f"{what} cannot be compiled", remedy))
        if isinstance(node, ast.Try | ast.With):
            frame.block(node.body)  # there may be other obstacles inside

    return translate


STATEMENTS.update({
    ast.Assign: assign_statement,
    ast.AnnAssign: annotated_statement,
    ast.AugAssign: augmented_statement,
    ast.If: if_statement,
    ast.While: while_statement,
    ast.For: for_statement,
    ast.Break: break_statement,
    ast.Continue: continue_statement,
    ast.Return: return_statement,
    ast.Expr: expression_statement,
    ast.Pass: nothing,
    ast.Nonlocal: nothing,
    ast.Global: nothing,
    ast.Assert: assert_statement,
    ast.Raise: raise_statement,
    ast.FunctionDef: function_statement,
    ast.Import: import_statement,
    ast.ImportFrom: import_statement,
    ast.Delete: delete_statement,
    ast.Try: refused("`try`", "test for the case beforehand, with `if`"),
    ast.With: refused("`with`", "move it out of the rules"),
    ast.ClassDef: refused("a class inside a function", "define it at the top of the file"),
})  # fmt: skip
