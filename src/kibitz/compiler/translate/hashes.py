"""Sets and dicts, those of the module (constants) and those that rules make.

made by a rule    a pointer to [size, fill, slots, keys, codes, values]; `runtime` has the algorithms
a constant        a table of places and a list of values (`membership`)
"""

import ast
from collections.abc import Callable
from typing import Any

from kibitz.compiler.emit import Value
from kibitz.compiler.kinds import (
    BOOL,
    FLOAT,
    INT,
    UINT,
    Fixed,
    Hash,
    Kind,
    Maybe,
    Member,
    Nothing,
    Record,
    Sequence,
    is_filled,
    is_scalar,
    join,
)
from kibitz.compiler.translate.frame import EXPRESSIONS, Frame, Unfinished
from kibitz.compiler.translate.loops import comprehend, counter, item_kind, iterate, iterate_value
from kibitz.compiler.translate.membership import constant_place
from kibitz.compiler.translate.sequences import listed, nth, push, subscript

SIZE, FILL, SLOTS, KEYS, CODES, VALUES, WORDS = range(7)
MISSING = "the key is not in the dict"


# Making


def empty(frame: Frame, kind: Hash) -> Value:
    """Return a new set or dict with nothing in it."""
    code = frame.code
    place = frame.allocate(str(8 * WORDS))
    slots = listed(frame, [frame.number(-1)] * 8)
    code.line(f"store i64 0, ptr {place}")
    code.line(f"store i64 0, ptr {code.at(place, FILL)}")
    code.line(f"store ptr {slots.ref}, ptr {code.at(place, SLOTS)}")
    for part in (KEYS, CODES, VALUES):
        code.line(f"store ptr {listed(frame, []).ref}, ptr {code.at(place, part)}")
    return Value(kind, place, fresh=True)


def part(frame: Frame, value: Value, which: int) -> Value:
    """Return a part of a set or dict."""
    assert isinstance(value.kind, Hash)
    kinds: dict[int, Kind | None] = {SLOTS: INT, KEYS: value.kind.key, CODES: INT, VALUES: value.kind.value}
    ref = frame.code.op(f"load ptr, ptr {frame.code.at(value.ref, which)}")
    return Value(Sequence(kinds[which]), ref)


def made(frame: Frame, name: str, sources: Any, named: Any, node: ast.AST) -> Value:
    """Translate `set(…)`, `dict(…)`, `Counter(…)`, `defaultdict(…)`."""
    if name == "set":
        if sources and isinstance(sources[0].node, ast.Name) and isinstance(sources[0].value().kind, Hash):
            return copied(frame, sources[0].value())
        return filled(frame, node, Hash(None), lambda add: sources[0].loop(lambda v: add(v, None)) if sources else None)
    if name == "defaultdict":
        factory = sources[0].value().const if sources else None
        firsts: dict[Any, Kind] = {int: INT, float: FLOAT, bool: BOOL, list: Sequence(None), set: Hash(None)}
        if factory not in firsts:
            raise frame.refuse("this defaultdict cannot be compiled", "use dict.get or setdefault")
        return empty(frame, Hash(None, firsts[factory], True, firsts[factory], inserts=True))
    if name == "Counter":
        if not sources:
            return empty(frame, Hash(None, INT, True, INT))
        key = f"{frame.scope.prefix}{id(node)}.counted"
        made = empty(frame, Hash(frame.spec.kinds.get(key), INT, True, INT))

        def count(value: Value) -> None:
            value = frame.solid(value)
            kind = item_kind(frame, key, value.kind)
            table = Value(Hash(kind, INT, True, INT), made.ref)
            entry = entered(frame, table, frame.coerce(value, kind), frame.number(0))
            place = frame.code.at(frame.data(part(frame, table, VALUES)), entry)
            old = frame.code.op(f"load i64, ptr {place}")
            frame.code.line(f"store i64 {frame.code.op(f'add i64 {old}, 1')}, ptr {place}")

        sources[0].loop(count)
        return Value(Hash(frame.spec.kinds.get(key), INT, True, INT), made.ref, fresh=True)
    if sources and not named:
        value = sources[0].value()
        if isinstance(value.kind, Fixed) and isinstance(value.const, dict):
            items = list(value.const.items())
            return filled(frame, node, Hash(None, None, True), lambda add: pairs_in(frame, frame.constant(items), add))
        if isinstance(value.kind, Hash):
            return copied(frame, value)
        return filled(frame, node, Hash(None, None, True), lambda add: pairs_in(frame, value, add))
    if named:
        raise frame.refuse("dict(name=…) has text as keys, which cannot be compiled")
    return empty(frame, frame.empty_kind(node, Hash(None, None, True)))  # type: ignore[arg-type]


