"""Boards: what a page draws agrees with another reading of the position; what cannot be drawn is refused."""

import json
import random
import re
from collections import Counter
from pathlib import Path

import chess
import pytest

from kibitz import GameError, load
from kibitz.board import (
    CELL_SHAPES,
    GROUNDS,
    MOST_CELLS,
    MOST_LABELS,
    MOST_LINES,
    MOST_PIECES,
    MOST_POINTS,
    MOST_TEXT,
    PIECE_SHAPES,
    TONES,
    Board,
    Cell,
    Label,
    Line,
    Piece,
    coordinates,
    grid,
    rack,
)
from kibitz.loader import built_in_names
from kibitz.rules import CHANCE

DOCS = Path(__file__).parents[1] / "docs"
SETTINGS = [
    ("2048", {}),
    ("2048", {"max_tile": 32}),
    ("backgammon", {}),
    ("breakthrough", {}),
    ("breakthrough", {"columns": 2, "rows": 4}),
    ("breakthrough", {"columns": 5, "rows": 7}),
    ("chess", {}),
    ("chess", {"evaluation": "material"}),
    ("chess", {"chess960": 0}),  # kings stand on g1 and g8: castling is the king taking its rook
    ("chinese-checkers", {}),
    ("chinese-checkers", {"players": 6}),
    ("connect-four", {}),
    ("connect-four", {"columns": 31, "rows": 1, "connect": 3}),
    ("connect-four", {"columns": 3, "rows": 20}),
    ("dots-and-boxes", {}),
    ("dots-and-boxes", {"columns": 1, "rows": 20}),
    ("dots-and-boxes", {"columns": 5, "rows": 2}),
    ("draughts", {}),
    ("go", {}),
    ("go", {"size": 2}),
    ("go", {"size": 13}),
    ("gomoku", {}),
    ("gomoku", {"size": 6, "exact": True}),
    ("hex", {}),
    ("hex", {"size": 1}),
    ("hex", {"size": 7}),
    ("kalah", {}),
    ("kalah", {"houses": 1, "stones": 5}),
    ("kalah", {"houses": 8, "stones": 7}),
    ("nim", {}),
    ("nim", {"heaps": (0,)}),
    ("nim", {"heaps": (63, 0, 1, 17)}),
    ("nine-mens-morris", {}),
    ("nine-mens-morris", {"flying": False}),
    ("othello", {}),
    ("othello", {"discs_only": True}),
    ("pacman", {}),
    ("pacman", {"layout": "medium", "scared": 3}),
    ("pacman", {"layout": "trapped"}),
    ("pig", {}),
    ("shapes-four", {}),
    ("three-mens-morris", {}),
    ("tic-tac-toe", {}),
    ("tic-tac-toe", {"size": 1}),
    ("tic-tac-toe", {"size": 7, "connect": 4}),
    ("yahtzee", {}),
]
GAMES = 3
LONGEST = 120  # plies of a random game
settings = pytest.mark.parametrize(("name", "parameters"), SETTINGS, ids=lambda value: str(value))


def walks(name, parameters):
    """Positions of random games: the game, the position, and the next one with the move to it, None at the end."""
    game = load(name, **parameters)
    for seed in range(GAMES):
        choose, p = random.Random(seed), game.start()
        for _ in range(LONGEST):
            if game.is_over(p):
                yield game, p, None, None
                break
            move = choose.choice(game.moves(p))
            after = game.rules.play(p, move)
            yield game, p, move, after
            p = after


def looks(board):
    """What stands on each cell."""
    return {piece.cell: piece for piece in board.pieces}


def test_all_games_but_those_that_are_text_have_a_board():
    assert {name for name in built_in_names() if load(name).rules.board is None} == {"tree"}
    assert {name for name, _ in SETTINGS} == set(built_in_names()) - {"tree"}


@settings
def test_every_position_can_be_drawn_and_every_move_touched(name, parameters):
    for game, p, _, _ in walks(name, parameters):
        board = game.ask("board", p)
        told = json.loads(json.dumps(board.to_json()))
        names = {cell["name"] for cell in told["cells"]}
        assert {piece["cell"] for piece in told["pieces"]} <= names
        if game.is_over(p) or game.turn(p) == CHANCE:
            continue
        assert set(board.moves) == set(game.moves(p))
        touched = {}
        for move, cells in board.moves.items():
            assert set(cells) <= names
            touched.setdefault(tuple(cells), []).append(game.move_name(p, move))
        for cells, same in touched.items():
            if name in ("othello", "backgammon", "go") and same == ["pass"]:
                assert cells == ()
                continue
            assert cells
            assert (
                len(same) == 1
                or name == "chess"
                and {text.rstrip("+#")[-2:] for text in same} == {"=Q", "=R", "=B", "=N"}
            )


