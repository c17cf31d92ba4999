"""A NamedTuple inside a NamedTuple"""

from typing import NamedTuple


class Point(NamedTuple):
    x: int
    y: int


class Position(NamedTuple):
    king: Point
    target: Point
    left: int
    player: int


def start():
    return Position(Point(0, 0), Point(3, 2), 8, 0)


def turn(p):
    return p.player


def is_over(p):
    return p.left == 0 or p.king == p.target


def moves(p):
    piece = p.king if p.player == 0 else p.target
    for n, (dx, dy) in enumerate(((1, 0), (0, 1), (-1, 0), (0, -1))):
        if 0 <= piece.x + dx < 4 and 0 <= piece.y + dy < 4:
            yield n


def play(p, n):
    dx, dy = ((1, 0), (0, 1), (-1, 0), (0, -1))[n]
    if p.player == 0:
        return Position(Point(p.king.x + dx, p.king.y + dy), p.target, p.left - 1, 1)
    return Position(p.king, Point(p.target.x + dx, p.target.y + dy), p.left - 1, 0)


def utility(p, player):
    return 1 if (p.king == p.target) == (player == 0) else -1


def evaluate(p, player):
    distance = abs(p.king.x - p.target.x) + abs(p.king.y - p.target.y)
    return -distance if player == 0 else distance
