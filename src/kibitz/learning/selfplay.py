"""Games of the engine against itself, played by one kernel, and what they teach: positions, scores and results.

A game starts with a few random moves. From then on the engine moves, under a limit of nodes. Every position in which
it found a quiet move is recorded, or every position:

    the words of the position | score | result | ply

Or two sets of weights play against each other, and only the results of their games are recorded. Each plays an opening
with both sides: games 2k and 2k + 1 begin with the same random moves.

Score and result are floats, for player 0. In a game to be won a result is 1, 0 or -1; otherwise it is the utility. The
desk is the engine's (`search.engine.desk`), with the words below after its own.
"""

from typing import Any

from kibitz.compiler.plain import Compiled, Desk, Kernel, plain, put, put_position, room, unordered, words
from kibitz.game import Game
from kibitz.search.desk import FAULT, HIGHEST, LIMIT, MOST_DEPTH, NODES, RIVAL, WEIGHTS
from kibitz.search.engine.desk import (
    BEFORE,
    DEPTH_DONE,
    DRAW,
    DRAWN,
    ENGINE_MOVES,
    GUESSED,
    HISTORY,
    KEYS,
    LOG,
    LOG_ROW,
    LOGGED,
    MOST_BEFORE,
    NULLED,
    REPETITION,
    ROOT_COUNT,
    ROOT_ROW,
    ROOTS,
    SEEN,
    SEEN_SIZE,
    SIZE,
    SPREAD,
    STACK,
    TABLE,
    TOP,
)
from kibitz.search.engine.kernel import principal
from kibitz.search.engine.repetition import count_seen
from kibitz.search.engine.scoring import NARROW, WIDE, Width
from kibitz.search.engine.table import AGE, AGE_MASK
from kibitz.search.keys import key_maker
from kibitz.search.mcts.playout import draw

WANTED = SIZE  # games to play
PLAYED = SIZE + 1  # games played
ROOM = SIZE + 2  # how many records fit
COUNT = SIZE + 3  # records written
OPENING = SIZE + 4  # the most random moves at the start of a game
SURE = SIZE + 5  # a score, in the engine's numbers, that decides a game if it lasts; 0: only a proven one does
LONGEST = SIZE + 6  # plies after which a game is a draw
SPENT = SIZE + 7  # nodes of all searches
DUEL = SIZE + 8  # 1: two sets of weights play against each other
OWN_WEIGHTS, OWN_TABLE = SIZE + 9, SIZE + 10  # in a duel, addresses: of the first set, which plays first in even games
OTHER_WEIGHTS, OTHER_TABLE = SIZE + 11, SIZE + 12
NUMBER = SIZE + 13  # in a duel, the number of the first game
STRAY = SIZE + 14  # of a thousand moves of self-play, how many are random, so that unbalanced positions occur too
EVERY = SIZE + 15  # 1: every position is recorded, also one in which the best move is noisy
RECORDS = SIZE + 16

NOTES = 3
"""The words of a record after those of its position."""
SURE_PLIES = 6
"""For how many plies in a row a score must be that large."""
DRAWS = 1 << 12
"""In a duel, more than the random numbers that a game takes."""


def wide_selfplay(game: Game[Any], compiled: Compiled) -> Kernel:
    """Build the kernel for a game whose scores are floats, or large."""
    return selfplay(game, compiled, WIDE)


