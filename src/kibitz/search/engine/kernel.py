"""The engine's kernel: principal variation search with everything that makes it fast, for one game.

Law. Searched with the window (alpha, beta) to a depth, a position whose score is s returns r for the player to move:
    r ≤ alpha and s ≤ r, alpha < r < beta and s = r, or r ≥ beta and s ≥ r.
In exact mode s is minimax's score at that depth over the engine's own scoring (`scoring`), with every technique on or
off. Otherwise s may rest on a deeper entry of the table, a reduced or null-move search, a margin, or a quiescence
search; where GUESSED is 0 afterwards it rests on ends of the game alone, and is minimax's score at every greater depth
too.

The same player may move twice: a child's score is turned around only if the player changes.
"""

import math
from typing import Any

import numpy as np

from kibitz.compiler.plain import Compiled, Desk, Kernel, copy, gathering, get, plain, words
from kibitz.game import Game
from kibitz.search.desk import EXACT, FAULT, LIMIT, LOWER, NODES, TOO_MANY_MOVES, UPPER, stopped
from kibitz.search.engine.desk import (
    BEFORE,
    BUSY,
    BUSY_SIZE,
    DEPTH_DONE,
    DEPTH_NOW,
    DRAW,
    ENGINE_MOVES,
    FIRST_DEPTH,
    GUESSED,
    HIGH,
    KEEP_LEAST,
    KEEPING,
    KEYS,
    LAST,
    LOG,
    LOG_LINE,
    LOG_ROW,
    LOGGED,
    LOW,
    MOST_PLY,
    NODE_LIMIT,
    NOT_ASKED,
    NULLED,
    PV,
    RATES,
    REPETITION,
    ROOT_COUNT,
    ROOT_ROW,
    ROOTS,
    SALT,
    SEEN,
    SEEN_SIZE,
    SELDEPTH,
    SOLVING,
    SPREAD,
    STACK_END,
    STATIC,
    TABLE,
    TOP,
    USE,
    WANTED_LINES,
    WRITES,
    end_line,
    extend_line,
    keep_roots,
    note_root,
    note_static,
)
from kibitz.search.engine.ordering import (
    PLACE_MASK,
    TABLE_MOVE,
    blame,
    credit,
    history_place,
    index_in,
    order_word,
    pick,
    prioritiser,
)
from kibitz.search.engine.scoring import (
    NARROW,
    WIDE,
    Width,
    bounder,
    end_scorer,
    guesser,
    margin_of,
    mover_of,
    scale_of,
)
from kibitz.search.engine.table import (
    AGE,
    BOUND_SHIFT,
    DEPTH_MASK,
    DEPTH_SHIFT,
    FINAL_SHIFT,
    MOVE_MASK,
    entries,
    pack,
)
from kibitz.search.keys import FIRST_SALT, key_maker
from kibitz.search.textbook.selective import kept_count

TECHNIQUES = (
    "exact",  # a mode, not a technique: what the law says of it
    "table",
    "priority",
    "history",
    "deepening",  # internal iterative deepening
    "transpositions",  # enhanced transposition cutoffs
    "reductions",  # of late moves
    "null-move",
    "quiescence",
    "futility",  # near the leaves, what is a margin away from the window
    "bounds",
    "symmetries",
    "urgent",
    "aspiration",
)
BIT = {name: 1 << number for number, name in enumerate(TECHNIQUES)}
IN_EXACT, IN_TABLE, IN_PRIORITY, IN_HISTORY, IN_DEEPENING, IN_TRANSPOSITIONS = (1 << i for i in range(6))
IN_REDUCTIONS, IN_NULL_MOVE, IN_QUIESCENCE, IN_FUTILITY = (1 << i for i in range(6, 10))
IN_BOUNDS, IN_SYMMETRIES, IN_URGENT, IN_ASPIRATION = (1 << i for i in range(10, 14))

