"""The engine: exact where it says so, the same at both speeds, within its limits."""

import itertools
import random
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz import GameError, Limit, OptionError, analyze, load
from kibitz.search.clock import Clock
from kibitz.search.desk import EXACT, UPPER
from kibitz.search.engine import desk as desk_words
from kibitz.search.engine import kernel
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.kernel import principal
from kibitz.search.engine.machinery import TRIAL_NODES, trial
from kibitz.search.engine.root import sort_roots
from kibitz.search.engine.scoring import NARROW, scale_of
from kibitz.search.engine.settings import Settings
from kibitz.search.engine.techniques import TECHNIQUES
from kibitz.search.request import Request
from kibitz.search.speed import ready
from kibitz.search.wander import wander
from tests import maze, oracle, trees

WIN, MOST_GUESS = NARROW.win, NARROW.most
TINY = 0.00005  # one bucket: every store throws something out


def scored(game, p, depth, ply=0):
    """Minimax over the engine's own scoring, for player 0: too simple to be wrong."""
    points = game.objective == "score"
    if oracle.is_end(game, p):
        worth = game.rules.utility(p, 0)
        return worth if points else 0 if worth == 0 else WIN - ply if worth > 0 else ply - WIN
    if depth == 0:
        worth = game.rules.evaluate(p, 0)
        if points and game.rules.bounds:
            low, high = game.rules.bounds(p, 0)
            worth = min(max(worth, low), high)
        return worth
    scores = [scored(game, child, depth - 1, ply + 1) for child in oracle.children(game, p)]
    return max(scores) if game.rules.turn(p) == 0 else min(scores)


def last(found):
    *_, result = found
    return result


def expect(game, result, score):
    """Check a result against the engine's score for player 0."""
    score = score if result.player == 0 else -score
    assert result.score == scale_of(game).to_author(score)
    if game.objective == "win" and abs(score) > MOST_GUESS:
        assert result.proven == ("win" if score > 0 else "loss")
        assert result.distance == WIN - abs(score)


MAZES = {(points, hooks): maze.game(points=points, hooks=hooks) for points in (True, False) for hooks in (True, False)}
subsets = st.lists(st.sampled_from(list(TECHNIQUES)), unique=True)
mazes = st.sampled_from(list(MAZES.values()))
positions = st.builds(maze.Position, st.integers(0, 59), st.integers(0, 1), st.integers(1, 8))


@settings(max_examples=80, deadline=None)
@given(mazes, positions, st.integers(1, 6), subsets, st.sampled_from([TINY, 0.01]))
def test_exact_is_minimax_with_any_techniques_and_any_table(game, p, depth, without, table):
    engine = Engine(game, Settings(table, exact=True, without=tuple(without)), compiled=False)
    expect(game, engine.analyze(position=p, depth=depth), scored(game, p, depth))


def test_positions_are_searched_less_for_want_of_a_table_move_only_where_there_is_a_table(monkeypatch):
    game = load("othello:evaluation=hand")

    def nodes(*without):
        return Engine(game, Settings(without=without), compiled=False).analyze(depth=6).nodes

    with_table, without_table = nodes(), nodes("table")
    monkeypatch.setattr(kernel, "UNGUIDED_DEPTH", 99)
    assert nodes() != with_table
    assert nodes("table") == without_table


def test_a_game_may_do_without_a_technique():
    game = maze.game(points=False)
    less = game.with_rules(without=("priority",))
    p = game.rules.start()
    engines = (Engine(less, compiled=False), Engine(game, Settings(without=("priority",)), compiled=False))
    one, other = (engine.analyze(position=p, depth=6).nodes for engine in engines)
    assert one == other != Engine(game, compiled=False).analyze(position=p, depth=6).nodes
    with pytest.raises(OptionError, match="no technique 'priorities' .did you mean priority"):
        Engine(game.with_rules(without=("priorities",)), compiled=False)
    with pytest.raises(GameError, match="without must list techniques"):
        game.with_rules(without="priority")


@pytest.mark.parametrize("name", ["connect-four", "kalah", "shapes-four", "tic-tac-toe", "nim"])
def test_exact_is_minimax_in_real_games(name):
    game = load(name)
    choose = random.Random(1)
    for _ in range(12):
        *_, (p, _) = wander(game, choose, choose.randint(1, 30))
        without = choose.sample(list(TECHNIQUES), choose.randrange(4))
        table = choose.choice([TINY, 1])
        depth = choose.randint(1, 4)
        engine = Engine(game, Settings(table, exact=True, without=tuple(without)))
        if game.moves(p):
            expect(game, engine.analyze(position=p, depth=depth), scored(game, p, depth))


