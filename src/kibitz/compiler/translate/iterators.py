"""Loops over what Python's own functions generate: enumerate, zip, map, itertools.product …"""

import ast
import itertools
from collections.abc import Callable
from typing import Any

from kibitz.compiler.emit import Value
from kibitz.compiler.kinds import INT, Record, Sequence
from kibitz.compiler.translate.frame import Frame
from kibitz.compiler.translate.loops import (
    Merge,
    OnItem,
    collected_list,
    counted_range,
    counter,
    indexable,
    items_of,
    iterate,
    iterate_value,
)
from kibitz.compiler.translate.sequences import nth


def over_range(frame: Frame, node: ast.Call, on_item: OnItem) -> None:
    """Loop over `range(…)`."""
    parts = [frame.expr(each) for each in node.args]
    if len(parts) == 1:
        parts = [frame.number(0), *parts]
    if len(parts) == 2:
        parts = [*parts, frame.number(1)]
    if len(parts) != 3:
        raise frame.refuse("range takes one to three numbers")
    start, stop, step = parts
    counted_range(frame, start, stop, step, on_item)


def over_enumerate(frame: Frame, node: ast.Call, on_item: OnItem) -> None:
    """Loop over `enumerate(…)`."""
    code = frame.code
    given = [*node.args[1:], *(each.value for each in node.keywords)]
    first = frame.coerce(frame.expr(given[0]), INT) if given else frame.number(0)
    place = code.slot(1, "i64")
    code.line(f"store i64 {first.ref}, ptr {place}")

    def numbered(value: Value) -> None:
        number = code.op(f"load i64, ptr {place}")
        code.line(f"store i64 {code.op(f'add i64 {number}, 1')}, ptr {place}")
        on_item(frame.record([Value(INT, number), value]))

    iterate(frame, node.args[0], numbered)


def over_zip(frame: Frame, node: ast.Call, on_item: OnItem) -> None:
    """Loop over `zip(…)`."""
    code = frame.code
    if any(isinstance(each, ast.Starred) for each in node.args):
        parts = unstarred(frame, node, on_item)
        if parts is None:
            return
    else:
        parts = [items_of(frame, each) for each in node.args]
    if any(isinstance(each.kind, Sequence) and each.kind.item is None for each in parts):
        return

    def shortest() -> str:
        length = frame.length(parts[0]).ref
        for part in parts[1:]:
            length = code.op(f"call i64 @llvm.smin.i64(i64 {length}, i64 {frame.length(part).ref})")
        return length

    counter(frame, shortest, lambda i: on_item(frame.record([nth(frame, each, i) for each in parts])))


def unstarred(frame: Frame, node: ast.Call, on_item: OnItem) -> list[Value] | None:
    """Return the parts of `zip(*rows)`; None if the loop was written, because their number is not known."""
    if len(node.args) != 1:
        raise frame.refuse("zip of a starred argument beside others cannot be compiled")
    rows = frame.settled(frame.expr(node.args[0].value))  # type: ignore[attr-defined]
    if isinstance(rows.kind, Record):
        return [indexable(frame, frame.item(rows, i)) for i in range(len(rows.kind.items))]
    code = frame.code
    assert isinstance(rows.kind, Sequence)
    if rows.kind.item is None:
        return []
    some, done = code.name("some"), code.name("zipped")
    code.branch(frame.truth(rows).ref, some, done)
    code.label(some)
    length = frame.length(indexable(frame, nth(frame, rows, "0"))).ref

    def column(i: str) -> None:
        on_item(
            collected_list(
                frame,
                node,
                lambda add: iterate_value(frame, rows, lambda row: add(nth(frame, indexable(frame, row), i))),
            )
        )

    counter(frame, lambda: length, column)
    code.label(done)
    return None


def over_reversed(frame: Frame, node: ast.Call, on_item: OnItem) -> None:
    """Loop over `reversed(…)`."""
    code = frame.code
    items = items_of(frame, node.args[0])
    if isinstance(items.kind, Sequence) and items.kind.item is None:
        return
    last = code.op(f"sub i64 {frame.length(items).ref}, 1")
    length = frame.length(items).ref
    done = code.name("reversed")

    def item(i: str) -> None:
        place, there = code.op(f"sub i64 {last}, {i}"), code.name("there")
        code.branch(code.op(f"icmp slt i64 {place}, {frame.length(items).ref}"), there, done)  # it may have shrunk
        code.label(there)
        on_item(nth(frame, items, place))

    counter(frame, lambda: length, item)
    code.label(done)


def over_map(frame: Frame, node: ast.Call, on_item: OnItem) -> None:
    """Loop over `map(function, …)`."""
    from kibitz.compiler.translate.calls import call_value

    function = frame.expr(node.args[0])
    if len(node.args) == 2:
        iterate(frame, node.args[1], lambda value: on_item(call_value(frame, function, [value], {}, node)))
        return
    together = ast.copy_location(ast.Call(ast.Name("zip", ast.Load()), node.args[1:], []), node)

    def apply(value: Value) -> None:
        items = [frame.item(value, i) for i in range(len(value.kind.items))]  # type: ignore[union-attr]
        on_item(call_value(frame, function, items, {}, node))

    over_zip(frame, together, apply)


