"""Play a game in the terminal: moves by name or number, hint, undo, redo, resign, swap, strength, save and load."""

import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kibitz.arena.player import RANDOM, Player, player_from
from kibitz.errors import KibitzError, MoveError, OptionError
from kibitz.game import CHANCE, Game
from kibitz.interface.ponder import Ponder, pondered
from kibitz.interface.terminal import Progress, stoppable
from kibitz.record import Record, keys_of, load_record, result_of

HELP = """type a move by its name or its number in the list, or
  hint          what kibitz would play, and why     undo, redo    take a move back, and forth
  moves         list the moves again                board         show the board again
  swap          change sides                        resign        give up
  level TEXT    change strength: level=3, seconds=0.5, alpha-beta:depth=4
  save [FILE]   save the game                       quit          leave; the game is saved"""


@dataclass
class Table:
    """A game that is being played: all its positions, and where in it one stands."""

    game: Game[Any]
    opponent: Player
    side: int = 0  # the person's; the opponent plays all the others
    start: str | None = None
    chance: random.Random = field(default_factory=random.Random)
    positions: list[Any] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    at: int = 0  # moves made; those behind it can be redone
    given_up: str | None = None
    thinks_ahead: bool = False  # the opponent thinks while the person does
    ponder: Ponder | None = None

    def __post_init__(self) -> None:
        if not self.positions:
            self.positions = [self.game.start() if self.start is None else self.game.from_text(self.start)]

    @property
    def p(self) -> Any:
        """Give the position on the board."""
        return self.positions[self.at]

    @property
    def mover(self) -> int:
        """Say who is to move."""
        return int(self.game.turn(self.p))

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
        name = self.game.name_of(self.p, move)
        after = self.game.advance(self.p, move)
        self.positions[self.at + 1 :] = [after]
        self.names[self.at :] = [name]
        self.at += 1
        return name

    def step(self, by: int) -> bool:
        """Go back or forth to where the person is to move; say whether that was possible."""
        at = self.at + by
        while 0 <= at < len(self.positions):
            last = by > 0 and at == len(self.positions) - 1
            if int(self.game.turn(self.positions[at])) == self.side or last:
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
        """Write the game down."""
        players = tuple("you" if player == self.side else str(self.opponent) for player in range(self.game.players))
        return Record(self.game.spec(), tuple(self.names[: self.at]), self.start, players, self.over())


def restored(game: Game[Any], path: Path, opponent: Player, chance: random.Random) -> Table:
    """Load a game that was saved."""
    record = load_record(path)
    if record.game != game.spec():
        raise OptionError(f"{path} is a game of {record.game}, not of {game.spec()}")
    positions = record.positions(game)
    side = record.players.index("you") if "you" in record.players else 0
    return Table(game, opponent, side, record.start, chance, positions, list(record.moves), len(record.moves))


def numbered(game: Game[Any], p: Any) -> str:
    """List the moves with their numbers, where the names are not numbers themselves."""
    names = [game.name_of(p, move) for move in game.legal(p)]
    if any(name.isdecimal() for name in names):
        return "moves: " + " ".join(names)
    return "moves: " + "  ".join(f"{i}) {name}" for i, name in enumerate(names, 1))


def move_from(game: Game[Any], p: Any, text: str) -> int:
    """Find a move by name, or by number where no name is a number."""
    legal = game.legal(p)
    names = [game.name_of(p, move) for move in legal]
    if text.isdecimal() and not any(name.isdecimal() for name in names):
        if 1 <= int(text) <= len(legal):
            return legal[int(text) - 1]
        raise MoveError(f"there are moves 1 to {len(legal)}, got {text}")
    return game.find_move(p, text)


