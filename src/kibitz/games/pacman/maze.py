"""Mazes: a layout as text, checked, and the tables that the rules read.

    %%%%%%%      %  a wall            .  food
    %P.o G%      P  Pac-Man           o  a capsule
    %%%%%%%      G  a ghost           a space is empty

Cells that are not walls are numbered in reading order.
"""

import re
from pathlib import Path
from typing import NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import did_you_mean
from kibitz.games.pacman.position import cell_set

LAYOUTS = Path(__file__).parent / "layouts"
WALL, FOOD, CAPSULE, GHOST, PACMAN, EMPTY = "%.oGP "
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # columns and rows to the north, east, south and west
BLOCKED = -1
MOST_CELLS = 1000  # walls included: as many as a board may have
MOST_TEXT = 10 * MOST_CELLS  # characters that are read from a file


class Maze(NamedTuple):
    """A layout and its tables."""

    rows: tuple[str, ...]
    places: tuple[tuple[int, int], ...]  # the column and row of each cell
    pacman: int  # where everyone starts
    ghosts: tuple[int, ...]
    food: tuple[int, ...]  # a set of cells
    capsules: tuple[int, ...]  # a set of cells
    beyond: tuple[tuple[int, ...], ...]  # for each cell and direction the next cell, or BLOCKED; last, the cell itself
    exits: tuple[int, ...]  # the open directions of each cell
    distance: NDArray[np.int16]  # steps from cell to cell; the number of cells where there is no way


def layout_text(name: str) -> str:
    """Return the text of one of our layouts, or of a layout file, whose name has a dot or a slash."""
    ours = sorted(file.stem for file in LAYOUTS.glob("*.txt"))
    path = Path(name) if re.search(r"[./\\]", name) else LAYOUTS / f"{name}.txt"
    try:
        with path.open(encoding="utf-8-sig") as file:
            return file.read(MOST_TEXT)
    except FileNotFoundError:
        hint = did_you_mean(name, ours) or f"; ours are {', '.join(ours)}"
        raise ValueError(f"there is no layout and no file {name!r}{hint}") from None
    except OSError as error:
        raise ValueError(f"cannot read layout {name!r}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"cannot read layout {name!r}: it is not text in UTF-8") from None


def maze_of(name: str) -> Maze:
    """Read one of our layouts or a layout file, and make its tables."""
    rows = tuple(layout_text(name).rstrip().split("\n"))
    check(rows, name)
    places = tuple((x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark != WALL)
    number = {place: cell for cell, place in enumerate(places)}

    def marked(mark: str) -> list[int]:
        return [cell for cell, (x, y) in enumerate(places) if rows[y][x] == mark]

    beyond = tuple(
        (*(number.get((x + right, y + down), BLOCKED) for right, down in STEPS), cell)
        for cell, (x, y) in enumerate(places)
    )
    distance = np.array([distances(beyond, cell) for cell in range(len(places))], dtype=np.int16)
    (pacman,) = marked(PACMAN)
    for cell in marked(FOOD):
        if distance[pacman, cell] == len(places):
            refuse(name, "Pac-Man cannot reach this food", *places[cell])
    return Maze(
        rows,
        places,
        pacman,
        tuple(marked(GHOST)),
        cell_set(marked(FOOD), len(places)),
        cell_set(marked(CAPSULE), len(places)),
        beyond,
        tuple(sum(cell != BLOCKED for cell in around[:4]) for around in beyond),
        distance,
    )


def distances(beyond: tuple[tuple[int, ...], ...], start: int) -> list[int]:
    """Return the steps from a cell to every cell, or the number of cells where there is no way."""
    steps = [len(beyond)] * len(beyond)
    steps[start], reached = 0, [start]
    for cell in reached:  # grows as it is read
        for near in beyond[cell]:
            if near != BLOCKED and steps[near] == len(beyond):
                steps[near] = steps[cell] + 1
                reached.append(near)
    return steps


def check(rows: tuple[str, ...], name: str) -> None:
    """Raise unless these are the rows of a maze."""
    width = len(rows[0])
    if width * len(rows) > MOST_CELLS:
        raise ValueError(f"layout {name!r} is too large: at most {MOST_CELLS} characters, walls included")
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            if mark not in (WALL, FOOD, CAPSULE, GHOST, PACMAN, EMPTY):
                refuse(name, f"expected %, ., o, G, P or a space, got {mark!r}", x, y)
        if len(row) != width:
            refuse(name, f"expected {width} characters as in row 1, got {len(row)}", None, y)
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            if mark != WALL and (x in (0, width - 1) or y in (0, len(rows) - 1)):
                refuse(name, f"the border must be walls, got {mark!r}", x, y)
    found = [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == PACMAN]
    if not found:
        raise ValueError(f"layout {name!r} has no Pac-Man (P)")
    if len(found) > 1:
        refuse(name, "a second Pac-Man", *found[1])
    if not any(FOOD in row for row in rows):
        raise ValueError(f"layout {name!r} has no food (.)")


def refuse(name: str, why: str, x: int | None, y: int) -> NoReturn:
    """Raise the error that says where a layout is wrong."""
    column = "" if x is None else f", column {x + 1}"
    raise ValueError(f"layout {name!r}, row {y + 1}{column}: {why}")
