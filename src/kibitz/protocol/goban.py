"""A Go board as Go programs know it: its size and komi, its count, and where handicap stones go."""

import inspect
import math
from collections.abc import Iterator
from typing import Any

from kibitz.game import Game
from kibitz.games import go
from kibitz.games.go.text import LETTERS

PASS = "pass"
BLACK, WHITE = 0, 1
SMALLEST_FIXED = 7
"""Boards smaller than this have no fixed handicap points."""
LARGE = 13
"""From this size on the corner points are on the fourth line, else on the third."""


def is_go(game: Game[Any]) -> bool:
    """Return whether this is the built-in game of Go."""
    return game.built_in and game.name == "go"


def size_of(game: Game[Any]) -> int:
    """Return the size of the board."""
    return len(rows_of(game, game.start()))


def komi_of(game: Game[Any]) -> float:
    """Return what White gets for moving second."""
    usual = inspect.signature(go.game).parameters["komi"].default
    return float(game.parameters.get("komi", usual))


def even_komi(komi: float) -> float:
    """Return a komi that the rules accept, with which the same player wins every position.

    Areas are whole numbers, so all komi between two of them are equal to the one halfway.
    """
    halfway = komi if komi == math.floor(komi) else math.floor(komi) + 0.5
    return float(max(-go.MOST_KOMI, min(halfway, go.MOST_KOMI)))


def rows_of(game: Game[Any], p: Any) -> list[str]:
    """Return the rows of a position, the top one first: X is black, O white and . empty."""
    return game.write(p).split()[0].split("/")


def area_lead(rows: list[str]) -> int:
    """Return how much larger Black's area is than White's, with the stones on the board as they are."""
    signs = {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}
    lead = sum((sign == "X") - (sign == "O") for sign in signs.values())
    empty = {point for point, sign in signs.items() if sign == "."}
    while empty:
        region, touched = [empty.pop()], set()
        for point in region:  # which grows
            for other in beside(point):
                if other in empty:
                    empty.discard(other)
                    region.append(other)
                elif signs.get(other, ".") != ".":
                    touched.add(signs[other])
        if len(touched) == 1:
            lead += len(region) if touched == {"X"} else -len(region)
    return lead


def beside(point: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the neighbours of a point, on the board or not."""
    x, y = point
    yield from ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))


def score_text(lead: float) -> str:
    """Return Black's lead as the result of a game: B+3.5, W+2 or 0."""
    return "0" if lead == 0 else f"{'B' if lead > 0 else 'W'}+{abs(lead):g}"


def fixed_handicap(size: int, count: int) -> list[str]:
    """Return the points of a fixed handicap as GTP 2 lists them; empty if there is none of this many stones."""
    most = 0 if size < SMALLEST_FIXED else 4 if size % 2 == 0 or size == SMALLEST_FIXED else 9
    if not 2 <= count <= most:
        return []
    low = 3 if size >= LARGE else 2
    high, middle = size - 1 - low, size // 2
    corners = [(low, low), (high, high), (low, high), (high, low)]
    sides = [(low, middle), (high, middle), (middle, low), (middle, high)]
    points = [*corners, *sides][: count - count % 2 if count > 4 else count]
    if count > 4 and count % 2:
        points.append((middle, middle))
    return [name_of(*point) for point in points]


def free_handicap(size: int, count: int) -> list[str]:
    """Return points for this many handicap stones, or for fewer on a board that is too small for them.

    They are the fixed ones as far as they go, then points around the centre that touch no other handicap stone.
    """
    fixed = next((points for n in range(count, 1, -1) if (points := fixed_handicap(size, n))), [])
    centre = (size - 1) / 2
    others = sorted(
        ((x, y) for x in range(size) for y in range(size)), key=lambda at: (math.dist(at, (centre, centre)), at)
    )
    chosen = [at for at in others if name_of(*at) in fixed]
    for at in others:
        if len(chosen) < count and at not in chosen and not any(other in chosen for other in beside(at)):
            chosen.append(at)
    names = [name_of(*at) for at in chosen]
    return [*fixed, *(name for name in names if name not in fixed)]


def name_of(x: int, y: int) -> str:
    """Return the name of a point, counted from the lower left corner."""
    return f"{LETTERS[x]}{y + 1}"
