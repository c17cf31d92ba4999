"""A kernel under construction: all functions that it consists of, each for the kinds of arguments it is called with."""

import ast
import sys
import types as python_types
from functools import cache
from typing import Any

from kibitz.compiler import runtime
from kibitz.compiler.emit import ARENA_TOP, RESULT, STACK_END, Module, Value, demoted
from kibitz.compiler.kinds import (
    DESK,
    FLOAT,
    INT,
    NONE,
    TEXT,
    Choice,
    Fixed,
    Hash,
    Kind,
    Maybe,
    Record,
    Sequence,
    as_sequence,
    is_scalar,
    join,
    kind_of,
)
from kibitz.compiler.obstacle import Obstacle
from kibitz.compiler.patterns import doubtful_names
from kibitz.compiler.source import body_of, definition_of, is_generator, locals_of, stored_in
from kibitz.compiler.translate import (
    calls,
    comparisons,
    expressions,
    hashes,
    loops,
    matching,
    methods,
    operators,
    sequences,
    statements,
    vectors,
)
from kibitz.compiler.translate.frame import FULL, Closure, Frame, Scope, Spec, Unfinished
from kibitz.compiler.translate.intrinsics import INTRINSICS
from kibitz.compiler.translate.prelude import PRELUDE

MOST_PASSES = 40
MOST_SHAPES = 4
"""How deep a function may call itself with arguments of other kinds until tuples lose their known length."""
STACK_BYTES = 5 << 20 if sys.platform == "linux" else 256 << 10
"""How far the stack may grow when rules call themselves; threads of other systems have less of it."""
INLINED = 15
"""Functions of at most this many instructions are inlined wherever they are called."""

TRANSLATORS = (
    calls,
    comparisons,
    expressions,
    hashes,
    loops,
    matching,
    methods,
    operators,
    sequences,
    statements,
    vectors,
)
"""The modules that know how to translate something; importing them is what makes it known."""


