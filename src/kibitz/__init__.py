"""Kibitz plays, analyses and explains any turn-based game whose rules are a few plain Python functions."""

from kibitz.arena.match import MatchResult, match
from kibitz.arena.tune import TuneResult, tune
from kibitz.check import check
from kibitz.errors import (
    CompileError,
    GameError,
    KibitzError,
    KibitzWarning,
    MoveError,
    NotConstantSum,
    OptionError,
    PlainSpeed,
    PositionError,
    UnknownGame,
)
from kibitz.game import CHANCE, Game, load
from kibitz.search.analyze import ALGORITHMS, analyze, think
from kibitz.search.audit import Audit, Why, audit, why
from kibitz.search.clock import Clock
from kibitz.search.engine import Engine, Settings
from kibitz.search.level import Level
from kibitz.search.limit import Limit
from kibitz.search.perft import Perft, perft
from kibitz.search.result import Info, MoveScore, Names, Result
from kibitz.search.solve import solve
from kibitz.search.trace import Trace, trace

__version__ = "0.1.0"

__all__ = [
    "ALGORITHMS",
    "CHANCE",
    "Audit",
    "Clock",
    "CompileError",
    "Engine",
    "Game",
    "GameError",
    "Info",
    "KibitzError",
    "KibitzWarning",
    "Level",
    "Limit",
    "MatchResult",
    "MoveError",
    "MoveScore",
    "Names",
    "NotConstantSum",
    "OptionError",
    "Perft",
    "PlainSpeed",
    "PositionError",
    "Result",
    "Settings",
    "Trace",
    "TuneResult",
    "UnknownGame",
    "Why",
    "analyze",
    "audit",
    "check",
    "load",
    "match",
    "perft",
    "solve",
    "think",
    "trace",
    "tune",
    "why",
]
