"""Play a game in the terminal: moves by name or number, hint, undo, redo, resign, swap, level, save and load.

Law. Whatever is typed, and whatever the rules raise, the game on the board is in its file: it is written after every
change, so that no way to leave, not even a crash, loses a move.
"""

import contextlib
import itertools
import random
import shlex
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kibitz.arena.player import LIMITS, RANDOM, UCI, Player, player_from
from kibitz.errors import KibitzError, MoveError, OptionError
from kibitz.game import Game
from kibitz.interface.cli.interrupt import Terminated, state, stoppable, terminable
from kibitz.interface.cli.ponder import Ponder, pondered
from kibitz.interface.cli.terminal import Progress, one_line
from kibitz.record import Record, load_record
from kibitz.rules import CHANCE
from kibitz.score import number
from kibitz.state import State, keys_of, result_of

HELP = """type a move by its name or its number in the list, or
  hint          what kibitz would play at full      undo, redo    take a move back, and forth
                strength, and why                   board         show the board again
  moves         list the moves again                resign        give up
  swap          change seats                        level         show how kibitz plays
  level 3       make kibitz weaker or stronger, from 1 to 10 (engine), or full
  level TEXT    change how it plays: seconds=0.5, depth=4, alpha-beta:depth=4, random
  save [FILE]   save the game elsewhere too         quit          leave; the game is saved
a forced move kibitz plays at once; Ctrl-C leaves too, with the game saved"""
FULL = "full"
YOU = "you"
"""What a record calls a person."""


@dataclass
class Table:
    """A game that is being played: all its positions, and where in it one stands."""

    game: Game[Any]
    opponent: Player
    people: tuple[int, ...] = (0,)  # the players that are persons; the opponent plays all the others
    start: str | None = None
    chance: random.Random = field(default_factory=random.Random)
    positions: list[Any] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    at: int = 0  # moves made; those behind it can be redone
    given_up: str | None = None
    thinks_ahead: bool = False  # the opponent thinks while the person does
    ponder: Ponder | None = None
    adviser: Player = field(default_factory=Player)  # gives hints

    def __post_init__(self) -> None:
        if not self.positions:
            self.positions = [self.game.start() if self.start is None else self.game.read(self.start)]

    @property
    def p(self) -> Any:
        """Give the position on the board."""
        return self.positions[self.at]

    @property
    def mover(self) -> int:
        """Return who is to move."""
        return self.game.turn(self.p)

    def over(self) -> str | None:
        """Say how the game ended, None if it has not."""
        return self.given_up or result_of(self.game, self.line())

    def history(self) -> list[Any]:
        """Give the keys of the positions before this one."""
        return keys_of(self.game, self.positions[: self.at])

    def line(self) -> list[Any]:
        """Give all positions up to this one."""
        return self.positions[: self.at + 1]

    def make(self, move: int) -> str:
        """Make a move; what was undone before is forgotten."""
        name = self.game.move_name(self.p, move)
        after = self.game.play(self.p, move)
        self.positions[self.at + 1 :] = [after]
        self.names[self.at :] = [name]
        self.at += 1
        return name

    def step(self, by: int) -> bool:
        """Go back or forth to where a person is to move; return whether that was possible."""
        at = self.at + by
        while 0 <= at < len(self.positions):
            last = by > 0 and at == len(self.positions) - 1
            if self.game.turn(self.positions[at]) in self.people or last:
                self.at, self.given_up = at, None
                return True
            at += by
        return False

    def stop_pondering(self) -> None:
        """Throw away what the opponent thinks about on the person's time."""
        if self.ponder is not None:
            self.ponder.end()
            self.ponder = None

    def record(self) -> Record:
        """Return the game as far as it has come; without its result where the rules cannot tell it."""
        seats = range(self.game.players)
        players = tuple(YOU if player in self.people else str(self.opponent) for player in seats)
        result = None
        with contextlib.suppress(KibitzError):
            result = self.over()
        return Record(self.game.spec(), tuple(self.names[: self.at]), self.start, players, result)


@dataclass
class Keeper:
    """Keeps the game in its file, or in another one if that cannot be written."""

    table: Table
    path: Path
    kept: Record | None = None

    def keep(self) -> None:
        """Write the game, if a move was made and it has changed."""
        record = self.table.record()
        if record == self.kept or not self.table.names:
            return
        try:
            record.save(self.path)
            self.note(record)
        except OptionError as error:
            self.path = recovery_file(self.table.game)
            record.save(self.path)
            self.note(record)
            raise OptionError(f"{error}; the game is saved as {self.path}") from error

    def note(self, record: Record) -> None:
        """Remember what the file holds."""
        self.kept = record
        state.last_words[:] = [self.sentence()]

    def sentence(self) -> str:
        """Return where the game is saved, and the command that resumes it."""
        command = ["kibitz", "play", self.table.game.spec(), "--load", str(self.path)]
        return f"saved as {self.path}; go on with: {shlex.join(command)}"


