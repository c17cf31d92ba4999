"""How a match stands: the games played so far, and those still to play."""

import itertools
from collections.abc import Iterator
from typing import Any, Generic

from kibitz.arena.field import FieldTally
from kibitz.arena.field_result import FieldResult
from kibitz.arena.match_result import MatchResult, compared_in
from kibitz.arena.opening import Opening
from kibitz.arena.played import FieldGame, G, Played
from kibitz.arena.points import PointsSprt
from kibitz.arena.rating import Sprt, Tally, elo, los
from kibitz.arena.referee import FieldReferee, Referee
from kibitz.arena.sequential import Hypothesis
from kibitz.errors import OptionError
from kibitz.rules import Rules
from kibitz.score import VALUE
from kibitz.work.job import Unit


class BaseStanding(Generic[G]):
    """The state of a match: the games played, by number."""

    tally: Any  # what is told of a match that goes on

    def __init__(self, most: int, size: int, cycle: int | None = None) -> None:
        self.most = most  # games to play
        self.size = size  # games in a sample: a pair or a round
        self.cycle = cycle or size  # games from each opening
        self.games: dict[int, G] = {}

    @property
    def open(self) -> bool:
        """Return whether there are more games to play."""
        return len(self.games) < self.most

    def add(self, game: G) -> None:
        """Count a game, unless it is beyond the schedule."""
        raise NotImplementedError

    @property
    def counting(self) -> int:
        """Return the number of the last game that counts."""
        return self.most

    @property
    def rated_by(self) -> dict[str, Any]:
        """Return how the games are rated, where there is a choice."""
        return {}

    @property
    def done(self) -> tuple[G, ...]:
        """Return the games played, in the order of the schedule."""
        return tuple(self.games[number] for number in sorted(self.games))

    def left(self, openings: Iterator[Opening]) -> Iterator[Unit]:
        """Yield the games still to play, with their openings, one for each cycle."""
        for before, opening in enumerate(openings):
            for number in range(before * self.cycle + 1, (before + 1) * self.cycle + 1):
                if number not in self.games:
                    yield Unit(number, opening)
                elif self.games[number].opening != opening:
                    raise OptionError(f"game {number} of the record does not begin with {' '.join(opening)}")

    def check(self, openings: Iterator[Opening]) -> None:
        """Raise unless every recorded game begins as scheduled."""
        cycles = (max(self.games) - 1) // self.cycle + 1
        for _ in self.left(itertools.islice(openings, cycles)):
            pass


class Standing(BaseStanding[Played]):
    """The state of a match between A and B, and what the test says about the games that count."""

    tally: Tally

    def __init__(self, most: int, test: Sprt | PointsSprt | None, apart: bool) -> None:
        super().__init__(most, 2)
        self.test, self.apart = test, apart
        self.tally = Tally()
        self.counted = Tally()  # of the complete pairs from the first up to the deciding one
        self.decision: Hypothesis | None = None

    @property
    def open(self) -> bool:
        """Return whether there are more games to play."""
        return self.decision is None and super().open

    @property
    def counting(self) -> int:
        """Return the number of the last game that counts."""
        return self.most if self.decision is None else self.counted.games

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

    def result(self, referee: Referee, by_points: bool) -> MatchResult:
        """Return the result of the games so far."""
        games = tuple(game for game in self.done if game.number <= self.counting)
        tally = Tally()
        for game in games:  # in their order: sums of fractions depend on it
            tally = counted(tally, game, self.games.get(game.number - 1) if game.number % 2 == 0 else None)
        other = next((game.spec() for game in referee.other_games if game), None)
        rules = referee.game.rules
        a, b = referee.players
        return MatchResult(
            game=referee.game.spec(),
            other_game=other,
            players=(a, b),
            games=games,
            tally=tally,
            elo=elo(tally.pairs),
            los=tally.points.los if self.apart else los(tally.pairs),
            openings=len({game.opening for game in games}),
            finished=not self.open,
            same_dice=rules.chances is not None,
            apart=self.apart,
            compared=compared_in(referee.game) if rules.players > 2 else "",
            unit=unit_of(rules) if by_points or rules.objective == "score" else None,
            sprt=self.test,
            llr=llr_of(self.test, self.counted) if self.test else None,
            decision=self.decision,
        )


class FieldStanding(BaseStanding[FieldGame]):
    """The state of a match of three or more contestants."""

    tally: FieldTally

    def __init__(self, most: int, referee: FieldReferee) -> None:
        super().__init__(most, referee.schedule.size)
        self.referee = referee
        self.tally = FieldTally.of(referee.players)

    def add(self, game: FieldGame) -> None:
        """Count a game, unless it is beyond the schedule, and its round if that is now complete."""
        if game.number > self.most:
            return
        self.games[game.number] = game
        self.tally = self.tally.after_game().after_round(self.round_with(game.number))

    def round_with(self, number: int) -> list[FieldGame]:
        """Return the games of the round to which a game belongs; none if some are still to play."""
        first = number - (number - 1) % self.size
        found = [self.games[each] for each in range(first, first + self.size) if each in self.games]
        return found if len(found) == self.size else []

    def result(self) -> FieldResult:
        """Return the result of the games so far."""
        tally, rules = FieldTally.of(self.referee.players), self.referee.game.rules
        for first in range(1, self.most + 1, self.size):  # in their order: sums of fractions depend on it
            tally = tally.after_round(self.round_with(first))
        return FieldResult(
            game=self.referee.game.spec(),
            contestants=tally.contestants,
            meetings=tally.meetings,
            games=self.done,
            rounds=tally.rounds,
            round_size=self.size,
            openings=len({game.opening for game in self.games.values()}),
            finished=not self.open,
            same_dice=rules.chances is not None,
            unit=unit_of(rules),
        )


def unit_of(rules: Rules[Any]) -> str:
    """Return what the points of a game are called."""
    return "points" if rules.counted_in in (None, VALUE) else rules.counted_in


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
