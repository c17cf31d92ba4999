"""Plain functions into machine code. Only this file and `cache` know numba's insides.

Rules need no decorator: every plain function that a search reaches, in whatever module or closure, is made
callable from compiled code. What was compiled is kept on disk under a digest of everything it was made of,
so an edited rule, constant or table is never answered by old code.
"""

import ast
import contextlib
import dataclasses
import dis
import enum
import gc
import hashlib
import inspect
import itertools
import linecache
import re
import secrets
import sys
import textwrap
import time
import types as python_types
import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.bytecode import FunctionIdentity
from numba.core.codegen import CPUCodeLibrary
from numba.core.compiler import Flags
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaWarning
from numba.core.registry import cpu_target
from numba.core.targetconfig import ConfigStack
from numba.core.typed_passes import NopythonRewrites
from numba.core.typeinfer import TypeInferer
from numba.core.typing.context import BaseContext
from numba.core.typing.templates import _OverloadFunctionTemplate
from numba.core.untyped_passes import InlineClosureLikes
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic, overload, overload_method

from kibitz import bits
from kibitz.compiler import plain as kernel
from kibitz.compiler.cache import load_kernel, save_kernel, taken_from, warn
from kibitz.compiler.plain import Builder, Desk, F, Returns
from kibitz.errors import CompileError
from kibitz.fault import brief
from kibitz.game import Game, is_word
from kibitz.rules import RULES

# Numba numbers the functions of a process, and puts the number into their names in machine code. Beginning anywhere,
# what two processes have kept on disk can be loaded by a third one without being taken for each other.
FunctionIdentity._unique_ids = itertools.count(secrets.randbits(48))

POINTER = types.CPointer(types.int64)
ONLY_CODE = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""How functions are compiled that only compiled code calls. All are alike: numba compiles anew for other options."""
MOST_STRAIGHT, MOST_LOOPED = 600, 256
"""Bytes of Python's code beyond which a function is not short: one without a loop, and one with."""
KNOWN_PACKAGES = ("builtins", "llvmlite", "math", "numba", "numpy", "typing")
"""Modules whose contents the digest covers by version, or that hold nothing a rule could change."""


# What compiled code can do beyond numba's own


@intrinsic
def pointer(typing: Any, address: Any) -> Any:
    """Take an address as a pointer to words."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(POINTER))

    return POINTER(types.int64), generate


def word_type(score: Any) -> Any:
    """Say how a score is kept in a word."""
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
    """Load an int or a float from a word."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words, index, like = arguments
        return builder.load(builder.bitcast(builder.gep(words, [index]), like.type.as_pointer()))

    like = word_type(like)
    return like(desk, types.int64, like), generate


@intrinsic
def pack_position(typing: Any, desk: Any, index: Any, p: Any) -> Any:
    """Store a position in the words from here on."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words, index, value = arguments
        data = context.get_data_type(p).as_pointer()
        context.pack_value(builder, p, value, builder.bitcast(builder.gep(words, [index]), data), align=8)
        return context.get_dummy_value()

    return types.void(desk, types.int64, p), generate


@intrinsic
def unpack_position(typing: Any, desk: Any, index: Any, like: Any) -> Any:
    """Load a position from the words from here on."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words, index, _ = arguments
        data = context.get_data_type(like).as_pointer()
        return context.unpack_value(builder, like, builder.bitcast(builder.gep(words, [index]), data), align=8)

    return like(desk, types.int64, like), generate


