"""heapq for a cheapest path"""

import heapq
from typing import NamedTuple

ROADS = [[(1, 4), (2, 1)], [(3, 1)], [(1, 2), (3, 7), (4, 9)], [(4, 2), (5, 6)], [(5, 1)], []]


class Position(NamedTuple):
    closed: int
    town: int
    player: int


def start():
    return Position(0, 0, 0)


def turn(p):
    return p.player


def cheapest(p):
    heap = [(0, p.town)]
    done = set()
    while heap:
        cost, town = heapq.heappop(heap)
        if town == 5:
            return cost
        if town in done:
            continue
        done.add(town)
        for i, (to, price) in enumerate(ROADS[town]):
            if not p.closed >> (3 * town + i) & 1:
                heapq.heappush(heap, (cost + price, to))
    return 99


def is_over(p):
    return p.town == 5 or cheapest(p) == 99


def moves(p):
    if p.player == 0:
        return [i for i in range(len(ROADS[p.town])) if not p.closed >> (3 * p.town + i) & 1]
    return [3 * t + i for t in range(6) for i in range(len(ROADS[t])) if not p.closed >> (3 * t + i) & 1]


def play(p, move):
    if p.player == 0:
        return Position(p.closed, ROADS[p.town][move][0], 1)
    return Position(p.closed | 1 << move, p.town, 0)


def utility(p, player):
    return 1 if (p.town == 5) == (player == 0) else -1


def evaluate(p, player):
    return -cheapest(p) / 8 if player == 0 else cheapest(p) / 8
