"""GTP: the text protocol of Go programs (Go Text Protocol, version 2, 2002).

Law. Each command is answered once, in order, by `=` and an answer or by `?` and what is wrong, with the command's
number if it has one, and an empty line after it. A command that fails changes nothing. A generated move is legal.

    12 genmove b          =12 D4
    play w z99            ? illegal move

Colours need not alternate. If a colour plays that is not to move, the other one passes first; this pass does not count
towards the end of the game. Nor does GTP know an end: after two passes, or beyond the greatest length of a game, play
goes on.
"""

import contextlib
import math
import queue
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import IO, Any, TypeAlias

from kibitz.errors import MoveError
from kibitz.game import Game
from kibitz.games import go
from kibitz.loader import load
from kibitz.protocol.goban import (
    BLACK,
    PASS,
    WHITE,
    area_lead,
    even_komi,
    fixed_handicap,
    free_handicap,
    komi_of,
    rows_of,
    score_text,
    size_of,
)
from kibitz.protocol.gtp_clock import GtpClock
from kibitz.protocol.host import Host, Task
from kibitz.protocol.lines import SWITCH, lines_in
from kibitz.search.engine.settings import MCTS, Settings
from kibitz.search.limit import Limit
from kibitz.search.result import Result
from kibitz.state import State
from kibitz.version import __version__

COLOURS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
VERTEX = re.compile(r"[a-hj-z]([1-9]|1\d|2[0-5])|pass", re.IGNORECASE)
"""A point that GTP can name, on this board or not."""
DEFAULT_LIMIT = Limit(seconds=1.0)
SETTLE_SECONDS = 0.3
"""Seconds after a change of the board or komi until compilation starts: another change often follows."""
COMPILE_SECONDS = 60.0
"""Seconds that a move without a clock waits for compilation."""
GRACE_SECONDS = 1.0
"""How much longer than its limit a search may take before the best move so far is played."""
POLL = 0.02
"""Seconds between checks for input during an analysis, and for an interruption."""
ANALYSED = 10
"""How many moves an analysis reports with their lines."""
TOO_LONG = "?"
"""What stands for a line that is too long; no command has this name."""
LONGEST_NUMBER = 20
"""Longer numbers are not read."""

Answer: TypeAlias = str | Iterator[str]


class Refusal(Exception):
    """A command that cannot be carried out; its message is the answer."""


def syntax_error() -> Refusal:
    """Return the refusal of arguments that cannot be read."""
    return Refusal("syntax error")