def room_of(p: Any) -> Any:
    """Make the function that says how many words a position of this type takes."""
    context = cpu_target.target_context
    count = -(-context.get_abi_sizeof(context.get_data_type(p)) // 8)
    return lambda p: count


@intrinsic
def copy_words(typing: Any, desk: Any, target: Any, source: Any, count: Any) -> Any:
    """Copy words by the C library: a loop here would cost registers in every search."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words, target, source, count = arguments
        cgutils.raw_memmove(builder, builder.gep(words, [target]), builder.gep(words, [source]), count, 8)
        return context.get_dummy_value()

    return types.void(desk, types.int64, types.int64, types.int64), generate


@intrinsic
def word_at(typing: Any, desk: Any, index: Any) -> Any:
    """Point to a word."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words, index = arguments
        return builder.gep(words, [index])

    return desk(desk, types.int64), generate


@intrinsic
def prefetch_word(typing: Any, desk: Any, index: Any) -> Any:
    """Load the line of memory around a word, without waiting for it."""

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
    """Give a position the field types of another: rules may mix bools and ints, a recursion may not."""

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
    """Multiply two words to 128 bits and lay the halves over each other."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wide, narrow = ir.IntType(128), ir.IntType(64)
        product = builder.mul(*(builder.zext(argument, wide) for argument in arguments))
        high = builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), narrow)
        return builder.xor(high, builder.trunc(product, narrow))

    return types.int64(types.int64, types.int64), generate


@intrinsic
def bits_of_float(typing: Any, number: Any) -> Any:
    """Take a float's bits as a word."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.IntType(64))

    return types.int64(types.float64), generate


@intrinsic
def float_of_bits(typing: Any, bits: Any) -> Any:
    """Take a word as a float's bits."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.DoubleType())

    return types.float64(types.int64), generate


def bit_counter(instruction: Callable[[Any, Any], Any]) -> Any:
    """Make an intrinsic of an LLVM instruction that counts bits of a word."""

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
    """Count bits as Python does: of the absolute value."""
    if value.signed:
        return lambda value: ones(abs(value))
    return lambda value: ones(value)


@overload_method(types.Integer, "bit_length", strict=False)
def int_bit_length(value: Any) -> Any:
    """Count binary digits as Python does: of the absolute value."""
    width = value.bitwidth
    if value.signed:
        return lambda value: width - leading_zeros(abs(value))
    return lambda value: width - leading_zeros(value)


OUT, MOST_FLOAT, MOST_WHOLE, ROUNDING = kernel.OUT, kernel.MOST_FLOAT, kernel.MOST_WHOLE, kernel.ROUNDING
NOT_FINITE = kernel.NOT_FINITE
BELOW_SIGN = (1 << 63) - 1


def finite(score: Any) -> Any:
    """Do what `kernel.finite` does; an int has at most 64 bits here."""

    def of_int(score: Any) -> Any:
        return score

    def of_float(score: Any) -> Any:
        if not -MOST_FLOAT < score < MOST_FLOAT:
            raise ValueError(NOT_FINITE)
        return score

    return of_float if isinstance(score, types.Float) else of_int


def whole(number: Any, most: Any) -> Any:
    """Do what `kernel.whole` does."""

    def of_int(number: Any, most: Any) -> Any:
        return np.int64(number) if -most <= number <= most else OUT

    def of_float(number: Any, most: Any) -> Any:
        if not -most <= number <= most:
            return OUT
        near = np.int64(number)
        return near if near == number else OUT

    return of_float if isinstance(number, types.Float) else of_int


def ordered(number: Any) -> Any:
    """Do what `kernel.ordered` does."""
    most = MOST_FLOAT if isinstance(number, types.Float) else MOST_WHOLE

    def of_number(number: Any) -> Any:
        if not -most <= number <= most:
            return OUT
        bits = bits_of_float(np.float64(number))
        return bits if bits >= 0 else -(bits & BELOW_SIGN)

    return of_number


def unordered(held: Any) -> Any:
    """Do what `kernel.unordered` does."""

    def of_word(held: Any) -> Any:
        return float_of_bits(held) if held >= 0 else -float_of_bits(-held)

    return of_word


def uneven(one: Any, other: Any, total: Any) -> Any:
    """Do what `kernel.uneven` does."""

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
    kernel.words: lambda desk: (lambda desk: pointer(desk)) if isinstance(desk, types.Integer) else (lambda desk: desk),
    kernel.put: lambda desk, index, score: lambda desk, index, score: put_word(desk, index, score),
    kernel.get: lambda desk, index, like: lambda desk, index, like: get_word(desk, index, like),
    kernel.copy: lambda desk, target, source, count: (
        lambda desk, target, source, count: copy_words(desk, target, source, count)
    ),
    kernel.room: lambda p: room_of(p),
    kernel.put_position: lambda desk, index, p: lambda desk, index, p: pack_position(desk, index, p),
    kernel.get_position: lambda desk, index, like: lambda desk, index, like: unpack_position(desk, index, like),
    kernel.row: lambda desk, start, count: lambda desk, start, count: numba.carray(word_at(desk, start), count),
    kernel.prefetch: lambda desk, index: lambda desk, index: prefetch_word(desk, index),
    kernel.alike: lambda position, like: lambda position, like: as_alike(position, like),
    kernel.fold: lambda one, other: lambda one, other: fold_words(one, other),
    kernel.word: lambda number: (
        (lambda number: bits_of_float(number)) if isinstance(number, types.Float) else (lambda number: np.int64(number))
    ),
    kernel.finite: finite,
    kernel.whole: whole,
    kernel.ordered: ordered,
    kernel.unordered: unordered,
    kernel.uneven: uneven,
}
for original, implementation in OVERLOADS.items():
    overload(original, jit_options=ONLY_CODE)(implementation)


# What a function reaches, and a digest of it


class Undigestible(Exception):
    """A value of which it cannot be told whether it has changed since."""


def nested_codes(code: python_types.CodeType) -> Iterator[python_types.CodeType]:
    """Give a code object and those inside it: comprehensions, lambdas, inner functions."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, python_types.CodeType):
            yield from nested_codes(constant)


def reached_values(function: python_types.FunctionType) -> Iterator[tuple[str, Any]]:
    """Give every closure value, default and global that a function may read, by name."""
    read = [item for code in nested_codes(function.__code__) for item in dis.get_instructions(code)]
    attributes = {item.argval for item in read if item.opname in ("LOAD_ATTR", "LOAD_METHOD")}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        if cell != python_types.CellType():
            yield from with_attributes(name, cell.cell_contents, attributes)
    yield "defaults", (function.__defaults__ or ()) + tuple((function.__kwdefaults__ or {}).items())
    for name in dict.fromkeys(item.argval for item in read if item.opname == "LOAD_GLOBAL"):
        if name in function.__globals__:
            yield from with_attributes(name, function.__globals__[name], attributes)


def with_attributes(name: str, value: Any, attributes: set[str]) -> Iterator[tuple[str, Any]]:
    """Give a value, and of a user's module every attribute that may be read, in modules inside it too."""
    yield name, value
    if isinstance(value, python_types.ModuleType) and value.__name__.partition(".")[0] not in KNOWN_PACKAGES:
        for attribute in sorted(attributes & vars(value).keys()):
            yield from with_attributes(f"{name}.{attribute}", vars(value)[attribute], attributes - {attribute})


def reached_functions(roots: Iterable[Any]) -> list[python_types.FunctionType]:
    """List the plain functions that can be reached from these, callees included."""
    found: dict[int, python_types.FunctionType] = {}
    waiting = list(roots)
    while waiting:
        value = waiting.pop()
        function = value.py_func if isinstance(value, Dispatcher) else value
        if isinstance(function, python_types.FunctionType) and id(function) not in found:
            found[id(function)] = function
            if function not in OVERLOADS:
                waiting.extend(value for _, value in reached_values(function))
    return list(found.values())


def digest(values: Iterable[Any]) -> str:
    """Hash values, and all that the functions among them reach: their code and what it reads."""
    seen: dict[int, int] = {}

    def token(value: Any, where: str) -> Any:
        if value is None or value is ... or isinstance(value, bool | int | float | complex | str | bytes):
            return type(value).__name__, repr(value)
        if isinstance(value, tuple | frozenset | list):
            items = sorted(value, key=repr) if isinstance(value, frozenset) else value
            return type(value).__qualname__, [token(item, where) for item in items]
        if isinstance(value, np.ndarray) and value.dtype != object:
            return "array", str(value.dtype), value.shape, hashlib.sha256(value.tobytes()).hexdigest()
        if isinstance(value, np.generic):
            return "number", str(value.dtype), value.tobytes()
        if isinstance(value, python_types.ModuleType | python_types.BuiltinFunctionType | np.ufunc):
            return "named", getattr(value, "__module__", ""), value.__name__
        if isinstance(value, type):
            return class_token(value, where)
        if isinstance(value, Dispatcher):
            return token(value.py_func, where)
        if not isinstance(value, python_types.FunctionType):
            raise Undigestible(f"{where} is a {type(value).__name__}")
        if id(value) in seen:
            return "seen", seen[id(value)]
        seen[id(value)] = len(seen)
        codes = [code_token(code) for code in nested_codes(value.__code__)]
        return "function", codes, [(name, token(item, name)) for name, item in reached_values(value)]

    def class_token(value: type, where: str) -> Any:
        if issubclass(value, tuple) and hasattr(value, "_fields"):
            defaults = value._field_defaults
            return "namedtuple", value.__qualname__, value._fields, repr(defaults)
        if issubclass(value, enum.Enum):
            return "enum", value.__qualname__, [(item.name, repr(item.value)) for item in value]
        if value.__module__.partition(".")[0] in KNOWN_PACKAGES:
            return "class", value.__module__, value.__qualname__
        raise Undigestible(f"{where} is a class")

    return hashlib.sha256(repr([token(value, "a rule") for value in values]).encode()).hexdigest()


def code_token(code: python_types.CodeType) -> Any:
    """Give what a code object does; where it stands in its file does not matter."""
    constants = [repr(item) for item in code.co_consts if not isinstance(item, python_types.CodeType)]
    flags = code.co_flags, code.co_argcount, code.co_kwonlyargcount, code.co_freevars, code.co_cellvars
    return code.co_code.hex(), constants, code.co_names, code.co_varnames, flags


@cache
def sources_digest(module: str) -> str:
    """Hash the sources that the kernels of a builder in this file are made of, and the versions of what compiles them."""
    package = Path(__file__).parents[1]
    files = [package / name for name in ("bits.py", "rules.py", "score.py", "weights.py")]
    files += [Path(module)]
    files += [file for folder in ("compiler", "search") for file in sorted((package / folder).rglob("*.py"))]
    versions = f"{sys.version} {numba.__version__} {llvmlite.__version__} {np.__version__}".encode()
    return hashlib.sha256(b"\0".join([versions, *(file.read_bytes() for file in files)])).hexdigest()


# Making plain functions callable from compiled code


class YieldFrom(ast.NodeTransformer):
    """Writes `yield from items` as the loop that numba understands."""

    def visit_Expr(self, node: ast.Expr) -> Any:
        """Replace one statement."""
        if not isinstance(node.value, ast.YieldFrom):
            return node
        loop = ast.parse("for each_item in []:\n    yield each_item").body[0]
        loop.iter = node.value.value
        return loop


class Push(ast.NodeTransformer):
    """Writes a generator of moves as a function that puts them into words: all are wanted at once there."""

    def __init__(self, names: set[str]) -> None:
        self.each = names  # what the generator calls `bits.each`

    def visit_Expr(self, node: ast.Expr) -> Any:
        """Replace a `yield` by a write."""
        if isinstance(node.value, ast.Yield):
            write = ast.parse("if _place < _end:\n    _desk[_place] = 0\n_place += 1").body
            write[0].body[0].value = node.value.value
            return write
        if isinstance(node.value, ast.YieldFrom):
            return self.visit(YieldFrom().visit_Expr(node))
        return node

    def visit_Return(self, node: ast.Return) -> Any:
        """Say where the words end."""
        return ast.Return(ast.Name("_place", ast.Load()))

    def visit_For(self, node: ast.For) -> Any:
        """Go through the bits of a number without a generator."""
        self.generic_visit(node)
        call = node.iter
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in self.each):
            return node
        bits_left = f"_bits_{node.lineno}_{node.col_offset}"
        step = f"while {bits_left}:\n    _ = _lowest({bits_left})\n    {bits_left} = _rest({bits_left})"
        start, loop = ast.parse(f"{bits_left} = 0\n{step}").body
        start.value = call.args[0]
        loop.body[0].targets = [node.target]
        loop.body.extend(node.body)
        return [start, loop]


