"""Expectation: the value of a position in a game with chance, from the ends of the game backwards, cycles included.

Law. A value belongs to player 0. It is the utility at an end of the game, the average of the children by their
probabilities where nature moves, the greatest of the children for player 0 and the least for player 1. In a cycle these
equations are iterated, in one run from the least utility of the game upwards, in another from the greatest downwards;
the true value lies between. If the two do not meet, it depends on what a game is worth that never ends. That is not
known, only that it lies between the same two utilities, so the interval is the answer.

In a game with `banked` a value is what is still to come, the utility less the points so far; then positions that differ
only in what was collected, which `key` leaves out, are one.

The positions are explored depth first, by Tarjan's algorithm: a component of positions that can reach each other is
complete when all that it leads to is settled, and is then settled itself. With `stage`, which never decreases along a
game, no cycle leaves its stage. A position entered from an earlier stage is an entry: once it is settled, its value is
kept in a table, and every row that was added since its exploration began is forgotten.

    rows     one for each position met: the words named below, then the position
    values   two words for each row: its value, and its state: NEW, SETTLED, or when its exploration began
    places   a hash table of two words: key, row + 1. Rows are forgotten in the reverse order in which they were added,
             so that a place can simply be emptied
    edges    two words for each child that was not settled when its parent was explored: row, probability or gain
    known    a hash table of two words, for the entries: key, value

The kernel returns when a part is full; it is called again with a larger one, and continues.
"""

from functools import partial
from typing import Any

from kibitz.compiler.plain import (
    Compiled,
    Desk,
    Kernel,
    get,
    get_position,
    plain,
    put,
    put_position,
    room,
    uneven,
    words,
)
from kibitz.game import Game
from kibitz.rules import CHANCE
from kibitz.search.desk import FAULT, HIGHEST, LIMIT, LOWEST, NODES, UNEVEN, stopped, wrong_odds
from kibitz.search.keys import key_maker
from kibitz.search.textbook.sound import chances_of

STILL = 1e-16
"""An iteration ends when no value changes by more, as a share of the largest value in reach."""

# The desk, together with NODES, LIMIT and FAULT of `search.desk`
ROWS = 2  # the addresses of the parts
VALUES = 3
PLACES = 4
EDGES = 5
KNOWN = 6
OLD = 7  # of a smaller `known`, whose entries are to be taken over; or 0
MOST_ROWS = 8  # what there is room for
MOST_EDGES = 9
PLACES_MASK = 10
KNOWN_MASK = 11
OLD_MASK = 12
USED_ROWS = 13  # what is in use
USED_EDGES = 14
USED_KNOWN = 16
SHORT = 17  # the part that the kernel needs more room for: ROWS, EDGES, KNOWN or 0
MOVED = 18  # 1: `places` is a new table, to be filled from the rows
HERE = 19  # the row being explored; -1 when all is done
BEGUN = 20  # explorations begun
STACK = 21  # the last row begun that is not settled
UPWARD = 22  # 1: values in cycles are lower bounds; 0: upper bounds
CYCLES = 23  # components with a cycle
ENDS = 24  # ends met
TOTAL = 25  # the sum of the players' utilities
LEAST = 26  # the least and the greatest utility met, and whether there were others
MOST = 27
OTHERS = 28
WIDENED = 29  # 1: an end beyond those two was met after a cycle had been iterated between them
WIDTH = 30  # words of a row
DESK_WORDS = 31

RETREAT, UNBOUNDED = 101, 102
"""Faults: `stage` decreased; points are collected in a game with cycles that has no `bounds`."""

# A row
KEY = 0
PLACE = 1  # in `places`
STAGE = 2
ENTRY = 3  # 1: met from an earlier stage
BASE = 4  # the first row added since its stage was entered
PARENT = 5  # from which it was explored; -1 for none
BELOW = 6  # the next on the stack
REACH = 7  # the earliest exploration that it leads to
FIRST = 8  # its edges
NEXT = 9  # the next of them to follow
KEPT = 10  # the end of those that stay, because they may lead around a cycle
END = 11
MOVER = 12  # CHANCE also at an end
SUM = 13  # over the settled children: of probability times worth, or the best worth for who moves
HEAD = 14

NEW, SETTLED = 0, -1
BEGIN, RESUME, MEASURE = 0, 1, 2


