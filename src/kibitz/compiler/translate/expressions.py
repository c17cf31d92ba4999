"""Expressions that are neither operators, calls nor collections: names, fields, conditions, lambdas."""

import ast
import types as python_types
from typing import Any

from kibitz.compiler.emit import Value
from kibitz.compiler.kinds import INT, Array, Choice, Fixed, Maybe, Member, Record
from kibitz.compiler.translate.frame import EXPRESSIONS, Bound, Closure, Frame, Unfinished
from kibitz.compiler.translate.statements import closure, condition, known_present


def constant_expression(frame: Frame, node: ast.Constant) -> Value:
    """Translate a literal."""
    return frame.constant(node.value)


def name_expression(frame: Frame, node: ast.Name) -> Value:
    """Translate a name."""
    return frame.lookup(node.id)


def attribute_expression(frame: Frame, node: ast.Attribute) -> Value:
    """Translate `value.name`."""
    value = attribute(frame, frame.expr(node.value), node.attr)
    if isinstance(value.kind, Maybe) and frame.scope.present and ast.unparse(node) in frame.scope.present:
        return frame.load(value.kind.item, frame.code.at(value.ref, 1))
    return value


def attribute(frame: Frame, value: Value, name: str) -> Value:
    """Return a field, property or constant of a value."""
    if value.known and value.const is not None and not isinstance(value.const, Closure) and hasattr(value.const, name):
        found = getattr(value.const, name)
        bound = getattr(found, "__self__", None)
        if not isinstance(found, python_types.MethodType | python_types.BuiltinMethodType) or isinstance(
            bound, python_types.ModuleType | type | None
        ):
            return frame.constant(found)
    if isinstance(value.kind, Choice):
        from kibitz.compiler.translate.calls import distribute

        return distribute(frame, value, frame.node, lambda each: attribute(frame, each, name))
    value = frame.solid(value)
    if isinstance(value.kind, Maybe):
        value = frame.present(value)
    kind = value.kind
    if isinstance(kind, Member):
        return member_attribute(frame, value, kind, name)
    if isinstance(kind, Record) and kind.cls:
        if name in kind.names:
            return frame.item(value, kind.names.index(name))
        member: Any = vars_of(kind.cls).get(name)
        if isinstance(member, property):
            return frame.unit.call_python(frame, member.fget, [value])  # type: ignore[no-any-return]
        if type(member).__name__ == "cached_property":
            return frame.unit.call_python(frame, member.func, [value])  # type: ignore[no-any-return]
        if isinstance(member, python_types.FunctionType):
            method = Bound(member, value)
            return Value(Fixed(method), "", method)
        if member is not None and not isinstance(member, classmethod | staticmethod):
            return frame.constant(member)
        raise frame.refuse(f"a {kind.cls.__name__} has no field `{name}`")
    if kind == INT and name in ("value", "real"):
        return value
    if isinstance(kind, Array) and name in ("size", "shape"):
        return frame.constant(kind.shape if name == "shape" else int(__import__("numpy").prod(kind.shape)))
    raise frame.refuse(f"{kind} has no attribute `{name}` that can be compiled")


def member_attribute(frame: Frame, value: Value, kind: Member, name: str) -> Value:
    """Return an attribute or property of an enum's member."""
    if kind.is_int and name in ("value", "real"):
        return Value(INT, value.ref)
    found: Any = vars_of(kind.cls).get(name)
    if isinstance(found, property) and name not in ("value", "name"):
        return frame.unit.call_python(frame, found.fget, [value])  # type: ignore[no-any-return]
    members = list(kind.cls)
    if not all(hasattr(each, name) for each in members):
        raise frame.refuse(f"a {kind.cls.__name__} has no attribute `{name}`")
    from kibitz.compiler.translate.membership import constant_place
    from kibitz.compiler.translate.sequences import subscript

    place = constant_place(frame, members, value) if kind.is_int else value.ref
    table = frame.unit.literals.setdefault((kind.cls, name), [getattr(each, name) for each in members])
    return subscript(frame, frame.constant(table), Value(INT, place))


def vars_of(cls: type) -> dict[str, Any]:
    """Return the attributes of a class and its bases."""
    found: dict[str, Any] = {}
    for each in reversed(cls.__mro__):
        found.update(vars(each))
    return found


