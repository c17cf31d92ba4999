"""What compiled code can do beyond numba's own: intrinsics, and overloads of `bits` and `plain`.

Each function in `OVERLOADS` has a plain twin in `kibitz.bits` or `compiler.plain` and returns what the twin returns.
A desk is a raw pointer to 64-bit words here; nothing checks an index.
"""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.registry import cpu_target
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic, overload, overload_method

from kibitz import bits
from kibitz.compiler import plain
from kibitz.compiler.numba_patches import ONLY_CODE
from kibitz.compiler.plain import MOST_FLOAT, MOST_WHOLE, NOT_FINITE, OUT, ROUNDING

POINTER = types.CPointer(types.int64)
BELOW_SIGN = (1 << 63) - 1
"""All bits of a word but the sign."""


@intrinsic
def pointer(typing: Any, address: Any) -> Any:
    """Return an address as a pointer to words."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(POINTER))

    return POINTER(types.int64), generate


def word_type(score: Any) -> Any:
    """Return the type in which a word holds a score."""
    return types.float64 if isinstance(score, types.Float) else types.int64


@intrinsic
def put_word(typing: Any, desk: Any, index: Any, score: Any) -> Any:
    """Store an int or a float in a word."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words, index, score = arguments
        place = builder.bitcast(builder.gep(words, [index]), score.type.as_pointer())
        builder.store(score, place)
        return context.get_dummy_value()

    return types.void(desk, types.int64, word_type(score)), generate


@intrinsic
def get_word(typing: Any, desk: Any, index: Any, like: Any) -> Any:
    """Return the int or float that a word holds."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words, index, like = arguments
        return builder.load(builder.bitcast(builder.gep(words, [index]), like.type.as_pointer()))

    like = word_type(like)
    return like(desk, types.int64, like), generate


@intrinsic
def pack_position(typing: Any, desk: Any, index: Any, p: Any) -> Any:
    """Store a position in the words from this index on."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words, index, value = arguments
        data = context.get_data_type(p).as_pointer()
        context.pack_value(builder, p, value, builder.bitcast(builder.gep(words, [index]), data), align=8)
        return context.get_dummy_value()

    return types.void(desk, types.int64, p), generate


@intrinsic
def unpack_position(typing: Any, desk: Any, index: Any, like: Any) -> Any:
    """Return the position stored in the words from this index on."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words, index, _ = arguments
        data = context.get_data_type(like).as_pointer()
        return context.unpack_value(builder, like, builder.bitcast(builder.gep(words, [index]), data), align=8)

    return like(desk, types.int64, like), generate


def room_of(p: Any) -> Any:
    """Return a function that returns how many words a position of this type takes."""
    context = cpu_target.target_context
    count = -(-context.get_abi_sizeof(context.get_data_type(p)) // 8)
    return lambda p: count


@intrinsic
def copy_words(typing: Any, desk: Any, target: Any, source: Any, count: Any) -> Any:
    """Copy words with the C library: a loop here would cost registers in every search."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words, target, source, count = arguments
        cgutils.raw_memmove(builder, builder.gep(words, [target]), builder.gep(words, [source]), count, 8)
        return context.get_dummy_value()

    return types.void(desk, types.int64, types.int64, types.int64), generate


@intrinsic
def word_at(typing: Any, desk: Any, index: Any) -> Any:
    """Return a pointer to a word."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words, index = arguments
        return builder.gep(words, [index])

    return desk(desk, types.int64), generate


@intrinsic
def prefetch_word(typing: Any, desk: Any, index: Any) -> Any:
    """Start to load the cache line of a word, without waiting for it."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words, index = arguments
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        reading, near, data = (ir.Constant(number, flag) for flag in (0, 3, 1))
        builder.call(function, [builder.bitcast(builder.gep(words, [index]), byte), reading, near, data])
        return context.get_dummy_value()

    return types.void(desk, types.int64), generate


@intrinsic
def as_alike(typing: Any, position: Any, like: Any) -> Any:
    """Return a position with the field types of another: rules may mix bools and ints, a recursion may not."""

    def cast(context: Any, builder: Any, value: Any, old: Any, new: Any) -> Any:
        if not isinstance(new, types.BaseTuple):
            return context.cast(builder, value, old, new)
        parts = zip(cgutils.unpack_tuple(builder, value), old, new, strict=True)
        return context.make_tuple(builder, new, [cast(context, builder, *part) for part in parts])

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return cast(context, builder, arguments[0], signature.args[0], signature.return_type)

    return like(position, like), generate


@intrinsic
def fold_words(typing: Any, one: Any, other: Any) -> Any:
    """Return the exclusive or of the two halves of the 128-bit product of two words."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wide, narrow = ir.IntType(128), ir.IntType(64)
        product = builder.mul(*(builder.zext(argument, wide) for argument in arguments))
        high = builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), narrow)
        return builder.xor(high, builder.trunc(product, narrow))

    return types.int64(types.int64, types.int64), generate


@intrinsic
def bits_of_float(typing: Any, number: Any) -> Any:
    """Return the bits of a float as a word."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.IntType(64))

    return types.int64(types.float64), generate


