"""RB: minimax and alpha-beta over a share of the children (not "resource-bounded").

Law. At ply i from the root, where the keep rate is r and a position has n children:
    r = 1   all children, in the game's order: score, move and nodes are those of the search without a filter
    r < 1   the best max(keep least, ⌈r·n⌉) of them, the most promising first
How promising a child is for the player to move is given by the game's `priority`, or without one by a shallow search of
the child to the deepening depth (0: its evaluation). Equal children keep the game's order. The nodes of the shallow
searches are included in the node count, and also counted separately as filter nodes.
"""

import math
from collections.abc import Iterator
from typing import Any

from kibitz.compiler.plain import Children, Compiled, Desk, Kernel, get, put
from kibitz.game import Game
from kibitz.search.desk import (
    CHILDREN,
    DEEPENING,
    EVALUATED,
    FAULT,
    FILTER_NODES,
    FILTERED,
    FIRST_ROW,
    KEEP_LEAST,
    LIMIT,
    MOST_MOVES,
    NODES,
    RATES,
    ROOT,
    TOO_MANY_MOVES,
    stopped,
)
from kibitz.search.textbook.alpha_beta import alpha_beta
from kibitz.search.textbook.minimax import minimax
from kibitz.search.textbook.sound import same_side

ROUNDING = 1e-9
"""Keeps rounding from making 0.1 × 30 more than 3."""


def kept_count(rate: float, least: int, count: int) -> int:
    """Return how many of this many children are kept: at least one, at most all."""
    return min(count, max(least, 1, math.ceil(rate * count - ROUNDING)))


def kept_here(desk: Desk, depth: int, count: int) -> int:
    """Return how many of this many children are kept at a depth, from a plain search's desk."""
    rate = desk[desk[RATES] + desk[ROOT] - depth]
    return count if rate >= 1 else kept_count(rate, desk[KEEP_LEAST], count)


def rb_minimax(game: Game[Any], compiled: Compiled) -> Kernel:
    """Build RB-minimax for a game."""
    return minimax(game, compiled, kept_children(game, minimax(game, compiled)))


def rb_alpha_beta(game: Game[Any], compiled: Compiled) -> Kernel:
    """Build RB-alpha-beta for a game."""
    return alpha_beta(game, compiled, kept_children(game, alpha_beta(game, compiled)))


def kept_children(game: Game[Any], shallow: Kernel) -> Children:
    """Make the function that yields the children that are kept, most promising first."""
    turn, moves, play, priority = game.rules.turn, game.rules.moves, game.rules.play, game.rules.priority
    ours = same_side(game)

    def by_search(p: Any, player: int, move: int, desk: Desk) -> Any:
        """Score a child by a search that leaves no trace except its nodes."""
        nodes, root = desk[NODES], desk[ROOT]
        evaluated, first_row = desk[EVALUATED], desk[FIRST_ROW]
        desk[ROOT] = -1
        desk[FIRST_ROW] = 0
        score = shallow(play(p, move), player, desk[DEEPENING], desk)
        desk[ROOT] = root
        desk[FIRST_ROW] = first_row
        desk[EVALUATED] = evaluated
        desk[FILTER_NODES] += desk[NODES] - nodes
        return score if ours(turn(p), player) else -score

    def by_priority(p: Any, player: int, move: int, desk: Desk) -> int:
        return priority(p, move)  # type: ignore[misc]

    promise = by_priority if priority else by_search

    def children(p: Any, player: int, depth: int, desk: Desk) -> Iterator[int]:
        ply = desk[ROOT] - depth
        rate = get(desk, desk[RATES] + ply, 1.0)
        if rate >= 1.0:
            for move in moves(p):
                yield move
        else:
            row = desk[CHILDREN] + depth * 2 * MOST_MOVES
            count = 0
            for move in moves(p):
                if count == MOST_MOVES:
                    desk[FAULT] = TOO_MANY_MOVES
                    desk[LIMIT] = 0
                    return
                worth = promise(p, player, move, desk)
                if stopped(desk):
                    return
                # Insert after all that are at least as promising.
                place = row + 2 * count
                while place > row and get(desk, place - 1, worth) < worth:
                    desk[place] = desk[place - 2]
                    put(desk, place + 1, get(desk, place - 1, worth))
                    place -= 2
                desk[place] = move
                put(desk, place + 1, worth)
                count += 1
            kept = kept_count(rate, desk[KEEP_LEAST], count)
            desk[FILTERED] += count - kept
            for i in range(kept):
                yield desk[row + 2 * i]

    return children
