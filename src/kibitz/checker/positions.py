"""What must hold between positions: those that are equal, or share a key, must have the same future."""

import copy
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from kibitz.checker.report import Broken, Names, Report
from kibitz.compiler.plain import plain
from kibitz.fault import told
from kibitz.game import Game
from kibitz.search.perft import counting_desk, leaf_counter

MOST_OBJECTS = 200
"""Positions with their own `==` are compared one by one, with this many others."""
MOST_ENDS = 300
"""The most positions to visit when listing nearby ends of the game."""
ADVICE = "make it a NamedTuple, or a dataclass with frozen=True"


class Met(NamedTuple):
    """A position that was met, its key if the game has one, and the moves that led there."""

    position: Any
    key: Any
    names: Names


class Positions:
    """Every position met so far, and which of them count as the same."""

    def __init__(self, game: Game[Any], report: Report) -> None:
        self.game, self.report = game, report
        self.leaves = leaf_counter(game, plain)
        self.keys: dict[int, Met] = {}  # the first position with each key
        self.values: dict[Any, Met] = {}
        self.objects: list[Met] = []

    def compared(self, p: Any) -> None:
        """Check that positions compare by value: a copy must be equal and have the same hash."""
        if is_value(p):
            return
        twin, kind = copy.deepcopy(p), type(p).__name__
        try:
            equal = bool(p == twin)
        except Exception as error:  # arrays do not compare to True or False
            raise Broken("position", f"a {kind} cannot be compared ({told(error)}); {ADVICE}") from error
        if not equal:
            raise Broken("position", f"a {kind} is not equal (==) to a copy of itself; {ADVICE}")
        if self.game.rules.key is not None:
            return
        if not is_hashable(p):
            slower = "searches run without a table, which is slower"
            self.report.found("position", f"a {kind} cannot be hashed: {slower}; {ADVICE}", None, failure=False)
        elif hash(p) != hash(twin):
            raise Broken("position", f"a {kind} is equal to a copy of itself, but their hashes differ; {ADVICE}")

    def meet(self, p: Any, names: Names, legal: list[int], past: dict[Any, Names]) -> None:
        """Check a position against the others, and remark on a game that returns to an earlier position."""
        key = self.key_of(p)
        self.comes_back(p if key is None else key, names, past)
        here = Met(p, key, names)
        for other in self.equal_to(here):
            if key != other.key:
                raise Broken("key", f"is {key} here and {other.key} {after(other)}, but the positions are equal (==)")
            if key is None and is_hashable(p) and hash(p) != hash(other.position):
                raise Broken("position", f"is equal (==) to the one {after(other)}, but their hashes differ; {ADVICE}")
            if not is_value(p):
                self.same_future("position", "is equal (==) to the one", here, other, legal)
        if key is not None:
            other = self.keys.setdefault(key, here)
            if other is not here and (not is_value(p) or other.position != p):
                self.same_future("key", f"is {key} here and", here, other, legal)

    def key_of(self, p: Any) -> Any:
        """Return what identifies a position according to the game; None if it does not say."""
        if self.game.rules.key is None:
            if self.game.rules.banked is not None:
                raise Broken("banked", "needs a `key` that leaves out what is banked")
            return None
        key = self.game.rules.key(p)
        if not hasattr(key, "__index__") and not isinstance(key, float):
            raise Broken("key", f"returned {key!r}, which is not an int")
        return key

    def comes_back(self, same: Any, names: Names, past: dict[Any, Names]) -> None:
        """Remark on a position that has occurred before in this game, unless dice bring it back."""
        if self.game.rules.chances or not is_hashable(same):
            return
        if same in past and not self.game.repetition:
            before = f"the position after {' '.join(past[same])}" if past[same] else "the first position"
            text = f"{before} occurred again, but the game has no `repetition`"
            self.report.found("repetition", text, names, failure=False)
        past.setdefault(same, names)

    def equal_to(self, here: Met) -> list[Met]:
        """Return the earlier positions that are equal to this one."""
        p = here.position
        if is_value(p):
            other = self.values.setdefault(p, here)
            return [other] if other is not here else []
        equal = [other for other in self.objects if other.position == p]
        if len(self.objects) < MOST_OBJECTS:
            self.objects.append(here)
        return equal

    def same_future(self, promise: str, how: str, here: Met, other: Met, legal: list[int]) -> None:
        """Check that two positions that count as the same have the same future."""
        for what, mine, theirs in self.futures(here.position, other.position, legal):
            if mine != theirs:
                raise Broken(promise, f"{how} {after(other)}, but {what} is {mine} here and {theirs} there")

    def futures(self, p: Any, other: Any, legal: list[int]) -> Iterator[tuple[str, Any, Any]]:
        """Yield what must be the same in two positions that count as one."""
        game = self.game
        yield "turn", game.rules.turn(p), game.rules.turn(other)
        replies = game.moves(other)
        if game.rules.symmetries is None:
            yield "the set of moves", sorted(legal), sorted(replies)
        yield "the number of moves", len(legal), len(replies)
        more = " beyond what is banked" if game.rules.banked else ""
        if not legal and not replies:
            yield f"utility{more}", self.beyond(p, "utility", p), self.beyond(other, "utility", other)
        elif more:
            yield f"evaluate{more}", self.beyond(p, "evaluate", p), self.beyond(other, "evaluate", other)
        here, there = (self.leaves(q, 0, 2, counting_desk(game, 2, False)) for q in (p, other))
        yield "perft 2", here, there
        yield (
            "the set of results within two moves",
            self.ends(p, 2, [MOST_ENDS], p),
            self.ends(other, 2, [MOST_ENDS], other),
        )

    def beyond(self, p: Any, rule: str, root: Any) -> list[float]:
        """Return what a position is worth to each player by a rule, without what is banked at the root."""
        players, banked = range(self.game.players), self.game.rules.banked
        worth = [getattr(self.game.rules, rule)(p, player) for player in players]
        return worth if banked is None else [round(worth[player] - banked(root, player), 6) for player in players]

    def ends(self, p: Any, plies: int, left: list[int], root: Any) -> list[Any] | None:
        """List the utilities of the games that end within this many plies; None if there are too many positions."""
        left[0] -= 1
        legal = self.game.moves(p) if left[0] >= 0 else []
        if left[0] < 0:
            return None
        if not legal:
            return [self.beyond(p, "utility", root)]
        found: list[Any] = []
        for move in legal if plies else ():
            ends = self.ends(self.game.rules.play(p, move), plies - 1, left, root)
            if ends is None:
                return None
            found += ends
        return sorted(found)


def after(met: Met) -> str:
    """Return how a position was reached, in words."""
    return f"after {' '.join(met.names) or 'no move'}"


def is_value(p: Any) -> bool:
    """Return whether a position consists of numbers and tuples, which Python compares by value."""
    if isinstance(p, tuple):
        kind = type(p)
        return kind.__eq__ is tuple.__eq__ and kind.__hash__ is tuple.__hash__ and all(map(is_value, p))
    return isinstance(p, int | float | str | np.generic)


def is_hashable(value: Any) -> bool:
    """Return whether this can be hashed."""
    try:
        hash(value)
    except TypeError:
        return False
    return True