class Unit:
    """A kernel under construction."""

    intrinsics = INTRINSICS
    runtime = runtime

    def __init__(self) -> None:
        self.module = Module()
        self.specs: dict[Any, Spec] = {}
        self.stack: list[Spec] = []
        self.waiting: list[tuple[Any, Spec]] = []  # translated while a function they call was not complete
        self.templates: dict[type, Record] = {}  # the kinds of a position's fields, by class
        self.declared: dict[Any, tuple[dict[str, Kind], Kind]] = {}  # parameters and result of a search's functions
        self.inlined: set[Any] = set()  # functions that are called from one place only
        self.obstacles: list[Obstacle] = []
        self.literals: dict[int, Any] = {}
        self.facts: dict[Any, str] = {}
        self.text: dict[str, str] = {}  # of functions, by name
        self.recursive: dict[Any, bool] = {}

    def found(self, obstacle: Obstacle) -> None:
        """Record an obstacle in the function being translated."""
        self.stack[-1].obstacles.append(obstacle)

    def is_checked(self, function: Any) -> bool:
        """Return whether a function is not part of Kibitz: what goes wrong there must raise, as in Python."""
        return not (function.__module__ or "").startswith("kibitz.")

    def loaded(self, definition: Any, function: Any) -> frozenset[str]:
        """Return the names that a function reads; others need not be assigned."""
        return names_read(definition_of(function) if definition_of(function) is not None else definition)

    def choice_of(self, known: Kind | None, new: Fixed) -> Choice | None:
        """Return the kind of a variable that holds one of several functions; None if it holds something else."""
        options = known.options if isinstance(known, Choice) else (known,) if isinstance(known, Fixed) else ()
        if not options or not all(callable(each.value) for each in (*options, new)):
            return None
        return Choice(options if new in options else (*options, new))

    def made_constant(self, frame: Frame, const: Any) -> Value:
        """Return a constant set or dict as one that rules can compare, combine and copy."""
        return hashes.from_constant(frame, const)

    def is_recursive(self, function: Any, definition: Any) -> bool:
        """Return whether a function may call itself, through others too."""
        if definition not in self.recursive:
            own = function.name if isinstance(function, Closure) else None
            if own is not None:
                names = {node.id for node in ast.walk(definition) if isinstance(node, ast.Name)}
                self.recursive[definition] = own in names
            else:
                self.recursive[definition] = reaches_itself(function)
        return self.recursive[definition]

    # Calls

    def call_python(
        self,
        frame: Frame,
        function: Any,
        arguments: list[Value],
        named: dict[str, Value] | None = None,
        nodes: Any = (),
        collects: bool = False,
    ) -> Value:
        """Call a Python function, translated for these kinds of arguments."""
        definition = definition_of(function)
        if definition is None:
            raise frame.refuse(f"the source of `{function.__name__}` is not available")
        given = calls.matched(frame, function, definition, arguments, named or {})
        kinds, result = self.declared.get(function, ({}, None))
        if kinds:
            given = [(name, frame.coerce(frame.settled(value), kinds.get(name, INT))) for name, value in given]
        else:
            given = [(name, self.passed(frame, value)) for name, value in given]
        collects = collects or is_generator(definition)
        depth = sum(each.definition is definition for each in self.stack)
        if depth >= MOST_SHAPES:
            # A tuple that grows with each call of itself has no length that could be known.
            given = [(name, self.loosened(frame, value)) for name, value in given]
        if depth > 4 * MOST_SHAPES:
            raise frame.refuse(f"`{definition.name}` calls itself with ever new kinds of arguments")
        key = function, collects, *(value.kind for _, value in given)
        params = [(name, value.kind) for name, value in given]
        scope = Scope(function, locals_of(definition), "", None, self.is_checked(function))
        return self.call(frame, key, function, definition, params, scope, given, nodes, result, collects)

    def loosened(self, frame: Frame, value: Value) -> Value:
        """Return a tuple as one whose length is known at run time."""
        sequence = as_sequence(value.kind)
        return frame.coerce(value, sequence) if isinstance(value.kind, Record) and sequence is not None else value

    def passed(self, frame: Frame, value: Value) -> Value:
        """Return an argument as it is passed: constant tuples as values, other constants by what they are."""
        if isinstance(value.kind, Fixed) and isinstance(value.const, tuple) and kind_of(value.const) is not None:
            return frame.solid(value)
        return value

    def collected(self, frame: Frame, function: Any, arguments: list[Value], named: dict[str, Value]) -> Value:
        """Return the items of a generator that calls itself, as a list."""
        if isinstance(function, Closure):
            return self.call_lifted(frame, function, arguments, named, ())
        return self.call_python(frame, function, arguments, named, collects=True)

    def call_lifted(
        self, frame: Frame, function: Closure, arguments: list[Value], named: dict[str, Value], nodes: Any
    ) -> Value:
        """Call a nested function that calls itself; it is given the variables around it by their places."""
        definition = function.definition
        given = calls.matched(frame, function, definition, arguments, named)
        given = [(name, self.passed(frame, value)) for name, value in given]
        captured = self.captured(frame, function)
        around = (
            (name, kind.value.definition if isinstance(kind, Fixed) and isinstance(kind.value, Closure) else kind)
            for name, (_, kind, _) in captured.items()
        )
        key = definition, *(value.kind for _, value in given), *around
        params = [(name, value.kind) for name, value in given]
        owner = function.scope
        while owner.function is None and owner.parent:
            owner = owner.parent
        outside = Scope(owner.function, set(captured), "outer/", None, owner.checked)
        scope = Scope(None, locals_of(definition), "", outside, owner.checked)
        places = [place for _, _, place in captured.values() if place]
        outer = {name: (key_in, kind) for name, (key_in, kind, _) in captured.items()}
        return self.call(
            frame, key, function, definition, params, scope, given, nodes, None, is_generator(definition), outer, places
        )

    def captured(self, frame: Frame, function: Closure) -> dict[str, tuple[str, Kind, str]]:
        """Return the variables of outer functions that a nested one uses: key, kind and place of each."""
        found: dict[str, tuple[str, Kind, str]] = {}
        own = locals_of(function.definition)
        names = {node.id for node in ast.walk(function.definition) if isinstance(node, ast.Name)}
        for name in sorted(names - own):
            home = function.scope.home(name)
            if home is None:
                continue
            key = home.key(name)
            value = home.aliases.get(name)
            kind = frame.spec.kinds.get(key) or (value.kind if value else None)
            if kind is None:
                continue
            if isinstance(kind, Fixed):
                found[name] = key, kind, ""
            elif value is not None:
                found[name] = key, kind, frame.code.to_memory(value)
            elif key in frame.spec.captured_places:
                found[name] = key, kind, frame.spec.captured_places[key]
            else:
                found[name] = key, kind, frame.place(key, kind)
        return found

    def call(
        self,
        frame: Frame,
        key: Any,
        function: Any,
        definition: Any,
        params: list[tuple[str, Kind]],
        scope: Scope,
        given: list[tuple[str, Value]],
        nodes: Any,
        result: Kind | None,
        collects: bool,
        captured: dict[str, tuple[str, Kind]] | None = None,
        places: Any = (),
    ) -> Value:
        """Translate a function if that was not done yet, and call it."""
        spec = self.specs.get(key)
        if spec is None:
            label = "".join(c if c.isalnum() else "_" for c in getattr(definition, "name", "lambda"))
            spec = Spec(
                self.module.fresh(label + "_"), function, definition, params, result, result is not None, collects
            )
            spec.captured = captured or {}
            if result is None and not collects and not returns_something(definition):
                spec.returns = NONE
            self.specs[key] = spec
            self.translate(key, spec, scope)
        elif not spec.done and spec is not self.stack[-1]:
            # Everything above it was translated before its result was certain.
            for each in self.stack[self.stack.index(spec) + 1 :]:
                each.leans_on.add(spec.name)
        if not spec.done:
            spec.used = True
        for node, (name, kind) in zip(nodes, params, strict=False):
            grown = spec.kinds.get(name)
            if isinstance(kind, Sequence | Hash) and grown is not None and grown != kind:
                frame.grow(node, grown)
        for name, (key_in, kind) in (captured or {}).items():
            grown = spec.kinds.get("outer/" + name)
            if grown is not None and grown != kind:
                frame.spec.kinds[key_in] = join(frame.spec.kinds.get(key_in), grown) or grown
                frame.spec.changed = True
        if spec.returns is None or spec.done and spec.obstacles:  # its own obstacles are enough
            raise Unfinished
        operands = ["ptr %ctx"]
        code = frame.code
        returns = spec.returns
        out = ""
        if returns.words and not is_scalar(returns):
            out = code.slot(returns.words)
            operands.append(f"ptr {out}")
        operands += [f"{value.kind.llvm} {value.ref}" for _, value in given if value.kind.words]
        operands += [f"ptr {place}" for place in places]
        if holds_memory(returns):
            code.allocations += 1
        if not returns.words:
            code.line(f"call void {spec.name}({', '.join(operands)})")
            return frame.constant(returns.value if isinstance(returns, Fixed) else None)
        if out:
            code.line(f"call void {spec.name}({', '.join(operands)})")
            return Value(returns, out)
        return Value(returns, code.op(f"call {returns.llvm} {spec.name}({', '.join(operands)})"), fresh=True)

    # Translation

    def translate(self, key: Any, spec: Spec, scope: Scope) -> None:
        """Translate a function, again and again until no kind changes."""
        self.stack.append(spec)
        start = len(self.waiting)
        try:
            for _ in range(MOST_PASSES):
                spec.changed, spec.unsure, spec.obstacles, spec.used = False, None, [], False
                spec.leans_on = set()
                before = spec.returns
                text = self.one_pass(spec, Scope(scope.function, scope.locals, "", scope.parent, scope.checked))
                if spec.returns is None and not (spec.obstacles or spec.unsure or spec.changed):
                    spec.returns = NONE
                    spec.changed = spec.used
                renewed = spec.changed or spec.unsure is not None and spec.returns != before
                if not renewed and spec.unsure is not None and any(each.unsure for _, each in self.waiting[start:]):
                    renewed = spec.returns is not None and before is None
                if not renewed and spec.unsure is not None and not spec.is_settled and not spec.leans_on:
                    spec.is_settled = renewed = True
                if not renewed:
                    break
                for waiting, _ in self.waiting[start:]:
                    self.specs.pop(waiting, None)
                del self.waiting[start:]
            else:
                spec.obstacles.append(Obstacle(self.owner(spec), line_of(spec), "its kinds cannot be determined"))
        finally:
            self.stack.pop()
        spec.leans_on.discard(spec.name)
        if spec.leans_on and self.stack:
            self.waiting.append((key, spec))
        else:
            if spec.unsure is not None and not spec.obstacles and not self.obstacles:
                reason = spec.unsure if isinstance(spec.unsure, Obstacle) else None
                spec.obstacles.append(
                    reason or Obstacle(self.owner(spec), line_of(spec), "what it returns cannot be determined")
                )
            del self.waiting[start:]  # they waited for this function, or for each other
        self.text[spec.name] = text
        for obstacle in spec.obstacles:
            if all(str(obstacle) != str(each) for each in self.obstacles):
                self.obstacles.append(obstacle)
        spec.done = True

    def owner(self, spec: Spec) -> Any:
        """Return the function to name in a message about a function."""
        return spec.function if isinstance(spec.function, python_types.FunctionType) else None

    def one_pass(self, spec: Spec, scope: Scope) -> str:
        """Translate a function once and return its text."""
        frame = Frame(self, spec, scope)
        code = frame.code
        stored = stored_in(spec.definition)
        params = ["ptr %ctx"]
        for name in doubtful_names(spec.definition) if scope.checked else ():
            frame.flags[scope.prefix + name] = code.slot(1, "i1")
            code.line(f"store i1 false, ptr {frame.flags[scope.prefix + name]}")
        if scope.checked and (isinstance(spec.function, Closure) or self.is_recursive(spec.function, spec.definition)):
            here = code.op(f"ptrtoint ptr {code.slot(1, 'i8')} to i64")
            end = code.op(f"load i64, ptr {code.at('%ctx', STACK_END)}")
            frame.guard(code.op(f"icmp ugt i64 {here}, {end}"), "RecursionError", ["a rule calls itself without end"])
        entry: list[tuple[str, Value]] = []
        for i, (name, kind) in enumerate(spec.params):
            if kind.words:
                params.append(f"{kind.llvm} %a{i}")
            value = frame.constant(kind.value) if isinstance(kind, Fixed) else Value(kind, f"%a{i}")
            if not kind.words and not isinstance(kind, Fixed):
                value = frame.load(kind, "")
            if name in stored:
                entry.append((name, value))
            else:
                scope.aliases[name] = value
        for name, value in entry:
            frame.write(name, value)
        if spec.captured and scope.parent:
            for i, (name, (key_in, kind)) in enumerate(spec.captured.items()):
                self.bind_captured(frame, spec, scope.parent, name, key_in, kind, f"%c{i}")
                if not isinstance(kind, Fixed):
                    params.append(f"ptr %c{i}")
        finish = "\x00"  # stands for giving memory back, until it is known whether any was taken

        def on_return(value: Value) -> None:
            if spec.collects:
                code.jump("collected")
                return
            if spec.returns is None or not spec.declared:
                keep = is_only_known(value) and spec.returns in (None, value.kind)
                value = value if keep else frame.solid(value)
                returns = value.kind if spec.returns is None else join(spec.returns, value.kind)
                if returns is None:
                    raise frame.refuse(f"it returns {spec.returns} in one place and {value.kind} in another")
                if returns != spec.returns:
                    spec.changed |= spec.returns is not None or spec.used
                    spec.returns = returns
            returns = spec.returns
            value = frame.coerce(frame.solid(value), returns) if not isinstance(returns, Fixed) else value
            if code.dead:
                return
            if returns.words and not is_scalar(returns):
                code.store(returns, value.ref, "%out")
            code.line(finish)
            code.end(f"ret {returns.llvm} {value.ref}" if returns.words and is_scalar(returns) else "ret void")

        scope.on_return = on_return
        if spec.collects:
            made = sequences.listed(frame, [])

            def on_yield(value: Value) -> None:
                value = frame.solid(value)
                kind = loops.item_kind(frame, "collected items", value.kind)
                sequences.push(frame, made, frame.coerce(value, kind), kind)
                if spec.returns != Sequence(kind):
                    spec.changed |= spec.returns is not None or spec.used
                    spec.returns = Sequence(kind)

            scope.on_yield = on_yield
        frame.inlined.append(spec.definition)
        frame.block(body_of(spec.definition))
        if spec.collects:
            code.label("collected")
            code.end(f"ret ptr {made.ref}")
            if spec.returns is None and not spec.unsure:
                spec.returns = Sequence(None)
        elif not code.dead:
            if spec.returns is None and not spec.unsure:
                spec.returns = NONE
            try:
                if spec.returns is not None:
                    on_return(frame.constant(None))
                else:
                    code.end("unreachable")
            except Obstacle:  # the end is reached only where something else is wrong, or never
                frame.fail("TypeError", ["a rule returned nothing"])
        returns = spec.returns or NONE
        if returns.words and not is_scalar(returns):
            params.insert(1, "ptr noalias %out")
        result = returns.llvm if returns.words and is_scalar(returns) else "void"
        kept = [kind for _, kind in spec.params] + [kind for _, kind in spec.captured.values()]
        gives_back = code.allocations and not holds_memory(returns) and not any(map(can_grow, kept))
        top = f"getelementptr i64, ptr %ctx, i64 {ARENA_TOP}"
        head = [f"  %arena = {top}", "  %mark = load ptr, ptr %arena"] if gives_back else []
        lines = [
            line if line != "  " + finish else "  store ptr %mark, ptr %arena" if gives_back else ""
            for line in code.lines
        ]
        if not code.dead and (not lines or lines[-1].endswith(":")):
            lines.append("  unreachable")
        short = len(lines) <= INLINED or spec.function in self.inlined
        attributes = "alwaysinline" if short and not self.calls_itself(spec) else ""
        if code.is_merged:
            lines = demoted(lines, code.slots)
        body = "\n".join([*code.slots, *head, *lines])
        return f"define internal {result} {spec.name}({', '.join(params)}) {attributes} nounwind {{\nentry:\n{body}\n}}"

    def calls_itself(self, spec: Spec) -> bool:
        """Return whether a function must not be inlined because it may call itself."""
        if isinstance(spec.function, Closure):
            return True
        return spec.used or self.is_recursive(spec.function, spec.definition)

    def bind_captured(
        self, frame: Frame, spec: Spec, scope: Scope, name: str, key_in: str, kind: Kind, place: str
    ) -> None:
        """Make a variable of an outer function known in a nested one."""
        key = scope.prefix + name
        if isinstance(kind, Fixed):
            scope.aliases[name] = frame.constant(kind.value)
            if isinstance(kind.value, Closure):
                # The nested function itself, or another one beside it.
                inner = Closure(kind.value.definition, scope, kind.value.name)
                inner = spec.closures.setdefault(("captured", name), inner)
                inner.scope = scope
                scope.aliases[name] = Value(Fixed(inner), "", inner)
            return
        spec.kinds[key] = join(spec.kinds.get(key), kind) or kind
        spec.captured_places[key] = place
        frame.slots[key] = place, spec.kinds[key]

    # Texts: a text is a number; what is asked about it stands in tables that are written at the end

    def text_fact(self, frame: Frame, value: Value, fact: str, about: str = "") -> Value:
        """Return something about a text that is known only at run time."""
        if value.kind != TEXT:
            raise frame.refuse(f"{value.kind} is not text")
        name = self.facts.setdefault((fact, about), f"@text_{fact}_{len(self.facts)}")
        found = frame.load(INT, frame.code.at(name, value.ref))
        if fact in ("number", "ord"):
            frame.guard(frame.code.op(f"icmp ne i64 {found.ref}, {NO_NUMBER}"), "ValueError", ["not a number in text"])
        return found

    def text_char(self, frame: Frame, value: Value, index: str) -> Value:
        """Return a character of a text."""
        code = frame.code
        if value.known:
            for character in value.const:
                self.module.text_number(character)
            table = self.module.constant([f"i64 {self.module.text_number(each)}" for each in value.const] or ["i64 0"])
            return Value(TEXT, code.op(f"load i64, ptr {code.at(table, index)}"))
        name = self.facts.setdefault(("characters", ""), "@text_characters")
        row = code.op(f"load ptr, ptr {code.at(name, value.ref)}")
        return Value(TEXT, code.op(f"load i64, ptr {code.at(row, index)}"))

    def text_tables(self) -> list[str]:
        """Return the tables of what is known about every text."""
        if not self.facts:
            return []
        numbers = self.module.texts
        for fact in ("upper", "lower"):
            if (fact, "") in self.facts:
                for text in list(numbers):
                    self.module.text_number(getattr(text, fact)())
        if ("characters", "") in self.facts:
            for text in list(numbers):
                for character in text:
                    self.module.text_number(character)
        texts = list(numbers)
        ranks = {text: i for i, text in enumerate(sorted(texts))}
        made = []
        for (fact, about), name in self.facts.items():
            if fact == "characters":
                rows = [self.module.constant([f"i64 {numbers[c]}" for c in text] or ["i64 0"]) for text in texts]
                content = ", ".join(f"ptr {row}" for row in rows)
                made.append(f"{name} = private unnamed_addr constant [{len(texts)} x ptr] [{content}]")
                continue
            content = ", ".join(f"i64 {fact_about(text, fact, about, numbers, ranks)}" for text in texts)
            made.append(f"{name} = private unnamed_addr constant [{len(texts)} x i64] [{content}]")
        return made

    def other_shape(self, found: Kind, wanted: Kind) -> Obstacle:
        """Return why what `play` returns is no position like the others."""
        where, one, other = first_difference(found, wanted, "")
        field = f"the field `{where}`" if where else "the position"
        if isinstance(one, Sequence) and not one.frozen:
            return Obstacle(None, 0, f"`play` returns a list as {field}, which must be a tuple", "write tuple(…)")
        if isinstance(other, Record) and isinstance(one, Record | Sequence):
            return Obstacle(
                None,
                0,
                f"the length of {field} changes during a game",
                "give it one length, and fill up what is unused",
            )
        return Obstacle(
            None, 0, f"{field} is {other} at the start and {one} after `play`: every field must keep its kind"
        )

    # The whole

    def finish(self, root: Any, position: Kind) -> str:
        """Return the text of the whole kernel, which begins with this function."""
        spec = self.specs[root]
        full = self.module.fault("MemoryError", [FULL])
        tables = self.text_tables()
        given = "%p" if not is_scalar(position) else "%first"
        load = "" if given == "%p" else f"  %first = load {position.llvm}, ptr %p\n"
        if position.llvm == "i1":
            load = "  %wide = load i64, ptr %p\n  %first = trunc i64 %wide to i1\n"
        arguments = f"ptr %ctx, {position.llvm} {given}, i64 %player, i64 %depth, ptr %desk"
        returns = spec.returns or INT
        parts = [
            PRELUDE.replace("FULL", str(full)),
            *self.module.text,
            *tables,
            *(self.text[each.name] for each in self.specs.values()),
            f"define i64 @{self.module.symbol}(ptr %ctx, ptr %p, i64 %player, i64 %depth, ptr %desk) nounwind {{\n"
            f"  %stack = alloca i8\n  %here = ptrtoint ptr %stack to i64\n  %end = sub i64 %here, {STACK_BYTES}\n"
            f"  %limit = getelementptr i64, ptr %ctx, i64 {STACK_END}\n  store i64 %end, ptr %limit\n"
            f"  %jumped = call i32 @_setjmp(ptr %ctx) returns_twice\n"
            f"  %fine = icmp eq i32 %jumped, 0\n  br i1 %fine, label %run, label %failed\nrun:\n{load}"
            f"  %result = call {returns.llvm} {spec.name}({arguments})\n"
            f"  %place = getelementptr i64, ptr %ctx, i64 {RESULT}\n"
            f"  store {returns.llvm} %result, ptr %place\n  ret i64 0\nfailed:\n  ret i64 1\n}}",
        ]
        return "\n".join(parts)


