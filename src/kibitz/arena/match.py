"""A match: two players, A and B, play many games, each opening twice with sides swapped.

The schedule is fixed before the first game: pair k plays opening k; A is the first player in game 2k − 1, B in game 2k.
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
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.arena.journal import Journal
from kibitz.arena.opening import Opening, checked, even_openings, openings_from, random_openings, shortened, words
from kibitz.arena.program import close_programs
from kibitz.arena.rating import Count, Elo, Hypothesis, Sprt, Tally, elo, los
from kibitz.arena.referee import Played, Referee
from kibitz.arena.seat import Seat
from kibitz.errors import KibitzError, OptionError
from kibitz.files import read_file
from kibitz.game import Game
from kibitz.loader import Loadable, load, opened
from kibitz.version import __version__

GAMES = 100
MOST_JOBS = 1000
RANDOM_PLIES = 4
MOST_PLIES = 1000
"""The defaults of a match."""
MOST_NOTES = 5
"""The most notes about single games in the text of a result; its JSON object has all of them."""
REASON_WORDS = {
    "repetition": "drawn by repetition",
    "length": "drawn by length",
    "time": "lost on time",
    "error": "lost by an error",
}
"""How the text of a result describes games that did not end by the rules."""


@dataclass(frozen=True, repr=False)
class MatchResult:
    """What a match has found; numbers are A's."""

    game: str
    other_game: str | None  # the rules in which B thinks, if not the same
    players: tuple[str, str]  # A and B
    games: tuple[Played, ...]  # those that count, by number
    tally: Tally
    elo: Elo
    los: float  # the likelihood that A is the stronger player
    openings: int  # the number of different ones
    finished: bool  # the schedule is complete, or the test has decided
    sprt: Sprt | None = None
    llr: float | None = None  # the test's likelihood ratio
    decision: Hypothesis | None = None  # the hypothesis that the test accepted

    @property
    def notes(self) -> list[str]:
        """Return what went wrong, and in which game."""
        return [f"game {game.number}: {note}" for game in self.games for note in game.notes]

    def __repr__(self) -> str:
        a, b = self.players
        return f"<MatchResult {self.game}: {a} {signs(self.tally)} against {b}, Elo {self.elo.describe()}>"

    def __str__(self) -> str:
        tally, (a, b) = self.tally, self.players
        other = f", B thinks in {self.other_game}" if self.other_game else ""
        heading = f"{self.game}   A {a}   B {b}{other}\n\n"
        different = f"{self.openings} different opening{'' if self.openings == 1 else 's'}"
        again = ", some of them repeated" if self.openings < (tally.games + 1) // 2 else ""
        pairs = sum(tally.pairs)
        rows = [("games", f"{tally.games}, {pairs} pair{'' if pairs == 1 else 's'} from {different}{again}")]
        if tally.score is not None:
            rows += [
                ("A", f"{signs(tally)}, score {tally.score:.1%}"),
                ("as first", signs(tally.first)),
                ("as second", signs(tally.second)),
                ("Elo", f"{self.elo.describe()}   (of A over B, 95 %)"),
                ("LOS", f"{self.los:.1%}   (the likelihood that A is the stronger player)"),
            ]
            if self.sprt is not None:
                rows.append(("SPRT", self.verdict(self.sprt)))
            for reason, words in REASON_WORDS.items():
                if number := sum(game.reason == reason for game in self.games):
                    rows.append(("note", f"{number} of the games {words}"))
            rows += [("note", note) for note in self.notes[:MOST_NOTES]]
            if len(self.notes) > MOST_NOTES:
                rows.append(("note", f"and {len(self.notes) - MOST_NOTES} more"))
        return heading + "\n".join(f"{label:<10} {text}" for label, text in rows)

    def verdict(self, sprt: Sprt) -> str:
        """Return the verdict of the test in words."""
        found = {
            "H0": f"H0 accepted: {sprt.elo0:+g} fits better than {sprt.elo1:+g}",
            "H1": f"H1 accepted: {sprt.elo1:+g} fits better than {sprt.elo0:+g}",
            None: f"undecided between {sprt.elo0:+g} and {sprt.elo1:+g}",
        }
        return f"{found[self.decision]}; LLR {self.llr:.2f} ({sprt.lower:.2f} to {sprt.upper:.2f})"

    def to_json(self) -> dict[str, Any]:
        """Return the result as a JSON object, without the games."""
        tally, sprt = self.tally, self.sprt
        test = sprt and {**vars(sprt), "llr": self.llr, "lower": sprt.lower, "upper": sprt.upper}
        return {
            "game": self.game,
            "other_game": self.other_game,
            "players": self.players,
            "games": tally.games,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "score": tally.score,
            "first": tally.first._asdict(),
            "second": tally.second._asdict(),
            "pairs": tally.pairs,
            "elo": self.elo.value,
            "elo_low": self.elo.low,
            "elo_high": self.elo.high,
            "los": self.los,
            "sprt": test and {**test, "decision": self.decision},
            "openings": self.openings,
            "finished": self.finished,
            "notes": self.notes,
        }


