"""The glossary: the words of game-tree search, from one file for the page and for the documentation."""

import functools
import tomllib
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).parent / "glossary.toml"


class Entry(NamedTuple):
    """A word, and what it means."""

    word: str  # as a link names it
    name: str  # as people write it
    text: str
    example: str
    see: tuple[str, ...]  # related words


@functools.cache
def entries() -> tuple[Entry, ...]:
    """Return every entry, sorted by name."""
    with FILE.open("rb") as file:
        found = tomllib.load(file)
    made = (
        Entry(word, each.get("name", word), each["text"], each["example"], tuple(each["see"]))
        for word, each in found.items()
    )
    return tuple(sorted(made, key=lambda entry: entry.name.lower()))
