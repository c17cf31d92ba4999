"""A lesson: a search to think about and one question about it, read from a TOML file.

The file has the fields of `Lesson`, each under its own name; docs/lessons.md describes them. Errors are one line that
names the file, the key, and what was expected.
"""

import functools
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from kibitz.errors import GameError, KibitzError, OptionError, did_you_mean
from kibitz.game import Game
from kibitz.loader import built_in_names, load
from kibitz.search.algorithm import ALGORITHMS, ENGINE, FILTERING, suited
from kibitz.search.analyze import FILTER
from kibitz.search.engine.settings import MCTS
from kibitz.search.explain.trace import whole_depth
from kibitz.search.explain.visits import VISITS
from kibitz.state import State

FOLDER = Path(__file__).parent / "lessons"
SUFFIX = ".toml"
MOST_DEPTH = 20
MOST_VISITS = 200
MOST_TEXT = 4000
MOST_HINTS = 10
SEARCHES = tuple(name for name in ALGORITHMS if name != ENGINE)
A_FILE = re.compile(r"[/\\~]|\.[A-Za-z]")
"""What a parameter that names a file has: a lesson that somebody sent must not open files."""
NUMBER = re.compile(r"\d+-")
"""What orders the files of a folder, and is no part of a lesson's id."""


@dataclass(frozen=True)
class Lesson:
    """A search to think about, and one question; the fields are the keys of a lesson's file."""

    title: str
    kind: str
    text: str = ""
    question: str = ""  # empty: the wording of its kind
    tree: str = ""  # in brackets or as JSON; a lesson has either a tree or a game
    game: str = ""
    position: str | None = None
    moves: str = ""
    algorithm: str = "minimax"
    depth: int | None = None  # by default that of the tree
    visits: int | None = None
    seed: int | None = None
    playouts: float | None = None
    player: int | None = None
    keep_rate: tuple[float, ...] = ()
    keep_least: int | None = None
    deepening_depth: int | None = None
    node: str = ""  # the node that is asked about, if it is not the root
    compare: str = ""  # a second algorithm to show beside the first
    audit: bool = False
    hints: tuple[str, ...] = ()
    explanation: str = ""

    def load(self) -> Game[Any]:
        """Load its game."""
        return load("tree", text=self.tree) if self.tree else load(self.game)

    def begin(self) -> State:
        """Return the position that is searched, as a game in progress."""
        return self.load().begin(self.moves, self.position)

    def options(self) -> dict[str, Any]:
        """Return the options of its search, as `trace` takes them."""
        given: dict[str, Any] = {"player": self.player}
        if self.algorithm == MCTS:
            given |= {"visits": self.visits or VISITS, "seed": self.seed or 0, "playouts": self.playouts}
        else:
            given |= {"depth": self.plies}
        if ALGORITHMS[self.algorithm].filters:
            given |= {name: getattr(self, name) or None for name in FILTER}
        return {name: value for name, value in given.items() if value is not None}

    @property
    def plies(self) -> int:
        """Return how deep its tree is drawn and searched."""
        return height(self) if self.depth is None else self.depth

    def to_json(self) -> dict[str, Any]:
        """Return the keys that differ from their defaults, as `made` reads them."""
        given = {each.name: getattr(self, each.name) for each in fields(self)}
        return {
            each.name: list(given[each.name]) if isinstance(given[each.name], tuple) else given[each.name]
            for each in fields(self)
            if given[each.name] != each.default
        }


@functools.lru_cache(maxsize=1024)
def height(lesson: Lesson) -> int:
    """Return the depth that reaches every leaf of a lesson's tree."""
    game = lesson.load()
    return whole_depth(game, game.start(), {})


# Reading


def read(path: Path) -> Lesson:
    """Read a lesson's file."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        raise OptionError(f"cannot read {path}: {reason}") from error
    return parsed(text, str(path))


def parsed(text: str, where: str = "lesson") -> Lesson:
    """Return the lesson that a TOML text describes; errors begin with `where`."""
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise OptionError(f"{where}: {error or 'nested too deeply'}") from None
    return made(table, where)


def made(table: Mapping[str, Any], where: str) -> Lesson:
    """Return the lesson that these keys describe."""
    for key in table:
        if key not in READERS:
            known = did_you_mean(key, READERS) or f"; there are {', '.join(READERS)}"
            raise OptionError(f"{where}: there is no key {key!r}{known}")
    for key in ("title", "kind"):
        if key not in table:
            raise OptionError(f"{where}: {key}: expected {WANTED[key]}, and there is none")
    given = {}
    for key, value in table.items():
        try:
            given[key] = READERS[key](value)
        except KibitzError as error:
            raise OptionError(f"{where}: {key}: {error}") from None
        except (ValueError, TypeError):
            shown = f"{value!r:.60}"
            hint = did_you_mean(value, SEARCHES) if key in ("algorithm", "compare") and isinstance(value, str) else ""
            raise OptionError(f"{where}: {key}: expected {WANTED[key]}, got {shown}{hint}") from None
    lesson = Lesson(**given)
    try:
        fitting(lesson)
    except KibitzError as error:
        raise OptionError(f"{where}: {error}") from None
    return lesson


def fitting(lesson: Lesson) -> None:
    """Raise an error if the keys of a lesson do not go together."""
    if bool(lesson.tree) == bool(lesson.game):
        raise OptionError("expected either tree or game" + (", got both" if lesson.tree else ", got neither"))
    if lesson.tree and (lesson.position is not None or lesson.moves):
        raise OptionError("position and moves are for a game: a tree begins at its root")
    if lesson.game and lesson.depth is None:
        raise OptionError("depth: expected how many plies of the game are drawn and searched, and there is none")
    searches = [name for name in (lesson.algorithm, lesson.compare) if name]
    for key in () if MCTS in searches else ("visits", "seed", "playouts"):
        if getattr(lesson, key) is not None:
            raise OptionError(f"{key} is for mcts, not for {lesson.algorithm}")
    for key in () if any(ALGORITHMS[name].filters for name in searches) else FILTER:
        if getattr(lesson, key):
            raise OptionError(f"{key} is for {' and '.join(FILTERING)}, not for {lesson.algorithm}")
    if lesson.audit and not ALGORITHMS[lesson.algorithm].filters:
        raise OptionError(f"audit: only {' and '.join(FILTERING)} can be audited, not {lesson.algorithm}")
    state = lesson.begin()
    for name in searches:
        suited(state.game, name)
    if state.over:
        raise OptionError("the game is over in this position: there is nothing to search")


def words(most: int = MOST_TEXT, empty: bool = True) -> Callable[[Any], str]:
    """Return a reader of text."""

    def reader(value: Any) -> str:
        if not isinstance(value, str) or len(value) > most or not (value.strip() or empty):
            raise ValueError
        return re.sub(r"(?<!\n)\n(?!\n)", " ", value.strip())

    return reader


def whole(low: int, high: int) -> Callable[[Any], int]:
    """Return a reader of whole numbers."""

    def reader(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError
        return value

    return reader


def share(value: Any) -> float:
    """Read a number from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ValueError
    return float(value)


