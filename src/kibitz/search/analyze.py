"""Run a search within its limits, and say what it found."""

import random
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from kibitz.compiler.plain import Builder, Desk
from kibitz.errors import GameError, KibitzWarning, NotConstantSum, OptionError, did_you_mean
from kibitz.game import Game
from kibitz.rules import CHANCE
from kibitz.score import Proven, Score, outcome, tidy
from kibitz.search.desk import (
    EVALUATED,
    FILTER_NODES,
    FILTERED,
    HIGHEST,
    LIMIT,
    NODES,
    pv_of,
    roots_of,
    scores_of,
    set_up,
)
from kibitz.search.engine.engine import DEFAULT_SETTINGS, MEGABYTES, Engine, Settings
from kibitz.search.engine.scoring import scale_of
from kibitz.search.explain.bound import Follower, Known
from kibitz.search.held import held
from kibitz.search.limit import Limit
from kibitz.search.result import Info, MoveScore, Result
from kibitz.search.speed import Search, ready
from kibitz.search.textbook.alpha_beta import alpha_beta
from kibitz.search.textbook.expectimax import expectimax
from kibitz.search.textbook.expectiminimax import expectiminimax
from kibitz.search.textbook.keep import Keep
from kibitz.search.textbook.max_n import max_n
from kibitz.search.textbook.minimax import minimax
from kibitz.search.textbook.selective import rb_alpha_beta, rb_minimax
from kibitz.search.textbook.sound import sound
from kibitz.search.worker import run

ALGORITHMS: dict[str, Builder] = {
    "minimax": minimax,
    "alpha-beta": alpha_beta,
    "expectimax": expectimax,
    "expectiminimax": expectiminimax,
    "rb-minimax": rb_minimax,
    "rb-alpha-beta": rb_alpha_beta,
    "max-n": max_n,
}
ENGINE = "engine"
NAMES = (ENGINE, *ALGORITHMS)
PRUNING = ("alpha-beta", "rb-alpha-beta")
SELECTIVE = ("rb-minimax", "rb-alpha-beta")
WITH_CHANCES = ("expectimax", "expectiminimax", "max-n")
DEFAULT_LIMIT = Limit(seconds=1.0)
Tell: TypeAlias = Callable[[int, int], None]


def silent(nodes: int, depth: int) -> None:
    """Tell nobody how far a search is."""


def analyze(
    game: Game[Any],
    position: Any = None,
    algorithm: str | None = None,
    limit: Limit | None = None,
    player: int | None = None,
    history: Sequence[Any] = (),
    compiled: bool | None = None,
    keep_rate: float | Sequence[float] | None = None,
    keep_least: int | None = None,
    deepening_depth: int | None = None,
    lines: int = 1,
    seed: int | None = None,
    stop: threading.Event | None = None,
    tell: Tell = silent,
    threads: int = 1,
    table: float = MEGABYTES,
    exact: bool = False,
    without: Sequence[str] = (),
    level: int | None = None,
) -> Result:
    """Search a position (the start if None) and return the best move and all that was found.

    algorithm: "engine" or one of ALGORITHMS; by default what suits the game (`default_algorithm`).
    player: whose score is wanted; by default the one to move.
    history: keys of the positions before this one: what the game's `key` gives, or the positions themselves
        without it; the textbook algorithms do not look at them.
    compiled: True or False; None compiles if the rules allow it.
    keep_rate, keep_least, deepening_depth: RB's filter (`Keep`).
    lines: with more than 1 a pruning search finds every move's exact score, at a cost in nodes.
    seed: choose at random among equally good moves instead of taking the first.
    stop: an event that ends the search when it is set.
    tell: hears from time to time how many nodes were searched, and how deep it is.
    threads, table, exact, without, level: for the engine: how many threads, its table's size in MB, minimax's score
        at the depth reached, techniques to do without, how strong from 1 to 10 (`Level`).
    """
    keep = keep_of(algorithm or default_algorithm(game), keep_rate, keep_least, deepening_depth)
    settings = Settings(table, threads, exact, tuple(without), level)
    options = (player, compiled, keep, lines, seed, stop, tell, history, settings)
    found = list(search(game, position, algorithm, limit, *options))
    return found[-1]


