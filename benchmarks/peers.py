"""Other systems searching the same trees as kibitz: the adapters that `kibitz bench --peers` measures.

They are OpenSpiel and easyAI from PyPI, and a search in C++ where there is a compiler.

Each one first counts its nodes, untimed, and must visit exactly as many as kibitz; then it is timed as it is.
"""

import ctypes
import importlib.util
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

WEIGHTS = (0, 1, 2, 3, 2, 1, 0)


class Task(NamedTuple):
    """One search of one system."""

    system: str
    count: Callable[[], int]  # run it, counting nodes
    run: Callable[[], Any]  # run it for the clock


def installed(module: str) -> bool:
    """Say whether a peer can be imported."""
    return importlib.util.find_spec(module) is not None


@contextmanager
def counted(module: Any, name: str) -> Iterator[list[int]]:
    """Count the calls of a recursive function of a module."""
    original = getattr(module, name)
    calls = [0]

    def wrapper(*arguments: Any, **named: Any) -> Any:
        calls[0] += 1
        return original(*arguments, **named)

    setattr(module, name, wrapper)
    try:
        yield calls
    finally:
        setattr(module, name, original)


def counting(module: Any, name: str, run: Callable[[], Any]) -> Callable[[], int]:
    """Make a run that returns how often a recursive function was entered."""

    def count() -> int:
        with counted(module, name) as calls:
            run()
        return calls[0]

    return count


def open_spiel_connect_four(depth: int) -> Task:
    """OpenSpiel's Connect Four and alpha-beta in Python over its C++ rules.

    A win is worth 1 there, and evaluations reach 40: they are made a thousandth, so the tree is the same.
    """
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game("connect_four")

    def worth(state: Any) -> float:
        weights = [WEIGHTS[column] for column in state.history()]
        return (sum(weights[0::2]) - sum(weights[1::2])) / 1000

    def run() -> Any:
        state = game.new_initial_state()
        return minimax._alpha_beta(state, depth, -float("inf"), float("inf"), worth, 0)

    return Task("OpenSpiel (Python)", counting(minimax, "_alpha_beta", run), run)


def open_spiel_tic_tac_toe() -> Task:
    """OpenSpiel's tic-tac-toe, searched to the end."""
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game("tic_tac_toe")

    def run() -> Any:
        return minimax._alpha_beta(game.new_initial_state(), 9, -float("inf"), float("inf"), None, 0)

    return Task("OpenSpiel (Python)", counting(minimax, "_alpha_beta", run), run)


def open_spiel_pig(depth: int, winning_score: int) -> Task:
    """OpenSpiel's pig and expectiminimax."""
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game(f"pig(winscore={winning_score})")

    def run() -> Any:
        return minimax.expectiminimax(game.new_initial_state(), depth, lambda state: 0, 0)

    return Task("OpenSpiel (Python)", counting(minimax, "expectiminimax", run), run)


class Exact(int):
    """A score that easyAI's bonus for early wins leaves as it is."""

    def __mul__(self, other: Any) -> Any:
        return int(self)


def easyai_connect_four(depth: int) -> Task:
    """EasyAI's own Connect Four and negamax."""
    from easyAI.games.ConnectFour import ConnectFour

    module = __import__("easyAI.AI.Negamax", fromlist=["negamax"])

    def scoring(game: Any) -> Exact:
        if game.lose():
            return Exact(-1000)
        if game.board.min() > 0:
            return Exact(0)
        mine = sum(WEIGHTS[c] * int((game.board[:, c] == game.current_player).sum()) for c in range(7))
        theirs = sum(WEIGHTS[c] * int((game.board[:, c] == game.opponent_index).sum()) for c in range(7))
        return Exact(mine - theirs)

    def run() -> Any:
        infinity = float("inf")
        return module.negamax(ConnectFour([None, None]), depth, depth, scoring, -infinity, infinity)

    return Task("easyAI", counting(module, "negamax", run), run)


def easyai_tic_tac_toe() -> Task:
    """EasyAI's own tic-tac-toe, searched to the end."""
    from easyAI.games.TicTacToe import TicTacToe

    module = __import__("easyAI.AI.Negamax", fromlist=["negamax"])

    def scoring(game: Any) -> Exact:
        return Exact(-1 if game.lose() else 0)

    def run() -> Any:
        infinity = float("inf")
        return module.negamax(TicTacToe([None, None]), 9, 9, scoring, -infinity, infinity)

    return Task("easyAI", counting(module, "negamax", run), run)


def cpp_connect_four(depth: int) -> Task | None:
    """Compile the same search, written by hand in C++ for this one game; None without a compiler."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        return None
    source = Path(__file__).with_name("connect_four.cpp")
    library = Path(tempfile.mkdtemp()) / "connect_four.so"
    subprocess.run([compiler, "-O3", "-march=native", "-shared", "-fPIC", source, "-o", library], check=True)
    search = ctypes.CDLL(str(library)).search
    search.restype = ctypes.c_int64
    return Task(f"C++ ({Path(compiler).name} -O3)", lambda: search(depth), lambda: search(depth))
