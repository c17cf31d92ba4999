"""A trace told as one would at a blackboard: what happens, step by step, in words."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from kibitz.rules import CHANCE
from kibitz.search.explain.cast import AVERAGE, GREATEST, LEAST
from kibitz.search.explain.node import Node, fraction, show

if TYPE_CHECKING:
    from kibitz.search.explain.trace import Trace

MOST_TERMS = 8
"""The most terms of a sum that are written out."""
CLOSE = 1e-12
"""How far probabilities may be apart and count as equal."""
WORDS = {
    "enter": "{name}: {who} to move, takes the {extreme}{window}",
    "chance": "{name}: nature to move, the average counts",
    "random": "{name}: {who} moves at random, the average counts",
    "over": "{name}: the game is over, worth {score}",
    "horizon": "{name}: the depth is used up, judged {score}",
    "filter": "{name}: the filter drops {children} ({reason})",
    "better": "{name}: {child} gives {score}, the {extreme} so far{edge}",
    "worse": "{name}: {child} gives {score}, no better than {best}",
    "count": "{name}: {child} gives {score}",
    "cut": "{name}: {reason}; never visited: {children}",
    "leave": "{name} is worth {atmost}{score}{sum}",
    "descend": "visit {number}: {path}",
    "arrive": "visit {number}: {name}{how}, worth {score} to {who}",
    "back": "visit {number} is backed up: {means}",
}
"""What is said of each kind of step; the page in the browser says the same."""


class Step(NamedTuple):
    """Something that a search does."""

    kind: str
    node: Node
    words: dict[str, str]

    def sentence(self) -> str:
        """Return the step as a sentence."""
        return WORDS[self.kind].format(**self.words)


def steps(found: "Trace") -> Iterator[Step]:
    """Yield what a search does, in order, without the filter's own searches."""
    if found.visits:
        yield from visit_steps(found)
        return
    waiting: list[Iterator[Step]] = [visit(found, found.root)]
    while waiting:
        step = next(waiting[-1], None)
        if step is None:
            waiting.pop()
        elif step.kind == "visit":
            waiting.append(visit(found, step.node))
        else:
            yield step


def visit(found: "Trace", node: Node) -> Iterator[Step]:
    """Yield the steps of one node; a step of the kind "visit" stands for those of a child."""
    named = {"name": node.name, "score": score_of(node)}
    if node.leaf:
        yield Step(node.leaf, node, named)
        return
    takes = found.cast.takes(node.player)
    kind = "chance" if node.player == CHANCE else "random" if takes == AVERAGE else "enter"
    window = "" if node.alpha is node.beta is None else f", window ({edge(node.alpha, '−∞')}, {edge(node.beta, '∞')})"
    yield Step(kind, node, {**named, "who": found.cast.who(node.player), "extreme": takes, "window": window})
    dropped = [child for child in node.children if child.fate == "filtered"]
    if dropped:
        reason = str(dropped[0].reason).partition(":")[0]
        yield Step("filter", node, {**named, "children": listed(dropped), "reason": reason})
    best: Any = None
    for child in node.children:
        if child.fate != "searched":
            continue
        yield Step("visit", child, {})
        score = own_score(node, child)
        words = {
            "name": node.name,
            "child": child.name,
            "score": given(found, node, child, score),
            "extreme": takes,
            "best": show(best or 0),
        }
        if takes == AVERAGE:
            yield Step("count", node, words)
        elif best is None or (score > best if takes == GREATEST else score < best):
            best = score
            yield Step("better", node, {**words, "edge": narrowed(found, node, best, takes)})
        else:
            yield Step("worse", node, {**words, "best": show(best)})
    spared = [child for child in node.children if child.fate == "cut"]
    if spared:
        yield Step("cut", node, {**named, "children": listed(spared), "reason": str(spared[0].reason)})
    atmost = {"lower": "at least ", "upper": "at most "}.get(node.bound or "", "")
    terms = sum_of(node)
    yield Step("leave", node, {**named, "atmost": atmost, "sum": f" = {terms}" if terms else ""})


