"""A game between people and kibitz in the terminal: moves by name or number, and the commands that HELP lists."""

import contextlib
import random
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

from kibitz.arena.player import AT_RANDOM, GTP, LIMITS, UCI, Player, Resignation
from kibitz.arena.seat import DEFAULT, player_from
from kibitz.errors import KibitzError, MoveError, OptionError
from kibitz.game import Game
from kibitz.interface.cli.interrupt import Terminated, activity, stoppable, terminable
from kibitz.interface.cli.ponder import Ponder, pondered
from kibitz.interface.cli.saving import Keeper
from kibitz.interface.terminal import Progress, one_line
from kibitz.record import Record
from kibitz.rules import CHANCE
from kibitz.search.result import Result, visits_text
from kibitz.state import State

HELP = """type a move by its name or its number in the list, or
  moves         list the moves                      undo, redo    take a move back, and play it again
  board         show the board                      rules         how the game is played
  hint          what kibitz would play, and why     resign        give up
  level         show how kibitz plays               swap          change sides
  level 3       set its level, 1 to 10 or full      save [FILE]   save the game to another file too
  quit          leave; the game is saved
  level TEXT    change how it plays: seconds=0.5, depth=4, alpha-beta:depth=4, random
  level 1 TEXT  the same for one player, by number or by name, where kibitz has several
kibitz plays a forced move at once; Ctrl-C leaves too, with the game saved"""
WIDTH = 100
"""The longest line of a text in the terminal."""
INDENTED = re.compile("^  ", re.MULTILINE)
FULL = "full"
YOU = "you"
"""What a record calls a person."""
Seats: TypeAlias = tuple[Player | None, ...]
"""Who plays each player of a game; None is a person."""

Say = Callable[[str], None]


@dataclass
class Session:
    """A game that is being played, and who plays it."""

    state: State
    seats: Seats
    dice: random.Random = field(default_factory=random.Random)
    thinks_ahead: bool = False  # kibitz thinks while the people do
    ponder: Ponder | None = None
    adviser: Player = field(default_factory=Player)  # gives hints

    @property
    def people(self) -> tuple[int, ...]:
        """Return the players that are people."""
        return people_of(self.seats)

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
        """Throw away what kibitz thinks about on the people's time."""
        if self.ponder is not None:
            self.ponder.end()
            self.ponder = None

    def record(self) -> Record:
        """Return the game so far; without its result where the rules cannot tell it."""
        state, players = self.state, tuple(YOU if player is None else str(player) for player in self.seats)
        try:
            return state.record(players)
        except KibitzError:
            return Record(state.game.spec(), tuple(state.names), state.start, players)


def seats_of(people: Iterable[int], opponent: Player, players: int) -> Seats:
    """Return the seats of a game with these people; one opponent plays all the others."""
    return tuple(None if seat in people else opponent for seat in range(players))


def people_of(seats: Seats) -> tuple[int, ...]:
    """Return the players that are people."""
    return tuple(seat for seat, player in enumerate(seats) if player is None)


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
    """Let nature or one of kibitz's players move."""
    state, mover = session.state, session.state.turn
    label, thought = state.game.label(mover), ""
    if mover == CHANCE:
        state.draw(session.dice)
    else:
        player = session.seats[mover]
        assert player is not None
        ponder, session.ponder = session.ponder, None
        with stoppable() as stop, Progress("thinking"), resigning(state):
            if ponder is not None and ponder.state.position == state.position:
                move, result = ponder.answer(stop)
            else:
                if ponder is not None:
                    ponder.end()
                move, result = player.choose(state, stop)
        if stop.is_set():
            raise KeyboardInterrupt
        if state.over:
            return
        state.play(move)
        thought = f"   ({thought_of(result)})" if result else ""
        if session.thinks_ahead:
            session.ponder = pondered(session.seats, mover, state, result)
    say(f"{label}: {state.names[-1]}{thought}")
    say(str(state))


