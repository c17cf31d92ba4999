"""Loops: over ranges, tuples, lists, tables, texts, sets and dicts, and over whatever generates items.

A generator is not called: its code is written where its items are used. Each `yield` jumps to the code that uses the
item, which is written once and jumps back to where it came from. So a loop over a generator costs what the same loop
costs by hand. Only a generator that calls itself collects its items in a list.
"""

import ast
import enum
import types as python_types
from collections.abc import Callable
from typing import Any

from kibitz.compiler.emit import Value
from kibitz.compiler.kinds import INT, TEXT, Array, Fixed, Hash, Kind, Record, Sequence, as_sequence, join, kind_of
from kibitz.compiler.patterns import collected_name, returns_lazily
from kibitz.compiler.source import body_of, definition_of, is_generator
from kibitz.compiler.translate.frame import EXPRESSIONS, Closure, Frame, Scope, own_method
from kibitz.compiler.translate.sequences import listed, nth, push

OnItem = Callable[[Value], None]
MOST_COPIES = 64
"""The most items of different kinds for which the body of a loop is written again and again."""


def iterate(frame: Frame, node: ast.expr, on_item: OnItem) -> None:
    """Write a loop over the items of an expression; `on_item` writes its body."""
    from kibitz.compiler.translate.calls import arguments_of, called
    from kibitz.compiler.translate.iterators import ITERATORS

    if isinstance(node, ast.GeneratorExp):
        consumer = frame.scope

        def offer() -> None:
            value = frame.expr(node.elt)
            inner, frame.scope = frame.scope, consumer
            on_item(value)
            frame.scope = inner

        comprehend(frame, node.generators, node, offer)
        return
    if isinstance(node, ast.Call) and not any(isinstance(each, ast.Call) for each in ast.walk(node.func)):
        function, owner = called(frame, node.func)
        if function is not None and isinstance(function.kind, Fixed):
            const = function.const
            if not isinstance(const, Closure) and is_hashable(const) and const in ITERATORS:
                ITERATORS[const](frame, node, on_item)
                return
            target = generator_behind(const)
            if target is not None and not is_intrinsic(frame, const):
                arguments, named = arguments_of(frame, node)
                if iterate_call(frame, target, arguments, named, node, on_item):
                    return
        elif owner is not None and isinstance(owner.kind, Record) and owner.kind.cls:
            method = getattr(owner.kind.cls, node.func.attr, None)  # type: ignore[attr-defined]
            if isinstance(method, python_types.FunctionType):
                arguments, named = arguments_of(frame, node)
                if iterate_call(frame, method, [owner, *arguments], named, node, on_item):
                    return
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("items", "keys", "values") and not node.args:
            container = frame.expr(node.func.value)
            if isinstance(container.kind, Hash) or isinstance(container.const, dict):
                iterate_dict(frame, container, node.func.attr, on_item)
                return
    iterate_value(frame, frame.expr(node), on_item)


def is_hashable(const: Any) -> bool:
    """Return whether a constant can be looked up."""
    try:
        hash(const)
    except TypeError:
        return False
    return True


def is_intrinsic(frame: Frame, const: Any) -> bool:
    """Return whether a function is translated in its own way."""
    return const in frame.unit.intrinsics


def generator_behind(const: Any) -> Any:
    """Return a Python function or closure that may generate items; None if it is something else."""
    const = getattr(const, "__wrapped__", const) if hasattr(const, "cache_info") else const
    return const if isinstance(const, python_types.FunctionType | Closure) else None


