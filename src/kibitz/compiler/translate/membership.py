"""`in`, and the places of values in constant sets, dicts and lists."""

import enum
from typing import Any

from kibitz.compiler.emit import Value
from kibitz.compiler.kinds import (
    BOOL,
    INT,
    TEXT,
    UINT,
    Array,
    Fixed,
    Hash,
    Kind,
    Maybe,
    Member,
    Nothing,
    Record,
    Sequence,
    join,
    kind_of,
)
from kibitz.compiler.translate.comparisons import equal
from kibitz.compiler.translate.frame import Frame, own_method
from kibitz.compiler.translate.loops import iterate_value

MOST_SPAN = 1 << 14
"""Whole numbers that span at most this much are looked up in a table."""


def contained(frame: Frame, item: Value, container: Value) -> Value:
    """Return whether a value is in a collection."""
    code = frame.code
    if isinstance(container.kind, Fixed) and not isinstance(item.kind, Fixed) or container.kind == TEXT:
        const = container.const
        if item.known:
            return frame.constant(item.const in const)
        if isinstance(const, range):
            return in_range(frame, frame.settled(item), const)
        if isinstance(const, str):
            found = frame.unit.text_fact(frame, frame.settled(item), "in", const)
            return Value(BOOL, code.op(f"icmp ne i64 {found.ref}, 0"))
        if isinstance(const, dict | set | frozenset | tuple | list) and all_plain(const):
            place = constant_place(frame, list(const), item)
            return Value(BOOL, code.op(f"icmp sge i64 {place}, 0"))
    if (
        isinstance(container.kind, Fixed)
        and isinstance(container.const, type)
        and issubclass(container.const, enum.Enum)
    ):
        return frame.constant(isinstance(item.kind, Member))
    if isinstance(container.kind, Fixed) and isinstance(container.const, dict | set | frozenset):
        return Value(BOOL, code.op(f"icmp sge i64 {constant_place(frame, list(container.const), item)}, 0"))
    if isinstance(container.kind, Member) and issubclass(container.kind.cls, enum.Flag):
        wanted = frame.settled(item).ref
        both = code.op(f"and i64 {container.ref}, {wanted}")
        return Value(BOOL, code.op(f"icmp eq i64 {both}, {wanted}"))
    container = frame.settled(container)
    kind = container.kind
    if isinstance(kind, Record) and (own := own_method(kind.cls, "__contains__")) is not None:
        return frame.truth(frame.unit.call_python(frame, own, [container, item]))
    if isinstance(kind, Hash):
        from kibitz.compiler.translate.hashes import entry_of

        return Value(BOOL, code.op(f"icmp sge i64 {entry_of(frame, container, item)}, 0"))
    if not isinstance(kind, Record | Sequence | Array):
        raise frame.refuse(f"`in` {kind} cannot be compiled")
    item = frame.solid(item)
    place, done = code.slot(1, "i1"), code.name("in")
    code.line(f"store i1 true, ptr {place}")

    def look(value: Value) -> None:
        go_on = code.name("other")
        same = equal(frame, value, item)
        code.branch(same.ref, done, go_on)
        code.label(go_on)

    iterate_value(frame, container, look)
    code.line(f"store i1 false, ptr {place}")
    code.label(done)
    return Value(BOOL, code.op(f"load i1, ptr {place}"))


def all_plain(const: Any) -> bool:
    """Return whether a constant collection has only hashable items, so that places can be looked up."""
    return all(kind_of(each) is not None and not isinstance(each, list) for each in const)


def in_range(frame: Frame, item: Value, numbers: range) -> Value:
    """Return whether a number is in a constant range."""
    code = frame.code
    if item.kind not in (INT, BOOL):
        raise frame.refuse(f"{item.kind} in a range cannot be compiled")
    number = frame.coerce(item, INT).ref
    low, high = min(numbers[0], numbers[-1]) if numbers else 0, max(numbers[0], numbers[-1]) if numbers else -1
    above, below = code.op(f"icmp sge i64 {number}, {low}"), code.op(f"icmp sle i64 {number}, {high}")
    found = code.op(f"and i1 {above}, {below}")
    if abs(numbers.step) != 1:
        rest = code.op(f"srem i64 {code.op(f'sub i64 {number}, {low}')}, {abs(numbers.step)}")
        found = code.op(f"and i1 {found}, {code.op(f'icmp eq i64 {rest}, 0')}")
    return Value(BOOL, found)


