"""How the threads of a search share the work: each defers moves that another is searching (simplified ABDADA)."""

from collections.abc import Callable
from typing import Any

from kibitz.compiler.plain import Desk, words
from kibitz.search.engine.desk import BUSY, BUSY_SIZE


def sharing_of(key_of: Callable[[Any], int]) -> tuple[Callable[[Any, int, bool, Desk], int], Callable[..., None]]:
    """Make the functions that record which children are being searched."""

    def is_busy(child: Any, depth: int, first: bool, desk: Desk) -> int:
        """Record that this thread searches a child; return 1 if another already does and the child can wait."""
        busy = words(desk[BUSY])
        mark = key_of(child) ^ depth
        if not first and busy[mark & BUSY_SIZE - 1] == mark:
            return 1
        busy[mark & BUSY_SIZE - 1] = mark
        return 0

    def leave_child(child: Any, depth: int, desk: Desk) -> None:
        """Record that this thread has searched a child."""
        busy = words(desk[BUSY])
        mark = key_of(child) ^ depth
        if busy[mark & BUSY_SIZE - 1] == mark:
            busy[mark & BUSY_SIZE - 1] = 0

    return is_busy, leave_child
