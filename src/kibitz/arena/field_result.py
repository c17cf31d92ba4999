"""What a match of three or more contestants has found, for people and for programs."""

from dataclasses import dataclass
from typing import Any

from kibitz.arena.field import Contestant, Meeting
from kibitz.arena.match_result import CUT_WORDS, from_openings, note_rows, notes_of
from kibitz.arena.played import FieldGame
from kibitz.arena.points import Sample, rounded


@dataclass(frozen=True, repr=False)
class FieldResult:
    """What a match of three or more contestants has found, over its complete rounds."""

    game: str
    contestants: tuple[Contestant, ...]  # A, B, …
    meetings: tuple[Meeting, ...]  # A with B, A with C, …
    games: tuple[FieldGame, ...]  # by number, including those of rounds that are not complete
    rounds: int  # that are complete
    round_size: int  # games in a round
    openings: int  # the number of different ones
    finished: bool  # the schedule is complete
    same_dice: bool = False  # it is a game of chance: the dice of all games of a round are the same
    unit: str = "points"  # what points are called

    @property
    def players(self) -> tuple[str, ...]:
        """Return the names of the contestants."""
        return tuple(each.name for each in self.contestants)

    @property
    def standings(self) -> list[Contestant]:
        """Return the contestants, the best mean rank first."""
        return sorted(self.contestants, key=lambda each: each.rank.mean or 0)

    @property
    def notes(self) -> list[str]:
        """Return what went wrong, and in which game."""
        return notes_of(self.games)

    def __repr__(self) -> str:
        ranks = ", ".join(f"{each.letter} {mean_text(each.rank)}" for each in self.standings)
        rounds = f"{self.rounds} round{'' if self.rounds == 1 else 's'}"
        return f"<FieldResult {self.game}: {rounds}" + (f", mean rank {ranks}>" if self.rounds else ">")

    def __str__(self) -> str:
        named = "".join(f"   {each.letter} {each.name}" for each in self.contestants)
        parts = [f"{self.game}{named}", f"games      {len(self.games)}, {self.rounds_text()}"]
        if self.rounds:
            parts += ["\n".join(self.places_lines()), "\n".join(self.lead_lines())]
        if notes := note_rows(self.games, CUT_WORDS):
            parts.append("\n".join(f"{label:<10} {text}" for label, text in notes))
        return "\n\n".join(parts)

    def rounds_text(self) -> str:
        """Return how many rounds are complete, and what they begin with."""
        told = f"{self.rounds} round{'' if self.rounds == 1 else 's'} of {self.round_size}"
        dice = "with the same dice in all its games" if self.rounds == 1 else "each with the same dice in all its games"
        needed = -(-len(self.games) // self.round_size)
        return from_openings(told, self.openings, needed, dice if self.same_dice else "")

    def places_lines(self) -> list[str]:
        """Return a table of the contestants, the best first."""
        rows = [("", "games", "first places", "rank", self.unit)]
        rows += [
            (each.letter, str(each.games), mean_text(each.first, "%"), mean_text(each.rank), mean_text(each.points))
            for each in self.standings
        ]
        widths = [8, *(max(len(row[column]) for row in rows) for column in range(1, 5))]
        lines = ["   ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows]
        lines[0] += "   (means of the rounds ± 95 %)"
        return [line.rstrip() for line in lines]

    def lead_lines(self) -> list[str]:
        """Return who is how many places ahead of whom."""
        leads = [mean_text(each.lead, "+") for each in self.meetings]
        width = max(map(len, leads))
        lines = [
            f"{each.a + ' - ' + each.b:<10} {lead:<{width}}   LOS {each.los:.1%}"
            for each, lead in zip(self.meetings, leads, strict=True)
        ]
        lines[0] += "   (places that A is ahead of B ± 95 %, the likelihood that A is the stronger player)"
        return lines

    def to_json(self) -> dict[str, Any]:
        """Return the result as a JSON object, without the games."""
        return {
            "game": self.game,
            "players": self.players,
            "games": len(self.games),
            "rounds": self.rounds,
            "round_size": self.round_size,
            "unit": self.unit,
            "contestants": [
                {
                    "letter": each.letter,
                    "name": each.name,
                    "games": each.games,
                    **sample_json("first", each.first),
                    **sample_json("rank", each.rank),
                    **sample_json("points", each.points),
                }
                for each in self.contestants
            ],
            "meetings": [
                {"a": each.a, "b": each.b, "games": each.games, **sample_json("lead", each.lead), "los": each.los}
                for each in self.meetings
            ],
            "openings": self.openings,
            "finished": self.finished,
            "notes": self.notes,
        }


def mean_text(sample: Sample, form: str = "") -> str:
    """Return a mean with its 95 % margin as text; form: "%" for a share, "+" for a difference."""
    if sample.mean is None:
        return "unknown"
    mean, margin = sample.mean, sample.margin
    if not margin:
        told = f"{mean:.1%}" if form == "%" else rounded(mean, margin, form)
        return told if margin is None else f"{told} always"
    return f"{mean:.1%} ± {margin:.1%}" if form == "%" else f"{rounded(mean, margin, form)} ± {rounded(margin, margin)}"


def sample_json(name: str, sample: Sample) -> dict[str, float | None]:
    """Return the mean of a sample, its standard error and its 95 % interval as fields of a JSON object."""
    low, high = sample.interval
    return {name: sample.mean, f"{name}_error": sample.error, f"{name}_low": low, f"{name}_high": high}
