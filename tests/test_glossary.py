"""The glossary: one source for the page and the documentation, and every word that leads there is in it."""

import importlib.util
import re
from pathlib import Path

from kibitz.page.bundle import STATIC
from kibitz.page.glossary import entries

SCRIPT = Path(__file__).parents[1] / "docs" / "glossary_page.py"
spec = importlib.util.spec_from_file_location("glossary_page", SCRIPT)
script = importlib.util.module_from_spec(spec)
spec.loader.exec_module(script)
WORDS = {entry.word for entry in entries()}


def test_the_documentation_is_up_to_date():
    assert script.PAGE.read_text(encoding="utf-8") == script.drawn(), "run: python docs/glossary_page.py"


def test_entries_are_short_and_lead_to_others():
    for entry in entries():
        assert 2 <= len(re.findall(r"[.?](?= |$)", entry.text)) <= 4, entry.word
        assert entry.example.endswith("."), entry.word
        assert entry.see, entry.word
        assert set(entry.see) <= WORDS - {entry.word}, entry.word


def test_every_word_on_the_page_that_leads_to_the_glossary_is_in_it():
    found = set()
    for file in STATIC.glob("*.js"):
        source = file.read_text(encoding="utf-8")
        found |= set(re.findall(r'\bterm\("([\w-]+)"', source))
        for table in re.findall(r"const TERMS = \{(.*?)\}", source, re.DOTALL):
            found |= set(re.findall(r': "([\w-]+)"', table))
        found |= set(re.findall(r'\bword: "([\w-]+)"', source))
        found |= set(re.findall(r'\bitem\("[^"]*", "[^"]*", "[^"]*", "([\w-]+)"\)', source))
    assert {"alpha", "beta", "window", "bound", "ply", "table", "cutoff"} <= found <= WORDS
    assert {"keep-rate", "deepening-depth", "depth", "visit"} <= WORDS  # of the fields of the tree's form