def selfplay(game: Game[Any], compiled: Compiled, width: Width = NARROW) -> Kernel:
    """Build the kernel that plays games of the engine against itself."""
    rules = game.rules
    turn, moves, play, is_over, utility = rules.turn, rules.moves, rules.play, rules.is_over, rules.utility
    noisy, urgent = rules.noisy, rules.urgent
    has_noisy, has_urgent, has_repetition = noisy is not None, urgent is not None, game.repetition > 0
    points, is_wide, most_guess = game.objective == "score", width.wide, width.most
    key_of = key_maker(game, compiled is plain)
    search: Any = principal(game, compiled, width)

    def listed(p: Any, desk: Desk) -> int:
        """Write the moves of a position where the engine finds its root moves; return their number."""
        number = 0
        for move in moves(p):
            if number < ENGINE_MOVES:
                row = ROOTS + number * ROOT_ROW
                desk[row], desk[row + 1], desk[row + 2], desk[row + 4] = move, 0, 0, 0
            number += 1
        return min(number, ENGINE_MOVES)

    def result_of(p: Any) -> float:
        """Return what a finished game is worth to player 0."""
        if points:
            return float(utility(p, 0))
        mine, other = utility(p, 0), utility(p, 1)
        return 1.0 if mine > other else -1.0 if mine < other else 0.0

    def number_of(score: int) -> float:
        """Return a score of the engine as the author counts."""
        if is_wide:
            return float(unordered(score))
        return float(score)

    def level(desk: Desk) -> float:
        """Return what a drawn game is worth to player 0."""
        return number_of(desk[DRAW]) if points else 0.0

    def remember(p: Any, desk: Desk) -> int:
        """Add a position to those played; return how often it occurred before."""
        key = key_of(p)
        count = 0
        for place in range(KEYS, KEYS + desk[BEFORE]):
            if desk[place] == key:
                count += 1
        if desk[BEFORE] < MOST_BEFORE - 1:
            desk[KEYS + desk[BEFORE]] = key
            desk[BEFORE] += 1
            count_seen(key, 1, desk)
        return count

    def forget(desk: Desk) -> None:
        """Begin a game: no position has been played."""
        desk[BEFORE] = 0
        for place in range(SEEN, SEEN + SEEN_SIZE):
            desk[place] = 0
        for place in range(HISTORY, KEYS):
            desk[place] = 0

    def think(p: Any, count: int, desk: Desk) -> Any:
        """Search a position; return the score for the player to move."""
        table = words(desk[TABLE])
        table[AGE] = table[AGE] + 1 & AGE_MASK
        desk[NODES], desk[LIMIT], desk[TOP], desk[LOGGED] = 0, HIGHEST, STACK, 0
        desk[DEPTH_DONE], desk[GUESSED], desk[NULLED], desk[SPREAD], desk[FAULT] = 0, 0, 0, 0, 0
        desk[ROOT_COUNT] = count
        score = search(p, turn(p), MOST_DEPTH, desk)
        desk[SPENT] += desk[NODES]
        return score

    def is_recorded(p: Any, move: int, desk: Desk) -> bool:
        """Return whether to record a position: if a search would evaluate it and not look further, or every one."""
        if has_noisy and not desk[EVERY]:
            if noisy(p, move):  # type: ignore[misc]
                return False
            if has_urgent:
                return not urgent(p)  # type: ignore[misc]
        return True

    def change_sides(first: bool, desk: Desk) -> None:
        """In a duel, let the first set of weights think, or the other one."""
        desk[WEIGHTS] = desk[OWN_WEIGHTS] if first else desk[OTHER_WEIGHTS]
        desk[TABLE] = desk[OWN_TABLE] if first else desk[OTHER_TABLE]
        desk[RIVAL] = 0 if first else 1

    def play_game(p: Any, number: int, desk: Desk) -> float:
        """Play a game and record it; return its result. A game that ends in the opening has no records."""
        size = room(p) + NOTES
        forget(desk)
        if desk[DUEL]:
            desk[DRAWN] = number // 2 * DRAWS
        opening = desk[OPENING] // 2 + draw(desk) % (desk[OPENING] - desk[OPENING] // 2 + 1)
        sure = 0
        for ply in range(desk[LONGEST]):
            if is_over(p):
                return result_of(p)
            count = listed(p, desk)
            if count == 0:
                return result_of(p)
            if has_repetition:
                if remember(p, desk) + 1 >= desk[REPETITION]:
                    return level(desk)
                desk[BEFORE] -= 1  # the search adds the position itself
                count_seen(desk[KEYS + desk[BEFORE]], -1, desk)
            if ply < opening:
                move = desk[ROOTS + draw(desk) % count * ROOT_ROW]
            else:
                if desk[DUEL]:
                    change_sides((turn(p) + number) % 2 == 0, desk)
                score = think(p, count, desk)
                if desk[FAULT]:
                    return 0.0
                mine = score if turn(p) == 0 else -score
                row = LOG + (desk[LOGGED] - 1) * LOG_ROW
                move = desk[row + 6] if desk[row + 5] > 0 else desk[ROOTS]
                proven = desk[row + 3] == 0 if points else abs(mine) > most_guess
                if not desk[DUEL] and is_recorded(p, move, desk) and desk[COUNT] < desk[ROOM]:
                    place = RECORDS + desk[COUNT] * size
                    put_position(desk, place, p)
                    put(desk, place + size - 3, number_of(mine))
                    desk[place + size - 1] = ply
                    desk[COUNT] += 1
                certain = proven or desk[SURE] > 0 and abs(mine) >= desk[SURE]
                sure = sure + 1 if certain else 0
                if sure >= SURE_PLIES or proven and desk[DUEL]:
                    if points:
                        return number_of(mine)
                    return 1.0 if mine > 0 else -1.0
                if not desk[DUEL] and draw(desk) % 1000 < desk[STRAY]:
                    move = desk[ROOTS + draw(desk) % count * ROOT_ROW]
            if has_repetition:
                remember(p, desk)
            p = play(p, move)
        return level(desk)

    def play_games(p: Any, player: int, depth: int, desk: Desk) -> Any:
        """Play games until as many as wanted are played or the room for records is used up."""
        notes = words(desk)
        size = room(p) + NOTES
        while notes[PLAYED] < notes[WANTED] and notes[COUNT] < notes[ROOM]:
            first = notes[COUNT]
            result = play_game(p, notes[NUMBER] + notes[PLAYED], notes)
            if notes[FAULT]:
                return 0
            if notes[DUEL]:
                put(notes, RECORDS + notes[PLAYED], result)
            for number in range(first, notes[COUNT]):
                put(notes, RECORDS + number * size + size - 2, result)
            notes[PLAYED] += 1
        return 0

    kernel: Kernel = compiled(play_games, "int")
    return kernel
