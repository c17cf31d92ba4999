"""Chinese checkers: bring ten pegs across the star to the opposite point, by steps and by chains of hops.

Each player starts in one point of the star and moves to the opposite one, the target. Two players start in points 0 and
3, three in 0, 2 and 4, four in 0, 1, 3 and 4, six in all (`star` has a drawing). A move takes a peg to a neighbouring
empty hole, or through one or more hops, each over a single neighbouring peg of any colour to the empty hole behind it.
Nothing is captured. Where the published rules differ, these are used:

- A move may pass through every point, but it ends in the hexagon between the points, in the player's own point or in
  the target.
- A peg that has reached its target moves only within it.
- A player has won when, after a move of their own, the target is full and at least one of the ten pegs in it is theirs.
  So nobody can keep others from winning by leaving pegs at home.
- A player who cannot move passes.
- The game is also over when everyone has moved `limit` times. Then the player wins whose pegs have the fewest steps to
  go to the tips of their targets; players who are level share the win.

Everyone puts a stake into a pot that the winners share, so utilities sum to 0. A move is from × 121 + to; 0 is a pass.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from kibitz.bits import replaced
from kibitz.compiler.plain import fold, salt
from kibitz.game import Game
from kibitz.games.chinese_checkers.star import (
    HOLES,
    NONE,
    TIPS,
    Holes,
    flipped,
    half_steps_aside,
    has,
    holes_in,
    holes_of,
    landings,
    set_of,
    steps_between,
)
from kibitz.games.chinese_checkers.text import COLOURS, text_rules

how_to_play = """
Bring your ten pegs across the star to the point opposite yours. A move takes one peg to an empty hole beside
it, or through one or more hops: each hop goes over a single neighbouring peg of any colour to the empty hole
right behind it. Nothing is captured. A peg that has reached its target moves only within it, and no move ends
in a point that belongs to others. You win when, after a move of yours, your target is full and at least one peg
in it is yours. If nobody has won when the moves run out, the player whose pegs have the fewest steps to go
wins.
"""
SEATS = {2: (0, 3), 3: (0, 2, 4), 4: (0, 1, 3, 4), 6: (0, 1, 2, 3, 4, 5)}
"""The points where this many players start."""
PASS = 0
STAKE = 6000
"""What a loser loses; pots of this can be shared by any number of players without a remainder."""
STEP, STRAGGLE, ASIDE = 20, 1, 3
"""The cost of a step that a peg has to go, what each further step adds, so that no peg is left behind, and the cost of
each half step away from the line between a player's points."""
HALF = 800
"""The lead, in these costs, that is worth half a win over another player."""
SURE = 8
"""With this many pegs in the target, moving may be a disadvantage."""
FORWARD, BACK = 3.0, 1 / 8
"""Policy: the factor for each step that a move gains, and the factor for moves that lose any."""


class Position(NamedTuple):
    """Pegs on the star."""

    pegs: tuple[Holes, ...]  # of each player
    costs: tuple[int, ...]  # what each player's pegs have to go, for the evaluation; pegs determine it
    ply: int