def sum_of(node: Node) -> str:
    """Write out the average that a node is worth: (3 + 12 + 8) / 3, or 1/6 × 30 + 5/6 × 0; nothing for other nodes."""
    if node.visits is not None:  # the mean of visits is no weighted sum of its children's means
        return ""
    counted = [(child, child.chance) for child in node.children if child.chance is not None]
    if len(counted) < 2 or any(child.fate != "searched" for child, _ in counted):
        return ""
    even = max(odds for _, odds in counted) - min(odds for _, odds in counted) < CLOSE
    terms = [term(child) if even else f"{fraction(odds)} × {term(child)}" for child, odds in counted]
    if len(terms) > MOST_TERMS:
        terms[MOST_TERMS - 2 : -1] = ["…"]
    return f"({' + '.join(terms)}) / {len(counted)}" if even else " + ".join(terms)


def term(child: Node) -> str:
    """Write a child's score as a term of a sum."""
    text = score_of(child)
    return f"({text})" if text.startswith("−") else text


HOW = {
    "playout": " is new: a random game from there is played to the end",
    "evaluation": " is new: it is evaluated",
    "playout and evaluation": " is new: a random game from there is played to the end, and it is evaluated",
    "over": ": the game is over",
    "known": ": its value is proven",
}
"""Where the value of a visit comes from, in words."""


def visit_steps(found: "Trace") -> Iterator[Step]:
    """Yield what a Monte Carlo search does: down the tree, the value found there, and up again."""
    who = found.cast.who(found.result.player)
    for number, visit in enumerate(found.visits, 1):
        names = [node.position if found.game.is_tree else node.move or "root" for node in visit.path]
        last, told = visit.path[-1], {"number": str(number)}
        yield Step("descend", visit.path[0], {**told, "path": " → ".join(names)})
        words = {"name": names[-1], "how": HOW[visit.how], "score": rounded(visit.value), "who": who}
        yield Step("arrive", last, {**told, **words})
        means = [
            f"{name}: {rounded(mean)} in {count} visit{'' if count == 1 else 's'}"
            for name, mean, count in zip(names, visit.means, visit.counts, strict=True)
        ]
        yield Step("back", last, {**told, "means": "; ".join(reversed(means))})


def score_of(node: Node) -> str:
    """Write a node's score: the deciding player's, or each one's in max-n; by mcts, with its visits."""
    if node.visits is not None:
        return mean_text(node.score, node.visits) if node.visits else ""
    return show(node.score) if node.scores is None else f"({', '.join(map(show, node.scores))})"


def rounded(mean: Any) -> str:
    """Write the mean of visits with two decimals."""
    return show(round(mean, 2))


def mean_text(mean: Any, visits: int) -> str:
    """Write the mean of visits, and how many there were."""
    return f"{rounded(mean)} ({visits})"


def given(found: "Trace", node: Node, child: Node, score: Any) -> str:
    """Write what a child gives to the player to move, with its bound."""
    bound = {"lower": "at least ", "upper": "at most "}.get(child.bound or "", "")
    whose = f" to {found.cast.who(node.player)}" if child.scores is not None and node.player != CHANCE else ""
    return f"{bound}{show(score)}{whose}"


def own_score(node: Node, child: Node) -> Any:
    """Return a child's score as the player to move sees it: their own in max-n, otherwise the deciding player's."""
    if child.scores is not None and node.player != CHANCE:
        return child.scores[node.player]
    return child.score


def narrowed(found: "Trace", node: Node, best: Any, extreme: str) -> str:
    """Return which edge of the window a new best score moves, in words."""
    if not found.result.algorithm.endswith("alpha-beta"):
        return ""
    if extreme == GREATEST and (node.alpha is None or best > node.alpha):
        return f"; alpha becomes {show(best)}"
    if extreme == LEAST and (node.beta is None or best < node.beta):
        return f"; beta becomes {show(best)}"
    return ""


def edge(score: Any, open_edge: str) -> str:
    """Write an edge of a window."""
    return open_edge if score is None else show(score)


def listed(nodes: list[Node], most: int = 8) -> str:
    """List nodes by name, not too many of them."""
    words = [node.name for node in nodes[:most]]
    rest = len(nodes) - len(words)
    return ", ".join(words) + (f" and {rest} more" if rest else "")
