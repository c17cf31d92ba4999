"""Where games come from: a built-in name, a Python file, a tree in a `.json` file or a short tree given as text.

connect-four    connect-four:columns=6,rows=5    mygame.py:size=4    lesson.json    "((3 12 8) (2 4 6))"
"""

import dataclasses
import hashlib
import importlib
import inspect
import linecache
import math
import os
import pkgutil
import shlex
import sys
import traceback
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, get_args, get_origin

from kibitz.errors import GameError, KibitzError, OptionError, UnknownGame, did_you_mean
from kibitz.fault import is_interrupt, told
from kibitz.files import read_file
from kibitz.game import Game
from kibitz.games import TITLES
from kibitz.model import Model
from kibitz.model_file import built_in_weights, with_weights_file
from kibitz.state import State
from kibitz.weights import Weights

Loadable: TypeAlias = str | os.PathLike[str] | Game[Any]
"""A game, or what `load` finds it by: its name, its file, or a tree as text."""


def built_in_names() -> list[str]:
    """List the built-in games."""
    package = importlib.import_module("kibitz.games")
    return sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(package.__path__))


def load(spec: str | os.PathLike[str], **parameters: Any) -> Game[Any]:
    """Load a game by its name, file or tree; parameters can be part of the text or given as keywords."""
    if not isinstance(spec, str | os.PathLike):
        raise OptionError(f"a game is given by its name, its file or a tree as text, got {spec!r:.60}")
    spec = os.fspath(spec)
    place, _, listed = (spec, "", "") if spec.lstrip().startswith("(") else spec.partition(":")
    whole = place == "tree" and listed.startswith("text=")  # a tree may have commas and equals signs in it
    given = {"text": listed.removeprefix("text=")} if whole else split_parameters(listed)
    return Origin(carried.get(place, place), place, {**given, **parameters})()


def opened(what: Loadable) -> Game[Any]:
    """Return a game, loaded if it is given by name or file."""
    return what if isinstance(what, Game) else load(what)


def state_of(
    what: Loadable | State,
    position: Any = None,
    moves: str | Iterable[int | str] = "",
) -> State:
    """Return a new game in progress: of a game, of a name that `load` finds, or a copy of another state.

    position: where it begins, as text or as the position itself; by default the game's starting position.
    moves: the moves to play from there.
    """
    if isinstance(what, State):
        if position is not None:
            raise OptionError("a state already has a position: pass either a state, or a game and a position")
        return what.copy().play_all(moves)
    return opened(what).begin(moves, position)


