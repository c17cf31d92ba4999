"""The course site: pages that need no server, which check an answer as the server does."""

import base64
import hashlib
import json
import re
import shutil
import subprocess
import threading
import zlib
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import expect

from kibitz.classroom.form import text
from kibitz.classroom.shelf import held_in
from kibitz.errors import MoveError, OptionError
from kibitz.interface.site.make import Asked, carried_lesson, chosen, make
from kibitz.interface.web.lessons import Lessons
from kibitz.page.bundle import bundled
from tests.browser import Tab, browser

TREE = "((3 12 8) (2 4 6) (14 5 2))"
LESSONS = "section[aria-label=Lessons]"
SIZES = ({"width": 1280, "height": 900}, {"width": 360, "height": 800})
FORMED_BADLY = (
    *("", " ", "many", "1/0", "1e3", "3 4 5 6 7", "--3", "∞", True, 1e12, -5, "0.0000001"),
    *([], ["nobody"], [3], ["aa", ["ab"]], ["aa"] * 2001, {}, {"nobody": 3}, {"root": "x"}, {"a": "1 2"}, None),
    *({"root": ["∞", "−∞"]}, {"root": ["", "", ""]}, {"root": [[], 1]}, {"root": {"a": 1}}, {"a": None}),
)
RUN = """
const { lessons, cases } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const told = cases.map(([lesson, answer, tries]) => {
  try {
    return checkAnswer(lessons[lesson], answer, tries);
  } catch (error) {
    return { error: error.message };
  }
});
console.log(JSON.stringify(told));
"""
MORE_KINDS = """
title = "Visits"
kind = "visits"
algorithm = "mcts"
tree = "((3 12) (2 4))"
hints = ["one"]
""", """
title = "Values of three"
kind = "values"
algorithm = "max-n"
[tree]
root = "r"
players = 3
[tree.nodes]
r = { player = 0, moves = { x = "x", y = "y" } }
x = { player = 1, moves = { u = "u", v = "v" } }
y = { value = [1, 2, 3] }
u = { value = [4, 0.25, 1] }
v = { value = [0, 1, -5] }
""", """
title = "Nobody is cut"
kind = "unvisited"
algorithm = "minimax"
tree = "((3 12) (2 4))"
"""  # fmt: skip


def right_answers(question):
    """The right answer in several forms that the page may send."""
    form, right = question.form.form, question.right
    if form == "choice":
        return [*right, f" {right[0].upper()} "]
    if form == "number":
        third = f"{round(right * 3)}/3" if float(right).is_integer() else right
        return [right, str(right), f" {right:.2f} ".replace("-", "−"), third, right + 0.004]
    if form == "scores":
        return [right, text(question.form, right), " ".join(map(str, right)), "; ".join(map(str, right))]
    if form in ("names", "sequence"):
        return [right, [name.upper() for name in right]]
    if form == "numbers":
        return [right, {name: text(question.form._replace(form="number"), value) for name, value in right.items()}]
    edges = {
        name: ["−∞" if low is None else f"{low}", "" if high is None else high] for name, (low, high) in right.items()
    }
    named = dict.fromkeys(question.form.names)
    return [
        right,
        named | right,
        edges,
        {name: f"({low or '-inf'}, {high or 'inf'})" for name, (low, high) in edges.items()},
    ]


def wrong_answers(question):
    """Answers with a part that is wrong, or none of the parts that are right."""
    form, right = question.form.form, question.right
    names = list(question.form.names)
    if form == "choice":
        return [name for name in names if name not in right]
    if form == "number":
        return [right + 1, right - 0.01, "1/3", "−2.5", "1234.5678", "+7.25"]
    if form == "scores":
        return [[each + 1 for each in right], right[1:] + right[:1], "1/3 −2 0.125"]
    if form == "names":
        wrong = ([], names, names[:1], right[:-1], [name for name in names if name not in right])
        return [each for each in wrong if each != right]
    if form == "sequence":
        return [[], right[:-1], right[::-1], [*right, right[0]], right[1:]]
    if form == "windows":
        open_all = {name: [None, None] for name in names}
        return [{}, open_all, dict(list(right.items())[:-1]), {names[-1]: ["-", "2"]}, {names[0]: [0, "inf"]}]
    wide = question.form.width > 1
    off = {name: [each + 1 for each in value] if wide else value + 1 for name, value in right.items()}
    return [{}, off, dict(list(right.items())[1:]), {**right, names[0]: off[names[0]]}, {names[0]: ""}]


