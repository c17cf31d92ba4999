"""The first page of a site: what is there, as links that need no script."""

from collections.abc import Sequence
from html import escape
from itertools import groupby
from urllib.parse import urlencode

from kibitz.classroom.shelf import Held
from kibitz.interface.site.frame import GLOSSARY, INDEX, LESSONS, Page, written

WORDS = "What the words mean, from alpha to window."


def index(site: str, lessons: Sequence[Held], pages: Sequence[Page]) -> str:
    """Return the first page of a site."""
    trees, games = ([page for page in pages if page.kind == kind] for kind in ("tree", "game"))
    sections = [
        section("lessons", "Lessons", lesson_lists(lessons)),
        section("trees", "Search trees to step through", listed(trees)) if trees else "",
        section("games", "Games", tiles(games)) if games else "",
        section("glossary", "Glossary", f'<p><a href="{GLOSSARY}">The glossary</a>: {WORDS}</p>'),
    ]
    main = f'<div class="site-index"><h1>{escape(site)}</h1>{"".join(sections)}</div>'
    return written(Page(INDEX, "index", site), site, main)


def section(name: str, title: str, inside: str) -> str:
    """Return a part of the page."""
    return f'<section class="card stack" aria-labelledby="{name}"><h2 id="{name}">{title}</h2>{inside}</section>'


def lesson_lists(lessons: Sequence[Held]) -> str:
    """Return the lessons, each group by itself."""
    groups = [(name, list(held)) for name, held in groupby(lessons, lambda each: each.group)]
    lists = []
    for name, held in groups:
        items = "".join(f"<li>{lesson_link(each)}</li>" for each in held)
        lists.append(f"<h3>{escape(name)}</h3><ol>{items}</ol>" if len(groups) > 1 else f"<ol>{items}</ol>")
    return "".join(lists)


def lesson_link(held: Held) -> str:
    """Return a link to a lesson."""
    address = f"{LESSONS}#lessons?{urlencode({'lesson': held.id})}"
    return f'<a href="{escape(address)}">{escape(held.lesson.title)}</a>'


def listed(pages: Sequence[Page]) -> str:
    """Return links to pages, with a line about each."""
    items = (
        f'<li><a href="{page.file}">{escape(page.title)}</a><p class="soft">{escape(page.about)}</p></li>'
        for page in pages
    )
    return f"<ul>{''.join(items)}</ul>"


def tiles(pages: Sequence[Page]) -> str:
    """Return links to games, with their pictures."""
    items = (f'<li><a href="{page.file}">{page.picture}<span>{escape(page.title)}</span></a></li>' for page in pages)
    return f'<ul class="site-tiles">{"".join(items)}</ul>'