def iterate_call(
    frame: Frame, function: Any, arguments: list[Value], named: dict[str, Value], node: ast.Call, on_item: OnItem
) -> bool:
    """Write a loop over what a function generates, or the expression that it returns; return whether it was one."""
    from kibitz.compiler.translate.calls import bound, scope_for

    definition = function.definition if isinstance(function, Closure) else definition_of(function)
    if definition is None:
        return False
    if definition in frame.inlined or frame.spec.definition is definition and frame.spec.collects:
        if is_generator(definition):
            iterate_value(frame, frame.unit.collected(frame, function, arguments, named), on_item)
            return True
        return False
    body = body_of(definition)
    collecting = "" if is_generator(definition) else collected_name(definition) or ""
    lazy = not is_generator(definition) and (bool(collecting) or returns_lazily(definition))
    if lazy and frame.unit.is_recursive(function, definition):
        return False
    if not is_generator(definition) and not lazy:
        returned = body[0] if len(body) == 1 else None
        if not isinstance(returned, ast.Return) or not is_lazy(returned.value):
            return False
    elif frame.unit.is_recursive(function, definition):
        iterate_value(frame, frame.unit.collected(frame, function, arguments, named), on_item)
        return True
    consumer, exact = frame.scope, frame.exact
    scope = scope_for(frame, function, definition, node)
    frame.exact = True
    bound(frame, scope, definition, function, arguments, named, copy=True)
    frame.inlined.append(definition)
    frame.scope = scope
    if is_generator(definition) or lazy:
        scope.collecting, scope.is_lazy = collecting, lazy
        merge = Merge(frame, scope.prefix, on_item, consumer)
        scope.on_yield, scope.on_return = merge.offer, lambda value: frame.code.jump(merge.done)
        frame.block(body)
        frame.inlined.pop()
        merge.finish()
    else:

        def in_consumer(value: Value) -> None:
            inner, frame.scope = frame.scope, consumer
            popped = frame.inlined.pop()
            on_item(value)
            frame.inlined.append(popped)
            frame.scope = inner

        iterate(frame, body[0].value, in_consumer)  # type: ignore[attr-defined]
        frame.inlined.pop()
    frame.scope, frame.exact = consumer, exact
    return True


def is_lazy(node: ast.expr | None) -> bool:
    """Return whether an expression that a function returns is better iterated than evaluated."""
    return isinstance(node, ast.GeneratorExp | ast.Call) and not (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("tuple", "list", "set")
    )


class Merge:
    """Many places that offer an item, and one piece of code that uses it."""

    def __init__(self, frame: Frame, prefix: str, on_item: OnItem, consumer: Scope) -> None:
        self.frame, self.on_item, self.consumer = frame, on_item, consumer
        self.key = prefix + "an item"
        code = frame.code
        self.body, self.done = code.name("use"), code.name("exhausted")
        self.resume = code.slot(1, "i64")
        self.points: list[str] = []

    def offer(self, value: Value) -> None:
        """Use an item, and continue here."""
        code = self.frame.code
        self.frame.write(self.key, value)
        after = code.name("resume")
        code.line(f"store i64 {len(self.points)}, ptr {self.resume}")
        self.points.append(after)
        code.jump(self.body)
        code.label(after)

    def finish(self) -> None:
        """Write the code that uses an item."""
        frame, code = self.frame, self.frame.code
        code.jump(self.done)
        if self.points:
            code.label(self.body)
            frame.scope = self.consumer
            self.on_item(frame.stored(self.key))
            if len(self.points) == 1:
                code.jump(self.points[0])
            elif not code.dead:
                code.is_merged = True
                number = code.op(f"load i64, ptr {self.resume}")
                cases = " ".join(f"i64 {i}, label %{point}" for i, point in enumerate(self.points[1:], 1))
                code.end(f"switch i64 {number}, label %{self.points[0]} [ {cases} ]")
        code.label(self.done)


