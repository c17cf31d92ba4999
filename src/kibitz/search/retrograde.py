"""Retrograde analysis: the value of every position that can be reached, from the ends of the game backwards.

Law. A position is won for the player to move if some move leads to one that is lost for the other (or won for the same
player, who moves again), lost if every move leads to a win of the other; its distance is the shortest win or the
longest resistance. What neither rule ever decides is drawn: somebody can go round for ever. It needs no depth and no
history, so it is the way to solve small games with cycles.
"""

from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

from kibitz.errors import GameError
from kibitz.game import Game
from kibitz.score import Proven, outcome

MOST_POSITIONS = 3_000_000
"""How many positions are held in memory."""


class Known(NamedTuple):
    """What is known of a position, for the player to move."""

    proven: Proven
    distance: int | None  # None for a draw
    move: int | None  # the best, None where the game is over


def retrograde(
    game: Game[Any], p: Any, tell: Callable[[int, str], None] = lambda count, what: None
) -> dict[Any, Known]:
    """Solve a position and every other that can be reached from it."""
    order, children, ends = reach(game, p, tell)
    parents: list[list[int]] = [[] for _ in order]
    for place, moves in enumerate(children):
        for _, child in moves:
            parents[child].append(place)
    movers = [game.turn(position) for position in order]
    won: dict[int, bool] = dict(ends)  # for the player to move; absent: not decided
    distance = dict.fromkeys(won, 0)
    open_moves = [len(moves) for moves in children]
    waiting = deque(won)
    drawn = {place for place, moves in enumerate(children) if not moves and place not in won}
    while waiting:
        child = waiting.popleft()
        if len(won) % 1000 == 0:
            tell(len(won), "decided")
        for place in parents[child]:
            if place in won:
                continue
            if won[child] == (movers[child] == movers[place]):
                won[place], distance[place] = True, distance[child] + 1
                waiting.append(place)
                continue
            open_moves[place] -= 1
            if open_moves[place] == 0:
                won[place], distance[place] = False, distance[child] + 1
                waiting.append(place)
    known = {}
    for place, position in enumerate(order):
        move = best_move(place, children[place], movers, won, distance)
        if place in won:
            known[position] = Known("win" if won[place] else "loss", distance[place], move)
        else:
            known[position] = Known("draw", 0 if place in drawn else None, move)
    return known


def reach(
    game: Game[Any], p: Any, tell: Callable[[int, str], None]
) -> tuple[list[Any], list[list[tuple[int, int]]], dict[int, bool]]:
    """List every position that can be reached, its moves with where they lead, and who has won at the ends."""
    places = {p: 0}
    order = [p]
    children: list[list[tuple[int, int]]] = []
    ends: dict[int, bool] = {}
    for position in order:  # it grows on the way
        legal = game.legal(position)
        if not legal:
            result = outcome(game.utilities(position), game.mover(position))
            if result != "draw":
                ends[len(children)] = result == "win"
        moves = []
        for move in legal:
            child = game.after(position, move)
            if child not in places:
                places[child] = len(order)
                order.append(child)
            moves.append((move, places[child]))
        children.append(moves)
        if len(order) > MOST_POSITIONS:
            raise GameError(f"{game.name} has more than {MOST_POSITIONS:,} positions, too many to hold at once")
        if len(children) % 1000 == 0:
            tell(len(order), "found")
    return order, children, ends


def best_move(
    place: int, moves: list[tuple[int, int]], movers: list[int], won: dict[int, bool], distance: dict[int, int]
) -> int | None:
    """Choose the quickest win, else a draw, else the longest resistance."""

    def worth(child: int) -> tuple[int, int]:
        if child not in won:
            return 0, 0
        good = won[child] == (movers[child] == movers[place])
        return (1, -distance[child]) if good else (-1, distance[child])

    return max(moves, key=lambda item: worth(item[1]))[0] if moves else None
