"""Whose mistake an error is: that of a rule, with its name and line, or a signal that came while the rule ran."""

import dis
import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

MOST_QUOTED = 200
"""Characters of somebody's text that an error quotes."""
PACKAGE = str(Path(__file__).parent) + os.sep
GAMES = PACKAGE + "games"
LIBRARY = str(Path(os.__file__).parent) + os.sep


def shortened(text: str) -> str:
    """Return a text, cut off where it is too long for an error."""
    return text if len(text) <= MOST_QUOTED else text[:MOST_QUOTED] + "…"


def brief(value: Any) -> str:
    """Return how Python writes a value, cut off where it is too long for an error."""
    try:
        return shortened(repr(value))
    except Exception:
        return f"a {type(value).__name__}"


def rules_among(files: Sequence[str]) -> list[int]:
    """Return which of the files on a stack, the outermost first, are those of rules."""
    first = next((number for number, file in enumerate(files) if file.startswith(PACKAGE)), len(files))
    foreign = (LIBRARY, "<frozen")
    return [
        number
        for number, file in enumerate(files)
        if file.startswith(GAMES)
        # Who called kibitz wrote no rule.
        or number > first
        and not file.startswith((PACKAGE, *foreign))
        and "site-packages" not in file
    ]


def rule_frames(error: BaseException) -> list[TracebackType]:
    """List the places in rules that an error went through, from the rule that was called to where it was raised."""
    places: list[TracebackType] = []
    place = error.__traceback__
    while place is not None:
        places.append(place)
        place = place.tb_next
    return [places[number] for number in rules_among([place.tb_frame.f_code.co_filename for place in places])]


def is_interrupt(error: BaseException) -> bool:
    """Return whether this is a signal such as Ctrl-C that came during a rule, not an error that the rule raised."""
    if not isinstance(error, KeyboardInterrupt):
        return False
    places = rule_frames(error)
    if not places or places[-1].tb_next is not None:
        return True
    last = places[-1]
    return dis.opname[last.tb_frame.f_code.co_code[last.tb_lasti]] != "RAISE_VARARGS"


def told(error: BaseException) -> str:
    """Return an error in words, with the place in the rules where it was raised, if it was there."""
    places = rule_frames(error)
    where = ""
    if places:
        where = f" ({Path(places[-1].tb_frame.f_code.co_filename).name}, line {places[-1].tb_lineno})"
    try:
        text = shortened(str(error))
    except Exception:
        text = "an error without a text"
    return f"{type(error).__name__}{': ' if text else ''}{text}{where}"


def place_of(function: Any) -> str:
    """Return where a rule is defined, as an error tells it; nothing if Python does not know."""
    code = getattr(function, "__code__", None)
    return f" ({Path(code.co_filename).name}, line {code.co_firstlineno})" if code else ""


def blamed(error: BaseException) -> str | None:
    """Return an error in words, with the name of the rule that raised it; None if none did."""
    places = rule_frames(error)
    if not places or is_interrupt(error):
        return None
    return f"`{places[0].tb_frame.f_code.co_name}` raised {told(error)}"
