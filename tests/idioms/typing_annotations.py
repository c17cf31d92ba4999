"""Annotations everywhere, with Iterator, Final and Literal"""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

Player = Literal[0, 1]
GOAL: Final = 21
DOUBLES: Final[tuple[int, ...]] = (4, 9, 13)


class Position(NamedTuple):
    total: int
    last: Literal[0, 1, 2, 3]
    player: Player


def start() -> Position:
    return Position(0, 0, 0)


def turn(p: Position) -> Player:
    return p.player


def moves(p: Position) -> Iterator[int]:
    for n in (1, 2, 3):
        if n != p.last and p.total + n <= GOAL:
            yield n


def play(p: Position, n: int) -> Position:
    total: int = p.total + n
    bonus: int
    bonus = 1 if total in DOUBLES else 0
    other: Player = 1 if p.player == 0 else 0
    return Position(min(GOAL, total + bonus), n, other)


def utility(p: Position, player: Player) -> int:
    return -1 if player == p.player else 1


def evaluate(p: Position, player: Player) -> float:
    value: float = (GOAL - p.total) % 4 - 0.5 * p.last
    return value if player == p.player else -value
