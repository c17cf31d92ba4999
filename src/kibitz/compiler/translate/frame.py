"""A function being translated: its variables, and the steps that every translation is made of.

Translation goes through a function from top to bottom and writes code as it goes. A variable has one kind, which grows
where something else is assigned to it; if one grew, the code before is thrown away and the function translated again,
until no kind changes. So a function is translated once for each combination of argument kinds (a `Spec`), usually in
one pass.

Generators, comprehensions, lambdas and nested functions are not called: their code is written where they are used, in
a scope of their own.
"""

import ast
import builtins
import dataclasses
import types as python_types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from kibitz.compiler.emit import ERROR, LARGE, MOST_VALUES, UNKNOWN, VALUES, Code, Module, Value, float_text, words_of
from kibitz.compiler.kinds import (
    BOOL,
    DESK,
    FLOAT,
    INT,
    NONE,
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
    Site,
    as_sequence,
    is_scalar,
    join,
    kind_of,
)
from kibitz.compiler.obstacle import Obstacle

EXPRESSIONS: dict[type, Callable[..., Value]] = {}
"""How each kind of expression is translated."""
STATEMENTS: dict[type, Callable[..., None]] = {}
"""How each kind of statement is translated."""

MOST_HERE = 256
"""The most words of a list that is kept where variables are."""
FULL = "the lists of the rules take more memory than there is for them"
NOT_NONE = "a value was None where a value is needed"


class Unfinished(Exception):
    """A kind is not known yet: what is being translated will be translated again."""


class Bound:
    """A method of a value, not called yet."""

    def __init__(self, function: Any, owner: Value) -> None:
        self.function, self.owner = function, owner


class Closure:
    """A nested function or lambda, with the scope that it was made in."""

    def __init__(self, definition: Any, scope: "Scope", name: str) -> None:
        self.definition, self.scope, self.name = definition, scope, name


@dataclass
class Spec:
    """A function for one combination of argument kinds."""

    name: str  # in the module
    function: Any  # None for a nested function
    definition: Any
    params: list[tuple[str, Kind]]
    returns: Kind | None = None
    declared: bool = False  # the kind that it returns was given
    collects: bool = False  # a generator whose items are returned as a list
    done: bool = False
    kinds: dict[str, Kind] = field(default_factory=dict)  # of variables
    changed: bool = False
    unsure: Any = None  # something could not be translated yet: why, or True
    used: bool = False  # it was called while being translated
    is_settled: bool = False  # nothing more will be put into lists that are empty so far
    obstacles: list[Obstacle] = field(default_factory=list)
    leans_on: set[str] = field(default_factory=set)  # incomplete functions that it calls
    captured_places: dict[str, str] = field(default_factory=dict)
    sites: dict[str, Site] = field(default_factory=dict)  # expressions that make an empty list, set or dict
    forks: set[str] = field(default_factory=set)  # assignments from which on a variable stands for something else
    closures: dict[Any, Closure] = field(default_factory=dict)
    captured: dict[str, tuple[str, Kind]] = field(default_factory=dict)  # by name: key and kind in the outer function


@dataclass
class Loop:
    """Where `break` and `continue` lead."""

    leave: str
    again: str


@dataclass(eq=False)
class Scope:
    """The names of a function or comprehension."""

    function: Any  # whose globals and closure are read
    locals: frozenset[str] | set[str]
    prefix: str
    parent: "Scope | None" = None
    checked: bool = True  # an index out of range or a number beyond 64 bits raises
    on_return: Callable[[Value], None] | None = None
    on_yield: Callable[[Value], None] | None = None
    loops: list[Loop] = field(default_factory=list)
    aliases: dict[str, Value] = field(default_factory=dict)  # variables that are never assigned
    versions: dict[str, str] = field(default_factory=dict)  # of variables that stand for something else from here on
    blocks: list[Any] = field(default_factory=list)  # the lists of statements around this one
    present: frozenset[str] = frozenset()  # names and fields that are known not to be None here
    collecting: str = ""  # the list whose items are used as they are found instead of being collected
    is_lazy: bool = False  # the items of what it returns are used as they are found

    def key(self, name: str) -> str:
        """Return the key of one of its variables."""
        return f"{self.prefix}{name}{self.versions.get(name, '')}"

    def home(self, name: str) -> "Scope | None":
        """Return the scope that a variable belongs to; None if it is none of this function's."""
        scope: Scope | None = self
        while scope and name not in scope.locals:
            scope = scope.parent
        return scope


