"""The front door of the compiler: a search and a game in, machine code out.

Rules need no decorator: every plain function that a search reaches, in whatever module or closure, is made callable
from compiled code. Every compiled search is saved to disk under a digest of everything it is made of.

    plain, numba_patches, cache ◄─ intrinsics ◄─ digest ◄─ rewrite ◄─ explain ◄─ compile
"""

import contextlib
import dataclasses
import dis
import gc
import hashlib
import inspect
import time
import warnings
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import numba
import numpy as np
from numba.core import types
from numba.core.errors import NumbaWarning
from numba.core.registry import cpu_target
from numba.extending import overload

from kibitz.compiler import plain
from kibitz.compiler.cache import load_kernel, save_kernel, taken_from, warn
from kibitz.compiler.digest import Undigestible, digest, reached_functions, rules_of, sources_digest
from kibitz.compiler.explain import explain, odd_part
from kibitz.compiler.intrinsics import OVERLOADS, POINTER
from kibitz.compiler.numba_patches import (
    ONLY_CODE,
    alike_callers,
    declared_returns,
    in_short,
    inner,
    optimise_once,
    optimising,
    return_type,
    unfinished,
)
from kibitz.compiler.plain import Builder, Desk, F, Returns
from kibitz.compiler.rewrite import compilable
from kibitz.errors import CompileError
from kibitz.game import Game
from kibitz.rules import RULES

MOST_STRAIGHT, MOST_LOOPED = 600, 256
"""The most bytes of bytecode that a short function has, without a loop and with one."""


@dataclasses.dataclass(frozen=True)
class Machine:
    """A compiled search. It is called like a plain one, with an array of int64 as its desk."""

    run: Any
    seconds: float  # spent on compiling or loading
    fresh: bool  # compiled now, not loaded
    name: str | None  # in the cache; None if it cannot be cached
    body: bytes  # what the cache saves

    def __call__(self, p: Any, player: int, depth: int, desk: Desk) -> Any:
        """Run the search; other threads can run Python meanwhile."""
        return self.run(p, player, depth, desk.ctypes.data)

    def keep(self) -> None:
        """Save a fresh search in the cache; call it once the search is known to agree with the plain one."""
        if self.fresh and self.name:
            save_kernel(self.name, self.run, self.body)


def compile_search(builder: Builder, game: Game[Any]) -> Machine:
    """Return a search compiled for a game, loaded from the cache if it is there."""
    started = time.perf_counter()
    position = position_type(game)
    name: str | None = None
    reason = ""
    try:
        rules = digest([*rules_of(game).items(), builder(game, unchanged)])
        rule = game.rules
        shape = f"{game.players} {rule.teams} {game.objective} {game.repetition > 0} {rule.margin} {len(rule.row)}"
        constants = f"{shape} {position} {cpu_target.target_context.codegen().magic_tuple()}"
        name = hashlib.sha256(
            f"{builder.__name__} {constants} {rules} {sources_digest(inspect.getfile(builder))}".encode()
        ).hexdigest()
    except Undigestible as error:
        reason = str(error)
    run, body = load_kernel(name) if name else None, b""
    fresh = run is None
    if fresh:
        with warnings.catch_warnings(), undisturbed(), in_short():
            warnings.simplefilter("ignore", NumbaWarning)
            run, body = taken_from(build(builder, game, position))
    if reason:
        warn(f"{game.name} is recompiled on every run: {reason}, whose changes cannot be detected")
    return Machine(run, time.perf_counter() - started, fresh, name, body)


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


