"""Games saved from a page and opened in it: a record as text, and PGN for chess."""

import datetime
import json
from typing import Any

from kibitz.errors import GameError, KibitzError, OptionError
from kibitz.game import Game
from kibitz.interface.web.message import MOST_MOVES, text_in, word_in
from kibitz.interface.web.shelf import Shelf
from kibitz.protocol.notation import PgnGame, is_chess, read_pgn, write_pgn
from kibitz.record import Record, record_from
from kibitz.score import outcome
from kibitz.state import State

FORMATS = ("record", "text", "pgn")
MOST_NAME = 80
MOST_RECORD = 240_000
"""The most characters of a saved game."""


def written(state: State, message: dict[str, Any]) -> dict[str, Any]:
    """Return a game as a page saves it: its text, and a name for the file."""
    kind = word_in(message, "format", FORMATS, "record")
    players = players_in(message)[: state.game.players]
    name = state.game.name.replace(" ", "-")
    if kind == "record":
        return {"text": state.record(players).to_text(), "file": f"kibitz-{name}.json"}
    if kind == "pgn":
        return {"text": pgn_of(state, players), "file": f"kibitz-{name}.pgn"}
    head = [state.game.spec(), *([f"from {state.start}"] if state.start else []), " ".join(state.names)]
    result = state.result
    return {"text": "\n".join([*head, *([result] if result else [])]) + "\n", "file": f"kibitz-{name}.txt"}


def players_in(message: dict[str, Any]) -> tuple[str, ...]:
    """Return the players' names."""
    names = message.get("players", [])
    if not isinstance(names, list) or not all(isinstance(name, str) and len(name) <= MOST_NAME for name in names):
        raise OptionError(f"players must be a list of names of at most {MOST_NAME} characters each")
    return tuple(names)


def pgn_of(state: State, players: tuple[str, ...]) -> str:
    """Return a chess game as PGN."""
    if not is_chess(state.game):
        raise OptionError(f"PGN is for chess, not for {state.game.name}")
    names = (*players, "?", "?")
    today = datetime.date.today().strftime("%Y.%m.%d")
    headers = {"Event": "kibitz", "Date": today, "White": names[0], "Black": names[1]}
    return write_pgn(PgnGame(tuple(state.played), state.positions[0], headers, result_text(state)))


def result_text(state: State) -> str:
    """Return the result of a game in PGN's notation."""
    if not state.ended:
        return "1/2-1/2" if state.repeated else "*"
    ended = outcome(state.game.utilities(state.position), 0, state.game.rules.teams)
    return {"win": "1-0", "loss": "0-1"}.get(ended, "1/2-1/2")


def opened(shelf: Shelf, message: dict[str, Any]) -> dict[str, Any]:
    """Return a saved game in the form in which a page holds it."""
    text = text_in(message, "text", most=MOST_RECORD)
    if text.lstrip().startswith("{"):
        record = record_from(text, "the file")
        game = shelf.find(record.game)
        players = [name[:MOST_NAME] for name in record.players]
        return {"game": game.spec(), "start": record.start, "moves": numbers(game, record), "players": players}
    game = shelf.find("chess")
    try:
        found = next(iter(read_pgn(text)), None)
    except KibitzError as error:
        raise GameError(f"the file is neither a kibitz record nor a PGN game: {error}") from error
    if found is None:
        raise GameError("the file is neither a kibitz record nor a PGN game")
    start = None if found.start == game.start() else game.write(found.start)
    players = [found.headers.get(name, "?")[:MOST_NAME] for name in ("White", "Black")]
    return {"game": game.spec(), "start": start, "moves": list(found.moves), "players": players}


def game_in(message: dict[str, Any]) -> Any:
    """Return the game that a saved game names; None if it cannot be known without a game's rules."""
    try:
        return json.loads(message["text"])["game"]
    except (TypeError, ValueError, LookupError, RecursionError):
        return None


def numbers(game: Game[Any], record: Record) -> list[int]:
    """Return the moves of a record as numbers."""
    if len(record.moves) > MOST_MOVES:
        raise GameError(f"the record has {len(record.moves)} moves, but a page takes at most {MOST_MOVES}")
    return State.of(record, game).played
