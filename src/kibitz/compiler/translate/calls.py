"""Calls: of the author's functions, classes, methods, closures, and of what Python offers."""

import ast
import dataclasses
import enum
import functools
import inspect
import operator
import types as python_types
from typing import Any

import numpy as np

from kibitz import bits
from kibitz.compiler.digest import is_known
from kibitz.compiler.emit import UNKNOWN, Value
from kibitz.compiler.kinds import INT, Choice, Fixed, Member, Record, Sequence, field_names, is_record_class, is_scalar
from kibitz.compiler.patterns import changes_list
from kibitz.compiler.source import body_of, definition_of, locals_of, stored_in
from kibitz.compiler.translate.argument import Source
from kibitz.compiler.translate.frame import EXPRESSIONS, Bound, Closure, Frame, Scope
from kibitz.compiler.translate.functions import FUNCTIONS

READING_FILES = "rules cannot read files", "read the file when the module is loaded, into a constant"


class Keywords:
    """The keyword arguments that a function takes as `**names`."""

    def __init__(self, values: dict[str, Value]) -> None:
        self.values = values


def called(frame: Frame, node: ast.expr) -> tuple[Value | None, Value | None]:
    """Return the function that is called and, if it is a method, the value before the dot."""
    if not isinstance(node, ast.Attribute):
        return frame.expr(node), None
    owner = frame.expr(node.value)
    if isinstance(owner.kind, Fixed) and not isinstance(owner.const, Closure):
        const = owner.const
        is_data = isinstance(const, list | dict | set | frozenset | str | np.ndarray)
        is_tuple = isinstance(const, tuple) and not is_record_class(type(const))
        if not is_data and not is_tuple and not is_record_class(type(const)):
            if not hasattr(const, node.attr):
                raise frame.refuse(f"`{ast.unparse(node)}` does not exist")
            return frame.constant(getattr(const, node.attr)), None
    return None, owner


def call_expression(frame: Frame, node: ast.Call) -> Value:
    """Translate a call."""
    from kibitz.compiler.translate.methods import call_method

    function, owner = called(frame, node.func)
    exact, frame.exact = frame.exact, True
    if function is None:
        assert owner is not None
        assert isinstance(node.func, ast.Attribute)
        if node.func.attr == "_replace":
            borrow(frame, node)
        value = call_method(frame, owner, node.func.attr, node)
    else:
        const = function.const if isinstance(function.kind, Fixed) else UNKNOWN
        if const is dataclasses.replace:
            borrow(frame, node)
        if handler := lookup(FUNCTIONS, const):
            value = handler(frame, sources_of(frame, node), keywords_of(frame, node), node)
        else:
            frame.exact = const is not bits.signed  # which takes what does not fit
            if is_record_class(const):
                borrow(frame, node)
            arguments, named = arguments_of(frame, node, const)
            frame.exact, frame.node = True, node
            value = call_value(frame, function, arguments, named, node)
    frame.exact = exact
    return value


def borrow(frame: Frame, node: ast.Call) -> None:
    """Let `tuple(items)` in the arguments of a position be the items themselves: they are copied right away."""
    parts = [*node.args, *(each.value for each in node.keywords)]
    if not any(map(changes_list, parts)):
        frame.borrowed.update(each for each in parts if isinstance(each, ast.Call))


def lookup(table: dict[Any, Any], const: Any) -> Any:
    """Return what a table has for a constant; None if it has nothing."""
    try:
        return table.get(const)
    except TypeError:
        return None


def sources_of(frame: Frame, node: ast.Call) -> list[Source]:
    """Return the arguments of a call, not evaluated yet."""
    found = []
    for each in node.args:
        if isinstance(each, ast.Starred):
            value = frame.solid(frame.expr(each.value))
            if not isinstance(value.kind, Record):
                found.append(Source(frame, value=value, starred=True))
                continue
            found.extend(Source(frame, value=frame.item(value, i)) for i in range(len(value.kind.items)))
        else:
            found.append(Source(frame, node=each))
    return found


def keywords_of(frame: Frame, node: ast.Call) -> dict[str, Source]:
    """Return the named arguments of a call, not evaluated yet."""
    found: dict[str, Source] = {}
    for each in node.keywords:
        if each.arg is not None:
            found[each.arg] = Source(frame, node=each.value)
            continue
        given = frame.expr(each.value).const
        if isinstance(given, dict) and all(isinstance(name, str) for name in given):
            given = Keywords({name: frame.constant(value) for name, value in given.items()})
        if not isinstance(given, Keywords):
            raise frame.refuse("`**` of anything but the function's own keywords cannot be compiled", "name them")
        found.update({name: Source(frame, value=value) for name, value in given.values.items()})
    return found


