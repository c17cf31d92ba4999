"""Tuples, lists and tables: making them, reading items and slices, changing lists.

a list      a pointer to [length, room, pointer to the items]
a tuple     of known length: its items; otherwise like a list that nobody changes
"""

import ast
from typing import Any

import numpy as np

from kibitz.compiler.emit import Value
from kibitz.compiler.kinds import (
    BOOL,
    DESK,
    FLOAT,
    INT,
    TEXT,
    UINT,
    Array,
    Choice,
    Fixed,
    Hash,
    Kind,
    Record,
    Sequence,
    as_sequence,
    is_scalar,
    join,
)
from kibitz.compiler.translate.frame import EXPRESSIONS, Frame, own_method

OUT_OF_RANGE = "index out of range"


# Making


def tuple_expression(frame: Frame, node: ast.Tuple) -> Value:
    """Translate `(a, b, *c)`."""
    items: list[Value] = []
    starred = False
    for each in node.elts:
        if not isinstance(each, ast.Starred):
            items.append(frame.expr(each))
            continue
        value = frame.solid(frame.expr(each.value))
        if isinstance(value.kind, Record):
            items.extend(frame.item(value, i) for i in range(len(value.kind.items)))
        else:
            starred = True
            break
    if starred:
        return frozen(gathered(frame, node.elts))
    if all(each.known for each in items):
        return frame.constant(tuple(each.const for each in items))
    return frame.record(items)


def list_expression(frame: Frame, node: ast.List) -> Value:
    """Translate `[a, b, *c]`."""
    if any(isinstance(each, ast.Starred) for each in node.elts):
        return gathered(frame, node.elts)
    wanted = frame.expected_item()
    items = []
    for each in node.elts:
        frame.expected = wanted
        items.append(frame.expr(each))
    if wanted is not None and items:
        items = [frame.coerce(each, wanted) if join(each.kind, wanted) == wanted else each for each in items]
    frame.node = node
    made = listed(frame, items)
    return made if items else Value(frame.empty_kind(node, Sequence(None)), made.ref, fresh=True)


def listed(frame: Frame, items: list[Value]) -> Value:
    """Return a new list of these items."""
    items = [frame.solid(each) for each in items]
    kind: Kind | None = None
    for each in items:
        joined = join(kind, each.kind)
        if joined is None:
            raise frame.refuse(f"a list that holds {kind} and {each.kind} cannot be compiled", "use a tuple")
        kind = joined
    here = frame.local_list is not None and frame.local_list is frame.node
    made = frame.new_list(frame.number(len(items)), kind, here=here)
    if kind is not None and kind.words:
        data = frame.data(made)
        for i, each in enumerate(items):
            frame.code.store(kind, frame.coerce(each, kind).ref, frame.code.at(data, i * kind.words))
    return made


def gathered(frame: Frame, nodes: list[ast.expr]) -> Value:
    """Return a new list of items and of the items of starred parts."""
    made = listed(frame, [])
    for node in nodes:
        if isinstance(node, ast.Starred):
            made = concatenated(frame, made, as_list(frame, frame.expr(node.value)))
        else:
            made = concatenated(frame, made, listed(frame, [frame.expr(node)]))
    return made


def frozen(value: Value) -> Value:
    """Return a list that nothing else refers to as a tuple."""
    assert isinstance(value.kind, Sequence)
    return Value(Sequence(value.kind.item, frozen=True), value.ref)


def as_list(frame: Frame, value: Value) -> Value:
    """Return a new list of the items of a tuple, list, table, text, set or dict."""
    from kibitz.compiler.translate.loops import listed_items

    value = frame.settled(value)
    if isinstance(value.kind, Sequence):
        return copied(frame, value)
    if sequence := as_sequence(value.kind):
        return Value(Sequence(sequence.item), frame.as_sequence(value, Sequence(sequence.item)).ref, fresh=True)
    return listed_items(frame, value)


