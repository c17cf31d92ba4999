"""Worksheets as pages to print: the sheets with blank trees, and the key with the searches drawn.

Laws. A printed page has a fixed height and its trees shrink to fit, so nothing is cut in the middle. A page takes only
as many questions as leave their trees large enough to read.
"""

import math
import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from kibitz.classroom.form import Form
from kibitz.classroom.lesson import Lesson
from kibitz.classroom.question import asked, kind_of, reasons
from kibitz.classroom.work import Worked, work
from kibitz.classroom.worksheet import Sheet, Worksheet
from kibitz.search.algorithm import algorithm_of
from kibitz.search.explain.picture import MOST_COLUMNS, picture
from kibitz.search.explain.svg import SIGNS, svg
from kibitz.search.explain.walk import legend

PAPERS = {"a4": ("A4", 297), "letter": ("letter", 279)}
"""The papers, with what CSS calls them and their heights in millimetres."""
MARGIN = 14
WIDTH = 182
"""The width of what is printed, in millimetres; all other measures of a page are in millimetres, too."""
HEAD = 20
"""The height of the line for the name and of the notes below it."""
TEXT = 17
"""The height of a question without its tree and the room for its answer."""
ROW = 7.3
"""The height of a row of answers."""
LEAST_SCALE = 0.14
"""The least length of a drawing's unit: leaves are then written in almost 7 points."""
IN_A_ROW = {"numbers": 5, "windows": 3}
"""How many answers fit in a row, by their form."""
A_PAGE = 3
"""The most questions on a page."""
MOST_REASONS = 6
NAMES = "A node is named by the moves that lead to it: bc is b, then c."
STYLE = """
@page { size: PAPER; margin: MARGINmm }
* { box-sizing: border-box }
body { font: 11pt/1.35 "DejaVu Sans", Verdana, Arial, sans-serif; color: #111; margin: 0 auto; max-width: WIDTHmm; }
.page { height: HEIGHTmm; display: flex; flex-direction: column; break-after: page; overflow: hidden; }
.page:last-child { break-after: auto; }
header { display: flex; gap: 8mm; align-items: baseline; border-bottom: .4mm solid #111; padding-bottom: 2mm; }
header b { margin-left: auto; white-space: nowrap; }
.line { flex: 1; border-bottom: .3mm dotted #555; height: 1.3em; display: inline-block; min-width: 25mm; }
.soft { color: #444; font-size: 9pt; margin: 1.5mm 0 0; }
section { min-height: 0; display: flex; flex-direction: column; padding-top: 3mm; }
h2 { font-size: 12pt; margin: 0 0 1mm; } p { margin: 0 0 1mm; }
figure { flex: 1 1 0; min-height: 0; max-height: 100mm; margin: 1mm 0; } figure svg { width: 100%; height: 100%; }
.given { columns: 3; font-size: 9pt; margin: 1mm 0; padding: 0; list-style: none; }
.answer { display: flex; flex-wrap: wrap; gap: 2mm 6mm; align-items: baseline; padding: 1mm 0 3mm; }
.answer .line { flex: none; min-width: 0; width: 14mm; } .answer > .line { width: 30mm; }
.answer > .line.long { flex: 1; }
.item { white-space: nowrap; }
.key { break-inside: avoid; border-bottom: .2mm solid #999; padding: 2mm 0 3mm; display: block; }
.key figure svg { height: auto; max-height: 75mm; } .key ul { margin: 1mm 0 0; padding-left: 5mm; font-size: 9pt; }
h1 { font-size: 14pt; margin: 4mm 0 0; break-after: avoid; }
@media screen {
  .page { border: .3mm solid #bbb; padding: MARGINmm; margin: 6mm -14mm; height: auto; }
  .page section, .page figure { flex: none !important; }
  .page figure svg { height: auto; max-height: 100mm; }
}
"""


def sheets_page(worksheet: Worksheet, title: str, paper: str = "a4") -> str:
    """Return all sheets as one HTML page, on which every sheet begins a new printed page."""
    height = printed_height(paper) - HEAD
    pages = [page for sheet in worksheet.sheets for page in pages_of(sheet, title, height)]
    return document(title, "".join(pages), paper)


def key_page(worksheet: Worksheet, title: str, paper: str = "a4") -> str:
    """Return the solutions of all sheets as one HTML page."""
    parts = []
    for sheet in worksheet.sheets:
        solved = "".join(solution(number, lesson) for number, lesson in enumerate(sheet.lessons, 1))
        parts.append(f"<h1>Sheet {sheet.number}</h1>{solved}")
    return document(f"{title}: key", "".join(parts), paper)


def document(title: str, body: str, paper: str) -> str:
    """Return a whole HTML page, with its style and nothing else to load."""
    measures = {"PAPER": PAPERS[paper][0], "MARGIN": MARGIN, "HEIGHT": printed_height(paper), "WIDTH": WIDTH}
    style = re.sub("|".join(measures), lambda name: str(measures[name[0]]), STYLE)
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{style}</style>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{body}</body></html>\n'


def printed_height(paper: str) -> int:
    """Return the height of what is printed on a page; a millimetre is spared, so that rounding adds no page."""
    return PAPERS[paper][1] - 2 * MARGIN - 1


class Section(NamedTuple):
    """A question as it is printed, and the height that it needs."""

    html: str
    height: float


