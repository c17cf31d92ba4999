"""How an evaluation changes with its weights: the slope of every weight in every position, by finite differences.

The desk of the kernel holds

    0 the number of weights · 1 the evaluation, a float · 2 … the weights · then pairs: a weight's place, and the
    difference it made, a float
"""

import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from kibitz.arena.fit import Lines
from kibitz.compiler.plain import Compiled, Desk, Kernel, put, row, words
from kibitz.game import Game
from kibitz.search.desk import floats
from kibitz.search.speed import Search, failed
from kibitz.weights import row_of

STEP = 64
"""How far a weight is moved in both directions to measure its slope: much more than rounding to whole numbers."""
EVERY = 256
"""Positions between progress reports."""
COUNT, POINTS, ROW = 0, 1, 2


def differences(game: Game[Any], compiled: Compiled) -> Kernel:
    """Build the function that evaluates a position for player 0, and how that changes with each weight.

    `depth` is the step: each weight is moved by it in both directions, and differences are written on the desk. With a
    step of 0 there is only the evaluation. It returns how many weights made a difference.
    """
    weigh = game.rules.weigh

    @partial(compiled, returns="int")
    def differ(p: Any, player: int, depth: int, desk: Desk) -> int:
        count = desk[COUNT]
        weights = row(desk, ROW, count)
        put(desk, POINTS, float(weigh(p, player, weights)))  # type: ignore[misc]
        found = 0
        for index in range(count if depth > 0 else 0):
            weight = weights[index]
            weights[index] = weight + depth
            up = weigh(p, player, weights)  # type: ignore[misc]
            weights[index] = weight - depth
            down = weigh(p, player, weights)  # type: ignore[misc]
            weights[index] = weight
            if up != down:
                desk[ROW + count + 2 * found] = index
                put(desk, ROW + count + 2 * found + 1, float(up - down))
                found += 1
        return found

    @partial(compiled, returns="int")
    def root(p: Any, player: int, depth: int, desk: Desk) -> int:
        return differ(p, player, depth, words(desk))

    return root


def desk_for(row: Any, array: bool) -> Desk:
    """Return a desk with these weights."""
    desk = np.zeros(ROW + 3 * len(row), np.int64)
    desk[COUNT], desk[ROW : ROW + len(row)] = len(row), row
    return desk if array else desk.tolist()


def pairs_of(desk: Desk, found: int) -> tuple[Any, Any]:
    """Return from the desk which weights made a difference, and how much."""
    start = ROW + int(desk[COUNT])
    end = start + 2 * found
    return np.array(desk[start:end:2], np.int64), np.array(floats(desk)[start + 1 : end : 2], np.float64)


def trial(run: Kernel, game: Game[Any], p: Any, array: bool) -> Any:
    """Return what both speeds must agree on in a position."""
    if game.is_over(p):
        return None
    desk = desk_for(row_of(game.rules.weights or {}), array)
    try:
        found = run(p, 0, STEP, desk)
    except Exception as error:
        return failed(error)
    places, slopes = pairs_of(desk, found)
    return float(floats(desk)[POINTS]), places.tolist(), slopes.tolist()


def points_of(search: Search, positions: Sequence[Any], row: Any) -> Any:
    """Evaluate positions for player 0."""
    desk = desk_for(row, search.compiled)
    points = np.empty(len(positions))
    for index, p in enumerate(positions):
        search.run(p, 0, 0, desk)
        points[index] = floats(desk)[POINTS]
    return points


def linearised(
    search: Search, positions: Sequence[Any], row: Any, stop: threading.Event, tell: Callable[[str], None]
) -> Lines | None:
    """Return the slope of every weight in every position; None if it was stopped."""
    desk = desk_for(row, search.compiled)
    count = len(positions)
    base, counts = np.empty(count), np.empty(count, np.int64)
    places, slopes = [], []
    for index, p in enumerate(positions):
        if stop.is_set():
            return None
        if index % EVERY == 0:
            tell(f"slopes in position {index} of {count}")
        counts[index] = search.run(p, 0, STEP, desk)
        base[index] = floats(desk)[POINTS]
        which, difference = pairs_of(desk, counts[index])
        places.append(which)
        slopes.append(difference / (2 * STEP))
    rows = np.repeat(np.arange(count), counts)
    return Lines(base, rows, np.concatenate(places), np.concatenate(slopes), len(row))
