"""LLVM's assembly, as text: one function under construction, and the module that it belongs to.

A value in compiled code is one of:
    scalar      a register or a constant: %7, 42, 0x3FF0000000000000
    record      a pointer to its words; whoever made them leaves them unchanged
    nothing     no operand at all (None, functions, modules)

Every function takes the context first, then the arguments that take room; one that returns a record takes the place to
write it to before them. The context holds what a thread needs, in words:

    0 … 63   where to jump when an error is raised     ARENA_TOP, ARENA_END   memory for lists
    ERROR    the number of the error                   VALUES                 the numbers that its message quotes
    RESULT   what the kernel returns                   STACK_END              how far the stack may grow
"""

import hashlib
import re
import secrets
import struct
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kibitz.compiler.kinds import BOOL, FLOAT, TEXT, Array, Kind, Maybe, Member, Record, Sequence, is_scalar

ARENA_TOP, ARENA_END, ERROR, VALUES, MOST_VALUES, RESULT, STACK_END = 64, 65, 66, 67, 8, 75, 76
CONTEXT_WORDS = 96

UNKNOWN: Any = object()
"""Stands for a constant that is not known when compiling."""


class Value:
    """A value in compiled code: its kind, its operand and, if known when compiling, the Python value."""

    __slots__ = ("const", "fresh", "kind", "ref")

    def __init__(self, kind: Kind, ref: str = "", const: Any = UNKNOWN, fresh: bool = False) -> None:
        self.kind, self.ref, self.const = kind, ref, const
        self.fresh = fresh  # a list or set that nothing else refers to

    @property
    def known(self) -> bool:
        """Return whether the value is known when compiling."""
        return self.const is not UNKNOWN

    def __repr__(self) -> str:
        return f"Value({self.kind}, {self.ref}, {self.const if self.known else '?'})"


def float_text(number: float) -> str:
    """Return a float as LLVM writes it, with every bit."""
    return f"0x{struct.unpack('<Q', struct.pack('<d', number))[0]:016X}"


