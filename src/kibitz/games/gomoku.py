"""Gomoku: place a stone anywhere; five in a row, column or diagonal win.

The board is held as all its lines, in four directions, so that each is a single word. Black's stones are the low bits
of a word, White's begin at bit 32. Cell (column c, row r) has these places, on n × n cells:

    direction       line                  bit
    row             r                     c
    column          n + c                 r
    diagonal        2n + (n - 1 - c + r)  c         from below on the left to above on the right
    antidiagonal    4n - 1 + c + r        c

A window is five cells of a line in a row. It is open to a player as long as the opponent has no stone there, and its
stones say how far the player has come. Windows are counted with all bits of a line at once, and only the four lines of
a new stone are counted anew. What each player has in all windows is packed into one number:

    bits 0 … 9      windows with one stone
    bits 10 … 19    windows with two stones
    bits 20 … 29    windows with three stones
    bits 30 … 39    open twos: two overlapping windows that the next stone makes into an open three
    bits 40 … 48    windows with four stones: the next one wins
    bits 49 … 57    open threes: two overlapping windows that the next stone makes into an open four
    bits 58 …       windows with five stones
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from kibitz.bits import each
from kibitz.board import Board, Cell, Label, Line, Piece
from kibitz.game import Game

SMALLEST, LARGEST = 5, 19
WHITE = 32
"""Where White's stones begin in a line."""
LINE = (1 << 31) - 1
"""The bits of one player's stones in a line, and more: what is not on the board is blocked."""
TWOS, THREES, OPEN_TWOS, FOURS, OPEN_THREES, FIVES = 10, 20, 30, 40, 49, 58
MOST_FIVES = 20
"""A stone lies in five windows of each of its four lines."""
MANY, PART = (1 << 10) - 1, (1 << 9) - 1
"""Masks of the fields of ten bits, and of nine."""
ONE, TWO, THREE, FOUR = 1, 6, 30, 120
"""Points for an open window with this many stones."""

# Evaluations of positions that are nearly decided, by the best threat on the board. The mover's own fours come first.
NEXT_WINS, CANNOT_BLOCK, MUST_BLOCK, NEXT_OPEN_FOUR, TWO_THREES, ONE_THREE = 20_000, 16_000, 2_000, 8_000, 1_200, 200
TO_MOVE = 40
"""What having the move is worth."""

# What a learned evaluation sees: threats up to the number that still matters, which of them decides, as in `evaluate`,
# differences in steps, and the numbers of windows.
MY_FOURS, THEIR_FOURS, MY_THREES, THEIR_THREES = 2, 3, 3, 4
SITUATIONS = MY_FOURS * THEIR_FOURS * MY_THREES * THEIR_THREES
DECIDERS, STEP, STEPS = 6, 6, 80
DIFFERENCES = DECIDERS * (2 * STEPS + 1)
MOST_WINDOWS, FEW = 63, 4  # the last is how many windows with one stone count alike

# What a stone makes in one line, for `priority` and `policy`. Sums over the four lines find double threats.
MAKES_FIVE, MAKES_OPEN_FOUR, MAKES_FOUR, MAKES_OPEN_THREE = 100_000, 10_000, 1_200, 1_000
GROWTH = (1, 8, 40)
"""What a stone is worth in an open window with none, one or two others."""
NEAR = 4
"""How far along a line other stones matter."""
STARS = {15: (3, 7, 11), 19: (3, 9, 15)}
"""The rows and columns of the marked points on boards of the usual sizes."""
LETTERS = "ABCDEFGHIJKLMNOPQRS"


class Position(NamedTuple):
    """Stones on the board, and what they amount to."""

    lines: tuple[int, ...]
    black: int  # packed
    white: int
    player: int
    stones: int
    won: bool  # the player who has just moved has five
    mixed: int  # a hash of the stones


