"""TypeAlias, Union and Optional in annotations"""

from typing import NamedTuple, Optional, TypeAlias, Union

Number: TypeAlias = Union[int, float]  # noqa: UP007
Cell: TypeAlias = tuple[int, int]
Row = tuple[int, int, int]


class Position(NamedTuple):
    rows: tuple[Row, Row]
    player: int


def start() -> Position:
    return Position(((0, 0, 0), (0, 0, 0)), 0)


def turn(p: Position) -> int:
    return p.player


def full_row(p: Position) -> Optional[int]:  # noqa: UP045
    for i, row in enumerate(p.rows):
        if 0 not in row:
            return i
    return None


def is_over(p: Position) -> bool:
    return full_row(p) is not None


def moves(p: Position) -> list[int]:
    cells: list[Cell] = [(r, c) for r in range(2) for c in range(3) if p.rows[r][c] < 2]
    return [3 * r + c for r, c in cells]


def play(p: Position, cell: int) -> Position:
    r, c = divmod(cell, 3)
    row: Row = tuple(v + (i == c) for i, v in enumerate(p.rows[r]))
    return Position((row, p.rows[1]) if r == 0 else (p.rows[0], row), 1 - p.player)


def utility(p: Position, player: int) -> int:
    return 1 if (sum(p.rows[full_row(p) or 0]) % 2 == 0) == (player == 0) else -1


def evaluate(p: Position, player: int) -> Number:
    value: Number = sum(p.rows[0]) - 2.5 * sum(p.rows[1]) if p.rows[0][1] else sum(p.rows[1])
    return value if player == 0 else -value
