"""Kibitz from Python: what a person types works as typed, and what is wrong is said in one sentence."""

import importlib
import os
import pickle
import random
import subprocess
import sys
from pathlib import Path

import pytest

import kibitz
from kibitz.search.algorithm import ALGORITHMS
from tests import user_script

ROOT = Path(__file__).parents[1]


@pytest.fixture
def state():
    return kibitz.load("connect-four").begin("4 4 3")


def test_the_first_lines_that_a_person_types(capsys):
    assert kibitz.analyze("tic-tac-toe").proven == "draw"
    state = kibitz.load("connect-four").begin("4 4 3")
    assert state.names == ["4", "4", "3"]
    state.play("5"); moves = state.moves(); state.undo()  # fmt: skip # noqa: E702
    assert sorted(moves) == list(range(7))
    assert state.names == ["4", "4", "3"]
    result = kibitz.analyze(state, seconds=0.5, lines=3)
    assert sum(found.bound == "exact" for found in result.moves) >= 3
    assert (result.position, result.player) == (state.position, 1)
    print(result)
    out = capsys.readouterr().out
    assert out == f"{result}\n"
    assert "connect-four" in out
    assert f"depth {result.depth}" in out
    while not state.over:
        state.play(kibitz.analyze(state, depth=6).move)
    assert state.result in ("X wins", "O wins", "a draw")
    found = kibitz.match("nim", "engine:depth=4", lambda state: state.moves()[0], games=20)
    assert (found.tally.games, found.players) == (20, ("engine:depth=4", "function"))
    assert found.tally.score > 0.5
    audit = kibitz.audit(state, "rb-minimax", depth=4, keep_rate=0.5)
    assert (audit.kept.algorithm, audit.full.algorithm, audit.saved) == ("rb-minimax", "minimax", 0)
    ended = kibitz.Engine("connect-four", table=16).analyze(state, seconds=1)
    assert (ended.move, ended.distance, ended.describe()[:16]) == (None, 0, audit.full.describe()[:16])
    assert [kibitz.Board, kibitz.Player, kibitz.Record, kibitz.State] == [
        importlib.import_module(f"kibitz.{place}").__dict__[name]
        for place, name in (("board", "Board"), ("arena.player", "Player"), ("record", "Record"), ("state", "State"))
    ]


def test_an_audit_and_an_engine_look_at_a_game_in_progress(state):
    audit = kibitz.audit(state, "rb-minimax", depth=4, keep_rate=0.5)
    assert 0 < audit.saved < 1
    assert audit.full.position == state.position
    result = kibitz.Engine("connect-four", table=16).analyze(state, depth=6)
    assert result.move == kibitz.analyze(state, depth=6).move


# What is wrong


@pytest.mark.parametrize("move", ["9", "x", 77])
def test_an_illegal_move_is_answered_with_the_legal_ones(state, move):
    with pytest.raises(kibitz.MoveError, match=r"^'?[9x7]+'? is not a legal move here; legal: 4 3 5 2 6 1 7$"):
        state.play(move)
    assert state.names == ["4", "4", "3"]


def test_no_move_at_all_is_told(state):
    with pytest.raises(kibitz.MoveError, match="None is not a move; pass a name or a number"):
        state.play(None)
    pig = kibitz.load("pig").begin("roll")
    with pytest.raises(kibitz.MoveError, match="chance is to move: call `draw` for an outcome"):
        pig.play(kibitz.analyze(pig, depth=1).move)


def test_limits_are_keywords_or_one_value_not_both(state):
    one = kibitz.analyze(state, "alpha-beta", depth=3)
    other = kibitz.analyze(state, "alpha-beta", limit=kibitz.Limit(depth=3))
    assert (one.score, one.nodes, one.depth) == (other.score, other.nodes, 3)
    for search in (kibitz.analyze, kibitz.Engine("connect-four", table=1).analyze):
        with pytest.raises(kibitz.OptionError, match="^pass either limit, or depth, seconds, nodes and visits$"):
            search(state, depth=3, limit=kibitz.Limit(depth=3))
    with pytest.raises(kibitz.OptionError, match="^pass either limit"):
        kibitz.solve(state, seconds=1, limit=kibitz.Limit(seconds=1))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda state: kibitz.analyze(state, dept=3), "there is no option 'dept' (did you mean depth?)"),
        (lambda state: kibitz.audit(state, keep_rat=1), "there is no option 'keep_rat' (did you mean keep_rate?)"),
        (lambda state: kibitz.Engine("nim", tabel=1), "there is no option 'tabel' (did you mean table?)"),
        (lambda state: kibitz.analyze(state, "alfa-beta"), "there is no algorithm 'alfa-beta' (did you mean alpha-beta?)"),
        (lambda state: kibitz.analyze("conect-four"), "there is no game 'conect-four' (did you mean connect-four?)"),
        (lambda state: kibitz.match("nim", "engin", "random"), "there is no player 'engin' (did you mean engine?)"),
        (lambda state: kibitz.Engine("nim").analyze(state), "this engine is for nim, not for connect-four"),
        (lambda state: kibitz.analyze(state, position="x"), "a state already has a position: pass either a state, or a game and a position"),
        (lambda state: kibitz.Engine(state.game).analyze(table=1), "table cannot be changed in a search; make another Engine"),
    ],
)  # fmt: skip
def test_what_there_is_not_is_told_in_a_sentence(state, wrong, said):
    with pytest.raises(kibitz.KibitzError) as error:
        wrong(state)
    assert str(error.value) == said