def arguments_of(frame: Frame, node: ast.Call, function: Any = None) -> tuple[list[Value], dict[str, Value]]:
    """Return the arguments of a call."""
    sources = sources_of(frame, node)
    starred = [each for each in sources if each.starred]
    if starred:
        wanted = parameter_count(function) - (len(sources) - 1) - len(node.keywords)
        kind = starred[0].value().kind
        if len(starred) > 1 or wanted < 0 or not isinstance(kind, Sequence) or kind.item is None:
            raise frame.refuse("a list of unknown length cannot be unpacked into arguments")
        whole = frame.coerce(Value(Sequence(kind.item, True), starred[0].value().ref), Record((kind.item,) * wanted))
        place = sources.index(starred[0])
        sources[place : place + 1] = [Source(frame, value=frame.item(whole, i)) for i in range(wanted)]
    return [each.value() for each in sources], {n: each.value() for n, each in keywords_of(frame, node).items()}


def parameter_count(function: Any) -> int:
    """Return how many positional arguments something takes."""
    if is_record_class(function):
        return len(field_names(function))
    return function.__code__.co_argcount if isinstance(function, python_types.FunctionType) else -1


def call_value(frame: Frame, function: Value, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
    """Call something known when compiling."""
    if isinstance(function.kind, Choice):
        return distribute(frame, function, node, lambda each: call_value(frame, each, arguments, named, node))
    if not isinstance(function.kind, Fixed):
        raise frame.refuse(f"{function.kind} cannot be called")
    const = function.const
    if isinstance(const, Closure):
        return call_closure(frame, const, arguments, named, node)
    if isinstance(const, Bound):
        return frame.unit.call_python(frame, const.function, [const.owner, *arguments], named)  # type: ignore[no-any-return]
    if handler := lookup(frame.unit.intrinsics, const):
        return handler(frame, *arguments)  # type: ignore[no-any-return]
    if handler := lookup(FUNCTIONS, const):
        sources = [Source(frame, value=each) for each in arguments]
        return handler(frame, sources, {n: Source(frame, value=v) for n, v in named.items()}, node)  # type: ignore[no-any-return]
    if isinstance(const, functools.partial):
        first = [frame.constant(each) for each in const.args]
        given = {**{name: frame.constant(each) for name, each in const.keywords.items()}, **named}
        return call_value(frame, frame.constant(const.func), [*first, *arguments], given, node)
    if isinstance(const, python_types.MethodType) and not is_known(const.__func__):
        owner = frame.constant(const.__self__)
        return call_value(frame, frame.constant(const.__func__), [owner, *arguments], named, node)
    if hasattr(const, "cache_info") and hasattr(const, "__wrapped__"):  # what it remembers is never needed
        const = const.__wrapped__
    if isinstance(const, operator.itemgetter | operator.attrgetter):
        return picked(frame, const, arguments[0])
    if isinstance(const, python_types.FunctionType) and not is_known(const):
        if is_woven(const, [*arguments, *named.values()]):
            return call_here(frame, const, definition_of(const), arguments, named, node)
        given_nodes = node.args if isinstance(node, ast.Call) and len(node.args) == len(arguments) else []
        return frame.unit.call_python(frame, const, arguments, named, given_nodes)  # type: ignore[no-any-return]
    if const in (operator.itemgetter, operator.attrgetter) and all(each.known for each in arguments):
        key = const, *(each.const for each in arguments)
        return frame.constant(frame.unit.literals.setdefault(key, const(*key[1:])))
    if isinstance(const, type):
        return construct(frame, const, arguments, named)
    if const is open:
        raise frame.refuse(*READING_FILES)
    name = getattr(const, "__qualname__", type(const).__name__)
    module = getattr(const, "__module__", "")
    if name == "print":
        raise frame.refuse("`print` cannot be compiled", "leave it out of the rules, or use --plain while you look")
    if "random" in (module, type(getattr(const, "__self__", None)).__module__):
        raise frame.refuse("rules must not be random", "let nature move: `turn` returns CHANCE, and see `chances`")
    what = f"`{name}`" if module in ("builtins", "", None) else f"`{module}.{name}`"
    raise frame.refuse(f"{what} cannot be compiled", "write it as a function of your own")


# Classes


def construct(frame: Frame, cls: Any, arguments: list[Value], named: dict[str, Value]) -> Value:
    """Make an object of a class."""
    if issubclass(cls, enum.Enum):
        return member(frame, cls, arguments[0])
    if cls is str:
        raise frame.refuse("text cannot be put together in compiled rules", "use it in show, write and move_name only")
    if cls.__module__.partition(".")[0] in ("pathlib", "io", "os"):
        raise frame.refuse(*READING_FILES)
    if not is_record_class(cls):
        raise frame.refuse(
            f"an object of the class {cls.__name__} cannot be compiled", "use a NamedTuple or a frozen dataclass"
        )
    names = list(field_names(cls))
    given = dict(zip(names, arguments, strict=False)) | named
    defaults: dict[str, Any] = {}
    if dataclasses.is_dataclass(cls):
        for field in dataclasses.fields(cls):
            if field.default is not dataclasses.MISSING:
                defaults[field.name] = field.default
            elif field.default_factory is not dataclasses.MISSING:
                defaults[field.name] = field.default_factory()
    else:
        defaults = dict(cls._field_defaults)
    if len(arguments) > len(names) or set(given) - set(names):
        raise frame.refuse(f"{cls.__name__} takes the fields {', '.join(names)}")
    missing = [name for name in names if name not in given and name not in defaults]
    if missing:
        raise frame.refuse(f"{cls.__name__} is made without {', '.join(missing)}")
    made = frame.record([given[name] if name in given else frame.constant(defaults[name]) for name in names], cls)
    check = vars(cls).get("__post_init__")
    if isinstance(check, python_types.FunctionType):
        frame.unit.call_python(frame, check, [made])
    return made


def member(frame: Frame, cls: type[enum.Enum], value: Value) -> Value:
    """Return an enum's member by its value."""
    if value.known:
        return frame.constant(cls(value.const))
    from kibitz.compiler.translate.membership import constant_place

    place = constant_place(frame, [each.value for each in cls], value)
    if not issubclass(cls, enum.Flag):
        frame.guard(frame.code.op(f"icmp sge i64 {place}, 0"), "ValueError", [f"not a valid {cls.__name__}"])
    return Value(Member(cls), frame.coerce(frame.settled(value), INT).ref if issubclass(cls, int) else place)


# Arguments


def matched(
    frame: Frame, function: Any, definition: Any, arguments: list[Value], named: dict[str, Value]
) -> list[tuple[str, Value]]:
    """Return the parameters of a function with their values, defaults included."""
    args = definition.args
    names = [each.arg for each in (*args.posonlyargs, *args.args)]
    given = dict(zip(names, arguments, strict=False))
    rest = arguments[len(names) :]
    further = {name: value for name, value in named.items() if name not in {*names, *(e.arg for e in args.kwonlyargs)}}
    if rest and not args.vararg or further and not args.kwarg:
        raise frame.refuse(f"`{getattr(definition, 'name', 'lambda')}` is called with arguments that it does not take")
    given.update(named)
    if args.kwarg:
        bag = Keywords(further)
        given[args.kwarg.arg] = Value(Fixed(bag), "", bag)
    for place, default in zip(reversed(names), reversed(args.defaults), strict=False):
        if place not in given:
            given[place] = default_of(frame, function, place, default)
    for each, default in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        if each.arg not in given and default is not None:
            given[each.arg] = default_of(frame, function, each.arg, default)
    if args.vararg:
        given[args.vararg.arg] = frame.record(rest)
    missing = [name for name in (*names, *(each.arg for each in args.kwonlyargs)) if name not in given]
    if missing:
        raise frame.refuse(f"`{getattr(definition, 'name', 'lambda')}` is called without {', '.join(missing)}")
    extra = [each.arg for each in (args.vararg, args.kwarg) if each]
    order = [*names, *(each.arg for each in args.kwonlyargs), *extra]
    return [(name, given[name]) for name in order]


def default_of(frame: Frame, function: Any, name: str, node: ast.expr) -> Value:
    """Return the default of a parameter."""
    if isinstance(function, python_types.FunctionType):
        return frame.constant(inspect.signature(function).parameters[name].default)
    return frame.expr(node)


def scope_for(frame: Frame, function: Any, definition: Any, node: ast.AST) -> Scope:
    """Return a scope for code that is written here instead of being called."""
    prefix = f"{frame.scope.prefix}{id(node)}/"
    if isinstance(function, Closure):
        return Scope(None, locals_of(definition), prefix, function.scope, function.scope.checked)
    return Scope(function, locals_of(definition), prefix, None, frame.unit.is_checked(function))


def bound(
    frame: Frame,
    scope: Scope,
    definition: Any,
    function: Any,
    arguments: list[Value],
    named: dict[str, Value],
    copy: bool = False,
) -> None:
    """Bind the parameters of code that is written here.

    copy: a generator keeps its arguments even if the caller changes its variables meanwhile.
    """
    stored = stored_in(definition)
    for name, value in matched(frame, function, definition, arguments, named):
        lasting = is_scalar(value.kind) or not value.kind.words or value.ref.startswith(("%a", "@"))
        if name not in stored and (lasting or not copy):
            scope.aliases[name] = value
        else:
            frame.write(scope.prefix + name, value)


def call_closure(
    frame: Frame, function: Closure, arguments: list[Value], named: dict[str, Value], node: ast.AST
) -> Value:
    """Call a nested function or lambda: its code is written here, unless it calls itself."""
    definition = function.definition
    if frame.unit.is_recursive(function, definition):
        given_nodes = node.args if isinstance(node, ast.Call) and len(node.args) == len(arguments) else []
        return frame.unit.call_lifted(frame, function, arguments, named, given_nodes)  # type: ignore[no-any-return]
    return call_here(frame, function, definition, arguments, named, node)


def is_woven(function: Any, arguments: list[Value]) -> bool:
    """Return whether a function takes or returns nested functions, so that its code must stand where it is called."""
    if any(isinstance(each.const, Closure) for each in arguments):
        return True
    definition = definition_of(function)
    if definition is not None and definition.args.kwarg:
        return True
    if definition is None or isinstance(definition, ast.Lambda):
        return definition is not None and isinstance(definition.body, ast.Lambda)
    inner = {each.name for each in definition.body if isinstance(each, ast.FunctionDef)}
    returned = [each.value for each in ast.walk(definition) if isinstance(each, ast.Return)]
    return any(isinstance(each, ast.Lambda) or isinstance(each, ast.Name) and each.id in inner for each in returned)


def picked(frame: Frame, getter: Any, value: Value) -> Value:
    """Call operator.itemgetter(…) or attrgetter(…)."""
    from kibitz.compiler.translate.expressions import attribute
    from kibitz.compiler.translate.sequences import subscript

    found = []
    for key in getter.__reduce__()[1]:
        part = value
        if isinstance(getter, operator.attrgetter):
            for name in key.split("."):
                part = attribute(frame, part, name)
        else:
            part = subscript(frame, part, frame.constant(key))
        found.append(part)
    return found[0] if len(found) == 1 else frame.record(found)


def distribute(frame: Frame, value: Value, node: ast.AST, make: Any) -> Value:
    """Do the same with every option of a choice, in a branch for each, and return what the right one gives."""
    code = frame.code
    assert isinstance(value.kind, Choice)
    key, done, never = f"{frame.scope.prefix}{id(node)}.choice", code.name("chosen"), code.name("never")
    labels = [code.name("option") for _ in value.kind.options]
    cases = " ".join(f"i64 {i}, label %{label}" for i, label in enumerate(labels))
    code.end(f"switch i64 {value.ref}, label %{never} [ {cases} ]")
    for label, option in zip(labels, value.kind.options, strict=True):
        code.label(label)
        frame.write(key, make(frame.constant(option.value)))
        code.jump(done)
    code.label(never)
    code.end("unreachable")
    code.label(done)
    return frame.stored(key)


def call_here(
    frame: Frame, function: Any, definition: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST
) -> Value:
    """Write the code of a function where it is called."""
    if definition in frame.inlined:
        raise frame.refuse(f"`{getattr(definition, 'name', 'lambda')}` takes a function and calls itself")
    code = frame.code
    consumer, exact = frame.scope, frame.exact
    scope = scope_for(frame, function, definition, node)
    frame.exact = True
    bound(frame, scope, definition, function, arguments, named, copy=True)
    key, done = scope.prefix + "a result", code.name("returned")

    def on_return(value: Value) -> None:
        frame.write(key, value)
        code.jump(done)

    frame.scope, scope.on_return = scope, on_return
    frame.inlined.append(definition)
    frame.block(body_of(definition))
    frame.inlined.pop()
    if not code.dead:
        on_return(frame.constant(None))
    frame.scope, frame.exact = consumer, exact
    if done not in code.targets:
        code.label(code.name("never"))
        return frame.constant(None)
    code.label(done)
    return frame.stored(key)


EXPRESSIONS[ast.Call] = call_expression
