"""What a position is worth by a game played at random, by its evaluation, or by both.

Values are floats, one for each player, in VALUES on the desk. Law:
    two players, a game to be won     1 for a win, 0 for a draw, -1 for a loss; an evaluation e is e / (s + |e|)
    any other game                    the utilities; evaluations as the engine holds them inside the utilities (`held`)
The share PLAYOUTS of a value is that of a playout, the rest that of the evaluation.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from kibitz.compiler.plain import Desk, fold, gathering, get, put
from kibitz.game import Game
from kibitz.rules import CHANCE
from kibitz.search.desk import BAD_POLICY, HIGHEST, NODES, TOO_MANY_MOVES, UNEVEN, stopped, wrong_odds
from kibitz.search.engine.desk import (
    DRAWN,
    ENGINE_MOVES,
    GUESS_SCALE,
    HELD,
    HISTORY,
    HISTORY_SIZE,
    OTHER_TOTAL,
    PLAYOUTS,
    SEED,
    SIMULATION,
    STACK,
    TOTAL,
    USE,
    VALUES,
)
from kibitz.search.engine.scoring import fault
from kibitz.search.engine.techniques import IN_POLICY, IN_SIMILAR, IN_WEIGHTS
from kibitz.search.evaluator import evaluator
from kibitz.search.keys import FIRST_SALT, LAST_SALT
from kibitz.search.textbook.sound import chances_of

MOST_PLAYOUT = 2000
"""The greatest length of a playout; one that is longer counts by its evaluation."""
CHOICES = 1 << 30
"""Random numbers are taken below this."""


class Playout(NamedTuple):
    """The functions that give a position its values without a search."""

    ended: Callable[[Any, Desk], None]
    valued: Callable[[Any, int, Desk], float]
    simulate: Callable[[Any, Desk], int]
    guess: Callable[[Any, int, Desk], float]
    weight_of: Callable[[Any, int, Desk], float]


def draw(desk: Desk) -> int:
    """Return the next random number, from 0 to `CHOICES` - 1."""
    desk[DRAWN] += 1
    return fold(fold(desk[DRAWN] ^ desk[SEED], FIRST_SALT), LAST_SALT) & CHOICES - 1


def slot_of(mover: int, move: int) -> int:
    """Return where something is recorded of a player's move, below `HISTORY_SIZE`; others may share the place."""
    return (move ^ move >> 12) + mover * 37 & HISTORY_SIZE - 1


def mark(mover: int, move: int, desk: Desk) -> None:
    """Record that a player has made a move in this simulation."""
    slot = HISTORY + 2 * slot_of(mover, move)
    desk[slot], desk[slot + 1] = move, desk[SIMULATION] * 32 + mover


def is_marked(mover: int, move: int, desk: Desk) -> bool:
    """Return whether a player has made a move in this simulation; one in a few thousand may be forgotten."""
    slot = HISTORY + 2 * slot_of(mover, move)
    return bool(desk[slot] == move and desk[slot + 1] == desk[SIMULATION] * 32 + mover)


