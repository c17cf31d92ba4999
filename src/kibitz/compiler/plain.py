"""What searches and the compiler agree on: the form of a search, and the words in which it stores its data.

A builder takes a game and `compiled`, and passes every function of the search through `compiled`, which returns it
unchanged or compiled. The functions here are the plain twins of what compiled code does in its own way (`intrinsics`);
both return the same. The names of a kernel's parameters determine their types:

    p                    a position
    player, depth, ply, move    an int
    alpha, beta          a score; an int or a float in a function that returns one
    odds                 a float
    desk                 a list of numbers; compiled, a raw pointer to 64-bit words

A builder returns a function of (p, player, depth, desk) that returns the player's score. When compiled, it receives the
address of the desk, so it calls `words(desk)` before it passes the desk on.
"""

import hashlib
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
    """Prepares a function of a search to run at one of the two speeds."""

    def __call__(self, function: F, returns: Returns = "score", once: bool = False) -> F:
        """Return the function at this speed.

        returns: what the function returns: a score, a float, a float for each player, or an int.
        once: the function is called from one place only and may be inlined there.
        """


class Builder(Protocol):
    """Builds a search for one game."""

    __name__: str

    def __call__(self, game: Any, compiled: Compiled) -> Kernel:
        """Return the search at the speed of `compiled`."""


def plain(function: F, returns: Returns = "score", once: bool = False) -> F:
    """Return a function of a search unchanged: it runs plain."""
    return function


def words(desk: Desk) -> Desk:
    """Return the desk as words; compiled code converts its address to a pointer."""
    return desk


def put(desk: Desk, index: int, score: Any) -> None:
    """Write a score into a word; compiled code stores the bits of a float."""
    desk[index] = score


def get(desk: Desk, index: int, like: Any) -> Any:
    """Return the score in a word, with the type of `like`."""
    return desk[index]


def copy(desk: Desk, target: int, source: int, count: int) -> None:
    """Copy words to another place."""
    desk[target : target + count] = desk[source : source + count]


def room(p: Any) -> int:
    """Return how many words a position takes on the desk; plain, it is one item of a list."""
    return 1


def put_position(desk: Desk, index: int, p: Any) -> None:
    """Write a position into words; compiled code stores its fields."""
    desk[index] = p


def get_position(desk: Desk, index: int, like: Any) -> Any:
    """Return the position in the words from this index on, with the type of `like`."""
    return desk[index]


def row(desk: Desk, start: int, count: int) -> Any:
    """Return words as an array of ints: compiled, a view that writes to the desk; plain, a copy."""
    return desk[start : start + count]


def table_at(desk: Desk, index: int, count: int) -> Any:
    """Return the array of ints that a word of the desk leads to; compiled, the word holds its address."""
    return desk[index]


def prefetch(desk: Desk, index: int) -> None:
    """Ask the processor to load a word into its cache, since it is needed soon; plain, do nothing."""


def alike(position: Any, like: Any) -> Any:
    """Return a position with the field types of another; compiled code converts the ints and bools that rules mix."""
    return position


WORD = 1 << 64


def signed(number: int) -> int:
    """Return a number wrapped around to a signed word."""
    return (number + (WORD >> 1)) % WORD - (WORD >> 1)


def word(number: Any) -> int:
    """Return a number as a signed word: an int of 64 bits as it is, the bits of a float, a hash of a longer int."""
    if isinstance(number, float):
        return int(struct.unpack("<q", struct.pack("<d", number))[0])
    # Numpy's unsigned numbers have 64 bits too; Python's ints may have more than fit in a word.
    most = WORD if hasattr(number, "dtype") else WORD >> 1
    return signed(int(number)) if -(WORD >> 1) <= number < most else mixed(int(number))


MIXERS = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03


def mixed(number: int) -> int:
    """Return a hash of an int of any length, one word that depends on all of its bits."""
    found = -1 if number < 0 else 1
    number = abs(number)
    while number:
        found = fold(found ^ MIXERS[0], number % WORD ^ MIXERS[1])
        number >>= 64
    return found


def fold(one: int, other: int) -> int:
    """Return the exclusive or of the two halves of the 128-bit product of two words."""
    product = (one % WORD) * (other % WORD)
    return signed(product >> 64 ^ product % WORD)


def salt(number: int) -> int:
    """Return a mixing constant: a random odd word."""
    found = hashlib.sha256(f"kibitz {number}".encode()).digest()
    return int.from_bytes(found[:8], "little", signed=True) | 1


def mixed_words(words: Any, first: int, last: int) -> int:
    """Return a hash of a position: of its words, one after the other; compiled code takes the position itself."""
    terms = [each ^ salt(number) for number, each in enumerate(words, 2)]
    if len(terms) % 2:
        terms.append(salt(len(terms) + 2))
    for one, other in zip(terms[::2], terms[1::2], strict=True):
        first = fold(first ^ one, other)
    return fold(first, last)


OUT = (1 << 63) - 1
"""The word that stands for a number that cannot be represented."""
MOST_WHOLE, MOST_FLOAT = 1 << 53, 2.0**62
NOT_FINITE = "`utility` or `evaluate` returned a score that is not an int or float between -2**62 and 2**62"
SIGN_BIT = -1 << 63
ROUNDING = 1e-15
"""The relative error allowed in floats that should add up to a total."""


def finite(score: Any) -> Any:
    """Return the score of a rule unchanged; raise ValueError if it is not a number, or too large to search with."""
    if not is_number(score) or not -MOST_FLOAT < score < MOST_FLOAT:
        raise ValueError(NOT_FINITE)
    return score


def whole(number: Any, most: int) -> int:
    """Return a whole number between -most and most as an int; OUT for any other number."""
    if not is_number(number) or not -most <= number <= most:  # NaN is in no range
        return OUT
    return int(number) if int(number) == number else OUT


def ordered(number: Any) -> int:
    """Return a word that orders as the number does and whose negative stands for the negative number.

    It is the bits of a float; below 0, minus those bits without the sign. OUT for an int beyond `MOST_WHOLE`, which a
    float may not hold exactly, a float beyond `MOST_FLOAT`, and anything that is not a number.
    """
    most = MOST_FLOAT if isinstance(number, float) else MOST_WHOLE
    if not is_number(number) or not -most <= number <= most:
        return OUT
    bits = word(float(number))
    return bits if bits >= 0 else -(bits ^ SIGN_BIT)


def unordered(held: int) -> float:
    """Return the number from which `ordered` made this word."""
    bits = held if held >= 0 else -held ^ SIGN_BIT
    return float(struct.unpack("<d", struct.pack("<q", bits))[0])


def uneven(one: Any, other: Any, total: float) -> bool:
    """Return whether two utilities do not add up to a total; floats may differ by a rounding error."""
    if isinstance(one, float) or isinstance(other, float):
        return not abs(one + other - total) <= ROUNDING * max(abs(one), abs(other), abs(total))
    return bool(one + other != total)


def gathering(moves: Any) -> Callable[[Any, Desk, int, int], int]:
    """Return a function that writes a position's moves into words and returns the place after the last one.

    Moves that do not fit before the end are counted, not written. When compiled, the generator's code writes its moves
    directly.
    """

    def gather(p: Any, desk: Desk, place: int, end: int) -> int:
        for move in moves(p):
            if place < end:
                desk[place] = move
            place += 1
        return place

    return gather
