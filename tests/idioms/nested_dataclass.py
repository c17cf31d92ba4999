"""A dataclass inside a dataclass"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Robot:
    x: int
    energy: int


@dataclass(frozen=True)
class Position:
    robots: tuple[Robot, Robot]
    player: int


def start():
    return Position((Robot(0, 9), Robot(12, 9)), 0)


def turn(p):
    return p.player


def moves(p):
    gap = p.robots[1].x - p.robots[0].x
    for steps in (1, 2, 3):
        if steps < gap and steps * 2 - 1 <= p.robots[p.player].energy:
            yield steps


def play(p, steps):
    robot = p.robots[p.player]
    moved = Robot(robot.x + (steps if p.player == 0 else -steps), robot.energy - (2 * steps - 1))
    robots = (moved, p.robots[1]) if p.player == 0 else (p.robots[0], moved)
    return Position(robots, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    me, you = p.robots[player], p.robots[1 - player]
    return me.energy - you.energy + (me.x + you.x - 12) * (1 if player == 0 else -1) / 4
