"""What searches and the compiler agree on: the shape of a search, and the words it keeps its notes in.

A builder takes a game and `compiled`, which every function of the search goes through: it hands back the
function as it is, or a compiled one. The names of a kernel's parameters are their types:

    p                    a position
    player, depth, ply, move    an int
    alpha, beta          a score
    desk                 a list of numbers; compiled, a raw pointer to 64-bit words

What a builder returns is called with (p, player, depth, desk) and returns the player's score. Compiled, it is given the
address of the desk, so it takes `words(desk)` before it hands the desk on.
"""

from collections.abc import Callable
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

Desk: TypeAlias = Any
Kernel: TypeAlias = Callable[[Any, int, int, Desk], Any]
Children: TypeAlias = Callable[[Any, int, int, Desk], Any]
Returns: TypeAlias = Literal["score", "float", "floats", "int"]


class Compiled(Protocol):
    """Makes a function of a search ready to run at one of the two speeds."""

    def __call__(self, function: F, returns: Returns = "score") -> F:
        """Hand back the function; `returns` is a score, a float, a float for each player, or an int."""


class Builder(Protocol):
    """Makes a search for one game."""

    __name__: str

    def __call__(self, game: Any, compiled: Compiled) -> Kernel:
        """Return the search at the speed that `compiled` gives."""


def plain(function: F, returns: Returns = "score") -> F:
    """Leave a function of a search as it is."""
    return function


def words(desk: Desk) -> Desk:
    """Take the desk as words; compiled code makes a pointer of an address."""
    return desk


def put(desk: Desk, index: int, score: Any) -> None:
    """Write a score into a word; compiled code keeps a float's bits."""
    desk[index] = score


def get(desk: Desk, index: int, like: Any) -> Any:
    """Read a score from a word, as the type of the third."""
    return desk[index]


def copy(desk: Desk, target: int, source: int, count: int) -> None:
    """Copy words to another place."""
    desk[target : target + count] = desk[source : source + count]
