"""Positions and plays of backgammon as text.

A position is white's checkers, black's, and whose turn it is with the dice, if they have been rolled:

    24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5 / white 31

Each player's points are numbered from that player's side; `bar:1` is on the bar, and checkers not listed are off.
Before the opening roll it is the turn of `nobody`.
"""

import re
from collections import Counter
from collections.abc import Callable

from kibitz.games.backgammon.rules import (
    BAR,
    DIE,
    NOBODY,
    OFF,
    PASS,
    STEP,
    Position,
    Side,
    across,
    count,
    held,
    is_over,
    landing,
    moves,
    occupied,
    pips,
    put,
)

PLAYERS = ("white", "black")
MARKS = ("O", "X")
EMPTY = Side(0, 0)
SPECIAL = {BAR: "bar", OFF: "off"}
PART = re.compile(r"(bar|\d+)((?:/(?:off|\d+)\*?)+)(?:\(([2-4])\))?")
"""A part of a play: `24/18*/13`, `6/5(2)`, `bar/22`, `6/off`."""
ROWS = 5
"""The checkers of a point that are drawn; if there are more, the last one is a number."""


def place_name(place: int) -> str:
    """Return what players call a place."""
    return SPECIAL.get(place, str(place))


def write_side(side: Side) -> str:
    """Return a player's checkers as text."""
    counts = {place_name(place): count(side, place) for place in range(BAR, OFF - 1, -1)}
    return " ".join(f"{name}:{number}" for name, number in counts.items() if number)


def write(p: Position) -> str:
    """Return a position as one line."""
    to_move = "nobody" if p.player == NOBODY else PLAYERS[p.player]
    return f"{write_side(p.white)} / {write_side(p.black)} / {to_move}{f' {p.roll}' * (p.roll > 0)}"


def reader(checkers: int) -> Callable[[str], Position]:
    """Make the function that reads positions in which each player has this many checkers."""

    def read(text: str) -> Position:
        parts = text.split("/")
        if len(parts) != 3:
            raise ValueError("expected white's checkers, black's and the turn: 13:5 6:10 / 24:2 8:13 / white 31")
        white, black = (read_side(part, checkers, who) for part, who in zip(parts, PLAYERS, strict=False))
        if shared := occupied(white) & across(occupied(black)) & (1 << BAR) - 2:
            raise ValueError(f"both players have checkers on white's point {shared.bit_length() - 1}")
        if not occupied(white) and not occupied(black):
            raise ValueError("both players have borne off all checkers")
        player, roll = read_turn(parts[2].lower().split())
        return Position(white, black, player, roll)

    return read


def read_side(text: str, checkers: int, who: str) -> Side:
    """Read a player's checkers; those that are not listed are off."""
    places = {place_name(place): place for place in range(BAR + 1)}
    side, left = EMPTY, checkers
    for word in text.lower().split():
        name, _, number = word.partition(":")
        if name not in places or not re.fullmatch(r"[1-9]\d?", number):
            raise ValueError(f"expected a point from 1 to 24, bar or off, and a number, such as 6:5, got {word!r}")
        left -= int(number)
        if left < 0:
            raise ValueError(f"{who} has more than {checkers} checkers")
        side = put(side, places[name], int(number))
    return put(side, OFF, left)


def read_turn(words: list[str]) -> tuple[int, int]:
    """Read whose turn it is, and the roll."""
    if words == ["nobody"]:
        return NOBODY, 0
    if not words or words[0] not in PLAYERS or len(words) > 2:
        raise ValueError(f"expected the turn, such as white, black 31 or nobody, got {' '.join(words)!r}")
    return PLAYERS.index(words[0]), read_roll(words[1]) if len(words) == 2 else 0


def read_roll(text: str) -> int:
    """Read a roll, such as 31 or 13, as a number with the larger die first."""
    if not re.fullmatch("[1-6]{2}", text):
        raise ValueError(f"a roll is two digits from 1 to 6, such as 31, got {text!r}")
    return int("".join(sorted(text, reverse=True)))


def steps_of(move: int) -> list[tuple[int, int]]:
    """Return where each step of a move begins and ends."""
    steps = []
    while move:
        place = move >> 3 & 31
        steps.append((place, landing(place, move & DIE)))
        move >>= STEP
    return steps


def blots_of(p: Position) -> set[int]:
    """Return the points where the player to move can hit."""
    theirs = p.black if p.player == 0 else p.white
    places = across(occupied(theirs) & ~held(theirs))
    return {place for place in range(1, BAR) if places >> place & 1}


def move_name(p: Position, move: int) -> str:
    """Return a play in the usual notation, with commas for spaces: `24/18*/13,6/5(2)`; a roll is its two digits."""
    if p.roll == 0:
        return str(move)
    if move == PASS:
        return "pass"
    hits = blots_of(p)
    routes: list[list[int]] = []
    for place, end in sorted(steps_of(move), reverse=True):
        route = next((route for route in routes if route[-1] == place), None)
        if route:
            route.append(end)
        else:
            routes.append([place, end])
    parts = Counter((route[0], *(point for point in route[1:-1] if point in hits), route[-1]) for route in routes)
    words = []
    for (start, *points), number in parts.items():
        word = place_name(start)
        for point in points:
            word += f"/{place_name(point)}{'*' * (point in hits)}"
            hits.discard(point)
        words.append(word + f"({number})" * (number > 1))
    return ",".join(words)


