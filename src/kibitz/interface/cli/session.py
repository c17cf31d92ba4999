"""A game between people and kibitz in the terminal: moves by name or number, and the commands that HELP lists."""

import contextlib
import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from kibitz.arena.player import AT_RANDOM, LIMITS, UCI, Player
from kibitz.arena.seat import DEFAULT, player_from
from kibitz.errors import KibitzError, MoveError, OptionError
from kibitz.interface.cli.interrupt import Terminated, activity, stoppable, terminable
from kibitz.interface.cli.ponder import Ponder, pondered
from kibitz.interface.cli.saving import Keeper
from kibitz.interface.terminal import Progress, one_line
from kibitz.record import Record
from kibitz.rules import CHANCE
from kibitz.score import number
from kibitz.state import State

HELP = """type a move by its name or its number in the list, or
  moves         list the moves                      undo, redo    take a move back, and play it again
  board         show the board                      swap          change sides
  hint          what kibitz would play, and why     resign        give up
  level         show how kibitz plays               save [FILE]   save the game to another file too
  level 3       set its level, 1 to 10 or full      quit          leave; the game is saved
  level TEXT    change how it plays: seconds=0.5, depth=4, alpha-beta:depth=4, random
kibitz plays a forced move at once; Ctrl-C leaves too, with the game saved"""
FULL = "full"
YOU = "you"
"""What a record calls a person."""

Say = Callable[[str], None]


@dataclass
class Session:
    """A game that is being played, and who plays it."""

    state: State
    opponent: Player
    people: tuple[int, ...] = (0,)  # the players that are people; the opponent plays all the others
    dice: random.Random = field(default_factory=random.Random)
    thinks_ahead: bool = False  # the opponent thinks while the people do
    ponder: Ponder | None = None
    adviser: Player = field(default_factory=Player)  # gives hints

    def step_back(self) -> bool:
        """Go back to where a person was to move; return whether that was possible."""
        state = self.state.copy()
        try:
            state.undo()
            while state.turn not in self.people:
                state.undo()
        except MoveError:
            return False
        self.state = state
        return True

    def step_forth(self) -> bool:
        """Redo moves until a person is to move or none is left; return whether there was any."""
        state = self.state.copy()
        try:
            state.redo()
        except MoveError:
            return False
        with contextlib.suppress(MoveError):
            while state.turn not in self.people:
                state.redo()
        self.state = state
        return True

    def stop_pondering(self) -> None:
        """Throw away what the opponent thinks about on the people's time."""
        if self.ponder is not None:
            self.ponder.end()
            self.ponder = None

    def record(self) -> Record:
        """Return the game so far; without its result where the rules cannot tell it."""
        state = self.state
        seats = range(state.game.players)
        players = tuple(YOU if player in self.people else str(self.opponent) for player in seats)
        try:
            return state.record(players)
        except KibitzError:
            return Record(state.game.spec(), tuple(state.names), state.start, players)


def play(session: Session, save: Path, ask: Callable[[str], str] = input, say: Say = print) -> None:
    """Play until the game is over or the person leaves; Ctrl-C and the end of input leave with the game saved."""
    keeper = Keeper(session.record, save, session.state.game.name)
    try:
        with terminable():
            say("type help for what can be typed")
            say(str(session.state))
            while not session.state.over and turn(session, keeper, ask, say):
                pass
    finally:
        session.stop_pondering()
        with contextlib.suppress(OSError):  # the terminal may be gone
            leave(session, keeper, say)
        activity.last_words.clear()


def leave(session: Session, keeper: Keeper, say: Say) -> None:
    """Print how the game ended, if it has, and where it is saved."""
    keep(keeper, say)
    record = session.record()
    if record.result:
        say(record.result)
    if keeper.kept == record:
        say(keeper.sentence())
    elif record.moves:
        say(f"the game is not saved; its moves: {' '.join(record.moves)}")


def keep(keeper: Keeper, say: Say) -> None:
    """Keep the game, and print what went wrong with that."""
    try:
        keeper.keep()
    except OptionError as error:
        say(one_line(str(error)))


def turn(session: Session, keeper: Keeper, ask: Callable[[str], str], say: Say) -> bool:
    """Let whoever is to move do something; return whether the game goes on."""
    mover = session.state.turn
    if mover in session.people:
        try:
            line = ask(f"{session.state.game.label(mover)}: ").strip()
        except Terminated:
            raise
        except (KeyboardInterrupt, EOFError):
            say("")
            return False
        if line == "quit":
            return False
        answer(session, line, say)
    else:
        reply(session, say)
    keep(keeper, say)
    return True


