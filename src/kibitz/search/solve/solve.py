"""Solving: the exact value of a position under perfect play, by the fastest sound method for the game.

bisection       null-window searches halve the range of the score (games for points; every game with weak=True)
deepening       exact search to increasing depth, until a win has the shortest distance (games to be won)
proof-number    can one player win, and if not, the other? (weak only)
retrograde      from the ends backwards (small games with cycles)
expectation     from the ends backwards, averaged over chance (games with chance, and games of one player)
"""

import hashlib
import os
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from kibitz.compiler.plain import Desk, Kernel
from kibitz.errors import GameError, OptionError, did_you_mean
from kibitz.game import Game
from kibitz.loader import state_of
from kibitz.score import Proven, Score, number, outcome, tidy
from kibitz.search.desk import FAULT, HIGHEST, LIMIT, MOST_DEPTH, NODES
from kibitz.search.driver import Drive
from kibitz.search.engine.desk import DEPTH_DONE, GUESSED, PV, TABLE, line_in, new_desk
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.findings import Findings
from kibitz.search.engine.machinery import TRIAL_MEGABYTES, Unfit, refuse_fault
from kibitz.search.engine.scoring import WIDE, bounder, scale_of
from kibitz.search.engine.settings import Settings
from kibitz.search.engine.suited import is_constant
from kibitz.search.engine.table import clear, new_table
from kibitz.search.keys import need_values
from kibitz.search.limit import Limit, limit_of
from kibitz.search.mistake import failure
from kibitz.search.request import Request, Searched
from kibitz.search.result import Longest, Result
from kibitz.search.solve.checkpoint import Checkpoint, WiderTable, discard, restore
from kibitz.search.solve.expect import expect
from kibitz.search.solve.proof_number import proof_number
from kibitz.search.solve.retrograde import MOST_MEGABYTES, Solution, explorer, explorer_trial, reach
from kibitz.search.speed import SAMPLE_NODES, Search, failed, ready

METHODS = ("bisection", "deepening", "proof-number", "retrograde", "expectation")
WORDS_FOR = {
    "proof-number": "proof-number search",
    "retrograde": "retrograde analysis",
    "expectation": "solving a game with chance",
}
"""What a method that needs positions with keys is called in messages."""
SOLVE_MEGABYTES = 256
"""Solving takes longer than a move and needs a larger table."""
WITHOUT = ("history",)
"""Techniques that do not help in a search to the end of the game; see docs/engine.md."""


def solve(
    what: Searched,
    *,
    position: Any = None,
    moves: str | Iterable[int | str] = "",
    weak: bool = False,
    method: str | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    limit: Limit | None = None,
    table: float = SOLVE_MEGABYTES,
    threads: int = 1,
    compiled: bool | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    stop: threading.Event | None = None,
    tell: Callable[[str], None] = lambda text: None,
) -> Result:
    """Find the exact value of a game in progress and the line of best play; with weak, only who wins.

    what: a game's name, its file, a Game, or a State.
    position, moves: where the game begins, and the moves played from there.
    method: one of METHODS; by default the one that suits the game.
    seconds, nodes: give up after this much, or after a limit=Limit(…); the result is then not finished, and bisection's
        `bounds` hold what is known.
    table, threads: the size of the transposition table in MB, and how many threads search.
    checkpoint: a file to which the table is saved every half minute, and from which an interrupted run resumes; for
        bisection and deepening.
    tell: called regularly with a sentence about the progress.
    """
    state = state_of(what, position, moves)
    limit = limit_of(None, seconds, nodes, None, limit) or Limit()
    request = Request(state.game, state.position, 0, limit, stop=stop or threading.Event())
    file = None if checkpoint is None else Path(checkpoint)
    return Solver(state.game, table, threads, compiled).solve(request, weak, method, file, tell)


