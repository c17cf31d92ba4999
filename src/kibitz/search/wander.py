"""Random games, for sampling what rules do."""

import random
from collections.abc import Iterator
from typing import Any

from kibitz.game import Game


def wander(
    game: Game[Any], choose: random.Random, plies: int, start: Any = None
) -> Iterator[tuple[Any, tuple[int, ...]]]:
    """Play at random; yield each position with the moves that lead there, until the game or the plies end.

    start: where to begin; None is the start of the game.
    """
    p = game.start() if start is None else start
    moves: tuple[int, ...] = ()
    for _ in range(plies):
        yield p, moves
        legal = game.moves(p)
        if not legal:
            return
        move = choose.choice(legal)
        p, moves = game.ask("play", p, move), (*moves, move)


def sample_positions(game: Game[Any]) -> list[Any]:
    """Return the positions of four random games, always the same, of at most 200 plies each."""
    choose = random.Random(1)
    return [p for _ in range(4) for p, _ in wander(game, choose, 200)]