def definition_of(function: Any) -> Any:
    """Parse the source of a function; None if there is none, or it is not a `def` of its own."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError):
        return None
    ast.increment_lineno(tree, function.__code__.co_firstlineno - 1)
    definition: Any = tree.body[0]
    if not isinstance(definition, ast.FunctionDef):
        return None
    definition.decorator_list = []
    return definition


def rebuilt(function: Any, definition: Any, **extra: Any) -> Any:
    """Make a function of a changed definition, with the globals and the closure of the original, and a little more."""
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    cells |= {name: python_types.CellType(value) for name, value in extra.items()}
    # Inside a function that binds the closure's names, so that the code has the same cells.
    outer = ast.parse(f"def outer({', '.join(cells)}):\n    pass").body[0]
    outer.body = [definition]
    module = ast.fix_missing_locations(ast.Module([outer], []))
    outer_code = compile(module, function.__code__.co_filename, "exec").co_consts[0]
    code = next(item for item in outer_code.co_consts if isinstance(item, python_types.CodeType))
    closure = tuple(cells[name] for name in code.co_freevars)
    return python_types.FunctionType(code, function.__globals__, function.__name__, function.__defaults__, closure)


@cache
def compilable(function: Any) -> Any:
    """Return the function as numba can take it: without `yield from`, and gathering moves without a generator."""
    if generator := getattr(function, "__wrapped__", None):
        return pushed(generator) or function
    if not inspect.isgeneratorfunction(function) or not (definition := definition_of(function)):
        return function
    if not any(isinstance(node, ast.YieldFrom) for node in ast.walk(definition)):
        return function
    return rebuilt(function, YieldFrom().visit(definition))


def pushed(generator: Any) -> Any:
    """Turn a generator of moves into a function that writes them into words; None if its source is not at hand."""
    definition = definition_of(generator) if inspect.isgeneratorfunction(generator) else None
    inner = (ast.FunctionDef, ast.Lambda, ast.GeneratorExp, ast.ListComp)
    if definition is None or any(isinstance(node, inner) for node in list(ast.walk(definition))[1:]):
        return None
    each = {name for name, value in reached_values(generator) if value is bits.each}
    definition = Push(each).visit(definition)
    definition.args.args += [ast.arg("_desk"), ast.arg("_place"), ast.arg("_end")]
    definition.body.append(ast.Return(ast.Name("_place", ast.Load())))
    return rebuilt(generator, definition, _lowest=bits.lowest, _rest=bits.rest)


def is_short(function: Any) -> bool:
    """Say whether a function is worth having in every place that calls it."""
    if inspect.isgeneratorfunction(function):
        return False
    has_loop = any("JUMP_BACKWARD" in item.opname for item in dis.get_instructions(function))
    return len(function.__code__.co_code) <= (MOST_LOOPED if has_loop else MOST_STRAIGHT)


def is_foreign(function: Any) -> bool:
    """Return whether a function is not kibitz's own: reading beyond an array must then raise, as it does in Python."""
    return not (getattr(function, "__wrapped__", function).__module__ or "").startswith("kibitz.")


