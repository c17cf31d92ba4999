"""Rows of numbers in compiled code: each function does what its plain twin in `compiler.vectors` does, as a vector."""

from typing import Any

import numpy as np

from kibitz.compiler import vectors
from kibitz.compiler.emit import Value
from kibitz.compiler.kinds import FLOAT, INT, Array, Fixed
from kibitz.compiler.translate.frame import Frame
from kibitz.compiler.translate.intrinsics import twin_of
from kibitz.compiler.translate.sequences import array_item

LLVM = {"<i2": "i16", "<i4": "i32", "<f4": "float", "<i8": "i64", "<f8": "double", "|i1": "i8"}


def known(frame: Frame, value: Value, what: str) -> Any:
    """Return a value that must be known when compiling."""
    if not value.known:
        raise frame.refuse(f"{what} must be known when compiling")
    return value.const


def array_of(frame: Frame, value: Value) -> Array:
    """Return the kind of a table or row."""
    kind = value.kind
    if not isinstance(kind, Array):
        raise frame.refuse(f"a row of numbers is needed here, not {kind}")
    return kind


def vector_of(kind: Array) -> tuple[str, int]:
    """Return a row as LLVM's type of a vector, and how many bytes it is known to be aligned to."""
    return f"<{kind.shape[0]} x {LLVM[kind.dtype]}>", np.dtype(kind.dtype).itemsize


def loaded(frame: Frame, value: Value) -> str:
    """Return a whole row in a register."""
    vector, align = vector_of(array_of(frame, value))
    return frame.code.op(f"load {vector}, ptr {value.ref}, align {align}")


def stored(frame: Frame, register: str, into: Value) -> Value:
    """Write a whole row."""
    vector, align = vector_of(array_of(frame, into))
    frame.code.line(f"store {vector} {register}, ptr {into.ref}, align {align}")
    return frame.constant(None)


def filled(count: int, kind: str, number: str) -> str:
    """Return a constant vector."""
    return f"<{', '.join([f'{kind} {number}'] * count)}>"


def spread(frame: Frame, number: Value, count: int) -> str:
    """Return a vector of floats that all are this number."""
    code = frame.code
    short = code.op(f"fptrunc double {frame.coerce(number, FLOAT).ref} to float")
    first = code.op(f"insertelement <{count} x float> undef, float {short}, i32 0")
    zeros = f"<{count} x i32> zeroinitializer"
    return code.op(f"shufflevector <{count} x float> {first}, <{count} x float> undef, {zeros}")


def declare(frame: Frame, text: str) -> None:
    """Declare a function of LLVM's once in the module."""
    if text not in frame.module.text:
        frame.module.text.append(text)


@twin_of(vectors.numbers_at)
def numbers_at(frame: Frame, desk: Value, index: Value, start: Value, dtype: Value, shape: Value) -> Value:
    code = frame.code
    if isinstance(desk.kind, Fixed) and isinstance(desk.kind.value, np.ndarray):
        address = frame.solid(desk).ref
    else:
        address = code.op(f"load ptr, ptr {code.at(desk.ref, frame.coerce(index, INT).ref)}")
    place = code.op(f"getelementptr i8, ptr {address}, i64 {frame.coerce(start, INT).ref}")
    dtype_name = np.dtype(known(frame, dtype, "a dtype")).str
    return Value(Array(dtype_name, tuple(known(frame, shape, "a shape"))), place)


@twin_of(vectors.numbers_in)
def numbers_in(frame: Frame, desk: Value, index: Value, dtype: Value, shape: Value) -> Value:
    dtype_name = np.dtype(known(frame, dtype, "a dtype")).str
    place = frame.code.at(desk.ref, frame.coerce(index, INT).ref)
    return Value(Array(dtype_name, tuple(known(frame, shape, "a shape"))), place)


@twin_of(vectors.row_at)
def row_at(frame: Frame, table: Value, number: Value, count: Value) -> Value:
    array_of(frame, table)
    number = frame.coerce(frame.settled(number), INT)
    most = known(frame, count, "the number of features")
    before, after = vectors.NO_FEATURE.split("{number}")
    parts = [before, [str(INT), ""], after.format(most=most - 1)]
    frame.guard(frame.code.op(f"icmp ult i64 {number.ref}, {most}"), "IndexError", parts, (number,))
    return array_item(frame, table, number.ref)


@twin_of(vectors.blank_row)
def blank_row(frame: Frame, count: Value, dtype: Value) -> Value:
    kind = Array(np.dtype(known(frame, dtype, "a dtype")).str, (known(frame, count, "a length"),))
    vector, align = vector_of(kind)
    place = frame.code.slot(1, vector)
    frame.code.line(f"store {vector} zeroinitializer, ptr {place}, align {align}")
    return Value(kind, place)


@twin_of(vectors.add_row)
def add_row(frame: Frame, into: Value, row: Value) -> Value:
    return changed(frame, "add", into, row)


@twin_of(vectors.take_row)
def take_row(frame: Frame, into: Value, row: Value) -> Value:
    return changed(frame, "sub", into, row)


@twin_of(vectors.multiply_row)
def multiply_row(frame: Frame, into: Value, row: Value) -> Value:
    return changed(frame, "mul", into, row)


def changed(frame: Frame, operation: str, into: Value, row: Value) -> Value:
    """Add a row to another, subtract it, or multiply by it."""
    kind = array_of(frame, into)
    float_or_int = "f" if np.dtype(kind.dtype).kind == "f" else ""
    one, other = loaded(frame, into), loaded(frame, row)
    return stored(frame, frame.code.op(f"{float_or_int}{operation} {vector_of(kind)[0]} {one}, {other}"), into)


