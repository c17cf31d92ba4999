"""Positions and moves of Chinese checkers as text and as a board.

A position as one line has the rows from a to q, in which a letter is a peg and . an empty hole, and the number of moves
played, which also says who is to move. Pegs are R (red), K (black), G (green), B (blue), Y (yellow) and W (white). The
start with three players begins with
    ./../.../..../GGGG.....YYYY/GGG......YYY/… 0
A move is named after the holes where it starts and ends: q1-m5, however many hops lie between.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from kibitz.board import Board, Cell, Label, Line, Piece
from kibitz.games.chinese_checkers.star import (
    HOLES,
    NAMES,
    PLACES,
    POINTS,
    ROWS,
    Holes,
    has,
    set_of,
)

COLOURS = ("red", "black", "green", "blue", "yellow", "white")
"""The colour of the player who starts in each point."""
LETTERS, PAINT = "RKGBYW", "r gby "
"""What the pegs of each colour are in text; before it, the letter that paints it in a terminal."""
TONES = ("red", "dark", "green", "blue", "yellow", "light")
PEGS = 10
TALL = 3**0.5 / 2
"""The distance of rows whose holes are 1 apart."""
LINES = [[hole for hole in range(HOLES) if NAMES[hole][0] == row] for row in ROWS]
"""The holes of each row."""
WRITTEN = "/".join(rf"([.{LETTERS}]{{{len(line)}}})" for line in LINES) + r" (\d{1,7})"


def text_rules(
    seats: tuple[int, ...],
    last_ply: int,
    allowed: tuple[Holes, ...],
    placed: Callable[[tuple[Holes, ...], int], Any],
    moves: Callable[[Any], Iterable[int]],
) -> dict[str, Any]:
    """Make the rules that write, read and draw positions of players who start in these points."""
    letters = [LETTERS[seat] for seat in seats]

    def mark_at(p: Any, hole: int) -> str:
        return next((letter for letter, own in zip(letters, p.pegs, strict=True) if has(own, hole)), ".")

    def write(p: Any) -> str:
        return f"{'/'.join(''.join(mark_at(p, hole) for hole in line) for line in LINES)} {p.ply}"

    def read(text: str) -> Any:
        found = re.fullmatch(WRITTEN, text.strip())
        if found is None:
            raise ValueError(
                f"expected 17 rows of {', '.join(letters)} and . separated by /, and the number of moves played"
            )
        *rows, ply = found.groups()
        marks = "".join(rows)
        if others := set(marks) - {*letters, "."}:
            raise ValueError(f"nobody plays {min(others)}; the players are {', '.join(letters)}")
        pegs = tuple(set_of(hole for hole, mark in enumerate(marks) if mark == letter) for letter in letters)
        for letter, own, inside in zip(letters, pegs, allowed, strict=True):
            if marks.count(letter) != PEGS:
                raise ValueError(f"{letter} has {PEGS} pegs, got {marks.count(letter)}")
            if own[0] & ~inside[0] or own[1] & ~inside[1]:
                raise ValueError(f"{letter} has a peg in a point that is neither home nor target")
        if int(ply) > last_ply:
            raise ValueError(f"the game ends after {last_ply} moves, got {ply}")
        return placed(pegs, int(ply))

    def show(p: Any) -> str:
        """Return the star with its rows, and how many moves are left."""
        cells = dict(zip(letters, (PAINT[seat] + LETTERS[seat] for seat in seats), strict=True))
        rows = [
            f"{ROWS[row]}  {'  ' * (13 - len(line))}{'  '.join(cells.get(mark_at(p, hole), ' .') for hole in line)}"
            for row, line in enumerate(LINES)
        ]
        return "\n".join([*rows, "", f"{last_ply - p.ply} moves left"])

    def board(p: Any) -> Board:
        """Return the star, with each point's colour around it: a player's own, or of whoever moves there."""
        holes = [Cell(NAMES[hole], *spot(PLACES[hole]), "round", height=TALL) for hole in range(HOLES)]
        pegs = [
            Piece(NAMES[hole], "disc", TONES[seat], LETTERS[seat], f"{COLOURS[seat]} peg", size=0.9)
            for seat, own in zip(seats, p.pegs, strict=True)
            for hole in range(HOLES)
            if has(own, hole)
        ]
        rows = [Label(holes[line[0]].x - 1, holes[line[0]].y, ROWS[row]) for row, line in enumerate(LINES)]
        owners = {(seat + 3) % 6: seat for seat in seats} | {seat: seat for seat in seats}
        edges = [Line(outline(point), TONES[owner], 0.12) for point, owner in owners.items()]
        touch = {move: tuple(NAMES[hole] for hole in divmod(move, HOLES)) if move else () for move in moves(p)}
        return Board(holes, pegs, rows, touch, edges, "wood", [TONES[seat] for seat in seats])

    def move_name(p: Any, move: int) -> str:
        start, end = divmod(move, HOLES)
        return f"{NAMES[start]}-{NAMES[end]}" if move else "pass"

    def read_move(p: Any, text: str) -> int:
        if text.lower() == "pass":
            return 0
        found = re.fullmatch(r"([a-q]\d{1,2})\W*([a-q]\d{1,2})", text.lower())
        if found is None or found[1] not in NAMES or found[2] not in NAMES:
            raise ValueError(f"expected two holes, such as {move_name(p, next(iter(moves(p))))}, got {text!r}")
        return NAMES.index(found[1]) * HOLES + NAMES.index(found[2])

    rules = (write, read, show, board, move_name, read_move)
    return {rule.__name__: rule for rule in rules}


def spot(place: Sequence[float]) -> tuple[float, float]:
    """Return where coordinates of the star lie on the board."""
    return place[0] + place[1] / 2, TALL * place[1]


def outline(point: int) -> list[tuple[float, float]]:
    """Return the corners of the triangle around a point: halfway between its holes and the hexagon's."""
    axis, sign = POINTS[point]
    corners = []
    for far, one, other in ((9, -4.5, -4.5), (4.5, -4.5, 0), (4.5, 0, -4.5), (9, -4.5, -4.5)):
        place = [sign * one, sign * other]
        place.insert(axis, sign * far)
        corners.append(spot(place))
    return corners
