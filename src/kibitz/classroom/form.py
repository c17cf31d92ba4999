"""The forms of answers: one form in JSON for each, and the text that people write instead.

    number     3                                     3   3.0   1/3   −3
    scores     [1, 5, 2]                             (1, 5, 2)   1 5 2          max-n: one for each player
    numbers    {"root": 3, "a": 2}                   root=3; a=2   root: 3, a: 2
    names      ["bb", "bc"]  in any order            bb, bc   bb bc   bb;bc     none is written as "none" or "-"
    sequence   ["aa", "ab"]  in this order           aa, ab   aa → ab
    windows    {"root": [null, null], "b": [3, null]}   root=(−∞, ∞); b=(3, inf)   null is an open edge
    choice     "b"                                   b

Laws. What `text` writes `read` reads; in JSON a number may also be such text; and every answer has a single form.
"""

import math
import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from kibitz.errors import OptionError, did_you_mean
from kibitz.search.explain.node import show

Answer: TypeAlias = Any
FORMS = ("number", "scores", "numbers", "names", "sequence", "windows", "choice")
MOST_NUMBER = 1e9
MOST_ITEMS = 2000
CLOSE = 0.005 + 1e-9
"""How far an answer may be from the right number: two decimals are enough."""
OPEN = ("∞", "+∞", "inf", "+inf", "infinity", "oo", "")
NONE = ("none", "-", "–", "—", "−", "[]", "nothing")
PLAIN = str.maketrans({"−": "-", "–": "-", "＋": "+"})
SEPARATORS = r"[,;\s]+"
ARROWS = r"(?:[,;\s>]|→|->)+"
NUMBER = re.compile(r"([+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15}))(?:/(\d{1,15}))?")
NAME = r"[^\s,;:=()\[\]{}]+"
PAIR = re.compile(rf"({NAME})\s*[=:]?\s*(\([^()]*\)|\[[^\[\]]*\])|({NAME})\s*[=:]\s*([^\s,;()]+)")
"""A name with what it has: b = 3, or b (3, inf)."""
DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d+(?![^\s,;]*\s*[=:]))")
"""A comma inside a number, not one before the next name: of a=2,5,b=3 the first."""


class Form(NamedTuple):
    """How an answer to a question is written."""

    form: str
    names: tuple[str, ...] = ()  # what an answer may name
    width: int = 1  # how many numbers a score has: one for each player in max-n


class Verdict(NamedTuple):
    """What is right and wrong in an answer; it does not say what is missing from it."""

    right: bool
    good: tuple[str, ...] = ()  # the parts that are right, by name
    wrong: tuple[str, ...] = ()


# Reading


def read(form: Form, text: str, has_commas: bool = False) -> Answer:
    """Return the answer that a text means; raise an error that says what is expected.

    has_commas: decimals are written with a comma. Where an answer lists numbers, a comma still stands between two.
    """
    text = text.strip()
    if has_commas and form.width == 1 and form.form in ("number", "numbers"):
        text = DECIMAL_COMMA.sub(".", text)
    if form.form in ("number", "scores", "choice"):
        return checked(form, text)
    if form.form in ("names", "sequence"):
        listed = [] if text.lower() in NONE else re.split(ARROWS if form.form == "sequence" else SEPARATORS, text)
        return checked(form, [name for name in listed if name])
    found = {one or two: inside or value for one, inside, two, value in PAIR.findall(text)}
    rest = PAIR.sub("", text)
    if not found or re.sub(SEPARATORS, "", rest):
        raise OptionError(f"expected {wanted(form)}, got {text!r:.60}")
    return checked(form, found)


def checked(form: Form, value: Any) -> Answer:
    """Return an answer given as JSON in its own form; raise an error that says what is expected."""
    try:
        return READERS[form.form](form, value)
    except (ValueError, TypeError, OverflowError, ZeroDivisionError):
        raise OptionError(f"expected {wanted(form)}, got {value!r:.60}") from None


def number(value: Any) -> int | float:
    """Return a number, given as one or as text such as 1/3."""
    if isinstance(value, str):
        parts = NUMBER.fullmatch(value.translate(PLAIN).replace(" ", ""))
        if parts is None:
            raise ValueError
        value = float(parts[1]) / int(parts[2] or 1)
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= MOST_NUMBER:
        raise ValueError
    return int(value) if float(value).is_integer() else float(value)


def edge(value: Any, sign: int) -> int | float | None:
    """Return an edge of a window; None if it is open."""
    if isinstance(value, str):
        plain = value.translate(PLAIN).strip().lower()
        if plain.lstrip("-") in OPEN:
            if plain and plain.startswith("-") != (sign < 0):
                raise ValueError
            return None
    if isinstance(value, float) and math.isinf(value) and value * sign > 0:
        return None
    return None if value is None else number(value)


def numbers_in(value: Any) -> list[Any]:
    """Return the items of a list, given as one or as text in brackets."""
    if isinstance(value, str):
        return re.split(r"\s*[,;]\s*|\s+", value.strip().strip("()[]").strip())
    if not isinstance(value, list | tuple):
        raise ValueError
    return list(value)


def read_score(form: Form, value: Any) -> Answer:
    """Return a score: a number, or one for each player."""
    if form.width == 1:
        return number(value)
    listed = [number(each) for each in numbers_in(value)]
    if len(listed) != form.width:
        raise ValueError
    return listed


