"""What a game is, and where games come from.

A game is a record of pure functions over an immutable position (`Game`). `load` finds one:
a built-in by its name, a Python file, a tree in a `.json` file or a short tree in the text itself.

    connect-four    connect-four:columns=6,rows=5    mygame.py:size=4    lesson.json    "((3 12 8) (2 4 6))"
"""

import dataclasses
import hashlib
import importlib
import inspect
import itertools
import json
import linecache
import math
import os
import pkgutil
import sys
import traceback
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, get_args, get_origin

from kibitz.errors import GameError, KibitzError, MoveError, OptionError, PositionError, UnknownGame, did_you_mean
from kibitz.fault import brief, is_interrupt, place_of, told
from kibitz.files import read_file
from kibitz.score import Proven, Score, describe, is_number
from kibitz.weights import EXAMPLE, Weights, check_weights, row_of

P = TypeVar("P")

CHANCE = -1
"""What `turn` returns where nature moves."""

FORMS = {
    "start": "def start(): return Position(...)",
    "turn": "def turn(p): return p.player",
    "moves": "def moves(p): yield each legal move, an int",
    "play": "def play(p, move): return Position(...)",
    "utility": "def utility(p, player): return 1, 0 or -1",
    "is_over": "def is_over(p): return True or False",
    "evaluate": "def evaluate(p, player): return a number",
    "weigh": "def weigh(p, player, weights): return a number",
    "priority": "def priority(p, move): return an int, the higher the more promising",
    "candidates": "def candidates(p): yield each move worth trying",
    "chances": "def chances(p): yield (outcome, probability)",
    "key": "def key(p): return an int",
    "symmetries": "def symmetries(p): yield each equivalent position",
    "bounds": "def bounds(p, player): return (low, high)",
    "skip": "def skip(p): return the position with the turn passed",
    "urgent": "def urgent(p): return True or False",
    "noisy": "def noisy(p, move): return True or False",
    "gain": "def gain(p, move): return an int",
    "policy": "def policy(p, move): return a weight",
    "write": "def write(p): return a line of text",
    "read": "def read(text): return Position(...)",
    "show": "def show(p): return text",
    "move_name": "def move_name(p, move): return text",
    "read_move": "def read_move(p, text): return an int",
    "board": "def board(p): return a description",
}
"""Each function of a game, and what it looks like."""

MOST_SCORE = 1 << 62
"""Scores lie below it; searches start from it."""
TOLERANCE = 1e-9
"""How far probabilities may be from a sum of 1."""
MOST_LISTED = 100_000
"""A rule that yields more in one position is taken for one that never ends."""
REQUIRED = ("start", "turn", "moves", "play", "utility")
CONSTANTS = (
    "weights",
    "players",
    "player_names",
    "objective",
    "counted_in",
    "win_scale",
    "repetition",
    "margin",
    "without",
    "teams",
)
YIELDING = ("moves", "candidates", "chances", "symmetries")
TEXT = ("write", "read", "show", "move_name", "read_move", "board")
"""Functions for people; they are never compiled."""
RETURNS = {
    **dict.fromkeys(("utility", "evaluate", "weigh", "gain"), "a number"),
    **dict.fromkeys(("turn", "key", "priority"), "an int"),
    "bounds": "a pair of numbers",
    **dict.fromkeys(("write", "show", "move_name"), "text"),
    **dict.fromkeys(("start", "play", "skip", "read"), "a position"),
}
"""What a rule's answer must be, where that can be seen from the answer alone."""


def never_over(p: Any) -> bool:
    """Stand in for a missing `is_over`: the game ends where no move is left."""
    return False


def no_opinion(p: Any, player: int) -> int:
    """Stand in for a missing `evaluate`."""
    return 0


def weighing(weigh: Callable[[P, int, Any], Score], weights: Weights) -> Callable[[P, int], Score]:
    """Make the evaluation of a game that lists its weights; to the compiler their row is a table."""
    row = row_of(weights)

    def evaluate(p: P, player: int) -> Score:
        return weigh(p, player, row)

    return evaluate