def copied(frame: Frame, value: Value, start: str = "0", length: str | None = None) -> Value:
    """Return a new list of some items of a list or tuple."""
    assert isinstance(value.kind, Sequence | Record)
    item = value.kind.item
    count = length or frame.length(value).ref
    made = frame.new_list(Value(INT, count), item)
    if item is not None:
        items = items_at(frame, value)
        source = frame.code.at(items, start, item.words) if start != "0" else items
        words = frame.code.op(f"mul i64 {count}, {item.words}") if item.words != 1 else count
        frame.code.copy(frame.data(made), source, words)
    return made


def items_at(frame: Frame, value: Value) -> str:
    """Return where the items of a list, or of a tuple of one kind of items, begin."""
    return value.ref if isinstance(value.kind, Record) else frame.data(value)


def concatenated(frame: Frame, one: Value, other: Value) -> Value:
    """Return the items of two tuples, or of two lists, one after the other."""
    if isinstance(one.kind, Record) and isinstance(other.kind, Record):
        parts = [frame.item(each, i) for each in (one, other) for i in range(len(each.kind.items))]  # type: ignore[union-attr]
        return frame.record(parts)
    kinds = [as_sequence(each.kind) for each in (one, other)]
    is_frozen = all(each.frozen for each in kinds)  # type: ignore[union-attr]
    item = join(kinds[0].item, kinds[1].item)  # type: ignore[union-attr]
    if item is None:
        if kinds[0].item is not None:  # type: ignore[union-attr]
            raise frame.refuse(f"lists of {kinds[0].item} and {kinds[1].item} cannot be added")  # type: ignore[union-attr]
        return Value(Sequence(None, is_frozen), listed(frame, []).ref, fresh=True)
    code = frame.code
    parts = [frame.coerce(each, Sequence(item, frozen=True)) for each in (one, other)]
    lengths = [frame.length(each) for each in parts]
    made = frame.new_list(Value(INT, code.op(f"add i64 {lengths[0].ref}, {lengths[1].ref}")), item)
    data = frame.data(made)
    code.copy(data, frame.data(parts[0]), code.op(f"mul i64 {lengths[0].ref}, {item.words}"))
    behind = code.at(data, lengths[0].ref, item.words)
    code.copy(behind, frame.data(parts[1]), code.op(f"mul i64 {lengths[1].ref}, {item.words}"))
    return Value(Sequence(item, is_frozen), made.ref, fresh=True)


def repeated(frame: Frame, items: Value, count: Value) -> Value:
    """Translate `items * count`."""
    if isinstance(items.kind, Record) and count.known:
        parts = [frame.item(items, i) for _ in range(count.const) for i in range(len(items.kind.items))]
        return frame.record(parts)
    code = frame.code
    sequence = as_sequence(items.kind)
    assert sequence is not None
    items = frame.coerce(items, sequence)
    times = code.op(f"call i64 @llvm.smax.i64(i64 {count.ref}, i64 0)")
    length = frame.length(items)
    made = frame.new_list(Value(INT, code.op(f"mul i64 {length.ref}, {times}")), sequence.item)
    if sequence.item is not None:
        data, source = frame.data(made), frame.data(items)
        words = code.op(f"mul i64 {length.ref}, {sequence.item.words}")
        with frame.counted(Value(INT, times)) as i:
            code.copy(code.at(data, code.op(f"mul i64 {i}, {words}")), source, words)
    return Value(Sequence(sequence.item, sequence.frozen), made.ref, fresh=True)


# Reading


