"""How a search evaluates a position.

Weights are not part of a compiled search, which reads them from its desk. So other weights need no new machine code,
and a table of many megabytes is not copied into it.
"""

from collections.abc import Callable
from typing import Any

from kibitz.compiler.plain import Desk, table_at
from kibitz.game import Game
from kibitz.model import Memory, judge_of
from kibitz.search.desk import RIVAL, WEIGHTS


def evaluator(game: Game[Any], memory: Memory | None = None) -> Callable[[Any, int, Desk], Any]:
    """Make the function that evaluates a position for a player, by the weights on the desk if the game has any.

    memory: where the search keeps what was last seen of a position, if it does.
    """
    evaluate, weigh, count = game.rules.evaluate, game.rules.weigh, len(game.rules.row)

    def by_rule(p: Any, player: int, desk: Desk) -> Any:
        return evaluate(p, player)

    def by_weights(p: Any, player: int, desk: Desk) -> Any:
        return weigh(p, player, table_at(desk, WEIGHTS, count))  # type: ignore[misc]

    if game.rules.rival is not None:
        mine, other = evaluator(game.with_rules(rival=None), memory), evaluator(game.rules.rival, memory)

        def by_either(p: Any, player: int, desk: Desk) -> Any:
            if desk[RIVAL]:
                return other(p, player, desk)
            return mine(p, player, desk)

        return by_either
    if game.rules.model is not None:
        return judge_of(game.rules, WEIGHTS, memory)
    return by_weights if game.rules.weighs else by_rule