@dataclass(frozen=True, eq=False, kw_only=True)
class Game(Generic[P]):
    """The rules of a game. Functions that are None were not given; the others have a default.

    The methods are for those who play by these rules and check what they are given;
    searches call the functions and trust them.
    """

    start: Callable[[], P]
    turn: Callable[[P], int]
    moves: Callable[[P], Iterable[int]]
    play: Callable[[P, int], P]
    utility: Callable[[P, int], Score]
    is_over: Callable[[P], bool] = never_over
    evaluate: Callable[[P, int], Score] = no_opinion  # by `weigh` if only that is given
    weigh: Callable[[P, int, Any], Score] | None = None
    priority: Callable[[P, int], int] | None = None
    candidates: Callable[[P], Iterable[int]] | None = None
    chances: Callable[[P], Iterable[tuple[int, float]]] | None = None
    key: Callable[[P], int] | None = None
    symmetries: Callable[[P], Iterable[P]] | None = None
    bounds: Callable[[P, int], tuple[Score, Score]] | None = None
    skip: Callable[[P], P] | None = None
    urgent: Callable[[P], bool] | None = None
    noisy: Callable[[P, int], bool] | None = None
    gain: Callable[[P, int], int] | None = None
    policy: Callable[[P, int], float] | None = None
    write: Callable[[P], str] | None = None
    read: Callable[[str], P] | None = None
    show: Callable[[P], str] | None = None
    move_name: Callable[[P, int], str] | None = None
    read_move: Callable[[P, str], int] | None = None
    board: Callable[[P], Any] | None = None
    weights: Weights | None = None
    players: int = 2
    player_names: tuple[str, ...] | None = None
    objective: str = "win"
    counted_in: str | None = None  # what amounts are in: "discs"; "value": nobody wins; None: not said
    win_scale: Score = 0  # the evaluation at which a win is e times as likely as a loss; 0: not said
    repetition: int = 0
    without: tuple[str, ...] = ()  # techniques that do not pay in this game: the engine does without them
    margin: Score = 0  # what a move that is not noisy hardly ever changes an evaluation by; 0: not said
    teams: tuple[int, ...] | None = None
    name: str = "game"
    source: str = ""  # what `load` was given, without parameters
    about: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)  # those that are not the default
    compile_by_default: bool = True
    ends: Callable[[], Iterable[P]] | None = None  # every finished position, where they are known, as in a tree
    built_in: bool = False  # these rules are tested with kibitz: what users' rules are watched for is left out
    origin: ClassVar["Origin | None"] = None  # `load` sets a game's own; a changed copy has none

    def __post_init__(self) -> None:
        for function in FORMS:
            check_form(function, getattr(self, function))
        if not isinstance(self.players, int) or self.players < 1:
            raise GameError(f"players must be a whole number from 1, got {self.players!r}")
        if self.objective not in ("win", "score"):
            raise GameError(f'objective must be "win" or "score", got {self.objective!r}')
        if not isinstance(self.repetition, int) or self.repetition < 0:
            raise GameError(f"repetition must be a whole number from 0, got {self.repetition!r}")
        if self.counted_in is not None and (not isinstance(self.counted_in, str) or not self.counted_in):
            raise GameError(f'counted_in must name what amounts are in, such as "points", got {self.counted_in!r}')
        if self.counted_in is not None and self.objective == "win":
            raise GameError(f'a game counted in {self.counted_in} is about amounts; write: objective = "score"')
        for constant in ("margin", "win_scale"):
            value = getattr(self, constant)
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < MOST_SCORE:
                raise GameError(f"{constant} must be a number from 0, got {value!r}")
        if not isinstance(self.without, tuple | list) or not all(isinstance(name, str) for name in self.without):
            raise GameError(f"without must list names of the engine's techniques, got {self.without!r}")
        for constant in ("player_names", "teams"):
            value = getattr(self, constant)
            if value is not None and (not isinstance(value, tuple | list) or len(value) != self.players):
                raise GameError(f"{constant} must name {self.players} players, got {value!r}")
        if self.weights is not None:
            check_weights(self.weights)
        if self.weights is None and self.weigh is not None:
            raise GameError(f"the game has `weigh`, but does not list its weights; write: {EXAMPLE}")
        if self.weights is not None and self.weigh is None:
            raise GameError(f"the game lists weights, but has no `weigh` that reads them; write: {FORMS['weigh']}")
        if self.weights is not None and self.weigh is not None and self.evaluate is no_opinion:
            object.__setattr__(self, "evaluate", weighing(self.weigh, self.weights))

    @classmethod
    def of(cls, names: Mapping[str, Any], **extra: Any) -> "Game[Any]":
        """Make a game of the functions and constants that have a game's names in this namespace."""
        for required in REQUIRED:
            if required not in names:
                own = [n for n, v in names.items() if inspect.isfunction(v) and n not in FORMS]
                hint = did_you_mean(required, own).replace("did you mean", "is it")
                raise GameError(f"the game has no function `{required}`{hint}; write: {FORMS[required]}")
        known = {name: names[name] for name in (*FORMS, *CONSTANTS) if names.get(name) is not None}
        return cls(**known, **extra)

    def with_weights(self, weights: Weights) -> "Game[P]":
        """Give the same rules with an evaluation by other weights."""
        game = dataclasses.replace(self, weights=weights, evaluate=no_opinion)
        vars(game)["origin"] = self.origin and self.origin._replace(weights=weights)
        return game

    def __reduce__(self) -> Any:
        """Pickle how the game was loaded: functions cannot be pickled, and a file's are made anew each time."""
        if self.origin is None:
            raise GameError(
                f"{self.name} cannot be pickled: it was made or changed in Python, and only a game as `load` returns "
                "it can be found again; put it into a file and load that"
            )
        return found, (self.origin,)

    def __copy__(self) -> "Game[P]":
        return self

    def __deepcopy__(self, memo: Any) -> "Game[P]":
        return self

    def spec(self) -> str:
        """Write what `load` needs to find this game again."""
        if self.parameters.keys() == {"text"}:  # a tree: its source says it all, unless it was given in Python
            return self.source if self.source != "tree" else f"tree:text={self.parameters['text']}"
        given = {
            key: ",".join(map(str, value)) if isinstance(value, tuple) else value
            for key, value in self.parameters.items()
        }
        listed = ",".join(f"{key}={value}" for key, value in given.items())
        return f"{self.source or self.name}:{listed}" if listed else self.source or self.name

    def label(self, player: int) -> str:
        """Name a player."""
        if player == CHANCE:
            return "chance"
        return self.player_names[player] if self.player_names else f"player {player}"

    def say(self, score: Score | None, proven: Proven | None, distance: int | None) -> str:
        """Return a score of this game as a person would put it."""
        return describe(score, proven, distance, self.objective if self.players > 1 else "score", self.counted_in)

    def ask(self, rule: str, *arguments: Any) -> Any:
        """Return a rule's answer, as a list if it yields; anything that it raises becomes an error with its place."""
        try:
            answer = getattr(self, rule)(*arguments)
            if rule in YIELDING:
                answer = list(itertools.islice(answer, MOST_LISTED + 1))
            elif rule == "is_over":
                answer = bool(answer)
        except KibitzError:
            raise
        except BaseException as error:
            if is_interrupt(error):
                raise
            raise GameError(f"`{rule}` of {self.name} raised {told(error)}") from error
        if rule in YIELDING and len(answer) > MOST_LISTED:
            raise GameError(f"`{rule}` of {self.name} yielded more than {MOST_LISTED:,} {rule}: does it end?")
        wanted = RETURNS.get(rule, "")
        if not is_kind(wanted, answer):
            wrong = f"returned {brief(answer)}, not {wanted}{place_of(getattr(self, rule))}"
            raise GameError(f"`{rule}` of {self.name} {wrong}; write: {FORMS[rule]}")
        return answer

    def first(self) -> P:
        """Return the starting position."""
        p: P = self.ask("start")
        return p

    def mover(self, p: P) -> int:
        """Say who is to move."""
        mover = self.ask("turn", p)
        if mover != CHANCE and mover not in range(self.players):
            raise GameError(
                f"`turn` of {self.name} returned {mover!r}, but the players are 0 to {self.players - 1}, or CHANCE"
            )
        return int(mover)

    def legal(self, p: P) -> list[int]:
        """List the legal moves, or nature's outcomes; none if the game is over."""
        if self.ask("is_over", p):
            return []
        chance = self.mover(p) == CHANCE
        moves = [move for move, _ in self.outcomes(p)] if chance else self.ask("moves", p)
        for move in moves:
            if isinstance(move, bool) or not hasattr(move, "__index__"):
                wrong = f"gave {brief(move)}, which is not an int"
                raise GameError(f"`moves` of {self.name} {wrong}; write: {FORMS['moves']}")
            if not is_word(int(move)):
                raise GameError(f"`moves` of {self.name} gave {brief(move)}, but a move is an int below 2**63")
        return [int(move) for move in moves]

    def outcomes(self, p: P) -> list[tuple[int, float]]:
        """Give nature's moves here with their probabilities."""
        if self.chances is None:
            raise GameError(f"`turn` is CHANCE, but the game has no `chances`; write: {FORMS['chances']}")
        pairs: list[tuple[int, float]] = self.ask("chances", p)
        if any(not isinstance(pair, tuple) or len(pair) != 2 for pair in pairs):
            raise GameError(f"`chances` of {self.name} gave {brief(pairs)}; write: {FORMS['chances']}")
        odds = [probability for _, probability in pairs]
        try:
            right = min(odds) >= 0 and abs(math.fsum(odds) - 1) <= TOLERANCE
        except (TypeError, ValueError, OverflowError):
            right = False
        if not right:
            raise GameError(f"`chances` of {self.name} gave probabilities {brief(odds)}, which do not sum to 1")
        return pairs

    def ended(self, p: P) -> bool:
        """Say whether the game is over: by its own word, or because no move is left."""
        return not self.legal(p)

    def utilities(self, p: P) -> list[Score]:
        """Give what a finished game is worth to each player."""
        utilities = [self.ask("utility", p, player) for player in range(self.players)]
        for utility in utilities:
            if not abs(utility) < MOST_SCORE:
                wanted = "which is not a number from -2**62 to 2**62"
                raise GameError(f"`utility` of {self.name} returned {brief(utility)}, {wanted}")
        return utilities

    def probe(self, p: P) -> list[int]:
        """Ask all that a search asks in a position, so that a rule that fails there is named; return its moves."""
        legal = self.legal(p)
        if not legal:
            self.utilities(p)
            return legal
        about: dict[str, list[Any]] = {"evaluate": list(range(self.players)), "bounds": list(range(self.players))}
        if self.mover(p) != CHANCE:
            about |= {"priority": legal, "noisy": legal, "gain": legal}
        for rule in ("key", "urgent", "symmetries", "skip", *about):
            for rest in about.get(rule, [None]) if getattr(self, rule) else ():
                self.ask(rule, p, *([] if rest is None else [rest]))
        return legal

    def name_of(self, p: P, move: int) -> str:
        """Name a move as a person types it."""
        return str(self.ask("move_name", p, move)) if self.move_name else str(move)

    def find_move(self, p: P, text: str) -> int:
        """Return the legal move of this name."""
        legal = self.legal(p)
        if not legal:
            raise MoveError(f"the game is over, {brief(text)} cannot be played")
        wrong: GameError | None = None
        if self.read_move:
            try:
                move = self.ask("read_move", p, text)
                if move in legal:
                    return int(move)
            except GameError as error:
                wrong = error
        names = {self.name_of(p, move): move for move in legal}
        folded = {name.lower(): move for name, move in names.items()}
        if text in names or text.lower() in folded:
            return names.get(text, folded.get(text.lower(), 0))
        if wrong:
            # A ValueError is how `read_move` itself says what is wrong with a text.
            said = wrong.__cause__ if isinstance(wrong.__cause__, ValueError) else wrong
            raise MoveError(str(said)) from wrong
        shown = " ".join(list(names)[:40]) + (" …" if len(names) > 40 else "")
        raise MoveError(f"{brief(text)} is not a legal move here; legal: {shown}")

    def advance(self, p: P, move: int) -> P:
        """Play a move, or nature's outcome, after checking that it is legal."""
        if move not in self.legal(p):
            raise MoveError(f"move {move} is not legal here")
        return self.after(p, move)

    def after(self, p: P, move: int) -> P:
        """Play a move that is known to be legal."""
        after: P = self.ask("play", p, move)
        return after

    def replay(self, moves: str | Iterable[str], p: P | None = None) -> P:
        """Play moves by name, from the start or a given position."""
        return self.line(moves, p)[-1]

    def line(self, moves: str | Iterable[str], p: P | None = None) -> list[P]:
        """Play moves by name, from the start or a given position, and give every position on the way."""
        found = [self.first() if p is None else p]
        for number, text in enumerate(moves.split() if isinstance(moves, str) else moves, 1):
            try:
                found.append(self.after(found[-1], self.find_move(found[-1], text)))
            except MoveError as error:
                raise MoveError(f"move {number}: {error}") from error
        return found

    def to_text(self, p: P) -> str:
        """Write a position as one line; by default its fields as JSON."""
        if self.write:
            return str(self.ask("write", p))
        return plain_text(p)

    def from_text(self, text: str) -> P:
        """Read a position from one line, the inverse of `to_text`."""
        if self.write and not self.read:
            raise PositionError(f"{self.name} has no `read`, so positions cannot be given as text")
        try:
            p: P = self.ask("read", text) if self.read else shaped(json.loads(text), self.first(), "the position")
            return p
        except (GameError, ValueError, TypeError, OverflowError, RecursionError) as error:
            # A ValueError is how `read` itself says what is wrong with a text.
            reason = error.__cause__ if isinstance(error.__cause__, ValueError) else error
            why = "not JSON" if isinstance(reason, json.JSONDecodeError) else reason
            expected = f"; the start is written {brief(self.to_text(self.first()))}"
            raise PositionError(f"{brief(text)} is not a position of {self.name}: {why}{expected}") from error

    def picture(self, p: P) -> str:
        """Draw a position for people."""
        return str(self.ask("show", p)) if self.show else self.to_text(p)


