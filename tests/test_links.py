"""Links: what an address says is what was on the page, for every game; and what cannot be shown is told in a sentence."""

import json
import random
import shutil
import subprocess

import pytest

from kibitz import load
from kibitz.errors import KibitzError
from kibitz.interface.web.games import States
from kibitz.interface.web.shelf import MOST_SPEC, MOST_TREE, Shelf
from kibitz.loader import built_in_names
from kibitz.page.bundle import STATIC, bundled

NODE = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node to run the script")
ODD = {
    "root": "r",
    "nodes": {
        "r": {
            "player": 0,
            "moves": {"Go left": "a", "~1": "b", "é&+=%#?": "a", "": "b", "x,y": "a", "z": "b", "Z": "a"},
        },
        "a": {"player": 1, "moves": {"x/y:(1)": "b", "\u200b": "b"}},
        "b": {"value": 1},
    },
}
ODD_GAME = f"tree:text={json.dumps(ODD, ensure_ascii=False)}"
SPECS = (*built_in_names(), ODD_GAME, "connect-four:columns=6,rows=5", "nim:heaps=2,3,4", "((3 12 8) (2 4 6))")
INVERSE = """
const cases = JSON.parse(require("fs").readFileSync(0, "utf8"));
const written = cases.map(({ view, place, state }) =>
  writeAddress(view, { ...place, ...(state ? { moves: wordsOf(state).join(" ") } : {}) }));
console.log(JSON.stringify(written.map((text) => ({ text, ...readAddress(text) }))));
"""


@pytest.fixture(scope="module")
def shelf():
    return Shelf()


def addresses(cases, tmp_path):
    """Write addresses and read them again, as the page does."""
    file = tmp_path / "inverse.js"
    file.write_text(bundled("address.js") + INVERSE)
    done = subprocess.run(["node", str(file)], input=json.dumps(cases), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def wandered(shelf, spec, seed, plies=40):
    """A game of chance moves, and the position of somebody's own from which it begins in half of the cases."""
    game, choose = shelf.find(spec), random.Random(seed)
    state = game.begin()
    for _ in range(choose.randrange(plies)):
        if state.over:
            break
        state.play(choose.choice(state.moves()))
    readable = game.rules.read is not None or game.rules.write is None
    if seed % 2 and readable and not state.ended:
        state = game.begin(position=state.text)
        for _ in range(6):
            if not state.over:
                state.play(choose.choice(state.moves()))
    return state


@NODE
def test_a_link_leads_to_the_game_that_it_was_made_of(shelf, tmp_path):
    played = [wandered(shelf, spec, seed) for spec in SPECS for seed in range(4)]
    cases = []
    for state in played:
        message = {"game": state.game.spec(), "start": state.start, "moves": state.played}
        states = States(shelf)
        shown = states.shown(states.read(message))
        cases.append({"view": "play", "place": {"game": shown["game"], "position": shown["start"]}, "state": shown})
    read = addresses(cases, tmp_path)
    for state, found in zip(played, read):
        place = found["place"]
        again = States(shelf).read(
            {"game": place["game"], "start": place.get("position"), "names": place.get("moves", "")}
        )
        assert found["view"] == "play"
        assert (again.played, again.text, again.game.spec()) == (state.played, state.text, state.game.spec())
        assert found["text"].isascii()
        assert not set(found["text"]) & set(" ()'\"<>")


@NODE
def test_any_text_survives_an_address(tmp_path):
    choose = random.Random(3)
    signs = "aZ09 +&=?#%/:,;~-_.!'()*\"<>\\\n\té∞🂡"
    places = [
        {choose.choice(("game", "moves", "word")): "".join(choose.choices(signs, k=choose.randrange(30)))}
        for _ in range(200)
    ]
    read = addresses([{"view": "tree", "place": place} for place in places], tmp_path)
    assert [found["place"] for found in read] == places
    assert addresses([{"view": "play", "place": {"ply": None}}], tmp_path)[0]["text"] == "#play"
    typed = [{"view": "tree", "place": {"game": "connect-four:columns=6", "moves": "4 4 3", "depth": 4, "step": 17}}]
    assert addresses(typed, tmp_path)[0]["text"] == "#tree?game=connect-four:columns=6&moves=4+4+3&depth=4&step=17"


def test_a_move_without_a_name_of_its_own_is_written_by_its_number(shelf):
    states = States(shelf)
    nameless = []
    for move in range(len(ODD["nodes"]["r"]["moves"])):
        shown = states.shown(states.read({"game": ODD_GAME, "moves": [move]}))
        nameless += [move] if shown["nameless"] else []
        word = f"~{move}" if shown["nameless"] else shown["names"][0]
        assert states.read({"game": ODD_GAME, "names": word}).played == [move]
    assert nameless == [0, 1, 3]  # with a space, with a ~, and empty


def test_what_is_known_of_names_follows_the_game(shelf):
    states = States(shelf)

    def nameless(*moves):
        return list(states.shown(states.read({"game": ODD_GAME, "moves": list(moves)}))["nameless"])

    assert nameless(0) == [0]
    assert nameless(0, 1) == [0]
    assert nameless() == []
    assert nameless(2) == []
    assert nameless(0) == [0]
    states.read({"game": ODD_GAME, "moves": [4, 0]})
    assert nameless(4, 0) == []
    states.read({"game": ODD_GAME, "moves": [0, 0]})
    assert nameless(0, 0) == nameless(0) == [0]


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"game": "chess", "names": "e4 e5 Ke7"}, "move 3: "),
        ({"game": "connect-four", "names": "4 4 9"}, "move 3: '9' is not a legal move here; legal: "),
        ({"game": "connect-four", "names": "4 ~9"}, "move 2: 9 is not a legal move here; legal: "),
        ({"game": "connect-four", "names": "4 ~x"}, "move 2: expected a number after ~, got '~x'"),
        ({"game": "connect-four", "names": "~" + "9" * 30}, "move 1: expected a number"),
        ({"game": "connect-four", "names": 7}, "names must be text"),
        ({"game": "connect-four", "names": "4", "moves": [3]}, "give moves or names, not both"),
        ({"game": "nothing", "names": ""}, "there is no game 'nothing' here"),
        ({"game": "connect-four", "start": "x", "names": ""}, "position"),
        ({"game": "nim", "names": "a1 " * 20_001}, "names must be at most 20000 moves"),
    ],
)
def test_a_link_that_cannot_be_followed_says_why(shelf, message, words):
    with pytest.raises(KibitzError) as wrong:
        States(shelf).read(message)
    assert words in str(wrong.value)
    assert "\n" not in str(wrong.value)


