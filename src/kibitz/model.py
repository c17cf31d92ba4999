"""A learned evaluation: what it computes from the features of a position, and the numbers it computes with.

    linear   the sum of a weight for each feature that is on
    net      a hidden row: the sum of a row of weights for each feature that is on; clipped, and perhaps squared; times
             a row of weights.
             It has two views of a position, that of the player to move and that of the other, with the same first
             rows and a row of weights each; or one view, where there is no other player. With two outputs there is a
             second set of those weights, for positions with fewer features on than `sparse`. A view has at most
             `most_on` features, the first that are yielded.

Everything is a whole number, so an evaluation is the same on every machine. One block of memory holds the numbers,
which searches read by its address:

    head     64-bit ints: the factor and the constant of the output, `sparse` and `most_on`
    linear   32-bit ints, a weight for each feature
    net      16-bit ints: a row for each feature, the row to start from, then the output's rows

The output is (sum + constant) * factor / 2**SHIFT, rounded down, times the grain. Of two players whose utilities add up
to twice a `middle` it is what a player is above that: without chance the player to move; with chance it was learned for
the positions that players leave to nature, there it is the difference of what both players see, and where a player is
to move, the best that the player can reach. Otherwise everybody has a view and an evaluation of their own.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from kibitz.bits import count, each
from kibitz.compiler.plain import Desk, word
from kibitz.compiler.vectors import (
    SQUARES,
    add_row,
    blank_row,
    clipped_dot,
    numbers_at,
    numbers_in,
    put_number,
    row_at,
    squared_dot,
    take_row,
)
from kibitz.errors import GameError

LINEAR, NET = "linear", "net"
SHIFT = 20
HEAD = 64
"""The bytes of the head."""
FACTOR, CONSTANT, SPARSE, MOST_ON = 0, 1, 2, 3
TOP = 255
"""The largest activation of a hidden number, which stands for 1."""
MOST_FEATURES, MOST_HIDDEN = 1 << 28, 512
MOST_LINEAR_ON = 1 << 12
"""The most features of a linear model that may be on at once."""
MOST_PLANES = 64
"""The most words of features that a search compares."""
KEPT_WORDS = 2 * (MOST_PLANES + MOST_HIDDEN // 4)
"""The words in which a search keeps what both players last saw: the features as bits, then the hidden row."""


class Memory(NamedTuple):
    """Where a search keeps what the players last saw."""

    owner: int  # the word with the address of the weights that it was seen with; 0: nothing is kept
    start: int  # the first of KEPT_WORDS


class Form(NamedTuple):
    """The shape of a model: what compiled code depends on."""

    kind: str
    features: int  # how many there are
    hidden: int = 0  # numbers in the hidden row
    views: int = 1
    outputs: int = 1
    squared: bool = False  # the clipped numbers of the hidden row are squared

    @property
    def planes(self) -> int:
        """Return how many words have a bit for each feature."""
        return -(-self.features // 64)

    @property
    def unit(self) -> float:
        """Return the whole number that stands for an activation of 1, as near as there is one."""
        return TOP * TOP / SQUARES if self.squared else TOP

    @property
    def rows(self) -> int:
        """Return the number of rows of the output."""
        return self.views * self.outputs

    @property
    def output_start(self) -> int:
        """Return the byte where the rows of the output begin."""
        return HEAD + 2 * self.hidden * (self.features + 1)

    @property
    def size(self) -> int:
        """Return the bytes of the whole block, whole words."""
        used = HEAD + 4 * self.features if self.kind == LINEAR else self.output_start + 2 * self.hidden * self.rows
        return (used + 7) // 8 * 8

    def check(self) -> None:
        """Raise unless this is the shape of a model."""
        if self.kind not in (LINEAR, NET):
            raise GameError(f"a model is {LINEAR} or a {NET}, got {self.kind!r}")
        if not 0 < self.features <= MOST_FEATURES:
            raise GameError(f"a model has 1 to {MOST_FEATURES:,} features, got {self.features:,}")
        if self.kind == NET and not (0 < self.hidden <= MOST_HIDDEN and self.hidden % 8 == 0):
            raise GameError(f"a hidden row has 8 to {MOST_HIDDEN} numbers, a multiple of 8, got {self.hidden}")
        if self.views not in (1, 2) or self.outputs not in (1, 2):
            raise GameError(f"a model has one or two views and outputs, got {self.views} and {self.outputs}")

    def __str__(self) -> str:
        if self.kind == LINEAR:
            return f"{self.features:,} weights"
        views = "two views" if self.views == 2 else "one view"
        return f"{self.features:,} → {self.hidden} → {self.outputs}, {views}{', squared' if self.squared else ''}"


@dataclass(frozen=True, eq=False)
class Model:
    """A learned evaluation."""

    form: Form
    block: Any  # np.int64: the numbers as searches read them
    grain: float = 1  # evaluations are multiples of it; 1: whole numbers
    middle: float | None = 0  # what each of two players gets in a level game; None: they do not share a fixed sum
    about: dict[str, Any] = field(default_factory=dict)  # what a weights file says: the game, how it was learned

    def __post_init__(self) -> None:
        self.form.check()
        if self.block.nbytes != self.form.size:
            raise GameError(
                f"a model of {self.form} has {self.form.size:,} bytes of weights, got {self.block.nbytes:,}"
            )
        check_range(self)

    @property
    def shape(self) -> tuple[Form, float, float | None]:
        """Return what compiled code depends on."""
        return self.form, self.grain, self.middle

    @property
    def bytes(self) -> Any:
        """Return the block as bytes."""
        return self.block.view(np.uint8)

    @cached_property
    def weights(self) -> Any:
        """Return the weights of the features: a number for each, or a row for each and the row to start from."""
        form = self.form
        if form.kind == LINEAR:
            return self.bytes[HEAD : HEAD + 4 * form.features].view(np.int32)
        return self.bytes[HEAD : form.output_start].view(np.int16).reshape(form.features + 1, form.hidden)

    @cached_property
    def outputs(self) -> Any:
        """Return the rows of the output."""
        form = self.form
        end = form.output_start + 2 * form.hidden * form.rows
        return self.bytes[form.output_start : end].view(np.int16).reshape(form.rows, form.hidden)


def check_range(model: Model) -> None:
    """Raise if a sum might be larger than its number of bits, whatever features are on, and however often."""
    factor, constant, sparse, most_on = (int(word) for word in model.block[:4])
    if not (0 <= factor < 1 << 40 and abs(constant) < 1 << 60 and sparse >= 0 and most_on >= 0):
        raise GameError("the head of these weights has numbers out of range")
    if model.form.kind == NET:
        largest = largest_sum(model.weights, most_on)
        if largest > 0x7FFF:
            raise GameError(f"the rows of these weights may add up to {largest:,}, more than 16 bits hold")
        output = int(np.abs(model.outputs.astype(np.int64)).sum(axis=1).max()) * TOP
        if output > 0x7FFFFFFF:
            raise GameError("the output of these weights may be larger than 32 bits hold")
        total = model.form.views * output
    else:
        total = MOST_LINEAR_ON * int(np.abs(model.weights.astype(np.int64)).max(initial=0))
    if (total + abs(constant)) * factor >= 1 << 62:
        raise GameError("the output of these weights may be larger than 64 bits hold")


def largest_sum(weights: Any, most_on: int) -> int:
    """Return the largest size of a sum of one number over the first row and this many others."""
    sizes = np.abs(weights.astype(np.int64))
    return int((sizes[-1] + most_on * sizes[:-1].max(axis=0)).max())


def block_of(form: Form, head: tuple[int, ...], weights: Any, outputs: Any = None) -> Any:
    """Return the block of a model with these numbers."""
    block = np.zeros(form.size // 8, np.int64)
    block[: len(head)] = head
    held = block.view(np.uint8)
    if form.kind == LINEAR:
        held[HEAD : HEAD + 4 * form.features].view(np.int32)[:] = weights
    else:
        held[HEAD : form.output_start].view(np.int16)[:] = np.ravel(weights)
        held[form.output_start : form.output_start + 2 * form.hidden * form.rows].view(np.int16)[:] = np.ravel(outputs)
    return block


Judge: TypeAlias = Callable[[Any, int, Desk], Any]


def judge_of(rules: Any, place: int, memory: Memory | None = None) -> Judge:
    """Make the function that evaluates a position for a player by the model whose block a word of the desk leads to.

    memory: where the search keeps what was last seen, if it does.
    """
    form, grain, middle = rules.model.shape
    see = net_of(rules.features, form, place) if form.kind == NET else linear_of(rules.features, form, place)
    if memory and rules.planes is not None and form.kind == NET and form.planes <= MOST_PLANES:
        see = kept_net_of(rules.planes, form, place, memory, see)
    turn, moves, play, is_over, utility = rules.turn, rules.moves, rules.play, rules.is_over, rules.utility
    paired, has_chance, is_whole = rules.players == 2 and middle is not None, rules.chances is not None, grain == 1
    banked, has_bank, total = rules.banked, rules.banked is not None and not paired, 2 * (middle or 0)
    level = middle or 0

    def counted(p: Any, player: int, output: int) -> Any:
        """Return an output as the author counts, with what is banked, or above what a level game gives."""
        if is_whole:
            number = output
        else:
            number = output * grain
        if has_bank:
            return number + banked(p, player)
        if total:
            return number + level
        return number

    def of_mover(p: Any, player: int, desk: Desk) -> Any:
        mover = turn(p)
        value = counted(p, mover, see(p, mover, 1 - mover, desk))
        return value if player == mover else total - value

    def of_viewer(p: Any, player: int, desk: Desk) -> Any:
        if paired:
            value = counted(p, 0, see(p, 0, 1, desk) - see(p, 1, 0, desk))
            return value if player == 0 else total - value
        return counted(p, player, see(p, player, player, desk))

    def of_best(p: Any, player: int, desk: Desk) -> Any:
        mover = turn(p)
        if mover < 0:
            return of_viewer(p, player, desk)
        best = of_viewer(p, player, desk)
        most = of_viewer(p, mover, desk)
        first = True
        for move in moves(p):
            after = play(p, move)
            over = is_over(after)
            value = utility(after, mover) if over else of_viewer(after, mover, desk)
            if first or value > most:
                first = False
                most = value
                best = utility(after, player) if over else of_viewer(after, player, desk)
        return best

    judge = of_mover if paired and not has_chance else of_best if has_chance else of_viewer
    change = rules.judged_by

    def changed(p: Any, player: int, desk: Desk) -> Any:
        return change(judge(p, player, desk))

    return judge if change is None else changed


def linear_of(features: Any, form: Form, place: int) -> Callable[[Any, int, int, Desk], int]:
    """Make the function that adds up the weights of a position's features, as a player sees it."""
    count = form.features

    def see(p: Any, player: int, other: int, desk: Desk) -> int:
        head = numbers_at(desk, place, 0, "<i8", (8,))
        weights = numbers_at(desk, place, HEAD, "<i4", (count,))
        total = int(head[CONSTANT])
        for number in features(p, player):
            total += int(row_at(weights, number, count))
        return total * int(head[FACTOR]) >> SHIFT

    return see