def think(
    game: Game[Any],
    position: Any = None,
    limit: Limit | None = None,
    algorithm: str | None = None,
    **options: Any,
) -> Iterator[Info]:
    """Search like `analyze`, and say what is known after each depth."""
    filters = (options.pop(name, None) for name in ("keep_rate", "keep_least", "deepening_depth"))
    keep = keep_of(algorithm or default_algorithm(game), *filters)
    settings = Settings.of(options)
    for result in search(game, position, algorithm, limit, keep=keep, settings=settings, **options):
        yield result.info()


def search(
    game: Game[Any],
    position: Any = None,
    algorithm: str | None = None,
    limit: Limit | None = None,
    player: int | None = None,
    compiled: bool | None = None,
    keep: Keep | None = None,
    lines: int = 1,
    seed: int | None = None,
    stop: threading.Event | None = None,
    tell: Tell = silent,
    history: Sequence[Any] = (),
    settings: Settings = DEFAULT_SETTINGS,
    engine: Engine | None = None,
    begin: threading.Event | None = None,
) -> Iterator[Result]:
    """Search within the limit and give what is known after each depth; the last is the result.

    algorithm: None is what suits the game. It never prefers a guess to a win: where a textbook algorithm suits, its
        evaluations are held inside the utilities (`held`).
    engine: one to go on with, that remembers earlier searches; by default a new one.
    begin: the engine's time counts from when this is set; by default from the start.
    """
    limit = limit if limit and limit != Limit() else DEFAULT_LIMIT
    p = game.start() if position is None else position
    player = player_of(game, p, player)
    if not isinstance(lines, int) or lines < 1:
        raise OptionError(f"lines must be a whole number from 1, got {lines!r}")
    chosen = algorithm or default_algorithm(game)
    if chosen == ENGINE:
        suits_engine(game)
        engine = engine or Engine(game, settings, keep, compiled)
        try:
            yield from engine.play(p, limit, player, history, lines, seed, stop, tell, begin=begin)
            return
        except NotConstantSum:
            if algorithm is not None:
                raise
            chosen = default_algorithm(game)
    settings.refuse_for(chosen)
    builder = builder_of(game, chosen)
    rules = game if algorithm else held(game)
    prepared = ready(builder, rules, compiled)
    open_root = lines > 1 or seed is not None
    run = Run(game, p, chosen, player, prepared, keep, open_root, stop or threading.Event(), tell)
    if chosen in PRUNING and not prepared.compiled and not game.compile_by_default:
        # A tree is for looking at: its moves' bounds are those that its trace shows.
        follower = Follower(game, chosen in SELECTIVE)
        run.kernel, run.known = prepared._replace(run=builder(sound(rules), follower)), lambda: follower.root
    seconds = limit.deadline()
    deadline = time.monotonic() + seconds if seconds else None
    best: Result | None = None
    for depth in limit.depths():
        first = best is None and limit.depth != depth
        nodes = HIGHEST if first or limit.nodes is None else limit.nodes - run.nodes
        found = run.search(depth, nodes, None if first else deadline)
        if found and (best is None or found.finished or best.move in [root.move for root in found.moves]):
            best = found
        elif best:
            best = run.unfinished(best)
        if best is None:  # stopped before any move was finished: one ply is better than nothing
            run.stop = threading.Event()
            shallow = run.search(min(depth, 1), HIGHEST, None)
            assert shallow is not None
            best = run.unfinished(shallow)
        out_of_time = deadline is not None and time.monotonic() >= deadline
        out_of_nodes = limit.nodes is not None and run.nodes >= limit.nodes
        last = depth == limit.depths()[-1]
        stopped = not last and (out_of_time or out_of_nodes or run.stop.is_set())
        if best.finished and stopped and run.evaluated:
            best = run.unfinished(best)
        if not best.finished or not run.evaluated or last:
            yield best if seed is None else run.choose(best, random.Random(seed))
            return
        yield best


