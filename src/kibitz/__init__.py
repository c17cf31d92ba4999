"""Kibitz plays, analyses and explains any turn-based game whose rules are a few plain Python functions."""

from kibitz.arena.field_result import FieldResult
from kibitz.arena.match import match
from kibitz.arena.match_result import MatchResult
from kibitz.arena.player import Player
from kibitz.arena.results import results_in as results
from kibitz.arena.seat import Seat
from kibitz.arena.tournament import tournament
from kibitz.arena.tournament_result import TournamentResult
from kibitz.arena.tune import TuneResult, tune
from kibitz.board import Board
from kibitz.checker import check
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
from kibitz.game import Game
from kibitz.learning.learn import learn
from kibitz.learning.progress import Learned
from kibitz.loader import load
from kibitz.record import Record
from kibitz.rules import CHANCE, Rules
from kibitz.search.algorithm import ALGORITHMS, Algorithm
from kibitz.search.analyze import analyze, think
from kibitz.search.clock import Clock
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.level import Level
from kibitz.search.engine.settings import Settings
from kibitz.search.explain.audit import Audit, audit
from kibitz.search.explain.trace import Trace, trace
from kibitz.search.explain.why import Why, why
from kibitz.search.limit import Limit
from kibitz.search.perft import Perft, perft
from kibitz.search.result import Info, MoveScore, Names, Result
from kibitz.search.solve.solve import solve
from kibitz.search.textbook.keep import Keep
from kibitz.state import State
from kibitz.version import __version__ as __version__
from kibitz.work.batch import analyze_many, solve_many

__all__ = [
    "ALGORITHMS",
    "CHANCE",
    "Algorithm",
    "Audit",
    "Board",
    "Clock",
    "CompileError",
    "Engine",
    "FieldResult",
    "Game",
    "GameError",
    "Info",
    "Keep",
    "KibitzError",
    "KibitzWarning",
    "Learned",
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
    "Player",
    "PositionError",
    "Record",
    "Result",
    "Rules",
    "Seat",
    "Settings",
    "State",
    "TournamentResult",
    "Trace",
    "TuneResult",
    "UnknownGame",
    "Why",
    "analyze",
    "analyze_many",
    "audit",
    "check",
    "learn",
    "load",
    "match",
    "perft",
    "results",
    "solve",
    "solve_many",
    "think",
    "tournament",
    "trace",
    "tune",
    "why",
]
