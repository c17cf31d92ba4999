"""Nine men's morris: place nine men each, then slide them along the lines; three in a line are a mill and take a man.

Points are named like squares. Their bits run clockwise around each of the three rings:

    7   0 --------- 1 --------- 2
        |           |           |
    6   |   8 ----- 9 ---- 10   |
        |   |       |       |   |
    5   |   |  16--17--18   |   |
        |   |   |       |   |   |
    4   7--15--23      19--11-- 3
        |   |   |       |   |   |
    3   |   |  22--21--20   |   |
        |   |       |       |   |
    2   |  14 ---- 13 ---- 12   |
        |           |           |
    1   6 --------- 5 --------- 4
        a   b   c   d   e   f   g

A man steps to the next bit of its ring or to the one before; the middles of the sides, with odd numbers, are also
joined to those of the next ring, 8 bits away. A move is from | to << 5 | taken << 10, where 24 stands for no point: men
that are placed come from nowhere, and most moves take nothing.

Whoever closes a mill takes a man of the opponent that is not in a mill, or any if all are; two mills closed at once
take one man. After placing, a player with three men may fly to any empty point, and one with fewer, or without a move,
has lost. The third occurrence of a position is a draw, and so are 50 moves of each side without a mill.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kibitz.bits import each
from kibitz.board import Board, Cell, Label, Line, Piece
from kibitz.game import Game

POINTS = (
    *("a7", "d7", "g7", "g4", "g1", "d1", "a1", "a4"),
    *("b6", "d6", "f6", "f4", "f2", "d2", "b2", "b4"),
    *("c5", "d5", "e5", "e4", "e3", "d3", "c3", "c4"),
)
READING = sorted(range(24), key=lambda i: (-int(POINTS[i][1]), POINTS[i][0]))
"""The points line by line from the top, as positions are written."""
BOARD = (1 << 24) - 1
RINGS = 0x010101
"""The first point of each ring; times eight bits, these bits of each ring."""
CORNERS, MIDDLES = 0x55 * RINGS, 0xAA * RINGS
NOWHERE = 24
TO_SHIFT, TAKEN_SHIFT, POINT_MASK = 5, 10, 31
MEN = 9
ALL_PLACED = 2 * MEN
FEW = 3
"""With this many men a player may fly; with fewer the game is lost."""
QUIET_LIMIT = 100
"""Plies without a mill after which the game is a draw."""
QUIET_LATE = 90
"""From here on the count is part of the key, because the end it brings is near."""
WIN = 10_000

# Weights in hundredths of a man: while men are placed, and afterwards.
WEIGHTS = {
    "man": (100, 100),
    "mill": (4, 4),  # a man in a mill
    "gap": (15, 5),  # an empty point that completes a mill
    "threat": (10, 25),  # such a point with a third man beside it
    "room": (4, 4),  # an empty point beside a man
    "stuck": (-4, -8),  # a man without one
    "tempo": (5, 5),  # for the player to move
}
MAN, MILL, GAP, THREAT, ROOM, STUCK, TEMPO = range(0, 14, 2)
FLYING_ROOM = 12
"""What flying is worth, as empty points beside a man."""
LEAST_ROOM = 4
"""With fewer points to step to, having to move may be bad."""
APART = 1.4
"""The distance between two lines of the drawing; a point is 1 wide."""
PICTURE = """\
7  {}-----------{}-----------{}
   |           |           |
6  |   {}-------{}-------{}   |
   |   |       |       |   |
5  |   |   {}---{}---{}   |   |
   |   |   |       |   |   |
4  {}---{}---{}       {}---{}---{}
   |   |   |       |   |   |
3  |   |   {}---{}---{}   |   |
   |   |       |       |   |
2  |   {}-------{}-------{}   |
   |           |           |
1  {}-----------{}-----------{}
   a   b   c   d   e   f   g
