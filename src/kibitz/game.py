"""A game as a person calls it: rules by their obvious names, every answer checked, every move a name or a number.

    game.start()             game.turn(p)          game.moves(p)        game.play(p, "4")    game.is_over(p)
    game.utility(p, 0)       game.evaluate(p, 0)   game.chances(p)      game.begin("4 4 3")
    game.move_name(p, 3)     game.read_move(p, "4")                     game.write(p)        game.read(text)

An error in the rules, or in how they are called, is reported as a `KibitzError` in one sentence. Searches call the
author's functions directly, through `game.rules`, and trust them.
"""

import dataclasses
import enum
import itertools
import json
import math
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import numpy as np

from kibitz.board import Board
from kibitz.cells import derived
from kibitz.errors import GameError, KibitzError, MoveError, PositionError
from kibitz.fault import brief, is_interrupt, place_of, told
from kibitz.layout import features_digest
from kibitz.model import Model
from kibitz.rules import CHANCE, MOST_SCORE, RULES, TOLERANCE, Rules, no_opinion
from kibitz.score import EQUAL, NO_OPINION, Proven, Score, describe, evaluation, is_number
from kibitz.state import State
from kibitz.weights import Weights, layout_of

P = TypeVar("P")

MOST_LISTED = 100_000
"""A rule that yields more than this in one position is assumed never to end."""
MOST_NAMED = 40
"""The most legal moves that an error message lists."""


