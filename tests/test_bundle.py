"""The bundle: one script of the page's modules, which defines what they export and nothing twice."""

import re
import shutil
import subprocess

import pytest

from kibitz.page.bundle import EXPORT, IMPORT, STATIC, bundled, source_of


def test_every_import_and_export_of_the_page_is_of_the_form_that_the_bundle_reads():
    for file in STATIC.glob("*.js"):
        source = file.read_text()
        assert len(IMPORT.findall(source)) == len(re.findall(r"^import\b", source, re.MULTILINE)), file
        assert len(EXPORT.findall(source)) == len(re.findall(r"^export\b", source, re.MULTILINE)), file


def test_a_module_comes_once_and_behind_what_it_imports():
    script = bundled("walk.js", "board.js")
    order = re.findall(r"^modules\['([\w.]+)'\] = ", script, re.MULTILINE)
    assert len(order) == len(set(order))
    assert {"walk.js", "board.js", "dom.js"} <= set(order)
    for name in order:
        assert all(order.index(imported) < order.index(name) for _, imported in IMPORT.findall(source_of(name)))
    assert "const { Walk, atHand } = modules['walk.js'];" in script


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node to run the script")
def test_the_bundle_is_a_script_that_defines_the_exports(tmp_path):
    file = tmp_path / "bundle.js"
    file.write_text(bundled("words.js", "layout.js") + "\nconsole.log(capital('kibitz'), typeof layout);")
    done = subprocess.run(["node", str(file)], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["Kibitz", "function"]
