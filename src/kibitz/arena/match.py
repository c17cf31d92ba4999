"""A match: contestants play many games, each opening from every seat and with the same dice.

The schedule is fixed before the first game. Two contestants play pairs: pair k plays opening k; A is the first player
in game 2k − 1, B in game 2k. Where one player plays, or more than two, A has the first side in game 2k − 1 and B in
game 2k (see `sides`), and what that side gets in the two games is compared. Three or more contestants play rounds (see
`rounds`): round k plays opening k.
So the same match has the same games in one process or many, at once or after any number of interruptions. With a test
(SPRT) pairs count in the order of the schedule, not in the order in which they end, or quick games would decide; games
after the deciding pair are recorded but not counted.
"""

import contextlib
import hashlib
import itertools
import os
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypedDict, Unpack, overload

from kibitz.arena.field import FieldTally
from kibitz.arena.field_result import FieldResult
from kibitz.arena.journal import Journal
from kibitz.arena.match_result import MatchResult
from kibitz.arena.opening import Opening, checked, even_openings, openings_from, random_openings, shortened, words
from kibitz.arena.played import G, Played
from kibitz.arena.points import PointsSprt
from kibitz.arena.program import close_programs
from kibitz.arena.rating import Sprt, Tally
from kibitz.arena.referee import BaseReferee, FieldReferee, Referee
from kibitz.arena.seat import Seat
from kibitz.arena.standing import BaseStanding, FieldStanding, Standing
from kibitz.errors import KibitzError, OptionError
from kibitz.files import read_file
from kibitz.game import Game
from kibitz.loader import Loadable, load, opened
from kibitz.version import __version__

GAMES = 100
MOST_JOBS = 1000
RANDOM_PLIES = 4
MOST_PLIES, ALONE_PLIES = 1000, 100_000
"""The defaults of a match; a game for one player, such as 2048, may be very long."""


class FieldOptions(TypedDict, total=False):
    """The options of every match but `tell`, as `match` explains them."""

    games: int | None
    openings: str | os.PathLike[str] | Iterable[str] | None
    opening_plies: int | None
    random_plies: int | None
    seed: int
    plies: int | None
    jobs: int | None
    record: str | os.PathLike[str] | None
    stop: threading.Event | None


class MatchOptions(FieldOptions, total=False):
    """The options of a match between two players but `tell`."""

    even: bool
    sprt: tuple[float, float] | None
    alpha: float
    beta: float
    points: bool
    other_game: Loadable | None
    pgn: str | os.PathLike[str] | None
    mat: str | os.PathLike[str] | None


def nobody(tally: Tally | FieldTally, games: int) -> None:
    """Ignore the progress of a match."""