class Origin(NamedTuple):
    """How a game was loaded, so that it can be pickled and loaded again."""

    place: str  # a name, a file or the text of a tree
    source: str  # the game's own `source`
    parameters: dict[str, Any]
    weights: Weights | Model | None = None  # set if they were changed after loading

    def with_weights(self, weights: Weights | Model) -> "Origin":
        """Return the origin of the same game with other weights."""
        return self._replace(weights=weights)

    def __call__(self) -> Game[Any]:
        """Load the game."""
        place, weights = self.place, self.weights
        module, name, source, given = self.found()
        own = parameters_of(module.game) if callable(vars(module).get("game")) else {}
        file = None if "weights" in own else given.pop("weights", None)
        kind = given.pop("evaluation", None) if "evaluation" not in own or given.get("evaluation") == LEARNED else None
        if file is not None and kind is not None:
            raise OptionError("weights=FILE is an evaluation; leave out evaluation=" + str(kind))
        if file == "":
            raise OptionError("weights must name a file")
        if kind not in (None, HAND, LEARNED):
            raise OptionError(f"evaluation must be {HAND} or {LEARNED}, got {kind!r}")
        game = from_module(module, name, source, given)
        if file is not None:
            game = dataclasses.replace(game, parameters={**game.parameters, "weights": str(file)})
        elif kind is not None:
            game = dataclasses.replace(game, parameters={**game.parameters, "evaluation": kind})
        origin = self._replace(weights=None)
        if place.endswith((".json", ".py")):
            origin = origin._replace(place=str(Path(place).resolve()))  # stays valid when the working folder changes
        vars(game)["origin"] = origin
        if same := set(given) & set(vars(module).get("SAME_WEIGHTS", ())):
            others = {name: value for name, value in given.items() if name not in same}
            vars(game)["usual"] = from_module(module, name, source, others)
        if weights is not None:
            return game.with_weights(weights)
        if file is not None:
            return with_weights_file(game, str(file))
        usual = "evaluation" not in given and usual_evaluation(module) == LEARNED
        if kind == HAND or kind is None and not usual:
            return game
        if (model := fitting_weights(game)) is not None:
            game = game.with_model(model)
            vars(game)["origin"] = origin  # they are found again where the game is
        elif kind == LEARNED:
            other = " for these parameters" if built_in_weights(game.name) is not None else ""
            advice = f"learn some with `kibitz learn {shlex.quote(game.bare().spec())}`"
            raise OptionError(f"{game.name} has no weights of its own{other}; {advice}")
        return game

    def found(self) -> tuple[types.ModuleType, str, str, dict[str, Any]]:
        """Find the module of the game; return it with the game's name, its source and its parameters."""
        place, source, parameters, _ = self
        if place.lstrip().startswith("("):
            return built_in("tree"), "tree", source, {"text": place, **parameters}
        if place.endswith(".json"):
            return built_in("tree"), Path(place).stem, source, {"text": read_file(place), **parameters}
        if place.endswith(".py"):
            return run_file(place), Path(place).stem, source, dict(parameters)
        name = place.replace("_", "-")
        if name not in built_in_names():
            hint = did_you_mean(name, built_in_names()) or f"; there are {', '.join(built_in_names())}"
            raise UnknownGame(f"there is no game {place!r}{hint}")
        return built_in(name), name, name, dict(parameters)


HAND, LEARNED = "hand", "learned"
"""Which evaluation a game uses: the one its author wrote, or the one that comes with it."""


def usual_evaluation(module: types.ModuleType) -> str:
    """Return which evaluation a game uses if it has learned one: that one, unless its module says otherwise."""
    return str(vars(module).get("USUAL_EVALUATION", LEARNED))


def fitting_weights(game: Game[Any]) -> Model | None:
    """Return the weights that come with a built-in game, if they were learned for its parameters."""
    if not game.built_in or game.rules.features is None:
        return None
    model = built_in_weights(game.name)
    if model is None or model.form.features != game.rules.feature_count:
        return None
    same = ("evaluation", *vars(built_in(game.name)).get("SAME_WEIGHTS", ()))
    own = {name: value for name, value in game.parameters.items() if name not in same}
    return model if own == model.about.get("parameters", {}) else None


def built_in(name: str) -> types.ModuleType:
    """Import a built-in game's module."""
    return importlib.import_module("kibitz.games." + name.replace("-", "_"))


def split_parameters(listed: str) -> dict[str, str]:
    """Split "columns=6,rows=5" into names and values; "heaps=3,4,5" is a single value."""
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
    """Run a Python file as a separate module that can import files beside it."""
    source = read_file(path)
    full = str(Path(path).resolve())
    name = module_name(full)
    module = types.ModuleType(name)
    module.__file__ = full
    # Without a time stamp linecache keeps this text even if the file changes later.
    linecache.cache[full] = (len(source), None, source.splitlines(keepends=True), full)
    sys.modules[name] = module
    # What an earlier game imported from beside it may have been edited since, or be a different file of the same name.
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
        beside = [each for each, it in imported.items() if is_beside(it, folder)]
        beside_games.update(beside)
        imports[full] = [str(Path(str(imported[each].__file__)).resolve()) for each in beside]
    for kind in vars(module).values():
        if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields") and kind.__module__ == name:
            kind.__reduce__ = reducer(full, kind.__name__)  # type: ignore[assignment, method-assign]
    return module


