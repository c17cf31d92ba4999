"""What must hold in a position: each rule returns what its form promises, and rules that depend on each other agree."""

import copy
import math
import random
from collections import Counter
from typing import Any

from kibitz.checker.guard import Abandoned, Guard, TimeUp
from kibitz.checker.positions import Positions
from kibitz.checker.questions import hints
from kibitz.checker.remarks import Remarks
from kibitz.checker.report import Broken, Names, Report
from kibitz.fault import told
from kibitz.layout import features_fault
from kibitz.rules import CHANCE, TOLERANCE, no_opinion
from kibitz.weights import row_of

MOST_PLIES = 1000
"""The longest random game, in plies, before it counts as one that does not end."""
MOST_VISITED = 5000
"""The number of positions kept for trying out compiled code."""
MOST_MOVE = (1 << 63) - 1
"""A move must fit in a signed word."""
PROOF_NODES = 200
"""The most positions to visit when finding the result of best play; enough near the end of a game."""


class Promises:
    """Plays random games and compares the rules' answers with what they promise."""

    def __init__(self, guard: Guard, report: Report) -> None:
        self.guard, self.game, self.report = guard, guard.game, report
        self.positions = Positions(guard.game, report)
        self.remarks = Remarks(guard.game, report)
        self.sums: dict[float, Names] = {}  # each sum of utilities, with an example
        self.visited: list[tuple[Any, Names]] = []
        self.weights = row_of(guard.game.rules.weights or {})

    def play_one(self, choose: random.Random) -> None:
        """Play one random game, checking every position on the way."""
        self.guard.names = ()
        try:
            self.remarks.length(self.follow(choose))
        except Broken as broken:
            self.report.found(broken.promise, broken.text, self.guard.names)
        except (TimeUp, Abandoned):
            raise
        except BaseException as error:  # what the rules returned could not even be inspected
            self.report.found("values", f"cannot be compared or read: {told(error)}", self.guard.names)

    def follow(self, choose: random.Random) -> int:
        """Play at random to the end, and return the number of plies."""
        p = self.game.rules.start()
        self.positions.compared(p)
        if self.game.rules.start() != p:
            raise Broken("start", "returned a different position when called again")
        past: dict[Any, Names] = {}
        for ply in range(MOST_PLIES + 1):
            self.report.longest = max(self.report.longest, ply)
            legal = self.position(p, past)
            if not legal:
                self.ending(p)
                return ply
            if ply < MOST_PLIES:
                move = choose.choice(legal)
                name = self.game.move_name(p, move)
                p = self.game.rules.play(p, move)
                self.guard.names = (*self.guard.names, name)
        text = f"a random game had not ended after {MOST_PLIES} plies"
        self.report.found("end", text, self.guard.names[:8] + ("…",), failure=False)
        return MOST_PLIES

    def position(self, p: Any, past: dict[Any, Names]) -> list[int]:
        """Check one position; return its moves, none if the game is over."""
        self.report.positions += 1
        if len(self.visited) < MOST_VISITED:
            self.visited.append((p, self.guard.names))
        self.positions.compared(p)
        over = self.game.rules.is_over(p)
        if over not in (True, False):
            raise Broken("is_over", f"returned {over!r}, not True or False")
        legal = [] if over else self.legal(p)
        self.texts(p, legal)
        self.positions.meet(p, self.guard.names, legal, past)
        self.symmetric(p, legal)
        self.numbers(p, legal)
        self.trying(p, legal)
        self.weighing(p, legal)
        self.seeing(p)
        before = copy.deepcopy(p)
        for move in legal:
            after = self.game.rules.play(p, move)
            self.advancing(p, after)
            if p != before:
                raise Broken("play", f"changed the position it was given: {before!r} became {p!r}")
            if self.game.rules.play(p, move) != after:
                raise Broken("play", f"returned two different positions for move {self.game.move_name(p, move)}")
        for rule, arguments in hints(self.game, p, legal):
            getattr(self.game.rules, rule)(*arguments)
        return legal

    def legal(self, p: Any) -> list[int]:
        """Return the checked moves, or nature's outcomes."""
        mover = self.game.rules.turn(p)
        players = self.game.players
        if isinstance(mover, bool) or mover != CHANCE and mover not in range(players):
            raise Broken("turn", f"returned {mover!r}, but the players are 0 to {players - 1}, or CHANCE ({CHANCE})")
        rule = "moves" if mover != CHANCE else "chances"
        moves = self.moves(p) if mover != CHANCE else self.outcomes(p)
        for move in moves:
            if isinstance(move, bool) or not hasattr(move, "__index__"):
                raise Broken(rule, f"yielded {move!r}, which is not an int")
            if not -MOST_MOVE <= move <= MOST_MOVE:
                raise Broken(rule, f"yielded {move}, but a move must be below 2**63")
        for move, times in Counter(map(int, moves)).items():
            if times > 1:
                raise Broken(rule, f"yielded the move {self.game.move_name(p, move)} {times} times")
        return [int(move) for move in moves]

    def moves(self, p: Any) -> list[Any]:
        """Return the moves; raise if they differ when asked for twice."""
        moves = list(self.game.rules.moves(p))
        if moves != (again := self.game.rules.moves(p)):
            raise Broken("moves", f"yielded {moves}, and {again} when called again")
        return moves

    def outcomes(self, p: Any) -> list[Any]:
        """Return nature's outcomes, after checking their probabilities."""
        if self.game.rules.chances is None:
            raise Broken("chances", "`turn` is CHANCE, but the game has no `chances`")
        pairs = list(self.game.rules.chances(p))
        for pair in pairs:
            if not isinstance(pair, tuple) or len(pair) != 2:
                raise Broken("chances", f"yielded {pair!r}, not (outcome, probability)")
            if not pair[1] >= 0:
                raise Broken(
                    "chances", f"yielded outcome {pair[0]} with probability {pair[1]}, which is not at least 0"
                )
        total = math.fsum(probability for _, probability in pairs)
        if not abs(total - 1) <= TOLERANCE:
            raise Broken("chances", f"yielded probabilities that sum to {total:.12g}, not to 1")
        return [move for move, _ in pairs]

    def texts(self, p: Any, legal: list[int]) -> None:
        """Check that positions and moves survive being written and read."""
        game = self.game
        if game.rules.show is not None and not isinstance(shown := game.rules.show(p), str):
            raise Broken("show", f"returned {shown!r}, not text")
        if game.rules.board is not None:
            game.rules.board(p)
        if game.rules.write is not None:
            text = game.rules.write(p)
            if not isinstance(text, str) or "\n" in text:
                raise Broken("write", f"returned {text!r}, not one line of text")
            if game.rules.read is not None and (again := game.rules.read(text)) != p:
                raise Broken("read", f"of {text!r} returned {again!r}, not the position it was written from, {p!r}")
        named: dict[str, int] = {}
        for move in legal:
            name = game.rules.move_name(p, move) if game.rules.move_name else str(move)
            if not isinstance(name, str) or not name or name.split() != [name]:
                raise Broken("move_name", f"of {move} is {name!r}, not one word")
            if name in named:
                raise Broken("move_name", f"is {name!r} for both {named[name]} and {move}")
            named[name] = move
            if game.rules.read_move is not None and (number := game.rules.read_move(p, name)) != move:
                raise Broken("read_move", f"of {name!r} returned {number!r}, but that is the name of {move}")

    def symmetric(self, p: Any, legal: list[int]) -> None:
        """Check that symmetric positions have the same future."""
        for other in self.game.rules.symmetries(p) if self.game.rules.symmetries else ():
            for what, here, there in self.positions.futures(p, other, legal):
                if here != there:
                    raise Broken("symmetries", f"yielded {other!r}, but {what} is {here} here and {there} there")

    def numbers(self, p: Any, legal: list[int]) -> None:
        """Check evaluations and bounds."""
        game = self.game
        players = range(game.players)
        if legal:
            guesses = [game.rules.evaluate(p, player) for player in players]
            self.remarks.guess(guesses, self.guard.names)
            if game.rules.evaluate is not no_opinion:
                self.adding_up(guesses, "evaluate")
            if game.rules.bounds and game.rules.evaluate is not no_opinion and game.rules.model is None:
                self.within(p, guesses, "evaluate")
            for player in players if game.rules.weigh and game.rules.model is None else ():
                weighed = game.rules.weigh(p, player, self.weights)  # type: ignore[misc]
                if weighed != guesses[player]:
                    other = f"but `evaluate` is {guesses[player]}"
                    raise Broken("weigh", f"is {weighed} for player {player} by the listed weights, {other}")
        if game.rules.bounds:
            worth = [self.best_play(p, player, [PROOF_NODES]) for player in players]
            if None not in worth:
                self.within(p, worth, "utility" if not legal else "the score of best play")

    def adding_up(self, scores: list[Any], what: str) -> None:
        """Check that the scores of all players add up to what the game declares."""
        wanted, total = self.game.rules.score_sum, math.fsum(scores)
        if wanted is not None and abs(total - wanted) > TOLERANCE * max(1.0, abs(wanted), *map(abs, scores)):
            listed = ", ".join(f"{score:g}" for score in scores)
            raise Broken("score_sum", f"is {wanted:g}, but `{what}` is {listed} for the players, in all {total:g}")

    def within(self, p: Any, scores: list[Any], what: str) -> None:
        """Check scores of a position against its bounds."""
        for player, score in enumerate(scores):
            pair: Any = self.game.rules.bounds(p, player)  # type: ignore[misc]
            numbers = isinstance(pair, tuple) and len(pair) == 2 and all(hasattr(edge, "__float__") for edge in pair)
            if not numbers or not pair[0] <= pair[1]:
                raise Broken("bounds", f"returned {pair!r}, not (low, high)")
            if not pair[0] <= score <= pair[1]:
                raise Broken("bounds", f"are {pair[0]} to {pair[1]} for player {player}, but {what} is {score}")

    def best_play(self, p: Any, player: int, left: list[int]) -> Any:
        """Return what a player gets under best play; None if that takes more positions than are left."""
        left[0] -= 1
        legal = self.game.moves(p) if left[0] >= 0 else []
        if left[0] < 0 or legal and self.game.rules.turn(p) == CHANCE:
            return None
        if not legal:
            return self.game.rules.utility(p, player)
        scores = [self.best_play(self.game.rules.play(p, move), player, left) for move in legal]
        if None in scores:
            return None
        return max(scores) if self.game.rules.turn(p) == player else min(scores)

    def trying(self, p: Any, legal: list[int]) -> None:
        """Check that candidates are legal, that there is one wherever there is a move, and what they leave out."""
        if self.game.rules.candidates is None:
            return
        worth = list(self.game.rules.candidates(p)) if legal else []
        for move in worth:
            if move not in legal:
                raise Broken("candidates", f"yielded {move!r}, which is not a legal move")
        if legal and not worth:
            raise Broken("candidates", "yielded nothing, but there are legal moves")
        if self.game.objective == "score":
            if self.game.rules.bounds is None:
                raise Broken("candidates", "need `bounds`: moves left out must score no better than the low bound")
            return
        if any(self.wins(self.game.rules.play(p, move), self.game.rules.turn(p)) for move in worth):
            return
        for move in legal:
            if move not in worth and not self.loses_at_once(p, move):
                name = self.game.move_name(p, move)
                raise Broken(
                    "candidates", f"left out {name}, but it does not lose at once, and no candidate wins at once"
                )

    def weighing(self, p: Any, legal: list[int]) -> None:
        """Check that a policy's weights are at least 0, and not all of them 0."""
        if self.game.rules.policy is None or not legal or self.game.rules.turn(p) == CHANCE:
            return
        weights = [self.game.rules.policy(p, move) for move in legal]
        for move, weight in zip(legal, weights, strict=True):
            if not 0 <= weight < math.inf:
                name = self.game.move_name(p, move)
                raise Broken("policy", f"returned {weight} for {name}, which is not a finite number of at least 0")
        if not any(weights):
            raise Broken("policy", "returned 0 for every move")

    def seeing(self, p: Any) -> None:
        """Check that features are numbers below their count, the same when asked for twice, and the same as planes."""
        for player in range(self.game.players) if self.game.rules.features is not None else ():
            if (fault := features_fault(self.game, p, player)) is not None:
                raise Broken(*fault)

    def advancing(self, p: Any, after: Any) -> None:
        """Check that a move does not lead back to an earlier stage."""
        stage = self.game.rules.stage
        if stage is not None and (then := stage(after)) < (now := stage(p)):
            raise Broken("stage", f"decreased from {now} to {then} with a move")

    def wins(self, p: Any, player: int) -> bool:
        """Return whether the game is over and a player has won."""
        return self.game.is_over(p) and self.game.rules.utility(p, player) > self.game.rules.utility(p, 1 - player)

    def loses_at_once(self, p: Any, move: int) -> bool:
        """Return whether a move loses, or lets the opponent win with the next one."""
        other, child = 1 - self.game.rules.turn(p), self.game.rules.play(p, move)
        if self.game.is_over(child):
            return self.wins(child, other)
        replies = self.game.moves(child) if self.game.rules.turn(child) == other else []
        return any(self.wins(self.game.rules.play(child, reply), other) for reply in replies)

    def ending(self, p: Any) -> None:
        """Check a finished game."""
        scores = [self.game.rules.utility(p, player) for player in range(self.game.players)]
        self.remarks.end(scores, self.guard.names)
        self.adding_up(scores, "utility")
        total = round(math.fsum(scores), 9)
        self.sums.setdefault(total, self.guard.names)
        if self.game.players == 2 and len(self.sums) > 1:
            other = next(known for known in self.sums if known != total)
            raise Broken(
                "utility",
                f"is {scores[0]:g} and {scores[1]:g}, which sum to {total:g}, but to {other:g} after "
                f"{' '.join(self.sums[other]) or 'no move'}: not a constant-sum game",
            )