@cache
def make_callable(function: Any) -> None:
    """Let compiled code call a plain function; Python still sees it as it is."""
    if function not in OVERLOADS:
        options = {**ONLY_CODE}
        if is_short(function):
            options["forceinline"] = True
        if is_foreign(function):
            options["boundscheck"] = True
        overload(function, strict=False, jit_options=options)(lambda *arguments, **named: compilable(function))


def make_reachable(roots: Iterable[Any]) -> None:
    """Let compiled code call every plain function that these reach."""
    for function in reached_functions(roots):
        make_callable(function)


# Typing the rules one by one, so that the one at fault can be named


def rules_of(game: Game[Any]) -> dict[str, Any]:
    """List the functions of a game that searches call."""
    wanted = [rule.name for rule in RULES.values() if rule.compiled and rule.name != "start"]
    return {name: rule for name in wanted if (rule := getattr(game.rules, name)) is not None}


def position_type(game: Game[Any]) -> Any:
    """Say what a position is to compiled code."""
    p = game.rules.start()
    where, odd = odd_part(p, "")
    if where is not None:
        raise CompileError(
            f"a position {where}holds {odd}; "
            "to be compiled it must be an int, or a NamedTuple of ints and tuples of ints"
        )
    return numba.typeof(p)


def odd_part(p: Any, where: str) -> tuple[str | None, str]:
    """Find a part of a position that is not a number or a tuple of them."""
    if type(p) is int and not is_word(p):
        return where, f"the number {brief(p)}, beyond 63 bits"
    if isinstance(p, bool | int | float | np.bool_ | np.number):
        return None, ""
    if not isinstance(p, tuple):
        return where, f"a {type(p).__name__}"
    for name, item in zip(getattr(p, "_fields", range(len(p))), p, strict=True):
        found = odd_part(item, f"(field {name}) ")
        if found[0] is not None:
            return found
    return None, ""


