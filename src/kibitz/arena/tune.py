"""Tuning: fit the weights of a game's evaluation to the results of games.

Law. Winning chances follow the evaluation by the logistic law of `fit`, in quiet positions of games between equals; the
weights sought are those that make the actual results the likeliest, not too far from the present ones.

    games → positions → slopes by finite differences → one logistic fit → rounded weights, and again from there

A tenth of the games is held out: their loss shows whether a round has improved the evaluation, and tuning ends with the
first round that has not. The scale k is fitted once, to the present weights, so points keep their size.
"""

import os
import random
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from kibitz.arena.fit import best_change, losses, scale_of
from kibitz.arena.lines import read_games
from kibitz.arena.match import RANDOM_PLIES, match
from kibitz.arena.opening import parts
from kibitz.arena.played import Played
from kibitz.arena.rating import Tally
from kibitz.arena.slopes import differences, linearised, points_of, trial
from kibitz.errors import MoveError, OptionError
from kibitz.game import Game
from kibitz.loader import Loadable, opened
from kibitz.rules import CHANCE, RULES
from kibitz.search.speed import ready
from kibitz.state import State
from kibitz.weights import EXAMPLE, literal, named, row_of, shaped

NODES = 2000
"""Nodes searched for a move in games played for tuning."""
PER_GAME = 10
"""Positions taken from a game: those of one game share a result, so more of them teach little."""
PULL = 100.0
"""A change is expected to be a tenth of the points that make odds of e to 1."""
HELD_OUT = 10
"""One in this many pairs of games is held out."""
LEAST_GAMES = 20
ROUNDS = 5


class Quiet(NamedTuple):
    """A quiet position, and how its game ended."""

    p: Any
    result: float  # of player 0: 1, ½ or 0
    game: int  # its number
    held_out: bool


class Sample(NamedTuple):
    """Positions to fit to, or to test on."""

    positions: list[Any]
    results: Any  # (positions,) floats
    games: int  # the number of games they come from

    @classmethod
    def of(cls, quiet: Iterable[Quiet]) -> "Sample":
        """Return a sample made from quiet positions."""
        listed = list(quiet)
        return cls([q.p for q in listed], np.array([q.result for q in listed]), len({q.game for q in listed}))


class Loss(NamedTuple):
    """The mean loss of a position, in nats; a coin toss has 0.693."""

    training: float
    held_out: float


@dataclass(frozen=True)
class TuneResult:
    """The result of tuning."""

    game: str
    old: dict[str, Any]
    new: dict[str, Any]
    before: Loss
    after: Loss
    games: int  # with a position, including those held out
    held_out_games: int
    positions: int
    held_out_positions: int
    scale: float  # points that make odds of e to 1
    rounds: int  # that improved the evaluation
    finished: bool
    compiled: bool

    @property
    def changes(self) -> list[tuple[str, int, int]]:
        """List each weight that has changed: name, old, new."""
        pairs = zip(named(self.old), named(self.new), strict=True)
        return [(name, old, new) for (name, old), (_, new) in pairs if old != new]

    def literal(self) -> str:
        """Return the new weights as Python source to paste into the game's file."""
        return literal(self.new)

    def __str__(self) -> str:
        changes, before, after = self.changes, self.before, self.after
        taken = f"{self.positions} positions of {self.games} games"
        lines = [f"{self.game}   {taken}, held out {self.held_out_positions} of {self.held_out_games}\n"]
        if changes:
            width = max(len("weight"), *(len(name) for name, _, _ in changes))
            lines.append(f"{'weight':<{width}}  {'old':>7}  {'new':>7}")
            lines += [f"{name:<{width}}  {old:>7}  {new:>7}" for name, old, new in changes]
            lines.append("")
        lines.append(f"{'loss':<10} {'before':>8}  {'after':>8}")
        lines.append(f"{'training':<10} {before.training:>8.5f}  {after.training:>8.5f}")
        lines.append(f"{'held out':<10} {before.held_out:>8.5f}  {after.held_out:>8.5f}")
        lines.append(f"{'scale':<10} {self.scale:.4g} points make odds of e to 1")
        if not changes:
            unchanged = (
                "no other weights fit the held-out games better" if self.finished else "stopped in the first round"
            )
            lines.append(f"{'note':<10} nothing changed: {unchanged}")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """Return the result as a JSON object."""
        return {**vars(self), "before": self.before._asdict(), "after": self.after._asdict()}


