"""Games that are loaded again and again: nothing piles up, and what was found can be pickled."""

import copy
import dataclasses
import gc
import linecache
import os
import pickle
import subprocess
import sys
from typing import Any

import pytest

from kibitz import Game, GameError, analyze, load
from kibitz.loader import MOST_FOLDERS, game_folders

TAKE = """
from typing import NamedTuple
class Position(NamedTuple):
    sticks: int
    player: int
def start(): return Position(5, 0)
def turn(p): return p.player
def moves(p):
    for taken in (1, 2, 3):
        if taken <= p.sticks:
            yield taken
def play(p, taken): return Position(p.sticks - taken, 1 - p.player)
def utility(p, player): return -1 if player == p.player else 1
"""
FACTORY = TAKE + """
def game(sticks: int = 5):
    def start(): return Position(sticks, 0)
    return {**globals(), "start": start}
"""  # fmt: skip
WEIGHED = TAKE + """
weights = {"stick": 3}
def weigh(p, player, weights): return weights[0] * p.sticks
"""  # fmt: skip


def counts():
    gc.collect()
    return len(gc.get_objects()), len(sys.modules), len(sys.path), len(linecache.cache)


def test_loading_a_file_again_leaves_nothing_behind(write_game):
    path = write_game(TAKE)

    def use():
        game = load(path)
        analyze(game, "alpha-beta", depth=2, compiled=False)
        pickle.loads(pickle.dumps((game, game.rules.start())))

    for _ in range(5):
        use()
    before = counts()
    for _ in range(200):
        use()
    after = counts()
    assert after[0] < before[0] + 200, "less than one object for each"
    assert after[1:] == before[1:]


def test_folders_of_games_do_not_pile_up_in_the_path(tmp_path):
    before = [place for place in sys.path if place not in game_folders]
    for number in range(60):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "g.py").write_text(TAKE)
        load(tmp_path / str(number) / "g.py")
    assert sys.path[0] == str(tmp_path / "59")
    assert len(sys.path) <= len(before) + MOST_FOLDERS
    assert set(before) <= set(sys.path)


def test_a_compiled_search_is_in_memory_once(write_game):
    from kibitz.compiler import compile as compiler
    from kibitz.search.textbook.minimax import minimax

    first = compiler.compile_search(minimax, load(write_game(TAKE)))
    first.keep()
    for _ in range(5):
        game = load(write_game(TAKE))
        assert compiler.compile_search(minimax, game).kernel is first.kernel
        assert analyze(game, "minimax", depth=9, compiled=True).score == 1


@dataclasses.dataclass
class State:
    game: Game[Any]
    positions: list[Any]


def test_what_was_loaded_twice_can_be_pickled(write_game):
    path = write_game(TAKE)
    old, new = load(path), load(path)
    for game in (old, new):
        result = analyze(game, "alpha-beta", depth=9, compiled=False)
        state = State(game, [game.rules.start(), game.rules.play(game.rules.start(), 1)])
        again, found, kept = pickle.loads(pickle.dumps((game, result, state)))
        assert isinstance(again, Game)
        assert again.spec() == game.spec() == path
        assert found == result
        assert found.names.pv == result.names.pv
        assert kept.positions == state.positions
        assert type(kept.positions[0]).__name__ == "Position"
        assert again.moves(kept.positions[1]) == [1, 2, 3]


PROGRAM = """
import pickle, sys
game, result, p = pickle.load(open(sys.argv[1], "rb"))
print(game.spec(), game.parameters, game.rules.weights, result.score, result.names.move, p)
"""


def test_another_process_in_another_folder_loads_it(write_game, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_game(FACTORY)
    game = load("mygame.py:sticks=6")
    result = analyze(game, "alpha-beta", depth=9, compiled=False)
    (tmp_path / "it").write_bytes(pickle.dumps([game, result, game.rules.start()]))
    (tmp_path / "elsewhere").mkdir()
    command = [sys.executable, "-c", PROGRAM, "../it"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path / "elsewhere", env={**os.environ})
    assert done.stdout == "mygame.py:sticks=6 {'sticks': 6} None 1 2 Position(sticks=6, player=0)\n", done.stderr


@pytest.mark.parametrize("spec", ["connect-four:columns=6", "((3 12) (2 4))", "tree:text=((3 12) (2 4))", "nim"])
def test_built_in_games_and_trees_are_pickled(spec):
    game = load(spec)
    again = pickle.loads(pickle.dumps(game))
    assert (again.spec(), again.parameters) == (game.spec(), game.parameters)
    assert pickle.loads(pickle.dumps(again)).start() == game.start()


def test_other_weights_are_pickled_too(write_game):
    game = load(write_game(WEIGHED)).with_weights({"stick": 8})
    again = pickle.loads(pickle.dumps(game))
    assert again.rules.weights == {"stick": 8}
    assert again.evaluate(game.rules.start(), 0) == game.rules.evaluate(game.rules.start(), 0) == 40


def test_what_cannot_be_pickled_is_told():
    loaded = load("nim")
    made = Game.of({name: getattr(loaded.rules, name) for name in ("start", "turn", "moves", "play", "utility")})
    for game in (made, loaded.with_rules(moves=lambda p: iter((1,)))):
        with pytest.raises(GameError, match="cannot be pickled: it was made or changed in Python"):
            pickle.dumps(game)
        assert copy.deepcopy(game) is copy.copy(game) is game


def test_a_position_of_a_file_that_has_changed_is_refused(write_game):
    data = pickle.dumps(load(write_game(TAKE)).start())
    load(write_game(TAKE.replace("Position", "Place")))
    with pytest.raises(GameError, match="has changed since this position was pickled"):
        pickle.loads(data)
