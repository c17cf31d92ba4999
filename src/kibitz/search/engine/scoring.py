"""The engine's own scoring: whole numbers, for the player to move, whatever numbers the author's rules return.

Law. With u what `utility` returns for player 0, and h a representation of numbers that keeps their order and signs:
    objective "win"     an end at ply n is win - n, 0 or n - win, by who is ahead; an evaluation e is h(e)
    objective "score"   an end is h(u), an evaluation e is h(e)
and the other player's scores are the negatives. In a game that declares `bounds`, evaluations are moved into them.
There are two representations, and neither ever rounds:
    NARROW   whole numbers up to 2**29, as they are
    WIDE     floats below 2**62 and whole numbers up to 2**53, as the bits of a float, arranged to compare as integers
A number that does not fit stops the search with OUT_OF_RANGE: a narrow one is repeated wide, a wide one fails.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from kibitz.compiler.plain import OUT, Desk, get, ordered, put, uneven, unordered, whole
from kibitz.game import Game
from kibitz.score import Score, tidy
from kibitz.search.desk import FAULT, LIMIT, OUT_OF_RANGE, UNEVEN
from kibitz.search.engine.desk import MEMORY, OTHER_TOTAL, TOTAL
from kibitz.search.evaluator import evaluator
from kibitz.search.wander import wander

SAMPLE_GAMES, SAMPLE_PLIES, SAMPLE_STEP = 10, 200, 10
LONGEST_SAMPLE = 20_000
"""The plies of a random game that shows what a game is about, if no shorter one has ended."""


class Width(NamedTuple):
    """A representation of scores."""

    wide: bool
    win: int  # the score of an immediate win
    most: int  # evaluations and points lie within ±most; beyond are wins and losses with their distance
    worst: int  # below every score; its negative is above


NARROW = Width(False, 1 << 30, 1 << 29, -2 << 30)
WIDE = Width(True, 3 << 61, ordered(2.0**62), -7 << 60)


@dataclass(frozen=True)
class Scale:
    """How the author's scores correspond to the engine's."""

    points: bool  # the objective is the score, not the win
    total: Score  # the sum of the players' utilities
    constant: bool  # that sum was the same at every end visited
    known: bool  # at least one end was visited
    win: Score  # what a winner got
    loss: Score
    guesses: bool  # some evaluations were not 0
    width: Width  # the one that fits every number seen

    def to_author(self, score: int, player: int = 0, width: Width | None = None) -> Score:
        """Return a player's score in the author's units; a win is what winners get."""
        width = width or self.width
        if not self.points and abs(score) > width.most:
            return self.win if score > 0 else self.loss
        number = tidy(unordered(score)) if width.wide else score
        return tidy(self.total + number) if self.points and player == 1 else number

    def draw(self, width: Width) -> int:
        """Return what a drawn game is worth to player 0, in the engine's scoring; OUT if it does not fit."""
        half = tidy(self.total / 2) if self.points else 0
        return ordered(half) if width.wide else whole(half, width.most)


scales: WeakKeyDictionary[Game[Any], Scale] = WeakKeyDictionary()


def scale_of(game: Game[Any]) -> Scale:
    """Return a game's scale, found from its ends if the game lists them, or by playing a few random games.

    It is only where a search starts: every search checks each end and each evaluation that it meets.
    """
    if game not in scales:
        guesses: list[Any] = []
        ends: list[list[Score]] = []
        if game.players == 2 and game.ends is not None:
            ends = [game.utilities(p) for p in game.ends()]
            guesses = [game.ask("evaluate", p, 0) for p in (game.start(),)]
        elif game.players == 2:
            ends, guesses = sampled(game)
        sums = [mine + other for mine, other in ends]
        total = tidy(sums[0]) if sums else 0
        constant = not any(uneven(mine, other, float(total)) for mine, other in ends)
        numbers = [number for pair in ends for number in pair]
        points = game.objective == "score"
        held = [*guesses, *([*numbers, total / 2] if points else ())]
        scales[game] = Scale(
            points=points,
            total=total if constant else 0,
            constant=constant,
            known=bool(ends),
            win=tidy(max([1, *numbers])),
            loss=tidy(min([-1 if total == 0 else 0, *numbers])),
            guesses=game.rules.weighs or any(guesses),  # one kernel serves all weights, including those of 0
            width=WIDE if any(whole(number, NARROW.most) == OUT for number in held) else NARROW,
        )
    return scales[game]


