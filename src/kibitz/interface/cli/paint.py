"""Colours on a board in a terminal."""

from rich.console import Console
from rich.text import Text

from kibitz.interface.terminal import visible

PAINT = {"r": "bold red", "b": "bold blue", "g": "bold green", "y": "bold yellow"}
"""Colours of cells: a word of one of these letters and a capital, such as rO or bX, is painted."""


def painted(text: str) -> Text:
    """Paint the cells of a board that name a colour; the letters stay, for those who see none."""
    picture = Text(visible(text))
    for letter, style in PAINT.items():
        picture.highlight_regex(rf"\b{letter}[A-Z]\b", style)
    return picture


def show(text: str) -> None:
    """Print a text, its board in colours if it is read in a terminal that has them."""
    Console(highlight=False).print(painted(text), soft_wrap=True)