class Frame:
    """A function being translated."""

    def __init__(self, unit: Any, spec: Spec, scope: Scope) -> None:
        self.unit, self.spec, self.scope = unit, spec, scope
        self.module: Module = unit.module
        self.code = Code()
        self.slots: dict[str, tuple[str, Kind]] = {}
        self.inlined: list[Any] = []  # definitions whose code is being written here
        self.exact = True  # a number beyond 64 bits would be noticed
        self.node: ast.AST = spec.definition
        self.statement: ast.AST = spec.definition
        self.flags: dict[str, str] = {}  # of variables that may be read before they are assigned: whether they were
        self.is_unrolling = False  # the body of a loop is written once for each item
        self.expected: Kind | None = None  # the kind of the list that is being made, if it is known
        self.local_list: ast.AST | None = None  # an expression that makes a list for this function alone
        self.borrowed: set[ast.AST] = set()  # calls of `tuple` whose result is copied at once

    # Translation

    def expr(self, node: ast.expr) -> Value:
        """Translate an expression."""
        translate = EXPRESSIONS.get(type(node))
        if translate is None:
            raise self.refuse(f"`{ast.unparse(node)}` cannot be compiled", node=node)
        if hasattr(node, "lineno"):
            self.node = node
        if not isinstance(node, ast.List | ast.ListComp | ast.BinOp):
            self.expected = None
        return translate(self, node)

    def block(self, statements: list[ast.stmt]) -> None:
        """Translate statements; an obstacle is recorded and the next statement translated."""
        scope = self.scope
        versions = dict(scope.versions)
        scope.blocks.append(statements)
        self.each_statement(statements)
        scope.blocks.pop()
        if scope.blocks:
            scope.versions = versions

    def each_statement(self, statements: list[ast.stmt]) -> None:
        """Translate statements one by one."""
        for statement in statements:
            if self.code.dead:
                return
            self.node = self.statement = statement
            translate = STATEMENTS.get(type(statement))
            try:
                if translate is None:
                    raise self.refuse(f"`{type(statement).__name__.lower()}` cannot be compiled")
                translate(self, statement)
            except Unfinished as unfinished:
                self.spec.unsure = self.spec.unsure or unfinished.args[0] if unfinished.args else True
                if self.code.dead:
                    self.code.label(self.code.name("skipped"))
            except Obstacle as obstacle:
                self.unit.found(obstacle)
                for node in ast.walk(statement):
                    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in self.scope.locals:
                        self.spec.kinds.setdefault(self.scope.key(node.id), Fixed(obstacle))
                if self.code.dead:
                    self.code.label(self.code.name("skipped"))

    def refuse(self, reason: str, remedy: str = "", node: ast.AST | None = None) -> Obstacle:
        """Return the error for something that cannot be compiled, to be raised."""
        scope: Scope | None = self.scope
        while scope and scope.function is None:
            scope = scope.parent
        function = scope.function if scope else None
        return Obstacle(function, getattr(node or self.node, "lineno", 0), reason, remedy)

    # Names

    def lookup(self, name: str) -> Value:
        """Return the value of a name."""
        home = self.scope.home(name)
        if home is not None:
            return self.read(home, name)
        scope: Scope | None = self.scope
        while scope and scope.function is None:
            scope = scope.parent
        function = scope.function if scope else None
        if function is not None:
            names = function.__code__.co_freevars
            if name in names:
                cell = function.__closure__[names.index(name)]
                if cell == python_types.CellType():
                    raise self.refuse(f"`{name}` has no value yet")
                return self.constant(cell.cell_contents)
            if name in function.__globals__:
                return self.constant(function.__globals__[name])
        if hasattr(builtins, name):
            return self.constant(getattr(builtins, name))
        raise self.refuse(f"the name `{name}` is not defined")

    def read(self, home: Scope, name: str) -> Value:
        """Return the value of a variable."""
        if name in home.aliases:
            value = home.aliases[name]
            if isinstance(value.kind, Sequence | Hash):
                return Value(self.spec.kinds.get(home.prefix + name, value.kind), value.ref)
            if isinstance(value.kind, Maybe) and name in home.present:
                return self.load(value.kind.item, self.code.at(value.ref, 1))
            return value
        key = home.key(name)
        kind = self.spec.kinds.get(key)
        if kind is None:
            raise Unfinished
        if key in self.flags:
            bound = self.code.op(f"load i1, ptr {self.flags[key]}")
            self.guard(bound, "UnboundLocalError", [f"`{name}` is read before anything is assigned to it"])
        if isinstance(kind, Fixed):
            if isinstance(kind.value, Obstacle):
                raise Unfinished
            return self.constant(kind.value)
        if isinstance(kind, Maybe) and name in home.present:
            return self.load(kind.item, self.code.at(self.place(key, kind), 1))
        return self.load(kind, self.place(key, kind))

    def load(self, kind: Kind, place: str) -> Value:
        """Return a value in memory."""
        if not kind.words:
            return self.constant(None) if isinstance(kind, Nothing) else Value(kind, place or "null")
        return Value(kind, self.code.load(kind, place))

    def stored(self, key: str) -> Value:
        """Return the value of a variable that has no name, only a key."""
        kind = self.spec.kinds[key]
        return self.constant(kind.value) if isinstance(kind, Fixed) else self.load(kind, self.place(key, kind))

    def place(self, key: str, kind: Kind) -> str:
        """Return where a variable is kept."""
        if key not in self.slots or self.slots[key][1] != kind:
            self.slots[key] = self.code.slot(kind.words), kind
        return self.slots[key][0]

    def assign(self, name: str, value: Value) -> None:
        """Assign to a variable."""
        home = self.scope.home(name)
        if home is None:
            raise self.refuse(f"`{name}` is a constant of the module when compiled and cannot be changed")
        if home.function is not None and name not in self.unit.loaded(self.spec.definition, home.function):
            return
        if home.present:
            home.present = frozenset(each for each in home.present if each.partition(".")[0] != name)
        version = f"#{id(self.statement)}"
        if version in self.spec.forks or self.conflicts(home, name, value) and self.forkable(home, name):
            self.spec.forks.add(version)
            home.versions[name] = version
        self.write(home.key(name), value)

    def conflicts(self, home: Scope, name: str, value: Value) -> bool:
        """Return whether a variable is assigned something that it cannot hold as it is."""
        known = self.spec.kinds.get(home.key(name))
        if known is None or known == value.kind or isinstance(known, Fixed) and isinstance(value.kind, Fixed):
            return False
        one, other = (kind_of(each.value) if isinstance(each, Fixed) else each for each in (known, value.kind))
        if one is None or other is None or join(one, other) is None:
            return True
        if isinstance(one, Member) != isinstance(other, Member):
            return True
        lists = [isinstance(each, Sequence) and not each.frozen for each in (one, other)]
        tuples = [isinstance(each, Record) or isinstance(each, Sequence) and each.frozen for each in (one, other)]
        sizes = [len(each.items) for each in (one, other) if isinstance(each, Record)]
        return lists[0] and tuples[1] or lists[1] and tuples[0] or len(set(sizes)) > 1

    def forkable(self, home: Scope, name: str) -> bool:
        """Return whether a variable can stand for something else from this statement on.

        It can in the outermost block of a function, and in a block outside of which nothing reads it.
        """
        if home is not self.scope or not home.blocks:
            return False
        if len(home.blocks) == 1:
            return True
        for statement in home.blocks[-1]:
            if reads(statement, name):
                return False  # what it was in the last round of a loop is needed
            if statement is self.statement or any(
                isinstance(each, ast.Name) and each.id == name for each in ast.walk(statement)
            ):
                break
        around = home.blocks[0]
        inside = sum(reads(each, name) for each in home.blocks[-1])
        return inside == sum(reads(each, name) for each in around)

    def write(self, key: str, value: Value) -> None:
        """Assign to a variable, whose kind grows if it must."""
        kinds = self.spec.kinds
        known = kinds.get(key)
        if isinstance(known, Fixed) and isinstance(known.value, Obstacle):
            return
        if isinstance(value.kind, Fixed):
            if known is None or known == value.kind:
                kinds[key] = value.kind
                return
            chosen = self.unit.choice_of(known, value.kind)
            if chosen is not None:
                value = Value(chosen, str(chosen.options.index(value.kind)))
                known = chosen
            else:
                value = self.solid(value)
        if isinstance(known, Fixed):
            known = self.solid(self.constant(known.value)).kind
        kind = join(known, value.kind)
        if kind is None:
            name = key.rpartition("/")[2].partition("#")[0]
            what = "the value of this expression" if name[:1].isdigit() or " " in name else f"`{name}`"
            raise self.refuse(
                f"{what} is {known} in one place and {value.kind} in another", "use two names, one for each"
            )
        if kind != kinds.get(key):
            if key in kinds:
                self.spec.changed = True
            kinds[key] = kind
        value = self.coerce(value, kind)
        if kind.words:
            self.code.store(kind, value.ref, self.place(key, kind))
        if key in self.flags:
            self.code.line(f"store i1 true, ptr {self.flags[key]}")

    def grow(self, node: ast.expr, kind: Kind) -> None:
        """Make the variable behind an expression hold this kind: something of another kind was put into it."""
        if isinstance(node, ast.Name):
            home = self.scope.home(node.id)
            if home is None:
                return
            key = home.key(node.id)
            known = self.spec.kinds.get(key)
            if isinstance(known, Fixed):
                return
            if node.id in home.aliases:
                known = join(known, home.aliases[node.id].kind)
            joined = join(known, kind)
            if joined is None:
                raise self.refuse(f"`{node.id}` holds {known} in one place and {kind} in another")
            if joined != known:
                self.spec.kinds[key] = joined
                self.spec.changed = True
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "setdefault":
            container = self.expr(node.func.value).kind
            if isinstance(container, Hash):
                self.grow(node.func.value, Hash(container.key, kind, True, container.counts, container.inserts))
        elif isinstance(node, ast.Subscript):
            container = self.expr(node.value).kind
            if isinstance(container, Hash):
                self.grow(node.value, Hash(container.key, kind, True, container.counts, container.inserts))
            else:
                self.grow(node.value, Sequence(kind))

    def nothing_put(self, what: str) -> Value:
        """Return an item of a list into which nothing was put so far; if nothing ever is, fail at run time."""
        if not self.spec.is_settled:
            raise Unfinished(self.refuse(f"{what} into which nothing is put"))
        self.fail("IndexError", ["list index out of range"])
        self.code.label(self.code.name("never"))
        return self.number(0)

    def expected_item(self) -> Kind | None:
        """Return the kind of the items of the list that is being made, if it is known."""
        return self.expected.item if isinstance(self.expected, Sequence) else None

    def empty_kind(self, node: ast.AST, kind: Sequence | Hash) -> Kind:
        """Return the kind of a list, set or dict that is empty where it is made: what is put in later tells."""
        site = self.spec.sites.setdefault(f"{self.scope.prefix}{id(node)}", Site(self.spec))
        return site.kind or dataclasses.replace(kind, site=site)

    # Constants

    def constant(self, value: Any) -> Value:
        """Return a Python value as one that is known when compiling."""
        kind = kind_of(value) if not isinstance(value, tuple | list) else None
        if value is None:
            return Value(NONE, "", None)
        if kind == BOOL:
            return Value(BOOL, "true" if value else "false", bool(value))
        if kind in (INT, UINT):
            number = int(value)
            text = str(number - (1 << 64) if number >= 1 << 63 else number)
            return Value(UINT if kind == UINT else INT, text, value)
        if kind == FLOAT:
            return Value(FLOAT, float_text(float(value)), value)
        if kind == TEXT:
            return Value(TEXT, str(self.module.text_number(value)), value)
        if isinstance(kind, Member):
            return Value(kind, str(kind.word(value)), value)
        if isinstance(value, bytes | bytearray):
            value = self.unit.literals.setdefault(("bytes", bytes(value)), tuple(value))
        return Value(Fixed(value), "", value)

    def number(self, value: int) -> Value:
        """Return a known int."""
        return Value(INT, str(value), value)

    def solid(self, value: Value) -> Value:
        """Return a value with a kind that takes room: a constant tuple, list or table becomes part of the code."""
        if not isinstance(value.kind, Fixed):
            return value
        const = value.kind.value
        if isinstance(const, Obstacle):
            raise Unfinished
        if isinstance(const, dict | set | frozenset):
            return self.unit.made_constant(self, const)  # type: ignore[no-any-return]
        kind = kind_of(const)
        if kind is None and isinstance(const, tuple | list):
            raise self.refuse(f"the constant {short(const)} mixes kinds that cannot be told apart at run time")
        if kind is None:
            raise self.refuse(f"{describe(const)} cannot be used as a value here")
        return Value(kind, self.memory(const, kind), const)

    def memory(self, const: Any, kind: Kind) -> str:
        """Return the operand of a constant of a kind."""
        try:
            words = words_of(const, kind, self.module)
        except (TypeError, ValueError, OverflowError):
            raise self.refuse(f"the constant {short(const)} cannot be compiled") from None
        if isinstance(kind, Array) and const.nbytes >= LARGE:
            return self.code.op(f"load ptr, ptr {words[0].split(' ', 1)[1]}, !invariant.load !{{}}")
        if is_scalar(kind):
            return words[0].split(" ", 1)[1]
        return self.module.constant(words) if words else ""

    # Conversion

    def coerce(self, value: Value, kind: Kind) -> Value:
        """Return a value as another kind that can hold it."""
        if value.kind == kind:
            return value
        if isinstance(value.kind, Fixed) and value.known and not isinstance(kind, Fixed):
            const = value.const
            natural = kind_of(const)
            if natural is not None and join(natural, kind) == kind or isinstance(const, tuple | list):
                return Value(kind, self.memory(const, kind), const)
            value = self.solid(value)
            if value.kind == kind:
                return value
        code = self.code
        if isinstance(kind, Maybe):
            place = code.slot(kind.words)
            if isinstance(value.kind, Nothing):
                # All of it, so that equal positions have equal words.
                code.line(f"call void @llvm.memset.p0.i64(ptr align 8 {place}, i8 0, i64 {8 * kind.words}, i1 0)")
            elif isinstance(value.kind, Maybe):
                code.line(f"store i64 {code.op(f'load i64, ptr {value.ref}')}, ptr {place}")
                inner = self.load(value.kind.item, code.at(value.ref, 1))
                code.store(kind.item, self.coerce(inner, kind.item).ref, code.at(place, 1))
            else:
                code.line(f"store i64 1, ptr {place}")
                code.store(kind.item, self.coerce(value, kind.item).ref, code.at(place, 1))
            return Value(kind, place)
        if isinstance(value.kind, Maybe):
            return self.coerce(self.present(value), kind)
        if kind in (INT, UINT, FLOAT, BOOL):
            return self.as_number(value, kind)
        if isinstance(kind, Record):
            return self.as_record(value, kind)
        if isinstance(kind, Sequence):
            return self.as_sequence(value, kind)
        if isinstance(kind, Hash) and isinstance(value.kind, Hash) and same_words(value.kind, kind):
            return Value(kind, value.ref, fresh=value.fresh)
        if kind == DESK and value.kind == INT:
            return Value(DESK, code.op(f"inttoptr i64 {value.ref} to ptr"))
        raise self.refuse(f"{value.kind} cannot be used where {kind} is needed")

    def as_number(self, value: Value, kind: Kind) -> Value:
        """Return a number as another kind of number."""
        code, old = self.code, value.kind
        const = value.const
        if old == BOOL and kind in (INT, UINT):
            return Value(kind, code.op(f"zext i1 {value.ref} to i64") if not value.known else str(int(const)), const)
        if isinstance(old, Member) and old.is_int:
            old = INT
        if old in (INT, UINT) and kind in (INT, UINT):
            return Value(kind, value.ref, const)
        if kind == FLOAT and old in (INT, UINT, BOOL):
            if value.known:
                return Value(FLOAT, float_text(float(const)), const)
            step = {INT: "sitofp i64", UINT: "uitofp i64", BOOL: "uitofp i1"}[old]  # type: ignore[index]
            return Value(FLOAT, code.op(f"{step} {value.ref} to double"))
        if kind == BOOL and old in (INT, UINT):
            return Value(BOOL, code.op(f"icmp ne i64 {value.ref}, 0"))
        raise self.refuse(f"{old} cannot be used where {kind} is needed")

    def as_record(self, value: Value, kind: Record) -> Value:
        """Return a record with other kinds of items, or a sequence that must have the right length."""
        code = self.code
        old = value.kind
        if isinstance(old, Record) and len(old.items) == len(kind.items) and (old.cls is kind.cls or kind.cls is None):
            if old.items == kind.items:
                return Value(kind, value.ref, value.const)
            place = code.slot(kind.words)
            for i, each in enumerate(kind.items):
                given = self.coerce(self.item(value, i), each)
                if each.words:
                    code.store(each, given.ref, code.at(place, kind.offsets[i]))
            return Value(kind, place)
        item = kind.item
        if isinstance(old, Sequence) and kind.cls is None and (item is not None or not kind.items):
            length = self.length(value)
            fits = code.op(f"icmp eq i64 {length.ref}, {len(kind.items)}")
            self.guard(fits, "ValueError", [f"a tuple that always has {len(kind.items)} items got another length"])
            if item is None or old.item is None:
                return Value(kind, code.slot(kind.words))
            data = self.data(value)
            if old.item == item:
                return Value(kind, data)
            place = code.slot(kind.words)
            with self.counted(self.number(len(kind.items))) as index:
                given = self.load(old.item, code.at(data, index, old.item.words))
                code.store(item, self.coerce(given, item).ref, code.at(place, index, item.words))
            return Value(kind, place)
        raise self.refuse(f"{old} cannot be used where {kind} is needed")

    def as_sequence(self, value: Value, kind: Sequence) -> Value:
        """Return a tuple or list as a sequence counted at run time, with items of the right kind."""
        code, old = self.code, value.kind
        if isinstance(old, Sequence):
            if old.item == kind.item or same_words(old.item, kind.item):
                return Value(kind, value.ref, fresh=value.fresh)
            if not value.fresh and not kind.frozen:
                raise self.refuse("a list of one kind of items cannot become one of another", "make a new list")
        source = as_sequence(old)
        if source is None:
            raise self.refuse(f"{old} cannot be used where {kind} is needed")
        if kind.item is None:
            return self.new_list(self.number(0), None, kind.frozen)
        length = self.length(value)
        made = self.new_list(length, kind.item, kind.frozen)
        target = self.data(made)
        if isinstance(old, Record):
            for i in range(len(old.items)):
                given = self.coerce(self.item(value, i), kind.item)
                code.store(kind.item, given.ref, code.at(target, i * kind.item.words))
        else:
            data = self.data(value)
            with self.counted(length) as index:
                given = self.load(old.item, code.at(data, index, old.item.words))  # type: ignore[union-attr, arg-type]
                code.store(kind.item, self.coerce(given, kind.item).ref, code.at(target, index, kind.item.words))
        return made

    def present(self, value: Value) -> Value:
        """Return the value of a Maybe; raise where it is None."""
        assert isinstance(value.kind, Maybe)
        there = self.code.op(f"icmp ne i64 {self.code.op(f'load i64, ptr {value.ref}')}, 0")
        self.guard(there, "TypeError", [NOT_NONE])
        return self.load(value.kind.item, self.code.at(value.ref, 1))

    def settled(self, value: Value) -> Value:
        """Return a value that is neither a constant collection nor a Maybe; a member of an IntEnum as an int."""
        value = self.solid(value)
        if isinstance(value.kind, Maybe):
            value = self.present(value)
        if isinstance(value.kind, Member) and value.kind.is_int:
            return Value(INT, value.ref, int(value.const) if value.known else UNKNOWN)
        return value

    # Parts of records and lists

    def item(self, value: Value, index: int) -> Value:
        """Return an item of a record."""
        assert isinstance(value.kind, Record)
        kind = value.kind.items[index]
        if value.known and isinstance(value.const, tuple) and not value.kind.cls:
            inner = self.constant(value.const[index])
            if inner.kind == kind:
                return inner
        return self.load(kind, self.code.at(value.ref, value.kind.offsets[index]) if kind.words else "")

    def record(self, items: list[Value], cls: type | None = None) -> Value:
        """Return a new record."""
        items = [self.solid(each) for each in items]
        kind = Record(tuple(each.kind for each in items), cls)
        wanted = self.unit.templates.get(cls) if cls else None
        if wanted is not None and kind != wanted and join(kind, wanted) != wanted:
            wanted = wanted if self.fits(kind, wanted) else None
        kind = wanted or kind
        place = self.code.slot(kind.words)
        for offset, item, value in zip(kind.offsets, kind.items, items, strict=True):
            value = self.coerce(value, item)
            if item.words:
                self.code.store(item, value.ref, self.code.at(place, offset))
        const: Any = tuple(each.const for each in items)
        return Value(kind, place) if cls or not all(each.known for each in items) else Value(kind, place, const)

    def fits(self, kind: Kind, wanted: Kind) -> bool:
        """Return whether a field can be made from a value, if a tuple of unknown length has the right one."""
        if kind == wanted or join(kind, wanted) == wanted:
            return True
        if isinstance(wanted, Maybe):
            return self.fits(kind.item if isinstance(kind, Maybe) else kind, wanted.item)
        if isinstance(kind, Maybe):
            return self.fits(kind.item, wanted)
        if isinstance(kind, Record) and isinstance(wanted, Record) and len(kind.items) == len(wanted.items):
            return kind.cls is wanted.cls and all(map(self.fits, kind.items, wanted.items))
        if isinstance(kind, Sequence) and kind.frozen and isinstance(wanted, Record) and not wanted.cls:
            item = wanted.item
            return not wanted.items or item is not None and (kind.item is None or self.fits(kind.item, item))
        return False

    def length(self, value: Value) -> Value:
        """Return how many items something has."""
        kind = value.kind
        if isinstance(kind, Record) and (own := own_method(kind.cls, "__len__")) is not None:
            return self.unit.call_python(self, own, [value])  # type: ignore[no-any-return]
        if isinstance(kind, Record):
            return self.number(len(kind.items))
        if isinstance(kind, Array):
            return self.number(kind.shape[0])
        if isinstance(kind, Sequence | Hash):
            return Value(INT, self.code.op(f"load i64, ptr {value.ref}"))
        if kind == TEXT:
            if value.known:
                return self.number(len(value.const))
            return self.unit.text_fact(self, value, "length")  # type: ignore[no-any-return]
        raise self.refuse(f"{kind} has no length")

    def data(self, value: Value) -> str:
        """Return where the items of a list begin."""
        return self.code.op(f"load ptr, ptr {self.code.at(value.ref, 2)}")

    def new_list(self, length: Value, item: Kind | None, frozen: bool = False, here: bool = False) -> Value:
        """Return a list with room for this many items, which are not set yet.

        here: the list is never used outside of this function, so it can be kept where variables are.
        """
        code = self.code
        if here and length.known and item and length.const * item.words <= MOST_HERE:
            header, data = code.slot(3), code.slot(length.const * item.words)
        else:
            size = code.op(f"mul i64 {length.ref}, {8 * item.words}") if item else "0"
            header = self.allocate(code.op(f"add i64 {size}, 24"))
            data = code.at(header, 3)
        code.line(f"store i64 {length.ref}, ptr {header}")
        code.line(f"store i64 {length.ref}, ptr {code.at(header, 1)}")
        code.line(f"store ptr {data}, ptr {code.at(header, 2)}")
        return Value(Sequence(item, frozen), header, fresh=True)

    def allocate(self, size: str) -> str:
        """Return memory of this many bytes, which lasts until the function returns."""
        self.code.allocations += 1
        return self.code.op(f"call ptr @kb_allocate(ptr %ctx, i64 {size})")

    # Control

    @contextmanager
    def counted(self, count: Value) -> Iterator[str]:
        """Run what is written inside for 0, 1, … below a count."""
        code = self.code
        place = code.slot(1, "i64")
        code.line(f"store i64 0, ptr {place}")
        test, body, done = (code.name(hint) for hint in ("count", "each", "counted"))
        code.label(test)
        i = code.op(f"load i64, ptr {place}")
        code.branch(code.op(f"icmp slt i64 {i}, {count.ref}"), body, done)
        code.label(body)
        yield i
        code.line(f"store i64 {code.op(f'add nsw i64 {i}, 1')}, ptr {place}")
        code.jump(test)
        code.label(done)

    def guard(self, condition: str, exception: str, parts: list[Any], values: tuple[Value, ...] = ()) -> None:
        """Raise an error unless a condition holds."""
        code = self.code
        fine, wrong = code.name("fine"), code.name("wrong")
        code.branch(condition, fine, wrong)
        code.label(wrong)
        self.fail(exception, parts, values)
        code.label(fine)

    def fail(self, exception: str, parts: list[Any], values: tuple[Value, ...] = ()) -> None:
        """Raise an error."""
        code = self.code
        for i, value in enumerate(values[:MOST_VALUES]):
            code.store(value.kind, value.ref, code.at("%ctx", VALUES + i))
        code.line(f"store i64 {self.module.fault(exception, parts)}, ptr {code.at('%ctx', ERROR)}")
        code.line("call void @longjmp(ptr %ctx, i32 1) noreturn")
        code.end("unreachable")

    def truth(self, value: Value) -> Value:
        """Return a value as a condition."""
        kind, code = value.kind, self.code
        if value.known and not isinstance(value.const, Closure):
            const = value.const
            return self.constant(len(const) > 0 if hasattr(const, "dtype") and const.ndim else bool(const))
        if kind == BOOL:
            return value
        if isinstance(kind, Nothing):
            return self.constant(False)
        if kind in (INT, UINT):
            return Value(BOOL, code.op(f"icmp ne i64 {value.ref}, 0"))
        if kind == FLOAT:
            return Value(BOOL, code.op(f"fcmp une double {value.ref}, 0.0"))
        if kind == TEXT:
            return Value(BOOL, code.op(f"icmp ne i64 {value.ref}, {self.module.text_number('')}"))
        if isinstance(kind, Record):
            for special in ("__bool__", "__len__"):
                if (own := own_method(kind.cls, special)) is not None:
                    return self.truth(self.unit.call_python(self, own, [value]))
            return self.constant(bool(kind.items))
        if isinstance(kind, Sequence | Hash):
            return Value(BOOL, code.op(f"icmp ne i64 {self.length(value).ref}, 0"))
        if isinstance(kind, Member):
            return Value(BOOL, code.op(f"icmp ne i64 {value.ref}, 0")) if kind.is_int else self.constant(True)
        if isinstance(kind, Maybe):
            there = code.op(f"icmp ne i64 {code.op(f'load i64, ptr {value.ref}')}, 0")
            inner = self.truth(self.load(kind.item, code.at(value.ref, 1)))
            return Value(BOOL, code.op(f"and i1 {there}, {inner.ref}"))
        raise self.refuse(f"{kind} cannot be used as a condition")


