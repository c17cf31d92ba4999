"""What compiled code does in its own way: the helpers of `bits`, the words of a desk, the parts of `runtime`.

Each function in `INTRINSICS` has a plain twin in `kibitz.bits` or `compiler.plain` and returns what the twin returns. A
desk is a raw pointer to 64-bit words here; nothing checks an index.
"""

import ast
from collections.abc import Callable
from typing import Any

from kibitz import bits
from kibitz.compiler import plain, runtime
from kibitz.compiler.emit import Value, float_text
from kibitz.compiler.kinds import BOOL, DESK, FLOAT, INT, UINT, Array, Hash, Kind, Record, Sequence, is_scalar
from kibitz.compiler.plain import MOST_FLOAT, MOST_WHOLE, NOT_FINITE, OUT, ROUNDING, F
from kibitz.compiler.translate import hashes
from kibitz.compiler.translate.frame import Frame
from kibitz.compiler.translate.operators import arithmetic, too_large
from kibitz.compiler.translate.sequences import place_of, uniform

INTRINSICS: dict[Any, Callable[..., Value]] = {}


def twin_of(function: Any) -> Callable[[F], F]:
    """Register what compiled code does instead of calling a function."""

    def register(translate: F) -> F:
        INTRINSICS[function] = translate
        return translate

    return register


def as_word(frame: Frame, value: Value) -> Value:
    """Return an int as it is held in a register."""
    value = frame.settled(value)
    return value if value.kind == UINT else frame.coerce(value, INT)


# Bits


@twin_of(bits.lowest)
def lowest(frame: Frame, value: Value) -> Value:
    return Value(INT, frame.code.op(f"call i64 @llvm.cttz.i64(i64 {as_word(frame, value).ref}, i1 0)"))


@twin_of(bits.highest)
def highest(frame: Frame, value: Value) -> Value:
    zeros = frame.code.op(f"call i64 @llvm.ctlz.i64(i64 {as_word(frame, value).ref}, i1 0)")
    return Value(INT, frame.code.op(f"sub i64 63, {zeros}"))


@twin_of(bits.rest)
def rest(frame: Frame, value: Value) -> Value:
    value = as_word(frame, value)
    return Value(value.kind, frame.code.op(f"and i64 {value.ref}, {frame.code.op(f'sub i64 {value.ref}, 1')}"))


@twin_of(bits.count)
def count(frame: Frame, value: Value) -> Value:
    return Value(INT, frame.code.op(f"call i64 @llvm.ctpop.i64(i64 {as_word(frame, value).ref})"))


@twin_of(bits.signed)
def signed(frame: Frame, value: Value) -> Value:
    return Value(INT, as_word(frame, value).ref)


@twin_of(bits.replaced)
def replaced(frame: Frame, items: Value, index: Value, value: Value) -> Value:
    code = frame.code
    items = frame.settled(items)
    if isinstance(items.kind, Record):
        items = uniform(frame, items)
    kind = items.kind
    value = frame.solid(value)
    if isinstance(kind, Sequence) and kind.item is not None:
        from kibitz.compiler.translate.sequences import copied

        made = copied(frame, items)
        place = place_of(frame, index, frame.length(made))
        code.store(kind.item, frame.coerce(value, kind.item).ref, code.at(frame.data(made), place, kind.item.words))
        return Value(Sequence(kind.item, frozen=True), made.ref)
    if not isinstance(kind, Record) or kind.item is None:
        raise frame.refuse("`replaced` needs a tuple whose items are of one kind")
    from kibitz.compiler.kinds import join

    item = join(kind.item, value.kind)
    if item is None:
        raise frame.refuse(f"an item of {kind.item} cannot be replaced by {value.kind}")
    kind = Record((item,) * len(kind.items))
    items = frame.coerce(items, kind)
    place = place_of(frame, index, frame.number(len(kind.items)))
    made_at = code.slot(kind.words)
    code.copy(made_at, items.ref, kind.words)
    code.store(item, frame.coerce(value, item).ref, code.at(made_at, place, item.words))
    return Value(kind, made_at)


# The desk


@twin_of(plain.words)
def words(frame: Frame, desk: Value) -> Value:
    return frame.coerce(desk, DESK)


@twin_of(plain.put)
def put(frame: Frame, desk: Value, index: Value, score: Value) -> Value:
    score = frame.settled(score)
    if score.kind == BOOL:
        score = frame.coerce(score, INT)
    frame.code.store(score.kind, score.ref, frame.code.at(desk.ref, frame.coerce(index, INT).ref))
    return frame.constant(None)


