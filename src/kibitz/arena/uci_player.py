"""A player that is another program: it speaks UCI, and plays chess.

    uci:/usr/games/stockfish,seconds=0.1,option.UCI_LimitStrength=true,option.UCI_Elo=2000
    uci:gnuchess -u,clock=10,increment=0.1

The program is started once and plays game after game. One that dies, is silent beyond its time or plays what is not
legal has lost the game, and is started anew for the next.
"""

import atexit
import contextlib
import queue
import shlex
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from kibitz.arena.player import LIMITS, UCI, Player, limit_from, read_settings
from kibitz.errors import GameError, OptionError, did_you_mean
from kibitz.game import Game
from kibitz.games.chess import fen, san
from kibitz.games.chess.rules import Position, play
from kibitz.loader import split_parameters
from kibitz.protocol.notation import is_chess
from kibitz.search.clock import Clock
from kibitz.search.limit import Limit
from kibitz.search.result import Result

START_SECONDS = 30.0
"""How long a program may take to start, and to be ready."""
GRACE_SECONDS = 5.0
"""How much longer than its limit a program may think before it is given up; a clock is judged by the referee."""
MOST_SECONDS = 600.0
"""How long it may think without a limit of time."""
PATIENCE = 1.0
"""How long it may take to leave; then it is killed."""
POLL = 0.05
OPTION = "option."
"""What stands before the name of a program's option."""


class Program:
    """A running program that speaks UCI."""

    def __init__(self, command: Sequence[str], options: dict[str, str]) -> None:
        self.name = command[0]
        self.lines: queue.Queue[str | None] = queue.Queue()
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            raise OptionError(f"cannot start {self.name}: {error.strerror}") from error
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()
        self.owner: object = None  # the player that it plays for in this game
        self.known: dict[str, str] = {}  # its options, by their names in small letters
        try:
            self.send("uci")
            self.wait_for("uciok", START_SECONDS, hear=self.note_option)
            for name, value in options.items():
                if name.lower() not in self.known:
                    raise OptionError(f"{self.name} has no option {name!r}{did_you_mean(name, self.known.values())}")
                self.send(f"setoption name {self.known[name.lower()]} value {value}")
            self.send("isready")
            self.wait_for("readyok", START_SECONDS)
        except BaseException:
            self.close()
            raise

    def listen(self) -> None:
        """Put what the program says in line; None when it has ended."""
        assert self.process.stdout is not None
        with contextlib.suppress(OSError, ValueError), self.process.stdout:
            for line in self.process.stdout:
                self.lines.put(line.decode(errors="replace").strip())
        self.lines.put(None)

    def note_option(self, line: str) -> None:
        """Note an option that the program tells of."""
        if line.startswith("option name "):
            name = line.removeprefix("option name ").partition(" type ")[0]
            self.known[name.lower()] = name

    def send(self, line: str) -> None:
        """Say a line to the program."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except OSError as error:
            raise GameError(f"{self.name} has ended") from error

    def wait_for(
        self,
        word: str,
        seconds: float,
        stop: threading.Event | None = None,
        hear: Callable[[str], None] = lambda line: None,
    ) -> list[str]:
        """Wait for a line that begins with a word, and give its words."""
        deadline = time.monotonic() + seconds
        while not (stop and stop.is_set()):
            left = deadline - time.monotonic()
            if left <= 0:
                raise GameError(f"{self.name} did not say {word} within {seconds:g} s")
            try:
                line = self.lines.get(timeout=min(POLL, left))
            except queue.Empty:
                continue
            if line is None:
                raise GameError(f"{self.name} has ended before it said {word}")
            if line.split()[:1] == [word]:
                return line.split()
            hear(line)
        raise GameError("stopped")

    def begin(self, owner: object, chess960: bool) -> None:
        """Begin a new game, unless this player's game is being played."""
        if self.owner is owner:
            return
        if "uci_chess960" in self.known:
            self.send(f"setoption name {self.known['uci_chess960']} value {str(chess960).lower()}")
        self.send("ucinewgame")
        self.send("isready")
        self.wait_for("readyok", START_SECONDS)
        self.owner = owner

    def close(self) -> None:
        """End it."""
        with contextlib.suppress(GameError):
            self.send("quit")
        with contextlib.suppress(OSError):
            assert self.process.stdin is not None
            self.process.stdin.close()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.listener.join(PATIENCE)


programs: dict[tuple[str, int], Program] = {}
"""Those that run in this process, by the player's text and seat."""


def close_programs() -> None:
    """End all of them."""
    while programs:
        programs.popitem()[1].close()


atexit.register(close_programs)


@dataclass
class UciPlayer(Player):
    """A program that chooses moves of chess."""

    command: str = ""
    told: list[Position] = field(default_factory=list)  # the game as far as its moves are named
    names: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return super().__str__().replace(f"{UCI}:", f"{UCI}:{self.command},", 1)

    def check(self, game: Game[Any]) -> None:
        """Raise unless the game is chess and the program starts and knows its options."""
        if not is_chess(game):
            raise OptionError(f"uci:{self.command} plays chess, not {game.name}")
        self.program()

    def place(self) -> tuple[str, int]:
        """Say which of the running programs is this player's; the limit does not matter."""
        return f"{self.command} {self.options}", self.seat

    def program(self) -> Program:
        """Give the program, started if it does not run."""
        found = programs.get(self.place())
        if found is None or found.process.poll() is not None:
            options = {name.removeprefix(OPTION): value for name, value in self.options.items()}
            found = programs[self.place()] = Program(shlex.split(self.command), options)
        return found

    def choose(
        self,
        game: Game[Any],
        p: Any,
        stop: threading.Event | None = None,
        seen: Callable[[Result], None] = lambda result: None,
        history: Sequence[Any] = (),
        line: Sequence[Any] = (),
        begin: threading.Event | None = None,
    ) -> tuple[int, Result | None]:
        """Let the program choose a move."""
        line = line or [p]
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

    def warm_up(self, game: Game[Any], p: Any) -> None:
        """Start the program."""
        self.program()

    def position_text(self, line: Sequence[Position], chess960: bool) -> str:
        """Write where the game began, and the moves that lead from position to position."""
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
    """Write a limit as UCI does."""
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
    """Say how long to wait for a move."""
    times = [limit.clock.left] if limit.clock else []
    times += [limit.seconds] if limit.seconds is not None else []
    return min(times) + GRACE_SECONDS if times else MOST_SECONDS


def uci_player_from(text: str) -> UciPlayer:
    """Read such a player: the program with its arguments, then settings after commas."""
    command, _, listed = text.partition(",")
    given = split_parameters(listed)
    options = {name: given.pop(name) for name in list(given) if name.startswith(OPTION)}
    values = read_settings(given, LIMITS)
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise OptionError(f"the command of a UCI program has an open quote: {command!r}") from error
    if not words or shutil.which(words[0]) is None:
        raise OptionError(f"there is no program {words[0] if words else ''!r}; write uci:PROGRAM,seconds=0.1")
    return UciPlayer(UCI, limit_from(values), options, command=command)