# Matches


def test_an_engine_and_a_function_that_returns_names_play_a_match():
    asked = []

    def last(state):
        asked.append(state)
        return state.name(state.moves()[-1])

    engine = kibitz.Engine("nim", table=1)
    found = kibitz.match("nim", engine, last, games=6)
    assert (found.tally.games, found.players) == (6, ("engine:seconds=1,table=1", "last"))
    assert found.tally.score >= 0.5
    assert asked
    assert all(isinstance(state, kibitz.State) for state in asked)
    again = kibitz.match("nim", last, engine, games=6)
    assert again.players == found.players[::-1]


def test_what_a_function_does_to_its_state_stays_its_own():
    def careless(state):
        move = state.moves()[0]
        state.play(move)
        state.resign() if not state.over else None
        return move

    found = kibitz.match("tic-tac-toe", careless, "random", games=4)
    assert {game.reason for game in found.games} == {"end"}


@pytest.mark.parametrize("chosen", [None, "nowhere", 99])
def test_a_function_that_returns_no_move_loses_the_game(chosen):
    found = kibitz.match("tic-tac-toe", lambda state: chosen, "random", games=2)
    assert [(game.reason, game.score) for game in found.games] == [("error", 0.0)] * 2
    assert all("a move" in note or "legal" in note for note in found.notes)


# A game in progress


def test_undo_and_redo(state):
    state.undo(2)
    assert (state.names, state.redo().names, state.redo().names) == (["4"], ["4", "4"], ["4", "4", "3"])
    with pytest.raises(kibitz.MoveError, match="cannot replay 1 of the 0 moves taken back"):
        state.redo()
    state.undo().play("7")
    with pytest.raises(kibitz.MoveError, match="of the 0 moves taken back"):
        state.redo()
    with pytest.raises(kibitz.MoveError, match="cannot take back 4 of the 3 moves played"):
        state.undo(4)


def test_resigning_ends_a_game_and_can_be_taken_back(state):
    state.resign()
    assert (state.over, state.result, state.moves()) == (True, "O resigns", [])
    for act in (state.resign, lambda: state.play("1")):
        with pytest.raises(kibitz.MoveError, match="the game is over"):
            act()
    state.undo()
    assert (state.over, state.result, state.names) == (False, None, ["4", "4", "3"])


def test_copies_and_earlier_states_are_their_own(state):
    copy, earlier = state.copy(), state.at(1)
    copy.play("1")
    earlier.play("2")
    assert (state.names, copy.names, earlier.names) == (["4", "4", "3"], ["4", "4", "3", "1"], ["4", "2"])
    assert state.resign().at(2).result is None


def test_records_replay(state, tmp_path):
    record = state.record(("anna", "ben"))
    assert record == kibitz.Record("connect-four", ("4", "4", "3"), None, ("anna", "ben"), None)
    assert kibitz.State.of(record, kibitz.load(record.game)).positions == state.positions
    later = state.game.begin("1", position=state.text)
    assert (later.record().start, later.record().moves) == (state.text, ("1",))
    assert kibitz.State.of(later.record(), state.game).position == later.position


# What is shown and kept


def kept():
    state = kibitz.load("tic-tac-toe").begin("5 1")
    return {
        "Game": state.game,
        "State": state,
        "Result": kibitz.analyze(state, depth=2),
        "Engine": kibitz.Engine("tic-tac-toe", table=1, without=["history"]),
        "Trace": kibitz.trace(state, "minimax", depth=2),
        "Rules": state.game.rules,
        "Limit": kibitz.Limit(depth=3, clock=kibitz.Clock(10, 1)),
        "Record": state.record(("a", "b")),
        "Board": state.board,
        "MatchResult": kibitz.match("nim", "random", "random", games=2),
    }


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Game", "<Game tic-tac-toe>"),
        ("State", "<State of tic-tac-toe after 5 1: X to move>"),
        ("Result", "<Result tic-tac-toe: 2, score 0, no opinion yet, depth 2, "),
        ("Engine", "<Engine for tic-tac-toe: table=1, threads=1, exact=False, without=('history',), level=None, "),
        ("Trace", "<Trace of minimax on tic-tac-toe: 50 nodes>"),
        ("Rules", "Rules(start, turn, moves, play, utility, "),
    ],
)
def test_things_are_shown_in_one_line(name, said):
    shown = repr(kept()[name])
    assert shown.startswith(said)
    assert "\n" not in shown
    assert len(shown) < 200