@twin_of(plain.get)
def get(frame: Frame, desk: Value, index: Value, like: Value) -> Value:
    kind = FLOAT if frame.settled(like).kind == FLOAT else INT
    return frame.load(kind, frame.code.at(desk.ref, frame.coerce(index, INT).ref))


@twin_of(plain.copy)
def copy(frame: Frame, desk: Value, target: Value, source: Value, count: Value) -> Value:
    code = frame.code
    places = [code.at(desk.ref, frame.coerce(each, INT).ref) for each in (target, source)]
    size = code.op(f"shl i64 {frame.coerce(count, INT).ref}, 3")
    code.line(f"call void @llvm.memmove.p0.p0.i64(ptr align 8 {places[0]}, ptr align 8 {places[1]}, i64 {size}, i1 0)")
    return frame.constant(None)


@twin_of(plain.room)
def room(frame: Frame, p: Value) -> Value:
    return frame.number(p.kind.words)


@twin_of(plain.put_position)
def put_position(frame: Frame, desk: Value, index: Value, p: Value) -> Value:
    frame.code.store(p.kind, p.ref, frame.code.at(desk.ref, frame.coerce(index, INT).ref))
    return frame.constant(None)


@twin_of(plain.get_position)
def get_position(frame: Frame, desk: Value, index: Value, like: Value) -> Value:
    return frame.load(like.kind, frame.code.at(desk.ref, frame.coerce(index, INT).ref))


def view(frame: Frame, data: str, count: Value) -> Value:
    """Return words as a list that writes to them."""
    code = frame.code
    header = code.slot(3)
    length = frame.coerce(count, INT).ref
    code.line(f"store i64 {length}, ptr {header}")
    code.line(f"store i64 {length}, ptr {code.at(header, 1)}")
    code.line(f"store ptr {data}, ptr {code.at(header, 2)}")
    return Value(Sequence(INT), header)


@twin_of(plain.row)
def row(frame: Frame, desk: Value, start: Value, count: Value) -> Value:
    return view(frame, frame.code.at(desk.ref, frame.coerce(start, INT).ref), count)


@twin_of(plain.table_at)
def table_at(frame: Frame, desk: Value, index: Value, count: Value) -> Value:
    address = frame.code.op(f"load ptr, ptr {frame.code.at(desk.ref, frame.coerce(index, INT).ref)}")
    return view(frame, address, count)


@twin_of(plain.prefetch)
def prefetch(frame: Frame, desk: Value, index: Value) -> Value:
    place = frame.code.at(desk.ref, frame.coerce(index, INT).ref)
    frame.code.line(f"call void @llvm.prefetch.p0(ptr {place}, i32 0, i32 3, i32 1)")
    return frame.constant(None)


@twin_of(plain.alike)
def alike(frame: Frame, position: Value, like: Value) -> Value:
    position = frame.solid(position)
    if position.kind != like.kind and not frame.fits(position.kind, like.kind):
        raise frame.unit.other_shape(position.kind, like.kind)
    return frame.coerce(position, like.kind)


# Words


@twin_of(plain.fold)
def fold(frame: Frame, one: Value, other: Value) -> Value:
    return Value(INT, folded(frame, as_word(frame, one).ref, as_word(frame, other).ref))


def folded(frame: Frame, one: str, other: str) -> str:
    """Return the exclusive or of the halves of a product of 128 bits."""
    code = frame.code
    wide = [code.op(f"zext i64 {each} to i128") for each in (one, other)]
    product = code.op(f"mul i128 {wide[0]}, {wide[1]}")
    high = code.op(f"trunc i128 {code.op(f'lshr i128 {product}, 64')} to i64")
    return code.op(f"xor i64 {high}, {code.op(f'trunc i128 {product} to i64')}")


@twin_of(plain.word)
def word(frame: Frame, number: Value) -> Value:
    number = frame.settled(number)
    if number.kind == FLOAT:
        return Value(INT, frame.code.op(f"bitcast double {number.ref} to i64"))
    return Value(INT, as_word(frame, number).ref)