def expectation(game: Game[Any], compiled: Compiled) -> Kernel:
    """Build the kernel that settles a position: `depth` is BEGIN, RESUME, or MEASURE to write down its width."""
    rules = game.rules
    turn, moves, play, is_over, utility = rules.turn, rules.moves, rules.play, rules.is_over, rules.utility
    chances, key_of, two = chances_of(game), key_maker(game, compiled is plain), game.players == 2
    banked, stage, bounds = rules.banked, rules.stage, rules.bounds

    def collected(p: Any) -> float:
        return float(banked(p, 0)) if banked is not None else 0.0

    def stage_of(p: Any) -> int:
        return int(stage(p)) if stage is not None else 0

    def halt(desk: Desk, fault: int) -> None:
        desk[FAULT] = fault
        desk[LIMIT] = 0

    def known_place(known: Desk, key: int, mask: int) -> int:
        """Return where a key stands among the entries, or the empty place where it belongs."""
        slot = key & mask
        while known[2 * slot] not in (key, 0):
            slot = slot + 1 & mask
        return 2 * slot

    @partial(compiled, returns="int")
    def add(p: Any, key: int, slot: int, level: int, desk: Desk) -> int:
        """Add a row for a position met from this stage; return it, or -1 if there is no room."""
        row: int = desk[USED_ROWS]
        if row == desk[MOST_ROWS]:
            desk[SHORT] = ROWS
            return -1
        here = stage_of(p)
        if here < level:
            halt(desk, RETREAT)
            return -1
        desk[USED_ROWS] = row + 1
        rows, values, places = words(desk[ROWS]), words(desk[VALUES]), words(desk[PLACES])
        places[2 * slot] = key
        places[2 * slot + 1] = row + 1
        at = row * desk[WIDTH]
        rows[at + KEY] = key
        rows[at + PLACE] = slot
        rows[at + STAGE] = here
        rows[at + ENTRY] = 1 if here > level else 0
        put_position(rows, at + HEAD, p)
        values[2 * row + 1] = NEW
        if here > level:
            known = words(desk[KNOWN])
            place = known_place(known, key, desk[KNOWN_MASK])
            if known[place] != 0:
                put(values, 2 * row, get(known, place + 1, 0.0))
                values[2 * row + 1] = SETTLED
        return row

    def row_of(p: Any, at: int, desk: Desk) -> int:
        """Return the row of a child of the row at this place, a new one if need be; -1 if there is no room."""
        rows, places, mask = words(desk[ROWS]), words(desk[PLACES]), desk[PLACES_MASK]
        key = key_of(p)
        slot = key & mask
        while places[2 * slot + 1] != 0:
            if places[2 * slot] == key:
                row = places[2 * slot + 1] - 1
                if row < rows[at + BASE] and rows[row * desk[WIDTH] + STAGE] < rows[at + STAGE]:
                    halt(desk, RETREAT)
                    return -1
                return int(row)
            slot = slot + 1 & mask
        return int(add(p, key, slot, rows[at + STAGE], desk))

    def note_end(p: Any, desk: Desk) -> float:
        """Return what the end of a game is still worth to player 0, and note the utilities."""
        mine = float(utility(p, 0))
        other = float(utility(p, 1)) if two else 0.0
        if desk[ENDS] == 0:
            put(desk, TOTAL, mine + other)
            put(desk, LEAST, mine)
            put(desk, MOST, mine)
            desk[WIDENED] = 1 if desk[CYCLES] > 0 else 0
        elif two and uneven(mine, other, get(desk, TOTAL, 0.0)):
            halt(desk, UNEVEN)
        least, most = get(desk, LEAST, 0.0), get(desk, MOST, 0.0)
        if mine < least or mine > most:
            if desk[CYCLES] > 0:
                desk[WIDENED] = 1
            if least < most:
                desk[OTHERS] = 1
        elif mine not in (least, most):
            desk[OTHERS] = 1
        put(desk, LEAST, min(least, mine))
        put(desk, MOST, max(most, mine))
        desk[ENDS] += 1
        return mine - collected(p)

    @partial(compiled, returns="int")
    def explore(p: Any, row: int, desk: Desk) -> int:
        """Meet the children of a row; return 0 if that must be done again, because there is no room.

        Settled children are summed up; an edge leads to each of the others.
        """
        rows, values, edges = words(desk[ROWS]), words(desk[VALUES]), words(desk[EDGES])
        at = row * desk[WIDTH]
        edge, most_edges = desk[USED_EDGES], 2 * desk[MOST_EDGES]
        total = 0.0
        mover = CHANCE
        before = collected(p)
        if is_over(p):
            total = note_end(p, desk)
        elif turn(p) == CHANCE:
            odds = 0.0
            for outcome, probability in chances(p):
                child = play(p, outcome)
                to = row_of(child, at, desk)
                if to < 0:
                    return 0
                gain = collected(child) - before
                odds += abs(probability)
                if values[2 * to + 1] == SETTLED:
                    total += probability * (get(values, 2 * to, 0.0) + gain)
                else:
                    if edge == most_edges:
                        desk[SHORT] = EDGES
                        return 0
                    total += probability * gain
                    edges[edge] = to
                    put(edges, edge + 1, float(probability))
                    edge += 2
            if wrong_odds(desk, odds):
                return 0
        else:
            mover = turn(p)
            total = float(LOWEST) if mover == 0 else float(HIGHEST)
            count = 0
            for move in moves(p):
                count += 1
                child = play(p, move)
                to = row_of(child, at, desk)
                if to < 0:
                    return 0
                gain = collected(child) - before
                if values[2 * to + 1] == SETTLED:
                    worth = get(values, 2 * to, 0.0) + gain
                    total = max(total, worth) if mover == 0 else min(total, worth)
                else:
                    if edge == most_edges:
                        desk[SHORT] = EDGES
                        return 0
                    edges[edge] = to
                    put(edges, edge + 1, gain)
                    edge += 2
            if count == 0:
                mover = CHANCE
                total = note_end(p, desk)
        desk[NODES] += 1
        desk[BEGUN] += 1
        values[2 * row + 1] = desk[BEGUN]
        rows[at + REACH] = desk[BEGUN]
        rows[at + BELOW] = desk[STACK]
        desk[STACK] = row
        rows[at + FIRST] = desk[USED_EDGES]
        rows[at + NEXT] = desk[USED_EDGES]
        rows[at + KEPT] = desk[USED_EDGES]
        rows[at + END] = edge
        desk[USED_EDGES] = edge
        rows[at + MOVER] = mover
        put(rows, at + SUM, total)
        return 1

    def joined(total: float, value: float, weight: float, mover: int) -> float:
        """Return a sum over children with one more: the weight is its probability, or the gain of the move there."""
        if mover == CHANCE:
            return total + weight * value
        return max(total, value + weight) if mover == 0 else min(total, value + weight)

    def next_of(at: int, desk: Desk) -> int:
        """Sum up the children that have been settled since; return the next one to explore, -1 if there is none."""
        rows, values, edges = words(desk[ROWS]), words(desk[VALUES]), words(desk[EDGES])
        mover = rows[at + MOVER]
        for edge in range(rows[at + NEXT], rows[at + END], 2):
            child = edges[edge]
            state = values[2 * child + 1]
            if state == NEW:
                rows[at + NEXT] = edge
                return int(child)
            weight = get(edges, edge + 1, 0.0)
            if state == SETTLED:
                total = get(rows, at + SUM, 0.0)
                put(rows, at + SUM, joined(total, get(values, 2 * child, 0.0), weight, mover))
            else:
                rows[at + REACH] = min(rows[at + REACH], state)
                kept = rows[at + KEPT]
                edges[kept] = child
                put(edges, kept + 1, weight)
                rows[at + KEPT] = kept + 2
        rows[at + NEXT] = rows[at + END]
        return -1

    def worth_of(at: int, desk: Desk) -> float:
        """Return the value that a row has by those of its children."""
        rows, values, edges = words(desk[ROWS]), words(desk[VALUES]), words(desk[EDGES])
        total = get(rows, at + SUM, 0.0)
        for edge in range(rows[at + FIRST], rows[at + KEPT], 2):
            total = joined(total, get(values, 2 * edges[edge], 0.0), get(edges, edge + 1, 0.0), rows[at + MOVER])
        return float(total)

    def iterate(p: Any, root: int, desk: Desk) -> None:
        """Find bounds of the values in the component from the top of the stack down to this row."""
        rows, values, width = words(desk[ROWS]), words(desk[VALUES]), desk[WIDTH]
        upward = desk[UPWARD] == 1
        largest = 0.0
        row, left = desk[STACK], True
        while left:
            low, high = get(desk, LEAST, 0.0), get(desk, MOST, 0.0)
            if banked is not None:
                if bounds is None:
                    halt(desk, UNBOUNDED)
                    return
                here = get_position(rows, row * width + HEAD, p)
                least, most = bounds(here, 0)
                low, high = float(least) - collected(here), float(most) - collected(here)
            put(values, 2 * row, low if upward else high)
            largest = max(largest, abs(low), abs(high))
            left = row != root
            row = rows[row * width + BELOW]
        change = float(HIGHEST)
        sweeps = desk[NODES]  # each counts as a node against the limit, which the two speeds are compared within
        while change > STILL * largest and desk[LIMIT] > sweeps:
            change = 0.0
            sweeps += 1
            row, left = desk[STACK], True
            while left:
                before = get(values, 2 * row, 0.0)
                worth = worth_of(row * width, desk)
                # Both are bounds; rounding must not let the better one go.
                worth = max(worth, before) if upward else min(worth, before)
                put(values, 2 * row, worth)
                change = max(change, abs(worth - before))
                left = row != root
                row = rows[row * width + BELOW]
        if desk[LIMIT] <= sweeps:
            desk[NODES] = max(desk[NODES], desk[LIMIT])

    def settle(root: int, desk: Desk) -> None:
        """Mark the component down to this row as settled, and keep the values of its entries."""
        rows, values, known = words(desk[ROWS]), words(desk[VALUES]), words(desk[KNOWN])
        row, left = desk[STACK], True
        while left:
            at = row * desk[WIDTH]
            values[2 * row + 1] = SETTLED
            if rows[at + ENTRY] == 1:
                place = known_place(known, rows[at + KEY], desk[KNOWN_MASK])
                if known[place] == 0:
                    desk[USED_KNOWN] += 1
                known[place] = rows[at + KEY]
                put(known, place + 1, get(values, 2 * row, 0.0))
            left = row != root
            row = rows[at + BELOW]
        desk[STACK] = row

    def forget(first: int, desk: Desk) -> None:
        """Remove all rows from this one on."""
        rows, places, width = words(desk[ROWS]), words(desk[PLACES]), desk[WIDTH]
        for row in range(first, desk[USED_ROWS]):
            place = 2 * rows[row * width + PLACE]
            places[place] = 0
            places[place + 1] = 0
        desk[USED_ROWS] = first

    @partial(compiled, returns="int")
    def close(p: Any, row: int, desk: Desk) -> int:
        """End the exploration of a row; return the row from which it was explored."""
        rows, values, width = words(desk[ROWS]), words(desk[VALUES]), desk[WIDTH]
        at = row * width
        parent = rows[at + PARENT]
        if rows[at + REACH] < values[2 * row + 1]:
            above = parent * width + REACH
            rows[above] = min(rows[above], rows[at + REACH])
            return int(parent)
        if desk[STACK] == row and rows[at + KEPT] == rows[at + FIRST]:
            put(values, 2 * row, worth_of(at, desk))
        else:
            desk[CYCLES] += 1
            iterate(p, row, desk)
            if desk[LIMIT] == 0:
                return row
        settle(row, desk)
        desk[USED_EDGES] = rows[at + FIRST]
        if parent >= 0 and rows[parent * width + STAGE] < rows[at + STAGE]:
            forget(rows[at + BASE], desk)
        return int(parent)

    def refill_places(desk: Desk) -> None:
        """Fill a new table with the rows, in the order in which they were added."""
        rows, places = words(desk[ROWS]), words(desk[PLACES])
        for row in range(desk[USED_ROWS]):
            at = row * desk[WIDTH]
            slot = rows[at + KEY] & desk[PLACES_MASK]
            while places[2 * slot + 1] != 0:
                slot = slot + 1 & desk[PLACES_MASK]
            places[2 * slot] = rows[at + KEY]
            places[2 * slot + 1] = row + 1
            rows[at + PLACE] = slot

    def refill_known(desk: Desk) -> None:
        """Take over the entries of the old table."""
        old, known = words(desk[OLD]), words(desk[KNOWN])
        for place in range(0, 2 * (desk[OLD_MASK] + 1), 2):
            if old[place] != 0:
                to = known_place(known, old[place], desk[KNOWN_MASK])
                known[to] = old[place]
                put(known, to + 1, get(old, place + 1, 0.0))

    @partial(compiled, returns="int")
    def root(p: Any, player: int, depth: int, desk: Desk) -> int:
        notes = words(desk)
        if depth == MEASURE:
            notes[WIDTH] = HEAD + room(p)
            return 0
        rows, values, width = words(notes[ROWS]), words(notes[VALUES]), notes[WIDTH]
        if depth == BEGIN:
            add(p, key_of(p), key_of(p) & notes[PLACES_MASK], stage_of(p), notes)
            rows[PARENT] = -1
            notes[STACK] = -1
        if notes[MOVED] == 1:
            refill_places(notes)
            notes[MOVED] = 0
        if notes[OLD_MASK] > 0:
            refill_known(notes)
            notes[OLD_MASK] = 0
        row = notes[HERE]
        while row >= 0 and not stopped(notes):
            at = row * width
            if values[2 * row + 1] == NEW:
                parent = rows[at + PARENT]
                entered = parent < 0 or rows[at + STAGE] > rows[parent * width + STAGE]
                rows[at + BASE] = notes[USED_ROWS] if entered else rows[parent * width + BASE]
                if 2 * notes[USED_KNOWN] > notes[KNOWN_MASK]:
                    notes[SHORT] = KNOWN
                    break
                if explore(get_position(rows, at + HEAD, p), row, notes) == 0:
                    break
            child = next_of(at, notes)
            if child >= 0:
                rows[child * width + PARENT] = row
                row = child
            else:
                row = close(p, row, notes)
        notes[HERE] = row
        return 0

    return root