def read_move(p: Position, text: str) -> int:
    """Return the play that a text describes: its parts in any order, with or without the points between and the `*`."""
    if p.roll == 0:
        return read_outcome(p, text)
    if text.strip().lower() == "pass":
        return PASS
    change: Counter[int] = Counter()
    named: set[int] = set()
    starred: set[int] = set()
    for word in text.lower().replace(",", " ").split():
        part = PART.fullmatch(word)
        if not part:
            raise ValueError(f"expected a play such as 8/5 6/5, bar/22*, 13/7(2) or 6/off, got {word!r}")
        start = BAR if part[1] == "bar" else int(part[1])
        points = [OFF if point.startswith("off") else int(point.strip("*")) for point in part[2][1:].split("/")]
        change[start] -= int(part[3] or 1)
        change[points[-1]] += int(part[3] or 1)
        named.update(points)
        starred.update(point for point, star in zip(points, part[2][1:].split("/"), strict=True) if "*" in star)
    blots = blots_of(p)
    if missing := starred - blots:
        raise ValueError(f"there is no blot to hit on {min(missing)}")
    return find(p, text, {place: number for place, number in change.items() if number}, blots & named)


def find(p: Position, text: str, change: dict[int, int], hits: set[int]) -> int:
    """Return the legal play that changes the player's checkers so and hits these blots, and no others if possible."""
    found = {}
    blots = blots_of(p)
    for move in moves(p):
        moved: Counter[int] = Counter()
        for place, end in steps_of(move):
            moved[place] -= 1
            moved[end] += 1
        hit = blots & {end for _, end in steps_of(move)}
        if hit >= hits and {place: number for place, number in moved.items() if number} == change:
            found[move] = hit
    exact = [move for move, hit in found.items() if hit == hits] or list(found)
    if len(exact) > 1:
        raise ValueError(f"{text!r} could be {' or '.join(move_name(p, move) for move in exact)}")
    if not exact:
        legal = " ".join(move_name(p, move) for move in moves(p))
        raise ValueError(f"{text!r} is not a play of {p.roll}; the plays are {legal}")
    return exact[0]


def read_outcome(p: Position, text: str) -> int:
    """Return the roll that a text describes; in the opening, white's die comes first."""
    roll = read_roll(text.strip())
    if p.player != NOBODY:
        return roll
    if roll % 11 == 0:
        raise ValueError(f"the opening roll is never a double, got {text!r}")
    return int(text)


def show(p: Position) -> str:
    """Return the board as white sees it, with the pips and the dice beside it."""
    upper = [*range(13, 19), BAR, *range(19, 25)]
    lower = [*range(12, 6, -1), OFF, *range(6, 0, -1)]
    rows = [edge(upper, "┌┬┐")]
    rows += [line([cell(p, place, row) for place in upper]) for row in range(ROWS)]
    rows += [line([" "] * 13)]
    rows += [line([cell(p, place, row) for place in lower]) for row in reversed(range(ROWS))]
    rows += [edge(lower, "└┴┘")]
    rows[1] += standing(p, 1)
    rows[ROWS + 1] += situation(p)
    rows[-2] += standing(p, 0)
    return "\n".join(rows)


def edge(places: list[int], corners: str) -> str:
    """Return the frame above or below the points, with their numbers."""
    left, middle, right = tuple(corners)
    numbers = ["─".join(f"{place:─>2}" for place in half) for half in (places[:6], places[7:])]
    return f"{left}{numbers[0]}─{middle}───{middle}{numbers[1]}─{right}"


def line(marks: list[str]) -> str:
    """Return a row of the board."""
    halves = ["".join(f"{mark:>2} " for mark in half) for half in (marks[:6], marks[7:])]
    return f"│{halves[0]}│{marks[6]:^3}│{halves[1]}│"


def cell(p: Position, place: int, row: int) -> str:
    """Return what is on a place, given as white numbers it, this far from the edge; BAR is white's bar, OFF black's."""
    for side, mark, own in ((p.white, MARKS[0], place), (p.black, MARKS[1], BAR - place)):
        number = 0 if own == OFF else count(side, own)
        if number > row:
            return str(number) if row == ROWS - 1 and number > ROWS else mark
    return " " if place in (BAR, OFF) or row else "·"


def standing(p: Position, player: int) -> str:
    """Return a player's mark and what is left to do."""
    side = p.black if player else p.white
    return f"  {MARKS[player]} {PLAYERS[player]}: {pips(side)} pips, {count(side, OFF)} off"


def situation(p: Position) -> str:
    """Return whose turn it is, with the dice."""
    if is_over(p):
        return ""
    if p.roll == 0:
        return "  the opening roll" if p.player == NOBODY else f"  {MARKS[p.player]} to roll"
    return f"  {MARKS[p.player]} rolled [{p.roll // 10}] [{p.roll % 10}]"
