"""Grading: mistakes are named rightly, right programs pass, hostile ones are contained."""

import collections
import dataclasses
import importlib.util
import json
import os
import subprocess
import time
import tomllib
from pathlib import Path

import pytest

from kibitz.classroom.grading import SENTENCES, grade
from kibitz.classroom.grading.cases import CLASSES, FUNCTIONS, agent_cases, function_cases
from kibitz.classroom.grading.diagnosis import ALIKE, EITHER, NEGAMAX, STRICT, known_variants, right_styles
from kibitz.classroom.grading.mistakes import AGENT, FUNCTION
from kibitz.classroom.grading.recording import CHANCE, Game, Position, Recorder, Table
from kibitz.classroom.grading.reference import ALPHA_BETA, EXPECTIMAX, MINIMAX, Plan, Value, search
from kibitz.classroom.grading.runner import Limits, run

ROOT = Path(__file__).parents[1]
CORPUS = ROOT / "tests" / "students"
spec = importlib.util.spec_from_file_location("grader", ROOT / "benchmarks" / "grader.py")
benchmark = importlib.util.module_from_spec(spec)
spec.loader.exec_module(benchmark)

MINIMAX_PROGRAM = """
def minimax(game, position, depth):
    me = game.turn(position)
    def value(p, d):
        if game.is_over(p): return game.utility(p, me)
        if d == 0: return game.evaluate(p, me)
        values = [value(game.play(p, m), d - 1) for m in game.moves(p)]
        return max(values) if game.turn(p) == me else min(values)
    best, move = None, None
    for m in game.moves(position):
        v = value(game.play(position, m), depth - 1)
        if best is None or v > best: best, move = v, m
    return best, move
"""
ALPHA_BETA_PROGRAM = """
inf = float("inf")
def alpha_beta(game, position, depth):
    me = game.turn(position)
    def search(p, d, alpha, beta):
        if game.is_over(p): return game.utility(p, me)
        if d == 0: return game.evaluate(p, me)
        if game.turn(p) == me:
            v = -inf
            for m in game.moves(p):
                v = max(v, search(game.play(p, m), d - 1, alpha, beta))
                if v >= beta: return v
                alpha = max(alpha, v)
            return v
        v = inf
        for m in game.moves(p):
            v = min(v, search(game.play(p, m), d - 1, alpha, beta))
            if v <= alpha: return v
            beta = min(beta, v)
        return v
    return search(position, depth, -inf, inf)
"""
EXPECTIMAX_PROGRAM = """
def expectimax(game, position, depth):
    me = max(game.turn(position), 0)
    def value(p, d):
        if game.is_over(p): return game.utility(p, me)
        if d == 0: return game.evaluate(p, me)
        if game.turn(p) == -1: return sum(q * value(game.play(p, m), d) for m, q in game.chances(p))
        values = [value(game.play(p, m), d - 1) for m in game.moves(p)]
        return max(values) if game.turn(p) == me else sum(values) / len(values)
    return value(position, depth)
"""
WRONG = {
    "depth-per-round": (ALPHA_BETA_PROGRAM, "d - 1", "d - (game.turn(p) == game.players - 1)"),
    "depth-off-by-one": (MINIMAX_PROGRAM, "depth - 1", "depth"),
    "one-layer-for-all-opponents": (MINIMAX_PROGRAM, "(p) == me else", "(p) != (me + 1) % game.players else"),
    "cuts-too-early": (ALPHA_BETA_PROGRAM, "v >= beta", "v >= beta - 1"),
    "cuts-too-late": (ALPHA_BETA_PROGRAM, "if v >= beta: return v", "pass"),
    "window-not-passed": (ALPHA_BETA_PROGRAM, "d - 1, alpha, beta", "d - 1, -inf, inf"),
    "infinite-cut": (ALPHA_BETA_PROGRAM, "if v >= beta: return v", "if v >= beta: return inf"),
    "wrong-order": (ALPHA_BETA_PROGRAM, "in game.moves(p)", "in reversed(game.moves(p))"),
    "wrong-move": (MINIMAX_PROGRAM, "v > best", "v >= best"),
    "evaluates-finished": (MINIMAX_PROGRAM, "utility", "evaluate"),
    "wrong-start-value": (ALPHA_BETA_PROGRAM, "v = -inf", "v = 0"),
    "iterative-deepening": (
        ALPHA_BETA_PROGRAM,
        "    return search(position, depth, -inf, inf)",
        "    for limit in range(1, depth + 1): v = search(position, limit, -inf, inf)\n    return v",
    ),
    "chance-after-depth": (EXPECTIMAX_PROGRAM, "if d == 0", "if d == 0 and game.turn(p) != -1"),
    "no-value": (MINIMAX_PROGRAM, "    return best, move", ""),
}


