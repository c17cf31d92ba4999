"""Operators: arithmetic, bits, comparisons.

Numbers are words of 64 bits. In the author's functions a result that does not fit raises OverflowError, so that
compiled rules never continue with a wrong number. Below `& mask` only the low bits matter, so nothing is checked there.
"""

import ast
import enum
import operator
from collections.abc import Callable
from typing import Any

from kibitz.compiler.emit import Value
from kibitz.compiler.kinds import (
    BOOL,
    FLOAT,
    INT,
    NUMBERS,
    UINT,
    Hash,
    Member,
    Record,
    as_sequence,
    join,
)
from kibitz.compiler.translate.frame import EXPRESSIONS, Frame, own_method

PYTHON: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
SYMBOLS: dict[type, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.MatMult: "@",
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip
SPECIAL: dict[type, str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.FloorDiv: "floordiv", ast.Mod: "mod",
    ast.Pow: "pow", ast.LShift: "lshift", ast.RShift: "rshift", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
    ast.MatMult: "matmul", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge",
}  # fmt: skip
CHECKED = {ast.Add: "sadd", ast.Sub: "ssub", ast.Mult: "smul"}
PLAIN = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
}  # fmt: skip
FLOATS = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul"}
MODULAR = (ast.Add, ast.Sub, ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift)
MOST_REPEATED = 16
"""A short list that is repeated at most this often is written item by item."""
LARGEST = 1 << 62
"""Known results up to here are computed when compiling."""


def is_still(node: ast.expr) -> bool:
    """Return whether an expression calls and assigns nothing, so that it does not matter when it is evaluated."""
    return not any(isinstance(each, ast.Call | ast.NamedExpr) for each in ast.walk(node))


def assigns(node: ast.expr) -> bool:
    """Return whether an expression assigns a name."""
    return any(isinstance(each, ast.NamedExpr) for each in ast.walk(node))


def too_large(frame: Frame) -> list[Any]:
    """Return the message for a number that does not fit."""
    text = ast.unparse(frame.node)
    what = f"`{text}`" if len(text) <= 60 else "a number"
    where = getattr(frame.scope.function, "__name__", "")
    inside = f" in `{where}`" if where else ""
    return [
        f"{what}{inside} does not fit in the 64 bits of compiled rules; mask it in the same expression, or run plain"
    ]


def binary_expression(frame: Frame, node: ast.BinOp) -> Value:
    """Translate `a + b` and the like."""
    exact = frame.exact
    if isinstance(node.op, ast.BitAnd) and is_still(node.right) and not assigns(node.left):
        # The operands of & may wrap around if a mask removes what does not fit.
        other = frame.expr(node.right)
        masked = other.kind == INT and other.known and other.const >= 0
        frame.exact = exact and not masked
        one = frame.expr(node.left)
        frame.exact = exact
        frame.node = node
        return binary(frame, node.op, one, other)
    if not isinstance(node.op, MODULAR):
        frame.exact = True
    one = frame.expr(node.left)
    if isinstance(node.op, ast.LShift):
        frame.exact = True
    other = frame.expr(node.right)
    frame.exact = exact
    frame.node = node
    if (
        isinstance(node.left, ast.List)
        and frame.local_list is node
        and other.known
        and 0 < other.const <= MOST_REPEATED
    ):
        from kibitz.compiler.translate.sequences import listed

        items = [frame.expr(each) for each in node.left.elts] * other.const
        frame.node = node
        return listed(frame, items)
    return binary(frame, node.op, one, other)


def binary(frame: Frame, op: ast.operator, one: Value, other: Value) -> Value:
    """Apply an operator of two operands."""
    from kibitz.compiler.translate import hashes, sequences

    kind = type(op)
    if one.known and other.known and one.kind in NUMBERS and other.kind in NUMBERS:
        folded = known_result(kind, one.const, other.const)
        if folded is not None:
            return frame.constant(folded)
    if (
        isinstance(one.kind, Member)
        and one.kind == other.kind
        and kind in PLAIN
        and issubclass(one.kind.cls, enum.Flag)
    ):
        return Value(one.kind, frame.code.op(f"{PLAIN[kind]} i64 {one.ref}, {other.ref}"))
    one, other = frame.settled(one), frame.settled(other)
    for number, beside in ((one, other), (other, one)):
        if number.kind == UINT and number.known and type(number.const) is int and beside.kind in (INT, BOOL):
            raise frame.refuse(
                f"the number {number.const} does not fit in 64 bits with a sign", "use np.uint64 for both numbers"
            )
    for owner, operand, prefix in ((one, other, "__"), (other, one, "__r")):
        cls = owner.kind.cls if isinstance(owner.kind, Record) else None
        if (own := own_method(cls, f"{prefix}{SPECIAL.get(kind)}__")) is not None:
            return frame.unit.call_python(frame, own, [owner, operand])  # type: ignore[no-any-return]
    if one.kind in NUMBERS and other.kind in NUMBERS:
        return arithmetic(frame, kind, one, other)
    if isinstance(one.kind, Hash) and isinstance(other.kind, Hash):
        return hashes.combine(frame, kind, one, other)
    if kind is ast.Add and as_sequence(one.kind) and as_sequence(other.kind):
        return sequences.concatenated(frame, one, other)
    if kind is ast.Mult:
        for items, count in ((one, other), (other, one)):
            if as_sequence(items.kind) and count.kind in (INT, BOOL):
                return sequences.repeated(frame, items, frame.coerce(count, INT))
    raise frame.refuse(f"`{SYMBOLS[kind]}` of {one.kind} and {other.kind} cannot be compiled")


