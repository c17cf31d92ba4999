"""Comparisons: `==`, `<`, `is` and `in`, of numbers, texts, tuples, lists and sets."""

import ast

from kibitz.compiler.emit import Value
from kibitz.compiler.kinds import (
    BOOL,
    FLOAT,
    INT,
    NUMBERS,
    TEXT,
    UINT,
    Fixed,
    Hash,
    Maybe,
    Member,
    Nothing,
    Record,
    Sequence,
    as_sequence,
    join,
)
from kibitz.compiler.translate.frame import EXPRESSIONS, Frame, own_method
from kibitz.compiler.translate.operators import PYTHON, SPECIAL, SYMBOLS

SIGNED: dict[type, str] = {ast.Lt: "slt", ast.LtE: "sle", ast.Gt: "sgt", ast.GtE: "sge", ast.Eq: "eq", ast.NotEq: "ne"}
FLOATED: dict[type, str] = {
    ast.Lt: "olt", ast.LtE: "ole", ast.Gt: "ogt", ast.GtE: "oge", ast.Eq: "oeq", ast.NotEq: "une",
}  # fmt: skip


def compare_expression(frame: Frame, node: ast.Compare) -> Value:
    """Translate `a < b`, `a < b < c`, `a in b` and the like."""
    left = frame.expr(node.left)
    if len(node.ops) == 1:
        return compare(frame, node.ops[0], left, frame.expr(node.comparators[0]))
    code = frame.code
    place, done = code.slot(1, "i1"), code.name("compared")
    code.line(f"store i1 false, ptr {place}")
    for op, comparator in zip(node.ops[:-1], node.comparators[:-1], strict=True):
        right = frame.expr(comparator)
        go_on = code.name("chain")
        code.branch(compare(frame, op, left, right).ref, go_on, done)
        code.label(go_on)
        left = right
    last = compare(frame, node.ops[-1], left, frame.expr(node.comparators[-1]))
    code.line(f"store i1 {last.ref}, ptr {place}")
    code.label(done)
    return Value(BOOL, code.op(f"load i1, ptr {place}"))


def compare(frame: Frame, op: ast.cmpop, one: Value, other: Value) -> Value:
    """Compare two values."""
    if isinstance(op, ast.In | ast.NotIn):
        from kibitz.compiler.translate.membership import contained

        return negated(frame, contained(frame, one, other), isinstance(op, ast.NotIn))
    if isinstance(op, ast.Is | ast.IsNot):
        return negated(frame, identical(frame, one, other), isinstance(op, ast.IsNot))
    if one.known and other.known and not isinstance(one.kind, Fixed) and not isinstance(other.kind, Fixed):
        try:
            return frame.constant(bool(PYTHON[type(op)](one.const, other.const)))
        except TypeError:
            pass
    if isinstance(op, ast.Eq | ast.NotEq):
        return negated(frame, equal(frame, one, other), isinstance(op, ast.NotEq))
    return ordered(frame, type(op), frame.settled(one), frame.settled(other))


def negated(frame: Frame, value: Value, wanted: bool) -> Value:
    """Return the opposite of a condition, if wanted."""
    if not wanted:
        return value
    return frame.constant(not value.const) if value.known else Value(BOOL, frame.code.op(f"xor i1 {value.ref}, true"))


def identical(frame: Frame, one: Value, other: Value) -> Value:
    """Translate `is`."""
    for a, b in ((one, other), (other, one)):
        if isinstance(b.kind, Nothing):
            if isinstance(a.kind, Maybe):
                present = frame.code.op(f"load i64, ptr {a.ref}")
                return Value(BOOL, frame.code.op(f"icmp eq i64 {present}, 0"))
            return frame.constant(isinstance(a.kind, Nothing))
    if isinstance(one.kind, Fixed) and isinstance(other.kind, Fixed):
        return frame.constant(one.const is other.const)
    return equal(frame, one, other)