@pytest.fixture
def program(tmp_path):
    """Return a function that writes a program and returns its path."""

    def write(text, name="mine.py"):
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


def names(report):
    return [mistake.name for mistake in report.mistakes]


# The law of the grader


def behaviour(cases, plan):
    """What can be seen of a search on every case."""
    found = []
    for case in cases:
        trace = search(case.view, case.depth, plan)
        leaves = [(leaf.node, leaf.rule, leaf.player) for leaf in trace.leaves.values()] if not case.transposes else []
        kept = tuple(leaves) if plan.algorithm == ALPHA_BETA else frozenset(leaves)
        found.append((trace.stuck, trace.move if case.is_maze else round(trace.value, 6), kept))
    return tuple(found)


@pytest.mark.parametrize(
    ("interface", "algorithm"), [*((FUNCTION, name) for name in FUNCTIONS), *((AGENT, name) for name in CLASSES)]
)
def test_mistakes_of_different_names_behave_differently(interface, algorithm):
    cases = function_cases(algorithm) if interface == FUNCTION else agent_cases(algorithm)
    cuts = STRICT if interface == AGENT else EITHER
    styles = [style for style in right_styles(algorithm, interface, cuts) if style.plan.returns == "best"]
    styles = [
        style for style in styles if style.plan.leaf_player == "decider" and style.plan.cut_max == style.plan.cut_min
    ]
    seen = collections.defaultdict(set)
    for style in styles:
        seen[behaviour(cases, style.plan)].add("right")
        for variant in known_variants(algorithm, interface, cuts):
            seen[behaviour(cases, style.with_mistakes(variant).plan)].add(variant.name)
    confused = [found for found in seen.values() if len(found) > 1]
    assert [found for found in confused if not found <= ALIKE] == []
    assert len(seen) > 20


def test_the_right_reference_agrees_with_a_search_that_is_too_simple_to_be_wrong():
    def value(table, name, me, depth):
        node = table.nodes[name]
        if node.over:
            return node.utility[me]
        if depth == 0:
            return node.evaluate[me]
        if node.turn == CHANCE:
            return sum(q * value(table, child, me, depth) for q, child in zip(node.odds, node.children))
        values = [value(table, child, me, depth - 1) for child in node.children]
        if node.turn == me:
            return max(values)
        return sum(values) / len(values) if algorithm == EXPECTIMAX else min(values)

    for algorithm in FUNCTIONS:
        for case in function_cases(algorithm):
            wanted = value(case.game, case.game.root, case.view.decider, case.depth)
            for plan in (Plan(algorithm), Plan(algorithm, cut_max="strict", cut_min="strict", returns="bound")):
                assert search(case.view, case.depth, plan).value == pytest.approx(wanted), case.title


def test_two_players_values_are_each_others_negatives_so_that_negamax_is_right():
    for algorithm in FUNCTIONS:
        for case in function_cases(algorithm):
            if case.game.players == 2:
                nodes = case.game.nodes.values()
                assert all(n.utility[0] == -n.utility[1] and n.evaluate[0] == -n.evaluate[1] for n in nodes)
                same = search(case.view, case.depth, dataclasses.replace(Plan(algorithm), **NEGAMAX)).value
                assert same == pytest.approx(search(case.view, case.depth, Plan(algorithm)).value)


def test_the_best_action_in_every_maze_is_the_only_one():
    for algorithm in CLASSES:
        plan = Plan(EXPECTIMAX if algorithm == EXPECTIMAX else MINIMAX, counts="back")
        for case in agent_cases(algorithm):
            values = {
                step.node: step.value for step in search(case.view, case.depth, plan).steps if isinstance(step, Value)
            }
            actions = [values[f"0:{action}"] for action in case.game.actions("start", 0)]
            assert actions.count(max(actions)) == 1, case.title


# Programs


@pytest.mark.parametrize("text", [MINIMAX_PROGRAM, ALPHA_BETA_PROGRAM, EXPECTIMAX_PROGRAM], ids=[*FUNCTIONS][:3])
def test_a_right_program_passes(program, text):
    report = grade(program(text))
    assert report.passed
    assert all(all(each.right) for each in report.grades)


@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_is_named(program, name):
    text, old, new = WRONG[name]
    assert old in text
    report = grade(program(text.replace(old, new)))
    assert names(report) == [name]
    [mistake] = report.mistakes
    assert mistake.sure
    assert mistake.place.got != mistake.place.expected
    assert not all(report.grades[0].right)


def test_two_mistakes_are_both_named(program):
    text = MINIMAX_PROGRAM.replace("depth - 1", "depth").replace("utility(p, me)", "utility(p, game.turn(p))")
    assert sorted(names(grade(program(text)))) == ["depth-off-by-one", "wrong-player"]


