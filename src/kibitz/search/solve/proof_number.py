"""Depth-first proof-number search (df-pn): can a player win? It looks where the answer is cheapest to find.

Law. A position's proof number is the least number of unsolved positions that must be proven for the attacker to win,
its disproof number the least number that must be disproven for the attacker not to win. Where the attacker moves, the
proof number is the smallest of the children's and the disproof number their sum; where the defender moves it is the
other way round. An end is (0, ∞) if the attacker has won and (∞, 0) if not. The search is over when one is 0.

    table    pairs of words: key ^ data, data; data is proof number << 32 | disproof number
"""

from typing import Any

from kibitz.compiler.plain import Compiled, Desk, Kernel, gathering, plain, words
from kibitz.game import Game
from kibitz.search.desk import FAULT, LIMIT, NODES, TOO_LONG, TOO_MANY_MOVES, stopped
from kibitz.search.engine.desk import ENGINE_MOVES, MOST_PLY, STACK_END, TABLE, TOP, extend_line
from kibitz.search.engine.table import HEAD, MOST_BUCKETS
from kibitz.search.keys import key_maker

ENDLESS = (1 << 31) - 1
"""Stands for infinity: a number that has reached it never changes."""
LOW_HALF = (1 << 32) - 1
UNKNOWN = 1 << 32 | 1
"""The numbers of a position never met: one to prove, one to disprove."""


def proof_number(game: Game[Any], compiled: Compiled) -> Kernel:
    """Build proof-number search for a game: it returns 1 if the player wins, 0 if not, -1 if it was stopped.

    The line is the root move, if there is one, by which the player to move achieves their goal.
    """
    turn, play, is_over, utility = game.rules.turn, game.rules.play, game.rules.is_over, game.rules.utility
    gather, key_of = gathering(game.rules.moves), key_maker(game, compiled is plain)

    def place_of(key: int, desk: Desk) -> int:
        table = words(desk[TABLE])
        return int(HEAD + 2 * (key & 2 * table[MOST_BUCKETS] - 1))

    def look_up(key: int, known: int, desk: Desk) -> int:
        """Return the two numbers of a position: the table's, or those already known if they are more exact."""
        table = words(desk[TABLE])
        place = place_of(key, desk)
        data = table[place + 1]
        if table[place] ^ data != key or data == 0:
            return known
        return data if (data >> 32) + (data & LOW_HALF) >= (known >> 32) + (known & LOW_HALF) else known

    def note(key: int, proof: int, disproof: int, desk: Desk) -> None:
        """Store the two numbers of a position."""
        table = words(desk[TABLE])
        place = place_of(key, desk)
        data = proof << 32 | disproof
        table[place] = key ^ data
        table[place + 1] = data

    def at_end(p: Any, player: int) -> int:
        """Return the numbers of a finished game."""
        return ENDLESS if utility(p, player) > utility(p, 1 - player) else ENDLESS << 32

    def as_int(function: Any) -> Any:
        return compiled(function, "int")

    @as_int
    def prove(p: Any, player: int, most_proof: int, most_disproof: int, ply: int, desk: Desk) -> Any:
        """Search a position until one of its numbers reaches its limit; return both."""
        if stopped(desk):
            return UNKNOWN
        desk[NODES] += 1
        if is_over(p):
            return at_end(p, player)
        base = desk[TOP]
        count = gather(p, desk, base, base + ENGINE_MOVES) - base
        if count == 0:
            return at_end(p, player)
        if count > ENGINE_MOVES or base + 3 * count > STACK_END or ply >= MOST_PLY:
            desk[FAULT] = TOO_LONG if ply >= MOST_PLY else TOO_MANY_MOVES
            desk[LIMIT] = 0
            return UNKNOWN
        # Each child's key and numbers are kept beside its move: children that share a place in the table evict each
        # other, and would be searched in turn forever.
        keys, known = base + count, base + 2 * count
        desk[TOP] = base + 3 * count
        attacking = turn(p) == player
        for i in range(count):
            desk[keys + i] = key_of(play(p, desk[base + i]))
            desk[known + i] = UNKNOWN
        # "near" is the number that the player to move wants to bring to 0; "far" sums the children's other numbers.
        near, far = 0, 0
        while True:
            near, far, second, best = ENDLESS, 0, ENDLESS, 0
            for i in range(count):
                numbers = look_up(desk[keys + i], desk[known + i], desk)
                desk[known + i] = numbers
                mine = numbers >> 32 if attacking else numbers & LOW_HALF
                theirs = numbers & LOW_HALF if attacking else numbers >> 32
                far = min(far + theirs, ENDLESS)
                if mine < near:
                    second = near
                    near = mine
                    best = i
                elif mine < second:
                    second = mine
            most_near = most_proof if attacking else most_disproof
            most_far = most_disproof if attacking else most_proof
            if near >= most_near or far >= most_far or stopped(desk):
                break
            numbers = desk[known + best]
            theirs = numbers & LOW_HALF if attacking else numbers >> 32
            child_near = min(most_near, second + 1)
            child_far = min(most_far - far + theirs, ENDLESS)
            child = play(p, desk[base + best])
            if attacking:
                numbers = prove(child, player, child_near, child_far, ply + 1, desk)
            else:
                numbers = prove(child, player, child_far, child_near, ply + 1, desk)
            if stopped(desk):
                break
            desk[known + best] = numbers
            note(desk[keys + best], numbers >> 32, numbers & LOW_HALF, desk)
        desk[TOP] = base
        if ply == 0 and near == 0:
            extend_line(desk, 0, desk[base + best])
        return near << 32 | far if attacking else far << 32 | near

    @as_int
    def root(p: Any, player: int, depth: int, desk: Desk) -> Any:
        numbers = prove(p, player, ENDLESS, ENDLESS, 0, words(desk))
        if numbers >> 32 == 0:
            return 1
        return 0 if numbers & LOW_HALF == 0 else -1

    kernel: Kernel = root
    return kernel
