"""What a game is, and how games are found."""

import json

import pytest

import kibitz
from kibitz import GameError, MoveError, OptionError, PositionError, UnknownGame, analyze, load

DESIGN = '''"""Tic-tac-toe. Cell i is bit i, top row first."""
from typing import NamedTuple

LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)

class Position(NamedTuple):
    mine: int    # cells of the player to move
    theirs: int  # cells of the player who has just moved
    player: int

def start():
    return Position(0, 0, 0)

def turn(p):
    return p.player

def moves(p):
    for cell in range(9):
        if not (p.mine | p.theirs) >> cell & 1:
            yield cell

def play(p, cell):
    return Position(p.theirs, p.mine | 1 << cell, 1 - p.player)

def has_line(cells):
    for line in LINES:
        if cells & line == line:
            return True
    return False

def is_over(p):
    return has_line(p.theirs) or p.mine | p.theirs == 0o777

def utility(p, player):
    if not has_line(p.theirs):
        return 0
    return -1 if player == p.player else 1
'''


def test_a_file_of_functions_is_a_game(write_game):
    game = load(write_game(DESIGN))
    for compiled in (False, True):
        assert analyze(game, "minimax", depth=9, compiled=compiled).nodes == 549_946
        assert analyze(game, "alpha-beta", depth=9, compiled=compiled).nodes == 18_297
    assert game.about == "Tic-tac-toe. Cell i is bit i, top row first."
    p = game.begin("0 4").position
    assert game.write(p) == "[1,16,0]"
    assert game.read("[1,16,0]") == p


@pytest.mark.parametrize(("old", "new", "message"), [
    ("def turn(p):", "def trun(p):", "the game has no function `turn` (is it trun?); write: def turn(p): return p.player"),
    ("def utility(p, player):", "def worth(p, player):",
     "the game has no function `utility`; write: def utility(p, player): return 1, 0 or -1"),
    ("def play(p, cell):", "def play(p):", "`play` must take (p, move), yours takes (p); write: def play(p, move)"),
    ("def is_over(p):", "is_over = 3\ndef over(p):", "`is_over` must be a function, got 3; write: def is_over(p)"),
    ("LINES =", "players = 0\nLINES =", "players must be a whole number of at least 1, got 0"),
    ("LINES =", "objective = 'fun'\nLINES =", "objective must be \"win\" or \"score\", got 'fun'"),
    ("LINES =", "player_names = ('X',)\nLINES =", "player_names must name 2 players, got ('X',)"),
    ("LINES =", "LINES == 1\nLINES =", "mygame.py, line 4: NameError: name 'LINES' is not defined"),
    ("def start():", "def start(:", "line 11: invalid syntax"),
])  # fmt: skip
def test_a_wrong_file_is_told_in_the_authors_terms(write_game, old, new, message):
    with pytest.raises(GameError) as error:
        load(write_game(DESIGN.replace(old, new)))
    assert message in str(error.value)


def test_a_factory_has_parameters(write_game):
    text = (
        DESIGN
        + """
from kibitz import Game
def game(size: int = 3, fast: bool = False, rates: tuple[float, ...] = (0.5,)) -> Game:
    if size > 5:
        raise ValueError(f"size must be at most 5, got {size}")
    return Game.of(globals())
"""
    )
    path = write_game(text)
    assert load(f"{path}:size=4,rates=0.5,0.25,fast=yes").parameters == {"size": 4, "rates": (0.5, 0.25), "fast": True}
    assert load(path).parameters == {}
    for spec, message in [
        ("size=x", "parameter size must be int, got 'x'"),
        ("sise=3", "mygame has no parameter 'sise' (did you mean size?)"),
        ("size=9", "mygame: size must be at most 5, got 9"),
        ("4", "a parameter must look like name=value, got '4'"),
        ("rates=0.5,inf", "must be finite"),
    ]:
        with pytest.raises(OptionError) as error:
            load(f"{path}:{spec}")
        assert message in str(error.value)
    with pytest.raises(OptionError, match="has no parameters"):
        load(write_game(DESIGN, "other.py") + ":size=3")
    with pytest.raises(GameError, match=r"must return a Game, got None; end it with: return Game.of\(locals\(\)\)"):
        load(write_game("def game(): return None", "none.py"))