class Code:
    """The text of one function under construction."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.slots: list[str] = []  # variables, at the top of the function
        self.number = 0
        self.dead = False  # the code at this point is never reached
        self.block = "entry"
        self.allocations = 0  # how often memory for lists is taken
        self.targets: set[str] = set()  # the blocks that something jumps to
        self.is_merged = False  # some block is entered from several places and goes back to them

    def name(self, hint: str = "") -> str:
        """Return a new name."""
        self.number += 1
        return f"{hint}{self.number}"

    def op(self, text: str) -> str:
        """Add an instruction; return the register of its result."""
        self.number += 1
        register = f"%v{self.number}"
        self.lines.append(f"  {register} = {text}")
        return register

    def line(self, text: str) -> None:
        """Add an instruction without a result."""
        self.lines.append("  " + text)

    def label(self, name: str) -> None:
        """Start a block; what comes before leads into it unless it ended otherwise."""
        if not self.dead:
            self.lines.append(f"  br label %{name}")
        self.lines.append(f"{name}:")
        self.dead = False
        self.block = name

    def jump(self, name: str) -> None:
        """End the block with a jump."""
        if not self.dead:
            self.lines.append(f"  br label %{name}")
            self.targets.add(name)
        self.dead = True

    def branch(self, condition: str, yes: str, no: str) -> None:
        """End the block with a jump to one of two places."""
        if not self.dead:
            self.lines.append(f"  br i1 {condition}, label %{yes}, label %{no}")
            self.targets.update((yes, no))
        self.dead = True

    def end(self, text: str) -> None:
        """End the block with another instruction."""
        if not self.dead:
            self.lines.append("  " + text)
        self.dead = True

    def slot(self, words: int, llvm: str = "") -> str:
        """Return a place for a variable that lives as long as the function runs."""
        register = "%s" + self.name()
        self.slots.append(f"  {register} = alloca {llvm or f'[{max(words, 1)} x i64]'}, align 8")
        return register

    def at(self, place: str, offset: int | str, words: int = 1) -> str:
        """Return the address of a word."""
        if offset == 0:
            return place
        if isinstance(offset, str) and words != 1:
            offset = self.op(f"mul i64 {offset}, {words}")
        return self.op(f"getelementptr i64, ptr {place}, i64 {offset}")

    def load(self, kind: Kind, place: str) -> str:
        """Return the operand of a value in memory."""
        if kind == BOOL:
            return self.op(f"trunc i64 {self.op(f'load i64, ptr {place}')} to i1")
        if is_scalar(kind):
            return self.op(f"load {kind.llvm}, ptr {place}")
        return place

    def store(self, kind: Kind, ref: str, place: str) -> None:
        """Write a value to memory."""
        if kind == BOOL:
            self.line(f"store i64 {self.op(f'zext i1 {ref} to i64')}, ptr {place}")
        elif is_scalar(kind):
            self.line(f"store {kind.llvm} {ref}, ptr {place}")
        elif kind.words:
            self.copy(place, ref, kind.words)

    def copy(self, target: str, source: str, words: int | str) -> None:
        """Copy words that do not overlap."""
        size: int | str = words * 8 if isinstance(words, int) else self.op(f"shl i64 {words}, 3")
        if target != source:
            self.line(f"call void @llvm.memcpy.p0.p0.i64(ptr align 8 {target}, ptr align 8 {source}, i64 {size}, i1 0)")

    def to_memory(self, value: Value) -> str:
        """Return a pointer to the words of a value."""
        if not is_scalar(value.kind):
            return value.ref
        place = self.slot(1)
        self.store(value.kind, value.ref, place)
        return place


def demoted(lines: list[str], slots: list[str]) -> list[str]:
    """Return code in which no register is used outside of the block that sets it: others are kept in slots.

    Where the code of a loop's body is entered from several places and goes back to them, a register set before one of
    them is not set on every path that leads back there. LLVM turns slots into registers again where it can.
    """
    block, crossing = "", set()
    home: dict[str, str] = {}
    kinds: dict[str, str] = {}
    for line in lines:
        if line and line[0] != " ":
            block = line
            continue
        head, equals, rest = line.partition(" = ")
        made = head.strip() if equals and head.startswith("  %v") else ""
        for used in REGISTER.findall(rest if made else line):
            if home.get(used) != block:
                crossing.add(used)
        if made:
            home[made], kinds[made] = block, result_type(rest)
    slots.extend(f"  {place_of(each)} = alloca {kinds[each]}, align 8" for each in crossing)
    changed: list[str] = []
    fresh: dict[str, str] = {}
    for number, line in enumerate(lines):
        if line and line[0] != " ":
            fresh = {}
            changed.append(line)
            continue
        head, equals, rest = line.partition(" = ")
        made = head.strip() if equals and head.startswith("  %v") else ""
        for used in dict.fromkeys(REGISTER.findall(rest if made else line)):
            if used in crossing and used not in fresh:
                fresh[used] = f"%x{number}_{used[2:]}"
                changed.append(f"  {fresh[used]} = load {kinds[used]}, ptr {place_of(used)}")
        renamed = REGISTER.sub(lambda match: fresh.get(match[0], match[0]), rest if made else line)  # noqa: B023
        changed.append(f"{head} = {renamed}" if made else renamed)
        if made in crossing:
            fresh[made] = made
            changed.append(f"  store {kinds[made]} {made}, ptr {place_of(made)}")
    return changed


REGISTER = re.compile(r"%v\d+\b")
TYPE = re.compile(
    r"(?:n[su]w |contract |reassoc |i1 \S+, |<\d+ x i1> \S+, )?(\{ i64, i1 \}|<\d+ x \w+>|(?:i\d+|double|float|ptr)\b)"
)


VECTOR = re.compile(r"\w+ (<\d+ x )")


def place_of(register: str) -> str:
    """Return the name of the slot of a register."""
    return f"%k{register[2:]}"


def result_type(text: str) -> str:
    """Return the type of an instruction's result."""
    word, _, rest = text.partition(" ")
    if word in ("icmp", "fcmp"):
        vector = VECTOR.match(rest)
        return f"{vector[1]}i1>" if vector else "i1"
    if word == "getelementptr":
        return "ptr"
    if word == "extractvalue":
        return "i64" if rest.endswith(", 0") else "i1"
    if " to " in rest and word != "call":
        return rest.rpartition(" to ")[2]
    found = TYPE.match(rest)
    assert found is not None, text
    return found[1]


@dataclass
class Fault:
    """An error that compiled code can raise: the name of the exception, and its message in parts."""

    exception: str
    parts: list[Any] = field(default_factory=list)  # text, or [kind, conversion, format]


