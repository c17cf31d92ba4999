"""Where an error comes from: a rule, with its name and line, or a signal that arrived while the rule was running."""

import dis
import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

MOST_QUOTED = 200
"""The longest quotation in an error message, in characters."""
PACKAGE = str(Path(__file__).parent) + os.sep
GAMES = PACKAGE + "games"
LIBRARY = str(Path(os.__file__).parent) + os.sep


def shortened(text: str) -> str:
    """Return the text, truncated if it is too long for an error message."""
    return text if len(text) <= MOST_QUOTED else text[:MOST_QUOTED] + "…"


def brief(value: Any) -> str:
    """Return the value's repr, truncated if it is too long for an error message."""
    try:
        return shortened(repr(value))
    except Exception:
        return f"a {type(value).__name__}"


def rules_among(files: Sequence[str]) -> list[int]:
    """Return the indices of the files on a stack, outermost first, that contain rules."""
    first = next((number for number, file in enumerate(files) if file.startswith(PACKAGE)), len(files))
    foreign = (LIBRARY, "<frozen")
    return [
        number
        for number, file in enumerate(files)
        if file.startswith(GAMES)
        # Frames before kibitz's own belong to its caller, not to a rule.
        or number > first
        and not file.startswith((PACKAGE, *foreign))
        and "site-packages" not in file
    ]


def rule_frames(error: BaseException) -> list[TracebackType]:
    """List the frames in rules that an error passed through, from the rule that was called to where it was raised."""
    places: list[TracebackType] = []
    place = error.__traceback__
    while place is not None:
        places.append(place)
        place = place.tb_next
    return [places[number] for number in rules_among([place.tb_frame.f_code.co_filename for place in places])]


def is_interrupt(error: BaseException) -> bool:
    """Return whether this is a signal such as Ctrl-C that arrived during a rule, not an error that the rule raised."""
    if not isinstance(error, KeyboardInterrupt):
        return False
    places = rule_frames(error)
    if not places or places[-1].tb_next is not None:
        return True
    last = places[-1]
    return dis.opname[last.tb_frame.f_code.co_code[last.tb_lasti]] != "RAISE_VARARGS"


def told(error: BaseException) -> str:
    """Return the error's type and message, with the line of the rules that raised it, if one did."""
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
    """Return where a rule is defined, for an error message; empty if Python does not know."""
    code = getattr(function, "__code__", None)
    return f" ({Path(code.co_filename).name}, line {code.co_firstlineno})" if code else ""


def blamed(error: BaseException) -> str | None:
    """Return the error's message with the name of the rule that raised it; None if no rule did."""
    places = rule_frames(error)
    if not places or is_interrupt(error):
        return None
    return f"`{places[0].tb_frame.f_code.co_name}` raised {told(error)}"