def net_of(features: Any, form: Form, place: int) -> Callable[[Any, int, int, Desk], int]:
    """Make the function that computes the output of a net for a position, as a player sees it."""
    _, count, hidden, views, outputs, squared = form
    rows, start, has_sparse, has_other = form.rows, form.output_start, outputs == 2, views == 2
    dot = squared_dot if squared else clipped_dot

    def see(p: Any, player: int, other: int, desk: Desk) -> int:
        head = numbers_at(desk, place, 0, "<i8", (8,))
        weights = numbers_at(desk, place, HEAD, "<i2", (count + 1, hidden))
        output = numbers_at(desk, place, start, "<i2", (rows, hidden))
        mine = blank_row(hidden, "<i2")
        add_row(mine, weights[count])
        most = int(head[MOST_ON])
        on = 0
        for number in features(p, player):
            if on == most:
                break
            add_row(mine, row_at(weights, number, count))
            on += 1
        first = 0
        if has_sparse:
            first = views if on < int(head[SPARSE]) else 0
        total = int(head[CONSTANT]) + dot(mine, output[first], TOP)
        if has_other:
            theirs = blank_row(hidden, "<i2")
            add_row(theirs, weights[count])
            left = most
            for number in features(p, other):
                if left == 0:
                    break
                add_row(theirs, row_at(weights, number, count))
                left -= 1
            total += dot(theirs, output[first + 1], TOP)
        return total * int(head[FACTOR]) >> SHIFT

    return see


