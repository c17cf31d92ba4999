"""What a kernel is made of: the functions and values that the rules reach, and a digest of all of it.

Two games with the same digest compile to the same kernel. The digest covers the code of every function that a rule can
reach, in whatever module or closure, and every value that this code can read, down to the bytes of arrays. So an edited
rule, constant or table never runs old code. Where a function stands in its file does not matter.
"""

import dis
import enum
import hashlib
import sys
import types as python_types
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core.dispatcher import Dispatcher

from kibitz.compiler.intrinsics import OVERLOADS
from kibitz.game import Game
from kibitz.rules import RULES

KNOWN_PACKAGES = ("builtins", "llvmlite", "math", "numba", "numpy", "typing")
"""Modules that the digest covers by version, or in which there is nothing that a rule could change."""


class Undigestible(Exception):
    """A value whose changes cannot be detected."""


def rules_of(game: Game[Any]) -> dict[str, Any]:
    """Return the functions of a game that searches call, by name; those of an evaluation by weights call `weigh`."""
    unwanted = ("start", "evaluate") if game.rules.weighs else ("start",)
    wanted = [rule.name for rule in RULES.values() if rule.compiled and rule.name not in unwanted]
    return {name: rule for name in wanted if (rule := getattr(game.rules, name)) is not None}


def nested_codes(code: python_types.CodeType) -> Iterator[python_types.CodeType]:
    """Yield a code object and those nested in it: comprehensions, lambdas, inner functions."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, python_types.CodeType):
            yield from nested_codes(constant)


def reached_values(function: python_types.FunctionType) -> Iterator[tuple[str, Any]]:
    """Yield every closure value, default and global that a function may read, with its name."""
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
    """Yield a value and, if it is a user's module, every attribute that may be read from it or its submodules."""
    yield name, value
    if isinstance(value, python_types.ModuleType) and value.__name__.partition(".")[0] not in KNOWN_PACKAGES:
        for attribute in sorted(attributes & vars(value).keys()):
            yield from with_attributes(f"{name}.{attribute}", vars(value)[attribute], attributes - {attribute})


def reached_functions(roots: Iterable[Any]) -> list[python_types.FunctionType]:
    """Return the plain functions that can be reached from these, themselves included."""
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
    """Return a hash of these values; of a function, its code and everything that it reads.

    Raise Undigestible for a value whose changes cannot be detected.
    """
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
            raise Undigestible(f"{where} is of type {type(value).__name__}")
        if id(value) in seen:
            return "seen", seen[id(value)]
        seen[id(value)] = len(seen)
        codes = [code_token(code) for code in nested_codes(value.__code__)]
        return "function", codes, [(name, token(item, name)) for name, item in reached_values(value)]

    return hashlib.sha256(repr([token(value, "a rule") for value in values]).encode()).hexdigest()


def class_token(value: type, where: str) -> Any:
    """Return what identifies a class that rules can use when compiled."""
    if issubclass(value, tuple) and hasattr(value, "_fields") and hasattr(value, "_field_defaults"):
        return "namedtuple", value.__qualname__, value._fields, repr(value._field_defaults)
    if issubclass(value, enum.Enum):
        return "enum", value.__qualname__, [(item.name, repr(item.value)) for item in value]
    if value.__module__.partition(".")[0] in KNOWN_PACKAGES:
        return "class", value.__module__, value.__qualname__
    raise Undigestible(f"{where} is a class")


def code_token(code: python_types.CodeType) -> Any:
    """Return what a code object does, regardless of where it stands in its file."""
    constants = [repr(item) for item in code.co_consts if not isinstance(item, python_types.CodeType)]
    flags = code.co_flags, code.co_argcount, code.co_kwonlyargcount, code.co_freevars, code.co_cellvars
    return code.co_code.hex(), constants, code.co_names, code.co_varnames, flags


@cache
def sources_digest(module: str) -> str:
    """Return a hash of the sources that go into a kernel, and of the versions of everything that compiles them.

    module: the file of the builder. All of `compiler` and `search` count, and what builders use from elsewhere.
    """
    package = Path(__file__).parents[1]
    files = [package / name for name in ("bits.py", "rules.py", "score.py", "weights.py")]
    files += [Path(module)]
    files += [file for folder in ("compiler", "search") for file in sorted((package / folder).rglob("*.py"))]
    versions = f"{sys.version} {numba.__version__} {llvmlite.__version__} {np.__version__}".encode()
    return hashlib.sha256(b"\0".join([versions, *(file.read_bytes() for file in files)])).hexdigest()