def choice(frame: Frame, node: ast.AST, branches: list[tuple[str, Any]], done: str) -> Value:
    """Write each branch that can be reached, and return the value that it leaves."""
    code = frame.code
    key = f"{frame.scope.prefix}{id(node)}.value"
    reached = [(label, make) for label, make in branches if label in code.targets]
    if len(reached) == 1:
        code.label(reached[0][0])
        value: Value = reached[0][1]()
        return value
    for label, make in reached:
        code.label(label)
        try:
            frame.write(key, make())
        except Unfinished as unfinished:  # one branch may tell what the other cannot yet
            frame.spec.unsure = unfinished.args[0] if unfinished.args else True
        code.jump(done)
    code.label(done)
    if key not in frame.spec.kinds:
        raise Unfinished
    return frame.stored(key)


def if_expression(frame: Frame, node: ast.IfExp) -> Value:
    """Translate `a if test else b`."""
    code = frame.code
    yes, no, done = code.name("yes"), code.name("no"), code.name("chosen")
    before = frame.scope.present
    condition(frame, node.test, yes, no)
    true, false = known_present(node.test)

    def branch(part: ast.expr, facts: frozenset[str]) -> Value:
        frame.scope.present = before | facts
        return frame.expr(part)

    found = choice(
        frame, node, [(yes, lambda: branch(node.body, true)), (no, lambda: branch(node.orelse, false))], done
    )
    frame.scope.present = before
    return found


def bool_expression(frame: Frame, node: ast.BoolOp) -> Value:
    """Translate `a and b`, `a or b`: the value that decides."""
    code = frame.code
    is_and = isinstance(node.op, ast.And)
    key = f"{frame.scope.prefix}{id(node)}.value"
    done = code.name("decided")
    before = frame.scope.present
    for i, each in enumerate(node.values[:-1]):
        if i:
            frame.scope.present |= known_present(node.values[i - 1])[0 if is_and else 1]
        if not is_and and isinstance(each, ast.BoolOp) and isinstance(each.op, ast.And):
            # `a and b or c` is b where a is true, never a.
            go_on = code.name("or")
            for part in each.values[:-1]:
                holds = code.name("and")
                condition(frame, part, holds, go_on)
                code.label(holds)
            value = frame.expr(each.values[-1])
            frame.write(key, value)
            code.branch(frame.truth(value).ref, done, go_on)
            code.label(go_on)
            continue
        value = frame.expr(each)
        test = frame.truth(value)
        if test.known:
            if test.const == is_and:
                continue
            if done not in code.targets:
                return value
            frame.write(key, value)
            code.jump(done)
            break
        frame.write(key, value)
        go_on = code.name("and" if is_and else "or")
        code.branch(test.ref, *((go_on, done) if is_and else (done, go_on)))
        code.label(go_on)
    else:
        frame.scope.present |= known_present(node.values[-2])[0 if is_and else 1]
        value = frame.expr(node.values[-1])
        frame.scope.present = before
        if done not in code.targets:
            return value
        frame.write(key, value)
        code.jump(done)
    frame.scope.present = before
    code.label(done)
    return frame.stored(key)


def walrus_expression(frame: Frame, node: ast.NamedExpr) -> Value:
    """Translate `(name := value)`."""
    value = frame.expr(node.value)
    frame.assign(node.target.id, value)
    return frame.lookup(node.target.id)


def lambda_expression(frame: Frame, node: ast.Lambda) -> Value:
    """Translate `lambda`."""
    return closure(frame, node, "<lambda>")


def text_expression(frame: Frame, node: ast.JoinedStr) -> Value:
    """Refuse text that is put together at run time."""
    raise frame.refuse("text cannot be put together in compiled rules", "use it in show, write and move_name only")


def starred_expression(frame: Frame, node: ast.Starred) -> Value:
    """Refuse a star where there is nothing to unpack into."""
    raise frame.refuse("a star cannot be used here")


EXPRESSIONS.update({
    ast.Constant: constant_expression,
    ast.Name: name_expression,
    ast.Attribute: attribute_expression,
    ast.IfExp: if_expression,
    ast.BoolOp: bool_expression,
    ast.NamedExpr: walrus_expression,
    ast.Lambda: lambda_expression,
    ast.JoinedStr: text_expression,
    ast.Starred: starred_expression,
})  # fmt: skip