def method_of(game: Game[Any], weak: bool, method: str | None) -> str:
    """Return the method to solve a game with; raise if the requested one cannot."""
    if game.players > 2:
        raise OptionError(f"solving is for one player or two, but {game.name} has {game.players}")
    averaged = game.rules.chances is not None or game.players == 1
    if method is None and not averaged:
        if game.repetition:
            return "retrograde"
        return "bisection" if weak or game.objective == "score" else "deepening"
    method = method or "expectation"
    if method not in METHODS:
        known = did_you_mean(method, METHODS) or f"; there are {', '.join(METHODS)}"
        raise OptionError(f"there is no method {method!r}{known}")
    if averaged and method != "expectation":
        kind = "nature moves" if game.rules.chances else "there is one player"
        raise OptionError(f"{method} is for two players without chance, but in {game.name} {kind}; use expectation")
    if method == "expectation" and weak:
        raise OptionError("expectation finds the value of a position, not only who wins; it takes no weak")
    if method == "expectation" and game.repetition:
        advice = "leave out `repetition`" if averaged else "use retrograde"
        raise OptionError(f"{game.name} counts repetitions, which expectation cannot; {advice}")
    if method == "proof-number" and not weak:
        raise OptionError("proof-number search finds only who wins; it needs weak")
    if method == "deepening" and game.objective == "score":
        raise OptionError(f"{game.name} is played for points: deepening is for games to be won")
    if method == "bisection" and not weak and game.objective == "win":
        raise OptionError(f"{game.name} is played to be won: bisection needs weak there")
    if method == "retrograde" and game.objective == "score" and not weak:
        raise OptionError(f"retrograde analysis finds who wins, not by how much: it needs weak for {game.name}")
    return method


def refuse_uneven(game: Game[Any]) -> None:
    """Raise if two players do not simply play against each other."""
    if not is_constant(game):
        raise OptionError(f"solve cannot find the value of {game.name}, which is not constant-sum; use max-n")


