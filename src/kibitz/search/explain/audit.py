"""Questions to a search: what did the filter of RB cost and save, and why not this move?"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from kibitz.errors import OptionError
from kibitz.game import Game
from kibitz.score import Score
from kibitz.search.analyze import SELECTIVE, analyze
from kibitz.search.limit import Limit
from kibitz.search.result import Result
from kibitz.search.textbook.keep import Keep

RATES = (0.2, 0.3, 0.5, 0.7, 0.9)
"""The keep rates of an audit over many positions, if none are given."""


class Harm(NamedTuple):
    """What the filter does at one ply alone, with everything kept elsewhere."""

    ply: int
    move: str | None  # the best move then
    score: Score | None
    dropped: str | None  # the move of the full search's line that it drops there


@dataclass(frozen=True)
class Audit:
    """An RB search beside the full search of the same depth."""

    kept: Result
    full: Result
    loss: Score  # what the kept search's move costs, judged by the full search
    missed: str | None  # the full search's best move, if the filter dropped it at the root
    harm: tuple[Harm, ...]  # the plies where the filter alone changes the move or the score

    @property
    def move_changed(self) -> bool:
        """Say whether the filter changed the move."""
        return self.kept.move != self.full.move

    @property
    def score_changed(self) -> bool:
        """Say whether the filter changed the score."""
        return self.kept.score != self.full.score

    @property
    def saved(self) -> float:
        """Give the share of the full search's nodes that the filter saved; negative if it cost some."""
        return 1 - self.kept.nodes / self.full.nodes

    def to_json(self) -> dict[str, Any]:
        """Give the audit as a JSON object."""
        return {
            "full_move": self.full.names.move,
            "full_score": self.full.score,
            "full_nodes": self.full.nodes,
            "move_changed": self.move_changed,
            "score_changed": self.score_changed,
            "loss": self.loss,
            "saved": round(self.saved, 4),
            "missed": self.missed,
            "harm": [harm._asdict() for harm in self.harm],
        }


def audit(game: Game[Any], position: Any, algorithm: str, depth: int, keep: Keep, **options: Any) -> Audit:
    """Compare an RB search with the full search, and find the plies where the filter does harm."""
    if algorithm not in SELECTIVE:
        raise OptionError(f"an audit is of {' or '.join(SELECTIVE)}, not of {algorithm}")
    p = game.start() if position is None else position

    def run(rates: Sequence[float], at: Any = p, plies: int = depth) -> Result:
        filters: dict[str, Any] = {
            "keep_rate": rates,
            "keep_least": keep.least,
            "deepening_depth": keep.deepening_depth,
        }
        return analyze(game, at, algorithm, Limit(depth=plies), **filters, **options)

    kept = run(keep.rates)
    full = analyze(game, p, algorithm.removeprefix("rb-"), Limit(depth=depth), **options)
    harm = []
    at = p
    for ply in range(depth):
        rate = keep.rate_at(ply)
        if rate < 1:
            alone = run([*([1.0] * ply), rate, 1.0])
            if (alone.move, alone.score) != (full.move, full.score):
                dropped = None
                if ply < len(full.pv):
                    here = run([rate, 1.0], at, depth - ply)
                    if full.pv[ply] not in [root.move for root in here.moves]:
                        dropped = full.names.pv[ply]
                harm.append(Harm(ply, alone.names.move, alone.score, dropped))
        if ply < len(full.pv):
            at = game.rules.play(at, full.pv[ply])
    dropped_at_root = full.move is not None and full.move not in [root.move for root in kept.moves]
    missed = full.names.move if dropped_at_root else None
    return Audit(kept, full, loss_of(game, p, kept, full, options), missed, tuple(harm))


def loss_of(game: Game[Any], p: Any, kept: Result, full: Result, options: dict[str, Any]) -> Score:
    """Say how much worse the kept search's move is, by the full search's own scores."""
    if kept.move is None or kept.move == full.move:
        return 0
    player = full.player
    limit = Limit(depth=full.depth - 1)
    child = analyze(game, game.rules.play(p, kept.move), full.algorithm, limit, **{**options, "player": player})
    assert full.score is not None
    assert child.score is not None
    return abs(full.score - child.score)