def test_cuts_on_equality_are_a_mistake_only_where_the_assignment_says_so(program):
    equal, strict = program(ALPHA_BETA_PROGRAM), ALPHA_BETA_PROGRAM.replace(">= beta", "> beta").replace("<= a", "< a")
    assert names(grade(equal, cuts="equal")) == []
    assert names(grade(equal, cuts="strict")) == ["cuts-too-early"]
    strict = program(strict, "strict.py")
    assert names(grade(strict, cuts="strict")) == []
    assert names(grade(strict, cuts="equal")) == ["cuts-too-late"]


def test_the_place_of_a_mistake_is_where_it_first_shows(program):
    text, old, new = WRONG["cuts-too-late"]
    [mistake] = grade(program(text.replace(old, new))).mistakes
    assert "leaves" in mistake.place.expected
    assert "not visited" in mistake.place.expected
    [mistake] = grade(program(MINIMAX_PROGRAM.replace("utility(p, me)", "evaluate(p, me)"))).mistakes
    assert mistake.where.startswith("the tree ((3 12 8) (2 4 6) (14 5 2)), player 0 decides, depth 2 plies: node aa")
    assert mistake.place.expected == "utility of aa for player 0: 3"
    assert mistake.place.got.startswith("evaluate of aa for player 0")


def entries(kinds):
    found = tomllib.loads((CORPUS / "manifest.toml").read_text())["program"]
    return [entry for entry in found if Path(entry["path"]).parts[0] in kinds]


def first_of_each():
    """A program for each mistake, and some of the right ones."""
    chosen = {entry["path"].partition("__")[0]: entry for entry in reversed(entries({"wrong"}))}
    return [*chosen.values(), *entries({"right"})[::5]]


def check_entry(entry):
    found = {mistake.name for mistake in grade(CORPUS / entry["path"], cuts=entry.get("cuts")).mistakes}
    assert benchmark.is_named(entry, found), f"{found}, made {entry['expected']}"


@pytest.mark.parametrize("entry", first_of_each(), ids=lambda entry: entry["path"])
def test_part_of_the_corpus(entry):
    check_entry(entry)


@pytest.mark.slow
@pytest.mark.parametrize(
    "entry", entries({"right", "wrong", "two", "edge", "hostile"}), ids=lambda entry: entry["path"]
)
def test_the_whole_corpus(entry):
    check_entry(entry)


# Containment


def hostile(line):
    return MINIMAX_PROGRAM.replace("    best, move = None, None\n", f"    best, move = None, None\n    {line}\n")


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("while True: pass", "too-slow"),
        ("x = bytearray(10 << 30)", "too-much-memory"),
        ("import os; os.fork()", "crashes"),
        ("import multiprocessing; multiprocessing.get_context('spawn').Process(target=print).start()", "crashes"),
        ("import socket; socket.socket()", "crashes"),
        ("import sys; sys.exit(0)", "crashes"),
        ("import os; os._exit(0)", "crashes"),
        ("input()", "crashes"),
    ],
)
def test_hostile_programs_are_contained(program, line, name):
    started = time.monotonic()
    report = grade(program(hostile(line)), seconds=0.3, memory=128)
    assert names(report) == [name]
    assert time.monotonic() - started < 30


def test_nothing_is_left_of_a_program_that_does_not_listen(program, tmp_path):
    text = hostile("while True:\n        try:\n            while True: pass\n        except BaseException: pass")
    [answer] = run(program(text), [function_cases(MINIMAX)[0].order("minimax")], Limits(0.3))
    assert answer["error"]["kind"] == "time"
    running = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert str(tmp_path) not in running
    assert list(tmp_path.iterdir()) == [tmp_path / "mine.py"]


def test_a_case_that_hangs_costs_only_itself(program):
    text = MINIMAX_PROGRAM.replace(
        "    best, move = None, None\n", "    while game.players == 3: pass\n    best, move = None, None\n"
    )
    cases = [case for case in function_cases(MINIMAX) if case.game.players == 3][:1]
    cases += function_cases(MINIMAX)[:2]
    answers = run(program(text), [case.order("minimax") for case in cases], Limits(0.3))
    assert [("error" in answer) for answer in answers] == [True, False, False]


def test_output_is_kept_apart_and_cut_short(program, run_kibitz):
    text = program(hostile("print('spam' * 1000)"))
    code, out, _ = run_kibitz("grade", text, "--json")
    assert code == 0
    data = json.loads(out)
    assert data["passed"]
    assert data["printed"].startswith("spam")
    assert len(data["printed"]) == 2000


def test_an_exception_is_told_with_the_students_line(program):
    [mistake] = grade(program(MINIMAX_PROGRAM.replace("best is None", "unknown is None"))).mistakes
    assert (mistake.name, mistake.case) == ("crashes", 0)
    assert "NameError: name 'unknown' is not defined (line 12: if unknown is None" in mistake.place.got
    [mistake] = grade(program("def minimax(game:\n")).mistakes
    assert (mistake.name, mistake.algorithm) == ("crashes", "program")
    assert "line 1" in mistake.place.got


