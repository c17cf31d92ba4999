"""Thinking on the opponent's time, about the reply to the move that is expected.

If that move is played the search goes on, and its time counts from then. Otherwise it is thrown away, but what it has
stored in the engine's table stays.
"""

import threading
from collections.abc import Sequence

from kibitz.arena.player import Player
from kibitz.rules import CHANCE
from kibitz.search.algorithm import ENGINE, default_name
from kibitz.search.result import Result
from kibitz.state import State

PATIENCE = 1.0
"""Seconds that a search may take to end; rules that never return are left behind."""


class Ponder:
    """A search of the position that is expected, in a thread of its own."""

    def __init__(self, player: Player, state: State) -> None:
        """Begin to think about a state, which must not change meanwhile."""
        self.state = state
        self.begin, self.stop = threading.Event(), threading.Event()
        self.found: tuple[int, Result | None] | None = None
        self.failed: BaseException | None = None

        def work() -> None:
            try:
                self.found = player.choose(state, self.stop, begin=self.begin)
            except BaseException as error:
                self.failed = error

        self.thread = threading.Thread(target=work, daemon=True)
        self.thread.start()

    def end(self) -> None:
        """Stop the search and throw it away."""
        self.stop.set()
        self.begin.set()
        self.thread.join(PATIENCE)

    def answer(self, stop: threading.Event) -> tuple[int, Result | None]:
        """Start the clock and return what is found; `stop` still ends the search."""
        self.begin.set()
        while self.thread.is_alive():
            if stop.is_set():
                self.stop.set()
            self.thread.join(0.01)
        if self.failed is not None or self.found is None:
            raise self.failed or RuntimeError("the search ended without a move")
        return self.found


def pondered(seats: Sequence[Player | None], mover: int, state: State, result: Result | None) -> Ponder | None:
    """Begin to think about what follows the move that a result expects of a person; None if it expects none.

    mover: the player whose move the result chose. Whoever is to move then thinks.
    """
    if result is None or len(result.pv) < 2 or state.over or state.turn == CHANCE or seats[state.turn] is not None:
        return None
    move = result.pv[1]
    if move not in state.moves():
        return None
    expected = state.copy().play(move)
    if expected.over:
        return None
    player = seats[mover if expected.turn == CHANCE else expected.turn]
    if player is None or (player.algorithm or default_name(state.game)) != ENGINE:
        return None
    return Ponder(player, expected)