def play(table: Table, save: Path, ask: Callable[[str], str] = input, say: Callable[[str], None] = print) -> None:
    """Play until the game is over or the person leaves; Ctrl-C and the end of input leave with the game saved."""
    say("type help for what can be typed")
    say(table.game.picture(table.p))
    try:
        while not table.over():
            if table.mover == table.side:
                line = ask(f"{table.game.label(table.side)}: ").strip()
                if line == "quit":
                    break
                answer(table, line, save, say)
            else:
                reply(table, say)
    except (KeyboardInterrupt, EOFError):
        say("")
    except KibitzError as error:
        say(str(error))
    table.stop_pondering()
    if ended := table.over():
        say(ended)
    if table.names:
        table.record().save(save)
        say(f"saved as {save}; go on with: kibitz play {table.game.spec()} --load {save}")


def reply(table: Table, say: Callable[[str], None]) -> None:
    """Let nature or the opponent move."""
    game = table.game
    if table.mover == CHANCE:
        outcomes, odds = zip(*game.outcomes(table.p), strict=True)
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
            table.ponder = pondered(table.opponent, game, table.line(), result, table.side)
    say(game.picture(table.p))


def answer(table: Table, line: str, save: Path, say: Callable[[str], None]) -> None:
    """Do what a person typed; what cannot be done is told, and nothing changes."""
    word, _, rest = line.partition(" ")
    try:
        if line in [table.game.name_of(table.p, move) for move in table.game.legal(table.p)]:
            table.make(table.game.find_move(table.p, line))
            say(table.game.picture(table.p))
        elif word == "":
            say(numbered(table.game, table.p))
        elif word == "help":
            say(HELP)
        elif word == "moves":
            say(numbered(table.game, table.p))
        elif word == "board":
            say(table.game.picture(table.p))
        elif word == "hint":
            hint(table, say)
        elif word in ("undo", "redo"):
            moved = table.step(-1 if word == "undo" else 1)
            say(table.game.picture(table.p) if moved else f"there is nothing to {word}")
        elif word == "swap":
            table.stop_pondering()
            table.side = (table.side + 1) % table.game.players
            say(f"you are {table.game.label(table.side)} now")
        elif word == "resign":
            table.given_up = f"{table.game.label(table.side)} resigns"
        elif word == "level":
            if rest:
                changed = with_level(table.opponent, rest)
                changed.check(table.game)
                table.stop_pondering()
                table.opponent = changed
            say(f"kibitz plays as {table.opponent}")
        elif word == "save":
            path = Path(rest) if rest else save
            table.record().save(path)
            say(f"saved as {path}")
        else:
            table.make(move_from(table.game, table.p, line))
            say(table.game.picture(table.p))
    except KibitzError as error:
        say(str(error))


def hint(table: Table, say: Callable[[str], None]) -> None:
    """Say what kibitz would play here, and why."""
    table.stop_pondering()
    player = Player() if table.opponent.algorithm == RANDOM else table.opponent
    with stoppable() as stop, Progress("thinking"):
        move, result = player.choose(table.game, table.p, stop, history=table.history(), line=table.line())
    name = table.game.name_of(table.p, move)
    if result is None:  # another program's move: it does not tell why
        say(name)
        return
    others = [(other, found) for other, found in result.best_moves()[1:3] if found.bound == "exact"]
    beside = "; ".join(f"{other} only {found.score:g}" for other, found in others if found.score != result.score)
    say(f"{name}: {result.describe()}, by {' '.join(result.names.pv)}" + (f"; {beside}" if beside else ""))


def with_level(player: Player, text: str) -> Player:
    """Change a player's strength; settings alone keep its algorithm."""
    if ":" in text or "=" not in text:
        return player_from(text, player.seed)
    changed = player_from(f"{player.algorithm or 'default'}:{text}", player.seed)
    changed.options = {**player.options, **changed.options}
    return changed


def default_save(game: Game[Any]) -> Path:
    """Name a new file that a game is saved in if nothing else is said."""
    for number in itertools.count(1):
        path = Path(f"kibitz-{game.name}{'' if number == 1 else f'-{number}'}.json")
        if not path.exists():
            return path
    raise AssertionError
