"""Thinking on the other one's time: about the reply to the move that is expected.

If that move is played the search goes on, and its time counts from then; else it is thrown away, and what it has left
in the engine's table stays.
"""

import threading
from collections.abc import Sequence
from typing import Any

from kibitz.arena.player import Player
from kibitz.game import Game
from kibitz.search.analyze import ENGINE, default_algorithm
from kibitz.search.result import Result
from kibitz.state import keys_of

PATIENCE = 1.0
"""Seconds that a search may take to end; rules that never do are left behind."""


class Ponder:
    """A search of the position that is expected, in a thread of its own."""

    def __init__(self, player: Player, game: Game[Any], positions: list[Any]) -> None:
        """Begin to think about the last of these positions."""
        self.p = positions[-1]
        self.begin, self.stop = threading.Event(), threading.Event()
        self.found: tuple[int, Result | None] | None = None
        self.failed: BaseException | None = None

        def work() -> None:
            history = keys_of(game, positions[:-1])
            try:
                self.found = player.choose(game, self.p, self.stop, history=history, line=positions, begin=self.begin)
            except BaseException as error:
                self.failed = error

        self.thread = threading.Thread(target=work, daemon=True)
        self.thread.start()

    def end(self) -> None:
        """Throw it away."""
        self.stop.set()
        self.begin.set()
        self.thread.join(PATIENCE)

    def answer(self, stop: threading.Event) -> tuple[int, Result | None]:
        """Let the time begin, and give what is found; it can still be stopped."""
        self.begin.set()
        while self.thread.is_alive():
            if stop.is_set():
                self.stop.set()
            self.thread.join(0.01)
        if self.failed is not None or self.found is None:
            raise self.failed or RuntimeError("the search has ended without a move")
        return self.found


def pondered(
    player: Player, game: Game[Any], positions: list[Any], result: Result | None, people: Sequence[int]
) -> Ponder | None:
    """Begin to think about what follows the move that a result expects of people; None if there is no such move."""
    if (player.algorithm or default_algorithm(game)) != ENGINE or result is None or len(result.pv) < 2:
        return None
    p = positions[-1]
    move = result.pv[1]
    if game.turn(p) not in people or move not in game.moves(p):
        return None
    after = game.ask("play", p, move)
    if not game.moves(after) or game.turn(after) in people:
        return None
    return Ponder(player, game, [*positions, after])