def test_positions_are_opaque_values():
    case = function_cases(MINIMAX)[0]
    game = Game(Table.from_json(json.loads(json.dumps(case.game.to_json()))), recorder := Recorder())
    root = Position(case.game.root)
    first = game.play(root, game.moves(root)[0])
    assert len({first, game.play(root, 1)}) == 1
    assert first != root
    assert recorder.events[:2] == [("moves", "root", None), ("play", "root", "a")]
    with pytest.raises(ValueError, match="is not a legal move"):
        game.play(root, 99)


# The command


def test_the_command_prints_a_table_and_an_explanation(program, run_kibitz):
    code, out, _ = run_kibitz("grade", program(WRONG["wrong-move"][0].replace("v > best", "v >= best")))
    assert code == 1
    assert "minimax: wrong-move" in out
    assert SENTENCES["wrong-move"] in out
    assert "<-- here" in out


def test_a_class_has_a_line_for_each_program(program, run_kibitz):
    files = [program(MINIMAX_PROGRAM, "ada.py"), program("", "boole.py")]
    code, out, _ = run_kibitz("grade", *files)
    assert code == 1
    assert [line.split()[:2] for line in out.splitlines()[:2]] == [["ada.py", "passed"], ["boole.py", "failed"]]
    assert "1 of 2 programs passed" in out
    code, out, _ = run_kibitz("grade", *files, "--json")
    assert [each["passed"] for each in json.loads(out)] == [True, False]


def test_a_class_as_a_table_names_folders_where_files_have_the_same_name(program, run_kibitz, tmp_path):
    files = []
    for name, text in (("ada", MINIMAX_PROGRAM), ("boole", "")):
        (tmp_path / name).mkdir()
        files.append(tmp_path / name / "mysearch.py")
        files[-1].write_text(text)
    code, out, _ = run_kibitz("grade", *files, "--csv", tmp_path / "points.csv", "--points", 20)
    assert code == 1
    assert [line.split()[0] for line in out.splitlines()[:2]] == ["ada/mysearch.py", "boole/mysearch.py"]
    rows = (tmp_path / "points.csv").read_text().splitlines()
    assert rows == ["program,points,mistakes", "ada/mysearch.py,20.0,", "boole/mysearch.py,0.0,missing"]


def test_gradescope(program, run_kibitz, tmp_path):
    both = program(MINIMAX_PROGRAM + ALPHA_BETA_PROGRAM.replace("if v >= beta: return v", "pass"))
    code, _, _ = run_kibitz("grade", both, "--gradescope", tmp_path / "results.json", "--points", 20)
    assert code == 1
    data = json.loads((tmp_path / "results.json").read_text())
    assert data["visibility"] == "visible"
    assert [(test["name"], test["status"], test["max_score"]) for test in data["tests"]] == [
        ("minimax", "passed", 10),
        ("alpha_beta", "failed", 10),
    ]
    assert data["tests"][0]["score"] == 10
    assert 0 < data["tests"][1]["score"] < 10
    assert data["score"] == pytest.approx(sum(test["score"] for test in data["tests"]))
    assert "cuts-too-late" in data["tests"][1]["output"]


def test_what_is_asked_for_and_not_there_is_missing(program):
    report = grade(program(MINIMAX_PROGRAM), only=("minimax", "alpha_beta"))
    assert names(report) == ["missing"]
    assert [each.passed for each in report.grades] == [True, False]


def test_a_program_without_a_search_is_told_what_it_needs_in_a_line(program, run_kibitz):
    code, out, _ = run_kibitz("grade", program("def solve(game): return 0\n"))
    assert code == 1
    assert "program: missing" in out
    assert "expected  a function such as minimax(game, position, depth), or a class such as MinimaxAgent" in out
    assert "got       no function or class that can be graded" in out
    assert "expectiminimax" not in out


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("nothing.py",), "there is no file nothing.py"),
        ((".",), ". is a folder: pass the programs in it, such as *.py"),
        (("notes.txt",), "a student's program is a Python file, got notes.txt"),
        (("mine.py", "--only", "minimx"), "did you mean minimax?"),
        (("mine.py", "--memory", "1"), "memory must be 64 to"),
        (("mine.py", "mine.py", "--gradescope", "x.json"), "one program at a time"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(program, run_kibitz, monkeypatch, arguments, text):
    monkeypatch.chdir(program("").parent)
    code, out, error = run_kibitz("grade", *arguments)
    assert (code, out) == (2, "")
    assert text in error
    assert error.count(os.linesep) == 1
