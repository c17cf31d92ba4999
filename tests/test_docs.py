"""README and docs tell the truth: every block of Python runs, every command works."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(), flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_blocks_of_python_run(page, tmp_path):
    # Blocks of a page build on each other, as a reader reads them; in a file, so that source can be found.
    file = tmp_path / "page.py"
    file.write_text("\n\n".join(blocks(page, "python")))
    subprocess.run([sys.executable, file], check=True, timeout=120, cwd=tmp_path)


def commands(page):
    return [line for block in blocks(page, "sh") for line in block.splitlines() if line.startswith("kibitz ")]


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A folder in which a reader types the commands of a page, one after the other, with the docs at hand."""
    folder = tmp_path_factory.mktemp("desk")
    for name in ("benchmarks", "docs"):
        (folder / name).symlink_to(ROOT / name)
    return folder


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_work(page, desk):
    for line in commands(page):
        subprocess.run(
            [sys.executable, "-m", *shlex.split(line)], check=True, timeout=120, stdout=subprocess.DEVNULL, cwd=desk
        )


def test_what_pages_show_of_a_search_is_what_it_prints():
    for block in blocks(ROOT / "docs" / "see-a-search.md", "console"):
        command, *shown = block.splitlines()
        done = subprocess.run(
            [sys.executable, "-m", *shlex.split(command[2:])], check=True, capture_output=True, text=True
        )
        for line in shown:
            assert line in done.stdout


def test_the_audits_tables_are_what_the_commands_print(desk):
    text = (ROOT / "docs" / "see-a-search.md").read_text()
    for line in commands(ROOT / "docs" / "see-a-search.md"):
        if "--batch" in line:
            command = [sys.executable, "-m", *shlex.split(line)]
            assert subprocess.run(command, check=True, capture_output=True, text=True, cwd=desk).stdout in text


def test_the_picture_in_the_readme_is_what_tree_draws(tmp_path):
    command = [
        "kibitz",
        "tree",
        "((3 12 8) (2 4 6) (14 5 2))",
        "--depth",
        "2",
        "--output",
        str(tmp_path / "lesson.svg"),
    ]
    subprocess.run([sys.executable, "-m", *command], check=True, capture_output=True)
    assert (tmp_path / "lesson.svg").read_text() == (ROOT / "docs" / "lesson.svg").read_text()


def test_the_readmes_game_gives_what_the_readme_shows(tmp_path):
    source = blocks(ROOT / "README.md", "python")[0]
    (tmp_path / "take.py").write_text(source)
    shown = blocks(ROOT / "README.md", "console")[0].splitlines()
    told = [line for line in shown if not line.startswith("$")]
    out = ""
    for line in shown:
        if line.startswith("$ "):
            command = [sys.executable, "-m", *shlex.split(line[2:])]
            out += subprocess.run(command, check=True, capture_output=True, text=True, cwd=tmp_path, timeout=120).stdout
    for line in told:
        assert line in out


def test_links_between_pages_lead_somewhere():
    for page in [*PAGES, ROOT / "CONTRIBUTING.md"]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
