"""What the transposition table knows about a position and its children."""

from collections.abc import Callable
from typing import Any, NamedTuple

from kibitz.compiler.plain import Desk, fold, word, words
from kibitz.game import Game
from kibitz.search.desk import EXACT, LOWER, UPPER
from kibitz.search.engine.desk import GUESSED, SALT, TABLE, TOP, USE
from kibitz.search.engine.scoring import Width
from kibitz.search.engine.table import BOUND_SHIFT, DEPTH_MASK, DEPTH_SHIFT, FINAL_SHIFT, entries
from kibitz.search.engine.techniques import IN_EXACT, IN_SYMMETRIES
from kibitz.search.keys import FIRST_SALT, LAST_SALT

SYMMETRY_PLY, SYMMETRY_DEPTH = 8, 5  # further from the root, symmetric positions rarely meet
OPEN = -1 << 62
"""Returned instead of a score where the search continues."""


class Lookup(NamedTuple):
    """The functions that look positions up in the table."""

    shared_key: Callable[[Any, int, int, Desk], int]
    usable: Callable[[int, int, Desk], bool]
    answered: Callable[[int, int, int, int, int, bool, int, Desk], int]
    look_up: Callable[[Any, int, int, int, Desk], None]
    child_cut: Callable[[Any, int, int, int, int, int, Desk], int]


def lookup_of(game: Game[Any], width: Width, key_of: Callable[[Any], int], to_go: bool = False) -> Lookup:
    """Make the functions that look up positions of a game.

    to_go: entries do not contain the points collected so far, so positions that differ in them alone share an entry.
    """
    turn, play, symmetries, banked = game.rules.turn, game.rules.play, game.rules.symmetries, game.rules.banked
    has_symmetries, has_bank = symmetries is not None, banked is not None and not to_go
    approach, probe, _, score_in, _ = entries(width)

    def shared_key(p: Any, depth: int, ply: int, desk: Desk) -> int:
        """Return the key under which equivalent positions share an entry."""
        key = key_of(p)
        if has_symmetries:
            if ply < SYMMETRY_PLY and depth >= SYMMETRY_DEPTH and desk[USE] & IN_SYMMETRIES:
                for other in symmetries(p):  # type: ignore[misc]
                    key = min(key, key_of(other))
        if has_bank:
            key ^= fold(word(banked(p, 0)) ^ FIRST_SALT, LAST_SALT)  # type: ignore[misc]
        return int(key ^ desk[SALT])

    def usable(data: int, depth: int, desk: Desk) -> bool:
        """Return whether a table entry can be used at this depth."""
        stored, final = data >> DEPTH_SHIFT & DEPTH_MASK, data >> FINAL_SHIFT & 1 != 0
        if desk[USE] & IN_EXACT:
            return stored == depth or (final and stored < depth)
        return stored >= depth or final

    def answered(data: int, stored: int, depth: int, alpha: int, beta: int, narrow: bool, ply: int, desk: Desk) -> int:
        """Return the score of a table entry that decides a search; OPEN if it does not."""
        if usable(data, depth, desk):
            score = score_in(stored, ply)
            bound = data >> BOUND_SHIFT & 3
            # In an open window the line is needed, not only the score.
            if bound != UPPER and score >= beta or bound != LOWER and score <= alpha or bound == EXACT and narrow:
                desk[GUESSED] = 1 - (data >> FINAL_SHIFT & 1)
                return score
        return OPEN

    def look_up(p: Any, depth: int, ply: int, count: int, desk: Desk) -> None:
        """Prefetch the table's buckets of all children before reading the first, to hide the memory's latency."""
        base = desk[TOP] - 3 * count
        table = words(desk[TABLE])
        for i in range(count):
            key = shared_key(play(p, desk[base + i]), depth - 1, ply + 1, desk)
            desk[base + 2 * count + i] = key
            approach(table, key)

    def child_cut(p: Any, mover: int, depth: int, beta: int, ply: int, count: int, desk: Desk) -> int:
        """Return the score of a child whose table entry alone causes a cutoff here; OPEN if there is none."""
        base = desk[TOP] - 3 * count
        table = words(desk[TABLE])
        for i in range(count):
            data, score = probe(table, desk[base + 2 * count + i])
            if data:
                if usable(data, depth - 1, desk):
                    score = score_in(score, ply + 1)
                    bound = data >> BOUND_SHIFT & 3
                    if turn(play(p, desk[base + i])) != mover:
                        score = -score
                        bound = EXACT if bound == EXACT else LOWER + UPPER - bound
                    if bound != UPPER and score >= beta:
                        desk[GUESSED] = 1 - (data >> FINAL_SHIFT & 1)
                        return int(score)
        return OPEN

    return Lookup(shared_key, usable, answered, look_up, child_cut)