@pytest.mark.parametrize("name", ["Result", "Limit", "Record", "Board", "MatchResult"])
def test_values_are_pickled(name):
    thing = kept()[name]
    again = pickle.loads(pickle.dumps(thing))
    assert type(again) is type(thing)
    assert again == thing


def test_what_has_rules_is_pickled_as_it_was_made(state):
    things = kept()
    game, begun, result, engine = (
        pickle.loads(pickle.dumps(things[name])) for name in ("Game", "State", "Result", "Engine")
    )
    assert game.is_same(things["Game"])
    assert (begun.names, begun.positions, begun.play("9").names) == (
        ["5", "1"],
        things["State"].positions,
        ["5", "1", "9"],
    )
    assert result.names == things["Result"].names
    assert result.to_json() == things["Result"].to_json()
    assert (engine.settings, engine.keep, engine.compiled) == (
        things["Engine"].settings,
        things["Engine"].keep,
        things["Engine"].compiled,
    )
    assert engine.analyze(things["State"], depth=11).proven == "draw"
    undone = pickle.loads(pickle.dumps(state.undo()))
    assert undone.redo().names == ["4", "4", "3"]
    assert pickle.loads(pickle.dumps(state.resign())).result == "X resigns"


# A user's script


def test_a_users_script_runs(capsys):
    assert user_script.analyze_games().distance == 0
    assert user_script.play_matches().tally.games == 2
    assert len(user_script.play_rounds().games) == 3
    record, again, board = user_script.keep_a_game()
    assert (record.result, again.names, board) == ("X resigns", ["5"], again.board)
    assert user_script.say_what_is_wrong() == [
        "move 1: '10' is not a legal move here; legal: 1 2 3 4 5 6 7 8 9",
        "pass either limit, or depth, seconds, nodes and visits",
    ]
    assert "<Trace of minimax on nim: " in user_script.look_closer()


