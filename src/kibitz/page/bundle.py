"""One script made of the page's modules, for pages that have no server: a stand-alone tree, a notebook, a course site.

Law. A bundle runs the same source as the page in the browser: only imports and exports are rewritten.

Each module becomes a function that runs once and returns what it exports, so that names of different modules never
meet. The modules of the page import in no circle, which a test checks.
"""

import functools
import re
from pathlib import Path

STATIC = Path(__file__).parent / "static"
IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w.]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


@functools.cache
def bundled(*entries: str) -> str:
    """Return a script that defines every export of these modules, with all that they import before them."""
    order: list[str] = []
    for entry in entries:
        add(entry, order)
    exports = [f"const {{ {', '.join(exported(source_of(name)))} }} = modules[{name!r}];" for name in entries]
    return "\n".join(["const modules = {};", *map(as_function, order), *exports])


def add(name: str, order: list[str]) -> None:
    """Add a module behind those that it imports."""
    if name in order:
        return
    for _, imported in IMPORT.findall(source_of(name)):
        add(imported, order)
    order.append(name)


def as_function(name: str) -> str:
    """Return a module as a function that is called at once and returns its exports."""
    source = source_of(name)
    inside = IMPORT.sub(lambda found: f"const {{{renamed(found[1])}}} = modules[{found[2]!r}];", source)
    inside = EXPORT.sub(r"\1", inside)
    return f"modules[{name!r}] = (() => {{\n{inside}\nreturn {{ {', '.join(exported(source))} }};\n}})();"


def renamed(names: str) -> str:
    """Return imported names as a pattern of destructuring."""
    return names.replace(" as ", ": ")


def exported(source: str) -> list[str]:
    """Return the names that a module exports."""
    return [found[1] for found in EXPORT.findall(source)]


def source_of(name: str) -> str:
    """Return the source of a module."""
    return (STATIC / name).read_text(encoding="utf-8")


def styles(*names: str) -> str:
    """Return style sheets of the page as one."""
    return "\n".join(source_of(name) for name in names)
