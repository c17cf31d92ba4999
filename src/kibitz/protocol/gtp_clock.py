"""The clocks of a game over GTP: main time, then overtime for a number of stones, or for each move.

    main time ──▶ Canadian overtime: `stones` moves in each period
              └─▶ Japanese overtime: each move has a period, and there are several periods to lose

The controller reports what is left with `time_left`; until it does, the time that each `genmove` takes is deducted.
"""

from dataclasses import dataclass, field

from kibitz.search.clock import LEAST, Clock


@dataclass
class GtpClock:
    """The clocks of both players."""

    main: float  # seconds
    period: float = 0.0  # seconds of overtime
    stones: int = 0  # to be played in a period of overtime; 0: there is none
    each_move: bool = False  # Japanese overtime: a move that takes less than a period uses none up
    left: list[float] = field(init=False)  # of main time, or of the period
    to_play: list[int] = field(init=False)  # stones, or Japanese periods, left in overtime; 0 in main time

    def __post_init__(self) -> None:
        in_overtime = self.main <= 0 and self.stones > 0
        self.left = [self.period if in_overtime else self.main] * 2
        self.to_play = [self.stones if in_overtime else 0] * 2

    def set(self, player: int, seconds: float, stones: int) -> None:
        """Take over what the controller says is left; no stones: it is main time."""
        self.left[player], self.to_play[player] = seconds, stones

    def now(self, player: int) -> Clock:
        """Return the clock to think by."""
        left, stones = self.left[player], self.to_play[player]
        if stones:
            return Clock(max(left, LEAST), moves_to_go=1 if self.each_move else stones)
        if self.stones:  # overtime follows, which brings at least this much for every move
            each = self.period if self.each_move else self.period / self.stones
            return Clock(max(left + self.period, LEAST), each)
        return Clock(max(left, LEAST))

    def spend(self, player: int, seconds: float) -> None:
        """Deduct the time of a move."""
        self.left[player] -= seconds
        if self.to_play[player] == 0:
            if self.left[player] > 0 or not self.stones:
                return
            self.left[player] += self.period
            self.to_play[player] = self.stones
        if self.each_move:
            self.left[player] = self.period
            return
        self.to_play[player] -= 1
        if self.to_play[player] == 0:
            self.left[player], self.to_play[player] = self.period, self.stones
