"""The rules again, with the 64-bit integers of compiled code.

Python's ints grow; those of compiled code wrap to a signed word. Every function that the rules reach is rebuilt with
its arithmetic done both ways. Where the two differ the result is a `Split`, which holds both numbers:

    board << 8 & FULL    Split(2**65, 2) & FULL is the same number both ways, and a plain int again
    total + 1            stays a Split: it may be used further
    if total > 3         is a finding: plain and compiled rules may diverge here

So is a Split in what a rule returns, and a shift by more than 63 bits, which is undefined in compiled code. A shift
discards the bits it moves out. When a sum, difference or product overflows only its low bits are certain, because the
compiler assumes that none does: only a mask makes it a single number again.
Numpy's numbers wrap at both speeds and are left alone.
"""

import ast
import itertools
import linecache
import operator
import types
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from kibitz.checker.guard import MOST_YIELDED
from kibitz.checker.questions import questions
from kibitz.compiler import plain as kernel
from kibitz.compiler.digest import KNOWN_PACKAGES, reached_functions, rules_of
from kibitz.compiler.plain import signed
from kibitz.compiler.rewrite import definition_of, rebuilt
from kibitz.game import Game
from kibitz.rules import RULES

BITS = 64
LEAST, MOST = -(1 << BITS - 1), (1 << BITS - 1) - 1
"""The range of a signed word."""
OPERATIONS: dict[type[ast.AST], tuple[str, str]] = {
    ast.Add: ("+", "add"),
    ast.Sub: ("-", "sub"),
    ast.Mult: ("*", "mul"),
    ast.FloorDiv: ("//", "floordiv"),
    ast.Mod: ("%", "mod"),
    ast.Pow: ("**", "pow"),
    ast.LShift: ("<<", "lshift"),
    ast.RShift: (">>", "rshift"),
    ast.BitAnd: ("&", "and_"),
    ast.BitOr: ("|", "or_"),
    ast.BitXor: ("^", "xor"),
    ast.USub: ("-", "neg"),
    ast.Invert: ("~", "invert"),
}
"""How operations are written, and their names in the module `operator`."""
SHIFTS = ("<<", ">>")
LOW_BITS = ("+", "-", "*", "<<", "&", "|", "^", "~")
"""Operations whose low bits depend only on the low bits of their operands."""


def in_place(name: str) -> str:
    """Return the name in the module `operator` of an operation written with `=`."""
    return f"i{name.removesuffix('_')}"


class Overflow(Exception):
    """Raised where compiled rules may diverge from plain ones; the text says what was computed, and where."""


class Split:
    """An int that has one value in plain rules and another in compiled ones."""

    __array_ufunc__ = None  # keeps numpy from treating it as a number

    def __init__(self, plain: int, machine: int, sure: bool, origin: Callable[[], str]) -> None:
        self.plain, self.machine = plain, machine
        self.sure = sure  # compiled code has exactly this number, not only its low bits
        self.origin = origin  # describes what was computed

    def agreed(self, question: Callable[[int], Any]) -> Any:
        """Return the answer if it is the same for both numbers; raise if not."""
        answer = question(self.plain)
        return answer if self.sure and answer == question(self.machine) else self.part()

    def part(self, *_: Any) -> NoReturn:
        """Raise: from here on plain and compiled rules may diverge."""
        raise Overflow(self.origin())

    def __bool__(self) -> bool:
        return bool(self.agreed(bool))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, int | Split):
            self.part()
        plain, machine = both(other)
        sure = self.sure and (not isinstance(other, Split) or other.sure)
        equal = self.plain == plain
        return equal if sure and equal == (self.machine == machine) else self.part()

    def bit_count(self) -> int:
        """Return the number of set bits, if both numbers agree."""
        return int(self.agreed(int.bit_count))

    def bit_length(self) -> int:
        """Return the number of binary digits, if both numbers agree."""
        return int(self.agreed(int.bit_length))

    __lt__ = __le__ = __gt__ = __ge__ = __hash__ = __index__ = __int__ = __float__ = __abs__ = part
    # Operations in the rules go through `Arithmetic`; these remain for built-in functions such as `sum`.
    __add__ = __radd__ = __mul__ = __rmul__ = __pow__ = __rpow__ = __divmod__ = __rdivmod__ = part


def both(number: Any) -> tuple[int, int]:
    """Return an int as plain rules and as compiled rules see it."""
    return (number.plain, number.machine) if isinstance(number, Split) else (number, signed(number))


def shown(number: int) -> str:
    """Return an int as text, or only its size if it is too long to read."""
    return str(number) if abs(number) < 1 << 2 * BITS else f"a number of {number.bit_length()} bits"


def unsure(symbol: str, operands: Sequence[Any]) -> bool:
    """Return whether the compiler assumes that an operation never overflows."""
    return symbol in ("+", "-", "*", "**") and len(operands) == 2