def nth(frame: Frame, value: Value, index: str) -> Value:
    """Return an item by its place, which is known to exist."""
    code, kind = frame.code, value.kind
    if isinstance(kind, Record):
        assert kind.item is not None
        return frame.load(kind.item, code.at(value.ref, index, kind.item.words))
    if isinstance(kind, Sequence):
        if kind.item is None:
            return frame.nothing_put("an item is read from a list")
        place = code.at(frame.data(value), index, kind.item.words)
        if not kind.frozen and not is_scalar(kind.item) and kind.item.words:
            kept = code.slot(kind.item.words)  # the list may change while the item is used
            code.copy(kept, place, kind.item.words)
            place = kept
        return frame.load(kind.item, place)
    if isinstance(kind, Array):
        return array_item(frame, value, index)
    if kind == TEXT:
        return frame.unit.text_char(frame, value, index)  # type: ignore[no-any-return]
    raise frame.refuse(f"{kind} has no items")


def array_item(frame: Frame, value: Value, index: str) -> Value:
    """Return a number or a row of a table of numpy's."""
    code, kind = frame.code, value.kind
    assert isinstance(kind, Array)
    dtype = np.dtype(kind.dtype)
    if len(kind.shape) > 1:
        size = int(np.prod(kind.shape[1:])) * dtype.itemsize
        place = code.op(f"getelementptr i8, ptr {value.ref}, i64 {code.op(f'mul i64 {index}, {size}')}")
        return Value(Array(kind.dtype, kind.shape[1:]), place)
    if dtype.kind == "f":
        llvm = "double" if dtype.itemsize == 8 else "float"
        place = code.op(f"getelementptr {llvm}, ptr {value.ref}, i64 {index}")
        number = code.op(f"load {llvm}, ptr {place}")
        return Value(FLOAT, number if llvm == "double" else code.op(f"fpext float {number} to double"))
    llvm = f"i{8 * dtype.itemsize}"
    number = code.op(f"load {llvm}, ptr {code.op(f'getelementptr {llvm}, ptr {value.ref}, i64 {index}')}")
    if dtype.kind == "b":
        return Value(BOOL, code.op(f"trunc i8 {number} to i1"))
    if llvm != "i64":
        number = code.op(f"{'zext' if dtype.kind == 'u' else 'sext'} {llvm} {number} to i64")
    return Value(UINT if dtype == np.uint64 else INT, number)


def place_of(frame: Frame, index: Value, length: Value) -> str:
    """Return an index as a place counted from the start; raise IndexError if there is none."""
    code = frame.code
    index = frame.settled(index)
    if index.kind not in (INT, BOOL, UINT):
        raise frame.refuse(f"{index.kind} cannot be used as an index")
    index = frame.coerce(index, INT)
    if index.known and length.known:
        place = index.const + length.const if index.const < 0 else index.const
        if not 0 <= place < length.const:
            frame.fail("IndexError", [OUT_OF_RANGE])
            frame.code.label(frame.code.name("never"))
            return "0"
        return str(int(place))
    if index.known:
        place = index.ref if index.const >= 0 else code.op(f"add i64 {length.ref}, {index.ref}")
    elif frame.scope.checked:
        below = code.op(f"icmp slt i64 {index.ref}, 0")
        place = code.op(f"select i1 {below}, i64 {code.op(f'add i64 {index.ref}, {length.ref}')}, i64 {index.ref}")
    else:
        place = index.ref
    if frame.scope.checked:
        frame.guard(code.op(f"icmp ult i64 {place}, {length.ref}"), "IndexError", [OUT_OF_RANGE])
    return str(place)


def uniform(frame: Frame, value: Value) -> Value:
    """Return a tuple whose items are read by a number known only at run time, with items of one kind."""
    kind = value.kind
    if not isinstance(kind, Record) or kind.item is not None:
        return value
    sequence = as_sequence(kind if not kind.cls else Record(kind.items))
    if sequence is None or sequence.item is None:
        raise frame.refuse("a tuple whose items are of different kinds can only be indexed by a constant")
    return frame.coerce(Value(Record(kind.items), value.ref, value.const), sequence)


