"""The front door of the compiler: a search and a game in, machine code out.

Rules need no decorator and no type: a search and everything that it reaches, in whatever module or closure, is
translated from its source for the kinds of values that it meets (`frame`), and LLVM makes machine code of it
(`machine`). Every compiled search is saved to disk under a digest of everything it is made of.

    kinds, source, obstacle ◄─ emit ◄─ frame ◄─ operators, sequences, loops, statements, calls … ◄─ unit ◄─ compile
"""

import ast
import contextlib
import dataclasses
import gc
import hashlib
import inspect
import time
from collections.abc import Callable, Iterator
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from kibitz.compiler import plain
from kibitz.compiler.cache import load_kernel, note_seconds, save_kernel, warn
from kibitz.compiler.digest import Undigestible, digest, rules_of, sources_digest, tables_of
from kibitz.compiler.emit import Value
from kibitz.compiler.kinds import BOOL, DESK, FLOAT, INT, NUMBERS, UINT, Kind, Maybe, Member, Record, Sequence
from kibitz.compiler.machine import assemble, context, failure, load, outcome, processor
from kibitz.compiler.obstacle import Obstacle
from kibitz.compiler.plain import Builder, Desk, F, Returns
from kibitz.compiler.positions import grown, is_fixed, kind_of_position, packer, templates_of
from kibitz.compiler.translate.frame import Frame, Scope, Spec, Unfinished
from kibitz.compiler.translate.loops import iterate
from kibitz.compiler.translate.unit import Unit
from kibitz.errors import CompileError
from kibitz.game import Game
from kibitz.rules import RULES

MOST_SHAPES = 6
"""How often the kind of a position may grow until it holds every position."""


@dataclasses.dataclass(frozen=True)
class Kernel:
    """Machine code, ready to be called, and what it takes to call it."""

    run: Any
    is_float: bool  # it returns a float
    faults: list[Any]  # the errors that it can raise


@dataclasses.dataclass(frozen=True)
class Machine:
    """A compiled search. It is called like a plain one, with an array of int64 as its desk."""

    kernel: Kernel
    pack: Callable[[Any], Any]  # positions to words
    seconds: float  # spent on compiling or loading
    fresh: bool  # compiled now, not loaded
    name: str | None  # in the cache; None if it cannot be cached
    head: dict[str, Any]  # what the cache saves
    code: bytes

    def __call__(self, p: Any, player: int, depth: int, desk: Desk) -> Any:
        """Run the search; other threads can run Python meanwhile."""
        words = self.pack(p)
        context.reset()
        failed = self.kernel.run(context.address, words.buffer_info()[0], player, depth, desk.ctypes.data)
        if failed:
            raise failure(self.kernel.faults)
        return outcome(self.kernel.is_float)

    def keep(self) -> None:
        """Save a fresh search in the cache; call it once the search is known to agree with the plain one."""
        if self.fresh and self.name:
            loaded[self.name] = self.kernel
            save_kernel(self.name, self.head, self.code)


loaded: dict[str, Kernel] = {}
"""The searches in this process, by name. They are never unloaded, so a game that is loaded again gets the same one."""


def compile_search(builder: Builder, game: Game[Any]) -> Machine:
    """Return a search compiled for a game, loaded from the cache if it is there."""
    started = time.perf_counter()
    position = position_kind(game)
    name: str | None = None
    reason = ""
    built = builder(game, unchanged)
    try:
        rules = digest([*rules_of(game).items(), built])
        rule = game.rules
        shape = f"{game.players} {rule.teams} {game.objective} {game.repetition > 0} {rule.margin} {len(rule.row)}"
        name = hashlib.sha256(
            f"{builder.__name__} {shape} {described(position)} {processor()} {rules} "
            f"{sources_digest(inspect.getfile(builder))}".encode()
        ).hexdigest()
    except Undigestible as error:
        reason = str(error)
    head: dict[str, Any] = {}
    code = b""
    kernel = loaded.get(name or "")
    if kernel is None and name and (saved := load_kernel(name)):
        kernel = linked(*saved, tables_of([*rules_of(game).values(), built], saved[0]["tables"]))
        loaded[name] = kernel
    fresh = kernel is None
    if kernel is None:
        with undisturbed():
            unit, root, result = build(builder, game, position)
            code = assemble(unit.finish(root, position))
        faults = [[fault.exception, fault.parts] for fault in unit.module.faults]
        head = {
            "function": unit.module.symbol,
            "is_float": result == FLOAT,
            "faults": faults,
            "tables": list(unit.module.tables),
        }
        kernel = linked(head, code, unit.module.tables)
        note_seconds(game.name, time.perf_counter() - started)
    if reason:
        warn(f"{game.name} is recompiled on every run: {reason}, whose changes cannot be detected")
    return Machine(kernel, packer(position), time.perf_counter() - started, fresh, name, head, code)