class Arithmetic:
    """Does the arithmetic of one function both ways."""

    def __init__(self, function: types.FunctionType) -> None:
        self.function = function

    def functions(self) -> dict[str, Callable[..., Any]]:
        """Return the replacement of each operation, by the name that `Both` gives it."""
        found = {}
        for kind, (symbol, name) in OPERATIONS.items():
            if issubclass(kind, ast.unaryop):
                found[f"_{name}"] = self.unary(symbol, getattr(operator, name))
            else:
                found[f"_{name}"] = self.binary(symbol, getattr(operator, name))
                found[f"_{in_place(name)}"] = self.binary(symbol, getattr(operator, in_place(name)))
        return found

    def unary(self, symbol: str, operation: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function that replaces an operation on one number."""
        return lambda line, number: self.carry_on(operation, symbol, line, number)

    def binary(self, symbol: str, operation: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function that replaces an operation on two numbers; nearly always they and the result fit."""
        low_bits, most = symbol in LOW_BITS, BITS - 1 if symbol in SHIFTS else MOST

        def compute(line: int, left: Any, right: Any) -> Any:
            ints = type(left) is int and type(right) is int
            if ints and LEAST <= right <= most and (low_bits or LEAST <= left <= MOST):
                result = operation(left, right)
                if LEAST <= result <= MOST:
                    return result
            return self.carry_on(operation, symbol, line, left, right)

        return compute

    def shift(self, symbol: str, line: int, number: int, count: int = 0) -> None:
        """Raise if compiled code cannot do this shift; Python itself refuses negative ones."""
        if count >= BITS and symbol in SHIFTS:
            text = f"shifts {shown(number)} by {shown(count)}; in compiled code a shift must be below {BITS}"
            raise Overflow(f"{self.place(line)} {text}")

    def carry_on(self, operation: Callable[..., Any], symbol: str, line: int, *operands: Any) -> Any:
        """Return the result of an operation, as a Split if it differs between the two ways."""
        splits = [each for each in operands if isinstance(each, Split)]
        if not all(isinstance(each, int | Split) for each in operands):  # floats, lists, numpy's numbers
            return splits[0].part() if splits else operation(*operands)
        sure = all(each.sure for each in splits)
        if splits and (symbol == "**" or not sure and symbol not in LOW_BITS):
            splits[0].part()
        if symbol in SHIFTS and isinstance(operands[1], Split):
            operands[1].part()
        plain, machine = zip(*map(both, operands), strict=True)
        self.shift(symbol, line, *plain)
        result = operation(*plain)
        origin = splits[0].origin if splits else partial(self.origin, symbol, line, plain, result)
        try:
            other = operation(*machine)
            cut = signed(other)
        except ZeroDivisionError:
            raise Overflow(origin()) from None
        sure = sure and (other == cut or not unsure(symbol, operands))
        return result if result == cut else Split(result, cut, sure, origin)

    def origin(self, symbol: str, line: int, operands: Iterable[int], result: Any) -> str:
        """Return what was computed, and where, in words."""
        numbers = list(map(shown, operands))
        term = f" {symbol} ".join(numbers) if len(numbers) > 1 else f"{symbol}({numbers[0]})"
        return f"{self.place(line)} computes {term} = {shown(result)}; compiled ints have {BITS} bits"

    def place(self, line: int) -> str:
        """Return the function, file, line and source text of an operation."""
        file = self.function.__code__.co_filename
        text = linecache.getline(file, line).strip()
        return f"`{self.function.__name__}` ({Path(file).name}, line {line}: {text})"


class Both(ast.NodeTransformer):
    """Rewrites every operation on numbers as a call of a function of `Arithmetic`."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Replace `a + b`."""
        self.generic_visit(node)
        return self.call(node, node.left, node.right) or node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        """Replace `a += b`."""
        self.generic_visit(node)
        read = ast.parse(ast.unparse(node.target), mode="eval").body
        value = self.call(node, read, node.value)
        return ast.copy_location(ast.Assign([node.target], value), node) if value else node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        """Replace `-a`, unless it is a literal number."""
        if isinstance(node.operand, ast.Constant):
            return node
        self.generic_visit(node)
        return self.call(node, node.operand) or node

    def call(self, node: Any, *operands: ast.expr) -> ast.expr | None:
        """Return the call that replaces an operation; None if it is not one on ints."""
        if type(node.op) not in OPERATIONS:
            return None
        _, name = OPERATIONS[type(node.op)]
        name = in_place(name) if isinstance(node, ast.AugAssign) else name
        call = ast.Call(ast.Name(f"_{name}", ast.Load()), [ast.Constant(node.lineno), *operands], [])
        return ast.copy_location(call, node)


def whole(number: Any = 0) -> Any:
    """Stand in for `int`, which compiled code does not need."""
    return number if isinstance(number, Split) else int(number)


def on_words(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function on machine words, wrapped as compiled code would call it."""
    return lambda *numbers: function(*(each.machine if isinstance(each, Split) else each for each in numbers))


class Twins:
    """Rebuilt copies of every function that the rules reach; they call each other, never the originals."""

    def __init__(self, rules: Iterable[Any]) -> None:
        functions = reached_functions(rules)
        self.unseen: list[str] = []  # functions whose source is not available
        self.twins: dict[int, Any] = {
            id(function): on_words(function) for function in functions if function.__module__ == kernel.__name__
        }
        self.spaces: dict[int, dict[str, Any]] = {}  # the globals of each module
        self.modules: dict[int, types.ModuleType] = {}
        self.read = {name for function in functions for name in names_read(function.__code__)}
        made = [(function, self.made(function)) for function in functions if function.__module__ != kernel.__name__]
        for function, twin in made:
            self.connect(function, twin)

    def made(self, function: types.FunctionType) -> types.FunctionType:
        """Return a rebuilt function, not yet connected to the others."""
        definition = None if hasattr(function, "__wrapped__") else function_definition(function)
        if definition is None:
            self.unseen.append(function.__name__)
        extra = Arithmetic(function).functions()
        changed = rebuilt(function, Both().visit(definition), **extra) if definition else function
        space = self.spaces.setdefault(id(function.__globals__), {"int": whole, **function.__globals__})
        closure = tuple(types.CellType() for _ in changed.__code__.co_freevars)
        twin = types.FunctionType(changed.__code__, space, function.__name__, function.__defaults__, closure)
        twin.__kwdefaults__ = function.__kwdefaults__
        for name, cell, old in zip(changed.__code__.co_freevars, closure, changed.__closure__ or (), strict=True):
            if name in extra:
                cell.cell_contents = old.cell_contents
        self.twins[id(function)] = twin
        return twin

    def connect(self, function: types.FunctionType, twin: types.FunctionType) -> None:
        """Make a copy read copies wherever the original reads functions."""
        old = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
        for name, cell in zip(twin.__code__.co_freevars, twin.__closure__ or (), strict=True):
            if name in old and old[name] != types.CellType():
                cell.cell_contents = self.of(old[name].cell_contents)
        for name in names_read(function.__code__) & function.__globals__.keys():
            twin.__globals__[name] = self.of(function.__globals__[name])

    def of(self, value: Any) -> Any:
        """Return the copy of a function, or of a module that contains some, and anything else unchanged."""
        value_of = getattr(value, "py_func", value)  # the source function, if it is already compiled
        if id(value_of) in self.twins:
            return self.twins[id(value_of)]
        if not isinstance(value, types.ModuleType) or value.__name__.partition(".")[0] in KNOWN_PACKAGES:
            return value
        if id(value) not in self.modules:
            self.modules[id(value)] = twin = types.ModuleType(value.__name__)
            vars(twin).update(vars(value))
            for name in self.read & vars(value).keys():
                setattr(twin, name, self.of(vars(value)[name]))
        return self.modules[id(value)]


def names_read(code: types.CodeType) -> set[str]:
    """Return the names of globals and attributes that a function reads, including in nested functions."""
    inner = [names_read(item) for item in code.co_consts if isinstance(item, types.CodeType)]
    return set(code.co_names).union(*inner)


def function_definition(function: types.FunctionType) -> Any:
    """Parse the source of a function, or of the only lambda on its line; None if it cannot be found."""
    if function.__name__ != "<lambda>":
        return definition_of(function)
    line = function.__code__.co_firstlineno
    tree = ast.parse("".join(linecache.getlines(function.__code__.co_filename)))
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Lambda) and node.lineno == line]
    if len(found) != 1:
        return None
    definition: Any = ast.parse("def named(): pass").body[0]
    definition.args, definition.body = found[0].args, [ast.Return(found[0].body)]
    return definition


class Machine64:
    """The rules of a game in 64-bit arithmetic."""

    def __init__(self, game: Game[Any]) -> None:
        rules = rules_of(game)
        twins = Twins(rules.values())
        self.game = game.with_rules(**{name: twins.of(rule) for name, rule in rules.items()})
        self.unseen = list(dict.fromkeys(twins.unseen))

    def try_all(self, p: Any, legal: list[int]) -> None:
        """Ask every rule about a position; raise `Overflow` where compiled code may diverge."""
        for rule, arguments in questions(self.game, p, legal):
            answer = getattr(self.game.rules, rule)(*arguments)
            if RULES[rule].yields:
                answer = list(itertools.islice(answer, MOST_YIELDED))
            # Only 64 bits of a key are used, at both speeds.
            if rule != "key" or isinstance(answer, Split) and answer.machine != signed(answer.plain):
                settle(rule, answer)


def settle(rule: str, answer: Any) -> None:
    """Raise `Overflow` if an answer contains a number that compiled code cannot return."""
    if isinstance(answer, tuple | list):
        for item in answer:
            settle(rule, item)
    elif isinstance(answer, Split):
        answer.part()
    elif isinstance(answer, int) and not LEAST <= answer <= MOST:
        raise Overflow(f"`{rule}` returned {shown(answer)}; compiled ints have {BITS} bits including the sign")
