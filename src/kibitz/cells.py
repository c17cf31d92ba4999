"""Features for a game that has none: made from the fields of its positions, as far as they are numbers.

A number that takes few values in random games gets a feature for each of them; one that takes many is taken as a set of
bits, with a feature for each bit that is ever set. Each player has features of their own, because nothing is known
about how a position looks to the other side. So they say less than features written by somebody who knows the game.
"""

import dataclasses
import itertools
import linecache
import random
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from kibitz.errors import GameError
from kibitz.features import cells

if TYPE_CHECKING:
    from kibitz.game import Game

SAMPLE_GAMES, SAMPLE_PLIES = 24, 200
MOST_VALUES = 40
"""A number with more different values than this is taken as a set of bits."""
numbers = itertools.count()


def leaves(part: Any, path: str) -> list[tuple[str, Any]]:
    """Return the fields of a position: how to reach each, and its value, which is None if it is not a whole number."""
    if dataclasses.is_dataclass(part) and not isinstance(part, type):
        names = [field.name for field in dataclasses.fields(part)]
        return [leaf for name in names for leaf in leaves(getattr(part, name), f"{path}.{name}")]
    if isinstance(part, tuple):
        names = [f".{name}" for name in getattr(part, "_fields", ())] or [f"[{i}]" for i in range(len(part))]
        return [leaf for name, item in zip(names, part, strict=True) for leaf in leaves(item, path + name)]
    is_whole = hasattr(part, "__index__") and -(1 << 63) <= int(part) < 1 << 64
    return [(path, int(part) if is_whole else None)]


def derived(game: "Game[Any]") -> "tuple[Game[Any], str]":
    """Return a game with features made from the fields of its positions, and a sentence that says so."""
    seen: dict[str, set[Any]] = {}
    shapes = set()
    choose = random.Random(0)
    plies = 0
    for _ in range(SAMPLE_GAMES):
        p = game.start()
        for _ in range(SAMPLE_PLIES):
            found = leaves(p, "p")
            shapes.add(tuple(path for path, _ in found))
            for path, value in found:
                seen.setdefault(path, set()).add(value)
            moves = game.moves(p)
            if not moves:
                break
            p = game.ask("play", p, moves[choose.randrange(len(moves))])
            plies += 1
    if plies == 0:
        raise GameError(f"nothing can be learned from {game.name}: its games end before the first move")
    left_out = [path for path, values in seen.items() if None in values]
    varying = {path: values for path, values in seen.items() if len(values) > 1 and path not in left_out}
    if len(shapes) > 1 or not varying:
        why = "none of their fields is always a whole number" if left_out else "their fields never change"
        if len(shapes) > 1:
            why = "they do not all have the same number of fields"
        raise GameError(
            f"no features can be made from the positions of {game.name}: {why}; write: def features(p, player): yield "
            "the number of each feature that is on"
        )
    lines, count = [], 0
    for path, values in varying.items():
        if len(values) <= MOST_VALUES and max(values) - min(values) < 4 * MOST_VALUES:
            low, high = min(values), max(values)
            lines.append(f"    yield first + {count - low} + min(max(int({path}), {low}), {high})")
            count += high - low + 1
        else:
            lines.append(f"    yield from cells(int({path}), first + {count})")
            count += 64
    source = "\n".join(["def features(p, player):", f"    first = {count} * player", *lines]) + "\n"
    file = f"<features of {game.name} {next(numbers)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    names: dict[str, Any] = {"cells": cells}
    exec(compile(source, file, "exec"), names)
    said = f"{game.name} has no features; {count * game.players:,} were made from its fields: {listed(varying)}"
    if left_out:
        said += f"; left out, because they are not whole numbers: {listed(left_out)}"
    changed = game.with_rules(features=names["features"], feature_count=count * game.players)
    vars(changed)["origin"] = game.origin
    return changed, said


def listed(paths: Iterable[str]) -> str:
    """Return the names of the fields that these paths belong to, each once."""
    return ", ".join(dict.fromkeys(path.removeprefix("p.").partition("[")[0] for path in paths))