def module_name(file: str) -> str:
    """Return a module name for a file, the same in every process, so that compiled code can refer to its exceptions."""
    return f"kibitz_file_{hashlib.sha256(file.encode()).hexdigest()[:12]}"


def reducer(file: str, name: str) -> Callable[[Any], Any]:
    """Make the function that pickles positions: Python's own would fail once their file is loaded again."""

    def reduce(p: Any) -> Any:
        return position_in, (file, name, tuple(p))

    return reduce


def position_in(file: str, name: str, items: tuple[Any, ...]) -> Any:
    """Make a position with the class of this name in a file, as last loaded."""
    module = sys.modules.get(module_name(file)) or run_file(file)
    try:
        return getattr(module, name)._make(items)
    except (AttributeError, TypeError) as error:
        raise GameError(f"{file} has changed since this position was pickled: {error}") from error


beside_games: set[str] = set()
"""Modules that game files imported from their own folders."""
imports: dict[str, list[str]] = {}
"""The files that a game's file imported from beside it when it was last run."""
carried: dict[str, str] = {}
"""Where the files of games are that were sent to this process, by the name that they have where they come from."""
game_folders: list[str] = []
"""Folders of game files that were added to `sys.path`, most recent first."""
MOST_FOLDERS = 32
"""Games from this many folders can still import files beside them while they are played."""


def is_beside(module: types.ModuleType, folder: str) -> bool:
    """Return whether a module was found in this folder."""
    file = getattr(module, "__file__", None)
    return file is not None and str(Path(file).resolve()).startswith(folder + os.sep)


def from_module(module: types.ModuleType, name: str, source: str, given: Mapping[str, Any]) -> Game[Any]:
    """Make the game that a module defines, with a function `game` or with its rules alone."""
    words = inspect.getdoc(module) or ""
    extra: dict[str, Any] = {"name": name, "source": source, "about": words.partition("\n")[0]}
    extra["built_in"] = str(getattr(module, "__name__", "")).startswith("kibitz.games.")
    extra["title"] = name if source.endswith((".py", ".json")) else TITLES.get(name, name)
    extra["how_to_play"] = words
    factory = vars(module).get("game")
    if isinstance(factory, Game):
        return with_words(factory, extra)
    if factory is not None and not callable(factory):
        raise GameError(f"{name}: `game` must be a function that returns a Game, got {factory!r}")
    if factory is None:
        if given:
            raise OptionError(f"{name} has no parameters, got {', '.join(given)}")
        try:
            return with_words(Game.of(vars(module)), extra)
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
    extra |= {"parameters": chosen, "how_to_play": vars(module).get("how_to_play") or words}
    return with_words(game, extra)


def with_words(game: Game[Any], extra: dict[str, Any]) -> Game[Any]:
    """Return a game with what is known about it; what it says about how to play counts before what its file says."""
    words = game.rules.how_to_play or extra["how_to_play"]
    return dataclasses.replace(game, **extra | {"how_to_play": inspect.cleandoc(str(words))})


def parameters_of(factory: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    """Return a game's parameters: those of its function `game`."""
    try:
        parameters = dict(inspect.signature(factory, eval_str=True).parameters)
    except NameError as error:
        raise GameError(f"a parameter of `game` has an unknown type: {error}") from error
    for name, parameter in parameters.items():
        if parameter.default is inspect.Parameter.empty:
            raise GameError(f"parameter {name} of `game` needs a default: def game({name}: int = 7)")
    return parameters


def defaults_of(name: str) -> dict[str, Any]:
    """Return the parameters of a built-in game with their defaults, and which evaluation it uses if it has learned one.

    A game without a function `game` has none of its own.
    """
    module = built_in(name)
    factory = vars(module).get("game")
    found = {key: each.default for key, each in parameters_of(factory).items()} if callable(factory) else {}
    return found | ({"evaluation": usual_evaluation(module)} if built_in_weights(name) is not None else {})


def converted(name: str, value: Any, kind: Any) -> Any:
    """Convert a parameter's text to the type that the game's signature asks for."""
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
