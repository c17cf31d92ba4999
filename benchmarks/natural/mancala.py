"""Mancala (Kalah) with two rows of six pits and four stones in each.

A player takes all stones of one of their pits and sows them one by one into the following pits, counter-clockwise,
including their own store but not the opponent's. If the last stone falls into the own store, the player moves again. If
it falls into an empty pit of their own and the pit opposite is not empty, both are captured into the store. When a
player's pits are all empty, the other one puts the stones that are left into their own store, and the game is over;
whoever has more stones wins, by the difference.
"""

from enum import IntEnum
from typing import NamedTuple

PITS = 6
STONES = 4

objective = "score"


class Player(IntEnum):
    SOUTH = 0
    NORTH = 1

    @property
    def opponent(self):
        return Player.NORTH if self is Player.SOUTH else Player.SOUTH


# The pits are numbered in the order of sowing: 0–5 and the store 6 are South's, 7–12 and the store 13 are North's.
HOUSES = {Player.SOUTH: range(6), Player.NORTH: range(7, 13)}
STORE = {Player.SOUTH: 6, Player.NORTH: 13}
OPPOSITE = {pit: 12 - pit for pit in range(13) if pit != 6}
NEXT = {
    Player.SOUTH: {pit: (pit + 1) % 13 for pit in range(13)},
    Player.NORTH: {pit: {5: 7, 13: 0}.get(pit, pit + 1) for pit in range(14) if pit != 6},
}


class Position(NamedTuple):
    pits: tuple[int, ...]
    player: Player

    def houses(self, player):
        return [self.pits[pit] for pit in HOUSES[player]]

    def store(self, player):
        return self.pits[STORE[player]]

    @property
    def finished(self):
        return not any(self.houses(Player.SOUTH)) or not any(self.houses(Player.NORTH))


def start():
    pits = [0 if pit in STORE.values() else STONES for pit in range(2 * PITS + 2)]
    return Position(tuple(pits), Player.SOUTH)


def turn(p):
    return p.player


def moves(p):
    """The houses of the player to move that are not empty, 0 to 5 as the player sees them."""
    if p.finished:
        return []
    return [i for i, stones in enumerate(p.houses(p.player)) if stones > 0]


def sow(pits, pit, player):
    """Sow the stones of a pit, and return the pit that the last one fell into."""
    stones, pits[pit] = pits[pit], 0
    while stones > 0:
        pit = NEXT[player][pit]
        pits[pit] += 1
        stones -= 1
    return pit


def play(p, move):
    player = p.player
    pits = list(p.pits)
    last = sow(pits, HOUSES[player][move], player)
    if last in HOUSES[player] and pits[last] == 1 and pits[OPPOSITE[last]] > 0:
        pits[STORE[player]] += 1 + pits[OPPOSITE[last]]
        pits[last] = pits[OPPOSITE[last]] = 0
    after = Position(tuple(pits), player if last == STORE[player] else player.opponent)
    return collect(after) if after.finished else after


def collect(p):
    """Put all stones that are left into the stores of their owners."""
    pits = [0] * len(p.pits)
    for player in Player:
        pits[STORE[player]] = p.store(player) + sum(p.houses(player))
    return Position(tuple(pits), p.player)


def utility(p, player):
    player = Player(player)
    return p.store(player) - p.store(player.opponent)


def landing(p, player, move):
    """Where the last stone of a move falls, if it goes around the board at most once; else None."""
    pit = HOUSES[player][move]
    stones = p.pits[pit]
    if stones == 0 or stones > 12:
        return None
    for _ in range(stones):
        pit = NEXT[player][pit]
    return pit


def best_capture(p, player):
    """The most stones that one move can take from the opponent."""
    targets = [landing(p, player, move) for move in range(PITS)]
    return max((p.pits[OPPOSITE[t]] for t in targets if t in HOUSES[player] and p.pits[t] == 0), default=0)


def promise(p, player):
    """What a side has besides its store: stones in its houses, a capture, and moves that earn another turn."""
    again = sum(landing(p, player, move) == STORE[player] for move in range(PITS))
    return 0.25 * sum(p.houses(player)) + 0.5 * best_capture(p, player) + 0.75 * min(again, 2)


def evaluate(p, player):
    player = Player(player)
    other = player.opponent
    return p.store(player) - p.store(other) + promise(p, player) - promise(p, other)


def show(p):
    north = " ".join(f"{stones:2}" for stones in reversed(p.houses(Player.NORTH)))
    south = " ".join(f"{stones:2}" for stones in p.houses(Player.SOUTH))
    stores = f"{p.store(Player.NORTH):2}{'':{len(south)}}{p.store(Player.SOUTH):4}"
    return f"   {north}\n{stores}\n   {south}"


def move_name(p, move):
    return str(move + 1)
