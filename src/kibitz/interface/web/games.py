"""A game as a page knows it: its rules, its start and its moves so far; and what the page shows of it."""

import random
import re
from collections.abc import Sequence
from typing import Any

from kibitz.errors import KibitzError, MoveError, OptionError
from kibitz.game import Game
from kibitz.interface.web.message import MOST_BYTES, MOST_MOVES, moves_in, text_in, word_in
from kibitz.interface.web.shelf import Shelf, text
from kibitz.rules import CHANCE
from kibitz.state import State

MOST_PICTURE = 20_000
MOST_WORDS = 80
"""The most characters of a game's parameters."""
MOST_RULES = 4000
"""The most characters about how a game is played."""
WAYS = ("chance", "random", "policy")
"""How a move is drawn: nature's by its probabilities, a player's uniformly or by the game's policy."""
BY_NUMBER = "~"
"""What precedes a move that is written by its number, where its name would not lead back to it."""
A_NUMBER = re.compile(r"-?\d{1,18}")
dice = random.Random()


def shown(state: State, nameless: Sequence[int] = ()) -> dict[str, Any]:
    """Return everything a page shows of a game in progress.

    nameless: which of its moves, counted from 0, a link must write by number.
    """
    game, p, result = state.game, state.position, state.result
    board = state.board
    cells = dict(board.moves) if board else {}
    movers = [game.turn(q) for q in state.positions[:-1]]
    banked = game.rules.banked
    return {
        "game": game.spec(),
        "name": game.name,
        "title": game.title or game.name,
        "parameters": parameters_text(game),
        "players": [game.label(player) for player in range(game.players)],
        "objective": game.objective,
        "start": state.start,
        "moves": state.played,
        "names": state.names,
        "nameless": nameless,
        "numbers": state.numbers,
        "rounds": game.rules.move_number is not None,
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


def parameters_text(game: Game[Any]) -> str:
    """Return the parameters of a game that differ from their defaults, in words; of a tree, the tree."""
    if game.parameters.keys() == {"text"}:
        return " ".join(str(game.parameters["text"]).split())[:MOST_WORDS]
    return ", ".join(f"{name.replace('_', ' ')} {text(value)}" for name, value in game.parameters.items())[:MOST_WORDS]


def rules_of(game: Game[Any]) -> dict[str, Any]:
    """Return what a page says about how to play a game, paragraph by paragraph."""
    return {"title": game.title or game.name, "paragraphs": game.how_to_play[:MOST_RULES].split("\n\n")}


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
        self.nameless: list[int] = []  # of the known game, which moves a link must write by number
        self.looked_up = 0  # of how many of its moves this is known

    def read(self, message: dict[str, Any]) -> State:
        """Return the game in progress of a message: its game, its start, and its moves by number or by name."""
        game = self.shelf.find(text_in(message, "game"))
        start = text_in(message, "start") if message.get("start") is not None else None
        if message.get("names") is None:
            state = self.extended(game, start, moves_in(message))
        elif message.get("moves"):
            raise OptionError("give moves or names, not both")
        else:
            state = self.extended(game, start, words_in(message))
        self.known = start, state
        return state

    def shown(self, state: State) -> dict[str, Any]:
        """Return everything a page shows of the game that was read last."""
        for ply in range(self.looked_up, len(state.played)):
            if not is_named(state.game, state.positions[ply], state.played[ply], state.names[ply]):
                self.nameless.append(ply)
        self.looked_up = len(state.played)
        return shown(state, self.nameless)

    def extended(self, game: Game[Any], start: str | None, moves: Sequence[int | str]) -> State:
        """Return the game after these moves, replayed from where they differ from the known game."""
        same = 0
        if self.known is not None and self.known[1].game is game and self.known[0] == start:
            before = self.known[1]
            while same < min(len(moves), len(before.played)) and moves[same] == before.played[same]:
                same += 1
            state = before.at(same)
        else:
            state = State(game, start)
        self.looked_up = min(same, self.looked_up)
        self.nameless = [ply for ply in self.nameless if ply < same]
        for number, move in enumerate(moves[same:], same + 1):
            try:
                state.play(move)
            except MoveError as error:
                raise MoveError(f"move {number}: {error}") from error
        return state


def words_in(message: dict[str, Any]) -> list[int | str]:
    """Return the moves of a link: names separated by spaces, or numbers after a ~."""
    words = text_in(message, "names", most=MOST_BYTES).split()
    if len(words) > MOST_MOVES:
        raise OptionError(f"names must be at most {MOST_MOVES} moves")
    return [numbered(word, place) for place, word in enumerate(words, 1)]


def numbered(word: str, place: int) -> int | str:
    """Return the number of a move that is written by it, or its name."""
    if not word.startswith(BY_NUMBER):
        return word
    if not A_NUMBER.fullmatch(word[1:]):
        raise OptionError(f"move {place}: expected a number after {BY_NUMBER}, got {word[:60]!r}")
    return int(word[1:])


def is_named(game: Game[Any], p: Any, move: int, name: str) -> bool:
    """Return whether the name of a move, as a word in a text, leads back to it."""
    if not name or name.startswith(BY_NUMBER) or name.split() != [name]:
        return False
    try:
        return game.read_move(p, name) == move
    except KibitzError:
        return False