@settings(max_examples=50, deadline=None)
@given(mazes, positions)
def test_searched_to_the_end_default_is_minimax(game, p):
    result = Engine(game, Settings(0.02), compiled=False).analyze(position=p, depth=400)
    score = scored(game, p, 20)
    if game.moves(p):
        assert result.proven is not None
        sign = 1 if result.player == 0 else -1
        assert result.proven == ("draw" if score == 0 else "win" if sign * score > 0 else "loss")
        assert result.score == scale_of(game).to_author(sign * score)


def test_what_is_not_worth_trying_changes_nothing_but_the_nodes():
    game = load("shapes-four")
    choose = random.Random(2)
    proofs, few, many = 0, 0, 0
    for _ in range(40):
        *_, p, _, _, _ = [p for p, _ in wander(game, choose, 42)]
        one, other = (analyze(game, "engine", position=p, depth=8, without=names) for names in ((), ("bounds",)))
        few, many = few + one.nodes, many + other.nodes
        if other.proven:
            proofs += 1
            assert (one.score, one.proven) == (other.score, other.proven)
        exact = [Engine(game, Settings(1, exact=True, without=names)) for names in ((), ("bounds",))]
        assert len({engine.analyze(position=p, depth=3).score for engine in exact}) == 1
    assert proofs > 10
    assert few < 0.8 * many


@settings(max_examples=60, deadline=None)
@given(trees.short)
def test_trees(tree):
    game = load(trees.text(tree))
    assert analyze(game, "engine", depth=30).score == oracle.minimax(game, game.rules.start(), 0, 30)


def test_the_two_speeds_agree_node_for_node():
    for game in MAZES.values():
        slow, fast = (Engine(game, Settings(0.01), compiled=compiled) for compiled in (False, True))
        for state, left in itertools.product((3, 17, 44), (4, 8)):
            p = maze.Position(state, state % 2, left)
            one, other = (engine.analyze(position=p, depth=9) for engine in (slow, fast))
            assert (one.score, one.nodes, one.pv, one.proven, one.moves) == (
                other.score, other.nodes, other.pv, other.proven, other.moves)  # fmt: skip


def test_nodes_are_the_same_every_time():
    game = load("connect-four")
    for limit in (Limit(depth=11), Limit(nodes=20_000)):
        found = {(result.nodes, result.pv, result.depth) for result in (analyze(game, limit=limit) for _ in range(3))}
        assert len(found) == 1
    engine = Engine(game)
    first = engine.analyze(depth=11).nodes
    assert engine.analyze(depth=11).nodes < first / 2, "the table remembers"
    engine.clear()
    assert engine.analyze(depth=11).nodes == first


def test_node_limit_is_kept():
    game = load("kalah")
    for nodes in (1, 50, 777, 30_000):
        result = analyze(game, nodes=nodes)
        assert result.move is not None
        assert result.nodes <= max(nodes, 20)
        assert not result.finished


def test_the_first_comparison_of_the_speeds_is_short():
    game = load("hex")  # 121 moves
    run = ready(principal, game, compiled=False).run
    _, nodes, lines = trial(run, game, game.rules.start(), False)
    assert nodes <= TRIAL_NODES
    assert lines  # a first depth is always finished


def test_seconds_are_kept_and_told_apart_from_compiling():
    game = load("connect-four")
    analyze(game, depth=1)
    took = []
    for _ in range(5):
        started = time.perf_counter()
        result = analyze(game, seconds=0.3)
        took.append(time.perf_counter() - started)
        assert result.seconds <= took[-1]
    assert 0.29 < sorted(took)[2] < 0.6  # a busy machine may be late


def test_stop_is_obeyed():
    game, stop = load("connect-four"), threading.Event()
    threading.Timer(0.2, stop.set).start()
    started = time.perf_counter()
    result = analyze(game, seconds=30, stop=stop)
    assert time.perf_counter() - started < 5
    assert result.move is not None
    assert not result.finished


def test_lines_are_exact():
    game = load("connect-four")
    p = game.begin("4 4 3 3 5").position
    for wanted in (1, 2, 3, 7):
        result = analyze(game, position=p, depth=5, lines=wanted, exact=True)
        exact = sorted((found.score for found in result.moves if found.bound == "exact"), reverse=True)
        alone = sorted((scored(game, game.rules.play(p, m), 4) for m in game.moves(p)), reverse=p.player == 0)
        alone = alone if p.player == 0 else [-score for score in alone]
        assert exact[:wanted] == alone[:wanted]
        assert len(exact) >= wanted


