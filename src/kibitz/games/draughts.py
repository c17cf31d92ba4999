"""English draughts, or checkers: men step diagonally forward, kings also back; captures jump, and are forced.

Squares have the usual numbers, black starts at the top and moves first, down the board. In a board of bits every ninth
bit belongs to no square, so that a step down is always a shift by 4 or 5 and never leads around the edge:

         1     2     3     4             0     1     2     3
      5     6     7     8             4     5     6     7     (8)
         9    10    11    12             9    10    11    12
     13    14    15    16            13    14    15    16    (17)
        17    18    19    20            18    19    20    21
     21    22    23    24            22    23    24    25    (26)
        25    26    27    28            27    28    29    30
     29    30    31    32            31    32    33    34

A capture with all its jumps is one move, and any capture may be chosen, but a jump that can be continued must be. A man
that reaches the last row becomes a king and ends its move there. A move is from | to << 6 | captured << 12, where from
and to are bits' numbers and captured is a board: ways around a circle that capture the same pieces are one move.

A player without a move has lost. The third occurrence of a position is a draw, and so are 40 moves of each side without
a capture or a man's move.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from kibitz.bits import each, lowest
from kibitz.board import Board, Cell, Label, Piece
from kibitz.compiler.plain import fold
from kibitz.features import cells, turned_cells

how_to_play = """
Men move one step diagonally forward, kings also back. A piece captures by jumping over an opposing piece next
to it to the empty square behind it, and continues as long as it can. Captures are forced; if there are several,
choose any of them. A man that reaches the last row becomes a king and its move ends there. A player who cannot
move has lost. It is a draw if a position occurs for the third time, or after forty moves of each side without a
capture or a move of a man.
"""
SQUARES = tuple(i + i // 8 for i in range(32))
"""The bit of each square, without the gaps."""
NUMBER = {bit: i + 1 for i, bit in enumerate(SQUARES)}
EVERYWHERE = sum(1 << bit for bit in SQUARES)
ROWS = tuple(sum(1 << bit for bit in SQUARES[4 * row : 4 * row + 4]) for row in range(8))
TOP, BOTTOM = ROWS[0], ROWS[7]
SHORT, LONG = 4, 5
"""The two steps down; a step up is one of them backwards."""
DOWN, UP, WAYS = 0, 2, 4
"""The ways down are 0 and 1, by the short and the long step, those up are 2 and 3; so the way back is way ^ 2."""
TO_SHIFT, CAPTURED_SHIFT = 6, 12
LEAST_CIRCLE = 4
"""A king needs this many jumps to come back to a square, so that two ways may capture the same pieces."""
QUIET_LIMIT = 80
"""Plies without a capture or a man's move after which the game is a draw."""
QUIET_LATE = 70
"""From here on the count is part of the key, because the end it brings is near."""
SALTS = (0x2545F4914F6CDD1D, 0x1B873593CC9E2D51, 0x369DEA0F31A53F85, 0x5851F42D4C957F2D)
"""Random odd words that keep the parts of a key apart."""
WIN = 10_000
MOST_PIECES = 12
PLACES = 35
"""Bits of a board, with the gaps."""
feature_count = 4 * PLACES


def bits(*numbers: int) -> int:
    """Return the board with these squares."""
    return sum(1 << SQUARES[number - 1] for number in numbers)


CENTRE = bits(10, 11, 14, 15, 18, 19, 22, 23)
EDGES = bits(5, 13, 21, 29, 4, 12, 20, 28)
CORNERS = bits(1, 5, 28, 32)
"""The double corners, where one king holds out longest."""
BLACK_BRIDGE, WHITE_BRIDGE = bits(1, 3), bits(30, 32)
"""Two men on the back row that guard all of it."""