class Module:
    """Everything that one kernel consists of besides its functions: constants, texts and errors."""

    def __init__(self) -> None:
        self.symbol = f"kibitz_{secrets.token_hex(12)}"  # of the whole kernel, unlike any other
        self.text: list[str] = []
        self.faults: list[Fault] = []
        self.texts: dict[str, int] = {}
        self.constants: dict[Any, str] = {}
        self.alive: list[Any] = []  # keeps the objects whose identity is a key
        self.tables: dict[str, Any] = {}  # by name: tables too large to be copied into the code
        self.number = 0

    def fresh(self, hint: str) -> str:
        """Return a new name in the module."""
        self.number += 1
        return f"@{hint}{self.number}"

    def fault(self, exception: str, parts: list[Any]) -> int:
        """Return the number of an error."""
        found = Fault(exception, parts)
        if found not in self.faults:
            self.faults.append(found)
        return self.faults.index(found)

    def text_number(self, text: str) -> int:
        """Return the number that stands for a text."""
        return self.texts.setdefault(text, len(self.texts))

    def constant(self, fields: list[str], align: int = 8) -> str:
        """Return the name of a constant that consists of these typed operands."""
        kinds = ", ".join(each.split(" ", 1)[0] for each in fields)
        content = f"<{{ {kinds} }}> <{{ {', '.join(fields)} }}>"
        if content not in self.constants:
            self.constants[content] = self.fresh("c")
            self.text.append(f"{self.constants[content]} = private unnamed_addr constant {content}, align {align}")
        return self.constants[content]

    def data(self, data: bytes) -> str:
        """Return the name of a constant that consists of these bytes."""
        if data not in self.constants:
            self.constants[data] = self.fresh("d")
            escaped = "".join(map("\\{:02X}".format, data))
            self.text.append(
                f'{self.constants[data]} = private unnamed_addr constant [{len(data)} x i8] c"{escaped}", align 64'
            )
        return self.constants[data]


def words_of(value: Any, kind: Kind, module: Module) -> list[str]:
    """Return a Python value as the typed operands of a constant of this kind."""
    if isinstance(kind, Maybe):
        if value is None:
            return ["i64 0"] * kind.words
        return ["i64 1", *words_of(value, kind.item, module)]
    if isinstance(kind, Record):
        items = [getattr(value, name) for name in kind.names] if kind.cls else value
        return [word for item, each in zip(items, kind.items, strict=True) for word in words_of(item, each, module)]
    if not kind.words:
        return []
    return [scalar_of(value, kind, module)]


def scalar_of(value: Any, kind: Kind, module: Module) -> str:
    """Return a Python value that takes one word as the typed operand of a constant."""
    if kind == FLOAT:
        return f"double {float_text(float(value))}"
    if kind == TEXT:
        return f"i64 {module.text_number(value)}"
    if isinstance(kind, Member):
        return f"i64 {kind.word(value)}"
    if isinstance(kind, Array):
        return f"ptr {table(value, module)}"
    if isinstance(kind, Sequence):
        items = [word for item in value for word in words_of(item, kind.item, module)] if len(value) else []  # type: ignore[arg-type]
        data = module.constant(items) if items else "null"
        return f"ptr {module.constant([f'i64 {len(value)}', f'i64 {len(value)}', f'ptr {data}'])}"
    number = int(value)
    return f"i64 {number - (1 << 64) if number >= 1 << 63 else number}"


LARGE = 1 << 20
"""Tables of at least this many bytes are not copied into machine code but found by name when it is loaded."""


def table_name(whole: Any) -> str:
    """Return the name of a large table, made from its contents."""
    return f"table_{hashlib.sha256(whole.tobytes()).hexdigest()[:32]}"


def table(array: Any, module: Module) -> str:
    """Return the name of an array's numbers or, if it is large, of the place where their address is."""
    if id(array) not in module.constants:
        module.alive.append(array)
        whole = np.ascontiguousarray(array)
        if whole.nbytes < LARGE:
            module.constants[id(array)] = module.data(whole.tobytes())
        else:
            name = table_name(whole)
            if name not in module.tables:
                module.tables[name] = whole
                module.text.append(f"@{module.symbol}_{name} = global ptr null")
            module.constants[id(array)] = f"@{module.symbol}_{name}"
    return module.constants[id(array)]