def is_word(number: int) -> bool:
    """Return whether a number fits into 64 bits with a sign, as compiled code holds it."""
    return -(1 << 63) <= number < 1 << 63


def is_kind(wanted: str, answer: Any) -> bool:
    """Return whether an answer is a number, an int, a pair, text or a position, whichever is wanted."""
    if wanted == "a number":
        return is_number(answer)
    if wanted == "an int":
        return is_number(answer) and hasattr(answer, "__index__")
    if wanted == "a pair of numbers":
        return isinstance(answer, tuple) and len(answer) == 2 and all(map(is_number, answer))
    return isinstance(answer, str) if wanted == "text" else not wanted or answer is not None


def plain_text(p: Any) -> str:
    """Write a position's fields as JSON, or as Python writes it if they are not numbers."""
    try:
        return json.dumps(p, separators=(",", ":"), default=lambda number: number.item())
    except (TypeError, ValueError, AttributeError):
        return repr(p)


def shaped(data: Any, like: Any, where: str) -> Any:
    """Give data read from JSON the types of a known position."""
    if isinstance(like, tuple):
        if not isinstance(data, list) or len(data) != len(like):
            raise ValueError(f"{where} must be a list of {len(like)}, got {json.dumps(data)}")
        names = getattr(like, "_fields", [f"item {i}" for i in range(len(like))])
        items = [shaped(item, field, str(name)) for item, field, name in zip(data, like, names, strict=True)]
        return type(like)(*items) if hasattr(like, "_fields") else tuple(items)
    if isinstance(data, bool) is not isinstance(like, bool) or not isinstance(data, int):
        raise ValueError(f"{where} must be a whole number, got {json.dumps(data)}")
    return type(like)(data)


