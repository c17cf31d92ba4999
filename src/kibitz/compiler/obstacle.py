"""An obstacle: something in the author's functions that cannot be compiled, in words."""

import linecache
from pathlib import Path
from typing import Any


class Obstacle(Exception):
    """Something that cannot be compiled: where, why, and what to write instead."""

    def __init__(self, function: Any, line: int, reason: str, remedy: str = "") -> None:
        super().__init__(reason)
        self.function, self.line, self.reason, self.remedy = function, line, reason, remedy

    @property
    def place(self) -> tuple[str, int]:
        """Return the file and line."""
        return getattr(getattr(self.function, "__code__", None), "co_filename", ""), self.line

    def __str__(self) -> str:
        file, line = self.place
        what = f"{self.reason}; {self.remedy}" if self.remedy else self.reason
        if not file:
            return what
        name = getattr(self.function, "__name__", "")
        text = linecache.getline(file, line).strip()
        return f"`{name}` ({Path(file).name}, line {line}: {text}) cannot be compiled: {what}"
