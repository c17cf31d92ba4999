"""Learning an evaluation for any game: `learn` chooses the method, and resumes a run that was interrupted."""

import dataclasses
import math
import os
import shlex
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from kibitz.cells import derived
from kibitz.errors import GameError, OptionError
from kibitz.game import Game
from kibitz.layout import features_digest, features_fault
from kibitz.learning.afterstates import Afterstates
from kibitz.learning.folder import Folder, is_begun
from kibitz.learning.games import trial
from kibitz.learning.generations import Course, Generations
from kibitz.learning.progress import Learned, Now, Step
from kibitz.learning.selfplay import selfplay
from kibitz.loader import Loadable, opened
from kibitz.model import LINEAR, MOST_HIDDEN, NET, Form
from kibitz.model_file import SUFFIX, write_model
from kibitz.search.engine.scoring import scale_of
from kibitz.search.speed import ready
from kibitz.search.wander import sample_positions

MINUTES = 5.0
NODES = 500
HIDDEN = 32
MANY = 4096
"""A game with more features than this gets a linear model by default, others a net."""


def learn(
    game: Loadable,
    *,
    minutes: float | None = None,
    games: int | None = None,
    hidden: int | None = None,
    outputs: int = 1,
    squared: bool = False,
    nodes: int = NODES,
    grain: float | None = None,
    hope: float = 0.0,
    every: bool = False,
    out: str | os.PathLike[str] | None = None,
    seed: int = 0,
    jobs: int | None = None,
    stop: threading.Event | None = None,
    tell: Callable[[Now], None] = lambda now: None,
    told: Callable[[Step], None] = lambda step: None,
    noted: Callable[[str], None] = lambda note: None,
) -> Learned:
    """Learn an evaluation by playing, and write it to a file of weights.

    Two players without chance learn by self-play of the engine; a generation is kept only if it wins a match against
    the last one. Other games learn by temporal differences. A game without `features` gets some, made from the fields
    of its positions.

    minutes, games: how long to learn; by default five minutes. With one job, games and a seed, a run can be repeated.
    hidden: the numbers of a net's hidden row, a multiple of 8; 0 is a linear model.
    outputs: 2 gives a net a second output, for positions with few features on.
    squared: a net's hidden numbers are squared once they are clipped.
    nodes: the nodes of each search in self-play.
    grain: the points that evaluations are multiples of; by default a small part of what is at stake.
    hope: with temporal differences, the initial value of every position of a linear model.
    every: in self-play, learn also from positions in which the best move is noisy.
    out: the file of weights, by default GAME.weights. An interrupted run resumes from the folder beside it.
    tell, told, noted: called with what the run is doing, with each step, and with what is worth knowing at the start.
    """
    check_options(minutes, games, hidden, outputs, squared, nodes, grain, hope, every, seed, jobs)
    check_arguments(out, stop, tell=tell, told=told, noted=noted)
    chosen = opened(game)
    path = Path(out) if out is not None else Path(f"{chosen.name}{SUFFIX}")
    check_file(path)
    notes: list[str] = []
    if chosen.is_tree:
        raise OptionError("an explicit tree has nothing to learn: `kibitz solve` finds its exact value")
    if chosen.rules.features is None:
        chosen, said = derived(chosen)
        notes.append(said)
        noted(said)
    check_features(chosen)
    if minutes is None and games is None:
        minutes = MINUTES
    by_engine = is_for_engine(chosen)
    form = form_of(chosen, hidden, outputs, squared, by_engine)
    if hope and (by_engine or form.kind == NET):
        raise OptionError("hope is for a linear model (--hidden 0) of a game that is learned by temporal differences")
    if every and not by_engine:
        raise OptionError("every is for a game that is learned by self-play: two players, no chance")
    ending = stop or threading.Event()
    count = jobs if jobs is not None else len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    if by_engine and not ready(selfplay, chosen, None, trial, True).compiled:
        advice = f"`kibitz check {shlex.quote(chosen.spec())}` tells more"
        raise OptionError(f"learning by self-play needs rules that compile; {advice}")
    course = Course(chosen, form, path, minutes, games, nodes, grain, seed, count, ending.is_set, tell, told, every)
    with Folder(path, options_of(course, hope)) as folder:
        try:
            run: Any = Generations(course, folder) if by_engine else Afterstates(course, folder, hope)
            found: Learned = run.run()
        except MemoryError as error:
            smaller = "fewer features" if form.kind == LINEAR else "a smaller --hidden or fewer features"
            raise OptionError(f"there is not enough memory to learn a model of {form}; it needs {smaller}") from error
        if found.model is not None:
            write_model(path, found.model)
        else:
            path.unlink(missing_ok=True)  # what the run had when it was stopped
        if found.finished:
            folder.remove()
    return replace(found, out=path if found.model is not None else None, notes=tuple(notes))


def check_file(path: Path) -> None:
    """Raise unless weights can be written there, or a run resumed that will write them."""
    if any("=" in part for part in str(path).split(",")[1:]):
        raise OptionError(f"{path} has a comma before an equals sign, which would end weights=FILE; give another --out")
    try:
        if path.is_dir():
            raise OptionError(f"cannot write {path}: it is a folder")
        if path.is_symlink() and not path.exists():
            raise OptionError(f"cannot write {path}: it is a link to a file that does not exist")
        if path.exists() and not is_begun(path):
            raise OptionError(f"{path} exists; remove it, or give another --out")
    except OSError as error:
        raise OptionError(f"cannot write {path}: {error.strerror}; give another --out") from error