class Origin(Protocol):
    """How a game was loaded; calling it loads the same game again."""

    def __call__(self) -> "Game[Any]":
        """Load the game."""

    def with_weights(self, weights: Weights | Model) -> "Origin":
        """Return the origin of the same game with other weights."""


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Game(Generic[P]):
    """A game: its rules and where they come from."""

    rules: Rules[P]
    name: str = "game"
    source: str = ""  # what `load` was given, without parameters
    title: str = ""  # its name as people write it
    about: str = ""  # in one line
    how_to_play: str = ""  # the rules in words, for the people who play
    parameters: Mapping[str, Any] = field(default_factory=dict)  # those that differ from the default
    compile_by_default: bool = True
    ends: Callable[[], Iterable[P]] | None = None  # every finished position, where they are known, as in a tree
    built_in: bool = False  # tested together with kibitz, so searches skip the checks for users' rules
    origin: ClassVar[Origin | None] = None  # `load` sets a game's own; a changed copy has none
    twin: ClassVar["Game[Any] | None"] = None  # the same rules with other weights, whose compiled searches are reused
    usual: ClassVar["Game[Any] | None"] = None  # the game whose learned weights are also for this variant of it

    @classmethod
    def of(cls, names: Mapping[str, Any], **about: Any) -> "Game[Any]":
        """Make a game from the functions and constants in a namespace that have a rule's name: `Game.of(locals())`."""
        return cls(rules=Rules.of(names), **about)

    def with_rules(self, **changes: Any) -> "Game[P]":
        """Return the same game with some rules or constants changed."""
        if self.rules.weighs:
            changes = {"evaluate": no_opinion, **changes}  # made again from what has changed
        return dataclasses.replace(self, rules=dataclasses.replace(self.rules, **changes))

    def with_model(self, model: Model) -> "Game[P]":
        """Return the same game evaluated by a model; searches compiled for one of the same shape are reused."""
        known = {name: model.about[name] for name in ("margin", "win_scale") if name in model.about}
        game = self.with_rules(model=model, weigh=None, weights=None, **known)
        vars(game).update(origin=self.origin and self.origin.with_weights(model), usual=self.usual)
        old = self.rules.model
        if old is not None and old.shape == model.shape and game.rules.margin == self.rules.margin:
            vars(game)["twin"] = self.twin or self
        return game

    def with_learned(self, model: Model, file: str = "the model") -> "Game[P]":
        """Return the same game evaluated by a model; raise if it was learned for another game or other features.

        A game without features gets those made from its fields.
        """
        game = derived(self)[0] if self.rules.features is None else self
        layouts = [features_digest(each) for each in (game, self.usual) if each is not None]
        if model.about.get("layout") not in (None, *layouts):
            learned_for = str(model.about.get("game", "a game without a name"))
            same = Path(learned_for.partition(":")[0]).stem == self.name
            why = "other features or rules" if same else "another game"
            raise GameError(f"{file} cannot be used for {self.spec()}: it was learned for {learned_for}, {why}")
        return game.with_model(model)

    def with_weights(self, weights: Weights | Model) -> "Game[P]":
        """Return the same game evaluated with other weights; searches compiled for this one are reused."""
        if isinstance(weights, Model):
            return self.with_learned(weights)
        if isinstance(weights, str | os.PathLike):
            wanted = f'write load("{spec_with(self.bare().spec(), weights)}")'
            raise GameError(f"with_weights takes weights or a model, not the name of a file; {wanted}")
        if self.rules.weights is None:
            raise GameError(f"{self.name} lists no weights that could be replaced")
        game = self.with_rules(weights=weights)
        expected, got = layout_of(self.rules.weights), layout_of(weights)
        if expected != got:
            wrong = next(name for name in {**expected, **got} if expected.get(name) != got.get(name))
            found = f"got {got[wrong]}" if wrong in got else "it is missing"
            raise GameError(f"weight {wrong} of {self.name}: expected {expected.get(wrong, 'no such name')}, {found}")
        vars(game)["origin"] = self.origin and self.origin.with_weights(weights)
        if self.rules.weighs:
            vars(game)["twin"] = self.twin or self
        return game

    def with_evaluation(self, change: Callable[[Score], Score]) -> "Game[P]":
        """Return the same game with every evaluation passed through a function, whatever its weights."""
        if self.rules.model is not None:
            before = self.rules.judged_by

            def changed_twice(score: Score) -> Score:
                return change(before(score))  # type: ignore[misc]

            return self.with_rules(judged_by=changed_twice if before else change)
        if self.rules.weighs:
            weigh = self.rules.weigh
            assert weigh is not None

            def changed_weigh(p: P, player: int, weights: Any) -> Score:
                return change(weigh(p, player, weights))

            return self.with_rules(weigh=changed_weigh)
        evaluate = self.rules.evaluate

        def changed(p: P, player: int) -> Score:
            return change(evaluate(p, player))

        return self.with_rules(evaluate=changed)

    def __repr__(self) -> str:
        return f"<Game {self.spec()}>"

    def __reduce__(self) -> Any:
        """Pickle how the game was loaded: functions cannot be pickled, and those of a file are created on each load."""
        if self.origin is None:
            raise GameError(
                f"{self.name} cannot be pickled: it was made or changed in Python, and only a game as `load` returns "
                "it can be found again; put it into a file and load that"
            )
        return self.origin, ()

    def __copy__(self) -> "Game[P]":
        return self

    def __deepcopy__(self, memo: Any) -> "Game[P]":
        return self

    @property
    def players(self) -> int:
        """Return the number of players."""
        return self.rules.players

    @property
    def objective(self) -> str:
        """Return what players aim for: "win" or "score"."""
        return self.rules.objective

    @property
    def repetition(self) -> int:
        """Return the occurrence at which a repeated position is a draw; 0: never."""
        return self.rules.repetition

    def spec(self) -> str:
        """Return the text with which `load` finds this game again."""
        if self.parameters.keys() == {"text"}:  # a tree: its source is enough, unless it was made in Python
            return self.source if self.source != "tree" else f"tree:text={self.parameters['text']}"
        given = {
            key: ",".join(map(str, value)) if isinstance(value, tuple) else value
            for key, value in self.parameters.items()
        }
        listed = ",".join(f"{key}={value}" for key, value in given.items())
        return f"{self.source or self.name}:{listed}" if listed else self.source or self.name

    def bare(self) -> "Game[P]":
        """Return the same game, with no word of what evaluates it among its parameters."""
        others = {name: value for name, value in self.parameters.items() if name not in ("evaluation", "weights")}
        return dataclasses.replace(self, parameters=others)

    @property
    def is_tree(self) -> bool:
        """Return whether this is an explicit tree, whose positions are nodes with names of their own."""
        return self.ends is not None

    def is_same(self, other: "Game[Any]", weights: bool = True) -> bool:
        """Return whether another game has the same name, parameters and rules, and the same weights if they matter."""
        if self is other:
            return True
        codes = [[code_of(getattr(game.rules, name)) for name in RULES] for game in (self, other)]
        alike = not weights or np.array_equal(self.rules.row, other.rules.row)
        return alike and self.spec() == other.spec() and codes[0] == codes[1]

    def label(self, player: int) -> str:
        """Return a player's name."""
        if player == CHANCE:
            return "chance"
        names = self.rules.player_names
        return names[player] if names else f"player {player}"

    def say(self, score: Score | None, proven: Proven | None, distance: int | None) -> str:
        """Return a score of this game in words."""
        rules, objective = self.rules, self.objective if self.players > 1 else "score"
        return describe(score, proven, distance, objective, rules.counted_in, rules.evaluated_in, self.level)

    def say_mean(self, score: Score, proven: Proven | None, distance: int | None) -> str:
        """Return the mean of many results of this game in words."""
        text = describe(score, proven, distance, self.objective if self.players > 1 else "score", self.rules.counted_in)
        return text.removesuffix(" at this depth")

    @property
    def level(self) -> str:
        """Return what a score of 0 means that is not proven; empty where it is a number like any other."""
        if not self.evaluates:
            return NO_OPINION
        return EQUAL if self.players == 2 else ""

    @property
    def evaluates(self) -> bool:
        """Return whether the game has an evaluation."""
        return self.rules.evaluate is not no_opinion

    def amount(self, score: Score) -> str:
        """Return an evaluation of this game as text, in its unit but without naming it."""
        return evaluation(score, self.rules.evaluated_in)

    def begin(self, moves: str | Iterable[int | str] = "", position: Any = None) -> State:
        """Begin a game from the start or from a position (as text or as the position itself), and play these moves."""
        return State(self, position).play_all(moves)

    def ask(self, rule: str, *arguments: Any) -> Any:
        """Return a rule's answer, as a list if it yields; turn anything it raises into an error with its place."""
        form = RULES[rule]
        try:
            answer = getattr(self.rules, rule)(*arguments)
            if form.yields:
                answer = list(itertools.islice(answer, MOST_LISTED + 1))
            elif rule == "is_over":
                answer = bool(answer)
        except KibitzError:
            raise
        except BaseException as error:
            if is_interrupt(error):
                raise
            raise GameError(f"`{rule}` of {self.name} raised {told(error)}") from error
        if form.yields and len(answer) > MOST_LISTED:
            raise GameError(f"`{rule}` of {self.name} yielded more than {MOST_LISTED:,} items; it must end")
        if not is_kind(form.returns, answer):
            wrong = f"returned {brief(answer)}, not {form.returns}{place_of(getattr(self.rules, rule))}"
            raise GameError(f"`{rule}` of {self.name} {wrong}; write: {form.form}")
        return answer

    def start(self) -> P:
        """Return the starting position."""
        p: P = self.ask("start")
        return p

    def turn(self, p: P) -> int:
        """Return the player to move, or CHANCE."""
        mover = self.ask("turn", p)
        if mover != CHANCE and mover not in range(self.players):
            raise GameError(
                f"`turn` of {self.name} returned {mover!r}, but the players are 0 to {self.players - 1}, or CHANCE"
            )
        return int(mover)

    def moves(self, p: P) -> list[int]:
        """List the legal moves, or nature's outcomes; empty if the game is over."""
        if self.ask("is_over", p):
            return []
        chance = self.turn(p) == CHANCE
        moves = [move for move, _ in self.chances(p)] if chance else self.ask("moves", p)
        for move in moves:
            if isinstance(move, bool) or not hasattr(move, "__index__"):
                wrong = f"yielded {brief(move)}, which is not an int"
                raise GameError(f"`moves` of {self.name} {wrong}; write: {RULES['moves'].form}")
            if not is_word(int(move)):
                raise GameError(f"`moves` of {self.name} yielded {brief(move)}, but a move is an int below 2**63")
        return [int(move) for move in moves]

    def chances(self, p: P) -> list[tuple[int, float]]:
        """List nature's outcomes with their probabilities."""
        form = RULES["chances"].form
        if self.rules.chances is None and self.turn(p) != CHANCE:
            raise GameError(f"{self.label(self.turn(p))} is to move, not chance")
        if self.rules.chances is None:
            raise GameError(f"`turn` is CHANCE, but the game has no `chances`; write: {form}")
        pairs: list[tuple[int, float]] = self.ask("chances", p)
        if any(not isinstance(pair, tuple) or len(pair) != 2 for pair in pairs):
            raise GameError(f"`chances` of {self.name} yielded {brief(pairs)}; write: {form}")
        odds = [probability for _, probability in pairs]
        try:
            right = min(odds) >= 0 and abs(math.fsum(odds) - 1) <= TOLERANCE
        except (TypeError, ValueError, OverflowError):
            right = False
        if not right:
            negative = any(is_number(each) and each < 0 for each in odds)
            wrong = "one of which is negative" if negative else "which do not sum to 1"
            raise GameError(f"`chances` of {self.name} yielded probabilities {brief(odds)}, {wrong}")
        return pairs

    def is_over(self, p: P) -> bool:
        """Return whether the game is over: the rules say so, or no moves are left."""
        return not self.moves(p)

    def play(self, p: P, move: int | str | tuple[int, ...]) -> P:
        """Return the position after a move or a chance outcome, given by number or by name."""
        chosen = self.read_move(p, move) if isinstance(move, str) else self.number_of(move)
        legal = self.moves(p)
        if chosen not in legal:
            raise MoveError(self.illegal(p, chosen, legal))
        after: P = self.ask("play", p, chosen)
        return after

    def number_of(self, move: Any) -> Any:
        """Return the number of a move; a tuple is one where the author's moves are tuples."""
        if isinstance(move, tuple) and self.rules.code_move is not None:
            try:
                return self.rules.code_move(move)
            except (TypeError, ValueError):
                return move
        return move

    def illegal(self, p: P, move: Any, legal: list[int]) -> str:
        """Return the error message for an illegal move, with the legal ones."""
        if not legal:
            return f"the game is over, {brief(move)} cannot be played"
        names = [self.move_name(p, each) for each in legal[: MOST_NAMED + 1]]
        shown = " ".join(names[:MOST_NAMED]) + (" …" if len(legal) > MOST_NAMED else "")
        return f"{brief(move)} is not a legal move here; legal: {shown}"

    def utility(self, p: P, player: int) -> Score:
        """Return what a finished game is worth to a player."""
        utility: Score = self.ask("utility", p, player)
        if not abs(utility) < MOST_SCORE:
            wanted = "which is not a number from -2**62 to 2**62"
            raise GameError(f"`utility` of {self.name} returned {brief(utility)}, {wanted}")
        return utility

    def utilities(self, p: P) -> list[Score]:
        """Return what a finished game is worth to every player."""
        return [self.utility(p, player) for player in range(self.players)]

    def evaluate(self, p: P, player: int) -> Score:
        """Return the author's estimate of what an unfinished game is worth to a player."""
        score: Score = self.ask("evaluate", p, player)
        return score

    def key(self, p: P) -> Any:
        """Return what repetition compares: the author's `key` of a position, or without one the position itself."""
        return self.ask("key", p) if self.rules.key else p

    def probe(self, p: P) -> list[int]:
        """Ask every question that a search asks in a position, so that a failing rule is named; return its moves."""
        legal = self.moves(p)
        if not legal:
            self.utilities(p)
            return legal
        about: dict[str, list[Any]] = {"evaluate": list(range(self.players)), "bounds": list(range(self.players))}
        if self.turn(p) != CHANCE:
            about |= {"priority": legal, "noisy": legal, "gain": legal}
        for rule in ("key", "urgent", "symmetries", "skip", *about):
            for rest in about.get(rule, [None]) if getattr(self.rules, rule) else ():
                self.ask(rule, p, *([] if rest is None else [rest]))
        return legal

    def move_name(self, p: P, move: int) -> str:
        """Return a move's name, as a person would type it."""
        return str(self.ask("move_name", p, move)) if self.rules.move_name else str(move)

    def read_move(self, p: P, text: str) -> int:
        """Return the legal move with this name."""
        legal = self.moves(p)
        wrong: GameError | None = None
        if self.rules.read_move and legal:
            try:
                move = self.ask("read_move", p, text)
                if move in legal:
                    return int(move)
            except GameError as error:
                wrong = error
        names = {self.move_name(p, move): move for move in legal}
        folded = {name.lower(): move for name, move in names.items()}
        if text in names or text.lower() in folded:
            return names.get(text, folded.get(text.lower(), 0))
        if wrong:
            # A ValueError is how the author's `read_move` reports what is wrong with a text.
            said = wrong.__cause__ if isinstance(wrong.__cause__, ValueError) else wrong
            raise MoveError(str(said)) from wrong
        raise MoveError(self.illegal(p, text, legal))

    def write(self, p: P) -> str:
        """Return a position as one line of text; by default, its fields as JSON."""
        return str(self.ask("write", p)) if self.rules.write else plain_text(p)

    def read(self, text: str) -> P:
        """Return the position that a line of text describes; the inverse of `write`."""
        if self.rules.write and not self.rules.read:
            raise PositionError(f"{self.name} has no `read`, so positions cannot be given as text")
        try:
            if self.rules.read:
                p: P = self.ask("read", text)
            else:
                p = shaped(json.loads(text), self.start(), "the position")
            return p
        except (GameError, ValueError, TypeError, OverflowError, RecursionError) as error:
            # A ValueError is how the author's `read` reports what is wrong with a text.
            reason = error.__cause__ if isinstance(error.__cause__, ValueError) else error
            why = "not JSON" if isinstance(reason, json.JSONDecodeError) else reason
            expected = f"; for example, the starting position is {brief(self.write(self.start()))}"
            raise PositionError(f"{brief(text)} is not a position of {self.name}: {why}{expected}") from error

    def show(self, p: P) -> str:
        """Return a picture of a position as text."""
        return str(self.ask("show", p)) if self.rules.show else self.write(p)

    def board(self, p: P) -> Board | None:
        """Return a position's board for drawing; None if the game has none."""
        if self.rules.board is None:
            return None
        board = self.ask("board", p)
        if not isinstance(board, Board):
            raise GameError(f"`board` of {self.name} returned {type(board).__name__}, not a Board of kibitz.board")
        return board