def over_filter(frame: Frame, node: ast.Call, on_item: OnItem) -> None:
    """Loop over `filter(function, …)`."""
    from kibitz.compiler.translate.calls import call_value

    code = frame.code
    function = frame.expr(node.args[0])

    def choose(value: Value) -> None:
        test = value if function.known and function.const is None else call_value(frame, function, [value], {}, node)
        use, skip = code.name("use"), code.name("skip")
        code.branch(frame.truth(test).ref, use, skip)
        code.label(use)
        on_item(value)
        code.label(skip)

    iterate(frame, node.args[1], choose)


def over_chain(frame: Frame, node: ast.Call, on_item: OnItem) -> None:
    """Loop over `itertools.chain(…)`."""
    consumer = frame.scope
    merge = Merge(frame, f"{frame.scope.prefix}{id(node)}/", on_item, consumer)
    for part in node.args:
        iterate(frame, part, merge.offer)
    merge.finish()


def over_product(frame: Frame, node: ast.Call, on_item: OnItem) -> None:
    """Loop over `itertools.product(…)`."""
    parts = [items_of(frame, each) for each in node.args]
    for keyword in node.keywords:
        times = frame.expr(keyword.value)
        if keyword.arg != "repeat" or not times.known:
            raise frame.refuse("product takes `repeat` as a constant")
        parts *= times.const

    def loop(chosen: list[Value]) -> None:
        if len(chosen) == len(parts):
            on_item(frame.record(chosen))
        else:
            iterate_value(frame, parts[len(chosen)], lambda value: loop([*chosen, value]))

    loop([])


def over_choices(frame: Frame, node: ast.Call, on_item: OnItem, distinct: bool) -> None:
    """Loop over `combinations` or `permutations` of a known number of items."""
    code = frame.code
    items = items_of(frame, node.args[0])
    count = frame.expr(node.args[1]) if len(node.args) > 1 else frame.length(items)
    if not count.known:
        raise frame.refuse("the number of items to choose must be a constant")
    length = frame.length(items).ref

    def loop(places: list[str]) -> None:
        if len(places) == count.const:
            on_item(frame.record([nth(frame, items, place) for place in places]))
            return

        def chosen(i: str) -> None:
            skip = code.name("skip")
            if distinct:
                for place in places:
                    go_on = code.name("differ")
                    code.branch(code.op(f"icmp eq i64 {i}, {place}"), skip, go_on)
                    code.label(go_on)
            loop([*places, i])
            code.label(skip)

        first = "0" if distinct or not places else code.op(f"add i64 {places[-1]}, 1")
        counter(frame, lambda: length, chosen, first)

    loop([])


def over_chained(frame: Frame, node: ast.Call, on_item: OnItem) -> None:
    """Loop over `itertools.chain.from_iterable(…)`."""
    iterate(frame, node.args[0], lambda inner: iterate_value(frame, inner, on_item))


def over_pairs(frame: Frame, node: ast.Call, on_item: OnItem) -> None:
    """Loop over `itertools.pairwise(…)`."""
    code = frame.code
    items = items_of(frame, node.args[0])
    if isinstance(items.kind, Sequence) and items.kind.item is None:
        return

    def pair(i: str) -> None:
        on_item(frame.record([nth(frame, items, i), nth(frame, items, code.op(f"add i64 {i}, 1"))]))

    counter(frame, lambda: code.op(f"sub i64 {frame.length(items).ref}, 1"), pair)


def over_sums(frame: Frame, node: ast.Call, on_item: OnItem) -> None:
    """Loop over `itertools.accumulate(…)`."""
    from kibitz.compiler.translate.calls import call_value
    from kibitz.compiler.translate.operators import binary

    code = frame.code
    function = frame.expr(node.args[1]) if len(node.args) > 1 else None
    key, some = f"{frame.scope.prefix}{id(node)}.so far", code.slot(1, "i1")
    code.line(f"store i1 false, ptr {some}")
    for keyword in node.keywords:
        if keyword.arg == "initial":
            frame.write(key, frame.expr(keyword.value))
            raise frame.refuse("accumulate with `initial` cannot be compiled", "write a loop")

    def update(value: Value) -> None:
        more, first, done = code.name("more"), code.name("first"), code.name("summed")
        code.branch(code.op(f"load i1, ptr {some}"), more, first)
        code.label(first)
        frame.write(key, value)
        code.line(f"store i1 true, ptr {some}")
        code.jump(done)
        code.label(more)
        so_far = frame.stored(key)
        both = [so_far, value]
        total = call_value(frame, function, both, {}, node) if function else binary(frame, ast.Add(), *both)
        frame.write(key, total)
        code.label(done)
        on_item(frame.stored(key))

    iterate(frame, node.args[0], update)