def subscript_expression(frame: Frame, node: ast.Subscript) -> Value:
    """Translate `items[index]` and `items[start:stop:step]`."""
    from kibitz.compiler.translate import hashes

    value = frame.expr(node.value)
    if isinstance(node.slice, ast.Slice):
        return sliced(frame, frame.settled(value), node.slice)
    if isinstance(node.slice, ast.Tuple) and isinstance(frame.solid(value).kind, Array):
        value = frame.solid(value)
        for part in node.slice.elts:
            value = subscript(frame, value, frame.expr(part))
        return value
    index = frame.expr(node.slice)
    if isinstance(value.kind, Fixed) and isinstance(value.const, dict):
        return hashes.constant_item(frame, value.const, index)
    if isinstance(value.kind, Hash):
        return hashes.item(frame, value, index, node.value)
    return subscript(frame, value, index)


def subscript(frame: Frame, value: Value, index: Value) -> Value:
    """Return an item."""
    from kibitz.compiler.translate import hashes

    code = frame.code
    if isinstance(value.kind, Fixed) and isinstance(value.const, tuple | list) and index.known:
        try:
            return frame.constant(value.const[index.const])
        except (IndexError, TypeError):
            pass
    if value.kind == DESK:
        index = frame.coerce(index, INT)
        return Value(INT, code.op(f"load i64, ptr {code.at(value.ref, index.ref)}"))
    if isinstance(value.kind, Fixed) and isinstance(value.const, dict):
        return hashes.constant_item(frame, value.const, index)
    if isinstance(value.kind, Choice):
        from kibitz.compiler.translate.calls import distribute

        return distribute(frame, value, frame.node, lambda each: subscript(frame, each, index))
    if isinstance(value.kind, Fixed) and isinstance(value.const, tuple | list) and is_choice(value.const):
        place = place_of(frame, index, frame.number(len(value.const)))
        return Value(Choice(tuple(Fixed(each) for each in value.const)), place)
    value = frame.settled(value)
    kind = value.kind
    if isinstance(kind, Record) and (own := own_method(kind.cls, "__getitem__")) is not None:
        return frame.unit.call_python(frame, own, [value, index])  # type: ignore[no-any-return]
    if isinstance(kind, Record):
        if index.known:
            place = place_of(frame, index, frame.number(len(kind.items)))
            return frame.item(value, int(place))
        value = uniform(frame, value)
    if isinstance(kind, Hash):
        return hashes.item(frame, value, index)
    if not isinstance(value.kind, Record | Sequence | Array) and value.kind != TEXT:
        raise frame.refuse(f"{value.kind} has no items")
    if value.known and kind == TEXT and index.known:
        try:
            return frame.constant(value.const[index.const])
        except IndexError:
            pass
    return nth(frame, value, place_of(frame, index, frame.length(value)))


def is_choice(const: Any) -> bool:
    """Return whether a constant lists functions, dicts or sets, of which one is chosen at run time."""
    return len(const) > 0 and all(callable(each) or isinstance(each, dict | set | frozenset) for each in const)


