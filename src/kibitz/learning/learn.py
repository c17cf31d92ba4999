"""Learning an evaluation for any game: `learn` chooses the way, and goes on where an earlier run was stopped."""

import os
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from kibitz.cells import derived
from kibitz.errors import OptionError
from kibitz.game import Game
from kibitz.learning.afterstates import Afterstates
from kibitz.learning.folder import Folder
from kibitz.learning.games import trial
from kibitz.learning.generations import Course, Generations
from kibitz.learning.progress import Learned, Now, Step
from kibitz.learning.selfplay import selfplay
from kibitz.loader import Loadable, opened
from kibitz.model import LINEAR, NET, Form
from kibitz.model_file import SUFFIX, write_model
from kibitz.search.engine.scoring import scale_of
from kibitz.search.speed import ready

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
    nodes: int = NODES,
    hope: float = 0.0,
    out: str | os.PathLike[str] | None = None,
    seed: int = 0,
    jobs: int | None = None,
    stop: threading.Event | None = None,
    tell: Callable[[Now], None] = lambda now: None,
    told: Callable[[Step], None] = lambda step: None,
) -> Learned:
    """Learn an evaluation by playing, and write it to a file of weights.

    Two players without chance learn by self-play of the engine; a generation is kept only if it wins a match against
    the last one. Other games learn by temporal differences. A game without `features` gets some, made from the fields
    of its positions.

    minutes, games: how long to learn; by default five minutes. With one job, games and a seed, a run can be repeated.
    hidden: the numbers of a net's hidden row, a multiple of 8; 0 is a linear model.
    outputs: 2 gives a net a second output, for positions with few features on.
    nodes: the nodes of each search in self-play.
    hope: with temporal differences, the value that every position of a linear model begins with.
    out: the file of weights, by default GAME.weights. A run that was stopped goes on from the folder beside it.
    """
    chosen = opened(game)
    notes: list[str] = []
    if chosen.rules.features is None:
        chosen, said = derived(chosen)
        notes.append(said)
    if minutes is None and games is None:
        minutes = MINUTES
    if minutes is not None and not minutes > 0:
        raise OptionError(f"minutes must be more than 0, got {minutes:g}")
    if games is not None and (not isinstance(games, int) or games < 1):
        raise OptionError(f"games must be a whole number of at least 1, got {games!r}")
    if nodes < 10:
        raise OptionError(f"nodes must be at least 10, got {nodes}")
    by_engine = is_for_engine(chosen)
    form = form_of(chosen, hidden, outputs, by_engine)
    path = Path(out) if out is not None else Path(f"{chosen.name}{SUFFIX}")
    if path.is_dir():
        raise OptionError(f"cannot write {path}: it is a folder")
    ending = stop or threading.Event()
    count = jobs if jobs is not None else len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    if not isinstance(count, int) or not 1 <= count <= 256:
        raise OptionError(f"jobs must be 1 to 256, got {jobs!r}")
    if by_engine and not ready(selfplay, chosen, None, trial, True).compiled:
        raise OptionError(f"learning by self-play needs rules that compile; `kibitz check {chosen.spec()}` tells more")
    course = Course(chosen, form, path, minutes, games, nodes, seed, count, ending.is_set, tell, told)
    folder = Folder(path, options_of(course, hope))
    run: Any = Generations(course, folder) if by_engine else Afterstates(course, folder, hope)
    found: Learned = run.run()
    if found.model is not None:
        write_model(path, found.model)
    if found.finished:
        folder.remove()
    return replace(found, out=path if found.model is not None else None, notes=tuple(notes))


def is_for_engine(game: Game[Any]) -> bool:
    """Return whether a game is learned by self-play of the engine, not by temporal differences."""
    return game.players == 2 and game.rules.chances is None and scale_of(game).constant


def form_of(game: Game[Any], hidden: int | None, outputs: int, by_engine: bool) -> Form:
    """Return the shape of the model for a game."""
    count = game.rules.feature_count
    assert isinstance(count, int)
    if hidden is None:
        hidden = 0 if count > MANY else HIDDEN
    if outputs == 2 and not (hidden and by_engine):
        raise OptionError(
            "two outputs are for a net that learns by self-play: two players, no chance, --hidden above 0"
        )
    form = Form(LINEAR, count) if hidden == 0 else Form(NET, count, hidden, 2 if by_engine else 1, outputs)
    form.check()
    return form


def options_of(course: Course, hope: float) -> dict[str, Any]:
    """Return what must be the same for a run to go on."""
    return {
        "game": course.game.spec(),
        "features": course.game.rules.feature_count,
        "form": str(course.form),
        "nodes": course.nodes,
        "hope": hope,
        "seed": course.seed,
        "minutes": course.minutes,
        "games": course.games,
        "jobs": course.jobs,
    }
