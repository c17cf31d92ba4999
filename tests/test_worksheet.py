"""Worksheets: every sheet has trees of its own with clear answers, and no printed page is cut."""

import csv
import json
import re
import subprocess
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import OptionError
from kibitz.classroom.grove import LEAF, is_short, numbers_in, question_of, range_of, shaped, tree_of, varied
from kibitz.classroom.question import asked
from kibitz.classroom.sheets import LEAST_SCALE, Section, key_page, packed, sheets_page, template
from kibitz.classroom.shelf import built_in, find
from kibitz.classroom.work import work
from kibitz.classroom.worksheet import load, make
from kibitz.page import chromium
from tests.browser import browser

SCALES = """() => [...document.querySelectorAll("figure svg")].map((each) => {
    const { width, height } = each.getBoundingClientRect(), whole = each.viewBox.baseVal;
    return Math.min(width / whole.width, height / whole.height);
})"""
PIXELS = 96 / 25.4
"""In a millimetre."""
VARIED = [held.id for held in built_in() if held.lesson.tree]


@pytest.fixture(scope="module")
def made():
    return make([find("every-node"), find("windows"), find("alpha-beta")], 6, 7)


def answers(sheet):
    return json.dumps([question.right for question in sheet.questions()])


@pytest.mark.parametrize("id", VARIED)
@settings(max_examples=4, deadline=None)
@given(chance=st.randoms(use_true_random=False))
def test_a_random_tree_has_the_shape_of_the_lesson_and_distinct_values(id, chance):
    told = find(id).lesson
    values = range_of(told, None)
    other = varied(told, values, chance)
    before, after = work(told).full.found, work(other).full.found
    assert [(node.parent, node.move, node.player) for node in before.nodes] == [
        (node.parent, node.move, node.player) for node in after.nodes
    ]
    numbers = numbers_in(other.tree)
    assert len(set(numbers)) == len(numbers)
    assert set(numbers) <= set(values)


def test_a_clear_question_does_not_depend_on_how_ties_are_broken():
    told = find("alpha-beta").lesson
    assert question_of(told) is None  # two leaves are 2, and so are two moves
    assert question_of(replace(told, tree="((3 12 8) (2 4 6) (14 5 1))")).right == ["bb", "bc"]
    assert question_of(replace(told, tree="((1 2 3) (4 5 6) (7 8 9))")) is None  # nothing is cut
    coins = find("chance").lesson
    tied = coins.tree.replace('"value": 4', '"value": 5')
    assert tied != coins.tree
    assert question_of(replace(coins, tree=tied)) is None  # the sure thing is worth as much as the die


def test_no_two_sheets_have_the_same_answers(made):
    assert len({answers(sheet) for sheet in made.sheets}) == made.different() == len(made.sheets) == 6
    assert len({sheet.lessons for sheet in made.sheets}) == 6
    assert all(is_short(question.right) for sheet in made.sheets for question in sheet.questions())


def test_where_there_are_only_few_answers_each_is_used_as_often():
    sheets = make([find("who-chooses")], 7, 3).sheets
    used = [sheet.questions()[0].right for sheet in sheets]
    assert sorted(used.count(move) for move in set(used)) == [2, 2, 3]
    assert len({sheet.lessons for sheet in sheets}) == 7


def test_the_same_seed_makes_the_same_sheets(made):
    held = [find("every-node"), find("windows"), find("alpha-beta")]
    assert make(held, 6, 7).to_json() == made.to_json()
    assert make(held, 6, 8).to_json() != made.to_json()
    assert make(held, 3, 7).sheets == made.sheets[:3]


def test_a_worksheet_is_the_same_after_its_file_which_has_no_answers(made, tmp_path):
    file = tmp_path / "worksheet.json"
    file.write_text(json.dumps(made.to_json()))
    assert load(file) == load(tmp_path) == made
    assert "answer" not in file.read_text()
    file.write_text("{}")
    with pytest.raises(OptionError, match="expected the JSON that `kibitz worksheet` writes"):
        load(file)


