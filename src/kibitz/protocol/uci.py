"""UCI: the text protocol of chess programs (Universal Chess Interface, 2006).

Law. Each `go` is answered by exactly one `bestmove`, which is legal; a line that makes no sense is answered by one
sentence (`info string`) and changes nothing; `quit` and the end of input end the program at once.

The main thread only reads, so it can react at any time; `host` searches and compiles in other threads.
"""

import contextlib
import re
import sys
import threading
import time
from collections.abc import Callable
from typing import IO, Any

from kibitz.errors import KibitzError, MoveError, did_you_mean
from kibitz.game import Game
from kibitz.games.chess import fen, san
from kibitz.games.chess.rules import Position
from kibitz.model_file import with_weights_file
from kibitz.protocol.host import Host, Task
from kibitz.protocol.lines import LONGEST_LINE, SWITCH, lines_in
from kibitz.protocol.uci_options import OPTIONS, keep_from, level_of
from kibitz.search.clock import LEAST, Clock
from kibitz.search.desk import MOST_DEPTH
from kibitz.search.engine.settings import Settings
from kibitz.search.limit import Limit
from kibitz.search.result import Result
from kibitz.state import State
from kibitz.version import __version__

LONGEST_TEXT = 240
"""The most characters of a line that are quoted in an answer."""
STOP_SECONDS = 0.04
"""Seconds a search may take to answer a `stop` by itself."""
UNREADABLE_SECONDS = 1.0
"""Seconds to think when the limits of a `go` cannot be read."""
MOST_NUMBER = 1 << 40
"""Larger numbers are replaced by this one."""
NUMBERS = ("wtime", "btime", "winc", "binc", "movestogo", "movetime", "depth", "nodes", "mate")
WORDS = (*NUMBERS, "infinite", "ponder", "searchmoves")
"""The words allowed in a `go`."""
PASSED_OVER = ("debug", "register")
"""Commands of UCI that kibitz ignores."""


