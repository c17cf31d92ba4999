"""A player that is another program, which speaks GTP and plays Go.

    gtp:gnugo --mode gtp --level 1 --chinese-rules --capture-all-dead
    gtp:kibitz gtp,clock=60

The program is started once and plays game after game. If it dies, does not answer in time or plays an illegal move, it
loses the game, and is restarted for the next. Games are counted as they stand after two passes, so a program must
capture dead stones before it passes.
"""

import math
import shlex
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.arena.player import GTP, Player, Resignation, Seen, limit_from, read_settings, unseen
from kibitz.arena.program import START_SECONDS, Program, patience, programs, refuse_missing
from kibitz.errors import GameError, MoveError, OptionError
from kibitz.game import Game
from kibitz.loader import split_parameters
from kibitz.protocol.goban import is_go, komi_of, name_of, rows_of, size_of
from kibitz.search.limit import Limit
from kibitz.search.result import Result
from kibitz.state import State

COLOURS = "bw"
LIMITS = {"seconds": float, "clock": float, "moves": int}
"""What GTP can say of time: for a move, for the game, or for a number of moves."""
NEEDED = ("boardsize", "clear_board", "komi", "play", "genmove")


class GtpProgram(Program):
    """A running GTP program."""

    def __init__(self, command: Sequence[str]) -> None:
        self.told: list[str] = []  # the commands since the board was last cleared
        self.known: list[str] = []
        super().__init__(command)

    def greet(self) -> None:
        """Ask for the program's commands."""
        self.known = self.ask("list_commands").split()
        for name in NEEDED:
            if name not in self.known:
                raise OptionError(f"{self.name} does not know the GTP command {name}")

    def ask(self, command: str, seconds: float = START_SECONDS, stop: threading.Event | None = None) -> str:
        """Send a command and return its answer."""
        self.send(command)
        word, deadline = command.split()[0], time.monotonic() + seconds
        lines: list[str] = []
        while True:
            line = self.next_line(word, seconds, deadline, stop)
            if not lines and not line.startswith(("=", "?")):
                if line:
                    raise GameError(f"{self.name} answered {word} with {line[:40]!r}, which is not GTP")
                continue  # empty lines between answers
            if not line:
                break
            lines.append(line)
        answer = "\n".join([lines[0][1:].strip(), *lines[1:]])
        if lines[0].startswith("?"):
            raise GameError(f"{self.name} refused {command!r}: {answer}")
        return answer

    def begin(self, owner: object, game: Game[Any], limit: Limit) -> None:
        """Start a new game, unless this player's game is in progress."""
        if self.owner is owner:
            return
        for command in (f"boardsize {size_of(game)}", f"komi {komi_of(game):g}", *self.time_commands(limit)):
            self.ask(command)
        self.clear()
        self.owner = owner

    def clear(self) -> None:
        """Clear the board."""
        self.ask("clear_board")
        self.told = []

    def time_commands(self, limit: Limit) -> list[str]:
        """Return the command that sets the time; GTP counts in whole seconds."""
        if "time_settings" not in self.known or limit.clock is None and limit.seconds is None:
            return []
        if limit.seconds is not None:
            return [f"time_settings 0 {math.ceil(limit.seconds)} 1"]
        assert limit.clock is not None
        left, moves = math.ceil(limit.clock.left), limit.clock.moves_to_go
        return [f"time_settings 0 {left} {moves}" if moves else f"time_settings {left} 0 0"]

    def follow(self, commands: list[str]) -> None:
        """Bring the board up to date."""
        if self.told != commands[: len(self.told)]:
            self.clear()
        for command in commands[len(self.told) :]:
            self.ask(command)
            self.told.append(command)


@dataclass
class GtpPlayer(Player):
    """A program that chooses moves of Go."""

    command: str = ""

    def __str__(self) -> str:
        listed = super().__str__().partition(":")[2]
        return f"{GTP}:{self.command}" + (f",{listed}" if listed else "")

    def check(self, game: Game[Any]) -> None:
        """Raise unless the game is Go, and the program starts and accepts the board."""
        if not is_go(game):
            raise OptionError(f"gtp:{self.command} plays go, not {game.name}")
        try:
            self.program().ask(f"boardsize {size_of(game)}")
        except GameError as error:
            raise OptionError(str(error)) from error

    def place(self) -> tuple[str, int]:
        """Return which running program is this player's; the limit does not matter."""
        return f"{GTP}:{self.command}", self.seat

    def program(self) -> GtpProgram:
        """Return the program, starting it if necessary."""
        found = programs.get(self.place())
        if isinstance(found, GtpProgram) and found.process.poll() is None:
            return found
        programs[self.place()] = started = GtpProgram(shlex.split(self.command))
        return started

    def choose(
        self,
        state: State,
        stop: threading.Event | None = None,
        seen: Seen = unseen,
        begin: threading.Event | None = None,
    ) -> tuple[int, Result | None]:
        """Return the move that the program chooses; raise a Resignation if it resigns."""
        program = self.program()
        try:
            program.begin(self, state.game, self.limit)
            program.follow(commands_of(state))
            colour = COLOURS[state.turn]
            if self.limit.clock and "time_left" in program.known:
                left, moves = int(self.limit.clock.left), self.limit.clock.moves_to_go or 0
                program.ask(f"time_left {colour} {left} {moves}")
            answer = program.ask(f"genmove {colour}", patience(self.limit), stop)
            if answer.lower() == "resign":
                program.owner = None
                raise Resignation(f"{program.name} resigns")
            move = move_of(state, answer)
            program.told.append(played_text(state, state.turn, move))
            return move, None
        except Resignation:
            raise
        except BaseException:
            programs.pop(self.place(), program).close()
            raise

    def warm_up(self, state: State) -> None:
        """Start the program."""
        self.program()


def move_of(state: State, answer: str) -> int:
    """Return the move that a program's answer names; raise if there is none or it is illegal."""
    name = "pass" if answer.lower() == "pass" else answer.upper()
    try:
        move = state.game.read_move(state.position, name)
    except MoveError:
        move = None
    if move is None or move not in state.moves():
        raise GameError(f"it answered genmove with {answer[:40]!r}, which is not a legal move")
    return move


def commands_of(state: State) -> list[str]:
    """Return the commands that set up where a game began and play its moves."""
    return [
        *stones_of(state.game, state.positions[0]),
        *(played_text(state, state.game.turn(p), move) for p, move in zip(state.positions, state.played, strict=False)),
    ]


def stones_of(game: Game[Any], p: Any) -> list[str]:
    """Return the commands that place the stones of a position.

    None is captured on the way: a group that is not complete has a liberty where its next stone will be.
    """
    rows = rows_of(game, p)
    return [
        f"play {COLOURS['XO'.index(sign)]} {name_of(x, len(rows) - 1 - y)}"
        for y, row in enumerate(rows)
        for x, sign in enumerate(row)
        if sign != "."
    ]


def played_text(state: State, player: int, move: int) -> str:
    """Return the command that plays a move."""
    return f"play {COLOURS[player]} {state.game.move_name(state.game.start(), move)}"


def gtp_player_from(text: str) -> GtpPlayer:
    """Return the player for a text: the program with its arguments, then settings after commas."""
    command, _, listed = text.partition(",")
    values = read_settings(split_parameters(listed), LIMITS)
    limit = limit_from(values) if values else Limit()
    refuse_missing(command, GTP)
    return GtpPlayer(GTP, limit, command=command)