@overload
def match(
    game: Loadable, a: Seat, b: Seat, *, tell: Callable[[Tally, int], None] = ..., **options: Unpack[MatchOptions]
) -> MatchResult: ...
@overload
def match(
    game: Loadable,
    a: Seat,
    b: Seat,
    c: Seat,
    /,
    *others: Seat,
    tell: Callable[[FieldTally, int], None] = ...,
    **options: Unpack[FieldOptions],
) -> FieldResult: ...
def match(
    game: Loadable,
    a: Seat,
    b: Seat,
    *others: Seat,
    games: int | None = None,
    openings: str | os.PathLike[str] | Iterable[str] | None = None,
    opening_plies: int | None = None,
    random_plies: int | None = None,
    even: bool = False,
    seed: int = 0,
    sprt: tuple[float, float] | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    points: bool = False,
    other_game: Loadable | None = None,
    plies: int | None = None,
    jobs: int | None = None,
    record: str | os.PathLike[str] | None = None,
    pgn: str | os.PathLike[str] | None = None,
    mat: str | os.PathLike[str] | None = None,
    stop: threading.Event | None = None,
    tell: Callable[[Any, int], None] = nobody,
) -> MatchResult | FieldResult:
    """Play a match between two players, or among three or more in a game for more than two.

    In a game for one player, A and B play each pair's dice alone; in a game for more than two, one of them has the
    first side (player 0 and their team, or without teams each player in turn) and the other all the rest. These games
    are compared by the mean of what the player or the first side gets.

    Three or more contestants play rounds, in which everybody sits in every seat equally often, and are compared by
    first places, ranks and points. The options even, sprt, points, other_game, pgn and mat are for two.

    a, b, others: the players: text ("alpha-beta:depth=4", "random"), an Engine, or a function that takes a State and
        returns a move, by name or by number. Engines and functions play in this process; an engine's table is emptied
        before each game.
    games: the number of games, even, or for three or more contestants a multiple of the games in a round; by default
        100, or as many whole rounds as make at least 100, or one pair or round for each given opening. If there are too
        few openings, they are repeated from the first.
    openings: a file (of moves, or for chess .epd or .pgn), or the moves of each opening as text; by default random.
    opening_plies: the number of moves taken from each opening of a file; by default all.
    random_plies: the number of plies of random openings, by default 4, or 0 where chance moves.
    even: of random openings, use only the most even one in eight, judged by a short search of the engine.
    seed: for everything random: openings, dice, random players.
    sprt: elo0 and elo1: stop as soon as it is known which fits better, with error rates alpha and beta. With `points`,
        and unless two players meet: two mean differences in points.
    points: between two players, report their points, and test them instead of Elo.
    other_game: the rules that B uses to think: the same positions and moves, another evaluation.
    plies: end a game after this many plies, as a draw between two players; by default 1000, or 100,000 for a player
        alone.
    jobs: the number of processes; by default one per core. With 1 everything runs in this process.
    record: a file to which each game is written as it ends; games that it already contains are not played again.
    pgn: for chess, a file to which each game is written as PGN; when a match resumes, including those of the record.
    mat: for backgammon, a file to which all games are written as .mat.
    stop: an event that ends the match when it is set.
    tell: called after each game with the tally and the number of games to play.
    """
    rules, other = opened(game), None if other_game is None else opened(other_game)
    if plies is None:
        plies = ALONE_PLIES if rules.players == 1 else MOST_PLIES
    stop = stop or threading.Event()
    beginning: dict[str, Any] = {"openings": openings, "opening_plies": opening_plies, "random_plies": random_plies}
    if others:
        for name, given in (("even", even), ("sprt", sprt), ("points", points), ("pgn", pgn), ("mat", mat),
                            ("other_game", other)):  # fmt: skip
            if given not in (None, False):
                raise OptionError(f"{name} is for a match between two players, got {2 + len(others)}; leave it out")
        field = FieldReferee(rules, None, (a, b, *others), seed, plies)
        plan = planned(field, games, jobs, even=False, **beginning)
        field_standing = FieldStanding(plan.games, field)
        play_match(field, field_standing, plan, record, no_files, stop, tell)
        return field_standing.result()
    referee = Referee(rules, other, (a, b), seed, plies)
    by_points = points or rules.players != 2
    test = None if sprt is None else (PointsSprt if by_points else Sprt)(*sprt, alpha, beta)
    plan = planned(referee, games, jobs, even=even, **beginning)
    standing = Standing(plan.games, test, rules.players != 2)

    def files(done: tuple[Played, ...]) -> list[Any]:
        found: list[Any] = []
        if pgn is not None:
            from kibitz.arena.pgn import PgnFile  # loads chess

            found.append(PgnFile(Path(pgn), referee, list(done)))
        if mat is not None:
            from kibitz.arena.mat import MatFile  # loads backgammon

            found.append(MatFile(Path(mat), referee, list(done)))
        return found

    play_match(referee, standing, plan, record, files, stop, tell)
    return standing.result(referee, by_points)


class Plan(NamedTuple):
    """What is fixed before the first game of a match."""

    games: int
    openings: Iterator[Opening]  # one for each pair or round
    kind: str  # what a record says about the openings
    even: bool  # they are even ones, which take long to find
    jobs: int


