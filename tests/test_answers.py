"""The grading of answers: the right ones are graded right in every form, and a bad cell spoils nothing else."""

import csv
import json
import subprocess
import sys

import pytest

from kibitz import OptionError
from kibitz.classroom.answers import grade_answers
from kibitz.classroom.shelf import built_in, find
from kibitz.classroom.worksheet import make

QUESTIONS = ("every-node", "windows", "order-of-visits", "who-chooses", "three-players")


@pytest.fixture(scope="module")
def made():
    return make([find(id) for id in QUESTIONS], 4, 5)


@pytest.fixture
def folder(made, tmp_path):
    (tmp_path / "worksheet.json").write_text(json.dumps(made.to_json()))
    return tmp_path


def table(made):
    """A table in which everybody is right."""
    rows = [["Name", " Sheet ", *made.ids]]
    rows += [[f"S{s.number}", str(s.number), *(q.solution() for q in s.questions())] for s in made.sheets]
    return rows


def write(path, rows, separator=","):
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, delimiter=separator).writerows(rows)
    return path


def marks(report):
    return ["".join(each.mark[0] for each in student.answers) for student in report.students]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_the_right_answers_are_graded_right(made, folder, separator):
    report = grade_answers(folder, write(folder / "answers.csv", table(made), separator))
    assert marks(report) == ["rrrrr"] * 4
    assert [student.points for student in report.students] == [5] * 4
    assert (report.problems, report.hardest()) == ((), None)


def test_the_same_as_json(made, folder):
    def canonical(question):
        return question.right[0] if question.form.form == "choice" else question.right

    data = [
        {
            "name": f"S{sheet.number}",
            "sheet": sheet.number,
            "answers": {id: canonical(question) for id, question in zip(made.ids, sheet.questions())},
        }
        for sheet in made.sheets
    ]
    (folder / "answers.json").write_text(json.dumps(data))
    assert marks(grade_answers(folder / "worksheet.json", folder / "answers.json")) == ["rrrrr"] * 4


@pytest.mark.parametrize("held", built_in(), ids=lambda held: held.id)
def test_the_right_answer_of_every_lesson_is_right_in_a_table(held, tmp_path):
    rows = [["name", "answer"], ["Ada", held.question.solution().partition(" or ")[0]], ["Bob", ""]]
    report = grade_answers(held.id, write(tmp_path / "answers.csv", rows))
    assert marks(report) == ["r", "m"]


def test_the_answers_in_a_worksheets_file_are_not_trusted(made, folder):
    data = made.to_json()
    data["answers"] = "all right"
    (folder / "worksheet.json").write_text(json.dumps(data))
    rows = table(made)
    rows[1], rows[2] = [*rows[1][:2], *rows[2][2:]], [*rows[2][:2], *rows[1][2:]]  # neighbours who copy
    report = grade_answers(folder, write(folder / "answers.csv", rows))
    assert all("w" in each for each in marks(report)[:2])
    assert marks(report)[2:] == ["rrrrr"] * 2


def test_bad_cells_are_reported_by_row_and_column_and_the_rest_is_graded(made, folder):
    rows = table(made)
    rows[1][3] = "root=(1"
    rows[2][4] = "aa, zz"
    rows[3][1] = "99"
    rows[4][1] = "four"
    file = write(folder / "answers.csv", rows)
    report = grade_answers(folder, file)
    assert marks(report) == ["rbrrr", "rrbrr", "bbbbb", "bbbbb"]
    assert len(report.problems) == 4
    assert report.problems[0].startswith(f"{file}: row 2, column windows: expected windows, such as root=(−∞, ∞)")
    assert report.problems[1].startswith(f"{file}: row 3, column order-of-visits: expected names among")
    assert "row 4, column sheet: expected a sheet from 1 to 4, got 99" in report.problems[2]
    assert "row 5, column sheet: expected the number of a sheet, and there is none" in report.problems[3]
    assert not any("\n" in problem for problem in report.problems)


def test_the_class_is_summed_up(tmp_path):
    file = write(
        tmp_path / "a.csv", [["name", "minimax"], *(["x", each] for each in ("3", "12", "12.0", "2", "", "?"))]
    )
    report = grade_answers("minimax", file)
    (summary,) = report.summary()
    assert summary == ("minimax", 1, 3, 1, 1, "12", 2)
    assert "minimax: 1 of 6 right; 1 missing; 1 unreadable; most common wrong answer: 12 (2 times)" in str(report)
    told = report.to_json()
    assert json.loads(json.dumps(told)) == told
    assert [each["points"] for each in told["students"]] == [1, 0, 0, 0, 0, 0]
    assert told["students"][1]["answers"] == [
        {"question": "minimax", "mark": "wrong", "given": "12", "right": "3", "why": ""}
    ]


