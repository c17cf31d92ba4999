"""Texts of chess: SAN, PGN and EPD, each against python-chess."""

import io
import random

import chess
import chess.pgn
import pytest

import kibitz
from kibitz import GameError, MoveError, PositionError
from kibitz.games.chess import fen, san
from kibitz.protocol.notation import ROSTER, Epd, PgnGame, read_epd, read_epds, read_pgn, write_epd, write_pgn

GAME = kibitz.load("chess")


def names(game):
    return [san.san_name(p, move) for p, move in zip(game.positions(), game.moves)]


@pytest.mark.parametrize(
    ("text", "move", "name"),
    [
        ("8/8/8/1N3N2/8/3k1K2/8/8 w - - 0 1", "b5d4", "Nbd4"),
        ("8/8/1N6/8/1N6/5K1k/8/8 w - - 0 1", "b6d5", "N6d5"),
        ("8/1k6/8/8/Q2Q4/8/5K2/Q7 w - - 0 1", "a4d1", "Qa4d1"),
        ("4k3/3n4/8/8/8/8/3R4/3RK3 w - - 0 1", "d2d7", "Rxd7"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("7k/6pp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8#"),
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),  # the other knight is pinned
    ],
)
def test_san_is_minimal(text, move, name):
    p, board = fen.read(text), chess.Board(text)
    assert san.san_name(p, san.read_uci(p, move)) == name == board.san(chess.Move.from_uci(move))


@pytest.mark.parametrize(
    ("text", "name", "uci"),
    [
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8Q", "a7a8q"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=N", "a7a8n"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8(R)+!?", "a7a8r"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5xd6e.p.", "e5d6"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "ed6", "e5d6"),
        (chess.STARTING_FEN, "Ng1-f3", "g1f3"),
        (chess.STARTING_FEN, "e2-e4", "e2e4"),
    ],
)
def test_san_is_read_leniently(text, name, uci):
    p = fen.read(text)
    assert san.uci_name(p, san.read_move(p, name)) == uci


@pytest.mark.parametrize(
    ("text", "name", "reason"),
    [
        ("8/8/8/1N3N2/8/3k1K2/8/8 w - - 0 1", "Nd4", "ambiguous; expected Nbd4 or Nfd4"),
        (chess.STARTING_FEN, "Nf6", "not a legal move here; expected one of"),
        (chess.STARTING_FEN, "e2e5", "not a legal move here; expected one of"),
        (chess.STARTING_FEN, "O-O", "not a legal move here"),
        (chess.STARTING_FEN, "hello", "expected a move such as Nf3"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", "not a legal move here; expected one of a8=Q"),
    ],
)
def test_bad_moves_are_told(text, name, reason):
    with pytest.raises(MoveError, match=reason):
        GAME.read_move(fen.read(text), name)


def random_board(seed, chess960=False):
    choose = random.Random(seed)
    board = chess.Board.from_chess960_pos(choose.randrange(960)) if chess960 else chess.Board()
    while not board.is_game_over() and board.ply() < 90:
        board.push(choose.choice(list(board.legal_moves)))
    return board


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_pgn_both_ways_against_python_chess(seed, chess960):
    board = random_board(seed, chess960)
    theirs = chess.pgn.Game.from_board(board)
    theirs.headers["White"] = 'Anna "the rook" B'  # which it writes as it is
    [game] = read_pgn(str(theirs))
    assert fen.write(game.positions()[-1]) == board.fen()
    assert game.headers["White"] == theirs.headers["White"]
    assert game.result == board.result()
    again = chess.pgn.read_game(io.StringIO(write_pgn(game)))
    assert not again.errors
    assert again.end().board().fen() == board.fen()
    assert {**again.headers, "White": ""} == {**theirs.headers, "White": ""}
    assert list(read_pgn(write_pgn(game))) == [game]
    assert max(map(len, write_pgn(game).splitlines()[8:])) <= 80


MANY = """\ufeff[Event "first"]
[Result "1-0"]

1. e4 {best {by test} e5 ; the rest of the line ( is a comment
% and so is this line }
2. Nf3 $1 (2. f4 exf4 (2... d5 3. exd5 {an (odd) one}) 3. Bc4) 2...Nc6! 3.Bb5 a6?! 1-0

[Event "second"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]
[SetUp "1"]
7... Kd7 8. e4 *

[Event "third, without moves"]
[Result "1/2-1/2"]

1/2-1/2
1. d4 d5 0-1
"""


def test_pgn_passes_over_what_is_not_a_move():
    first, second, third, fourth = read_pgn(MANY)
    assert names(first) == ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]
    assert (first.result, first.headers) == ("1-0", {"Event": "first"})
    assert (names(second), second.result) == (["Kd7", "e4"], "*")
    assert (names(third), third.result) == ([], "1/2-1/2")
    assert (names(fourth), fourth.headers) == (["d4", "d5"], {})
    assert "7... Kd7 8. e4 *" in write_pgn(second)
    assert list(read_pgn("\n".join(map(write_pgn, (first, second, third)))))[1].start == second.start
    assert list(read_pgn("")) == []