def tune(
    game: Loadable,
    records: Iterable[str | os.PathLike[str]] = (),
    games: int = 0,
    nodes: int = NODES,
    random_plies: int = RANDOM_PLIES,
    per_game: int = PER_GAME,
    pull: float = PULL,
    scale: float | None = None,
    seed: int = 0,
    compiled: bool | None = None,
    jobs: int | None = None,
    stop: threading.Event | None = None,
    tell: Callable[[str], None] = lambda text: None,
) -> TuneResult:
    """Fit the weights that a game lists to the results of its games.

    records: files written by `match`, with games of this game.
    games: the number of games to play first, even; they are not saved (for that, call `match` with a record).
    nodes, random_plies, jobs: how these are played: by the default player against itself, from random openings.
    per_game: the most positions taken from a game.
    pull: how strongly the present weights hold; use less with more games.
    scale: points that make odds of e to 1; by default fitted to the present weights.
    seed: for openings, and for choosing positions.
    stop: an event that ends tuning when it is set; the result is what was found so far.
    tell: called regularly with a sentence about the progress.
    """
    chosen = opened(game)
    weights = chosen.rules.weights
    if chosen.rules.model is not None:
        hand = "evaluation=hand" if chosen.built_in else "no file of weights"
        raise OptionError(f"{chosen.name} is evaluated by learned weights; choose {hand} to tune those by hand")
    if weights is None:
        raise OptionError(f"{chosen.name} lists no weights; write: {EXAMPLE} and {RULES['weigh'].form}")
    if chosen.players != 2:
        raise OptionError(f"tuning needs a game for two players, but {chosen.spec()} has {chosen.players}")
    for name, value, least in (("per_game", per_game, 1), ("nodes", nodes, 1), ("games", games, 0)):
        if value < least:
            raise OptionError(f"{name} must be a whole number of at least {least}, got {value}")
    for name, number in (("pull", pull), ("scale", scale)):
        if number is not None and not 0 < number < float("inf"):
            raise OptionError(f"{name} must be a number above 0, got {number:g}")
    stop = stop or threading.Event()
    sources = [games_of(chosen, Path(path)) for path in records]
    if games:
        sources.append(played_for(chosen, games, nodes, random_plies, seed, jobs, stop, tell))
    positions = collect(chosen, sources, per_game, seed, stop, tell)
    training, held_out = (Sample.of(each for each in positions if each.held_out is kind) for kind in (False, True))
    if training.games + held_out.games < LEAST_GAMES or not held_out.games:
        told = f"tuning needs at least {LEAST_GAMES} different games with quiet positions"
        raise OptionError(f"{told}, got {training.games + held_out.games}")
    tell(f"compiling {chosen.name}")
    search = ready(differences, chosen, compiled, trial)
    old = row_of(weights)
    k = 1 / scale if scale else scale_of(points_of(search, training.positions, old), training.results)
    if k is None:
        raise OptionError(
            "no scale fits: with the present weights the evaluation predicts these results not at all or perfectly; "
            "start with better weights, or set the scale"
        )

    def loss_of(row: Any) -> Loss:
        logits = ((k * points_of(search, sample.positions, row), sample.results) for sample in (training, held_out))
        return Loss(*(float(losses(*pair).mean()) for pair in logits))

    best, rounds = old, 0
    before = after = loss_of(old)
    while rounds < ROUNDS and not stop.is_set():
        lines = linearised(search, training.positions, best, stop, tell)
        if lines is None:
            break
        tell(f"fitting {len(old)} weights, round {rounds + 1}")
        change = best_change(lines, training.results, k, training.games, pull, best - old)
        tried = best + np.rint(change).astype(np.int64)
        loss = loss_of(tried)
        if loss.held_out >= after.held_out:
            break
        best, after, rounds = tried, loss, rounds + 1
    return TuneResult(
        game=chosen.spec(),
        old=shaped(weights, old),
        new=shaped(weights, best),
        before=before,
        after=after,
        games=training.games + held_out.games,
        held_out_games=held_out.games,
        positions=len(positions),
        held_out_positions=len(held_out.positions),
        scale=1 / k,
        rounds=rounds,
        finished=not stop.is_set(),
        compiled=search.compiled,
    )


