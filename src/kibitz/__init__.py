"""Kibitz plays, analyses and explains any turn-based game whose rules are a few plain Python functions."""

from kibitz.errors import (
    CompileError,
    GameError,
    KibitzError,
    MoveError,
    OptionError,
    PlainSpeed,
    PositionError,
    UnknownGame,
)
from kibitz.game import CHANCE, Game, load
from kibitz.search.analyze import ALGORITHMS, analyze, think
from kibitz.search.limit import Limit
from kibitz.search.result import Info, MoveScore, Result

__version__ = "0.1.0"
