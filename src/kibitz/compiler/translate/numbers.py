"""Functions of numbers: abs, int, round, divmod, math.sqrt …"""

import ast
from typing import Any

import numpy as np

from kibitz.compiler.emit import Value
from kibitz.compiler.kinds import BOOL, FLOAT, INT, TEXT, UINT
from kibitz.compiler.translate.argument import Named, Sources
from kibitz.compiler.translate.frame import Frame
from kibitz.compiler.translate.operators import arithmetic, binary, too_large


def absolute(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
    """Translate `abs`."""
    value = frame.settled(sources[0].value())
    if value.known:
        return frame.constant(abs(value.const))
    if value.kind == FLOAT:
        return Value(FLOAT, frame.code.op(f"call double @llvm.fabs.f64(double {value.ref})"))
    if value.kind == UINT:
        return value
    value = frame.coerce(value, INT)
    if frame.scope.checked:
        fits = frame.code.op(f"icmp ne i64 {value.ref}, {-1 << 63}")
        frame.guard(fits, "OverflowError", too_large(frame))
    return Value(INT, frame.code.op(f"call i64 @llvm.abs.i64(i64 {value.ref}, i1 0)"))


def to_int(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
    """Translate `int(…)`: of a number, rounded towards zero; of a text, the number it shows."""
    if not sources:
        return frame.number(0)
    value = frame.settled(sources[0].value())
    if value.known and len(sources) == 1 and isinstance(value.const, int | float | str):
        return frame.constant(int(value.const))
    if value.kind == FLOAT:
        return whole_part(frame, value)
    if value.kind == TEXT and len(sources) == 1:
        return frame.unit.text_fact(frame, value, "number")  # type: ignore[no-any-return]
    if value.kind == UINT:
        return Value(INT, value.ref)
    return frame.coerce(value, INT)


def whole_part(frame: Frame, value: Value) -> Value:
    """Return a float as an int, rounded towards zero."""
    code = frame.code
    high = code.op(f"fcmp olt double {value.ref}, 0x43E0000000000000")
    low = code.op(f"fcmp oge double {value.ref}, 0xC3E0000000000000")
    frame.guard(code.op(f"and i1 {low}, {high}"), "OverflowError", ["a float is too large for an int of 64 bits"])
    return Value(INT, code.op(f"fptosi double {value.ref} to i64"))


def to_float(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
    """Translate `float(…)`."""
    value = frame.settled(sources[0].value())
    if value.known and isinstance(value.const, str):
        return frame.constant(float(value.const))
    return frame.coerce(value, FLOAT)


def to_bool(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
    """Translate `bool(…)`."""
    return frame.truth(sources[0].value()) if sources else frame.constant(False)


def to_unsigned(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
    """Translate `np.uint64(…)`."""
    value = frame.settled(sources[0].value())
    if value.known and isinstance(value.const, int):
        return frame.constant(np.uint64(value.const))
    if value.kind == FLOAT:
        return Value(UINT, frame.code.op(f"fptoui double {value.ref} to i64"))
    return frame.coerce(value, UINT)


def rounded(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
    """Translate `round` to a whole number."""
    value = frame.settled(sources[0].value())
    if len(sources) > 1 and not (sources[1].value().known and sources[1].value().const is None):
        return rounded_to(frame, value, sources[1].value())
    if value.kind != FLOAT:
        return frame.coerce(value, INT)
    return whole_part(frame, Value(FLOAT, frame.code.op(f"call double @llvm.roundeven.f64(double {value.ref})")))


MOST_DIGITS = 20


def rounded_to(frame: Frame, value: Value, digits: Value) -> Value:
    """Translate `round(number, digits)`: written in decimals and read again, as Python does it."""
    code = frame.code
    if not digits.known or not 0 <= digits.const <= MOST_DIGITS or value.kind != FLOAT:
        raise frame.refuse("`round` takes a float and a constant number of digits here")
    text, form = code.slot(50), frame.module.data(f"%.{digits.const}f\0".encode())
    code.op(f"call i32 (ptr, i64, ptr, ...) @snprintf(ptr {text}, i64 400, ptr {form}, double {value.ref})")
    return Value(FLOAT, code.op(f"call double @strtod(ptr {text}, ptr null)"))


def divide_both(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
    """Translate `divmod`."""
    one, other = (frame.settled(each.value()) for each in sources)
    return frame.record([binary(frame, op, one, other) for op in (ast.FloorDiv(), ast.Mod())])


def power_of(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
    """Translate `pow`."""
    if len(sources) == 3:
        values = [frame.coerce(frame.settled(each.value()), INT) for each in sources]
        return frame.unit.call_python(frame, frame.unit.runtime.modular_power, values)  # type: ignore[no-any-return]
    return binary(frame, ast.Pow(), sources[0].value(), sources[1].value())


def of_float(name: str, whole: bool = False) -> Any:
    """Return the translation of a function of math that takes floats."""

    def translate(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
        values = [frame.settled(each.value()) for each in sources]
        if whole and values[0].kind in (INT, BOOL):
            return frame.coerce(values[0], INT)
        values = [frame.coerce(each, FLOAT) for each in values]
        if name == "log" and len(values) == 2:
            logs = [Value(FLOAT, frame.code.op(f"call double @log(double {each.ref})")) for each in values]
            return arithmetic(frame, ast.Div, *logs)
        if name in ("sqrt", "log", "log2", "log10"):
            test = "oge" if name == "sqrt" else "ogt"
            fine = frame.code.op(f"fcmp {test} double {values[0].ref}, 0.0")
            frame.guard(fine, "ValueError", ["math domain error"])
        operands = ", ".join(f"double {each.ref}" for each in values)
        function = f"llvm.{name}.f64" if name in ("floor", "ceil", "trunc", "sqrt") else name
        result = Value(FLOAT, frame.code.op(f"call double @{function}({operands})"))
        return whole_part(frame, result) if whole else result

    return translate


def through(name: str) -> Any:
    """Return the translation of a function of ints that the runtime has."""

    def translate(frame: Frame, sources: Sources, named: Named, node: ast.AST) -> Value:
        values = [frame.coerce(frame.settled(each.value()), INT) for each in sources]
        return frame.unit.call_python(frame, getattr(frame.unit.runtime, name), values)  # type: ignore[no-any-return]

    return translate
