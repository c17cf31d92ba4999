"""Methods: of positions, lists, tuples, texts, numbers, sets and dicts."""

import ast
import enum
import inspect
import types as python_types
from collections.abc import Callable
from typing import Any

from kibitz.compiler.emit import Value
from kibitz.compiler.kinds import BOOL, INT, NUMBERS, TEXT, UINT, Array, Choice, Fixed, Hash, Member, Record, Sequence
from kibitz.compiler.translate import hashes
from kibitz.compiler.translate.argument import Source
from kibitz.compiler.translate.calls import arguments_of, call_value, distribute, keywords_of
from kibitz.compiler.translate.comparisons import equal
from kibitz.compiler.translate.expressions import vars_of
from kibitz.compiler.translate.frame import Frame
from kibitz.compiler.translate.functions import sorted_list, with_fields
from kibitz.compiler.translate.loops import counter, iterate_value
from kibitz.compiler.translate.membership import constant_place
from kibitz.compiler.translate.sequences import append, as_list, extend, nth, place_of, slice_end


def call_method(frame: Frame, owner: Value, name: str, node: ast.Call) -> Value:
    """Call a method of a value."""
    if owner.kind == TEXT or isinstance(owner.const, str):
        return text_method(frame, owner, name, node)
    if owner.known and isinstance(owner.const, enum.Enum) and owner.kind != TEXT:
        method = getattr(type(owner.const), name, None)
        if isinstance(method, python_types.FunctionType):
            arguments, named = arguments_of(frame, node)
            return call_value(frame, frame.constant(method), [owner, *arguments], named, node)
    if isinstance(owner.kind, Fixed) and isinstance(owner.const, dict):
        return constant_dict_method(frame, owner, name, node)
    if isinstance(owner.kind, Fixed) and isinstance(owner.const, set | frozenset | list):
        if name in CHANGING:
            what = ast.unparse(target_of(node))
            raise frame.refuse(
                f"`{what}` is a constant in compiled rules and cannot be changed", "make a copy of it first"
            )
        if not isinstance(owner.const, list):
            owner = hashes.as_set(frame, owner)
    if isinstance(owner.kind, Fixed) and isinstance(owner.const, tuple | list) and name in ("index", "count"):
        item = frame.expr(node.args[0])
        if item.known:
            try:
                return frame.constant(getattr(owner.const, name)(item.const))
            except ValueError:
                pass
    if owner.known and owner.kind in NUMBERS:
        owner = Value(owner.kind, owner.ref)
    if isinstance(owner.kind, Choice):
        return distribute(frame, owner, node, lambda each: call_method(frame, each, name, node))
    if isinstance(owner.kind, Member):
        method = vars_of(owner.kind.cls).get(name)
        if isinstance(method, python_types.FunctionType):
            arguments, named = arguments_of(frame, node)
            return frame.unit.call_python(frame, method, [owner, *arguments], named)  # type: ignore[no-any-return]
    owner = frame.settled(owner)
    kind = owner.kind
    if isinstance(kind, Record) and kind.cls:
        return record_method(frame, owner, name, node)
    if isinstance(kind, Record | Sequence | Array) and name in READERS:
        return READERS[name](frame, owner, node)
    if isinstance(kind, Sequence) and name in LISTS:
        if kind.frozen:
            raise frame.refuse(f"a tuple or constant cannot be changed by `{name}`", "make a list of it first: list(…)")
        return LISTS[name](frame, owner, node)
    if isinstance(kind, Hash):
        return hash_method(frame, owner, name, node)
    if kind in NUMBERS:
        return number_method(frame, owner, name)
    raise frame.refuse(f"{kind} has no method `{name}` that can be compiled")


def record_method(frame: Frame, owner: Value, name: str, node: ast.Call) -> Value:
    """Call a method of a position."""
    assert isinstance(owner.kind, Record)
    cls = owner.kind.cls
    assert cls is not None
    if name == "_replace":
        return with_fields(frame, owner, keywords_of(frame, node))
    if name in ("index", "count") and issubclass(cls, tuple):
        return READERS[name](frame, Value(Record(owner.kind.items), owner.ref), node)
    method: Any = vars_of(cls).get(name)
    arguments, named = arguments_of(frame, node)
    if isinstance(method, staticmethod):
        return call_value(frame, frame.constant(method.__func__), arguments, named, node)
    if isinstance(method, classmethod):
        return call_value(frame, frame.constant(method.__func__), [frame.constant(cls), *arguments], named, node)
    if isinstance(method, python_types.FunctionType) or callable(method) and hasattr(method, "__wrapped__"):
        method = inspect.unwrap(method)
        return frame.unit.call_python(frame, method, [owner, *arguments], named)  # type: ignore[no-any-return]
    raise frame.refuse(f"a {cls.__name__} has no method `{name}`")


