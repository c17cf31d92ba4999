"""The built-in games, one file each. A file's name, with hyphens, is the game's name."""

TITLES = {
    "2048": "2048",
    "backgammon": "Backgammon",
    "breakthrough": "Breakthrough",
    "chess": "Chess",
    "chinese-checkers": "Chinese Checkers",
    "connect-four": "Connect Four",
    "dots-and-boxes": "Dots and Boxes",
    "draughts": "Draughts",
    "go": "Go",
    "gomoku": "Gomoku",
    "hex": "Hex",
    "kalah": "Kalah",
    "nim": "Nim",
    "nine-mens-morris": "Nine Men’s Morris",
    "othello": "Othello",
    "pacman": "Pac-Man",
    "pig": "Pig",
    "shapes-four": "Shapes Four",
    "three-mens-morris": "Three Men’s Morris",
    "tic-tac-toe": "Tic-Tac-Toe",
    "tree": "Tree",
    "yahtzee": "Yahtzee",
}
"""The names of the games as people write them."""