def known_result(kind: type, one: Any, other: Any) -> Any:
    """Return the result of an operator on known numbers; None if it is better left to compiled code."""
    if kind is ast.LShift and not 0 <= other < 64 or kind is ast.Pow and abs(other) > 64:
        return None
    try:
        result = PYTHON[kind](one, other)
    except (ArithmeticError, ValueError, TypeError):
        return None
    return result if isinstance(result, float) or not isinstance(result, int) or abs(result) < LARGEST else None


def arithmetic(frame: Frame, kind: type, one: Value, other: Value) -> Value:
    """Apply an operator to two numbers."""
    code = frame.code
    if kind is ast.Div:
        if frame.scope.checked:
            for each in (one, other):
                if each.kind == INT and not each.known:
                    size = code.op(f"call i64 @llvm.abs.i64(i64 {each.ref}, i1 0)")
                    frame.guard(code.op(f"icmp ule i64 {size}, {1 << 53}"), "OverflowError", too_large(frame))
        one, other = frame.coerce(one, FLOAT), frame.coerce(other, FLOAT)
        not_zero(frame, other)
        return Value(FLOAT, code.op(f"fdiv double {one.ref}, {other.ref}"))
    joined = join(one.kind, other.kind)
    if joined == BOOL and kind in (ast.BitAnd, ast.BitOr, ast.BitXor):
        return Value(BOOL, code.op(f"{PLAIN[kind]} i1 {one.ref}, {other.ref}"))
    if joined == FLOAT:
        return float_arithmetic(frame, kind, frame.coerce(one, FLOAT), frame.coerce(other, FLOAT))
    if kind in (ast.LShift, ast.RShift):
        return shifted(frame, kind, one, other)
    joined = UINT if joined == UINT else INT
    one, other = frame.coerce(one, joined), frame.coerce(other, joined)
    a, b = one.ref, other.ref
    if kind in CHECKED and joined == INT and frame.exact and frame.scope.checked:
        pair = code.op(f"call {{ i64, i1 }} @llvm.{CHECKED[kind]}.with.overflow.i64(i64 {a}, i64 {b})")
        over = code.op(f"extractvalue {{ i64, i1 }} {pair}, 1")
        frame.guard(code.op(f"xor i1 {over}, true"), "OverflowError", too_large(frame))
        return Value(INT, code.op(f"extractvalue {{ i64, i1 }} {pair}, 0"))
    if kind in PLAIN:
        return Value(joined, code.op(f"{PLAIN[kind]} i64 {a}, {b}"))
    if kind in (ast.FloorDiv, ast.Mod):
        return divided(frame, kind, one, other)
    if kind is ast.Pow:
        if other.known and other.const < 0:
            return float_arithmetic(frame, kind, frame.coerce(one, FLOAT), frame.coerce(other, FLOAT))
        return frame.unit.call_python(frame, frame.unit.runtime.power, [one, other])  # type: ignore[no-any-return]
    raise frame.refuse(f"`{SYMBOLS[kind]}` of numbers cannot be compiled")


def shifted(frame: Frame, kind: type, one: Value, count: Value) -> Value:
    """Shift a number."""
    code, checked = frame.code, frame.scope.checked
    result = UINT if one.kind == UINT else INT
    one, count = frame.coerce(one, result), frame.coerce(count, INT)
    small = count.known and 0 <= count.const < 64
    if count.known and count.const < 0:
        frame.fail("ValueError", ["negative shift count"])
        return Value(result, "0")
    if kind is ast.RShift:
        by = count.ref
        if count.known and not small:
            by = "63"
        elif not small and checked and result == INT:
            far = code.op(f"icmp ugt i64 {by}, 63")
            by = code.op(f"select i1 {far}, i64 63, i64 {by}")
        return Value(result, code.op(f"{'lshr' if result == UINT else 'ashr'} i64 {one.ref}, {by}"))
    if result == INT and checked:
        if not small:
            near = code.op(f"icmp ult i64 {count.ref}, 64")
            frame.guard(near, "OverflowError", too_large(frame))
        shift = code.op(f"shl i64 {one.ref}, {count.ref}")
        if frame.exact:
            back = code.op(f"ashr i64 {shift}, {count.ref}")
            frame.guard(code.op(f"icmp eq i64 {back}, {one.ref}"), "OverflowError", too_large(frame))
        return Value(INT, shift)
    if count.known and not small:
        return Value(result, "0")
    return Value(result, code.op(f"shl i64 {one.ref}, {count.ref}"))


