"""A player that is another program, which speaks UCI and plays chess.

    uci:/usr/games/stockfish,seconds=0.1,option.UCI_LimitStrength=true,option.UCI_Elo=2000
    uci:gnuchess -u,clock=10,increment=0.1

The program is started once and plays game after game. If it dies, does not answer in time or plays an illegal move, it
loses the game, and is restarted for the next.
"""

import shlex
import shutil
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from kibitz.arena.player import LIMITS, UCI, Player, Seen, limit_from, read_settings, unseen
from kibitz.arena.program import Program, programs
from kibitz.errors import OptionError
from kibitz.game import Game
from kibitz.games.chess import fen, san
from kibitz.games.chess.rules import Position, play
from kibitz.loader import split_parameters
from kibitz.protocol.notation import is_chess
from kibitz.search.clock import Clock
from kibitz.search.limit import Limit
from kibitz.search.result import Result
from kibitz.state import State

GRACE_SECONDS = 5.0
"""How much longer than its limit a program may think before it is abandoned; the referee watches clocks."""
MOST_SECONDS = 600.0
"""Seconds a program may think without a time limit."""
OPTION = "option."
"""Prefix of the names of a program's options."""


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

    def program(self) -> Program:
        """Return the program, starting it if necessary."""
        found = programs.get(self.place())
        if found is None or found.process.poll() is not None:
            options = {name.removeprefix(OPTION): value for name, value in self.options.items()}
            found = programs[self.place()] = Program(shlex.split(self.command), options)
        return found

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


def patience(limit: Limit) -> float:
    """Return how long to wait for a move, in seconds."""
    times = [limit.clock.left] if limit.clock else []
    times += [limit.seconds] if limit.seconds is not None else []
    return min(times) + GRACE_SECONDS if times else MOST_SECONDS


def uci_player_from(text: str) -> UciPlayer:
    """Return the player for a text: the program with its arguments, then settings after commas."""
    command, _, listed = text.partition(",")
    given = split_parameters(listed)
    options = {name: given.pop(name) for name in list(given) if name.startswith(OPTION)}
    values = read_settings(given, LIMITS)
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise OptionError(f"the command of a UCI program has an unclosed quote: {command!r}") from error
    if not words or shutil.which(words[0]) is None:
        raise OptionError(f"there is no program {words[0] if words else ''!r}; write uci:PROGRAM,seconds=0.1")
    return UciPlayer(UCI, limit_from(values), options, command=command)
