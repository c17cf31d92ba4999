"""The folder of a run of learning: everything that is needed to resume after the process was killed.

It stands beside the file of weights that is being learned, and is removed when the run is complete.

    lock             held by the run, so that no other one uses the folder
    state.json       the options of the run, how far it is, and what happened so far
    NAME.npz         arrays: the numbers of a model before they are rounded
    NAME.weights     models
    records-N.bin    the records of generation N, written as they are made
"""

import contextlib
import json
import os
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.errors import KibitzError, OptionError
from kibitz.files import lock, replacing
from kibitz.learning.progress import Step
from kibitz.model import Model
from kibitz.model_file import read_model, write_model

SUFFIX = ".learning"
COUNTS = ("units", "games", "positions", "in_generation", "bytes", "minutes")
"""The numbers in the state of a run."""


def folder_of(out: Path) -> Path:
    """Return the folder of the run that writes a file of weights."""
    return out.with_name(out.name + SUFFIX)


def is_begun(out: Path) -> bool:
    """Return whether there is a run to resume."""
    return (folder_of(out) / "state.json").exists()


@contextlib.contextmanager
def writing(file: Path) -> Iterator[None]:
    """Name the file in errors of writing it."""
    try:
        yield
    except OSError as error:
        raise OptionError(f"cannot write {file}: {error.strerror}") from error


class Folder:
    """Where a run keeps what it has found so far."""

    def __init__(self, out: Path, options: dict[str, Any]) -> None:
        """Open the folder of a run, or begin one; raise if it belongs to a run with other options."""
        self.path = folder_of(out)
        self.options = options
        self.state: dict[str, Any] = {}
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self.lock = (self.path / "lock").open("w")
        except OSError as error:
            raise OptionError(f"cannot write to {self.path}: {error.strerror}; give another --out") from error
        if not lock(self.lock.fileno(), wait=False):
            self.lock.close()
            raise OptionError(f"another run is using {self.path}; give this one another --out")
        try:
            if (self.path / "state.json").exists():
                self.state = self.read_state()
                self.refuse_others()
            else:  # what a run left that was killed before it wrote down its state
                for file in self.path.iterdir():
                    if file.is_dir():
                        raise OptionError(f"{self.path} holds a folder, {file.name}; remove it, or give another --out")
                    if file.name != "lock":
                        file.unlink()
        except BaseException:
            self.lock.close()
            raise

    def read_state(self) -> dict[str, Any]:
        """Return what was written down about the run."""
        try:
            state = json.loads((self.path / "state.json").read_text(encoding="utf-8"))
            counts = [state.get(name, 0) for name in COUNTS]
            if not isinstance(state["options"], dict) or not all(isinstance(count, int | float) for count in counts):
                raise ValueError
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
            raise OptionError(f"{self.path / 'state.json'} is damaged; remove {self.path} to begin again") from error
        return dict(state)

    def refuse_others(self) -> None:
        """Raise if the folder belongs to a run with other options."""
        known, options = self.state["options"], self.options
        for wrong in {**known, **options}:
            if known.get(wrong) == options.get(wrong):
                continue
            if wrong in ("layout", "position"):
                raise OptionError(
                    f"the features or the rules of {options['game']} have changed since the run in {self.path} began; "
                    "remove it to begin again"
                )
            raise OptionError(
                f"{self.path} is of a run with {wrong} {known.get(wrong)!r}, not {options.get(wrong)!r}; "
                "resume that run, or remove it"
            )

    def __enter__(self) -> "Folder":
        return self

    def __exit__(self, *_: object) -> None:
        """Let other runs use the folder; remove it if there is nothing to resume."""
        if not self.state:
            self.remove()
        self.lock.close()

    def save(self, **state: Any) -> None:
        """Write down how far the run is."""
        changed = {**self.state, **state, "options": self.options}
        name = self.path / "state.json"
        with writing(name), replacing(name, 0o644) as file:
            file.write(json.dumps(changed).encode())
        self.state = changed

    def steps(self) -> list[Step]:
        """Return the steps that the run has made."""
        try:
            return [Step(**step) for step in self.state.get("steps", [])]
        except TypeError as error:
            raise OptionError(f"{self.path / 'state.json'} is damaged; remove {self.path} to begin again") from error

    def save_arrays(self, name: str, arrays: list[Any]) -> None:
        """Write arrays."""
        held = self.path / f"{name}.npz"
        with writing(held), replacing(held, 0o644) as file:
            np.savez(file, *arrays)

    def arrays(self, name: str) -> list[Any] | None:
        """Return the arrays of a name; None if the run has not come that far."""
        file = self.path / f"{name}.npz"
        if not self.state.get("steps") and not file.exists():
            return None
        try:
            with file.open("rb") as source, np.load(source) as held:
                return [held[each] for each in held.files]
        except (OSError, ValueError, EOFError, zipfile.BadZipFile) as error:
            raise OptionError(f"cannot use {file}: {error}; remove {self.path} to begin again") from error

    def save_model(self, name: str, model: Model) -> Path:
        """Write a model, and return its file."""
        file = self.path / f"{name}.weights"
        write_model(file, model)
        return file

    def model(self, name: str) -> Model:
        """Return the model of a name."""
        try:
            return read_model(self.path / f"{name}.weights")
        except KibitzError as error:
            raise OptionError(f"{error}; remove {self.path} to begin again") from error

    def add_records(self, generation: int, records: Any) -> None:
        """Add records to those of a generation."""
        name = self.path / f"records-{generation}.bin"
        with writing(name), name.open("ab") as file:
            file.write(records.tobytes())

    def size_of(self, generation: int) -> int:
        """Return the bytes of a generation's records."""
        file = self.path / f"records-{generation}.bin"
        return file.stat().st_size if file.exists() else 0

    def cut_records(self, generation: int, size: int) -> None:
        """Remove the records of a generation beyond this many bytes, which were written after the run's state."""
        file = self.path / f"records-{generation}.bin"
        if (found := self.size_of(generation)) < size:
            raise OptionError(f"{file} is missing or cut short; remove {self.path} to begin again")
        if found > size:
            os.truncate(file, size)

    def records(self, generation: int, words: int) -> Any:
        """Return the records of a generation."""
        file = self.path / f"records-{generation}.bin"
        if not file.exists():
            return np.zeros((0, words), np.int64)
        held = np.fromfile(file, np.int64)
        if len(held) % words:
            raise OptionError(f"cannot use {file}: it is cut short; remove {self.path} to begin again")
        return held.reshape(-1, words)

    def forget_records(self, generation: int) -> None:
        """Remove the records of a generation."""
        (self.path / f"records-{generation}.bin").unlink(missing_ok=True)

    def remove(self) -> None:
        """Remove the folder: the run is complete."""
        shutil.rmtree(self.path, ignore_errors=True)