DEEPENING_DEPTH = 4  # internal deepening below this costs more than it gives
TRANSPOSITION_DEPTH = 5  # the same for looking at all children in the table
SYMMETRY_PLY, SYMMETRY_DEPTH = 8, 5  # further from the root symmetric positions hardly meet
NULL_DEPTH = 3
REDUCTION_DEPTH, REDUCTION_MOVES = 3, 3  # the first moves are searched in full
REDUCTIONS = np.array(  # by depth and number of the move
    [[int(0.8 + math.log(max(depth, 1)) * math.log(max(number, 1)) / 2) for number in range(64)] for depth in range(32)]
)
FUTILITY_DEPTH = 6
RAZOR_DEPTH = 2
LATE_DEPTH = 4  # up to here only the first moves count
QUIET_PLIES = 12  # how far quiescence follows
QUIET_URGENT = 2  # how far it follows all moves of an urgent position
SURE_PLIES = 9  # a win no longer than this is followed by a search for a shorter one
BUSY_DEPTH, BUSY_PLY = 4, 12  # nearer to the leaves threads do not look at each other: it costs them more than it gives
ASPIRATION_DEPTH = 4


def wide_principal(game: Game[Any], compiled: Compiled) -> Kernel:
    """Build the engine's kernel for a game whose scores are floats, or large."""
    return principal(game, compiled, WIDE)