def test_thinking_out_loud():
    game = load("connect-four")
    infos = list(kibitz.think(game, depth=9, lines=2))
    assert [info.depth for info in infos][:9] == list(range(1, 10))
    told = infos[-1]
    assert told.nps > 0
    assert told.seldepth >= 9
    assert told.hashfull is not None
    assert len(told.lines) >= 2
    assert all(len(line) > 1 for _, line in told.lines[:2])
    assert infos == sorted(infos, key=lambda info: info.nodes)


def test_repetition_is_a_draw_by_history():
    game = load("three-mens-morris")
    p = game.begin("5 1 9 4 7 8 5-2 8-5").position
    before = analyze(game, position=p, depth=1)
    lines = {move: game.rules.play(p, move) for move in game.moves(p)}
    best = before.move
    history = [lines[best], lines[best]]
    request = Request(game, p, game.turn(p), Limit(depth=1), history, lines=len(lines))
    *_, after = Engine(game).search(request)
    assert next(found.score for found in after.moves if found.move == best) == 0


def test_a_player_may_move_twice():
    game = load("kalah")
    result = analyze(game, depth=3, exact=True)
    assert game.rules.turn(game.rules.play(game.rules.start(), result.pv[0])) == 0, "kalah's first move moves again"
    assert result.score == scored(game, game.rules.start(), 3)


def test_constant_sums_that_are_not_zero(write_game):
    text = """
from typing import NamedTuple
class Position(NamedTuple):
    heap: int
    player: int
def start(): return Position(7, 0)
def turn(p): return p.player
def moves(p):
    for n in (1, 2, 3):
        if n <= p.heap:
            yield n
def play(p, n): return Position(p.heap - n, 1 - p.player)
def utility(p, player): return 0.0 if player == p.player else 1.0
def evaluate(p, player): return 0.5
OBJECTIVE
"""
    for objective in ('objective = "score"', 'objective = "win"'):
        game = load(write_game(text.replace("OBJECTIVE", objective)))
        for compiled in (False, True):
            won = analyze(game, depth=20, compiled=compiled)
            assert (won.move, won.score, won.proven) == (3, 1, "win")
            lost = analyze(game, position=game.rules.play(game.rules.start(), 3), depth=20, compiled=compiled)
            assert (lost.score, lost.proven) == (0, "loss")


def test_levels_choose_close_moves_and_never_a_seen_loss():
    game = load("connect-four")
    chosen = {analyze(game, level=2, seed=seed).move for seed in range(12)}
    assert len(chosen) > 1, "a seed chooses"
    assert analyze(game, level=2, seed=3).move == analyze(game, level=2, seed=3).move
    threatened = game.begin("4 1 4 1 4").position
    for seed in range(8):
        assert analyze(game, position=threatened, level=1, seed=seed).names.move == "4", "it sees what a beginner sees"


def test_levels_and_lists_look_from_the_side_of_who_moves():
    game = load("othello")
    p = game.rules.start()
    for _ in range(5):
        p = game.rules.play(p, game.moves(p)[0])
    for seed in range(4):
        ours, theirs = (analyze(game, position=p, player=player, level=3, seed=seed) for player in (0, 1))
        assert ours.move == theirs.move
    ours, theirs = (analyze(game, position=p, player=player, lines=3, depth=4) for player in (0, 1))
    first, second = ([name for name, _ in result.best_moves()][:3] for result in (ours, theirs))
    assert first == second


def test_a_cleared_engine_depends_on_nothing_before():
    game = load("chess")
    engine = Engine(game, Settings(table=4))
    p = game.begin("e4 e5 Nf3 Nc6").position
    nodes = engine.analyze(position=p, depth=7).nodes
    mate = game.read("6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1")
    assert engine.analyze(position=mate, depth=5).distance == 1
    engine.clear()
    assert engine.analyze(position=p, depth=7).nodes == nodes


def test_a_draw_by_the_clock_is_not_remembered_for_good():
    game = load("chess")
    engine = Engine(game, Settings(table=4))
    late, early = (game.read(f"8/8/8/4k3/8/8/8/KR6 w - - {clock} 80") for clock in (96, 0))
    assert engine.analyze(position=late, depth=6).score == 0
    assert engine.analyze(position=early, depth=8).score > 100


