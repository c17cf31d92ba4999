"""Dots and Boxes: draw a line between two dots; closing a box scores it and moves again; the most boxes win.

Bit layout of the edges, drawn for 3 columns and 2 rows of boxes. A box is named by the bit of the edge below it, so its
other edges are at the same offsets for every box: 3 (left), 4 (right) and 7 (above).

    +-14-+-15-+-16-+
   10   11   12   13
    +--7-+--8-+--9-+
    3    4    5    6
    +--0-+--1-+--2-+
"""

import random
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from kibitz.bits import lowest
from kibitz.board import Board, Cell, Line, Piece, coordinates
from kibitz.game import Game

MOST_EDGES = 63
LONGEST = 12
"""Longer chains count as this long: an int holds one number, five bits wide, for each length."""
FORESEEN = 3
"""With more safe edges than this it is too early to tell who will run out of them."""


class Position(NamedTuple):
    """Edges and boxes."""

    edges: int  # those drawn
    owned: int  # boxes of player 0; the other closed ones belong to player 1
    player: int


def game(columns: int = 4, rows: int = 4) -> Game[Position]:
    """Play on columns × rows boxes."""
    count = 2 * columns * rows + columns + rows
    if columns < 1 or rows < 1 or count > MOST_EDGES:
        raise ValueError(
            f"columns and rows must be at least 1 and give at most {MOST_EDGES} edges, got {columns} × {rows}"
        )
    left, right, above = columns, columns + 1, 2 * columns + 1
    all_edges = (1 << count) - 1
    across = (1 << columns) - 1  # the edges between the dots of the lowest row
    upright = (1 << columns + 1) - 1 << columns  # the vertical edges above them
    leftmost = sum(1 << above * row for row in range(rows + 1))
    boxes = sum(across << above * row for row in range(rows))
    most = columns * rows
    player_names = ("red A", "blue B")
    objective = "score"
    counted_in = "boxes"
    win_scale = 2.2  # measured by benchmarks/win_scale.py
    without = ("history",)  # misleading here: whether an edge is good depends on its neighbours

    how_to_play = """
    Draw a line between two dots that are next to each other. Whoever draws the fourth side of a box owns it and
    must draw another line; otherwise it is the opponent’s turn. When all lines are drawn, the player with more
    boxes wins.
    """

    def start() -> Position:
        return Position(0, 0, 0)

    def turn(p: Position) -> int:
        return p.player

    def closed(edges: int) -> int:
        return edges & edges >> left & edges >> right & edges >> above & boxes

    def with_two(edges: int) -> int:
        """Return the boxes that have two edges."""
        a, b, c, d = edges, edges >> left, edges >> right, edges >> above
        return ((a ^ b) & (c ^ d) | a & b & ~(c | d) | c & d & ~(a | b)) & boxes

    def with_three(edges: int) -> int:
        """Return the boxes that lack one edge."""
        a, b, c, d = edges, edges >> left, edges >> right, edges >> above
        return ((a & b & (c ^ d)) | (c & d & (a ^ b))) & boxes

    def around(some: int) -> int:
        """Return the edges of some boxes."""
        return some | some << left | some << right | some << above

    def moves(p: Position) -> Iterator[int]:
        """Yield edges that close a box, then those that do not let a box be closed, then the rest."""
        free = all_edges & ~p.edges
        closing = around(with_three(p.edges)) & free
        risky = around(with_two(p.edges)) & free & ~closing
        for some in (closing, free & ~closing & ~risky, risky):
            while some:
                yield lowest(some)
                some &= some - 1

    def play(p: Position, edge: int) -> Position:
        edges = p.edges | 1 << edge
        won = closed(edges) & ~closed(p.edges)
        if won == 0:
            return Position(edges, p.owned, 1 - p.player)
        return Position(edges, p.owned | won if p.player == 0 else p.owned, p.player)

    def utility(p: Position, player: int) -> int:
        ahead = 2 * p.owned.bit_count() - closed(p.edges).bit_count()
        return ahead if player == 0 else -ahead

    def bounds(p: Position, player: int) -> tuple[int, int]:
        ahead, open_boxes = utility(p, player), most - closed(p.edges).bit_count()
        return ahead - open_boxes, ahead + open_boxes

    def all_taken(edges: int) -> int:
        """Return the edges after closing every box that can be closed without opening another."""
        ripe = with_three(edges)
        while ripe:
            edges |= around(ripe)
            ripe = with_three(edges)
        return edges

    def joined(some: int, free: int) -> int:
        """Return the boxes adjacent to some boxes with no edge between."""
        upward, downward = some << above & free, (some & free) >> above
        rightward, leftward = (some << right & free) >> left, (some << left & free) >> right
        return (upward | downward | rightward | leftward) & boxes

    def chains(edges: int) -> tuple[int, int]:
        """Count the chains and the loops of boxes with two edges: the number of length n is at bit 5 (n - 1).

        Loops have even lengths, so for them n is half the length.
        """
        free = all_edges & ~edges
        in_chains = with_two(edges)
        opened, round_ones = 0, 0
        while in_chains:
            chain, grown = 0, in_chains & -in_chains
            while grown != chain:
                chain, grown = grown, grown | joined(grown, free) & in_chains
            in_chains &= ~chain
            length = chain.bit_count()
            links = (chain << above & free & chain).bit_count() + ((chain << right & free) >> left & chain).bit_count()
            if links == length:
                round_ones += 1 << 5 * (length // 2 - 1)
            else:
                opened += 1 << 5 * (length - 1 if length < LONGEST else LONGEST - 1)
        return opened, round_ones

    def last_phase(edges: int) -> int:
        """Estimate what the player to move gains where every edge gives something away.

        The shortest chain is given away first. The player who takes it either keeps the move, or leaves the last two
        boxes of a long chain (four of a loop) and passes the move on: the better of the two, from the last chain back.
        """
        opened, round_ones = chains(edges)
        gain, length = 0, 2 * LONGEST
        while length > 0:
            if length % 2 == 0:
                for _ in range(round_ones >> 5 * (length // 2 - 1) & 31):
                    gain = -length - better(gain, 8)
            if length <= LONGEST:
                for _ in range(opened >> 5 * (length - 1) & 31):
                    gain = -length - (better(gain, 4) if length > 2 else gain)
            length -= 1
        return gain

    def better(gain: int, price: int) -> int:
        """Return the better of moving on with this gain and paying the price to let the opponent move."""
        return gain if 2 * gain >= -price else -price - gain

    def prospects(edges: int) -> int:
        """Estimate how many boxes more than the opponent the player to move will get from here."""
        left_over = all_taken(edges)
        caught = (closed(left_over) & ~closed(edges)).bit_count()
        moved = 0
        safe = all_edges & ~left_over & ~around(with_two(left_over))
        while safe:
            if moved == FORESEEN:
                return caught
            left_over |= safe & -safe
            moved += 1
            safe &= ~around(with_two(left_over)) & ~left_over
        gain = last_phase(left_over)
        if moved % 2 == 1:
            gain = -gain
        if moved > 1:  # halved, because which edges stay safe depends on those drawn
            gain = gain // 2 if gain > 0 else -(-gain // 2)
        if moved == 0 and caught > 1:
            gain = better(gain, 4)
        return caught + gain

    def evaluate(p: Position, player: int) -> int:
        open_boxes = most - closed(p.edges).bit_count()
        gain = prospects(p.edges)
        if abs(gain) > open_boxes:
            gain = open_boxes if gain > 0 else -open_boxes
        return utility(p, player) + (gain if player == p.player else -gain)

    def priority(p: Position, edge: int) -> int:
        """Close boxes; otherwise give away as few as possible."""
        before, edges = closed(p.edges), p.edges | 1 << edge
        won = closed(edges) & ~before
        if won:
            return most + won.bit_count()
        return -(closed(all_taken(edges)) & ~before).bit_count()

    # Which boxes a player owns does not matter, only how many. On the largest boards the number does not fit above the
    # edges; a random word takes its place, as in a hash.
    numbers = 2 * (most + 1)
    fits = count + (numbers - 1).bit_length() <= MOST_EDGES
    words = np.array([n << count if fits else random.Random(n).getrandbits(MOST_EDGES) for n in range(numbers)])

    def key(p: Position) -> int:
        return p.edges ^ int(words[2 * p.owned.bit_count() + p.player])

    def mirrored(bits: int) -> int:
        """Return edges or boxes with left and right exchanged."""
        turned = 0
        for column in range(columns):
            turned |= (bits >> column & leftmost) << columns - 1 - column
        for column in range(columns + 1):
            turned |= (bits >> columns + column & leftmost) << 2 * columns - column
        return turned

    def overturned(edges: int) -> int:
        """Return edges with top and bottom exchanged; boxes too, but shifted up by a row."""
        turned = 0
        for row in range(rows + 1):
            turned |= (edges >> above * row & across) << above * (rows - row)
        for row in range(rows):
            turned |= (edges >> above * row & upright) << above * (rows - 1 - row)
        return turned

    def symmetries(p: Position) -> Iterator[Position]:
        edges, owned = mirrored(p.edges), mirrored(p.owned)
        yield Position(edges, owned, p.player)
        yield Position(overturned(edges), overturned(owned) >> above, p.player)
        yield Position(overturned(p.edges), overturned(p.owned) >> above, p.player)

    def picture(p: Position, line: str, side: str, gap: str, boxes_as: dict[str, str], dot: str) -> list[str]:
        """Draw lines of dots and lines of boxes alternately, lowest first."""
        lines = []
        for row in range(rows + 1):
            edges = p.edges >> above * row
            lines.append(dot + dot.join(line if edges >> i & 1 else gap * len(line) for i in range(columns)) + dot)
            if row < rows:
                uprights = [side if edges >> columns + i & 1 else gap for i in range(columns + 1)]
                inside = [boxes_as[owner(p, above * row + i)] for i in range(columns)] + [""]
                lines.append("".join(map("".join, zip(uprights, inside, strict=True))))
        return lines

    def owner(p: Position, box: int) -> str:
        return "." if not closed(p.edges) >> box & 1 else "A" if p.owned >> box & 1 else "B"

    def write(p: Position) -> str:
        lines = picture(p, "-", "|", ".", {".": ".", "A": "A", "B": "B"}, "")
        return f"{'/'.join(reversed(lines))} {'AB'[p.player]}"

    def show(p: Position) -> str:
        lines = picture(p, "---", "|", " ", {".": "   ", "A": "rA ", "B": "bB "}, "+")
        numbered = [f"{i // 2 + 1:>2} {line}" if i % 2 == 0 else f"   {line}" for i, line in enumerate(lines)]
        letters = "   " + "   ".join(chr(97 + column) for column in range(columns + 1))
        red = p.owned.bit_count()
        score = f"red has {red}, blue has {closed(p.edges).bit_count() - red}"
        return "\n".join([*(line.rstrip() for line in reversed(numbered)), letters, score])

    def move_name(p: Position, edge: int) -> str:
        row, place = divmod(edge, above)
        if place < columns:
            return f"{chr(97 + place)}{row + 1}-{chr(98 + place)}{row + 1}"
        return f"{chr(97 + place - columns)}{row + 1}-{chr(97 + place - columns)}{row + 2}"

    def board(p: Position) -> Board:
        """Return dots, edges named by their moves, and boxes named by the dot at their lower left."""
        owners = {"A": ("fill", "red", "A", "red A"), "B": ("fill", "blue", "B", "blue B")}
        cells, pieces = [], []
        for edge in range(count):
            row, place = divmod(edge, above)
            x, y = (place + 0.5, rows - row) if place < columns else (place - columns, rows - row - 0.5)
            long, short = (1.0, 0.2) if place < columns else (0.2, 1.0)
            cells.append(Cell(move_name(p, edge), x, y, "bar", width=long, height=short))
            if p.edges >> edge & 1:
                pieces.append(Piece(move_name(p, edge), "bar", name="line"))
            if place < columns and row < rows:
                cells.append(
                    Cell(box := f"box {move_name(p, edge).partition('-')[0]}", x, y - 0.5, width=0.8, height=0.8)
                )
                pieces += [Piece(box, *owners[mark]) for mark in owner(p, edge) if mark != "."]
        dots = [Line([(column, row)], width=0.2) for column in range(columns + 1) for row in range(rows + 1)]
        touch = {edge: (move_name(p, edge),) for edge in moves(p)}
        return Board(cells, pieces, coordinates(columns + 1, rows + 1), touch, dots, "paper", ("red", "blue"))

    def read_move(p: Position, text: str) -> int:
        """Read an edge by its two ends, in either order."""
        here, _, there = text.lower().partition("-")
        for edge in range(count):
            if move_name(p, edge) in (f"{here}-{there}", f"{there}-{here}"):
                return edge
        raise ValueError(f"{text!r} is not an edge; expected two neighbouring dots, as in a1-b1 or a1-a2")

    def read(text: str) -> Position:
        board, _, mover = text.strip().partition(" ")
        lines = board.split("/")[::-1]
        shape = [2 * columns + 1 if i % 2 else columns for i in range(2 * rows + 1)]
        if [len(line) for line in lines] != shape or mover not in ("A", "B"):
            raise ValueError(
                f"expected {2 * rows + 1} lines separated by /, the top one first: {columns} edges - or ., in turn with"
                f" {columns + 1} edges | or . and the boxes A, B or . between them; and the player to move, A or B"
            )
        edges, owners = 0, {}
        for i, line in enumerate(lines):
            first = above * (i // 2)
            for column, sign in enumerate(line):
                is_box = i % 2 == 1 and column % 2 == 1
                if sign not in ("AB." if is_box else "|." if i % 2 else "-."):
                    raise ValueError(f"{sign!r} is not allowed in {line!r} at place {column + 1}")
                if is_box:
                    owners[first + column // 2] = sign
                elif sign != ".":
                    edges |= 1 << first + (columns + column // 2 if i % 2 else column)
        for box, owner in owners.items():
            if (owner == ".") == bool(closed(edges) >> box & 1):
                raise ValueError("a box has an owner if and only if its four edges are drawn")
        owned = sum(1 << box for box, owner in owners.items() if owner == "A")
        return Position(edges, owned, "AB".index(mover))

    return Game.of(locals())
