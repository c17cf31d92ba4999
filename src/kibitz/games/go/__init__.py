"""Go: surround territory and capture what has no liberty. The larger area wins; White gets komi for moving second.

Area scoring: stones on the board count, and empty regions that touch stones of one colour only. Nothing is taken off
the board at the end, so dead stones must be captured. Two passes end the game, and so does its length; the board is
then counted as it is. Suicide is illegal.

The ko rule is the simple one: a stone that has just captured a single stone may not be recaptured at once where that
would restore the position before. Positional superko also forbids every longer cycle, such as the triple ko or sending
two to return one. Here such a cycle goes on until the game reaches its greatest length.

Which stones are in atari, in a group with a single liberty, is part of a position and is updated by every move. A
point is then legal if beside it there is an empty point, a stone of one's own that is not in atari, or one of the
opponent that is: all legal moves are found at once, without looking at any group.
"""

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.game import Game
from kibitz.games.go.judgement import judgement
from kibitz.games.go.points import Grid, Points
from kibitz.games.go.text import texts

SMALLEST, LARGEST = 2, 13
MOST_KOMI = 1000
NO_KO = -1
LAST_STRETCH = 60
"""Positions this close to the greatest length are told apart by their plies: a search may see the end."""
MIXER, MIXED = 0x2545F4914F6CDD1D, (1 << 63) - 1
"""An odd number to multiply by, and the bits of the product that are kept."""


def mix(mixed: int, word: int) -> int:
    """Return a hash that also depends on this word."""
    product = (mixed ^ word) * MIXER & MIXED
    return product ^ product >> 29


class Position(NamedTuple):
    """Stones on the board."""

    mine: Points  # stones of the player to move
    theirs: Points
    atari: Points  # the stones of both in groups with a single liberty
    ko: int  # the point that may not be played at once, or NO_KO
    last: int  # the last move, a pass at the start; the future does not depend on it, but good replies are near it
    player: int
    passes: int  # how many of the last moves were passes
    plies: int