# From games to positions


def players_of(nodes: int) -> tuple[str, str]:
    """Return the players of games for tuning. With equal limits, both games of a pair would be identical."""
    return f"default:nodes={nodes}", f"default:nodes={nodes + nodes // 4 + 1}"


def played_for(
    game: Game[Any],
    games: int,
    nodes: int,
    random_plies: int,
    seed: int,
    jobs: int | None,
    stop: threading.Event,
    tell: Callable[[str], None],
) -> list[Played]:
    """Play games for tuning: a player against almost itself, from random openings."""
    a, b = players_of(nodes)

    def hear(tally: Tally, of: int) -> None:
        tell(f"game {tally.games} of {of}")

    options: dict[str, Any] = {"random_plies": random_plies, "seed": seed, "jobs": jobs, "stop": stop, "tell": hear}
    return list(match(game, a, b, games=games, **options).games)


def games_of(game: Game[Any], path: Path) -> list[Played]:
    """Return the games of a record, after checking that they are of this game, wherever its file is."""
    event, games = read_games(path)
    found = str(event.get("game"))
    if Path(found).name != Path(game.spec()).name:
        raise OptionError(f"{path} is a record of {found}, not of {game.spec()}")
    return games


def collect(
    game: Game[Any],
    sources: list[list[Played]],
    per_game: int,
    seed: int,
    stop: threading.Event,
    tell: Callable[[str], None],
) -> list[Quiet]:
    """Take quiet positions from games, some from each: those after the opening, with no quick gain pending.

    A position is quiet if it is not `urgent` and the move played there was not `noisy`. Of identical games one is used.
    Both games of a pair are held out or neither, because they are alike.
    """
    found: list[Quiet] = []
    seen: set[tuple[str, ...]] = set()
    pairs: dict[tuple[int, int], int] = {}
    games = [(source, played) for source, games in enumerate(sources) for played in games]
    for number, (source, played) in enumerate(games):
        if stop.is_set():
            break
        tell(f"reading game {number + 1} of {len(games)}")
        moves = (*played.opening, *played.moves)
        unscored = played.score is None or played.reason in ("error", "time")
        if moves in seen or unscored or not (quiet := quiet_positions(game, played)):
            continue
        seen.add(moves)
        pair = pairs.setdefault((source, (played.number + 1) // 2), len(pairs))
        chosen = random.Random(f"positions {seed} {number}").sample(quiet, min(per_game, len(quiet)))
        found += [Quiet(p, played.first_score, number, pair % HELD_OUT == HELD_OUT - 1) for p in chosen]
    return found


def quiet_positions(game: Game[Any], played: Played) -> list[Any]:
    """List the quiet positions of a game in which a player chose the move."""
    start, first_moves = parts(played.opening)
    try:
        state = State(game, start).play_all((*first_moves, *played.moves))
    except MoveError as error:
        raise OptionError(f"game {played.number} of the record, {error}") from error
    chosen = list(zip(state.positions, state.played, strict=False))[len(first_moves) :]
    return [p for p, move in chosen if game.turn(p) != CHANCE and is_quiet(game, p, move)]


def is_quiet(game: Game[Any], p: Any, move: int) -> bool:
    """Return whether neither the position is urgent nor the move played there noisy."""
    urgent = game.rules.urgent is not None and game.ask("urgent", p)
    return not urgent and (game.rules.noisy is None or not game.ask("noisy", p, move))
