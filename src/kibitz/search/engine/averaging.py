"""The engine's kernel where outcomes are averaged: games of chance, of one player, and with models of the others.

Law. Searched to a depth with an open window, a position returns what expectiminimax does at that depth:
    nature's turn                  the average of the outcomes, each by its probability
    the deciding player's side     the best of its moves
    another player                 the worst for the deciding player, if it plays best; otherwise the average over its
                                   moves, uniformly or by the game's `policy`; or a mixture of both
at the horizon the evaluation, held inside the utilities (`held`) and the game's bounds; at an end, the utility. With
the window (alpha, beta) a return value at or outside an edge is a bound on the score. The probability cut (`odds`)
and table entries from deeper searches, both off in exact mode, make it a better or worse guess instead.

Scores are floats and belong to the deciding player, ME. Depth counts players' moves; an outcome costs none.

With `best_reply` the others reply together (BRS+): in each round one of them chooses freely, for whom this costs a ply,
and the rest make the move that looks best, which costs none. Such scores are guesses, unless nobody had a choice.

Averages are cut off by Star1 where the game declares `bounds`: an outcome not yet searched lies within them, so the
average lies between a least and a most value, which move closer with each outcome. Star2 first tries one move after
each outcome, because it already bounds what the player there can achieve.
"""

from functools import partial
from typing import Any

from kibitz.compiler.plain import Compiled, Desk, Kernel, fold, get, ordered, plain, put, unordered, words
from kibitz.game import Game
from kibitz.rules import CHANCE
from kibitz.search.desk import BAD_POLICY, ENDLESS_CHANCES, EXACT, LIMIT, LOWER, NODES, UPPER, stopped, wrong_odds
from kibitz.search.engine.desk import (
    DEPTH_NOW,
    GUESSED,
    HORIZON,
    KEEP_LEAST,
    LAST,
    LEAST_ODDS,
    ME,
    MODEL,
    MOST_PLY,
    NODE_LIMIT,
    REPETITION,
    REVERSED,
    ROOT_COUNT,
    ROOT_ROW,
    ROOTS,
    ROUND,
    SALT,
    SELDEPTH,
    SHARE,
    TABLE,
    TOP,
    USE,
    WANTED_LINES,
    end_line,
    enter,
    extend_line,
    note_root,
    start_line,
)
from kibitz.search.engine.lookup import lookup_of
from kibitz.search.engine.repetition import count_seen, enter_line, is_repeated
from kibitz.search.engine.root import note_depth, nth_best, sort_roots
from kibitz.search.engine.rows import CHOICE_ROW, OUTCOME_ROW, rate_at, rows_of
from kibitz.search.engine.scoring import WIDE, fault
from kibitz.search.engine.table import AGE, BOUND_SHIFT, FINAL_SHIFT, MOVE_MASK, entries, pack
from kibitz.search.engine.techniques import IN_BOUNDS, IN_STAR1, IN_STAR2, IN_TABLE
from kibitz.search.engine.worth import OPEN_HIGH, OPEN_LOW, has_limits, worth_of
from kibitz.search.keys import FIRST_SALT, LAST_SALT, key_maker
from kibitz.search.textbook.selective import kept_count
from kibitz.search.textbook.sound import chances_of, same_side

FEWER_ODDS, NO_ODDS = 0.01, 1e-12
"""How much smaller the least odds become when they alone limit a search; below the second, nothing is cut."""
GROWTH, EVEN_DEPTHS = 1.05, 4
"""After this many depths that cost no more than the one before, times the first, only the odds limit a search."""


REPLIED = 64
"""In the state of a round: one of the others has chosen freely. The rest counts those who could not."""


def averaging(game: Game[Any], compiled: Compiled) -> Kernel:
    """Build the kernel for a game."""
    return kernel_for(game, compiled, replying=False)


def best_reply(game: Game[Any], compiled: Compiled) -> Kernel:
    """Build the kernel in which only one of the others chooses freely in each round."""
    return kernel_for(game, compiled, replying=True)


