"""__len__, __contains__ and __bool__ on a class"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Bag:
    bits: int

    def __len__(self):
        return self.bits.bit_count()

    def __contains__(self, item):
        return bool(self.bits >> item & 1)

    def __bool__(self):
        return self.bits != 0


@dataclass(frozen=True)
class Position:
    bag: Bag
    last: int
    player: int


def start():
    return Position(Bag(0b1111111), 0, 0)


def turn(p):
    return p.player


def moves(p):
    for item in range(7):
        if item in p.bag and (len(p.bag) % 2 or item != p.last + 1):
            yield item


def play(p, item):
    bits = p.bag.bits & ~(1 << item)
    if (item + 1) % 7 in p.bag and item < 4:
        bits &= ~(1 << (item + 1) % 7)
    return Position(Bag(bits), item, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = len(p.bag) % 3 + (3 in p.bag) - (2 if not Bag(p.bag.bits & 7) else 0)
    return value if player == p.player else -value