def not_zero(frame: Frame, value: Value) -> None:
    """Raise ZeroDivisionError if a divisor is zero."""
    if value.known and value.const != 0:
        return
    test = f"fcmp une double {value.ref}, 0.0" if value.kind == FLOAT else f"icmp ne i64 {value.ref}, 0"
    frame.guard(frame.code.op(test), "ZeroDivisionError", ["division by zero"])


def divided(frame: Frame, kind: type, one: Value, other: Value) -> Value:
    """Divide ints as Python does: rounded down, with a remainder that has the sign of the divisor."""
    code = frame.code
    a, b = one.ref, other.ref
    if one.kind == UINT:
        not_zero(frame, other)
        return Value(UINT, code.op(f"{'udiv' if kind is ast.FloorDiv else 'urem'} i64 {a}, {b}"))
    if other.known and other.const > 0 and other.const & other.const - 1 == 0:
        if kind is ast.FloorDiv:
            return Value(INT, code.op(f"ashr i64 {a}, {other.const.bit_length() - 1}"))
        return Value(INT, code.op(f"and i64 {a}, {other.const - 1}"))
    not_zero(frame, other)
    # The one quotient that does not fit: the processor would stop the process.
    is_minus_one = code.op(f"icmp eq i64 {b}, -1")
    safe = b if other.known and other.const != -1 else code.op(f"select i1 {is_minus_one}, i64 1, i64 {b}")
    rest = code.op(f"srem i64 {a}, {safe}")
    if other.known and other.const > 0:
        off = code.op(f"icmp slt i64 {rest}, 0")
    else:
        wrong = code.op(f"icmp slt i64 {code.op(f'xor i64 {rest}, {b}')}, 0")
        off = code.op(f"and i1 {wrong}, {code.op(f'icmp ne i64 {rest}, 0')}")
    if kind is ast.Mod:
        return Value(INT, code.op(f"select i1 {off}, i64 {code.op(f'add i64 {rest}, {b}')}, i64 {rest}"))
    if safe != b:
        least = code.op(f"icmp eq i64 {a}, {-1 << 63}")
        fits = code.op(f"xor i1 {code.op(f'and i1 {least}, {is_minus_one}')}, true")
        frame.guard(fits, "OverflowError", too_large(frame))
    quotient = code.op(f"sdiv i64 {a}, {b}")
    return Value(INT, code.op(f"sub i64 {quotient}, {code.op(f'zext i1 {off} to i64')}"))


def float_arithmetic(frame: Frame, kind: type, one: Value, other: Value) -> Value:
    """Apply an operator to two floats."""
    if kind in FLOATS:
        return Value(FLOAT, frame.code.op(f"{FLOATS[kind]} double {one.ref}, {other.ref}"))
    if kind is ast.Pow:
        if other.known and other.const == 2:
            return Value(FLOAT, frame.code.op(f"fmul double {one.ref}, {one.ref}"))
        return Value(FLOAT, frame.code.op(f"call double @pow(double {one.ref}, double {other.ref})"))
    if kind in (ast.FloorDiv, ast.Mod):
        not_zero(frame, other)
        runtime = frame.unit.runtime
        function = runtime.float_floor if kind is ast.FloorDiv else runtime.float_modulo
        return frame.unit.call_python(frame, function, [one, other])  # type: ignore[no-any-return]
    raise frame.refuse(f"`{SYMBOLS[kind]}` of floats cannot be compiled")


# One operand


def unary_expression(frame: Frame, node: ast.UnaryOp) -> Value:
    """Translate `-a`, `~a`, `+a` and `not a`."""
    value = frame.expr(node.operand)
    if isinstance(node.op, ast.Not):
        value = frame.truth(value)
        if value.known:
            return frame.constant(not value.const)
        return Value(BOOL, frame.code.op(f"xor i1 {value.ref}, true"))
    value = frame.settled(value)
    frame.node = node
    special = {ast.USub: "__neg__", ast.UAdd: "__pos__", ast.Invert: "__invert__"}[type(node.op)]
    own = own_method(value.kind.cls, special) if isinstance(value.kind, Record) else None
    if own is not None:
        return frame.unit.call_python(frame, own, [value])  # type: ignore[no-any-return]
    if value.kind not in NUMBERS:
        raise frame.refuse(f"{value.kind} has no sign")
    if value.known and value.kind != UINT:
        const = value.const
        result = -const if isinstance(node.op, ast.USub) else ~const if isinstance(node.op, ast.Invert) else +const
        return frame.constant(result)
    if isinstance(node.op, ast.UAdd):
        return value
    if value.kind == FLOAT:
        return Value(FLOAT, frame.code.op(f"fneg double {value.ref}"))
    value = frame.coerce(value, INT) if value.kind == BOOL else value
    if isinstance(node.op, ast.Invert):
        return Value(value.kind, frame.code.op(f"xor i64 {value.ref}, -1"))
    return arithmetic(frame, ast.Sub, Value(value.kind, "0"), value)


EXPRESSIONS[ast.BinOp] = binary_expression
EXPRESSIONS[ast.UnaryOp] = unary_expression