# Weights of the evaluation in hundredths of a man.
weights = {
    "man": (100, 98, 100, 102, 106, 112, 124),  # by the rows it has advanced
    "king": 145,
    "central king": 8,
    "central man": 3,
    "edge": -3,
    "bridge": 12,
    "room": 3,  # a square to step to
    "corner": 12,  # a king in a double corner, of the side with fewer pieces
    "trades": 2,  # for each piece ahead and each piece gone: exchanges favour the stronger side
    "tempo": 4,  # for the player to move
}
KING, CENTRAL_KING, CENTRAL_MAN, EDGE, BRIDGE, ROOM, CORNER, TRADES, TEMPO = range(7, 16)
player_names = ("black", "white")
repetition = 3
margin = 50
win_scale = 288  # benchmarks/win_scale.py


class Position(NamedTuple):
    """Pieces on the board."""

    black: int
    white: int
    kings: int  # of both sides
    player: int  # 0 black, 1 white
    clock: int  # plies since the last capture or man's move


def start() -> Position:
    return Position(ROWS[0] | ROWS[1] | ROWS[2], ROWS[5] | ROWS[6] | ROWS[7], 0, 0, 0)


def turn(p: Position) -> int:
    return p.player


def jumpers(mine: int, theirs: int, kings: int, player: int) -> int:
    """Return my pieces that can capture: beside each is one of theirs with an empty square behind it."""
    empty = EVERYWHERE & ~(mine | theirs)
    down = (theirs & empty >> SHORT) >> SHORT | (theirs & empty >> LONG) >> LONG
    up = (theirs & empty << SHORT) << SHORT | (theirs & empty << LONG) << LONG
    if player == 0:
        return mine & (down | up & kings)
    return mine & (up | down & kings)


def stepped(board: int, way: int) -> int:
    """Return a board moved by one step."""
    return board << SHORT + way if way < UP else board >> SHORT + way - UP


def captures(mine: int, theirs: int, kings: int, player: int) -> Iterator[int]:
    """Yield every capture: try all ways from each square that a jumper reaches, and go back.

    The path from its home is a 1 followed by two bits for each jump, the way it went.
    """
    last_row = BOTTOM if player == 0 else TOP
    circles: list[int] = []
    for source in each(jumpers(mine, theirs, kings, player)):
        home = 1 << source
        is_king = kings & home != 0
        empty = EVERYWHERE & ~(mine | theirs) | home
        first = DOWN if player == 0 or is_king else UP
        end = UP if player == 0 and not is_king else WAYS
        at, captured, path, way, is_last = home, 0, 1, first, False
        while way < end or path != 1:
            if way < end:
                over = stepped(at, way)
                to = stepped(over, way)
                if over & theirs & ~captured and to & empty:
                    at, captured, path, is_last = to, captured | over, path << 2 | way, True
                    way = end if to & last_row and not is_king else first
                else:
                    way += 1
                continue
            if is_last:
                move = source | lowest(at) << TO_SHIFT | captured << CAPTURED_SHIFT
                if not is_king or captured.bit_count() < LEAST_CIRCLE:
                    yield move
                elif move not in circles:
                    circles.append(move)
                    yield move
            back = path & 3 ^ 2
            over = stepped(at, back)
            at, captured, path, way, is_last = stepped(over, back), captured ^ over, path >> 2, (path & 3) + 1, False


def steps(mine: int, theirs: int, kings: int, player: int) -> Iterator[int]:
    """Yield every move that captures nothing."""
    empty = EVERYWHERE & ~(mine | theirs)
    down = mine if player == 0 else mine & kings
    up = mine if player == 1 else mine & kings
    for to in each(down << SHORT & empty):
        yield to - SHORT | to << TO_SHIFT
    for to in each(down << LONG & empty):
        yield to - LONG | to << TO_SHIFT
    for to in each(up >> SHORT & empty):
        yield to + SHORT | to << TO_SHIFT
    for to in each(up >> LONG & empty):
        yield to + LONG | to << TO_SHIFT


def moves(p: Position) -> Iterator[int]:
    mine, theirs = (p.black, p.white) if p.player == 0 else (p.white, p.black)
    if jumpers(mine, theirs, p.kings, p.player) != 0:
        yield from captures(mine, theirs, p.kings, p.player)
    else:
        yield from steps(mine, theirs, p.kings, p.player)