def check_form(name: str, function: Any) -> None:
    """Raise unless this is a function that can be called the way the game's function of this name is."""
    if function is None:
        return
    if not callable(function):
        raise GameError(f"`{name}` must be a function, got {function!r}; write: {FORMS[name]}")
    wanted = FORMS[name].split("(")[1].split(")")[0]
    count = len(wanted.split(",")) if wanted else 0
    try:
        inspect.signature(function).bind(*range(count))
    except TypeError:
        got = ", ".join(inspect.signature(function).parameters)
        raise GameError(f"`{name}` must take ({wanted}), yours takes ({got}); write: {FORMS[name]}") from None
    except ValueError:  # a builtin without a signature
        return


def built_in_names() -> list[str]:
    """List the built-in games."""
    package = importlib.import_module("kibitz.games")
    return sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(package.__path__))


def load(spec: str | os.PathLike[str], **parameters: Any) -> Game[Any]:
    """Find a game by its name, file or tree; parameters may stand in the text or be given by keyword."""
    spec = os.fspath(spec)
    place, _, listed = (spec, "", "") if spec.lstrip().startswith("(") else spec.partition(":")
    return found(Origin(place, place, {**split_parameters(listed), **parameters}))


class Origin(NamedTuple):
    """How a game was loaded, so that it can be loaded again: that is how it is pickled."""

    place: str  # a name, a file or the text of a tree
    source: str  # what the game calls it
    parameters: dict[str, Any]
    weights: Weights | None = None  # those that it has got since


