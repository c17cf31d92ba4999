"""The pseudocode of each search, with the lines that are lit at each step of a walk.

Law. At every step of every search some line is lit, and the lines say what the source of the search does.
"""

from typing import NamedTuple

from kibitz.search.explain.cast import Cast

ENDS = """
    if the game is over: return its utility                                  | over
    if depth = 0: return its evaluation                                      | horizon
"""
CHANCE = """
    if nature moves: return the average over the outcomes, by probability    | chance, count average, leave average
"""
CODES = {
    "minimax": f"""
minimax(position, depth):
{ENDS}
    best ← −∞ if {{max}} moves, +∞ if {{min}} moves                          | enter
    for each move:
        score ← minimax(position after the move, depth − 1)
        if score is better than best: best ← score                           | better, worse
    return best                                                              | leave
""",
    "alpha-beta": f"""
alpha-beta(position, depth, alpha, beta):
{ENDS}
    best ← −∞ if {{max}} moves, +∞ if {{min}} moves                          | enter
    for each move:
        score ← alpha-beta(position after the move, depth − 1, alpha, beta)
        if score is better than best: best ← score                           | better, worse
        if {{max}} moves: alpha ← the greater of alpha and best              | better max
        if {{min}} moves: beta ← the lesser of beta and best                 | better min
        if beta ≤ alpha: leave the loop                                      | cut
    return best                                                              | leave
""",
    "expectimax": f"""
expectimax(position, depth):
{ENDS}
{CHANCE}
    if {{min}} moves: return the average over the moves                      | random, count average, leave average
    best ← −∞                                                                | enter
    for each move:
        score ← expectimax(position after the move, depth − 1)
        if score > best: best ← score                                        | better, worse
    return best                                                              | leave max
""",
    "expectiminimax": f"""
expectiminimax(position, depth):
{ENDS}
{CHANCE}
    best ← −∞ if {{max}} moves, +∞ if {{min}} moves                          | enter
    for each move:
        score ← expectiminimax(position after the move, depth − 1)
        if score is better than best: best ← score                           | better, worse
    return best                                                              | leave max, leave min
""",
    "max-n": f"""
max-n(position, depth):                        one score for each player
{ENDS}
{CHANCE}
    best ← nothing                                                           | enter
    for each move:
        scores ← max-n(position after the move, depth − 1)
        if whoever moves gets more in scores than in best: best ← scores     | better, worse
    return best                                                              | leave max
""",
    "mcts": """
for each visit:
    go down from the root: at every node to the child that looks best,
        with a bonus for few visits                                          | descend
    at a new node: find its value by a random game or an evaluation          | arrive
    for every node on the way back: count the visit, update the mean         | back
play the move with the most visits
""",
}
LOOP = "    for each move:"
FILTER = """
    moves ← the most promising share of the moves (keep rate)                | filter
"""


class Line(NamedTuple):
    """A line of pseudocode."""

    text: str
    kinds: tuple[str, ...]  # of the steps at which it is lit; "better max" only where the node is of that shape


def pseudocode(cast: Cast) -> list[Line]:
    """Return the pseudocode of a search, with the names of the players."""
    others = [player for player in range(cast.game.players) if player != cast.player]
    words = {"max": cast.who(cast.player), "min": other_name(cast, others)}
    name = cast.algorithm.removeprefix("rb-")
    text = CODES[name]
    if name != cast.algorithm:
        text = text.replace(f"{name}(", f"{cast.algorithm}(").replace(LOOP, FILTER + LOOP)
    return [read(line, words) for line in text.splitlines() if line.strip()]


def other_name(cast: Cast, others: list[int]) -> str:
    """Return what those who do not decide are called."""
    against = [player for player in others if cast.takes(player) != cast.takes(cast.player)]
    return cast.who(against[0]) if len(against) == 1 else "another player"


def read(line: str, words: dict[str, str]) -> Line:
    """Return a line with the kinds of steps behind its bar."""
    text, _, kinds = line.partition("|")
    return Line(text.rstrip().format(**words), tuple(kind.strip() for kind in kinds.split(",") if kind.strip()))
