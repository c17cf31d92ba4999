"""The mistakes by their fixed names: what each is, in a sentence for students, and how the reference search makes it.

Law. No two mistakes of different names make the reference search behave alike on all cases, except where
`diagnosis` looks at the windows that a program passes; a test compares them all.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from kibitz.classroom.grading.reference import ALPHA_BETA, EXPECTIMAX, EXPECTIMINIMAX, MINIMAX

ALL = (MINIMAX, ALPHA_BETA, EXPECTIMAX, EXPECTIMINIMAX)
LOW = (MINIMAX, ALPHA_BETA, EXPECTIMINIMAX)
FUNCTION, AGENT = "function", "agent"
"""The two interfaces of a program."""
STARTS = ("max", "zero", "root", "below", "one")
"""Wrong ways to start a maximum; with those for a minimum, of searches that have one."""
STARTS_LOW = (*STARTS, "min", "exchanged")

SENTENCES = {
    "depth-per-player": "Depth is used up by every agent's move. One depth is a round: Pac-Man and every ghost move "
    "once. Look at where depth changes: only when the next agent is Pac-Man again.",
    "depth-per-round": "Depth is used up once all players have moved. Here depth counts plies: every player's move "
    "uses up one. Look at where depth - 1 is passed down.",
    "depth-off-by-one": "The search looks one ply (or round) too few or too many ahead. Look at the depth of the first "
    "call below the root and at the test for depth 0; nature's outcomes use up none.",
    "ignores-depth": "The search goes on to the end of the game whatever the depth. In real games it would never "
    "return. Look for the test of depth 0, and whether the depth that is passed down is smaller.",
    "one-layer-for-all-opponents": "With three or more players only one opponent works against the deciding player. "
    "Every other player does, one after the other. Look at how a node decides whether it maximises: by whose turn it "
    "is, not by taking turns.",
    "wrong-extreme": "The greatest value is taken where the least should be, or the other way round. The deciding "
    "player maximises, everybody else does not. Look at the test that chooses between max and min.",
    "cuts-too-early": "A node is left although its window is still open, so a child that matters may be skipped. Look "
    "at the comparison before the cut: which bound it uses, and whether equality is included.",
    "cuts-too-late": "Children are visited although the window is already closed; the value is right but the work is "
    "wasted. Look at the comparison before the cut: whether it is reached, whether the bound has been updated by then, "
    "and whether equality is included. A program that searches more than once can look like this as well.",
    "iterative-deepening": "The search runs to depth 1, then to depth 2, and so on. The value is right, but one search "
    "to the given depth is asked for, and the shallower ones visit leaves that it does not. Search once.",
    "children-after-cut": "The children after a cut are not searched, but they have been generated: the work that the "
    "cut should save is done. Play each move inside the loop, just before its search.",
    "window-not-passed": "Children are searched with an open window instead of their parent's alpha and beta, so what "
    "is known above is lost below. Look at the arguments of the recursive calls, and of those at the root.",
    "shared-window": "All nodes change the same alpha and beta. A window belongs to one node: what one child's subtree "
    "changes must not be seen by its siblings. Make alpha and beta parameters.",
    "infinite-cut": "A node that is cut returns plus or minus infinity. Its value is not known, but it is bounded: "
    "return the best value found, or the bound that it reached.",
    "wrong-player": "A leaf is valued for another player than the deciding one. Every value in the search is the value "
    "for the player to move at the root. Remember that player at the root, and pass it to utility and evaluate.",
    "evaluates-finished": "A finished game is evaluated, which is a guess, although its utility is known exactly. Test "
    "is_over before the depth.",
    "ignores-end": "The search does not stop at a finished game: it asks for moves there or plays on. Test is_over "
    "before anything else.",
    "chance-after-depth": "Nature's outcomes are averaged although no depth is left. The search ends there, whoever "
    "is to move: test the depth before asking whether nature moves.",
    "uniform-average": "Nature's outcomes are averaged as if all were equally likely. Multiply each value by its "
    "probability, from game.chances.",
    "minimises-chance": "The least or greatest value is taken where values should be averaged. Who moves at random is "
    "not an opponent.",
    "wrong-start-value": "The best value starts with a number that hides what the children are worth: a maximum that "
    "starts at 0 never falls below it. Start a maximum with minus infinity and a minimum with infinity.",
    "wrong-order": "Children are visited in another order than the game's. Visit them in the order of game.moves; "
    "otherwise other nodes are cut, and of equal moves another one is chosen.",
    "wrong-move": "The move that is returned is not the first of the best ones. Replace the best move only when a "
    "child's value is strictly better.",
    "no-value": "What is returned is not a number, nor a pair of a number and a move. Look for a branch without "
    "return.",
    "wrong-value": "The value is wrong, and the mistake is none of those that are known by name. Start where it first "
    "shows.",
    "crashes": "The program raised an exception, or ended the process.",
    "too-slow": "The program did not return within its time. Look for a loop or a recursion that does not end.",
    "too-much-memory": "The program used more memory than it may.",
    "missing": "A function or class that is asked for is not there.",
}
"""What a student reads about each mistake. The names are fixed: other programs rely on them."""


class Variant(NamedTuple):
    """One way to make a mistake."""

    name: str
    changes: Mapping[str, Any]  # fields of `Plan`
    algorithms: tuple[str, ...] = ALL
    interfaces: tuple[str, ...] = (FUNCTION, AGENT)


def variants() -> list[Variant]:
    """List every way to make each mistake, the likelier first."""
    functions, agents, prunes = (FUNCTION,), (AGENT,), (ALPHA_BETA,)
    random = (EXPECTIMAX, EXPECTIMINIMAX)
    found = [
        *(Variant("depth-per-player", {"counts": "ply", "offset": each}, interfaces=agents) for each in (0, 1)),
        *(
            Variant("depth-per-round", {"counts": each, "offset": more}, interfaces=functions)
            for more in (0, -1, 1)
            for each in ("last", "back", "own")
        ),
        *(Variant("depth-off-by-one", {"offset": each}) for each in (-1, 1)),
        Variant("depth-off-by-one", {"counts": "own"}, interfaces=agents),
        Variant("depth-off-by-one", {"counts": "chance too"}, random, functions),
        Variant("ignores-depth", {"counts": "never"}),
        *(
            Variant("one-layer-for-all-opponents", {"layers": each})
            for each in ("alternate", "first", "last", "one", "odd")
        ),
        *(
            Variant("one-layer-for-all-opponents", {"layers": each, "root": "max"}, interfaces=functions)
            for each in ("one", "odd")
        ),
        Variant("one-layer-for-all-opponents", {"layers": "alternate", "leaf_sign": "ply", "leaf_player": "mover"}),
        *(
            Variant("one-layer-for-all-opponents", {"layers": each}, interfaces=agents)
            for each in ("skip", "skip to last")
        ),
        *(Variant("wrong-extreme", {"extremes": each}) for each in ("swapped", "min", "root")),
        Variant("wrong-extreme", {"extremes": "max"}, LOW),
        *(Variant("wrong-extreme", {"extremes": each, "root": "max"}) for each in ("swapped", "min")),
        *(
            Variant("wrong-extreme", {"extremes": "zero", "root": each}, interfaces=functions)
            for each in ("same", "max")
        ),
        Variant("wrong-extreme", {"extremes": "exchanged"}, (EXPECTIMAX,)),
        Variant("evaluates-finished", {"finished": "evaluate"}, interfaces=functions),
        Variant("evaluates-finished", {"finished": "horizon"}, interfaces=functions),
        *(
            Variant("ignores-end", {"ending": each, "horizon": rule})
            for each in ("infinite", "crash", "zero")
            for rule in ("evaluate", "utility")
        ),
        Variant("chance-after-depth", {"rolls_on": True}, random, functions),
        Variant("uniform-average", {"chance": "uniform"}, random, functions),
        *(Variant("minimises-chance", {"chance": each}, random, functions) for each in ("min", "max")),
        *(Variant("minimises-chance", {"others": each}, (EXPECTIMAX,)) for each in ("min", "max")),
        *(
            Variant("minimises-chance", {"others": each, "chance": each}, (EXPECTIMAX,), functions)
            for each in ("min", "max")
        ),
        *(Variant("wrong-start-value", {"start": each}, (EXPECTIMAX,)) for each in STARTS),
        *(Variant("wrong-start-value", {"start": each}, LOW) for each in STARTS_LOW),
        *(Variant("wrong-start-value", {"start": each, "test": "value"}, prunes) for each in STARTS_LOW),
        *(Variant("iterative-deepening", {"deepens": each}, prunes) for each in (1, 0)),
        *(Variant("wrong-order", {"order": each}, prunes) for each in ("reversed", "best first", "worst first")),
        Variant("shared-window", {"sharing": "both"}, prunes),
        *(Variant("shared-window", {"sharing": each}, prunes) for each in ("alpha", "beta")),
        *(Variant("shared-window", {"sharing": each, "test": "value"}, prunes) for each in ("both", "alpha", "beta")),
        *(
            Variant("window-not-passed", {"passing": each}, prunes)
            for each in ("open", "root", "inner", "alpha", "beta", "max", "min", "one", "own", "negated", "swapped")
        ),
        Variant("infinite-cut", {"forgets": True}, prunes),
        *(
            Variant("infinite-cut", {"infinite_max": high, "infinite_min": low}, prunes)
            for high, low in ((-1, 1), (-1, 0), (0, 1), (-1, -1), (1, 1))
        ),
    ]
    for rule, name in (
        ("never", "cuts-too-late"),
        ("stale", "cuts-too-late"),
        *((early, "cuts-too-early") for early in ("margin", "own", "own equal", "below", "worse", "first")),
    ):
        found += [
            Variant(name, changes, prunes)
            for changes in ({"cut_max": rule, "cut_min": rule}, {"cut_max": rule}, {"cut_min": rule})
        ]
    return found + wrong_players()


def wrong_players() -> list[Variant]:
    """List the ways to ask for the value of the wrong player, with and without negamax's signs."""
    plain = [
        {"leaf_player": player, "asked": rule}
        for rule in ("both", "utility", "evaluate")
        for player in ("mover", "mover or 0", "0", "1", "previous", "other", "next")
    ]
    signed = [{"leaf_player": player, "leaf_sign": "mover"} for player in ("decider", "0", "1", "previous", "next")]
    return [Variant("wrong-player", changes, interfaces=(FUNCTION,)) for changes in (*plain, *signed)]