def cases(lessons):
    """Every lesson with answers, how many tries were before, and whether it is right; None: it may be no answer."""
    for held in lessons.held.values():
        question = held.question
        for answer in right_answers(question):
            yield held, answer, 0, True
        for number, answer in enumerate(wrong_answers(question)):
            yield held, answer, number, False
        for answer in FORMED_BADLY:
            yield held, answer, 0, None


@pytest.fixture(scope="module")
def more_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("more")
    for number, source in enumerate(MORE_KINDS):
        (folder / f"more-{number}.toml").write_text(source)
    return folder


def server_says(lessons, held, answer, tries):
    try:
        return lessons.checked({"lesson": held.id, "answer": answer, "tries": tries})
    except OptionError as error:
        return {"error": str(error)}


def until_got(said):
    """An error without what it quotes, which Python and JavaScript write differently."""
    return {**said, "error": said["error"].partition(", got ")[0]} if "error" in said else said


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node to run the script")
def test_the_page_checks_every_answer_as_the_server_does(tmp_path, more_folder):
    held, broken = held_in(more_folder)
    assert not broken
    lessons = Lessons(held)
    carried = {each.id: carried_lesson(lessons, each) for each in lessons.held.values()}
    asked = list(cases(lessons))
    script = tmp_path / "check.js"
    script.write_text(bundled("judge.js") + RUN)
    cases_sent = [[held.id, answer, tries] for held, answer, tries, _ in asked]
    sent = json.dumps({"lessons": carried, "cases": cases_sent})
    done = subprocess.run(["node", str(script)], input=sent, capture_output=True, text=True, check=True)
    for (held, answer, tries, right), found in zip(asked, json.loads(done.stdout), strict=True):
        expected = server_says(lessons, held, answer, tries)
        assert until_got(found) == until_got(expected), (held.id, answer)
        if right is not None:
            assert expected.get("right") is right, (held.id, answer, expected)
    forms = {lessons.held[held.id].question.form.form for held, *_ in asked}
    assert forms == {"number", "scores", "numbers", "names", "sequence", "windows", "choice"}
    refused = sum("error" in found for found in json.loads(done.stdout))
    assert len(asked) > 500
    assert refused > 200


# The files


@pytest.fixture(scope="module")
def site(tmp_path_factory, more_folder):
    """A site with a page of every kind, written into a folder."""
    folder = tmp_path_factory.mktemp("site")
    asked = Asked(
        *("<Search> & Co", Lessons(held_in(more_folder)[0])),
        trees=[TREE, "tic-tac-toe"],
        games=["connect-four", "connect-four:columns=4,rows=4,connect=3", "backgammon", TREE],
        lines=[("connect-four", "4 4 3"), ("chess", "e4 e5 Nf3")],
        algorithm="alpha-beta",
        beside="minimax",
        depth=2,
    )
    files = make(asked, threading.Event(), lambda text: None)
    for file in files:
        (folder / file.name).write_text(file.text, encoding="utf-8")
    return folder


def data_of(page):
    packed = re.search(r'<script type="text/plain" id="data">([^<]*)</script>', page)[1]
    return json.loads(zlib.decompress(base64.b64decode(packed)))