def pairs_in(frame: Frame, value: Value, add: Callable[[Value, Value | None], None]) -> None:
    """Write a loop over pairs of keys and values."""
    iterate_value(frame, value, lambda each: add(frame.item(frame.solid(each), 0), frame.item(frame.solid(each), 1)))


def filled(frame: Frame, node: ast.AST, kind: Hash, loop: Callable[[Any], Any]) -> Value:
    """Return a new set or dict of the items of a loop."""
    result = empty(frame, kind)
    keys, values = (f"{frame.scope.prefix}{id(node)}.{what}" for what in ("keys", "values"))

    def add(key: Value, value: Value | None) -> None:
        key = frame.solid(key)
        held = item_kind(frame, keys, key.kind)
        worth = item_kind(frame, values, frame.solid(value).kind) if value is not None else None
        table = Value(Hash(held, worth, kind.is_dict), result.ref)
        store(frame, table, frame.coerce(key, held), frame.coerce(value, worth) if value and worth else None)

    loop(add)
    kinds = frame.spec.kinds
    made = Hash(kinds.get(keys), kinds.get(values), kind.is_dict)
    return Value(made if is_filled(made) else frame.empty_kind(node, made), result.ref, fresh=True)


def entered(frame: Frame, table: Value, key: Value, first: Value | None) -> str:
    """Return the entry of a key, which is added with a first value if it is new."""
    code = frame.code
    entry = frame.unit.call_python(frame, frame.unit.runtime.enter, [table, key])
    if first is not None:
        values = part(frame, table, VALUES)
        new, old = code.name("new"), code.name("old")
        code.branch(code.op(f"icmp eq i64 {entry.ref}, {frame.length(values).ref}"), new, old)
        code.label(new)
        push(frame, values, frame.coerce(first, table.kind.value), table.kind.value)  # type: ignore[union-attr, arg-type]
        code.label(old)
    code.allocations += 1
    return str(entry.ref)


def store(frame: Frame, table: Value, key: Value, value: Value | None) -> None:
    """Add a key, or set its value."""
    entry = entered(frame, table, key, value)
    if value is not None:
        data = frame.data(part(frame, table, VALUES))
        frame.code.store(value.kind, value.ref, frame.code.at(data, entry, value.kind.words))


def copied(frame: Frame, value: Value) -> Value:
    """Return a copy of a set or dict."""
    assert isinstance(value.kind, Hash)
    if value.kind.key is None:
        return empty(frame, value.kind)
    result = empty(frame, value.kind)
    if value.kind.is_dict:
        each_entry(
            frame,
            value,
            lambda entry: store(frame, result, key_at(frame, value, entry), value_at(frame, value, entry)),
        )
    else:
        frame.unit.call_python(frame, frame.unit.runtime.merge, [result, value])
        frame.code.allocations += 1
    return result


def set_expression(frame: Frame, node: ast.Set) -> Value:
    """Translate `{a, b}`."""
    values = [frame.expr(each) for each in node.elts]

    def each(add: Any) -> None:
        for value in values:
            add(value, None)

    return filled(frame, node, Hash(None), each)


def dict_expression(frame: Frame, node: ast.Dict) -> Value:
    """Translate `{a: b}`."""
    if any(key is None for key in node.keys):
        raise frame.refuse("`**` in a dict cannot be compiled", "use update")
    pairs = [(frame.expr(key), frame.expr(value)) for key, value in zip(node.keys, node.values, strict=True)]  # type: ignore[arg-type]
    if pairs and all(each.known and not isinstance(each.kind, Fixed) for pair in pairs for each in pair):
        frame.module.alive.append(constant := {key.const: value.const for key, value in pairs})
        held = frame.unit.literals.setdefault(id(node), constant)
        return Value(Fixed(held), "", held)

    def each(add: Any) -> None:
        for key, value in pairs:
            add(key, value)

    return filled(frame, node, Hash(None, None, True), each)


