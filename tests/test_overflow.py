"""Numbers beyond 64 bits: compiled rules never continue with a wrong one, and what is cut off harmlessly is no error."""

import pytest

from kibitz import GameError, analyze, check, load
from tests.test_check import GOOD

RULES = """
from kibitz.bits import signed
LARGE = 1 << 62
def start(): return (4, {a}, {b})
def turn(p): return 0
def moves(p):
    if p[0]: yield 1
def play(p, n): return (p[0] - n, p[1], p[2])
def helper(a, b): return {expression}
def evaluate(p, player): return 1 if helper(p[1], p[2]) > 0 else -1
def utility(p, player): return evaluate(p, player)
players = 1
"""
LARGE = 1 << 62


def answers(write_game, expression, a, b):
    game = load(write_game(RULES.format(expression=expression, a=a, b=b)))
    return [analyze(game, "expectimax", depth=2, compiled=speed).score for speed in (False, True)]


@pytest.mark.parametrize(("expression", "a", "b"), [
    ("a + b", LARGE, LARGE), ("a - b", -LARGE - 2, LARGE), ("a * b", LARGE, -3), ("-a", -2 * LARGE, 0),
    ("a ** b", 10, 19), ("a << b", 1, 63), ("a << b", 3, 62), ("a << b", 1, 64), ("sum(x * b for x in (a, a))", LARGE, 4),
    ("a * b // 2", LARGE, 4), ("(a + b >> 1) & 7", LARGE, LARGE), ("(lambda x: x * b)(a)", LARGE, 4),
])  # fmt: skip
def test_what_overflows_raises(write_game, expression, a, b):
    with pytest.raises(GameError, match=r"does not fit in the 64 bits of compiled rules; mask it"):
        answers(write_game, expression, a, b)


@pytest.mark.parametrize(("expression", "a", "b"), [
    ("(a << 8) + 7 & 0xFFFF", LARGE + 5, 0), ("(a * 6364136223846793005 ^ b) & 0x7FFFFFFF", LARGE + 5, 9),
    ("signed(a | 1 << b)", 77, 63), ("a >> b", 5, 70), ("a >> b", -5, 700), ("a - b", LARGE, LARGE),
    ("a % b", -7, 3), ("a // b", -7, 2), ("a // b", 7, -2), ("a % b", 7, -3),
])  # fmt: skip
def test_what_is_cut_off_harmlessly_is_the_same_at_both_speeds(write_game, expression, a, b):
    plain, compiled = answers(write_game, expression, a, b)
    assert plain == compiled


FIELDS = GOOD.replace("Position(7, 0)", "Position(1 << 63, 0)").replace("p.left - n,", "p.left ^ n,")


@pytest.mark.parametrize(("start", "number"), [("1 << 63", 1 << 63), ("1 << 70", 1 << 70)])
def test_a_position_beyond_64_bits_is_one_clear_line(write_game, start, number):
    report = check(load(write_game(FIELDS.replace("1 << 63", start))), games=1, seconds=1)
    assert report.failures == []
    (told,) = [finding.sentence() for finding in report.findings if finding.promise == "compile"]
    assert f"a position (field left) holds the number {number}, which does not fit in 64 bits" in told


def test_rules_that_run_plain_may_have_any_ints(write_game):
    text = GOOD.replace(
        "def utility", "def evaluate(p, player): return len(str(1 << 99)) * (1 - 2 * player)\ndef utility"
    )
    report = check(load(write_game(text)), games=3)
    assert report.failures == []
    assert not report.compiled
