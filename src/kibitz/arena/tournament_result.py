"""What the games of a tournament or match say about its contestants, for people and for programs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.arena.match_result import MOST_NOTES
from kibitz.arena.outcomes import Model, Outcomes, Seats, outcomes, rate
from kibitz.arena.points import PointsSprt
from kibitz.arena.rating import Elo, Sprt
from kibitz.arena.schedule import Rounds, Schedule
from kibitz.arena.sequential import Hypothesis
from kibitz.arena.strength import Ratings

MODELS = {"ordo": "Ordo's model", "bayeselo": "BayesElo's model"}
MOST_COLUMNS = 12
"""The most contestants in the cross table of the text; its JSON object has all of them."""


@dataclass(frozen=True)
class Place:
    """One contestant's place in the standings."""

    place: int  # from 1
    number: int  # of the contestant
    name: str
    elo: Elo
    error: float | None  # the standard error of the rating
    games: int
    ahead: int  # outcomes: won, or ahead of another at the table
    level: int
    behind: int
    forfeits: int
    los: float | None  # the likelihood that it is stronger than the next

    @property
    def rating(self) -> str:
        """Return the rating as text; an anchor, or a player to whom all others are compared, has no error."""
        return f"{self.elo.value:+.0f} fixed" if self.error == 0 else self.elo.describe()

    @property
    def score(self) -> float | None:
        """Return the share of the outcomes, level ones counting half."""
        met = self.ahead + self.level + self.behind
        return (self.ahead + self.level / 2) / met if met else None