def planned(
    referee: BaseReferee[G],
    games: int | None,
    jobs: int | None,
    openings: str | os.PathLike[str] | Iterable[str] | None,
    opening_plies: int | None,
    random_plies: int | None,
    even: bool,
) -> Plan:
    """Return the plan of a match; raise if its options do not go together."""
    game, size = referee.game, referee.size
    if openings is not None and (random_plies is not None or even):
        raise OptionError("pass either openings or random_plies, not both")
    if even and game.players != 2:
        raise OptionError(f"even openings are for two players, but {game.spec()} has {game.players}")
    given = None if openings is None else given_openings(game, openings, opening_plies)
    usual = RANDOM_PLIES if game.rules.chances is None else 0
    drawn = usual if random_plies is None else random_plies
    if drawn < 0:
        raise OptionError(f"random plies must be a whole number of at least 0, got {drawn}")
    if even and drawn == 0:
        raise OptionError("even openings are chosen among random ones; ask for random plies")
    if games is None:
        games = size * (-(-GAMES // size) if given is None else len(given))
    refuse_games(games, size)
    source = random_openings(game, drawn, referee.seed) if given is None else itertools.cycle(given)
    source = even_openings(game, source) if even else source
    kind = f"{drawn} random plies{', even' if even else ''}" if given is None else digest(map(" ".join, given))
    return Plan(games, itertools.islice(source, games // size), kind, even, jobs_for(referee, jobs))


def refuse_games(games: int, size: int) -> None:
    """Raise unless a match can have this many games, with this many from each opening."""
    if games >= size and games % size == 0:
        return
    if size == 2:
        raise OptionError(f"games must be an even number, because each opening is played from both sides, got {games}")
    below = max(games // size, 1) * size
    near = f"{below} or {below + size}"
    raise OptionError(f"games must be a multiple of {size}, the games of a round, such as {near}, got {games}")


def no_files(done: tuple[Any, ...]) -> list[Any]:
    """Return no files."""
    return []


def play_match(
    referee: BaseReferee[G],
    standing: BaseStanding[G],
    plan: Plan,
    record: str | os.PathLike[str] | None,
    files: Callable[[tuple[G, ...]], list[Any]],
    stop: threading.Event,
    tell: Callable[[Any, int], None],
) -> None:
    """Play the games of a match that are not in its record, until it is decided or stopped.

    files: takes the games of the record and returns the files to which each further game is added.
    """
    with contextlib.ExitStack() as held:
        held.callback(close_programs)
        journal = None
        if record is not None:
            journal = held.enter_context(Journal(Path(record), header_of(referee, plan.kind), referee.read))
        for old in journal.games.values() if journal else ():
            standing.add(old)
        if not standing.open and not plan.even:  # otherwise openings are compared when a match resumes
            standing.check(plan.openings)
        receivers = files(standing.done)
        tell(standing.tally, plan.games)
        if standing.open:
            playing = play_games(referee, standing.left(plan.openings), plan.jobs, stop)
            for played in held.enter_context(contextlib.closing(playing)):
                if journal:
                    journal.add(played)
                standing.add(played)
                for file in receivers:
                    file.add(played)
                tell(standing.tally, plan.games)
                if not standing.open:
                    break


def play_games(
    referee: BaseReferee[G], tasks: Iterator[tuple[int, Opening]], jobs: int, stop: threading.Event
) -> Generator[G, None, None]:
    """Play games here or in other processes; yield each as it ends."""
    if jobs > 1:
        from kibitz.arena.crew import play_in_processes

        close_programs()  # each process has its own
        yield from play_in_processes(referee, tasks, jobs, stop)
        return
    for count, (number, opening) in enumerate(tasks):
        if count == 0:
            referee.warm_up(opening)
        played = referee.play(number, opening, stop)
        if played is None:
            return
        yield played


def given_openings(
    game: Game[Any], openings: str | os.PathLike[str] | Iterable[str], plies: int | None
) -> list[Opening]:
    """Read openings from a file or from texts."""
    if isinstance(openings, str | os.PathLike):
        return openings_from(game, openings, plies)
    lines = ((f"opening {number}", shortened(words(text), plies)) for number, text in enumerate(openings, 1))
    found = checked(game, lines)
    if not found:
        raise OptionError("there are no openings; list at least one")
    return found


def jobs_for(referee: BaseReferee[Any], jobs: int | None) -> int:
    """Return how many processes to use: one per core, if other processes can load the game."""
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise OptionError(f"jobs must be a whole number from 1 to {MOST_JOBS}, got {jobs}")
    if jobs == 1:
        return 1
    if not all(isinstance(seat, str) for seat in referee.seats):
        if jobs is None:
            return 1
        raise OptionError("engines and functions play in this process; use jobs=1, or pass players as text")
    if not all(loads_again(game) for game in referee.games()):
        if jobs is None:
            return 1
        raise OptionError(f"{referee.game.name} was made in Python, so other processes cannot load it; use jobs=1")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return jobs or cores


def loads_again(game: Game[Any]) -> bool:
    """Return whether `load` returns these same rules, and not others of the same name."""
    if not game.source:
        return False
    try:
        again = load(game.spec())
    except KibitzError:
        return False
    return game.is_same(again)


def header_of(referee: BaseReferee[Any], openings: str) -> dict[str, Any]:
    """Return what identifies a match; the number of games and the test may differ."""
    files = [game.source for game in referee.games()[:2] if game.source.endswith((".py", ".json"))]
    rules = digest(map(read_file, files)) if files else None
    return {**referee.to_json(), "openings": openings, "rules": rules, "version": __version__}


def digest(texts: Iterable[str]) -> str:
    """Return a short digest that changes when any of these texts does."""
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]
