"""What Python means, compiled code means too: small functions whose answers once differed, at both speeds."""

import pytest

from kibitz import CompileError, GameError, analyze, load

FRAME = """
{function}
def start(): return (0, 0)
def turn(p): return 0
def moves(p):
    if p[0] < 20: yield 0
def play(p, m): return (p[0] + 1, (p[1] * 31 + int(f(p[0]))) % 1000003)
def utility(p, player): return p[1]
evaluate = utility
players = 1
objective = "score"
"""

SAME = {
    "an empty list under two names": "def f(n):\n    a = []; b = a\n    b.append(n)\n    return sum(a)",
    "one of two empty lists": "def f(n):\n    a = []; b = []\n    (a if n % 2 else b).append(n)\n    return sum(a) * 7 + len(b)",
    "an empty set under two names": "def f(n):\n    a = set(); b = a\n    b.add(n)\n    return int(n in a)",
    "an empty dict under two names": "def f(n):\n    a = {}; b = a\n    b[n] = 5\n    return a.get(n, 1)",
    "a row of empty lists": "def f(n):\n    rows = [[] for _ in range(3)]\n    r = rows[0]\n    r.append(5 + n)\n    return sum(rows[0])",
    "a tuple that changes its length in a loop": "def f(n):\n    last = (); t = 0\n    for i in range(n):\n        if last: t += last[0] * 2 + last[1]\n        last = (i, i + 1)\n    return t",
    "a tuple that grows until it is long": "def f(n):\n    cur = (n,); t = 0\n    while len(cur) < 5:\n        t += cur[-1]\n        cur = cur + (t,)\n    return t",
    "an index with an effect": "def f(n):\n    counts = [0] * 4; stack = [1, 2, 3, n % 4]\n    counts[stack.pop()] += 1\n    return counts[3] * 10 + len(stack)",
    "tuples of different length in a loop": "def f(n):\n    r = 0\n    for item in ((n, 1), (1, 2, n)): r += sum(item)\n    return r",
    "things of different kinds in a loop": "def f(n):\n    r = 0\n    for item in (1, (2, 3), [4, n]):\n        r += item if isinstance(item, int) else sum(item)\n    return r",
    "an item of a list that changes": "def g(items, t):\n    items[0] = (9, 9)\n    return t[0]\ndef f(n):\n    items = [(n, 1), (2, 3)]\n    return g(items, items[0])",
    "a copy of a dict": "import copy\ndef f(n):\n    d = {1: n}; e = copy.copy(d)\n    e[2] = n\n    return len(d) * 10 + len(e)",
    "a list that shrinks while it is zipped": "def f(n):\n    a = list(range(n)); b = list(range(n)); t = 0\n    for x, y in zip(a, b):\n        t += x + y\n        if a: a.pop()\n    return t",
    "a list extended by itself": "def f(n):\n    a = [n, 2]\n    a.extend(a)\n    a += a\n    return sum(a) + len(a)",
    "None after a walrus": "def step(x): return None if x > 5 else x + 1\ndef f(n):\n    cur = n % 9; k = 0\n    while cur is not None and (cur := step(cur)) != 4:\n        if cur is None: return -1\n        k += cur\n    return k",
    "the order of operands": "def f(n):\n    m = 99\n    return (m := n * 6) & -m",
    "a nested generator": "def f(n):\n    def odd():\n        for i in range(n):\n            if i % 2: yield i\n    return sum(odd())",
    "a nested function that calls itself": "def f(n):\n    best = 0\n    def visit(k):\n        nonlocal best\n        best = max(best, k)\n        if k > 0: visit(k - 2)\n    visit(n)\n    return best",
    "a grid of Nones": "def f(n):\n    g = [[None] * 4 for _ in range(3)]\n    g[0][1] = n\n    return sum(x for row in g for x in row if x is not None)",
    "a grid that gets a float": "def f(n):\n    g = [[0] * 3 for _ in range(3)]\n    g[n % 3][1] += 0.5\n    return sum(sum(row) for row in g) * 2",
    "an empty tuple or another": "def picks(n):\n    if n < 3: return ()\n    return (n, 1)\ndef f(n): return sum(picks(n))",
    "a tuple that grows with each call": "def walk(path, k):\n    if k == 0: return sum(path)\n    return walk(path + (k,), k - 1)\ndef f(n): return walk((), n % 5)",
    "a list that nothing is put into": "def f(n):\n    xs = []\n    if xs: return xs[0]\n    return n",
    "the order of a set": "def f(n):\n    a = set(range(0, 9 * n, 9)); b = {2 * x for x in range(n)}\n    t = 0\n    for x in a | b: t = (t * 31 + x) % 1009\n    for x in a & b: t = (t * 31 + x) % 1009\n    for x in a - b: t = (t * 31 + x) % 1009\n    return t",
    "queens": "def queens(size, cols=()):\n    if len(cols) == size:\n        yield cols\n        return\n    for c in range(size):\n        if all(c != d and abs(c - d) != len(cols) - i for i, d in enumerate(cols)):\n            yield from queens(size, cols + (c,))\ndef f(n): return sum(1 for _ in queens(n % 6))",
    "negative numbers divided": "def f(n): return (-n // 3) * 7 + (-n % 4) + (n // -2) + n % -5 + (7 - n) // (n + 1)",
}  # fmt: skip


@pytest.mark.parametrize("name", SAME)
def test_both_speeds_mean_the_same(write_game, name):
    game = load(write_game(FRAME.format(function=SAME[name])))
    plain, compiled = (analyze(game, "max-n", depth=25, compiled=speed) for speed in (False, True))
    assert (plain.score, plain.nodes, plain.pv) == (compiled.score, compiled.nodes, compiled.pv)


RAISED = {
    "the quotient that does not fit": (
        "def f(n):\n    x = -9223372036854775807 - 1\n    return x // (n - 5) % 1000 if n != 5 else 0", "64 bits"),
    "a variable that was not assigned": (
        "def f(n):\n    if n > 15: return 0\n    if n < 9: x = 7\n    return x", "UnboundLocalError"),
    "a generator looped over twice": (
        "def f(n):\n    g = (i * i for i in range(n))\n    return sum(g) * 3 + sum(g)", "used more than once"),
    "a number of 64 bits without a sign": (
        "M = 0xFFFFFFFFFFFFFFFF\ndef f(n):\n    x = (n & M) - 5\n    return 1 if x < 0 else 2", "64 bits with a sign"),
}  # fmt: skip


@pytest.mark.parametrize("name", RAISED)
def test_what_compiled_code_cannot_mean_is_an_error(write_game, name):
    function, text = RAISED[name]
    with pytest.raises((GameError, CompileError), match=text):
        analyze(load(write_game(FRAME.format(function=function))), "max-n", depth=25, compiled=True)


def test_recursion_without_end_is_an_error_in_a_rare_position(write_game):
    function = (
        "def down(k): return 1 + down(k + 1) * 2 % 7 if k >= 0 else 0\ndef f(n): return down(1) if n == 19 else n"
    )
    game = load(write_game(FRAME.format(function=function)))
    with pytest.raises(GameError, match="RecursionError"):
        analyze(game, "max-n", depth=25, compiled=True)