def spec_with(spec: str, file: str | os.PathLike[str]) -> str:
    """Return the text with which `load` finds a game with the weights in a file."""
    return f"{spec}{',' if ':' in spec else ':'}weights={file}"


def code_of(function: Any) -> Any:
    """Return what identifies a function even after it is loaded again."""
    return getattr(function, "__code__", function)


def is_word(number: int) -> bool:
    """Return whether a number fits in a signed 64-bit word, as in compiled code."""
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
    """Return a position's fields as JSON, or its repr if they are not numbers."""
    try:
        return json.dumps(p, separators=(",", ":"), default=plain_value)
    except (TypeError, ValueError, AttributeError):
        return repr(p)


def plain_value(part: Any) -> Any:
    """Return a part of a position that JSON does not know as something that it knows."""
    if dataclasses.is_dataclass(part) and not isinstance(part, type):
        return [getattr(part, field.name) for field in dataclasses.fields(part)]
    return part.value if isinstance(part, enum.Enum) else part.item()


def shaped(data: Any, like: Any, where: str) -> Any:
    """Return data read from JSON, converted to the types of a known position."""
    if dataclasses.is_dataclass(like) and not isinstance(like, type):
        names = [field.name for field in dataclasses.fields(like)]
        items = shaped(data, tuple(getattr(like, name) for name in names), where)
        return type(like)(**dict(zip(names, items, strict=True)))
    if isinstance(like, enum.Enum):
        return type(like)(data)
    if data is None or like is None:
        return tuple(data) if isinstance(data, list) else data
    if isinstance(like, tuple):
        if not isinstance(data, list) or len(data) != len(like):
            raise ValueError(f"{where} must be a list of {len(like)}, got {json.dumps(data)}")
        names = getattr(like, "_fields", [f"item {i}" for i in range(len(like))])
        items = [shaped(item, field, str(name)) for item, field, name in zip(data, like, names, strict=True)]
        return type(like)(*items) if hasattr(like, "_fields") else tuple(items)
    if isinstance(data, bool) is not isinstance(like, bool) or not isinstance(data, int):
        raise ValueError(f"{where} must be a whole number, got {json.dumps(data)}")
    return type(like)(data)
