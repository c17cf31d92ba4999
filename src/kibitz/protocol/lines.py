"""Lines of text from another program."""

from collections.abc import Iterator
from typing import IO

LONGEST_LINE = 1 << 17
"""Longer lines, in bytes, are skipped: a game of ten thousand moves is shorter."""
SWITCH = 0.0005
"""Seconds after which Python switches threads, so that answers do not wait for the compiler."""


def lines_in(stream: IO[bytes]) -> Iterator[str | None]:
    """Yield lines as they come; None for one that is too long."""
    while piece := stream.readline(LONGEST_LINE):
        whole = True
        while len(piece) == LONGEST_LINE and not piece.endswith(b"\n"):
            whole = False
            piece = stream.readline(LONGEST_LINE)
        yield piece.decode(errors="replace") if whole else None
