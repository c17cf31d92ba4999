"""Name the mistakes of a program.

Law. A mistake is named only if the reference search that makes it did on every case what the program did, while no
right search does. One mistake is tried before two. Where nothing explains everything, the best explanation is marked
as a guess (`sure` is false), or the finding has a general name: `wrong-value`, `wrong-move`, `crashes` and the like.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from kibitz.classroom.grading.mistakes import AGENT, Variant, variants
from kibitz.classroom.grading.observation import INFINITE, Observation, References, fits, is_skipped
from kibitz.classroom.grading.reference import ALPHA_BETA, Plan
from kibitz.classroom.grading.words import Mistake, Place, where_different, where_leaves_differ

EITHER, EQUAL, STRICT = "either", "equal", "strict"
CUTS = (EITHER, EQUAL, STRICT)
"""Which cuts an assignment asks for."""
CLEAR = 0.7
"""The share of cases that a guess must explain."""
MOST_STYLES = 3
"""Right ways to write a search that are considered for a guess."""
MOST_CASES = 16
"""Cases of which one must be explained by one of two mistakes alone; the smallest that are wrong."""
ALIKE = {"cuts-too-late", "window-not-passed"}
"""Mistakes that may behave alike, so that only the windows tell them apart."""
ERRORS = {"time": "too-slow", "memory": "too-much-memory"}
NEGAMAX = {"leaf_player": "mover", "leaf_sign": "mover"}
"""Negamax, which values a leaf for the player to move there."""


@dataclass(frozen=True)
class Style:
    """A way to write the search that is right, and a mistake or two in it."""

    right: Plan
    plan: Plan
    mistakes: tuple[Variant, ...] = ()

    @property
    def names(self) -> list[str]:
        """Return the names of the mistakes."""
        return [variant.name for variant in self.mistakes]

    def with_mistakes(self, *made: Variant) -> "Style":
        """Return the same search with mistakes."""
        changes = {name: value for variant in made for name, value in variant.changes.items()}
        return Style(self.right, replace(self.right, **changes), made)


def right_styles(algorithm: str, interface: str, cuts: str) -> list[Style]:
    """List the right ways to write a search."""
    base = Plan(algorithm, counts="back" if interface == AGENT else "ply")
    leaves: list[dict[str, Any]] = [{}] if interface == AGENT else [{}, NEGAMAX]
    edges: list[dict[str, Any]] = [{}]
    if algorithm == ALPHA_BETA:
        pairs = [(EQUAL, EQUAL), (STRICT, STRICT), (EQUAL, STRICT), (STRICT, EQUAL)]
        if cuts != EITHER:
            pairs = [(cuts, cuts)]
        edges = [
            {"cut_max": high, "cut_min": low, "test": test, "returns": returns}
            for high, low in pairs
            for test in ("window", "best")
            for returns in ("best", "bound", "window")
        ]
    plans = [replace(base, **leaf, **edge) for leaf in leaves for edge in edges]
    return [Style(plan, plan) for plan in plans]


def known_variants(algorithm: str, interface: str, cuts: str) -> list[Variant]:
    """List the mistakes that a program can make here."""
    found = [each for each in variants() if algorithm in each.algorithms and interface in each.interfaces]
    if algorithm == ALPHA_BETA and cuts != EITHER:
        other, name = (EQUAL, "cuts-too-early") if cuts == STRICT else (STRICT, "cuts-too-late")
        both = {"cut_max": other, "cut_min": other}
        found[:0] = [Variant(name, each) for each in (both, {"cut_max": other}, {"cut_min": other})]
    return found


def is_even(plan: Plan) -> bool:
    """Return whether a search cuts in the same way for both sides."""
    return plan.cut_max == plan.cut_min


class Diagnosis:
    """The diagnosis of one algorithm of a program."""

    def __init__(
        self, algorithm: str, interface: str, cuts: str, references: References, seen: list[Observation]
    ) -> None:
        self.algorithm, self.references, self.seen = algorithm, references, seen
        self.cases = references.cases
        self.styles = right_styles(algorithm, interface, cuts)
        self.variants = known_variants(algorithm, interface, cuts)
        self.numbers = [number for number in range(len(self.cases)) if not is_skipped(seen[number])]

    def mistakes(self) -> list[Mistake]:
        """Return the program's mistakes; none if it is right."""
        found = self.explained(two=not self.errors() and not self.silent())
        if found is not None:
            return found
        if silent := self.no_value():
            return silent  # what else is wrong may follow from it
        errors = self.error_mistakes()
        self.numbers = [number for number in self.numbers if self.seen[number].error is None]
        found = self.explained(two=False) if errors else None
        if errors:
            return [*errors, *(found or ())]
        return self.best_guess() or self.looks_like()

    def right_cases(self) -> list[bool]:
        """Return for each case whether the program was right, in the right style that suits it best."""
        return max(
            ([self.is_right(number, style) for number in range(len(self.cases))] for style in self.styles), key=sum
        )

    def is_right(self, number: int, style: Style) -> bool:
        """Return whether a case shows no mistake at all."""
        seen, trace = self.seen[number], self.references.trace(number, style.plan)
        return (
            seen.error is None
            and fits(self.cases[number], seen, trace, style.plan)
            and not self.wrong_move(number, style)
            and not self.needless(number, style)
            and not seen.infinite
        )

    # Exact explanations

    def explained(self, two: bool) -> list[Mistake] | None:
        """Return the mistakes that explain everything; an empty list if nothing is wrong, None if nothing explains it.

        two: try two mistakes as well.
        """
        if not self.numbers:
            return None
        self.numbers.sort(key=lambda number: (self.fits_some(number), len(self.trace(number).steps)))
        style = next(self.fitting(self.styles), None)
        if style is None:
            style = self.chosen(list(self.fitting(self.single())))
        if style is None and two:
            style = self.pair()
        return None if style is None else self.named(style)

    def single(self) -> Iterator[Style]:
        """Yield every style with one mistake."""
        for variant in self.variants:
            for style in self.styles:
                yield style.with_mistakes(variant)

    def double(self) -> Iterator[Style]:
        """Yield styles with two mistakes that do not concern the same thing, one of which explains something alone."""
        styles = [style for style in self.styles if style.plan.returns == "best" and is_even(style.plan)]
        wrong = [number for number in self.numbers if not self.fits_some(number)][:MOST_CASES]
        useful = [
            variant
            for variant in self.variants
            # To maximise for player 0 and to value leaves for player 0 shows only together.
            if variant.changes.get("leaf_player") == "0"
            or any(self.fits(number, style.with_mistakes(variant)) for style in styles for number in wrong)
        ]
        for one in useful:
            for other in self.variants:
                if one.name != other.name and not one.changes.keys() & other.changes.keys():
                    for style in styles:
                        yield style.with_mistakes(one, other)

    def pair(self) -> Style | None:
        """Return two mistakes that explain everything; None if there are none."""
        first = next(self.fitting(self.double()), None)
        if first is None or not ALIKE & set(first.names):
            return first
        return self.chosen(
            list(self.fitting(each for each in self.double() if set(each.names) ^ set(first.names) <= ALIKE))
        )

    def fitting(self, styles: Any) -> Iterator[Style]:
        """Yield the styles that explain what was seen, each behaviour of the program included."""
        for style in styles:
            if all(self.fits(number, style) for number in self.numbers):
                yield style

    def fits(self, number: int, style: Style) -> bool:
        """Return whether a style explains what was seen on a case."""
        return fits(self.cases[number], self.seen[number], self.references.trace(number, style.plan), style.plan)

    def fits_some(self, number: int) -> bool:
        """Return whether any right style explains a case."""
        return any(self.fits(number, style) for style in self.styles)

    def trace(self, number: int) -> Any:
        """Return what the first right style does on a case."""
        return self.references.trace(number, self.styles[0].plan)

    def chosen(self, styles: list[Style]) -> Style | None:
        """Return the explanation to report where several are possible."""
        late = [style for style in styles if "cuts-too-late" in style.names]
        passed = [style for style in styles if "window-not-passed" in style.names]
        if late and passed:
            return passed[0] if all(self.hides_windows(style) for style in late) else late[0]
        return styles[0] if styles else None

    def hides_windows(self, style: Style) -> bool:
        """Return whether a program calls itself with open windows where this search has bounds to pass."""
        for number in self.numbers:
            if self.cases[number].transposes:
                continue
            for node, window in self.references.trace(number, style.plan).windows.items():
                bounds = [abs(bound) for bound in window if abs(bound) < INFINITE]
                given = [[abs(each) for each in each_call] for each_call in self.seen[number].numbers.get(node, ())]
                given = [each for each in given if any(value >= INFINITE for value in each)]
                if given and bounds and any(bound not in each for bound in bounds for each in given):
                    return True
        return False

    def named(self, style: Style) -> list[Mistake]:
        """Return the mistakes of a style, with those that do not change what is visited."""
        found = [self.mistake(variant, style) for variant in style.mistakes]
        return found + self.wrong_moves(style) + self.needless_work(style) + self.infinite_cuts(style)

    def mistake(self, variant: Variant, style: Style) -> Mistake:
        """Return one mistake of a style, with the first place where it shows."""
        alone = Style(style.right, style.right).with_mistakes(variant)
        for candidate in (alone, style):
            for number in sorted(self.numbers):
                right = self.references.trace(number, style.right)
                wrong = self.references.trace(number, candidate.plan)
                place = where_different(self.cases[number], right, wrong)
                if place is not None:
                    return self.make(variant.name, number, place)
        return self.make(variant.name, min(self.numbers), Place("", "", ""))

    def make(self, name: str, number: int, place: Place, sure: bool = True) -> Mistake:
        """Return a mistake that shows on a case."""
        return Mistake(name, self.algorithm, number, self.cases[number].sentence(), place, sure)

    # What does not change the leaves

    def wrong_move(self, number: int, style: Style) -> bool:
        """Return whether the move is not the one that a search chooses."""
        seen, case = self.seen[number], self.cases[number]
        trace = self.references.trace(number, style.plan)
        return not case.is_maze and seen.move is not None and trace.move is not None and seen.move != trace.move

    def wrong_moves(self, style: Style) -> list[Mistake]:
        """Return that a move is wrong, if one is."""
        for number in sorted(self.numbers):
            if self.wrong_move(number, style):
                wanted, got = self.references.trace(number, style.plan).move, self.seen[number].move
                place = Place(self.cases[number].view.root, f"move {wanted}, the first of the best", f"move {got!r}")
                return [self.make("wrong-move", number, place)]
        return []

    def needless(self, number: int, style: Style) -> list[str]:
        """Return the nodes that were generated although nothing needs them."""
        if self.algorithm != ALPHA_BETA or self.cases[number].transposes:
            return []
        return sorted(self.seen[number].played - self.references.trace(number, style.plan).played)

    def needless_work(self, style: Style) -> list[Mistake]:
        """Return that children were generated after a cut, if some were."""
        for number in sorted(self.numbers):
            if nodes := self.needless(number, style):
                place = Place(
                    nodes[0], f"{nodes[0]} is not generated: its parent is cut before", f"plays to {nodes[0]}"
                )
                return [self.make("children-after-cut", number, place)]
        return []

    def infinite_cuts(self, style: Style) -> list[Mistake]:
        """Return that infinity was returned, if it was and is not yet named."""
        if any(variant.name in ("infinite-cut", "ignores-end", "wrong-start-value") for variant in style.mistakes):
            return []
        for number in sorted(self.numbers):
            if self.seen[number].infinite and not self.cases[number].transposes:
                node = self.seen[number].infinite[0]
                return [self.make("infinite-cut", number, Place(node, f"a finite value of {node}", "infinity"))]
        return []

    # General names

    def errors(self) -> list[int]:
        """Return the cases that ended with an error."""
        return [number for number in sorted(self.numbers) if self.seen[number].error is not None]

    def silent(self) -> list[int]:
        """Return the cases in which no value was returned."""
        return [
            number
            for number in sorted(self.numbers)
            if self.seen[number].error is None
            and (self.seen[number].move if self.cases[number].is_maze else self.seen[number].value) is None
        ]

    def error_mistakes(self) -> list[Mistake]:
        """Return each kind of error once."""
        found: dict[str, Mistake] = {}
        for number in self.errors():
            error = self.seen[number].error or {}
            name = ERRORS.get(error["kind"], "crashes")
            line = f" (line {error['line']}: {error['source']})" if error["line"] else ""
            text = f"{error['type']}: {error['text']}" if error["text"] else error["type"]
            text = {"time": "no answer in time", "memory": "too much memory"}.get(
                error["kind"], text.removeprefix(": ")
            )
            place = Place(self.seen[number].last or self.cases[number].view.root, "a value", text + line)
            found.setdefault(name, self.make(name, number, place))
        return list(found.values())

    def no_value(self) -> list[Mistake]:
        """Return that no value was returned, if so."""
        for number in self.silent():
            wanted = "an action" if self.cases[number].is_maze else "a number, or a pair of a number and a move"
            place = Place(self.cases[number].view.root, wanted, self.seen[number].returned)
            return [self.make("no-value", number, place)]
        return []

    def best_guess(self) -> list[Mistake]:
        """Return a single mistake that explains most of the cases and most of those that are wrong."""
        wrong = [number for number in self.numbers if not self.fits_some(number)]
        best, explained = None, 0
        likely = sorted(self.styles, key=lambda style: -sum(self.fits(number, style) for number in self.numbers))
        for style in (style.with_mistakes(variant) for variant in self.variants for style in likely[:MOST_STYLES]):
            count = sum(self.fits(number, style) for number in wrong)
            if count > explained and sum(self.fits(number, style) for number in self.numbers) >= CLEAR * len(
                self.numbers
            ):
                best, explained = style, count
        if best is None or explained < CLEAR * len(wrong):
            return []
        return [replace(self.mistake(best.mistakes[0], best), sure=False)]

    def looks_like(self) -> list[Mistake]:
        """Return what the first case that is wrong shows."""
        for number in sorted(self.numbers):
            style = max(self.styles, key=lambda style: self.agreement(number, style))
            if self.fits(number, style):
                continue
            seen, case = self.seen[number], self.cases[number]
            trace = self.references.trace(number, style.plan)
            kind, place = where_leaves_differ(case, trace, seen)
            prunes = self.algorithm == ALPHA_BETA and not case.transposes and seen.leaves
            if prunes and kind in ("early", "late", "order"):
                name = {"early": "cuts-too-early", "late": "cuts-too-late", "order": "wrong-order"}[kind]
                return [self.make(name, number, place, sure=False)]
            if case.is_maze and (kind == "same" or not seen.leaves):
                move = Place(case.view.root, f"action {trace.move}", f"action {seen.move}")
                return [self.make("wrong-move", number, move)]
            if kind == "same":
                place = Place(case.view.root, f"value {trace.value:g}", f"value {seen.value}")
            return [self.make("wrong-value", number, place)]
        return []

    def agreement(self, number: int, style: Style) -> tuple[bool, int]:
        """Return how well a style explains a case: whether fully, and how many leaves agree from the first on."""
        pairs = zip(self.references.trace(number, style.plan).leaves, self.seen[number].leaves, strict=False)
        return self.fits(number, style), sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
