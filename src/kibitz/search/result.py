"""What a search returns, what it reports on the way, and both as text."""

from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import Any, NamedTuple

from kibitz.game import Game
from kibitz.score import VALUE, Proven, Score, describe, number, tidy

BOUND_SIGNS = {"exact": " ", "lower": "≥", "upper": "≤"}
SHOWN_COMPILE_SECONDS = 0.2
"""Compiling that took less is not mentioned in the text of a result."""


class MoveScore(NamedTuple):
    """A move of the root and what was found of it."""

    move: int
    score: Score
    bound: str  # "exact"; or "lower" or "upper", where pruning left it open
    distance: int | None = None  # plies to the end, where the engine has seen a win or a loss
    depth: int | None = None  # that the score is from, where it is not the result's
    visits: int | None = None  # mcts: simulations through the move
    lost: bool = False  # mcts: it is proven to lose


class Names(NamedTuple):
    """The moves of a result as a person types them."""

    move: str | None
    pv: tuple[str, ...]
    moves: tuple[str, ...]


class Longest(NamedTuple):
    """The longest win of all positions that were solved."""

    distance: int  # plies
    position: str


class Info(NamedTuple):
    """What a search knows after a depth, or when it was stopped in one."""

    depth: int
    score: Score | None  # the player's
    move: int | None
    pv: tuple[int, ...]
    nodes: int  # in all depths so far
    seconds: float
    proven: Proven | None
    names: Names
    distance: int | None = None  # plies to the end, if it is proven
    bound: str = "exact"  # of the score
    seldepth: int | None = None  # the longest line looked at
    hashfull: int | None = None  # how full the table is, in thousandths
    nps: int = 0  # nodes a second
    lines: tuple[tuple[MoveScore, tuple[int, ...]], ...] = ()  # moves with an exact score and their lines
    visits: int | None = None  # mcts: simulations so far


