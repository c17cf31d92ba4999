"""Kinds: what compiled code knows about a value before it runs.

    Scalar      an int, a float, a bool …; one word of 64 bits in memory
    Record      a tuple, NamedTuple or dataclass: its items one after the other
    Maybe       None or something: a word that says which, then the something
    Sequence    a list, or a tuple whose length is known only at run time: a pointer to [length, room, items]
    Hash        a set or a dict made by a rule: a pointer, see `hashes`
    Array       a table of numpy's, or a row of one: a pointer to its numbers
    Member      a member of an enum: its place among the members
    Fixed       a value known when compiling, such as a function or a module: takes no room at all

Law. `join` of two kinds is the smallest kind that can hold every value of both without changing what it means to
Python; where there is none, it is None.
"""

import dataclasses
import enum
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, TypeAlias

import numpy as np


@dataclass(frozen=True)
class Scalar:
    """A number, or something that compiled code holds as one word."""

    name: str
    llvm: str

    words = 1

    def __str__(self) -> str:
        return self.name


INT = Scalar("an int", "i64")
UINT = Scalar("an np.uint64", "i64")
BOOL = Scalar("a bool", "i1")
FLOAT = Scalar("a float", "double")
TEXT = Scalar("text", "i64")
NUMBERS = (INT, UINT, BOOL, FLOAT)


@dataclass(frozen=True)
class Nothing:
    """None."""

    words = 0
    llvm = ""

    def __str__(self) -> str:
        return "None"


NONE = Nothing()


@dataclass(frozen=True)
class Desk:
    """The words of a search, behind a pointer; nothing checks an index."""

    words = 1
    llvm = "ptr"

    def __str__(self) -> str:
        return "a desk"


DESK = Desk()


@dataclass(frozen=True)
class Record:
    """A tuple of known length; with a class, a NamedTuple or a dataclass."""

    items: "tuple[Kind, ...]"
    cls: type | None = None

    llvm = "ptr"

    @cached_property
    def words(self) -> int:
        """Return how many words all items take."""
        return sum(item.words for item in self.items)

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """Return where each item begins, in words."""
        found, place = [], 0
        for item in self.items:
            found.append(place)
            place += item.words
        return tuple(found)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the fields."""
        return field_names(self.cls) if self.cls else ()

    @cached_property
    def item(self) -> "Kind | None":
        """Return the one kind of all items; None if they differ."""
        return self.items[0] if self.items and all(each == self.items[0] for each in self.items) else None

    def __str__(self) -> str:
        if self.cls:
            return f"a {self.cls.__name__}"
        return f"a tuple of {len(self.items)}"

    def __hash__(self) -> int:
        return self.hashed

    @cached_property
    def hashed(self) -> int:
        """Return the hash, computed once: a board may have hundreds of items."""
        return hash((self.items, self.cls))


@dataclass(frozen=True)
class Maybe:
    """None or a value."""

    item: "Kind"

    llvm = "ptr"

    @property
    def words(self) -> int:
        """Return how many words it takes: one for whether there is a value, and those of the value."""
        return 1 + self.item.words

    def __str__(self) -> str:
        return f"{self.item} or None"


class Site:
    """Where an empty list, set or dict is made. What is put in is known only later, perhaps under another name."""

    def __init__(self, spec: Any) -> None:
        self.spec = spec  # the function being translated, which must be translated again
        self.kind: Kind | None = None
        self.linked: set[Site] = set()

    def grow(self, kind: "Kind") -> None:
        """Record what is put in."""
        joined = join(self.kind, kind)
        if joined is not None and joined != self.kind:
            self.kind = joined
            self.spec.changed = True
            for other in self.linked:
                other.grow(joined)

    def link(self, other: "Site") -> None:
        """Note that a variable may hold what is made here or there."""
        if other is not self and other not in self.linked:
            self.linked.add(other)
            other.linked.add(self)
            for one, two in ((self, other), (other, self)):
                if one.kind is not None:
                    two.grow(one.kind)


@dataclass(frozen=True)
class Sequence:
    """Items of one kind, counted at run time. `item` is None as long as nothing has been put in."""

    item: "Kind | None"
    frozen: bool = False  # a tuple, not a list
    site: Site | None = None  # of an empty one

    words = 1
    llvm = "ptr"

    def __str__(self) -> str:
        return "a tuple" if self.frozen else "a list"


@dataclass(frozen=True)
class Hash:
    """A set, or a dict if it has values."""

    key: "Kind | None"
    value: "Kind | None" = None
    is_dict: bool = False
    counts: "Kind | None" = None  # a defaultdict or Counter: what a missing key gets
    inserts: bool = False  # a defaultdict: reading a missing key adds it
    site: Site | None = None  # of an empty one

    words = 1
    llvm = "ptr"

    def __str__(self) -> str:
        return "a dict" if self.is_dict else "a set"


@dataclass(frozen=True)
class Array:
    """A table of numbers of numpy's."""

    dtype: str
    shape: tuple[int, ...]

    words = 1
    llvm = "ptr"

    @property
    def item(self) -> "Kind":
        """Return the kind of an item: a number, or a row."""
        if len(self.shape) > 1:
            return Array(self.dtype, self.shape[1:])
        return dtype_kind(np.dtype(self.dtype))

    def __str__(self) -> str:
        return "a numpy array"


