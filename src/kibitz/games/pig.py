"""Pig: roll and add up, or hold and keep; a one loses the points of the turn.

A player's moves are 0 (roll) and 1 (hold); nature's are the faces of the die. A player with enough points must hold.
"""

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.board import Board, Cell, Label, Piece
from kibitz.game import Game
from kibitz.rules import CHANCE

ROLL, HOLD = 0, 1
NAMES = ("roll", "hold")


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

    how_to_play = f"""
    In your turn, roll the die as often as you like and add up what it shows. Hold to keep what you have added
    and pass the turn to the opponent. A 1 ends your turn, and what you have added in it is lost. The first
    player to reach {winning_score} points wins.
    """

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
        return str(move) if p.rolling else NAMES[move]

    def board(p: Position) -> Board:
        """Return the points, those of the player to move lit up, above what can be done."""
        choices = [] if p.rolling or is_over(p) else list(moves(p))
        texts = {"player 0": str(p.first), "pot": str(p.pot), "player 1": str(p.second), "roll": "roll", "hold": "hold"}
        lit = {f"player {p.player}", *(NAMES[move] for move in choices)}
        cells, pieces, labels = [], [], []
        for i, (name, text) in enumerate(texts.items()):
            x, y, height = (2.0 * i, 0.0, 1.0) if i < 3 else (2.0 * i - 5, 1.8, 2.0)
            cells.append(Cell(name, x, y, "square", "light" if name in lit else "plain", 1.8, height))
            pieces.append(Piece(name, "text", "dark" if name in lit else "light", text, text))
            if i < 3:
                labels.append(Label(x, -0.72, name))
        return Board(cells, pieces, labels, {move: (NAMES[move],) for move in choices}, ground="felt")

    return Game.of(locals())