def number_method(frame: Frame, owner: Value, name: str) -> Value:
    """Translate `bit_count` and `bit_length`."""
    code = frame.code
    if owner.kind == BOOL:
        owner = frame.coerce(owner, INT)
    if name == "is_integer" and owner.kind not in (INT, UINT):
        floor = code.op(f"call double @llvm.floor.f64(double {owner.ref})")
        return Value(BOOL, code.op(f"fcmp oeq double {floor}, {owner.ref}"))
    if name not in ("bit_count", "bit_length") or owner.kind not in (INT, UINT):
        raise frame.refuse(f"{owner.kind} has no method `{name}` that can be compiled")
    word = owner.ref if owner.kind == UINT else code.op(f"call i64 @llvm.abs.i64(i64 {owner.ref}, i1 0)")
    if name == "bit_count":
        return Value(INT, code.op(f"call i64 @llvm.ctpop.i64(i64 {word})"))
    return Value(INT, code.op(f"sub i64 64, {code.op(f'call i64 @llvm.ctlz.i64(i64 {word}, i1 0)')}"))


# Tuples and lists


def count_method(frame: Frame, owner: Value, node: ast.Call) -> Value:
    """Translate `items.count(item)`."""
    code = frame.code
    item = frame.solid(frame.expr(node.args[0]))
    place = code.slot(1, "i64")
    code.line(f"store i64 0, ptr {place}")

    def look(value: Value) -> None:
        one = frame.coerce(equal(frame, value, item), INT).ref
        so_far = code.op(f"load i64, ptr {place}")
        code.line(f"store i64 {code.op(f'add i64 {so_far}, {one}')}, ptr {place}")

    iterate_value(frame, owner, look)
    return Value(INT, code.op(f"load i64, ptr {place}"))


def index_method(frame: Frame, owner: Value, node: ast.Call) -> Value:
    """Translate `items.index(item)`."""
    code = frame.code
    item = frame.solid(frame.expr(node.args[0]))
    first = frame.coerce(frame.expr(node.args[1]), INT).ref if len(node.args) > 1 else "0"
    place, done = code.slot(1, "i64"), code.name("index")
    code.line(f"store i64 0, ptr {place}")

    def look(value: Value) -> None:
        go_on = code.name("other")
        here = code.op(f"load i64, ptr {place}")
        same = equal(frame, value, item).ref
        if first != "0":
            same = code.op(f"and i1 {same}, {code.op(f'icmp sge i64 {here}, {first}')}")
        code.branch(same, done, go_on)
        code.label(go_on)
        code.line(f"store i64 {code.op(f'add i64 {here}, 1')}, ptr {place}")

    iterate_value(frame, owner, look)
    frame.fail("ValueError", ["the item is not in the list or tuple"])
    code.label(done)
    return Value(INT, code.op(f"load i64, ptr {place}"))


def copy_method(frame: Frame, owner: Value, node: ast.Call) -> Value:
    """Translate `items.copy()` and `array.tolist()`."""
    return as_list(frame, owner)


def append_method(frame: Frame, owner: Value, node: ast.Call) -> Value:
    """Translate `items.append(item)`."""
    append(frame, target_of(node), owner, frame.expr(node.args[0]))
    return frame.constant(None)


def target_of(node: ast.Call) -> ast.expr:
    """Return the expression before the dot of a method."""
    assert isinstance(node.func, ast.Attribute)
    return node.func.value


def extend_method(frame: Frame, owner: Value, node: ast.Call) -> Value:
    """Translate `items.extend(others)`."""
    extend(frame, target_of(node), owner, node.args[0])
    return frame.constant(None)