def test_another_shape_and_other_values():
    told = shaped(find("alpha-beta").lesson, (2, 3, 2))
    assert tree_of((2, 1)) == "((0) (0))"
    assert len(LEAF.findall(told.tree)) == 12
    assert told.plies == 3
    sheet = make([find("alpha-beta")], 1, 1, shape=(2, 2), values=(-3, 3)).sheets[0]
    assert re.fullmatch(r"\(\(-?\d -?\d\) \(-?\d -?\d\)\)", sheet.lessons[0].tree)
    assert {abs(number) <= 3 for number in numbers_in(sheet.lessons[0].tree)} == {True}
    with pytest.raises(OptionError, match="4 values are not enough for 9 leaves"):
        make([find("alpha-beta")], 1, 1, values=(0, 3))
    with pytest.raises(OptionError, match="a shape is for trees in brackets"):
        make([find("filter")], 1, 1, shape=(2, 2))
    with pytest.raises(OptionError, match="has no tree"):
        make([find("tic-tac-toe")], 1, 1)


# What is printed


def test_a_sheet_shows_the_tree_and_the_question_and_no_solution(made):
    page = sheets_page(made, "A <test>")
    pages = page.split('<div class="page"')[1:]
    assert len(pages) == 12
    assert "A &lt;test&gt;." in page
    for sheet in made.sheets:
        drawn = "".join(each for each in pages if f"Sheet {sheet.number}, page" in each)
        assert drawn.count("<svg") == 3
        for lesson, picture in zip(sheet.lessons, re.findall(r"<svg.*?</svg>", drawn, flags=re.DOTALL)):
            written = re.findall(r'font-weight="bold"[^>]*>([^<]+)</text>', picture)
            assert sorted(written) == sorted(LEAF.findall(lesson.tree))
    key = key_page(made, "A test")
    assert key.count('<section class="key">') == 18
    assert all(question.solution() in key for sheet in made.sheets for question in sheet.questions())


def test_the_filter_and_the_visits_have_what_the_question_needs():
    page = sheets_page(make([find("dropped"), find("monte-carlo")], 1, 1), "x")
    assert page.count(" looks like ") == 5
    assert len(re.findall(r"visit \d+: root", page)) == 10
    assert "Keep rate: 0.5, then 1, rounded up." in page


def test_a_page_takes_as_many_questions_as_leave_their_trees_large_enough(made):
    small = make([find("minimax"), find("who-chooses"), find("alpha-beta")], 1, 1)
    page = sheets_page(small, "What is it worth?", "letter")
    assert [len(re.findall("<section", each)) for each in page.split('<div class="page"')[1:]] == [3]
    assert "Sheet 1<" in page
    assert "What is it worth? ▲" in page
    assert [len(each) for each in packed([Section("", 90)] * 5, 200)] == [2, 2, 1]
    assert [len(each) for each in packed([Section("", 300), Section("", 20)], 200)] == [1, 1]


def test_a_question_for_several_players_says_how_it_is_answered():
    page = sheets_page(make([find("three-players")], 1, 1), "x")
    assert "Answer with one number for each of the 3 players, in order." in page
    assert 'Answer: <span class="line long">' in page


def test_many_questions_take_several_pages():
    held = [find("every-node")] * 4
    made = make(held, 1, 1)
    assert made.ids == ("every-node", "every-node-2", "every-node-3", "every-node-4")
    page = sheets_page(made, "x", "letter")
    assert "Sheet 1, page 2 of 2" in page
    assert "size: letter" in page
    assert list(csv.reader(template(made).splitlines())) == [["name", "sheet", *made.ids], ["", "1", "", "", "", ""]]


def test_the_command_writes_a_folder_and_respects_what_is_there(tmp_path, run_kibitz):
    folder = tmp_path / "sheets"
    command = ["worksheet", "every-node", "--count", "2", "--seed", "7", "--out", folder, "--no-pdf"]
    assert run_kibitz(*command)[:2] == (0, f"2 sheets with 1 question each in {folder}, seed 7\n")
    names = {"answers.csv", "key.html", "worksheet.json", "worksheets.html"}
    assert {file.name for file in folder.iterdir()} == names
    before = (folder / "worksheet.json").read_text()
    code, _, error = run_kibitz(*command)
    assert (code, "is not empty" in error) == (2, True)
    assert run_kibitz(*command, "--force")[0] == 0
    assert (folder / "worksheet.json").read_text() == before


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["minmax"], "did you mean minimax?"),
        (["minimax", "--count", "0"], "1 to 1,000 sheets, got 0"),
        (["minimax", "--shape", "3,x"], "--shape must be the moves at each ply, such as 3,3, got '3,x'"),
        (["minimax", "--shape", "9,9,9"], "more than 64 leaves"),
        (["minimax", "--values", "5", "5"], "--values must be the least and the greatest value"),
        (["nothing.toml"], "cannot read nothing.toml"),
        (["."], ". is a folder: name the files of its lessons, such as *.toml"),
        (["tic-tac-toe"], "has no tree"),
    ],
)
def test_bad_options_are_one_line(options, words, tmp_path, run_kibitz):
    code, _, error = run_kibitz("worksheet", *options, "--out", tmp_path / "sheets", "--no-pdf")
    assert code == 2
    assert words in error
    assert error.count("\n") == 1
    assert not (tmp_path / "sheets").exists()


