"""What a search says to a page: while it thinks, and when it is done."""

import threading
import time
from typing import Any

from kibitz.errors import OptionError
from kibitz.game import Game
from kibitz.interface.web.line import Line, Lines
from kibitz.interface.web.message import MOST_MOVES, number_in, text_in, whole_in, word_in
from kibitz.interface.web.searches import UPDATE, Tell, Work
from kibitz.interface.web.shelf import Shelf, check_suits
from kibitz.search.analyze import ENGINE, NAMES, builder_of, default_algorithm, keep_of, search
from kibitz.search.engine.engine import Engine, Settings
from kibitz.search.engine.level import MOST_LEVEL
from kibitz.search.engine.scoring import scale_of
from kibitz.search.held import held
from kibitz.search.limit import Limit
from kibitz.search.result import MoveScore, Result, line_names
from kibitz.search.speed import ready

MOST_SECONDS = 60.0
MOST_DEPTH = 100
MOST_LINES = 12
MEGABYTES = 16
"""Of the table of one search."""
LEAST_MEGABYTES = 0.01


def limit_in(message: dict[str, Any]) -> Limit:
    """Take a search's limit: a depth, a number of nodes, or seconds; time is always bounded."""
    depth = whole_in(message, "depth", 0, MOST_DEPTH) if message.get("depth") is not None else None
    nodes = whole_in(message, "nodes", 1, 1 << 40) if message.get("nodes") is not None else None
    most = 1.0 if depth is nodes is None else MOST_SECONDS
    return Limit(depth, number_in(message, "seconds", 0.01, MOST_SECONDS, most), nodes)


def thinking(line: Line, message: dict[str, Any]) -> Work:
    """Prepare the search that a message asks for; it tells what it knows, and gives what it found."""
    limit = limit_in(message)
    algorithm = word_in(message, "algorithm", NAMES, default_algorithm(line.game))
    level = whole_in(message, "level", 1, MOST_LEVEL) if message.get("level") is not None else None
    seed = whole_in(message, "seed", 0, 1 << 31) if message.get("seed") is not None else None
    lines = whole_in(message, "lines", 1, MOST_LINES, 1)
    rate = number_in(message, "keep_rate", 0.01, 1) if message.get("keep_rate") is not None else None
    keep = keep_of(algorithm, rate, None, None)
    check_suits(line.game, algorithm)
    settings = Settings(MEGABYTES, level=level) if algorithm == ENGINE else Settings()
    wanted = None if algorithm == default_algorithm(line.game) else algorithm

    def work(stop: threading.Event, tell: Tell) -> dict[str, Any]:
        heard: list[Result] = []
        started = told = time.monotonic()

        def count(nodes: int, depth: int) -> None:
            nonlocal told
            now = time.monotonic()
            if heard and now - told >= UPDATE:
                told = now
                seconds = now - started
                tell({**info(line, heard[-1], lines), "nodes": nodes, "seconds": seconds, "nps": int(nodes / seconds)})

        tell({"preparing": line.game.name})
        engine = Engine(line.game, settings, keep) if algorithm == ENGINE else None
        if engine is None:
            ready(builder_of(line.game, algorithm), line.game if wanted else held(line.game))
        tell({"within": limit.seconds})
        found = search(
            line.game,
            line.last(),
            wanted,
            limit,
            keep=keep,
            lines=lines,
            seed=seed,
            stop=stop,
            tell=count,
            history=line.history(),
            settings=settings,
            engine=engine,
        )
        for result in found:
            if not heard:
                started = time.monotonic() - result.seconds
            heard.append(result)
            told = time.monotonic()
            tell(info(line, result, lines))
        return info(line, heard[-1], lines)

    return work


def analyzing(shelf: Shelf, message: dict[str, Any]) -> Work:
    """Prepare the search that a program asks for: moves by name, as one text."""
    game = shelf.find(text_in(message, "game"))
    start = text_in(message, "position") if message.get("position") is not None else None
    names = text_in(message, "moves", "").split()
    if len(names) > MOST_MOVES:
        raise OptionError(f"moves must be at most {MOST_MOVES}")
    p = game.start() if start is None else game.read(start)
    moves = []
    for name in names:
        moves.append(game.read_move(p, name))
        p = game.ask("play", p, moves[-1])
    return thinking(Lines(shelf).extended(game, start, tuple(moves)), message)


def preparing(line: Line) -> Work:
    """Compile the search of a game before somebody waits for it."""

    def work(stop: threading.Event, tell: Tell) -> None:
        if default_algorithm(line.game) == ENGINE:
            Engine(line.game, Settings(LEAST_MEGABYTES))

    return work


def info(line: Line, result: Result, lines: int) -> dict[str, Any]:
    """Give what a page shows of a result, with at most so many lines."""
    game, p = line.game, line.last()
    exact = {found.move: found for found in result.moves if found.bound == "exact"}
    order = [moves for moves in result.lines if moves and moves[0] in exact] or [result.pv][: bool(result.pv)]
    best_first = {move: -found.score for move, found in exact.items()}  # a proof may come late in the list
    order.sort(key=lambda moves: (moves[0] != result.move, best_first.get(moves[0], 0)))
    listed = [
        {"move": moves[0], "names": line_names(game, p, moves)}
        | (
            {"score": found.score, "text": score_text(game, found)}
            if (found := exact.get(moves[0]))
            else {"score": result.score, "text": result.describe()}
        )
        for moves in order[:lines]
    ]
    return {
        "algorithm": result.algorithm,
        "player": result.player,
        "move": result.move,
        "name": result.names.move,
        "score": result.score,
        "text": result.describe(),
        "proven": result.proven,
        "distance": result.distance,
        "depth": result.depth,
        "seldepth": result.seldepth,
        "nodes": result.nodes,
        "nps": int(result.nodes / result.seconds) if result.seconds else 0,
        "seconds": result.seconds,
        "hashfull": result.hashfull,
        "pv": list(result.names.pv),
        "lines": listed,
        "finished": result.finished,
    }


def score_text(game: Game[Any], found: MoveScore) -> str:
    """Return a move's score as a person would put it; the engine gives a distance to what is won or lost."""
    if found.distance is None:
        return game.say(found.score, None, None)
    return game.say(found.score, "win" if found.score == scale_of(game).win else "loss", found.distance)
