"""What plays games of the engine against itself for learning: a kernel with its table and desk (`selfplay`)."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.compiler.plain import Desk, Kernel, ordered, salt
from kibitz.game import Game
from kibitz.learning.selfplay import (
    COUNT,
    DUEL,
    EVERY,
    LONGEST,
    NOTES,
    NUMBER,
    OPENING,
    OTHER_TABLE,
    OTHER_WEIGHTS,
    OWN_TABLE,
    OWN_WEIGHTS,
    PLAYED,
    RECORDS,
    ROOM,
    SPENT,
    STRAY,
    SURE,
    WANTED,
    selfplay,
    wide_selfplay,
)
from kibitz.search.desk import FAULT, HIGHEST, LIMIT, OUT_OF_RANGE, RIVAL, floats, lay_out
from kibitz.search.engine.desk import (
    DRAW,
    DRAWN,
    FIRST_DEPTH,
    NODE_LIMIT,
    REPETITION,
    SEED,
    SEEN_WITH,
    STACK,
    TABLE,
    TOP,
    TOTAL,
    USE,
    WANTED_LINES,
)
from kibitz.search.engine.machinery import Unfit, blamed, refuse_fault
from kibitz.search.engine.scoring import WIDE, Scale, Width, scale_of
from kibitz.search.engine.settings import DEFAULT_SETTINGS, techniques_of
from kibitz.search.engine.table import clear, new_table
from kibitz.search.mistake import failure
from kibitz.search.speed import Search, failed, ready

TABLE_MEGABYTES = 8
MOST_RECORDS = 1 << 14
"""Records of one call; a game is a few hundred at most."""
LONGEST_GAME = 600


@dataclass(frozen=True)
class Plan:
    """How games for learning are played."""

    nodes: int  # of each search
    opening: int  # the most random moves at the start
    sure: float = 0  # a score that decides a game if it lasts; 0: none does
    longest: int = LONGEST_GAME
    stray: float = 0.03  # the share of random moves after it
    every: bool = False  # record also positions in which the best move is noisy


class Games:
    """Plays games of the engine against itself."""

    def __init__(self, game: Game[Any], plan: Plan, seed: int = 0, compiled: bool | None = None) -> None:
        self.game, self.plan, self.compiled = game, plan, compiled
        self.played = self.spent = 0
        self.rival: Any = None  # the table of the other weights in a duel
        self.seed = seed
        self.prepare(scale_of(game).width)

    def prepare(self, width: Width) -> None:
        """Make the kernel, the table and the desk for one representation of scores."""
        self.width = width
        self.kernel: Search = ready(
            wide_selfplay if width.wide else selfplay,
            self.game,
            self.compiled,
            wide_trial if width.wide else trial,
            True,
        )
        array = self.kernel.compiled
        self.table = new_table(TABLE_MEGABYTES if array else 0.5, array, width=width)
        self.desk = new_desk(array, MOST_RECORDS if array else 1000, self.words)
        set_up(self.desk, self.game, self.table, self.plan, width, array)
        self.desk[SEED] = salt(self.seed)

    @property
    def words(self) -> int:
        """Return how many words a position takes."""
        return words_of(self.game, self.kernel.compiled)

    def reweigh(self, game: Game[Any]) -> None:
        """Switch to the same game with other weights, and empty the table."""
        self.game = game
        lay_out(self.desk, game.rules.row, self.kernel.compiled)
        clear(self.table)

    def run(self) -> None:
        """Run the kernel; report what the rules raise as an error in them."""
        p = self.game.start()
        self.desk[SEEN_WITH] = 0  # new weights may reuse the address of freed ones
        try:
            self.kernel.run(p, 0, 0, self.desk)
        except Exception as error:
            raise failure(self.game, p, error) from error

    def refuse(self) -> None:
        """Raise if the kernel was stopped by results that it cannot handle."""
        try:
            refuse_fault([self.desk])
        except Unfit as failed:
            raise blamed(failed, self.game, self.game.start()) from failed

    def duel(self, other: Game[Any], games: int, number: int = 0) -> list[float]:
        """Play games against the same game with other weights, or against its rival; return their worth to player 0.

        number: of the first game, an even one. The own weights play first in even games.
        """
        array = self.kernel.compiled
        if self.rival is None:
            self.rival = new_table(TABLE_MEGABYTES if array else 0.5, array, width=self.width)
        desk = self.desk
        rows = self.game.rules.row, self.table, other.rules.row, self.rival
        for place, held in zip((OWN_WEIGHTS, OWN_TABLE, OTHER_WEIGHTS, OTHER_TABLE), rows, strict=True):
            desk[place] = held.ctypes.data if array else held
        clear(self.table)
        clear(self.rival)
        desk[DUEL], desk[NUMBER], drawn = 1, number, desk[DRAWN]
        desk[WANTED], desk[PLAYED], desk[COUNT], desk[SPENT] = games, 0, 0, 0
        try:
            self.run()
            unfit = desk[FAULT] == OUT_OF_RANGE and not self.width.wide
        finally:
            desk[DUEL], desk[DRAWN], desk[RIVAL] = 0, drawn, 0
            desk[TABLE] = self.table.ctypes.data if array else self.table
            lay_out(desk, self.game.rules.row, array)
        if unfit:
            self.rival = None
            self.prepare(WIDE)
            return self.duel(other, games, number)
        self.refuse()
        return [float(each) for each in floats(desk)[RECORDS : RECORDS + games]]

    def play(self, games: int) -> Any:
        """Play games and return their records: an array with a row of words for each, or a list of tuples if plain."""
        desk, size = self.desk, self.words + NOTES
        seed, drawn = desk[SEED], desk[DRAWN]
        desk[WANTED], desk[PLAYED], desk[COUNT], desk[SPENT] = games, 0, 0, 0
        self.run()
        if desk[FAULT] == OUT_OF_RANGE and not self.width.wide:
            self.prepare(WIDE)
            self.desk[SEED], self.desk[DRAWN] = seed, drawn
            return self.play(games)
        self.refuse()
        self.played += int(desk[PLAYED])
        self.spent += int(desk[SPENT])
        count = int(desk[COUNT])
        if not self.kernel.compiled:
            flat = desk[RECORDS : RECORDS + count * size]
            return [tuple(flat[at : at + size]) for at in range(0, len(flat), size)]
        return desk[RECORDS : RECORDS + count * size].reshape(count, size).copy()


def words_of(game: Game[Any], array: bool) -> int:
    """Return how many words a position takes; plain, it is one item."""
    if not array:
        return 1
    from kibitz.compiler.compile import position_kind

    return position_kind(game).words


def new_desk(array: bool, room: int, words: int) -> Desk:
    """Return a desk with room for this many records."""
    size = RECORDS + room * (words + NOTES)
    desk: Desk = np.zeros(size, np.int64) if array else [0] * size
    desk[ROOM] = room
    return desk


def set_up(desk: Desk, game: Game[Any], table: Desk, plan: Plan, width: Width, array: bool) -> None:
    """Write what the kernel needs into a desk."""
    scale: Scale = scale_of(game)
    desk[TABLE] = table.ctypes.data if array else table
    desk[USE], desk[TOP], desk[FIRST_DEPTH], desk[WANTED_LINES] = techniques_of(DEFAULT_SETTINGS, game), STACK, 1, 1
    desk[LIMIT], desk[NODE_LIMIT] = HIGHEST, plan.nodes
    desk[REPETITION], desk[DRAW] = game.repetition, scale.draw(width)
    floats(desk)[TOTAL] = float(scale.total)
    sure = ordered(float(plan.sure)) if width.wide else int(plan.sure)
    desk[OPENING], desk[SURE], desk[LONGEST] = plan.opening, sure, plan.longest
    desk[STRAY], desk[EVERY] = round(1000 * plan.stray), int(plan.every)
    lay_out(desk, game.rules.row, array)


def wide_trial(run: Kernel, game: Game[Any], p: Any, array: bool) -> Any:
    """Try out a wide kernel in the same way as a narrow one."""
    return trial(run, game, p, array, WIDE)


def trial(run: Kernel, game: Game[Any], p: Any, array: bool, width: Width | None = None) -> Any:
    """Play the first moves of a game from a position; return what was counted and drawn, or the error raised."""
    width = width or scale_of(game).width
    desk, table = new_desk(array, 8, words_of(game, array)), new_table(0.05, array, width=width)
    set_up(desk, game, table, Plan(nodes=40, opening=2, longest=5), width, array)
    desk[SEED], desk[WANTED] = salt(1), 1
    try:
        run(p, 0, 0, desk)
    except Exception as error:
        return failed(error)
    return int(desk[COUNT]), int(desk[PLAYED]), int(desk[SPENT]), int(desk[FAULT])
