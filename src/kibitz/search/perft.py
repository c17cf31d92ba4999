"""Perft: the number of sequences of exactly this many moves.

Law. A position at depth 0 is one leaf; a finished one above that is none; otherwise the leaves are those of its
children. Nature's outcomes are plies like moves. The last ply is counted in bulk: its moves are not played.
"""

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from kibitz.compiler.plain import Compiled, Desk, Kernel, gathering, words
from kibitz.errors import OptionError
from kibitz.game import Game
from kibitz.loader import state_of
from kibitz.rules import CHANCE
from kibitz.search.desk import (
    CHILDREN,
    FAULT,
    LIMIT,
    MOST_DEPTH,
    MOST_MOVES,
    NODES,
    TOO_MANY_MOVES,
    set_up,
    stopped,
)
from kibitz.search.driver import drive
from kibitz.search.limit import Limit, is_int
from kibitz.search.mistake import refuse_fault
from kibitz.search.request import Request, Searched
from kibitz.search.result import count
from kibitz.search.speed import ready
from kibitz.search.textbook.keep import Keep
from kibitz.search.textbook.sound import chances_of


def leaf_counter(game: Game[Any], compiled: Compiled) -> Kernel:
    """Build the counter for a game; it returns the number of leaves instead of a score."""
    turn, play, is_over = game.rules.turn, game.rules.play, game.rules.is_over
    chances, gather = chances_of(game), gathering(game.rules.moves)

    @partial(compiled, returns="int")
    def count(p: Any, player: int, depth: int, desk: Desk) -> int:
        desk[NODES] += 1
        if depth == 0:
            return 1
        if is_over(p):
            return 0
        leaves = 0
        if turn(p) == CHANCE:
            for move, _ in chances(p):
                leaves += 1 if depth == 1 else count(play(p, move), player, depth - 1, desk)
                if stopped(desk):
                    return leaves
            return leaves
        if depth == 1:
            return gather(p, desk, 0, 0)
        first = desk[CHILDREN] + MOST_MOVES * depth
        end = gather(p, desk, first, first + MOST_MOVES)
        if end > first + MOST_MOVES:
            desk[FAULT] = TOO_MANY_MOVES
            desk[LIMIT] = 0
            return 0
        for place in range(first, end):
            leaves += count(play(p, desk[place]), player, depth - 1, desk)
            if stopped(desk):
                return leaves
        return leaves

    @partial(compiled, returns="int")
    def root(p: Any, player: int, depth: int, desk: Desk) -> int:
        return count(p, player, depth, words(desk))

    return root


def counting_desk(game: Game[Any], depth: int, array: bool) -> Desk:
    """Return a desk with room for the moves of each position on a line."""
    return set_up(depth, 0, game.players, game.rules.row, array, keep=Keep())


@dataclass(frozen=True)
class Perft:
    """The leaves of a position, and of each of its moves."""

    leaves: int
    moves: dict[str, int]  # by name; finished ones only
    depth: int
    seconds: float
    compile_seconds: float
    finished: bool
    compiled: bool

    def __str__(self) -> str:
        rows = [f"{name:>8} {leaves:>16,}" for name, leaves in self.moves.items()]
        rate = f", {count(self.leaves / self.seconds)} leaves/s" if self.seconds > 0 else ""
        speed = "compiled" if self.compiled else "plain"
        rows.append(f"{'total':>8} {self.leaves:>16,}   depth {self.depth}, {self.seconds:.3f} s{rate}, {speed}")
        if not self.finished:
            rows.append("         stopped: unfinished moves are not counted")
        return "\n".join(rows)


def perft(
    what: Searched,
    depth: int = 1,
    *,
    position: Any = None,
    moves: str | Iterable[int | str] = "",
    compiled: bool | None = None,
    stop: threading.Event | None = None,
    tell: Callable[[str], None] = lambda text: None,
) -> Perft:
    """Count the leaves below a game in progress, move by move; `tell` is called before each move.

    what: a game's name, its file, a Game, or a State.
    position, moves: where the game begins, and the moves played from there.
    """
    if not is_int(depth) or not 0 <= depth <= MOST_DEPTH:
        raise OptionError(f"depth must be a whole number from 0 to {MOST_DEPTH}, got {depth!r}")
    state = state_of(what, position, moves)
    game, p = state.game, state.position
    request = Request(game, p, 0, Limit(), stop=stop or threading.Event())
    search = ready(leaf_counter, game, compiled)
    counts: dict[str, int] = {}
    started = time.perf_counter()
    legal = game.moves(p) if depth > 0 else []
    for number, move in enumerate(legal, 1):
        name = game.move_name(p, move)
        tell(f"move {number} of {len(legal)}: {name}")
        child = replace(request, position=game.ask("play", p, move))
        desk = counting_desk(game, depth - 1, search.compiled)
        leaves, _ = drive(child, search.run, desk, depth - 1)
        refuse_fault(game, child.position, desk)
        if request.stop.is_set():
            break
        counts[name] = int(leaves)
    return Perft(
        leaves=sum(counts.values()) if depth > 0 else 1,
        moves=counts,
        depth=depth,
        seconds=time.perf_counter() - started,
        compile_seconds=search.compile_seconds,
        finished=not request.stop.is_set(),
        compiled=search.compiled,
    )
