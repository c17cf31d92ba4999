"""Chess: counts of legal play, and everything that python-chess knows too."""

import random
from pathlib import Path

import chess
import numpy as np
import pytest

import kibitz
from kibitz import MoveError, PositionError
from kibitz.checker import check
from kibitz.games.chess import evaluation, exchange, fen, rules, san
from kibitz.games.chess.weights import WEIGHTS
from kibitz.loader import built_in_names
from kibitz.search.perft import perft
from kibitz.search.wander import wander
from kibitz.weights import row_of

DATA = Path(__file__).parent / "data" / "chess"
GAME = kibitz.load("chess")
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def perft_cases():
    for line in (DATA / "perft.epd").read_text().splitlines():
        if not line.startswith("#"):
            text, *counts = line.split(" ;")
            yield text, {int(depth[1:]): int(leaves) for depth, leaves in map(str.split, counts)}


CASES = list(perft_cases())


@pytest.mark.parametrize(("text", "counts"), CASES, ids=[text for text, _ in CASES])
def test_perft(text, counts):
    p = GAME.read(text)
    for depth, leaves in counts.items():
        if leaves < 500_000_000:
            assert perft(GAME, depth, position=p, compiled=True).leaves == leaves


@pytest.mark.parametrize(("text", "counts"), CASES[:6])
def test_perft_plain(text, counts):
    assert perft(GAME, 2, position=GAME.read(text), compiled=False).leaves == counts[2]


def twin(board):
    """Read python-chess's board."""
    return fen.read(board.fen())


def uci_moves(p, chess960):
    return sorted(san.uci_name(p, move, chess960) for move in rules.moves(p))


def end_of(p):
    """Say why a game is over, as python-chess does."""
    if not list(rules.moves(p)):
        return "CHECKMATE" if rules.urgent(p) else "STALEMATE"
    if rules.is_barren(p):
        return "INSUFFICIENT_MATERIAL"
    return "FIFTY_MOVES" if rules.is_over(p) else None


def compare_game(board, seed, plies):
    """Play at random; both must say the same of every position."""
    choose = random.Random(seed)
    state = GAME.begin(position=twin(board))
    keys, known, chess960 = {}, {}, board.chess960
    for ply in range(plies):
        p = state.position
        assert fen.write(p) == board.fen()
        assert fen.read(fen.write(p)) == p
        assert uci_moves(p, chess960) == sorted(move.uci() for move in board.legal_moves)
        assert rules.urgent(p) == board.is_check()
        # Keys are equal exactly where positions count as the same.
        theirs = board._transposition_key()
        assert keys.setdefault(rules.key(p), theirs) == theirs
        assert known.setdefault(theirs, rules.key(p)) == rules.key(p)
        if ply % 5 == 0:
            for move in board.legal_moves:
                name, own = board.san(move), san.read_uci(p, move.uci())
                assert san.san_name(p, own) == name
                assert san.read_move(p, name) == san.read_move(p, name.rstrip("+#").replace("x", "")) == own
        outcome = board.outcome(claim_draw=False)
        reason = outcome.termination.name if outcome else "FIFTY_MOVES" if board.is_fifty_moves() else None
        if reason not in ("FIVEFOLD_REPETITION", "SEVENTYFIVE_MOVES"):
            assert end_of(p) == reason
        assert (state.result == "a draw by repetition") == (reason is None and board.is_repetition(3))
        if reason:
            if reason == "CHECKMATE":
                assert [rules.utility(p, player) for player in (0, 1)] == ([1, -1] if outcome.winner else [-1, 1])
            else:
                assert rules.utility(p, 0) == rules.utility(p, 1) == 0
            return
        move = choose.choice(list(board.legal_moves))
        state.play(san.read_uci(p, move.uci()), past_draws=True)
        board.push(move)


STARTS = [chess.STARTING_FEN, KIWIPETE, "8/1k4P1/8/2pP4/8/1p4K1/P7/8 w - c6 0 1", "4k3/8/8/8/8/8/3R4/4K2R w K - 90 80"]


@pytest.mark.parametrize("seed", range(6))
def test_random_games_against_python_chess(seed):
    compare_game(chess.Board(STARTS[seed % len(STARTS)]), seed, 120)


@pytest.mark.parametrize("seed", range(3))
def test_random_chess960_games_against_python_chess(seed):
    compare_game(chess.Board.from_chess960_pos(random.Random(seed).randrange(960)), seed, 80)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 400))
def test_many_random_games_against_python_chess(seed):
    compare_game(chess.Board(STARTS[seed % len(STARTS)]), seed, 400)
    compare_game(chess.Board.from_chess960_pos(random.Random(seed).randrange(960)), seed, 400)


