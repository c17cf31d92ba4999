"""The tables of idioms in the documentation say what the compiler does."""

import importlib.util
from pathlib import Path

SCRIPT = Path(__file__).parents[1] / "docs" / "idioms_table.py"
spec = importlib.util.spec_from_file_location("idioms_table", SCRIPT)
table = importlib.util.module_from_spec(spec)
spec.loader.exec_module(table)


def test_the_tables_are_up_to_date():
    for page in table.PAGES:
        text = page.read_text()
        assert table.drawn(text) == text, "run: make idioms"
