"""What a match between two players has found, for people and for programs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.arena.played import FieldGame, Played
from kibitz.arena.points import Points, PointsSprt, Sample, rounded
from kibitz.arena.rating import Count, Elo, Sprt, Tally
from kibitz.arena.sequential import Hypothesis
from kibitz.arena.sides import first_side
from kibitz.game import Game

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
        return notes_of(self.games)

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
            rows += note_rows(self.games, CUT_WORDS if self.apart else REASON_WORDS)
        return heading + "\n".join(f"{label:<10} {text}" for label, text in rows)

    def pairs_text(self) -> str:
        """Return how many pairs there are, and what they begin with."""
        pairs = self.points.difference.size if self.apart else sum(self.tally.pairs)
        told = f"{pairs} pair{'' if pairs == 1 else 's'}"
        dice = "with the same dice in both games" if self.same_dice else ""
        return from_openings(told, self.openings, (self.tally.games + 1) // 2, dice)

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
    teams = game.rules.teams
    side = "each player in turn" if teams is None else " and ".join(map(game.label, first_side(game.players, teams)))
    return f"{side}: in one game of a pair A plays this side and B all others, in the other game the reverse"


def mean_text(sample: Sample, unit: str | None) -> str:
    """Return a player's mean as text."""
    if sample.mean is None:
        return "no pair is complete"
    error = "" if sample.error is None else f", standard error {rounded(sample.error, sample.error)}"
    return f"{rounded(sample.mean, sample.error)} {unit} a game{error}"


def from_openings(told: str, openings: int, needed: int, dice: str) -> str:
    """Return how many pairs or rounds there are, followed by what they begin with.

    openings, needed: the number of different openings, and how many there would be if none were repeated.
    dice: what is said about the dice, where chance moves.
    """
    if dice and openings <= 1:
        return f"{told} {dice}"
    different = f"{openings} different opening{'' if openings == 1 else 's'}"
    again = ", some of them repeated" if openings < needed else ""
    return f"{told} from {different}{again}" + (f", {dice}" if dice else "")


def notes_of(games: Sequence[Played | FieldGame]) -> list[str]:
    """Return what went wrong, and in which game."""
    return [f"game {game.number}: {note}" for game in games for note in game.notes]


def note_rows(games: Sequence[Played | FieldGame], words: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return rows about games that did not end by the rules, described by these words, and about what went wrong."""
    numbers = {reason: sum(game.reason == reason for game in games) for reason in words}
    told = [f"{number} of the games {words[reason]}" for reason, number in numbers.items() if number]
    notes = notes_of(games)
    more = [f"and {len(notes) - MOST_NOTES} more"] if len(notes) > MOST_NOTES else []
    return [("note", text) for text in (*told, *notes[:MOST_NOTES], *more)]