@twin_of(vectors.add_scaled)
def add_scaled(frame: Frame, into: Value, row: Value, factor: Value) -> Value:
    code, kind = frame.code, array_of(frame, into)
    vector, _ = vector_of(kind)
    one, other = loaded(frame, into), loaded(frame, row)
    product = code.op(f"fmul contract {vector} {spread(frame, factor, kind.shape[0])}, {other}")
    return stored(frame, code.op(f"fadd contract {vector} {one}, {product}"), into)


def clipped(frame: Frame, vector: str, register: str, low: str, high: str, compare: str) -> str:
    """Return a vector with every number between two others."""
    code, condition = frame.code, vector.split(" x ")[0] + " x i1>"
    for limit, relation in ((low, "lt"), (high, "gt")):
        beyond = code.op(f"{compare}{relation} {vector} {register}, {limit}")
        register = code.op(f"select {condition} {beyond}, {vector} {limit}, {vector} {register}")
    return register


@twin_of(vectors.clipped_dot)
def clipped_dot(frame: Frame, row: Value, weights: Value, top: Value) -> Value:
    return whole_dot(frame, clipped_ints(frame, row, top), weights)


@twin_of(vectors.squared_dot)
def squared_dot(frame: Frame, row: Value, weights: Value, top: Value) -> Value:
    code, count = frame.code, array_of(frame, row).shape[0]
    vector = f"<{count} x i16>"
    one = clipped_ints(frame, row, top)
    square = code.op(f"mul nuw {vector} {one}, {one}")
    more = code.op(f"add nuw {vector} {square}, {filled(count, 'i16', str(vectors.SQUARES // 2))}")
    shift = filled(count, "i16", str(vectors.SQUARES.bit_length() - 1))
    return whole_dot(frame, code.op(f"lshr {vector} {more}, {shift}"), weights)


def clipped_ints(frame: Frame, row: Value, top: Value) -> str:
    """Return a row of 16-bit ints, clipped to 0 to `top`."""
    count = array_of(frame, row).shape[0]
    high = filled(count, "i16", str(known(frame, top, "the largest activation")))
    return clipped(frame, f"<{count} x i16>", loaded(frame, row), "zeroinitializer", high, "icmp s")


def whole_dot(frame: Frame, one: str, weights: Value) -> Value:
    """Return the sum of the products of two rows of 16-bit ints, the first one in a register."""
    code, count = frame.code, array_of(frame, weights).shape[0]
    narrow, wide = f"<{count} x i16>", f"<{count} x i32>"
    parts = [code.op(f"sext {narrow} {each} to {wide}") for each in (one, loaded(frame, weights))]
    product = code.op(f"mul nsw {wide} {parts[0]}, {parts[1]}")
    name = f"@llvm.vector.reduce.add.v{count}i32"
    declare(frame, f"declare i32 {name}({wide})")
    return Value(INT, code.op(f"sext i32 {code.op(f'call i32 {name}({wide} {product})')} to i64"))


@twin_of(vectors.clip_row)
def clip_row(frame: Frame, row: Value) -> Value:
    kind = array_of(frame, row)
    vector, _ = vector_of(kind)
    one = filled(kind.shape[0], "float", "1.0")
    return stored(frame, clipped(frame, vector, loaded(frame, row), "zeroinitializer", one, "fcmp o"), row)


@twin_of(vectors.row_dot)
def row_dot(frame: Frame, row: Value, other: Value) -> Value:
    code, kind = frame.code, array_of(frame, row)
    vector, _ = vector_of(kind)
    product = code.op(f"fmul {vector} {loaded(frame, row)}, {loaded(frame, other)}")
    name = f"@llvm.vector.reduce.fadd.v{kind.shape[0]}f32"
    declare(frame, f"declare float {name}(float, {vector})")
    total = code.op(f"call reassoc float {name}(float -0.0, {vector} {product})")
    return Value(FLOAT, code.op(f"fpext float {total} to double"))


@twin_of(vectors.slope_row)
def slope_row(frame: Frame, into: Value, weights: Value, row: Value, factor: Value) -> Value:
    code, kind = frame.code, array_of(frame, into)
    count = kind.shape[0]
    vector, condition = vector_of(kind)[0], f"<{count} x i1>"
    held = loaded(frame, row)
    above = code.op(f"fcmp ogt {vector} {held}, zeroinitializer")
    below = code.op(f"fcmp olt {vector} {held}, {filled(count, 'float', '1.0')}")
    inside = code.op(f"and {condition} {above}, {below}")
    product = code.op(f"fmul {vector} {spread(frame, factor, count)}, {loaded(frame, weights)}")
    slope = code.op(f"select {condition} {inside}, {vector} {product}, {vector} zeroinitializer")
    return stored(frame, slope, into)


@twin_of(vectors.put_number)
def put_number(frame: Frame, row: Value, index: Value, number: Value) -> Value:
    code, kind = frame.code, array_of(frame, row)
    llvm = LLVM[kind.dtype]
    place = code.op(f"getelementptr {llvm}, ptr {row.ref}, i64 {frame.coerce(frame.settled(index), INT).ref}")
    number = frame.settled(number)
    if llvm in ("float", "double"):
        held = frame.coerce(number, FLOAT).ref
        held = code.op(f"fptrunc double {held} to float") if llvm == "float" else held
    else:
        held = frame.coerce(number, INT).ref
        held = code.op(f"trunc i64 {held} to {llvm}") if llvm != "i64" else held
    code.line(f"store {llvm} {held}, ptr {place}")
    return frame.constant(None)