def build(builder: Builder, game: Game[Any], position: Any) -> Any:
    """Compile a search for a game and return numba's result.

    position: the type of the game's positions in compiled code.
    """
    play = game.rules.play

    def play_alike(p: Any, move: int) -> Any:
        return plain.alike(play(p, move), p)

    make_reachable(rules_of(game).values())
    with unfinished(), alike_callers():
        returned = typed_rules(game, position)
    expect_types(returned, position)
    is_float = any(isinstance(returned.get(name), types.Float) for name in ("utility", "evaluate", "weigh"))
    score = types.float64 if is_float else types.int64
    number = np.float64 if is_float else np.int64
    utility = game.rules.utility

    def utility_number(p: Any, player: int) -> Any:
        return plain.finite(number(utility(p, player)))

    def as_number(evaluation: Any) -> Any:
        return plain.finite(number(evaluation))

    rules = game.with_rules(play=play_alike, utility=utility_number).with_evaluation(as_number)
    kinds: dict[Returns, Any] = {
        "score": score,
        "float": types.float64,
        "floats": types.UniTuple(types.float64, game.players),
        "int": types.int64,
    }
    parameters = {"p": position, "desk": POINTER}
    parts: list[tuple[Any, Any]] = []

    def compiled(function: F, returns: Returns = "score", once: bool = False) -> F:
        names = inspect.signature(function).parameters
        edges = {} if returns == "int" else {"alpha": score, "beta": score}
        signature = kinds[returns](*({**parameters, **edges}.get(name, types.int64) for name in names))
        if once:
            part_of_caller: F = numba.njit(inline="always", **ONLY_CODE)(function)
            return part_of_caller
        dispatcher: F = inner(function)
        parts.append((dispatcher, signature))
        return dispatcher

    root: Any = builder(rules, compiled)
    main = numba.njit(nogil=True)(root.py_func)
    signature = dict(parts).pop(root).return_type(position, types.int64, types.int64, types.int64)
    inside = [part for part in parts if part[0] is not root]
    try:
        returns = {dispatcher.py_func: part.return_type for dispatcher, part in parts}
        with declared_returns(returns), alike_callers():
            for dispatcher, part in [*inside, (main, signature)]:
                make_reachable([dispatcher])
                with optimising(optimise_once) if dispatcher is main else unfinished():
                    dispatcher.compile(part)
                # From now on arguments of other types are converted instead of compiled for.
                dispatcher.disable_compile()
    except Exception as error:  # numba also raises errors that are not its own
        raise CompileError(explain("play", game.rules.play, error)) from error
    return main.overloads[signature.args]


# Functions that compiled code can call


def make_reachable(roots: Iterable[Any]) -> None:
    """Make every plain function that can be reached from these callable from compiled code."""
    for function in reached_functions(roots):
        make_callable(function)


@cache
def make_callable(function: Any) -> None:
    """Make a plain function callable from compiled code; for Python it does not change."""
    if function not in OVERLOADS:
        options = {**ONLY_CODE}
        if is_short(function):
            options["forceinline"] = True
        if is_foreign(function):
            options["boundscheck"] = True
        overload(function, strict=False, jit_options=options)(lambda *arguments, **named: compilable(function))


def is_short(function: Any) -> bool:
    """Return whether a function is short enough to be inlined wherever it is called."""
    if inspect.isgeneratorfunction(function):
        return False
    has_loop = any("JUMP_BACKWARD" in item.opname for item in dis.get_instructions(function))
    return len(function.__code__.co_code) <= (MOST_LOOPED if has_loop else MOST_STRAIGHT)


def is_foreign(function: Any) -> bool:
    """Return whether a function is not part of kibitz: an index out of bounds must raise there, as in Python."""
    return not (getattr(function, "__wrapped__", function).__module__ or "").startswith("kibitz.")


# Types of the rules, inferred one by one so that an error can name the rule at fault


def position_type(game: Game[Any]) -> Any:
    """Return the type of a game's positions in compiled code."""
    p = game.rules.start()
    where, odd = odd_part(p, "")
    if where is not None:
        raise CompileError(
            f"a position {where}holds {odd}; "
            "to be compiled it must be an int, or a NamedTuple of ints and tuples of ints"
        )
    return numba.typeof(p)


def typed_rules(game: Game[Any], position: Any) -> dict[str, Any]:
    """Compile each rule by itself and return the types of their results, by name."""
    row = types.Array(types.int64, 1, "C")
    arguments = {"p": position, "player": types.int64, "move": types.int64, "weights": row}
    returned = {}
    for name, rule in rules_of(game).items():
        wanted = RULES[name].arguments.split(", ")
        try:
            returned[name] = return_type(rule, tuple(arguments[word] for word in wanted))
        except Exception as error:  # numba also raises errors that are not its own
            raise CompileError(explain(name, rule, error)) from error
    return returned


def expect_types(returned: dict[str, Any], position: Any) -> None:
    """Raise CompileError if the rules return types that searches cannot use."""
    if not same_shape(returned["play"], position):
        raise CompileError(
            f"`play` returns {returned['play']}, but `start` returns {position}: every field must keep its type"
        )
    number = types.Integer | types.Boolean | types.Float
    for name in ("turn", "utility", "evaluate", "weigh", "priority"):
        if name in returned and not isinstance(returned[name], number):
            raise CompileError(
                f"`{name}` returns {returned[name]}, not one number on every path; write: {RULES[name].form}"
            )


def same_shape(one: Any, other: Any) -> bool:
    """Return whether the first type converts to the second: both are numbers, or tuples of the same shape."""
    if isinstance(one, types.BaseTuple) and isinstance(other, types.BaseTuple):
        return len(one) == len(other) and all(map(same_shape, one, other))
    if isinstance(one, types.Float) and not isinstance(other, types.Float):
        return False  # the fraction would be lost
    return all(isinstance(each, types.Number | types.Boolean) for each in (one, other))