def set_comprehension(frame: Frame, node: ast.SetComp) -> Value:
    """Translate `{a for …}`."""
    return filled(
        frame,
        node,
        Hash(None),
        lambda add: comprehend(frame, node.generators, node, lambda: add(frame.expr(node.elt), None)),
    )


def dict_comprehension(frame: Frame, node: ast.DictComp) -> Value:
    """Translate `{a: b for …}`."""
    return filled(
        frame,
        node,
        Hash(None, None, True),
        lambda add: comprehend(frame, node.generators, node, lambda: add(frame.expr(node.key), frame.expr(node.value))),
    )


# Reading


def each_entry(frame: Frame, value: Value, on_entry: Callable[[str], None]) -> None:
    """Write a loop over the entries of a set, in the order of its slots, or of a dict, in the order of adding."""
    code = frame.code
    assert isinstance(value.kind, Hash)
    if value.kind.key is None:
        return
    which = part(frame, value, CODES if value.kind.is_dict else SLOTS)
    length = frame.length(which)

    def look(i: str) -> None:
        found = nth(frame, which, i).ref
        use, skip = code.name("use"), code.name("skip")
        test = f"icmp ne i64 {found}, -1" if value.kind.is_dict else f"icmp sge i64 {found}, 0"  # type: ignore[union-attr]
        code.branch(code.op(test), use, skip)
        code.label(use)
        on_entry(i if value.kind.is_dict else found)  # type: ignore[union-attr]
        code.label(skip)

    counter(frame, lambda: length.ref, look)


def key_at(frame: Frame, value: Value, entry: str) -> Value:
    """Return the key of an entry."""
    return nth(frame, part(frame, value, KEYS), entry)


def value_at(frame: Frame, value: Value, entry: str) -> Value:
    """Return the value of an entry."""
    return nth(frame, part(frame, value, VALUES), entry)


def entry_of(frame: Frame, value: Value, key: Value) -> str:
    """Return the entry of a key; -1 if it is not there."""
    assert isinstance(value.kind, Hash)
    if value.kind.key is None:
        return "-1"
    key = frame.solid(key)
    if isinstance(key.kind, Maybe) or join(value.kind.key, key.kind) != value.kind.key:
        key = frame.settled(key)
        if join(value.kind.key, key.kind) != value.kind.key:
            return "-1"
    found = frame.unit.call_python(frame, frame.unit.runtime.entry_of, [value, frame.coerce(key, value.kind.key)])
    return str(found.ref)


def item(frame: Frame, value: Value, key: Value, target: ast.expr | None = None) -> Value:
    """Translate `table[key]`."""
    kind = value.kind
    assert isinstance(kind, Hash)
    if not kind.is_dict:
        raise frame.refuse("a set has no items by key")
    if kind.inserts and target is not None:
        key = frame.solid(key)
        kind = widened(frame, target, value, key.kind, None)
        table = Value(kind, value.ref)
        entry = entered(frame, table, frame.coerce(key, kind.key), first_of(frame, kind))  # type: ignore[arg-type]
        return value_at(frame, table, entry)
    if kind.counts is not None:
        entry = entry_of(frame, value, key)
        return chosen(frame, entry, lambda: value_at(frame, value, entry), frame.coerce(frame.number(0), kind.counts))
    if kind.value is None:
        raise Unfinished(frame.refuse("an item is read from a dict into which nothing is put"))
    entry = entry_of(frame, value, key)
    frame.guard(frame.code.op(f"icmp sge i64 {entry}, 0"), "KeyError", [MISSING])
    return value_at(frame, value, entry)


def first_of(frame: Frame, kind: Hash) -> Value:
    """Return what a defaultdict gives a new key."""
    if isinstance(kind.counts, Sequence):
        return Value(kind.value or kind.counts, listed(frame, []).ref, fresh=True)
    if isinstance(kind.counts, Hash):
        return empty(frame, kind.value if isinstance(kind.value, Hash) else kind.counts)
    return frame.coerce(frame.number(0), kind.value or INT)


def chosen(frame: Frame, entry: str, found: Callable[[], Value], otherwise: Value) -> Value:
    """Return what is found at an entry, or something else if there is none."""
    code = frame.code
    key = f"{frame.scope.prefix}{id(frame.node)}.got"
    there, done = code.name("there"), code.name("got")
    frame.write(key, otherwise)
    code.branch(code.op(f"icmp sge i64 {entry}, 0"), there, done)
    code.label(there)
    frame.write(key, found())
    code.label(done)
    return frame.stored(key)


