"""Learning for two players without chance: generation after generation of games that the engine plays against itself.

A generation plays games with the best weights so far, fits a model to the positions of the last generations, and keeps
the model if a match says that it is better; a game without an evaluation takes the first one it gets. At the end those
of the kept weights count that beat the evaluation with which the run began: the last ones, unless earlier ones clearly
did better against it.

A position's label is a mix of the search's score and the game's result:

    a game to be won     MIX * 1 / (1 + exp(-score / scale)) + (1 - MIX) * result
    a game about points  (MIX * score + (1 - MIX) * result) / span

With one process and a number of games instead of minutes, a run depends on nothing but its seed.
"""

import math
import random
import shlex
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.arena.rating import Elo, Sprt, elo
from kibitz.compiler.plain import salt
from kibitz.errors import OptionError
from kibitz.game import Game
from kibitz.layout import features_digest
from kibitz.learning.contest import BETTER, MOST_GAMES, duel
from kibitz.learning.fit import Fit, Steps, chance_of
from kibitz.learning.folder import Folder
from kibitz.learning.games import Games, Plan
from kibitz.learning.progress import Learned, Now, Step, winner_of
from kibitz.learning.selfplay import NOTES
from kibitz.model import NET, Form, Model
from kibitz.score import tidy
from kibitz.search.engine.desk import DRAWN, SEED
from kibitz.search.engine.scoring import LONGEST_SAMPLE, scale_of
from kibitz.search.engine.table import clear
from kibitz.search.wander import sample_positions, wander

MIX = 0.9
"""The share of the search's score in a label."""
SCALE = 300
"""The evaluation at which a win is e times as likely as a loss, in a game that does not say."""
UNIT = 10
"""Games that one thread plays at a time."""
SAVED = 5.0
"""Seconds between two times that records are written to disk."""
WINDOW = 6
"""The least number of generations whose games are learned from."""
LEAST_RECORDS, MOST_RECORDS = 100, 12_000_000
"""How many positions a model is fitted to."""
EPOCHS = 6
FIRST_RATE, RATE = 0.003, 0.001
"""The rate of a first fit, and of one that starts from the last."""
HELD_OUT = 0.05
"""The share of the newest records on which the error is measured."""
PLAYING = 0.7
"""The share of a generation's time for its games."""
FINEST, COARSEST = 1 << 22, 1e8
"""The smallest share of what games are about that a grain may be, and the most points."""
AGAINST_START = 400
"""Games against the evaluation with which the run began."""
LEAST_SECONDS, MOST_GENERATIONS = 20, 24
ENOUGH = 0.95
"""The share of a run after which no generation is begun."""
SURE = 5
"""A score of this many scales decides a game of self-play, if it lasts."""


@dataclass(frozen=True)
class Course:
    """What a run of learning was asked for."""

    game: Game[Any]
    form: Form
    out: Path
    minutes: float | None
    games: int | None
    nodes: int
    grain: float | None  # the points that evaluations are multiples of, if that was asked for
    seed: int
    jobs: int
    stop: Callable[[], bool]
    tell: Callable[[Now], None]
    told: Callable[[Step], None]
    every: bool = False  # learn also from positions in which the best move is noisy


