"""A live board in a notebook: click to move, and Kibitz answers. It needs `pip install "kibitz[notebook]"`.

    from kibitz.adapters.notebook import LiveBoard
    board = LiveBoard("connect-four", opponent="engine:seconds=0.5")
    board                   # play on it
    board.state.names       # the moves so far, as data

The board is the one of the page in the browser, with its own JavaScript.
"""

import random
from collections.abc import Sequence
from typing import Any

from kibitz.arena.seat import Seat, player_from
from kibitz.board.palette import style_sheet
from kibitz.errors import KibitzError, OptionError
from kibitz.interface.web.games import shown
from kibitz.loader import state_of
from kibitz.page.bundle import bundled, styles
from kibitz.rules import CHANCE
from kibitz.state import State

try:
    import anywidget
    import traitlets
except ImportError as error:  # pragma: no cover - depends on what is installed
    raise OptionError('a live board needs more packages: pip install "kibitz[notebook]"') from error

START = "\nexport default { render: ({ model, el }) => renderBoard(model, el) };"


class LiveBoard(anywidget.AnyWidget):  # type: ignore[misc]
    """A game in progress to play in a notebook.

    what, position, moves: the game and where it begins, as in `kibitz.analyze`; a State is played on.
    opponent: who answers, as in `kibitz.match` ("engine:seconds=0.5", "alpha-beta:depth=4", a function of a State), or
        None if the person plays all sides.
    player: the side of the person; nature's moves are drawn with `seed`.
    """

    _esm = bundled("widget.js") + START
    _css = style_sheet() + styles("board.css", "widget.css")
    shown = traitlets.Dict().tag(sync=True)
    enabled = traitlets.Bool(False).tag(sync=True)
    flip = traitlets.Bool(False).tag(sync=True)
    said = traitlets.Unicode("").tag(sync=True)

    def __init__(
        self,
        what: Any,
        opponent: Seat | None = "engine:seconds=0.5",
        *,
        player: int = 0,
        position: Any = None,
        moves: str | Sequence[int | str] = "",
        seed: int | None = None,
        flip: bool = False,
    ) -> None:
        super().__init__()
        self.state: State = state_of(what, position, moves)
        if not 0 <= player < self.state.game.players:
            raise OptionError(f"player must be 0 to {self.state.game.players - 1}, got {player!r}")
        self.player, self.dice, self.flip = player, random.Random(seed), flip
        self.opponent = None if opponent is None else player_from(opponent, seed)
        if self.opponent is not None:
            self.opponent.check(self.state.game)
        self.on_msg(lambda widget, message, buffers: self.hear(message))
        self.answer()

    def play(self, move: int | str) -> "LiveBoard":
        """Play a move, by number or name, and let the others answer."""
        self.state.play(move)
        self.answer()
        return self

    def undo(self) -> "LiveBoard":
        """Take back the person's last move and all that came after it."""
        movers = [self.state.game.turn(p) for p in self.state.positions[:-1]]
        plies = next((count for count, mover in enumerate(reversed(movers), 1) if self.is_persons(mover)), 0)
        self.state.undo(plies)
        self.show()
        return self

    def is_persons(self, mover: int) -> bool:
        """Return whether a person moves for this player."""
        return mover != CHANCE and (self.opponent is None or mover == self.player)

    def answer(self) -> None:
        """Let nature and the opponent move until it is the person's turn, and show each move."""
        self.show()
        while not self.state.over and not self.is_persons(self.state.turn):
            if self.state.turn == CHANCE:
                self.state.draw(self.dice)
            else:
                assert self.opponent is not None
                self.state.play(self.opponent.choose(self.state)[0])
            self.show()

    def show(self) -> None:
        """Send the position to the page."""
        state = self.state
        turn = None if state.over else state.turn
        self.enabled = turn is not None and self.is_persons(turn)
        self.said = state.result or f"{state.game.label(state.turn)} to move"
        self.shown = shown(state)

    def hear(self, message: dict[str, Any]) -> None:
        """Do what a person clicked; what is wrong is said below the board."""
        try:
            if "move" in message:
                self.play(message["move"])
            elif "undo" in message:
                self.undo()
        except KibitzError as error:
            self.said = str(error)