class Gtp:
    """A Go program that reads lines and answers them."""

    def __init__(
        self,
        game: Game[Any],
        write: Callable[[str], None],
        settings: Settings = Settings(search=MCTS),  # noqa: B008
        limit: Limit = Limit(),  # noqa: B008
        complain: Callable[[str], None] = lambda text: None,
        is_waiting: Callable[[], bool] = lambda: True,
    ) -> None:
        """Make a program for a board.

        limit: for each move; if there is none and no clock, one second.
        complain: called with messages that are no answers.
        is_waiting: returns whether there is more input, which ends an analysis.
        """
        self.write, self.settings, self.limit = write, settings, limit
        self.complain, self.is_waiting = complain, is_waiting
        self.clock: GtpClock | None = None
        self.task: Task | None = None
        self.timer: threading.Timer | None = None
        self.komi = komi_of(game)  # as the controller gave it
        self.moves: list[tuple[int, int]] = []  # who played what, handicap stones included
        self.set_up(game)
        self.commands: dict[str, Callable[[list[str]], Answer]] = {
            "protocol_version": lambda words: "2",
            "name": lambda words: "Kibitz",
            "version": lambda words: __version__,
            "known_command": lambda words: str(words[:1] != [] and words[0] in self.commands).lower(),
            "list_commands": lambda words: "\n".join(self.commands),
            "quit": lambda words: "",
            "boardsize": self.set_size,
            "clear_board": self.clear,
            "komi": self.set_komi,
            "fixed_handicap": self.place_fixed,
            "place_free_handicap": self.place_free,
            "set_free_handicap": self.set_free,
            "play": self.play,
            "genmove": self.generate,
            "reg_genmove": self.suggest,
            "undo": self.undo,
            "time_settings": self.set_time,
            "kgs-time_settings": self.set_kgs_time,
            "time_left": self.set_time_left,
            "final_score": self.final_score,
            "showboard": self.show,
            "gogui-interrupt": lambda words: "",
        }
        if settings.search == MCTS:
            self.commands["lz-analyze"] = self.analyze

    # Lines and answers

    def hear(self, text: str) -> bool:
        """Carry out a line and write its answer; return whether to continue."""
        number, words = words_of(text)
        if not words:
            return True
        name, *rest = words
        try:
            if name not in self.commands:
                raise Refusal("unknown command")
            answer = self.commands[name](rest)
        except Refusal as refusal:
            self.write(f"?{number} {refusal}\n\n")
        except Exception as error:  # no input may end the program
            self.complain(f"{name}: {type(error).__name__}: {error}")
            self.write(f"?{number} internal error: {' '.join(str(error).split())}\n\n")
        else:
            if isinstance(answer, str):
                self.write(f"={number} {answer}".rstrip() + "\n\n")
            else:
                self.write(f"={number}\n")
                for line in answer:
                    self.write(line + "\n")
                self.write("\n")
        return name != "quit"

    def interrupt(self) -> None:
        """Make a running search answer."""
        if self.task:
            self.task.end()

    # The board

    def set_up(self, game: Game[Any]) -> None:
        """Start with an empty board of another size, or another komi, unless it is the same."""
        self.game, self.size = game, size_of(game)
        self.state = State(game)
        self.to_pass = game.read_move(game.start(), PASS)
        self.host = Host(game, self.complain, self.settings)
        if self.timer:
            self.timer.cancel()
        self.timer = threading.Timer(SETTLE_SECONDS, self.host.compile)
        self.timer.daemon = True
        self.timer.start()

    def other_game(self, size: int, komi: float) -> Game[Any]:
        """Return the game on another board or with another komi; this one if that makes no difference."""
        if (size, even_komi(komi)) == (self.size, komi_of(self.game)):
            return self.game
        return load(self.game.source, **{**self.game.parameters, "size": size, "komi": even_komi(komi)})

    def set_size(self, words: list[str]) -> str:
        """Change the size of the board, and clear it."""
        size = whole(words, 0)
        if not go.SMALLEST <= size <= go.LARGEST:
            raise Refusal("unacceptable size")
        if size != self.size:
            self.set_up(self.other_game(size, self.komi))
        return self.clear([])

    def clear(self, words: list[str]) -> str:
        """Clear the board, and forget what was found in the last game."""
        self.moves, self.state = [], State(self.game)
        self.host.forget = True
        if self.clock:
            clock = self.clock
            self.clock = GtpClock(clock.main, clock.period, clock.stones, clock.each_move)
        return ""

    def set_komi(self, words: list[str]) -> str:
        """Change komi; the stones stay."""
        komi = number(words, 0)
        game = self.other_game(self.size, komi)
        self.komi = komi
        if game is not self.game:
            self.set_up(game)
            self.replay(self.moves)
        return ""

    def replay(self, moves: list[tuple[int, int]]) -> None:
        """Set the board to these moves from the start."""
        state = State(self.game)
        for player, move in moves:
            state = self.on_turn(state, player).play(move)
        self.state, self.moves = state, moves

    def on_turn(self, state: State, player: int) -> State:
        """Return a copy of a state with a player to move, and with the game not over."""
        if state.turn == player and not state.over:
            return state.copy()
        p = state.position
        if state.turn != player:
            p = self.game.rules.play(p, self.to_pass)
        return State(self.game, p._replace(passes=0, plies=min(p.plies, self.size**2)))

    def place(self, player: int, move: int) -> None:
        """Play a move on the board."""
        try:
            self.state = self.on_turn(self.state, player).play(move)
        except MoveError:
            raise Refusal("illegal move") from None
        self.moves = [*self.moves, (player, move)]

    def play(self, words: list[str]) -> str:
        """Play a move of either colour."""
        player, name = colour(words, 0), vertex(words, 1)
        self.place(player, self.number_of(name))
        return ""

    def number_of(self, name: str) -> int:
        """Return the move of a name."""
        try:
            return self.game.read_move(self.game.start(), name)
        except MoveError:
            raise Refusal("illegal move") from None

    def name_of(self, move: int) -> str:
        """Return the name of a move."""
        return self.game.move_name(self.game.start(), move)

    def undo(self, words: list[str]) -> str:
        """Take back a move."""
        if not self.moves:
            raise Refusal("cannot undo")
        self.replay(self.moves[:-1])
        return ""

    def show(self, words: list[str]) -> str:
        """Return a picture of the board."""
        turn = "Black" if self.state.turn == BLACK else "White"
        return f"\n{self.game.show(self.state.position)}\n{turn} to move, komi {self.komi:g}"

    def lead(self, p: Any, player: int) -> float:
        """Return a player's lead if the board is counted as it is."""
        lead = area_lead(rows_of(self.game, p)) - self.komi
        return lead if player == BLACK else -lead

    def final_score(self, words: list[str]) -> str:
        """Return the result if the board is counted as it is."""
        return score_text(self.lead(self.state.position, BLACK))

    # Handicap

    def place_fixed(self, words: list[str]) -> str:
        """Place handicap stones where GTP wants them."""
        count = whole(words, 0)
        return self.place_handicap(fixed_handicap(self.size, count))

    def place_free(self, words: list[str]) -> str:
        """Place handicap stones where we want them."""
        count = whole(words, 0)
        return self.place_handicap(free_handicap(self.size, count) if 2 <= count < self.size**2 else [])

    def place_handicap(self, names: list[str]) -> str:
        """Place handicap stones, and return their names."""
        if self.moves:
            raise Refusal("board not empty")
        if not names:
            raise Refusal("invalid number of stones")
        self.replay([(BLACK, self.number_of(name)) for name in names])
        return " ".join(names)

    def set_free(self, words: list[str]) -> str:
        """Place handicap stones where the controller wants them."""
        if self.moves:
            raise Refusal("board not empty")
        names = [vertex(words, i).upper() for i in range(len(words))]
        if not 2 <= len(set(names)) == len(names) < self.size**2 or PASS.upper() in names:
            raise Refusal("bad vertex list")
        try:
            self.place_handicap(names)
        except Refusal:
            raise Refusal("bad vertex list") from None
        return ""

    # Time

    def set_time(self, words: list[str]) -> str:
        """Set main time, and overtime for a number of stones."""
        main, period, stones = number(words, 0), number(words, 1), whole(words, 2)
        if main < 0 or period < 0:
            raise syntax_error()
        unlimited = period > 0 and stones == 0 or main == period == 0
        self.clock = None if unlimited else GtpClock(main, period, stones if period else 0)
        return ""

    def set_kgs_time(self, words: list[str]) -> str:
        """Set the time as the KGS server does."""
        kind = words[0].lower() if words else ""
        if kind == "none":
            self.clock = None
        elif kind == "absolute":
            self.set_time([*words[1:2], "0", "0"])
        elif kind == "canadian":
            self.set_time(words[1:])
        elif kind == "byoyomi":
            main, period, periods = number(words, 1), number(words, 2), whole(words, 3)
            if main < 0 or period <= 0 or periods < 1:
                raise syntax_error()
            self.clock = GtpClock(main, period, periods, each_move=True)
        else:
            raise syntax_error()
        return ""

    def set_time_left(self, words: list[str]) -> str:
        """Set what is left on a player's clock."""
        player, seconds, stones = colour(words, 0), number(words, 1), whole(words, 2)
        self.clock = self.clock or GtpClock(seconds)
        self.clock.set(player, seconds, stones)
        return ""

    def limit_for(self, player: int) -> Limit:
        """Return what limits a player's next move."""
        limit = replace(self.limit, clock=self.clock.now(player) if self.clock else None)
        return DEFAULT_LIMIT if limit == Limit() else limit

    # Thinking

    def generate(self, words: list[str]) -> str:
        """Choose a move and play it."""
        player = colour(words, 0)
        move = self.chosen(player)
        if move is None:
            return "resign"
        self.place(player, move)
        return self.name_of(move)

    def suggest(self, words: list[str]) -> str:
        """Choose a move without playing it."""
        move = self.chosen(colour(words, 0))
        return "resign" if move is None else self.name_of(move)

    def chosen(self, player: int) -> int | None:
        """Return the move for a player; None to resign.

        Pass at once if the opponent has passed and the count of the board is a win.
        """
        state = self.on_turn(self.state, player)
        legal = state.moves()
        if legal == [self.to_pass] or state.position.passes == 1 and self.lead(state.position, player) > 0:
            return self.to_pass
        started = time.perf_counter()
        found = self.think(state, self.limit_for(player))
        if self.clock:
            self.clock.spend(player, time.perf_counter() - started)
        return self.sensible(state, found)

    def sensible(self, state: State, found: Result | None) -> int | None:
        """Return the move to play after a search; None to resign, which is only done if a loss is proven.

        Do not pass while the count of the board is not a win and the game's policy sees moves that are worth playing.
        """
        p, legal = state.position, state.moves()
        if found is None or found.move not in legal:
            return max(legal, key=lambda move: self.promise(p, move))
        if found.proven == "loss":
            return None
        if found.move == self.to_pass and self.lead(p, p.player) <= 0 and not self.game.ask("policy", p, self.to_pass):
            ranked = [each.move for each in found.moves]
            ranked += sorted(legal, key=lambda move: -self.promise(p, move))
            return next(move for move in ranked if move != self.to_pass and self.game.ask("policy", p, move))
        return found.move

    def promise(self, p: Any, move: int) -> int:
        """Return how promising a move looks without a search."""
        return int(self.game.ask("priority", p, move))

    def think(self, state: State, limit: Limit) -> Result | None:
        """Return what a search finds within a limit; None if nothing. Without a clock, wait for compilation first."""
        task = self.task = Task(self.far_from_end(state), limit)
        task.begin.set()
        self.host.compile()
        compiler = self.host.compiler
        patience = time.perf_counter() + (COMPILE_SECONDS if limit.clock is None else 0)
        while compiler and compiler.is_alive() and not task.stop.is_set() and time.perf_counter() < patience:
            compiler.join(POLL)
        task.started = time.perf_counter()
        thread = threading.Thread(target=self.search, args=(task,), daemon=True)
        thread.start()
        deadline = limit.deadline()
        while thread.is_alive():
            thread.join(POLL)
            late = deadline is not None and time.perf_counter() - task.started > deadline + GRACE_SECONDS
            if late or task.stop.is_set():
                task.end()
                thread.join(GRACE_SECONDS)
                break
        return task.best

    def search(self, task: Task) -> None:
        """Search, and keep the latest result in the task."""
        try:
            for found in self.host.results(task):
                task.best = found
        except Exception as error:
            self.complain(f"the search failed: {type(error).__name__}: {error}")

    def far_from_end(self, state: State) -> State:
        """Return a state whose game does not end soon by its greatest length, which GTP does not know."""
        p = state.position
        return state if p.plies <= self.size**2 else State(self.game, p._replace(plies=self.size**2))

    def analyze(self, words: list[str]) -> Iterator[str]:
        """Report what a search finds until the next line comes; an interval, and other arguments, are ignored."""
        player = COLOURS.get(words[0].lower()) if words else None
        state = self.on_turn(self.state, self.state.turn if player is None else player)
        return self.reports(Task(self.far_from_end(state), Limit(), lines=ANALYSED))

    def reports(self, task: Task) -> Iterator[str]:
        """Search, and yield a line for each result."""
        self.host.compile()
        self.task, told = task, None
        task.begin.set()
        thread = threading.Thread(target=self.search, args=(task,), daemon=True)
        thread.start()
        while True:
            over = self.is_waiting() or task.stop.is_set()
            if task.best is not told and (told := task.best):
                yield self.report(told)
            if over:
                break
            time.sleep(POLL)
        task.end()
        thread.join(GRACE_SECONDS)

    def report(self, result: Result) -> str:
        """Return the moves of a result: visits, winning chances in hundredths of a percent, and the lines."""
        lines = {line[0]: line for line in result.lines if line}
        parts = []
        for order, found in enumerate([each for each in result.moves if each.move in lines]):
            chance = max(0, min(round(5000 * (float(found.score) + 1)), 10_000))
            line = " ".join(map(self.name_of, lines[found.move]))
            numbers = f"visits {found.visits or 0} winrate {chance} prior 0 lcb {chance} order {order}"
            parts.append(f"info move {self.name_of(found.move)} {numbers} pv {line}")
        return " ".join(parts)


