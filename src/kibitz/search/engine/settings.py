"""How an engine is made: the size of its table, its threads, its level, and the techniques it uses."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from kibitz.errors import OptionError, did_you_mean
from kibitz.game import Game
from kibitz.search.engine.level import Level
from kibitz.search.engine.others import BEST, others_from
from kibitz.search.engine.techniques import BIT, IN_EXACT, TECHNIQUES

MEGABYTES = 64
"""The default size of the table."""
LEAST_ODDS = 0.0001
PVS, AVERAGING, MAX_N, PARANOID, BEST_REPLY, MCTS = SEARCHES = (
    "pvs",
    "expectiminimax",
    "max-n",
    "paranoid",
    "best-reply",
    "mcts",
)
"""The engine's searches."""
NO_DEPTH = "mcts has no depth: limit it by visits, nodes or seconds"
MOST_THREADS, MOST_MEGABYTES = 64, 1 << 16


def techniques_of(settings: "Settings", game: Game[Any] | None = None) -> int:
    """Return the techniques that a search uses, a bit each: all except those left out and those that are not exact."""
    without = (*settings.without, *(game.rules.without if game else ()))
    for name in without:
        if name not in TECHNIQUES:
            known = did_you_mean(name, TECHNIQUES) or f"; there are {', '.join(TECHNIQUES)}"
            raise OptionError(f"the engine has no technique {name!r}{known}")
    used = [each for each in TECHNIQUES.values() if each.name not in without and (each.exact or not settings.exact)]
    return sum(BIT[each.name] for each in used) + (IN_EXACT if settings.exact else 0)


@dataclass(frozen=True)
class Settings:
    """How an engine is made."""

    table: float = MEGABYTES  # its size in MB
    threads: int = 1
    exact: bool = False
    without: Sequence[str] = ()  # techniques to leave out
    level: int | None = None  # 1 to 10; None: full strength
    search: str | None = None  # one of SEARCHES; None: the one that suits the game
    playouts: float | None = None  # Monte Carlo: their share in a value, against the evaluation's; None: as suits
    others: str = BEST  # how the other players are assumed to play; see `others`
    odds: float = LEAST_ODDS  # with chance: lines less likely than this are evaluated instead of searched

    def __post_init__(self) -> None:
        if not isinstance(self.threads, int) or not 1 <= self.threads <= MOST_THREADS:
            raise OptionError(f"threads must be 1 to {MOST_THREADS}, got {self.threads!r}")
        if not isinstance(self.table, int | float) or not 0 < self.table <= MOST_MEGABYTES:
            raise OptionError(f"table must be more than 0 and at most {MOST_MEGABYTES} MB, got {self.table!r}")
        if self.level is not None:
            Level(self.level)
        object.__setattr__(self, "others", str(others_from(self.others)))
        if isinstance(self.odds, bool) or not isinstance(self.odds, int | float) or not 0 <= self.odds < 1:
            raise OptionError(f"odds must be a probability of at least 0 and below 1, got {self.odds!r}")
        share = self.playouts
        if share is not None and (isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1):
            raise OptionError(f"playouts must be a share from 0 to 1, got {share!r}")
        if self.search is not None and self.search not in SEARCHES:
            known = did_you_mean(str(self.search), SEARCHES) or f"; there are {', '.join(SEARCHES)}"
            raise OptionError(f"the engine has no search {self.search!r}{known}")
        names = re.split(r"[,+\s]+", self.without) if isinstance(self.without, str) else self.without
        object.__setattr__(self, "without", tuple(filter(None, names)))
        techniques_of(self)

    @classmethod
    def of(cls, options: dict[str, Any]) -> "Settings":
        """Take the engine's settings out of named options."""
        return cls(**{each.name: options.pop(each.name) for each in fields(cls) if each.name in options})

    def refuse_for(self, algorithm: str) -> None:
        """Raise if anything is set, because an algorithm cannot use it."""
        for name, value in vars(self).items():
            if value != getattr(DEFAULT_SETTINGS, name):
                raise OptionError(f"{name} is for the engine, not for {algorithm}")


DEFAULT_SETTINGS = Settings()
