"""Why not this move? The answer of a search of that move alone."""

from dataclasses import dataclass
from typing import Any, Unpack

from kibitz.errors import OptionError
from kibitz.score import Score
from kibitz.search.algorithm import algorithm_of
from kibitz.search.analyze import analyze
from kibitz.search.request import Options
from kibitz.search.result import Result


@dataclass(frozen=True)
class Why:
    """Why not this move?"""

    move: str
    score: Score | None  # with this move
    best: str | None
    best_score: Score | None
    line: tuple[str, ...]  # the move and its refutation
    fate: str  # what the search itself did with it
    label: str  # the name of the player whose scores these are

    def __str__(self) -> str:
        return f"why not {self.move}?\n{self.sentence()}"

    def sentence(self) -> str:
        """Return the answer in words."""
        label = self.label
        if self.move == self.best:
            return f"{self.move} is the move: {label} gets {self.score} by {' '.join(self.line)}. {self.fate}"
        same = self.score == self.best_score
        worse = "no worse, but found later" if same else f"instead of {self.best_score} with {self.best}"
        return f"With {self.move}, {label} gets {self.score}, {worse}: {' '.join(self.line)}. {self.fate}"

    def to_json(self) -> dict[str, Any]:
        """Return the answer as a JSON object."""
        fields = {name: value for name, value in vars(self).items() if name != "label"}
        return {**fields, "line": list(self.line)}


def why(result: Result, move: int | str, **options: Unpack[Options]) -> Why:
    """Search one move of a result to the same depth, and return what the search did with it."""
    game, p = result.game, result.position
    if result.depth < 1:
        raise OptionError("there is no answer at depth 0, where nothing is searched; use depth 1 or more")
    chosen = game.read_move(p, move) if isinstance(move, str) else move
    child, name = game.play(p, chosen), game.move_name(p, chosen)
    full = algorithm_of(result.algorithm).full or result.algorithm
    asked: Any = {"player": result.player, **options}
    answer = analyze(game, full, position=child, depth=result.depth - 1, **asked)
    found = [root for root in result.moves if root.move == chosen]
    if not found:
        fate = (
            "The filter dropped it: it was never searched." if result.filtered else "The search was stopped before it."
        )
    elif found[0].bound == "exact":
        fate = "It was searched to the full depth."
    else:
        word = "at most" if found[0].bound == "upper" else "at least"
        known = f"The search only needed to know that it is worth {word} {found[0].score}"
        fate = f"{known}: {result.names.move} was already as good or better."
    line = (name, *answer.names.pv)
    return Why(name, answer.score, result.names.move, result.score, line, fate, game.label(result.player))
