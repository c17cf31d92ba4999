"""Values that are hard to read, hold, show or tell apart, and ways to spoil a text."""

from collections.abc import Sequence
from random import Random

NUMBERS = (
    *("0", "-1", "-0.0", "1e-320", "0.5", "nan", "-nan", "inf", "-inf", "1e400", "-1e400", "1e308", "", " ", "--", "٣"),
    *("½", "0x10", "1_000", "1,2", "1e3", "True", "None", "+5", "1.", ".5", "5e", "9" * 400, "0" * 300 + "1", "1 2"),
    *map(str, (2**31, 2**53, 2**53 + 1, 2**62, 2**63 - 1, 2**63, 2**64, 10**20, -(2**63), -(10**20))),
)
TEXTS = (
    *("", " ", "\t", "\n", "\x1b[31mred", "\x07", "\x9b2J", "\u202etxt", "\u2028", "é", "日本", "🎲", "\udcff"),
    *("a\x00b", "x" * 5000, "'", '"', "\\", "%s%n", "{}", "{0.__class__}", "$(id)", "../../..", "/", "/dev/null"),
    *("-", "--", "-h", "'" + "a" * 300 + "'", "\x1b" * 900, "(" * 3000, "()" * 50, "[" * 3000, "None", "nul", "con"),
    *("NaN", "=", ":", ","),
)


def number(choose: Random) -> str:
    """Return a number that is odd to read."""
    return choose.choice(NUMBERS)


def text(choose: Random) -> str:
    """Return a text that is odd to show."""
    return choose.choice(TEXTS) if choose.random() < 0.7 else junk(choose, choose.randint(1, 40))


def junk(choose: Random, length: int) -> str:
    """Return characters from everywhere, control characters among them."""
    ranges = ((0, 32), (32, 127), (127, 256), (0x2000, 0x2070), (0x1F300, 0x1F400))
    return "".join(chr(choose.randrange(*choose.choice(ranges))) for _ in range(length))


def argument(value: str) -> str:
    """Return a text as a system can pass it to a program: without null characters."""
    return value.replace("\x00", "")


def spoiled(choose: Random, whole: str) -> str:
    """Return a text with one thing wrong: cut, doubled, a character more, less or other."""
    at, end = sorted((choose.randint(0, len(whole)), choose.randint(0, len(whole))))
    return choose.choice(
        (
            whole[:at],
            whole[:at] + whole[end:],
            whole[:end] + whole[at:],
            whole[:at] + text(choose) + whole[at:],
            whole[:at] + number(choose) + whole[end:],
            whole[:at] + whole[at : at + 1].swapcase() + whole[at + 1 :],
            whole + whole,
            whole[::-1],
        )
    )


def some(choose: Random, items: Sequence[str], most: int) -> list[str]:
    """Return a few of the items, in any order."""
    return choose.sample(list(items), choose.randint(0, min(most, len(items))))
