"""Retrograde analysis: the value of every reachable position, from the ends of the game backwards.

Law. A position is won for the player to move if some move leads to one that is lost for the opponent (or won for the
same player, who moves again), and lost if every move leads to a win of the opponent; its distance is the shortest win
or the longest resistance. What neither rule ever decides is drawn: a player can keep the game going forever. No depth
and no history are needed, so this is the way to solve small games with cycles.

Positions with equal keys are the same: what a game's `key` leaves out, such as clocks, is ignored. A position's place
is its number in the order in which positions were found; the one to solve is place 0. A kernel visits many at a time:

    rows        positions to visit                children    the positions that their moves lead to
    facts       of each position: how many        keys        of each child: key, is the game over there
                moves, who moves, who won

The rest is a graph of places. A position is kept only until it is visited: its place tells how to reach it.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from kibitz.compiler.plain import Compiled, Desk, Kernel, gathering, get_position, plain, put_position, room, words
from kibitz.errors import GameError
from kibitz.game import Game
from kibitz.score import Proven
from kibitz.search.keys import key_maker
from kibitz.search.limit import Limit
from kibitz.search.mistake import failure
from kibitz.search.speed import Search, failed, ready

MOST_MEGABYTES = 1024
"""The default memory for a graph, in MB."""
PLACE_BYTES, EDGE_BYTES = 150, 28
"""The most bytes that a place and an edge take, which is when the graph is reversed."""
BATCH = 512
"""The number of positions visited between checks for a stop."""
MOST_MOVES = 1024
MOST_CHILDREN = 1 << 16

# The desk
ROWS = 0  # the addresses of these parts
FACTS = 1
CHILDREN = 2
KEYS = 3
FIRST = 4  # the first row to visit
COUNT = 5  # children written
WIDTH = 6  # words of a position
CROWDED = 7  # 1: a position had too many moves
SCRATCH = 8  # moves of a position; the first position

FACT_WORDS, KEY_WORDS = 3, 2

Tell = Callable[[int, str], None]


def silent(count: int, what: str) -> None:
    """Ignore progress reports."""


def explorer(game: Game[Any], compiled: Compiled) -> Kernel:
    """Build the kernel that visits `depth` rows and returns how many it completed: fewer if children run out of room.

    For zero rows it writes down the width of a position and the position it was given.
    """
    turn, play, is_over, utility = game.rules.turn, game.rules.play, game.rules.is_over, game.rules.utility
    gather, key_of = gathering(game.rules.moves), key_maker(game, compiled is plain)

    def winner(p: Any, player: int) -> int:
        """Return 1 if a finished game is won for a player, -1 if lost, otherwise 0."""
        mine, other = utility(p, player), utility(p, 1 - player)
        return 1 if mine > other else -1 if mine < other else 0

    @partial(compiled, returns="int")
    def root(p: Any, player: int, depth: int, desk: Desk) -> int:
        notes = words(desk)
        width = room(p)
        if depth == 0:
            notes[WIDTH] = width
            put_position(notes, SCRATCH, p)
            return 0
        rows, facts = words(notes[ROWS]), words(notes[FACTS])
        children, keys = words(notes[CHILDREN]), words(notes[KEYS])
        written = 0
        for number in range(depth):
            here = get_position(rows, (notes[FIRST] + number) * width, p)
            count = 0 if is_over(here) else gather(here, notes, SCRATCH, SCRATCH + MOST_MOVES) - SCRATCH
            if count > MOST_MOVES:
                notes[CROWDED] = 1
                return number
            if written + count > MOST_CHILDREN:
                notes[COUNT] = written
                return number
            fact = FACT_WORDS * number
            facts[fact] = count
            facts[fact + 1] = turn(here)
            facts[fact + 2] = winner(here, turn(here)) if count == 0 else 0
            for place in range(SCRATCH, SCRATCH + count):
                child = play(here, notes[place])
                put_position(children, written * width, child)
                keys[KEY_WORDS * written] = key_of(child)
                keys[KEY_WORDS * written + 1] = 1 if is_over(child) else 0
                written += 1
        notes[COUNT] = written
        return depth

    return root


class Explorer:
    """A kernel with its buffers."""

    def __init__(self, search: Search, p: Any) -> None:
        self.run, self.array, self.p = search.run, search.compiled, p
        self.desk = self.new(SCRATCH + MOST_MOVES)
        self.run(p, 0, 0, self.desk)
        self.width = int(self.desk[WIDTH])
        self.first = self.desk[SCRATCH : SCRATCH + self.width].copy()
        self.facts, self.keys = self.new(BATCH * FACT_WORDS), self.new(MOST_CHILDREN * KEY_WORDS)
        self.children = self.new(MOST_CHILDREN * self.width)
        for part, buffer in ((FACTS, self.facts), (KEYS, self.keys), (CHILDREN, self.children)):
            self.desk[part] = self.handle(buffer)

    def new(self, size: int) -> Desk:
        """Return room for this many words."""
        return np.zeros(size, np.int64) if self.array else [0] * size

    def handle(self, buffer: Desk) -> Any:
        """Return the handle by which the kernel finds a buffer."""
        return buffer.ctypes.data if self.array else buffer

    def look(self, rows: Desk, first: int) -> tuple[Any, list[int], Any]:
        """Visit rows from this one on; return facts about each, and each child's key and whether it is over there."""
        self.desk[ROWS], self.desk[FIRST] = self.handle(rows), first
        done = self.run(self.p, 0, min(BATCH, len(rows) // self.width - first), self.desk)
        if self.desk[CROWDED]:
            raise GameError(f"a position has more than {MOST_MOVES} moves, too many for retrograde analysis")
        facts = np.array(self.facts[: FACT_WORDS * done], np.int64).reshape(done, FACT_WORDS)
        told = self.keys[: KEY_WORDS * int(self.desk[COUNT])]
        told = told.tolist() if self.array else told
        return facts, told[::KEY_WORDS], np.array(told[1::KEY_WORDS], np.uint8)

    def chosen(self, numbers: list[int]) -> Desk:
        """Return some of the children as rows."""
        if not self.array:
            return [self.children[number] for number in numbers]
        return self.children.reshape(-1, self.width)[numbers].ravel()


class Graph(NamedTuple):
    """Every reachable position."""

    places: dict[int, int]  # by key
    counts: Any  # moves of each place, int32
    movers: Any  # int8
    winners: Any  # of finished games: 1 if the player to move has won, -1 if the other; int8
    edges: Any  # where the moves lead, place after place, int32
    finished: bool  # it was not stopped


def reach(
    game: Game[Any], p: Any, search: Search, limit: Limit, stop: threading.Event, megabytes: float, tell: Tell = silent
) -> Graph:
    """Find every reachable position."""
    started, hard = time.perf_counter(), limit.deadline()
    kernel = Explorer(search, p)
    places = {int(key_maker(game)(p)): 0}
    over = bytearray([bool(game.ask("is_over", p))])
    waiting = deque([kernel.first])
    facts: list[Any] = []
    edges: list[Any] = []
    looked = moves = first = 0
    finished = True
    while waiting:
        try:
            told, keys, ends = kernel.look(waiting[0], first)
        except Exception as error:
            raise failure(game, p, error) from error
        known = len(places)
        new = []
        for number, key in enumerate(keys):
            if key not in places:
                places[key] = len(places)
                new.append(number)
        over.extend(ends[new].tolist())
        leads = np.array([places[key] for key in keys], np.int32)
        if (np.frombuffer(over, np.uint8)[leads] != ends).any():
            raise GameError(
                f"{game.name} can end because of something that `key` leaves out, which retrograde analysis ignores; "
                "if it is a clock, use a position with a lower one"
            )
        facts.append(told)
        edges.append(leads)
        looked, moves, first = looked + len(told), moves + len(leads), first + len(told)
        if len(places) > known:
            waiting.append(kernel.chosen(new))
        if first * kernel.width >= len(waiting[0]):
            waiting.popleft()
            first = 0
        used = len(places) * (PLACE_BYTES + 8 * kernel.width) + moves * EDGE_BYTES
        if used > megabytes * (1 << 20):
            raise GameError(
                f"{game.name} has too many positions for memory: {len(places):,} were found, {looked:,} of them "
                f"visited, when they took {megabytes:g} MB"
            )
        tell(len(places), "found")
        if stop.is_set() or hard is not None and time.perf_counter() - started > hard or over_nodes(limit, places):
            finished = not waiting
            break
    table = np.concatenate(facts)
    return Graph(
        places,
        table[:, 0].astype(np.int32),
        table[:, 1].astype(np.int8),
        table[:, 2].astype(np.int8),
        np.concatenate(edges),
        finished,
    )


def over_nodes(limit: Limit, places: dict[int, int]) -> bool:
    """Return whether more positions were found than the limit allows."""
    return limit.nodes is not None and len(places) > limit.nodes


class Known(NamedTuple):
    """What is known about a position, for the player to move."""

    proven: Proven
    distance: int | None  # None for a draw
    move: int | None  # the best, None where the game is over


class Solution:
    """The value of every position reachable from one."""

    def __init__(self, game: Game[Any], p: Any, graph: Graph, tell: Tell = silent) -> None:
        self.game, self.p, self.graph = game, p, graph
        self.key_of = key_maker(game)
        self.starts = np.concatenate(([0], np.cumsum(graph.counts, dtype=np.int64)))  # of the edges of each place
        # Edges by where they lead, in the order in which they were found: the first one found its place.
        self.incoming = np.argsort(graph.edges, kind="stable").astype(np.int32)
        arrivals = np.bincount(graph.edges, minlength=len(graph.counts))
        self.arrivals = np.concatenate(([0], np.cumsum(arrivals, dtype=np.int64)))
        self.parents = np.repeat(np.arange(len(graph.counts), dtype=np.int32), graph.counts)
        self.worth = graph.winners.copy()  # 1 won for the player to move, -1 lost, 0 drawn
        self.distance = np.zeros(len(graph.counts), np.int32)
        self.decide(tell)

    def __len__(self) -> int:
        return len(self.graph.counts)

    def __getitem__(self, p: Any) -> Known:
        place = self.graph.places.get(int(self.key_of(p)))
        if place is None:
            raise GameError(f"{self.game.name} has positions that are not equal to themselves when met again")
        worth, distance = int(self.worth[place]), int(self.distance[place])
        ended = self.graph.counts[place] == 0
        proven: Proven = "win" if worth > 0 else "loss" if worth < 0 else "draw"
        return Known(proven, distance if worth or ended else None, None if ended else self.best_move(p, place))

    def decide(self, tell: Tell) -> None:
        """Work backwards from the ends, a ply at a time."""
        graph, worth = self.graph, self.worth
        left = graph.counts.copy()  # moves not known to lose
        frontier = np.flatnonzero(worth)
        decided, ply = len(frontier), 0
        while len(frontier):
            tell(decided, "decided")
            ply += 1
            edges = self.incoming[ranges(self.arrivals[frontier], self.arrivals[frontier + 1])]
            parents, children = self.parents[edges], graph.edges[edges]
            # Won for the parent's player: lost for the opponent, or won for the same player, who moves again.
            again = graph.movers[parents] == graph.movers[children]
            good = (worth[children] > 0) == again
            is_open = worth[parents] == 0
            winning = np.unique(parents[good & is_open])
            failing, losses = np.unique(parents[~good & is_open], return_counts=True)
            left[failing] -= losses.astype(np.int32)
            worth[winning] = 1
            losing = failing[(left[failing] == 0) & (worth[failing] == 0)]
            worth[losing] = -1
            frontier = np.concatenate((winning, losing))
            self.distance[frontier] = ply
            decided += len(frontier)

    def best_move(self, p: Any, place: int) -> int | None:
        """Return the quickest win, otherwise a draw, otherwise the longest resistance; the first of equals."""
        legal = self.game.moves(p)
        if not legal:  # over because of something the key leaves out
            return None
        children = self.graph.edges[self.starts[place] : self.starts[place + 1]]
        sign = np.where(self.graph.movers[children] == self.graph.movers[place], 1, -1)
        worth = sign * self.worth[children]
        quick = np.where(worth == 0, 0, -worth * self.distance[children])
        return legal[int(np.lexsort((-quick, -worth))[0])]

    def line(self, p: Any) -> tuple[int, ...]:
        """Return best play to the end; for a draw, which may have no end, only the first move."""
        moves: list[int] = []
        known = self[p]
        while known.move is not None:
            moves.append(known.move)
            if known.proven == "draw":
                break
            p = self.game.ask("play", p, known.move)
            known = self[p]
        return tuple(moves)

    def longest(self) -> tuple[int, Any] | None:
        """Return the longest win of all for the player to move, and a position that has it; None if there is none."""
        if not (self.worth > 0).any():
            return None
        place = int(np.argmax(np.where(self.worth > 0, self.distance, -1)))
        return int(self.distance[place]), self.position_at(place)

    def position_at(self, place: int) -> Any:
        """Return the position at a place, by playing the moves with which it was found."""
        numbers = []
        while place:
            edge = int(self.incoming[self.arrivals[place]])
            place = int(self.parents[edge])
            numbers.append(edge - int(self.starts[place]))
        p = self.p
        for number in reversed(numbers):
            p = self.game.ask("play", p, self.game.moves(p)[number])
        return p


def ranges(starts: Any, ends: Any) -> Any:
    """Return all numbers from each start to its end."""
    lengths = ends - starts
    before = np.cumsum(lengths) - lengths
    return np.repeat(starts - before, lengths) + np.arange(int(lengths.sum()))


def retrograde(game: Game[Any], p: Any, compiled: bool | None = None) -> Solution:
    """Solve a position and every other reachable from it."""
    search = ready(explorer, game, compiled, explorer_trial)
    return Solution(game, p, reach(game, p, search, Limit(), threading.Event(), MOST_MEGABYTES))


def explorer_trial(run: Kernel, game: Game[Any], p: Any, array: bool) -> Any:
    """Visit a position; return what is known about it and its children, or the error that the rules raise."""
    try:
        kernel = Explorer(Search(run, array, 0.0), p)
        facts, keys, ends = kernel.look(kernel.first, 0)
    except Exception as error:
        return failed(error)
    return facts.tolist(), keys, ends.tolist()