def play(p: Position, move: int) -> Position:
    source, to, captured = 1 << (move & 63), 1 << (move >> TO_SHIFT & 63), move >> CAPTURED_SHIFT
    stay = ~(source | captured)
    is_king = p.kings & source != 0
    kings = p.kings & stay
    clock = p.clock + 1 if is_king and captured == 0 else 0
    if p.player == 0:
        kings |= to if is_king else to & BOTTOM
        return Position(p.black & stay | to, p.white & stay, kings, 1, clock)
    kings |= to if is_king else to & TOP
    return Position(p.black & stay, p.white & stay | to, kings, 0, clock)


def is_over(p: Position) -> bool:
    return p.clock >= QUIET_LIMIT


def utility(p: Position, player: int) -> int:
    """Judge a finished game: lost without a move, even when the last quiet move has been made; otherwise a draw."""
    for _ in moves(p):
        return 0
    return -WIN if player == p.player else WIN


def key(p: Position) -> int:
    """Return a mix of the pieces, the player to move, and the clock once it is about to end the game."""
    late = max(p.clock - QUIET_LATE, 0)
    pieces = fold(p.black ^ SALTS[0], p.white ^ SALTS[1])
    return fold(pieces ^ p.kings, (late << 1 | p.player) ^ SALTS[2])


def reachable(movers: int, empty: int, down: bool) -> int:
    """Return the empty squares a step down or up the board from these pieces."""
    if down:
        return (movers << SHORT | movers << LONG) & empty
    return (movers >> SHORT | movers >> LONG) & empty


def weigh(p: Position, player: int, weights: Sequence[int]) -> int:
    empty = EVERYWHERE & ~(p.black | p.white)
    black_kings, white_kings = p.black & p.kings, p.white & p.kings
    black_men, white_men = p.black & ~p.kings, p.white & ~p.kings
    black_count, white_count = p.black.bit_count(), p.white.bit_count()
    ahead = black_count - white_count
    points = weights[TRADES] * ahead * (2 * MOST_PIECES - black_count - white_count)
    for row in range(7):
        points += weights[row] * (black_men & ROWS[row]).bit_count()
        points -= weights[row] * (white_men & ROWS[7 - row]).bit_count()
    points += weights[KING] * (black_kings.bit_count() - white_kings.bit_count())
    points += weights[CENTRAL_KING] * ((black_kings & CENTRE).bit_count() - (white_kings & CENTRE).bit_count())
    points += weights[CENTRAL_MAN] * ((black_men & CENTRE).bit_count() - (white_men & CENTRE).bit_count())
    points += weights[EDGE] * ((black_men & EDGES).bit_count() - (white_men & EDGES).bit_count())
    points += weights[BRIDGE] * (
        (black_men & BLACK_BRIDGE == BLACK_BRIDGE) - (white_men & WHITE_BRIDGE == WHITE_BRIDGE)
    )
    black_steps = reachable(p.black, empty, True) | reachable(black_kings, empty, False)
    white_steps = reachable(p.white, empty, False) | reachable(white_kings, empty, True)
    points += weights[ROOM] * (black_steps.bit_count() - white_steps.bit_count())
    if ahead < 0:
        points += weights[CORNER] * (black_kings & CORNERS).bit_count()
    elif ahead > 0:
        points -= weights[CORNER] * (white_kings & CORNERS).bit_count()
    points += weights[TEMPO] if p.player == 0 else -weights[TEMPO]
    return points if player == 0 else -points


def features(p: Position, player: int) -> Iterator[int]:
    """Yield each piece on its place, with the board turned so that the player moves down."""
    men, kings = ~p.kings, p.kings
    if player == 0:
        yield from cells(p.black & men, 0)
        yield from cells(p.black & kings, PLACES)
        yield from cells(p.white & men, 2 * PLACES)
        yield from cells(p.white & kings, 3 * PLACES)
    else:
        yield from turned_cells(p.white & men, PLACES - 1)
        yield from turned_cells(p.white & kings, 2 * PLACES - 1)
        yield from turned_cells(p.black & men, 3 * PLACES - 1)
        yield from turned_cells(p.black & kings, 4 * PLACES - 1)


