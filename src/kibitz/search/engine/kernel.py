"""The engine's kernel: principal variation search (PVS) for one game, with every technique that makes it fast.

PVS searches the first move with the full window, and the others with a null window (beta = alpha + 1), which only shows
whether they are better; a move that is gets searched again.

Law. Searched with the window (alpha, beta) to a depth, a position whose score is s returns r for the player to move:
    r ≤ alpha and s ≤ r, alpha < r < beta and s = r, or r ≥ beta and s ≥ r.
In exact mode s is minimax's score at that depth in the engine's own scoring (`scoring`), whatever techniques are on.
Otherwise s may rest on a deeper table entry, a reduced or null-move search, a margin, or a quiescence search. Where
GUESSED is 0 afterwards it rests on ends of the game alone, and is minimax's score at every greater depth too.

The same player may move twice: a child's score is negated only if the player changes.

A condition that is known when a game is compiled stands alone (`if has_skip:`), so that the compiler drops what it
guards. Parts that search are inlined into `search`: compiled code has one recursive function.
"""

from typing import Any

from kibitz.compiler.plain import Compiled, Desk, Kernel, gathering, get, plain, words
from kibitz.game import Game
from kibitz.search.desk import EXACT, FAULT, LIMIT, LOWER, TOO_MANY_MOVES, UPPER, stopped
from kibitz.search.engine.desk import (
    BUSY,
    DEPTH_NOW,
    DRAW,
    ENGINE_MOVES,
    GUESSED,
    KEEP_LEAST,
    KEEPING,
    LINE,
    MOST_PLY,
    NO_MOVE,
    NULLED,
    RATES,
    REPETITION,
    STACK_END,
    TABLE,
    TOP,
    USE,
    end_line,
    enter,
    extend_line,
    note_static,
)
from kibitz.search.engine.leaf import leaf_of, window_of
from kibitz.search.engine.lookup import OPEN, lookup_of
from kibitz.search.engine.ordering import (
    MOST_HISTORY,
    PLACE_MASK,
    TABLE_MOVE,
    change_for,
    index_in,
    note,
    orderer,
    past_of,
    pick,
)
from kibitz.search.engine.pruning import FUTILITY_DEPTH, NULL_DEPTH, RAZOR_DEPTH, UNGUIDED_DEPTH, pruning_of
from kibitz.search.engine.repetition import count_seen, enter_line, is_repeated
from kibitz.search.engine.root import root_of
from kibitz.search.engine.scoring import NARROW, WIDE, Width, end_scorer, guesser, scale_of
from kibitz.search.engine.table import (
    AGE,
    MOVE_MASK,
    entries,
    pack,
)
from kibitz.search.engine.techniques import (
    IN_BOUNDS,
    IN_DEEPENING,
    IN_EXACT,
    IN_FUTILITY,
    IN_HISTORY,
    IN_NULL_MOVE,
    IN_QUIESCENCE,
    IN_REDUCTIONS,
    IN_TABLE,
    IN_TRANSPOSITIONS,
    IN_URGENT,
)
from kibitz.search.engine.threads import sharing_of
from kibitz.search.keys import key_maker
from kibitz.search.textbook.selective import kept_count

DEEPENING_DEPTH = 4  # below this, internal deepening costs more than it gains
TRANSPOSITION_DEPTH = 5  # the same for looking up all children in the table
QUIET_PLIES = 12  # the most plies of a quiescence search
QUIET_URGENT = 2  # the most plies in which it follows all moves of an urgent position
GOOD = MOST_HISTORY // 2  # a history that is worth a ply of reduction
BUSY_DEPTH, BUSY_PLY = 4, 12  # nearer to the leaves, coordinating threads costs more than it gains
LOOKING = IN_TRANSPOSITIONS | IN_TABLE
DEEPENING, UNGUIDED = IN_DEEPENING | IN_TABLE, IN_REDUCTIONS | IN_TABLE  # without a table it never has a move


def wide_principal(game: Game[Any], compiled: Compiled) -> Kernel:
    """Build the engine's kernel for a game whose scores are floats, or large."""
    return principal(game, compiled, WIDE)


