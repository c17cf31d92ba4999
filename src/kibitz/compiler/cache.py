"""Compiled searches on disk. Saving and loading machine code needs private parts of numba, which are used here.

    a file    sha256 of the rest (32 bytes), a line of JSON with the names below, an object file of machine code

    {"function": the search's name in the machine code, "environments": the names that numba binds on loading}

Machine code runs with the rights of whoever loads it, and a checksum proves only that a file is complete: anyone can
compute one. So a file is loaded only if it and its folder belong to the user or to root and nobody else can write to
them (`files`).
"""

import contextlib
import hashlib
import json
import os
import sys
import warnings
from pathlib import Path
from typing import Any

from numba import _dynfunc
from numba.core.environment import Environment, lookup_environment
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys

from kibitz.errors import PlainSpeed
from kibitz.files import cache_folder, make_private, read_private, remove_stale, replacing, why_unsafe

CACHE_BYTES = 256 << 20
"""The largest size of the cache; the least recently used files are deleted first."""
CHECKSUM = 32
ENVIRONMENT = "_ZN08NumbaEnv"
"""Prefix of the names under which machine code finds numba's environments."""

loaded: dict[str, Any] = {}
"""The searches in this process, by name. They are never unloaded, so a game that is loaded again gets the same one."""
told: set[str] = set()
"""The warnings that have been issued."""


def load_kernel(name: str) -> Any:
    """Return the search saved under a name; None if there is none that is intact and can be trusted."""
    if name in loaded:
        return loaded[name]
    folder = safe_folder()
    if folder is None:
        return None
    file = folder / f"{name}.kernel"
    try:
        data = read_private(file)
        with contextlib.suppress(OSError):
            os.utime(file)
    except OSError as error:
        warn(f"ignoring {file}: {error.strerror}")
        return None
    if data is None or hashlib.sha256(data[CHECKSUM:]).digest() != data[:CHECKSUM]:
        return None
    head, _, code = data[CHECKSUM:].partition(b"\n")
    names = json.loads(head)
    loaded[name] = function_in(code, names["function"], names["environments"])
    return loaded[name]


def function_in(code: bytes, name: str, environments: list[str]) -> Any:
    """Load machine code into this process and return its function of this name."""
    context = cpu_target.target_context
    codegen = context.codegen()
    if b"NRT_" in code:  # it allocates memory, so it needs numba's runtime
        rtsys.initialize(context)
    library = codegen.create_library("kernel")
    library.enable_object_caching()
    library._set_compiled_object(code)
    library._finalize_final_module()
    environment = Environment({})
    fill_in(environments, environment)
    address = codegen._engine.get_function_address(name)
    return _dynfunc.make_function(sys.modules[__name__], "kernel", "", address, environment, (library,))


def fill_in(names: list[str], environment: Any) -> None:
    """Bind each of these names to an environment: without one, machine code cannot raise an error with an `f"…"`.

    One serves for all: environments differ only in the Python objects that are constants of the code, and it has none.
    """
    for name in names:
        cpu_target.target_context.codegen().set_env(name, environment)


def taken_from(result: Any) -> tuple[Any, bytes]:
    """Return the function that numba has compiled, ready to be called, and what to save; b"" if it cannot be saved.

    Call this right after compiling: the environments of inner functions are soon discarded.
    """
    library = result.library
    names = [each.name for each in library._final_module.global_variables if each.name.startswith(ENVIRONMENT)]
    if any(each is None or each.consts for each in map(lookup_environment, names)):
        return result.entry_point, b""
    fill_in(names, result.environment)
    head = {"function": result.fndesc.llvm_cpython_wrapper_name, "environments": names}
    code = library._get_compiled_object()
    # Addresses in this process and references to other functions would be invalid in another process.
    lasting = not library.has_dynamic_globals and b".numba.unresolved$" not in code
    return result.entry_point, json.dumps(head).encode() + b"\n" + code if lasting else b""


def save_kernel(name: str, function: Any, body: bytes) -> None:
    """Save a compiled search under a name, completely or not at all."""
    if not body:
        warn("rules with a large table, Python objects or functions created at run time are recompiled on every run")
        return
    loaded[name] = function
    folder = safe_folder()
    if folder is None:
        return
    try:
        with replacing(folder / f"{name}.kernel") as file:
            file.write(hashlib.sha256(body).digest() + body)
        trim(folder)
    except OSError as error:
        warn(f"cannot save compiled rules in {folder}: {error.strerror}")


def safe_folder() -> Path | None:
    """Return the folder of the cache, created if missing; None, with a warning, if others could put files there."""
    try:
        folder = cache_folder()
        make_private(folder)
        reason = why_unsafe(folder)
        if reason is None:
            remove_stale(folder)
            return folder
    except OSError as error:
        reason = f"{error.strerror}: {error.filename}"
    except RuntimeError as error:  # the user has no home folder
        reason = str(error).rstrip(".")
    warn(f"cannot save compiled rules, so every run recompiles them: {reason}; set KIBITZ_CACHE to another folder")
    return None


def trim(folder: Path) -> None:
    """Delete the least recently used files until the cache is no larger than `CACHE_BYTES`."""
    total = 0
    for file in sorted(folder.glob("*.kernel"), key=lambda file: file.stat().st_mtime, reverse=True):
        total += file.stat().st_size
        if total > CACHE_BYTES:
            file.unlink(missing_ok=True)


def warn(text: str) -> None:
    """Issue a warning about speed, once for each text."""
    if text not in told:
        told.add(text)
        warnings.warn(text, PlainSpeed, stacklevel=3)