def linked(head: dict[str, Any], code: bytes, tables: dict[str, Any]) -> Kernel:
    """Load machine code into this process."""
    return Kernel(load(code, head["function"], tables), head["is_float"], head["faults"])


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Switch the garbage collector off: a compiler creates many objects and hardly any garbage."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def unchanged(function: F, returns: Returns = "score", once: bool = False) -> F:
    """Return a function of a search as it is, to be digested with everything that the builder bound to it."""
    return function


def described(kind: Kind) -> str:
    """Return a kind with everything that code depends on, as text."""
    if isinstance(kind, Record):
        return f"{kind.cls.__qualname__ if kind.cls else ''}{kind.names}({' '.join(map(described, kind.items))})"
    return str(kind)


def build(builder: Builder, game: Game[Any], position: Kind) -> tuple[Unit, Any, Kind]:
    """Translate a search for a game; return what was made, the key of its first function, and what that returns."""
    play, utility = game.rules.play, game.rules.utility
    unit = Unit()
    unit.templates = templates_of(position)
    returned = typed_rules(unit, game, position)
    refuse_obstacles(unit)
    expect_kinds(returned)
    is_float = any(returned.get(name) == FLOAT for name in ("utility", "evaluate", "weigh")) or is_fine(game)
    score = FLOAT if is_float else INT
    number = np.float64 if is_float else np.int64

    def play_alike(p: Any, move: int) -> Any:
        return plain.alike(play(p, move), p)

    def utility_number(p: Any, player: int) -> Any:
        return plain.finite(number(utility(p, player)))

    def as_number(evaluation: Any) -> Any:
        return plain.finite(number(evaluation))

    rules = game.with_rules(play=play_alike, utility=utility_number).with_evaluation(as_number)
    results: dict[Returns, Kind] = {
        "score": score,
        "float": FLOAT,
        "floats": Record((FLOAT,) * game.players),
        "int": INT,
    }

    def compiled(function: F, returns: Returns = "score", once: bool = False) -> F:
        if once:
            unit.inlined.add(function)
            return function
        names = inspect.signature(function).parameters
        edge = {"int": INT, "float": FLOAT}.get(returns, score)
        kinds = {"p": position, "desk": DESK, "alpha": edge, "beta": edge, "odds": FLOAT}
        unit.declared[function] = {name: kinds.get(name, INT) for name in names}, results[returns]
        return function

    root: Any = builder(rules, compiled)
    kinds, result = unit.declared[root]
    asker = Asker(unit, game)
    asker.ask(lambda frame: unit.call_python(frame, root, [Value(kinds[name], f"%{name}") for name in kinds]))
    refuse_obstacles(unit)
    return unit, (root, False, *kinds.values()), result


def is_fine(game: Game[Any]) -> bool:
    """Return whether a learned evaluation, or that of a rival, is a float."""
    model, rival = game.rules.model, game.rules.rival
    if rival is not None and (is_fine(rival) or isinstance(rival.evaluate(rival.start(), 0), float)):
        return True
    return model is not None and (model.grain != 1 or (model.middle or 0) % 1 != 0)


