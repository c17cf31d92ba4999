"""The order in which a traced search visits children, so that one can see what ordering is worth.

Law. The order changes neither the score of a full search nor the set of moves, only how many nodes alpha-beta visits.
"""

import functools
from collections.abc import Callable
from typing import Any, Literal, TypeAlias, get_args

from kibitz.errors import OptionError
from kibitz.rules import CHANCE
from kibitz.score import Score
from kibitz.search.explain.cast import GREATEST, LEAST, Cast

Order: TypeAlias = Literal["game", "best", "worst", "priority"]
ORDERS: tuple[Order, ...] = get_args(Order)
Ordered: TypeAlias = Callable[[Any, int], list[int]]
"""Lists the moves of a position that is searched to a depth."""


def ordered(cast: Cast, order: str, selective: bool) -> Ordered:
    """Return the function that lists moves in this order."""
    if order not in ORDERS:
        raise OptionError(f"the order must be one of {', '.join(ORDERS)}, got {order!r}")
    rules = cast.game.rules
    if order == "game":
        return lambda p, depth: list(rules.moves(p))
    if selective or cast.algorithm == "max-n":
        raise OptionError(f"{cast.algorithm} has an order of its own: --order is for the other searches")
    worth = by_priority(cast) if order == "priority" else by_search(cast)

    def moves(p: Any, depth: int) -> list[int]:
        mover = rules.turn(p)
        if mover == CHANCE or depth == 0:
            return list(rules.moves(p))
        down = (cast.takes(mover) == LEAST and order != "priority") == (order == "worst")
        # Sorting is stable: equal moves keep the game's order.
        return sorted(rules.moves(p), key=lambda move: worth(p, move, depth), reverse=down)

    return moves


def by_priority(cast: Cast) -> Callable[[Any, int, int], Score]:
    """Return the worth of a move by the game's priority."""
    priority = cast.game.rules.priority
    if priority is None:
        raise OptionError(f"{cast.game.name} has no priority to order moves by")
    return lambda p, move, depth: priority(p, move)


def by_search(cast: Cast) -> Callable[[Any, int, int], Score]:
    """Return the worth of a move to the deciding player, by a full search to the rest of the depth."""
    game, rules = cast.game, cast.game.rules

    @functools.cache
    def score(p: Any, depth: int) -> Score:
        if game.is_over(p):
            return rules.utility(p, cast.player)
        if depth == 0:
            return rules.evaluate(p, cast.player)
        mover = rules.turn(p)
        if mover == CHANCE:
            assert rules.chances is not None
            return sum(odds * score(rules.play(p, move), depth) for move, odds in rules.chances(p))
        scores = [score(rules.play(p, move), depth - 1) for move in rules.moves(p)]
        takes = cast.takes(mover)
        return max(scores) if takes == GREATEST else min(scores) if takes == LEAST else sum(scores) / len(scores)

    return lambda p, move, depth: score(rules.play(p, move), depth - 1)
