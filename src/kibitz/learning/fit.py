"""Fitting a model to records of games: the sum of squared errors, and its slope, over a batch of positions.

The kernel computes both in floats; `Fit` makes steps with them (Adam). What it fits are the numbers of `kibitz.model`
before they are rounded: an output of 1 stands for a win e times as likely as a loss or, in a game about points, for
one span of points.

    prediction   a game to be won: 1 / (1 + exp(-output)), the chance of the player to move; otherwise the output
    target       the same kind of number for player 0, given with each record
"""

import math
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.compiler.plain import Compiled, Desk, Kernel, get_position, put, words
from kibitz.compiler.vectors import (
    add_row,
    add_scaled,
    blank_row,
    clip_row,
    multiply_row,
    numbers_at,
    put_number,
    row_at,
    row_dot,
    slope_row,
)
from kibitz.errors import GameError
from kibitz.game import Game
from kibitz.learning.selfplay import NOTES
from kibitz.model import CONSTANT, FACTOR, LINEAR, NET, SHIFT, TOP, Form, Model, block_of, largest_sum
from kibitz.search.mistake import failure
from kibitz.search.speed import Search, ready

DATA, ORDER, TARGETS, WEIGHTS, OUTPUTS, SLOPES, OUTPUT_SLOPES = range(7)  # addresses
FIRST, LAST, WORDS, LEARNING, LOSS, SPARSE, ON, SEEN_ON = range(7, 15)
DESK_SIZE = 16
MOST_RECORDS = 1 << 40
"""Larger than any number of records: arrays of records have no length that is known when compiling."""
LANES = 2
"""The parts of a batch, each with its own sum of slopes, so that the result does not depend on the threads."""


def fitting(game: Game[Any], compiled: Compiled) -> Kernel:
    """Build the kernel that adds up errors and slopes of a game's model over records."""
    rules = game.rules
    form = rules.model.form  # type: ignore[union-attr]
    kernel = net_fitting(game, form) if form.kind == NET else linear_fitting(game, form)
    found: Kernel = compiled(kernel, "float")
    return found


def errors(game: Game[Any]) -> Callable[[float, float, int], tuple[float, float]]:
    """Make the function that returns the error of an output, and the slope of half its square."""
    is_won = game.objective != "score" and game.players == 2

    def error_of(output: float, target: float, mover: int) -> tuple[float, float]:
        if is_won:
            wanted = target if mover == 0 else 1.0 - target
            guess = 1.0 / (1.0 + math.exp(-min(max(output, -30.0), 30.0)))
            return guess - wanted, (guess - wanted) * guess * (1.0 - guess)
        wanted = target if mover == 0 else -target
        return output - wanted, output - wanted

    return error_of


def linear_fitting(game: Game[Any], form: Form) -> Kernel:
    """Make the kernel for a linear model; the last weight is the constant."""
    turn, features, error_of, count = game.rules.turn, game.rules.features, errors(game), form.features

    def fit(p: Any, player: int, depth: int, desk: Desk) -> Any:
        notes = words(desk)
        order = numbers_at(notes, ORDER, 0, "<i8", (MOST_RECORDS,))
        targets = numbers_at(notes, TARGETS, 0, "<f4", (MOST_RECORDS,))
        weights = numbers_at(notes, WEIGHTS, 0, "<f4", (count + 1,))
        slopes = numbers_at(notes, SLOPES, 0, "<f4", (count + 1,))
        loss = 0.0
        for at in range(notes[FIRST], notes[LAST]):
            number = int(order[at])
            q = get_position(words(notes[DATA]), number * notes[WORDS], p)
            mover = turn(q)
            output = float(weights[count])
            for feature in features(q, mover):  # type: ignore[misc]
                output += float(row_at(weights, feature, count))
            error, slope = error_of(output, float(targets[number]), mover)
            loss += error * error
            if notes[LEARNING]:
                for feature in features(q, mover):  # type: ignore[misc]
                    put_number(slopes, feature, float(slopes[feature]) + slope)
                put_number(slopes, count, float(slopes[count]) + slope)
        put(notes, LOSS, loss)
        return loss

    return fit