NO_NUMBER = -(1 << 63)


def fact_about(text: str, fact: str, about: str, numbers: dict[str, int], ranks: dict[str, int]) -> int:
    """Return what is known about a text, as a number."""
    if fact == "length":
        return len(text)
    if fact == "rank":
        return ranks[text]
    if fact == "ord":
        return ord(text) if len(text) == 1 else NO_NUMBER
    if fact == "number":
        try:
            return int(text)
        except ValueError:
            return NO_NUMBER
    if fact == "in":
        return int(text in about)
    if fact in ("find", "index", "count"):
        return about.count(text) if fact == "count" else about.find(text)
    if fact in ("upper", "lower"):
        return numbers.get(getattr(text, fact)(), 0)
    return int(getattr(text, fact)())


def can_grow(kind: Kind) -> bool:
    """Return whether something in a value may take more memory while a function runs, which its caller needs."""
    if isinstance(kind, Record):
        return any(map(can_grow, set(kind.items)))
    if isinstance(kind, Sequence) and kind.frozen:
        return kind.item is not None and can_grow(kind.item)
    return isinstance(kind, Sequence | Hash) or isinstance(kind, Maybe) and can_grow(kind.item)


def line_of(spec: Spec) -> int:
    """Return the line of a function's definition."""
    return int(getattr(spec.definition, "lineno", 0))