def test_the_hardest_question_has_the_fewest_right_answers(made, folder):
    rows = table(made)
    for row in rows[1:]:
        row[5] = ""
    report = grade_answers(folder, write(folder / "a.csv", rows))
    assert report.hardest() == "who-chooses"
    assert "hardest: who-chooses" in str(report)
    assert str(report).splitlines()[1].split() == ["S1", "1", *"✓✓✓–✓", "4", "of", "5"]


@pytest.mark.parametrize(
    ("id", "text", "given"),
    [
        ("minimax", "2,5", "2.5"),
        ("minimax", "-0,333", "-0.333"),
        ("every-node", "root=2,5,a=3 b = 1,25", "root=2.5; a=3; b=1.25"),
    ],
)
def test_a_table_with_semicolons_may_have_decimal_commas(id, text, given, tmp_path):
    file = write(tmp_path / "a.csv", [["name", "answer"], ["Ada", text]], ";")
    [answer] = grade_answers(id, file).students[0].answers
    assert (answer.mark, answer.given.replace("−", "-")) == ("wrong", given)
    [answer] = grade_answers(id, write(tmp_path / "b.csv", [["name", "answer"], ["Ada", "1,000"]])).students[0].answers
    assert answer.mark == "bad"  # with commas between the columns it may as well mean a thousand


def test_commas_between_names_and_players_stay_what_they_are(made, folder):
    rows = [[cell.replace(", ", ",") for cell in row] for row in table(made)]
    assert marks(grade_answers(folder, write(folder / "answers.csv", rows, ";"))) == ["rrrrr"] * 4


def test_a_name_with_several_rows_is_noted(tmp_path):
    rows = [["name", "minimax"], ["Ada", "3"], ["Bob", "3"], [" ada", "12"], ["", "3"], ["", "3"]]
    report = grade_answers("minimax", write(tmp_path / "a.csv", rows))
    assert marks(report) == ["r", "r", "w", "r", "r"]
    assert report.problems == ()
    [note] = report.notes
    assert note == (
        f"{tmp_path / 'a.csv'}: Ada has 2 rows (row 2, row 4), and each is graded: "
        "if it is one student, delete those that do not count"
    )
    assert note in str(report)
    assert report.to_json()["notes"] == [note]


def test_empty_rows_are_left_out(made, folder):
    rows = [*table(made), ["", "2", "", "", "", "", ""], []]
    assert len(grade_answers(folder, write(folder / "a.csv", rows)).students) == 4


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.csv", "", "expected a table with the columns name, sheet, minimax"),
        ("a.csv", "name,sheet,minimax\n,1,\n", "no student has a name or an answer"),
        ("a.csv", "name,minmax\nx,3\n", "there is no question 'minmax' (did you mean minimax?)"),
        ("a.json", "{}", "expected a list such as"),
        ("a.json", "[", "got something that is not JSON"),
        ("a.json", '[{"answers": 3}]', "item 1, answers: expected a table by question"),
    ],
)
def test_a_table_that_is_none_is_one_error(name, content, words, tmp_path):
    (tmp_path / name).write_text(content)
    with pytest.raises(OptionError) as refused:
        grade_answers("minimax", tmp_path / name)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_the_command_grades_a_table_and_says_what_it_cannot_read(tmp_path):
    table = tmp_path / "answers.csv"
    table.write_text("name,alpha-beta\nAda,bb bc\nBob,bb\n")
    done = kibitz("grade", "alpha-beta", table)
    assert (done.returncode, "Ada" in done.stdout, "1 of 2" in done.stdout or "✓" in done.stdout) == (0, True, True)
    assert json.loads(kibitz("grade", "alpha-beta", table, "--json").stdout)["students"][1]["points"] == 0
    for arguments, words in (
        (("grade", table), "answers need two files"),
        (("grade", "alpha-beta", table, "--cuts", "strict"), "--cuts is for programs"),
        (("grade", "program.py", table), "programs and answers are graded apart"),
        (("grade", "no-lesson", table), "no-lesson"),
        (("grade", table, "alpha-beta"), "expected what was asked before the table"),
        (("grade", tmp_path, table), "expected the folder that `kibitz worksheet` wrote"),
    ):
        wrong = kibitz(*arguments)
        assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1), wrong.stderr
        assert words in wrong.stderr


def kibitz(*arguments):
    command = [sys.executable, "-m", "kibitz", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_points_are_written_as_a_table(made, folder):
    written = write(folder / "a.csv", [table(made)[0], ["=Ada, née B", *table(made)[1][1:]]])
    assert kibitz("grade", folder, written, "--csv", folder / "points.csv").returncode == 0
    heading, row = csv.reader((folder / "points.csv").read_text().splitlines())
    assert heading == ["name", "sheet", *made.ids, "points"]
    assert row == ["=Ada, née B", "1", *["1"] * len(made.ids), str(len(made.ids))]
