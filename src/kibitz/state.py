"""A game in progress: where it began, the moves so far, and the position on the board.

state = kibitz.load("connect-four").begin("4 4 3")
state.play("5")        # by name, or by number as `state.moves()` lists them
state.undo()           # and `redo`
state.over, state.result, state.position, state.turn
"""

import random
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any

from kibitz.board import Board
from kibitz.errors import GameError, MoveError, PositionError
from kibitz.record import Record
from kibitz.rules import CHANCE
from kibitz.score import VALUE, number, outcome, unit

if TYPE_CHECKING:
    from kibitz.game import Game


class State:
    """A game in progress. Moves that were taken back can be replayed until another move is played."""

    def __init__(self, game: "Game[Any]", position: Any = None) -> None:
        """Begin at a position: its text, the position itself, or None for the game's own start."""
        self.game = game
        start = game.start()
        is_text = isinstance(position, str) and not isinstance(start, str)
        first = start if position is None else game.read(position) if is_text else position
        self.start: str | None = None if position is None else game.write(first)
        self._positions = [first]  # one more than the moves; those after `_at` were undone
        self._moves: list[int] = []
        self._names: list[str] = []
        self._keys = [game.key(first)] if game.repetition else []
        self._legal: tuple[Any, list[int]] | None = None  # a position and its moves
        self._at = 0
        self._resigned: int | None = None

    @classmethod
    def of(cls, record: Record, game: "Game[Any]") -> "State":
        """Replay a record of this game."""
        if len(record.players) > game.players:
            raise GameError(f"the record names {len(record.players)} players, but {game.name} has {game.players}")
        try:
            state = cls(game, None if record.start is None else game.read(record.start)).play_all(record.moves)
            resigned = {f"{game.label(player)} resigns": player for player in range(game.players)}
            if record.result in resigned and not state.over:
                state._resigned = resigned[record.result]
            return state
        except (MoveError, PositionError) as error:
            raise type(error)(f"the record: {error}") from error

    def __repr__(self) -> str:
        moves = f" after {' '.join(self.names)}" if self._at else ""
        return f"<State of {self.game.spec()}{moves}: {self.result or self.game.label(self.turn) + ' to move'}>"

    def __str__(self) -> str:
        return self.game.show(self.position)

    def _repr_html_(self) -> str:
        """Return the board with the moves so far and whose turn it is, for a notebook."""
        board = self.board
        last: tuple[str, ...] = ()
        if board and self._at:
            before = self.game.board(self._positions[self._at - 1])
            last = tuple(before.moves.get(self._moves[self._at - 1], ())) if before else ()
        drawn = board.svg(marks=last) if board else f"<pre>{escape(str(self))}</pre>"
        said = self.result or f"{self.game.label(self.turn)} to move"
        return f"{drawn}<p>{escape(' '.join(self.names))} <b>{escape(said)}</b></p>"

    def copy(self) -> "State":
        """Return an independent copy of this state."""
        other = State.__new__(State)
        vars(other).update(vars(self))
        for name in ("_positions", "_moves", "_names", "_keys"):
            setattr(other, name, list(getattr(self, name)))
        return other

    @property
    def position(self) -> Any:
        """Return the position on the board."""
        return self._positions[self._at]

    @property
    def positions(self) -> list[Any]:
        """Return every position so far, from the first to the one on the board."""
        return self._positions[: self._at + 1]

    @property
    def played(self) -> list[int]:
        """Return the moves so far, including nature's outcomes."""
        return self._moves[: self._at]

    @property
    def names(self) -> list[str]:
        """Return the names of the moves so far."""
        return self._names[: self._at]

    @property
    def numbers(self) -> list[str]:
        """Return the number of each move so far: one by one, or by rounds, where the second player's is "1…"."""
        game = self.game
        if game.rules.move_number is None:
            return [f"{ply}." for ply in range(1, self._at + 1)]
        return [f"{game.ask('move_number', p)}{'…' if game.turn(p) else '.'}" for p in self.positions[:-1]]

    @property
    def turn(self) -> int:
        """Return the player to move, or CHANCE."""
        return self.game.turn(self.position)

    @property
    def history(self) -> list[Any]:
        """Return the keys of the positions before the current one; empty if repetitions are not counted."""
        return self._keys[: self._at]

    @property
    def repeated(self) -> bool:
        """Return whether the position has occurred often enough to be a draw."""
        return bool(self._keys) and self._keys[: self._at + 1].count(self._keys[self._at]) >= self.game.repetition

    @property
    def over(self) -> bool:
        """Return whether the game has ended: by the rules, by repetition or by resignation."""
        return self._resigned is not None or self.ended or self.repeated

    @property
    def ended(self) -> bool:
        """Return whether the rules say that the game has ended."""
        return not self._legal_moves()

    @property
    def result(self) -> str | None:
        """Return how the game ended, in words; None if it has not."""
        if self._resigned is not None:
            return f"{self.game.label(self._resigned)} resigns"
        if self.ended:
            return ending(self.game, self.position)
        return "a draw by repetition" if self.repeated else None

    @property
    def text(self) -> str:
        """Return the position as one line of text."""
        return self.game.write(self.position)

    @property
    def board(self) -> Board | None:
        """Return the board for drawing; None if the game has none."""
        return self.game.board(self.position)

    def moves(self) -> list[int]:
        """List the legal moves, or nature's outcomes; empty if the game has ended."""
        return [] if self._resigned is not None or self.repeated else list(self._legal_moves())

    def _legal_moves(self) -> list[int]:
        """Return the moves that the rules allow, computed once per position."""
        p = self.position
        if self._legal is None or self._legal[0] is not p:
            self._legal = p, self.game.moves(p)
        return self._legal[1]

    def _is_drawn(self) -> bool:
        """Return whether the rules say that the game is a draw."""
        if self._resigned is not None:
            return False
        return ending(self.game, self.position) == "a draw" if self.ended else self.repeated

    def name(self, move: int) -> str:
        """Return a legal move's name."""
        return self.game.move_name(self.position, move)

    def play(self, move: int | str | tuple[int, ...] | None, past_draws: bool = False) -> "State":
        """Play a move or a chance outcome, given by number or by name; moves taken back earlier are discarded.

        The move of a search result is None where there is nothing to choose; playing it is an error.
        past_draws: continue after a draw by the rules, as chess programs do until a player claims it.
        """
        past = past_draws and self._is_drawn()
        if self.over and not past:
            raise MoveError(f"the game is over ({self.result}): {move!r} cannot be played")
        if move is None:
            hint = "chance is to move: call `draw` for an outcome" if self.turn == CHANCE else "pass a name or a number"
            raise MoveError(f"None is not a move; {hint}")
        p = self.position
        chosen = self.game.read_move(p, move) if isinstance(move, str) else self.game.number_of(move)
        legal = self.game.ask("moves", p) if past else self._legal_moves()
        if chosen not in legal:
            raise MoveError(self.game.illegal(p, chosen, legal))
        after, name = self.game.ask("play", p, chosen), self.game.move_name(p, chosen)
        if self.game.repetition:
            self._keys[self._at + 1 :] = [self.game.key(after)]
        self._positions[self._at + 1 :] = [after]
        self._moves[self._at :] = [chosen]
        self._names[self._at :] = [name]
        self._at += 1
        return self

    def play_all(self, moves: str | Iterable[int | str]) -> "State":
        """Play several moves, all or none; in text, their names are separated by spaces."""
        if not isinstance(moves, Iterable):
            raise MoveError(f"moves must be text or a list of moves, got {moves!r}")
        before = self.copy()
        for count, move in enumerate(moves.split() if isinstance(moves, str) else moves, 1):
            try:
                self.play(move)
            except MoveError as error:
                vars(self).update(vars(before))
                raise MoveError(f"move {count}: {error}") from error
        return self

    def draw(self, dice: random.Random) -> int:
        """Play a chance outcome, drawn by its probability, and return it.

        One number of `dice` chooses it through the cumulative probabilities, in the order of `chances`. So with equal
        dice the n-th draw of two games is the same if its probabilities are, however the positions differ.
        """
        if self.turn != CHANCE:
            raise MoveError(f"{self.game.label(self.turn)} is to move, not chance: there is no outcome to draw")
        outcomes, odds = zip(*self.game.chances(self.position), strict=True)
        move: int = dice.choices(outcomes, odds)[0]
        self.play(move)
        return move

    def undo(self, plies: int = 1) -> "State":
        """Take back this many plies; a resignation is taken back first."""
        if self._resigned is not None and plies:
            self._resigned, plies = None, plies - 1
        if not isinstance(plies, int) or not 0 <= plies <= self._at:
            raise MoveError(f"cannot take back {plies!r} of the {self._at} moves played")
        self._at -= plies
        return self

    def at(self, ply: int) -> "State":
        """Return an independent copy of this state as it was after this many moves."""
        if not 0 <= ply <= self._at:
            raise MoveError(f"there is no position after {ply} moves: {self._at} were played")
        other = self.copy()
        other._resigned = None
        return other.undo(self._at - ply)

    def redo(self, plies: int = 1) -> "State":
        """Replay this many plies that were taken back."""
        undone = len(self._moves) - self._at
        if not isinstance(plies, int) or not 0 <= plies <= undone:
            raise MoveError(f"cannot replay {plies!r} of the {undone} moves taken back")
        self._at += plies
        return self

    def resign(self) -> "State":
        """Resign for the player to move."""
        if self.over:
            raise MoveError(f"the game is over ({self.result}): nobody can resign")
        if self.turn == CHANCE:
            raise MoveError("chance is to move, and cannot resign")
        self._resigned = self.turn
        return self

    def record(self, players: Iterable[str] = ()) -> Record:
        """Return the game so far as a record that can be saved; `players` are the players' names."""
        return Record(self.game.spec(), tuple(self.names), self.start, tuple(players), self.result)


def ending(game: "Game[Any]", p: Any) -> str:
    """Return the result of a finished position in words."""
    utilities = game.utilities(p)
    if game.players == 1:
        return f"{game.label(0)} gets {number(utilities[0])}"
    level = game.players == 2 and sum(utilities) == 0  # what one gains the other loses
    counted_in = game.rules.counted_in
    if counted_in == VALUE:
        each = ", ".join(f"{game.label(player)} gets {number(utility)}" for player, utility in enumerate(utilities))
        return f"value {number(utilities[0])}" if level else each
    teams = game.rules.teams
    winners = [player for player in range(game.players) if outcome(utilities, player, teams) == "win"]
    if not winners:
        return "a draw"
    amount = utilities[winners[0]]
    margin = f" by {number(amount)}{unit(amount, counted_in)}" if counted_in and level else ""
    if len(winners) > 1:
        return f"{' and '.join(map(game.label, winners))} win{margin}"
    return f"{game.label(winners[0])} wins{margin}"
