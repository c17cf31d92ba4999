"""A game as a page knows it: its rules, its start and its moves so far; and what the page shows of it."""

from typing import Any

from kibitz.errors import MoveError
from kibitz.game import Game
from kibitz.interface.web.message import moves_in, text_in
from kibitz.interface.web.shelf import Shelf
from kibitz.rules import CHANCE
from kibitz.state import State

MOST_PICTURE = 20_000


def shown(state: State) -> dict[str, Any]:
    """Return everything a page shows of a game in progress."""
    game, p, result = state.game, state.position, state.result
    board = state.board
    cells = dict(board.moves) if board else {}
    before = game.board(state.positions[-2]) if board and state.played else None
    return {
        "game": game.spec(),
        "name": game.name,
        "players": [game.label(player) for player in range(game.players)],
        "objective": game.objective,
        "start": state.start,
        "moves": state.played,
        "names": state.names,
        "movers": [game.turn(q) for q in state.positions[:-1]],
        "turn": CHANCE if state.ended else state.turn,
        "result": result,
        "position": game.write(p)[:MOST_PICTURE],
        "picture": game.show(p)[:MOST_PICTURE],
        "board": board.to_json() if board else None,
        "last": list(before.moves.get(state.played[-1], ())) if before else [],
        "legal": [] if result else legal_moves(state, cells),
    }


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
