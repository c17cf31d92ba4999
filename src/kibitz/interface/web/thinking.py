"""What a search reports to a page: while it thinks, and when it is done."""

import threading
import time
from typing import Any
from weakref import WeakKeyDictionary

from kibitz.compiler.cache import seconds_before
from kibitz.errors import OptionError
from kibitz.game import Game
from kibitz.interface.web.message import MOST_MOVES, number_in, text_in, whole_in, word_in
from kibitz.interface.web.searches import UPDATE, Tell, Work
from kibitz.interface.web.shelf import Shelf
from kibitz.search.algorithm import ALGORITHMS, ENGINE, default_name, keep_of, suited
from kibitz.search.analyze import search
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.level import MOST_LEVEL
from kibitz.search.engine.others import BEST, others_from
from kibitz.search.engine.scoring import scale_of
from kibitz.search.engine.settings import SEARCHES, Settings
from kibitz.search.engine.suited import sides_of
from kibitz.search.held import held, holding
from kibitz.search.limit import Limit
from kibitz.search.mcts.machinery import MonteCarlo, guess_scale
from kibitz.search.request import Request
from kibitz.search.result import MoveScore, Result, line_names, rounded
from kibitz.search.speed import ready
from kibitz.search.textbook.keep import Keep
from kibitz.state import State

MOST_SECONDS = 60.0
MOST_DEPTH = 100
MOST_LINES = 12
MEGABYTES = 16
"""The size of one search's table."""
LEAST_MEGABYTES = 0.01
MOST_TABLES = 16
"""The most pages whose engines keep their tables in a process, to limit memory."""


def limit_in(message: dict[str, Any]) -> Limit:
    """Return a search's limit: a depth, a number of nodes or visits, or seconds; time is always bounded."""
    depth = whole_in(message, "depth", 0, MOST_DEPTH) if message.get("depth") is not None else None
    nodes = whole_in(message, "nodes", 1, 1 << 40) if message.get("nodes") is not None else None
    visits = whole_in(message, "visits", 1, 1 << 40) if message.get("visits") is not None else None
    most = 1.0 if depth is nodes is visits is None else MOST_SECONDS
    return Limit(depth, number_in(message, "seconds", 0.01, MOST_SECONDS, most), nodes, visits=visits)


class Thinker:
    """Searches for one page. Its engine keeps its table from move to move of a game."""

    def __init__(self) -> None:
        self.engine: Engine | None = None
        self.lock = threading.Lock()
        self.searching = threading.Lock()  # a search that was stopped while it was compiled may still have to end

    def engine_for(self, state: State, settings: Settings, keep: Keep | None) -> Engine:
        """Return the page's engine if it fits and is free, otherwise a new one; a new game empties the table."""
        with self.lock:
            kept = self.engine
            made = kept is not None and (kept.game, kept.settings, kept.keep) == (state.game, settings, keep)
            if kept is None or not made or kept.in_use.locked():
                kept = self.engine = Engine(state.game, settings, keep)
                remember(self)
            elif not state.played:
                kept.clear()
            return kept

    def thinking(self, state: State, message: dict[str, Any]) -> Work:
        """Prepare the search that a message asks for; it reports what it knows, and returns what it found."""
        game, limit = state.game, limit_in(message)
        others = others_from(text_in(message, "others", BEST, most=40))
        others.check(game)
        usual = default_name(game, others)
        algorithm = word_in(message, "algorithm", ALGORITHMS, usual)
        level = whole_in(message, "level", 1, MOST_LEVEL) if message.get("level") is not None else None
        seed = whole_in(message, "seed", 0, 1 << 31) if message.get("seed") is not None else None
        lines = whole_in(message, "lines", 1, MOST_LINES, 1)
        rate = number_in(message, "keep_rate", 0.01, 1) if message.get("keep_rate") is not None else None
        keep = keep_of(algorithm, rate, None, None)
        wished = word_in(message, "search", SEARCHES) if message.get("search") is not None else None
        chosen = suited(game, algorithm, others, wished)
        builder = chosen.builder
        if builder is not None and level is not None:  # only the engine has levels; others look as many plies ahead
            limit = Limit(min(level, MOST_DEPTH if limit.depth is None else limit.depth), limit.seconds, limit.nodes)
        if builder is None:
            settings = chosen.settings(Settings(MEGABYTES, level=level, search=wished, others=str(others)))
        else:
            settings = Settings(search=wished)
            settings.refuse_for(algorithm)
        wanted = None if algorithm == usual else algorithm

        def work(stop: threading.Event, tell: Tell) -> dict[str, Any]:
            heard: list[Result] = []
            started = told = time.monotonic()

            def count(nodes: int, depth: int) -> None:
                nonlocal told
                now = time.monotonic()
                if heard and now - told >= UPDATE:
                    told, seconds = now, now - started
                    rate = {"nodes": nodes, "seconds": seconds, "nps": int(nodes / seconds)}
                    tell({**info(state, heard[-1], lines), **rate})

            tell({"preparing": game.name, "left": seconds_left(game)})
            if builder is None:
                engine = self.engine_for(state, settings, keep)
                sample(engine)
            else:
                engine = None
                ready(builder, game if wanted else held(game))
            tell({"within": limit.seconds})
            request = Request.of(state, limit=limit, lines=lines, seed=seed, stop=stop, tell=count)
            with self.searching:
                for result in search(request, wanted, keep, settings, engine=engine):
                    if not heard:
                        started = time.monotonic() - result.seconds
                    heard.append(result)
                    told = time.monotonic()
                    tell(info(state, result, lines))
            return info(state, heard[-1], lines)

        return work


