"""The games that a page may use: the built-in ones with any parameters, and the one from the command line."""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from kibitz.errors import OptionError, UnknownGame
from kibitz.game import Game
from kibitz.loader import built_in, built_in_names, load, parameters_of
from kibitz.search.algorithm import ALGORITHMS, default_name, suited

MOST_LOADED = 32
"""The most games kept at a time, with their compiled searches."""
MOST_SPEC = 2000


class Shelf:
    """Finds games by their text; from files, only the one of the command line.

    own: the command line's name for a game that is not built in; it is loaded when first needed.
    first: descriptions of games to list before the built-in ones.
    """

    def __init__(self, own: str | None = None, first: Sequence[dict[str, Any]] = ()) -> None:
        self.own, self.first = own, first
        self.own_game: Game[Any] | None = None
        self.loaded: OrderedDict[str, Game[Any]] = OrderedDict()
        self.lock = threading.RLock()
        self.described: list[dict[str, Any]] = []

    def given(self) -> Game[Any]:
        """Return the game of the command line, loaded when first needed."""
        with self.lock:
            if self.own_game is None:
                if self.own is None:
                    raise UnknownGame("no game was given on the command line")
                self.own_game = load(self.own)
            return self.own_game

    def find(self, spec: str) -> Game[Any]:
        """Return the game for this text."""
        if self.own is not None and spec in (self.own, self.given().spec()):
            return self.given()
        if len(spec) > MOST_SPEC:
            raise OptionError(f"the text of a game must have at most {MOST_SPEC} characters")
        with self.lock:
            if spec not in self.loaded:
                name = spec.partition(":")[0].replace("_", "-")
                if name not in built_in_names() and not spec.lstrip().startswith("("):
                    raise UnknownGame(f"there is no game {name[:60]!r} here")
                self.loaded[spec] = load(spec)
                if len(self.loaded) > MOST_LOADED:
                    self.loaded.popitem(last=False)
            self.loaded.move_to_end(spec)
            return self.loaded[spec]

    def listed(self) -> list[dict[str, Any]]:
        """List a description of every game: the command line's first, then the built-in ones."""
        if not self.described:
            built_in = (described(self.find(name), parameters(name)) for name in built_in_names())
            self.described = [*self.first, *built_in]
        return self.described


def described(game: Game[Any], listed: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the description of a game that a page needs to offer it."""
    return {
        "game": game.spec(),
        "name": game.name,
        "about": game.about,
        "parameters": listed,
        "players": [game.label(player) for player in range(game.players)],
        "board": game.rules.board is not None,
        "chance": game.rules.chances is not None,
        "objective": game.objective,
        "algorithm": default_name(game),
        "algorithms": [name for name in ALGORITHMS if suits(game, name)],
        "readable": game.rules.read is not None or game.rules.write is None,
    }


def suits(game: Game[Any], algorithm: str) -> bool:
    """Return whether an algorithm can play a game."""
    try:
        suited(game, algorithm)
    except OptionError:
        return False
    return True


def parameters(name: str) -> list[dict[str, Any]]:
    """List a built-in game's parameters with their defaults, as text."""
    factory = vars(built_in(name)).get("game")
    found = parameters_of(factory) if callable(factory) else {}
    return [
        {"name": key, "type": getattr(each.annotation, "__name__", str(each.annotation)), "default": text(each.default)}
        for key, each in found.items()
    ]


def text(value: Any) -> str:
    """Return a parameter's value as text."""
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