def game(size: int = 9, komi: float = 7.5, most_plies: int = 0) -> Game[Position]:
    """Play on size × size points; 9 and 13 are the usual sizes.

    komi: what White gets, a multiple of 0.5; with a whole number there can be draws.
    most_plies: the greatest length of a game, by default three times the number of points.
    """
    if not SMALLEST <= size <= LARGEST:
        raise ValueError(f"size must be {SMALLEST} to {LARGEST}, got {size}")
    count = size * size
    if 2 * komi != int(2 * komi) or abs(komi) > MOST_KOMI:
        raise ValueError(f"komi must be a multiple of 0.5 from {-MOST_KOMI} to {MOST_KOMI}, got {komi}")
    if most_plies < 0:
        raise ValueError(f"most_plies must be at least 0, got {most_plies}")
    longest = most_plies or 3 * count
    double_komi = int(2 * komi)
    player_names = ("Black", "White")
    searched_by, playouts, without = "mcts", 1, ("lookahead",)  # games rarely end by surprise: two passes do it
    win_scale = 54  # measured by benchmarks/win_scale.py
    how_to_play = f"""
    Black begins; place a stone on an empty point, or pass. Stones that are connected along the lines form a
    group, and a group is captured and removed when the last empty point beside it is filled. A move may not
    leave a group of its own without such a point, nor take back at once a single stone that has just captured
    one (ko). Two passes in a row end the game, and so does move {longest}. Each player then gets a point for
    every stone on the board and for every empty point that only their stones surround; White gets {komi:g}
    more. Nothing is removed at the end, so capture dead stones before you pass.
    """
    grid = Grid(size)
    every, nothing, dot, near = grid.every, grid.nothing, grid.dot, grid.near
    right, left, up, down = grid.right, grid.left, grid.up, grid.down
    listed, number = grid.listed, grid.number
    to_pass = grid.end

    def start() -> Position:
        return Position(nothing, nothing, nothing, NO_KO, to_pass, 0, 0, 0)

    def turn(p: Position) -> int:
        return p.player

    def beside(some: Points) -> Points:
        """Return the neighbours of some points."""
        return right(some) | left(some) | up(some) | down(some)

    def spread(seeds: Points, among: Points) -> Points:
        """Return the seeds and all that is connected with them among these points."""
        found = seeds
        grown = found | beside(found) & among
        while grown != found:
            found = grown
            grown = found | beside(found) & among
        return found

    def in_atari(seed: Points, stones: Points, empty: Points) -> Points:
        """Return the group of a stone if it has a single liberty; otherwise nothing, mostly after a step or two."""
        group = seed
        while True:
            reach = beside(group)
            if (reach & empty).several():
                return nothing
            grown = group | reach & stones
            if grown == group:
                return group
            group = grown

    def legal(p: Position) -> Points:
        """Return the points where the player to move may place a stone."""
        empty = every - (p.mine | p.theirs)
        found = empty & beside(empty | (p.mine - p.atari) | (p.theirs & p.atari))
        return found if p.ko == NO_KO else found - dot[p.ko]

    def moves(p: Position) -> Iterator[int]:
        yield from listed(legal(p))
        yield to_pass

    def play(p: Position, move: int) -> Position:
        if move == to_pass:
            return Position(p.theirs, p.mine, p.atari, NO_KO, move, 1 - p.player, p.passes + 1, p.plies + 1)
        stone, around = dot[move], near[move]
        mine, theirs, atari, ko = p.mine | stone, p.theirs, p.atari, NO_KO
        struck = around & theirs & atari
        if struck:
            captured = spread(struck, theirs & atari)
            theirs, atari = theirs - captured, atari - captured
            freed = beside(captured) & mine & atari
            if freed:
                atari = atari - spread(freed, mine & atari)
            if not captured.several() and not around - p.theirs:
                ko = number(captured)
        joined = around & mine & atari
        if joined:
            atari = atari - spread(joined, mine & atari)
        empty = every - (mine | theirs)
        if not (around & empty).several():
            atari = atari | in_atari(stone, mine, empty)
        pressed = around & theirs
        while pressed:
            seed = pressed.first()
            group = in_atari(seed, theirs, empty)
            atari, pressed = atari | group, pressed - seed - group
        return Position(theirs, mine, atari, ko, move, 1 - p.player, 0, p.plies + 1)

    def is_over(p: Position) -> bool:
        return p.passes >= 2 or p.plies >= longest

    def lead(p: Position) -> int:
        """Return twice the lead of the player to move, if the board were counted as it is."""
        empty = every - (p.mine | p.theirs)
        ours, others = spread(beside(p.mine) & empty, empty), spread(beside(p.theirs) & empty, empty)
        area: int = p.mine.size() + (ours - others).size() - p.theirs.size() - (others - ours).size()
        return 2 * area + (double_komi if p.player == 1 else -double_komi)

    def utility(p: Position, player: int) -> int:
        ahead = lead(p) if player == p.player else -lead(p)
        return 1 if ahead > 0 else -1 if ahead < 0 else 0

    def key(p: Position) -> int:
        """Return a hash of everything but the last move and, unless the end is near, the number of plies."""
        late = max(0, p.plies + LAST_STRETCH - longest)
        mixed = mix(0, p.ko + 1 << 20 | late << 4 | p.passes << 1 | p.player)
        for word in p.mine:
            mixed = mix(mixed, word)
        for word in p.theirs:
            mixed = mix(mixed, word)
        return mixed

    def known(black: Points, white: Points, player: int, ko: int, passes: int, plies: int) -> Position:
        """Return a position without a last move, with the stones in atari found group by group."""
        empty, atari = every - (black | white), nothing
        for stones in (black, white):
            rest = stones
            while rest:
                group = spread(rest.first(), stones)
                liberties, rest = beside(group) & empty, rest - group
                if not liberties:
                    raise ValueError("a group without a liberty would have been captured")
                atari = atari if liberties.several() else atari | group
        mine, theirs = (black, white) if player == 0 else (white, black)
        return Position(mine, theirs, atari, ko, to_pass, player, passes, plies)

    opinions = judgement(grid, double_komi, beside, legal, lead)
    return Game.of({**locals(), **opinions, **texts(grid, moves, known, NO_KO, longest)})