def net_fitting(game: Game[Any], form: Form) -> Kernel:
    """Make the kernel for a net; the first number of the last row of outputs is the constant."""
    turn, features, error_of = game.rules.turn, game.rules.features, errors(game)
    _, count, hidden, views, outputs, squared = form
    rows, has_sparse, has_other = form.rows, outputs == 2, views == 2

    def fit(p: Any, player: int, depth: int, desk: Desk) -> Any:
        notes = words(desk)
        order = numbers_at(notes, ORDER, 0, "<i8", (MOST_RECORDS,))
        targets = numbers_at(notes, TARGETS, 0, "<f4", (MOST_RECORDS,))
        weights = numbers_at(notes, WEIGHTS, 0, "<f4", (count + 1, hidden))
        output = numbers_at(notes, OUTPUTS, 0, "<f4", (rows + 1, hidden))
        slopes = numbers_at(notes, SLOPES, 0, "<f4", (count + 1, hidden))
        output_slopes = numbers_at(notes, OUTPUT_SLOPES, 0, "<f4", (rows + 1, hidden))
        loss, seen, most = 0.0, 0, 0
        for at in range(notes[FIRST], notes[LAST]):
            number = int(order[at])
            q = get_position(words(notes[DATA]), number * notes[WORDS], p)
            mover = turn(q)
            mine = blank_row(hidden, "<f4")
            add_row(mine, weights[count])
            on = 0
            for feature in features(q, mover):  # type: ignore[misc]
                add_row(mine, row_at(weights, feature, count))
                on += 1
            seen += on
            most = max(most, on)
            clip_row(mine)
            active = blank_row(hidden, "<f4")
            add_row(active, mine)
            if squared:
                multiply_row(active, mine)
            first = 0
            if has_sparse:
                first = views if on < notes[SPARSE] else 0
            value = float(output[rows][0]) + row_dot(active, output[first])
            theirs = blank_row(hidden, "<f4")
            other_active = blank_row(hidden, "<f4")
            if has_other:
                add_row(theirs, weights[count])
                on = 0
                for feature in features(q, 1 - mover):  # type: ignore[misc]
                    add_row(theirs, row_at(weights, feature, count))
                    on += 1
                most = max(most, on)
                clip_row(theirs)
                add_row(other_active, theirs)
                if squared:
                    multiply_row(other_active, theirs)
                value += row_dot(other_active, output[first + 1])
            error, slope = error_of(value, float(targets[number]), mover)
            loss += error * error
            if notes[LEARNING]:
                back = blank_row(hidden, "<f4")
                slope_row(back, output[first], mine, 2 * slope if squared else slope)
                if squared:
                    multiply_row(back, mine)
                for feature in features(q, mover):  # type: ignore[misc]
                    add_row(slopes[feature], back)
                add_row(slopes[count], back)
                add_scaled(output_slopes[first], active, slope)
                if has_other:
                    slope_row(back, output[first + 1], theirs, 2 * slope if squared else slope)
                    if squared:
                        multiply_row(back, theirs)
                    for feature in features(q, 1 - mover):  # type: ignore[misc]
                        add_row(slopes[feature], back)
                    add_row(slopes[count], back)
                    add_scaled(output_slopes[first + 1], other_active, slope)
                put_number(output_slopes[rows], 0, float(output_slopes[rows][0]) + slope)
        put(notes, LOSS, loss)
        notes[ON], notes[SEEN_ON] = seen, most
        return loss

    return fit


