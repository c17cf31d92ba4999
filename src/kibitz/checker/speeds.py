"""Plain and compiled rules compared: both must return the same, and no number may leave 64 bits."""

import contextlib
from functools import partial
from typing import Any

from kibitz.bits import signed
from kibitz.checker.guard import Guard, TimeUp
from kibitz.checker.report import Broken, Names, Report
from kibitz.compiler.plain import Compiled, Desk, Kernel, fold, plain, put, word, words
from kibitz.errors import CompileError
from kibitz.game import Game
from kibitz.rules import CHANCE
from kibitz.search.desk import PV, floats, set_up
from kibitz.search.evaluator import evaluator
from kibitz.search.keys import key_maker
from kibitz.search.perft import counting_desk, leaf_counter
from kibitz.search.speed import compiling

COMPARED = 1000
"""The approximate number of positions on which compiled rules are tried."""
ANSWERS = ("is_over", "turn", "evaluate", "utility", "priority", "key", "play", "features", "planes", "moves")
MIXER = 0x9E3779B97F4A7C1
"""Mixes the priorities of all moves to one number that depends on each."""
ROOM = 4096
"""The most moves of a position that are compared."""


class Speeds:
    """Compares the rules of a game, plain and compiled, on positions of random games."""

    def __init__(self, game: Game[Any], guard: Guard, report: Report, visited: list[tuple[Any, Names]]) -> None:
        self.game, self.guard, self.report = game, guard, report
        self.sample = visited[:: max(1, len(visited) // COMPARED)]

    def compare(self, seconds: float) -> None:
        """Compile the rules and compare their answers."""
        machines = self.compiled()
        try:
            if machines:
                self.guard.start(seconds)
                with contextlib.suppress(TimeUp):
                    self.agree(*machines)
        except Broken as broken:
            overflow = isinstance(broken.__cause__, OverflowError)
            promise, text = ("overflow", str(broken.__cause__)) if overflow else (broken.promise, broken.text)
            self.report.found(promise, text, self.guard.names)
            return
        for machine in machines:
            machine.keep()

    def compiled(self) -> list[Any]:
        """Compile the rules; it is no fault if they cannot be compiled and run plain."""
        from kibitz.compiler.compile import compile_search  # slow to import

        try:
            with compiling:
                return [compile_search(builder, self.game) for builder in (asker, leaf_counter)]
        except CompileError as error:
            for obstacle in error.obstacles:
                self.report.found("compile", f"the rules run plain, which is slower: {obstacle}", None, failure=False)
            return []

    def agree(self, asked: Kernel, counted: Kernel) -> None:
        """Check that compiled rules return what plain ones return."""
        game = self.game
        plain_asked, plain_counted = asker(self.guard.game, plain, game), leaf_counter(self.guard.game, plain)
        asked, counted = (self.guard.watched("compiled rules", machine) for machine in (asked, counted))
        for p, names in self.sample:
            self.guard.names = names
            for player in range(game.players):
                here = answers(plain_asked, game, p, player, array=False)
                there = answers(asked, game, p, player, array=True)
                for what, mine, theirs in zip(ANSWERS, here, there, strict=True):
                    if mine != theirs:
                        raise Broken("compile", f"{what} is {mine} plain and {theirs} compiled")
            leaves = plain_counted(p, 0, 2, counting_desk(game, 2, array=False))
            if leaves != (other := counted(p, 0, 2, counting_desk(game, 2, array=True))):
                raise Broken("compile", f"perft 2 is {leaves} plain and {other} compiled")
            self.report.compiled = True


def obstacles(game: Game[Any]) -> list[str]:
    """Return everything that keeps the rules of a game from being compiled, each in one sentence."""
    from kibitz.compiler.compile import compile_search  # slow to import

    try:
        with compiling:
            compile_search(asker, game)
    except CompileError as error:
        return error.obstacles
    return []


def asker(game: Game[Any], compiled: Compiled, own: Game[Any] | None = None) -> Kernel:
    """Build a function that asks every rule about one position and writes the answers on the desk.

    own: the game itself, if the rules to ask are wrapped; only its own tell what its positions look like.
    """
    turn, moves, is_over = game.rules.turn, game.rules.moves, game.rules.is_over
    key, priority, play = game.rules.key, game.rules.priority, game.rules.play
    key_of = key_maker((own or game).with_rules(key=None), compiled is plain)
    has_key, has_priority = key is not None, priority is not None
    utility, evaluate, features = game.rules.utility, evaluator(game), game.rules.features
    has_features = features is not None
    planes, words_seen = game.rules.planes, -(-(game.rules.feature_count or 0) // 64)  # type: ignore[operator]
    has_planes = planes is not None

    @partial(compiled, returns="int")
    def ask(p: Any, player: int, depth: int, desk: Desk) -> int:
        over = is_over(p)
        desk[0] = 1 if over else 0
        desk[1] = turn(p)
        count = 0
        if not over and desk[1] != CHANCE:
            for move in moves(p):
                if count < ROOM:
                    desk[PV + count] = move
                    count += 1
                    desk[6] = fold(desk[6] ^ key_of(play(p, move)), MIXER)
                    if has_priority:
                        desk[4] = fold(desk[4] ^ priority(p, move), MIXER)  # type: ignore[misc]
        if has_features:
            for number in features(p, player):  # type: ignore[misc]
                desk[7] = fold(desk[7] ^ number, MIXER)
        if has_planes:
            seen = planes(p, player)  # type: ignore[misc]
            for i in range(words_seen):
                desk[8] = fold(desk[8] ^ word(seen[i]), MIXER)
        if has_key:
            desk[5] = signed(int(key(p)))  # type: ignore[misc]
        if count > 0 or desk[1] == CHANCE and not over:
            put(desk, 2, float(evaluate(p, player, desk)))
        else:
            put(desk, 3, float(utility(p, player)))
        return count

    @partial(compiled, returns="int")
    def root(p: Any, player: int, depth: int, desk: Desk) -> int:
        return ask(p, player, depth, words(desk))

    return root


def answers(ask: Kernel, game: Game[Any], p: Any, player: int, array: bool) -> tuple[Any, ...]:
    """Return the rules' answers about a position, at one of the speeds."""
    desk = set_up(0, 2 * ROOM, game.players, game.rules.row, array)
    for slot in range(9):
        desk[slot] = 0
    count = ask(p, player, 0, desk)
    words = floats(desk)
    numbers = int(desk[0]), int(desk[1]), float(words[2]), float(words[3]), *map(int, desk[4:9])
    return *numbers, [int(move) for move in desk[PV : PV + count]]
