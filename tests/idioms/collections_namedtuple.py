"""collections.namedtuple"""

from collections import namedtuple

Position = namedtuple("Position", "north south lead player")
objective = "score"


def start():
    return Position((2, 2, 2), (2, 2, 2), 0, 0)


def turn(p):
    return p.player


def moves(p):
    side = p.north if p.player == 0 else p.south
    for pit in range(3):
        if side[pit]:
            yield pit


def play(p, pit):
    mine, yours = (p.north, p.south) if p.player == 0 else (p.south, p.north)
    ring = list(mine + yours)
    stones, ring[pit] = ring[pit], 0
    for i in range(1, stones + 1):
        ring[(pit + i) % 6] += 1
    last = (pit + stones) % 6
    taken, ring[last] = ring[last], 0
    mine, yours = tuple(ring[:3]), tuple(ring[3:])
    lead = p.lead + taken if p.player == 0 else p.lead - taken
    return Position(mine, yours, lead, 1) if p.player == 0 else Position(yours, mine, lead, 0)


def utility(p, player):
    return p.lead if player == 0 else -p.lead


def evaluate(p, player):
    lead = p.lead + (sum(p.north) - sum(p.south)) / 2
    return lead if player == 0 else -lead
