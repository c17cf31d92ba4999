"""The engine's max-n: every player for themselves, with a table, ordering and shallow pruning.

Law. Searched to a depth, a position has the scores of textbook max-n at that depth: those of the child that is best for
the player who moves, of equally good ones the first in the order searched; where nature moves the average. In exact
mode that is the game's order. Otherwise promising moves come first, so where several are equally good for their
player, the others' scores may be those of a different one.

Shallow pruning needs a game that declares `score_sum`, what the scores of all players add up to, and `bounds`. If the
player before can get `alpha` elsewhere, and the one to move gets s here, the player before gets at most the total less
s and less the least that everyone else can get. If that is no more than alpha, the remaining moves need no search.

A score is held in the table for each player, under the position's key mixed with the player's number.
"""

from functools import partial
from typing import Any

from kibitz.bits import replaced
from kibitz.compiler.plain import Compiled, Desk, Kernel, get, ordered, plain, put, unordered, words
from kibitz.game import Game
from kibitz.rules import CHANCE
from kibitz.search.desk import ENDLESS_CHANCES, EXACT, LIMIT, NODES, UPPER, stopped, wrong_odds
from kibitz.search.engine.desk import (
    DEPTH_NOW,
    DRAW,
    GUESSED,
    HELD,
    KEEP_LEAST,
    LAST,
    ME,
    MOST_PLY,
    NODE_LIMIT,
    REPETITION,
    ROOT_COUNT,
    ROOT_ROW,
    ROOTS,
    SELDEPTH,
    SUMS,
    TABLE,
    TOP,
    TOTAL,
    USE,
    WANTED_LINES,
    end_line,
    enter,
    extend_line,
    note_root,
)
from kibitz.search.engine.lookup import lookup_of
from kibitz.search.engine.repetition import count_seen, enter_line, is_repeated
from kibitz.search.engine.root import note_depth, nth_best, sort_roots
from kibitz.search.engine.rows import CHOICE_ROW, has_room, rate_at, write_choice
from kibitz.search.engine.scoring import WIDE, fault
from kibitz.search.engine.table import AGE, FINAL_SHIFT, MOVE_MASK, entries, pack
from kibitz.search.engine.techniques import IN_BOUNDS, IN_EXACT, IN_PRIORITY, IN_TABLE
from kibitz.search.engine.worth import OPEN_HIGH, OPEN_LOW
from kibitz.search.evaluator import evaluator
from kibitz.search.keys import key_maker
from kibitz.search.textbook.selective import kept_count
from kibitz.search.textbook.sound import chances_of

PLAYER_STEP = 0x2545F4914F6CDD1D
"""Mixed into a key, times the player's number plus one."""


def has_shares(game: Game[Any]) -> bool:
    """Return whether a game declares what shallow pruning needs."""
    return game.rules.score_sum is not None and game.rules.bounds is not None


