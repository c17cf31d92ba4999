"""A game as a page knows it: its rules, its start and its moves so far; and what the page shows of it."""

import random
from collections.abc import Sequence
from typing import Any

from kibitz.errors import MoveError
from kibitz.game import Game
from kibitz.interface.web.message import moves_in, text_in, word_in
from kibitz.interface.web.shelf import Shelf
from kibitz.rules import CHANCE
from kibitz.state import State

MOST_PICTURE = 20_000
WAYS = ("chance", "random", "policy")
"""How a move is drawn: nature's by its probabilities, a player's uniformly or by the game's policy."""
dice = random.Random()


def shown(state: State) -> dict[str, Any]:
    """Return everything a page shows of a game in progress."""
    game, p, result = state.game, state.position, state.result
    board = state.board
    cells = dict(board.moves) if board else {}
    movers = [game.turn(q) for q in state.positions[:-1]]
    banked = game.rules.banked
    return {
        "game": game.spec(),
        "name": game.name,
        "players": [game.label(player) for player in range(game.players)],
        "objective": game.objective,
        "start": state.start,
        "moves": state.played,
        "names": state.names,
        "movers": movers,
        "turn": CHANCE if state.ended else state.turn,
        "result": result,
        "position": game.write(p)[:MOST_PICTURE],
        "picture": game.show(p)[:MOST_PICTURE],
        "board": board.to_json() if board else None,
        "last": last_cells(state, movers) if board else [],
        "points": [game.ask("banked", p, player) for player in range(game.players)] if banked else None,
        "legal": [] if result else legal_moves(state, cells),
    }


def last_cells(state: State, movers: Sequence[int]) -> list[str]:
    """Return the cells of the last move of a player, also if nature moved since, unless it was the one to move now."""
    at = next((i for i in reversed(range(len(movers))) if movers[i] != CHANCE), None)
    if at is None or (movers[-1] == CHANCE and not state.over and state.turn == movers[at]):
        return []
    board = state.game.board(state.positions[at])
    return list(board.moves.get(state.played[at], ())) if board else []


def drawn(state: State, message: dict[str, Any]) -> State:
    """Play a move at random: nature's outcome, or that of a player who does not play best."""
    way, p = word_in(message, "by", WAYS, "chance"), state.position
    if way == "chance" or state.turn == CHANCE:
        state.draw(dice)
        return state
    moves, policy = state.moves(), state.game.rules.policy
    if not moves:
        raise MoveError(f"the game is over ({state.result})")
    if way == "policy" and policy is None:
        raise MoveError(f"{state.game.name} has no policy")
    weights = [float(state.game.ask("policy", p, move)) for move in moves] if way == "policy" else None
    return state.play(dice.choices(moves, weights)[0])


def legal_moves(state: State, cells: dict[int, Any]) -> list[dict[str, Any]]:
    """List the moves with their names, the cells to click, and their probabilities if nature moves."""
    likely = dict(state.game.chances(state.position)) if state.turn == CHANCE else {}
    return [
        {"move": move, "name": state.name(move), "cells": list(cells.get(move, ()))}
        | ({"chance": likely[move]} if likely else {})
        for move in state.moves()
    ]


class States:
    """Reads games in progress from messages; one that continues the last costs only its new moves."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.known: tuple[str | None, State] | None = None  # the start as the page sent it, and the game

    def read(self, message: dict[str, Any]) -> State:
        """Return the game in progress of a message: its game, its start and its moves."""
        game = self.shelf.find(text_in(message, "game"))
        start = text_in(message, "start") if message.get("start") is not None else None
        state = self.extended(game, start, moves_in(message))
        self.known = start, state
        return state

    def extended(self, game: Game[Any], start: str | None, moves: tuple[int, ...]) -> State:
        """Return the game after these moves, replayed from where they differ from the known game."""
        same = 0
        if self.known is not None and self.known[1].game is game and self.known[0] == start:
            before = self.known[1]
            while same < min(len(moves), len(before.played)) and moves[same] == before.played[same]:
                same += 1
            state = before.at(same)
        else:
            state = State(game, start)
        for number, move in enumerate(moves[same:], same + 1):
            try:
                state.play(move)
            except MoveError as error:
                raise MoveError(f"move {number}: {error}") from error
        return state