class Run:
    """The search of one position, depth after depth."""

    def __init__(
        self,
        game: Game[Any],
        p: Any,
        algorithm: str,
        player: int,
        search: Search,
        keep: Keep | None,
        open_root: bool,
        stop: threading.Event,
        tell: Tell,
    ) -> None:
        self.game, self.p, self.algorithm, self.player = game, p, algorithm, player
        self.kernel, self.keep, self.open_root, self.stop, self.tell = search, keep, open_root, stop, tell
        self.legal = game.moves(p)
        self.known: Callable[[], Sequence[Known]] | None = None  # what is known of the root's moves, if it is followed
        self.nodes = 0
        self.seconds = 0.0
        self.evaluated = False

    def search(self, depth: int, nodes: int, deadline: float | None) -> Result | None:
        """Search to a depth; None if it was stopped before a move of the root was completed."""
        desk = self.new_desk(depth, nodes)
        score = self.run(self.p, depth, desk, deadline)
        finished = bool(desk[NODES] < desk[LIMIT])
        self.evaluated = bool(desk[EVALUATED]) or not finished
        # Where nature moves first, the line that a stop leaves is that of a player behind one of the outcomes.
        pv = pv_of(desk, depth) if finished or self.game.turn(self.p) != CHANCE else ()
        moves = tuple(MoveScore(m, tidy(s), b) for m, s, b in roots_of(desk, isinstance(score, float)))
        if self.known:  # of moves that were completed, and perhaps of one that was not
            moves = tuple(
                root._replace(bound=known.bound(root.score)) for root, known in zip(moves, self.known(), strict=False)
            )
        if not finished:
            if not pv:
                return None
            score = next(root.score for root in moves if root.move == pv[0])
        if not abs(score) < HIGHEST:
            rules = "`utility` or `evaluate`"
            raise GameError(f"{rules} of {self.game.name} returned {score}; scores must be numbers below 2**62")
        return self.result(depth, tidy(score), pv, moves, finished, desk)

    def new_desk(self, depth: int, nodes: int = HIGHEST) -> Desk:
        """Set up a desk for a search to a depth."""
        array = self.kernel.compiled
        # From the node that reaches the limit a search goes down to its horizon before it looks up.
        plies = depth + (self.keep.deepening_depth if self.keep else 0) + (depth if self.game.rules.chances else 0)
        limit = nodes if nodes == HIGHEST else max(1, nodes - plies)
        return set_up(depth, len(self.legal), self.game.players, array, limit, self.open_root, self.keep)

    def run(self, p: Any, depth: int, desk: Desk, deadline: float | None = None) -> Any:
        """Run the search until it is done, out of time or told to stop, and add up what it costs."""

        def tell() -> None:
            self.tell(self.nodes + int(desk[NODES]), depth)

        score, seconds = run(self.kernel.run, self.game, p, self.player, depth, desk, self.stop, deadline, tell)
        self.seconds += seconds
        self.nodes += int(desk[NODES])
        return score

    def result(
        self,
        depth: int,
        score: Score,
        pv: tuple[int, ...],
        moves: tuple[MoveScore, ...],
        finished: bool,
        desk: Desk,
    ) -> Result:
        """Put together what a search to this depth has found."""
        game, p, selective = self.game, self.p, self.algorithm in SELECTIVE
        proven, distance = self.proof(pv, finished and not desk[EVALUATED] and not desk[FILTERED])
        return Result(
            rules=game,
            position=p,
            pv=pv,
            moves=moves,
            algorithm=self.algorithm,
            player=self.player,
            score=score,
            proven=proven,
            distance=distance,
            depth=depth,
            nodes=self.nodes,
            seconds=self.seconds,
            compile_seconds=self.kernel.compile_seconds,
            finished=finished,
            compiled=self.kernel.compiled,
            filter_nodes=int(desk[FILTER_NODES]) if selective else None,
            filtered=int(desk[FILTERED]) if selective else None,
            scores=tuple(map(tidy, scores_of(desk, game.players))) if self.algorithm == "max-n" and finished else None,
        )

    def proof(self, pv: tuple[int, ...], exact: bool) -> tuple[Proven | None, int | None]:
        """Say what an exact score proves, and how far the end is: the line leads there, unless by chance."""
        if not exact:
            return None, None
        p = self.p
        for move in pv:
            p = self.game.ask("play", p, move)
        if not self.game.is_over(p):
            return "exact", None
        return outcome(self.game.utilities(p), self.player), len(pv)

    def unfinished(self, result: Result) -> Result:
        """Give an earlier result again, as one that a stop left, with all that was spent since."""
        return replace(result, finished=False, nodes=self.nodes, seconds=self.seconds)

    def choose(self, result: Result, chance: random.Random) -> Result:
        """Take one of the moves that are as good as the best, and search its line."""
        equals = [found.move for found in result.moves if found.score == result.score and found.bound == "exact"]
        if not result.pv or len(equals) < 2:
            return result
        move = chance.choice(equals)
        if move == result.move:
            return result
        keep = self.keep.below() if self.keep else None
        child = self.game.ask("play", self.p, move)
        run = Run(self.game, child, self.algorithm, self.player, self.kernel, keep, False, self.stop, self.tell)
        line = run.search(result.depth - 1, HIGHEST, None)
        self.nodes, self.seconds = self.nodes + run.nodes, self.seconds + run.seconds
        if line is None or not line.finished:
            return self.unfinished(result)
        pv = (move, *line.pv)
        proven, distance = self.proof(pv, result.proven is not None)
        return replace(result, pv=pv, nodes=self.nodes, proven=proven, distance=distance)


