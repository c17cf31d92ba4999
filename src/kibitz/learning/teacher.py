"""What learns by temporal differences: the kernel of `td` with its weights, for one thread or several."""

import math
import threading
from typing import Any

import numpy as np

from kibitz.compiler.plain import Kernel, salt
from kibitz.errors import GameError
from kibitz.game import Game
from kibitz.learning.fit import half_of, refuse_boundless, rounded
from kibitz.learning.games import words_of
from kibitz.learning.td import (
    CHANGES,
    CUT,
    EXPLORE,
    HOPE,
    LAMBDA,
    LEARNING,
    LONGEST,
    MIDDLE,
    MOVES,
    NORM,
    OUTPUTS,
    PLAYED,
    RATE,
    RESULTS,
    SCORES,
    SEEN_ON,
    SPAN,
    SQUARES,
    TRAIL,
    WANTED,
    WEIGHTS,
    teaching,
)
from kibitz.model import CONSTANT, FACTOR, LINEAR, MOST_ON, SHIFT, TOP, Form, Model, block_of
from kibitz.search.desk import floats
from kibitz.search.engine.desk import DRAWN, SEED
from kibitz.search.engine.table import zeros
from kibitz.search.mistake import failure
from kibitz.search.speed import Search, failed, ready

LARGEST_WEIGHT = (1 << 30) - 1
LONGEST_GAME, LONGEST_PLAIN, TRIAL_PLIES = 1 << 17, 1 << 12, 20
"""The most plies of a game that is learned from; fewer where rules are not compiled, and slow."""