def test_starts_of_chess960():
    for number in range(960):
        assert fen.write(fen.start_position(number)) == chess.Board.from_chess960_pos(number).fen()
    assert kibitz.load("chess:chess960=518").start() == GAME.start()
    with pytest.raises(kibitz.OptionError, match="from 0 to 959"):
        kibitz.load("chess:chess960=960")
    with pytest.raises(kibitz.OptionError, match="one of learned, hand, material"):
        kibitz.load("chess:evaluation=feelings")


def test_games_list_chess_once():
    assert [name for name in built_in_names() if "chess" in name] == ["chess"]


def test_mate_on_the_last_of_fifty_moves_wins():
    p = fen.read("7k/8/6K1/8/8/8/8/R7 w - - 99 80")
    mate, quiet = (rules.play(p, san.read_move(p, name)) for name in ("Ra8", "Ra7"))
    assert rules.is_over(mate)
    assert rules.is_over(quiet)
    assert (rules.utility(mate, 0), rules.utility(mate, 1)) == (1, -1)
    assert rules.utility(quiet, 0) == rules.utility(quiet, 1) == 0


@pytest.mark.parametrize(
    "pieces", ["", "N", "n", "B", "b", "NN", "Nn", "Bn", "BB", "Bb", "P", "r", "Q", "BBb", "bb", "Nb", "BN"]
)
def test_insufficient_material(pieces):
    for shift in range(40):
        squares = random.Random(shift).sample([s for s in range(8, 56) if s not in (10, 45)], len(pieces))
        board = chess.Board(None)
        for square, piece in [(10, "K"), (45, "k"), *zip(squares, pieces)]:
            board.set_piece_at(square, chess.Piece.from_symbol(piece))
        if board.is_valid():
            assert rules.is_barren(twin(board)) == board.is_insufficient_material()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "6 fields of FEN"),
        ("8/8/8/8/8/8/8/8 w - -", "one king for white, got 0"),
        ("4k3/8/8/8/8/8/8/4K2K w - - 0 1", "one king for white, got 2"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "8 rows separated by /, got 7"),
        ("4k3/8/8/9/8/8/8/4K3 w - - 0 1", "in row 5, got '9'"),
        ("4k3/8/8/7/8/8/8/4K3 w - - 0 1", "in row 5, got '7'"),
        ("4k3/8/8/8/x7/8/8/4K3 w - - 0 1", "in row 4, got 'x7'"),
        ("4k3/8/8/8/.7/8/8/4K3 w - - 0 1", "in row 4, got '.7'"),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "no pawn on the first or last row, got one on a8"),
        ("4k3/8/8/8/8/8/4r3/4K3 b - - 0 1", "expected black to move, got a king that could be captured"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "w or b to move, got 'x'"),
        ("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "got 'Q' in 'KQ'"),
        ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", "got 'K' in 'K'"),
        ("4k3/8/8/8/8/8/8/4K1RR w HG - 0 1", "one castling rook on each side, got 'HG'"),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "one castling rook on each side, got 'KK'"),
        ("4k3/8/8/8/8/8/8/4K2R w ! - 0 1", "got '!' in '!'"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1", "en passant - or a square of row 3"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e6 0 1", "en passant - or a square of row 6"),
        ("4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1", "en passant - or a square of row 3"),
        ("4k3/8/8/8/8/8/8/4K3 w - z9 0 1", "a square such as e3, got 'z9'"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "clock and move number from 0 to 9999, got 'x'"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 99999", "got '99999'"),
        ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "at most 8 pawns for black, got 9"),
        ("4k3/8/8/8/QQQQQQQQ/QQQQQQQQ/8/4K3 w - - 0 1", "at most 16 pieces for white, got 17"),
    ],
)
def test_fen_errors(text, reason):
    with pytest.raises(PositionError, match=reason.replace("(", r"\(").replace(".", r"\.")):
        GAME.read(text)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"),  # nobody can capture
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", None),
        ("8/8/8/8/k2pP2Q/8/8/4K3 b - e3 0 1", "8/8/8/8/k2pP2Q/8/8/4K3 b - - 0 1"),  # it would uncover the king
        ("rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1", "rk5r/8/8/8/8/8/8/RK5R w KQkq - 0 1"),
        ("4k3/8/8/8/8/8/8/1RR1K1RR w GC - 0 1", None),  # the inner rooks
        ("4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ],
)
def test_fen_is_written_as_x_fen(text, written):
    assert fen.write(fen.read(text)) == (written or text)