def test_games_are_found_by_name_and_near_names_are_offered():
    assert load("connect_four").name == "connect-four"
    assert load("connect-four", columns=6).parameters == {"columns": 6}
    with pytest.raises(UnknownGame, match=r"no game 'conect-four' \(did you mean connect-four\?\)"):
        load("conect-four")
    with pytest.raises(UnknownGame, match="there are 2048, backgammon, breakthrough, chess, chinese-checkers"):
        load("zzz")
    with pytest.raises(GameError, match="cannot read /nowhere/game.py: No such file"):
        load("/nowhere/game.py")


def test_playing_by_hand_checks_what_it_is_given():
    game = load("connect-four")
    with pytest.raises(MoveError, match="move 2: '8' is not a legal move here; legal: 4 3 5"):
        game.begin("4 8")
    with pytest.raises(MoveError, match="99 is not a legal move here; legal: 4 3 5"):
        game.play(game.start(), 99)
    with pytest.raises(MoveError, match="the game is over"):
        game.begin("1 2 1 2 1 2 1 2")
    with pytest.raises(PositionError, match="expected 6 rows of 7"):
        game.read("nonsense")
    with pytest.raises(PositionError, match="a stone hangs in the air"):
        game.read("......./......./......./......./X....../.......")
    with pytest.raises(PositionError, match="for example, the starting position is '3,4,5 0'"):
        load("nim").read("3,4")


def test_default_text_of_positions(write_game):
    text = """
from typing import NamedTuple
class P(NamedTuple):
    cells: tuple
    player: int
def start(): return P((0, 0), 0)
def turn(p): return p.player
def moves(p): yield 1
def play(p, m): return p
def utility(p, q): return 0
"""
    game = load(write_game(text))
    assert game.write(game.rules.start()) == "[[0,0],0]"
    assert game.read("[[3,4],1]") == ((3, 4), 1)
    for wrong, message in [
        ("[[3],1]", r"cells must be a list of 2, got \[3\]"),
        ("[[3,true],1]", "item 1 must be a whole number, got true"),
        ("{", "not JSON"),
    ]:
        with pytest.raises(PositionError, match=message):
            game.read(wrong)


