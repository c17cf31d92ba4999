"""What searches need from a game beyond its own functions: small functions made for one game."""

from collections.abc import Callable, Iterator
from typing import Any
from weakref import WeakKeyDictionary

from kibitz.compiler.plain import Desk, finite
from kibitz.game import Game
from kibitz.rules import CHANCE
from kibitz.search.desk import EVALUATED
from kibitz.search.evaluator import evaluator

sounds: WeakKeyDictionary[Game[Any], Game[Any]] = WeakKeyDictionary()


def sound(game: Game[Any]) -> Game[Any]:
    """Return the game with scores that raise unless they are numbers: comparisons with NaN would skip them."""
    if game not in sounds:
        utility = game.rules.utility

        def finite_utility(p: Any, player: int) -> Any:
            return finite(utility(p, player))

        sounds[game] = game.with_rules(utility=finite_utility).with_evaluation(finite)
    return sounds[game]


def horizon(game: Game[Any]) -> Callable[[Any, int, Desk], Any]:
    """Make the function that scores a position at depth 0 and records whether it was only a guess.

    A position without a move is over there too: it is scored by `utility`, not `evaluate`.
    """
    turn, moves, utility, evaluate = game.rules.turn, game.rules.moves, game.rules.utility, evaluator(game)

    def judge(p: Any, player: int, desk: Desk) -> Any:
        for _ in moves(p):
            desk[EVALUATED] = 1
            return evaluate(p, player, desk)
        return utility(p, player)

    def judge_with_chances(p: Any, player: int, desk: Desk) -> Any:
        if turn(p) == CHANCE:
            desk[EVALUATED] = 1
            return evaluate(p, player, desk)
        return judge(p, player, desk)

    return judge_with_chances if game.rules.chances else judge


def every_move(game: Game[Any]) -> Callable[[Any, int, int, Desk], Any]:
    """Make the function that yields all children, in the game's order."""
    moves = game.rules.moves

    def children(p: Any, player: int, depth: int, desk: Desk) -> Any:
        return moves(p)

    return children


def same_side(game: Game[Any]) -> Callable[[int, int], bool]:
    """Make the function that returns whether two players are on the same side: the same player, or a team."""
    teams = game.rules.teams

    def alone(mover: int, player: int) -> bool:
        return mover == player

    def together(mover: int, player: int) -> bool:
        return teams[mover] == teams[player]  # type: ignore[index]

    return together if teams else alone


def chances_of(game: Game[Any]) -> Callable[[Any], Any]:
    """Return the game's `chances`, or a function that is never called."""

    def no_chances(p: Any) -> Iterator[tuple[int, float]]:
        for _ in range(0):
            yield 0, 1.0

    return game.rules.chances or no_chances