def test_programs_play_on_after_a_draw_that_nobody_claims():
    shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"]
    state = GAME.begin()
    for name in shuffle * 30:
        state.play(san.read_move(state.position, name), past_draws=True)
    assert (len(state.played), state.position.clock, state.result) == (120, 120, "a draw")
    with pytest.raises(MoveError, match="the game is over"):
        state.play("e4")
    with pytest.raises(MoveError, match="is not a legal move here; legal: "):
        state.play(0, past_draws=True)
    stalemate = GAME.begin(position="7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    mate = GAME.begin("f3 e5 g4 Qh4")
    for ended in (stalemate, mate, GAME.begin().resign()):
        with pytest.raises(MoveError, match="the game is over"):
            ended.play(0, past_draws=True)


def test_key_leaves_out_clocks_and_empty_rights():
    knights = GAME.begin("Nf3 Nf6 Ng1 Ng8")
    assert rules.key(knights.positions[0]) == rules.key(knights.position)
    assert knights.history == [rules.key(p) for p in knights.positions[:-1]]
    assert knights.history[1] != knights.history[3]
    rook = GAME.begin("a4 a5 Ra2 Ra7 Ra1 Ra8").positions
    assert rules.key(rook[2]) != rules.key(rook[6])
    assert isinstance(rules.key(GAME.start()), int)


def test_skip_passes_the_turn_only_where_that_is_safe():
    p = GAME.start()
    passed = rules.skip(p)
    assert (passed.player, passed.mine, passed.theirs) == (1, p.theirs, p.mine)
    in_check = fen.read("4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1")
    pawns_only = fen.read("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    assert rules.skip(in_check) == in_check
    assert rules.skip(pawns_only) == pawns_only


WORTH = {chess.PAWN: 100, chess.KNIGHT: 300, chess.BISHOP: 300, chess.ROOK: 500, chess.QUEEN: 900, chess.KING: 10_000}


def capture_back(board, square, taken, side, piece):
    """Give what the best of capturing back or not wins: an oracle for static exchange."""
    for hunter in WORTH:
        found = board.attackers_mask(side, square, taken) & taken & board.pieces_mask(hunter, side)
        if found:
            return max(0, WORTH[piece] - capture_back(board, square, taken ^ (found & -found), not side, hunter))
    return 0


def exchange_worth(board, move):
    taken = board.occupied & ~(1 << move.from_square) | 1 << move.to_square
    gain, piece = 0, move.promotion or board.piece_type_at(move.from_square)
    if board.is_en_passant(move):
        gain = WORTH[chess.PAWN]
        taken ^= 1 << move.to_square + (-8 if board.turn else 8)
    elif board.is_capture(move):
        gain = WORTH[board.piece_type_at(move.to_square)]
    if move.promotion:
        gain += WORTH[move.promotion] - WORTH[chess.PAWN]
    return gain - capture_back(board, move.to_square, taken, not board.turn, piece)


@pytest.mark.parametrize("seed", range(4))
def test_static_exchange_against_an_oracle(seed):
    choose = random.Random(seed)
    board = chess.Board([chess.STARTING_FEN, KIWIPETE][seed % 2])
    while not board.is_game_over() and board.ply() < 100:
        p = twin(board)
        for move in board.legal_moves:
            if not board.is_castling(move) and (board.is_capture(move) or choose.random() < 0.2):
                worth, own = exchange_worth(board, move), san.read_uci(p, move.uci())
                for least in (worth - 1, worth, worth + 1, 0, 100):
                    assert exchange.exchange_wins(p, own, least) == (worth >= least), (board.fen(), move, worth, least)
                if board.is_capture(move) and not move.promotion:
                    assert exchange.noisy(p, own) == (worth >= 0)
                    assert (exchange.priority(p, own) > 0) == (worth >= 0)
        board.push(choose.choice(list(board.legal_moves)))


def test_priority_prefers_the_greatest_victim_by_the_least_piece():
    p = fen.read("4k3/8/8/3q1r2/4P3/8/8/3QK3 w - - 0 1")
    names = sorted(
        map(GAME.move_name, [p] * 40, rules.moves(p)), key=lambda n: -exchange.priority(p, san.read_move(p, n))
    )
    assert names[:3] == ["exd5", "Qxd5", "exf5"]
    assert exchange.priority(p, san.read_move(p, "Ke2")) == 0


def test_material():
    game = kibitz.load("chess:evaluation=material")
    assert game.rules.evaluate(game.rules.start(), 0) == 0
    p = fen.read("4k3/8/8/8/8/8/P7/QRBNK3 w - - 0 1")
    assert (game.rules.evaluate(p, 0), game.rules.evaluate(p, 1)) == (2100, -2100)


def mirrored(text):
    """Exchange left and right in a FEN without castling or en passant."""
    board, *others = text.split()
    return " ".join(["/".join(row[::-1] for row in board.split("/")), *others])


def exchanged(text):
    """Exchange the colours in a FEN without castling or en passant."""
    board, mover, *others = text.split()
    return " ".join(["/".join(reversed(board.swapcase().split("/"))), "b" if mover == "w" else "w", *others])


def test_the_evaluation_sees_no_colours_and_no_left_and_right():
    compared = 0
    for seed in range(6):
        for p, _ in wander(GAME, random.Random(seed), 80):
            if GAME.moves(p) and not (p.castling or p.en_passant):
                text = fen.write(p)
                points = GAME.evaluate(p, p.player)
                assert GAME.evaluate(p, 1 - p.player) == -points
                assert points == GAME.evaluate(fen.read(mirrored(text)), p.player)
                assert points == GAME.evaluate(fen.read(exchanged(text)), 1 - p.player)
                compared += 1
    assert compared > 100


def pawns_by_definition(board, colour):
    """Say of each pawn, by its column and row as its owner sees them, what it is; count them."""

    def places(side):
        squares = board.pieces(chess.PAWN, side)
        return {(chess.square_file(s), chess.square_rank(s) if colour else 7 - chess.square_rank(s)) for s in squares}

    own, other = places(colour), places(not colour)
    threat = {(column + side, row - 1) for column, row in other for side in (-1, 1)}
    beside = {(c, r): [row for column, row in own if abs(column - c) == 1] for c, r in own}
    behind = {(c, r) for c, r in own if any(column == c and row > r for column, row in own)}
    return {
        "alone": sum(not beside[pawn] for pawn in own),
        "behind": len(behind),
        "stuck": sum((c, r + 1) in threat and not any(row <= r for row in beside[c, r]) for c, r in own),
        "passed": sum(
            (c, r) not in behind and not any(abs(column - c) <= 1 and row > r for column, row in other) for c, r in own
        ),
        "guarded": sum((c + 1, r - 1) in own or (c - 1, r - 1) in own for c, r in own),
        "abreast": sum((c + 1, r) in own or (c - 1, r) in own for c, r in own),
    }


def test_pawns_are_what_their_names_say():
    names = {"alone": ("pawn_flaws", 0), "behind": ("pawn_flaws", 1), "stuck": ("pawn_flaws", 2)}
    names |= {name: (name, None) for name in ("passed", "guarded", "abreast")}
    rows = {}
    for name, (term, index) in names.items():
        ones = {other: tuple((0,) * len(part) for part in parts) for other, parts in WEIGHTS.items()}
        size = len(WEIGHTS[term][0])
        part = (1,) * size if index is None else tuple(int(i == index) for i in range(size))
        rows[name] = row_of({**ones, term: (part, part)})
    met = dict.fromkeys(names, 0)
    for seed in range(8):
        for p, _ in wander(GAME, random.Random(seed), 120):
            expected = pawns_by_definition(chess.Board(fen.write(p)), p.player == 0)
            for name, row in rows.items():
                points = evaluation.pawn_points(p, p.mine, p.theirs, p.player, row)
                assert evaluation.at_phase(points, 0) == evaluation.FULL * expected[name], (name, fen.write(p))
                met[name] += expected[name]
    assert min(met.values()) > 20


def test_a_king_in_a_storm_is_not_safe():
    calm = fen.read("r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9")
    storm = fen.read("4rr2/6pk/2p4p/2q2P1n/Pp5b/1BPQ4/8/RNBR1K2 w - - 2 27")
    by_hand = kibitz.load("chess:evaluation=hand")
    assert abs(by_hand.evaluate(calm, 0)) < 100
    assert by_hand.evaluate(storm, 0) < -150


def test_castling_in_both_forms():
    p = fen.read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    for name in ("O-O", "0-0", "e1g1", "e1h1"):
        assert san.san_name(p, san.read_move(p, name)) == "O-O"
    assert san.uci_name(p, san.read_move(p, "O-O-O")) == "e1c1"
    assert san.uci_name(p, san.read_move(p, "O-O-O"), chess960=True) == "e1a1"
    step = fen.read("4k3/8/8/8/8/8/8/5KR1 w G - 0 1")  # the king's step is that onto its rook
    assert san.uci_name(step, san.read_move(step, "O-O")) == "f1g1"


def test_show():
    picture = GAME.show(GAME.start()).splitlines()
    assert picture[0] == "8 r n b q k b n r"
    assert picture[7:] == ["1 R N B Q K B N R", "  a b c d e f g h", "white to move"]


def test_the_game_keeps_its_promises_at_both_speeds():
    report = check(GAME, games=2, seconds=4)
    assert report.findings == []
    assert report.compiled


def test_plain_rules_raise_no_warning():
    with np.errstate(all="raise"):
        for text, _ in CASES:
            p = fen.read(text)
            rules.is_over(p)
            for move in rules.moves(p):
                exchange.priority(p, move)
                rules.key(rules.play(p, move))