def builder_of(game: Game[Any], algorithm: str) -> Builder:
    """Find an algorithm by its name, and check that it can play this game."""
    if algorithm == ENGINE:
        raise OptionError(f"the engine cannot do this; choose one of {', '.join(ALGORITHMS)}")
    if algorithm not in ALGORITHMS:
        known = did_you_mean(algorithm, NAMES) or f"; there are {', '.join(NAMES)}"
        raise OptionError(f"there is no algorithm {algorithm!r}{known}")
    if game.rules.chances is not None and algorithm not in WITH_CHANCES:
        raise OptionError(f"{algorithm} cannot play {game.name}, where nature moves; use expectiminimax")
    return ALGORITHMS[algorithm]


def keep_of(
    algorithm: str | None,
    rates: float | Sequence[float] | None,
    least: int | None,
    deepening_depth: int | None,
) -> Keep | None:
    """Put together what RB's filter keeps; None for a search without filter."""
    given = {"keep rate": rates, "keep least": least, "deepening depth": deepening_depth}
    if algorithm == ENGINE and deepening_depth is None:
        if rates is None and least is None:
            return None
        algorithm = SELECTIVE[0]
    if algorithm in SELECTIVE:
        listed = tuple(rates) if isinstance(rates, Iterable) else (1.0 if rates is None else rates,)
        return Keep(listed, 1 if least is None else least, deepening_depth or 0)
    for option, value in given.items():
        if value is not None:
            raise OptionError(
                f"{option} is for {' and '.join(SELECTIVE)}, not for {algorithm or 'the default algorithm'}"
            )
    return None


def player_of(game: Game[Any], p: Any, player: int | None) -> int:
    """Say whose score is wanted: the player asked for, or the one to move, or the first."""
    if player is None:
        mover = game.turn(p)
        return 0 if mover == CHANCE else mover
    if not isinstance(player, int) or not 0 <= player < game.players:
        raise OptionError(f"player must be 0 to {game.players - 1}, got {player!r}")
    return player


def suits_engine(game: Game[Any]) -> None:
    """Raise unless the engine can play this game."""
    if game.rules.chances is not None:
        raise OptionError(f"{ENGINE} cannot play {game.name}, where nature moves; use expectiminimax")
    if game.players != 2:
        raise OptionError(f"{ENGINE} is for two players, {game.name} has {game.players}; use max-n")
    if not scale_of(game).constant:
        raise OptionError(f"{ENGINE} cannot play {game.name}, where both may gain; use max-n")


def textbook_algorithm(game: Game[Any]) -> str:
    """Choose a textbook algorithm that suits a game.

    Nature moves: expectiminimax. More than two players, or two whose utilities do not sum to a constant in a
    few random games: max-n. Otherwise alpha-beta.
    """
    if game.rules.chances is not None:
        return "expectiminimax"
    if game.players > 2:
        return "max-n"
    if game.players == 2 and not scale_of(game).constant:
        text = f"{game.name} is not a constant-sum game: everybody plays for themselves (max-n)"
        warnings.warn(text, KibitzWarning, stacklevel=3)
        return "max-n"
    return "alpha-beta"


def default_algorithm(game: Game[Any]) -> str:
    """Choose what suits a game: the engine for two players without chance, except on trees; else a textbook one."""
    name = textbook_algorithm(game)
    return ENGINE if name == "alpha-beta" and game.players == 2 and game.compile_by_default else name
