"""The tree of a Monte Carlo search: its nodes in one row of 64-bit words.

A node stands for the position after a move, and its children are next to each other:

    MOVE     VISITS   SUMMED   OWN      FIRST    COUNT    PRIOR    HINTS    HINTED   LOW, HIGH, LOW, HIGH, …
    the move that leads here
             simulations through the node
                      the sum of their values for whoever chose the move; after an outcome, for the deciding player
                               the sum of their values for whoever moves here
                                        the first child's place in the row, 0 before the node is expanded
                                                 the number of children
                                                          the move's share of the policy; an outcome's probability
                                                                   what is known of the move without visiting it: how
                                                                   many visits that is worth, and the sum of values
                                                                                     bounds of each player's value

Bounds are proven. Law: whatever the players choose by best play, max-n's score of a position lies within them. They
begin at the lowest and the highest value there is, and meet where the value is known.
"""

from typing import Any

from kibitz.compiler.plain import Desk, get, put
from kibitz.rules import CHANCE
from kibitz.search.engine.desk import TREE_USED

MOVE, VISITS, SUMMED, OWN, FIRST, COUNT, PRIOR, HINTS, HINTED, LOW = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
ROOT = 1
"""The place of the root; no node is at place 0."""
EVERYTHING = 2.0**62
"""Beyond every value that has no known bound."""


def size_of(players: int) -> int:
    """Return how many words a node takes."""
    return LOW + 2 * players


def children_of(tree: Desk, node: int, players: int) -> range:
    """Return the places of a node's children."""
    first, size = int(tree[node + FIRST]), size_of(players)
    return range(first, first + size * int(tree[node + COUNT]), size)


def plant(tree: Desk, node: int, move: int, prior: float, players: int, low: float, high: float) -> None:
    """Write a node without visits, whose values may be anything between two bounds."""
    tree[node + MOVE], tree[node + VISITS], tree[node + FIRST], tree[node + COUNT] = move, 0, 0, 0
    tree[node + HINTS] = 0
    put(tree, node + PRIOR, prior)
    put(tree, node + SUMMED, 0.0)
    put(tree, node + OWN, 0.0)
    put(tree, node + HINTED, 0.0)
    for player in range(players):
        put(tree, node + LOW + 2 * player, low)
        put(tree, node + LOW + 2 * player + 1, high)


def low_of(tree: Desk, node: int, player: int) -> Any:
    """Return the least value that a node can have for a player."""
    return get(tree, node + LOW + 2 * player, 1.0)


def high_of(tree: Desk, node: int, player: int) -> Any:
    """Return the greatest value that a node can have for a player."""
    return get(tree, node + LOW + 2 * player + 1, 1.0)


def settle(tree: Desk, node: int, player: int, value: float) -> None:
    """Record that the value of a node for a player is known."""
    put(tree, node + LOW + 2 * player, value)
    put(tree, node + LOW + 2 * player + 1, value)


def is_settled(tree: Desk, node: int, players: int) -> bool:
    """Return whether the values of a node are known for every player."""
    for player in range(players):
        if low_of(tree, node, player) != high_of(tree, node, player):
            return False
    return True


def narrow(tree: Desk, node: int, player: int, low: float, high: float) -> int:
    """Set the bounds of a node for a player; return 1 if they have changed."""
    if low == low_of(tree, node, player) and high == high_of(tree, node, player):
        return 0
    put(tree, node + LOW + 2 * player, low)
    put(tree, node + LOW + 2 * player + 1, high)
    return 1


def prove(tree: Desk, node: int, mover: int, players: int, paired: bool, total: float) -> int:
    """Derive the bounds of a node from those of its children; return 1 if they have changed.

    Where nature moves they are averages. A player takes the best child, so that its bounds are the greatest of the
    children's, and another player gets something between what it may get in those children that can be the best; of
    two players whose values add up to a total, it gets the rest. Where everything below is known, the first of the best
    children counts, as in max-n.
    """
    size = size_of(players)
    first, count = tree[node + FIRST], tree[node + COUNT]
    end = first + size * count
    changed = 0
    if mover == CHANCE:
        for player in range(players):
            low = high = 0.0
            for child in range(first, end, size):
                share = get(tree, child + PRIOR, 1.0)
                low += share * low_of(tree, child, player)
                high += share * high_of(tree, child, player)
            changed |= narrow(tree, node, player, low, high)
        return changed
    best, known = first, 1
    floor, ceiling = low_of(tree, first, mover), high_of(tree, first, mover)
    for child in range(first, end, size):
        if not is_settled(tree, child, players):
            known = 0
        low = low_of(tree, child, mover)
        if low > floor:
            best, floor = child, low
        ceiling = max(ceiling, high_of(tree, child, mover))
    for player in range(players):
        least, most = floor, ceiling
        if known:
            least = most = low_of(tree, best, player)
        elif paired and player != mover:
            least, most = total - ceiling, total - floor
        elif player != mover:
            least, most = low_of(tree, best, player), high_of(tree, best, player)
            for child in range(first, end, size):
                if high_of(tree, child, mover) >= floor:
                    least = min(least, low_of(tree, child, player))
                    most = max(most, high_of(tree, child, player))
        changed |= narrow(tree, node, player, least, most)
    return changed


def regrow(tree: Desk, old: Desk, node: int, players: int, desk: Desk) -> None:
    """Copy the part of an old tree below a node, which becomes the root; the order is by depth."""
    size = size_of(players)
    copy_node(tree, ROOT, old, node, size)
    here, free = ROOT, ROOT + size
    while here < free:
        first, words = tree[here + FIRST], size * tree[here + COUNT]
        if first:
            tree[here + FIRST] = free
            copy_node(tree, free, old, first, words)
            free += words
        here += size
    desk[TREE_USED] = free


def copy_node(tree: Desk, to: int, old: Desk, place: int, count: int) -> None:
    """Copy words from one tree to another."""
    for i in range(count):
        tree[to + i] = old[place + i]
