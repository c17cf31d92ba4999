"""Every change that is made to numba, and every use of its private parts while compiling, each with its reason.

The changes last only while their context manager is open, except the first one, which holds for the whole process.
`cache` is the only other module that uses private parts of numba: it loads and saves machine code.
"""

import contextlib
import itertools
import secrets
import types as python_types
from collections.abc import Callable, Iterator
from typing import Any

import numba
from numba.core import types
from numba.core.bytecode import FunctionIdentity
from numba.core.codegen import CPUCodeLibrary
from numba.core.compiler import Flags
from numba.core.registry import cpu_target
from numba.core.targetconfig import ConfigStack
from numba.core.typed_passes import NopythonRewrites
from numba.core.typeinfer import TypeInferer
from numba.core.typing.context import BaseContext
from numba.core.typing.templates import _OverloadFunctionTemplate
from numba.core.untyped_passes import InlineClosureLikes

# Numba numbers the functions of a process and makes the number part of their names in machine code. Starting from a
# random number keeps the names unique, so that a process can load kernels that different processes have saved.
FunctionIdentity._unique_ids = itertools.count(secrets.randbits(48))

ONLY_CODE = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Options of every function that only compiled code calls. They must not differ: numba recompiles for others."""

inner = numba.njit(**ONLY_CODE)
"""Compile a function that only compiled code calls."""


@contextlib.contextmanager
def patched(owner: Any, **attributes: Any) -> Iterator[None]:
    """Replace attributes of a class or an object while the block runs."""
    usual = {name: vars(owner)[name] for name in attributes if name in vars(owner)}
    for name, value in attributes.items():
        setattr(owner, name, value)
    try:
        yield
    finally:
        for name in attributes:
            if name in usual:
                setattr(owner, name, usual[name])
            else:
                delattr(owner, name)


def usual_flags() -> Any:
    """Return the compiler flags of a function that only compiled code calls."""
    inside = inner(lambda: None)._compiler
    flags = Flags()
    inside.targetdescr.options.parse_as_flags(flags, inside.targetoptions)
    return inside._customize_flags(flags)


def return_type(function: Any, arguments: tuple[Any, ...]) -> Any:
    """Compile a function for these argument types and return the type of its result.

    It is compiled with the flags that a search uses for its callees, so the search finds it compiled.
    """
    context = cpu_target.typing_context
    context.refresh()
    with ConfigStack().enter(usual_flags()):
        return context.resolve_function_type(context.resolve_value_type(function), arguments, {}).return_type


@contextlib.contextmanager
def in_short() -> Iterator[None]:
    """Skip work of numba's that never pays here: it takes a quarter of the compile time.

    Numba looks for nested functions and for expressions over whole arrays, which searches and rules rarely contain, and
    in every round of type inference it resolves each call again, even of the same function with the same types.
    """
    inline, resolve = InlineClosureLikes.run_pass, BaseContext.resolve_function_type
    known: dict[Any, Any] = {}

    def inline_if_any(self: Any, state: Any) -> Any:
        inside = any(isinstance(item, python_types.CodeType) for item in state.func_id.code.co_consts)
        return inline(self, state) if inside else False

    def resolve_once(self: Any, function: Any, arguments: Any, named: Any) -> Any:
        if not isinstance(function, types.Function):
            return resolve(self, function, arguments, named)
        call = function, arguments, tuple(named.items())
        if call not in known:
            known[call] = resolve(self, function, arguments, named)
        return known[call]

    with (
        patched(InlineClosureLikes, run_pass=inline_if_any),
        patched(NopythonRewrites, run_pass=lambda self, state: False),
        patched(BaseContext, resolve_function_type=resolve_once),
    ):
        yield


@contextlib.contextmanager
def unfinished() -> Iterator[None]:
    """Leave functions that only compiled code calls unoptimised: they are optimised together with their caller.

    Numba would optimise each of them, with everything it calls, and generate machine code that nothing runs.
    """
    context = cpu_target.target_context

    def stand_in(library: Any, description: Any, environment: Any) -> Any:
        return [].append  # any builtin, but a new one each time: numba looks functions up by it

    with (
        patched(context, get_executable=stand_in),
        # A module that is not added to the machine code cannot be mistaken for the optimised function of that name.
        patched(context.codegen(), _add_module=lambda module: None),
        optimising(lambda library: None),
    ):
        yield


@contextlib.contextmanager
def alike_callers() -> Iterator[None]:
    """Compile a function once for all callers: numba would do so for each kind of caller, such as inlined ones."""
    usual = _OverloadFunctionTemplate.generic
    flags = usual_flags()

    def generic(self: Any, arguments: Any, named: Any) -> Any:
        with ConfigStack().enter(flags):
            return usual(self, arguments, named)

    with patched(_OverloadFunctionTemplate, generic=generic):
        yield


@contextlib.contextmanager
def optimising(optimise: Callable[[Any], None]) -> Iterator[None]:
    """Optimise modules with this function: numba's own choice of passes takes longer and gains nothing here."""
    with patched(CPUCodeLibrary, _optimize_final_module=optimise):
        yield


def optimise_once(library: Any) -> None:
    """Optimise a module in a single pass, without vectorising loops: searches have no loops over arrays."""
    passes, builder = library._codegen._module_pass_manager(opt=2, loop_vectorize=False, slp_vectorize=False)
    passes.run(library._final_module, builder)


@contextlib.contextmanager
def declared_returns(declared: dict[Any, Any]) -> Iterator[None]:
    """Take the declared return type of a recursive call: numba would infer the whole function for each call."""
    infer = TypeInferer.return_types_from_partial

    def look_up(self: Any) -> Any:
        return declared.get(self.func_id.func) or infer(self)

    with patched(TypeInferer, return_types_from_partial=look_up):
        yield