def restored(
    game: Game[Any], path: Path, opponent: Player, chance: random.Random, people: tuple[int, ...] | None = None
) -> Table:
    """Load a game that was saved; the people sit where they did, unless it is said."""
    record = load_record(path)
    if record.game != game.spec():
        raise OptionError(f"{path} is a game of {record.game}, not of {game.spec()}")
    positions = State.of(record, game).positions
    seats = people or tuple(seat for seat, name in enumerate(record.players) if name == YOU) or (0,)
    return Table(game, opponent, seats, record.start, chance, positions, list(record.moves), len(record.moves))


def people_from(text: str, game: Game[Any]) -> tuple[int, ...]:
    """Read which players are people: a number, or several with commas between."""
    seats = text.split(",")
    if not all(seat.strip().isdecimal() and len(seat) < 10 and int(seat) < game.players for seat in seats):
        raise OptionError(f"side must be 0 to {game.players - 1}, or several with commas between, got {text!r}")
    return tuple(sorted({int(seat) for seat in seats}))


def numbered(game: Game[Any], p: Any) -> str:
    """List the moves with their numbers, where the names are not numbers themselves."""
    names = [game.move_name(p, move) for move in game.moves(p)]
    if any(name.isdecimal() for name in names):
        return "moves: " + " ".join(names)
    return "moves: " + "  ".join(f"{i}) {name}" for i, name in enumerate(names, 1))


def move_from(game: Game[Any], p: Any, text: str) -> int:
    """Find a move by name, or by number where no name is a number."""
    legal = game.moves(p)
    names = [game.move_name(p, move) for move in legal]
    if text.isdecimal() and not any(name.isdecimal() for name in names):
        if len(text) < 10 and 1 <= int(text) <= len(legal):
            return legal[int(text) - 1]
        raise MoveError(f"there are moves 1 to {len(legal)}, got {text}")
    return game.read_move(p, text)


def play(table: Table, save: Path, ask: Callable[[str], str] = input, say: Callable[[str], None] = print) -> None:
    """Play until the game is over or the person leaves; Ctrl-C and the end of input leave with the game saved."""
    keeper = Keeper(table, save)
    try:
        with terminable():
            say("type help for what can be typed")
            say(table.game.show(table.p))
            while not table.over() and turn(table, keeper, ask, say):
                pass
    finally:
        table.stop_pondering()
        with contextlib.suppress(OSError):  # the terminal may be gone
            leave(table, keeper, say)
        state.last_words.clear()


def leave(table: Table, keeper: Keeper, say: Callable[[str], None]) -> None:
    """Print how the game ended, if it has, and where it is saved."""
    kept(keeper, say)
    record = table.record()
    if record.result:
        say(record.result)
    if table.names and keeper.kept == record:
        say(keeper.sentence())
    elif table.names:
        say(f"the game is not saved; its moves: {' '.join(record.moves)}")


def kept(keeper: Keeper, say: Callable[[str], None]) -> None:
    """Keep the game, and tell what went wrong with that."""
    try:
        keeper.keep()
    except OptionError as error:
        say(one_line(str(error)))


def turn(table: Table, keeper: Keeper, ask: Callable[[str], str], say: Callable[[str], None]) -> bool:
    """Let whoever is to move do something; return whether the game goes on."""
    if table.mover in table.people:
        try:
            line = ask(f"{table.game.label(table.mover)}: ").strip()
        except Terminated:
            raise
        except (KeyboardInterrupt, EOFError):
            say("")
            return False
        if line == "quit":
            return False
        answer(table, line, say)
    else:
        reply(table, say)
    kept(keeper, say)
    return True


