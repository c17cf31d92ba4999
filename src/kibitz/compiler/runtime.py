"""What compiled code needs and LLVM lacks, in Python: these functions are compiled like an author's."""

from typing import Any

LARGEST_ROOT = 3037000500
"""The square of this does not fit in 64 bits."""

# What compiled code does directly (`intrinsics`)


def product(one: int, other: int) -> Any:
    """Return a product; raise OverflowError if it does not fit."""


def remainder(one: float, other: float) -> Any:
    """Return the remainder of a division that is rounded towards zero."""


def floor(number: float) -> Any:
    """Return the largest whole number that is not above, as a float."""


def shifted_right(number: int, by: int) -> Any:
    """Return a word shifted to the right, filled with zeros."""


def hash_code(key: Any) -> Any:
    """Return Python's hash of a value."""


def slots_of(table: Any) -> Any:
    """Return the slots of a set or dict: for each the number of an entry, EMPTY or GONE."""


def keys_of(table: Any) -> Any:
    """Return the keys of a set's or dict's entries, in the order in which they were added."""


def codes_of(table: Any) -> Any:
    """Return the hashes of the entries; -1 for one that was removed."""


def fill_of(table: Any) -> Any:
    """Return how many slots are not empty."""


def set_slots(table: Any, slots: Any) -> None:
    """Replace the slots."""


def set_fill(table: Any, fill: int) -> None:
    """Set how many slots are not empty."""


def set_size(table: Any, size: int) -> None:
    """Set how many entries there are."""


# Numbers


def power(base: int, exponent: int) -> int:
    """Return a whole power."""
    if exponent < 0:
        raise ValueError("a negative power of an int is a float; write float(base)")
    found = 1
    for _ in range(exponent):
        found = product(found, base)
    return found


def modular_power(base: int, exponent: int, modulus: int) -> int:
    """Return a power modulo a number."""
    found = 1 % modulus
    base %= modulus
    while exponent > 0:
        if exponent & 1:
            found = product(found, base) % modulus
        base = product(base, base) % modulus
        exponent >>= 1
    return found


def float_modulo(one: float, other: float) -> float:
    """Return the remainder of floats, with the sign of the divisor."""
    rest = remainder(one, other)
    if rest != 0.0 and (other < 0.0) != (rest < 0.0):
        rest += other
    return rest  # type: ignore[no-any-return]


def float_floor(one: float, other: float) -> float:
    """Return the quotient of floats, rounded down as Python does it."""
    quotient = (one - float_modulo(one, other)) / other
    below = floor(quotient)
    if quotient - below > 0.5:
        below += 1.0
    return below  # type: ignore[no-any-return]


def greatest_divisor(one: int, other: int) -> int:
    """Return the greatest common divisor."""
    while other:
        one, other = other, one % other
    return abs(one)


def whole_root(number: int) -> int:
    """Return the square root, rounded down."""
    if number < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    root = 0
    bit = 1 << 31
    while bit:
        if root | bit < LARGEST_ROOT and (root | bit) * (root | bit) <= number:
            root |= bit
        bit >>= 1
    return root


def choices(count: int, chosen: int) -> int:
    """Return in how many ways some of a number of things can be chosen."""
    if chosen > count:
        return 0
    found = 1
    for i in range(min(chosen, count - chosen)):
        found = product(found, count - i) // (i + 1)
    return found


def factorial(number: int) -> int:
    """Return the product of the numbers up to this one."""
    found = 1
    for factor in range(2, number + 1):
        found = product(found, factor)
    return found


SHORT = 20


