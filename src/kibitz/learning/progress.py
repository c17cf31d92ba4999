"""What a run of learning tells about itself while it goes on, and in the end."""

import shlex
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from kibitz.arena.rating import Elo
from kibitz.game import spec_with
from kibitz.model import Model

BARS = "▁▂▃▄▅▆▇█"


@dataclass(frozen=True)
class Step:
    """What is known after a generation of games, or after another part of a run of TD."""

    number: int
    minutes: float  # of learning, since the run began
    games: int  # played in all
    positions: int  # learned from, in all
    loss: float  # the mean squared error on games that were held out; with TD, of predictions
    accepted: bool = True
    against_best: tuple[float | None, float | None, float | None] | None = None  # Elo and its 95 % interval
    against_start: tuple[float | None, float | None, float | None] | None = None
    score: float | None = None  # one player: the mean score of the last games
    error: float | None = None  # its standard error

    def describe(self) -> str:
        """Return the step in one line."""
        parts = [f"{self.minutes:6.1f} min", f"{self.games:>9,} games", f"loss {self.loss:.5f}"]
        if self.score is not None:
            parts.append(f"score {self.score:,.1f} ± {1.96 * (self.error or 0):,.1f}")
        if self.against_best is not None:
            verdict = "kept" if self.accepted else "not kept"
            parts.append(f"{Elo(*self.against_best).describe()} against the last: {verdict}")
        if self.against_start is not None:
            parts.append(f"{Elo(*self.against_start).describe()} against the start")
        return "  ".join(parts)


@dataclass(frozen=True)
class Now:
    """What a run is doing."""

    doing: str
    share: float  # of the run that is done
    games: int
    rate: float | None = None  # games a second, while games are played to learn from

    def describe(self) -> str:
        """Return it in one line."""
        rate = "" if self.rate is None else f", {self.rate:,.1f} a second"
        return f"{self.doing}, {self.share:.0%} done, {self.games:,} games{rate}"


@dataclass(frozen=True)
class Learned:
    """What a run of learning has found."""

    game: str
    method: str
    form: str
    steps: tuple[Step, ...]
    model: Model | None = field(repr=False)
    out: Path | None = None
    finished: bool = True
    notes: tuple[str, ...] = ()
    start: str = "the start"  # what the strength is measured against

    def __str__(self) -> str:
        if self.model is None:
            what = "nothing better than the start was found" if self.steps else "nothing has been learned yet"
            return f"{self.game}: {what}; no weights were written"
        lines = [f"{self.game}: {self.form}, {self.method}"]
        last = self.steps[-1]
        lines.append(f"{last.games:,} games, {last.positions:,} positions, {last.minutes:.1f} minutes")
        if (plot := self.plot()) is not None:
            lines.append(plot)
        best = [step for step in self.steps if step.against_start is not None and step.accepted]
        if best:
            number = winner_of(self.steps)
            shown = next((step for step in best if step.number == number), best[-1])
            lines.append(f"{Elo(*shown.against_start).describe()} Elo against {self.start}, 95 %")  # type: ignore[misc]
        if last.score is not None:
            lines.append(f"mean score {last.score:,.1f} ± {1.96 * (last.error or 0):,.1f} (95 %)")
        if self.out is not None:
            lines.append(f"play with it: kibitz play {shlex.quote(spec_with(self.game, self.out))}")
        return "\n".join(lines)

    def plot(self) -> str | None:
        """Return how the run went as a row of bars: the score or, for two players, the strength against the start."""
        scores = [step.score for step in self.steps if step.score is not None]
        elos = [step.against_start[0] for step in self.steps if step.against_start and step.accepted]
        values = [value for value in (scores or elos) if value is not None]
        if len(values) < 2:
            return None
        what = "mean score" if scores else "Elo"
        shown = thinned(values, 60)
        low, high = min(shown), max(shown)
        bars = "".join(BARS[round((value - low) / ((high - low) or 1) * (len(BARS) - 1))] for value in shown)
        return f"{what} {low:,.0f} {bars} {high:,.0f}"

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON."""
        held = {name: value for name, value in vars(self).items() if name not in ("model", "steps", "out")}
        steps = [asdict(step) for step in self.steps]
        return {**held, "notes": list(self.notes), "steps": steps, "out": str(self.out) if self.out else None}


def winner_of(steps: Sequence[Step]) -> int | None:
    """Return the generation whose weights a run has found; None if all kept ones lost against the start.

    It is the last of those that won more games than they lost, unless an earlier one was stronger beyond both errors.
    """
    winner: int | None = None
    highest: float | None = None
    for step in reversed(steps):
        if not step.accepted or step.against_start is None:
            continue
        value, low, high = step.against_start
        ahead = low is not None if value is None else value > 0
        if ahead and (winner is None or low is not None and highest is not None and low > highest):
            winner, highest = step.number, high
    return winner


def thinned(values: list[float], most: int) -> list[float]:
    """Return at most this many of the values, evenly spread, with the first and the last."""
    if len(values) <= most:
        return values
    return [values[round(i * (len(values) - 1) / (most - 1))] for i in range(most)]