def test_every_page_is_one_file_with_a_policy_that_allows_its_own_script_alone(site):
    names = {file.name for file in site.iterdir()}
    assert {"index.html", "lessons.html", "glossary.html", "tree-1.html", "tree-2.html", "game-chess.html"} < names
    assert {"game-connect-four.html", "game-connect-four-columns-4-rows-4-connect-3.html"} < names
    for file in site.iterdir():
        page = file.read_text(encoding="utf-8")
        policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)[1]
        assert policy.startswith("default-src 'none'; ")
        assert "unsafe" not in policy
        for tag in ("<style>", '<script type="module">'):
            inside = page.partition(tag)[2].partition(f"</{tag[1:7].rstrip('>')}")[0]
            digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
            assert f"'sha256-{digest}'" in policy, (file, tag)
        assert page.count("<script") == 2
        assert not re.search(r"<[^>]*(\bon\w+=|\bstyle=)", page.partition("<script")[0])
        for link in re.findall(r'(?:href|src)="([^"]*)"', page.partition("<script")[0]):
            target = link.partition("#")[0]
            assert link.startswith(("data:image/svg+xml;base64,", "#")) or target in names, link
    assert "<title>&lt;Search&gt; &amp; Co</title>" in (site / "index.html").read_text(encoding="utf-8")


def test_nobody_reads_an_answer_in_a_page_by_chance(site):
    page = (site / "lessons.html").read_text(encoding="utf-8")
    carried = data_of(page)["lessons"]
    assert [each["told"]["lesson"] for each in carried[:2]] == ["more-0", "more-1"]
    for each in carried:
        for secret in (each["solved"]["explanation"], *each["hints"], *each["solved"]["reasons"]):
            assert len(secret) < 20 or secret not in page
        assert not {"right", "solution", "answer"} & each["told"].keys()


def test_a_game_has_its_rules_its_start_and_the_lines_that_are_asked_for(site):
    data = data_of((site / "game-connect-four.html").read_text(encoding="utf-8"))
    assert data["title"] == "Connect Four"
    assert data["paragraphs"][0].startswith("Drop a stone")
    assert [(line["title"], len(line["states"])) for line in data["lines"]] == [("The start", 1), ("4 4 3", 4)]
    assert data["lines"][1]["states"][3]["names"] == ["4", "4", "3"]
    data = data_of((site / "game-backgammon.html").read_text(encoding="utf-8"))
    assert [line["title"] for line in data["lines"]] == ["The start", "An example"]


def test_a_site_that_is_stopped_or_asked_for_nonsense_is_not_made():
    stop = threading.Event()
    stop.set()
    one = chosen(Lessons(), ["minimax"])
    with pytest.raises(OptionError, match="stopped"):
        make(Asked("T", one, trees=[TREE]), stop, lambda text: None)
    with pytest.raises(MoveError, match="--line nim: .*z9"):
        make(Asked("T", one, lines=[("nim", "z9")]), threading.Event(), lambda text: None)
    with pytest.raises(OptionError, match="did you mean minimax"):
        chosen(Lessons(), ["minimx"])


def test_the_command_writes_a_folder_and_overwrites_none(tmp_path, run_kibitz):
    folder = tmp_path / "site"
    command = ("page", "--out", folder, "--lesson", "windows", "--lesson", "minimax", "nim", "--title", "Course 1")
    code, printed, errors = run_kibitz(*command, "--json")
    assert (code, errors) == (0, "")
    found = json.loads(printed)
    assert [(file["file"], file["kind"]) for file in found["files"]] == [
        *(
            ("index.html", "index"),
            ("lessons.html", "lessons"),
            ("game-nim.html", "game"),
            ("glossary.html", "glossary"),
        ),
    ]
    assert all(file["bytes"] == (folder / file["file"]).stat().st_size for file in found["files"])
    carried = data_of((folder / "lessons.html").read_text(encoding="utf-8"))["lessons"]
    assert [each["told"]["lesson"] for each in carried] == ["windows", "minimax"]
    code, printed, errors = run_kibitz(*command)
    assert (code, printed) == (2, "")
    assert "is not empty: choose another folder, or use --force" in errors
    assert run_kibitz(*command, "--force")[0] == 0
    for wrong, words in (
        (("--depth", "2"), "are for trees: give one with --tree"),
        (("--lesson", "nothing"), "there is no lesson 'nothing'"),
        (("--lessons", tmp_path / "none"), "none"),
        (("--tree", "((3 4) (5"), "tree"),
        (("--tree", TREE, "--algorithm", "magic"), "magic"),
    ):
        code, printed, errors = run_kibitz("page", "--out", tmp_path / "other", *wrong)
        assert (code, errors.count("\n")) == (2, 1), errors
        assert words in errors
        assert not (tmp_path / "other" / "index.html").exists()