def constant_item(frame: Frame, const: dict[Any, Any], key: Value) -> Value:
    """Translate `TABLE[key]` of a dict that is a constant."""
    if key.known:
        if key.const in const:
            return frame.constant(const[key.const])
        frame.fail("KeyError", [MISSING])
        frame.code.label(frame.code.name("never"))
        return frame.constant(next(iter(const.values())))
    place = constant_place(frame, list(const), key)
    frame.guard(frame.code.op(f"icmp sge i64 {place}, 0"), "KeyError", [MISSING])
    return constant_value(frame, const, place)


def constant_value(frame: Frame, const: dict[Any, Any], place: str) -> Value:
    """Return the value at a place of a dict that is a constant."""
    values = list(const.values())
    checked, frame.scope.checked = frame.scope.checked, False
    held = frame.unit.literals.setdefault(("values", id(const)), values)
    found = subscript(frame, frame.constant(held), Value(INT, place))
    frame.scope.checked = checked
    return found


# Changing


def assign(frame: Frame, target: ast.expr, table: Value, key: Value, value: Value) -> None:
    """Translate `table[key] = value`."""
    key, value = frame.solid(key), frame.solid(value)
    kind = widened(frame, target, table, key.kind, value.kind)
    store(frame, Value(kind, table.ref), frame.coerce(key, kind.key), frame.coerce(value, kind.value))  # type: ignore[arg-type]


def widened(frame: Frame, target: ast.expr, table: Value, key: Kind, value: Kind | None) -> Hash:
    """Return the kind of a set or dict into which something is put; the variable behind it grows with it."""
    old = table.kind
    assert isinstance(old, Hash)
    keys, values = join(old.key, key), join(old.value, value)
    if keys is None or value is not None and values is None:
        raise frame.refuse(f"{old} that holds different kinds of items cannot be compiled")
    kind = Hash(keys, values, old.is_dict, old.counts, old.inserts)
    if kind != old:
        if old.site is not None:
            old.site.grow(kind)
        frame.grow(target, kind)
    return kind


def add(frame: Frame, target: ast.expr, table: Value, key: Value) -> None:
    """Translate `items.add(key)`."""
    key = frame.solid(key)
    kind = widened(frame, target, table, key.kind, None)
    store(frame, Value(kind, table.ref), frame.coerce(key, kind.key), None)  # type: ignore[arg-type]


def update(frame: Frame, target: ast.expr, table: Value, node: ast.expr) -> None:
    """Translate `items.update(…)` and `items |= …`."""
    assert isinstance(table.kind, Hash)
    if table.kind.is_dict:
        other = frame.expr(node)
        pairs = other if not isinstance(other.const, dict) else frame.constant(list(other.const.items()))
        if isinstance(other.kind, Hash):
            each_entry(
                frame,
                other,
                lambda entry: assign(frame, target, table, key_at(frame, other, entry), value_at(frame, other, entry)),
            )
        else:
            pairs_in(frame, pairs, lambda key, value: assign(frame, target, table, key, value))  # type: ignore[arg-type]
        return
    items = frame.expr(node) if not isinstance(node, ast.GeneratorExp | ast.Call) else None
    if items is not None and items.kind == table.kind and table.kind.key is not None:
        frame.unit.call_python(frame, frame.unit.runtime.merge, [table, items])
        frame.code.allocations += 1
        return
    iterate(frame, node, lambda key: add(frame, target, table, key))


def change(frame: Frame, op: type, target: ast.expr, table: Value, node: ast.expr) -> None:
    """Translate `items |= …`, `items -= …`, `items &= …` and `items ^= …`, which change the set itself."""
    if op is ast.BitOr:
        update(frame, target, table, node)
        return
    other = frame.solid(frame.expr(node))
    if not isinstance(other.kind, Hash):
        raise frame.refuse("this operator of sets cannot be compiled")
    if op is ast.Sub:
        each_entry(frame, other, lambda entry: remove(frame, table, key_at(frame, other, entry), strict=False))
        return
    if op is ast.BitXor and other.kind == table.kind and is_filled(other.kind):
        frame.unit.call_python(frame, frame.unit.runtime.toggle, [table, other])
        frame.code.allocations += 1
        return
    made = combine(frame, op, table, other)
    for word in range(WORDS):
        held = frame.code.op(f"load i64, ptr {frame.code.at(made.ref, word)}")
        frame.code.line(f"store i64 {held}, ptr {frame.code.at(table.ref, word)}")


