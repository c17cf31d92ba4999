"""Does this game keep its promises?

Seeded random games are played, and in every position the rules are asked what they promise. Each broken
promise is told once, as the author would tell it: the moves that lead there, the values that differ, and
the seed that repeats it.
"""

import copy
import math
import random
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from kibitz.errors import CompileError
from kibitz.game import CHANCE, MOST_SCORE, YIELDING, Game, no_opinion, told
from kibitz.kernel import Compiled, Desk, Kernel, plain, put, words
from kibitz.search.desk import floats, set_up
from kibitz.search.perft import counting_desk, leaf_counter
from kibitz.weights import row_of

MOST_PLIES = 1000
"""How long a random game may be before it counts as one that did not end."""
COMPARED = 1000
"""Positions on which plain and compiled rules are compared."""
TOLERANCE = 1e-9


class Finding(NamedTuple):
    """A promise that is broken, or something that the author should know."""

    promise: str  # the function or law it is about
    text: str
    moves: tuple[str, ...]  # that lead there from the start
    failure: bool  # False: only a remark

    def sentence(self) -> str:
        """Tell it in one line."""
        where = f", after {' '.join(self.moves)}" if self.moves else ", at the start"
        if self.promise == "compile" and not self.failure:
            where = ""
        return f"{self.promise}: {self.text}{where}"


class Broken(Exception):
    """Raised where a promise is found broken."""

    def __init__(self, promise: str, text: str) -> None:
        super().__init__(text)
        self.promise, self.text = promise, text


@dataclass
class Report:
    """What was tried, and what was found."""

    game: str
    seed: int
    games: int = 0
    positions: int = 0
    longest: int = 0
    seconds: float = 0.0
    compiled: bool = False
    finished: bool = True
    findings: list[Finding] = field(default_factory=list)

    @property
    def failures(self) -> list[Finding]:
        """List the broken promises."""
        return [finding for finding in self.findings if finding.failure]

    def to_json(self) -> dict[str, Any]:
        """Give the report as one JSON object."""
        findings = [{**finding._asdict(), "moves": list(finding.moves)} for finding in self.findings]
        return {**vars(self), "ok": not self.failures, "findings": findings}


def check(
    game: Game[Any],
    seed: int = 0,
    games: int = 50,
    seconds: float = 10.0,
    compiled: bool | None = None,
    stop: threading.Event | None = None,
    tell: Callable[[str], None] = lambda text: None,
) -> Report:
    """Play random games and test what a game promises; `tell` hears how far it is."""
    report = Report(game.name, seed)
    started = time.monotonic()
    checker = Checker(game, report)
    for number in range(games):
        report.games = number + 1
        tell(f"game {number + 1} of {games}")
        checker.play_one(random.Random(f"{seed} {number}"))
        stopped = stop is not None and stop.is_set()
        if stopped or time.monotonic() - started > seconds:
            report.finished = number + 1 == games
            break
    if compiled is not False and game.compile_by_default and not report.failures:
        tell("compiling")
        checker.compare_speeds()
    report.seconds = time.monotonic() - started
    return report


PROOF_NODES = 200
"""How many positions are looked at to find what best play gives; near the end of a game that is enough."""


