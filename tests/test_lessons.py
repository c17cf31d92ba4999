"""Lessons: read from files, answered by the search itself, checked without giving anything away."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import OptionError
from kibitz.classroom.form import Form, checked, is_close, judge, read, text
from kibitz.classroom.lesson import FOLDER, READERS, WANTED, files_in, made, parsed
from kibitz.classroom.question import KINDS, asked, wording
from kibitz.classroom.shelf import built_in, find, held_in
from kibitz.classroom.work import work
from kibitz.interface.web.lessons import Lessons
from kibitz.rules import CHANCE
from tests import trees

ROOT = Path(__file__).parents[1]
LESSONS = {held.id: held for held in built_in()}
PAGE = Lessons()
TREE = "((3 12 8) (2 4 6) (14 5 2))"


def lesson(**keys):
    return made({"title": "A lesson", "kind": "value", "tree": TREE, **keys}, "file.toml")


def right_answer(question):
    """The right answer as a page would send it."""
    right = question.right[0] if question.form.form == "choice" else question.right
    return json.loads(json.dumps(right))


def wrong_answers(question):
    """Some answers that are not right, in the right form."""
    form, right = question.form, right_answer(question)
    if form.form == "number":
        return [right + 1, right - 0.01, right + 100]
    if form.form == "scores":
        return [[score + 1 for score in right], right[::-1] if right != right[::-1] else [99] * len(right)]
    if form.form == "choice":
        return [name for name in form.names if name not in question.right]
    if form.form in ("names", "sequence"):
        others = [name for name in form.names if name not in right]
        return [each for each in ([], right[1:], right[:-1], others, [*right, *others]) if each != right]
    first = next(iter(right))
    changed = {
        **right,
        first: [7, 8] if form.form == "windows" else right[first] + 1 if form.width == 1 else [0, 0, 99],
    }
    return [{}, changed, {name: right[name] for name in list(right)[1:]}]


def by_the_rules(game, p, depth, player, random_others):
    """Minimax with chances, or expectimax, by definition: an oracle that knows nothing of traces."""
    if game.is_over(p) or depth == 0:
        return game.rules.utility(p, player) if game.is_over(p) else game.rules.evaluate(p, player)

    def below(move, plies):
        return by_the_rules(game, game.rules.play(p, move), plies, player, random_others)

    if game.rules.turn(p) == CHANCE:
        return sum(odd * below(move, depth) for move, odd in game.chances(p))
    scores = [below(move, depth - 1) for move in game.moves(p)]
    if game.rules.turn(p) == player:
        return max(scores)
    return sum(scores) / len(scores) if random_others else min(scores)


# The built-in ones


def test_there_is_a_lesson_of_every_kind_that_is_asked_about_one_search():
    kinds = {held.lesson.kind for held in LESSONS.values()}
    assert kinds == set(KINDS) - {"visits"}  # the means of visits count them, too
    for held in LESSONS.values():
        told = held.lesson
        assert len(told.hints) in (2, 3)
        assert told.text
        assert told.explanation
        assert wording(told).endswith(("?", "."))
    assert [file.name for file in files_in(FOLDER)] == sorted(file.name for file in FOLDER.iterdir())


@pytest.mark.parametrize("id", LESSONS)
def test_the_answers_are_what_the_rules_say(id):
    told = LESSONS[id].lesson
    if told.algorithm in ("mcts", "max-n"):
        return
    worked = work(told)
    state, player = worked.state, worked.done.found.result.player
    at_random = told.algorithm == "expectimax"
    best = by_the_rules(state.game, state.position, told.plies, player, at_random)
    assert worked.full.found.root.score == pytest.approx(best)
    if told.kind in ("value", "expected"):
        assert asked(told).right == pytest.approx(best)
    if told.kind == "move" and not told.algorithm.startswith("rb"):
        after = {state.name(move): state.game.rules.play(state.position, move) for move in state.moves()}
        score = {name: by_the_rules(state.game, q, told.plies - 1, player, at_random) for name, q in after.items()}
        assert asked(told).right == tuple(name for name in score if score[name] == pytest.approx(best))


def test_the_lessons_teach_what_they_say():
    right = {id: held.question.right for id, held in LESSONS.items()}
    assert right["minimax"] == 3
    assert right["alpha-beta"] == ["bb", "bc"]
    assert right["deep-cut"] == ["baab", "bba", "bbb"]
    assert right["ordering"] == 5
    assert asked(replace(LESSONS["alpha-beta"].lesson, kind="visited")).right == 7
    assert right["windows"]["ab"] == [None, 6]
    assert "bb" not in right["windows"]
    assert right["iterative-deepening"] == 4 + 13 + 40
    assert (right["three-players"], right["audit"], right["chance"]) == ([2, 5, 2], 3, 5)


def test_minimax_gives_up_where_expectimax_tries():
    trapped = LESSONS["trapped"]
    worked = work(trapped.lesson)
    other = worked.compared().done.found.result
    assert (trapped.question.right, other.names.move, other.score) == (("east",), "west", -501)
    assert worked.done.found.result.score == pytest.approx(-280.7)
    assert len(worked.full.found.nodes) < 100


def test_the_most_visited_move_of_the_monte_carlo_lesson_has_not_the_greatest_mean():
    told = LESSONS["monte-carlo"].lesson
    visits, means = (asked(replace(told, kind=kind)).right for kind in ("visits", "means"))
    result = work(told).done.found.result
    assert visits == {"a": 4, "b": 5, "c": 1}
    assert sum(visits.values()) == told.visits == 10
    assert means == pytest.approx({"a": 5, "b": 4.6, "c": 3})
    assert result.names.move == "b"
    scores = {child.move: child.score for child in work(told).full.found.root.children}
    assert scores == {"a": 5, "b": 6, "c": 3}
    given_values = {name: [] for name in means}
    for line in work(told).given():
        way, value = re.fullmatch(r"visit \d+: root → (.).*, worth (.*)", line).groups()
        given_values[way].append(float(value))
    assert {name: sum(each) / len(each) for name, each in given_values.items()} == pytest.approx(means)


# What a page receives


@pytest.mark.parametrize("id", LESSONS)
def test_before_the_solution_only_leaves_have_scores(id):
    told = PAGE.told({"lesson": id})
    assert {"right", "answer", "explanation", "reasons", "steps"}.isdisjoint(told)
    assert told["hints"] == len(LESSONS[id].lesson.hints)
    nodes = {node["id"]: node for node in told["nodes"]}
    for node in nodes.values():
        assert (node["score"] is not None) == bool(node["leaf"])
        assert all(node[name] is None for name in ("bound", "alpha", "beta", "next", "reason"))
        assert (node["best"], node["fate"], node["entered"], node["left"]) == (False, "searched", 0, 0)
        assert sum(other["parent"] == node["id"] for other in nodes.values()) == node["children"]


@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta", "rb-minimax", "rb-alpha-beta", "expectimax", "max-n"])
@settings(max_examples=15, deadline=None)
@given(tree=trees.short.filter(lambda tree: any(isinstance(each, list) for each in tree)))
def test_two_trees_with_the_same_rules_look_the_same_before_the_solution(algorithm, tree):
    """What is shown depends on the tree and the roles alone, not on what the search did."""
    rates = {"keep_rate": [0.5]} if algorithm.startswith("rb") else {}
    told = lesson(tree=trees.text(tree), algorithm=algorithm, **rates)
    worked = work(told)
    whole = work(replace(told, algorithm=worked.full.found.result.algorithm, keep_rate=()))
    notes = [{**node, "note": None} for node in worked.before()]
    assert notes == whole.before()


@pytest.mark.parametrize("id", LESSONS)
def test_the_right_answer_is_accepted_and_explained(id):
    checked = PAGE.checked({"lesson": id, "answer": right_answer(LESSONS[id].question)})
    assert checked["right"] is True
    assert checked["say"] == f"Right: {LESSONS[id].question.solution()}."
    assert checked["hint"] is None
    assert all(mark == "right" for mark in checked["parts"].values())
    solved = PAGE.solved({"lesson": id})
    assert solved["reasons"]
    assert solved["explanation"]
    assert solved["say"] == f"The answer is {LESSONS[id].question.solution()}."
    assert len(json.dumps(solved)) < 400_000


@pytest.mark.parametrize("id", LESSONS)
def test_a_wrong_answer_gets_a_hint_and_nothing_that_was_not_in_it(id):
    held = LESSONS[id]
    for tries, answer in enumerate(wrong_answers(held.question)):
        checked = PAGE.checked({"lesson": id, "answer": answer, "tries": tries})
        assert checked["right"] is False
        hints = held.lesson.hints
        assert checked["hint"] == (hints[tries] if tries < len(hints) else None)
        assert set(checked) == {"right", "say", "parts", "marks", "hint", "hints"}
        named = {answer} if isinstance(answer, str) else set(answer) if not isinstance(answer, int | float) else set()
        assert set(checked["parts"]) <= named
        assert len(checked["marks"]) <= len(checked["parts"])
        solution = held.question.solution()
        assert solution not in checked["say"] or solution in text(held.question.form, answer)


@pytest.mark.parametrize("id", LESSONS)
def test_the_revealed_tree_is_the_search_over_the_whole_tree(id):
    worked, solved = work(LESSONS[id].lesson), PAGE.solved({"lesson": id})
    nodes = {node["id"]: node for node in solved["nodes"]}
    visited = {node["id"] for node in nodes.values() if node["fate"] == "searched"}
    assert len(visited) == sum(node.fate == "searched" for node in worked.done.found.nodes)
    if worked.lesson.algorithm != "mcts":
        before = {node["id"]: node for node in worked.before()}
        same = ("parent", "children", "place", "label", "role", "leaf")
        assert [[node[name] for name in same] for node in nodes.values()] == [
            [before[node][name] for name in same] for node in nodes
        ]
    for node in nodes.values():
        parent = nodes.get(node["parent"])
        if parent and parent["fate"] != "searched":
            assert node["fate"] == parent["fate"]
    assert {step["node"] for step in solved["steps"]} <= visited
    for step in solved["steps"]:
        assert nodes[step["path"][0]]["parent"] is None
        assert all(nodes[child]["parent"] == parent for parent, child in zip(step["path"], step["path"][1:]))
        assert step["places"] == [nodes[node]["place"] for node in step["path"]]
        assert step["child"] is None or nodes[step["child"]]["parent"] == step["node"]


def test_a_comparison_and_an_audit_come_with_the_solution():
    trapped, audited = PAGE.solved({"lesson": "trapped"}), PAGE.solved({"lesson": "audit"})
    assert [each["head"]["algorithm"] for each in (trapped, trapped["compared"])] == ["expectimax", "minimax"]
    assert "minimax plays west, worth −501" in trapped["reasons"][-1]
    assert (audited["audit"]["loss"], audited["audit"]["full_move"], audited["compared"]) == (3, "c", None)
    assert PAGE.told({"lesson": "trapped"})["state"]["legal"]


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"lesson": None},
        {"lesson": 3, "answer": 3},
        {"lesson": "../secrets", "answer": 3},
        {"lesson": "minimax"},
        {"lesson": "minimax", "answer": "three"},
        {"lesson": "minimax", "answer": "1e999999999"},
        {"lesson": "minimax", "answer": "1/0"},
        {"lesson": "minimax", "answer": True},
        {"lesson": "minimax", "answer": [3]},
        {"lesson": "minimax", "answer": float("inf")},
        {"lesson": "minimax", "answer": float("nan")},
        {"lesson": "minimax", "answer": 10**10},
        {"lesson": "minimax", "answer": 3, "tries": -1},
        {"lesson": "minimax", "answer": 3, "tries": "1"},
        {"lesson": "alpha-beta", "answer": 7},
        {"lesson": "alpha-beta", "answer": "bb"},
        {"lesson": "alpha-beta", "answer": ["zz"]},
        {"lesson": "alpha-beta", "answer": [7]},
        {"lesson": "alpha-beta", "answer": ["bb"] * 5000},
        {"lesson": "windows", "answer": {"root": 3}},
        {"lesson": "windows", "answer": {"root": [1, 2, 3]}},
        {"lesson": "windows", "answer": {"zz": [1, 2]}},
        {"lesson": "windows", "answer": {"root": ["∞", "−∞"]}},
        {"lesson": "every-node", "answer": {"root": [3]}},
        {"lesson": "three-players", "answer": 3},
        {"lesson": "three-players", "answer": [1, 2]},
        {"lesson": "filter", "answer": "e"},
        {"lesson": "filter", "answer": 0},
        {"lesson": "filter", "answer": ["c"]},
        {"lesson": "filter", "answer": "c" * 50_000},
    ],
)
def test_hostile_answers_are_refused(message):
    with pytest.raises(OptionError):
        PAGE.checked(message)


# Files


def test_the_example_in_the_documentation_is_a_lesson():
    page = (ROOT / "docs" / "lessons.md").read_text()
    example, table = re.findall(r"^```toml\n(.*?)^```", page, flags=re.DOTALL | re.MULTILINE)
    assert asked(parsed(example)).right == ["bb", "bc", "cc"]
    chance = parsed(f'title = "x"\nkind = "expected"\nalgorithm = "expectiminimax"\n{table}')
    assert asked(chance).right == 2
    assert asked(replace(chance, node="risk")).right == pytest.approx(12 / 6 - 3 * 5 / 6)
    for key in READERS:
        assert f"`{key}`" in page, key
    for kind in KINDS:
        assert f"| `{kind}` |" in page, kind


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"titel": "x"}, "there is no key 'titel' (did you mean title?)"),
        ({"kind": "unvisted"}, "no kind of question 'unvisted' (did you mean unvisited?)"),
        ({"kind": "windows"}, "windows needs alpha-beta, not minimax"),
        ({"kind": "dropped"}, "dropped needs rb-minimax or rb-alpha-beta"),
        ({"kind": 3}, "kind: expected the kind of the question, got 3"),
        ({"algorithm": "alphabeta"}, "algorithm: expected one of"),
        ({"algorithm": "alphabeta"}, "(did you mean alpha-beta?)"),
        ({"algorithm": "engine"}, "algorithm: expected one of"),
        ({"depth": 0}, "depth: expected a whole number from 1 to 20, got 0"),
        ({"depth": True}, "depth: expected a whole number"),
        ({"tree": "((3 12"}, "tree: the tree is not closed"),
        ({"tree": 5}, "tree: expected a tree"),
        ({"tree": {"root": "a", "nodes": {"a": {"moves": {"x": "b"}, "player": 0}}}}, "there is no node 'b'"),
        ({"game": "tic-tac-toe"}, "expected either tree or game, got both"),
        ({"tree": TREE, "moves": "a"}, "position and moves are for a game"),
        ({"keep_rate": 0.5}, "keep_rate is for rb-minimax and rb-alpha-beta, not for minimax"),
        ({"visits": 10}, "visits is for mcts, not for minimax"),
        ({"audit": True}, "audit: only rb-minimax and rb-alpha-beta can be audited"),
        ({"hints": "one"}, "hints: expected a list of at most 10 texts, got 'one'"),
        ({"node": "zz"}, "node: expected a node that the search visits, got 'zz'"),
        ({"kind": "move", "node": "a"}, "node is for the kinds value and expected"),
        ({"compare": "max"}, "compare: expected one of"),
    ],
)
def test_what_is_wrong_with_a_lesson_is_one_line(keys, words, tmp_path, run_kibitz):
    with pytest.raises(OptionError) as refused:
        asked(lesson(**keys))
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('title == "x"', "line 1"),
        ('title = "x"', "kind: expected the kind of the question, and there is none"),
        ('kind = "value"', "title: expected a short text, and there is none"),
        ('title = "x"\nkind = "value"', "expected either tree or game, got neither"),
        ('title = "x"\nkind = "value"\ngame = "tic-tac-toe"', "depth: expected how many plies"),
        ('title = "x"\nkind = "value"\ngame = "tictactoe"\ndepth = 2', "(did you mean tic-tac-toe?)"),
        ('title = "x"\nkind = "value"\ngame = "../mygame.py"\ndepth = 2', "game: expected a built-in game"),
        ('title = "x"\nkind = "value"\ngame = "pacman:layout=/etc/hosts"\ndepth = 2', "a lesson cannot open files"),
        ('title = "x"\nkind = "value"\ngame = "tic-tac-toe"\nposition = "zz"\ndepth = 2', "f.toml: "),
        ('title = "x"\nkind = "value"\ngame = "pig"\ndepth = 2', "minimax cannot play pig"),
        ('title = "x"\nkind = "value"\ngame = "chess"\ndepth = 3', "the search has more than 1,000 nodes"),
    ],
)
def test_broken_files_are_reported_one_line_each(text, words, tmp_path, run_kibitz):
    (tmp_path / "good.toml").write_text(f'title = "good"\nkind = "value"\ntree = "{TREE}"\n')
    (tmp_path / "f.toml").write_text(text)
    code, out, error = run_kibitz("lessons", tmp_path)
    assert code == 2
    assert out.startswith("good ")
    assert words in error
    assert error.count("\n") == 1
    assert "f.toml" in error


def test_serve_reports_every_broken_file_and_serves_nothing(tmp_path, run_kibitz):
    for name in ("1-a.toml", "2-b.toml"):
        (tmp_path / name).write_text("title = 3")
    code, out, error = run_kibitz("serve", "--no-browser", "--port", "0", "--lessons", tmp_path)
    assert (code, out) == (2, "")
    assert [line.partition(".toml")[0][-3:] for line in error.splitlines()] == ["1-a", "2-b"]
    code, out, error = run_kibitz("serve", "--no-browser", "--port", "0", "--lessons", tmp_path / "none")
    assert (code, "there is no folder" in error) == (2, True)
    (tmp_path / "empty").mkdir()
    assert "there are no lessons" in run_kibitz("lessons", tmp_path / "empty")[2]


def test_a_file_is_checked_by_itself(tmp_path, run_kibitz):
    file = tmp_path / "3-good.toml"
    file.write_text(f'title = "good"\nkind = "value"\ntree = "{TREE}"\n')
    (tmp_path / "bad.toml").write_text('title = "bad"\nkind = "value"\ntree = "((3 12"\n')
    code, out, _ = run_kibitz("lessons", file)
    assert (code, out.split()[0]) == (0, "good")
    assert held_in(file)[0][0].group == tmp_path.name
    assert "bad.toml: tree: the tree is not closed" in run_kibitz("lessons", tmp_path / "bad.toml")[2]


def test_a_teachers_lessons_come_first_and_replace_those_of_the_same_name(tmp_path):
    (tmp_path / "2-minimax.toml").write_text(f'title = "Mine"\nkind = "visited"\ntree = "{TREE}"\n')
    (tmp_path / "1-own.toml").write_text(f'title = "Own"\nkind = "order"\ntree = "{TREE}"\n')
    held, broken = held_in(tmp_path)
    assert broken == []
    listed = Lessons(held).listed({})
    assert [each["lesson"] for each in listed[:3]] == ["own", "minimax", "who-chooses"]
    assert [each["title"] for each in listed if each["lesson"] == "minimax"] == ["Mine"]
    assert {each["group"] for each in listed} == {tmp_path.name, "Kibitz"}


def test_lessons_are_listed(run_kibitz):
    code, out, _ = run_kibitz("lessons")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == list(LESSONS)
    code, out, _ = run_kibitz("lessons", "--json", "--answers")
    rows = [json.loads(line) for line in out.splitlines()]
    assert rows[0] == {
        "lesson": "minimax",
        "kind": "value",
        "algorithm": "minimax",
        "title": "What is a position worth?",
        "nodes": 13,
        "answer": 3,
        "solution": "3",
    }


def test_every_key_says_what_it_expects():
    assert list(READERS) == list(WANTED)
    with pytest.raises(OptionError, match="did you mean minimax"):
        find("minmax")


@pytest.mark.parametrize("id", LESSONS)
def test_a_lesson_is_the_same_after_json(id):
    told = LESSONS[id].lesson
    assert made(json.loads(json.dumps(told.to_json())), "x") == told


# Answers as text

NAMES = ("root", "a", "b", "aa", "ab", "ba", "bb")
number = st.integers(-999, 999) | st.floats(-99, 99).map(lambda x: round(x, 3))
edge = st.none() | number
FORMS = [
    (Form("number"), number),
    (Form("scores", width=3), st.lists(number, min_size=3, max_size=3)),
    (Form("numbers", NAMES), st.dictionaries(st.sampled_from(NAMES), number, min_size=1)),
    (
        Form("numbers", NAMES, 2),
        st.dictionaries(st.sampled_from(NAMES), st.lists(number, min_size=2, max_size=2), min_size=1),
    ),
    (Form("names", NAMES), st.lists(st.sampled_from(NAMES))),
    (Form("sequence", NAMES), st.lists(st.sampled_from(NAMES))),
    (Form("windows", NAMES), st.dictionaries(st.sampled_from(NAMES), st.tuples(edge, edge), min_size=1)),
    (Form("choice", NAMES), st.sampled_from(NAMES)),
]


@pytest.mark.parametrize(("form", "answers"), FORMS, ids=lambda each: getattr(each, "form", ""))
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_what_is_written_is_read_and_is_right(form, answers, data):
    answer = checked(form, json.loads(json.dumps(data.draw(answers))))
    again = read(form, text(form, answer))
    assert checked(form, again) == again
    right = (answer,) if form.form == "choice" else answer
    assert judge(form, again, right).right
    assert judge(form, again, right).wrong == ()
    if isinstance(answer, dict):
        assert list(again) == list(answer)
        assert all(is_close(again[name], answer[name]) for name in answer)


@pytest.mark.parametrize(
    ("form", "written", "meant"),
    [
        (Form("number"), " 3.0 ", 3),
        (Form("number"), "1/3", 1 / 3),
        (Form("number"), "−3", -3),
        (Form("number"), "–0.5", -0.5),
        (Form("scores", width=3), "1 5 2", [1, 5, 2]),
        (Form("scores", width=3), "(1; 5; 2)", [1, 5, 2]),
        (Form("names", NAMES), "bb bA", ["ba", "bb"]),
        (Form("names", NAMES), "bb;ba", ["ba", "bb"]),
        (Form("names", NAMES), "none", []),
        (Form("names", NAMES), "–", []),
        (Form("sequence", NAMES), "bb → ba -> a > b", ["bb", "ba", "a", "b"]),
        (Form("windows", NAMES), "b (3, inf), a: [-inf; 2]", {"a": [None, 2], "b": [3, None]}),
        (Form("windows", NAMES), "root=(−∞, ∞)", {"root": [None, None]}),
        (Form("numbers", NAMES), "root: 3, a=1/2\nb = −1", {"root": 3, "a": 0.5, "b": -1}),
        (Form("choice", NAMES), " B ", "b"),
    ],
)
def test_answers_are_read_as_people_write_them(form, written, meant):
    assert read(form, written) == meant


@pytest.mark.parametrize(
    ("form", "written", "words"),
    [
        (Form("number"), "many", "expected a number, such as 3, 2.5 or 1/3, got 'many'"),
        (Form("number"), "9" * 400, "expected a number"),
        (Form("scores", width=3), "1 2", "expected 3 numbers, one for each player"),
        (Form("names", NAMES), "bb, cc", "got 'cc'"),
        (Form("windows", NAMES), "a=(3, 4", "expected windows, such as root=(−∞, ∞)"),
        (Form("windows", NAMES), "a=(inf, 4)", "expected windows"),
        (Form("numbers", NAMES), "3", "expected a number for each name, such as root=3"),
        (Form("numbers", NAMES), "a=3 what", "expected a number for each name"),
    ],
)
def test_what_cannot_be_read_says_what_is_expected(form, written, words):
    with pytest.raises(OptionError) as refused:
        read(form, written)
    assert words in str(refused.value)


@settings(max_examples=60, deadline=None)
@given(written=st.text(max_size=30), which=st.sampled_from([form for form, _ in FORMS]))
def test_any_text_is_an_answer_or_one_clear_error(written, which):
    try:
        answer = read(which, written)
    except OptionError as error:
        refused = str(error)
        answer = None
    assert refused.startswith("expected") if answer is None else checked(which, answer) == answer


def test_a_lesson_that_ends_with_chance_is_worked_to_its_leaves():
    text = """
title = "A bet"
kind = "expected"
text = "Bet, or not?"
algorithm = "expectimax"

[tree]
root = "r"

[tree.nodes]
r = { player = 0, moves = { safe = "s", bet = "b" } }
s = { value = 2 }
b = { chance = { win = ["1/3", "w"], lose = ["2/3", "l"] } }
w = { value = 30 }
l = { value = -3 }
"""
    assert asked(parsed(text)).right == pytest.approx(8)


def test_a_node_that_is_only_bounded_cannot_be_asked_for():
    text = 'title = "t"\nkind = "value"\nnode = "b"\ntext = "x"\ntree = "((3 12) (2 1))"\nalgorithm = "alpha-beta"\n'
    with pytest.raises(OptionError, match="expected a node whose score the search finds exactly, got 'b'"):
        asked(parsed(text))