class Asker:
    """A place from which rules are translated, as if they were called."""

    def __init__(self, unit: Unit, game: Game[Any]) -> None:
        definition = ast.parse("def asked(): pass").body[0]
        self.unit = unit
        self.spec = Spec("@asked", game.rules.play, definition, [])
        self.frame = Frame(unit, self.spec, Scope(game.rules.play, set(), ""))

    def ask(self, question: Callable[[Frame], Any]) -> Any:
        """Translate something, twice if kinds grew; obstacles are recorded."""
        self.unit.stack.append(self.spec)
        try:
            for _ in range(3):
                self.spec.changed = False
                try:
                    answer = question(self.frame)
                except Obstacle as obstacle:
                    if all(str(obstacle) != str(each) for each in self.unit.obstacles):
                        self.unit.obstacles.append(obstacle)
                    return None
                except Unfinished:
                    return None
                if not self.spec.changed:
                    break
            return answer
        finally:
            self.unit.stack.pop()


def refuse_obstacles(unit: Unit) -> None:
    """Raise CompileError with every obstacle found."""
    if unit.obstacles:
        raise CompileError(str(unit.obstacles[0]), [str(each) for each in unit.obstacles])


# Kinds of the rules, found one by one so that every obstacle is told at once

positions: WeakKeyDictionary[Any, Kind] = WeakKeyDictionary()
"""The kinds of games' positions, by their `play`."""


def position_kind(game: Game[Any]) -> Kind:
    """Return the kind that holds every position of a game; raise CompileError if there is none."""
    play = game.rules.play
    kind = kind_of_position(game.rules.start())
    if positions.get(play) is not None and grown(positions[play], kind) == positions[play]:
        return positions[play]
    for _ in range(MOST_SHAPES):
        unit = Unit()
        unit.templates = templates_of(kind)
        asker = Asker(unit, game)
        p = Value(kind, "%p")
        after = asker.ask(lambda frame: frame.solid(unit.call_python(frame, play, [p, Value(INT, "%move")])))  # noqa: B023
        if after is None:
            return kind  # the obstacle is told with all the others
        if after.kind == kind or asker.frame.fits(after.kind, kind):
            break
        larger = grown(kind, after.kind)
        if larger is None or not is_fixed(larger):
            raise CompileError(str(unit.other_shape(after.kind, kind)))
        kind = larger
    positions[play] = kind
    return kind


def typed_rules(unit: Unit, game: Game[Any], position: Kind) -> dict[str, Kind]:
    """Translate each rule by itself; return the kinds of their results or, for those that yield, of their items."""
    arguments = {
        "p": Value(position, "%p"),
        "player": Value(INT, "%player"),
        "move": Value(INT, "%move"),
        "weights": Value(Sequence(INT), "%weights"),
    }
    returned: dict[str, Kind] = {}
    for name, rule in rules_of(game).items():
        asker = Asker(unit, game)
        asker.spec.function = rule
        wanted = RULES[name].arguments.split(", ")
        scope = asker.frame.scope
        scope.locals = {"rule", *wanted}
        scope.aliases = {"rule": asker.frame.constant(rule), **{word: arguments[word] for word in wanted}}
        call = ast.parse(f"rule({', '.join(wanted)})", mode="eval").body
        found: list[Kind] = []
        if RULES[name].yields:
            asker.ask(lambda frame: iterate(frame, call, lambda value: found.append(frame.solid(value).kind)))  # noqa: B023
        else:
            value = asker.ask(lambda frame: frame.solid(frame.expr(call)))  # noqa: B023
            found = [value.kind] if value is not None else []
        for obstacle in asker.spec.obstacles:
            unit.obstacles.append(obstacle)
        if found:
            returned[name] = found[-1]
    return returned


def expect_kinds(returned: dict[str, Kind]) -> None:
    """Raise CompileError if the rules return what searches cannot use."""
    for name in ("turn", "utility", "evaluate", "weigh", "priority"):
        kind = returned.get(name, INT)
        if kind not in NUMBERS and not (isinstance(kind, Member) and kind.is_int):
            raise CompileError(
                f"`{name}` returns {returned[name]}, not one number on every path; write: {RULES[name].form}"
            )
    for name in ("moves", "candidates"):
        kind = returned.get(name, INT)
        kind = kind.item if isinstance(kind, Maybe) else kind
        if kind not in (INT, UINT, BOOL) and not (isinstance(kind, Member) and kind.is_int):
            raise CompileError(f"`{name}` yields {kind}, not an int; write: {RULES[name].form}")