@twin_of(plain.mixed_words)
def mixed_words(frame: Frame, p: Value, first: Value, last: Value) -> Value:
    """Mix every word of a position, pair by pair."""
    code = frame.code
    place = code.to_memory(p)
    count = p.kind.words
    mixed = first.ref
    table = frame.module.constant([f"i64 {plain.salt(number)}" for number in range(2, count + 3)])
    if count <= UNROLLED:
        terms = []
        for i in range(count):
            held = code.op(f"load i64, ptr {code.at(place, i)}")
            terms.append(code.op(f"xor i64 {held}, {plain.salt(i + 2)}"))
        if count % 2:
            terms.append(str(plain.salt(count + 2)))
        for one, other in zip(terms[::2], terms[1::2], strict=True):
            mixed = folded(frame, code.op(f"xor i64 {mixed}, {one}"), other)
    else:
        held_at = code.slot(1, "i64")
        code.line(f"store i64 {mixed}, ptr {held_at}")
        with frame.counted(frame.number(count // 2)) as index:
            both = [code.op(f"add i64 {code.op(f'shl i64 {index}, 1')}, {j}") for j in (0, 1)]
            terms = []
            for each in both:
                held, salted = (code.op(f"load i64, ptr {code.at(base, each)}") for base in (place, table))
                terms.append(code.op(f"xor i64 {held}, {salted}"))
            so_far = code.op(f"load i64, ptr {held_at}")
            next_one = folded(frame, code.op(f"xor i64 {so_far}, {terms[0]}"), terms[1])
            code.line(f"store i64 {next_one}, ptr {held_at}")
        mixed = code.op(f"load i64, ptr {held_at}")
        if count % 2:
            held = code.op(f"load i64, ptr {code.at(place, count - 1)}")
            one = code.op(f"xor i64 {held}, {plain.salt(count + 1)}")
            mixed = folded(frame, code.op(f"xor i64 {mixed}, {one}"), str(plain.salt(count + 2)))
    return Value(INT, folded(frame, mixed, last.ref))


UNROLLED = 24
"""Up to this many words of a position are mixed one by one, more of them in a loop."""


# Scores


@twin_of(plain.finite)
def finite(frame: Frame, score: Value) -> Value:
    score = frame.settled(score)
    if score.kind == FLOAT:
        inside = between(frame, score, MOST_FLOAT, strict=True)
        frame.guard(inside, "ValueError", [NOT_FINITE])
        return score
    return as_word(frame, score)


def between(frame: Frame, number: Value, most: float, strict: bool = False) -> str:
    """Return whether a float lies between minus and plus a limit."""
    code, less = frame.code, "olt" if strict else "ole"
    low = code.op(f"fcmp {less} double {float_text(-most)}, {number.ref}")
    return code.op(f"and i1 {low}, {code.op(f'fcmp {less} double {number.ref}, {float_text(most)}')}")


@twin_of(plain.whole)
def whole(frame: Frame, number: Value, most: Value) -> Value:
    code = frame.code
    number, most = frame.settled(number), frame.coerce(frame.settled(most), INT)
    if number.kind != FLOAT:
        held = as_word(frame, number).ref
        low = code.op(f"icmp sle i64 {code.op(f'sub i64 0, {most.ref}')}, {held}")
        inside = code.op(f"and i1 {low}, {code.op(f'icmp sle i64 {held}, {most.ref}')}")
        return Value(INT, code.op(f"select i1 {inside}, i64 {held}, i64 {OUT}"))
    limit = frame.coerce(most, FLOAT).ref
    low = code.op(f"fcmp ole double {code.op(f'fneg double {limit}')}, {number.ref}")
    inside = code.op(f"and i1 {low}, {code.op(f'fcmp ole double {number.ref}, {limit}')}")
    safe = code.op(f"select i1 {inside}, double {number.ref}, double 0.0")
    near = code.op(f"fptosi double {safe} to i64")
    same = code.op(f"fcmp oeq double {code.op(f'sitofp i64 {near} to double')}, {number.ref}")
    fine = code.op(f"and i1 {inside}, {same}")
    return Value(INT, code.op(f"select i1 {fine}, i64 {near}, i64 {OUT}"))


@twin_of(plain.ordered)
def ordered(frame: Frame, number: Value) -> Value:
    code = frame.code
    number = frame.settled(number)
    if number.kind == FLOAT:
        inside = between(frame, number, MOST_FLOAT)
    else:
        held = as_word(frame, number)
        low = code.op(f"icmp sle i64 {-MOST_WHOLE}, {held.ref}")
        inside = code.op(f"and i1 {low}, {code.op(f'icmp sle i64 {held.ref}, {MOST_WHOLE}')}")
        number = frame.coerce(held, FLOAT)
    held_bits = code.op(f"bitcast double {number.ref} to i64")
    positive = code.op(f"icmp sge i64 {held_bits}, 0")
    minus = code.op(f"sub i64 0, {code.op(f'and i64 {held_bits}, {bits.LOW}')}")
    found = code.op(f"select i1 {positive}, i64 {held_bits}, i64 {minus}")
    return Value(INT, code.op(f"select i1 {inside}, i64 {found}, i64 {OUT}"))


@twin_of(plain.unordered)
def unordered(frame: Frame, held: Value) -> Value:
    code = frame.code
    held = frame.coerce(frame.settled(held), INT)
    positive = code.op(f"icmp sge i64 {held.ref}, 0")
    minus = code.op(f"sub i64 0, {held.ref}")
    one = code.op(f"bitcast i64 {code.op(f'select i1 {positive}, i64 {held.ref}, i64 {minus}')} to double")
    return Value(FLOAT, code.op(f"select i1 {positive}, double {one}, double {code.op(f'fneg double {one}')}"))


@twin_of(plain.uneven)
def uneven(frame: Frame, one: Value, other: Value, total: Value) -> Value:
    code = frame.code
    one, other, total = (frame.settled(each) for each in (one, other, total))
    if FLOAT not in (one.kind, other.kind):
        both = arithmetic(frame, ast.Add, one, other)
        from kibitz.compiler.translate.comparisons import numbers_compared

        return numbers_compared(frame, ast.NotEq, both, total)
    a, b, c = (frame.coerce(each, FLOAT).ref for each in (one, other, total))
    off = code.op(f"fsub double {code.op(f'fadd double {a}, {b}')}, {c}")
    sizes = [code.op(f"call double @llvm.fabs.f64(double {each})") for each in (off, a, b, c)]
    most = sizes[1]
    for each in sizes[2:]:
        most = code.op(f"select i1 {code.op(f'fcmp ogt double {each}, {most}')}, double {each}, double {most}")
    limit = code.op(f"fmul double {float_text(ROUNDING)}, {most}")
    return Value(BOOL, code.op(f"fcmp ugt double {sizes[0]}, {limit}"))


# The runtime's own


@twin_of(runtime.product)
def product(frame: Frame, one: Value, other: Value) -> Value:
    code = frame.code
    pair = code.op(f"call {{ i64, i1 }} @llvm.smul.with.overflow.i64(i64 {one.ref}, i64 {other.ref})")
    over = code.op(f"extractvalue {{ i64, i1 }} {pair}, 1")
    frame.guard(code.op(f"xor i1 {over}, true"), "OverflowError", too_large(frame))
    return Value(INT, code.op(f"extractvalue {{ i64, i1 }} {pair}, 0"))


@twin_of(runtime.remainder)
def remainder(frame: Frame, one: Value, other: Value) -> Value:
    return Value(FLOAT, frame.code.op(f"call double @fmod(double {one.ref}, double {other.ref})"))


@twin_of(runtime.floor)
def floor(frame: Frame, number: Value) -> Value:
    return Value(FLOAT, frame.code.op(f"call double @llvm.floor.f64(double {number.ref})"))


@twin_of(runtime.shifted_right)
def shifted_right(frame: Frame, number: Value, by: Value) -> Value:
    return Value(INT, frame.code.op(f"lshr i64 {number.ref}, {by.ref}"))


INTRINSICS[runtime.hash_code] = hashes.hash_code
INTRINSICS[runtime.slots_of] = lambda frame, table: hashes.part(frame, table, hashes.SLOTS)
INTRINSICS[runtime.keys_of] = lambda frame, table: hashes.part(frame, table, hashes.KEYS)
INTRINSICS[runtime.codes_of] = lambda frame, table: hashes.part(frame, table, hashes.CODES)


def field(which: int) -> tuple[Any, Any]:
    """Return how a number in a set's or dict's head is read and written."""

    def read(frame: Frame, table: Value) -> Value:
        return frame.load(INT, frame.code.at(table.ref, which))

    def write(frame: Frame, table: Value, value: Value) -> Value:
        kind: Kind = value.kind
        frame.code.store(kind, value.ref, frame.code.at(table.ref, which))
        return frame.constant(None)

    return read, write


INTRINSICS[runtime.fill_of], INTRINSICS[runtime.set_fill] = field(hashes.FILL)
INTRINSICS[runtime.set_slots] = field(hashes.SLOTS)[1]
INTRINSICS[runtime.set_size] = field(hashes.SIZE)[1]

__all__ = ["INTRINSICS", "Array", "Hash", "is_scalar"]
