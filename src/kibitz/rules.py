"""The rules of a game: the author's functions and constants, and the form each of them has.

Searches use `Rules` and trust them; `kibitz.game.Game` is what a person calls, and checks every answer. `RULES` is the
single table of the functions: error messages, the compiler and `kibitz check` take what they need from it.
"""

import dataclasses
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from kibitz.coding import coded
from kibitz.errors import GameError, did_you_mean
from kibitz.model import Form, Model, judge_of
from kibitz.score import Score
from kibitz.weights import EXAMPLE, Weights, check_weights, row_of

P = TypeVar("P")

CHANCE = -1
"""What `turn` returns where nature moves."""
MOST_SCORE = 1 << 62
"""Larger than every score; searches start from it."""
TOLERANCE = 1e-9
"""How far the sum of probabilities may be from 1."""


class Rule(NamedTuple):
    """One function of a game."""

    name: str
    arguments: str
    example: str  # what the function does, as the rest of its definition
    returns: str = ""  # the kind of answer, where it can be checked; see `is_kind` in `game`
    required: bool = False
    compiled: bool = True  # False: not used by searches; may use all of Python
    yields: bool = False

    @property
    def form(self) -> str:
        """Return the function as an author would write it, for error messages."""
        return f"def {self.name}({self.arguments}): {self.example}"


TABLE = (
    Rule("start", "", "return Position(...)", "a position", required=True),
    Rule("turn", "p", "return p.player", "an int", required=True),
    Rule("moves", "p", "yield each legal move, an int", required=True, yields=True),
    Rule("play", "p, move", "return Position(...)", "a position", required=True),
    Rule("utility", "p, player", "return 1, 0 or -1", "a number", required=True),
    Rule("is_over", "p", "return True or False"),
    Rule("evaluate", "p, player", "return a number", "a number"),
    Rule("features", "p, player", "yield the number of each feature that is on", yields=True),
    Rule("planes", "p, player", "return a tuple of ints: feature 64 * i + b is on where bit b of int i is set"),
    Rule("weigh", "p, player, weights", "return a number", "a number"),
    Rule("priority", "p, move", "return an int, the higher the more promising", "an int"),
    Rule("candidates", "p", "yield each move worth trying", yields=True),
    Rule("chances", "p", "yield (outcome, probability)", yields=True),
    Rule("policy", "p, move", "return a weight, the higher the more likely", "a number"),
    Rule("key", "p", "return an int", "an int"),
    Rule("banked", "p, player", "return the points collected so far", "a number"),
    Rule("stage", "p", "return an int that never decreases along a game", "an int"),
    Rule("symmetries", "p", "yield each equivalent position", yields=True),
    Rule("bounds", "p, player", "return (low, high)", "a pair of numbers"),
    Rule("skip", "p", "return the position with the turn passed", "a position"),
    Rule("urgent", "p", "return True or False"),
    Rule("noisy", "p, move", "return True or False"),
    Rule("gain", "p, move", "return an int", "a number"),
    Rule("write", "p", "return a line of text", "text", compiled=False),
    Rule("read", "text", "return Position(...)", "a position", compiled=False),
    Rule("show", "p", "return text", "text", compiled=False),
    Rule("move_name", "p, move", "return text", "text", compiled=False),
    Rule("read_move", "p, text", "return an int", compiled=False),
    Rule("move_number", "p", "return the number of the round, as in 1. e4 e5 2. Nf3", "an int", compiled=False),
    Rule("board", "p", "return a Board", compiled=False),
)
RULES = {rule.name: rule for rule in TABLE}


def never_over(p: Any) -> bool:
    """Stand in for a missing `is_over`: the game ends when no moves are left."""
    return False


def no_opinion(p: Any, player: int) -> int:
    """Stand in for a missing `evaluate`."""
    return 0


def weighing(weigh: Callable[[P, int, Any], Score], row: Any) -> Callable[[P, int], Score]:
    """Make the evaluation of a game that lists weights, for callers without a desk to read them from."""

    def evaluate(p: P, player: int) -> Score:
        return weigh(p, player, row)

    return evaluate


def judging(rules: Any) -> Callable[[P, int], Score]:
    """Make the evaluation of a game with a model, for callers without a desk to read its numbers from."""
    judge, block = judge_of(rules, 0), rules.model.block

    def evaluate(p: P, player: int) -> Score:
        score: Score = judge(p, player, block)
        return score

    return evaluate