class Teacher:
    """A model that learns from its own games."""

    def __init__(
        self,
        game: Game[Any],
        form: Form,
        seed: int = 0,
        threads: int = 1,
        hope: float = 0.0,
        span: float = 1.0,
        middle: float | None = 0,
    ) -> None:
        """Prepare to learn.

        hope: the value that every position is given at first, so that what was not tried seems worth trying.
        span: what an output of 1 stands for, in points.
        middle: half of the fixed sum that two players share; None: they do not.
        """
        self.game, self.form, self.threads, self.span, self.middle = game, form, threads, span, middle
        self.hope = hope / span
        rng = np.random.default_rng(seed)
        if form.kind == LINEAR:
            # In large pages, because they are read in random order.
            self.weights = zeros(form.features // 2 + 1).view(np.float32)[: form.features]
            self.outputs = np.zeros(1, np.float32)
            self.changes = zeros(form.features).view(np.float32)
        else:
            self.weights = rng.normal(0, 0.1, (form.features + 1, form.hidden)).astype(np.float32)
            self.weights[-1] = 0.3
            self.outputs = np.zeros((2, form.hidden), np.float32)
            self.outputs[0] = rng.normal(0, 1 / math.sqrt(form.hidden), form.hidden)
            self.changes = np.zeros(1, np.float32)
        start = game.with_model(blank_model(form, middle))
        self.kernel: Search = ready(teaching, start, None, trial, True)
        self.longest = LONGEST_GAME if self.kernel.compiled else LONGEST_PLAIN
        size = TRAIL + self.longest * words_of(start, self.kernel.compiled)
        self.desks: list[Any] = [
            np.zeros(size, np.int64) if self.kernel.compiled else [0] * size for _ in range(threads)
        ]
        for number, desk in enumerate(self.desks):
            desk[SEED] = salt(1000 * seed + number)
            desk[LONGEST] = self.longest
            floats(desk)[SPAN], floats(desk)[MIDDLE] = span, float(middle or 0)
        self.start = game.start()
        self.played = self.moves = 0
        self.has_ended = False  # any game

    def run(
        self, games: int, rate: float = 0.0, fading: float = 0.0, explore: float = 0.0, learning: bool = True
    ) -> tuple[Any, float]:
        """Play games, and learn from them; return their utilities for player 0, and the mean squared change."""
        array = self.kernel.compiled
        shares = [games * (n + 1) // self.threads - games * n // self.threads for n in range(self.threads)]
        results = [np.zeros(max(1, share)) for share in shares]
        errors: list[BaseException] = []
        for desk, share, found in zip(self.desks, shares, results, strict=True):
            for place, held in (
                (WEIGHTS, self.weights), (OUTPUTS, self.outputs), (CHANGES, self.changes), (RESULTS, found)
            ):  # fmt: skip
                desk[place] = held.ctypes.data if array else held
            view = floats(desk)
            view[RATE], view[LAMBDA], view[EXPLORE], view[HOPE] = rate, fading, explore, self.hope
            view[SCORES], view[SQUARES] = 0.0, 0.0
            desk[WANTED], desk[PLAYED], desk[MOVES], desk[CUT], desk[LEARNING] = share, 0, 0, 0, int(learning)

        def work(desk: Any) -> None:
            try:
                self.kernel.run(self.start, 0, 0, desk)
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=work, args=(desk,), daemon=True) for desk in self.desks[1:]]
        for thread in threads:
            thread.start()
        work(self.desks[0])
        for thread in threads:
            thread.join()
        if errors and isinstance(errors[0], Exception):
            raise failure(self.game, self.start, errors[0]) from errors[0]
        if errors:
            raise errors[0]
        moves = sum(int(desk[MOVES]) for desk in self.desks)
        if learning:
            self.played += games
            self.moves += moves
        self.last_moves = moves
        ended = [share - int(desk[CUT]) for desk, share in zip(self.desks, shares, strict=True)]
        self.has_ended = self.has_ended or any(ended)
        if not self.has_ended:
            raise GameError(f"no game of {self.game.name} ended within {self.longest:,} plies")
        squares = sum(float(floats(desk)[SQUARES]) for desk in self.desks)
        scores = np.concatenate([found[:count] for found, count in zip(results, ended, strict=True)])
        return scores, squares / max(1, moves)

    def take(self, model: Model) -> None:
        """Begin with the numbers of a model of the same form."""
        factor = int(model.block[FACTOR])
        if self.form.kind == LINEAR:
            one = self.span / model.grain * (1 << SHIFT) / factor if factor else math.inf
            self.weights[:], self.hope = model.weights / one, int(model.block[CONSTANT]) / one
        elif factor:
            one = self.span / model.grain * (1 << SHIFT) / (TOP * factor)
            self.weights[:], self.outputs[0] = model.weights / TOP, model.outputs[0] / one
            self.outputs[1, 0] = (int(model.block[CONSTANT]) - half_of(factor)) / (TOP * one)

    def arrays(self) -> list[Any]:
        """Return everything that was learned, and the state of the random numbers."""
        drawn = np.array([[desk[SEED], desk[DRAWN], desk[SEEN_ON]] for desk in self.desks], np.int64)
        norms = np.array([floats(desk)[NORM] for desk in self.desks], np.float64)
        return [self.weights, self.outputs, self.changes, drawn, norms]

    def restore(self, arrays: list[Any], played: int, moves: int) -> None:
        """Go on from what `arrays` returned."""
        for own, held in zip((self.weights, self.outputs, self.changes), arrays, strict=False):
            own[:] = held
        for desk, words, norm in zip(self.desks, arrays[3].tolist(), arrays[4].tolist(), strict=False):
            desk[SEED], desk[DRAWN], desk[SEEN_ON] = words
            floats(desk)[NORM] = norm
        self.played, self.moves, self.has_ended = played, moves, played > 0

    @property
    def seen_on(self) -> int:
        """Return the most features on in a view that was learned from."""
        return max(int(desk[SEEN_ON]) for desk in self.desks)

    def model(self, grain: float = 1, about: dict[str, Any] | None = None, most_on: int | None = None) -> Model:
        """Return the model with rounded numbers; a view of a net has at most this many features on."""
        if self.form.kind == LINEAR:
            refuse_boundless([self.weights])
            points = self.weights.astype(np.float64) * self.span / grain
            sharp = 1
            while sharp < 256 and np.abs(points).max(initial=0) * sharp * 2 < 1 << 30:
                sharp *= 2
            whole = np.rint(points * sharp).clip(-LARGEST_WEIGHT, LARGEST_WEIGHT)
            head = (1 << SHIFT) // sharp, round(self.hope * self.span / grain * sharp), 0, 0
            return Model(self.form, block_of(self.form, head, whole.astype(np.int64)), grain, self.middle, about or {})
        most = self.form.features if most_on is None else most_on
        return rounded(self.form, [self.weights, self.outputs], self.span / grain, 0, most, grain, about, self.middle)


def blank_model(form: Form, middle: float | None = 0) -> Model:
    """Return a model of this form that says nothing."""
    block = np.zeros(form.size // 8, np.int64)
    block[MOST_ON] = form.features
    return Model(form, block, 1, middle)


def trial(run: Kernel, game: Game[Any], p: Any, array: bool) -> Any:
    """Learn from one short game; return what was played and drawn, or the error raised."""
    form: Form = game.rules.model.form  # type: ignore[union-attr]
    size = TRAIL + TRIAL_PLIES * words_of(game, array)
    desk: Any = np.zeros(size, np.int64) if array else [0] * size
    shape = (form.features + 1, form.hidden) if form.kind != LINEAR else (form.features,)
    held: tuple[Any, ...] = np.zeros(shape, np.float32), np.zeros((2, max(1, form.hidden)), np.float32)
    held = *held, np.zeros(2 * form.features, np.float32), np.zeros(1)
    for place, each in zip((WEIGHTS, OUTPUTS, CHANGES, RESULTS), held, strict=True):
        desk[place] = each.ctypes.data if array else each
    desk[SEED], desk[WANTED], desk[LONGEST], desk[LEARNING] = salt(1), 1, TRIAL_PLIES, 1
    floats(desk)[RATE], floats(desk)[SPAN] = 0.1, 1.0
    try:
        run(p, 0, 0, desk)
    except Exception as error:
        return failed(error)
    return int(desk[PLAYED]), int(desk[MOVES]), int(desk[CUT]), int(desk[DRAWN])
