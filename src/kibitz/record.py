"""A game that was played: one format for every game, a JSON object with moves by name.

    {"kibitz": 1, "game": "pig:winning_score=20", "start": null, "players": ["you", "expectiminimax:depth=6"],
     "moves": ["roll", "4", "hold"], "result": "player 0 wins"}

Nature's outcomes stand among the moves. `start` is a position as text, or null for the game's own start.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kibitz.errors import GameError, MoveError
from kibitz.game import Game, read_file, write_file
from kibitz.score import VALUE, outcome, unit

VERSION = 1


@dataclass(frozen=True)
class Record:
    """A game that was played, finished or not."""

    game: str  # what `load` finds it by
    moves: tuple[str, ...]
    start: str | None = None
    players: tuple[str, ...] = ()
    result: str | None = None

    def positions(self, game: Game[Any]) -> list[Any]:
        """Replay it: every position, from the first to the last."""
        try:
            return game.line(self.moves, None if self.start is None else game.from_text(self.start))
        except MoveError as error:
            raise MoveError(f"the record: {error}") from error

    def save(self, path: Path) -> None:
        """Write it to a file, whole or not at all."""
        write_file(path, self.to_text())

    def to_text(self) -> str:
        """Write it as JSON."""
        return json.dumps({"kibitz": VERSION, **asdict(self)}, ensure_ascii=False, indent=1) + "\n"


def load_record(path: Path) -> Record:
    """Read a record from a file."""
    return record_from(read_file(str(path)), str(path))


def record_from(text: str, source: str) -> Record:
    """Read a record from text; the source is named in errors."""
    try:
        data = json.loads(text)
        if not isinstance(data, dict) or data.pop("kibitz", None) != VERSION:
            raise ValueError("it is not a record of kibitz")
        moves, players = (tuple(map(str, data.pop(name))) for name in ("moves", "players"))
        record = Record(moves=moves, players=players, **data)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise GameError(f"{source} is not a record: {error}") from error
    return record


def result_of(game: Game[Any], positions: Sequence[Any]) -> str | None:
    """Say how a game ended that went through these positions, None if it has not."""
    p = positions[-1]
    if not game.ended(p):
        return "a draw by repetition" if is_repeated(game, positions) else None
    utilities = game.utilities(p)
    if game.players == 1:
        return f"{game.label(0)} gets {utilities[0]:g}"
    level = game.players == 2 and sum(utilities) == 0  # what one gets the other loses
    if game.counted_in == VALUE:
        each = ", ".join(f"{game.label(player)} gets {utility:g}" for player, utility in enumerate(utilities))
        return f"value {utilities[0]:g}" if level else each
    winners = [player for player in range(game.players) if outcome(utilities, player) == "win"]
    if not winners:
        return "a draw"
    amount = utilities[winners[0]]
    margin = f" by {amount:g}{unit(amount, game.counted_in)}" if game.counted_in and level else ""
    return f"{game.label(winners[0])} wins{margin}"


def keys_of(game: Game[Any], positions: Sequence[Any]) -> list[Any]:
    """Give what repetition compares: each position's key, or itself in a game without one."""
    return [game.key(p) if game.key else p for p in positions]


def is_repeated(game: Game[Any], positions: Sequence[Any]) -> bool:
    """Say whether the last position has occurred as often as makes the game a draw."""
    if not game.repetition:
        return False
    keys = keys_of(game, positions)
    return keys.count(keys[-1]) >= game.repetition
