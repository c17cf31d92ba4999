"""Pac-Man against a model of dicts and sets, searches against brute force, and what the trapped layout teaches."""

import copy
import random
from pathlib import Path

import pytest

import kibitz
from kibitz import analyze, load
from kibitz.board import Board

LAYOUTS = Path(kibitz.__file__).parent / "games" / "pacman" / "layouts"
OURS = {file.stem: file.read_text() for file in LAYOUTS.iterdir()}
STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0), "stop": (0, 0)}
BACK = {"north": "south", "east": "west", "south": "north", "west": "east", None: None}
ROUNDS = 3
"""Depth 3 in the course that made this game known: every agent moves three times."""

TINY = """\
%%%%%%
%P..G%
%.%%.%
%o..G%
%%%%%%
"""
ONE_GHOST = """\
%%%%%
%P.G%
%...%
%%o.%
%%%%%
"""
NO_GHOST = """\
%%%%%%
%P%..%
%..%.%
% o..%
%%%%%%
"""
CLOSED = """\
%%%%%%%
%P.o.%%
%%%%%G%
%G %%%%
%%%%%%%
"""  # the first ghost cannot move at all, the second only to and fro
CROWD = """\
%%%%%%%
%G.o.G%
%.%.%.%
%o.P.o%
%.%.%.%
%G.o.G%
%%%%%%%
"""
FILES = {**OURS, "tiny": TINY, "one-ghost": ONE_GHOST, "no-ghost": NO_GHOST, "closed": CLOSED, "crowd": CROWD}


class Model:
    """The rules again, as plainly as they can be written."""

    def __init__(self, text, scared=40, steps=500):
        self.marks = {(x, y): mark for y, row in enumerate(text.splitlines()) for x, mark in enumerate(row)}
        self.food = {at for at, mark in self.marks.items() if mark == "."}
        self.capsules = {at for at, mark in self.marks.items() if mark == "o"}
        (self.pacman,) = (at for at, mark in self.marks.items() if mark == "P")
        homes = sorted((at for at, mark in self.marks.items() if mark == "G"), key=lambda at: (at[1], at[0]))
        self.ghosts = [{"home": at, "at": at, "facing": None, "scared": 0} for at in homes]
        self.fright, self.steps, self.limit = scared, 0, steps
        self.score, self.turn, self.caught = 0, 0, False
        self.events = []

    def step(self, at, name):
        return at[0] + STEPS[name][0], at[1] + STEPS[name][1]

    def open_ways(self, at):
        return [name for name in list(STEPS)[:4] if self.marks[self.step(at, name)] != "%"]

    def legal(self):
        if self.over():
            return []
        if self.turn == 0:
            return [*self.open_ways(self.pacman), "stop"]
        ghost = self.ghosts[self.turn - 1]
        ways = self.open_ways(ghost["at"])
        if ghost["scared"] % 2 == 1 or not ways:
            return ["stop"]
        onward = [way for way in ways if way != BACK[ghost["facing"]]]
        return onward or ways

    def over(self):
        return self.caught or not self.food or (self.limit > 0 and self.steps >= self.limit)

    def meet(self, ghost):
        if ghost["scared"]:
            self.score += 200
            self.events.append("eats a ghost" if self.turn == 0 else "is met by a scared ghost")
            ghost.update(at=ghost["home"], facing=None, scared=0)
        elif not self.caught:
            self.score -= 500
            self.caught = True
            self.events.append("runs into a ghost" if self.turn == 0 else "is caught")

    def after(self, name):
        model = copy.copy(self)
        model.food, model.capsules, model.events = set(self.food), set(self.capsules), []
        model.ghosts = [dict(ghost) for ghost in self.ghosts]
        model.move(name)
        return model

    def move(self, name):
        if self.turn == 0:
            self.pacman = self.step(self.pacman, name)
            self.steps += 1
            self.score -= 1
            if self.pacman in self.food:
                self.food.remove(self.pacman)
                self.score += 10
            if self.pacman in self.capsules:
                self.capsules.remove(self.pacman)
                for ghost in self.ghosts:
                    ghost["scared"] = self.fright
            if not self.food:
                self.score += 500
                self.events.append("wins")
            else:
                for ghost in [ghost for ghost in self.ghosts if ghost["at"] == self.pacman]:
                    self.meet(ghost)
        else:
            ghost = self.ghosts[self.turn - 1]
            ghost["at"] = self.step(ghost["at"], name)
            ghost["facing"] = ghost["facing"] if name == "stop" else name
            if ghost["at"] == self.pacman:
                self.meet(ghost)
            else:
                ghost["scared"] = max(0, ghost["scared"] - 1)
        if self.limit and self.steps >= self.limit and not self.caught and self.food:
            self.events.append("runs out of steps")
        self.turn = (self.turn + 1) % (1 + len(self.ghosts))