def order_of(ranks: Any, backwards: bool) -> Any:
    """Return the places of a list in the order of what is there; equal ones keep theirs."""
    count = len(ranks)
    order = [0] * count
    for i in range(count):
        order[i] = i
    width = SHORT
    for first in range(0, count, width):
        for i in range(first + 1, min(first + width, count)):
            place = order[i]
            j = i
            while j > first and comes_first(ranks, place, order[j - 1], backwards):
                order[j] = order[j - 1]
                j -= 1
            order[j] = place
    spare = [0] * count
    while width < count:
        for first in range(0, count, 2 * width):
            middle, end = min(first + width, count), min(first + 2 * width, count)
            left, right = first, middle
            for i in range(first, end):
                if left >= middle or right < end and comes_first(ranks, order[right], order[left], backwards):
                    spare[i] = order[right]
                    right += 1
                else:
                    spare[i] = order[left]
                    left += 1
        for i in range(count):
            order[i] = spare[i]
        width *= 2
    return order


def sort_numbers(items: Any, backwards: bool) -> None:
    """Sort a list of numbers in place."""
    if len(items) > SHORT:
        order = order_of(items, backwards)
        old = items[:]
        for i in range(len(items)):
            items[i] = old[order[i]]
        return
    for i in range(1, len(items)):
        item = items[i]
        j = i
        while j > 0 and (items[j - 1] < item if backwards else item < items[j - 1]):
            items[j] = items[j - 1]
            j -= 1
        items[j] = item


def comes_first(ranks: Any, one: int, other: int, backwards: bool) -> bool:
    """Return whether one item must stand before another that is before it now."""
    return ranks[other] < ranks[one] if backwards else ranks[one] < ranks[other]  # type: ignore[no-any-return]


# Sets and dicts: see `hashes` for their parts. The places of a set's items are those that CPython gives them, because a
# loop over a set goes through them in that order.

EMPTY, GONE = -1, -2
PROBES, PERTURB = 9, 5


def find(table: Any, key: Any, code: int) -> int:
    """Return the slot of a key; if it is not there, -1 less the free slot where it would go."""
    slots, keys, codes = slots_of(table), keys_of(table), codes_of(table)
    mask = len(slots) - 1
    place = code & mask
    perturb = code
    while True:
        probes = PROBES if place + PROBES <= mask else 0
        for slot in range(place, place + probes + 1):
            entry = slots[slot]
            if entry == EMPTY:
                return -1 - slot
            if entry >= 0 and codes[entry] == code and keys[entry] == key:
                return slot
        perturb = shifted_right(perturb, PERTURB)
        place = (place * 5 + 1 + perturb) & mask


def entry_of(table: Any, key: Any) -> int:
    """Return the entry of a key; -1 if it is not there."""
    slot = find(table, key, hash_code(key))
    return slots_of(table)[slot] if slot >= 0 else -1


def free_slot(slots: Any, code: int) -> int:
    """Return the free slot of a key that is known to be new, in a table from which nothing was removed."""
    mask = len(slots) - 1
    place = code & mask
    perturb = code
    while True:
        probes = PROBES if place + PROBES <= mask else 0
        for slot in range(place, place + probes + 1):
            if slots[slot] == EMPTY:
                return slot
        perturb = shifted_right(perturb, PERTURB)
        place = (place * 5 + 1 + perturb) & mask


def resize(table: Any, least: int) -> None:
    """Enlarge a table to more slots than this, and put its entries into them again."""
    size = 8
    while size <= least:
        size *= 2
    old, codes = slots_of(table), codes_of(table)
    slots = [EMPTY] * size
    for slot in range(len(old)):
        entry = old[slot]
        if entry >= 0:
            slots[free_slot(slots, codes[entry])] = entry
    set_slots(table, slots)
    set_fill(table, len(table))


def enter(table: Any, key: Any) -> int:
    """Add a key if it is new; return its entry."""
    code = hash_code(key)
    slot = find(table, key, code)
    slots = slots_of(table)
    if slot >= 0:
        return slots[slot]  # type: ignore[no-any-return]
    keys, codes = keys_of(table), codes_of(table)
    entry = len(keys)
    keys.append(key)
    codes.append(code)
    slots[-1 - slot] = entry
    set_size(table, len(table) + 1)
    set_fill(table, fill_of(table) + 1)
    if fill_of(table) * 5 >= (len(slots) - 1) * 3:
        resize(table, len(table) * 4 if len(table) <= 50000 else len(table) * 2)
    return entry


