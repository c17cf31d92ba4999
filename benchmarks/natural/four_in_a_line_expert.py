"""Four in a Line, written for speed: the rules of `four_in_a_line.py` on bitboards.

A row takes eight bits, the last of them always empty, so that no line runs across the edge.
"""

from typing import NamedTuple

from kibitz.bits import each

SIZE = 7
WIN = 10_000
ONE_STONE, TWO_STONES, THREE_STONES = 1, 8, 40


def mask(rows, columns):
    return sum(1 << 8 * row + column for row in rows for column in columns)


FULL = mask(range(7), range(7))
RINGS = (mask([3], [3]), mask(range(2, 5), range(2, 5)), mask(range(1, 6), range(1, 6)), FULL)
RING_0 = RINGS[0]
RING_1 = RINGS[1] ^ RINGS[0]
RING_2 = RINGS[2] ^ RINGS[1]
RING_3 = RINGS[3] ^ RINGS[2]

# Where a line of four may begin, in each direction.
EAST = mask(range(7), range(4))
SOUTH = mask(range(4), range(7))
SOUTH_EAST = mask(range(4), range(4))
SOUTH_WEST = mask(range(4), range(3, 7))


class Position(NamedTuple):
    """The stones of the player to move, of the other one, and who is to move."""

    mine: int
    theirs: int
    player: int


def has_line(stones):
    east = stones & stones >> 1
    south = stones & stones >> 8
    south_east = stones & stones >> 9
    south_west = stones & stones >> 7
    return (east & east >> 2 | south & south >> 16 | south_east & south_east >> 18 | south_west & south_west >> 14) != 0


def start():
    return Position(0, 0, 0)


def turn(p):
    return p.player


def moves(p):
    if not has_line(p.theirs):
        empty = FULL & ~(p.mine | p.theirs)
        for ring in (RING_0, RING_1, RING_2, RING_3):
            for bit in each(empty & ring):
                yield bit - (bit >> 3)


def play(p, point):
    return Position(p.theirs, p.mine | 1 << point + point // 7, 1 - p.player)


def utility(p, player):
    if not has_line(p.theirs):
        return 0
    return -WIN if player == p.player else WIN


def line_points(stones, free, step):
    """What the lines in one direction are worth that begin on `free`, where the other colour has no stone."""
    second, third, fourth = stones >> step, stones >> 2 * step, stones >> 3 * step
    odd_a, even_a = stones ^ second, stones & second
    odd_b, even_b = third ^ fourth, third & fourth
    odd = (odd_a ^ odd_b) & free
    pair = even_a | even_b
    two = ((even_a ^ even_b) & ~odd | odd_a & odd_b) & free
    three = odd & pair
    return ONE_STONE * (odd ^ three).bit_count() + TWO_STONES * two.bit_count() + THREE_STONES * three.bit_count()


def direction_points(mine, theirs, begins, step):
    any_mine = mine | mine >> step
    any_mine |= any_mine >> 2 * step
    any_theirs = theirs | theirs >> step
    any_theirs |= any_theirs >> 2 * step
    return line_points(mine, begins & ~any_theirs, step) - line_points(theirs, begins & ~any_mine, step)


def evaluate(p, player):
    points = (
        direction_points(p.mine, p.theirs, EAST, 1)
        + direction_points(p.mine, p.theirs, SOUTH, 8)
        + direction_points(p.mine, p.theirs, SOUTH_EAST, 9)
        + direction_points(p.mine, p.theirs, SOUTH_WEST, 7)
    )
    return points if player == p.player else -points


def show(p):
    black, white = (p.mine, p.theirs) if p.player == 0 else (p.theirs, p.mine)
    lines = []
    for row in range(SIZE):
        bits = [8 * row + column for column in range(SIZE)]
        lines.append(f"{SIZE - row} " + " ".join(".XO"[(black >> b & 1) + 2 * (white >> b & 1)] for b in bits))
    return "\n".join([*lines, "  a b c d e f g"])


def move_name(p, point):
    row, column = divmod(point, SIZE)
    return f"{'abcdefg'[column]}{SIZE - row}"