def typed_rules(game: Game[Any], position: Any) -> dict[str, Any]:
    """Compile each rule by itself and return what it returns, or say which one cannot be compiled."""
    row = types.Array(types.int64, 1, "C", readonly=True)
    arguments = {"p": position, "player": types.int64, "move": types.int64, "weights": row}
    context = cpu_target.typing_context
    context.refresh()
    returned = {}
    # With the flags that a search is compiled with, so that it finds these rules compiled.
    with ConfigStack().enter(usual_flags()):
        for name, rule in rules_of(game).items():
            wanted = RULES[name].arguments.split(", ")
            try:
                function_type = context.resolve_value_type(rule)
                signature = context.resolve_function_type(function_type, tuple(arguments[word] for word in wanted), {})
            except Exception as error:  # numba raises more than its own errors
                raise CompileError(explain(name, rule, error)) from error
            returned[name] = signature.return_type
    return returned


def usual_flags() -> Any:
    """Give the flags of a function that compiled code calls."""
    inside = inner(lambda: None)._compiler
    flags = Flags()
    inside.targetdescr.options.parse_as_flags(flags, inside.targetoptions)
    return inside._customize_flags(flags)


def expect_types(returned: dict[str, Any], position: Any) -> None:
    """Check that the rules return what searches can use."""
    if not same_shape(returned["play"], position):
        raise CompileError(f"`play` returns {returned['play']}, but `start` {position}: the fields must be of one type")
    number = types.Integer | types.Boolean | types.Float
    for name in ("turn", "utility", "evaluate", "weigh", "priority"):
        if name in returned and not isinstance(returned[name], number):
            raise CompileError(
                f"`{name}` returns {returned[name]}, not one number on every path; write: {RULES[name].form}"
            )