@settings
def test_a_move_does_on_the_board_what_was_touched(name, parameters):
    for game, p, move, after in walks(name, parameters):
        if move is None or game.turn(p) == CHANCE:
            continue
        board, then = game.ask("board", p), looks(game.ask("board", after))
        now, cells = looks(board), board.moves[move]
        if name in DOES:
            DOES[name](board, game.ask("board", after), cells, game.turn(p))
            continue
        if not cells:
            assert now == then
        elif name in ("breakthrough", "three-mens-morris") and len(cells) == 2:
            assert cells[0] not in then
            assert then[cells[1]][1:] == now[cells[0]][1:]
        elif name == "chess":
            if not game.move_name(p, move).startswith("O-O"):  # in Chess960 king and rook may change places
                assert cells[0] not in then
                assert then[cells[1]].tone == now[cells[0]].tone
        elif name == "shapes-four":
            assert cells[1] not in now
            assert then[cells[1]][1:] == now[cells[0]][1:]
        elif name == "nim":
            gone = now.keys() - then.keys()
            assert cells[0] in gone
            assert len(gone) == int(game.move_name(p, move)[1:])
        elif name == "kalah":
            assert then[cells[0]].text != now[cells[0]].text
        else:
            assert cells[-1] not in now
            assert cells[-1] in then


def does_2048(board, after, cells, player):
    assert sum(int(piece.text) for piece in board.pieces if piece.shape == "tile") == sum(
        int(piece.text) for piece in after.pieces if piece.shape == "tile"
    )


def does_backgammon(board, after, cells, player):
    """Every step takes a checker away and puts one down, unless a number stands for those that are not drawn."""
    tone = board.players[player]
    now, then = (
        Counter(piece.cell for piece in each.pieces if piece.shape == "disc" and piece.tone == tone)
        for each in (board, after)
    )
    many = {piece.cell for each in (board, after) for piece in each.pieces if piece.shape == "disc" and piece.text}
    for cell in {*now, *then, *cells} - many:
        assert then[cell] - now[cell] == cells[1::2].count(cell) - cells[::2].count(cell)