def pop_method(frame: Frame, owner: Value, node: ast.Call) -> Value:
    """Translate `items.pop()` and `items.pop(i)`."""
    code = frame.code
    assert isinstance(owner.kind, Sequence)
    item = owner.kind.item
    if item is None:
        return frame.nothing_put("an item is taken from a list")
    length = frame.length(owner)
    frame.guard(code.op(f"icmp ne i64 {length.ref}, 0"), "IndexError", ["pop from an empty list"])
    index = frame.expr(node.args[0]) if node.args else frame.number(-1)
    place = place_of(frame, index, length)
    value = nth(frame, owner, place)
    kept = code.slot(item.words)
    code.store(item, value.ref, kept)
    if node.args:
        shift(frame, owner, code.op(f"add i64 {place}, 1"), -1)
    code.line(f"store i64 {code.op(f'sub i64 {length.ref}, 1')}, ptr {owner.ref}")
    return frame.load(item, kept)


def shift(frame: Frame, owner: Value, start: str, by: int) -> None:
    """Move the items of a list from a place on."""
    code = frame.code
    assert isinstance(owner.kind, Sequence)
    words = owner.kind.item.words if owner.kind.item else 0
    data = frame.data(owner)
    source = code.at(data, start, words)
    target = code.op(f"getelementptr i64, ptr {source}, i64 {by * words}")
    count = code.op(f"sub i64 {frame.length(owner).ref}, {start}")
    size = code.op(f"mul i64 {count}, {8 * words}")
    code.line(f"call void @llvm.memmove.p0.p0.i64(ptr {target}, ptr {source}, i64 {size}, i1 0)")


def remove_slice(frame: Frame, node: ast.expr, part: ast.Slice) -> None:
    """Translate `del items[start:stop]`."""
    code = frame.code
    owner = frame.settled(frame.expr(node))
    if not isinstance(owner.kind, Sequence) or owner.kind.frozen or part.step is not None:
        raise frame.refuse("this slice cannot be deleted", "make a new list of the parts that stay")
    length = frame.length(owner)
    ends = [frame.expr(each) if each else frame.constant(None) for each in (part.lower, part.upper)]
    start, stop = (slice_end(frame, each, length, 1, i == 0) for i, each in enumerate(ends))
    stop = code.op(f"call i64 @llvm.smax.i64(i64 {start}, i64 {stop})")
    words = owner.kind.item.words if owner.kind.item else 0
    data = frame.data(owner)
    size = code.op(f"mul i64 {code.op(f'sub i64 {length.ref}, {stop}')}, {8 * words}")
    target, source = code.at(data, start, words), code.at(data, stop, words)
    code.line(f"call void @llvm.memmove.p0.p0.i64(ptr {target}, ptr {source}, i64 {size}, i1 0)")
    removed = code.op(f"sub i64 {stop}, {start}")
    code.line(f"store i64 {code.op(f'sub i64 {length.ref}, {removed}')}, ptr {owner.ref}")


def remove_at(frame: Frame, node: ast.expr, index: Value) -> None:
    """Translate `del items[i]`."""
    code = frame.code
    owner = frame.settled(frame.expr(node))
    if isinstance(owner.kind, Hash):
        hashes.remove(frame, owner, index, strict=True)
        return
    if not isinstance(owner.kind, Sequence) or owner.kind.frozen:
        raise frame.refuse(f"an item of {owner.kind} cannot be deleted")
    length = frame.length(owner)
    place = place_of(frame, index, length)
    shift(frame, owner, code.op(f"add i64 {place}, 1"), -1)
    code.line(f"store i64 {code.op(f'sub i64 {length.ref}, 1')}, ptr {owner.ref}")


def insert_method(frame: Frame, owner: Value, node: ast.Call) -> Value:
    """Translate `items.insert(i, item)` and `items.appendleft(item)`."""
    code = frame.code
    value = frame.solid(frame.expr(node.args[-1]))
    index = frame.expr(node.args[0]) if len(node.args) > 1 else frame.number(0)
    before = frame.length(owner)
    append(frame, target_of(node), owner, value)
    place = frame.coerce(frame.settled(index), INT).ref
    below = code.op(f"icmp slt i64 {place}, 0")
    place = code.op(f"select i1 {below}, i64 {code.op(f'add i64 {place}, {before.ref}')}, i64 {place}")
    place = code.op(f"call i64 @llvm.smax.i64(i64 {place}, i64 0)")
    place = code.op(f"call i64 @llvm.smin.i64(i64 {place}, i64 {before.ref})")
    code.line(f"store i64 {before.ref}, ptr {owner.ref}")
    assert isinstance(owner.kind, Sequence)
    if owner.kind.item is not None:
        shift(frame, owner, place, 1)
        item = owner.kind.item
        code.store(item, frame.coerce(value, item).ref, code.at(frame.data(owner), place, item.words))
    code.line(f"store i64 {code.op(f'add i64 {before.ref}, 1')}, ptr {owner.ref}")
    return frame.constant(None)