def reply(session: Session, say: Say) -> None:
    """Let nature or the opponent move."""
    state = session.state
    label, thought = state.game.label(state.turn), ""
    if state.turn == CHANCE:
        state.draw(session.dice)
    else:
        ponder, session.ponder = session.ponder, None
        with stoppable() as stop, Progress("thinking"):
            if ponder is not None and ponder.state.position == state.position:
                move, result = ponder.answer(stop)
            else:
                if ponder is not None:
                    ponder.end()
                move, result = session.opponent.choose(state, stop)
        if stop.is_set():
            raise KeyboardInterrupt
        state.play(move)
        thought = f"   ({result.describe()}, depth {result.depth})" if result else ""
        if session.thinks_ahead:
            session.ponder = pondered(session.opponent, state, result, session.people)
    say(f"{label}: {state.names[-1]}{thought}")
    say(str(state))


def answer(session: Session, line: str, say: Say) -> None:
    """Do what a person typed; if it cannot be done, print why and change nothing."""
    state = session.state
    word, _, rest = line.partition(" ")
    try:
        if word in ("swap", "level") and state.game.players == 1 and line not in names_of(state):
            raise OptionError("you play alone: there is no other player")
        if line in names_of(state):
            state.play(line)
            say(str(state))
        elif word == "help":
            say(HELP)
        elif word in ("", "moves"):
            say(numbered(state))
        elif word == "board":
            say(str(state))
        elif word == "hint":
            hint(session, say)
        elif word in ("undo", "redo"):
            moved = session.step_back() if word == "undo" else session.step_forth()
            say(str(session.state) if moved else f"there is nothing to {word}")
        elif word == "swap":
            session.stop_pondering()
            session.people = tuple(sorted((seat + 1) % state.game.players for seat in session.people))
            say(f"you are {' and '.join(map(state.game.label, session.people))} now")
        elif word == "resign":
            state.resign()
        elif word == "level":
            if rest:
                changed = with_level(session.opponent, rest)
                changed.check(state.game)
                session.stop_pondering()
                session.opponent = changed
            say(f"kibitz plays as {session.opponent}")
        elif word == "save":
            if rest:
                session.record().save(Path(rest))
            say(f"saved as {rest}" if rest else "the game is saved after every move")
        else:
            state.play(move_from(state, line))
            say(str(state))
    except KibitzError as error:
        say(one_line(str(error)))


def names_of(state: State) -> list[str]:
    """Return the names of the legal moves."""
    return [state.name(move) for move in state.moves()]


def numbered(state: State) -> str:
    """List the moves with their numbers, where the names are not numbers themselves."""
    names = names_of(state)
    if any(name.isdecimal() for name in names):
        return "moves: " + " ".join(names)
    return "moves: " + "  ".join(f"{i}) {name}" for i, name in enumerate(names, 1))


def move_from(state: State, text: str) -> int:
    """Return the move of a name, or of a number where no name is a number."""
    legal = state.moves()
    if text.isdecimal() and not any(name.isdecimal() for name in names_of(state)):
        if len(text) < 10 and 1 <= int(text) <= len(legal):
            return legal[int(text) - 1]
        raise MoveError(f"the moves are numbered 1 to {len(legal)}, got {text}")
    return state.game.read_move(state.position, text)


def hint(session: Session, say: Say) -> None:
    """Print what kibitz would play here at its full level, and why."""
    session.stop_pondering()
    with stoppable() as stop, Progress("thinking"):
        move, result = session.adviser.choose(session.state, stop)
    name = session.state.name(move)
    if result is None:
        say(f"{name}: the only move")
        return
    others = [(other, found) for other, found in result.best_moves()[1:3] if found.bound == "exact"]
    beside = "; ".join(f"{other} only {number(found.score)}" for other, found in others if found.score != result.score)
    say(f"{name}: {result.describe()}, by {' '.join(result.names.pv)}" + (f"; {beside}" if beside else ""))


def with_level(player: Player, text: str) -> Player:
    """Return a player that plays otherwise: at a level, with other settings of its algorithm, or another player."""
    if player.algorithm == UCI and (text == FULL or "=" in text or text.isdecimal()) and ":" not in text:
        raise OptionError("kibitz cannot change how another program plays; choose another player: level engine")
    if text == FULL:
        options = {name: value for name, value in player.options.items() if name != "level"}
        return replace(player, options=options, engine=None)
    text = f"level={text}" if text.removeprefix("-").isdecimal() else text
    if ":" in text or "=" not in text:
        return player_from(text, player.seed)
    algorithm = DEFAULT if player.algorithm in (None, *AT_RANDOM) else player.algorithm
    changed = player_from(f"{algorithm}:{text}", player.seed)
    if not any(part.partition("=")[0].strip() in LIMITS for part in text.split(",")):
        changed.limit = player.limit
    changed.options = {**player.options, **changed.options}
    return changed