class Checker:
    """Plays random games and compares what the rules say with what they promise."""

    def __init__(self, game: Game[Any], report: Report) -> None:
        self.game, self.report = game, report
        self.leaves = leaf_counter(game, plain)
        self.keys: dict[Any, tuple[Any, tuple[str, ...]]] = {}  # the first position with a key, and its moves
        self.sums: dict[float, tuple[str, ...]] = {}  # what utilities sum to, and an example
        self.visited: list[tuple[Any, tuple[str, ...]]] = []

    def found(self, promise: str, text: str, moves: tuple[str, ...], failure: bool = True) -> None:
        """Note a finding, the first about each promise."""
        if all((known.promise, known.failure) != (promise, failure) for known in self.report.findings):
            self.report.findings.append(Finding(promise, text, moves, failure))

    def play_one(self, choose: random.Random) -> None:
        """Play one random game, testing each position on the way."""
        names: tuple[str, ...] = ()
        try:
            p = self.ask("start")
            if self.ask("start") != p:
                raise Broken("start", "gave another position when asked again")
            past: dict[Any, tuple[str, ...]] = {}
            for ply in range(MOST_PLIES + 1):
                self.report.longest = max(self.report.longest, ply)
                legal = self.position(p, names, past)
                if not legal:
                    self.ending(p, names)
                    return
                if ply < MOST_PLIES:
                    move = choose.choice(legal)
                    names = (*names, self.game.name_of(p, move))
                    p = self.ask("play", p, move)
            text = f"a random game had not ended after {MOST_PLIES} plies"
            self.found("end", text, names[:8] + ("…",), failure=False)
        except Broken as broken:
            self.found(broken.promise, broken.text, names)
        except Exception as error:  # what the rules gave could not even be looked at
            self.found("values", f"cannot be compared or read: {told(error)}", names)

    def ask(self, rule: str, *arguments: Any) -> Any:
        """Call a rule; an error of its own is a finding."""
        try:
            answer = getattr(self.game, rule)(*arguments)
            return list(answer) if rule in YIELDING else answer
        except Exception as error:
            raise Broken(rule, f"raised {told(error)}") from error

    def position(
        self,
        p: Any,
        names: tuple[str, ...],
        past: dict[Any, tuple[str, ...]],
    ) -> list[int]:
        """Test one position; return its moves, none if the game is over."""
        self.report.positions += 1
        if len(self.visited) < 5000:
            self.visited.append((p, names))
        over = self.ask("is_over", p)
        if over not in (True, False):
            raise Broken("is_over", f"returned {over!r}, not True or False")
        legal = [] if over else self.legal(p)
        self.texts(p, legal)
        self.same_key(p, names, legal, past)
        self.symmetric(p, legal)
        self.numbers(p, legal)
        self.trying(p, legal)
        before = copy.deepcopy(p)
        for move in legal:
            after = self.ask("play", p, move)
            if p != before:
                raise Broken("play", f"changed the position it was given: {before!r} became {p!r}")
            if self.ask("play", p, move) != after:
                raise Broken("play", f"gave two different positions for move {self.game.name_of(p, move)}")
        return legal

    def legal(self, p: Any) -> list[int]:
        """Ask for the moves, or nature's outcomes, and test them."""
        mover = self.ask("turn", p)
        players = self.game.players
        if isinstance(mover, bool) or mover != CHANCE and mover not in range(players):
            raise Broken("turn", f"returned {mover!r}, but the players are 0 to {players - 1}, or CHANCE ({CHANCE})")
        rule = "moves"
        if mover == CHANCE:
            rule = "chances"
            if self.game.chances is None:
                raise Broken("chances", "`turn` is CHANCE, but the game has no `chances`")
            pairs = self.ask("chances", p)
            for pair in pairs:
                if not isinstance(pair, tuple) or len(pair) != 2:
                    raise Broken("chances", f"gave {pair!r}, not (outcome, probability)")
                if not pair[1] > 0:
                    raise Broken("chances", f"gave outcome {pair[0]} the probability {pair[1]}, which is not positive")
            total = math.fsum(probability for _, probability in pairs)
            if abs(total - 1) > TOLERANCE:
                raise Broken("chances", f"gave probabilities that sum to {total:.12g}, not to 1")
            moves = [move for move, _ in pairs]
        else:
            moves = self.ask("moves", p)
            if moves != (again := self.ask("moves", p)):
                raise Broken("moves", f"gave {moves}, and {again} when asked again")
        for move in moves:
            if isinstance(move, bool) or not hasattr(move, "__index__"):
                raise Broken(rule, f"gave {move!r}, which is not an int")
        for move in moves:
            if moves.count(move) > 1:
                raise Broken(rule, f"gave {self.game.name_of(p, move)} {moves.count(move)} times")
        return [int(move) for move in moves]

    def texts(self, p: Any, legal: list[int]) -> None:
        """Test that positions and moves survive being written and read."""
        game = self.game
        if game.show is not None and not isinstance(shown := self.ask("show", p), str):
            raise Broken("show", f"returned {shown!r}, not text")
        if game.write is not None:
            text = self.ask("write", p)
            if not isinstance(text, str) or "\n" in text:
                raise Broken("write", f"returned {text!r}, not one line of text")
            if game.read is not None and (again := self.ask("read", text)) != p:
                raise Broken("read", f"of {text!r} gave {again!r}, not the position it was written from, {p!r}")
        named: dict[str, int] = {}
        for move in legal:
            name = self.ask("move_name", p, move) if game.move_name else str(move)
            if not isinstance(name, str) or not name or name.split() != [name]:
                raise Broken("move_name", f"of {move} is {name!r}, not one word")
            if name in named:
                raise Broken("move_name", f"is {name!r} for both {named[name]} and {move}")
            named[name] = move
            if game.read_move is not None and (again := self.ask("read_move", p, name)) != move:
                raise Broken("read_move", f"of {name!r} gave {again!r}, but that is the name of {move}")

    def same_key(self, p: Any, names: tuple[str, ...], legal: list[int], past: dict[Any, tuple[str, ...]]) -> None:
        """Test that equal keys mean the same future, and remark on a game that comes back to where it was."""
        key = self.ask("key", p) if self.game.key else p
        try:
            hash(key)
        except TypeError:
            if self.game.key:
                raise Broken("key", f"returned {key!r}, which is not an int") from None
            return
        if key in past and not self.game.repetition:
            self.found(
                "repetition",
                f"the position after {' '.join(past[key]) or 'no move'} came back, and the game has no `repetition`",
                names,
                failure=False,
            )
        past.setdefault(key, names)
        if self.game.key is None:
            return
        first, moves = self.keys.setdefault(key, (p, names))
        if first == p:
            return
        for what, here, there in self.futures(p, first, legal):
            if here != there:
                other = " ".join(moves) or "no move"
                raise Broken("key", f"is {key} here and after {other}, but {what} is {here} here and {there} there")

    def futures(self, p: Any, other: Any, legal: list[int]) -> Iterator[tuple[str, Any, Any]]:
        """Give what must be the same of two positions that count as one."""
        game = self.game
        yield "turn", self.ask("turn", p), self.ask("turn", other)
        there = game.legal(other)
        if game.symmetries is None:
            yield "the set of moves", sorted(legal), sorted(there)
        yield "the number of moves", len(legal), len(there)
        if not legal and not there:
            yield "utility", game.utilities(p), game.utilities(other)
        yield "perft 2", *(self.leaves(q, 0, 2, counting_desk(game, 2, False)) for q in (p, other))

    def symmetric(self, p: Any, legal: list[int]) -> None:
        """Test that symmetric positions have the same future."""
        if self.game.symmetries is None:
            return
        for other in self.ask("symmetries", p):
            for what, here, there in self.futures(p, other, legal):
                if here != there:
                    raise Broken("symmetries", f"gave {other!r}, but {what} is {here} here and {there} there")

    def numbers(self, p: Any, legal: list[int]) -> None:
        """Test evaluations, priorities and bounds."""
        game = self.game
        players = range(game.players)
        if legal:
            guesses = [number_of("evaluate", self.ask("evaluate", p, player)) for player in players]
            if game.bounds and game.evaluate is not no_opinion:
                self.within(p, guesses, "evaluate")
            for player in players if game.weights else ():
                weighed = number_of("weigh", self.ask("weigh", p, player, row_of(game.weights or {})))
                if weighed != guesses[player]:
                    other = f"but `evaluate` is {guesses[player]}"
                    raise Broken("weigh", f"is {weighed} for player {player} by the listed weights, {other}")
            for move in legal if game.priority else ():
                number_of("priority", self.ask("priority", p, move))
        if game.bounds:
            worth = [self.best_play(p, player, [PROOF_NODES]) for player in players]
            if None not in worth:
                self.within(p, worth, "utility" if not legal else "the score of best play")

    def within(self, p: Any, scores: list[Any], what: str) -> None:
        """Test scores of a position against its bounds."""
        for player, score in enumerate(scores):
            pair = self.ask("bounds", p, player)
            numbers = isinstance(pair, tuple) and len(pair) == 2 and all(hasattr(edge, "__float__") for edge in pair)
            if not numbers or not pair[0] <= pair[1]:
                raise Broken("bounds", f"returned {pair!r}, not (low, high)")
            if not pair[0] <= score <= pair[1]:
                raise Broken("bounds", f"are {pair[0]} to {pair[1]} for player {player}, but {what} is {score}")

    def best_play(self, p: Any, player: int, left: list[int]) -> Any:
        """Find what best play gives a player, None if that takes more positions than are left."""
        left[0] -= 1
        legal = self.game.legal(p) if left[0] >= 0 else []
        if left[0] < 0 or legal and self.game.turn(p) == CHANCE:
            return None
        if not legal:
            return self.ask("utility", p, player)
        scores = [self.best_play(self.ask("play", p, move), player, left) for move in legal]
        if None in scores:
            return None
        return max(scores) if self.game.turn(p) == player else min(scores)

    def trying(self, p: Any, legal: list[int]) -> None:
        """Test that moves worth trying are legal, that there is one wherever there is a move, and what is left out."""
        if self.game.candidates is None:
            return
        worth = self.ask("candidates", p) if legal else []
        for move in worth:
            if move not in legal:
                raise Broken("candidates", f"gave {move!r}, which is not a legal move")
        if legal and not worth:
            raise Broken("candidates", "gave nothing, but there are legal moves")
        if self.game.objective == "score":
            if self.game.bounds is None:
                raise Broken("candidates", "need `bounds`: what is left out scores no better than their low end")
            return
        if any(self.wins(self.ask("play", p, move), self.game.turn(p)) for move in worth):
            return
        for move in legal:
            if move not in worth and not self.loses_at_once(p, move):
                name = self.game.name_of(p, move)
                raise Broken(
                    "candidates", f"left out {name}, but it does not lose at once, nor does another win at once"
                )

    def wins(self, p: Any, player: int) -> bool:
        """Say whether the game is over, and won by a player."""
        return self.game.ended(p) and self.ask("utility", p, player) > self.ask("utility", p, 1 - player)

    def loses_at_once(self, p: Any, move: int) -> bool:
        """Say whether a move loses, or lets the other win by the next one."""
        other, child = 1 - self.game.turn(p), self.ask("play", p, move)
        if self.game.ended(child):
            return self.wins(child, other)
        replies = self.game.legal(child) if self.game.turn(child) == other else []
        return any(self.wins(self.ask("play", child, reply), other) for reply in replies)

    def ending(self, p: Any, names: tuple[str, ...]) -> None:
        """Test a finished game."""
        players = range(self.game.players)
        scores = [number_of("utility", self.ask("utility", p, player)) for player in players]
        total = round(math.fsum(scores), 9)
        self.sums.setdefault(total, names)
        if self.game.players == 2 and len(self.sums) > 1:
            other = next(known for known in self.sums if known != total)
            raise Broken(
                "utility",
                f"is {scores[0]:g} and {scores[1]:g}, which sum to {total:g}, but to {other:g} after "
                f"{' '.join(self.sums[other]) or 'no move'}: not a constant-sum game",
            )

    def compare_speeds(self) -> None:
        """Test that compiled rules say what plain ones say."""
        from kibitz.compiler import compile_search  # numba takes half a second to import

        try:
            asked, counted = compile_search(questions, self.game), compile_search(leaf_counter, self.game)
        except CompileError as error:
            self.found("compile", f"the rules run plain, and slower: {error}", (), failure=False)
            return
        self.report.compiled = True
        step = max(1, len(self.visited) // COMPARED)
        for p, names in self.visited[::step]:
            for player in range(self.game.players):
                here = answers(questions(self.game, plain), self.game, p, player, array=False)
                there = answers(asked, self.game, p, player, array=True)
                for what, mine, theirs in zip(ANSWERS, here, there, strict=True):
                    if mine != theirs:
                        self.found("compile", f"{what} is {mine} plain and {theirs} compiled", names)
                        return
            counts = [
                run(p, 0, 2, counting_desk(self.game, 2, array))
                for run, array in ((self.leaves, False), (counted, True))
            ]
            if counts[0] != counts[1]:
                self.found("compile", f"perft 2 is {counts[0]} plain and {counts[1]} compiled", names)
                return
        asked.keep()
        counted.keep()


def number_of(rule: str, value: Any) -> Any:
    """Check that a rule gave a finite number."""
    if isinstance(value, bool) or not hasattr(value, "__float__") or not abs(value) < MOST_SCORE:
        raise Broken(rule, f"returned {value!r}, not a number below 2**62")
    return value


ANSWERS = ("is_over", "turn", "evaluate", "utility", "moves")
ROOM = 4096
"""Moves of a position that are compared."""


def questions(game: Game[Any], compiled: Compiled) -> Kernel:
    """Build a function that asks every rule about one position and writes the answers on the desk."""
    turn, moves, is_over = game.turn, game.moves, game.is_over
    utility, evaluate = game.utility, game.evaluate

    @partial(compiled, returns="int")
    def ask(p: Any, player: int, depth: int, desk: Desk) -> int:
        over = is_over(p)
        desk[0] = 1 if over else 0
        desk[1] = turn(p)
        count = 0
        if not over and desk[1] != CHANCE:
            for move in moves(p):
                if count < ROOM:
                    desk[4 + count] = move
                    count += 1
        if count > 0 or desk[1] == CHANCE and not over:
            put(desk, 2, float(evaluate(p, player)))
        else:
            put(desk, 3, float(utility(p, player)))
        return count

    @partial(compiled, returns="int")
    def root(p: Any, player: int, depth: int, desk: Desk) -> int:
        return ask(p, player, depth, words(desk))

    return root


def answers(ask: Kernel, game: Game[Any], p: Any, player: int, array: bool) -> tuple[Any, ...]:
    """Give what the rules say of a position, at one of the speeds."""
    desk = set_up(0, 2 * ROOM, game.players, array)
    for slot in range(4):
        desk[slot] = 0
    count = ask(p, player, 0, desk)
    words = floats(desk)
    return int(desk[0]), int(desk[1]), float(words[2]), float(words[3]), [int(move) for move in desk[4 : 4 + count]]