def check_options(
    minutes: Any,
    games: Any,
    hidden: Any,
    outputs: Any,
    squared: Any,
    nodes: Any,
    grain: Any,
    hope: Any,
    every: Any,
    seed: Any,
    jobs: Any,
) -> None:
    """Raise unless the options of a run are numbers that make sense."""
    for name, value in (("minutes", minutes), ("grain", grain), ("hope", hope)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
            raise OptionError(f"{name} must be a number, got {value!r}")
    for name, value in (("minutes", minutes), ("grain", grain)):
        if value is not None and not 0 < value < math.inf:
            raise OptionError(f"{name} must be a finite number above 0, got {value:g}")
    if hope is None or not math.isfinite(hope):
        raise OptionError(f"hope must be a number, got {hope!r}")
    for name, value in (("squared", squared), ("every", every)):
        if not isinstance(value, bool):
            raise OptionError(f"{name} must be True or False, got {value!r}")
    whole = {
        "games": (games, 1, 1 << 40),
        "hidden": (hidden, 0, MOST_HIDDEN),
        "outputs": (outputs, 1, 2),
        "nodes": (nodes, 10, 1 << 40),
        "seed": (seed, 0, 1 << 40),
        "jobs": (jobs, 1, 256),
    }
    for name, (value, least, most) in whole.items():
        if value is None and name in ("games", "hidden", "jobs"):
            continue
        if isinstance(value, bool) or not isinstance(value, int):
            raise OptionError(f"{name} must be a whole number, got {value!r}")
        if value < least:
            raise OptionError(f"{name} must be at least {least}, got {value}")
        if value > most:
            raise OptionError(f"{name} must be at most {most:,}, got {value:,}")


def check_arguments(out: Any, stop: Any, **called: Any) -> None:
    """Raise unless a run can write to a path, be stopped by an event, and call functions."""
    if out is not None and not isinstance(out, str | os.PathLike):
        raise OptionError(f"out must be the path of a file, got {out!r}")
    if stop is not None and not callable(getattr(stop, "is_set", None)):
        raise OptionError(f"stop must be an event, such as threading.Event(), got {stop!r}")
    for name, function in called.items():
        if not callable(function):
            raise OptionError(f"{name} must be a function, got {function!r}")


def check_features(game: Game[Any]) -> None:
    """Raise unless there is something to learn from, and the features of a few positions are as they must be."""
    sample = sample_positions(game)
    if not any(game.moves(p) for p in sample):
        raise GameError(f"nothing can be learned from {game.name}: its games end before the first move")
    for p in sample:
        for player in range(game.players):
            for rule in ("features", "planes") if game.rules.planes is not None else ("features",):
                game.ask(rule, p, player)  # whatever it raises is told as an error in the rules
            if (fault := features_fault(game, p, player)) is not None:
                rule, wrong = fault
                advice = f"`kibitz check {shlex.quote(game.spec())}` tells more"
                raise GameError(f"`{rule}` of {game.name} {wrong}; {advice}")


def is_for_engine(game: Game[Any]) -> bool:
    """Return whether a game is learned by self-play of the engine, not by temporal differences."""
    return game.players == 2 and game.rules.chances is None and scale_of(game).constant


def form_of(game: Game[Any], hidden: int | None, outputs: int, squared: bool, by_engine: bool) -> Form:
    """Return the shape of the model for a game."""
    count = game.rules.feature_count
    assert isinstance(count, int)
    if hidden is None:
        hidden = 0 if count > MANY else HIDDEN
    for wanted, what in ((outputs == 2, "two outputs are"), (squared, "squared is")):
        if wanted and not (hidden and by_engine):
            raise OptionError(f"{what} for a net that learns by self-play: two players, no chance, --hidden above 0")
    form = Form(LINEAR, count) if hidden == 0 else Form(NET, count, hidden, 2 if by_engine else 1, outputs, squared)
    form.check()
    return form


def kind_of(p: Any) -> str:
    """Return the names and sizes of a position's fields, by which records are read."""
    if dataclasses.is_dataclass(p) and not isinstance(p, type):
        fields = [(field.name, getattr(p, field.name)) for field in dataclasses.fields(p)]
    elif isinstance(p, tuple):
        fields = list(zip(getattr(p, "_fields", ("",) * len(p)), p, strict=True))
    else:
        return "number" if hasattr(p, "__index__") else type(p).__name__
    return "(" + " ".join(f"{name}:{kind_of(each)}" for name, each in fields) + ")"


def options_of(course: Course, hope: float) -> dict[str, Any]:
    """Return what must be the same for a run to be resumed."""
    return {
        "game": course.game.spec(),
        "layout": features_digest(course.game),
        "position": kind_of(course.game.start()),
        "form": str(course.form),
        "nodes": course.nodes,
        "grain": course.grain,
        "hope": hope,
        "seed": course.seed,
        "minutes": course.minutes,
        "games": course.games,
        "jobs": course.jobs,
        "every": course.every or None,
    }
