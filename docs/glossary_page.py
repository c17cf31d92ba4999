"""Write docs/glossary.md from the page's glossary, src/kibitz/page/glossary.toml.

python docs/glossary_page.py
"""

import textwrap
from pathlib import Path

from kibitz.page.glossary import Entry, entries

PAGE = Path(__file__).parent / "glossary.md"
WIDTH = 120
HEAD = """# Glossary

The words of game-tree search, as this documentation and the page in the browser use them. *Glossary* on the page shows
the same; words with a dotted line under them lead there.
"""


def drawn() -> str:
    """Return the text of the page."""
    return "\n".join([HEAD, *map(section, entries())])


def section(entry: Entry) -> str:
    """Return an entry as Markdown."""
    names = {each.word: each.name for each in entries()}
    see = ", ".join(f"[{names[word]}](#{anchor(names[word])})" for word in entry.see)
    parts = [filled(entry.text), filled(f"*For example:* {entry.example}"), filled(f"See also {see}.")]
    return "\n\n".join([f"## {entry.name}", *parts]) + "\n"


def anchor(name: str) -> str:
    """Return what a link to a heading of Markdown names."""
    return name.lower().replace(",", "").replace(" ", "-")


def filled(text: str) -> str:
    """Return a paragraph in lines of the documentation's width."""
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


if __name__ == "__main__":
    PAGE.write_text(drawn(), encoding="utf-8")
