"""The transposition table: what is known of positions that a search has met, shared by its threads.

    table     buckets of two entries; the first keeps the deeper, the second the newer
    entry     two words: key ^ data, data. Words of different writes do not fit together, so no lock is needed.
    data      score 32 bits | age 6 | used 1 | final 1 | bound 2 | depth 10 | move 12

`move` is the place of the best move in the game's order, plus 1; 0 for none. An entry is final when its score rests on
nothing but ends of the game: then it holds at every depth. Wins and losses are stored with their distance from the
entry's position. The table starts small, so that it stays in the processor's cache, and doubles as it fills.
"""

import contextlib
import hashlib
import mmap
from collections.abc import Callable
from typing import Any

import numpy as np

from kibitz.game import Game
from kibitz.kernel import Desk, fold, prefetch, signed, word
from kibitz.search.scoring import MOST_GUESS

MOVE_BITS, DEPTH_BITS = 12, 10
DEPTH_SHIFT = MOVE_BITS
BOUND_SHIFT = DEPTH_SHIFT + DEPTH_BITS
FINAL_SHIFT = BOUND_SHIFT + 2
USED_SHIFT = FINAL_SHIFT + 1
AGE_SHIFT = USED_SHIFT + 1
SCORE_SHIFT = 32
MOVE_MASK, DEPTH_MASK, AGE_MASK = (1 << MOVE_BITS) - 1, (1 << DEPTH_BITS) - 1, 63
BUCKET_WORDS = 4
BUCKET_BYTES = 8 * BUCKET_WORDS
FIRST_BUCKETS = 1 << 12
LARGE_PAGE = 2 << 20

# A table's own words, before its buckets. They fill two lines of memory, so that buckets stay within a line. What every
# probe reads stands in the first; what is written again and again in the second, or threads would wait for each other.
BUCKETS = 0  # how many buckets are in use, a power of two
MOST_BUCKETS = 1  # how many there is room for
AGE = 2  # of the search that runs; entries of older ones are replaced first
FIRST = 3  # how many buckets it begins with
FILLED = 8  # entries in use
HEAD = 16


def salt(number: int) -> int:
    """Give a mixing constant: an odd word without pattern."""
    digest = hashlib.sha256(f"kibitz {number}".encode()).digest()
    return int.from_bytes(digest[:8], "little", signed=True) | 1


FIRST_SALT, LAST_SALT = salt(0), salt(1)


