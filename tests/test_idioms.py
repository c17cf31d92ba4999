"""Everyday Python in rules: every idiom of `tests/idioms` compiles, and both speeds agree on it."""

import random
from pathlib import Path

import pytest

from kibitz import CompileError, analyze, load, perft

FOLDER = Path(__file__).parent / "idioms"
IDIOMS = sorted(file.stem for file in FOLDER.glob("*.py"))
REFUSED = sorted(file.stem for file in (FOLDER.parent / "idioms_refused").glob("*.py"))


def told(result):
    return result.score, result.nodes, result.pv, [(each.move, each.score, each.bound) for each in result.moves]


@pytest.mark.parametrize("name", IDIOMS)
def test_both_speeds_agree(name):
    game = load(FOLDER / f"{name}.py")
    algorithm = "max-n" if game.rules.chances or game.players != 2 else "alpha-beta"
    choose = random.Random(name)
    for plies in (0, 1, 2, 3):
        state = game.begin()
        for _ in range(plies):
            if not state.over:
                state.draw(choose) if state.turn < 0 else state.play(choose.choice(state.moves()))
        if state.over or state.turn < 0:
            continue
        plain, compiled = (analyze(state, algorithm, depth=3, compiled=speed) for speed in (False, True))
        assert compiled.compiled
        assert told(plain) == told(compiled)
        leaves = [perft(state, 3, compiled=speed).leaves for speed in (False, True)]
        assert leaves[0] == leaves[1]


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_out_of_scope_is_refused_in_words(name):
    game = load(FOLDER.parent / "idioms_refused" / f"{name}.py")
    with pytest.raises(CompileError) as error:
        analyze(game, depth=2, compiled=True)
    text = str(error.value)
    assert "\n" not in text
    for word in ("numba", "llvm", "Traceback", "object at"):
        assert word not in text
