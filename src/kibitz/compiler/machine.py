"""LLVM: text in, machine code out; machine code in, something to call out."""

import ctypes
import struct
import threading
from functools import cache
from typing import Any

import llvmlite.binding as llvm
import numpy as np

from kibitz.compiler.emit import ARENA_END, ARENA_TOP, CONTEXT_WORDS, ERROR, RESULT, VALUES

ARENA_BYTES = 64 << 20
"""The memory for lists of one thread. The system provides it only as far as it is used."""


@cache
def target() -> Any:
    """Return the processor to compile for: this one."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    features = llvm.get_host_cpu_features().flatten()
    native = llvm.Target.from_default_triple()
    return native.create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=features, opt=3, reloc="default", codemodel="jitdefault", jit=True
    )


def processor() -> str:
    """Return what machine code depends on besides its source: processor and version."""
    return f"{llvm.get_process_triple()} {llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"


@cache
def engine() -> Any:
    """Return LLVM's loader of machine code, one for the process."""
    machine = target()
    empty = llvm.parse_assembly("")
    return llvm.create_mcjit_compiler(empty, machine)


def assemble(text: str) -> bytes:
    """Return the machine code of a module. Loops over arrays are not vectorised: searches have none."""
    machine = target()
    module = llvm.parse_assembly(text)
    module.verify()
    module.triple = llvm.get_process_triple()
    module.data_layout = str(machine.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = False
    options.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    passes = builder.getModulePassManager()
    passes.run(module, builder)
    code: bytes = machine.emit_object(module)
    return code


ENTRY = ctypes.CFUNCTYPE(
    ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p
)


def load(code: bytes, name: str, tables: dict[str, Any]) -> Any:
    """Load machine code into this process and return its function of this name.

    tables: the arrays that it reads, by name.
    """
    loader = engine()
    loader.add_object_file(llvm.ObjectFileRef.from_data(code))
    loader.finalize_object()
    for table, array in tables.items():
        place = ctypes.c_void_p.from_address(loader.get_global_value_address(f"{name}_{table}"))
        place.value = array.ctypes.data
    return ENTRY(loader.get_function_address(name))


class Context(threading.local):
    """What compiled code needs for one thread: a place to jump to, memory for lists, the last error."""

    def __init__(self) -> None:
        self.words = (ctypes.c_int64 * CONTEXT_WORDS)()
        self.address = ctypes.addressof(self.words)
        self.arena = np.empty(ARENA_BYTES, np.uint8)
        start = self.arena.ctypes.data
        self.top = start + 64 - start % 64
        self.words[ARENA_END] = start + ARENA_BYTES
        self.number = ctypes.c_double.from_address(self.address + 8 * RESULT)

    def reset(self) -> None:
        """Return all memory for lists to the thread."""
        self.words[ARENA_TOP] = self.top


context = Context()


def outcome(is_float: bool) -> Any:
    """Return what the last run has returned."""
    return context.number.value if is_float else context.words[RESULT]


def failure(faults: list[Any]) -> Exception:
    """Return the error that the last run has raised."""
    import builtins

    exception, parts = faults[int(context.words[ERROR])]
    values = iter(context.words[VALUES:])
    text = ""
    for part in parts:
        if isinstance(part, str):
            text += part
            continue
        kind, form = part
        held = next(values)
        number: Any = held
        if kind == "a float":
            number = struct.unpack("<d", struct.pack("<q", held))[0]
        elif kind == "a bool":
            number = bool(held)
        elif kind == "an np.uint64":
            number = held % (1 << 64)
        text += format(number, form)
    error: Exception = getattr(builtins, exception)(text) if parts else getattr(builtins, exception)()
    return error
