"""What a course site has: the lessons, a page for each tree and each game, and the glossary.

Law. What the views show is what the server would answer; the site only answers it beforehand.
"""

import itertools
import re
import threading
from collections.abc import Callable, Container, Iterator, Sequence
from html import escape
from typing import Any, NamedTuple

from kibitz.classroom.shelf import Held
from kibitz.classroom.work import work
from kibitz.errors import MoveError, OptionError, did_you_mean
from kibitz.game import Game
from kibitz.interface.site.contents import index
from kibitz.interface.site.frame import GLOSSARY, INDEX, LESSONS, Page, address_of, written
from kibitz.interface.web.gallery import POSITIONS, TYPICAL, pictured
from kibitz.interface.web.games import parameters_text, rules_of, shown
from kibitz.interface.web.lessons import Lessons, ids_by_name
from kibitz.loader import load
from kibitz.page.glossary import entries
from kibitz.search.explain.page import page_data
from kibitz.search.explain.svg import named, size_of, summary
from kibitz.search.explain.trace import trace
from kibitz.search.result import count
from kibitz.state import State

MOST_PLIES = 300
"""The most moves of a line: each has a board of its own."""
Tell = Callable[[str], None]


class Asked(NamedTuple):
    """What a site is to have."""

    title: str
    lessons: Lessons
    trees: Sequence[str] = ()
    games: Sequence[str] = ()
    lines: Sequence[tuple[str, str]] = ()  # a game with the moves of a line
    algorithm: str | None = None  # of the trees
    beside: str | None = None
    depth: int | None = None


class File(NamedTuple):
    """A file of a site."""

    name: str
    kind: str
    title: str
    text: str


def make(asked: Asked, stop: threading.Event, tell: Tell) -> list[File]:
    """Return the files of a site; raise an error if `stop` is set before they are complete."""
    pages: list[Page] = []
    for page in pages_of(asked, stop, tell):
        if stop.is_set():
            raise OptionError("stopped before the site was complete")
        pages.append(page)
    first = File(INDEX, "index", asked.title, index(asked.title, list(asked.lessons.held.values()), pages))
    return [first, *(File(page.file, page.kind, page.title, written(page, asked.title)) for page in pages)]


def pages_of(asked: Asked, stop: threading.Event, tell: Tell) -> Iterator[Page]:
    """Yield the pages but the index."""
    yield lessons_page(asked.lessons, tell)
    for number, text in enumerate(asked.trees, 1):
        yield tree_page(number, text, asked, stop, tell)
    taken: set[str] = set()
    for game, texts in by_game(asked):
        tell(f"drawing {game.name}")
        page = game_page(game, texts, taken)
        taken.add(page.file)
        yield page
    yield Page(GLOSSARY, "glossary", "Glossary", data={"glossary": [each._asdict() for each in entries()]})


# Lessons


def chosen(lessons: Lessons, ids: Sequence[str]) -> Lessons:
    """Keep only these lessons, in this order; without any, all."""
    for id in ids:
        if id not in lessons.held:
            hint = did_you_mean(id, lessons.held) or f"; there are {', '.join(lessons.held)}"
            raise OptionError(f"there is no lesson {id!r:.60}{hint}")
    if ids:
        lessons.held = {id: lessons.held[id] for id in ids}
    return lessons


def lessons_page(lessons: Lessons, tell: Tell) -> Page:
    """Return the page of the lessons."""
    carried = []
    for number, held in enumerate(lessons.held.values(), 1):
        tell(f"lesson {number} of {len(lessons.held)}")
        carried.append(carried_lesson(lessons, held))
    return Page(LESSONS, "lessons", "Lessons", data={"lessons": carried})


def carried_lesson(lessons: Lessons, held: Held) -> dict[str, Any]:
    """Return a lesson with all that a page needs to check an answer and to explain it."""
    message = {"lesson": held.id}
    question = held.question
    return {
        "group": held.group,
        "told": lessons.told(message),
        "ids": ids_by_name(work(held.lesson)),
        "hints": list(held.lesson.hints),
        "right": question.right,
        "solution": question.solution(),
        "solved": lessons.solved(message),
    }