@pytest.fixture(scope="module")
def layout(tmp_path_factory):
    """Return a function that returns a layout's name for `load`: one of ours, or a file of a layout of these tests."""
    folder = tmp_path_factory.mktemp("layouts")

    def find(name):
        if name in OURS:
            return name
        file = folder / f"{name}.txt"
        file.write_text(FILES[name])
        return str(file)

    return find


@pytest.fixture(scope="module")
def pacman(layout):
    """Return a function that loads the game in a layout."""
    return lambda name, **parameters: load("pacman", layout=layout(name), **parameters)


def seen(text, p):
    """What a position says, in the model's terms; cells that are not walls are numbered in reading order."""
    places = [(x, y) for y, row in enumerate(text.splitlines()) for x, mark in enumerate(row) if mark != "%"]

    def those(words):
        return {place for cell, place in enumerate(places) if words[cell // 60] >> cell % 60 & 1}

    ghosts = [(places[cell], None if facing == 4 else list(STEPS)[facing], left) for cell, facing, left in p.ghosts]
    return places[p.pacman], ghosts, those(p.food), those(p.capsules), p.points, bool(p.caught), p.player


def told(model):
    ghosts = [(ghost["at"], ghost["facing"], ghost["scared"]) for ghost in model.ghosts]
    return model.pacman, ghosts, model.food, model.capsules, model.score, model.caught, model.turn


# The rules


@pytest.mark.parametrize(
    ("name", "parameters", "games"),
    [
        ("small", {}, 25),
        ("medium", {}, 10),
        ("trapped", {}, 25),
        ("open", {"steps": 60}, 6),
        ("open", {"steps": 0, "scared": 7}, 3),
        ("tiny", {}, 60),
        ("tiny", {"scared": 0}, 20),
        ("tiny", {"scared": 5, "steps": 12}, 60),
        ("one-ghost", {"scared": 9}, 80),
        ("no-ghost", {"steps": 30}, 20),
        ("closed", {}, 10),
        ("crowd", {}, 60),
    ],
)
def test_rules_against_a_model_of_sets(pacman, name, parameters, games):
    game = pacman(name, **parameters)
    text, rules = FILES[name], game.rules
    for seed in range(games):
        choose = random.Random(seed)
        p, model = rules.start(), Model(text, **parameters)
        while True:
            assert seen(text, p) == told(model)
            assert p.clock == (model.limit - model.steps if model.limit else -1)
            assert rules.is_over(p) == model.over()
            assert [rules.utility(p, player) for player in range(game.players)] == [
                model.score,
                *(-model.score for _ in model.ghosts),
            ]
            if model.over() or model.steps > 300:
                break
            names = [game.move_name(p, move) for move in rules.moves(p)]
            assert sorted(names) == sorted(model.legal())
            name = choose.choice(names)
            p, model = rules.play(p, game.read_move(p, name)), model.after(name)


def test_the_random_games_have_everything_in_them():
    happened = set()
    for name, games in (("tiny", 300), ("crowd", 300), ("one-ghost", 100)):
        for seed in range(games):
            choose, model = random.Random(seed), Model(FILES[name], steps=20)
            while not model.over():
                model = model.after(choose.choice(model.legal()))
                happened.update(model.events)
    assert happened == {
        *("wins", "is caught", "runs into a ghost", "eats a ghost", "is met by a scared ghost", "runs out of steps")
    }


def test_the_score(pacman):
    game = pacman("no-ghost")
    state = game.begin("s")
    assert state.position.points == 9  # a food and a step
    state.play_all("e s e e n n w")
    assert state.position.points == 7 * 10 - 8 + 500  # without ghosts a capsule is worth nothing
    assert state.result == "Pac-Man gets 562"


def test_the_last_food_wins_even_where_a_ghost_stands(pacman):
    game = pacman("one-ghost")
    p = game.read("%%%%%/%-.-%/%---%/%%o-%/%%%%% pacman=2,2,east ghost=3,2,west,0 points=3 clock=9 caught=0 turn=0")
    assert game.rules.play(p, game.read_move(p, "east")).points == 3 - 1 + 10 + 500


def test_a_capsule_scares_ghosts_for_forty_turns_at_half_speed(pacman):
    state = pacman("open").begin()
    ghosts = random.Random(1)
    for move in "sseeeeee":
        state.play(move).play(ghosts.choice(state.moves()))
    assert state.position.ghosts[0].scared == 39  # it has moved once since
    moved = [True]
    while state.position.ghosts[0].scared:
        before = state.play("stop").position.ghosts[0].cell
        state.play(ghosts.choice(state.moves()))
        moved.append(state.position.ghosts[0].cell != before)
    assert moved == [True, False] * 20
    state.play("stop")
    assert "stop" not in map(state.name, state.moves())


def test_a_ghost_that_is_eaten_returns_to_its_start(pacman):
    game = pacman("one-ghost")
    text = "%%%%%/%..-%/%.--%/%%--%/%%%%% pacman=3,4,south ghost=4,4,south,12 points=0 clock=50 caught=0 turn=0"
    home = (2, 4, 0)  # the third of the cells, free to go anywhere, not scared
    eaten = game.begin("e", game.read(text)).position
    assert (eaten.points, eaten.ghosts[0]) == (200 - 1, home)
    assert [game.move_name(eaten, move) for move in game.moves(eaten)] == ["south", "west"]
    met = game.begin("w", game.read(text.replace("turn=0", "turn=1"))).position
    assert (met.points, met.ghosts[0]) == (200, home)


def test_a_ghost_turns_back_only_at_a_dead_end(pacman):
    state = pacman("trapped").begin("e e south e e")  # ghost 2 comes from the north
    assert [state.name(move) for move in state.moves()] == ["south"]
    pacman("closed").begin("stop stop east stop stop west")


# Searches


def brute(game, model, p, depth, average):
    """The score of a position for Pac-Man, by the model's rules; the game's own evaluation at depth 0."""
    if model.over():
        return model.score
    if depth == 0:
        return game.rules.evaluate(p, 0)
    scores = list(branches(game, model, p, depth, average).values())
    if model.turn == 0:
        return max(scores)
    return sum(scores) / len(scores) if average else min(scores)


def branches(game, model, p, depth, average):
    moves = {game.move_name(p, move): move for move in game.rules.moves(p)}
    return {
        name: brute(game, model.after(name), game.rules.play(p, moves[name]), depth - 1, average)
        for name in model.legal()
    }


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta", "expectimax"])
@pytest.mark.parametrize(
    ("name", "depth", "plies"),
    [("tiny", 6, 0), ("tiny", 6, 9), ("one-ghost", 7, 2), ("no-ghost", 6, 0), ("trapped", 9, 0), ("crowd", 5, 5)],
)
def test_searches_agree_with_brute_force(pacman, name, depth, plies, algorithm, compiled):
    game = pacman(name)
    choose = random.Random(1)
    state, model = game.begin(), Model(FILES[name])
    while len(state.names) < plies and not model.after(move := choose.choice(model.legal())).over():
        state, model = state.play(move), model.after(move)
    average = algorithm == "expectimax"
    expected = branches(game, model, state.position, depth, average)
    best = brute(game, model, state.position, depth, average)
    found = analyze(state, algorithm, depth=depth, player=0, compiled=compiled)
    assert found.compiled == compiled
    assert found.score == pytest.approx(best, abs=1e-9)
    assert expected[found.names.move] == pytest.approx(best, abs=1e-9)


def test_ghosts_are_one_team(pacman):
    state = pacman("tiny").begin("e")
    ours = analyze(state, "minimax", depth=6, player=0)
    for ghost in (1, 2):
        assert analyze(state, "alpha-beta", depth=6, player=ghost).score == -ours.score
        assert analyze(state, "max-n", depth=6, player=ghost).score == -ours.score


def played(game, algorithm, seed):
    """A game of a search to a depth of ROUNDS against ghosts that move at random."""
    state, choose = game.begin(), random.Random(seed)
    while not state.over:
        if state.turn == 0:
            state.play(analyze(state, algorithm, depth=ROUNDS * game.players, player=0, compiled=True).move)
        else:
            state.play(choose.choice(state.moves()))
    return state


def won(state):
    return not any(state.position.food)


def test_alpha_beta_gives_up_where_it_is_trapped(pacman):
    """If the ghosts play best, all is lost, and the nearer one is the cheapest way out: one step."""
    game = pacman("trapped")
    for seed in range(20):
        state = played(game, "alpha-beta", seed)
        assert state.names == ["west", "east"]
        assert state.position.points == -501


def test_expectimax_wins_half_of_the_trapped_games(pacman):
    """The farther ghost comes or goes, with equal odds; if it goes, Pac-Man follows it, eats and wins.

    Of 40 games so decided, 20 are won, give or take three standard deviations of 3.2.
    """
    game = pacman("trapped")
    states = [played(game, "expectimax", seed) for seed in range(40)]
    assert 11 <= sum(map(won, states)) <= 29
    for state in states:
        assert won(state) == (state.names[2] == "south")
        assert state.position.points == (530 if won(state) else -502)  # after 10 steps, or after 2


@pytest.mark.slow
def test_alpha_beta_wins_in_the_small_layout(pacman):
    game = pacman("small")
    assert sum(won(played(game, "alpha-beta", seed)) for seed in range(20)) >= 18


def test_the_evaluation_prefers_food_and_room(pacman):
    game = pacman("small")
    for seed in range(5):
        state, choose = game.begin(), random.Random(seed)
        while not state.over:
            p = state.position
            guess = game.evaluate(p, 0)
            assert guess == -game.evaluate(p, 1) == -game.evaluate(p, 2)
            assert p.points - 9 - 72 < guess <= p.points + 120  # far from a win or a loss
            state.play(choose.choice(state.moves()))


@pytest.mark.parametrize(("scared", "likely"), [(0, "west"), (4, "east")])
def test_a_policy_for_ghosts(pacman, scared, likely):
    game = pacman("open")
    text = game.begin().text.replace("17,6,stop,0", f"10,2,south,{scared}").replace("turn=0", "turn=1")
    p = game.read(text)
    weights = {game.move_name(p, move): game.rules.policy(p, move) for move in game.moves(p)}
    assert weights == {"south": 1 if not scared else 4, "east": 1 if not scared else 4, "west": 1} | {likely: 4}
    assert game.rules.policy(game.start(), 0) == 1


# Layouts


@pytest.mark.parametrize(("name", "ghosts"), [("small", 2), ("medium", 3), ("trapped", 2), ("open", 1)])
def test_our_layouts(name, ghosts):
    game = load("pacman", layout=name)
    assert set(OURS) == {"small", "medium", "trapped", "open"}
    assert game.players == 1 + ghosts
    assert game.rules.teams == (0, *[1] * ghosts)
    assert game.rules.player_names == ("Pac-Man", *(f"ghost {number + 1}" for number in range(ghosts)))


BAD = {
    "no Pac-Man": ("%%%%\n%..%\n%%%%", "has no Pac-Man (P)"),
    "two Pac-Men": ("%%%%%\n%P.P%\n%%%%%", "row 2, column 4: a second Pac-Man"),
    "an open border": ("%%%%\n%P. \n%%%%", "row 2, column 4: the border must be walls, got ' '"),
    "an open bottom": ("%%%%\n%P.%\n%.%%", "row 3, column 2: the border must be walls, got '.'"),
    "a short row": ("%%%%\n%P.\n%%%%", "row 2: expected 4 characters as in row 1, got 3"),
    "an unknown character": ("%%%%\n%P?%\n%%%%", "row 2, column 3: expected %, ., o, G, P or a space, got '?'"),
    "no food": ("%%%%\n%Po%\n%%%%", "has no food (.)"),
    "food out of reach": ("%%%%%\n%P%.%\n%%%%%", "row 2, column 4: Pac-Man cannot reach this food"),
    "nothing": ("", "has no Pac-Man (P)"),
    "too large": ("%" * 1001, "is too large: at most 1000 characters, walls included"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_layout_is_one_clear_line(what, tmp_path, run_kibitz):
    text, words = BAD[what]
    file = tmp_path / "bad.txt"
    file.write_text(text)
    code, out, error = run_kibitz("analyze", f"pacman:layout={file}")
    assert (code, out) == (2, "")
    assert error == f"kibitz: pacman: layout '{file}'{'' if words.startswith(('has', 'is')) else ','} {words}\n"


def test_a_layout_that_cannot_be_read(tmp_path, run_kibitz):
    assert run_kibitz("analyze", "pacman:layout=smal") == (
        *(2, ""),
        "kibitz: pacman: there is no layout and no file 'smal' (did you mean small?)\n",
    )
    words = "there is no layout and no file 'maze.txt'; ours are medium, open, small, trapped"
    assert run_kibitz("analyze", "pacman:layout=maze.txt") == (2, "", f"kibitz: pacman: {words}\n")
    (tmp_path / "binary").write_bytes(b"%%\xff%%")
    with pytest.raises(kibitz.OptionError, match="cannot read layout .*binary': it is not text in UTF-8"):
        load("pacman", layout=str(tmp_path / "binary"))
    with pytest.raises(kibitz.OptionError, match="cannot read layout"):
        load("pacman", layout=str(tmp_path))


@pytest.mark.parametrize("parameters", [{"scared": -1}, {"scared": 1001}, {"steps": -1}])
def test_parameters_out_of_range_are_refused(parameters):
    with pytest.raises(kibitz.OptionError, match=f"{next(iter(parameters))} must be 0"):
        load("pacman", **parameters)


def test_a_file_from_another_system(tmp_path):
    file = tmp_path / "windows.txt"
    file.write_bytes(b"\xef\xbb\xbf" + TINY.replace("\n", "\r\n").encode() + b"\r\n")
    assert load("pacman", layout=str(file)).begin().position == load("pacman", layout=str(file)).start()
    assert str(load("pacman", layout=str(file)).begin()).count("\n") == 6


# Text and boards


@pytest.mark.parametrize("name", ["small", "medium", "trapped", "open", "tiny", "no-ghost", "crowd"])
def test_every_position_can_be_written_read_and_drawn(pacman, name):
    game = pacman(name)
    for seed in range(2):
        state, choose = game.begin(), random.Random(seed)
        for _ in range(30):
            p = state.position
            assert game.read(game.write(p)) == p
            assert "\n" not in state.text
            assert isinstance(state.board, Board)
            assert state.board.to_json()
            shapes = [piece.shape for piece in state.board.pieces]
            assert shapes.count("eater") == 1
            assert shapes.count("ghost") == game.players - 1
            assert shapes.count("pellet") == sum(word.bit_count() for word in p.food)
            assert shapes.count("pill") == sum(word.bit_count() for word in p.capsules)
            if state.over:
                break
            assert set(state.board.moves) == set(state.moves())
            assert all(len(cells) == 1 for cells in state.board.moves.values())
            state.play(choose.choice(state.moves()))


def test_touching_a_cell_moves_there(pacman):
    state = pacman("trapped").begin()
    assert state.board.moves == {1: ("5,2",), 3: ("3,2",), 4: ("4,2",)}
    assert state.play("w").board.moves == {1: ("3,2",)}
    scared = state.game.read(state.text.replace("ghost=8,3,stop,0", "ghost=8,3,stop,9"))
    looks = [(piece.shape, piece.tone, piece.text, piece.name) for piece in state.game.board(scared).pieces[4:7]]
    assert looks == [
        ("eater", "yellow", "left", "Pac-Man"),
        ("ghost", "red", "", "ghost 1"),
        ("ghost", "blue", "", "scared ghost 2"),
    ]


def test_a_maze_in_the_terminal(pacman):
    state = pacman("trapped").begin()
    assert str(state).splitlines() == [
        " ┌───────────────┐",
        " │rG  yP         │",
        " ├───────────┐gG │",
        " ├───────────┘   │",
        " │       · · · · │",
        " └───────────────┘",
        "",
        "score 0   500 steps left",
    ]
    assert str(state.play_all("w e")).splitlines()[-1] == "score -501   caught"
    assert str(pacman("no-ghost", steps=0).begin("s")).splitlines()[-1] == "score 9"
    assert str(pacman("no-ghost").begin("s e s e e n n w")).endswith("all food is eaten")


def test_moves_are_words_or_letters(pacman):
    state = pacman("no-ghost").begin("s south N . stop")
    assert state.names == ["south", "south", "north", "stop", "stop"]
    with pytest.raises(
        kibitz.MoveError, match=r"expected north, east, south, west or stop \(n, e, s, w or .\), got 'up'"
    ):
        state.play("up")
    with pytest.raises(kibitz.MoveError, match="not a legal move here; legal: north east south stop"):
        state.play("west")


GOOD = "%%%%%/%-.-%/%...%/%%o.%/%%%%% pacman=2,2,east ghost=4,2,stop,0 points=0 clock=500 caught=0 turn=0"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("turn=0", "", "expected the maze, pacman=, ghost= for each ghost, points="),
        ("%%o.%", "%.o.%", "its walls are not those of this layout"),
        ("/%...%", "", "its walls are not those of this layout"),
        ("...", ".x.", "a cell of the maze must be"),
        ("2,2,east", "1,1,east", "expected column,row,direction of a cell that is not a wall, got '1,1,east'"),
        ("2,2,east", "2,2,stop", "got '2,2,stop'"),
        ("2,2,east", "east", "got 'east'"),
        ("4,2,stop,0", "4,2,stop,41", "got '4,2,stop,41'"),
        (" ghost=4,2,stop,0", "", "the layout has 1 ghosts, got 0 and turn 0"),
        ("turn=0", "turn=2", "got 1 and turn 2"),
        ("clock=500", "clock=501", "the clock must be 0 to 500, got 501"),
        ("clock=500", "clock=-1", "the clock must be 0 to 500, got -1"),
        ("%-.-%", "%..-%", "there is something to eat in Pac-Man's cell"),
        ("caught=0", "caught=1", "Pac-Man is caught, but no ghost is in his cell"),
    ],
)
def test_bad_positions_are_refused(pacman, old, new, words):
    game = pacman("one-ghost")
    assert game.read(GOOD) == game.start()
    with pytest.raises(kibitz.PositionError) as error:
        game.read(GOOD.replace(old, new))
    assert words in str(error.value)
    with pytest.raises(kibitz.PositionError, match="the clock must be -1, got 500"):
        pacman("one-ghost", steps=0).read(GOOD)


def test_the_rules_keep_their_promises(pacman):
    for name in ("tiny", "no-ghost"):
        assert kibitz.check(pacman(name), games=10).failures == []