# How a line is read


def words_of(text: str) -> tuple[str, list[str]]:
    """Return the number of a command, as text and perhaps empty, and its words; control characters do not count."""
    text = text.partition("#")[0].replace("\t", " ")
    words = "".join(letter for letter in text if letter >= " " and letter != "\x7f").split()
    if words and re.fullmatch(r"[0-9]+", words[0]):
        return words[0], words[1:]
    return "", words


def colour(words: list[str], place: int) -> int:
    """Read a colour."""
    if place >= len(words) or words[place].lower() not in COLOURS:
        raise syntax_error()
    return COLOURS[words[place].lower()]


def vertex(words: list[str], place: int) -> str:
    """Read the name of a point, or a pass."""
    if place >= len(words) or not VERTEX.fullmatch(words[place]):
        raise syntax_error()
    return PASS if words[place].lower() == PASS else words[place].upper()


def whole(words: list[str], place: int) -> int:
    """Read a whole number of at least 0."""
    if place >= len(words) or not re.fullmatch(rf"[0-9]{{1,{LONGEST_NUMBER}}}", words[place]):
        raise syntax_error()
    return int(words[place])


def number(words: list[str], place: int) -> float:
    """Read a number."""
    try:
        value = float(words[place])
    except (IndexError, ValueError):
        raise syntax_error() from None
    if not math.isfinite(value):
        raise syntax_error()
    return value


def is_interruption(line: str) -> bool:
    """Return whether a line is the comment with which GoGui interrupts a command."""
    return line.strip() == "# interrupt"


def serve(
    game: Game[Any],
    read: IO[bytes],
    write: IO[bytes],
    leave: Callable[[], None],
    settings: Settings,
    limit: Limit,
    complain: Callable[[str], None],
) -> None:
    """Read lines and answer until `quit` or the end of input; leave when the client stops reading.

    This thread only reads, so that it notices an interruption; another one carries out the lines.
    """
    lines: queue.Queue[str | None] = queue.Queue()

    def out(text: str) -> None:
        try:
            write.write(text.encode(errors="replace"))
            write.flush()
        except (OSError, ValueError):
            leave()

    def work() -> None:
        while (line := lines.get()) is not None and gtp.hear(line):
            pass
        leave()

    sys.setswitchinterval(SWITCH)
    gtp = Gtp(game, out, settings, limit, complain, is_waiting=lambda: not lines.empty())
    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    with contextlib.suppress(OSError, ValueError):
        for line in lines_in(read):
            if line is not None and is_interruption(line):
                gtp.interrupt()
            else:
                lines.put(TOO_LONG if line is None else line)
    lines.put(None)
    worker.join()