# Trees


def tree_page(number: int, text: str, asked: Asked, stop: threading.Event, tell: Tell) -> Page:
    """Return the page of a search, or of two side by side."""

    def counted(nodes: int, depth: int) -> None:
        tell(f"tree {number} of {len(asked.trees)}: {count(nodes)} nodes")

    state = load(text).begin()
    names = [asked.algorithm, *([asked.beside] if asked.beside else [])]
    found = [trace(state, name, depth=asked.depth, stop=stop, tell=counted) for name in names]
    title, about = named(state.game), " beside ".join(map(size_of, found))
    walks = [] if stop.is_set() else [page_data(each) for each in found]
    told = "" if asked.beside else summary(found[0])  # two searches are compared in a sentence of their own
    data = {"title": title, "summary": told, "walks": walks}
    return Page(f"tree-{number}.html", "tree", title, about, data)


# Games


def by_game(asked: Asked) -> list[tuple[Game[Any], list[str]]]:
    """Return each game once, with the lines that are asked for."""
    found: dict[str, tuple[Game[Any], list[str]]] = {}
    for spec, moves in [*((spec, "") for spec in asked.games), *asked.lines]:
        game = found[spec][0] if spec in found else load(spec)
        _, lines = found.setdefault(spec, (game, []))
        if moves:
            lines.append(moves)
    return list(found.values())


def game_page(game: Game[Any], texts: Sequence[str], taken: Container[str]) -> Page:
    """Return the page of a game: its board, lines of moves, and its rules."""
    title, parameters = game.title or game.name, parameters_text(game)
    lines = [{"title": "The start", "states": states(game.begin())}]
    lines += [{"title": moves, "states": states(begun(game, moves))} for moves in texts] or examples(game)
    data = {**rules_of(game), "parameters": parameters, "lines": lines}
    full = f"{title} ({parameters})" if parameters else title
    return Page(file_of(game, taken), "game", full, data=data, picture=picture(game))


def begun(game: Game[Any], moves: str) -> State:
    """Return a game after these moves."""
    try:
        state = game.begin(moves)
    except MoveError as error:
        raise MoveError(f"--line {game.name}: {error}") from error
    if len(state.played) > MOST_PLIES:
        raise OptionError(f"--line {game.name}: expected at most {MOST_PLIES} moves, got {len(state.played)}")
    return state


def examples(game: Game[Any]) -> list[dict[str, Any]]:
    """Return the line that stands for a built-in game, if it has one."""
    name = game.name if game.built_in and not game.parameters else ""
    if name not in TYPICAL and name not in POSITIONS:
        return []
    return [{"title": "An example", "states": states(game.begin(TYPICAL.get(name, ""), POSITIONS.get(name)))}]


def states(state: State) -> list[dict[str, Any]]:
    """Return what a page shows after each move; it has no use for legal moves."""
    return [{**shown(state.at(ply)), "legal": []} for ply in range(len(state.played) + 1)]


def picture(game: Game[Any]) -> str:
    """Return a picture of a game for the index, for a light page and a dark one."""
    light, dark = pictured(game, dark=False), pictured(game, dark=True)
    if "text" in light:
        return f'<pre aria-hidden="true">{escape(light["text"])}</pre>'
    images = (("if-light", light), ("if-dark", dark))
    return "".join(f'<img class="{kind}" src="{address_of(each["svg"])}" alt="">' for kind, each in images)


def file_of(game: Game[Any], taken: Container[str]) -> str:
    """Return a file name for a game that no other page has."""
    word = re.sub(r"[^a-z0-9]+", "-", named(game).lower()).strip("-")[:60] or "game"
    endings = itertools.chain([""], (f"-{number}" for number in itertools.count(2)))
    return next(name for ending in endings if (name := f"game-{word}{ending}.html") not in taken)