def deep_max_n(game: Game[Any], compiled: Compiled) -> Kernel:
    """Build the kernel for a game."""
    rules = game.rules
    turn, moves, play, is_over, utility = rules.turn, rules.moves, rules.play, rules.is_over, rules.utility
    priority, bounds, evaluate, chances = rules.priority, rules.bounds, evaluator(game), chances_of(game)
    players, is_scored, has_chances = game.players, game.objective == "score", rules.chances is not None
    has_priority, has_repetition, prunes = priority is not None, game.repetition > 0, has_shares(game)
    nothing = (0.0,) * players
    key_of = key_maker(game, compiled is plain)
    _, probe, store, _, _ = entries(WIDE)
    shared_key, usable, *_ = lookup_of(game, WIDE, key_of)
    vector = partial(compiled, returns="floats")

    @vector
    def ends(p: Any) -> Any:
        scores = nothing
        for player in range(players):
            scores = replaced(scores, player, float(utility(p, player)))
        return scores

    def held(p: Any, player: int, desk: Desk) -> float:
        """Return the evaluation for a player, inside the utilities."""
        score = float(evaluate(p, player, desk))
        if not is_scored:
            score = get(desk, HELD, 1.0) * score + get(desk, HELD + 1, 1.0)
            if not prunes:
                score = min(max(score, get(desk, HELD + 2, 1.0)), get(desk, HELD + 3, 1.0))
        return score

    def is_finished(p: Any) -> bool:
        """Return whether the game is over at a position, by the rules or because nobody can move."""
        if is_over(p):
            return True
        if has_chances:
            if turn(p) == CHANCE:
                return False
        for _ in moves(p):
            return False
        return True

    @vector
    def guesses(p: Any, desk: Desk) -> Any:
        scores = nothing
        if is_finished(p):
            return ends(p)
        desk[GUESSED] = 1
        for player in range(players):
            scores = replaced(scores, player, held(p, player, desk))
        return scores

    @vector
    def draws(desk: Desk) -> Any:
        scores = nothing
        desk[GUESSED] = 1
        for player in range(players):
            scores = replaced(scores, player, unordered(desk[DRAW]))
        return scores

    def rank(p: Any, move: int, index: int, hint: int, mover: int, desk: Desk) -> float:
        """Return how promising a move is to the player who makes it."""
        if index == hint:
            return OPEN_HIGH
        if has_priority:
            if desk[USE] & IN_PRIORITY:
                return float(priority(p, move))  # type: ignore[misc]
        child = play(p, move)
        return float(utility(child, mover)) if is_finished(child) else held(child, mover, desk)

    def gather(p: Any, hint: int, mover: int, sorting: bool, desk: Desk) -> int:
        """Write the moves on the stack, the most promising first if they are sorted; return their number."""
        base = desk[TOP]
        place, index = base, 0
        for move in moves(p):
            if not has_room(place, desk):
                return 0
            worth = rank(p, move, index, hint, mover, desk) if sorting else 0.0
            write_choice(base, place, move, worth, index, desk)
            place += CHOICE_ROW
            index += 1
        desk[TOP] = place
        return index

    def enough(p: Any, before: int, mover: int, desk: Desk) -> float:
        """Return what the mover must get for the player before to get no more than 0."""
        limit = OPEN_HIGH
        if prunes:
            if desk[USE] & IN_BOUNDS and before != mover and before >= 0:
                factor, offset = get(desk, HELD, 1.0), get(desk, HELD + 1, 1.0)
                total = get(desk, TOTAL, 1.0)
                if not is_scored:
                    total = max(total, factor * total + players * offset)
                limit = total
                for player in range(players):
                    if player not in (before, mover):
                        low = float(bounds(p, player)[0])  # type: ignore[misc]
                        limit -= low if is_scored else min(low, factor * low + offset)
        return limit

    @vector
    def search(p: Any, before: int, depth: int, odds: float, ply: int, desk: Desk) -> Any:
        """Search a position; odds: what the player before can get elsewhere (their alpha)."""
        alpha = odds
        if stopped(desk):
            return nothing
        enter(ply, desk)
        if is_over(p):
            return ends(p)
        if depth <= 0 or ply >= MOST_PLY - 2:
            if ply >= MOST_PLY - 2 and turn(p) == CHANCE:
                fault(desk, ENDLESS_CHANCES)
            return guesses(p, desk)
        mover, use, table = turn(p), desk[USE], words(desk[TABLE])

        # Repetition
        own_key = 0
        if has_repetition:
            own_key = key_of(p)
            enter_line(own_key, ply, desk)
            if desk[REPETITION] and is_repeated(own_key, ply, desk):
                return draws(desk)

        # Table
        key, hint = 0, -1
        best = nothing
        if use & IN_TABLE:
            key = shared_key(p, 0, MOST_PLY, desk)
            known = 0
            data = 0
            for player in range(players):
                found, score = probe(table, key ^ PLAYER_STEP * (player + 1))
                if player == 0:
                    data = found
                if found != 0 and found == data:
                    best = replaced(best, player, unordered(score))
                    known += 1
            if data:
                hint = (data & MOVE_MASK) - 1
                if known == players and usable(data, depth, desk):
                    desk[GUESSED] = 1 - (data >> FINAL_SHIFT & 1)
                    return best

        # Nature
        if has_repetition:
            count_seen(own_key, 1, desk)
        base, guessed, place, cut = desk[TOP], 0, -1, False
        if mover == CHANCE:
            best, total = nothing, 0.0
            for move, probability in chances(p):
                scores = search(play(p, move), -1, depth, OPEN_LOW, ply + 1, desk)
                if stopped(desk):
                    return nothing
                guessed |= desk[GUESSED]
                total += abs(probability)
                for player in range(players):
                    best = replaced(best, player, best[player] + probability * scores[player])
            wrong_odds(desk, total)
            end_line(desk, ply)
        else:
            # The moves
            rate = rate_at(depth, desk)
            sorting = rate < 1 or use & IN_EXACT == 0
            count = gather(p, hint if rate >= 1 else -1, mover, sorting, desk)
            if count == 0:
                desk[GUESSED], desk[TOP] = 0, base
                if has_repetition:
                    count_seen(own_key, -1, desk)
                return ends(p)
            kept = count
            if rate < 1:
                kept = kept_count(rate, desk[KEEP_LEAST], count)
                guessed = 1 if kept < count else 0
            limit = enough(p, before, mover, desk) - alpha
            for i in range(kept):
                row = base + CHOICE_ROW * i
                own = best[mover] if i > 0 else OPEN_LOW
                scores = search(play(p, desk[row]), mover, depth - 1, own, ply + 1, desk)
                if stopped(desk):
                    return nothing
                guessed |= desk[GUESSED]
                if i == 0 or scores[mover] > best[mover]:
                    best, place = scores, desk[row + 2]
                    extend_line(desk, ply, desk[row])
                if best[mover] >= limit:
                    cut = i < kept - 1
                    break
        desk[TOP], desk[GUESSED] = base, guessed
        if has_repetition:
            count_seen(own_key, -1, desk)

        # Store
        if use & IN_TABLE and not cut:
            data = pack(depth, EXACT, 1 - guessed, place, table[AGE])
            for player in range(players):
                store(table, key ^ PLAYER_STEP * (player + 1), data, ordered(best[player]))
        return best

    @partial(compiled, returns="float")
    def search_root(p: Any, depth: int, desk: Desk) -> float:
        """Search every root move; as many as there are lines wanted get an exact score."""
        mover, lines = turn(p), desk[WANTED_LINES]
        desk[DEPTH_NOW], desk[SELDEPTH] = depth, 0
        end_line(desk, 0)
        best, guessed = OPEN_LOW, 0
        for number in range(desk[ROOT_COUNT]):
            floor = unordered(nth_best(desk, number, lines)) if number >= lines else OPEN_LOW
            row = ROOTS + number * ROOT_ROW
            nodes = desk[NODES]
            scores = search(play(p, desk[row]), mover, depth - 1, floor, 1, desk)
            if stopped(desk):
                break
            score = scores[mover]
            guessed |= desk[GUESSED]
            note_root(desk, number, ordered(score), UPPER if score <= floor else EXACT, desk[NODES] - nodes, depth)
            if score > best:
                best = score
                extend_line(desk, 0, desk[row])
                for player in range(players):
                    put(desk, SUMS + player, scores[player])
        desk[GUESSED] = guessed
        return best

    @partial(compiled, returns="float")
    def search_outcomes(p: Any, depth: int, desk: Desk) -> float:
        """Search every outcome where nature moves first; return the average for the deciding player."""
        desk[DEPTH_NOW], desk[SELDEPTH] = depth, 0
        total, guessed = 0.0, 0
        sums = nothing
        for number, (move, probability) in enumerate(chances(p)):
            nodes = desk[NODES]
            scores = search(play(p, move), -1, depth, OPEN_LOW, 1, desk)
            if stopped(desk):
                break
            guessed |= desk[GUESSED]
            desk[ROOTS + number * ROOT_ROW] = move
            note_root(desk, number, ordered(scores[desk[ME]]), EXACT, desk[NODES] - nodes, depth)
            total += abs(probability)
            for player in range(players):
                sums = replaced(sums, player, sums[player] + probability * scores[player])
        if not stopped(desk):
            wrong_odds(desk, total)
            for player in range(players):
                put(desk, SUMS + player, sums[player])
        end_line(desk, 0)
        desk[GUESSED] = guessed
        return float(sums[desk[ME]])

    @partial(compiled, returns="int")
    def root(p: Any, player: int, depth: int, desk: Desk) -> int:
        """Search at increasing depths until the scores rest on ends of the game alone, or until the last."""
        notes = words(desk)
        best = 0
        for now in range(1, depth + 1):
            score = 0.0
            if turn(p) == CHANCE:
                score = search_outcomes(p, now, notes)
            else:
                if notes[USE] & IN_EXACT == 0:
                    sort_roots(notes)
                score = search_root(p, now, notes)
            if stopped(notes):
                return best
            best = ordered(score)
            note_depth(notes, now, best)
            if notes[LIMIT] != 0:
                notes[LIMIT] = notes[NODE_LIMIT]
            if notes[GUESSED] == 0 or notes[LAST]:
                return best
        return best

    return root