class TestTrees:
    def test_short_trees_alternate(self):
        game = load("((3 12 8) (2 4 6) (14 5 2))")
        assert [game.rules.turn(game.rules.read(name)) for name in ("root", "a", "b")] == [0, 1, 1]
        assert game.rules.utility(game.rules.read("cb"), 0) == 5
        assert game.rules.utility(game.rules.read("cb"), 1) == -5
        assert game.rules.move_name(game.rules.start(), 2) == "c"

    def test_json_trees(self, tmp_path):
        tree = {"root": "max", "players": 2, "nodes": {
            "max": {"player": 0, "moves": {"Left": "toss", "Right": "B"}, "value": 7},
            "toss": {"chance": {"heads": [0.25, "A"], "tails": [0.75, "B"]}},
            "A": {"value": 3}, "B": {"value": [1, -1]}}}  # fmt: skip
        path = tmp_path / "lesson.json"
        path.write_text(json.dumps(tree))
        game = load(str(path))
        result = analyze(game, depth=2)
        assert (result.score, result.names.move, result.proven) == (1.5, "Left", "exact")
        assert result.algorithm == "expectiminimax"
        assert analyze(game, depth=0).score == 7

    def test_probabilities_may_be_fractions(self):
        text = '{"root": "die", "nodes": {"die": {"chance": {"six": ["1/6", "A"], "other": ["5/6", "5/6"]}}, '
        result = analyze(load("tree", text=text + '"A": {"value": 30}, "5/6": {"value": -6}}}'), depth=1)
        assert result.score == pytest.approx(0)

    @pytest.mark.parametrize(("text", "message"), [
        ("((3 12)", "the tree is not closed: a ) is missing for the ( at character 1"),
        ("(3 12))", "the tree is closed before ')' at character 7"),
        ("(3 (x))", "a leaf at character 5 must be a number, got 'x'"),
        (") 3", "a tree starts with (, got ')'"),
        ("(3 ())", "empty brackets in the tree at character 5"),
        ("(3 nan)", "a leaf at character 4 must be a number from"),
        ('{"root": "a"}', '"nodes" must be an object of nodes by name'),
        ('{"root": "a", "nodes": {"b": {}}}', '"root" must be the name of a node, got "a"'),
        ('{"root": "a", "nodes": {"a": {"player": 0, "moves": {"m": "b"}}}}', "node 'a', move 'm': there is no node 'b'"),
        ('{"root": "a", "nodes": {"a": {"player": 0, "moves": {"m": "b"}}, "b": {"player": 0, "moves": {"m": "a"}}}}',
         "the tree has a cycle: node 'b' leads back to 'a'"),
        ('{"root": "a", "nodes": {"a": {"moves": {"m": "a"}}}}', "node 'a' has moves, so it must name their player"),
        ('{"root": "a", "nodes": {"a": {"player": 5}}}', "node 'a': player must be 0 to 1, got 5"),
        ('{"root": "a", "nodes": {"a": {"chance": {"h": [0.5, "b"]}}, "b": {}}}', "must sum to 1, got 0.5"),
        ('{"root": "a", "nodes": {"a": {"chance": {"h": [-1, "b"]}}, "b": {}}}', "must be positive, got -1"),
        ('{"root": "a", "nodes": {"a": {"chance": {"h": ["1/0", "b"]}}, "b": {}}}', "must be a number, got '1/0'"),
        ('{"root": "a", "nodes": {"a": {"value": [1, 2, 3]}}}', "one score for each of 2 players, got 3"),
        ('{"root": "a", "nodes": {"a": {"valeu": 1}}}', "expected only player, moves, chance and value, got 'valeu'"),
        ('{"root": "a" "nodes"', "line 1, column 14"),
        ("(" * 500 + "1" + ")" * 500, "deeper than 400 plies"),
    ])  # fmt: skip
    def test_bad_trees_are_told_where(self, text, message):
        with pytest.raises(GameError) as error:
            load("tree", text=text)
        assert message in str(error.value)


def test_optional_functions_are_optional_and_one_player_may_move_twice(write_game):
    text = """
def start(): return 9
def turn(p): return 0 if p % 3 else 1
def moves(p):
    if p > 0:
        yield 1
        yield 2
def play(p, n): return max(p - n, 0)
def utility(p, player): return 1 if player == 0 else -1
"""
    game = load(write_game(text))
    for algorithm in kibitz.ALGORITHMS:
        limit = {"visits": 50} if algorithm == "mcts" else {"depth": 9}
        results = [analyze(game, algorithm, **limit, compiled=c) for c in (False, True)]
        assert results[0].nodes == results[1].nodes
        assert results[0].score == results[1].score == -1  # player 1 is to move, and player 0 always wins


def test_positions_of_other_objects_run_plain(write_game):
    text = """
def start(): return {"left": 3, "player": 0}
def turn(p): return p["player"]
def moves(p):
    for n in (1, 2):
        if n <= p["left"]: yield n
def play(p, n): return {"left": p["left"] - n, "player": 1 - p["player"]}
def utility(p, player): return -1 if player == p["player"] else 1
"""
    game = load(write_game(text))
    with pytest.warns(kibitz.PlainSpeed, match="a position holds a dict"):
        result = analyze(game, depth=4)
    assert (result.score, result.compiled) == (-1, False)