def found(origin: Origin) -> Game[Any]:
    """Load a game."""
    place, source, parameters, weights = origin
    if place.lstrip().startswith("("):
        game = from_module(built_in("tree"), "tree", source, {"text": place, **parameters})
    elif place.endswith(".json"):
        game = from_module(built_in("tree"), Path(place).stem, source, {"text": read_file(place), **parameters})
    elif place.endswith(".py"):
        game = from_module(run_file(place), Path(place).stem, source, parameters)
    else:
        name = place.replace("_", "-")
        if name not in built_in_names():
            hint = did_you_mean(name, built_in_names()) or f"; there are {', '.join(built_in_names())}"
            raise UnknownGame(f"there is no game {place!r}{hint}")
        game = from_module(built_in(name), name, name, parameters)
    if place.endswith((".json", ".py")):
        origin = origin._replace(place=str(Path(place).resolve()))  # also after a change of the working folder
    vars(game)["origin"] = origin._replace(weights=None)
    return game if weights is None else game.with_weights(weights)


def built_in(name: str) -> types.ModuleType:
    """Import a built-in game's module."""
    return importlib.import_module("kibitz.games." + name.replace("-", "_"))


def split_parameters(listed: str) -> dict[str, str]:
    """Split "columns=6,rows=5" into names and values; "heaps=3,4,5" is one value."""
    values: dict[str, str] = {}
    name = ""
    for part in listed.split(",") if listed else ():
        left, equals, right = part.partition("=")
        if equals:
            name = left.strip().replace("-", "_")
            values[name] = right
        elif name:
            values[name] += "," + part
        else:
            raise OptionError(f"a parameter must look like name=value, got {part!r}")
    return values


