"""Connect Four: drop a stone into a column; four in a line win.

Bit layout, drawn for 7 columns and 6 rows. The top row stays empty to keep the columns apart.

     6 13 20 27 34 41 48
    ---------------------
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42
"""

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.bits import each, gaps, rows_of, run
from kibitz.board import Board, Label, Piece, rack
from kibitz.game import Game

SEEN = 6
"""What a learned evaluation sees of a column: the threats on this many cells above its stones, and as many stones."""
STAGES, COUNTED = 7, 4
"""The stages of a game for a learned evaluation, and how many numbers of threats it tells apart."""


class Position(NamedTuple):
    """Stones on the board."""

    mine: int  # stones of the player to move
    theirs: int  # stones of the player who has just moved
    player: int


def game(columns: int = 7, rows: int = 6, connect: int = 4) -> Game[Position]:
    """Play on columns × rows cells; this many connected stones in a row, column or diagonal win."""
    if columns < 1 or rows < 1 or columns * (rows + 1) > 63:
        raise ValueError(f"columns × (rows + 1) must be 1 to 63 bits, got {columns} × {rows + 1}")
    if not 2 <= connect <= max(columns, rows):
        raise ValueError(f"connect must be 2 to {max(columns, rows)}, got {connect}")
    height = rows + 1
    column_bits = (1 << rows) - 1
    full = sum(column_bits << height * column for column in range(columns))
    bottom = sum(1 << height * column for column in range(columns))
    steps = (1, height - 1, height, height + 1)
    centre_first = tuple(sorted(range(columns), key=lambda column: abs(2 * column - columns + 1)))
    player_names = ("X", "O")
    objective = "score"
    without = ("history",)  # forced wins decide more than habits
    win_scale = 2.1  # of the learned evaluation, measured by benchmarks/win_scale.py
    # Of each column: the cells above its stones, as many as SEEN, with a bit for each player who would win there.
    prospects = sum(1 << 2 * left for left in range(SEEN + 1))
    # Of two columns side by side: the top stones of each, as many as SEEN, with a leading 1.
    tops = 1 << SEEN + 1
    half = (columns + 1) // 2
    first_pair = 4 * prospects * half
    first_balance = first_pair + 2 * tops * tops * (columns // 2 + 1)
    feature_count = first_balance + 2 * STAGES * COUNTED**4
    odd_rows = bottom * sum(1 << row for row in range(0, rows, 2))  # the first, third and fifth row

    how_to_play = f"""
    Drop a stone into a column that is not full; it falls to the lowest free cell. The first player with
    {connect} stones in a line wins: side by side, one above the other, or diagonally. If the board fills up
    without such a line, the game is a draw.
    """

    def start() -> Position:
        return Position(0, 0, 0)

    def turn(p: Position) -> int:
        return p.player

    def moves(p: Position) -> Iterator[int]:
        for column in centre_first:
            if not (p.mine | p.theirs) >> (height * column + rows - 1) & 1:
                yield column

    def play(p: Position, column: int) -> Position:
        stone = ((p.mine | p.theirs) + (1 << height * column)) & column_bits << height * column
        return Position(p.theirs, p.mine | stone, 1 - p.player)

    def has_line(stones: int) -> bool:
        for step in steps:
            if run(stones, step, connect):
                return True
        return False

    def is_over(p: Position) -> bool:
        return has_line(p.theirs) or p.mine | p.theirs == full

    def utility(p: Position, player: int) -> int:
        """Return what the winner had left to place: the earlier the win, the more."""
        if not has_line(p.theirs):
            return 0
        worth = columns * rows // 2 + 1 - p.theirs.bit_count()
        return -worth if player == p.player else worth

    def key(p: Position) -> int:
        """Return the stones with each column's lowest free cell marked: one player's then determine the other's."""
        return p.mine + (p.mine | p.theirs) + bottom

    def winning(stones: int) -> int:
        """Return the cells that would complete a line, occupied or not; in a column, only the top one."""
        cells = run(stones, 1, connect - 1) << connect - 1
        for step in steps[1:]:
            cells |= gaps(stones, step, connect)
        return cells & full

    def safe(p: Position) -> int:
        """Return the cells where a stone can land without letting the opponent win at once."""
        landing = (p.mine | p.theirs) + bottom & full
        threats = winning(p.theirs)
        forced = threats & landing
        if forced & forced - 1:
            return 0
        return (forced or landing) & ~(threats >> 1)

    def bounds(p: Position, player: int) -> tuple[int, int]:
        """Return the score if the next two stones decide it; otherwise exclude a win that soon."""
        sign = 1 if player == p.player else -1
        if is_over(p):
            return utility(p, player), utility(p, player)
        landing = (p.mine | p.theirs) + bottom & full
        win = columns * rows // 2 - p.mine.bit_count()
        loss = p.theirs.bit_count() - columns * rows // 2
        if winning(p.mine) & landing:
            return sign * win, sign * win
        if safe(p) == 0:
            return sign * loss, sign * loss
        low, high = min(loss + 1, 0), max(win - 1, 0)
        return (low, high) if sign == 1 else (-high, -low)

    def counted(cells: int) -> int:
        """Return in how many columns there are such cells, up to the number that still matters."""
        columns_with = sum(1 for column in centre_first if cells >> height * column & column_bits)
        return min(columns_with, COUNTED - 1)

    def features(p: Position, player: int) -> Iterator[int]:
        """Yield the threats in each column, the stones of columns side by side, and how many threats there are.

        Who began has weights of their own: of two threats on top of each other, the parity of rows decides.
        """
        mine, theirs = (p.mine, p.theirs) if player == p.player else (p.theirs, p.mine)
        taken = mine | theirs
        my_threats, their_threats = winning(mine) & ~taken, winning(theirs) & ~taken
        before = 0
        for column in range(columns):
            low = height * column
            stones = (taken >> low & column_bits).bit_length()
            left = min(rows - stones, SEEN)
            above = (my_threats >> low + stones & (1 << left) - 1) << left
            above |= their_threats >> low + stones & (1 << left) - 1
            from_edge = min(column, columns - 1 - column)
            # Columns with less room come first: 1 + 4 + 16 + … contents, a third of the next power of 4.
            yield ((from_edge * 2 + (stones & 1)) * 2 + player) * prospects + (1 << 2 * left) // 3 + above
            shown = min(stones, SEEN)
            top = 1 << shown | mine >> low + stones - shown & (1 << shown) - 1
            if column > 0:
                # Left and right look alike: the outer column comes first, of the middle two that with more.
                outer, inner = (before, top) if 2 * column < columns else (top, before)
                if 2 * column == columns and outer < inner:
                    outer, inner = inner, outer
                yield first_pair + ((min(column, columns - column) * 2 + player) * tops + outer) * tops + inner
            before = top
        stage = taken.bit_count() * STAGES // (columns * rows + 1)
        balance = counted(my_threats & odd_rows) * COUNTED + counted(my_threats & ~odd_rows)
        balance = (balance * COUNTED + counted(their_threats & odd_rows)) * COUNTED
        balance += counted(their_threats & ~odd_rows)
        yield first_balance + (stage * 2 + player) * COUNTED**4 + balance

    def candidates(p: Position) -> Iterator[int]:
        """Yield the moves that do not lose at once, unless all do."""
        cells = safe(p) or full
        for column in centre_first:
            stone = (p.mine | p.theirs) + (1 << height * column) & column_bits << height * column
            if stone & cells:
                yield column

    def open_pairs(stones: int, free: int, step: int) -> int:
        """Return where lines begin that lack two stones and may still get them."""
        starts = 0
        if step * (connect - 1) < 64:
            for one in range(connect):
                for other in range(one):
                    line = full
                    for i in range(connect):
                        line &= (free if i in (one, other) else stones) >> i * step
                    starts |= line
        return starts

    def priority(p: Position, column: int) -> int:
        """Prefer a line, then two threats at once, then the most threats, then the centre, height and prospects."""
        stone = (p.mine | p.theirs) + (1 << height * column) & column_bits << height * column
        mine, taken = p.mine | stone, p.mine | p.theirs | stone
        cells = winning(mine)
        if cells & stone:
            return 1000 * columns * rows
        threats = cells & ~taken
        forcing = threats & taken + bottom
        if forcing & forcing - 1 or forcing << 1 & threats:
            return 999 * columns * rows
        from_edge = columns - 1 - abs(2 * column - columns + 1)
        worth = 1000 * threats.bit_count() + 4 * from_edge + 6 * (stone >> height * column).bit_length()
        if 2 * taken.bit_count() <= columns * rows:
            for step in steps:
                worth += 12 * open_pairs(mine, full & ~taken, step).bit_count()
        return worth

    def stones(p: Position) -> tuple[int, int]:
        return (p.mine, p.theirs) if p.player == 0 else (p.theirs, p.mine)

    def row_text(p: Position, row: int) -> str:
        x, o = stones(p)
        bits = [1 << height * column + row for column in range(columns)]
        return "".join("X" if x & bit else "O" if o & bit else "." for bit in bits)

    def write(p: Position) -> str:
        return "/".join(row_text(p, row) for row in reversed(range(rows)))

    def read(text: str) -> Position:
        lines = text.split("/")
        if len(lines) != rows or any(len(line) != columns or set(line) - set("XO.") for line in lines):
            raise ValueError(f"expected {rows} rows of {columns} of X, O and . separated by /, the top row first")
        sets = {"X": 0, "O": 0, ".": 0}
        for row, line in enumerate(reversed(lines)):
            for column, mark in enumerate(line):
                sets[mark] |= 1 << height * column + row
        x, o = sets["X"], sets["O"]
        ahead = x.bit_count() - o.bit_count()
        if ahead not in (0, 1):
            raise ValueError(f"X moves first, so X has as many stones as O or one more; got {ahead:+d}")
        if (x | o) & sets["."] << 1 & full:
            raise ValueError("a stone hangs in the air")
        if has_line(x) and has_line(o) or has_line(o if ahead else x):
            raise ValueError("the game ended before the last stone was dropped")
        return Position(o, x, 1) if ahead else Position(x, o, 0)

    def show(p: Position) -> str:
        lines = [" ".join(row_text(p, row)) for row in reversed(range(rows))]
        return "\n".join([*lines, " ".join(str((column + 1) % 10) for column in range(columns))])

    def board(p: Position) -> Board:
        discs = {"X": ("disc", "red", "X", "red X"), "O": ("disc", "yellow", "O", "yellow O")}
        holes, marks = rack(columns, rows), "".join(row_text(p, row) for row in range(rows))
        pieces = [Piece(hole.name, *discs[mark]) for hole, mark in zip(holes, marks, strict=True) if mark != "."]
        numbers = [Label(column, rows, str(column + 1)) for column in range(columns)]
        drops = {column: (f"{column + 1}.{marks[column::columns].index('.') + 1}",) for column in moves(p)}
        winning = [f"{bit // height + 1}.{bit % height + 1}" for bit in each(rows_of(p.theirs, steps, connect))]
        return Board(holes, pieces, numbers, drops, ground="rack", players=("red", "yellow"), winning=winning)

    def move_name(p: Position, column: int) -> str:
        return str(column + 1)

    return Game.of(locals())
