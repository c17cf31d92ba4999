"""The transposition table: what is known about positions that a search has met, shared by its threads.

    table     buckets of two entries; the first keeps the deeper, the second the newer
    entry     narrow: key ^ data, data                   wide: key ^ data ^ score, data, score
              Words from different writes do not match, so no lock is needed.
    data      score 32 bits, if narrow | age 6 | used 1 | final 1 | bound 2 | depth 10 | move 12

`move` is the place of the best move in the game's order, plus 1; 0 for none. An entry is final when its score rests on
ends of the game alone: it then holds at every depth. Wins and losses are stored with their distance from the
entry's position. The table starts small, so that it stays in the processor's cache, and doubles as it fills.
"""

import contextlib
import mmap
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from kibitz.compiler.plain import Desk, copy, prefetch
from kibitz.search.engine.scoring import NARROW, Width

MOVE_BITS, DEPTH_BITS = 12, 10
DEPTH_SHIFT = MOVE_BITS
BOUND_SHIFT = DEPTH_SHIFT + DEPTH_BITS
FINAL_SHIFT = BOUND_SHIFT + 2
USED_SHIFT = FINAL_SHIFT + 1
AGE_SHIFT = USED_SHIFT + 1
SCORE_SHIFT = 32
MOVE_MASK, DEPTH_MASK, AGE_MASK = (1 << MOVE_BITS) - 1, (1 << DEPTH_BITS) - 1, 63
BUCKET_WORDS, WIDE_BUCKET_WORDS = 4, 8  # a wide bucket leaves two words free, to stay within a cache line
FIRST_BUCKETS = 1 << 12
LARGE_PAGE = 2 << 20

# A table's own words, before its buckets. They fill two cache lines, so that buckets stay within a line. The first has
# what every probe reads; the second what changes often, or threads would wait for each other.
BUCKETS = 0  # buckets in use, a power of two
MOST_BUCKETS = 1  # buckets there is room for
AGE = 2  # of the running search; entries of older ones are replaced first
FIRST = 3  # buckets at the start
WORDS = 4  # words per bucket
FILLED = 8  # entries in use
HEAD = 16


def bucket_words_of(width: Width) -> int:
    """Return the number of words per bucket."""
    return WIDE_BUCKET_WORDS if width.wide else BUCKET_WORDS


