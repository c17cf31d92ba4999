"""The games that a page may use: the built-in ones with any parameters, and the one from the command line."""

import re
import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from kibitz.errors import OptionError, UnknownGame
from kibitz.game import Game
from kibitz.loader import built_in_names, defaults_of, load
from kibitz.search.algorithm import ALGORITHMS, ENGINE, default_name, suited
from kibitz.search.engine.settings import MCTS
from kibitz.search.engine.suited import MANY, search_of, sides_of

MOST_LOADED = 32
"""The most games kept at a time, with their compiled searches."""
MOST_SPEC = 2000
MOST_TREE = 20_000
"""The most characters in the text of a game, and of a tree that somebody typed."""
A_PATH = re.compile(r"[/\\~]")
A_NUMBER = re.compile(r"\s*[+-]?(\d+\.?\d*|\.\d+)\s*")


class Shelf:
    """Finds games by their text; from files, only the one of the command line.

    own: the game of the command line; it is loaded when first needed.
    first: descriptions of games to list before the built-in ones, and instead of those of the same name.
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
        name, _, parameters = spec.partition(":")
        name, tree = name.replace("_", "-"), spec.lstrip().startswith("(") or name == "tree"
        most = MOST_TREE if tree else MOST_SPEC
        if len(spec) > most:
            raise OptionError(f"the text of a {'tree' if tree else 'game'} must have at most {most} characters")
        with self.lock:
            if spec not in self.loaded:
                if name not in built_in_names() and not tree:
                    raise UnknownGame(f"there is no game {name[:60]!r} here")
                if not tree and names_file(parameters):
                    raise OptionError("a page cannot open files; give them to `kibitz serve` instead")
                self.loaded[spec] = load(spec)
                if len(self.loaded) > MOST_LOADED:
                    self.loaded.popitem(last=False)
            self.loaded.move_to_end(spec)
            return self.loaded[spec]

    def listed(self) -> list[dict[str, Any]]:
        """List a description of every game: the command line's first, then the built-in ones."""
        if not self.described:
            shown = {each["game"] for each in self.first}
            built_in = (described(self.find(name)) for name in built_in_names() if name not in shown)
            self.described = [*self.first, *built_in]
        return self.described


def names_file(parameters: str) -> bool:
    """Return whether a parameter names a file, with a slash or a dot: only the command line may name one."""
    parts = re.split("[,=]", parameters)
    return any(A_PATH.search(part) or ("." in part and not A_NUMBER.fullmatch(part)) for part in parts)


def described(game: Game[Any], given: bool = False) -> dict[str, Any]:
    """Return the description of a game that a page needs to offer it; it begins with the one that was given."""
    board = game.board(game.start())
    return {
        "given": given,
        "game": game.spec(),
        "name": game.name,
        "title": game.title or game.name,
        "about": game.about,
        "parameters": parameters(game.name) if game.source in ("", game.name) else [],
        "players": [game.label(player) for player in range(game.players)],
        "board": game.rules.board is not None,
        "chance": game.rules.chances is not None,
        "evaluates": game.evaluates,
        "policy": game.rules.policy is not None,
        "objective": game.objective,
        "algorithm": default_name(game),
        "algorithms": [name for name in ALGORITHMS if suits(game, name)],
        "textbook": [name for name, each in ALGORITHMS.items() if (each.builder or name == MCTS) and suits(game, name)],
        "searches": searches(game),
        "tones": list(board.players) if board else [],
        "readable": game.rules.read is not None or game.rules.write is None,
    }


def suits(game: Game[Any], algorithm: str, search: str | None = None) -> bool:
    """Return whether an algorithm, or one of the engine's searches, can play a game."""
    try:
        suited(game, algorithm, search=search)
    except OptionError:
        return False
    return True


def searches(game: Game[Any]) -> list[str]:
    """List the engine's searches that can be chosen for a game besides the one that suits it."""
    offered = MANY if sides_of(game) > 2 else (search_of(game, by_depth=True), MCTS)
    return [name for name in offered if suits(game, ENGINE, name) and name != search_of(game)]


def parameters(name: str) -> list[dict[str, Any]]:
    """List a built-in game's parameters with their defaults, as text."""
    found = defaults_of(name) if name in built_in_names() else {}
    return [{"name": key, "type": type(default).__name__, "default": text(default)} for key, default in found.items()]


def text(value: Any) -> str:
    """Return a parameter's value as text."""
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