def equal(frame: Frame, one: Value, other: Value) -> Value:
    """Return whether two values are equal."""
    code = frame.code
    if isinstance(one.kind, Fixed) and isinstance(other.kind, Fixed):
        return frame.constant(bool(one.const == other.const))
    one, other = frame.solid(one), frame.solid(other)
    if isinstance(one.kind, Nothing) and isinstance(other.kind, Nothing):
        return frame.constant(True)
    if isinstance(one.kind, Nothing | Maybe) or isinstance(other.kind, Nothing | Maybe):
        return equal_maybe(frame, one, other)
    if one.kind != other.kind:
        one, other = (
            frame.settled(each) if isinstance(each.kind, Member) and each.kind.is_int else each for each in (one, other)
        )
    if one.kind in NUMBERS and other.kind in NUMBERS:
        return numbers_compared(frame, ast.Eq, one, other)
    for owner, operand in ((one, other), (other, one)):
        own = own_method(owner.kind.cls, "__eq__") if isinstance(owner.kind, Record) else None
        if own is not None:
            return frame.truth(frame.unit.call_python(frame, own, [owner, operand]))
    if isinstance(one.kind, Member) and one.kind == other.kind or one.kind == other.kind == TEXT:
        return Value(BOOL, code.op(f"icmp eq i64 {one.ref}, {other.ref}"))
    if isinstance(one.kind, Record) and isinstance(other.kind, Record):
        return equal_records(frame, one, other)
    if isinstance(one.kind, Hash) and isinstance(other.kind, Hash):
        from kibitz.compiler.translate import hashes

        return hashes.same(frame, one, other)
    for a, b in ((one, other), (other, one)):
        if a.kind == TEXT and b.kind == Sequence(TEXT, frozen=True):
            from kibitz.compiler.translate.sequences import as_list

            return equal_sequences(frame, Value(Sequence(TEXT, frozen=True), as_list(frame, a).ref), b)
    sequences = [as_sequence(each.kind) for each in (one, other)]
    if all(sequences):
        return equal_sequences(frame, one, other)
    return frame.constant(False)


def equal_maybe(frame: Frame, one: Value, other: Value) -> Value:
    """Compare values of which one or both may be None."""
    code = frame.code
    flags = []
    inner = []
    for each in (one, other):
        if isinstance(each.kind, Maybe):
            flags.append(code.op(f"icmp ne i64 {code.op(f'load i64, ptr {each.ref}')}, 0"))
            inner.append(frame.load(each.kind.item, code.at(each.ref, 1)))
        else:
            flags.append("false" if isinstance(each.kind, Nothing) else "true")
            inner.append(each)
    place, both, done = code.slot(1, "i1"), code.name("both"), code.name("maybe")
    code.line(f"store i1 {code.op(f'icmp eq i1 {flags[0]}, {flags[1]}')}, ptr {place}")
    if not any(isinstance(each.kind, Nothing) for each in (one, other)):
        code.branch(code.op(f"and i1 {flags[0]}, {flags[1]}"), both, done)
        code.label(both)
        code.line(f"store i1 {equal(frame, *inner).ref}, ptr {place}")
        code.label(done)
    return Value(BOOL, code.op(f"load i1, ptr {place}"))


UNROLLED = 16
"""Records of at most this many items are compared item by item, longer ones in a loop."""


def equal_records(frame: Frame, one: Value, other: Value) -> Value:
    """Compare two tuples item by item."""
    code = frame.code
    assert isinstance(one.kind, Record)
    assert isinstance(other.kind, Record)
    if len(one.kind.items) != len(other.kind.items):
        return frame.constant(False)
    if len(one.kind.items) > UNROLLED and one.kind.item and other.kind.item:
        return equal_sequences(frame, one, other)
    found = "true"
    for i in range(len(one.kind.items)):
        same = equal(frame, frame.item(one, i), frame.item(other, i))
        found = same.ref if found == "true" else code.op(f"and i1 {found}, {same.ref}")
    return Value(BOOL, found)


def equal_sequences(frame: Frame, one: Value, other: Value) -> Value:
    """Compare two sequences of any length."""
    from kibitz.compiler.translate.sequences import nth

    code = frame.code
    lengths = frame.length(one), frame.length(other)
    place, long, done = code.slot(1, "i1"), code.name("alike"), code.name("same")
    code.line(f"store i1 false, ptr {place}")
    code.branch(code.op(f"icmp eq i64 {lengths[0].ref}, {lengths[1].ref}"), long, done)
    code.label(long)
    empty = any(isinstance(each.kind, Sequence) and each.kind.item is None for each in (one, other))
    if not empty:
        with frame.counted(lengths[0]) as i:
            same = equal(frame, nth(frame, one, i), nth(frame, other, i))
            go_on = code.name("same")
            code.branch(same.ref, go_on, done)
            code.label(go_on)
    code.line(f"store i1 true, ptr {place}")
    code.label(done)
    return Value(BOOL, code.op(f"load i1, ptr {place}"))


