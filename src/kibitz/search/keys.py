"""Keys: a word that identifies a position to the table, to repetition and to retrograde analysis.

Law. Equal positions have equal keys, if they can be compared by value. Different positions have different keys, except
for about one pair in 2**64:
    a game with `key`              what it returns, mixed
    numbers, and tuples of them    every number, mixed; the same in every process and at both speeds
    other values with a hash       a number for each, assigned when first met; their own hash is not trusted
    anything else                  a new key each time, so that nothing is mistaken for something else
"""

import enum
import itertools
import secrets
import warnings
from collections.abc import Callable
from typing import Any, cast
from weakref import WeakKeyDictionary

from kibitz.compiler.plain import fold, mixed_words, salt, word
from kibitz.errors import CompileError, GameError, KibitzWarning
from kibitz.fault import brief
from kibitz.game import Game
from kibitz.rules import RULES
from kibitz.score import is_number

MOST_MET = 1 << 20
"""The most positions not made of numbers that are remembered; later ones get a new key each time."""


FIRST_SALT, LAST_SALT = salt(0), salt(1)


def key_maker(game: Game[Any], plain: bool = True) -> Callable[[Any], int]:
    """Make the function that returns a position's key.

    plain: it runs in Python, where tuples may change their length between positions.
    """
    given = game.rules.key
    if given is not None:

        def key_of_given(p: Any) -> int:
            return fold(word(given(p)) ^ FIRST_SALT, LAST_SALT)

        def key_of_checked(p: Any) -> int:
            if not is_number(key := given(p)):
                raise GameError(f"`key` of {game.name} returned {brief(key)}, not an int; write: {RULES['key'].form}")
            return fold(word(key) ^ FIRST_SALT, LAST_SALT)

        return key_of_checked if plain else key_of_given

    def key_of_words(p: Any) -> int:
        return mixed_words(p, FIRST_SALT, LAST_SALT)

    if not plain:
        return key_of_words
    start = game.rules.start()
    paths = paths_of(start, "p")
    numbers = met.setdefault(game.rules.play, Numbers())  # shared by games that differ only in their scores
    if paths is None:
        words = words_maker(game)

        def key_of_packed(p: Any) -> int:
            try:
                return key_of_words(words(p))  # type: ignore[misc]
            except OverflowError:  # an int of more than 64 bits
                return numbers.key_of(p)

        return key_of_packed if words else numbers.key_of
    # Generated as source, because a search asks for many keys. The same as `mixed_words` of the numbers.
    terms = [f"word({path}) ^ {salt(number)}" for number, path in enumerate(paths, 2)]
    if len(terms) % 2:
        terms.append(str(salt(len(terms) + 2)))
    mixed = "FIRST_SALT"
    for one, other in zip(terms[::2], terms[1::2], strict=True):
        mixed = f"fold({mixed} ^ {one}, {other})"
    names = dict(globals())
    exec(f"def key_of_fields(p): return fold({mixed}, LAST_SALT)", names)
    key_of_fields: Callable[[Any], int] = names["key_of_fields"]

    def key_of_shape(p: Any) -> int:
        return key_of_fields(p) if is_shaped(p, start) else numbers.key_of(p)

    return key_of_shape


def words_maker(game: Game[Any]) -> Callable[[Any], Any] | None:
    """Return a function that returns the words of a position in compiled code; None if there is no such code."""
    from kibitz.compiler.compile import position_kind
    from kibitz.compiler.positions import packer

    try:
        return packer(position_kind(game))
    except CompileError:
        return None


def paths_of(p: Any, path: str) -> list[str] | None:
    """Return the path to every number in a position; None if it contains anything else."""
    if isinstance(p, tuple):
        parts = [paths_of(item, f"{path}[{i}]") for i, item in enumerate(p)]
        return None if None in parts else [each for part in parts for each in part or ()]
    return [path] if is_number(p) else None


def is_shaped(p: Any, like: Any) -> bool:
    """Return whether a position has numbers in the same places as another."""
    if isinstance(like, tuple):
        return isinstance(p, tuple) and len(p) == len(like) and all(map(is_shaped, p, like))
    return is_number(p)


class Numbers:
    """Numbers for positions, assigned when first met."""

    def __init__(self) -> None:
        # Start at a random number, so that what another process saved on disk is never mistaken for one of these.
        self.next = itertools.count(secrets.randbits(62))
        self.known: dict[Any, int] = {}

    def key_of(self, p: Any) -> int:
        """Return the key of a position."""
        number = self.known.get(p) if is_value(p) else None
        if number is None:
            number = next(self.next)
            if len(self.known) < MOST_MET and is_value(p):
                self.known[p] = number
        return fold(number ^ FIRST_SALT, LAST_SALT)


met: WeakKeyDictionary[Callable[..., Any], Numbers] = WeakKeyDictionary()


def is_value(p: Any) -> bool:
    """Return whether Python compares and hashes a position by its value."""
    if isinstance(p, tuple) and type(p).__eq__ is cast(Any, tuple).__eq__:
        return all(map(is_value, p))
    try:
        hash(p)
    except TypeError:
        return False
    return not is_by_identity(p) and bool(p == p)  # NaN is not even equal to itself


def is_by_identity(p: Any) -> bool:
    """Return whether a position is equal only to itself; None and enum members are, but there is only one of each."""
    if p is None or isinstance(p, enum.Enum):
        return False
    return type(p).__eq__ is cast(Any, object).__eq__


def has_values(game: Game[Any]) -> bool:
    """Return whether a game's positions can be recognised; warn if they cannot."""
    p = game.start()
    if game.rules.key is not None or is_value(p):
        return True
    warnings.warn(f"{game.name} is searched without a table, so slower: {why_not(p)}", KibitzWarning, stacklevel=2)
    return False


def need_values(game: Game[Any], what: str) -> None:
    """Raise unless a game's positions can be recognised."""
    p = game.start()
    if game.rules.key is None and not is_value(p):
        raise GameError(f"{what} needs positions that can be compared: {why_not(p)}")


def why_not(p: Any) -> str:
    """Return why a position cannot be recognised when met again, and what to do about it."""
    how = "are compared by identity" if is_by_identity(p) else "cannot be compared and hashed by value"
    return f"its positions ({type(p).__name__}) {how}; make them a NamedTuple or a frozen dataclass, or define `key`"
