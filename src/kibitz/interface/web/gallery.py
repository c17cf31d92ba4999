"""A small picture of each game to choose it by: a game that has begun, or how a game of one's own starts."""

from typing import Any
from weakref import WeakKeyDictionary

from kibitz.game import Game

TYPICAL = {
    "backgammon": "31 8/5,6/5 64 24/14 52 13/8,13/11",
    "breakthrough": "d2-d3 e7-e6 d3-d4 f7-f6 e2-e3 c7-c6 d4-d5 e6xd5",
    "chess": "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7",
    "chinese-checkers": "o1-m7 e3-g3 e11-g9 q1-m5 e1-e5 e13-e9 n2-l7 f3-h3 f10-h8 o2-k6 f2-h4 f11-h7",
    "connect-four": "4 4 3 5 4 3 5 4 2 1 3 3 6",
    "dots-and-boxes": "a1-b1 a2-b2 a1-a2 b1-b2 c1-c2 d4-e4 d5-e5 d4-d5 e4-e5 b2-b3 c3-d3 a4-b4 d2-d3 c4-c5",
    "draughts": "11-15 23-19 8-11 22-17 11-16 24-20",
    "go": "E5 C4 C6 D6 D7 D5 E6 D4 G3 F3 F2 G4 H3 E2",
    "gomoku": "H8 I9 H9 H10 I8 G8 J9 G10",
    "hex": "f6 e7 d7 f5 g4 e5 d5 e4 c9 d8 h3 g5 e6",
    "kalah": "3 6 1 2",
    "nim": "a1 c2",
    "nine-mens-morris": "d6 f4 d2 b4 d3 g4 a1 e4xd2 c4",
    "othello": "d3 c5 f6 f5 e6 e3 d6 f7",
    "pig": "roll 5 roll 6 hold roll 4",
    "shapes-four": "4o 4x 3o 5x 4o 3x 5o 2x",
    "three-mens-morris": "5 1 9 2 3 7",
    "tic-tac-toe": "5 1 3 7",
    "yahtzee": "13336 keep-333 36 threes 23456",
}
"""The moves of each built-in game to the position that stands for it, nature's included."""
POSITIONS = {"2048": "512,128,16,4/64,32,8,2/8,4,.,./2,.,.,. 6000"}
"""The positions of games whose moves to them would be too many."""
PIXELS = 24
"""The width of a cell."""
MOST_TEXT = 400

drawn: WeakKeyDictionary[Game[Any], dict[bool, dict[str, str]]] = WeakKeyDictionary()


def pictured(game: Game[Any], dark: bool) -> dict[str, str]:
    """Return a picture of a game, drawn once: as SVG, or as text where it has no board."""
    pictures = drawn.setdefault(game, {})
    if dark not in pictures:
        name = game.name if game.built_in and not game.parameters else ""
        state = game.begin(TYPICAL.get(name, ""), POSITIONS.get(name))
        board = state.board
        pictures[dark] = {"svg": board.svg(size=PIXELS, dark=dark)} if board else {"text": str(state)[:MOST_TEXT]}
    return pictures[dark]