@dataclass(frozen=True)
class Member:
    """A member of an enum: its place among the members or, if members are ints, its value."""

    cls: type[enum.Enum]

    words = 1
    llvm = "i64"

    @property
    def is_int(self) -> bool:
        """Return whether members are ints, as in an IntEnum."""
        return issubclass(self.cls, int)

    def word(self, member: Any) -> int:
        """Return what stands for a member."""
        return int(member) if self.is_int else list(self.cls).index(member)

    def __str__(self) -> str:
        return f"a {self.cls.__name__}"


@dataclass(frozen=True)
class Choice:
    """One of several values known when compiling, such as functions or dicts in a table: its number."""

    options: "tuple[Fixed, ...]"

    words = 1
    llvm = "i64"

    def __str__(self) -> str:
        return f"one of {len(self.options)} constants"


class Fixed:
    """A value known when compiling. Two are the same if it is the same object."""

    words = 0
    llvm = ""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fixed) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)

    def __str__(self) -> str:
        return f"a {type(self.value).__name__}"


Kind: TypeAlias = Scalar | Nothing | Desk | Record | Maybe | Sequence | Hash | Array | Member | Choice | Fixed


def is_scalar(kind: Kind) -> bool:
    """Return whether compiled code holds a kind in a register."""
    return kind.llvm not in ("", "ptr") or isinstance(kind, Sequence | Hash | Array | Desk)


@cache
def field_names(cls: type) -> tuple[str, ...]:
    """Return the names of a NamedTuple's or dataclass's fields."""
    if dataclasses.is_dataclass(cls):
        return tuple(field.name for field in dataclasses.fields(cls))
    return tuple(getattr(cls, "_fields", ()))


def is_record_class(cls: Any) -> bool:
    """Return whether a class is a NamedTuple or a dataclass."""
    if not isinstance(cls, type):
        return False
    return dataclasses.is_dataclass(cls) or issubclass(cls, tuple) and hasattr(cls, "_fields")


def dtype_kind(dtype: Any) -> Kind:
    """Return the kind of an array's numbers."""
    if dtype.kind == "f":
        return FLOAT
    if dtype.kind == "b":
        return BOOL
    return UINT if dtype == np.uint64 else INT