def sampled(game: Game[Any]) -> tuple[list[list[Score]], list[Any]]:
    """Play a few random games; return the utilities of their ends and some evaluations on the way."""
    choose = random.Random(0)
    ends: list[list[Score]] = []
    guesses: list[Any] = []
    for _ in range(SAMPLE_GAMES):
        p = game.start()
        for p, moves in wander(game, choose, SAMPLE_PLIES):
            if len(moves) % SAMPLE_STEP == 0:
                guesses.append(game.ask("evaluate", p, 0))
        if game.is_over(p):
            ends.append(game.utilities(p))
    if not ends and game.objective == "score":
        ends = [game.utilities(p) for p, _ in wander(game, choose, LONGEST_SAMPLE) if game.is_over(p)]
    return ends, guesses


def fault(desk: Desk, what: int) -> None:
    """Stop a search that has met something it cannot handle."""
    desk[FAULT] = what
    desk[LIMIT] = 0


def holder(width: Width) -> Callable[[Any, Desk], int]:
    """Make the function that converts an author's number, or stops the search."""
    most = width.most

    def narrowly(number: Any, desk: Desk) -> int:
        held = whole(number, most)
        if held == OUT:
            fault(desk, OUT_OF_RANGE)
            return 0
        return held

    def widely(number: Any, desk: Desk) -> int:
        held = ordered(number)
        if held == OUT:
            fault(desk, OUT_OF_RANGE)
            return 0
        return held

    return widely if width.wide else narrowly


def end_scorer(game: Game[Any], width: Width) -> Callable[[Any, int, int, Desk], int]:
    """Make the function that scores a finished game for a player, at a ply."""
    utility, hold, win = game.rules.utility, holder(width), width.win

    def by_result(p: Any, player: int, ply: int, desk: Desk) -> int:
        mine, other = utility(p, player), utility(p, 1 - player)
        if mine > other:
            return win - ply
        if mine < other:
            return ply - win
        if mine != other:  # one of them is not a number
            fault(desk, OUT_OF_RANGE)
        return 0

    def by_points(p: Any, player: int, ply: int, desk: Desk) -> int:
        points = hold(utility(p, 0), desk)
        return points if player == 0 else -points

    def by_watched_points(p: Any, player: int, ply: int, desk: Desk) -> int:
        mine, other = utility(p, 0), utility(p, 1)
        if uneven(mine, other, get(desk, TOTAL, 1.0)):
            put(desk, OTHER_TOTAL, float(mine + other))
            fault(desk, UNEVEN)
        return by_points(p, player, ply, desk)

    if game.objective != "score":
        return by_result
    # A built-in game is known to keep its sum, and of a tree every end has been visited.
    return by_points if game.built_in else by_watched_points


def guesser(game: Game[Any], width: Width, is_plain: bool = True) -> Callable[[Any, int, Desk], int]:
    """Make the function that scores an unfinished game for a player by `evaluate`.

    is_plain: the search runs plain, where comparing positions with earlier ones would gain nothing.
    """
    evaluate, hold = evaluator(game, None if is_plain else MEMORY), holder(width)

    def guess(p: Any, player: int, desk: Desk) -> int:
        points = hold(evaluate(p, 0, desk), desk)
        return points if player == 0 else -points

    return guess


def margin_of(game: Game[Any], width: Width) -> Any:
    """Return the game's margin, in a unit by which scores can be moved."""
    return float(game.rules.margin) if width.wide else max(1, round(game.rules.margin))


def mover_of(width: Width) -> Callable[[int, Any], int]:
    """Make the function that moves a score by an amount in the author's units."""
    most = width.most

    def narrowly(score: int, amount: Any) -> int:
        return int(score + amount)

    def widely(score: int, amount: Any) -> int:
        if abs(score) >= most:
            return score
        return min(max(ordered(unordered(score) + amount), -most), most)

    return widely if width.wide else narrowly


def bounder(game: Game[Any], width: Width) -> Callable[[Any, int, Desk], tuple[int, int]]:
    """Make the function that returns the bounds of a position for a player, in the engine's scoring."""
    bounds, hold, win = game.rules.bounds, holder(width), width.win
    is_zero_sum = game.built_in and scale_of(game).total == 0

    def unbounded(p: Any, player: int, desk: Desk) -> tuple[int, int]:
        return -win, win

    def by_points(p: Any, player: int, desk: Desk) -> tuple[int, int]:
        low, high = bounds(p, 0)  # type: ignore[misc]
        least, most = hold(low, desk), hold(high, desk)
        return (least, most) if player == 0 else (-most, -least)

    def of_player(p: Any, player: int, desk: Desk) -> tuple[int, int]:
        low, high = bounds(p, player)  # type: ignore[misc]
        return hold(low, desk), hold(high, desk)

    if bounds is None or game.objective != "score":
        return unbounded
    return of_player if is_zero_sum else by_points