compiling: WeakKeyDictionary[Game[Any], float] = WeakKeyDictionary()
"""When each game began to be compiled."""


def seconds_left(game: Game[Any]) -> float | None:
    """Return how long compiling a game will still take if it takes as long as last time; None if that is not known."""
    whole, begun = seconds_before(game.name), compiling.setdefault(game, time.monotonic())
    return None if whole is None else max(0.0, whole - (time.monotonic() - begun))


def sample(engine: Engine) -> None:
    """Play the random games that a search takes its scale from, which is no part of its time."""
    game = engine.game
    if isinstance(engine.machinery, MonteCarlo) or sides_of(game) > 2:
        holding(game)
        guess_scale(game)


busiest: list[Thinker] = []
"""The pages whose engines hold a table in this process, most recent last."""


def remember(thinker: Thinker) -> None:
    """Record that a page has an engine, and drop the oldest table if there are too many."""
    if thinker in busiest:
        busiest.remove(thinker)
    busiest.append(thinker)
    if len(busiest) > MOST_TABLES:
        busiest.pop(0).engine = None


def analyzing(shelf: Shelf, message: dict[str, Any]) -> Work:
    """Prepare the search that a program asks for, with moves by name in one text."""
    game = shelf.find(text_in(message, "game"))
    start = text_in(message, "position") if message.get("position") is not None else None
    names = text_in(message, "moves", "").split()
    if len(names) > MOST_MOVES:
        raise OptionError(f"there must be at most {MOST_MOVES} moves")
    return Thinker().thinking(State(game, start).play_all(names), message)


def preparing(state: State) -> Work:
    """Prepare to compile the search of a game before it is needed."""

    def work(stop: threading.Event, tell: Tell) -> None:
        if default_name(state.game) == ENGINE:
            seconds_left(state.game)
            sample(Engine(state.game, Settings(LEAST_MEGABYTES)))

    return work


def info(state: State, result: Result, lines: int) -> dict[str, Any]:
    """Return what a page shows of a result, with at most this many lines."""
    game, p = state.game, state.position
    exact = {found.move: found for found in result.moves if found.bound == "exact"}
    order = [moves for moves in result.lines if moves and moves[0] in exact] or [result.pv][: bool(result.pv)]
    places = {found.move: place for place, found in enumerate(result.moves)}  # a proof may come late in the list
    order.sort(key=lambda moves: places.get(moves[0], 0))
    listed = [
        {"move": moves[0], "names": line_names(game, p, moves)}
        | (
            {"score": found.score, "text": score_text(game, found), "visits": found.visits}
            if (found := exact.get(moves[0]))
            else {"score": result.score, "text": result.describe(), "visits": None}
        )
        for moves in order[:lines]
    ]
    return {
        "algorithm": result.algorithm,
        "search": result.search,
        "player": result.player,
        "move": result.move,
        "name": result.names.move,
        "score": result.score,
        "scores": result.scores,
        "text": result.describe(),
        "proven": result.proven,
        "distance": result.distance,
        "depth": result.depth,
        "seldepth": result.seldepth,
        "nodes": result.nodes,
        "visits": result.visits,
        "nps": int(result.nodes / result.seconds) if result.seconds else 0,
        "seconds": result.seconds,
        "hashfull": result.hashfull,
        "pv": list(result.names.pv),
        "lines": listed,
        "finished": result.finished,
    }


def score_text(game: Game[Any], found: MoveScore) -> str:
    """Return a move's score in words; the engine provides the distance of wins and losses."""
    if found.visits is not None:
        return game.say_mean(rounded(found.score), None, None)
    if found.distance is None:
        return game.say(found.score, None, None)
    return game.say(found.score, "win" if found.score == scale_of(game).win else "loss", found.distance)