def constant_place(frame: Frame, keys: list[Any], item: Value) -> str:
    """Return the place of a value among constants; -1 if it is none of them."""
    code = frame.code
    kind: Kind | None = None
    for each in keys:
        found = kind_of(each)
        joined = join(kind, found) if found is not None else None
        if joined is None:
            raise frame.refuse("a constant set or dict with keys of different kinds cannot be compiled")
        kind = joined
    if kind is None:
        return "-1"
    item = frame.solid(item)
    if isinstance(item.kind, Maybe) and not isinstance(kind, Maybe | Nothing):
        there = code.op(f"icmp ne i64 {code.op(f'load i64, ptr {item.ref}')}, 0")
        inner = constant_place(frame, keys, frame.load(item.kind.item, code.at(item.ref, 1)))
        return code.op(f"select i1 {there}, i64 {inner}, i64 -1")
    wanted = join(kind, item.kind)
    if wanted is None:
        return "-1"
    if wanted in (INT, BOOL, UINT, TEXT) or isinstance(wanted, Member):
        return number_place(frame, [number_of(frame, each) for each in keys], frame.coerce(item, wanted), wanted)
    if (
        isinstance(wanted, Record)
        and wanted.items
        and all(each in (INT, BOOL) for each in wanted.items)
        and (place := tuple_place(frame, keys, item, wanted))
    ):
        return place
    return searched_place(frame, keys, item, wanted)


def number_of(frame: Frame, const: Any) -> int:
    """Return the word that a constant is at run time."""
    if isinstance(const, str):
        return frame.module.text_number(const)
    return Member(type(const)).word(const) if isinstance(const, enum.Enum) else int(const)


def number_place(frame: Frame, numbers: list[int], item: Value, kind: Kind) -> str:
    """Return the place of a word among numbers: from a table, or by comparing if they are far apart."""
    code = frame.code
    word = code.op(f"zext i1 {item.ref} to i64") if kind == BOOL else item.ref
    low, high = min(numbers), max(numbers)
    if high - low >= MOST_SPAN:
        found = "-1"
        for place, number in reversed(list(enumerate(numbers))):
            same = code.op(f"icmp eq i64 {word}, {number - (1 << 64) if number >= 1 << 63 else number}")
            found = code.op(f"select i1 {same}, i64 {place}, i64 {found}")
        return found
    places = [-1] * (high - low + 1)
    for place, number in reversed(list(enumerate(numbers))):
        places[number - low] = place
    return table_place(frame, places, code.op(f"sub i64 {word}, {low}"))


def table_place(frame: Frame, places: list[int], index: str) -> str:
    """Return what a table says for an index; -1 outside of it."""
    code = frame.code
    table = frame.module.constant([f"i64 {place}" for place in places])
    inside = code.op(f"icmp ult i64 {index}, {len(places)}")
    safe = code.op(f"select i1 {inside}, i64 {index}, i64 0")
    found = code.op(f"load i64, ptr {code.at(table, safe)}")
    return code.op(f"select i1 {inside}, i64 {found}, i64 -1")


def tuple_place(frame: Frame, keys: list[Any], item: Value, kind: Record) -> str:
    """Return the place of a tuple of ints among constants, from a table with a dimension per item; "" if too large."""
    code = frame.code
    item = frame.coerce(item, kind)
    columns = [[int(key[i]) for key in keys] for i in range(len(kind.items))]
    lows, spans = [min(each) for each in columns], [max(each) - min(each) + 1 for each in columns]
    size = 1
    for span in spans:
        size *= span
    if size > MOST_SPAN:
        return ""
    places = [-1] * size
    for place, key in reversed(list(enumerate(keys))):
        index = 0
        for part, low, span in zip(key, lows, spans, strict=True):
            index = index * span + int(part) - low
        places[index] = place
    where, inside = "0", "true"
    for i, (low, span) in enumerate(zip(lows, spans, strict=True)):
        offset = code.op(f"sub i64 {frame.coerce(frame.item(item, i), INT).ref}, {low}")
        fits = code.op(f"icmp ult i64 {offset}, {span}")
        inside = fits if inside == "true" else code.op(f"and i1 {inside}, {fits}")
        where = offset if where == "0" else code.op(f"add i64 {code.op(f'mul i64 {where}, {span}')}, {offset}")
    safe = code.op(f"select i1 {inside}, i64 {where}, i64 0")
    found = table_place(frame, places, safe)
    return code.op(f"select i1 {inside}, i64 {found}, i64 -1")


def searched_place(frame: Frame, keys: list[Any], item: Value, kind: Kind) -> str:
    """Return the place of a value among constants, by comparing it with each."""
    from kibitz.compiler.translate.loops import counter
    from kibitz.compiler.translate.sequences import nth

    code = frame.code
    sequence = Sequence(kind, frozen=True)
    items = Value(sequence, frame.memory(keys, sequence))
    item = frame.coerce(item, kind)
    place, done = code.slot(1, "i64"), code.name("found")

    def look(i: str) -> None:
        go_on = code.name("other")
        code.line(f"store i64 {i}, ptr {place}")
        code.branch(equal(frame, nth(frame, items, i), item).ref, done, go_on)
        code.label(go_on)

    counter(frame, lambda: str(len(keys)), look)
    code.line(f"store i64 -1, ptr {place}")
    code.label(done)
    return code.op(f"load i64, ptr {place}")
