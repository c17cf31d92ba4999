"""Learning for games with chance, for one player, and for three and more: by temporal differences (`td`).

A net's rate falls from its first value to its last as the run goes on; the weights of a linear model find their own.
"""

import math
import threading
import time
from dataclasses import replace
from typing import Any

import numpy as np

from kibitz.arena.match import match
from kibitz.arena.rating import Elo, Tally
from kibitz.errors import GameError, OptionError
from kibitz.game import Game
from kibitz.learning.fit import refuse_boundless
from kibitz.learning.folder import Folder
from kibitz.learning.generations import Course, checked_grain, most_on, named, stakes, with_room
from kibitz.learning.progress import Learned, Now, Step
from kibitz.learning.teacher import Teacher
from kibitz.model import LINEAR, Model
from kibitz.score import tidy
from kibitz.search.engine.scoring import scale_of

LAMBDA, NET_LAMBDA = 0.5, 0.7
FIRST_RATE, LAST_RATE = 0.02, 0.001
"""The rates of a net."""
EXPLORE, STRAYS = 0.02, 0.25
"""The share of random moves at the start of a run, which falls to nothing by its end. For a single player in a game of
chance it is at most the second, divided by the square of the moves a game: nature varies long games by itself."""
SAVED = 30.0
"""Seconds between two copies on disk."""
AT_ONCE = 0.3
"""Seconds that games are played between two looks at the clock."""
LAST_GAMES = 1000
"""The mean score is that of this many last games."""
STEPS = 20
WHOLE, LARGEST = 1000, 1 << 22
"""Where games are about more points than the first, evaluations are whole points, or more than one if games are about
more than the second."""
FURTHEST = 1 << 22
"""The most grains that an optimistic start may hope for."""
EMPTY = 1000
"""Games without a position to learn from, after which a run is given up."""
AGAINST_START, LONGEST = 200, 400
"""Games of two players against the evaluation with which the run began, and plies after which one is a draw."""


