"""The kernel of Monte Carlo tree search (UCT), for any number of players, with and without chance.

Law. A simulation goes down the tree, from child to child, adds the children of a position that it visits for the second
time, and ends in a position that it has not visited before, which is worth what a random game or an evaluation says
(`playout`). A player chooses the child that is largest in

    value + spread · exploration      value: the mean of the simulations through the child, for the player who chooses

where nature moves, the outcome that is furthest behind its probability is next. As the number of visits grows, the most
visited child becomes the best one by max-n. What is certain is not left to chance: bounds of the values, from finished
games and up, are proven (`tree`), and a child that cannot be better than what is already proven is not visited again.

The random numbers depend on the seed alone, so that a search can be repeated, and both speeds visit the same nodes.
"""

import math
from functools import partial
from typing import Any

from kibitz.compiler.plain import Compiled, Desk, Kernel, get, plain, put, words
from kibitz.game import Game
from kibitz.rules import CHANCE, no_opinion
from kibitz.search.desk import LIMIT, NODES, TOO_MANY_MOVES, stopped, wrong_odds
from kibitz.search.engine.desk import (
    DEPTH_DONE,
    DRAW,
    ENGINE_MOVES,
    LAST,
    ME,
    MOST_PLY,
    NODE_LIMIT,
    OLD_NODE,
    OLD_TREE,
    PLAYOUTS,
    REFUTED,
    REPETITION,
    ROOT_COUNT,
    ROOT_ROW,
    ROOTS,
    SELDEPTH,
    SIMULATION,
    SQUARES,
    STACK,
    SUMS,
    TABLE,
    TOTAL,
    TREE_END,
    TREE_USED,
    USE,
    VALUES,
    VISIT_LIMIT,
    WIDEST,
)
from kibitz.search.engine.repetition import count_seen, enter_line, is_repeated
from kibitz.search.engine.scoring import fault, scale_of
from kibitz.search.engine.techniques import IN_LOOKAHEAD, IN_POLICY, IN_SIMILAR
from kibitz.search.keys import key_maker
from kibitz.search.mcts.playout import is_marked, mark, playout_of, slot_of
from kibitz.search.mcts.tree import (
    COUNT,
    EVERYTHING,
    FIRST,
    HINTED,
    HINTS,
    MOVE,
    OWN,
    PRIOR,
    ROOT,
    SUMMED,
    VISITS,
    high_of,
    is_settled,
    low_of,
    plant,
    prove,
    regrow,
    settle,
    size_of,
)
from kibitz.search.textbook.sound import chances_of

EXPLORATION = 0.3
"""How much a seldom visited move is preferred."""
POLICY_EXPLORATION = 1.5
"""The same where the game's policy says which moves are likely."""
HINT_VISITS = 800
"""After how many visits hints are as important as the visits themselves."""
GUESS_VISITS = 4
"""How many visits the evaluation of a child is worth."""
REFUTATION_VISITS = 4
"""How many visits it is worth that a move has won elsewhere in the tree."""
MOST_THREATS = 8
"""The most of the opponent's threats that are listed."""


def is_paired(game: Game[Any]) -> bool:
    """Return whether a game has two players whose utilities add up to a constant, as far as is known."""
    return game.players == 2 and scale_of(game).constant


def monte_carlo(game: Game[Any], compiled: Compiled) -> Kernel:
    """Build the kernel for two players who play against each other."""
    return kernel_for(game, compiled, paired=True)


def separate_monte_carlo(game: Game[Any], compiled: Compiled) -> Kernel:
    """Build the kernel for players each of whom has values of their own."""
    return kernel_for(game, compiled, paired=False)


def note_refuted(mover: int, move: int, desk: Desk) -> None:
    """Record that a player's move is proven to win somewhere in the tree."""
    desk[REFUTED + slot_of(mover, move)] = move + 1


def has_refuted(mover: int, move: int, desk: Desk) -> bool:
    """Return whether a player's move is proven to win somewhere in the tree."""
    return bool(desk[REFUTED + slot_of(mover, move)] == move + 1)