def run_file(path: str) -> types.ModuleType:
    """Run a Python file as a module of its own, able to import what lies beside it."""
    source = read_file(path)
    full = str(Path(path).resolve())
    name = module_name(full)
    module = types.ModuleType(name)
    module.__file__ = full
    # Without a time stamp linecache keeps this text, whatever happens to the file from now on.
    linecache.cache[full] = (len(source), None, source.splitlines(keepends=True), full)
    sys.modules[name] = module
    # What an earlier game imported from beside it may have been edited since, or be another one of the same name.
    for helper in beside_games:
        sys.modules.pop(helper, None)
    beside_games.clear()
    folder = str(Path(full).parent)
    known = set(sys.modules)
    if folder in game_folders or folder not in sys.path:
        game_folders[:] = [folder, *(place for place in game_folders if place != folder)]
    forgotten = {folder, *game_folders[MOST_FOLDERS:]}
    del game_folders[MOST_FOLDERS:]
    sys.path[:] = [folder, *(place for place in sys.path if place not in forgotten)]
    importlib.invalidate_caches()
    try:
        exec(compile(source, full, "exec"), module.__dict__)
    except SyntaxError as error:
        where = f", line {error.lineno}" if error.lineno else ""
        raise GameError(f"{path}{where}: {error.msg}") from error
    except BaseException as error:
        if is_interrupt(error):
            raise
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == full]
        where = f", line {lines[-1]}" if lines else ""
        raise GameError(f"{path}{where}: {type(error).__name__}: {error}") from error
    finally:
        imported = {each: sys.modules[each] for each in set(sys.modules) - known}
        beside_games.update(each for each, it in imported.items() if is_beside(it, folder))
    for kind in vars(module).values():
        if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields") and kind.__module__ == name:
            kind.__reduce__ = reducer(full, kind.__name__)  # type: ignore[assignment, method-assign]
    return module


def module_name(file: str) -> str:
    """Name the module of a file: the same in every process, so that compiled code can refer to its exceptions."""
    return f"kibitz_file_{hashlib.sha256(file.encode()).hexdigest()[:12]}"


def reducer(file: str, name: str) -> Callable[[Any], Any]:
    """Make the function by which positions are pickled: Python's own would fail once their file is loaded again."""

    def reduce(p: Any) -> Any:
        return position_in, (file, name, tuple(p))

    return reduce


