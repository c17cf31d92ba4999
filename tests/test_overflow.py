"""Rules tried in 64 bits without being compiled: what overflows is named, what is cut off harmlessly is not."""

import numpy as np
import pytest

from kibitz import check, load
from kibitz.bits import each, lowest
from kibitz.checker.overflow import Machine64, Overflow, Twins
from kibitz.compiler.compile import compile_search
from kibitz.search.perft import leaf_counter
from tests.test_check import GOOD

LARGE = 1 << 62


def tried(function, *arguments):
    """Return what a function gives when its ints have 64 bits, or what is told of its overflow."""
    try:
        return Twins([function]).of(function)(*arguments)
    except Overflow as overflow:
        return str(overflow)


def add(a, b):
    return a + b > 0


def into(a, b):
    a *= b
    return a > 0


def negated(a, b):
    return -a > b


def power(a, b):
    return a**b > 0


def in_a_loop(a, b):
    return sum(x * b for x in (a, a)) > 0


def called(a, b):
    return add(a, b)


def divided(a, b):
    return range(a * b // 2)


@pytest.mark.parametrize(
    ("function", "arguments", "told"),
    [
        (add, (LARGE, LARGE), "`add` (test_overflow.py, line 25: return a + b > 0) computes 4611686018427387904 + "
         "4611686018427387904 = 9223372036854775808; compiled ints have 64 bits"),
        (into, (LARGE, -3), "line 29: a *= b) computes 4611686018427387904 * -3 = -13835058055282163712;"),
        (negated, (-2 * LARGE, 0), "computes -(-9223372036854775808) = 9223372036854775808;"),
        (power, (10, 19), "computes 10 ** 19 = 10000000000000000000;"),
        (power, (10, 1900), "computes 10 ** 1900 = a number of 6312 bits;"),
        (in_a_loop, (LARGE, 4), "computes 4611686018427387904 * 4 ="),
        (called, (LARGE, LARGE), "`add` (test_overflow.py, line 25"),
        (divided, (LARGE, 4), "computes 4611686018427387904 * 4 ="),
        (lambda a, b: a * b == 0, (LARGE, 4), "`<lambda>` (test_overflow.py, line "),
        (lambda a, b: (a << b) + 1, (1, 64), "shifts 1 by 64; in compiled code a shift must be below 64"),
        (lambda a, b: a + b >> 1, (LARGE, LARGE), "computes 4611686018427387904 + 4611686018427387904 ="),
        (lambda a, b: a >> b, (5, 70), "shifts 5 by 70; in compiled code a shift must be below 64"),
    ],
)  # fmt: skip
def test_what_overflows_is_named(function, arguments, told):
    assert function(*arguments) is not None  # in Python there is no end of an int
    assert told in tried(function, *arguments)


def masked(a, b):
    return (a << 8) + 7 & 0xFFFF


def hashed(a, b):
    return (a * 6364136223846793005 ^ b) & 0x7FFFFFFF


def sign(a, b):
    word = a | 1 << b
    return word & LARGE - 1 | -(word >> 63 & 1) << 63


def squares(a, b):
    return sum(each(a << b))


def corner(a, b):
    return lowest(a)


def unsigned(a, b):
    return int(np.uint64(a) * np.uint64(b) >> np.uint64(3))


def tables(a, b):
    table = np.array([a, b])
    table += 1
    return int(table[a % 2])


def empty(a, b):
    return a << b != 0


@pytest.mark.parametrize(
    ("function", "arguments"),
    [(masked, (LARGE + 5, 0)), (hashed, (LARGE + 5, 9)), (sign, (77, 63)), (squares, (5, 61)), (corner, (-2 * LARGE, 0)), (unsigned, (LARGE, 7)),
     (tables, (4, 5)), (empty, (3, 63))],
)  # fmt: skip
@pytest.mark.filterwarnings("ignore:overflow")
def test_what_is_cut_off_harmlessly_is_no_finding(function, arguments):
    assert tried(function, *arguments) == function(*arguments)


def test_functions_are_found_in_closures_and_modules(tmp_path, monkeypatch):
    (tmp_path / "beside.py").write_text("def twice(a): return 2 * a\n")
    monkeypatch.syspath_prepend(tmp_path)
    import beside

    def closure(a):
        return add(a, a)

    def module(a):
        return beside.twice(a) > 0

    for function in (closure, module):
        assert "9223372036854775808; compiled ints have 64 bits" in tried(function, LARGE)
    assert beside.twice(LARGE) == 2 * LARGE  # the originals stay as they are


@pytest.mark.parametrize("spec", ["othello", "breakthrough", "chess", "hex:size=7", "shapes-four", "dots-and-boxes"])
def test_built_in_games_fit_64_bits(spec):
    game = load(spec)
    machine, p = Machine64(game), game.rules.start()
    for ply in range(12):
        legal = game.moves(p)
        machine.try_all(p, legal)
        if not legal:
            break
        p = game.rules.play(p, legal[ply % len(legal)])
    assert machine.unseen == []


FIELDS = GOOD.replace("Position(7, 0)", "Position(1 << 63, 0)").replace("p.left - n,", "p.left ^ n,")


def test_bit_63_in_a_position_is_one_clear_line(write_game):
    report = check(load(write_game(FIELDS)), games=1, seconds=1)
    assert report.failures == []
    (told,) = [finding.sentence() for finding in report.findings if finding.promise == "compile"]
    assert "a position (field left) holds the number 9223372036854775808, which does not fit in 64 bits" in told


def test_a_start_beyond_64_bits_runs_plain(write_game):
    report = check(load(write_game(FIELDS.replace("1 << 63", "1 << 70"))), games=1, seconds=1)
    assert report.failures == []
    assert any(
        "holds the number 1180591620717411303424, which does not fit in 64 bits" in found.text
        for found in report.findings
    )


def test_rules_that_run_plain_may_have_any_ints(write_game):
    text = GOOD.replace(
        "def utility", "def evaluate(p, player): return len(str(1 << 99)) * (1 - 2 * player)\ndef utility"
    )
    report = check(load(write_game(text)), games=3)
    assert report.failures == []
    assert not report.compiled


def test_compiled_code_is_what_overflow_is_about(write_game):
    """A count that is wrong when compiled is what the check finds in Python."""
    text = GOOD.replace("if n <= p.left:", "if n << 62 <= p.left << 62:")
    game = load(write_game(text))
    machine = compile_search(leaf_counter, game)
    from kibitz.search.perft import counting_desk

    assert machine(game.rules.start(), 0, 1, counting_desk(game, 1, True)) != len(game.moves(game.rules.start()))
    with pytest.raises(Overflow, match="`moves`.*computes 7 << 62"):
        Machine64(game).try_all(game.rules.start(), game.moves(game.rules.start()))
