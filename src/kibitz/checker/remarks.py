"""What an author should know even if no promise is broken, gathered over all games played."""

import statistics
from collections.abc import Sequence
from typing import Any, NamedTuple

from kibitz.checker.report import Names, Report
from kibitz.game import Game
from kibitz.rules import no_opinion
from kibitz.score import Score

LONG = 30
"""In games of this many plies a search seldom sees the end."""
UNEVEN = 0.02
"""How far sums may differ, as a share of the largest evaluation: rounding is not an error."""


class Guess(NamedTuple):
    """What an unfinished position is worth to each player according to `evaluate`."""

    scores: tuple[Score, ...]
    names: Names

    @property
    def total(self) -> Score:
        """Return the sum over all players."""
        return sum(self.scores)


class Remarks:
    """Collects evaluations, results and lengths of games, and remarks on them at the end."""

    def __init__(self, game: Game[Any], report: Report) -> None:
        self.game, self.report = game, report
        self.guesses: list[Guess] = []
        self.wins: dict[Score, Names] = {}  # each amount that games were won by, with an example
        self.utilities: list[Score] = []
        self.lengths: list[int] = []

    def guess(self, scores: Sequence[Score], names: Names) -> None:
        """Record the evaluations of a position."""
        self.guesses.append(Guess(tuple(scores), names))

    def end(self, scores: Sequence[Score], names: Names) -> None:
        """Record the utilities of a finished game."""
        self.utilities += scores
        if len(scores) == 2 and scores[0] != scores[1]:
            self.wins.setdefault(max(scores), names)

    def length(self, plies: int) -> None:
        """Record the length of a game."""
        self.lengths.append(plies)

    def tell(self) -> None:
        """Report everything worth a remark."""
        two = self.game.players == 2 and not self.game.rules.teams
        if self.game.rules.evaluate is no_opinion:
            self.missing()
        elif self.guesses:
            if two:
                self.mirrored()
            # Alone for points, a good player may get far more than random games show.
            alone = self.game.players == 1 and self.game.objective == "score"
            if self.utilities and not alone and (self.game.rules.chances or self.game.players != 2):
                self.beyond()
        if two and self.game.rules.chances is None and self.game.objective == "win":
            self.amounts()
        if self.game.rules.chances and self.game.repetition:
            self.found("repetition", "has no meaning in a game of chance, where each roll is new; leave it out", None)

    def found(self, promise: str, text: str, moves: Names | None) -> None:
        """Report a remark."""
        self.report.found(promise, text, moves, failure=False)

    def missing(self) -> None:
        """Remark on a long game without `evaluate` or `bounds`."""
        if self.lengths and self.game.rules.bounds is None and (plies := statistics.mean(self.lengths)) >= LONG:
            text = f"is missing, and random games last {plies:.0f} plies: searches that do not reach the end"
            self.found("evaluate", f"{text} play at random; add evaluate(p, player)", None)

    def mirrored(self) -> None:
        """Remark on evaluations that ignore the player, or whose sum is not the same everywhere."""
        largest = max(self.guesses, key=lambda guess: max(map(abs, guess.scores)))
        if all(guess.scores[0] == guess.scores[1] for guess in self.guesses):
            if largest.scores[0]:
                text = f"is the same for both players in all {len(self.guesses)} positions, such as"
                advice = "does it use `player`? what is good for one must be bad for the other"
                self.found("evaluate", f"{text} {largest.scores[0]} ({advice})", largest.names)
            return
        low = min(self.guesses, key=lambda guess: guess.total)
        high = max(self.guesses, key=lambda guess: guess.total)
        if high.total - low.total > UNEVEN * max(map(abs, largest.scores)):
            sums = f"is {low.scores[0]} and {low.scores[1]}, which sum to {low.total}, but to {high.total} after"
            advice = "searches treat one player's gain as the other's loss"
            self.found("evaluate", f"{sums} {' '.join(high.names) or 'no move'} ({advice})", low.names)

    def beyond(self) -> None:
        """Remark on evaluations above any win or below any loss."""
        lowest, highest = min(self.utilities), max(self.utilities)
        for guess in self.guesses:
            for player, score in enumerate(guess.scores):
                if not lowest <= score <= highest:
                    text = f"is {score} for player {player}, but utilities lie between {lowest} and {highest}"
                    advice = "searches would prefer a guess to a win; scale it to lie between them"
                    self.found("evaluate", f"{text} ({advice})", guess.names)
                    return

    def amounts(self) -> None:
        """Remark on wins of different worth that count the same."""
        if len(self.wins) > 1:
            less, more = min(self.wins), max(self.wins)
            text = f"is {more} to the winner, but {less} after {' '.join(self.wins[less]) or 'no move'}"
            advice = 'only winning counts; set objective = "score" if the amount matters'
            self.found("utility", f"{text} ({advice})", self.wins[more])