def is_only_known(value: Value) -> bool:
    """Return whether a value exists only when compiling, such as a function."""
    return isinstance(value.kind, Fixed) and kind_of(value.kind.value) is None


def holds_memory(kind: Kind) -> bool:
    """Return whether a value refers to memory for lists, which must outlast the function that returns it."""
    if isinstance(kind, Sequence | Hash):
        return True
    if isinstance(kind, Record):
        return any(map(holds_memory, set(kind.items)))
    return isinstance(kind, Maybe) and holds_memory(kind.item)


@cache
def returns_something(definition: Any) -> bool:
    """Return whether a function returns a value anywhere."""
    if isinstance(definition, ast.Lambda):
        return True
    inner = {each for node in ast.walk(definition) if isinstance(node, ast.FunctionDef) and node is not definition
             for each in ast.walk(node)}  # fmt: skip
    return any(isinstance(node, ast.Return) and node.value and node not in inner for node in ast.walk(definition))


@cache
def names_read(definition: Any) -> frozenset[str]:
    """Return the names that a function reads, or deletes, or changes in place."""
    found = set()
    for node in ast.walk(definition):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
        elif isinstance(node, ast.Nonlocal):
            found.update(node.names)
        elif isinstance(node, ast.NamedExpr):
            found.add(node.target.id)
    return frozenset(found)


def reaches_itself(function: Any) -> bool:
    """Return whether a function can be reached from itself."""
    from kibitz.compiler.digest import reached_values

    seen: set[int] = set()
    waiting = [value for _, value in reached_values(function)]
    while waiting:
        value = waiting.pop()
        value = getattr(value, "__wrapped__", value) if hasattr(value, "cache_info") else value
        if value is function:
            return True
        if isinstance(value, python_types.FunctionType) and id(value) not in seen:
            seen.add(id(value))
            waiting.extend(each for _, each in reached_values(value))
    return False


def first_difference(one: Any, other: Any, path: str) -> tuple[str, Any, Any]:
    """Return where two kinds differ, and what they are there."""
    if isinstance(one, Record) and isinstance(other, Record) and len(one.items) == len(other.items):
        names = one.names or [str(i) for i in range(len(one.items))]
        for name, a, b in zip(names, one.items, other.items, strict=True):
            if a != b and join(a, b) != b:
                return first_difference(a, b, f"{path}.{name}" if path else name)
    return path, one, other


__all__ = ["DESK", "FLOAT", "Unit"]
