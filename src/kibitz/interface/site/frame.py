"""The frame of every page of a site: one file with its own script, styles and data.

A page needs no other file, because a browser imports no modules from `file:` and is not sure what belongs to a site
there. Its policy allows the script and the styles that it was written with, by their digests, and nothing else.
"""

import base64
import hashlib
import json
import re
import zlib
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from kibitz.board.palette import style_sheet
from kibitz.page.bundle import bundled, source_of, styles

INDEX, LESSONS, GLOSSARY = "index.html", "lessons.html", "glossary.html"
STYLES = ("style.css", "board.css", "play.css", "tree.css", "links.css", "site.css")
VIEW = "\nstart();"
NO_VIEW = '\nprepareShell();\nbyId("header").append(themeButton());\ndocument.body.dataset.ready = "yes";'


class Page(NamedTuple):
    """A page of a site."""

    file: str
    kind: str  # index, lessons, tree, game or glossary
    title: str
    about: str = ""  # a line about it, for the index
    data: Any = None  # what its view shows
    picture: str = ""  # markup for the index


def written(page: Page, site: str, main: str = "") -> str:
    """Return a page as HTML; `site` is the title of the site, and `main` is markup for a page without a view."""
    style = style_sheet() + styles(*STYLES)
    script = bundled("shell.js") + NO_VIEW if page.data is None else bundled("site.js") + VIEW
    parts = {
        "GLOSSARY": "" if page.file == GLOSSARY else GLOSSARY,
        "POLICY": policy(style, script),
        "TITLE": escape(site if page.kind == "index" else f"{page.title} · {site}"),
        "ICON": icon(),
        "STYLE": style,
        "KIND": page.kind,
        "HEADER": header(page, site),
        "MAIN": main or f'<h1 class="hidden">{escape(page.title)}</h1><noscript>This page needs JavaScript.</noscript>',
        "DATA": "" if page.data is None else compressed(page.data),
        "SCRIPT": script,
    }
    template = Path(__file__).with_name("page.html").read_text(encoding="utf-8")
    # All at once: a text may hold these words too.
    return re.sub(r"\b(" + "|".join(parts) + r")\b", lambda found: parts[found[0]], template)


def policy(style: str, script: str) -> str:
    """Return the policy of a page that runs this script, uses these styles, and asks nobody for anything."""
    return (
        f"default-src 'none'; script-src '{digest(script)}'; style-src '{digest(style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def digest(text: str) -> str:
    """Return the digest of a text as a policy writes it."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def compressed(data: Any) -> str:
    """Return data as the page's `carried.js` reads them: small, and nothing that anybody reads by chance."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def header(page: Page, site: str) -> str:
    """Return the links that every page begins with."""
    tabs = {INDEX: "Contents", LESSONS: "Lessons", GLOSSARY: "Glossary"}
    links = "".join(tab(file, words, file == page.file) for file, words in tabs.items())
    image = f'<img src="{icon()}" alt="" width="28" height="28">'
    label = escape(f"{site}, contents")
    brand = f'<a class="brand" href="{INDEX}" aria-label="{label}">{image}<span>{escape(site)}</span></a>'
    return f'{brand}<nav aria-label="Pages">{links}</nav>'


def tab(file: str, words: str, current: bool) -> str:
    """Return a link of the header."""
    mark = ' aria-current="page"' if current else ""
    return f'<a class="tab" href="{file}"{mark}>{words}</a>'


def icon() -> str:
    """Return the icon as an address that holds it."""
    return address_of(source_of("icon.svg"))


def address_of(svg: str) -> str:
    """Return an address that holds a drawing."""
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"
