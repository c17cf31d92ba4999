"""The moves and outcomes of a position, written on the stack of an engine's desk, where outcomes are averaged.

    an average    a row for each outcome: [move, probability, least, most]
    a choice      a row for each move: [move, rank, place in the game's order]

least and most are what is known of the score after an outcome.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from kibitz.compiler.plain import Desk, get, put
from kibitz.game import Game
from kibitz.search.desk import BAD_POLICY, TOO_MANY_MOVES, wrong_odds
from kibitz.search.engine.desk import DEPTH_NOW, KEEPING, MODEL, RATES, STACK_END, TOP, USE
from kibitz.search.engine.others import BY_POLICY
from kibitz.search.engine.scoring import fault
from kibitz.search.engine.techniques import IN_PRIORITY
from kibitz.search.engine.worth import OPEN_HIGH
from kibitz.search.textbook.sound import chances_of

OUTCOME_ROW, CHOICE_ROW = 4, 3


class Rows(NamedTuple):
    """The functions that write moves and outcomes on the stack."""

    gather_outcomes: Callable[[Any, float, float, Desk], int]
    gather_choices: Callable[[Any, float, float, Desk], int]
    gather_ranked: Callable[[Any, int, bool, bool, Desk], int]
    weight_of: Callable[[Any, int, Desk], float]
    has_weight: Callable[[Any, Desk], bool]


def has_room(place: int, desk: Desk) -> bool:
    """Return whether the stack has room for one more row; stop the search if not."""
    if place + OUTCOME_ROW <= STACK_END:
        return True
    fault(desk, TOO_MANY_MOVES)
    return False


def write_outcome(place: int, move: int, probability: float, low: float, high: float, desk: Desk) -> None:
    """Write a row of an average."""
    desk[place] = move
    put(desk, place + 1, probability)
    put(desk, place + 2, low)
    put(desk, place + 3, high)


def write_choice(base: int, place: int, move: int, rank: float, index: int, desk: Desk) -> None:
    """Write a row of a choice behind those that rank no lower; the rest of the rows from a base on moves up."""
    row = place
    while row > base and get(desk, row - CHOICE_ROW + 1, 1.0) < rank:
        desk[row], desk[row + 2] = desk[row - CHOICE_ROW], desk[row - CHOICE_ROW + 2]
        put(desk, row + 1, get(desk, row - CHOICE_ROW + 1, 1.0))
        row -= CHOICE_ROW
    desk[row], desk[row + 2] = move, index
    put(desk, row + 1, rank)


def rate_at(depth: int, desk: Desk) -> float:
    """Return the share of the moves that RB's filter keeps this far from the root."""
    return get(desk, RATES + desk[DEPTH_NOW] - depth, 1.0) if desk[KEEPING] else 1.0


def rows_of(game: Game[Any], leaf: Callable[[Any, Desk], float]) -> Rows:
    """Make the functions that write on the stack; moves without a priority are ranked by the leaf after them."""
    moves, play, chances = game.rules.moves, game.rules.play, chances_of(game)
    priority, policy = game.rules.priority, game.rules.policy
    has_priority, has_policy = priority is not None, policy is not None

    def gather_outcomes(p: Any, low: float, high: float, desk: Desk) -> int:
        """Write nature's outcomes on the stack; return their number, 0 after a fault."""
        base: int = desk[TOP]
        place, total = base, 0.0
        for move, probability in chances(p):
            if not has_room(place, desk):
                return 0
            write_outcome(place, move, float(probability), low, high, desk)
            place += OUTCOME_ROW
            total += abs(probability)
        if wrong_odds(desk, total):
            return 0
        desk[TOP] = place
        return (place - base) // OUTCOME_ROW

    def weight_of(p: Any, move: int, desk: Desk) -> float:
        """Return how likely a player chooses a move, compared with the others."""
        if has_policy:
            if desk[MODEL] == BY_POLICY:
                weight = float(policy(p, move))  # type: ignore[misc]
                if not 0 <= weight < OPEN_HIGH:
                    fault(desk, BAD_POLICY)
                return weight
        return 1.0

    def gather_choices(p: Any, low: float, high: float, desk: Desk) -> int:
        """Write another player's moves on the stack, as likely as the model says; return their number."""
        base: int = desk[TOP]
        place, total = base, 0.0
        for move in moves(p):
            if not has_room(place, desk):
                return 0
            weight = weight_of(p, move, desk)
            write_outcome(place, move, weight, low, high, desk)
            place += OUTCOME_ROW
            total += weight
        if place > base and total <= 0:
            fault(desk, BAD_POLICY)
            return 0
        for row in range(base, place, OUTCOME_ROW):
            put(desk, row + 1, get(desk, row + 1, 1.0) / total)
        desk[TOP] = place
        return (place - base) // OUTCOME_ROW

    def rank_choice(p: Any, move: int, index: int, hint: int, rising: bool, desk: Desk) -> float:
        """Return how promising a move is to the player who makes it."""
        if index == hint:
            return OPEN_HIGH
        if has_priority:
            if desk[USE] & IN_PRIORITY:
                return float(priority(p, move))  # type: ignore[misc]
        score = leaf(play(p, move), desk)
        return score if rising else -score

    def gather_ranked(p: Any, hint: int, rising: bool, sorting: bool, desk: Desk) -> int:
        """Write a player's moves on the stack, the most promising first if they are sorted; return their number."""
        base = desk[TOP]
        place, index = base, 0
        for move in moves(p):
            if not has_room(place, desk):
                return 0
            rank = rank_choice(p, move, index, hint, rising, desk) if sorting else 0.0
            write_choice(base, place, move, rank, index, desk)
            place += CHOICE_ROW
            index += 1
        desk[TOP] = place
        return index

    def has_weight(p: Any, desk: Desk) -> bool:
        """Return whether any move of a position has a weight."""
        for move in moves(p):
            if weight_of(p, move, desk) > 0:
                return True
        return False

    return Rows(gather_outcomes, gather_choices, gather_ranked, weight_of, has_weight)
