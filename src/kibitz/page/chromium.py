"""A Chromium on this machine, which prints pages to PDF and drawings to PNG."""

import contextlib
import math
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from kibitz.errors import OptionError

VARIABLE = "KIBITZ_BROWSER"
NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    *("--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"),
    *("--disable-component-update", "--disable-dev-shm-usage", "--disable-extensions", "--hide-scrollbars"),
)
SECONDS = 300
SCALE = 2
"""Pixels of a PNG for each unit of the drawing."""
MISSING = f"no Chromium was found: install one, or set {VARIABLE} to its path"


def find() -> str | None:
    """Return the path of a Chromium: the one that KIBITZ_BROWSER names, or one of the usual names; None without any."""
    names = [name for name in (os.environ.get(VARIABLE), *NAMES) if name]
    return next((path for name in names if (path := shutil.which(name))), None)


def pdf(page: Path, output: Path) -> None:
    """Print an HTML file to a PDF file."""
    run(page, output, f"--print-to-pdf={output.resolve()}", "--no-pdf-header-footer")


def png(drawing: str, output: Path) -> None:
    """Write an SVG drawing as a PNG file, sharp enough for a slide."""
    size = re.search(r'width="([\d.]+)" height="([\d.]+)"', drawing)
    assert size is not None
    width, height = (math.ceil(float(side)) for side in size.groups())
    with tempfile.TemporaryDirectory(prefix="kibitz-drawing-") as folder:
        page = Path(folder) / "drawing.html"
        page.write_text(f'<!doctype html><meta charset="utf-8"><body style="margin: 0">{drawing}', encoding="utf-8")
        window = (f"--window-size={width},{height}", f"--force-device-scale-factor={SCALE}")
        picture = Path(folder) / "drawing.png"  # Chromium writes no file of another suffix
        run(page, picture, f"--screenshot={picture}", *window)
        try:
            shutil.copyfile(picture, output)
        except OSError as error:
            raise OptionError(f"cannot write {output}: {error.strerror}") from error


def run(page: Path, output: Path, *options: str) -> None:
    """Open a file in Chromium with these options; raise an error if the output is not written."""
    browser = find()
    if browser is None:
        raise OptionError(MISSING)
    as_root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with contextlib.suppress(FileNotFoundError):
        output.unlink()
    with tempfile.TemporaryDirectory(prefix="kibitz-browser-", ignore_cleanup_errors=True) as profile:
        command = [browser, *FLAGS, *as_root, f"--user-data-dir={profile}", *options, page.resolve().as_uri()]
        try:
            subprocess.run(command, capture_output=True, timeout=SECONDS, check=True, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            raise OptionError(f"{browser} did not finish {output.name} within {SECONDS} seconds") from None
        except (OSError, subprocess.CalledProcessError) as error:
            raise OptionError(f"{browser} could not make {output.name}: {reason_of(error)}") from None
    if not output.is_file():
        raise OptionError(f"{browser} did not write {output}")


def reason_of(error: Exception) -> str:
    """Return the last line of what a program said, or why it could not be started."""
    if isinstance(error, subprocess.CalledProcessError):
        said = error.stderr.decode(errors="replace").strip().splitlines()
        return said[-1] if said else f"exit code {error.returncode}"
    return str(error)