def read_numbers(form: Form, value: Any) -> Answer:
    """Return a score for each name."""
    given = named(form, value)
    return {name: read_score(form, given[name]) for name in form.names if name in given and given[name] != ""}


def read_windows(form: Form, value: Any) -> Answer:
    """Return a window for each name."""
    given, found = named(form, value), {}
    for name in form.names:
        if name in given and given[name] is not None:
            pair = numbers_in(given[name])
            if len(pair) != 2:
                raise ValueError
            found[name] = [edge(pair[0], -1), edge(pair[1], 1)]
    return found


def named(form: Form, value: Any) -> dict[str, Any]:
    """Return a table whose names the question knows."""
    if not isinstance(value, dict):
        raise ValueError
    for name in value:
        known(form, name)
    return value


def read_names(form: Form, value: Any) -> Answer:
    """Return names in the order of the question, each once."""
    given = {known(form, name) for name in listed(value)}
    return [name for name in form.names if name in given]


def read_sequence(form: Form, value: Any) -> Answer:
    """Return names in the order given."""
    return [known(form, name) for name in listed(value)]


def read_choice(form: Form, value: Any) -> Answer:
    """Return one name."""
    if not isinstance(value, str):
        raise ValueError
    return known(form, value.strip())


def listed(value: Any) -> list[Any]:
    """Return a list that is not too long."""
    if not isinstance(value, list) or len(value) > MOST_ITEMS:
        raise ValueError
    return value


def known(form: Form, name: Any) -> str:
    """Return a name that the question knows; case does not matter where it is clear what is meant."""
    if not isinstance(name, str):
        raise ValueError
    if name in form.names:
        return name
    same = [each for each in form.names if each.lower() == name.lower()]
    if len(same) == 1:
        return same[0]
    few = ", ".join(form.names[:12]) + (", …" if len(form.names) > 12 else "")
    raise OptionError(f"expected names among {few}, got {name!r:.60}{did_you_mean(name, form.names)}")


READERS = {
    "number": read_score,
    "scores": read_score,
    "numbers": read_numbers,
    "names": read_names,
    "sequence": read_sequence,
    "windows": read_windows,
    "choice": read_choice,
}


def wanted(form: Form) -> str:
    """Return what an answer looks like, in words."""
    first = form.names[0] if form.names else "a"
    score = "3" if form.width == 1 else f"({', '.join(map(str, range(1, form.width + 1)))})"
    return {
        "number": "a number, such as 3, 2.5 or 1/3",
        "scores": f"{form.width} numbers, one for each player, such as {score}",
        "numbers": f"a number for each name, such as {first}={score}",
        "names": f"names with commas between, such as {', '.join(form.names[:2])}, or none",
        "sequence": f"names in order, such as {', '.join(form.names[:2])}",
        "windows": f"windows, such as {first}=(−∞, ∞)",
        "choice": f"one of {', '.join(form.names[:12])}",
    }[form.form]


# Writing


def text(form: Form, answer: Answer) -> str:
    """Write an answer as people do."""
    if form.form in ("number", "scores"):
        return score_text(answer)
    if form.form == "numbers":
        return "; ".join(f"{name}={score_text(value)}" for name, value in answer.items())
    if form.form == "windows":
        return "; ".join(f"{name}={window_text(value)}" for name, value in answer.items())
    if form.form in ("names", "sequence"):
        return ", ".join(answer) or "none"
    return str(answer)


def score_text(score: Any) -> str:
    """Write a score: a number with at most four decimals, or one for each player."""
    return f"({', '.join(map(score_text, score))})" if isinstance(score, list | tuple) else show(round(score, 4))


def window_text(window: Sequence[Any]) -> str:
    """Write a window."""
    low, high = window
    return f"({'−∞' if low is None else show(low)}, {'∞' if high is None else show(high)})"


# Judging


def is_close(answer: Any, right: Any) -> bool:
    """Return whether two scores, or two edges of windows, are the same to two decimals."""
    if isinstance(right, list | tuple):
        return len(answer) == len(right) and all(map(is_close, answer, right))
    if answer is None or right is None:
        return answer is right
    return bool(abs(answer - right) <= CLOSE)


def judge(form: Form, answer: Answer, right: Answer) -> Verdict:
    """Compare an answer with the right one; a choice may have several right ones."""
    if form.form in ("number", "scores"):
        return Verdict(is_close(answer, right))
    if form.form == "choice":
        return Verdict(answer in right)
    if form.form == "names":
        good, wrong = parted(answer, lambda name: name in right)
        return Verdict(not wrong and len(good) == len(right), good, wrong)
    if form.form == "sequence":
        good = tuple(name for name, _ in same_beginning(answer, right))
        return Verdict(answer == list(right), good, tuple(answer[len(good) :]))
    good, wrong = parted(answer, lambda name: name in right and is_close(answer[name], right[name]))
    return Verdict(not wrong and len(good) == len(right), good, wrong)


def parted(names: Iterable[str], is_good: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names that are good, and the others."""
    listed = list(names)
    return tuple(filter(is_good, listed)), tuple(name for name in listed if not is_good(name))


def same_beginning(answer: Sequence[str], right: Sequence[str]) -> list[tuple[str, str]]:
    """Return how two lists begin alike."""
    found = []
    for pair in zip(answer, right, strict=False):
        if pair[0] != pair[1]:
            break
        found.append(pair)
    return found