def over_while(frame: Frame, node: ast.Call, on_item: OnItem) -> None:
    """Loop over `itertools.takewhile(…)`."""
    from kibitz.compiler.translate.calls import call_value

    code = frame.code
    function, done = frame.expr(node.args[0]), code.name("taken")

    def take(value: Value) -> None:
        go_on = code.name("take")
        code.branch(frame.truth(call_value(frame, function, [value], {}, node)).ref, go_on, done)
        code.label(go_on)
        on_item(value)

    iterate(frame, node.args[1], take)
    code.label(done)


def over_count(frame: Frame, node: ast.Call, on_item: OnItem) -> None:
    """Loop over `itertools.count(…)`, which never ends by itself."""
    parts = [frame.expr(each) for each in node.args]
    start = parts[0] if parts else frame.number(0)
    step = parts[1] if len(parts) > 1 else frame.number(1)
    if not step.known:
        raise frame.refuse("the step of `count` must be a constant")
    counted_range(frame, start, frame.number((1 << 63) - 1 if step.const > 0 else -1 << 63), step, on_item)


def over_groups(frame: Frame, node: ast.Call, on_item: OnItem) -> None:
    """Loop over `itertools.groupby(…)`; a group is a list."""
    from kibitz.compiler.translate.calls import call_value
    from kibitz.compiler.translate.comparisons import equal
    from kibitz.compiler.translate.sequences import copied

    code = frame.code
    items = collected_list(frame, node, lambda add: iterate(frame, node.args[0], add))
    given = [*node.args[1:], *(each.value for each in node.keywords)]
    by = frame.expr(given[0]) if given else None
    if items.kind.item is None:  # type: ignore[union-attr]
        return

    def rank(i: str) -> Value:
        value = nth(frame, items, i)
        return call_value(frame, by, [value], {}, node) if by is not None else value

    start, end = code.slot(1, "i64"), code.slot(1, "i64")
    code.line(f"store i64 0, ptr {start}")
    test, body, grow, look, full, done = (code.name(each) for each in ("group", "some", "grow", "look", "full", "done"))
    code.label(test)
    first = code.op(f"load i64, ptr {start}")
    code.branch(code.op(f"icmp slt i64 {first}, {frame.length(items).ref}"), body, done)
    code.label(body)
    code.line(f"store i64 {code.op(f'add i64 {first}, 1')}, ptr {end}")
    code.label(grow)
    last = code.op(f"load i64, ptr {end}")
    code.branch(code.op(f"icmp slt i64 {last}, {frame.length(items).ref}"), look, full)
    code.label(look)
    more = code.name("more")
    code.branch(equal(frame, rank(first), rank(last)).ref, more, full)
    code.label(more)
    code.line(f"store i64 {code.op(f'add i64 {last}, 1')}, ptr {end}")
    code.jump(grow)
    code.label(full)
    code.line(f"store i64 {last}, ptr {start}")
    group = copied(frame, items, first, code.op(f"sub i64 {last}, {first}"))
    on_item(frame.record([rank(first), group]))
    code.jump(test)
    code.label(done)


def over_part(frame: Frame, node: ast.Call, on_item: OnItem) -> None:
    """Loop over `itertools.islice(items, stop)`."""
    code = frame.code
    if len(node.args) != 2:
        raise frame.refuse("islice with a start or a step cannot be compiled", "collect the items in a list")
    stop = frame.coerce(frame.settled(frame.expr(node.args[1])), INT)
    place, done = code.slot(1, "i64"), code.name("enough")
    code.line(f"store i64 0, ptr {place}")

    def take(value: Value) -> None:
        go_on = code.name("take")
        taken = code.op(f"load i64, ptr {place}")
        code.branch(code.op(f"icmp slt i64 {taken}, {stop.ref}"), go_on, done)
        code.label(go_on)
        code.line(f"store i64 {code.op(f'add i64 {taken}, 1')}, ptr {place}")
        on_item(value)

    iterate(frame, node.args[0], take)
    code.label(done)


def over_same(frame: Frame, node: ast.Call, on_item: OnItem) -> None:
    """Loop over `iter(…)`."""
    iterate(frame, node.args[0], on_item)


ITERATORS: dict[Any, Callable[[Frame, ast.Call, OnItem], None]] = {
    range: over_range,
    enumerate: over_enumerate,
    zip: over_zip,
    reversed: over_reversed,
    map: over_map,
    filter: over_filter,
    iter: over_same,
    itertools.chain: over_chain,
    itertools.chain.from_iterable: over_chained,
    itertools.pairwise: over_pairs,
    itertools.accumulate: over_sums,
    itertools.takewhile: over_while,
    itertools.count: over_count,
    itertools.islice: over_part,
    itertools.groupby: over_groups,
    itertools.product: over_product,
    itertools.combinations: lambda frame, node, on_item: over_choices(frame, node, on_item, distinct=False),
    itertools.permutations: lambda frame, node, on_item: over_choices(frame, node, on_item, distinct=True),
}
"""How loops over what these functions return are written."""
