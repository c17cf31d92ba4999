"""Kibitz in a notebook: the example runs, and a live board plays."""

import json
from pathlib import Path

import nbclient
import nbformat
import pytest

from kibitz import OptionError, load
from kibitz.adapters.notebook import START, LiveBoard
from kibitz.board.palette import style_sheet
from kibitz.page.bundle import bundled, styles
from tests.browser import browser

EXAMPLE = Path(__file__).parents[1] / "docs" / "notebook.ipynb"
HARNESS = """
<!doctype html><meta charset="utf-8"><style>{css}</style><div id="here"></div><script type="module">
{script}
const heard = [], listeners = {{}}, values = {values};
const model = {{
  get: (name) => values[name],
  on: (name, call) => (listeners[name] = call),
  off: () => undefined,
  send: (message) => heard.push(message),
}};
renderBoard(model, document.getElementById("here"));
Object.assign(window, {{ heard, listeners, values }});
document.body.dataset.ready = "yes";
</script>
"""


def test_the_example_runs_from_top_to_bottom(tmp_path):
    notebook = nbformat.read(EXAMPLE, 4)
    assert not any(cell.get("outputs") for cell in notebook.cells)  # it is kept without outputs
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    shown = {kind for cell in code for output in cell.outputs for kind in output.get("data", {})}
    assert {"text/html", "application/vnd.jupyter.widget-view+json"} <= shown
    trees = [
        output for cell in code for output in cell.outputs if "iframe" in str(output.get("data", {}).get("text/html"))
    ]
    assert len(trees) == 3
    assert not any(output.output_type == "error" for cell in code for output in cell.outputs)


def test_kibitz_answers_and_moves_can_be_taken_back():
    live = LiveBoard("tic-tac-toe", opponent=lambda state: state.moves()[0])
    assert (live.enabled, live.said) == (True, "X to move")
    live.hear({"move": 4})
    assert live.state.names == ["5", "1"]
    assert live.shown["names"] == ["5", "1"]
    live.hear({"move": 4})
    assert "not a legal move" in live.said  # the cell is taken
    assert live.state.names == ["5", "1"]
    live.hear({"undo": True})
    assert live.state.names == []
    live.play("1").play("3")
    assert live.state.names == ["1", "2", "3", "4"]


def test_nature_moves_by_itself_and_a_person_may_play_every_side():
    pig = LiveBoard("pig", opponent=None, seed=3)
    pig.play("roll")
    assert len(pig.state.names) == 2
    second = LiveBoard("tic-tac-toe", player=1, opponent="alpha-beta:depth=1")
    assert len(second.state.names) == 1
    assert second.enabled
    with pytest.raises(OptionError, match="player must be 0 to 1, got 2"):
        LiveBoard("tic-tac-toe", player=2)
    with pytest.raises(OptionError, match="there is no player 'nobody'"):
        LiveBoard("tic-tac-toe", opponent="nobody")


def test_the_end_is_said_and_nothing_can_be_played_then():
    live = LiveBoard("tic-tac-toe", opponent=None, moves="1 4 2 5")
    live.play("3")
    assert (live.enabled, live.said) == (False, "X wins")
    live.hear({"move": 8})
    assert "over" in live.said


def test_a_click_on_the_live_board_reaches_the_notebook(tmp_path):
    assert LiveBoard._esm == bundled("widget.js") + START
    live = LiveBoard(load("connect-four"), opponent=None)
    values = {name: getattr(live, name) for name in ("shown", "enabled", "flip", "said")}
    css, script = style_sheet() + styles("board.css", "widget.css"), bundled("widget.js")
    file = tmp_path / "live.html"
    file.write_text(HARNESS.format(css=css, script=script, values=json.dumps(values)))
    with browser() as opened:
        page = opened.new_page()
        wrong = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(file.as_uri())
        page.wait_for_selector("body[data-ready]")
        page.click(".cell.can >> nth=0")
        assert page.evaluate("heard.length") == 1
        move = page.evaluate("heard[0].move")
        live.hear({"move": move})
        page.evaluate("shown => { values.shown = shown; listeners['change:shown'](); }", live.shown)
        assert page.locator("svg.field .piece").count() >= 1
        page.close()
        assert wrong == []