@contextlib.contextmanager
def resigning(state: State) -> Iterator[None]:
    """Resign for the player to move where the program that plays it resigns."""
    try:
        yield
    except Resignation:
        state.resign()


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
        elif word == "rules":
            say(rules_text(state.game))
        elif word == "hint":
            hint(session, say)
        elif word in ("undo", "redo"):
            moved = session.step_back() if word == "undo" else session.step_forth()
            say(str(session.state) if moved else f"there is nothing to {word}")
        elif word == "swap":
            session.stop_pondering()
            session.seats = (session.seats[-1], *session.seats[:-1])
            say(f"you are {' and '.join(map(state.game.label, session.people))} now")
        elif word == "resign":
            state.resign()
        elif word == "level":
            if rest:
                seats = with_levels(session, rest)
                session.stop_pondering()
                session.seats = seats
            say(levels_text(session))
        elif word == "save":
            if rest:
                session.record().save(Path(rest))
            say(f"saved as {rest}" if rest else "the game is saved after every move")
        else:
            state.play(move_from(state, line))
            say(str(state))
    except KibitzError as error:
        say(one_line(str(error)))


def rules_text(game: Game[Any]) -> str:
    """Return how a game is played, in lines of a terminal's width; paragraphs with a drawing keep their lines."""
    paragraphs = (game.how_to_play or f"{game.name} does not say how it is played").split("\n\n")
    return "\n\n".join(part if INDENTED.search(part) else textwrap.fill(part, WIDTH) for part in paragraphs)


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
    if result.visits is None:
        less = [f"{other} only {result.amount(found)}" for other, found in others if found.score != result.score]
    else:
        less = [f"{other} only {visits_text(found.visits or 0)}" for other, found in others]
    found = f"{name}: {thought_of(result)}, by {' '.join(result.names.pv)}"
    say("; ".join([found, *less]))


def thought_of(result: Result) -> str:
    """Return what a search found, on one line: the score, everyone's where it is known, and how far it got."""
    return ", ".join([result.describe(), *(result.score_texts() if result.game.players > 1 else ()), result.effort()])


def levels_text(session: Session) -> str:
    """Return how kibitz plays each of its seats; once where it plays all of them alike."""
    game = session.state.game
    players = {seat: str(player) for seat, player in enumerate(session.seats) if player is not None}
    if not players:
        return "kibitz plays nobody; start with other seats to play against it"
    if len(set(players.values())) == 1:
        return f"kibitz plays as {next(iter(players.values()))}"
    return "kibitz plays " + ", ".join(f"{game.label(seat)} as {text}" for seat, text in players.items())


def with_levels(session: Session, text: str) -> Seats:
    """Return the seats with other players: all of kibitz's, or the one that the text begins with."""
    game, seats = session.state.game, session.seats
    name, _, rest = text.partition(" ")
    names = {game.label(seat): seat for seat in range(game.players)} | {str(seat): seat for seat in range(game.players)}
    first = next((label for label in names if rest and f"{text} ".startswith(f"{label} ")), None)
    if rest and first is None:
        raise OptionError(f"there is no player {name!r}; write the name or number of a player, then how it plays")
    chosen = range(game.players) if first is None else [names[first]]
    told = text if first is None else text.removeprefix(first).strip()
    changed: dict[int, Player] = {}  # one player for all seats that one player had
    for seat in chosen:
        before = seats[seat]
        if before is not None and id(before) not in changed:
            changed[id(before)] = with_level(before, told)
            changed[id(before)].check(game)
    if not changed:
        raise OptionError("kibitz plays nobody here" if first is None else f"{first} is a person")
    after = [changed.get(id(player), player) if seat in chosen else player for seat, player in enumerate(seats)]
    return tuple(after)


def with_level(player: Player, text: str) -> Player:
    """Return a player that plays otherwise: at a level, with other settings of its algorithm, or another player."""
    if player.algorithm in (UCI, GTP) and (text == FULL or "=" in text or text.isdecimal()) and ":" not in text:
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
