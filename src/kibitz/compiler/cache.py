"""Compiled searches on disk. This file and `compiler` know numba's insides.

    a file    sha256 of the rest (32 bytes), a line of JSON with the names below, machine code as a linker reads it

    {"function": the search's name in the machine code, "environments": what numba fills in when it is loaded}

Machine code runs as whoever loads it, and a checksum only tells that a file is whole: anyone can make one. So nothing
is loaded unless the folder and the file belong to the user or to root and nobody else can write to them (`files`).
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
"""The cache is trimmed to this size, the least recently used files first."""
CHECKSUM = 32
ENVIRONMENT = "_ZN08NumbaEnv"
"""How the names begin under which machine code finds numba's environments."""

loaded: dict[str, Any] = {}
"""The searches of this process, by name. They are never unloaded, so a game that is loaded again gets its old one."""
told: set[str] = set()
"""The warnings that were given."""


def load_kernel(name: str) -> Any:
    """Return the search that was kept under a name; None if there is none, or none that can be trusted."""
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
        warn(f"{file} is not used: {error.strerror}")
        return None
    if data is None or hashlib.sha256(data[CHECKSUM:]).digest() != data[:CHECKSUM]:
        return None
    head, _, code = data[CHECKSUM:].partition(b"\n")
    names = json.loads(head)
    loaded[name] = function_in(code, names["function"], names["environments"])
    return loaded[name]


def function_in(code: bytes, name: str, environments: list[str]) -> Any:
    """Load machine code into this process, and return its function of this name."""
    context = cpu_target.target_context
    codegen = context.codegen()
    if b"NRT_" in code:  # it allocates, so it needs numba's runtime
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
    """Let machine code find an environment under each of these names: without one it cannot raise `f"…"`.

    One stands for all. They differ only in the Python objects that are constants of the code, and ours has none.
    """
    for name in names:
        cpu_target.target_context.codegen().set_env(name, environment)


def taken_from(result: Any) -> tuple[Any, bytes]:
    """Return the function that numba has compiled, ready to be called, and what is kept of it; nothing if it cannot be.

    This has to be done at once: the environments of inner functions do not live long.
    """
    library = result.library
    names = [each.name for each in library._final_module.global_variables if each.name.startswith(ENVIRONMENT)]
    if any(each is None or each.consts for each in map(lookup_environment, names)):
        return result.entry_point, b""
    fill_in(names, result.environment)
    head = {"function": result.fndesc.llvm_cpython_wrapper_name, "environments": names}
    code = library._get_compiled_object()
    # Addresses of this process, and references between functions, would not survive.
    lasting = not library.has_dynamic_globals and b".numba.unresolved$" not in code
    return result.entry_point, json.dumps(head).encode() + b"\n" + code if lasting else b""


def save_kernel(name: str, function: Any, body: bytes) -> None:
    """Keep a compiled search under a name, whole or not at all."""
    if not body:
        warn("rules that hold a large table, Python objects or a function made on the fly are compiled anew each time")
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
        warn(f"compiled rules cannot be kept in {folder}: {error.strerror}")


def safe_folder() -> Path | None:
    """Return the cache's folder, made if it is missing; None, with a warning, if others could put files there."""
    try:
        folder = cache_folder()
        make_private(folder)
        reason = why_unsafe(folder)
        if reason is None:
            remove_stale(folder)
            return folder
    except OSError as error:
        reason = f"{error.strerror}: {error.filename}"
    except RuntimeError as error:  # the user has no home
        reason = str(error).rstrip(".")
    warn(f"compiled rules cannot be kept, so each run compiles them anew: {reason}; KIBITZ_CACHE names another folder")
    return None


def trim(folder: Path) -> None:
    """Delete the least recently used files beyond the size that the cache may have."""
    total = 0
    for file in sorted(folder.glob("*.kernel"), key=lambda file: file.stat().st_mtime, reverse=True):
        total += file.stat().st_size
        if total > CACHE_BYTES:
            file.unlink(missing_ok=True)


def warn(text: str) -> None:
    """Warn about speed, once for each text."""
    if text not in told:
        told.add(text)
        warnings.warn(text, PlainSpeed, stacklevel=3)