def pop_left_method(frame: Frame, owner: Value, node: ast.Call) -> Value:
    """Translate `queue.popleft()`."""
    first = ast.copy_location(ast.Call(node.func, [ast.copy_location(ast.Constant(0), node)], []), node)
    return pop_method(frame, owner, first)


def remove_method(frame: Frame, owner: Value, node: ast.Call) -> Value:
    """Translate `items.remove(item)`."""
    code = frame.code
    place = index_method(frame, owner, node).ref
    shift(frame, owner, code.op(f"add i64 {place}, 1"), -1)
    code.line(f"store i64 {code.op(f'sub i64 {frame.length(owner).ref}, 1')}, ptr {owner.ref}")
    return frame.constant(None)


def clear_method(frame: Frame, owner: Value, node: ast.Call) -> Value:
    """Translate `items.clear()`."""
    frame.code.line(f"store i64 0, ptr {owner.ref}")
    return frame.constant(None)


def reverse_method(frame: Frame, owner: Value, node: ast.Call) -> Value:
    """Translate `items.reverse()`."""
    code = frame.code
    assert isinstance(owner.kind, Sequence)
    item = owner.kind.item
    if item is None:
        return frame.constant(None)
    last = code.op(f"sub i64 {frame.length(owner).ref}, 1")
    half = code.op(f"ashr i64 {frame.length(owner).ref}, 1")
    data, spare = frame.data(owner), code.slot(item.words)

    def swap(i: str) -> None:
        one, other = code.at(data, i, item.words), code.at(data, code.op(f"sub i64 {last}, {i}"), item.words)
        code.copy(spare, one, item.words)
        code.copy(one, other, item.words)
        code.copy(other, spare, item.words)

    counter(frame, lambda: half, swap)
    return frame.constant(None)


def sort_method(frame: Frame, owner: Value, node: ast.Call) -> Value:
    """Translate `items.sort()`."""
    in_order = sorted_list(frame, owner, keywords_of(frame, node), node)
    frame.code.line(f"store ptr {frame.data(in_order)}, ptr {frame.code.at(owner.ref, 2)}")
    frame.code.line(f"store i64 {frame.length(owner).ref}, ptr {frame.code.at(owner.ref, 1)}")
    return frame.constant(None)


READERS: dict[str, Callable[[Frame, Value, ast.Call], Value]] = {
    "count": count_method,
    "index": index_method,
    "copy": copy_method,
    "tolist": copy_method,
}
LISTS: dict[str, Callable[[Frame, Value, ast.Call], Value]] = {
    "append": append_method,
    "extend": extend_method,
    "pop": pop_method,
    "popleft": pop_left_method,
    "insert": insert_method,
    "appendleft": insert_method,
    "remove": remove_method,
    "clear": clear_method,
    "reverse": reverse_method,
    "sort": sort_method,
}


CHANGING = {*LISTS, "add", "discard", "update"}
"""The methods that change a list or set."""


# Texts


def text_method(frame: Frame, owner: Value, name: str, node: ast.Call) -> Value:
    """Call a method of a text: of a constant, or something that is known about each text in the rules."""
    arguments = [frame.expr(each) for each in node.args]
    if owner.known and all(each.known for each in arguments):
        result = getattr(owner.const, name)(*(each.const for each in arguments))
        if isinstance(result, list):
            frame.module.alive.append(result)
        return frame.constant(result)
    if owner.known and name in ("find", "index", "count") and len(arguments) == 1:
        found: Value = frame.unit.text_fact(frame, frame.settled(arguments[0]), name, owner.const)
        if name == "index":
            frame.guard(frame.code.op(f"icmp sge i64 {found.ref}, 0"), "ValueError", ["substring not found"])
        return found
    if not arguments and name in ("isupper", "islower", "isdigit", "isalpha", "isspace"):
        fact = frame.unit.text_fact(frame, frame.settled(owner), name)
        return Value(BOOL, frame.code.op(f"icmp ne i64 {fact.ref}, 0"))
    if not arguments and name in ("upper", "lower"):
        return Value(TEXT, frame.unit.text_fact(frame, frame.settled(owner), name).ref)
    raise frame.refuse(f"the text method `{name}` cannot be compiled here", "keep numbers instead of text")


