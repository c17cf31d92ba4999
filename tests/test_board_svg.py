"""Pictures of boards: every part can be drawn, text stays text, and one small board is drawn exactly so."""

import json
import re
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kibitz import GameError, load
from kibitz.board import CELL_SHAPES, GROUNDS, PIECE_SHAPES, TEXTS, TONES, Board, Cell, Label, Line, Piece
from kibitz.board.palette import DARK, LIGHT, PIECE_COLOURS, VARIABLES, style_sheet
from kibitz.loader import built_in_names

GOLDEN = Path(__file__).parent / "data" / "board.svg"
LARGE_TEXT = 4.5  # the contrast that text needs
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert(1)</script> \"'&amp; ]]> --> \x00\x0b\ud800 var(--red)"
SHOWN = "<script>alert(1)</script> \"'&amp; ]]> --> \ufffd\ufffd\ufffd var(--red)"


def fragments(board):
    """The pieces of markup that a page inserts."""
    told = json.loads(json.dumps(board.to_json()))
    return [told["under"], told["over"], told["shine"], *told["drawings"]]


def parsed(markup):
    return ElementTree.fromstring(markup)


def words(picture):
    return [element.text for element in picture.iter(f"{SVG}text")]


@pytest.mark.parametrize("ground", GROUNDS)
def test_every_cell_and_piece_in_every_tone_is_well_formed(ground):
    places = list(product(range(len(CELL_SHAPES)), range(len(TONES))))
    cells = [Cell(f"{x} {y}", x, y, CELL_SHAPES[x], TONES[y], 1 + 0.1 * x, 1) for x, y in places]
    pieces = [
        Piece(cell.name, shape, tone, text, x=0.1, y=-0.2, size=0.5)
        for cell, (shape, tone) in zip(cells * 10, product(PIECE_SHAPES, TONES))
        for text in TEXTS.get(shape, ("", "7"))
    ]
    assert {(piece.shape, piece.tone) for piece in pieces} == set(product(PIECE_SHAPES, TONES))
    lines = [Line([(0, i), (3, i)], tone) for i, tone in enumerate(TONES)]
    board = Board(cells, pieces, [Label(0, -1, "top")], lines=lines, ground=ground)
    for flip, dark in product((False, True), repeat=2):
        picture = board.svg(flip=flip, dark=dark, marks=[cell.name for cell in cells])
        drawn = parsed(picture)
        assert drawn.tag == f"{SVG}svg"
        assert {"viewBox", "width", "height"} <= set(drawn.keys())
        assert "var(" not in picture  # few programs but browsers know it
    for markup in fragments(board):
        parsed(f"<g>{markup}</g>")


def test_every_game_has_a_picture():
    for name in built_in_names():
        game = load(name)
        if game.rules.board:
            assert parsed(game.board(game.start())._repr_svg_()).tag == f"{SVG}svg"


def test_all_colours_are_known():
    assert LIGHT.keys() == DARK.keys() == VARIABLES.keys()
    assert set(PIECE_COLOURS) == set(TONES)
    assert {colour for colours in PIECE_COLOURS.values() for colour in colours} <= LIGHT.keys()
    sheet = style_sheet()
    for tone in TONES:
        assert f".tone-{tone} {{ --body: " in sheet
    used = set()
    for name in built_in_names():
        game = load(name)
        if game.rules.board:
            used |= set(re.findall(r"var\(--([\w-]+)\)", "".join(fragments(game.board(game.start())))))
    assert used <= LIGHT.keys()
    assert all(f"--{name}: " in sheet for name in LIGHT)


@pytest.mark.parametrize("shape", [shape for shape in PIECE_SHAPES if shape not in (*TEXTS, "bar", "pellet", "pill")])
def test_text_stays_text(shape):
    board = Board([Cell(HOSTILE, 0, 0)], [Piece(HOSTILE, shape, "first", HOSTILE, HOSTILE)], [Label(0, 1, HOSTILE)])
    assert words(parsed(board.svg(marks=[HOSTILE]))) == [SHOWN, SHOWN]
    for markup in (board.svg(), *fragments(board)):
        assert "<script" not in markup
        assert not re.search(r"\son\w+=", markup)
        assert not re.search("foreignObject|href|style=", markup)


def test_a_small_board_is_drawn_exactly_so():
    """Write the file again by `python -m tests.test_board_svg` after a change that is meant."""
    assert small().svg(marks=["b1"]) == GOLDEN.read_text().rstrip("\n")


def small():
    cells = [Cell("a1", 0, 0, tone="dark"), Cell("b1", 1, 0, tone="light")]
    return Board(
        cells, [Piece("b1", "disc", "red", "R")], [Label(0, 0.7, "a")], lines=[Line([(0, 0), (1, 0)])], ground="wood"
    )