def numbers_compared(frame: Frame, kind: type, one: Value, other: Value) -> Value:
    """Compare two numbers."""
    code = frame.code
    joined = join(one.kind, other.kind)
    if joined == FLOAT:
        a, b = frame.coerce(one, FLOAT).ref, frame.coerce(other, FLOAT).ref
        return Value(BOOL, code.op(f"fcmp {FLOATED[kind]} double {a}, {b}"))
    mixed = UINT in (one.kind, other.kind)
    if mixed and one.kind != other.kind and not any(each.known and 0 <= each.const < 1 << 63 for each in (one, other)):
        wide = [
            code.op(f"{'zext' if each.kind == UINT else 'sext'} i64 {frame.coerce(each, INT).ref} to i128")
            for each in (one, other)
        ]
        return Value(BOOL, code.op(f"icmp {SIGNED[kind]} i128 {wide[0]}, {wide[1]}"))
    word = UINT if mixed else INT
    a, b = frame.coerce(one, word).ref, frame.coerce(other, word).ref
    test = SIGNED[kind].replace("s", "u", 1) if mixed and SIGNED[kind][0] == "s" else SIGNED[kind]
    return Value(BOOL, code.op(f"icmp {test} i64 {a}, {b}"))


def ordered(frame: Frame, kind: type, one: Value, other: Value) -> Value:
    """Compare by order: numbers, or tuples item by item."""
    if one.kind in NUMBERS and other.kind in NUMBERS:
        return numbers_compared(frame, kind, one, other)
    if one.kind == TEXT and other.kind == TEXT:
        ranks = frame.unit.text_fact(frame, one, "rank"), frame.unit.text_fact(frame, other, "rank")
        return numbers_compared(frame, kind, *ranks)
    if isinstance(one.kind, Hash) and isinstance(other.kind, Hash):
        from kibitz.compiler.translate import hashes

        pair = (one, other) if kind in (ast.Lt, ast.LtE) else (other, one)
        return hashes.subset(frame, *pair, proper=kind in (ast.Lt, ast.Gt))
    own = own_method(one.kind.cls, f"__{SPECIAL[kind]}__") if isinstance(one.kind, Record) else None
    if own is not None:
        return frame.truth(frame.unit.call_python(frame, own, [one, other]))
    if not as_sequence(one.kind) and not isinstance(one.kind, Record):
        raise frame.refuse(f"`{SYMBOLS[kind]}` of {one.kind} and {other.kind} cannot be compiled")
    if isinstance(one.kind, Record) and isinstance(other.kind, Record):
        return ordered_records(frame, kind, one, other)
    if as_sequence(one.kind) and as_sequence(other.kind):
        return ordered_sequences(frame, kind, one, other)
    raise frame.refuse(f"`{SYMBOLS[kind]}` of {one.kind} and {other.kind} cannot be compiled")


def ordered_records(frame: Frame, kind: type, one: Value, other: Value) -> Value:
    """Compare two tuples by the first item that differs, or their lengths."""
    code = frame.code
    assert isinstance(one.kind, Record)
    assert isinstance(other.kind, Record)
    place, done = code.slot(1, "i1"), code.name("ordered")
    lengths = len(one.kind.items), len(other.kind.items)
    for i in range(min(lengths)):
        a, b = frame.item(one, i), frame.item(other, i)
        if isinstance(a.kind, Nothing) and isinstance(b.kind, Nothing):
            continue
        same, differ, go_on = equal(frame, a, b), code.name("differ"), code.name("next")
        code.branch(same.ref, go_on, differ)
        code.label(differ)
        code.line(f"store i1 {ordered(frame, kind, frame.settled(a), frame.settled(b)).ref}, ptr {place}")
        code.jump(done)
        code.label(go_on)
    code.line(f"store i1 {'true' if PYTHON[kind](*lengths) else 'false'}, ptr {place}")
    code.label(done)
    return Value(BOOL, code.op(f"load i1, ptr {place}"))


def ordered_sequences(frame: Frame, kind: type, one: Value, other: Value) -> Value:
    """Compare two sequences by the first item that differs, or their lengths."""
    from kibitz.compiler.translate.sequences import nth

    code = frame.code
    place, done = code.slot(1, "i1"), code.name("ordered")
    lengths = frame.length(one), frame.length(other)
    least = code.op(f"call i64 @llvm.smin.i64(i64 {lengths[0].ref}, i64 {lengths[1].ref})")
    with frame.counted(Value(INT, least)) as i:
        a, b = nth(frame, one, i), nth(frame, other, i)
        same, differ, go_on = equal(frame, a, b), code.name("differ"), code.name("next")
        code.branch(same.ref, go_on, differ)
        code.label(differ)
        code.line(f"store i1 {ordered(frame, kind, a, b).ref}, ptr {place}")
        code.jump(done)
        code.label(go_on)
    code.line(f"store i1 {numbers_compared(frame, kind, *lengths).ref}, ptr {place}")
    code.label(done)
    return Value(BOOL, code.op(f"load i1, ptr {place}"))


EXPRESSIONS[ast.Compare] = compare_expression
