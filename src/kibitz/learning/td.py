"""Learning by temporal differences, TD(λ): a model that plays against itself and predicts its own predictions.

A value belongs to the position that a player's move leaves, before nature or anybody else moves (an afterstate). Games
are played by taking the move with the best value. When a game is over, its positions are visited from the last to the
first, and each value is moved towards the target

    G = next banked - banked + (1 - λ) * next value + λ * next G        after the last one: the utility - banked

where `banked` is 0 in a game without it. Utilities are counted in spans, and of two players who share a fixed sum from
the middle, which is half of it: then what one gains the other loses, and a value is the difference of both views.

A linear model has a rate of its own for each weight (temporal coherence):
the sum of its changes divided by the sum of their sizes, so that it slows down where changes only go back and forth. A
net moves along its slope, by one rate for all.

Everything is one kernel, which plays and learns. Several threads may share the weights; then their changes meet in any
order, and only one thread is reproducible.
"""

import math
from collections import Counter
from typing import Any

from kibitz.compiler.plain import Compiled, Desk, Kernel, get, get_position, put, put_position, room, words
from kibitz.compiler.vectors import (
    add_row,
    add_scaled,
    blank_row,
    clip_row,
    numbers_at,
    put_number,
    row_at,
    row_dot,
    slope_row,
)
from kibitz.game import Game
from kibitz.model import NET, Form
from kibitz.search.engine.desk import SUMS
from kibitz.search.mcts.playout import CHOICES, draw
from kibitz.search.wander import sample_positions

WEIGHTS, OUTPUTS, CHANGES, SIZES = SUMS, SUMS + 1, SUMS + 2, SUMS + 3  # addresses
WANTED = SUMS + 4  # games to play
PLAYED = SUMS + 5
MOVES = SUMS + 6  # positions learned from
RATE, LAMBDA, EXPLORE = SUMS + 7, SUMS + 8, SUMS + 9  # floats
SCORES = SUMS + 10  # the sum of player 0's utilities, a float
SQUARES = SUMS + 11  # the sum of the squared changes of values, a float
LONGEST = SUMS + 12  # the most plies of a game
CUT = SUMS + 13  # games that were longer
LEARNING = SUMS + 14  # 0: only play
RESULTS = SUMS + 15  # where the utilities of games are written, floats
SPAN, MIDDLE, HOPE = SUMS + 16, SUMS + 17, SUMS + 18  # floats; the constant of a linear model
SEEN_ON = SUMS + 19  # the most features on in a view that a net learned from
NORM = SUMS + 20  # a float: the largest norm of late, see `linear_of`
MARK = SUMS + 21  # counts up to this one are of earlier views
COUNTS = SUMS + 22  # how many features of a view have each remainder, and the mark
REMAINDERS = 1 << 12
TRAIL = COUNTS + REMAINDERS

RARE = 1.25
"""Repeats are rare if they make norms less than this many times as large."""
FORGETTING = 0.999
"""The share of the largest norm that is left after another view."""