def test_clock():
    clock = Clock(60, 1)
    assert 0.5 < clock.soft() < clock.hard() < 0.4 * 60
    assert Clock(0.05).hard() < 0.05
    assert Clock(10, 0, 1).hard() <= 10
    assert Clock(10, 0, 40).hard() < Clock(10, 0, 2).hard()
    game = load("connect-four")
    started = time.perf_counter()
    result = analyze(game, limit=Limit(clock=Clock(4)))
    assert time.perf_counter() - started < 3
    assert result.move is not None
    with pytest.raises(OptionError):
        Clock(-1)


def test_threads():
    game = load("connect-four")
    p = game.begin("4 4 4 4 4 2").position
    alone, together = (analyze(game, position=p, depth=12, threads=n, exact=True) for n in (1, 2))
    assert alone.score == together.score
    assert together.nodes > 0


def test_bad_options():
    game = load("connect-four")
    for options, words in (
        ({"threads": 0}, "threads must be"),
        ({"table": -1}, "table must be"),
        ({"without": ["histories"]}, "did you mean history"),
        ({"level": 11}, "level must be"),
        ({"algorithm": "alpha-beta", "threads": 2}, "threads is for the engine"),
        ({"algorithm": "alpha-beta", "exact": True}, "exact is for the engine"),
        ({"others": "worst"}, "others must be best, random, policy, best:0.8 .with"),
        ({"others": "best:2"}, "others must be"),
        ({"others": "policy"}, "connect-four has no `policy`"),
        ({"odds": 1}, "odds must be a probability"),
    ):
        with pytest.raises(OptionError, match=words):
            analyze(game, depth=1, **options)


def test_tic_tac_toe_and_nim_are_never_spoiled():
    for name in ("tic-tac-toe", "nim:heaps=2,3,3"):
        game = load(name)
        engine = Engine(game)
        choose = random.Random(3)
        known = {}

        def value(p, game=game, known=known):
            """Minimax for player 0, each position once."""
            if p not in known:
                scores = [value(child) for child in oracle.children(game, p)] if not oracle.is_end(game, p) else []
                best = max if game.rules.turn(p) == 0 else min
                known[p] = best(scores) if scores else game.rules.utility(p, 0)
            return known[p]

        seen = 0
        for _ in range(15):
            for p, _ in wander(game, choose, 20):
                if game.moves(p):
                    move = engine.analyze(position=p, seconds=0.05).move
                    assert value(game.rules.play(p, move)) == value(p)
                    seen += 1
        assert seen > 50


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="only Linux tells how memory is mapped")
def test_a_table_may_lie_in_large_pages():
    from kibitz.search.engine.table import new_table

    table = new_table(64, array=True)
    maps = [line.split() for line in Path("/proc/self/maps").read_text().splitlines()]
    spans = [([int(end, 16) for end in span.split("-")], access) for span, access, *_ in maps]
    access = next(access for (low, high), access in spans if low <= table.ctypes.data < high)
    assert access == "rw-p", "shared memory has large pages only where the system is told so"


def test_an_engine_is_used_by_one_search_at_a_time():
    game = load("connect-four")
    engine = Engine(game, compiled=False)
    first = engine.think(seconds=20)
    next(first)
    told: list[str] = []

    def use(search):
        try:
            search()
        except OptionError as error:
            told.append(str(error))

    searches = [
        lambda: list(engine.think(depth=1)),
        lambda: engine.analyze(depth=1),
        engine.clear,
    ]
    threads = [threading.Thread(target=use, args=[search]) for search in searches]
    for thread in threads:
        thread.start()
        thread.join()
    use(searches[0])  # in the same thread it is no better
    assert told == ["this engine is already searching; wait for it to finish, or make another Engine"] * 4
    del first  # whoever drops a search ends it
    for search in searches:
        search()


@pytest.mark.parametrize(("by_nodes", "order"), [(True, [1, 4, 2, 3]), (False, [1, 2, 3, 4])])
def test_root_moves_that_cannot_be_best_come_in_the_order_of_their_nodes_where_they_are_reduced(by_nodes, order):
    desk = [0] * desk_words.SIZE
    found = [(2, 40, UPPER, 10), (3, 30, UPPER, 5), (4, 20, UPPER, 20), (1, 50, EXACT, 1)]
    desk[desk_words.ROOT_COUNT] = len(found)
    for number, row in enumerate(found):
        place = desk_words.ROOTS + number * desk_words.ROOT_ROW
        desk[place : place + len(row)] = row
    sort_roots(desk, by_nodes)
    assert [desk[desk_words.ROOTS + number * desk_words.ROOT_ROW] for number in range(len(found))] == order