class Solver:
    """Solves positions of one game, one after the other; each starts with an empty table."""

    def __init__(self, game: Game[Any], table: float, threads: int, compiled: bool | None) -> None:
        self.game, self.compiled = game, compiled
        self.settings = Settings(table, threads, True, WITHOUT)
        self.made: Engine | None = None
        self.known: dict[str, int] = {}  # about the position being solved, saved with the table

    @property
    def engine(self) -> Engine:
        """Return the engine, made when it is first needed."""
        self.made = self.made or Engine(self.game, self.settings, compiled=self.compiled)
        return self.made

    def solve(
        self,
        request: Request,
        weak: bool = False,
        method: str | None = None,
        checkpoint: Path | None = None,
        tell: Callable[[str], None] = lambda text: None,
    ) -> Result:
        """Solve the position of a request, for the player to move."""
        method = method_of(self.game, weak, method)
        return replace(self.solved(request, weak, method, checkpoint, tell), weak=weak)

    def solved(
        self, request: Request, weak: bool, method: str, checkpoint: Path | None, tell: Callable[[str], None]
    ) -> Result:
        """Solve a position by this method."""
        game, p = self.game, request.position
        if request.limit.depth is not None:
            raise OptionError("solving goes to the end of the game; it takes no depth")
        mover = max(game.turn(p), 0)  # where nature moves, player 0
        if game.is_over(p):
            utilities = game.utilities(p)
            ended = self.result(p, outcome(utilities, mover), 0, (), 0.0, method, 0)
            return ended if weak else replace(ended, score=tidy(utilities[mover]))
        request = replace(request, player=mover)
        if method in WORDS_FOR:
            need_values(game, WORDS_FOR[method])
        if method == "expectation":

            def visited(positions: int) -> None:
                tell(f"{positions:,} positions")

            return expect(request, self.compiled, max(self.settings.table, MOST_MEGABYTES), visited)
        refuse_uneven(game)
        if method == "retrograde":
            return self.by_retrograde(request, weak, tell)
        if method == "proof-number":
            return self.by_proof_number(request, tell)
        while True:
            try:
                return self.with_table(request, method, weak, checkpoint, tell)
            except Unfit as failed:
                self.engine.machinery.adapt(failed, p)
            except WiderTable:
                self.engine.machinery.prepare(WIDE)

    def with_table(
        self, request: Request, method: str, weak: bool, checkpoint: Path | None, tell: Callable[[str], None]
    ) -> Result:
        """Solve a position with the engine's table, which a checkpoint saves."""
        game, p = self.game, request.position
        self.engine.clear()
        owner = {
            "game": game.spec(),
            "position": game.write(p),
            "method": method,
            "weak": weak,
            "rules": self.rules(),
        }
        table = self.engine.machinery.table
        known = restore(checkpoint, owner, table) if checkpoint else None
        if checkpoint is None:
            return self.by_table(request, method, weak, {}, tell)
        self.known = known or {}
        with Checkpoint(checkpoint, owner, table, lambda: self.known) as saving:
            result = self.by_table(request, method, weak, known or {}, tell)
        if result.finished:
            discard(checkpoint)
        else:
            saving.save()
        return result

    def rules(self) -> str:
        """Return a fingerprint of the rules, so that a table is not used after they change."""
        from kibitz.compiler.digest import Undigestible, digest, rules_of

        try:
            return digest([*rules_of(self.game).items(), self.game.rules.row])
        except Undigestible:
            return hashlib.sha256(repr(sorted(rules_of(self.game))).encode()).hexdigest()

    def by_table(
        self, request: Request, method: str, weak: bool, known: dict[str, Any], tell: Callable[[str], None]
    ) -> Result:
        """Solve with the engine and its table."""
        before = known.get("nodes", 0)
        if method == "deepening":

            def deeper(nodes: int, depth: int) -> None:
                self.known = {"nodes": before + nodes}
                tell(f"depth {depth}, {before + nodes:,} nodes")

            *_, result = self.engine.deepen(replace(request, tell=deeper))
            solved = result.proven is not None
            if not solved and result.depth >= MOST_DEPTH:
                raise GameError(self.too_long())
            return replace(result, algorithm=method, nodes=before + result.nodes, finished=solved)
        machinery, p = self.engine.machinery, request.position
        found = Findings(machinery, p, request.player)
        low, high = self.bounds(p)
        level, most = found.level(), machinery.width.most
        low, high = (max(low, level - 1), min(high, level + 1)) if weak else (low, high)
        low, high = known.get("low", low), known.get("high", high)
        author = found.to_author

        def halve(nodes: int, low: int, high: int) -> None:
            # Not read from the desk when a table is saved: finding the line uses the same desk with its own bounds.
            self.known = {"low": low, "high": high, "nodes": before + nodes}
            between = (
                f"between {number(author(low))} and {number(author(high))}" if high - low < most else "not bounded yet"
            )
            tell(f"score {between}, {before + nodes:,} nodes")

        seconds = 0.0
        if request.limit.nodes is None:  # most positions need no thread of their own
            low, high, seconds = machinery.glance(p, low, high)
            before += machinery.nodes()
        nodes = before
        if low < high:
            low, high, longer = machinery.narrow(request, low, high, halve)
            seconds, nodes = seconds + longer, before + machinery.nodes()
            if low < high and machinery.desks[0][GUESSED] and machinery.desks[0][LIMIT] > 0:
                raise GameError(self.too_long())
        self.known = {"low": low, "high": high, "nodes": nodes}
        if weak:
            low, high = (min(max(edge, level - 1), level + 1) for edge in (low, high))
        if low < high:
            bounds = None if high - low >= most else (author(low), author(high))
            result = found.result(0, 0, None, None, (), (), seconds, 0, False)
            return replace(result, algorithm=method, nodes=nodes, score=None, bounds=bounds)
        pv = () if weak else found.completed((), low, None)
        result = found.told(len(pv), low, 0, pv, 0, seconds)
        result = replace(result, algorithm=method, nodes=nodes)
        return replace(result, score=low - level, distance=None) if weak else result

    def too_long(self) -> str:
        """Return the message that the game can continue where the search ends."""
        return (
            f"{self.game.name} can last longer than {MOST_DEPTH} plies, the most that the search handles; "
            "use a later position, or, if it has few positions, --weak --method retrograde"
        )

    def bounds(self, p: Any) -> tuple[int, int]:
        """Return the least and the greatest possible score of a position, in the engine's scoring."""
        machinery = self.engine.machinery
        most = machinery.width.most
        if not self.game.rules.bounds or self.game.objective != "score":
            return -most, most
        desk = machinery.desks[0]
        desk[FAULT] = 0
        try:
            low, high = bounder(self.game, machinery.width)(p, self.game.turn(p), desk)
        except Exception as error:
            raise failure(self.game, p, error) from error
        refuse_fault([desk])
        return low, high

    def by_retrograde(self, request: Request, weak: bool, tell: Callable[[str], None]) -> Result:
        """Solve every reachable position."""

        def count(positions: int, what: str) -> None:
            tell(f"{positions:,} positions {what}")

        game, p = self.game, request.position
        search = ready(explorer, game, self.compiled, explorer_trial)
        started = time.perf_counter()
        megabytes = max(self.settings.table, MOST_MEGABYTES)
        graph = reach(game, p, search, request.limit, request.stop, megabytes, count)
        if not graph.finished:
            seconds = time.perf_counter() - started
            return self.result(p, None, None, (), seconds, "retrograde", len(graph.places), search)
        solution = Solution(game, p, graph, count)
        found, longest = solution[p], solution.longest()
        line = solution.line(p)
        seconds = time.perf_counter() - started
        result = self.result(p, found.proven, found.distance, line, seconds, "retrograde", len(solution), search)
        if longest:
            result = replace(result, longest=Longest(longest[0], game.write(longest[1])))
        return result if weak else replace(result, score=self.in_author_units(p, found.proven, line))

    def in_author_units(self, p: Any, proven: Proven, line: tuple[int, ...]) -> Score:
        """Return what best play to the end is worth to the player to move."""
        if proven == "draw":
            return tidy(scale_of(self.game).total / 2)
        mover = self.game.turn(p)
        for move in line:
            p = self.game.ask("play", p, move)
        return tidy(self.game.ask("utility", p, mover))

    def by_proof_number(self, request: Request, tell: Callable[[str], None]) -> Result:
        """Find whether the player to move wins, and if not, whether the opponent does; the line is a move that does."""
        p, limit = request.position, request.limit
        kernel = ready(proof_number, self.game, self.compiled, proof_trial)
        table = new_table(self.settings.table, kernel.compiled, grow=False)
        mover = self.game.turn(p)
        nodes, seconds = 0, 0.0
        answers: tuple[tuple[int, Proven], ...] = ((mover, "win"), (1 - mover, "loss"))
        proven: Proven | None = "draw"  # if neither wins
        for player, answer in answers:
            clear(table)
            desk = proof_desk(table, kernel.compiled)
            desk[LIMIT] = HIGHEST if limit.nodes is None else max(1, limit.nodes - nodes)
            left = replace(limit, seconds=max(limit.seconds - seconds, 0.001)) if limit.seconds else limit

            asked = replace(request, player=player, limit=left)
            with Drive(asked, kernel.run, [desk], 0) as drive:
                while drive.running():
                    tell(f"{answer}? {nodes + int(desk[NODES]):,} nodes")
            refuse_fault([desk])
            nodes, seconds = nodes + int(desk[NODES]), seconds + drive.seconds()
            if drive.score != 0:
                proven = answer if drive.score == 1 else None
                break
        return self.result(p, proven, None, line_in(desk, PV), seconds, "proof-number", nodes, kernel)

    def result(
        self,
        p: Any,
        proven: Proven | None,
        distance: int | None,
        pv: tuple[int, ...],
        seconds: float,
        method: str,
        nodes: int,
        kernel: Search | None = None,
    ) -> Result:
        """Return a result of a method other than the engine."""
        return Result(
            game=self.game,
            position=p,
            pv=pv,
            moves=(),
            algorithm=method,
            player=max(self.game.turn(p), 0),
            score=None if proven is None else {"win": 1, "draw": 0, "loss": -1}[proven],
            proven=proven,
            distance=distance,
            depth=len(pv),
            nodes=nodes,
            seconds=seconds,
            compile_seconds=kernel.compile_seconds if kernel else 0.0,
            finished=proven is not None,
            compiled=kernel is not None and kernel.compiled,
        )


def proof_desk(table: Desk, array: bool) -> Desk:
    """Return a desk for proof-number search."""
    desk = new_desk(array)
    desk[TABLE] = table.ctypes.data if array else table
    desk[DEPTH_DONE] = 1  # allows a stop at any time
    return desk


def proof_trial(run: Kernel, game: Game[Any], p: Any, array: bool) -> Any:
    """Look briefly for a win; return the answer and its nodes, or the error that the rules raise."""
    table = new_table(TRIAL_MEGABYTES, array, grow=False)  # the desk has only its address
    desk = proof_desk(table, array)
    desk[LIMIT] = SAMPLE_NODES
    try:
        return run(p, game.rules.turn(p), 0, desk), int(desk[NODES])
    except Exception as error:
        return failed(error)
