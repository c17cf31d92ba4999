"""What searches ask about a position: each rule with its arguments."""

from collections.abc import Iterator
from typing import Any, TypeAlias

from kibitz.game import Game
from kibitz.rules import CHANCE

Question: TypeAlias = tuple[str, tuple[Any, ...]]


def questions(game: Game[Any], p: Any, legal: list[int]) -> Iterator[Question]:
    """Yield everything that a search may ask."""
    players = range(game.players)
    yield "is_over", (p,)
    yield "turn", (p,)
    if legal:
        yield "chances" if game.rules.turn(p) == CHANCE else "moves", (p,)
    for player in players:
        yield "evaluate" if legal else "utility", (p, player)
    for rule in ("key", "symmetries", "stage"):
        if getattr(game.rules, rule):
            yield rule, (p,)
    for rule in ("bounds", "banked"):
        for player in players if getattr(game.rules, rule) else ():
            yield rule, (p, player)
    for move in legal:
        yield "play", (p, move)
    if game.rules.candidates and legal and game.rules.turn(p) != CHANCE:
        yield "candidates", (p,)
    yield from hints(game, p, legal)


def hints(game: Game[Any], p: Any, legal: list[int]) -> Iterator[Question]:
    """Yield what only the engine asks, where a player is to move."""
    if not legal or game.rules.turn(p) == CHANCE:
        return
    if game.rules.urgent:
        yield "urgent", (p,)
    if game.rules.skip and not (game.rules.urgent and game.rules.urgent(p)):
        yield "skip", (p,)
    for move in legal:
        for rule in ("priority", "noisy", "policy"):
            if getattr(game.rules, rule):
                yield rule, (p, move)
        if game.rules.gain and (not game.rules.noisy or game.rules.noisy(p, move)):
            yield "gain", (p, move)
