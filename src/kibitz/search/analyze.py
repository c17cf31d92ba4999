"""Search a game in progress and return what was found."""

import warnings
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Unpack

from kibitz.errors import KibitzWarning, NotConstantSum
from kibitz.game import Game
from kibitz.loader import state_of
from kibitz.search.algorithm import Algorithm, default_name, keep_of, ranked_by_priority, suited, textbook_name
from kibitz.search.deepening import Deepening
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.others import others_from
from kibitz.search.engine.settings import DEFAULT_SETTINGS, Settings
from kibitz.search.held import held
from kibitz.search.limit import refuse_visits
from kibitz.search.request import Options, Request, Searched, refuse_unknown, request_of
from kibitz.search.result import Info, Result
from kibitz.search.speed import ready
from kibitz.search.textbook.bound import Follower
from kibitz.search.textbook.keep import Keep
from kibitz.search.textbook.sound import sound

FILTER = ("keep_rate", "keep_least", "deepening_depth")


def analyze(what: Searched, algorithm: str | None = None, **options: Unpack[Options]) -> Result:
    """Search a game in progress, or a game from its start, and return the best move and everything that was found.

    what: a game's name, its file or tree, a Game, or a State.
    algorithm: one of ALGORITHMS; by default the one that suits the game, which never prefers a guess to a proven win.

    options:
    position, moves: where the game begins, and the moves played from there.
    depth, seconds, nodes, visits (of mcts): limits, whichever is reached first; or all in one as limit=Limit(…). The
        default is one second.
    player: whose score to return; by default the player to move.
    lines: with more than 1, this many moves get an exact score, at a cost in nodes.
    seed: choose at random among equally good moves instead of taking the first; with mcts, of its random games.
    keep_rate, keep_least, deepening_depth: RB's filter (`Keep`).
    table, threads, search, playouts, exact, without, level, others, odds: the engine's `Settings`.
    compiled: True or False; None compiles if the rules allow it.
    stop: an event that ends the search when it is set.
    tell: called regularly with the nodes searched and the depth reached.
    """
    *_, result = searching(what, algorithm, options)
    return result


def think(what: Searched, algorithm: str | None = None, **options: Unpack[Options]) -> Iterator[Info]:
    """Search like `analyze`, and yield what is known after each depth."""
    for result in searching(what, algorithm, options):
        yield result.info()


def searching(what: Searched, algorithm: str | None, options: Options) -> Iterator[Result]:
    """Start the search that the options describe, and yield its results."""
    given: dict[str, Any] = dict(options)
    refuse_unknown(given)
    state = state_of(what, given.pop("position", None), given.pop("moves", ""))
    request = request_of(state, given)
    filters = [given.pop(name, None) for name in FILTER]
    settings = Settings.of(given)
    name = algorithm or default_name(state.game, others_from(settings.others))
    keep = keep_of(name, *filters)
    if keep and keep.deepening_depth and (unused := ranked_by_priority(state.game, name)):
        warnings.warn(unused, KibitzWarning, stacklevel=3)
    for result in search(request, algorithm, keep, settings, given.pop("compiled", None)):
        yield replace(result, listed=request.lines)


def search(
    request: Request,
    algorithm: str | None = None,
    keep: Keep | None = None,
    settings: Settings = DEFAULT_SETTINGS,
    compiled: bool | None = None,
    engine: Engine | None = None,
) -> Iterator[Result]:
    """Search within the limit and yield what is known after each depth; the last is the result.

    algorithm: None chooses the one that suits the game. If that is a textbook algorithm, evaluations are kept inside
        the range of the utilities (`held`).
    engine: an engine to reuse, with its table; by default a new one.
    """
    game, others = request.game, others_from(settings.others)
    chosen = suited(game, algorithm or default_name(game, others), others, settings.search)
    if chosen.is_engine:
        engine = engine or Engine(game, chosen.settings(settings), keep, compiled)
        try:
            yield from engine.search(request)
            return
        except NotConstantSum:
            if algorithm is not None:
                raise
            chosen = suited(game, textbook_name(game))
    settings.refuse_for(chosen.name)
    refuse_visits(request.limit, chosen.name)
    yield from textbook_search(request, chosen, keep, compiled, held(game) if algorithm is None else game).results()


def textbook_search(
    request: Request, algorithm: Algorithm, keep: Keep | None, compiled: bool | None, game: Game[Any]
) -> Deepening:
    """Prepare a textbook search; its scores are those of this game, whose evaluations may be held."""
    builder = algorithm.builder
    assert builder is not None
    kernel = ready(builder, game, compiled)
    deepening = Deepening(request, algorithm, kernel, keep)
    if algorithm.prunes and not kernel.compiled and not game.compile_by_default:
        # A tree is for study: the bounds of its moves must be those its trace shows.
        follower = Follower(request.game, algorithm.filters)
        deepening.kernel = kernel._replace(run=builder(sound(game), follower))
        deepening.known = lambda: follower.root
    return deepening
