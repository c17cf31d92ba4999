"""Pig: roll and add up, or hold and keep; a one loses the points of the turn.

A player's moves are 0 (roll) and 1 (hold); nature's are the faces of the die. A player with enough points must hold.
"""

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.game import Game
from kibitz.rules import CHANCE

ROLL, HOLD = 0, 1


class Position(NamedTuple):
    """Points of both players and of this turn."""

    first: int  # points of player 0
    second: int  # points of player 1
    pot: int  # points of this turn, not yet kept
    player: int  # whose turn it is
    rolling: int  # 1: the die is in the air


def game(dice: int = 6, winning_score: int = 100) -> Game[Position]:
    """Play with a die of this many faces to the winning score."""
    if not 2 <= dice <= 100:
        raise ValueError(f"dice must be 2 to 100 faces, got {dice}")
    if not 1 <= winning_score <= 1000:
        raise ValueError(f"winning_score must be 1 to 1000, got {winning_score}")
    win_scale = 0.126  # measured by benchmarks/win_scale.py

    def start() -> Position:
        return Position(0, 0, 0, 0, 0)

    def turn(p: Position) -> int:
        return CHANCE if p.rolling else p.player

    def moves(p: Position) -> Iterator[int]:
        points = p.first if p.player == 0 else p.second
        if points + p.pot < winning_score:
            yield ROLL
        yield HOLD

    def chances(p: Position) -> Iterator[tuple[int, float]]:
        for face in range(1, dice + 1):
            yield face, 1 / dice

    def play(p: Position, move: int) -> Position:
        if p.rolling:
            if move == 1:
                return Position(p.first, p.second, 0, 1 - p.player, 0)
            return Position(p.first, p.second, p.pot + move, p.player, 0)
        if move == ROLL:
            return Position(p.first, p.second, p.pot, p.player, 1)
        if p.player == 0:
            return Position(p.first + p.pot, p.second, 0, 1, 0)
        return Position(p.first, p.second + p.pot, 0, 0, 0)

    def is_over(p: Position) -> bool:
        return p.first >= winning_score or p.second >= winning_score

    def utility(p: Position, player: int) -> int:
        winner = 0 if p.first >= winning_score else 1
        return 1 if player == winner else -1

    def bounds(p: Position, player: int) -> tuple[int, int]:
        return -1, 1

    def evaluate(p: Position, player: int) -> float:
        """Return the lead as a share of the winning score; the pot counts half, because it may be lost."""
        ahead = p.first - p.second + (p.pot if p.player == 0 else -p.pot) / 2
        return ahead / (2 * winning_score) if player == 0 else -ahead / (2 * winning_score)

    def stage(p: Position) -> int:
        return p.first + p.second

    def show(p: Position) -> str:
        who = f"player {p.player}" + (" rolls" if p.rolling else " to choose")
        return f"player 0: {p.first}   player 1: {p.second}   pot: {p.pot}   {who}"

    def move_name(p: Position, move: int) -> str:
        return str(move) if p.rolling else ("roll", "hold")[move]

    return Game.of(locals())