def rates(value: Any) -> tuple[float, ...]:
    """Read a keep rate, or one for each ply."""
    listed = value if isinstance(value, list) and value else [value]
    found = tuple(map(share, listed))
    if not all(found):
        raise ValueError
    return found


def one_of(known: Iterable[str]) -> Callable[[Any], str]:
    """Return a reader of one of a few words."""

    def reader(value: Any) -> str:
        if value not in known:
            raise ValueError
        return str(value)

    return reader


def listed_words(value: Any) -> tuple[str, ...]:
    """Read a list of texts."""
    if not isinstance(value, list) or len(value) > MOST_HINTS:
        raise ValueError
    return tuple(map(words(empty=False), value))


def flag(value: Any) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise ValueError
    return value


def tree(value: Any) -> str:
    """Read a tree: brackets, JSON, or a table."""
    if isinstance(value, dict):
        value = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, str) or not value.strip().startswith(("(", "{")):
        raise ValueError
    try:
        load("tree", text=value.strip())
    except GameError as error:
        raise OptionError(str(error).removeprefix("tree: ")) from None  # the key says it already
    return value.strip()


def game(value: Any) -> str:
    """Read a built-in game with its parameters."""
    if not isinstance(value, str) or not value:
        raise ValueError
    name, _, given = value.partition(":")
    if name.replace("_", "-") not in built_in_names() or name == "tree":
        raise GameError(f"expected a built-in game, got {value!r:.60}{did_you_mean(name, built_in_names())}")
    if A_FILE.search(given):
        raise GameError("a lesson cannot open files: expected parameters without a path")
    load(value)
    return value


READERS: dict[str, Callable[[Any], Any]] = {
    "title": words(200, empty=False),
    "text": words(),
    "kind": words(40, empty=False),
    "question": words(),
    "tree": tree,
    "game": game,
    "position": words(),
    "moves": words(),
    "algorithm": one_of(SEARCHES),
    "depth": whole(1, MOST_DEPTH),
    "visits": whole(1, MOST_VISITS),
    "seed": whole(0, 2**31 - 1),
    "playouts": share,
    "player": whole(0, 63),
    "keep_rate": rates,
    "keep_least": whole(1, 1000),
    "deepening_depth": whole(0, 4),
    "node": words(200),
    "compare": one_of(SEARCHES),
    "audit": flag,
    "hints": listed_words,
    "explanation": words(),
}
SEARCH_NAMES = f"one of {', '.join(SEARCHES)}"
WANTED = {
    "title": "a short text",
    "text": f"text of at most {MOST_TEXT} characters",
    "kind": "the kind of the question",
    "question": "a sentence",
    "tree": 'a tree: "((3 12) (2 4))", JSON, or a table with root and nodes',
    "game": "the name of a built-in game",
    "position": "a position as the game writes it",
    "moves": 'moves by name: "4 4 3"',
    "algorithm": SEARCH_NAMES,
    "depth": f"a whole number from 1 to {MOST_DEPTH}",
    "visits": f"a whole number from 1 to {MOST_VISITS}",
    "seed": "a whole number from 0",
    "playouts": "a number from 0 to 1",
    "player": "the number of a player, from 0",
    "keep_rate": "a number above 0 and at most 1, or a list of them",
    "keep_least": "a whole number from 1",
    "deepening_depth": "a whole number from 0 to 4",
    "node": "the name of a node",
    "compare": SEARCH_NAMES,
    "audit": "true or false",
    "hints": f"a list of at most {MOST_HINTS} texts",
    "explanation": f"text of at most {MOST_TEXT} characters",
}
"""What is expected of each key."""


def id_of(path: Path) -> str:
    """Return a lesson's id: the name of its file, without the number that orders it."""
    return NUMBER.sub("", path.stem, count=1)


def files_in(folder: Path) -> list[Path]:
    """List the lessons' files of a folder, in the order of their names; a lesson's file stands for itself."""
    if folder.suffix == SUFFIX and folder.is_file():
        return [folder]
    if not folder.is_dir():
        raise OptionError(f"there is no folder {folder}, and no file of a lesson")
    return sorted(path for path in folder.iterdir() if path.suffix == SUFFIX)