def new_table(megabytes: float, array: bool, grow: bool = True, width: Width = NARROW) -> Desk:
    """Return an empty table of at most this size."""
    room = max(1, int(megabytes * (1 << 20)) // (8 * bucket_words_of(width)))
    most = 1 << room.bit_length() - 1
    size = HEAD + bucket_words_of(width) * most
    table: Desk = zeros(size) if array else [0] * size
    table[BUCKETS] = table[FIRST] = min(FIRST_BUCKETS, most) if grow else most
    table[MOST_BUCKETS] = most
    table[WORDS] = bucket_words_of(width)
    return table


def zeros(size: int) -> Desk:
    """Return an array of zeros, in large pages if the system has them, because a table is read in random order."""
    if 8 * size < LARGE_PAGE or not hasattr(mmap, "MADV_HUGEPAGE"):
        return np.zeros(size, np.int64)
    memory = mmap.mmap(-1, 8 * size + LARGE_PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    with contextlib.suppress(OSError):  # a system may not support them
        memory.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(memory, np.int64)[:size]


def used_words(table: Desk) -> int:
    """Return how many of the table's words are in use."""
    return HEAD + int(table[WORDS]) * int(table[BUCKETS])


def clear(table: Desk) -> None:
    """Forget everything; a table that grows starts small again."""
    used = used_words(table)
    table[HEAD:used] = 0 if isinstance(table, np.ndarray) else [0] * (used - HEAD)
    table[BUCKETS], table[FILLED], table[AGE] = table[FIRST], 0, 0


def full_thousandths(table: Desk) -> int:
    """Return how full the table is, in thousandths of its greatest size."""
    return int(table[FILLED]) * 1000 // (2 * int(table[MOST_BUCKETS]))


def pack(depth: int, bound: int, final: int, move: int, age: int) -> int:
    """Return the data of an entry without its score; `move` is -1 for none."""
    low = move + 1 | depth << DEPTH_SHIFT | bound << BOUND_SHIFT | final << FINAL_SHIFT
    return low | 1 << USED_SHIFT | age << AGE_SHIFT


def worth(data: int, age: int) -> int:
    """Return how much an entry is worth keeping: its depth, reduced by its age."""
    depth = data >> DEPTH_SHIFT & DEPTH_MASK
    return depth if data >> AGE_SHIFT & AGE_MASK == age else depth - DEPTH_MASK


class Entries(NamedTuple):
    """The functions with which a search reads and writes a table of one width."""

    approach: Callable[[Desk, int], None]
    probe: Callable[[Desk, int], tuple[int, int]]
    store: Callable[[Desk, int, int, int], None]
    score_in: Callable[[int, int], int]
    score_out: Callable[[int, int], int]


def entries(width: Width) -> Entries:
    """Make the functions that read and write the entries of a table."""
    wide, most, bucket_words = width.wide, width.most, bucket_words_of(width)
    entry_words = 3 if wide else 2

    def bucket_of(table: Desk, key: int) -> int:
        """Return where the bucket of a key begins."""
        return int(HEAD + (key & table[BUCKETS] - 1) * bucket_words)

    def key_at(table: Desk, place: int) -> int:
        """Return the key of the entry at a place; 0 for an empty one."""
        key = table[place] ^ table[place + 1]
        if wide:
            key ^= table[place + 2]
        return int(key)

    def approach(table: Desk, key: int) -> None:
        """Prefetch the bucket of a key, because it is probed soon."""
        prefetch(table, bucket_of(table, key))

    def probe(table: Desk, key: int) -> tuple[int, int]:
        """Return the data and score stored for a key; data is 0 if there are none."""
        place = bucket_of(table, key)
        for _ in range(2):
            data = table[place + 1]
            if wide:
                score = table[place + 2]
                if table[place] ^ data ^ score == key and data != 0:
                    return data, score
            elif table[place] ^ data == key and data != 0:
                return data, data >> SCORE_SHIFT
            place += entry_words
        return 0, 0

    def score_in(score: int, ply: int) -> int:
        """Return the score of an entry met at a ply."""
        if score > most:
            return score - ply
        return score + ply if score < -most else score

    def score_out(score: int, ply: int) -> int:
        """Return a score found at a ply as an entry stores it."""
        if score > most:
            return score + ply
        return score - ply if score < -most else score

    def store(table: Desk, key: int, data: int, score: int) -> None:
        """Store data and a score for a key, replacing the shallower or older entry of its bucket."""
        first = bucket_of(table, key)
        last = first + entry_words
        place = first
        added = False
        old = table[first + 1]
        if key_at(table, first) != key or old == 0:
            second = table[last + 1]
            if key_at(table, last) == key and second != 0:
                place = last
            elif old == 0:
                added = True
            else:
                added = second == 0
                if worth(old, table[AGE]) > worth(data, table[AGE]):
                    place = last
                else:
                    table[last] = table[first]
                    table[last + 1] = old
                    if wide:
                        table[last + 2] = table[first + 2]
        if wide:
            table[place] = key ^ data ^ score
            table[place + 2] = score
        else:
            data |= score << SCORE_SHIFT
            table[place] = key ^ data
        table[place + 1] = data
        if added:
            table[FILLED] += 1
            if table[FILLED] * 4 > table[BUCKETS] * 6 and table[BUCKETS] < table[MOST_BUCKETS]:
                double(table)

    def double(table: Desk) -> None:
        """Use twice as many buckets: each entry stays or moves up by the old size, as one more bit of its key says.

        What other threads store in the meantime may be lost, but never confused.
        """
        old = table[BUCKETS]
        for bucket in range(old):
            low = HEAD + bucket * bucket_words
            for place in range(low, low + 2 * entry_words, entry_words):
                if table[place + 1] != 0 and key_at(table, place) & old:
                    copy(table, place + old * bucket_words, place, entry_words)
                    for word in range(place, place + entry_words):
                        table[word] = 0
        table[BUCKETS] = 2 * old

    return Entries(approach, probe, store, score_in, score_out)