def same_shape(one: Any, other: Any) -> bool:
    """Say whether two types are numbers, or tuples of the same shape."""
    if isinstance(one, types.BaseTuple) and isinstance(other, types.BaseTuple):
        return len(one) == len(other) and all(map(same_shape, one, other))
    if isinstance(one, types.Float) and not isinstance(other, types.Float):
        return False  # it would be cut off
    return all(isinstance(each, types.Number | types.Boolean) for each in (one, other))


HINTS: tuple[tuple[Callable[[ast.AST], bool], str], ...] = (
    (
        lambda node: isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("tuple", "list"),
        "an item of a tuple is changed by kibitz.bits.replaced(items, index, value); a list cannot become a tuple",
    ),
    (
        lambda node: isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice),
        "an item of a tuple is changed by kibitz.bits.replaced(items, index, value); slices do not compile",
    ),
    (
        lambda node: isinstance(node, ast.Call) and any(isinstance(item, ast.GeneratorExp) for item in node.args),
        "write the loop out instead of any, all or sum over an expression",
    ),
    (
        lambda node: isinstance(node, ast.Attribute) and node.attr == "_replace",
        "construct the position in full instead of _replace",
    ),
    (
        lambda node: isinstance(node, ast.Dict | ast.DictComp | ast.Set | ast.SetComp),
        "use a tuple or a numpy array instead of a dict or set",
    ),
    (
        lambda node: isinstance(node, ast.JoinedStr) or isinstance(node, ast.Constant) and isinstance(node.value, str),
        "keep text for show, write and move_name, which are never compiled",
    ),
    (
        lambda node: isinstance(node, ast.Try | ast.With | ast.Lambda | ast.Import | ast.ImportFrom | ast.ClassDef),
        "move this out of the rules: only plain loops, conditions and arithmetic compile",
    ),
)
"""What rules contain that numba cannot compile, and what to write instead."""


def explain(name: str, rule: Any, error: Exception) -> str:
    """Say in one sentence which function and line cannot be compiled, why, and what to write instead."""
    functions = reached_functions([rule])
    places = []
    told = [line.strip() for line in str(error).splitlines()]
    for line in told:
        if found := re.search(r'File "(.+)", line (\d+)|Raised from (.+) \((\d+)\)', line):
            file, number = found[1] or found[3], found[2] or found[4]
            places.append((Path(file).name, int(number)))
    reason = innermost(told) or type(error).__name__
    for name_of_file, at in reversed(places):
        for function in functions:
            code = function.__code__
            lines = [line for _, _, line in code.co_lines() if line is not None]
            if Path(code.co_filename).name == name_of_file and min(lines) <= at <= max(lines):
                text = linecache.getline(code.co_filename, at).strip()
                where = f"`{function.__name__}` ({name_of_file}, line {at}: {text})"
                return f"{where} cannot be compiled: {hint(function, at) or reason}"
    return f"`{name}` cannot be compiled: {reason}"


def innermost(told: list[str]) -> str:
    """Find the reason in a message of numba's: it stands last, and a missing operation names its types below."""
    after = [number + 1 for number, line in enumerate(told) if "Failed in nopython mode pipeline" in line]
    start = after[-1] if after else 0
    lines = [line for line in told[start:] if line]
    if lines and lines[0].startswith("No implementation of function"):
        wanted = next((line[3:].strip() for line in lines if line.startswith(">>>")), "")
        return f"numba knows no {wanted}" if wanted else lines[0]
    if lines and "reflected " in lines[0]:
        return "use a tuple or a numpy array instead of a list or set"
    return lines[0] if lines else ""


