"""A player that is another program, which speaks UCI and plays chess.

    uci:/usr/games/stockfish,seconds=0.1,option.UCI_LimitStrength=true,option.UCI_Elo=2000
    uci:gnuchess -u,clock=10,increment=0.1

The program is started once and plays game after game. If it dies, does not answer in time or plays an illegal move, it
loses the game, and is restarted for the next.
"""

import shlex
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from kibitz.arena.player import LIMITS, UCI, Player, Seen, limit_from, read_settings, unseen
from kibitz.arena.program import START_SECONDS, Program, patience, programs, refuse_missing
from kibitz.errors import OptionError, did_you_mean
from kibitz.game import Game
from kibitz.games.chess import fen, san
from kibitz.games.chess.rules import Position, play
from kibitz.loader import split_parameters
from kibitz.protocol.notation import is_chess
from kibitz.search.clock import Clock
from kibitz.search.limit import Limit
from kibitz.search.result import Result
from kibitz.state import State

OPTION = "option."
"""Prefix of the names of a program's options."""


class UciProgram(Program):
    """A running UCI program."""

    def __init__(self, command: Sequence[str], options: dict[str, str]) -> None:
        self.options = options
        self.known: dict[str, str] = {}  # the program's options, by their names in lower case
        super().__init__(command)

    def greet(self) -> None:
        """Set the options, and wait until the program is ready."""
        self.send("uci")
        self.wait_for("uciok", START_SECONDS, hear=self.note_option)
        for name, value in self.options.items():
            if name.lower() not in self.known:
                raise OptionError(f"{self.name} has no option {name!r}{did_you_mean(name, self.known.values())}")
            self.send(f"setoption name {self.known[name.lower()]} value {value}")
        self.send("isready")
        self.wait_for("readyok", START_SECONDS)

    def note_option(self, line: str) -> None:
        """Record an option that the program announces."""
        if line.startswith("option name "):
            name = line.removeprefix("option name ").partition(" type ")[0]
            self.known[name.lower()] = name

    def wait_for(
        self,
        word: str,
        seconds: float,
        stop: threading.Event | None = None,
        hear: Callable[[str], None] = lambda line: None,
    ) -> list[str]:
        """Wait for a line that begins with this word, and return its words."""
        deadline = time.monotonic() + seconds
        while (line := self.next_line(word, seconds, deadline, stop)).split()[:1] != [word]:
            hear(line)
        return line.split()

    def begin(self, owner: object, chess960: bool) -> None:
        """Start a new game, unless this player's game is in progress."""
        if self.owner is owner:
            return
        if "uci_chess960" in self.known:
            self.send(f"setoption name {self.known['uci_chess960']} value {str(chess960).lower()}")
        self.send("ucinewgame")
        self.send("isready")
        self.wait_for("readyok", START_SECONDS)
        self.owner = owner


@dataclass
class UciPlayer(Player):
    """A program that chooses chess moves."""

    command: str = ""
    told: list[Position] = field(default_factory=list)  # the positions whose moves are already named
    names: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return super().__str__().replace(f"{UCI}:", f"{UCI}:{self.command},", 1)

    def check(self, game: Game[Any]) -> None:
        """Raise unless the game is chess and the program starts and knows its options."""
        if not is_chess(game):
            raise OptionError(f"uci:{self.command} plays chess, not {game.name}")
        self.program()

    def place(self) -> tuple[str, int]:
        """Return which running program is this player's; the limit does not matter."""
        return f"{self.command} {self.options}", self.seat

    def program(self) -> UciProgram:
        """Return the program, starting it if necessary."""
        found = programs.get(self.place())
        if isinstance(found, UciProgram) and found.process.poll() is None:
            return found
        options = {name.removeprefix(OPTION): value for name, value in self.options.items()}
        programs[self.place()] = started = UciProgram(shlex.split(self.command), options)
        return started

    def choose(
        self,
        state: State,
        stop: threading.Event | None = None,
        seen: Seen = unseen,
        begin: threading.Event | None = None,
    ) -> tuple[int, Result | None]:
        """Return the move that the program chooses."""
        line, p = state.positions, state.position
        program = self.program()
        try:
            chess960 = fen.is_chess960(line[0])
            program.begin(self, chess960)
            program.send(self.position_text(line, chess960))
            program.send(go_text(self.limit, p.player, self.other_clock))
            words = program.wait_for("bestmove", patience(self.limit), stop)
            return san.read_uci(p, words[1] if words[1:] else ""), None
        except BaseException:
            programs.pop(self.place(), program).close()
            raise

    def warm_up(self, state: State) -> None:
        """Start the program."""
        self.program()

    def position_text(self, line: Sequence[Position], chess960: bool) -> str:
        """Return the UCI command for where the game began and the moves since."""
        if list(line[: len(self.told)]) != self.told:
            self.told, self.names = [], []
        self.told = self.told or [line[0]]
        for after in line[len(self.told) :]:
            p = self.told[-1]
            move = next(move for move in san.legal(p) if play(p, move) == after)
            self.names.append(san.uci_name(p, move, chess960))
            self.told.append(after)
        moves = f" moves {' '.join(self.names)}" if self.names else ""
        return f"position fen {fen.write(line[0])}{moves}"


def go_text(limit: Limit, player: int, other: Clock | None) -> str:
    """Return the UCI command for a limit."""
    words = ["go"]
    if limit.clock:
        clocks = [limit.clock, other or limit.clock]
        for color, clock in zip("wb" if player == 0 else "bw", clocks, strict=True):
            words += [f"{color}time {max(1, int(1000 * clock.left))}", f"{color}inc {int(1000 * clock.increment)}"]
        if limit.clock.moves_to_go:
            words.append(f"movestogo {limit.clock.moves_to_go}")
    if limit.seconds is not None:
        words.append(f"movetime {max(1, round(1000 * limit.seconds))}")
    if limit.depth is not None:
        words.append(f"depth {limit.depth}")
    if limit.nodes is not None:
        words.append(f"nodes {limit.nodes}")
    return " ".join(words)


def uci_player_from(text: str) -> UciPlayer:
    """Return the player for a text: the program with its arguments, then settings after commas."""
    command, _, listed = text.partition(",")
    given = split_parameters(listed)
    options = {name: given.pop(name) for name in list(given) if name.startswith(OPTION)}
    values = read_settings(given, LIMITS)
    refuse_missing(command, UCI)
    return UciPlayer(UCI, limit_from(values), options, command=command)