@cache
def reads(node: ast.AST, name: str) -> int:
    """Return how often a name is read."""
    return sum(
        isinstance(each, ast.Name) and each.id == name and isinstance(each.ctx, ast.Load) for each in ast.walk(node)
    )


def same_words(one: Kind | None, other: Kind | None) -> bool:
    """Return whether values of one kind are the same in memory as those of another, which tells more about them."""
    if one is None or one == other:
        return True
    if isinstance(one, Sequence) and isinstance(other, Sequence):
        return same_words(one.item, other.item)
    if isinstance(one, Hash) and isinstance(other, Hash):
        return same_words(one.key, other.key) and same_words(one.value, other.value)
    if isinstance(one, Record) and isinstance(other, Record) and len(one.items) == len(other.items):
        return one.cls is other.cls and all(map(same_words, one.items, other.items))
    return False


def own_method(cls: type | None, name: str) -> Any:
    """Return a special method that the author of a class wrote; None if it has none."""
    for each in cls.__mro__ if cls else ():
        found = vars(each).get(name)
        if isinstance(found, python_types.FunctionType) and found.__code__.co_filename != "<string>":
            return found if (found.__module__ or "").partition(".")[0] not in ("typing", "collections") else None
    return None


def short(const: Any) -> str:
    """Return a constant as a message quotes it."""
    text = repr(const)
    return text if len(text) <= 40 else text[:37] + "…"


def describe(const: Any) -> str:
    """Return what a constant is, in words."""
    if isinstance(const, python_types.ModuleType):
        return f"the module {const.__name__}"
    if isinstance(const, Closure):
        return f"the function {const.name}"
    if isinstance(const, type):
        return f"the class {const.__name__}"
    if callable(const):
        return f"the function {getattr(const, '__name__', const)}"
    return f"the constant {short(const)}"
