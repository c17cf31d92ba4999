"""What searches and the compiler agree on: the shape of a search, and the words it keeps its notes in.

A builder takes a game and `compiled`, which every function of the search goes through: it hands back the
function as it is, or a compiled one. The names of a kernel's parameters are their types:

    p                    a position
    player, depth, ply, move    an int
    alpha, beta          a score; an int in a function that returns one
    desk                 a list of numbers; compiled, a raw pointer to 64-bit words

What a builder returns is called with (p, player, depth, desk) and returns the player's score. Compiled, it is given the
address of the desk, so it takes `words(desk)` before it hands the desk on.
"""

import struct
from collections.abc import Callable
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from kibitz.score import is_number

F = TypeVar("F", bound=Callable[..., Any])

Desk: TypeAlias = Any
Kernel: TypeAlias = Callable[[Any, int, int, Desk], Any]
Children: TypeAlias = Callable[[Any, int, int, Desk], Any]
Returns: TypeAlias = Literal["score", "float", "floats", "int"]


class Compiled(Protocol):
    """Makes a function of a search ready to run at one of the two speeds."""

    def __call__(self, function: F, returns: Returns = "score", once: bool = False) -> F:
        """Hand back the function; `returns` is a score, a float, a float for each player, or an int.

        once: it is called from one place only, and may become a part of its caller.
        """


class Builder(Protocol):
    """Makes a search for one game."""

    __name__: str

    def __call__(self, game: Any, compiled: Compiled) -> Kernel:
        """Return the search at the speed that `compiled` gives."""


def plain(function: F, returns: Returns = "score", once: bool = False) -> F:
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


def room(p: Any) -> int:
    """Say how many words a position takes on the desk; a list holds it whole."""
    return 1


def put_position(desk: Desk, index: int, p: Any) -> None:
    """Write a position into words; compiled code keeps its fields."""
    desk[index] = p


def get_position(desk: Desk, index: int, like: Any) -> Any:
    """Read a position from words, as the type of another."""
    return desk[index]


def row(desk: Desk, start: int, count: int) -> Any:
    """Take words as an array of ints. Compiled, what is written there is written on the desk; plain, it is a copy."""
    return desk[start : start + count]


def prefetch(desk: Desk, index: int) -> None:
    """Ask the processor to bring a word near, because it is soon needed; nothing to do where Python runs."""


def alike(position: Any, like: Any) -> Any:
    """Give a position the field types of another; compiled code converts what rules mix."""
    return position


WORD = 1 << 64


def signed(number: int) -> int:
    """Wrap a number into a signed word."""
    return (number + (WORD >> 1)) % WORD - (WORD >> 1)


def word(number: Any) -> int:
    """Return a number as a signed word: an int of 64 bits, a float's bits, or a longer int mixed."""
    if isinstance(number, float):
        return int(struct.unpack("<q", struct.pack("<d", number))[0])
    # Numpy's unsigned numbers have 64 bits, too; Python's own may have more than a word holds.
    most = WORD if hasattr(number, "dtype") else WORD >> 1
    return signed(int(number)) if -(WORD >> 1) <= number < most else mixed(int(number))


MIXERS = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03


def mixed(number: int) -> int:
    """Return a word for an int of any length, in which all of its bits have a part."""
    found = -1 if number < 0 else 1
    number = abs(number)
    while number:
        found = fold(found ^ MIXERS[0], number % WORD ^ MIXERS[1])
        number >>= 64
    return found


def fold(one: int, other: int) -> int:
    """Mix two words into one: the halves of their 128-bit product, laid over each other."""
    product = (one % WORD) * (other % WORD)
    return signed(product >> 64 ^ product % WORD)


OUT = (1 << 63) - 1
"""Stands for a number that cannot be held."""
MOST_WHOLE, MOST_FLOAT = 1 << 53, 2.0**62
NOT_FINITE = "`utility` or `evaluate` returned a score that is no int or float from -2**62 to 2**62"
SIGN_BIT = -1 << 63
ROUNDING = 1e-15
"""How far floats that should sum to a total may be from it, for each unit of the larger one."""


def finite(score: Any) -> Any:
    """Return a score of the author's as it is; raise ValueError if it is no number, or too large to search with."""
    if not is_number(score) or not -MOST_FLOAT < score < MOST_FLOAT:
        raise ValueError(NOT_FINITE)
    return score


def whole(number: Any, most: int) -> int:
    """Return a whole number within ±most as an int; OUT for any other number."""
    if not is_number(number) or not -most <= number <= most:  # NaN is not
        return OUT
    return int(number) if int(number) == number else OUT


def ordered(number: Any) -> int:
    """Return a number as a word that compares as the number does, and whose negative is the negative number's.

    That word is the bits of a float, turned round below 0. OUT for what a float cannot hold, or not far below 2**62.
    """
    most = MOST_FLOAT if isinstance(number, float) else MOST_WHOLE
    if not is_number(number) or not -most <= number <= most:
        return OUT
    bits = word(float(number))
    return bits if bits >= 0 else -(bits ^ SIGN_BIT)


def unordered(held: int) -> float:
    """Return the number that `ordered` has held."""
    bits = held if held >= 0 else -held ^ SIGN_BIT
    return float(struct.unpack("<d", struct.pack("<q", bits))[0])


def uneven(one: Any, other: Any, total: float) -> bool:
    """Return whether two utilities sum to something else than a total; floats may be off by their rounding."""
    if isinstance(one, float) or isinstance(other, float):
        return not abs(one + other - total) <= ROUNDING * max(abs(one), abs(other), abs(total))
    return bool(one + other != total)


def gathering(moves: Any) -> Callable[[Any, Desk, int, int], int]:
    """Make the function that writes a position's moves into words, up to an end, and says where it stopped.

    Compiled, the generator is turned into a function that writes its moves straight away.
    """

    def gather(p: Any, desk: Desk, place: int, end: int) -> int:
        for move in moves(p):
            if place < end:
                desk[place] = move
            place += 1
        return place

    gather.__wrapped__ = moves  # type: ignore[attr-defined]
    return gather