def teaching(game: Game[Any], compiled: Compiled) -> Kernel:
    """Build the kernel that plays games and learns from them."""
    rules = game.rules
    turn, moves, play, is_over, utility = rules.turn, rules.moves, rules.play, rules.is_over, rules.utility
    chances, banked, players = rules.chances, rules.banked, rules.players
    form: Form = rules.model.form  # type: ignore[union-attr]
    paired = players == 2 and rules.model.middle is not None  # type: ignore[union-attr]
    has_chance, has_bank = chances is not None, banked is not None and not paired
    if form.kind == NET:
        see, change = net_of(rules.features, form)
    else:
        see, change = linear_of(rules.features, form, has_repeats(game))
    heads = 1 if paired else players

    def value(p: Any, player: int, desk: Desk) -> float:
        """Return what is still to come for a player."""
        if paired:
            ahead = see(p, 0, desk) - see(p, 1, desk)
            return float(ahead if player == 0 else -ahead)
        return float(see(p, player, desk))

    def bank(p: Any, player: int, desk: Desk) -> float:
        """Return what a player has for certain."""
        if has_bank:
            return float(float(banked(p, player)) / get(desk, SPAN, 1.0))  # type: ignore[misc]
        return 0.0

    def gained(p: Any, player: int, desk: Desk) -> float:
        """Return the utility of a finished game."""
        return float((float(utility(p, player)) - get(desk, MIDDLE, 1.0)) / get(desk, SPAN, 1.0))

    def worth(p: Any, player: int, desk: Desk) -> float:
        """Return what a position after a move is worth to a player."""
        if is_over(p):
            return gained(p, player, desk)
        return bank(p, player, desk) + value(p, player, desk)

    def outcome_of(p: Any, desk: Desk) -> int:
        """Return an outcome of nature's, drawn at random."""
        left = draw(desk) / CHOICES
        chosen = 0
        for outcome, probability in chances(p):  # type: ignore[misc]
            chosen = outcome
            left -= probability
            if left < 0:
                break
        return chosen

    def chosen_move(p: Any, mover: int, desk: Desk) -> tuple[int, int]:
        """Return the move with the best value, or now and then any, and how many there are."""
        best, most, count = 0, 0.0, 0
        for move in moves(p):
            now = worth(play(p, move), mover, desk)
            if count == 0 or now > most:
                best, most = move, now
            count += 1
        if count > 1 and draw(desk) < get(desk, EXPLORE, 1.0) * CHOICES:
            left = draw(desk) % count
            for move in moves(p):
                if left == 0:
                    return move, count
                left -= 1
        return best, count

    def learn_back(p: Any, player: int, count: int, desk: Desk) -> None:
        """Move the values of a game's positions, from the last to the first, towards what came after them."""
        rate, fading = get(desk, RATE, 1.0), get(desk, LAMBDA, 1.0)
        size = room(p)
        target = gained(p, player, desk)
        for back in range(count):
            q = get_position(desk, TRAIL + (count - 1 - back) * size, p)
            certain = bank(q, player, desk)
            old = value(q, player, desk)
            error = target - certain - old
            if paired:
                change(q, 0, error / 2, rate, desk)
                change(q, 1, -error / 2, rate, desk)
            else:
                change(q, player, error, rate, desk)
            put(desk, SQUARES, get(desk, SQUARES, 1.0) + error * error)
            new = certain + value(q, player, desk)
            target = new + fading * (target - new)
        desk[MOVES] += count

    def play_game(p: Any, desk: Desk) -> float:
        """Play a game, learn from it, and return what it is worth to player 0; one that is too long is left out."""
        size = room(p)
        count, plies = 0, 0
        while not is_over(p):
            plies += 1
            if plies > desk[LONGEST]:
                desk[CUT] += 1
                return 0.0
            mover = turn(p)
            if has_chance:
                if mover < 0:
                    p = play(p, outcome_of(p, desk))
                    continue
            move, found = chosen_move(p, mover, desk)
            if found == 0:
                break
            p = play(p, move)
            if is_over(p):
                break
            put_position(desk, TRAIL + count * size, p)
            count += 1
        if desk[LEARNING]:
            for player in range(heads):
                learn_back(p, player, count, desk)
        else:
            desk[MOVES] += count
        return float(utility(p, 0))

    def teach(p: Any, player: int, depth: int, desk: Desk) -> Any:
        """Play as many games as wanted."""
        notes = words(desk)
        results = numbers_at(notes, RESULTS, 0, "<f8", (1 << 40,))
        total = 0.0
        while notes[PLAYED] < notes[WANTED]:
            cut = notes[CUT]
            score = play_game(p, notes)
            if notes[CUT] == cut:
                put_number(results, notes[PLAYED] - cut, score)
            total += score
            notes[PLAYED] += 1
        put(notes, SCORES, total)
        return total

    kernel: Kernel = compiled(teach, "float")
    return kernel