def playout_of(game: Game[Any], paired: bool) -> Playout:
    """Make the functions for a game; paired: two players whose utilities add up to a constant."""
    rules = game.rules
    turn, play, is_over, utility, policy = rules.turn, rules.play, rules.is_over, rules.utility, rules.policy
    players, is_scored, evaluate = game.players, game.objective == "score", evaluator(game)
    chances, moves, gather = chances_of(game), rules.moves, gathering(rules.moves)
    has_policy, has_chances = policy is not None, rules.chances is not None
    is_won = paired and not is_scored

    def valued(p: Any, player: int, desk: Desk) -> float:
        """Return the value of a finished game for a player."""
        mine = float(utility(p, player))
        if is_won:
            other = float(utility(p, 1 - player))
            return 1.0 if mine > other else -1.0 if mine < other else 0.0
        if paired:
            both = mine + float(utility(p, 1 - player))
            if abs(both - get(desk, TOTAL, 1.0)) > 1e-9 * (abs(mine) + abs(both) + 1.0):
                put(desk, OTHER_TOTAL, both)
                fault(desk, UNEVEN)
        return mine

    def ended(p: Any, desk: Desk) -> None:
        """Write the values of a finished game."""
        for player in range(players):
            put(desk, VALUES + player, valued(p, player, desk))

    def guess(p: Any, player: int, desk: Desk) -> float:
        """Return the evaluation of an unfinished game as a value."""
        score = float(evaluate(p, player, desk))
        if is_won:
            scale = get(desk, GUESS_SCALE, 1.0)
            return float(score / (scale + abs(score)))
        if not is_scored:
            score = get(desk, HELD, 1.0) * score + get(desk, HELD + 1, 1.0)
            score = min(max(score, get(desk, HELD + 2, 1.0)), get(desk, HELD + 3, 1.0))
        return score

    def guessed(p: Any, share: float, desk: Desk) -> None:
        """Mix the evaluation of a position into the values, by its share."""
        for player in range(players):
            value = guess(p, player, desk)
            if share < 1:
                value = share * value + (1 - share) * get(desk, VALUES + player, 1.0)
            put(desk, VALUES + player, value)

    def weight_of(p: Any, move: int, desk: Desk) -> float:
        """Return how likely a move is, compared with the others."""
        weight = 1.0
        if has_policy:
            weight = float(policy(p, move))  # type: ignore[misc]
            if not 0 <= weight < HIGHEST:
                fault(desk, BAD_POLICY)
        return weight

    def outcome(p: Any, desk: Desk) -> int:
        """Draw one of nature's outcomes."""
        point = draw(desk) / CHOICES
        chosen, total = 0, 0.0
        found = False
        for move, probability in chances(p):
            total += probability
            if not found:
                chosen = move
                found = total > point
        wrong_odds(desk, total)
        return chosen

    def likely(p: Any, count: int, desk: Desk) -> int:
        """Draw one of the moves on the stack by the game's policy; all alike if none has a weight."""
        total = 0.0
        for place in range(STACK, STACK + count):
            total += weight_of(p, desk[place], desk)
            put(desk, place + ENGINE_MOVES, total)
        if total <= 0:
            return STACK + (draw(desk) * count >> 30)
        point = total * draw(desk) / CHOICES
        place = STACK
        while place < STACK + count - 1 and get(desk, place + ENGINE_MOVES, 1.0) <= point:
            place += 1
        return place

    def sensible(p: Any, count: int, desk: Desk) -> int:
        """Draw one of the moves on the stack that have a weight, all of them alike; any if none has one."""
        left = count
        while left > 0:
            place = STACK + (draw(desk) * left >> 30)
            if weight_of(p, desk[place], desk) > 0:
                return place
            left -= 1
            desk[place], desk[STACK + left] = desk[STACK + left], desk[place]
        return STACK + (draw(desk) * count >> 30)

    def play_out(p: Any, desk: Desk) -> int:
        """Play at random to the end, and write its values; return how many plies that took, -1 if it is too long."""
        use = desk[USE]
        for ply in range(MOST_PLAYOUT):
            if is_over(p):
                ended(p, desk)
                return ply
            mover = turn(p)
            move = 0
            if has_chances and mover == CHANCE:
                move = outcome(p, desk)
            else:
                count = gather(p, desk, STACK, STACK + ENGINE_MOVES) - STACK
                if count == 0:
                    ended(p, desk)
                    return ply
                if count > ENGINE_MOVES:
                    fault(desk, TOO_MANY_MOVES)
                    return -1
                place = STACK
                if count > 1:
                    if has_policy and use & IN_POLICY:
                        place = likely(p, count, desk) if use & IN_WEIGHTS else sensible(p, count, desk)
                    else:
                        place = STACK + (draw(desk) * count >> 30)
                move = desk[place]
                if use & IN_SIMILAR:
                    mark(mover, move, desk)
            p = play(p, move)
            desk[NODES] += 1
            if stopped(desk):
                return -1
        guessed(p, 1.0, desk)
        return -1

    def can_go_on(p: Any) -> bool:
        """Return whether nature or a player has a move."""
        if has_chances:
            if turn(p) == CHANCE:
                return True
        for _ in moves(p):
            return True
        return False

    def simulate(p: Any, desk: Desk) -> int:
        """Write the values of a position, not searched any further; return 0 if it is the end of the game."""
        share = get(desk, PLAYOUTS, 1.0)
        plies = 1
        if share > 0:
            plies = play_out(p, desk)
        elif not can_go_on(p):
            plies = 0
        if share < 1 and plies != 0:
            guessed(p, 1 - share, desk)
        return plies

    return Playout(ended, valued, simulate, guess, weight_of)
