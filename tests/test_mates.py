"""Mates: the engine finds every one of the set, with its distance; the set is what an exhaustive search says."""

import importlib.util
import sys
from pathlib import Path

import pytest

import kibitz
from kibitz.protocol.notation import read_epds

ROOT = Path(__file__).parents[1]
CHESS = kibitz.load("chess")
SET = [(int(epd.operations["dm"][0]), epd) for epd in read_epds((ROOT / "tests/data/chess/mates.epd").read_text())]
NODES = 1_000_000


def of(moves):
    return [epd for number, epd in SET if number == moves]


@pytest.fixture(scope="module")
def prover():
    """Give the prover of the benchmark: those are no package."""
    spec = importlib.util.spec_from_file_location("mates", ROOT / "benchmarks" / "mates.py")
    module = sys.modules["mates"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Prover(CHESS)


def test_the_set_is_varied():
    assert {moves: len(of(moves)) for moves in (2, 3, 4)} == {2: 20, 3: 20, 4: 20}
    assert len({epd.position for _, epd in SET}) == 60
    for player in (0, 1):
        assert sum(epd.position.player == player for _, epd in SET) > 15


def test_the_engine_finds_mates():
    """Every one, and hardly ever a longer one: a search ends with the first win that it has proven."""
    longer = 0
    for moves, epd in SET:
        result = kibitz.analyze(CHESS, position=epd.position, nodes=NODES, table=16)
        assert (result.names.move, result.proven) == (epd.operations["bm"][0], "win"), epd.operations["id"][0]
        assert result.distance >= 2 * moves - 1
        longer += result.distance > 2 * moves - 1
    assert longer <= 1


def mates_within(p, moves):
    """Say whether who moves can force mate within so many moves; too simple to be wrong."""
    return any(cannot_escape(CHESS.play(p, move), moves - 1) for move in CHESS.moves(p))


def cannot_escape(p, moves):
    replies = list(CHESS.moves(p))
    if not replies:
        return CHESS.utility(p, p.player) < 0
    return moves > 0 and all(mates_within(CHESS.play(p, move), moves) for move in replies)


@pytest.mark.slow
def test_an_oracle_confirms_the_shortest():
    for epd in of(2)[:8]:
        p = epd.position
        assert not mates_within(p, 1)
        assert [m for m in CHESS.moves(p) if cannot_escape(CHESS.play(p, m), 1)] == list(epd.moves("bm"))


def test_an_exhaustive_search_confirms_the_set(prover):
    for moves in (2, 3):
        for epd in of(moves):
            assert (prover.only_first(epd.position, moves),) == epd.moves("bm")


@pytest.mark.slow
def test_an_exhaustive_search_confirms_the_longest(prover):
    for epd in of(4)[::4]:
        assert (prover.only_first(epd.position, 4),) == epd.moves("bm")