class Uci:
    """A chess program that reads lines and answers them."""

    def __init__(self, game: Game[Any], write: Callable[[str], None]) -> None:
        self.game, self.write = game, write
        self.own = game  # as it is without a file of weights
        self.lock = threading.Lock()  # for writing
        self.values = {option.name: option.default for option in OPTIONS}
        self.host = Host(game, self.complain)
        self.root = "startpos"  # the start of the game as last given
        self.names: list[str] = []
        self.state = State(game, fen.start_position())
        self.task: Task | None = None

    def say(self, text: str) -> None:
        """Write a complete line."""
        with self.lock:
            self.write(text)

    def complain(self, text: str) -> None:
        """Write a message for the client as `info string`."""
        shown = "".join(letter if letter.isprintable() else "?" for letter in " ".join(text.split()))
        self.say(f"info string {shown[:LONGEST_TEXT]}")

    def hear(self, text: str) -> bool:
        """Process a line; return whether to continue."""
        words = text.split()
        known = {
            "uci": self.introduce,
            "isready": self.when_ready,
            "setoption": self.set_option,
            "ucinewgame": self.new_game,
            "position": self.set_position,
            "go": self.go,
            "stop": self.stop,
            "ponderhit": self.ponder_hit,
        }
        if not words:
            return True
        if words[0] == "quit":
            return False
        if words[0] in known:
            try:
                known[words[0]](words[1:])
            except (KibitzError, ValueError) as error:
                self.complain(str(error))
            except Exception as error:  # no input may end the program
                self.complain(f"{type(error).__name__}: {error}")
        elif words[0] not in PASSED_OVER:
            first = words[0][:20]
            self.complain(f"expected a UCI command, got {first!r}{did_you_mean(first, [*known, 'quit'])}")
        return True

    def introduce(self, words: list[str]) -> None:
        """Answer `uci`."""
        self.host.compile()
        lines = [f"id name Kibitz {__version__}", "id author the authors of Kibitz"]
        self.say("\n".join([*lines, *map(str, OPTIONS), "uciok"]))

    def when_ready(self, words: list[str]) -> None:
        """Answer `isready`: at once during a search, otherwise when the engine is compiled."""
        self.host.compile()

        def wait() -> None:
            if self.host.compiler is not None:
                self.host.compiler.join()
            self.say("readyok")

        if self.host.compiled.is_set() or self.task and self.task.thread and self.task.thread.is_alive():
            self.say("readyok")
        else:
            threading.Thread(target=wait, daemon=True).start()

    def set_option(self, words: list[str]) -> None:
        """Set an option: name N value V; it takes effect with the next search."""
        found = re.fullmatch(r"name (.+?)(?: value ?(.*))?", " ".join(words))
        if not found:
            raise ValueError("expected setoption name NAME value VALUE")
        names = {option.name.lower(): option for option in OPTIONS}
        option = names.get(found[1].lower())
        if option is None:
            raise ValueError(f"there is no option {found[1][:40]!r}{did_you_mean(found[1][:40].lower(), names)}")
        value = option.read(found[2] or "")
        if option.name == "EvalFile":
            self.use_weights(value)
        self.values[option.name] = value
        values = self.values
        self.host.settings = Settings(values["Hash"], values["Threads"], level=level_of(values))
        self.host.keep = keep_from(values["KeepRate"])

    def use_weights(self, path: str) -> None:
        """Evaluate by the weights in a file, or by the game's own if there is none."""
        game = self.own if path in ("", "<empty>") else with_weights_file(self.own, path)
        if self.task is not None:
            self.stop([])
        self.game = game
        self.host.change(game)
        first, played = self.state.positions[0], self.state.played
        self.state = State(game, first).play_all(played)
        self.host.compile()

    def new_game(self, words: list[str]) -> None:
        """Forget what was found in the last game, before the next search."""
        self.host.forget = True

    def set_position(self, words: list[str]) -> None:
        """Set the position: startpos or fen F, and moves from there."""
        cut = words.index("moves") if "moves" in words else len(words)
        given, names = words[:cut], words[cut + 1 :]
        if given[:1] == ["startpos"] and len(given) == 1:
            root, first = "startpos", fen.start_position()
        elif given[:1] == ["fen"]:
            root, first = " ".join(given), fen.read(" ".join(given[1:]))
        else:
            raise ValueError("expected position startpos or position fen FEN, optionally followed by moves")
        self.extend(root, first, names)

    def extend(self, root: str, first: Position, names: list[str]) -> None:
        """Play the moves of a position from where they differ from the last one; an illegal move changes nothing."""
        same = 0
        state = State(self.game, first)
        if root == self.root:
            pairs = enumerate(zip(self.names, names, strict=False))
            shorter = min(len(self.names), len(names))
            same = next((i for i, (one, other) in pairs if one != other), shorter)
            state = self.state.at(same)
        for number, name in enumerate(names[same:], same + 1):
            try:
                state.play(san.read_uci(state.position, name), past_draws=True)
            except (ValueError, MoveError) as error:
                raise ValueError(f"move {number} of the position: {error}") from None
        self.root, self.names, self.state = root, names, state

    def go(self, words: list[str]) -> None:
        """Start a search; one that is still running answers first."""
        self.host.compile()
        self.stop([])
        before = self.task.thread if self.task else None
        task = self.task = self.task_of(words)
        task.thread = threading.Thread(target=self.answer, args=(task, before), daemon=True)
        task.thread.start()

    def task_of(self, words: list[str]) -> Task:
        """Return the task of a `go`. Words that cannot be read are reported and skipped."""
        p = self.state.position
        numbers: dict[str, int] = {}
        flags: set[str] = set()
        names: list[str] = []
        wrong = ""
        rest = list(reversed(words))
        while rest:
            word = rest.pop()
            if word == "searchmoves":
                while rest and rest[-1] not in WORDS:
                    names.append(rest.pop())
            elif word in NUMBERS and rest and re.fullmatch(r"[+-]?\d+", rest[-1]):
                text = rest.pop()
                sign = -1 if text[0] == "-" else 1
                numbers[word] = sign * (MOST_NUMBER if len(text) > 12 else min(abs(int(text)), MOST_NUMBER))
            elif word in WORDS and word not in NUMBERS:
                flags.add(word)
            else:
                wrong = wrong or f"expected one of {' '.join(WORDS)}, numbers with a number, in go, got {word[:20]!r}"
        moves = []
        for name in names:
            try:
                moves.append(san.read_uci(p, name))
            except ValueError:
                wrong = wrong or f"{name[:20]!r} in searchmoves is not a legal move"
        if wrong:
            self.complain(wrong)
        limit = self.limit_of(numbers, p.player)
        mate = max(numbers["mate"], 1) if "mate" in numbers else None
        endless = limit == Limit() and mate is None
        if endless and wrong and not flags:
            limit, endless = Limit(seconds=UNREADABLE_SECONDS), False
        task = Task(self.state, limit, moves or None, mate, "infinite" in flags or endless, self.values["MultiPV"])
        if "infinite" in flags:
            task.limit = Limit()
        if "ponder" not in flags:
            task.begin.set()
        else:
            task.infinite = False  # ends with ponderhit, or with the clock after it
        return task

    def limit_of(self, numbers: dict[str, int], player: int) -> Limit:
        """Return the limit of a search from the numbers of a `go`."""
        left, increment = ("wtime", "winc") if player == 0 else ("btime", "binc")
        clock = None
        if left in numbers:
            to_go = numbers.get("movestogo", 0)
            clock = Clock(
                max(numbers[left] / 1000, LEAST),
                max(numbers.get(increment, 0) / 1000, 0.0),
                to_go if to_go > 0 else None,
                self.values["Move Overhead"] / 1000,
            )
        return Limit(
            depth=min(max(numbers["depth"], 1), MOST_DEPTH) if "depth" in numbers else None,
            seconds=max(numbers["movetime"] / 1000, LEAST) if "movetime" in numbers else None,
            nodes=max(numbers["nodes"], 1) if "nodes" in numbers else None,
            clock=clock,
        )

    def stop(self, words: list[str]) -> None:
        """Make a search answer; answer here if it is slow to stop because the compiler takes turns with it."""
        if self.task:
            self.task.end()
            if not self.task.answered.wait(STOP_SECONDS):
                self.say_best(self.task)

    def ponder_hit(self, words: list[str]) -> None:
        """Start the clock: the opponent has played the expected move."""
        if self.task is None or self.task.begin.is_set():
            raise ValueError("ponderhit without a preceding go ponder")
        self.task.begin.set()

    def answer(self, task: Task, before: threading.Thread | None) -> None:
        """Search, and write the best move; wait for the previous search to end first."""
        if before is not None:
            before.join()
        try:
            for found in self.host.results(task):
                with task.answering:  # nothing is written about a search after its answer
                    if not task.answered.is_set():
                        task.best = found
                        self.inform(task, found)
        except Exception as error:
            self.complain(f"the search failed: {type(error).__name__}: {error}")
        task.begin.wait()
        if task.infinite:
            task.stop.wait()
        self.say_best(task)

    def say_best(self, task: Task) -> None:
        """Write the best move, once."""
        with task.answering:
            if not task.answered.is_set():
                self.say(self.best_move(task))
                task.answered.set()

    def best_move(self, task: Task) -> str:
        """Return the line with the move to play and the expected reply."""
        p, best = task.state.position, task.best
        legal = san.legal(p)
        if not legal:
            return "bestmove (none)"
        line = best.pv if best and best.pv and best.pv[0] in legal else ()
        move = line[0] if line else max(task.moves or legal, key=lambda move: self.promise(p, move))
        chess960 = self.values["UCI_Chess960"]
        after = self.game.rules.play(p, move)
        expected = (
            f" ponder {san.uci_name(after, line[1], chess960)}" if line[1:] and line[1] in san.legal(after) else ""
        )
        return f"bestmove {san.uci_name(p, move, chess960)}{expected}"

    def promise(self, p: Position, move: int) -> int:
        """Return how promising a move looks without a search."""
        return int(self.game.rules.priority(p, move)) if self.game.rules.priority else 0

    def inform(self, task: Task, result: Result) -> None:
        """Write what is known after a depth."""
        if result.score is None:
            return
        p = task.state.position
        spent = time.perf_counter() - task.started
        exact = {found.move: found for found in result.moves if found.bound == "exact"}
        others = [(exact[line[0]], line) for line in result.lines if line[0] in exact and line[0] != result.move]
        others.sort(key=lambda other: -centipawns(other[0].score, other[0].distance))
        distance = result.distance if result.proven in ("win", "loss") else None
        scores = [(result.score, distance, result.pv)]
        scores += [(found.score, found.distance, line) for found, line in others]
        for number, (score, plies, line) in enumerate(scores[: self.values["MultiPV"]], 1):
            words = ["info depth", result.depth, "seldepth", max(result.seldepth or 0, result.depth)]
            words += ["multipv", number, "score", written(score, plies), "nodes", result.nodes]
            words += ["nps", int(result.nodes / max(result.seconds, 1e-6)), "hashfull", result.hashfull or 0]
            words += ["time", int(1000 * spent)]
            if line:
                words += ["pv", *self.line_names(p, line)]
            self.say(" ".join(map(str, words)))

    def line_names(self, p: Position, line: tuple[int, ...]) -> list[str]:
        """Return the moves of a line in UCI notation."""
        names = []
        for move in line:
            names.append(san.uci_name(p, move, self.values["UCI_Chess960"]))
            p = self.game.rules.play(p, move)
        return names

    def close(self) -> None:
        """End a search; its answer is still written."""
        if self.task and self.task.thread:
            self.task.end()
            self.task.thread.join()


MATE = 1_000_000


def centipawns(score: Any, distance: int | None) -> int:
    """Return a score as a number, mates beyond all others."""
    if distance is None:
        return int(score)
    return MATE - distance if score > 0 else distance - MATE


def written(score: Any, distance: int | None) -> str:
    """Return a score as text: in hundredths of a pawn, or as moves to mate."""
    if distance is None:
        return f"cp {round(score)}"
    return f"mate {(distance + 1) // 2}" if score > 0 else f"mate -{(distance + 1) // 2}"


def serve(game: Game[Any], read: IO[bytes], write: IO[bytes], leave: Callable[[], None]) -> None:
    """Read lines and answer until `quit` or the end of input; leave when the client stops reading."""

    def out(text: str) -> None:
        try:
            write.write(text.encode(errors="replace") + b"\n")
            write.flush()
        except (OSError, ValueError):
            leave()

    sys.setswitchinterval(SWITCH)
    uci = Uci(game, out)
    uci.host.compile()
    with contextlib.suppress(OSError, ValueError):
        for line in lines_in(read):
            if line is None:
                uci.complain(f"a line of more than {LONGEST_LINE} bytes was skipped")
            elif not uci.hear(line):
                break
    leave()
