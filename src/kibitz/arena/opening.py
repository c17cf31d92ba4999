"""Openings: the first moves of a game, so that deterministic players play different games.

An opening leaves a game to play: it is not over, and some move does not end it. It may begin with a position in
brackets before the moves: [rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2] Nf3 Nc6
"""

import itertools
import os
import random
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from kibitz.errors import KibitzError, OptionError
from kibitz.files import read_file
from kibitz.game import Game
from kibitz.rules import CHANCE
from kibitz.search.algorithm import ENGINE, suited
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.scoring import scale_of
from kibitz.search.limit import Limit
from kibitz.search.result import line_names
from kibitz.state import State

Opening: TypeAlias = tuple[str, ...]
"""Moves by name, including nature's outcomes, optionally preceded by a position in brackets."""

TRIES = 1000
"""After this many random openings in a row without a new one, there are no more."""
CHANCES = 1000
"""After this many outcomes in a row without a player to move, there will be none."""

DRAWN = 8
"""One in this many random openings is used as an even one."""
LOOK, PLAIN_LOOK = 100_000, 1_000
"""Nodes that the engine searches to judge an opening, compiled and plain."""


def openings_from(game: Game[Any], path: str | os.PathLike[str], plies: int | None = None) -> list[Opening]:
    """Read openings from a file: each line is empty or as `--moves` takes it; `#` begins a comment.

    For chess, also read the positions of an EPD file or the games of a PGN file. Drop moves beyond this many plies.
    """
    if plies is not None and plies < 0:
        raise OptionError(f"plies of an opening must be a whole number of at least 0, got {plies}")
    text = read_file(os.fspath(path))
    suffix = os.fspath(path).lower().rpartition(".")[2]
    lines: Iterable[tuple[str, Opening]]
    if suffix in ("epd", "pgn"):
        lines = chess_openings(game, path, text, suffix)
    else:
        lines = ((f"{path}, line {number}", words(line)) for number, line in enumerate(text.splitlines(), 1))
    found = checked(game, ((place, shortened(opening, plies)) for place, opening in lines))
    if not found:
        raise OptionError(f"{path} has no openings; write one per line, as moves: 4 4 3")
    return found


def chess_openings(
    game: Game[Any], path: str | os.PathLike[str], text: str, suffix: str
) -> Iterator[tuple[str, Opening]]:
    """Yield chess openings, each with its place in the file."""
    from kibitz.protocol.notation import is_chess, read_epds, read_pgn

    if not is_chess(game):
        raise OptionError(f"{path} has chess openings, not openings of {game.name}")
    try:
        if suffix == "epd":
            for number, epd in enumerate(read_epds(text), 1):
                yield f"{path}, position {number}", (in_brackets(game.write(epd.position)),)
            return
        for number, record in enumerate(read_pgn(text), 1):
            start = () if record.start == game.start() else (in_brackets(game.write(record.start)),)
            yield f"{path}, game {number}", (*start, *line_names(game, record.start, record.moves))
    except KibitzError as error:
        raise OptionError(f"{path}: {error}") from error


def in_brackets(position: str) -> str:
    """Return a position as the beginning of an opening."""
    return f"[{position}]"


def parts(opening: Opening) -> tuple[str | None, Opening]:
    """Return the position with which an opening begins, None for the game's own start, and its moves."""
    if opening and opening[0].startswith("[") and opening[0].endswith("]"):
        return opening[0][1:-1], opening[1:]
    return None, opening


def shortened(opening: Opening, plies: int | None) -> Opening:
    """Return an opening without the moves beyond this many plies."""
    return opening if plies is None else opening[: len(opening) - len(parts(opening)[1]) + plies]


def words(line: str) -> Opening:
    """Return the moves on a line, without its comment. A `#` inside a word belongs to the word."""
    start: Opening = ()
    if line.lstrip().startswith("[") and "]" in line:
        position, _, line = line.lstrip().partition("]")
        start = (position + "]",)
    return (*start, *itertools.takewhile(lambda word: not word.startswith("#"), line.split()))


def checked(game: Game[Any], lines: Iterable[tuple[str, Opening]]) -> list[Opening]:
    """Return the lines that have moves; raise unless each one leaves a game to play."""
    found = []
    for place, opening in lines:
        if opening:
            try:
                state = played(game, opening)
            except KibitzError as error:
                raise OptionError(f"{place}: {error}") from error
            if not leaves_a_game(state):
                raise OptionError(f"{place}: nothing is left to play after {' '.join(opening)}")
            found.append(opening)
    return found


def played(game: Game[Any], opening: Opening) -> State:
    """Return the game after an opening."""
    start, moves = parts(opening)
    return State(game, start).play_all(moves)


def leaves_a_game(state: State) -> bool:
    """Return whether a game is not over, and some next move does not end it."""
    if state.over:
        return False
    return any(not state.copy().play(move).over for move in state.moves())


def random_openings(game: Game[Any], plies: int, seed: int) -> Iterator[Opening]:
    """Yield openings of this many plies without end, always the same for a seed.

    Nature's outcomes are drawn by their probabilities and do not count as plies. No position is repeated before every
    one that was found has been used. In a game of chance, openings of no plies are empty: the dice vary its games, and
    distinct positions would make rare rolls too frequent.
    """
    if plies == 0 and game.rules.chances is not None:
        yield from itertools.repeat(())
    choose = random.Random(f"openings {seed}")
    found: dict[str, Opening] = {}
    tries = 0
    while tries < TRIES:
        tries += 1
        drawn = draw(game, plies, choose)
        if drawn is not None and drawn[0] not in found:
            tries = 0
            found[drawn[0]] = drawn[1]
            yield drawn[1]
    if not found:
        raise OptionError(f"no opening of {plies} random plies leaves a game of {game.name} to play; try fewer")
    yield from itertools.cycle(found.values())


def draw(game: Game[Any], plies: int, choose: random.Random) -> tuple[str, Opening] | None:
    """Play at random; return the position as text and the moves that lead there, or None if no game is left."""
    state = game.begin()
    left, chances = plies, 0
    while not state.over:
        if state.turn == CHANCE:
            state.draw(choose)
            chances += 1
            if chances > CHANCES:
                return None
        elif left == 0:
            return (state.text, tuple(state.names)) if leaves_a_game(state) else None
        else:
            state.play(choose.choice(state.moves()))
            left, chances = left - 1, 0
    return None


def even_openings(game: Game[Any], openings: Iterator[Opening]) -> Iterator[Opening]:
    """Yield the most even of every eight openings, by a short search: otherwise the side that is ahead always wins."""
    suited(game, ENGINE)
    engine, middle = Engine(game, table=1), float(scale_of(game).total) / 2
    look = Limit(nodes=LOOK if engine.machinery.kernel.compiled else PLAIN_LOOK)

    def unevenness(opening: Opening) -> tuple[bool, float]:
        engine.clear()
        result = engine.analyze(position=played(game, opening).position, limit=look)
        return result.proven in ("win", "loss"), abs(float(result.score or 0) - middle)

    while True:
        yield min(itertools.islice(openings, DRAWN), key=unevenness)