def iterate_value(frame: Frame, value: Value, on_item: OnItem) -> None:
    """Write a loop over the items of a value."""
    from kibitz.compiler.translate import hashes

    if isinstance(value.kind, Fixed):
        const = value.const
        if isinstance(const, dict | set | frozenset) or isinstance(const, type) and issubclass(const, enum.Enum):
            const = frame.unit.literals.setdefault(("items", id(const)), list(const))
        if isinstance(const, range):
            start, stop, step = (frame.number(each) for each in (const.start, const.stop, const.step))
            counted_range(frame, start, stop, step, on_item)
            return
        if isinstance(const, tuple | list):
            value = frame.constant(const)
            if kind_of(const) is None or isinstance(const, tuple) and as_sequence(kind_of(const)) is None:  # type: ignore[arg-type]
                if len(const) > MOST_COPIES:
                    raise frame.refuse("a loop over a long constant whose items are of different kinds")
                for item in const:
                    on_item(frame.constant(item))
                return
            if isinstance(const, tuple):
                sequence = as_sequence(kind_of(const))  # type: ignore[arg-type]
                kind = kind_of(const)
                if isinstance(kind, Record) and kind.item is None and sequence:
                    value = frame.coerce(value, sequence)
    value = frame.settled(value)
    kind = value.kind
    if isinstance(kind, Record) and (own := own_method(kind.cls, "__iter__")) is not None:
        call = ast.copy_location(ast.Call(ast.Name("iter", ast.Load()), [], []), frame.node)
        if not iterate_call(frame, own, [value], {}, call, on_item):
            iterate_value(frame, frame.unit.call_python(frame, own, [value]), on_item)
        return
    if isinstance(kind, Record) and kind.item is None:
        sequence = as_sequence(Record(kind.items))
        mixed = sequence is None or any(not isinstance(each, type(kind.items[0])) for each in kind.items)
        if not kind.items:
            return
        if mixed and sequence is None:
            for i in range(len(kind.items)):
                frame.is_unrolling = True
                on_item(frame.item(value, i))
                frame.is_unrolling = False
            return
        value = frame.coerce(Value(Record(kind.items), value.ref), sequence)  # type: ignore[arg-type]
        kind = value.kind
    if isinstance(kind, Hash):
        hashes.each_entry(frame, value, lambda entry: on_item(hashes.key_at(frame, value, entry)))
        return
    if isinstance(kind, Sequence) and kind.item is None:
        return
    if not isinstance(kind, Record | Sequence | Array) and kind != TEXT:
        raise frame.refuse(f"{kind} cannot be looped over")
    if isinstance(kind, Sequence) and not kind.frozen:
        # A list may grow while it is looped over.
        counter(frame, lambda: frame.length(value).ref, lambda i: on_item(nth(frame, value, i)))
        return
    length = frame.length(value)
    counter(frame, lambda: length.ref, lambda i: on_item(nth(frame, value, i)))


def counter(frame: Frame, end: Callable[[], str], on_number: Callable[[str], None], start: str = "0") -> None:
    """Write a loop over the numbers from a start to an end, which is looked at each time."""
    code = frame.code
    place = code.slot(1, "i64")
    test, body, done = (code.name(hint) for hint in ("test", "body", "done"))
    code.line(f"store i64 {start}, ptr {place}")
    code.label(test)
    i = code.op(f"load i64, ptr {place}")
    code.branch(code.op(f"icmp slt i64 {i}, {end()}"), body, done)
    code.label(body)
    code.line(f"store i64 {code.op(f'add nsw i64 {i}, 1')}, ptr {place}")
    on_number(i)
    code.jump(test)
    code.label(done)


def counted_range(frame: Frame, start: Value, stop: Value, step: Value, on_item: OnItem) -> None:
    """Write a loop over a range."""
    code = frame.code
    start, stop, step = (frame.coerce(frame.settled(each), INT) for each in (start, stop, step))
    if step.known and step.const == 1:
        counter(frame, lambda: stop.ref, lambda i: on_item(Value(INT, i)), start.ref)
        return
    if not step.known:
        from kibitz.compiler.translate.operators import not_zero

        not_zero(frame, step)
    place = code.slot(1, "i64")
    test, body, done = (code.name(hint) for hint in ("test", "body", "done"))
    code.line(f"store i64 {start.ref}, ptr {place}")
    code.label(test)
    i = code.op(f"load i64, ptr {place}")
    up = code.op(f"icmp slt i64 {i}, {stop.ref}")
    down = code.op(f"icmp sgt i64 {i}, {stop.ref}")
    if step.known:
        going = up if step.const > 0 else down
    else:
        going = code.op(f"select i1 {code.op(f'icmp sgt i64 {step.ref}, 0')}, i1 {up}, i1 {down}")
    code.branch(going, body, done)
    code.label(body)
    code.line(f"store i64 {code.op(f'add i64 {i}, {step.ref}')}, ptr {place}")
    on_item(Value(INT, i))
    code.jump(test)
    code.label(done)


# Comprehensions


def comprehend(frame: Frame, generators: list[Any], node: ast.AST, inner: Callable[[], None]) -> None:
    """Write the loops of a comprehension; `inner` writes what is done for each item."""
    from kibitz.compiler.translate.statements import assign_target, condition, known_present

    names = {
        each.id
        for part in generators
        for each in ast.walk(part.target)
        if isinstance(each, ast.Name)
    }  # fmt: skip
    scope = Scope(None, names, f"{frame.scope.prefix}{id(node)}/", frame.scope, frame.scope.checked)
    outer = frame.scope

    def loop(index: int) -> None:
        if index == len(generators):
            inner()
            return
        part = generators[index]

        def body(value: Value) -> None:
            code = frame.code
            again = code.name("again")
            frame.scope = scope
            scope.present = frozenset()
            assign_target(frame, part.target, value)
            for test in part.ifs:
                go_on = code.name("if")
                condition(frame, test, go_on, again)
                code.label(go_on)
                scope.present |= known_present(test)[0]
            loop(index + 1)
            frame.scope = scope if index else outer
            code.label(again)

        frame.scope = scope if index else outer
        iterate(frame, part.iter, body)
        frame.scope = scope if index else outer

    loop(0)
    frame.scope = outer


