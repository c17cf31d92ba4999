"""What RB's filter costs and saves: an RB search compared with the full one."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Unpack

from kibitz.errors import OptionError
from kibitz.game import Game
from kibitz.loader import state_of
from kibitz.score import Score, number
from kibitz.search.algorithm import ENGINE, FILTERING, algorithm_of, keep_of
from kibitz.search.analyze import FILTER, analyze
from kibitz.search.limit import Limit, limit_of
from kibitz.search.request import LIMITS, Options, Searched, refuse_unknown
from kibitz.search.result import Result
from kibitz.search.textbook.keep import Keep

RATES = (0.2, 0.3, 0.5, 0.7, 0.9)
"""The default keep rates of an audit over many positions."""


class Harm(NamedTuple):
    """What the filter does at one ply alone, with everything kept elsewhere."""

    ply: int
    move: str | None  # the best move then
    score: Score | None
    dropped: str | None  # the move of the full search's line that is dropped there


@dataclass(frozen=True)
class Audit:
    """An RB search compared with the full search of the same depth."""

    kept: Result
    full: Result
    loss: Score  # what the kept search's move costs, judged by the full search
    missed: str | None  # the full search's best move, if the filter dropped it at the root
    harm: tuple[Harm, ...]  # the plies where the filter alone changes the move or the score

    @property
    def move_changed(self) -> bool:
        """Return whether the filter changed the move."""
        return self.kept.move != self.full.move

    @property
    def score_changed(self) -> bool:
        """Return whether the filter changed the score."""
        return self.kept.score != self.full.score

    @property
    def saved(self) -> float:
        """Return the share of the full search's nodes that the filter saved; negative if it cost some."""
        return 1 - self.kept.nodes / self.full.nodes

    def __str__(self) -> str:
        kept, full = self.kept, self.full
        move = f"another move: {kept.names.move} instead of {full.names.move}" if self.move_changed else "the same move"
        cost = f", which costs {number(self.loss)}" if self.loss else ", equally good" if self.move_changed else ""
        score = f"{kept.score} instead of {full.score}" if self.score_changed else f"{kept.score}, the same"
        saved = f"{abs(self.saved):.0%} {'saved' if self.saved >= 0 else 'more'}"
        rows = [
            ("move", move + cost),
            ("score", score),
            ("nodes", f"{kept.nodes:,} of {full.nodes:,}: {saved}"),
        ]
        if self.missed:
            rows.append(("missed", f"{self.missed} was dropped at the root"))
        for harm in self.harm:
            dropped = f"; it drops {harm.dropped} of the best line" if harm.dropped else ""
            found = f"at ply {harm.ply} the filter alone gives {harm.move}, score {harm.score}"
            rows.append(("harm", found + dropped))
        if not self.harm:
            rows.append(("harm", "at no ply does the filter alone change the move or the score"))
        table = "\n".join(f"{label:<10} {text}" for label, text in rows)
        return f"audit against {full.algorithm}, depth {full.depth}\n{table}"

    def to_json(self) -> dict[str, Any]:
        """Return the audit as a JSON object."""
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


def audit(what: Searched, algorithm: str | None = None, **options: Unpack[Options]) -> Audit:
    """Compare an RB search with the full search, and find the plies where the filter does harm.

    algorithm: one that filters, or the engine; by default rb-alpha-beta, and the engine in games of chance.
    The options are those of `analyze`: depth, and keep_rate, keep_least and deepening_depth as RB takes them.
    """
    rest: dict[str, Any] = dict(options)
    refuse_unknown(rest)
    state = state_of(what, rest.pop("position", None), rest.pop("moves", ""))
    algorithm = algorithm or ("rb-alpha-beta" if state.game.rules.chances is None else ENGINE)
    full_name = full_name_of(algorithm)
    limit = limit_of(*(rest.pop(name, None) for name in LIMITS))
    if limit is None or limit.depth is None or limit != Limit(depth=limit.depth):
        raise OptionError("an audit compares searches of the same depth: set depth, and no other limit")
    keep = keep_of(algorithm, *(rest.pop(name, None) for name in FILTER)) or Keep()
    depth, game, p = limit.depth, state.game, state.position
    given: Any = {**rest, "exact": True} if algorithm == ENGINE else rest

    def run(rates: Sequence[float], at: Any = p, plies: int = depth) -> Result:
        return analyze(
            game,
            algorithm,
            position=at,
            depth=plies,
            keep_rate=rates,
            keep_least=keep.least,
            deepening_depth=keep.deepening_depth or None,
            **given,
        )

    kept = run(keep.rates)
    full = analyze(game, full_name, position=p, depth=depth, **given)
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
            at = game.play(at, full.pv[ply])
    dropped_at_root = full.move is not None and full.move not in [root.move for root in kept.moves]
    missed = full.names.move if dropped_at_root else None
    return Audit(kept, full, loss_of(kept, full, given), missed, tuple(harm))


def full_name_of(name: str) -> str:
    """Return the search without a filter that an algorithm is compared with; raise if it does not filter."""
    algorithm = algorithm_of(name)
    if name != ENGINE and not algorithm.filters:
        raise OptionError(f"only {', '.join(FILTERING)} and the engine can be audited, not {name}")
    return algorithm.full or name


def loss_of(kept: Result, full: Result, options: Any) -> Score:
    """Return how much worse the filtered search's move is, by the full search's own scores."""
    if kept.move is None or kept.move == full.move:
        return 0
    given = {**options, "player": full.player}
    every = analyze(full.game, full.algorithm, position=full.position, depth=full.depth, lines=len(full.moves), **given)
    judged = next(found.score for found in every.moves if found.move == kept.move)
    assert full.score is not None
    return abs(full.score - judged)


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

    def __str__(self) -> str:
        changed = f"{self.moves_changed} | {self.moves_worse} | {self.scores_changed}"
        return f"| {self.keep_rate} | {self.positions} | {self.saved:.0%} | {changed} |"


ROW_HEADING = """\
| keep rate | positions | nodes saved | moves changed | worse moves | scores changed |
| --- | --- | --- | --- | --- | --- |"""


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
    full_name = full_name_of(algorithm)
    given: Any = {"exact": True} if algorithm == ENGINE else {}
    rows: list[Row] = []
    for rate in rates:
        audits = []
        for count, p in enumerate(positions, 1):
            tell(f"keep rate {rate}, position {count} of {len(positions)}")
            kept = analyze(
                game,
                algorithm,
                position=p,
                depth=depth,
                keep_rate=rate,
                keep_least=keep.least,
                deepening_depth=keep.deepening_depth or None,
                **given,
            )
            full = analyze(game, full_name, position=p, depth=depth, **given)
            audits.append(Audit(kept, full, loss_of(kept, full, given), None, ()))
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