def position_in(file: str, name: str, items: tuple[Any, ...]) -> Any:
    """Make a position of the class of this name in a file, as it was loaded last."""
    module = sys.modules.get(module_name(file)) or run_file(file)
    try:
        return getattr(module, name)._make(items)
    except (AttributeError, TypeError) as error:
        raise GameError(f"{file} has changed since this position was pickled: {error}") from error


beside_games: set[str] = set()
"""Modules that game files imported from their own folders."""
game_folders: list[str] = []
"""Folders of game files that stand in `sys.path` because of them, the last one first."""
MOST_FOLDERS = 32
"""Games of so many folders can import what lies beside them also while they are played."""


def is_beside(module: types.ModuleType, folder: str) -> bool:
    """Say whether a module was found in this folder."""
    file = getattr(module, "__file__", None)
    return file is not None and str(Path(file).resolve()).startswith(folder + os.sep)


def from_module(module: types.ModuleType, name: str, source: str, given: Mapping[str, Any]) -> Game[Any]:
    """Make the game that a module defines: by its function `game`, or by its functions alone."""
    extra: dict[str, Any] = {"name": name, "source": source, "about": (inspect.getdoc(module) or "").partition("\n")[0]}
    extra["built_in"] = str(getattr(module, "__name__", "")).startswith("kibitz.games.")
    factory = vars(module).get("game")
    if isinstance(factory, Game):
        return dataclasses.replace(factory, **extra)
    if factory is not None and not callable(factory):
        raise GameError(f"{name}: `game` must be a function that returns a Game, got {factory!r}")
    if factory is None:
        if given:
            raise OptionError(f"{name} has no parameters, got {', '.join(given)}")
        try:
            return Game.of(vars(module), **extra)
        except GameError as error:
            raise GameError(f"{name}: {error}") from None
    parameters = parameters_of(factory)
    for unknown in [key for key in given if key not in parameters]:
        known = did_you_mean(unknown, parameters) or f"; it has {', '.join(parameters) or 'none'}"
        raise OptionError(f"{name} has no parameter {unknown!r}{known}")
    values = {key: converted(key, value, parameters[key].annotation) for key, value in given.items()}
    chosen = {key: value for key, value in values.items() if value != parameters[key].default}
    try:
        game = factory(**chosen)
    except ValueError as error:
        raise OptionError(f"{name}: {error}") from error
    except KibitzError as error:
        raise type(error)(f"{name}: {error}") from error
    except BaseException as error:
        if is_interrupt(error):
            raise
        raise GameError(f"{name}: `game` raised {told(error)}") from error
    if isinstance(game, Mapping):
        game = Game.of(game)
    if not isinstance(game, Game):
        raise GameError(f"{name}: `game` must return a Game, got {game!r}; end it with: return Game.of(locals())")
    return dataclasses.replace(game, parameters=chosen, **extra)


def parameters_of(factory: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    """List a game's parameters: they are those of its function `game`."""
    try:
        parameters = dict(inspect.signature(factory, eval_str=True).parameters)
    except NameError as error:
        raise GameError(f"a parameter of `game` has an unknown type: {error}") from error
    for name, parameter in parameters.items():
        if parameter.default is inspect.Parameter.empty:
            raise GameError(f"parameter {name} of `game` needs a default: def game({name}: int = 7)")
    return parameters


def converted(name: str, value: Any, kind: Any) -> Any:
    """Turn a parameter's text into the type that the game's signature asks for."""
    if not isinstance(value, str) or kind in (str, inspect.Parameter.empty):
        return value
    try:
        if get_origin(kind) is tuple:
            return tuple(converted(name, part, get_args(kind)[0]) for part in value.split(","))
        if kind is bool:
            return {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}[value.lower()]
        number = kind(value)
    except (ValueError, KeyError, TypeError):
        raise OptionError(f"parameter {name} must be {getattr(kind, '__name__', kind)}, got {value!r}") from None
    if isinstance(number, float) and not math.isfinite(number):
        raise OptionError(f"parameter {name} must be finite, got {value!r}")
    return number


def built_in_games() -> Iterator[Game[Any]]:
    """Load every built-in game with its default parameters."""
    for name in built_in_names():
        yield load(name)