@intrinsic
def float_of_bits(typing: Any, bits: Any) -> Any:
    """Return the float that has the bits of a word."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.DoubleType())

    return types.float64(types.int64), generate


def bit_counter(instruction: Callable[[Any, Any], Any]) -> Any:
    """Return an intrinsic for an LLVM instruction that counts bits of a word."""

    @intrinsic
    def count(typing: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return context.cast(builder, instruction(builder, arguments[0]), signature.args[0], types.int64)

        return types.int64(value), generate

    return count


DEFINED_FOR_ZERO = ir.Constant(ir.IntType(1), 0)
ones = bit_counter(lambda builder, word: builder.ctpop(word))
leading_zeros = bit_counter(lambda builder, word: builder.ctlz(word, DEFINED_FOR_ZERO))
trailing_zeros = bit_counter(lambda builder, word: builder.cttz(word, DEFINED_FOR_ZERO))


@overload_method(types.Integer, "bit_count", strict=False)
def int_bit_count(value: Any) -> Any:
    """Count the set bits of the absolute value, as Python does."""
    if value.signed:
        return lambda value: ones(abs(value))
    return lambda value: ones(value)


@overload_method(types.Integer, "bit_length", strict=False)
def int_bit_length(value: Any) -> Any:
    """Count the binary digits of the absolute value, as Python does."""
    width = value.bitwidth
    if value.signed:
        return lambda value: width - leading_zeros(abs(value))
    return lambda value: width - leading_zeros(value)


def finite(score: Any) -> Any:
    """Compile `plain.finite`; here an int has at most 64 bits, so it is never too large."""

    def of_int(score: Any) -> Any:
        return score

    def of_float(score: Any) -> Any:
        if not -MOST_FLOAT < score < MOST_FLOAT:
            raise ValueError(NOT_FINITE)
        return score

    return of_float if isinstance(score, types.Float) else of_int


def whole(number: Any, most: Any) -> Any:
    """Compile `plain.whole`."""

    def of_int(number: Any, most: Any) -> Any:
        return np.int64(number) if -most <= number <= most else OUT

    def of_float(number: Any, most: Any) -> Any:
        if not -most <= number <= most:
            return OUT
        near = np.int64(number)
        return near if near == number else OUT

    return of_float if isinstance(number, types.Float) else of_int


def ordered(number: Any) -> Any:
    """Compile `plain.ordered`."""
    most = MOST_FLOAT if isinstance(number, types.Float) else MOST_WHOLE

    def of_number(number: Any) -> Any:
        if not -most <= number <= most:
            return OUT
        bits = bits_of_float(np.float64(number))
        return bits if bits >= 0 else -(bits & BELOW_SIGN)

    return of_number


def unordered(held: Any) -> Any:
    """Compile `plain.unordered`."""

    def of_word(held: Any) -> Any:
        return float_of_bits(held) if held >= 0 else -float_of_bits(-held)

    return of_word


def uneven(one: Any, other: Any, total: Any) -> Any:
    """Compile `plain.uneven`."""

    def of_ints(one: Any, other: Any, total: Any) -> Any:
        return one + other != total

    def of_floats(one: Any, other: Any, total: Any) -> Any:
        return not abs(one + other - total) <= ROUNDING * max(abs(one), abs(other), abs(total))

    return of_floats if isinstance(one, types.Float) or isinstance(other, types.Float) else of_ints


OVERLOADS: dict[Any, Any] = {
    bits.lowest: lambda bits: lambda bits: trailing_zeros(bits),
    bits.rest: lambda bits: (
        (lambda bits: bits & (bits - 1)) if bits.signed else (lambda bits: bits & (bits - np.uint64(1)))
    ),
    bits.replaced: lambda items, index, value: lambda items, index, value: tuple_setitem(items, index, value),
    plain.words: lambda desk: (lambda desk: pointer(desk)) if isinstance(desk, types.Integer) else (lambda desk: desk),
    plain.put: lambda desk, index, score: lambda desk, index, score: put_word(desk, index, score),
    plain.get: lambda desk, index, like: lambda desk, index, like: get_word(desk, index, like),
    plain.copy: lambda desk, target, source, count: (
        lambda desk, target, source, count: copy_words(desk, target, source, count)
    ),
    plain.room: lambda p: room_of(p),
    plain.put_position: lambda desk, index, p: lambda desk, index, p: pack_position(desk, index, p),
    plain.get_position: lambda desk, index, like: lambda desk, index, like: unpack_position(desk, index, like),
    plain.row: lambda desk, start, count: lambda desk, start, count: numba.carray(word_at(desk, start), count),
    plain.table_at: lambda desk, index, count: lambda desk, index, count: numba.carray(pointer(desk[index]), count),
    plain.prefetch: lambda desk, index: lambda desk, index: prefetch_word(desk, index),
    plain.alike: lambda position, like: lambda position, like: as_alike(position, like),
    plain.fold: lambda one, other: lambda one, other: fold_words(one, other),
    plain.word: lambda number: (
        (lambda number: bits_of_float(number)) if isinstance(number, types.Float) else (lambda number: np.int64(number))
    ),
    plain.finite: finite,
    plain.whole: whole,
    plain.ordered: ordered,
    plain.unordered: unordered,
    plain.uneven: uneven,
}
"""How compiled code runs these functions, by their plain twins."""
for original, implementation in OVERLOADS.items():
    overload(original, jit_options=ONLY_CODE)(implementation)
