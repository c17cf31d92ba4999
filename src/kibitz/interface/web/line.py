"""A game as a page has it: its rules, where it began, the moves so far; and what the page shows of it."""

from dataclasses import dataclass
from typing import Any

from kibitz.board import Board
from kibitz.errors import GameError, MoveError
from kibitz.game import Game
from kibitz.interface.web.message import moves_in, text_in
from kibitz.interface.web.shelf import Shelf
from kibitz.record import Record
from kibitz.rules import CHANCE
from kibitz.state import is_repeated, keys_of, result_of

MOST_PICTURE = 20_000


@dataclass(frozen=True)
class Line:
    """The positions of a game, from the first to the last, and the moves between them."""

    game: Game[Any]
    start: str | None  # as text; None: the game's own
    moves: tuple[int, ...]
    positions: tuple[Any, ...]
    names: tuple[str, ...]  # of the moves

    def last(self) -> Any:
        """Give the position on the board."""
        return self.positions[-1]

    def history(self) -> list[Any]:
        """Give the keys of the positions before the last, as searches take them."""
        return keys_of(self.game, self.positions[:-1])

    def result(self) -> str | None:
        """Say how it ended, None if it has not."""
        return result_of(self.game, self.positions)

    def record(self, players: tuple[str, ...] = ()) -> Record:
        """Write it down."""
        return Record(self.game.spec(), self.names, self.start, players, self.result())

    def state(self) -> dict[str, Any]:
        """Give all that a page shows of it."""
        game, p = self.game, self.last()
        result = self.result()
        board = board_of(game, p)
        cells = dict(board.moves) if board else {}
        before = board_of(game, self.positions[-2]) if board and self.moves else None
        mover = CHANCE if result and game.is_over(p) else game.turn(p)
        return {
            "game": game.spec(),
            "name": game.name,
            "players": [game.label(player) for player in range(game.players)],
            "objective": game.objective,
            "start": self.start,
            "moves": list(self.moves),
            "names": list(self.names),
            "movers": [game.turn(q) for q in self.positions[:-1]],
            "turn": mover,
            "result": result,
            "position": game.write(p)[:MOST_PICTURE],
            "picture": game.show(p)[:MOST_PICTURE],
            "board": board.to_json() if board else None,
            "last": list(before.moves.get(self.moves[-1], ())) if before else [],
            "legal": [] if result else legal_moves(game, p, cells),
        }


def legal_moves(game: Game[Any], p: Any, cells: dict[int, Any]) -> list[dict[str, Any]]:
    """List the moves here with their names, the cells to touch, and how likely they are if nature moves."""
    likely = dict(game.chances(p)) if game.turn(p) == CHANCE else {}
    return [
        {"move": move, "name": game.move_name(p, move), "cells": list(cells.get(move, ()))}
        | ({"chance": likely[move]} if likely else {})
        for move in game.moves(p)
    ]


def board_of(game: Game[Any], p: Any) -> Board | None:
    """Give the picture of a position, if the game has one."""
    if game.rules.board is None:
        return None
    board = game.ask("board", p)
    if not isinstance(board, Board):
        raise GameError(f"`board` of {game.name} returned {type(board).__name__}, not a Board of kibitz.board")
    return board


class Lines:
    """Reads lines from messages; a line that goes on from the last one costs only its new moves."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.known: Line | None = None

    def read(self, message: dict[str, Any]) -> Line:
        """Give the line of a message: its game, where it starts, and its moves."""
        game = self.shelf.find(text_in(message, "game"))
        start = text_in(message, "start") if message.get("start") is not None else None
        self.known = self.extended(game, start, moves_in(message))
        return self.known

    def extended(self, game: Game[Any], start: str | None, moves: tuple[int, ...]) -> Line:
        """Replay a line from the longest part that is known."""
        known = self.known
        if known is None or known.game is not game or known.start != start:
            first = game.start() if start is None else game.read(start)
            known = Line(game, start, (), (first,), ())
        same = 0
        while same < min(len(moves), len(known.moves)) and moves[same] == known.moves[same]:
            same += 1
        positions, names = list(known.positions[: same + 1]), list(known.names[:same])
        for number, move in enumerate(moves[same:], same + 1):
            p = positions[-1]
            if move not in game.moves(p):
                raise MoveError(f"move {number}: {move} is not legal here")
            if is_repeated(game, positions):
                raise MoveError(f"move {number}: the game is over by repetition")
            names.append(game.move_name(p, move))
            positions.append(game.ask("play", p, move))
        return Line(game, start, moves, tuple(positions), tuple(names))