def new_table(megabytes: float, array: bool, grow: bool = True) -> Desk:
    """Make an empty table of at most this size."""
    room = max(1, int(megabytes * (1 << 20)) // BUCKET_BYTES)
    most = 1 << room.bit_length() - 1
    size = HEAD + BUCKET_WORDS * most
    table: Desk = zeros(size) if array else [0] * size
    table[BUCKETS] = table[FIRST] = min(FIRST_BUCKETS, most) if grow else most
    table[MOST_BUCKETS] = most
    return table


def zeros(size: int) -> Desk:
    """Make an array of zeros, in large pages where the system has them: a table is read all over the place."""
    if 8 * size < LARGE_PAGE or not hasattr(mmap, "MADV_HUGEPAGE"):
        return np.zeros(size, np.int64)
    memory = mmap.mmap(-1, 8 * size + LARGE_PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    with contextlib.suppress(OSError):  # a system may be built without them
        memory.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(memory, np.int64)[:size]


def clear(table: Desk) -> None:
    """Forget everything; a table that grows begins small again."""
    used = HEAD + BUCKET_WORDS * int(table[BUCKETS])
    table[HEAD:used] = 0 if isinstance(table, np.ndarray) else [0] * (used - HEAD)
    table[BUCKETS], table[FILLED], table[AGE] = table[FIRST], 0, 0


def full_thousandths(table: Desk) -> int:
    """Say how full the table is, of all the room it may take."""
    return int(table[FILLED]) * 1000 // (2 * int(table[MOST_BUCKETS]))


def bucket_of(table: Desk, key: int) -> int:
    """Say where the bucket of a key begins."""
    return int(HEAD + (key & table[BUCKETS] - 1) * BUCKET_WORDS)


def approach(table: Desk, key: int) -> None:
    """Bring the bucket of a key near, because it is soon probed."""
    prefetch(table, bucket_of(table, key))


def probe(table: Desk, key: int) -> int:
    """Give the data stored for a key, or 0."""
    place = bucket_of(table, key)
    data: int = table[place + 1]
    if table[place] ^ data == key and data != 0:
        return data
    data = table[place + 3]
    if table[place + 2] ^ data == key and data != 0:
        return data
    return 0


def pack(score: int, depth: int, bound: int, final: int, move: int, age: int) -> int:
    """Put together the data of an entry; `move` is -1 for none."""
    low = move + 1 | depth << DEPTH_SHIFT | bound << BOUND_SHIFT | final << FINAL_SHIFT
    return score << SCORE_SHIFT | low | 1 << USED_SHIFT | age << AGE_SHIFT


def score_in(data: int, ply: int) -> int:
    """Read the score of an entry met at a ply."""
    score = data >> SCORE_SHIFT
    if score > MOST_GUESS:
        return score - ply
    return score + ply if score < -MOST_GUESS else score


def score_out(score: int, ply: int) -> int:
    """Give a score met at a ply as an entry holds it."""
    if score > MOST_GUESS:
        return score + ply
    return score - ply if score < -MOST_GUESS else score


def store(table: Desk, key: int, data: int) -> None:
    """Keep data for a key; in its bucket the shallower or older entry gives way."""
    first = bucket_of(table, key)
    place = first
    added = False
    old = table[first + 1]
    if table[first] ^ old != key or old == 0:
        second = table[first + 3]
        if table[first + 2] ^ second == key and second != 0:
            place = first + 2
        elif old == 0:
            added = True
        else:
            added = second == 0
            if worth(old, table[AGE]) > worth(data, table[AGE]):
                place = first + 2
            else:
                table[first + 2] = table[first]
                table[first + 3] = old
    table[place] = key ^ data
    table[place + 1] = data
    if added:
        table[FILLED] += 1
        if table[FILLED] * 4 > table[BUCKETS] * 6 and table[BUCKETS] < table[MOST_BUCKETS]:
            double(table)


def worth(data: int, age: int) -> int:
    """Say how much an entry is worth keeping: its depth, less for an old one."""
    depth = data >> DEPTH_SHIFT & DEPTH_MASK
    return depth if data >> AGE_SHIFT & AGE_MASK == age else depth - DEPTH_MASK


def double(table: Desk) -> None:
    """Use twice as many buckets: each entry stays or moves up by the old size, as one more bit of its key says.

    What other threads store meanwhile may be lost, never mistaken.
    """
    old = table[BUCKETS]
    for bucket in range(old):
        low = HEAD + bucket * BUCKET_WORDS
        high = low + old * BUCKET_WORDS
        for entry in range(0, BUCKET_WORDS, 2):
            mixed, data = table[low + entry], table[low + entry + 1]
            if data != 0 and (mixed ^ data) & old:
                table[high + entry], table[high + entry + 1] = mixed, data
                table[low + entry], table[low + entry + 1] = 0, 0
    table[BUCKETS] = 2 * old


def key_maker(game: Game[Any]) -> Callable[[Any], int]:
    """Make the function that gives a position's key: of `key` if the game has it, else of every field."""
    given = game.key
    if given is not None:

        def key_of_given(p: Any) -> int:
            return fold(word(given(p)) ^ FIRST_SALT, LAST_SALT)

        return key_of_given
    paths = paths_of(game.start(), "p")
    if paths is None:
        return key_of_anything
    # Written out, because compiled code can take the fields of a position only one by one.
    terms = [f"word({path}) ^ {salt(number)}" for number, path in enumerate(paths, 2)]
    if len(terms) % 2:
        terms.append(str(salt(len(terms) + 2)))
    mixed = "FIRST_SALT"
    for one, other in zip(terms[::2], terms[1::2], strict=True):
        mixed = f"fold({mixed} ^ {one}, {other})"
    names = dict(globals())
    exec(f"def key_of_fields(p): return fold({mixed}, LAST_SALT)", names)
    made: Callable[[Any], int] = names["key_of_fields"]
    return made


def paths_of(p: Any, path: str) -> list[str] | None:
    """List how to reach every number in a position; None if there is something else in it."""
    if isinstance(p, tuple):
        parts = [paths_of(item, f"{path}[{i}]") for i, item in enumerate(p)]
        return None if None in parts else [each for part in parts for each in part or ()]
    return [path] if hasattr(p, "__index__") or isinstance(p, float) else None


def key_of_anything(p: Any) -> int:
    """Give the key of a position made of whatever Python has: of the way it is written."""
    return signed(int.from_bytes(hashlib.blake2b(repr(p).encode(), digest_size=8).digest(), "little"))
