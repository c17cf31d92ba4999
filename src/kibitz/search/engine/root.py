"""The root of the engine's search: the moves of the position to search, at increasing depths.

`search` is the kernel's own, for every position below. The functions here are each called from one place, so the
compiler inlines them.
"""

from typing import Any

from kibitz.compiler.plain import Compiled, Desk, Kernel, copy, words
from kibitz.game import Game
from kibitz.search.desk import EXACT, LIMIT, LOWER, NODES, UPPER, stopped
from kibitz.search.engine.desk import (
    BEFORE,
    DEPTH_DONE,
    DEPTH_NOW,
    FIRST_DEPTH,
    GUESSED,
    HIGH,
    KEEPING,
    KEYS,
    LAST,
    LINE,
    LOG,
    LOG_LINE,
    LOG_ROW,
    LOGGED,
    LOW,
    NODE_LIMIT,
    NOT_ASKED,
    PV,
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
    USE,
    WANTED_LINES,
    WRITES,
    end_line,
    extend_line,
    keep_roots,
    note_root,
)
from kibitz.search.engine.scoring import Width
from kibitz.search.engine.techniques import (
    IN_ASPIRATION,
    IN_EXACT,
    IN_FUTILITY,
    IN_NULL_MOVE,
    IN_QUIESCENCE,
    IN_REDUCTIONS,
)
from kibitz.search.keys import FIRST_SALT

SURE_PLIES = 9  # after a win no longer than this, a shorter one is searched for
ASPIRATION_DEPTH = 4


def nth_best(desk: Desk, count: int, wanted: int) -> int:
    """Return the score of the last wanted line among the moves searched so far, at least as many as wanted."""
    score = 0
    for one in range(count):
        score = desk[ROOTS + one * ROOT_ROW + 1]
        better = 0
        for other in range(count):
            rival = desk[ROOTS + other * ROOT_ROW + 1]
            better += rival > score or (rival == score and other < one)
        if better == wanted - 1:
            break
    return score


def is_ahead(desk: Desk, one: int, other: int, by_nodes: bool) -> bool:
    """Return whether a root move comes before another: the better score or, of two that cannot be best, more nodes."""
    if by_nodes and (desk[one + 2] == UPPER or desk[other + 2] == UPPER):
        return bool(desk[other + 2] == UPPER and (desk[one + 2] != UPPER or desk[one + 3] > desk[other + 3]))
    return bool(desk[one + 1] > desk[other + 1])


def sort_roots(desk: Desk, by_nodes: bool = False) -> None:
    """Put the best root moves first; equal moves keep their order.

    by_nodes: upper bounds come from searches of different depths, so they are not compared.
    """
    spare = STACK_END
    desk[WRITES] += 1
    for number in range(1, desk[ROOT_COUNT]):
        place = ROOTS + number * ROOT_ROW
        if not is_ahead(desk, place, place - ROOT_ROW, by_nodes):
            continue
        copy(desk, spare, place, ROOT_ROW)
        while place > ROOTS and is_ahead(desk, spare, place - ROOT_ROW, by_nodes):
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


def root_of(game: Game[Any], compiled: Compiled, width: Width, search: Any, key_of: Any, reduction_for: Any) -> Kernel:
    """Build the function with which a search of the engine begins."""
    turn, play, noisy, urgent = game.rules.turn, game.rules.play, game.rules.noisy, game.rules.urgent
    has_noisy, has_urgent = noisy is not None, urgent is not None
    has_repetition, points = game.repetition > 0, game.objective == "score"
    is_wide, win, most_guess, worst = width

    def as_part(function: Any) -> Any:
        return compiled(function, "int", once=True)

    @as_part
    def search_root(p: Any, depth: int, alpha: Any, beta: Any, desk: Desk) -> Any:
        """Search every root move; as many as there are lines wanted get an exact score."""
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
        pressed = False
        if has_urgent:
            pressed = urgent(p)  # type: ignore[misc]
        best = worst
        guessed = 0
        for number in range(desk[ROOT_COUNT]):
            # The window opens above the last of the wanted lines.
            floor = alpha
            if number >= lines:
                floor = max(alpha, nth_best(desk, number, lines))
            row = ROOTS + number * ROOT_ROW
            nodes = desk[NODES]
            child = play(p, desk[row])
            desk[LINE] = desk[row]
            same = turn(child) == mover
            edge = beta if number < lines else floor + 1
            reduction = 0
            if has_noisy:
                # Without a quiescence search, a shallow look at a move that may be played misses too much.
                if number >= lines and not pressed:
                    reduction = reduction_for(p, mover, desk[row], depth, number, False, True, 0, desk)
            while True:
                if same:
                    score = search(child, depth - 1 - reduction, floor, edge, 1, desk)
                else:
                    score = -search(child, depth - 1 - reduction, -edge, -floor, 1, desk)
                if score > floor and reduction:
                    reduction = 0
                elif floor < score < beta and edge < beta:
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

    @as_part
    def aspire(p: Any, depth: int, alpha: Any, desk: Desk) -> Any:
        """Search the root with a narrow window around the last score (an aspiration window), widened if it fails."""
        width = 1 + 2 * desk[SPREAD]
        low, high = worst, -worst
        if (
            not is_wide  # the step from one float to the next does not measure the distance of scores
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
        """Ask whether the score is above a middle, first near 0, until LOW and HIGH meet."""
        while desk[LOW] < desk[HIGH]:
            low, high = desk[LOW], desk[HIGH]
            middle = (low >> 1) + (high >> 1) + (low & high & 1)  # their difference may not fit in a word
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
        """Look for a shorter win than this score, with nothing that might miss one; return the shortest."""
        use, first, score = desk[USE], desk[FIRST_DEPTH], alpha
        desk[USE] = use & ~(IN_REDUCTIONS | IN_NULL_MOVE | IN_QUIESCENCE | IN_FUTILITY)
        desk[SALT] = FIRST_SALT  # do not trust what reduced searches left in the table
        while True:
            plies = win - score - 1
            if plies < first or search(p, plies, score, score + 1, 0, desk) <= score or stopped(desk):
                break
            found = search_root(p, plies, score, -worst, desk)
            if stopped(desk) or found <= score:
                break
            score = found
            sort_roots(desk, has_noisy)
            note_depth(desk, plies, score)
        desk[USE], desk[SALT] = use, 0
        return score

    def root(p: Any, player: int, depth: int, desk: Desk) -> Any:
        """Search at increasing depths until one is proven or the last."""
        notes = words(desk)
        if notes[SOLVING]:
            return bisect(p, depth, notes)
        score = 0
        for now in range(notes[FIRST_DEPTH], depth + 1):
            last = score
            sort_roots(notes, has_noisy)
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
            # With a filter no win is proven: the move that escapes may have been dropped.
            if notes[GUESSED] == 0 or abs(score) > most_guess and not notes[KEEPING] or notes[LAST]:
                return score
        return score

    kernel: Kernel = compiled(root, "int")
    return kernel
