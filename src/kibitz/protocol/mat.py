"""Games of backgammon as other programs write them: Jellyfish's `.mat` files, which GNU Backgammon reads.

The games are a session for money. Each line has a roll and a play of both players, every step as each of them numbers
the points; 25 is the bar and 0 is off.

     0 point match

     Game 1
     expert : 0                          beginner : 0
      1)                                  31: 8/5 6/5
      2) 52: 13/8 24/22                   64: 24/18 18/14
"""

from collections.abc import Iterable
from typing import Any

from kibitz.errors import GameError
from kibitz.game import Game
from kibitz.games.backgammon.rules import PASS, Position
from kibitz.games.backgammon.text import PLAYERS, blots_of, steps_of
from kibitz.loader import load
from kibitz.record import Record
from kibitz.state import State

LEFT = 34
"""The width of the left column, wide enough for four steps that hit."""
CANNOT_MOVE = "Cannot Move"


def is_backgammon(game: Game[Any]) -> bool:
    """Return whether a game is backgammon from the usual start, so that its games can be written here."""
    return isinstance(game.rules.start(), Position) and game.start() == load("backgammon").start()


def write_mat(records: Iterable[Record]) -> str:
    """Return games as one file. The player who is white in the first game has the left column in all of them."""
    lines = [" 0 point match", ""]
    names: tuple[str, ...] = ()
    points = [0, 0]  # of the left and of the right column
    for number, record in enumerate(records, 1):
        state = replayed(record)
        players = tuple(record.players) if len(record.players) == 2 else PLAYERS
        names = names or players
        if set(players) != set(names):
            raise GameError(f"one file has games of two players, {' and '.join(names)}; got {' and '.join(players)}")
        left = names.index(players[0]) if names[0] != names[1] else 0  # the player in the left column
        heads = [f"{plain(name)} : {score}" for name, score in zip(names, points, strict=True)]
        lines += [f" Game {number}", f" {heads[0]:<{LEFT + 2}}{heads[1]}", *turns(state, left)]
        if state.ended:
            winner = 0 if state.game.utility(state.position, left) > 0 else 1
            won = abs(int(state.game.utility(state.position, 0)))
            points[winner] += won
            lines.append(f"{' ' * (6 + LEFT * winner)}Wins {won} point{'s' * (won > 1)}")
        lines.append("")
    return "\n".join(lines)


def replayed(record: Record) -> State:
    """Return the game of a record; raise unless a file can contain it."""
    game = load(record.game)
    if not is_backgammon(game):
        raise GameError(f"a .mat file is for backgammon, not for {record.game}")
    if record.start is not None and game.read(record.start) != game.start():
        raise GameError("a .mat file cannot contain a game that begins from another position")
    return State.of(record, game)


def plain(name: str) -> str:
    """Return a player's name without the colon that ends it in a file."""
    return " ".join(name.replace(":", " ").split())


def turns(state: State, left: int) -> list[str]:
    """Return the lines of a game, numbered, with the plays of this player in the left column."""
    rows: list[list[str]] = []
    for p, move in zip(state.positions, state.played, strict=False):
        if p.roll:
            column = 0 if p.player == left else 1
            if column == 0 or not rows:
                rows.append(["", ""])
            rows[-1][column] = f"{p.roll}: {play_text(p, move)}"
    return [f"{number:>3}) {one:<{LEFT}} {other}".rstrip() for number, (one, other) in enumerate(rows, 1)]


def play_text(p: Position, move: int) -> str:
    """Return a play, step by step."""
    if move == PASS:
        return CANNOT_MOVE
    blots = blots_of(p)
    words = []
    for place, end in steps_of(move):
        words.append(f"{place}/{end}{'*' * (end in blots)}")
        blots.discard(end)
    return " ".join(words)