"""


class Position(NamedTuple):
    """Men on the board."""

    mine: int  # men of the player to move
    theirs: int
    placed: int  # men that the two players have placed
    player: int  # 0 white, 1 black
    clock: int  # plies since a man was placed or taken


def turned(points: int, places: int) -> int:
    """Return the points moved clockwise along their rings, by 1 to 7 places."""
    kept = 0xFF >> places
    return (points & kept * RINGS) << places | points >> 8 - places & (0xFF - kept >> 8 - places) * RINGS


def completed(men: int) -> int:
    """Return the points whose two mates in a mill are men: men there are in a mill, and one more closes it."""
    before, after = turned(men, 1), turned(men, 7)
    inward, outward = men << 8 & BOARD | men >> 16, men << 16 & BOARD | men >> 8
    sides = before & turned(men, 2) | after & turned(men, 6)
    return sides & CORNERS | (before & after | inward & outward) & MIDDLES


def beside(points: int) -> int:
    """Return the points that a line joins to these."""
    across = points & MIDDLES
    return turned(points, 1) | turned(points, 7) | across << 8 & BOARD | across >> 8


NEXT = tuple(beside(1 << point) for point in range(24))


def victims(men: int) -> int:
    """Return the men that a mill of the opponent may take."""
    free = men & ~completed(men)
    return free if free else men


def parts(move: int) -> tuple[int, int, int]:
    """Return from, to and taken."""
    return move & POINT_MASK, move >> TO_SHIFT & POINT_MASK, move >> TAKEN_SHIFT


def start() -> Position:
    return Position(0, 0, 0, 0, 0)


def turn(p: Position) -> int:
    return p.player


def play(p: Position, move: int) -> Position:
    source, to, taken = parts(move)
    mine = p.mine & ~(1 << source) | 1 << to
    quiet = source != NOWHERE and taken == NOWHERE
    placed = p.placed + 1 if source == NOWHERE else p.placed
    return Position(p.theirs & ~(1 << taken), mine, placed, 1 - p.player, p.clock + 1 if quiet else 0)


def has_lost(men: int, placed: int) -> bool:
    return placed == ALL_PLACED and men.bit_count() < FEW


def is_over(p: Position) -> bool:
    return p.clock >= QUIET_LIMIT or has_lost(p.mine, p.placed) or has_lost(p.theirs, p.placed)


def key(p: Position) -> int:
    """Return the position without the clock, until that is about to end the game."""
    late = max(p.clock - QUIET_LATE, 0)
    return p.mine | p.theirs << 24 | (p.placed << 1 | p.player) << 48 | late << 54


def mirrored(points: int) -> int:
    """Return the points mirrored along the diagonal through a7."""
    points = (points & 0x0F * RINGS) << 4 | points >> 4 & 0x0F * RINGS
    points = (points & 0x33 * RINGS) << 2 | points >> 2 & 0x33 * RINGS
    points = (points & 0x55 * RINGS) << 1 | points >> 1 & 0x55 * RINGS
    return turned(points, 1)


def inside_out(points: int) -> int:
    """Return the points with the inner ring and the outer one exchanged."""
    return (points & 0xFF) << 16 | points & 0xFF00 | points >> 16


def symmetries(p: Position) -> Iterator[Position]:
    """Yield the other fifteen views, the board turned, mirrored and inside out, while they may still meet."""
    mine, theirs = p.mine, p.theirs
    for view in range(1, 16 if p.placed < ALL_PLACED else 1):
        if view == 8:
            mine, theirs = inside_out(p.mine), inside_out(p.theirs)
        elif view % 4 == 0:
            mine, theirs = mirrored(mine), mirrored(theirs)
        else:
            mine, theirs = turned(mine, 2), turned(theirs, 2)
        yield Position(mine, theirs, p.placed, p.player, p.clock)


def noisy(p: Position, move: int) -> bool:
    """Follow moves that take a man."""
    return move >> TAKEN_SHIFT != NOWHERE


def priority(p: Position, move: int) -> int:
    """Prefer to take a man, then to fill the opponent's gaps and to make one's own."""
    source, to, taken = parts(move)
    men = p.mine & ~(1 << source) | 1 << to
    theirs = p.theirs & ~(1 << taken)
    empty = BOARD & ~(men | theirs)
    worth = 16 if taken != NOWHERE else 0
    worth += 4 * (completed(men) & empty).bit_count()
    return worth - 6 * (completed(theirs) & empty).bit_count()


def can_close(men: int, point: int) -> bool:
    """Return whether a man beside this empty point closes a mill by stepping there."""
    for man in each(NEXT[point] & men):
        if completed(men & ~(1 << man)) >> point & 1:
            return True
    return False


def mark(p: Position, point: int) -> str:
    white, black = (p.mine, p.theirs) if p.player == 0 else (p.theirs, p.mine)
    return "W" if white >> point & 1 else "B" if black >> point & 1 else "."


def write(p: Position) -> str:
    """Write the lines from the top, the player to move, the men in hand of white and of black, and the clock."""
    lines = "/".join("".join(mark(p, i) for i in READING if POINTS[i][1] == digit) for digit in "7654321")
    left = ALL_PLACED - p.placed
    return f"{lines} {'WB'[p.player]} {left // 2} {left - left // 2} {p.clock}"


def read(text: str) -> Position:
    """Read a position; the clock may be left out, and after placing also the men in hand."""
    found = re.fullmatch(r"([WB./]+) ([WB])(?: (\d) (\d)(?: (\d{1,3}))?)?", text.strip())
    if not found or [len(line) for line in found[1].split("/")] != [3, 3, 3, 6, 3, 3, 3]:
        raise ValueError(
            "expected the lines from the top, of W, B and . separated by /, the player to move, W or B, and the men "
            "that white and black have in hand"
        )
    marks = found[1].replace("/", "")
    white, black = (sum(1 << i for i, man in zip(READING, marks, strict=True) if man == who) for who in "WB")
    player, hands, clock = "WB".index(found[2]), (int(found[3] or 0), int(found[4] or 0)), int(found[5] or 0)
    for name, men, hand in (("white", white, hands[0]), ("black", black, hands[1])):
        if men.bit_count() + hand > MEN:
            raise ValueError(f"{name} has at most {MEN} men, got {men.bit_count()} and {hand} in hand")
    if hands[1] - hands[0] != (player if hands[1] else 0):
        raise ValueError(f"white places first, then in turn; got {hands[0]} and {hands[1]} men in hand")
    if clock > QUIET_LIMIT or clock and sum(hands):
        raise ValueError(f"the clock is at most {QUIET_LIMIT}, and 0 while men are placed, got {clock}")
    mine, theirs = (white, black) if player == 0 else (black, white)
    return Position(mine, theirs, ALL_PLACED - sum(hands), player, clock)


def show(p: Position) -> str:
    left = ALL_PLACED - p.placed
    hands = f"in hand: white {left // 2}, black {left - left // 2}" if left else ""
    return (PICTURE.format(*(mark(p, i) for i in READING)) + hands).rstrip()


def move_name(p: Position, move: int) -> str:
    source, to, taken = (POINTS[i] if i != NOWHERE else "" for i in parts(move))
    return (f"{source}-" if source else "") + to + (f"x{taken}" if taken else "")


def at(point: int) -> tuple[float, float]:
    """Return where a point is drawn."""
    return APART * "abcdefg".index(POINTS[point][0]), APART * (7 - int(POINTS[point][1]))


def game(flying: bool = True) -> Game[Position]:
    """Play with nine men each; without flying, three men slide like more."""
    player_names = ("white", "black")
    repetition = 3
    margin = 50
    win_scale = 194  # benchmarks/win_scale.py
    weights = WEIGHTS

    fly = "With only three men left you may fly to any empty point. " if flying else ""
    how_to_play = f"""
    First the players take turns to place their nine men on empty points, then they move them along a line to a
    neighbouring empty point. Three men of yours in a straight line are a mill: when you close one, you take a
    man of the opponent, one outside a mill if there is any. {fly}A player who is left with two men, or who
    cannot move, has lost. It is a draw if a position occurs for the third time, or after fifty moves of each
    side without a mill.
    """

    def flies(men: int, placed: int) -> bool:
        return flying and placed == ALL_PLACED and men.bit_count() <= FEW

    def moves(p: Position) -> Iterator[int]:
        empty = BOARD & ~(p.mine | p.theirs)
        takes = victims(p.theirs)
        if p.placed < ALL_PLACED:
            mills = completed(p.mine)
            for to in each(empty):
                if mills >> to & 1 and takes:
                    for taken in each(takes):
                        yield NOWHERE | to << TO_SHIFT | taken << TAKEN_SHIFT
                else:
                    yield NOWHERE | to << TO_SHIFT | NOWHERE << TAKEN_SHIFT
        else:
            everywhere = flies(p.mine, p.placed)
            for source in each(p.mine):
                mills = completed(p.mine & ~(1 << source))
                for to in each(empty if everywhere else empty & NEXT[source]):
                    if mills >> to & 1:
                        for taken in each(takes):
                            yield source | to << TO_SHIFT | taken << TAKEN_SHIFT
                    else:
                        yield source | to << TO_SHIFT | NOWHERE << TAKEN_SHIFT

    def can_move(p: Position) -> bool:
        empty = BOARD & ~(p.mine | p.theirs)
        return p.placed < ALL_PLACED or flies(p.mine, p.placed) or beside(p.mine) & empty != 0

    def utility(p: Position, player: int) -> int:
        """Judge a finished game: lost with too few men or without a move, otherwise a draw."""
        if has_lost(p.theirs, p.placed) and not has_lost(p.mine, p.placed):
            return WIN if player == p.player else -WIN
        if has_lost(p.mine, p.placed) or not can_move(p):
            return -WIN if player == p.player else WIN
        return 0

    def side(men: int, others: int, placed: int, weights: Sequence[int]) -> int:
        """Return what a side's men on the board are worth."""
        late = 1 if placed == ALL_PLACED else 0
        empty = BOARD & ~(men | others)
        mills, around = completed(men), beside(men)
        points = weights[MAN + late] * men.bit_count() + weights[MILL + late] * (men & mills).bit_count()
        points += weights[GAP + late] * (mills & empty).bit_count()
        if flies(men, placed):
            return points + weights[THREAT + late] * (mills & empty).bit_count() + weights[ROOM + late] * FLYING_ROOM
        for point in each(mills & empty & around):
            points += weights[THREAT + late] if can_close(men, point) else 0
        points += weights[ROOM + late] * (around & empty).bit_count()
        return points + weights[STUCK + late] * (men & ~beside(empty)).bit_count()

    def weigh(p: Position, player: int, weights: Sequence[int]) -> int:
        late = 1 if p.placed == ALL_PLACED else 0
        points = side(p.mine, p.theirs, p.placed, weights) - side(p.theirs, p.mine, p.placed, weights)
        points += weights[TEMPO + late]
        points += weights[MAN] if p.placed % 2 else 0  # the man in hand that the other side has placed
        return points if player == p.player else -points

    def skip(p: Position) -> Position:
        """Pass the turn once all men are placed; return the position itself with little room, when it may help."""
        room = beside(p.mine) & BOARD & ~(p.mine | p.theirs)
        if p.placed < ALL_PLACED or room.bit_count() < LEAST_ROOM:
            return p
        return Position(p.theirs, p.mine, p.placed, 1 - p.player, p.clock + 1)

    def losers(p: Position) -> list[str]:
        """Return the points of the men that have lost: too few, or without a move."""
        if has_lost(p.theirs, p.placed):
            return [POINTS[i] for i in each(p.theirs)]
        return [POINTS[i] for i in each(p.mine)] if has_lost(p.mine, p.placed) or not can_move(p) else []

    def board(p: Position) -> Board:
        men = {"W": ("disc", "light", "", "white man"), "B": ("disc", "dark", "", "black man")}
        cells = [Cell(POINTS[i], *at(i), "round") for i in READING]
        pieces = [Piece(POINTS[i], *men[mark(p, i)]) for i in each(p.mine | p.theirs)]
        labels = [Label(APART * i, 6 * APART + 0.8, letter) for i, letter in enumerate("abcdefg")]
        labels += [Label(-0.8, APART * i, digit) for i, digit in enumerate("7654321")]
        rings = [Line([at(8 * ring + corner) for corner in (0, 2, 4, 6, 0)]) for ring in range(3)]
        spokes = [Line([at(middle), at(middle + 16)]) for middle in (1, 3, 5, 7)]
        touch = {move: [POINTS[i] for i in parts(move) if i != NOWHERE] for move in moves(p)}
        return Board(cells, pieces, labels, touch, rings + spokes, "wood", ("light", "dark"), losers(p))

    return Game.of({**globals(), **locals()})