def sliced(frame: Frame, value: Value, node: ast.Slice) -> Value:
    """Translate a slice."""
    code = frame.code
    parts = [frame.expr(each) if each else frame.constant(None) for each in (node.lower, node.upper, node.step)]
    if value.known and isinstance(value.const, str) and all(each.known for each in parts):
        return frame.constant(value.const[slice(*(each.const for each in parts))])
    if isinstance(value.kind, Record) and all(each.known for each in parts):
        chosen = range(len(value.kind.items))[slice(*(each.const for each in parts))]
        return frame.record([frame.item(value, i) for i in chosen])
    if value.kind == TEXT:
        value = as_list(frame, value)  # its characters
        value = Value(Sequence(TEXT, frozen=True), value.ref)
    step = parts[2]
    if step.const is not None and not (step.known and isinstance(step.const, int) and step.const):
        raise frame.refuse("the step of a slice must be a constant")
    by = step.const or 1
    if isinstance(value.kind, Array):
        value = as_list(frame, value)
    is_frozen = not (isinstance(value.kind, Sequence) and not value.kind.frozen)
    sequence = as_sequence(Record(value.kind.items) if isinstance(value.kind, Record) else value.kind)
    if sequence is None:
        raise frame.refuse(f"{value.kind} cannot be sliced")
    if isinstance(value.kind, Record) and value.kind.item is None:
        value = frame.coerce(Value(Record(value.kind.items), value.ref), sequence)
    item = sequence.item
    length = frame.length(value)
    start, stop = (slice_end(frame, parts[i], length, by, i == 0) for i in (0, 1))
    distance = code.op(f"sub i64 {stop}, {start}")
    if by != 1:
        rounded = code.op(f"add i64 {distance}, {by - (1 if by > 0 else -1)}")
        distance = code.op(f"sdiv i64 {rounded}, {by}")
    count = code.op(f"call i64 @llvm.smax.i64(i64 {distance}, i64 0)")
    if by == 1:
        made = copied(frame, value, start, count)
    else:
        made = frame.new_list(Value(INT, count), item)
        if item is not None:
            data, source = frame.data(made), items_at(frame, value)
            with frame.counted(Value(INT, count)) as i:
                place = code.op(f"add i64 {start}, {code.op(f'mul i64 {i}, {by}')}")
                given = frame.load(item, code.at(source, place, item.words))
                code.store(item, given.ref, code.at(data, i, item.words))
    return Value(Sequence(item, is_frozen), made.ref, fresh=True)


def slice_end(frame: Frame, given: Value, length: Value, by: int, is_start: bool) -> str:
    """Return an end of a slice as a place between the ends of the items."""
    code = frame.code
    if given.known and given.const is None:
        if by > 0:
            return "0" if is_start else length.ref
        return code.op(f"sub i64 {length.ref}, 1") if is_start else "-1"
    place = frame.coerce(frame.settled(given), INT).ref
    below = code.op(f"icmp slt i64 {place}, 0")
    place = code.op(f"select i1 {below}, i64 {code.op(f'add i64 {place}, {length.ref}')}, i64 {place}")
    low, high = ("0", length.ref) if by > 0 else ("-1", code.op(f"sub i64 {length.ref}, 1"))
    place = code.op(f"call i64 @llvm.smax.i64(i64 {place}, i64 {low})")
    return code.op(f"call i64 @llvm.smin.i64(i64 {place}, i64 {high})")


# Changing


def append(frame: Frame, target: ast.expr, made: Value, value: Value) -> None:
    """Append an item to the list behind an expression."""
    assert isinstance(made.kind, Sequence)
    value = frame.solid(value)
    item = join(made.kind.item, value.kind)
    if item is None:
        raise frame.refuse(f"a list that holds {made.kind.item} and {value.kind} cannot be compiled")
    if item != made.kind.item:
        if made.kind.site is not None:
            made.kind.site.grow(Sequence(item))
        frame.grow(target, Sequence(item))
    push(frame, made, frame.coerce(value, item), item)


def extend(frame: Frame, target: ast.expr, made: Value, node: ast.expr) -> None:
    """Append the items of an expression to the list behind another."""
    from kibitz.compiler.translate.loops import iterate, iterate_value

    if isinstance(node, ast.GeneratorExp | ast.Call):
        iterate(frame, node, lambda value: append(frame, target, made, value))
        return
    items = frame.expr(node)
    if isinstance(items.kind, Sequence) and not items.kind.frozen:
        items = copied(frame, items)  # it may be the list itself
    iterate_value(frame, items, lambda value: append(frame, target, made, value))