def test_a_users_script_has_the_right_types():
    environment = {**os.environ, "MYPYPATH": str(ROOT / "src")}
    command = [sys.executable, "-m", "mypy", "--strict", "tests/user_script.py"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


# An algorithm of one's own: one file and one line

MINE = '''
"""Negamax: minimax for two players whose scores sum to 0, from the view of who moves."""
from kibitz.compiler.plain import words
from kibitz.search.desk import EXACT, LOWEST, NODES, ROOT, end_line, extend_line, record, stopped


def minimax(game, compiled):
    """Build the search; its name is that of another one, which must not matter."""
    turn, moves, play, is_over = game.rules.turn, game.rules.moves, game.rules.play, game.rules.is_over
    utility, evaluate = game.rules.utility, game.rules.evaluate

    @compiled
    def search(p, player, depth, desk):
        desk[NODES] += 1
        mover = turn(p)
        if is_over(p):
            end_line(desk, depth)
            return utility(p, mover)
        if depth == 0:
            end_line(desk, depth)
            return evaluate(p, mover)
        best = LOWEST
        for move in moves(p):
            score = -search(play(p, move), player, depth - 1, desk)
            if stopped(desk):
                return best
            if depth == desk[ROOT]:
                record(desk, move, score, EXACT)
            if score > best:
                best = score
                extend_line(desk, depth, move)
        return best

    @compiled
    def root(p, player, depth, desk):
        return search(p, player, depth, words(desk))

    return root
'''


@pytest.fixture
def mine(tmp_path, monkeypatch):
    (tmp_path / "my_minimax.py").write_text(MINE)
    monkeypatch.syspath_prepend(tmp_path)
    builder = importlib.import_module("my_minimax").minimax
    monkeypatch.setitem(ALGORITHMS, "my-minimax", kibitz.Algorithm("my-minimax", builder, "minimax, turned around"))
    yield "my-minimax"
    del sys.modules["my_minimax"]


def test_an_algorithm_can_be_added_with_a_file_and_a_line(mine, state):
    for depth in (1, 4):
        usual = kibitz.analyze(state, "minimax", depth=depth)
        for compiled in (False, True):
            own = kibitz.analyze(state, mine, depth=depth, compiled=compiled)
            assert (own.algorithm, own.compiled) == (mine, compiled)
            assert (own.score, own.pv, own.nodes, own.moves) == (usual.score, usual.pv, usual.nodes, usual.moves)
    found = kibitz.match("tic-tac-toe", f"{mine}:depth=2", "minimax:depth=2", games=2, jobs=1)
    assert (found.players[0], found.tally.pairs) == (f"{mine}:depth=2", (0, 0, 1, 0, 0))
    with pytest.raises(kibitz.OptionError, match="the engine cannot do this; choose one of .*max-n, my-minimax$"):
        kibitz.trace(state, "engine")
    with pytest.raises(kibitz.OptionError, match="there is no algorithm 'my-minmax' .did you mean my-minimax"):
        kibitz.analyze(state, "my-minmax")
    with pytest.raises(kibitz.OptionError, match="my-minimax cannot play pig, a game of chance; use expectiminimax"):
        kibitz.analyze("pig", mine)


@pytest.mark.parametrize("game", ["breakthrough", "draughts", "othello", "shapes-four"])
def test_an_algorithm_of_ones_own_evaluates_by_learned_weights(mine, game):
    for compiled in (False, True):
        own = kibitz.analyze(game, mine, depth=2, compiled=compiled)
        usual = kibitz.analyze(game, "minimax", depth=2, compiled=compiled)
        assert (own.score, own.pv) == (usual.score, usual.pv)


def test_an_engine_in_a_match_keeps_its_settings_and_weights():
    weak, strong = kibitz.Engine("tic-tac-toe", level=1, table=1), "engine:depth=9"
    by_name = kibitz.match("tic-tac-toe", weak, strong, games=6)
    by_text = kibitz.match("tic-tac-toe", "engine:level=1,table=1,seconds=1", strong, games=6, jobs=1)
    assert by_name.tally == by_text.tally
    assert by_name.players[0] == "engine:seconds=1,table=1,level=1"
    with pytest.raises(kibitz.OptionError, match="this engine is for tic-tac-toe, not for nim"):
        kibitz.match("nim", weak, "random", games=2)


def test_an_engine_with_other_weights_searches_states_of_its_game():
    game = kibitz.load("breakthrough:columns=4,rows=5")
    engine, state = kibitz.Engine(game, table=1, compiled=False), game.begin()
    weights = {**game.rules.weights, "tension": 99}
    engine.set_weights(weights)
    expected = kibitz.analyze(game.with_weights(weights), "engine", depth=2, compiled=False)
    for what in (state, game, engine.game):
        assert engine.analyze(what, depth=2).score == expected.score
    with pytest.raises(kibitz.OptionError, match="with other rules"):
        engine.analyze(game.with_rules(evaluate=lambda p, player: 7), depth=1)


def test_weights_of_another_shape_are_refused():
    game = kibitz.load("breakthrough:columns=4,rows=5")
    with pytest.raises(kibitz.GameError, match="weight zz of breakthrough: expected no such name, got a number"):
        game.with_weights({**game.rules.weights, "zz": 1})
    with pytest.raises(kibitz.GameError, match="it is missing"):
        game.with_weights({"tension": 1})
    with pytest.raises(kibitz.GameError, match="nim lists no weights"):
        kibitz.Engine("nim", compiled=False).set_weights({"a": 1})


def test_a_resignation_stays_in_the_record():
    game = kibitz.load("tic-tac-toe")
    state = game.begin("1").resign()
    again = kibitz.State.of(state.record(), game)
    assert (again.over, again.result) == (True, state.result) == (True, "O resigns")


def test_several_moves_are_played_all_or_none():
    state = kibitz.load("connect-four").begin("4")
    with pytest.raises(kibitz.MoveError, match="move 2: '9' is not a legal move"):
        state.play_all("4 9 3")
    assert state.names == ["4"]
    with pytest.raises(kibitz.MoveError, match="there is no outcome to draw"):
        state.draw(random.Random(0))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: kibitz.load(None), "a game is given by its name"),
        (lambda: kibitz.analyze(5), "a game is given by its name"),
        (lambda: kibitz.analyze("nim", kibitz.Limit(depth=2)), "pass limits by keyword"),
        (lambda: kibitz.analyze("nim", limit=5), "limit must be a Limit"),
        (lambda: kibitz.load("nim").begin(4), "moves must be text or a list"),
        (lambda: kibitz.load("nim").begin().undo("1"), "cannot take back '1' of the 0 moves"),
        (lambda: kibitz.load("nim").begin().at(2), "there is no position after 2 moves"),
        (lambda: kibitz.analyze("nim", depth=1, without="null-move,nonsense"), "no technique 'nonsense'"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(call, words):
    with pytest.raises(kibitz.KibitzError, match=words):
        call()