def does_draughts(board, after, cells, player):
    """The steps are one piece's; what it jumps over is gone."""
    assert cells[1:-1:2] == cells[2::2]
    now, then = looks(board), looks(after)
    jumped = len(now) - len(then)
    assert jumped == (len(cells) // 2 if jumped else 0)
    assert then[cells[-1]].tone == now[cells[0]].tone
    assert cells[0] not in then or cells[0] == cells[-1]


def does_morris(board, after, cells, player):
    """Men are placed or moved, and the last cell is empty if its man is taken."""
    now, then = looks(board), looks(after)
    taken = cells[-1:] if cells[-1] in now else cells[:0]
    *gone, to = cells[: len(cells) - len(taken)]
    assert {*gone, *taken} == now.keys() - then.keys()
    assert then.keys() - now.keys() == {to}
    assert then[to].tone == board.players[player]


def does_pacman(board, after, cells, player):
    if player == 0:
        assert [piece.cell for piece in after.pieces if piece.shape == "eater"] == list(cells)


def does_pig(board, after, cells, player):
    now, then = ({piece.cell: piece.text for piece in each.pieces} for each in (board, after))
    if cells == ("hold",):
        assert int(then[f"player {player}"]) == int(now[f"player {player}"]) + int(now["pot"])
        assert then["pot"] == "0"
    else:
        assert now == then


def does_yahtzee(board, after, cells, player):
    face = {piece.cell: piece.text for piece in board.pieces if piece.shape == "die"}
    kept = sorted(face[cell] for cell in cells[:-1])
    if cells[-1] == "roll":
        assert sorted(piece.text for piece in after.pieces if piece.shape == "die") == kept
    else:
        assert cells[-1] not in looks(board)
        assert cells[-1] in looks(after)


DOES = {
    "2048": does_2048,
    "backgammon": does_backgammon,
    "draughts": does_draughts,
    "nine-mens-morris": does_morris,
    "pacman": does_pacman,
    "pig": does_pig,
    "yahtzee": does_yahtzee,
}


@pytest.mark.parametrize("number", [None, 0, 518, 959])
def test_chess_against_python_chess(number):
    for _, p, _, _ in walks("chess", {} if number is None else {"chess960": number}):
        game = load("chess")
        other = chess.Board(game.write(p), chess960=number in (0, 959))
        board = game.ask("board", p)
        assert {(piece.cell, piece.name) for piece in board.pieces} == {
            (chess.square_name(square), f"{chess.COLOR_NAMES[piece.color]} {chess.piece_name(piece.piece_type)}")
            for square, piece in other.piece_map().items()
        }
        assert all(
            (piece.tone, piece.shape) == (WHITE_IS[piece.name.split()[0]], piece.name.split()[1])
            for piece in board.pieces
        )
        assert {"".join(cells) for cells in board.moves.values()} == {other.uci(move)[:4] for move in other.legal_moves}
        red = [cell.name for cell in board.cells if cell.tone == "red"]
        assert red == ([chess.square_name(other.king(other.turn))] if other.is_check() else [])
        tones = {cell.name: cell.tone for cell in board.cells if cell.tone != "red"}
        for square, tone in tones.items():
            assert tone == ("light" if chess.BB_LIGHT_SQUARES >> chess.parse_square(square) & 1 else "dark")


WHITE_IS = {"white": "light", "black": "dark"}


def test_castling_is_touched_as_the_kings_step():
    game = load("chess")
    p = game.read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    touched = {game.move_name(p, move): cells for move, cells in game.ask("board", p).moves.items()}
    assert touched["O-O"] == ("e1", "g1")
    assert touched["O-O-O"] == ("e1", "c1")


def test_promotions_share_their_cells():
    game = load("chess")
    p = game.read("8/4P1k1/8/8/8/8/6K1/8 w - - 0 1")
    same = [game.move_name(p, move) for move, cells in game.ask("board", p).moves.items() if cells == ("e7", "e8")]
    assert sorted(same) == ["e8=B", "e8=N+", "e8=Q", "e8=R"]


# How other games write a position: the marks of cells in reading order, and what a mark looks like.
MARKS = {
    "breakthrough": {"W": ("pawn", "light"), "B": ("pawn", "dark")},
    "connect-four": {"X": ("disc", "red"), "O": ("disc", "yellow")},
    "hex": {"X": ("disc", "red"), "O": ("disc", "blue")},
    "nine-mens-morris": {"W": ("disc", "light"), "B": ("disc", "dark")},
    "othello": {"X": ("disc", "dark"), "O": ("disc", "light")},
    "shapes-four": {"O": ("ring", "red"), "X": ("cross", "red"), "o": ("ring", "blue"), "x": ("cross", "blue")},
    "three-mens-morris": {"X": ("disc", "first"), "O": ("disc", "second")},
    "tic-tac-toe": {"X": ("cross", "first"), "O": ("ring", "second")},
}


@pytest.mark.parametrize(("name", "parameters"), [each for each in SETTINGS if each[0] in MARKS], ids=str)
def test_pieces_stand_where_the_text_has_them(name, parameters):
    for game, p, _, _ in walks(name, parameters):
        board = game.ask("board", p)
        written = game.write(p).split()[0].split("/")
        cells = sorted((cell for cell in board.cells if cell.name not in TRAY), key=lambda cell: (cell.y, cell.x))
        assert len(cells) == sum(map(len, written))
        found = looks(board)
        for cell, mark in zip(cells, "".join(written), strict=True):
            piece = found.get(cell.name)
            assert (piece and (piece.shape, piece.tone)) == MARKS[name].get(mark)


TRAY = ("red O", "red X", "blue O", "blue X")


def test_what_is_left_to_drop_is_told():
    for game, p, _, _ in walks("shapes-four", {}):
        board = game.ask("board", p)
        counts = {label.x: label.text for label in board.labels if label.y > 6}
        told = [int(count) for count in re.findall(r"(\d+) [OX]", game.show(p).splitlines()[-1])]
        trays = [cell for name in TRAY for cell in board.cells if cell.name == name]
        assert [int(counts[min(x for x in counts if x > cell.x)]) for cell in trays] == told
        assert {cell.name for cell, count in zip(trays, told) if count} == set(TRAY) & set(looks(board))


def test_colours_of_the_shapes_are_told_apart_without_colour():
    written = {
        (piece.tone, piece.text)
        for _, p, _, _ in walks("shapes-four", {})
        for piece in load("shapes-four").ask("board", p).pieces
    }
    assert written == {("red", "R"), ("blue", "B")}


def test_any_hole_of_a_column_means_its_lowest_empty_one():
    for game, p, _, _ in walks("connect-four", {}):
        board, rows = game.ask("board", p), game.write(p).split("/")[::-1]
        groups = {cell.name: cell.group for cell in board.cells}
        assert len(set(groups.values())) == 7
        for column, (cell,) in board.moves.items():
            height = sum(row[column] != "." for row in rows)
            assert cell == f"{column + 1}.{height + 1}"
            assert [name for name in groups if groups[name] == groups[cell]] == [
                f"{column + 1}.{row + 1}" for row in range(6)
            ]


@pytest.mark.parametrize(("name", "parameters"), [each for each in SETTINGS if each[0] == "kalah"], ids=str)
def test_pits_hold_what_the_text_says(name, parameters):
    for game, p, _, _ in walks(name, parameters):
        south, north, player = game.write(p).split()
        board = game.ask("board", p)
        held = {piece.cell: piece.text for piece in board.pieces}
        for side, text in (("south", south), ("north", north)):
            *houses, store = text.split(",")
            assert [held.pop(f"{side} {i + 1}") for i in range(len(houses))] == houses
            assert held.pop(f"{side} store") == store
        assert held == {}
        at = {cell.name: cell for cell in board.cells}
        assert all(at[f"south {i}"].x == at[f"north {len(houses) + 1 - i}"].x for i in range(1, len(houses) + 1))
        assert all(cells[0].startswith(("south", "north")[int(player)]) for cells in board.moves.values())


@pytest.mark.parametrize(("name", "parameters"), [each for each in SETTINGS if each[0] == "nim"], ids=str)
def test_heaps_have_as_many_sticks_as_the_text_says(name, parameters):
    for game, p, _, _ in walks(name, parameters):
        sizes = [int(size) for size in game.write(p).split()[0].split(",")]
        sticks = [piece.cell[0] for piece in game.ask("board", p).pieces]
        assert [sticks.count(chr(97 + heap)) for heap in range(len(sizes))] == sizes


@pytest.mark.parametrize(("name", "parameters"), [each for each in SETTINGS if each[0] == "dots-and-boxes"], ids=str)
def test_lines_and_boxes_are_those_of_the_text(name, parameters):
    for game, p, _, _ in walks(name, parameters):
        lines = game.write(p).split()[0].split("/")
        board = game.ask("board", p)
        at, found = {}, looks(board)
        for cell in board.cells:  # twice the coordinates are whole: dots are even, edges and boxes lie between
            at[2 * cell.x, 2 * cell.y] = cell.name
        for row, line in enumerate(lines):
            for place, mark in enumerate(line):
                piece = found.get(at[(2 * place + 1, row) if row % 2 == 0 else (place, row)])
                assert (piece.text or piece.shape if piece else ".") == {"-": "bar", "|": "bar"}.get(mark, mark)
        assert len(at) == sum(map(len, lines))


def test_hex_cells_touch_six_others():
    board = load("hex", size=5).ask("board", load("hex", size=5).start())
    for column, row in ((1, 1), (2, 3)):
        middle = next(cell for cell in board.cells if cell.name == f"{chr(97 + column)}{row + 1}")
        near = {cell.name for cell in board.cells if 0 < (cell.x - middle.x) ** 2 + (cell.y - middle.y) ** 2 < 1.01}
        steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
        assert near == {f"{chr(97 + column + right)}{row + down + 1}" for right, down in steps}


WINS = [
    ("tic-tac-toe", "5 1 3 2 7", "3 5 7"),
    ("tic-tac-toe:size=4,connect=3", "1 5 2 6 3", "1 2 3"),
    ("connect-four", "4 4 3 3 5 5 2", "2.1 3.1 4.1 5.1"),
    ("connect-four", "1 2 1 2 1 2 1", "1.1 1.2 1.3 1.4"),
    ("shapes-four", "1o 7x 2o 6x 3o 5x 4o", "1.1 2.1 3.1 4.1"),
    ("gomoku:size=9", "A1 A2 B1 B2 C1 C2 D1 D2 E1", "A1 B1 C1 D1 E1"),
    ("three-mens-morris", "5 1 4 2 6", "4 5 6"),
    ("hex:size=3", "b1 a1 b2 a2 b3", "b1 b2 b3"),
    ("hex:size=3", "a1 a2 b1 b2 c1 c2", "a2 b2 c2"),
]


@pytest.mark.parametrize(("spec", "moves", "cells"), WINS)
def test_what_decides_the_game_is_marked(spec, moves, cells):
    state = load(spec).begin(moves)
    assert "wins" in state.result
    assert sorted(state.board.winning) == cells.split()
    assert {cell["name"] for cell in state.board.to_json()["cells"] if cell["win"] is not None} == set(cells.split())
    assert state.board.svg().count('class="win"') == 2 * len(cells.split())
    before = state.at(len(state.played) - 1).board
    assert not before.winning
    assert 'class="win"' not in before.svg()


def test_men_that_are_too_few_or_stuck_are_marked():
    game = load("nine-mens-morris")
    few = game.read("W.W/.../.../....../.../.../BBB W 0 0")
    assert sorted(game.board(few).winning) == ["a7", "g7"]
    stuck = game.read("WBW/.../.../B....B/.../.../WBW W 0 0")
    assert sorted(game.board(stuck).winning) == ["a1", "a7", "g1", "g7"]
    assert not game.board(stuck._replace(mine=stuck.theirs, theirs=stuck.mine, player=1)).winning


def test_a_grid_begins_at_a1_below_on_the_left_or_above():
    assert [cell[:3] for cell in grid(2, 2)] == [("a1", 0, 1), ("b1", 1, 1), ("a2", 0, 0), ("b2", 1, 0)]
    assert [cell[:3] for cell in grid(1, 2, down=True)] == [("a1", 0, 0), ("a2", 0, 1)]
    assert [cell.tone for cell in grid(2, 2, tones=("dark", "light"))] == ["dark", "light", "light", "dark"]
    assert [label.text for label in coordinates(2, 2)] == ["a", "b", "1", "2"]
    assert [label.y for label in coordinates(1, 2)] == [1.7, 1, 0]
    assert [label.y for label in coordinates(1, 2, down=True)] == [-0.7, 0, 1]
    assert [cell[:3] for cell in rack(1, 2)] == [("1.1", 0, 1), ("1.2", 0, 0)]


ONE = [Cell("a1", 0, 0)]


@pytest.mark.parametrize(("board", "words"), [
    (Board([]), "at least one cell"),
    (Board(None), "the cells must be a list, got None"),
    (Board(["a1"]), "the cells must be of Cell, got 'a1'"),
    (Board([("a1", 0, 0)]), "the cells must be of Cell"),
    (Board([*ONE, Cell("a1", 1, 0)]), "two cells of a board have the same name"),
    (Board([Cell(f"{i}", i % 30, i // 30) for i in range(MOST_CELLS + 1)]), f"at most {MOST_CELLS} cells, not {MOST_CELLS + 1}"),
    (Board([Cell("a1", 0, 0, "oval")]), "the shape of a cell must be one of .*square.*, got 'oval'"),
    (Board([Cell("a1", 0, 0, tone="#ff0000")]), "the tone must be one of .*, got '#ff0000'"),
    (Board([Cell("a1", float("nan"), 0)]), "x must be a number within ±1000, got nan"),
    (Board([Cell("a1", 0, float("inf"))]), "y must be a number"),
    (Board([Cell("a1", 0, 0)], winning=["b1"]), "the winning cell must be one of a1, got 'b1'"),
    (Board([Cell("a1", 0, 0)], winning="a1"), "the winning cells must be a list of names, got 'a1'"),
    (Board([Cell("a1", "0", 0)]), "x must be a number within ±1000, got '0'"),
    (Board([Cell("a1", 0, 0, width=0)]), "the width and height of a cell must be above 0, got 0"),
    (Board([Cell("a" * (MOST_TEXT + 1), 0, 0)]), f"name must be text of at most {MOST_TEXT} characters"),
    (Board([Cell(7, 0, 0)]), "name must be text"),
    (Board(ONE, [Piece("b9", "disc")]), "the cell of a piece must be one of a1, got 'b9'"),
    (Board(ONE, [Piece("a1", "<script>")]), "the shape of a piece must be one of .*, got '<script>'"),
    (Board(ONE, [Piece("a1", "disc", "pink")]), "the tone must be one of"),
    (Board(ONE, [Piece("a1", "disc", text=4)]), "text must be text of at most 200 characters, got 4"),
    (Board(ONE, [Piece("a1", ["disc"])]), "shape must be text"),
    (Board(ONE, [Piece("a1", "die", text="7")]), "the text of a die must be one of 1, 2, 3, 4, 5, 6, got '7'"),
    (Board(ONE, [Piece("a1", "die")]), "the text of a die must be one of 1, 2, 3, 4, 5, 6, got ''"),
    (Board(ONE, [Piece("a1", "eater", text="north")]), "the text of an eater must be one of down, left, right, up, got 'north'"),
    (Board(ONE, [Piece("a1", "disc", size=0)]), "the size of a piece must be above 0, got 0"),
    (Board(ONE, [Piece("a1", "disc", y=float("nan"))]), "y must be a number within ±1000, got nan"),
    (Board(ONE, [Piece("a1", "disc")] * (MOST_PIECES + 1)), "at most 2000 pieces"),
    (Board(ONE, labels=[Label(0, 0, "x")] * (MOST_LABELS + 1)), "at most 200 labels"),
    (Board(ONE, labels=[Label(0, None, "x")]), "y must be a number"),
    (Board(ONE, moves=[("a1",)]), "the moves must be a dict"),
    (Board(ONE, moves={0: "a1"}), "the cells of a move must be a list of names, got 'a1'"),
    (Board(ONE, moves={0: ("b9",)}), "the cell of a move must be one of a1, got 'b9'"),
    (Board(ONE, moves={0: ([],)}), "the cell of a move must be one of a1"),
    (Board(ONE, lines=[Line([])]), "a line has 1 to 200 points"),
    (Board(ONE, lines=[Line([(0, 0)] * (MOST_POINTS + 1))]), "a line has 1 to 200 points"),
    (Board(ONE, lines=[Line([(0, float("nan"))])]), "a line has 1 to 200 points"),
    (Board(ONE, lines=[Line([(0, 0, 0)])]), "a line has 1 to 200 points"),
    (Board(ONE, lines=[Line([(0, 0)], width=-1)]), "the width of a line must be above 0, got -1"),
    (Board(ONE, lines=[Line([(0, 0)], "pink")]), "the tone must be one of"),
    (Board(ONE, lines=[Line([(0, 0)])] * (MOST_LINES + 1)), "at most 200 lines"),
    (Board(ONE, players="red"), "the players must be a list of tones, got 'red'"),
    (Board(ONE, players=("pink",)), "the tone of a player must be one of"),
    (Board(ONE, ground="url(x)"), "the ground must be one of felt, maze, paper, plain, rack, wood, got 'url"),
])  # fmt: skip
def test_what_cannot_be_drawn_is_refused(board, words):
    for draw in (board.to_json, board.svg):
        with pytest.raises(GameError, match=words):
            draw()


def test_the_limits_themselves_can_be_drawn():
    cells = [Cell(f"{i}", i % 30, i // 30) for i in range(MOST_CELLS)]
    board = Board(
        cells,
        [Piece("0", "disc", text="x" * MOST_TEXT)] * MOST_PIECES,
        lines=[Line([(0, 0)] * MOST_POINTS)] * MOST_LINES,
    )
    assert len(board.to_json()["pieces"]) == MOST_PIECES


def test_the_page_about_boards_lists_all_of_them():
    text = (DOCS / "boards.md").read_text()
    rows = dict(re.findall(r"^\| ([a-z ]+) \| (`.*) \|$", text, flags=re.MULTILINE))
    listed = {what: tuple(re.findall(r"`([a-z]+(?:-(?:up|down|\d+))?)`", row)) for what, row in rows.items()}
    assert listed == {
        "grounds": GROUNDS,
        "shapes of cells": CELL_SHAPES,
        "shapes of pieces": PIECE_SHAPES,
        "tones": TONES,
    }
