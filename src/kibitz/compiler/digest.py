"""What a kernel is made of: the functions and values that the rules reach, and a digest of all of it.

Two games with the same digest compile to the same kernel. The digest covers the code of every function that a rule can
reach, in whatever module or closure, and every value that this code can read, down to the bytes of arrays. So an edited
rule, constant or table never runs old code. Where a function stands in its file does not matter.
"""

import dataclasses
import dis
import enum
import hashlib
import operator
import sys
import types as python_types
from collections.abc import Iterable, Iterator
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

import llvmlite
import numpy as np

from kibitz.compiler.emit import LARGE, table_name
from kibitz.game import Game
from kibitz.rules import RULES

KNOWN_PACKAGES = {*sys.stdlib_module_names, "llvmlite", "numpy"}
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
    classes: set[int] = set()
    waiting = list(roots)
    while waiting:
        function = waiting.pop()
        if hasattr(function, "cache_info") and hasattr(function, "__wrapped__"):
            function = function.__wrapped__
        if isinstance(function, type) and not is_known(function) and id(function) not in classes:
            classes.add(id(function))
            waiting.extend(item for _, item in members_of(function))
        if isinstance(function, property | classmethod | staticmethod | cached_property):
            function = inner_function(function)
        if isinstance(function, python_types.FunctionType) and id(function) not in found and not is_known(function):
            found[id(function)] = function
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
        if isinstance(value, enum.Enum):
            return "member", token(type(value), where), value.name
        if isinstance(value, tuple | frozenset | set | list | range):
            items = sorted(value, key=repr) if isinstance(value, frozenset | set) else value
            return token(type(value), where), [token(item, where) for item in items]
        if isinstance(value, dict):
            return "dict", [(token(key, where), token(item, where)) for key, item in value.items()]
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            fields = [getattr(value, field.name) for field in dataclasses.fields(value)]
            return token(type(value), where), [token(item, where) for item in fields]
        if isinstance(value, partial):
            return "partial", [token(item, where) for item in (value.func, value.args, value.keywords)]
        if isinstance(value, operator.itemgetter | operator.attrgetter):
            return "getter", type(value).__name__, repr(value.__reduce__()[1])
        if isinstance(value, python_types.MethodType):
            return "method", token(value.__self__, where), token(value.__func__, where)
        if isinstance(value, property | classmethod | staticmethod | cached_property):
            return type(value).__name__, token(inner_function(value), where)
        if hasattr(value, "cache_info") and hasattr(value, "__wrapped__"):  # what it remembers is never used
            return token(value.__wrapped__, where)
        if isinstance(value, np.ndarray) and value.dtype != object:
            return "array", str(value.dtype), value.shape, hashlib.sha256(value.tobytes()).hexdigest()
        if isinstance(value, np.generic):
            return "number", str(value.dtype), value.tobytes()
        if isinstance(value, python_types.ModuleType | python_types.BuiltinFunctionType | np.ufunc):
            return "named", getattr(value, "__module__", ""), value.__name__
        if isinstance(value, type) and value.__module__.partition(".")[0] in KNOWN_PACKAGES:
            return "class", value.__module__, value.__qualname__
        if isinstance(value, type):
            if id(value) in seen:
                return "seen", seen[id(value)]
            seen[id(value)] = len(seen)
            return class_token(value, where), [(name, token(item, name)) for name, item in members_of(value)]
        if isinstance(value, python_types.FunctionType) and is_known(value):
            return "named", value.__module__, value.__qualname__
        if not isinstance(value, python_types.FunctionType):
            raise Undigestible(f"{where} is of type {type(value).__name__}")
        if id(value) in seen:
            return "seen", seen[id(value)]
        seen[id(value)] = len(seen)
        codes = [code_token(code) for code in nested_codes(value.__code__)]
        return "function", codes, [(name, token(item, name)) for name, item in reached_values(value)]

    return hashlib.sha256(repr([token(value, "a rule") for value in values]).encode()).hexdigest()


def tables_of(roots: Iterable[Any], names: Iterable[str]) -> dict[str, Any]:
    """Return the arrays of these names, which are made from their contents, among what functions reach."""
    wanted = set(names)
    found: dict[str, Any] = {}

    def look(value: Any) -> None:
        if isinstance(value, np.ndarray) and value.nbytes >= LARGE and value.dtype != object:
            whole = np.ascontiguousarray(value)
            if (name := table_name(whole)) in wanted:
                found[name] = whole
        elif isinstance(value, tuple | list):
            for item in value:
                look(item)

    for function in reached_functions(roots) if wanted else ():
        for _, value in reached_values(function):
            look(value)
    return found


def class_token(value: type, where: str) -> Any:
    """Return what identifies a class that rules can use when compiled, besides its methods."""
    if dataclasses.is_dataclass(value):
        fields = [(field.name, repr(field.default), field.init) for field in dataclasses.fields(value)]
        return "dataclass", value.__qualname__, fields
    if issubclass(value, tuple) and hasattr(value, "_fields") and hasattr(value, "_field_defaults"):
        return "namedtuple", value.__qualname__, value._fields, repr(value._field_defaults)
    if issubclass(value, enum.Enum):
        return "enum", value.__qualname__, [(item.name, repr(item.value)) for item in value]
    return "class", value.__qualname__


def members_of(cls: type) -> list[tuple[str, Any]]:
    """Return what an author wrote in a class and its bases: methods, properties and constants."""
    found = []
    for each in cls.__mro__:
        if each.__module__.partition(".")[0] not in KNOWN_PACKAGES:
            found += [(name, item) for name, item in vars(each).items() if is_written(name, item, cls)]
    return found


def is_written(name: str, item: Any, cls: type) -> bool:
    """Return whether a member of a class is a method of the author's, or a constant."""
    if name == "__reduce__":  # how it is pickled, which says where the file is
        return False
    if isinstance(item, python_types.FunctionType):
        return item.__code__.co_filename != "<string>" and not is_known(item)
    if isinstance(item, property | classmethod | staticmethod | cached_property):
        return not is_known(inner_function(item))
    if name.startswith("_") or issubclass(cls, enum.Enum):
        return False
    return isinstance(item, bool | int | float | str | tuple | list | dict | set | frozenset | np.ndarray)


def is_known(function: Any) -> bool:
    """Return whether a function belongs to a package that never changes."""
    return (getattr(function, "__module__", "") or "").partition(".")[0] in KNOWN_PACKAGES


def inner_function(item: Any) -> Any:
    """Return the function behind a property or a class's or static method."""
    if isinstance(item, property):
        return item.fget
    return item.func if isinstance(item, cached_property) else item.__func__


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
    versions = f"{sys.version} {llvmlite.__version__} {np.__version__}".encode()
    return hashlib.sha256(b"\0".join([versions, *(file.read_bytes() for file in files)])).hexdigest()