def kept_net_of(
    planes: Any, form: Form, place: int, memory: Memory, see_anew: Callable[[Any, int, int, Desk], int]
) -> Callable[[Any, int, int, Desk], int]:
    """Make the function of `net_of` for a search that keeps each player's last hidden row.

    Positions that a search evaluates one after the other differ in few features, so the row is changed by those.
    see_anew: `net_of`'s function, for positions with more features on than the model takes.
    """
    _, features, hidden, views, outputs, squared = form
    rows, start, has_sparse, has_other = form.rows, form.output_start, outputs == 2, views == 2
    dot = squared_dot if squared else clipped_dot
    owner, first = memory
    words = form.planes
    stride = words + hidden // 4

    def forget(desk: Desk) -> None:
        """Keep what is seen of a position without features."""
        weights = numbers_at(desk, place, HEAD, "<i2", (features + 1, hidden))
        for player in range(2):
            kept = numbers_in(desk, first + player * stride, "<i8", (words,))
            row = numbers_in(desk, first + player * stride + words, "<i2", (hidden,))
            take_row(kept, kept)
            take_row(row, row)
            add_row(row, weights[features])
        desk[owner] = desk[place]

    def renew(p: Any, player: int, desk: Desk) -> int:
        """Change the row that is kept for a player to that of a position; return how many features are on."""
        weights = numbers_at(desk, place, HEAD, "<i2", (features + 1, hidden))
        kept = numbers_in(desk, first + player * stride, "<i8", (words,))
        now = blank_row(words, "<i8")
        seen = planes(p, player)
        on = changed = 0
        for i in range(words):
            bits = word(seen[i])
            put_number(now, i, bits)
            on += count(bits)
            changed |= (bits != kept[i]) << i
        change = blank_row(hidden, "<i2")
        for i in each(changed):
            before, after = int(kept[i]), int(now[i])
            for bit in each(before & ~after):
                take_row(change, row_at(weights, 64 * i + bit, features))
            for bit in each(after & ~before):
                add_row(change, row_at(weights, 64 * i + bit, features))
            put_number(kept, i, after)
        add_row(numbers_in(desk, first + player * stride + words, "<i2", (hidden,)), change)
        return on

    def see(p: Any, player: int, other: int, desk: Desk) -> int:
        head = numbers_at(desk, place, 0, "<i8", (8,))
        output = numbers_at(desk, place, start, "<i2", (rows, hidden))
        if desk[owner] != desk[place]:
            forget(desk)
        on = renew(p, player, desk)
        if on > int(head[MOST_ON]):
            return see_anew(p, player, other, desk)
        view = 0
        if has_sparse:
            view = views if on < int(head[SPARSE]) else 0
        mine = numbers_in(desk, first + player * stride + words, "<i2", (hidden,))
        total = int(head[CONSTANT]) + dot(mine, output[view], TOP)
        if has_other:
            if renew(p, other, desk) > int(head[MOST_ON]):
                return see_anew(p, player, other, desk)
            theirs = numbers_in(desk, first + other * stride + words, "<i2", (hidden,))
            total += dot(theirs, output[view + 1], TOP)
        return total * int(head[FACTOR]) >> SHIFT

    return see