def principal(game: Game[Any], compiled: Compiled, width: Width = NARROW) -> Kernel:
    """Build the engine's kernel for a game."""
    rules = game.rules
    turn, moves, play, is_over = rules.turn, rules.moves, rules.play, rules.is_over
    skip, noisy, urgent = rules.skip, rules.noisy, rules.urgent
    has_skip, has_noisy, has_urgent = (rule is not None for rule in (skip, noisy, urgent))
    has_candidates, has_repetition = rules.candidates is not None, game.repetition > 0
    has_margin, points = rules.margin > 0, game.objective == "score"
    # Where only forced wins count, and the game itself orders its moves, history is misleading.
    has_history = scale_of(game).guesses or rules.priority is None
    most_guess, worst = width.most, width.worst
    end_score, guess = end_scorer(game, width), guesser(game, width, compiled is plain)
    any_move, finished, judge, settled = leaf_of(game, width, guess)
    limits, narrowed = window_of(game, width)
    what_stays, is_lost, null_depth, is_late, reduction_of = pruning_of(game, width)
    key_of = key_maker(game, compiled is plain)
    approach, probe, store, _, score_out = entries(width)
    shared_key, _, answered, look_up, child_cut = lookup_of(game, width, key_of)
    is_busy, leave_child = sharing_of(key_of)
    order_moves = orderer(game, width, has_history)
    gather_moves = gathering(moves)
    gather_candidates = gathering(rules.candidates) if has_candidates else gather_moves

    def as_part(function: Any) -> Any:
        return compiled(function, "int", once=True)

    def drawn(mover: int, desk: Desk) -> int:
        """Return what a repetition is worth to a player, as a guess: it depends on how the position was reached."""
        desk[GUESSED] = 1
        return int(desk[DRAW] if mover == 0 else -desk[DRAW])

    @as_part
    def gathered(p: Any, base: int, use: int, desk: Desk) -> Any:
        """Write the moves of a position on the stack; return their number."""
        if has_candidates:
            # In a game to be won, candidates leave out moves that lose beyond the horizon, where minimax does not look.
            if use & IN_BOUNDS and (points or not use & IN_EXACT):
                return gather_candidates(p, desk, base, base + ENGINE_MOVES) - base
        return gather_moves(p, desk, base, base + ENGINE_MOVES) - base

    def is_full(base: int, count: int, desk: Desk) -> bool:
        """Stop a search whose stack has no room for this many moves and order words; return whether it did."""
        if count <= ENGINE_MOVES and base + 3 * count <= STACK_END:
            return False
        desk[FAULT] = TOO_MANY_MOVES
        desk[LIMIT] = 0
        return True

    def filtered(kept: int, order: int, ply: int, desk: Desk) -> int:
        """Bring the moves that RB's filter keeps to the front; return their number."""
        share = kept_count(get(desk, RATES + ply, 1.0), desk[KEEP_LEAST], kept)
        if share < kept:
            for i in range(share):
                pick(desk, order + i, order + kept)
            return share
        return kept

    def is_hopeless(p: Any, move: int) -> bool:
        """Return whether a late move near the leaves is quiet."""
        hopeless = True
        if has_noisy:
            hopeless = not noisy(p, move)  # type: ignore[misc]
        if has_urgent:
            hopeless = hopeless and not urgent(play(p, move))  # type: ignore[misc]
        return hopeless

    def learn(mover: int, depth: int, ply: int, base: int, order: int, kept: int, best_index: int, desk: Desk) -> None:
        """Credit the move that caused a cutoff, and blame those tried before it."""
        change = change_for(depth)
        note(desk, mover, desk[base + best_index], ply, change)
        for j in range(kept):
            index = index_in(desk[order + j])
            if index == best_index:
                break
            note(desk, mover, desk[base + index], ply, -change)

    def reduction_for(
        p: Any, mover: int, move: int, depth: int, number: int, narrow: bool, rising: bool, ply: int, desk: Desk
    ) -> int:
        """Return by how many plies a move is reduced at first."""
        reduction = reduction_of(depth, number, narrow, rising, desk)
        if has_noisy:
            if reduction and noisy(p, move):  # type: ignore[misc]
                reduction = 0
        if has_history:
            if reduction and desk[USE] & IN_HISTORY:
                reduction = max(0, reduction - past_of(desk, mover, move, ply) // GOOD)
        if has_noisy:
            # A reduced search is one of moves: a quiescence search alone misses too much.
            reduction = max(0, min(reduction, depth - 2))
        return int(reduction)

    @as_part
    def search_child(
        child: Any, depth: int, reduction: int, alpha: Any, beta: Any, edge: Any, same: bool, ply: int, desk: Desk
    ) -> Any:
        """Search a child: at reduced depth with a null window first, and again where that is not enough."""
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
                return score

    @as_part
    def try_null_move(p: Any, mover: int, depth: int, static: Any, beta: Any, ply: int, desk: Desk) -> Any:
        """Pass the turn; return beta if even that is good enough, 0 after a stop, otherwise OPEN."""
        passed = skip(p)  # type: ignore[misc]
        if turn(passed) == mover:
            return OPEN
        nulled = desk[NULLED]
        desk[NULLED] = ply + 1
        desk[LINE + ply] = NO_MOVE
        score = -search(passed, null_depth(static, depth, beta), -beta, 1 - beta, ply + 1, desk)
        desk[NULLED] = nulled
        if stopped(desk):
            return 0
        # Near the end of the game, where the score is not a guess, passing would only hide a proof.
        if score >= beta and desk[GUESSED]:
            return beta
        desk[GUESSED] = 0
        return OPEN

    @as_part
    def pruned(
        p: Any,
        mover: int,
        depth: int,
        alpha: Any,
        beta: Any,
        calm: bool,
        static: Any,
        rising: bool,
        ply: int,
        desk: Desk,
    ) -> Any:
        """Return a score if the evaluation, a look at captures or a null move decides; otherwise OPEN."""
        use = desk[USE]
        if has_margin:
            if calm and use & IN_FUTILITY:
                left = what_stays(static, depth, rising)
                if depth <= FUTILITY_DEPTH and left >= beta and any_move(p):
                    desk[GUESSED] = 1
                    return left
                if has_noisy:
                    if depth <= RAZOR_DEPTH and is_lost(static, depth, alpha):
                        # A plain 0 would have a type of its own to the compiler, and search is compiled for one type.
                        score = search(p, min(depth, 0), alpha, beta, ply, desk)
                        if stopped(desk) or score <= alpha:
                            return score
        if has_skip:
            if calm and use & IN_NULL_MOVE and depth >= NULL_DEPTH and desk[NULLED] != ply and static >= beta:
                return try_null_move(p, mover, depth, static, beta, ply, desk)
        return OPEN

    @as_part
    def found_shallow(p: Any, depth: int, alpha: Any, beta: Any, ply: int, desk: Desk) -> Any:
        """Return the place of the best move in a shallower search, or -1."""
        search(p, depth - 2, alpha, beta, ply, desk)
        end_line(desk, ply)
        data, _ = probe(words(desk[TABLE]), shared_key(p, depth - 2, ply, desk))
        return (data & MOVE_MASK) - 1

    def search(p: Any, depth: int, alpha: Any, beta: Any, ply: int, desk: Desk) -> Any:
        # Enter
        if stopped(desk):
            return 0
        enter(ply, desk)
        mover, use, table = turn(p), desk[USE], words(desk[TABLE])
        key = 0
        if has_noisy:
            # Prefetched here, the table's bucket has arrived by the time it is read.
            key = shared_key(p, depth, ply, desk)
            approach(table, key)

        # Over
        if is_over(p):
            return finished(p, mover, ply, desk)

        # Bounds
        low, high = limits(p, mover, desk)
        narrow, open_alpha = beta - alpha == 1, alpha
        alpha, beta = narrowed(alpha, beta, low, high, ply, use)
        if alpha >= beta:
            return alpha
        best = low if use & IN_BOUNDS else worst

        # Horizon
        in_check = False
        if has_urgent:
            if depth > -QUIET_URGENT:
                in_check = urgent(p)  # type: ignore[misc]
            if in_check and depth > 0 and use & IN_URGENT and ply < 2 * desk[DEPTH_NOW]:
                depth += 1
        quiet = False
        if depth <= 0 or ply >= MOST_PLY - 2:
            if not has_noisy:
                return judge(p, mover, ply, low, high, desk)
            if not use & IN_QUIESCENCE or depth <= -QUIET_PLIES or ply >= MOST_PLY - 2:
                return judge(p, mover, ply, low, high, desk)
            quiet = True

        # Repetition
        if not has_noisy:
            key = shared_key(p, depth, ply, desk)
        own_key = key
        if has_repetition:
            own_key = key_of(p)
            enter_line(own_key, ply, desk)
            if desk[REPETITION] and not quiet and is_repeated(own_key, ply, desk):
                return drawn(mover, desk)

        # Table
        hint = -1
        if use & IN_TABLE:
            data, score = probe(table, key)
            if data:
                hint = (data & MOVE_MASK) - 1
                score = answered(data, score, depth, alpha, beta, narrow, ply, desk)
                if score != OPEN:
                    return score

        # Static pruning and null move; at the horizon, stand pat
        guessed, static, rising = 0, 0, True
        calm = False
        if quiet:
            if not in_check:
                best = min(max(guess(p, mover, desk), low), high)
                guessed = 1
                if best >= beta:
                    return settled(p, mover, ply, best, desk)
                alpha = max(alpha, best)
        else:
            if has_skip or has_margin:
                calm = narrow and not in_check and abs(beta) < most_guess
                if calm:
                    static = guess(p, mover, desk)
                if has_margin:
                    rising = note_static(desk, ply, mover, static, calm and use & IN_FUTILITY != 0)
                score = pruned(p, mover, depth, alpha, beta, calm, static, rising, ply, desk)
                if score != OPEN:
                    return score
            if has_margin:
                if hint < 0 and depth >= UNGUIDED_DEPTH and use & UNGUIDED == UNGUIDED:
                    depth -= 1

            # Internal deepening
            if hint < 0 and depth >= DEEPENING_DEPTH and not narrow and use & DEEPENING == DEEPENING:
                hint = found_shallow(p, depth, alpha, beta, ply, desk)
                if stopped(desk):
                    return 0

        # Ordering
        base = desk[TOP]
        count = gathered(p, base, use, desk)
        if count == 0:
            desk[GUESSED] = 0
            return end_score(p, mover, ply, desk)
        if is_full(base, count, desk):
            return 0
        order, kept = base + count, count
        desk[TOP] = order + 2 * count
        looking = count > 1 and not quiet and depth >= TRANSPOSITION_DEPTH and use & LOOKING == LOOKING
        if looking:
            look_up(p, depth, ply, count, desk)
        if count == 1:
            hint = 0
        # The table's move often causes a cutoff, so the others are ordered only after it.
        ordered = hint < 0 or hint >= count or quiet or looking or desk[KEEPING] != 0
        if ordered:
            kept = order_moves(p, mover, depth, ply, count, hint, quiet and not in_check, best, alpha, desk)
            if desk[KEEPING] and not quiet:
                share = filtered(kept, order, ply, desk)
                if share < kept:
                    guessed, kept = 1, share
        else:
            desk[order] = TABLE_MOVE | PLACE_MASK - hint
        if looking:
            score = child_cut(p, mover, depth, beta, ply, count, desk)
            if score != OPEN:
                desk[TOP] = base
                return score

        # The loop: the moves in order, then those that other threads were searching
        if has_repetition:
            count_seen(own_key, 1, desk)
        best_index = -1
        watching = desk[BUSY] != 0 and depth >= BUSY_DEPTH and ply < BUSY_PLY
        deferred = 0
        fading = False  # only late moves are left, whose order hardly matters
        i = 0
        while i < kept + deferred:
            late = i >= kept
            number = desk[order + count + i - kept] if late else i
            if not late and not fading and (i > 0 or ordered):
                if i == 1 and not ordered:
                    order_moves(p, mover, depth, ply, count, hint, False, best, alpha, desk)
                    pick(desk, order, order + kept)
                pick(desk, order + i, order + kept)
            index = index_in(desk[order + number])
            move = desk[base + index]
            i += 1
            if has_margin:
                if calm and use & IN_FUTILITY and number > 0 and depth <= FUTILITY_DEPTH and best > -most_guess:
                    if not fading:
                        fading = is_late(static, depth, number, alpha, rising)
                    if fading:
                        if is_hopeless(p, move):
                            guessed = 1
                            continue
            child = play(p, move)
            desk[LINE + ply] = move
            if watching:
                if is_busy(child, depth, i == 1 or late, desk):
                    desk[order + count + deferred] = number
                    deferred += 1
                    continue
            reduction = 0
            if not quiet and not in_check:
                reduction = reduction_for(p, mover, move, depth, number, narrow, rising, ply, desk)
            edge = beta if i == 1 or quiet else alpha + 1
            score = search_child(child, depth, reduction, alpha, beta, edge, turn(child) == mover, ply, desk)
            if watching:
                leave_child(child, depth, desk)
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
            count_seen(own_key, -1, desk)
        if stopped(desk):
            return 0

        # Store
        desk[GUESSED] = guessed
        bound = LOWER if beta <= best < high else UPPER if low < best <= open_alpha else EXACT
        if has_history:
            if bound == LOWER and use & IN_HISTORY and not quiet:
                learn(mover, depth, ply, base, order, kept, best_index, desk)
        if use & IN_TABLE:
            # Where no move is good enough, the scores are bounds that say little about which is best.
            if bound == UPPER and 0 <= hint < count:
                best_index = hint
            store(table, key, pack(max(depth, 0), bound, 1 - guessed, best_index, table[AGE]), score_out(best, ply))
        return best

    search = compiled(search, "int")
    return root_of(game, compiled, width, search, key_of, reduction_for)