# Sets and dicts


def constant_dict_method(frame: Frame, owner: Value, name: str, node: ast.Call) -> Value:
    """Call a method of a dict that is a constant."""
    const = owner.const
    if name in ("items", "keys", "values"):
        return frame.constant(list(getattr(const, name)()))
    if name != "get":
        raise frame.refuse(f"a constant dict cannot be changed by `{name}`", "make a copy of it first: dict(…)")
    arguments = [frame.expr(each) for each in node.args]
    key = arguments[0]
    otherwise = arguments[1] if len(arguments) > 1 else frame.constant(None)
    if key.known:
        return frame.constant(const[key.const]) if key.const in const else otherwise
    place = constant_place(frame, list(const), key)
    return hashes.chosen(frame, place, lambda: hashes.constant_value(frame, const, place), otherwise)


def hash_method(frame: Frame, owner: Value, name: str, node: ast.Call) -> Value:
    """Call a method of a set or dict that a rule has made."""
    assert isinstance(owner.kind, Hash)
    target = target_of(node)
    nothing = frame.constant(None)
    if name == "add" and not owner.kind.is_dict:
        hashes.add(frame, target, owner, frame.expr(node.args[0]))
        return nothing
    if name in ("discard", "remove") and not owner.kind.is_dict:
        hashes.remove(frame, owner, frame.expr(node.args[0]), strict=name == "remove")
        return nothing
    if name == "update":
        for each in node.args:
            hashes.update(frame, target, owner, each)
        return nothing
    if name == "copy":
        return hashes.copied(frame, owner)
    if name in ("union", "intersection", "difference") and not owner.kind.is_dict:
        op = {"union": ast.BitOr, "intersection": ast.BitAnd, "difference": ast.Sub}[name]
        return hashes.combine(frame, op, owner, other_set(frame, node.args[0]))
    if owner.kind.is_dict and name == "get":
        arguments = [frame.expr(each) for each in node.args]
        otherwise = arguments[1] if len(arguments) > 1 else nothing
        entry = hashes.entry_of(frame, owner, arguments[0])
        if owner.kind.value is None:
            return otherwise
        return hashes.chosen(frame, entry, lambda: hashes.value_at(frame, owner, entry), otherwise)
    if owner.kind.is_dict and name == "setdefault":
        key, first = (frame.solid(frame.expr(each)) for each in node.args)
        kind = hashes.widened(frame, target, owner, key.kind, first.kind)
        table = Value(kind, owner.ref)
        entry = hashes.entered(frame, table, frame.coerce(key, kind.key), first)  # type: ignore[arg-type]
        return hashes.value_at(frame, table, entry)
    if owner.kind.is_dict and name == "pop":
        arguments = [frame.expr(each) for each in node.args]
        entry = hashes.entry_of(frame, owner, arguments[0])
        if len(arguments) > 1:
            value = hashes.chosen(frame, entry, lambda: hashes.value_at(frame, owner, entry), arguments[1])
        else:
            value = hashes.item(frame, owner, arguments[0])
        hashes.remove(frame, owner, arguments[0], strict=False)
        return value
    if owner.kind.is_dict and name in ("items", "keys", "values"):
        from kibitz.compiler.translate.loops import collected_list, iterate_dict

        return collected_list(frame, node, lambda add: iterate_dict(frame, owner, name, add))
    if not owner.kind.is_dict and name in ("issubset", "issuperset"):
        other = other_set(frame, node.args[0])
        return hashes.subset(frame, owner, other) if name == "issubset" else hashes.subset(frame, other, owner)
    if not owner.kind.is_dict and name == "isdisjoint":
        both = hashes.combine(frame, ast.BitAnd, owner, other_set(frame, node.args[0]))
        return Value(BOOL, frame.code.op(f"icmp eq i64 {frame.length(both).ref}, 0"))
    raise frame.refuse(f"{owner.kind} has no method `{name}` that can be compiled")


def other_set(frame: Frame, node: ast.expr) -> Value:
    """Return the argument of a method of sets as a set."""
    value = hashes.as_set(frame, frame.expr(node))
    if isinstance(value.kind, Hash):
        return value
    source = Source(frame, value=value)
    return hashes.made(frame, "set", [source], {}, node)
