"""Proof-number search, depth first (df-pn): can a player win? It looks where the answer is cheapest to get.

Law. For the attacker, a position's proof number is how many unsolved positions must at least be proven for it to be
won, its disproof number how many must be disproven for it not to be. Where the attacker moves the proof number is the
smallest of the children's, the disproof number their sum; where the other moves it is the other way round. An end is
(0, ∞) if the attacker has won and (∞, 0) if not. The search is over when one of the two is 0.

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
"""Stands for infinity: nothing can change a number that has reached it."""
LOW_HALF = (1 << 32) - 1
UNKNOWN = 1 << 32 | 1
"""What is known of a position that was never met: one to prove, one to disprove."""


def proof_number(game: Game[Any], compiled: Compiled) -> Kernel:
    """Build proof-number search for a game: it returns 1 if the player wins, 0 if not, -1 if it was stopped.

    The line is the move of the root, if there is one, by which who moves there gets what they want.
    """
    turn, play, is_over, utility = game.rules.turn, game.rules.play, game.rules.is_over, game.rules.utility
    gather, key_of = gathering(game.rules.moves), key_maker(game, compiled is plain)

    def place_of(key: int, desk: Desk) -> int:
        table = words(desk[TABLE])
        return int(HEAD + 2 * (key & 2 * table[MOST_BUCKETS] - 1))

    def look_up(key: int, known: int, desk: Desk) -> int:
        """Give the two numbers of a position: the table's, or those known already if they say more."""
        table = words(desk[TABLE])
        place = place_of(key, desk)
        data = table[place + 1]
        if table[place] ^ data != key or data == 0:
            return known
        return data if (data >> 32) + (data & LOW_HALF) >= (known >> 32) + (known & LOW_HALF) else known

    def note(key: int, proof: int, disproof: int, desk: Desk) -> None:
        """Keep the two numbers of a position."""
        table = words(desk[TABLE])
        place = place_of(key, desk)
        data = proof << 32 | disproof
        table[place] = key ^ data
        table[place + 1] = data

    def at_end(p: Any, player: int) -> int:
        """Give the numbers of a finished game."""
        return ENDLESS if utility(p, player) > utility(p, 1 - player) else ENDLESS << 32

    def as_int(function: Any) -> Any:
        return compiled(function, "int")

    @as_int
    def prove(p: Any, player: int, most_proof: int, most_disproof: int, ply: int, desk: Desk) -> Any:
        """Work on a position until one of its numbers reaches its limit; give both."""
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
        # Beside each move stand its key and its numbers: children that share a place in the table drive each other
        # out of it, and would be searched by turns for ever.
        keys, known = base + count, base + 2 * count
        desk[TOP] = base + 3 * count
        attacking = turn(p) == player
        for i in range(count):
            desk[keys + i] = key_of(play(p, desk[base + i]))
            desk[known + i] = UNKNOWN
        # For who moves, "near" is what takes the fewest steps to get what they want, "far" the sum of the other's.
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