def has_repeats(game: Game[Any]) -> bool:
    """Return whether features that are yielded more than once matter in positions of a few random games."""
    views = [list(game.ask("features", p, player)) for p in sample_positions(game) for player in range(game.players)]
    norm = sum(k * k for view in views for k in Counter(view).values())
    return norm > RARE * sum(map(len, views))


def linear_of(features: Any, form: Form, repeats: bool) -> tuple[Any, Any]:
    """Make the functions that return the value of a view by a linear model, and that change it.

    The norm of a view is the sum of k * k over the features that it yields k times. An error divided by the norm would
    move the value by the error (normalised least mean squares), but those of views with a larger norm by more, which
    could make them swing ever further. Divided by the geometric mean of the norm and the largest one of late, it moves
    none of them by more than the error. If repeats are rare, they are counted as different features: the few views that
    then move too far are learned more slowly by temporal coherence.
    """
    count = form.features

    def see(p: Any, player: int, desk: Desk) -> float:
        weights = numbers_at(desk, WEIGHTS, 0, "<f4", (count,))
        total = float(get(desk, HOPE, 1.0))
        for number in features(p, player):
            total += float(row_at(weights, number, count))
        return total

    def norm_of(p: Any, player: int, desk: Desk) -> int:
        """Return the norm of a view, or more if different features have the same remainder."""
        mark = desk[MARK]
        on, norm = 0, 0
        for number in features(p, player):
            on += 1
            if repeats:
                place = COUNTS + ((number ^ number >> 12) & REMAINDERS - 1)
                before = max(0, desk[place] - mark)
                desk[place] = mark + before + 1
                norm += 2 * before + 1
        if not repeats:
            return on
        desk[MARK] = mark + on
        return norm

    def change(p: Any, player: int, error: float, rate: float, desk: Desk) -> None:
        norm = float(norm_of(p, player, desk))
        if norm == 0:
            return
        largest = max(norm, get(desk, NORM, 1.0) * FORGETTING)
        put(desk, NORM, largest)
        step = rate * error / math.sqrt(norm * largest)
        weights = numbers_at(desk, WEIGHTS, 0, "<f4", (count,))
        changes = numbers_at(desk, CHANGES, 0, "<f4", (2 * count,))
        for number in features(p, player):
            moved, size = float(changes[2 * number]), float(changes[2 * number + 1])
            own_rate = abs(moved) / size if size > 0 else 1.0
            put_number(weights, number, float(weights[number]) + own_rate * step)
            put_number(changes, 2 * number, moved + step)
            put_number(changes, 2 * number + 1, size + abs(step))

    return see, change


def net_of(features: Any, form: Form) -> tuple[Any, Any]:
    """Make the functions that return the value of a view by a net, and that change it."""
    count, hidden = form.features, form.hidden

    def see(p: Any, player: int, desk: Desk) -> float:
        weights = numbers_at(desk, WEIGHTS, 0, "<f4", (count + 1, hidden))
        output = numbers_at(desk, OUTPUTS, 0, "<f4", (2, hidden))
        row = blank_row(hidden, "<f4")
        add_row(row, weights[count])
        for number in features(p, player):
            add_row(row, row_at(weights, number, count))
        clip_row(row)
        return row_dot(row, output[0]) + float(output[1][0])

    def change(p: Any, player: int, error: float, rate: float, desk: Desk) -> None:
        weights = numbers_at(desk, WEIGHTS, 0, "<f4", (count + 1, hidden))
        output = numbers_at(desk, OUTPUTS, 0, "<f4", (2, hidden))
        row = blank_row(hidden, "<f4")
        back = blank_row(hidden, "<f4")
        add_row(row, weights[count])
        on = 0
        for number in features(p, player):
            add_row(row, row_at(weights, number, count))
            on += 1
        desk[SEEN_ON] = max(desk[SEEN_ON], on)
        clip_row(row)
        slope_row(back, output[0], row, rate * error)
        add_scaled(output[0], row, rate * error)
        put_number(output[1], 0, float(output[1][0]) + rate * error)
        for number in features(p, player):
            add_row(weights[number], back)
        add_row(weights[count], back)

    return see, change