def test_a_typed_tree_may_be_long_and_other_games_not(shelf):
    leaves = " ".join(["3"] * ((MOST_TREE - 100) // 2))
    assert len(shelf.find(f"tree:text=({leaves})").begin().moves()) == (MOST_TREE - 100) // 2
    with pytest.raises(KibitzError, match=f"the text of a tree must have at most {MOST_TREE} characters"):
        shelf.find(f"({leaves} {leaves})")
    with pytest.raises(KibitzError, match=f"the text of a game must have at most {MOST_SPEC} characters"):
        shelf.find("nim:heaps=" + "1," * MOST_SPEC)


def test_the_text_of_a_tree_may_have_commas_and_equals_signs():
    text = '{"root": "a", "nodes": {"a": {"player": 0, "moves": {"x=1, y=2": "b", "z": "b"}}, "b": {"value": 1}}}'
    game = load(f"tree:text={text}")
    assert [game.move_name(0, move) for move in game.moves(0)] == ["x=1, y=2", "z"]
    assert load(game.spec()).spec() == game.spec()


@pytest.mark.parametrize("layout", ["x.txt", "../x", "/etc/passwd", "x.1", "1.2.3", "~x", "x.", "."])
def test_no_link_names_a_file(shelf, layout, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(KibitzError, match="a page cannot open files"):
        shelf.find(f"pacman:layout={layout}")
    assert shelf.find("go:size=5,komi=5.5").spec() == "go:size=5,komi=5.5"


def test_the_page_may_be_mounted_below_a_path():
    for file in STATIC.iterdir():
        if file.suffix in (".html", ".js", ".css"):
            text = file.read_text(encoding="utf-8")
            assert '"/static' not in text, file
            assert "/socket" not in text, file