def test_pgn_headers_in_quotes():
    game = PgnGame(headers={**ROSTER, "White": 'Anna "the rook" \\ B'})
    assert '[White "Anna \\"the rook\\" \\\\ B"]' in write_pgn(game)
    assert list(read_pgn(write_pgn(game))) == [game]
    [game] = read_pgn('[White "A"] [Black "B"]\n[Round "1"]')
    assert game.headers == {"White": "A", "Black": "B", "Round": "1"}


def test_pgn_says_that_a_game_is_of_chess960():
    assert '[Variant "Chess960"]' in write_pgn(PgnGame(start=fen.start_position(0)))
    assert "Variant" not in write_pgn(PgnGame())


@pytest.mark.parametrize(
    ("text", "error", "reason"),
    [
        ("1. e4 e5 *\n\n1. e4 e5 2. Ke3 *", MoveError, "game 2, move 2.: 'Ke3' is not a legal move here"),
        ("1. e4 Ke7 *", MoveError, r"game 1, move 1\.\.\.: 'Ke7' is not"),
        ('[FEN "8/8 w - - 0 1"]\n\n1. e4 *', PositionError, "game 1: the header FEN: expected 8 rows"),
        ('[Variant "Atomic"]\n\n1. e4 *', GameError, "expected the variant chess or Chess960, got 'Atomic'"),
        ("1. e4 (1. d4 *", GameError, "expected '\\)' at the end of a variation"),
        ("1. e4 ) e5 *", GameError, "game 1, move 1...: .* without '\\('"),
        ("1. e4 {never closed", GameError, "game 1: expected PGN, got '{never closed'"),
        ('[Result "2-0"]\n\n1. e4', GameError, "expected a result of 1-0, 0-1, 1/2-1/2, \\*, got '2-0'"),
    ],
)
def test_pgn_errors_name_game_and_move(text, error, reason):
    with pytest.raises(error, match=reason):
        list(read_pgn(text))


def test_pgn_game_of_moves():
    line = GAME.begin("f3 e5 g4 Qh4").positions
    game = PgnGame(tuple(san.read_move(p, name) for p, name in zip(line, ("f3", "e5", "g4", "Qh4"))), result="0-1")
    assert write_pgn(game).endswith("\n\n1. f3 e5 2. g4 Qh4# 0-1\n")


def test_epd_against_python_chess():
    line = '2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6 Nxh7; acd 12; id "a; b (c)";'
    epd = read_epd(line.replace("Nxh7", "Nxd5"))
    assert [san.san_name(epd.position, move) for move in epd.moves("bm")] == ["Qg6", "Nxd5"]
    assert epd.operations == {"bm": ("Qg6", "Nxd5"), "acd": ("12",), "id": ("a; b (c)",)}
    board, operations = chess.Board.from_epd(write_epd(epd))
    assert board.fen() == fen.write(epd.position)
    assert operations == {
        "bm": [chess.Move.from_uci("g3g6"), chess.Move.from_uci("f6d5")],
        "acd": 12,
        "id": "a; b (c)",
    }
    assert read_epd(write_epd(epd)) == epd


def test_epd_clocks():
    bare = "4k3/8/8/8/8/8/8/4K3 b - -"
    for text in (f"{bare} 5 30", f'{bare} 5 30 id "x";', f"{bare} hmvc 5; fmvn 30;"):
        assert (read_epd(text).position.clock, read_epd(text).position.number) == (5, 30)
    assert write_epd(Epd(fen.read(bare))) == bare


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("4k3/8/8/8/8/8/8/4K3 w - -\n\n# a comment\nnothing", "line 4: .*is not EPD: expected 6 fields"),
        ('4k3/8/8/8/8/8/8/4K3 w - - id "open', "line 1: expected an EPD operation"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 7;", "line 1: expected an EPD operation"),
    ],
)
def test_epd_errors_name_the_line(text, reason):
    with pytest.raises(PositionError, match=reason):
        list(read_epds(text))


def test_epd_moves_must_be_legal():
    with pytest.raises(MoveError, match="bm: 'e5' is not a legal move"):
        read_epd("4k3/8/8/8/8/8/8/4K3 w - - bm e5;").moves("bm")