def kernel_for(game: Game[Any], compiled: Compiled, replying: bool) -> Kernel:
    """Build the kernel for a game."""
    rules = game.rules
    turn, moves, play, is_over = rules.turn, rules.moves, rules.play, rules.is_over
    players, has_others, has_repetition, has_bounds = (
        game.players,
        game.players > 1,
        game.repetition > 0,
        has_limits(game),
    )
    chances, ours = chances_of(game), same_side(game)
    limits, ended, leaf, drawn, collected = worth_of(game)
    gather_outcomes, gather_choices, gather_ranked, weight_of, has_weight = rows_of(game, leaf)
    key_of = key_maker(game, compiled is plain)
    _, probe, store, _, _ = entries(WIDE)
    shared_key, usable, *_ = lookup_of(game, WIDE, key_of, to_go=True)

    def as_part(function: Any) -> Any:
        return compiled(function, "float", once=True)

    def first_move(p: Any, desk: Desk) -> int:
        """Return the place of the move that is tried first after an outcome: the table's, or the game's first."""
        data, _ = probe(words(desk[TABLE]), shared_key(p, 0, MOST_PLY, desk))
        return max((data & MOVE_MASK) - 1, 0)

    def move_at(p: Any, index: int) -> int:
        """Return the move at a place in the game's order, or the first."""
        chosen = 0
        for i, move in enumerate(moves(p)):
            if i == 0 or i == index:
                chosen = move
            if i == index:
                break
        return chosen

    @as_part
    def probe_outcomes(
        p: Any, depth: int, alpha: Any, beta: Any, base: int, count: int, odds: float, ply: int, desk: Desk
    ) -> Any:
        """Try one move after each outcome, and record what bound that gives; stop when they decide (Star2).

        The greatest and the least value of the average are kept while its rows change.
        """
        least = most = 0.0
        for row in range(base, base + OUTCOME_ROW * count, OUTCOME_ROW):
            least += get(desk, row + 1, 1.0) * get(desk, row + 2, 1.0)
            most += get(desk, row + 1, 1.0) * get(desk, row + 3, 1.0)
        if alpha <= least and beta >= most:
            return 0.0
        guessed = 0
        for row in range(base, base + OUTCOME_ROW * count, OUTCOME_ROW):
            child = play(p, desk[row])
            if is_over(child):
                continue
            mover = turn(child)
            if mover == CHANCE:
                continue
            probability = get(desk, row + 1, 1.0)
            low, high = get(desk, row + 2, 1.0), get(desk, row + 3, 1.0)
            rising = ours(mover, desk[ME])
            if not rising and desk[MODEL] or (beta >= most if rising else alpha <= least) or probability <= 0:
                continue
            found = False
            for _ in moves(child):
                found = True
                break
            if not found:
                continue
            index = first_move(child, desk) if desk[USE] & IN_TABLE else 0
            # The child is worth at least (at most) what this move is; only a bound better than the known one counts.
            floor = low if rising else high + (alpha - most) / probability
            ceiling = low + (beta - least) / probability if rising else high
            score = search(
                play(child, move_at(child, index)), depth - 1, floor, ceiling, odds * probability, ply + 2, desk
            )
            if stopped(desk):
                return 0.0
            if rising and score > low:
                score = min(score, high)
                put(desk, row + 2, score)
                least += probability * (score - low)
                guessed |= desk[GUESSED]
            if not rising and score < high:
                score = max(score, low)
                put(desk, row + 3, score)
                most += probability * (score - high)
                guessed |= desk[GUESSED]
            if least >= beta or most <= alpha:
                break
        return float(guessed)

    @as_part
    def averaged(
        p: Any,
        depth: int,
        alpha: Any,
        beta: Any,
        base: int,
        count: int,
        guessed: int,
        odds: float,
        ply: int,
        desk: Desk,
    ) -> Any:
        """Search the outcomes on the stack and return their average, or a bound on it outside the window (Star1)."""
        least = most = 0.0
        cutting = False
        if has_bounds:
            cutting = desk[USE] & (IN_BOUNDS | IN_STAR1) == IN_BOUNDS | IN_STAR1
            if cutting:
                for row in range(base, base + OUTCOME_ROW * count, OUTCOME_ROW):
                    least += get(desk, row + 1, 1.0) * get(desk, row + 2, 1.0)
                    most += get(desk, row + 1, 1.0) * get(desk, row + 3, 1.0)
        average = 0.0
        for i in range(count):
            row = base + OUTCOME_ROW * (count - 1 - i if desk[REVERSED] else i)
            probability = get(desk, row + 1, 1.0)
            floor, ceiling = OPEN_LOW, OPEN_HIGH
            low, high = 0.0, 0.0
            if has_bounds:
                if cutting:
                    if least >= beta:
                        average = least
                        break
                    if most <= alpha:
                        average = most
                        break
                    low, high = get(desk, row + 2, 1.0), get(desk, row + 3, 1.0)
                    if probability > 0:
                        floor = high + (alpha - most) / probability
                        ceiling = low + (beta - least) / probability
            if replying:
                desk[ROUND + ply + 1] = desk[ROUND + ply]
            score = search(play(p, desk[row]), depth, floor, ceiling, odds * probability, ply + 1, desk)
            if stopped(desk):
                break
            guessed |= desk[GUESSED]
            average += probability * score
            if has_bounds:
                if cutting:
                    if score > floor:
                        least += probability * (score - low)
                    if score < ceiling:
                        most += probability * (score - high)
                    if score <= floor and probability > 0:
                        average = min(most, alpha)
                        break
                    if score >= ceiling and probability > 0:
                        average = max(least, beta)
                        break
        end_line(desk, ply)
        desk[GUESSED] = guessed
        return average

    @as_part
    def glanced(p: Any, alpha: Any, beta: Any, rising: bool, ply: int, desk: Desk) -> Any:
        """Return the best score of a position one ply above the horizon."""
        best = OPEN_LOW if rising else OPEN_HIGH
        guessed, count = 0, 0
        for move in moves(p):
            desk[NODES] += 1
            desk[GUESSED] = 0
            score = leaf(play(p, move), desk)
            if count == 0 or (score > best if rising else score < best):
                best = score
                start_line(desk, ply, move)
            count += 1
            if best >= beta if rising else best <= alpha:
                guessed = desk[GUESSED]
                break
            guessed |= desk[GUESSED]
        if count == 0:
            best = ended(p, desk)
        desk[GUESSED] = guessed
        desk[HORIZON] |= guessed
        return best

    @as_part
    def chosen(
        p: Any,
        depth: int,
        alpha: Any,
        beta: Any,
        hint: int,
        rising: bool,
        mixed: bool,
        odds: float,
        ply: int,
        desk: Desk,
    ) -> Any:
        """Search a player's moves and return the best score; mixed: averaged with what the model chooses otherwise."""
        base = desk[TOP]
        desk[base + 2] = -1
        rate = rate_at(depth, desk)
        sorting = rate < 1 or has_others or has_bounds
        count = gather_ranked(p, hint if rate >= 1 else -1, rising, sorting, desk)
        if mixed and count > 0 and not has_weight(p, desk):
            fault(desk, BAD_POLICY)
        if count == 0:
            desk[GUESSED] = 0
            desk[TOP] = base
            return ended(p, desk)
        kept, guessed = count, 0
        if rate < 1:
            kept = kept_count(rate, desk[KEEP_LEAST], count)
            guessed = 1 if kept < count else 0
        best = OPEN_LOW if rising else OPEN_HIGH
        average = even = total = 0.0  # even: every move alike, in case the filter keeps only moves of no weight
        share = get(desk, SHARE, 1.0)
        low, high = alpha, beta
        for i in range(kept):
            row = base + CHOICE_ROW * i
            move = desk[row]
            weight = 0.0
            if mixed:
                weight = weight_of(p, move, desk)
                total += weight
            if replying:
                desk[ROUND + ply + 1] = 0
            score = search(play(p, move), depth - 1, low, high, odds, ply + 1, desk)
            if stopped(desk):
                break
            average += weight * score
            even += score
            unsure = desk[GUESSED]
            if i == 0 or (score > best if rising else score < best):
                best = score
                desk[base + 2] = desk[row + 2]
                extend_line(desk, ply, move)
            if not mixed:
                if rising:
                    low = max(low, best)
                else:
                    high = min(high, best)
                if low >= high:
                    guessed = unsure
                    break
            guessed |= unsure
        if mixed:
            end_line(desk, ply)
            best = share * best + (1 - share) * (average / total if total > 0 else even / kept)
        desk[GUESSED] = guessed
        desk[TOP] = base
        return best

    @as_part
    def replied(p: Any, depth: int, alpha: Any, beta: Any, odds: float, ply: int, desk: Desk) -> Any:
        """Search the moves of another player, who chooses freely or makes the likeliest move; return the least."""
        base, state = desk[TOP], desk[ROUND + ply]
        desk[base + 2] = -1
        count = gather_ranked(p, -1, False, True, desk)  # without the table's move: the first is the likeliest
        if count == 0:
            desk[GUESSED], desk[TOP] = 0, base
            return ended(p, desk)
        best, high, guessed, place = OPEN_HIGH, beta, 0, -1
        passed = state % REPLIED
        free = state < REPLIED or passed >= players - 1
        if free:
            for i in range(count):
                row = base + CHOICE_ROW * i
                desk[ROUND + ply + 1] = REPLIED
                score = search(play(p, desk[row]), depth - 1, alpha, high, odds, ply + 1, desk)
                if stopped(desk):
                    break
                unsure = desk[GUESSED]
                if i == 0 or score < best:
                    best, place = score, desk[row + 2]
                    extend_line(desk, ply, desk[row])
                high = min(high, best)
                if alpha >= high:
                    guessed = unsure
                    break
                guessed |= unsure
        if not free or alpha < high and passed < players - 1:
            # Somebody else replies, and this player makes the move that looks best.
            child = play(p, desk[base])
            if not free or not is_over(child) and turn(child) != CHANCE and not ours(turn(child), desk[ME]):
                desk[ROUND + ply + 1] = state + 1
                score = search(child, depth, alpha, high, odds, ply + 1, desk)
                if not stopped(desk):
                    guessed |= desk[GUESSED]
                    if not free and count > 1:
                        guessed = 1
                    if not free or score < best:
                        best, place = score, desk[base + 2]
                        extend_line(desk, ply, desk[base])
        desk[GUESSED], desk[TOP] = guessed, base
        desk[base + 2] = place
        return best

    def search(p: Any, depth: int, alpha: Any, beta: Any, odds: float, ply: int, desk: Desk) -> Any:
        # Enter
        if stopped(desk):
            return 0.0
        enter(ply, desk)
        if is_over(p):
            return ended(p, desk)
        mover, use, table = turn(p), desk[USE], words(desk[TABLE])
        if depth <= 0:
            score = leaf(p, desk)
            desk[HORIZON] |= desk[GUESSED]
            return score
        if odds < get(desk, LEAST_ODDS, 1.0):
            return leaf(p, desk)
        if ply >= MOST_PLY - 2:
            if mover == CHANCE:
                fault(desk, ENDLESS_CHANCES)
            return leaf(p, desk)

        # Bounds
        low, high = limits(p, desk)
        open_alpha, open_beta = alpha, beta
        if has_bounds:
            if low >= high or high <= alpha or low >= beta:
                return high if high <= alpha else low
            alpha, beta = max(alpha, low), min(beta, high)

        # Repetition
        own_key = 0
        if has_repetition:
            own_key = key_of(p)
            enter_line(own_key, ply, desk)
            if desk[REPETITION] and is_repeated(own_key, ply, desk):
                return drawn(desk)

        # Who chooses
        rising, modelled = True, False
        if has_others:
            rising = mover == CHANCE or ours(mover, desk[ME])
            modelled = not rising and desk[MODEL] != 0
        mixed = modelled and get(desk, SHARE, 1.0) > 0
        answering = replying and mover != CHANCE and not rising
        if depth == 1 and mover != CHANCE and not modelled and rate_at(depth, desk) >= 1 and not answering:
            return glanced(p, alpha, beta, rising, ply, desk)

        # Table
        key, hint = 0, -1
        if use & IN_TABLE:
            key = shared_key(p, depth, ply, desk)
            if replying:
                key ^= fold(desk[ROUND + ply], FIRST_SALT)
            data, stored = probe(table, key)
            if data:
                hint = (data & MOVE_MASK) - 1
                if usable(data, depth, desk):
                    found = unordered(stored) + collected(p, desk)
                    bound = data >> BOUND_SHIFT & 3
                    if bound == EXACT or (found >= beta if bound == LOWER else found <= alpha):
                        desk[GUESSED] = 1 - (data >> FINAL_SHIFT & 1)
                        return found

        # The average, or the choice
        if has_repetition:
            count_seen(own_key, 1, desk)
        base = desk[TOP]
        place = -1
        if mover == CHANCE or modelled and not mixed:
            below = depth if mover == CHANCE else depth - 1
            count = gather_outcomes(p, low, high, desk) if mover == CHANCE else gather_choices(p, low, high, desk)
            if count == 0:
                desk[TOP] = base
                return ended(p, desk)
            guessed = 0
            if has_bounds and has_others:
                # One player's moves raise an average, which can exceed a window only if another player set it.
                if below > 0 and use & IN_STAR2 and use & IN_STAR1 and use & IN_BOUNDS and not replying:
                    guessed = int(probe_outcomes(p, below, alpha, beta, base, count, odds, ply, desk))
                    if stopped(desk):
                        return 0.0
            score = averaged(p, below, alpha, beta, base, count, guessed, odds, ply, desk)
        elif answering:
            score = replied(p, depth, alpha, beta, odds, ply, desk)
            place = desk[base + 2]
        else:
            edges = (OPEN_LOW, OPEN_HIGH) if mixed else (alpha, beta)
            score = chosen(p, depth, edges[0], edges[1], hint, rising, mixed, odds, ply, desk)
            place = desk[base + 2]
        desk[TOP] = base
        if has_repetition:
            count_seen(own_key, -1, desk)
        if stopped(desk):
            return 0.0

        # Store
        bound = EXACT if mixed else LOWER if score >= beta else UPPER if score <= alpha else EXACT
        if has_bounds:
            # What reaches the game's own bounds cannot lie beyond them.
            if bound == LOWER and score >= high and open_beta > high or bound == UPPER and score <= low < open_alpha:
                bound = EXACT
        if use & IN_TABLE:
            guessed = desk[GUESSED]
            store(table, key, pack(depth, bound, 1 - guessed, place, table[AGE]), ordered(score - collected(p, desk)))
        return score

    search = compiled(search, "float")

    @as_part
    def search_root(p: Any, depth: int, desk: Desk) -> Any:
        """Search every root move; as many as there are lines wanted get an exact score."""
        mover, lines = turn(p), desk[WANTED_LINES]
        rising = not has_others or ours(mover, desk[ME])
        desk[DEPTH_NOW], desk[SELDEPTH] = depth, 0
        end_line(desk, 0)
        best, guessed = OPEN_LOW, 0
        for number in range(desk[ROOT_COUNT]):
            # The window opens above the last of the wanted lines.
            floor = OPEN_LOW
            if number >= lines:
                floor = unordered(nth_best(desk, number, lines))
            row = ROOTS + number * ROOT_ROW
            nodes = desk[NODES]
            child = play(p, desk[row])
            low, high = (floor, OPEN_HIGH) if rising else (OPEN_LOW, -floor)
            if replying:
                desk[ROUND + 1] = 0 if rising else REPLIED
            score = search(child, depth - 1, low, high, 1.0, 1, desk)
            if stopped(desk):
                break
            score = score if rising else -score
            guessed |= desk[GUESSED]
            note_root(desk, number, ordered(score), UPPER if score <= floor else EXACT, desk[NODES] - nodes, depth)
            if score > best:
                best = score
                extend_line(desk, 0, desk[row])
        desk[GUESSED] = guessed
        return best

    @as_part
    def search_outcomes(p: Any, depth: int, desk: Desk) -> Any:
        """Search every outcome where nature moves first; return the average."""
        desk[DEPTH_NOW], desk[SELDEPTH] = depth, 0
        average, total = 0.0, 0.0
        guessed = 0
        for number, (move, probability) in enumerate(chances(p)):
            nodes = desk[NODES]
            if replying:
                desk[ROUND + 1] = 0
            score = search(play(p, move), depth, OPEN_LOW, OPEN_HIGH, float(probability), 1, desk)
            if stopped(desk):
                break
            guessed |= desk[GUESSED]
            desk[ROOTS + number * ROOT_ROW] = move
            note_root(desk, number, ordered(score), EXACT, desk[NODES] - nodes, depth)
            average += probability * score
            total += abs(probability)
        if not stopped(desk):
            wrong_odds(desk, total)
        end_line(desk, 0)
        desk[GUESSED] = guessed
        return average

    @partial(compiled, returns="int")
    def root(p: Any, player: int, depth: int, desk: Desk) -> int:
        """Search at increasing depths until a score rests on ends of the game alone, or until the last."""
        notes = words(desk)
        best, cost, even = 0, 0, 0
        for now in range(1, depth + 1):
            notes[HORIZON] = 0
            nodes = notes[NODES]
            score = 0.0
            if turn(p) == CHANCE:
                score = search_outcomes(p, now, notes)
            else:
                sort_roots(notes)
                score = search_root(p, now, notes)
            if stopped(notes):
                return best
            best = ordered(score)
            even = even + 1 if notes[NODES] - nodes <= GROWTH * cost else 0
            cost = notes[NODES] - nodes
            note_depth(notes, now, best)
            if notes[LIMIT] != 0:
                notes[LIMIT] = notes[NODE_LIMIT]
            if notes[GUESSED] == 0 or notes[LAST]:
                return best
            if (notes[HORIZON] == 0 or even >= EVEN_DEPTHS) and get(notes, LEAST_ODDS, 1.0) > 0:
                # Only unlikely lines are still open: look at less likely ones, and forget what rests on the old limit.
                even = 0
                odds = get(notes, LEAST_ODDS, 1.0) * FEWER_ODDS
                put(notes, LEAST_ODDS, odds if odds > NO_ODDS else 0.0)
                notes[SALT] ^= fold(now + 1, LAST_SALT)
        return best

    return root