def test_few_answers_are_noted(tmp_path, run_kibitz):
    code, _, error = run_kibitz(
        *("worksheet", "who-chooses", "--count", "5", "--seed", "1", "--no-pdf", "--out", tmp_path / "sheets")
    )
    assert code == 0
    assert "the 5 sheets have 3 different sets of answers" in error


# Chromium


def test_every_page_of_a_sheet_is_one_printed_page(made, tmp_path):
    if chromium.find() is None:
        pytest.skip("there is no Chromium")
    page, output = tmp_path / "sheets.html", tmp_path / "sheets.pdf"
    page.write_text(sheets_page(made, "A test"))
    chromium.pdf(page, output)
    assert len(re.findall(rb"/Type\s*/Page\b", output.read_bytes())) == 12


def test_trees_are_large_enough_on_the_screen_and_on_paper(made, tmp_path):
    file = tmp_path / "sheets.html"
    file.write_text(sheets_page(made, "A test", "letter"))
    with browser() as opened:
        tab = opened.new_page()
        tab.goto(file.as_uri())
        for media in ("screen", "print"):
            tab.emulate_media(media=media)
            assert min(tab.evaluate(SCALES)) >= LEAST_SCALE * PIXELS


def test_without_a_chromium_the_html_is_enough(tmp_path, monkeypatch, run_kibitz):
    monkeypatch.setattr(chromium, "find", lambda: None)
    code, _, error = run_kibitz("worksheet", "minimax", "--count", "1", "--seed", "1", "--out", tmp_path / "sheets")
    assert code == 0
    assert "there is no PDF, because no Chromium was found" in error
    with pytest.raises(OptionError, match="set KIBITZ_BROWSER"):
        chromium.pdf(tmp_path / "x.html", tmp_path / "x.pdf")


def test_a_picture_may_have_any_name(tmp_path, monkeypatch):
    text = "#!/bin/sh\nfor each; do case $each in --screenshot=*.png) echo pixels > ${each#*=};; esac; done\n"
    (tmp_path / "chromium").write_text(text)
    (tmp_path / "chromium").chmod(0o755)
    monkeypatch.setattr(chromium, "find", lambda: str(tmp_path / "chromium"))
    chromium.png('<svg width="10" height="10"/>', tmp_path / "tree")
    assert (tmp_path / "tree").read_text() == "pixels\n"
    with pytest.raises(OptionError, match="cannot write .*tree: No such file or directory"):
        chromium.png('<svg width="10" height="10"/>', tmp_path / "nowhere" / "tree")


def test_a_browser_that_fails_is_reported(tmp_path, monkeypatch):
    monkeypatch.setattr(chromium, "find", lambda: "false")
    with pytest.raises(OptionError, match="false could not make x.pdf: exit code 1"):
        chromium.pdf(tmp_path / "x.html", tmp_path / "x.pdf")
    monkeypatch.setattr(chromium, "find", lambda: "true")
    with pytest.raises(OptionError, match="true did not write"):
        chromium.png('<svg width="10" height="10"/>', tmp_path / "x.png")
    monkeypatch.setattr(chromium, "find", lambda: "/nowhere/chromium")
    with pytest.raises(OptionError, match="could not make"):
        chromium.pdf(tmp_path / "x.html", tmp_path / "x.pdf")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: (_ for _ in ()).throw(subprocess.TimeoutExpired("x", 1)))
    with pytest.raises(OptionError, match="did not finish x.pdf within"):
        chromium.pdf(tmp_path / "x.html", tmp_path / "x.pdf")


def test_the_right_answers_are_read_from_the_drawn_trees(made):
    for sheet in made.sheets:
        values = asked(sheet.lessons[0]).right
        scores = {node.position: node.score for node in work(sheet.lessons[0]).full.found.nodes}
        assert values == {name: scores[name] for name in values}
        assert values["root"] == max(values["a"], values["b"])
        assert values["a"] == min(values["aa"], values["ab"])