class Row(NamedTuple):
    """What a keep rate does over many positions."""

    keep_rate: float
    positions: int
    full_nodes: int
    kept_nodes: int
    saved: float
    moves_changed: int
    moves_worse: int
    scores_changed: int


def audit_table(
    game: Game[Any],
    positions: Sequence[Any],
    algorithm: str,
    depth: int,
    keep: Keep,
    rates: Sequence[float] = RATES,
    stop: threading.Event | None = None,
    tell: Callable[[str], None] = lambda text: None,
) -> list[Row]:
    """Compare RB at each keep rate with the full search over many positions."""
    rows: list[Row] = []
    for rate in rates:
        audits = []
        for number, p in enumerate(positions, 1):
            tell(f"keep rate {rate}, position {number} of {len(positions)}")
            filters: dict[str, Any] = {
                "keep_rate": rate,
                "keep_least": keep.least,
                "deepening_depth": keep.deepening_depth,
            }
            kept = analyze(game, p, algorithm, Limit(depth=depth), **filters)
            full = analyze(game, p, algorithm.removeprefix("rb-"), Limit(depth=depth))
            audits.append(Audit(kept, full, loss_of(game, p, kept, full, {}), None, ()))
            if stop is not None and stop.is_set():
                return rows
        full_nodes, kept_nodes = sum(a.full.nodes for a in audits), sum(a.kept.nodes for a in audits)
        rows.append(
            Row(
                keep_rate=rate,
                positions=len(audits),
                full_nodes=full_nodes,
                kept_nodes=kept_nodes,
                saved=round(1 - kept_nodes / full_nodes, 4),
                moves_changed=sum(a.move_changed for a in audits),
                moves_worse=sum(a.loss > 0 for a in audits),
                scores_changed=sum(a.score_changed for a in audits),
            )
        )
    return rows


@dataclass(frozen=True)
class Why:
    """Why not this move?"""

    move: str
    score: Score | None  # with it
    best: str | None
    best_score: Score | None
    line: tuple[str, ...]  # the move and what punishes it
    fate: str  # what the search itself did with it

    def sentence(self, label: str) -> str:
        """Answer in words."""
        if self.move == self.best:
            return f"{self.move} is the move: {label} gets {self.score} by {' '.join(self.line)}. {self.fate}"
        same = self.score == self.best_score
        worse = "no worse, but found later" if same else f"instead of {self.best_score} with {self.best}"
        return f"With {self.move}, {label} gets {self.score}, {worse}: {' '.join(self.line)}. {self.fate}"

    def to_json(self) -> dict[str, Any]:
        """Give the answer as a JSON object."""
        return {**vars(self), "line": list(self.line)}


def why(game: Game[Any], result: Result, move: int, **options: Any) -> Why:
    """Search a move by itself, to the same depth, and say what the search did with it."""
    p = result.position
    name = game.move_name(p, move)
    if result.depth < 1:
        raise OptionError("there is no answer at depth 0: nothing was searched")
    child = game.rules.play(p, move)
    algorithm = result.algorithm.removeprefix("rb-")
    answer = analyze(game, child, algorithm, Limit(depth=result.depth - 1), player=result.player, **options)
    found = [root for root in result.moves if root.move == move]
    if not found:
        fate = (
            "The filter dropped it: it was never searched." if result.filtered else "The search was stopped before it."
        )
    elif found[0].bound == "exact":
        fate = "It was searched to the end of the depth."
    else:
        word = "at most" if found[0].bound == "upper" else "at least"
        known = f"The search needed to know no more than that it is worth {word} {found[0].score}"
        fate = f"{known}: {result.names.move} was already as good or better."
    line = (name, *answer.names.pv)
    return Why(name, answer.score, result.names.move, result.score, line, fate)