@dataclass
class Steps:
    """Adam: steps along the slope, each number by a size of its own."""

    numbers: list[Any]
    rate: float = 0.001
    decay: float = 0.0
    count: int = 0

    def __post_init__(self) -> None:
        self.means = [np.zeros_like(each) for each in self.numbers]
        self.squares = [np.zeros_like(each) for each in self.numbers]

    def step(self, slopes: list[Any]) -> None:
        """Move every number a step down its slope."""
        self.count += 1
        rate = self.rate * math.sqrt(1 - 0.999**self.count) / (1 - 0.9**self.count)
        for numbers, slope, mean, square in zip(self.numbers, slopes, self.means, self.squares, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            numbers -= rate * mean / (np.sqrt(square) + 1e-8)
            if self.decay:
                numbers *= 1 - self.rate * self.decay


def chance_of(score: Any, scale: float) -> Any:
    """Return the chance to win that a score stands for."""
    return 1 / (1 + np.exp(-np.clip(score / scale, -30, 30)))


class Fit:
    """A model under construction: its numbers as floats, and the records that they are fitted to."""

    def __init__(self, game: Game[Any], form: Form, seed: int = 0, compiled: bool | None = None) -> None:
        self.game, self.form = game, form
        self.rng = np.random.default_rng(seed)
        self.sparse, self.most_on = 0, form.features
        self.seen_on = 0  # the most features on in a view of a record
        if form.kind == LINEAR:
            self.numbers = [np.zeros(form.features + 1, np.float32)]
        else:
            spread = 1 / math.sqrt(32)
            weights = self.rng.normal(0, spread / 2, (form.features + 1, form.hidden)).astype(np.float32)
            weights[form.features] = 0.3
            outputs = self.rng.normal(0, 1 / math.sqrt(form.hidden), (form.rows + 1, form.hidden)).astype(np.float32)
            outputs[form.rows] = 0
            self.numbers = [weights, outputs]
        start = game.with_model(rounded(form, self.numbers, 1.0, 0, 0))
        self.kernel: Search = ready(fitting, start, compiled, trial, True)
        self.slopes = [[np.zeros_like(each) for each in self.numbers] for _ in range(LANES)]
        self.steps = Steps(self.numbers)
        self.pool = ThreadPoolExecutor(LANES)
        self.start = game.start()

    def run(self, records: Any, targets: Any, order: Any, learning: bool) -> tuple[float, int]:
        """Return the sum of squared errors over some records, and of a net's features on; learning adds up slopes."""
        array = self.kernel.compiled
        cuts = [len(order) * lane // LANES for lane in range(LANES + 1)]

        def work(lane: int) -> tuple[float, int, int]:
            desk: Any = np.zeros(DESK_SIZE, np.int64) if array else [0] * DESK_SIZE
            held = [records, order, targets, *self.spread_out(self.numbers), *self.spread_out(self.slopes[lane])]
            for index, each in enumerate(held):
                desk[index] = each.ctypes.data if array else each
            desk[FIRST], desk[LAST], desk[SPARSE] = cuts[lane], cuts[lane + 1], self.sparse
            desk[WORDS] = records.shape[1] if array else 1 + NOTES
            desk[LEARNING] = int(learning)
            loss = float(self.kernel.run(self.start, 0, 0, desk))
            return loss, int(desk[ON]), int(desk[SEEN_ON])

        try:
            losses, seen, most = zip(*self.pool.map(work, range(LANES)), strict=True)
        except Exception as error:
            raise failure(self.game, self.start, error) from error
        self.seen_on = max(self.seen_on, *most)
        return sum(losses), sum(seen)

    def spread_out(self, arrays: list[Any]) -> list[Any]:
        """Return the weights and the outputs; a linear model has no outputs of its own."""
        return arrays if len(arrays) == 2 else [arrays[0], arrays[0]]

    def learn(self, records: Any, targets: Any, order: Any) -> float:
        """Make one step for a batch of records; return the mean squared error before it."""
        for lane in self.slopes:
            for each in lane:
                each.fill(0)
        loss, _ = self.run(records, targets, order, True)
        total = [sum(parts[1:], parts[0]) / len(order) for parts in zip(*self.slopes, strict=True)]
        self.steps.step(total)
        return loss / len(order)

    def epochs(
        self,
        records: Any,
        targets: Any,
        learned: Any,
        batch: int,
        rate: float,
        count: int,
        rng: np.random.Generator,
        stop: Callable[[], bool] = lambda: False,
    ) -> Iterator[float]:
        """Learn from records in mini-batches, epoch after epoch; yield the mean squared error of each.

        The rate falls from its highest value to a fiftieth of it, along a cosine.
        """
        steps = max(1, len(learned) // batch)
        for epoch in range(count):
            order, loss = rng.permutation(learned), 0.0
            for step in range(steps):
                if stop():
                    return
                turn = math.cos(math.pi * (epoch + step / steps) / count)
                self.steps.rate = rate * (0.02 + 0.98 * (1 + turn) / 2)
                part = np.ascontiguousarray(order[step * batch : (step + 1) * batch])
                loss += self.learn(records, targets, part)
            yield loss / steps

    def error(self, records: Any, targets: Any, order: Any) -> float:
        """Return the mean squared error over some records."""
        return self.run(records, targets, order, False)[0] / max(1, len(order))

    def take(self, model: Model, points: float) -> None:
        """Begin with the numbers of a model of the same form, in which an output of 1 is this many points."""
        factor = int(model.block[FACTOR])
        constant = int(model.block[CONSTANT]) - half_of(factor)
        if factor == 0:  # it says nothing
            return
        if self.form.kind == LINEAR:
            one = points * (1 << SHIFT) / factor
            self.numbers[0][:-1], self.numbers[0][-1] = model.weights / one, constant / one
        else:
            unit = self.form.unit
            one = points * (1 << SHIFT) / (unit * factor)
            self.numbers[0][:] = model.weights / TOP
            self.numbers[1][:-1], self.numbers[1][-1, 0] = model.outputs / one, constant / (unit * one)

    def divide(self, records: Any, targets: Any, order: Any) -> None:
        """Let the second output of a net begin below the mean number of features on."""
        if self.form.outputs == 2:
            self.sparse = round(self.run(records, targets, order, False)[1] / max(1, len(order)))

    def model(
        self, points: float, grain: float = 1, about: dict[str, Any] | None = None, middle: float | None = 0
    ) -> Model:
        """Return the model with rounded numbers; an output of 1 becomes an evaluation of this many points."""
        return rounded(self.form, self.numbers, points / grain, self.sparse, self.most_on, grain, about, middle)


LARGEST = 1e30
"""Larger numbers are those of a model that has failed to learn."""
SHARP, DULL, FINE = 4096, 64, 256
"""What stands for 1 in the weights of an output, if they are not too large: less, but not below DULL, where otherwise
rounding the factor would change evaluations by more than one part in twice FINE."""


def half_of(factor: int) -> int:
    """Return what is half of an evaluation's last digit: added to the constant, because searches round down."""
    return (1 << SHIFT) // (2 * factor) if factor else 0


def refuse_boundless(numbers: list[Any], largest: float = LARGEST) -> None:
    """Raise if numbers that were learned, or their errors, have grown beyond what has a meaning."""
    if not all((np.abs(each) <= largest).all() for each in numbers):
        raise GameError(
            "learning has failed: the numbers of the model grew beyond all limits; try another --hidden, or features "
            "of which fewer are on at once"
        )


def rounded(
    form: Form,
    numbers: list[Any],
    points: float,
    sparse: int,
    most_on: int,
    grain: float = 1,
    about: dict[str, Any] | None = None,
    middle: float | None = 0,
) -> Model:
    """Return the model that comes closest to these floats in whole numbers; raise if they are not finite."""
    refuse_boundless(numbers)
    if form.kind == LINEAR:
        weights = numbers[0].astype(np.float64) * points * 256
        whole = np.rint(weights).astype(np.int64)
        factor = (1 << SHIFT) // 256
        constant = int(whole[-1]) + half_of(factor)
        block = block_of(form, (factor, constant, 0), whole[:-1].clip(-(1 << 31), (1 << 31) - 1))
        return Model(form, block, grain, middle, about or {})
    weights, outputs = (each.astype(np.float64) for each in numbers)
    sharp = SHARP
    most = np.abs(outputs[:-1]).max(initial=0)
    while sharp > 1 and (most * sharp > 0x7FFF or np.abs(outputs[:-1]).sum(axis=1).max() * sharp * TOP > 0x7FFFFFFF):
        sharp //= 2
    while sharp > DULL and points * (1 << SHIFT) / (form.unit * sharp) < FINE:
        sharp //= 2
    refuse_boundless([most * sharp], 0x7FFF)
    factor = round(points * (1 << SHIFT) / (form.unit * sharp))
    head = factor, round(outputs[-1, 0] * form.unit * sharp) + half_of(factor), sparse, most_on
    rows = np.rint(weights * TOP).clip(-0x7FFF, 0x7FFF).astype(np.int16)
    if largest_sum(rows, most_on) > 0x7FFF:
        most = 0x7FFF // (most_on + 1)
        rows = rows.clip(-most, most)  # whatever is on, the sum then fits
    block = block_of(form, head, rows, np.rint(outputs[:-1] * sharp).astype(np.int16))
    return Model(form, block, grain, middle, about or {})


def trial(run: Kernel, game: Game[Any], p: Any, array: bool) -> Any:
    """Fit a model to one position; return the error, rounded, because floats are added up in another order."""
    return 0
