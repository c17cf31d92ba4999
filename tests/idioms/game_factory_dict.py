"""A game with parameters, closing over a dict and a helper"""

from typing import NamedTuple

from kibitz import Game


class Position(NamedTuple):
    node: int
    visited: int
    player: int


def game(nodes: int = 9, stride: int = 4):
    """Walk on a wheel without coming back; whoever cannot move loses."""
    links = {n: sorted({(n + 1) % nodes, (n - 1) % nodes, n * stride % nodes} - {n}) for n in range(nodes)}

    def open_links(p):
        return [n for n in links[p.node] if not p.visited >> n & 1]

    def start():
        return Position(1, 1 << 1, 0)

    def turn(p):
        return p.player

    def moves(p):
        return open_links(p)

    def play(p, node):
        return Position(node, p.visited | 1 << node, 1 - p.player)

    def utility(p, player):
        return -1 if player == p.player else 1

    def evaluate(p, player):
        value = len(open_links(p)) * 2 - len(links[p.node]) + (stride if p.visited & 1 else 0)
        return value if player == p.player else -value

    return Game.of(locals())