def principal(game: Game[Any], compiled: Compiled, width: Width = NARROW) -> Kernel:
    """Build the engine's kernel for a game."""
    rules = game.rules
    turn, moves, play, is_over = rules.turn, rules.moves, rules.play, rules.is_over
    skip, noisy, urgent, symmetries, gain = rules.skip, rules.noisy, rules.urgent, rules.symmetries, rules.gain
    has_skip, has_noisy, has_urgent = skip is not None, noisy is not None, urgent is not None
    has_symmetries, has_bounds = symmetries is not None, rules.bounds is not None and game.objective == "score"
    has_candidates, has_repetition = rules.candidates is not None, game.repetition > 0
    is_forgetful = has_repetition and rules.key is not None
    is_wide, win, most_guess, worst = width
    end_score, guess, bounds = end_scorer(game, width), guesser(game, width), bounder(game, width)
    approach, probe, store, score_in, score_out = entries(width)
    moved = mover_of(width)
    key_of, priority = key_maker(game, compiled is plain), prioritiser(game)
    has_priority, points = rules.priority is not None, game.objective == "score"
    margin, has_margin, has_gain = (
        margin_of(game, width),
        rules.margin > 0,
        rules.margin > 0 and gain is not None,
    )
    # Above leaves that are evaluated, a priority costs as much as the evaluations it may save.
    leaf_depth = 1 if scale_of(game).guesses else 0
    # Where only forced wins count, and the game itself orders its moves, what cut elsewhere misleads.
    has_history = scale_of(game).guesses or not has_priority
    gather_moves = gathering(moves)
    gather_candidates = gathering(rules.candidates) if has_candidates else gather_moves

    def as_int(function: Any) -> Any:
        return compiled(function, "int")

    def as_part(function: Any) -> Any:
        return compiled(function, "int", once=True)

    def judge(p: Any, mover: int, ply: int, low: int, high: int, desk: Desk) -> int:
        """Score a position at the horizon; one without a move is over."""
        if any_move(p):
            desk[GUESSED] = 1
            return min(max(guess(p, mover, desk), low), high)
        return end_score(p, mover, ply, desk)

    def any_move(p: Any) -> bool:
        for _ in moves(p):
            return True
        return False

    def shared_key(p: Any, depth: int, ply: int, desk: Desk) -> int:
        """Give the key under which equivalent positions share an entry."""
        key = key_of(p)
        if has_symmetries:
            if ply < SYMMETRY_PLY and depth >= SYMMETRY_DEPTH and desk[USE] & IN_SYMMETRIES:
                for other in symmetries(p):  # type: ignore[misc]
                    key = min(key, key_of(other))
        return int(key ^ desk[SALT])

    def is_repeated(key: int, ply: int, desk: Desk) -> bool:
        """Say whether a position occurs on the line that leads to it, or often enough before the search."""
        if desk[SEEN + (key & SEEN_SIZE - 1)] == 0:
            return False
        before = desk[BEFORE]
        for place in range(KEYS + before, KEYS + before + ply):
            if desk[place] == key:
                return True
        count = 1
        for place in range(KEYS, KEYS + before):
            if desk[place] == key:
                count += 1
        return bool(count >= desk[REPETITION])

    def usable(data: int, depth: int, desk: Desk) -> bool:
        """Say whether a table's entry may answer for a search to this depth."""
        if data >> FINAL_SHIFT & 1:
            return True
        stored = data >> DEPTH_SHIFT & DEPTH_MASK
        return stored == depth if desk[USE] & IN_EXACT else stored >= depth

    def reduction_of(depth: int, number: int, desk: Desk) -> int:
        """Say how many plies a late move is searched less deep."""
        if depth < REDUCTION_DEPTH or number < REDUCTION_MOVES or not desk[USE] & IN_REDUCTIONS:
            return 0
        return int(REDUCTIONS[min(depth, 31), min(number, 63)])

    def order_moves(
        p: Any, mover: int, depth: int, count: int, hint: int, noisy_only: bool, best: int, alpha: int, desk: Desk
    ) -> int:
        """Write the order words of the moves on top of the stack behind them; return how many there are.

        noisy_only: leave out the others, and those that gain too little to bring the best score into the window.
        """
        use = desk[USE]
        order = desk[TOP] - 2 * count
        base = order - count
        kept = 0
        for i in range(count):
            move = desk[base + i]
            if has_noisy and noisy_only:
                if has_gain:
                    if use & IN_FUTILITY and moved(best, gain(p, move) + 2 * margin) < alpha:  # type: ignore[misc]
                        continue
                if not noisy(p, move):  # type: ignore[misc]
                    continue
            if i == hint:
                desk[order + kept] = TABLE_MOVE | PLACE_MASK - i
            else:
                first = 0
                if has_priority:
                    if use & IN_PRIORITY and depth != leaf_depth:
                        first = priority(p, move)
                past = 0
                if has_history:
                    if use & IN_HISTORY:
                        past = desk[history_place(mover, move)]
                desk[order + kept] = order_word(first, past, i)
            kept += 1
        return kept

    @as_int
    def search(p: Any, depth: int, alpha: Any, beta: Any, ply: int, desk: Desk) -> Any:
        if stopped(desk):
            return 0
        desk[NODES] += 1
        desk[GUESSED] = 0
        end_line(desk, ply)
        if ply > desk[SELDEPTH]:
            desk[SELDEPTH] = ply
        mover = turn(p)
        table = words(desk[TABLE])
        key = 0
        if has_noisy:
            # Asked for early, the table's bucket is there when it is wanted.
            key = shared_key(p, depth, ply, desk)
            approach(table, key)
        if is_over(p):
            score = end_score(p, mover, ply, desk)
            if is_forgetful:
                # A draw may rest on what the key leaves out, such as a count of moves.
                desk[GUESSED] = 1 if score == (desk[DRAW] if mover == 0 else -desk[DRAW]) else 0
            return score
        low, high = worst, -worst
        if has_bounds:
            low, high = bounds(p, mover, desk)
            if desk[USE] & IN_BOUNDS:
                if low >= beta or low >= high:
                    return low
                if high <= alpha:
                    return high
        if ply >= MOST_PLY - 2:
            return judge(p, mover, ply, low, high, desk)
        use = desk[USE]
        in_check = False
        if has_urgent:
            if depth > -QUIET_URGENT:
                in_check = urgent(p)  # type: ignore[misc]
            if in_check and depth > 0 and use & IN_URGENT and ply < 2 * desk[DEPTH_NOW]:
                depth += 1
        quiet = False
        calm = False
        pruning = False
        rising = True
        static = 0
        best = worst
        guessed = 0
        open_alpha = alpha
        narrow = beta - alpha == 1
        if has_bounds:
            if use & IN_BOUNDS:
                best = low
                alpha = max(alpha, low)
                beta = min(beta, high)
        elif not points:
            # No win comes sooner than by the next move, no loss sooner than now.
            if use & IN_BOUNDS:
                alpha = max(alpha, ply - win)
                beta = min(beta, win - ply - 1)
                if alpha >= beta:
                    return alpha
        if depth <= 0:
            if not has_noisy:
                return judge(p, mover, ply, low, high, desk)
            if not use & IN_QUIESCENCE or depth <= -QUIET_PLIES:
                return judge(p, mover, ply, low, high, desk)
            quiet = True
        hint = -1
        if not has_noisy:
            key = shared_key(p, depth, ply, desk)
        own_key = key
        if has_repetition:
            own_key = key_of(p)
            desk[KEYS + desk[BEFORE] + ply] = own_key
            if desk[REPETITION] and not quiet and is_repeated(own_key, ply, desk):
                desk[GUESSED] = 1
                return desk[DRAW] if mover == 0 else -desk[DRAW]
        if use & IN_TABLE:
            data, score = probe(table, key)
            if data:
                hint = (data & MOVE_MASK) - 1
                if usable(data, depth, desk):
                    score = score_in(score, ply)
                    bound = data >> BOUND_SHIFT & 3
                    # Inside an open window the line is wanted, not only the score.
                    if (
                        (bound != UPPER and score >= beta)
                        or (bound != LOWER and score <= alpha)
                        or (bound == EXACT and narrow)
                    ):
                        desk[GUESSED] = 1 - (data >> FINAL_SHIFT & 1)
                        return score
        if quiet:
            if not in_check:
                best = min(max(guess(p, mover, desk), low), high)
                guessed = 1
                if best >= beta:
                    if any_move(p):
                        desk[GUESSED] = 1
                        return best
                    return end_score(p, mover, ply, desk)
                alpha = max(alpha, best)
        else:
            if has_skip or has_margin:
                calm = narrow and not in_check and abs(beta) < most_guess
                if calm:
                    static = guess(p, mover, desk)
            if has_margin:
                pruning = calm and use & IN_FUTILITY != 0
                if pruning:
                    rising = note_static(desk, ply, mover, static)
                    left = moved(static, -margin * (depth - 1 if rising else depth))
                    if depth <= FUTILITY_DEPTH and left >= beta and any_move(p):
                        desk[GUESSED] = 1
                        return left
                else:
                    desk[STATIC + ply] = NOT_ASKED
                if has_noisy:
                    if pruning and depth <= RAZOR_DEPTH and moved(static, margin * (1 + 2 * depth)) <= alpha:
                        # A plain 0 would be a type of its own to the compiler, and search is compiled for numbers.
                        score = search(p, min(depth, 0), alpha, beta, ply, desk)
                        if stopped(desk) or score <= alpha:
                            return score
            if has_skip:
                if calm and use & IN_NULL_MOVE and depth >= NULL_DEPTH and desk[NULLED] != ply and static >= beta:
                    passed = skip(p)  # type: ignore[misc]
                    if turn(passed) != mover:
                        nulled = desk[NULLED]
                        desk[NULLED] = ply + 1
                        less = 4 + depth // 4
                        if has_margin:
                            for steps in (2, 4):
                                if static >= moved(beta, steps * margin):
                                    less += 1
                        score = -search(passed, depth - less, -beta, 1 - beta, ply + 1, desk)
                        desk[NULLED] = nulled
                        if stopped(desk):
                            return 0
                        # Near the end of the game, where the score is no guess, passing would only hide a proof.
                        if score >= beta and desk[GUESSED]:
                            return beta
                        desk[GUESSED] = 0
            if hint < 0 and depth >= DEEPENING_DEPTH and not narrow and use & IN_DEEPENING:
                search(p, depth - 2, alpha, beta, ply, desk)
                if stopped(desk):
                    return 0
                end_line(desk, ply)
                data, _ = probe(table, shared_key(p, depth - 2, ply, desk))
                if data:
                    hint = (data & MOVE_MASK) - 1

        base = desk[TOP]
        if has_candidates:
            # In a game to be won they leave out what loses behind the horizon, where minimax does not look.
            if use & IN_BOUNDS and (points or not use & IN_EXACT):
                count = gather_candidates(p, desk, base, base + ENGINE_MOVES) - base
            else:
                count = gather_moves(p, desk, base, base + ENGINE_MOVES) - base
        else:
            count = gather_moves(p, desk, base, base + ENGINE_MOVES) - base
        if count == 0:
            desk[GUESSED] = 0
            return end_score(p, mover, ply, desk)
        order = base + count
        if count > ENGINE_MOVES or order + 2 * count > STACK_END:
            desk[FAULT] = TOO_MANY_MOVES
            desk[LIMIT] = 0
            return 0

        looking = (
            count > 1
            and not quiet
            and depth >= TRANSPOSITION_DEPTH
            and use & IN_TRANSPOSITIONS != 0
            and use & IN_TABLE != 0
        )
        if looking:
            # All buckets are asked for before the first is read: waiting for memory is what this costs.
            for i in range(count):
                desk[order + count + i] = shared_key(play(p, desk[base + i]), depth - 1, ply + 1, desk)
                approach(table, desk[order + count + i])
        desk[TOP] = order + 2 * count
        kept = count
        if count == 1:
            hint = 0
        # The table's move often cuts, so the others are put in order only after it.
        ordered = hint < 0 or hint >= count or quiet or looking or desk[KEEPING] != 0
        if ordered:
            kept = order_moves(p, mover, depth, count, hint, quiet and not in_check, best, alpha, desk)
            if desk[KEEPING] and not quiet:
                share = kept_count(get(desk, RATES + ply, 1.0), desk[KEEP_LEAST], kept)
                if share < kept:
                    guessed = 1
                    for i in range(share):
                        pick(desk, order + i, order + kept)
                    kept = share
        else:
            desk[order] = TABLE_MOVE | PLACE_MASK - hint
        if looking:
            for i in range(count):
                data, score = probe(table, desk[order + count + i])
                if data:
                    if usable(data, depth - 1, desk):
                        score = score_in(score, ply + 1)
                        bound = data >> BOUND_SHIFT & 3
                        if turn(play(p, desk[base + i])) != mover:
                            score = -score
                            bound = EXACT if bound == EXACT else LOWER + UPPER - bound
                        if bound != UPPER and score >= beta:
                            desk[TOP] = base
                            desk[GUESSED] = 1 - (data >> FINAL_SHIFT & 1)
                            return score
        if has_repetition:
            desk[SEEN + (own_key & SEEN_SIZE - 1)] += 1

        best_index = -1
        busy = words(desk[BUSY])
        watching = desk[BUSY] != 0 and depth >= BUSY_DEPTH and ply < BUSY_PLY
        deferred = 0
        i = 0
        while i < kept + deferred:
            late = i >= kept
            number = i
            if late:
                number = desk[order + count + i - kept]
                chosen = desk[order + number]
            elif i == 0 and not ordered:
                chosen = desk[order]
            else:
                if not ordered:
                    ordered = True
                    order_moves(p, mover, depth, count, hint, False, best, alpha, desk)
                    pick(desk, order, order + kept)
                chosen = pick(desk, order + i, order + kept)
            index = index_in(chosen)
            move = desk[base + index]
            if has_margin:
                if pruning and number > 0 and depth <= FUTILITY_DEPTH and best > -most_guess:
                    late_from = 3 + depth * depth if rising else (3 + depth * depth) // 2
                    hopeless = (
                        moved(static, margin * (1 + depth)) <= alpha or depth <= LATE_DEPTH and number > late_from
                    )
                    if has_noisy:
                        hopeless = hopeless and not noisy(p, move)  # type: ignore[misc]
                    if has_urgent:
                        hopeless = hopeless and not urgent(play(p, move))  # type: ignore[misc]
                    if hopeless:
                        guessed = 1
                        i += 1
                        continue
            child = play(p, move)
            i += 1
            spot = 0
            mark = 0
            if watching:
                mark = key_of(child) ^ depth
                spot = mark & BUSY_SIZE - 1
                if i > 1 and not late:
                    if busy[spot] == mark:
                        desk[order + count + deferred] = number
                        deferred += 1
                        continue
                busy[spot] = mark
            same = turn(child) == mover
            reduction = 0
            if not quiet and not in_check:
                reduction = reduction_of(depth, number, desk)
                if reduction and not narrow:
                    reduction -= 1
                if reduction and not rising:
                    reduction += 1
                if has_noisy:
                    if reduction and noisy(p, move):  # type: ignore[misc]
                        reduction = 0
            edge = beta if i == 1 or quiet else alpha + 1
            while True:
                if same:
                    score = search(child, depth - 1 - reduction, alpha, edge, ply + 1, desk)
                else:
                    score = -search(child, depth - 1 - reduction, -edge, -alpha, ply + 1, desk)
                if score > alpha and reduction:
                    reduction = 0
                elif alpha < score < beta and edge < beta:
                    edge = beta
                else:
                    break
            if watching and busy[spot] == mark:
                busy[spot] = 0
            if stopped(desk):
                break
            unsure = desk[GUESSED]
            if score > best or best_index < 0:
                best = max(score, best)
                best_index = index
                if score > alpha:
                    alpha = score
                    extend_line(desk, ply, move)
                    if score >= beta:
                        guessed = unsure
                        break
            guessed |= unsure
        desk[TOP] = base
        if has_repetition:
            desk[SEEN + (own_key & SEEN_SIZE - 1)] -= 1
        if stopped(desk):
            return 0
        desk[GUESSED] = guessed
        bound = EXACT
        if best >= beta and best < high:
            bound = LOWER
        elif best <= open_alpha and best > low:
            bound = UPPER
        if has_history:
            if bound == LOWER and use & IN_HISTORY and not quiet:
                credit(desk, mover, desk[base + best_index], depth)
                for j in range(kept):
                    index = index_in(desk[order + j])
                    if index == best_index:
                        break
                    blame(desk, mover, desk[base + index], depth)
        if use & IN_TABLE:
            data = pack(max(depth, 0), bound, 1 - guessed, best_index, table[AGE])
            store(table, key, data, score_out(best, ply))
        return best

    @as_part
    def search_root(p: Any, depth: int, alpha: Any, beta: Any, desk: Desk) -> Any:
        """Search every move of the root; as many as lines are wanted get an exact score."""
        mover = turn(p)
        lines = desk[WANTED_LINES]
        desk[DEPTH_NOW] = depth
        desk[SELDEPTH] = 0
        desk[STATIC] = NOT_ASKED
        end_line(desk, 0)
        if has_repetition:
            key = key_of(p)
            desk[KEYS + desk[BEFORE]] = key
            desk[SEEN + (key & SEEN_SIZE - 1)] += 1
        best = worst
        guessed = 0
        for number in range(desk[ROOT_COUNT]):
            # The window opens above the last of the lines wanted.
            floor = alpha
            if number >= lines:
                floor = max(alpha, nth_best(desk, number, lines))
            row = ROOTS + number * ROOT_ROW
            nodes = desk[NODES]
            child = play(p, desk[row])
            same = turn(child) == mover
            edge = beta if number < lines else floor + 1
            while True:
                if same:
                    score = search(child, depth - 1, floor, edge, 1, desk)
                else:
                    score = -search(child, depth - 1, -edge, -floor, 1, desk)
                if floor < score < beta and edge < beta:
                    edge = beta
                else:
                    break
            if stopped(desk):
                break
            unsure = desk[GUESSED]
            bound = UPPER if score <= floor else LOWER if score >= beta else EXACT
            note_root(desk, number, score, bound, desk[NODES] - nodes, depth)
            if score > best:
                best = score
                if score > alpha:
                    extend_line(desk, 0, desk[row])
                if score >= beta:
                    guessed = unsure
                    break
            guessed |= unsure
        if has_repetition:
            desk[SEEN + (desk[KEYS + desk[BEFORE]] & SEEN_SIZE - 1)] -= 1
        desk[GUESSED] = guessed
        return best

    def nth_best(desk: Desk, count: int, wanted: int) -> int:
        """Give the score of the last of the best moves wanted, among the first ones searched."""
        for one in range(count):
            score = desk[ROOTS + one * ROOT_ROW + 1]
            better = 0
            for other in range(count):
                rival = desk[ROOTS + other * ROOT_ROW + 1]
                better += rival > score or (rival == score and other < one)
            if better == wanted - 1:
                return int(score)
        return worst

    def sort_roots(desk: Desk) -> None:
        """Put the best root moves first; among equals the order stays."""
        spare = STACK_END
        desk[WRITES] += 1
        for number in range(1, desk[ROOT_COUNT]):
            place = ROOTS + number * ROOT_ROW
            score = desk[place + 1]
            if score <= desk[place - ROOT_ROW + 1]:
                continue
            copy(desk, spare, place, ROOT_ROW)
            while place > ROOTS and desk[place - ROOT_ROW + 1] < score:
                copy(desk, place, place - ROOT_ROW, ROOT_ROW)
                place -= ROOT_ROW
            copy(desk, place, spare, ROOT_ROW)
        desk[WRITES] += 1

    def note_depth(desk: Desk, depth: int, score: int) -> None:
        """Write a completed search of the root into the log."""
        keep_roots(desk)
        row = LOG + desk[LOGGED] * LOG_ROW
        desk[row], desk[row + 1], desk[row + 2] = depth, desk[SELDEPTH], score
        desk[row + 3], desk[row + 4] = desk[GUESSED], desk[NODES]
        length = min(desk[PV], LOG_LINE)
        desk[row + 5] = length
        copy(desk, row + 6, PV + 1, length)
        desk[LOGGED] += 1
        desk[DEPTH_DONE] = depth

    @as_part
    def aspire(p: Any, depth: int, alpha: Any, desk: Desk) -> Any:
        """Search the root with a window around the last score (alpha), opened where the score falls out of it."""
        width = 1 + 2 * desk[SPREAD]
        low, high = worst, -worst
        if (
            not is_wide  # a step from one float to the next is no measure of how far scores lie apart
            and depth >= ASPIRATION_DEPTH
            and desk[USE] & IN_ASPIRATION
            and desk[WANTED_LINES] == 1
            and abs(alpha) < most_guess
        ):
            low, high = alpha - width, alpha + width
        while True:
            score = search_root(p, depth, low, high, desk)
            if stopped(desk):
                return score
            width *= 4
            if score <= low and low > worst:
                low = score - width if width < most_guess else worst
            elif score >= high and high < -worst:
                high = score + width if width < most_guess else -worst
            else:
                return score

    @as_part
    def bisect(p: Any, depth: int, desk: Desk) -> Any:
        """Ask whether the score is above a middle, near 0 first, until LOW and HIGH meet."""
        while desk[LOW] < desk[HIGH]:
            low, high = desk[LOW], desk[HIGH]
            middle = (low >> 1) + (high >> 1) + (low & high & 1)  # their difference may be more than a word holds
            if middle <= 0 and low // 2 < middle:
                middle = low // 2
            elif middle >= 0 and high // 2 > middle:
                middle = high // 2
            score = search(p, depth, middle, middle + 1, 0, desk)
            if stopped(desk) or desk[GUESSED]:
                break
            if score <= middle:
                desk[HIGH] = score
            else:
                desk[LOW] = score
        return desk[LOW]

    @as_part
    def shorten(p: Any, alpha: Any, desk: Desk) -> Any:
        """Look for a shorter win than this score says, with nothing that might miss one; give the shortest."""
        use, first, score = desk[USE], desk[FIRST_DEPTH], alpha
        desk[USE] = use & ~(IN_REDUCTIONS | IN_NULL_MOVE | IN_QUIESCENCE | IN_FUTILITY)
        desk[SALT] = FIRST_SALT  # what reduced searches have left in the table is not trusted
        while True:
            plies = win - score - 1
            if plies < first or search(p, plies, score, score + 1, 0, desk) <= score or stopped(desk):
                break
            found = search_root(p, plies, score, -worst, desk)
            if stopped(desk) or found <= score:
                break
            score = found
            sort_roots(desk)
            note_depth(desk, plies, score)
        desk[USE], desk[SALT] = use, 0
        return score

    @as_int
    def root(p: Any, player: int, depth: int, desk: Desk) -> Any:
        """Search depth after depth until one is proven or the last one."""
        notes = words(desk)
        if notes[SOLVING]:
            return bisect(p, depth, notes)
        score = 0
        for now in range(notes[FIRST_DEPTH], depth + 1):
            last = score
            sort_roots(notes)
            score = aspire(p, now, last, notes)
            if stopped(notes):
                return last
            notes[SPREAD] = (notes[SPREAD] + abs(score - last) + 1) // 2 if abs(score) < most_guess else 0
            note_depth(notes, now, score)
            if notes[LIMIT] != 0:
                notes[LIMIT] = notes[NODE_LIMIT]
            if not points:
                if score >= win - SURE_PLIES and not notes[USE] & IN_EXACT:
                    score = shorten(p, score, notes)
            # What a filter has kept proves no win: the move that escapes may have been dropped.
            if notes[GUESSED] == 0 or abs(score) > most_guess and not notes[KEEPING] or notes[LAST]:
                return score
        return score

    kernel: Kernel = root
    return kernel
