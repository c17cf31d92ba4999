"""Scores in words: a win where something is won, an amount where amounts count, a value where there are only values."""

import pytest

from kibitz import analyze, load
from kibitz.errors import GameError
from kibitz.interface.cli.tree_text import plain
from kibitz.interface.cli.watch import thought
from kibitz.score import EQUAL, NO_OPINION, VALUE, describe
from kibitz.search.explain.picture import picture
from kibitz.search.explain.svg import svg
from kibitz.search.explain.trace import trace

LESSON = "((3 12 8) (2 4 6) (14 5 2))"

# What is said, of: score, proven, distance, objective, counted_in.
SAID = {
    "+35": (35, None, None, "win", None),
    "+0.25, exact": (0.25, "exact", None, "win", None),
    "wins in 5": (1, "win", 5, "win", None),
    "loses in 3": (1, "loss", 3, "win", None),  # winners get 3, losers 1
    "loses in 4": (0, "loss", 4, "win", None),  # winners get 1, losers 0
    "draws in 6": (0.5, "draw", 6, "win", None),
    "the game is over: lost": (-1, "loss", 0, "win", None),
    "+18, wins in 7": (18, "win", 7, "score", None),
    "-2, loses in 40": (-2, "loss", 40, "score", None),
    "value 1, loses in 3": (1, "loss", 3, "score", None),
    "+2 discs, wins in 12": (2, "win", 12, "score", "discs"),
    "-1 box, loses": (-1, "loss", None, "score", "boxes"),
    "+7": (7, None, None, "score", "discs"),  # a guess is not an amount
    "value 3": (3, "win", 2, "score", VALUE),
    "value -2": (-2, "loss", 2, "score", VALUE),
    "value 1.5": (1.5, "exact", None, "score", VALUE),
    "value 0 at this depth": (0, None, None, "score", VALUE),
    "unknown": (None, None, None, "win", None),
}


@pytest.mark.parametrize("said", SAID)
def test_scores_in_words(said):
    assert describe(*SAID[said]) == said


PAWNS = ("pawns", 100)
# What is said of evaluations, of: score, proven, unit, what 0 means.
EVALUATED = {
    "+0.35 pawns": (35, None, PAWNS, EQUAL),
    "-12.00 pawns": (-1200, None, PAWNS, EQUAL),
    "-0.05 pawns": (-5, None, PAWNS, EQUAL),
    "0.00, equal": (0, None, PAWNS, EQUAL),
    "wins": (1, "win", PAWNS, EQUAL),  # no evaluation
    "0, no opinion yet": (0, None, None, NO_OPINION),
    "+1": (1, None, None, NO_OPINION),
    "draws": (0, "draw", None, NO_OPINION),
}


@pytest.mark.parametrize("said", EVALUATED)
def test_evaluations_have_their_unit_and_zero_its_meaning(said):
    score, proven, unit, level = EVALUATED[said]
    assert describe(score, proven, None, evaluated_in=unit, level=level) == said


def test_a_zero_means_what_the_game_can_say():
    assert load("nim").say(0, None, None) == "0, no opinion yet"
    assert load("othello").say(0, None, None) == "0, equal"
    assert load("yahtzee").say(0, None, None) == "0"  # there is nobody to be equal with
    assert load("nim").say_mean(0, None, None) == "0"  # as many wins as losses


def test_chess_is_counted_in_pawns_for_people_alone():
    result = analyze("chess", position="6k1/5pp1/7p/8/8/8/5PPP/3Q2K1 w - - 0 1", depth=1, compiled=False)
    points = result.score
    assert points > 300
    assert result.describe() == f"+{points / 100:.2f} pawns"
    assert result.to_json()["score"] == points
    mate = analyze("chess", position="6k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1", depth=2, compiled=False, lines=2)
    assert mate.moves_text(1).split() == ["Qd8#", "1"]


def test_a_tree_has_a_value_everywhere():

    game = load(LESSON)
    found = trace(game, "alpha-beta", depth=2)
    assert found.result.describe() == found.result.headline() == "value 3"
    assert found.result.to_json()["proven"] == "win"  # fields stay as they are
    chosen = picture(found)
    for shown in (plain(chosen), svg(chosen), thought(found.result)):
        assert "value 3" in shown
        assert "wins" not in shown
    assert game.begin("a a").result == "value 3"
    both_gain = load(
        "tree", text='{"root": "r", "nodes": {"r": {"player": 0, "moves": {"a": "s"}}, "s": {"value": [1, 3]}}}'
    )
    assert both_gain.begin("a").result == "player 0 gets 1, player 1 gets 3"


# The end of a game in words, and its moves.
ENDS = {
    "X wins": ("connect-four", "4 1 4 1 4 1 4"),
    "north wins by 2 stones": ("kalah:houses=1,stones=2", None),
    "blue B wins by 1 box": ("dots-and-boxes:columns=1,rows=1", None),
    "black wins by 13 discs": ("othello", "f5 d6 c5 f4 e7 f6 g5 e6 e3"),
}


def played_out(game):
    state = game.begin()
    while not state.over:
        state.play(state.moves()[0])
    return state


@pytest.mark.parametrize("said", ENDS)
def test_amounts_are_named_only_where_the_game_counts_them(said):
    spec, moves = ENDS[said]
    game = load(spec)
    assert (game.begin(moves) if moves else played_out(game)).result == said


def test_connect_fours_scale_is_not_an_amount():
    game = load("connect-four")
    result = analyze(game, "alpha-beta", position=game.begin("4 1 4 1 4 2").position, depth=1, compiled=False)
    assert result.describe() == "+18"
    assert game.say(18, "win", 1) == "+18, wins in 1"


def test_the_engine_tells_what_is_won_whatever_the_utilities_are(tmp_path):
    """A game of sticks where a loser gets 1 and a winner 3."""
    file = tmp_path / "sticks.py"
    file.write_text(
        "def start(): return (3, 0)\n"
        "def turn(p): return p[1]\n"
        "def moves(p): yield from range(1, min(2, p[0]) + 1)\n"
        "def play(p, move): return (p[0] - move, 1 - p[1])\n"
        "def utility(p, player): return 1 if player == p[1] else 3\n"
    )
    game = load(str(file))
    assert analyze(game, depth=5, compiled=False).describe() == "loses in 2"
    assert analyze(game, position=(2, 0), depth=5, compiled=False).describe() == "wins in 1"
    from kibitz.interface.web.thinking import score_text

    result = analyze(game, depth=5, compiled=False, lines=2)
    assert {score_text(game, move) for move in result.moves} == {"loses in 2"}


@pytest.mark.parametrize(
    ("constants", "message"),
    [
        ({"counted_in": 3, "objective": "score"}, 'counted_in must name a unit, such as "points", got 3'),
        ({"counted_in": "discs"}, 'a game counted in discs is about amounts; write: objective = "score"'),
        ({"evaluated_in": "pawns"}, 'evaluated_in must name a unit and its points, such as ("pawns", 100), got'),
        ({"evaluated_in": ("pawns", 0)}, 'evaluated_in must name a unit and its points, such as ("pawns", 100), got'),
        ({"how_to_play": 3}, "how_to_play must be text for the people who play, got 3"),
        ({"win_scale": -1}, "win_scale must be a number of at least 0, got -1"),
        ({"win_scale": True}, "win_scale must be a number of at least 0, got True"),
    ],
)
def test_constants_that_make_no_sense_are_refused(constants, message):
    nim = load("nim")
    with pytest.raises(GameError) as error:
        nim.with_rules(**constants)
    assert message in str(error.value)