def noisy(p: Position, move: int) -> bool:
    """Follow captures and men that become kings."""
    last_row = BOTTOM if p.player == 0 else TOP
    source, to = 1 << (move & 63), 1 << (move >> TO_SHIFT & 63)
    return move >> CAPTURED_SHIFT != 0 or to & last_row != 0 and source & p.kings == 0


def urgent(p: Position) -> bool:
    """Return whether a capture is forced."""
    mine, theirs = (p.black, p.white) if p.player == 0 else (p.white, p.black)
    return jumpers(mine, theirs, p.kings, p.player) != 0


def priority(p: Position, move: int) -> int:
    """Prefer captures of many pieces and new kings, and try moves last that let the opponent capture."""
    captured = move >> CAPTURED_SHIFT
    worth = 2 * captured.bit_count() + (captured & p.kings).bit_count()
    after = play(p, move)
    worth += 2 * (after.kings.bit_count() - (p.kings & ~captured).bit_count())
    return worth - 1 if urgent(after) else worth


# Text and pictures


def listed(pieces: int, kings: int) -> str:
    return ",".join(("K" if kings >> bit & 1 else "") + str(NUMBER[bit]) for bit in each(pieces))


def write(p: Position) -> str:
    """Write FEN as in PDN, with the clock as the field H if it is not 0: `W:W21,K30:B1,2:H12`."""
    clock = f":H{p.clock}" if p.clock else ""
    return f"{'BW'[p.player]}:W{listed(p.white, p.kings)}:B{listed(p.black, p.kings)}{clock}"


def read(text: str) -> Position:
    """Read FEN as in PDN; squares may be ranges, such as 1-12, and the fields of black and white in any order."""
    found = re.fullmatch(r"([BW]):([BW])([\dK,-]*):([BW])([\dK,-]*)(?::H(\d{1,2}))?(?::F\d{1,4})?\.?", text.strip())
    if not found or found[2] == found[4]:
        raise ValueError("expected the player to move and the squares of both, K before those of kings: B:WK5,30:B1,2")
    fields = {found[2]: read_squares(found[3]), found[4]: read_squares(found[5])}
    (black, black_kings), (white, white_kings) = fields["B"], fields["W"]
    p = Position(black, white, black_kings | white_kings, "BW".index(found[1]), int(found[6] or 0))
    if common := black & white:
        raise ValueError(f"square {NUMBER[lowest(common)]} is both black's and white's")
    for name, pieces, last_row in (("black", black, BOTTOM), ("white", white, TOP)):
        if pieces.bit_count() > MOST_PIECES:
            raise ValueError(f"{name} has at most {MOST_PIECES} pieces, got {pieces.bit_count()}")
        if men := pieces & last_row & ~p.kings:
            raise ValueError(f"a {name} man on {NUMBER[lowest(men)]} would be a king")
    if (white, black)[p.player] == 0:
        raise ValueError(f"the game ended before the last move: {player_names[1 - p.player]} has no piece left")
    if p.clock > QUIET_LIMIT:
        raise ValueError(f"the clock H is at most {QUIET_LIMIT}, got {p.clock}")
    return p


def read_squares(text: str) -> tuple[int, int]:
    """Return the pieces that a field of FEN lists, and the kings among them."""
    pieces = kings = 0
    for item in text.split(",") if text else ():
        found = re.fullmatch(r"(K?)(\d{1,2})(?:-(\d{1,2}))?", item)
        numbers = range(int(found[2]), int(found[3] or found[2]) + 1) if found else range(0)
        if not found or not numbers or numbers[0] < 1 or numbers[-1] > 32:
            raise ValueError(f"expected squares from 1 to 32, got {item!r}")
        board = bits(*numbers)
        if again := board & pieces:
            raise ValueError(f"square {NUMBER[lowest(again)]} is listed twice")
        pieces |= board
        kings |= board if found[1] else 0
    return pieces, kings


def mark(p: Position, bit: int) -> str:
    """Return what stands on a square: b or w, as a capital for a king, or a dot."""
    letter = "b" if p.black >> bit & 1 else "w" if p.white >> bit & 1 else "."
    return letter.upper() if p.kings >> bit & 1 else letter