def remove(frame: Frame, table: Value, key: Value, strict: bool) -> None:
    """Translate `items.discard(key)` and `items.remove(key)`."""
    assert isinstance(table.kind, Hash)
    if table.kind.key is None:
        return
    gone = frame.unit.call_python(
        frame, frame.unit.runtime.leave, [table, frame.coerce(frame.solid(key), table.kind.key)]
    )
    if strict:
        frame.guard(gone.ref, "KeyError", [MISSING])


# Sets together


def from_constant(frame: Frame, const: Any) -> Value:
    """Return a constant set or dict as one made by a rule."""
    is_dict = isinstance(const, dict)
    items = frame.constant(list(const.items() if is_dict else const))
    marker = frame.unit.literals.setdefault(("made", id(const)), ast.Constant(0))

    def each(add: Any) -> None:
        if is_dict:
            pairs_in(frame, items, add)
        else:
            iterate_value(frame, items, lambda item: add(item, None))

    return filled(frame, marker, Hash(None, None, is_dict), each)


def as_set(frame: Frame, value: Value) -> Value:
    """Return a constant set as one made by a rule."""
    return frame.solid(value) if isinstance(value.const, set | frozenset) else value


def combine(frame: Frame, op: type, one: Value, other: Value) -> Value:
    """Translate `a | b`, `a & b`, `a - b` and `a ^ b` of sets."""
    assert isinstance(one.kind, Hash)
    assert isinstance(other.kind, Hash)
    if one.kind.is_dict:
        if op is not ast.BitOr:
            raise frame.refuse("this operator of dicts cannot be compiled")
        return merged(frame, one, other)
    kind = join(one.kind, other.kind)
    if not isinstance(kind, Hash):
        raise frame.refuse("sets of different kinds cannot be combined")
    if kind.key is None:
        return empty(frame, kind)
    one, other = Value(kind, one.ref), Value(kind, other.ref)
    if op is ast.BitOr:
        result = copied(frame, one)
        frame.unit.call_python(frame, frame.unit.runtime.merge, [result, other])
        frame.code.allocations += 1
        return result
    result = empty(frame, kind)

    def choose(source: Value, test: Value, wanted: bool) -> None:
        def consider(entry: str) -> None:
            key = key_at(frame, source, entry)
            there = frame.code.op(f"icmp sge i64 {entry_of(frame, test, key)}, 0")
            use, skip = frame.code.name("use"), frame.code.name("skip")
            frame.code.branch(there, *((use, skip) if wanted else (skip, use)))
            frame.code.label(use)
            store(frame, result, key, None)
            frame.code.label(skip)

        each_entry(frame, source, consider)

    if op is ast.BitAnd:
        # CPython goes through the smaller set.
        code = frame.code
        second, first, done = code.name("second"), code.name("first"), code.name("both")
        code.branch(code.op(f"icmp sgt i64 {frame.length(other).ref}, {frame.length(one).ref}"), first, second)
        code.label(first)
        choose(one, other, True)
        code.jump(done)
        code.label(second)
        choose(other, one, True)
        code.label(done)
        return result
    if op is ast.BitXor:
        both = copied(frame, other)
        frame.unit.call_python(frame, frame.unit.runtime.toggle, [both, one])
        frame.code.allocations += 1
        return both
    choose(one, other, False)
    if op is not ast.Sub:
        raise frame.refuse("this operator of sets cannot be compiled")
    return result


def merged(frame: Frame, one: Value, other: Value) -> Value:
    """Translate `a | b` of dicts."""
    kind = join(one.kind, other.kind)
    if not isinstance(kind, Hash):
        raise frame.refuse("dicts of different kinds cannot be combined")
    result = copied(frame, Value(kind, one.ref))
    second = Value(kind, other.ref)
    each_entry(
        frame,
        second,
        lambda entry: store(frame, result, key_at(frame, second, entry), value_at(frame, second, entry)),
    )
    return result