def push(frame: Frame, made: Value, value: Value, item: Kind) -> None:
    """Append an item of the right kind, in more room if there is none left."""
    code = frame.code
    length = code.op(f"load i64, ptr {made.ref}")
    room = code.op(f"load i64, ptr {code.at(made.ref, 1)}")
    full, fits = code.name("full"), code.name("fits")
    code.branch(code.op(f"icmp ult i64 {length}, {room}"), fits, full)
    code.label(full)
    code.allocations += 1
    code.line(f"call void @kb_widen(ptr %ctx, ptr {made.ref}, i64 {8 * item.words})")
    code.label(fits)
    if item.words:
        code.store(item, value.ref, code.at(frame.data(made), length, item.words))
    code.line(f"store i64 {code.op(f'add i64 {length}, 1')}, ptr {made.ref}")


def assign_item(frame: Frame, node: ast.Subscript, value: Value, parts: tuple[Value, Value] | None = None) -> None:
    """Translate `items[index] = value`; `parts` are the items and the index, if they are evaluated already."""
    from kibitz.compiler.translate import hashes

    code = frame.code
    target = parts[0] if parts else frame.expr(node.value)
    if isinstance(target.kind, Fixed):
        raise frame.refuse(
            f"`{ast.unparse(node.value)}` is a constant in compiled rules and cannot be changed",
            "make a list or dict of it first; to remember results, use functools.cache",
        )
    if isinstance(node.slice, ast.Slice):
        assign_slice(frame, node, target, value)
        return
    if target.kind == DESK:
        index = frame.coerce(parts[1] if parts else frame.expr(node.slice), INT)
        code.line(f"store i64 {frame.coerce(value, INT).ref}, ptr {code.at(target.ref, index.ref)}")
        return
    if isinstance(target.kind, Hash):
        hashes.assign(frame, node.value, target, parts[1] if parts else frame.expr(node.slice), value)
        return
    if target.known or not isinstance(target.kind, Sequence):
        what = "a constant" if target.known else str(target.kind)
        raise frame.refuse(
            f"an item of {what} cannot be changed", "make a list of it, change that, and make a tuple again"
        )
    if target.kind.frozen:
        raise frame.refuse("an item of a tuple cannot be changed", "make a list of it first")
    value = frame.solid(value)
    item = join(target.kind.item, value.kind)
    if item is None:
        raise frame.refuse(f"a list that holds {target.kind.item} and {value.kind} cannot be compiled")
    if item != target.kind.item:
        frame.grow(node.value, Sequence(item))
    place = place_of(frame, parts[1] if parts else frame.expr(node.slice), frame.length(target))
    if item.words:
        code.store(item, frame.coerce(value, item).ref, code.at(frame.data(target), place, item.words))


def assign_slice(frame: Frame, node: ast.Subscript, target: Value, value: Value) -> None:
    """Translate `items[start:stop] = values`."""
    code, part = frame.code, node.slice
    assert isinstance(part, ast.Slice)
    if not isinstance(target.kind, Sequence) or target.kind.frozen or part.step is not None:
        raise frame.refuse("this slice cannot be assigned", "make a new list of the parts")
    length = frame.length(target)
    ends = [frame.expr(each) if each else frame.constant(None) for each in (part.lower, part.upper)]
    start, stop = (slice_end(frame, each, length, 1, i == 0) for i, each in enumerate(ends))
    stop = code.op(f"call i64 @llvm.smax.i64(i64 {start}, i64 {stop})")
    middle = as_list(frame, value)
    after = copied(frame, target, stop, code.op(f"sub i64 {length.ref}, {stop}"))
    whole = concatenated(frame, concatenated(frame, copied(frame, target, "0", start), middle), after)
    if whole.kind != target.kind:
        frame.grow(node.value, whole.kind)
    for word in range(3):
        held = code.op(f"load i64, ptr {code.at(whole.ref, word)}")
        code.line(f"store i64 {held}, ptr {code.at(target.ref, word)}")


EXPRESSIONS[ast.Tuple] = tuple_expression
EXPRESSIONS[ast.List] = list_expression
EXPRESSIONS[ast.Subscript] = subscript_expression