def game(size: int = 15, exact: bool = False) -> Game[Position]:
    """Play on size × size cells; exact: six or more in a line do not win."""
    if not SMALLEST <= size <= LARGEST:
        raise ValueError(f"size must be {SMALLEST} to {LARGEST}, got {size}")
    count = size * size
    full = (1 << size) - 1
    player_names = ("Black", "White")
    win_scale = 183  # measured by benchmarks/win_scale.py
    across, up, rise, fall = 0, size, 2 * size, 4 * size - 1  # where the lines of each direction begin
    total = 6 * size - 2
    numbers_start = SITUATIONS + 2 * DIFFERENCES
    feature_count = numbers_start + 2 * 6 * (MOST_WINDOWS + 1)

    enough = "exactly five" if exact else "five or more"
    how_to_play = f"""
    Black begins. Place a stone on any empty point. The first player with {enough} stones in an unbroken line
    wins: in a row, in a column or diagonally. A full board without such a line is a draw.
    """

    def places(cell: int) -> list[tuple[int, int]]:
        """Return the lines of a cell, each with the cell's bit."""
        row, column = divmod(cell, size)
        return [
            (across + row, column),
            (up + column, row),
            (rise + size - 1 - column + row, column),
            (fall + column + row, column),
        ]

    line_of = np.array([[line for line, _ in places(cell)] for cell in range(count)])
    bit_of = np.array([[bit for _, bit in places(cell)] for cell in range(count)])
    cell_at = np.zeros((total, LARGEST), np.int64)
    outside = np.full(total, LINE)
    for cell in range(count):
        for line, bit in places(cell):
            cell_at[line, bit] = cell
            outside[line] &= ~(1 << bit)
    stone_hash = np.random.default_rng(5).integers(1 << 62, size=(2, count))
    turn_hash = 0x1B873593CC9E2D51
    makes = table_of_stones(exact)
    central = np.array(
        [min(cell % size, cell // size, size - 1 - cell % size, size - 1 - cell // size) for cell in range(count)]
    )

    def start() -> Position:
        return Position((0,) * total, 0, 0, 0, 0, False, 0)

    def turn(p: Position) -> int:
        return p.player

    def moves(p: Position) -> Iterator[int]:
        """Yield the empty cells, those near other stones first."""
        for near in (True, False):
            for row in range(size):
                cells = local(p, row) if near else full & ~local(p, row)
                for column in each(cells & ~taken(p, row)):
                    yield row * size + column

    def taken(p: Position, row: int) -> int:
        return (p.lines[row] | p.lines[row] >> WHITE) & full

    def local(p: Position, row: int) -> int:
        """Return the cells of a row at most two steps from a stone, or from the centre of an empty board."""
        if p.stones == 0:
            return 1 << size // 2 if row == size // 2 else 0
        found = 0
        for other in range(max(0, row - 2), min(size, row + 3)):
            found |= taken(p, other)
        return (found | found << 1 | found << 2 | found >> 1 | found >> 2) & full

    def windows(own: int, blocked: int) -> tuple[int, int, int, int]:
        """Return where open windows begin, and three bits of the number of stones in each window."""
        one, two, three, four = own >> 1, own >> 2, own >> 3, own >> 4
        closed = blocked | blocked >> 1 | blocked >> 2 | blocked >> 3 | blocked >> 4
        if exact:
            closed |= own << 1 | own >> 5  # a stone at either end makes six
        odd, carry = own ^ one ^ two, own & one | (own | one) & two
        ones, other = odd ^ three ^ four, odd & three | (odd | three) & four
        return LINE & ~closed, ones, carry ^ other, carry & other

    def packed(own: int, blocked: int) -> int:
        """Return what a player has in a line."""
        opened, ones, twos, fours = windows(own, blocked)
        threes = opened & ones & twos
        pairs = opened & twos & ~ones
        found = (opened & ones & ~twos & ~fours).bit_count() + (pairs.bit_count() << TWOS)
        found += (threes.bit_count() << THREES) + ((pairs & pairs >> 1 & ~own).bit_count() << OPEN_TWOS)
        found += (opened & fours & ~ones).bit_count() << FOURS
        found += (threes & threes >> 1 & ~own).bit_count() << OPEN_THREES
        return found + ((opened & fours & ones).bit_count() << FIVES)

    def of_black(line: int, word: int) -> int:
        return packed(word & LINE, word >> WHITE | int(outside[line]))

    def of_white(line: int, word: int) -> int:
        return packed(word >> WHITE, word & LINE | int(outside[line]))

    def play(p: Position, cell: int) -> Position:
        lines = list(p.lines)
        black, white = p.black, p.white
        for direction in range(4):
            line = int(line_of[cell, direction])
            word = lines[line]
            after = word | 1 << int(bit_of[cell, direction]) + WHITE * p.player
            black += of_black(line, after) - of_black(line, word)
            white += of_white(line, after) - of_white(line, word)
            lines[line] = after
        won = (black if p.player == 0 else white) >> FIVES > 0
        mixed = p.mixed ^ int(stone_hash[p.player, cell])
        return Position(tuple(lines), black, white, 1 - p.player, p.stones + 1, won, mixed)

    def is_over(p: Position) -> bool:
        return p.won or p.stones == count

    def utility(p: Position, player: int) -> int:
        if not p.won:
            return 0
        return -1 if player == p.player else 1

    def key(p: Position) -> int:
        return p.mixed ^ p.player * turn_hash

    def skip(p: Position) -> Position:
        """Pass, except where six do not win: there a stone of one's own can be a nuisance."""
        return p if exact else p._replace(player=1 - p.player)

    def both(p: Position) -> tuple[int, int]:
        """Return what the player to move has, and what the opponent has, packed."""
        return (p.black, p.white) if p.player == 0 else (p.white, p.black)

    def candidates(p: Position) -> Iterator[int]:
        """Yield the cells that win at once; otherwise those that keep the opponent from it; otherwise all."""
        mine, theirs = both(p)
        if mine >> FOURS & PART:
            yield from completing(p, p.player)
        elif theirs >> FOURS & PART:
            yield from completing(p, 1 - p.player)
        else:
            yield from moves(p)

    def gaps(p: Position, line: int, player: int) -> int:
        """Return the cells of a line, as bits, where one stone makes five."""
        word = p.lines[line]
        own, other = (word & LINE, word >> WHITE) if player == 0 else (word >> WHITE, word & LINE)
        opened, ones, _, fours = windows(own, other | int(outside[line]))
        starts = opened & fours & ~ones
        return (starts | starts << 1 | starts << 2 | starts << 3 | starts << 4) & ~own & LINE

    def completing(p: Position, player: int) -> Iterator[int]:
        """Yield each cell where one stone makes five."""
        for line in range(total):
            for bit in each(gaps(p, line, player)):
                cell = int(cell_at[line, bit])
                first = True
                for direction in range(4):
                    other = int(line_of[cell, direction])
                    if other < line and gaps(p, other, player) >> int(bit_of[cell, direction]) & 1:
                        first = False
                if first:
                    yield cell

    def evaluate(p: Position, player: int) -> int:
        mine, theirs = both(p)
        ahead = points(mine) - points(theirs) + TO_MOVE
        threes, other_threes = mine >> OPEN_THREES & PART, theirs >> OPEN_THREES & PART
        if mine >> FOURS & PART:
            ahead += NEXT_WINS
        elif theirs >> FOURS & PART:
            ahead -= CANNOT_BLOCK if theirs >> FOURS & PART > 1 else MUST_BLOCK
        elif threes:
            ahead += NEXT_OPEN_FOUR
        elif other_threes:
            ahead -= TWO_THREES if other_threes > 2 else ONE_THREE
        return ahead if player == p.player else -ahead

    def features(p: Position, player: int) -> Iterator[int]:
        """Yield the threats of both; the differences of points and of open twos; and all numbers of windows."""
        mine, theirs = (p.black, p.white) if player == 0 else (p.white, p.black)
        fours, their_fours = mine >> FOURS & PART, theirs >> FOURS & PART
        threes, their_threes = mine >> OPEN_THREES & PART, theirs >> OPEN_THREES & PART
        situation = min(fours, MY_FOURS - 1) * THEIR_FOURS + min(their_fours, THEIR_FOURS - 1)
        situation = situation * MY_THREES + min(threes, MY_THREES - 1)
        yield situation * THEIR_THREES + min(their_threes, THEIR_THREES - 1)
        decider = 5
        if fours:
            decider = 0
        elif their_fours:
            decider = 1 if their_fours > 1 else 2
        elif threes:
            decider = 3
        elif their_threes:
            decider = 4
        first = SITUATIONS + decider * (2 * STEPS + 1) + STEPS
        yield first + limited((points(mine) - points(theirs)) // STEP)
        yield first + DIFFERENCES + limited(2 * ((mine >> OPEN_TWOS & MANY) - (theirs >> OPEN_TWOS & MANY)))
        first = numbers_start
        for packed_worth in (mine, theirs):
            yield first + min((packed_worth & MANY) // FEW, MOST_WINDOWS)
            for place, bits in ((TWOS, MANY), (THREES, MANY), (OPEN_TWOS, MANY), (FOURS, PART), (OPEN_THREES, PART)):
                first += MOST_WINDOWS + 1
                yield first + min(packed_worth >> place & bits, MOST_WINDOWS)
            first += MOST_WINDOWS + 1

    def made(p: Position, cell: int, player: int) -> int:
        """Return what a player's stone would make, summed over the lines of a cell."""
        worth = 0
        for direction in range(4):
            line, bit = int(line_of[cell, direction]), int(bit_of[cell, direction])
            word = p.lines[line]
            own, other = (word & LINE, word >> WHITE) if player == 0 else (word >> WHITE, word & LINE)
            worth += int(makes[around(own, bit) << 2 * NEAR | around(other | int(outside[line]), bit, True)])
        return worth

    def around(bits: int, bit: int, below: bool = False) -> int:
        """Return the bits on both sides of a bit, without it; below: those before the line begins are set."""
        shifted = (bits << NEAR | (15 if below else 0)) >> bit
        return shifted & 15 | shifted >> 1 & 240

    def priority(p: Position, cell: int) -> int:
        """Win, keep the opponent from winning, make and prevent open fours, build; otherwise stay near the centre."""
        return 16 * (2 * made(p, cell, p.player) + made(p, cell, 1 - p.player)) + int(central[cell])

    def policy(p: Position, cell: int) -> int:
        """Choose in proportion to what a stone makes, and to what it prevents."""
        return 1 + made(p, cell, p.player) * 2 + made(p, cell, 1 - p.player)

    def noisy(p: Position, cell: int) -> bool:
        """Follow stones that make or block a four."""
        if both(p)[1] >> FOURS & PART and made(p, cell, 1 - p.player) >= MAKES_FIVE:
            return True
        return made(p, cell, p.player) >= MAKES_FOUR

    def urgent(p: Position) -> bool:
        return both(p)[1] >> FOURS & PART > 0

    def text_rows(p: Position) -> list[str]:
        """Return the rows, the top one first."""
        found = []
        for row in reversed(range(size)):
            black, white = p.lines[row] & LINE, p.lines[row] >> WHITE
            found.append("".join("X" if black >> i & 1 else "O" if white >> i & 1 else "." for i in range(size)))
        return found

    def write(p: Position) -> str:
        return "/".join(text_rows(p))

    def read(text: str) -> Position:
        rows = text.strip().split("/")
        if len(rows) != size or any(len(line) != size or set(line) - set("XO.") for line in rows):
            raise ValueError(f"expected {size} rows of {size} of X, O and . separated by /, the top row first")
        marks = "".join(reversed(rows))
        ahead = marks.count("X") - marks.count("O")
        if ahead not in (0, 1):
            raise ValueError(f"X moves first, so X has as many stones as O or one more; got {ahead:+d}")
        lines, mixed = [0] * total, 0
        for cell, mark in enumerate(marks):
            if mark != ".":
                player = "XO".index(mark)
                mixed ^= int(stone_hash[player, cell])
                for line, bit in places(cell):
                    lines[line] |= 1 << bit + WHITE * player
        black = sum(of_black(line, word) for line, word in enumerate(lines))
        white = sum(of_white(line, word) for line, word in enumerate(lines))
        won, lost = (packed_worth >> FIVES > 0 for packed_worth in ((white, black) if ahead == 0 else (black, white)))
        if lost:
            raise ValueError("the game ended before the last stone was placed")
        if max(black, white) >> FIVES > MOST_FIVES:
            raise ValueError("no stone can complete all of these fives at once")
        return Position(tuple(lines), black, white, ahead, count - marks.count("."), won, mixed)

    def show(p: Position) -> str:
        letters = " ".join(LETTERS[:size])
        rows = [f"{size - i:>2} {' '.join(line)} {size - i}" for i, line in enumerate(text_rows(p))]
        return "\n".join([f"   {letters}", *rows, f"   {letters}"])

    def fives(p: Position) -> list[str]:
        """Return the cells of the lines with which the player who has just moved has won."""
        found = set()
        for line, word in enumerate(p.lines if p.won else ()):
            own, other = (word & LINE, word >> WHITE) if p.player == 1 else (word >> WHITE, word & LINE)
            opened, ones, _, fours = windows(own, other | int(outside[line]))
            found |= {int(cell_at[line, bit + i]) for bit in each(opened & ones & fours) for i in range(5)}
        return [move_name(p, cell) for cell in sorted(found)]

    def board(p: Position) -> Board:
        at = [(cell % size, size - 1 - cell // size) for cell in range(count)]
        stones = {"X": ("disc", "dark", "", "black stone"), "O": ("disc", "light", "", "white stone")}
        marks = enumerate("".join(reversed(text_rows(p))))
        pieces = [Piece(move_name(p, cell), *stones[mark]) for cell, mark in marks if mark != "."]
        cells = [Cell(move_name(p, cell), *at[cell], "square") for cell in range(count)]
        end = size - 1
        lines = [Line([(0, i), (end, i)], width=0.03) for i in range(size)]
        lines += [Line([(i, 0), (i, end)], width=0.03) for i in range(size)]
        lines += [Line([(x, y)], width=0.2) for x in STARS.get(size, ()) for y in STARS.get(size, ())]
        labels = [Label(i, size - 0.2, LETTERS[i]) for i in range(size)]
        labels += [Label(-0.8, end - i, str(i + 1)) for i in range(size)]
        touch = {cell: (move_name(p, cell),) for cell in moves(p)}
        return Board(cells, pieces, labels, touch, lines, "paper", ("dark", "light"), fives(p))

    def move_name(p: Position, cell: int) -> str:
        return f"{LETTERS[cell % size]}{cell // size + 1}"

    return Game.of(locals())


def limited(steps: int) -> int:
    """Return a difference in steps, at most as large as counts."""
    return min(max(steps, -STEPS), STEPS)


def points(packed: int) -> int:
    """Return what the windows of a player with one to four stones are worth."""
    found = ONE * (packed & MANY) + TWO * (packed >> TWOS & MANY)
    return found + THREE * (packed >> THREES & MANY) + FOUR * (packed >> FOURS & PART)


def table_of_stones(exact: bool) -> np.ndarray:
    """Return what a stone makes in a line, by the four cells on each side of it: own × 256 + blocked.

    Bits 0 to 3 are the cells before it, bits 4 to 7 those behind it.
    """
    numbers = np.arange(1 << 16)
    own, blocked = ((bits & 15) | (bits & 240) << 1 for bits in (numbers >> 8, numbers & 255))
    with_it = own | 1 << NEAR
    points, four_cells, threes = (np.zeros(1 << 16, np.int64) for _ in range(3))
    fives = np.zeros(1 << 16, bool)
    three_at = {}
    for begin in range(NEAR + 1):
        window = 31 << begin
        opened = blocked & window == 0
        if exact:
            opened &= with_it & (window << 1 & ~window | window >> 1 & ~window) == 0
        stones = sum((with_it & window) >> i & 1 for i in range(2 * NEAR + 1))
        fives |= opened & (stones == 5)
        four_cells |= np.where(opened & (stones == 4), window & ~with_it, 0)
        three_at[begin] = opened & (stones == 3)
        for others, worth in enumerate(GROWTH):
            points += worth * (opened & (stones == others + 1))
    for begin in range(NEAR):
        threes |= three_at[begin] & three_at[begin + 1] & (with_it >> begin & 1 == 0)
    gaps = sum(four_cells >> i & 1 for i in range(2 * NEAR + 1))
    points += np.where(gaps > 1, MAKES_OPEN_FOUR, np.where(gaps == 1, MAKES_FOUR, MAKES_OPEN_THREE * (threes > 0)))
    return np.where(fives, MAKES_FIVE, points)
