"""List which idioms of Python compile in rules, into docs/idioms.md and docs/write-a-game.md.

    python docs/idioms_table.py

Each idiom is a small game in tests/idioms or tests/idioms_refused, and the first line of its file is its name. The
tables say what the compiler says: every game is compiled.
"""

import importlib
from collections.abc import Callable
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import NamedTuple

from kibitz import CompileError, load
from kibitz.compiler.compile import compile_search

ROOT = Path(__file__).parents[1]
FOLDERS = (ROOT / "tests" / "idioms", ROOT / "tests" / "idioms_refused")
PAGES = (ROOT / "docs" / "idioms.md", ROOT / "docs" / "write-a-game.md")

GROUPS = {
    "Positions": (
        "ints, tuples, NamedTuples and dataclasses, nested; fields that are Enums, or may be None",
        "*_position *dataclass* *namedtuple* optional_* int_and_float_field mixed_tuple nested_tuple_board one_player "
        "three_players",
    ),
    "Moves and chance": (
        "a generator, a list, a range or a sorted set of moves; moves that are tuples; `chances` as a list or a dict",
        "moves_* *_moves chance_*",
    ),
    "Comprehensions and generators": (
        "list, dict and set comprehensions, generator expressions, `yield from`; itertools",
        "*comprehension generator_* itertools_* symmetries_rule",
    ),
    "Functions": (
        "recursion, nested functions, closures, lambdas, decorators, default and keyword arguments; functools",
        "recursion_* flood_* closures lambda_* decorator default_arguments keyword_* *args partial_* reduce_* "
        "*cache_helper nonlocal_* attribute_getters operator_functions dispatch_table typing_* several_results",
    ),
    "Python's own functions": (
        "`any`, `all`, `sum`, `min`, `max`, `sorted`, `zip`, `enumerate`, `divmod`, `round`; math",
        "any_* all_* sum_* min_* max_* sorted_* zip_* enumerate_* filter_* map_* next_* reversed_* range_* abs_* "
        "divmod_* rounding math_*",
    ),
    "Statements": (
        "`match`, `while … else`, `:=`, `assert`, `raise`, early returns",
        "match_* while_* for_else walrus assert_* raise_* break_* early_return conditional_* swap_values",
    ),
    "Classes": (
        "methods, properties, operators such as `__add__`, inheritance; Enum, IntEnum and IntFlag",
        "enum_* int_enum int_flag class* static_method inherited_methods cached_property dunder_* operator_overloading",
    ),
    "Tables and constants": (
        "lists, dicts, sets, strings and numpy arrays, nested and of any size",
        "*_constant* constants_from_loop numpy_* *_table *_map hash_key global_read dict_of_* dict_*_keys *_literals "
        "game_factory*",
    ),
    "Lists and tuples": (
        "`append`, `pop`, `sort`, slices, unpacking, `(*a, x, *b)`, `list(t)` changed and turned back",
        "list_* nested_list* slice_* *tuple* unpack_* star_in_tuple negative_index count_* index_* copy_* in_and_*",
    ),
    "Dicts and sets": (
        "made, changed and looped over in a rule; Counter, defaultdict, deque; heapq and bisect",
        "dict_* set_* collections_* deque_* heap_* bisect_*",
    ),
    "Text": ("constant strings: indexed, searched, compared and looped over", "string_* text_functions"),
    "Numbers": (
        "arithmetic, bits, powers, comparisons and divisions",
        "bit_* boolean_* chained_* divisions negative_modulo powers augmented_assignment and_or_values is_none",
    ),
}
"""What each group has, and the names of its files; a file belongs to the first group that fits."""


class Idiom(NamedTuple):
    """A way to write something in Python."""

    name: str
    group: str
    remedy: str | None  # what to write instead; None: it compiles


@cache
def idioms() -> tuple[Idiom, ...]:
    """Return all idioms, each tried."""
    files = [file for folder in FOLDERS for file in sorted(folder.glob("*.py"))]
    return tuple(Idiom(name_of(file), group_of(file), remedy_of(file)) for file in files)


def name_of(file: Path) -> str:
    """Return the name of an idiom: the first line of its file."""
    return file.read_text().partition("\n")[0].strip('"')


def group_of(file: Path) -> str:
    """Return the group of an idiom by the name of its file; those that are meant to be refused have none."""
    fitting = (group for group, (_, forms) in GROUPS.items() if any(fnmatch(file.stem, form) for form in forms.split()))
    return next(fitting, "More") if file.parent == FOLDERS[0] else ""


def remedy_of(file: Path) -> str | None:
    """Compile an idiom; return what to write instead, or None if it compiles."""
    game = load(file)
    name = "max_n" if game.rules.chances or game.players != 2 else "alpha_beta"
    builder = getattr(importlib.import_module(f"kibitz.search.textbook.{name}"), name)
    try:
        compile_search(builder, game)
    except CompileError as error:
        return remedy_in(str(error))
    return None


def remedy_in(text: str) -> str:
    """Return the part of an error's text that says what to do; what every position must be is told in few words."""
    told = text.partition(" cannot be compiled: ")[2] or text
    _, *remedies = told.split("; ")
    special = [remedy for remedy in remedies if not remedy.startswith("to be compiled it must be ")]
    return "; ".join(special) or "use numbers of 64 bits, and tuples of them"


def cell(text: str) -> str:
    """Return text that Markdown shows as it is."""
    for sign in "\\|*_<":
        text = text.replace(sign, f"\\{sign}")
    return text


def refused() -> list[str]:
    """Return a line of a table for each idiom that does not compile."""
    return [f"| {cell(each.name)} | no | {cell(each.remedy)} |" for each in idioms() if each.remedy is not None]


def every() -> str:
    """Return a table for each group of idioms that compile, and one of those that do not."""
    sections = []
    for group in [*GROUPS, "More"]:
        names = [cell(each.name) for each in idioms() if each.group == group and each.remedy is None]
        if names:
            head = ["| idiom | compiles |", "| --- | --- |"]
            sections += [f"## {group}", "\n".join([*head, *(f"| {name} | yes |" for name in names)])]
    return "\n\n".join([*sections, "## What does not compile", table(refused())])


def summary() -> str:
    """Return one table: a line for each group, then every idiom that does not compile."""
    short = {each.group for each in idioms() if each.remedy is not None}
    lines = [
        f"| **{group}:** {what} | {'mostly' if group in short else 'yes'} | |" for group, (what, _) in GROUPS.items()
    ]
    return table([*lines, *refused()])


def table(lines: list[str]) -> str:
    """Return lines below the head of a table."""
    return "\n".join(["| idiom | compiles | remedy |", "| --- | --- | --- |", *lines])


TABLES: dict[str, Callable[[], str]] = {"idioms": summary, "every idiom": every}
"""What stands on a page between `<!-- idioms -->` and `<!-- /idioms -->`, and so on."""


def drawn(page: str) -> str:
    """Return a page with the tables between its marks."""
    for mark, made in TABLES.items():
        begin, end = f"<!-- {mark} -->", f"<!-- /{mark} -->"
        if begin in page:
            before, _, rest = page.partition(begin)
            page = f"{before}{begin}\n{made()}\n{end}{rest.partition(end)[2]}"
    return page


if __name__ == "__main__":
    for page in PAGES:
        page.write_text(drawn(page.read_text()))