def hint(function: Any, number: int) -> str:
    """Say what to write instead of what stands in this line, or elsewhere in the function."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError):
        return ""
    body = tree.body[0].body
    if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:]
    nodes = [node for statement in body for node in ast.walk(statement)]
    here = number - function.__code__.co_firstlineno + 1
    for chosen in ([node for node in nodes if getattr(node, "lineno", 0) == here], nodes):
        for matches, advice in HINTS:
            if any(matches(node) for node in chosen):
                return advice
    return ""


# Compiling a search


inner = numba.njit(**ONLY_CODE)
"""Compiles what only compiled code calls: numba compiles a rule once for all callers of one kind."""


@dataclasses.dataclass(frozen=True)
class Machine:
    """A compiled search. It is called like a plain one, with an array of int64 as its desk."""

    run: Any
    seconds: float  # what compiling or loading took
    fresh: bool  # compiled now, not loaded
    name: str | None  # under which it is kept
    body: bytes  # what is kept of it

    def __call__(self, p: Any, player: int, depth: int, desk: Desk) -> Any:
        """Run; another thread may run Python meanwhile."""
        return self.run(p, player, depth, desk.ctypes.data)

    def keep(self) -> None:
        """Keep it for the next time, once it is known to agree with the plain search."""
        if self.fresh and self.name:
            save_kernel(self.name, self.run, self.body)


def compile_search(builder: Builder, game: Game[Any]) -> Machine:
    """Compile a search for a game, or load it from the disk cache."""
    started = time.perf_counter()
    position = position_type(game)
    name: str | None = None
    reason = ""
    try:
        rules = digest(rules_of(game).items())
        shape = f"{game.players} {game.rules.teams} {game.objective} {game.repetition > 0} {game.rules.margin}"
        constants = f"{shape} {position} {cpu_target.target_context.codegen().magic_tuple()}"
        name = hashlib.sha256(
            f"{builder.__name__} {constants} {rules} {sources_digest(inspect.getfile(builder))}".encode()
        ).hexdigest()
    except Undigestible as error:
        reason = str(error)
    run, body = load_kernel(name) if name else None, b""
    fresh = run is None
    if fresh:
        with warnings.catch_warnings(), undisturbed(), in_short():
            warnings.simplefilter("ignore", NumbaWarning)
            run, body = taken_from(build(builder, game, position))
    if reason:
        warn(f"{game.name} is compiled anew each time: {reason}, so a change of it could not be noticed")
    return Machine(run, time.perf_counter() - started, fresh, name, body)


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Do without the garbage collector: a compiler makes many objects and hardly any garbage."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextlib.contextmanager
def in_short() -> Iterator[None]:
    """Do without what numba does in vain: that takes a quarter of its time.

    It looks for functions inside functions and for expressions of whole arrays, which searches and rules hardly have,
    and finds out anew in each round of inferring types what a call of the same function with the same types returns.
    """
    inline, rewrite, resolve = InlineClosureLikes.run_pass, NopythonRewrites.run_pass, BaseContext.resolve_function_type
    known: dict[Any, Any] = {}

    def inline_if_any(self: Any, state: Any) -> Any:
        inside = any(isinstance(item, python_types.CodeType) for item in state.func_id.code.co_consts)
        return inline(self, state) if inside else False

    def resolve_once(self: Any, function: Any, arguments: Any, named: Any) -> Any:
        if not isinstance(function, types.Function):
            return resolve(self, function, arguments, named)
        call = function, arguments, tuple(named.items())
        if call not in known:
            known[call] = resolve(self, function, arguments, named)
        return known[call]

    InlineClosureLikes.run_pass, BaseContext.resolve_function_type = inline_if_any, resolve_once
    NopythonRewrites.run_pass = lambda self, state: False
    try:
        yield
    finally:
        InlineClosureLikes.run_pass, BaseContext.resolve_function_type = inline, resolve
        NopythonRewrites.run_pass = rewrite


def build(builder: Builder, game: Game[Any], position: Any) -> Any:
    """Compile a search for a game."""
    play = game.rules.play

    def play_alike(p: Any, move: int) -> Any:
        return kernel.alike(play(p, move), p)

    make_reachable(rules_of(game).values())
    with unfinished(), alike_callers():
        returned = typed_rules(game, position)
    expect_types(returned, position)
    is_float = any(isinstance(returned.get(name), types.Float) for name in ("utility", "evaluate"))
    score = types.float64 if is_float else types.int64
    number = np.float64 if is_float else np.int64
    utility, evaluate = game.rules.utility, game.rules.evaluate

    def utility_number(p: Any, player: int) -> Any:
        return kernel.finite(number(utility(p, player)))

    def evaluate_number(p: Any, player: int) -> Any:
        return kernel.finite(number(evaluate(p, player)))

    rules = game.with_rules(play=play_alike, utility=utility_number, evaluate=evaluate_number)
    kinds: dict[Returns, Any] = {
        "score": score,
        "float": types.float64,
        "floats": types.UniTuple(types.float64, game.players),
        "int": types.int64,
    }
    parameters = {"p": position, "desk": POINTER}
    parts: list[tuple[Any, Any]] = []

    def compiled(function: F, returns: Returns = "score", once: bool = False) -> F:
        names = inspect.signature(function).parameters
        edges = {} if returns == "int" else {"alpha": score, "beta": score}
        signature = kinds[returns](*({**parameters, **edges}.get(name, types.int64) for name in names))
        if once:
            part_of_caller: F = numba.njit(inline="always", **ONLY_CODE)(function)
            return part_of_caller
        dispatcher = inner(function)
        parts.append((dispatcher, signature))
        return dispatcher

    root: Any = builder(rules, compiled)
    main = numba.njit(nogil=True)(root.py_func)
    signature = dict(parts).pop(root).return_type(position, types.int64, types.int64, types.int64)
    inside = [part for part in parts if part[0] is not root]
    try:
        returns = {dispatcher.py_func: part.return_type for dispatcher, part in parts}
        with declared_returns(returns), alike_callers():
            for dispatcher, part in [*inside, (main, signature)]:
                make_reachable([dispatcher])
                with optimising(optimise_once) if dispatcher is main else unfinished():
                    dispatcher.compile(part)
                # From now on other argument types are converted, not compiled for a second time.
                dispatcher.disable_compile()
    except Exception as error:  # numba raises more than its own errors
        raise CompileError(explain("play", game.rules.play, error)) from error
    return main.overloads[signature.args]


@contextlib.contextmanager
def unfinished() -> Iterator[None]:
    """Leave functions that only compiled code calls as they are: with their caller they are optimised as one.

    Numba would optimise each of them, and all that it calls, and make machine code of it that nobody runs.
    """
    context = cpu_target.target_context

    def stand_in(library: Any, description: Any, environment: Any) -> Any:
        return [].append  # some builtin; numba looks functions up by it, so each has its own

    context.get_executable = stand_in
    # What is not added to the machine code cannot be taken for the optimised function of the same name.
    context.codegen()._add_module = lambda module: None
    try:
        with optimising(lambda library: None):
            yield
    finally:
        del context.get_executable, context.codegen()._add_module


@contextlib.contextmanager
def alike_callers() -> Iterator[None]:
    """Compile a function once for all callers: numba would do so again for each kind, such as those to be inlined."""
    usual = _OverloadFunctionTemplate.generic

    flags = usual_flags()

    def generic(self: Any, arguments: Any, named: Any) -> Any:
        with ConfigStack().enter(flags):
            return usual(self, arguments, named)

    _OverloadFunctionTemplate.generic = generic
    try:
        yield
    finally:
        _OverloadFunctionTemplate.generic = usual


@contextlib.contextmanager
def optimising(optimise: Callable[[Any], None]) -> Iterator[None]:
    """Optimise modules in another way than numba does."""
    usual = CPUCodeLibrary._optimize_final_module
    CPUCodeLibrary._optimize_final_module = optimise
    try:
        yield
    finally:
        CPUCodeLibrary._optimize_final_module = usual


def optimise_once(library: Any) -> None:
    """Optimise a module in one go, without looking for loops over arrays: searches have none."""
    passes, builder = library._codegen._module_pass_manager(opt=2, loop_vectorize=False, slp_vectorize=False)
    passes.run(library._final_module, builder)


@contextlib.contextmanager
def declared_returns(declared: dict[Any, Any]) -> Iterator[None]:
    """Let a recursive call return what its function declares: numba would infer the whole function for each call."""
    infer = TypeInferer.return_types_from_partial

    def look_up(self: Any) -> Any:
        return declared.get(self.func_id.func) or infer(self)

    TypeInferer.return_types_from_partial = look_up
    try:
        yield
    finally:
        TypeInferer.return_types_from_partial = infer