def leave(table: Any, key: Any) -> bool:
    """Remove a key; return whether it was there."""
    slot = find(table, key, hash_code(key))
    if slot < 0:
        return False
    slots = slots_of(table)
    codes_of(table)[slots[slot]] = -1  # no key has this code
    slots[slot] = GONE
    set_size(table, len(table) - 1)
    return True


def toggle(table: Any, other: Any) -> None:
    """Remove the items of another set that are there, and add those that are not."""
    theirs = slots_of(other)
    for slot in range(len(theirs)):
        if theirs[slot] >= 0:
            key = keys_of(other)[theirs[slot]]
            if not leave(table, key):
                enter(table, key)


def merge(table: Any, other: Any) -> None:
    """Add the items of another set, as CPython does it: in an order that depends on both."""
    slots, theirs = slots_of(table), slots_of(other)
    if (fill_of(table) + len(other)) * 5 >= (len(slots) - 1) * 3:
        resize(table, (len(table) + len(other)) * 2)
    slots = slots_of(table)
    keys, codes = keys_of(table), codes_of(table)
    if fill_of(table) > 0:
        for slot in range(len(theirs)):
            if theirs[slot] >= 0:
                enter(table, keys_of(other)[theirs[slot]])
        return
    verbatim = len(slots) == len(theirs) and fill_of(other) == len(other)
    for slot in range(len(theirs)):
        entry = theirs[slot]
        if entry >= 0:
            code = codes_of(other)[entry]
            slots[slot if verbatim else free_slot(slots, code)] = len(keys)
            keys.append(keys_of(other)[entry])
            codes.append(code)
    set_size(table, len(keys))
    set_fill(table, len(keys))


# Lists in order, as `bisect` and `heapq` have them


def bisect_left(items: Any, value: Any) -> int:
    """Return the first place where a value can be inserted in order."""
    low, high = 0, len(items)
    while low < high:
        middle = (low + high) // 2
        if items[middle] < value:
            low = middle + 1
        else:
            high = middle
    return low


def bisect_right(items: Any, value: Any) -> int:
    """Return the last place where a value can be inserted in order."""
    low, high = 0, len(items)
    while low < high:
        middle = (low + high) // 2
        if value < items[middle]:
            high = middle
        else:
            low = middle + 1
    return low


def rise(heap: Any, first: int, place: int) -> None:
    """Move an item up to where its parent is not larger."""
    item = heap[place]
    while place > first:
        parent = (place - 1) >> 1
        if not item < heap[parent]:
            break
        heap[place] = heap[parent]
        place = parent
    heap[place] = item


def sink(heap: Any, place: int) -> None:
    """Move an item down to a leaf, always to the smaller child, and then up again."""
    end, first = len(heap), place
    item = heap[place]
    child = 2 * place + 1
    while child < end:
        other = child + 1
        if other < end and not heap[child] < heap[other]:
            child = other
        heap[place] = heap[child]
        place = child
        child = 2 * place + 1
    heap[place] = item
    rise(heap, first, place)


def heap_push(heap: Any) -> None:
    """Put the last item of a heap in its place."""
    rise(heap, 0, len(heap) - 1)


def heap_pop(heap: Any) -> Any:
    """Remove the smallest item of a heap and return it."""
    last = heap.pop()
    if len(heap) == 0:
        return last
    smallest = heap[0]
    heap[0] = last
    sink(heap, 0)
    return smallest


def heapify(heap: Any) -> None:
    """Make a list a heap."""
    for place in range(len(heap) // 2 - 1, -1, -1):
        sink(heap, place)