def reply(table: Table, say: Callable[[str], None]) -> None:
    """Let nature or the opponent move."""
    game = table.game
    if table.mover == CHANCE:
        outcomes, odds = zip(*game.chances(table.p), strict=True)
        say(f"chance: {table.make(table.chance.choices(outcomes, odds)[0])}")
    else:
        who = game.label(table.mover)
        with stoppable() as stop, Progress("thinking"):
            if table.ponder is not None and table.ponder.p == table.p:
                move, result = table.ponder.answer(stop)
                table.ponder = None
            else:
                table.stop_pondering()
                move, result = table.opponent.choose(game, table.p, stop, history=table.history(), line=table.line())
        if stop.is_set():
            raise KeyboardInterrupt
        thought = f"   ({result.describe()}, depth {result.depth})" if result else ""
        say(f"{who}: {table.make(move)}{thought}")
        if table.thinks_ahead:
            table.ponder = pondered(table.opponent, game, table.line(), result, table.people)
    say(game.show(table.p))


def answer(table: Table, line: str, say: Callable[[str], None]) -> None:
    """Do what a person typed; what cannot be done is told, and nothing changes."""
    word, _, rest = line.partition(" ")
    try:
        if line in [table.game.move_name(table.p, move) for move in table.game.moves(table.p)]:
            table.make(table.game.read_move(table.p, line))
            say(table.game.show(table.p))
        elif word == "":
            say(numbered(table.game, table.p))
        elif word == "help":
            say(HELP)
        elif word == "moves":
            say(numbered(table.game, table.p))
        elif word == "board":
            say(table.game.show(table.p))
        elif word == "hint":
            hint(table, say)
        elif word in ("undo", "redo"):
            moved = table.step(-1 if word == "undo" else 1)
            say(table.game.show(table.p) if moved else f"there is nothing to {word}")
        elif word == "swap":
            table.stop_pondering()
            table.people = tuple(sorted((seat + 1) % table.game.players for seat in table.people))
            say(f"you are {' and '.join(map(table.game.label, table.people))} now")
        elif word == "resign":
            table.given_up = f"{table.game.label(table.mover)} resigns"
        elif word == "level":
            if rest:
                changed = with_level(table.opponent, rest)
                changed.check(table.game)
                table.stop_pondering()
                table.opponent = changed
            say(f"kibitz plays as {table.opponent}")
        elif word == "save":
            if rest:
                table.record().save(Path(rest))
            say(f"saved as {rest}" if rest else "the game is saved after every move")
        else:
            table.make(move_from(table.game, table.p, line))
            say(table.game.show(table.p))
    except KibitzError as error:
        say(one_line(str(error)))


def hint(table: Table, say: Callable[[str], None]) -> None:
    """Print what kibitz would play here at full strength, and why."""
    table.stop_pondering()
    with stoppable() as stop, Progress("thinking"):
        move, result = table.adviser.choose(table.game, table.p, stop, history=table.history(), line=table.line())
    name = table.game.move_name(table.p, move)
    if result is None:
        say(f"{name}: the only move")
        return
    others = [(other, found) for other, found in result.best_moves()[1:3] if found.bound == "exact"]
    beside = "; ".join(f"{other} only {number(found.score)}" for other, found in others if found.score != result.score)
    say(f"{name}: {result.describe()}, by {' '.join(result.names.pv)}" + (f"; {beside}" if beside else ""))


def with_level(player: Player, text: str) -> Player:
    """Return a player that plays otherwise: at a level, with other settings of its algorithm, or another player."""
    if player.algorithm == UCI and (text == FULL or "=" in text or text.isdecimal()) and ":" not in text:
        raise OptionError("another program plays, and kibitz cannot change how; choose another player: level engine")
    if text == FULL:
        options = {name: value for name, value in player.options.items() if name != "level"}
        return replace(player, options=options, engine=None)
    text = f"level={text}" if text.removeprefix("-").isdecimal() else text
    if ":" in text or "=" not in text:
        return player_from(text, player.seed)
    algorithm = "default" if player.algorithm in (None, RANDOM) else player.algorithm
    changed = player_from(f"{algorithm}:{text}", player.seed)
    if not any(part.partition("=")[0].strip() in LIMITS for part in text.split(",")):
        changed.limit = player.limit
    changed.options = {**player.options, **changed.options}
    return changed


def default_save(game: Game[Any]) -> Path:
    """Name a new file that a game is saved in if nothing else is said."""
    return new_file(Path(), f"kibitz-{game.name}")


def recovery_file(game: Game[Any]) -> Path:
    """Name a new file where nearly everybody may write."""
    return new_file(Path(tempfile.gettempdir()), f"kibitz-{game.name}")


def new_file(folder: Path, name: str) -> Path:
    """Name a file that does not exist yet."""
    paths = (folder / f"{name}{'' if number == 1 else f'-{number}'}.json" for number in itertools.count(1))
    return next(path for path in paths if not path.exists())