def item_kind(frame: Frame, key: str, kind: Kind) -> Kind:
    """Return the kind of the items of a list being made, which grows as a variable's does."""
    kinds = frame.spec.kinds
    joined = join(kinds.get(key), kind)
    if joined is None:
        raise frame.refuse(f"a list that holds {kinds.get(key)} and {kind} cannot be compiled", "use a tuple")
    if joined != kinds.get(key):
        if key in kinds:
            frame.spec.changed = True
        kinds[key] = joined
    return joined


def collected_list(frame: Frame, node: ast.AST, loop: Callable[[OnItem], None]) -> Value:
    """Return a new list of the items of a loop."""
    made = listed(frame, [])
    key = f"{frame.scope.prefix}{id(node)}.items"

    def add(value: Value) -> None:
        value = frame.solid(value)
        kind = item_kind(frame, key, value.kind)
        push(frame, made, frame.coerce(value, kind), kind)

    loop(add)
    return Value(Sequence(frame.spec.kinds.get(key)), made.ref, fresh=True)


def list_comprehension(frame: Frame, node: ast.ListComp) -> Value:
    """Translate `[… for … in …]`."""
    wanted = frame.expected_item()

    def item() -> Value:
        frame.expected = wanted
        value = frame.solid(frame.expr(node.elt))
        return frame.coerce(value, wanted) if wanted is not None and join(value.kind, wanted) == wanted else value

    return collected_list(frame, node, lambda add: comprehend(frame, node.generators, node, lambda: add(item())))


def generator_expression(frame: Frame, node: ast.GeneratorExp) -> Value:
    """Translate a generator expression that is not used right away: its items, in a tuple."""
    made = collected_list(frame, node, lambda add: iterate(frame, node, add))
    return Value(Sequence(made.kind.item, frozen=True), made.ref)  # type: ignore[union-attr]


def items_of(frame: Frame, node: ast.expr) -> Value:
    """Return the items of an expression in a form that can be indexed: a tuple, list, table or text."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
        value = frame.expr(node)
        if value.known:
            return indexable(frame, frame.constant(tuple(value.const)))
    if isinstance(node, ast.GeneratorExp | ast.Call):
        return collected_list(frame, node, lambda add: iterate(frame, node, add))
    return indexable(frame, frame.expr(node))


def indexable(frame: Frame, value: Value) -> Value:
    """Return the items of a value in a form that can be indexed."""
    if isinstance(value.kind, Fixed) and isinstance(value.const, dict | set | frozenset):
        value = frame.constant(list(value.const))
    value = frame.settled(value)
    if isinstance(value.kind, Hash):
        return listed_items(frame, value)
    if isinstance(value.kind, Record) and value.kind.item is None and value.kind.items:
        sequence = as_sequence(Record(value.kind.items))
        if sequence is None:
            raise frame.refuse("a tuple whose items are of different kinds cannot be used here")
        return frame.coerce(Value(Record(value.kind.items), value.ref, value.const), sequence)
    return value


def listed_items(frame: Frame, value: Value) -> Value:
    """Return a new list of the items of a value."""
    return collected_list(frame, frame.node, lambda add: iterate_value(frame, value, add))


def iterate_dict(frame: Frame, container: Value, what: str, on_item: OnItem) -> None:
    """Write a loop over the keys, values or items of a dict."""
    from kibitz.compiler.translate import hashes

    if isinstance(container.kind, Fixed):
        const = container.const
        iterate_value(frame, frame.constant(list(getattr(const, what)())), on_item)
        return

    def entry(place: str) -> None:
        key, value = hashes.key_at(frame, container, place), hashes.value_at(frame, container, place)
        on_item({"keys": key, "values": value}.get(what) or frame.record([key, value]))

    hashes.each_entry(frame, container, entry)


EXPRESSIONS[ast.ListComp] = list_comprehension
EXPRESSIONS[ast.GeneratorExp] = generator_expression
