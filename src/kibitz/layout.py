"""What the features of a game are: whether they are as they must be, and a digest, because weights fit no others."""

import hashlib
import random
from typing import TYPE_CHECKING, Any

from kibitz.fault import brief
from kibitz.model import MOST_LINEAR_ON

if TYPE_CHECKING:
    from kibitz.game import Game

SAMPLE_GAMES, SAMPLE_PLIES = 2, 40


def features_digest(game: "Game[Any]") -> str:
    """Return a digest of the features that are on in positions of a few random games, and of how these end."""
    choose = random.Random(0)
    found = hashlib.sha256(f"{game.rules.feature_count}".encode())
    for _ in range(SAMPLE_GAMES):
        p = game.start()
        for _ in range(SAMPLE_PLIES):
            for player in range(game.players):
                on = [int(number) for number in game.ask("features", p, player)]
                found.update(f" {on}".encode())
            moves = game.moves(p)
            if not moves:
                found.update(f" {game.utilities(p)}".encode())
                break
            p = game.ask("play", p, moves[choose.randrange(len(moves))])
    return found.hexdigest()[:16]


def features_fault(game: "Game[Any]", p: Any, player: int) -> tuple[str, str] | None:
    """Return which of `features` and `planes` is wrong in a position, and how; None if neither is."""
    rules, count = game.rules, game.rules.feature_count
    assert rules.features is not None
    assert isinstance(count, int)
    on = list(rules.features(p, player))
    if len(on) > MOST_LINEAR_ON:
        return "features", f"yielded {len(on):,} numbers at once, more than {MOST_LINEAR_ON:,}"
    for number in on:
        if isinstance(number, bool) or not hasattr(number, "__index__"):
            return "features", f"yielded {number!r} for player {player}, which is not an int"
        if not 0 <= number < count:
            return "features", f"yielded {number} for player {player}, but feature_count is {count}"
    if on != (again := list(rules.features(p, player))):
        return "features", f"yielded {on}, and {again} when called again"
    if rules.planes is None:
        return None
    words: Any = rules.planes(p, player)
    wanted = -(-count // 64)
    are_ints = isinstance(words, tuple) and all(hasattr(each, "__index__") for each in words)
    if not are_ints or len(words) != wanted:
        return "planes", f"must return a tuple of {wanted} ints for player {player}, got {brief(words)}"
    seen = [64 * i + bit for i, word in enumerate(words) for bit in range(64) if int(word) >> bit & 1]
    if seen != sorted(on):
        return "planes", f"has the bits of {seen} for player {player}, but `features` yielded {sorted(on)}"
    return None
