"""`match`: values, alternatives, captures, sequences, classes and guards."""

import ast
from typing import Any

from kibitz.compiler.emit import Value
from kibitz.compiler.kinds import BOOL, INT, TEXT, Record
from kibitz.compiler.translate.comparisons import compare, equal
from kibitz.compiler.translate.frame import STATEMENTS, Frame
from kibitz.compiler.translate.sequences import as_list, sliced, subscript
from kibitz.compiler.translate.statements import condition


def match_statement(frame: Frame, node: ast.Match) -> None:
    """Translate `match`."""
    code = frame.code
    subject = frame.expr(node.subject)
    done = code.name("matched")
    for case in node.cases:
        other = code.name("case")
        bind_pattern(frame, case.pattern, subject, other)
        if case.guard is not None:
            go_on = code.name("guarded")
            condition(frame, case.guard, go_on, other)
            code.label(go_on)
        frame.block(case.body)
        code.jump(done)
        if other not in code.targets:
            break
        code.label(other)
    code.label(done)


def bind_pattern(frame: Frame, pattern: Any, subject: Value, other: str) -> None:
    """Bind the names of a pattern; jump elsewhere if the subject does not match."""
    code = frame.code

    def need(test: Value) -> None:
        if test.known and test.const:
            return
        go_on = code.name("match")
        code.branch(test.ref, go_on, other)
        code.label(go_on)

    if isinstance(pattern, ast.MatchValue):
        need(equal(frame, subject, frame.expr(pattern.value)))
    elif isinstance(pattern, ast.MatchSingleton):
        need(compare(frame, ast.Is(), subject, frame.constant(pattern.value)))
    elif isinstance(pattern, ast.MatchOr):
        found = code.name("either")
        for each in pattern.patterns:
            following = code.name("or")
            bind_pattern(frame, each, subject, following)
            code.jump(found)
            code.label(following)
        code.jump(other)
        code.label(found)
    elif isinstance(pattern, ast.MatchAs):
        if pattern.pattern is not None:
            bind_pattern(frame, pattern.pattern, subject, other)
        if pattern.name is not None:
            frame.assign(pattern.name, subject)
    elif isinstance(pattern, ast.MatchSequence):
        bind_sequence(frame, pattern, frame.settled(subject), other, need)
    elif isinstance(pattern, ast.MatchClass):
        bind_class(frame, pattern, subject, other)
    else:
        raise frame.refuse("this pattern cannot be compiled", "use if and elif")


def bind_class(frame: Frame, pattern: ast.MatchClass, subject: Value, other: str) -> None:
    """Match `Position(field=…)` or `int()`."""
    cls = frame.expr(pattern.cls).const
    subject = frame.settled(subject)
    kind = subject.kind
    numbers = {int: (INT, BOOL), bool: (BOOL,), str: (TEXT,)}
    if cls in numbers and not pattern.kwd_patterns:
        if kind not in numbers[cls]:
            frame.code.jump(other)
            frame.code.label(frame.code.name("never"))
        for inner in pattern.patterns:
            bind_pattern(frame, inner, subject, other)
        return
    if not isinstance(kind, Record) or kind.cls is not cls:
        frame.code.jump(other)
        frame.code.label(frame.code.name("never"))
        return
    by_place = zip(kind.names, pattern.patterns, strict=False)
    by_name = zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True)
    for name, inner in [*by_place, *by_name]:
        bind_pattern(frame, inner, frame.item(subject, kind.names.index(name)), other)


def bind_sequence(frame: Frame, pattern: ast.MatchSequence, subject: Value, other: str, need: Any) -> None:
    """Match `(a, b)` or `[a, *b]`."""
    parts = pattern.patterns
    star = next((i for i, each in enumerate(parts) if isinstance(each, ast.MatchStar)), None)
    length = frame.length(subject)
    least = len(parts) - (star is not None)
    op = ast.Eq() if star is None else ast.GtE()
    test = compare(frame, op, length, frame.number(least))
    if test.known and not test.const:
        frame.code.jump(other)
        frame.code.label(frame.code.name("never"))
        return
    need(test)
    for i, each in enumerate(parts):
        if isinstance(each, ast.MatchStar):
            if each.name:
                rest = ast.Slice(ast.Constant(i), ast.Constant(i + 1 - len(parts)) if i + 1 < len(parts) else None)
                frame.assign(each.name, as_list(frame, sliced(frame, subject, rest)))
            continue
        place = i if star is None or i < star else i - len(parts)
        bind_pattern(frame, each, subscript(frame, subject, frame.number(place)), other)


STATEMENTS[ast.Match] = match_statement