def signs(count: Count | Tally) -> str:
    """Return games won, drawn and lost as text."""
    return f"+{count.wins} ={count.draws} -{count.losses}"


def nobody(tally: Tally, games: int) -> None:
    """Ignore the progress of a match."""


def match(
    game: Loadable,
    a: Seat,
    b: Seat,
    *,
    games: int | None = None,
    openings: str | os.PathLike[str] | Iterable[str] | None = None,
    opening_plies: int | None = None,
    random_plies: int | None = None,
    even: bool = False,
    seed: int = 0,
    sprt: tuple[float, float] | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    other_game: Loadable | None = None,
    plies: int = MOST_PLIES,
    jobs: int | None = None,
    record: str | os.PathLike[str] | None = None,
    pgn: str | os.PathLike[str] | None = None,
    stop: threading.Event | None = None,
    tell: Callable[[Tally, int], None] = nobody,
) -> MatchResult:
    """Play a match between two players.

    a, b: the players: text ("alpha-beta:depth=4", "random"), an Engine, or a function that takes a State and returns a
        move, by name or by number. Engines and functions play in this process; an engine's table is emptied before
        each game.
    games: the number of games, even; by default 100, or two for each given opening. If there are too few openings, they
        are repeated from the first.
    openings: a file (of moves, or for chess .epd or .pgn), or the moves of each opening as text; by default random.
    opening_plies: the number of moves taken from each opening of a file; by default all.
    random_plies: the number of plies of random openings, by default 4.
    even: of random openings, use only the most even one in eight, judged by a short search of the engine.
    seed: for everything random: openings, dice, random players.
    sprt: elo0 and elo1: stop as soon as it is known which fits better, with error rates alpha and beta.
    other_game: the rules that B uses to think: the same positions and moves, another evaluation.
    plies: adjudicate a draw after this many plies.
    jobs: the number of processes; by default one per core. With 1 everything runs in this process.
    record: a file to which each game is written as it ends; games that it already contains are not played again.
    pgn: for chess, a file to which each game is written as PGN; when a match resumes, including those of the record.
    stop: an event that ends the match when it is set.
    tell: called after each game with the tally and the number of games to play.
    """
    rules, other = opened(game), None if other_game is None else opened(other_game)
    referee = Referee(rules, other, (a, b), seed, plies)
    test = None if sprt is None else Sprt(*sprt, alpha, beta)
    stop = stop or threading.Event()
    if openings is not None and (random_plies is not None or even):
        raise OptionError("pass either openings or random_plies, not both")
    given = None if openings is None else given_openings(rules, openings, opening_plies)
    drawn = RANDOM_PLIES if random_plies is None else random_plies
    if drawn < 0:
        raise OptionError(f"random plies must be a whole number of at least 0, got {drawn}")
    games = games if games is not None else GAMES if given is None else 2 * len(given)
    if games < 2 or games % 2:
        raise OptionError(f"games must be an even number, because each opening is played from both sides, got {games}")
    jobs = jobs_for(referee, jobs)
    source = random_openings(rules, drawn, seed) if given is None else itertools.cycle(given)
    source = even_openings(rules, source) if even else source
    kind = f"{drawn} random plies{', even' if even else ''}"
    schedule = itertools.islice(source, games // 2)
    with contextlib.ExitStack() as held:
        held.callback(close_programs)
        journal = None
        if record is not None:
            header = header_of(referee, kind if given is None else digest(map(" ".join, given)))
            journal = held.enter_context(Journal(Path(record), header))
        standing = Standing(games, test)
        for old in journal.games.values() if journal else ():
            standing.add(old)
        if not standing.open and not even:  # even openings take long to find, and are compared when a match resumes
            standing.check(schedule)
        written = None
        if pgn is not None:
            from kibitz.arena.pgn import PgnFile  # loads chess

            written = PgnFile(Path(pgn), referee, [standing.games[number] for number in sorted(standing.games)])
        tell(standing.tally, games)
        if standing.open:
            playing = play_games(referee, standing.left(schedule), jobs, stop)
            for played in held.enter_context(contextlib.closing(playing)):
                if journal:
                    journal.add(played)
                standing.add(played)
                if written:
                    written.add(played)
                tell(standing.tally, games)
                if not standing.open:
                    break
        return standing.result(referee)


class Standing:
    """The state of a match: the games played, and what the test says about those that count."""

    def __init__(self, most: int, test: Sprt | None) -> None:
        self.most, self.test = most, test
        self.games: dict[int, Played] = {}
        self.tally = Tally()  # of all games
        self.counted = Tally()  # of the complete pairs from the first up to the deciding one
        self.decision: Hypothesis | None = None

    @property
    def open(self) -> bool:
        """Return whether there are more games to play."""
        return self.decision is None and len(self.games) < self.most

    def add(self, game: Played) -> None:
        """Count a game, unless it is beyond the schedule."""
        if game.number > self.most:
            return
        self.games[game.number] = game
        self.tally = counted(self.tally, game, self.games.get(game.number + (1 if game.number % 2 else -1)))
        while self.test and self.decision is None:
            one, two = (self.games.get(self.counted.games + number) for number in (1, 2))
            if one is None or two is None:
                return
            self.counted = counted(counted(self.counted, one, None), two, one)
            self.decision = self.test.decision(self.counted.pairs)

    def left(self, schedule: Iterator[Opening]) -> Iterator[tuple[int, Opening]]:
        """Yield the games still to play, by number and opening."""
        for pair, opening in enumerate(schedule, 1):
            for number in (2 * pair - 1, 2 * pair):
                if number not in self.games:
                    yield number, opening
                elif self.games[number].opening != opening:
                    raise OptionError(f"game {number} of the record does not begin with {' '.join(opening)}")

    def check(self, schedule: Iterator[Opening]) -> None:
        """Raise unless every recorded game begins as scheduled."""
        pairs = (max(self.games) + 1) // 2
        for _ in self.left(itertools.islice(schedule, pairs)):
            pass

    def result(self, referee: Referee) -> MatchResult:
        """Return the result of the games so far."""
        tally = self.tally if self.decision is None else self.counted
        last = self.most if self.decision is None else self.counted.games
        games = tuple(self.games[number] for number in sorted(self.games) if number <= last)
        other = referee.other_game.spec() if referee.other_game else None
        return MatchResult(
            game=referee.game.spec(),
            other_game=other,
            players=referee.players,
            games=games,
            tally=tally,
            elo=elo(tally.pairs),
            los=los(tally.pairs),
            openings=len({game.opening for game in games}),
            finished=not self.open,
            sprt=self.test,
            llr=self.test.llr(self.counted.pairs) if self.test else None,
            decision=self.decision,
        )


def counted(tally: Tally, game: Played, partner: Played | None) -> Tally:
    """Return the tally with one more game, and its pair if that is now complete."""
    return tally.after(game.first == "A", game.score, None if partner is None else partner.score)


def play_games(
    referee: Referee, tasks: Iterator[tuple[int, Opening]], jobs: int, stop: threading.Event
) -> Generator[Played, None, None]:
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


def jobs_for(referee: Referee, jobs: int | None) -> int:
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


def header_of(referee: Referee, openings: str) -> dict[str, Any]:
    """Return what identifies a match; the number of games and the test may differ."""
    files = [game.source for game in referee.games() if game.source.endswith((".py", ".json"))]
    rules = digest(map(read_file, files)) if files else None
    return {**referee.to_json(), "openings": openings, "rules": rules, "version": __version__}


def digest(texts: Iterable[str]) -> str:
    """Return a short digest that changes when any of these texts does."""
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]
