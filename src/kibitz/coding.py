"""Moves that are small tuples of ints: searches number moves, so each tuple is coded as one int and decoded again.

    compact    7 bits for each part, if every part is from -8 to 119
    wide       60 bits shared by the parts, and a bit that says so

The rules of a game then take and yield ints, and the author's functions see the tuples.
"""

import builtins
import dataclasses
import dis
from collections.abc import Callable, Iterator
from typing import Any

BITS, LEAST, MOST = 7, -8, 119
MASK = (1 << BITS) - 1
WIDE = 1 << 61
WIDE_BITS = 60
MOST_PARTS = 6


def coded(rules: Any) -> Any:
    """Return the rules of a game with its moves coded, if they are tuples; otherwise the rules as they are."""
    count = parts_of(rules)
    if count == 0:
        return rules
    encode, decode = encoder(count), decoder(count)
    changes: dict[str, Any] = {
        "moves": coded_moves(rules.moves, encode),
        "play": with_move(rules.play, decode),
        "move_name": with_move(rules.move_name or name_of_parts, decode),
        "code_move": encode,
    }
    for name in ("priority", "noisy", "gain", "policy"):
        if (rule := getattr(rules, name)) is not None:
            changes[name] = with_move(rule, decode)
    if rules.candidates is not None:
        changes["candidates"] = coded_moves(rules.candidates, encode)
    if rules.chances is not None:
        changes["chances"] = coded_chances(rules.chances, encode)
    if rules.read_move is not None:
        changes["read_move"] = coded_reading(rules.read_move, encode)
    if rules.weighs:
        changes["evaluate"] = type(rules).evaluate  # the default; made again from the weights
    return dataclasses.replace(rules, **changes)


def parts_of(rules: Any) -> int:
    """Return how many parts the first move of a game has; 0 if moves are not tuples of ints."""
    if not may_be_tuples(rules.moves):
        return 0
    try:
        p = rules.start()
        offered = rules.chances(p) if rules.turn(p) == -1 and rules.chances else rules.moves(p)
        move = next(iter(offered), None)
        if rules.turn(p) == -1 and isinstance(move, tuple):
            move = move[0]
    except Exception:  # whatever is wrong is told when the rules are asked
        return 0
    whole = isinstance(move, tuple) and all(type(part) is int for part in move)
    return len(move) if whole and 1 <= len(move) <= MOST_PARTS else 0  # type: ignore[arg-type]


def may_be_tuples(moves: Any) -> bool:
    """Return whether a rule may yield tuples: it is not run in vain, because it may be slow, or never return."""
    code = getattr(moves, "__code__", None)
    if code is None:
        return True
    builds = any(item.opname == "BUILD_TUPLE" for inner in codes_in(code) for item in dis.get_instructions(inner))
    constants = any(isinstance(each, tuple) for inner in codes_in(code) for each in inner.co_consts)
    names = {name for inner in codes_in(code) for name in inner.co_names + inner.co_freevars}
    return builds or constants or any(not hasattr(builtins, name) and name in called_by(moves) for name in names)


def codes_in(code: Any) -> Iterator[Any]:
    """Yield a code object and those nested in it."""
    yield code
    for constant in code.co_consts:
        if hasattr(constant, "co_code"):
            yield from codes_in(constant)


def called_by(function: Any) -> dict[str, Any]:
    """Return the functions that a function can call by a name, by that name."""
    free = function.__code__.co_freevars
    cells = {
        name: cell.cell_contents for name, cell in zip(free, function.__closure__ or (), strict=True) if filled(cell)
    }
    return {name: value for name, value in {**function.__globals__, **cells}.items() if callable(value)}


def filled(cell: Any) -> bool:
    """Return whether a variable of an outer function has a value."""
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False


def encoder(count: int) -> Callable[[Any], int]:
    """Return the function that codes a move of this many parts."""
    bits = WIDE_BITS // count
    half = 1 << bits - 1

    def wide(move: Any) -> int:
        code = 0
        for part in move:
            if not -half <= part < half:
                raise ValueError(f"{part} is too large to be part of a move of {count} parts")
            code = code << bits | part + half
        return code | WIDE

    def encode(move: Any) -> int:
        if len(move) != count:
            raise ValueError(f"every move must have {count} parts, as the first one has")
        code = 0
        for part in move:
            if not LEAST <= part <= MOST:
                return wide(move)
            code = code << BITS | part - LEAST
        return code

    return encode


def decoder(count: int) -> Callable[[int], Any]:
    """Return the function that decodes a move of this many parts."""
    bits = WIDE_BITS // count
    half, mask = 1 << bits - 1, (1 << bits) - 1

    def part(code: int, place: int) -> int:
        if code & WIDE:
            return (code >> bits * place & mask) - half
        return (code >> BITS * place & MASK) + LEAST

    def one(code: int) -> Any:
        return (part(code, 0),)

    def two(code: int) -> Any:
        return part(code, 1), part(code, 0)

    def three(code: int) -> Any:
        return part(code, 2), part(code, 1), part(code, 0)

    def four(code: int) -> Any:
        return part(code, 3), part(code, 2), part(code, 1), part(code, 0)

    def five(code: int) -> Any:
        return part(code, 4), part(code, 3), part(code, 2), part(code, 1), part(code, 0)

    def six(code: int) -> Any:
        return part(code, 5), part(code, 4), part(code, 3), part(code, 2), part(code, 1), part(code, 0)

    return (one, two, three, four, five, six)[count - 1]


def coded_moves(moves: Any, encode: Callable[[Any], int]) -> Any:
    """Return the rule that yields coded moves."""

    def codes(p: Any) -> Iterator[int]:
        for move in moves(p):
            yield encode(move)

    return codes


def coded_chances(chances: Any, encode: Callable[[Any], int]) -> Any:
    """Return the rule that yields coded outcomes."""

    def codes(p: Any) -> Iterator[tuple[int, float]]:
        for move, probability in chances(p):
            yield encode(move), probability

    return codes


def with_move(rule: Any, decode: Callable[[int], Any]) -> Any:
    """Return a rule of a position and a coded move."""

    def decoded(p: Any, move: int) -> Any:
        return rule(p, decode(move))

    return decoded


def coded_reading(read_move: Any, encode: Callable[[Any], int]) -> Any:
    """Return the rule that reads a move's name as a coded move."""

    def read(p: Any, text: str) -> int:
        return encode(read_move(p, text))

    return read


def name_of_parts(p: Any, move: Any) -> str:
    """Return the name of a move: its parts."""
    return ",".join(map(str, move))