class Generations:
    """A run of learning."""

    def __init__(self, course: Course, folder: Folder) -> None:
        self.course, self.folder = course, folder
        game = self.game = course.game
        self.points = game.objective == "score"
        self.scale = float(game.rules.win_scale or SCALE) if not self.points else 1.0
        self.span = span_of(game) if self.points else self.scale
        self.grain = 2.0 ** round(math.log2(self.span / 2048)) if self.points else 1
        if course.grain is not None:
            self.grain = checked_grain(course.grain, self.span, game)
        self.middle = tidy(scale_of(game).total / 2) if self.points else 0
        self.began = time.monotonic() - 60 * float(folder.state.get("minutes", 0))
        self.steps = folder.steps()
        self.generation = len(self.steps)
        self.played = int(folder.state.get("games", 0))
        self.units = int(folder.state.get("units", 0))
        self.positions = int(folder.state.get("positions", 0))
        self.fit = Fit(game, course.form, course.seed)
        start, self.is_taught = game.rules.model, False
        if start is not None and start.form == course.form:
            self.fit.take(start, self.span / start.grain)
            self.is_taught = True
        best = folder.state.get("best")
        self.best: Game[Any] = game if best is None else game.with_model(folder.model(best))
        if (arrays := folder.arrays("numbers")) is not None:
            for numbers, held in zip(self.fit.numbers, arrays, strict=True):
                numbers[:] = held
        folder.cut_records(self.generation, int(folder.state.get("bytes", 0)))
        self.plan = Plan(course.nodes, opening_of(game), self.sure(), 400, every=course.every)
        self.players: list[Games] = []
        self.shape_played: Any = None  # that of the model with which the players were made

    def sure(self) -> float:
        """Return the score that decides a game if it lasts; none does without an evaluation, or where points count."""
        return SURE * self.scale if not self.points and self.best.evaluates else 0

    def run(self) -> Learned:
        """Learn until the time or the games are used up."""
        course = self.course
        while not course.stop() and self.share() < ENOUGH:
            self.generate()
            if course.stop():
                break
            records = self.window()
            if len(records) >= LEAST_RECORDS:
                self.improve(records)
            elif self.share() < ENOUGH:
                self.folder.save(in_generation=0)
            elif not self.steps:
                self.folder.remove()
                few = f"{len(records)} positions, which are too few to learn from"
                raise OptionError(f"{self.game.name}: {self.played:,} games gave {few}; play more")
        finished = self.share() >= ENOUGH and not course.stop()
        model = None
        if (winner := winner_of(self.steps)) is not None:
            model = self.folder.model(name_of(winner))
            model = replace(model, about={**model.about, "history": [step.describe() for step in self.steps]})
        return Learned(
            str(named(self.game)["game"]), "self-play", str(course.form), tuple(self.steps), model, None, finished
        )

    def share(self) -> float:
        """Return how much of the run is done."""
        course = self.course
        by_time = (time.monotonic() - self.began) / (60 * course.minutes) if course.minutes is not None else 0.0
        by_games = self.played / course.games if course.games is not None else 0.0
        return max(by_time, by_games)

    def count(self) -> int:
        """Return how many generations the run has."""
        course = self.course
        if course.minutes is not None:
            return int(min(MOST_GENERATIONS, max(3, 60 * course.minutes / (2 * LEAST_SECONDS))))
        assert course.games is not None
        return int(min(MOST_GENERATIONS, max(3, course.games // 500)))

    # Playing

    def generate(self) -> None:
        """Play the games of a generation with the best weights, and write down their records."""
        course, started, before = self.course, time.monotonic(), self.played
        for player in self.prepared():
            player.reweigh(self.best)
        wanted = math.ceil((course.games or 0) / self.count()) if course.games is not None else 0
        seconds = math.inf
        if course.minutes is not None:
            left = 60 * course.minutes - (started - self.began)
            seconds = PLAYING * min(60 * course.minutes / self.count(), left)
        in_generation = int(self.folder.state.get("in_generation", 0))

        def play(number: int) -> Any:
            player = self.players[number % len(self.players)]
            player.desk[SEED], player.desk[DRAWN] = salt(course.seed * 1_000_003 + number), 0
            clear(player.table)
            return player.play(UNIT)

        found: list[Any] = []
        saved = started
        with ThreadPoolExecutor(len(self.players)) as pool:
            while not course.stop() and time.monotonic() - started < seconds and (not wanted or in_generation < wanted):
                records = list(pool.map(play, range(self.units, self.units + len(self.players))))
                found += records
                self.units += len(self.players)
                self.played += UNIT * len(records)
                in_generation += UNIT * len(records)
                self.positions += sum(map(len, records))
                rate = (self.played - before) / max(1e-9, time.monotonic() - started)
                course.tell(Now(f"generation {self.generation + 1}: playing", self.share(), self.played, rate))
                if time.monotonic() - saved > SAVED:
                    self.save(found, in_generation)
                    found, saved = [], time.monotonic()
        self.save(found, in_generation)

    def save(self, records: list[Any], in_generation: int) -> None:
        """Write down new records, and how far the run is."""
        for each in records:
            self.folder.add_records(self.generation, each)
        self.folder.save(
            units=self.units,
            games=self.played,
            positions=self.positions,
            in_generation=in_generation,
            bytes=self.folder.size_of(self.generation),
            minutes=(time.monotonic() - self.began) / 60,
        )

    def prepared(self) -> list[Games]:
        """Return the players, made again if the kind of evaluation has changed."""
        model = self.best.rules.model
        shape = None if model is None else model.shape
        if not self.players or self.shape_played != shape:
            plan = replace(self.plan, sure=self.sure())
            self.players = [Games(self.best, plan, 0) for _ in range(self.course.jobs)]
            if not self.players[0].kernel.compiled:
                raise OptionError(
                    "learning by self-play needs rules that compile, also with what was learned; "
                    f"`kibitz check {shlex.quote(self.game.spec())}` tells more"
                )
            self.shape_played = shape
        return self.players

    # Learning

    def improve(self, records: Any) -> None:
        """Fit a model to the records of the last generations, and keep it if it plays better."""
        course, folder = self.course, self.folder
        self.course.tell(Now(f"generation {self.generation + 1}: fitting", self.share(), self.played))
        loss = self.fit_to(records)
        if course.stop():
            return
        about = {
            **named(self.game),
            "games": self.played,
            "positions": self.positions,
            "seed": course.seed,
            "nodes": course.nodes,
            "every": course.every,
        }
        if not self.points:
            about["win_scale"] = self.scale
        model = self.fit.model(self.span, self.grain, about, self.middle)
        candidate = self.game.with_model(model)
        against_best, verdict = self.compare(candidate)
        # Without an evaluation the engine may see further, but only games that are played with one teach more.
        accepted = verdict == "H1" or not self.best.evaluates
        against_start = self.against_start(model) if accepted else None
        if course.stop():
            return
        if accepted:
            self.best = candidate
            folder.save_model(name_of(self.generation + 1), model)
        folder.save_arrays("numbers", self.fit.numbers)
        step = Step(
            number=self.generation + 1,
            minutes=(time.monotonic() - self.began) / 60,
            games=self.played,
            positions=self.positions,
            loss=loss,
            accepted=accepted,
            against_best=tuple(against_best),  # type: ignore[arg-type]
            against_start=None if against_start is None else tuple(against_start),  # type: ignore[arg-type]
        )
        self.steps.append(step)
        self.generation += 1
        kept = [each.number for each in self.steps if each.accepted]
        folder.save(
            steps=[vars(each) for each in self.steps],
            best=name_of(kept[-1]) if kept else None,
            in_generation=0,
            bytes=0,
            minutes=step.minutes,
            games=self.played,
        )
        for number in range(self.first_kept()):
            folder.forget_records(number)
        course.told(step)

    def first_kept(self) -> int:
        """Return the first generation whose games are learned from: the last half of them, but at least WINDOW."""
        return max(0, min(self.generation - WINDOW + 1, self.generation // 2))

    def window(self) -> Any:
        """Return the records of the last generations, the newest last."""
        words = self.players[0].words + NOTES
        first = self.first_kept()
        if not self.game.evaluates:  # scores of games that were played without an evaluation say nothing
            kept = [step.number for step in self.steps if step.accepted]
            first = max(first, kept[0]) if kept else first
        parts = [self.folder.records(number, words) for number in range(first, self.generation + 1)]
        return np.ascontiguousarray(np.concatenate(parts)[-MOST_RECORDS:])

    def targets(self, records: Any) -> Any:
        """Return the labels of records."""
        view = records.view(np.float64)
        score, result = view[:, -3], view[:, -2]
        mix = MIX if self.best.evaluates else 0.0
        if self.points:
            return ((mix * score + (1 - mix) * result - self.middle) / self.span).astype(np.float32)
        return (mix * chance_of(score, self.scale) + (1 - mix) * (result + 1) / 2).astype(np.float32)

    def fit_to(self, records: Any) -> float:
        """Fit the numbers to records; return the error on those held out, with the best numbers found."""
        fit, count = self.fit, len(records)
        targets = self.targets(records)
        rng = np.random.default_rng([self.course.seed, self.generation])
        held = np.arange(count - max(1, int(HELD_OUT * count)), count)
        learned = np.arange(0, held[0])
        if self.course.form.kind == NET:
            fit.divide(records, targets, held)
        batch = int(min(8192, max(256, len(learned) // 200)))
        is_first = self.generation == 0 and not self.is_taught
        rate = FIRST_RATE if is_first else RATE
        if self.course.form.kind != NET:
            rate *= 3
        kept, least = [each.copy() for each in fit.numbers], fit.error(records, targets, held)
        if is_first:
            least = math.inf
        fit.steps, fit.seen_on = Steps(fit.numbers), 0
        for _ in fit.epochs(records, targets, learned, batch, rate, EPOCHS, rng, self.course.stop):
            error = fit.error(records, targets, held)
            if error < least:
                kept, least = [each.copy() for each in fit.numbers], error
        for numbers, best in zip(fit.numbers, kept, strict=True):
            numbers[:] = best
        fit.most_on = with_room(max(most_on(self.game), fit.seen_on))
        return float(least)

    # Comparing

    def compare(self, candidate: Game[Any]) -> tuple[Elo, str | None]:
        """Let a candidate play the best weights so far."""
        course = self.course
        course.tell(Now(f"generation {self.generation + 1}: a match", self.share(), self.played))
        pairs, verdict = self.play(candidate, self.best, MOST_GAMES, BETTER)
        return elo(pairs), verdict

    def play(
        self, candidate: Game[Any], rival: Game[Any], games: int, test: Sprt | None
    ) -> tuple[list[int], str | None]:
        """Let a candidate play the game with another evaluation."""
        if rival.rules.model is None or rival.rules.model.shape != candidate.rules.model.shape:  # type: ignore[union-attr]
            candidate = candidate.with_rules(rival=rival)
        plan = replace(self.plan, sure=0)
        players = [Games(candidate, plan, self.course.seed) for _ in range(self.course.jobs)]
        return duel(players, rival, games, test, self.course.stop)

    def against_start(self, model: Model) -> Elo:
        """Let new weights play the evaluation with which the run began."""
        course = self.course
        course.tell(Now("a match against the start", self.share(), self.played))
        pairs, _ = self.play(self.game.with_model(model), self.game, AGAINST_START, None)
        return elo(pairs)


def name_of(generation: int) -> str:
    """Return the name under which the model of a generation is kept."""
    return f"best-{generation}"


def most_on(game: Game[Any]) -> int:
    """Return the most features that are on in a view of a position of a few random games."""
    views = range(game.players)
    return max(len(game.ask("features", p, player)) for p in sample_positions(game) for player in views)


def with_room(on: int) -> int:
    """Return how many features of a view a net adds up: somewhat more than were on at most."""
    return on * 5 // 4 + 4


def named(game: Game[Any]) -> dict[str, Any]:
    """Return what a file of weights says about its game; with which evaluation it was begun does not matter."""
    bare = game.bare()
    return {"game": bare.spec(), "parameters": dict(bare.parameters), "layout": features_digest(game)}


def opening_of(game: Game[Any]) -> int:
    """Return the most random moves at the start of a game of self-play: a sixth of a random game, 2 to 12."""
    return int(min(12, max(2, len(sample_positions(game)) // 4 // 6)))


def span_of(game: Game[Any]) -> float:
    """Return the most points by which random games were won or lost."""
    scale = scale_of(game)
    span = max(1.0, abs(float(scale.win) - scale.total / 2), abs(float(scale.loss) - scale.total / 2))
    return span if span > 1 else stakes(game, scale.total / 2)


def stakes(game: Game[Any], middle: float) -> float:
    """Return the most points, above or below a middle, that random games were worth; 1 if that cannot be told."""
    ends = [p for p in sample_positions(game) if game.is_over(p)]
    if not ends:
        choose = random.Random(2)
        ends = [p for p, _ in wander(game, choose, LONGEST_SAMPLE) if game.is_over(p)]
    worths = [abs(float(each) - middle) for p in ends for each in game.utilities(p)]
    return max(worths, default=1.0) or 1.0


def checked_grain(grain: float, span: float, game: Game[Any]) -> float:
    """Return a grain that was asked for; raise if it is too coarse or too fine for what games are about."""
    least, most = span / FINEST, min(span, COARSEST)
    if not least <= grain <= most:
        raise OptionError(f"grain must be from {least:.2g} to {most:.6g} for {game.name}, got {grain:g}")
    return grain