def kernel_for(game: Game[Any], compiled: Compiled, paired: bool) -> Kernel:
    """Build the kernel for a game."""
    rules = game.rules
    turn, moves, play, is_over = rules.turn, rules.moves, rules.play, rules.is_over
    players, size, chances = game.players, size_of(game.players), chances_of(game)
    has_chances, has_policy = rules.chances is not None, rules.policy is not None
    has_opinion, has_repetition = rules.evaluate is not no_opinion, game.repetition > 0
    least, most = (-1.0, 1.0) if paired and game.objective == "win" else (-EVERYTHING, EVERYTHING)
    ended, valued, simulate, guess, weight_of = playout_of(game, paired)
    key_of, is_won = key_maker(game, compiled is plain or hasattr(compiled, "traces")), least == -1.0

    def total_of(desk: Desk) -> float:
        """Return what the values of two players add up to."""
        return 0.0 if is_won else float(get(desk, TOTAL, 1.0))

    def add_child(p: Any, move: int, mover: int, prior: float, desk: Desk) -> None:
        """Write a child behind the others."""
        tree, child = words(desk[TABLE]), desk[TREE_USED]
        plant(tree, child, move, prior, players, least, most)
        desk[TREE_USED] = child + size
        if is_won:
            if mover != CHANCE and has_refuted(mover, move, desk):
                tree[child + HINTS] = REFUTATION_VISITS
                put(tree, child + HINTED, float(REFUTATION_VISITS))

    def judge_children(p: Any, node: int, mover: int, desk: Desk) -> None:
        """Look for the end of the game after every move, and let the evaluation hint at the value of the others."""
        tree, first = words(desk[TABLE]), words(desk[TABLE])[node + FIRST]
        looking, guessing = desk[USE] & IN_LOOKAHEAD != 0, False
        if has_opinion:
            guessing = get(desk, PLAYOUTS, 1.0) < 1 and mover != CHANCE
        if not looking and not guessing:
            return
        for child in range(first, first + size * tree[node + COUNT], size):
            after = play(p, tree[child + MOVE])
            if is_over(after):
                if looking:
                    for player in range(players):
                        settle(tree, child, player, valued(after, player, desk))
                    if is_won and mover != CHANCE:
                        if low_of(tree, child, mover) == 1.0:
                            return
            elif guessing:
                tree[child + HINTS] += GUESS_VISITS
                put(tree, child + HINTED, get(tree, child + HINTED, 1.0) + GUESS_VISITS * guess(after, mover, desk))
        if is_won and looking and mover != CHANCE:
            count = find_threats(p, node, mover, desk)
            if count > 0:
                refute(p, node, mover, count, desk)

    def wins(p: Any, move: int, mover: int, desk: Desk) -> bool:
        """Return whether a move ends the game with a win for the player who makes it."""
        after = play(p, move)
        return bool(is_over(after)) and valued(after, mover, desk) == 1.0

    def find_threats(p: Any, node: int, mover: int, desk: Desk) -> int:
        """List the moves with which the opponent would win at once after the first or the last move of a position."""
        tree, count = words(desk[TABLE]), 0
        first = tree[node + FIRST]
        last = first + size * (tree[node + COUNT] - 1)
        for child in range(first, last + 1, max(size, last - first)):
            if not is_settled(tree, child, players):
                after = play(p, tree[child + MOVE])
                if turn(after) == 1 - mover:
                    for move in moves(after):
                        if count < MOST_THREATS:
                            listed = False
                            for place in range(STACK, STACK + count):
                                listed = listed or desk[place] == move
                            if not listed and wins(after, move, 1 - mover, desk):
                                desk[STACK + count] = move
                                count += 1
        return count

    def refute(p: Any, node: int, mover: int, count: int, desk: Desk) -> None:
        """Record every move after which one of the opponent's threats wins."""
        tree = words(desk[TABLE])
        first = tree[node + FIRST]
        for child in range(first, first + size * tree[node + COUNT], size):
            if not is_settled(tree, child, players):
                after = play(p, tree[child + MOVE])
                for place in range(STACK, STACK + count):
                    if desk[place] == tree[child + MOVE]:
                        tree[child + HINTS] += 1  # it may stop one threat of several: if all is lost, rather this
                if turn(after) == 1 - mover:
                    for move in moves(after):
                        threat = False
                        for place in range(STACK, STACK + count):
                            threat = threat or desk[place] == move
                        if threat and wins(after, move, 1 - mover, desk):
                            settle(tree, child, mover, -1.0)
                            settle(tree, child, 1 - mover, 1.0)
                            break

    def has_place(count: int, desk: Desk) -> bool:
        """Return whether the tree has room for one more child; stop if a position has too many."""
        if count >= ENGINE_MOVES:
            fault(desk, TOO_MANY_MOVES)
        return bool(count < ENGINE_MOVES and desk[TREE_USED] + size <= desk[TREE_END])

    @partial(compiled, returns="int")
    def expand(p: Any, node: int, mover: int, desk: Desk) -> int:
        """Add the children of a position; return their number, -1 if there is no room for them."""
        tree, first = words(desk[TABLE]), desk[TREE_USED]
        count, total = 0, 0.0
        full = False
        if node == ROOT and mover != CHANCE:
            for number in range(desk[ROOT_COUNT]):
                move = desk[ROOTS + number * ROOT_ROW]
                if has_place(count, desk):
                    weight = weight_of(p, move, desk)
                    add_child(p, move, mover, weight, desk)
                    total += weight
                    count += 1
        elif mover == CHANCE:
            for move, probability in chances(p):
                if not full and has_place(count, desk):
                    add_child(p, move, mover, float(probability), desk)
                    total += abs(probability)
                    count += 1
                else:
                    full = True
            if not full:
                wrong_odds(desk, total)
        else:
            for move in moves(p):
                if not full and has_place(count, desk):
                    weight = weight_of(p, move, desk)
                    add_child(p, move, mover, weight, desk)
                    total += weight
                    count += 1
                else:
                    full = True
        if full:
            desk[TREE_USED] = first
            return -1
        if count == 0:
            return 0
        tree[node + FIRST], tree[node + COUNT] = first, count
        if mover != CHANCE:
            for child in range(first, first + size * count, size):
                share = get(tree, child + PRIOR, 1.0) / total if total > 0 else 1.0 / count
                put(tree, child + PRIOR, share)
        judge_children(p, node, mover, desk)
        return count

    def spread(desk: Desk) -> float:
        """Return how far apart the values of simulations are."""
        wide = get(desk, WIDEST, 1.0)
        if wide > 0:
            return float(wide)
        visits = desk[SIMULATION] - 1
        if visits < 2:
            return 1.0
        mean = get(desk, SUMS + desk[ME], 1.0) / visits
        return math.sqrt(max(get(desk, SQUARES, 1.0) / visits - mean * mean, 0.0)) + 1e-9

    @partial(compiled, returns="int")
    def choose(node: int, mover: int, desk: Desk) -> Any:
        """Return the child to visit next."""
        tree = words(desk[TABLE])
        first, visits = tree[node + FIRST], tree[node + VISITS]
        end = first + size * tree[node + COUNT]
        best, chosen = -EVERYTHING, first
        if mover == CHANCE:
            for child in range(first, end, size):
                behind = get(tree, child + PRIOR, 1.0) * (visits + 1) - tree[child + VISITS]
                if child == first or behind > best:
                    best, chosen = behind, child
            return chosen
        floor = low_of(tree, node, mover)
        mean = get(tree, node + OWN, 1.0) / visits if visits > 0 else 0.0
        guided = False
        if has_policy:
            guided = desk[USE] & IN_POLICY != 0
        wide = spread(desk) * (POLICY_EXPLORATION if guided else EXPLORATION)
        explored = wide * math.sqrt(float(visits)) if guided else wide * math.sqrt(math.log(visits + 1.0))
        unset = True
        for child in range(first, end, size):
            high = high_of(tree, child, mover)
            if high > floor or high >= floor and not paired and not is_settled(tree, child, players):
                times = float(tree[child + VISITS])
                hints = float(tree[child + HINTS])
                value = get(tree, child + SUMMED, 1.0) / times if times > 0 else mean
                if hints > 0:
                    share = hints / (times + hints + times * hints / HINT_VISITS)
                    value = (1 - share) * value + share * get(tree, child + HINTED, 1.0) / hints
                if guided:
                    value += explored * get(tree, child + PRIOR, 1.0) / (1.0 + times)
                else:
                    value += explored / math.sqrt(times + 1.0)
                if unset or value > best:
                    unset = False
                    best, chosen = value, child
        return chosen

    def known(node: int, desk: Desk) -> None:
        """Write the values of a node that are proven."""
        tree = words(desk[TABLE])
        for player in range(players):
            put(desk, VALUES + player, low_of(tree, node, player))

    def fit(node: int, desk: Desk) -> None:
        """Move the values of a simulation inside what is proven of a node."""
        tree = words(desk[TABLE])
        for player in range(players):
            value = get(desk, VALUES + player, 1.0)
            put(desk, VALUES + player, min(max(value, low_of(tree, node, player)), high_of(tree, node, player)))

    def drawn(desk: Desk) -> None:
        """Write the values of a draw by repetition."""
        for player in range(players):
            put(desk, VALUES + player, get(desk, DRAW, 1.0))

    def finish(p: Any, node: int, desk: Desk) -> None:
        """Record that the game is over at a node."""
        ended(p, desk)
        for player in range(players):
            settle(words(desk[TABLE]), node, player, get(desk, VALUES + player, 1.0))

    def note_similar(node: int, mover: int, desk: Desk) -> None:
        """Count the simulation for every child whose move was made later, or now, by the same player."""
        tree, value = words(desk[TABLE]), get(desk, VALUES + mover, 1.0)
        first = tree[node + FIRST]
        for child in range(first, first + size * tree[node + COUNT], size):
            if is_marked(mover, tree[child + MOVE], desk):
                tree[child + HINTS] += 1
                put(tree, child + HINTED, get(tree, child + HINTED, 1.0) + value)

    @partial(compiled, returns="int")
    def visit(p: Any, node: int, ply: int, desk: Desk) -> int:
        """Run a simulation from a node and leave its values on the desk; return 1 if the node's bounds changed."""
        tree = words(desk[TABLE])
        if stopped(desk):
            return 0
        desk[NODES] += 1
        desk[SELDEPTH] = max(desk[SELDEPTH], ply)
        if is_settled(tree, node, players):
            known(node, desk)
            return 0
        own_key = 0
        if has_repetition:
            own_key = key_of(p)
            enter_line(own_key, ply, desk)
            if ply > 0 and desk[REPETITION] and is_repeated(own_key, ply, desk):
                drawn(desk)
                return 0
        if is_over(p):
            finish(p, node, desk)
            return 1
        mover = turn(p)
        changed = 0
        if tree[node + FIRST] == 0:
            count = -1
            if (tree[node + VISITS] > 0 or node == ROOT) and ply < MOST_PLY - 2:
                count = expand(p, node, mover, desk)
                if count == 0:
                    finish(p, node, desk)
                    return 1
                if count > 0:
                    changed = prove(tree, node, mover, players, paired, total_of(desk))
                    if is_settled(tree, node, players):
                        known(node, desk)
                        return 1
            if count < 0:
                if simulate(p, desk) == 0:
                    finish(p, node, desk)
                    return 1
                return 0
        if has_repetition:
            count_seen(own_key, 1, desk)
        child = choose(node, mover, desk)
        move = tree[child + MOVE]
        below = visit(play(p, move), child, ply + 1, desk)
        if has_repetition:
            count_seen(own_key, -1, desk)
        if stopped(desk):
            return 0
        if below:
            changed |= prove(tree, node, mover, players, paired, total_of(desk))
            if is_won and mover != CHANCE:
                if low_of(tree, child, mover) == 1.0:
                    note_refuted(mover, move, desk)
        whose = desk[ME] if mover == CHANCE else mover
        tree[child + VISITS] += 1
        put(tree, child + SUMMED, get(tree, child + SUMMED, 1.0) + get(desk, VALUES + whose, 1.0))
        if not has_chances:
            fit(node, desk)  # with chance, a single simulation may lie outside of what the average must be
        put(tree, node + OWN, get(tree, node + OWN, 1.0) + get(desk, VALUES + whose, 1.0))
        if desk[USE] & IN_SIMILAR and mover != CHANCE and get(desk, PLAYOUTS, 1.0) > 0:
            mark(mover, move, desk)
            note_similar(node, mover, desk)
        return changed

    @partial(compiled, returns="int")
    def root(p: Any, player: int, depth: int, desk: Desk) -> int:
        """Run simulations until the value is proven or a limit is reached."""
        notes = words(desk)
        tree = words(notes[TABLE])
        if notes[OLD_NODE]:
            regrow(tree, words(notes[OLD_TREE]), notes[OLD_NODE], players, notes)
        else:
            plant(tree, ROOT, 0, 1.0, players, least, most)
            notes[TREE_USED] = ROOT + size
        done = 0
        while done < notes[VISIT_LIMIT] and not is_settled(tree, ROOT, players):
            notes[SIMULATION] += 1
            visit(p, ROOT, 0, notes)
            if stopped(notes):
                break
            done += 1
            tree[ROOT + VISITS] += 1
            for each in range(players):
                put(notes, SUMS + each, get(notes, SUMS + each, 1.0) + get(notes, VALUES + each, 1.0))
            value = get(notes, VALUES + notes[ME], 1.0)
            put(notes, SQUARES, get(notes, SQUARES, 1.0) + value * value)
            notes[DEPTH_DONE] = 1
            if notes[LIMIT] != 0:
                notes[LIMIT] = notes[NODE_LIMIT]
            if notes[LAST]:
                break
        return done

    return root
