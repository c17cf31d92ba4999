"""What the games of three or more contestants say about them: first places, ranks, points, and who is ahead of whom.

The sample is the round: all games from one opening with the same dice, in which everybody sits in every seat equally
often. So what an opening or a seat gives to one contestant it gives to all. Of a round

    first     is a contestant's share of the first places in its games; equal players share one.
    rank      is the mean over its seats, 1 for the best; equal players share the mean of their places.
    points    is the mean of what its seats got.
    lead      of A over B is the mean rank of B's seats − that of A's seats, in the games in which both play.

A contestant may have more than one seat in a game. Means, errors and intervals over the rounds, and the likelihood of
superiority from the leads, are those of `points`.
"""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kibitz.arena.played import FieldGame
from kibitz.arena.points import EMPTY, Sample
from kibitz.arena.rounds import LETTERS


@dataclass(frozen=True)
class Contestant:
    """One of the contestants of a match, and how it did in the complete rounds."""

    letter: str
    name: str
    games: int = 0
    first: Sample = EMPTY  # the share of first places
    rank: Sample = EMPTY
    points: Sample = EMPTY

    def after_round(self, games: Sequence[FieldGame]) -> "Contestant":
        """Return the contestant after one more round."""
        own = [game for game in games if self.letter in game.seats]
        first = sum(itertools.chain.from_iterable(of(self.letter, game, game.firsts) for game in own)) / len(own)
        rank = mean_of(self.letter, ((game, game.ranks) for game in own))
        points = mean_of(self.letter, ((game, game.points) for game in own))
        samples = self.first.after(first), self.rank.after(rank), self.points.after(points)
        return Contestant(self.letter, self.name, self.games + len(own), *samples)


@dataclass(frozen=True)
class Meeting:
    """Two contestants, and which of them was ahead in the complete rounds."""

    a: str  # their letters
    b: str
    games: int = 0  # in which both played
    lead: Sample = EMPTY  # how many places a finished ahead of b

    @property
    def los(self) -> float:
        """Return the likelihood that a is the stronger player."""
        return self.lead.los

    def after_round(self, games: Sequence[FieldGame]) -> "Meeting":
        """Return the meeting after one more round."""
        both = [game for game in games if self.a in game.seats and self.b in game.seats]
        a, b = (mean_of(letter, ((game, game.ranks) for game in both)) for letter in (self.a, self.b))
        return replace(self, games=self.games + len(both), lead=self.lead.after(b - a))


@dataclass(frozen=True)
class FieldTally:
    """The games of a match of three or more contestants, counted round by round."""

    games: int  # including those of rounds that are not complete
    rounds: int  # that are complete
    contestants: tuple[Contestant, ...]
    meetings: tuple[Meeting, ...]

    @classmethod
    def of(cls, names: Sequence[str]) -> "FieldTally":
        """Return the tally before the first game."""
        everyone = tuple(Contestant(letter, name) for letter, name in zip(LETTERS, names, strict=False))
        pairs = itertools.combinations([each.letter for each in everyone], 2)
        return cls(0, 0, everyone, tuple(Meeting(a, b) for a, b in pairs))

    def after_game(self) -> "FieldTally":
        """Return the tally with one more game."""
        return replace(self, games=self.games + 1)

    def after_round(self, games: Sequence[FieldGame]) -> "FieldTally":
        """Return the tally with one more complete round; the same if there are no games."""
        if not games:
            return self
        contestants = tuple(each.after_round(games) for each in self.contestants)
        return FieldTally(
            self.games, self.rounds + 1, contestants, tuple(each.after_round(games) for each in self.meetings)
        )


def of(letter: str, game: FieldGame, numbers: Sequence[float]) -> list[float]:
    """Return those of the players' numbers that belong to a contestant."""
    return [number for seat, number in zip(game.seats, numbers, strict=True) if seat == letter]


def mean_of(letter: str, games: Iterable[tuple[FieldGame, Sequence[float]]]) -> float:
    """Return the mean of the numbers that belong to a contestant."""
    found = [number for game, numbers in games for number in of(letter, game, numbers)]
    return sum(found) / len(found)