def test_a_turned_board_holds_the_same_at_opposite_places():
    def places(picture):
        found = re.findall(r"translate\(([-.\d]+) ([-.\d]+)\)", picture)
        return [(float(x), float(y)) for x, y in found]

    straight, turned = small().svg(), small().svg(flip=True)
    assert places(turned) == [(-x, -y) for x, y in places(straight)]
    left, top, width, height = map(float, parsed(straight).get("viewBox").split())
    expected = (-left - width, -top - height, width, height)
    assert tuple(map(float, parsed(turned).get("viewBox").split())) == pytest.approx(expected)


def test_what_is_not_symmetric_turns_with_the_board():
    cells = [Cell("a", 0, 0, "point-up", height=5), Cell("b", 2, 0)]
    pieces = [Piece("a", "disc", y=2), Piece("b", "eater", text="left", x=0.25), Piece("b", "die", text="3")]
    board = Board(cells, pieces)
    straight, turned = board.svg(), board.svg(flip=True)
    for there, here in (
        ('<g transform="translate(0 0)rotate(180)"><polygon', '<g transform="translate(0 0)"><polygon'),
        ('<g transform="translate(0 -2)"><g class="shape-disc"', '<g transform="translate(0 2)"><g class="shape-disc"'),
        ('(-2.25 0)rotate(180)"><g class="shape-eater"', '(2.25 0)"><g class="shape-eater"'),
        ('(-2 0)"><g class="shape-die"', '(2 0)"><g class="shape-die"'),
    ):
        assert there in turned
        assert here in straight


def test_walls_of_a_maze_join():
    def path(*places):
        board = Board([Cell(f"{x} {y}", x, y, "wall") for x, y in places], ground="maze")
        return [element.get("d") for element in parsed(board.svg()).iter(f"{SVG}path")]

    assert path((0, 0)) == ["M0 0h0"] * 2
    assert path((0, 0), (1, 0), (3, 0)) == ["M0 0h1M1 0h0M3 0h0"] * 2
    assert path((0, 0), (1, 0), (0, 1), (1, 1))[1] == "M0 0h1v1h-1Z"


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_numbers_on_tiles_can_be_read(palette):
    for tone in (tone for tone in TONES if tone.startswith("heat-")):
        body, _, mark = (palette[name] for name in PIECE_COLOURS[tone])
        dim, bright = sorted(light([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) for colour in (body, mark))
        assert (bright + 0.05) / (dim + 0.05) >= LARGE_TEXT, (tone, body, mark)


def light(colour):
    """How bright a colour is, from 0 to 1."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (each / 255 for each in colour)
    ]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear))


def test_size_and_marks():
    wide, narrow = (float(parsed(small().svg(size=size)).get("width")) for size in (100, 10))
    assert wide == pytest.approx(10 * narrow)
    assert [picture.count('class="glow"') for picture in (small().svg(), small().svg(marks=["a1"]))] == [0, 1]
    maze = Board([Cell("a1", 0, 0)], ground="maze").svg(marks=["a1"])  # light would hide what is in it
    assert LIGHT["last"] in small().svg(marks=["a1"])
    assert LIGHT["last"] not in maze
    with pytest.raises(GameError, match="the marked cell must be one of a1, b1, got 'c1'"):
        small().svg(marks=["c1"])
    with pytest.raises(GameError, match="the size must be above 0, got 0"):
        small().svg(size=0)


def test_a_label_may_say_something_else_on_a_board_that_is_turned():
    board = Board([Cell("a1", 0, 0)], labels=[Label(0, 1, "1", "24"), Label(1, 1, "x")])
    assert [words(parsed(board.svg(flip=flip))) for flip in (False, True)] == [["1", "x"], ["24", "x"]]
    told = board.to_json()
    turned = [told["drawings"][label["turned_drawing"]] for label in told["labels"]]
    assert [">24<" in turned[0], ">x<" in turned[1]] == [True, True]


def test_drawings_that_are_the_same_are_sent_once():
    game = load("chess")
    told = game.board(game.start()).to_json()
    assert len(told["drawings"]) < 40  # 12 pieces, 2 squares, 16 labels, and no edge
    assert {piece["drawing"] for piece in told["pieces"] if piece["name"] == "white pawn"} == {
        told["pieces"][[piece["name"] for piece in told["pieces"]].index("white pawn")]["drawing"]
    }


if __name__ == "__main__":
    GOLDEN.write_text(small().svg(marks=["b1"]) + "\n")
