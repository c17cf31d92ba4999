"""A match: two players, A and B, play many games, each opening twice with sides swapped and with the same dice.

The schedule is fixed before the first game: pair k plays opening k; A is the first player in game 2k − 1, B in game 2k.
Where one player plays, or more than two, A has the first side in game 2k − 1 and B in game 2k (see `sides`), and what
that side gets in the two games is compared.
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
from kibitz.arena.points import Points, PointsSprt, Sample, rounded
from kibitz.arena.program import close_programs
from kibitz.arena.rating import Count, Elo, Sprt, Tally, elo, los
from kibitz.arena.referee import Played, Referee
from kibitz.arena.seat import Seat
from kibitz.arena.sequential import Hypothesis
from kibitz.arena.sides import first_side
from kibitz.errors import KibitzError, OptionError
from kibitz.files import read_file
from kibitz.game import Game
from kibitz.loader import Loadable, load, opened
from kibitz.score import VALUE
from kibitz.version import __version__

GAMES = 100
MOST_JOBS = 1000
RANDOM_PLIES = 4
MOST_PLIES, ALONE_PLIES = 1000, 100_000
"""The defaults of a match; a game for one player, such as 2048, may be very long."""
MOST_NOTES = 5
"""The most notes about single games in the text of a result; its JSON object has all of them."""
REASON_WORDS = {
    "repetition": "drawn by repetition",
    "length": "drawn by length",
    "time": "lost on time",
    "error": "lost by an error",
}
"""How the text of a result describes games that did not end by the rules."""
CUT_WORDS = {
    "repetition": "ended by repetition, and count with what they had brought so far",
    "length": "ended by length, and count with what they had brought so far",
}
"""The same for games that are only counted in points."""


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
    same_dice: bool = False  # it is a game of chance: the dice of both games of a pair are the same
    apart: bool = False  # A and B do not meet as two players, and only points count
    compared: str = ""  # whose points these are, where more than two play
    unit: str | None = None  # what points are called; None where they are not reported
    sprt: Sprt | PointsSprt | None = None
    llr: float | None = None  # the test's likelihood ratio
    decision: Hypothesis | None = None  # the hypothesis that the test accepted

    @property
    def notes(self) -> list[str]:
        """Return what went wrong, and in which game."""
        return [f"game {game.number}: {note}" for game in self.games for note in game.notes]

    @property
    def points(self) -> Points:
        """Return the points of the complete pairs."""
        return self.tally.points

    def __repr__(self) -> str:
        a, b = self.players
        if self.apart:
            return f"<MatchResult {self.game}: {a} against {b}, {self.points.describe()} {self.unit}>"
        return f"<MatchResult {self.game}: {a} {signs(self.tally)} against {b}, Elo {self.elo.describe()}>"

    def __str__(self) -> str:
        a, b = self.players
        other = f", B thinks in {self.other_game}" if self.other_game else ""
        heading = f"{self.game}   A {a}   B {b}{other}\n\n"
        rows = [("games", f"{self.tally.games}, {self.pairs_text()}")]
        if self.tally.games:
            rows += self.points_rows() if self.apart else self.score_rows()
            rows.append(("LOS", f"{self.los:.1%}   (the likelihood that A is the stronger player)"))
            if self.sprt is not None:
                rows.append(("SPRT", self.verdict(self.sprt)))
            for reason, words in (CUT_WORDS if self.apart else REASON_WORDS).items():
                if number := sum(game.reason == reason for game in self.games):
                    rows.append(("note", f"{number} of the games {words}"))
            rows += [("note", note) for note in self.notes[:MOST_NOTES]]
            if len(self.notes) > MOST_NOTES:
                rows.append(("note", f"and {len(self.notes) - MOST_NOTES} more"))
        return heading + "\n".join(f"{label:<10} {text}" for label, text in rows)

    def pairs_text(self) -> str:
        """Return how many pairs there are, and what they begin with."""
        pairs = self.points.difference.size if self.apart else sum(self.tally.pairs)
        told = f"{pairs} pair{'' if pairs == 1 else 's'}"
        dice = "with the same dice in both games" if self.same_dice else ""
        if self.same_dice and self.openings <= 1:
            return f"{told} {dice}"
        different = f"{self.openings} different opening{'' if self.openings == 1 else 's'}"
        again = ", some of them repeated" if self.openings < (self.tally.games + 1) // 2 else ""
        return f"{told} from {different}{again}" + (f", {dice}" if dice else "")

    def score_rows(self) -> list[tuple[str, str]]:
        """Return what is reported of games between two players."""
        rows = [
            ("A", f"{signs(self.tally)}, score {self.tally.score or 0:.1%}"),
            ("as first", signs(self.tally.first)),
            ("as second", signs(self.tally.second)),
            ("Elo", f"{self.elo.describe()}   (of A over B, 95 %)"),
        ]
        lead = f"{self.points.describe()}   (A's lead a game, 95 %)"
        return rows if self.unit is None else [*rows, (self.unit, lead)]

    def points_rows(self) -> list[tuple[str, str]]:
        """Return what is reported of games that are only counted in points."""
        rows = [("points of", self.compared)] if self.compared else []
        rows += [("A", mean_text(self.points.a, self.unit)), ("B", mean_text(self.points.b, self.unit))]
        return [*rows, ("A - B", f"{self.points.describe()}   (mean of the pairs, 95 %)")]

    def verdict(self, sprt: Sprt | PointsSprt) -> str:
        """Return the verdict of the test in words."""
        low, high = (f"{value:+g}" for value in sprt.values)
        found = {
            "H0": f"H0 accepted: {low} fits better than {high}",
            "H1": f"H1 accepted: {high} fits better than {low}",
            None: f"undecided between {low} and {high}",
        }
        return f"{found[self.decision]}; LLR {self.llr:.2f} ({sprt.lower:.2f} to {sprt.upper:.2f})"

    def to_json(self) -> dict[str, Any]:
        """Return the result as a JSON object, without the games; wins and Elo are null where only points count."""
        tally, sprt = self.tally, self.sprt
        test = sprt and {**vars(sprt), "llr": self.llr, "lower": sprt.lower, "upper": sprt.upper}
        meeting = {
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
        }
        return {
            "game": self.game,
            "other_game": self.other_game,
            "players": self.players,
            "games": tally.games,
            **(dict.fromkeys(meeting) if self.apart else meeting),
            "los": self.los,
            "points": None if self.unit is None else {"unit": self.unit, **self.points.to_json()},
            "sprt": test and {**test, "decision": self.decision},
            "openings": self.openings,
            "finished": self.finished,
            "notes": self.notes,
        }


def signs(count: Count | Tally) -> str:
    """Return games won, drawn and lost as text."""
    return f"+{count.wins} ={count.draws} -{count.losses}"


def compared_in(game: Game[Any]) -> str:
    """Return whose points a match of more than two players compares."""
    side = "each player in turn" if game.rules.teams is None else " and ".join(map(game.label, first_side(game)))
    return f"{side}: in one game of a pair A plays this side and B all others, in the other game the reverse"


def mean_text(sample: Sample, unit: str | None) -> str:
    """Return a player's mean as text."""
    if sample.mean is None:
        return "no pair is complete"
    error = "" if sample.error is None else f", standard error {rounded(sample.error, sample.error)}"
    return f"{rounded(sample.mean, sample.error)} {unit} a game{error}"


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
    points: bool = False,
    other_game: Loadable | None = None,
    plies: int | None = None,
    jobs: int | None = None,
    record: str | os.PathLike[str] | None = None,
    pgn: str | os.PathLike[str] | None = None,
    mat: str | os.PathLike[str] | None = None,
    stop: threading.Event | None = None,
    tell: Callable[[Tally, int], None] = nobody,
) -> MatchResult:
    """Play a match between two players.

    In a game for one player, A and B play each pair's dice alone; in a game for more than two, one of them has the
    first side (player 0 and their team, or without teams each player in turn) and the other all the rest. These games
    are compared by the mean of what the player or the first side gets.

    a, b: the players: text ("alpha-beta:depth=4", "random"), an Engine, or a function that takes a State and returns a
        move, by name or by number. Engines and functions play in this process; an engine's table is emptied before
        each game.
    games: the number of games, even; by default 100, or two for each given opening. If there are too few openings, they
        are repeated from the first.
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
    most = ALONE_PLIES if rules.players == 1 else MOST_PLIES
    referee = Referee(rules, other, (a, b), seed, most if plies is None else plies)
    by_points = points or rules.players != 2
    test = None if sprt is None else (PointsSprt if by_points else Sprt)(*sprt, alpha, beta)
    stop = stop or threading.Event()
    if openings is not None and (random_plies is not None or even):
        raise OptionError("pass either openings or random_plies, not both")
    if even and rules.players != 2:
        raise OptionError(f"even openings are for two players, but {rules.spec()} has {rules.players}")
    given = None if openings is None else given_openings(rules, openings, opening_plies)
    usual = RANDOM_PLIES if rules.rules.chances is None else 0
    drawn = usual if random_plies is None else random_plies
    if drawn < 0:
        raise OptionError(f"random plies must be a whole number of at least 0, got {drawn}")
    if even and drawn == 0:
        raise OptionError("even openings are chosen among random ones; ask for random plies")
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
        standing = Standing(games, test, rules.players != 2)
        for old in journal.games.values() if journal else ():
            standing.add(old)
        if not standing.open and not even:  # even openings take long to find, and are compared when a match resumes
            standing.check(schedule)
        done = [standing.games[number] for number in sorted(standing.games)]
        files: list[Any] = []
        if pgn is not None:
            from kibitz.arena.pgn import PgnFile  # loads chess

            files.append(PgnFile(Path(pgn), referee, done))
        if mat is not None:
            from kibitz.arena.mat import MatFile  # loads backgammon

            files.append(MatFile(Path(mat), referee, done))
        tell(standing.tally, games)
        if standing.open:
            playing = play_games(referee, standing.left(schedule), jobs, stop)
            for played in held.enter_context(contextlib.closing(playing)):
                if journal:
                    journal.add(played)
                standing.add(played)
                for file in files:
                    file.add(played)
                tell(standing.tally, games)
                if not standing.open:
                    break
        return standing.result(referee, by_points)


class Standing:
    """The state of a match: the games played, and what the test says about those that count."""

    def __init__(self, most: int, test: Sprt | PointsSprt | None, apart: bool) -> None:
        self.most, self.test, self.apart = most, test, apart
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
        if (game.score is None) is not self.apart:
            expected = "no score, only points" if self.apart else "a score of 1, 0.5 or 0"
            raise OptionError(f"game {game.number} of the record must have {expected}")
        self.games[game.number] = game
        self.tally = counted(self.tally, game, self.games.get(game.number + (1 if game.number % 2 else -1)))
        while self.test and self.decision is None:
            one, two = (self.games.get(self.counted.games + number) for number in (1, 2))
            if one is None or two is None:
                return
            self.counted = counted(counted(self.counted, one, None), two, one)
            self.decision = self.test.accepted(llr_of(self.test, self.counted))

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

    def result(self, referee: Referee, by_points: bool) -> MatchResult:
        """Return the result of the games so far."""
        last = self.most if self.decision is None else self.counted.games
        games = tuple(self.games[number] for number in sorted(self.games) if number <= last)
        tally = Tally()
        for game in games:  # in their order: sums of fractions depend on it
            tally = counted(tally, game, self.games.get(game.number - 1) if game.number % 2 == 0 else None)
        other, rules = referee.other_game.spec() if referee.other_game else None, referee.game.rules
        unit = rules.counted_in if rules.counted_in not in (None, VALUE) else "points"
        return MatchResult(
            game=referee.game.spec(),
            other_game=other,
            players=referee.players,
            games=games,
            tally=tally,
            elo=elo(tally.pairs),
            los=tally.points.los if self.apart else los(tally.pairs),
            openings=len({game.opening for game in games}),
            finished=not self.open,
            same_dice=rules.chances is not None,
            apart=self.apart,
            compared=compared_in(referee.game) if rules.players > 2 else "",
            unit=unit if by_points or rules.objective == "score" else None,
            sprt=self.test,
            llr=llr_of(self.test, self.counted) if self.test else None,
            decision=self.decision,
        )


def counted(tally: Tally, game: Played, partner: Played | None) -> Tally:
    """Return the tally with one more game, and its pair if that is now complete."""
    tally = tally.after(game.first == "A", game.score, None if partner is None else partner.score)
    if partner is None or game.points is None or partner.points is None:
        return tally
    one, two = (game.points, partner.points) if game.first == "A" else (partner.points, game.points)
    return tally.with_points(one, two, apart=game.score is None)


def llr_of(test: Sprt | PointsSprt, tally: Tally) -> float:
    """Return the likelihood ratio of a test after the games of a tally."""
    return test.llr(tally.points) if isinstance(test, PointsSprt) else test.llr(tally.pairs)


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