@dataclass(frozen=True, repr=False)
class TournamentResult:
    """What a tournament has found so far."""

    game: str
    names: tuple[str, ...]  # of the contestants
    players: tuple[str, ...]  # the same as players
    schedule: Schedule
    seats: Seats
    model: Model
    ratings: Ratings
    outcomes: Outcomes
    notes: tuple[str, ...] = ()
    finished: bool = True
    sprt: Sprt | PointsSprt | None = None  # the test of the first contestant against all others
    llr: float | None = None
    decision: Hypothesis | None = None

    @classmethod
    def of(
        cls,
        game: str,
        contestants: Sequence[tuple[str, str]],
        schedule: Schedule,
        seats: Seats,
        model: Model = "ordo",
        anchors: Mapping[int, float] | None = None,
        advantage: bool = False,
        **rest: Any,
    ) -> "TournamentResult":
        """Return what games say, given their seats."""
        names, players = zip(*contestants, strict=True)
        ratings = rate(schedule, len(names), seats, model, anchors, advantage)
        return cls(game, names, players, schedule, seats, model, ratings, outcomes(schedule, seats), **rest)

    @property
    def standings(self) -> list[Place]:
        """Return the contestants, the best first."""
        counts, order = self.outcomes.counts(len(self.names)), self.ratings.order
        played = games_of(self.seats, len(self.names))
        lost = list(self.seats.losers.values())
        found = []
        for place, (number, after) in enumerate(zip(order, (*order[1:], None), strict=True), 1):
            rating = self.ratings.players[number]
            los = None if after is None else self.ratings.los(number, after)
            ahead, level, behind = map(int, counts[number])
            found.append(
                Place(place, number, self.names[number], rating.elo, rating.error, played[number], ahead, level, behind,
                      lost.count(number), los)
            )  # fmt: skip
        return found

    @property
    def is_field(self) -> bool:
        """Return whether three or more contestants met at one table."""
        return isinstance(self.schedule, Rounds)

    def __repr__(self) -> str:
        best = ", ".join(f"{each.name} {each.rating}" for each in self.standings[:3])
        return f"<TournamentResult {self.game}: {self.seats.games} games, {best}>"

    def __str__(self) -> str:
        parts = [f"{self.game}   {self.seats.games} games, {len(self.names)} players", table_text(self.rows())]
        parts.append("\n".join(self.remarks()))
        if not self.is_field and 2 < len(self.names) <= MOST_COLUMNS:
            parts.append(table_text(self.cross_rows()))
        if self.notes:
            more = len(self.notes) - MOST_NOTES
            told = [*self.notes[:MOST_NOTES], *([f"and {more} more notes"] if more > 0 else [])]
            parts.append("\n".join(told))
        return "\n\n".join(parts)

    def rows(self) -> list[tuple[str, ...]]:
        """Return the standings as a table."""
        results = "ahead = level - behind" if self.is_field else "won = drawn - lost"
        rows: list[tuple[str, ...]] = [("", "player", "Elo", "score", "games", results, "LOS")]
        for each in self.standings:
            score = "" if each.score is None else f"{each.score:.1%}"
            los = "" if each.los is None else f"{each.los:.0%}"
            counts = f"+{each.ahead} ={each.level} -{each.behind}"
            rows.append((f"{each.place}", each.name, each.rating, score, str(each.games), counts, los))
        return rows

    def remarks(self) -> list[str]:
        """Return what the numbers mean."""
        ratings, groups = self.ratings, len(self.ratings.connected)
        model = "Plackett-Luce" if self.is_field else MODELS[self.model]
        found = [f"Elo ± 95 %, relative to {ratings.relative_to}, by {model}. LOS: stronger than the next."]
        if not self.is_field and self.schedule.players == 2 and len(self.outcomes.score):
            advantage = ratings.first_advantage
            known = "" if advantage is None else f", an advantage of {advantage.describe()} Elo"
            share = f"{self.outcomes.score.mean():.1%}"
            found.append(f"The first player scored {share}{known}; {ratings.draw_rate or 0:.0%} were drawn.")
        if groups > 1:
            found.append(f"{groups} groups of players never met each other and cannot be compared.")
        if self.sprt is not None and self.llr is not None:
            low, high = (f"{value:+g}" for value in self.sprt.values)
            verdict = {"H0": f"{low} accepted", "H1": f"{high} accepted", None: "undecided"}[self.decision]
            bounds = f"LLR {self.llr:.2f} ({self.sprt.lower:.2f} to {self.sprt.upper:.2f})"
            found.append(f"SPRT of {self.names[0]} against all others, {low} or {high}: {verdict}; {bounds}")
        return found

    def cross_rows(self) -> list[tuple[str, ...]]:
        """Return the points of each against each other as a table, in the order of the standings."""
        points, met = self.outcomes.table(len(self.names))
        order = self.ratings.order
        rows: list[tuple[str, ...]] = [("", "player", *(str(place) for place in range(1, len(order) + 1)))]
        for place, number in enumerate(order, 1):
            cells = (
                "·" if other == number or not met[number, other] else f"{points[number, other]:g}/{met[number, other]}"
                for other in order
            )
            rows.append((str(place), self.names[number], *cells))
        return rows

    def to_json(self) -> dict[str, Any]:
        """Return the result as a JSON object, without the games."""
        points, met = self.outcomes.table(len(self.names))
        advantage = self.ratings.first_advantage
        return {
            "game": self.game,
            "players": [{"name": name, "player": player} for name, player in self.contestants],
            "games": self.seats.games,
            "model": "plackett-luce" if self.is_field else self.model,
            "relative_to": self.ratings.relative_to,
            "standings": [place_json(each) for each in self.standings],
            "cross_table": {"points": points.tolist(), "outcomes": met.tolist()},
            "first_advantage": None if advantage is None else advantage._asdict(),
            "draw_rate": self.ratings.draw_rate,
            "draw_elo": self.ratings.draw_elo,
            "groups": len(self.ratings.connected),
            "sprt": self.sprt and {**vars(self.sprt), "llr": self.llr, "decision": self.decision},
            "finished": self.finished,
            "notes": self.notes,
        }

    @property
    def contestants(self) -> list[tuple[str, str]]:
        """Return the names and players of the contestants."""
        return list(zip(self.names, self.players, strict=True))


def place_json(each: Place) -> dict[str, Any]:
    """Return a place in the standings as a JSON object."""
    elo = {"elo": each.elo.value, "elo_low": each.elo.low, "elo_high": each.elo.high}
    return {**{name: value for name, value in vars(each).items() if name != "elo"}, **elo, "score": each.score}


def repeated(openings: int, cycles: int) -> tuple[str, ...]:
    """Return a note if openings, not counting the empty one, were played again.

    After the same opening players that do not vary play the same game; where there is none, the dice vary.
    """
    told = f"only {openings} different openings in {cycles} cycles: games that are played again are no new evidence"
    return (told,) if 0 < openings < cycles else ()


def games_of(seats: Seats, contestants: int) -> list[int]:
    """Return in how many games each contestant had a seat."""
    of_game = seats.game * contestants + seats.contestant
    once = np.unique(of_game) if len(of_game) != seats.games * 2 else of_game  # two at a table are never the same
    return [int(count) for count in np.bincount(once % contestants, minlength=contestants)]


def table_text(rows: Sequence[tuple[str, ...]]) -> str:
    """Return rows as a table, the columns as wide as they must be."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)
