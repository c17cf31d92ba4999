"""Positions and moves of Pac-Man as text and as a board.

A position as one line, with cells as column,row counted from the top left:
    %%%%%/%-.o%/%%%%% pacman=2,2,east ghost=4,2,west,0 points=-1 clock=499 caught=0 turn=1
Rows of the maze are separated by /, and - is an empty cell. A ghost has the turns for which it stays scared.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

from kibitz.board import Board, Cell, Piece
from kibitz.games.pacman.maze import CAPSULE, EMPTY, FOOD, WALL, Maze
from kibitz.games.pacman.position import STOP, Ghost, Position, cell_set, has

NAMES = ("north", "east", "south", "west", "stop")
LETTERS = "nesw."
FACES = ("up", "right", "down", "left")
TONES = ("red", "green", "light", "dark")
"""Colours of the ghosts, one after the other; scared ghosts are blue."""
MARKS = ("rG", "gG", " G", " G")
LINES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""What joins a wall to others: 1 to the north, 2 to the east, 4 to the south, 8 to the west."""
NOTHING = "-"
WRITTEN = re.compile(
    r"(?P<maze>\S+) pacman=(?P<pacman>\S+)(?P<ghosts>(?: ghost=\S+)*) "
    r"points=(?P<points>-?\d{1,9}) clock=(?P<clock>-1|\d{1,7}) caught=(?P<caught>[01]) turn=(?P<turn>\d{1,3})"
)


