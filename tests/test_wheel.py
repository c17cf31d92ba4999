"""The wheel, not the checkout: built, installed in a clean environment, used."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
STATIC = ROOT / "src" / "kibitz" / "page" / "static"


def test_the_wheel_works_in_a_clean_environment(tmp_path):
    def run(*command, **options):
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600, **options)
        assert done.returncode == 0, done.stderr
        return done.stdout

    run(sys.executable, "-m", "build", "--wheel", "--outdir", str(tmp_path / "dist"), str(ROOT))
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "kibitz/py.typed" in names
    assert "kibitz/games/connect_four.py" in names
    assert "kibitz/games/pacman/layouts/small.txt" in names
    assert "kibitz/classroom/lessons/01-minimax.toml" in names
    assert {file.name for file in STATIC.iterdir()} == {Path(name).name for name in names if "/page/static/" in name}
    assert not any(name.startswith(("tests", "benchmarks")) for name in names)
    run(sys.executable, "-m", "venv", str(tmp_path / "clean"))
    binaries = tmp_path / "clean" / ("Scripts" if os.name == "nt" else "bin")
    run(str(binaries / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel))
    environment = {**os.environ, "KIBITZ_CACHE": str(tmp_path / "cache"), "PYTHONPATH": ""}
    command = [str(binaries / "kibitz"), "analyze", "connect-four", "--depth", "6", "--json"]
    found = json.loads(run(*command, cwd=tmp_path, env=environment))
    assert (found["compiled"], found["move"]) == (True, "4")
    assert "tic-tac-toe" in run(str(binaries / "kibitz"), "games", cwd=tmp_path, env=environment)
