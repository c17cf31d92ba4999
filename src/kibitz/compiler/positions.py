"""Positions between Python and compiled code: their kind, and their fields as words."""

import enum
import struct
from array import array
from collections.abc import Callable
from typing import Any

import numpy as np

from kibitz.compiler.kinds import (
    FLOAT,
    INT,
    NUMBERS,
    TEXT,
    UINT,
    Array,
    Fixed,
    Hash,
    Kind,
    Maybe,
    Member,
    Nothing,
    Record,
    Sequence,
    field_names,
    is_record_class,
    join,
    kind_of,
)
from kibitz.errors import CompileError
from kibitz.fault import brief

WORD = 1 << 64
FORM = "to be compiled it must be a number, or a NamedTuple, frozen dataclass or tuple of numbers and tuples of them"


def kind_of_position(p: Any) -> Kind:
    """Return the kind of a position; raise CompileError if it has a part that cannot be compiled."""
    where, odd = odd_part(p, "")
    if where is not None:
        raise CompileError(f"a position {where}holds {odd}; {FORM}")
    kind = kind_of(p)
    assert kind is not None
    return kind


def odd_part(p: Any, where: str) -> tuple[str | None, str]:
    """Return where a position contains something other than numbers and tuples, and what it is; None if nowhere."""
    if p is None or isinstance(p, bool | float | np.bool_ | np.floating | np.uint64 | enum.Enum):
        return None, ""
    if isinstance(p, int | np.integer):
        if -(WORD >> 1) <= p < WORD >> 1:
            return None, ""
        return where, f"the number {brief(int(p))}, which does not fit in 64 bits"
    if isinstance(p, str):
        return where, "text; use numbers, and text in show, write and move_name only"
    if isinstance(p, list | set | frozenset | dict):
        return where, f"a {type(p).__name__}"
    cls: Any = type(p)
    if is_record_class(cls):
        parts = [(name, getattr(p, name)) for name in field_names(cls)]
    elif isinstance(p, tuple):
        parts = [(str(i), item) for i, item in enumerate(p)]
    else:
        return where, f"a {type(p).__name__}"
    for name, item in parts:
        found = odd_part(item, f"(field {name}) ")
        if found[0] is not None:
            return found
    return None, ""


def grown(one: Kind, other: Kind) -> Kind | None:
    """Return the kind of a field that holds one kind at the start and another later; None if there is none."""
    joined = join(one, other)
    if isinstance(one, Record) and isinstance(other, Sequence) and not one.cls and other.frozen:
        if other.item is None or not one.items:
            return one
        items = [grown(item, other.item) for item in one.items]
        return Record(tuple(items)) if None not in items else None  # type: ignore[arg-type]
    if isinstance(one, Record) and isinstance(other, Record) and one.cls is other.cls:
        if len(one.items) != len(other.items):
            return None
        items = [grown(a, b) for a, b in zip(one.items, other.items, strict=True)]
        return Record(tuple(items), one.cls) if None not in items else None  # type: ignore[arg-type]
    if isinstance(one, Nothing):
        return other if isinstance(other, Maybe | Nothing) else Maybe(other)
    if isinstance(one, Maybe):
        inner = grown(one.item, other.item if isinstance(other, Maybe) else other) if other != Nothing() else one.item
        return Maybe(inner) if inner is not None else None
    if isinstance(other, Maybe):
        inner = grown(one, other.item)
        return Maybe(inner) if inner is not None else None
    return joined if not isinstance(joined, Sequence) else None


def templates_of(kind: Kind, found: dict[type, Record] | None = None) -> dict[type, Record]:
    """Return the records that a position consists of, by class."""
    found = {} if found is None else found
    if isinstance(kind, Maybe):
        templates_of(kind.item, found)
    if isinstance(kind, Record):
        if kind.cls is not None:
            earlier = found.get(kind.cls)
            both = join(earlier, kind)
            if isinstance(both, Record):
                found[kind.cls] = both
        for item in set(kind.items):
            templates_of(item, found)
    return found


def is_fixed(kind: Kind) -> bool:
    """Return whether a position's kind has one size and no memory of its own."""
    if isinstance(kind, Sequence | Hash | Array | Fixed) or kind == TEXT:
        return False
    if isinstance(kind, Record):
        return all(map(is_fixed, set(kind.items)))
    return not isinstance(kind, Maybe) or is_fixed(kind.item)


def packer(kind: Kind) -> Callable[[Any], Any]:
    """Return a function that returns a position as an array of words."""
    if (
        isinstance(kind, Record)
        and all(each == INT for each in kind.items)
        and (kind.cls is None or issubclass(kind.cls, tuple))
    ):
        return lambda p: array("q", p)
    write = writer(kind)

    def pack(p: Any) -> Any:
        words: list[int] = []
        write(p, words)
        return array("q", words)

    return pack


def writer(kind: Kind) -> Callable[[Any, list[int]], None]:
    """Return a function that appends the words of a value to a list."""
    if kind == FLOAT:
        return lambda value, words: words.append(struct.unpack("<q", struct.pack("<d", value))[0])
    if kind == UINT:
        return lambda value, words: words.append((int(value) + (WORD >> 1)) % WORD - (WORD >> 1))
    if kind in NUMBERS:
        return lambda value, words: words.append(int(value))
    if isinstance(kind, Member):
        if kind.is_int:
            return lambda value, words: words.append(int(value))
        places = {member: i for i, member in enumerate(kind.cls)}
        return lambda value, words: words.append(places[value])
    if isinstance(kind, Maybe):
        inner, width = writer(kind.item), kind.item.words

        def write_maybe(value: Any, words: list[int]) -> None:
            if value is None:
                words.extend([0] * (width + 1))
            else:
                words.append(1)
                inner(value, words)

        return write_maybe
    if isinstance(kind, Record):
        writers = [writer(item) for item in kind.items]
        names = kind.names

        def write_record(value: Any, words: list[int]) -> None:
            items = [getattr(value, name) for name in names] if names else value
            for write, item in zip(writers, items, strict=True):
                write(item, words)

        return write_record
    return lambda value, words: None