def text_rules(maze: Maze, scared: int, steps: int, moves: Callable[[Position], Iterable[int]]) -> dict[str, Any]:
    """Make the rules that write, read and draw positions in a maze."""
    number = {place: cell for cell, place in enumerate(maze.places)}
    columns, lines = len(maze.rows[0]), len(maze.rows)
    walls = [[drawn_wall(maze.rows, x, y) for x in range(columns)] for y in range(lines)]

    def mark_at(p: Position, x: int, y: int) -> str:
        cell = number.get((x, y))
        if cell is None:
            return WALL
        return FOOD if has(p.food, cell) else CAPSULE if has(p.capsules, cell) else EMPTY

    def cell_name(cell: int) -> str:
        column, row = maze.places[cell]
        return f"{column + 1},{row + 1}"

    def write(p: Position) -> str:
        rows = ["".join(mark_at(p, x, y) for x in range(columns)) for y in range(lines)]
        ghosts = [f" ghost={cell_name(cell)},{NAMES[facing]},{left}" for cell, facing, left in p.ghosts]
        return (
            f"{'/'.join(rows).replace(EMPTY, NOTHING)} pacman={cell_name(p.pacman)},{NAMES[p.facing]}{''.join(ghosts)} "
            f"points={p.points} clock={p.clock} caught={p.caught} turn={p.player}"
        )

    def agent(text: str, facings: tuple[str, ...], most: int) -> Ghost:
        """Read a cell, a direction and, for a ghost, how long it stays scared."""
        found = re.fullmatch(r"(\d{1,4}),(\d{1,4}),([a-z]+)(?:,(\d{1,4}))?", text)
        place = (int(found[1]) - 1, int(found[2]) - 1) if found else None
        if found is None or place not in number or found[3] not in facings or int(found[4] or 0) > most:
            raise ValueError(f"expected column,row,direction of a cell that is not a wall, got {text!r}")
        return Ghost(number[place], NAMES.index(found[3]), int(found[4] or 0))

    def read(text: str) -> Position:
        found = WRITTEN.fullmatch(text.strip())
        if found is None:
            raise ValueError("expected the maze, pacman=, ghost= for each ghost, points=, clock=, caught= and turn=")
        rows = found["maze"].replace(NOTHING, EMPTY).split("/")
        expected = [["x" if mark == WALL else "" for mark in row] for row in maze.rows]
        if [["x" if mark == WALL else "" for mark in row] for row in rows] != expected:
            raise ValueError("its walls are not those of this layout")
        marks = [rows[y][x] for x, y in maze.places]
        if set(marks) - {FOOD, CAPSULE, EMPTY}:
            raise ValueError("a cell of the maze must be %, ., o or -")
        food, capsules = (
            cell_set([cell for cell, mark in enumerate(marks) if mark == wanted], len(marks))
            for wanted in (FOOD, CAPSULE)
        )
        pacman = agent(found["pacman"], NAMES[:STOP], 0)
        ghosts = tuple(agent(each, NAMES, scared) for each in found["ghosts"].split(" ghost=")[1:])
        clock, caught, turn = (int(found[name]) for name in ("clock", "caught", "turn"))
        if len(ghosts) != len(maze.ghosts) or turn > len(ghosts):
            raise ValueError(f"the layout has {len(maze.ghosts)} ghosts, got {len(ghosts)} and turn {turn}")
        if clock > steps or (clock == -1) != (steps == 0):
            raise ValueError(f"the clock must be {f'0 to {steps}' if steps else -1}, got {clock}")
        if marks[pacman.cell] != EMPTY:
            raise ValueError("there is something to eat in Pac-Man's cell")
        if caught and not any(ghost.cell == pacman.cell and ghost.scared == 0 for ghost in ghosts):
            raise ValueError("Pac-Man is caught, but no ghost is in his cell")
        points = int(found["points"])
        return Position(pacman.cell, pacman.facing, ghosts, food, capsules, points, clock, caught, turn)

    def show(p: Position) -> str:
        marks = {WALL: "", FOOD: " ·", CAPSULE: " o", EMPTY: "  "}
        drawn = [[marks[mark_at(p, x, y)] or walls[y][x] for x in range(columns)] for y in range(lines)]
        for cell, mark in [(p.pacman, "yP"), *((ghost.cell, ghost_mark(p, i)) for i, ghost in enumerate(p.ghosts))]:
            x, y = maze.places[cell]
            drawn[y][x] = mark
        return "\n".join([*("".join(row).rstrip() for row in drawn), "", status(p)])

    def ghost_mark(p: Position, i: int) -> str:
        return "bG" if p.ghosts[i].scared else MARKS[i % len(MARKS)]

    def status(p: Position) -> str:
        told = [f"score {p.points}"]
        if p.caught:
            told.append("caught")
        elif not any(p.food):
            told.append("all food is eaten")
        elif p.clock >= 0:
            told.append(f"{p.clock} steps left")
        if left := max((ghost.scared for ghost in p.ghosts), default=0):
            told.append(f"scared for {left}")
        return "   ".join(told)

    def board(p: Position) -> Board:
        """Return the maze with everyone in it, the score below; a move is made by touching the cell to go to."""
        cells = [
            Cell(f"{x + 1},{y + 1}", x, y, "wall" if mark == WALL else "square")
            for y, row in enumerate(maze.rows)
            for x, mark in enumerate(row)
        ]
        everywhere = range(len(maze.places))
        pieces = [Piece(cell_name(cell), "pellet", name="food") for cell in everywhere if has(p.food, cell)]
        pieces += [Piece(cell_name(cell), "pill", name="capsule") for cell in everywhere if has(p.capsules, cell)]
        pieces.append(Piece(cell_name(p.pacman), "eater", "yellow", FACES[p.facing], "Pac-Man"))
        for i, ghost in enumerate(p.ghosts):
            tone, name = ("blue", f"scared ghost {i + 1}") if ghost.scared else (tones[1 + i], f"ghost {i + 1}")
            pieces.append(Piece(cell_name(ghost.cell), "ghost", tone, name=name))
        told = status(p).replace("   ", " · ")
        height = min(0.7, columns / (0.65 * len(told)))  # of the letters: they must fit below the maze
        cells.append(Cell("status", (columns - 1) / 2, lines, width=columns))
        pieces.append(Piece("status", "text", "light", told, told, size=height * len(told)))
        mover = p.pacman if p.player == 0 else p.ghosts[p.player - 1].cell
        touch = {move: (cell_name(maze.beyond[mover][move]),) for move in moves(p)}
        return Board(cells, pieces, [], touch, ground="maze", players=tones)

    def move_name(p: Position, move: int) -> str:
        return NAMES[move]

    def read_move(p: Position, text: str) -> int:
        word = text.lower()
        if word in NAMES:
            return NAMES.index(word)
        if len(word) == 1 and word in LETTERS:
            return LETTERS.index(word)
        raise ValueError(f"expected north, east, south, west or stop (n, e, s, w or .), got {text!r}")

    tones = ("yellow", *(TONES[i % len(TONES)] for i in range(len(maze.ghosts))))
    rules = (write, read, show, board, move_name, read_move)
    return {rule.__name__: rule for rule in rules}


def drawn_wall(rows: tuple[str, ...], x: int, y: int) -> str:
    """Draw a wall with the lines that join it to its neighbours; a thick wall has lines only along its sides."""

    def is_wall(column: int, row: int) -> bool:
        return 0 <= row < len(rows) and 0 <= column < len(rows[0]) and rows[row][column] == WALL

    def joined(right: int, down: int) -> bool:
        beside = [(x + down, y + right), (x - down, y - right)]
        beside += [(column + right, row + down) for column, row in beside]
        return is_wall(x + right, y + down) and not all(is_wall(*place) for place in beside)

    joins = [joined(0, -1), joined(1, 0), joined(0, 1), joined(-1, 0)]
    return ("─" if joins[3] else " ") + LINES[sum(join << i for i, join in enumerate(joins))]