@dataclass(frozen=True, repr=False)
class Result:
    """What a search found. Moves are ints; `names` has them as text, made when they are asked for."""

    game: Game[Any] = field(compare=False)
    position: Any
    algorithm: str
    player: int  # whose the scores are
    score: Score | None  # None: stopped before anything was known
    proven: Proven | None  # None: the score rests on evaluations or on a filter
    distance: int | None  # plies to the end, if it is proven and the line does not depend on chance
    depth: int
    nodes: int
    seconds: float  # of searching
    compile_seconds: float  # of compiling, or of loading what was compiled
    finished: bool  # False: stopped by a limit or a person
    pv: tuple[int, ...]
    moves: tuple[MoveScore, ...]  # the best first, which is `move`; all from one depth, but where one says another
    compiled: bool
    filter_nodes: int | None = None  # RB: the part of the nodes that sorted children
    filtered: int | None = None  # RB: children dropped
    scores: tuple[Score, ...] | None = None  # max-n: each player's; mcts, unless proven: the means of all visits
    seldepth: int | None = None  # the engine: the longest line it looked at
    hashfull: int | None = None  # the engine: how full its table is, in thousandths
    lines: tuple[tuple[int, ...], ...] = ()  # the engine: the lines of the moves whose score is exact, the best first
    bounds: tuple[Score, Score] | None = None  # solving: what is known of a score that was not found
    longest: Longest | None = None  # retrograde: of all that can be reached, for who is to move there
    listed: int = 1  # how many moves its text lists with their scores, if more than the best
    search: str | None = None  # the engine: which of its searches this was
    visits: int | None = None  # mcts: simulations, those taken over from an earlier search included
    weak: bool | None = None  # solving: whether the score says only who wins; None: this is no solution

    def __post_init__(self) -> None:
        sign, first = self.sign, self.move
        unsure = "upper" if sign > 0 else "lower"

        def place(found: MoveScore) -> tuple[Score, ...]:
            return found.move != first, found.bound == unsure, -(found.visits or 0), -sign * found.score

        object.__setattr__(self, "moves", tuple(sorted(self.moves, key=place)))

    def __repr__(self) -> str:
        move = "" if self.move is None else f" {self.names.move},"
        return f"<Result {self.game.spec()}:{move} {self.headline()}, {self.effort()}, {self.nodes:,} nodes>"

    def __str__(self) -> str:
        game, speed = self.game, "compiled" if self.compiled else "plain"
        head = f"{game.spec()}   {self.search_name()}, {speed}\n\n{game.show(self.position)}"
        text = f"{head}\n\n" + "\n".join(f"{label:<10} {text}" for label, text in self.rows().items())
        return f"{text}\n\n{self.moves_text(self.listed)}" if self.listed > 1 and self.moves else text

    def _repr_html_(self) -> str:
        """Return the board and a table of what was found, for a notebook."""
        board = self.game.board(self.position)
        drawn = board.svg() if board else f"<pre>{escape(self.game.show(self.position))}</pre>"
        rows = [("search", f"{self.game.spec()}, {self.search_name()}"), *self.rows().items()]
        if self.listed > 1:
            rows += [(name, self.move_text(found)) for name, found in self.best_moves()[: self.listed]]
        cells = (f"<tr><th>{escape(label)}</th><td>{escape(text)}</td></tr>" for label, text in rows)
        return f"{drawn}<table>{''.join(cells)}</table>"

    def search_name(self) -> str:
        """Return the algorithm, and which search the engine chose."""
        return f"{self.algorithm} ({self.search})" if self.search else self.algorithm

    def rows(self) -> dict[str, str]:
        """Return what was found, in words, under a label each."""
        game = self.game
        over = game.is_over(self.position)
        rows = {
            "to move": "nobody, the game is over" if over else game.label(game.turn(self.position)),
            "best move": self.names.move,
            **self.score_row(),
            "all visits" if self.visits and not self.proven else "scores": "  ".join(self.score_texts()),
            "line": " ".join(self.names.pv),
            "longest": self.longest and f"a win in {self.longest.distance} plies, from {self.longest.position}",
            "searched": self.cost(),
        }
        if self.filter_nodes is not None:
            rows["filter"] = f"dropped {self.filtered:,} children, spent {self.filter_nodes:,} nodes on sorting"
        if self.compile_seconds >= SHOWN_COMPILE_SECONDS:
            rows["compiled"] = f"in {self.compile_seconds:.1f} s"
        return {label: text for label, text in rows.items() if text}

    def score_row(self) -> dict[str, str]:
        """Return the score under the label that it has in the text of the result."""
        name = "score" if self.weak is None else "value"
        if self.score is None:
            between = f", between {number(self.bounds[0])} and {number(self.bounds[1])}" if self.bounds else ""
            return {name: f"not found{between}"}
        text = self.describe()
        label = "value" if text.startswith("value ") else name
        return {label: f"{text.removeprefix('value ')}  (for {self.game.label(self.player)})"}

    def score_texts(self) -> list[str]:
        """Return each player's score as text, where the search found one for everybody."""
        return [f"{self.game.label(player)}: {self.number(score)}" for player, score in enumerate(self.scores or ())]

    def number(self, score: Score) -> str:
        """Return a score as text: a mean of visits in the few digits that mean something."""
        return number(score if self.visits is None else rounded(score))

    def effort(self) -> str:
        """Return how far the search got: its depth, or its visits."""
        return f"depth {self.depth}" if self.visits is None else visits_text(self.visits)

    def cost(self) -> str:
        """Return what was searched, and how long that took."""
        if self.visits is not None:
            rate = f", {count(self.visits / self.seconds)} visits/s" if self.seconds > 0 else ""
            deepest = f" (deepest line {self.depth})"
            return f"{visits_text(self.visits)}{deepest}: {self.nodes:,} nodes in {self.seconds:.3f} s{rate}"
        what = "positions" if self.algorithm == "retrograde" else "nodes"
        longest = f" (longest line {self.seldepth})" if (self.seldepth or 0) > self.depth else ""
        stopped = "" if self.finished else ", stopped"
        depth = f"depth {self.depth}{longest}{stopped}: " if self.weak is None else ""
        rate = f", {count(self.nodes / self.seconds)} {what}/s" if self.seconds > 0 else ""
        return f"{depth}{self.nodes:,} {what} in {self.seconds:.3f} s{rate}"

    def moves_text(self, most: int) -> str:
        """Return this many of the root's moves with their scores, one a line, the best first."""
        shown = self.best_moves()[:most]
        wide = max((len(self.number(found.score)) for _, found in shown if found.visits is not None), default=0)
        return "\n".join(f"{name:>8}  {self.move_text(found, wide)}" for name, found in shown)

    def move_text(self, found: MoveScore, wide: int = 0) -> str:
        """Return the score of a move of the root as text, at least this wide, and its visits if they were counted."""
        depth = "" if found.depth is None else f"  (depth {found.depth})"
        visits = "" if found.visits is None else f"  {visits_text(found.visits)}"
        return f"{BOUND_SIGNS[found.bound]}{self.amount(found):<{wide}}{depth}{visits}"

    def amount(self, found: MoveScore) -> str:
        """Return the score of a move of the root as a number: an evaluation in the game's unit."""
        is_evaluation = found.distance is None and found.visits is None
        return self.game.amount(found.score) if is_evaluation else self.number(found.score)

    @property
    def move(self) -> int | None:
        """Return the move to play; None: the game is over, nature moves, or the depth was 0."""
        return self.pv[0] if self.pv else None

    @cached_property
    def position_text(self) -> str:
        """Return the position as text."""
        return self.game.write(self.position)

    @property
    def sign(self) -> int:
        """Return -1 if the scores are those of the opponent of the player to move, else 1."""
        return -1 if self.game.players == 2 and self.game.turn(self.position) == 1 - self.player else 1

    @cached_property
    def names(self) -> Names:
        """Return the names of the moves."""
        line = line_names(self.game, self.position, self.pv)
        moves = tuple(self.game.move_name(self.position, found.move) for found in self.moves)
        return Names(line[0] if line else None, line, moves)

    def best_moves(self) -> list[tuple[str, MoveScore]]:
        """List the root's moves with their names, the best first; equals as searched."""
        return list(zip(self.names.moves, self.moves, strict=True))

    def describe(self) -> str:
        """Return the score as a person would put it."""
        if self.visits is not None and self.score is not None:
            return self.game.say_mean(rounded(self.score), self.proven, self.distance)
        if not self.weak:
            return self.game.say(self.score, self.proven, self.distance)
        if self.game.rules.counted_in == VALUE and self.proven:
            return "value " + {"win": "above 0", "loss": "below 0"}.get(self.proven, "0")
        return describe(self.score, self.proven, self.distance)

    def headline(self) -> str:
        """Return the same within a sentence: "score +35", "wins in 5", "value 3"."""
        text = self.describe()
        return f"score {text}" if text[0] in "+-0123456789" else text

    def info(self) -> Info:
        """Return what `think` yields."""
        exact = {found.move: found for found in self.moves if found.bound == "exact"}
        lines = {line[0]: line for line in self.lines}
        return Info(
            depth=self.depth,
            score=self.score,
            move=self.move,
            pv=self.pv,
            nodes=self.nodes,
            seconds=self.seconds,
            proven=self.proven,
            names=self.names,
            distance=self.distance,
            seldepth=self.seldepth,
            hashfull=self.hashfull,
            nps=int(self.nodes / self.seconds) if self.seconds else 0,
            lines=tuple((found, lines[move]) for move, found in exact.items() if move in lines),
            visits=self.visits,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the result as one JSON object; moves are names."""
        moves = []
        for name, found in self.best_moves():
            given = {"depth": found.depth, "visits": found.visits}
            other = {key: value for key, value in given.items() if value is not None}
            moves.append({"move": name, "score": found.score, "bound": found.bound, **other})
        extras: dict[str, Any] = {"filter_nodes": self.filter_nodes, "filtered": self.filtered, "scores": self.scores}
        extras["visits"] = self.visits
        extras["search"], extras["bounds"] = self.search, self.bounds
        extras["longest"] = self.longest and self.longest._asdict()
        return {
            "game": self.game.spec(),
            "position": self.position_text,
            "algorithm": self.algorithm,
            "player": self.player,
            "move": self.names.move,
            "score": self.score,
            "proven": self.proven,
            "distance": self.distance,
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "compile_seconds": round(self.compile_seconds, 6),
            "finished": self.finished,
            "pv": list(self.names.pv),
            "moves": moves,
            "compiled": self.compiled,
            **{name: value for name, value in extras.items() if value is not None},
        }


def line_names(game: Game[Any], p: Any, line: tuple[int, ...]) -> tuple[str, ...]:
    """Return the names of the moves of a line from a position."""
    names = []
    for move in line:
        names.append(game.move_name(p, move))
        p = game.ask("play", p, move)
    return tuple(names)


def rounded(mean: Score) -> Score:
    """Return the mean of many visits, in four digits."""
    return tidy(float(f"{mean:.4g}")) if isinstance(mean, float) else mean


def visits_text(visits: int) -> str:
    """Return a number of visits in words."""
    return f"{visits:,} visit{'' if visits == 1 else 's'}"


def count(number: float) -> str:
    """Return a large number in words: 12.3 million."""
    for size, word in ((1e9, "billion"), (1e6, "million"), (1e3, "thousand")):
        if number >= size:
            return f"{number / size:.3g} {word}"
    return f"{number:.0f}"