def join(one: Kind | None, other: Kind | None) -> Kind | None:
    """Return the smallest kind that holds the values of both; None if there is none."""
    if one == other or other is None:
        return one
    if one is None:
        return other
    sites = [each.site for each in (one, other) if isinstance(each, Sequence | Hash) and each.site is not None]
    if sites:
        joined = join(without_site(one), without_site(other))
        found = sites[0]
        found.link(sites[-1])
        if isinstance(joined, Sequence | Hash) and is_filled(joined):
            found.grow(joined)
            return joined
        return dataclasses.replace(joined, site=found) if isinstance(joined, Sequence | Hash) else joined
    if isinstance(one, Nothing) or isinstance(other, Nothing):
        some = other if isinstance(one, Nothing) else one
        return some if isinstance(some, Maybe) else Maybe(some)
    if isinstance(one, Maybe) or isinstance(other, Maybe):
        inner = join(*(each.item if isinstance(each, Maybe) else each for each in (one, other)))
        return Maybe(inner) if inner is not None else None
    one, other = (INT if isinstance(each, Member) and each.is_int else each for each in (one, other))
    if one in NUMBERS and other in NUMBERS:
        return FLOAT if FLOAT in (one, other) else UINT if UINT in (one, other) else INT
    if isinstance(one, Record) and isinstance(other, Record) and len(one.items) == len(other.items):
        if one.cls is not other.cls:
            return None
        items = tuple(map(join, one.items, other.items))
        return Record(items, one.cls) if None not in items else None  # type: ignore[arg-type]
    sequences = [as_sequence(each) for each in (one, other)]
    if all(sequences):
        item = join(*(each.item for each in sequences))  # type: ignore[union-attr]
        if item is None and any(each.item for each in sequences):  # type: ignore[union-attr]
            return None
        return Sequence(item, any(each.frozen for each in sequences))  # type: ignore[union-attr]
    if isinstance(one, Hash) and isinstance(other, Hash) and one.is_dict == other.is_dict:
        return Hash(
            join(one.key, other.key),
            join(one.value, other.value),
            one.is_dict,
            one.counts or other.counts,
            one.inserts or other.inserts,
        )
    return None


def without_site(kind: Kind) -> Kind:
    """Return the kind of an empty list, set or dict, wherever it is made."""
    return dataclasses.replace(kind, site=None) if isinstance(kind, Sequence | Hash) else kind


def is_filled(kind: "Sequence | Hash") -> bool:
    """Return whether it is known what a list, set or dict holds."""
    return (kind.item if isinstance(kind, Sequence) else kind.key) is not None


def as_sequence(kind: Kind) -> Sequence | None:
    """Return a kind as a sequence whose length is known at run time; None if it is nothing of the sort."""
    if isinstance(kind, Sequence):
        return kind
    if not isinstance(kind, Record) or kind.cls:
        return None
    item: Kind | None = None
    for each in kind.items:
        joined = join(item, each)
        if joined is None:
            return None
        item = joined
    return Sequence(item, frozen=True)


MOST_ROW = 32
"""The longest rows of a constant list of lists that are kept like tuples."""


def kind_of(value: Any) -> Kind | None:
    """Return the kind of a value known when compiling, as it is at run time; None if it has none."""
    if value is None:
        return NONE
    if isinstance(value, bool | np.bool_):
        return BOOL
    if isinstance(value, enum.Enum):
        return Member(type(value))
    if isinstance(value, np.uint64):
        return UINT
    if isinstance(value, int | np.integer):
        return INT if -(1 << 63) <= value < 1 << 63 else UINT if 0 <= value < 1 << 64 else None
    if isinstance(value, float | np.floating):
        return FLOAT
    if isinstance(value, str):
        return TEXT
    if isinstance(value, np.ndarray):
        return Array(value.dtype.str, value.shape) if value.dtype.kind in "iufb" and value.ndim else None
    cls: Any = type(value)
    if is_record_class(cls):
        items = [kind_of(getattr(value, name)) for name in field_names(cls)]
        return Record(tuple(items), cls) if None not in items else None  # type: ignore[arg-type]
    if isinstance(value, tuple):
        items = [kind_of(item) for item in value]
        return Record(tuple(items)) if None not in items else None  # type: ignore[arg-type]
    if isinstance(value, range):
        return Sequence(INT, frozen=True)
    if isinstance(value, list):
        if value and all(isinstance(each, list) and len(each) == len(value[0]) <= MOST_ROW for each in value):
            value = [tuple(each) for each in value]  # rows of one length, which stand one after the other in memory
        item: Kind | None = None
        for each in value:
            found = kind_of(each)
            item = join(item, found) if found else None
            if item is None:
                return None
        return Sequence(item, frozen=True)  # constants never change
    return None