def pages_of(sheet: Sheet, title: str, height: float) -> Iterator[str]:
    """Yield the printed pages of one sheet, which have this height for questions."""
    parts = packed([section(number, lesson) for number, lesson in enumerate(sheet.lessons, 1)], height)
    for number, sections in enumerate(parts, 1):
        place = f", page {number} of {len(parts)}" if len(parts) > 1 else ""
        who = '<span>Name</span><span class="line"></span>'
        head = f"<header>{who}<b>Sheet {sheet.number}{place}</b></header>"
        notes = f'<p class="soft">{escape(sentence(title))} {shapes(sheet)} {NAMES}</p>'
        asked = "".join(each.html for each in sections)
        yield f'<div class="page" data-sheet="{sheet.number}">{head}{notes}{asked}</div>'


def shapes(sheet: Sheet) -> str:
    """Return what the shapes of a sheet's trees mean, in a sentence."""
    meanings = [each for lesson in sheet.lessons for each in legend(work(lesson).full.found, blank=True)]
    told = dict.fromkeys(f"{SIGNS[sign]} {words}" for sign, words in meanings if sign != "leaf")
    return f"{', '.join(told)}."


def packed(sections: Sequence[Section], height: float) -> list[list[Section]]:
    """Return the questions of each page, in order: as many as fit on it, and at least one."""
    pages: list[list[Section]] = []
    for each in sections:
        if pages and len(pages[-1]) < A_PAGE and sum(other.height for other in pages[-1]) + each.height <= height:
            pages[-1].append(each)
        else:
            pages.append([each])
    return pages


def sentence(text: str) -> str:
    """Return a text that ends as a sentence does."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


def section(number: int, lesson: Lesson) -> Section:
    """Return one question with its blank tree and room for the answer."""
    worked, question = work(lesson), asked(lesson)
    drawn = svg(picture(worked.full.found, columns=MOST_COLUMNS), blank=True, heading=False)
    height = TEXT + tree_height(drawn) + ROW * (rows_of(question.form) + 0.5 + len(worked.given()) / 3)
    html = (
        f'<section style="flex: {height:.0f} 1 0"><h2>{number}. {escape(sheet_wording(lesson))}</h2>'
        f"<p>{escape(about(worked, question.form))}</p>"
        f"{given(worked)}<figure>{drawn}</figure>{room(question.form)}</section>"
    )
    return Section(html, height)


def tree_height(drawn: str) -> float:
    """Return the height that a drawing needs to be read, unless it is too wide for that."""
    size = re.search(r'width="([\d.]+)" height="([\d.]+)"', drawn)
    assert size is not None
    width, height = map(float, size.groups())
    return height * min(LEAST_SCALE, WIDTH / width)


def rows_of(form: Form) -> int:
    """Return how many rows an answer takes."""
    return math.ceil(len(form.names) / IN_A_ROW[form.form]) if form.form in IN_A_ROW else 1


def solution(number: int, lesson: Lesson) -> str:
    """Return the solution of one question with its search drawn."""
    worked, question = work(lesson), asked(lesson)
    told = "".join(f"<li>{escape(reason)}</li>" for reason in reasons(worked, question)[:MOST_REASONS])
    drawn = svg(picture(worked.done.found, columns=MOST_COLUMNS), heading=False)
    wording = escape(sheet_wording(lesson))
    return (
        f'<section class="key"><h2>{number}. {escape(question.solution())}</h2><p class="soft">{wording}</p>'
        f"<figure>{drawn}</figure><ul>{told}</ul></section>"
    )


def sheet_wording(lesson: Lesson) -> str:
    """Return a question as it is printed: the wording of its kind, with the name of the search."""
    asks = kind_of(lesson).asks.replace("the search", lesson.algorithm)
    return asks.replace("the root", lesson.node) if lesson.node else asks


def about(worked: Worked, form: Form) -> str:
    """Return which search is meant, in words, and how an answer of several numbers is written."""
    lesson = worked.lesson
    words = f"Search: {lesson.algorithm}."
    if algorithm_of(lesson.algorithm).filters:
        rates = ", then ".join(f"{rate:g}" for rate in lesson.keep_rate)
        words += f" Keep rate: {rates}, rounded up."
    if algorithm_of(lesson.algorithm).prunes:
        words += " Children are visited from left to right."
    if form.form == "scores":
        words += f" Answer with one number for each of the {form.width} players, in order."
    return words


def given(worked: Worked) -> str:
    """Return what else the question gives, as a list."""
    lines = worked.given()
    if not lines:
        return ""
    return f'<ul class="given">{"".join(f"<li>{escape(line)}</li>" for line in lines)}</ul>'


def room(form: Form) -> str:
    """Return room to write an answer of this form."""
    blank, long = '<span class="line"></span>', '<span class="line long"></span>'
    names = [escape(name) for name in form.names]
    if form.form == "numbers":
        items = [f"{name} = {blank}" for name in names]
    elif form.form == "windows":
        items = [f"{name} = ( {blank} , {blank} )" for name in names]
    elif form.form == "choice":
        items = ["Circle one:", *names]
    else:
        several = form.form in ("names", "sequence", "scores")
        return f'<div class="answer">Answer: {long if several else blank}</div>'
    hint = '<p class="soft">Cross out what is never entered.</p>' if form.form == "windows" else ""
    return f'<div class="answer">{"".join(f"<span class=item>{item}</span>" for item in items)}</div>{hint}'


def template(worksheet: Worksheet) -> str:
    """Return a table for the answers, as CSV: a row for each sheet."""
    rows: list[Sequence[str]] = [["name", "sheet", *worksheet.ids]]
    rows += [["", str(sheet.number), *([""] * len(worksheet.ids))] for sheet in worksheet.sheets]
    return "".join(",".join(row) + "\n" for row in rows)


def title_of(worksheet: Worksheet) -> str:
    """Return a title for a worksheet: those of its lessons."""
    return ", ".join(dict.fromkeys(lesson.title for lesson in worksheet.sheets[0].lessons))