def game(players: int = 3, limit: int = 100) -> Game[Position]:
    """Play with 2, 3, 4 or 6 players.

    limit: how many moves each player has.
    """
    if players not in SEATS:
        raise ValueError(f"players must be 2, 3, 4 or 6, got {players}")
    if not 1 <= limit <= 100_000:
        raise ValueError(f"limit must be 1 to 100000 moves for each player, got {limit}")
    seats, score_sum = SEATS[players], 0
    player_names = tuple(COLOURS[seat] for seat in seats)
    last_ply = limit * players
    targets = tuple(set_of(holes_of((seat + 3) % 6)) for seat in seats)
    allowed = tuple(set_of([*holes_of(NONE), *holes_of(seat), *holes_of((seat + 3) % 6)]) for seat in seats)
    to_go = np.array([[steps_between(hole, TIPS[(seat + 3) % 6]) for hole in range(HOLES)] for seat in seats])
    aside = np.array([[half_steps_aside(hole, seat) for hole in range(HOLES)] for seat in seats])
    cost = (STEP + STRAGGLE * to_go) * to_go + ASIDE * aside
    salts = tuple(salt(number) for number in range(2 * players + 1))
    likely = np.array([FORWARD**steps * (BACK if steps < 0 else 1) for steps in range(-16, 17)])

    def placed(pegs: tuple[Holes, ...], ply: int) -> Position:
        """Return the position with these pegs."""
        costs = tuple(sum(int(cost[player, hole]) for hole in holes_in(own)) for player, own in enumerate(pegs))
        return Position(pegs, costs, ply)

    def start() -> Position:
        return first

    first = placed(tuple(set_of(holes_of(seat)) for seat in seats), 0)

    def turn(p: Position) -> int:
        return p.ply % players

    def all_pegs(p: Position) -> Holes:
        upper = lower = 0
        for own in p.pegs:
            upper |= own[0]
            lower |= own[1]
        return upper, lower

    def moves(p: Position) -> Iterator[int]:
        player = p.ply % players
        taken, target, stuck = all_pegs(p), targets[player], True
        for peg in holes_in(p.pegs[player]):
            ends = target if has(target, peg) else allowed[player]
            found = landings(peg, taken)
            for end in holes_in((found[0] & ends[0], found[1] & ends[1])):
                yield peg * HOLES + end
                stuck = False
        if stuck:
            yield PASS

    def play(p: Position, move: int) -> Position:
        if move == PASS:
            return Position(p.pegs, p.costs, p.ply + 1)
        player, peg, end = p.ply % players, move // HOLES, move % HOLES
        own = flipped(flipped(p.pegs[player], peg), end)
        left = p.costs[player] + int(cost[player, end]) - int(cost[player, peg])
        return Position(replaced(p.pegs, player, own), replaced(p.costs, player, left), p.ply + 1)

    def has_won(p: Position, player: int) -> bool:
        """Return whether a player's target is full, with a peg of theirs."""
        own, target = p.pegs[player], targets[player]
        if own[0] & target[0] == 0 and own[1] & target[1] == 0:
            return False
        taken = all_pegs(p)
        return taken[0] & target[0] == target[0] and taken[1] & target[1] == target[1]

    def is_over(p: Position) -> bool:
        return p.ply >= last_ply or has_won(p, (p.ply - 1) % players)

    def steps(p: Position, player: int) -> int:
        """Return how many steps a player's pegs are from the tip of the target."""
        return sum(int(to_go[player, hole]) for hole in holes_in(p.pegs[player]))

    def utility(p: Position, player: int) -> int:
        mover = (p.ply - 1) % players
        if has_won(p, mover):
            return (players - 1) * STAKE if player == mover else -STAKE
        mine = steps(p, player)
        level = 0  # players who have as few steps to go, this one included
        for other in range(players):
            theirs = steps(p, other)
            if theirs < mine:
                return -STAKE
            level += theirs == mine
        return players * STAKE // level - STAKE

    def bounds(p: Position, player: int) -> tuple[int, int]:
        return -STAKE, (players - 1) * STAKE

    def evaluate(p: Position, player: int) -> int:
        """Compare the costs with those of every other player: a lead of HALF is worth half a share of the stake.

        What one player is ahead of another, the other is behind, so the sum over all players is always 0.
        """
        points = 0
        for left in p.costs:
            lead = left - p.costs[player]
            worth = STAKE // (players - 1) * abs(lead) // (abs(lead) + HALF)
            points += worth if lead > 0 else -worth
        return points

    def priority(p: Position, move: int) -> int:
        """Return the cost that a move saves."""
        player = p.ply % players
        return int(cost[player, move // HOLES]) - int(cost[player, move % HOLES])

    def policy(p: Position, move: int) -> float:
        """Prefer moves that gain many steps, of pegs that have far to go."""
        player = p.ply % players
        here = int(to_go[player, move // HOLES])
        return float(likely[16 + here - int(to_go[player, move % HOLES])]) * (1 + here)

    def skip(p: Position) -> Position:
        """Pass, unless most pegs have arrived: then every move left may lead away from the goal."""
        player = p.ply % players
        own, target = p.pegs[player], targets[player]
        if (own[0] & target[0]).bit_count() + (own[1] & target[1]).bit_count() >= SURE:
            return p
        return Position(p.pegs, p.costs, p.ply + 1)

    def key(p: Position) -> int:
        """Mix the pegs and the plies, which the limit counts; the costs follow from the pegs."""
        mixed = salts[0] ^ p.ply
        for player, own in enumerate(p.pegs):
            mixed = fold(mixed ^ own[0] ^ salts[2 * player + 1], own[1] ^ salts[2 * player + 2])
        return mixed

    return Game.of({**locals(), **text_rules(seats, last_ply, allowed, placed, moves)})