class Afterstates:
    """A run of learning."""

    def __init__(self, course: Course, folder: Folder, hope: float = 0.0) -> None:
        self.course, self.folder = course, folder
        self.game: Game[Any] = course.game
        self.span, grain, middle = measures(self.game)
        self.grain = grain if course.grain is None else checked_grain(course.grain, self.span, self.game)
        self.teacher = Teacher(self.game, course.form, course.seed, course.jobs, hope, self.span_of_form(), middle)
        self.steps = folder.steps()
        self.began = time.monotonic() - 60 * float(folder.state.get("minutes", 0))
        self.recent: list[float] = []
        self.loss = 0.0
        start = self.game.rules.model
        is_taught = start is not None and start.form == course.form
        if hope and (is_taught or middle is not None and self.game.players == 2):
            why = "it already has weights to begin with" if is_taught else "what one player hopes for, the other fears"
            raise OptionError(f"hope means nothing for {self.game.name}: {why}")
        most_hope = FURTHEST * self.grain
        if abs(hope) > most_hope:
            raise OptionError(f"hope must be from {-most_hope:g} to {most_hope:g} for {self.game.name}, got {hope:g}")
        if start is not None and is_taught:
            self.teacher.take(start)
        if (arrays := folder.arrays("numbers")) is not None:
            self.teacher.restore(arrays, int(folder.state["games"]), int(folder.state["positions"]))

    def span_of_form(self) -> float:
        """Return what an output of 1 stands for: the points themselves in a linear model, a span of them in a net."""
        return 1.0 if self.course.form.kind == LINEAR else self.span

    def share(self) -> float:
        """Return how much of the run is done."""
        course = self.course
        by_time = (time.monotonic() - self.began) / (60 * course.minutes) if course.minutes is not None else 0.0
        by_games = self.teacher.played / course.games if course.games is not None else 0.0
        return max(by_time, by_games)

    def run(self) -> Learned:
        """Learn until the time or the games are used up."""
        course, teacher = self.course, self.teacher
        saved = time.monotonic()
        games = 10 * course.jobs
        linear = course.form.kind == LINEAR
        fading = LAMBDA if linear else NET_LAMBDA
        while not course.stop() and (share := self.share()) < 1:
            rate = 1.0 if linear else FIRST_RATE * (LAST_RATE / FIRST_RATE) ** share
            if course.games is not None:
                games = max(1, min(games, course.games - teacher.played))
            started = time.monotonic()
            results, squares = teacher.run(games, rate, fading, self.exploration() * (1 - share))
            seconds = max(1e-6, time.monotonic() - started)
            self.refuse_failure(squares)
            self.loss = squares
            self.recent = [*self.recent, *map(float, results)][-LAST_GAMES:]
            doing = f"learning, {teacher.last_moves / seconds:,.0f} moves a second"
            if self.game.players == 1:
                doing += f", mean score {np.mean(self.recent):,.0f}"
            course.tell(Now(doing, self.share(), teacher.played, games / seconds))
            if course.games is None:
                games = int(min(max(course.jobs, games * AT_ONCE / seconds), 2 * games))
            if self.share() >= (len(self.steps) + 1) / STEPS:
                self.note()
            if time.monotonic() - saved > SAVED:
                self.save()
                saved = time.monotonic()
        if not self.steps or self.steps[-1].games < teacher.played:
            self.note()
        self.save()
        if self.share() >= 1 and not course.stop() and self.game.players == 2:
            self.steps[-1] = replace(self.steps[-1], against_start=self.against_start())
        weaker = (ends := self.steps[-1].against_start) is not None and ends[2] is not None and ends[2] < 0
        return Learned(
            str(named(self.game)["game"]),
            "temporal differences",
            str(course.form),
            tuple(self.steps),
            None if weaker else self.model(),
            None,
            self.share() >= 1 and not course.stop(),
            start="the start" if self.game.evaluates else "random moves",
        )

    def refuse_failure(self, squares: float) -> None:
        """Raise, and leave nothing to resume, if learning cannot succeed."""
        try:
            refuse_boundless([squares])
            if self.teacher.moves == 0 and (self.teacher.played >= EMPTY or self.share() >= 1):
                few = f"in {self.teacher.played:,} games no move left a position that was not the end"
                raise GameError(f"nothing can be learned from {self.game.name}: {few}")
        except GameError:
            self.folder.remove()
            raise

    def exploration(self) -> float:
        """Return the share of random moves with which a run of games like those so far begins."""
        if self.game.players > 1 or self.game.rules.chances is None:
            return EXPLORE
        return min(EXPLORE, STRAYS * (self.teacher.played / max(1, self.teacher.moves)) ** 2) or EXPLORE

    def against_start(self) -> Elo | None:
        """Let what was learned play, without looking ahead, the evaluation with which the run began.

        A game that had none is played against random moves. Return None if the run is stopped.
        """
        learned, ahead = self.game.with_model(self.model()), "expectiminimax:depth=1"
        stop = threading.Event()

        def tell(tally: Any, games: int) -> None:
            doing = f"a match, {tally.games} of {games} games"
            self.course.tell(Now(doing, 1.0, self.teacher.played))
            if self.course.stop():
                stop.set()

        tell(Tally(), AGAINST_START)
        rival, other = (ahead, self.game) if self.game.evaluates else ("random", None)
        found = match(
            learned, ahead, rival, other_game=other, games=AGAINST_START, jobs=1, plies=LONGEST, stop=stop, tell=tell
        )
        return None if self.course.stop() else found.elo

    def note(self) -> None:
        """Add a step to the history."""
        alone = self.game.players == 1 and len(self.recent) > 1
        step = Step(
            number=len(self.steps) + 1,
            minutes=(time.monotonic() - self.began) / 60,
            games=self.teacher.played,
            positions=self.teacher.moves,
            loss=self.loss,
            score=float(np.mean(self.recent)) if alone else None,
            error=float(np.std(self.recent) / math.sqrt(len(self.recent))) if alone else None,
        )
        self.steps.append(step)
        self.course.told(step)

    def save(self) -> None:
        """Write everything down."""
        teacher = self.teacher
        self.folder.save_arrays("numbers", teacher.arrays())
        self.folder.save(
            steps=[vars(each) for each in self.steps],
            minutes=(time.monotonic() - self.began) / 60,
            games=teacher.played,
            positions=teacher.moves,
        )

    def model(self) -> Model:
        """Return what was learned."""
        about = {
            **named(self.game),
            "games": self.teacher.played,
            "positions": self.teacher.moves,
            "seed": self.course.seed,
            "history": [step.describe() for step in self.steps],
        }
        return self.teacher.model(self.grain, about, with_room(max(most_on(self.game), self.teacher.seen_on)))


def measures(game: Game[Any]) -> tuple[float, float, float | None]:
    """Return the span of the utilities of random games, the grain of evaluations, and half of the sum of two players.

    The grain is a small part of the span, or 1; the last is None if the sum of two players is not always the same.
    """
    middle: float | None = 0
    if game.players == 2:
        middle = tidy(scale_of(game).total / 2) if scale_of(game).constant else None
    span = stakes(game, middle or 0)
    if span > WHOLE and (middle or 0) % 1 == 0:
        return span, max(1, 2.0 ** round(math.log2(span / LARGEST))), middle
    return span, 2.0 ** round(math.log2(span / 2048)), middle
