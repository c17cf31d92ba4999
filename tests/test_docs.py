"""README and docs tell the truth: every block of Python runs, every command works, and what they show is printed."""

import re
import shlex
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SECONDS = 120
END = "\x1e"
"""Printed after each block of a page, to tell their outputs apart."""


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(), flags=re.DOTALL | re.MULTILINE)


def python_blocks(page):
    """The blocks of Python with the output that a block of text right after each one shows."""
    form = r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```)?"
    return re.findall(form, page.read_text(), flags=re.DOTALL | re.MULTILINE)


def saved_files(page):
    """The blocks that a page tells its reader to save, by name."""
    form = r"[Ss]ave\s+this\s+as\s+`([\w/]+\.(?:csv|py|toml))`:\n\n```\w+\n(.*?)^```"
    return re.findall(form, page.read_text(), flags=re.DOTALL | re.MULTILINE)


def check_shown(shown, printed, where):
    """Each line shown is printed, in this order; … stands for anything, and lines between may be left out."""
    lines = iter(printed.splitlines())
    for line in filter(None, shown.splitlines()):
        form = ".*".join(map(re.escape, line.rstrip().split("…")))
        assert any(re.fullmatch(form, each.rstrip()) for each in lines), f"{where} does not print, in order: {line}"


def run(command, folder):
    """Run a line of a page as its reader would, and return what it prints; the grader may find mistakes."""
    words = [shell_words(word, folder) for word in shlex.split(command, comments=True)]
    arguments = [sys.executable, "-m", *chain.from_iterable(words)]
    done = subprocess.run(arguments, check=False, timeout=SECONDS, stdout=subprocess.PIPE, text=True, cwd=folder)
    assert done.returncode in ((0, 1) if command.startswith("kibitz grade") else (0,)), command
    return done.stdout


def shell_words(word, folder):
    """The files that a pattern such as homework/*.py stands for, as in a shell; otherwise the word itself."""
    return sorted(str(file.relative_to(folder)) for file in folder.glob(word)) if word.endswith("*.py") else [word]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_runs_and_prints_what_is_shown(page, tmp_path):
    # Blocks of a page build on each other, as a reader reads them; in a file, so that source can be found.
    found = python_blocks(page)
    file = tmp_path / "page.py"
    file.write_text("\n\n".join(f"{code}\nprint({END!r})" for code, _ in found))
    done = subprocess.run(
        [sys.executable, file], check=True, timeout=SECONDS, cwd=tmp_path, stdout=subprocess.PIPE, text=True
    )
    for (code, shown), printed in zip(found, done.stdout.split(f"{END}\n")):
        check_shown(shown, printed, code)


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A folder in which a reader types the commands of a page, one after the other, with the docs at hand."""
    folder = tmp_path_factory.mktemp("desk")
    for name in ("benchmarks", "docs"):
        (folder / name).symlink_to(ROOT / name)
    for page in PAGES:
        for name, source in saved_files(page):
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(source)
    return folder


def commands(page):
    return [line for block in blocks(page, "sh") for line in block.splitlines() if line.startswith("kibitz ")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_work(page, desk):
    for line in commands(page):
        run(line, desk)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_print_what_is_shown(page, desk):
    for block in blocks(page, "console"):
        for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, flags=re.MULTILINE):
            if command.startswith("kibitz ") and not command.startswith("kibitz serve"):
                check_shown(shown, run(command, desk), command)


def test_the_audits_tables_are_what_the_commands_print(desk):
    page = ROOT / "docs" / "see-a-search.md"
    for line in commands(page):
        if "--batch" in line:
            assert run(line, desk) in page.read_text()


def test_the_picture_in_the_readme_is_what_tree_draws(tmp_path):
    run('kibitz tree "((3 12 8) (2 4 6) (14 5 2))" --depth 2 --output lesson.svg', tmp_path)
    assert (tmp_path / "lesson.svg").read_text() == (ROOT / "docs" / "lesson.svg").read_text()


def test_links_between_pages_lead_somewhere():
    for page in [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", ROOT / "benchmarks" / "RESULTS.md"]:
        for target, anchor in re.findall(r"\]\(([^)#:]*)(?:#([\w-]+))?\)", page.read_text()):
            linked = page.parent / target if target else page
            assert linked.exists(), f"{page.name}: {target}"
            if anchor:
                titles = re.findall(r"^#+ (.*)", linked.read_text(), flags=re.MULTILINE)
                names = [re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles]
                assert anchor in names, f"{page.name}: {target}#{anchor}"
