"""Breakthrough: pawns step forward, straight or diagonally, and capture diagonally; the first to the last row wins.

Bits run along the rows from a1. White starts at the bottom and moves up, black moves down. On the largest board the
last square is the sign bit, so a board is a signed machine word, from −2**63 to 2**63 − 1.

    8 56 57 58 59 60 61 62 63
      …                    …
    2  8  9 10 11 12 13 14 15
    1  0  1  2  3  4  5  6  7
       a  b  c  d  e  f  g  h

A player who has lost every pawn has lost, too. A move is from × 3 + direction, where left is towards column a for both.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kibitz.bits import count, each, highest, lowest, signed
from kibitz.board import Board, Piece, coordinates, grid
from kibitz.features import blocks, mirror, patterns
from kibitz.game import Game

LEFT, AHEAD, RIGHT = 0, 1, 2
WIN = 1000
BROKEN_THROUGH = 900  # a pawn that cannot be stopped, less a point for each step it still needs

# Weights of the evaluation; a hundred points mean odds of e to 1. They were fitted to the results of 3,000 games of
# the evaluation against itself, rounded, and chosen among their neighbours by matches.
WORTH = (0, 220, 100, 50, 50, 55, 60, 60)  # a pawn by its steps to the last row; those on the first rows defend
WEIGHTS = {
    "worth": WORTH,
    "bunched": -10,  # a guarded pawn: spread pawns cover more
    "engaged": 35,  # a guarded pawn that can be captured: it holds the line
    "tension": 35,  # an unguarded pawn that can be captured, for the player to move, who captures first
}
BUNCHED, ENGAGED, TENSION = 8, 9, 10  # places in the row of weights; worth by steps is 0 to 7


class Position(NamedTuple):
    """Pawns on the board."""

    white: int
    black: int
    player: int


def game(columns: int = 8, rows: int = 8) -> Game[Position]:
    """Play on columns × rows squares with two rows of pawns on each side."""
    if not 2 <= columns <= 8 or not 4 <= rows <= 8:
        raise ValueError(f"columns must be 2 to 8 and rows 4 to 8, got {columns} × {rows}")
    row_bits = (1 << columns) - 1
    below_last = (1 << columns * (rows - 1)) - 1
    last = signed(row_bits << columns * (rows - 1))
    not_a = signed(sum((row_bits - 1) << columns * row for row in range(rows)))
    not_h = signed(sum((row_bits >> 1) << columns * row for row in range(rows)))
    player_names = ("white", "black")
    margin = 120
    win_scale = 136  # measured by benchmarks/win_scale.py
    weights = WEIGHTS
    seen, seen_count = patterns(blocks(2, 4, columns, rows), mirror(columns))
    feature_count = seen_count + 2

    how_to_play = """
    Move one pawn a step forward, straight ahead or diagonally. Straight ahead the square must be empty;
    diagonally a pawn may also capture a pawn of the opponent. White moves up the board, black moves down. The
    first player whose pawn reaches the last row wins, and so does a player who captures all pawns of the
    opponent.
    """

    def start() -> Position:
        two = (1 << 2 * columns) - 1
        return Position(two, signed(two << columns * (rows - 2)), 0)

    def turn(p: Position) -> int:
        return p.player

    def is_over(p: Position) -> bool:
        return p.white & last != 0 or p.black & row_bits != 0 or p.white == 0 or p.black == 0

    def up_left(pawns: int) -> int:
        return (pawns & not_a & below_last) << columns - 1

    def up_right(pawns: int) -> int:
        return (pawns & not_h & below_last) << columns + 1

    def down_left(pawns: int) -> int:
        return pawns >> columns + 1 & below_last & not_h

    def down_right(pawns: int) -> int:
        return pawns >> columns - 1 & below_last & not_a

    def moves(p: Position) -> Iterator[int]:
        free = ~(p.white | p.black)
        if p.player == 0:
            mine, theirs, back = p.white, p.black, columns
            left, ahead, right = up_left(mine), mine << columns, up_right(mine)
        else:
            mine, theirs, back = p.black, p.white, -columns
            left, ahead, right = down_left(mine), mine >> columns & below_last, down_right(mine)
        for square in each(left & theirs):
            yield (square + 1 - back) * 3 + LEFT
        for square in each(right & theirs):
            yield (square - 1 - back) * 3 + RIGHT
        for square in each(ahead & free):
            yield (square - back) * 3 + AHEAD
        for square in each(left & free):
            yield (square + 1 - back) * 3 + LEFT
        for square in each(right & free):
            yield (square - 1 - back) * 3 + RIGHT

    def target(p: Position, move: int) -> int:
        return move // 3 + (columns if p.player == 0 else -columns) + move % 3 - 1

    def play(p: Position, move: int) -> Position:
        square = target(p, move)
        step, rest = 1 << move // 3 | 1 << square, ~(1 << square)
        if p.player == 0:
            return Position(signed(p.white ^ step), signed(p.black & rest), 1)
        return Position(signed(p.white & rest), signed(p.black ^ step), 0)

    def utility(p: Position, player: int) -> int:
        """Judge a finished game: the player who has just moved has won."""
        return -WIN if player == p.player else WIN

    def reach_up(pawns: int) -> int:
        """Return the squares that white pawns could ever reach or capture on."""
        for _ in range(rows - 1):
            pawns |= up_left(pawns) | (pawns & below_last) << columns | up_right(pawns)
        return signed(pawns)

    def reach_down(pawns: int) -> int:
        """Return the squares that black pawns could ever reach or capture on."""
        for _ in range(rows - 1):
            pawns |= down_left(pawns) | pawns >> columns & below_last | down_right(pawns)
        return pawns

    def race(p: Position) -> int:
        """Return the points for white of a decided race; 0 if there is none.

        A pawn out of the opponent's reach stays so while it runs straight ahead. It wins if no pawn of the opponent can
        be first.
        """
        white_steps, black_steps = rows - 1 - highest(p.white) // columns, lowest(p.black) // columns
        white, black = p.white & ~reach_down(p.black), p.black & ~reach_up(p.white)
        if white != 0:
            steps = rows - 1 - highest(white) // columns
            if steps <= black_steps - p.player:
                return BROKEN_THROUGH - steps
        if black != 0:
            steps = lowest(black) // columns
            if steps <= white_steps - 1 + p.player:
                return steps - BROKEN_THROUGH
        return 0

    def weigh(p: Position, player: int, weights: Sequence[int]) -> int:
        points = race(p)
        if points == 0:
            white_guard, black_guard = up_left(p.white) | up_right(p.white), down_left(p.black) | down_right(p.black)
            for row in range(rows):
                steps = rows - 1 - row
                points += weights[steps] * (p.white >> columns * row & row_bits).bit_count()
                points -= weights[steps] * (p.black >> columns * steps & row_bits).bit_count()
            points += weights[BUNCHED] * (count(p.white & white_guard) - count(p.black & black_guard))
            white, black = p.white & black_guard, p.black & white_guard
            points += weights[ENGAGED] * (count(white & white_guard) - count(black & black_guard))
            tension = weights[TENSION] * (count(white & ~white_guard) + count(black & ~black_guard))
            points += tension if p.player == 0 else -tension
            limit = BROKEN_THROUGH - rows
            points = max(-limit, min(limit, points))
        return points if player == 0 else -points

    def turned(pawns: int) -> int:
        """Return the board with its rows in reverse order, as black looks at it."""
        found = 0
        for row in range(rows):
            found |= (pawns >> columns * row & row_bits) << columns * (rows - 1 - row)
        return signed(found)

    def features(p: Position, player: int) -> Iterator[int]:
        """Yield the contents of all blocks of two columns and four rows, and who wins a decided race."""
        mine, theirs = (p.white, p.black) if player == 0 else (turned(p.black), turned(p.white))
        yield from seen(mine, theirs)
        points = race(p)
        if points != 0:
            yield seen_count + (0 if (points > 0) == (player == 0) else 1)

    def noisy(p: Position, move: int) -> bool:
        """Follow captures, and pawns that reach the last row or threaten to: one step away they must be captured."""
        square = target(p, move)
        steps = rows - 1 - square // columns if p.player == 0 else square // columns
        return steps <= 1 or (p.white | p.black) >> square & 1 == 1

    def priority(p: Position, move: int) -> int:
        """Prefer the last step, then captures, most of all of advanced pawns; history orders the rest."""
        square = target(p, move)
        if p.player == 0:
            steps, guard = rows - 1 - square // columns, down_left(p.black) | down_right(p.black)
        else:
            steps, guard = square // columns, up_left(p.white) | up_right(p.white)
        if steps == 0:
            return WIN
        if (p.white | p.black) >> square & 1 == 0:
            return 0
        own = WORTH[steps] // 2 if guard >> square & 1 else WORTH[steps]
        return own + 2 * WORTH[rows - 1 - steps]

    def row_text(p: Position, row: int) -> str:
        squares = range(columns * row, columns * row + columns)
        return "".join("W" if p.white >> i & 1 else "B" if p.black >> i & 1 else "." for i in squares)

    def write(p: Position) -> str:
        return "/".join(row_text(p, row) for row in reversed(range(rows))) + f" {'WB'[p.player]}"

    def read(text: str) -> Position:
        board, _, mover = text.strip().partition(" ")
        lines = board.split("/")
        wrong = len(lines) != rows or any(len(line) != columns or set(line) - set("WB.") for line in lines)
        if wrong or mover not in ("W", "B"):
            raise ValueError(
                f"expected {rows} rows of {columns} of W, B and . separated by /, the top row first, "
                "and the player to move, W or B"
            )
        cells = "".join(reversed(lines))
        white, black = (signed(sum(1 << i for i, mark in enumerate(cells) if mark == who)) for who in "WB")
        for name, pawns in (("white", white), ("black", black)):
            if count(pawns) > 2 * columns:
                raise ValueError(f"{name} has at most {2 * columns} pawns, got {count(pawns)}")
        p = Position(white, black, "WB".index(mover))
        through, lost = (black & row_bits, white & last)[p.player], (white & last, black & row_bits)[p.player]
        if lost != 0 or (white, black)[1 - p.player] == 0 or count(through) > 1:
            raise ValueError("the game ended before the last move")
        return p

    def show(p: Position) -> str:
        lines = [f"{row + 1} {' '.join(row_text(p, row))}" for row in reversed(range(rows))]
        return "\n".join([*lines, f"  {' '.join('abcdefgh'[:columns])}"])

    def square_name(square: int) -> str:
        return "abcdefgh"[square % columns] + str(square // columns + 1)

    def board(p: Position) -> Board:
        pawns = {"W": ("pawn", "light", "", "white pawn"), "B": ("pawn", "dark", "", "black pawn")}
        marks = "".join(row_text(p, row) for row in range(rows))
        pieces = [Piece(square_name(i), *pawns[mark]) for i, mark in enumerate(marks) if mark != "."]
        steps = {move: (square_name(move // 3), square_name(target(p, move))) for move in moves(p)}
        squares = grid(columns, rows, tones=("dark", "light"))
        through = [square_name(i) for i in each(p.white & last | p.black & row_bits)]
        return Board(squares, pieces, coordinates(columns, rows), steps, (), "wood", ("light", "dark"), through)

    def move_name(p: Position, move: int) -> str:
        square = target(p, move)
        sign = "x" if (p.white | p.black) >> square & 1 else "-"
        return square_name(move // 3) + sign + square_name(square)

    return Game.of(locals())