MADE = ("code_move", "model", "rival", "judged_by")
"""Parts of the rules that no author writes."""


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Rules(Generic[P]):
    """The author's functions and constants. An optional function that was not given is None or has a default."""

    start: Callable[[], P]
    turn: Callable[[P], int]
    moves: Callable[[P], Iterable[int]]
    play: Callable[[P, int], P]
    utility: Callable[[P, int], Score]
    is_over: Callable[[P], bool] = never_over
    evaluate: Callable[[P, int], Score] = no_opinion  # made from `weigh` if only that is given
    weigh: Callable[[P, int, Any], Score] | None = None
    features: Callable[[P, int], Iterable[int]] | None = None  # what a learned evaluation sees of a position
    planes: Callable[[P, int], tuple[int, ...]] | None = None  # the features as bits, for searches to compare
    priority: Callable[[P, int], int] | None = None
    candidates: Callable[[P], Iterable[int]] | None = None
    chances: Callable[[P], Iterable[tuple[int, float]]] | None = None
    policy: Callable[[P, int], Score] | None = None  # how likely a player who does not play best chooses a move
    key: Callable[[P], int] | None = None
    banked: Callable[[P, int], Score] | None = None  # points collected; `key` leaves them out, the future ignores them
    stage: Callable[[P], int] | None = None  # never decreases along a game
    symmetries: Callable[[P], Iterable[P]] | None = None
    bounds: Callable[[P, int], tuple[Score, Score]] | None = None
    skip: Callable[[P], P] | None = None
    urgent: Callable[[P], bool] | None = None
    noisy: Callable[[P, int], bool] | None = None
    gain: Callable[[P, int], int] | None = None
    write: Callable[[P], str] | None = None
    read: Callable[[str], P] | None = None
    show: Callable[[P], str] | None = None
    move_name: Callable[[P, int], str] | None = None
    read_move: Callable[[P, str], int] | None = None
    move_number: Callable[[P], int] | None = None
    board: Callable[[P], Any] | None = None
    weights: Weights | None = None
    feature_count: int | Callable[[], int] | None = None  # features are numbered from 0 to one less
    model: Model | None = None  # the learned evaluation, made of `features`, that takes the place of any other
    rival: Any = None  # the game with another evaluation, which a duel's search uses while RIVAL is set on its desk
    judged_by: Callable[[Score], Score] | None = None  # what every evaluation of the model is passed through
    players: int = 2
    player_names: tuple[str, ...] | None = None
    objective: str = "win"
    counted_in: str | None = None  # the unit of amounts: "discs"; "value": nobody wins; None: unknown
    evaluated_in: tuple[str, Score] | None = (
        None  # the unit in which evaluations are shown, and the points that make one
    )
    win_scale: Score = 0  # the evaluation at which a win is e times as likely as a loss; 0: unknown
    repetition: int = 0
    without: tuple[str, ...] = ()  # techniques that do not help in this game, which the engine leaves out
    margin: Score = 0  # a quiet move rarely changes an evaluation by more; 0: unknown
    teams: tuple[int, ...] | None = None
    searched_by: str | None = None  # the engine's search that suits the game, where it is not the usual one
    playouts: Score | None = None  # Monte Carlo: the share of playouts in a value that suits the game
    score_sum: Score | None = (
        None  # what the utilities, and the evaluations, of all players add up to; None: not declared
    )
    how_to_play: str | None = None  # the rules in words, for the people who play
    code_move: Callable[[Any], int] | None = None  # made where moves are tuples; see `coding`
    weighs: ClassVar[bool] = False  # `evaluate` is `weigh` with these weights, which searches read at run time

    def __post_init__(self) -> None:
        for rule in TABLE:
            check_form(rule, getattr(self, rule.name))
        check_constants(self)
        if self.model is not None:
            vars(self)["weighs"] = True
            object.__setattr__(self, "evaluate", judging(self))
        elif self.weights is not None and self.weigh is not None and self.evaluate is no_opinion:
            vars(self)["weighs"] = True
            object.__setattr__(self, "evaluate", weighing(self.weigh, self.row))

    def __repr__(self) -> str:
        return f"Rules({', '.join(self.given())})"

    @cached_property
    def row(self) -> Any:
        """Return the weights as searches read them: one array, empty if the game lists none."""
        return self.model.block if self.model is not None else row_of(self.weights or {})

    @classmethod
    def of(cls, names: Mapping[str, Any]) -> "Rules[Any]":
        """Make rules from the functions and constants in this namespace that have a rule's name."""
        for rule in TABLE:
            if rule.required and rule.name not in names:
                own = [n for n, v in names.items() if inspect.isfunction(v) and n not in RULES]
                hint = did_you_mean(rule.name, own).replace("did you mean", "is it")
                raise GameError(f"the game has no function `{rule.name}`{hint}; write: {rule.form}")
        known = [field.name for field in dataclasses.fields(cls) if field.name not in MADE]
        rules: Rules[Any] = coded(cls(**{name: names[name] for name in known if names.get(name) is not None}))
        return rules

    def given(self) -> dict[str, Any]:
        """Return the functions that the author wrote, by name."""
        found = {rule.name: getattr(self, rule.name) for rule in TABLE}
        return {name: rule for name, rule in found.items() if rule not in (None, never_over, no_opinion)}


