"""What is worth trying, and who seems to be ahead: the rules `policy`, `priority`, `noisy` and `evaluate`.

An eye is an empty point whose neighbours are all one's own stones, with few stones of the opponent diagonally beside
it: at most one, and none on the first line. Nobody should fill it.
"""

from collections.abc import Callable
from typing import Any

from kibitz.games.go.points import Grid, Points

# Weights of the policy.
ORDINARY = 10
SELF_ATARI = 1  # the stone could be captured at once
FIRST_LINE = 2  # while most of the board is empty
CAPTURE, RESCUE = 150, 100  # added for capturing a group, and for saving one
CLOSE = 4  # the factor of points around the last move
CERTAIN = 10_000  # passing when that ends the game and wins it

# Priorities; a line further from the edge is worth 3 up to the fourth.
PASS_LAST, EYE_LAST = -100, -50
LINE, CONTACT = 3, 4
CAPTURES, RESCUES = 60, 40
WINS = 1000

POINT = 4
"""What evaluations are counted in: quarters of a point."""
REACH = 4
"""How many steps a stone's influence reaches."""
FIRST_MOVE = 28
"""What it is worth to move on an empty board, in quarters; the fuller the board, the less."""


def judgement(
    grid: Grid,
    double_komi: int,
    beside: Callable[[Points], Points],
    legal: Callable[[Any], Points],
    lead: Callable[[Any], int],
) -> dict[str, Any]:
    """Return the rules that judge moves and positions on a board."""
    every, dot, near, diagonal = grid.every, grid.dot, grid.near, grid.diagonal
    right, left, up, down = grid.right, grid.left, grid.up, grid.down
    to_pass, count = grid.end, every.size()
    rim = grid.points([number for number in grid.numbers if diagonal[number].size() < 4])
    ring = [one | other for one, other in zip(near, diagonal, strict=True)]
    spare = [2 if each.size() == 4 else 1 for each in diagonal]  # as many stones diagonally beside it spoil an eye
    lines = [LINE * line_of(number, grid.size) for number in range(to_pass)]

    def is_eye(p: Any, move: int) -> bool:
        return not near[move] - p.mine and (diagonal[move] & p.theirs).size() < spare[move]

    def eyes(p: Any) -> Points:
        """Return all eyes of the player to move."""
        closed = every - (p.mine | p.theirs) - beside(every - p.mine)
        above, below = up(p.theirs), down(p.theirs)
        a, b, c, d = right(above), left(above), right(below), left(below)
        one, two = a | b | c | d, a & b | c & d | (a | b) & (c | d)
        return closed - two - (one & rim)

    def safe(p: Any) -> Points:
        """Return points where a stone is not in atari for certain, legal or not."""
        solid = p.mine - p.atari
        room = every - p.theirs - p.atari
        a, b, c, d = right(room), left(room), up(room), down(room)
        return a & b | c & d | (a | b) & (c | d) | beside(solid | (p.theirs & p.atari))

    def policy(p: Any, move: int) -> int:
        """Capture, rescue, stay close to the last move; fill no eyes, and pass only if nothing sensible is left."""
        if move == to_pass:
            if p.passes == 1 and lead(p) > 0:
                return CERTAIN
            return 0 if legal(p) & safe(p) - eyes(p) else 1
        around = near[move]
        if is_eye(p, move):
            return 0
        weight = ORDINARY
        room = around - p.theirs - p.atari
        if around & p.theirs & p.atari:
            weight += CAPTURE
        elif not room.several() and not room & p.mine:
            return SELF_ATARI
        if around & p.mine & p.atari:
            weight += RESCUE
        elif 2 * p.plies < count and weight == ORDINARY and lines[move] == 0:
            weight = FIRST_LINE
        return CLOSE * weight if p.last != to_pass and ring[p.last] & dot[move] else weight

    def priority(p: Any, move: int) -> int:
        """Capture and rescue first, then stay in contact with other stones, away from the edge."""
        if move == to_pass:
            return WINS if p.passes == 1 and lead(p) > 0 else PASS_LAST
        if is_eye(p, move):
            return EYE_LAST
        around, worth = near[move], lines[move]
        if around & p.theirs & p.atari:
            worth += CAPTURES
        if around & p.mine & p.atari and (around - p.theirs - p.atari).several():
            worth += RESCUES
        if ring[move] & (p.mine | p.theirs):
            worth += CONTACT
        return worth + CONTACT if p.last != to_pass and ring[p.last] & dot[move] else worth

    def noisy(p: Any, move: int) -> bool:
        """Follow captures."""
        return move != to_pass and bool(near[move] & p.theirs & p.atari)

    def evaluate(p: Any, player: int) -> int:
        """Count stones and the empty points that are closer to them, in quarters of a point.

        The player to move can capture what is in atari, so the opponent's stones in atari count as gone; one's own
        count half.
        """
        theirs = p.theirs - p.atari
        empty = every - (p.mine | theirs)
        ours, others = p.mine, theirs
        for _ in range(REACH):
            grown, opposed = ours | beside(ours) & empty, others | beside(others) & empty
            ours, others = ours | grown - opposed, others | opposed - grown
        ahead: int = POINT * (ours.size() - others.size() - (p.mine & p.atari).size())
        ahead += (beside(p.mine) & empty).size() - (beside(theirs) & empty).size()
        ahead += FIRST_MOVE * empty.size() // count
        ahead += POINT // 2 * (double_komi if p.player == 1 else -double_komi)
        return ahead if player == p.player else -ahead

    return {"policy": policy, "priority": priority, "noisy": noisy, "evaluate": evaluate}


def line_of(number: int, size: int) -> int:
    """Return on which line a point is, from 0 at the edge to 3."""
    row, column = divmod(number, size + 1)
    return min(row, column, size - 1 - row, size - 1 - column, 3)
