"""Models of the other players: how a search assumes that everyone but the deciding player chooses moves.

best          best play against the deciding player
random        every move is equally likely
policy        in proportion to the weights that the game's `policy` returns
best:0.8      best play with probability 0.8, otherwise at random
best:0.8:policy    the same, otherwise by the game's `policy`
"""

from typing import Any, NamedTuple

from kibitz.errors import OptionError
from kibitz.game import Game
from kibitz.rules import RULES

BEST, RANDOM, POLICY = "best", "random", "policy"
AT_RANDOM, BY_POLICY = 1, 2
"""What the MODEL word of a desk holds where the others do not always play best."""
FORMS = f"{BEST}, {RANDOM}, {POLICY}, {BEST}:0.8 (with probability 0.8, otherwise at random) or {BEST}:0.8:{POLICY}"


class Others(NamedTuple):
    """A model of the other players."""

    share: float = 1.0  # the probability with which they play best
    rest: str = RANDOM  # how they choose otherwise: RANDOM or POLICY

    def __str__(self) -> str:
        if self.share == 1:
            return BEST
        if self.share == 0:
            return self.rest
        return f"{BEST}:{self.share:g}" + (f":{self.rest}" if self.rest == POLICY else "")

    def describe(self) -> str:
        """Return how the others play, in words."""
        rest = "at random" if self.rest == RANDOM else "by the game's policy"
        if self.share in (0, 1):
            return f"the others play {rest if self.share == 0 else 'their best'}"
        return f"the others play best with probability {self.share:g}, otherwise {rest}"

    @property
    def model(self) -> int:
        """Return how they choose when they do not play best, as the desk holds it; 0 if they always do."""
        return 0 if self.share == 1 else BY_POLICY if self.rest == POLICY else AT_RANDOM

    def check(self, game: Game[Any]) -> None:
        """Raise unless a game has what the model needs."""
        if self.model == BY_POLICY and game.rules.policy is None:
            raise OptionError(f"{game.name} has no `policy` for its players to follow; write: {RULES['policy'].form}")


PLAY_BEST = Others()


def others_from(text: Any) -> Others:
    """Return the model that a text describes."""
    if isinstance(text, Others):
        return text
    name, *parts = text.split(":") if isinstance(text, str) else (None,)
    if name in (RANDOM, POLICY) and not parts:
        return Others(0.0, name)
    if name == BEST and len(parts) <= 2 and (len(parts) < 2 or parts[1] in (RANDOM, POLICY)):
        try:
            share = float(parts[0]) if parts else 1.0
        except ValueError:
            share = -1.0
        if 0 <= share <= 1:
            return Others(share, parts[1] if len(parts) == 2 else RANDOM)
    raise OptionError(f"others must be {FORMS}; got {text!r}")