def subset(frame: Frame, one: Value, other: Value, proper: bool = False) -> Value:
    """Return whether every item of a set is in another and, if proper, not the other way round too."""
    code = frame.code
    place, done = code.slot(1, "i1"), code.name("subset")
    code.line(f"store i1 false, ptr {place}")

    def look(entry: str) -> None:
        go_on = code.name("in")
        there = code.op(f"icmp sge i64 {entry_of(frame, other, key_at(frame, one, entry))}, 0")
        code.branch(there, go_on, done)
        code.label(go_on)

    each_entry(frame, one, look)
    test = "slt" if proper else "sle"
    code.line(f"store i1 {code.op(f'icmp {test} i64 {frame.length(one).ref}, {frame.length(other).ref}')}, ptr {place}")
    code.label(done)
    return Value(BOOL, code.op(f"load i1, ptr {place}"))


def same(frame: Frame, one: Value, other: Value) -> Value:
    """Return whether two sets have the same items."""
    assert isinstance(one.kind, Hash)
    if one.kind.is_dict:
        raise frame.refuse("dicts cannot be compared in compiled rules")
    code = frame.code
    place, alike, done = code.slot(1, "i1"), code.name("alike"), code.name("same")
    code.line(f"store i1 false, ptr {place}")
    code.branch(code.op(f"icmp eq i64 {frame.length(one).ref}, {frame.length(other).ref}"), alike, done)
    code.label(alike)

    def look(entry: str) -> None:
        go_on = code.name("in")
        code.branch(code.op(f"icmp sge i64 {entry_of(frame, other, key_at(frame, one, entry))}, 0"), go_on, done)
        code.label(go_on)

    each_entry(frame, one, look)
    code.line(f"store i1 true, ptr {place}")
    code.label(done)
    return Value(BOOL, code.op(f"load i1, ptr {place}"))


# Python's hash

MODULUS = (1 << 61) - 1
PRIMES = 11400714785074694791, 14029467366897019727, 2870177450012600261
MINUS_ONE = 1546275796


def hash_code(frame: Frame, key: Value) -> Value:
    """Return Python's hash of a number or tuple."""
    code = frame.code
    kind = key.kind
    if kind == BOOL:
        key, kind = frame.coerce(key, INT), INT
    if kind in (INT, UINT):
        small = code.op(f"{'urem' if kind == UINT else 'srem'} i64 {key.ref}, {MODULUS}")
        return Value(INT, code.op(f"select i1 {code.op(f'icmp eq i64 {small}, -1')}, i64 -2, i64 {small}"))
    if isinstance(kind, Record):
        mixed = str(PRIMES[2])
        items = [hash_code(frame, frame.item(key, i)) for i in range(len(kind.items))]
        for each in items:
            mixed = code.op(f"add i64 {mixed}, {code.op(f'mul i64 {each.ref}, {signed(PRIMES[1])}')}")
            mixed = code.op(f"call i64 @llvm.fshl.i64(i64 {mixed}, i64 {mixed}, i64 31)")
            mixed = code.op(f"mul i64 {mixed}, {signed(PRIMES[0])}")
        mixed = code.op(f"add i64 {mixed}, {signed(len(items) ^ PRIMES[2] ^ 3527539)}")
        return Value(INT, code.op(f"select i1 {code.op(f'icmp eq i64 {mixed}, -1')}, i64 {MINUS_ONE}, i64 {mixed}"))
    if isinstance(kind, Member) or is_scalar(kind) and kind != FLOAT and not isinstance(kind, Sequence | Hash):
        return Value(INT, key.ref)  # Python's own differs from run to run
    if isinstance(kind, Nothing):
        return frame.number(0)
    if isinstance(kind, Maybe):
        inner = hash_code(frame, frame.load(kind.item, code.at(key.ref, 1)))
        there = code.op(f"icmp ne i64 {code.op(f'load i64, ptr {key.ref}')}, 0")
        return Value(INT, code.op(f"select i1 {there}, i64 {inner.ref}, i64 0"))
    raise frame.refuse(f"{kind} cannot be put into a set or dict")


def signed(number: int) -> int:
    """Return 64 bits as a signed word."""
    return number - (1 << 64) if number >= 1 << 63 else number


EXPRESSIONS.update({
    ast.Set: set_expression,
    ast.Dict: dict_expression,
    ast.SetComp: set_comprehension,
    ast.DictComp: dict_comprehension,
})  # fmt: skip