def show(p: Position) -> str:
    lines = []
    for row in range(8):
        marks = "   ".join(mark(p, bit) for bit in SQUARES[4 * row : 4 * row + 4])
        inset = "  " if row % 2 == 0 else ""
        lines.append(f"{4 * row + 1:>2}-{4 * row + 4:<2}  {inset}{marks}")
    return "\n".join(lines)


def paths(p: Position, move: int) -> list[tuple[int, ...]]:
    """Return the numbers of the squares that a move passes, for each way in which it can be made."""
    source, to, captured = move & 63, move >> TO_SHIFT & 63, move >> CAPTURED_SHIFT
    if captured == 0:
        return [(NUMBER[source], NUMBER[to])]
    ways = ((SHORT, LONG) if p.player == 0 else (-SHORT, -LONG)) if not p.kings >> source & 1 else (4, 5, -4, -5)

    def walks(at: int, left: int) -> Iterator[tuple[int, ...]]:
        if left == 0 and at == to:
            yield (NUMBER[at],)
        for way in ways:
            if at + 2 * way in NUMBER and at + way >= 0 and left >> at + way & 1:
                for rest in walks(at + 2 * way, left & ~(1 << at + way)):
                    yield NUMBER[at], *rest

    return list(walks(source, captured))


def move_name(p: Position, move: int) -> str:
    """Return 11-15 or 22x15, and the whole way, 22x15x6, where another capture has the same ends."""
    source, to = NUMBER[move & 63], NUMBER[move >> TO_SHIFT & 63]
    if move >> CAPTURED_SHIFT == 0:
        return f"{source}-{to}"
    ends = (1 << CAPTURED_SHIFT) - 1
    if any(other & ends == move & ends and other != move for other in moves(p)):
        return "x".join(map(str, paths(p, move)[0]))
    return f"{source}x{to}"


def read_move(p: Position, text: str) -> int:
    """Return the legal move with these squares; of a capture's, those between its ends may be left out."""
    if not re.fullmatch(r"\d{1,2}([-x:]\d{1,2})+", text):
        raise ValueError(f"expected a move such as 11-15 or 22x15x6, got {text!r}")
    given = tuple(map(int, re.split("[-x:]", text)))
    legal = {move: paths(p, move) for move in moves(p)}
    found = [move for move, ways in legal.items() if given in ways]
    found = found or [move for move, ways in legal.items() if any(fits(given, way) for way in ways)]
    if len(found) > 1:
        names = " or ".join(move_name(p, move) for move in found)
        raise ValueError(f"{text!r} is ambiguous; expected {names}")
    if not found:
        raise ValueError(f"{text!r} is not a legal move here; legal: {' '.join(move_name(p, move) for move in legal)}")
    return found[0]


def fits(given: tuple[int, ...], way: tuple[int, ...]) -> bool:
    """Return whether these squares are the ends of a way, with some of the others in their order."""
    between = iter(way[1:-1])
    return (given[0], given[-1]) == (way[0], way[-1]) and all(square in between for square in given[1:-1])


def board(p: Position) -> Board:
    """Return the squares with their numbers; a capture is touched jump by jump, or at its ends."""
    looks = {"b": ("dark", "", "black man"), "w": ("light", "", "white man")}
    looks |= {"B": ("dark", "K", "black king"), "W": ("light", "K", "white king")}
    cells, labels = [], []
    for row in range(8):
        for column in range(8):
            number = 4 * row + column // 2 + 1
            is_dark = (row + column) % 2 == 1
            name = str(number) if is_dark else f"light {number}"
            cells.append(Cell(name, column, row, "square", "dark" if is_dark else "light"))
            if is_dark and column in (0, 7):
                labels.append(Label(-0.7 if column == 0 else 7.7, row, str(number)))
    pieces = [
        Piece(str(NUMBER[bit]), "disc", *looks[mark(p, bit)]) for bit in SQUARES if (p.black | p.white) >> bit & 1
    ]
    touch = {}
    for move in moves(p):
        way = [str(number) for number in paths(p, move)[0]]
        touch[move] = [square for step in pairwise(way) for square in step]
    return Board(cells, pieces, labels, touch, ground="wood", players=("dark", "light"))
