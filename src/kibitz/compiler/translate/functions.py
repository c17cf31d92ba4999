"""Python's own functions: any, all, sum, min, max, sorted, len, int, math.sqrt …"""

import ast
import bisect
import collections
import copy
import dataclasses
import functools
import heapq
import itertools
import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from kibitz.compiler.emit import Value
from kibitz.compiler.kinds import (
    BOOL,
    FLOAT,
    INT,
    NUMBERS,
    TEXT,
    Fixed,
    Hash,
    Maybe,
    Member,
    Record,
    Sequence,
)
from kibitz.compiler.translate.argument import Named, Source, Sources
from kibitz.compiler.translate.comparisons import compare, ordered
from kibitz.compiler.translate.frame import Closure, Frame, Unfinished
from kibitz.compiler.translate.numbers import (
    absolute,
    divide_both,
    of_float,
    power_of,
    rounded,
    through,
    to_bool,
    to_float,
    to_int,
    to_unsigned,
)
from kibitz.compiler.translate.operators import arithmetic, binary


def quantified(is_any: bool) -> Any:
    """Return the translation of `any` or `all`."""

    def translate(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
        code = frame.code
        place, done = code.slot(1, "i1"), code.name("known")
        code.line(f"store i1 {'false' if is_any else 'true'}, ptr {place}")

        def test(value: Value) -> None:
            found, go_on = code.name("found"), code.name("go")
            truth = frame.truth(value).ref
            code.branch(truth, *((found, go_on) if is_any else (go_on, found)))
            code.label(found)
            code.line(f"store i1 {'true' if is_any else 'false'}, ptr {place}")
            code.jump(done)
            code.label(go_on)

        sources[0].loop(test)
        code.label(done)
        return Value(BOOL, code.op(f"load i1, ptr {place}"))

    return translate


def accumulate(frame: Frame, key: str, start: Value, source: Source, step: Callable[[Value, Value], Value]) -> Value:
    """Return what a loop leaves in a variable that starts with a value."""
    frame.write(key, start)

    def update(value: Value) -> None:
        frame.write(key, step(frame.stored(key), value))

    source.loop(update)
    return frame.stored(key)


def key_for(frame: Frame, node: ast.AST, hint: str) -> str:
    """Return the key of a variable that has no name."""
    return f"{frame.scope.prefix}{id(node)}.{hint}"


def summed(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
    """Translate `sum`."""
    start = sources[1].value() if len(sources) > 1 else named["start"].value() if "start" in named else frame.number(0)
    return accumulate(
        frame, key_for(frame, node, "sum"), start, sources[0], lambda a, b: binary(frame, ast.Add(), a, b)
    )


def product_of(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
    """Translate `math.prod`."""
    start = named["start"].value() if "start" in named else frame.number(1)
    return accumulate(
        frame, key_for(frame, node, "prod"), start, sources[0], lambda a, b: binary(frame, ast.Mult(), a, b)
    )


def reduced(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
    """Translate `functools.reduce`."""
    from kibitz.compiler.translate.calls import call_value

    function = sources[0].value()
    if len(sources) < 3:
        return reduced_from_first(frame, function, sources[1], node)
    return accumulate(
        frame,
        key_for(frame, node, "reduced"),
        sources[2].value(),
        sources[1],
        lambda a, b: call_value(frame, function, [a, b], {}, node),
    )


def reduced_from_first(frame: Frame, function: Value, source: Source, node: ast.AST) -> Value:
    """Translate `functools.reduce` without a first value."""
    from kibitz.compiler.translate.calls import call_value

    code = frame.code
    key, some = key_for(frame, node, "reduced"), code.slot(1, "i1")
    code.line(f"store i1 false, ptr {some}")

    def update(value: Value) -> None:
        more, first, done = code.name("more"), code.name("first"), code.name("reduced")
        code.branch(code.op(f"load i1, ptr {some}"), more, first)
        code.label(first)
        frame.write(key, value)
        code.line(f"store i1 true, ptr {some}")
        code.jump(done)
        code.label(more)
        frame.write(key, call_value(frame, function, [frame.stored(key), value], {}, node))
        code.label(done)

    source.loop(update)
    if key not in frame.spec.kinds:
        raise frame.refuse("reduce of nothing")
    frame.guard(code.op(f"load i1, ptr {some}"), "TypeError", ["reduce() of nothing"])
    return frame.stored(key)


def extreme(op: type[ast.cmpop]) -> Any:
    """Return the translation of `min` or `max`."""
    word = "min" if op is ast.Lt else "max"

    def of_numbers(frame: Frame, values: list[Value]) -> Value | None:
        values = [frame.settled(each) for each in values]
        if not all(each.kind in (INT, BOOL) for each in values) or all(each.kind == BOOL for each in values):
            return None
        found = frame.coerce(values[0], INT)
        for each in values[1:]:
            other = frame.coerce(each, INT)
            found = Value(INT, frame.code.op(f"call i64 @llvm.s{word}.i64(i64 {found.ref}, i64 {other.ref})"))
        return found

    def translate(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
        from kibitz.compiler.translate.calls import call_value

        code = frame.code
        by = named["key"].value() if "key" in named else None
        if len(sources) > 1 and any(each.starred for each in sources):
            source = Source(frame, value=None)

            def each_part(on_item: Callable[[Value], None]) -> None:
                for each in sources:
                    each.loop(on_item) if each.starred else on_item(each.value())

            source.loop = each_part  # type: ignore[method-assign]
        elif len(sources) > 1:
            values = [each.value() for each in sources]
            if all(each.known and each.kind in NUMBERS for each in values) and by is None:
                return frame.constant((min if op is ast.Lt else max)(each.const for each in values))
            if by is None and (found := of_numbers(frame, values)):
                return found
            source = Source(frame, value=None)

            def each_value(on_item: Callable[[Value], None]) -> None:
                for each in values:
                    on_item(each)

            source.loop = each_value  # type: ignore[method-assign]
        else:
            source = sources[0]
        best, rank = key_for(frame, node, "best"), key_for(frame, node, "rank")
        some = code.slot(1, "i1")
        code.line(f"store i1 false, ptr {some}")

        def consider(value: Value) -> None:
            value = frame.solid(value)
            order = call_value(frame, by, [value], {}, node) if by is not None else value
            take, compared, skip = code.name("take"), code.name("rival"), code.name("skip")
            code.branch(code.op(f"load i1, ptr {some}"), compared, take)
            code.label(compared)
            if rank in frame.spec.kinds:
                better = ordered(frame, op, frame.settled(order), frame.settled(frame.stored(rank)))
                code.branch(better.ref, take, skip)
            else:
                code.jump(skip)
            code.label(take)
            frame.write(rank, order)
            if by is not None:
                frame.write(best, value)
            code.line(f"store i1 true, ptr {some}")
            code.label(skip)

        known = rank in frame.spec.kinds
        source.loop(consider)
        if rank not in frame.spec.kinds:
            if "default" in named:
                return named["default"].value()
            frame.fail("ValueError", [f"{word}() of nothing"])
            code.label(code.name("never"))
            return frame.number(0)
        if not known:
            frame.spec.changed = True  # the first comparison was written before the kind was known
        if "default" in named:
            empty, done = code.name("empty"), code.name("done")
            code.branch(code.op(f"load i1, ptr {some}"), done, empty)
            code.label(empty)
            frame.write(best if by is not None else rank, named["default"].value())
            code.label(done)
        elif len(sources) == 1:
            frame.guard(code.op(f"load i1, ptr {some}"), "ValueError", [f"{word}() of nothing"])
        return frame.stored(best if by is not None else rank)

    return translate


def in_order(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
    """Translate `sorted`."""
    from kibitz.compiler.translate.loops import collected_list

    items = collected_list(frame, node, sources[0].loop)
    return sorted_list(frame, items, named, node)


def sorted_list(frame: Frame, items: Value, named: Named, node: ast.AST) -> Value:
    """Return a new list of the items of a list in order; equal ones keep theirs."""
    from kibitz.compiler.translate.calls import call_value
    from kibitz.compiler.translate.sequences import nth, push

    assert isinstance(items.kind, Sequence)
    item = items.kind.item
    if item is None:
        return items
    by = named["key"].value() if "key" in named else None
    backwards = named["reverse"].value() if "reverse" in named else frame.constant(False)
    if by is None and item in NUMBERS and items.fresh:
        frame.unit.call_python(frame, frame.unit.runtime.sort_numbers, [items, frame.truth(backwards)])
        return items
    ranks = items
    if by is not None and not (by.known and by.const is None):
        ranks = frame.new_list(frame.length(items), None)
        frame.code.line(f"store i64 0, ptr {ranks.ref}")
        frame.code.line(f"store i64 0, ptr {frame.code.at(ranks.ref, 1)}")
        kinds: list[Any] = []
        with frame.counted(frame.length(items)) as i:
            rank = frame.solid(call_value(frame, by, [nth(frame, items, i)], {}, node))
            kinds.append(rank.kind)
            push(frame, ranks, rank, rank.kind)
        ranks = Value(Sequence(kinds[0]), ranks.ref)
    order = frame.unit.call_python(frame, frame.unit.runtime.order_of, [ranks, frame.truth(backwards)])
    made = frame.new_list(frame.length(items), item)
    data = frame.data(made)
    with frame.counted(frame.length(items)) as i:
        place = nth(frame, order, i)
        frame.code.store(item, nth(frame, items, place.ref).ref, frame.code.at(data, i, item.words))
    return Value(Sequence(item), made.ref, fresh=True)


def length_of(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
    """Translate `len`."""
    value = sources[0].value()
    if value.known and hasattr(value.const, "__len__") and not isinstance(value.kind, Record):
        return frame.number(len(value.const))
    return frame.length(frame.settled(value))


def sequence_of(frozen: bool) -> Any:
    """Return the translation of `tuple` or `list`."""

    def translate(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
        from kibitz.compiler.translate.loops import collected_list
        from kibitz.compiler.translate.sequences import as_list, listed

        if "maxlen" in named:
            raise frame.refuse("a deque of limited length cannot be compiled", "remove the oldest item yourself")
        if not sources:
            if frozen:
                return frame.constant(())
            return Value(frame.empty_kind(node, Sequence(None)), listed(frame, []).ref, fresh=True)
        source = sources[0]
        lazy = source.made is None and isinstance(source.node, ast.GeneratorExp | ast.Call)
        if lazy:
            made = collected_list(frame, node, source.loop)
        else:
            value = source.value()
            if frozen and isinstance(value.kind, Fixed) and isinstance(value.const, tuple | list):
                return frame.constant(tuple(value.const))
            value = frame.settled(value)
            if frozen and isinstance(value.kind, Record):
                return Value(Record(value.kind.items), value.ref, value.const)
            borrowed = node in frame.borrowed
            if frozen and isinstance(value.kind, Sequence) and (value.kind.frozen or value.fresh or borrowed):
                return Value(Sequence(value.kind.item, frozen=True), value.ref)
            if frame.local_list is node and isinstance(value.kind, Record) and value.kind.item is not None:
                item = value.kind.item
                made = frame.new_list(frame.length(value), item, here=True)
                frame.code.copy(frame.data(made), value.ref, value.kind.words)
                return made
            made = as_list(frame, value)
        return Value(Sequence(made.kind.item, frozen), made.ref, fresh=True)  # type: ignore[union-attr]

    return translate


def next_of(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
    """Translate `next(items, default)`, where the items are generated on the spot."""
    code = frame.code
    if sources[0].node is None or isinstance(sources[0].node, ast.Name):
        raise frame.refuse("`next` of a generator kept in a variable cannot be compiled", "loop over it")
    key, done = key_for(frame, node, "next"), code.name("next")

    def take(value: Value) -> None:
        frame.write(key, value)
        code.jump(done)
        code.label(code.name("later"))

    sources[0].loop(take)
    if len(sources) > 1:
        frame.write(key, sources[1].value())
    else:
        frame.fail("StopIteration", [])
    code.label(done)
    return frame.stored(key)


def ordinal(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
    """Translate `ord`."""
    value = frame.settled(sources[0].value())
    if value.known and isinstance(value.const, str) and len(value.const) == 1:
        return frame.number(ord(value.const))
    return frame.unit.text_fact(frame, value, "ord")  # type: ignore[no-any-return]


def character(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
    """Translate `chr` of a constant."""
    value = sources[0].value()
    if not value.known:
        raise frame.refuse("`chr` cannot be compiled", "index a string of the characters")
    return frame.constant(chr(value.const))


def is_instance(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
    """Translate `isinstance`."""
    value, cls = sources[0].value(), sources[1].value().const
    kind = value.kind
    if isinstance(kind, Maybe):
        there = frame.code.op(f"icmp ne i64 {frame.code.op(f'load i64, ptr {value.ref}')}, 0")
        kind = kind.item
    else:
        there = "true"
    if value.known and not isinstance(value.const, Closure):
        return frame.constant(isinstance(value.const, cls))
    examples: dict[Any, Any] = {INT: 0, BOOL: True, FLOAT: 0.5, TEXT: ""}
    like = examples.get(kind)
    if isinstance(kind, Record):
        found = issubclass(kind.cls or tuple, cls)
    elif isinstance(kind, Sequence):
        found = issubclass(tuple if kind.frozen else list, cls)
    elif isinstance(kind, Member):
        found = issubclass(kind.cls, cls)
    elif isinstance(kind, Hash):
        found = issubclass(dict if kind.is_dict else set, cls)
    else:
        found = like is not None and isinstance(like, cls)
    return Value(BOOL, there) if found and there != "true" else frame.constant(found)


def replaced_fields(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
    """Translate `dataclasses.replace(p, field=…)`."""
    return with_fields(frame, frame.settled(sources[0].value()), named)


def with_fields(frame: Frame, value: Value, named: Named) -> Value:
    """Return a record with some fields changed."""
    kind = value.kind
    if not isinstance(kind, Record) or not kind.cls:
        raise frame.refuse(f"{kind} has no fields to replace")
    if unknown := set(named) - set(kind.names):
        raise frame.refuse(f"a {kind.cls.__name__} has no field {', '.join(sorted(unknown))}")
    items = [named[name].value() if name in named else frame.item(value, i) for i, name in enumerate(kind.names)]
    return frame.record(items, kind.cls)


def deep_copy(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
    """Translate `copy.deepcopy`."""
    return copy_of(frame, sources, named, node, deep=True)


def copy_of(frame: Frame, sources: Sources, named: Named, node: ast.AST, deep: bool = False) -> Value:
    """Translate `copy.copy`, or `copy.deepcopy`."""
    from kibitz.compiler.translate.loops import collected_list
    from kibitz.compiler.translate.sequences import as_list

    value = frame.settled(sources[0].value())
    if isinstance(value.kind, Hash):
        from kibitz.compiler.translate import hashes

        if deep and isinstance(value.kind.value, Sequence | Hash):
            raise frame.refuse("a deep copy of this dict cannot be compiled", "copy its values one by one")
        return hashes.copied(frame, value)
    if not isinstance(value.kind, Sequence):
        return value
    inner = value.kind.item
    if deep and isinstance(inner, Sequence) and isinstance(inner.item, Sequence | Hash):
        raise frame.refuse("a deep copy of a list as deep as this cannot be compiled", "copy it level by level")
    if deep and isinstance(value.kind.item, Sequence) and not value.kind.item.frozen:
        return collected_list(
            frame, node, lambda add: Source(frame, value=value).loop(lambda each: add(as_list(frame, each)))
        )
    return as_list(frame, value)


def range_of(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
    """Translate a range that is not looped over at once: its numbers, in a tuple."""
    values = [each.value() for each in sources]
    if all(each.known for each in values):
        return frame.constant(range(*(each.const for each in values)))
    from kibitz.compiler.translate.iterators import over_range
    from kibitz.compiler.translate.loops import collected_list

    made = collected_list(frame, node, lambda add: over_range(frame, node, add))  # type: ignore[arg-type]
    return Value(Sequence(INT, frozen=True), made.ref)


def generated(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
    """Translate what generates items that are not looped over at once: the items, in a tuple."""
    from kibitz.compiler.translate.loops import collected_list, iterate

    made = collected_list(frame, node, lambda add: iterate(frame, node, add))  # type: ignore[arg-type]
    return Value(Sequence(made.kind.item, frozen=True), made.ref)  # type: ignore[union-attr]


def operation(op: Any) -> Any:
    """Return the translation of a function of `operator`."""

    def translate(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
        values = [each.value() for each in sources]
        if isinstance(op, ast.cmpop):
            return compare(frame, op, *values)
        if isinstance(op, ast.USub):
            return arithmetic(frame, ast.Sub, frame.number(0), frame.settled(values[0]))
        return binary(frame, op, *values)

    return translate


def hash_of(name: str) -> Any:
    """Return the translation of `set`, `dict` and the like."""

    def translate(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
        from kibitz.compiler.translate import hashes

        return hashes.made(frame, name, sources, named, node)

    return translate


def on_list(name: str) -> Any:
    """Return the translation of a function that reads or changes a list, written in Python by the runtime."""

    def translate(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
        from kibitz.compiler.translate.loops import indexable
        from kibitz.compiler.translate.sequences import append

        function = getattr(frame.unit.runtime, name)
        items = sources[0].value()
        if name == "heap_push":
            append(frame, sources[0].node, items, sources[1].value())
            if items.kind.item is None:  # type: ignore[union-attr]
                raise Unfinished
            return frame.unit.call_python(frame, function, [items])  # type: ignore[no-any-return]
        if isinstance(items.kind, Sequence) and items.kind.item is None:
            raise Unfinished
        values = [indexable(frame, items), *(frame.settled(each.value()) for each in sources[1:])]
        return frame.unit.call_python(frame, function, values)  # type: ignore[no-any-return]

    return translate


Handler = Callable[[Frame, Sources, Named, ast.AST], Value]
FUNCTIONS: dict[Any, Handler] = {
    any: quantified(True),
    all: quantified(False),
    sum: summed,
    math.prod: product_of,
    min: extreme(ast.Lt),
    max: extreme(ast.Gt),
    sorted: in_order,
    len: length_of,
    tuple: sequence_of(True),
    list: sequence_of(False),
    next: next_of,
    abs: absolute,
    int: to_int,
    np.int64: to_int,
    np.int32: to_int,
    float: to_float,
    np.float64: to_float,
    bool: to_bool,
    np.bool_: to_bool,
    np.uint64: to_unsigned,
    round: rounded,
    divmod: divide_both,
    pow: power_of,
    ord: ordinal,
    chr: character,
    range: range_of,
    isinstance: is_instance,
    dataclasses.replace: replaced_fields,
    copy.copy: copy_of,
    copy.deepcopy: deep_copy,
    functools.reduce: reduced,
    set: hash_of("set"),
    frozenset: hash_of("set"),
    dict: hash_of("dict"),
    collections.Counter: hash_of("Counter"),
    collections.defaultdict: hash_of("defaultdict"),
    collections.deque: sequence_of(False),
    bisect.bisect_left: on_list("bisect_left"),
    bisect.bisect_right: on_list("bisect_right"),
    heapq.heappush: on_list("heap_push"),
    heapq.heappop: on_list("heap_pop"),
    heapq.heapify: on_list("heapify"),
    math.floor: of_float("floor", whole=True),
    math.ceil: of_float("ceil", whole=True),
    math.trunc: of_float("trunc", whole=True),
    math.gcd: through("greatest_divisor"),
    math.isqrt: through("whole_root"),
    math.comb: through("choices"),
    math.factorial: through("factorial"),
    operator.add: operation(ast.Add()),
    operator.sub: operation(ast.Sub()),
    operator.mul: operation(ast.Mult()),
    operator.or_: operation(ast.BitOr()),
    operator.and_: operation(ast.BitAnd()),
    operator.xor: operation(ast.BitXor()),
    operator.mod: operation(ast.Mod()),
    operator.floordiv: operation(ast.FloorDiv()),
    operator.truediv: operation(ast.Div()),
    operator.neg: operation(ast.USub()),
    operator.eq: operation(ast.Eq()),
    operator.ne: operation(ast.NotEq()),
    operator.lt: operation(ast.Lt()),
    operator.le: operation(ast.LtE()),
    operator.gt: operation(ast.Gt()),
    operator.ge: operation(ast.GtE()),
}
"""How each function that Python offers is translated."""
for float_function in ("sqrt", "log", "log2", "log10", "exp", "sin", "cos", "tan", "atan", "atan2", "hypot", "tanh"):
    FUNCTIONS[getattr(math, float_function)] = of_float(float_function)
FUNCTIONS[math.pow] = of_float("pow")
FUNCTIONS[math.fabs] = of_float("fabs")
for lazy in (
    map, filter, zip, enumerate, reversed, itertools.chain, itertools.chain.from_iterable, itertools.product,
    itertools.combinations, itertools.permutations, itertools.pairwise, itertools.accumulate, itertools.takewhile,
    itertools.groupby, itertools.islice,
):  # fmt: skip
    FUNCTIONS[lazy] = generated