def check_form(rule: Rule, function: Any) -> None:
    """Raise unless a function can be called as this rule requires."""
    if function is None:
        return
    if not callable(function):
        raise GameError(f"`{rule.name}` must be a function, got {function!r}; write: {rule.form}")
    count = len(rule.arguments.split(",")) if rule.arguments else 0
    try:
        inspect.signature(function).bind(*range(count))
    except TypeError:
        got = ", ".join(inspect.signature(function).parameters)
        raise GameError(
            f"`{rule.name}` must take ({rule.arguments}), yours takes ({got}); write: {rule.form}"
        ) from None
    except ValueError:  # built-in functions may have no signature
        return


def check_evaluated_in(unit: Any) -> None:
    """Raise unless this is None, or the name of a unit and the points that make one."""
    if unit is None:
        return
    good = isinstance(unit, tuple | list) and len(unit) == 2 and isinstance(unit[0], str) and bool(unit[0])
    if not good or isinstance(unit[1], bool) or not isinstance(unit[1], int | float) or not 0 < unit[1] < MOST_SCORE:
        raise GameError(f'evaluated_in must name a unit and its points, such as ("pawns", 100), got {unit!r}')


def check_features(rules: Rules[Any]) -> None:
    """Raise unless a game with features says how many there are, and a model is made for them."""
    count = rules.feature_count
    if rules.features is None:
        if rules.model is not None:
            raise GameError(f"the game has no features for a learned evaluation; write: {RULES['features'].form}")
        for name, given in (("counts features", count), ("has `planes`", rules.planes)):
            if given is not None:
                raise GameError(f"the game {name}, but has no `features`; write: {RULES['features'].form}")
        return
    if callable(count):
        try:
            count = count()
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
            raise GameError(f"feature_count raised {said}; write: def feature_count(): return 768") from error
        object.__setattr__(rules, "feature_count", count)
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        if count is None:
            raise GameError("the game does not say how many features there are; write: feature_count = 768")
        raise GameError(f"feature_count must be a whole number of at least 1, got {count!r}")
    Form("linear", count).check()
    if rules.model is not None and rules.model.form.features != count:
        raise GameError(f"these weights are for {rules.model.form.features:,} features, the game has {count:,}")


def check_constants(rules: Rules[Any]) -> None:
    """Raise unless every constant of a game is valid."""
    if not isinstance(rules.players, int) or rules.players < 1:
        raise GameError(f"players must be a whole number of at least 1, got {rules.players!r}")
    if rules.objective not in ("win", "score"):
        raise GameError(f'objective must be "win" or "score", got {rules.objective!r}')
    if not isinstance(rules.repetition, int) or rules.repetition < 0:
        raise GameError(f"repetition must be a whole number of at least 0, got {rules.repetition!r}")
    if rules.counted_in is not None and (not isinstance(rules.counted_in, str) or not rules.counted_in):
        raise GameError(f'counted_in must name a unit, such as "points", got {rules.counted_in!r}')
    if rules.counted_in is not None and rules.objective == "win":
        raise GameError(f'a game counted in {rules.counted_in} is about amounts; write: objective = "score"')
    check_evaluated_in(rules.evaluated_in)
    if rules.how_to_play is not None and not isinstance(rules.how_to_play, str):
        raise GameError(f"how_to_play must be text for the people who play, got {rules.how_to_play!r}")
    if rules.banked is not None and rules.objective == "win":
        raise GameError('a game whose points are `banked` is about amounts; write: objective = "score"')
    for constant in ("margin", "win_scale"):
        value = getattr(rules, constant)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < MOST_SCORE:
            raise GameError(f"{constant} must be a number of at least 0, got {value!r}")
    if rules.playouts is not None and (
        isinstance(rules.playouts, bool) or not isinstance(rules.playouts, int | float) or not 0 <= rules.playouts <= 1
    ):
        raise GameError(f"playouts must be a share from 0 to 1, got {rules.playouts!r}")
    if rules.searched_by is not None and not isinstance(rules.searched_by, str):
        raise GameError(f"searched_by must be the name of one of the engine's searches, got {rules.searched_by!r}")
    if rules.score_sum is not None and (
        isinstance(rules.score_sum, bool)
        or not isinstance(rules.score_sum, int | float)
        or not -MOST_SCORE < rules.score_sum < MOST_SCORE
    ):
        raise GameError(
            f"score_sum must be a number, what the scores of all players add up to, got {rules.score_sum!r}"
        )
    if not isinstance(rules.without, tuple | list) or not all(isinstance(name, str) for name in rules.without):
        raise GameError(f"without must list techniques of the engine, got {rules.without!r}")
    for constant in ("player_names", "teams"):
        value = getattr(rules, constant)
        if value is not None and (not isinstance(value, tuple | list) or len(value) != rules.players):
            raise GameError(f"{constant} must name {rules.players} players, got {value!r}")
    check_features(rules)
    if rules.weights is not None:
        check_weights(rules.weights)
    if rules.weights is None and rules.weigh is not None:
        raise GameError(f"the game has `weigh`, but lists no weights; write: {EXAMPLE}")
    if rules.weights is not None and rules.weigh is None:
        raise GameError(f"the game lists weights, but has no `weigh` that reads them; write: {RULES['weigh'].form}")