# In a browser


@pytest.fixture(scope="module")
def chromium():
    with browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def served(site):
    """The folder at a web server that knows nothing of kibitz."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def go(tab, address):
    """Open a page, even if only what follows # differs from the last."""
    tab.page.goto("about:blank")
    tab.page.goto(f"{tab.url}/{address}")
    expect(tab.find("body[data-ready=yes]")).to_be_attached()


def check_fit(tab, width, address):
    assert tab.violations() == [], address
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= width, address


@pytest.mark.parametrize(("place", "size"), [("file", 0), ("http", 1)])
def test_the_site_works_from_files_and_from_a_web_server_on_any_screen(chromium, site, request, place, size):
    url = Path(site).as_uri() if place == "file" else request.getfixturevalue("served")
    scheme = ("light", "dark")[size]
    tab = Tab(chromium, url, viewport=SIZES[size], color_scheme=scheme, reduced_motion="reduce")
    width = SIZES[size]["width"]

    go(tab, "index.html")
    check_fit(tab, width, "index.html")
    expect(tab.find("h1")).to_have_text("<Search> & Co")
    tab.find("main a").get_by_text("Leaves that need not be visited").click()
    expect(tab.find(f"{LESSONS} .lesson-title")).to_have_text("Leaves that need not be visited")
    assert tab.page.url.endswith("lessons.html#lessons?lesson=alpha-beta")

    go(tab, "lessons.html#lessons?lesson=alpha-beta&step=3")
    check_fit(tab, width, "lessons.html")
    verdict, hints = tab.find(f"{LESSONS} .lesson-verdict"), tab.find(f"{LESSONS} .lesson-hint")
    for number, answer in enumerate(("bb, ca", "bb"), 1):
        tab.find("#lesson-names").fill(answer)
        tab.find("#lesson-check").click()
        expect(hints).to_have_count(number)
    expect(tab.find(f"{LESSONS} [role=treeitem].right")).to_have_count(1)
    tab.find("#lesson-names").fill("BC bb")
    tab.find("#lesson-check").click()
    expect(verdict).to_contain_text("Right: bb, bc.")
    expect(tab.find(f"{LESSONS} .tree-now h2")).to_contain_text("Step 3 of")
    expect(tab.find(f"{LESSONS} [data-solved]")).to_have_count(1)
    check_fit(tab, width, "a solved lesson")

    tab.find(".term").first.click()
    expect(tab.find("[aria-label=Glossary] [data-chosen]")).to_have_count(1)
    check_fit(tab, width, "glossary.html")

    go(tab, "tree-1.html#tree?step=5")
    check_fit(tab, width, "tree-1.html")
    expect(tab.find(".pair-side .tree-now h2")).to_contain_text(["Step 5 of", "Step 5 of"])
    tab.find(".pair-lead [data-step=forward]").click()
    tab.wait("() => location.hash === '#tree?step=6'")

    go(tab, "game-connect-four.html#game?line=2&ply=2")
    check_fit(tab, width, "game-connect-four.html")
    expect(tab.find(".site-game .whose")).to_have_text("X to move")
    expect(tab.find(".site-game .piece")).to_have_count(2)
    tab.find("[data-step=forward]").click()
    expect(tab.find(".site-game .whose")).to_have_text("O to move")
    tab.find("[aria-label=Line] select, label:has-text('Line') select").select_option("The start")
    expect(tab.find(".site-game .piece")).to_have_count(0)

    go(tab, "game-chess.html#game?line=9")
    expect(tab.find(".complaint")).to_contain_text("line in this link must be a whole number from 1 to 2")
    tab.close()
